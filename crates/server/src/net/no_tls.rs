//! Replacement of `tls` in a build without the feature. A server with a certificate does not start.

use crate::NotBuilt;
use crate::settings::Settings;
use prometheus_client::metrics::gauge::Gauge;
use std::convert::Infallible;
use std::net::IpAddr;
use tokio::net::TcpStream;

/// TLS settings. The type has no values, because this build has no TLS.
pub(crate) enum Tls {}

/// Certificate renewal. It has no values either.
pub(crate) enum Renewal {}

/// Start of a connection.
#[expect(dead_code, reason = "only TLS decides between the two")]
pub(super) enum Greeting {
    Secret(TcpStream),
    Clear(TcpStream),
}

impl Tls {
    /// Returns `None` if the settings have no certificate.
    ///
    /// # Errors
    ///
    /// Returns [`NotBuilt`] if they have one.
    pub(crate) fn new(settings: &Settings, _: &Gauge) -> Result<Option<(Self, Renewal)>, NotBuilt> {
        match settings.certificate {
            Some(_) => Err(NotBuilt("TLS")),
            None => Ok(None),
        }
    }

    pub(super) async fn greet(&self, _: TcpStream, _: Option<IpAddr>) -> Option<Greeting> {
        match *self {}
    }
}

impl Renewal {
    pub(crate) async fn go_on(self) -> Infallible {
        match self {}
    }
}
