//! Card sets: the Investments, Tools and Capital of a game. One set is built in; others are read
//! from text.
//!
//! * [`Effect`]: the effects a card can have.
//! * `Set::read`: reads a set, or reports the line with a mistake (feature `own-sets`).
//! * `house.rs`: the built-in set, generated from its file.

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

/// Maximum number of Capital cards in a set.
pub const MAX_CAPITAL: usize = 96;
/// Maximum number of Tools in a set.
pub const MAX_TOOLS: usize = 64;
/// Maximum number of Investments in a set.
pub const MAX_INVESTMENTS: usize = 48;
/// Maximum number of effects of a bonus.
pub(super) const MAX_BONUS: usize = 3;

/// Card set of Sharks, with all its cards.
#[derive(PartialEq, Eq, Debug)]
pub struct Set {
    id: String,
    capital: Capital,
    copies: Tools,
    investments: [Option<Investment>; MAX_INVESTMENT as usize + 1],
    tools: [Option<Tool>; MAX_TOOL as usize + 1],
    /// Statistics used in every playout.
    statistics: Statistics,
    /// Names of the cards, by language.
    names: BTreeMap<Card, BTreeMap<String, String>>,
}

/// Precomputed statistics of a set.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Statistics {
    investments: f32,
    value: f32,
    capital: f32,
    has_reactions: bool,
}

// The floats are sums of integers, or a ratio of two, and never NaN.
impl Eq for Statistics {}

/// Investment of a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Investment {
    /// Value of the Investment at the end of the game.
    pub value: i8,
    /// Effects for its owner when it is won face up, and whenever its owner turns it up.
    pub bonus: [Option<Effect>; MAX_BONUS],
}

/// Tool of a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tool {
    /// Cost of the Tool, in Capital cards.
    pub cost: u8,
    /// Kind of the Tool.
    pub kind: Kind,
    /// Effects of the Tool.
    pub effects: [Option<Effect>; 2],
}

/// Id of the built-in set.
pub const HOUSE_ID: &str = "house";

/// Card set that is built in.
pub(super) static HOUSE: LazyLock<&'static Set> = LazyLock::new(|| Box::leak(Box::new(house::set())));

/// Returns the available sets: the built-in one, then custom sets.
pub(super) fn available(sets: &CardSets) -> impl Iterator<Item = &'static Set> {
    std::iter::once(*HOUSE).chain(sets.of::<Set>())
}

impl Set {
    /// Reads a set. (`docs/sets.md`)
    ///
    /// # Errors
    ///
    /// Returns [`SetError`] with the line if the text is not a valid set.
    #[cfg(feature = "own-sets")]
    pub fn read(text: &str) -> Result<Self, SetError> {
        read::read(text)
    }

    /// Returns the id of the set in records.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns the number of Capital cards of each value.
    #[must_use]
    pub fn capital(&self) -> Capital {
        self.capital
    }

    /// Returns the number of copies of each Tool.
    #[must_use]
    pub fn copies(&self) -> Tools {
        self.copies
    }

    /// Returns the numbers of the Investments.
    pub fn investments(&self) -> impl Iterator<Item = u8> {
        (1..=MAX_INVESTMENT).filter(|number| self.investments[usize::from(*number)].is_some())
    }

    /// Returns the Investment with this number. A missing one has no value.
    #[must_use]
    #[inline]
    pub fn investment(&self, number: u8) -> Investment {
        self.investments[usize::from(number)].unwrap_or(Investment { value: 0, bonus: [None; MAX_BONUS] })
    }

    /// Computes the statistics of a complete set.
    fn with_statistics(mut self) -> Self {
        let values = self.investments.iter().flatten().map(|investment| f32::from(investment.value));
        self.statistics = Statistics {
            investments: values.clone().count() as f32,
            value: values.sum(),
            capital: f32::from(self.capital.total()) / f32::from(self.capital.len().max(1)),
            has_reactions: self.copies.kinds().any(|(number, _)| self.is_reaction(number)),
        };
        self
    }

    /// Returns the number of Investments.
    #[inline]
    pub(super) fn investment_count(&self) -> f32 {
        self.statistics.investments
    }

    /// Returns the total value of all Investments.
    #[inline]
    pub(super) fn investment_total(&self) -> f32 {
        self.statistics.value
    }

    /// Returns the mean value of a Capital card.
    #[inline]
    pub(super) fn capital_mean(&self) -> f32 {
        self.statistics.capital
    }

    /// Returns the total value of these Investments. (SH-R25)
    #[must_use]
    pub fn worth(&self, investments: impl Iterator<Item = u8>) -> i32 {
        investments.map(|number| i32::from(self.investment(number).value)).sum()
    }

    /// Returns the Tool with this number.
    #[must_use]
    #[inline]
    pub fn tool(&self, number: u8) -> Option<Tool> {
        self.tools.get(usize::from(number)).copied().flatten()
    }

    /// Whether the Tool with this number is a reaction.
    pub(super) fn is_reaction(&self, number: u8) -> bool {
        self.tool(number).is_some_and(|tool| tool.kind == Kind::Reaction)
    }

    /// Whether the set has reactions.
    #[must_use]
    #[inline]
    pub fn has_reactions(&self) -> bool {
        self.statistics.has_reactions
    }

    /// Returns every card, in canonical order.
    pub(super) fn deck(&self) -> Vec<Card> {
        let capital = self.capital.cards().map(Card::Capital);
        let investments = self.investments().map(Card::Investment);
        capital.chain(investments).chain(self.copies.cards().map(Card::Tool)).collect()
    }

    /// Returns the description of the set for clients.
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

    /// Returns the built-in set as the lines of `house.rs`.
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
    fn the_built_in_set_matches_its_file() {
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
