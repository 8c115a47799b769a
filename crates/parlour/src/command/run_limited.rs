//! The program starts itself once more to start a program of somebody else: it limits itself, and then becomes that program.

use super::Failure;
#[cfg(unix)]
use bot_protocol::{NOT_EXECUTABLE, NOT_FOUND};
use clap::Args;
use std::ffi::OsString;

/// Become another program, with limits on what it may use.
#[derive(Args)]
pub(crate) struct RunLimited {
    /// The program and its arguments.
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    command: Vec<OsString>,
}

/// Memory of its own, in bytes. Files that are mapped and addresses that are only kept do not count.
#[cfg(any(target_os = "linux", target_os = "android"))]
const MEMORY: u64 = 2 << 30;
/// Open files.
#[cfg(unix)]
const FILES: u64 = 256;
/// The longest file it may write, in bytes.
#[cfg(unix)]
const FILE: u64 = 1 << 30;

impl RunLimited {
    #[cfg(unix)]
    pub(crate) fn run(&self) -> Result<(), Failure> {
        use rlimit::Resource;
        use std::os::unix::process::CommandExt;
        let limit = |resource: Resource, most: u64| {
            let (_, hard) = resource.get()?;
            resource.set(most.min(hard), most.min(hard))
        };
        let limited = limit(Resource::NOFILE, FILES)
            .and_then(|()| limit(Resource::FSIZE, FILE))
            .and_then(|()| limit(Resource::CORE, 0));
        #[cfg(any(target_os = "linux", target_os = "android"))]
        let limited = limited.and_then(|()| limit(Resource::DATA, MEMORY));
        limited.map_err(|error| Failure::Message(format!("it cannot be limited: {error}")))?;
        let (program, arguments) = self.command.split_first().expect("clap asks for one");
        let error = std::process::Command::new(program).args(arguments).exec();
        eprintln!("{} cannot be started: {error}", program.display());
        // The status tells the parent process that the program did not run at all.
        let is_missing = error.kind() == std::io::ErrorKind::NotFound;
        std::process::exit(i32::from(if is_missing { NOT_FOUND } else { NOT_EXECUTABLE }))
    }

    /// Elsewhere the clock is the only limit.
    #[cfg(not(unix))]
    pub(crate) fn run(&self) -> Result<(), Failure> {
        Err(Failure::Message(format!("{:?} cannot be limited on this system", self.command)))
    }
}
