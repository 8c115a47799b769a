//! Commands for files of bridge boards: `convert`, `solve` and `replay`.

use crate::commands::{folder, json, parlour, text};

const BOARDS: &str = include_str!("../boards.pbn");

#[test]
fn deals_fit_their_condition_and_are_the_same_for_the_same_seed() {
    let condition = "south.hcp in 15..17 and south.balanced and ns.spades >= 8";
    let draw = |more: &[&str]| {
        let output = parlour(&[&["deals", condition, "--count", "12", "--seed", "5"], more].concat(), "");
        assert!(output.status.success(), "{}", text(&output.stderr));
        (text(&output.stdout), text(&output.stderr))
    };
    let (lines, told) = draw(&["--format", "lines"]);
    assert_eq!(draw(&["--format", "lines"]), (lines.clone(), told.clone()));
    assert!(told.starts_with("about ") && told.ends_with("; seed 5\n"), "{told}");
    let condition: bridge_deals::Condition = condition.parse().unwrap();
    assert_eq!(lines.lines().count(), 12);
    assert!(lines.lines().all(|line| condition.fits(&line.parse().unwrap())), "{lines}");
    // Boards have the same deals, with dealer and vulnerability by number.
    let boards = notation::pbn::read(draw(&[]).0.as_bytes()).unwrap();
    let deals: Vec<String> = boards.iter().map(|board| format!("{}", board.deal().unwrap())).collect();
    assert_eq!(deals, lines.lines().collect::<Vec<_>>());
    assert_eq!(boards[4].dealer.known(), Some(&dds::Direction::North));
    assert_eq!(boards[4].vulnerability.known(), Some(&dds::Vulnerability::NorthSouth));
    let lin = notation::lin::read(draw(&["--format", "lin"]).0.as_bytes()).unwrap();
    assert_eq!(
        lin.iter().map(notation::Board::deal).collect::<Vec<_>>(),
        boards.iter().map(notation::Board::deal).collect::<Vec<_>>()
    );
}

#[test]
fn conditions_without_a_deal_are_refused() {
    for (arguments, told) in [
        (&["n.hcp >> 3"][..], "condition, column 8: "),
        (&["n.hcp > 37"], "no hand of 13 cards fits what is said about North"),
        (&["ns.hcp > 40", "--tries", "25000"], "none of 25000 deals fits"),
    ] {
        let output = parlour(&[&["deals"], arguments].concat(), "");
        assert_eq!(output.status.code(), Some(1));
        assert!(output.stdout.is_empty() && text(&output.stderr).contains(told), "{}", text(&output.stderr));
    }
}

#[test]
fn boards_go_from_one_notation_to_another_and_back() {
    let lin = text(&parlour(&["convert", "-", "--to", "lin"], BOARDS).stdout);
    assert!(lin.contains("qx|o1|pn|sala,ferri,moretti,conti|st||md|3"), "{lin}");
    let record = text(&parlour(&["convert", "-", "--to", "record"], &lin).stdout);
    let replayed = json(&parlour(&["replay", "-", "--json"], &record));
    assert_eq!((&replayed["status"], replayed["deals"].as_array().unwrap().len()), (&"complete".into(), 2));
    let by_record = parlour(&["convert", "-", "--to", "pbn"], &record);
    let by_lin = parlour(&["convert", "-", "--to", "pbn"], &lin);
    for (way, file) in [("record", by_record), ("lin", by_lin)] {
        let file = text(&file.stdout);
        for line in [
            "[Dealer \"E\"]\r\n",
            "[Contract \"3NT\"]\r\n",
            "[Result \"7\"]\r\n",
            "\r\n1NT Pass 3NT Pass\r\n",
        ] {
            assert!(file.contains(line), "by way of {way} {line:?} is lost: {file}");
        }
    }
    let again = parlour(&["convert", "-", "--to", "record"], &lin);
    assert_eq!(text(&again.stdout), record);
}

