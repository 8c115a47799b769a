//! Tables over HTTP and a WebSocket, as `docs/protocol.md` has it. Every accepted action is on disk before anybody sees
//! it; hidden cards never leave this process.
//!
//! The modules, from the outside in:
//!
//! * [`settings`](Settings), [`page`](Page), [`clock`](Clock): what whoever starts the server decides and brings along.
//! * `door`: who comes in, from where, by which name they ask, and TLS. `http`: what is answered.
//! * `socket`: one guest's WebSocket; what is said on it is in the crate `protocol`. `refusal`: why something changed nothing.
//! * `identity`: who somebody is. `guests`: who is here. `limits`: how much of everything they may do.
//! * `lobby`: where tables are found. `table`: one task a table, which drives the state machine of the crate of that name.
//! * `shared_pads`: score pads that several people write on. `lane`: work that nobody at a table waits for, a few at a time.
//! * `bot_pool`: the threads in which bots think. `archive`: matches that may be read. `double_dummy`: deals of bridge solved, and what was answered.
//! * `push`: notices to devices whose page is closed.
//! * `https`: requests to certificate authorities and push services.
//! * `metrics`: what whoever runs the server can measure. `admin`: what they may ask of it.
//! * `simulation`: for tests, three servers at one store, and everything that can fail.
//! * `peers`: other servers at the same database. `heartbeat`: how they know that they run.
//! * `store`: what is on disk, and who may write it. `keeper`: what is done without anybody asking.

pub mod admin;
mod archive;
mod bot_pool;
mod clock;
mod door;
mod double_dummy;
mod guests;
#[cfg(any(test, feature = "cluster"))]
mod heartbeat;
mod http;
#[cfg(any(feature = "push", feature = "tls"))]
mod https;
mod identity;
mod keeper;
mod lane;
mod limits;
mod lobby;
mod metrics;
mod page;
mod peers;
mod push;
mod refusal;
mod settings;
mod shared_pads;
#[cfg(test)]
mod simulation;
mod socket;
mod store;
mod table;

pub use clock::Clock;
#[cfg(feature = "tls")]
pub use door::TlsError;
pub use ipnet::IpNet;
pub use page::{Asset, NoPage, Page};
pub use push::PushError;
pub use settings::{Acme, Certificate, CertificateFiles, Keep, Limits, Pace, Push, Rate, Settings};
#[cfg(feature = "cluster")]
pub use settings::{Database, Durability};
#[cfg(feature = "archive")]
pub use store::{ArchiveError, Archived, Archiving, archive_matches};
pub use store::{BackupError, Contents, OpenError, backup, check};

use bot_pool::BotPool;
use door::{Door, Renewal, Routes, Tls};
use lobby::Lobby;
use metrics::Metrics;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use store::Store;
use tokio::net::TcpListener;
use tokio::sync::watch;

/// A server that listens, but does not answer yet.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    settings: Settings,
    store: Store,
    bot_pool: BotPool,
    tls: Option<(Tls, Renewal)>,
    push: Option<Arc<push::Push>>,
    metrics: Arc<Metrics>,
    /// Where the figures are read.
    metrics_listener: Option<TcpListener>,
    /// Where other servers at the same database come.
    #[cfg(feature = "cluster")]
    reception: Option<peers::Reception>,
    #[cfg(unix)]
    admin: Option<admin::Socket>,
}

