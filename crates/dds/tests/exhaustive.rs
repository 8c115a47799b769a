//! Comparison with an exhaustive search on small deals.

use cards::{Card, CardSet, Rng};
use dds::{Deal, Direction, Position, Solver, Strain};
use std::collections::HashMap;

/// Returns the remaining tricks of North-South.
fn exhaustive(position: &Position, seen: &mut HashMap<Position, u8>) -> u8 {
    let left = position.tricks_left();
    if left == 0 {
        return 0;
    }
    if let Some(&tricks) = seen.get(position).filter(|_| position.trick().is_empty()) {
        return tricks;
    }
    let norths_turn = position.to_play().is_side_of(Direction::North);
    let outcomes = position.playable().iter().map(|card| {
        let mut after = *position;
        after.play(card).expect("playable cards can be played");
        let won = after.taken(Direction::North) - position.taken(Direction::North);
        won + exhaustive(&after, seen)
    });
    let tricks = if norths_turn { outcomes.max() } else { outcomes.min() }.expect("a card is left");
    if position.trick().is_empty() {
        seen.insert(*position, tricks);
    }
    tricks
}

/// Returns a random deal of `tricks` cards per hand from the full deck.
fn small_deal(rng: &mut Rng, tricks: usize) -> Deal {
    let mut cards: Vec<Card> = (0..52).filter_map(Card::from_index).collect();
    rng.shuffle(&mut cards);
    let mut hands = [CardSet::EMPTY; 4];
    for (index, &card) in cards.iter().take(4 * tricks).enumerate() {
        hands[index % 4].insert(card);
    }
    Deal::new(hands).expect("each card was dealt once")
}

#[test]
fn small_deals_have_the_tricks_that_trying_everything_finds() {
    let mut rng = Rng::from_number(1);
    let mut solver = Solver::new();
    for (tricks, deals) in [(1, 100), (2, 600), (3, 600), (4, 24), (5, 1)] {
        for _ in 0..deals {
            let deal = small_deal(&mut rng, tricks);
            let table = solver.solve_all(&deal);
            for strain in Strain::ALL {
                let mut seen = HashMap::new();
                for leader in Direction::ALL {
                    let norths = exhaustive(&Position::new(&deal, strain, leader), &mut seen);
                    let declarer = leader.after(3);
                    let expected =
                        if declarer.is_side_of(Direction::North) { norths } else { deal.tricks() - norths };
                    assert_eq!(table[strain][declarer], expected, "{deal} {strain} by {declarer}");
                }
            }
        }
    }
}

#[test]
fn inside_a_trick_every_card_leads_to_what_trying_everything_finds() {
    let mut rng = Rng::from_number(2);
    let mut solver = Solver::new();
    for round in 0..400 {
        let deal = small_deal(&mut rng, 2 + round % 3);
        let mut position = Position::new(&deal, Strain::ALL[round % 5], rng.pick(&Direction::ALL));
        for _ in 0..rng.below(4) {
            let playable: Vec<Card> = position.playable().iter().collect();
            position.play(rng.pick(&playable)).unwrap();
        }
        let mut seen = HashMap::new();
        let leads = solver.lead_table(&position);
        assert_eq!(leads.len(), usize::from(position.playable().len()));
        for lead in leads {
            let mut after = position;
            after.play(lead.card).unwrap();
            let won = after.taken(Direction::North) - position.taken(Direction::North);
            let norths = won + exhaustive(&after, &mut seen);
            let norths_side = position.to_play().is_side_of(Direction::North);
            let expected = if norths_side { norths } else { position.tricks_left() - norths };
            assert_eq!(lead.tricks, expected, "{deal} {position:?} {}", lead.card);
        }
    }
}

#[test]
fn a_play_costs_what_the_positions_on_its_way_lose() {
    let mut rng = Rng::from_number(3);
    let mut solver = Solver::new();
    for round in 0..60 {
        let deal = small_deal(&mut rng, 4);
        let start = Position::new(&deal, Strain::ALL[round % 5], rng.pick(&Direction::ALL));
        let (mut position, mut play) = (start, Vec::new());
        while position.tricks_left() > 0 {
            let playable: Vec<Card> = position.playable().iter().collect();
            play.push(rng.pick(&playable));
            position.play(play[play.len() - 1]).unwrap();
        }
        let mut seen = HashMap::new();
        let mut before = start;
        for played in solver.analyse(&start, &play).unwrap() {
            let reached = |position: &Position, seen: &mut _| {
                let norths = position.taken(Direction::North) + exhaustive(position, seen);
                if played.direction.is_side_of(Direction::North) { norths } else { 4 - norths }
            };
            let mut after = before;
            after.play(played.card).unwrap();
            assert_eq!(played.before, reached(&before, &mut seen));
            assert_eq!(played.after, reached(&after, &mut seen));
            before = after;
        }
    }
}
