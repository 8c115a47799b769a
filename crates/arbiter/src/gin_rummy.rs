//! Gin Rummy: the deadwood of a hand, knocks, and the result of a knock.

use crate::Arbiter;
use crate::fishing::scoring;
use crate::form::{Task, cards, pointed};
use crate::placement::{InputError, Placement};
use crate::ruling::{Ruling, Section};
use cards::{Card, CardSet, Seat};
use engine::Game;
use games::gin_rummy::melds::{self, Arrangement, Melds};
use games::gin_rummy::{Action, BigGin, GinRummy, Going, KnockLimit, Options, State};

const ME: Seat = Seat::new(0);
const KNOCKER: Seat = Seat::new(1);

/// Returns the field for the card that sets the limit, if the rules need it.
fn upcard(options: &Options) -> Option<crate::form::Field> {
    let by_card = matches!(options.knock_limit, KnockLimit::Oklahoma | KnockLimit::Floating);
    (by_card || options.spades_double).then(|| cards("upcard", 1, 1))
}

impl Arbiter for GinRummy {
    fn tasks(options: &Options) -> Vec<Task> {
        let hand = vec![cards("hand", 1, 11), pointed("taken", 1, &["hand"])];
        let knock = vec![cards("knocker", 10, 11), cards("hand", 1, 10)];
        let with = |mut fields: Vec<crate::form::Field>| {
            fields.extend(upcard(options));
            fields
        };
        vec![Task { key: "hand", fields: with(hand) }, Task { key: "knock", fields: with(knock) }]
    }

    fn rule(options: &Options, task: &str, placement: &Placement<'_>) -> Result<Vec<Section>, InputError> {
        if task == "knock" { knock(options, placement) } else { Ok(hand(options, placement)) }
    }
}

/// Returns a ruling with the default arrangement of a hand.
fn arranged(hand: CardSet, options: &Options) -> Ruling {
    let deadwood = options.deadwood();
    let Arrangement { melds, unmelded } = melds::best(hand, hand, deadwood);
    let rules = if options.corner { vec!["GR-R2", "GR-R3", "GR-R14"] } else { vec!["GR-R2", "GR-R3"] };
    let ruling = Ruling::is("deadwood", rules).param("deadwood", &deadwood.sum(unmelded));
    let ruling = melds.iter().fold(ruling, |ruling, meld| ruling.with(meld.cards()));
    if unmelded.is_empty() { ruling } else { ruling.param("unmelded", &unmelded).with(unmelded) }
}

fn hand(options: &Options, placement: &Placement<'_>) -> Vec<Section> {
    let hand = placement.set("hand");
    let worth = Section::of("worth", vec![arranged(hand, options)]);
    if hand.len() < 11 {
        return vec![worth];
    }
    let state = State::situation(options, hand, placement.card("upcard"), placement.card("taken"));
    let mut legal = Vec::new();
    GinRummy::legal_actions(&state, ME, &mut legal);
    let mut ways: Vec<Ruling> = legal.iter().filter_map(|action| way_out(&state, options, *action)).collect();
    if ways.is_empty() {
        // The discard that leaves the least deadwood shows by how much the hand misses the limit.
        let deadwood = options.deadwood();
        let left = |card: &Card| deadwood.min(hand - CardSet::only(*card));
        let discards = legal.iter().filter_map(|action| match action {
            Action::Discard(card) => Some(*card),
            _ => None,
        });
        if let Some(card) = discards.min_by_key(left) {
            let action = Action::Knock(card, None);
            if let Err(illegal) = GinRummy::validate(&state, ME, action) {
                let ruling = Ruling::may_not("knock", &action, &illegal).param("card", &card);
                ways.push(ruling.with(CardSet::only(card)));
            }
        }
    }
    if let Some(card) = placement.card("taken") {
        let action = Action::Discard(card);
        ways.push(match GinRummy::validate(&state, ME, action) {
            Ok(()) => {
                Ruling::may("discard", &action, vec!["GR-O2"]).param("card", &card).with(CardSet::only(card))
            }
            Err(illegal) => {
                Ruling::may_not("discard", &action, &illegal).param("card", &card).with(CardSet::only(card))
            }
        });
    }
    vec![worth, Section::of("goingOut", ways)]
}

