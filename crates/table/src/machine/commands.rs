//! Commands of guests.

use super::actions::Source;
use super::agenda::{Continuation, EndedBy, Watch};
use super::{Outcome, Request, Table};
use crate::command::{AtVersion, Sender, TableCommand};
use crate::convert::to_hint;
use crate::effects::{Event, HintChange, HintJob, Rematch, Wanted, Write};
use crate::error::TableError;
use crate::id::{GuestId, SubscriberId};
use cards::{Seat, SeatSet};
use catalog::{Hint, Line, hint_effort};
use engine::Stop;
use protocol::{Audience, Ended, Notice, Phrase, notice};

impl Table {
    pub(super) fn do_request(&mut self, request: Request) {
        match request {
            Request::Command(command) => {
                let (sender, command) = *command;
                if let Err(error) = self.do_command(&sender, command) {
                    self.refuse(&sender, error);
                }
            }
            Request::Disconnect(id) => self.unsubscribe(id),
            Request::Expel(guest) => self.expel(guest),
            Request::Close if self.is_over() => self.event(Event::Closed(Err(TableError::Ended))),
            Request::Close => self.end(Ended::Agreement, EndedBy::Operator),
        }
    }

    fn do_command(&mut self, sender: &Sender, command: TableCommand) -> Outcome {
        let guest = sender.guest;
        if !self.may_see(guest) {
            return Err(TableError::PlayersOnly);
        }
        // Acting subscribes you, because a reloaded table has lost its subscribers.
        let subscribes = match command {
            TableCommand::Resume => true,
            TableCommand::Watch(..) | TableCommand::Stand(_) => false,
            _ => !self.is_subscriber(sender.from),
        };
        if subscribes {
            self.add_subscriber(sender);
        }
        match command {
            TableCommand::Watch(receipt, nonce) => {
                self.look_again(Watch { sender: sender.clone(), receipt, nonce });
                Ok(())
            }
            TableCommand::Resume => Ok(()),
            TableCommand::Reveal(reveal) => self.reveal(sender, &reveal),
            TableCommand::Sit(sit) => self.sit(sender, &sit),
            TableCommand::Play(play) => self.play(sender, &play),
            TableCommand::Continue => self.be_ready(guest),
            TableCommand::Rematch => self.rematch(sender),
            TableCommand::Substitute(seat) => self.substitute(sender, seat),
            TableCommand::End(agrees) => self.vote_to_end(sender, agrees),
            TableCommand::Resign => self.resign(sender),
            TableCommand::Stand(seat) => self.stand(sender, seat),
            TableCommand::Claim => self.claim(sender),
            TableCommand::Hint(asked) => self.hint(sender, &asked),
            TableCommand::Undo(asked) => self.undo(sender, &asked),
            TableCommand::Wait(seat) => self.wait(guest, seat),
            TableCommand::Say(phrase) => self.say(guest, phrase),
        }
    }

    /// Returns whether a guest may see the table. At a table for its players only, a guest without a chair sees it while a chair
    /// is open, to take it. No card is shown before all chairs are taken.
    pub(super) fn may_see(&self, guest: GuestId) -> bool {
        self.record.audience() != Audience::Players
            || !self.chairs.are_full()
            || self.chairs.seat_of(guest).is_some()
    }

    /// Adds a subscriber, and sends it the whole state of the table.
    pub(super) fn add_subscriber(&mut self, sender: &Sender) {
        let connected = self.connected();
        self.guests.subscribers.add(sender.from, sender.guest, sender.delay);
        self.tell_table_to(sender.from, sender.guest);
        for notice in [self.exchange_notice(), self.ratings_notice()].into_iter().flatten() {
            self.tell(sender.from, &notice);
        }
        if connected != self.connected() {
            self.tell_chairs(Some(sender.from));
        }
    }

    fn unsubscribe(&mut self, id: SubscriberId) {
        let connected = self.connected();
        self.guests.subscribers.remove(id);
        if connected != self.connected() {
            self.tell_chairs(None);
        }
    }

