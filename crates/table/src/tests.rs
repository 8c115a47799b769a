//! Tests that converted snapshots are written as before, and that matches move from a browser to a server.

use crate::{begun_deals, check_new_table, follow_begun, replay_deal, setup, to_snapshot};
use cards::{Rng, Seat, Seed, Viewer};
use catalog::{AnyGame, AnyMatch, Entry, Line, SetupText, log_entries};
use engine::Phase;
use protocol::{BegunDealsError, BegunElsewhere, NewTable};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

fn check(game: &dyn AnyMatch) {
    for viewer in Viewer::all(game.seats()) {
        let snapshot = game.snapshot(viewer);
        let converted = to_snapshot(snapshot.clone());
        let text = serde_json::to_string(&converted).expect("it has string keys");
        assert_eq!(text, snapshot.to_json().get());
        assert_eq!(serde_json::from_str::<protocol::Snapshot>(&text).expect("it is a snapshot"), converted);
    }
}

/// Plays two deals of every game at random. They include snapshots with a view, a score and the end of a
/// deal.
#[test]
fn a_snapshot_is_written_as_the_games_write_it_and_read_again() {
    for game in catalog::CATALOG.games() {
        let seats = game.day().seats;
        let setup =
            SetupText { preset: Some(game.day().preset.to_owned()), ..SetupText::first_preset(seats) };
        let mut table = game.open(&setup, Seat::new(0)).expect("it can be played");
        let (seed, mut rng) = (Seed::from_number(1), Rng::from_number(1));
        check(&*table);
        for _ in 0..2 {
            if table.phase() != Phase::Between {
                break;
            }
            table.deal(&table.next_deck(&seed), &[]).expect("it is a deck");
            while table.phase() == Phase::Playing {
                check(&*table);
                if let Some(shuffle) = table.next_shuffle(&seed) {
                    table.enter(&shuffle, &[]).expect("it is a shuffle");
                    continue;
                }
                let legal = |seat| table.legal(seat).into_iter().map(move |action| (seat, action));
                let legal: Vec<(Seat, String)> = table.actors().iter().flat_map(legal).collect();
                let (seat, action) = &legal[rng.below(legal.len())];
                table.play(*seat, action, &[]).expect("it is legal");
            }
            check(&*table);
        }
    }
}

/// Returns a random next line of a match that is not over.
fn next_line(table: &dyn AnyMatch, seed: &Seed, rng: &mut Rng) -> Line {
    if table.phase() == Phase::Between {
        return Line::Deal(table.next_deck(seed));
    }
    if let Some(shuffle) = table.next_shuffle(seed) {
        return Line::Entry(shuffle);
    }
    let legal = |seat| table.legal(seat).into_iter().map(move |action| Entry::Action { seat, action });
    let legal: Vec<Entry> = table.actors().iter().flat_map(legal).collect();
    Line::Entry(legal[rng.below(legal.len())].clone())
}

fn open(game: &dyn AnyGame) -> Box<dyn AnyMatch> {
    let setup = SetupText::first_preset(game.info().seats[0]);
    game.open(&setup, Seat::new(0)).expect("it can be played")
}

/// Plays some random actions as a browser would, with undo. Returns the match and its lines.
fn played(game: &dyn AnyGame, rng: &mut Rng, most: usize) -> (Box<dyn AnyMatch>, Vec<Line>) {
    let mut table = open(game);
    let (seed, mut lines) = (Seed::from_number(rng.below(1 << 20) as u64), Vec::new());
    while lines.len() < most && !matches!(table.phase(), Phase::Over(_)) {
        let may_undo = table.phase() == Phase::Playing && table.next_shuffle(&seed).is_none();
        let undoable = |seat| Some((seat, table.undoable(seat).ok()?));
        let undo = may_undo.then(|| Seat::all(table.seats()).find_map(undoable)).flatten();
        let line = match undo {
            Some((seat, entries)) if rng.below(5) == 0 => Line::Undo { seat, entries },
            _ => next_line(&*table, &seed, rng),
        };
        line.follow(&mut *table, &[]).expect("it is legal");
        lines.push(line);
    }
    (table, lines)
}

