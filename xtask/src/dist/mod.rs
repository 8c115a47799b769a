//! `cargo xtask dist`: builds all release files possible on this system, and tests each in a
//! minimal environment.
//!
//! | module | purpose |
//! |---|---|
//! | `archive` | reproducible archives |
//! | `components` | third-party components |
//! | `inventory` | their licenses, as text and CycloneDX |
//! | `debian` | Debian package |
//! | `trial` | tests of each file: the server starts, and a deal can be played |

mod archive;
mod components;
mod debian;
mod inventory;
mod trial;

use archive::{Content, Files, gzip, put, tar};
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Path of the program in an installation.
const PROGRAM: &str = if cfg!(windows) { "bin/parlour.exe" } else { "bin/parlour" };
/// systemd unit of the server.
const UNIT: &str = "packaging/parlour.service";

/// Units of the nightly backup, which the operator turns on.
const BACKUP_UNITS: [&str; 2] = ["packaging/parlour-backup.service", "packaging/parlour-backup.timer"];
/// Build file of the container image.
const CONTAINERFILE: &str = "Containerfile";
/// Maximum exposure of the systemd service, of 100, as systemd rates it. Measured: 12.
const MOST_EXPOSED: &str = "15";
/// Shells with completions, and the path of each.
const COMPLETIONS: [(&str, &str); 3] = [
    ("bash", "share/bash-completion/completions/parlour"),
    ("zsh", "share/zsh/site-functions/_parlour"),
    ("fish", "share/fish/vendor_completions.d/parlour.fish"),
];

/// Build products before packaging.
struct Built {
    /// Installed files, by path below `/usr` or another prefix.
    files: Files,
    /// Target triple of the release.
    triple: String,
    /// Time of the last source change in seconds since 1970, used for all files.
    time: u64,
}

/// Builds and tests everything, then prints the folder. The wheels in the folder `built_wheels` become part of the release.
pub(crate) fn make(root: &Path, target: &Path, built_wheels: Option<&Path>) -> Result<(), String> {
    let version = env!("CARGO_PKG_VERSION");
    let built = build(root, target, version)?;
    let folder = target.join("distribution");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;

    let name = format!("parlour-{version}-{}", built.triple);
    let archive = write(&folder, &format!("{name}.tar.gz"), &gzip(&tar(&built.files, &name, built.time)?)?)?;
    let bill = built.files.get(&bill_path()).ok_or("the bill of materials is missing")?;
    write(&folder, &format!("{name}.cdx.json"), &bill.bytes)?;
    trial::archive(&archive, &name)?;
    if built.triple.contains("-linux-gnu") {
        let containerfile =
            fs::read_to_string(root.join(CONTAINERFILE)).map_err(|error| error.to_string())?;
        trial::image(target, &containerfile, &target.join("dist/parlour"))?;
        let (name, package) = debian::package(root, &built, version)?;
        let package = write(&folder, &name, &package)?;
        let (_, newer) = debian::package(root, &built, &format!("{version}+1"))?;
        let newer = write(target, "newer.deb", &newer)?;
        trial::debian_package(target, &package, &newer)?;
    }
    if let Some(built) = built_wheels {
        wheels(built, &folder)?;
    }

    write(&folder, "SHA256SUMS", sums(&folder)?.as_bytes())?;
    println!("{}:\n{}", folder.display(), sums(&folder)?);
    Ok(())
}

/// Runs the quick checks: systemd accepts the unit, and its sandbox is strict enough.
pub(crate) fn check(root: &Path, target: &Path) -> Result<(), String> {
    if Command::new("systemd-analyze").arg("--version").output().is_err() {
        println!("skipped: {UNIT} (needs systemd-analyze)");
        return Ok(());
    }
    let unit = fs::read_to_string(root.join(UNIT)).map_err(|error| format!("{UNIT}: {error}"))?;
    // The unit is checked without an installed program.
    let copy = write(target, "parlour.service", unit.replace("/usr/bin/parlour", "/bin/true").as_bytes())?;
    let mut units = vec![copy.clone()];
    for unit in BACKUP_UNITS {
        let text = fs::read_to_string(root.join(unit)).map_err(|error| format!("{unit}: {error}"))?;
        let name = unit.rsplit('/').next().unwrap_or(unit);
        units.push(write(target, name, text.replace("/usr/bin/parlour", "/bin/true").as_bytes())?);
    }
    let verified = Command::new("systemd-analyze").args(["verify", "--man=no"]).args(&units).output();
    let verified = verified.map_err(|error| format!("systemd-analyze: {error}"))?;
    let complaint = String::from_utf8_lossy(&verified.stderr);
    if !verified.status.success() || complaint.contains("parlour") {
        return Err(format!("{UNIT}: {complaint}"));
    }
    let mut exposed = Command::new("systemd-analyze");
    exposed.args(["security", "--no-pager", "--offline=yes", "--threshold", MOST_EXPOSED]).arg(&copy);
    crate::output(&mut exposed).map(drop)
}

