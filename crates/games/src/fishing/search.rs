//! A deal as a search plays it: the cards and nothing else, and what is public not kept but once.

use super::capture::Captures;
#[cfg(test)]
use super::deal::Deal;
use super::deal::{LAID, is_sweep, legal_plays};
use super::greedy::Worth;
use super::play::Play;
use super::rules::{CaptureObligation, LATER_PACKET, Rules, Values};
use super::value::{PacketEnd, packets};
use super::view::View;
use bots::{Next, SearchState, Whole};
use cards::{BySeat, BySide, Card, CardSet, Holding, Pile, Rng, Seat};
use engine::Game;
use std::marker::PhantomData;

/// No more play in a small deal: six at one table are rare, and play by the whole one.
const SEATS: usize = 4;

/// In a playout by rules of thumb one play in so many is any: a policy without any chance in it repeats its errors.
const ONE_IN: usize = 20;

/// How likely it is that somebody lays a card who holds another that takes something, for each such card.
const DECLINED: f32 = 0.1;
/// So many exchanges are tried for each hidden card, so that the hand becomes such as would have been played as it was.
const EXCHANGES: usize = 4;

/// How likely it is, about, that the next player takes what is laid before them.
const GIVEN_AWAY: f32 = 0.35;

/// A small deal; a search copies it for every world.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SmallDeal {
    hands: [CardSet; SEATS],
    /// By side.
    piles: [CardSet; SEATS],
    table: CardSet,
    /// The top is dealt next.
    stock: Pile<40>,
    /// By side: how many were made.
    sweeps: [u8; SEATS],
    last_capturer: Option<Seat>,
    /// Whose turn it is; nobody's when the deal is over.
    turn: Option<Seat>,
}

/// What is the same in every small deal that fits a view.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    /// The rules.
    pub(crate) rules: Rules,
    dealer: Seat,
    /// How many cards each hand holds that cannot be seen.
    hidden: BySeat<u8>,
    /// Of two: the cards that would have taken something when whoever's hand is hidden laid another, each time.
    declined: [CardSet; LAID],
    /// All that can be seen; what cannot lies in the stock.
    seen: SmallDeal,
    /// What each card is worth, by its index, and what a sweep is.
    worth: [f32; Card::COUNT as usize],
    sweep: f32,
}

impl Known {
    /// What a view tells, if everybody plays and there is room for them.
    #[must_use]
    pub(crate) fn new(view: &View, worth: &impl Worth) -> Option<Self> {
        let rules = view.rules;
        if usize::from(rules.seats) > SEATS || view.playing.len() != rules.seats {
            return None;
        }
        let mut seen = SmallDeal {
            hands: [CardSet::EMPTY; SEATS],
            piles: [CardSet::EMPTY; SEATS],
            table: view.table,
            stock: view.unseen().iter().collect(),
            sweeps: [0; SEATS],
            last_capturer: view.last_capturer,
            turn: view.turn,
        };
        for (seat, hand) in view.hands.iter() {
            seen.hands[seat.index()] = hand.known();
        }
        for (side, pile) in view.piles.iter() {
            seen.piles[side.index()] = pile;
            seen.sweeps[side.index()] = view.sweeps[side].len();
        }
        let hidden = view.hands.map(|_, hand| match hand {
            Holding::Open(_) => 0,
            Holding::Closed(count) => count,
        });
        // Among more than two nothing was gained by it.
        let mut hidden_hands = hidden.iter().filter(|(_, count)| *count > 0);
        let declined = match hidden_hands.next() {
            Some((seat, _)) if rules.seats == 2 => view.laid_on[seat].map(|table| {
                let captures = Captures::new(&rules.matching, table);
                view.unseen().iter().filter(|card| captures.any(*card)).collect()
            }),
            _ => [CardSet::EMPTY; LAID],
        };
        let of_card = |index| Card::from_index(index as u8).map_or(0.0, |card| worth.card(card));
        let (worth, sweep) = (std::array::from_fn(of_card), worth.sweep());
        Some(Self { rules, dealer: view.dealer, hidden, declined, seen, worth, sweep })
    }

