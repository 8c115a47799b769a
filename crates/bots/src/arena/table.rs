//! A table of bots that replays each deck with the seats rotated.

use super::sums::{Gain, SHARES, Sums};
use crate::reactions::{Reactions, Seated};
use cards::{BySeat, Rng, Seat, Seed};
use engine::{AtTable, Bot, Game, Match, Phase, Ruleset, Setup, UnknownBot, shuffled_deck};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Configuration of one table.
pub(super) struct Table<'a, G: Game, M> {
    pub(super) setup: &'a Setup<G::Options>,
    /// Bot names. With fewer bots than seats they repeat: two bots at a table of four form two
    /// sides.
    pub(super) bots: &'a [&'a str],
    /// Whether a round is a whole match instead of one deal.
    pub(super) matches: bool,
    /// Seed of the decks and of the bots' RNGs.
    pub(super) seed: u64,
    pub(super) threads: usize,
    /// Creates a bot from its name.
    pub(super) make: &'a M,
}

/// Points and winners of a round; `None` if it was stopped early.
type RoundResult = Option<(BySeat<i32>, Vec<Seat>)>;

impl<G: Game, M> Table<'_, G, M>
where
    M: Fn(&str) -> Result<Box<dyn Bot<G>>, UnknownBot> + Sync,
{
    /// Returns the number of times each deck is played.
    pub(super) fn rotations(&self) -> u64 {
        self.bots.len().max(1) as u64
    }

    /// Plays the given groups of rounds, each with its own deck or series of decks.
    ///
    /// `progress` receives the number of finished rounds from time to time. Unfinished groups are
    /// discarded when `stop` returns true.
    ///
    /// # Panics
    ///
    /// Panics if a bot panics.
    pub(super) fn play(
        &self,
        groups: Range<u64>,
        stop: &(dyn Fn() -> bool + Sync),
        progress: &(dyn Fn(u64) + Sync),
    ) -> Sums {
        let seats = self.setup.options.seats();
        let (next, done) = (AtomicU64::new(groups.start), AtomicU64::new(0));
        let work = || {
            let names = self.bots.iter().cycle().take(seats.into());
            let mut bots: Vec<Seated<G>> =
                names.filter_map(|name| (self.make)(name).ok()).map(Seated::new).collect();
            let mut sums = Sums::new(self.bots.len(), seats);
            let mut last_report = Instant::now();
            loop {
                let group = next.fetch_add(1, Ordering::Relaxed);
                if group >= groups.end {
                    break;
                }
                let Some(gains) = self.play_group(&mut bots, group, stop) else { break };
                sums.add(&gains);
                let rounds = done.fetch_add(self.rotations(), Ordering::Relaxed) + self.rotations();
                if last_report.elapsed() > Duration::from_millis(100) {
                    last_report = Instant::now();
                    progress(rounds);
                }
            }
            for (place, seated) in bots.iter().enumerate() {
                sums.add_thinking(place % self.bots.len(), &seated.thinking);
            }
            sums
        };
        let sums = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..self.threads.max(1)).map(|_| scope.spawn(work)).collect();
            let joined = workers.into_iter().map(|worker| worker.join().expect("a bot panicked"));
            let mut all = Sums::new(self.bots.len(), seats);
            joined.for_each(|sums| all.merge(&sums));
            all
        });
        progress(sums.rounds());
        sums
    }

    /// Plays one deck, or one series of decks, once with each bot in each place.
    fn play_group(&self, bots: &mut [Seated<G>], group: u64, stop: &dyn Fn() -> bool) -> Option<Vec<Gain>> {
        let seats = self.setup.options.seats();
        let mut gains = vec![Gain::default(); self.bots.len()];
        for turn in 0..self.rotations() {
            let mut rng = Rng::from_number(self.seed ^ group.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ turn);
            let place = |seat: Seat| (seat.index() + turn as usize) % usize::from(seats);
            let places = BySeat::new(seats, place);
            let played = if self.matches {
                self.play_match(group, turn, &places, bots, &mut rng, stop)
            } else {
                self.play_deal(group, turn, &places, bots, &mut rng, stop)
            };
            let played = played?;
            let failed: Vec<bool> = bots.iter_mut().map(Seated::take_failure).collect();
            let (points, winners) = if failed.contains(&true) {
                forfeited::<G>(self.setup, &played.0, |seat| failed[places[seat]])
            } else {
                played
            };
            let shares = SHARES / winners.len().max(1) as i128;
            for (seat, place) in places.iter() {
                let gain = &mut gains[place % self.bots.len()];
                gain.points += i128::from(points[seat]);
                gain.wins += if winners.contains(&seat) { shares } else { 0 };
            }
        }
        Some(gains)
    }

    /// Returns the number of a round.
    fn round(&self, group: u64, turn: u64) -> u64 {
        group * self.rotations() + turn
    }

    fn play_deal(
        &self,
        group: u64,
        turn: u64,
        places: &BySeat<usize>,
        bots: &mut [Seated<G>],
        rng: &mut Rng,
        stop: &dyn Fn() -> bool,
    ) -> RoundResult {
        let setup = self.setup;
        let seats = setup.options.seats();
        let deck = shuffled_deck::<G>(&setup.options, &Seed::from_number(self.seed), group);
        let dealer = Seat::new((group % u64::from(seats)) as u8);
        let standing = G::initial_standing(&setup.options, dealer);
        let mut state = G::deal(&setup.options, &standing, &deck, &mut drop);
        let mut reactions = Reactions::new(seats);
        let round = self.round(group, turn);
        let mut at = AtTable { setup, standing: &standing, deal: 0, version: 1, round };
        let outcome = loop {
            at.version += crate::playout::shuffle_if_due::<G>(&mut state, rng);
            if stop() {
                return None;
            }
            let Some((seat, action)) = reactions.next::<G>(&state, &at, places, bots, rng) else {
                break G::outcome(&state).expect("nobody may act, so it is over");
            };
            G::apply_quietly(&mut state, seat, action);
            at.version += 1;
        };
        Some((outcome.points, best(&outcome.points, |_| true)))
    }

    fn play_match(
        &self,
        group: u64,
        turn: u64,
        places: &BySeat<usize>,
        bots: &mut [Seated<G>],
        rng: &mut Rng,
        stop: &dyn Fn() -> bool,
    ) -> RoundResult {
        let setup = self.setup;
        let seats = setup.options.seats();
        let seed = Seed::from_number(self.seed);
        let dealer = Seat::new((group % u64::from(seats)) as u8);
        let mut game = Match::<G>::new(setup.clone(), dealer).expect("the dealer is at the table");
        let mut reactions = Reactions::new(seats);
        loop {
            match game.phase() {
                Phase::Over(winners) => return Some((game.totals(), winners.iter().collect())),
                _ if stop() => return None,
                Phase::Between => {
                    // A match has its own series of decks, so no deck of another match comes again.
                    let n = group << 20 | game.results().len() as u64;
                    let deck = shuffled_deck::<G>(&setup.options, &seed, n);
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
                        round: self.round(group, turn),
                    };
                    let (seat, action) =
                        reactions.next::<G>(state, &at, places, bots, rng).expect("somebody may act");
                    game.check(seat, action).expect("bots choose legal actions").play(&mut drop);
                }
            }
        }
    }
}

