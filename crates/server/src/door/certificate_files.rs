//! A certificate in two files, which somebody else renews.

use super::tls::{Shown, TlsError, Unfit, certified};
use crate::settings::CertificateFiles;
use std::convert::Infallible;
use std::path::Path;
use std::sync::Arc;
use tokio_rustls::rustls::sign::CertifiedKey;

/// The files, what was in them when they were last read, and where it is shown.
pub(crate) struct Files {
    files: CertificateFiles,
    read: Contents,
    shown: Arc<Shown>,
    hangups: Hangups,
}

/// The bytes of the chain and of the key.
type Contents = (Vec<u8>, Vec<u8>);

impl Files {
    /// Reads the files and shows what is in them.
    ///
    /// # Errors
    ///
    /// When they hold no certificate with its key.
    pub(super) fn open(files: CertificateFiles, shown: Arc<Shown>) -> Result<Self, TlsError> {
        let read = read(&files)?;
        shown.show(certificate(&files, &read)?);
        Ok(Self { files, read, shown, hangups: Hangups::listen() })
    }

    /// Looks again and again whether something else is in the files, and shows that. What is of no use is told and left
    /// alone: it may be half written.
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
                    tracing::info!("the certificate in {} is shown from now on", files.chain.display());
                }
                Err(error) => tracing::warn!("{error}; the last certificate that was of use is shown on"),
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

/// The wishes of whoever runs the server that it look at once: SIGHUP, where there are signals.
struct Hangups {
    #[cfg(unix)]
    signals: Option<tokio::signal::unix::Signal>,
}

impl Hangups {
    /// From now on: without it the first one would end the program.
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
