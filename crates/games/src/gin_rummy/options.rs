//! Options: the rules on which the sources disagree.

use super::melds::Deadwood;
use cards::{Card, CardSet, Rank};
use engine::{Dependence, Field, Preset, Ruleset, SetupError, Values, field, string_enum, value_enum};

/// Rules on which the sources disagree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Seats that may take the first upcard.
    pub first_upcard: FirstUpcard,
    /// Whether the card just taken from the pile may be discarded.
    pub same_card_discard: SameCardDiscard,
    /// Points for an undercut.
    pub undercut_bonus: i32,
    /// Points for gin.
    pub gin_bonus: i32,
    /// Points for each hand won, at the end of the match.
    pub box_bonus: i32,
    /// Points for the game, at the end of the match.
    pub game_bonus: i32,
    /// Whether the game bonus doubles against a loser without a point.
    pub shutout_double: bool,
    /// Result of a knock with equal deadwood.
    pub equal_knock: EqualKnock,
    /// Points for going out with eleven cards.
    pub big_gin: BigGin,
    /// Consequence of two cards left in the stock.
    pub last_two: LastTwo,
    /// Dealer after a drawn hand.
    pub drawn_hand_dealer: DrawnHandDealer,
    /// Dealer after a hand with a winner.
    pub next_dealer: NextDealer,
    /// Most deadwood that allows a knock.
    pub knock_limit: KnockLimit,
    /// Knock limit if an ace sets it.
    pub oklahoma_ace: OklahomaAce,
    /// Whether a hand counts double if its first upcard is a spade.
    pub spades_double: bool,
    /// Whether runs may turn the corner.
    pub corner: bool,
    /// Deadwood value of an ace.
    pub ace_deadwood: i32,
    /// Whether lay-offs are allowed against gin.
    pub layoff_on_gin: bool,
    /// Score that ends the game.
    pub target: i32,
    /// Whether three games are scored side by side.
    pub hollywood: bool,
}

string_enum! {
    /// Seats that may take the first upcard. (GR-O1)
    pub enum FirstUpcard {
        /// Only the non-dealer may take the first upcard, and draws as in any other turn.
        FreeDraw = "freeDraw",
        /// The non-dealer, then the dealer may take the first upcard. After two passes the non-dealer draws
        /// from the stock.
        OfferBoth = "offerBoth",
    }

    /// Whether the card just taken from the pile may be discarded. (GR-O2)
    pub enum SameCardDiscard {
        /// The card may be discarded.
        Allowed = "allowed",
        /// The card may not be discarded.
        Forbidden = "forbidden",
    }

    /// Result of a knock with equal deadwood. (GR-O7)
    pub enum EqualKnock {
        /// A knock with equal deadwood is an undercut.
        Undercut = "undercut",
        /// The knock scores no points.
        KnockerZero = "knockerZero",
    }

    /// Consequence of two cards left in the stock. (GR-O9)
    pub enum LastTwo {
        /// The hand is drawn at once.
        DrawNow = "drawNow",
        /// The opponent may still take the last discard to go out with it.
        LastDiscardMayWin = "lastDiscardMayWin",
    }

    /// Dealer after a drawn hand. (GR-O10)
    pub enum DrawnHandDealer {
        /// The other player deals.
        Rotate = "rotate",
        /// The same player deals again.
        SameDealer = "sameDealer",
    }

    /// Dealer after a hand with a winner. (GR-O11)
    pub enum NextDealer {
        /// The other player deals.
        Alternate = "alternate",
        /// The loser of the hand deals.
        Loser = "loser",
        /// The winner of the hand deals.
        Winner = "winner",
    }

    /// Most deadwood that allows a knock. (GR-O12)
    pub enum KnockLimit {
        /// The knock limit is ten.
        Fixed10 = "fixed10",
        /// The knock limit is the value of the first upcard.
        Oklahoma = "oklahoma",
        /// The knock limit is the value of the top of the pile at the start of the turn.
        Floating = "floating",
        /// The knock limit is zero: only gin is possible.
        GinOnly = "ginOnly",
    }

    /// Knock limit if an ace sets it. (GR-O13)
    pub enum OklahomaAce {
        /// An ace sets the limit to zero: only gin is possible.
        GinOnly = "ginOnly",
        /// An ace sets the limit to one.
        One = "one",
    }
}

value_enum! {
    /// Points for going out with eleven cards. (GR-O8)
    pub enum BigGin {
        /// Big gin is not played.
        Off = "off",
        /// Big gin scores 31 points.
        ThirtyOne = 31,
        /// Big gin scores 50 points.
        Fifty = 50,
    }
}

/// Number of seats. (GR-R1)
pub(super) const SEATS: u8 = 2;

impl Ruleset for Options {
    type Card = Card;

