//! Descriptions of games and scores of deals, in the form of the protocol.

use cards::BySeat;
use engine::{
    CardSetInfo, CardSets, DealOfTheDay, Game, OptionValue, Preset, Ruleset, ScoreLine, Source, Stake, Values,
};
use serde::Serialize;
use std::collections::BTreeMap;

/// Description of a game for players.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "Game"))]
pub struct GameInfo {
    /// Id of the game.
    pub id: &'static str,
    /// Numbers of seats that the game allows.
    pub seats: Vec<u8>,
    /// The presets. The first is for new players.
    pub presets: Vec<PresetInfo>,
    /// Options of the game.
    pub options: Vec<OptionInfo>,
    /// Unit of the stakes. `None` in a game without stakes.
    pub stake: Option<Stake>,
    /// Descriptions of the card sets, in a game with its own cards.
    #[serde(rename = "cardSets")]
    pub card_sets: Vec<CardSetInfo>,
    /// Names of the offered bots, weakest first.
    pub bots: Vec<&'static str>,
    /// Way in which the players' turns follow.
    pub turns: Turns,
    /// The deal of the day.
    pub day: DayInfo,
}

impl GameInfo {
    /// Returns the description of a game with these card sets.
    pub(crate) fn of<G: Game>(sets: &CardSets) -> Self {
        let presets = G::Options::PRESETS.iter();
        let mut seats: Vec<u8> = presets.clone().flat_map(|preset| preset.seats).copied().collect();
        seats.sort_unstable();
        seats.dedup();
        Self {
            id: G::ID,
            seats,
            presets: presets.map(PresetInfo::of::<G::Options>).collect(),
            options: OptionInfo::all::<G::Options>(sets),
            stake: G::STAKES.map(|stakes| stakes.unit),
            card_sets: G::Options::card_sets(sets),
            bots: bots::offered::<G>(),
            turns: Turns::of::<G>(),
            day: DayInfo::of::<G>(),
        }
    }
}

/// Rules of a game's deal of the day.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct DayInfo {
    /// Id of the preset.
    pub preset: &'static str,
    /// Number of seats.
    pub seats: u8,
    /// Maximum number of deals.
    pub deals: usize,
}

impl DayInfo {
    /// Returns the rules of a game's deal of the day.
    pub(crate) fn of<G: Game>() -> Self {
        let DealOfTheDay { preset, deals } = G::Options::OF_THE_DAY;
        let found = G::Options::PRESETS.iter().find(|one| one.id == preset);
        let seats = found.and_then(|found| found.seats.iter().min()).copied().unwrap_or(2);
        Self { preset, seats, deals }
    }
}

/// Options by key.
pub type Options = BTreeMap<&'static str, OptionValue>;

/// Returns all options of a setup.
pub(crate) fn every_option<O: Ruleset>(options: &O) -> Options {
    // `collect` would compile a sort for each game.
    let mut every = Options::new();
    for field in O::FIELDS {
        every.insert(field.key, (field.get)(options));
    }
    every
}

/// Order of play in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Turns {
    /// Players act one after the other.
    Taken,
    /// Players act one after the other, apart from sealed answers. See [`engine::Game::SEALED`].
    Sealed,
    /// Players may act at any time. See [`engine::Game::RACE`].
    Race,
}

impl Turns {
    /// Returns the order of play in a game.
    pub(crate) const fn of<G: Game>() -> Self {
        match (G::RACE, G::SEALED) {
            (Some(_), _) => Self::Race,
            (None, Some(_)) => Self::Sealed,
            (None, None) => Self::Taken,
        }
    }
}

/// Preset: the rules of one source.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "Preset"))]
pub struct PresetInfo {
    /// Id of the preset.
    pub id: &'static str,
    /// Source of the rules.
    pub source: Source,
    /// The options for each number of seats.
    pub tables: Vec<SideTable>,
}

impl PresetInfo {
    fn of<O: Ruleset>(preset: &'static Preset) -> Self {
        let seats = preset.seats.iter();
        let tables = seats
            .map(|&seats| SideTable { seats, options: every_option(&O::preset(preset, seats)) })
            .collect();
        Self { id: preset.id, source: preset.source, tables }
    }
}

/// A preset for one number of seats.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct SideTable {
    /// Number of seats.
    pub seats: u8,
    /// Values of all options at this number of seats.
    #[cfg_attr(feature = "wire", ts(as = "crate::wire::Options"))]
    pub options: Options,
}

/// Option with its allowed values.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "Option"))]
pub struct OptionInfo {
    /// Key of the option in records.
    pub key: &'static str,
    /// Rule of the rule book.
    pub rule: &'static str,
    /// Whether the option affects only the display.
    pub display: bool,
    /// Values that the option may have.
    pub values: Values,
    /// Other option on which the effect of this one depends.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wire", ts(optional))]
    pub needs: Option<NeededOption>,
}

impl OptionInfo {
    /// Returns all options of a ruleset.
    pub(crate) fn all<O: Ruleset>(sets: &CardSets) -> Vec<Self> {
        let needs = |key: &str| {
            let dependence = O::DEPENDENCES.iter().find(|dependence| dependence.keys.contains(&key))?;
            Some(NeededOption { key: dependence.on, values: (dependence.values)() })
        };
        let fields = O::FIELDS.iter();
        fields
            .map(|field| Self {
                key: field.key,
                rule: field.rule,
                display: field.display,
                values: (field.values)(sets),
                needs: needs(field.key),
            })
            .collect()
    }
}

/// Option that must have certain values, so that another option has an effect.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct NeededOption {
    /// Key of the option in records.
    pub key: &'static str,
    /// The values.
    pub values: Values,
}

/// Score of a finished deal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct DealScore {
    /// Index of the deal, from 0.
    pub deal: usize,
    /// Whether the rules threw the deal in.
    pub thrown_in: bool,
    /// Points of each seat.
    pub points: BySeat<i32>,
    /// Categories of the deal's score, in scoring order.
    pub lines: Vec<ScoreLine>,
}
