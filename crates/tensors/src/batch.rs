//! Batches of rows that are stepped together.

use crate::row::{Plan, Row, RowBuffers, SAID, end};
use crate::{Actions, BatchError, BatchOptions, Encode, Placed, Range, Size};
use cards::Seat;
use engine::{Record, Ruleset, Setup};
use std::sync::Mutex;
use std::thread;

/// Shape of the arrays of a batch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Number of matches.
    pub rows: usize,
    /// Number of seats per match.
    pub seats: usize,
    /// Columns of an observation.
    pub observation: usize,
    /// Columns of a mask: the number of action numbers.
    pub actions: usize,
    /// Tokens written per listed action. Zero unless an action is an index into the list.
    pub tokens: usize,
    /// Column at which the tokens said so far begin, if there are any.
    pub(crate) said_from: usize,
}

impl Shape {
    /// Returns every array with its number of elements.
    fn lengths(&self) -> [(&'static str, usize); 6] {
        let Self { rows, .. } = *self;
        [
            ("observations", rows * self.observation),
            ("action_mask", rows * self.actions),
            ("current_player", rows),
            ("rewards", rows * self.seats),
            ("terminations", rows),
            ("legal_tokens", rows * self.actions * self.tokens),
        ]
    }
}

/// Arrays of the caller, row by row. Every step writes all of every row.
#[derive(Debug)]
pub struct Buffers<'a> {
    /// Observation of the seat to act: [`Shape::observation`] columns per row.
    pub observations: &'a mut [u8],
    /// 1 for every legal action number: [`Shape::actions`] columns per row.
    pub action_mask: &'a mut [u8],
    /// The seat to act.
    pub current_player: &'a mut [u8],
    /// Rewards of each seat since the last step: [`Shape::seats`] columns per row.
    pub rewards: &'a mut [f32],
    /// Whether an episode ended in the last step. The observation is already that of the next one.
    pub terminations: &'a mut [bool],
    /// Tokens of each listed action, padded with the end token: [`Shape::actions`] times
    /// [`Shape::tokens`] per row. Empty unless an action is an index into the list.
    pub legal_tokens: &'a mut [u8],
}

impl<'a> Buffers<'a> {
    fn check(&self, shape: &Shape) -> Result<(), BatchError> {
        let given = [
            self.observations.len(),
            self.action_mask.len(),
            self.current_player.len(),
            self.rewards.len(),
            self.terminations.len(),
            self.legal_tokens.len(),
        ];
        for ((array, expected), given) in shape.lengths().into_iter().zip(given) {
            if given != expected {
                return Err(BatchError::Length { array, given, expected });
            }
        }
        Ok(())
    }

    /// Splits off the first rows.
    fn take(&mut self, rows: usize, shape: &Shape) -> Self {
        fn first<'a, T>(all: &mut &'a mut [T], len: usize) -> &'a mut [T] {
            all.split_off_mut(..len).unwrap_or_default()
        }
        Self {
            observations: first(&mut self.observations, rows * shape.observation),
            action_mask: first(&mut self.action_mask, rows * shape.actions),
            current_player: first(&mut self.current_player, rows),
            rewards: first(&mut self.rewards, rows * shape.seats),
            terminations: first(&mut self.terminations, rows),
            legal_tokens: first(&mut self.legal_tokens, rows * shape.actions * shape.tokens),
        }
    }

    fn next_row(&mut self, shape: &Shape) -> Option<RowBuffers<'a>> {
        let row = self.take(1, shape);
        Some(RowBuffers {
            observation: row.observations,
            mask: row.action_mask,
            player: row.current_player.first_mut()?,
            rewards: row.rewards,
            terminated: row.terminations.first_mut()?,
            legal_tokens: row.legal_tokens,
        })
    }
}

/// Owned arrays for a batch.
#[allow(missing_docs, reason = "they are those of `Buffers`")]
#[derive(Clone, PartialEq, Debug)]
pub struct Arrays {
    pub observations: Vec<u8>,
    pub action_mask: Vec<u8>,
    pub current_player: Vec<u8>,
    pub rewards: Vec<f32>,
    pub terminations: Vec<bool>,
    pub legal_tokens: Vec<u8>,
}

