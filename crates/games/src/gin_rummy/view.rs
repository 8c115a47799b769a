//! Views of Gin Rummy and their determinizations.

use super::melds::{self, Answer, Arrangement, Melds};
use super::options::SEATS;
use super::policy::PlayerKnowledge;
use super::rules::can_go_out;
use super::state::{Knock, Phase};
use super::{Event, Options, Standing, State};
use crate::wire_view::view;
use cards::{BySeat, Card, CardSet, Holding, Pile, Rng, Seat, Viewer};
use serde::{Deserialize, Serialize};

view! {
    "GinView"
    unsent {
        /// The score before this deal, and the rules. They are sent with the table.
        standing: Standing,
        /// The pile, for perfect memory. Its cards were visible when they came.
        pile: Pile<32>,
        /// Cards that each seat took from the pile and has not shown since, for perfect memory.
        taken: BySeat<CardSet>,
        /// Cards in the pile that each seat discarded, for perfect memory.
        discarded: BySeat<CardSet>,
        /// Number of actions in the deal.
        actions: u16,
    }
    sent {
        /// The viewer's own hand, and the number of cards in the other. An open hand holds only the
        /// deadwood.
        hands: BySeat<Holding>,
        /// The melds on the table.
        melds: BySeat<Melds>,
        /// Number of cards in the stock.
        stock: u8,
        /// Number of cards in the pile.
        discards: u8,
        /// The top of the pile. The cards below are not visible. (GR-R4)
        upcard: Option<Card>,
        /// The first upcard. (GR-S11)
        first_upcard: Card,
        /// Phase of the deal.
        phase: Phase,
        /// The seat to act.
        turn: Option<Seat>,
        /// Dealer of the deal.
        dealer: Seat,
        /// The knock limit of the turn.
        limit: u8,
        /// The card just taken from the pile in this turn.
        just_taken: Option<Card>,
        /// The seat that went out, and the way it did.
        knock: Option<Knock>,
        /// The knocker's face-down discard, open to the viewers who know it.
        face_down: Option<Holding>,
        /// The default arrangement of the viewer's own hand.
        arrangement: Option<OwnArrangement>,
        /// The best lay-offs of the viewer, if lay-offs are due.
        answer: Option<OwnAnswer>,
    }
}

/// Default arrangement of the viewer's own hand. (GR-S4)
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "GinArrangement"))]
#[serde(rename_all = "camelCase")]
pub struct OwnArrangement {
    /// Melds of the hand.
    pub melds: Melds,
    /// Cards of the hand that belong to no meld.
    pub unmelded: CardSet,
    /// Value of the unmelded cards.
    pub deadwood: u8,
}

/// Best lay-offs of the viewer. (GR-S4)
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "GinAnswer"))]
#[serde(rename_all = "camelCase")]
pub struct OwnAnswer {
    /// The cards to lay off.
    pub cards: CardSet,
    /// Least deadwood of the cards that are not laid off.
    pub deadwood: u8,
}

impl View {
    pub(super) fn new(state: &State, viewer: Viewer) -> Self {
        let over = state.phase == Phase::Over;
        let knocker = state.knock.map(|knock| knock.seat);
        let hand = |seat, cards| {
            let hand = Holding::Open(cards);
            if over || viewer.is(seat) || knocker == Some(seat) { hand } else { hand.close() }
        };
        let face_down = |card| {
            let card = Holding::Open(CardSet::only(card));
            if over || knocker.is_some_and(|seat| viewer.is(seat)) { card } else { card.close() }
        };
        let deadwood = state.options().deadwood();
        let arrangement = |seat: Seat| {
            let hand = state.hands[seat];
            let Arrangement { melds, unmelded } = melds::best(hand, hand, deadwood);
            OwnArrangement { melds, unmelded, deadwood: deadwood.sum(unmelded) }
        };
        let answer = |seat: Seat| {
            let knocked = &state.melds[seat.next(SEATS)];
            let Answer { laid_off, deadwood } = melds::best_answer(state.hands[seat], knocked, deadwood);
            OwnAnswer { cards: laid_off.into_iter().fold(CardSet::EMPTY, |all, more| all | more), deadwood }
        };
        let own = match viewer {
            Viewer::Seat(seat) if !over && knocker != Some(seat) => Some(seat),
            _ => None,
        };
        Self {
            standing: state.standing,
            hands: state.hands.map(hand),
            melds: state.melds,
            stock: state.stock.len(),
            discards: state.pile.len(),
            upcard: state.pile.top(),
            pile: state.pile,
            taken: state.taken,
            discarded: state.discarded,
            first_upcard: state.first_upcard,
            phase: state.phase,
            turn: state.turn,
            dealer: state.standing.dealer,
            limit: state.limit,
            just_taken: state.just_taken,
            knock: state.knock,
            face_down: state.face_down.map(face_down),
            arrangement: own.map(arrangement),
            answer: own.filter(|_| state.phase == Phase::LayOff).map(answer),
            actions: state.actions,
        }
    }

