//! Settlement of debts with as few payments as possible.

use serde::Serialize;
use std::collections::BTreeMap;

/// Payment from one player to another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Debt {
    /// Player who pays.
    pub from: String,
    /// Player who is paid.
    pub to: String,
    /// Amount to pay.
    #[cfg_attr(feature = "wire", ts(type = "number"))]
    pub amount: i64,
    /// Unit of the amount.
    pub unit: String,
}

/// Maximum number of players for the exact search. With more players the payments are few, but perhaps not
/// the fewest.
const MAX_SEARCHED: usize = 14;

/// Returns the payments that settle the balances, which must sum to zero.
///
/// A group of players whose balances sum to zero needs one payment fewer than it has members. So the
/// fewest payments come from the largest number of such groups, found by dynamic programming over
/// all subsets.
#[must_use]
pub fn settle(balances: &BTreeMap<String, i64>, unit: &str) -> Vec<Debt> {
    let players: Vec<(&str, i64)> = balances
        .iter()
        .filter(|(_, balance)| **balance != 0)
        .map(|(name, balance)| (name.as_str(), *balance))
        .collect();
    let mut debts = Vec::new();
    for group in groups(&players) {
        pay(&group, unit, &mut debts);
    }
    debts
}

/// Splits the players into as many groups with sum zero as possible.
fn groups<'n>(players: &[(&'n str, i64)]) -> Vec<Vec<(&'n str, i64)>> {
    if players.len() > MAX_SEARCHED {
        return vec![players.to_vec()];
    }
    let all = (1_usize << players.len()) - 1;
    let sum = |set: usize| -> i64 {
        players
            .iter()
            .enumerate()
            .filter(|(index, _)| set >> index & 1 == 1)
            .map(|(_, (_, balance))| balance)
            .sum()
    };
    let sums: Vec<i64> = (0..=all).map(sum).collect();
    // For each set: the largest number of groups completed by adding its players one by one, and the
    // person added last.
    let mut max = vec![(0_u32, 0_usize); all + 1];
    for set in 1..=all {
        let without = (0..players.len()).filter(|index| set >> index & 1 == 1);
        let best = without.map(|index| (max[set & !(1 << index)].0, index)).max().unwrap_or_default();
        max[set] = (best.0 + u32::from(sums[set] == 0), best.1);
    }
    let (mut found, mut group, mut set) = (Vec::new(), Vec::new(), all);
    while set != 0 {
        if sums[set] == 0 && !group.is_empty() {
            found.push(std::mem::take(&mut group));
        }
        let index = max[set].1;
        group.push(players[index]);
        set &= !(1 << index);
    }
    if !group.is_empty() {
        found.push(group);
    }
    found
}

/// Settles a group: the largest debtor pays the largest creditor until all balances are zero. This
/// takes one payment fewer than there are players.
fn pay(group: &[(&str, i64)], unit: &str, debts: &mut Vec<Debt>) {
    let mut left: Vec<(&str, i64)> = group.to_vec();
    loop {
        let owed = left.iter().copied().max_by_key(|(_, balance)| *balance);
        let owing = left.iter().copied().min_by_key(|(_, balance)| *balance);
        let (Some((to, owed)), Some((from, owing))) = (owed, owing) else { return };
        let amount = owed.min(-owing);
        if amount <= 0 {
            return;
        }
        debts.push(Debt { from: from.to_owned(), to: to.to_owned(), amount, unit: unit.to_owned() });
        for (name, balance) in &mut left {
            if *name == to {
                *balance -= amount;
            } else if *name == from {
                *balance += amount;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn balances(figures: &[i64]) -> BTreeMap<String, i64> {
        figures.iter().enumerate().map(|(index, figure)| (format!("p{index}"), *figure)).collect()
    }

    #[test]
    fn people_who_are_even_among_themselves_pay_among_themselves() {
        // 5 and 3 pay 8, and 4, 2 and 1 pay 7: five payments, while seven players in one group would
        // need six.
        let debts = settle(&balances(&[8, 7, -5, -3, -4, -2, -1]), "cent");
        assert_eq!(debts.len(), 5);
        // 6 and -6, 5 and -5, 4 and -4: three payments in any order.
        assert_eq!(settle(&balances(&[6, 5, 4, -4, -6, -5]), "cent").len(), 3);
        // Two groups, whether or not 6 and -6 are one of them.
        assert_eq!(settle(&balances(&[6, -3, -3, 2, 4, -6]), "cent").len(), 4);
        assert!(settle(&balances(&[0, 0]), "cent").is_empty());
    }

    proptest! {
        #[test]
        fn payments_settle_all_balances(mut figures in prop::collection::vec(-50_i64..50, 1..9)) {
            figures.push(-figures.iter().sum::<i64>());
            let mut left = balances(&figures);
            let debts = settle(&left, "cent");
            let players = left.values().filter(|balance| **balance != 0).count();
            prop_assert!(debts.len() < players.max(1), "{debts:?}");
            for debt in debts {
                prop_assert!(debt.amount > 0);
                *left.get_mut(&debt.from).expect("a player of the evening") += debt.amount;
                *left.get_mut(&debt.to).expect("a player of the evening") -= debt.amount;
            }
            prop_assert!(left.values().all(|balance| *balance == 0));
        }
    }
}
