//! Search states of Cassino.

use super::build::{Brackets, Build};
use super::capture::Table;
use super::options::{EndMode, KeepCapturer};
use super::rules::{self, Turn};
use super::score;
#[cfg(test)]
use super::state::State;
use super::{Action, Cassino, Options, Values, View, value};
use crate::fishing::PacketEnd;
use crate::fishing::value::{expected, packets};
use bots::{FullState, Guide, Next, SearchState};
use cards::{BySeat, BySide, Card, CardSet, Holding, Pile, Rng, Seat};

/// Search state without a compact form: more than two players, or rules under which builds may stay
/// on the table for long.
pub(super) type Searched = FullState<Cassino, Ends>;

/// Guide that detects a fully known end.
pub(super) struct Ends;

impl Guide<Cassino> for Ends {
    /// Returns whether all unseen cards are in one hand and two sides play.
    fn is_open(view: &View) -> bool {
        let hidden =
            view.hands.iter().filter(|(_, hand)| matches!(hand, Holding::Closed(count) if *count > 0));
        view.options.sides() == 2 && view.stock == 0 && hidden.count() <= 1
    }

    fn are_partners(view: &View, one: Seat, other: Seat) -> bool {
        view.options.side(one) == view.options.side(other)
    }
}

const SEATS: u8 = 2;

/// Compact deal of two players; a search copies it for every determinization.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SmallState {
    hands: [CardSet; 2],
    piles: [CardSet; 2],
    loose: CardSet,
    builds: SmallBuilds,
    /// The top is dealt next.
    stock: Pile<40>,
    sweeps: [u8; 2],
    last_capturer: Option<Seat>,
    /// The seat to play; `None` after the deal.
    turn: Option<Seat>,
}

/// Information common to all determinizations of a view.
#[derive(Clone, Copy, Debug)]
pub(super) struct InformationSet {
    options: Options,
    dealer: Seat,
    /// All visible cards.
    seen: SmallState,
    /// All other cards, in any order.
    unseen: Pile<52>,
    /// Number of hidden cards in each hand.
    hidden: [u8; 2],
    /// Sets of cards of which each hidden hand must hold one, because its owner controls builds. (CA-O5)
    due: [[CardSet; MAX_BUILDS]; 2],
    /// Cards that each hidden hand could have captured with when its owner trailed another card.
    declined: [[CardSet; 3]; 2],
}

impl InformationSet {
    /// Returns the hands, with the hidden ones filled from `held`.
    #[inline]
    fn hands(&self, mut held: &[Card]) -> [CardSet; 2] {
        let mut hands = self.seen.hands;
        for (hand, hidden) in hands.iter_mut().zip(self.hidden) {
            let (own, others) = held.split_at(usize::from(hidden));
            own.iter().for_each(|card| hand.insert(*card));
            held = others;
        }
        hands
    }

    /// Decides at random whether the hidden hands are consistent with their owners' trails.
    #[inline]
    fn fits_play(&self, hands: [CardSet; 2], rng: &mut Rng) -> bool {
        const RANDOM_RANGE: usize = 1 << 20;
        let both = hands.iter().zip(&self.declined);
        let times: u8 = both
            .map(|(hand, declined)| declined.iter().map(|cards| (*hand & *cards).len()).sum::<u8>())
            .sum();
        times == 0
            || rng.below(RANDOM_RANGE) as f32
                <= DECLINE_PROBABILITY.powi(i32::from(times)) * RANDOM_RANGE as f32
    }

    /// Moves the required cards into the hidden hands, which follow the `stock` in `unseen`.
    fn give_required_cards(&self, unseen: &mut [Card], stock: usize) {
        let mut hand = stock;
        for (due, hidden) in self.due.iter().zip(self.hidden) {
            let (mut given, end) = (hand, hand + usize::from(hidden));
            for singles in due.iter().take_while(|singles| !singles.is_empty()) {
                let is_given = unseen[hand..given].iter().any(|card| singles.contains(*card));
                let found = unseen.iter().position(|card| singles.contains(*card));
                if let Some(found) = found.filter(|_| !is_given && given < end) {
                    unseen.swap(given, found);
                    given += 1;
                }
            }
            hand = end;
        }
    }
}