    /// How often the other has laid another card although this one would have taken something.
    #[inline]
    fn times_declined(&self, card: Card) -> i32 {
        self.declined.iter().filter(|cards| cards.contains(card)).count() as i32
    }

    /// Exchanges cards of the hidden hand, which lies at the end, for others: the more likely, the better it then fits what its owner
    /// has laid.
    #[inline]
    fn exchange(&self, unseen: &mut [Card], hidden: usize, rng: &mut Rng) {
        const MANY: usize = 1 << 20;
        let stock = unseen.len() - hidden;
        for _ in 0..EXCHANGES * hidden {
            let (held, other) = (stock + rng.below(hidden), rng.below(stock));
            let more = self.times_declined(unseen[other]) - self.times_declined(unseen[held]);
            if more <= 0 || (rng.below(MANY) as f32) < DECLINED.powi(more) * MANY as f32 {
                unseen.swap(held, other);
            }
        }
    }

    /// Whether the unseen cards all lie in one hand, and two sides play.
    #[must_use]
    fn is_open(&self) -> bool {
        let hidden: u8 = self.hidden.as_slice().iter().sum();
        let hands = self.hidden.as_slice().iter().filter(|count| **count > 0).count();
        self.rules.sides() == 2 && hands <= 1 && hidden == self.seen.stock.len()
    }
}

impl SmallDeal {
    /// A deal that is known to its last card.
    #[cfg(test)]
    fn of(deal: &Deal) -> Self {
        let mut small = Self {
            hands: [CardSet::EMPTY; SEATS],
            piles: [CardSet::EMPTY; SEATS],
            table: deal.table,
            stock: deal.stock,
            sweeps: [0; SEATS],
            last_capturer: deal.last_capturer,
            turn: deal.turn,
        };
        for (hand, held) in small.hands.iter_mut().zip(deal.hands.as_slice()) {
            *hand = *held;
        }
        for (pile, taken) in small.piles.iter_mut().zip(deal.piles.as_slice()) {
            *pile = *taken;
        }
        deal.sweeping_sides().for_each(|side| small.sweeps[side.index()] += 1);
        small
    }

    /// A deal that fits what is known: the unseen cards anywhere they can be.
    #[inline]
    #[must_use]
    fn draw(known: &Known, rng: &mut Rng) -> Self {
        let mut world = known.seen;
        let unseen = world.stock.as_mut_slice();
        rng.shuffle(unseen);
        let hidden: usize = known.hidden.as_slice().iter().map(|count| usize::from(*count)).sum();
        if hidden < unseen.len() && known.declined.iter().any(|cards| !cards.is_empty()) {
            known.exchange(unseen, hidden, rng);
        }
        for (hand, hidden) in world.hands.iter_mut().zip(known.hidden.as_slice()) {
            for _ in 0..*hidden {
                *hand = *hand | world.stock.pop().map_or(CardSet::EMPTY, CardSet::only);
            }
        }
        world
    }

    /// Who moves next.
    #[inline]
    #[must_use]
    fn next(&self) -> Next {
        match self.turn {
            None => Next::Over,
            // Everybody has played equally many cards when it is the turn of one who has none.
            Some(seat) if self.hands[seat.index()].is_empty() => Next::Chance,
            Some(seat) => Next::Seat(seat),
        }
    }

    /// Deals the next packet. (SC-R5, WS-R13)
    #[inline]
    fn deal(&mut self, known: &Known) {
        let mut seat = known.dealer;
        for _ in 0..LATER_PACKET * known.rules.seats {
            seat = seat.next(known.rules.seats);
            let card = self.stock.pop().map_or(CardSet::EMPTY, CardSet::only);
            self.hands[seat.index()] = self.hands[seat.index()] | card;
        }
    }

    /// Calls `add` with every legal play of `seat`.
    #[inline]
    fn moves(&self, known: &Known, seat: Seat, add: impl FnMut(Play)) {
        legal_plays(&known.rules, self.hands[seat.index()], self.table, add);
    }

