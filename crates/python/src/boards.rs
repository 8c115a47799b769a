//! Boards of bridge: PBN, LIN and records.

use crate::convert::vulnerability_name;
use crate::errors::{PythonError, bad_value, detached};
use catalog::read_record;
use dds::Direction;
use engine::Rejection;
use notation::{BoardFile, Encoding, FinalContract, Notation, Part, ReadBoard, ReadError, lin, pbn, record};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

/// Deal of bridge at one table: cards, auction, play and result. Missing parts are None.
#[pyclass(frozen, eq, module = "parlour")]
#[derive(Clone, PartialEq)]
pub(crate) struct Board(pub(crate) notation::Board);

fn letter(direction: Direction) -> String {
    direction.letter().to_string()
}

#[pymethods]
impl Board {
    /// Number of the board.
    #[getter]
    fn number(&self) -> Option<u32> {
        self.0.number.known().copied()
    }

    /// Tournament or match.
    #[getter]
    fn event(&self) -> Option<&str> {
        self.0.event.known().map(String::as_str)
    }

    /// Date, as 2026.11.21.
    #[getter]
    fn date(&self) -> Option<&str> {
        self.0.date.known().map(String::as_str)
    }

    /// Players: a dict from N, E, S, W to names.
    #[getter]
    fn players<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let players = PyDict::new(py);
        for direction in Direction::ALL {
            players.set_item(letter(direction), self.0.players[direction as usize].known())?;
        }
        Ok(players)
    }

    /// Dealer: N, E, S or W.
    #[getter]
    pub(crate) fn dealer(&self) -> Option<String> {
        self.0.dealer.known().copied().map(letter)
    }

    /// Vulnerability: none, ns, ew or both.
    #[getter]
    pub(crate) fn vulnerable(&self) -> Option<&'static str> {
        self.0.vulnerability.known().copied().map(vulnerability_name)
    }

    /// The four hands in PBN, if all are known.
    #[getter]
    fn deal(&self) -> Option<String> {
        self.0.deal().map(|deal| deal.to_string())
    }

    /// Known hands by direction, each a list of cards.
    #[getter]
    fn hands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let hands = PyDict::new(py);
        let known = self.0.hands.known().copied().unwrap_or_default();
        for direction in Direction::ALL {
            if let Some(hand) = known.hand(direction) {
                let cards: Vec<String> = hand.iter().map(|card| card.to_string()).collect();
                hands.set_item(letter(direction), cards)?;
            }
        }
        Ok(hands)
    }

    /// Calls from the dealer on: P, X, XX, 1C … 7N; None for a skipped turn.
    #[getter]
    fn auction(&self) -> Option<Vec<Option<String>>> {
        let auction = self.0.auction.as_ref()?;
        Some(auction.calls.iter().map(|made| made.call.map(|call| call.to_string())).collect())
    }

    /// Cards in order of play.
    #[getter]
    fn play(&self) -> Option<Vec<String>> {
        let (rows, strain) = (self.0.play.as_ref()?, self.0.strain()?);
        Some(rows.in_order(strain).iter().map(|(_, played)| played.card.to_string()).collect())
    }

    /// Contract, such as 4SX, or pass if all four passed.
    #[getter]
    fn contract(&self) -> Option<String> {
        self.0.contract.known().and_then(|contract| match contract {
            FinalContract::PassedOut => Some("pass".to_owned()),
            FinalContract::Contract(contract) => Some(contract.to_string()),
            FinalContract::Ending(_) => None,
        })
    }

    /// Strain: C, D, H, S or NT.
    #[getter]
    pub(crate) fn strain(&self) -> Option<&'static str> {
        self.0.strain().map(|strain| ["C", "D", "H", "S", "NT"][strain as usize])
    }

    /// Declarer: N, E, S or W.
    #[getter]
    fn declarer(&self) -> Option<String> {
        self.0.declarer.known().map(|declarer| letter(declarer.direction))
    }

    /// Leader of the first trick.
    #[getter]
    pub(crate) fn leader(&self) -> Option<String> {
        self.0.leader().map(letter)
    }

    /// Tricks taken by declarer's side.
    #[getter]
    fn result(&self) -> Option<u8> {
        self.0.result.known().map(|result| result.won)
    }

    /// Scoring method: MP, IMP.
    #[getter]
    fn scoring(&self) -> Option<&str> {
        self.0.scoring.known().map(String::as_str)
    }

    /// All other tags of the file.
    #[getter]
    fn tags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let tags = PyDict::new(py);
        for (name, value) in &self.0.tags {
            tags.set_item(name, value)?;
        }
        Ok(tags)
    }

    fn __repr__(&self) -> String {
        let number = self.0.number.known().map_or_else(String::new, |number| format!(" {number}"));
        let contract = self.contract().map_or_else(String::new, |contract| {
            let declarer = self.declarer().unwrap_or_default();
            format!(", {contract} {declarer}")
        });
        let deal = self.deal().unwrap_or_else(|| "hands unknown".to_owned());
        format!("<Board{number}{}, {deal}>", contract.trim_end())
    }

    /// Picture of the four hands, for notebooks.
    fn _repr_svg_<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        this.py().import("parlour.pictures")?.getattr("board_svg")?.call1((this,))
    }
}

