//! Comparison of the screen with the text files in `pictures/`.
//!
//! To update them, run `UPDATE_PICTURES=1 cargo test -p terminal pictures`, then check the changes.

use super::{Sitting, played, settings, stacked, with_option};
use crate::games::games;
use crate::{Look, Settings};
use cards::Seed;
use engine::{OptionValue, Phase};
use i18n::{Faces, Language};
use ratatui::crossterm::event::KeyCode;
use std::path::PathBuf;
use std::time::Duration;

pub(super) fn check(name: &str, sitting: &Sitting, width: u16, height: u16) {
    let path =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/tests/pictures").join(format!("{name}.txt"));
    let drawn = sitting.picture(width, height);
    if std::env::var_os("UPDATE_PICTURES").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &drawn).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(drawn == expected, "{name} has changed; it was\n{expected}and is\n{drawn}");
}

/// Draws every game after the deal, with the fewest players.
#[test]
fn every_game() {
    for game in games() {
        let settings = settings(game.id(), game.info().presets[0].tables[0].seats);
        let record = played(&settings, |table| table.phase() == Phase::Playing);
        check(&format!("open-{}-80x24", game.id()), &Sitting::go_on(settings, record), 80, 24);
    }
}

/// Seat 0 holds 7♦ 2♥ K♠. 3♣ 4♥ 2♠ 5♠ lie on the table, so 7♦ has two captures.
const TWO_WAYS: &str = "7d Ac 2h 6c Ks Jd 3c 4h 2s 5s";

#[test]
fn the_table() {
    let mut sitting = Sitting::go_on(settings("scopa", 2), stacked("scopa", 2, TWO_WAYS));
    check("table-80x24", &sitting, 80, 24);
    check("table-120x40", &sitting, 120, 40);
    check("table-60x18", &sitting, 60, 18);
    sitting.press(KeyCode::Char('1'));
    check("table-preview-80x24", &sitting, 80, 24);
}

#[test]
fn a_choice_of_captures() {
    let mut sitting = Sitting::go_on(settings("scopa", 2), stacked("scopa", 2, TWO_WAYS));
    sitting.press(KeyCode::Char('2'));
    sitting.enter();
    sitting.press(KeyCode::Down);
    check("ways-80x24", &sitting, 80, 24);
    check("ways-120x40", &sitting, 120, 40);
    check("ways-60x18", &sitting, 60, 18);
}

#[test]
fn a_refusal() {
    let mut sitting = Sitting::go_on(settings("scopa", 2), stacked("scopa", 2, TWO_WAYS));
    sitting.typed("lay 7d");
    check("refusal-80x24", &sitting, 80, 24);
    check("refusal-60x18", &sitting, 60, 18);
}

#[test]
fn leaving() {
    let mut sitting = Sitting::go_on(settings("scopa", 2), stacked("scopa", 2, TWO_WAYS));
    sitting.press(KeyCode::Char('q'));
    check("quit-80x24", &sitting, 80, 24);
    sitting.press(KeyCode::Char('s'));
    check("save-80x24", &sitting, 80, 24);
}

#[test]
fn the_scoring() {
    let settings = settings("scopa", 2);
    let record = played(&settings, |table| table.phase() == Phase::Between && table.deals() == 1);
    let sitting = Sitting::go_on(settings, record);
    check("scoring-80x24", &sitting, 80, 24);
    check("scoring-120x40", &sitting, 120, 40);
}

#[test]
fn the_scoring_of_partners_and_of_four() {
    let partners = settings("scopa", 4);
    let record = played(&partners, |table| table.phase() == Phase::Between && table.deals() == 1);
    check("scoring-partners-80x24", &Sitting::go_on(partners, record), 80, 24);
    let four = settings("wall-street", 4);
    let record = played(&four, |table| table.phase() == Phase::Between && table.deals() == 1);
    check("scoring-wall-street-80x24", &Sitting::go_on(four, record), 80, 24);
}

