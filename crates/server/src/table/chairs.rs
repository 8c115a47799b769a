//! The chairs of a table: who sits there, and who of them is here.

use crate::identity::{GuestId, clean_name};
use crate::refusal::{Refusal, no_such_seat};
use crate::store::StoredChair;
use crate::wire::{Chair, NewChair};
use cards::{Seat, SeatSet};

/// The chairs of a table, in seat order.
#[derive(Clone, Debug)]
pub(crate) struct Chairs(Vec<StoredChair>);

impl Chairs {
    /// The chairs as whoever opens the table wants them, with their own seat.
    pub(crate) fn new(wanted: &[NewChair], guest: GuestId, name: &str) -> Result<(Self, Seat), Refusal> {
        let mine: Vec<usize> = (0..wanted.len()).filter(|index| wanted[*index] == NewChair::Me).collect();
        let [mine] = mine[..] else {
            let message = format!("chairs: exactly one must be “me”, not {}", mine.len());
            return Err(Refusal::options(message));
        };
        let seat = u8::try_from(mine).ok().and_then(|seat| Seat::try_from(seat).ok());
        let seat = seat.ok_or_else(|| Refusal::options("chairs: too many"))?;
        let chair = |wanted: &NewChair| match wanted {
            NewChair::Me => StoredChair::Person { guest, name: clean_name(name) },
            NewChair::Open => StoredChair::Open,
            NewChair::Bot(bot) => StoredChair::Bot { bot: bot.clone() },
        };
        Ok((Self(wanted.iter().map(chair).collect()), seat))
    }

    /// The chairs as they were left.
    pub(crate) fn stored(chairs: Vec<StoredChair>) -> Self {
        Self(chairs)
    }

    /// As the store wants them.
    pub(crate) fn as_slice(&self) -> &[StoredChair] {
        &self.0
    }

    /// The same chairs with `guest` on `seat`.
    pub(crate) fn with(&self, seat: Seat, guest: GuestId, name: &str) -> Result<Self, Refusal> {
        let seats = self.0.len() as u8;
        let chair = self.0.get(seat.index()).ok_or_else(|| no_such_seat(seat, seats))?;
        if *chair != StoredChair::Open {
            return Err(Refusal::Taken);
        }
        if self.seat_of(guest).is_some() {
            return Err(Refusal::Seated);
        }
        let mut chairs = self.clone();
        chairs.0[seat.index()] = StoredChair::Person { guest, name: clean_name(name) };
        Ok(chairs)
    }

    /// Whether nobody is missing.
    pub(crate) fn are_full(&self) -> bool {
        !self.0.contains(&StoredChair::Open)
    }

    /// Where `guest` sits.
    pub(crate) fn seat_of(&self, guest: GuestId) -> Option<Seat> {
        let sits = |chair: &StoredChair| matches!(chair, StoredChair::Person { guest: g, .. } if *g == guest);
        Seat::all(self.0.len() as u8).zip(&self.0).find(|(_, chair)| sits(chair)).map(|(seat, _)| seat)
    }

    /// The bot on this chair.
    pub(crate) fn bot(&self, seat: Seat) -> Option<&str> {
        match self.0.get(seat.index()) {
            Some(StoredChair::Bot { bot }) => Some(bot),
            _ => None,
        }
    }

    /// What everybody at the table is told; `here` are the seats whose people are connected.
    pub(crate) fn occupants(&self, here: SeatSet) -> Vec<Chair> {
        let chair = |(seat, chair): (Seat, &StoredChair)| match chair {
            StoredChair::Open => Chair::Open,
            StoredChair::Person { name, .. } => {
                Chair::Person { name: name.clone(), here: here.contains(seat) }
            }
            StoredChair::Bot { bot } => Chair::Bot { bot: bot.clone() },
        };
        Seat::all(self.0.len() as u8).zip(&self.0).map(chair).collect()
    }

    /// What a record calls the players.
    pub(crate) fn names(&self) -> Vec<String> {
        let name = |chair: &StoredChair| match chair {
            StoredChair::Open => String::new(),
            StoredChair::Person { name, .. } => name.clone(),
            StoredChair::Bot { bot } => bot.clone(),
        };
        self.0.iter().map(name).collect()
    }
}