    /// What `seat` does in a playout: among four, whose deals are long, mostly what looks best; or else anything. Among two and
    /// three, rules of thumb gained nothing.
    #[inline]
    #[must_use]
    fn policy(&self, known: &Known, seat: Seat, moves: &mut Vec<Play>, rng: &mut Rng) -> Play {
        if known.rules.seats < 4 && known.rules.obligation == CaptureObligation::Card {
            return self.any_card(known, seat, rng);
        }
        self.moves(known, seat, |play| moves.push(play));
        if known.rules.seats < 4 || rng.below(ONE_IN) == 0 {
            return rng.pick(moves);
        }
        let mut best = (f32::NEG_INFINITY, moves[0]);
        for play in moves.iter() {
            let value = self.thumb(known, *play);
            if value > best.0 {
                best = (value, *play);
            }
        }
        best.1
    }

    /// Any card of a hand, in any way it can be played: no other card need be looked at.
    #[inline]
    fn any_card(&self, known: &Known, seat: Seat, rng: &mut Rng) -> Play {
        let card = rng.pick_card(self.hands[seat.index()]);
        let mut play = Play::lay(card);
        let mut found = 0;
        Captures::new(&known.rules.matching, self.table).of(card, &mut |taken| {
            found += 1;
            if found == 1 || rng.below(found) == 0 {
                play = Play::take(card, taken);
            }
        });
        play
    }

    /// What a play is worth, roughly and quickly: what it takes, less a sweep that it may give away.
    #[inline]
    fn thumb(&self, known: &Known, play: Play) -> f32 {
        let card = play.card();
        let own = known.worth[usize::from(card.index())];
        let (gain, left) = match play.taken() {
            None => (-GIVEN_AWAY * own, self.table | CardSet::only(card)),
            Some(taken) => {
                let cards: f32 = taken.iter().map(|card| known.worth[usize::from(card.index())]).sum();
                let sweep = if taken == self.table { known.sweep } else { 0.0 };
                (own + cards + sweep, self.table - taken)
            }
        };
        let values = known.rules.matching.values;
        let in_reach = !left.is_empty() && values.sum(left) <= u32::from(Values::MAX);
        if in_reach { gain - GIVEN_AWAY * known.sweep } else { gain }
    }

    /// Makes a legal play.
    #[inline]
    fn play(&mut self, known: &Known, seat: Seat, play: Play) {
        let rules = &known.rules;
        let card = play.card();
        self.hands[seat.index()].remove(card);
        let next = seat.next(rules.seats);
        let last_card = self.stock.is_empty() && self.hands[next.index()].is_empty();
        match play.taken() {
            Some(taken) => {
                let side = rules.side(seat).index();
                self.sweeps[side] += u8::from(is_sweep(rules, self.table, card, taken, last_card));
                self.table = self.table - taken;
                self.piles[side] = self.piles[side] | taken | CardSet::only(card);
                self.last_capturer = Some(seat);
            }
            None => self.table.insert(card),
        }
        self.turn = Some(next);
        if last_card {
            self.finish(rules);
        }
    }

    /// SC-R10, WS-R14.
    #[inline]
    fn finish(&mut self, rules: &Rules) {
        self.turn = None;
        if let Some(seat) = self.last_capturer {
            let side = rules.side(seat).index();
            self.piles[side] = self.piles[side] | self.table;
            self.table = CardSet::EMPTY;
        }
    }

    /// A deal of two at the end of a packet, and whose turn it is.
    #[inline]
    #[must_use]
    fn packet_end(&self, known: &Known) -> Option<(Seat, PacketEnd)> {
        let next = self.turn.filter(|_| known.rules.seats == 2)?;
        let sides = [next, next.next(2)].map(|seat| known.rules.side(seat).index());
        let end = PacketEnd {
            to_come: packets(self.stock.len(), 2 * LATER_PACKET)?,
            table: self.table,
            piles: sides.map(|side| self.piles[side]),
            sweeps: sides.map(|side| self.sweeps[side]),
        };
        Some((next, end))
    }