#[test]
fn the_end_of_the_match() {
    let settings = with_option(settings("scopa", 2), "target", OptionValue::Number(5));
    let record = played(&settings, |table| matches!(table.phase(), Phase::Over(_)));
    let mut sitting = Sitting::go_on(settings, record);
    sitting.enter();
    check("result-80x24", &sitting, 80, 24);
    check("result-120x40", &sitting, 120, 40);
}

#[test]
fn the_help_and_the_score() {
    let mut sitting = Sitting::go_on(settings("scopa", 2), stacked("scopa", 2, TWO_WAYS));
    sitting.press(KeyCode::Char('?'));
    check("help-80x24", &sitting, 80, 24);
    check("help-120x40", &sitting, 120, 40);
    sitting.press(KeyCode::Esc);
    sitting.press(KeyCode::Char('c'));
    check("score-80x24", &sitting, 80, 24);
}

#[test]
fn a_window_that_is_too_small() {
    let sitting = Sitting::go_on(settings("scopa", 2), stacked("scopa", 2, TWO_WAYS));
    check("small-50x16", &sitting, 50, 16);
    // At any size, something is drawn, and nothing outside the area.
    for (width, height) in [(0, 0), (1, 1), (59, 40), (200, 17), (3, 200)] {
        sitting.picture(width, height);
    }
}

#[test]
fn six_players_where_there_is_hardly_room() {
    let mut sitting =
        Sitting::go_on(settings("scopa", 6), stacked("scopa", 6, "7d Ac 2h 6c Ks Jd 3c 4h 2s 5s"));
    check("six-60x18", &sitting, 60, 18);
    check("six-80x24", &sitting, 80, 24);
    sitting.press(KeyCode::Right);
    check("six-100x30", &sitting, 100, 30);
}

#[test]
fn scopone_has_ten_cards_in_hand() {
    let settings = with_option(settings("scopa", 4), "scoponeScientifico", OptionValue::Flag(true));
    let record = played(&settings, |table| table.version() == 13);
    let french = Settings { faces: Some(Faces::French), ..settings.clone() };
    check("scopone-french-80x24", &Sitting::go_on(french, record.clone()), 80, 24);
    let italian = Settings { language: Language::Italian, ..settings };
    check("scopone-italian-80x24", &Sitting::go_on(italian.clone(), record.clone()), 80, 24);
    check("scopone-italian-60x18", &Sitting::go_on(italian, record), 60, 18);
}

#[test]
fn plain_characters_and_no_colours() {
    let look = Look { colour: false, unicode: false };
    let settings = crate::Settings { look, ..settings("scopa", 2) };
    let mut sitting = Sitting::go_on(settings, stacked("scopa", 2, TWO_WAYS));
    sitting.press(KeyCode::Char('2'));
    sitting.enter();
    let picture = sitting.picture(80, 24);
    assert!(picture.is_ascii(), "{picture}");
    check("plain-80x24", &sitting, 80, 24);
    let mut buffer = ratatui::buffer::Buffer::empty(ratatui::layout::Rect::new(0, 0, 80, 24));
    crate::screen::screen(&sitting.state, &mut buffer);
    let reset = ratatui::style::Color::Reset;
    assert!(buffer.content.iter().all(|cell| cell.fg == reset && cell.bg == reset));
}

#[test]
fn a_bot_is_waited_for_with_a_spinner_only_when_it_takes_its_time() {
    let settings = crate::Settings { pause: Duration::from_millis(600), ..settings("scopa", 2) };
    let mut sitting = Sitting::go_on(settings, stacked("scopa", 2, TWO_WAYS));
    sitting.typed("2h");
    let version = sitting.state.snapshot.version;
    let status = |sitting: &Sitting| sitting.picture(80, 24).lines().nth(20).unwrap_or_default().to_owned();
    sitting.tick(200);
    assert_eq!(status(&sitting), "   Ada is playing");
    sitting.tick(300);
    assert_eq!(status(&sitting), " - Ada is playing");
    sitting.tick(599);
    assert_eq!(sitting.state.snapshot.version, version, "it has answered, and still seems to think");
    sitting.tick(600);
    assert_eq!(sitting.state.snapshot.version, version + 1);
    assert!(status(&sitting).starts_with(" ▶ Your turn"), "{}", status(&sitting));
}

