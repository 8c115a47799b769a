//! Output and exit status of the commands.

use cards::{Nonce, Seat, Seed};
use engine::Phase;
use serde_json::Value;
use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Returns the record of a whole match of Scopa to three points.
fn record() -> String {
    let game = catalog::find("scopa").unwrap();
    let options = [("target".to_owned(), engine::OptionValue::Number(3))].into();
    let setup = catalog::SetupText { preset: None, options, seats: Some(2) };
    let mut table = game.open(&setup, Seat::new(1)).unwrap();
    let seed = Seed::from_number(11);
    while !matches!(table.phase(), Phase::Over(_)) {
        match table.actors().first() {
            None => drop(table.deal(&table.next_deck(&seed), &[]).unwrap()),
            Some(seat) => {
                let action = table.bot_job(seat, "heuristic", 0, None).unwrap()();
                table.play(seat, &action, &[]).unwrap();
            }
        }
    }
    let notes = catalog::Notes { seed: Some(seed.into()), ..catalog::Notes::default() };
    table.record().with_notes(notes).write()
}

pub(crate) fn parlour(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_parlour"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program may close its input early.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

pub(crate) fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {}", text(&output.stdout)))
}

#[test]
fn a_complete_record_is_shown() {
    let output = parlour(&["replay", "-", "--json"], &record());
    assert!(output.status.success());
    let summary = json(&output);
    assert_eq!(summary["status"], "complete");
    assert!(summary["totals"].as_array().unwrap().iter().any(|total| total.as_i64() >= Some(3)));
    assert_eq!(summary["winners"].as_array().unwrap().len(), 1);
    assert!(summary["error"].is_null());
    let output = text(&parlour(&["replay", "-", "--language", "en"], &record()).stdout);
    assert!(output.contains("Settebello 1 – 0 → ") && output.contains("Won by"), "{output}");
}

#[test]
fn lessons_and_puzzles_are_listed_wherever_the_program_is_started() {
    let all = text(&parlour(&["learn", "--language", "en"], "").stdout);
    for game in catalog::CATALOG.games() {
        let one = parlour(&["learn", game.id(), "--language", "en"], "");
        assert!(one.status.success());
        assert!(all.contains(&text(&one.stdout)), "{}", game.id());
    }
    let italian = text(&parlour(&["learn", "scopa", "--language", "it"], "").stdout);
    assert!(italian.contains("La tua prima partita a scopa"), "{italian}");
    let unknown = parlour(&["learn", "scopa", "whist"], "");
    assert!(!unknown.status.success() && text(&unknown.stderr).contains("has no exercise “whist”"));
    let nowhere = parlour(&["learn", "scopa", "lesson"], "");
    assert!(!nowhere.status.success() && text(&nowhere.stderr).contains("needs a terminal"));
}

#[test]
fn every_game_has_a_deal_of_the_day_and_none_before_its_day() {
    let list = text(&parlour(&["daily", "--language", "en"], "").stdout);
    catalog::CATALOG.games().for_each(|game| assert!(list.contains(game.id()), "{list}"));
    let later = parlour(&["daily", "scopa", "9000-01-01"], "");
    assert!(!later.status.success() && text(&later.stderr).contains("before its day"));
    let no_day = parlour(&["daily", "scopa", "yesterday"], "");
    assert!(!no_day.status.success() && text(&no_day.stderr).contains("2026-11-23"));
    let nowhere = parlour(&["daily", "scopa", "2026-11-01"], "");
    assert!(!nowhere.status.success() && text(&nowhere.stderr).contains("needs a terminal"));
}

#[test]
fn a_table_elsewhere_is_played_at_a_terminal_only() {
    let nowhere = parlour(&["join", "http://127.0.0.1:1/table/x", "--name", "Ada"], "");
    assert!(!nowhere.status.success() && text(&nowhere.stderr).contains("needs a terminal"));
}

