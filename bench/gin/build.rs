//! Finds the player that is only an example of the other engine and not part of its library.

use std::env;
use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=Cargo.lock");
    let cargo = env::var("CARGO")?;
    let metadata = Command::new(cargo).args(["metadata", "--format-version=1"]).output()?;
    let metadata = String::from_utf8(metadata.stdout)?;
    let manifests = metadata.split("\"manifest_path\":\"").filter_map(|rest| rest.split('"').next());
    let package = manifests
        .map(Path::new)
        .filter_map(Path::parent)
        .find(|folder| {
            folder.file_name().is_some_and(|name| name.to_string_lossy().starts_with("gin-rummy-engine-"))
        })
        .ok_or("gin-rummy-engine is not among the packages")?;
    let mut modules = String::new();
    for module in ["marjj", "melds"] {
        let file = package.join("examples/support/strong").join(module).with_extension("rs");
        writeln!(modules, "#[path = {file:?}]\npub(crate) mod {module};")?;
    }
    Ok(std::fs::write(Path::new(&env::var("OUT_DIR")?).join("strong.rs"), modules)?)
}
