//! The answer: what may be done, what may not and why, and what something is worth.

use cards::{Card, CardSet};
use engine::{Rejected, RuleViolation, ScoreLine};
use serde::Serialize;
use std::collections::BTreeMap;

/// What the rules say of a situation.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Rulings {
    /// Part by part.
    pub sections: Vec<Section>,
}

/// What belongs together: what one card may do, how a deal is counted.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Section {
    /// What it is about, for translations: `"card"`.
    pub about: &'static str,
    /// The card it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wire", ts(optional))]
    pub card: Option<Card>,
    /// The card of a card set it is about, by its id.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wire", ts(optional))]
    pub kind: Option<String>,
    /// The rulings.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "wire", ts(optional, as = "Option<_>"))]
    pub rulings: Vec<Ruling>,
    /// The lines of a counting.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "wire", ts(optional, as = "Option<_>"))]
    pub lines: Vec<ScoreLine>,
    /// Whose the columns of the lines are, for translations; empty if they are the sides or seats in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "wire", ts(optional, as = "Option<_>"))]
    pub columns: Vec<&'static str>,
}

impl Section {
    pub(crate) fn of(about: &'static str, rulings: Vec<Ruling>) -> Self {
        Self { about, rulings, ..Self::default() }
    }
}

/// Whether something may be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Verdict {
    /// Yes.
    May,
    /// No.
    MayNot,
    /// It is no question of may: something is so.
    Is,
}

/// One ruling.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Ruling {
    /// Whether it may be done.
    pub verdict: Verdict,
    /// The sentence, for translations: `"capture"`.
    pub says: &'static str,
    /// What the sentence names: cards and numbers.
    pub params: BTreeMap<&'static str, String>,
    /// The action as a record writes it, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wire", ts(optional))]
    pub action: Option<String>,
    /// The cards it is about, as they lie together.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "wire", ts(optional, as = "Option<_>"))]
    pub cards: Vec<CardSet>,
    /// The rules it rests on.
    pub rules: Vec<&'static str>,
    /// Why not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wire", ts(optional))]
    pub refusal: Option<Rejected>,
}

impl Ruling {
    /// Something may be done.
    pub(crate) fn may(says: &'static str, action: &impl ToString, rules: Vec<&'static str>) -> Self {
        let action = Some(action.to_string());
        Self { verdict: Verdict::May, action, ..Self::is(says, rules) }
    }

    /// Something may not be done.
    pub(crate) fn may_not(says: &'static str, action: &impl ToString, illegal: &impl RuleViolation) -> Self {
        let refusal = Rejected::illegal(illegal);
        let rules = vec![illegal.rule()];
        let action = Some(action.to_string());
        Self { verdict: Verdict::MayNot, action, refusal: Some(refusal), ..Self::is(says, rules) }
    }

    /// Something is so.
    pub(crate) fn is(says: &'static str, rules: Vec<&'static str>) -> Self {
        Self {
            verdict: Verdict::Is,
            says,
            params: BTreeMap::new(),
            action: None,
            cards: Vec::new(),
            rules,
            refusal: None,
        }
    }

    pub(crate) fn param(mut self, name: &'static str, value: &impl ToString) -> Self {
        self.params.insert(name, value.to_string());
        self
    }

    /// Cards that lie together; none, if there are none.
    pub(crate) fn with(mut self, cards: CardSet) -> Self {
        if !cards.is_empty() {
            self.cards.push(cards);
        }
        self
    }
}