/// Maximum number of builds. A player controls at most three: setting one requires keeping a card
/// that captures it. For the same reason none is left when all cards have been played. (CA-O5,
/// CA-R9)
const MAX_BUILDS: usize = 6;

/// Builds on the table, ordered by their lowest cards, in compact form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct SmallBuilds {
    cards: Brackets,
    /// Value of each build and, in the higher bits, its controller.
    made: [u8; MAX_BUILDS],
}

/// Builds in the form that the rules use.
struct Laid {
    builds: [Build; MAX_BUILDS],
    len: usize,
}

impl Laid {
    #[inline]
    fn as_slice(&self) -> &[Build] {
        &self.builds[..self.len]
    }

    #[inline]
    fn remove(&mut self, cards: CardSet) {
        let mut kept = 0;
        for index in 0..self.len {
            if (self.builds[index].cards & cards).is_empty() {
                self.builds[kept] = self.builds[index];
                kept += 1;
            }
        }
        self.len = kept;
    }

    #[inline]
    fn insert(&mut self, build: Build) {
        let index =
            self.as_slice().iter().take_while(|other| other.cards.first() < build.cards.first()).count();
        self.builds.copy_within(index..self.len, index + 1);
        self.builds[index] = build;
        self.len += 1;
    }
}

impl SmallBuilds {
    const NONE: Self = Self { cards: Brackets::NONE, made: [0; MAX_BUILDS] };
    const CONTROLLER: u32 = 4;

    #[inline]
    fn of(builds: &[Build]) -> Self {
        let mut small = Self::NONE;
        for (made, build) in small.made.iter_mut().zip(builds) {
            small.cards.push(build.cards);
            *made = build.value | (build.controller.index() as u8) << Self::CONTROLLER;
        }
        small
    }

    #[inline]
    fn laid(&self, values: &Values) -> Laid {
        let mut laid = Laid { builds: [Build::default(); MAX_BUILDS], len: 0 };
        if self.cards.is_empty() {
            return laid;
        }
        for (made, cards) in self.made.iter().zip(self.cards.iter()) {
            let value = made & ((1 << Self::CONTROLLER) - 1);
            let controller = Seat::new(made >> Self::CONTROLLER);
            let multiple = values.sum(cards) != u32::from(value);
            laid.builds[laid.len] = Build { cards, value, multiple, controller };
            laid.len += 1;
        }
        laid
    }
}

impl SmallState {
    /// Converts a fully known deal.
    #[cfg(test)]
    pub(super) fn of(state: &State) -> Self {
        let mut sweeps = [0; 2];
        state.sweeping_sides().for_each(|side| sweeps[side.index()] += 1);
        let [first, second] = [0, 1].map(Seat::new);
        Self {
            hands: [state.hands[first], state.hands[second]],
            piles: [first, second].map(|seat| state.piles[state.side(seat)]),
            loose: state.loose,
            builds: SmallBuilds::of(state.builds.as_slice()),
            stock: state.stock.as_slice().iter().copied().collect(),
            sweeps,
            last_capturer: state.last_capturer,
            turn: state.turn,
        }
    }

    #[cfg(test)]
    pub(super) fn hand_of(&self, seat: Seat) -> CardSet {
        self.hands[seat.index()]
    }

    #[inline]
    fn capture(&mut self, info: &InformationSet, seat: Seat, card: Card, taken: CardSet, last_card: bool) {
        self.piles[seat.index()] = self.piles[seat.index()] | taken | CardSet::only(card);
        let empty = self.loose.is_empty() && self.builds.cards.is_empty();
        self.sweeps[seat.index()] += u8::from(empty && rules::may_sweep(&info.options, last_card));
        self.last_capturer = Some(seat);
    }

