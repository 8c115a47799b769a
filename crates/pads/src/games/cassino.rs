//! Pad of Cassino: cards, spades, aces, Big and Little Cassino, sweeps.

use super::{by_side, check_figures, check_side, check_sum, in_order};
use crate::form::{Field, Kind};
use crate::scoring::{Line, Scorable, Scored};
use crate::{InputError, Piece};
use cards::Side;
use games::cassino::{Cassino, Options, Spade, Standing, Tally};
use games::fishing::SideSequence;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Entry {
    cards: Vec<i32>,
    spades: Vec<i32>,
    aces: Vec<i32>,
    #[serde(default)]
    big_cassino: Option<Side>,
    #[serde(default)]
    little_cassino: Option<Side>,
    #[serde(default)]
    jack_of_spades: Option<Side>,
    sweeps: Vec<i32>,
    #[serde(default)]
    ace_order: Option<Vec<Side>>,
    #[serde(default)]
    spade_order: Option<Vec<Side>>,
    #[serde(default)]
    sweep_order: Option<Vec<Side>>,
}

const CARDS: i32 = 52;
const SPADES: i32 = 13;
const ACES: i32 = 4;
const MAX_SWEEPS: i32 = 24;
/// Index of the jack among the spades, from the ace.
const JACK: usize = 10;
/// Index of the two of spades, Little Cassino.
const TWO: usize = 1;

impl Scorable for Cassino {
    type Entry = Entry;
    const DECK: &'static str = "standard52";

    fn form(options: &Options, _standing: &Standing) -> Vec<Field> {
        let sides = options.sides();
        let side = |name| Field::new(name, Kind::Side { sides });
        let order = |name| Field::new(name, Kind::Order { sides }).optional().late();
        let mut form = vec![
            Field::of_sides("cards", CARDS).adding_up_to(CARDS),
            Field::of_sides("spades", SPADES).adding_up_to(SPADES),
            side("bigCassino"),
            side("littleCassino"),
            Field::of_sides("aces", ACES).adding_up_to(ACES),
            Field::of_sides("sweeps", MAX_SWEEPS),
        ];
        if options.spade == Spade::EachSpade {
            form.insert(2, side("jackOfSpades"));
            form.push(order("spadeOrder"));
        }
        form.extend([order("aceOrder"), order("sweepOrder")]);
        form
    }

    fn score(options: &Options, standing: &Standing, entry: &Entry) -> Result<Scored<Standing>, InputError> {
        let sides = options.sides();
        check(options, sides, entry)?;
        let base = Tally {
            cards: by_side(&entry.cards),
            spades: by_side(&entry.spades),
            each_spade: [None; 13],
            big_cassino: entry.big_cassino,
            little_cassino: entry.little_cassino,
            aces: [None; 4],
            sweeps: SideSequence::default(),
        };
        let aces = |order: SideSequence| {
            let mut aces = [None; 4];
            aces.iter_mut().zip(order.as_slice()).for_each(|(ace, side)| *ace = Some(*side));
            aces
        };
        // Each order is tried with the same side first in the others, so that a side that leads in
        // all of them is first for certain.
        let with = |spades: SideSequence, ace_order: SideSequence, sweeps: SideSequence| Tally {
            each_spade: each_spade(options, entry, spades),
            aces: aces(ace_order),
            sweeps,
            ..base
        };
        let plain = |counts: &[i32], order: Option<&[Side]>, first: SideSequence| -> SideSequence {
            match order {
                Some(order) => order.iter().copied().collect(),
                None => led_by(counts, first.as_slice().first().copied().unwrap_or_default()),
            }
        };
        let (spade_order, ace_order, sweep_order) =
            (entry.spade_order.as_deref(), entry.ace_order.as_deref(), entry.sweep_order.as_deref());
        let settle = |first: SideSequence| {
            let spades = plain(&entry.spades, spade_order, first);
            let aces = plain(&entry.aces, ace_order, first);
            with(spades, aces, plain(&entry.sweeps, sweep_order, first)).settle(options, standing)
        };
        let spades = match options.spade {
            Spade::Off => SideSequence::default(),
            Spade::EachSpade => {
                in_order("spadeOrder", "spades", "CA-O12", &entry.spades, spade_order, settle)?
            }
        };
        let aces = in_order("aceOrder", "aces", "CA-S5", &entry.aces, ace_order, settle)?;
        let sweeps = in_order("sweepOrder", "sweeps", "CA-S5", &entry.sweeps, sweep_order, settle)?;
        let tally = with(spades, aces, sweeps);
        Ok(Scored {
            score_lines: tally.score_lines(options, standing),
            after: tally.settle(options, standing),
            notes: Vec::new(),
        })
    }

