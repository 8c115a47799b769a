//! Clocks of a table with a time control. The rules of the games do not depend on time.
//!
//! A clock runs only while others wait for its player. It stops while sealed answers are awaited, because all
//! have the same time for them, and while the store can't write. Nothing here depends on cards: the table
//! acts for a player as soon as their time is over, regardless of the hand.

use crate::record::{StoredClocks, TableRecord};
use crate::seat_clock::{OutOfTime, SeatClock};
use crate::timestamp::{Now, Timestamp, millis};
use cards::{Seat, SeatSet};
use protocol::{PlayerClock, TimeControl};
use std::time::Duration;

/// Time for players to return after a restart of the server.
const GRACE: Duration = Duration::from_secs(10);

/// Delay before a bot plays for a player who left, at a table of more than two.
const DECISION: Duration = Duration::from_secs(30);

/// Maximum time that the other players wait for a player who left.
const WAITING: Duration = Duration::from_secs(600);

/// Clocks of the players at a card table.
pub(crate) struct Clocks {
    control: TimeControl,
    seats: Vec<SeatClock>,
    /// Turns that others wait for, by seat.
    turns: Vec<Option<Turn>>,
    /// Begin of the current turn, in seconds since 1970.
    moved: u64,
    /// Whether the table was just loaded, so that the first turn began earlier.
    revived: bool,
    /// Pending decisions about players who left.
    decisions: Vec<Decision>,
}

/// Cost of an action on a player's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Charge {
    pub(crate) seat: Seat,
    /// The clock after the action.
    pub(crate) clock: SeatClock,
    /// Cost of the action in milliseconds.
    pub(crate) spent: u32,
}

/// Turn of a player, with the time that it has taken so far.
#[derive(Clone, Copy, Debug)]
struct Turn {
    /// Time used until the clock last stopped.
    before: Duration,
    /// Time since which the clock runs.
    runs_since: Option<Timestamp>,
    /// Time since which others have waited while the player was not connected.
    away_since: Option<Timestamp>,
}

impl Turn {
    fn elapsed(self, now: Timestamp) -> Duration {
        self.before + self.runs_since.map_or(Duration::ZERO, |since| now.since(since))
    }
}

/// Decision about a player who left.
#[derive(Clone, Copy, Debug)]
struct Decision {
    seat: Seat,
    left_at: Timestamp,
    /// Time at which the table decides, unless a player has.
    until: Timestamp,
}

/// State of the match that the clocks depend on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClockInput {
    pub(crate) now: Now,
    /// Seats that others wait for.
    pub(crate) awaited: SeatSet,
    /// Seats whose players are connected.
    pub(crate) connected: SeatSet,
    /// Whether the match can't continue, so that no clock runs.
    pub(crate) is_stopped: bool,
    /// Seats of players who left and have no substitute.
    pub(crate) deserted: SeatSet,
}

/// Network delays and limits that deadlines depend on.
pub(crate) struct Limits<'a> {
    /// Round-trip time of a seat's connection.
    pub(crate) round_trip: &'a dyn Fn(Seat) -> Duration,
    /// Maximum total time that others wait for a player who is not connected.
    pub(crate) absence: Duration,
    /// Whether the table decides about players who left.
    pub(crate) decides: bool,
}

/// Consequence of a clock that has run out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ClockEvent {
    /// One action is played for the player, at this cost.
    PlayFor(Charge),
    /// The player counts as having left.
    Leave(Seat, SeatClock),
}

impl Clocks {
    /// Creates the clocks of a table as they were stored. Returns `None` if it has no time control.
    pub(crate) fn new(record: &TableRecord, stored: Option<StoredClocks>, is_begun: bool) -> Option<Self> {
        let control = record.time_control?;
        let seats = usize::from(record.seats);
        let stored = stored.filter(|stored| stored.seats.len() == seats);
        let stored =
            stored.unwrap_or_else(|| StoredClocks { seats: vec![SeatClock::new(control); seats], moved: 0 });
        let StoredClocks { seats, moved } = stored;
        let turns = vec![None; seats.len()];
        Some(Self { control, seats, turns, moved, revived: is_begun, decisions: Vec::new() })
    }

    pub(crate) fn is_correspondence(&self) -> bool {
        self.control.is_correspondence()
    }

    /// Returns whether the player of a seat ran out of time until the server let them go.
    pub(crate) fn has_slept(&self, seat: Seat) -> bool {
        self.seats[seat.index()].has_slept()
    }

