//! The clocks of a table with a time control: whose time runs, and what happens when it is over. (The rules know no time.)
//!
//! Time runs only while others wait for somebody: not while sealed answers are awaited, which all have the same time for, and
//! not while the house cannot write. Nothing here depends on cards: the house acts for somebody at the instant their time is
//! over, whatever they hold.

use super::Table;
use super::play::Charge;
use crate::clock::millis;
use crate::store::{StoredClocks, TableRecord};
use crate::time_control::{OutOfTime, SeatClock};
use axum::extract::ws::Utf8Bytes;
use cards::{Seat, SeatSet};
use engine::Phase;
use protocol::TimeControl;
use protocol::{Notice, PlayerClock, notice};
use std::time::Duration;
use tokio::time::Instant;

/// After the house was away everybody has so long to find their way back.
const GRACE: Duration = Duration::from_secs(10);

/// So long after somebody left a bot plays on for them, if nobody wanted to wait: at a table of more than two.
const DECISION: Duration = Duration::from_secs(30);

/// So long somebody who left is waited for at most.
const WAITING: Duration = Duration::from_secs(600);

/// The clocks of a table.
pub(super) struct Clocks {
    control: TimeControl,
    seats: Vec<SeatClock>,
    /// The turns others wait for, by seat.
    turns: Vec<Option<Turn>>,
    /// When the turn began that is played, in seconds since 1970.
    moved: u64,
    /// Whether this table was just taken up again, so that the first turn is one that had begun.
    revived: bool,
    /// Who has left, and what the others may do about it.
    decisions: Vec<Decision>,
}

/// A turn of somebody.
#[derive(Clone, Copy, Debug)]
struct Turn {
    /// What it took until the clock was stopped last.
    before: Duration,
    /// Since when it runs.
    runs_since: Option<Instant>,
    /// Since when others have waited for somebody who is not connected.
    away_since: Option<Instant>,
}

impl Turn {
    fn took(self, now: Instant) -> Duration {
        self.before + self.runs_since.map_or(Duration::ZERO, |since| now.saturating_duration_since(since))
    }
}

/// Somebody has left, and the others are to say what becomes of that.
#[derive(Clone, Copy, Debug)]
struct Decision {
    seat: Seat,
    left_at: Instant,
    /// When the house decides, if nobody else has.
    until: Instant,
}

impl Clocks {
    /// The clocks of a table as it was left; none if it has no time control.
    pub(super) fn stored(record: &TableRecord, stored: Option<StoredClocks>, is_begun: bool) -> Option<Self> {
        let control = record.time_control?;
        let seats = usize::from(record.seats);
        let stored = stored.filter(|stored| stored.seats.len() == seats);
        let stored =
            stored.unwrap_or_else(|| StoredClocks { seats: vec![SeatClock::new(control); seats], moved: 0 });
        let StoredClocks { seats, moved } = stored;
        let turns = vec![None; seats.len()];
        Some(Self { control, seats, turns, moved, revived: is_begun, decisions: Vec::new() })
    }

    /// When the turn began that is played.
    pub(super) fn moved(&self) -> u64 {
        self.moved
    }

    /// As the file is to have them, with this clock of one seat.
    pub(super) fn with(&self, set: Option<(Seat, SeatClock)>, moved: u64) -> StoredClocks {
        let mut seats = self.seats.clone();
        if let Some((seat, clock)) = set {
            seats[seat.index()] = clock;
        }
        StoredClocks { seats, moved }
    }

    /// What the file has now. The turn of whoever's clock was set is over, or begins anew.
    pub(super) fn set(&mut self, stored: StoredClocks, set: Option<(Seat, SeatClock)>) {
        self.seats = stored.seats;
        self.moved = stored.moved;
        if let Some((seat, _)) = set {
            self.turns[seat.index()] = None;
        }
    }

    /// Every turn begins anew: it was not the players who took this time.
    pub(super) fn stop(&mut self) {
        self.turns.fill(None);
    }

    /// Somebody did something. Returns whether that woke them up.
    pub(super) fn wake(&mut self, seat: Seat) -> bool {
        let woke = self.seats[seat.index()].wake();
        if woke {
            self.turns[seat.index()] = None;
        }
        woke
    }

    /// The clock of somebody who leaves now.
    pub(super) fn of_leaver(&self, seat: Seat, now: Instant) -> SeatClock {
        let mut clock = self.seats[seat.index()];
        clock.leave(self.control, self.turns[seat.index()].map_or(Duration::ZERO, |turn| turn.took(now)));
        clock
    }

    /// The clock of somebody who left and is back by being there; none, if it takes more than that.
    pub(super) fn of_returner(&self, seat: Seat) -> Option<SeatClock> {
        let mut clock = self.seats[seat.index()];
        clock.come_back(self.control).then_some(clock)
    }

