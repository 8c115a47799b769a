//! Replacement of `ceremonies` in a build without the feature. Its accounts have passwords and recovery codes only.

use super::Player;
use crate::request_error::RequestError;
use ::people::PlayerName;
use ::table::GuestId;
use serde_json::Value;
use store::TokenHash;

/// Ceremonies of no passkeys.
pub(super) struct Ceremonies;

/// Ceremony that has a signature. The type has no values, because this build has no passkeys.
pub(super) enum SignInCeremony {}

impl Ceremonies {
    pub(super) fn new(_: &[String]) -> Self {
        Self
    }

    pub(super) fn shown_host(&self, _: Option<&str>) -> Option<&str> {
        None
    }

    pub(super) fn begin_registration(
        &self,
        _: Player,
        _: Option<PlayerName>,
        _: &str,
        _: Vec<Vec<u8>>,
        _: Option<&str>,
    ) -> Result<Value, RequestError> {
        Err(RequestError::NoPasskeys)
    }

    pub(super) fn finish_registration(
        &self,
        _: Player,
        _: &Value,
    ) -> Result<(Option<PlayerName>, Vec<u8>, String), RequestError> {
        Err(RequestError::NoCeremony)
    }

    pub(super) fn begin_sign_in(&self, _: TokenHash, _: Option<&str>) -> Result<Value, RequestError> {
        Err(RequestError::NoPasskeys)
    }

    pub(super) fn finish_sign_in(&self, _: TokenHash, _: &Value) -> Result<SignInCeremony, RequestError> {
        Err(RequestError::NoCeremony)
    }
}

impl SignInCeremony {
    pub(super) fn credential(&self) -> Vec<u8> {
        match *self {}
    }

    pub(super) fn check(self, _: GuestId, _: &str) -> Result<String, RequestError> {
        match self {}
    }
}
