//! Server: tables over HTTP and WebSockets, as `docs/protocol.md` defines them.
//!
//! Every accepted action is on disk before a client sees it. Hidden cards never leave this process. The rules
//! of a table are in the crate `table`, without I/O; this crate adds network, storage, threads and time.
//!
//! | module | contents |
//! |---|---|
//! | `settings`, `page`, `clock` | what the operator chooses, the page's files, and the time of the tables |
//! | `net` | connections: limits, client addresses, host names, TLS |
//! | `http`, `socket`, `rtt_probe` | HTTP requests, one guest's WebSocket, and the measurement of its delay |
//! | `request_error` | errors, with their code, status and log level |
//! | `guests`, `network`, `limits` | connected guests, networks of addresses, rate limits |
//! | `table` | registry of the tables in memory, and one task per table that drives `::table::Table` |
//! | `lobby` | players who don't know each other meet and get a table |
//! | `shared_pads` | score pads with several writers |
//! | `people` | accounts: tokens, passwords, recovery codes, ties, challenges, reports and rulings |
//! | `admission` | what accounts say about the player at a socket: name, bans, mutes, blocks |
//! | `work_queue`, `bot_pool` | queue of blocking work, and the threads of the bots |
//! | `archive`, `double_dummy` | finished matches, and solved bridge deals |
//! | `push`, `https` | Web Push notices, and the HTTPS client of push and ACME |
//! | `metrics`, `metrics_page`, `process_metrics`, `admin` | metrics, and commands of the operator |
//! | `maintenance` | periodic cleanup of the store |
//! | `peers`, `reception` | other servers at the same database |
//! | `simulation` | test of three servers at one store with injected faults |
//!
//! A server in a program of one's own, without a page. Port 0 lets the system choose a port:
//!
//! ```
//! # #[tokio::main]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use server::{NoPage, Settings};
//!
//! let data = std::env::temp_dir().join(format!("parlour-{}", std::process::id()));
//! let settings = Settings::new(&data, ([127, 0, 0, 1], 0).into(), NoPage);
//! // Serves until this future completes; `tokio::signal::ctrl_c` is a common one.
//! let shutdown = async {};
//! server::run(settings, |link| println!("{link}/api/games lists the games"), shutdown).await?;
//! # std::fs::remove_dir_all(data)?;
//! # Ok(())
//! # }
//! ```

pub mod admin;
mod admission;
mod archive;
mod bot_pool;
mod clock;
mod double_dummy;
mod guests;
mod http;
#[cfg(any(feature = "push", feature = "tls"))]
mod https;
mod limits;
mod lobby;
mod maintenance;
mod metrics;
mod metrics_page;
mod net;
mod network;
mod page;
mod peers;
mod people;
mod process_metrics;
mod push;
#[cfg(feature = "cluster")]
mod reception;
mod request_error;
mod rtt_probe;
mod settings;
mod shared_pads;
#[cfg(test)]
mod simulation;
mod socket;
mod table;
mod work_queue;

pub use clock::Clock;
pub use ipnet::IpNet;
#[cfg(unix)]
pub use net::SocketError;
#[cfg(feature = "tls")]
pub use net::TlsError;
pub use page::{Asset, NoPage, Page};
pub use push::PushError;
#[cfg(feature = "cluster")]
pub use settings::Database;
pub use settings::{Acme, Certificate, CertificateFiles, Keep, Pace, Push, Rate, Settings};
pub use settings::{
    AnalysisLimits, BotLimits, ConnectionLimits, Limits, PadLimits, PeopleLimits, TableLimits,
};
pub use settings::{InvalidMetricsAddress, MetricsAddress, MetricsListener};

use bot_pool::BotPool;
use lobby::Lobby;
use metrics::Metrics;
use net::{Acceptor, Listener, Renewal, Routes, Tls};
#[cfg(feature = "cluster")]
use reception::Reception;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use store::Store;
use table::TableRegistry;
use tokio::net::TcpListener;
use tokio::sync::watch;

