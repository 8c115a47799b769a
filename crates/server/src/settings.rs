//! What whoever starts a server decides: where, with which page, how fast, and how much it puts up with.

use crate::clock::Clock;
use crate::page::Page;
pub use ::table::{Pace, Rate};
use house::{CardSets, Catalog};
use ipnet::IpNet;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// What whoever starts a server decides.
#[derive(Clone)]
pub struct Settings {
    /// The folder of the data file; made if need be.
    pub data: PathBuf,
    /// The database in which the tables are, if they are not in a file of that folder.
    #[cfg(feature = "cluster")]
    pub database: Option<Database>,
    /// The folder of the archive, for finished matches whose lines are not in that database any more.
    #[cfg(feature = "archive")]
    pub archive: Option<PathBuf>,
    /// Where to listen. Port 0 takes any that is free.
    pub address: SocketAddr,
    /// The networks of proxies that stand before the server: they are believed about whom they bring.
    pub proxies: Vec<IpNet>,
    /// The names it answers to, beside addresses and names that nobody can register.
    pub names: Vec<String>,
    /// The certificate, if the server speaks TLS itself.
    pub certificate: Option<Certificate>,
    /// Notices to devices whose page is closed, if there are to be any.
    pub push: Option<Push>,
    /// Where whoever runs the server reads its figures; an address of this machine only.
    pub metrics: Option<SocketAddr>,
    /// The page.
    pub page: Arc<dyn Page>,
    /// The games, with the card sets of whoever runs the server.
    pub catalog: Arc<Catalog>,
    /// How fast things go at a table.
    pub pace: Pace,
    /// What time it is there.
    pub clock: Clock,
    /// How long what nobody uses is kept.
    pub keep: Keep,
    /// How much the server puts up with.
    pub limits: Limits,
}

impl Settings {
    /// The usual settings.
    pub fn new(data: impl Into<PathBuf>, address: SocketAddr, page: impl Page + 'static) -> Self {
        Self {
            data: data.into(),
            #[cfg(feature = "cluster")]
            database: None,
            #[cfg(feature = "archive")]
            archive: None,
            address,
            proxies: Vec::new(),
            names: Vec::new(),
            certificate: None,
            push: None,
            metrics: None,
            page: Arc::new(page),
            catalog: Arc::new(Catalog::new(CardSets::NONE)),
            pace: Pace::default(),
            clock: Clock::default(),
            keep: Keep::default(),
            limits: Limits::default(),
        }
    }

    /// Under which address people find a server that listens there.
    pub(crate) fn link(&self, listens_at: SocketAddr) -> String {
        match (&self.certificate, self.names.first()) {
            (None, _) => format!("http://{listens_at}"),
            (Some(_), None) => format!("https://{listens_at}"),
            // A certificate is one of names.
            (Some(_), Some(name)) if listens_at.port() == 443 => format!("https://{name}"),
            (Some(_), Some(name)) => format!("https://{name}:{}", listens_at.port()),
        }
    }
}

/// A PostgreSQL database.
#[cfg(feature = "cluster")]
#[derive(Clone, Debug)]
pub struct Database {
    /// Its address: `postgres://parlour@db.example/parlour`. A password that is not in it is taken from the environment, `PGPASSWORD`.
    pub address: String,
    /// What has to be lost before something that was acknowledged is.
    pub durability: Durability,
    /// Where other servers at the same database reach this one; nobody else needs to.
    pub peers: SocketAddr,
    /// How long a server that is told to end goes on after it has said that it is not ready, so that nobody new is sent to it.
    pub drain: Duration,
}

/// What has to be lost before something that was acknowledged is.
#[cfg(feature = "cluster")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Durability {
    /// The disks of two machines: a standby confirms what is written before anybody is told.
    Standby,
    /// One disk.
    One,
}

/// Where a certificate comes from.
#[derive(Clone, Debug)]
pub enum Certificate {
    /// From files that somebody else renews.
    Files(CertificateFiles),
    /// From an authority that speaks ACME, for the names of the server.
    Acme(Acme),
}

/// An authority that speaks ACME, as RFC 8555 has it, and sees on the port of the server whose name it is: tls-alpn-01.
#[derive(Clone, Debug)]
pub struct Acme {
    /// The address of its directory, which begins with https.
    pub directory: String,
    /// Where it can reach whoever runs the server: `mailto:somebody@cards.example`.
    pub contact: Option<String>,
    /// A file of PEM with the certificate by which the authority itself is believed, if the system does not know it.
    pub root: Option<PathBuf>,
}

impl Acme {
    /// The directory of Let's Encrypt. It stands here because a build without TLS reads the settings too.
    pub(crate) const LETS_ENCRYPT: &str = "https://acme-v02.api.letsencrypt.org/directory";
}

impl Default for Acme {
    /// Let's Encrypt.
    fn default() -> Self {
        Self { directory: Self::LETS_ENCRYPT.to_owned(), contact: None, root: None }
    }
}

/// Notices to devices whose page is closed, by Web Push.
#[derive(Clone, Debug)]
pub struct Push {
    /// Where push services can reach whoever runs the server: `mailto:somebody@cards.example`.
    pub contact: String,
    /// The services that notices are sent to: how their addresses begin, with a star for any name before a domain.
    pub services: Vec<String>,
    /// Somebody whose turn it is and who is not in the house is told after so long.
    pub wait: Duration,
}

