//! Programs of others that the checks are made with, from the registry.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The program of a crate: the one that is installed here, or this version, installed once into the folder of all builds.
pub(crate) fn find_or_install(name: &str, version: &str, target: &Path) -> Result<PathBuf, String> {
    let tools = target.join("tools");
    let candidates = [PathBuf::from(name), tools.join("bin").join(name)];
    let works = |program: &&PathBuf| Command::new(program).arg("--version").output().is_ok();
    if let Some(found) = candidates.iter().find(works) {
        return Ok(found.clone());
    }
    println!("{name} {version} is installed into {}, once", tools.display());
    let mut install = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    // It runs for a second, and a fresh clone waits for it to be compiled: not optimised.
    install
        .args(["install", "--quiet", "--debug", "--locked", name, "--version", version, "--root"])
        .arg(&tools);
    super::run(&mut install)?;
    Ok(candidates[1].clone())
}