#[test]
fn a_record_that_was_written_reads_back_to_the_same_bytes() {
    assert_eq!(text(&parlour(&["record", "-"], &record()).stdout), record());
    let other_spelling = record().replace("Td", "10♦").replace("\"seats\": 2", "\"seats\":    2");
    assert_eq!(text(&parlour(&["record", "-"], &other_spelling).stdout), record());
}

#[test]
fn the_decks_of_a_record_follow_from_its_seed() {
    assert!(parlour(&["verify", "-"], &record()).status.success());
    let other_seed = record().replace("\"seed\": \"0b", "\"seed\": \"0c");
    assert_ne!(other_seed, record());
    let output = parlour(&["verify", "-"], &other_seed);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(text(&output.stderr), "deal 0: this deck is not the one the seed gives\n");
}

/// Returns the record of a deal to which seat 1 contributed a nonce.
fn record_with_nonce(seed: &Seed, nonce: Nonce) -> String {
    let key = seed.with_nonces(&[None, Some(nonce)]);
    let game = catalog::find("scopa").unwrap();
    let mut table = game.open(&catalog::SetupText::first_preset(2), key.first_dealer(2)).unwrap();
    table.deal(&table.next_deck(&key), &[]).unwrap();
    let opening = catalog::OpeningNote::new(vec![None, Some(nonce.into())], 1, catalog::DealerNote::Drawn);
    let notes = catalog::Notes {
        seed: Some((*seed).into()),
        commitment: Some(seed.commitment().to_string()),
        opening: Some(opening),
        ..catalog::Notes::default()
    };
    table.record().with_notes(notes).write()
}

#[test]
fn a_record_is_held_against_what_one_was_told_and_has_added() {
    let (seed, nonce) = (Seed::from_number(11), Nonce::from_number(12));
    let record = record_with_nonce(&seed, nonce);
    let (commitment, own) = (seed.commitment().to_string(), format!("1:{}", String::from(nonce)));
    let output = parlour(&["verify", "-", "--commitment", &commitment, "--nonce", &own], &record);
    assert_eq!(
        text(&output.stdout),
        "1 decks and 0 reshuffles follow from the seed and the nonces of seats 1\nyour nonce is one of them\nthe first dealer follows from them too\n\
         the seed matches the commitment you saw\nrestarts of the seed exchange: 1\nvoided deals: 0\nskipped decks: 0\n"
    );
    for (restarts, found) in [("1", Some(0)), ("0", Some(1)), ("-1", Some(2))] {
        let restarts = format!("--restarts={restarts}");
        assert_eq!(parlour(&["verify", "-", &restarts], &record).status.code(), found, "{restarts}");
    }
    // A server that forges a whole record has another seed or another nonce.
    let other = record_with_nonce(&Seed::from_number(13), nonce);
    assert!(parlour(&["verify", "-"], &other).status.success());
    assert_eq!(parlour(&["verify", "-", "--commitment", &commitment], &other).status.code(), Some(1));
    let other = record_with_nonce(&seed, Nonce::from_number(14));
    assert!(parlour(&["verify", "-", "--commitment", &commitment], &other).status.success());
    let output = parlour(&["verify", "-", "--nonce", &own], &other);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("you added"), "{}", text(&output.stderr));
    assert_eq!(parlour(&["verify", "-", "--nonce", "x:12"], &other).status.code(), Some(2));
}

#[test]
fn legal_actions_and_views_end_where_the_record_ends() {
    let mut record: Value = serde_json::from_str(&record()).unwrap();
    let deal = record["deals"][0].clone();
    record["deals"] = Value::Array(vec![deal]);
    record["deals"][0]["actions"].as_array_mut().unwrap().truncate(1);
    let legal = json(&parlour(&["legal", "-", "--json"], &record.to_string()));
    assert_eq!(legal["actors"], serde_json::json!([1]));
    let actions = legal["actions"]["1"].as_array().unwrap();
    assert!(!actions.is_empty() && actions.is_sorted_by_key(|action| action.as_str()));

    let view = |seat: &str| {
        json(&parlour(&["view", "-", "--seat", seat, "--json"], &record.to_string()))["view"].clone()
    };
    assert!(view("0")["hands"][1]["closed"] == 3 && view("0")["hands"][0]["open"].is_array());
    assert!(view("1")["hands"][0]["closed"] == 2 && view("1")["hands"][1]["open"].is_array());
    let nobody = parlour(&["view", "-", "--seat", "2"], &record.to_string());
    assert_eq!(
        (nobody.status.code(), text(&nobody.stderr)),
        (Some(1), "no seat 2; this match has 2 seats\n".into())
    );
}

