//! Tests of the score pad.

use crate::{ScoreSettings, keep_score};
use engine::CardSets;
use i18n::{Faces, Language, Words};
use pads::Opening;
use std::path::PathBuf;

fn kept(game: &str, players: &[&str], language: Language, file: Option<PathBuf>, lines: &str) -> String {
    let opening = Opening {
        game: game.to_owned(),
        preset: None,
        options: std::collections::BTreeMap::new(),
        players: players.iter().map(|name| (*name).to_owned()).collect(),
        dealer: 0,
        stake: None,
        count_every: Some(0),
        backs: None,
    };
    let settings = ScoreSettings {
        opening,
        file,
        words: Words::new(language, Faces::French),
        card_sets: CardSets::NONE,
    };
    let mut output = Vec::new();
    keep_score(&settings, &mut lines.as_bytes(), &mut output).expect("score is kept");
    String::from_utf8(output).expect("text")
}

#[test]
fn a_hand_of_scopa_is_entered_and_shown() {
    let lines = "22\n6\nAnna\nb\n1 0\n";
    let output = kept("scopa", &["Anna", "Bruno"], Language::English, None, lines);
    assert!(output.contains("Cards 22–18 · Coins 6–4"), "{output}");
    assert!(output.contains("=       4       1"), "{output}");
    assert!(!output.contains("pad."), "every text is there: {output}");
}

#[test]
fn invalid_input_is_refused_in_words_and_in_italian() {
    let lines = "22 19\n6\nAnna\nb\n1 0\n";
    let output = kept("scopa", &["Anna", "Bruno"], Language::Italian, None, lines);
    assert!(output.contains("! Carte: insieme fanno 41, non 40. (regola SC-R1)"), "{output}");
}

#[test]
fn bridge_asks_only_what_it_needs_and_draws_its_line() {
    let names = ["Nora", "Ed", "Sue", "Will"];
    let lines = "played\n3N\nNora\n9\n0\npassed out\nplayed\n2H\nEd\n8\n\nundo\nquit\n";
    let output = kept("bridge", &names, Language::English, None, lines);
    assert!(output.contains("Tricks bid  100"), "{output}");
    assert!(output.contains("60  Tricks bid"), "{output}");
    assert!(output.contains("═┼═") && output.contains("─┼─"), "the line, and the line of the game: {output}");
    assert!(output.contains("(vulnerable)"), "{output}");
    assert!(!output.contains("For which side"), "{output}");
}

#[test]
fn a_pad_is_saved_and_goes_on() {
    let folder = std::env::temp_dir().join(format!("parlour-score-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("evening.json");
    kept("gin-rummy", &["Anna", "Bruno"], Language::English, Some(file.clone()), "gin\nAnna\n0 30\nquit\n");
    let output = kept(
        "gin-rummy",
        &["Anna", "Bruno"],
        Language::English,
        Some(file.clone()),
        "knock\nB\n20 5\ncorrect 1\ngin\nAnna\n0 31\n",
    );
    assert!(output.contains("+56") && output.contains("+55"), "{output}");
    assert!(output.contains("(before: "), "{output}");
    let written = std::fs::read_to_string(&file).expect("a pad");
    assert!(written.starts_with("{\"format\":\"parlour-pad/1\""), "{written}");
    std::fs::remove_dir_all(folder).expect("the folder is removed");
}

#[test]
fn thirty_one_keeps_the_lives_and_asks_for_losers_where_no_values_are_told() {
    let lines = "knock\nCarla\n\nBruno\nshowdown\n10 20 20\nquit\n";
    let output = kept("thirty-one", &["Anna", "Bruno", "Carla"], Language::English, None, lines);
    assert!(
        output.contains("●●●○ Bruno") && output.contains("●●●○ Anna") && output.contains("●●●● Carla"),
        "{output}"
    );
}

#[test]
fn a_match_of_speed_has_no_dealer() {
    let lines = "cards played\nall\nBruno\nblocked\n9 4\n";
    let output = kept("speed", &["Anna", "Bruno"], Language::English, None, lines);
    assert!(output.contains("blocked: Bruno has fewer cards") && output.contains("Won: Bruno"), "{output}");
    assert!(output.contains("“cards played” cannot be read here."), "{output}");
    assert!(!output.contains("deals") && !output.contains("pad."), "{output}");
}

#[test]
fn sharks_asks_all_players_and_for_capital_only_to_break_ties() {
    let lines = "12 -3 7 4 -8\nI03 2\n-\n3 9 0\n";
    let names = ["Anna", "Bruno", "Carla"];
    let output = kept("sharks", &names, Language::English, None, lines);
    assert!(output.contains("Capital left, added up (one for each: Anna, Bruno, Carla)"), "{output}");
    assert!(output.contains("decides for Bruno") && output.contains("Won: Bruno"), "{output}");
    assert!(!output.contains("How many Investments"), "{output}");
    let output = kept("sharks", &names, Language::English, None, "\n20 9 -1\n");
    assert!(output.contains("Won: Anna") && !output.contains("Capital left, added"), "{output}");
}
