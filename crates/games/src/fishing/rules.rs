//! Parameters in which the fishing games differ.

use cards::{BySeat, BySide, Card, CardSet, Rank, Seat, SeatSet, Side};

/// Parameters of a game for the shared rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Number of seats.
    pub seats: u8,
    /// Whether seats of equal parity are partners with one pile.
    pub teams: bool,
    /// Cards with which the game is played.
    pub deck: CardSet,
    /// Sizes of the packets.
    pub packets: Packets,
    /// Rank of which three or four among the first table cards make a misdeal.
    pub thrown_in: Option<Rank>,
    /// Rules for captures.
    pub matching: Matching,
    /// Obligation to capture.
    pub obligation: CaptureObligation,
    /// Whether the last card of a deal can make a sweep.
    pub last_play_sweep: LastPlaySweep,
}

impl Rules {
    /// Returns the side of `seat`.
    #[inline]
    #[must_use]
    pub fn side(&self, seat: Seat) -> Side {
        if self.teams { Side::new(seat.index() as u8 % 2) } else { Side::of(seat) }
    }

    /// Returns for each seat the value of its side.
    #[must_use]
    pub fn by_seat<T: Copy + Default>(&self, by_side: &BySide<T>) -> BySeat<T> {
        BySeat::new(self.seats, |seat| by_side[self.side(seat)])
    }

    /// Returns the seats of these sides.
    #[must_use]
    pub fn seats_of(&self, sides: impl Fn(Side) -> bool) -> SeatSet {
        Seat::all(self.seats).filter(|seat| sides(self.side(*seat))).collect()
    }

    /// Returns the number of sides.
    #[must_use]
    pub fn sides(&self) -> u8 {
        if self.teams { 2 } else { self.seats }
    }
}

/// Sizes of the packets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Packets {
    /// Cards in the first hands.
    pub first: u8,
    /// Cards laid out on the table.
    pub table: u8,
}

/// Cards in every later packet.
pub(super) const LATER_PACKET: u8 = 3;

/// Rules for captures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Matching {
    /// Values of the cards, by rank.
    pub values: &'static Values,
    /// Whether a card takes all cards of its rank instead of one.
    pub all_of_rank: bool,
    /// Sums allowed for a capture.
    pub sums: Sums,
    /// Ace that captures everything, if it does.
    pub ace: Option<AceTakesAll>,
}

/// Card values, with lookup tables for the search for sums.
#[derive(PartialEq, Eq, Debug)]
pub struct Values {
    /// Value of each card by index; zero beyond the cards.
    of_card: [u8; Values::INDICES],
    /// `up_to[v]`: the cards worth at most `v`. It excludes cards that are too large from the
    /// search for sums.
    up_to: [CardSet; Values::MAX_SUM as usize + 1],
}

impl Values {
    /// Maximum value of a card.
    pub const MAX: u8 = 10;
    /// Maximum sum that is searched for.
    const MAX_SUM: u8 = 15;
    /// Table size: seven bits, so that lookups need no bounds check, and the index for an empty bit
    /// set is valid.
    const INDICES: usize = 128;

    /// Creates the values of a deck; a rank not in the deck has value 0.
    #[must_use]
    pub const fn new(of_rank: [u8; 13]) -> Self {
        let mut up_to = [CardSet::EMPTY; Self::MAX_SUM as usize + 1];
        let mut max = 0;
        while max <= Self::MAX_SUM {
            let mut cards = CardSet::EMPTY;
            let mut rank = 0;
            while rank < of_rank.len() {
                if of_rank[rank] > 0 && of_rank[rank] <= max {
                    cards = cards.union(CardSet::of_rank(Rank::ALL[rank]));
                }
                rank += 1;
            }
            up_to[max as usize] = cards;
            max += 1;
        }
        let mut of_card = [0; Self::INDICES];
        let mut index = 0;
        while let Some(card) = Card::from_index(index) {
            of_card[index as usize] = of_rank[card.rank() as usize];
            index += 1;
        }
        Self { of_card, up_to }
    }