/// Checks for one sentence on standard error, exit status 1, and the same error in JSON.
#[track_caller]
fn refused(record: &str, code: &str, deal: Option<i64>, action: Option<i64>, sentence: &str) {
    let output = parlour(&["replay", "-"], record);
    assert_eq!(output.status.code(), Some(1));
    let complaint = text(&output.stderr);
    assert!(complaint.contains(sentence), "“{complaint}” does not say “{sentence}”");
    assert_eq!(complaint.lines().count(), 1, "{complaint}");
    for command in ["replay", "legal", "view"] {
        let output = parlour(&[command, "-", "--json"], record);
        assert_eq!(output.status.code(), Some(1), "{command}");
        let document = json(&output);
        assert_eq!(document["status"], "refused", "{command}");
        let error = &document["error"];
        assert_eq!(
            (&error["code"], error["deal"].as_i64(), error["action"].as_i64()),
            (&code.into(), deal, action)
        );
    }
}

#[test]
fn invalid_input_is_refused_in_one_sentence() {
    let record = record();
    let first_card = &record[record.find("\"deck\": \"").unwrap() + 9..][..2];
    let twice = record.replacen(&format!("\"deck\": \"{first_card} "), "\"deck\": \"9c ", 1);
    refused(&twice, "incorrect-deck", Some(0), None, &format!("missing: {first_card}; extra: 9c"));
    let first_action = record.split('"').find(|text| text.starts_with("0 ")).unwrap();
    let not_held = record.replacen(first_action, "0 9d", 1);
    refused(&not_held, "illegal", Some(0), Some(0), "9d is not in your hand (SC-R5)");
    refused(&record.replacen("\"0 ", "\"1 ", 1), "not-your-turn", Some(0), Some(0), "seat 1 is not to act");
    refused(&record.replacen("\"0 ", "\"0:", 1), "unreadable", Some(0), Some(0), "is not an action");
    refused(
        &record.replace("\"target\": 3", "\"target\": 0"),
        "options",
        None,
        None,
        "target: 0 is not allowed; use a whole number from 1 to 200",
    );
    refused(&record.replace("\"target\"", "\"aim\""), "options", None, None, "aim: unknown option");
    refused(
        &record.replace("\"seats\": 2", "\"seats\": 5"),
        "options",
        None,
        None,
        "seats: 5 is not allowed",
    );
    refused(&record.replace("record/1", "record/2"), "bad-format", None, None, "parlour-record/2");
    refused(&record.replace("\"scopa\"", "\"skat\""), "unknown-game", None, None, "there is no game “skat”");
    refused(&record[..record.len() / 2], "unreadable-record", None, None, "this is not a match record");
    refused("", "unreadable-record", None, None, "this is not a match record");
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let output = parlour(&["replay", "no such file"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).starts_with("no such file: "));
}

#[cfg(unix)]
#[test]
fn admin_commands_report_a_stopped_server() {
    let folder = folder();
    let data = folder.path().to_str().unwrap();
    for arguments in [["admin", "status", "--data", data], ["admin", "--data", data, "status"]] {
        let output = parlour(&arguments, "");
        assert!(!output.status.success());
        assert!(text(&output.stderr).contains("no server answers in"), "{}", text(&output.stderr));
    }
}

