//! Heuristics for the play of the cards: leads, second hand low, third hand high, and discards.

use super::{Play, Side, View};
use cards::{Card, CardSet, Rank, Suit};
use dds::Direction;
use engine::insertion_sort;

/// Returns the height of a card with aces high: 2 to 14.
pub(super) const fn height(card: Card) -> u8 {
    match card.rank() {
        Rank::Ace => 14,
        rank => rank as u8 + 1,
    }
}

fn of_suit(hand: CardSet, suit: Suit) -> CardSet {
    hand & CardSet::of_suit(suit)
}

fn highest(cards: CardSet) -> Option<Card> {
    cards.iter().max_by_key(|card| height(*card))
}

fn lowest(cards: CardSet) -> Option<Card> {
    cards.iter().min_by_key(|card| height(*card))
}

/// Returns a card for the hand to play, which the view must see. `None` if it is empty.
pub(super) fn card(view: &View, play: &Play) -> Option<Card> {
    let hand = play.turn();
    let held = view.hands[hand as usize].known();
    let playable = play.playable(held);
    match play.trick().cards.len() {
        0 if !play.has_begun() => opening_lead(view, play, held),
        0 => lead(view, play, held),
        played => follow(view, play, playable, played),
    }
}

/// Returns the opening lead: partner's suit, a sequence, a singleton against a suit contract, or
/// fourth best of the longest suit.
fn opening_lead(view: &View, play: &Play, held: CardSet) -> Option<Card> {
    let me = play.turn();
    let trumps = play.strain().trumps();
    let bid_by = |who: Direction| {
        view.auction.calls().filter_map(move |(by, call)| match call {
            super::Call::Bid(bid) if by == who => bid.strain.trumps(),
            _ => None,
        })
    };
    let partners =
        bid_by(me.partner()).find(|suit| Some(*suit) != trumps && !of_suit(held, *suit).is_empty());
    if let Some(suit) = partners {
        return from_suit(of_suit(held, suit), trumps.is_some());
    }
    let theirs = |suit: Suit| bid_by(play.declarer()).chain(bid_by(play.dummy())).any(|bid| bid == suit);
    let worth = |suit: &Suit| {
        let cards = of_suit(held, *suit);
        let length = i32::from(cards.len());
        let sequence = tops_in_sequence(cards);
        let bid = if theirs(*suit) { -6 } else { 0 };
        bid + match trumps {
            None => {
                3 * length
                    + 4 * i32::from(sequence >= 3)
                    + cards.iter().map(|card| i32::from(height(card) > 10)).sum::<i32>()
            }
            Some(_) => {
                let has = |rank| cards.iter().any(|card| card.rank() == rank);
                let from_ace = has(Rank::Ace) && !has(Rank::King);
                let short = if length == 1 && of_trumps(held, trumps) > 0 { 9 } else { 0 };
                6 * i32::from(sequence >= 2) + short + length
                    - 8 * i32::from(from_ace)
                    - 2 * i32::from(has(Rank::King) && sequence < 2 && length <= 2)
            }
        }
    };
    let suits =
        Suit::ALL.into_iter().filter(|suit| Some(*suit) != trumps && !of_suit(held, *suit).is_empty());
    match suits.max_by_key(worth) {
        Some(suit) => from_suit(of_suit(held, suit), trumps.is_some()),
        None => lowest(held),
    }
}

fn of_trumps(held: CardSet, trumps: Option<Suit>) -> u8 {
    trumps.map_or(0, |suit| of_suit(held, suit).len())
}

/// Returns the length of the sequence from the highest card down, or 0 if that is not an honor.
fn tops_in_sequence(cards: CardSet) -> u8 {
    let Some(top) = highest(cards).filter(|card| height(*card) >= 11) else { return 0 };
    let mut next = height(top);
    while cards.iter().any(|card| height(card) == next) {
        next -= 1;
    }
    height(top) - next
}

/// Returns the card to lead from a suit: top of a sequence, top of two, the ace against a suit
/// contract, or fourth best.
fn from_suit(cards: CardSet, against_a_suit: bool) -> Option<Card> {
    let mut order: Vec<Card> = cards.iter().collect();
    insertion_sort(&mut order, |a, b| height(*a) > height(*b));
    let has_ace = order.first().is_some_and(|card| card.rank() == Rank::Ace);
    let sequence = tops_in_sequence(cards);
    let index = match order.len() {
        0..=2 => 0,
        _ if sequence >= if against_a_suit { 2 } else { 3 } || against_a_suit && has_ace => 0,
        3 => 2,
        _ => 3,
    };
    order.get(index).copied()
}

/// Whether no outstanding card of the suit beats this card.
fn is_master(view: &View, play: &Play, card: Card) -> bool {
    let seen: CardSet = play.cards().iter().copied().collect();
    let mine = view.hands[play.turn() as usize].known() | view.hands[play.turn().partner() as usize].known();
    let out = of_suit(CardSet::FULL - seen - mine, card.suit());
    highest(out).is_none_or(|best| height(best) < height(card))
}

