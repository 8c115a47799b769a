//! Tests that the C header declares the structures and functions of the library.

use dds_c::layout;
use std::collections::BTreeMap;

const HEADER: &str = include_str!("../include/dds_c.h");

fn without_comments(header: &str) -> String {
    let mut parts = header.split("/*");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once("*/").map_or("", |(_, rest)| rest))
}

/// Returns the size and alignment of each structure, computed from the header's declarations.
fn sizes() -> BTreeMap<String, (usize, usize)> {
    let header = without_comments(HEADER);
    let numbers: BTreeMap<&str, usize> = header
        .lines()
        .filter_map(|line| {
            let (name, value) = line.strip_prefix("#define ")?.split_once(' ')?;
            Some((name, value.parse().ok()?))
        })
        .collect();
    let mut sizes = BTreeMap::from(
        [("int", (4, 4)), ("char", (1, 1)), ("bool", (1, 1))].map(|(name, size)| (name.to_owned(), size)),
    );
    for part in header.split("\nstruct ").skip(1) {
        let Some((name, rest)) = part.split_once(" {") else { continue };
        let (fields, _) = rest.split_once("\n}").expect("a structure ends");
        let (mut offset, mut largest) = (0_usize, 1);
        for field in fields.split(';').map(str::trim).filter(|field| !field.is_empty()) {
            // A product in brackets has spaces, so the name ends before the brackets.
            let name_end = field.find('[').unwrap_or(field.len());
            let (kind, _) = field[..name_end].rsplit_once(' ').expect("a field has a type and a name");
            let lengths = &field[name_end..];
            let kind = kind.trim_start_matches("struct ").trim_start_matches("unsigned ");
            let (size, align) = sizes[kind];
            let count: usize = lengths
                .split('[')
                .skip(1)
                .flat_map(|length| length.trim_end_matches(']').split('*'))
                .map(|length| length.trim().parse().unwrap_or_else(|_| numbers[length.trim()]))
                .product();
            offset = offset.next_multiple_of(align) + size * count;
            largest = largest.max(align);
        }
        sizes.insert(name.to_owned(), (offset.next_multiple_of(largest), largest));
    }
    sizes
}

#[test]
fn structures_of_the_header_have_the_size_of_the_librarys() {
    let mut sizes = sizes();
    for basic in ["int", "char", "bool"] {
        sizes.remove(basic);
    }
    macro_rules! check {
        ($($name:literal $kind:ident),* $(,)?) => {$(
            let expected = (size_of::<layout::$kind>(), align_of::<layout::$kind>());
            assert_eq!(sizes.remove($name), Some(expected), $name);
        )*};
    }
    check!(
        "deal" BoardDeal,
        "dealPBN" BoardDealPbn,
        "futureTricks" FutureTricks,
        "boards" Boards,
        "boardsPBN" BoardsPbn,
        "solvedBoards" SolvedBoards,
        "ddTableDeal" TableDeal,
        "ddTableDealPBN" TableDealPbn,
        "ddTableDeals" TableDeals,
        "ddTableDealsPBN" TableDealsPbn,
        "ddTableResults" TableResults,
        "ddTablesRes" TablesResults,
        "parResults" ParResults,
        "allParResults" AllParResults,
        "parResultsDealer" ParResultsDealer,
        "contractType" ContractType,
        "parResultsMaster" ParResultsMaster,
        "playTraceBin" PlayTraceBin,
        "playTracePBN" PlayTracePbn,
        "solvedPlay" SolvedPlay,
        "playTracesBin" PlayTracesBin,
        "playTracesPBN" PlayTracesPbn,
        "solvedPlays" SolvedPlays,
        "parTextResults" ParTextResults,
        "DDSInfo" DdsInfo,
    );
    assert_eq!(sizes, BTreeMap::new(), "not compared");
}

#[test]
fn the_header_declares_the_exported_functions() {
    let header = without_comments(HEADER);
    let mut declared: Vec<&str> = header
        .lines()
        .filter_map(|line| line.strip_prefix("int ").or_else(|| line.strip_prefix("void ")))
        .filter_map(|line| Some(line.split_once('(')?.0))
        .collect();
    let mut exported: Vec<&str> = include_str!("../src/api.rs")
        .lines()
        .filter_map(|line| Some(line.strip_prefix("pub extern \"C\" fn ")?.split_once('(')?.0))
        .collect();
    declared.sort_unstable();
    exported.sort_unstable();
    assert_eq!(declared, exported);
}
