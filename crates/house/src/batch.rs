//! Many matches of a game stepped at once, whichever game.

use crate::{AnyMatch, Catalog, Rejected, SetupText};
use engine::{Game, Match, Refusal, Setup};
use games::ReadCommand;
use tensors::{Batch, BatchError, BatchOptions, Buffers, Encode, Placed, Shape, Table};

/// A [`Batch`], whichever game it is of. All of its rows are one call.
pub trait AnyBatch: Send {
    /// What the numbers mean.
    fn table(&self) -> Table;
    /// What the arrays hold.
    fn shape(&self) -> &Shape;
    /// The blocks of an observation, each where it begins.
    fn layout(&self) -> Vec<Placed>;
    /// Begins every row anew; see [`Batch::reset`].
    ///
    /// # Errors
    ///
    /// When an array has another length, or there is no room in the list.
    fn reset(&mut self, seed: u64, buffers: Buffers<'_>) -> Result<(), BatchError>;
    /// Does one action in every row; see [`Batch::step`].
    ///
    /// # Errors
    ///
    /// When an array has another length, an action is not legal, or there is no room in the list.
    fn step(&mut self, actions: &[i32], buffers: Buffers<'_>) -> Result<(), BatchError>;
    /// Writes a random legal action for each row; see [`Batch::sample_actions`].
    ///
    /// # Errors
    ///
    /// When the array has another length, or nothing was dealt.
    fn sample_actions(&mut self, actions: &mut [i32]) -> Result<(), BatchError>;
    /// The number to be given next in a row so that this action is done, as a bot or a person says it: its own number, its place in
    /// the list, or its next token.
    ///
    /// # Errors
    ///
    /// When there is no such row, nothing was dealt, or the action is not listed there.
    fn number(&self, row: usize, action: &str) -> Result<i32, Rejected>;
    /// The episode of a row so far as a match of its own: with its record, views and words. What becomes of it changes nothing here.
    ///
    /// # Errors
    ///
    /// When there is no such row, or nothing was dealt.
    fn open(&self, row: usize) -> Result<Box<dyn AnyMatch>, Rejected>;
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

    fn number(&self, row: usize, action: &str) -> Result<i32, Rejected> {
        let (state, ..) = self.state(row)?;
        let read = G::read_action(state, action);
        let read = read.map_err(|error| Rejected::from(Refusal::<G::Illegal>::Unreadable(error)))?;
        let not_listed =
            || Rejected::new("not-listed", format!("“{action}” is not among what is listed in row {row}"));
        Self::number(self, row, read)?.ok_or_else(not_listed)
    }

    fn open(&self, row: usize) -> Result<Box<dyn AnyMatch>, Rejected> {
        let record = self.record(row)?;
        Ok(Box::new(Match::<G>::replay(record).map_err(|error| Rejected::from(error.refusal))?))
    }
}

impl Catalog {
    /// Many matches of the game of this id, stepped at once.
    ///
    /// # Errors
    ///
    /// When there is no such game, the setup cannot be played, or there are no such numbers of actions.
    ///
    /// ```
    /// use house::{CATALOG, SetupText};
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
    ) -> Result<Box<dyn AnyBatch>, Rejected> {
        macro_rules! batch {
            ($($game:ty),+ $(,)?) => {
                match game {
                    $(<$game>::ID => self.batch_of::<$game>(setup, options),)+
                    _ => Err(Rejected::new("batch", format!("there is no game “{game}”"))),
                }
            };
        }
        games::for_each_game!(batch)
    }

    fn batch_of<G: ReadCommand + Encode>(
        &self,
        setup: &SetupText,
        options: &BatchOptions,
    ) -> Result<Box<dyn AnyBatch>, Rejected> {
        let setup = Setup::<G::Options>::read(setup, self.card_sets())?;
        Ok(Box::new(Batch::<G>::new(setup, options).map_err(Rejected::from)?))
    }
}
