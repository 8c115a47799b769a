//! Which rules of Gin Rummy are played, of those the sources disagree on.

use super::melds::Deadwood;
use cards::{Card, CardSet, Rank};
use engine::{Field, Preset, Ruleset, SetupError, field, string_enum, value_enum};

/// Which rules are played, of those the sources disagree on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Who may take the first upcard.
    pub first_upcard: FirstUpcard,
    /// Whether the card just taken from the pile may be discarded.
    pub same_card_discard: SameCardDiscard,
    /// Points for an undercut.
    pub undercut_bonus: i32,
    /// Points for gin.
    pub gin_bonus: i32,
    /// Points for each hand won, at the end.
    pub box_bonus: i32,
    /// Points for the game, at the end.
    pub game_bonus: i32,
    /// Whether the game counts twice against a loser without a point.
    pub shutout_double: bool,
    /// What equal counts are after a knock.
    pub equal_knock: EqualKnock,
    /// Points for going out with eleven cards.
    pub big_gin: BigGin,
    /// What happens when two cards are left in the stock.
    pub last_two: LastTwo,
    /// Who deals after a hand that nobody won.
    pub drawn_hand_dealer: DrawnHandDealer,
    /// Who deals after a hand that somebody won.
    pub next_dealer: NextDealer,
    /// With how much one may knock.
    pub knock_limit: KnockLimit,
    /// With how much one may knock where an ace sets the limit.
    pub oklahoma_ace: OklahomaAce,
    /// Whether a hand whose first upcard is a spade counts twice.
    pub spades_double: bool,
    /// Whether runs go round the corner.
    pub corner: bool,
    /// What an unmelded ace counts.
    pub ace_deadwood: i32,
    /// Whether one may lay off against gin.
    pub layoff_on_gin: bool,
    /// The points to reach.
    pub target: i32,
    /// Three games side by side.
    pub hollywood: bool,
}

string_enum! {
    /// Who may take the first upcard. (GR-O1)
    pub enum FirstUpcard {
        /// The non-dealer, who draws as in any other turn.
        FreeDraw = "freeDraw",
        /// The non-dealer, then the dealer; nobody draws before both have passed.
        OfferBoth = "offerBoth",
    }

    /// Whether the card just taken from the pile may be discarded. (GR-O2)
    pub enum SameCardDiscard {
        /// It may.
        Allowed = "allowed",
        /// It may not.
        Forbidden = "forbidden",
    }

    /// What equal counts are after a knock. (GR-O7)
    pub enum EqualKnock {
        /// An undercut.
        Undercut = "undercut",
        /// Nobody scores.
        KnockerZero = "knockerZero",
    }

    /// What happens when two cards are left in the stock. (GR-O9)
    pub enum LastTwo {
        /// The hand is drawn.
        DrawNow = "drawNow",
        /// The other player may still take the last discard, to knock or go gin with it.
        LastDiscardMayWin = "lastDiscardMayWin",
    }

    /// Who deals after a hand that nobody won. (GR-O10)
    pub enum DrawnHandDealer {
        /// The other player.
        Rotate = "rotate",
        /// The same.
        SameDealer = "sameDealer",
    }

    /// Who deals after a hand that somebody won. (GR-O11)
    pub enum NextDealer {
        /// The other player.
        Alternate = "alternate",
        /// The loser of the hand.
        Loser = "loser",
        /// The winner of the hand.
        Winner = "winner",
    }

    /// With how much one may knock. (GR-O12)
    pub enum KnockLimit {
        /// Ten.
        Fixed10 = "fixed10",
        /// What the first upcard counts.
        Oklahoma = "oklahoma",
        /// What the top of the pile counts when the turn begins.
        Floating = "floating",
        /// Nothing: there is only gin.
        GinOnly = "ginOnly",
    }

    /// With how much one may knock where an ace sets the limit. (GR-O13)
    pub enum OklahomaAce {
        /// Nothing: there is only gin.
        GinOnly = "ginOnly",
        /// One.
        One = "one",
    }
}

value_enum! {
    /// Points for going out with eleven cards. (GR-O8)
    pub enum BigGin {
        /// It cannot be done.
        Off = "off",
        /// 31.
        ThirtyOne = 31,
        /// 50.
        Fifty = 50,
    }
}

/// Two play. (GR-R1)
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
    /// What cards count when they are not melded, and how far runs go.
    #[inline]
    #[must_use]
    pub const fn deadwood(&self) -> Deadwood {
        Deadwood { corner: self.corner, ace: self.ace_deadwood as u8 }
    }

    /// The limit where `card` sets it: what it counts, faces ten; an ace as agreed. (GR-R12, GR-R13)
    #[inline]
    #[must_use]
    pub fn limit_of(&self, card: Card) -> u8 {
        match card.rank() {
            Rank::Ace if self.oklahoma_ace == OklahomaAce::GinOnly => 0,
            rank => (rank as u8 + 1).min(HIGHEST_LIMIT),
        }
    }

    /// The limit of a turn that begins with `top` on the pile, in a hand that began with `first`. (GR-O12, GR-S10)
    #[inline]
    pub(super) fn limit(&self, first: Card, top: Card) -> u8 {
        match self.knock_limit {
            KnockLimit::Fixed10 => HIGHEST_LIMIT, // GR-R5
            KnockLimit::Oklahoma => self.limit_of(first),
            KnockLimit::Floating => self.limit_of(top),
            KnockLimit::GinOnly => 0,
        }
    }

    /// Points for going out with eleven cards, if it can be done.
    pub(super) const fn big_gin_bonus(&self) -> Option<i32> {
        match self.big_gin {
            BigGin::Off => None,
            BigGin::ThirtyOne => Some(31),
            BigGin::Fifty => Some(50),
        }
    }
}

/// Nobody knocks with more.
const HIGHEST_LIMIT: u8 = 10;