impl Arrays {
    /// Returns arrays of this shape.
    #[must_use]
    pub fn new(shape: &Shape) -> Self {
        let [observations, mask, players, rewards, terminations, tokens] =
            shape.lengths().map(|(_, length)| length);
        Self {
            observations: vec![0; observations],
            action_mask: vec![0; mask],
            current_player: vec![0; players],
            rewards: vec![0.0; rewards],
            terminations: vec![false; terminations],
            legal_tokens: vec![0; tokens],
        }
    }

    /// Returns the arrays as buffers to write to.
    pub fn buffers(&mut self) -> Buffers<'_> {
        Buffers {
            observations: &mut self.observations,
            action_mask: &mut self.action_mask,
            current_player: &mut self.current_player,
            rewards: &mut self.rewards,
            terminations: &mut self.terminations,
            legal_tokens: &mut self.legal_tokens,
        }
    }
}

/// Many matches of a game, stepped together.
///
/// A row always shows the seat to act. When its episode ends, the next one begins in the same step.
/// The cards of the `n`-th deck of a row depend only on the seed, the row and `n`, not on other
/// rows or the number of threads.
#[derive(Clone)]
pub struct Batch<G: Encode> {
    plan: Plan<G>,
    rows: Vec<Row<G>>,
}

impl<G: Encode> Batch<G> {
    /// Returns a batch, which must be [`reset`](Self::reset) before use.
    ///
    /// # Errors
    ///
    /// Returns [`BatchError`] if there are no rows or threads, or if the game has no such action
    /// numbers.
    pub fn new(setup: Setup<G::Options>, options: &BatchOptions) -> Result<Self, BatchError> {
        let size = Size::of::<G>(&setup);
        let (actions, tokens) = match options.actions {
            Actions::Flat if G::FLAT.is_empty() => return Err(BatchError::NoFlat { game: G::ID }),
            Actions::Flat => (Range::count(G::FLAT), 0),
            Actions::Tokens => (usize::from(end::<G>()) + 1, 0),
            Actions::List { actions, tokens } => (actions, tokens),
        };
        let is_list = matches!(options.actions, Actions::List { .. });
        let has_room = actions <= usize::from(u16::MAX) && (!is_list || (1..=255).contains(&tokens));
        if options.rows == 0 || options.threads == 0 || actions == 0 || !has_room {
            return Err(BatchError::Empty);
        }
        let said_from = G::LAYOUT.iter().map(|block| block.columns(size)).sum();
        let said = if options.actions == Actions::Tokens { SAID } else { 0 };
        let shape = Shape {
            rows: options.rows,
            seats: usize::from(size.seats),
            observation: said_from + said,
            actions,
            tokens,
            said_from,
        };
        let deck = setup.options.deck();
        let plan = Plan { setup, options: options.clone(), shape, size, deck };
        Ok(Self { plan, rows: Vec::new() })
    }

    /// Returns the shape of its arrays.
    #[must_use]
    pub const fn shape(&self) -> &Shape {
        &self.plan.shape
    }

    /// Returns the blocks of an observation with their positions.
    #[must_use]
    pub fn layout(&self) -> Vec<Placed> {
        Placed::all::<G>(self.plan.size, self.plan.options.actions == Actions::Tokens)
    }

    /// Starts every row anew.
    ///
    /// # Errors
    ///
    /// Returns [`BatchError`] if an array has the wrong length, or if the list of actions is too
    /// short.
    pub fn reset(&mut self, seed: u64, mut buffers: Buffers<'_>) -> Result<(), BatchError> {
        buffers.check(&self.plan.shape)?;
        let plan = &self.plan;
        self.rows = (0..plan.shape.rows).map(|index| Row::new(plan, seed, index as u64)).collect();
        buffers.rewards.fill(0.0);
        buffers.terminations.fill(false);
        for index in 0..self.rows.len() {
            let Some(out) = buffers.next_row(&plan.shape) else { break };
            if let Err([actions, tokens]) = self.rows[index].show(plan, out) {
                self.rows.clear();
                return Err(BatchError::TooMany { row: index, actions, tokens });
            }
        }
        Ok(())
    }

