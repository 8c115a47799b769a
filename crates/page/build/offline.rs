//! Compiles the modules of `crates/offline` to WebAssembly, the part of the house that runs in the page.
//!
//! That needs a compiler with the standard library of `wasm32-unknown-unknown`. Where rustup is, it is asked for it;
//! Linux distributions ship the sources of the library instead, from which it is built here.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

const TARGET: &str = "wasm32-unknown-unknown";
pub(crate) const HOW_TO_HAVE_IT: &str = "rustup target add wasm32-unknown-unknown";

/// A compiler that can make a module.
pub(crate) struct Compiler {
    rustc: PathBuf,
    /// The library has to be compiled too, from sources that are there.
    from_sources: bool,
    linker: Option<String>,
}

/// Modules that are of no game in particular, by the name under which the page asks for them; each is the crate `NAME-module`.
const MODULES: [&str; 4] = ["pads", "arbiter", "records", "study"];
/// How they are compiled: small, for whoever waits for them.
const SMALL: &str = "offline";

/// The crate with a module for each game, a program that is called like it.
const PLAY: &str = "play-module";
/// How they are compiled: fast, since they think.
const FAST: &str = "offline-fast";

/// The modules on their way: Node builds the page on one core while they are compiled on another.
pub(crate) struct Modules {
    /// One for each way to compile.
    cargos: [Child; 2],
    folder: PathBuf,
    /// The games that have a module.
    games: Vec<String>,
}

impl Modules {
    /// Begins to compile the modules. `kept` is a folder where work is kept from build to build.
    pub(crate) fn begin(compiler: &Compiler, workspace: &Path, kept: &Path) -> std::io::Result<Self> {
        let folder = kept.join("offline");
        let programs = std::fs::read_dir(workspace.join("crates").join(PLAY).join("src/bin"))?;
        let games =
            programs.map(|file| Ok(file?.path().file_stem().map(|game| game.to_string_lossy().into_owned())));
        let games = games.collect::<std::io::Result<Vec<_>>>()?.into_iter().flatten().collect();
        let small = MODULES.iter().flat_map(|name| ["-p".to_owned(), format!("{name}-module")]);
        let small: Vec<String> = std::iter::once("--lib".to_owned()).chain(small).collect();
        let fast = ["--bins", "-p", PLAY].map(str::to_owned);
        let cargos = [
            compiler.begin(workspace, &folder, SMALL, &small)?,
            compiler.begin(workspace, &folder, FAST, &fast)?,
        ];
        Ok(Self { cargos, folder: folder.join(TARGET), games })
    }

    /// Waits for the modules, and says where each is and what it is called in the page.
    pub(crate) fn finish(self) -> Result<Vec<(PathBuf, String)>, Box<dyn Error>> {
        for cargo in self.cargos {
            super::succeed("compiling the part that works offline", &cargo.wait_with_output()?)?;
        }
        let file = |profile: &str, name: String| self.folder.join(profile).join(name);
        let small =
            MODULES.iter().map(|name| (file(SMALL, format!("{name}_module.wasm")), format!("{name}.wasm")));
        let games =
            self.games.iter().map(|game| (file(FAST, format!("{game}.wasm")), format!("play-{game}.wasm")));
        Ok(small.chain(games).collect())
    }
}

impl Compiler {
    /// Begins to compile what is asked for by these arguments.
    fn begin(
        &self,
        workspace: &Path,
        folder: &Path,
        profile: &str,
        what: &[String],
    ) -> std::io::Result<Child> {
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.current_dir(workspace).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // What the outer build says of its own compiler is not meant for this one.
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
        cargo.args(["build", "--quiet", "--locked"]).args(what);
        cargo.args(["--profile", profile, "--target", TARGET, "--target-dir"]).arg(folder);
        if let Some(linker) = &self.linker {
            cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
        }
        if self.from_sources {
            // The word that lets a released compiler build its own library.
            cargo.env("RUSTC_BOOTSTRAP", "1").arg("-Zbuild-std=std,panic_abort");
        }
        cargo.spawn()
    }
}

/// A compiler that can make the module, if this machine has one or rustup can fetch it.
pub(crate) fn find_or_install() -> Option<Compiler> {
    find().or_else(|| {
        // Only if this compiler is one of rustup's. Without the network it fails at once.
        std::env::var_os("RUSTUP_TOOLCHAIN")?;
        says(Path::new("rustup"), &["target", "add", TARGET])?;
        let compiler = find()?;
        println!("cargo::warning=fetched what score pads, deck checker and arbiter need: {HOW_TO_HAVE_IT}");
        Some(compiler)
    })
}

/// Lets the page be built again once a library is added to the compiler.
pub(crate) fn watch() {
    if let Some(root) = says(Path::new("rustc"), &["--print", "sysroot"]) {
        println!("cargo::rerun-if-changed={root}/lib/rustlib");
    }
}

fn find() -> Option<Compiler> {
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
    let required = || env!("CARGO_PKG_RUST_VERSION").split('.').nth(1)?.parse::<u32>().ok();
    let version = says(rustc, &["--version"]);
    let minor = version.as_deref().and_then(|version| version.split('.').nth(1)?.parse().ok());
    let root = says(rustc, &["--print", "sysroot"]);
    minor >= required()
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
