//! Requests to push services, signed with the key of this server (VAPID, RFC 8292).

use super::{DAY, Endpoint, PushError};
use crate::https;
use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hyper_rustls::HttpsConnector;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _};
use std::io::{self, Write as _};
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use store::create_private;

/// Key file in the data folder. Browsers subscribe under its public key, so a new key loses all
/// subscriptions.
const FILE: &str = "push.pk8";

/// Lifetime of a signed claim. The standard allows a day.
const CLAIM: Duration = Duration::from_secs(12 * 60 * 60);

/// Sender that signs push notices.
pub(super) struct Sender {
    key: EcdsaKeyPair,
    contact: String,
    client: Client<HttpsConnector<HttpConnector>, Body>,
}

impl Sender {
    /// Reads the key from the data folder, or creates it.
    ///
    /// # Errors
    ///
    /// Returns [`PushError`] if the key or the system's certificates can't be used.
    pub(super) fn new(folder: &Path, contact: &str) -> Result<Self, PushError> {
        let file = folder.join(FILE);
        let key = kept_key(&file).map_err(|reason| PushError::Key { file, reason })?;
        let connector = https::connector(None)?.https_or_http().enable_http1().build();
        let client = Client::builder(TokioExecutor::new()).build(connector);
        Ok(Self { key, contact: contact.to_owned(), client })
    }

    /// Checks the key, if there is one, and the system's certificates. Writes nothing.
    ///
    /// # Errors
    ///
    /// Returns [`PushError`] like [`Sender::new`].
    pub(super) fn check(folder: &Path) -> Result<(), PushError> {
        let file = folder.join(FILE);
        if file.exists() {
            kept_key(&file).map_err(|reason| PushError::Key { file, reason })?;
        }
        https::connector(None)?;
        Ok(())
    }

    /// Returns the public key with which browsers subscribe.
    pub(super) fn public_key(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.key.public_key())
    }

    /// Sends a notice to a device, and returns the status of its push service.
    pub(super) async fn send(&self, endpoint: &Endpoint) -> Result<StatusCode, String> {
        let claim =
            self.claim(&endpoint.origin, SystemTime::now()).map_err(|_| "the claim can't be signed")?;
        let request = Request::builder()
            .method(Method::POST)
            .uri(&endpoint.uri)
            .header(header::AUTHORIZATION, format!("vapid t={claim}, k={}", self.public_key()))
            .header("ttl", DAY.as_secs())
            .header("urgency", "normal")
            // A later notice replaces one that has not arrived.
            .header("topic", "turn")
            .header(header::CONTENT_LENGTH, 0)
            .body(Body::empty())
            .map_err(|error| error.to_string())?;
        self.client.request(request).await.map(|answer| answer.status()).map_err(|error| error.to_string())
    }

    /// Returns the JSON web token (RFC 7519) that names the sender to a push service.
    fn claim(&self, origin: &str, now: SystemTime) -> Result<String, ring::error::Unspecified> {
        let until = now.duration_since(UNIX_EPOCH).unwrap_or_default() + CLAIM;
        let claims = serde_json::json!({ "aud": origin, "exp": until.as_secs(), "sub": self.contact });
        let head = URL_SAFE_NO_PAD.encode(br#"{"typ":"JWT","alg":"ES256"}"#);
        let signed = format!("{head}.{}", URL_SAFE_NO_PAD.encode(claims.to_string()));
        let signature = self.key.sign(&SystemRandom::new(), signed.as_bytes())?;
        Ok(format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature)))
    }
}

/// Reads the private key from its file, or creates it.
fn kept_key(file: &Path) -> io::Result<EcdsaKeyPair> {
    let random = SystemRandom::new();
    let kept = match std::fs::read(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let made = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random)
                .map_err(|_| io::Error::other("the operating system returned no random numbers"))?;
            // Written to another file first, because half a key would make the next start fail.
            let beside = file.with_extension("new");
            let _ = std::fs::remove_file(&beside);
            let mut new = create_private(&beside)?;
            new.write_all(made.as_ref())?;
            new.sync_all()?;
            std::fs::rename(&beside, file)?;
            made.as_ref().to_vec()
        }
        kept => kept?,
    };
    EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &kept, &random)
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, format!("not an ES256 key: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_created_once_and_is_private() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(FILE);
        let first = kept_key(&file).unwrap();
        assert_eq!(first.public_key().as_ref(), kept_key(&file).unwrap().public_key().as_ref());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        }
        std::fs::write(&file, b"no key").unwrap();
        assert_eq!(kept_key(&file).unwrap_err().kind(), io::ErrorKind::InvalidData);
    }
}
