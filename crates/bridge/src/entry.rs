//! Entries of a score sheet: the score of a deal, line by line.

use super::{Contract, Doubling, Options, Side, UndertrickVulnerable};
use cards::{Card, CardSet, Rank};
use dds::{Direction, Strain};

/// Points below the line that make a game. (BR-R8)
pub const GAME: i32 = 100;

/// Category of an entry on the score sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Category {
    /// Tricks bid and made, the only entry below the line. (BR-R7)
    Tricks,
    /// Points for overtricks. (BR-R9)
    Overtricks,
    /// Bonus for a slam, of twelve or thirteen tricks. (BR-R11)
    Slam,
    /// A doubled contract that was made. (BR-R11)
    Insult,
    /// Points of the defenders for undertricks. (BR-R13)
    Undertricks,
    /// Points for the highest trumps in one hand, or for four aces. (BR-R10)
    Honors,
    /// Bonus for a game, in a mode without rubbers.
    Game,
    /// Bonus for a part-score, in a mode without rubbers.
    PartScore,
}

impl Category {
    /// Returns the category's key in translations.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tricks => "tricks",
            Self::Overtricks => "overtricks",
            Self::Slam => "slam",
            Self::Insult => "insult",
            Self::Undertricks => "undertricks",
            Self::Honors => "honors",
            Self::Game => "game",
            Self::PartScore => "partScore",
        }
    }

    /// Returns the numbers of the rules for the category.
    #[must_use]
    pub const fn rules(self) -> &'static [&'static str] {
        match self {
            Self::Tricks => &["BR-R7"],
            Self::Overtricks => &["BR-R9"],
            Self::Slam => &["BR-R11", "BR-S10", "BR-O3"],
            Self::Insult => &["BR-R11", "BR-O4"],
            Self::Undertricks => &["BR-R13", "BR-O2", "BR-O8"],
            Self::Honors => &["BR-R10", "BR-S9"],
            Self::Game | Self::PartScore => &["BR-O7"],
        }
    }

    /// Returns whether the category is entered below the line and counts towards a game.
    #[must_use]
    pub const fn is_below(self) -> bool {
        matches!(self, Self::Tricks)
    }
}

/// Entry on the score sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Category of the entry.
    pub category: Category,
    /// Side that scores.
    pub side: Side,
    /// Number of tricks or honors; 12 or 13 for a slam.
    pub amount: u8,
    /// Points of the entry.
    pub points: i32,
}

/// Maximum number of entries per deal: tricks, overtricks, slam, insult, honors and a game.
const MAX: usize = 6;

/// Entries of one deal on the score sheet.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Entries {
    items: [Option<Entry>; MAX],
}

impl Entries {
    /// No entries: no points were scored.
    pub const NONE: Self = Self { items: [None; MAX] };

    /// Adds an entry to the deal.
    pub(super) fn write(&mut self, entry: Entry) {
        let free = self.items.iter_mut().find(|item| item.is_none());
        *free.expect("a deal makes so many entries at most") = Some(entry);
    }

    /// Iterates over the entries in order.
    pub fn iter(&self) -> impl Iterator<Item = Entry> + '_ {
        self.items.iter().flatten().copied()
    }

    /// Returns the points of a side below and above the line.
    #[must_use]
    pub fn points(&self, side: Side) -> (i32, i32) {
        self.iter().filter(|entry| entry.side == side).fold((0, 0), |(below, above), entry| {
            if entry.category.is_below() {
                (below + entry.points, above)
            } else {
                (below, above + entry.points)
            }
        })
    }
}

impl std::fmt::Debug for Entries {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// Contract that was played, with its result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// Contract that was played.
    pub contract: Contract,
    /// Declarer of the contract.
    pub declarer: Direction,
    /// Tricks of declarer's side.
    pub tricks: u8,
}

