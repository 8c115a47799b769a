//! Thirty-One: the value of a hand, discards, and the lives lost.

use crate::Arbiter;
use crate::fishing::scoring;
use crate::form::{Field, Task, cards, choice, pointed};
use crate::placement::{InputError, Placement};
use crate::ruling::{Ruling, Section};
use cards::{BySeat, CardSet, Seat};
use engine::Game;
use games::thirty_one::{Action, Options, Stage, State, ThirtyOne};

const HANDS: [&str; 9] = ["hand0", "hand1", "hand2", "hand3", "hand4", "hand5", "hand6", "hand7", "hand8"];
/// No knocker, and each seat.
const KNOCKERS: [&str; 10] =
    ["none", "seat0", "seat1", "seat2", "seat3", "seat4", "seat5", "seat6", "seat7", "seat8"];
const HAND: u8 = 3;
/// Value that ends a deal at once.
const BLITZ: i32 = 31;

impl Arbiter for ThirtyOne {
    fn tasks(options: &Options) -> Vec<Task> {
        let seats = usize::from(options.seats);
        let mut fields: Vec<Field> = HANDS[..seats].iter().map(|key| cards(key, 0, HAND)).collect();
        fields.push(choice("knocker", &KNOCKERS[..=seats]));
        vec![
            Task { key: "hand", fields: vec![cards("hand", HAND, HAND + 1), pointed("taken", 1, &["hand"])] },
            Task { key: "showdown", fields },
        ]
    }

    fn rule(options: &Options, task: &str, placement: &Placement<'_>) -> Result<Vec<Section>, InputError> {
        if task == "showdown" { showdown(options, placement) } else { Ok(hand(options, placement)) }
    }
}

fn worth(options: &Options, hand: CardSet) -> Ruling {
    let value = State::worth(options, hand);
    let rules = match value {
        _ if value == engine::Half::from(BLITZ) => vec!["TH-R7", "TH-R5"],
        _ if hand.first().is_some_and(|card| CardSet::of_rank_of(card).contains_all(hand)) => {
            vec!["TH-R7", "TH-O2"]
        }
        _ => vec!["TH-R7", "TH-O1"],
    };
    Ruling::is("handWorth", rules).param("points", &value).with(hand)
}

fn hand(options: &Options, placement: &Placement<'_>) -> Vec<Section> {
    let hand = placement.set("hand");
    if hand.len() == HAND {
        return vec![Section::of("worth", vec![worth(options, hand)])];
    }
    let seat = Seat::new(0);
    let state = State::situation(options, hand, placement.card("taken"));
    let mut rulings: Vec<(engine::Half, Ruling)> = Vec::new();
    for card in hand {
        let action = Action::Discard(card);
        let kept = hand - CardSet::only(card);
        let value = State::worth(options, kept);
        let ruling = match ThirtyOne::validate(&state, seat, action) {
            Ok(()) => Ruling::may("discard31", &action, vec!["TH-R3", "TH-R7"]).param("points", &value),
            Err(illegal) => Ruling::may_not("discard", &action, &illegal),
        };
        rulings.push((value, ruling.param("card", &card).with(CardSet::only(card)).with(kept)));
    }
    rulings.sort_by_key(|(value, _)| std::cmp::Reverse(*value));
    vec![Section::of("discards", rulings.into_iter().map(|(_, ruling)| ruling).collect())]
}

fn showdown(options: &Options, placement: &Placement<'_>) -> Result<Vec<Section>, InputError> {
    let hands = BySeat::new(options.seats, |seat| placement.set(HANDS[seat.index()]));
    let mut shown = 0;
    for (seat, hand) in hands.iter() {
        match hand.len() {
            0 => {}
            HAND => shown += 1,
            _ => return Err(InputError::TooFew { field: HANDS[seat.index()], min: HAND }),
        }
    }
    if let Some(missing) = (shown < 2).then(|| hands.iter().find(|(_, hand)| hand.is_empty())).flatten() {
        return Err(InputError::TooFew { field: HANDS[missing.0.index()], min: HAND });
    }
    let word = placement.text("knocker");
    let knocker = Seat::all(options.seats).find(|seat| KNOCKERS[seat.index() + 1] == word);
    let knocker = knocker.filter(|seat| !hands[*seat].is_empty());
    let state = State::shown(options, hands, knocker);
    let Stage::Over(end) = state.stage else { return Ok(Vec::new()) };
    let ending = match end.ending {
        games::thirty_one::Ending::Blitz => Ruling::is("endsByBlitz", vec!["TH-R5", "TH-O3"]),
        games::thirty_one::Ending::Knock => Ruling::is("endsByKnock", vec!["TH-R6"]),
        games::thirty_one::Ending::Showdown => Ruling::is("endsByShowdown", vec!["TH-R7"]),
    };
    let mut rulings = vec![ending];
    for (seat, lost) in end.lost.iter().filter(|(_, lost)| *lost > 0) {
        let rules = if lost > 1 { vec!["TH-R8", "TH-O5"] } else { vec!["TH-R8"] };
        let says = if lost > 1 { "losesTwo" } else { "losesOne" };
        rulings.push(Ruling::is(says, rules).param("seat", &seat).param("lives", &lost).with(hands[seat]));
    }
    if rulings.len() == 1 {
        rulings.push(Ruling::is("nobodyLoses", vec![if end.spared { "TH-S7" } else { "TH-O4" }]));
    }
    let section = scoring(ThirtyOne::score_breakdown(&state));
    Ok(vec![Section { rulings, ..section }])
}
