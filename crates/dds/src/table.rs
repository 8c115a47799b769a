//! Tables of the twenty results of a deal: the tricks of each declarer in each strain.

use crate::{Direction, Strain};
use std::fmt;
use std::ops::{Index, IndexMut};

/// Tricks of the four declarers in one strain.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Declarers([u8; 4]);

impl Index<Direction> for Declarers {
    type Output = u8;

    fn index(&self, declarer: Direction) -> &u8 {
        &self.0[declarer as usize]
    }
}

impl IndexMut<Direction> for Declarers {
    fn index_mut(&mut self, declarer: Direction) -> &mut u8 {
        &mut self.0[declarer as usize]
    }
}

/// Tricks by strain and declarer.
///
/// ```
/// use dds::{Deal, Direction, Solver, Strain};
/// let deal: Deal = "N:AK.. 43.. QT.. 9.3.".parse()?;
/// let table = Solver::new().solve_all(&deal);
/// assert_eq!(table[Strain::Notrump][Direction::North], 2);
/// assert_eq!(table[Strain::Hearts][Direction::North], 1);
/// println!("{table}");
/// # Ok::<(), dds::ParseDealError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Table([Declarers; 5]);

impl Table {
    /// Creates a table from the tricks: clubs first, in each strain North first.
    #[must_use]
    pub fn new(tricks: [[u8; 4]; 5]) -> Self {
        Self(tricks.map(Declarers))
    }

    /// Returns the tricks: clubs first, in each strain North first.
    #[must_use]
    pub fn tricks(&self) -> [[u8; 4]; 5] {
        self.0.map(|declarers| declarers.0)
    }
}

impl Index<Strain> for Table {
    type Output = Declarers;

    fn index(&self, strain: Strain) -> &Declarers {
        &self.0[strain as usize]
    }
}

impl IndexMut<Strain> for Table {
    fn index_mut(&mut self, strain: Strain) -> &mut Declarers {
        &mut self.0[strain as usize]
    }
}

/// Writes the usual table: a line for each declarer, the strains from no trump down.
impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(" ")?;
        for strain in Strain::ALL.into_iter().rev() {
            write!(f, "{strain:>4}")?;
        }
        for declarer in [Direction::North, Direction::South, Direction::East, Direction::West] {
            write!(f, "\n{}", declarer.letter())?;
            for strain in Strain::ALL.into_iter().rev() {
                write!(f, "{:>4}", self[strain][declarer])?;
            }
        }
        Ok(())
    }
}
