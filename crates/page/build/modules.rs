//! Compiles the WebAssembly modules of the page, the programs of `crates/wasm`.
//!
//! That takes a compiler with the standard library for `wasm32-unknown-unknown`. Where rustup is installed, rustup
//! downloads the library; Linux distributions package its sources instead, and then it is compiled here too.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

const TARGET: &str = "wasm32-unknown-unknown";
pub(crate) const HOW_TO_INSTALL: &str = "rustup target add wasm32-unknown-unknown";

/// A compiler that can compile for WebAssembly.
pub(crate) struct Compiler {
    rustc: PathBuf,
    /// Whether the standard library has to be compiled first.
    from_sources: bool,
    linker: Option<String>,
}

/// The Cargo profile of the modules.
const PROFILE: &str = "wasm";

/// A build of the modules that is running, while Node builds the page beside it.
pub(crate) struct Build {
    cargo: Child,
    /// Folder to which Cargo writes the modules.
    folder: PathBuf,
}

impl Build {
    /// Starts Cargo. All profiles of the program share the modules in `target`, so they are compiled once.
    pub(crate) fn start(compiler: &Compiler, workspace: &Path, target: &Path) -> std::io::Result<Self> {
        let target = target.join("wasm");
        let cargo = compiler.command(workspace, &target).spawn()?;
        Ok(Self { cargo, folder: target.join(TARGET).join(PROFILE) })
    }

    /// Waits for Cargo. Returns the paths of the built modules.
    pub(crate) fn finish(self) -> Result<Vec<PathBuf>, Box<dyn Error>> {
        super::succeed("compiling the WebAssembly modules", &self.cargo.wait_with_output()?)?;
        let files = fs::read_dir(&self.folder)?.map(|file| Ok(file?.path()));
        let files = files.collect::<std::io::Result<Vec<_>>>()?;
        // Cargo lists the sources of a module beside it.
        for list in files.iter().filter(|file| has_extension(file, "d")) {
            watch_sources(&fs::read_to_string(list)?);
        }
        Ok(files.into_iter().filter(|file| has_extension(file, "wasm")).collect())
    }
}

fn has_extension(file: &Path, extension: &str) -> bool {
    file.extension().is_some_and(|found| found == extension)
}

/// Makes Cargo build the page again when a source in this list changes: `module: source source…`, as Make reads it.
fn watch_sources(list: &str) {
    let sources = list.lines().filter_map(|line| line.split_once(": ")).map(|(_, sources)| sources);
    // A space in a path is written with a backslash before it.
    let sources = sources
        .flat_map(|sources| sources.replace("\\ ", "\0").split(' ').map(str::to_owned).collect::<Vec<_>>());
    for source in sources {
        println!("cargo::rerun-if-changed={}", source.replace('\0', " "));
    }
}

impl Compiler {
    fn command(&self, workspace: &Path, target: &Path) -> Command {
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.current_dir(workspace).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // The outer build sets these for its own compiler.
        for name in [
            "RUSTFLAGS",
            "CARGO_ENCODED_RUSTFLAGS",
            "RUSTC_WRAPPER",
            "RUSTC_WORKSPACE_WRAPPER",
            "RUSTC_LINKER",
        ] {
            cargo.env_remove(name);
        }
        cargo.env("RUSTC", &self.rustc);
        cargo.args(["build", "--quiet", "--locked", "--package", "wasm", "--bins", "--features", "modules"]);
        cargo.args(["--profile", PROFILE, "--target", TARGET, "--target-dir"]).arg(target);
        if let Some(linker) = &self.linker {
            cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
        }
        if self.from_sources {
            // A released compiler builds its own library only with this variable. Modules print no backtraces, whose
            // code is a fifth of the library.
            cargo.env("RUSTC_BOOTSTRAP", "1").args(["-Zbuild-std=std,panic_abort", "-Zbuild-std-features="]);
        }
        cargo
    }
}

/// Finds a compiler for WebAssembly. If there is none, lets rustup download the library.
pub(crate) fn find_or_install() -> Option<Compiler> {
    find().or_else(|| {
        // Only a toolchain of rustup can be extended. Without a network rustup fails at once.
        std::env::var_os("RUSTUP_TOOLCHAIN")?;
        says(Path::new("rustup"), &["target", "add", TARGET])?;
        let compiler = find()?;
        println!("cargo::warning=downloaded the library for the WebAssembly modules: {HOW_TO_INSTALL}");
        Some(compiler)
    })
}

/// Makes Cargo build the page again when a library is added to the compiler.
pub(crate) fn watch() {
    if let Some(root) = says(Path::new("rustc"), &["--print", "sysroot"]) {
        println!("cargo::rerun-if-changed={root}/lib/rustlib");
    }
}

fn find() -> Option<Compiler> {
    let usual = std::env::var_os("RUSTC").map_or_else(|| PathBuf::from("rustc"), PathBuf::from);
    // The compiler of the distribution may be installed beside that of rustup.
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

/// Whether the compiled library is installed.
fn library(rustc: &Path) -> bool {
    let folder = says(rustc, &["--print", "target-libdir", "--target", TARGET]);
    folder.is_some_and(|folder| Path::new(&folder).is_dir())
}

/// Whether the sources of the library are installed, for a compiler that is new enough for the workspace.
fn sources(rustc: &Path) -> bool {
    let required = || env!("CARGO_PKG_RUST_VERSION").split('.').nth(1)?.parse::<u32>().ok();
    let version = says(rustc, &["--version"]);
    let minor = version.as_deref().and_then(|version| version.split('.').nth(1)?.parse().ok());
    let root = says(rustc, &["--print", "sysroot"]);
    minor >= required()
        && root.is_some_and(|root| Path::new(&root).join("lib/rustlib/src/rust/library/std").is_dir())
}

/// Finds the linker of the compiler's LLVM version. An older linker cannot read the objects.
fn linker(rustc: &Path) -> Option<String> {
    let version = says(rustc, &["--version", "--verbose"])?;
    let llvm =
        version.lines().find_map(|line| line.strip_prefix("LLVM version: "))?.split('.').next()?.to_owned();
    let name = format!("wasm-ld-{llvm}");
    says(Path::new(&name), &["--version"]).map(|_| name)
}

/// Runs a program. Returns what it prints, if it succeeds.
fn says(program: &Path, arguments: &[&str]) -> Option<String> {
    let outcome = Command::new(program).args(arguments).stdin(Stdio::null()).output().ok()?;
    outcome.status.success().then(|| String::from_utf8_lossy(&outcome.stdout).trim().to_owned())
}
