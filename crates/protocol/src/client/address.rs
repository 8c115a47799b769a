//! Addresses of card tables.

use super::ClientError;
use tungstenite::http::Uri;

/// The address of a card table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Address {
    /// Whether the connection uses TLS.
    pub secure: bool,
    /// The host name or IP address.
    pub host: String,
    /// The port of the server.
    pub port: u16,
    /// The table's id.
    pub table: String,
}

impl Address {
    /// Parses an address as a page shows it: `http://192.168.1.5:4880/table/Xk3pQ2`.
    ///
    /// # Errors
    ///
    /// Returns [`ClientError::NoTableAddress`] if `text` is no such address, and `ClientError::NoTls` if it begins
    /// with https and this build has no TLS. The early check keeps tokens from being written for unreachable
    /// servers.
    pub fn read(text: &str) -> Result<Self, ClientError> {
        let wrong = || ClientError::NoTableAddress(text.to_owned());
        let uri: Uri = text.trim().parse().map_err(|_| wrong())?;
        let secure = match uri.scheme_str() {
            #[cfg(feature = "tls")]
            Some("https") => true,
            #[cfg(not(feature = "tls"))]
            Some("https") => return Err(ClientError::NoTls(text.trim().to_owned())),
            Some("http") => false,
            _ => return Err(wrong()),
        };
        let table = uri.path().strip_prefix("/table/").map(|id| id.trim_end_matches('/'));
        let is_id = |id: &&str| {
            !id.is_empty() && id.chars().all(|sign| sign.is_ascii_alphanumeric() || matches!(sign, '-' | '_'))
        };
        let table = table.filter(is_id).ok_or_else(wrong)?.to_owned();
        let host = uri.host().filter(|host| !host.is_empty()).ok_or_else(wrong)?.to_owned();
        let port = uri.port_u16().unwrap_or(if secure { 443 } else { 80 });
        Ok(Self { secure, host, port, table })
    }

    /// Returns the server's origin. The token file uses it as key, because no other server may see a token.
    #[must_use]
    pub fn origin(&self) -> String {
        let Self { host, port, .. } = self;
        format!("{}://{host}:{port}", if self.secure { "https" } else { "http" })
    }

    /// Returns the URL of the WebSocket.
    pub(crate) fn socket(&self) -> String {
        let Self { host, port, .. } = self;
        // Browsers leave out the default port.
        let port =
            if *port == (if self.secure { 443 } else { 80 }) { String::new() } else { format!(":{port}") };
        format!("{}://{host}{port}/ws", if self.secure { "wss" } else { "ws" })
    }

    /// Returns the host as certificates and resolvers name it: an IPv6 address without its brackets.
    pub(crate) fn name(&self) -> &str {
        self.host.trim_start_matches('[').trim_end_matches(']')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_as_the_page_shows_it() {
        let read = |text: &str| Address::read(text).ok();
        let at_home = read("http://192.168.1.5:4880/table/aB-_9").unwrap();
        assert_eq!((at_home.table.as_str(), at_home.port, at_home.secure), ("aB-_9", 4880, false));
        assert_eq!(at_home.socket(), "ws://192.168.1.5:4880/ws");
        assert_eq!(read("http://[::1]:4880/table/x").unwrap().name(), "::1");
        for wrong in
            ["", "scopa", "ftp://a/table/x", "http://a/", "http://a/table/", "http://a/table/a/b", "/table/x"]
        {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[cfg(feature = "tls")]
    #[test]
    fn an_address_may_begin_with_https() {
        let abroad = Address::read(" https://cards.example/table/x/ ").unwrap();
        assert_eq!(abroad.origin(), "https://cards.example:443");
        assert_eq!(abroad.socket(), "wss://cards.example/ws");
    }

    #[cfg(not(feature = "tls"))]
    #[test]
    fn a_build_without_tls_refuses_https_with_a_sentence() {
        let error = Address::read(" https://cards.example/table/x/ ").unwrap_err();
        assert!(matches!(error, ClientError::NoTls(_)));
        assert_eq!(
            error.to_string(),
            "this build has no TLS, which https://cards.example/table/x/ needs; build it with --features full"
        );
    }
}
