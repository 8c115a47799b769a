//! The game's own rules of thumb.

use super::{Action, Bid, Bridge, Call, Play, Side, View, direction};
use cards::{Card, CardSet, Rank, Rng, Seat, Suit};
use dds::{Direction, Strain};
use engine::{Bot, Observation};

pub(super) const BOTS: &[&str] = &["greedy"];

pub(super) fn bot(name: &str) -> Option<Box<dyn Bot<Bridge>>> {
    (name == "greedy").then(|| Box::new(Greedy) as Box<dyn Bot<Bridge>>)
}

/// Opens what it has, raises what fits, and plays second hand low and third hand high.
struct Greedy;

impl Bot<Bridge> for Greedy {
    fn choose(&mut self, seen: &Observation<Bridge>, seat: Seat, _rng: &mut Rng) -> Action {
        let view = &seen.view;
        let wish = match &view.play {
            None => Action::Call(call(view, direction(seat))),
            Some(play) => match view.claim {
                Some(claim) if claim.tricks == 0 => Action::Accept,
                Some(_) => Action::Refuse,
                None => Action::Play(card(view, play)),
            },
        };
        if seen.legal.contains(&wish) { wish } else { seen.legal[0] }
    }
}

/// Four for an ace, three for a king, two for a queen, one for a jack.
fn points(hand: CardSet) -> i32 {
    hand.iter().map(|card| (i32::from(height(card)) - 10).max(0)).sum()
}

/// The ace high: 2 to 14.
const fn height(card: Card) -> u8 {
    match card.rank() {
        Rank::Ace => 14,
        rank => rank as u8 + 1,
    }
}

fn length(hand: CardSet, suit: Suit) -> u8 {
    (hand & CardSet::of_suit(suit)).len()
}

fn call(view: &View, me: Direction) -> Call {
    let hand = view.hands[me as usize].known();
    let points = points(hand);
    let said = |who: Direction| {
        let mut bids = view.auction.calls().filter_map(move |(by, call)| match call {
            Call::Bid(bid) if by == who => Some(bid),
            _ => None,
        });
        bids.next_back()
    };
    let wish = match (said(me), said(me.partner())) {
        (Some(_), _) => None,
        (None, None) if points >= 12 => Some(opening(hand, points)),
        (None, None) => None,
        (None, Some(partner)) => response(hand, points, partner),
    };
    wish.map_or(Call::Pass, Call::Bid)
}

fn opening(hand: CardSet, points: i32) -> Bid {
    let lengths = Suit::ALL.map(|suit| length(hand, suit));
    let balanced = lengths.iter().all(|length| (2..=5).contains(length));
    let longest = Suit::ALL.into_iter().max_by_key(|suit| (length(hand, *suit), *suit));
    let strain = match longest {
        Some(suit) if !(balanced && (15..=17).contains(&points)) => suit.into(),
        _ => Strain::Notrump,
    };
    one(1, strain)
}

fn response(hand: CardSet, points: i32, partner: Bid) -> Option<Bid> {
    let fits = partner.strain.trumps().is_some_and(|suit| length(hand, suit) >= 3);
    let major = matches!(partner.strain, Strain::Hearts | Strain::Spades);
    match points {
        ..6 => None,
        6..10 if fits => Some(one(2, partner.strain)),
        10..13 if fits => Some(one(3, partner.strain)),
        13.. if fits && major => Some(one(4, partner.strain)),
        13.. => Some(one(3, Strain::Notrump)),
        _ => Some(one(1, Strain::Notrump)),
    }
}

fn one(odd_tricks: u8, strain: Strain) -> Bid {
    Bid::new(odd_tricks, strain).expect("a level from 1 to 7")
}

/// Leads high from the longest suit; wins a trick that is not partner's as cheaply as it can, if third or last to play; and
/// throws the lowest card otherwise.
fn card(view: &View, play: &Play) -> Card {
    let hand = play.turn();
    let playable = play.playable(view.hands[hand as usize].known());
    let trick = play.trick();
    let low = playable.iter().min_by_key(|card| (Some(card.suit()) == play.strain().trumps(), height(*card)));
    let low = low.expect("whoever is to play holds a card");
    if trick.cards.is_empty() {
        let best = playable.iter().max_by_key(|card| (length(playable, card.suit()), height(*card)));
        return best.unwrap_or(low);
    }
    let wins = |card: &Card| {
        let mut after = *play;
        after.lay(*card);
        after.winning_hand() == hand
    };
    let winning = play.winning_hand();
    if trick.cards.len() < 2 || Side::of(winning) == Side::of(hand) {
        return low;
    }
    playable.iter().filter(wins).min_by_key(|card| height(*card)).unwrap_or(low)
}
