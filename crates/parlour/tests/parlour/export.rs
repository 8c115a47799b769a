//! Export of the page as a folder of files.

#![cfg(feature = "page")]

use serde_json::Value;
use std::collections::BTreeMap;
use std::process::{Command, Output};

fn parlour(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_parlour")).args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn the_page_is_written_as_a_folder_of_files() {
    let parent = tempfile::tempdir().unwrap();
    let site = parent.path().join("deep/site");
    let written = site.to_str().unwrap();
    let output = parlour(&["export", written, "--base", "/some/cards/"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let said = text(&output.stdout);
    assert!(said.contains(" files (") && said.contains("/some/cards/404.html"), "{said}");

    let read = |path: &str| std::fs::read(site.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    let document = read("index.html");
    assert!(text(&document).contains("src=\"/some/cards/assets/home-"));
    for place in ["404.html", "rules/scopa/index.html", "pads/index.html", "learn/bridge/index.html"] {
        assert_eq!(read(place), document, "{place}");
    }
    for module in ["pads", "arbiter", "records", "play-scopa"] {
        assert_eq!(read(&format!("{module}.wasm"))[..4], *b"\0asm", "{module}");
        assert!(
            read(&format!("{module}.wasm.br")).len() < read(&format!("{module}.wasm.gz")).len(),
            "{module}"
        );
    }
    // The manifest works at any base.
    let manifest: Value = serde_json::from_slice(&read("manifest.webmanifest")).unwrap();
    assert_eq!((&manifest["start_url"], &manifest["scope"]), (&"./".into(), &"./".into()));
    for picture in ["icons", "screenshots"].iter().flat_map(|kind| manifest[kind].as_array().unwrap()) {
        read(picture["src"].as_str().unwrap());
    }

    // Existing files stay without `--force`. Files of other names always stay.
    std::fs::write(site.join("index.html"), "mine").unwrap();
    std::fs::write(site.join("CNAME"), "cards.example").unwrap();
    let refused = parlour(&["export", written]);
    assert!(!refused.status.success() && text(&refused.stderr).contains("isn't empty"));
    assert_eq!(read("index.html"), b"mine");
    // The old name of the command still works.
    let forced = parlour(&["site", written, "--force"]);
    assert!(forced.status.success());
    assert!(text(&forced.stderr).starts_with("warning: site is now export"), "{}", text(&forced.stderr));
    assert!(text(&read("index.html")).contains("src=\"/assets/home-"));
    assert_eq!(read("CNAME"), b"cards.example");
}

#[test]
fn a_folder_that_cannot_be_is_refused() {
    let parent = tempfile::tempdir().unwrap();
    let file = parent.path().join("file");
    std::fs::write(&file, "").unwrap();
    let refused = parlour(&["export", file.to_str().unwrap()]);
    assert!(!refused.status.success() && text(&refused.stderr).starts_with(file.to_str().unwrap()));
    let never = parent.path().join("never");
    for base in ["cards/", "/cards", "/../", "//", "/cards/?/"] {
        let refused = parlour(&["export", never.to_str().unwrap(), "--base", base]);
        assert_eq!(refused.status.code(), Some(2), "{base}");
        assert!(!never.exists(), "{base}");
    }
}

/// Writes the page for this base to a folder. Returns its files by path.
fn exported(base: &str) -> BTreeMap<String, Vec<u8>> {
    let folder = tempfile::tempdir().unwrap();
    let output = parlour(&["export", folder.path().to_str().unwrap(), "--base", base]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.path().to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let steps = path.strip_prefix(folder.path()).unwrap().iter();
                let name = steps.map(|step| step.to_str().unwrap()).collect::<Vec<_>>().join("/");
                files.insert(name, std::fs::read(path).unwrap());
            }
        }
    }
    files
}

#[test]
fn documents_refer_only_to_files_of_the_folder() {
    let files = exported("/some/cards/");
    for (path, bytes) in files.iter().filter(|(path, _)| path.ends_with(".html")) {
        let text = text(bytes);
        assert!(text.contains("<html data-server=\"none\" lang="), "{path}");
        let named: Vec<&str> = ["href=\"", "src=\""]
            .iter()
            .flat_map(|attribute| text.split(attribute).skip(1).filter_map(|rest| rest.split('"').next()))
            .collect();
        assert!(named.len() > 4, "{path}: {named:?}");
        for name in named {
            let file = name.strip_prefix("/some/cards/").unwrap_or_else(|| panic!("{path}: {name}"));
            assert!(files.contains_key(file), "{path}: {name}");
        }
    }
}

#[test]
fn the_service_worker_caches_only_files_of_the_folder() {
    let files = exported("/");
    let worker = text(&files["service-worker.js"]);
    assert!(worker.contains("const VERSION = \"alone-"));
    let list = worker.split("const FILES = [").nth(1).unwrap().split(']').next().unwrap();
    let kept: Vec<&str> = list.split(", ").map(|name| name.trim_matches('"')).collect();
    assert!(kept.contains(&"index.html") && kept.len() > 50);
    assert_eq!(kept.iter().find(|file| !files.contains_key(**file)), None);
}