    /// Starts an episode of a row with this deck and dealer, and writes the row. `order` lists the
    /// positions of the cards in the canonical deck, [`cards`](Self::cards). Reshuffles and later
    /// decks depend on `order` alone.
    ///
    /// # Errors
    ///
    /// Returns [`BatchError`] if there is no such row or seat, if `order` is not a permutation, if an
    /// array has the wrong length, or if the list of actions is too short.
    pub fn deal(
        &mut self,
        row: usize,
        order: &[usize],
        dealer: Seat,
        mut buffers: Buffers<'_>,
    ) -> Result<(), BatchError> {
        let shape = self.plan.shape;
        buffers.check(&shape)?;
        self.row(row)?;
        let cards = self.plan.deck.len();
        let mut is_used = vec![false; cards];
        let is_new =
            |index: &usize| is_used.get_mut(*index).is_some_and(|is_used| !std::mem::replace(is_used, true));
        if order.len() != cards || !order.iter().all(is_new) {
            return Err(BatchError::Deck { cards });
        }
        if dealer.index() >= shape.seats {
            return Err(BatchError::NoSeat { seat: dealer.into(), seats: shape.seats });
        }
        let _earlier_rows = buffers.take(row, &shape);
        let Some(out) = buffers.next_row(&shape) else { return Ok(()) };
        out.rewards.fill(0.0);
        *out.terminated = false;
        self.rows[row].begin_with(&self.plan, order, dealer);
        let shown = self.rows[row].show(&self.plan, out);
        shown.map_err(|[actions, tokens]| BatchError::TooMany { row, actions, tokens })
    }

    /// Returns the canonical deck.
    #[must_use]
    pub fn cards(&self) -> &[G::Card] {
        &self.plan.deck
    }

    /// Writes the observation of any seat of a row, which has [`Shape::observation`] columns.
    ///
    /// # Errors
    ///
    /// Returns [`BatchError`] if there is no such row or seat, if the array has the wrong length, or
    /// before the first reset.
    pub fn observe(&self, row: usize, seat: Seat, observation: &mut [u8]) -> Result<(), BatchError> {
        let Shape { seats, observation: expected, .. } = self.plan.shape;
        let state = self.row(row)?;
        if seat.index() >= seats {
            return Err(BatchError::NoSeat { seat: seat.into(), seats });
        }
        if observation.len() != expected {
            return Err(BatchError::Length { array: "observation", given: observation.len(), expected });
        }
        state.observe(&self.plan, seat, observation);
        Ok(())
    }

    /// Returns the text of a legal number of a row: its action, or its token. `None` if the number is
    /// not legal.
    ///
    /// # Errors
    ///
    /// Returns [`BatchError`] if there is no such row, or before the first reset.
    pub fn text(&self, row: usize, number: i32) -> Result<Option<String>, BatchError> {
        Ok(self.row(row)?.text(&self.plan, number))
    }

    /// Applies one action in every row.
    ///
    /// # Errors
    ///
    /// Returns [`BatchError`] if an array has the wrong length or an action is illegal, and changes
    /// nothing. If the list of actions is too short, the batch must be reset.
    pub fn step(&mut self, actions: &[i32], buffers: Buffers<'_>) -> Result<(), BatchError> {
        buffers.check(&self.plan.shape)?;
        self.check_rows(actions.len())?;
        for (row, (state, action)) in self.rows.iter_mut().zip(actions).enumerate() {
            let refused = |rejection| BatchError::Illegal { row, action: *action, rejection };
            state.check(&self.plan, *action).map_err(refused)?;
        }
        let fault = self.step_all(buffers);
        if fault.is_some() {
            self.rows.clear();
        }
        fault.map_or(Ok(()), |(row, [actions, tokens])| Err(BatchError::TooMany { row, actions, tokens }))
    }

