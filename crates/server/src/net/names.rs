//! Host names of this server. A foreign page can point its own name at our address, and a browser then treats
//! our answers as that page's own (DNS rebinding). A public name is therefore accepted only if the operator
//! configured it.

use crate::request_error::RequestError;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Method, Uri, Version, header};
use std::net::IpAddr;

/// Configured host names, in lower case.
#[derive(Debug)]
pub(crate) struct Names {
    given: Vec<String>,
    /// Whether the server itself speaks TLS, so that its pages never have plain HTTP origins.
    tls: bool,
}

/// Reserved domains, which can't be registered.
const PRIVATE: [&str; 5] = [".localhost", ".local", ".internal", ".home.arpa", ".lan"];

impl Names {
    pub(crate) fn new(names: &[String], tls: bool) -> Self {
        Self { given: names.iter().map(|name| name.to_ascii_lowercase()).collect(), tls }
    }

    /// # Errors
    ///
    /// Returns [`RequestError`] if the request names another host, or comes from a page of another origin.
    pub(crate) fn check(
        &self,
        method: &Method,
        uri: &Uri,
        version: Version,
        headers: &HeaderMap,
    ) -> Result<(), RequestError> {
        let mut hosts = headers.get_all(header::HOST).iter();
        let host = match (hosts.next().map(|host| host.to_str()), hosts.next()) {
            (Some(Ok(host)), None) => host,
            // HTTP/1.0 has no Host header.
            (None, _) if version == Version::HTTP_10 => "",
            _ => return Err(RequestError::Unreadable("the request must name its host exactly once".into())),
        };
        // A request line with a whole URL overrides the Host header (RFC 9112, 3.2.2).
        let host = uri.authority().map_or(host, Authority::as_str);
        if !host.is_empty() && !self.is_ours(without_port(host)) {
            return Err(RequestError::Misnamed(host.chars().take(100).collect()));
        }
        let reads = [Method::GET, Method::HEAD, Method::OPTIONS].contains(method);
        let acts = !reads || headers.contains_key(header::UPGRADE);
        if acts && !self.is_from_here(host, headers) { Err(RequestError::Foreign) } else { Ok(()) }
    }

    fn is_ours(&self, name: &str) -> bool {
        let name = name.to_ascii_lowercase();
        let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        // Browsers and resolvers read a number as an address, so it can't be a host name.
        let is_number = name.parse::<u64>().is_ok() || name.starts_with("0x");
        let private =
            || !name.contains('.') && !is_number || PRIVATE.iter().any(|ending| name.ends_with(ending));
        address.is_ok() || self.given.contains(&name) || private()
    }

    /// Returns whether the request comes from our own page, or from a client that is not a browser.
    fn is_from_here(&self, host: &str, headers: &HeaderMap) -> bool {
        let site = headers.get("sec-fetch-site").map(|site| site.as_bytes());
        if site.is_some_and(|site| site != b"same-origin" && site != b"none") {
            return false;
        }
        let Some(origin) = headers.get(header::ORIGIN) else { return true };
        let Ok(origin) = origin.to_str() else { return false };
        let Some((scheme, authority)) = origin.split_once("://") else { return false };
        let is_page = scheme == "https" || (scheme == "http" && !self.tls);
        // A proxy may have replaced the host; the origin comes from the browser.
        let given = || self.given.contains(&without_port(authority).to_ascii_lowercase());
        let same = !host.is_empty() && authority.eq_ignore_ascii_case(host);
        is_page && (same || given())
    }
}

/// Returns the host of the page that sent a request, without its port. A request without an origin has its own host.
pub(crate) fn page_host(headers: &HeaderMap) -> Option<String> {
    let text = |name| headers.get(name)?.to_str().ok();
    let origin = text(header::ORIGIN).and_then(|origin| Some(origin.split_once("://")?.1));
    origin.or_else(|| text(header::HOST)).map(|host| without_port(host).to_ascii_lowercase())
}

