//! The numbered tests of the rules for decks, and every fault of every deck.

use super::ask;
use pads::decks::{self, Advice, Specification, TwoDecks, check, fast_count, find, read_ticks, strip};
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn full(deck: &Specification) -> BTreeMap<String, u16> {
    deck.cards.iter().map(|card| (card.card.clone(), card.count)).collect()
}

/// Returns the missing and extra cards of a check, with their numbers.
fn named(deck: &str, found: &BTreeMap<String, u16>) -> (Vec<String>, Vec<String>) {
    let check = check(find(deck).unwrap(), found);
    let name = |all: &[decks::Different]| {
        all.iter().map(|one| format!("{}: {}", one.card, one.in_figures())).collect::<Vec<_>>()
    };
    (name(&check.missing), name(&check.extra))
}

/// Pad of a match in progress.
struct Table {
    pad: Value,
    id: Value,
}

impl Table {
    fn new(game: &str, players: &[&str], hands: &[Value]) -> Self {
        let opening = json!({ "game": game, "players": players, "dealer": 0, "countEvery": 0 });
        let opened =
            ask(&json!({ "ask": "write", "device": "d", "change": { "type": "open", "opening": opening } }));
        let mut table = Self { pad: opened["pad"].clone(), id: opened["wrote"].clone() };
        hands.iter().for_each(|hand| assert_eq!(table.enter(hand), Value::Null));
        table
    }

    /// Enters a hand and returns the code of the rejection, if any.
    fn enter(&mut self, entry: &Value) -> Value {
        self.write(&json!({ "type": "enter", "match": self.id, "entry": entry }))
    }

    fn happens(&mut self, incident: &Value) -> Value {
        self.write(&json!({ "type": "incident", "match": self.id, "incident": incident }))
    }

    fn happens_in(&mut self, line: u32, incident: &Value) -> Value {
        self.write(&json!({ "type": "incident", "match": self.id, "line": line, "incident": incident }))
    }

    fn write(&mut self, change: &Value) -> Value {
        let answer = ask(&json!({ "ask": "write", "pad": self.pad, "device": "d", "change": change }));
        if answer["refused"].is_null() {
            self.pad = answer["pad"].clone();
        }
        answer["refused"]["code"].clone()
    }

    fn sheet(&self) -> Value {
        ask(&json!({ "ask": "view", "pad": self.pad }))["view"]["matches"][0].clone()
    }
}

const NAMES: [&str; 4] = ["Anna", "Bruno", "Carla", "Dino"];

fn two_hearts() -> Value {
    json!({ "kind": "played", "contract": "2H", "declarer": 0, "tricks": 8 })
}

fn gin() -> Value {
    json!({ "going": "gin", "by": 0, "deadwood": [0, 30] })
}

#[test]
fn dk_t01_a_card_missing_in_the_middle_of_bridge_voids_the_deal_alone() {
    let mut table = Table::new("bridge", &NAMES, &[two_hearts()]);
    let before = table.sheet();
    table.happens(&json!({ "what": "incorrect", "found": "duringPlay", "missing": ["4c"] }));
    for seat in 0..4 {
        assert_eq!(table.enter(&two_hearts()), "frozen");
        table.happens(&json!({ "what": "answer", "seat": seat, "agrees": true }));
    }
    let sheet = table.sheet();
    assert_eq!(sheet["deck"]["voided"], json!([1]));
    for same in ["dealer", "totals", "rows"] {
        assert_eq!(sheet[same], before[same], "{same}");
    }
    assert_eq!(table.enter(&two_hearts()), "deck-unverified");
    table.happens(&json!({ "what": "verified" }));
    assert_eq!(table.enter(&two_hearts()), Value::Null);
}

#[test]
fn dk_t02_two_wrong_cards_pass_the_count_and_not_the_grid() {
    let deck = find("standard52").unwrap();
    let mut found = full(deck);
    found.insert("7d".to_owned(), 2);
    found.insert("7c".to_owned(), 0);
    assert!(fast_count(deck, 52).right);
    assert_eq!(named("standard52", &found), (vec!["7c: 0 of 1".to_owned()], vec!["7d: 2 of 1".to_owned()]));
    let advice = check(deck, &found).advice;
    assert_eq!(advice[0], Advice::Remove { card: "7d".to_owned(), times: 1 });
    assert_eq!(advice[1], Advice::LookFor { card: "7c".to_owned(), times: 1 });
}

