//! Compiles `crates/offline` to WebAssembly, the part of the house that runs in the page.
//!
//! That needs a compiler with the standard library of `wasm32-unknown-unknown`: with rustup, `rustup target add
//! wasm32-unknown-unknown`. Linux distributions ship the sources of the library instead, from which it is built here.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const TARGET: &str = "wasm32-unknown-unknown";
const WITHOUT: &str = "the page is built without the part that works offline, so it has no score pads, no deck \
    checker and no arbiter; to have them: rustup target add wasm32-unknown-unknown";

/// A compiler that can make a module.
struct Compiler {
    rustc: PathBuf,
    /// The library has to be compiled too, from sources that are there.
    from_sources: bool,
    linker: Option<String>,
}

/// Where the module is, if this machine can make one. `kept` is a folder where work is kept from build to build.
pub(crate) fn build(workspace: &Path, kept: &Path) -> Result<Option<PathBuf>, Box<dyn Error>> {
    for part in ["cards", "dds", "engine", "games", "offline", "pads"] {
        println!("cargo::rerun-if-changed={}", workspace.join("crates").join(part).join("src").display());
    }
    let Some(compiler) = compiler() else {
        println!("cargo::warning={WITHOUT}");
        return Ok(None);
    };
    let folder = kept.join("offline");
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(workspace).stdin(Stdio::null());
    // What the outer build says of its own compiler is not meant for this one.
    for name in
        ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "RUSTC_WRAPPER", "RUSTC_WORKSPACE_WRAPPER", "RUSTC_LINKER"]
    {
        cargo.env_remove(name);
    }
    cargo.env("RUSTC", &compiler.rustc);
    cargo.args([
        "build",
        "--quiet",
        "--locked",
        "-p",
        "offline",
        "--lib",
        "--profile",
        "offline",
        "--target",
        TARGET,
    ]);
    cargo.arg("--target-dir").arg(&folder);
    if let Some(linker) = &compiler.linker {
        cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
    }
    if compiler.from_sources {
        // The word that lets a released compiler build its own library.
        cargo.env("RUSTC_BOOTSTRAP", "1").arg("-Zbuild-std=std,panic_abort");
    }
    super::succeed("compiling the part that works offline", &cargo.output()?)?;
    Ok(Some(folder.join(TARGET).join("offline/offline.wasm")))
}

fn compiler() -> Option<Compiler> {
    let usual = std::env::var_os("RUSTC").map_or_else(|| PathBuf::from("rustc"), PathBuf::from);
    // Beside rustup's compiler there may be the one of the distribution.
    let all = || [usual.clone(), PathBuf::from("/usr/bin/rustc")].into_iter();
    let ready =
        all().find(|rustc| library(rustc)).map(|rustc| Compiler { rustc, from_sources: false, linker: None });
    ready.or_else(|| {
        all().find_map(|rustc| {
            let linker = linker(&rustc)?;
            sources(&rustc).then_some(Compiler { rustc, from_sources: true, linker: Some(linker) })
        })
    })
}

/// Whether the compiled library is there.
fn library(rustc: &Path) -> bool {
    let folder = says(rustc, &["--print", "target-libdir", "--target", TARGET]);
    folder.is_some_and(|folder| Path::new(&folder).is_dir())
}

/// Whether the library's sources are there, of a compiler that knows all of our Rust.
fn sources(rustc: &Path) -> bool {
    let least = || env!("CARGO_PKG_RUST_VERSION").split('.').nth(1)?.parse::<u32>().ok();
    let version = says(rustc, &["--version"]);
    let minor = version.as_deref().and_then(|version| version.split('.').nth(1)?.parse().ok());
    let root = says(rustc, &["--print", "sysroot"]);
    minor >= least()
        && root.is_some_and(|root| Path::new(&root).join("lib/rustlib/src/rust/library/std").is_dir())
}

/// The linker of the compiler's own LLVM; an older one does not read its objects.
fn linker(rustc: &Path) -> Option<String> {
    let version = says(rustc, &["--version", "--verbose"])?;
    let llvm =
        version.lines().find_map(|line| line.strip_prefix("LLVM version: "))?.split('.').next()?.to_owned();
    let name = format!("wasm-ld-{llvm}");
    says(Path::new(&name), &["--version"]).map(|_| name)
}

fn says(program: &Path, arguments: &[&str]) -> Option<String> {
    let outcome = Command::new(program).args(arguments).stdin(Stdio::null()).output().ok()?;
    outcome.status.success().then(|| String::from_utf8_lossy(&outcome.stdout).trim().to_owned())
}
