//! What a person can choose, and what a finished deal came to, in the form the protocol has for them.

use cards::BySeat;
use engine::{CardSetInfo, OptionValue, ScoreLine, Source, Stake, Values};
use serde::Serialize;
use std::collections::BTreeMap;

/// A game as the page offers it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "Game"))]
pub struct GameInfo {
    /// Its id.
    pub id: &'static str,
    /// How many can play, by one preset or another.
    pub seats: Vec<u8>,
    /// The presets; the first is for a new player.
    pub presets: Vec<PresetInfo>,
    /// The options.
    pub options: Vec<OptionInfo>,
    /// What it is played for where people play for stakes.
    pub stake: Option<Stake>,
    /// What the cards are and do, where they are not those everybody knows.
    #[serde(rename = "cardSets")]
    pub card_sets: Vec<CardSetInfo>,
    /// How well the bots play that are offered, weakest first; each is the name of a bot.
    pub bots: Vec<&'static str>,
    /// How the players take turns.
    pub turns: Turns,
    /// What everybody plays on the same day.
    pub day: DayInfo,
}

/// What everybody plays on the same day.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct DayInfo {
    /// By which preset.
    pub preset: &'static str,
    /// How many play.
    pub seats: u8,
    /// How many deals are played, unless the match is over before.
    pub deals: usize,
}

/// How the players of a game take turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Turns {
    /// One after the other.
    Taken,
    /// One after the other, but for answers that several give unseen: see [`engine::Game::SEALED`].
    Sealed,
    /// All at once: see [`engine::Game::RACE`].
    Race,
}

/// The rules as one source gives them.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "Preset"))]
pub struct PresetInfo {
    /// Its id.
    pub id: &'static str,
    /// Where the rules are written down.
    pub source: Source,
    /// What it says for each number of seats.
    pub tables: Vec<SideTable>,
}

/// A preset for one number of seats.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct SideTable {
    /// How many play.
    pub seats: u8,
    /// Every option with its value.
    #[cfg_attr(feature = "wire", ts(as = "crate::wire::Options"))]
    pub options: BTreeMap<&'static str, OptionValue>,
}

/// An option and what it can be.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "Option"))]
pub struct OptionInfo {
    /// The key in records.
    pub key: &'static str,
    /// The rule of the rule book.
    pub rule: &'static str,
    /// Whether it is for show only.
    pub display: bool,
    /// What it can be.
    pub values: Values,
}

/// A finished deal and how it was counted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct DealScore {
    /// Which deal, from 0.
    pub deal: usize,
    /// Whether the rules threw it in.
    pub thrown_in: bool,
    /// What each seat got.
    pub points: BySeat<i32>,
    /// Category by category, in counting order.
    pub lines: Vec<ScoreLine>,
}
