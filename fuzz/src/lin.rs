//! LIN files: sound boards survive a round trip, and faults have a message and a place.

use notation::{Unwritable, lin, pbn, record};

/// Uses the bytes as a file.
pub fn check(bytes: &[u8]) {
    super::board_file::agree(lin::read(bytes), lin::read_each(bytes, usize::MAX));
    let Ok(boards) = lin::read(bytes) else { return };
    if let Ok(written) = lin::write(&boards) {
        let again = lin::read(written.as_bytes()).unwrap_or_else(|error| panic!("{error}: {written}"));
        assert_eq!(lin::write(&again).as_ref(), Ok(&written));
    }
    pbn::read(&pbn::write(&boards)).unwrap_or_else(|error| panic!("{error}"));
    if let Err(error) = record::write(&boards) {
        assert!(!matches!(error.why, Unwritable::Refused(_)), "{error}");
    }
}
