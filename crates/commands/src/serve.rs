//! The server, on one address, with its data in one folder.

use super::config::{changed_limits, without_password};
use super::data::Data;
use super::log::Log;
use super::{Failure, print, supervisor};
use catalog::Catalog;
use clap::Args;
use server::{
    Acme, Certificate, CertificateFiles, Clock, IpNet, Limits, MetricsAddress, MetricsListener, Page, Push,
    Server, Settings,
};
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Serve the page, the API and the tables.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  parlour serve --address 0.0.0.0\n  parlour serve --host cards.example --trusted-proxy 127.0.0.1"
)]
pub(crate) struct Serve {
    /// File with settings, in TOML: flags without their dashes, and limits.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Address to listen on; 0.0.0.0 accepts connections from other machines.
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,
    /// Port to listen on; 0 for any free port.
    #[arg(long, default_value_t = 4880)]
    port: u16,
    /// Address or network of your reverse proxy, such as 127.0.0.1 or 10.0.0.0/8. Its
    /// X-Forwarded-For header is trusted.
    #[arg(long, alias = "proxy", value_delimiter = ',', value_name = "ADDRESS", value_parser = network)]
    trusted_proxy: Vec<IpNet>,
    /// Public host name of the server, such as cards.example. Local addresses and names need none.
    #[arg(long, alias = "name", value_delimiter = ',', value_name = "NAME")]
    host: Vec<String>,
    #[command(flatten)]
    certificate: CertificateOptions,
    /// Notify players of their turn while their page is closed (web push). Push services can reach
    /// you at this address, such as mailto:you@cards.example. Browsers need https for it.
    #[arg(long, value_name = "URL")]
    push_contact: Option<String>,
    /// Further allowed push service, by the start of its addresses. A star stands for any
    /// subdomain.
    #[arg(long, value_delimiter = ',', value_name = "URL", requires = "push_contact")]
    push_service: Vec<String>,
    /// Let players keep their names with a password, and meet others in a lobby.
    #[arg(long, value_enum, default_value_t = Toggle::On, value_name = "ON|OFF", hide_possible_values = true)]
    people: Toggle,
    /// Serve Prometheus metrics at /metrics of this address, such as 127.0.0.1:4881, or of this Unix
    /// socket, such as unix:/run/parlour/metrics.sock. An address that other machines can reach
    /// needs a token.
    #[arg(long, value_name = "ADDRESS")]
    metrics: Option<MetricsAddress>,
    /// File with the bearer token that Prometheus sends, of at least 16 characters.
    #[arg(long, value_name = "FILE", requires = "metrics")]
    metrics_token_file: Option<PathBuf>,
    #[command(flatten)]
    log: Log,
    #[command(flatten)]
    data: Data,
    #[command(flatten)]
    database: DatabaseOptions,
    /// Days after which unused tables and score pads are deleted; 0 keeps them forever.
    #[arg(long, alias = "keep", default_value_t = 365, value_name = "DAYS", value_parser = clap::value_parser!(u64).range(0..=36_500))]
    retention_days: u64,
    /// Maximum size of the data file in megabytes. By default, the disk is the limit.
    #[arg(long, value_name = "MEGABYTES", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    max_data: Option<u64>,
    /// Delay of the bots' moves in milliseconds.
    #[arg(long, default_value_t = 500, value_name = "MS", value_parser = clap::value_parser!(u64).range(0..=10_000))]
    bot_pause: u64,
    /// Countdown in Speed before both players turn up their cards, in milliseconds.
    #[arg(long, alias = "count", default_value_t = 1800, value_name = "MS", value_parser = clap::value_parser!(u64).range(0..=10_000))]
    countdown: u64,
    /// Time for sealed answers in Sharks of Wall Street, in milliseconds. The table always waits
    /// this long.
    #[arg(long, alias = "window", default_value_t = 3000, value_name = "MS", value_parser = clap::value_parser!(u64).range(50..=60_000))]
    response_window: u64,
    /// Advance the clock of the tables by the milliseconds on each line of standard input. For
    /// tests.
    #[arg(long, hide = true)]
    clock_from_stdin: bool,
}

/// State of a part of the server.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Toggle {
    On,
    Off,
}

/// Confirmation required of the database.
#[derive(Clone, Copy, clap::ValueEnum)]
pub(crate) enum Durable {
    /// A standby confirms each write.
    Standby,
    /// The disk of a single database confirms it.
    One,
}

#[cfg(feature = "cluster")]
impl From<Durable> for store::Durability {
    fn from(durable: Durable) -> Self {
        match durable {
            Durable::Standby => Self::Standby,
            Durable::One => Self::One,
        }
    }
}

