//! TLS handshakes, and the certificate in use.

use super::acme::Acme;
use super::certificate_files::Files;
use super::validity::Validity;
use crate::limits::Buckets;
use crate::network::Network;
use crate::settings::{Certificate, Settings};
use prometheus_client::metrics::gauge::Gauge;
use std::collections::HashMap;
use std::convert::Infallible;
use std::io;
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Instant;
use tokio::net::TcpStream;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::{CryptoProvider, ring};
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::server::{ClientHello, ResolvesServerCert, ServerConfig};
use tokio_rustls::rustls::sign::CertifiedKey;
use tokio_rustls::rustls::{Error, InconsistentKeys};
use tokio_rustls::server::TlsStream;

/// Error in the TLS setup.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// The file can't be read.
    #[error("{} cannot be read: {reason}", file.display())]
    Unreadable {
        /// Path of the file.
        file: PathBuf,
        /// I/O error of the operating system.
        reason: io::Error,
    },
    /// The file has no certificate.
    #[error("there is no certificate in {}; the file must be PEM, with “BEGIN CERTIFICATE”", .0.display())]
    NoCertificate(PathBuf),
    /// The file contains no private key.
    #[error("there is no private key in {}; the file must be PEM without a passphrase", .0.display())]
    NoKey(PathBuf),
    /// The private key belongs to another certificate.
    #[error("the key in {} is not that of the first certificate in {}", key.display(), chain.display())]
    Unfit {
        /// File of the certificates.
        chain: PathBuf,
        /// File of the private key.
        key: PathBuf,
    },
    /// The certificate or private key has an unknown kind.
    #[error("the certificate in {} or the key in {} can't be used: {reason}", chain.display(), key.display())]
    Unusable {
        /// File of the certificates.
        chain: PathBuf,
        /// File of the private key.
        key: PathBuf,
        /// Error of the TLS library.
        reason: Error,
    },
    /// ACME needs host names, and none are configured.
    #[error("an ACME certificate needs a host name; add --host cards.example")]
    Nameless,
    /// The ciphers and TLS versions don't fit together.
    #[error("TLS can't be set up: {0}")]
    Setup(#[from] Error),
}

/// TLS settings of a listener.
pub(crate) struct Tls {
    acceptor: TlsAcceptor,
    handshakes: Buckets<Network>,
}

/// Start of a connection.
pub(super) enum Greeting {
    /// A connection with TLS.
    Secret(Box<TlsStream<TcpStream>>),
    /// A connection without TLS, of which nothing has been read.
    Clear(TcpStream),
}

/// First byte of a TLS connection.
const HANDSHAKE: u8 = 0x16;

/// ALPN protocol of an ACME validation.
const PROOF: &[u8] = b"acme-tls/1";

impl Tls {
    /// Returns TLS with the configured certificate and its renewal, or `None` without a certificate. `expiry` is set to the
    /// end of the validity of the certificate in use.
    ///
    /// # Errors
    ///
    /// Returns [`TlsError`] if the certificate can't be used.
    pub(crate) fn new(settings: &Settings, expiry: &Gauge) -> Result<Option<(Self, Renewal)>, TlsError> {
        let Some(certificate) = &settings.certificate else { return Ok(None) };
        let shown = Arc::new(Shown { expiry: expiry.clone(), ..Shown::default() });
        let mut protocols = vec![b"http/1.1".to_vec()];
        let renewal = match certificate {
            Certificate::Files(files) => Renewal::Files(Files::open(files.clone(), Arc::clone(&shown))?),
            Certificate::Acme(acme) => {
                protocols.push(PROOF.to_vec());
                Renewal::Acme(Acme::new(acme.clone(), settings, Arc::clone(&shown))?)
            }
        };
        let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()?
            .with_no_client_auth()
            .with_cert_resolver(shown);
        config.alpn_protocols = protocols;
        let acceptor = TlsAcceptor::from(Arc::new(config));
        let handshakes = Buckets::new(settings.limits.connections.handshakes_by_address);
        Ok(Some((Self { acceptor, handshakes }, renewal)))
    }

    /// Starts a connection. `counted` is the address for the rate limit, if it counts. Returns `None` if the
    /// client hung up, the handshake failed, or the limit is exceeded.
    pub(super) async fn greet(&self, stream: TcpStream, counted: Option<IpAddr>) -> Option<Greeting> {
        let mut first = [0];
        match stream.peek(&mut first).await {
            Ok(1) if first[0] == HANDSHAKE => {
                if !self.handshakes.take_of_address(counted, Instant::now()) {
                    return None;
                }
                let stream = self.acceptor.accept(stream).await.ok()?;
                // The authority needs only the handshake.
                let proved = stream.get_ref().1.alpn_protocol() == Some(PROOF);
                (!proved).then(|| Greeting::Secret(Box::new(stream)))
            }
            Ok(1) => Some(Greeting::Clear(stream)),
            _ => None,
        }
    }
}

/// Renewal of the certificate.
pub(crate) enum Renewal {
    Files(Files),
    Acme(Acme),
}

impl Renewal {
    pub(crate) async fn go_on(self) -> Infallible {
        match self {
            Self::Files(files) => files.follow().await,
            Self::Acme(acme) => acme.keep().await,
        }
    }
}

/// Certificate in use. Open connections keep the one they started with.
#[derive(Debug, Default)]
pub(super) struct Shown {
    // Held to copy a pointer.
    certificate: RwLock<Option<Arc<CertifiedKey>>>,
    /// Certificates for ACME validations, by name.
    proofs: RwLock<HashMap<String, Arc<CertifiedKey>>>,
    /// End of the validity of the certificate in use.
    expiry: Gauge,
}

impl Shown {
    pub(super) fn show(&self, certificate: CertifiedKey) {
        let validity = certificate.cert.first().and_then(|first| Validity::of_certificate(first));
        self.expiry.set(validity.map_or(0, |validity| validity.until));
        *self.certificate.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(certificate));
    }

    pub(super) fn prove(&self, name: String, proof: CertifiedKey) {
        self.proofs.write().unwrap_or_else(PoisonError::into_inner).insert(name, Arc::new(proof));
    }

    pub(super) fn prove_nothing(&self) {
        self.proofs.write().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

impl ResolvesServerCert for Shown {
    fn resolve(&self, hello: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        if hello.alpn().is_some_and(|mut spoken| spoken.any(|protocol| protocol == PROOF)) {
            let proofs = self.proofs.read().unwrap_or_else(PoisonError::into_inner);
            return proofs.get(hello.server_name()?).cloned();
        }
        self.certificate.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Error in the bytes of a certificate or private key.
pub(super) enum Unfit {
    NoCertificate,
    NoKey,
    OfAnother,
    Unusable(Error),
}

/// Parses a certificate chain and the key of its first certificate.
pub(super) fn certified(chain: &[u8], key: &[u8]) -> Result<CertifiedKey, Unfit> {
    let provider: CryptoProvider = ring::default_provider();
    let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(chain).collect();
    let chain = chain.ok().filter(|chain| !chain.is_empty()).ok_or(Unfit::NoCertificate)?;
    let key = PrivateKeyDer::from_pem_slice(key).map_err(|_| Unfit::NoKey)?;
    CertifiedKey::from_der(chain, key, &provider).map_err(|reason| match reason {
        Error::InconsistentKeys(InconsistentKeys::KeyMismatch) => Unfit::OfAnother,
        reason => Unfit::Unusable(reason),
    })
}
