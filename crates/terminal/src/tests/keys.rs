//! Tests with scripted and random keys over whole matches.

use super::{Sitting, played, settings, stacked, with_option};
use crate::local::Local;
use crate::state::{Input, Overlay, State, View};
use crate::table::Table;
use crate::{Error, Settings};
use cards::Seat;
use catalog::SnapshotPhase;
use engine::OptionValue;
use proptest::prelude::*;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// Plays a match and the next one. The record of each replays to its end.
fn play_twice(settings: Settings) {
    let mut sitting = Sitting::open(settings);
    sitting.play_to_the_end();
    let first = sitting.record();
    let replayed = first.replay(&catalog::CATALOG).summary();
    assert_eq!(replayed["status"], "complete", "{replayed}");
    let winners: Vec<u8> = sitting.state.snapshot.winners.iter().map(u8::from).collect();
    assert_eq!(replayed["winners"], serde_json::json!(winners));
    sitting.press(KeyCode::Char('y'));
    assert!(!sitting.left && matches!(sitting.state.screen.view, View::Table));
    sitting.play_to_the_end();
    let second = sitting.record();
    assert_eq!(second.replay(&catalog::CATALOG).summary()["status"], "complete");
    assert_ne!(first.deals[0].deck, second.deals[0].deck, "another match has other cards");
    assert_ne!(first.dealer, second.dealer, "the first deal goes round");
    sitting.press(KeyCode::Char('n'));
    assert!(sitting.left);
}

#[test]
fn whole_matches_against_greedy() {
    play_twice(settings("scopa", 2));
    play_twice(settings("scopa", 3));
    play_twice(settings("scopa", 4));
    play_twice(settings("scopa", 6));
    play_twice(settings("wall-street", 2));
    play_twice(settings("wall-street", 4));
}

#[test]
fn a_match_of_speed_by_numbers_and_piles() {
    let mut sitting = Sitting::open(settings("speed", 2));
    sitting.race_to_the_end();
    let replayed = sitting.record().replay(&catalog::CATALOG).summary();
    assert_eq!(replayed["status"], "complete", "{replayed}");
}

/// A bot reacts after a delay and may be too late. A block that no player answers ends
/// automatically.
#[test]
fn at_speed_the_clock_goes_on() {
    let mut slow = settings("speed", 2);
    slow.pause = std::time::Duration::from_millis(600);
    slow.bots = vec!["wasp".to_owned()];
    let mut sitting = Sitting::open(slow);
    assert!(sitting.state.is_restless());
    sitting.enter();
    let deal = |sitting: &Sitting| sitting.record().deals[0].actions.clone();
    assert_eq!(deal(&sitting), ["0 flip"]);
    // The bot agrees after half a second or so, then three, two, one.
    let mut clock = 0;
    let mut messages = Vec::new();
    while deal(&sitting).len() < 2 && clock < 10_000 {
        clock += 40;
        sitting.tick(clock);
        messages.extend(sitting.state.screen.message.as_ref().map(|message| message.text.clone()));
    }
    messages.dedup();
    assert_eq!(messages, ["3", "2", "1"]);
    assert!((2000..3500).contains(&clock), "{clock}");
    // The user does nothing, and the game still reaches its end.
    while sitting.state.snapshot.phase == SnapshotPhase::Playing && clock < 3_000_000 {
        clock += 100;
        sitting.tick(clock);
        // Cards that only the user can play would block the game, so they are played.
        let waiting = sitting.state.table.local().and_then(Local::thinking);
        let only_us = waiting.is_none() && sitting.state.timers.countdown().is_none();
        if only_us && let Some(action) = sitting.state.snapshot.legal.first().cloned().filter(|a| a != "flip")
        {
            sitting.typed(&action);
        }
    }
    assert_ne!(sitting.state.snapshot.phase, SnapshotPhase::Playing);
}

