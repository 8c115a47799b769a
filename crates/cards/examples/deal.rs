//! Deals a deck from a seed and prints the commitment and the seed for verification.
//!
//! `cargo run -p parlour-cards --example deal -- 7 4` uses seed number 7 and four seats.

use cards::{BySeat, Card, CardSet, MAX_SEATS, Seat, Seed};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let number = arguments.next().map_or(Ok(1), |number| number.parse())?;
    let seats: u8 = arguments.next().map_or(Ok(4), |seats| seats.parse())?;
    if !(1..=MAX_SEATS).contains(&usize::from(seats)) {
        return Err(format!("the number of seats must be from 1 to {MAX_SEATS}").into());
    }
    let seed = Seed::from_number(number);
    println!("before the deal, the commitment: {}", seed.commitment());
    let mut deck: Vec<Card> = CardSet::FULL.iter().collect();
    seed.shuffle(0, &mut deck);
    let mut hands = BySeat::filled(seats, CardSet::EMPTY);
    for (card, seat) in deck.iter().zip(Seat::all(seats).cycle()) {
        hands[seat].insert(*card);
    }
    for (seat, hand) in hands.iter() {
        println!("seat {seat}: {hand}");
    }
    println!("after it, the seed: {}", String::from(seed));
    Ok(())
}
