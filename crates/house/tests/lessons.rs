//! The lessons of the house under `exercises/`: each is played from its first place to its last, as a learner does.
#![allow(clippy::unwrap_used, reason = "helpers of tests may panic like tests")]

use cards::Viewer;
use house::{AnyMatch, CATALOG, Exercise, ExerciseKind, SetupText, Translated, read_exercise};

/// What the page speaks.
const LANGUAGES: [&str; 2] = ["en", "it"];
/// With fewer decisions a learner watches more than they play.
const FEWEST_DECISIONS: usize = 5;
/// With more the lesson takes longer than anybody's patience before a first game.
const MOST_DECISIONS: usize = 25;
/// What is said at once is two short sentences, or three very short ones.
const LONGEST_REMARK: usize = 230;

/// Every lesson there is, by the id of its game.
fn lessons() -> impl Iterator<Item = (&'static str, Exercise)> {
    CATALOG.games().filter_map(|game| {
        let file = format!("{}/../../exercises/{}/lesson.json", env!("CARGO_MANIFEST_DIR"), game.id());
        let text = std::fs::read_to_string(file).ok()?;
        let lesson = read_exercise(&text, &CATALOG);
        Some((game.id(), lesson.unwrap_or_else(|refusal| panic!("{}: {}", game.id(), refusal.message))))
    })
}

/// Everything a lesson says.
fn sayings(lesson: &Exercise) -> impl Iterator<Item = &Translated> {
    let remarks = lesson.remarks.iter().map(|remark| &remark.text);
    let answers = lesson.answers.iter().flat_map(|answer| answer.others.values());
    std::iter::once(&lesson.title).chain(remarks).chain(answers)
}

/// Whether the learner sees this card now.
fn is_in_sight(card: &str, game: &dyn AnyMatch, viewer: Viewer) -> bool {
    serde_json::to_string(&game.frame(viewer)).unwrap().contains(&format!("\"{card}\""))
}

#[test]
fn every_lesson_is_one_of_its_game_as_it_is_played_at_once() {
    for (id, lesson) in lessons() {
        assert_eq!((lesson.kind, lesson.id.as_str()), (ExerciseKind::Lesson, "lesson"), "{id}");
        assert_eq!(lesson.record.game, id);
        let info = house::find(id).unwrap().info();
        let seats = info.presets[0].tables[0].seats;
        assert_eq!(lesson.record.seats, seats, "{id}");
        let game = lesson.record.replay(&CATALOG).into_match().unwrap();
        let usual =
            house::find(id).unwrap().open(&SetupText::first_preset(seats), game.first_dealer()).unwrap();
        assert_eq!(game.options(), usual.options(), "{id}");
    }
}

#[test]
fn every_lesson_is_said_in_every_language_and_shortly() {
    for (id, lesson) in lessons() {
        for saying in sayings(&lesson) {
            assert!(saying.keys().eq(LANGUAGES), "{id}: {saying:?}");
            for text in saying.values() {
                assert!(!text.is_empty() && text.trim() == text && !text.contains("  "), "{id}: {text}");
                assert!(text.chars().count() <= LONGEST_REMARK, "{id}: {text}");
            }
        }
    }
}

#[test]
fn every_lesson_speaks_from_the_first_place_to_the_last_of_cards_that_can_be_seen() {
    for (id, lesson) in lessons() {
        let mut attempt = lesson.begin(&CATALOG).unwrap();
        assert!(attempt.remarks().next().is_some(), "{id}: nothing is said at the start");
        let (viewer, mut decisions) = (Viewer::Seat(lesson.seat), 0);
        loop {
            for remark in attempt.remarks() {
                for card in &remark.show {
                    assert!(is_in_sight(card, attempt.game(), viewer), "{id}: {card} at {:?}", remark.at);
                }
            }
            if attempt.is_over() {
                break;
            }
            decisions += usize::from(attempt.waits());
            attempt.go_on().unwrap();
        }
        assert!(attempt.remarks().next().is_some(), "{id}: nothing is said at the end");
        assert!((FEWEST_DECISIONS..=MOST_DECISIONS).contains(&decisions), "{id}: {decisions} decisions");
        assert!((8..=20).contains(&lesson.remarks.len()), "{id}: {} remarks", lesson.remarks.len());
    }
}
