//! The browser page, built by npm and embedded in the program.

use server::{Asset, Page};
use std::borrow::Cow;

/// Browser page that is embedded in the program.
#[derive(Clone, Copy, Debug)]
pub struct Embedded;

/// Returns a note on missing features and how to get them, if the page was built without its
/// WebAssembly modules.
#[must_use]
pub fn missing() -> Option<&'static str> {
    let missing = "This copy has no score pads, deck checker and arbiter. To have them: rustup target add \
        wasm32-unknown-unknown, and build again.";
    Embedded.find("pads.wasm").is_none().then_some(missing)
}

/// File of the browser page.
#[derive(Debug)]
pub struct File {
    /// Path under the page's root, with slashes on every system.
    pub path: &'static str,
    /// Content of the file.
    pub bytes: &'static [u8],
    tag: &'static str,
    /// Content in Brotli, if that is shorter.
    pub brotli: Option<&'static [u8]>,
    /// Content in gzip, if that is shorter.
    pub gzip: Option<&'static [u8]>,
}

static FILES: &[File] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

impl Embedded {
    /// Returns every file of the page. Files refer to each other relatively, except the documents,
    /// which assume the page at `/`.
    #[must_use]
    pub fn files() -> &'static [File] {
        FILES
    }
}

impl Page for Embedded {
    fn find(&self, path: &str) -> Option<Asset> {
        let file = FILES.iter().find(|file| file.path == path)?;
        Some(Asset {
            bytes: Cow::Borrowed(file.bytes),
            content_type: Cow::Borrowed(content_type(path)),
            tag: Cow::Borrowed(file.tag),
            // Vite puts a hash into the names of these files.
            immutable: path.starts_with("assets/"),
            brotli: file.brotli.map(Cow::Borrowed),
            gzip: file.gzip.map(Cow::Borrowed),
        })
    }
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("wasm") => "application/wasm",
        Some("woff2") => "font/woff2",
        Some("png") => "image/png",
        Some("jpg") => "image/jpeg",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_has_a_type_and_the_front_page_is_there() {
        assert!(Embedded.find("index.html").is_some());
        assert!(Embedded.find("no such file").is_none());
        for file in FILES {
            assert_ne!(content_type(file.path), "application/octet-stream", "{}", file.path);
            assert!(file.brotli.is_none_or(|brotli| brotli.len() < file.bytes.len()));
        }
    }
}