#[test]
fn dk_t03_a_joker_is_too_much() {
    let deck = find("standard52").unwrap();
    let mut found = full(deck);
    found.insert("joker".to_owned(), 1);
    assert!(!fast_count(deck, 53).right);
    assert_eq!(named("standard52", &found), (Vec::new(), vec!["joker: 1 of 0".to_owned()]));
    // The joker may be of this deck; it only does not belong to the game.
    assert_eq!(check(deck, &found).advice, [Advice::PutInBox { card: "joker".to_owned(), times: 1 }]);
}

#[test]
fn dk_t04_an_eight_left_in_a_scopa_deck() {
    let mut found = full(find("scopa40").unwrap());
    found.insert("8h".to_owned(), 1);
    assert_eq!(named("scopa40", &found), (Vec::new(), vec!["8h: 1 of 0".to_owned()]));
    let advice = check(find("scopa40").unwrap(), &found).advice;
    assert_eq!(advice, [Advice::PutInBox { card: "8h".to_owned(), times: 1 }]);
}

#[test]
fn dk_t05_a_scopa_deck_is_no_deck_for_wall_street() {
    let check = check(find("wallstreet40").unwrap(), &full(find("scopa40").unwrap()));
    let ranks = |all: &[decks::Different]| {
        let mut ranks: Vec<char> = all.iter().filter_map(|one| one.card.chars().next()).collect();
        ranks.sort_unstable();
        ranks.dedup();
        (all.len(), ranks)
    };
    assert_eq!(ranks(&check.missing), (12, vec!['8', '9', 'T']));
    assert_eq!(ranks(&check.extra), (12, vec!['7', 'J', 'Q']));
    assert!(check.count.right && !check.right);
    assert!(matches!(&check.advice[..2], [Advice::PutAside { .. }, Advice::PutBack { .. }]));
}

#[test]
fn dk_t06_a_card_missed_after_the_score_blocks_the_next_deal_only() {
    let mut table = Table::new("gin-rummy", &NAMES[..2], &[gin()]);
    let before = table.sheet()["totals"].clone();
    table.happens_in(0, &json!({ "what": "incorrect", "found": "afterScore", "missing": ["4c"] }));
    assert_eq!(table.sheet()["totals"], before);
    assert_eq!(table.sheet()["deck"]["voided"], json!([]));
    assert_eq!(table.enter(&gin()), "deck-unverified");
    table.happens(&json!({ "what": "verified" }));
    assert_eq!(table.enter(&gin()), Value::Null);
}

#[test]
fn dk_t07_a_marked_card_is_told_to_all_and_the_hand_goes_on() {
    let mut table = Table::new("bridge", &NAMES, &[]);
    table.happens(&json!({ "what": "imperfect", "card": "5s", "mark": "a bent corner" }));
    assert_eq!(
        table.sheet()["deck"]["notices"][0],
        json!({ "card": "5s", "mark": "a bent corner", "line": 0 })
    );
    assert_eq!(table.enter(&two_hearts()), Value::Null, "this hand is finished");
    assert_eq!(table.enter(&two_hearts()), "deck-unverified");
    table.happens(&json!({ "what": "verified" }));
    assert_eq!(table.sheet()["deck"]["notices"], json!([]));
    assert_eq!(table.enter(&two_hearts()), Value::Null);
}

#[test]
fn dk_t08_while_one_player_disagrees_the_hand_rests() {
    let mut table = Table::new("bridge", &NAMES, &[]);
    table.happens(&json!({ "what": "incorrect", "found": "duringPlay" }));
    for (seat, agrees) in [(0, true), (1, true), (2, false), (3, true)] {
        table.happens(&json!({ "what": "answer", "seat": seat, "agrees": agrees }));
    }
    let frozen = &table.sheet()["deck"]["frozen"];
    assert_eq!((&frozen["agreed"], &frozen["objected"]), (&json!([0, 1, 3]), &json!([2])));
    assert_eq!(table.enter(&two_hearts()), "frozen");
    assert_eq!(table.sheet()["deck"]["voided"], json!([]));
    table.happens(&json!({ "what": "ruling", "ruling": "void" }));
    assert_eq!(table.sheet()["deck"]["voided"], json!([0]));
}

