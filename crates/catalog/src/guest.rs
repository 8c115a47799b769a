//! Guests: external players in an arena. They receive snapshots, as a client does, and answer with text.

use crate::info::every_option;
use crate::snapshot::{Snapshot, SnapshotPhase};
use crate::wire_value::WireValue;
use crate::{Options, SetupText};
use bots::Random;
use cards::{BySeat, Rng, Seat, SeatSet, Side};
use engine::{AtTable, Bot, Game, Observation, ScoreLine, UnknownBot};

/// External player, such as a program, which plays from snapshots of the match.
pub trait Guest: Send {
    /// Seats the guest. It plays this seat until the next call.
    fn sit_down(&mut self, seating: &Seating);

    /// Chooses one of `snapshot.legal`, which is not empty. With randomness from `rng_seed` alone, a guest's play is
    /// reproducible. Returns `None` if the guest has no legal answer. It then loses the round, and a built-in bot
    /// finishes the round for it.
    fn choose(&mut self, snapshot: &Snapshot, rng_seed: u64) -> Option<String>;
}

/// Lookup of guests by name. Returns `None` for the name of a built-in bot.
pub type Guests<'a> = &'a (dyn Fn(&str) -> Option<Box<dyn Guest>> + Sync);

/// Lookup for an arena without guests.
#[must_use]
pub fn no_guests(_name: &str) -> Option<Box<dyn Guest>> {
    None
}

/// A guest's seat, and the rules of its match or single deal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seating {
    /// Id of the game.
    pub game: &'static str,
    /// The preset, and the options that differ from it.
    pub setup: SetupText,
    /// Values of all options.
    pub options: Options,
    /// Seat of the guest.
    pub seat: Seat,
    /// The side of each seat.
    pub sides: BySeat<Side>,
}

/// Returns the bot with this name, or the guest as a bot. In a race a guest has the default reaction time, whatever
/// its messages take, because only its choices should count.
///
/// # Errors
///
/// Returns [`UnknownBot`] if there is no such bot.
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

/// Guest that plays a seat in an arena.
struct Seated<G: Game> {
    guest: Box<dyn Guest>,
    /// Bot that finishes the deal or match for a guest that failed.
    substitute: Box<dyn Bot<G>>,
    at: Option<Place>,
    /// Whether the guest failed in this deal or match.
    failed: bool,
}

/// The guest's seat, and the fields of a snapshot apart from the view.
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
                options: every_option(&at.setup.options),
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
        // 53 bits, which a number of every language can hold.
        let rng_seed = rng.bits() >> 11;
        let actions: Vec<String> = seen.legal.iter().map(ToString::to_string).collect();
        if let Some(place) = self.at.as_ref().filter(|_| !self.failed) {
            let snapshot = Snapshot {
                version: place.version,
                phase: SnapshotPhase::Playing,
                deal: place.deal,
                dealer: place.dealer,
                actors: seen.actors,
                legal: sorted(actions.clone()),
                view: Some(WireValue::new(seen.view.clone())),
                totals: place.totals,
                sides: place.sides,
                deal_score: None,
                bonuses: place.bonuses.clone(),
                winners: SeatSet::EMPTY,
                undo: false,
            };
            let chosen = self.guest.choose(&snapshot, rng_seed);
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
