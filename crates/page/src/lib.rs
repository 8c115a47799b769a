//! The browser page, built by npm and embedded in the program: what is served is what was tested.

use server::{Asset, Page};
use std::borrow::Cow;

/// The page in the program.
#[derive(Clone, Copy, Debug)]
pub struct Embedded;

/// What this copy of the page cannot do, and how to have it, if it was built without its offline part.
#[must_use]
pub fn missing() -> Option<&'static str> {
    let missing = "This copy has no score pads, deck checker and arbiter. To have them: rustup target add \
        wasm32-unknown-unknown, and build again.";
    Embedded.find("pads.wasm").is_none().then_some(missing)
}

/// A file of the page.
#[derive(Debug)]
pub struct File {
    /// Where it lies under the page, with slashes on every system.
    pub path: &'static str,
    /// What is in it.
    pub bytes: &'static [u8],
    tag: &'static str,
    /// The same in Brotli, if that is shorter.
    pub brotli: Option<&'static [u8]>,
    /// The same in gzip, if that is shorter.
    pub gzip: Option<&'static [u8]>,
}

static FILES: &[File] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

impl Embedded {
    /// Every file of the page. What refers to another does so from where it lies, but for the documents: they take the page
    /// to lie at `/`.
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
            // Vite writes a hash into the names of everything it puts there.
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
