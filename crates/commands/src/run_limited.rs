//! Resource limits for bot programs. `parlour` starts itself with this command, sets the limits and
//! then replaces itself by the program.

use super::Failure;
#[cfg(unix)]
use bot_protocol::{NOT_EXECUTABLE, NOT_FOUND};
use clap::Args;
use std::ffi::OsString;

/// Run a program with resource limits.
#[derive(Args)]
pub(crate) struct RunLimited {
    /// Program and its arguments.
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    command: Vec<OsString>,
}

/// Maximum private memory in bytes. Mapped files and reserved address space don't count.
#[cfg(any(target_os = "linux", target_os = "android"))]
const MAX_MEMORY: u64 = 2 << 30;
/// Maximum open files.
#[cfg(unix)]
const MAX_FILES: u64 = 256;
/// Maximum size of a written file in bytes.
#[cfg(unix)]
const MAX_FILE_SIZE: u64 = 1 << 30;

impl RunLimited {
    #[cfg(unix)]
    pub(crate) fn run(&self) -> Result<(), Failure> {
        use rlimit::Resource;
        use std::os::unix::process::CommandExt;
        let limit = |resource: Resource, most: u64| {
            let (_, hard) = resource.get()?;
            resource.set(most.min(hard), most.min(hard))
        };
        let limited = limit(Resource::NOFILE, MAX_FILES)
            .and_then(|()| limit(Resource::FSIZE, MAX_FILE_SIZE))
            .and_then(|()| limit(Resource::CORE, 0));
        #[cfg(any(target_os = "linux", target_os = "android"))]
        let limited = limited.and_then(|()| limit(Resource::DATA, MAX_MEMORY));
        limited.map_err(|error| Failure::Message(format!("can't set resource limits: {error}")))?;
        let (program, arguments) = self.command.split_first().expect("clap asks for one");
        let error = std::process::Command::new(program).args(arguments).exec();
        eprintln!("can't start {}: {error}", program.display());
        // The status tells the parent process that the program did not run at all.
        let is_missing = error.kind() == std::io::ErrorKind::NotFound;
        std::process::exit(i32::from(if is_missing { NOT_FOUND } else { NOT_EXECUTABLE }))
    }

    /// Fails: other systems have no such limits, and there only the clock limits a program.
    #[cfg(not(unix))]
    pub(crate) fn run(&self) -> Result<(), Failure> {
        Err(Failure::Message(format!("can't set resource limits for {:?} on this system", self.command)))
    }
}
