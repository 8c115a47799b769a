//! Tests of the settlement of Gin Rummy where it depends on a single point.

use cards::Seat;
use engine::{Game, OptionValue, Setup};
use games::gin_rummy::{Column, GinRummy};
use std::collections::BTreeMap;

/// Returns the totals of a match that seat 0 has won, with these points and hands.
fn totals(points: [i32; 2], hands: [i32; 2]) -> [i32; 2] {
    let none: BTreeMap<String, OptionValue> = BTreeMap::new();
    let options = Setup::new(Some("classic"), 2, none).expect("a preset").options;
    let mut standing = GinRummy::initial_standing(&options, Seat::new(0));
    let by_seat = |figures: [i32; 2]| cards::BySeat::new(2, |seat: Seat| figures[seat.index()]);
    standing.points = by_seat(points);
    standing.games[0] =
        Some(Column { points: by_seat(points), hands: by_seat(hands), winner: Some(Seat::new(0)) });
    let totals = GinRummy::totals(&standing);
    [totals[Seat::new(0)], totals[Seat::new(1)]]
}

#[test]
fn a_single_point_saves_the_loser_from_a_shutout() {
    assert_eq!(totals([104, 0], [5, 0]), [104 + 200 + 125, 0]); // GR-T19
    assert_eq!(totals([104, 1], [5, 1]), [104 + 100 + 125, 1 + 25]);
}