#[test]
fn a_ruling_may_let_the_hand_go_on() {
    for ruling in ["stands", "playOn", "restore"] {
        let mut table = Table::new("bridge", &NAMES, &[]);
        table.happens(&json!({ "what": "incorrect", "found": "duringPlay" }));
        table.happens(&json!({ "what": "ruling", "ruling": ruling }));
        assert_eq!(table.enter(&two_hearts()), Value::Null, "{ruling}");
        assert_eq!(table.enter(&two_hearts()), "deck-unverified", "{ruling}");
    }
}

#[test]
fn dk_t09_a_wrong_count_is_a_warning_until_a_right_one() {
    let mut table = Table::new("bridge", &NAMES, &[two_hearts()]);
    table.happens(&json!({ "what": "counted", "cards": 51 }));
    assert_eq!(table.sheet()["deck"]["miscounted"], json!({ "given": 51, "expected": 52, "right": false }));
    table.happens(&json!({ "what": "counted", "cards": 52 }));
    assert_eq!(table.sheet()["deck"]["miscounted"], Value::Null);
    assert_eq!(table.sheet()["deck"]["voided"], json!([]));
}

#[test]
fn dk_t10_two_decks_of_one_back_are_refused() {
    assert!(TwoDecks::new("Blue", " blue ").is_err());
    let decks = TwoDecks::new("blue", "red").unwrap();
    assert_eq!([0, 1, 2].map(|hand| decks.dealing(hand)), ["blue", "red", "blue"]);
    let opening = json!({ "game": "bridge", "players": NAMES, "dealer": 0, "backs": ["blue", "blue"] });
    let refused =
        ask(&json!({ "ask": "write", "device": "d", "change": { "type": "open", "opening": opening } }));
    assert_eq!(refused["refused"]["code"], "same-backs");
}

#[test]
fn dk_t11_a_fault_of_the_program_voids_the_deal_and_nothing_else() {
    let mut table = Table::new("bridge", &NAMES, &[two_hearts()]);
    let before = table.sheet();
    table.happens(&json!({ "what": "fault", "detail": "7d twice" }));
    let sheet = table.sheet();
    assert_eq!(sheet["deck"]["voided"], json!([1]));
    assert_eq!(sheet["deck"]["log"][0]["incident"]["detail"], "7d twice");
    assert_eq!((&sheet["totals"], &sheet["dealer"]), (&before["totals"], &before["dealer"]));
    assert_eq!(table.enter(&two_hearts()), Value::Null, "dealt again at once");
}

#[test]
fn dk_t12_a_latin_deck_without_the_one_of_coins() {
    let called: Vec<String> = ["coins", "cups", "swords", "clubs"]
        .into_iter()
        .flat_map(|suit| {
            ["1", "2", "3", "4", "5", "6", "7", "F", "C", "R"].map(|rank| format!("{rank} of {suit}"))
        })
        .filter(|card| card != "1 of coins")
        .collect();
    let found = read_ticks(&called.join(" ")).unwrap();
    assert_eq!(named("latin40", &found), (vec!["Ad: 0 of 1".to_owned()], Vec::new()));
}

#[test]
fn dk_t13_sharks_without_one_seven_of_capital() {
    let deck = find("sharks-setA").unwrap();
    let sum =
        |group| deck.cards.iter().filter(|card| card.group == group).map(|card| card.count).sum::<u16>();
    assert_eq!(["capital", "investments", "tools"].map(sum), [70, 24, 46]);
    let mut found = full(deck);
    found.insert("capital-7".to_owned(), 5);
    assert_eq!(named("sharks-setA", &found), (vec!["capital-7: 5 of 6".to_owned()], Vec::new()));
}

