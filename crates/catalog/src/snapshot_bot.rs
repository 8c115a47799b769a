//! Built-in bots that play from snapshots, as external programs do. Only some games have them, because in the
//! others a bot needs more than a snapshot.

use crate::{Catalog, Rejection, SetupText};
use cards::{BySeat, Rng, Seat, Viewer};
use engine::{Bot, CardSets, Observation, Ruleset, Setup, Stop};
use games::FromWire;
use games::cassino::Cassino;
use games::scopa::Scopa;
use games::wall_street::WallStreet;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::time::Duration;

/// Bot that plays a seat from snapshots of the match.
pub trait SnapshotBot: Send {
    /// Chooses one of the legal actions in a snapshot of this seat. `stop` cancels the
    /// search.
    ///
    /// # Errors
    ///
    /// Returns [`Rejection`] if the snapshot cannot be read, or if the seat is not to act.
    fn choose(&mut self, snapshot: &RawValue, rng_seed: u64, stop: &Stop) -> Result<String, Rejection>;
}

macro_rules! snapshot_bots {
    ($($game:ty),+ $(,)?) => {
        /// Returns the games with bots that play from snapshots.
        #[must_use]
        pub fn snapshot_bot_games() -> Vec<&'static str> {
            vec![$(<$game as engine::Game>::ID),+]
        }

        /// Creates the bot with this name in this seat. `most` is the time limit for one action.
        ///
        /// # Errors
        ///
        /// Returns [`Rejection`] if the game has no bots that play from snapshots, there is no such bot, or the setup is
        /// invalid.
        pub fn snapshot_bot(
            catalog: &Catalog,
            game: &str,
            setup: &SetupText,
            seat: Seat,
            bot: &str,
            most: Duration,
        ) -> Result<Box<dyn SnapshotBot>, Rejection> {
            $(if game == <$game as engine::Game>::ID {
                return seated::<$game>(catalog.card_sets(), setup, seat, bot, most);
            })+
            let games = snapshot_bot_games().join(", ");
            Err(Rejection::new("options", format!("“{game}” has no bots that play from snapshots; the games with them are {games}")))
        }
    };
}

snapshot_bots!(Scopa, WallStreet, Cassino);

fn seated<G: FromWire>(
    card_sets: &CardSets,
    setup: &SetupText,
    seat: Seat,
    bot: &str,
    most: Duration,
) -> Result<Box<dyn SnapshotBot>, Rejection> {
    let setup = Setup::<G::Options>::read(setup, card_sets)?;
    let mut bot = bots::bot::<G>(bot)?;
    bot.set_deadline(most);
    Ok(Box::new(Seated { setup, seat, bot }))
}

/// Bot in its seat.
struct Seated<G: FromWire> {
    setup: Setup<G::Options>,
    seat: Seat,
    bot: Box<dyn Bot<G>>,
}

/// The parts of a snapshot that a bot needs.
#[derive(Deserialize)]
struct SnapshotText<'a> {
    dealer: Seat,
    legal: Vec<String>,
    #[serde(borrow)]
    view: &'a RawValue,
    totals: BySeat<i32>,
}

impl<G: FromWire> SnapshotBot for Seated<G> {
    fn choose(&mut self, snapshot: &RawValue, rng_seed: u64, stop: &Stop) -> Result<String, Rejection> {
        let wrong = |problem: String| {
            Rejection::new("unreadable", format!("this snapshot cannot be read: {problem}"))
        };
        let read = |error: serde_json::Error| wrong(error.to_string());
        let snapshot: SnapshotText<'_> = serde_json::from_str(snapshot.get()).map_err(read)?;
        let view: G::WireView = serde_json::from_str(snapshot.view.get()).map_err(read)?;
        let is_seat = |seat: Seat| seat.index() < usize::from(self.setup.options.seats());
        let view = (is_seat(self.seat) && is_seat(snapshot.dealer))
            .then(|| G::view_of(&view, &self.setup.options, snapshot.dealer, snapshot.totals))
            .flatten()
            .ok_or_else(|| wrong("it is of another game or other rules".to_owned()))?;
        let mut rng = Rng::from_number(rng_seed);
        // The bot sees only the view, so any determinization of it gives the same choice.
        let seen = Observation::<G>::new(&G::determinize(&view, &mut rng), Viewer::Seat(self.seat));
        if seen.legal.is_empty() {
            return Err(wrong("it is not this seat's turn".to_owned()));
        }
        self.bot.set_stop(stop);
        let chosen = self.bot.choose(&seen, self.seat, &mut rng).to_string();
        if snapshot.legal.contains(&chosen) {
            Ok(chosen)
        } else {
            Err(wrong(format!("{chosen} is not among its legal actions")))
        }
    }
}
