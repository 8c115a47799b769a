//! Native module `parlour._parlour`. Rust owns every match; Python receives texts, numbers, lists,
//! dicts and arrays. Only presentation is in `python/parlour`.

#![allow(clippy::needless_pass_by_value, reason = "what Python hands over comes by value")]

mod arena;
mod arguments;
mod batch;
mod boards;
mod bots;
mod comparison;
mod convert;
mod deals;
mod double_dummy;
mod errors;
mod evaluation;
mod finish;
mod games;
mod interrupt;
mod layouts;
mod matches;
mod pads;
mod records;
mod seats;

/// Native part of Parlour; see the package `parlour`.
#[pyo3::pymodule]
mod _parlour {
    #[pymodule_export]
    use crate::arena::{play_piece, rate_pieces, simulate};
    #[pymodule_export]
    use crate::batch::{Batch, batch_games, make_vec};
    #[pymodule_export]
    use crate::boards::{Board, read_boards, write_boards};
    #[pymodule_export]
    use crate::bots::{Bot, check_bot};
    #[pymodule_export]
    use crate::comparison::compare_boards;
    #[pymodule_export]
    use crate::deals::generate_deals;
    #[pymodule_export]
    use crate::double_dummy::{lead_tricks, par, play_tricks, solve_deals};
    #[pymodule_export]
    use crate::evaluation::{estimate_tricks, evaluate_hand};
    #[pymodule_export]
    use crate::games::{game_infos, max_entries, rule_book};
    #[pymodule_export]
    use crate::layouts::{simulate_contract, simulate_leads};
    #[pymodule_export]
    use crate::matches::Match;
    #[pymodule_export]
    use crate::pads::answer_pad;
    #[pymodule_export]
    use crate::records::Record;
    #[pymodule_export]
    use crate::seats::Seat;

    #[pymodule_init]
    fn init(module: &pyo3::Bound<'_, pyo3::types::PyModule>) -> pyo3::PyResult<()> {
        pyo3::types::PyModuleMethods::add(module, "__version__", env!("CARGO_PKG_VERSION"))
    }
}