#[test]
fn what_a_notation_does_not_hold_is_named() {
    let folder = folder();
    let output = folder.path().join("out");
    let convert = |to: &str, input: &str| {
        parlour(&["convert", "-", "--to", to, "-o", output.to_str().unwrap(), "--json"], input)
    };
    let file = BOARDS
        .replacen("[Site \"?\"]", "[Site \"Rome\"]", 1)
        .replace("[Auction ", "[Annotator \"Ada\"]\r\n[Auction ");
    let converted = convert("lin", &file);
    assert!(converted.status.success());
    assert_eq!(json(&converted)["lost"], serde_json::json!({ "Annotator": 2, "Date": 2, "Site": 1 }));
    assert_eq!(text(&converted.stderr), "-: not kept: Annotator, Date, Site\n");
    let converted = convert("pbn", &file);
    assert_eq!((&json(&converted)["lost"], text(&converted.stderr)), (&serde_json::json!({}), String::new()));
}

#[test]
fn a_file_in_its_own_notation_comes_out_as_it_went_in() {
    let typed = "[Dealer \"n\"] ; typed\n[Auction \"N\"] 1nt! ap\n";
    assert_eq!(text(&parlour(&["convert", "-", "--to", "pbn"], typed).stdout), typed);
    let canonical = text(&parlour(&["convert", "-", "--to", "pbn", "--canonical"], typed).stdout);
    assert!(canonical.starts_with("% PBN 2.1\r\n% EXPORT\r\n[Event \"?\"]\r\n"), "{canonical}");
    assert!(canonical.contains("1NT $1 Pass Pass Pass\r\n"), "{canonical}");
    assert_eq!(text(&parlour(&["convert", "-", "--to", "pbn", "--canonical"], &canonical).stdout), canonical);
    assert_eq!(text(&parlour(&["convert", "-", "--to", "pbn", "--canonical"], BOARDS).stdout), BOARDS);
}

#[test]
fn a_file_that_is_wrong_is_refused_with_its_place_and_nothing_is_written() {
    let folder = folder();
    let (input, output) = (folder.path().join("typed.pbn"), folder.path().join("out.lin"));
    std::fs::write(&input, "[Dealer \"N\"]\n[Auction \"N\"]\n1S Pass 1H\n").unwrap();
    std::fs::write(&output, "as it was").unwrap();
    let (input, output) = (input.to_str().unwrap(), output.to_str().unwrap());
    let refused = parlour(&["convert", input, "--to", "lin", "-o", output], "");
    assert_eq!(refused.status.code(), Some(1));
    let sentence =
        format!("{input}: line 3, column 9: South cannot call 1H: 1H is not enough: the last bid is 1S\n");
    assert_eq!(text(&refused.stderr), sentence);
    assert!(refused.stdout.is_empty());
    assert_eq!(std::fs::read_to_string(output).unwrap(), "as it was");
    let moved = BOARDS.replace("[Board \"2\"]", "[Board \"3\"]");
    let refused = parlour(&["convert", "-", "--to", "record"], &moved);
    let complaint = text(&refused.stderr);
    assert!(complaint.contains("South deals board 3, not East"), "{complaint}");
    assert!(parlour(&["convert", "-", "--to", "lin", "-o", output], BOARDS).status.success());
    assert!(std::fs::read_to_string(output).unwrap().starts_with("vg|"));
}

#[test]
fn one_room_of_a_match_can_be_taken_alone() {
    let board = "pn|,,,|st||md|3SAKQJHAKQDAKQCAKQ,ST987HJT9DJT9CJT9,S6543H876D876C876,|rh||ah|Board 1|sv|o|";
    let rooms = format!("qx|o1|{board}mb|pppp|\nqx|c1|{board}mb|p|mb|p|mb|7N|mb|ppp|pc|ST|mc|13|\n");
    let refused = parlour(&["convert", "-", "--to", "record"], &rooms);
    assert_eq!(
        text(&refused.stderr),
        "-: board 2: board 1 comes where board 2 or a later one must be; the boards of a record are in order\n"
    );
    let closed = parlour(&["convert", "-", "--to", "record", "--room", "closed"], &rooms);
    let replayed = json(&parlour(&["replay", "-", "--json"], &text(&closed.stdout)));
    assert_eq!(replayed["deals"][0]["detail"]["contract"], "7N", "{replayed}");
    let nowhere = parlour(&["convert", "-", "--to", "lin", "--room", "open"], BOARDS);
    assert_eq!(text(&nowhere.stderr), "-: no board is marked as played in the Open Room\n");
}

/// Ending of three cards. North takes two tricks in notrump.
pub(crate) const ENDING: &str = "N:AK.2.. 43.3.. QT.4.. 92.5..";

