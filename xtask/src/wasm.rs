//! Sees to a compiler for the part of the page that works offline; `crates/page/build/modules.rs` says what counts as one.

use std::path::Path;
use std::process::Command;

const TARGET: &str = "wasm32-unknown-unknown";
const DEBIAN: &str = "/usr/bin/rustc";

/// Installs what is missing, where that is allowed.
pub(crate) fn find_or_install() -> Result<(), String> {
    let library = || says("rustc", &["--print", "target-libdir", "--target", TARGET]);
    let ready = || library().is_some_and(|folder| Path::new(folder.trim()).is_dir());
    if ready() || debian_is_ready() {
        return Ok(());
    }
    // Without the network this fails at once, which is as good an answer.
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
    Err(format!(
        "the part of the page that works offline needs a compiler for it: rustup target add {TARGET}"
    ))
}

fn debian_is_ready() -> bool {
    let sources = says(DEBIAN, &["--print", "sysroot"])
        .is_some_and(|root| Path::new(root.trim()).join("lib/rustlib/src/rust/library/std").is_dir());
    sources && linker().is_some_and(|lld| says(&lld.replace("lld", "wasm-ld"), &["--version"]).is_some())
}

/// The package with the linker of the LLVM that Debian's compiler has.
fn linker() -> Option<String> {
    let version = says(DEBIAN, &["--version", "--verbose"])?;
    let llvm = version.lines().find_map(|line| line.strip_prefix("LLVM version: "))?;
    Some(format!("lld-{}", llvm.split('.').next()?))
}

fn says(program: &str, arguments: &[&str]) -> Option<String> {
    let outcome = Command::new(program).args(arguments).output().ok()?;
    outcome.status.success().then(|| String::from_utf8_lossy(&outcome.stdout).into_owned())
}
