//! Page, which the server knows only as a set of files.

use std::borrow::Cow;

/// Source of the page's files, such as the program itself or a folder.
pub trait Page: Send + Sync {
    /// Returns the file at a path, such as `"index.html"` or `"assets/index-3f2a.js"`.
    fn find(&self, path: &str) -> Option<Asset>;
    /// Returns the paths of all files.
    fn paths(&self) -> Vec<&str>;
}

impl<P: Page + ?Sized> Page for &P {
    fn find(&self, path: &str) -> Option<Asset> {
        (**self).find(path)
    }

    fn paths(&self) -> Vec<&str> {
        (**self).paths()
    }
}

/// File of the browser page.
#[derive(Clone, Debug)]
pub struct Asset {
    /// Content of the file.
    pub bytes: Cow<'static, [u8]>,
    /// Content type, such as `"text/html; charset=utf-8"`.
    pub content_type: Cow<'static, str>,
    /// Entity tag without quotation marks: letters and digits that change with the bytes.
    pub tag: Cow<'static, str>,
    /// Whether the path changes with the bytes, so that clients may cache the file forever.
    pub immutable: bool,
    /// Content compressed with Brotli.
    pub brotli: Option<Cow<'static, [u8]>>,
    /// Content compressed with gzip.
    pub gzip: Option<Cow<'static, [u8]>>,
}

/// Browser page without files. The server then has only its API.
#[derive(Clone, Copy, Debug)]
pub struct NoPage;

impl Page for NoPage {
    fn find(&self, _path: &str) -> Option<Asset> {
        None
    }

    fn paths(&self) -> Vec<&str> {
        Vec::new()
    }
}