    /// What each side has captured.
    #[inline]
    #[must_use]
    fn piles(&self, known: &Known) -> BySide<CardSet> {
        BySide::new(known.rules.sides(), |side| self.piles[side.index()])
    }

    /// How many sweeps each side has made.
    #[inline]
    #[must_use]
    fn sweeps(&self, known: &Known) -> BySide<u8> {
        BySide::new(known.rules.sides(), |side| self.sweeps[side.index()])
    }
}

/// A game as far as its small deals differ: which rules are left out, and how a deal is counted.
pub(crate) trait Fished: Game {
    /// What a view tells of the deal, with the rules that counting asks for, if everything counts and nobody claims.
    fn known(view: &Self::View) -> Option<(Self::Options, Known)>;
    /// What a deal that is over has brought everybody.
    fn returns(
        options: &Self::Options,
        rules: &Rules,
        piles: &BySide<CardSet>,
        sweeps: &BySide<u8>,
    ) -> BySeat<f32>;
    /// What both can expect at the end of a packet, after which it is the turn of `next`, where the rules are those that were
    /// learned.
    fn value(options: &Self::Options, next: Seat, end: &PacketEnd) -> Option<BySeat<f32>>;
    /// A play as the game knows it.
    fn action(play: Play) -> Self::Action;
}

/// A small deal of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fishing<G>(SmallDeal, PhantomData<G>);

impl<G> Fishing<G> {
    /// A deal that is known to its last card.
    #[cfg(test)]
    pub(crate) fn of(deal: &Deal) -> Self {
        Self(SmallDeal::of(deal), PhantomData)
    }

    #[cfg(test)]
    pub(crate) fn hand_of(&self, seat: Seat) -> CardSet {
        self.0.hands[seat.index()]
    }
}

impl<G: Fished> SearchState for Fishing<G> {
    type Game = G;
    type Known = (G::Options, Known);
    type Move = Play;
    type Otherwise = Whole<G>;

    fn known(view: &G::View) -> Option<Self::Known> {
        G::known(view)
    }
    #[inline]
    fn draw((_, known): &Self::Known, rng: &mut Rng) -> Self {
        Self(SmallDeal::draw(known, rng), PhantomData)
    }
    #[inline]
    fn next(&self, _known: &Self::Known) -> Next {
        self.0.next()
    }
    #[inline]
    fn deal(&mut self, (_, known): &Self::Known, _rng: &mut Rng) {
        self.0.deal(known);
    }
    #[inline]
    fn moves(&self, (_, known): &Self::Known, seat: Seat, moves: &mut Vec<Play>) {
        self.0.moves(known, seat, |play| moves.push(play));
    }
    #[inline]
    fn play(&mut self, (_, known): &Self::Known, seat: Seat, chosen: Play) {
        self.0.play(known, seat, chosen);
    }
    #[inline]
    fn returns(&self, (options, known): &Self::Known) -> BySeat<f32> {
        G::returns(options, &known.rules, &self.0.piles(known), &self.0.sweeps(known))
    }
    fn action(chosen: Play) -> G::Action {
        G::action(chosen)
    }
    #[inline]
    fn policy(
        &self,
        (_, known): &Self::Known,
        seat: Seat,
        _searcher: Seat,
        moves: &mut Vec<Play>,
        rng: &mut Rng,
    ) -> Play {
        self.0.policy(known, seat, moves, rng)
    }
    #[inline]
    fn value(&self, (options, known): &Self::Known) -> Option<BySeat<f32>> {
        let (next, end) = self.0.packet_end(known)?;
        G::value(options, next, &end)
    }
    fn is_open((_, known): &Self::Known) -> bool {
        known.is_open()
    }
    fn are_partners((_, known): &Self::Known, one: Seat, other: Seat) -> bool {
        known.rules.side(one) == known.rules.side(other)
    }
}
