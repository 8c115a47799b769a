//! Tests of Gin Rummy's melds against an exhaustive search: the least deadwood, the default
//! arrangement, and the best lay-offs.
//!
//! `cargo test --release -p parlour-games --test melds -- --ignored` checks a million hands of both
//! kinds, which takes minutes.

use cards::{Card, CardSet, Rng};
use games::gin_rummy::melds::{Deadwood, Meld, Melds, best, best_answer};
use std::collections::{BTreeSet, HashMap};

/// All rules that affect deadwood.
const RULES: [Deadwood; 4] = [
    Deadwood { corner: false, ace: 1 },
    Deadwood { corner: true, ace: 1 },
    Deadwood { corner: false, ace: 15 },
    Deadwood { corner: true, ace: 15 },
];

/// Number of a card: four times its rank from the ace, plus its suit.
type Number = usize;

fn worth(card: Number, rules: Deadwood) -> u32 {
    match card / 4 {
        0 => rules.ace.into(),
        rank if rank < 10 => rank as u32 + 1,
        _ => 10,
    }
}

/// Returns every possible set and run of the 52 cards.
fn every_meld(corner: bool) -> Vec<BTreeSet<Number>> {
    let mut melds = BTreeSet::new();
    for rank in 0..13 {
        let four: BTreeSet<Number> = (0..4).map(|suit| rank * 4 + suit).collect();
        for card in &four {
            melds.insert(four.iter().filter(|other| *other != card).copied().collect());
        }
        melds.insert(four);
    }
    for suit in 0..4 {
        for low in 0..13 {
            for length in 3..=13 {
                if corner || low + length <= 13 {
                    melds.insert((low..low + length).map(|rank| rank % 13 * 4 + suit).collect());
                }
            }
        }
    }
    melds.into_iter().collect()
}

/// Exhaustive search for one set of rules.
struct Exhaustive {
    rules: Deadwood,
    melds: Vec<(BTreeSet<Number>, u64)>,
}

impl Exhaustive {
    fn new(rules: Deadwood) -> Self {
        let bits = |meld: &BTreeSet<Number>| meld.iter().map(|card| 1 << card).sum();
        let melds = every_meld(rules.corner).into_iter().map(|meld| (meld.clone(), bits(&meld))).collect();
        Self { rules, melds }
    }

    /// Returns the least deadwood of all selections of melds.
    fn min(&self, hand: &[Number]) -> u32 {
        let held: u64 = hand.iter().map(|card| 1_u64 << card).sum();
        let worth_of = |meld: &BTreeSet<Number>| meld.iter().map(|card| worth(*card, self.rules)).sum();
        let possible: Vec<(u64, u32)> = self
            .melds
            .iter()
            .filter(|(_, bits)| bits & held == *bits)
            .map(|(meld, bits)| (*bits, worth_of(meld)))
            .collect();
        let all: u32 = hand.iter().map(|card| worth(*card, self.rules)).sum();
        all - max(&possible, 0)
    }

    fn is_meld(&self, cards: &BTreeSet<Number>) -> bool {
        self.melds.iter().any(|(meld, _)| meld == cards)
    }

    /// Returns the least deadwood after lay-offs in any order.
    fn min_answer(
        &self,
        hand: &BTreeSet<Number>,
        table: &[BTreeSet<Number>],
        known: &mut HashMap<(BTreeSet<Number>, Vec<BTreeSet<Number>>), u32>,
    ) -> u32 {
        let position = (hand.clone(), table.to_vec());
        if let Some(known) = known.get(&position) {
            return *known;
        }
        let cards: Vec<Number> = hand.iter().copied().collect();
        let mut min = self.min(&cards);
        for card in cards {
            for index in 0..table.len() {
                let mut longer = table.to_vec();
                longer[index].insert(card);
                if self.is_meld(&longer[index]) {
                    let mut fewer = hand.clone();
                    fewer.remove(&card);
                    min = min.min(self.min_answer(&fewer, &longer, known));
                }
            }
        }
        known.insert(position, min);
        min
    }
}

/// Returns the letters of a card.
fn written(card: Number) -> String {
    let letter = |letters: &str, index: usize| letters[index..=index].to_owned();
    letter("A23456789TJQK", card / 4) + &letter("cdhs", card % 4)
}