fn without_port(authority: &str) -> &str {
    let end = authority.rfind(':').filter(|end| !authority[*end..].contains(']'));
    end.map_or(authority, |end| &authority[..end])
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderName;

    fn check(names: &[&str], more: &[(&str, &str)]) -> Result<(), &'static str> {
        check_with(false, names, more)
    }

    fn check_with(tls: bool, names: &[&str], more: &[(&str, &str)]) -> Result<(), &'static str> {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let mut headers = HeaderMap::new();
        for (name, value) in more {
            headers.append(name.parse::<HeaderName>().unwrap(), value.parse().unwrap());
        }
        let uri = Uri::from_static("/api/tables");
        let checked = Names::new(&names, tls).check(&Method::POST, &uri, Version::HTTP_11, &headers);
        checked.map_err(|error| error.kind().code())
    }

    #[test]
    fn a_server_answers_to_its_names_only() {
        for ours in [
            "127.0.0.1:4880",
            "192.168.1.5",
            "[::1]:4880",
            "[2001:db8::1]",
            "localhost:4880",
            "box",
            "box.local:80",
            "Cards.Example",
        ] {
            assert_eq!(check(&["cards.example"], &[("host", ours)]), Ok(()), "{ours}");
        }
        for other in [
            "evil.example",
            "evil.example:4880",
            "cards.example.evil.example",
            "127.0.0.1.evil.example",
            "1.2.3.4.5",
            "2130706433",
            "0x7f000001:4880",
        ] {
            assert_eq!(check(&["cards.example"], &[("host", other)]), Err("not-yours"), "{other}");
        }
        assert_eq!(check(&[], &[]), Err("unreadable"));
        assert_eq!(check(&[], &[("host", "box"), ("host", "box")]), Err("unreadable"));
    }

    #[test]
    fn an_address_in_the_request_line_overrides_the_host() {
        let names = Names::new(&[], false);
        let headers = [(header::HOST, "box".parse().unwrap())].into_iter().collect();
        let check = |uri| {
            let checked = names.check(&Method::GET, &Uri::from_static(uri), Version::HTTP_11, &headers);
            checked.map_err(|error| error.kind().code())
        };
        assert_eq!((check("/"), check("http://box/")), (Ok(()), Ok(())));
        assert_eq!(check("http://evil.example/"), Err("not-yours"));
    }

    #[test]
    fn every_method_that_changes_something_is_checked_for_its_page() {
        let names = Names::new(&[], false);
        let headers = [(header::HOST, "box"), (header::ORIGIN, "http://evil.example")];
        let headers = headers.into_iter().map(|(name, value)| (name, value.parse().unwrap())).collect();
        for method in [Method::POST, Method::DELETE, Method::PUT, Method::PATCH] {
            let checked = names.check(&method, &Uri::from_static("/api/push"), Version::HTTP_11, &headers);
            assert!(matches!(checked, Err(RequestError::Foreign)), "{method}");
        }
    }

    #[test]
    fn with_tls_plain_pages_are_foreign() {
        let from = |origin: &str, host: &str| {
            check_with(true, &["cards.example"], &[("host", host), ("origin", origin)])
        };
        assert_eq!(from("https://cards.example", "cards.example"), Ok(()));
        assert_eq!(from("https://box.local:4880", "box.local:4880"), Ok(()));
        assert_eq!(from("http://cards.example", "cards.example"), Err("not-yours"));
        assert_eq!(from("http://box.local:4880", "box.local:4880"), Err("not-yours"));
    }

    #[test]
    fn only_the_page_of_this_server_may_act() {
        let from = |origin: &str, host: &str| check(&[], &[("host", host), ("origin", origin)]);
        assert_eq!(from("http://127.0.0.1:4880", "127.0.0.1:4880"), Ok(()));
        assert_eq!(from("https://Box.local", "box.local"), Ok(()));
        for wrong in [
            "null",
            "",
            "http://",
            "http://evil.example",
            "http://127.0.0.1",
            "http://127.0.0.1:4881",
            "http://127.0.0.1:4880.evil.example",
            "http://evil.example/127.0.0.1:4880",
            "file://127.0.0.1:4880",
        ] {
            assert_eq!(from(wrong, "127.0.0.1:4880"), Err("not-yours"), "{wrong}");
        }
        // Behind a proxy that replaces the host.
        let behind = [("host", "127.0.0.1:4880"), ("origin", "https://cards.example")];
        assert_eq!(check(&["cards.example"], &behind), Ok(()));
        assert_eq!(check(&[], &behind), Err("not-yours"));
        // Browsers send this header when they omit the origin.
        for (site, may) in [
            ("same-origin", Ok(())),
            ("none", Ok(())),
            ("cross-site", Err("not-yours")),
            ("same-site", Err("not-yours")),
        ] {
            assert_eq!(check(&[], &[("host", "box"), ("sec-fetch-site", site)]), may, "{site}");
        }
    }
}
