//! Batches of matches, stepped in one call, with arrays that the caller may supply.

use crate::arguments;
use crate::convert::{self, as_python, find_game};
use crate::errors::{PythonError, bad_value, detached};
use crate::matches::{Match, Played};
use cards::{Seat, Viewer};
use catalog::SetupText;
use numpy::ndarray::{Dim, Dimension};
use numpy::{
    Element, PyArray, PyArray1, PyArray2, PyArray3, PyArrayMethods as _, PyReadonlyArray1, PyReadwriteArray1,
    PyReadwriteArray2, PyReadwriteArray3, PyUntypedArrayMethods as _,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple};
use serde_json::json;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tensors::{Actions, AnyBatch, BatchError, BatchOptions, Buffers, Episode, Reward, Shape};

/// Maximum rows of a batch. A row needs some kilobytes, and the process would end without an exception if they couldn't be had.
const MAX_ROWS: usize = 1 << 20;

/// Batch of matches of one game, stepped in one call. Create it with `make_vec`. Its arrays hold
/// the observations.
///
/// Row i shows the seat that is to act. When its episode ends, the next one starts in the same
/// step: `terminations` and `rewards` describe the episode that ended, everything else the new one.
#[pyclass(frozen, module = "parlour")]
pub(crate) struct Batch {
    batch: Mutex<Box<dyn AnyBatch>>,
    arrays: Mutex<Arrays>,
    shape: Shape,
    game: &'static str,
}

/// Output arrays.
struct Arrays {
    observations: Py<PyArray2<u8>>,
    action_mask: Py<PyArray2<u8>>,
    current_player: Py<PyArray1<u8>>,
    rewards: Py<PyArray2<f32>>,
    terminations: Py<PyArray1<bool>>,
    legal_tokens: Py<PyArray3<u8>>,
}

/// Arrays during a write. No other Rust code may read them, and none may overlap another.
struct Writing<'py> {
    observations: PyReadwriteArray2<'py, u8>,
    action_mask: PyReadwriteArray2<'py, u8>,
    current_player: PyReadwriteArray1<'py, u8>,
    rewards: PyReadwriteArray2<'py, f32>,
    terminations: PyReadwriteArray1<'py, bool>,
    legal_tokens: PyReadwriteArray3<'py, u8>,
}

impl Arrays {
    fn write<'py>(&self, py: Python<'py>) -> Result<Writing<'py>, PythonError> {
        let taken = |error: numpy::BorrowError| bad_value(format!("can't write to an array: {error}"));
        Ok(Writing {
            observations: self.observations.bind(py).try_readwrite().map_err(taken)?,
            action_mask: self.action_mask.bind(py).try_readwrite().map_err(taken)?,
            current_player: self.current_player.bind(py).try_readwrite().map_err(taken)?,
            rewards: self.rewards.bind(py).try_readwrite().map_err(taken)?,
            terminations: self.terminations.bind(py).try_readwrite().map_err(taken)?,
            legal_tokens: self.legal_tokens.bind(py).try_readwrite().map_err(taken)?,
        })
    }
}

impl Writing<'_> {
    fn buffers(&mut self) -> Result<Buffers<'_>, PythonError> {
        let scattered = |_| bad_value("an array isn't contiguous");
        Ok(Buffers {
            observations: self.observations.as_slice_mut().map_err(scattered)?,
            action_mask: self.action_mask.as_slice_mut().map_err(scattered)?,
            current_player: self.current_player.as_slice_mut().map_err(scattered)?,
            rewards: self.rewards.as_slice_mut().map_err(scattered)?,
            terminations: self.terminations.as_slice_mut().map_err(scattered)?,
            legal_tokens: self.legal_tokens.as_slice_mut().map_err(scattered)?,
        })
    }
}

impl From<BatchError> for PythonError {
    fn from(error: BatchError) -> Self {
        Self::Rejection(error.into())
    }
}

/// Returns the ids of the games that `make_vec` supports.
#[pyfunction]
pub(crate) fn batch_games() -> Vec<&'static str> {
    tensors::tables().iter().map(|table| table.game).collect()
}

