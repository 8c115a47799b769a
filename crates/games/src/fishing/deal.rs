//! Deal of a fishing game: packets, turns, captures, and the remaining cards after the last play.

use super::capture::{Captures, check_capture};
use super::play::{Event, Play, Reason};
use super::rules::{CaptureObligation, LATER_PACKET, LastPlaySweep, Rules};
use cards::{BySeat, BySide, Card, CardSet, Holding, Pile, Rank, Seat, SeatSet, Side};

/// Number of remembered tables on which each seat has laid a card.
pub(crate) const LAID: usize = 2;

/// Deal of a fishing game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deal {
    /// Rules of the deal. Public.
    pub rules: Rules,
    /// Dealer of the deal. Public.
    pub dealer: Seat,
    /// Seats that play in this deal; the other seats sit out. Public.
    pub playing: SeatSet,
    /// The hands. Visible to their owners.
    pub hands: BySeat<CardSet>,
    /// Cards on the table. Public.
    pub table: CardSet,
    /// The stock. Secret except for its size. The top is dealt next.
    pub stock: Pile<40>,
    /// Captured cards by side. Public, since all players saw the captures.
    pub piles: BySide<CardSet>,
    /// The capturing cards of the sweeps, in order. Public. The piles determine the side.
    pub sweeps: Pile<40>,
    /// The seat to play; `None` after the deal. Public.
    pub turn: Option<Seat>,
    /// The last play's capture, if it was one. Public.
    pub last_capture: Option<Capture>,
    /// The last seat that captured. Public.
    pub last_capturer: Option<Seat>,
    /// The tables on which each seat laid its last two cards of this packet, the latest first.
    /// Public.
    pub laid_on: BySeat<[CardSet; LAID]>,
    /// Whether the deal was a misdeal. Public.
    pub thrown_in: bool,
}

/// Capture of the last play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Capture {
    /// Seat that captured.
    pub seat: Seat,
    /// Card that captured.
    pub card: Card,
    /// Cards that were captured.
    pub taken: CardSet,
}

impl Deal {
    /// Deals from `deck`, the first card first: one card at a time from the seat after the dealer,
    /// then the table. Only `playing` seats get cards. (SC-R3, WS-R5)
    pub fn new(
        rules: Rules,
        dealer: Seat,
        playing: SeatSet,
        deck: &[Card],
        emit: &mut impl FnMut(Event),
    ) -> Self {
        let mut deal = Self {
            rules,
            dealer,
            playing,
            hands: BySeat::filled(rules.seats, CardSet::EMPTY),
            table: CardSet::EMPTY,
            stock: deck.iter().rev().copied().collect(),
            piles: BySide::filled(rules.sides(), CardSet::EMPTY),
            sweeps: Pile::EMPTY,
            turn: playing.next_after(dealer, rules.seats), // SC-R4, WS-O2
            last_capture: None,
            last_capturer: None,
            laid_on: BySeat::filled(rules.seats, [CardSet::EMPTY; LAID]),
            thrown_in: false,
        };
        deal.deal_packet(rules.packets.first, emit);
        for _ in 0..rules.packets.table {
            deal.table = deal.table | deal.draw();
        }
        if !deal.table.is_empty() {
            emit(Event::LaidOut { cards: deal.table });
        }
        if let Some(rank) = rules.thrown_in
            && (deal.table & CardSet::of_rank(rank)).len() >= 3
        {
            deal.throw_in(rank, emit);
        }
        deal
    }

    /// Ends the deal as a misdeal. (SC-R3, SC-S2, WS-R6)
    fn throw_in(&mut self, rank: Rank, emit: &mut impl FnMut(Event)) {
        self.thrown_in = true;
        self.turn = None;
        emit(Event::ThrownIn { rank });
    }

    fn draw(&mut self) -> CardSet {
        CardSet::only(self.stock.pop().expect("packets and table divide the deck"))
    }

    #[inline]
    fn deal_packet(&mut self, size: u8, emit: &mut impl FnMut(Event)) {
        let before = self.hands;
        let seats = self.rules.seats;
        Seat::all(seats).for_each(|seat| self.laid_on[seat] = [CardSet::EMPTY; LAID]);
        let mut seat = self.dealer;
        for _ in 0..size * self.playing.len() {
            seat = self.playing.next_after(seat, seats).unwrap_or(seat);
            self.hands[seat] = self.hands[seat] | self.draw();
        }
        for _ in 0..self.playing.len() {
            seat = self.playing.next_after(seat, seats).unwrap_or(seat);
            emit(Event::Dealt { seat, hand: Holding::Open(self.hands[seat] - before[seat]) });
        }
    }

    /// Returns the seat to play, as a set.
    #[inline]
    #[must_use]
    pub fn actors(&self) -> SeatSet {
        self.turn.map_or(SeatSet::EMPTY, SeatSet::only)
    }

    /// Calls `add` with every legal play of `seat`.
    #[inline]
    pub fn legal_plays(&self, seat: Seat, mut add: impl FnMut(Play)) {
        if self.turn != Some(seat) {
            return;
        }
        legal_plays(&self.rules, self.hands[seat], self.table, &mut add);
    }