#[test]
fn a_server_without_its_certificate_does_not_start() {
    let folder = folder();
    let data = folder.path().to_str().unwrap();
    let unreadable =
        if cfg!(feature = "tls") { "nowhere.pem cannot be read" } else { "this build has no TLS" };
    for (arguments, said) in [
        (&["--cert", "nowhere.pem", "--key", "nowhere.pem"][..], unreadable),
        (&["--cert", "nowhere.pem"], "--key"),
        (&["--key", "nowhere.pem"], "--cert"),
        (&["--acme"], "--host"),
        (&["--acme-directory", "https://localhost"], "--acme"),
        (&["--acme", "--host", "cards.example", "--cert", "a.pem", "--key", "b.pem"], "cannot be used with"),
    ] {
        let output = parlour(&[&["serve", "--port", "0", "--data", data], arguments].concat(), "");
        assert!(!output.status.success(), "{arguments:?}");
        assert!(text(&output.stderr).contains(said), "{arguments:?}: {}", text(&output.stderr));
    }
}

#[test]
fn the_same_seed_gives_the_same_result_on_any_number_of_threads() {
    let run = |threads: &str| {
        let arguments = [
            "simulate",
            "scopa",
            "--deals",
            "60",
            "--seats",
            "heuristic,ismcts:20",
            "--json",
            "--threads",
            threads,
        ];
        let mut document = json(&parlour(&arguments, ""));
        for timing in ["seconds", "perSecond"] {
            document.as_object_mut().unwrap().remove(timing);
        }
        document
    };
    let alone = run("1");
    assert_eq!(alone["deals"], 60);
    assert_eq!(run("3"), alone);
}

#[test]
fn a_contest_that_cannot_be_is_refused() {
    let output = parlour(&["simulate", "scopa", "--seats", "heuristic,clever"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).starts_with("unknown bot “clever”"), "{}", text(&output.stderr));
    let output =
        parlour(&["simulate", "scopa", "--seats", "heuristic,heuristic,heuristic,heuristic,heuristic"], "");
    assert!(text(&output.stderr).starts_with("seats: 5 is not allowed"), "{}", text(&output.stderr));
}

pub(crate) fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

#[test]
fn a_game_that_was_mistyped_is_guessed_and_no_other() {
    for (given, guess) in [("skopa", Some("scopa")), ("gin-rumy", Some("gin-rummy")), ("chess", None)] {
        let output = parlour(&["play", given], "");
        let told = text(&output.stderr);
        assert_ne!(output.status.code(), Some(0), "{told}");
        assert!(told.contains(&format!("unknown game “{given}”")), "{told}");
        let guessed = guess.map(|guess| format!("did you mean “{guess}”?"));
        assert_eq!(told.contains("did you mean"), guess.is_some(), "{told}");
        assert!(told.contains(&guessed.unwrap_or_default()), "{told}");
    }
}

#[test]
fn progress_is_told_where_it_is_asked_for() {
    let deals = format!("{}\n", crate::boards::ENDING).repeat(3);
    assert!(parlour(&["solve"], &deals).stderr.is_empty());
    let progress = text(&parlour(&["solve", "--progress"], &deals).stderr);
    assert!(progress.contains("3 deals in ") && progress.contains(" a second"), "{progress}");
}

/// Creates a folder with a card set, changed by `change`.
fn folder_with_set(name: &str, change: impl Fn(String) -> String) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("parlour-sets-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let built_in = include_str!("../../../games/src/sharks/sets/house.toml");
    std::fs::write(folder.join("mine.toml"), change(built_in.replace("id = \"house\"", "id = \"mine\"")))
        .unwrap();
    std::fs::write(folder.join("house.toml"), built_in).unwrap();
    folder
}

#[test]
fn bots_of_every_game_play_each_other_without_being_named() {
    for game in catalog::CATALOG.games() {
        let played = parlour(&["simulate", game.id(), "--deals", "2", "--threads", "1"], "");
        assert!(played.status.success(), "{}: {}", game.id(), text(&played.stderr));
        let bots = text(&played.stdout).lines().count() - 2;
        assert_eq!(bots, usize::from(game.info().seats[0]), "{}", text(&played.stdout));
    }
}

