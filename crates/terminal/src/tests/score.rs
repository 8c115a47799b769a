//! Score is kept as people answer, line by line.

use crate::{ScoreSettings, keep_score};
use pads::Opening;
use std::path::PathBuf;
use words::{Faces, Language, Words};

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
    let settings = ScoreSettings { opening, file, words: Words::new(language, Faces::French) };
    let mut output = Vec::new();
    keep_score(&settings, &mut lines.as_bytes(), &mut output).expect("score is kept");
    String::from_utf8(output).expect("text")
}

#[test]
fn a_hand_of_scopa_is_entered_and_shown() {
    let lines = "22\n6\nAnna\nb\n1 0\n";
    let said = kept("scopa", &["Anna", "Bruno"], Language::English, None, lines);
    assert!(said.contains("Cards 22–18 · Coins 6–4"), "{said}");
    assert!(said.contains("=       4       1"), "{said}");
    assert!(!said.contains("pad."), "every text is there: {said}");
}

#[test]
fn what_cannot_be_is_refused_in_words_and_in_italian() {
    let lines = "22 19\n6\nAnna\nb\n1 0\n";
    let said = kept("scopa", &["Anna", "Bruno"], Language::Italian, None, lines);
    assert!(said.contains("! Carte: insieme fanno 41, non 40. (regola SC-R1)"), "{said}");
}

#[test]
fn bridge_asks_only_what_it_needs_and_draws_its_line() {
    let names = ["Nora", "Ed", "Sue", "Will"];
    let lines = "played\n3N\nNora\n9\n0\npassed out\nplayed\n2H\nEd\n8\n\nundo\nquit\n";
    let said = kept("bridge", &names, Language::English, None, lines);
    assert!(said.contains("Tricks bid  100"), "{said}");
    assert!(said.contains("60  Tricks bid"), "{said}");
    assert!(said.contains("═┼═") && said.contains("─┼─"), "the line, and the line of the game: {said}");
    assert!(said.contains("(vulnerable)"), "{said}");
    assert!(!said.contains("For which side"), "{said}");
}

#[test]
fn a_pad_is_saved_and_goes_on() {
    let folder = std::env::temp_dir().join(format!("parlour-score-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("evening.json");
    kept("gin-rummy", &["Anna", "Bruno"], Language::English, Some(file.clone()), "gin\nAnna\n0 30\nquit\n");
    let said = kept(
        "gin-rummy",
        &["Anna", "Bruno"],
        Language::English,
        Some(file.clone()),
        "knock\nB\n20 5\ncorrect 1\ngin\nAnna\n0 31\n",
    );
    assert!(said.contains("+56") && said.contains("+55"), "{said}");
    assert!(said.contains("(before: "), "{said}");
    let written = std::fs::read_to_string(&file).expect("a pad");
    assert!(written.starts_with("{\"format\":\"parlour-pad/1\""), "{written}");
    std::fs::remove_dir_all(folder).expect("an empty house");
}

#[test]
fn thirty_one_keeps_the_lives_and_asks_for_losers_where_no_values_are_told() {
    let lines = "knock\nCarla\n\nBruno\nshowdown\n10 20 20\nquit\n";
    let said = kept("thirty-one", &["Anna", "Bruno", "Carla"], Language::English, None, lines);
    assert!(
        said.contains("●●●○ Bruno") && said.contains("●●●○ Anna") && said.contains("●●●● Carla"),
        "{said}"
    );
}

#[test]
fn a_match_of_speed_has_no_dealer() {
    let lines = "cards played\nall\nBruno\nstuck\n9 4\n";
    let said = kept("speed", &["Anna", "Bruno"], Language::English, None, lines);
    assert!(said.contains("stuck for good: Bruno has fewer cards") && said.contains("Won: Bruno"), "{said}");
    assert!(said.contains("“cards played” cannot be read here."), "{said}");
    assert!(!said.contains("deals") && !said.contains("pad."), "{said}");
}

#[test]
fn sharks_asks_everybody_and_for_capital_only_where_it_decides() {
    let lines = "12 -3 7 4 -8\nI03 2\n-\n3 9 0\n";
    let names = ["Anna", "Bruno", "Carla"];
    let said = kept("sharks", &names, Language::English, None, lines);
    assert!(said.contains("Capital left, added up (one for each: Anna, Bruno, Carla)"), "{said}");
    assert!(said.contains("decides for Bruno") && said.contains("Won: Bruno"), "{said}");
    assert!(!said.contains("How many Investments"), "{said}");
    let said = kept("sharks", &names, Language::English, None, "\n20 9 -1\n");
    assert!(said.contains("Won: Anna") && !said.contains("Capital left, added"), "{said}");
}
