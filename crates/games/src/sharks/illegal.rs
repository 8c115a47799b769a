//! Why a seat may not do something.

use super::Card;
use engine::RuleViolation;

/// Why a seat may not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Illegal {
    /// This is the time for something else.
    #[error("this is the time {for_what}")]
    NotNow {
        /// For what.
        for_what: Now,
    },
    /// One bids, pays and gives what one holds.
    #[error("you do not hold so many Capital cards of value {value}")]
    CapitalNotHeld {
        /// The value of which cards are missing.
        value: u8,
    },
    /// A bid is higher than the one before.
    #[error("that comes to {total}, but the bid is {highest}: bid more, or pass")]
    NotHigher {
        /// What was bid.
        total: u16,
        /// What must be exceeded.
        highest: u16,
    },
    /// A bid is raised by adding to it.
    #[error("a bid is raised by adding cards to those you have bid")]
    OnlyAdd,
    /// Only the two cards of the third lot that are down can be turned.
    #[error("turn up a face-down card of the third lot")]
    WrongFlip,
    /// One plays what one holds.
    #[error("you do not hold {tool}")]
    ToolNotHeld {
        /// The Tool.
        tool: Card,
    },
    /// A reaction answers a Tool.
    #[error("{tool} only answers the Tool of another player")]
    OnlyReaction {
        /// The Tool.
        tool: Card,
    },
    /// Only reactions answer a Tool.
    #[error("{tool} cannot be played as an answer")]
    NoReaction {
        /// The Tool.
        tool: Card,
    },
    /// A Tool costs what it costs.
    #[error("the cost of {tool} in Capital cards is {cost}, neither more nor fewer")]
    WrongCost {
        /// The Tool.
        tool: Card,
        /// What it costs.
        cost: u8,
    },
    /// One of two effects is chosen, where there are two.
    #[error("{tool} offers two effects: choose one, a or b")]
    ChooseOne {
        /// The Tool.
        tool: Card,
    },
    /// There is nothing to choose.
    #[error("{tool} offers no choice")]
    NoChoice {
        /// The Tool.
        tool: Card,
    },
    /// The effect cannot be resolved.
    #[error("{tool} cannot be played like this: its effect cannot be resolved")]
    NotResolvable {
        /// The Tool.
        tool: Card,
    },
    /// The first effect of two cannot be resolved.
    #[error("{tool} cannot be played like this: its first effect cannot be resolved")]
    FirstNotResolvable {
        /// The Tool.
        tool: Card,
    },
    /// The chosen effect cannot be resolved.
    #[error("this effect of {tool} cannot be resolved, so it cannot be chosen")]
    ChoiceNotResolvable {
        /// The Tool.
        tool: Card,
    },
    /// So many cards are to be discarded.
    #[error("the number of Capital cards to discard is {number}, neither more nor fewer")]
    GiveExactly {
        /// How many.
        number: u8,
    },
}

/// What it is the time for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Now {
    /// To bid.
    Bid,
    /// To turn up a card.
    Flip,
    /// To play a Tool.
    Tool,
    /// To react.
    React,
    /// To discard Capital.
    Give,
}

impl std::fmt::Display for Now {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Bid => "to bid or to pass",
            Self::Flip => "to turn up a card of the third lot: flip 5 or flip 6",
            Self::Tool => "to play a Tool or to pass",
            Self::React => "to say whether you react: react T01 or noreact",
            Self::Give => "to discard Capital: give and its values",
        })
    }
}

impl RuleViolation for Illegal {
    fn code(&self) -> &'static str {
        match self {
            Self::NotNow { for_what } => match for_what {
                Now::Bid => "time-to-bid",
                Now::Flip => "time-to-flip",
                Now::Tool => "time-for-a-tool",
                Now::React => "time-to-react",
                Now::Give => "time-to-give",
            },
            Self::CapitalNotHeld { .. } => "capital-not-held",
            Self::NotHigher { .. } => "not-higher",
            Self::OnlyAdd => "only-add",
            Self::WrongFlip => "wrong-flip",
            Self::ToolNotHeld { .. } => "tool-not-held",
            Self::OnlyReaction { .. } => "only-reaction",
            Self::NoReaction { .. } => "no-reaction",
            Self::WrongCost { .. } => "wrong-cost",
            Self::ChooseOne { .. } => "choose-one",
            Self::NoChoice { .. } => "no-choice",
            Self::NotResolvable { .. } => "not-resolvable",
            Self::FirstNotResolvable { .. } => "first-not-resolvable",
            Self::ChoiceNotResolvable { .. } => "choice-not-resolvable",
            Self::GiveExactly { .. } => "give-exactly",
        }
    }

    fn rule(&self) -> &'static str {
        match self {
            Self::NotNow { for_what } => match for_what {
                Now::Bid => "SH-R9",
                Now::Flip => "SH-R15",
                Now::Tool => "SH-R16",
                Now::React => "SH-S11",
                Now::Give => "SH-R14",
            },
            Self::CapitalNotHeld { .. } => "SH-R9",
            Self::NotHigher { .. } => "SH-R10",
            Self::OnlyAdd => "SH-O3",
            Self::WrongFlip => "SH-R15",
            Self::ToolNotHeld { .. } => "SH-R16",
            Self::OnlyReaction { .. } | Self::NoReaction { .. } => "SH-R20",
            Self::WrongCost { .. } => "SH-R17",
            Self::ChooseOne { .. } | Self::NoChoice { .. } | Self::ChoiceNotResolvable { .. } => "SH-R19",
            Self::NotResolvable { .. } | Self::FirstNotResolvable { .. } => "SH-R18",
            Self::GiveExactly { .. } => "SH-R14",
        }
    }

    fn params(&self) -> Vec<(&'static str, String)> {
        let named = |tool: &Card| ("tool", tool.to_string());
        match self {
            Self::CapitalNotHeld { value } => vec![("value", value.to_string())],
            Self::NotHigher { total, highest } => {
                vec![("total", total.to_string()), ("highest", highest.to_string())]
            }
            Self::WrongCost { tool, cost } => vec![named(tool), ("cost", cost.to_string())],
            Self::GiveExactly { number } => vec![("number", number.to_string())],
            Self::ToolNotHeld { tool }
            | Self::OnlyReaction { tool }
            | Self::NoReaction { tool }
            | Self::ChooseOne { tool }
            | Self::NoChoice { tool }
            | Self::NotResolvable { tool }
            | Self::FirstNotResolvable { tool }
            | Self::ChoiceNotResolvable { tool } => vec![named(tool)],
            Self::NotNow { .. } | Self::OnlyAdd | Self::WrongFlip => Vec::new(),
        }
    }
}