    fn be_ready(&mut self, guest: GuestId) -> Outcome {
        let seat = self.seat_of(guest)?;
        let is_diverged = self.journal.diverged().is_some();
        // During a deal it is a late click.
        let is_asked = is_diverged || self.is_between_deals();
        if is_asked && self.waits.between.set_ready(seat) {
            self.tell_chairs(None);
            self.accept_divergence();
        }
        Ok(())
    }

    /// Returns the seat of a guest who plays against bots alone. The command must be about the current
    /// version.
    fn alone_at(&self, guest: GuestId, asked: &AtVersion) -> Result<Seat, TableError> {
        let seat = self.playing_seat(guest)?;
        let now = self.game.version();
        if asked.version != now as u64 {
            return Err(TableError::Stale { now, given: asked.version });
        }
        if self.chairs.plays_alone(seat) { Ok(seat) } else { Err(TableError::NotAgainstBots) }
    }

    /// Starts a hint. That the player asked for one is written first.
    fn hint(&mut self, sender: &Sender, asked: &AtVersion) -> Outcome {
        let seat = self.alone_at(sender.guest, asked)?;
        let stop = Stop::default();
        let effort = hint_effort(self.settings.has_threads.then_some(&stop));
        let think = self.game.pending_advice(seat, None, effort, self.bot_rng_seed(seat))?;
        let think = think.ok_or(TableError::NoHints)?;
        let (table, id, version) = (self.name.clone(), asked.id.clone(), asked.version);
        let write = move || {
            let (choices, why) = to_hint(Hint::new(think()));
            Notice::Hint(notice::Hint { table, id, version, choices, why }).encode()
        };
        let think = Box::new(write);
        let (to, guest, id) = (sender.from, sender.guest, asked.id.clone());
        let job = HintJob { to, guest, id, think, stop };
        match self.chairs.with_hint(seat) {
            Some(chairs) => self.write_hinted(chairs, sender, job),
            None => self.start_hint(job),
        }
        Ok(())
    }

    pub(super) fn start_hint(&mut self, job: HintJob) {
        self.agenda.effects().hint = Some(HintChange::Start(job));
    }

    /// Undoes the player's last action. The time is not given back.
    fn undo(&mut self, sender: &Sender, asked: &AtVersion) -> Outcome {
        let seat = self.alone_at(sender.guest, asked)?;
        let entries = self.game.undoable(seat)?;
        self.commit(Line::Undo { seat, entries }, None, Source::Undo(sender.clone()));
        Ok(())
    }

    pub(super) fn undone(&mut self, sender: &Sender, result: Outcome) {
        match result {
            Ok(()) => {
                self.waits.bots.clear();
                self.agenda.effects().hint = Some(HintChange::Stop);
                self.tell_table();
            }
            Err(error) => self.refuse(sender, error),
        }
    }

    fn say(&mut self, guest: GuestId, phrase: Phrase) -> Outcome {
        let seat = self.seat_of(guest)?;
        let now = self.at();
        if !self.guests.phrases.take(seat, guest, phrase, now) {
            return Err(TableError::SaidEnough);
        }
        self.tell_all(&Notice::Said(notice::Said { table: self.name.clone(), seat, phrase }));
        Ok(())
    }

    fn wait(&mut self, guest: GuestId, seat: Seat) -> Outcome {
        self.playing_seat(guest)?;
        if !self.clocks.as_mut().is_some_and(|clocks| clocks.wait_for(seat)) {
            return Err(TableError::NotLeft);
        }
        self.tell_clocks();
        Ok(())
    }