/// First cards dealt: an ace and a king to each seat, spades to seat 0.
const ACES: &str = "As Ah Ad Ac Ks Kh Kd Kc";

#[test]
fn a_bridge_table() {
    let mut sitting = Sitting::go_on(settings("bridge", 4), stacked("bridge", 4, ACES));
    check("bridge-auction-80x24", &sitting, 80, 24);
    sitting.press(KeyCode::Char('1'));
    check("bridge-bid-80x24", &sitting, 80, 24);
    "nt".chars().for_each(|letter| sitting.press(KeyCode::Char(letter)));
    sitting.enter();
    check("bridge-called-80x24", &sitting, 80, 24);
}

/// The user sits South and plays one spade. West has led, and dummy (North) is due.
#[test]
fn dummy_at_a_bridge_table() {
    let record = stacked("bridge", 4, ACES);
    let game = catalog::find("bridge").unwrap();
    let mut table = game.open(&record.setup(), cards::Seat::new(3)).unwrap();
    table.deal(&record.deals[0].deck, &[]).unwrap();
    for (seat, action) in [(3, "P"), (0, "P"), (1, "P"), (2, "1S"), (3, "P"), (0, "P"), (1, "P"), (3, "Ac")] {
        table.play(cards::Seat::new(seat), action, &[]).unwrap();
    }
    let mut sitting = Sitting::go_on(settings("bridge", 4), table.record());
    check("bridge-dummy-80x24", &sitting, 80, 24);
    check("bridge-dummy-60x18", &sitting, 60, 18);
    check("bridge-dummy-120x40", &sitting, 120, 40);
    // The cards after the tenth have keys, and no other card shares them.
    for (key, chosen) in [('-', "[- 10♣]"), ('=', "[= 9♦]"), ('+', "[+ 6♦]"), ('1', "[1 A♠]")] {
        sitting.press(KeyCode::Char(key));
        assert!(sitting.picture(120, 40).contains(chosen), "{key}: {}", sitting.picture(120, 40));
    }
}

/// Seat 0 holds 2♣ 7♥ 4♣ K♣ and has made a build of seven. The bot has raised another to nine.
#[test]
fn builds_on_the_table_of_cassino() {
    let deck = "2c 7h 5d 9s 2d 9c 4c Kc 4h Qd 9d 3c";
    let mut sitting = Sitting::go_on(settings("cassino", 2), stacked("cassino", 2, deck));
    check("cassino-80x24", &sitting, 80, 24);
    sitting.press(KeyCode::Char('1'));
    check("cassino-preview-80x24", &sitting, 80, 24);
    sitting.typed("build 2c 5d = 7");
    check("cassino-build-80x24", &sitting, 80, 24);
    check("cassino-build-120x40", &sitting, 120, 40);
    check("cassino-build-60x18", &sitting, 60, 18);
}

/// Seat 0 holds 7♠ 8♠ 3♥ Q♣ 8♥ A♦ 2♣ 2♥ 5♦ 6♦, the other 4♠ 5♠ 6♠ 9♦ 9♥ 9♠ J♣ J♦ 3♣ 2♦. The upcard
/// is K♥, and the stock starts with K♣ J♥.
const GIN: &str = "7s 4s 8s 5s 3h 6s Qc 9d 8h 9h Ad 9s 2c Jc 2h Jd 5d 3c 6d 2d Kh Kc Jh";