fn way_out(state: &State, options: &Options, action: Action) -> Option<Ruling> {
    let (says, card, rules) = match action {
        Action::Knock(card, _) => {
            let limit = match options.knock_limit {
                KnockLimit::Fixed10 => "GR-R5",
                KnockLimit::Oklahoma => "GR-R12",
                KnockLimit::Floating => "GR-R13",
                KnockLimit::GinOnly => "GR-O12",
            };
            ("knock", Some(card), vec![limit])
        }
        Action::Gin(Some(card), _) => ("gin", Some(card), vec!["GR-R8", "GR-S7"]),
        Action::Gin(None, _) => ("bigGin", None, vec!["GR-O8"]),
        _ => return None,
    };
    let kept = state.hands[ME] - card.map_or(CardSet::EMPTY, CardSet::only);
    let ruling = Ruling::may(says, &action, rules)
        .param("deadwood", &options.deadwood().min(kept))
        .param("limit", &state.limit);
    Some(match card {
        Some(card) => ruling.param("card", &card).with(CardSet::only(card)),
        None => ruling,
    })
}

fn knock(options: &Options, placement: &Placement<'_>) -> Result<Vec<Section>, InputError> {
    let (hand, knocker) = (placement.set("hand"), placement.set("knocker"));
    let mut state = State::after_knock(options, hand, knocker, placement.card("upcard"));
    let left = options.deadwood().sum(state.hands[KNOCKER]);
    let big_gin = left == 0 && options.big_gin != BigGin::Off;
    if knocker.len() > 10 && !big_gin {
        // One of eleven cards is discarded face down and is in no meld. (GR-S3)
        return Err(InputError::TooMany { field: "knocker", max: 10 });
    }
    if left > state.limit {
        return Err(InputError::NoKnock { deadwood: left, limit: state.limit });
    }
    let knocker_section = Section::of("knocker", vec![arranged(knocker, options)]);
    let before = Section::of("answer", vec![arranged(hand, options)]);
    let mut lay_offs = Section::of("layOffs", Vec::new());
    if state.may_lay_off() {
        let answer = state.best_answer();
        let melds: Melds = state.melds[KNOCKER];
        for (meld, cards) in melds.iter().zip(answer.laid_off) {
            if cards.is_empty() {
                continue;
            }
            let action = Action::LayOff { cards, meld };
            if GinRummy::validate(&state, ME, action).is_ok() {
                let ruling = Ruling::may("layOff", &action, vec!["GR-R6", "GR-S5"]);
                let ruling = ruling.param("cards", &cards).param("meld", &meld);
                lay_offs.rulings.push(ruling.with(cards).with(meld.cards()));
                GinRummy::apply_quietly(&mut state, ME, action);
            }
        }
        if lay_offs.rulings.is_empty() {
            lay_offs.rulings.push(Ruling::is("nothingToLayOff", vec!["GR-R6"]));
        }
    } else {
        lay_offs.rulings.push(Ruling::is("noLayOffs", vec!["GR-R8", "GR-O15"]));
    }
    let going = state.knock.map_or(Going::Knock, |knock| knock.going);
    GinRummy::apply_quietly(&mut state, ME, Action::Done(None));
    let mut result = scoring(GinRummy::score_breakdown(&state));
    result.columns = vec!["answerer", "knocker"];
    let detail = GinRummy::detail(&state);
    let (says, rules) = match (detail.winner, going) {
        (None, _) => ("nobodyScores", vec!["GR-O7", "GR-O15"]),
        (Some(winner), _) if winner == ME => ("undercut", vec!["GR-R7"]),
        (Some(_), Going::Knock) => ("knockerWins", vec!["GR-R7"]),
        (Some(_), _) => ("ginWins", vec!["GR-R8"]),
    };
    let points = GinRummy::outcome(&state)
        .map_or(0, |outcome| outcome.points.as_slice().iter().copied().max().unwrap_or_default());
    result.rulings = vec![Ruling::is(says, rules).param("points", &points)];
    Ok(vec![knocker_section, before, lay_offs, result])
}
