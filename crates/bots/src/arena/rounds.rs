//! Rounds of a game: the part of the arena that is compiled for each game.
//!
//! Threads, sums, tournaments and reports use the traits of this module and are compiled once.

use super::sums::Thinking;
use super::table::best;
use crate::reactions::{Reactions, Seated};
use cards::{BySeat, Rng, Seat, Seed, Side};
use engine::{AtTable, Bot, Game, Match, Phase, Ruleset, Setup, UnknownBot, shuffled_deck};

/// A game with its rules and its bots, without its types.
pub(super) trait Rounds: Sync {
    /// Returns the number of seats.
    fn seats(&self) -> u8;
    /// Returns the number of fixed decks. `None` if the seed decides the decks.
    fn fixed_decks(&self) -> Option<u64>;
    /// Returns the side of each seat.
    fn sides(&self) -> BySeat<Side>;
    /// Checks a bot name.
    ///
    /// # Errors
    ///
    /// Returns [`UnknownBot`] if there is no such bot.
    fn check_bot(&self, name: &str) -> Result<(), UnknownBot>;
    /// Creates bots for one thread, in the order of `names`. Unknown names are left out.
    fn seat_bots<'a>(&'a self, names: &mut dyn Iterator<Item = &'a str>) -> Box<dyn SeatedBots + 'a>;
}

/// The bots of one thread.
pub(super) trait SeatedBots {
    /// Plays a round: one deal or match. Returns its points and winners, or `None` if `stop` returned true.
    fn play(&mut self, round: &Round, rng: &mut Rng, stop: &dyn Fn() -> bool) -> Option<RoundResult>;
    /// Returns for each bot whether it failed in the last round, and resets the flags.
    fn take_failures(&mut self) -> Vec<bool>;
    /// Returns the thinking time of each bot.
    fn thinking(&self) -> Vec<Thinking>;
}

/// Points and winners of a round.
pub(super) type RoundResult = (BySeat<i32>, Vec<Seat>);

/// One deal or match of an arena, with its decks and seating.
pub(super) struct Round {
    /// Whether the round is a whole match instead of one deal.
    pub(super) is_match: bool,
    /// Seed of the decks.
    pub(super) seed: u64,
    /// Number of the deck, or of the series of decks.
    pub(super) group: u64,
    /// Number of the round in the contest. No two rounds share one.
    pub(super) number: u64,
    /// Index of the bot in each seat.
    pub(super) places: BySeat<usize>,
}

impl Round {
    /// Returns the first dealer at a table with this number of seats.
    fn dealer(&self, seats: u8) -> Seat {
        Seat::new((self.group % u64::from(seats)) as u8)
    }
}

/// Creates a bot from its name.
type Make<'a, G> = &'a (dyn Fn(&str) -> Result<Box<dyn Bot<G>>, UnknownBot> + Sync);

/// Source of rounds (deals or matches) of one game.
pub(super) struct GameRounds<'a, G: Game> {
    pub(super) setup: &'a Setup<G::Options>,
    pub(super) make: Make<'a, G>,
    /// Decks of the deals. If empty, the seed decides them.
    pub(super) decks: &'a [Vec<G::Card>],
}

impl<G: Game> Rounds for GameRounds<'_, G> {
    fn seats(&self) -> u8 {
        self.setup.options.seats()
    }

    fn fixed_decks(&self) -> Option<u64> {
        Some(self.decks.len() as u64).filter(|decks| *decks > 0)
    }

    fn sides(&self) -> BySeat<Side> {
        G::sides(self.setup)
    }

    fn check_bot(&self, name: &str) -> Result<(), UnknownBot> {
        (self.make)(name).map(drop)
    }

    fn seat_bots<'a>(&'a self, names: &mut dyn Iterator<Item = &'a str>) -> Box<dyn SeatedBots + 'a> {
        let mut bots = Vec::new();
        for name in names {
            if let Ok(bot) = (self.make)(name) {
                bots.push(Seated::new(bot));
            }
        }
        Box::new(GameBots::<G> { setup: self.setup, bots, decks: self.decks })
    }
}

