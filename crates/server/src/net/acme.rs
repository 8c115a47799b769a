//! Certificates from an ACME authority (RFC 8555). The authority validates the host names in a TLS handshake
//! on the server's own port (RFC 8737), so no other port is needed.

use super::tls::{Shown, TlsError, certified};
use super::validity::Validity;
use crate::https;
use crate::settings::{self, Settings};
use axum::body::Bytes;
use axum::http::Request;
use hyper_rustls::HttpsConnector;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use instant_acme::{
    Account, AccountCredentials, AuthorizationStatus, BodyWrapper, BytesResponse, ChallengeType, HttpClient,
    Identifier, NewAccount, NewOrder, Order, OrderStatus, RetryPolicy,
};
use rcgen::{CertificateParams, CustomExtension, KeyPair};
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use store::create_private;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::{self, PemObject};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use tokio_rustls::rustls::sign::CertifiedKey;

/// File in the data folder with the account, the certificate, and their keys.
const FILE: &str = "acme.json";

/// Timeout of one whole attempt.
const TIMEOUT: Duration = Duration::from_secs(600);

/// Timeouts of the validation and of the issuance.
const STEP: RetryPolicy = RetryPolicy::new().timeout(Duration::from_secs(120));

/// First and longest pause after a failure; the pause doubles each time. Let's Encrypt tolerates five
/// failures an hour.
const PAUSE: Duration = Duration::from_secs(300);
const LONGEST_PAUSE: Duration = Duration::from_secs(6 * 3600);

/// Longest sleep. A timer does not count the time in which the machine was suspended, so the clock is checked
/// this often.
const LONGEST_SLEEP: Duration = Duration::from_secs(3600);

/// Client of an ACME server, which issues the TLS certificate.
pub(crate) struct Acme {
    asked: settings::Acme,
    names: Vec<String>,
    file: PathBuf,
    shown: Arc<Shown>,
}

/// Contents of [`FILE`].
#[derive(Default, Serialize, Deserialize)]
struct AcmeState {
    account: Option<StoredAccount>,
    certificate: Option<Issued>,
}

/// Account, with its authority and contact.
#[derive(Serialize, Deserialize)]
struct StoredAccount {
    directory: String,
    contact: Option<String>,
    /// Credentials in the format of `instant-acme`, with the key.
    credentials: serde_json::Value,
}

/// Certificate with its host names and private key, as PEM.
#[derive(Serialize, Deserialize)]
struct Issued {
    directory: String,
    names: Vec<String>,
    chain: String,
    key: String,
}