    fn check_rows(&self, given: usize) -> Result<(), BatchError> {
        let expected = self.plan.shape.rows;
        if given != expected {
            return Err(BatchError::Length { array: "actions", given, expected });
        }
        if self.rows.is_empty() { Err(BatchError::NotReset) } else { Ok(()) }
    }

    /// Steps all rows, split among the threads. Returns the lowest row whose list of actions is too
    /// short, with the lengths needed.
    fn step_all(&mut self, mut buffers: Buffers<'_>) -> Option<(usize, [usize; 2])> {
        let plan = &self.plan;
        let share = plan.shape.rows.div_ceil(plan.options.threads);
        if share == plan.shape.rows {
            return step_some(plan, &mut self.rows, buffers, 0);
        }
        let faults = Mutex::new(None);
        thread::scope(|scope| {
            let mut shares = self.rows.chunks_mut(share).enumerate();
            let own = shares.next().map(|(_, rows)| (buffers.take(rows.len(), &plan.shape), rows));
            for (number, rows) in shares {
                let (buffers, faults) = (buffers.take(rows.len(), &plan.shape), &faults);
                scope.spawn(move || note_first(faults, step_some(plan, rows, buffers, number * share)));
            }
            if let Some((buffers, rows)) = own {
                note_first(&faults, step_some(plan, rows, buffers, 0));
            }
        });
        faults.into_inner().unwrap_or_default()
    }

    /// Writes a random legal action for each row. Each listed action is equally likely.
    ///
    /// # Errors
    ///
    /// Returns [`BatchError`] if the array has the wrong length, or before the first reset.
    pub fn sample_actions(&mut self, actions: &mut [i32]) -> Result<(), BatchError> {
        self.check_rows(actions.len())?;
        for (row, action) in self.rows.iter_mut().zip(actions) {
            *action = row.sample(&self.plan);
        }
        Ok(())
    }

    fn row(&self, row: usize) -> Result<&Row<G>, BatchError> {
        if self.rows.is_empty() {
            return Err(BatchError::NotReset);
        }
        self.rows.get(row).ok_or(BatchError::NoRow { row, rows: self.rows.len() })
    }

    /// Returns the record of a row's episode so far.
    ///
    /// # Errors
    ///
    /// Returns [`BatchError`] if there is no such row, or before the first reset.
    pub fn record(&self, row: usize) -> Result<Record<G>, BatchError> {
        Ok(self.row(row)?.record(&self.plan))
    }

    /// Returns the number to give next in a row to do a listed action. `None` if it is not listed,
    /// or if other tokens were said.
    ///
    /// # Errors
    ///
    /// Returns [`BatchError`] if there is no such row, or before the first reset.
    pub fn number(&self, row: usize, action: G::Action) -> Result<Option<i32>, BatchError> {
        Ok(self.row(row)?.number(&self.plan, action))
    }

    /// Returns the state of a row with hidden cards, the seat to act, and its listed actions.
    ///
    /// # Errors
    ///
    /// Returns [`BatchError`] if there is no such row, or before the first reset.
    pub fn state(&self, row: usize) -> Result<(&G::State, Seat, &[G::Action]), BatchError> {
        let row = self.row(row)?;
        Ok((row.state(), row.seat(), row.listed()))
    }
}

/// Steps these rows. `first` is the index of the first one in the batch.
fn step_some<G: Encode>(
    plan: &Plan<G>,
    rows: &mut [Row<G>],
    mut buffers: Buffers<'_>,
    first: usize,
) -> Option<(usize, [usize; 2])> {
    let mut fault = None;
    for (index, row) in rows.iter_mut().enumerate() {
        let Some(out) = buffers.next_row(&plan.shape) else { break };
        if let Err(needed) = row.step(plan, out) {
            fault = fault.or(Some((first + index, needed)));
        }
    }
    fault
}

/// Keeps the fault of the lowest row.
fn note_first(first: &Mutex<Option<(usize, [usize; 2])>>, fault: Option<(usize, [usize; 2])>) {
    if let (Some(fault), Ok(mut first)) = (fault, first.lock())
        && first.is_none_or(|known| fault.0 < known.0)
    {
        *first = Some(fault);
    }
}