    fn pieces(options: &Options, _standing: &Standing, _lines: &[Line<Standing>]) -> Vec<Piece> {
        vec![Piece::Target { points: options.target }]
    }
}

/// Returns an order in which the given side is first.
fn led_by(counts: &[i32], first: Side) -> SideSequence {
    let others = Side::all(counts.len() as u8).filter(|side| *side != first);
    let each = |side: Side| (0..counts.get(side.index()).copied().unwrap_or(0)).map(move |_| side);
    std::iter::once(first).chain(others).flat_map(each).collect()
}

/// Returns the owner of each spade. Without a known order, the owners of the jack and the two are
/// used, and the others follow in this order. (CA-O12)
fn each_spade(options: &Options, entry: &Entry, order: SideSequence) -> [Option<Side>; 13] {
    let mut spades = [None; 13];
    if options.spade == Spade::Off {
        return spades;
    }
    if entry.spade_order.is_some() {
        spades.iter_mut().zip(order.as_slice()).for_each(|(spade, side)| *spade = Some(*side));
        return spades;
    }
    let mut others = order.as_slice().to_vec();
    for (index, owner) in [(JACK, entry.jack_of_spades), (TWO, entry.little_cassino)] {
        spades[index] = owner;
        if let Some(found) = others.iter().position(|side| Some(*side) == owner) {
            others.remove(found);
        }
    }
    let indices = (0..13).filter(|index| ![JACK, TWO].contains(index));
    indices.zip(others).for_each(|(index, side)| spades[index] = Some(side));
    spades
}

fn check(options: &Options, sides: u8, entry: &Entry) -> Result<(), InputError> {
    const RULE: &str = "CA-R16";
    check_figures("cards", &entry.cards, sides, CARDS, RULE)?;
    check_figures("spades", &entry.spades, sides, SPADES, RULE)?;
    check_figures("aces", &entry.aces, sides, ACES, RULE)?;
    check_figures("sweeps", &entry.sweeps, sides, MAX_SWEEPS, RULE)?;
    // CA-S11: without captures the sums are not checked.
    let all = entry.cards.iter().any(|cards| *cards > 0);
    if all {
        check_sum("cards", &entry.cards, CARDS, RULE)?;
        check_sum("spades", &entry.spades, SPADES, RULE)?;
        check_sum("aces", &entry.aces, ACES, RULE)?;
    }
    let each = options.spade == Spade::EachSpade;
    let single = [
        ("bigCassino", entry.big_cassino, true),
        ("littleCassino", entry.little_cassino, true),
        ("jackOfSpades", entry.jack_of_spades, each),
    ];
    for (what, owner, counts) in single {
        check_side(what, owner, sides, RULE)?;
        match owner {
            None if all && counts => return Err(InputError::Missing { what, rule: RULE }),
            Some(_) if !counts => return Err(InputError::Unasked { what, rule: "CA-O12" }),
            _ => {}
        }
    }
    for side in Side::all(sides) {
        let of = |figures: &[i32]| figures[side.index()];
        let has = |owner: Option<Side>| i32::from(owner == Some(side));
        // The ace of spades counts as an ace and a spade, the ten of diamonds as neither.
        let spades = has(entry.little_cassino) + has(entry.jack_of_spades);
        let aces_beside = (of(&entry.aces) - 1).max(0);
        let min = of(&entry.spades).max(spades) + aces_beside + has(entry.big_cassino);
        if of(&entry.spades) < spades {
            return Err(InputError::Contradiction { what: "littleCassino", other: "spades", rule: RULE });
        }
        if of(&entry.cards) < min {
            return Err(InputError::Contradiction { what: "spades", other: "cards", rule: RULE });
        }
        if of(&entry.sweeps) * 2 > of(&entry.cards) {
            return Err(InputError::Contradiction { what: "sweeps", other: "cards", rule: RULE });
        }
    }
    Ok(())
}