    /// Returns the rules of the match.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.standing.options
    }

    /// Returns the cards with a known place: on the table, in an open hand, in the pile, or taken
    /// from the pile.
    fn seen(&self) -> CardSet {
        let hands = self.hands.iter().fold(CardSet::EMPTY, |seen, (_, hand)| seen | hand.known());
        let melds = self.melds.iter().fold(CardSet::EMPTY, |seen, (_, melds)| seen | melds.cards());
        let taken = self.taken.iter().fold(CardSet::EMPTY, |seen, (_, taken)| seen | taken);
        let pile: CardSet = self.pile.as_slice().iter().copied().collect();
        let face_down = self.face_down.map_or(CardSet::EMPTY, Holding::known);
        hands | melds | taken | pile | face_down
    }

    /// Returns the cards without a known place: in the stock, in the other hand, or face down.
    #[must_use]
    pub fn unseen(&self) -> CardSet {
        CardSet::FULL - self.seen()
    }

    pub(super) fn determinize(&self, rng: &mut Rng) -> State {
        loop {
            let state = self.draw_determinization(rng);
            match state.turn {
                // The seat took the last discard, so it can go out. A hand that cannot is
                // impossible.
                Some(seat) if self.phase == Phase::GoOut && !can_go_out(&state, seat) => {
                    if let Some(state) = toward_going_out(state, seat, self.taken[seat], rng) {
                        return state;
                    }
                }
                _ => return state,
            }
        }
    }

    fn draw_determinization(&self, rng: &mut Rng) -> State {
        let mut cards = [Card::from_index(0); CardSet::FULL.len() as usize];
        let mut count = 0;
        for card in self.unseen() {
            cards[count] = Some(card);
            count += 1;
        }
        rng.shuffle(&mut cards[..count]);
        let mut unseen = cards[..count].iter().copied().flatten();
        let hands = self.hands.map(|seat, hand| match hand {
            Holding::Open(cards) => cards,
            Holding::Closed(count) => {
                let known = self.taken[seat];
                unseen
                    .by_ref()
                    .take(usize::from(count - known.len()))
                    .fold(known, |hand, card| hand | CardSet::only(card))
            }
        });
        let face_down = self.face_down.and_then(|card| match (card, self.knock) {
            (Holding::Open(card), _) => card.first(),
            // A card that the knocker took from the pile and does not show must be the face-down
            // discard.
            (Holding::Closed(_), Some(Knock { seat, .. })) => {
                let shown = self.hands[seat].known() | self.melds[seat].cards();
                (self.taken[seat] - shown).first().or_else(|| unseen.next())
            }
            (Holding::Closed(_), None) => None,
        });
        let mut sample = State {
            standing: self.standing,
            hands,
            melds: self.melds,
            stock: unseen.collect(),
            pile: self.pile,
            taken: self.taken,
            discarded: self.discarded,
            first_upcard: self.first_upcard,
            phase: self.phase,
            turn: self.turn,
            limit: self.limit,
            just_taken: self.just_taken,
            face_down,
            knock: self.knock,
            actions: self.actions,
        };
        for (seat, hand) in self.hands.iter() {
            if matches!(hand, Holding::Closed(_)) {
                self.improve(&mut sample, seat, rng);
            }
        }
        sample
    }

    /// Improves the hidden hand of `seat` by as many draws as its owner made.
    ///
    /// A player keeps the better cards and would have knocked if possible. So each draw replaces
    /// the card of least cost, unless the seat could then knock.
    fn improve(&self, sample: &mut State, seat: Seat, rng: &mut Rng) {
        let deadwood = self.options().deadwood();
        let known = self.taken[seat];
        let gone: CardSet = self.pile.as_slice().iter().copied().collect();
        let draws = super::policy::draws(self);
        let mut stock = sample.stock;
        for _ in 0..draws {
            let index = rng.below(usize::from(stock.len()));
            let drawn = stock.as_slice()[index];
            let hand = sample.hands[seat] | CardSet::only(drawn);
            let Some(spare) = PlayerKnowledge::spare(hand, known, gone, deadwood) else { continue };
            let kept = hand - CardSet::only(spare);
            if spare != drawn && deadwood.min(kept) > self.limit {
                sample.hands[seat] = kept;
                stock =
                    stock.as_slice().iter().map(|card| if *card == drawn { spare } else { *card }).collect();
            }
        }
        sample.stock = stock;
    }
}

/// Number of cards in the stock after the deal. (GR-R1)
pub(super) const FULL_STOCK: u8 = 31;

/// Exchanges hidden cards of `seat` with the stock until it can go out, or returns `None` after 400
/// tries. No exchange increases the deadwood.
fn toward_going_out(mut state: State, seat: Seat, known: CardSet, rng: &mut Rng) -> Option<State> {
    const EXCHANGES: usize = 400;
    let deadwood = state.options().deadwood();
    for _ in 0..EXCHANGES {
        let hand: Vec<Card> = (state.hands[seat] - known).into();
        let mut stock: Vec<Card> = state.stock.as_slice().to_vec();
        if hand.is_empty() || stock.is_empty() {
            return None;
        }
        let (out, index) = (rng.pick(&hand), rng.below(stock.len()));
        let exchanged = (state.hands[seat] - CardSet::only(out)) | CardSet::only(stock[index]);
        if deadwood.min(exchanged) > deadwood.min(state.hands[seat]) {
            continue;
        }
        state.hands[seat] = exchanged;
        stock[index] = out;
        state.stock = stock.into_iter().collect();
        if can_go_out(&state, seat) {
            return Some(state);
        }
    }
    None
}

/// Hides the cards that `viewer` may not see: dealt hands, draws from the stock and the face-down
/// discard of others. (GR-R4, GR-R5)
pub(super) fn redact(event: Event, viewer: Viewer) -> Event {
    match event {
        Event::Dealt { seat, hand } if !viewer.is(seat) => Event::Dealt { seat, hand: hand.close() },
        Event::Drew { seat, card } if !viewer.is(seat) => Event::Drew { seat, card: card.close() },
        Event::WentOut { seat, going, melds, unmelded, discard: Some(discard) } if !viewer.is(seat) => {
            Event::WentOut { seat, going, melds, unmelded, discard: Some(discard.close()) }
        }
        event => event,
    }
}
