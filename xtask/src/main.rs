//! Developer commands. `cargo xtask test` runs all checks; the others are single checks and tools.

mod bots;
mod chromium;
mod claims;
mod dds;
mod debian;
mod dependencies;
mod dist;
mod documents;
mod modules;
mod publish;
mod python;
mod release;
mod structs;
mod test_jobs;
mod tidy;
mod tokens;
mod tools;
mod wasm;
mod wording;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};
use test_jobs::Job;

const HELP: &str = "\
cargo xtask test             check the format, lints, Rust tests (with five hundred inputs
                             for every fuzz target), Python, the page, and every game in a browser;
                             --no-browser leaves out the browser
cargo xtask test --full      also check every screen size in both languages, large samples,
                             hundreds of kills and damaged files, dependencies, documents,
                             packages, and the oldest supported Rust
cargo xtask test --full --from STEP
                             start at the step with this name, such as documents
cargo xtask tidy             check structure, wording, rule numbers, links, and the commands and
                             tests that documents name
cargo xtask dist             build the release files for this system in target/distribution,
                             and test each in a minimal environment; --no-wheel leaves out the
                             Python package
cargo xtask install-dds PREFIX
                             install the C library of the double-dummy solver in place of DDS
                             (crates/dds-c/README.md), on Linux
cargo xtask release TAG      check that the tag, the versions and the changelog agree, and print
                             the version's part of the changelog
cargo xtask release TAG --gather FOLDER
                             also check the files that several machines have built, a folder
                             each in FOLDER, and put them into target/release-files
cargo xtask book             build docs/ as a book in target/book
cargo xtask wire             regenerate the page's types, web/src/book/games.json, the list of
                             arbiters, docs/tensors.md, and the Rust form of the card set
                             house.toml
cargo xtask bots             regenerate the tables of docs/bots.md from the reports in docs/bots
cargo xtask learn GAME       learn the bots' value tables from play: scopa, wall-street, cassino,
                             thirty-one
cargo xtask puzzles GAME     search new puzzles for exercises/GAME/puzzles.json
                             (docs/exercises.md)
cargo xtask puzzles --check [GAME]
                             check the existing puzzles with other determinizations
cargo xtask load [ARGUMENTS] load-test the server (docs/performance.md)
cargo xtask load fuzz [ARGUMENTS]
                             attack a server with random requests and frames (docs/security.md)
cargo xtask load people [ARGUMENTS]
                             measure tables while people look for others in the lobby