    const PRESETS: &'static [Preset] = &[
        Preset::new(
            "house",
            &[SEATS],
            "Parlett, Penguin Book of Card Games",
            "first upcard offered to both, no re-discard",
        ),
        Preset::new("denexa", &[SEATS], "Denexa, Gin Rummy", "GR-R1 to GR-R10"),
        Preset::new(
            "classic",
            &[SEATS],
            "The game as clubs play it",
            "undercut 25, shut-out doubles, big gin 31",
        ),
        Preset::new("pagat", &[SEATS], "Pagat, Gin Rummy", "bonuses of 20, loser deals"),
        Preset::new("corner-denexa", &[SEATS], "Denexa, Around-the-Corner", "GR-R14"),
        Preset::new("corner-book", &[SEATS], "Around-the-Corner as books give it", "GR-O15"),
    ];

    const FIELDS: &'static [Field<Self>] = &[
        field!("target", "GR-O16", target, number in [100, 125, 150, 200, 250]),
        field!("knockLimit", "GR-O12", knock_limit, words KnockLimit),
        field!("oklahomaAce", "GR-O13", oklahoma_ace, words OklahomaAce),
        field!("spadesDouble", "GR-O14", spades_double, flag),
        field!("hollywood", "GR-O17", hollywood, flag),
        field!("bigGin", "GR-O8", big_gin, choice BigGin),
        field!("ginBonus", "GR-O4", gin_bonus, number in [20, 25]),
        field!("undercutBonus", "GR-O3", undercut_bonus, number in [10, 20, 25]),
        field!("equalKnock", "GR-O7", equal_knock, words EqualKnock),
        field!("gameBonus", "GR-O6", game_bonus, number in [100]),
        field!("boxBonus", "GR-O5", box_bonus, number in [20, 25]),
        field!("shutoutDouble", "GR-O6", shutout_double, flag),
        field!("firstUpcard", "GR-O1", first_upcard, words FirstUpcard),
        field!("sameCardDiscard", "GR-O2", same_card_discard, words SameCardDiscard),
        field!("lastTwo", "GR-O9", last_two, words LastTwo),
        field!("nextDealer", "GR-O11", next_dealer, words NextDealer),
        field!("drawnHandDealer", "GR-O10", drawn_hand_dealer, words DrawnHandDealer),
        field!("corner", "GR-O15", corner, flag),
        field!("aceDeadwood", "GR-O15", ace_deadwood, number in [1, 15]),
        field!("layoffOnGin", "GR-O15", layoff_on_gin, flag),
    ];

    const DEPENDENCES: &'static [Dependence] = &[Dependence {
        keys: &["oklahomaAce"],
        on: "knockLimit",
        values: || Values::one_of([KnockLimit::Oklahoma, KnockLimit::Floating].map(KnockLimit::name)),
    }];

    fn preset(preset: &'static Preset, _seats: u8) -> Self {
        let house = Self {
            first_upcard: FirstUpcard::OfferBoth,
            same_card_discard: SameCardDiscard::Forbidden,
            undercut_bonus: 10,
            gin_bonus: 25,
            box_bonus: 25,
            game_bonus: 100,
            shutout_double: false,
            equal_knock: EqualKnock::Undercut,
            big_gin: BigGin::Off,
            last_two: LastTwo::DrawNow,
            drawn_hand_dealer: DrawnHandDealer::Rotate,
            next_dealer: NextDealer::Alternate,
            knock_limit: KnockLimit::Fixed10,
            oklahoma_ace: OklahomaAce::GinOnly,
            spades_double: false,
            corner: false,
            ace_deadwood: 1,
            layoff_on_gin: false,
            target: 100,
            hollywood: false,
        };
        let denexa = Self {
            first_upcard: FirstUpcard::FreeDraw,
            same_card_discard: SameCardDiscard::Allowed,
            ..house
        };
        match preset.id {
            "denexa" => denexa,
            "corner-denexa" => Self { corner: true, ..denexa },
            "classic" => Self {
                undercut_bonus: 25,
                shutout_double: true,
                big_gin: BigGin::ThirtyOne,
                drawn_hand_dealer: DrawnHandDealer::SameDealer,
                ..house
            },
            "pagat" => Self {
                gin_bonus: 20,
                box_bonus: 20,
                shutout_double: true,
                drawn_hand_dealer: DrawnHandDealer::SameDealer,
                next_dealer: NextDealer::Loser,
                ..house
            },
            "corner-book" => Self {
                corner: true,
                ace_deadwood: 15,
                layoff_on_gin: true,
                gin_bonus: 20,
                undercut_bonus: 20,
                box_bonus: 20,
                target: 125,
                ..house
            },
            _ => house,
        }
    }

    fn check(&self) -> Result<(), SetupError> {
        Ok(())
    }

    fn seats(&self) -> u8 {
        SEATS
    }

    fn deck(&self) -> Vec<Card> {
        CardSet::FULL.into()
    }
}

impl Options {
    /// Returns the rules that determine deadwood.
    #[inline]
    #[must_use]
    pub const fn deadwood(&self) -> Deadwood {
        Deadwood { corner: self.corner, ace: self.ace_deadwood as u8 }
    }

    /// Returns the knock limit that `card` sets: ten for face cards, otherwise the number. The
    /// options set the limit of an ace. (GR-R12, GR-R13)
    #[inline]
    #[must_use]
    pub fn limit_of(&self, card: Card) -> u8 {
        match card.rank() {
            Rank::Ace if self.oklahoma_ace == OklahomaAce::GinOnly => 0,
            rank => (rank as u8 + 1).min(HIGHEST_LIMIT),
        }
    }

    /// Returns the knock limit of a turn that begins with `top` on the pile. `first` is the first
    /// upcard. (GR-O12, GR-S10)
    #[inline]
    pub(super) fn limit(&self, first: Card, top: Card) -> u8 {
        match self.knock_limit {
            KnockLimit::Fixed10 => HIGHEST_LIMIT, // GR-R5
            KnockLimit::Oklahoma => self.limit_of(first),
            KnockLimit::Floating => self.limit_of(top),
            KnockLimit::GinOnly => 0,
        }
    }

    /// Returns the points for going out with eleven cards, or `None` if it is not allowed.
    pub(super) const fn big_gin_bonus(&self) -> Option<i32> {
        match self.big_gin {
            BigGin::Off => None,
            BigGin::ThirtyOne => Some(31),
            BigGin::Fifty => Some(50),
        }
    }
}

/// Highest knock limit that any rule sets.
const HIGHEST_LIMIT: u8 = 10;
