//! PBN files: they are boards, which are written and read back as they were, or a sentence with its place.

use notation::{Unwritable, lin, pbn, record};

/// Takes the bytes as a file.
pub fn check(bytes: &[u8]) {
    let boards = match pbn::read(bytes) {
        Ok(boards) => boards,
        Err(error) => {
            assert!(error.position.line > 0 && error.position.column > 0);
            return assert!(!error.problem.to_string().is_empty());
        }
    };
    let written = pbn::write(&boards);
    let again = pbn::read(&written).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(pbn::write(&again), written);
    if let Ok(written) = lin::write(&boards) {
        lin::read(written.as_bytes()).unwrap_or_else(|error| panic!("{error}: {written}"));
    }
    match record::write(&boards) {
        Ok(record) => assert_eq!(record::read(&record).map(|boards| boards.len()), Ok(boards.len())),
        // What was read was checked: the rules of the house find nothing more.
        Err(error) => assert!(!matches!(error.why, Unwritable::Refused(_)), "{error}"),
    }
}
