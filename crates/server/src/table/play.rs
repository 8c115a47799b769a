//! An action on its way from whoever asks for it to the game: is it new, is it allowed, does it wait for others?

use super::answers::{Answer, Answers};
use super::{Broadcast, Connection, Play, RETRY, Table};
use crate::refusal::Refusal;
use crate::store::Fingerprint;
use crate::time_control::SeatClock;
use ::table::TableRefusal;
use cards::Seat;
use house::{Line, Rejected};
use protocol::{Notice, notice};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// What an action costs whoever does it at a table with a time control.
#[derive(Clone, Copy, Debug)]
pub(super) struct Charge {
    pub(super) seat: Seat,
    /// Their clock after it.
    pub(super) clock: SeatClock,
    /// In milliseconds.
    pub(super) spent: u32,
}

/// An action on its way to the game.
pub(super) struct PendingAction {
    pub(super) seat: Seat,
    pub(super) action: String,
    /// Who asked; nobody, if the table does it for a bot or for somebody silent.
    pub(super) asked: Option<Asked>,
}

/// Who asked for an action, and what they call it.
pub(super) struct Asked {
    pub(super) connection: Arc<Connection>,
    pub(super) id: String,
    pub(super) command: Fingerprint,
    received_at: Instant,
}

impl Table {
    pub(super) async fn play(&mut self, connection: &Arc<Connection>, play: &Play) -> Result<(), Refusal> {
        let seat = self.chairs.seat_of(connection.guest).ok_or(TableRefusal::NoSeat)?;
        if self.ended.is_some() {
            return Err(TableRefusal::Ended.into());
        }
        if !self.chairs.are_full() {
            return Err(Rejected::new("not-your-turn", "the table waits until every chair is taken").into());
        }
        if let Some(seen) = self.lost {
            return Err(Refusal::Lost { known: self.game.version(), seen });
        }
        let command = Answers::fingerprint(play);
        match self.answers.first(seat, command) {
            None => {}
            Some(Answer::Pending) => return Ok(()),
            Some(Answer::Accepted(version)) => {
                let (table, id, version) = (self.text.clone(), play.id.clone(), *version as u64);
                connection.notify(Notice::Accepted(notice::Accepted { table, id, version }).encode());
                return Ok(());
            }
            Some(Answer::Rejected(rejected)) => return Err(TableRefusal::Rejected(rejected.clone()).into()),
        }
        let outcome = self.play_new(connection, seat, play, command).await;
        if let Err(refusal) = &outcome {
            self.answers.note(seat, command, Err(refusal));
        }
        outcome
    }

    /// A command that did not come before.
    async fn play_new(
        &mut self,
        connection: &Arc<Connection>,
        seat: Seat,
        play: &Play,
        command: Fingerprint,
    ) -> Result<(), Refusal> {
        let now = self.game.version();
        if !self.game.is_race() && play.version != now as u64 {
            return Err(TableRefusal::Stale { now, given: play.version }.into());
        }
        let action = match play.typed {
            true => self.game.read_command(seat, &play.action).map_err(Rejected::from)?,
            false => play.action.clone(),
        };
        let (id, received_at) = (play.id.clone(), play.received_at);
        let asked = Some(Asked { connection: Arc::clone(connection), id, command, received_at });
        let pending = PendingAction { seat, action, asked };
        if self.game.is_race() {
            // What it was chosen at may be over: the action itself says what it was aimed at.
            self.enter_race(pending, play.received_at, connection.one_way())?;
            Box::pin(self.run_race(self.now())).await;
            return Ok(());
        }
        self.accept(pending, true).await;
        Ok(())
    }

    /// Lets a play wait for those that may have been made before it.
    pub(super) fn enter_race(
        &mut self,
        pending: PendingAction,
        received_at: Instant,
        own: Duration,
    ) -> Result<(), Refusal> {
        let seat = pending.seat;
        let other = |connection: &&Arc<Connection>| {
            self.chairs.seat_of(connection.guest).is_some_and(|other| other != seat)
        };
        let others = self.watchers.iter().filter(other).map(|connection| connection.one_way()).max();
        let entered = self.race.enter(seat, received_at, own, others.unwrap_or_default(), pending);
        if !entered.map_err(|_| Refusal::TooMany)?.is_zero() {
            self.lobby.metrics.plays_held.inc();
        }
        Ok(())
    }

    /// Does, in the order in which they were made, the plays that need not wait any longer.
    pub(super) async fn run_race(&mut self, now: Instant) {
        while self.try_again.is_none()
            && let Some(pending) = self.race.next(now)
        {
            self.accept(pending, true).await;
        }
    }

    /// Does what is allowed, at once or on a `count`; whoever asked is told if it is not. Returns whether it was.
    pub(super) async fn accept(&mut self, pending: PendingAction, count: bool) -> bool {
        let PendingAction { seat, action, asked } = &pending;
        let done = match self.game.check(*seat, action) {
            _ if self.ended.is_some() => Err(TableRefusal::Ended.into()),
            Err(rejected) => Err(rejected.into()),
            Ok(_) if count && self.counting.is_some() => Err(TableRefusal::Counting.into()),
            Ok(checked) if count && checked.needs_countdown => {
                self.count(pending);
                return true;
            }
            Ok(checked)
                if self.seal(
                    *seat,
                    &checked.action,
                    asked.as_ref().map(|asked| (&*asked.connection, asked.id.as_str())),
                ) =>
            {
                // Until the window closes it may be replaced, and so be given again too.
                if let Some(asked) = asked {
                    self.answers.forget(*seat, asked.command);
                }
                return true;
            }
            Ok(checked) => self.do_action(*seat, &checked.action, asked.as_ref()).await,
        };
        if let Some(asked) = asked {
            let outcome = done.as_ref().map(|()| self.game.version());
            self.answers.note(*seat, asked.command, outcome);
        }
        match (&done, asked) {
            (Err(refusal), Some(Asked { connection, id, .. })) => {
                refusal.note(&self.lobby.metrics);
                connection.notify(refusal.notice(Some(&self.text), Some(id)));
            }
            (Err(Refusal::NotSaved(_) | Refusal::Unconfirmed), None) => {
                self.try_again.get_or_insert(self.now() + RETRY);
            }
            _ => {}
        }
        done.is_ok()
    }

    /// An action that was checked: writes it down, does it, tells it. A plain function, so that a move does not hold all of this twice
    /// while it waits for the disk.
    pub(super) fn do_action(
        &mut self,
        seat: Seat,
        action: &str,
        asked: Option<&Asked>,
    ) -> impl Future<Output = Result<(), Refusal>> {
        let received_at = asked.map_or_else(|| self.now(), |asked| asked.received_at);
        let charge = self.charge(seat, received_at);
        self.do_charged(seat, action, asked, charge)
    }

    /// The same at this cost.
    pub(super) async fn do_charged(
        &mut self,
        seat: Seat,
        action: &str,
        asked: Option<&Asked>,
        charge: Option<Charge>,
    ) -> Result<(), Refusal> {
        let line = Line::Entry(format!("{seat} {action}"));
        self.write(line, &Broadcast::Played { seat, action, asked }, charge).await?;
        if asked.is_some() && self.chairs.has_left(seat) {
            Box::pin(self.note_back(seat, None)).await;
        }
        if !self.game.is_race() {
            self.thinking.clear();
        }
        Ok(())
    }
}
