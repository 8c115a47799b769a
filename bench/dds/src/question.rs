//! Questions to solvers and their answers, one line each.
//!
//! A line is a deal in PBN, for a single solve followed by strain and leader: `N:… … … … S W`. The
//! answer is one line: the tricks of the leader's side, or twenty numbers for clubs, diamonds,
//! hearts, spades and notrump, each with declarers North, East, South, West.

use dds::{Deal, Direction, Strain};
use std::fmt;
use std::str::FromStr;

/// Question about all twenty cells of a deal, or about one strain and leader.
#[derive(Clone, Copy)]
pub struct Question {
    pub deal: Deal,
    pub single: Option<(Strain, Direction)>,
}

const STRAINS: [&str; 5] = ["C", "D", "H", "S", "N"];
const LEADERS: [&str; 4] = ["N", "E", "S", "W"];

impl Question {
    /// Creates a question about the tricks of all strains and declarers.
    pub const fn table(deal: Deal) -> Self {
        Self { deal, single: None }
    }

    /// Creates a question about one strain and leader, which vary with `n`.
    pub const fn single(deal: Deal, n: usize) -> Self {
        Self { deal, single: Some((Strain::ALL[n % 5], Direction::ALL[n % 4])) }
    }
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.deal)?;
        match self.single {
            None => Ok(()),
            Some((strain, leader)) => write!(f, " {} {}", STRAINS[strain as usize], LEADERS[leader as usize]),
        }
    }
}

impl FromStr for Question {
    type Err = Box<dyn std::error::Error + Send + Sync>;

    fn from_str(line: &str) -> Result<Self, Self::Err> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (hands, rest) = words.split_at(words.len().min(4));
        let single = match rest {
            [] => None,
            [strain, leader] => {
                let strain = STRAINS.iter().position(|name| name == strain).ok_or("no strain")?;
                let leader = LEADERS.iter().position(|name| name == leader).ok_or("no leader")?;
                Some((Strain::ALL[strain], Direction::ALL[leader]))
            }
            _ => return Err("a deal, or a deal, a strain and a leader".into()),
        };
        Ok(Self { deal: hands.join(" ").parse()?, single })
    }
}