#[test]
fn gin() {
    // A seed with which the bot draws from the stock and knocks.
    let knocks = |seed: &Seed| {
        let settings = Settings { seed: Some(*seed), ..settings("gin-rummy", 2) };
        let mut sitting = Sitting::go_on(settings, stacked("gin-rummy", 2, GIN));
        ["pass", "stock", "discard Kc"].into_iter().for_each(|action| sitting.typed(action));
        sitting.state.snapshot.legal.iter().any(|action| action == "done")
    };
    let seed = (0..100).map(Seed::from_number).find(knocks);
    let settings = Settings { seed, ..settings("gin-rummy", 2) };
    let mut sitting = Sitting::go_on(settings, stacked("gin-rummy", 2, GIN));
    check("gin-offer-80x24", &sitting, 80, 24);
    sitting.typed("pass");
    sitting.typed("stock");
    sitting.press(KeyCode::End);
    check("gin-discard-80x24", &sitting, 80, 24);
    check("gin-discard-60x18", &sitting, 60, 18);
    check("gin-discard-120x40", &sitting, 120, 40);
    sitting.typed("knock Kc");
    check("gin-refusal-80x24", &sitting, 80, 24);
    sitting.typed("discard Kc");
    assert!(sitting.state.snapshot.legal.iter().any(|action| action == "done"), "the bot knocks");
    sitting.press(KeyCode::Char('8'));
    check("gin-lay-off-80x24", &sitting, 80, 24);
    check("gin-lay-off-60x18", &sitting, 60, 18);
    sitting.typed("layoff 7s 8s > 4s 5s 6s");
    sitting.typed("done");
    check("gin-scoring-80x24", &sitting, 80, 24);
}

/// Four in order of play: seat 0 holds K♠ 9♠ 4♥, the upcard is 2♠, and the stock starts with A♠.
const THIRTY_ONE: &str = "Ks 5c 6c 7c 9s 5d 6d 7d 4h 5h 6h 7h 2s As";

#[test]
fn thirty_one() {
    let mut sitting = Sitting::go_on(settings("thirty-one", 4), stacked("thirty-one", 4, THIRTY_ONE));
    check("thirty-one-80x24", &sitting, 80, 24);
    check("thirty-one-60x18", &sitting, 60, 18);
    sitting.typed("stock");
    sitting.press(KeyCode::End);
    check("thirty-one-discard-80x24", &sitting, 80, 24);
    check("thirty-one-discard-120x40", &sitting, 120, 40);
}

/// A game of Speed: seat 0 holds 8♠ 2♥ 5♦ 9♣ J♠.
const SPEED: &str = "8s 2d 2h 2c 5d 5s 9c 9d Js Jh";

#[test]
fn speed() {
    let mut sitting = Sitting::go_on(settings("speed", 2), stacked("speed", 2, SPEED));
    check("speed-start-80x24", &sitting, 80, 24);
    check("speed-start-60x18", &sitting, 60, 18);
    sitting.press(KeyCode::Enter);
    sitting.tick(10);
    check("speed-80x24", &sitting, 80, 24);
    check("speed-120x40", &sitting, 120, 40);
}

/// Six players, one of the user's Tools played, and a card explained.
#[test]
fn sharks() {
    let game = catalog::find("sharks").unwrap();
    let mut table = game.open(&catalog::SetupText::first_preset(6), cards::Seat::new(5)).unwrap();
    table.deal(&table.next_deck(&cards::Seed::from_number(4)), &[]).unwrap();
    let mut sitting = Sitting::go_on(settings("sharks", 6), table.record());
    check("sharks-80x24", &sitting, 80, 24);
    check("sharks-60x18", &sitting, 60, 18);
    check("sharks-120x40", &sitting, 120, 40);
    sitting.enter();
    check("sharks-ways-80x24", &sitting, 80, 24);
    sitting.press(KeyCode::Esc);
    sitting.typed("t01");
    check("sharks-explained-80x24", &sitting, 80, 24);
    sitting.typed("bid 1 1 1 1 1 1 1 1 1 1 1");
    check("sharks-refusal-80x24", &sitting, 80, 24);
    sitting.typed("pass");
    for _ in 0..40 {
        if sitting
            .state
            .snapshot
            .view
            .as_ref()
            .is_some_and(|view| view.to_json().get().contains("\"stage\":\"tool\""))
        {
            break;
        }
        sitting.typed("pass");
    }
    check("sharks-tool-80x24", &sitting, 80, 24);
}

/// A whole game with Enter alone.
#[test]
fn sharks_to_the_end() {
    let mut sitting = Sitting::open(settings("sharks", 4));
    sitting.play_to_the_end();
    assert!(sitting.record().replay(&catalog::CATALOG).summary()["status"] == "complete");
}
