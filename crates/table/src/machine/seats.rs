//! Taking, leaving and returning to chairs. A chair becomes free if its player leaves before the first deal.
//! After that the others decide how the match continues, and the player may return.

use super::agenda::Continuation;
use super::{Outcome, Table};
use crate::chairs::Chairs;
use crate::command::{Sender, Sit};
use crate::effects::{HintJob, Write};
use crate::error::{TableError, no_such_seat};
use crate::id::{GuestId, SubscriberId};
use crate::record::StoredClocks;
use crate::seat_clock::SeatClock;
use crate::timestamp::millis;
use cards::{Seat, SeatSet};
use engine::Phase;
use protocol::{Notice, notice};

/// Number of remembered guests whose chair the host has freed. A guest can easily get a new identity, so more
/// would be pointless.
const SHOWN_OUT: usize = 16;

/// Chairs being written.
pub(super) struct SeatsWrite {
    chairs: Chairs,
    clocks: Option<StoredClocks>,
    /// Seat whose clock is set.
    set: Option<Seat>,
    then: AfterSeats,
}

/// Continuation after the chairs were written.
enum AfterSeats {
    /// A guest took a chair or changed their name.
    Sit(Sender),
    /// A player chose to leave.
    Left(Sender),
    /// A player counts as having left.
    LetGo,
    /// A player left before the first deal, or the host freed the chair.
    Freed { sender: Sender, seat: Seat, guest: GuestId, is_shown_out: bool },
    /// A bot plays for a player, because another player or the table decided so.
    Substitute(Option<Sender>),
    /// A player returned.
    Back(Seat),
    /// A player asked for a hint.
    Hint(Sender, Box<HintJob>),
}

impl Table {
    /// Writes the chairs, and the new clock of one seat, whose turn begins again.
    fn write_seats(&mut self, chairs: Chairs, set: Option<(Seat, SeatClock)>, then: AfterSeats) {
        // The turn of a returning player begins now.
        let begins = set.is_some_and(|(seat, _)| !chairs.has_left(seat) && self.game.actors().contains(seat));
        let unix_seconds = self.agenda.now().unix_seconds;
        let clocks = self.clocks.as_ref().filter(|_| set.is_some());
        let clocks =
            clocks.map(|clocks| clocks.with(set, if begins { unix_seconds } else { clocks.moved() }));
        let write = Write::Seats { chairs: chairs.as_slice().to_vec(), clocks: clocks.clone() };
        let set = set.map(|(seat, _)| seat);
        self.write(write, Continuation::Seats(Box::new(SeatsWrite { chairs, clocks, set, then })));
    }

    pub(super) fn seats_written(&mut self, write: SeatsWrite, result: Outcome) {
        let SeatsWrite { chairs, clocks, set, then } = write;
        if let Err(error) = result {
            return match then {
                AfterSeats::Sit(sender)
                | AfterSeats::Left(sender)
                | AfterSeats::Freed { sender, .. }
                | AfterSeats::Substitute(Some(sender))
                | AfterSeats::Hint(sender, _) => self.refuse(&sender, error),
                AfterSeats::LetGo => self.fail("a player's departure could not be written", error),
                AfterSeats::Substitute(None) => self.fail("a substitute could not be written", error),
                AfterSeats::Back(_) => {}
            };
        }
        self.chairs = chairs;
        if let (Some(own), Some(stored)) = (&mut self.clocks, clocks) {
            own.set(stored, set);
        }
        match then {
            AfterSeats::Sit(sender) => {
                // In a race the bot of the chair may still think when a deal ends.
                if let Some(seat) = self.chairs.seat_of(sender.guest) {
                    self.waits.bots.stop(seat);
                }
                self.show_out_spectators();
                self.tell_chairs(None);
                // The match began elsewhere, and its cards become visible to all players now.
                if self.chairs.are_full() && self.game.version() > 0 {
                    self.tell_table();
                }
                self.tell_table_to_guest(sender.guest);
            }
            AfterSeats::Left(_) | AfterSeats::LetGo | AfterSeats::Substitute(_) => self.tell_chairs(None),
            AfterSeats::Freed { seat, guest, is_shown_out, .. } => {
                if is_shown_out {
                    let shown_out = &mut self.guests.shown_out;
                    if shown_out.len() == SHOWN_OUT {
                        shown_out.remove(0);
                    }
                    shown_out.push(guest);
                }
                // The next player has not agreed to anything. Revealed nonces are known, and another player
                // may come.
                self.ending.vote.forget(seat);
                self.exchange.give_up();
                self.tell_table_to_guest(guest);
                self.tell_chairs(None);
            }
            AfterSeats::Back(seat) => {
                self.waits.bots.stop(seat);
                self.tell_chairs(None);
            }
            AfterSeats::Hint(_, job) => self.start_hint(*job),
        }
    }

