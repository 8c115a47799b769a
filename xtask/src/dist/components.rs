//! Third-party components of the program: crates, and the npm packages of the page.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Crate or npm package that a release contains.
pub(super) struct Component {
    pub name: String,
    pub version: String,
    /// Package URL: `pkg:cargo/serde@1.0.0`.
    pub purl: String,
    /// License, as an SPDX expression.
    pub terms: String,
    /// Full license texts from its sources.
    pub texts: Vec<String>,
    /// Hash of the download: algorithm and digits.
    pub hash: Option<(&'static str, String)>,
    /// Dependencies, as package URLs.
    pub needs: BTreeSet<String>,
}

/// All components, and the direct dependencies of the program.
pub(super) struct Components {
    pub all: Vec<Component>,
    pub needed: BTreeSet<String>,
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    resolve: Resolve,
}

#[derive(Deserialize)]
struct Package {
    id: String,
    name: String,
    version: String,
    license: Option<String>,
    /// `None` for crates of this workspace.
    source: Option<String>,
    manifest_path: PathBuf,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    deps: Vec<Needed>,
}

#[derive(Deserialize)]
struct Needed {
    pkg: String,
    dep_kinds: Vec<Kind>,
}

#[derive(Deserialize)]
struct Kind {
    /// `None` for dependencies at run time, as opposed to builds and tests.
    kind: Option<String>,
}

/// Relevant part of npm's lock file.
#[derive(Deserialize)]
struct Lock {
    packages: BTreeMap<String, Locked>,
}

#[derive(Deserialize)]
struct Locked {
    #[serde(default)]
    version: String,
    #[serde(default)]
    dev: bool,
    license: Option<String>,
    integrity: Option<String>,
    #[serde(default)]
    dependencies: BTreeMap<String, String>,
}

/// Finds the components for a target.
pub(super) fn find(root: &Path, triple: &str) -> Result<Components, String> {
    let mut crates = crates(root, triple)?;
    let (packages, needed) = packages(root)?;
    for (folder, mut package) in packages {
        package.texts = texts(&folder)?;
        crates.all.push(package);
    }
    crates.needed.extend(needed);
    Ok(crates)
}

fn crates(root: &Path, triple: &str) -> Result<Components, String> {
    let mut ask =
        crate::cargo(&["metadata", "--format-version", "1", "--locked", "--filter-platform", triple]);
    ask.args(crate::EVERYTHING);
    let metadata: Metadata = serde_json::from_str(&crate::output(&mut ask)?)
        .map_err(|error| format!("cargo metadata: {error}"))?;
    let packages: BTreeMap<&str, &Package> =
        metadata.packages.iter().map(|package| (package.id.as_str(), package)).collect();
    let needs: BTreeMap<&str, Vec<&str>> =
        metadata.resolve.nodes.iter().map(|node| (node.id.as_str(), to_run(node))).collect();
    let hashes = hashes(&read(&root.join("Cargo.lock"))?);
    let program =
        metadata.packages.iter().find(|package| package.name == "parlour" && package.source.is_none());
    let program = program.ok_or("the program isn't a package of the workspace")?;

    let mut all = BTreeMap::new();
    let mut needed = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut waiting = vec![program.id.as_str()];
    while let Some(id) = waiting.pop() {
        let Some(package) = packages.get(id).filter(|_| seen.insert(id)) else { continue };
        let of_others = needs.get(id).into_iter().flatten().filter_map(|id| packages.get(id));
        let of_others: BTreeSet<String> =
            of_others.filter(|package| package.source.is_some()).map(|package| purl(package)).collect();
        waiting.extend(needs.get(id).into_iter().flatten());
        if package.source.is_none() {
            // Crates of this workspace count as one program.
            needed.extend(of_others);
            continue;
        }
        let hash = hashes.get(&(package.name.clone(), package.version.clone()));
        let component = Component {
            name: package.name.clone(),
            version: package.version.clone(),
            purl: purl(package),
            terms: package.license.as_deref().unwrap_or("NOASSERTION").replace('/', " OR "),
            texts: texts(package.manifest_path.parent().unwrap_or(root))?,
            hash: hash.map(|hash| ("SHA-256", hash.clone())),
            needs: of_others,
        };
        all.insert(component.purl.clone(), component);
    }
    Ok(Components { all: all.into_values().collect(), needed })
}

fn to_run(node: &Node) -> Vec<&str> {
    let runs = |needed: &&Needed| needed.dep_kinds.iter().any(|kind| kind.kind.is_none());
    node.deps.iter().filter(runs).map(|needed| needed.pkg.as_str()).collect()
}

fn purl(package: &Package) -> String {
    format!("pkg:cargo/{}@{}", package.name, package.version)
}

/// Returns the hashes of Cargo's lock file, by name and version.
fn hashes(lock: &str) -> BTreeMap<(String, String), String> {
    let value = |part: &str, key: &str| {
        let line = part.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = \""))?;
        Some(line.trim_end_matches('"').to_owned())
    };
    let parts = lock.split("[[package]]").skip(1);
    parts
        .filter_map(|part| Some(((value(part, "name")?, value(part, "version")?), value(part, "checksum")?)))
        .collect()
}

