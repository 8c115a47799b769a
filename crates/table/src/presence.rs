//! Subscribers of a card table, and absences of players.

use crate::id::{GuestId, SubscriberId};
use crate::timestamp::{Timestamp, millis};
use cards::{Seat, SeatSet};
use std::time::Duration;

/// Connection that receives the notices of a card table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Subscriber {
    pub(crate) id: SubscriberId,
    pub(crate) guest: GuestId,
    /// Measured delay of the connection.
    pub(crate) delay: Duration,
}

/// Subscribers of a table, in the order of their subscription.
#[derive(Default)]
pub(crate) struct Subscribers(Vec<Subscriber>);

impl Subscribers {
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Subscriber> {
        self.0.iter()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn contains(&self, id: SubscriberId) -> bool {
        self.0.iter().any(|subscriber| subscriber.id == id)
    }

    /// Adds a subscriber, unless it is already one.
    pub(crate) fn add(&mut self, id: SubscriberId, guest: GuestId, delay: Duration) {
        if !self.contains(id) {
            self.0.push(Subscriber { id, guest, delay });
        }
    }

    pub(crate) fn remove(&mut self, id: SubscriberId) {
        self.0.retain(|subscriber| subscriber.id != id);
    }

    /// Sets the known delays.
    pub(crate) fn set_delays(&mut self, delay: impl Fn(SubscriberId) -> Option<Duration>) {
        for subscriber in &mut self.0 {
            subscriber.delay = delay(subscriber.id).unwrap_or(subscriber.delay);
        }
    }

    /// Returns the delay of a subscriber.
    pub(crate) fn delay(&self, id: SubscriberId) -> Duration {
        self.0.iter().find(|subscriber| subscriber.id == id).map_or(Duration::ZERO, |one| one.delay)
    }
}

/// Begin of each absent player's absence.
#[derive(Default)]
pub(crate) struct Presence(Vec<(Seat, Timestamp)>);

impl Presence {
    /// Records which players are absent now.
    pub(crate) fn update(&mut self, away: SeatSet, now: Timestamp) {
        self.0.retain(|(seat, _)| away.contains(*seat));
        for seat in away.iter() {
            if self.since(seat).is_none() {
                self.0.push((seat, now));
            }
        }
    }

    fn since(&self, seat: Seat) -> Option<Timestamp> {
        self.0.iter().find(|(away, _)| *away == seat).map(|(_, since)| *since)
    }

    /// Returns the milliseconds for which a player has been absent.
    pub(crate) fn away(&self, seat: Seat, now: Timestamp) -> u32 {
        self.since(seat).map_or(0, |since| millis(now.since(since)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_absence_is_measured_from_its_begin_and_ends_with_a_return() {
        let at = |seconds| Timestamp::new(Duration::from_secs(seconds));
        let (ada, bea) = (Seat::new(0), Seat::new(1));
        let mut presence = Presence::default();
        presence.update(SeatSet::only(ada), at(1));
        presence.update(SeatSet::only(ada), at(3));
        assert_eq!((presence.away(ada, at(5)), presence.away(bea, at(5)), presence.0.len()), (4000, 0, 1));
        presence.update(SeatSet::EMPTY, at(6));
        presence.update(SeatSet::only(ada), at(7));
        assert_eq!(presence.away(ada, at(8)), 1000);
    }

    #[test]
    fn a_subscriber_is_added_once() {
        let mut subscribers = Subscribers::default();
        let id = SubscriberId(7);
        subscribers.add(id, GuestId::LOCAL, Duration::ZERO);
        subscribers.set_delays(|_| Some(Duration::from_millis(40)));
        subscribers.add(id, GuestId::LOCAL, Duration::ZERO);
        assert_eq!((subscribers.len(), subscribers.delay(id)), (1, Duration::from_millis(40)));
        subscribers.remove(id);
        assert!(subscribers.is_empty() && subscribers.delay(id).is_zero());
    }
}
