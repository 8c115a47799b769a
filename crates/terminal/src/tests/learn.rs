//! Tests of exercises: whole ones by scripted keys, replies to mistakes, and the end.

use super::{Sitting, pictures::check, settings};
use crate::exercises::{exercises_of, find_exercise};
use crate::games::games;
use crate::state::{State, View};
use crate::{Error, Settings};
use catalog::{Exercise, ExerciseKind};
use i18n::Language;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use std::time::Duration;

fn learn(settings: Settings, exercise: &'static Exercise) -> Sitting {
    let (state, effects) = State::learn(settings, exercise).unwrap();
    Sitting::with(state, effects)
}

fn lesson(game: &str) -> &'static Exercise {
    find_exercise(game, "lesson").unwrap()
}

/// Returns the learner's actions in an exercise, from its record.
fn answers(exercise: &Exercise) -> impl Iterator<Item = String> + use<'_> {
    let seat = format!("{} ", exercise.seat);
    let start = exercise.start;
    exercise.record.deals.iter().enumerate().flat_map(move |(deal, text)| {
        let begun = if deal == start.deal { start.entry } else { 0 };
        let of_learner = text.actions.iter().skip(begun).filter_map(|action| action.strip_prefix(&seat));
        of_learner.map(str::to_owned).collect::<Vec<_>>()
    })
}

/// Returns whether the learner is due and has read all remarks.
fn is_asked(sitting: &Sitting) -> bool {
    let coach = sitting.state.table.coach().unwrap();
    coach.waits() && !coach.has_more_to_say()
}

/// Presses Enter until the learner is due or the exercise is over. Enter needs no clock.
fn read_on(sitting: &mut Sitting) {
    for _ in 0..400 {
        if is_asked(sitting) || matches!(sitting.state.screen.view, View::Result { .. }) {
            return;
        }
        sitting.enter();
    }
    panic!("no exercise says so much");
}

fn do_all(sitting: &mut Sitting, exercise: &Exercise) {
    for answer in answers(exercise) {
        read_on(sitting);
        assert!(is_asked(sitting), "{}: it ended before {answer}", exercise.id);
        let version = sitting.state.snapshot.version;
        sitting.typed(&answer);
        assert_eq!(
            sitting.state.snapshot.version,
            version + 1,
            "{} {}: {answer}: {:?}",
            exercise.record.game,
            exercise.id,
            sitting.state.screen.message
        );
    }
    read_on(sitting);
    assert!(matches!(sitting.state.screen.view, View::Result { .. }), "{}: it goes on", exercise.id);
}

#[test]
fn the_lesson_of_every_game_from_its_beginning_to_its_end() {
    for game in games() {
        let exercise = lesson(game.id());
        let mut sitting = learn(settings(game.id(), 2), exercise);
        do_all(&mut sitting, exercise);
        let page = sitting.picture(80, 24);
        assert!(page.contains("Well done. Solved."), "{}\n{page}", game.id());
        let next = &exercises_of(game.id()).unwrap()[1];
        assert!(page.contains(&format!("Next: {}.", next.title["en"])), "{page}");
        sitting.enter();
        assert_eq!(sitting.state.table.coach().unwrap().exercise().id, next.id);
        assert!(!sitting.left);
    }
}

#[test]
fn every_puzzle_of_every_game_in_every_language() {
    for (language, game) in
        Language::ALL.into_iter().flat_map(|language| games().map(move |game| (language, game.id())))
    {
        for exercise in exercises_of(game).unwrap().iter().filter(|one| one.kind == ExerciseKind::Puzzle) {
            let mut sitting = learn(Settings { language, ..settings(game, 2) }, exercise);
            let title = &exercise.title[language.code()];
            assert!(sitting.picture(120, 40).contains(title.as_str()), "{game} {}", exercise.id);
            do_all(&mut sitting, exercise);
        }
    }
}

/// Pictures as text don't show the highlight of a card.
#[test]
fn the_cards_that_are_spoken_of_are_marked_where_they_lie() {
    let mut sitting = learn(settings("scopa", 2), lesson("scopa"));
    let marked = |sitting: &Sitting| {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 80, 24));
        crate::screen::screen(&sitting.state, &mut buffer);
        let reversed = buffer.content.iter().filter(|cell| cell.modifier.contains(Modifier::REVERSED));
        reversed.map(|cell| cell.symbol().to_owned()).collect::<String>()
    };
    assert_eq!(marked(&sitting), "");
    read_on(&mut sitting);
    assert_eq!(sitting.state.table.coach().unwrap().remark().unwrap().show, ["6d", "6h"]);
    assert_eq!(marked(&sitting), "6 cup6 coin");
}