/// Error of an attempt to obtain a certificate.
#[derive(Debug, thiserror::Error)]
enum AcmeError {
    #[error("{}", with_causes(.0))]
    Client(#[from] instant_acme::Error),
    #[error("the authority does not offer tls-alpn-01 for {0}")]
    NoProof(String),
    #[error("the validation of the host names failed: {0}")]
    NotOurs(String),
    #[error("the account can't be stored: {0}")]
    Account(#[from] serde_json::Error),
    #[error("the validation certificate can't be created: {0}")]
    Proof(#[from] rcgen::Error),
    #[error("the validation certificate can't be signed: {0}")]
    Signing(tokio_rustls::rustls::Error),
    #[error("the trusted root certificates can't be used: {0}")]
    Roots(#[from] tokio_rustls::rustls::Error),
    #[error(transparent)]
    Root(#[from] TlsError),
    #[error("the authority sent no certificate for our key")]
    Unusable,
    #[error("the new certificate has expired by this machine's clock")]
    Stale,
    #[error("the authority took longer than {} minutes", TIMEOUT.as_secs() / 60)]
    Slow,
}

impl AcmeError {
    /// Returns whether the authority no longer knows the account.
    fn is_of_unknown_account(&self) -> bool {
        let Self::Client(instant_acme::Error::Api(problem)) = self else { return false };
        problem.r#type.as_deref() == Some("urn:ietf:params:acme:error:accountDoesNotExist")
    }
}

impl Acme {
    /// # Errors
    ///
    /// Returns [`TlsError`] if there are no host names, or the root certificate can't be read.
    pub(super) fn new(
        asked: settings::Acme,
        settings: &Settings,
        shown: Arc<Shown>,
    ) -> Result<Self, TlsError> {
        if settings.names.is_empty() {
            return Err(TlsError::Nameless);
        }
        asked.root.as_deref().map(read_root).transpose()?;
        let names = settings.names.iter().map(|name| name.to_ascii_lowercase()).collect();
        Ok(Self { asked, names, file: settings.data.join(FILE), shown })
    }

    /// Uses the stored certificate, and renews it when two thirds of its validity are over.
    pub(super) async fn keep(self) -> Infallible {
        let mut state = self.read();
        if let Some(certified) = state.certificate.as_ref().and_then(Issued::certified) {
            self.shown.show(certified);
        }
        let mut pause = PAUSE;
        loop {
            let left = state.certificate.as_ref().map_or(Duration::ZERO, Issued::left);
            if !left.is_zero() {
                tokio::time::sleep(left.min(LONGEST_SLEEP)).await;
                continue;
            }
            let (names, directory) = (self.names.join(", "), &self.asked.directory);
            tracing::info!("asking {directory} for a certificate for {names}");
            let obtained = tokio::time::timeout(TIMEOUT, self.obtain(&mut state)).await;
            self.shown.prove_nothing();
            match obtained.unwrap_or(Err(AcmeError::Slow)) {
                Ok(()) => {
                    tracing::info!("received a certificate for {names}");
                    pause = PAUSE;
                }
                Err(error) => {
                    if error.is_of_unknown_account() {
                        state.account = None;
                    }
                    let minutes = pause.as_secs() / 60;
                    tracing::warn!(
                        "no certificate from {directory}: {error}; trying again in {minutes} minutes"
                    );
                    tokio::time::sleep(pause).await;
                    pause = (pause * 2).min(LONGEST_PAUSE);
                }
            }
        }
    }

    /// Obtains a certificate, uses it and stores it.
    async fn obtain(&self, state: &mut AcmeState) -> Result<(), AcmeError> {
        let account = self.account(state).await?;
        let names: Vec<_> = self.names.iter().cloned().map(Identifier::Dns).collect();
        let mut order = account.new_order(&NewOrder::new(&names)).await?;
        self.prove(&mut order).await?;
        if order.poll_ready(&STEP).await? != OrderStatus::Ready {
            return Err(AcmeError::NotOurs(reason(&mut order).await));
        }
        let key = order.finalize().await?;
        let chain = order.poll_certificate(&STEP).await?;
        let issued =
            Issued { directory: self.asked.directory.clone(), names: self.names.clone(), chain, key };
        let certified = issued.certified().ok_or(AcmeError::Unusable)?;
        if issued.left().is_zero() {
            return Err(AcmeError::Stale);
        }
        self.shown.show(certified);
        state.certificate = Some(issued);
        self.write(state);
        Ok(())
    }

    /// Returns the stored account, or registers a new one.
    async fn account(&self, state: &mut AcmeState) -> Result<Account, AcmeError> {
        let root = self.asked.root.as_deref().map(read_root).transpose()?;
        let connector = https::connector(root)?.https_only().enable_http1().build();
        let client = Client::builder(TokioExecutor::new()).build(connector);
        let builder = Account::builder_with_http(Box::new(AcmeClient(client)));
        if let Some(account) = &state.account {
            let credentials = AccountCredentials::deserialize(&account.credentials)?;
            return Ok(builder.from_credentials(credentials).await?);
        }
        let settings::Acme { directory, contact, .. } = self.asked.clone();
        let contacts: Vec<&str> = contact.as_deref().into_iter().collect();
        let new =
            NewAccount { contact: &contacts, terms_of_service_agreed: true, only_return_existing: false };
        let (account, credentials) = builder.create(&new, directory.clone(), None).await?;
        let credentials = serde_json::to_value(credentials)?;
        state.account = Some(StoredAccount { directory, contact, credentials });
        self.write(state);
        Ok(account)
    }

    /// Presents a proof for each name that needs one, and asks the authority to validate.
    async fn prove(&self, order: &mut Order) -> Result<(), AcmeError> {
        let mut authorizations = order.authorizations();
        while let Some(authorization) = authorizations.next().await {
            let mut authorization = authorization?;
            if authorization.status == AuthorizationStatus::Valid {
                continue;
            }
            let name = authorization.identifier().to_string();
            let Some(mut challenge) = authorization.challenge(ChallengeType::TlsAlpn01) else {
                return Err(AcmeError::NoProof(name));
            };
            let proof = proof(&name, challenge.key_authorization().digest().as_ref())?;
            self.shown.prove(name, proof);
            challenge.set_ready().await?;
        }
        Ok(())
    }

    /// Reads the file, and drops an account or certificate that does not fit the settings.
    fn read(&self) -> AcmeState {
        let state = match fs::read(&self.file) {
            Ok(text) => serde_json::from_slice(&text).map_err(io::Error::from),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(AcmeState::default()),
            Err(error) => Err(error),
        };
        let mut state: AcmeState = state.unwrap_or_else(|error| {
            tracing::warn!("{} cannot be read: {error}", self.file.display());
            AcmeState::default()
        });
        let settings::Acme { directory, contact, .. } = &self.asked;
        state.account =
            state.account.filter(|account| account.directory == *directory && account.contact == *contact);
        state.certificate = state.certificate.filter(|issued| {
            issued.directory == *directory && issued.names == self.names && issued.certified().is_some()
        });
        state
    }

    /// Stores the state. A failure is only a warning, because the next start can ask again.
    fn write(&self, state: &AcmeState) {
        if let Err(error) = write_privately(&self.file, state) {
            tracing::warn!("the certificate can't be stored in {}: {error}", self.file.display());
        }
    }
}

impl Issued {
    fn certified(&self) -> Option<CertifiedKey> {
        certified(self.chain.as_bytes(), self.key.as_bytes()).ok()
    }

    /// Returns the time until the renewal, when a third of the validity is left. Returns zero for an invalid
    /// certificate.
    fn left(&self) -> Duration {
        let chain = CertificateDer::from_pem_slice(self.chain.as_bytes()).ok();
        let Some(Validity { from, until }) = chain.as_ref().and_then(|first| Validity::of_certificate(first))
        else {
            return Duration::ZERO;
        };
        let due = u64::try_from(until - (until - from) / 3).unwrap_or(0);
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Duration::from_secs(due).saturating_sub(now)
    }
}

/// Returns the certificate that proves control of a name: it contains the challenge's digest.
fn proof(name: &str, digest: &[u8]) -> Result<CertifiedKey, AcmeError> {
    let key = KeyPair::generate()?;
    let mut params = CertificateParams::new([name.to_owned()])?;
    params.custom_extensions = vec![CustomExtension::new_acme_identifier(digest)];
    let certificate = params.self_signed(&key)?;
    let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(key.serialize_der()));
    // Not checked with the key like other certificates: its critical extension is known only to the
    // authority.
    let key = ring::sign::any_ecdsa_type(&key).map_err(AcmeError::Signing)?;
    Ok(CertifiedKey::new(vec![certificate.into()], key))
}

/// Reads the root certificate of the authority.
///
/// # Errors
///
/// Returns [`TlsError`] if the file can't be read or holds no certificate.
fn read_root(file: &Path) -> Result<CertificateDer<'static>, TlsError> {
    CertificateDer::from_pem_file(file).map_err(|error| match error {
        pem::Error::Io(reason) => TlsError::Unreadable { file: file.to_owned(), reason },
        _ => TlsError::NoCertificate(file.to_owned()),
    })
}

/// HTTP client of an account. The one of `instant-acme` always compiles HTTP/2.
struct AcmeClient(Client<HttpsConnector<HttpConnector>, BodyWrapper<Bytes>>);

impl HttpClient for AcmeClient {
    fn request(
        &self,
        request: Request<BodyWrapper<Bytes>>,
    ) -> Pin<Box<dyn Future<Output = Result<BytesResponse, instant_acme::Error>> + Send>> {
        let response = self.0.request(request);
        Box::pin(async move {
            let response = response.await.map_err(|error| instant_acme::Error::Other(Box::new(error)))?;
            Ok(BytesResponse::from(response))
        })
    }
}

/// Returns the reason why a validation failed.
async fn reason(order: &mut Order) -> String {
    let mut authorizations = order.authorizations();
    while let Some(Ok(mut authorization)) = authorizations.next().await {
        let Ok(state) = authorization.refresh().await else { break };
        if let Some(problem) = state.challenges.iter().find_map(|challenge| challenge.error.as_ref()) {
            return format!("{}: {problem}", state.identifier());
        }
    }
    "no reason given".to_owned()
}

/// Returns an error with its causes. The outermost error of a connection says very little.
fn with_causes(error: &(dyn Error + 'static)) -> String {
    let causes = std::iter::successors(error.source(), |&cause| cause.source());
    causes.fold(error.to_string(), |said, cause| format!("{said}: {cause}"))
}

/// Writes a file atomically. Only its owner may read it.
fn write_privately(file: &Path, state: &AcmeState) -> io::Result<()> {
    let unfinished = file.with_extension("new");
    // A file left by a crash could have other permissions.
    let _ = fs::remove_file(&unfinished);
    let mut writing = create_private(&unfinished)?;
    writing.write_all(&serde_json::to_vec(state)?)?;
    writing.sync_all()?;
    fs::rename(unfinished, file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use instant_acme::LetsEncrypt;

    #[test]
    fn the_default_directory_is_that_of_lets_encrypt() {
        assert_eq!(settings::Acme::LETS_ENCRYPT, LetsEncrypt::Production.url());
    }
}