#[test]
fn deals_are_solved_and_told_as_bridge_players_print_them() {
    let output = text(&parlour(&["solve", ENDING, "--language", "en"], "").stdout);
    assert!(output.contains("   NT   ♠   ♥   ♦   ♣\nN   "), "{output}");
    assert!(output.contains("North deals, none vulnerable") && output.contains("Par"), "{output}");
    let output = text(
        &parlour(&["solve", "--language", "it", "--dealer", "W", "--vulnerable", "both"], ENDING).stdout,
    );
    assert!(output.contains("Mazziere Ovest, tutti in zona"), "{output}");
    let document = json(&parlour(&["solve", "--json"], &format!("{ENDING}\n\n{ENDING}\n")));
    let deals = document["deals"].as_array().unwrap();
    assert_eq!(deals.len(), 2);
    assert_eq!(deals[0]["tricks"]["N"]["NT"], 2);
}

#[test]
fn the_play_of_a_file_is_shown_with_what_each_card_cost() {
    let ending = "[Deal \"N:AQ.A.. 32.2.. 65.3.. KJ.K..\"]\n[Contract \"NT\"]\n[Play \"S\"]\nS5 SJ SA S2\n";
    let output = text(&parlour(&["solve", "-", "--play", "--language", "en"], ending).stdout);
    assert!(output.contains("  1  S 5♠     W J♠     N A♠ -1  E 2♠\n"), "{output}");
    assert!(output.contains("North's hand: 1 trick given away\n"), "{output}");
    let document = json(&parlour(&["solve", "-", "--play", "--json"], ending));
    let costs: Vec<_> =
        document["deals"][0]["play"].as_array().unwrap().iter().map(|card| card["cost"].as_u64()).collect();
    assert_eq!(costs, [Some(0), Some(0), Some(1), Some(0)]);
}

#[test]
fn deals_that_cannot_be_solved_are_named() {
    let complaint = |arguments: &[&str], input: &str| {
        let output = parlour(arguments, input);
        assert_eq!(output.status.code(), Some(1));
        assert!(output.stdout.is_empty());
        text(&output.stderr)
    };
    let short = ENDING.replace("92.5", "92.");
    assert_eq!(
        complaint(&["solve", &short], ""),
        "West holds 2 cards and North 3; all four hands must be equally long\n"
    );
    let twice = format!("{ENDING}\n{}\n", ENDING.replace("43.3", "A3.3"));
    assert_eq!(
        complaint(&["solve"], &twice.replace(&format!("{ENDING}\n"), "\n")),
        "-: line 2, column 10: As is both in North's hand and in East's\n"
    );
    let hidden = "[Board \"9\"]\n[Deal \"N:AK.2.. 43.3.. - 92.5..\"]\n";
    assert_eq!(
        complaint(&["solve", "-"], hidden),
        "-: board 9: South's hand is unknown; all four hands are needed\n"
    );
    let hard = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3";
    assert_eq!(
        complaint(&["solve", "--nodes", "100", hard], ""),
        "board 1: not solved within 100 nodes; raise --nodes or leave it out\n"
    );
}

#[test]
fn a_board_that_is_not_whole_does_not_keep_the_others_from_being_solved() {
    let whole = "[Board \"5\"]\n[Deal \"N:AK.2.. 43.3.. 65.4.. 92.5..\"]\n";
    let hidden = "\n[Board \"6\"]\n[Deal \"N:AK.2.. 43.3.. - 92.5..\"]\n";
    let output = parlour(&["solve", "-"], &format!("{whole}{hidden}"));
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains('5'), "{}", text(&output.stdout));
    assert_eq!(text(&output.stderr), "-: board 6: South's hand is unknown; all four hands are needed\n");
    let wrong = "\n[Board \"7\"]\n[Dealer \"X\"]\n";
    let output = parlour(&["solve", "-"], &format!("{whole}{wrong}"));
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(text(&output.stderr).starts_with("-: line 5, column "), "{}", text(&output.stderr));
}

/// Deal of two tricks, for boards with and without faults outside the cards.
const TWO_TRICKS: &str = "[Deal \"N:A.2.. 3.3.. 5.4.. 2.5..\"]\n";

