//! Random layouts of the unseen cards, uniform among all that fit the hands.

use super::play::Suits;
use cards::{Card, CardSet, Rng, Suit};
use dds::Direction;

/// Constraints of a hidden hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Closed {
    /// Number of unseen cards in the hand.
    pub count: u8,
    /// Suits that the hand does not hold.
    pub voids: Suits,
}

/// Deals `unseen` so that every layout that fits is equally likely.
///
/// Suits that some hand cannot hold are split first. Each split has the probability of its share of
/// all layouts, which are counted and not enumerated. The other suits are shuffled and dealt.
///
/// # Panics
///
/// Panics if the hands cannot hold the cards.
#[must_use]
pub fn lay_out(unseen: CardSet, hands: &[Closed; 4], rng: &mut Rng) -> [CardSet; 4] {
    let mut dealt = [CardSet::EMPTY; 4];
    let mut room = hands.map(|hand| hand.count);
    let mut narrow = [NarrowSuit::default(); 4];
    let mut count = 0;
    let mut free = unseen;
    for suit in Suit::ALL {
        let open_to = hands.map(|hand| hand.count > 0 && !hand.voids.contains(suit));
        let cards = unseen & CardSet::of_suit(suit);
        let closed = hands.iter().zip(open_to).any(|(hand, open)| hand.count > 0 && !open);
        if closed && !cards.is_empty() {
            narrow[count] = NarrowSuit { suit_cards: cards, open_to };
            count += 1;
            free = free - cards;
        }
    }
    for index in 0..count {
        let split = narrow[index].draw(&narrow[index + 1..count], room, rng);
        hand_out(narrow[index].suit_cards, split, &mut room, &mut dealt, rng);
    }
    hand_out(free, room, &mut room, &mut dealt, rng);
    assert_eq!(room, [0; 4], "the hands hold what is unseen");
    dealt
}

/// Unseen cards of a suit that some hand cannot hold.
#[derive(Clone, Copy, Default)]
struct NarrowSuit {
    suit_cards: CardSet,
    open_to: [bool; 4],
}

impl NarrowSuit {
    /// Draws the number of cards of this suit for each hand, in proportion to the number of
    /// layouts.
    fn draw(&self, rest: &[Self], mut room: [u8; 4], rng: &mut Rng) -> [u8; 4] {
        let mut split = [0; 4];
        let mut left = self.suit_cards.len();
        for hand in Direction::ALL {
            let mut chance = rng.below(self.ways_from(hand as usize, left, rest, room) as usize) as u64;
            let takes = (0..=left).find(|takes| {
                let ways = self.ways_if(hand as usize, *takes, left, rest, room);
                let found = chance < ways;
                chance -= if found { 0 } else { ways };
                found
            });
            let takes = takes.expect("some layout fits");
            split[hand as usize] = takes;
            room[hand as usize] -= takes;
            left -= takes;
        }
        split
    }

    /// Returns the number of ways to deal `left` cards of this suit to the hands from `hand` on,
    /// and the rest to all.
    fn ways_from(&self, hand: usize, left: u8, rest: &[Self], room: [u8; 4]) -> u64 {
        if hand == 4 {
            return if left == 0 { ways(rest, room) } else { 0 };
        }
        (0..=left).map(|takes| self.ways_if(hand, takes, left, rest, room)).sum()
    }

    /// Returns the number of those ways in which `hand` takes `takes` cards.
    fn ways_if(&self, hand: usize, takes: u8, left: u8, rest: &[Self], mut room: [u8; 4]) -> u64 {
        let fits = takes <= room[hand] && (takes == 0 || self.open_to[hand]);
        let last = (hand + 1..4).all(|later| !self.open_to[later]);
        if !fits || (last && takes < left) {
            return 0;
        }
        room[hand] -= takes;
        choose(left, takes) * self.ways_from(hand + 1, left - takes, rest, room)
    }
}

/// Returns the number of ways to fill the hands with these suits, and then with unconstrained
/// cards.
fn ways(suits: &[NarrowSuit], room: [u8; 4]) -> u64 {
    match suits {
        [suit, rest @ ..] => suit.ways_from(0, suit.suit_cards.len(), rest, room),
        [] => {
            let mut left = room.iter().sum();
            room.iter().fold(1, |ways, count| {
                let chosen = choose(left, *count);
                left -= count;
                ways * chosen
            })
        }
    }
}