#[test]
fn a_card_set_of_ones_own_is_played_with() {
    let folder = folder_with_set("right", |set| set.replace("value = 12", "value = 20"));
    let folder = folder.to_str().unwrap();
    let command = ["simulate", "sharks", "--seats", "random,random", "--deals", "4"];
    let with_set = |set: &str| {
        let option = format!("set={set}");
        let arguments = [command.as_slice(), &["--option", &option, "--sets", folder]].concat();
        parlour(&arguments, "")
    };
    let played = with_set("mine");
    assert!(played.status.success(), "{}", text(&played.stderr));
    let unknown = with_set("theirs");
    assert!(text(&unknown.stderr).contains("“house” or “mine”"), "{}", text(&unknown.stderr));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_card_set_with_a_mistake_is_told_with_its_line() {
    let folder = folder_with_set("wrong", |set| set.replacen("draw-capital 4", "dig 4", 1));
    let output = parlour(&["replay", "-", "--sets", folder.to_str().unwrap()], &record());
    assert!(!output.status.success());
    let errors = text(&output.stderr);
    assert!(errors.contains("mine.toml: line ") && errors.contains("unknown effect “dig 4”"), "{errors}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_rules_are_told_as_they_are_played() {
    let rules = |more: &[&str]| {
        let output = parlour(&[&["rules", "scopa", "--language", "en"], more].concat(), "");
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    let must_take = "any card in your hand can take something, you must take";
    assert!(!rules(&[]).replace('\n', " ").contains(must_take));
    let hand = rules(&["--option", "captureObligation=hand", "--option", "target=16", "--width", "500"]);
    assert!(hand.contains(must_take) && hand.contains("The match is to 16"), "{hand}");
    assert!(rules(&["--players", "4"]).contains("Partners sit across"));
    assert!(!parlour(&["rules", "nothing"], "").status.success());
    assert!(text(&parlour(&["rules", "bridge", "--language", "it"], "").stdout).contains("La licita"));
}

#[test]
fn the_beginning_of_a_game_is_enough_where_it_is_one_games_only() {
    let output_of = |arguments: &[&str]| {
        let output = parlour(arguments, "");
        (output.status.success(), text(&output.stdout) + &text(&output.stderr))
    };
    assert!(output_of(&["rules", "gin"]).1.starts_with("Gin Rummy"));
    assert_eq!(
        output_of(&["deck", "wall", "--count", "40"]),
        output_of(&["deck", "wall-street", "--count", "40"])
    );
    assert!(!output_of(&["score", "thirty", "--preset", "none"]).1.contains("no score pad"));
    for (given, expected) in
        [("s", "unknown game “s”"), ("", "unknown game “”"), ("ginger", "unknown game “ginger”")]
    {
        let (right, sentence) = output_of(&["rules", given]);
        assert!(!right && sentence.contains(expected), "{sentence}");
    }
}

#[test]
fn a_deck_that_is_not_complete_sets_the_exit_status() {
    let status = |arguments: &[&str]| {
        let output = parlour(&[&["deck", "scopa", "--language", "en"], arguments].concat(), "");
        assert!(output.stderr.is_empty(), "{}", text(&output.stderr));
        (output.status.code(), text(&output.stdout))
    };
    let cards: Vec<String> =
        (0..40).map(|n| format!("{}{}", &"A234567JQK"[n / 4..=n / 4], &"cdhs"[n % 4..=n % 4])).collect();
    let cards: Vec<&str> = cards.iter().map(String::as_str).collect();
    assert_eq!(status(&["--count", "40"]).0, Some(0));
    assert_eq!(status(&[]).0, Some(0));
    assert_eq!(status(&cards).0, Some(0), "{}", status(&cards).1);
    assert_eq!(status(&["--count", "39"]), (Some(1), "39 cards; there should be 40.\n".to_owned()));
    assert_eq!(status(&cards[1..]).0, Some(1));
    assert_eq!(status(&[&cards[1..], &["8d"]].concat()).0, Some(1));
}

#[test]
fn without_a_named_bot_a_suitable_one_plays() {
    for game in catalog::CATALOG.games() {
        let errors = text(&parlour(&["play", game.id()], "").stderr);
        assert!(!errors.contains("no bot"), "{}: {errors}", game.id());
    }
}

fn arena(more: &[&str]) -> std::process::Output {
    parlour(&[&["arena", "scopa", "--bots", "random,heuristic,ismcts:2"], more].concat(), "")
}

#[test]
fn a_tournament_is_told_as_a_table_a_report_and_a_picture() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (report, picture) = (path("report.json"), path("picture.svg"));
    let played = arena(&["--deals", "200", "--json", &report, "--svg", &picture]);
    let table = text(&played.stdout);
    assert!(table.lines().next().unwrap().contains("Elo") && table.contains("600 deals in"), "{table}");
    let report: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(report).unwrap()).unwrap();
    assert_eq!(report["format"], "parlour-arena/1");
    assert_eq!(report["command"], "parlour arena scopa --bots random,heuristic,ismcts:2 --deals 200");
    assert_eq!((&report["ended"], &report["round"]), (&"complete".into(), &"deal".into()));
    let pairing = &report["pairings"][0];
    assert_eq!((&pairing["bot"], &pairing["against"]), (&"heuristic".into(), &"random".into()));
    assert!(pairing["wins"]["mean"].as_f64().unwrap() > 0.6, "{pairing}");
    let rating = |bot: usize| report["bots"][bot]["elo"]["mean"].as_f64().unwrap();
    assert!(rating(0) == 0.0 && rating(1) > 100.0, "{report}");
    let picture = std::fs::read_to_string(picture).unwrap();
    assert!(picture.starts_with("<svg") && picture.contains("ismcts:2"), "{picture}");
}

#[test]
fn a_pairing_is_what_simulate_says_of_its_two() {
    let folder = folder();
    let report = folder.path().join("report.json").to_str().unwrap().to_owned();
    arena(&["--deals", "120", "--json", &report, "--threads", "3"]);
    let report: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(report).unwrap()).unwrap();
    let table = json(&parlour(
        &["simulate", "scopa", "--seats", "random,heuristic", "--deals", "120", "--json", "--threads", "1"],
        "",
    ));
    let near = |one: &serde_json::Value, other: &serde_json::Value| {
        assert!((one.as_f64().unwrap() - other.as_f64().unwrap()).abs() < 1e-4, "{one} is not {other}");
    };
    let (pairing, score) = (&report["pairings"][0], &table["scores"][1]);
    for figure in ["mean", "halfWidth95"] {
        near(&pairing["wins"][figure], &score["winRate"][figure]);
        near(&pairing["points"][figure], &score["points"][figure]);
    }
}