/// Creates a batch of `num_envs` matches, each a row of the arrays. Nothing is dealt before
/// `reset`.
///
/// `actions` selects the encoding of actions: "flat" (one number each, in games with such a list),
/// "tokens" (word by word) or "list" (index among the legal actions, up to `list_size` actions and
/// tokens of each). Defaults to flat where available, otherwise tokens. An `episode` is a "deal" or
/// a "match". A `reward` is "returns" (from −1 to 1, summing to zero) or "points". Without
/// `claims`, deals are played to the end.
#[pyfunction]
#[pyo3(signature = (
    game, num_envs = 1, *, preset = None, options = None, seats = None, actions = None, list_size = (64, 16),
    episode = "deal", reward = "returns", claims = true, threads = 1
))]
#[allow(clippy::too_many_arguments, reason = "each has its name in Python")]
pub(crate) fn make_vec(
    py: Python<'_>,
    game: &str,
    #[pyo3(from_py_with = arguments::num_envs)] num_envs: usize,
    preset: Option<String>,
    options: Option<&Bound<'_, PyDict>>,
    #[pyo3(from_py_with = arguments::seats)] seats: Option<u8>,
    actions: Option<&str>,
    #[pyo3(from_py_with = arguments::list_size)] list_size: (usize, usize),
    episode: &str,
    reward: &str,
    claims: bool,
    #[pyo3(from_py_with = arguments::threads)] threads: usize,
) -> Result<Batch, PythonError> {
    let game = find_game(game)?.id();
    if num_envs > MAX_ROWS {
        return Err(bad_value(format!("num_envs: {num_envs} matches are too many; use at most {MAX_ROWS}")));
    }
    let has_flat = || tensors::tables().iter().any(|table| table.game == game && !table.flat.is_empty());
    let played = BatchOptions {
        rows: num_envs,
        actions: match actions {
            Some("flat") => Actions::Flat,
            Some("tokens") => Actions::Tokens,
            Some("list") => Actions::List { actions: list_size.0, tokens: list_size.1 },
            None if has_flat() => Actions::Flat,
            None => Actions::Tokens,
            Some(other) => {
                return Err(bad_value(format!("actions: “{other}” is unknown; use flat, tokens or list")));
            }
        },
        episode: match episode {
            "deal" => Episode::Deal,
            "match" => Episode::Match,
            other => return Err(bad_value(format!("episode: “{other}” is unknown; use deal or match"))),
        },
        reward: match reward {
            "returns" => Reward::Returns,
            "points" => Reward::Points,
            other => return Err(bad_value(format!("reward: “{other}” is unknown; use returns or points"))),
        },
        claims,
        threads: convert::usable_threads(threads),
    };
    let setup = SetupText { preset, options: convert::options(options)?, seats };
    let batch = tensors::open(&catalog::CATALOG, game, &setup, &played)?;
    let shape = *batch.shape();
    let arrays = Arrays {
        observations: zeros(py, [shape.rows, shape.observation])?.unbind(),
        action_mask: zeros(py, [shape.rows, shape.actions])?.unbind(),
        current_player: zeros(py, [shape.rows])?.unbind(),
        rewards: zeros(py, [shape.rows, shape.seats])?.unbind(),
        terminations: zeros(py, [shape.rows])?.unbind(),
        legal_tokens: zeros(py, [shape.rows, shape.actions, shape.tokens])?.unbind(),
    };
    Ok(Batch { batch: Mutex::new(batch), arrays: Mutex::new(arrays), shape, game })
}

/// Creates an array of zeros. Raises `MemoryError` if there isn't enough memory, where `PyArray::zeros` panics.
fn zeros<'py, T: Element, const N: usize>(
    py: Python<'py>,
    shape: [usize; N],
) -> PyResult<Bound<'py, PyArray<T, Dim<[usize; N]>>>>
where
    Dim<[usize; N]>: Dimension,
{
    static ZEROS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let shape = PyTuple::new(py, shape)?;
    Ok(ZEROS.import(py, "numpy", "zeros")?.call1((shape, T::get_dtype(py)))?.cast_into()?)
}