/// Options of a PostgreSQL database. A build without PostgreSQL parses them too, and refuses them.
#[derive(Args)]
struct DatabaseOptions {
    /// Keep the tables in this PostgreSQL database, such as postgres://parlour@db.example/parlour.
    /// The password comes from PGPASSWORD. Data of this server alone stays in the data folder.
    #[arg(long, value_name = "URL", conflicts_with = "max_data")]
    store: Option<String>,
    /// Folder of `parlour archive`, for matches that are only in its files.
    #[arg(long, requires = "store", value_name = "FOLDER")]
    archive: Option<PathBuf>,
    /// Confirmation of a write: by a standby, or by the one disk of a single database.
    #[arg(long, requires = "store", value_enum, default_value_t = Durable::Standby)]
    durable: Durable,
    /// Private address and port for the other servers of the database, such as 10.0.0.5:4882. By
    /// default, only servers on this machine can connect.
    #[arg(long, requires = "store", default_value = "127.0.0.1:0", value_name = "ADDRESS")]
    peers: SocketAddr,
    /// Seconds to keep running after a stop request. Meanwhile /api/ready reports that the server
    /// is stopping.
    #[arg(long, requires = "store", default_value_t = 0, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(0..=600))]
    drain: u64,
}

/// Source of the TLS certificate. Without one, the server speaks plain HTTP.
#[derive(Args)]
struct CertificateOptions {
    /// Serve https with the certificate chain in this PEM file. The server reloads a changed file
    /// within a minute, or at SIGHUP.
    #[arg(long, value_name = "FILE", requires = "key")]
    cert: Option<PathBuf>,
    /// Private key of the certificate, as a PEM file.
    #[arg(long, value_name = "FILE", requires = "cert")]
    key: Option<PathBuf>,
    /// Get and renew a certificate from Let's Encrypt for the names of --host. You agree to its
    /// terms. The server must be reachable on port 443.
    #[arg(long, requires = "host", conflicts_with = "cert")]
    acme: bool,
    /// Contact for the certificate authority, such as mailto:you@cards.example.
    #[arg(long, value_name = "URL", requires = "acme")]
    acme_contact: Option<String>,
    /// ACME directory of another certificate authority.
    #[arg(long, value_name = "URL", requires = "acme")]
    acme_directory: Option<String>,
    /// Root certificate of that authority as a PEM file, if this machine doesn't trust it.
    #[arg(long, value_name = "FILE", requires = "acme")]
    acme_root: Option<PathBuf>,
}

impl CertificateOptions {
    fn chosen(&self) -> Option<Certificate> {
        if self.acme {
            let usual = Acme::default();
            return Some(Certificate::Acme(Acme {
                directory: self.acme_directory.clone().unwrap_or(usual.directory),
                contact: self.acme_contact.clone(),
                root: self.acme_root.clone(),
            }));
        }
        let files = self.cert.as_ref().zip(self.key.as_ref());
        files.map(|(chain, key)| Certificate::Files(CertificateFiles::new(chain, key)))
    }
}

#[cfg(feature = "cluster")]
impl DatabaseOptions {
    fn choose(&self, settings: &mut Settings) -> Result<(), Failure> {
        #[cfg(not(feature = "archive"))]
        if self.archive.is_some() {
            return Err(Failure::NotBuilt(server::NotBuilt("archive of matches")));
        }
        settings.database = self.store.clone().map(|address| {
            let drain = Duration::from_secs(self.drain);
            let archive = self.archive.clone();
            server::Database { address, durability: self.durable.into(), peers: self.peers, drain, archive }
        });
        Ok(())
    }
}

#[cfg(not(feature = "cluster"))]
impl DatabaseOptions {
    /// The other arguments require `--store`, so it alone is checked.
    fn choose(&self, _: &mut Settings) -> Result<(), Failure> {
        match self.store {
            Some(_) => Err(Failure::NotBuilt(server::NotBuilt("PostgreSQL"))),
            None => Ok(()),
        }
    }
}

impl Serve {
    /// Returns the settings, with the games as they are without card sets of the user.
    pub(crate) fn settings(&self, page: &'static dyn Page, limits: Limits) -> Result<Settings, Failure> {
        let mut settings = Settings::new(self.data.folder()?, SocketAddr::new(self.address, self.port), page);
        settings.limits = limits;
        settings.proxies.clone_from(&self.trusted_proxy);
        settings.names.clone_from(&self.host);
        let token = self.metrics_token_file.as_deref().map(read_token).transpose()?;
        settings.metrics = self.metrics.clone().map(|address| MetricsListener { address, token });
        settings.certificate = self.certificate.chosen();
        settings.push = self.push_contact.as_ref().map(|contact| {
            let mut push = Push::new(contact);
            push.services.extend_from_slice(&self.push_service);
            push
        });
        settings.people = self.people == Toggle::On;
        settings.keep.unused =
            (self.retention_days > 0).then(|| Duration::from_secs(self.retention_days * 24 * 60 * 60));
        settings.limits.data = self.max_data.map(|megabytes| megabytes * 1_000_000);
        self.database.choose(&mut settings)?;
        settings.pace.bot = Duration::from_millis(self.bot_pause);
        settings.pace.count = Duration::from_millis(self.countdown);
        settings.pace.window = Duration::from_millis(self.response_window);
        Ok(settings)
    }