    /// Returns the begin of the current turn, in seconds since 1970.
    pub(crate) fn moved(&self) -> u64 {
        self.moved
    }

    /// Returns the clocks to store, with this clock of one seat.
    pub(crate) fn with(&self, set: Option<(Seat, SeatClock)>, moved: u64) -> StoredClocks {
        let mut seats = self.seats.clone();
        if let Some((seat, clock)) = set {
            seats[seat.index()] = clock;
        }
        StoredClocks { seats, moved }
    }

    /// Takes over stored clocks. The turn of the seat whose clock was set is over, or begins again.
    pub(crate) fn set(&mut self, stored: StoredClocks, set: Option<Seat>) {
        self.seats = stored.seats;
        self.moved = stored.moved;
        if let Some(seat) = set {
            self.turns[seat.index()] = None;
        }
    }

    /// Restarts every turn without a charge.
    pub(crate) fn stop(&mut self) {
        self.turns.fill(None);
    }

    /// Records an action of a player. Returns whether they were flagged.
    pub(crate) fn wake(&mut self, seat: Seat) -> bool {
        let woke = self.seats[seat.index()].wake();
        if woke {
            self.turns[seat.index()] = None;
        }
        woke
    }

    /// Returns the clock of a player who leaves now.
    pub(crate) fn of_leaver(&self, seat: Seat, now: Timestamp) -> SeatClock {
        let mut clock = self.seats[seat.index()];
        clock.leave(self.control, self.turns[seat.index()].map_or(Duration::ZERO, |turn| turn.elapsed(now)));
        clock
    }

    /// Returns the clock of a player who returns by connecting. Returns `None` if they can return only by
    /// acting.
    pub(crate) fn of_returner(&self, seat: Seat) -> Option<SeatClock> {
        let mut clock = self.seats[seat.index()];
        clock.come_back(self.control).then_some(clock)
    }

    /// Returns whether no clock runs that keeps the table in memory.
    pub(crate) fn is_at_rest(&self) -> bool {
        self.is_correspondence() || self.turns.iter().flatten().all(|turn| turn.runs_since.is_none())
    }

    fn seat_numbers(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(self.seats.len() as u8)
    }

    /// Starts and stops the clocks. Returns whether the players must be told.
    pub(crate) fn update(&mut self, input: &ClockInput) -> bool {
        let ClockInput { now: Now { at: now, unix_seconds }, awaited, connected, is_stopped, deserted } =
            *input;
        let is_correspondence = self.is_correspondence();
        let mut changed = false;
        for seat in self.seat_numbers() {
            let (clock, turn) = (&mut self.seats[seat.index()], &mut self.turns[seat.index()]);
            if !awaited.contains(seat) {
                changed |= turn.take().is_some();
                continue;
            }
            if turn.is_none() && is_stopped {
                continue;
            }
            let turn = turn.get_or_insert_with(|| {
                changed = true;
                let (before, runs_since) = match (self.revived, is_correspondence) {
                    (true, true) => (Duration::from_secs(unix_seconds.saturating_sub(self.moved)), now),
                    (true, false) => (Duration::ZERO, now + GRACE),
                    (false, _) => (Duration::ZERO, now),
                };
                Turn { before, runs_since: Some(runs_since), away_since: None }
            });
            match (turn.runs_since, is_stopped) {
                (Some(_), true) => {
                    *turn = Turn { before: turn.elapsed(now), runs_since: None, away_since: turn.away_since };
                    changed = true;
                }
                (None, false) => {
                    turn.runs_since = Some(now);
                    changed = true;
                }
                _ => {}
            }
            // All absences of a player are added up.
            let is_missed = !connected.contains(seat) && turn.runs_since.is_some_and(|since| since <= now);
            if let Some(since) = turn.away_since.take() {
                clock.note_absence(now.since(since));
            }
            turn.away_since = is_missed.then_some(now);
        }
        self.revived &= awaited.is_empty() || is_stopped;
        let decisions = self.decisions.len();
        self.decisions.retain(|decision| deserted.contains(decision.seat));
        changed |= self.decisions.len() != decisions;
        for seat in deserted.iter() {
            if !is_correspondence && self.decisions.iter().all(|decision| decision.seat != seat) {
                let until = now + if self.seats.len() == 2 { WAITING } else { DECISION };
                self.decisions.push(Decision { seat, left_at: now, until });
                changed = true;
            }
        }
        changed
    }