    /// Whether something happens by itself sooner or later, so that the table has to stay.
    pub(super) fn is_at_rest(&self) -> bool {
        self.control.is_correspondence() || self.turns.iter().flatten().all(|turn| turn.runs_since.is_none())
    }
}

impl Table {
    /// Whether an action may take days here, so that nobody need be connected.
    pub(super) fn is_correspondence(&self) -> bool {
        self.record.time_control.is_some_and(TimeControl::is_correspondence)
    }

    /// The seats others wait for, if they do.
    fn awaited(&self) -> SeatSet {
        if self.is_over() || self.game.phase() != Phase::Playing || self.sealed.is_some() {
            return SeatSet::EMPTY;
        }
        let playing = |seat: &Seat| self.chairs.bot(*seat).is_none() && !self.chairs.has_left(*seat);
        let people = self.chairs.people();
        self.game.actors().iter().filter(|seat| people.contains(*seat)).filter(playing).collect()
    }

    /// Starts and stops the clocks as the match needs it, and tells everybody if anything about them is new.
    pub(super) fn keep_clocks(&mut self) {
        let Some(correspondence) = self.clocks.as_ref().map(|clocks| clocks.control.is_correspondence())
        else {
            return;
        };
        let (now, seconds) = (self.now(), self.lobby.settings.clock.seconds());
        let (awaited, here) = (self.awaited(), self.here());
        // A match that everybody has left waits, and so does one the house cannot go on with.
        let is_deserted = !correspondence && here.is_empty();
        let stands = self.try_again.is_some() || self.suspect || self.lost.is_some() || is_deserted;
        let left: Vec<Seat> = match self.is_over() || self.staying().is_empty() {
            true => Vec::new(),
            false => self.chairs.people().iter().filter(|seat| self.chairs.is_deserted(*seat)).collect(),
        };
        let only_two = self.record.seats == 2;
        let Some(clocks) = &mut self.clocks else { return };
        let mut changed = false;
        for seat in Seat::all(clocks.seats.len() as u8) {
            let (clock, turn) = (&mut clocks.seats[seat.index()], &mut clocks.turns[seat.index()]);
            if !awaited.contains(seat) {
                changed |= turn.take().is_some();
                continue;
            }
            if turn.is_none() && stands {
                continue;
            }
            let turn = turn.get_or_insert_with(|| {
                changed = true;
                let (before, runs_since) = match (clocks.revived, correspondence) {
                    (true, true) => (Duration::from_secs(seconds.saturating_sub(clocks.moved)), now),
                    (true, false) => (Duration::ZERO, now + GRACE),
                    (false, _) => (Duration::ZERO, now),
                };
                Turn { before, runs_since: Some(runs_since), away_since: None }
            });
            match (turn.runs_since, stands) {
                (Some(_), true) => {
                    *turn = Turn { before: turn.took(now), runs_since: None, away_since: turn.away_since };
                    changed = true;
                }
                (None, false) => {
                    turn.runs_since = Some(now);
                    changed = true;
                }
                _ => {}
            }
            // Whoever waits for a person who is not there waits no longer than so long in all.
            let is_missed = !here.contains(seat) && turn.runs_since.is_some_and(|since| since <= now);
            if let Some(since) = turn.away_since.take() {
                clock.note_absence(now.saturating_duration_since(since));
            }
            turn.away_since = is_missed.then_some(now);
        }
        clocks.revived &= awaited.is_empty() || stands;
        let decisions = clocks.decisions.len();
        clocks.decisions.retain(|decision| left.contains(&decision.seat));
        changed |= clocks.decisions.len() != decisions;
        for seat in left {
            if !correspondence && clocks.decisions.iter().all(|decision| decision.seat != seat) {
                let until = now + if only_two { WAITING } else { DECISION };
                clocks.decisions.push(Decision { seat, left_at: now, until });
                changed = true;
            }
        }
        if changed {
            self.notify_clocks();
        }
    }

    /// What everybody may see of the clocks.
    pub(super) fn player_clocks(&self) -> Vec<PlayerClock> {
        let Some(clocks) = &self.clocks else { return Vec::new() };
        let now = self.now();
        let clock_of = |(seat, clock): (Seat, &SeatClock)| {
            let decision = clocks.decisions.iter().find(|decision| decision.seat == seat);
            let turn = clocks.turns[seat.index()];
            PlayerClock {
                bank: millis(clock.bank()),
                free: millis(clock.free(clocks.control)),
                took: turn.map(|turn| millis(turn.took(now))),
                runs: turn.is_some_and(|turn| turn.runs_since.is_some()),
                asleep: clock.is_asleep(),
                decided: decision.map(|decision| millis(decision.until.saturating_duration_since(now))),
            }
        };
        Seat::all(clocks.seats.len() as u8).zip(&clocks.seats).map(clock_of).collect()
    }