    #[inline]
    fn captures(&self) -> Captures<'_> {
        Captures::new(&self.rules.matching, self.table)
    }

    fn capturing_card(&self, hand: CardSet) -> Option<Card> {
        let captures = self.captures();
        hand.iter().find(|card| captures.any(*card))
    }

    /// Checks whether `seat`, which is to play, may make this play.
    ///
    /// # Errors
    ///
    /// Returns [`Reason`] if it may not.
    pub fn validate(&self, seat: Seat, play: Play) -> Result<(), Reason> {
        let (card, hand) = (play.card(), self.hands[seat]);
        if !hand.contains(card) {
            return Err(Reason::NotHeld { card });
        }
        let Some(taken) = play.taken() else {
            return match self.rules.obligation {
                CaptureObligation::None => Ok(()),
                _ if self.captures().any(card) => Err(Reason::MustCapture { card }),
                CaptureObligation::Card => Ok(()),
                CaptureObligation::Hand => {
                    let other = self.capturing_card(hand);
                    other.map_or(Ok(()), |other| Err(Reason::HandMustCapture { card, other }))
                }
            };
        };
        if !self.table.contains_all(taken) {
            return Err(Reason::NotOnTable { cards: taken - self.table });
        }
        check_capture(&self.rules.matching, self.table, card, taken)
    }

    /// Makes a valid play.
    #[inline]
    pub fn play(&mut self, seat: Seat, play: Play, emit: &mut impl FnMut(Event)) {
        let card = play.card();
        self.hands[seat].remove(card);
        let next = self.playing.next_after(seat, self.rules.seats).unwrap_or(seat);
        // All players have played equally many cards when the next player has none.
        let round_over = self.hands[next].is_empty();
        let last_card = round_over && self.stock.is_empty();
        match play.taken() {
            Some(taken) => self.capture(Capture { seat, card, taken }, last_card, emit),
            None => {
                let laid_on = &mut self.laid_on[seat];
                laid_on.copy_within(..LAID - 1, 1);
                laid_on[0] = self.table;
                self.table.insert(card);
                self.last_capture = None;
                emit(Event::Laid { seat, card });
            }
        }
        if last_card {
            return self.finish(emit);
        }
        self.turn = Some(next);
        if round_over {
            self.deal_packet(LATER_PACKET, emit); // SC-R5, WS-R13
        }
    }

    #[inline]
    fn capture(&mut self, capture: Capture, last_card: bool, emit: &mut impl FnMut(Event)) {
        let Capture { seat, card, taken } = capture;
        let side = self.rules.side(seat);
        let sweep = is_sweep(&self.rules, self.table, card, taken, last_card);
        self.table = self.table - taken;
        self.piles[side] = self.piles[side] | taken | CardSet::only(card); // WS-R12
        if sweep {
            self.sweeps.push(card);
        }
        self.last_capture = Some(capture);
        self.last_capturer = Some(seat);
        emit(Event::Captured { seat, card, taken, sweep });
    }

    /// Gives the remaining cards to the side that captured last; this is not a sweep. (SC-R10,
    /// SC-S9, WS-R14, WS-S3)
    fn finish(&mut self, emit: &mut impl FnMut(Event)) {
        self.turn = None;
        let side = self.last_capturer.map(|seat| self.rules.side(seat));
        if let Some(side) = side {
            self.piles[side] = self.piles[side] | self.table;
        }
        if !self.table.is_empty() {
            emit(Event::RestTaken { side, cards: self.table });
        }
        if side.is_some() {
            self.table = CardSet::EMPTY;
        }
    }

    /// Returns the sides of the sweeps, in order.
    pub fn sweeping_sides(&self) -> impl Iterator<Item = Side> + '_ {
        let side_of =
            |card: &Card| Side::all(self.rules.sides()).find(|side| self.piles[*side].contains(*card));
        self.sweeps.as_slice().iter().filter_map(side_of)
    }

    /// Passes every card to `count`.
    ///
    /// # Panics
    ///
    /// Panics if a sweep is in no pile.
    pub fn audit(&self, count: &mut dyn FnMut(Card)) {
        let swept = self.sweeping_sides().count();
        assert_eq!(swept, usize::from(self.sweeps.len()), "a sweep lies in the pile of who made it");
        let sets = self.hands.as_slice().iter().chain(self.piles.as_slice()).copied();
        sets.chain([self.table]).flatten().chain(self.stock.as_slice().iter().copied()).for_each(count);
    }
}

/// Calls `add` with every way to play a card of `hand` to this `table`.
#[inline]
pub(super) fn legal_plays(rules: &Rules, hand: CardSet, table: CardSet, mut add: impl FnMut(Play)) {
    let captures = Captures::new(&rules.matching, table);
    let obligation = rules.obligation;
    let may_lay = obligation != CaptureObligation::Hand || !hand.iter().any(|card| captures.any(card));
    for card in hand {
        let mut can_take = false;
        captures.of(card, &mut |taken| {
            can_take = true;
            add(Play::take(card, taken));
        });
        if may_lay && (!can_take || obligation == CaptureObligation::None) {
            add(Play::lay(card));
        }
    }
}

/// Returns whether `card` makes a sweep by taking `taken` from `table`. (SC-R9, SC-O6, SC-V3,
/// WS-R15)
#[inline]
pub(super) fn is_sweep(rules: &Rules, table: CardSet, card: Card, taken: CardSet, last_card: bool) -> bool {
    if taken != table || taken.is_empty() {
        return false;
    }
    if last_card && rules.last_play_sweep == LastPlaySweep::Never {
        return false;
    }
    match rules.matching.ace {
        Some(ace) if card.rank() == Rank::Ace => {
            let by_rank = ace.only_an_ace && !(table & CardSet::of_rank(Rank::Ace)).is_empty();
            by_rank || ace.sweeps
        }
        _ => true,
    }
}
