//! Tests of records as text.

use super::{played, settings, stacked, with_option};
use crate::state::State;
use crate::{Error, Look, event_log};
use engine::{OptionValue, Phase};
use i18n::{Faces, Language, Words};

#[test]
fn a_match_is_told_from_the_first_deal_to_the_winner() {
    let settings = with_option(settings("scopa", 2), "target", OptionValue::Number(3));
    let record = played(&settings, |table| matches!(table.phase(), Phase::Over(_)));
    let text =
        event_log(&record, &catalog::CATALOG, Words::new(Language::English, Faces::French), Look::FULL)
            .unwrap();
    assert!(text.starts_with("Scopa, Classic, 2 players\n\nDeal 1\n  On the table: "), "{text}");
    assert!(text.contains("  Player 1 ") && text.contains("\nTotals: Player 1: "), "{text}");
    assert!(
        text.trim_end().lines().last().unwrap_or_default().starts_with("The match is over. Won by: Player ")
    );
    let italian = event_log(
        &record,
        &catalog::CATALOG,
        Words::new(Language::Italian, Faces::Latin),
        Look { unicode: false, ..Look::FULL },
    );
    let italian = italian.unwrap();
    assert!(italian.is_ascii() && italian.contains("Giocatore 1"), "{italian}");
}

#[test]
fn hands_stay_hidden_until_played() {
    let record = stacked("scopa", 2, "7d Ac 2h 6c Ks Jd 3c 4h 2s 5s");
    let text =
        event_log(&record, &catalog::CATALOG, Words::new(Language::English, Faces::French), Look::FULL)
            .unwrap();
    let expected = "Scopa, Classic, 2 players\n\nDeal 1\n  On the table: 2♠ 3♣ 4♥ 5♠.\n\n\
                    Totals: Player 1: 0, Player 2: 0\nThe match is not over yet.\n";
    assert_eq!(text, expected);
}

#[test]
fn a_refused_record_is_refused_in_words() {
    let mut record = stacked("scopa", 2, "7d Ac 2h 6c Ks Jd 3c 4h 2s 5s");
    record.deals[0].actions.push("0 7d".to_owned());
    let words = Words::new(Language::English, Faces::French);
    let Err(Error::Rejection(rejection)) = event_log(&record, &catalog::CATALOG, words, Look::FULL) else {
        panic!("it was told")
    };
    assert_eq!(words.error_message_with_rule(&rejection), "7♦ can take, so it may not be laid. (rule SC-R8)");
    assert_eq!(rejection.position.map(|index| (index.deal, index.action)), Some((0, Some(0))));
}

#[test]
fn a_game_without_a_layout_is_refused_in_words() {
    let settings = settings("faulty", 2);
    let Err(error) = State::open(settings.clone()) else { panic!("it was opened") };
    assert_eq!(error.to_string(), "the terminal can't show “faulty”; use the browser");
    let record = played(&settings, |table| table.version() > 2);
    let words = Words::new(Language::English, Faces::French);
    let told = event_log(&record, &catalog::CATALOG, words, Look::FULL);
    assert!(matches!(told, Err(Error::NoLayout(game)) if game == "faulty"));
}
