//! Result of a finished match, for the store's list of matches and the ratings of its players.

use crate::chairs::Chairs;
use crate::id::GuestId;
use crate::record::PoolOrigin;
use cards::{BySeat, Seat, SeatSet, Side};
use catalog::AnyMatch;
use engine::Phase;
use protocol::Ended;
use std::collections::BTreeMap;

/// Finished match. The store notes it in the transaction that finishes the match.
#[derive(Clone, PartialEq, Debug)]
pub struct FinishedMatch {
    /// The pool that the match came from. `None` for a private match.
    pub pool: Option<PoolOrigin>,
    /// The seats with their results.
    pub seats: Vec<FinishedSeat>,
}

/// Result of one seat.
#[derive(Clone, PartialEq, Debug)]
pub struct FinishedSeat {
    /// The seat.
    pub seat: Seat,
    /// The player, or `None` for a bot.
    pub person: Option<GuestId>,
    /// Index of the side.
    pub side: u8,
    /// Place of the side, from 1. Sides with the same place drew.
    pub place: u8,
    /// The way the player finished the match.
    pub outcome: SeatOutcome,
    /// Weight of the result for the player's rating: 1, or 0 if it does not count.
    pub weight: f64,
}

/// The way a player finished a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeatOutcome {
    /// The player stayed to the end.
    Played,
    /// The player left, or a bot played more than a quarter of the deals for the player.
    Left,
    /// The player ran out of time until the server let them go.
    Slept,
    /// All players agreed to end the match.
    Agreed,
}

impl SeatOutcome {
    /// Returns the outcome's name in the store.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Played => "played",
            Self::Left => "left",
            Self::Slept => "slept",
            Self::Agreed => "agreed",
        }
    }

    /// Returns the outcome with a name in the store.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        [Self::Played, Self::Left, Self::Slept, Self::Agreed]
            .into_iter()
            .find(|outcome| outcome.name() == name)
    }

    /// Returns whether the player finished the match.
    #[must_use]
    pub const fn is_finished(self) -> bool {
        matches!(self, Self::Played | Self::Agreed)
    }
}

/// Returns the result of a match that is over. `slept` are the players who left because they ran out of time.
pub(crate) fn finished(
    pool: Option<&PoolOrigin>,
    game: &dyn AnyMatch,
    chairs: &Chairs,
    ended: Option<Ended>,
    slept: SeatSet,
) -> FinishedMatch {
    let sides = game.sides();
    let deals = u32::try_from(game.deals()).unwrap_or(u32::MAX);
    let missed = |seat: Seat| chairs.missed_deals(seat, deals);
    // A quarter of the deals. (section 5)
    let has_left = |seat: Seat| {
        chairs.has_left(seat)
            || missed(seat).saturating_mul(4) > deals
            || ended == Some(Ended::Absence { seat })
    };
    let seats = || Seat::all(game.seats());
    let left: SeatSet = seats().filter(|seat| has_left(*seat)).collect();
    let winners = match (ended, game.phase()) {
        (Some(ended), _) => ended.winners(&sides),
        (None, Phase::Over(winners)) => winners,
        (None, _) => SeatSet::EMPTY,
    };
    let places = places(&sides, &game.totals(), winners, left);
    let is_agreed = ended == Some(Ended::Agreement);
    let all_missed: u32 = seats().map(missed).sum();
    // Nothing counts before the first deal, and nothing but a player's departure if all agreed to stop, or if bots
    // played more than a quarter of the deals.
    let counts = deals > 0 && !is_agreed && all_missed.saturating_mul(4) <= deals;
    let is_rated = deals > 0
        && pool.is_some_and(|pool| pool.is_rated)
        && seats().all(|seat| chairs.guest(seat).is_some());
    let seat = |seat: Seat| {
        let with_leaver = left.iter().any(|other| sides[other] == sides[seat]);
        let is_counted = is_rated && (left.contains(seat) || counts && !with_leaver);
        FinishedSeat {
            seat,
            person: chairs.guest(seat),
            side: sides[seat].index() as u8,
            place: places[&sides[seat].index()],
            outcome: match left.contains(seat) {
                true if slept.contains(seat) => SeatOutcome::Slept,
                true => SeatOutcome::Left,
                false if is_agreed => SeatOutcome::Agreed,
                false => SeatOutcome::Played,
            },
            weight: if is_counted { 1.0 } else { 0.0 },
        }
    };
    FinishedMatch { pool: pool.cloned(), seats: seats().map(seat).collect() }
}