/// Returns the cards of a meld from the lowest. In a run that turns the corner, the first card has
/// no predecessor in the run.
fn in_order(meld: &BTreeSet<Number>) -> Vec<Number> {
    let is_run = meld.iter().all(|card| card % 4 == meld.first().expect("cards") % 4);
    let follows = |card: &&Number| !meld.contains(&((**card + 48) % 52));
    let low = meld.iter().find(follows).filter(|_| is_run);
    match low {
        Some(low) => (0..meld.len()).map(|n| (low + 4 * n) % 52).collect(),
        None => meld.iter().copied().collect(),
    }
}

impl Exhaustive {
    /// Returns the text of the default arrangement of `hand`, for a player with the cards `own`.
    ///
    /// The order of preference is: least deadwood, fewest other fitting cards, fewest melds, first
    /// text.
    fn proposal(&self, hand: &[Number], own: &[Number]) -> String {
        let held: BTreeSet<Number> = hand.iter().copied().collect();
        let mut all: Vec<Vec<&BTreeSet<Number>>> = vec![Vec::new()];
        for (meld, _) in self.melds.iter().filter(|(meld, _)| meld.is_subset(&held)) {
            let disjoint = all.iter().filter(|others| others.iter().all(|other| other.is_disjoint(meld)));
            let with: Vec<_> = disjoint.map(|others| [others.as_slice(), &[meld]].concat()).collect();
            all.extend(with);
        }
        let rating = |melds: &Vec<&BTreeSet<Number>>| {
            let unmelded = hand.iter().filter(|card| !melds.iter().any(|meld| meld.contains(card)));
            let deadwood: u32 = unmelded.map(|card| worth(*card, self.rules)).sum();
            let fits = |card: &Number| {
                melds.iter().any(|meld| {
                    let mut longer = (*meld).clone();
                    longer.insert(*card) && self.is_meld(&longer)
                })
            };
            let open = (0..52).filter(|card| !own.contains(card)).filter(fits).count();
            let mut ordered: Vec<Vec<Number>> = melds.iter().map(|meld| in_order(meld)).collect();
            ordered.sort();
            let text =
                |meld: &Vec<Number>| meld.iter().map(|card| written(*card)).collect::<Vec<_>>().join(" ");
            (deadwood, open, melds.len(), ordered.iter().map(text).collect::<Vec<_>>().join(" / "))
        };
        all.iter().map(rating).min().expect("to lay nothing down").3
    }
}

/// Returns the greatest value of disjoint `melds` without the cards `used`.
fn max(melds: &[(u64, u32)], used: u64) -> u32 {
    let Some(((cards, worth), others)) = melds.split_first() else { return 0 };
    let without = max(others, used);
    if cards & used == 0 { without.max(worth + max(others, used | cards)) } else { without }
}

fn set(cards: impl IntoIterator<Item = Number>) -> CardSet {
    let card = |number: Number| Card::from_index(number as u8).expect("a card of 52");
    cards.into_iter().fold(CardSet::EMPTY, |set, number| set | CardSet::only(card(number)))
}

/// Returns `size` random cards of the deck, without those that are `taken`.
fn uniform(size: usize, taken: &[Number], rng: &mut Rng) -> Vec<Number> {
    let mut deck: Vec<Number> = (0..52).filter(|card| !taken.contains(card)).collect();
    rng.shuffle(&mut deck);
    deck.truncate(size);
    deck
}

/// Returns `size` random cards in sets and runs that overlap.
fn rich(size: usize, taken: &[Number], rng: &mut Rng) -> Vec<Number> {
    let mut hand = Vec::new();
    let anchor = rng.below(13);
    while hand.len() < size {
        let rank = if rng.below(2) == 0 { (anchor + rng.below(5)) % 13 } else { rng.below(13) };
        let (suit, length, is_run) = (rng.below(4), rng.pick(&[2, 3, 3, 4, 5, 8]), rng.below(2) == 0);
        for n in 0..length {
            let card = if is_run { (rank + n) % 13 * 4 + suit } else { rank * 4 + (suit + n) % 4 };
            if hand.len() < size && !hand.contains(&card) && !taken.contains(&card) {
                hand.push(card);
            }
        }
    }
    hand
}

type Deal = fn(usize, &[Number], &mut Rng) -> Vec<Number>;