cargo xtask cluster NODES    run a local cluster: database, servers and load balancer
cargo xtask cluster NODES --chaos SEED
                             inject faults while tables are played, and check the results";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["test"] => test(Some(Tier::Quick)),
        ["test", "--no-browser"] => test(None),
        ["test", "--full"] => full(None),
        ["test", "--full", "--from", step] => full(Some(step)),
        ["tidy"] => tidy(),
        ["dist"] => python::wheel().and_then(|()| dist::make(&root(), &target(), Some(&python::wheels()))),
        ["dist", "--no-wheel"] => dist::make(&root(), &target(), None),
        ["install-dds", prefix] => dds::install(&root(), &target(), Path::new(prefix)),
        ["release", tag] => release::notes(&root(), tag).map(|notes| print!("{notes}")),
        ["release", tag, "--gather", folder] => release::notes(&root(), tag)
            .and_then(|_| release::gather(Path::new(folder), &target().join("release-files"))),
        ["book"] => documents::book(&root(), &target()),
        ["wire"] => wire(),
        ["bots"] => bots::write(&root()),
        ["learn", game] => {
            run(&mut cargo(&["run", "--release", "-p", "parlour-games", "--example", "learn", "--", game]))
        }
        ["puzzles", ref rest @ ..] => {
            run(cargo(&["run", "--release", "-p", "parlour-catalog", "--example", "puzzles", "--"])
                .args(rest))
        }
        ["load", ref rest @ ..] => {
            run(cargo(&["run", "--profile", "dist", "-p", "loadtest", "--"]).args(rest))
        }
        ["cluster", ref rest @ ..] => cluster(rest),
        _ => Err(HELP.to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

/// Checks structure, wording, rule numbers, links, and the commands and tests that documents name.
fn tidy() -> Result<(), String> {
    [tidy::check, documents::check, claims::check].iter().try_for_each(|check| check(&root()))
}

/// Compiler version for which warnings are errors. A newer one has warnings that are still unknown.
const COMPILER: &str = "1.95";

/// Sequence of steps with the time each took.
struct Steps {
    begun: Instant,
    /// Name of the first step, until it is reached. Steps before it are skipped.
    first: Option<String>,
    taken: Vec<(&'static str, Duration)>,
}

impl Steps {
    fn begin(first: Option<&str>) -> Self {
        Self { begun: Instant::now(), first: first.map(str::to_owned), taken: Vec::new() }
    }

    fn step(&mut self, name: &'static str, work: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
        if self.first.as_deref().is_some_and(|first| first != name) {
            println!("skipped: {name}");
            return Ok(());
        }
        self.first = None;
        println!("\n== {name}");
        let begun = Instant::now();
        let done = work();
        let time = begun.elapsed();
        println!(
            "== {name}: {} in {:.0} s",
            if done.is_ok() { "good" } else { "FAILED" },
            time.as_secs_f32()
        );
        self.taken.push((name, time));
        done.map_err(|problem| format!("{name}: {problem}"))
    }

    /// Prints the times.
    ///
    /// # Errors
    /// Returns a message if no step has the name of the first one.
    fn end(self) -> Result<(), String> {
        if let Some(first) = self.first {
            return Err(format!("no step is named “{first}”"));
        }
        println!();
        for (name, time) in &self.taken {
            println!("{:>5.0} s  {name}", time.as_secs_f32());
        }
        println!("{:>5.0} s  all checks passed", self.begun.elapsed().as_secs_f32());
        Ok(())
    }
}

/// Features of a release beyond the default build.
const EVERYTHING: [&str; 2] = ["--features", "parlour/full"];

/// Tier of the browser tests.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tier {
    /// Every game and every user path, once.
    Quick,
    /// Also every screen size, language and rare case.
    Full,
}

/// Runs the checks that every change must pass, fastest failures first.
fn test(browser: Option<Tier>) -> Result<(), String> {
    let mut steps = Steps::begin(None);
    every_change(&mut steps, browser)?;
    steps.end()
}

fn every_change(steps: &mut Steps, browser: Option<Tier>) -> Result<(), String> {
    steps.step("format", || run(&mut cargo(&["fmt", "--all", "--check"])))?;
    steps.step("tidy", tidy)?;
    steps.step("packages: metadata and files", || {
        publish::check(&root()).and_then(|()| dist::check(&root(), &target()))
    })?;
    steps.step("compiler for the page", wasm::find_or_install)?;
    let mut jobs = Vec::new();
    steps.step("lints, and compiling the tests", || {
        jobs = test_jobs::compile(&mut rust_tests(&[])?)?;
        // Compiled for the lints only.
        run(&mut rust_tests(&["--benches", "--no-run", "--quiet"])?)
    })?;
    find_or_install_postgresql();
    steps.step("tests: browser, Rust, Python, and the page's units and types", || {
        jobs.extend(browser.map(browser_tests).transpose()?.map(|tests| Job::first("browser", tests)));
        let examples = rust_tests(&["--doc", "--no-fail-fast"])?;
        jobs.push(Job::first("examples in the documentation", examples));
        jobs.extend(python::quick()?.map(|tests| Job::first("Python", tests)));
        jobs.push(Job::first("page: types", npm(&["run", "check"])));
        jobs.push(Job::first("page: units", npm(&["test"])));
        test_jobs::run(jobs, &target().join("test-output"))
    })
}

/// Returns the command that runs all Rust tests, or those that the arguments select. Programs that are compiled already
/// need no compilation, because features and settings are always the same.
fn rust_tests(arguments: &[&str]) -> Result<Command, String> {
    let mut tests = linted(&["test", "--workspace"])?;
    tests.args(EVERYTHING).args(arguments);
    Ok(tests)
}

/// Returns a command of Cargo that compiles the workspace with clippy in place of rustc: clippy is rustc with more lints, so
/// the lints need no compilation of their own.
fn linted(arguments: &[&str]) -> Result<Command, String> {
    let sysroot = output(Command::new("rustc").args(["--print", "sysroot"]).current_dir(root()))?;
    let clippy =
        Path::new(sysroot.trim()).join("bin").join(format!("clippy-driver{}", std::env::consts::EXE_SUFFIX));
    if !clippy.is_file() {
        return Err("clippy is missing: rustup component add clippy".to_owned());
    }
    let mut cargo = cargo(arguments);
    // As `cargo clippy` passes what stands after `--`.
    cargo
        .env("RUSTC_WORKSPACE_WRAPPER", clippy)
        .env("CLIPPY_ARGS", format!("{}__CLIPPY_HACKERY__", warnings()));
    // CI and newcomers compile each crate once, which is less work in few units and without incremental compilation.
    cargo.env("CARGO_INCREMENTAL", "0").env("CARGO_PROFILE_DEV_CODEGEN_UNITS", "2");
    Ok(cargo)
}

/// Builds a program of the workspace, from what the tests compiled if clippy is installed, and returns its path.
fn build_program(name: &str) -> Result<PathBuf, String> {
    // With any test beside it, Cargo chooses the features of dependencies as it does for tests.
    let arguments = ["build", "--quiet", "--workspace", "--bin", name, "--test", "smoke"];
    run(linted(&arguments).unwrap_or_else(|_| cargo(&arguments)).args(EVERYTHING))?;
    Ok(target().join("debug").join(name).with_extension(std::env::consts::EXE_EXTENSION))
}

/// Lints the crate of the games without a game, and with each default feature alone.
fn games_alone() -> Result<(), String> {
    let features = publish::default_features(&root(), "parlour-games")?;
    for feature in std::iter::once("").chain(features.iter().map(String::as_str)) {
        let arguments =
            ["check", "--quiet", "-p", "parlour-games", "--no-default-features", "--features", feature];
        run(&mut linted(&arguments)?)?;
    }
    Ok(())
}

/// Returns the treatment of warnings: errors with the reference compiler, otherwise warnings.
fn warnings() -> &'static str {
    if is_our_compiler() { "-Dwarnings" } else { "-Wwarnings" }
}

