//! What the program is made of: licenses, where crates come from, and which may not be in it. `deny.toml` says what is allowed.

use std::path::{Path, PathBuf};
use std::process::Command;

const VERSION: &str = "0.20.2";

/// Checks what needs no list from elsewhere.
pub(crate) fn check(root: &Path, target: &Path) -> Result<(), String> {
    let deny = find_or_install(target)?;
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
    let deny = find_or_install(target)?;
    let fetched = Command::new(&deny).current_dir(root).arg("fetch").arg("db").status();
    if !fetched.is_ok_and(|status| status.success()) {
        println!("not checked: the list of known faults cannot be had from here");
        return Ok(());
    }
    super::run(Command::new(deny).current_dir(root).args(["check", "advisories"]))
}

fn find_or_install(target: &Path) -> Result<PathBuf, String> {
    let tools = target.join("tools");
    let candidates = [PathBuf::from("cargo-deny"), tools.join("bin").join("cargo-deny")];
    let works = |program: &&PathBuf| Command::new(program).arg("--version").output().is_ok();
    if let Some(found) = candidates.iter().find(works) {
        return Ok(found.clone());
    }
    println!("cargo-deny {VERSION} is installed into {}, once", tools.display());
    let mut install = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    install
        .args(["install", "--quiet", "--locked", "cargo-deny", "--version", VERSION, "--root"])
        .arg(&tools);
    super::run(&mut install)?;
    Ok(candidates[1].clone())
}
