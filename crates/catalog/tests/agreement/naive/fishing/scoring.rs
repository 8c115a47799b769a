//! Scores of a deal.

use super::rules::Rules;
use crate::naive::card::Card;
use serde_json::{Value, json};

/// Captured cards of each side, and the sides that swept, in order.
#[derive(Clone, Default)]
pub(crate) struct Taken {
    pub(crate) piles: Vec<Vec<Card>>,
    pub(crate) sweeps: Vec<usize>,
}

/// Returns the points with their sides, in scoring order.
pub(crate) fn items(rules: &Rules, taken: &Taken) -> Vec<(usize, i64)> {
    let mut items = Vec::new();
    let mut point = |winner: Option<usize>| items.extend(winner.map(|side| (side, 1)));
    if rules.is_scopa() {
        point(max(&amounts(taken, |_| true)));
        point(max(&amounts(taken, is_coin)));
        point(owner(taken, "7d"));
        if rules.on("reBello") {
            point(owner(taken, "Kd"));
        }
        point(primiera_winner(rules, taken));
        if rules.on("napola") {
            let napolas = taken.piles.iter().map(|pile| napola(pile)).enumerate();
            items.extend(napolas.filter(|(_, points)| *points > 0));
        }
    } else {
        point(max(&amounts(taken, is_investor)));
        point(max(&amounts(taken, is_preferred)));
        point(max(&amounts(taken, is_common)));
    }
    items.extend(taken.sweeps.iter().map(|side| (*side, 1)));
    items
}

/// Returns the points of each side that are certain, while the cards in `open` are not yet captured. (`claimOut`)
pub(crate) fn certain(rules: &Rules, taken: &Taken, open: &[Card]) -> Vec<i64> {
    let sides = 0..taken.piles.len();
    let points = sides.clone().map(|side| {
        // The worst case for this side: another side captures all open cards.
        let wins = |category: &dyn Fn(&Taken) -> Option<usize>| {
            sides.clone().filter(|other| *other != side).all(|other| {
                let mut worst = taken.clone();
                worst.piles[other].extend(open);
                category(&worst) == Some(side)
            })
        };
        i64::from(wins(&|taken| max(&amounts(taken, |_| true))))
            + i64::from(wins(&|taken| max(&amounts(taken, is_coin))))
            + i64::from(wins(&|taken| primiera_winner(rules, taken)))
            + i64::from(owner(taken, "7d") == Some(side))
            + i64::from(rules.on("reBello") && owner(taken, "Kd") == Some(side))
            + if rules.on("napola") { napola(&taken.piles[side]) } else { 0 }
            + taken.sweeps.iter().filter(|sweeper| **sweeper == side).count() as i64
    });
    points.collect()
}

/// Returns the figures of a deal by side.
pub(crate) fn detail(rules: &Rules, taken: &Taken) -> Vec<(&'static str, Vec<Value>)> {
    let count = |of: fn(Card) -> bool| amounts(taken, of).into_iter().map(|n| json!(n)).collect();
    let each = |of: &dyn Fn(&Vec<Card>) -> Value| taken.piles.iter().map(of).collect::<Vec<_>>();
    let holds = |card: &'static str| each(&|pile| json!(pile.iter().any(|other| other.is(card))));
    let sweeps = (0..taken.piles.len())
        .map(|side| json!(taken.sweeps.iter().filter(|sweeper| **sweeper == side).count()))
        .collect();
    if !rules.is_scopa() {
        return vec![
            ("investors", count(is_investor)),
            ("preferred", count(is_preferred)),
            ("common", count(is_common)),
            ("takeovers", sweeps),
        ];
    }
    let primiera = each(&|pile| match (rules.word("primieraSuits"), primiera(pile)) {
        ("fourRequired", (suits, _)) if suits < 4 => Value::Null,
        (_, (_, total)) => json!(total),
    });
    let mut detail = vec![
        ("cards", count(|_| true)),
        ("coins", count(is_coin)),
        ("settebello", holds("7d")),
        ("primiera", primiera),
        ("sweeps", sweeps),
    ];
    if rules.on("reBello") {
        detail.push(("reBello", holds("Kd")));
    }
    if rules.on("napola") {
        detail.push(("napola", each(&|pile| json!(napola(pile)))));
    }
    if rules.on("settanta") {
        detail.push(("settanta", each(&|pile| json!(of_rank(pile, "7")))));
    }
    detail
}

