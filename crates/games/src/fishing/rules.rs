//! What the fishing games differ in.

use cards::{BySeat, BySide, Card, CardSet, Rank, Seat, SeatSet, Side};

/// What a game tells the shared rules about itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// How many seats the table has.
    pub seats: u8,
    /// Whether seats of equal parity are partners with one pile.
    pub teams: bool,
    /// The cards in play.
    pub deck: CardSet,
    /// How the cards are dealt.
    pub packets: Packets,
    /// The rank of which three or four among the first table cards throw the deal in.
    pub thrown_in: Option<Rank>,
    /// What takes what.
    pub matching: Matching,
    /// Whether one has to take.
    pub obligation: CaptureObligation,
    /// Whether the last card of a deal can make a sweep.
    pub last_play_sweep: LastPlaySweep,
}

impl Rules {
    /// The side that scores for `seat`.
    #[inline]
    #[must_use]
    pub fn side(&self, seat: Seat) -> Side {
        if self.teams { Side::new(seat.index() as u8 % 2) } else { Side::of(seat) }
    }

    /// What each seat has, of what its side has.
    #[must_use]
    pub fn by_seat<T: Copy + Default>(&self, by_side: &BySide<T>) -> BySeat<T> {
        BySeat::new(self.seats, |seat| by_side[self.side(seat)])
    }

    /// The seats of these sides.
    #[must_use]
    pub fn seats_of(&self, sides: impl Fn(Side) -> bool) -> SeatSet {
        Seat::all(self.seats).filter(|seat| sides(self.side(*seat))).collect()
    }

    /// How many sides there are.
    #[must_use]
    pub fn sides(&self) -> u8 {
        if self.teams { 2 } else { self.seats }
    }
}

/// How the cards are dealt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Packets {
    /// Cards in the first hands.
    pub first: u8,
    /// Cards laid out on the table.
    pub table: u8,
}

/// Cards in every later packet.
pub(super) const LATER_PACKET: u8 = 3;

/// What takes what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Matching {
    /// What the ranks count.
    pub values: &'static Values,
    /// Whether a card takes all cards of its rank, and not just one.
    pub all_of_rank: bool,
    /// What is added up to what.
    pub sums: Sums,
    /// Whether, and how, an ace takes everything.
    pub ace: Option<AceTakesAll>,
}

/// What the ranks count, and which cards count little enough.
#[derive(PartialEq, Eq, Debug)]
pub struct Values {
    /// By index: what each card counts, and nothing beyond the cards.
    of_card: [u8; Values::INDICES],
    /// `up_to[v]`: the cards that count at most `v`. It spares the search for sums every card that is too big.
    up_to: [CardSet; Values::MAX_SUM as usize + 1],
}

impl Values {
    /// No card counts more.
    pub const MAX: u8 = 10;
    /// No sum that is looked for counts more.
    const MAX_SUM: u8 = 15;
    /// As many as seven bits tell apart, so that a look-up need not be checked, and what is looked up for the lowest of no bits is there.
    const INDICES: usize = 128;

    /// The values of a deck in which a rank that is not in it counts 0.
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

    /// What `card` counts.
    #[inline]
    #[must_use]
    pub const fn of(&self, card: Card) -> u8 {
        self.of_card[card.index() as usize % Self::INDICES]
    }

    /// What `cards` count together.
    #[must_use]
    pub fn sum(&self, cards: CardSet) -> u32 {
        cards.iter().map(|card| u32::from(self.of(card))).sum()
    }

    /// Bit `n`: some of `cards` count `n` together. Higher sums fall off at the top, where nobody looks.
    #[inline]
    pub(crate) const fn sums(&self, cards: CardSet) -> u64 {
        let (mut left, mut sums) = (cards.bits(), 1);
        // How many cards lie on a table nobody can foretell, a processor neither; but seldom are there more than four, and what is
        // added where none is left counts nothing.
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

    /// The cards that count at most `most`, which is no more than fifteen.
    #[inline]
    #[must_use]
    pub const fn up_to(&self, max: u8) -> CardSet {
        self.up_to[max as usize]
    }

    /// The cards that count exactly `value`, which is from one to fifteen.
    #[inline]
    #[must_use]
    pub const fn exactly(&self, value: u8) -> CardSet {
        self.up_to[value as usize].difference(self.up_to[value as usize - 1])
    }

    /// The deck: four cards of every rank that counts.
    #[must_use]
    pub const fn deck(&self) -> CardSet {
        self.up_to[Self::MAX as usize]
    }
}

engine::string_enum! {
    /// What is added up to what.
    pub enum Sums {
        /// Table cards add up to the played card.
        TableSum = "tableSum",
        /// The played card and table cards add up to one further table card, which is taken with them.
        HandPlusTable = "handPlusTable",
        /// Either.
        Both = "both",
        /// The played card and table cards add up to fifteen; equal ranks mean nothing.
        Fifteen = "fifteen",
    }
}

/// How an ace takes everything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AceTakesAll {
    /// Whether, when an ace lies on the table, it takes only an ace.
    pub only_an_ace: bool,
    /// Whether, on an empty table, its owner takes it.
    pub captured_on_empty: bool,
    /// Whether taking everything is a sweep.
    pub sweeps: bool,
}

engine::string_enum! {
    /// Whether one has to take.
    pub enum CaptureObligation {
        /// Any card may be laid.
        None = "none",
        /// A card that can take must take.
        Card = "card",
        /// While any card of the hand can take, none may be laid.
        Hand = "hand",
    }

    /// Whether the last card of a deal can make a sweep.
    pub enum LastPlaySweep {
        /// No.
        Never = "never",
        /// If it takes everything.
        IfReallyCaptured = "ifReallyCaptured",
    }

    /// How the end of a match is found.
    pub enum EndMode {
        /// Everything is counted; one side alone with the most, and at least the target, has won.
        Total = "total",
        /// Points are added one by one in the counting order, and the first side to reach the target has won.
        OrderedStop = "orderedStop",
        /// As `Total`, but sides that share the most are told apart by counting again in order.
        TieOrdered = "tieOrdered",
    }

    /// Which way round the table play goes. Seats are numbered in the order of play, so it is for show only.
    pub enum Direction {
        /// Clockwise.
        Clockwise = "cw",
        /// Counter-clockwise.
        CounterClockwise = "ccw",
    }
}