/// Returns whether this is the reference compiler.
fn is_our_compiler() -> bool {
    let version = Command::new("rustc").arg("--version").current_dir(root()).output();
    let version =
        version.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned()).unwrap_or_default();
    let is_ours = version.starts_with(&format!("rustc {COMPILER}."));
    if !is_ours {
        println!("warnings are errors only with Rust {COMPILER}; this is {version}");
    }
    is_ours
}

/// Runs all checks of the repository, from the step `first` on.
fn full(first: Option<&str>) -> Result<(), String> {
    let mut steps = Steps::begin(first);
    every_change(&mut steps, Some(Tier::Full))?;
    steps.step("dependencies", || dependencies::check(&root(), &target()))?;
    // Without features: the small build has code of its own, and is the first that a newcomer sees.
    steps.step("lints of the small build", || run(&mut linted(&["check", "--quiet", "--workspace"])?))?;
    steps.step("lints of each game alone", games_alone)?;
    steps.step("documents", || {
        run(cargo(&["doc", "--quiet", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", warnings()))
    })?;
    steps.step("fuzz targets, ten thousand inputs", || {
        run(rust_tests(&["--test", "smoke"])?.env("PARLOUR_FUZZ_INPUTS", "10000"))
    })?;
    steps.step("games and second implementations, ten times as many matches", || {
        run(rust_tests(&["--test", "agreement"])?.env("PARLOUR_AGREEMENT", "10"))
    })?;
    steps.step("large samples", || {
        let jobs = test_jobs::compile(&mut rust_tests(&[])?)?;
        test_jobs::run(jobs.into_iter().map(Job::ignored).collect(), &target().join("large-samples"))
    })?;
    steps.step("advisories of dependencies", || dependencies::look_up_advisories(&root(), &target()))?;
    steps.step("packages of the crates", || publish::rehearse(&root()))?;
    steps.step("python: the wheel", python::wheel)?;
    steps.step("packages of the program", || dist::make(&root(), &target(), Some(&python::wheels())))?;
    steps.step("the C library of the double-dummy solver", || dds::trial(&root(), &target()))?;
    steps.step("the book", || documents::book(&root(), &target()))?;
    let oldest = env!("CARGO_PKG_RUST_VERSION");
    let has_oldest = Command::new("rustup").args(["run", oldest, "rustc", "--version"]).output();
    if has_oldest.is_ok_and(|output| output.status.success()) {
        steps.step("tests with the oldest supported Rust", || {
            let mut cargo = Command::new("rustup");
            cargo.current_dir(root()).args(["run", oldest, "cargo", "test", "--workspace", "--locked"]);
            // In a folder of its own, so that the compilers don't overwrite each other's output.
            run(cargo.arg("--target-dir").arg(target().join("oldest")))
        })?;
    } else {
        println!("skipped: Rust {oldest}, the oldest supported (rustup toolchain install {oldest})");
    }
    steps.end()
}

/// Returns the command of the browser tests. They use the program that was built with the Rust tests.
fn browser_tests(tier: Tier) -> Result<Command, String> {
    let chromium = chromium::find_or_install()?;
    let mut tests = npm(&["run", "e2e"]);
    tests.env("CHROMIUM", chromium).env("PARLOUR_BIN", target().join("debug/parlour"));
    if let Some(headless) = chromium::headless() {
        tests.env("HEADLESS_CHROMIUM", headless);
    }
    if tier == Tier::Full {
        tests.env("PARLOUR_TESTS", "full");
    }
    Ok(tests)
}

/// Runs a local cluster with the program and Debian's PostgreSQL.
fn cluster(arguments: &[&str]) -> Result<(), String> {
    find_or_install_postgresql();
    // Scripted players need no page, which takes long to build.
    let small: &[&str] = if arguments.contains(&"--chaos") { &["--no-default-features"] } else { &[] };
    run(cargo(&["build", "--quiet", "-p", "parlour", "-p", "loadtest"]).args(EVERYTHING).args(small))?;
    run(Command::new(target().join("debug/loadtest")).arg("cluster").args(arguments))
}

/// Installs PostgreSQL for the tests that start databases, or prints a note if that isn't allowed.
fn find_or_install_postgresql() {
    let programs = Path::new("/usr/lib/postgresql");
    if !programs.exists() {
        debian::install(&["postgresql"]);
    }
    if !programs.exists() {
        println!("skipped: database tests need Debian's PostgreSQL: apt-get install postgresql");
    }
}

fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

fn cargo(arguments: &[&str]) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    // Without its modules, the page would fail its tests late.
    cargo.current_dir(root()).args(arguments).env("PARLOUR_REQUIRE_OFFLINE", "1");
    // `cargo run` sets these variables for this program. Build scripts that read them would rerun
    // at the next plain `cargo test`.
    for (name, _) in std::env::vars_os() {
        if name
            .to_str()
            .is_some_and(|name| name.starts_with("CARGO_MANIFEST_") || name.starts_with("CARGO_PKG_"))
        {
            cargo.env_remove(name);
        }
    }
    cargo
}

fn npm(arguments: &[&str]) -> Command {
    let mut npm = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    npm.current_dir(root().join("web")).args(arguments);
    npm
}

/// Regenerates the derived files that are checked in.
fn wire() -> Result<(), String> {
    for test in [
        ["-p", "protocol", "typescript"],
        ["-p", "parlour-games", "the_built_in_set_matches_its_file"],
        ["-p", "parlour-tensors", "every_table_is_written_down"],
    ] {
        run(cargo(&["test", "--quiet"]).args(test).env("PARLOUR_WRITE_WIRE", "1"))?;
    }
    Ok(())
}

fn run(command: &mut Command) -> Result<(), String> {
    let shown = format!("{command:?}");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{shown}: {status}")),
        Err(error) => Err(format!("{shown}: {error}")),
    }
}

/// Returns the output of a command if it succeeds.
fn output(command: &mut Command) -> Result<String, String> {
    let shown = format!("{command:?}");
    let output = command.output().map_err(|error| format!("{shown}: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    Err(format!("{shown}: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr)))
}

fn root() -> PathBuf {
    // Without `..`, which some tools reject as leaving the folder.
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_owned).unwrap_or_default()
}
