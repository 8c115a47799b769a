//! Matchpoints and IMPs of boards that were played at several tables.

use crate::boards::Board;
use crate::convert::as_python;
use crate::errors::{PythonError, detached};
use notation::Comparison;
use pyo3::prelude::*;
use serde_json::{Value, json};

/// Compares the results of boards. Returns a dict of boards, totals, and boards left out.
#[pyfunction]
pub(crate) fn compare_boards<'py>(
    py: Python<'py>,
    boards: Vec<Bound<'py, Board>>,
) -> Result<Bound<'py, PyAny>, PythonError> {
    let boards: Vec<notation::Board> = boards.iter().map(|board| board.get().0.clone()).collect();
    let comparison = detached(py, || Comparison::of(&boards))?;
    let boards = comparison.boards.iter().flat_map(|board| {
        board.tables.iter().map(|table| {
            json!({
                "board": board.number,
                "north_south": table.north_south,
                "east_west": table.east_west,
                "contract": table.contract,
                "declarer": table.declarer.map(|declarer| declarer.letter().to_string()),
                "tricks": table.tricks,
                "score": table.score,
                "matchpoints": table.matchpoints,
                "top": board.top,
                "cross_imps": table.cross_imps,
                "datum": board.datum,
                "butler": table.butler,
            })
        })
    });
    let totals = comparison.totals.iter().map(|total| {
        json!({
            "pair": total.pair,
            "boards": total.boards,
            "percent": 100.0 * total.matchpoints,
            "cross_imps": total.cross_imps,
            "butler": total.butler,
        })
    });
    let left_out = comparison.left_out.iter().map(|(index, why)| json!([index, why.to_string()]));
    let document = json!({
        "tables": boards.collect::<Vec<Value>>(),
        "totals": totals.collect::<Vec<Value>>(),
        "left_out": left_out.collect::<Vec<Value>>(),
    });
    Ok(as_python(py, &document)?)
}