/// Converts a sequence, or an array of any integer type, to action numbers.
fn whole_actions(given: &Bound<'_, PyAny>) -> Result<Vec<i32>, PythonError> {
    static AS_ARRAY: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let py = given.py();
    let array = AS_ARRAY.import(py, "numpy", "asarray")?.call1((given,))?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    let is_empty = array.getattr("size")?.extract::<usize>()? == 0;
    if !is_empty && !matches!(kind.as_str(), "i" | "u" | "b") {
        let error = "actions: whole numbers are needed, in a list or an array of an integer type";
        return Err(PyTypeError::new_err(error).into());
    }
    let wide = array.call_method1("astype", (i64::get_dtype(py),))?;
    let Ok(wide) = wide.cast_into::<PyArray1<i64>>() else {
        return Err(bad_value("actions: an array of one dimension is needed"));
    };
    // Clamped numbers are outside the mask too.
    let clamped = |action: &i64| i32::try_from(*action).unwrap_or(-1);
    Ok(wide.readonly().as_array().iter().map(clamped).collect())
}

fn copied<T: Element, D: Dimension>(
    py: Python<'_>,
    array: &Py<PyArray<T, D>>,
) -> PyResult<Py<PyArray<T, D>>> {
    Ok(array.bind(py).call_method0("copy")?.cast_into::<PyArray<T, D>>()?.unbind())
}

impl Batch {
    fn seat(&self, number: u8) -> Result<Seat, PythonError> {
        convert::seat(number, u8::try_from(self.shape.seats).unwrap_or(u8::MAX))
    }

    fn arrays(&self) -> MutexGuard<'_, Arrays> {
        self.arrays.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Locks the batch, either briefly or with the interpreter released.
    fn lock(&self) -> MutexGuard<'_, Box<dyn AnyBatch>> {
        self.batch.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Batch {
    /// Name of the encoding, such as parlour/gin-rummy-v1, described in docs/tensors.md.
    #[getter]
    fn name(&self) -> String {
        self.lock().table().name()
    }

    /// Hash of the encoding's tables in sixteen digits. Equal hashes mean equal encodings.
    #[getter]
    fn table_hash(&self) -> String {
        self.lock().table().hash()
    }

    /// Game id.
    #[getter]
    fn game(&self) -> &'static str {
        self.game
    }

    /// Number of matches.
    #[getter]
    fn num_envs(&self) -> usize {
        self.shape.rows
    }

    /// Number of players per match.
    #[getter]
    fn num_seats(&self) -> usize {
        self.shape.seats
    }

    /// Number of action numbers: the columns of the mask.
    #[getter]
    fn num_actions(&self) -> usize {
        self.shape.actions
    }

    /// Number of columns of an observation.
    #[getter]
    fn observation_size(&self) -> usize {
        self.shape.observation
    }

    /// Returns the blocks of an observation, as dicts with name, start, len, max and meaning.
    #[getter]
    fn layout<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>, PythonError> {
        let layout = self.lock().layout();
        let blocks = layout.iter().map(|block| {
            json!({
                "name": block.name,
                "start": block.start,
                "len": block.len,
                "max": block.max,
                "meaning": block.meaning,
            })
        });
        Ok(as_python(py, &blocks.collect())?)
    }

