//! The browser page, built by npm and embedded in the program.

use server::{Asset, Page};
use std::borrow::Cow;

/// Browser page that is embedded in the program. Files refer to each other relatively, except the documents, which assume
/// the page at `/`.
#[derive(Clone, Copy, Debug)]
pub struct Embedded;

/// File of the browser page. The path has slashes on every system; a compressed form is absent if it is not shorter.
struct File {
    path: &'static str,
    bytes: &'static [u8],
    tag: &'static str,
    brotli: Option<&'static [u8]>,
    gzip: Option<&'static [u8]>,
}

static FILES: &[File] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

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

    fn paths(&self) -> Vec<&str> {
        FILES.iter().map(|file| file.path).collect()
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
