//! The server, on one address, with its data in one folder.

use super::data::Data;
use super::log::Log;
use super::{Failure, print, supervisor};
use clap::Args;
use house::Catalog;
use server::{Acme, Certificate, CertificateFiles, Clock, IpNet, Page, Push, Settings};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Serve the page, the API and the tables.
#[derive(Args)]
pub(crate) struct Serve {
    /// The address to listen on; 0.0.0.0 lets other machines in.
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,
    /// The port; 0 for any that is free.
    #[arg(long, default_value_t = 4880)]
    port: u16,
    /// A proxy before the server, as an address or a network: 127.0.0.1, 10.0.0.0/8. It is believed about whom it brings,
    /// by X-Forwarded-For.
    #[arg(long, value_delimiter = ',', value_name = "ADDRESS", value_parser = network)]
    proxy: Vec<IpNet>,
    /// A name the server answers to, such as cards.example; addresses and names of one's own network need not be given.
    #[arg(long, value_delimiter = ',')]
    name: Vec<String>,
    #[command(flatten)]
    certificate: CertificateOptions,
    /// Let people hear of their turn while their page is closed, by the push services of their browsers; this is where those
    /// services can reach you, such as mailto:somebody@cards.example. Browsers want the page to come over https.
    #[arg(long, value_name = "URL")]
    push_contact: Option<String>,
    /// Another push service that notices may be sent to, by how its addresses begin; a star stands for any name before a domain.
    #[arg(long, value_delimiter = ',', value_name = "URL", requires = "push_contact")]
    push_service: Vec<String>,
    /// Let this machine read the server's figures at /metrics of this address, as Prometheus does: 127.0.0.1:4881.
    #[arg(long, value_name = "ADDRESS")]
    metrics: Option<SocketAddr>,
    #[command(flatten)]
    log: Log,
    #[command(flatten)]
    data: Data,
    #[command(flatten)]
    database: DatabaseOptions,
    /// After so many days tables and score pads that nobody has used are thrown away; 0 keeps them for ever.
    #[arg(long, default_value_t = 365, value_name = "DAYS", value_parser = clap::value_parser!(u64).range(0..=36_500))]
    keep: u64,
    /// How large the data file may become, in megabytes; without it, as large as the disk allows.
    #[arg(long, value_name = "MEGABYTES", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    max_data: Option<u64>,
    /// How long bots wait before they play, in milliseconds.
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u64).range(0..=10_000))]
    bot_pause: u64,
    /// How long a table counts to three before both turn up their cards, in milliseconds.
    #[arg(long, default_value_t = 1800, value_parser = clap::value_parser!(u64).range(0..=10_000))]
    count: u64,
    /// How long sealed answers are waited for, always, in milliseconds.
    #[arg(long, default_value_t = 3000, value_parser = clap::value_parser!(u64).range(50..=60_000))]
    window: u64,
    /// Let time at the tables pass only as standard input says: so many milliseconds a line. For tests.
    #[arg(long, hide = true)]
    clock_from_stdin: bool,
}

/// What has to be lost before a move is.
#[derive(Clone, Copy, clap::ValueEnum)]
pub(crate) enum Durable {
    /// A standby confirms each move.
    Standby,
    /// The disk of a single database does.
    One,
}

#[cfg(feature = "cluster")]
impl From<Durable> for server::Durability {
    fn from(durable: Durable) -> Self {
        match durable {
            Durable::Standby => Self::Standby,
            Durable::One => Self::One,
        }
    }
}

/// The database, if the tables are kept in one. A build without PostgreSQL knows these arguments too, and refuses them.
#[derive(Args)]
struct DatabaseOptions {
    /// Keep the tables in this PostgreSQL database and not in a file: postgres://parlour@db.example/parlour. The password is taken from
    /// PGPASSWORD. What belongs to this server alone stays in the data folder.
    #[arg(long, value_name = "URL", conflicts_with = "max_data")]
    store: Option<String>,
    /// The folder of `parlour archive`, for matches whose lines are in its files alone.
    #[arg(long, requires = "store", value_name = "FOLDER")]
    archive: Option<PathBuf>,
    /// What the database has to confirm a move with: a standby, or, for a single database, one disk.
    #[arg(long, requires = "store", value_enum, default_value_t = Durable::Standby)]
    durable: Durable,
    /// Where other servers at the same database reach this one, and nobody else does: an address of this machine in your own network
    /// and a port, such as 10.0.0.5:4882. Without it only servers on this machine can.
    #[arg(long, requires = "store", default_value = "127.0.0.1:0", value_name = "ADDRESS")]
    peers: SocketAddr,
    /// How many seconds the server goes on after it was told to end, while /api/ready says that nobody should be sent to it any more.
    #[arg(long, requires = "store", default_value_t = 0, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(0..=600))]
    drain: u64,
}

