//! Commands for developers: `cargo xtask test` checks everything, the others are parts of it or tools.

mod bots;
mod chromium;
mod debian;
mod dependencies;
mod dist;
mod documents;
mod publish;
mod python;
mod tidy;
mod tools;
mod wasm;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

const HELP: &str = "\
cargo xtask test [--no-browser]   whether anything is broken: format, lints, all Rust tests with a thousand inputs for
                                  every fuzz target, Python, the page, and every game in a browser
cargo xtask test --full           the same, and what looks for rare faults: every screen size in both languages, large
                                  samples, kills and damage by the hundred, dependencies, documents, packages, the
                                  oldest supported Rust
cargo xtask tidy                  what no other tool checks: rooms, first lines, rule numbers, links between documents
cargo xtask dist                  everything a release has that this system can make, in target/distribution, and each
                                  of it tried where nothing else is installed
cargo xtask book                  docs/ as a book, in target/book
cargo xtask wire                  write anew what follows from other files: web/src/house/wire.ts, web/src/book/games.json and docs/tensors.md
                                  from the Rust types, the house's card set in Rust from its house.toml
cargo xtask bots                  write the tables of docs/bots.md anew from the arena's reports in docs/bots
cargo xtask learn GAME            let bots play and write the game's table of what they learned anew: scopa, wall-street, cassino,
                                  thirty-one
cargo xtask puzzles GAME          let bots play and write exercises/GAME/puzzles.json anew from what they met (docs/exercises.md)
cargo xtask puzzles --check [GAME]  look at the puzzles that are there once more, in other worlds
cargo xtask load [ARGUMENTS]      measure the server under scripted clients (see docs/performance.md)
cargo xtask cluster NODES         a database, so many servers at it and a balancer before them, on this machine, to try
cargo xtask cluster NODES --chaos SEED  the same, while tables are played and things fail; checks what everybody has seen";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["test"] => test(Some(Tier::Quick)),
        ["test", "--no-browser"] => test(None),
        ["test", "--full"] => full(),
        ["tidy"] => tidy::check(&root()).and_then(|()| documents::check(&root())),
        ["dist"] => python::wheel().and_then(|()| dist::make(&root(), &target())),
        ["book"] => documents::book(&root(), &target()),
        ["wire"] => wire(),
        ["bots"] => bots::write(&root()),
        ["learn", game] => {
            run(&mut cargo(&["run", "--release", "-p", "parlour-games", "--example", "learn", "--", game]))
        }
        ["puzzles", ref rest @ ..] => {
            run(cargo(&["run", "--release", "-p", "parlour-house", "--example", "puzzles", "--"]).args(rest))
        }
        ["load", ref rest @ ..] => run(cargo(&["run", "--profile", "dist", "-p", "load", "--"]).args(rest)),
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

/// The compiler whose every warning is an error: a newer one knows warnings that nobody here has seen.
const COMPILER: &str = "1.95";

/// Steps that are done one after the other, and how long each took.
struct Steps {
    begun: Instant,
    taken: Vec<(&'static str, Duration)>,
}

impl Steps {
    fn begin() -> Self {
        Self { begun: Instant::now(), taken: Vec::new() }
    }

    fn step(&mut self, name: &'static str, work: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
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

    fn end(self) {
        println!();
        for (name, time) in &self.taken {
            println!("{:>5.0} s  {name}", time.as_secs_f32());
        }
        println!("{:>5.0} s  everything is good", self.begun.elapsed().as_secs_f32());
    }
}

/// The features of a release, which a plain build leaves out.
const EVERYTHING: [&str; 2] = ["--features", "parlour/full"];

/// Which browser tests run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tier {
    /// Every game and every path a user takes, once.
    Quick,
    /// Every screen size, language and rare case too.
    Full,
}

/// Runs the checks that every change has to pass, in the order in which they fail soonest.
fn test(browser: Option<Tier>) -> Result<(), String> {
    let mut steps = Steps::begin();
    every_change(&mut steps, browser)?;
    steps.end();
    Ok(())
}

fn every_change(steps: &mut Steps, browser: Option<Tier>) -> Result<(), String> {
    steps.step("format", || run(&mut cargo(&["fmt", "--all", "--check"])))?;
    steps.step("tidy", || tidy::check(&root()).and_then(|()| documents::check(&root())))?;
    steps.step("packages: what they say and hold", || {
        publish::check(&root()).and_then(|()| dist::check(&root(), &target()))
    })?;
    steps.step("the compiler for the page", wasm::find_or_install)?;
    steps.step("lints", || {
        let lint = ["clippy", "--quiet", "--workspace", "--all-targets"];
        run(cargo(&lint).args(EVERYTHING).args(["--", warnings()]))
    })?;
    steps.step("tests: compiling", || {
        run(cargo(&["test", "--workspace", "--no-run", "--quiet"]).args(EVERYTHING))
    })?;
    find_or_install_postgresql();
    steps.step("tests", || run(cargo(&["test", "--workspace"]).args(EVERYTHING)))?;
    steps.step("python", python::quick)?;
    steps.step("page: types", || run(&mut npm(&["run", "check"])))?;
    steps.step("page: tests", || run(&mut npm(&["test"])))?;
    if let Some(tier) = browser {
        steps.step("browser", || browser_tests(tier))?;
    }
    Ok(())
}

/// How the compiler treats warnings: as errors where every developer sees the same ones.
fn warnings() -> &'static str {
    if is_our_compiler() { "-Dwarnings" } else { "-Wwarnings" }
}

