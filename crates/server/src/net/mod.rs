//! Accepting of connections: limits, client addresses, host names and TLS. The accept loop is our own,
//! because the usual one waits forever for the second half of a request.

#[cfg(feature = "tls")]
mod acme;
#[cfg(feature = "tls")]
mod certificate_files;
mod connection_limiter;
mod names;
#[cfg(not(feature = "tls"))]
#[path = "no_tls.rs"]
mod tls;
#[cfg(feature = "tls")]
mod tls;
#[cfg(unix)]
mod unix_socket;
#[cfg(feature = "tls")]
mod validity;
mod visitor;

pub(crate) use connection_limiter::{ConnectionLimiter, Place};
pub(crate) use names::{Names, page_host};
#[cfg(feature = "tls")]
pub use tls::TlsError;
pub(crate) use tls::{Renewal, Tls};
#[cfg(unix)]
pub use unix_socket::SocketError;
#[cfg(unix)]
pub(crate) use unix_socket::UnixSocket;
pub(crate) use visitor::Visitor;

use crate::metrics::Metrics;
use crate::settings::{MetricsAddress, Settings};
use axum::Router;
use axum::body::Body;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::io;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use tls::Greeting;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
#[cfg(unix)]
use tokio::net::UnixStream;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tower_service::Service;
use visitor::Proxies;

/// Maximum age of a connection for requests. WebSockets may last longer.
const VISIT: Duration = Duration::from_secs(120);

/// Time for a response in progress at shutdown.
pub(crate) const LAST_REQUEST: Duration = Duration::from_secs(2);

/// Number of rejected connections that are answered concurrently. The others are closed at once.
const TURNED_AWAY: usize = 64;

/// Open files besides the connections: the data, the log and rejected connections.
const OTHER_FILES: usize = TURNED_AWAY + 36;

/// Returns the number of connections if at most `files` files may be open.
pub(crate) fn most_connections(wanted: usize, files: u64) -> usize {
    wanted.min(usize::try_from(files).unwrap_or(usize::MAX).saturating_sub(OTHER_FILES)).max(1)
}

/// Returns the number of open files needed for a number of connections.
pub(crate) const fn files_for(connections: usize) -> u64 {
    connections.saturating_add(OTHER_FILES) as u64
}

/// Accept loop with its settings.
pub(crate) struct Acceptor {
    proxies: Proxies,
    /// Limiter of direct connections. Those through a proxy are counted at their sockets.
    pub(crate) limiter: Arc<ConnectionLimiter>,
    /// Maximum number of connections.
    connections: usize,
    /// Timeout of a request's head, and of the TLS handshake before it.
    head: Duration,
    tls: Option<Tls>,
    metrics: Arc<Metrics>,
}

/// Listener of an [`Acceptor`].
pub(crate) enum Listener {
    Tcp(TcpListener),
    #[cfg(unix)]
    Unix(UnixSocket),
}

impl Listener {
    /// Returns its address, with the actual port if port 0 was asked for.
    pub(crate) fn address(&self) -> io::Result<MetricsAddress> {
        match self {
            Self::Tcp(listener) => listener.local_addr().map(MetricsAddress::Tcp),
            #[cfg(unix)]
            Self::Unix(socket) => Ok(MetricsAddress::Unix(socket.file().to_owned())),
        }
    }

    /// Accepts a connection, and returns the address for its limits. A client at a Unix socket is on this machine.
    async fn accept(&self) -> io::Result<(Stream, IpAddr)> {
        match self {
            Self::Tcp(listener) => {
                let (stream, peer) = listener.accept().await?;
                // Actions are small packets that players wait for.
                let _ = stream.set_nodelay(true);
                Ok((Stream::Tcp(stream), peer.ip().to_canonical()))
            }
            #[cfg(unix)]
            Self::Unix(socket) => {
                Ok((Stream::Unix(socket.accept().await?), std::net::Ipv4Addr::LOCALHOST.into()))
            }
        }
    }
}

/// Accepted connection.
enum Stream {
    Tcp(TcpStream),
    #[cfg(unix)]
    Unix(UnixStream),
}

/// Routes of a listener.
#[derive(Clone)]
pub(crate) struct Routes {
    pub(crate) main: Router,
    /// Routes of plain HTTP on a TLS port.
    pub(crate) in_clear: Router,
}

/// Counted connection. It lasts as long as its socket.
pub(crate) struct Connection {
    _place: Option<Place>,
    _permit: OwnedSemaphorePermit,
}

impl Acceptor {
    pub(crate) fn new(settings: &Settings, metrics: Arc<Metrics>, tls: Option<Tls>) -> Self {
        Self {
            proxies: Proxies::new(settings.proxies.clone()),
            limiter: ConnectionLimiter::new(settings.limits.connections.by_address),
            connections: settings.limits.connections.total,
            head: settings.limits.connections.head,
            tls,
            metrics,
        }
    }

