//! Evaluation of hands.

use crate::errors::{PythonError, bad_value};
use bridge_deals::{HandEvaluation, TrickEstimate, parse_hand};
use cards::CardSet;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Reads a hand of thirteen cards in PBN notation.
pub(crate) fn read_hand(text: &str) -> Result<CardSet, PythonError> {
    parse_hand(text).map_err(|error| bad_value(format!("hand: {error}")))
}

/// Evaluates a hand by the methods that players use.
#[pyfunction]
pub(crate) fn evaluate_hand<'py>(py: Python<'py>, hand: &str) -> Result<Bound<'py, PyDict>, PythonError> {
    let found = HandEvaluation::of(read_hand(hand)?);
    let fields = PyDict::new(py);
    fields.set_item("lengths", found.basic.lengths.map(u32::from))?;
    fields.set_item("balanced", found.basic.is_balanced())?;
    fields.set_item("hcp", found.basic.points)?;
    fields.set_item("controls", found.basic.controls)?;
    fields.set_item("aces", found.basic.aces)?;
    fields.set_item("quick_tricks", found.quick_tricks)?;
    fields.set_item("losers", found.basic.losers)?;
    fields.set_item("new_losers", found.new_losers)?;
    fields.set_item("kaplan_rubens", found.kaplan_rubens)?;
    fields.set_item("zar_points", found.zar_points)?;
    fields.set_item("rule_of_20", found.rule_of_20)?;
    fields.set_item("suit_quality", found.suit_quality.map(u32::from))?;
    Ok(fields)
}

/// Estimates the tricks of two hands: lengths together, by losers, and by losers of the new count.
#[pyfunction]
pub(crate) fn estimate_tricks(hand: &str, partner: &str) -> Result<([u32; 4], u8, f64), PythonError> {
    let (one, other) = (read_hand(hand)?, read_hand(partner)?);
    if let Some(card) = (one & other).first() {
        return Err(bad_value(format!("{card} is in both hands")));
    }
    let found = TrickEstimate::of(&HandEvaluation::of(one), &HandEvaluation::of(other));
    Ok((found.lengths.map(u32::from), found.by_losers, found.by_new_losers))
}