    /// Whether the tables are in a database.
    pub(crate) fn has_database(&self) -> bool {
        self.database.store.is_some()
    }

    pub(crate) fn run(
        &self,
        catalog: &Arc<Catalog>,
        page: &'static dyn Page,
        limits: Limits,
    ) -> Result<(), Failure> {
        self.log.begin();
        let mut settings = self.settings(page, limits)?;
        self.log_settings(&settings);
        settings.catalog = Arc::clone(catalog);
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
        let runtime =
            runtime.map_err(|error| Failure::Message(format!("can't start the server: {error}")))?;
        if self.clock_from_stdin {
            settings.clock = runtime.block_on(async { Clock::standing() });
            let clock = settings.clock.clone();
            std::thread::spawn(move || drive_clock(&clock));
        }
        runtime.block_on(async {
            let stop = stop_signal();
            let server = Server::bind(settings).await.map_err(|error| Failure::Message(error.to_string()))?;
            log_addresses(&server);
            // A closed standard output must not stop the server.
            let _ = print(&format!("Parlour is open at {}\n", server.link()));
            if let Some(missing) = missing_modules(page) {
                let _ = print(&format!("{missing}\n"));
            }
            supervisor::notify("READY=1");
            let closing = async {
                stop.await;
                tracing::info!("Parlour is stopping");
                supervisor::notify("STOPPING=1");
            };
            server.run(closing).await;
            Ok(())
        })
    }

    /// Logs version, data, and the limits that differ from their defaults.
    fn log_settings(&self, settings: &Settings) {
        let version = env!("CARGO_PKG_VERSION");
        let data = settings.data.display();
        match &self.database.store {
            Some(url) => {
                let database = without_password(url);
                tracing::info!(version, database, %data, "Parlour is starting");
            }
            None => tracing::info!(version, %data, "Parlour is starting"),
        }
        if let Some(file) = &self.config {
            tracing::info!("settings from {}", file.display());
        }
        if let Some(megabytes) = self.max_data {
            tracing::info!("limit max-data is {megabytes} MB; by default the disk is the limit");
        }
        for limit in changed_limits(&settings.limits) {
            tracing::info!("{limit}");
        }
    }
}

/// Logs the addresses on which the server listens.
fn log_addresses(server: &Server) {
    tracing::info!("listening on {}", server.address());
    match server.metrics_address() {
        Some(MetricsAddress::Tcp(address)) => tracing::info!("metrics at http://{address}/metrics"),
        #[cfg(unix)]
        Some(MetricsAddress::Unix(file)) => tracing::info!("metrics at the Unix socket {}", file.display()),
        None => (),
    }
    #[cfg(feature = "cluster")]
    if let Some(peers) = server.peer_address() {
        tracing::info!("other servers of the database connect to {peers}");
    }
}

/// Reads a token from a file, whose last line may end with a line break.
fn read_token(path: &Path) -> Result<String, Failure> {
    let failure = |problem: &dyn fmt::Display| Failure::Message(format!("{}: {problem}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|error| failure(&error))?;
    let token = text.trim_end();
    if token.len() < 16 || !token.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(failure(&"a token has at least 16 ASCII characters and no space"));
    }
    Ok(token.to_owned())
}

/// Parses a network or a single address.
fn network(text: &str) -> Result<IpNet, String> {
    let alone = || text.parse::<IpAddr>().map(IpNet::from);
    text.parse()
        .or_else(|_| alone())
        .map_err(|_| "expected an address or a network, such as 127.0.0.1 or 10.0.0.0/8".to_owned())
}

/// Advances the clock as standard input says.
fn drive_clock(clock: &Clock) {
    for line in std::io::stdin().lines().map_while(Result::ok) {
        match line.trim().parse::<u32>() {
            Ok(millis) => clock.advance(Duration::from_millis(millis.into())),
            Err(_) => eprintln!("“{line}” isn't a number of milliseconds"),
        }
    }
}

/// Returns a note on missing features and how to get them, if the page was built without its WebAssembly modules.
pub(crate) fn missing_modules(page: &dyn Page) -> Option<&'static str> {
    let missing = "This copy has no score pads, deck checker and arbiter. To have them: rustup target add \
        wasm32-unknown-unknown, and build again.";
    (page.find("index.html").is_some() && page.find("pads.wasm").is_none()).then_some(missing)
}

/// Returns a future that ends when the user or the system asks the program to stop. The signals are
/// registered at the call, before the future is polled.
fn stop_signal() -> impl Future<Output = ()> {
    #[cfg(unix)]
    let signals = {
        use tokio::signal::unix::{SignalKind, signal};
        (signal(SignalKind::terminate()), signal(SignalKind::interrupt()))
    };
    async move {
        #[cfg(unix)]
        if let (Ok(mut terminate), Ok(mut interrupt)) = signals {
            tokio::select! {
                _ = terminate.recv() => (),
                _ = interrupt.recv() => (),
            }
            return;
        }
        let _ = tokio::signal::ctrl_c().await;
    }
}