#[test]
fn a_pairing_is_over_when_it_is_known_well_enough() {
    let rounds = |within: &str| {
        let table = text(&arena(&["--within", within, "--ladder"]).stdout);
        let counts =
            table.lines().filter_map(|line| line.split(" in ").nth(1)?.strip_suffix(" deals")?.parse().ok());
        counts.collect::<Vec<u32>>()
    };
    let (roughly, better) = (rounds("9"), rounds("5"));
    assert_eq!((roughly.len(), better.len()), (2, 2), "a ladder of three has two steps");
    assert!(
        roughly.iter().zip(&better).all(|(less, more)| 100 <= *less && less < more),
        "{roughly:?} {better:?}"
    );
    assert!(better.iter().all(|deals| *deals < 900), "{better:?}");
}

#[test]
fn a_sequential_test_ends_a_pairing_when_it_is_decided() {
    let folder = folder();
    let report = folder.path().join("report.json").to_str().unwrap().to_owned();
    let tested = |more: &[&str]| {
        let output = arena(&[&["--ladder", "--json", &report], more].concat());
        let report: Value = serde_json::from_str(&std::fs::read_to_string(&report).unwrap()).unwrap();
        (text(&output.stdout), report)
    };
    let (table, told) = tested(&["--sprt", "0,20"]);
    let pairing = &told["pairings"][0];
    assert_eq!((&pairing["sprt"]["accepted"], &told["ended"]), (&"elo1".into(), &"complete".into()));
    assert!(table.contains("accepted: Elo +20.0; log likelihood ratio"), "{table}");
    assert!(pairing["rounds"].as_u64().unwrap() < 2000, "{pairing}");
    let counted = pairing["sprt"]["decks"].as_array().unwrap().iter().map(|deck| deck[1].as_u64().unwrap());
    assert_eq!(2 * counted.sum::<u64>(), pairing["rounds"].as_u64().unwrap());
    assert_eq!(
        told["command"],
        "parlour arena scopa --bots random,heuristic,ismcts:2 --deals 1000000 --sprt 0,20 --ladder"
    );
    let again = tested(&["--sprt", "0,20", "--threads", "3"]).1;
    assert_eq!(again["pairings"], told["pairings"]);
    let (table, told) = tested(&["--sprt", "-5,5", "--alpha", "0.01", "--deals", "32"]);
    assert_eq!(told["limits"]["sprt"]["alpha"], 0.01);
    assert!(told["pairings"][0]["sprt"]["accepted"].is_null() && table.contains("undecided; "), "{table}");
    assert!(told["command"].as_str().unwrap().contains("--sprt -5,5 --alpha 0.01"), "{told}");
}