/// All commands share this rule: only faults in needed parts matter. They are reported and set the
/// exit status.
#[test]
fn a_deal_is_solved_whatever_its_auction_is_worth() {
    let spoiled = "[Board \"2\"]\n[Contract \"9S\"]\n[Result \"NS 9 EW 2\"]\n[ScoreTable \"A;B\"]\n1\n[Auction \"N\"]\n1H AC P\n";
    let pbn = format!("[Board \"1\"]\n{TWO_TRICKS}\n{spoiled}{TWO_TRICKS}\n[Event \"x]\n{TWO_TRICKS}");
    let lin = "st||md|3S5H4,S2H5,SAH2,S3H3|ah|Board 1|st||md|3S5H4,S2H5,SAH2,S3H3|ah|Board 2|mb|1C|mb|1C|\
        st||md|3S5H4,S2H5,SAH2,S3H3|ah|Board 3|pc|S9|mc|77|";
    for file in [pbn.as_str(), lin] {
        let output = parlour(&["solve", "--json"], file);
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()), "{file}");
        let document = json(&output);
        assert_eq!(document["deals"].as_array().unwrap().len(), 3, "{file}");
        assert_eq!(document["leftOut"], serde_json::json!([]), "{file}");
        assert_eq!(document["deals"][1]["board"], 2, "{file}");
    }
    // `--play` needs the play, and par needs a readable dealer.
    let output = parlour(&["solve", "--json", "--play"], lin);
    assert_eq!(output.status.code(), Some(1));
    let document = json(&output);
    assert_eq!(document["deals"].as_array().unwrap().len(), 3);
    let left_out = document["leftOut"].as_array().unwrap();
    assert_eq!(left_out.iter().map(|one| &one["board"]).collect::<Vec<_>>(), [2, 3], "{left_out:?}");
    let dealer = format!("[Board \"4\"]\n[Dealer \"X\"]\n{TWO_TRICKS}");
    let document = json(&parlour(&["solve", "--json"], &dealer));
    assert_eq!(document["deals"].as_array().unwrap().len(), 1);
    assert_eq!(
        document["leftOut"][0],
        serde_json::json!({
            "file": "-", "board": 4, "line": 2, "column": 10,
            "problem": "Dealer cannot be “X”: it is N, E, S or W",
        })
    );
}

#[test]
fn unsolved_deals_are_named_and_the_others_solved() {
    let hard = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3";
    for (arguments, input, named) in [
        (
            vec!["solve", "--json", "--nodes", "100"],
            format!("{ENDING}\n{hard}\n"),
            "not solved within 100 nodes",
        ),
        (vec!["solve", "--json"], format!("{ENDING}\nN:A.. -\n"), "a deal needs four hands"),
        (vec!["solve", "--json"], format!("[Board \"1\"]\n{TWO_TRICKS}\nhello\n"), "“hello” "),
        (vec!["solve", "--json"], "pg||oops|st||md|3S5H4,S2H5,SAH2,S3H3|".to_owned(), "“oops|"),
        (vec!["solve", "--json", ENDING, "N:A.. -"], String::new(), "a deal needs four hands"),
    ] {
        let output = parlour(&arguments, &input);
        assert_eq!(output.status.code(), Some(1), "{input}");
        let document = json(&output);
        assert_eq!(document["deals"].as_array().map(Vec::len), Some(1), "{input}");
        let left_out = document["leftOut"].as_array().unwrap();
        assert_eq!(left_out.len(), 1, "{input}: {left_out:?}");
        assert!(left_out[0]["problem"].as_str().unwrap().contains(named), "{left_out:?}");
        assert!(text(&output.stderr).contains(named), "{}", text(&output.stderr));
    }
    // After an accepted revoke, the deal is solved and its play is not.
    let revoke = "[Board \"1\"]\n[Deal \"N:AQ.A.. 32.2.. 65.3.. KJ.K..\"]\n[Contract \"NT\"]\n[Play \"S\"]\nS5 ^R HK SA S2\n";
    let output = parlour(&["solve", "--json", "--play"], revoke);
    assert_eq!((output.status.code(), json(&output)["deals"].as_array().map(Vec::len)), (Some(1), Some(1)));
    // Standard error lists some, the JSON document all.
    let many = "N:A.. -\n".repeat(50);
    let output = parlour(&["solve", "--json"], &format!("{ENDING}\n{many}"));
    assert_eq!(json(&output)["leftOut"].as_array().map(Vec::len), Some(50));
    assert_eq!(text(&output.stderr).lines().last(), Some("and 30 more"));
}