/// Checks settings without starting a server: certificates, metrics, push, the data file, and the connection string of the
/// database. With `connects` the database must also answer and be durable. Writes nothing. Must be called in a Tokio
/// runtime with time and network.
///
/// # Errors
///
/// Returns the [`StartError`] with which a server would not start.
pub async fn check_settings(settings: &Settings, connects: bool) -> Result<(), StartError> {
    Tls::new(settings, &Metrics::new().certificate_expiry)?;
    check_metrics(settings)?;
    if let Some(push) = &settings.push {
        push::check(push, &settings.data)?;
    }
    store::check_folder(&settings.data)?;
    #[cfg(feature = "cluster")]
    if let Some(database) = &settings.database {
        return Ok(store::check_database(&database.address, database.durability, connects).await?);
    }
    let _ = connects;
    Ok(store::check_file(&settings.data)?)
}

/// Refuses metrics without a token that other machines can reach, and a Unix socket that can't be created.
fn check_metrics(settings: &Settings) -> Result<(), StartError> {
    match &settings.metrics {
        Some(MetricsListener { address: MetricsAddress::Tcp(address), token: None })
            if !address.ip().is_loopback() =>
        {
            Err(StartError::Metrics(*address))
        }
        #[cfg(unix)]
        Some(MetricsListener { address: MetricsAddress::Unix(file), .. }) => net::UnixSocket::check(file)
            .map_err(|reason| StartError::MetricsSocket { file: file.clone(), reason }),
        _ => Ok(()),
    }
}

/// Server that listens but does not answer yet.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    settings: Settings,
    store: Store,
    bot_pool: BotPool,
    tls: Option<(Tls, Renewal)>,
    push: Option<Arc<push::Push>>,
    metrics: Arc<Metrics>,
    /// Listener of the metrics.
    metrics_listener: Option<Listener>,
    /// Listener for other servers at the same database.
    #[cfg(feature = "cluster")]
    reception: Option<Reception>,
    /// Lock on the data folder if the tables are in a database. A data file has its own.
    #[cfg(feature = "cluster")]
    folder_lock: Option<store::FolderLock>,
    #[cfg(unix)]
    admin: Option<admin::Socket>,
}

/// Feature that this build lacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("this build has no {0}; build it with --features full")]
pub struct NotBuilt(pub &'static str);

/// Error at startup.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The data can't be used.
    #[error(transparent)]
    Store(#[from] store::OpenError),
    /// The address can't be used.
    #[error("cannot listen on {address}: {reason}{}", advice(reason))]
    Address {
        /// Address that can't be used.
        address: SocketAddr,
        /// I/O error of the operating system.
        reason: io::Error,
    },
    /// The address of the metrics can be reached from other machines, and there is no token.
    #[error(
        "metrics at {0} need a token, because other machines can reach them; \
         name one with --metrics-token-file, or use 127.0.0.1:{port}",
        port = .0.port()
    )]
    Metrics(SocketAddr),
    /// The Unix socket of the metrics can't be used.
    #[cfg(unix)]
    #[error("cannot serve metrics at unix:{}: {reason}", file.display())]
    MetricsSocket {
        /// File of the socket.
        file: std::path::PathBuf,
        /// Error with the file.
        reason: SocketError,
    },
    /// The settings need a feature that this build lacks.
    #[error(transparent)]
    NotBuilt(#[from] NotBuilt),
    /// TLS can't be set up.
    #[cfg(feature = "tls")]
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// Web Push can't be set up.
    #[error(transparent)]
    Push(#[from] PushError),
    /// The operating system returned no random numbers.
    #[error("the operating system returned no random numbers: {0}")]
    Chance(String),
    /// The threads of the bots can't be started.
    #[error("the threads of the bots can't be started: {0}")]
    Threads(io::Error),
}

/// Returns a hint about an address that can't be used.
fn advice(reason: &io::Error) -> &'static str {
    match reason.kind() {
        io::ErrorKind::AddrInUse => "; another server may be running, or choose another port",
        _ => "",
    }
}

