//! Debian package: the program, its manual and a systemd service.

use super::Built;
use super::archive::{Content, Files, ar, gzip, put, tar};
use std::fs;
use std::path::Path;

/// Folder with the package's sources.
const FOLDER: &str = "packaging/debian";
/// Maintainer scripts of the Debian package.
const SCRIPTS: [&str; 3] = ["postinst", "prerm", "postrm"];
/// Configuration file, which upgrades don't overwrite.
const SETTINGS: &str = "etc/default/parlour";

/// Creates the package. Returns its name and bytes.
pub(super) fn package(root: &Path, built: &Built, version: &str) -> Result<(String, Vec<u8>), String> {
    let files = installed(root, built)?;
    let control = control(&files, built, version)?;
    let mut about = Files::new();
    put(&mut about, "control", control);
    put(&mut about, "conffiles", format!("/{SETTINGS}\n"));
    for script in SCRIPTS {
        let bytes = read(&root.join(FOLDER).join(script))?;
        about.insert(script.to_owned(), Content { bytes, runs: true });
    }
    let members = [
        ("debian-binary", b"2.0\n".to_vec()),
        ("control.tar.gz", gzip(&tar(&about, ".", built.time)?)?),
        ("data.tar.gz", gzip(&tar(&files, ".", built.time)?)?),
    ];
    let name = format!("parlour_{version}_{}.deb", architecture(&built.triple)?);
    Ok((name, ar(&members, built.time)))
}

/// Returns the installed files by path.
fn installed(root: &Path, built: &Built) -> Result<Files, String> {
    let mut files = Files::new();
    for (path, content) in &built.files {
        let mut content = content.clone();
        let mut path = format!("usr/{path}");
        if path.contains("/man/") || path.ends_with("/CHANGELOG.md") {
            content.bytes = gzip(&content.bytes)?;
            path += ".gz";
        }
        path = path.replace("zsh/site-functions", "zsh/vendor-completions");
        // Debian's path for licenses.
        path = path.replace("/LICENSE-MIT", "/copyright");
        files.insert(path, content);
    }
    put(&mut files, "usr/lib/systemd/system/parlour.service", read(&root.join(super::UNIT))?);
    for unit in super::BACKUP_UNITS {
        let name = unit.rsplit('/').next().unwrap_or(unit);
        put(&mut files, format!("usr/lib/systemd/system/{name}"), read(&root.join(unit))?);
    }
    put(&mut files, SETTINGS, read(&root.join(FOLDER).join("default"))?);
    Ok(files)
}

/// Returns the control archive.
fn control(files: &Files, built: &Built, version: &str) -> Result<String, String> {
    let size: usize = files.values().map(|content| content.bytes.len().div_ceil(1024)).sum();
    let program = &built.files.get(super::PROGRAM).ok_or("the program is missing")?.bytes;
    let library = newest_library(program).ok_or("the program names no C library version")?;
    Ok(format!(
        "Package: parlour\nVersion: {version}\nArchitecture: {architecture}\n\
         Maintainer: Parlour's contributors <contributors@parlour.invalid>\n\
         Installed-Size: {size}\nDepends: libc6 (>= {library}), libgcc-s1\nPre-Depends: init-system-helpers (>= 1.54~)\n\
         Section: net\nPriority: optional\n\
         Description: card-game server with a web page, bots and exact rules\n \
         Scopa, Wall Street, Cassino, Gin Rummy, Thirty-One, Speed, Contract Bridge\n \
         and Sharks of Wall Street, against bots or friends, in the browser and in\n \
         the terminal. Installing it starts a server at http://127.0.0.1:4880.\n",
        architecture = architecture(&built.triple)?,
    ))
}

/// Returns Debian's name of an architecture.
fn architecture(triple: &str) -> Result<&'static str, String> {
    match triple.split('-').next() {
        Some("x86_64") => Ok("amd64"),
        Some("aarch64") => Ok("arm64"),
        _ => Err(format!("{triple}: unknown Debian architecture")),
    }
}

/// Returns the newest C library version that a program requires.
fn newest_library(program: &[u8]) -> Option<String> {
    const WORD: &[u8] = b"GLIBC_2.";
    let named = program.windows(WORD.len()).enumerate().filter(|(_, bytes)| *bytes == WORD);
    let minor = |at: usize| {
        let digits = program[at + WORD.len()..].iter().take_while(|byte| byte.is_ascii_digit());
        String::from_utf8(digits.copied().collect()).ok()?.parse::<u32>().ok()
    };
    named.filter_map(|(at, _)| minor(at)).max().map(|minor| format!("2.{minor}"))
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

    use super::*;

    #[test]
    fn the_newest_library_that_is_named_is_needed() {
        assert_eq!(
            newest_library(b"x\0GLIBC_2.2.5\0GLIBC_2.34\0GLIBC_2.9\0GLIBC_PRIVATE").as_deref(),
            Some("2.34")
        );
        assert_eq!(newest_library(b"GLIBC_2."), None);
    }

    #[test]
    fn the_package_says_what_dpkg_wants_to_know() {
        let mut files = Files::new();
        put(&mut files, super::super::PROGRAM, "\0GLIBC_2.34\0");
        put(&mut files, "share/man/man1/parlour.1", ".TH parlour 1\n");
        let built = Built { files, triple: "x86_64-unknown-linux-gnu".to_owned(), time: 0 };
        let (name, bytes) = package(&super::super::super::root(), &built, "0.1.0").unwrap();
        assert_eq!(name, "parlour_0.1.0_amd64.deb");
        if std::process::Command::new("dpkg-deb").arg("--version").output().is_err() {
            return;
        }
        let file = std::env::temp_dir().join(format!("{}-{name}", std::process::id()));
        fs::write(&file, bytes).unwrap();
        let ask = |arguments: &[&str]| {
            let output = std::process::Command::new("dpkg-deb").args(arguments).arg(&file).output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            String::from_utf8(output.stdout).unwrap()
        };
        let (about, list) = (ask(&["--field"]), ask(&["--contents"]));
        fs::remove_file(&file).unwrap();
        for line in ["Package: parlour\n", "Version: 0.1.0\n", "Depends: libc6 (>= 2.34), libgcc-s1\n"] {
            assert!(about.contains(line), "{about}");
        }
        for path in [
            "./usr/bin/parlour",
            "./usr/share/man/man1/parlour.1.gz",
            "./usr/lib/systemd/system/",
            "./etc/default/parlour",
        ] {
            assert!(list.contains(path), "{list}");
        }
    }
}