    pub(super) fn write_hinted(&mut self, chairs: Chairs, sender: &Sender, job: HintJob) {
        self.write_seats(chairs, None, AfterSeats::Hint(sender.clone(), Box::new(job)));
    }

    /// Unsubscribes the guests who may no longer see the table, once all chairs are taken, and tells them why.
    pub(super) fn show_out_spectators(&mut self) {
        let subscribers = self.guests.subscribers.iter();
        let others: Vec<SubscriberId> =
            subscribers.filter(|one| !self.may_see(one.guest)).map(|one| one.id).collect();
        if others.is_empty() {
            return;
        }
        others.iter().for_each(|id| self.guests.subscribers.remove(*id));
        let (table, error) = (Some(self.name.clone()), TableError::PlayersOnly.api_error());
        self.send(others, Notice::Refused(notice::Refused { table, id: None, error }).encode());
    }

    /// Takes a chair, or changes the player's name.
    pub(super) fn sit(&mut self, sender: &Sender, sit: &Sit) -> Outcome {
        if self.guests.shown_out.contains(&sender.guest) {
            return Err(TableError::ShownOut);
        }
        if self.chairs.seat_of(sender.guest).is_none() && self.chairs.has_any(&sit.apart) {
            return Err(TableError::Apart);
        }
        let is_between_deals = !self.is_over() && self.is_between_deals();
        match self.chairs.with(sit.seat, sender.guest, &sit.name, is_between_deals)? {
            Some(chairs) => self.write_seats(chairs, None, AfterSeats::Sit(sender.clone())),
            None => self.tell_table_to_guest(sender.guest),
        }
        Ok(())
    }

    /// Leaves a chair. Before the first deal the host can free another player's chair.
    pub(super) fn stand(&mut self, sender: &Sender, seat: Seat) -> Outcome {
        let own = self.chairs.seat_of(sender.guest);
        if seat.index() >= usize::from(self.record.seats) {
            return Err(no_such_seat(seat, self.record.seats));
        }
        let guest = self.chairs.guest(seat).ok_or(TableError::NobodyThere)?;
        if self.is_over() {
            return Err(TableError::Ended);
        }
        let has_begun = self.has_begun();
        let is_own = own == Some(seat);
        if is_own && has_begun {
            let clock = self.clocks.as_ref().map(|clocks| clocks.of_leaver(seat, self.at()));
            self.note_left(seat, clock, AfterSeats::Left(sender.clone()));
            return Ok(());
        }
        match self.record.host == Some(sender.guest) {
            _ if is_own => {}
            false => return Err(TableError::NotHost),
            true if has_begun => return Err(TableError::Begun),
            true => {}
        }
        let then = AfterSeats::Freed { sender: sender.clone(), seat, guest, is_shown_out: !is_own };
        self.write_seats(self.chairs.without(seat), None, then);
        Ok(())
    }

    /// Records that a player left, because the operator has banned them. A chair of a match that has not begun stays theirs
    /// until the host frees it.
    pub(super) fn expel(&mut self, guest: GuestId) {
        let Some(seat) = self.chairs.seat_of(guest) else { return };
        if self.is_over() || !self.has_begun() || self.chairs.has_left(seat) {
            return;
        }
        let clock = self.clocks.as_ref().map(|clocks| clocks.of_leaver(seat, self.at()));
        self.note_left(seat, clock, AfterSeats::LetGo);
    }