struct GameBots<'a, G: Game> {
    setup: &'a Setup<G::Options>,
    bots: Vec<Seated<G>>,
    decks: &'a [Vec<G::Card>],
}

impl<G: Game> SeatedBots for GameBots<'_, G> {
    fn play(&mut self, round: &Round, rng: &mut Rng, stop: &dyn Fn() -> bool) -> Option<RoundResult> {
        if round.is_match { self.play_match(round, rng, stop) } else { self.play_deal(round, rng, stop) }
    }

    fn take_failures(&mut self) -> Vec<bool> {
        self.bots.iter_mut().map(Seated::take_failure).collect()
    }

    fn thinking(&self) -> Vec<Thinking> {
        self.bots.iter().map(|seated| seated.thinking).collect()
    }
}

impl<G: Game> GameBots<'_, G> {
    /// Seats the bots before the first action, so that a program that can't start fails in a round that needs no action too.
    fn sit(&mut self, at: &AtTable<'_, G>, round: &Round) {
        for (seat, place) in round.places.iter() {
            self.bots[place].sit(at, seat);
        }
    }

    fn play_deal(&mut self, round: &Round, rng: &mut Rng, stop: &dyn Fn() -> bool) -> Option<RoundResult> {
        let setup = self.setup;
        let seats = setup.options.seats();
        let fixed = usize::try_from(round.group).ok().and_then(|group| self.decks.get(group));
        let deck = fixed.cloned().unwrap_or_else(|| {
            shuffled_deck::<G>(&setup.options, &Seed::from_number(round.seed), round.group)
        });
        let standing = G::initial_standing(&setup.options, round.dealer(seats));
        let mut state = G::deal(&setup.options, &standing, &deck, &mut drop);
        let mut reactions = Reactions::new(seats);
        let mut at = AtTable { setup, standing: &standing, deal: 0, version: 1, round: round.number };
        self.sit(&at, round);
        let outcome = loop {
            at.version += crate::playout::shuffle_if_due::<G>(&mut state, rng);
            if stop() {
                return None;
            }
            let next = reactions.next::<G>(&state, &at, &round.places, &mut self.bots, rng);
            let Some((seat, action)) = next else {
                break G::outcome(&state).expect("no seat may act, so the deal is over");
            };
            G::apply_quietly(&mut state, seat, action);
            at.version += 1;
        };
        Some((outcome.points, best(&outcome.points, &|_| true)))
    }

    fn play_match(&mut self, round: &Round, rng: &mut Rng, stop: &dyn Fn() -> bool) -> Option<RoundResult> {
        let setup = self.setup;
        let seats = setup.options.seats();
        let seed = Seed::from_number(round.seed);
        let begun = Match::<G>::new(setup.clone(), round.dealer(seats));
        let mut game = begun.expect("the dealer is at the table");
        let mut reactions = Reactions::new(seats);
        loop {
            match game.phase() {
                Phase::Over(winners) => return Some((game.totals(), winners.iter().collect())),
                _ if stop() => return None,
                Phase::Between => {
                    // A match has its own series of decks, so no deck of another match comes again.
                    let n = round.group << 20 | game.results().len() as u64;
                    let deck = shuffled_deck::<G>(&setup.options, &seed, n);
                    if game.results().is_empty() {
                        let (standing, version) = (game.standing(), game.version());
                        self.sit(&AtTable { setup, standing, deal: 0, version, round: round.number }, round);
                    }
                    game.deal(&deck, &mut drop).expect("a complete deck, between deals");
                    reactions = Reactions::new(seats);
                }
                Phase::Playing => {
                    if let Some(mut order) = game.shuffle_due() {
                        rng.shuffle(&mut order);
                        game.shuffle(&order, &mut drop).expect("these cards are due");
                        continue;
                    }
                    let state = game.state().expect("a deal is being played");
                    let at = AtTable {
                        setup,
                        standing: game.standing(),
                        deal: game.results().len(),
                        version: game.version(),
                        round: round.number,
                    };
                    let next = reactions.next::<G>(state, &at, &round.places, &mut self.bots, rng);
                    let (seat, action) = next.expect("a seat may act");
                    game.check(seat, action).expect("bots choose legal actions").play(&mut drop);
                }
            }
        }
    }
}