/// Returns the places of the sides: first the winners, then the others by their totals, and at the end the sides with
/// a player who left.
fn places(
    sides: &BySeat<Side>,
    totals: &BySeat<i32>,
    winners: SeatSet,
    left: SeatSet,
) -> BTreeMap<usize, u8> {
    let mut ranks: BTreeMap<usize, (bool, bool, i32)> = BTreeMap::new();
    for (seat, side) in sides.iter() {
        let rank = ranks.entry(side.index()).or_insert((true, false, i32::MIN));
        rank.0 &= !left.contains(seat);
        rank.1 |= winners.contains(seat);
        rank.2 = rank.2.max(totals[seat]);
    }
    // Several winners share their place, whatever their totals.
    for rank in ranks.values_mut().filter(|rank| rank.1) {
        rank.2 = i32::MAX;
    }
    let place = |own: &(bool, bool, i32)| 1 + ranks.values().filter(|other| *other > own).count() as u8;
    ranks.iter().map(|(side, rank)| (*side, place(rank))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::StoredChair;
    use catalog::{CATALOG, SetupText};

    fn chairs(seats: u8) -> Chairs {
        let person = |seat: Seat| StoredChair::Person {
            guest: GuestId::from_bytes([u8::from(seat); 32]),
            name: String::new(),
            substitute: None,
            left: false,
            hinted: false,
            missed: Default::default(),
        };
        Chairs::stored(Seat::all(seats).map(person).collect())
    }

    fn pool() -> PoolOrigin {
        PoolOrigin { family: "scopa-two".to_owned(), is_rated: true }
    }

    /// Returns a match of Scopa in its first deal.
    fn begun(seats: u8) -> Box<dyn AnyMatch> {
        let game = CATALOG.find("scopa").expect("in the catalog");
        let mut begun = game.open(&SetupText::first_preset(seats), Seat::new(0)).expect("it can be played");
        begun.deal(&begun.next_deck(&cards::Seed::from_number(1)), &[]).expect("it is a deck");
        begun
    }

    fn result(game: &dyn AnyMatch, chairs: &Chairs, ended: Ended) -> Vec<(u8, SeatOutcome, f64)> {
        let finished = finished(Some(&pool()), game, chairs, Some(ended), SeatSet::EMPTY);
        finished.seats.iter().map(|seat| (seat.place, seat.outcome, seat.weight)).collect()
    }

    #[test]
    fn places_follow_winners_then_totals_then_leavers() {
        let sides = BySeat::new(4, |seat: Seat| Side::new(u8::from(seat)));
        let totals = BySeat::new(4, |seat: Seat| [3, 9, 3, 5][seat.index()]);
        let of = |winners: &[u8], left: &[u8]| {
            let set = |seats: &[u8]| seats.iter().map(|seat| Seat::new(*seat)).collect::<SeatSet>();
            places(&sides, &totals, set(winners), set(left)).into_values().collect::<Vec<_>>()
        };
        assert_eq!(of(&[1], &[]), [3, 1, 3, 2]);
        assert_eq!(of(&[0, 3], &[]), [1, 3, 4, 1]);
        assert_eq!(of(&[1], &[1]), [2, 4, 2, 1], "a leaver is last");
        assert_eq!(of(&[], &[]), [3, 1, 3, 2]);
    }

    #[test]
    fn an_agreed_end_changes_no_rating() {
        let (game, chairs) = (begun(2), chairs(2));
        let agreed = result(&*game, &chairs, Ended::Agreement);
        assert!(agreed.iter().all(|(_, outcome, weight)| (*outcome, *weight) == (SeatOutcome::Agreed, 0.0)));
        let resigned = result(&*game, &chairs, Ended::Resignation { seat: Seat::new(0) });
        assert_eq!(resigned, [(2, SeatOutcome::Played, 1.0), (1, SeatOutcome::Played, 1.0)]);
        let left = result(&*game, &chairs.with_left(Seat::new(1)), Ended::Absence { seat: Seat::new(1) });
        assert_eq!(left, [(1, SeatOutcome::Played, 1.0), (2, SeatOutcome::Left, 1.0)]);
        // A departure counts even if the others agree to stop.
        let stopped = result(&*game, &chairs.with_left(Seat::new(1)), Ended::Agreement);
        assert_eq!(stopped, [(1, SeatOutcome::Agreed, 0.0), (2, SeatOutcome::Left, 1.0)]);
    }

    #[test]
    fn private_matches_and_matches_with_bots_or_without_deals_change_no_rating() {
        let resigned = Some(Ended::Resignation { seat: Seat::new(0) });
        let weights = |pool: Option<&PoolOrigin>, game: &dyn AnyMatch, chairs: &Chairs| -> f64 {
            let finished = finished(pool, game, chairs, resigned, SeatSet::EMPTY);
            finished.seats.iter().map(|seat| seat.weight).sum()
        };
        let (game, people) = (begun(2), chairs(2));
        assert_eq!(weights(Some(&pool()), &*game, &people), 2.0);
        assert_eq!(weights(None, &*game, &people), 0.0);
        assert_eq!(weights(Some(&PoolOrigin { is_rated: false, ..pool() }), &*game, &people), 0.0);
        let mut with_bot = people.as_slice().to_vec();
        with_bot[1] = StoredChair::Bot { bot: "random".to_owned(), name: String::new(), open: false };
        assert_eq!(weights(Some(&pool()), &*game, &Chairs::stored(with_bot)), 0.0);
        let scopa = CATALOG.find("scopa").expect("in the catalog");
        let undealt = scopa.open(&SetupText::first_preset(2), Seat::new(0)).expect("it can be played");
        assert_eq!(weights(Some(&pool()), &*undealt, &people), 0.0);
    }

    #[test]
    fn a_quarter_of_the_deals_may_be_missed_and_more_counts_as_leaving() {
        let (left, stayed) = (Seat::new(0), Seat::new(1));
        let outcome = |missed: u32, deals: u32| {
            // Four passes throw a deal in, so a match of any length is quick.
            let bridge = CATALOG.find("bridge").expect("in the catalog");
            let mut game = bridge.open(&SetupText::first_preset(4), left).expect("it can be played");
            for _ in 0..deals {
                game.deal(&game.next_deck(&cards::Seed::from_number(1)), &[]).expect("it is a deck");
                while game.phase() == Phase::Playing {
                    let seat = game.actors().first().expect("it is a turn");
                    game.play(seat, "P", &[]).expect("a pass is legal");
                }
            }
            assert_eq!(game.deals(), deals as usize);
            let away = chairs(4).with_bot_from(left, "random".to_owned(), 1).with_back(left, missed);
            let finished = finished(
                Some(&pool()),
                &*game,
                &away,
                Some(Ended::Resignation { seat: stayed }),
                SeatSet::EMPTY,
            );
            (finished.seats[0].outcome, finished.seats[1].weight)
        };
        assert_eq!(outcome(1, 4), (SeatOutcome::Played, 1.0));
        assert_eq!(outcome(2, 4), (SeatOutcome::Left, 0.0), "nothing counts but the departure");
        assert_eq!(outcome(1, 3), (SeatOutcome::Left, 0.0));
    }

    #[test]
    fn a_player_whose_bot_played_too_long_has_left_and_partners_are_not_punished() {
        let (game, people) = (begun(4), chairs(4));
        let left = Seat::new(0);
        // The bot plays in the only deal, and the player comes back.
        let back = people.with_bot_from(left, "random".to_owned(), 1).with_back(left, 1);
        let result = result(&*game, &back, Ended::Resignation { seat: Seat::new(1) });
        assert_eq!(
            result,
            [
                (2, SeatOutcome::Left, 1.0),
                (1, SeatOutcome::Played, 0.0),
                (2, SeatOutcome::Played, 0.0),
                (1, SeatOutcome::Played, 0.0)
            ]
        );
    }
}