    /// Returns the clocks as players see them.
    pub(crate) fn player_clocks(&self, now: Timestamp) -> Vec<PlayerClock> {
        let clock_of = |(seat, clock): (Seat, &SeatClock)| {
            let decision = self.decisions.iter().find(|decision| decision.seat == seat);
            let turn = self.turns[seat.index()];
            PlayerClock {
                bank: millis(clock.bank()),
                delay: millis(clock.delay(self.control)),
                elapsed: turn.map(|turn| millis(turn.elapsed(now))),
                runs: turn.is_some_and(|turn| turn.runs_since.is_some()),
                flagged: clock.is_flagged(),
                decided: decision.map(|decision| millis(decision.until.since(now))),
            }
        };
        self.seat_numbers().zip(&self.seats).map(clock_of).collect()
    }

    /// Returns the cost of an action that arrived at `received_at`. Returns `None` if the others did not wait
    /// for it.
    pub(crate) fn charge(&self, seat: Seat, received_at: Timestamp, round_trip: Duration) -> Option<Charge> {
        let elapsed = self.turns[seat.index()]?.elapsed(received_at);
        let mut clock = self.seats[seat.index()];
        let spent = clock.spend(self.control, elapsed, clock.credit(round_trip));
        Some(Charge { seat, clock, spent: millis(spent) })
    }

    /// Returns the time at which a running clock runs out.
    fn runs_out_at(&self, seat: Seat, limits: &Limits<'_>) -> Option<Timestamp> {
        let Turn { before, runs_since, .. } = self.turns[seat.index()]?;
        let clock = &self.seats[seat.index()];
        let left = clock.allowance(self.control) + clock.credit((limits.round_trip)(seat));
        Some(runs_since? + left.saturating_sub(before))
    }

    /// Returns the time until which the others wait for a player who is not connected.
    fn given_up_at(&self, seat: Seat, limits: &Limits<'_>) -> Option<Timestamp> {
        let since = self.turns[seat.index()]?.away_since?;
        (!self.is_correspondence())
            .then(|| since + limits.absence.saturating_sub(self.seats[seat.index()].absent()))
    }

    /// Returns the next time at which a clock matters.
    pub(crate) fn deadline(&self, now: Timestamp, limits: &Limits<'_>) -> Option<Timestamp> {
        // A player's absence is checked when their clock begins to run.
        let begins = |seat: Seat| self.turns[seat.index()]?.runs_since.filter(|since| *since > now);
        let seats = self
            .seat_numbers()
            .flat_map(|seat| [self.runs_out_at(seat, limits), self.given_up_at(seat, limits), begins(seat)]);
        let decisions = self.decisions.iter().filter(|_| limits.decides);
        seats.flatten().chain(decisions.map(|decision| decision.until)).min()
    }

    /// Returns the consequence of the first clock that has run out.
    pub(crate) fn due(&self, now: Timestamp, limits: &Limits<'_>) -> Option<ClockEvent> {
        let is_due = |at: Option<Timestamp>| at.is_some_and(|at| at <= now);
        self.seat_numbers().find_map(|seat| {
            let (given_up, out) =
                (is_due(self.given_up_at(seat, limits)), is_due(self.runs_out_at(seat, limits)));
            if !given_up && !out {
                return None;
            }
            let mut clock = self.of_leaver(seat, now);
            let spent = millis(self.seats[seat.index()].allowance(self.control));
            Some(match if given_up { OutOfTime::Left } else { clock.run_out(self.control) } {
                OutOfTime::PlayedFor => ClockEvent::PlayFor(Charge { seat, clock, spent }),
                OutOfTime::Left => ClockEvent::Leave(seat, clock),
            })
        })
    }

    /// Returns the players who left and are due for a decision.
    pub(crate) fn decisions_due(&self, now: Timestamp) -> Vec<Seat> {
        self.decisions.iter().filter(|one| one.until <= now).map(|one| one.seat).collect()
    }

