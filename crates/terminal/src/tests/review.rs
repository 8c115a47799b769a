//! Tests of reviews.

use super::{Sitting, played, settings, stacked};
use crate::games::games;
use crate::state::View;
use crate::{Error, Look, review};
use catalog::{Decision, Effort, Place, RecordText};
use i18n::{Faces, Language, Words};
use ratatui::crossterm::event::KeyCode;

fn effort(worlds: u32) -> Effort {
    Effort { determinizations: worlds, limit: None }
}

fn text(record: &RecordText, worlds: u32, language: Language) -> Result<String, Error> {
    let words = Words::new(language, Faces::French);
    review(record, &catalog::CATALOG, effort(worlds), words, Look::FULL, &mut |_, _| ())
}

/// Returns a record in which player 1 takes a king and misses the seven of diamonds.
fn blunder() -> RecordText {
    let mut record = stacked("scopa", 2, "7c 7h Kc 6s 2h Jd 7d Kd 4s 4h");
    record.deals[0].actions = ["0 Kc x Kd", "1 7h x 7d", "0 7c"].map(str::to_owned).to_vec();
    record
}

#[test]
fn a_blunder_is_named_with_what_was_better_and_why() {
    let text = text(&blunder(), 150, Language::English).unwrap();
    let told = text.lines().find(|line| line.contains("1. Player 1")).unwrap_or_default();
    assert!(told.contains("K♣ takes K♦") && told.ends_with("points better: 7♣ takes 7♦"), "{text}");
    assert!(text.contains("      Settebello +"), "{text}");
    let italian = self::text(&blunder(), 150, Language::Italian).unwrap();
    assert!(italian.contains("Giocatore 1") && italian.contains("Meglio di"), "{italian}");
}

#[test]
fn what_was_decided_is_judged_by_what_the_seat_could_know() {
    let decisions = |record: &RecordText| -> Vec<Decision> {
        record.review(&catalog::CATALOG, Place::default(), effort(150)).unwrap().collect()
    };
    let mut other = blunder();
    // The other hand and the stock swap cards, and no play reveals it.
    other.deals[0].deck = other.deals[0].deck.replace("Jd", "??").replace("5s", "Jd").replace("??", "5s");
    let (one, two) = (decisions(&blunder()), decisions(&other));
    assert_eq!(one[0], two[0]);
    assert!(one[0].cost > 0.3, "{:?}", one[0]);
}

#[test]
fn a_review_goes_on_from_where_it_was_left() {
    let record = blunder();
    let whole: Vec<Decision> =
        record.review(&catalog::CATALOG, Place::default(), effort(10)).unwrap().collect();
    let mut rest = Vec::new();
    let mut place = Place::default();
    while let Some(decision) = record.review(&catalog::CATALOG, place, effort(10)).unwrap().next() {
        place = Place { entry: decision.place.entry + 1, ..decision.place };
        rest.push(decision);
    }
    assert_eq!(whole, rest);
    assert_eq!(whole.len(), 3);
}

#[test]
fn every_game_that_takes_turns_can_be_looked_at_and_a_race_says_that_it_cannot() {
    for game in games() {
        let seats = game.info().seats[0];
        let record = played(&settings(game.id(), seats), |table| table.version() > 24 || table.deals() > 1);
        match text(&record, 4, Language::English) {
            Ok(text) => assert!(text.starts_with("Deal 1\n"), "{}: {text}", game.id()),
            Err(error) => assert!(game.id() == "speed", "{}: {error}", game.id()),
        }
    }
}

#[test]
fn a_key_says_what_the_best_bot_would_do_and_the_record_that_it_was_pressed() {
    let mut sitting =
        Sitting::go_on(settings("scopa", 2), stacked("scopa", 2, "7c 7h Kc 6s 2h Jd 7d Kd 4s 4h"));
    assert!(sitting.record().notes().hints.is_empty());
    sitting.press(KeyCode::Char('h'));
    let told = sitting.state.screen.message.clone().unwrap().text;
    assert!(told.starts_with("Hint: 7 bat takes 7 coin.") && told.contains("Settebello +"), "{told}");
    assert_eq!(sitting.record().notes().hints.iter().count(), 1);

    let mut race = Sitting::open(settings("speed", 2));
    race.press(KeyCode::Char('h'));
    assert!(race.state.screen.message.clone().unwrap().text.contains("race"));
}

#[test]
fn a_key_takes_back_what_has_shown_nothing_and_the_record_says_so() {
    let mut sitting = Sitting::open(settings("thirty-one", 3));
    let said = |sitting: &Sitting| sitting.state.screen.message.clone().unwrap();
    while !sitting.state.my_turn() {
        sitting.tick(1);
    }
    let (before, log) = (sitting.picture(80, 24), sitting.state.log.lines().len());
    sitting.typed("upcard");
    assert!(sitting.state.log.lines().len() > log);
    sitting.press(KeyCode::Backspace);
    assert_eq!(said(&sitting).text, "Undone. This is noted in the match record.");
    sitting.press(KeyCode::Esc);
    assert_eq!(sitting.picture(80, 24), before);
    assert_eq!(sitting.record().notes().undone.iter().collect::<Vec<_>>(), [sitting.state.table.me()]);

    sitting.typed("stock");
    sitting.press(KeyCode::Backspace);
    assert!(said(&sitting).refused && said(&sitting).text.contains("shown"), "{:?}", said(&sitting));
    let mut race = Sitting::open(settings("speed", 2));
    race.press(KeyCode::Backspace);
    assert!(said(&race).text.contains("race"));

    // Continuing later undoes nothing more, and the note stays.
    let mut again = Sitting::go_on(settings("thirty-one", 3), sitting.record());
    assert_eq!(again.record().notes().undone.len(), 1);
    again.press(KeyCode::Char('h'));
    assert_eq!(again.record().notes().undone.len(), 1);
}

#[test]
fn a_key_at_the_scoring_looks_at_the_deal_once_more_and_no_race_has_it() {
    let counted = |game: &str| {
        let mut sitting = Sitting::open(settings(game, 2));
        while !matches!(sitting.state.screen.view, View::Scoring { .. }) {
            if sitting.state.my_turn() { sitting.enter() } else { sitting.tick(1) }
        }
        sitting
    };
    let mut sitting = counted("scopa");
    sitting.press(KeyCode::Char('v'));
    let picture = sitting.picture(80, 24);
    assert!(picture.contains("Review of deal 1") && picture.contains("Expected lead"), "{picture}");
    sitting.press(KeyCode::Esc);
    assert!(sitting.picture(80, 24).contains("v review"));
    sitting.enter();
    assert_eq!(sitting.state.screen.view, View::Table);
    let race = Sitting::open(settings("speed", 2));
    assert!(!crate::state::may_review(&race.state));
}
