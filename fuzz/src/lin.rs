//! LIN files: they are boards, which are written and read back as they were, or a sentence with its place.

use notation::{Unwritable, lin, pbn, record};

/// Takes the bytes as a file.
pub fn check(bytes: &[u8]) {
    let boards = match lin::read(bytes) {
        Ok(boards) => boards,
        Err(error) => {
            assert!(error.position.line > 0 && error.position.column > 0);
            return assert!(!error.problem.to_string().is_empty());
        }
    };
    if let Ok(written) = lin::write(&boards) {
        let again = lin::read(written.as_bytes()).unwrap_or_else(|error| panic!("{error}: {written}"));
        assert_eq!(lin::write(&again).as_ref(), Ok(&written));
    }
    pbn::read(&pbn::write(&boards)).unwrap_or_else(|error| panic!("{error}"));
    if let Err(error) = record::write(&boards) {
        assert!(!matches!(error.why, Unwritable::Refused(_)), "{error}");
    }
}