/// Where the certificate comes from; without one the server speaks in clear.
#[derive(Args)]
struct CertificateOptions {
    /// Speak TLS with the certificate in this file, PEM: first its own, then those by which others are to believe it.
    /// A new one is taken without a restart, within a minute or at SIGHUP.
    #[arg(long, value_name = "FILE", requires = "key")]
    cert: Option<PathBuf>,
    /// The private key of that certificate, PEM.
    #[arg(long, value_name = "FILE", requires = "cert")]
    key: Option<PathBuf>,
    /// Speak TLS with a certificate that an authority gives for the names of --name, and renews: Let's Encrypt, to whose
    /// terms you agree by this. It looks at port 443 of those names, so that is what the port must be on the internet.
    #[arg(long, requires = "name", conflicts_with = "cert")]
    acme: bool,
    /// Where the authority can reach you, such as mailto:somebody@cards.example.
    #[arg(long, value_name = "URL", requires = "acme")]
    acme_contact: Option<String>,
    /// The directory of another authority that speaks ACME.
    #[arg(long, value_name = "URL", requires = "acme")]
    acme_directory: Option<String>,
    /// The certificate by which that authority itself is believed, PEM, if this machine does not know it.
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
            server::Database { address, durability: self.durable.into(), peers: self.peers, drain }
        });
        #[cfg(feature = "archive")]
        settings.archive.clone_from(&self.archive);
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
    pub(crate) fn run(&self, catalog: &Arc<Catalog>) -> Result<(), Failure> {
        self.log.begin();
        let mut settings =
            Settings::new(self.data.folder()?, SocketAddr::new(self.address, self.port), the_page());
        settings.catalog = Arc::clone(catalog);
        settings.proxies.clone_from(&self.proxy);
        settings.names.clone_from(&self.name);
        settings.metrics = self.metrics;
        settings.certificate = self.certificate.chosen();
        settings.push = self.push_contact.as_ref().map(|contact| {
            let mut push = Push::new(contact);
            push.services.extend_from_slice(&self.push_service);
            push
        });
        settings.keep.unused = (self.keep > 0).then(|| Duration::from_secs(self.keep * 24 * 60 * 60));
        settings.limits.data = self.max_data.map(|megabytes| megabytes * 1_000_000);
        self.database.choose(&mut settings)?;
        settings.pace.bot = Duration::from_millis(self.bot_pause);
        settings.pace.count = Duration::from_millis(self.count);
        settings.pace.window = Duration::from_millis(self.window);
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
        let runtime =
            runtime.map_err(|error| Failure::Message(format!("the server cannot start: {error}")))?;
        if self.clock_from_stdin {
            settings.clock = runtime.block_on(async { Clock::standing() });
            let clock = settings.clock.clone();
            std::thread::spawn(move || drive_clock(&clock));
        }
        let opened = |link: &str| {
            // Nobody may be reading, and the house is open all the same.
            let _ = print(&format!("Parlour is open at {link}\n"));
            if let Some(missing) = missing_from_page() {
                let _ = print(&format!("{missing}\n"));
            }
            supervisor::tell("READY=1");
        };
        let served = runtime.block_on(async {
            let stop = asked_to_stop();
            let closing = async {
                stop.await;
                supervisor::tell("STOPPING=1");
            };
            server::run(settings, opened, closing).await
        });
        served.map_err(|error| Failure::Message(error.to_string()))
    }
}

/// A network, or an address alone.
fn network(text: &str) -> Result<IpNet, String> {
    let alone = || text.parse::<IpAddr>().map(IpNet::from);
    text.parse()
        .or_else(|_| alone())
        .map_err(|_| "write an address or a network: 127.0.0.1, 10.0.0.0/8".to_owned())
}

/// Lets time pass as standard input says.
fn drive_clock(clock: &Clock) {
    for line in std::io::stdin().lines().map_while(Result::ok) {
        match line.trim().parse::<u32>() {
            Ok(millis) => clock.advance(Duration::from_millis(millis.into())),
            Err(_) => eprintln!("“{line}” is no number of milliseconds"),
        }
    }
}

#[cfg(feature = "page")]
fn the_page() -> impl Page + 'static {
    page::Embedded
}

#[cfg(feature = "page")]
fn missing_from_page() -> Option<&'static str> {
    page::missing()
}

#[cfg(not(feature = "page"))]
fn the_page() -> impl Page + 'static {
    server::NoPage
}

#[cfg(not(feature = "page"))]
fn missing_from_page() -> Option<&'static str> {
    None
}

/// Ends when the user or the system asks for it: from now on, and not only once somebody waits for it.
fn asked_to_stop() -> impl Future<Output = ()> {
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
