//! Many rows, stepped at once.

use crate::row::{Plan, Row, RowBuffers, SAID, end};
use crate::{Actions, BatchError, BatchOptions, Encode, Placed, Range, Size};
use cards::Seat;
use engine::{Record, Ruleset, Setup};
use std::sync::Mutex;
use std::thread;

/// What the arrays of a batch hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Matches at once.
    pub rows: usize,
    /// Seats at each.
    pub seats: usize,
    /// Columns of an observation.
    pub observation: usize,
    /// Columns of a mask: numbers there are for actions.
    pub actions: usize,
    /// How many tokens of each listed action are written; 0, but where an action is its place in the list.
    pub tokens: usize,
    /// Where in an observation the tokens said so far begin, if it has them.
    pub(crate) said_from: usize,
}

impl Shape {
    /// Every array with the number of its elements.
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

/// The caller's arrays, row by row. All of every row is written in every step.
#[derive(Debug)]
pub struct Buffers<'a> {
    /// What the seat that is to act sees: [`Shape::observation`] columns a row.
    pub observations: &'a mut [u8],
    /// A 1 for every number that may be given: [`Shape::actions`] columns a row.
    pub action_mask: &'a mut [u8],
    /// Which seat is to act.
    pub current_player: &'a mut [u8],
    /// What each seat has been paid since the last step: [`Shape::seats`] columns a row.
    pub rewards: &'a mut [f32],
    /// Whether an episode has ended since the last step. What is to be seen is already of the next.
    pub terminations: &'a mut [bool],
    /// The tokens of each listed action, filled up with the one that ends an action: [`Shape::actions`] times [`Shape::tokens`]
    /// a row; without elements, but where an action is its place in the list.
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

    /// Splits the first rows off.
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

/// Arrays of one's own, for whoever has none.
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
    /// Of this shape.
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

    /// To be written to.
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

/// Many matches of a game, stepped at once.
///
/// A row always shows the seat that is to act. When its episode ends the next one begins in the same step. Which cards its `n`-th
/// deck brings follows from the seed, the row and `n` alone: neither from the other rows nor from the number of threads.
pub struct Batch<G: Encode> {
    plan: Plan<G>,
    rows: Vec<Row<G>>,
}

impl<G: Encode> Batch<G> {
    /// A batch that is to be [`reset`](Self::reset).
    ///
    /// # Errors
    ///
    /// When there are no rows or threads, or no such numbers of actions.
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

    /// What its arrays hold.
    #[must_use]
    pub const fn shape(&self) -> &Shape {
        &self.plan.shape
    }

    /// The blocks of an observation, each where it begins.
    #[must_use]
    pub fn layout(&self) -> Vec<Placed> {
        Placed::all::<G>(self.plan.size, self.plan.options.actions == Actions::Tokens)
    }

    /// Begins every row anew.
    ///
    /// # Errors
    ///
    /// When an array has another length, or there is no room in the list.
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

    /// Does one action in every row.
    ///
    /// # Errors
    ///
    /// When an array has another length or an action is not legal: then nothing has moved. When there is no room in the list: then
    /// the batch has to be reset.
    pub fn step(&mut self, actions: &[i32], buffers: Buffers<'_>) -> Result<(), BatchError> {
        buffers.check(&self.plan.shape)?;
        self.check_rows(actions.len())?;
        for (row, (state, action)) in self.rows.iter_mut().zip(actions).enumerate() {
            let refused = |rejected| BatchError::Illegal { row, action: *action, rejected };
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

    /// Steps all rows, each thread its share of them. The first row that has no room, if there is one.
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

    /// Writes a legal action for each row, drawn at random: whatever is listed is as likely as any other.
    ///
    /// # Errors
    ///
    /// When the array has another length, or nothing was dealt.
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

    /// The episode of a row so far.
    ///
    /// # Errors
    ///
    /// When there is no such row, or nothing was dealt.
    pub fn record(&self, row: usize) -> Result<Record<G>, BatchError> {
        Ok(self.row(row)?.record(&self.plan))
    }

    /// The number to be given next in a row so that a listed action is done, as bots choose it; none, if it is not listed or
    /// something else was said.
    ///
    /// # Errors
    ///
    /// When there is no such row, or nothing was dealt.
    pub fn number(&self, row: usize, action: G::Action) -> Result<Option<i32>, BatchError> {
        Ok(self.row(row)?.number(&self.plan, action))
    }

    /// The deal of a row, hidden cards included; who is to act, and what is listed to them.
    ///
    /// # Errors
    ///
    /// When there is no such row, or nothing was dealt.
    pub fn state(&self, row: usize) -> Result<(&G::State, Seat, &[G::Action]), BatchError> {
        let row = self.row(row)?;
        Ok((row.state(), row.seat(), row.listed()))
    }
}

/// Steps these rows, of which the first is row `first` of the batch.
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
