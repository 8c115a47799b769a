//! Guests: players of an arena that are no bots of the house. They are sent what a client is sent, and answer with text.

use crate::frame::{Frame, FramePhase};
use crate::sent::Sent;
use crate::{Options, SetupText, erased};
use bots::Random;
use cards::{BySeat, Rng, Seat, SeatSet, Side};
use engine::{AtTable, Bot, Game, Observation, ScoreLine, UnknownBot};

/// Somebody who plays by frames, as a program elsewhere does.
pub trait Guest: Send {
    /// Sits down: from now on it plays this seat, until it is told of another one.
    fn sit_down(&mut self, seating: &Seating);

    /// What it does: one of `frame.legal`, which is not empty. A guest that takes its chance from `rng_seed` plays the same again.
    /// Nothing, if it cannot say, or said something else; then the round is lost, and a bot of the house plays on for it.
    fn choose(&mut self, frame: &Frame, rng_seed: u64) -> Option<String>;
}

/// Finds a guest by its name; nobody, if that is the name of a bot of the house.
pub type Guests<'a> = &'a (dyn Fn(&str) -> Option<Box<dyn Guest>> + Sync);

/// An arena for bots of the house alone.
#[must_use]
pub fn no_guests(_name: &str) -> Option<Box<dyn Guest>> {
    None
}

/// Which seat somebody plays, of which match or single deal, by which rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seating {
    /// The game.
    pub game: &'static str,
    /// The preset, and what differs from it.
    pub setup: SetupText,
    /// Every option with its value.
    pub options: Options,
    /// Their seat.
    pub seat: Seat,
    /// The side of each seat.
    pub sides: BySeat<Side>,
}

/// The bot of this name, or the guest as a bot. In a race a guest takes as long to act as a bot that was not made for races, whatever its
/// messages take: what counts is what it chooses.
///
/// # Errors
///
/// When there is no such bot.
pub(crate) fn bot<G: Game>(guests: Guests<'_>, name: &str) -> Result<Box<dyn Bot<G>>, UnknownBot> {
    match guests(name) {
        None => bots::bot(name),
        Some(guest) => Ok(Box::new(Seated::<G> {
            guest,
            substitute: bots::bot("heuristic").unwrap_or_else(|_| Box::new(Random)),
            at: None,
            failed: false,
        })),
    }
}

/// A guest who sits in an arena.
struct Seated<G: Game> {
    guest: Box<dyn Guest>,
    /// Who plays on for a guest that has failed, so that the others come to the end of the round.
    substitute: Box<dyn Bot<G>>,
    at: Option<Place>,
    /// Whether it has failed in this round.
    failed: bool,
}

/// Where it sits, and what a frame says beside its view.
struct Place {
    round: u64,
    seat: Seat,
    deal: usize,
    version: usize,
    dealer: Seat,
    totals: BySeat<i32>,
    sides: BySeat<Side>,
    bonuses: Vec<ScoreLine>,
}

impl<G: Game> Bot<G> for Seated<G> {
    fn sit(&mut self, at: &AtTable<'_, G>, seat: Seat) {
        let place = Place {
            round: at.round,
            seat,
            deal: at.deal,
            version: at.version,
            dealer: G::dealer(at.standing),
            totals: G::totals(at.standing),
            sides: G::sides(at.setup),
            bonuses: G::BONUSES.map_or(Vec::new(), |bonuses| bonuses(at.standing)),
        };
        if self.at.as_ref().is_none_or(|before| (before.round, before.seat) != (at.round, seat))
            && !self.failed
        {
            self.guest.sit_down(&Seating {
                game: G::ID,
                setup: at.setup.text(),
                options: erased::every_option(&at.setup.options),
                seat,
                sides: place.sides,
            });
        }
        self.at = Some(place);
    }

    fn take_failure(&mut self) -> bool {
        std::mem::take(&mut self.failed)
    }

    fn choose(&mut self, seen: &Observation<G>, seat: Seat, rng: &mut Rng) -> G::Action {
        // Every number that every language can hold.
        let rng_seed = rng.bits() >> 11;
        let actions: Vec<String> = seen.legal.iter().map(ToString::to_string).collect();
        if let Some(place) = self.at.as_ref().filter(|_| !self.failed) {
            let frame = Frame {
                version: place.version,
                phase: FramePhase::Playing,
                deal: place.deal,
                dealer: place.dealer,
                actors: seen.actors,
                legal: sorted(actions.clone()),
                view: Some(Sent::new(seen.view.clone())),
                totals: place.totals,
                sides: place.sides,
                deal_score: None,
                bonuses: place.bonuses.clone(),
                winners: SeatSet::EMPTY,
                undo: false,
            };
            let chosen = self.guest.choose(&frame, rng_seed);
            if let Some(index) = chosen.and_then(|chosen| position(&actions, &chosen)) {
                return seen.legal[index];
            }
            self.failed = true;
        }
        self.substitute.choose(seen, seat, rng)
    }
}

fn sorted(mut actions: Vec<String>) -> Vec<String> {
    actions.sort_unstable();
    actions
}

fn position(actions: &[String], chosen: &str) -> Option<usize> {
    actions.iter().position(|action| action == chosen)
}
