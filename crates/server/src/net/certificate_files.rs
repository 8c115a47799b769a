//! Certificate in two files that another program renews.

use super::tls::{Shown, TlsError, Unfit, certified};
use crate::settings::CertificateFiles;
use std::convert::Infallible;
use std::path::Path;
use std::sync::Arc;
use tokio_rustls::rustls::sign::CertifiedKey;

/// The files, their contents when last read, and the certificate in use.
pub(crate) struct Files {
    files: CertificateFiles,
    read: Contents,
    shown: Arc<Shown>,
    hangups: Hangups,
}

/// Bytes of the certificate chain and of the private key.
type Contents = (Vec<u8>, Vec<u8>);

impl Files {
    /// Reads the files and uses their certificate.
    ///
    /// # Errors
    ///
    /// Returns [`TlsError`] if the files hold no certificate with its key.
    pub(super) fn open(files: CertificateFiles, shown: Arc<Shown>) -> Result<Self, TlsError> {
        let read = read(&files)?;
        shown.show(certificate(&files, &read)?);
        Ok(Self { files, read, shown, hangups: Hangups::listen() })
    }

    /// Checks the files repeatedly, and uses a changed certificate. An invalid one is logged and ignored,
    /// because it may be half written.
    pub(super) async fn follow(self) -> Infallible {
        let Self { files, read: first, shown, mut hangups } = self;
        let mut last = Ok(first);
        loop {
            tokio::select! {
                () = tokio::time::sleep(files.look_every) => (),
                () = hangups.next() => (),
            }
            let told = files.clone();
            let looked = tokio::task::spawn_blocking(move || read(&told).map_err(|error| error.to_string()));
            let now = looked.await.unwrap_or_else(|error| Err(error.to_string()));
            if now == last {
                continue;
            }
            let certificate = now
                .as_ref()
                .map_err(Clone::clone)
                .and_then(|contents| certificate(&files, contents).map_err(|error| error.to_string()));
            match certificate {
                Ok(certificate) => {
                    shown.show(certificate);
                    tracing::info!("using the new certificate in {}", files.chain.display());
                }
                Err(error) => tracing::warn!("{error}; the last valid certificate stays in use"),
            }
            last = now;
        }
    }
}

fn read(files: &CertificateFiles) -> Result<Contents, TlsError> {
    let read = |file: &Path| {
        std::fs::read(file).map_err(|reason| TlsError::Unreadable { file: file.to_owned(), reason })
    };
    Ok((read(&files.chain)?, read(&files.key)?))
}

fn certificate(files: &CertificateFiles, (chain, key): &Contents) -> Result<CertifiedKey, TlsError> {
    let CertificateFiles { chain: chain_file, key: key_file, .. } = files.clone();
    certified(chain, key).map_err(|unfit| match unfit {
        Unfit::NoCertificate => TlsError::NoCertificate(chain_file),
        Unfit::NoKey => TlsError::NoKey(key_file),
        Unfit::OfAnother => TlsError::Unfit { chain: chain_file, key: key_file },
        Unfit::Unusable(reason) => TlsError::Unusable { chain: chain_file, key: key_file, reason },
    })
}

/// SIGHUP signals, with which the operator asks for a check. Only Unix has them.
struct Hangups {
    #[cfg(unix)]
    signals: Option<tokio::signal::unix::Signal>,
}

impl Hangups {
    /// Starts listening. Without it the first SIGHUP would end the program.
    fn listen() -> Self {
        Self {
            #[cfg(unix)]
            signals: tokio::signal::unix::signal(tokio::signal::unix::SignalKind::hangup()).ok(),
        }
    }

    async fn next(&mut self) {
        #[cfg(unix)]
        if let Some(signals) = &mut self.signals
            && signals.recv().await.is_some()
        {
            return;
        }
        std::future::pending::<()>().await;
    }
}
