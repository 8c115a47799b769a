//! The door: who may come in, how many at once, and by which name they ask for this server. The loop that accepts is our own
//! because the usual one waits for ever for the second half of a request.

#[cfg(feature = "tls")]
mod acme;
#[cfg(feature = "tls")]
mod certificate_files;
mod crowd;
mod names;
mod network;
#[cfg(not(feature = "tls"))]
#[path = "no_tls.rs"]
mod tls;
#[cfg(feature = "tls")]
mod tls;
#[cfg(feature = "tls")]
mod validity;
mod visitor;

pub(crate) use crowd::{Crowd, Place};
pub(crate) use names::Names;
pub(crate) use network::Network;
#[cfg(feature = "tls")]
pub use tls::TlsError;
pub(crate) use tls::{Renewal, Tls};
pub(crate) use visitor::Visitor;

use crate::lobby::Lobby;
use crate::metrics::Metrics;
use axum::Router;
use axum::body::Body;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use tls::Greeting;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tower_service::Service;
use visitor::Proxies;

/// How long a connection may be used for requests. Sockets are no longer counted here.
const VISIT: Duration = Duration::from_secs(120);

/// How long what is being done is waited for when the server closes.
pub(crate) const LAST_REQUEST: Duration = Duration::from_secs(2);

/// So many at once are told that there is no room; the others only see the door closed.
const TURNED_AWAY: usize = 64;

/// The files that are open beside the connections: the data, the log, those who are turned away.
const OTHER_FILES: usize = TURNED_AWAY + 36;

/// As many connections as there may be at once, where no more files than `files` may be open.
pub(crate) fn most_connections(wanted: usize, files: u64) -> usize {
    wanted.min(usize::try_from(files).unwrap_or(usize::MAX).saturating_sub(OTHER_FILES)).max(1)
}

/// The files to be had for so many connections.
pub(crate) const fn files_for(connections: usize) -> u64 {
    connections.saturating_add(OTHER_FILES) as u64
}

/// What the door knows.
pub(crate) struct Door {
    proxies: Proxies,
    /// Who is in, by network; those whom a proxy brings are counted with their sockets.
    pub(crate) crowd: Arc<Crowd>,
    /// Connections at once.
    connections: usize,
    /// How long the head of a request may take, and before it the handshake of TLS.
    head: Duration,
    tls: Option<Tls>,
    metrics: Arc<Metrics>,
}

/// What is answered to whom.
#[derive(Clone)]
pub(crate) struct Routes {
    pub(crate) house: Router,
    /// For those who speak in clear where TLS is spoken.
    pub(crate) in_clear: Router,
}

/// A connection, for as long as it lasts, as a socket too.
pub(crate) struct Connection {
    _place: Option<Place>,
    _permit: OwnedSemaphorePermit,
}

impl Door {
    pub(crate) fn new(lobby: &Lobby, tls: Option<Tls>) -> Self {
        let settings = &lobby.settings;
        Self {
            proxies: Proxies::new(settings.proxies.clone()),
            crowd: Crowd::new(settings.limits.connections_by_address),
            connections: settings.limits.connections,
            head: settings.limits.head,
            tls,
            metrics: Arc::clone(&lobby.metrics),
        }
    }

    /// Accepts connections until `closing`, then waits a little for those that are left.
    pub(crate) async fn accept(
        self: Arc<Self>,
        listener: TcpListener,
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
                    // Somebody hung up while waiting, or the system has no memory: then only time helps.
                    tracing::warn!(%error, "a connection could not be accepted");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            };
            // A move is a small packet that somebody waits for.
            let _ = stream.set_nodelay(true);
            let peer = peer.ip().to_canonical();
            let place = match self.proxies.contains(peer) {
                true => Some(None),
                false => self.crowd.enter(peer).map(Some),
            };
            match (place, Arc::clone(&permits).try_acquire_owned()) {
                (Some(place), Ok(permit)) => {
                    let connection = Connection { _place: place, _permit: permit };
                    let door = Arc::clone(&self);
                    tokio::spawn(serve(stream, peer, routes.clone(), connection, door, closing.clone()));
                }
                _ => {
                    self.metrics.turned_away.inc();
                    // Without a handshake, which nobody has time for, nothing can be said in TLS.
                    if self.tls.is_some() {
                        continue;
                    }
                    if let Ok(permit) = Arc::clone(&turned_away).try_acquire_owned() {
                        tokio::spawn(turn_away(stream, permit));
                    }
                }
            }
        }
        let everybody = u32::try_from(self.connections).unwrap_or(u32::MAX);
        let _ = tokio::time::timeout(Duration::from_secs(5), permits.acquire_many(everybody)).await;
    }
}

async fn serve(
    stream: TcpStream,
    peer: IpAddr,
    routes: Routes,
    connection: Connection,
    door: Arc<Door>,
    mut closing: watch::Receiver<bool>,
) {
    let Some(tls) = &door.tls else {
        return answer(stream, peer, routes.house, connection, door, closing).await;
    };
    let counted = (!door.proxies.contains(peer)).then_some(peer);
    let greeting = tokio::select! {
        greeting = tokio::time::timeout(door.head, tls.greet(stream, counted)) => greeting.ok().flatten(),
        _ = closing.wait_for(|closing| *closing) => None,
    };
    match greeting {
        Some(Greeting::Secret(stream)) => {
            answer(stream, peer, routes.house, connection, door, closing).await;
        }
        Some(Greeting::Clear(stream)) => {
            answer(stream, peer, routes.in_clear, connection, door, closing).await;
        }
        None => (),
    }
}

async fn answer(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    peer: IpAddr,
    router: Router,
    connection: Connection,
    door: Arc<Door>,
    mut closing: watch::Receiver<bool>,
) {
    let connection = Arc::new(connection);
    let head = door.head;
    let service = hyper::service::service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
        let visitor = door.proxies.visitor(peer, request.headers());
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
    // A request that is being answered may be finished; after that nobody waits for a slow reader or a slow upload.
    let _ = tokio::time::timeout(LAST_REQUEST, serving).await;
}

/// Tells somebody for whom there is no room that there is none.
async fn turn_away(mut stream: TcpStream, permit: OwnedSemaphorePermit) {
    const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nconnection: close\r\n\
        content-length: 68\r\n\r\n{\"code\":\"busy\",\"message\":\"the server is busy; try again later\"}     ";
    let respond = async {
        stream.write_all(FULL).await?;
        stream.shutdown().await?;
        // To hang up on what was not read yet would take back what was said.
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
