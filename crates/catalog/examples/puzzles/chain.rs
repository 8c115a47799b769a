//! Puzzles of Speed: positions in which one order of plays sheds more cards than any other, if the opponent waits.

use crate::plan::Plan;
use crate::search::{self, Found};
use crate::translated;
use cards::{Rng, Seat, Seed};
use catalog::{AnyMatch, Exercise, Place, RecordText, Rejection, Remark};
use engine::{CardSets, Game, Match, Phase, Setup};
use games::speed::{Action, Options, Speed, Stage, State};
use std::error::Error;

/// Minimum length of a puzzle's row.
const MIN_LENGTH: usize = 3;
/// Maximum probability that random legal plays find the row.
const MAX_EASE: f64 = 0.5;

/// All ways to play cards in a row.
#[derive(Default)]
struct Chains {
    /// First of the longest rows.
    longest: Vec<Action>,
    /// Number of the longest rows.
    count: u32,
    /// Probability that random legal plays find one of the longest rows.
    ease: f64,
}

impl Chains {
    fn of(state: &State, seat: Seat) -> Self {
        let mut chains = Self::default();
        chains.go_on(state, seat, &mut Vec::new(), 1.0);
        chains
    }

    fn go_on(&mut self, state: &State, seat: Seat, row: &mut Vec<Action>, chance: f64) {
        let mut plays = Vec::new();
        if matches!(state.stage, Stage::Play) {
            Speed::legal_actions(state, seat, &mut plays);
        }
        if plays.is_empty() {
            if row.len() > self.longest.len() {
                *self = Self { longest: row.clone(), count: 0, ease: 0.0 };
            }
            if row.len() == self.longest.len() {
                self.count += 1;
                self.ease += chance;
            }
        }
        for play in &plays {
            let mut after = *state;
            Speed::apply_quietly(&mut after, seat, *play);
            row.push(*play);
            self.go_on(&after, seat, row, chance / plays.len() as f64);
            row.pop();
        }
    }

    /// Returns the row, if it is unique and not obvious. A seat with cards to draw has none, because it could not be
    /// planned.
    fn puzzle(state: &State, seat: Seat) -> Option<Self> {
        let is_open = matches!(state.stage, Stage::Play) && state.stocks[seat].is_empty();
        let mut plays = Vec::new();
        Speed::legal_actions(state, seat, &mut plays);
        let chains = (is_open && plays.len() >= 2).then(|| Self::of(state, seat))?;
        (chains.count == 1 && chains.longest.len() >= MIN_LENGTH && chains.ease <= MAX_EASE).then_some(chains)
    }
}

/// Plays deals at random and collects the best puzzle of each.
pub(crate) fn find(plan: &Plan) -> Result<Vec<Found>, Box<dyn Error>> {
    let mut found = Vec::new();
    for deal in 0..plan.deals {
        let setup = Setup::<Options>::read(&plan.setup(deal), &CardSets::NONE)?;
        let mut game = Match::<Speed>::new(setup, Seat::new(0))?;
        let (seed, mut rng) = (Seed::from_number(deal), Rng::from_number(deal));
        let deck = AnyMatch::next_deck(&game, &seed);
        AnyMatch::deal(&mut game, &deck, &[])?;
        let mut best: Option<Found> = None;
        while Match::phase(&game) == Phase::Playing {
            if let Some(entry) = AnyMatch::next_shuffle(&game, &seed) {
                AnyMatch::enter(&mut game, &entry, &[])?;
                continue;
            }
            let state = *game.state().ok_or("a deal is played")?;
            for seat in Seat::all(2) {
                let one =
                    Chains::puzzle(&state, seat).map(|chains| puzzle(deal, &game, &state, seat, &chains));
                let better = |one: &Found| best.as_ref().is_none_or(|best| best.margin < one.margin);
                best = one.filter(better).or(best);
            }
            let plays = Seat::all(2)
                .flat_map(|seat| AnyMatch::legal(&game, seat).into_iter().map(move |action| (seat, action)));
            let plays: Vec<(Seat, String)> = plays.collect();
            let (seat, action) = plays.get(rng.below(plays.len())).ok_or("a seat is to act")?;
            AnyMatch::play(&mut game, *seat, action, &[])?;
        }
        found.extend(best);
    }
    Ok(found)
}

fn puzzle(deal: u64, game: &Match<Speed>, state: &State, seat: Seat, chains: &Chains) -> Found {
    let mut record = AnyMatch::record(game);
    let actions = &mut record.deals[0].actions;
    let (entries, length, hand) = (actions.len(), chains.longest.len(), usize::from(state.hands[seat].len()));
    let own = format!("{seat} ");
    let before = actions.iter().rposition(|entry| entry.starts_with(&own)).map_or(0, |entry| entry + 1);
    actions.extend(chains.longest.iter().map(|play| format!("{seat} {play}")));
    let [english, italian] = words(length, length == hand);
    let start = Place { deal: 0, entry: before };
    let mut exercise =
        search::puzzle(format!("deal-{deal}-{entries}"), [english, italian], seat, start, record);
    let out = if length == hand { ["You are out of cards. ", "Hai finito le carte. "] } else { ["", ""] };
    exercise.remarks = vec![Remark {
        at: Place { deal: 0, entry: entries + length },
        text: translated([
            format!("{}No other order plays so many.", out[0]),
            format!("{}In nessun altro ordine se ne giocano tante.", out[1]),
        ]),
        show: Vec::new(),
    }];
    let pile = |play: &Action| match play {
        Action::Play { pile, .. } => Some(*pile),
        Action::Flip => None,
    };
    let crossings = chains.longest.windows(2).filter(|pair| pile(&pair[0]) != pile(&pair[1])).count();
    let theme = format!("{length} of {hand}, {crossings} crossings");
    // A longer row and a row on both piles are harder to see.
    let ease = chains.ease / (length + crossings) as f64;
    Found { exercise, theme, phase: hand, margin: length as f64 - chains.ease, ease }
}

fn words(length: usize, all: bool) -> [String; 2] {
    let english = ["three", "four", "five"].get(length - MIN_LENGTH).unwrap_or(&"all your");
    let italian = ["tre", "quattro", "cinque"].get(length - MIN_LENGTH).unwrap_or(&"tutte le");
    if all {
        [format!("Play all {english} cards in a row"), format!("Gioca tutte e {italian} le carte di fila")]
    } else {
        [format!("Play {english} cards in a row"), format!("Gioca {italian} carte di fila")]
    }
}

/// Returns whether the row at the end of an exercise is the unique longest one.
pub(crate) fn is_right(exercise: &Exercise) -> Result<bool, Rejection> {
    let record: &RecordText = &exercise.record;
    let setup = Setup::<Options>::read(&record.setup(), &CardSets::NONE)?;
    let mut game = Match::<Speed>::new(setup, Seat::new(0))?;
    let Some(deal) = record.deals.first() else { return Ok(false) };
    AnyMatch::deal(&mut game, &deal.deck, &[])?;
    let own = format!("{} ", exercise.seat);
    let row = deal.actions.iter().rev().take_while(|entry| entry.starts_with(&own));
    let row = row.count().min(deal.actions.len() - exercise.start.entry);
    let (before, row) = deal.actions.split_at(deal.actions.len() - row);
    for entry in before {
        AnyMatch::enter(&mut game, &entry.parse()?, &[])?;
    }
    let chains = game.state().and_then(|state| Chains::puzzle(state, exercise.seat));
    Ok(chains.is_some_and(|chains| {
        let said = chains.longest.iter().map(|play| format!("{own}{play}"));
        said.eq(row.iter().cloned())
    }))
}
