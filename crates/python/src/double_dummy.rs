//! Double-dummy functions: tables of thousands of deals, par, and values of cards.

use crate::arguments;
use crate::boards::Board;
use crate::convert::{direction, usable_threads, vulnerability};
use crate::errors::{PythonError, bad_value, detached};
use crate::interrupt::until_done;
use cards::{Card, CardSet};
use dds::{Deal, Declarers, Position, Solver, Strain, Table, ask_many_on};
use numpy::{Element, PyArray1, PyArray3, PyReadonlyArray2, PyReadonlyArray3, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyList;
use std::num::NonZeroUsize;
use std::sync::atomic::Ordering;

/// Deals argument.
#[derive(FromPyObject)]
pub(crate) enum DealsArgument<'py> {
    /// Holder of each card, one row per deal.
    Holders(PyReadonlyArray2<'py, u8>),
    /// Texts in PBN, and boards.
    Each(Vec<DealArgument<'py>>),
}

/// Deal argument.
#[derive(FromPyObject)]
pub(crate) enum DealArgument<'py> {
    Text(String),
    Board(Bound<'py, Board>),
}

impl DealArgument<'_> {
    fn deal(&self) -> Result<Deal, PythonError> {
        match self {
            Self::Text(text) => {
                text.parse().map_err(|error: dds::ParseDealError| bad_value(error.to_string()))
            }
            Self::Board(board) => {
                board.get().0.deal().ok_or_else(|| bad_value("this board lacks some hands"))
            }
        }
    }
}

impl DealsArgument<'_> {
    fn deals(&self) -> Result<Vec<Deal>, PythonError> {
        match self {
            Self::Each(each) => {
                let numbered = each.iter().enumerate();
                let deal = |(row, deal): (usize, &DealArgument<'_>)| {
                    deal.deal().map_err(|refused| match refused {
                        PythonError::Python(error) => bad_value(format!("deal {row}: {error}")),
                        other => other,
                    })
                };
                numbered.map(deal).collect()
            }
            Self::Holders(holders) => {
                let &[_, columns] = holders.shape() else {
                    return Err(bad_value("the array must have two dimensions"));
                };
                if columns != usize::from(Card::COUNT) {
                    return Err(bad_value(format!(
                        "52 columns say who holds each card, and here are {columns}"
                    )));
                }
                let rows = slice(holders.as_slice())?.chunks_exact(columns).enumerate();
                rows.map(|(row, holders)| {
                    deal_of(holders).map_err(|why| bad_value(format!("deal {row}: {why}")))
                })
                .collect()
            }
        }
    }
}

/// Returns the elements of a contiguous array.
fn slice<T>(cells: Result<&[T], impl std::fmt::Display>) -> Result<&[T], PythonError> {
    cells.map_err(|_| bad_value("the array isn't contiguous; use numpy.ascontiguousarray"))
}

/// Returns the deal of a row of holders. Cards are in canonical order; 4 and above means no hand.
fn deal_of(holders: &[u8]) -> Result<Deal, String> {
    let mut hands = [CardSet::EMPTY; 4];
    for (index, holder) in holders.iter().enumerate() {
        let card = u8::try_from(index).ok().and_then(Card::from_index);
        if let (Some(card), Some(hand)) = (card, hands.get_mut(usize::from(*holder))) {
            hand.insert(card);
        }
    }
    Deal::new(hands).map_err(|error| error.to_string())
}

/// Returns the tricks of every declarer in every strain: an array of (deals, 5 strains from clubs,
/// 4 declarers from North).
#[pyfunction]
#[pyo3(signature = (deals, *, threads = None, progress = None))]
pub(crate) fn solve_deals<'py>(
    py: Python<'py>,
    deals: DealsArgument<'py>,
    #[pyo3(from_py_with = arguments::threads)] threads: Option<usize>,
    progress: Option<&Bound<'py, PyAny>>,
) -> Result<Bound<'py, PyArray3<u8>>, PythonError> {
    let deals = deals.deals()?;
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let threads = usable_threads(threads.unwrap_or(cores)).max(1);
    let strains = Strain::ALL.len();
    let work = |stop: &std::sync::atomic::AtomicBool, done: &std::sync::atomic::AtomicUsize| {
        let solved = std::sync::atomic::AtomicUsize::new(0);
        ask_many_on(threads, strains * deals.len(), |solver, index| {
            if stop.load(Ordering::Relaxed) {
                return Declarers::default();
            }
            let declarers = solver.solve_strain(&deals[index / strains], Strain::ALL[index % strains]);
            let solved = solved.fetch_add(1, Ordering::Relaxed) + 1;
            done.store(solved / strains, Ordering::Relaxed);
            declarers
        })
    };
    let declarers = until_done(py, work, progress)?;
    let cells: Vec<u8> =
        declarers.iter().flat_map(|of| dds::Direction::ALL.map(|declarer| of[declarer])).collect();
    array(py, &cells, [deals.len(), strains, 4])
}