    /// Ends the deal. (CA-R15, CA-S11)
    #[inline]
    fn finish(&mut self) {
        self.turn = None;
        if let Some(seat) = self.last_capturer {
            let pile = &mut self.piles[seat.index()];
            *pile = *pile | self.loose | self.builds.cards.cards();
            self.loose = CardSet::EMPTY;
            self.builds = SmallBuilds::NONE;
        }
    }

    /// Returns whether each hidden hand can capture its controlled builds.
    #[inline]
    fn can_take_its_builds(&self, info: &InformationSet) -> bool {
        self.hands.iter().zip(&info.due).all(|(hand, due)| {
            due.iter().take_while(|singles| !singles.is_empty()).all(|singles| !(*hand & *singles).is_empty())
        })
    }
}

/// Draws tried for a determinization in which every controller can capture its builds.
const DRAWS: u32 = 64;
/// Draws tried for a determinization that is also consistent with the trails.
const FITTING_DRAWS: u32 = 16;
/// Probability of a player trailing while holding a capturing card, per such card.
const DECLINE_PROBABILITY: f32 = 0.1;

impl SearchState for SmallState {
    type Game = Cassino;
    type InformationSet = InformationSet;
    type Move = Action;
    type Fallback = Searched;

    fn information_set(view: &View) -> Option<InformationSet> {
        let options = view.options;
        let is_known = options.seats == SEATS
            && options.keep_capturer == KeepCapturer::Required
            && options.end_mode == EndMode::Total;
        let builds = view.builds.as_slice();
        if !is_known || builds.len() > MAX_BUILDS {
            return None;
        }
        let seats = [0, 1].map(Seat::new);
        let hands = seats.map(|seat| view.hands[seat]);
        let hidden = hands.map(|hand| if let Holding::Closed(count) = hand { count } else { 0 });
        let mut due = [[CardSet::EMPTY; MAX_BUILDS]; 2];
        for seat in seats.into_iter().filter(|seat| matches!(hands[seat.index()], Holding::Closed(_))) {
            let own = builds.iter().filter(|build| build.controller == seat);
            for (due, build) in due[seat.index()].iter_mut().zip(own) {
                *due = options.values().singles(build.value);
            }
        }
        let declined = seats.map(|seat| match hands[seat.index()] {
            Holding::Open(_) => [CardSet::EMPTY; 3],
            Holding::Closed(_) => view.trailed_on[seat].map(|loose| {
                let table = Table::new(&options, loose, &[]);
                view.unseen().iter().filter(|card| table.can_capture(*card)).collect()
            }),
        });
        let seen = Self {
            hands: hands.map(|hand| hand.known()),
            piles: seats.map(|seat| view.piles[options.side(seat)]),
            loose: view.loose,
            builds: SmallBuilds::of(builds),
            stock: Pile::EMPTY,
            sweeps: seats.map(|seat| view.sweeps[options.side(seat)].len()),
            last_capturer: view.last_capturer,
            turn: view.turn,
        };
        Some(InformationSet {
            options,
            dealer: view.dealer,
            seen,
            unseen: view.unseen().iter().collect(),
            hidden,
            due,
            declined,
        })
    }

    #[inline]
    fn draw(info: &InformationSet, rng: &mut Rng) -> Self {
        let mut determinization = info.seen;
        let mut unseen = info.unseen;
        let unseen = unseen.as_mut_slice();
        // The hidden hands follow the stock.
        let stock = unseen.len() - usize::from(info.hidden[0] + info.hidden[1]);
        // Rejection sampling makes all valid determinizations equally likely.
        for draws in 0..DRAWS {
            for place in (stock..unseen.len()).rev() {
                unseen.swap(place, rng.below(place + 1));
            }
            determinization.hands = info.hands(&unseen[stock..]);
            if determinization.can_take_its_builds(info)
                && (draws >= FITTING_DRAWS || info.fits_play(determinization.hands, rng))
            {
                break;
            }
        }
        if !determinization.can_take_its_builds(info) {
            info.give_required_cards(unseen, stock);
            determinization.hands = info.hands(&unseen[stock..]);
        }
        rng.shuffle(&mut unseen[..stock]);
        determinization.stock = unseen[..stock].iter().copied().collect();
        determinization
    }

