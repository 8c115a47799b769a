//! A table of bots that replays each deck with the seats rotated.

use super::rounds::{Round, RoundResult, Rounds, SeatedBots};
use super::sums::{Gain, SHARES, Sums};
use cards::{BySeat, Rng, Seat, Side};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Configuration of the card table at which the bots of a round play.
pub(super) struct Table<'a> {
    pub(super) rounds: &'a dyn Rounds,
    /// Bot names. With fewer bots than seats they repeat: two bots at a table of four form two
    /// sides.
    pub(super) bots: &'a [&'a str],
    /// Whether a round is a whole match instead of one deal.
    pub(super) matches: bool,
    /// Seed of the decks and of the bots' RNGs.
    pub(super) seed: u64,
    pub(super) threads: usize,
}

impl Table<'_> {
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
        let seats = self.rounds.seats();
        let (next, done) = (AtomicU64::new(groups.start), AtomicU64::new(0));
        let work = || {
            let mut names = self.bots.iter().copied().cycle().take(seats.into());
            let mut bots = self.rounds.seat_bots(&mut names);
            let mut sums = Sums::new(self.bots.len(), seats);
            let mut last_report = Instant::now();
            loop {
                let group = next.fetch_add(1, Ordering::Relaxed);
                if group >= groups.end {
                    break;
                }
                let Some(gains) = self.play_group(&mut *bots, group, stop) else { break };
                sums.add(&gains);
                let rounds = done.fetch_add(self.rotations(), Ordering::Relaxed) + self.rotations();
                if last_report.elapsed() > Duration::from_millis(100) {
                    last_report = Instant::now();
                    progress(rounds);
                }
            }
            for (place, thinking) in bots.thinking().iter().enumerate() {
                sums.add_thinking(place % self.bots.len(), thinking);
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
    fn play_group(
        &self,
        bots: &mut dyn SeatedBots,
        group: u64,
        stop: &dyn Fn() -> bool,
    ) -> Option<Vec<Gain>> {
        let seats = self.rounds.seats();
        let mut gains = vec![Gain::default(); self.bots.len()];
        for turn in 0..self.rotations() {
            let mut rng = Rng::from_number(self.seed ^ group.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ turn);
            let place = |seat: Seat| (seat.index() + turn as usize) % usize::from(seats);
            let round = Round {
                is_match: self.matches,
                seed: self.seed,
                group,
                number: group * self.rotations() + turn,
                places: BySeat::new(seats, place),
            };
            let played = bots.play(&round, &mut rng, stop)?;
            let failed = bots.take_failures();
            let (points, winners) = if failed.contains(&true) {
                forfeited(&self.rounds.sides(), &played.0, &|seat| failed[round.places[seat]])
            } else {
                played
            };
            let shares = SHARES / winners.len().max(1) as i128;
            for (seat, place) in round.places.iter() {
                let gain = &mut gains[place % self.bots.len()];
                gain.points += i128::from(points[seat]);
                gain.wins += if winners.contains(&seat) { shares } else { 0 };
            }
        }
        Some(gains)
    }
}

/// Returns the seats with the most points among those that may win.
pub(super) fn best(points: &BySeat<i32>, may_win: &dyn Fn(Seat) -> bool) -> Vec<Seat> {
    let most = points.iter().filter(|(seat, _)| may_win(*seat)).map(|(_, points)| points).max();
    let is_best = |(seat, points): &(Seat, i32)| may_win(*seat) && Some(*points) == most;
    points.iter().filter(is_best).map(|(seat, _)| seat).collect()
}

/// Returns the result of a round that a failed bot left to a substitute: the failed side loses.
///
/// The failed side gets the fewest points at the table. With two sides the other one gets the most,
/// independent of how the substitute played.
fn forfeited(sides: &BySeat<Side>, played: &BySeat<i32>, failed: &dyn Fn(Seat) -> bool) -> RoundResult {
    let has_lost = |seat: Seat| sides.iter().any(|(other, side)| side == sides[seat] && failed(other));
    let (fewest, most) = (played.as_slice().iter().min(), played.as_slice().iter().max());
    let are_two = sides.iter().all(|(_, side)| side.index() < 2);
    let points = played.map(|seat, points| match () {
        () if has_lost(seat) => fewest.copied().unwrap_or(points),
        () if are_two => most.copied().unwrap_or(points),
        () => points,
    });
    let winners = best(&points, &|seat| !has_lost(seat));
    (points, winners)
}
