//! Messages to systemd: the server is ready, and the server is stopping. `systemctl start` waits
//! for the first.

/// Sends a state in `sd_notify` syntax to the supervisor, if there is one. Failures are only
/// logged.
#[cfg(target_os = "linux")]
pub(crate) fn notify(state: &str) {
    use std::os::linux::net::SocketAddrExt as _;
    use std::os::unix::ffi::OsStrExt as _;
    use std::os::unix::net::{SocketAddr, UnixDatagram};

    let Some(name) = std::env::var_os("NOTIFY_SOCKET") else { return };
    let address = match name.as_bytes() {
        // An abstract socket name, written with a leading at sign.
        [b'@', name @ ..] => SocketAddr::from_abstract_name(name),
        _ => SocketAddr::from_pathname(&name),
    };
    let told = UnixDatagram::unbound().and_then(|socket| socket.send_to_addr(state.as_bytes(), &address?));
    if let Err(error) = told {
        tracing::warn!("can't send “{state}” to systemd: {error}");
    }
}

/// Does nothing: only Linux has systemd.
#[cfg(not(target_os = "linux"))]
pub(crate) fn notify(_: &str) {}
