//! What the program is made of: licenses, where crates come from, and which may not be in it. `deny.toml` says what is allowed.

use crate::tools::find_or_install;
use std::path::Path;
use std::process::Command;

const VERSION: &str = "0.20.2";

/// Checks what needs no list from elsewhere.
pub(crate) fn check(root: &Path, target: &Path) -> Result<(), String> {
    let deny = find_or_install("cargo-deny", VERSION, target)?;
    // Also what only other systems need is looked at, and no build has brought that here.
    super::run(&mut super::cargo(&["fetch", "--locked", "--quiet"]))?;
    super::run(Command::new(deny).current_dir(root).args([
        "--offline",
        "check",
        "bans",
        "licenses",
        "sources",
    ]))
}

/// Looks up which crates have known faults. Where the list cannot be had, that is said and nothing else.
pub(crate) fn look_up_advisories(root: &Path, target: &Path) -> Result<(), String> {
    let deny = find_or_install("cargo-deny", VERSION, target)?;
    let fetched = Command::new(&deny).current_dir(root).arg("fetch").arg("db").status();
    if !fetched.is_ok_and(|status| status.success()) {
        println!("not checked: the list of known faults cannot be had from here");
        return Ok(());
    }
    super::run(Command::new(deny).current_dir(root).args(["check", "advisories"]))
}