impl Played {
    /// Returns the number of overtricks; negative for undertricks.
    ///
    /// ```
    /// use bridge::{Bid, Contract, Doubling, Played};
    /// use dds::{Direction, Strain};
    /// let contract = |bid| Contract { bid, doubling: Doubling::Doubled };
    /// let bid = Bid::new(3, Strain::Notrump);
    /// let played = bid.map(|bid| Played { contract: contract(bid), declarer: Direction::West, tricks: 7 });
    /// assert_eq!(played.map(|played| played.margin()), Some(-2));
    /// ```
    #[must_use]
    pub const fn margin(&self) -> i32 {
        self.tricks as i32 - self.contract.bid.level.tricks() as i32
    }

    /// Returns the entries of the contract, without honors and bonuses for games. `vulnerable` is
    /// per side.
    ///
    /// ```
    /// use bridge::{Bid, Contract, Doubling, Options, Played, Side};
    /// use dds::{Direction, Strain};
    /// use engine::Setup;
    /// let options = Setup::<Options>::new(Some("rubber"), 4, Default::default())?.options;
    /// let bid = Bid::new(4, Strain::Hearts).ok_or("there is such a bid")?;
    /// let contract = Contract { bid, doubling: Doubling::Undoubled };
    /// let played = Played { contract, declarer: Direction::South, tricks: 11 };
    /// // Four times 30 below the line, an overtrick above it.
    /// assert_eq!(played.entries(&options, [false; 2]).points(Side::NorthSouth), (120, 30));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn entries(&self, options: &Options, vulnerable: [bool; 2]) -> Entries {
        let side = Side::of(self.declarer);
        if self.margin() < 0 {
            self.undertricks(options, side, vulnerable)
        } else {
            self.made(options, side, vulnerable)
        }
    }

    /// Returns the duplicate score of North and South; negative if East and West score. `vulnerable` is per side.
    ///
    /// ```
    /// use bridge::{Bid, Contract, Doubling, Played};
    /// use dds::{Direction, Strain};
    /// let bid = Bid::new(2, Strain::Spades).ok_or("there is such a bid")?;
    /// let contract = Contract { bid, doubling: Doubling::Redoubled };
    /// let played = Played { contract, declarer: Direction::West, tricks: 8 };
    /// // 240 for the tricks, 500 for the game and 100 for the insult.
    /// assert_eq!(played.duplicate_score([false, true]), -840);
    /// assert_eq!(Played { tricks: 7, ..played }.duplicate_score([false, true]), 400);
    /// # Ok::<(), &str>(())
    /// ```
    #[must_use]
    pub fn duplicate_score(&self, vulnerable: [bool; 2]) -> i32 {
        let side = Side::of(self.declarer);
        let entries = self.entries(&Options::DUPLICATE, vulnerable);
        let sum = |side| {
            let (below, above) = entries.points(side);
            below + above
        };
        let bonus = duplicate_bonus(entries.points(side).0, vulnerable[side as usize]);
        let score = sum(side) - sum(side.other()) + bonus.map_or(0, |(_, points)| points);
        match side {
            Side::NorthSouth => score,
            Side::EastWest => -score,
        }
    }

    fn made(&self, options: &Options, side: Side, vulnerable: [bool; 2]) -> Entries {
        let Contract { bid, doubling } = self.contract;
        let vulnerable = vulnerable[side as usize];
        let mut entries = Entries::NONE;
        let mut write = |category, amount, points| {
            if points != 0 {
                entries.write(Entry { category, side, amount, points });
            }
        };
        let odd = bid.level.odd_tricks();
        let (first, each) = trick_values(bid.strain);
        write(Category::Tricks, odd, (first + each * i32::from(odd)) * doubling.factor());
        // BR-R9
        let over = self.tricks - bid.level.tricks();
        let each_over = match (doubling, vulnerable) {
            (Doubling::Undoubled, _) => each,
            (Doubling::Doubled, false) => 100,
            (Doubling::Doubled, true) | (Doubling::Redoubled, false) => 200,
            (Doubling::Redoubled, true) => 400,
        };
        write(Category::Overtricks, over, each_over * i32::from(over));
        // BR-R11, BR-S10, BR-O3
        let slam = if options.slam_needs_bid { bid.level.tricks() } else { self.tricks };
        let bonus = match (slam, vulnerable) {
            (12, false) => 500,
            (12, true) => 750,
            (13, false) => 1000,
            (13, true) => 1500,
            _ => 0,
        };
        write(Category::Slam, slam, bonus);
        // BR-R11, BR-O4
        let insult = match doubling {
            Doubling::Undoubled => 0,
            Doubling::Doubled => 50,
            Doubling::Redoubled => options.redouble_insult,
        };
        write(Category::Insult, odd, insult);
        entries
    }

    /// Returns the undertricks as the only entry, for the defenders. (BR-R13)
    fn undertricks(&self, options: &Options, side: Side, vulnerable: [bool; 2]) -> Entries {
        let priced_by = match options.undertrick_vulnerable {
            UndertrickVulnerable::Declarer => side,
            UndertrickVulnerable::Defenders => side.other(), // BR-O2
        };
        let vulnerable = vulnerable[priced_by as usize];
        let down = self.contract.bid.level.tricks() - self.tricks;
        let doubled: i32 = (1..=down)
            .map(|number| match (vulnerable, number) {
                (false, 1) => 100,
                (false, 2 | 3) | (true, 1) => 200,
                (false, _) => options.fourth_undertrick, // BR-O8
                (true, _) => 300,
            })
            .sum();
        let points = match self.contract.doubling {
            Doubling::Undoubled => i32::from(down) * if vulnerable { 100 } else { 50 },
            Doubling::Doubled => doubled,
            Doubling::Redoubled => 2 * doubled,
        };
        let mut entries = Entries::NONE;
        let entry = Entry { category: Category::Undertricks, side: side.other(), amount: down, points };
        entries.write(entry);
        entries
    }
}

