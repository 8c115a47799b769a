//! Many matches of any game, stepped at once.

use crate::{AnyMatch, Catalog, Rejection, SetupText};
use engine::{Game, Match, PlayError, Setup};
use games::ReadCommand;
use tensors::{Batch, BatchError, BatchOptions, Buffers, Encode, Placed, Shape, Table};

/// [`Batch`] of any game. One call steps all rows.
pub trait AnyBatch: Send {
    /// Returns the meaning of the numbers.
    fn table(&self) -> Table;
    /// Returns the shape of the arrays.
    fn shape(&self) -> &Shape;
    /// Returns the blocks of an observation (groups of columns), with their offsets.
    fn layout(&self) -> Vec<Placed>;
    /// Restarts every row. See [`Batch::reset`].
    ///
    /// # Errors
    ///
    /// Returns [`BatchError`] if an array has the wrong length, or if the list is too short.
    fn reset(&mut self, seed: u64, buffers: Buffers<'_>) -> Result<(), BatchError>;
    /// Plays one action in every row. See [`Batch::step`].
    ///
    /// # Errors
    ///
    /// Returns [`BatchError`] if an array has the wrong length, an action is illegal, or the list is too short.
    fn step(&mut self, actions: &[i32], buffers: Buffers<'_>) -> Result<(), BatchError>;
    /// Writes a random legal action for each row. See [`Batch::sample_actions`].
    ///
    /// # Errors
    ///
    /// Returns [`BatchError`] if the array has the wrong length, or if nothing was dealt.
    fn sample_actions(&mut self, actions: &mut [i32]) -> Result<(), BatchError>;
    /// Returns the number that plays this action in a row: its own number, its index in the list, or its next
    /// token. The action is text, as bots and players write it.
    ///
    /// # Errors
    ///
    /// Returns [`Rejection`] if there is no such row, nothing was dealt, or the action is not listed in the row.
    fn number(&self, row: usize, action: &str) -> Result<i32, Rejection>;
    /// Returns a copy of a row's episode as a match. Changes to the copy do not affect the batch.
    ///
    /// # Errors
    ///
    /// Returns [`Rejection`] if there is no such row, or if nothing was dealt.
    fn open(&self, row: usize) -> Result<Box<dyn AnyMatch>, Rejection>;
}

impl<G: ReadCommand + Encode> AnyBatch for Batch<G> {
    fn table(&self) -> Table {
        Table::of::<G>()
    }

    fn shape(&self) -> &Shape {
        Self::shape(self)
    }

    fn layout(&self) -> Vec<Placed> {
        Self::layout(self)
    }

    fn reset(&mut self, seed: u64, buffers: Buffers<'_>) -> Result<(), BatchError> {
        Self::reset(self, seed, buffers)
    }

    fn step(&mut self, actions: &[i32], buffers: Buffers<'_>) -> Result<(), BatchError> {
        Self::step(self, actions, buffers)
    }

    fn sample_actions(&mut self, actions: &mut [i32]) -> Result<(), BatchError> {
        Self::sample_actions(self, actions)
    }

    fn number(&self, row: usize, action: &str) -> Result<i32, Rejection> {
        let (state, ..) = self.state(row)?;
        let read = G::read_action(state, action);
        let read = read.map_err(|error| Rejection::from(PlayError::<G::Illegal>::Unreadable(error)))?;
        let not_listed =
            || Rejection::new("not-listed", format!("“{action}” is not in the list of row {row}"));
        Self::number(self, row, read)?.ok_or_else(not_listed)
    }

    fn open(&self, row: usize) -> Result<Box<dyn AnyMatch>, Rejection> {
        let record = self.record(row)?;
        Ok(Box::new(Match::<G>::replay(record).map_err(|error| Rejection::from(error.error))?))
    }
}

impl Catalog {
    /// Creates a batch of matches of this game.
    ///
    /// # Errors
    ///
    /// Returns [`Rejection`] if there is no such game, or if the setup or the options of the batch are invalid.
    ///
    /// ```
    /// use catalog::{CATALOG, SetupText};
    /// use tensors::{Arrays, BatchOptions};
    /// let options = BatchOptions { rows: 4, ..BatchOptions::default() };
    /// let mut batch = CATALOG.batch("thirty-one", &SetupText::first_preset(3), &options)?;
    /// let mut arrays = Arrays::new(batch.shape());
    /// let mut actions = [0; 4];
    /// batch.reset(7, arrays.buffers())?;
    /// batch.sample_actions(&mut actions)?;
    /// batch.step(&actions, arrays.buffers())?;
    /// assert_eq!(batch.open(3)?.record().deals[0].actions.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn batch(
        &self,
        game: &str,
        setup: &SetupText,
        options: &BatchOptions,
    ) -> Result<Box<dyn AnyBatch>, Rejection> {
        macro_rules! batch {
            ($($game:ty),+ $(,)?) => {
                match game {
                    $(<$game>::ID => self.batch_of::<$game>(setup, options),)+
                    _ => Err(Rejection::new("batch", format!("there is no game “{game}”"))),
                }
            };
        }
        games::for_each_game!(batch)
    }

    fn batch_of<G: ReadCommand + Encode>(
        &self,
        setup: &SetupText,
        options: &BatchOptions,
    ) -> Result<Box<dyn AnyBatch>, Rejection> {
        let setup = Setup::<G::Options>::read(setup, self.card_sets())?;
        Ok(Box::new(Batch::<G>::new(setup, options).map_err(Rejection::from)?))
    }
}
