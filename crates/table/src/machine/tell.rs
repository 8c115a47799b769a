//! Messages. A notice is encoded once for all recipients who see the same.

use super::Table;
use super::actions::{PendingAction, Source};
use crate::command::Sender;
use crate::convert::{to_options, to_snapshot};
use crate::effects::{Event, Message};
use crate::error::TableError;
use crate::history::EventBatch;
use crate::id::{GuestId, SubscriberId};
use crate::timestamp::millis;
use cards::{Seat, Viewer};
use protocol::{Audience, LobbyTable, Notice, PlayerClock, Receipt, Snapshot, TableInfo, notice};
use serde::{Deserialize, Serialize};

/// Match that everybody may watch, as a list shows it, and as servers tell each other.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PublicMatch {
    /// Players with their names, in seat order.
    pub players: Vec<(GuestId, String)>,
    /// Family of the ratings.
    pub family: String,
    /// Whether the match changes the ratings of its players.
    pub is_rated: bool,
    /// Id of the game.
    pub game: String,
    /// Id of the preset.
    pub preset: String,
    /// Number of deals that have begun.
    pub deal: u32,
}

impl Table {
    pub(super) fn send(&mut self, to: Vec<SubscriberId>, text: String) {
        if !to.is_empty() {
            self.agenda.effects().messages.push(Message { to, text });
        }
    }

    pub(super) fn tell(&mut self, to: SubscriberId, notice: &Notice) {
        self.send(vec![to], notice.encode());
    }

    pub(super) fn tell_all(&mut self, notice: &Notice) {
        self.tell_all_but(None, notice);
    }

    fn tell_all_but(&mut self, but: Option<SubscriberId>, notice: &Notice) {
        let to: Vec<_> =
            self.guests.subscribers.iter().map(|one| one.id).filter(|id| Some(*id) != but).collect();
        if !to.is_empty() {
            self.send(to, notice.encode());
        }
    }

    /// Refuses a command of a guest.
    pub(super) fn refuse(&mut self, sender: &Sender, error: TableError) {
        let (table, id) = (Some(self.name.clone()), sender.id.clone());
        self.tell(sender.from, &Notice::Refused(notice::Refused { table, id, error: error.api_error() }));
        self.event(Event::Refused(error));
    }

    /// Sends all subscribers but one the chairs, and who is connected and ready.
    pub(super) fn tell_chairs(&mut self, but: Option<SubscriberId>) {
        let chairs = self.chairs.occupants(|seat| self.away(seat));
        let (ready, ending) = (self.waits.between.ready(), self.ending.vote.agreed());
        let table = self.name.clone();
        self.tell_all_but(but, &Notice::Chairs(notice::Chairs { table, chairs, ready, ending }));
    }

    /// Returns the subscribers who see the table as `viewer`.
    fn subscribers_as(&self, viewer: Viewer) -> impl Iterator<Item = SubscriberId> {
        let subscribers = self.guests.subscribers.iter();
        subscribers.filter(move |one| self.viewer(one.guest) == viewer).map(|one| one.id)
    }

    /// Sends a line to all subscribers, each with its own view.
    pub(super) fn tell_line(&mut self, batch: &EventBatch, source: &Source) {
        let receipt = self.receipt().map(Receipt::from);
        let own = match source {
            Source::Action(PendingAction { asked: Some(asked), .. }, _) => Some(&asked.sender),
            _ => None,
        };
        for viewer in Viewer::all(self.record.seats) {
            let (senders, others): (Vec<_>, Vec<_>) =
                self.subscribers_as(viewer).partition(|id| own.is_some_and(|own| own.from == *id));
            if senders.is_empty() && others.is_empty() {
                continue;
            }
            let (table, events) = (self.name.clone(), batch.events(viewer).into());
            let (snapshot, receipt) = (self.snapshot_for(viewer), receipt.clone());
            let mut notice = match source {
                Source::Action(PendingAction { seat, action, .. }, _) => {
                    // The sender gets the command's id back.
                    let id = own.and_then(|own| own.id.clone());
                    let (seat, action) = (*seat, action.clone());
                    let played = notice::Played { table, seat, action, events, snapshot, receipt, id };
                    Notice::Played(Box::new(played))
                }
                _ => Notice::Dealt(Box::new(notice::Dealt { table, events, snapshot, receipt })),
            };
            let to_sender = (!senders.is_empty()).then(|| notice.encode());
            if let Notice::Played(played) = &mut notice {
                played.id = None;
            }
            let to_others = (!others.is_empty()).then(|| notice.encode());
            self.send(senders, to_sender.unwrap_or_default());
            self.send(others, to_others.unwrap_or_default());
        }
    }

    /// Sends all subscribers the whole table.
    pub(super) fn tell_table(&mut self) {
        for viewer in Viewer::all(self.record.seats) {
            let to: Vec<_> = self.subscribers_as(viewer).collect();
            if !to.is_empty() {
                self.send(to, self.table_for(viewer).encode());
            }
        }
    }

