//! Export of the page as a folder of files.

#![cfg(feature = "page")]

use serde_json::Value;
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