fn snapshots(table: &dyn AnyMatch) -> Vec<Value> {
    let snapshot = |viewer| {
        let mut snapshot: Value =
            serde_json::from_str(table.snapshot(viewer).to_json().get()).expect("it is JSON");
        // Undone actions count only in the version of the browser's table.
        snapshot.as_object_mut().expect("an object").remove("version");
        snapshot
    };
    Viewer::all(table.seats()).map(snapshot).collect()
}

#[test]
fn a_match_moves_from_a_browser_as_it_stands_without_what_was_taken_back() {
    let (mut carried, mut undone) = (0, 0);
    for (number, game) in catalog::CATALOG.games().enumerate() {
        for round in 0..6 {
            let mut rng = Rng::from_number(100 * number as u64 + round);
            let (table, lines) = played(game, &mut rng, 5 + 20 * round as usize);
            if matches!(table.phase(), Phase::Over(_)) {
                continue;
            }
            undone += lines.iter().filter(|line| matches!(line, Line::Undo { .. })).count();
            let deals = begun_deals(lines).expect("it is not long");
            assert!(deals.iter().flat_map(|deal| &deal.entries).all(|entry| !entry.starts_with("undo")));
            let mut other = open(game);
            let begun = BegunElsewhere { dealer: Seat::new(0), deals };
            let stored = follow_begun(&begun, &mut *other).expect("it was played");
            assert_eq!(stored.len(), begun.deals.lines());
            assert_eq!(snapshots(&*table), snapshots(&*other), "{}", game.id());
            carried += 1;
        }
    }
    assert!(carried > 30 && undone > 20, "{carried} matches, {undone} times undone");
}

/// Actions that were taken back are in the match lines, and a replay leaves them out.
#[test]
fn a_replay_shows_no_action_that_was_taken_back() {
    let mut undone = 0;
    for (number, game) in catalog::CATALOG.games().enumerate() {
        let (table, lines) = played(game, &mut Rng::from_number(number as u64), 60);
        if matches!(table.phase(), Phase::Over(_)) {
            continue;
        }
        undone += lines.iter().filter(|line| matches!(line, Line::Undo { .. })).count();
        let deals = begun_deals(lines.clone()).expect("it is not long");
        let begun = BegunElsewhere { dealer: Seat::new(0), deals };
        let kept = follow_begun(&begun, &mut *open(game)).expect("it was played");
        for deal in 0..table.deals() {
            let replay = |lines: &[Line]| {
                let replay = replay_deal(&mut *open(game), lines, deal).expect("it was played");
                replay.expect("the match has this deal")
            };
            let (whole, without) = (replay(&lines), replay(&kept));
            assert_eq!(whole.start, without.start, "{}", game.id());
            assert_eq!(whole.steps, without.steps, "{}", game.id());
        }
        assert!(replay_deal(&mut *open(game), &lines, table.deals()).is_ok_and(|replay| replay.is_none()));
    }
    assert!(undone > 10, "{undone} times undone");
}

#[test]
fn one_player_joins_a_match_from_a_browser() {
    let game = catalog::find("bridge").expect("it is here");
    let (_, lines) = played(game, &mut Rng::from_number(1), 3);
    let deals = begun_deals(lines).expect("it is not long");
    let check = |chairs: Value, stake: Value| {
        let asked = json!({
            "game": "bridge", "options": {}, "seats": 4, "name": "Ada", "chairs": chairs, "stake": stake,
            "begun": { "dealer": 0, "deals": deals },
        });
        let new: NewTable = serde_json::from_value(asked).expect("it is a table");
        check_new_table(&new, &catalog::CATALOG, 1_700_000_000).map(drop).map_err(|error| error.to_string())
    };
    let bot = || json!({ "bot": "random" });
    assert_eq!(check(json!(["me", "open", bot(), bot()]), json!(null)), Ok(()));
    assert_eq!(check(json!(["me", bot(), bot(), bot()]), json!(null)), Ok(()));
    assert!(
        check(json!(["me", "open", "open", bot()]), json!(null)).is_err_and(|error| error.contains("open"))
    );
    assert!(check(json!(["me", "open", bot(), bot()]), json!(5)).is_err_and(|error| error.contains("stake")));
}

