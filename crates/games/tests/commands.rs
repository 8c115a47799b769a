//! What people type, line by line: the one table of it, for every game.

use games::command::{ReadCommand, read};
use games::{bridge, cassino, gin_rummy, scopa, sharks, speed, thirty_one, wall_street};

/// A line, and the action it is, or `choice CARD`, or `card WORD` and `words LINE` where that is not understood.
type Lines<'a> = &'a [(&'a str, &'a str)];

fn check<G: ReadCommand>(legal: &[&str], lines: Lines<'_>) {
    let legal: Vec<String> = legal.iter().map(|action| (*action).to_owned()).collect();
    for (line, expected) in lines {
        let is = read::<G>(line, &legal).unwrap_or_else(|error| {
            let kind = match error.code() {
                "not-a-card" => "card",
                "not-understood" => "words",
                code => code,
            };
            format!("{kind} {}", error.params()[0].1)
        });
        assert_eq!(is, *expected, "{}: {line}", G::ID);
    }
}

#[test]
fn fishing() {
    const LEGAL: &[&str] = &["7d x 3s 4c", "7d x 2h 5h", "Kc", "2c x 2d", "5c", "5c x 5d", "4d x"];
    const LINES: Lines<'_> = &[
        ("play Kc", "Kc"),
        ("kc", "Kc"),
        ("K♣", "Kc"),
        ("gioca re di bastoni", "Kc"),
        ("play 10h", "Th"),
        ("10♥", "Th"),
        ("ten of hearts", "card ten"),
        ("Fd", "Jd"),
        ("1c", "Ac"),
        ("ace of coins", "Ad"),
        ("take 7d 4c+3s", "7d x 4c 3s"),
        ("take 7d 4c, 3s", "7d x 4c 3s"),
        ("TAKE 7D 4C+3S", "7d x 4c 3s"),
        ("take 7d with 5h 2h", "7d x 5h 2h"),
        ("prendi 7 denari con 5 di coppe 2 cuori", "7d x 5h 2h"),
        ("7D X 3S 4C", "7d x 3s 4c"),
        ("play 7d x 4c 3s", "7d x 4c 3s"),
        ("7♦ = 4♣ + 3♠", "7d x 4c 3s"),
        ("play 2c", "2c x 2d"),
        ("prendi 2c con 2d", "2c x 2d"),
        ("take 5c", "5c x 5d"),
        ("lay 5c", "5c"),
        ("cala 5c", "5c"),
        ("4d x", "4d x"),
        ("take Kc", "Kc x"),
        ("5c", "choice 5c"),
        ("play 7d", "choice 7d"),
        ("take 7d", "choice 7d"),
        ("take 7d 4c", "7d x 4c"),
        ("play 9h", "9h"),
        ("play 7y", "card 7y"),
        ("7k", "card 7k"),
        ("take 7d 4c+zz", "card zz"),
        ("dance with me", "words dance with me"),
        ("play", "words play"),
        ("", "words "),
        ("é", "card é"),
    ];
    check::<scopa::Scopa>(LEGAL, LINES);
    check::<wall_street::WallStreet>(LEGAL, LINES);
    check::<scopa::Scopa>(LEGAL, &[("claim", "claim"), ("Fuori", "claim"), ("claim 7d", "words claim 7d")]);
    check::<wall_street::WallStreet>(LEGAL, &[("claim", "words claim")]);
}

