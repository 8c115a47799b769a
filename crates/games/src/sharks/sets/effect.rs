//! Effects of cards.

/// Side of a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The card is face up.
    Up,
    /// The card is face down.
    Down,
}

/// Effect of a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// The player draws this number of Capital cards.
    DrawCapital(u8),
    /// The player draws this number of Tools.
    DrawTools(u8),
    /// The player draws this number of Capital cards for each own face-up Investment.
    DrawCapitalPerUp(u8),
    /// The player turns an own Investment to this side. Turning it up brings its bonus.
    TurnOwn(Side),
    /// The player turns an Investment of another player to this side.
    TurnOther(Side),
    /// The player discards an own Investment.
    DiscardOwn,
    /// Take a face-down Investment from a player who has more Investments.
    TakeDown,
    /// The player swaps an own face-down Investment with one of another player.
    SwapDown,
    /// The player looks at a face-down Investment in the row or any portfolio.
    Look,
    /// The player turns an Investment in the row to this side.
    TurnRow(Side),
    /// The player exchanges two Investments of different lots in the row.
    ExchangeRow,
    /// Another player discards this number of Capital cards of their choice.
    OtherDiscardsCapital(u8),
    /// Every other player discards this number of Capital cards of their choice.
    OthersDiscardCapital(u8),
    /// The player takes a random Tool from another player.
    TakeTool,
    /// Cancel the Tool that was just played.
    Cancel,
}

/// Kind of a Tool, by its effects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The Tool answers the Tool of another player.
    Reaction,
    /// The Tool has one effect.
    Single,
    /// The second effect follows the first, as far as possible. (SH-R18)
    TwoPart,
    /// One of two effects is chosen. (SH-R19)
    ChooseOne,
}

impl Kind {
    pub(super) const ALL: [(Self, &'static str, &'static str); 4] = [
        (Self::Reaction, "reaction", "reaction"),
        (Self::Single, "single", "single"),
        (Self::TwoPart, "two-part", "twoPart"),
        (Self::ChooseOne, "choose-one", "chooseOne"),
    ];

    /// Returns the effect's key in translations.
    #[must_use]
    pub fn key(self) -> &'static str {
        Self::ALL.iter().find(|(kind, ..)| *kind == self).map_or("", |(_, _, key)| key)
    }

    /// Returns the number of effects of this kind.
    #[must_use]
    pub const fn effects(self) -> usize {
        match self {
            Self::Reaction | Self::Single => 1,
            Self::TwoPart | Self::ChooseOne => 2,
        }
    }
}

/// Effects with their names in set files and their keys in translations. Effects with a number have
/// 1 here.
pub(super) const EFFECTS: &[(Effect, &str, &str)] = &[
    (Effect::DrawCapital(1), "draw-capital", "drawCapital"),
    (Effect::DrawTools(1), "draw-tool", "drawTool"),
    (Effect::DrawCapitalPerUp(1), "draw-capital-per-up", "drawCapitalPerUp"),
    (Effect::TurnOwn(Side::Up), "turn-own-up", "turnOwnUp"),
    (Effect::TurnOwn(Side::Down), "turn-own-down", "turnOwnDown"),
    (Effect::TurnOther(Side::Up), "turn-other-up", "turnOtherUp"),
    (Effect::TurnOther(Side::Down), "turn-other-down", "turnOtherDown"),
    (Effect::DiscardOwn, "discard-own", "discardOwn"),
    (Effect::TakeDown, "take-down", "takeDown"),
    (Effect::SwapDown, "swap-down", "swapDown"),
    (Effect::Look, "look", "look"),
    (Effect::TurnRow(Side::Up), "turn-row-up", "turnRowUp"),
    (Effect::TurnRow(Side::Down), "turn-row-down", "turnRowDown"),
    (Effect::ExchangeRow, "exchange-row", "exchangeRow"),
    (Effect::OtherDiscardsCapital(1), "other-discards-capital", "otherDiscardsCapital"),
    (Effect::OthersDiscardCapital(1), "others-discard-capital", "othersDiscardCapital"),
    (Effect::TakeTool, "take-tool", "takeTool"),
    (Effect::Cancel, "cancel", "cancel"),
];

impl Effect {
    /// Returns the kind's key in translations.
    #[must_use]
    pub fn key(self) -> &'static str {
        EFFECTS
            .iter()
            .find(|(effect, ..)| effect.with_number(1) == self.with_number(1))
            .map_or("", |(_, _, key)| key)
    }

    /// Returns the number in the effect, if it has one.
    #[must_use]
    pub const fn number(self) -> Option<u8> {
        match self {
            Self::DrawCapital(number)
            | Self::DrawTools(number)
            | Self::DrawCapitalPerUp(number)
            | Self::OtherDiscardsCapital(number)
            | Self::OthersDiscardCapital(number) => Some(number),
            _ => None,
        }
    }

    /// Returns the effect with another number, if it has one.
    pub(super) const fn with_number(self, number: u8) -> Self {
        match self {
            Self::DrawCapital(_) => Self::DrawCapital(number),
            Self::DrawTools(_) => Self::DrawTools(number),
            Self::DrawCapitalPerUp(_) => Self::DrawCapitalPerUp(number),
            Self::OtherDiscardsCapital(_) => Self::OtherDiscardsCapital(number),
            Self::OthersDiscardCapital(_) => Self::OthersDiscardCapital(number),
            plain => plain,
        }
    }

    /// Whether the effect may be a bonus in a custom set, because it requires no choice.
    #[cfg(feature = "own-sets")]
    pub(super) const fn may_be_bonus(self) -> bool {
        matches!(self, Self::DrawCapital(_) | Self::DrawTools(_) | Self::OthersDiscardCapital(_))
    }
}
