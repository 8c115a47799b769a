//! TLS to the database, with libpq's options `sslmode` and `sslrootcert`.
//!
//! tokio-postgres knows the modes disable, prefer and require, and no file of certificates. This module takes both
//! options out of the connection string, and decides which certificates are accepted.

use percent_encoding::percent_decode_str;
use std::error::Error as StdError;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode};
use tokio_postgres_rustls::MakeRustlsConnect;
use tokio_rustls::rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use tokio_rustls::rustls::client::{verify_server_cert_signed_by_trust_anchor, verify_server_name};
use tokio_rustls::rustls::crypto::{
    WebPkiSupportedAlgorithms, ring, verify_tls12_signature, verify_tls13_signature,
};
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use tokio_rustls::rustls::server::ParsedCertificate;
use tokio_rustls::rustls::{
    ClientConfig, DigitallySignedStruct, Error as RustlsError, RootCertStore, SignatureScheme,
};

/// Value of `sslrootcert` that stands for the certificates that the system trusts.
const SYSTEM: &str = "system";

/// Error of TLS to the database.
#[derive(Debug, thiserror::Error)]
pub enum DatabaseTlsError {
    /// The connection string has an unknown `sslmode`.
    #[error(
        "unknown sslmode \"{0}\" for the database; use disable, prefer, require, verify-ca or verify-full"
    )]
    UnknownMode(String),
    /// The mode verifies the authority, and the connection string names none.
    #[error("sslmode=verify-ca needs sslrootcert=FILE with the certificate of the database's authority")]
    NoRoot,
    /// The mode is too weak for the certificates that the system trusts: anybody can get one.
    #[error("sslrootcert=system needs sslmode=verify-full")]
    WeakMode,
    /// The file of certificates can't be read.
    #[error("sslrootcert: {} can't be read: {reason}", file.display())]
    Unreadable {
        /// Path of the file.
        file: PathBuf,
        /// I/O error of the operating system.
        reason: io::Error,
    },
    /// The file has no certificate.
    #[error("sslrootcert: there is no certificate in {}; the file must be PEM", .0.display())]
    NoCertificate(PathBuf),
    /// The database speaks no TLS.
    #[error(
        "the database offers no TLS, and sslmode asks for it; turn on `ssl` in PostgreSQL, or use sslmode=disable on \
         a private network"
    )]
    NotOffered,
    /// The certificate of the database is not accepted.
    #[error("the certificate of the database is not accepted: {0}; name its authority with sslrootcert=FILE")]
    Untrusted(RustlsError),
    /// The handshake failed for another reason.
    #[error("TLS to the database failed: {0}")]
    Failed(String),
}

impl DatabaseTlsError {
    /// Returns the TLS error that made a connection fail, or `None` if it failed for another reason.
    pub(super) fn of(error: &tokio_postgres::Error) -> Option<Self> {
        let reason = error.source()?;
        let by_rustls = reason
            .downcast_ref::<io::Error>()
            .and_then(io::Error::get_ref)
            .and_then(|inner| inner.downcast_ref::<RustlsError>());
        match by_rustls {
            Some(error @ RustlsError::InvalidCertificate(_)) => Some(Self::Untrusted(error.clone())),
            Some(error) => Some(Self::Failed(error.to_string())),
            // The library has no other sign of these errors than their texts.
            None if reason.to_string() == "server does not support TLS" => Some(Self::NotOffered),
            None if error.to_string().starts_with("error performing TLS handshake") => {
                Some(Self::Failed(reason.to_string()))
            }
            None => None,
        }
    }
}

/// How to connect to a database.
pub(super) struct Address {
    pub(super) config: Config,
    pub(super) tls: MakeRustlsConnect,
}

