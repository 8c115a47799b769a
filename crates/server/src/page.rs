//! The page, of which the server knows only that it is files.

use std::borrow::Cow;

/// Where the files of the page are: in the program, in a folder, nowhere.
pub trait Page: Send + Sync {
    /// The file at this path, such as `"index.html"` or `"assets/index-3f2a.js"`.
    fn find(&self, path: &str) -> Option<Asset>;
}

/// A file of the page.
#[derive(Clone, Debug)]
pub struct Asset {
    /// What is in it.
    pub bytes: Cow<'static, [u8]>,
    /// What that is: `"text/html; charset=utf-8"`.
    pub content_type: Cow<'static, str>,
    /// Something that changes when the bytes do, without quotation marks; letters and digits.
    pub tag: Cow<'static, str>,
    /// Whether the path changes when the bytes do, so that the file can be kept for ever.
    pub immutable: bool,
    /// The same, compressed with Brotli.
    pub brotli: Option<Cow<'static, [u8]>>,
    /// The same, compressed with gzip.
    pub gzip: Option<Cow<'static, [u8]>>,
}

/// No page: the server has only its API.
#[derive(Clone, Copy, Debug)]
pub struct NoPage;

impl Page for NoPage {
    fn find(&self, _path: &str) -> Option<Asset> {
        None
    }
}