    /// Words of actions. The number of a word is its index, and the number after the last ends an
    /// action.
    #[getter]
    fn tokens(&self) -> Vec<&'static str> {
        self.lock().table().tokens.to_vec()
    }

    /// Observation of the seat that is to act: uint8 (num_envs, observation_size).
    #[getter]
    fn observations<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<u8>> {
        self.arrays().observations.bind(py).clone()
    }

    /// 1 for every legal number: uint8 (num_envs, num_actions).
    #[getter]
    fn action_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<u8>> {
        self.arrays().action_mask.bind(py).clone()
    }

    /// Seat that is to act: uint8 (num_envs,).
    #[getter]
    fn current_player<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        self.arrays().current_player.bind(py).clone()
    }

    /// Reward of each seat in the last step: float32 (num_envs, num_seats).
    #[getter]
    fn rewards<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<f32>> {
        self.arrays().rewards.bind(py).clone()
    }

    /// Whether an episode ended in the last step: bool (num_envs,).
    #[getter]
    fn terminations<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        self.arrays().terminations.bind(py).clone()
    }

    /// With actions="list", the tokens of each legal action: uint8 (num_envs, actions, tokens);
    /// otherwise empty.
    #[getter]
    fn legal_tokens<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray3<u8>> {
        self.arrays().legal_tokens.bind(py).clone()
    }

    /// Writes into these arrays from now on. Raises an error if shape, type or contiguity is wrong,
    /// or if arrays overlap.
    #[pyo3(signature = (
        *, observations = None, action_mask = None, current_player = None, rewards = None, terminations = None,
        legal_tokens = None
    ))]
    #[allow(clippy::too_many_arguments, reason = "each has its name in Python")]
    fn bind(
        &self,
        py: Python<'_>,
        observations: Option<Bound<'_, PyArray2<u8>>>,
        action_mask: Option<Bound<'_, PyArray2<u8>>>,
        current_player: Option<Bound<'_, PyArray1<u8>>>,
        rewards: Option<Bound<'_, PyArray2<f32>>>,
        terminations: Option<Bound<'_, PyArray1<bool>>>,
        legal_tokens: Option<Bound<'_, PyArray3<u8>>>,
    ) -> Result<(), PythonError> {
        macro_rules! bound {
            ($($name:ident),+) => {{
                let arrays = self.arrays();
                Arrays {
                    $($name: match $name {
                        None => arrays.$name.clone_ref(py),
                        Some(given) if given.shape() == arrays.$name.bind(py).shape() && given.is_c_contiguous() => {
                            given.unbind()
                        }
                        Some(given) => {
                            let (has, given) = (arrays.$name.bind(py).shape(), given.shape());
                            let name = stringify!($name);
                            return Err(bad_value(format!(
                                "{name}: a contiguous array of shape {has:?} is needed, and this one has {given:?}"
                            )));
                        }
                    }),+
                }
            }};
        }
        let bound = bound!(observations, action_mask, current_player, rewards, terminations, legal_tokens);
        // Fails here rather than in the middle of training.
        bound.write(py)?.buffers()?;
        *self.arrays() = bound;
        Ok(())
    }

    /// Cards of the canonical deck.
    #[getter]
    fn cards(&self) -> Vec<String> {
        self.lock().cards()
    }

    /// Starts an episode of a row with this deck: the positions of the cards in `cards`. Reshuffles
    /// and later decks depend on the deck alone.
    #[pyo3(signature = (order, dealer = 0, *, row = 0))]
    fn deal(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::order)] order: Vec<usize>,
        #[pyo3(from_py_with = arguments::dealer)] dealer: u8,
        #[pyo3(from_py_with = arguments::row)] row: usize,
    ) -> Result<(), PythonError> {
        let dealer = self.seat(dealer)?;
        let mut writing = self.arrays().write(py)?;
        let buffers = writing.buffers()?;
        Ok(detached(py, || self.lock().deal(row, &order, dealer, buffers))??)
    }

    /// Returns the observation of any seat in a row: uint8 (observation_size,).
    #[pyo3(signature = (seat, *, row = 0))]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::seat)] seat: u8,
        #[pyo3(from_py_with = arguments::row)] row: usize,
    ) -> Result<Bound<'py, PyArray1<u8>>, PythonError> {
        let mut observation = vec![0; self.shape.observation];
        self.lock().observe(row, self.seat(seat)?, &mut observation)?;
        Ok(PyArray1::from_vec(py, observation))
    }

    /// Returns the text of a legal number in a row: its action, or its token. None if the number is
    /// not legal.
    #[pyo3(signature = (number, *, row = 0))]
    fn text(
        &self,
        #[pyo3(from_py_with = arguments::number)] number: i32,
        #[pyo3(from_py_with = arguments::row)] row: usize,
    ) -> Result<Option<String>, PythonError> {
        Ok(self.lock().text(row, number)?)
    }

    /// Returns the events of a row's episode so far, as a seat or by default the public saw them, as
    /// JSON.
    #[pyo3(signature = (seat = None, *, row = 0))]
    fn events_json(
        &self,
        #[pyo3(from_py_with = arguments::seat)] seat: Option<u8>,
        #[pyo3(from_py_with = arguments::row)] row: usize,
    ) -> Result<String, PythonError> {
        let viewer = seat.map_or(Ok(Viewer::Public), |seat| self.seat(seat).map(Viewer::Seat))?;
        let events = self.lock().events(row, viewer)?;
        Ok(events.to_json().get().to_owned())
    }

    /// Returns an independent copy of the batch, with arrays of its own.
    fn fork(&self, py: Python<'_>) -> Result<Self, PythonError> {
        let batch = self.lock().fork();
        let arrays = self.arrays();
        let copied = Arrays {
            observations: copied(py, &arrays.observations)?,
            action_mask: copied(py, &arrays.action_mask)?,
            current_player: copied(py, &arrays.current_player)?,
            rewards: copied(py, &arrays.rewards)?,
            terminations: copied(py, &arrays.terminations)?,
            legal_tokens: copied(py, &arrays.legal_tokens)?,
        };
        let (shape, game) = (self.shape, self.game);
        Ok(Self { batch: Mutex::new(batch), arrays: Mutex::new(copied), shape, game })
    }

    /// Restarts every row. The cards of row i depend on the seed and i alone.
    #[pyo3(signature = (seed = 0))]
    fn reset(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::seed)] seed: u64,
    ) -> Result<(), PythonError> {
        let mut writing = self.arrays().write(py)?;
        let buffers = writing.buffers()?;
        Ok(detached(py, || self.lock().reset(seed, buffers))??)
    }

    /// Performs one action in every row: int32 (num_envs,). If one is refused, no row changes.
    ///
    /// The interpreter lock is released meanwhile. Don't write to a bound array from another thread
    /// during a step.
    fn step<'py>(&self, py: Python<'py>, actions: Bound<'py, PyAny>) -> Result<(), PythonError> {
        let mut writing = self.arrays().write(py)?;
        let buffers = writing.buffers()?;
        if let Ok(actions) = actions.extract::<PyReadonlyArray1<'_, i32>>()
            && let Ok(actions) = actions.as_slice()
        {
            return Ok(detached(py, || self.lock().step(actions, buffers))??);
        }
        let actions = whole_actions(&actions)?;
        Ok(detached(py, || self.lock().step(&actions, buffers))??)
    }

    /// Draws a legal action for each row, into `out` or a new array, int32 (num_envs,).
    #[pyo3(signature = (out = None))]
    fn sample_actions<'py>(
        &self,
        py: Python<'py>,
        out: Option<Bound<'py, PyArray1<i32>>>,
    ) -> Result<Bound<'py, PyArray1<i32>>, PythonError> {
        let out = out.map_or_else(|| zeros(py, [self.shape.rows]), Ok)?;
        {
            let taken = |error: numpy::BorrowError| bad_value(format!("can't write to out: {error}"));
            let mut writing = out.try_readwrite().map_err(taken)?;
            let actions = writing.as_slice_mut().map_err(|_| bad_value("out: the array isn't contiguous"))?;
            detached(py, || self.lock().sample_actions(actions))??;
        }
        Ok(out)
    }

    /// Returns the next number in a row for an action as text: its own number, its index in the
    /// list, or its next token.
    fn number(
        &self,
        #[pyo3(from_py_with = arguments::row)] row: usize,
        action: &str,
    ) -> Result<i32, PythonError> {
        Ok(self.lock().number(row, action)?)
    }

    /// Returns the episode of a row so far as a separate match, with views and record. The batch is
    /// unchanged.
    fn open(&self, #[pyo3(from_py_with = arguments::row)] row: usize) -> Result<Match, PythonError> {
        let game = self.lock().open(row)?;
        Ok(Match::new(Played::new(game, convert::seed(None)?, false)))
    }

    fn __len__(&self) -> usize {
        self.shape.rows
    }

    fn __repr__(&self) -> String {
        let Shape { rows, observation, actions, .. } = self.shape;
        let game = self.game;
        format!("<Batch {game:?} num_envs={rows} observation_size={observation} num_actions={actions}>")
    }
}
