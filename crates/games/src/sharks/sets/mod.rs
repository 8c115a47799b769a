//! Card sets: what the Investments and Tools are. The house has one; others are read from text that people write.
//!
//! * [`Effect`]: the closed vocabulary of what a card can do.
//! * `Set::read`: from text to a set, or the line that is wrong; under the feature `own-sets`.
//! * `house.rs`: the set of the house, as its file has it, so that it is there without reading.

mod effect;
mod house;
#[cfg(feature = "own-sets")]
mod read;

pub use effect::{Effect, Kind, Side};
#[cfg(feature = "own-sets")]
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
    /// What bots ask in every playout.
    means: Means,
    /// What the cards are called, by language.
    names: BTreeMap<Card, BTreeMap<String, String>>,
}

/// What does not change in a set, and takes long to add up.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Means {
    investments: f32,
    value: f32,
    capital: f32,
    has_reactions: bool,
}

// Sums of whole numbers.
impl Eq for Means {}

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
pub(super) static HOUSE: LazyLock<&'static Set> = LazyLock::new(|| Box::leak(Box::new(house::set())));

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
    #[cfg(feature = "own-sets")]
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

    /// Adds up what is asked often, once all cards are known.
    fn added_up(mut self) -> Self {
        let values = self.investments.iter().flatten().map(|investment| f32::from(investment.value));
        self.means = Means {
            investments: values.clone().count() as f32,
            value: values.sum(),
            capital: f32::from(self.capital.total()) / f32::from(self.capital.len().max(1)),
            has_reactions: self.copies.kinds().any(|(number, _)| self.is_reaction(number)),
        };
        self
    }

    /// How many Investments there are.
    #[inline]
    pub(super) fn investment_count(&self) -> f32 {
        self.means.investments
    }

    /// What all Investments are worth together.
    #[inline]
    pub(super) fn investment_total(&self) -> f32 {
        self.means.value
    }

    /// What a Capital card is worth on the mean.
    #[inline]
    pub(super) fn capital_mean(&self) -> f32 {
        self.means.capital
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
    #[inline]
    pub fn has_reactions(&self) -> bool {
        self.means.has_reactions
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

#[cfg(all(test, feature = "own-sets"))]
mod tests {
    use super::*;

    /// The set of the house as the lines of `house.rs`.
    fn written(set: &Set) -> String {
        let names = |card| {
            let names = set.names[&card].iter().map(|(language, name)| format!("({language:?}, {name:?})"));
            names.collect::<Vec<_>>().join(", ")
        };
        let mut text = String::new();
        let mut line = |line: String| text.extend(["    ", line.as_str(), ",\n"]);
        set.capital.kinds().for_each(|(value, copies)| line(format!("Capital({value}, {copies})")));
        for number in set.investments() {
            let Investment { value, bonus } = set.investment(number);
            let names = names(Card::Investment(number));
            line(format!("Investment({number}, {value}, {bonus:?}, &[{names}])"));
        }
        for (number, copies) in set.copies.kinds() {
            let Tool { cost, kind, effects } =
                set.tool(number).expect("of what there are copies there is a Tool");
            let names = names(Card::Tool(number));
            line(format!("Tool({number}, {copies}, {cost}, {kind:?}, {effects:?}, &[{names}])"));
        }
        text
    }

    #[test]
    fn the_set_of_the_house_is_what_its_file_says() {
        let read = Set::read(include_str!("house.toml")).expect("the set is right");
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/sharks/sets/house.rs");
        let source = std::fs::read_to_string(path).expect("it is there");
        let (before, rest) = source.split_once("&[\n").expect("the lines begin");
        let (_, after) = rest.split_once("];\n").expect("the lines end");
        let fresh = format!("{before}&[\n{}];\n{after}", written(&read));
        if std::env::var_os("PARLOUR_WRITE_WIRE").is_some() {
            std::fs::write(path, &fresh).expect("it can be written");
            return;
        }
        assert!(source == fresh, "house.toml has changed: `cargo xtask wire` writes house.rs anew");
        assert_eq!(**HOUSE, read);
    }
}
