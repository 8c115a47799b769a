//! Replays of plays: turns, trick winners, and legality of the cards.

use crate::board::{Board, CardPlayed, CardRows, FinalContract, Given, Hands, Irregularity, Tricks};
use crate::error::Problem;
use cards::{Card, CardSet, Rank};
use dds::{Direction, PlayError, Strain};

/// Result of a replayed play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Outcome {
    /// Number of finished tricks.
    pub(crate) finished: u8,
    /// Tricks of North-South.
    pub(crate) norths: u8,
}

/// Returns the position of the winning card in a row, counted from the opening leader's.
fn winner(strain: Strain, cards: [Card; 4], lead: usize) -> usize {
    let strength = |card: Card| if card.rank() == Rank::Ace { 13 } else { card.rank() as u8 };
    let value = |card: Card| match card.suit() {
        suit if Some(suit) == strain.trumps() => 100 + strength(card),
        suit if suit == cards[lead].suit() => 50 + strength(card),
        _ => 0,
    };
    (0..4).max_by_key(|position| value(cards[*position])).unwrap_or(lead)
}

impl CardRows {
    /// Creates rows from cards in the order played.
    #[must_use]
    pub fn of_cards(leader: Direction, strain: Strain, cards: impl IntoIterator<Item = CardPlayed>) -> Self {
        let mut rows = Self { leader, tricks: Vec::new(), stop: None };
        let (mut lead, mut played) = (0, 0);
        for card in cards {
            if played == 0 {
                rows.tricks.push([const { None }; 4]);
            }
            let Some(trick) = rows.tricks.last_mut() else { break };
            trick[(lead + played) % 4] = Some(card);
            played = (played + 1) % 4;
            if let (0, [Some(a), Some(b), Some(c), Some(d)]) = (played, trick) {
                lead = winner(strain, [a.card, b.card, c.card, d.card], lead);
            }
        }
        rows
    }

    /// Returns the same cards in the same columns, with another opening leader.
    pub(crate) fn led_by(&self, leader: Direction) -> Self {
        let turn = (4 + leader as usize - self.leader as usize) % 4;
        let mut rows = Self { leader, ..self.clone() };
        rows.tricks.iter_mut().for_each(|trick| trick.rotate_left(turn));
        rows
    }

    /// Returns the cells of the cards in the order played, up to the first unknown card.
    pub(crate) fn order(&self, strain: Strain) -> Vec<(usize, usize)> {
        let mut order = Vec::new();
        let mut lead = 0;
        for (row, trick) in self.tricks.iter().enumerate() {
            let out_of_turn = |card: &Option<CardPlayed>| {
                card.as_ref().is_some_and(|card| card.irregularity == Some(Irregularity::LedOutOfTurn))
            };
            lead = trick.iter().position(out_of_turn).unwrap_or(lead);
            let known =
                (0..4).map(|offset| (lead + offset) % 4).take_while(|position| trick[*position].is_some());
            order.extend(known.map(|position| (row, position)));
            let [Some(a), Some(b), Some(c), Some(d)] = trick else { break };
            lead = winner(strain, [a.card, b.card, c.card, d.card], lead);
        }
        order
    }

    /// Returns the cards with their players in the order played, up to the first unknown card.
    #[must_use]
    pub fn in_order(&self, strain: Strain) -> Vec<(Direction, &CardPlayed)> {
        let cards = self.order(strain).into_iter();
        cards
            .filter_map(|(row, position)| {
                Some((self.leader.after(position), self.tricks[row][position].as_ref()?))
            })
            .collect()
    }

    /// Returns the cell of the next card.
    pub(crate) fn next(&self, strain: Option<Strain>) -> (usize, usize) {
        let Some(strain) = strain else { return (self.tricks.len(), 0) };
        let order = self.order(strain);
        match order.last() {
            Some((row, position)) if !order.len().is_multiple_of(4) => (*row, (position + 1) % 4),
            Some((row, _)) => (row + 1, self.lead_after(*row, strain)),
            None => (0, 0),
        }
    }

    /// Returns the position that leads after a whole trick.
    fn lead_after(&self, row: usize, strain: Strain) -> usize {
        let order = self.order(strain);
        let lead = order.iter().find(|(of, _)| *of == row).map_or(0, |(_, position)| *position);
        match &self.tricks[row] {
            [Some(a), Some(b), Some(c), Some(d)] => winner(strain, [a.card, b.card, c.card, d.card], lead),
            _ => lead,
        }
    }

    /// Replays the cards.
    ///
    /// # Errors
    ///
    /// Returns the row and the position of the illegal card, and the problem.
    pub(crate) fn follow(&self, hands: &Hands, strain: Strain) -> Result<Outcome, (usize, usize, Problem)> {
        let order = self.order(strain);
        let mut played = CardSet::EMPTY;
        let mut outcome = Outcome { finished: 0, norths: 0 };
        for (row, trick) in self.tricks.iter().enumerate() {
            let in_turn: Vec<usize> =
                order.iter().filter(|(of, _)| *of == row).map(|(_, position)| *position).collect();
            let rest = (0..4).filter(|position| !in_turn.contains(position) && trick[*position].is_some());
            let led = in_turn.first().and_then(|lead| trick[*lead].as_ref()).map(|card| card.card);
            for position in in_turn.iter().copied().chain(rest) {
                let Some(card) = &trick[position] else { continue };
                // After an unknown card, the suit led is unknown.
                let led = led.filter(|_| in_turn.contains(&position));
                let direction = self.leader.after(position);
                check(hands, direction, played, led, card).map_err(|problem| (row, position, problem))?;
                played.insert(card.card);
            }
            if let ([Some(a), Some(b), Some(c), Some(d)], Some(lead)) = (trick, in_turn.first()) {
                let position = winner(strain, [a.card, b.card, c.card, d.card], *lead);
                outcome.finished += 1;
                outcome.norths += u8::from(self.leader.after(position).is_side_of(Direction::North));
            }
        }
        Ok(outcome)
    }
}

