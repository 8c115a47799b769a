//! Par: the score with perfect bidding by both sides.

use crate::{Contract, Direction, Strain, Table, Vulnerability};
use std::fmt;

/// Par of a deal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Par {
    /// Score of North and South; negative if East and West score.
    pub score: i32,
    /// Par contracts, lowest first; empty if the deal is passed out.
    pub contracts: Vec<ParContract>,
}

/// Contract that scores par.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ParContract {
    /// Contract that scores par.
    pub contract: Contract,
    /// Declarer of the contract.
    pub declarer: Direction,
    /// Number of tricks that the declarer takes.
    pub tricks: u8,
}

/// Writes the result in bridge notation, with overtricks or undertricks: `4♠ N +1`.
impl fmt::Display for ParContract {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} ", self.contract, self.declarer.letter())?;
        match i32::from(self.tricks) - i32::from(self.contract.level) - 6 {
            0 => f.write_str("="),
            over => write!(f, "{over:+}"),
        }
    }
}

/// Number of bids, from 1♣ to 7NT.
const BIDS: usize = 35;

const fn bid(index: usize) -> (u8, Strain) {
    (index as u8 / 5 + 1, Strain::ALL[index % 5])
}

/// Computes par from the double-dummy tricks of a deal.
///
/// Either side bids on as long as that gains, the dealer begins, and failing contracts are doubled.
///
/// ```
/// use dds::{Direction, Table, Vulnerability, par};
/// // North-South make four spades; East-West take eight tricks in diamonds.
/// let mut tricks = [[3, 5, 3, 5]; 5];
/// tricks[3] = [10, 3, 10, 3];
/// tricks[1] = [5, 8, 5, 8];
/// let table = Table::new(tricks);
/// let level = par(&table, Direction::North, Vulnerability::None);
/// assert_eq!(level.score, 420);
/// // At favourable vulnerability, five diamonds doubled cost less than the game.
/// let cheap = par(&table, Direction::North, Vulnerability::NorthSouth);
/// assert_eq!(cheap.score, 500);
/// assert_eq!(cheap.contracts[0].to_string(), "5♦x E -3");
/// ```
#[must_use]
pub fn par(table: &Table, dealer: Direction, vulnerability: Vulnerability) -> Par {
    let stands = |index: usize, side: usize| score_of_side(table, vulnerability, index, side);
    // From the highest bid down: value of a bid, given that the other side bids on if that gains.
    let mut worth = [[0; 2]; BIDS];
    let mut best_above = [i32::MIN, i32::MAX];
    for index in (0..BIDS).rev() {
        worth[index] = [stands(index, 0).min(best_above[1]), stands(index, 1).max(best_above[0])];
        best_above = [best_above[0].max(worth[index][0]), best_above[1].min(worth[index][1])];
    }
    // The dealer's side bids or passes. If it passes, the other side bids or the deal is passed
    // out.
    let score = if dealer.is_side_of(Direction::North) {
        best_above[0].max(best_above[1].min(0))
    } else {
        best_above[1].min(best_above[0].max(0))
    };
    // `own` is 1 if the bids that a side saves against include the bid that it makes itself.
    let standing = |own: usize| {
        let mut contracts = Vec::new();
        for (index, worth) in worth.iter().enumerate() {
            for (side, &worth) in worth.iter().enumerate() {
                // A side goes down doubled only to save: an earlier bid of the other side must cost
                // more.
                let saves = || {
                    (0..index + own).any(|bid| {
                        let others = stands(bid, 1 - side);
                        if side == 0 { others < score.min(0) } else { others > score.max(0) }
                    })
                };
                let gains = if side == 0 { score > 0 } else { score < 0 };
                if worth == score && stands(index, side) == score && score != 0 && (gains || saves()) {
                    let (tricks_of, contract, tricks) = best_of_side(table, index, side);
                    for declarer in [Direction::ALL[side], Direction::ALL[side + 2]] {
                        if tricks_of[declarer as usize / 2] == tricks {
                            contracts.push(ParContract { contract, declarer, tricks });
                        }
                    }
                }
            }
        }
        contracts
    };
    let mut contracts = standing(0);
    if contracts.is_empty() {
        // The dealer's side takes a bid that only the other side makes, and that is its only gain.
        contracts = standing(1);
    }
    Par { score, contracts }
}

