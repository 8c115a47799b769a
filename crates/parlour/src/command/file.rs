//! Reading what somebody names on the command line.

use std::fs::File;
use std::io::Read;
use std::path::Path;

/// No match is so long that its record has more bytes: a hundred thousand deals.
const LARGEST: u64 = 64 << 20;

/// The bytes of a file; `-` is standard input.
///
/// # Errors
///
/// Why it cannot be read, with its name.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let read = if path.as_os_str() == "-" {
        std::io::stdin().take(LARGEST + 1).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes))
    };
    let cannot = |why: String| format!("{}: {why}", path.display());
    read.map_err(|error| cannot(error.to_string()))?;
    if bytes.len() as u64 > LARGEST {
        return Err(cannot("this is larger than a record can be".to_owned()));
    }
    Ok(bytes)
}
