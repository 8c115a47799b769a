//! Listening Unix sockets, each with its file.

use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::path::{Path, PathBuf};
use tokio::net::{UnixListener, UnixStream};

/// Error with the file of a Unix socket.
#[derive(Debug, thiserror::Error)]
pub enum SocketError {
    /// A running program listens on the socket.
    #[error("another server listens there; stop it, or choose another file")]
    InUse,
    /// The file is not a socket, so it is not replaced.
    #[error("there is a file that is not a socket; delete it, or choose another")]
    NotSocket,
    /// No file can be created in the folder.
    #[error("no file can be created in {}: {reason}", folder.display())]
    Folder {
        /// Folder of the socket.
        folder: PathBuf,
        /// I/O error of the operating system.
        reason: io::Error,
    },
    /// The operating system refused.
    #[error(transparent)]
    System(#[from] io::Error),
}

/// Listening Unix socket. Its file is removed when it is dropped.
#[derive(Debug)]
pub(crate) struct UnixSocket {
    listener: UnixListener,
    file: PathBuf,
}

impl UnixSocket {
    /// Creates a socket with these permissions, in place of a socket on which no program listens any more.
    ///
    /// # Errors
    ///
    /// Returns [`SocketError`] if a program listens on the socket, or the file can't be created.
    pub(crate) async fn bind(file: &Path, mode: u32) -> Result<Self, SocketError> {
        let listener = match UnixListener::bind(file) {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {
                remove_leftover(file).await?;
                UnixListener::bind(file)?
            }
            bound => bound?,
        };
        let socket = Self { listener, file: file.to_owned() };
        // Until now the umask decided who may connect.
        fs::set_permissions(file, Permissions::from_mode(mode))?;
        Ok(socket)
    }

    /// Checks that a socket could be created, unless a running server has it. Writes nothing.
    ///
    /// # Errors
    ///
    /// Returns [`SocketError`] if the folder can't be written, or the file is not a socket.
    pub(crate) fn check(file: &Path) -> Result<(), SocketError> {
        let folder = file.parent().unwrap_or(file);
        store::check_files_fit_in(folder)
            .map_err(|reason| SocketError::Folder { folder: folder.to_owned(), reason })?;
        match fs::symlink_metadata(file) {
            Ok(found) if found.file_type().is_socket() => Ok(()),
            Ok(_) => Err(SocketError::NotSocket),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    pub(crate) async fn accept(&self) -> io::Result<UnixStream> {
        Ok(self.listener.accept().await?.0)
    }

    pub(crate) fn file(&self) -> &Path {
        &self.file
    }
}

impl Drop for UnixSocket {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.file);
    }
}

/// Removes the socket of a program that has ended.
async fn remove_leftover(file: &Path) -> Result<(), SocketError> {
    if !fs::symlink_metadata(file)?.file_type().is_socket() {
        return Err(SocketError::NotSocket);
    }
    match UnixStream::connect(file).await {
        Err(error) if error.kind() == io::ErrorKind::ConnectionRefused => Ok(fs::remove_file(file)?),
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Err(error.into()),
        // A full queue of connections is an error too.
        _ => Err(SocketError::InUse),
    }
}
