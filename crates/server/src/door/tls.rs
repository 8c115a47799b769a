//! TLS: how a connection begins, and which certificate it is shown.

use super::acme::Acme;
use super::certificate_files::Files;
use super::network::Network;
use crate::limits::Buckets;
use crate::settings::{Certificate, Settings};
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

/// Why TLS cannot be spoken.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// A file cannot be read.
    #[error("{} cannot be read: {reason}", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// Why not.
        reason: io::Error,
    },
    /// A file that has no certificate.
    #[error("there is no certificate in {}: it must be PEM, with “BEGIN CERTIFICATE”", .0.display())]
    NoCertificate(PathBuf),
    /// A file that has no key.
    #[error("there is no private key in {}: it must be PEM, and have no passphrase", .0.display())]
    NoKey(PathBuf),
    /// The key of another certificate.
    #[error("the key in {} is not that of the first certificate in {}", key.display(), chain.display())]
    Unfit {
        /// The file with the certificates.
        chain: PathBuf,
        /// The file with the key.
        key: PathBuf,
    },
    /// A certificate or a key of a kind that is not known.
    #[error("the certificate in {} or the key in {} is of no use: {reason}", chain.display(), key.display())]
    Unusable {
        /// The file with the certificates.
        chain: PathBuf,
        /// The file with the key.
        key: PathBuf,
        /// Why.
        reason: Error,
    },
    /// An authority certifies names, and there are none.
    #[error("an authority certifies names, and this house has none: give it one, --name cards.example")]
    Nameless,
    /// The ciphers and the versions of TLS do not go together.
    #[error("TLS cannot be set up: {0}")]
    Setup(#[from] Error),
}

/// What is needed to begin a connection.
pub(crate) struct Tls {
    acceptor: TlsAcceptor,
    handshakes: Buckets<Network>,
}

/// What a connection begins with.
pub(super) enum Greeting {
    /// It is secret from here on.
    Secret(Box<TlsStream<TcpStream>>),
    /// Something else than TLS, of which nothing was read yet.
    Clear(TcpStream),
}

/// The first byte of whoever speaks TLS.
const HANDSHAKE: u8 = 0x16;

/// What an authority speaks that looks whether a name is ours.
const PROOF: &[u8] = b"acme-tls/1";

impl Tls {
    /// TLS with the certificate of these settings, and what keeps it new; none without a certificate.
    ///
    /// # Errors
    ///
    /// When there can be no certificate.
    pub(crate) fn new(settings: &Settings) -> Result<Option<(Self, Renewal)>, TlsError> {
        let Some(certificate) = &settings.certificate else { return Ok(None) };
        let shown = Arc::new(Shown::default());
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
        let handshakes = Buckets::new(settings.limits.handshakes_by_address);
        Ok(Some((Self { acceptor, handshakes }, renewal)))
    }

    /// Begins a connection of somebody with this address, if it counts. None when it comes to nothing: they hung up, there is no
    /// common language, or they have begun too many.
    pub(super) async fn greet(&self, stream: TcpStream, counted: Option<IpAddr>) -> Option<Greeting> {
        let mut first = [0];
        match stream.peek(&mut first).await {
            Ok(1) if first[0] == HANDSHAKE => {
                if !self.handshakes.take_of_address(counted, Instant::now()) {
                    return None;
                }
                let stream = self.acceptor.accept(stream).await.ok()?;
                // An authority has seen what it came for.
                let proved = stream.get_ref().1.alpn_protocol() == Some(PROOF);
                (!proved).then(|| Greeting::Secret(Box::new(stream)))
            }
            Ok(1) => Some(Greeting::Clear(stream)),
            _ => None,
        }
    }
}

/// What keeps the certificate new.
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

/// The certificate that is shown at the moment. Connections that are open keep what they began with.
#[derive(Debug, Default)]
pub(super) struct Shown {
    // Held to copy a pointer.
    certificate: RwLock<Option<Arc<CertifiedKey>>>,
    /// By name, what is shown to an authority that looks whether it is ours.
    proofs: RwLock<HashMap<String, Arc<CertifiedKey>>>,
}

impl Shown {
    pub(super) fn show(&self, certificate: CertifiedKey) {
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

/// Why bytes are no certificate with its key.
pub(super) enum Unfit {
    NoCertificate,
    NoKey,
    OfAnother,
    Unusable(Error),
}

/// The certificate in one text, the first of a chain, with the key in another.
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
