//! Matches as a referee sees them: all hands, and actions of all seats.

use crate::arguments;
use crate::bots::Bot;
use crate::convert::{self, SeedArgument, find_game, from_json, viewer};
use crate::errors::{PythonError, bad_value};
use crate::finish::finish;
use crate::records::Record;
use crate::seats::Seat;
use cards::{Seed, Viewer};
use catalog::{AnyMatch, Notes, SetupText, WireValue};
use engine::{Phase, Rejection};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Match of one game, as a referee sees it: all hands, and actions of all seats. Give players a
/// `seat`.
///
/// Nothing is dealt before `deal`. Everything after it is a function of options, seed and actions.
#[pyclass(frozen, module = "parlour", weakref)]
pub(crate) struct Match(Mutex<Played>);

/// Match with its additional state.
pub(crate) struct Played {
    pub(crate) game: Box<dyn AnyMatch>,
    pub(crate) seed: Seed,
    /// Whether every deck came from the seed.
    from_seed: bool,
    /// Events of every viewer, each with its version. The public is last.
    told: Vec<(usize, Vec<WireValue>)>,
}

impl Played {
    pub(crate) fn new(game: Box<dyn AnyMatch>, seed: Seed, from_seed: bool) -> Self {
        Self { game, seed, from_seed, told: Vec::new() }
    }

    fn viewers(&self) -> Vec<Viewer> {
        cards::Seat::all(self.game.seats()).map(Viewer::Seat).chain([Viewer::Public]).collect()
    }

    /// Stores events, and shuffles where the rules require it.
    fn follow_up(&mut self, told: Vec<WireValue>) -> Result<(), Rejection> {
        self.told.push((self.game.version(), told));
        while let Some(shuffle) = self.game.next_shuffle(&self.seed) {
            let told = self.game.enter(&shuffle, &self.viewers())?;
            self.told.push((self.game.version(), told));
        }
        Ok(())
    }

    pub(crate) fn deal(&mut self, deck: Option<&str>) -> Result<(), Rejection> {
        let deck = match deck {
            Some(deck) => {
                self.from_seed = false;
                deck.to_owned()
            }
            None => self.game.next_deck(&self.seed),
        };
        let told = self.game.deal(&deck, &self.viewers())?;
        self.follow_up(told)
    }

    pub(crate) fn play(&mut self, seat: cards::Seat, action: &str) -> Result<(), Rejection> {
        let told = self.game.play(seat, action, &self.viewers())?;
        self.follow_up(told)
    }

    /// Returns the only seat that may act, as the default.
    fn only_actor(&self) -> Result<cards::Seat, PythonError> {
        let actors = self.game.actors();
        match actors.first() {
            Some(seat) if actors.len() == 1 => Ok(seat),
            None => {
                Err(Rejection::new("no-deal", "no seat can act; deal first, or the match is over").into())
            }
            Some(_) => Err(bad_value("several seats may act; choose one, as in seat=0")),
        }
    }

    /// Returns the first of the seats that may act.
    pub(crate) fn acting_first(&self) -> Result<cards::Seat, PythonError> {
        self.game.actors().first().map_or_else(|| self.only_actor(), Ok)
    }

    pub(crate) fn acting(&self, seat: Option<u8>) -> Result<cards::Seat, PythonError> {
        seat.map_or_else(|| self.only_actor(), |number| convert::seat(number, self.game.seats()))
    }
}

impl Match {
    pub(crate) fn new(played: Played) -> Self {
        Self(Mutex::new(played))
    }

