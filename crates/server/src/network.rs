//! Networks of an address, and the address of this machine in its network.
//!
//! An IPv6 client controls many addresses: a household a /64 or /56, a customer of a tunnel broker a /48, and a provider a
//! /32. All of these networks are counted.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};

/// Network whose machines are counted together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Network {
    address: IpAddr,
    bits: u8,
}

/// Counted prefix lengths, and each network's limit as a multiple of one machine's.
const NESTED: [(u8, u32); 4] = [(32, 256), (48, 16), (56, 4), (64, 1)];

impl Network {
    /// Returns the networks of an address, widest first, and each one's limit as a multiple of one machine's.
    pub(crate) fn all_of(address: IpAddr) -> impl Iterator<Item = (Self, u32)> + Clone {
        let nested = match address.to_canonical() {
            short @ IpAddr::V4(_) => [Some((Self { address: short, bits: 32 }, 1)), None, None, None],
            IpAddr::V6(long) => NESTED.map(|(bits, times)| {
                let kept = long.to_bits() & (u128::MAX << (128 - u32::from(bits)));
                Some((Self { address: Ipv6Addr::from_bits(kept).into(), bits }, times))
            }),
        };
        nested.into_iter().flatten()
    }
}

/// Returns the network of a household: an IPv4 address, or an IPv6 /56. Two players in it may be one person.
pub(crate) fn household(address: IpAddr) -> Network {
    match address.to_canonical() {
        short @ IpAddr::V4(_) => Network { address: short, bits: 32 },
        IpAddr::V6(long) => {
            let kept = long.to_bits() & (u128::MAX << 72);
            Network { address: Ipv6Addr::from_bits(kept).into(), bits: 56 }
        }
    }
}

/// Returns the address of this machine in its network, if the server listens on it.
pub(crate) fn network_address(listens_at: SocketAddr) -> Option<SocketAddr> {
    let ip = if listens_at.ip().is_unspecified() {
        // Connecting a UDP socket sends nothing. The remote address is reserved for documentation.
        let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
        socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
        socket.local_addr().ok()?.ip()
    } else {
        listens_at.ip()
    };
    (!ip.is_loopback() && !ip.is_unspecified()).then(|| SocketAddr::new(ip, listens_at.port()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shared(a: &str, b: &str) -> Vec<u8> {
        let of = |address: &str| Network::all_of(address.parse().unwrap());
        of(a)
            .filter(|(network, _)| of(b).any(|(other, _)| *network == other))
            .map(|(network, _)| network.bits)
            .collect()
    }

    #[test]
    fn neighbours_share_networks() {
        assert_eq!(shared("2001:db8:1:2::1", "2001:db8:1:2::ffff"), [32, 48, 56, 64]);
        assert_eq!(shared("2001:db8:1:2::1", "2001:db8:1:3::1"), [32, 48, 56]);
        assert_eq!(shared("2001:db8:1:2::1", "2001:db8:1:f00::1"), [32, 48]);
        assert_eq!(shared("2001:db8:1:2::1", "2001:db8:2:2::1"), [32]);
        assert_eq!(shared("2001:db8:1:2::1", "2001:db9:1:2::1"), [] as [u8; 0]);
        assert_eq!(shared("192.0.2.7", "::ffff:192.0.2.7"), [32]);
        assert_eq!(shared("192.0.2.7", "192.0.2.8"), [] as [u8; 0]);
    }
}
