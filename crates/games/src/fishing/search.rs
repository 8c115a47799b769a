//! Compact search state of a fishing game: the cards, and shared public information stored once.

use super::capture::Captures;
#[cfg(test)]
use super::deal::Deal;
use super::deal::{LAID, is_sweep, legal_plays};
use super::heuristic::CardValues;
use super::play::Play;
use super::rules::{CaptureObligation, LATER_PACKET, Rules, Values};
use super::value::{PacketEnd, packets};
use super::view::View;
use bots::{FullState, Next, SearchState};
use cards::{BySeat, BySide, Card, CardSet, Holding, Pile, Rng, Seat};
use engine::Game;
use std::marker::PhantomData;

/// Maximum number of seats of a compact state. Tables of six are rare and use the full state.
const SEATS: usize = 4;

/// Number of plays in a heuristic playout of which one is random. A deterministic policy repeats its
/// errors.
const RANDOM_PLAY_ONE_IN: usize = 20;

/// Probability of a player laying a card while holding a capturing one, per such card.
const DECLINE_PROBABILITY: f32 = 0.1;
/// Exchanges tried per hidden card, to make a drawn hand consistent with its owner's plays.
const EXCHANGES: usize = 4;

/// Approximate probability that the next player captures a laid card.
const LOSS_PROBABILITY: f32 = 0.35;

/// Compact deal; a search copies it for every determinization.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SmallDeal {
    hands: [CardSet; SEATS],
    /// Captured cards of each side.
    piles: [CardSet; SEATS],
    table: CardSet,
    /// The top is dealt next.
    stock: Pile<40>,
    /// Number of sweeps by side.
    sweeps: [u8; SEATS],
    last_capturer: Option<Seat>,
    /// The seat to play; `None` after the deal.
    turn: Option<Seat>,
}

/// Information common to all determinizations of a view.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InformationSet {
    /// Rules of the deal.
    pub(crate) rules: Rules,
    dealer: Seat,
    /// Number of hidden cards in each hand.
    hidden: BySeat<u8>,
    /// Cards with which the owner of the hidden hand could have captured when laying another card. Used
    /// with two seats only.
    declined: [CardSet; LAID],
    /// All visible cards; unseen cards are in the stock.
    seen: SmallDeal,
    /// Value of each card by its index.
    worth: [f32; Card::COUNT as usize],
    sweep: f32,
}

impl InformationSet {
    /// Creates the information set of a view, if all seats play and the compact state has room for
    /// them.
    #[must_use]
    pub(crate) fn new(view: &View, worth: &impl CardValues) -> Option<Self> {
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
        // With more than two players this gained nothing.
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

    /// Returns the number of times the opponent laid another card although this one could have
    /// captured.
    #[inline]
    fn times_declined(&self, card: Card) -> i32 {
        self.declined.iter().filter(|cards| cards.contains(card)).count() as i32
    }

    /// Exchanges cards of the hidden hand, at the end of `unseen`, with the stock. An exchange is
    /// more probable the better the hand then fits its owner's plays.
    #[inline]
    fn exchange(&self, unseen: &mut [Card], hidden: usize, rng: &mut Rng) {
        const RANDOM_RANGE: usize = 1 << 20;
        let stock = unseen.len() - hidden;
        for _ in 0..EXCHANGES * hidden {
            let (held, other) = (stock + rng.below(hidden), rng.below(stock));
            let more = self.times_declined(unseen[other]) - self.times_declined(unseen[held]);
            if more <= 0
                || (rng.below(RANDOM_RANGE) as f32) < DECLINE_PROBABILITY.powi(more) * RANDOM_RANGE as f32
            {
                unseen.swap(held, other);
            }
        }
    }

    /// Returns whether all unseen cards are in one hand and two sides play.
    #[must_use]
    fn is_open(&self) -> bool {
        let hidden: u8 = self.hidden.as_slice().iter().sum();
        let hands = self.hidden.as_slice().iter().filter(|count| **count > 0).count();
        self.rules.sides() == 2 && hands <= 1 && hidden == self.seen.stock.len()
    }
}

impl SmallDeal {
    /// Converts a fully known deal.
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