    /// Accepts connections until `closing`, then waits briefly for those still open.
    pub(crate) async fn accept(
        self: Arc<Self>,
        listener: Listener,
        routes: Routes,
        mut closing: watch::Receiver<bool>,
    ) {
        let permits = Arc::new(Semaphore::new(self.connections));
        let turned_away = Arc::new(Semaphore::new(TURNED_AWAY));
        loop {
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                _ = closing.wait_for(|closing| *closing) => break,
            };
            let (stream, peer) = match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    // Either the client hung up while it waited, or the system lacks memory; then only time
                    // helps.
                    tracing::warn!(%error, "a connection could not be accepted");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            };
            let place = match self.proxies.contains(peer) {
                true => Some(None),
                false => self.limiter.enter(peer).map(Some),
            };
            match (place, Arc::clone(&permits).try_acquire_owned()) {
                (Some(place), Ok(permit)) => {
                    let connection = Connection { _place: place, _permit: permit };
                    let acceptor = Arc::clone(&self);
                    tokio::spawn(serve(stream, peer, routes.clone(), connection, acceptor, closing.clone()));
                }
                _ => {
                    self.metrics.turned_away.inc();
                    // A response would need a handshake, for which there is no time.
                    if self.tls.is_some() {
                        continue;
                    }
                    if let Ok(permit) = Arc::clone(&turned_away).try_acquire_owned() {
                        match stream {
                            Stream::Tcp(stream) => drop(tokio::spawn(turn_away(stream, permit))),
                            #[cfg(unix)]
                            Stream::Unix(stream) => drop(tokio::spawn(turn_away(stream, permit))),
                        }
                    }
                }
            }
        }
        let all = u32::try_from(self.connections).unwrap_or(u32::MAX);
        let _ = tokio::time::timeout(Duration::from_secs(5), permits.acquire_many(all)).await;
    }
}

async fn serve(
    stream: Stream,
    peer: IpAddr,
    routes: Routes,
    connection: Connection,
    acceptor: Arc<Acceptor>,
    mut closing: watch::Receiver<bool>,
) {
    let stream = match stream {
        Stream::Tcp(stream) => stream,
        #[cfg(unix)]
        Stream::Unix(stream) => {
            return answer(stream, peer, routes.main, connection, acceptor, closing).await;
        }
    };
    let Some(tls) = &acceptor.tls else {
        return answer(stream, peer, routes.main, connection, acceptor, closing).await;
    };
    let counted = (!acceptor.proxies.contains(peer)).then_some(peer);
    let greeting = tokio::select! {
        greeting = tokio::time::timeout(acceptor.head, tls.greet(stream, counted)) => greeting.ok().flatten(),
        _ = closing.wait_for(|closing| *closing) => None,
    };
    match greeting {
        Some(Greeting::Secret(stream)) => {
            answer(stream, peer, routes.main, connection, acceptor, closing).await;
        }
        Some(Greeting::Clear(stream)) => {
            answer(stream, peer, routes.in_clear, connection, acceptor, closing).await;
        }
        None => (),
    }
}

async fn answer(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    peer: IpAddr,
    router: Router,
    connection: Connection,
    acceptor: Arc<Acceptor>,
    mut closing: watch::Receiver<bool>,
) {
    let connection = Arc::new(connection);
    let head = acceptor.head;
    let service = hyper::service::service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
        let visitor = acceptor.proxies.visitor(peer, request.headers());
        request.extensions_mut().insert(visitor);
        request.extensions_mut().insert(Arc::clone(&connection));
        router.clone().call(request.map(Body::new))
    });
    let mut http = hyper::server::conn::http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(head).max_buf_size(32 * 1024);
    let mut serving = Box::pin(http.serve_connection(TokioIo::new(stream), service).with_upgrades());
    let over = async {
        let _ = tokio::time::timeout(VISIT, closing.wait_for(|closing| *closing)).await;
    };
    tokio::select! {
        _ = &mut serving => return,
        () = over => serving.as_mut().graceful_shutdown(),
    }
    // A response in progress may be finished, but a slow reader or upload must not delay the shutdown.
    let _ = tokio::time::timeout(LAST_REQUEST, serving).await;
}

/// Answers a connection that the limiter rejected.
async fn turn_away(mut stream: impl AsyncRead + AsyncWrite + Unpin, permit: OwnedSemaphorePermit) {
    const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nconnection: close\r\n\
        content-length: 68\r\n\r\n{\"code\":\"busy\",\"message\":\"the server is busy; try again later\"}     ";
    let respond = async {
        stream.write_all(FULL).await?;
        stream.shutdown().await?;
        // Closing with unread input would discard the response.
        tokio::io::copy(&mut stream, &mut tokio::io::sink()).await
    };
    let _ = tokio::time::timeout(Duration::from_secs(1), respond).await;
    drop(permit);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_never_more_connections_than_files() {
        assert_eq!(most_connections(10_000, files_for(10_000)), 10_000);
        assert_eq!(most_connections(10_000, 1_024), 924);
        assert_eq!(most_connections(10_000, 20), 1);
        assert_eq!(most_connections(usize::MAX, files_for(usize::MAX)), usize::MAX - OTHER_FILES);
    }
}