/// The table waits for the user's answer, and reads the answers when the last one is given.
#[test]
fn sealed_answers_are_read_once_all_have_answered() {
    let mut answered = 0;
    // In some deals no bot plays a Tool to which the user may react.
    for number in 0..50 {
        if answered > 0 {
            break;
        }
        let seed = Some(cards::Seed::from_number(number));
        let mut sitting = Sitting::open(Settings { seed, ..settings("sharks", 3) });
        while sitting.state.snapshot.phase == SnapshotPhase::Playing {
            sitting.tick(3_600_000);
            let (version, game) =
                (sitting.state.snapshot.version, sitting.state.table.local().unwrap().game());
            answered += u32::from(game.window().is_some());
            let action = sitting.state.snapshot.legal.first().cloned().expect("all wait for the user");
            sitting.typed(&action);
            assert!(sitting.state.snapshot.version > version, "{action}");
        }
        assert!(sitting.record().replay(&catalog::CATALOG).into_match().is_ok());
    }
    assert!(answered > 0);
}

#[test]
fn whole_matches_by_every_option_that_changes_the_play() {
    let flag = |key| with_option(settings("scopa", 2), key, OptionValue::Flag(true));
    let word = |key, word: &str| with_option(settings("scopa", 2), key, OptionValue::Word(word.to_owned()));
    for settings in [flag("assoPigliaTutto"), flag("quindici"), flag("napola"), flag("claimOut")] {
        Sitting::open(settings).play_to_the_end();
    }
    for obligation in ["none", "hand"] {
        let mut sitting = Sitting::open(word("captureObligation", obligation));
        // With these cards the first may be illegal, so the next one is tried.
        for _ in 0..4000 {
            if matches!(sitting.state.screen.view, View::Result { .. }) {
                break;
            }
            sitting.enter();
            if sitting.state.screen.message.is_some() {
                sitting.press(KeyCode::Right);
            }
        }
        assert_eq!(sitting.state.snapshot.phase, SnapshotPhase::Over, "{obligation}");
    }
    Sitting::open(with_option(word("aceOnEmpty", "captured"), "assoPigliaTutto", OptionValue::Flag(true)))
        .play_to_the_end();
}

const TWO_WAYS: &str = "7d Ac 2h 6c Ks Jd 3c 4h 2s 5s";

fn two_ways() -> Sitting {
    Sitting::go_on(settings("scopa", 2), stacked("scopa", 2, TWO_WAYS))
}

fn my_last_action(sitting: &Sitting) -> String {
    let record = sitting.record();
    let actions = record.deals.last().unwrap().actions.iter();
    actions.rev().find(|action| action.starts_with('0')).cloned().unwrap_or_default()
}

#[test]
fn a_choice_is_asked_for_and_can_be_left() {
    let mut sitting = two_ways();
    sitting.press(KeyCode::Char('2'));
    assert_eq!(sitting.state.snapshot.version, 1);
    sitting.press(KeyCode::Char('2'));
    assert!(matches!(&sitting.state.screen.view, View::Ways { actions, .. } if actions.len() == 2));
    sitting.press(KeyCode::Esc);
    assert_eq!(sitting.state.screen.view, View::Table);
    sitting.enter();
    sitting.press(KeyCode::Char('2'));
    sitting.press(KeyCode::Char('2'));
    assert_eq!(my_last_action(&sitting), "0 7d x 3c 4h");
}

#[test]
fn commands_play_too() {
    for (line, action) in [
        ("play 2h", "0 2h x 2s"),
        ("take 7d 5s+2s", "0 7d x 2s 5s"),
        ("7d x 4h 3c", "0 7d x 3c 4h"),
        ("play K♠", "0 Ks x 2s 3c 5s"),
    ] {
        let mut sitting = two_ways();
        sitting.typed(line);
        assert_eq!(my_last_action(&sitting), action, "{line}");
    }
}