#[test]
fn all_faults_are_named_and_lenient_keeps_the_sound_boards() {
    let folder = folder();
    let output = folder.path().join("out");
    let path = output.to_str().unwrap();
    let wrong = "[Board \"7\"]\r\n[Dealer \"X\"]\r\n[Vulnerable \"us\"]\r\n\r\n[Board \"8\"]\r\n[Result \"99\"]\r\n\r\n";
    let lin = text(&parlour(&["convert", "-", "--to", "lin"], BOARDS).stdout);
    let wrong_lin = format!("{lin}st||md|9,|\nst||md|1|sv|q|\nst||md|1|mb|9C|\n");
    for (file, lines) in [(format!("{wrong}{BOARDS}"), vec![2, 3, 6]), (wrong_lin, vec![])] {
        let refused = parlour(&["convert", "-", "--to", "pbn", "-o", path], &file);
        assert_eq!((refused.status.code(), output.exists()), (Some(1), false));
        let complaint = text(&refused.stderr);
        assert_eq!(complaint.lines().count(), 3, "{complaint}");
        for (told, line) in complaint.lines().zip(lines) {
            assert!(told.starts_with(&format!("-: line {line}, column ")), "{complaint}");
        }
        let lenient = parlour(&["convert", "-", "--to", "pbn", "-o", path, "--lenient", "--json"], &file);
        assert_eq!((lenient.status.code(), text(&lenient.stderr)), (Some(1), complaint));
        let report = json(&lenient);
        assert_eq!((&report["boards"], report["leftOut"].as_array().map(Vec::len)), (&2.into(), Some(3)));
        let kept = std::fs::read_to_string(&output).unwrap();
        assert_eq!(kept.matches("[Board ").count(), 2, "{kept}");
        std::fs::remove_file(&output).unwrap();
    }
    // A board that the other notation cannot express is left out too.
    let irregular = "[Board \"3\"]\n[Dealer \"S\"]\n[Auction \"S\"]\n1C ^I 1C +\n\n";
    for to in ["lin", "record"] {
        let lenient =
            parlour(&["convert", "-", "--to", to, "--lenient"], &format!("{BOARDS}\r\n{irregular}"));
        assert_eq!(lenient.status.code(), Some(1));
        assert!(text(&lenient.stderr).contains("-: board 3: "), "{}", text(&lenient.stderr));
        assert!(text(&lenient.stdout).contains("moretti"), "{to}: {}", text(&lenient.stdout));
    }
}

#[test]
fn what_players_have_in_hand_is_read() {
    let deal = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3";
    let pbn = text(&parlour(&["convert", "-", "--to", "pbn"], &format!("{deal}\n{deal}\n")).stdout);
    assert_eq!(pbn.matches(&format!("[Deal \"{deal}\"]\r\n")).count(), 2, "{pbn}");
    let address = "https://viewer.example/?b=1&lin=pn%7CA,B,C,D%7Cst%7C%7Cmd%7C3SK5HT83DKQ9CA7652%2CSAT942HAQ4D32CKJ3%2CSQJ6HK652DJ85CT98%7Cah%7CBoard%209%7Csv%7Ce%7C";
    let lin = text(&parlour(&["convert", "-", "--to", "lin"], address).stdout);
    assert!(lin.starts_with("pn|A,B,C,D|st||md|3SK5HT83DKQ9CA7652,") && lin.contains("ah|Board 9|"), "{lin}");
    let solved = json(&parlour(&["solve", "--json"], "[Deal \"N:A.2.. 3.3.. 5.4.. 2.5..\"]"));
    assert_eq!(solved["files"][0]["encoding"], "UTF-8");
    // Standard error names the encoding.
    let bytes = format!("[North \"D?Arcy\"]\n{TWO_TRICKS}").into_bytes();
    let bytes: Vec<u8> = bytes.into_iter().map(|byte| if byte == b'?' { 0x92 } else { byte }).collect();
    let folder = folder();
    let file = folder.path().join("windows.pbn");
    std::fs::write(&file, bytes).unwrap();
    let file = file.to_str().unwrap();
    let output = parlour(&["convert", file, "--to", "lin"], "");
    assert_eq!(text(&output.stderr), format!("{file}: read as Windows-1252\n"));
    assert!(output.status.success() && text(&output.stdout).contains("D’Arcy"), "{}", text(&output.stdout));
    assert_eq!(json(&parlour(&["solve", file, "--json"], ""))["files"][0]["encoding"], "Windows-1252");
}

