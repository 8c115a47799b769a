//! `cargo xtask release`: checks that tag, versions and changelog of a release agree, and gathers its files. A workflow of the
//! forge calls it and publishes the result.

use crate::dist::{sums, write};
use std::fs;
use std::path::Path;

/// Version of all crates.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Ends of the names of the files that a release has: a package, an archive and a bill of materials for each processor.
const EXPECTED: [&str; 6] = [
    "_amd64.deb",
    "_arm64.deb",
    "-x86_64-unknown-linux-gnu.tar.gz",
    "-aarch64-unknown-linux-gnu.tar.gz",
    "-x86_64-unknown-linux-gnu.cdx.json",
    "-aarch64-unknown-linux-gnu.cdx.json",
];

/// Checks that a tag, the versions of the manifest and the changelog agree. Returns the version's part of the changelog.
pub(crate) fn notes(root: &Path, tag: &str) -> Result<String, String> {
    let read = |name: &str| fs::read_to_string(root.join(name)).map_err(|error| format!("{name}: {error}"));
    check(tag, VERSION, &read("Cargo.toml")?, &read("CHANGELOG.md")?)
}

fn check(tag: &str, version: &str, manifest: &str, changelog: &str) -> Result<String, String> {
    if tag.strip_prefix('v') != Some(version) {
        return Err(format!("the tag {tag} is not v{version}, the version in Cargo.toml"));
    }
    for (crate_, required) in required_versions(manifest) {
        if required != version {
            return Err(format!("Cargo.toml requires {crate_} {required} and not {version}"));
        }
    }
    if !section(changelog, |heading| heading == "[Unreleased]").unwrap_or_default().is_empty() {
        return Err("CHANGELOG.md has entries under [Unreleased]".to_owned());
    }
    let heading = |heading: &str| {
        heading.strip_prefix(&format!("[{version}] - ")).is_some_and(|date| {
            date.len() == 10
                && date.split('-').map(str::len).eq([4, 2, 2])
                && date.bytes().all(|byte| byte == b'-' || byte.is_ascii_digit())
        })
    };
    match section(changelog, heading) {
        None => Err(format!("CHANGELOG.md has no heading [{version}] with a date such as 2030-01-31")),
        Some("") => Err(format!("CHANGELOG.md says nothing about {version}")),
        Some(notes) => Ok(format!("{notes}\n")),
    }
}

/// Returns the crates of the workspace that the manifest requires in a version, and the versions.
fn required_versions(manifest: &str) -> impl Iterator<Item = (&str, &str)> {
    manifest.lines().filter(|line| line.contains("path = \"crates/")).filter_map(|line| {
        let version = line.split_once("version = \"")?.1.split('"').next()?;
        Some((line.split(' ').next()?, version))
    })
}

/// Returns the text below a heading of the second level, without blank lines around it.
fn section(changelog: &str, is_wanted: impl Fn(&str) -> bool) -> Option<&str> {
    let mut sections = changelog.split("\n## ").skip(1);
    sections.find_map(|section| {
        let (heading, text) = section.split_once('\n').unwrap_or((section, ""));
        is_wanted(heading.trim()).then(|| text.trim())
    })
}

