//! Replacement of `sender` in a build without the feature. A server with Web Push does not start.

use super::{Endpoint, PushError};
use crate::NotBuilt;
use axum::http::StatusCode;
use std::path::Path;

/// Sender of notices. The type has no values, because this build has no Web Push.
pub(super) enum Sender {}

impl Sender {
    /// # Errors
    ///
    /// Always returns [`NotBuilt`].
    pub(super) fn new(_: &Path, _: &str) -> Result<Self, PushError> {
        Err(NotBuilt("web push").into())
    }

    /// # Errors
    ///
    /// Always returns [`NotBuilt`].
    pub(super) fn check(_: &Path) -> Result<(), PushError> {
        Err(NotBuilt("web push").into())
    }

    pub(super) fn public_key(&self) -> String {
        match *self {}
    }

    pub(super) async fn send(&self, _: &Endpoint) -> Result<StatusCode, String> {
        match *self {}
    }
}