#[test]
fn boards_of_a_file_are_replayed() {
    let second = BOARDS.split("\r\n\r\n").nth(1).unwrap();
    let shown = parlour(&["replay", "-", "--language", "en"], second);
    assert!(shown.status.success(), "{}", text(&shown.stderr));
    let log = text(&shown.stdout);
    assert!(log.contains("\nBoard 2\n") && !log.contains("Board 1\n"), "{log}");
    assert!(log.contains("3NT, declarer: Player 2"), "the board, and not one that fills a place: {log}");
    let summary = json(&parlour(&["replay", "-", "--json"], BOARDS));
    assert_eq!(
        (&summary["status"], summary["deals"].as_array().map(Vec::len)),
        (&"complete".into(), Some(2))
    );
    // A board with a fault is shown up to the fault, and the fault is reported.
    let wrong = BOARDS.replace("1NT Pass 2H", "1NT Pass 9H");
    let shown = parlour(&["replay", "-", "--language", "en"], &wrong);
    assert_eq!(shown.status.code(), Some(1));
    assert!(text(&shown.stderr).contains("unknown call “9H”"), "{}", text(&shown.stderr));
    assert!(text(&shown.stdout).contains("\nBoard 1\n") && text(&shown.stdout).contains("\nBoard 2\n"));
    let summary = json(&parlour(&["replay", "-", "--json"], &wrong));
    let numbers = |summary: &serde_json::Value| {
        let deals = summary["deals"].as_array().unwrap();
        deals.iter().map(|deal| deal["board"].as_u64()).collect::<Vec<_>>()
    };
    // The deal that fills the place of board 1 is left out.
    assert_eq!((numbers(&summary), summary["leftOut"][0]["board"].as_u64()), (vec![Some(2)], Some(1)));
    assert_eq!(numbers(&json(&parlour(&["replay", "-", "--json"], BOARDS))), [Some(1), Some(2)]);
}

/// A record has boards in order, and no second one with the same number.
#[test]
fn boards_that_no_record_can_have_are_left_out_of_the_summary() {
    let first = BOARDS.split("\r\n\r\n").next().unwrap();
    let both_rooms = format!("{first}\r\n\r\n{BOARDS}");
    let output = parlour(&["replay", "-", "--json"], &both_rooms);
    let summary = json(&output);
    let numbers: Vec<_> =
        summary["deals"].as_array().unwrap().iter().map(|deal| deal["board"].as_u64()).collect();
    assert_eq!((output.status.code(), numbers), (Some(1), vec![Some(1), Some(2)]), "{summary:#}");
    assert_eq!(summary["status"], "complete");
    let left_out = summary["leftOut"].as_array().unwrap();
    assert_eq!((left_out.len(), &left_out[0]["board"]), (1, &1.into()), "{left_out:?}");
    assert!(left_out[0]["problem"].as_str().unwrap().contains("in order"), "{left_out:?}");
}

/// Every command tells the encoding of a file, also if it refuses the file.
#[test]
fn every_command_tells_the_encoding_of_boards() {
    let folder = folder();
    let file = folder.path().join("latin.pbn");
    let latin = |text: &str| -> Vec<u8> { text.chars().map(|letter| letter as u8).collect() };
    let boards = BOARDS.replace("[Board \"1\"]", "[Room \"Aperta è\"]\r\n[Board \"1\"]");
    let path = file.to_str().unwrap();
    let told = format!("{path}: read as ISO 8859-1\n");
    std::fs::write(&file, latin(&boards)).unwrap();
    for command in [
        &["convert", path, "--to", "lin"][..],
        &["replay", path],
        &["replay", path, "--json"],
        &["legal", path],
        &["view", path],
        &["record", path],
    ] {
        let stderr = text(&parlour(command, "").stderr);
        assert_eq!(stderr.replace(&format!("{path}: not kept: Date, Room\n"), ""), told, "{command:?}");
    }
    std::fs::write(&file, latin(&boards.replace("1NT Pass", "9NT Pass"))).unwrap();
    for command in [&["convert", path, "--to", "lin"][..], &["record", path], &["replay", path]] {
        let complaint = text(&parlour(command, "").stderr);
        assert!(complaint.starts_with(&told) && complaint.contains("9NT"), "{command:?}: {complaint}");
    }
}