#[test]
fn a_letter_begins_a_command() {
    let mut sitting = two_ways();
    "play 2h".chars().for_each(|symbol| sitting.press(KeyCode::Char(symbol)));
    assert_eq!(sitting.state.screen.over, Some(Overlay::Command { line: "play 2h".to_owned() }));
    sitting.enter();
    assert_eq!(my_last_action(&sitting), "0 2h x 2s");
}

#[test]
fn refusals_are_said_with_their_rule_and_change_nothing() {
    for (line, expected) in [
        ("lay 7d", "Seven of coins can take, so it may not be laid. (rule SC-R8)"),
        ("play 8d", "Page of coins is not in your hand. (rule SC-R5)"),
        ("play 6d", "Six of coins is not in your hand. (rule SC-R5)"),
        ("take 7d 2s", "Seven of coins cannot take two of swords: they do not add up. (rule SC-R7)"),
        (
            "take 2h 3c",
            "Two of cups must take a card of its own rank (two of swords) before anything else. (rule SC-R6)",
        ),
        (
            "claim",
            "At this table players can’t claim to be out; points are counted after the deal. (rule SC-S12)",
        ),
        ("take 7y", "“7y” is not a card. Write 7d, 10h or Ks."),
        ("brew some tea", "“brew some tea” cannot be understood. Try: play 8 coins  ·  take 7 cups 7 coins"),
    ] {
        let mut sitting = two_ways();
        let before = sitting.state.record_text();
        sitting.typed(line);
        let message = sitting.state.screen.message.clone().map(|message| message.text).unwrap_or_default();
        assert_eq!(message, expected, "{line}");
        assert_eq!(sitting.state.record_text(), before, "{line}");
    }
}

#[test]
fn leaving_asks_first_and_offers_to_save() {
    let mut sitting = two_ways();
    sitting.press(KeyCode::Char('q'));
    sitting.press(KeyCode::Char('n'));
    assert!(!sitting.left && sitting.state.screen.over.is_none());
    sitting.press(KeyCode::Char('q'));
    sitting.press(KeyCode::Char('s'));
    let Some(Overlay::Save { name, .. }) = sitting.state.screen.over.clone() else {
        panic!("no name is asked for")
    };
    name.chars().for_each(|_| sitting.press(KeyCode::Backspace));
    "evening.json".chars().for_each(|symbol| sitting.press(KeyCode::Char(symbol)));
    sitting.enter();
    assert!(sitting.left);
    let written = catalog::read_record(&sitting.saved["evening.json"]).unwrap();
    assert_eq!(written.write(), sitting.saved["evening.json"]);
    assert_eq!(written.deals, sitting.record().deals);
}

/// Returns whether the dialog on leaving says that the match is saved instead of asking.
fn is_said_to_be_written_down(sitting: &mut Sitting) -> bool {
    sitting.press(KeyCode::Char('q'));
    let picture = sitting.picture(80, 24);
    let (written, offered) = (picture.contains("saved in"), picture.contains("save first"));
    assert_ne!(written, offered, "{picture}");
    sitting.press(KeyCode::Char('n'));
    written
}

/// Otherwise the match would be lost.
#[test]
fn a_failed_save_keeps_the_table_open() {
    let mut sitting = two_ways();
    sitting.save_problem = Some("the disk is full");
    sitting.press(KeyCode::Char('q'));
    sitting.press(KeyCode::Char('s'));
    sitting.enter();
    assert!(!sitting.left && sitting.state.screen.over.is_none());
    let message = sitting.state.screen.message.clone().unwrap();
    assert!(message.refused && message.text.contains("the disk is full"), "{}", message.text);
    // The player has canceled leaving, so a later save doesn't leave.
    sitting.save_problem = None;
    sitting.typed("save");
    sitting.enter();
    assert!(!sitting.left && is_said_to_be_written_down(&mut sitting));
}

