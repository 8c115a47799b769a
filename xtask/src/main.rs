//! What developers run: `cargo xtask test` is every check there is; the other words are parts of it or tools.

mod chromium;
mod debian;
mod tidy;
mod wasm;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

const HELP: &str = "\
cargo xtask test [--no-browser]   every check: format, lints, tests, documents, page, browser
cargo xtask tidy                  what no other tool checks: rooms, first lines, rule numbers
cargo xtask wire                  write web/src/wire.ts and web/src/book/games.json anew from the Rust types
cargo xtask load [ARGUMENTS]      measure the server under scripted clients (see docs/performance.md)";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["test"] => test(true),
        ["test", "--no-browser"] => test(false),
        ["tidy"] => tidy::check(&root()),
        ["wire"] => run(cargo(&["test", "--quiet", "-p", "server", "wire"]).env("PARLOUR_WRITE_WIRE", "1")),
        ["load", ref rest @ ..] => run(cargo(&["run", "--release", "-p", "load", "--"]).args(rest)),
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

/// Every check, in the order in which they fail soonest.
fn test(browser: bool) -> Result<(), String> {
    let begun = Instant::now();
    let step = |name: &str, work: &dyn Fn() -> Result<(), String>| {
        println!("\n== {name}");
        let begun = Instant::now();
        let done = work();
        println!(
            "== {name}: {} in {:.0} s",
            if done.is_ok() { "good" } else { "FAILED" },
            begun.elapsed().as_secs_f32()
        );
        done.map_err(|problem| format!("{name}: {problem}"))
    };
    step("format", &|| run(&mut cargo(&["fmt", "--all", "--check"])))?;
    step("tidy", &|| tidy::check(&root()))?;
    step("the compiler for the page", &wasm::find_or_install)?;
    step("lints", &|| {
        run(&mut cargo(&["clippy", "--quiet", "--workspace", "--all-targets", "--", "-D", "warnings"]))
    })?;
    step("tests", &|| run(&mut cargo(&["test", "--workspace"])))?;
    step("documents", &|| {
        run(cargo(&["doc", "--quiet", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings"))
    })?;
    step("page: types", &|| run(&mut npm(&["run", "check"])))?;
    step("page: tests", &|| run(&mut npm(&["test"])))?;
    if browser {
        step("browser", &browser_tests)?;
    }
    println!("\neverything is good, in {:.0} s", begun.elapsed().as_secs_f32());
    Ok(())
}

fn browser_tests() -> Result<(), String> {
    let chromium = chromium::find_or_install()?;
    run(&mut cargo(&["build", "--quiet", "-p", "parlour"]))?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    run(npm(&["run", "e2e"]).env("CHROMIUM", chromium).env("PARLOUR_BIN", target.join("debug/parlour")))
}

fn cargo(arguments: &[&str]) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root()).args(arguments);
    cargo
}

fn npm(arguments: &[&str]) -> Command {
    let mut npm = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    npm.current_dir(root().join("web")).args(arguments);
    npm
}

fn run(command: &mut Command) -> Result<(), String> {
    let shown = format!("{command:?}");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{shown}: {status}")),
        Err(error) => Err(format!("{shown}: {error}")),
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}
