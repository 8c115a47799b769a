//! What the shell knows of the program: completions and manual pages, made of the arguments themselves.

use super::Failure;
use clap::Args;
use std::path::PathBuf;

#[cfg(feature = "manual")]
use clap_complete::Shell;

/// A shell, which a build without completions does not look at.
#[cfg(not(feature = "manual"))]
type Shell = String;

/// Print completions for a shell.
///
/// For bash: parlour completions bash > ~/.local/share/bash-completion/completions/parlour
#[derive(Args)]
pub(crate) struct Completions {
    /// The shell.
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

/// Write the manual pages into a folder: one for the program, one for each command.
#[derive(Args)]
pub(crate) struct Manual {
    /// The folder, which is made if it is not there.
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