async fn listen(address: SocketAddr) -> Result<(TcpListener, SocketAddr), StartError> {
    let unusable = |reason| StartError::Address { address, reason };
    let listener = TcpListener::bind(address).await.map_err(unusable)?;
    let address = listener.local_addr().map_err(unusable)?;
    Ok((listener, address))
}

/// Permissions of the metrics' Unix socket: its user and group may connect.
#[cfg(unix)]
const METRICS_SOCKET_MODE: u32 = 0o660;

async fn listen_for_metrics(address: &MetricsAddress) -> Result<Listener, StartError> {
    match address {
        MetricsAddress::Tcp(address) => Ok(Listener::Tcp(listen(*address).await?.0)),
        #[cfg(unix)]
        MetricsAddress::Unix(file) => match net::UnixSocket::bind(file, METRICS_SOCKET_MODE).await {
            Ok(socket) => Ok(Listener::Unix(socket)),
            Err(reason) => Err(StartError::MetricsSocket { file: file.clone(), reason }),
        },
    }
}

impl Server {
    /// Opens the data and binds the address. Must be called in a Tokio runtime with time and network.
    ///
    /// # Errors
    ///
    /// Returns [`StartError`] if the data, the address or the certificate can't be used.
    pub async fn bind(mut settings: Settings) -> Result<Self, StartError> {
        let metrics = Metrics::new();
        let tls = Tls::new(&settings, &metrics.certificate_expiry)?;
        // Each socket is an open file, so the system's limit also limits the connections.
        let wanted = settings.limits.connections.total;
        let files = rlimit::increase_nofile_limit(net::files_for(wanted)).unwrap_or(u64::MAX);
        settings.limits.connections.total = net::most_connections(wanted, files);
        if settings.limits.connections.total < wanted {
            tracing::warn!(
                "at most {} connections, because the system allows {files} open files",
                settings.limits.connections.total,
            );
        }
        let (listener, address) = listen(settings.address).await?;
        check_metrics(&settings)?;
        let metrics_listener = match &settings.metrics {
            None => None,
            Some(MetricsListener { address, .. }) => Some(listen_for_metrics(address).await?),
        };
        #[cfg(feature = "cluster")]
        let folder_lock =
            settings.database.is_some().then(|| store::FolderLock::new(&settings.data)).transpose()?;
        #[cfg(feature = "cluster")]
        let (store, reception) = match &settings.database {
            Some(database) => {
                let reception = Reception::open(database.peers).await?;
                let store = Store::connect(
                    &database.address,
                    database.durability,
                    #[cfg(feature = "archive")]
                    database.archive.clone(),
                    reception.own(),
                    metrics.clone(),
                );
                (store.await?, Some(reception))
            }
            None => (Store::open(&settings.data, settings.limits.data, metrics.clone())?, None),
        };
        #[cfg(not(feature = "cluster"))]
        let store = Store::open(&settings.data, settings.limits.data, metrics.clone())?;
        let push = settings
            .push
            .as_ref()
            .map(|asked| push::Push::new(asked, &settings.data, settings.clock.clone(), store.clone()));
        let push = push.transpose()?;
        #[cfg(unix)]
        let admin = admin::Socket::bind(&settings.data).await;
        let bot_pool = BotPool::new(settings.limits.bots.threads, settings.limits.bots.queued);
        let bot_pool = bot_pool.map_err(StartError::Threads)?;
        Ok(Self {
            listener,
            address,
            settings,
            store,
            bot_pool,
            tls,
            push,
            metrics,
            metrics_listener,
            #[cfg(feature = "cluster")]
            reception,
            #[cfg(feature = "cluster")]
            folder_lock,
            #[cfg(unix)]
            admin,
        })
    }

    /// Returns the address the server listens on, with the actual port if the settings asked for port 0.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the address of the metrics.
    #[must_use]
    pub fn metrics_address(&self) -> Option<MetricsAddress> {
        self.metrics_listener.as_ref().and_then(|listener| listener.address().ok())
    }