impl Push {
    /// To the services of today's browsers, after twenty seconds.
    pub fn new(contact: impl Into<String>) -> Self {
        const SERVICES: [&str; 5] = [
            "https://fcm.googleapis.com",
            "https://updates.push.services.mozilla.com",
            "https://web.push.apple.com",
            "https://*.push.apple.com",
            "https://*.notify.windows.com",
        ];
        Self {
            contact: contact.into(),
            services: SERVICES.map(str::to_owned).into(),
            wait: Duration::from_secs(20),
        }
    }
}

/// A certificate and its key, as PEM.
#[derive(Clone, Debug)]
pub struct CertificateFiles {
    /// The certificate, and behind it those by which others are to believe it.
    pub chain: PathBuf,
    /// The private key, without a passphrase.
    pub key: PathBuf,
    /// How often it is looked whether something else is in the files. At SIGHUP, where there is such a thing, it is looked at
    /// once.
    pub look_every: Duration,
}

impl CertificateFiles {
    /// The files, looked at each minute.
    pub fn new(chain: impl Into<PathBuf>, key: impl Into<PathBuf>) -> Self {
        Self { chain: chain.into(), key: key.into(), look_every: Duration::from_secs(60) }
    }
}

/// How long what nobody uses is kept.
#[derive(Clone, Debug)]
pub struct Keep {
    /// Tables, finished or not, and score pads, after they were last used; without it for ever.
    pub unused: Option<Duration>,
    /// Tables at which nothing was ever dealt, if that is shorter.
    pub never_begun: Duration,
    /// So long after the start the file is looked through for damage, and then once a day.
    pub looks_through_after: Duration,
}

impl Default for Keep {
    fn default() -> Self {
        const DAY: Duration = Duration::from_secs(24 * 60 * 60);
        Self { unused: Some(365 * DAY), never_begun: 30 * DAY, looks_through_after: Duration::from_secs(10) }
    }
}

/// How much the server puts up with.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Connections at once.
    pub connections: usize,
    /// Connections at once from one address; a /56 may have 4 times as many, a /48 16 times and a /32 256 times.
    pub connections_by_address: usize,
    /// How long the head of a request may take.
    pub head: Duration,
    /// Handshakes of TLS from one address, each of which costs a signature.
    pub handshakes_by_address: Rate,
    /// Bytes of the data file; without it the disk is the limit.
    pub data: Option<u64>,
    /// Tables in memory at once.
    pub tables: usize,
    /// Messages on a socket.
    pub messages: Rate,
    /// New tables by one guest.
    pub tables_by_guest: Rate,
    /// New tables from one address.
    pub tables_by_address: Rate,
    /// Shared pads in memory at once.
    pub pads: usize,
    /// Shared pads read and merged at once.
    pub pads_at_work: usize,
    /// How many more of those may wait.
    pub pads_in_line: usize,
    /// New shared pads from one address.
    pub pads_by_address: Rate,
    /// New shared pads by one guest.
    pub pads_by_guest: Rate,
    /// Changes of one shared pad.
    pub changes_of_pad: Rate,
    /// Subscriptions to notices from one address.
    pub subscriptions_by_address: Rate,
    /// HTTP requests from one address; the files of the page are not counted.
    pub requests_by_address: Rate,
    /// Threads on which bots think; 0 for one less than there are cores, but at least two.
    pub bot_pool: usize,
    /// How many bots may be waiting to think.
    pub thoughts: usize,
    /// Deals solved and files read at once. A solver takes up to 60 MB.
    pub studies: usize,
    /// How many more of those may wait.
    pub studies_in_line: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 10_000,
            connections_by_address: 200,
            head: Duration::from_secs(10),
            handshakes_by_address: Rate { burst: 200, a_second: 10.0 },
            data: None,
            tables: 50_000,
            messages: Rate { burst: 20, a_second: 10.0 },
            tables_by_guest: Rate { burst: 20, a_second: 0.1 },
            tables_by_address: Rate { burst: 60, a_second: 0.5 },
            pads: 1_000,
            pads_at_work: 1,
            pads_in_line: 60,
            pads_by_address: Rate { burst: 30, a_second: 0.05 },
            pads_by_guest: Rate { burst: 20, a_second: 0.02 },
            changes_of_pad: Rate { burst: 60, a_second: 5.0 },
            subscriptions_by_address: Rate { burst: 20, a_second: 0.02 },
            requests_by_address: Rate { burst: 100, a_second: 20.0 },
            bot_pool: 0,
            thoughts: 10_000,
            studies: 2,
            studies_in_line: 60,
        }
    }
}

impl Limits {
    /// Limits that a machine which knows what it does will not meet: for measuring.
    #[must_use]
    pub fn none() -> Self {
        let rate = Rate { burst: u32::MAX, a_second: 1e9 };
        Self {
            connections: 1_000_000,
            connections_by_address: 1_000_000,
            handshakes_by_address: rate,
            tables: 1_000_000,
            messages: rate,
            tables_by_guest: rate,
            tables_by_address: rate,
            pads: 1_000_000,
            pads_by_address: rate,
            pads_by_guest: rate,
            changes_of_pad: rate,
            subscriptions_by_address: rate,
            requests_by_address: rate,
            ..Self::default()
        }
    }
}
