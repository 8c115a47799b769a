//! Bearer tokens, one for each server.

use super::ClientError;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

/// Name of the token file. Each server gets its own token, so that no server can impersonate its guests at another.
const FILE: &str = "guest.json";

/// Returns the token for the server with this origin, and creates it if there is none. Only the owner of the
/// file can read it.
///
/// # Errors
///
/// Returns [`ClientError`] if the token file cannot be read or written, or there are no random numbers.
pub fn token(folder: &Path, origin: &str) -> Result<String, ClientError> {
    let path = folder.join(FILE);
    let mut tokens: BTreeMap<String, String> = match fs::read_to_string(&path) {
        Ok(text) => serde_json::from_str(&text)
            .map_err(|error| ClientError::Unreadable { path: path.clone(), source: error.into() })?,
        Err(error) if error.kind() == ErrorKind::NotFound => BTreeMap::new(),
        Err(source) => return Err(ClientError::Unreadable { path, source }),
    };
    if let Some(token) = tokens.get(origin) {
        return Ok(token.clone());
    }
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(ClientError::Entropy)?;
    let token = URL_SAFE_NO_PAD.encode(bytes);
    tokens.insert(origin.to_owned(), token.clone());
    write(folder, &path, &tokens).map_err(|source| ClientError::Unwritable { path, source })?;
    Ok(token)
}

fn write(folder: &Path, path: &Path, tokens: &BTreeMap<String, String>) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    // The process id keeps the name unique, because two processes may create a token at once.
    let beside = folder.join(format!("{FILE}.{}", std::process::id()));
    let mut file = create_for_owner(&beside)?;
    file.write_all(serde_json::to_string_pretty(tokens)?.as_bytes())?;
    file.sync_all()?;
    fs::rename(&beside, path)
}

#[cfg(unix)]
fn create_for_owner(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(path)
}

/// Creates a file. On other systems than Unix, a user's folder is private already.
#[cfg(not(unix))]
fn create_for_owner(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create(true).truncate(true).open(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_server_has_its_own_token() {
        let folder = tempfile::tempdir().unwrap();
        let of = |origin| token(&folder.path().join("new"), origin).unwrap();
        let first = of("http://a:1");
        assert_eq!(first.len(), 43);
        assert_ne!(of("http://b:1"), first);
        assert_eq!(of("http://a:1"), first);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(folder.path().join("new").join(FILE)).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
    }

    #[test]
    fn an_unreadable_token_file_is_not_changed() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(FILE), "not tokens").unwrap();
        assert!(matches!(token(folder.path(), "http://a:1"), Err(ClientError::Unreadable { .. })));
        assert_eq!(fs::read_to_string(folder.path().join(FILE)).unwrap(), "not tokens");
    }
}