    /// Returns whether a departure frees no chair: a match of the lobby, because its players were paired, or one whose shuffle
    /// or deals have begun.
    fn has_begun(&self) -> bool {
        let is_opened = self.record.opening.is_some() && self.record.key().is_some();
        self.record.pool.is_some() || is_opened || self.game.deals() > 0 || !self.game.voided().is_empty()
    }

    fn note_left(&mut self, seat: Seat, clock: Option<SeatClock>, then: AfterSeats) {
        let set = clock.map(|clock| (seat, clock));
        self.write_seats(self.chairs.with_left(seat), set, then);
    }

    /// Records that a player left, because others waited in vain or the player ran out of time too often.
    pub(super) fn let_go(&mut self, seat: Seat, clock: SeatClock) {
        self.note_left(seat, Some(clock), AfterSeats::LetGo);
    }

    /// Records that a player returned, with this clock.
    pub(super) fn note_back(&mut self, seat: Seat, clock: Option<SeatClock>) {
        let set = clock.map(|clock| (seat, clock));
        self.write_seats(self.chairs.with_back(seat, self.begun_deals()), set, AfterSeats::Back(seat));
    }

    /// Lets a returning player play again.
    pub(super) fn take_back(&mut self, guest: GuestId) {
        let Some(seat) = self.chairs.seat_of(guest) else { return };
        if self.chairs.has_left(seat) {
            let clock = self.clocks.as_ref().and_then(|clocks| clocks.of_returner(seat));
            // A player who has returned once must act to return again.
            if self.clocks.is_none() || clock.is_some() || self.chairs.bot(seat).is_some() {
                self.note_back(seat, clock);
            }
        } else if self.chairs.bot(seat).is_some() {
            self.note_back(seat, None);
        } else if self.clocks.as_mut().is_some_and(|clocks| clocks.wake(seat)) {
            self.tell_clocks();
        }
    }

    /// Returns the people who have been absent for so long that the others need not wait for them.
    pub(super) fn long_absent(&self) -> SeatSet {
        let limit = millis(self.pace().absence);
        let is_long = |seat: &Seat| self.away(*seat).is_some_and(|away| away >= limit);
        self.chairs.people().iter().filter(is_long).collect()
    }

    /// Lets a bot play for a player who has been absent for long.
    pub(super) fn substitute(&mut self, sender: &Sender, seat: Seat) -> Outcome {
        let own = self.seat_of(sender.guest)?;
        self.update_presence();
        if !self.long_absent().contains(seat) && !self.chairs.has_left(seat) {
            return Err(TableError::NotAbsent);
        }
        if self.chairs.bot(seat).is_some() {
            // Two players who press at once want the same.
            return Ok(());
        }
        if !self.may_replace(own, seat) {
            return Err(TableError::Partner);
        }
        self.let_usual_bot_play(seat, Some(sender.clone()));
        Ok(())
    }

    /// Returns whether the player in `seat` may choose a substitute. If a partner of the missing player is
    /// there, only a partner may.
    fn may_replace(&self, seat: Seat, left: Seat) -> bool {
        let sides = self.game.sides();
        let stayed =
            |other: Seat| other != left && sides[other] == sides[left] && !self.chairs.is_deserted(other);
        let partners: SeatSet = self.connected().iter().filter(|other| stayed(*other)).collect();
        partners.is_empty() || partners.contains(seat)
    }

    /// Lets a bot play for a player until they return.
    pub(super) fn let_usual_bot_play(&mut self, seat: Seat, sender: Option<Sender>) {
        let game = self.settings.catalog.find(self.game.game());
        let bot = game.map_or("random", |game| catalog::usual_bot(game)).to_owned();
        // Between deals the bot plays from the next one.
        let next = u32::from(self.game.phase() == Phase::Between);
        let chairs = self.chairs.with_bot_from(seat, bot, self.begun_deals() + next);
        self.write_seats(chairs, None, AfterSeats::Substitute(sender));
    }

    fn begun_deals(&self) -> u32 {
        u32::try_from(self.game.deals()).unwrap_or(u32::MAX - 1)
    }
}
