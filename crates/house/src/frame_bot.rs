//! Bots of the house that play from frames, as a program elsewhere does: in the games in which a frame tells them everything.

use crate::{Catalog, Rejected, SetupText};
use cards::{BySeat, Rng, Seat, Viewer};
use engine::{Bot, CardSets, Observation, Ruleset, Setup, Stop};
use games::FromSent;
use games::cassino::Cassino;
use games::scopa::Scopa;
use games::wall_street::WallStreet;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::time::Duration;

/// A bot that plays a seat from frames.
pub trait FrameBot: Send {
    /// What it does: one of `legal` of the frame. It thinks no longer than until it is told to stop.
    ///
    /// # Errors
    ///
    /// When this is no frame of such a seat, or the seat is not to act.
    fn choose(&mut self, frame: &RawValue, rng_seed: u64, stop: &Stop) -> Result<String, Rejected>;
}

macro_rules! frame_bots {
    ($($game:ty),+ $(,)?) => {
        /// The games in which bots of the house play from frames.
        #[must_use]
        pub fn frame_bot_games() -> Vec<&'static str> {
            vec![$(<$game as engine::Game>::ID),+]
        }

        /// The bot of this name in this seat, which thinks no longer than `most` about one action.
        ///
        /// # Errors
        ///
        /// When there is no such game or bot, the game is one in which bots remember more than a frame tells, or the setup cannot
        /// be played.
        pub fn frame_bot(
            catalog: &Catalog,
            game: &str,
            setup: &SetupText,
            seat: Seat,
            bot: &str,
            most: Duration,
        ) -> Result<Box<dyn FrameBot>, Rejected> {
            $(if game == <$game as engine::Game>::ID {
                return seated::<$game>(catalog.card_sets(), setup, seat, bot, most);
            })+
            let games = frame_bot_games().join(", ");
            Err(Rejected::new("options", format!("from frames alone bots of the house play {games}, not “{game}”")))
        }
    };
}

frame_bots!(Scopa, WallStreet, Cassino);

fn seated<G: FromSent>(
    card_sets: &CardSets,
    setup: &SetupText,
    seat: Seat,
    bot: &str,
    most: Duration,
) -> Result<Box<dyn FrameBot>, Rejected> {
    let setup = Setup::<G::Options>::read(setup, card_sets)?;
    let mut bot = bots::bot::<G>(bot)?;
    bot.set_deadline(most);
    Ok(Box::new(Seated { setup, seat, bot }))
}

/// A bot, and the seat it plays.
struct Seated<G: FromSent> {
    setup: Setup<G::Options>,
    seat: Seat,
    bot: Box<dyn Bot<G>>,
}

/// What a bot needs of a frame.
#[derive(Deserialize)]
struct FrameText<'a> {
    dealer: Seat,
    legal: Vec<String>,
    #[serde(borrow)]
    view: &'a RawValue,
    totals: BySeat<i32>,
}

impl<G: FromSent> FrameBot for Seated<G> {
    fn choose(&mut self, frame: &RawValue, rng_seed: u64, stop: &Stop) -> Result<String, Rejected> {
        let wrong =
            |problem: String| Rejected::new("unreadable", format!("this frame cannot be read: {problem}"));
        let read = |error: serde_json::Error| wrong(error.to_string());
        let frame: FrameText<'_> = serde_json::from_str(frame.get()).map_err(read)?;
        let sent: G::Sent = serde_json::from_str(frame.view.get()).map_err(read)?;
        let is_seat = |seat: Seat| seat.index() < usize::from(self.setup.options.seats());
        let view = (is_seat(self.seat) && is_seat(frame.dealer))
            .then(|| G::view_of(&sent, &self.setup.options, frame.dealer, frame.totals))
            .flatten()
            .ok_or_else(|| wrong("it is not of this game and these rules".to_owned()))?;
        let mut rng = Rng::from_number(rng_seed);
        // Any deal that looks like the view: a bot chooses alike in all of them.
        let seen = Observation::<G>::new(&G::determinize(&view, &mut rng), Viewer::Seat(self.seat));
        if seen.legal.is_empty() {
            return Err(wrong("it is not this seat's turn".to_owned()));
        }
        self.bot.set_stop(stop);
        let chosen = self.bot.choose(&seen, self.seat, &mut rng).to_string();
        if frame.legal.contains(&chosen) {
            Ok(chosen)
        } else {
            Err(wrong(format!("{chosen} is not legal in it")))
        }
    }
}
