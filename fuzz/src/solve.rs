//! Small deals with cards on the table: the solver's results for tricks, cards and plays agree with
//! an exhaustive search.

use crate::Choices;
use cards::{Card, CardSet};
use dds::{Deal, Direction, Position, Solver, Strain};
use std::cell::RefCell;
use std::collections::HashMap;

thread_local! {
    static SOLVER: RefCell<Solver> = RefCell::new(Solver::new());
}

/// Returns the remaining tricks of North-South.
fn exhaustive(position: &Position, seen: &mut HashMap<Position, u8>) -> u8 {
    if position.tricks_left() == 0 {
        return 0;
    }
    if let Some(&tricks) = seen.get(position) {
        return tricks;
    }
    let outcomes = position.playable().iter().map(|card| {
        let mut after = *position;
        after.play(card).expect("playable cards can be played");
        let won = after.taken(Direction::North) - position.taken(Direction::North);
        won + exhaustive(&after, seen)
    });
    let norths_turn = position.to_play().is_side_of(Direction::North);
    let tricks = if norths_turn { outcomes.max() } else { outcomes.min() }.expect("a card is left");
    seen.insert(*position, tricks);
    tricks
}

/// Uses the bytes as a position.
pub fn check(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let [size, strain, leader, played, budget] = std::array::from_fn(|_| choices.byte());
    let mut rng = choices.rng();
    let mut deck: Vec<Card> = CardSet::FULL.into();
    rng.shuffle(&mut deck);
    let tricks = usize::from(size) % 4 + 1;
    let mut hands = [CardSet::EMPTY; 4];
    for (index, card) in deck.into_iter().take(4 * tricks).enumerate() {
        hands[index % 4].insert(card);
    }
    let deal = Deal::new(hands).expect("each card was dealt once");
    let strain = Strain::ALL[usize::from(strain) % 5];
    let start = Position::new(&deal, strain, Direction::ALL[usize::from(leader) % 4]);
    let mut position = start;
    let mut play = Vec::new();
    for _ in 0..usize::from(played) % (4 * tricks) {
        let playable: Vec<Card> = position.playable().iter().collect();
        let card = rng.pick(&playable);
        position.play(card).expect("a playable card");
        play.push(card);
    }
    let mut seen = HashMap::new();
    let all = start.tricks_left();
    SOLVER.with_borrow_mut(|solver| {
        for lead in solver.lead_table(&position) {
            let mut after = position;
            after.play(lead.card).expect("a playable card");
            let won = after.taken(Direction::North) - position.taken(Direction::North);
            let norths = won + exhaustive(&after, &mut seen);
            let mine = position.to_play().is_side_of(Direction::North);
            assert_eq!(
                lead.tricks,
                if mine { norths } else { position.tricks_left() - norths },
                "{deal} {position:?}"
            );
        }
        let played = solver.analyse(&start, &play).expect("every card could be played");
        let mut before = start;
        for played in played {
            let mut after = before;
            after.play(played.card).expect("it was played");
            let mut reached = |position: &Position| {
                let norths = position.taken(Direction::North) + exhaustive(position, &mut seen);
                if played.direction.is_side_of(Direction::North) { norths } else { all - norths }
            };
            assert_eq!((played.before, played.after), (reached(&before), reached(&after)), "{deal} {play:?}");
            before = after;
        }
        // An insufficient node budget gives no answer and does no harm.
        let whole = solver.lead_table(&position);
        if let Some(within) = solver.lead_table_within(&position, budget.into()) {
            assert_eq!(within, whole);
        }
        assert_eq!(solver.lead_table(&position), whole);
    });
}
