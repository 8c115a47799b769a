//! What the shell knows of the program: completions and manual pages, made of the arguments themselves.

use super::{Failure, print};
use clap::Args;
use clap_complete::Shell;
use std::path::PathBuf;

/// Print completions for a shell.
///
/// For bash: parlour completions bash > ~/.local/share/bash-completion/completions/parlour
#[derive(Args)]
pub(crate) struct Completions {
    /// The shell.
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(&self, mut program: clap::Command) -> Result<(), Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut program, "parlour", &mut script);
        print(&String::from_utf8_lossy(&script))
    }
}

/// Write the manual pages into a folder: one for the program, one for each command.
#[derive(Args)]
pub(crate) struct Manual {
    /// The folder, which is made if it is not there.
    folder: PathBuf,
}

impl Manual {
    pub(crate) fn run(&self, program: clap::Command) -> Result<(), Failure> {
        let written = std::fs::create_dir_all(&self.folder)
            .and_then(|()| clap_mangen::generate_to(program, &self.folder));
        written.map_err(|error| Failure::Message(format!("{}: {error}", self.folder.display())))
    }
}