/// Adds a hint to a problem of the play if the cards fit with another first caller, which
/// determines the leader.
///
/// `led_by` returns the rows with another opening leader, if the file permits it.
pub(crate) fn with_hint(
    board: &Board,
    led_by: impl Fn(Direction) -> Option<CardRows>,
    problem: Problem,
) -> Problem {
    let (Some(dealer), Some(leader), Some(strain), Some(deal), Some(_)) =
        (board.dealer.known(), board.leader(), board.strain(), board.deal(), &board.auction)
    else {
        return problem;
    };
    let hands = Hands::from(deal);
    let fits = |passes: &usize| {
        led_by(leader.after(*passes)).is_some_and(|rows| rows.follow(&hands, strain).is_ok())
    };
    match [1, 2, 3].into_iter().find(fits) {
        Some(passes) => Problem::FitsFrom { problem: Box::new(problem), first: dealer.after(passes) },
        None => problem,
    }
}

fn check(
    hands: &Hands,
    direction: Direction,
    played: CardSet,
    led: Option<Card>,
    given: &CardPlayed,
) -> Result<(), Problem> {
    let card = given.card;
    if played.contains(card) {
        return Err(Problem::PlayedTwice(card));
    }
    let elsewhere = Direction::ALL
        .into_iter()
        .any(|other| other != direction && hands.hand(other).is_some_and(|hand| hand.contains(card)));
    let held = hands.hand(direction);
    if elsewhere || held.is_some_and(|hand| !hand.contains(card)) {
        return Err(PlayError::NotHeld { direction, card }.into());
    }
    let (Some(led), Some(held)) = (led, held) else { return Ok(()) };
    let follows = |other: &Card| other.suit() == led.suit();
    let instead = (held - played).iter().find(follows).filter(|_| !follows(&card));
    match instead {
        Some(instead) if given.irregularity != Some(Irregularity::Revoke) => {
            Err(PlayError::Revoke { direction, card, instead }.into())
        }
        _ => Ok(()),
    }
}

/// Fills in the result of a whole play, and compares it with the board's.
///
/// # Errors
///
/// Returns the contradiction if the board has another result.
pub(crate) fn settle(board: &mut Board, outcome: Outcome) -> Result<(), Problem> {
    let (Some(declarer), Some(FinalContract::Contract(_))) = (board.declarer.known(), board.contract.known())
    else {
        return Ok(());
    };
    let norths = declarer.direction.is_side_of(Direction::North);
    let own = if norths { outcome.norths } else { outcome.finished - outcome.norths };
    let max = 13 - (outcome.finished - own);
    match board.result.known() {
        // After a revoke or a wrong agreement, the players' number counts.
        Some(given) if given.agreed_wrongly || (own..=max).contains(&given.won) => {}
        Some(given) => {
            let found = if own == max { own.to_string() } else { format!("from {own} to {max}") };
            let given = given.won.to_string();
            return Err(Problem::Contradiction { tag: "Result", given, by: "play", found });
        }
        None if own == max => board.result = Given::Known(Tricks { won: own, agreed_wrongly: false }),
        None => {}
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(cards: &str) -> Vec<CardPlayed> {
        cards
            .split_whitespace()
            .map(|card| CardPlayed {
                card: card.parse().unwrap(),
                irregularity: None,
                remarks: crate::Remarks::default(),
            })
            .collect()
    }

    #[test]
    fn rows_always_begin_with_the_opening_leader() {
        // West leads. North wins with a trump, then West wins the second trick.
        let cards = played("Ks 2h 3s 4s 5d 6d 7d Ad 2c");
        let rows = CardRows::of_cards(Direction::West, Strain::Hearts, cards.clone());
        let written = |row: usize| {
            rows.tricks[row].clone().map(|card| card.map_or("-".to_owned(), |card| card.card.to_string()))
        };
        assert_eq!(written(0), ["Ks", "2h", "3s", "4s"]);
        assert_eq!(written(1), ["Ad", "5d", "6d", "7d"]);
        assert_eq!(written(2), ["2c", "-", "-", "-"]);
        let order: Vec<_> = rows.in_order(Strain::Hearts).into_iter().map(|(_, card)| card.clone()).collect();
        assert_eq!(order, cards);
        let outcome = rows.follow(&Hands::default(), Strain::Hearts);
        assert_eq!(outcome, Ok(Outcome { finished: 2, norths: 1 }));
    }

    #[test]
    fn a_card_has_to_be_there_and_to_follow() {
        let deal: dds::Deal = "N:A.2.. 3.4.. 5.6.. 7.8..".parse().unwrap();
        let hands = Hands::from(deal);
        let follow = |cards: &str| {
            CardRows::of_cards(Direction::North, Strain::Notrump, played(cards))
                .follow(&hands, Strain::Notrump)
                .map_err(|(row, position, problem)| format!("{row} {position} {problem}"))
        };
        assert!(follow("As 3s 5s 7s 2h 4h").is_ok());
        assert_eq!(
            follow("As 3s 6h"),
            Err("0 2 6h does not follow suit; South must play a card such as 5s".into())
        );
        assert_eq!(follow("As 3s 5s 8s"), Err("0 3 West is to play and does not hold 8s".into()));
        assert_eq!(follow("As As"), Err("0 1 As was played before".into()));
    }
}