    /// Sends a guest the whole table, on all their connections.
    pub(super) fn tell_table_to_guest(&mut self, guest: GuestId) {
        let subscribers = self.guests.subscribers.iter();
        let to: Vec<_> = subscribers.filter(|one| one.guest == guest).map(|one| one.id).collect();
        if !to.is_empty() {
            self.send(to, self.table_for(self.viewer(guest)).encode());
        }
    }

    /// Sends a connection the whole table.
    pub(super) fn tell_table_to(&mut self, id: SubscriberId, guest: GuestId) {
        self.tell(id, &self.table_for(self.viewer(guest)));
    }

    pub(super) fn player_clocks(&self) -> Vec<PlayerClock> {
        self.clocks.as_ref().map_or_else(Vec::new, |clocks| clocks.player_clocks(self.at()))
    }

    /// Returns the match for a list of those in which a player can take the chair of a bot, with its players, or `None`
    /// if it is over, has no such chair, or all players left or are not connected.
    #[must_use]
    pub fn as_open_match(&self) -> Option<(Vec<GuestId>, LobbyTable)> {
        let is_listed = self.record.audience() != Audience::Players && self.chairs.has_open_bot();
        if !is_listed || self.is_over() || self.staying().is_empty() {
            return None;
        }
        let people = self.chairs.people();
        let first = people.first()?;
        let table = LobbyTable {
            table: self.name.clone(),
            game: self.game.game().to_owned(),
            preset: self.game.setup().preset.unwrap_or_default(),
            name: self.chairs.names().swap_remove(first.index()),
            seats: self.record.seats,
            people: people.len(),
        };
        Some((people.iter().filter_map(|seat| self.chairs.guest(seat)).collect(), table))
    }

    /// Returns the match for the list of those that everybody may watch, or `None` if it is for others only, has not
    /// begun, is over, or all players left or are not connected.
    #[must_use]
    pub fn as_public_match(&self) -> Option<PublicMatch> {
        let pool = self.record.pool.as_ref().filter(|_| self.record.audience() == Audience::Everybody)?;
        if self.game.deals() == 0 || self.is_over() || self.staying().is_empty() {
            return None;
        }
        let names = self.chairs.names();
        let player = |seat: Seat| Some((self.chairs.guest(seat)?, names.get(seat.index())?.clone()));
        Some(PublicMatch {
            players: self.chairs.people().iter().filter_map(player).collect(),
            family: pool.family.clone(),
            is_rated: pool.is_rated,
            game: self.game.game().to_owned(),
            preset: self.game.setup().preset.unwrap_or_default(),
            deal: u32::try_from(self.game.deals()).unwrap_or(u32::MAX),
        })
    }

    /// Returns a viewer's view of the table.
    fn table_for(&self, viewer: Viewer) -> Notice {
        let setup = self.game.setup();
        let you = match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Public => None,
        };
        let info = TableInfo {
            table: self.name.clone(),
            game: self.game.game().to_owned(),
            preset: setup.preset.unwrap_or_default(),
            options: to_options(self.game.options()),
            seats: self.record.seats,
            chairs: self.chairs.occupants(|seat| self.away(seat)),
            ready: self.waits.between.ready(),
            you,
            commitment: self.record.seed.commitment().to_string(),
            restarts: self.record.restarts(),
            window: self.pace().window.as_millis() as u64,
            stake: self.record.stake,
            payments: self.record.stake.and_then(|stake| self.game.payments(stake)),
            countdown: self.waits.countdown.deadline().map(|at| millis(at.since(self.at()))),
            absence: millis(self.pace().absence),
            ending: self.ending.vote.agreed(),
            ended: self.ending.ended,
            next: self.ending.next.clone().filter(|_| self.record.tells_rematch_to(you)),
            diverged: self.journal.diverged(),
            time_control: self.record.time_control,
            clocks: self.player_clocks(),
            host: self.record.host.and_then(|host| self.chairs.seat_of(host)),
            day: self.record.day().map(String::from),
            unverified_deals: self.record.unverified_deals(),
            rated: self.record.is_rated(),
            audience: self.record.audience(),
        };
        // A match that began in a browser hides its events and cards while a chair is free.
        let log = if self.chairs.are_full() { self.history.events_for(viewer) } else { Vec::new() };
        let (snapshot, receipt) = (self.snapshot_for(viewer), self.receipt().map(Receipt::from));
        Notice::Table(Box::new(notice::Table { info, snapshot, log, receipt }))
    }

    /// Returns a viewer's snapshot of the match.
    fn snapshot_for(&self, viewer: Viewer) -> Snapshot {
        if !self.chairs.are_full() {
            return to_snapshot(self.game.snapshot(viewer).waiting());
        }
        // Where undo is impossible, the game is not asked.
        let may_undo = |seat: Seat| {
            self.chairs.plays_alone(seat)
                && !self.is_over()
                && self.journal.diverged().is_none()
                && self.game.undoable(seat).is_ok()
        };
        let undo = matches!(viewer, Viewer::Seat(seat) if may_undo(seat));
        Snapshot { undo, ..to_snapshot(self.game.snapshot(viewer)) }
    }
}
