//! Build script: builds the page in `web/` with npm, compiles its WebAssembly modules, and lists
//! all files for the program to embed.

mod modules;
mod worker;

use modules::Build;
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const LEAST_NODE: u32 = 20;

const WITHOUT_PAGE: &str = "or build without the page: cargo run --release --no-default-features";

/// Environment variable that makes missing modules an error. Tests and releases set it.
const REQUIRE_MODULES: &str = "PARLOUR_REQUIRE_OFFLINE";

const WITHOUT_MODULES: &str = "the page lacks score pads, deck checker, arbiter, shuffle verification and play without a server, \
    because Rust's library for WebAssembly is missing";

/// Profile of released programs. Its files are compressed at the highest level.
const RELEASED: &str = "dist";

fn main() {
    if let Err(error) = build() {
        println!("cargo::error={error}");
        std::process::exit(1);
    }
}

fn build() -> Result<(), Box<dyn Error>> {
    let web = fs::canonicalize(Path::new(&std::env::var("CARGO_MANIFEST_DIR")?).join("../../web"))?;
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    let page = out.join("page");
    let texts = web.join("../text");
    for part in [
        "src",
        "public",
        "index.html",
        "package-lock.json",
        "vite.config.ts",
        "texts-plugin.ts",
        "svelte.config.js",
        "service-worker.js",
    ] {
        println!("cargo::rerun-if-changed={}", web.join(part).display());
    }
    println!("cargo::rerun-if-changed={}", texts.display());
    println!("cargo::rerun-if-changed={}", web.join("../exercises").display());
    println!("cargo::rerun-if-changed=compress.mjs");
    check_node()?;
    let compiler = modules::find_or_install();
    if compiler.is_none() {
        let missing = format!("{WITHOUT_MODULES}; to install it: {}", modules::HOW_TO_INSTALL);
        if std::env::var_os(REQUIRE_MODULES).is_some() {
            return Err(missing.into());
        }
        println!("cargo::warning={missing}");
        modules::watch();
    }
    // OUT_DIR is `target/PROFILE/build/page-HASH/out`.
    let profile = out.ancestors().nth(3).ok_or("OUT_DIR has no profile")?;
    let target = profile.parent().ok_or("OUT_DIR has no target folder")?;
    let modules = compiler.map(|compiler| Build::start(&compiler, &web.join(".."), target)).transpose()?;
    let built = install(&web).and_then(|()| build_page(&web, &page, modules.is_some()));
    // Waits for Cargo even if the page failed, so that no process is left running.
    let modules = modules.map(Build::finish).transpose();
    built?;
    for module in modules?.into_iter().flatten() {
        let name = module.file_name().ok_or("a module has no name")?;
        fs::copy(&module, page.join(name))?;
    }
    worker::write(&web, &page)?;
    let mut compress = Command::new("node");
    compress.arg("compress.mjs").arg(&page).arg(if profile.ends_with(RELEASED) {
        "smallest"
    } else {
        "quick"
    });
    succeed("node compress.mjs", &compress.output()?)?;
    fs::write(out.join("files.rs"), list(&page)?)?;
    Ok(())
}

/// Builds the page with Vite. Without modules, the page hides the features that need them.
fn build_page(web: &Path, page: &Path, with_modules: bool) -> Result<(), Box<dyn Error>> {
    let mut build = npm(web);
    build.args(["run", "build", "--", "--logLevel", "warn", "--emptyOutDir", "--outDir"]).arg(page);
    build.env("VITE_OFFLINE", if with_modules { "yes" } else { "no" });
    succeed("npm run build", &build.output()?)
}

fn check_node() -> Result<(), Box<dyn Error>> {
    let missing =
        || format!("building the page needs Node.js {LEAST_NODE} or newer: install it, {WITHOUT_PAGE}");
    let version = Command::new("node").arg("--version").output().map_err(|_| missing())?;
    let version = String::from_utf8_lossy(&version.stdout).trim().to_owned();
    let major = version.trim_start_matches('v').split('.').next().and_then(|major| major.parse::<u32>().ok());
    if major.is_none_or(|major| major < LEAST_NODE) {
        return Err(format!(
            "building the page needs Node.js {LEAST_NODE} or newer, but this is {version}: install a newer one, {WITHOUT_PAGE}"
        )
        .into());
    }
    // Some distributions have npm in a package of its own.
    if Command::new(NPM).arg("--version").output().is_err() {
        return Err(format!("building the page needs npm beside Node.js: install it, {WITHOUT_PAGE}").into());
    }
    Ok(())
}

/// Program of npm.
const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };

/// Installs the npm packages of the lock file, unless it is unchanged since the last time.
fn install(web: &Path) -> Result<(), Box<dyn Error>> {
    let changed = |file: &Path| fs::metadata(file).and_then(|metadata| metadata.modified()).ok();
    let installed = changed(&web.join("node_modules/.package-lock.json"));
    if installed.is_some() && installed >= changed(&web.join("package-lock.json")) {
        return Ok(());
    }
    let outcome =
        npm(web).args(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel", "error"]).output();
    succeed("npm ci", &outcome?)
}

fn npm(web: &Path) -> Command {
    let mut npm = Command::new(NPM);
    npm.current_dir(web).stdin(Stdio::null());
    npm
}

fn succeed(what: &str, outcome: &std::process::Output) -> Result<(), Box<dyn Error>> {
    if outcome.status.success() {
        return Ok(());
    }
    for line in String::from_utf8_lossy(&outcome.stdout)
        .lines()
        .chain(String::from_utf8_lossy(&outcome.stderr).lines())
    {
        println!("cargo::warning={line}");
    }
    Err(format!("“{what}” failed, see the lines above; {WITHOUT_PAGE}").into())
}

/// Returns Rust source that lists the files of the page.
fn list(page: &Path) -> Result<String, Box<dyn Error>> {
    let mut paths = Vec::new();
    collect(page, &mut paths)?;
    paths.sort();
    let mut source = String::from("&[\n");
    for path in paths {
        let name = path.strip_prefix(page)?.to_str().ok_or("a file name is not UTF-8")?.replace('\\', "/");
        let compressed = |ending: &str| {
            let file = PathBuf::from(format!("{}.{ending}", path.display()));
            if file.exists() { format!("Some(include_bytes!({file:?}))") } else { "None".to_owned() }
        };
        let mut hash = DefaultHasher::new();
        fs::read(&path)?.hash(&mut hash);
        writeln!(
            source,
            "File {{ path: {name:?}, bytes: include_bytes!({path:?}), tag: \"{:016x}\", brotli: {}, gzip: {} }},",
            hash.finish(),
            compressed("br"),
            compressed("gz"),
        )?;
    }
    source.push_str("]\n");
    Ok(source)
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let compressed = path.extension().is_some_and(|ending| ending == "br" || ending == "gz");
        if path.is_dir() {
            collect(&path, paths)?;
        } else if !compressed {
            paths.push(path);
        }
    }
    Ok(())
}
