//! Tests of the deal of the day: cards, bots and the result.

use super::{Sitting, pictures::check, settings};
use crate::Settings;
use crate::games::games;
use crate::state::{State, View, lines_to_share};
use cards::Seat;
use catalog::{Day, SnapshotPhase, day_results, day_seed, day_setup};
use i18n::Language;
use ratatui::crossterm::event::KeyCode;

fn a_day() -> Day {
    "2026-11-23".parse().unwrap()
}

fn play_day(settings: Settings) -> Sitting {
    let (state, effects) = State::day(settings, a_day()).unwrap();
    Sitting::with(state, effects)
}

/// Plays the user's seat with this bot, as the server's comparison does.
fn play_as(sitting: &mut Sitting, bot: &str) {
    for _ in 0..2000 {
        if matches!(sitting.state.screen.view, View::Result { .. }) {
            return;
        }
        if sitting.state.snapshot.phase == SnapshotPhase::Playing {
            let game = sitting.record().replay(&catalog::CATALOG).into_match().unwrap();
            let me = sitting.state.cast.me;
            let action = game.bot_job(me, bot, game.version() as u64, None).unwrap()();
            sitting.typed(&action);
        } else {
            sitting.enter();
        }
    }
    panic!("no day takes so long");
}

#[test]
fn the_first_deal_is_the_deal_of_the_day() {
    for game in games() {
        let sitting = play_day(settings(game.id(), 2));
        let (record, seed) = (sitting.record(), day_seed(game.id(), &a_day()));
        let seats = game.day().seats;
        let expected = game.open(&day_setup(game), seed.first_dealer(seats)).unwrap();
        assert_eq!(record.deals[0].deck, expected.next_deck(&seed), "{}", game.id());
        assert_eq!(record.dealer, u8::from(expected.first_dealer()), "{}", game.id());
        assert_eq!((record.seats, record.setup().preset), (seats, day_setup(game).preset));
    }
}

/// Equal play gives equal points, because cards, dealer, bots and seeds are those of the day.
#[test]
fn playing_like_a_built_in_bot_gives_its_points() {
    for id in ["scopa", "cassino", "gin-rummy", "thirty-one"] {
        let game = catalog::find(id).unwrap();
        let mut sitting = play_day(settings(id, 2));
        let me = sitting.state.cast.me;
        let field = day_results(&catalog::CATALOG, id, &a_day(), me).unwrap();
        let weakest = game.info().bots[0];
        play_as(&mut sitting, weakest);
        assert_eq!(sitting.state.scores.deals().len(), sitting.record().deals.len());
        let points: Vec<i32> = Seat::all(game.day().seats)
            .map(|seat| sitting.state.scores.deals().iter().map(|deal| deal[seat]).sum())
            .collect();
        let expected: Vec<i32> = field[0].points.iter().map(|(_, points)| points).collect();
        assert_eq!(points, expected, "{id}");
        assert_eq!(sitting.state.field, Some(field), "{id}");
    }
}

#[test]
fn a_day_ends_after_its_deals_with_five_lines_to_share() {
    let info = catalog::find("scopa").unwrap().info();
    let mut sitting = play_day(settings("scopa", 2));
    assert_eq!(lines_to_share(&sitting.state), None);
    play_as(&mut sitting, info.bots[0]);
    assert_eq!(sitting.record().deals.len(), info.day.deals);
    check("day-80x24", &sitting, 80, 24);
    check("day-120x40", &sitting, 120, 40);
    let lines = lines_to_share(&sitting.state).unwrap();
    let lines: Vec<&str> = lines.lines().collect();
    assert_eq!(lines.len(), 5);
    assert_eq!(lines[0], "Parlour · Scopa · 2026-11-23");
    assert!(lines[2].chars().all(|square| "🟩🟥⬜".contains(square)) && !lines[2].is_empty());
    assert!(lines[3].starts_with("Better than "), "{lines:?}");
    assert_eq!(lines[4], "parlour daily scopa 2026-11-23");
    // A second try has the same cards.
    let deck = sitting.record().deals[0].deck.clone();
    sitting.press(KeyCode::Char('a'));
    assert_eq!((sitting.record().deals.len(), &sitting.record().deals[0].deck), (1, &deck));
    assert!(sitting.state.field.is_none() && !sitting.left);
}

/// A race has no comparison.
#[test]
fn a_day_of_speed_is_shared_without_a_comparison() {
    let italian = Settings { language: Language::Italian, ..settings("speed", 2) };
    let mut sitting = play_day(italian);
    sitting.race_to_the_end();
    let lines = lines_to_share(&sitting.state).unwrap();
    assert_eq!(lines.lines().nth(3), Some("Smazzata del giorno"));
}

#[test]
fn a_table_of_a_day() {
    check("day-table-80x24", &play_day(settings("scopa", 2)), 80, 24);
}