/// Returns the side with all ten coins. (SC-V5)
pub(crate) fn napoleone(taken: &Taken) -> Option<usize> {
    amounts(taken, is_coin).iter().position(|coins| *coins == 10)
}

/// Returns the side that wins the primiera. (SC-R7, SC-O5, SC-V8)
fn primiera_winner(rules: &Rules, taken: &Taken) -> Option<usize> {
    if rules.on("settanta") {
        let order = match rules.word("settantaTie") {
            "nextRank" => "76A5432JQK",
            _ => "7",
        };
        let ranks = |pile: &Vec<Card>| -> Vec<usize> {
            order.chars().map(|rank| of_rank(pile, &rank.to_string())).collect()
        };
        return max(&taken.piles.iter().map(ranks).collect::<Vec<_>>());
    }
    let rating = |pile: &Vec<Card>| {
        let (suits, total) = primiera(pile);
        let complete = suits == 4;
        match rules.word("primieraSuits") {
            "fourRequired" => (complete, if complete { total } else { 0 }),
            "incompleteLoses" => (complete, total),
            _ => (true, total),
        }
    };
    max(&taken.piles.iter().map(rating).collect::<Vec<_>>())
}

/// Returns the number of suits of a pile, and the sum of the best card of each. (SC-R12)
fn primiera(pile: &[Card]) -> (usize, u32) {
    let worth = |card: &Card| match card.rank() {
        "7" => 21,
        "6" => 18,
        "A" => 16,
        "5" => 15,
        "4" => 14,
        "3" => 13,
        "2" => 12,
        _ => 10,
    };
    let best = ["c", "d", "h", "s"].map(|suit| {
        let of_suit = pile.iter().filter(|card| card.suit() == suit);
        of_suit.map(worth).max()
    });
    (best.iter().flatten().count(), best.iter().flatten().sum())
}

/// Returns the points for a run of coins. (SC-V4)
fn napola(pile: &[Card]) -> i64 {
    let held = |rank: &char| pile.iter().any(|card| card.is(&format!("{rank}d")));
    let length = "A234567JQK".chars().take_while(held).count();
    if length >= 3 { length as i64 } else { 0 }
}

fn of_rank(pile: &[Card], rank: &str) -> usize {
    pile.iter().filter(|card| card.rank() == rank).count()
}

fn is_coin(card: Card) -> bool {
    card.suit() == "d"
}

/// Returns whether a card is an investor. (WS-R4)
fn is_investor(card: Card) -> bool {
    card.rank() == "K"
}

fn is_preferred(card: Card) -> bool {
    card.suit() == "d" && card.rank() != "K"
}

fn is_common(card: Card) -> bool {
    card.suit() != "d" && card.rank() != "K"
}

fn amounts(taken: &Taken, counts: fn(Card) -> bool) -> Vec<usize> {
    taken.piles.iter().map(|pile| pile.iter().filter(|card| counts(**card)).count()).collect()
}

fn owner(taken: &Taken, card: &str) -> Option<usize> {
    taken.piles.iter().position(|pile| pile.iter().any(|other| other.is(card)))
}

/// Returns the index of the unique maximum.
fn max<T: Ord>(amounts: &[T]) -> Option<usize> {
    let best = amounts.iter().max()?;
    let mut indices = (0..amounts.len()).filter(|index| amounts[*index] == *best);
    let first = indices.next();
    if indices.next().is_none() { first } else { None }
}
