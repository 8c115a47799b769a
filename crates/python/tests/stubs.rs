//! Checks that the stubs contain every name of the Rust module. `stubtest` compares the signatures
//! with the wheel.

const MODULE: &str = include_str!("../src/lib.rs");
const STUBS: &str = include_str!("../python/parlour/_parlour.pyi");

/// Returns the names exported to Python: `use crate::boards::{Board, read_boards};`
fn exported() -> Vec<&'static str> {
    let uses = MODULE.lines().filter_map(|line| line.trim().strip_prefix("use crate::")?.strip_suffix(';'));
    let names = uses.flat_map(|path| path.split_once("::").map_or("", |(_, names)| names).split(','));
    names.map(|name| name.trim_matches(['{', '}', ' '])).collect()
}

#[test]
fn every_exported_name_has_a_stub() {
    let exported = exported();
    assert!(exported.contains(&"Match") && exported.contains(&"read_boards"), "{exported:?}");
    for name in exported {
        let is_there =
            [format!("\nclass {name}:"), format!("\ndef {name}(")].iter().any(|stub| STUBS.contains(stub));
        assert!(is_there, "{name} has no stub");
    }
}