fn deadwoods(deal: Deal, hands: usize) {
    let mut rng = Rng::from_number(hands as u64);
    let searches = RULES.map(Exhaustive::new);
    for n in 0..hands {
        let hand = deal(10 + n % 2, &[], &mut rng);
        for search in &searches {
            let min = u32::from(search.rules.min(set(hand.iter().copied())));
            assert_eq!(min, search.min(&hand), "{} with {:?}", set(hand.iter().copied()), search.rules);
        }
    }
}

fn answers(deal: Deal, knocks: usize) {
    let mut rng = Rng::from_number(knocks as u64);
    let searches = RULES.map(Exhaustive::new);
    for n in 0..knocks {
        let search = &searches[n % 4];
        let knocker = rich(10, &[], &mut rng);
        let own = set(knocker.iter().copied());
        let melds: Melds = best(own, own, search.rules).melds;
        let table: Vec<BTreeSet<Number>> = melds
            .iter()
            .map(|meld: Meld| meld.cards().iter().map(|card| card.index().into()).collect())
            .collect();
        let hand = deal(10, &knocker, &mut rng);
        let min = search.min_answer(&hand.iter().copied().collect(), &table, &mut HashMap::new());
        let hand = set(hand);
        let answer = best_answer(hand, &melds, search.rules);
        assert_eq!(u32::from(answer.deadwood), min, "{hand} against {own} with {:?}", search.rules);
        // The lay-offs must be legal and leave the reported deadwood.
        let mut left = hand;
        for (meld, more) in melds.iter().zip(answer.laid_off) {
            assert!(left.contains_all(more), "{hand} against {own}: {more} is held");
            left = left - more;
            let longer = (meld.cards() | more).iter().map(|card| card.index().into()).collect();
            assert!(search.is_meld(&longer), "{hand} against {own}: {more} fits");
        }
        assert_eq!(answer.deadwood, search.rules.min(left), "{hand} against {own}");
    }
}

/// Returns four of a rank, three cards above one of them, low cards, and a card at either end. The
/// default arrangement depends on the discard.
fn four_and_run(size: usize, taken: &[Number], rng: &mut Rng) -> Vec<Number> {
    let (rank, suit) = (1 + rng.below(8), rng.below(4));
    let end = if rng.below(2) == 0 { rank - 1 } else { rank + 4 };
    let mut hand = vec![end * 4 + suit];
    hand.extend((0..4).map(|suit| rank * 4 + suit));
    hand.extend((1..4).map(|n| (rank + n) * 4 + suit));
    let others: Vec<Number> = taken.iter().chain(&hand).copied().collect();
    hand.extend(uniform(size - hand.len(), &others, rng));
    hand
}

fn proposals(deal: Deal, hands: usize) {
    let mut rng = Rng::from_number(hands as u64);
    let searches = RULES.map(Exhaustive::new);
    for n in 0..hands {
        let search = &searches[n % 4];
        let own = deal(11, &[], &mut rng);
        // The first card is the discard.
        let hand = &own[1..];
        let melds = best(set(hand.iter().copied()), set(own.iter().copied()), search.rules).melds;
        let text = melds.iter().map(|meld| meld.to_string()).collect::<Vec<_>>().join(" / ");
        assert_eq!(text, search.proposal(hand, &own), "{} with {:?}", set(own.iter().copied()), search.rules);
    }
}

#[test]
fn the_proposal_is_that_of_an_exhaustive_search() {
    proposals(uniform, 300);
    proposals(rich, 301);
    proposals(four_and_run, 302);
}

#[test]
#[ignore = "a minute: seventy-five thousand hands"]
fn many_proposals_are_those_of_an_exhaustive_search() {
    proposals(uniform, 25_000);
    proposals(rich, 25_001);
    proposals(four_and_run, 25_002);
}

#[test]
fn min_deadwood_is_that_of_an_exhaustive_search() {
    deadwoods(uniform, 4_000);
    deadwoods(rich, 4_001);
}

#[test]
fn the_best_answer_is_that_of_an_exhaustive_search() {
    answers(uniform, 200);
    answers(rich, 201);
}

#[test]
#[ignore = "minutes: a million hands of both kinds, by four sets of rules"]
fn a_million_deadwoods_are_those_of_an_exhaustive_search() {
    deadwoods(uniform, 1_000_000);
    deadwoods(rich, 1_000_001);
}

#[test]
#[ignore = "minutes: two hundred thousand knocks"]
fn many_best_answers_are_those_of_an_exhaustive_search() {
    answers(uniform, 100_000);
    answers(rich, 100_001);
}