    /// Draws a determinization: the unseen cards are distributed at random.
    #[inline]
    #[must_use]
    fn draw(info: &InformationSet, rng: &mut Rng) -> Self {
        let mut determinization = info.seen;
        let unseen = determinization.stock.as_mut_slice();
        rng.shuffle(unseen);
        let hidden: usize = info.hidden.as_slice().iter().map(|count| usize::from(*count)).sum();
        if hidden < unseen.len() && info.declined.iter().any(|cards| !cards.is_empty()) {
            info.exchange(unseen, hidden, rng);
        }
        for (hand, hidden) in determinization.hands.iter_mut().zip(info.hidden.as_slice()) {
            for _ in 0..*hidden {
                *hand = *hand | determinization.stock.pop().map_or(CardSet::EMPTY, CardSet::only);
            }
        }
        determinization
    }

    /// Returns the next event.
    #[inline]
    #[must_use]
    fn next(&self) -> Next {
        match self.turn {
            None => Next::Over,
            // All players have played equally many cards when the next player has none.
            Some(seat) if self.hands[seat.index()].is_empty() => Next::Chance,
            Some(seat) => Next::Seat(seat),
        }
    }

    /// Deals the next packet. (SC-R5, WS-R13)
    #[inline]
    fn deal(&mut self, info: &InformationSet) {
        let mut seat = info.dealer;
        for _ in 0..LATER_PACKET * info.rules.seats {
            seat = seat.next(info.rules.seats);
            let card = self.stock.pop().map_or(CardSet::EMPTY, CardSet::only);
            self.hands[seat.index()] = self.hands[seat.index()] | card;
        }
    }

    /// Calls `add` with every legal play of `seat`.
    #[inline]
    fn moves(&self, info: &InformationSet, seat: Seat, add: impl FnMut(Play)) {
        legal_plays(&info.rules, self.hands[seat.index()], self.table, add);
    }

    /// Returns the playout move of `seat`: with four seats, whose deals are long, mostly by the
    /// heuristic, otherwise at random. With two or three seats the heuristic gained nothing.
    #[inline]
    #[must_use]
    fn policy(&self, info: &InformationSet, seat: Seat, moves: &mut Vec<Play>, rng: &mut Rng) -> Play {
        if info.rules.seats < 4 && info.rules.obligation == CaptureObligation::Card {
            return self.any_card(info, seat, rng);
        }
        self.moves(info, seat, |play| moves.push(play));
        if info.rules.seats < 4 || rng.below(RANDOM_PLAY_ONE_IN) == 0 {
            return rng.pick(moves);
        }
        let mut best = (f32::NEG_INFINITY, moves[0]);
        for play in moves.iter() {
            let value = self.heuristic_value(info, *play);
            if value > best.0 {
                best = (value, *play);
            }
        }
        best.1
    }

    /// Returns a random card of a hand in a random way, without looking at the other cards.
    #[inline]
    fn any_card(&self, info: &InformationSet, seat: Seat, rng: &mut Rng) -> Play {
        let card = rng.pick_card(self.hands[seat.index()]);
        let mut play = Play::lay(card);
        let mut found = 0;
        Captures::new(&info.rules.matching, self.table).of(card, &mut |taken| {
            found += 1;
            if found == 1 || rng.below(found) == 0 {
                play = Play::take(card, taken);
            }
        });
        play
    }

    /// Returns a rough value of a play: the cards it takes, minus the risk of a sweep.
    #[inline]
    fn heuristic_value(&self, info: &InformationSet, play: Play) -> f32 {
        let card = play.card();
        let own = info.worth[usize::from(card.index())];
        let (gain, left) = match play.taken() {
            None => (-LOSS_PROBABILITY * own, self.table | CardSet::only(card)),
            Some(taken) => {
                let cards: f32 = taken.iter().map(|card| info.worth[usize::from(card.index())]).sum();
                let sweep = if taken == self.table { info.sweep } else { 0.0 };
                (own + cards + sweep, self.table - taken)
            }
        };
        let values = info.rules.matching.values;
        let in_reach = !left.is_empty() && values.sum(left) <= u32::from(Values::MAX);
        if in_reach { gain - LOSS_PROBABILITY * info.sweep } else { gain }
    }

