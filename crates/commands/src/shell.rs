//! Shell completions and manual pages, generated from the arguments.

use super::Failure;
use clap::Args;
use std::path::PathBuf;

#[cfg(feature = "manual")]
use clap_complete::Shell;

/// Shell name. A build without completions doesn't check it.
#[cfg(not(feature = "manual"))]
type Shell = String;

/// Print completions for a shell.
///
/// Save the output where your shell looks for completions.
#[derive(Args)]
#[command(
    after_help = "Example:\n  parlour completions bash \\\n    > ~/.local/share/bash-completion/completions/parlour"
)]
pub(crate) struct Completions {
    /// Shell to complete for.
    shell: Shell,
}

#[cfg(not(feature = "manual"))]
impl Completions {
    pub(crate) fn run(&self, _: clap::Command) -> Result<(), Failure> {
        Err(Failure::NotBuilt(server::NotBuilt("shell completions")))
    }
}

#[cfg(not(feature = "manual"))]
impl Manual {
    pub(crate) fn run(&self, _: clap::Command) -> Result<(), Failure> {
        Err(Failure::NotBuilt(server::NotBuilt("manual pages")))
    }
}

#[cfg(feature = "manual")]
impl Completions {
    pub(crate) fn run(&self, mut program: clap::Command) -> Result<(), Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut program, "parlour", &mut script);
        super::print(&String::from_utf8_lossy(&script))
    }
}

/// Write the manual pages into a folder: one for the program and one for each command.
#[derive(Args)]
#[command(after_help = "Example:\n  parlour manual man1")]
pub(crate) struct Manual {
    /// Folder, created if it doesn't exist.
    folder: PathBuf,
}

#[cfg(feature = "manual")]
impl Manual {
    pub(crate) fn run(&self, program: clap::Command) -> Result<(), Failure> {
        let written = std::fs::create_dir_all(&self.folder)
            .and_then(|()| clap_mangen::generate_to(program, &self.folder));
        written.map_err(|error| Failure::Message(format!("{}: {error}", self.folder.display())))
    }
}
