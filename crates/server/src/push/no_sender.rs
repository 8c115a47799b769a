//! Stands in for `sender` in a build without the feature: a server that is asked for notices does not start.

use super::{Endpoint, PushError};
use crate::NotBuilt;
use axum::http::StatusCode;
use std::path::Path;

/// Sends notices. This build cannot make any, so the type has no values.
pub(super) enum Sender {}

impl Sender {
    /// # Errors
    ///
    /// Always returns [`NotBuilt`].
    pub(super) fn new(_: &Path, _: &str) -> Result<Self, PushError> {
        Err(NotBuilt("web push").into())
    }

    pub(super) fn public_key(&self) -> String {
        match *self {}
    }

    pub(super) async fn send(&self, _: &Endpoint) -> Result<StatusCode, String> {
        match *self {}
    }
}
