//! Evaluation of bridge hands.

use super::solve::is_deal;
use super::{Failure, print};
use bridge_deals::{HandEvaluation, TrickEstimate, parse_hand, total_trumps};
use cards::CardSet;
use clap::Args;
use dds::{Deal, Direction};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// Suits of a hand, in the order of notation.
const SUITS: [&str; 4] = ["spades", "hearts", "diamonds", "clubs"];

/// Evaluate bridge hands: points, losers, quick tricks, Kaplan-Rubens and others.
///
/// With two hands of a side, the tricks that both can expect are added. A deal has four hands.
/// docs/bridge-toolkit.md describes the methods.
#[derive(Args)]
#[command(after_help = "Examples:
  parlour evaluate AKQ52.K9.Q84.K76
  parlour evaluate KQJ2.KQ2.KQ2.KQ2 A543.A43.A43.A43")]
pub(crate) struct Evaluate {
    /// Hand, such as AKQ52.K9.Q84.K76: spades, hearts, diamonds, clubs. Or a deal, such as “N:AK5.QJ… …”.
    #[arg(value_name = "HAND|DEAL")]
    hand: String,
    /// Hand of the partner.
    partner: Option<String>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

impl Evaluate {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let hands = self.hands()?;
        let found: Vec<HandEvaluation> = hands.iter().map(|(_, hand)| HandEvaluation::of(*hand)).collect();
        let estimate = match &found[..] {
            [one, other] => Some(TrickEstimate::of(one, other)),
            _ => None,
        };
        let trumps = match <[(String, CardSet); 4]>::try_from(hands.clone()) {
            Ok(hands) => Some(total_trumps(&deal(hands.map(|(_, hand)| hand))?)),
            Err(_) => None,
        };
        if self.json {
            let hands: Vec<Value> =
                hands.iter().zip(&found).map(|((name, _), found)| hand_json(name, found)).collect();
            let estimate = estimate.map(|estimate| {
                json!({
                    "lengths": estimate.lengths,
                    "byLosers": estimate.by_losers,
                    "byNewLosers": estimate.by_new_losers,
                })
            });
            let document = json!({ "hands": hands, "tricks": estimate, "totalTrumps": trumps });
            return print(&format!("{document:#}\n"));
        }
        let names: Vec<&str> = hands.iter().map(|(name, _)| name.as_str()).collect();
        let mut text = table(&names, &found);
        if let Some(estimate) = estimate {
            let longest = estimate.lengths.iter().max().copied().unwrap_or_default();
            let suits = SUITS.iter().zip(estimate.lengths).filter(|(_, length)| *length == longest);
            let suits: Vec<&str> = suits.map(|(suit, _)| *suit).collect();
            let _ = writeln!(text, "\nlongest fit: {longest} cards in {}", suits.join(" and "));
            let note = if longest < 8 { " (they assume a fit of 8)" } else { "" };
            let _ = writeln!(
                text,
                "tricks by losers: 24 - {} - {} = {}; by new losers: 25 - {} - {} = {}{note}",
                found[0].basic.losers,
                found[1].basic.losers,
                estimate.by_losers,
                found[0].new_losers,
                found[1].new_losers,
                estimate.by_new_losers
            );
        }
        if let Some([north_south, east_west]) = trumps {
            let total = north_south + east_west;
            let _ = writeln!(text, "\ntotal trumps: {north_south} + {east_west} = {total}");
        }
        print(&text)
    }

    /// Returns the hands with their headings.
    fn hands(&self) -> Result<Vec<(String, CardSet)>, Failure> {
        let failure = |problem: &dyn std::fmt::Display| Failure::Message(problem.to_string());
        if is_deal(&self.hand) && self.partner.is_none() {
            let deal: Deal = self.hand.parse().map_err(|error| failure(&error))?;
            if deal.tricks() != 13 {
                return Err(Failure::Message(format!("each hand needs 13 cards, not {}", deal.tricks())));
            }
            return Ok(Direction::ALL.map(|hand| (hand.to_string(), deal.hand(hand))).to_vec());
        }
        let texts = [Some(&self.hand), self.partner.as_ref()];
        let hands: Vec<(String, CardSet)> = texts
            .into_iter()
            .flatten()
            .map(|text| Ok((text.clone(), read_hand(text)?)))
            .collect::<Result<_, Failure>>()?;
        if let [(_, one), (_, other)] = &hands[..]
            && let Some(card) = (*one & *other).first()
        {
            return Err(Failure::Message(format!("{card} is in both hands")));
        }
        Ok(hands)
    }
}

/// Reads a hand of thirteen cards.
pub(super) fn read_hand(text: &str) -> Result<CardSet, Failure> {
    parse_hand(text).map_err(|error| Failure::Message(format!("{text}: {error}")))
}

fn deal(hands: [CardSet; 4]) -> Result<Deal, Failure> {
    Deal::new(hands).map_err(|error| Failure::Message(error.to_string()))
}

/// Writes a line for each method and a column for each hand.
fn table(names: &[&str], found: &[HandEvaluation]) -> String {
    let shape = |found: &HandEvaluation| found.basic.lengths.map(|length| length.to_string()).join("=");
    let rows: [(&str, fn(&HandEvaluation) -> String); 10] = [
        ("high-card points", |found| found.basic.points.to_string()),
        ("controls", |found| found.basic.controls.to_string()),
        ("aces", |found| found.basic.aces.to_string()),
        ("quick tricks", |found| found.quick_tricks.to_string()),
        ("losers", |found| found.basic.losers.to_string()),
        ("new losers", |found| found.new_losers.to_string()),
        ("Kaplan-Rubens", |found| format!("{:.2}", found.kaplan_rubens)),
        ("Zar points", |found| found.zar_points.to_string()),
        ("Rule of 20", |found| found.rule_of_20.to_string()),
        ("suit quality", |found| found.suit_quality.map(|quality| quality.to_string()).join("=")),
    ];
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or_default().max(10) + 2;
    let mut text = String::new();
    let mut line = |label: &str, cells: Vec<String>| {
        let cells: String = cells.iter().map(|cell| format!("{cell:>width$}")).collect();
        let _ = writeln!(text, "{label:<16}{cells}");
    };
    line("", names.iter().map(ToString::to_string).collect());
    line("shape", found.iter().map(shape).collect());
    let balanced = |found: &HandEvaluation| if found.basic.is_balanced() { "yes" } else { "no" }.to_owned();
    line("balanced", found.iter().map(balanced).collect());
    for (label, of) in rows {
        line(label, found.iter().map(of).collect());
    }
    text
}

fn hand_json(name: &str, found: &HandEvaluation) -> Value {
    json!({
        "hand": name,
        "lengths": found.basic.lengths,
        "balanced": found.basic.is_balanced(),
        "hcp": found.basic.points,
        "controls": found.basic.controls,
        "aces": found.basic.aces,
        "quickTricks": found.quick_tricks,
        "losers": found.basic.losers,
        "newLosers": found.new_losers,
        "kaplanRubens": found.kaplan_rubens,
        "zarPoints": found.zar_points,
        "ruleOf20": found.rule_of_20,
        "suitQuality": found.suit_quality,
    })
}