    /// Locks the match. The lock is held only briefly: never while Python code runs or the
    /// interpreter lock is released.
    pub(crate) fn lock(&self) -> MutexGuard<'_, Played> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn events_of<'py>(
        &self,
        py: Python<'py>,
        seat: Option<u8>,
        since: usize,
    ) -> Result<Bound<'py, PyList>, PythonError> {
        let texts: Vec<String> = {
            let played = self.lock();
            let place = match viewer(seat, played.game.seats())? {
                Viewer::Seat(seat) => seat.index(),
                Viewer::Public => usize::from(played.game.seats()),
            };
            let later = played.told.iter().filter(|(version, _)| *version > since);
            later
                .filter_map(|(_, told)| told.get(place))
                .map(|sent| sent.to_json().get().to_owned())
                .collect()
        };
        let events = PyList::empty(py);
        for text in texts {
            for event in from_json(py, &text)?.try_iter()? {
                events.append(event?)?;
            }
        }
        Ok(events)
    }

    pub(crate) fn view_of<'py>(
        &self,
        py: Python<'py>,
        seat: Option<u8>,
    ) -> Result<Bound<'py, PyAny>, PythonError> {
        let (game, text) = {
            let played = self.lock();
            let viewer = viewer(seat, played.game.seats())?;
            (played.game.game(), played.game.view(viewer).get().to_owned())
        };
        let view = from_json(py, &text)?;
        if view.is_none() {
            return Ok(view);
        }
        Ok(py.import("parlour.pictures")?.getattr("View")?.call1((view, game, seat))?)
    }

    pub(crate) fn snapshot_of<'py>(
        &self,
        py: Python<'py>,
        seat: Option<u8>,
    ) -> Result<Bound<'py, PyAny>, PythonError> {
        let text = {
            let played = self.lock();
            played.game.snapshot(viewer(seat, played.game.seats())?).to_json()
        };
        Ok(from_json(py, text.get())?)
    }

    /// Returns the match at the end of a record. Further decks come from this seed.
    pub(crate) fn of_record(record: &Record, seed: Seed, from_seed: bool) -> Result<Self, PythonError> {
        let game = record.text.replay(&catalog::CATALOG).into_match()?;
        Ok(Self::new(Played::new(game, seed, from_seed)))
    }
}

#[pymethods]
impl Match {
    #[new]
    #[pyo3(signature = (game, *, preset = None, options = None, seats = None, seed = None, dealer = None))]
    fn open(
        game: &str,
        preset: Option<String>,
        options: Option<&Bound<'_, PyDict>>,
        #[pyo3(from_py_with = arguments::seats)] seats: Option<u8>,
        #[pyo3(from_py_with = arguments::seed)] seed: Option<SeedArgument>,
        #[pyo3(from_py_with = arguments::dealer)] dealer: Option<u8>,
    ) -> Result<Self, PythonError> {
        let game = find_game(game)?;
        let setup = SetupText { preset, options: convert::options(options)?, seats };
        let seated = game.open(&setup, cards::Seat::new(0))?.seats();
        // In most games the seat after the dealer starts, so by default seat 0 does.
        let dealer = convert::seat(dealer.unwrap_or(seated - 1), seated)?;
        Ok(Self::new(Played::new(game.open(&setup, dealer)?, convert::seed(seed)?, true)))
    }

