//! PBN files: sound boards survive a round trip, and faults have a message and a place.

use notation::{Unwritable, lin, pbn, record};

/// Uses the bytes as a file.
pub fn check(bytes: &[u8]) {
    super::board_file::agree(pbn::read(bytes), pbn::read_each(bytes, usize::MAX));
    let Ok(boards) = pbn::read(bytes) else { return };
    let written = pbn::write(&boards);
    let again = pbn::read(&written).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(pbn::write(&again), written);
    if let Ok(written) = lin::write(&boards) {
        lin::read(written.as_bytes()).unwrap_or_else(|error| panic!("{error}: {written}"));
    }
    match record::write(&boards) {
        Ok(record) => assert_eq!(record::read(&record).map(|boards| boards.len()), Ok(boards.len())),
        // The rules find no further error in boards that were checked while reading.
        Err(error) => assert!(!matches!(error.why, Unwritable::Refused(_)), "{error}"),
    }
}