#[test]
fn a_bot_keeps_its_chair_where_a_change_of_players_would_be_unfair() {
    let setup = catalog::day_setup(catalog::find("gin-rummy").expect("it is here"));
    let setup = json!({ "preset": setup.preset });
    let check = |more: Value| {
        let mut asked = json!({
            "game": "gin-rummy", "options": setup, "seats": 2, "name": "Ada", "chairs": ["me", { "openBot": "greedy" }],
        });
        asked.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        let new: NewTable = serde_json::from_value(asked).expect("it is a table");
        check_new_table(&new, &catalog::CATALOG, 1_700_000_000).map(drop).map_err(|error| error.to_string())
    };
    assert_eq!(check(json!({})), Ok(()));
    let unknown = check(json!({ "chairs": ["me", { "openBot": "gredy" }] }));
    assert!(unknown.is_err_and(|error| error.contains("gredy")));
    let time = json!({ "delay": 8, "bank": 60, "increment": 0 });
    for more in [json!({ "stake": 5 }), json!({ "timeControl": time }), json!({ "day": "2023-11-14" })] {
        let refused = check(more).expect_err("the players would change");
        assert!(refused.contains("keeps its chair"), "{refused}");
    }
    let (_, lines) = played(catalog::find("gin-rummy").expect("it is here"), &mut Rng::from_number(1), 3);
    let deals = begun_deals(lines).expect("it is not long");
    let begun = check(json!({ "begun": { "dealer": 0, "deals": deals } }));
    assert!(begun.is_err_and(|error| error.contains("keeps its chair")));
}

#[test]
fn a_bot_keeps_its_chair_in_a_game_of_one_deal() {
    for game in catalog::CATALOG.games() {
        let has_many = (0..10).any(|number| {
            let (mut table, seed, mut rng) =
                (open(game), Seed::from_number(number), Rng::from_number(number));
            // With more deals than one there is no end to wait for.
            while table.deals() < 2 && !matches!(table.phase(), Phase::Over(_)) {
                let line = next_line(&*table, &seed, &mut rng);
                line.follow(&mut *table, &[]).expect("it is legal");
            }
            table.deals() > 1
        });
        assert_eq!(!game.is_one_deal(), has_many, "{}", game.id());
        let seats = game.info().seats[0];
        let mut chairs = vec![json!({ "openBot": "random" }); seats.into()];
        chairs[0] = json!("me");
        let new =
            json!({ "game": game.id(), "options": {}, "seats": seats, "name": "Ada", "chairs": chairs });
        let new: NewTable = serde_json::from_value(new).expect("it is a table");
        let checked = check_new_table(&new, &catalog::CATALOG, 1_700_000_000);
        assert_eq!(checked.is_ok(), has_many, "{}: {checked:?}", game.id());
    }
}

