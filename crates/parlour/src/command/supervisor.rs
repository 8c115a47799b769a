//! What systemd is told of the server, if it is what started it: that the house is open, and that it is about to close. So
//! `systemctl start` ends when people can come in.

/// Tells whoever supervises this program something in the words of `sd_notify`. Nobody may be there, and it is no fault
/// if nobody listens.
#[cfg(target_os = "linux")]
pub(crate) fn tell(state: &str) {
    use std::os::linux::net::SocketAddrExt as _;
    use std::os::unix::ffi::OsStrExt as _;
    use std::os::unix::net::{SocketAddr, UnixDatagram};

    let Some(name) = std::env::var_os("NOTIFY_SOCKET") else { return };
    let address = match name.as_bytes() {
        // A name that is no file, which is written with an at sign before it.
        [b'@', name @ ..] => SocketAddr::from_abstract_name(name),
        _ => SocketAddr::from_pathname(&name),
    };
    let told = UnixDatagram::unbound().and_then(|socket| socket.send_to_addr(state.as_bytes(), &address?));
    if let Err(error) = told {
        tracing::warn!("the supervisor cannot be told “{state}”: {error}");
    }
}

/// There is no systemd elsewhere.
#[cfg(not(target_os = "linux"))]
pub(crate) fn tell(_: &str) {}
