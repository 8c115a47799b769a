//! Checks of dependencies: licenses, sources and banned crates. `deny.toml` configures them.

use crate::tools::find_or_install;
use std::path::Path;
use std::process::Command;

const VERSION: &str = "0.20.2";

/// Runs the checks that need no external database.
pub(crate) fn check(root: &Path, target: &Path) -> Result<(), String> {
    let deny = find_or_install("cargo-deny", VERSION, target)?;
    // Dependencies of other systems are checked too, and no build has downloaded those.
    super::run(&mut super::cargo(&["fetch", "--locked", "--quiet"]))?;
    super::run(Command::new(deny).current_dir(root).args([
        "--offline",
        "check",
        "bans",
        "licenses",
        "sources",
    ]))
}

/// Looks up security advisories. Without access to the database, it only prints a note.
pub(crate) fn look_up_advisories(root: &Path, target: &Path) -> Result<(), String> {
    let deny = find_or_install("cargo-deny", VERSION, target)?;
    let fetched = Command::new(&deny).current_dir(root).arg("fetch").arg("db").status();
    if !fetched.is_ok_and(|status| status.success()) {
        println!("skipped: the advisory database is unreachable");
        return Ok(());
    }
    super::run(Command::new(deny).current_dir(root).args(["check", "advisories"]))
}
