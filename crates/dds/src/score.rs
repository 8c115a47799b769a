//! Contracts and their duplicate scores.

use crate::{Direction, Strain};
use std::fmt;
use std::str::FromStr;

/// Vulnerability of both sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Vulnerability {
    None,
    NorthSouth,
    EastWest,
    Both,
}

impl Vulnerability {
    /// Returns whether the side of this hand is vulnerable.
    #[must_use]
    pub const fn of(self, direction: Direction) -> bool {
        match self {
            Self::None => false,
            Self::NorthSouth => direction.is_side_of(Direction::North),
            Self::EastWest => direction.is_side_of(Direction::East),
            Self::Both => true,
        }
    }
}

/// Contract at a level of 1 to 7, doubled or not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Contract {
    /// Tricks promised beyond six.
    pub level: u8,
    /// Strain of the contract.
    pub strain: Strain,
    /// Whether the contract is doubled.
    pub doubled: bool,
}

impl Contract {
    /// Returns the declaring side's score for this number of tricks; negative if the contract
    /// fails.
    ///
    /// ```
    /// use dds::{Contract, Strain};
    /// let game = Contract { level: 4, strain: Strain::Spades, doubled: false };
    /// assert_eq!(game.score(true, 10), 620);
    /// assert_eq!(Contract { doubled: true, ..game }.score(false, 7), -500);
    /// ```
    #[must_use]
    pub const fn score(self, vulnerable: bool, tricks: u8) -> i32 {
        let needed = self.level + 6;
        if tricks < needed {
            return -undertricks((needed - tricks) as i32, vulnerable, self.doubled);
        }
        let (first, each) = match self.strain {
            Strain::Clubs | Strain::Diamonds => (0, 20),
            Strain::Hearts | Strain::Spades => (0, 30),
            Strain::Notrump => (10, 30),
        };
        let double = if self.doubled { 2 } else { 1 };
        let bid = (first + each * self.level as i32) * double;
        let over = match (self.doubled, vulnerable) {
            (false, _) => each,
            (true, false) => 100,
            (true, true) => 200,
        };
        let game = match (bid >= 100, vulnerable) {
            (false, _) => 50,
            (true, false) => 300,
            (true, true) => 500,
        };
        let slam = match (self.level, vulnerable) {
            (6, false) => 500,
            (6, true) => 750,
            (7, false) => 1000,
            (7, true) => 1500,
            _ => 0,
        };
        let insult = if self.doubled { 50 } else { 0 };
        bid + over * (tricks - needed) as i32 + game + slam + insult
    }
}

impl fmt::Display for Contract {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.level, self.strain, if self.doubled { "x" } else { "" })
    }
}

/// Text that is not a contract.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("“{0}” is not a contract; write a level and a strain, such as 3NT, 4S or 4Sx")]
pub struct ParseContractError(pub String);

/// Reads a level, a strain, and `x` if the contract is doubled: `3NT`, `4♠x`.
impl FromStr for Contract {
    type Err = ParseContractError;

    fn from_str(text: &str) -> Result<Self, ParseContractError> {
        let read = || {
            let (bid, doubled) = match text.strip_suffix(['x', 'X']) {
                Some(bid) => (bid, true),
                None => (text, false),
            };
            let mut signs = bid.chars();
            let level =
                u8::try_from(signs.next()?.to_digit(10)?).ok().filter(|level| (1..=7).contains(level))?;
            Some(Self { level, strain: signs.as_str().parse().ok()?, doubled })
        };
        read().ok_or_else(|| ParseContractError(text.chars().take(20).collect()))
    }
}

const fn undertricks(down: i32, vulnerable: bool, doubled: bool) -> i32 {
    match (doubled, vulnerable) {
        (false, false) => 50 * down,
        (false, true) => 100 * down,
        (true, true) => 300 * down - 100,
        (true, false) if down <= 3 => 200 * down - 100,
        (true, false) => 300 * down - 400,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contracts_are_read_as_they_are_written() {
        for level in 1..=7 {
            for strain in Strain::ALL {
                for doubled in [false, true] {
                    let contract = Contract { level, strain, doubled };
                    assert_eq!(contract.to_string().parse(), Ok(contract));
                }
            }
        }
        assert_eq!("3ntX".parse::<Contract>().map(|contract| contract.to_string()), Ok("3NTx".to_owned()));
        for wrong in ["", "3", "0NT", "8C", "NT", "3NTxx", "x", "4S by N", "é"] {
            assert_eq!(wrong.parse::<Contract>(), Err(ParseContractError(wrong.to_owned())));
        }
    }

    #[test]
    fn undertricks_score_as_in_the_laws() {
        let plain = [100, 300, 500, 800, 1100, 1400, 1700, 2000, 2300, 2600, 2900, 3200, 3500];
        let vulnerable = [200, 500, 800, 1100, 1400, 1700, 2000, 2300, 2600, 2900, 3200, 3500, 3800];
        for down in 1..=13 {
            assert_eq!(undertricks(down, false, true), plain[down as usize - 1]);
            assert_eq!(undertricks(down, true, true), vulnerable[down as usize - 1]);
        }
    }

    #[test]
    fn made_contracts_score_as_in_published_tables() {
        let score = |level, strain, doubled, vulnerable, tricks| {
            Contract { level, strain, doubled }.score(vulnerable, tricks)
        };
        assert_eq!(score(1, Strain::Notrump, false, false, 7), 90);
        assert_eq!(score(3, Strain::Notrump, false, true, 10), 630);
        assert_eq!(score(2, Strain::Clubs, false, false, 9), 110);
        assert_eq!(score(2, Strain::Spades, true, false, 8), 470);
        assert_eq!(score(1, Strain::Diamonds, true, true, 9), 540);
        assert_eq!(score(6, Strain::Hearts, false, true, 13), 1460);
        assert_eq!(score(7, Strain::Notrump, false, true, 13), 2220);
        assert_eq!(score(4, Strain::Spades, false, true, 9), -100);
    }
}