    /// Game id.
    #[getter]
    fn game(&self) -> &'static str {
        self.lock().game.game()
    }

    /// Number of players.
    #[getter]
    fn seats(&self) -> u8 {
        self.lock().game.seats()
    }

    /// Preset.
    #[getter]
    fn preset(&self) -> Option<String> {
        self.lock().game.setup().preset
    }

    /// Value of every option.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>, PythonError> {
        let options = self.lock().game.options();
        Ok(convert::as_python(py, &serde_json::json!(options))?)
    }

    /// Seed of the decks: 64 hexadecimal digits.
    #[getter]
    fn seed(&self) -> String {
        self.lock().seed.into()
    }

    /// First dealer.
    #[getter]
    fn first_dealer(&self) -> u8 {
        self.lock().game.first_dealer().into()
    }

    /// Number of deals and actions so far.
    #[getter]
    fn version(&self) -> usize {
        self.lock().game.version()
    }

    /// Phase: between (a deal is due), playing or over.
    #[getter]
    fn phase(&self) -> &'static str {
        match self.lock().game.phase() {
            Phase::Between => "between",
            Phase::Playing => "playing",
            Phase::Over(_) => "over",
        }
    }

    /// Seats that may act now.
    #[getter]
    fn actors<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let actors: Vec<u8> = self.lock().game.actors().iter().map(u8::from).collect();
        PyTuple::new(py, actors)
    }

    /// Legal actions of the only seat that may act; empty between deals. If several may act, use
    /// `legal`.
    #[getter]
    fn legal_actions(&self) -> Result<Vec<String>, PythonError> {
        let played = self.lock();
        if played.game.actors().is_empty() {
            return Ok(Vec::new());
        }
        Ok(played.game.legal(played.only_actor()?))
    }

    /// Returns the legal actions of a seat, in the notation of records.
    fn legal(&self, #[pyo3(from_py_with = arguments::seat)] seat: u8) -> Result<Vec<String>, PythonError> {
        let played = self.lock();
        Ok(played.game.legal(convert::seat(seat, played.game.seats())?))
    }

    /// Totals by seat.
    #[getter]
    fn totals(&self) -> Vec<i32> {
        self.lock().game.totals().as_slice().to_vec()
    }

    /// Winning seats. Empty until the match is over.
    #[getter]
    fn winners<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let winners: Vec<u8> = match self.lock().game.phase() {
            Phase::Over(winners) => winners.iter().map(u8::from).collect(),
            Phase::Between | Phase::Playing => Vec::new(),
        };
        PyTuple::new(py, winners)
    }

    /// Side of each seat. Partners share one.
    #[getter]
    fn sides(&self) -> Vec<u8> {
        self.lock().game.sides().as_slice().iter().map(|side| u8::from(*side)).collect()
    }

    /// Scores of the finished deals, as in the protocol.
    #[getter]
    fn deal_scores<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>, PythonError> {
        let scores: Vec<catalog::DealScore> = {
            let played = self.lock();
            (0..).map_while(|deal| played.game.score_of_deal(deal)).collect()
        };
        Ok(convert::as_python(py, &serde_json::json!(scores))?)
    }

    /// Deals the next deal, from the seed or with a deck in the notation of records.
    #[pyo3(signature = (deck = None))]
    fn deal(&self, deck: Option<&str>) -> Result<(), PythonError> {
        Ok(self.lock().deal(deck)?)
    }

    /// Performs an action of a seat, by default the only one that may act.
    ///
    /// The action is one of `legal`, or another legal one in the notation of records.
    #[pyo3(signature = (action, seat = None))]
    fn play(
        &self,
        action: &str,
        #[pyo3(from_py_with = arguments::seat)] seat: Option<u8>,
    ) -> Result<(), PythonError> {
        let mut played = self.lock();
        let seat = played.acting(seat)?;
        Ok(played.play(seat, action)?)
    }

    /// Parses a typed line as an action of a seat.
    #[pyo3(signature = (line, seat = None))]
    fn read(
        &self,
        line: &str,
        #[pyo3(from_py_with = arguments::seat)] seat: Option<u8>,
    ) -> Result<String, PythonError> {
        let played = self.lock();
        let seat = played.acting(seat)?;
        let read = played.game.read_command(seat, line);
        Ok(read.map_err(|error| Rejection::new("unreadable", error.to_string()))?)
    }

    /// Returns the view of a seat, or by default of the public. None before the first deal.
    #[pyo3(signature = (seat = None))]
    fn view<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::seat)] seat: Option<u8>,
    ) -> Result<Bound<'py, PyAny>, PythonError> {
        self.view_of(py, seat)
    }

    /// Returns the protocol's snapshot for a seat, or by default for the public: view, legal actions,
    /// totals and phase.
    #[pyo3(signature = (seat = None))]
    fn snapshot<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::seat)] seat: Option<u8>,
    ) -> Result<Bound<'py, PyAny>, PythonError> {
        self.snapshot_of(py, seat)
    }

    /// Returns the events since version `since`, as seen by a seat or by default by the public.
    #[pyo3(signature = (seat = None, since = 0))]
    fn events<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::seat)] seat: Option<u8>,
        #[pyo3(from_py_with = arguments::since)] since: usize,
    ) -> Result<Bound<'py, PyList>, PythonError> {
        self.events_of(py, seat, since)
    }

    /// Returns a handle with the information of one seat only, for players and bots.
    fn seat(
        this: &Bound<'_, Self>,
        #[pyo3(from_py_with = arguments::number)] number: u8,
    ) -> Result<Seat, PythonError> {
        let seat = convert::seat(number, this.get().lock().game.seats())?;
        Ok(Seat::new(this.clone().unbind(), seat))
    }

    /// Returns a built-in bot for a seat, by default the only one that may act.
    ///
    /// Its choices depend on its view and `rng_seed`, which defaults to a value from the match's
    /// seed and version.
    #[pyo3(signature = (name, seat = None, *, rng_seed = None))]
    fn bot(
        this: &Bound<'_, Self>,
        name: String,
        #[pyo3(from_py_with = arguments::seat)] seat: Option<u8>,
        #[pyo3(from_py_with = arguments::rng_seed)] rng_seed: Option<u64>,
    ) -> Result<Bot, PythonError> {
        let seat = seat.map(|number| convert::seat(number, this.get().lock().game.seats())).transpose()?;
        Bot::new(this.clone().unbind(), seat, name, rng_seed)
    }

    /// Plays to the end of the match, or for a number of deals.
    ///
    /// `players` is one player for all seats, a list, or a dict by seat. A player is a bot name, or
    /// a function that receives a `Seat` and returns an action.
    #[pyo3(signature = (players, *, deals = None))]
    fn finish(
        this: &Bound<'_, Self>,
        players: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = arguments::deals)] deals: Option<usize>,
    ) -> Result<(), PythonError> {
        finish(this, players, deals)
    }

    /// Returns the record so far. Once the match is over, it contains the seed, so that the shuffle
    /// can be verified.
    #[pyo3(signature = (*, players = None, event = None, date = None))]
    fn record(
        &self,
        players: Option<Vec<String>>,
        event: Option<String>,
        date: Option<String>,
    ) -> Result<Record, PythonError> {
        let played = self.lock();
        let told = played.from_seed && matches!(played.game.phase(), Phase::Over(_));
        let notes = Notes {
            players: players.unwrap_or_default(),
            event,
            date,
            seed: told.then(|| played.seed.into()),
            commitment: told.then(|| played.seed.commitment().to_string()),
            ..Notes::default()
        };
        Ok(Record { text: played.game.record().with_notes(notes) })
    }

    /// Returns an independent copy of the match, without the earlier events.
    fn fork(&self) -> Result<Self, PythonError> {
        let (record, seed, from_seed) = {
            let played = self.lock();
            (Record { text: played.game.record() }, played.seed, played.from_seed)
        };
        Self::of_record(&record, seed, from_seed)
    }

    fn __copy__(&self) -> Result<Self, PythonError> {
        self.fork()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Result<Self, PythonError> {
        self.fork()
    }

    /// Pickles the record and the seed, never the state.
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> Result<(Bound<'py, PyAny>, (String, String, bool)), PythonError> {
        let kept = {
            let played = self.lock();
            (played.game.record().write(), played.seed.into(), played.from_seed)
        };
        Ok((py.get_type::<Self>().getattr("_of_record")?, kept))
    }

    #[staticmethod]
    fn _of_record(record: &str, seed: &str, from_seed: bool) -> Result<Self, PythonError> {
        let seed = convert::seed(Some(SeedArgument::Text(seed.to_owned())))?;
        Self::of_record(&Record::read(record)?, seed, from_seed)
    }

    fn __repr__(&self) -> String {
        let played = self.lock();
        let game = &played.game;
        let preset = game.setup().preset.map_or_else(String::new, |preset| format!(" preset={preset:?}"));
        let phase = match game.phase() {
            Phase::Between => "between deals".to_owned(),
            Phase::Playing => {
                let actors: Vec<String> = game.actors().iter().map(|seat| seat.to_string()).collect();
                format!("seat {} to act", actors.join(", "))
            }
            Phase::Over(_) => "over".to_owned(),
        };
        let (id, seats, deals) = (game.game(), game.seats(), game.deals());
        format!("<Match {id:?}{preset} seats={seats} deals={deals}, {phase}>")
    }

    /// Picture of the public table, for notebooks.
    fn _repr_svg_<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>, PythonError> {
        let view = self.view_of(py, None)?;
        Ok(py.import("parlour.pictures")?.getattr("view_svg")?.call1((view,))?)
    }
}