/// Builds the release program and lets it generate manual pages and completions.
fn build(root: &Path, target: &Path, version: &str) -> Result<Built, String> {
    let about = crate::output(Command::new("rustc").args(["--version", "--verbose"]))?;
    let triple = about.lines().find_map(|line| line.strip_prefix("host: ")).ok_or("rustc names no host")?;
    let mut cargo = crate::cargo(&["build", "--profile", "dist", "--locked", "--package", "parlour"]);
    cargo.args(crate::EVERYTHING);
    // Hides the build path, which would differ on every machine.
    let home = std::env::var_os("CARGO_HOME").map_or_else(|| "~/.cargo".into(), PathBuf::from);
    let home =
        std::env::home_dir().filter(|_| home.starts_with("~")).map_or(home, |user| user.join(".cargo"));
    let root = fs::canonicalize(root).map_err(|error| format!("{}: {error}", root.display()))?;
    let from = |path: &Path, name: &str| format!("--remap-path-prefix={}=/{name}", path.display());
    cargo.env("CARGO_ENCODED_RUSTFLAGS", [from(&root, "parlour"), from(&home, "cargo")].join("\u{1f}"));
    cargo.env("CARGO_PROFILE_DIST_STRIP", "symbols");
    crate::run(&mut cargo)?;

    let program = target.join("dist").join(PROGRAM.trim_start_matches("bin/"));
    let mut files = Files::new();
    files.insert(PROGRAM.to_owned(), Content { bytes: read(&program)?, runs: true });
    for (shell, path) in COMPLETIONS {
        put(&mut files, path, crate::output(Command::new(&program).args(["completions", shell]))?);
    }
    let pages = target.join("manual");
    let _ = fs::remove_dir_all(&pages);
    crate::run(Command::new(&program).arg("manual").arg(&pages))?;
    for entry in fs::read_dir(&pages).map_err(|error| format!("{}: {error}", pages.display()))? {
        let path = entry.map_err(|error| error.to_string())?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        put(&mut files, format!("share/man/man1/{name}"), read(&path)?);
    }
    for document in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        put(&mut files, format!("share/doc/parlour/{document}"), read(&root.join(document))?);
    }
    let components = components::find(&root, triple)?;
    put(&mut files, "share/doc/parlour/THIRD-PARTY.txt", inventory::for_people(&components, version));
    put(&mut files, bill_path(), inventory::for_programs(&components, version)?);
    Ok(Built { files, triple: triple.to_owned(), time: last_change(&root) })
}

fn bill_path() -> String {
    "share/doc/parlour/parlour.cdx.json".to_owned()
}

/// Returns `SOURCE_DATE_EPOCH`, or else the time of the last commit.
fn last_change(root: &Path) -> u64 {
    let said = std::env::var("SOURCE_DATE_EPOCH").ok();
    let committed =
        || crate::output(Command::new("git").args(["log", "-1", "--format=%ct"]).current_dir(root)).ok();
    said.or_else(committed).and_then(|seconds| seconds.trim().parse().ok()).unwrap_or(0)
}

/// Copies the Python wheels, which are built and tested separately, into the release.
fn wheels(built: &Path, folder: &Path) -> Result<(), String> {
    for entry in fs::read_dir(built).into_iter().flatten().filter_map(Result::ok) {
        let path = entry.path();
        if path.extension().is_some_and(|ending| ending == "whl") {
            write(folder, &entry.file_name().to_string_lossy(), &read(&path)?)?;
        }
    }
    Ok(())
}

/// Returns the SHA-256 sums of a folder in the format of `sha256sum --check`.
pub(crate) fn sums(folder: &Path) -> Result<String, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| !path.ends_with("SHA256SUMS"));
    paths.sort();
    let mut text = String::new();
    for path in paths {
        let digits = Sha256::digest(read(&path)?).iter().fold(String::new(), |mut digits, byte| {
            let _ = write!(digits, "{byte:02x}");
            digits
        });
        let _ = writeln!(text, "{digits}  {}", path.file_name().unwrap_or_default().to_string_lossy());
    }
    Ok(text)
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

pub(crate) fn write(folder: &Path, name: &str, bytes: &[u8]) -> Result<PathBuf, String> {
    let path = folder.join(name);
    fs::write(&path, bytes).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(path)
}
