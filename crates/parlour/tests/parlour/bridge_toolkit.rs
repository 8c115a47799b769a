//! Commands for hands, leads, contracts and results of bridge.

use crate::commands::{json, parlour, text};

/// Runs a command that succeeds, and returns its output.
fn printed(arguments: &[&str], input: &str) -> String {
    let output = parlour(arguments, input);
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

/// Returns the cells of the line with this label.
fn cells(table: &str, label: &str) -> Vec<String> {
    let line = table.lines().find_map(|line| line.strip_prefix(label));
    line.unwrap_or_else(|| panic!("no line {label}: {table}")).split_whitespace().map(str::to_owned).collect()
}

#[test]
fn a_hand_is_evaluated_by_every_method() {
    let table = printed(&["evaluate", "AKQ52.K9.Q84.K76"], "");
    for (label, value) in [
        ("shape", "5=2=3=3"),
        ("balanced", "yes"),
        ("high-card points", "17"),
        ("controls", "5"),
        ("aces", "1"),
        ("quick tricks", "3"),
        ("losers", "5"),
        ("new losers", "6"),
        ("Kaplan-Rubens", "17.35"),
        ("Zar points", "33"),
        ("Rule of 20", "25"),
        ("suit quality", "8=3=4=4"),
    ] {
        assert_eq!(cells(&table, label), [value], "{label}");
    }
    let found = json(&parlour(&["evaluate", "AKQ52.K9.Q84.K76", "--json"], ""));
    assert_eq!(
        (&found["hands"][0]["kaplanRubens"], &found["tricks"]),
        (&17.35.into(), &serde_json::Value::Null)
    );
}

#[test]
fn two_hands_and_a_deal_tell_more() {
    let table = printed(&["evaluate", "KQJ2.KQ2.KQ2.KQ2", "A543.A43.A43.A43"], "");
    assert!(table.contains("longest fit: 8 cards in spades\n"), "{table}");
    let tricks = "tricks by losers: 24 - 4 - 8 = 12; by new losers: 25 - 6 - 6 = 13\n";
    assert!(table.contains(tricks), "{table}");
    let deal = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3";
    let table = printed(&["evaluate", deal], "");
    assert_eq!(cells(&table, "high-card points"), ["7", "7", "12", "14"]);
    assert!(table.contains("total trumps: 8 + 8 = 16\n"), "{table}");
}

#[test]
fn what_is_not_a_hand_is_refused_with_the_reason() {
    for (arguments, told) in [
        (&["evaluate", "AKQ52.K9.Q84.K7"][..], "AKQ52.K9.Q84.K7: a hand has 13 cards, and here are 12\n"),
        (&["evaluate", "AKQ52.K9.Q84.K76", "A543.A43.A43.A43"], "As is in both hands\n"),
        (&["evaluate", "N:AK.. 43.. QT.. 9.3."], "each hand needs 13 cards, not 2\n"),
        (&["lead", "AQJ8.96.J9764.A", "3NT"], "AQJ8.96.J9764.A: a hand has 13 cards, and here are 12\n"),
        (&["lead", "AQJ8.96.J9764.A2", "3NT", "n.hcp >"], "condition, column 8: "),
        (&["lead", "AQJ8.96.J9764.A2", "3NT", "n.has(As)"], "North and West can't both have the same card\n"),
    ] {
        let output = parlour(arguments, "");
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(text(&output.stderr).starts_with(told), "{}", text(&output.stderr));
    }
    let output = parlour(&["lead", "AQJ8.96.J9764.A2", "3NTXX"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("“3NTXX” is not a contract"), "{}", text(&output.stderr));
}

#[test]
fn leads_are_listed_with_their_errors_and_follow_from_the_seed() {
    let command = ["lead", "AQJ8.96.J9764.A2", "3NT", "s.hcp in 15..17", "--count", "4", "--seed", "1"];
    let output = parlour(&command, "");
    let table = text(&output.stdout);
    assert_eq!(text(&output.stderr), "4 layouts; seed 1\n");
    assert_eq!(table.lines().count(), 14, "{table}");
    assert!(table.lines().skip(1).all(|line| line.matches('±').count() == 4), "{table}");
    let threads =
        |number: &str| json(&parlour(&[&command[..], &["--json", "--threads", number]].concat(), ""));
    let found = threads("1");
    assert_eq!(found, threads("3"));
    let leads = found["leads"].as_array().unwrap();
    let tricks: Vec<f64> = leads.iter().map(|lead| lead["tricks"]["mean"].as_f64().unwrap()).collect();
    assert!(leads.len() == 13 && tricks.is_sorted_by(|one, other| one >= other), "{found}");
    assert_eq!(table.lines().nth(1).unwrap().split_whitespace().next(), leads[0]["card"].as_str());
}

#[test]
fn a_contract_has_a_distribution_of_tricks() {
    let hands = ["AKQJ.AKQ.AKQ.AKQ", "5432.432.432.432"];
    let table = printed(&["single-dummy", hands[0], hands[1], "7NT", "--count", "3"], "");
    assert!(table.starts_with("tricks  13.00 ± 0.00\nmakes   100.0 ± 0.0 %\nscore   1520 ± 0\n"), "{table}");
    assert!(table.ends_with("\n13 tricks  100.0 %\n"), "{table}");
    let hands = ["AQ32.KQ4.A32.K32", "KJT4.A32.K54.654"];
    let command = ["single-dummy", hands[0], hands[1], "4S", "--count", "5", "--seed", "2", "--json"];
    let found = json(&parlour(&command, ""));
    let layouts = found["layouts"].as_array().unwrap();
    assert_eq!(layouts.iter().map(|count| count.as_u64().unwrap()).sum::<u64>(), 5);
}

/// Four tables: two boards in either room of a match of two.
fn match_of_two() -> String {
    let board = |number: u32, players: [&str; 4], contract: &str, tricks: u8| {
        let [north, east, south, west] = players;
        format!(
            "[Board \"{number}\"]\n[North \"{north}\"]\n[East \"{east}\"]\n[South \"{south}\"]\n[West \"{west}\"]\n\
             [Vulnerable \"All\"]\n[Declarer \"N\"]\n[Contract \"{contract}\"]\n[Result \"{tricks}\"]\n\n"
        )
    };
    let (one, other) = (["Ada", "Cy", "Bo", "Di"], ["Eva", "Gus", "Flo", "Hal"]);
    board(1, one, "3NT", 9)
        + &board(1, other, "3NT", 8)
        + &board(2, one, "4S", 9)
        + &board(2, other, "4SX", 10)
}

#[test]
fn results_at_several_tables_are_compared() {
    let table = printed(&["compare", "-"], &match_of_two());
    assert!(table.starts_with("board 1, datum 250\n"), "{table}");
    assert_eq!(cells(&table, "Ada - Bo     Cy - Di"), ["3N", "N", "9", "600", "100.0", "12.00", "8"]);
    assert_eq!(cells(&table, "Eva - Flo    Gus - Hal"), ["3N", "N", "8", "-100", "0.0", "-12.00", "-8"]);
    let totals = |by: &str| {
        let table = printed(&["compare", "-", "--totals", "--by", by], &match_of_two());
        table.lines().skip(1).map(|line| line[..9].trim().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(totals("imps"), ["Cy - Di", "Eva - Flo", "Ada - Bo", "Gus - Hal"]);
    let found = json(&parlour(&["compare", "-", "--json"], &match_of_two()));
    assert_eq!(found["boards"][1]["tables"][1]["crossImps"], 13.0);
    assert_eq!(found["totals"].as_array().unwrap().len(), 4);
}

#[test]
fn boards_that_are_not_compared_are_named() {
    let file = match_of_two() + "[Board \"3\"]\n[Contract \"4S\"]\n\n[Board \"4\"]\n[Contract \"Pass\"]\n";
    let output = parlour(&["compare", "-"], &file);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains("board 2, datum"));
    assert_eq!(
        text(&output.stderr),
        "-: board 3: it has no contract with declarer and result, and no score table\n\
         -: board 4: it was played at one table only\n"
    );
}

#[test]
fn a_hand_record_is_a_picture_of_all_boards() {
    let folder = crate::commands::folder();
    let path = folder.path().join("evening.svg");
    let deals = printed(&["deals", "--count", "2", "--seed", "1"], "");
    printed(&["hand-record", "-", "-o", path.to_str().unwrap()], &deals);
    let svg = std::fs::read_to_string(&path).unwrap();
    assert!(svg.starts_with("<svg ") && svg.contains("Dealer E") && svg.contains("Vul N-S"), "{svg}");
    assert!(!svg.contains(">par "));
    let ending = format!("[Board \"1\"]\n[Deal \"{}\"]\n", crate::boards::ENDING);
    assert!(printed(&["hand-record", "-", "--solve"], &ending).contains(">par "));
}
