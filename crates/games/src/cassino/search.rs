//! What a search plays of the game, and is told of it.

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
use bots::{Guide, Next, SearchState, Whole};
use cards::{BySeat, BySide, Card, CardSet, Holding, Pile, Rng, Seat};

/// A deal as a search plays it where there is no small state for it: of more than two, or by rules under which builds may lie
/// for long.
pub(super) type Searched = Whole<Cassino, Ends>;

/// When the end can be seen.
pub(super) struct Ends;

impl Guide<Cassino> for Ends {
    /// The unseen cards all lie in one hand, and two sides play.
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

/// A deal of two; a search copies it for every world.
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
    /// Whose turn it is; nobody's when the deal is over.
    turn: Option<Seat>,
}

/// What is the same in every small state that fits a view.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    options: Options,
    dealer: Seat,
    /// All that can be seen.
    seen: SmallState,
    /// The other cards, in any order.
    unseen: Pile<52>,
    /// How many cards each hand holds that cannot be seen.
    hidden: [u8; 2],
    /// Of which cards each hand that cannot be seen holds one, for the builds it controls. (CA-O5)
    due: [[CardSet; MAX_BUILDS]; 2],
    /// The cards of each hidden hand that would have taken something when its owner trailed another, each time.
    declined: [[CardSet; 3]; 2],
}

impl Known {
    /// The hands, of which those that are hidden hold these cards.
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

    /// Whether the owners of hidden hands would have trailed where they did, by chance.
    #[inline]
    fn fits_play(&self, hands: [CardSet; 2], rng: &mut Rng) -> bool {
        const MANY: usize = 1 << 20;
        let both = hands.iter().zip(&self.declined);
        let times: u8 = both
            .map(|(hand, declined)| declined.iter().map(|cards| (*hand & *cards).len()).sum::<u8>())
            .sum();
        times == 0 || rng.below(MANY) as f32 <= DECLINED.powi(i32::from(times)) * MANY as f32
    }

    /// Lays among the hidden hands, which come after the `stock`, the cards that are due there.
    fn give_what_is_due(&self, unseen: &mut [Card], stock: usize) {
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

/// Nobody can control more than three builds: who sets one keeps a card that takes it, and that is the last card at the latest.
/// And for the same reason none is left when everybody has played their cards. (CA-O5, CA-R9)
const MAX_BUILDS: usize = 6;

/// The builds on the table, by their lowest cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct SmallBuilds {
    cards: Brackets,
    /// The value of each and, above it, who controls it.
    made: [u8; MAX_BUILDS],
}

/// The same builds as the rules read them.
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
    /// A deal that is known to its last card.
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
    fn capture(&mut self, known: &Known, seat: Seat, card: Card, taken: CardSet, last_card: bool) {
        self.piles[seat.index()] = self.piles[seat.index()] | taken | CardSet::only(card);
        let empty = self.loose.is_empty() && self.builds.cards.is_empty();
        self.sweeps[seat.index()] += u8::from(empty && rules::may_sweep(&known.options, last_card));
        self.last_capturer = Some(seat);
    }

    /// CA-R15, CA-S11.
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

    /// Whether each hand that is hidden holds the cards that its builds ask for.
    #[inline]
    fn can_take_its_builds(&self, known: &Known) -> bool {
        self.hands.iter().zip(&known.due).all(|(hand, due)| {
            due.iter().take_while(|singles| !singles.is_empty()).all(|singles| !(*hand & *singles).is_empty())
        })
    }
}

/// How many worlds are drawn in the hope of one in which every owner of a build holds a card that takes it.
const DRAWS: u32 = 64;
/// In so many of these draws the hidden hand is to fit what its owner has trailed, too.
const FITTING_DRAWS: u32 = 16;
/// How likely it is that somebody trails who holds a card that takes something, for each such card.
const DECLINED: f32 = 0.1;

impl SearchState for SmallState {
    type Game = Cassino;
    type Known = Known;
    type Move = Action;
    type Otherwise = Searched;