    fn vote_to_end(&mut self, sender: &Sender, agrees: bool) -> Outcome {
        let seat = self.playing_seat(sender.guest)?;
        self.ending.vote.vote(seat, agrees);
        self.update_presence();
        let people = self.chairs.people();
        let left: SeatSet = people.iter().filter(|seat| self.chairs.has_left(*seat)).collect();
        // The clocks decide who has left a public match: a player may be absent without being waited for.
        let clocks_decide = self.clocks.is_some() && self.record.pool.is_some();
        let absent = if clocks_decide { SeatSet::EMPTY } else { self.long_absent() };
        let asked = people - absent - left;
        if agrees && self.ending.vote.is_unanimous(asked) {
            self.end(Ended::Agreement, EndedBy::Player(sender.clone()));
        } else {
            self.tell_chairs(None);
        }
        Ok(())
    }

    /// Resigns. The match must have two sides, and the player must be the only person on one.
    fn resign(&mut self, sender: &Sender) -> Outcome {
        let seat = self.playing_seat(sender.guest)?;
        let sides = self.game.sides();
        let people = self.chairs.people();
        let is_partner = |other: Seat| other != seat && people.contains(other) && sides[other] == sides[seat];
        let has_many_sides = sides.iter().any(|(_, side)| side.index() > 1);
        if has_many_sides || Seat::all(self.record.seats).any(is_partner) {
            return Err(TableError::NotAlone);
        }
        self.end(Ended::Resignation { seat }, EndedBy::Player(sender.clone()));
        Ok(())
    }

    /// Claims the win at a table of two sides, if all people on the other side have left.
    fn claim(&mut self, sender: &Sender) -> Outcome {
        let seat = self.playing_seat(sender.guest)?;
        let gone = self.deserter_against(seat).ok_or(TableError::NotLeft)?;
        self.end(Ended::Absence { seat: gone }, EndedBy::Player(sender.clone()));
        Ok(())
    }

    /// Returns a player of the only other side, if all people on it have left.
    pub(super) fn deserter_against(&self, seat: Seat) -> Option<Seat> {
        let sides = self.game.sides();
        if sides.iter().any(|(_, side)| side.index() > 1) {
            return None;
        }
        let people = self.chairs.people();
        let others: SeatSet = people.iter().filter(|other| sides[*other] != sides[seat]).collect();
        others.iter().all(|other| self.chairs.is_deserted(other)).then(|| others.first()).flatten()
    }

    /// Creates a table for the rematch. A match has only one rematch.
    fn rematch(&mut self, sender: &Sender) -> Outcome {
        let seat = self.seat_of(sender.guest)?;
        if !self.is_over() {
            return Err(TableError::NotOver);
        }
        if self.ending.next.is_some() {
            self.tell_rematch(seat);
            return Ok(());
        }
        let (record, chairs) = ((*self.record).clone(), self.chairs.for_rematch());
        let rematch = Rematch { by: sender.from, record, chairs };
        self.want(Wanted::NewTable(Box::new(rematch)), Continuation::NewTable(sender.clone()));
        Ok(())
    }

    /// Stores the id of the rematch's table.
    pub(super) fn note_next(&mut self, sender: Sender, made: Result<String, TableError>) {
        match made {
            Ok(next) => self.write(Write::NextTable(next.clone()), Continuation::NextTable(next, sender)),
            Err(error) => self.refuse(&sender, error),
        }
    }

    pub(super) fn next_written(&mut self, next: String, sender: &Sender, result: Outcome) {
        if let Err(error) = result {
            return self.refuse(sender, error);
        }
        self.ending.next = Some(next);
        if let Some(seat) = self.chairs.seat_of(sender.guest) {
            self.tell_rematch(seat);
        }
    }

    fn tell_rematch(&mut self, seat: Seat) {
        let next = self.ending.next.clone().unwrap_or_default();
        let hears = |guest| self.record.tells_rematch_to(self.chairs.seat_of(guest));
        let subscribers = self.guests.subscribers.iter();
        let to: Vec<_> = subscribers.filter(|one| hears(one.guest)).map(|one| one.id).collect();
        let rematch = notice::Rematch { table: self.name.clone(), next, seat };
        self.send(to, Notice::Rematch(rematch).encode());
    }
}
