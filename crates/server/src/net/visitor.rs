//! Address of a client. The X-Forwarded-For header is trusted only from a configured proxy, and only for what
//! that proxy saw itself.

use axum::http::HeaderMap;
use ipnet::IpNet;
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicBool, Ordering};

/// Sender of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Visitor {
    /// Address for rate limits. It is `None` if the request certainly comes from this machine itself.
    pub(crate) counted: Option<IpAddr>,
    /// Whether the request came through a trusted proxy.
    pub(crate) through_proxy: bool,
    /// Whether the request comes from this machine itself.
    pub(crate) is_near: bool,
}

const FORWARDED: &str = "x-forwarded-for";

/// Proxies whose `X-Forwarded-For` header is trusted.
#[derive(Debug)]
pub(crate) struct Proxies {
    networks: Vec<IpNet>,
    /// Whether an untrusted proxy was already reported.
    told: AtomicBool,
}

impl Proxies {
    pub(crate) fn new(networks: Vec<IpNet>) -> Self {
        Self { networks, told: AtomicBool::new(false) }
    }

    pub(crate) fn contains(&self, address: IpAddr) -> bool {
        self.networks.iter().any(|network| network.contains(&address))
    }

    /// Returns the sender of a request that arrived from `peer`.
    pub(crate) fn visitor(&self, peer: IpAddr, headers: &HeaderMap) -> Visitor {
        let forwards = headers.contains_key(FORWARDED) || headers.contains_key("forwarded");
        if !self.contains(peer) {
            if forwards && !self.told.swap(true, Ordering::Relaxed) {
                tracing::warn!(
                    "untrusted proxy {peer} forwards requests; if it is yours, add --trusted-proxy {peer}"
                );
            }
            return Visitor {
                counted: Some(peer),
                through_proxy: false,
                is_near: peer.is_loopback() && !forwards,
            };
        }
        if !forwards && peer.is_loopback() {
            return Visitor { counted: None, through_proxy: false, is_near: true };
        }
        // Each proxy appends the address that it saw. Everything before the last untrusted address may be
        // forged.
        let hops = headers.get_all(FORWARDED).iter().rev().filter_map(|value| value.to_str().ok());
        let hops = hops.flat_map(|value| value.rsplit(',')).map(|hop| address(hop.trim()));
        let client = hops.map_while(|hop| hop).find(|hop| !self.contains(*hop));
        Visitor { counted: Some(client.unwrap_or(peer)), through_proxy: true, is_near: false }
    }
}

/// Parses an address in an `X-Forwarded-For` header. Some proxies append a port.
fn address(hop: &str) -> Option<IpAddr> {
    let ip = hop.parse().or_else(|_| hop.parse().map(|socket: SocketAddr| socket.ip()));
    ip.ok().map(|ip| ip.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(proxies: &[&str], peer: &str, forwarded: &[&str]) -> Visitor {
        let proxies = Proxies::new(proxies.iter().map(|network| network.parse().unwrap()).collect());
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append(FORWARDED, value.parse().unwrap());
        }
        proxies.visitor(peer.parse().unwrap(), &headers)
    }

    #[test]
    fn untrusted_proxies_are_ignored() {
        for (peer, near) in [("127.0.0.1", true), ("192.0.2.1", false)] {
            let peers = Visitor { counted: Some(peer.parse().unwrap()), through_proxy: false, is_near: near };
            assert_eq!(of(&[], peer, &[]), peers);
            assert_eq!(of(&[], peer, &["203.0.113.5"]), Visitor { is_near: false, ..peers });
            assert_eq!(of(&["10.0.0.0/8"], peer, &["203.0.113.5"]).counted, peers.counted);
        }
    }

    #[test]
    fn a_proxy_is_believed_about_whom_it_saw_itself() {
        let counted = |proxies: &[&str], peer, forwarded: &[&str]| {
            of(proxies, peer, forwarded).counted.map(|address| address.to_string())
        };
        let one = &["127.0.0.1/32"][..];
        for (forwarded, seen) in [
            (&["203.0.113.5"][..], "203.0.113.5"),
            (&["6.6.6.6, 203.0.113.5"], "203.0.113.5"),
            (&["6.6.6.6", "203.0.113.5"], "203.0.113.5"),
            (&["203.0.113.5:4711"], "203.0.113.5"),
            (&["[2001:db8::5]:4711"], "2001:db8::5"),
            (&["::ffff:203.0.113.5"], "203.0.113.5"),
            (&["203.0.113.5, nonsense"], "127.0.0.1"),
            (&[""], "127.0.0.1"),
            (&["203.0.113.5, 127.0.0.1"], "203.0.113.5"),
        ] {
            assert_eq!(counted(one, "127.0.0.1", forwarded).as_deref(), Some(seen), "{forwarded:?}");
        }
        let two = &["127.0.0.1/32", "10.0.0.0/8"][..];
        assert_eq!(
            counted(two, "127.0.0.1", &["6.6.6.6, 203.0.113.5, 10.1.2.3"]).as_deref(),
            Some("203.0.113.5")
        );
        assert!(of(one, "127.0.0.1", &["203.0.113.5"]).through_proxy);
    }

    #[test]
    fn local_clients_are_not_counted() {
        assert_eq!(of(&["127.0.0.0/8"], "127.0.0.1", &[]).counted, None);
        assert_eq!(of(&["10.0.0.0/8"], "10.0.0.1", &[]).counted, Some("10.0.0.1".parse().unwrap()));
    }
}