/// Returns the seats with the most points among those that may win.
fn best(points: &BySeat<i32>, may_win: impl Fn(Seat) -> bool) -> Vec<Seat> {
    let most = points.iter().filter(|(seat, _)| may_win(*seat)).map(|(_, points)| points).max();
    let is_best = |(seat, points): &(Seat, i32)| may_win(*seat) && Some(*points) == most;
    points.iter().filter(is_best).map(|(seat, _)| seat).collect()
}

/// Returns the result of a round that a failed bot left to a substitute: the failed side loses.
///
/// The failed side gets the fewest points at the table. With two sides the other one gets the most,
/// independent of how the substitute played.
fn forfeited<G: Game>(
    setup: &Setup<G::Options>,
    played: &BySeat<i32>,
    failed: impl Fn(Seat) -> bool,
) -> (BySeat<i32>, Vec<Seat>) {
    let sides = G::sides(setup);
    let has_lost = |seat: Seat| sides.iter().any(|(other, side)| side == sides[seat] && failed(other));
    let (fewest, most) = (played.as_slice().iter().min(), played.as_slice().iter().max());
    let are_two = sides.iter().all(|(_, side)| side.index() < 2);
    let points = played.map(|seat, points| match () {
        () if has_lost(seat) => fewest.copied().unwrap_or(points),
        () if are_two => most.copied().unwrap_or(points),
        () => points,
    });
    let winners = best(&points, |seat| !has_lost(seat));
    (points, winners)
}
