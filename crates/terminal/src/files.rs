//! Record files. They are read whole, and replaced atomically: a crash leaves either the old or the
//! new content.

use crate::Error;
use catalog::RecordText;
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Reads the record at `path`. Returns `None` if there is no such file.
pub(crate) fn read(path: &Path) -> Result<Option<RecordText>, Error> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(catalog::read_record(&text)?)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(source) => Err(Error::Unreadable { path: path.to_owned(), source }),
    }
}

/// Writes `text` to `path` atomically.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Error> {
    let written = || {
        let mut beside = path.as_os_str().to_owned();
        beside.push(".new");
        let beside = PathBuf::from(beside);
        let mut file = fs::File::create(&beside)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&beside, path)
    };
    written().map_err(|source| Error::Unwritable { path: path.to_owned(), source })
}

/// Returns a file name for a record of `game` that is unused in the current folder.
pub(crate) fn unused_name(game: &str) -> String {
    let name =
        |number: u32| if number == 1 { format!("{game}.json") } else { format!("{game}-{number}.json") };
    (1..1000).map(name).find(|name| !Path::new(name).exists()).unwrap_or_else(|| name(1000))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_written_whole_and_read_back() {
        let folder = std::env::temp_dir().join(format!("parlour-terminal-files-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("match.json");
        assert!(matches!(read(&path), Ok(None)));
        let text = "{\n  \"dealer\": 1,\n  \"deals\": [],\n  \"format\": \"parlour-record/1\",\n  \"game\": \"scopa\",\n  \
                    \"options\": {},\n  \"seats\": 2\n}\n";
        write(&path, text).unwrap();
        write(&path, text).unwrap();
        assert_eq!(read(&path).unwrap().unwrap().write(), text);
        fs::write(&path, "not a record").unwrap();
        assert!(matches!(read(&path), Err(Error::Rejection(_))));
        assert!(matches!(write(&folder.join("no/such/folder.json"), text), Err(Error::Unwritable { .. })));
        assert!(matches!(read(&folder), Err(Error::Unreadable { .. })));
        fs::remove_dir_all(&folder).unwrap();
    }
}
