//! Finds a compiler for WebAssembly. `crates/page/build/modules.rs` defines the requirements.

use std::path::Path;
use std::process::Command;

const TARGET: &str = "wasm32-unknown-unknown";
const DEBIAN: &str = "/usr/bin/rustc";

/// Installs missing parts, if allowed.
pub(crate) fn find_or_install() -> Result<(), String> {
    let library = || says("rustc", &["--print", "target-libdir", "--target", TARGET]);
    let ready = || library().is_some_and(|folder| Path::new(folder.trim()).is_dir());
    if ready() || debian_is_ready() {
        return Ok(());
    }
    // Fails at once without a network.
    let added = Command::new("rustup").args(["target", "add", TARGET]).status();
    if added.is_ok_and(|status| status.success()) && ready() {
        return Ok(());
    }
    super::debian::install(&["rustc-web", "rust-web-src"]);
    if let Some(linker) = linker() {
        super::debian::install(&[&linker]);
    }
    if debian_is_ready() {
        return Ok(());
    }
    Err(format!("the page's WebAssembly modules need a compiler target: rustup target add {TARGET}"))
}

fn debian_is_ready() -> bool {
    let sources = says(DEBIAN, &["--print", "sysroot"])
        .is_some_and(|root| Path::new(root.trim()).join("lib/rustlib/src/rust/library/std").is_dir());
    sources && linker().is_some_and(|lld| says(&lld.replace("lld", "wasm-ld"), &["--version"]).is_some())
}

/// Returns the package with the linker for Debian's LLVM version.
fn linker() -> Option<String> {
    let version = says(DEBIAN, &["--version", "--verbose"])?;
    let llvm = version.lines().find_map(|line| line.strip_prefix("LLVM version: "))?;
    Some(format!("lld-{}", llvm.split('.').next()?))
}

fn says(program: &str, arguments: &[&str]) -> Option<String> {
    let outcome = Command::new(program).args(arguments).output().ok()?;
    outcome.status.success().then(|| String::from_utf8_lossy(&outcome.stdout).into_owned())
}