#[test]
fn cassino() {
    check::<cassino::Cassino>(
        &[
            "8d x 3h 5c [2d 6c]",
            "8d x 3h 5c",
            "2d + 5c = sum 7",
            "5s + 5c = rank 5",
            "5s + 5c = sum 10",
            "Kc",
            "9c",
            "9c x 9d",
        ],
        &[
            ("play Kc", "Kc"),
            ("trail 4c", "4c"),
            ("cala 9c", "9c"),
            ("take 9c", "9c x 9d"),
            ("9c", "choice 9c"),
            ("take 8d 5c+3h [6c 2d]", "8d x 5c 3h [6c 2d]"),
            ("take 8d with 5c 3h [6c 2d]", "8d x 5c 3h [6c 2d]"),
            ("8d x 3h 5c", "8d x 3h 5c"),
            ("8d", "choice 8d"),
            ("take 8d", "choice 8d"),
            ("build 2d 5c = 7", "2d + 5c = sum 7"),
            ("build 2d 5c=7", "2d + 5c = sum 7"),
            ("build 2d 5c", "2d + 5c = sum 7"),
            ("build 2d", "2d + 5c = sum 7"),
            ("2d + 5c", "2d + 5c = sum 7"),
            ("2d + 5c = sum 7", "2d + 5c = sum 7"),
            ("costruisci 5s 5c = rank 5", "5s + 5c = rank 5"),
            ("build 5s 5c", "choice 5s"),
            ("build 2d 6c = 8", "2d + 6c = sum 8"),
            ("build 3d [2d 4c] 3c = rank k", "3d + [2d 4c] 3c = rank K"),
            ("build 2d 6c", "words build 2d 6c"),
            ("build 2d 5c = a lot", "words build 2d 5c = a lot"),
            ("take 8d zz", "card zz"),
            ("take 8d [4c zz]", "card zz"),
            ("dance", "words dance"),
            ("", "words "),
        ],
    );
}

#[test]
fn gin() {
    check::<gin_rummy::GinRummy>(
        &["discard 7d", "discard Kd", "knock Kd", "gin"],
        &[
            ("stock", "stock"),
            ("pesca", "stock"),
            ("take", "upcard"),
            ("passo", "pass"),
            ("discard 10h", "discard Th"),
            ("bussa kd", "knock Kd"),
            ("gin", "gin"),
            ("gin 2c", "gin 2c"),
            ("layoff 8s 9s on 5s 6s 7s", "layoff 8s 9s > 5s 6s 7s"),
            ("attacca 8s su 5s 6s 7s", "layoff 8s > 5s 6s 7s"),
            ("knock Kd : 4c 4d 4h / 5s 6s 7s", "knock Kd : 4c 4d 4h / 5s 6s 7s"),
            ("knock Kd: 4c 4d 4h/5s 6s 7s", "knock Kd : 4c 4d 4h / 5s 6s 7s"),
            ("done", "done"),
            ("7d", "discard 7d"),
            ("kd", "choice Kd"),
            ("2c", "discard 2c"),
            ("discard 7y", "card 7y"),
            ("dance with me", "words dance with me"),
            ("7d 8d", "words 7d 8d"),
            ("", "words "),
        ],
    );
}

#[test]
fn thirty_one() {
    check::<thirty_one::ThirtyOne>(
        &[],
        &[
            ("stock", "stock"),
            ("s", "stock"),
            ("Draw", "stock"),
            ("take", "upcard"),
            ("prendi", "upcard"),
            ("k", "knock"),
            ("bussa", "knock"),
            ("discard 7d", "discard 7d"),
            ("scarta 10h", "discard Th"),
            ("scarta regina", "card regina"),
            ("scarta donna di cuori", "discard Qh"),
            ("Ks", "discard Ks"),
            ("discard 44", "card 44"),
            ("7y", "card 7y"),
            ("hello", "words hello"),
            ("discard", "words discard"),
            ("discard 4c 5c", "words discard 4c 5c"),
            ("knock 7d", "words knock 7d"),
            ("", "words "),
        ],
    );
}

#[test]
fn speed() {
    check::<speed::Speed>(
        &["7d > L", "7d > R", "9h > R", "flip"],
        &[
            ("7d left", "7d > L"),
            ("7D > R", "7d > R"),
            ("7d>l", "7d > L"),
            ("7d > R on 8c", "7d > R on 8c"),
            ("7d destra", "7d > R"),
            ("gioca 7 di quadri s", "7d > L"),
            ("9h", "9h > R"),
            ("7d", "choice 7d"),
            ("2c", "2c > L"),
            ("flip", "flip"),
            ("gira", "flip"),
            ("77 left", "card 77"),
            ("hello", "words hello"),
            ("7d up", "words 7d up"),
            ("7d left 8d", "words 7d left 8d"),
            ("flip 7d", "words flip 7d"),
            ("", "words "),
        ],
    );
}