    /// Returns the address for other servers at the same database.
    #[cfg(feature = "cluster")]
    #[must_use]
    pub fn peer_address(&self) -> Option<SocketAddr> {
        self.reception.as_ref().map(|reception| reception.own().address)
    }

    /// Returns the server's URL.
    #[must_use]
    pub fn link(&self) -> String {
        self.settings.link(self.address)
    }

    /// Serves until `shutdown` completes. Every action accepted by then is on disk.
    pub async fn run(self, shutdown: impl Future<Output = ()> + Send) {
        self.serve(std::pin::pin!(shutdown)).await;
    }

    /// Returns the boxed future of [`Server::run`]. The tasks of a server are compiled where their future becomes `dyn`,
    /// which is here and not in each crate that runs a server.
    fn serve<'a>(
        self,
        shutdown: Pin<&'a mut (dyn Future<Output = ()> + Send)>,
    ) -> Pin<Box<dyn Future<Output = ()> + Send + 'a>> {
        Box::pin(self.serve_until(shutdown))
    }

    async fn serve_until(self, shutdown: Pin<&mut (dyn Future<Output = ()> + Send)>) {
        let (tls, renewal) = self.tls.unzip();
        let (close, closing) = watch::channel(false);
        let ended = self.store.ended();
        #[cfg(feature = "cluster")]
        let drain = self.settings.database.as_ref().map(|database| database.drain).unwrap_or_default();
        let registry = TableRegistry::new(self.settings, self.store, self.bot_pool, self.metrics, self.push);
        let acceptor = Arc::new(Acceptor::new(&registry.settings, Arc::clone(&registry.metrics), tls));
        let maintenance =
            tokio::spawn(maintenance::run(registry.store.clone(), registry.settings.keep.clone()));
        let people = registry.people.clone();
        let people =
            people.map(|people| tokio::spawn(maintenance::run_accounts(Arc::clone(&registry), people)));
        let notices = registry.push.clone().map(|push| tokio::spawn(push.run(Arc::clone(&registry.guests))));
        let lobby = Lobby::new(&registry);
        let pairing = lobby.clone().map(|lobby| tokio::spawn(lobby.run()));
        let app = http::AppState::new(
            registry.clone(),
            lobby.clone(),
            self.address,
            Arc::clone(&acceptor.limiter),
            closing.clone(),
        );
        // It holds the registry, and with it the store, whose end a shutdown waits for.
        #[cfg(not(feature = "cluster"))]
        drop(lobby);
        let metrics_task = self.metrics_listener.map(|listener| {
            let acceptor = Arc::new(Acceptor::new(&registry.settings, Arc::clone(&registry.metrics), None));
            let routes = metrics_page::routes(Arc::clone(&app));
            let routes = Routes { main: routes.clone(), in_clear: routes };
            tokio::spawn(acceptor.accept(listener, routes, closing.clone()))
        });
        #[cfg(feature = "cluster")]
        let (beating, receiving) = (
            tokio::spawn(beat(Arc::clone(&registry))),
            self.reception
                .map(|reception| tokio::spawn(reception.run(Arc::clone(&registry), lobby, closing.clone()))),
        );
        #[cfg(unix)]
        let admin = self.admin.map(|socket| tokio::spawn(socket.listen(Arc::clone(&app))));
        let routes = Routes { main: http::routes(Arc::clone(&app)), in_clear: http::routes_in_clear(app) };
        let accepting = acceptor.accept(Listener::Tcp(self.listener), routes, closing);
        let renewing = async {
            match renewal {
                Some(renewal) => renewal.go_on().await,
                None => std::future::pending().await,
            }
        };
        tokio::pin!(accepting);
        tokio::select! {
            () = &mut accepting => (),
            never = renewing => match never {},
            () = shutdown => {
                registry.say_goodbye();
                #[cfg(feature = "cluster")]
                {
                    // Connected clients stay until the load balancers have seen that this server isn't ready.
                    tokio::select! {
                        () = tokio::time::sleep(drain) => (),
                        () = &mut accepting => (),
                    }
                    beating.abort();
                    registry.store.leave().await;
                }
                // The receivers are in `accepting` and its sockets.
                let _ = close.send(true);
                accepting.await;
            }
        }
        #[cfg(unix)]
        if let Some(admin) = admin {
            admin.abort();
            let _ = admin.await;
        }
        if let Some(metrics_task) = metrics_task {
            let _ = metrics_task.await;
        }
        #[cfg(feature = "cluster")]
        if let Some(mut receiving) = receiving {
            // A peer that has sent half a request must not delay the shutdown.
            if tokio::time::timeout(net::LAST_REQUEST, &mut receiving).await.is_err() {
                receiving.abort();
            }
        }
        registry.close();
        drop(registry);
        // These tasks hold the store, which ends when its last handle is dropped.
        maintenance.abort();
        if let Some(pairing) = pairing {
            pairing.abort();
        }
        if let Some(notices) = notices {
            notices.abort();
        }
        if let Some(people) = people {
            people.abort();
        }
        ended.await;
        // The last files of the folder are written.
        #[cfg(feature = "cluster")]
        drop(self.folder_lock);
    }
}