/// Returns a binomial coefficient. At most 39 cards are unseen once a hand is known to be void.
const fn choose(of: u8, many: u8) -> u64 {
    CHOOSE[of as usize][many as usize]
}

static CHOOSE: [[u64; 40]; 40] = {
    let mut table = [[0; 40]; 40];
    let mut of = 0;
    while of < 40 {
        table[of][0] = 1;
        let mut many = 1;
        while many <= of {
            table[of][many] = table[of - 1][many - 1] + table[of - 1][many];
            many += 1;
        }
        of += 1;
    }
    table
};

/// Gives every hand its share of `cards` at random.
fn hand_out(cards: CardSet, share: [u8; 4], room: &mut [u8; 4], dealt: &mut [CardSet; 4], rng: &mut Rng) {
    let mut order = [None::<Card>; 52];
    let mut count = 0;
    for card in cards {
        order[count] = Some(card);
        count += 1;
    }
    rng.shuffle(&mut order[..count]);
    let mut next = order[..count].iter().flatten();
    for hand in 0..4 {
        next.by_ref().take(share[hand].into()).for_each(|card| dealt[hand].insert(*card));
        room[hand] -= share[hand];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn cards(text: &str) -> CardSet {
        cards::parse_cards(text).unwrap().into_iter().collect()
    }

    fn closed(count: u8, voids: &[Suit]) -> Closed {
        Closed { count, voids: voids.iter().fold(Suits::NONE, |voids, suit| voids.with(*suit)) }
    }

    /// Returns every deal of the unseen cards that fits, by enumeration.
    fn all_that_fit(unseen: CardSet, hands: &[Closed; 4]) -> Vec<[CardSet; 4]> {
        let mut layouts = vec![[CardSet::EMPTY; 4]];
        for card in unseen {
            let index = |layout: &[CardSet; 4]| {
                let layout = *layout;
                let fits = move |hand: &usize| {
                    layout[*hand].len() < hands[*hand].count && !hands[*hand].voids.contains(card.suit())
                };
                (0..4).filter(fits).map(move |hand| {
                    let mut layout = layout;
                    layout[hand].insert(card);
                    layout
                })
            };
            layouts = layouts.iter().flat_map(|layout| index(layout).collect::<Vec<_>>()).collect();
        }
        layouts
    }

    #[test]
    fn every_layout_that_fits_is_equally_likely_and_no_other_comes() {
        use Suit::{Clubs, Diamonds, Hearts, Spades};
        let cases = [
            ("2c 3c 4d 5d 6h 7s", [closed(2, &[]), closed(2, &[]), closed(2, &[]), closed(0, &[])]),
            (
                "2c 3c 4d 5d 6h 7s",
                [closed(2, &[Clubs]), closed(0, &[]), closed(2, &[]), closed(2, &[Hearts])],
            ),
            (
                "2c 3c 4c 5d 6h 7h 8s",
                [closed(3, &[Clubs]), closed(2, &[Diamonds, Spades]), closed(2, &[]), closed(0, &[])],
            ),
            (
                "2c 3d 4h 5s",
                [closed(1, &[Clubs]), closed(1, &[Diamonds]), closed(1, &[Hearts]), closed(1, &[])],
            ),
        ];
        for (unseen, hands) in cases {
            let unseen = cards(unseen);
            let expected = all_that_fit(unseen, &hands);
            let mut rng = Rng::from_number(9);
            let mut found: BTreeMap<[CardSet; 4], u32> = BTreeMap::new();
            let draws = expected.len() as u32 * 400;
            (0..draws).for_each(|_| *found.entry(lay_out(unseen, &hands, &mut rng)).or_default() += 1);
            assert_eq!(found.len(), expected.len());
            for layout in &expected {
                let often = f64::from(found[layout]);
                assert!((often - 400.0).abs() < 5.0 * 20.0, "{layout:?} came {often} times, not 400 or so");
            }
        }
    }
}