#[test]
fn what_does_not_count_does_not_move() {
    let lines = |texts: &[&str]| texts.iter().map(|text| text.parse::<Line>().unwrap()).collect::<Vec<_>>();
    let of =
        |texts: &[&str]| begun_deals(lines(texts)).map(|deals| serde_json::to_value(deals).expect("JSON"));
    assert_eq!(
        of(&[
            "deal a",
            "0 x",
            "void",
            "deal b",
            "0 x",
            "1 y",
            "~ shuffle 4c",
            "0 z",
            "undo 0 2",
            "0 w",
            "deal c"
        ]),
        Ok(json!([{ "deck": "b", "entries": ["0 x", "1 y", "0 w"] }, { "deck": "c", "entries": [] }]))
    );
    for nothing in [&[][..], &["void"], &["deal a", "0 x", "void"], &["undo 0 9", "0 x"]] {
        assert_eq!(of(nothing), Err(BegunDealsError::None), "{nothing:?}");
    }
    let long: Vec<Line> = std::iter::once("deal a")
        .chain(std::iter::repeat_n("0 x", 2_000))
        .map(|text| text.parse().unwrap())
        .collect();
    assert_eq!(begun_deals(long.clone()), Err(BegunDealsError::TooLong));
    assert!(begun_deals(long[..2_000].to_vec()).is_ok());
}

/// Changes a request at random, as a hostile client would.
fn mutate(asked: &mut Value, rng: &mut Rng) {
    const ENTRIES: [&str; 12] = [
        "void",
        "undo 0 1",
        "undo 1 18446744073709551615",
        "deal",
        "deal 7d",
        "~ shuffle 4c",
        "~ shuffle 7d",
        "0",
        "",
        "0 7d",
        "9 P",
        "1 \u{202e}7d\u{0}",
    ];
    let strange =
        || [json!(null), json!([]), json!(-1), json!(1e300), json!("0"), json!({}), json!(u64::MAX)];
    let text = rng.pick(&ENTRIES).to_owned();
    let (what, other) = (rng.below(16), strange()[rng.below(7)].clone());
    match what {
        0 => asked["begun"]["dealer"] = if rng.below(2) == 0 { json!(rng.below(10)) } else { other },
        1 => asked["begun"]["deals"] = if rng.below(4) == 0 { other } else { json!([]) },
        2 => asked["begun"]["lines"] = json!([text]),
        3 => asked["seats"] = json!(rng.below(10)),
        4 => asked["stake"] = json!(100),
        5 => asked["chairs"] = json!(["me", "open", "open"]),
        _ => {
            let Some(deals) = asked["begun"]["deals"].as_array_mut().filter(|deals| !deals.is_empty()) else {
                return;
            };
            let at = rng.below(deals.len());
            if what == 6 {
                let copy = deals[at].clone();
                return deals.insert(at, copy);
            }
            if what == 7 {
                return drop(deals.remove(at));
            }
            let deck = deals[at]["deck"].as_str().unwrap_or_default().to_owned();
            if what == 8 {
                let mut cards: Vec<&str> = deck.split(' ').collect();
                let (one, two) = (rng.below(cards.len()), rng.below(cards.len()));
                if rng.below(2) == 0 {
                    cards.swap(one, two);
                } else {
                    cards[one] = cards[two];
                }
                return deals[at]["deck"] = json!(cards.join(" "));
            }
            let Some(entries) = deals[at]["entries"].as_array_mut() else { return };
            let place = rng.below(entries.len() + 1);
            match what {
                9 => entries.truncate(place),
                10 => entries.insert(place, json!(text)),
                11 if place < entries.len() => entries.swap(0, place),
                12 if place < entries.len() => drop(entries.remove(place)),
                13 if place < entries.len() => {
                    let copy = entries[place].clone();
                    entries.insert(place, copy);
                }
                14 if place < entries.len() => {
                    let entry: String = entries[place].as_str().unwrap_or_default().to_owned();
                    let signs: Vec<char> = entry.chars().collect();
                    let changed = rng.below(signs.len().max(1));
                    let pool = ['0', '1', '7', 'd', 'K', ' ', '~', 'P', '\u{0}'];
                    let new: String = signs
                        .iter()
                        .enumerate()
                        .map(|(n, sign)| if n == changed { rng.pick(&pool) } else { *sign })
                        .collect();
                    entries[place] = json!(new);
                }
                _ => entries.extend(vec![json!(text); 1 + rng.below(2_500)]),
            }
        }
    }
}

