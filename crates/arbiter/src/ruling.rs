//! Rulings: what is allowed or forbidden, and the value of cards.

use cards::{Card, CardSet};
use engine::{Rejection, RuleViolation, ScoreLine};
use serde::Serialize;
use std::collections::BTreeMap;

/// Rulings on a situation.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Rulings {
    /// Sections of the answer.
    pub sections: Vec<Section>,
}

/// Group of rulings, for example on one card or on the score.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Section {
    /// Subject, as a key in translations: `"card"`.
    pub about: &'static str,
    /// The card in question.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wire", ts(optional))]
    pub card: Option<Card>,
    /// Id of the card of a card set in question.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wire", ts(optional))]
    pub kind: Option<String>,
    /// Rulings of the section.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "wire", ts(optional, as = "Option<_>"))]
    pub rulings: Vec<Ruling>,
    /// Score lines of the section.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "wire", ts(optional, as = "Option<_>"))]
    pub lines: Vec<ScoreLine>,
    /// Keys of the columns of the score lines in translations. Empty for sides or seats in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "wire", ts(optional, as = "Option<_>"))]
    pub columns: Vec<&'static str>,
}

impl Section {
    pub(crate) fn of(about: &'static str, rulings: Vec<Ruling>) -> Self {
        Self { about, rulings, ..Self::default() }
    }
}

/// Kind of a ruling.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Verdict {
    /// The action is allowed.
    May,
    /// The action is forbidden.
    MayNot,
    /// A statement of fact.
    Is,
}

/// Ruling on one question of a situation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Ruling {
    /// Kind of ruling.
    pub verdict: Verdict,
    /// Key of the sentence in translations: `"capture"`.
    pub says: &'static str,
    /// Parameters of the sentence: cards and numbers.
    pub params: BTreeMap<&'static str, String>,
    /// The action, as in a record.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wire", ts(optional))]
    pub action: Option<String>,
    /// Cards concerned, grouped as they lie.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "wire", ts(optional, as = "Option<_>"))]
    pub cards: Vec<CardSet>,
    /// Ids of the rules.
    pub rules: Vec<&'static str>,
    /// The rejection of a forbidden action.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wire", ts(optional))]
    pub refusal: Option<Rejection>,
}

impl Ruling {
    /// Returns a ruling that allows an action.
    pub(crate) fn may(says: &'static str, action: &impl ToString, rules: Vec<&'static str>) -> Self {
        let action = Some(action.to_string());
        Self { verdict: Verdict::May, action, ..Self::is(says, rules) }
    }

    /// Returns a ruling that forbids an action.
    pub(crate) fn may_not(says: &'static str, action: &impl ToString, illegal: &impl RuleViolation) -> Self {
        let refusal = Rejection::illegal(illegal);
        let rules = vec![illegal.rule()];
        let action = Some(action.to_string());
        Self { verdict: Verdict::MayNot, action, refusal: Some(refusal), ..Self::is(says, rules) }
    }

    /// Returns a statement of fact.
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

    /// Adds a group of cards, unless it is empty.
    pub(crate) fn with(mut self, cards: CardSet) -> Self {
        if !cards.is_empty() {
            self.cards.push(cards);
        }
        self
    }
}