/// Error in a connection string.
#[derive(Debug, thiserror::Error)]
pub(super) enum AddressError {
    #[error(transparent)]
    Tls(#[from] DatabaseTlsError),
    /// The outer message is only “invalid configuration”.
    #[error("{}", .0.source().map_or_else(|| .0.to_string(), |reason| format!("{}: {reason}", .0)))]
    Invalid(#[from] tokio_postgres::Error),
}

impl Address {
    /// Parses a URL, or a string of keywords and values.
    pub(super) fn parse(text: &str) -> Result<Self, AddressError> {
        let Options { rest, mode, root } = Options::take(text);
        let mut config: Config = rest.parse()?;
        let mode = mode.as_deref().map_or(Ok(Mode::Prefer), Mode::parse)?;
        // Like libpq: a Unix socket needs no TLS, and PostgreSQL offers none there.
        let is_local = config.get_hosts().iter().all(|host| !matches!(host, Host::Tcp(_)));
        config.ssl_mode(match mode {
            _ if is_local => SslMode::Disable,
            Mode::Disable => SslMode::Disable,
            Mode::Prefer => SslMode::Prefer,
            Mode::Require | Mode::VerifyCa | Mode::VerifyFull => SslMode::Require,
        });
        let tls =
            MakeRustlsConnect::new(client_config(mode, root.as_deref().filter(|root| !root.is_empty()))?);
        Ok(Self { config, tls })
    }
}

/// Value of `sslmode`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    Disable,
    Prefer,
    Require,
    VerifyCa,
    VerifyFull,
}

impl Mode {
    fn parse(text: &str) -> Result<Self, DatabaseTlsError> {
        match text {
            "disable" => Ok(Self::Disable),
            "prefer" => Ok(Self::Prefer),
            "require" => Ok(Self::Require),
            "verify-ca" => Ok(Self::VerifyCa),
            "verify-full" => Ok(Self::VerifyFull),
            // Includes libpq's "allow", which tokio-postgres can't do.
            _ => Err(DatabaseTlsError::UnknownMode(text.to_owned())),
        }
    }
}

/// Connection string without the options of TLS.
#[derive(PartialEq, Eq, Debug)]
struct Options {
    rest: String,
    mode: Option<String>,
    root: Option<String>,
}

impl Options {
    fn take(text: &str) -> Self {
        let mut options = Self { rest: String::new(), mode: None, root: None };
        if !text.contains("://") {
            let mut rest = text;
            while let Some((whole, keyword, value, after)) = next_keyword(rest) {
                if !options.set(keyword, value) {
                    options.rest += whole;
                }
                rest = after;
            }
            // Text that is no keyword is left to the parser, which names the mistake.
            options.rest += rest;
            return options;
        }
        let (address, query) = text.split_once('?').unwrap_or((text, ""));
        let kept: Vec<&str> = query
            .split('&')
            .filter(|pair| {
                let (keyword, value) = pair.split_once('=').unwrap_or((pair, ""));
                !pair.is_empty()
                    && !options.set(keyword, percent_decode_str(value).decode_utf8_lossy().into_owned())
            })
            .collect();
        options.rest = match &kept[..] {
            [] => address.to_owned(),
            kept => format!("{address}?{}", kept.join("&")),
        };
        options
    }