    /// Returns the value of `card`.
    #[inline]
    #[must_use]
    pub const fn of(&self, card: Card) -> u8 {
        self.of_card[card.index() as usize % Self::INDICES]
    }

    /// Returns the total value of `cards`.
    #[must_use]
    pub fn sum(&self, cards: CardSet) -> u32 {
        cards.iter().map(|card| u32::from(self.of(card))).sum()
    }

    /// Returns a bit set of the sums of subsets: bit `n` is set if some of `cards` add up to `n`.
    /// Higher sums are shifted out.
    #[inline]
    pub(crate) const fn sums(&self, cards: CardSet) -> u64 {
        let (mut left, mut sums) = (cards.bits(), 1);
        // The number of cards is unpredictable and would cause branch mispredictions, so four are
        // added at a time. There are rarely more, and adding an absent card has no effect.
        while left != 0 {
            let mut cards = 0;
            while cards < 4 {
                sums |= sums << self.of_card[left.trailing_zeros() as usize % Self::INDICES];
                left &= left.wrapping_sub(1);
                cards += 1;
            }
        }
        sums
    }

    /// Returns the cards worth at most `max`, which is at most fifteen.
    #[inline]
    #[must_use]
    pub const fn up_to(&self, max: u8) -> CardSet {
        self.up_to[max as usize]
    }

    /// Returns the cards worth exactly `value`, which is from one to fifteen.
    #[inline]
    #[must_use]
    pub const fn exactly(&self, value: u8) -> CardSet {
        self.up_to[value as usize].difference(self.up_to[value as usize - 1])
    }

    /// Returns the deck: four cards of every rank with a value.
    #[must_use]
    pub const fn deck(&self) -> CardSet {
        self.up_to[Self::MAX as usize]
    }
}

engine::string_enum! {
    /// Sums allowed for a capture.
    pub enum Sums {
        /// Table cards must add up to the played card.
        TableSum = "tableSum",
        /// The played card and table cards add up to a further table card, which is taken too.
        HandPlusTable = "handPlusTable",
        /// Table cards add up to the played card, or together with it to a further table card.
        Both = "both",
        /// The played card and table cards add up to fifteen; equal ranks do not matter.
        Fifteen = "fifteen",
    }
}

/// Rules for an ace that captures everything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AceTakesAll {
    /// Whether the ace takes only an ace if one is on the table.
    pub only_an_ace: bool,
    /// Whether the owner of the ace takes it on an empty table.
    pub captured_on_empty: bool,
    /// Whether capturing everything is a sweep.
    pub sweeps: bool,
}

engine::string_enum! {
    /// Obligation to capture.
    pub enum CaptureObligation {
        /// Any card may be laid.
        None = "none",
        /// A card that can capture must capture.
        Card = "card",
        /// No card may be laid while any card of the hand can capture.
        Hand = "hand",
    }

    /// Whether the last card of a deal can make a sweep.
    pub enum LastPlaySweep {
        /// The last card of a deal cannot make a sweep.
        Never = "never",
        /// The last card of a deal makes a sweep if it captures everything.
        IfReallyCaptured = "ifReallyCaptured",
    }

    /// Rule that ends a match.
    pub enum EndMode {
        /// All points count; a single side with the most, and at least the target, wins.
        Total = "total",
        /// Points are added in scoring order, and the first side to reach the target wins.
        OrderedStop = "orderedStop",
        /// Like `Total`, but a tie for the most is broken by the scoring order.
        TieOrdered = "tieOrdered",
    }

    /// Direction of play. Seats are numbered in the order of play, so it is for display only.
    pub enum Direction {
        /// Clockwise play.
        Clockwise = "cw",
        /// Counter-clockwise play.
        CounterClockwise = "ccw",
    }
}