/// A part of the server that this build was made without.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("this build has no {0}; build it with --features full")]
pub struct NotBuilt(pub &'static str);

/// Why a server cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The data cannot be used.
    #[error(transparent)]
    Store(#[from] OpenError),
    /// The address cannot be used.
    #[error("cannot listen on {address}: {reason}{}", advice(reason))]
    Address {
        /// The address.
        address: SocketAddr,
        /// Why not.
        reason: io::Error,
    },
    /// Everybody could read the figures.
    #[error("the figures are for this machine only, and {0} may be reached from others; 127.0.0.1:{port} is not", port = .0.port())]
    Metrics(SocketAddr),
    /// The settings ask for what this build does not have.
    #[error(transparent)]
    NotBuilt(#[from] NotBuilt),
    /// TLS cannot be spoken.
    #[cfg(feature = "tls")]
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// Notices cannot be sent.
    #[error(transparent)]
    Push(#[from] PushError),
    /// The system gives no random numbers.
    #[error("the system gives no random numbers: {0}")]
    Chance(String),
    /// The system gives no threads.
    #[error("the threads for the bots cannot be started: {0}")]
    Threads(io::Error),
}

/// What to do about an address that cannot be used, where that is known.
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

impl Server {
    /// Opens the data and takes the address. Must be called in a Tokio runtime with time and network.
    ///
    /// # Errors
    ///
    /// When the data, the address or the certificate cannot be used.
    pub async fn bind(mut settings: Settings) -> Result<Self, StartError> {
        let tls = Tls::new(&settings)?;
        // A socket is an open file. If the system does not allow so many, there is room for fewer.
        let wanted = settings.limits.connections;
        let files = rlimit::increase_nofile_limit(door::files_for(wanted)).unwrap_or(u64::MAX);
        settings.limits.connections = door::most_connections(wanted, files);
        if settings.limits.connections < wanted {
            tracing::warn!(
                "the system allows {files} open files: there is room for {} connections",
                settings.limits.connections
            );
        }
        let (listener, address) = listen(settings.address).await?;
        let metrics_listener = match settings.metrics {
            None => None,
            Some(address) if !address.ip().is_loopback() => return Err(StartError::Metrics(address)),
            Some(address) => Some(listen(address).await?.0),
        };
        let metrics = Metrics::new();
        #[cfg(feature = "cluster")]
        let (store, reception) = match &settings.database {
            Some(database) => {
                let reception = peers::Reception::open(database.peers).await?;
                let store = Store::connect(
                    database,
                    #[cfg(feature = "archive")]
                    settings.archive.clone(),
                    reception.own(),
                    Arc::clone(&metrics),
                );
                (store.await?, Some(reception))
            }
            None => (Store::open(&settings.data, settings.limits.data, Arc::clone(&metrics))?, None),
        };
        #[cfg(not(feature = "cluster"))]
        let store = Store::open(&settings.data, settings.limits.data, Arc::clone(&metrics))?;
        let push = settings
            .push
            .as_ref()
            .map(|asked| push::Push::new(asked, &settings.data, settings.clock.clone(), store.clone()));
        let push = push.transpose()?;
        #[cfg(unix)]
        let admin = admin::Socket::bind(&settings.data);
        let bot_pool = BotPool::new(settings.limits.bot_pool, settings.limits.thoughts);
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
            #[cfg(unix)]
            admin,
        })
    }

    /// Where it listens: the port, if any free one was asked for.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where its figures are read, if they are.
    #[must_use]
    pub fn metrics_address(&self) -> Option<SocketAddr> {
        self.metrics_listener.as_ref().and_then(|listener| listener.local_addr().ok())
    }

    /// Under which address people find it.
    #[must_use]
    pub fn link(&self) -> String {
        self.settings.link(self.address)
    }

    /// Answers until `shutdown` is done. What was accepted by then is on disk.
    pub async fn run(self, shutdown: impl Future<Output = ()>) {
        let (tls, renewal) = self.tls.unzip();
        let (close, closing) = watch::channel(false);
        let ended = self.store.ended();
        #[cfg(feature = "cluster")]
        let drain = self.settings.database.as_ref().map(|database| database.drain).unwrap_or_default();
        let lobby = Lobby::new(self.settings, self.store, self.bot_pool, self.metrics, self.push);
        let door = Arc::new(Door::new(&lobby, tls));
        let keeper = tokio::spawn(keeper::run(lobby.store.clone(), lobby.settings.keep.clone()));
        let notices = lobby.push.clone().map(|push| tokio::spawn(push.run(Arc::clone(&lobby.guests))));
        let desk = http::Desk::new(lobby.clone(), self.address, Arc::clone(&door.crowd), closing.clone());
        let figures = self.metrics_listener.map(|listener| {
            let door = Arc::new(Door::new(&lobby, None));
            let routes = http::routes_of_metrics(Arc::clone(&desk));
            let routes = Routes { house: routes.clone(), in_clear: routes };
            tokio::spawn(door.accept(listener, routes, closing.clone()))
        });
        #[cfg(feature = "cluster")]
        let (beating, receiving) = (
            tokio::spawn(beat(Arc::clone(&lobby))),
            self.reception.map(|reception| tokio::spawn(reception.run(Arc::clone(&lobby), closing.clone()))),
        );
        #[cfg(unix)]
        let admin = self.admin.map(|socket| tokio::spawn(socket.listen(Arc::clone(&desk))));
        let routes = Routes { house: http::routes(Arc::clone(&desk)), in_clear: http::routes_in_clear(desk) };
        let accepting = door.accept(self.listener, routes, closing);
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
                lobby.say_goodbye();
                #[cfg(feature = "cluster")]
                {
                    // Who is here goes on until those who send people here have seen it.
                    tokio::select! {
                        () = tokio::time::sleep(drain) => (),
                        () = &mut accepting => (),
                    }
                    beating.abort();
                    lobby.store.leave().await;
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
        if let Some(figures) = figures {
            let _ = figures.await;
        }
        #[cfg(feature = "cluster")]
        if let Some(mut receiving) = receiving {
            // Whoever has sent half a request is not waited for.
            if tokio::time::timeout(door::LAST_REQUEST, &mut receiving).await.is_err() {
                receiving.abort();
            }
        }
        lobby.close();
        drop(lobby);
        // They hold the store, which ends when nobody does.
        keeper.abort();
        if let Some(notices) = notices {
            notices.abort();
        }
        ended.await;
    }
}

/// Says again and again that this server runs.
#[cfg(feature = "cluster")]
async fn beat(lobby: Arc<Lobby>) {
    loop {
        lobby.store.beat(|| lobby.let_go()).await;
        tokio::time::sleep(heartbeat::BEAT).await;
    }
}

/// Opens a server, tells `opened` under which address people find it, and runs it until `shutdown` is done.
///
/// # Errors
///
/// When it cannot start.
pub async fn run(
    settings: Settings,
    opened: impl FnOnce(&str),
    shutdown: impl Future<Output = ()>,
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