    /// Keeps a value if it is an option of TLS. The last of two values counts, as in libpq.
    fn set(&mut self, keyword: &str, value: String) -> bool {
        match keyword {
            "sslmode" => self.mode = Some(value),
            "sslrootcert" => self.root = Some(value),
            _ => return false,
        }
        true
    }
}

/// Splits the first `keyword = value` off a connection string, in libpq's syntax. A value in quotes may contain spaces,
/// and a backslash makes the next character part of the value. Returns the pair as it stands, its keyword and value, and
/// the rest.
fn next_keyword(text: &str) -> Option<(&str, &str, String, &str)> {
    let (keyword, after) = text.split_once('=')?;
    let start = text.len() - after.trim_start().len();
    let mut value = String::new();
    let mut characters = text[start..].char_indices();
    let is_quoted = text[start..].starts_with('\'');
    if is_quoted {
        characters.next();
    }
    let mut end = text.len();
    while let Some((at, character)) = characters.next() {
        match character {
            '\\' => value.extend(characters.next().map(|(_, next)| next)),
            '\'' if is_quoted => {
                end = start + at + 1;
                break;
            }
            _ if !is_quoted && character.is_whitespace() => {
                end = start + at;
                break;
            }
            _ => value.push(character),
        }
    }
    let (whole, rest) = text.split_at(end);
    Some((whole, keyword.trim(), value, rest))
}

fn client_config(mode: Mode, root: Option<&str>) -> Result<ClientConfig, DatabaseTlsError> {
    let provider = Arc::new(ring::default_provider());
    let algorithms = provider.signature_verification_algorithms;
    let failed = |error: RustlsError| DatabaseTlsError::Failed(error.to_string());
    let builder = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(failed)?;
    let trusted = match root {
        None | Some(SYSTEM) if mode == Mode::VerifyFull => {
            use rustls_platform_verifier::BuilderVerifierExt as _;
            return Ok(builder.with_platform_verifier().map_err(failed)?.with_no_client_auth());
        }
        Some(SYSTEM) => return Err(DatabaseTlsError::WeakMode),
        None if mode == Mode::VerifyCa => return Err(DatabaseTlsError::NoRoot),
        None => None,
        Some(file) => Some(Trusted::read(Path::new(file))?),
    };
    let verifier = DatabaseVerifier { trusted, checks_name: mode == Mode::VerifyFull, algorithms };
    Ok(builder.dangerous().with_custom_certificate_verifier(Arc::new(verifier)).with_no_client_auth())
}

/// Certificates of a file.
#[derive(Debug)]
struct Trusted {
    roots: RootCertStore,
    certificates: Vec<CertificateDer<'static>>,
}

impl Trusted {
    fn read(file: &Path) -> Result<Self, DatabaseTlsError> {
        let text = std::fs::read(file)
            .map_err(|reason| DatabaseTlsError::Unreadable { file: file.to_owned(), reason })?;
        let certificates: Vec<_> = CertificateDer::pem_slice_iter(&text).filter_map(Result::ok).collect();
        let mut roots = RootCertStore::empty();
        if roots.add_parsable_certificates(certificates.iter().cloned()).0 == 0 {
            return Err(DatabaseTlsError::NoCertificate(file.to_owned()));
        }
        Ok(Self { roots, certificates })
    }
}

/// Verifier of the database's certificate, for the modes that libpq has and rustls has not.
#[derive(Debug)]
struct DatabaseVerifier {
    /// Certificates of the authorities. With `None` any certificate is accepted.
    trusted: Option<Trusted>,
    checks_name: bool,
    algorithms: WebPkiSupportedAlgorithms,
}

impl ServerCertVerifier for DatabaseVerifier {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        _ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, RustlsError> {
        let Some(trusted) = &self.trusted else { return Ok(ServerCertVerified::assertion()) };
        let certificate = ParsedCertificate::try_from(end_entity)?;
        // A certificate that signed itself may be in the file. It is no authority for others, so no chain leads to it.
        if !trusted.certificates.iter().any(|known| known == end_entity) {
            verify_server_cert_signed_by_trust_anchor(
                &certificate,
                &trusted.roots,
                intermediates,
                now,
                self.algorithms.all,
            )?;
        }
        if self.checks_name {
            verify_server_name(&certificate, name)?;
        }
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, RustlsError> {
        verify_tls12_signature(message, certificate, signature, &self.algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, RustlsError> {
        verify_tls13_signature(message, certificate, signature, &self.algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.algorithms.supported_schemes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::postgres::PostgresStore;
    use crate::{Durability, OpenError};
    use local_postgres::LocalPostgres;
    use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
    use std::sync::Arc;

    fn authority() -> CertifiedIssuer<'static, KeyPair> {
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap()
    }

    #[test]
    fn options_of_tls_are_taken_out_of_the_connection_string() {
        let taken = |text| {
            let Options { rest, mode, root } = Options::take(text);
            (rest, mode.unwrap_or_default(), root.unwrap_or_default())
        };
        let expected =
            |rest: &str, mode: &str, root: &str| (rest.to_owned(), mode.to_owned(), root.to_owned());
        assert_eq!(
            taken("postgres://a:b%3F@db/x?sslmode=require&connect_timeout=3&sslrootcert=%2Fetc%2Fa%20b.pem"),
            expected("postgres://a:b%3F@db/x?connect_timeout=3", "require", "/etc/a b.pem")
        );
        assert_eq!(taken("postgres://db?sslmode=disable"), expected("postgres://db", "disable", ""));
        assert_eq!(
            taken(r"host=db sslmode = 'verify-full' password='a sslmode=b\' c' sslrootcert='/a \'b' user=u"),
            expected(r"host=db password='a sslmode=b\' c' user=u", "verify-full", "/a 'b")
        );
        assert_eq!(taken("host=db nonsense"), expected("host=db nonsense", "", ""));
    }

    #[test]
    fn every_mistake_in_the_options_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("root.pem");
        std::fs::write(&file, "no certificate").unwrap();
        let file = file.display();
        let said = |options: &str| match Address::parse(&format!("postgres://p@db/x?{options}")) {
            Ok(_) => String::new(),
            Err(error) => error.to_string(),
        };
        for mode in ["disable", "prefer", "require"] {
            assert_eq!(said(&format!("sslmode={mode}")), "");
        }
        assert!(
            said("sslmode=allow").starts_with("unknown sslmode \"allow\" for the database; use disable,")
        );
        assert!(said("sslmode=verify-ca").starts_with("sslmode=verify-ca needs sslrootcert=FILE"));
        assert_eq!(
            said("sslmode=require&sslrootcert=system"),
            "sslrootcert=system needs sslmode=verify-full"
        );
        assert!(
            said("sslmode=verify-ca&sslrootcert=/nowhere")
                .starts_with("sslrootcert: /nowhere can't be read:")
        );
        assert_eq!(
            said(&format!("sslmode=verify-full&sslrootcert={file}")),
            format!("sslrootcert: there is no certificate in {file}; the file must be PEM")
        );
        assert!(said("sslcert=/a").contains("unknown option `sslcert`"), "{}", said("sslcert=/a"));
    }

    /// Connects, and returns whether the connection is encrypted.
    async fn connect(host: &str, port: u16, options: &str) -> Result<bool, OpenError> {
        let address = format!("postgres://parlour@{host}:{port}/postgres?{options}");
        let store = PostgresStore::open(&address, Durability::One, Arc::new(())).await?;
        let sql = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
        Ok(store.sessions.query(sql, &[]).await.expect("it answers")[0].get(0))
    }

    #[tokio::test]
    async fn a_certificate_is_checked_as_the_mode_says() {
        let Some(mut here) = LocalPostgres::start() else {
            return println!("skipped: PostgreSQL or a user to run it is missing");
        };
        let (authority, other) = (authority(), authority());
        let key = KeyPair::generate().unwrap();
        let certificate = CertificateParams::new(vec!["localhost".to_owned()]).unwrap();
        let certificate = certificate.signed_by(&key, &authority).unwrap();
        let port =
            here.listen_with_tls(&certificate.pem(), &key.serialize_pem()).expect("it starts with TLS");
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, pem: String| {
            let file = folder.path().join(name);
            std::fs::write(&file, pem).unwrap();
            format!("sslrootcert={}", file.display())
        };
        let (root, other) = (file("root.pem", authority.pem()), file("other.pem", other.pem()));

        for (host, options) in [
            ("localhost", format!("sslmode=verify-full&{root}")),
            ("127.0.0.1", format!("sslmode=verify-ca&{root}")),
            ("127.0.0.1", format!("sslmode=require&{root}")),
            ("127.0.0.1", "sslmode=require".to_owned()),
            ("127.0.0.1", "sslmode=prefer".to_owned()),
            ("127.0.0.1", String::new()),
        ] {
            assert!(connect(host, port, &options).await.unwrap(), "{host} {options}");
        }
        assert!(!connect("127.0.0.1", port, "sslmode=disable").await.unwrap());
        for (host, options) in [
            ("127.0.0.1", format!("sslmode=verify-full&{root}")),
            ("localhost", format!("sslmode=verify-full&{other}")),
            ("localhost", format!("sslmode=verify-ca&{other}")),
            ("localhost", format!("sslmode=require&{other}")),
            ("localhost", format!("sslmode=prefer&{other}")),
        ] {
            let error = connect(host, port, &options).await.unwrap_err();
            assert!(
                matches!(error, OpenError::DatabaseTls(DatabaseTlsError::Untrusted(_))),
                "{host} {options}: {error}"
            );
            assert!(
                error.to_string().starts_with("the certificate of the database is not accepted: "),
                "{error}"
            );
        }
        // A Unix socket needs no TLS, whatever the mode.
        let socket = format!("{} sslmode=verify-full {root}", here.address());
        let store = PostgresStore::open(&socket, Durability::One, Arc::new(())).await;
        assert!(store.is_ok());
    }

    #[tokio::test]
    async fn a_password_is_proved_over_tls() {
        let Some(mut here) = LocalPostgres::start() else {
            return println!("skipped: PostgreSQL or a user to run it is missing");
        };
        let authority = authority();
        let key = KeyPair::generate().unwrap();
        let certificate = CertificateParams::new(vec!["localhost".to_owned()]).unwrap();
        let certificate = certificate.signed_by(&key, &authority).unwrap();
        let port =
            here.listen_with_tls(&certificate.pem(), &key.serialize_pem()).expect("it starts with TLS");
        assert!(here.require_password("a:b@c/d?e"));
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("root.pem");
        std::fs::write(&root, authority.pem()).unwrap();
        let root = root.display();
        let try_to_connect = async |login: &str, options: &str| {
            let address = format!("postgres://{login}@localhost:{port}/postgres?{options}");
            PostgresStore::open(&address, Durability::One, Arc::new(())).await
        };
        for options in [
            format!("sslmode=verify-full&sslrootcert={root}"),
            "sslmode=require".to_owned(),
            "sslmode=disable".to_owned(),
        ] {
            let connected = try_to_connect("parlour:a%3Ab%40c%2Fd%3Fe", &options).await;
            assert!(connected.is_ok(), "{options}: {:?}", connected.err());
            let refused =
                try_to_connect("parlour:another", &options).await.map(|_| ()).unwrap_err().to_string();
            assert!(refused.contains("password authentication failed"), "{options}: {refused}");
            let refused = try_to_connect("parlour", &options).await.map(|_| ()).unwrap_err().to_string();
            assert!(refused.contains("password missing"), "{options}: {refused}");
        }
    }

    #[tokio::test]
    async fn a_certificate_that_signed_itself_can_be_named() {
        let Some(mut here) = LocalPostgres::start() else {
            return println!("skipped: PostgreSQL or a user to run it is missing");
        };
        let key = KeyPair::generate().unwrap();
        let mut certificate = CertificateParams::new(vec!["localhost".to_owned()]).unwrap();
        // As `openssl req -x509` creates it.
        certificate.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let certificate = certificate.self_signed(&key).unwrap();
        let port =
            here.listen_with_tls(&certificate.pem(), &key.serialize_pem()).expect("it starts with TLS");
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("server.crt");
        std::fs::write(&file, certificate.pem()).unwrap();
        let options = format!("sslmode=verify-full&sslrootcert={}", file.display());
        assert!(connect("localhost", port, &options).await.unwrap());
        let error = connect("127.0.0.1", port, &options).await.unwrap_err();
        assert!(matches!(error, OpenError::DatabaseTls(DatabaseTlsError::Untrusted(_))), "{error}");
        // The system does not know it.
        let error = connect("localhost", port, "sslmode=verify-full").await.unwrap_err();
        assert!(matches!(error, OpenError::DatabaseTls(_)), "{error}");
    }

    #[tokio::test]
    async fn a_database_without_tls_is_refused_if_tls_is_required() {
        let Some(mut here) = LocalPostgres::start() else {
            return println!("skipped: PostgreSQL or a user to run it is missing");
        };
        let port = here.listen().expect("it starts");
        for mode in ["require", "verify-full"] {
            let error = connect("localhost", port, &format!("sslmode={mode}")).await.unwrap_err();
            assert!(matches!(error, OpenError::DatabaseTls(DatabaseTlsError::NotOffered)), "{error}");
            assert!(error.to_string().starts_with("the database offers no TLS, and sslmode asks for it"));
        }
        for options in ["sslmode=prefer", "sslmode=disable", ""] {
            assert!(!connect("localhost", port, options).await.unwrap(), "{options}");
        }
    }
}
