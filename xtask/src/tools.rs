//! Development tools from the registry.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns a crate's program: an installed one, or this version, installed once per target folder.
pub(crate) fn find_or_install(name: &str, version: &str, target: &Path) -> Result<PathBuf, String> {
    let tools = target.join("tools");
    let candidates = [PathBuf::from(name), tools.join("bin").join(name)];
    let works = |program: &&PathBuf| Command::new(program).arg("--version").output().is_ok();
    if let Some(found) = candidates.iter().find(works) {
        return Ok(found.clone());
    }
    println!("installing {name} {version} into {} (once)", tools.display());
    let mut install = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    // Unoptimized, because compiling takes longer than running.
    install
        .args(["install", "--quiet", "--debug", "--locked", name, "--version", version, "--root"])
        .arg(&tools);
    super::run(&mut install)?;
    Ok(candidates[1].clone())
}