#[test]
fn decks_are_made_of_a_full_deck() {
    let out = |deck| strip(find(deck).unwrap());
    assert_eq!(out("standard52"), Some(Vec::new()));
    assert_eq!(out("scopa40"), Some(vec!['8', '9', 'T']));
    assert_eq!(out("wallstreet40"), Some(vec!['7', 'J', 'Q']));
    assert_eq!((out("latin40"), out("sharks-setA")), (None, None));
    let sizes: Vec<u16> = decks::SPECIFICATIONS.iter().map(Specification::size).collect();
    assert_eq!(sizes, [52, 40, 40, 40, 140]);
}

#[test]
fn every_single_fault_of_every_deck_is_named() {
    for deck in decks::SPECIFICATIONS.iter() {
        let whole = full(deck);
        assert!(check(deck, &whole).right, "{}", deck.id);
        for card in &deck.cards {
            let mut found = whole.clone();
            found.insert(card.card.clone(), card.count - 1);
            let one_less = format!("{}: {} of {}", card.card, card.count - 1, card.count);
            assert_eq!(named(deck.id, &found), (vec![one_less], Vec::new()));
            found.insert(card.card.clone(), card.count + 1);
            let one_more = format!("{}: {} of {}", card.card, card.count + 1, card.count);
            assert_eq!(named(deck.id, &found), (Vec::new(), vec![one_more]));
        }
        let others = decks::SPECIFICATIONS.iter().flat_map(|other| &other.cards);
        for strange in others.filter(|card| deck.count(&card.card) == 0) {
            let mut found = whole.clone();
            found.insert(strange.card.clone(), 1);
            assert_eq!(named(deck.id, &found), (Vec::new(), vec![format!("{}: 1 of 0", strange.card)]));
        }
    }
}

#[test]
fn every_two_faults_of_every_deck_are_named() {
    for deck in decks::SPECIFICATIONS.iter() {
        let whole = full(deck);
        for missing in &deck.cards {
            for extra in deck.cards.iter().filter(|extra| extra.card != missing.card) {
                let mut found = whole.clone();
                found.insert(missing.card.clone(), missing.count - 1);
                found.insert(extra.card.clone(), extra.count + 1);
                let check = check(deck, &found);
                assert!(check.count.right && !check.right);
                assert_eq!(check.missing.iter().map(|one| &one.card).collect::<Vec<_>>(), [&missing.card]);
                assert_eq!(check.extra.iter().map(|one| &one.card).collect::<Vec<_>>(), [&extra.card]);
            }
        }
    }
}

#[test]
fn the_cards_are_counted_as_often_as_was_agreed() {
    let due = |stake: Value, every: Value, hands: usize| {
        let mut opening = json!({ "game": "gin-rummy", "players": ["Anna", "Bruno"], "dealer": 0 });
        if !stake.is_null() {
            opening["stake"] = stake;
        }
        if !every.is_null() {
            opening["countEvery"] = every;
        }
        let opened =
            ask(&json!({ "ask": "write", "device": "d", "change": { "type": "open", "opening": opening } }));
        let mut table = Table { pad: opened["pad"].clone(), id: opened["wrote"].clone() };
        let drawn = json!({ "going": "draw" });
        (0..hands).for_each(|_| assert_eq!(table.enter(&drawn), Value::Null));
        let before = table.sheet()["deck"]["countDue"].clone();
        table.happens(&json!({ "what": "counted", "cards": 52 }));
        (before, table.sheet()["deck"]["countDue"].clone())
    };
    let money = || json!({ "amount": 1, "unit": "cent" });
    assert_eq!(due(money(), Value::Null, 1), (json!(true), json!(false)), "for money, after every hand");
    assert_eq!(due(Value::Null, Value::Null, 4), (json!(false), json!(false)));
    assert_eq!(due(Value::Null, Value::Null, 5), (json!(true), json!(false)));
    assert_eq!(due(money(), json!(0), 9), (json!(false), json!(false)));
    assert_eq!(due(Value::Null, json!(3), 3), (json!(true), json!(false)));
}
