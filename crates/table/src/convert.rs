//! Conversions from the types of `catalog` and `engine` to those of the protocol.

use catalog::{AnyGame, Appraised, Catalog, SnapshotPhase};
use protocol::{ActionWorth, DealScore, HintChoice, Json, LineWorth, Phase, ScoreLine, Snapshot};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Converts a snapshot of a match.
#[must_use]
pub fn to_snapshot(snapshot: catalog::Snapshot) -> Snapshot {
    let catalog::Snapshot {
        version,
        phase,
        deal,
        dealer,
        actors,
        legal,
        view,
        totals,
        sides,
        deal_score,
        bonuses,
        winners,
        undo,
    } = snapshot;
    Snapshot {
        version: version as u64,
        phase: match phase {
            SnapshotPhase::Waiting => Phase::Waiting,
            SnapshotPhase::Playing => Phase::Playing,
            SnapshotPhase::Scored => Phase::Scored,
            SnapshotPhase::Over => Phase::Over,
        },
        deal,
        dealer,
        actors,
        legal,
        view: view.map(|view| view.to_json().into()),
        totals,
        sides,
        deal_score: deal_score.map(to_deal_score),
        bonuses: to_score_lines(bonuses),
        winners,
        undo,
    }
}

/// Converts the score of a deal.
#[must_use]
pub fn to_deal_score(score: catalog::DealScore) -> DealScore {
    let catalog::DealScore { deal, thrown_in, points, lines } = score;
    DealScore { deal, thrown_in, points, lines: to_score_lines(lines) }
}

pub(crate) fn to_score_lines(lines: Vec<engine::ScoreLine>) -> Vec<ScoreLine> {
    let line = |engine::ScoreLine { category, rules, amounts, points, cards }| ScoreLine {
        category: Cow::Borrowed(category),
        rules: rules.iter().copied().map(Cow::Borrowed).collect(),
        amounts,
        points,
        cards,
    };
    lines.into_iter().map(line).collect()
}

/// Converts the choices of a hint, and the reasons for the first choice.
#[must_use]
pub fn to_hint(hint: catalog::Hint) -> (Vec<HintChoice>, Vec<LineWorth>) {
    let catalog::Hint { choices, why } = hint;
    let choice = |Appraised { action, events, worth, meaning }| HintChoice {
        action,
        events: to_json(&events),
        worth: worth.map(|catalog::AppraisedWorth { lead, error, lines }| ActionWorth {
            lead,
            error,
            lines: to_line_worths(lines),
        }),
        meaning: meaning.as_ref().map(to_json),
    };
    (choices.into_iter().map(choice).collect(), to_line_worths(why))
}

fn to_line_worths(lines: Vec<catalog::LineWorth>) -> Vec<LineWorth> {
    let line = |catalog::LineWorth { category, lead }| LineWorth { category: Cow::Borrowed(category), lead };
    lines.into_iter().map(line).collect()
}

/// Converts the options to a map with owned keys.
#[must_use]
pub fn to_options<V>(options: BTreeMap<&'static str, V>) -> BTreeMap<String, V> {
    options.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

/// Returns the catalog of games for the browser page, as JSON.
#[must_use]
pub fn games(catalog: &Catalog) -> String {
    let games: Vec<_> = catalog.games().map(AnyGame::info).collect();
    serde_json::to_string(&games).expect("games have string keys")
}

fn to_json(value: &serde_json::Value) -> Json {
    RawValue::from_string(value.to_string()).expect("a value is written as JSON").into()
}
