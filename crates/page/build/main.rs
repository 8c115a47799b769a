//! Builds the page in `web/` with npm and lists its files, so that they are part of the program.

mod offline;
mod worker;

use offline::Modules;
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const LEAST_NODE: u32 = 20;

const WITHOUT_PAGE: &str = "or build without the page: cargo run --release --no-default-features";

/// Set where a page without its offline part is no page: for what is tested, and for what is released.
const REQUIRE_OFFLINE: &str = "PARLOUR_REQUIRE_OFFLINE";

const WITHOUT_OFFLINE: &str = "the page is built without score pads, deck checker, arbiter, the checking of shuffles \
    and everything else that works without a server, which need Rust's library for WebAssembly";

fn main() {
    if let Err(error) = build() {
        println!("cargo::error={error}");
        std::process::exit(1);
    }
}

fn build() -> Result<(), Box<dyn Error>> {
    let web = fs::canonicalize(Path::new(&std::env::var("CARGO_MANIFEST_DIR")?).join("../../web"))?;
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    let texts = web.join("../text");
    for part in [
        "src",
        "public",
        "index.html",
        "package-lock.json",
        "vite.config.ts",
        "svelte.config.js",
        "service-worker.js",
    ] {
        println!("cargo::rerun-if-changed={}", web.join(part).display());
    }
    println!("cargo::rerun-if-changed={}", texts.display());
    println!("cargo::rerun-if-changed={}", web.join("../exercises").display());
    println!("cargo::rerun-if-changed=compress.mjs");
    for part in [
        "arbiter",
        "arbiter-module",
        "bots",
        "cards",
        "dds",
        "engine",
        "games",
        "house",
        "notation",
        "offline",
        "pads",
        "pads-module",
        "play-module",
        "protocol",
        "records-module",
        "study",
        "study-module",
    ] {
        println!("cargo::rerun-if-changed={}", web.join("../crates").join(part).join("src").display());
    }
    check_node()?;
    let compiler = offline::find_or_install();
    if compiler.is_none() {
        let missing = format!("{WITHOUT_OFFLINE}; to have them: {}", offline::HOW_TO_HAVE_IT);
        if std::env::var_os(REQUIRE_OFFLINE).is_some() {
            return Err(missing.into());
        }
        println!("cargo::warning={missing}");
        offline::watch();
    }
    let page = out.join("page");
    let modules = compiler.as_ref().map(|compiler| Modules::begin(compiler, &web.join(".."), target(&out)));
    let modules = modules.transpose()?;
    let built = install(&web).and_then(|()| build_page(&web, &page, modules.is_some()));
    // Waited for also when the page could not be built, so that nothing is left running.
    let modules = modules.map(Modules::finish).transpose();
    built?;
    for (module, name) in modules?.into_iter().flatten() {
        fs::copy(module, page.join(name))?;
    }
    worker::write(&web, &page)?;
    succeed("node compress.mjs", &Command::new("node").arg("compress.mjs").arg(&page).output()?)?;
    fs::write(out.join("files.rs"), list(&page)?)?;
    Ok(())
}

/// Lets Vite build the page, which offers what the modules do only if it will be there.
fn build_page(web: &Path, page: &Path, with_module: bool) -> Result<(), Box<dyn Error>> {
    let mut build = npm(web);
    build.args(["run", "build", "--", "--logLevel", "warn", "--emptyOutDir", "--outDir"]).arg(page);
    build.env("VITE_OFFLINE", if with_module { "yes" } else { "no" });
    succeed("npm run build", &build.output()?)
}

/// The folder of all builds, in which `out` is several floors down: what every profile may share.
fn target(out: &Path) -> &Path {
    out.ancestors().nth(4).unwrap_or(out)
}

fn check_node() -> Result<(), Box<dyn Error>> {
    let missing = || {
        format!(
            "the page is built with Node.js {LEAST_NODE} or newer, which is not here: install it, {WITHOUT_PAGE}"
        )
    };
    let version = Command::new("node").arg("--version").output().map_err(|_| missing())?;
    let version = String::from_utf8_lossy(&version.stdout).trim().to_owned();
    let major = version.trim_start_matches('v').split('.').next().and_then(|major| major.parse::<u32>().ok());
    if major.is_none_or(|major| major < LEAST_NODE) {
        return Err(format!(
            "the page is built with Node.js {LEAST_NODE} or newer, and this is {version}: install a newer one, {WITHOUT_PAGE}"
        )
        .into());
    }
    Ok(())
}

/// Installs what the lock file says, unless that was done since it last changed.
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
    let mut npm = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
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

/// Rust source that lists the files of the page.
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
