//! Checks of the published crates (`parlour-…`): metadata, included files, and separate
//! compilation.

use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

/// Output of `cargo metadata`.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    /// Allowed registries: an empty list means none, a missing list all.
    publish: Option<Vec<String>>,
    manifest_path: PathBuf,
    description: Option<String>,
    readme: Option<PathBuf>,
    keywords: Vec<String>,
    categories: Vec<String>,
    dependencies: Vec<Dependency>,
    features: BTreeMap<String, Vec<String>>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
    req: String,
    path: Option<PathBuf>,
}

/// Runs the quick checks of metadata and files.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    let published = published(root)?;
    let mut problems = Vec::new();
    for package in &published {
        let complain = |problem: String| format!("{}: {problem}", package.name);
        problems.extend(missing_metadata(package, &published).into_iter().map(complain));
        let folder = package.manifest_path.parent().unwrap_or(root);
        let mut list =
            super::cargo(&["package", "--list", "--allow-dirty", "--quiet", "--package", &package.name]);
        let list: BTreeSet<PathBuf> = super::output(&mut list)?.lines().map(PathBuf::from).collect();
        for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
            if !list.contains(Path::new(licence)) {
                problems.push(complain(format!("the package has no {licence}")));
            }
        }
        for source in list.iter().filter(|path| path.extension().is_some_and(|ending| ending == "rs")) {
            let text = std::fs::read_to_string(folder.join(source))
                .map_err(|error| format!("{}: {error}", source.display()))?;
            for missing in included(source, &text).into_iter().filter(|path| !list.contains(path)) {
                problems.push(complain(format!(
                    "{} includes {}, which is outside the package",
                    source.display(),
                    missing.display()
                )));
            }
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

/// Runs the slow checks: packages and compiles every crate as the registry would, without
/// uploading.
pub(crate) fn rehearse(root: &Path) -> Result<(), String> {
    let mut publish = super::cargo(&["publish", "--dry-run", "--locked", "--allow-dirty"]);
    for package in published(root)? {
        publish.args(["--package", &package.name]);
    }
    super::run(&mut publish)
}

/// Returns the default features of a published crate.
pub(crate) fn default_features(root: &Path, name: &str) -> Result<Vec<String>, String> {
    let mut packages = published(root)?.into_iter();
    let package = packages.find(|package| package.name == name).ok_or_else(|| format!("no crate {name}"))?;
    package.features.get("default").cloned().ok_or_else(|| format!("{name} has no default features"))
}

fn published(root: &Path) -> Result<Vec<Package>, String> {
    let mut ask = super::cargo(&["metadata", "--no-deps", "--format-version", "1"]);
    let metadata: Metadata = serde_json::from_str(&super::output(ask.current_dir(root))?)
        .map_err(|error| format!("cargo metadata: {error}"))?;
    Ok(metadata.packages.into_iter().filter(|package| package.publish.is_none()).collect())
}

/// Returns the missing metadata.
fn missing_metadata(package: &Package, published: &[Package]) -> Vec<String> {
    let mut problems = Vec::new();
    if package.description.is_none() || package.readme.is_none() {
        problems.push("needs a description and a README".to_owned());
    }
    if package.keywords.is_empty() || package.keywords.len() > 5 || package.categories.is_empty() {
        problems.push("needs one to five keywords, and categories".to_owned());
    }
    for dependency in package.dependencies.iter().filter(|dependency| dependency.path.is_some()) {
        if dependency.req == "*" {
            problems.push(format!("its dependency {} has no version", dependency.name));
        }
        if !published.iter().any(|other| other.name == dependency.name) {
            problems.push(format!("its dependency {} is not published", dependency.name));
        }
    }
    problems
}

/// Returns the files that a source includes, relative to its package. A path that leaves the
/// package keeps its `..` and is therefore in no package.
fn included(source: &Path, text: &str) -> Vec<PathBuf> {
    let literal = |rest: &str| Some(rest.strip_prefix('"')?.split_once('"')?.0.to_owned());
    let beside = source.parent().unwrap_or(Path::new(""));
    let mut found = Vec::new();
    for word in ["include!(", "include_str!(", "include_bytes!("] {
        found.extend(text.split(word).skip(1).filter_map(literal).map(|path| normal(&beside.join(path))));
    }
    let of_package = text.split("env!(\"CARGO_MANIFEST_DIR\")").skip(1);
    for rest in of_package {
        // Up to the end of the statement: `concat!(…, "/file")` or `.join("file")`.
        let statement = rest.split(';').next().unwrap_or_default();
        let path = statement.split('"').nth(1).unwrap_or_default().trim_start_matches('/');
        let is_whole = !path.is_empty() && !path.contains('{') && path.contains(['.', '/']);
        if is_whole && (path.starts_with("..") || Path::new(path).extension().is_some()) {
            found.push(normal(Path::new(path)));
        }
    }
    found
}

/// Returns the path without redundant `..`.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for step in path.components() {
        match step {
            Component::ParentDir if normal.file_name().is_some() => {
                normal.pop();
            }
            Component::CurDir => (),
            _ => normal.push(step),
        }
    }
    normal
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(source: &str, text: &str) -> Vec<String> {
        included(Path::new(source), text).iter().map(|path| path.display().to_string()).collect()
    }

    #[test]
    fn what_a_source_includes_is_found_from_the_folder_of_its_package() {
        assert_eq!(named("src/lib.rs", "#[doc = include_str!(\"../README.md\")]"), ["README.md"]);
        assert_eq!(named("src/a/b.rs", "x(include_bytes!(\"../value.bin\"))"), ["src/value.bin"]);
        assert_eq!(named("src/b.rs", "include_str!(\"../../../docs/a.md\")"), ["../../docs/a.md"]);
        assert_eq!(
            named("tests/a.rs", "concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/tests/a.pbn\");"),
            ["tests/a.pbn"]
        );
        assert_eq!(named("tests/a.rs", "Path::new(env!(\"CARGO_MANIFEST_DIR\")).join(\"../..\")"), ["../.."]);
    }
}
