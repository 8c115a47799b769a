//! Checks of the Python package: quick tests without a wheel, and full tests of the wheel in empty
//! environments.

use super::{root, run, target};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const PACKAGE: &str = "crates/python";

/// Folder of the wheel.
pub(crate) fn wheels() -> PathBuf {
    target().join("python/wheels")
}

/// Returns the command of the quick tests, if there is a Python. They use the library built for the Rust
/// tests, because a separate build would compile half the workspace again.
pub(crate) fn quick() -> Result<Option<Command>, String> {
    let Some(python) = found()? else { return Ok(None) };
    let environment = environment(&python, "quick", &["quick.txt"])?;
    let site = target().join("python/site");
    lay_out(&site)?;
    let mut tests = pytest(&environment, &["-m", "not slow"]);
    tests.env("PYTHONPATH", &site);
    Ok(Some(tests))
}

/// Builds the wheel. Runs the tutorial in one empty environment, and all tests, types and adapters
/// in another.
pub(crate) fn wheel() -> Result<(), String> {
    let Some(python) = found()? else { return Ok(()) };
    let tools = environment(&python, "long", &["long.txt"])?;
    let wheels = wheels();
    let _ = fs::remove_dir_all(&wheels);
    let mut build = Command::new(program(&tools, "maturin"));
    build.current_dir(root().join(PACKAGE)).args(["build", "--quiet", "--out"]).arg(&wheels);
    run(build.arg("--target-dir").arg(target()))?;
    let wheel = only_file(&wheels)?;

    let empty = target().join("python/empty");
    let _ = fs::remove_dir_all(&empty);
    let empty = environment(&python, "empty", &[])?;
    run(&mut pip(&empty, &[wheel.as_os_str()]))?;
    let tutorial = root().join(PACKAGE).join("tests/run_tutorial.py");
    run(Command::new(program(&empty, "python"))
        .current_dir(target())
        .arg(tutorial)
        .arg(root().join("docs/python.md")))?;

    run(&mut pip(&tools, &["--force-reinstall".as_ref(), "--no-deps".as_ref(), wheel.as_os_str()]))?;
    // Tests that play with the program skip if it wasn't built.
    let parlour = target().join(format!("debug/parlour{}", std::env::consts::EXE_SUFFIX));
    run(pytest(&tools, &[]).env("PARLOUR_BIN", parlour))?;
    let mypy = |arguments: &[&str]| {
        let mut mypy = Command::new(program(&tools, "python"));
        mypy.current_dir(root().join(PACKAGE)).args(["-m"]).args(arguments);
        mypy
    };
    run(&mut mypy(&["mypy", "--strict", "tests", "--cache-dir", "../../target/python/mypy"]))?;
    run(&mut mypy(&["mypy.stubtest", "parlour._parlour"]))
}

/// Returns a sufficiently new Python. Without one, only prints a note; in CI it is an error.
fn found() -> Result<Option<PathBuf>, String> {
    let named = std::env::var_os("PYTHON").map(PathBuf::from);
    let candidates = named.into_iter().chain(["python3", "python"].map(PathBuf::from));
    let works = |python: &PathBuf| {
        let asked = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))";
        let answered = Command::new(python).args(["-c", asked]).output();
        answered.is_ok_and(|answered| answered.status.success())
    };
    let python = { candidates }.find(works);
    let missing =
        "the Python package is not checked: it needs Python 3.11 or newer, with venv (Debian: python3-venv)";
    match python {
        None if std::env::var_os("CI").is_some() => Err(missing.to_owned()),
        None => {
            println!("{missing}");
            Ok(None)
        }
        found => Ok(found),
    }
}

/// Returns a virtual environment with these requirements, created once.
fn environment(python: &Path, name: &str, requirements: &[&str]) -> Result<PathBuf, String> {
    let environment = target().join("python").join(name);
    if !program(&environment, "python").is_file() {
        run(Command::new(python).args(["-m", "venv"]).arg(&environment))?;
    }
    for list in requirements {
        let list = root().join(PACKAGE).join("requirements").join(list);
        run(&mut pip(&environment, &["--requirement".as_ref(), list.as_os_str()]))?;
    }
    Ok(environment)
}

fn pip(environment: &Path, arguments: &[&std::ffi::OsStr]) -> Command {
    let mut pip = Command::new(program(environment, "python"));
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(arguments);
    pip
}

fn pytest(environment: &Path, arguments: &[&str]) -> Command {
    let mut pytest = Command::new(program(environment, "python"));
    let cache = format!("cache_dir={}", target().join("python/pytest").display());
    pytest.current_dir(root().join(PACKAGE)).args(["-m", "pytest", "-o", &cache]).args(arguments);
    pytest.env("PYTHONDONTWRITEBYTECODE", "1");
    pytest
}

fn program(environment: &Path, name: &str) -> PathBuf {
    match cfg!(windows) {
        true => environment.join("Scripts").join(name).with_extension("exe"),
        false => environment.join("bin").join(name),
    }
}

/// Creates the installed layout: Python files with the library beside them.
fn lay_out(site: &Path) -> Result<(), String> {
    let failed = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    let package = site.join("parlour");
    let _ = fs::remove_dir_all(&package);
    fs::create_dir_all(&package).map_err(|error| failed(&package, error))?;
    let sources = root().join(PACKAGE).join("python/parlour");
    for entry in fs::read_dir(&sources).map_err(|error| failed(&sources, error))?.flatten() {
        let path = entry.path();
        if path.is_file() {
            fs::copy(&path, package.join(entry.file_name())).map_err(|error| failed(&path, error))?;
        }
    }
    let (built, named) = match () {
        () if cfg!(windows) => ("_parlour.dll", "_parlour.pyd"),
        () if cfg!(target_os = "macos") => ("lib_parlour.dylib", "_parlour.abi3.so"),
        () => ("lib_parlour.so", "_parlour.abi3.so"),
    };
    let built = target().join("debug/deps").join(built);
    fs::copy(&built, package.join(named)).map_err(|error| failed(&built, error))?;
    Ok(())
}

fn only_file(folder: &Path) -> Result<PathBuf, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let found = entries.filter_map(Result::ok).map(|entry| entry.path()).next();
    found.ok_or_else(|| format!("{}: there is no wheel", folder.display()))
}
