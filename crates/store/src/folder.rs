//! Data folder: its lock, and the check that files can be created in it.

use super::create_private_folder;
use super::file::{Location, OpenError, is_read_only};
use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;

/// Lock on a data folder. Its drop releases it, and the operating system releases it even after `kill -9`.
#[derive(Debug)]
pub struct FolderLock(File);

impl FolderLock {
    /// Locks a data folder, which is created if necessary. For a server whose tables are in a database: its certificate,
    /// its keys and its socket are in the folder.
    ///
    /// # Errors
    ///
    /// Returns [`OpenError`] if the folder can't be created, or another server uses it.
    pub fn new(folder: &Path) -> Result<Self, OpenError> {
        let location = Location::of(folder);
        create_private_folder(folder).map_err(|error| location.unusable(error))?;
        Self::of(&location)
    }

    /// Locks the folder of a data file. See [`new`](Self::new) for the errors.
    pub(super) fn of(location: &Location) -> Result<Self, OpenError> {
        let path = location.folder().join("parlour.lock");
        let writable = File::options().create(true).truncate(false).write(true).open(&path);
        // In a read-only folder the lock may still be available. If not, a second server could not write
        // there either.
        let file = match writable {
            Err(error) if is_read_only(&error) => {
                File::open(&path).or_else(|_| File::open(location.folder()))
            }
            other => other,
        };
        let file = file.map_err(|error| location.unusable(error))?;
        match file.try_lock() {
            Ok(()) => Ok(Self(file)),
            Err(TryLockError::WouldBlock) => Err(OpenError::InUse { folder: location.folder().to_owned() }),
            Err(TryLockError::Error(error)) => Err(location.unusable(error)),
        }
    }
}

impl Drop for FolderLock {
    fn drop(&mut self) {
        // While this process starts a program, the child process has the open file too. Closing it would not release the lock
        // then.
        let _ = self.0.unlock();
    }
}

/// Checks that a data folder can be written, or can be created. Writes nothing.
///
/// # Errors
///
/// Returns [`OpenError`] if no file can be created in the folder.
pub fn check_folder(folder: &Path) -> Result<(), OpenError> {
    let location = Location::of(folder);
    // The folders above a missing one are created with it.
    for above in folder.ancestors() {
        let above = if above.as_os_str().is_empty() { Path::new(".") } else { above };
        // A link to nothing exists too, and no folder can be created in its place.
        if std::fs::symlink_metadata(above).is_err_and(|error| error.kind() == io::ErrorKind::NotFound) {
            continue;
        }
        return check_files_fit_in(above)
            .map_err(|error| location.unusable(format!("{}: {error}", above.display())));
    }
    Ok(())
}

/// Checks that this user can create files in an existing folder. Writes nothing.
///
/// # Errors
///
/// Returns the error with which the creation of a file would fail.
pub fn check_files_fit_in(folder: &Path) -> io::Result<()> {
    if !std::fs::metadata(folder)?.is_dir() {
        return Err(io::ErrorKind::NotADirectory.into());
    }
    #[cfg(unix)]
    {
        use rustix::fs::{Access, AtFlags, CWD, accessat};
        accessat(CWD, folder, Access::WRITE_OK | Access::EXEC_OK, AtFlags::EACCESS)?;
    }
    // Linux lets root write to its own file systems, but has no new files there.
    #[cfg(target_os = "linux")]
    {
        const SYSFS_MAGIC: rustix::fs::FsWord = 0x6265_6572;
        let found = rustix::fs::statfs(folder)?.f_type;
        if [rustix::fs::PROC_SUPER_MAGIC, SYSFS_MAGIC].contains(&found) {
            return Err(io::Error::other("the system allows no new files there"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dropped_lock_is_released_while_another_process_has_the_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let lock = FolderLock::new(folder.path()).expect("it is locked");
        assert!(matches!(FolderLock::new(folder.path()), Err(OpenError::InUse { .. })));
        let _inherited = lock.0.try_clone().expect("it is open twice");
        drop(lock);
        FolderLock::new(folder.path()).expect("it is released");
    }
}