impl Par {
    /// Returns the contracts that a single higher bid of the other side doesn't beat.
    ///
    /// Some of the [`contracts`](Self::contracts) score par only because their side bids again after
    /// a bid of the other side. DDS leaves them out. The table and the vulnerability are those of
    /// [`par()`].
    ///
    /// ```
    /// use dds::{Direction, Table, Vulnerability, par};
    /// // North-South make two diamonds, East-West one heart.
    /// let mut tricks = [[5, 6, 5, 6]; 5];
    /// tricks[1] = [8, 5, 8, 5];
    /// tricks[2] = [6, 7, 6, 7];
    /// let table = Table::new(tricks);
    /// let par = par(&table, Direction::North, Vulnerability::None);
    /// assert_eq!(par.contracts[0].to_string(), "1♦ N +1");
    /// let unbeaten = par.unbeaten_contracts(&table, Vulnerability::None);
    /// assert_eq!(unbeaten[0].to_string(), "2♦ N =");
    /// ```
    #[must_use]
    pub fn unbeaten_contracts(&self, table: &Table, vulnerability: Vulnerability) -> Vec<ParContract> {
        let beaten = |par: &ParContract| {
            let other = 1 - par.declarer as usize % 2;
            let index = 5 * (usize::from(par.contract.level) - 1) + par.contract.strain as usize;
            (index + 1..BIDS).any(|higher| {
                let score = score_of_side(table, vulnerability, higher, other);
                if other == 0 { score > self.score } else { score < self.score }
            })
        };
        self.contracts.iter().copied().filter(|par| !beaten(par)).collect()
    }
}

/// Returns the score of North and South if a bid of a side is the final contract.
fn score_of_side(table: &Table, vulnerability: Vulnerability, index: usize, side: usize) -> i32 {
    let (_, contract, tricks) = best_of_side(table, index, side);
    let score = contract.score(vulnerability.of(Direction::ALL[side]), tricks);
    if side == 0 { score } else { -score }
}

/// Returns a bid by the better hand of a side: both hands' tricks, the contract, and the tricks
/// taken.
fn best_of_side(table: &Table, index: usize, side: usize) -> ([u8; 2], Contract, u8) {
    let (level, strain) = bid(index);
    let both = [table[strain][Direction::ALL[side]], table[strain][Direction::ALL[side + 2]]];
    let tricks = both[0].max(both[1]);
    (both, Contract { level, strain, doubled: tricks < level + 6 }, tricks)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(par: &Par) -> String {
        let contracts: Vec<String> = par.contracts.iter().map(ToString::to_string).collect();
        format!("{}: {}", par.score, contracts.join(", "))
    }

    #[test]
    fn a_deal_without_a_makable_contract_is_passed_out() {
        let table = Table::new([[6; 4]; 5]);
        assert_eq!(written(&par(&table, Direction::West, Vulnerability::Both)), "0: ");
    }

    #[test]
    fn when_both_sides_make_the_same_bid_the_dealer_gets_it() {
        let mut tricks = [[6; 4]; 5];
        tricks[4] = [7; 4];
        let table = Table::new(tricks);
        assert_eq!(written(&par(&table, Direction::South, Vulnerability::None)), "90: 1NT N =, 1NT S =");
        assert_eq!(written(&par(&table, Direction::East, Vulnerability::None)), "-90: 1NT E =, 1NT W =");
    }

    #[test]
    fn only_the_hand_that_takes_the_tricks_declares() {
        let mut tricks = [[3, 3, 3, 3]; 5];
        tricks[2] = [10, 0, 9, 0];
        let table = Table::new(tricks);
        assert_eq!(written(&par(&table, Direction::South, Vulnerability::Both)), "620: 4♥ N =");
    }

    #[test]
    fn a_deal_that_is_not_passed_out_has_a_contract() {
        let mut rng = cards::Rng::from_number(9);
        let tricks: Vec<u8> = (3..=10).collect();
        for _ in 0..20_000 {
            let table = Table::new([[(); 4]; 5].map(|row| row.map(|()| rng.pick(&tricks))));
            for vulnerability in [Vulnerability::None, Vulnerability::EastWest] {
                for dealer in [Direction::North, Direction::East] {
                    let par = par(&table, dealer, vulnerability);
                    let unbeaten = par.unbeaten_contracts(&table, vulnerability);
                    assert_eq!(
                        par.contracts.is_empty(),
                        par.score == 0,
                        "{table:?} {dealer} {vulnerability:?}"
                    );
                    assert_eq!(unbeaten.is_empty(), par.score == 0, "{table:?} {dealer} {vulnerability:?}");
                }
            }
        }
    }

    #[test]
    fn a_slam_that_is_cold_is_bid_and_a_sacrifice_that_costs_more_is_not() {
        let table = Table::new([[0, 13, 0, 13]; 5]);
        assert_eq!(
            written(&par(&table, Direction::North, Vulnerability::EastWest)),
            "-2220: 7NT E =, 7NT W ="
        );
    }
}