#[test]
fn unexpected_actions_get_a_reply_and_illegal_ones_their_rule() {
    let exercise = find_exercise("scopa", "1").unwrap();
    let mut sitting = learn(settings("scopa", 2), exercise);
    read_on(&mut sitting);
    let version = sitting.state.snapshot.version;
    let wanted = answers(exercise).next().unwrap();
    let other = sitting.state.snapshot.legal.iter().find(|action| **action != wanted).unwrap().clone();
    assert!(!sitting.state.table.coach().unwrap().helped());
    sitting.typed(&other);
    assert_eq!(sitting.state.snapshot.version, version, "nothing has happened");
    assert!(sitting.state.table.coach().unwrap().told().is_some());
    assert!(sitting.state.table.coach().unwrap().helped());
    check("exercise-not-this-80x24", &sitting, 80, 24);
    sitting.typed(&wanted);
    read_on(&mut sitting);
    assert!(sitting.picture(80, 24).contains("Right! Solved with help."));
    check("exercise-end-80x24", &sitting, 80, 24);

    let mut sitting = learn(settings("scopa", 2), lesson("scopa"));
    read_on(&mut sitting);
    sitting.typed("lay 2d");
    let message = sitting.state.screen.message.clone().unwrap();
    assert!(message.refused && message.text.contains("(rule SC-R"), "{message:?}");
    check("exercise-refused-80x24", &sitting, 80, 24);
}

#[test]
fn hints_are_answered() {
    let exercise = find_exercise("thirty-one", "1").unwrap();
    let mut sitting = learn(settings("thirty-one", 2), exercise);
    read_on(&mut sitting);
    sitting.press(KeyCode::Char('h'));
    assert!(sitting.state.screen.message.as_ref().unwrap().text.starts_with("Hint: "));
    assert!(sitting.state.table.coach().unwrap().helped());
    sitting.press(KeyCode::Backspace);
    assert!(sitting.state.screen.message.as_ref().unwrap().refused);
}

#[test]
fn a_lesson_record_advances_by_the_clock() {
    let exercise = find_exercise("scopa", "1").unwrap();
    let pause = Duration::from_millis(600);
    let mut sitting = learn(Settings { pause, ..settings("scopa", 2) }, exercise);
    let mut clock = 0;
    for answer in answers(exercise) {
        while !is_asked(&sitting) {
            let version = sitting.state.snapshot.version;
            match sitting.state.timers.record() {
                Some(due) => {
                    assert!(sitting.state.is_restless());
                    clock = due.as_millis() as u64;
                    sitting.tick(clock - 1);
                    assert_eq!(sitting.state.snapshot.version, version);
                    sitting.tick(clock);
                    assert_eq!(sitting.state.snapshot.version, version + 1);
                }
                None => sitting.enter(),
            }
        }
        sitting.typed(&answer);
    }
    assert!(clock > 0, "something went on by itself");
}

/// After the last exercise, a match with the same rules is offered.
#[test]
fn at_the_end_one_goes_on_once_more_or_plays_a_match() {
    let exercise = exercises_of("thirty-one").unwrap().last().unwrap();
    let mut sitting = learn(settings("thirty-one", 2), exercise);
    do_all(&mut sitting, exercise);
    sitting.enter();
    assert!(matches!(sitting.state.screen.view, View::Result { .. }), "nothing follows");
    sitting.press(KeyCode::Char('a'));
    assert_eq!(sitting.state.table.coach().unwrap().exercise().id, exercise.id);
    do_all(&mut sitting, exercise);
    sitting.press(KeyCode::Char('p'));
    assert!(sitting.state.table.coach().is_none());
    assert_eq!(sitting.state.table.setup().preset, exercise.record.setup().preset);
    assert!(matches!(sitting.state.screen.view, View::Table) && sitting.state.screen.message.is_none());
}

#[test]
fn leaving_an_exercise_saves_nothing() {
    let mut sitting = learn(settings("scopa", 2), lesson("scopa"));
    sitting.press(KeyCode::Char('q'));
    assert!(sitting.picture(80, 24).contains("Leave this exercise?"));
    sitting.press(KeyCode::Char('s'));
    assert!(sitting.saved.is_empty() && !sitting.left);
    sitting.press(KeyCode::Char('y'));
    assert!(sitting.left && sitting.saved.is_empty());
}

#[test]
fn an_exercise_that_is_not_there_is_said_to_be_none() {
    let error = find_exercise("scopa", "whist").unwrap_err();
    assert!(matches!(&error, Error::UnknownExercise { .. }));
    assert!(error.to_string().contains("parlour learn scopa"), "{error}");
}

#[test]
fn pictures_of_lessons() {
    for game in games() {
        let sitting = learn(settings(game.id(), 2), lesson(game.id()));
        check(&format!("lesson-{}-80x24", game.id()), &sitting, 80, 24);
    }
    let mut sitting = learn(settings("scopa", 2), lesson("scopa"));
    check("lesson-scopa-120x40", &sitting, 120, 40);
    check("lesson-scopa-60x18", &sitting, 60, 18);
    sitting.press(KeyCode::Esc);
    check("lesson-scopa-folded-60x18", &sitting, 60, 18);
    let italian = Settings { language: Language::Italian, ..settings("bridge", 4) };
    check("lesson-bridge-italian-80x24", &learn(italian, lesson("bridge")), 80, 24);
}