    /// Extends the wait for a player who left. Returns whether a decision about them is pending.
    pub(crate) fn wait_for(&mut self, seat: Seat) -> bool {
        let decision = self.decisions.iter_mut().find(|one| one.seat == seat);
        decision.map(|decision| decision.until = decision.left_at + WAITING).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::tests::record;

    const ADA: Seat = Seat::new(0);
    const BEA: Seat = Seat::new(1);
    const CONTROL: TimeControl = TimeControl { delay: 20, bank: 60, increment: 0 };

    fn at(seconds: u64) -> Timestamp {
        Timestamp::new(Duration::from_secs(seconds))
    }

    fn clocks(control: TimeControl, is_begun: bool) -> Clocks {
        let record = TableRecord { time_control: Some(control), ..record("scopa", 2) };
        Clocks::new(&record, None, is_begun).expect("it has a time control")
    }

    /// Ada is awaited, and both are connected.
    fn input(seconds: u64) -> ClockInput {
        ClockInput {
            now: Now { at: at(seconds), unix_seconds: 1000 + seconds },
            awaited: SeatSet::only(ADA),
            connected: [ADA, BEA].into_iter().collect(),
            is_stopped: false,
            deserted: SeatSet::EMPTY,
        }
    }

    const LIMITS: Limits<'_> =
        Limits { round_trip: &|_| Duration::ZERO, absence: Duration::from_secs(60), decides: true };

    #[test]
    fn an_action_costs_what_exceeds_the_free_time_and_nothing_without_a_turn() {
        let mut clocks = clocks(CONTROL, false);
        assert!(clocks.update(&input(5)) && !clocks.update(&input(6)), "told once");
        let charge = clocks.charge(ADA, at(35), Duration::ZERO).expect("others waited");
        assert_eq!((charge.spent, charge.clock.bank()), (30_000, Duration::from_secs(50)));
        assert_eq!(clocks.charge(BEA, at(35), Duration::ZERO), None);
        clocks.set(clocks.with(Some((ADA, charge.clock)), 7), Some(ADA));
        assert_eq!((clocks.moved(), clocks.charge(ADA, at(36), Duration::ZERO)), (7, None));
    }

    #[test]
    fn a_player_who_runs_out_of_time_is_played_for_and_then_leaves() {
        let mut clocks = clocks(CONTROL, false);
        clocks.update(&input(0));
        assert_eq!((clocks.deadline(at(1), &LIMITS), clocks.due(at(79), &LIMITS)), (Some(at(80)), None));
        let Some(ClockEvent::PlayFor(charge)) = clocks.due(at(80), &LIMITS) else { panic!("it is due") };
        assert_eq!((charge.spent, charge.clock.bank()), (80_000, Duration::ZERO));
        clocks.set(clocks.with(Some((ADA, charge.clock)), 80), Some(ADA));
        let away = ClockInput { connected: SeatSet::only(BEA), ..input(80) };
        clocks.update(&away);
        assert!(matches!(clocks.due(at(140), &LIMITS), Some(ClockEvent::Leave(ADA, _))), "gone for a minute");
    }

    #[test]
    fn time_does_not_run_while_the_match_is_stopped() {
        let mut clocks = clocks(CONTROL, false);
        assert!(!clocks.update(&ClockInput { is_stopped: true, ..input(0) }), "no turn begins");
        clocks.update(&input(0));
        clocks.update(&ClockInput { is_stopped: true, ..input(10) });
        assert_eq!((clocks.deadline(at(11), &LIMITS), clocks.is_at_rest()), (None, true));
        clocks.update(&input(100));
        assert_eq!(clocks.deadline(at(101), &LIMITS), Some(at(170)));
    }

    #[test]
    fn after_a_restart_there_is_a_grace_time_but_days_run_on() {
        let mut quick = clocks(CONTROL, true);
        quick.update(&ClockInput { awaited: SeatSet::EMPTY, ..input(0) });
        quick.update(&input(0));
        assert_eq!(quick.deadline(at(11), &LIMITS), Some(at(90)));
        let mut days = clocks(TimeControl { delay: TimeControl::DAY, bank: 0, increment: 0 }, true);
        days.moved = 1000 - 600;
        days.update(&input(0));
        assert_eq!(days.deadline(at(1), &LIMITS), Some(at(u64::from(TimeControl::DAY) - 600)));
    }

    #[test]
    fn the_table_decides_about_a_player_who_left_unless_a_player_waits() {
        let mut clocks = clocks(CONTROL, false);
        let left = ClockInput { deserted: SeatSet::only(BEA), awaited: SeatSet::EMPTY, ..input(5) };
        assert!(clocks.update(&left) && !clocks.update(&left));
        assert_eq!((clocks.decisions_due(at(604)), clocks.decisions_due(at(605))), (vec![], vec![BEA]));
        assert!(clocks.wait_for(BEA) && !clocks.wait_for(ADA));
        assert!(clocks.update(&input(9)) && clocks.decisions_due(at(9999)).is_empty());
    }
}
