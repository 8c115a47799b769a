//! Many matches of any game, stepped at once.

use crate::{Batch, BatchError, BatchOptions, Buffers, Encode, Placed, Shape, Table, tables};
use cards::{Seat, Viewer};
use catalog::{AnyMatch, Catalog, Rejection, SetupText, WireValue};
use engine::command::ReadCommand;
use engine::{Game, Match, PlayError, Setup};

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
    /// Returns an independent copy of the batch.
    fn fork(&self) -> Box<dyn AnyBatch>;
    /// Returns the canonical deck, as texts.
    fn cards(&self) -> Vec<String>;
    /// Starts an episode of a row with a deck. See [`Batch::deal`].
    ///
    /// # Errors
    ///
    /// Returns [`BatchError`] if the row, the deck, the dealer or an array is wrong, or if the list is too short.
    fn deal(
        &mut self,
        row: usize,
        order: &[usize],
        dealer: Seat,
        buffers: Buffers<'_>,
    ) -> Result<(), BatchError>;
    /// Writes the observation of any seat of a row. See [`Batch::observe`].
    ///
    /// # Errors
    ///
    /// Returns [`BatchError`] if the row, the seat or the array is wrong, or if nothing was dealt.
    fn observe(&self, row: usize, seat: Seat, observation: &mut [u8]) -> Result<(), BatchError>;
    /// Returns the text of a legal number of a row. See [`Batch::text`].
    ///
    /// # Errors
    ///
    /// Returns [`BatchError`] if there is no such row, or if nothing was dealt.
    fn text(&self, row: usize, number: i32) -> Result<Option<String>, BatchError>;
    /// Returns the events of a row's episode so far, as a viewer saw them.
    ///
    /// # Errors
    ///
    /// Returns [`Rejection`] if there is no such row, or if nothing was dealt.
    fn events(&self, row: usize, viewer: Viewer) -> Result<WireValue, Rejection>;
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

    fn fork(&self) -> Box<dyn AnyBatch> {
        Box::new(self.clone())
    }

    fn cards(&self) -> Vec<String> {
        Self::cards(self).iter().map(ToString::to_string).collect()
    }

    fn deal(
        &mut self,
        row: usize,
        order: &[usize],
        dealer: Seat,
        buffers: Buffers<'_>,
    ) -> Result<(), BatchError> {
        Self::deal(self, row, order, dealer, buffers)
    }

    fn observe(&self, row: usize, seat: Seat, observation: &mut [u8]) -> Result<(), BatchError> {
        Self::observe(self, row, seat, observation)
    }

    fn text(&self, row: usize, number: i32) -> Result<Option<String>, BatchError> {
        Self::text(self, row, number)
    }

    fn events(&self, row: usize, viewer: Viewer) -> Result<WireValue, Rejection> {
        let record = self.record(row)?;
        let mut game = Match::<G>::new(record.setup, record.dealer)?;
        let mut events = Vec::new();
        let mut see = |event: G::Event| events.extend(G::redact(&event, viewer));
        for deal in record.deals {
            game.deal(&deal.deck, &mut see)?;
            for entry in deal.entries {
                game.enter(entry, &mut see)?;
            }
        }
        Ok(WireValue::new(events))
    }

    fn open(&self, row: usize) -> Result<Box<dyn AnyMatch>, Rejection> {
        let record = self.record(row)?;
        Ok(Box::new(Match::<G>::replay(record).map_err(|error| Rejection::from(error.error))?))
    }
}

/// Creates a batch of matches of a game of the catalog.
///
/// # Errors
///
/// Returns [`Rejection`] if the game has no tensors, or if the setup or the options of the batch are invalid.
///
/// ```
/// use catalog::{CATALOG, SetupText};
/// use tensors::{Arrays, BatchOptions, open};
/// let options = BatchOptions { rows: 4, ..BatchOptions::default() };
/// let mut batch = open(&CATALOG, "thirty-one", &SetupText::first_preset(3), &options)?;
/// let mut arrays = Arrays::new(batch.shape());
/// let mut actions = [0; 4];
/// batch.reset(7, arrays.buffers())?;
/// batch.sample_actions(&mut actions)?;
/// batch.step(&actions, arrays.buffers())?;
/// assert_eq!(batch.open(3)?.record().deals[0].actions.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn open(
    catalog: &Catalog,
    game: &str,
    setup: &SetupText,
    options: &BatchOptions,
) -> Result<Box<dyn AnyBatch>, Rejection> {
    macro_rules! batch {
        ($($game:ty),+ $(,)?) => {
            match game {
                $(<$game>::ID => batch_of::<$game>(catalog, setup, options),)+
                _ => {
                    let known: Vec<&str> = tables().iter().map(|table| table.game).collect();
                    Err(BatchError::NoTensors { given: game.to_owned(), known: known.join(", ") }.into())
                }
            }
        };
    }
    crate::for_each_game!(batch)
}

fn batch_of<G: ReadCommand + Encode>(
    catalog: &Catalog,
    setup: &SetupText,
    options: &BatchOptions,
) -> Result<Box<dyn AnyBatch>, Rejection> {
    let setup = Setup::<G::Options>::read(setup, catalog.card_sets())?;
    Ok(Box::new(Batch::<G>::new(setup, options).map_err(Rejection::from)?))
}
