//! Order of the bots' actions: the actor in a game of turns, the fastest reaction in a race.

use crate::arena::Thinking;
use cards::{BySeat, Rng, Seat, Viewer};
use engine::{AtTable, Bot, Game, Observation, Race};
use std::time::{Duration, Instant};

/// Bot in its seat at a card table, with its thinking time.
pub(crate) struct Seated<G: Game> {
    bot: Box<dyn Bot<G>>,
    pub(crate) thinking: Thinking,
}

impl<G: Game> Seated<G> {
    /// Creates the seat of a bot that has not used any thinking time yet.
    pub(crate) fn new(bot: Box<dyn Bot<G>>) -> Self {
        Self { bot, thinking: Thinking::default() }
    }

    /// Returns whether the bot failed in the last round, and resets the flag.
    pub(crate) fn take_failure(&mut self) -> bool {
        self.bot.take_failure()
    }

    /// Tells the bot where it sits.
    pub(crate) fn sit(&mut self, at: &AtTable<'_, G>, seat: Seat) {
        self.bot.sit(at, seat);
    }

    fn choose(&mut self, at: &AtTable<'_, G>, seen: &Observation<G>, seat: Seat, rng: &mut Rng) -> G::Action {
        self.bot.sit(at, seat);
        let begun = Instant::now();
        let chosen = self.bot.choose(seen, seat, rng);
        self.thinking.add(begun.elapsed());
        chosen
    }
}

/// Pending actions of the bots in a deal.
///
/// In a race each bot looks, waits for its reaction time, and then acts on the state it saw. If the
/// action is no longer legal, the bot looks again. The clock is simulated, so a race of a minute
/// takes no real time.
pub(crate) struct Reactions<A> {
    now: Duration,
    pending: Vec<Option<(Duration, A)>>,
}

impl<A: Copy> Reactions<A> {
    /// Creates an empty queue.
    pub(crate) fn new(seats: u8) -> Self {
        Self { now: Duration::ZERO, pending: vec![None; usize::from(seats)] }
    }

    /// Returns the next action and its seat; `None` if no seat may act. `bot_at` maps seats to
    /// bots.
    pub(crate) fn next<G: Game<Action = A>>(
        &mut self,
        state: &G::State,
        at: &AtTable<'_, G>,
        bot_at: &BySeat<usize>,
        bots: &mut [Seated<G>],
        rng: &mut Rng,
    ) -> Option<(Seat, A)> {
        let Some(race) = G::RACE else {
            let seat = G::actors(state).first()?;
            let seen = Observation::new(state, Viewer::Seat(seat));
            return Some((seat, bots[bot_at[seat]].choose(at, &seen, seat, rng)));
        };
        loop {
            for seat in G::actors(state).iter() {
                if self.pending[seat.index()].is_none() {
                    self.pending[seat.index()] =
                        self.look::<G>(&race, state, at, seat, &mut bots[bot_at[seat]], rng);
                }
            }
            let due = |seat: &Seat| self.pending[seat.index()].map(|(at, _)| at);
            let first = G::actors(state).iter().filter(|seat| due(seat).is_some()).min_by_key(due)?;
            let (at, action) = self.pending[first.index()].take()?;
            self.now = at;
            if G::validate(state, first, action).is_ok() {
                return Some((first, (race.canonical)(action)));
            }
        }
    }

    /// Returns the action that `seat` chooses from the current state, and its time; `None` if it
    /// has no legal action.
    fn look<G: Game<Action = A>>(
        &self,
        race: &Race<G>,
        state: &G::State,
        at: &AtTable<'_, G>,
        seat: Seat,
        seated: &mut Seated<G>,
        rng: &mut Rng,
    ) -> Option<(Duration, A)> {
        let seen = Observation::<G>::new(state, Viewer::Seat(seat));
        if seen.legal.is_empty() {
            return None;
        }
        let action = (race.with_target)(&seen.view, seated.choose(at, &seen, seat, rng));
        Some((self.now + seated.bot.reaction(rng), action))
    }
}
