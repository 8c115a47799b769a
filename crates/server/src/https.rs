//! HTTP/1.1 over TLS to other servers: certificate authorities and push services.

use hyper_rustls::builderstates::WantsSchemes;
use hyper_rustls::{ConfigBuilderExt as _, HttpsConnectorBuilder};
use std::sync::Arc;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_rustls::rustls::{ClientConfig, Error, RootCertStore};

/// Begins a connector that trusts `root` alone, or with `None` the certificates that the system trusts.
///
/// # Errors
///
/// Returns [`Error`] if the trusted certificates cannot be used.
pub(crate) fn connector(
    root: Option<CertificateDer<'static>>,
) -> Result<HttpsConnectorBuilder<WantsSchemes>, Error> {
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()?;
    let config = match root {
        None => config.try_with_platform_verifier()?,
        Some(root) => {
            let mut roots = RootCertStore::empty();
            roots.add(root)?;
            config.with_root_certificates(roots)
        }
    };
    Ok(HttpsConnectorBuilder::new().with_tls_config(config.with_no_client_auth()))
}
