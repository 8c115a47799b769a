//! Chairs of a card table.

use crate::error::{TableError, no_such_seat};
use crate::id::GuestId;
use crate::name::plain_name;
use crate::record::{MissedDeals, StoredChair};
use cards::{Seat, SeatSet};
use protocol::{Chair, NewChair};

/// Chairs of a card table, in seat order.
#[derive(Clone, Debug)]
pub struct Chairs(Vec<StoredChair>);

impl Chairs {
    /// Creates the chairs of a new table, and returns them with the host's seat. `names` selects the names of
    /// the bots.
    ///
    /// # Errors
    ///
    /// Returns [`TableError`] if not exactly one chair is the host's.
    pub fn new(
        wanted: &[NewChair],
        guest: GuestId,
        name: &str,
        names: u64,
    ) -> Result<(Self, Seat), TableError> {
        let mine: Vec<usize> = (0..wanted.len()).filter(|index| wanted[*index] == NewChair::Me).collect();
        let [mine] = mine[..] else {
            let message = format!("chairs: exactly one must be “me”, not {}", mine.len());
            return Err(TableError::options(message));
        };
        let seat = u8::try_from(mine).ok().and_then(|seat| Seat::try_from(seat).ok());
        let seat = seat.ok_or_else(|| TableError::options("chairs: too many"))?;
        let chair = |(seat, wanted): (Seat, &NewChair)| match wanted {
            NewChair::Me => person(guest, name),
            NewChair::Open => StoredChair::Open,
            NewChair::Bot(bot) | NewChair::OpenBot(bot) => StoredChair::Bot {
                bot: bot.clone(),
                name: catalog::bot_name(names, seat).to_owned(),
                open: matches!(wanted, NewChair::OpenBot(_)),
            },
        };
        Ok((Self(Seat::all(wanted.len() as u8).zip(wanted).map(chair).collect()), seat))
    }

    /// Creates the chairs from stored ones.
    #[must_use]
    pub fn stored(chairs: Vec<StoredChair>) -> Self {
        Self(chairs)
    }

    /// Returns the chairs, in seat order.
    #[must_use]
    pub fn as_slice(&self) -> &[StoredChair] {
        &self.0
    }

    /// Returns the chairs with a guest of this name on a seat, or `None` if nothing changes. The open chair of a bot is
    /// free between two deals.
    ///
    /// # Errors
    ///
    /// Returns [`TableError`] if the chair is taken or does not exist, or the guest has another chair.
    pub fn with(
        &self,
        seat: Seat,
        guest: GuestId,
        name: &str,
        is_between_deals: bool,
    ) -> Result<Option<Self>, TableError> {
        let seats = self.0.len() as u8;
        let chair = self.0.get(seat.index()).ok_or_else(|| no_such_seat(seat, seats))?;
        let named = match chair {
            StoredChair::Open | StoredChair::Bot { open: true, .. } if self.seat_of(guest).is_some() => {
                return Err(TableError::Seated);
            }
            StoredChair::Open => person(guest, name),
            StoredChair::Bot { open: true, .. } if is_between_deals => person(guest, name),
            StoredChair::Bot { open: true, .. } => return Err(TableError::DealInProgress),
            StoredChair::Person { guest: theirs, .. } if *theirs == guest => named_person(chair, name),
            _ => return Err(TableError::Taken),
        };
        if named == *chair {
            return Ok(None);
        }
        let mut chairs = self.clone();
        chairs.0[seat.index()] = named;
        Ok(Some(chairs))
    }

    /// Returns whether a player can take the chair of a bot between two deals.
    #[must_use]
    pub fn has_open_bot(&self) -> bool {
        self.0.iter().any(|chair| matches!(chair, StoredChair::Bot { open: true, .. }))
    }

    /// Returns whether no chair is free.
    #[must_use]
    pub fn are_full(&self) -> bool {
        !self.0.contains(&StoredChair::Open)
    }

    /// Returns the seat of a guest.
    #[must_use]
    pub fn seat_of(&self, guest: GuestId) -> Option<Seat> {
        let sits = |chair: &StoredChair| matches!(chair, StoredChair::Person { guest: g, .. } if *g == guest);
        Seat::all(self.0.len() as u8).zip(&self.0).find(|(_, chair)| sits(chair)).map(|(seat, _)| seat)
    }

    /// Returns whether one of these guests has a chair.
    #[must_use]
    pub fn has_any(&self, guests: &[GuestId]) -> bool {
        guests.iter().any(|guest| self.seat_of(*guest).is_some())
    }

    /// Returns the bot that plays in a seat, for itself or as a substitute.
    #[must_use]
    pub fn bot(&self, seat: Seat) -> Option<&str> {
        match self.0.get(seat.index()) {
            Some(StoredChair::Bot { bot, .. } | StoredChair::Person { substitute: Some(bot), .. }) => {
                Some(bot)
            }
            _ => None,
        }
    }

    /// Returns the first person, on whose behalf the bots think.
    #[must_use]
    pub fn first_guest(&self) -> Option<GuestId> {
        self.0.iter().find_map(|chair| match chair {
            StoredChair::Person { guest, .. } => Some(*guest),
            _ => None,
        })
    }

    /// Returns the seats of people.
    #[must_use]
    pub fn people(&self) -> SeatSet {
        let person = |(_, chair): &(Seat, &StoredChair)| matches!(chair, StoredChair::Person { .. });
        Seat::all(self.0.len() as u8).zip(&self.0).filter(person).map(|(seat, _)| seat).collect()
    }

    /// Returns whether a seat has the only person at the table, and no chair is free.
    #[must_use]
    pub fn plays_alone(&self, seat: Seat) -> bool {
        self.people() == SeatSet::only(seat) && self.are_full()
    }

