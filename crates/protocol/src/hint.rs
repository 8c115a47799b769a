//! Actions and what they are worth.

use crate::Json;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
#[cfg(test)]
use ts_rs::TS;

/// An action and its worth.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(rename = "Appraised"))]
pub struct HintChoice {
    /// The action, as records write it.
    pub action: String,
    /// The events that all players would see, in one deal consistent with the player's knowledge.
    #[cfg_attr(test, ts(as = "Vec<catalog::wire::Event>"))]
    pub events: Json,
    /// The worth. Null if the bot does not compute one, as for calls at bridge.
    pub worth: Option<ActionWorth>,
    /// The meaning of a call at bridge. Null for other actions.
    #[cfg_attr(test, ts(type = "Said | null"))]
    pub meaning: Option<Json>,
}

/// The worth of an action to the player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(rename = "AppraisedWorth"))]
pub struct ActionWorth {
    /// The expected lead over the others at the end of the deal, in points.
    pub lead: f64,
    /// The standard error of the difference to the best action's lead.
    pub error: f64,
    /// The lead by category, in scoring order.
    pub lines: Vec<LineWorth>,
}

/// One category's part of a lead.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct LineWorth {
    /// The name that translations use: `"settebello"`.
    #[cfg_attr(test, ts(as = "String"))]
    pub category: Cow<'static, str>,
    /// The expected lead in points.
    pub lead: f64,
}