    fn known(view: &View) -> Option<Known> {
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
        Some(Known {
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
    fn draw(known: &Known, rng: &mut Rng) -> Self {
        let mut world = known.seen;
        let mut unseen = known.unseen;
        let unseen = unseen.as_mut_slice();
        // The hands that are hidden come after the stock.
        let stock = unseen.len() - usize::from(known.hidden[0] + known.hidden[1]);
        // Drawn again until it is possible, all possible worlds are equally likely.
        for draws in 0..DRAWS {
            for place in (stock..unseen.len()).rev() {
                unseen.swap(place, rng.below(place + 1));
            }
            world.hands = known.hands(&unseen[stock..]);
            if world.can_take_its_builds(known)
                && (draws >= FITTING_DRAWS || known.fits_play(world.hands, rng))
            {
                break;
            }
        }
        if !world.can_take_its_builds(known) {
            known.give_what_is_due(unseen, stock);
            world.hands = known.hands(&unseen[stock..]);
        }
        rng.shuffle(&mut unseen[..stock]);
        world.stock = unseen[..stock].iter().copied().collect();
        world
    }

    #[inline]
    fn next(&self, _known: &Known) -> Next {
        match self.turn {
            None => Next::Over,
            // Everybody has played equally many cards when it is the turn of one who has none.
            Some(seat) if self.hands[seat.index()].is_empty() => Next::Chance,
            Some(seat) => Next::Seat(seat),
        }
    }

    /// CA-R2.
    #[inline]
    fn deal(&mut self, known: &Known, _rng: &mut Rng) {
        let mut draw = || self.stock.pop().map_or(CardSet::EMPTY, CardSet::only);
        let mut seat = known.dealer;
        for _ in 0..rules::TWICE * SEATS {
            seat = seat.next(SEATS);
            self.hands[seat.index()] = self.hands[seat.index()] | draw() | draw();
        }
    }

    #[inline]
    fn moves(&self, known: &Known, seat: Seat, moves: &mut Vec<Action>) {
        let laid = self.builds.laid(known.options.values());
        let table = Table::new(&known.options, self.loose, laid.as_slice());
        Turn::new(table, self.hands[seat.index()], seat).legal_actions(moves);
    }

    #[inline]
    fn play(&mut self, known: &Known, seat: Seat, chosen: Action) {
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
                    let mut laid = self.builds.laid(known.options.values());
                    laid.remove(taken);
                    self.builds = SmallBuilds::of(laid.as_slice());
                }
                self.capture(known, seat, card, taken, last_card);
            }
            Action::Build { loose, builds, announced, .. } => {
                let mut laid = self.builds.laid(known.options.values());
                let table = Table::new(&known.options, self.loose, laid.as_slice());
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
    fn returns(&self, known: &Known) -> BySeat<f32> {
        let piles = BySide::new(SEATS, |side| self.piles[side.index()]);
        let sweeps = BySide::new(SEATS, |side| self.sweeps[side.index()]);
        score::returns(&known.options, &piles, &sweeps)
    }

    fn action(chosen: Action) -> Action {
        chosen
    }

    #[inline]
    fn value(&self, known: &Known) -> Option<BySeat<f32>> {
        let next = self.turn?;
        let of = |figures: [CardSet; 2]| [figures[next.index()], figures[next.next(SEATS).index()]];
        let end = PacketEnd {
            to_come: packets(self.stock.len(), value::PACKET)?,
            table: self.loose,
            piles: of(self.piles),
            sweeps: [self.sweeps[next.index()], self.sweeps[next.next(SEATS).index()]],
        };
        expected::<Cassino, { value::TABLES }>(&known.options, next, &end)
    }

    /// The unseen cards all lie in one hand.
    fn is_open(known: &Known) -> bool {
        let [first, second] = known.hidden;
        (first == 0 || second == 0) && first + second == known.unseen.len()
    }
}
