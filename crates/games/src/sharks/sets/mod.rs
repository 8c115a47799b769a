//! Card sets: what the Investments and Tools are. The house has one; others are read from text that people write.
//!
//! * [`Effect`]: the closed vocabulary of what a card can do.
//! * [`Set::read`]: from text to a set, or the line that is wrong.

mod effect;
mod read;

pub use effect::{Effect, Kind, Side};
pub use read::{Problem, SetError};

use super::Card;
use super::card::{MAX_INVESTMENT, MAX_TOOL, MAX_VALUE};
use super::counts::{Capital, Tools};
use engine::{CardInfo, CardSetInfo, CardSets, EffectInfo};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The most Capital cards of a set.
pub const MAX_CAPITAL: usize = 96;
/// The most Tools of a set.
pub const MAX_TOOLS: usize = 64;
/// The most Investments of a set.
pub const MAX_INVESTMENTS: usize = 48;
/// The most effects of a bonus.
pub(super) const MAX_BONUS: usize = 3;

/// A card set.
#[derive(PartialEq, Eq, Debug)]
pub struct Set {
    id: String,
    capital: Capital,
    copies: Tools,
    investments: [Option<Investment>; MAX_INVESTMENT as usize + 1],
    tools: [Option<Tool>; MAX_TOOL as usize + 1],
    /// What the cards are called, by language.
    names: BTreeMap<Card, BTreeMap<String, String>>,
}

/// What an Investment is worth and brings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Investment {
    /// What it counts at the end.
    pub value: i8,
    /// What its owner gets when it is secured face up, and whenever they turn it up.
    pub bonus: [Option<Effect>; MAX_BONUS],
}

/// What a Tool costs and does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tool {
    /// How many Capital cards it costs.
    pub cost: u8,
    /// How its effects go together.
    pub kind: Kind,
    /// The effects.
    pub effects: [Option<Effect>; 2],
}

/// The name of the set that the house has.
pub const HOUSE_ID: &str = "house";

/// The set that the house has.
pub(super) static HOUSE: LazyLock<&'static Set> = LazyLock::new(|| {
    let set = Set::read(include_str!("../../../../../sets/house.toml"));
    Box::leak(Box::new(set.expect("the set of the house is right: a test reads it")))
});

/// The sets the game can be played with: that of the house, and those somebody has.
pub(super) fn available(sets: &CardSets) -> impl Iterator<Item = &'static Set> {
    std::iter::once(*HOUSE).chain(sets.of::<Set>())
}

impl Set {
    /// Reads a set. (`docs/sets.md`)
    ///
    /// # Errors
    ///
    /// What is wrong, and in which line.
    pub fn read(text: &str) -> Result<Self, SetError> {
        read::read(text)
    }

    /// Its name in records.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// How many Capital cards of each value.
    #[must_use]
    pub fn capital(&self) -> Capital {
        self.capital
    }

    /// How many copies of each Tool.
    #[must_use]
    pub fn copies(&self) -> Tools {
        self.copies
    }

    /// The numbers of the Investments.
    pub fn investments(&self) -> impl Iterator<Item = u8> {
        (1..=MAX_INVESTMENT).filter(|number| self.investments[usize::from(*number)].is_some())
    }

    /// The Investment of this number; one that is worth nothing, if there is none.
    #[must_use]
    #[inline]
    pub fn investment(&self, number: u8) -> Investment {
        self.investments[usize::from(number)].unwrap_or(Investment { value: 0, bonus: [None; MAX_BONUS] })
    }

    /// What these Investments are worth together. (SH-R25)
    #[must_use]
    pub fn worth(&self, investments: impl Iterator<Item = u8>) -> i32 {
        investments.map(|number| i32::from(self.investment(number).value)).sum()
    }

    /// The Tool of this number, if there is one.
    #[must_use]
    #[inline]
    pub fn tool(&self, number: u8) -> Option<Tool> {
        self.tools.get(usize::from(number)).copied().flatten()
    }

    /// The Tool of this number, if it is a reaction.
    pub(super) fn is_reaction(&self, number: u8) -> bool {
        self.tool(number).is_some_and(|tool| tool.kind == Kind::Reaction)
    }

    /// Whether there are reactions at all.
    #[must_use]
    pub fn has_reactions(&self) -> bool {
        self.copies.kinds().any(|(number, _)| self.is_reaction(number))
    }

    /// Every card, in canonical order.
    pub(super) fn deck(&self) -> Vec<Card> {
        let capital = self.capital.cards().map(Card::Capital);
        let investments = self.investments().map(Card::Investment);
        capital.chain(investments).chain(self.copies.cards().map(Card::Tool)).collect()
    }

    /// The cards, as people are told of them.
    #[must_use]
    pub fn info(&'static self) -> CardSetInfo {
        let names = |card: Card| self.names.get(&card).cloned().unwrap_or_default();
        let plain = |card: Card, part, copies| CardInfo {
            id: card.to_string(),
            part,
            names: names(card),
            copies,
            value: None,
            cost: None,
            kind: None,
            effects: Vec::new(),
        };
        let effect_infos = |effects: &[Option<Effect>]| -> Vec<EffectInfo> {
            let effects = effects.iter().flatten();
            effects.map(|effect| EffectInfo { effect: effect.key(), number: effect.number() }).collect()
        };
        let capital = self.capital.kinds().map(|(value, copies)| CardInfo {
            value: Some(i32::from(value)),
            ..plain(Card::Capital(value), super::PARTS[0], copies)
        });
        let investments = self.investments().map(|number| {
            let Investment { value, bonus } = self.investment(number);
            let effects = effect_infos(&bonus);
            let card = Card::Investment(number);
            CardInfo { value: Some(i32::from(value)), effects, ..plain(card, super::PARTS[1], 1) }
        });
        let tools = self.copies.kinds().filter_map(|(number, copies)| {
            let Tool { cost, kind, effects } = self.tool(number)?;
            let (kind, effects) = (Some(kind.key()), effect_infos(&effects));
            Some(CardInfo {
                cost: Some(cost),
                kind,
                effects,
                ..plain(Card::Tool(number), super::PARTS[2], copies)
            })
        });
        CardSetInfo { id: &self.id, cards: capital.chain(investments).chain(tools).collect() }
    }
}

const _: () = assert!(MAX_VALUE < 100 && MAX_INVESTMENT < 100 && MAX_TOOL < 100, "two digits name a card");