    pub(super) fn notify_clocks(&mut self) {
        let (table, clocks) = (self.text.clone(), self.player_clocks());
        let notice = Utf8Bytes::from(Notice::Clocks(notice::Clocks { table, clocks }).encode());
        self.watchers.retain(|watcher| watcher.notify(notice.clone()));
    }

    /// What an action costs that came in now: nothing, if nobody waited for it.
    pub(super) fn charge(&self, seat: Seat, received_at: Instant) -> Option<Charge> {
        let clocks = self.clocks.as_ref()?;
        let took = clocks.turns[seat.index()]?.took(received_at);
        let mut clock = clocks.seats[seat.index()];
        let spent = clock.spend(clocks.control, took, clock.credit(self.way(seat)));
        Some(Charge { seat, clock, spent: millis(spent) })
    }

    /// How long a message to this seat and its answer are on their way.
    fn way(&self, seat: Seat) -> Duration {
        let own = self.watchers.iter().filter(|watcher| self.chairs.seat_of(watcher.guest) == Some(seat));
        2 * own.map(|watcher| watcher.one_way()).max().unwrap_or_default()
    }

    /// When the time of this seat is over, if it runs.
    fn runs_out_at(&self, clocks: &Clocks, seat: Seat) -> Option<Instant> {
        let Turn { before, runs_since, .. } = clocks.turns[seat.index()]?;
        let clock = &clocks.seats[seat.index()];
        let left = clock.allowance(clocks.control) + clock.credit(self.way(seat));
        Some(runs_since? + left.saturating_sub(before))
    }

    /// When others have waited long enough for somebody who is not connected.
    fn is_given_up_at(&self, clocks: &Clocks, seat: Seat) -> Option<Instant> {
        let since = clocks.turns[seat.index()]?.away_since?;
        let limit = self.lobby.settings.pace.absence;
        (!clocks.control.is_correspondence())
            .then(|| since + limit.saturating_sub(clocks.seats[seat.index()].absent()))
    }

    /// The next instant at which a clock matters.
    pub(super) fn clocks_wake_at(&self) -> Option<Instant> {
        let clocks = self.clocks.as_ref()?;
        let now = self.now();
        // Whether somebody is missed is looked at when their time begins to run.
        let begins = |seat: Seat| clocks.turns[seat.index()]?.runs_since.filter(|since| *since > now);
        let seats = Seat::all(self.record.seats)
            .flat_map(|seat| {
                [self.runs_out_at(clocks, seat), self.is_given_up_at(clocks, seat), begins(seat)]
            })
            .flatten();
        // Nothing is decided while a part of the match is lost.
        let decisions = clocks.decisions.iter().filter(|_| self.lost.is_none());
        seats.chain(decisions.map(|decision| decision.until)).min()
    }

    /// Does what a clock says that has run out.
    pub(super) async fn heed_clocks(&mut self, now: Instant) {
        let is_due = |at: Option<Instant>| at.is_some_and(|at| at <= now);
        for seat in Seat::all(self.record.seats) {
            let Some(clocks) = &self.clocks else { return };
            let (given_up, out) =
                (is_due(self.is_given_up_at(clocks, seat)), is_due(self.runs_out_at(clocks, seat)));
            if !given_up && !out {
                continue;
            }
            let mut clock = clocks.of_leaver(seat, now);
            let spent = millis(clocks.seats[seat.index()].allowance(clocks.control));
            match if given_up { OutOfTime::Left } else { clock.run_out(clocks.control) } {
                OutOfTime::PlayedFor => self.play_for(Charge { seat, clock, spent }).await,
                OutOfTime::Left => self.let_go(seat, clock).await,
            }
            // Whose time runs may be another matter now.
            return;
        }
        self.decide(now).await;
    }

    /// What nobody decided the house decides: from three players on a bot plays on, and of two the one who stayed has won.
    async fn decide(&mut self, now: Instant) {
        let Some(clocks) = self.clocks.as_ref().filter(|_| self.lost.is_none()) else { return };
        let due: Vec<Seat> =
            clocks.decisions.iter().filter(|one| one.until <= now).map(|one| one.seat).collect();
        for seat in due {
            self.decide_on(seat).await;
        }
    }

    /// Somebody would rather wait for a player who left. Says whether there is anything to wait for.
    pub(super) fn wait_for(&mut self, seat: Seat) -> bool {
        let decision =
            self.clocks.as_mut().and_then(|clocks| clocks.decisions.iter_mut().find(|one| one.seat == seat));
        let found = decision.map(|decision| decision.until = decision.left_at + WAITING).is_some();
        if found {
            self.notify_clocks();
        }
        found
    }
}