/// File of boards: its boards, one dict per fault, its notation and its encoding.
type ReadFile<'py> = (Vec<Board>, Vec<Bound<'py, PyDict>>, String, String);

/// Reads a PBN, LIN or record file board by board; the format is detected. Each board has its parts
/// without faults. Raises `BadFile` if there is no board.
#[pyfunction]
pub(crate) fn read_boards<'py>(py: Python<'py>, file: &[u8]) -> Result<ReadFile<'py>, PythonError> {
    let read = || -> Result<BoardFile, PythonError> {
        match Notation::of(file) {
            Notation::Pbn | Notation::Lin => Ok(notation::read_file(file, usize::MAX)?),
            Notation::Record => {
                let text = std::str::from_utf8(file);
                let text = text.map_err(|_| Rejection::new("unreadable-record", "this is not UTF-8 text"))?;
                let boards = record::read(&read_record(text)?)?;
                let boards = boards.into_iter().map(|board| ReadBoard { board, faults: Vec::new() });
                Ok(BoardFile {
                    notation: Notation::Record,
                    encoding: Encoding::Utf8,
                    as_written: true,
                    boards: boards.collect(),
                    strays: Vec::new(),
                })
            }
        }
    };
    let BoardFile { notation, encoding, boards, strays, .. } = detached(py, read)??;
    let mut faults: Vec<(Option<usize>, Option<u32>, &str, &ReadError)> =
        strays.iter().map(|error| (None, None, part_name(Part::Unknown), error)).collect();
    for (index, ReadBoard { board, faults: of_board }) in boards.iter().enumerate() {
        let number = board.number.known().copied();
        faults
            .extend(of_board.iter().map(|fault| (Some(index), number, part_name(fault.part), &fault.error)));
    }
    faults.sort_by_key(|(_, _, _, error)| error.position);
    let left_out = faults.into_iter().map(|(index, number, part, error)| {
        let left_out = PyDict::new(py);
        left_out.set_item("index", index)?;
        left_out.set_item("board", number)?;
        left_out.set_item("part", part)?;
        left_out.set_item("line", error.position.line)?;
        left_out.set_item("column", error.position.column)?;
        left_out.set_item("problem", error.problem.to_string())?;
        PyResult::Ok(left_out)
    });
    let left_out = left_out.collect::<PyResult<Vec<_>>>()?;
    let boards = boards.into_iter().map(|read| Board(read.board)).collect();
    Ok((boards, left_out, notation.to_string(), encoding.to_string()))
}

/// Returns the name of a part, as in `parlour.LeftOut.part`.
const fn part_name(part: Part) -> &'static str {
    match part {
        Part::Number => "number",
        Part::Deal => "deal",
        Part::Dealer => "dealer",
        Part::Vulnerability => "vulnerable",
        Part::Auction => "auction",
        Part::Contract => "contract",
        Part::Play => "play",
        Part::Result => "result",
        Part::Other => "other",
        Part::Unknown => "unknown",
    }
}

/// Writes boards as the bytes of a file: pbn, lin or record.
#[pyfunction]
pub(crate) fn write_boards<'py>(
    py: Python<'py>,
    boards: Vec<Bound<'py, Board>>,
    to: &str,
) -> Result<Bound<'py, PyBytes>, PythonError> {
    let to: Notation =
        to.parse().map_err(|error: notation::ParseNotationError| bad_value(error.to_string()))?;
    let boards: Vec<notation::Board> = boards.iter().map(|board| board.get().0.clone()).collect();
    let unwritable = |error: notation::WriteError| Rejection::new("unwritable", error.to_string());
    let written = match to {
        Notation::Pbn => pbn::write(&boards),
        Notation::Lin => lin::write(&boards).map_err(unwritable)?.into_bytes(),
        Notation::Record => record::write(&boards).map_err(unwritable)?.write().into_bytes(),
    };
    Ok(PyBytes::new(py, &written))
}
