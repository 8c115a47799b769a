//! Board files in any form: links, percent-encoding, lists of deals, encodings, PBN and LIN.
//!
//! The sound parts of a board form a board too. It can be written, shown and read again.

use notation::{Board, BoardFile, Notation, ReadError, pbn, read_file, watchable};

/// Uses the bytes as a file.
pub fn check(bytes: &[u8]) {
    let Ok(file) = read_file(bytes, 200) else { return };
    assert!(file.boards.len() <= 200);
    assert_ne!(file.notation, Notation::Record);
    for read in &file.boards {
        let written = pbn::write(std::slice::from_ref(&read.board));
        pbn::read(&written).unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&written)));
        let _ = watchable(&read.board);
    }
}

/// Checks that a file is readable as a whole exactly if it has no fault, and that every fault has a
/// place and a message.
pub fn agree(whole: Result<Vec<Board>, ReadError>, each: Result<BoardFile, ReadError>) {
    let sound = |error: &ReadError| {
        assert!(error.position.line > 0 && error.position.column > 0);
        assert!(!error.problem.to_string().is_empty());
    };
    match (whole, each) {
        (Ok(boards), Ok(file)) => {
            assert_eq!(file.first_fault(), None);
            assert!(file.boards.iter().map(|read| &read.board).eq(&boards));
        }
        (Err(error), Ok(file)) => {
            assert_eq!(file.first_fault(), Some(&error));
            file.boards.iter().flat_map(|read| &read.faults).for_each(|fault| sound(&fault.error));
            file.strays.iter().for_each(sound);
        }
        (Err(error), Err(other)) => {
            sound(&error);
            assert_eq!(error, other);
        }
        (Ok(_), Err(error)) => panic!("{error}"),
    }
}