    /// Returns the chairs with this substitute for a person, from a deal on, counted from 1.
    #[must_use]
    pub fn with_bot_from(&self, seat: Seat, bot: String, deal: u32) -> Self {
        let mut chairs = self.clone();
        if let Some(StoredChair::Person { substitute, missed, .. }) = chairs.0.get_mut(seat.index()) {
            *substitute = Some(bot);
            missed.since = Some(deal);
        }
        chairs
    }

    /// Returns the number of deals in which a substitute played for a person, of `begun` deals.
    #[must_use]
    pub fn missed_deals(&self, seat: Seat, begun: u32) -> u32 {
        match self.0.get(seat.index()) {
            Some(StoredChair::Person { missed, .. }) => missed.of(begun),
            _ => 0,
        }
    }

    /// Returns the chairs after the person in `seat` left the match.
    #[must_use]
    pub fn with_left(&self, seat: Seat) -> Self {
        let mut chairs = self.clone();
        if let Some(StoredChair::Person { left, .. }) = chairs.0.get_mut(seat.index()) {
            *left = true;
        }
        chairs
    }

    /// Returns the chairs after the person in `seat` asked for a hint, or `None` if nothing changes.
    #[must_use]
    pub fn with_hint(&self, seat: Seat) -> Option<Self> {
        let mut chairs = self.clone();
        match chairs.0.get_mut(seat.index()) {
            Some(StoredChair::Person { hinted, .. }) if !*hinted => *hinted = true,
            _ => return None,
        }
        Some(chairs)
    }

    /// Returns the seats whose players asked for hints.
    #[must_use]
    pub fn hinted(&self) -> SeatSet {
        let seats = Seat::all(self.0.len() as u8).zip(&self.0);
        seats
            .filter(|(_, chair)| matches!(chair, StoredChair::Person { hinted: true, .. }))
            .map(|(seat, _)| seat)
            .collect()
    }

    /// Returns the chairs after the person in `seat` returned, without a substitute. `begun` is the number of deals.
    #[must_use]
    pub fn with_back(&self, seat: Seat, begun: u32) -> Self {
        let mut chairs = self.clone();
        if let Some(StoredChair::Person { substitute, left, missed, .. }) = chairs.0.get_mut(seat.index()) {
            (*substitute, *left) = (None, false);
            *missed = MissedDeals { deals: missed.of(begun), since: None };
        }
        chairs
    }

    /// Returns the chairs with `seat` free.
    #[must_use]
    pub fn without(&self, seat: Seat) -> Self {
        let mut chairs = self.clone();
        if let Some(chair) = chairs.0.get_mut(seat.index()) {
            *chair = StoredChair::Open;
        }
        chairs
    }

    /// Returns the person on a seat.
    #[must_use]
    pub fn guest(&self, seat: Seat) -> Option<GuestId> {
        match self.0.get(seat.index()) {
            Some(StoredChair::Person { guest, .. }) => Some(*guest),
            _ => None,
        }
    }

    /// Returns whether the person in `seat` left, with or without a substitute.
    #[must_use]
    pub fn has_left(&self, seat: Seat) -> bool {
        matches!(self.0.get(seat.index()), Some(StoredChair::Person { left: true, .. }))
    }

    /// Returns whether the person in `seat` left and has no substitute.
    #[must_use]
    pub fn is_deserted(&self, seat: Seat) -> bool {
        self.has_left(seat) && self.bot(seat).is_none()
    }

    /// Returns the chairs for a rematch, without substitutes and hints.
    #[must_use]
    pub fn for_rematch(&self) -> Self {
        let mut chairs = self.clone();
        for chair in &mut chairs.0 {
            if let StoredChair::Person { substitute, left, hinted, missed, .. } = chair {
                (*substitute, *left, *hinted) = (None, false, false);
                *missed = MissedDeals::default();
            }
        }
        chairs
    }

    /// Returns the chairs in the protocol's form. `away` returns the milliseconds for which a player has been
    /// absent.
    #[must_use]
    pub fn occupants(&self, away: impl Fn(Seat) -> Option<u32>) -> Vec<Chair> {
        let chair = |(seat, chair): (Seat, &StoredChair)| match chair {
            StoredChair::Open => Chair::Open,
            StoredChair::Person { name, substitute, left, .. } => {
                let (away, left) = (away(seat), *left);
                Chair::Person {
                    name: name.clone(),
                    connected: away.is_none(),
                    away,
                    substitute: substitute.clone(),
                    left,
                }
            }
            StoredChair::Bot { bot, name, open } => {
                let name = if name.is_empty() { catalog::bot_name(0, seat) } else { name };
                Chair::Bot { bot: bot.clone(), name: name.to_owned(), open: *open }
            }
        };
        Seat::all(self.0.len() as u8).zip(&self.0).map(chair).collect()
    }

    /// Returns the names of the players in a record.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let name = |chair: &StoredChair| match chair {
            StoredChair::Open => String::new(),
            StoredChair::Person { name, .. } => name.clone(),
            StoredChair::Bot { bot, .. } => bot.clone(),
        };
        self.0.iter().map(name).collect()
    }
}

fn person(guest: GuestId, name: &str) -> StoredChair {
    StoredChair::Person {
        guest,
        name: plain_name(name),
        substitute: None,
        left: false,
        hinted: false,
        missed: MissedDeals::default(),
    }
}

fn named_person(chair: &StoredChair, name: &str) -> StoredChair {
    let mut named = chair.clone();
    if let StoredChair::Person { name: theirs, .. } = &mut named {
        *theirs = plain_name(name);
    }
    named
}