/// Gathers the files that `cargo xtask dist` has built on several machines, and writes the checksums of all. Each folder in
/// `from` is that of one machine.
pub(crate) fn gather(from: &Path, to: &Path) -> Result<(), String> {
    let failed = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    let _ = fs::remove_dir_all(to);
    fs::create_dir_all(to).map_err(|error| failed(to, error))?;
    for folder in crate::documents::entries(from)? {
        let list = folder.join("SHA256SUMS");
        let promised = fs::read_to_string(&list).map_err(|error| failed(&list, error))?;
        if promised != sums(&folder)? {
            return Err(format!("{}: the files are not those of SHA256SUMS", folder.display()));
        }
        for name in promised.lines().filter_map(|line| line.split_once("  ")).map(|(_, name)| name) {
            let (file, copy) = (folder.join(name), to.join(name));
            if copy.exists() {
                return Err(format!("two machines have built {name}"));
            }
            fs::copy(&file, &copy).map_err(|error| failed(&file, error))?;
        }
    }
    let sums = sums(to)?;
    let missing: Vec<&str> =
        EXPECTED.into_iter().filter(|end| !sums.lines().any(|line| line.ends_with(end))).collect();
    if !missing.is_empty() {
        return Err(format!("no file ends with {}", missing.join(", ")));
    }
    write(to, "SHA256SUMS", sums.as_bytes()).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    const MANIFEST: &str = "[workspace.package]\nversion = \"1.2.3\"\n[workspace.dependencies]\n\
        bots = { package = \"parlour-bots\", path = \"crates/bots\", version = \"1.2.3\" }\n\
        server = { path = \"crates/server\" }\nserde = { version = \"1\" }\n";
    const CHANGELOG: &str = "# Changelog\n\n## [Unreleased]\n\n## [1.2.3] - 2030-01-31\n\n### Added\n- A game.\n\n\
        ## [1.2.2] - 2029-01-31\n- Another.\n";

    #[test]
    fn a_tag_that_fits_has_the_notes_of_its_version() {
        assert_eq!(check("v1.2.3", "1.2.3", MANIFEST, CHANGELOG), Ok("### Added\n- A game.\n".to_owned()));
    }

    #[test]
    fn tag_versions_and_changelog_must_agree() {
        let old =
            MANIFEST.replace("\"crates/bots\", version = \"1.2.3\"", "\"crates/bots\", version = \"1.2.2\"");
        let replaced = |from: &str, to: &str| CHANGELOG.replace(from, to);
        for (tag, manifest, changelog, said) in [
            ("v1.2.4", MANIFEST, CHANGELOG.to_owned(), "the tag v1.2.4 is not v1.2.3"),
            ("1.2.3", MANIFEST, CHANGELOG.to_owned(), "the tag 1.2.3 is not v1.2.3"),
            ("v1.2.3", &old, CHANGELOG.to_owned(), "requires bots 1.2.2"),
            (
                "v1.2.3",
                MANIFEST,
                replaced("2030-01-31", "not yet released"),
                "no heading [1.2.3] with a date",
            ),
            ("v1.2.3", MANIFEST, replaced("[1.2.3]", "[1.2.0]"), "no heading [1.2.3]"),
            ("v1.2.3", MANIFEST, replaced("### Added\n- A game.\n", ""), "says nothing about 1.2.3"),
            ("v1.2.3", MANIFEST, replaced("d]\n", "d]\n- More.\n"), "entries under [Unreleased]"),
        ] {
            let refused = check(tag, "1.2.3", manifest, &changelog).unwrap_err();
            assert!(refused.contains(said), "{said}: {refused}");
        }
    }

    #[test]
    fn the_manifest_requires_one_version_of_all_published_crates() {
        let manifest = include_str!("../../Cargo.toml");
        assert!(required_versions(manifest).count() >= 9);
        assert!(required_versions(manifest).all(|(_, version)| version == VERSION));
    }

    /// Writes the files that two machines build.
    fn built(folder: &Path) {
        let _ = fs::remove_dir_all(folder);
        for (machine, processor, architecture) in [("a", "x86_64", "amd64"), ("b", "aarch64", "arm64")] {
            let folder = folder.join(machine);
            fs::create_dir_all(&folder).unwrap();
            for name in [
                format!("parlour-1.2.3-{processor}-unknown-linux-gnu.tar.gz"),
                format!("parlour-1.2.3-{processor}-unknown-linux-gnu.cdx.json"),
                format!("parlour_1.2.3_{architecture}.deb"),
            ] {
                write(&folder, &name, name.as_bytes()).unwrap();
            }
            write(&folder, "SHA256SUMS", sums(&folder).unwrap().as_bytes()).unwrap();
        }
    }

    #[test]
    fn a_release_has_the_files_of_all_machines_as_they_were_built() {
        let folder = std::env::temp_dir().join(format!("parlour-release-{}", std::process::id()));
        let (from, to) = (folder.join("from"), folder.join("to"));
        built(&from);
        gather(&from, &to).unwrap();
        let list = fs::read_to_string(to.join("SHA256SUMS")).unwrap();
        assert_eq!(list, sums(&to).unwrap());
        assert_eq!(list.lines().count(), EXPECTED.len(), "{list}");

        fs::write(from.join("a/parlour_1.2.3_amd64.deb"), "changed on its way").unwrap();
        assert!(gather(&from, &to).unwrap_err().contains("not those of SHA256SUMS"));
        built(&from);
        fs::remove_dir_all(from.join("b")).unwrap();
        assert!(gather(&from, &to).unwrap_err().contains("_arm64.deb"));
        built(&from);
        fs::rename(from.join("b"), from.join("c")).unwrap();
        let copy = from.join("b");
        fs::create_dir(&copy).unwrap();
        write(&copy, "parlour_1.2.3_amd64.deb", b"other").unwrap();
        write(&copy, "SHA256SUMS", sums(&copy).unwrap().as_bytes()).unwrap();
        assert!(gather(&from, &to).unwrap_err().contains("two machines have built parlour_1.2.3_amd64.deb"));
        fs::remove_dir_all(folder).unwrap();
    }

    /// Returns the workflows of the forge, by name.
    fn workflows() -> Vec<(String, String)> {
        let folder: PathBuf = [env!("CARGO_MANIFEST_DIR"), "..", ".github", "workflows"].iter().collect();
        let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
        let files = crate::documents::entries(&folder).unwrap();
        files.iter().map(|path| (name(path), fs::read_to_string(path).unwrap())).collect()
    }

    /// Actions of the organisations behind PyPI and crates.io.
    const OF_REGISTRIES: [&str; 2] = ["pypa/gh-action-pypi-publish@", "rust-lang/crates-io-auth-action@"];

    #[test]
    fn workflows_use_actions_of_the_forge_and_only_the_release_those_of_registries() {
        let workflows = workflows();
        for (name, text) in &workflows {
            for action in
                text.lines().filter_map(|line| line.trim_start_matches([' ', '-']).strip_prefix("uses: "))
            {
                if let Some(called) = action.strip_prefix("./.github/workflows/") {
                    let (_, called) = workflows.iter().find(|(name, _)| name == called).expect(action);
                    assert!(called.contains("\n  workflow_call:\n"), "{action} can't be called");
                } else {
                    let of_registry = OF_REGISTRIES.iter().any(|of_registry| action.starts_with(of_registry));
                    assert!(
                        action.starts_with("actions/") || (name == "release.yml" && of_registry),
                        "{name}: {action}"
                    );
                }
            }
        }
    }

    /// A job that may write runs nothing of a pull request, because its workflow is not started by one.
    #[test]
    fn only_the_release_and_the_book_may_write() {
        for (name, text) in workflows() {
            assert!(text.contains("\npermissions:\n  contents: read\n"), "{name}");
            let may_write = text.lines().any(|line| line.trim_end().ends_with(": write"));
            assert_eq!(may_write, ["release.yml", "site.yml"].contains(&&*name), "{name}");
            assert!(!may_write || !text.contains("pull_request"), "{name}");
        }
    }

    /// Each artifact comes from a workflow that the release calls, and each job that publishes waits for all of them.
    #[test]
    fn a_release_publishes_what_the_called_workflows_built() {
        let workflows = workflows();
        let (_, release) = workflows.iter().find(|(name, _)| name == "release.yml").unwrap();
        let artifacts = |text: &str, key: &str| -> Vec<String> {
            let found = text.lines().filter_map(|line| line.trim().strip_prefix(key)).map(str::to_owned);
            found.filter(|name| name.contains('-')).collect()
        };
        for pattern in artifacts(release, "pattern: ") {
            let start = pattern.trim_end_matches('*');
            let is_built = workflows.iter().any(|(name, text)| {
                release.contains(&format!("uses: ./.github/workflows/{name}\n"))
                    && artifacts(text, "name: ")
                        .iter()
                        .any(|artifact| artifact.starts_with(&format!("{start}${{{{")))
            });
            assert!(is_built, "no called workflow builds {pattern}");
        }
        let jobs: Vec<&str> = release.split("\n  publish-").skip(1).collect();
        assert_eq!(jobs.len(), 4);
        for job in jobs {
            assert!(job.contains("needs: [test, packages, image, wheels, crates]\n"), "publish-{job}");
        }
    }
}