#[test]
fn what_was_saved_is_not_all_once_the_match_goes_on() {
    let mut sitting = two_ways();
    assert!(!is_said_to_be_written_down(&mut sitting));
    sitting.typed("save");
    sitting.enter();
    assert!(is_said_to_be_written_down(&mut sitting));
    sitting.typed("play 2h");
    assert_eq!(my_last_action(&sitting), "0 2h x 2s");
    assert!(!is_said_to_be_written_down(&mut sitting));
}

/// A record file is written after every card, if possible.
#[test]
fn a_record_file_that_is_behind_the_match_is_not_called_its_record() {
    let folder = tempfile::tempdir().unwrap();
    let record = Some(folder.path().join("match.json"));
    let mut sitting = Sitting::open(Settings { record, ..settings("scopa", 2) });
    assert!(is_said_to_be_written_down(&mut sitting));
    sitting.save_problem = Some("the disk is full");
    sitting.enter();
    assert!(!is_said_to_be_written_down(&mut sitting));
    sitting.save_problem = None;
    sitting.enter();
    assert!(is_said_to_be_written_down(&mut sitting));
}

#[test]
fn control_c_leaves_at_once() {
    let mut sitting = two_ways();
    sitting.press(KeyCode::Char(':'));
    sitting.take_in(Input::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)));
    assert!(sitting.left);
}