/// Returns the npm packages of the page with their folders: all that the lock file doesn't mark as
/// development dependencies.
fn packages(root: &Path) -> Result<(Vec<(PathBuf, Component)>, BTreeSet<String>), String> {
    let lock: Lock = serde_json::from_str(&read(&root.join("web/package-lock.json"))?)
        .map_err(|error| format!("web/package-lock.json: {error}"))?;
    let called =
        |name: &str, locked: &Locked| format!("pkg:npm/{}@{}", name.replace('@', "%40"), locked.version);
    // A package that needs another version than the shared one has it in its own folder.
    let find = |path: &str, name: &str| {
        let places = [format!("{path}/node_modules/{name}"), format!("node_modules/{name}")];
        places.iter().find_map(|place| lock.packages.get(place)).map(|locked| called(name, locked))
    };
    let of = |path: &str, locked: &Locked| -> BTreeSet<String> {
        locked.dependencies.keys().filter_map(|name| find(path, name)).collect()
    };
    let mut all = Vec::new();
    for (path, locked) in lock.packages.iter().filter(|(path, locked)| !path.is_empty() && !locked.dev) {
        let name = path.rsplit("node_modules/").next().unwrap_or_default();
        let package = Component {
            name: name.to_owned(),
            version: locked.version.clone(),
            purl: called(name, locked),
            terms: locked.license.clone().unwrap_or_else(|| "NOASSERTION".to_owned()),
            texts: Vec::new(),
            hash: locked.integrity.as_deref().and_then(digits).map(|digits| ("SHA-512", digits)),
            needs: of(path, locked),
        };
        all.push((root.join("web").join(path), package));
    }
    let needed = lock.packages.get("").map(|locked| of("", locked)).unwrap_or_default();
    Ok((all, needed))
}

/// Converts an npm hash to hexadecimal digits.
fn digits(integrity: &str) -> Option<String> {
    let bytes = STANDARD.decode(integrity.strip_prefix("sha512-")?).ok()?;
    Some(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Returns the license texts of a folder.
fn texts(folder: &Path) -> Result<Vec<String>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    let is_terms = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_uppercase();
        let begins = ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"];
        path.is_file() && begins.iter().any(|word| name.starts_with(word))
    };
    paths.into_iter().filter(is_terms).map(|path| read(&path)).collect()
}

fn read(path: &Path) -> Result<String, String> {
    let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hashes_of_both_lock_files_are_read() {
        let lock = "version = 4\n\n[[package]]\nname = \"a\"\nversion = \"1.0.0\"\nchecksum = \"00ff\"\n\n[[package]]\nname = \"own\"\nversion = \"0.1.0\"\n";
        let hashes = hashes(lock);
        assert_eq!(hashes.get(&("a".to_owned(), "1.0.0".to_owned())).map(String::as_str), Some("00ff"));
        assert_eq!(hashes.len(), 1);
        assert_eq!(digits("sha512-AP8="), Some("00ff".to_owned()));
        assert_eq!(digits("sha1-AP8="), None);
    }

    #[test]
    fn the_page_is_made_of_what_its_package_names() {
        let (all, needed) = packages(&crate::root()).expect("the lock file can be read");
        let names: Vec<&str> = all.iter().map(|(_, package)| package.name.as_str()).collect();
        assert!(names.contains(&"svelte") && !names.contains(&"vite"), "{names:?}");
        assert!(needed.iter().any(|purl| purl.starts_with("pkg:npm/svelte@")), "{needed:?}");
        let known: BTreeSet<&String> = all.iter().map(|(_, package)| &package.purl).collect();
        assert!(
            all.iter()
                .flat_map(|(_, package)| &package.needs)
                .chain(&needed)
                .all(|purl| known.contains(purl))
        );
    }
}