/// Renews the server's heartbeat.
#[cfg(feature = "cluster")]
async fn beat(registry: Arc<TableRegistry>) {
    loop {
        registry.store.beat(|| registry.let_go()).await;
        tokio::time::sleep(store::heartbeat::BEAT).await;
    }
}

/// Opens a server, passes its URL to `opened`, and serves until `shutdown` completes.
///
/// # Errors
///
/// Returns [`StartError`] if the server can't start.
pub async fn run(
    settings: Settings,
    opened: impl FnOnce(&str),
    shutdown: impl Future<Output = ()> + Send,
) -> Result<(), StartError> {
    let server = Server::bind(settings).await?;
    opened(&server.link());
    server.run(shutdown).await;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(not(all(feature = "tls", feature = "push")))]
    async fn reason_not_to_start(change: impl FnOnce(&mut Settings)) -> StartError {
        let folder = tempfile::tempdir().unwrap();
        let mut settings = Settings::new(folder.path(), ([127, 0, 0, 1], 0).into(), NoPage);
        change(&mut settings);
        Server::bind(settings).await.err().unwrap()
    }

    #[cfg(not(feature = "tls"))]
    #[tokio::test]
    async fn a_build_without_tls_refuses_a_certificate() {
        for certificate in [
            Certificate::Files(CertificateFiles::new("chain.pem", "key.pem")),
            Certificate::Acme(Acme::default()),
        ] {
            let error = reason_not_to_start(|settings| settings.certificate = Some(certificate)).await;
            assert!(matches!(error, StartError::NotBuilt(NotBuilt("TLS"))), "{error}");
            assert_eq!(error.to_string(), "this build has no TLS; build it with --features full");
        }
    }

    #[cfg(not(feature = "push"))]
    #[tokio::test]
    async fn a_build_without_web_push_refuses_a_contact() {
        let contact = "mailto:host@cards.example";
        let error = reason_not_to_start(|settings| settings.push = Some(Push::new(contact))).await;
        assert!(matches!(error, StartError::Push(PushError::NotBuilt(_))), "{error}");
        assert_eq!(error.to_string(), "this build has no web push; build it with --features full");
    }

    #[test]
    fn only_an_address_in_use_is_said_to_be_in_use() {
        let sentence = |kind| {
            let reason = io::Error::from(kind);
            StartError::Address { address: ([127, 0, 0, 1], 80).into(), reason }.to_string()
        };
        assert!(sentence(io::ErrorKind::AddrInUse).contains("another server may be running"));
        assert!(!sentence(io::ErrorKind::PermissionDenied).contains("another"));
    }
}
