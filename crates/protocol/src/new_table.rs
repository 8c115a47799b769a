//! Messages for the creation of a card table.

use crate::TimeControl;
use cards::{Commitment, Seat};
use engine::OptionValue;
use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::BTreeMap;
use std::fmt;
#[cfg(test)]
use ts_rs::TS;

/// A request to create a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// The game's id.
    pub game: String,
    /// The options, as in a record: `preset`, and the differences from it. Each may occur once.
    #[serde(deserialize_with = "each_once")]
    #[cfg_attr(test, ts(as = "catalog::wire::Options"))]
    pub options: BTreeMap<String, OptionValue>,
    /// The number of seats.
    pub seats: u8,
    /// The chairs, in seat order. Exactly one is [`NewChair::Me`].
    pub chairs: Vec<NewChair>,
    /// The name of the player who creates the table.
    pub name: String,
    /// The stake in hundredths: for a point, or from each player into the pot. Not every game has one.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub stake: Option<u32>,
    /// The time control. Without one there is no time limit.
    #[serde(default, rename = "timeControl")]
    #[cfg_attr(test, ts(optional = nullable))]
    pub time_control: Option<TimeControl>,
    /// The day, for the deal of that day: `2026-11-23`.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub day: Option<String>,
    /// The match that continues at the table, if it began in a browser. Such a table has at most one open chair, no
    /// stake and no time control.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional = nullable))]
    pub begun: Option<BegunElsewhere>,
    /// The players who may watch: [`Audience::Link`] or [`Audience::Players`]. It never changes.
    #[serde(default, skip_serializing_if = "Audience::is_usual")]
    #[cfg_attr(test, ts(optional, as = "Option<Audience>"))]
    pub audience: Audience,
}

/// The players who may watch a match, and see its record and replay.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub enum Audience {
    /// All players. The server lists the match while it is played.
    Everybody,
    /// Players with the link of the table.
    #[default]
    Link,
    /// The players of the table only.
    Players,
}

impl Audience {
    /// Returns whether this is the audience of a table that players open.
    #[must_use]
    pub const fn is_usual(&self) -> bool {
        matches!(self, Self::Link)
    }
}

/// Reads an object without duplicate keys. Fields of a message may not occur twice either.
fn each_once<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<String, OptionValue>, D::Error> {
    struct Once;

    impl<'de> Visitor<'de> for Once {
        type Value = BTreeMap<String, OptionValue>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object of options")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut options = BTreeMap::new();
            while let Some((key, value)) = map.next_entry::<String, OptionValue>()? {
                if options.contains_key(&key) {
                    return Err(A::Error::custom(format_args!("duplicate option `{key}`")));
                }
                options.insert(key, value);
            }
            Ok(options)
        }
    }

    deserializer.deserialize_map(Once)
}

/// A match that began in a browser. Only that browser knows how it was dealt.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct BegunElsewhere {
    /// The first dealer of the match.
    pub dealer: Seat,
    /// The deals that were played.
    #[cfg_attr(test, ts(as = "Vec<BegunDeal>"))]
    pub deals: BegunDeals,
}

/// A deal of a match that began in a browser. Voided deals and undone actions are left out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct BegunDeal {
    /// The deck, as in a record.
    pub deck: String,
    /// The actions and reshuffles, as in a record.
    pub entries: Vec<String>,
}

/// The deals of a match that began in a browser: at least one, and at most [`BegunDeals::MAX_LINES`] decks and entries.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Vec<BegunDeal>", into = "Vec<BegunDeal>")]
pub struct BegunDeals(Vec<BegunDeal>);

impl BegunDeals {
    /// Maximum number of decks and entries (actions and reshuffles) together.
    pub const MAX_LINES: usize = 2_000;

    /// Returns the number of decks and entries together, which is the number of lines a table stores.
    #[must_use]
    pub fn lines(&self) -> usize {
        self.0.iter().map(|deal| 1 + deal.entries.len()).sum()
    }

    /// Returns the deals in order.
    pub fn iter(&self) -> std::slice::Iter<'_, BegunDeal> {
        self.0.iter()
    }
}

impl<'a> IntoIterator for &'a BegunDeals {
    type Item = &'a BegunDeal;
    type IntoIter = std::slice::Iter<'a, BegunDeal>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl From<BegunDeals> for Vec<BegunDeal> {
    fn from(deals: BegunDeals) -> Self {
        deals.0
    }
}

impl TryFrom<Vec<BegunDeal>> for BegunDeals {
    type Error = BegunDealsError;

    fn try_from(deals: Vec<BegunDeal>) -> Result<Self, BegunDealsError> {
        let deals = Self(deals);
        match deals.lines() {
            0 => Err(BegunDealsError::None),
            1..=Self::MAX_LINES => Ok(deals),
            _ => Err(BegunDealsError::TooLong),
        }
    }
}

/// Error for deals that cannot become [`BegunDeals`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BegunDealsError {
    /// The list has no deal.
    #[error("begun: nothing has been dealt yet")]
    None,
    /// The deals have too many decks and entries.
    #[error("begun: a match of more than {} actions can't move to a server", BegunDeals::MAX_LINES)]
    TooLong,
}

/// The occupant that a new table has for a chair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum NewChair {
    /// The player who creates the card table.
    Me,
    /// A seat that another player can take.
    Open,
    /// A bot, by its level or name: `"beginner"`, `"ismcts:1000"`.
    Bot(String),
    /// A bot whose chair another player can take between two deals.
    OpenBot(String),
}

/// A new table, and the seat of its host.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Opened {
    /// The table's id.
    pub table: String,
    /// The seat of the host.
    pub seat: Seat,
    /// The commitment to the seed, if players can add nonces to it. A host who plays against bots alone can reveal a
    /// nonce right after [`watch`](crate::Command::Watch).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(as = "Option<String>", optional = nullable))]
    pub commitment: Option<Commitment>,
}

/// The options of a table that can be created.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Resolved {
    /// The values of all options.
    #[cfg_attr(test, ts(as = "catalog::wire::Options"))]
    pub options: BTreeMap<String, OptionValue>,
    /// The options that differ from the preset.
    #[cfg_attr(test, ts(as = "catalog::wire::Options"))]
    pub overrides: BTreeMap<String, OptionValue>,
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str =
        r#"{"game":"scopa","options":{"target":11},"seats":2,"chairs":["me","open"],"name":"Ada"}"#;

    #[test]
    fn duplicate_keys_are_refused_even_among_the_options() {
        assert!(crate::decode::<NewTable>(TABLE.as_bytes()).is_ok());
        for (one, twice) in
            [(r#""target":11"#, r#""target":11,"target":21"#), (r#""seats":2"#, r#""seats":2,"seats":2"#)]
        {
            assert!(crate::decode::<NewTable>(TABLE.replace(one, twice).as_bytes()).is_err(), "{twice}");
        }
    }
}