/// Whether warnings are errors: they are where everybody gets the same.
fn is_our_compiler() -> bool {
    let version = Command::new("rustc").arg("--version").current_dir(root()).output();
    let version =
        version.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned()).unwrap_or_default();
    let is_ours = version.starts_with(&format!("rustc {COMPILER}."));
    if !is_ours {
        println!("warnings are errors with Rust {COMPILER}; this is {version}, so they are only shown");
    }
    is_ours
}

/// Runs every check there is.
fn full() -> Result<(), String> {
    let mut steps = Steps::begin();
    every_change(&mut steps, Some(Tier::Full))?;
    steps.step("dependencies", || dependencies::check(&root(), &target()))?;
    // Without features, so that the small build is seen to compile.
    steps.step("documents", || {
        run(cargo(&["doc", "--quiet", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", warnings()))
    })?;
    steps.step("fuzz targets, ten thousand inputs", || {
        run(cargo(&["test", "--release", "-p", "fuzz", "--test", "smoke"]).env("PARLOUR_FUZZ_INPUTS", "10000"))
    })?;
    steps.step("large samples", || {
        run(cargo(&["test", "--release", "--workspace"]).args(EVERYTHING).args(["--", "--ignored"]))
    })?;
    steps.step("known faults of dependencies", || dependencies::look_up_advisories(&root(), &target()))?;
    steps.step("packages of the crates", || publish::rehearse(&root()))?;
    steps.step("python: the wheel", python::wheel)?;
    steps.step("packages of the program", || dist::make(&root(), &target()))?;
    steps.step("the book", || documents::book(&root(), &target()))?;
    let oldest = env!("CARGO_PKG_RUST_VERSION");
    let has_oldest = Command::new("rustup").args(["run", oldest, "rustc", "--version"]).output();
    if has_oldest.is_ok_and(|output| output.status.success()) {
        steps.step("tests with the oldest Rust we promise", || {
            let mut cargo = Command::new("rustup");
            cargo.current_dir(root()).args(["run", oldest, "cargo", "test", "--workspace", "--locked"]);
            // Of its own, so that neither compiler throws away what the other made.
            run(cargo.arg("--target-dir").arg(target().join("oldest")))
        })?;
    } else {
        println!("not checked: Rust {oldest}, the oldest we promise (rustup toolchain install {oldest})");
    }
    steps.end();
    Ok(())
}

fn browser_tests(tier: Tier) -> Result<(), String> {
    let chromium = chromium::find_or_install()?;
    let mut tests = npm(&["run", "e2e"]);
    // The program that the Rust tests were compiled with.
    tests.env("CHROMIUM", chromium).env("PARLOUR_BIN", target().join("debug/parlour"));
    if tier == Tier::Full {
        tests.env("PARLOUR_TESTS", "full");
    }
    run(&mut tests)
}

/// A cluster on this machine, made of the program and a database as Debian has it.
fn cluster(arguments: &[&str]) -> Result<(), String> {
    find_or_install_postgresql();
    // Scripts need no page, which takes long to build.
    let small: &[&str] = if arguments.contains(&"--chaos") { &["--no-default-features"] } else { &[] };
    run(cargo(&["build", "--quiet", "-p", "parlour", "-p", "load"]).args(EVERYTHING).args(small))?;
    run(Command::new(target().join("debug/load")).arg("cluster").args(arguments))
}

/// The tests start databases of their own, where PostgreSQL is: where it is not, and may not be installed, a sentence says so.
fn find_or_install_postgresql() {
    let programs = Path::new("/usr/lib/postgresql");
    if !programs.exists() {
        debian::install(&["postgresql"]);
    }
    if !programs.exists() {
        println!(
            "not tried: a database. The tests want PostgreSQL as Debian ships it: apt-get install postgresql"
        );
    }
}

fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

fn cargo(arguments: &[&str]) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    // A page without its modules would fail its tests, and late.
    cargo.current_dir(root()).args(arguments).env("PARLOUR_REQUIRE_OFFLINE", "1");
    // `cargo run` sets these for this program. Build scripts that read them would run again after every plain `cargo test`.
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

/// Writes what follows from other files, and is checked in all the same.
fn wire() -> Result<(), String> {
    for test in [
        ["-p", "protocol", "typescript"],
        ["-p", "parlour-games", "house_is_what_its_file_says"],
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

/// What a command prints, if it succeeds.
fn output(command: &mut Command) -> Result<String, String> {
    let shown = format!("{command:?}");
    let output = command.output().map_err(|error| format!("{shown}: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    Err(format!("{shown}: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr)))
}

fn root() -> PathBuf {
    // Without a step back in it, which some tools take for a way out of a folder.
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_owned).unwrap_or_default()
}