/// Outcomes of the checks of mutated matches.
#[derive(Default)]
struct Mutants {
    taken: u32,
    refused: u32,
    /// The longest time of a check with its replay, and the number of that match.
    slowest: (Duration, u64),
}

/// Checks mutated matches as a server does. None may panic, and each accepted one must be playable from its
/// lines.
fn mutants(count: u64) -> Mutants {
    let games: Vec<&dyn AnyGame> = catalog::CATALOG.games().collect();
    let mut all = Mutants::default();
    for number in 0..count {
        let mut rng = Rng::from_number(number);
        let game = rng.pick(&games);
        let most = 1 + rng.below(60);
        let (table, lines) = played(game, &mut rng, most);
        let Ok(deals) = begun_deals(lines) else { continue };
        let mut chairs = vec![json!({ "bot": game.info().bots[0] }); usize::from(table.seats())];
        (chairs[0], chairs[1]) = (json!("me"), json!("open"));
        let mut asked = json!({
            "game": game.id(), "options": {}, "seats": table.seats(), "name": "Ada", "chairs": chairs,
            "begun": { "dealer": 0, "deals": deals },
        });
        for _ in 0..rng.below(3) {
            mutate(&mut asked, &mut rng);
        }
        let asked = asked.to_string();
        let begun = Instant::now();
        let Ok(new) = protocol::decode::<NewTable>(asked.as_bytes()) else {
            all.refused += 1;
            continue;
        };
        let begin = |new: &NewTable, begun: &BegunElsewhere| game.open(&setup(new), begun.dealer);
        let opened = check_new_table(&new, &catalog::CATALOG, 1_700_000_000)
            .and_then(|_| begin(&new, new.begun.as_ref().expect("nothing takes it away")));
        let stored =
            opened.and_then(|mut table| follow_begun(new.begun.as_ref().expect("it is there"), &mut *table));
        all.slowest = all.slowest.max((begun.elapsed(), number));
        let Ok(lines) = stored else {
            all.refused += 1;
            continue;
        };
        all.taken += 1;
        // As the table is read from the disk.
        let lines: Vec<Line> =
            lines.iter().map(|line| line.to_string().parse().expect("a stored line is read back")).collect();
        let mut table = begin(&new, new.begun.as_ref().expect("it is there")).expect("it was opened before");
        for entry in log_entries(&lines) {
            entry.follow(&mut *table, &[]).unwrap_or_else(|rejection| panic!("{number}: {rejection}"));
        }
        assert!(table.deals() > 0 && table.voided().is_empty() && table.undone().is_empty(), "{number}");
        assert!(!matches!(table.phase(), Phase::Over(_)), "{number}");
        let mut steps = 0;
        while steps < 5 && table.phase() == Phase::Playing {
            steps += 1;
            if let Some(shuffle) = table.next_shuffle(&Seed::from_number(1)) {
                table.enter(&shuffle, &[]).expect("it is due");
                continue;
            }
            let seat =
                table.actors().iter().find(|seat| !table.legal(*seat).is_empty()).expect("a seat may act");
            let action = table.legal(seat).remove(0);
            table.play(seat, &action, &[]).expect("it is legal");
        }
    }
    all
}

#[test]
fn a_forged_match_is_refused_or_can_be_played() {
    let Mutants { taken, refused, .. } = mutants(300);
    assert!(taken > 50 && refused > 100, "{taken} taken, {refused} refused");
}

#[test]
#[ignore = "ten thousand forged matches: a minute of CPU time in the profile dev"]
fn ten_thousand_forged_matches_are_refused_or_can_be_played() {
    let Mutants { taken, refused, slowest: (time, number) } = mutants(10_000);
    println!("{taken} taken, {refused} refused, the slowest is number {number} with {time:?}");
    assert!(taken > 2_000 && refused > 4_000, "{taken} taken, {refused} refused");
}