#[test]
fn bridge() {
    check::<bridge::Bridge>(
        &["1N", "2S", "P", "X"],
        &[
            ("1nt", "1N"),
            ("1 NT", "1N"),
            ("bid 1sa", "1N"),
            ("2s", "2S"),
            ("2♠", "2S"),
            ("2 spades", "2S"),
            ("1 cuori", "1H"),
            ("Pass", "P"),
            ("passo", "P"),
            ("dbl", "X"),
            ("x", "X"),
            ("xx", "XX"),
            ("8z", "words 8z"),
            ("As", "words As"),
            ("1é", "words 1é"),
            ("", "words "),
        ],
    );
    check::<bridge::Bridge>(
        &["2s", "Th", "claim 5"],
        &[
            ("2s", "2s"),
            ("2 of spades", "2s"),
            ("play 10h", "Th"),
            ("play 10 h", "Th"),
            ("claim 5", "claim 5"),
            ("claim 05", "claim 5"),
            ("richiedo 5", "claim 5"),
            ("claim", "words claim"),
            ("claim x", "words claim x"),
            ("accept", "accept"),
            ("rifiuto", "refuse"),
            ("hello", "card hello"),
            ("play", "words play"),
        ],
    );
}

#[test]
fn sharks() {
    check::<sharks::Sharks>(
        &["react T07", "noreact"],
        &[
            ("bid 5 3", "bid 5 3"),
            ("b 5+3", "bid 5 3"),
            ("pass", "pass"),
            ("P", "pass"),
            ("t06 2.1 pay 3", "tool T06 2.1 pay 3"),
            ("tool t06 2.1 pay 3", "tool T06 2.1 pay 3"),
            ("play t18 b", "tool T18 b"),
            ("T18", "tool T18"),
            ("react", "react T07"),
            ("react t02", "react T02"),
            ("no", "noreact"),
            ("flip 5", "flip 5"),
            ("dai 3 1", "give 3 1"),
            ("bid", "words bid"),
            ("tool", "words tool"),
            ("t99x", "words t99x"),
            ("dance", "words dance"),
            ("", "words "),
        ],
    );
    check::<sharks::Sharks>(&[], &[("react", "react T01")]);
}

#[test]
fn longer_lines_are_not_read() {
    let long = format!("play {}7d", " ".repeat(200));
    assert!(read::<scopa::Scopa>(&long, &[]).is_err());
    assert_eq!(read::<scopa::Scopa>(&long[..200], &[]), Err(games::InputError::Words("play".to_owned())));
}

#[test]
fn a_misspelt_verb_is_guessed() {
    let meant = |misspelt: Result<String, games::InputError>| {
        let error = misspelt.expect_err("it is misspelt");
        assert_eq!(error.code(), "misspelt");
        error.params()[1].1.clone()
    };
    assert_eq!(meant(read::<scopa::Scopa>("paly 7d", &[])), "play");
    assert_eq!(meant(read::<wall_street::WallStreet>("prndi 7d 4c", &[])), "prendi");
    assert_eq!(meant(read::<cassino::Cassino>("biuld 6c 2d = 8", &[])), "build");
    assert_eq!(meant(read::<gin_rummy::GinRummy>("knok Kd", &[])), "knock");
    assert_eq!(meant(read::<gin_rummy::GinRummy>("discrad Kd", &[])), "discard");
    assert_eq!(meant(read::<thirty_one::ThirtyOne>("nock", &[])), "knock");
    assert_eq!(meant(read::<bridge::Bridge>("pas", &["P".to_owned()])), "pass");
    assert_eq!(meant(read::<bridge::Bridge>("cliam 5", &[])), "claim");
    // Far from any, or a card, or right and yet not understood: nothing is guessed.
    for line in ["dance", "7y", "10h x", "take", "x"] {
        let error = read::<scopa::Scopa>(line, &[]).err().map(|error| error.code());
        assert_ne!(error, Some("misspelt"), "{line}");
    }
}