    /// Makes a legal play.
    #[inline]
    fn play(&mut self, info: &InformationSet, seat: Seat, play: Play) {
        let rules = &info.rules;
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

    /// Ends the deal. (SC-R10, WS-R14)
    #[inline]
    fn finish(&mut self, rules: &Rules) {
        self.turn = None;
        if let Some(seat) = self.last_capturer {
            let side = rules.side(seat).index();
            self.piles[side] = self.piles[side] | self.table;
            self.table = CardSet::EMPTY;
        }
    }

    /// Returns the deal of two seats at the end of a packet, and the seat to play.
    #[inline]
    #[must_use]
    fn packet_end(&self, info: &InformationSet) -> Option<(Seat, PacketEnd)> {
        let next = self.turn.filter(|_| info.rules.seats == 2)?;
        let sides = [next, next.next(2)].map(|seat| info.rules.side(seat).index());
        let end = PacketEnd {
            to_come: packets(self.stock.len(), 2 * LATER_PACKET)?,
            table: self.table,
            piles: sides.map(|side| self.piles[side]),
            sweeps: sides.map(|side| self.sweeps[side]),
        };
        Some((next, end))
    }

    /// Returns the captured cards of each side.
    #[inline]
    #[must_use]
    fn piles(&self, info: &InformationSet) -> BySide<CardSet> {
        BySide::new(info.rules.sides(), |side| self.piles[side.index()])
    }

    /// Returns the number of sweeps of each side.
    #[inline]
    #[must_use]
    fn sweeps(&self, info: &InformationSet) -> BySide<u8> {
        BySide::new(info.rules.sides(), |side| self.sweeps[side.index()])
    }
}

/// Game-specific part of a compact deal: the supported rules and the scoring.
pub(crate) trait FishingGame: Game {
    /// Returns the information set of a view with the options for scoring. Returns `None` if points
    /// may not count or claims are possible.
    fn information_set(view: &Self::View) -> Option<(Self::Options, InformationSet)>;
    /// Returns the value of a finished deal for each seat.
    fn returns(
        options: &Self::Options,
        rules: &Rules,
        piles: &BySide<CardSet>,
        sweeps: &BySide<u8>,
    ) -> BySeat<f32>;
    /// Returns the expected values at the end of a packet before `next` plays, if the learned
    /// tables support the rules.
    fn value(options: &Self::Options, next: Seat, end: &PacketEnd) -> Option<BySeat<f32>>;
    /// Converts a play to the game's action.
    fn action(play: Play) -> Self::Action;
}

/// Compact deal of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fishing<G>(SmallDeal, PhantomData<G>);

impl<G> Fishing<G> {
    /// Converts a fully known deal.
    #[cfg(test)]
    pub(crate) fn of(deal: &Deal) -> Self {
        Self(SmallDeal::of(deal), PhantomData)
    }

    #[cfg(test)]
    pub(crate) fn hand_of(&self, seat: Seat) -> CardSet {
        self.0.hands[seat.index()]
    }
}

impl<G: FishingGame> SearchState for Fishing<G> {
    type Game = G;
    type InformationSet = (G::Options, InformationSet);
    type Move = Play;
    type Fallback = FullState<G>;

    fn information_set(view: &G::View) -> Option<Self::InformationSet> {
        G::information_set(view)
    }
    #[inline]
    fn draw((_, info): &Self::InformationSet, rng: &mut Rng) -> Self {
        Self(SmallDeal::draw(info, rng), PhantomData)
    }
    #[inline]
    fn next(&self, _info: &Self::InformationSet) -> Next {
        self.0.next()
    }
    #[inline]
    fn deal(&mut self, (_, info): &Self::InformationSet, _rng: &mut Rng) {
        self.0.deal(info);
    }
    #[inline]
    fn moves(&self, (_, info): &Self::InformationSet, seat: Seat, moves: &mut Vec<Play>) {
        self.0.moves(info, seat, |play| moves.push(play));
    }
    #[inline]
    fn play(&mut self, (_, info): &Self::InformationSet, seat: Seat, chosen: Play) {
        self.0.play(info, seat, chosen);
    }
    #[inline]
    fn returns(&self, (options, info): &Self::InformationSet) -> BySeat<f32> {
        G::returns(options, &info.rules, &self.0.piles(info), &self.0.sweeps(info))
    }
    fn action(chosen: Play) -> G::Action {
        G::action(chosen)
    }
    #[inline]
    fn policy(
        &self,
        (_, info): &Self::InformationSet,
        seat: Seat,
        _searcher: Seat,
        moves: &mut Vec<Play>,
        rng: &mut Rng,
    ) -> Play {
        self.0.policy(info, seat, moves, rng)
    }
    #[inline]
    fn value(&self, (options, info): &Self::InformationSet) -> Option<BySeat<f32>> {
        let (next, end) = self.0.packet_end(info)?;
        G::value(options, next, &end)
    }
    fn is_open((_, info): &Self::InformationSet) -> bool {
        info.is_open()
    }
    fn are_partners((_, info): &Self::InformationSet, one: Seat, other: Seat) -> bool {
        info.rules.side(one) == info.rules.side(other)
    }
}