/// With a record file, the match is saved after every card and can be continued.
#[test]
fn a_record_file_is_kept_and_continued() {
    let folder = std::env::temp_dir().join(format!("parlour-terminal-keys-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("match.json");
    let kept = |settings: Settings| Settings { record: Some(path.clone()), ..settings };
    let mut sitting = Sitting::open(kept(settings("scopa", 2)));
    sitting.enter();
    let name = path.display().to_string();
    assert_eq!(sitting.saved[&name], sitting.state.record_text());
    let actions = sitting.record().deals[0].actions.len();
    assert!(actions >= 2, "my card and the bot's: {actions}");
    assert!(
        !sitting.saved[&name].contains("\"seed\""),
        "the seed of a match that goes on tells what is to come"
    );

    std::fs::write(&path, &sitting.saved[&name]).unwrap();
    let mut again = Sitting::open(kept(settings("scopa", 2)));
    assert_eq!(again.record().deals, sitting.record().deals);
    assert!(again.state.log.lines().len() > 2, "what happened in this deal is told");
    again.play_to_the_end();
    assert_eq!(
        catalog::read_record(&again.saved[&name]).unwrap().replay(&catalog::CATALOG).summary()["status"],
        "complete"
    );
    again.press(KeyCode::Char('y'));
    assert!(
        again.saved.contains_key(&folder.join("match-2.json").display().to_string()),
        "the first one stays"
    );

    let other = State::open(kept(settings("wall-street", 2))).err();
    assert!(matches!(other, Some(Error::OtherGame { .. })));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn unplayable_setups_are_refused_before_the_start() {
    let refused = |settings| State::open(settings).err().map(|error| error.to_string()).unwrap_or_default();
    assert_eq!(refused(settings("poker", 2)), "unknown game “poker”");
    assert!(refused(settings("scopa", 5)).contains("5"));
    let bot = |bot: &str| Settings { bots: vec![bot.to_owned()], ..settings("scopa", 2) };
    assert!(refused(bot("genius")).contains("genius"));
    let three = Settings { bots: vec!["greedy".to_owned(); 3], ..settings("scopa", 2) };
    assert_eq!(refused(three), "3 bots given, but only 1 other seat");
    let six = Settings { bots: vec!["greedy".to_owned(); 6], ..settings("scopa", 4) };
    assert_eq!(refused(six), "6 bots given, but only 3 other seats");
}

#[test]
fn a_match_to_one_point_is_called_so() {
    let to = |target| with_option(settings("scopa", 2), "target", OptionValue::Number(target));
    assert!(Sitting::open(to(1)).picture(80, 24).contains("to 1 point "));
    assert!(Sitting::open(to(2)).picture(80, 24).contains("to 2 points "));
}

/// A player who sat North continues as North.
#[test]
fn at_bridge_one_sits_south_or_where_the_record_says() {
    let settings = settings("bridge", 4);
    let table = Table::open(&settings, 0).unwrap();
    assert_eq!((table.me(), table.name(Seat::new(2)), table.bot(Seat::new(2))), (Seat::new(2), None, None));
    assert_eq!((table.name(Seat::new(3)), table.bot(Seat::new(3))), (Some("Ada"), Some("skilled")));
    let players = ["Anna", "Ada (greedy)", "Bruno (greedy)", "Carla (greedy)"].map(str::to_owned).to_vec();
    let record = played(&settings, |table| table.version() == 2);
    let record = record.with_notes(catalog::Notes { players, ..catalog::Notes::default() });
    assert_eq!(Table::go_on(&settings, record).unwrap().0.me(), Seat::new(0));
}

/// Only the user's own hand leaves the table.
#[test]
fn other_hands_are_closed() {
    for game in ["scopa", "wall-street"] {
        let settings = settings(game, 4);
        let record = played(&settings, |table| table.version() == 5);
        let (table, _) = Table::go_on(&settings, record).unwrap();
        let view = table.snapshot().view.unwrap().to_json();
        let view: serde_json::Value = serde_json::from_str(view.get()).unwrap();
        let hands = view["hands"].as_array().unwrap();
        assert!(
            hands
                .iter()
                .enumerate()
                .all(|(seat, hand)| hand.get("open").is_some() == (seat == table.me().index()))
        );
    }
}

fn any_key() -> impl Strategy<Value = KeyCode> {
    let letters = "abcdefghijklmnopqrstuvwxyz:/?+ 0123456789♦é";
    prop_oneof![
        4 => Just(KeyCode::Enter),
        2 => prop::sample::select(vec![
            KeyCode::Left, KeyCode::Right, KeyCode::Up, KeyCode::Down, KeyCode::Tab, KeyCode::BackTab,
            KeyCode::Home, KeyCode::End, KeyCode::PageUp, KeyCode::PageDown, KeyCode::Esc, KeyCode::Backspace,
            KeyCode::Delete, KeyCode::F(1), KeyCode::F(5), KeyCode::Null,
        ]),
        3 => prop::sample::select(letters.chars().collect::<Vec<_>>()).prop_map(KeyCode::Char),
    ]
}

/// Returns every entry of a record in order.
fn entries(sitting: &Sitting) -> Vec<String> {
    sitting.record().deals.into_iter().flat_map(|deal| deal.actions).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Random keys never panic, and the match progresses by legal plays only.
    #[test]
    fn random_keys_do_no_harm(
        keys in prop::collection::vec(any_key(), 0..120),
        number in 0_u64..1000,
        table in prop::sample::select(vec![("scopa", 2), ("scopa", 4), ("scopa", 6), ("wall-street", 3)]),
        (width, height) in (0_u16..140, 0_u16..50),
    ) {
        let settings = Settings { seed: Some(cards::Seed::from_number(number)), ..settings(table.0, table.1) };
        let mut sitting = Sitting::open(settings);
        for key in keys {
            let (legal, before, deals) =
                (sitting.state.snapshot.legal.clone(), entries(&sitting).len(), sitting.record().deals.len());
            let round = sitting.state.round;
            sitting.press(key);
            sitting.picture(width, height);
            if sitting.state.round == round {
                let after = entries(&sitting);
                let mine: Vec<&str> =
                    after[before..].iter().filter_map(|entry| entry.strip_prefix("0 ")).collect();
                prop_assert!(mine.len() <= 1, "one play a key: {mine:?}");
                prop_assert!(mine.iter().all(|action| legal.iter().any(|allowed| allowed == action)), "{mine:?}");
                prop_assert!(mine.is_empty() || sitting.record().deals.len() == deals, "a deal begins by itself");
            }
            if sitting.left {
                break;
            }
        }
        prop_assert!(sitting.record().replay(&catalog::CATALOG).into_match().is_ok());
    }
}
