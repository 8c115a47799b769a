//! Cassino: captures, builds and trails on a table with builds, and the score of piles.

use crate::Arbiter;
use crate::fishing;
use crate::form::{Field, Kind, Task, cards, flag, number, pointed};
use crate::placement::{InputError, Placement};
use crate::ruling::{Ruling, Section};
use cards::{Card, CardSet, Seat};
use engine::Game;
use games::cassino::{Action, Announced, Cassino, Options, State, TrailRule, Values};

/// Maximum number of rulings for one card. A card can have very many captures on a large table.
const MAX_SHOWN: usize = 60;

impl Arbiter for Cassino {
    fn tasks(options: &Options) -> Vec<Task> {
        let play = vec![
            cards("table", 0, 52),
            Field { key: "builds", kind: Kind::Builds { max: Values::MAX } },
            cards("hand", 1, 4),
            pointed("card", 1, &["hand"]),
            pointed("taken", 52, &["table", "builds"]),
            number("build", 0, i32::from(Values::MAX)),
            flag("last"),
        ];
        vec![Task { key: "play", fields: play }, fishing::count_task(options.sides(), 52)]
    }

    fn rule(options: &Options, task: &str, placement: &Placement<'_>) -> Result<Vec<Section>, InputError> {
        if task == "count" {
            let (piles, sweeps) = fishing::piles(options.sides(), CardSet::FULL, placement)?;
            let state = State::captured(options, piles, sweeps);
            return Ok(vec![fishing::scoring(Self::score_breakdown(&state))]);
        }
        let situation = State::situation(
            options,
            placement.set("table"),
            placement.builds(),
            placement.set("hand"),
            placement.flag("last"),
        );
        let state = situation.map_err(|(cards, value, _)| InputError::NoBuild { cards, value })?;
        Ok(plays(&state, placement))
    }
}

fn plays(state: &State, placement: &Placement<'_>) -> Vec<Section> {
    let seat = Seat::new(0);
    let judge = |action: Action| match Cassino::validate(state, seat, action) {
        Ok(()) => allowed(state, action),
        Err(illegal) => described(Ruling::may_not(says(action), &action, &illegal), action),
    };
    if let Some(card) = placement.card("card") {
        let asked = asked(state, card, placement);
        return vec![Section {
            card: Some(card),
            ..Section::of("asked", asked.into_iter().map(judge).collect())
        }];
    }
    let mut legal = Vec::new();
    Cassino::legal_actions(state, seat, &mut legal);
    let of_card = |card: Card| {
        let own: Vec<Action> = legal.iter().filter(|action| action.card() == card).copied().collect();
        let more = own.len().saturating_sub(MAX_SHOWN);
        let mut rulings: Vec<Ruling> = own.iter().take(MAX_SHOWN).map(|action| judge(*action)).collect();
        if more > 0 {
            rulings.push(Ruling::is("more", vec!["CA-R7"]).param("count", &more));
        }
        if !own.contains(&Action::Trail(card)) {
            rulings.push(judge(Action::Trail(card)));
        }
        Section { card: Some(card), ..Section::of("card", rulings) }
    };
    state.hands[seat].iter().map(of_card).collect()
}

/// Returns the play in question: a build if there is a value, a capture if there are cards,
/// otherwise a trail. A build is announced as a sum or as a rank. If both are illegal, the result
/// is the sum, whose rejection is shown.
fn asked(state: &State, card: Card, placement: &Placement<'_>) -> Option<Action> {
    let taken = placement.set("taken");
    let builds = state.builds.as_slice().iter().map(|build| build.cards);
    // A card of a build stands for the build, which is captured as a whole. (CA-R11)
    let touched: Vec<CardSet> = builds.filter(|cards| !(*cards & taken).is_empty()).collect();
    let loose = touched.iter().fold(taken, |rest, cards| rest - *cards);
    let read = |verb: &str, announced: &str| {
        let loose = loose.iter().map(|card| format!(" {card}"));
        let brackets = touched.iter().map(|cards| format!(" [{cards}]"));
        let items: String = loose.chain(brackets).collect();
        format!("{card}{verb}{items}{announced}").parse::<Action>().ok()
    };
    let value =
        placement.number("build").and_then(|value| u8::try_from(value).ok()).filter(|value| *value > 0);
    let Some(value) = value else {
        return read(if taken.is_empty() { "" } else { " x" }, "");
    };
    let rank = state.options.values().rank(value).map(Announced::Rank);
    let ways = [Some(Announced::Sum(value)), rank].into_iter().flatten();
    let ways: Vec<Action> = ways.filter_map(|announced| read(" +", &format!(" = {announced}"))).collect();
    let fits = ways.iter().find(|way| Cassino::validate(state, Seat::new(0), **way).is_ok());
    fits.or(ways.first()).copied()
}

const fn says(action: Action) -> &'static str {
    match action {
        Action::Trail(_) => "trail",
        Action::Capture { .. } => "capture",
        Action::Build { .. } => "build",
    }
}

fn allowed(state: &State, action: Action) -> Ruling {
    let mut rules = Vec::new();
    let (card, loose, builds) = (action.card(), action.loose(), action.builds());
    let mut ruling_key = says(action);
    match action {
        Action::Trail(_) => rules.push(match state.options.trail_rule {
            TrailRule::Free => "CA-O1",
            TrailRule::Card | TrailRule::Hand => "CA-R14",
        }),
        Action::Capture { .. } => {
            let equal = loose & CardSet::of_rank_of(card);
            if !equal.is_empty() {
                rules.push("CA-R5");
            }
            if equal != loose {
                rules.push(if equal.is_empty() { "CA-R6" } else { "CA-R7" });
            }
            if !builds.is_empty() {
                rules.push("CA-R11");
            }
            let mut after = *state;
            let before = after.sweeps.len();
            Cassino::apply_quietly(&mut after, Seat::new(0), action);
            if after.sweeps.len() > before {
                ruling_key = "sweep";
                rules.push("CA-R8");
            }
        }
        Action::Build { announced, .. } => {
            rules.push(match (builds.is_empty(), announced) {
                (true, Announced::Sum(_)) => "CA-R9",
                (true, Announced::Rank(_)) => "CA-R10",
                (false, _) if raises(state, action) => "CA-O6",
                (false, _) => "CA-R13",
            });
        }
    }
    described(Ruling::may(ruling_key, &action, rules), action)
}

/// Whether the action changes the value of a build.
fn raises(state: &State, action: Action) -> bool {
    let joined = action.builds().cards();
    let mut after = *state;
    Cassino::apply_quietly(&mut after, Seat::new(0), action);
    let value_of = |state: &State, cards: CardSet| {
        state.builds.as_slice().iter().find(|build| build.cards.contains_all(cards)).map(|build| build.value)
    };
    let first = joined.first().map_or(CardSet::EMPTY, CardSet::only);
    value_of(state, first) != value_of(&after, first)
}

fn described(ruling: Ruling, action: Action) -> Ruling {
    let mut ruling =
        ruling.param("card", &action.card()).with(CardSet::only(action.card())).with(action.loose());
    let taken = action.loose() | action.builds().cards();
    if !taken.is_empty() {
        ruling = ruling.param("taken", &taken);
    }
    for build in action.builds().iter() {
        ruling = ruling.with(build);
    }
    match action {
        Action::Build { announced: Announced::Sum(value), .. } => ruling.param("value", &value),
        Action::Build { announced: Announced::Rank(rank), .. } => ruling.param("value", &rank.letter()),
        _ => ruling,
    }
}