    #[inline]
    fn next(&self, _info: &InformationSet) -> Next {
        match self.turn {
            None => Next::Over,
            // All players have played equally many cards when the next player has none.
            Some(seat) if self.hands[seat.index()].is_empty() => Next::Chance,
            Some(seat) => Next::Seat(seat),
        }
    }

    /// Deals the next packet. (CA-R2)
    #[inline]
    fn deal(&mut self, info: &InformationSet, _rng: &mut Rng) {
        let mut draw = || self.stock.pop().map_or(CardSet::EMPTY, CardSet::only);
        let mut seat = info.dealer;
        for _ in 0..rules::TWICE * SEATS {
            seat = seat.next(SEATS);
            self.hands[seat.index()] = self.hands[seat.index()] | draw() | draw();
        }
    }

    #[inline]
    fn moves(&self, info: &InformationSet, seat: Seat, moves: &mut Vec<Action>) {
        let laid = self.builds.laid(info.options.values());
        let table = Table::new(&info.options, self.loose, laid.as_slice());
        Turn::new(table, self.hands[seat.index()], seat).legal_actions(moves);
    }

    #[inline]
    fn play(&mut self, info: &InformationSet, seat: Seat, chosen: Action) {
        let card = chosen.card();
        self.hands[seat.index()].remove(card);
        let next = seat.next(SEATS);
        let last_card = self.stock.is_empty() && self.hands[next.index()].is_empty();
        match chosen {
            Action::Trail(card) => self.loose.insert(card),
            Action::Capture { loose, builds, .. } => {
                let taken = loose | builds.cards();
                self.loose = self.loose - loose;
                if !builds.is_empty() {
                    let mut laid = self.builds.laid(info.options.values());
                    laid.remove(taken);
                    self.builds = SmallBuilds::of(laid.as_slice());
                }
                self.capture(info, seat, card, taken, last_card);
            }
            Action::Build { loose, builds, announced, .. } => {
                let mut laid = self.builds.laid(info.options.values());
                let table = Table::new(&info.options, self.loose, laid.as_slice());
                let value = table.announced_value(announced).unwrap_or_default();
                let build = table.result(card, loose, &builds, value, seat);
                laid.remove(builds.cards());
                laid.insert(build);
                self.builds = SmallBuilds::of(laid.as_slice());
                self.loose = self.loose - loose;
            }
        }
        self.turn = Some(next);
        if last_card {
            self.finish();
        }
    }

    #[inline]
    fn returns(&self, info: &InformationSet) -> BySeat<f32> {
        let piles = BySide::new(SEATS, |side| self.piles[side.index()]);
        let sweeps = BySide::new(SEATS, |side| self.sweeps[side.index()]);
        score::returns(&info.options, &piles, &sweeps)
    }

    fn action(chosen: Action) -> Action {
        chosen
    }

    #[inline]
    fn value(&self, info: &InformationSet) -> Option<BySeat<f32>> {
        let next = self.turn?;
        let of = |figures: [CardSet; 2]| [figures[next.index()], figures[next.next(SEATS).index()]];
        let end = PacketEnd {
            to_come: packets(self.stock.len(), value::PACKET)?,
            table: self.loose,
            piles: of(self.piles),
            sweeps: [self.sweeps[next.index()], self.sweeps[next.next(SEATS).index()]],
        };
        expected::<Cassino, { value::TABLES }>(&info.options, next, &end)
    }

    /// Returns whether all unseen cards are in one hand.
    fn is_open(info: &InformationSet) -> bool {
        let [first, second] = info.hidden;
        (first == 0 || second == 0) && first + second == info.unseen.len()
    }
}