fn array<'py, T: Element + Copy>(
    py: Python<'py>,
    cells: &[T],
    shape: [usize; 3],
) -> Result<Bound<'py, PyArray3<T>>, PythonError> {
    use numpy::PyArrayMethods as _;
    Ok(PyArray1::from_slice(py, cells).reshape(shape)?)
}

/// Returns par of each table: the score of North-South, and the contracts.
#[pyfunction]
pub(crate) fn par<'py>(
    py: Python<'py>,
    tables: PyReadonlyArray3<'py, u8>,
    dealer: &str,
    vulnerable: &str,
) -> Result<Bound<'py, PyList>, PythonError> {
    let (dealer, vulnerability) = (direction(dealer)?, vulnerability(vulnerable)?);
    let &[_, 5, 4] = tables.shape() else {
        return Err(bad_value("a table must have five strains and four declarers"));
    };
    let pars = slice(tables.as_slice())?.chunks_exact(20).map(|cells| {
        let mut tricks = [[0; 4]; 5];
        tricks.as_flattened_mut().copy_from_slice(cells);
        let par = dds::par(&Table::new(tricks), dealer, vulnerability);
        (par.score, par.contracts.iter().map(ToString::to_string).collect::<Vec<String>>())
    });
    Ok(PyList::new(py, pars.collect::<Vec<_>>())?)
}

/// Returns the position after some cards of a deal.
fn position(
    deal: &DealArgument<'_>,
    strain: &str,
    leader: &str,
    play: &[String],
) -> Result<(Position, Vec<Card>), PythonError> {
    let strain: Strain =
        strain.parse().map_err(|error: dds::ParseStrainError| bad_value(error.to_string()))?;
    let play: Result<Vec<Card>, _> = play.iter().map(|card| card.parse()).collect();
    let play = play.map_err(|error: cards::ParseCardError| bad_value(error.to_string()))?;
    Ok((Position::new(&deal.deal()?, strain, direction(leader)?), play))
}

/// Returns the legal cards after `play`, each with the tricks its side still takes.
#[pyfunction]
#[pyo3(signature = (deal, strain, leader, play = Vec::new()))]
pub(crate) fn lead_tricks(
    py: Python<'_>,
    deal: DealArgument<'_>,
    strain: &str,
    leader: &str,
    play: Vec<String>,
) -> Result<Vec<(String, u8)>, PythonError> {
    let (mut position, play) = position(&deal, strain, leader, &play)?;
    for card in play {
        position.play(card).map_err(|error| bad_value(error.to_string()))?;
    }
    if position.tricks_left() == 0 {
        return Ok(Vec::new());
    }
    let leads = detached(py, || Solver::new().lead_table(&position))?;
    Ok(leads.iter().map(|lead| (lead.card.to_string(), lead.tricks)).collect())
}

/// Returns the cost of each card of a play: player, card, and the tricks its side could take before
/// and after it.
#[pyfunction]
pub(crate) fn play_tricks(
    py: Python<'_>,
    deal: DealArgument<'_>,
    strain: &str,
    leader: &str,
    play: Vec<String>,
) -> Result<Vec<(String, String, u8, u8)>, PythonError> {
    let (position, play) = position(&deal, strain, leader, &play)?;
    let played = detached(py, || Solver::new().analyse(&position, &play))?;
    let played = played.map_err(|error| bad_value(error.to_string()))?;
    let told = |played: &dds::Played| {
        (played.direction.letter().to_string(), played.card.to_string(), played.before, played.after)
    };
    Ok(played.iter().map(told).collect())
}