/// Returns the bonus for a game, in modes without rubbers.
pub(super) const fn game_points(vulnerable: bool) -> i32 {
    if vulnerable { 500 } else { 300 }
}

/// Returns the bonus at duplicate for the points of the tricks, if the contract was made. (BR-O7)
pub(super) const fn duplicate_bonus(tricks: i32, vulnerable: bool) -> Option<(Category, i32)> {
    match tricks {
        0 => None,
        GAME.. => Some((Category::Game, game_points(vulnerable))),
        _ => Some((Category::PartScore, 50)),
    }
}

/// Returns the additional points of the first odd trick, and the points of each. (BR-R7)
const fn trick_values(strain: Strain) -> (i32, i32) {
    match strain {
        Strain::Clubs | Strain::Diamonds => (0, 20),
        Strain::Hearts | Strain::Spades => (0, 30),
        Strain::Notrump => (10, 30),
    }
}

const ACES: CardSet = CardSet::of_rank(Rank::Ace);

/// Returns the number of honors of a hand of thirteen and their points, or `None`. (BR-R10, BR-S9)
///
/// ```
/// use cards::CardSet;
/// use dds::Strain;
/// use bridge::honors;
/// let hand: CardSet = cards::parse_cards("As Ks Qs Js Ts 9h 8h 7h 6d 5d 4d 3c 2c")?.into_iter().collect();
/// assert_eq!(honors(hand, Strain::Spades), Some((5, 150)));
/// assert_eq!(honors(hand, Strain::Hearts), None);
/// # Ok::<(), cards::ParseCardError>(())
/// ```
#[must_use]
pub fn honors(hand: CardSet, strain: Strain) -> Option<(u8, i32)> {
    const TOP: [Rank; 5] = [Rank::Ace, Rank::King, Rank::Queen, Rank::Jack, Rank::Ten];
    match strain.trumps() {
        None if hand.contains_all(ACES) => Some((4, 150)),
        None => None,
        Some(trumps) => match TOP.iter().filter(|rank| hand.contains(Card::new(**rank, trumps))).count() {
            5 => Some((5, 150)),
            4 => Some((4, 100)),
            _ => None,
        },
    }
}