/// Returns the lead to a later trick: draw trumps as declarer, cash winners, or continue the
/// longest suit.
fn lead(view: &View, play: &Play, held: CardSet) -> Option<Card> {
    let me = play.turn();
    let trumps = play.strain().trumps();
    let declares = Side::of(me) == Side::of(play.declarer());
    let partner = view.hands[me.partner() as usize].known();
    if let Some(suit) = trumps.filter(|_| declares) {
        let ours = of_suit(held | partner, suit);
        let gone: CardSet = play.cards().iter().copied().collect();
        let out = 13 - ours.len() - of_suit(gone, suit).len();
        if out > 0 && ours.len() > out && !of_suit(held, suit).is_empty() {
            let cards = of_suit(held, suit);
            return highest(cards).filter(|card| is_master(view, play, *card)).or_else(|| lowest(cards));
        }
    }
    let sure = held.iter().filter(|card| Some(card.suit()) != trumps && is_master(view, play, *card));
    if let Some(card) = sure.max_by_key(|card| of_suit(held | partner, card.suit()).len()) {
        return Some(card);
    }
    // Partner's suit is returned, otherwise the longest suit outside trumps.
    let returned = play.tricks().map(|trick| (trick.leader, trick.cards[0].suit()));
    let mut returned = returned.filter(|(by, suit)| {
        !declares && *by == me.partner() && !of_suit(held, *suit).is_empty() && Some(*suit) != trumps
    });
    let suits = Suit::ALL.into_iter().filter(|suit| !of_suit(held, *suit).is_empty());
    let length = |suit: &Suit| {
        let both = if declares { held | partner } else { held };
        (Some(*suit) != trumps, of_suit(both, *suit).len())
    };
    let suit = returned.next().map(|(_, suit)| suit).or_else(|| suits.max_by_key(length))?;
    let cards = of_suit(held, suit);
    if declares { lowest(cards) } else { from_suit(cards, trumps.is_some()) }
}

/// Returns the card of a later hand: the cheapest winner if winning is useful, otherwise a discard.
fn follow(view: &View, play: &Play, playable: CardSet, played: usize) -> Option<Card> {
    let hand = play.turn();
    let wins = |card: &Card| {
        let mut after = *play;
        after.lay(*card);
        after.winning_hand() == hand
    };
    let winning = playable.iter().filter(wins).min_by_key(|card| height(*card));
    let partner_wins = Side::of(play.winning_hand()) == Side::of(hand);
    let led = play.led();
    match played {
        1 => {
            // Second hand low, except to cover an honor with an honor, or to take the trick with
            // the ace.
            let covers = led.is_some()
                && play.trick().cards.first().is_some_and(|card| (10..=13).contains(&height(*card)));
            winning.filter(|card| {
                covers && height(*card) >= 11 || is_master(view, play, *card) && height(*card) == 14
            })
        }
        2 if partner_wins => {
            // Partner's card stands if the last hand is unlikely to beat it.
            let best =
                play.trick().by_hand().find(|(by, _)| *by == play.winning_hand()).map(|(_, card)| card);
            let stands = best.is_some_and(|card| is_master(view, play, card) || height(card) >= 12);
            if stands { None } else { third_hand(view, play, playable, winning) }
        }
        2 => third_hand(view, play, playable, winning),
        _ if partner_wins => None,
        _ => winning,
    }
    .or_else(|| discard(play, playable))
}

/// Third hand high: the lowest of the cards that are equal to the highest.
fn third_hand(view: &View, play: &Play, playable: CardSet, winning: Option<Card>) -> Option<Card> {
    let winning = winning?;
    if Some(winning.suit()) != play.led() {
        return Some(winning);
    }
    let mut best = highest(of_suit(playable, winning.suit()))?;
    let dummy = view.hands[play.dummy() as usize].known();
    for card in of_suit(playable, best.suit()).iter().filter(|card| height(*card) >= height(winning)) {
        let between = CardSet::of_suit(best.suit()) - playable - play.cards().iter().copied().collect();
        let is_split = between.iter().any(|other| {
            height(other) > height(card) && height(other) < height(best) && !dummy.contains(other)
        });
        if !is_split && height(card) < height(best) {
            best = card;
        }
    }
    Some(best)
}

/// Returns the least useful card: low cards of long suits, and no trumps.
fn discard(play: &Play, playable: CardSet) -> Option<Card> {
    let trumps = play.strain().trumps();
    playable.iter().min_by_key(|card| {
        let length = of_suit(playable, card.suit()).len();
        (Some(card.suit()) == trumps, height(*card) + 4 * u8::from(length <= 2), 13 - length)
    })
}