#[test]
fn a_tournament_that_continues_ends_like_one_without_a_break() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (report, state) = (path("report.json"), path("state.json"));
    let played = |more: &[&str]| {
        let output = arena(&[&["--json", &report], more].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        let report: Value = serde_json::from_str(&std::fs::read_to_string(&report).unwrap()).unwrap();
        report["pairings"].clone()
    };
    let whole = played(&["--deals", "400"]);
    let part = played(&["--deals", "150", "--resume", &state]);
    assert_eq!((&part[0]["rounds"], &whole[0]["rounds"]), (&150.into(), &400.into()));
    assert_eq!(played(&["--deals", "400", "--resume", &state]), whole);
    assert_eq!(played(&["--deals", "300", "--resume", &state]), whole, "nothing is left to play");
    let refused = |more: &[&str]| {
        let output = arena(&[&["--resume", &state], more].concat());
        assert_eq!(output.status.code(), Some(1));
        text(&output.stderr)
    };
    assert!(refused(&["--seed", "2"]).contains("saved by another tournament"));
    assert!(refused(&["--ladder"]).contains("saved by another tournament"));
    std::fs::write(&state, "{}").unwrap();
    assert!(refused(&[]).contains("not a saved tournament"));
}

#[test]
fn a_tournament_plays_the_decks_of_a_file() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (report, decks, state) = (path("report.json"), path("decks.txt"), path("state.json"));
    let cards: Vec<String> =
        (0..40).map(|n| format!("{}{}", &"A234567JQK"[n / 4..=n / 4], &"cdhs"[n % 4..=n % 4])).collect();
    let line = |turned: usize| {
        let mut cards = cards.clone();
        cards.rotate_left(turned);
        cards.join(" ")
    };
    std::fs::write(&decks, format!("# two decks\n{}\n\n{}\n", line(0), line(7))).unwrap();
    let played = |more: &[&str]| {
        let output = arena(&[&["--json", &report, "--decks", &decks], more].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        serde_json::from_str::<Value>(&std::fs::read_to_string(&report).unwrap()).unwrap()
    };
    let told = played(&["--resume", &state]);
    assert_eq!((&told["pairings"][0]["rounds"], &told["ended"]), (&4.into(), &"complete".into()));
    assert!(told["command"].as_str().unwrap().contains(&format!(" --decks {decks}")), "{told}");
    assert_eq!(played(&[])["pairings"], told["pairings"]);
    std::fs::write(&decks, line(1) + "\n" + &line(11)).unwrap();
    assert_ne!(played(&[])["pairings"], told["pairings"], "other decks, other points");
    std::fs::write(&decks, line(1)).unwrap();
    let refused = |more: &[&str]| {
        let output = arena(&[&["--decks", &decks], more].concat());
        assert_eq!(output.status.code(), Some(1));
        text(&output.stderr)
    };
    assert!(refused(&["--resume", &state]).contains("saved with other decks"));
    std::fs::write(&decks, line(1) + "\n" + &line(1)[3..]).unwrap();
    assert!(refused(&[]).contains("deck 2: "), "{}", refused(&[]));
    std::fs::write(&decks, "# nothing\n").unwrap();
    assert!(refused(&[]).contains("there is no deck"));
}

#[test]
fn a_tournament_that_cannot_be_is_refused() {
    let refused = |arguments: &[&str]| {
        let output = parlour(&[&["arena"], arguments].concat(), "");
        assert!(!output.status.success());
        text(&output.stderr)
    };
    assert!(refused(&["scopa", "--bots", "heuristic"]).contains("two different bots"));
    assert!(refused(&["scopa", "--bots", "heuristic,heuristic"]).contains("two different bots"));
    assert!(refused(&["scopa", "--sprt", "20,0"]).contains("a lower and a higher Elo"));
    assert!(refused(&["scopa", "--bots", "heuristic,clever"]).contains("“clever”"));
    assert!(
        refused(&["scopa", "--bots", "random,heuristic", "--players", "3"]).contains("cannot share 3 seats")
    );
    assert!(
        refused(&["scopa", "--bots", "random,heuristic", "--json", "/nowhere/at/all"])
            .contains("/nowhere/at/all")
    );
}

#[test]
fn a_match_is_reviewed_from_its_record() {
    let record = record();
    let output = parlour(&["review", "-", "--determinizations", "3", "--language", "en"], &record);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let told = text(&output.stdout);
    assert!(told.starts_with("Deal 1\n  ") && told.contains("Expected lead of"), "{told}");
    let decisions = text(&parlour(&["review", "-", "--determinizations", "3", "--json"], &record).stdout);
    let first: Value = serde_json::from_str(decisions.lines().next().unwrap()).unwrap();
    assert_eq!(first["place"], serde_json::json!({ "deal": 0, "entry": 0 }));
    assert!(first["choices"].as_array().is_some_and(|choices| choices.len() > 1), "{first}");
    let old_flag = parlour(&["review", "-", "--worlds", "3", "--json"], &record);
    assert_eq!(text(&old_flag.stdout), decisions);
    assert!(text(&old_flag.stderr).starts_with("warning: --worlds is now --determinizations"));
    let refused = parlour(&["review", "-"], "nothing");
    assert!(!refused.status.success() && text(&refused.stderr).contains("not a match record"));
}

#[test]
fn every_help_fits_80_columns_and_has_an_example() {
    let main = text(&parlour(&["--help"], "").stdout);
    let list = main.split_once("Commands:\n").unwrap().1.split_once("\n\n").unwrap().0;
    let commands: Vec<&str> = list
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split(' ').next().filter(|name| !name.is_empty()))
        .collect();
    assert!(commands.len() > 25 && commands.contains(&"serve"), "{commands:?}");
    let orders = ["status", "close", "drain", "audit"].map(|order| vec!["admin", order]);
    let commands = commands.iter().filter(|command| **command != "help").map(|command| vec![*command]);
    for mut words in commands.chain(orders) {
        let command = words.join(" ");
        words.push("--help");
        let help = text(&parlour(&words, "").stdout);
        let widest = help.lines().chain(main.lines()).max_by_key(|line| line.chars().count()).unwrap();
        assert!(widest.chars().count() <= 80, "{command}: {widest}");
        assert!(help.contains(&format!("parlour {command}")) && help.contains("\nExample"), "{help}");
    }
}

#[cfg(feature = "manual")]
#[test]
fn shells_and_manuals_know_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let script = text(&parlour(&["completions", "bash"], "").stdout);
    assert!(parlour(&["manual", folder.path().to_str().unwrap()], "").status.success());
    for command in ["serve", "play", "review", "verify"] {
        assert!(script.contains(command), "{command}");
        let page = std::fs::read_to_string(folder.path().join(format!("parlour-{command}.1"))).unwrap();
        assert!(page.contains(".SH SYNOPSIS"), "{page}");
    }
}
