//! Settings of a server: addresses, page, speed and limits.

use crate::clock::Clock;
use crate::page::Page;
pub use ::table::{Pace, Rate};
use catalog::{CardSets, Catalog};
use ipnet::IpNet;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

/// Settings of a server.
#[derive(Clone)]
pub struct Settings {
    /// Folder of the data file. It is created if necessary.
    pub data: PathBuf,
    /// Database of the card tables. With `None` they are in a file in the data folder.
    #[cfg(feature = "cluster")]
    pub database: Option<Database>,
    /// Listening address. Port 0 chooses a free port.
    pub address: SocketAddr,
    /// Networks of the trusted proxies. Their X-Forwarded-For header is trusted.
    pub proxies: Vec<IpNet>,
    /// The server's host names, in addition to IP addresses and reserved names.
    pub names: Vec<String>,
    /// The certificate, if the server itself speaks TLS.
    pub certificate: Option<Certificate>,
    /// Web Push notices to devices that show no page of the server.
    pub push: Option<Push>,
    /// Whether players can keep their names in accounts, and meet others in a lobby. Without, everybody is a guest with
    /// a link.
    pub people: bool,
    /// Listener of the metrics.
    pub metrics: Option<MetricsListener>,
    /// Page that the server delivers.
    pub page: Arc<dyn Page>,
    /// The games, with the operator's card sets.
    pub catalog: Arc<Catalog>,
    /// Timing of the card tables.
    pub pace: Pace,
    /// Clock of the card tables.
    pub clock: Clock,
    /// Retention periods of unused data.
    pub keep: Keep,
    /// Limits of the server.
    pub limits: Limits,
}

impl Settings {
    /// Returns the default settings.
    pub fn new(data: impl Into<PathBuf>, address: SocketAddr, page: impl Page + 'static) -> Self {
        Self {
            data: data.into(),
            #[cfg(feature = "cluster")]
            database: None,
            address,
            proxies: Vec::new(),
            names: Vec::new(),
            certificate: None,
            push: None,
            people: true,
            metrics: None,
            page: Arc::new(page),
            catalog: Arc::new(Catalog::new(CardSets::NONE)),
            pace: Pace::default(),
            clock: Clock::default(),
            keep: Keep::default(),
            limits: Limits::default(),
        }
    }

    /// Returns the URL of a server that listens at an address.
    pub(crate) fn link(&self, listens_at: SocketAddr) -> String {
        match (&self.certificate, self.names.first()) {
            (None, _) => format!("http://{listens_at}"),
            (Some(_), None) => format!("https://{listens_at}"),
            // A certificate names a host, so the URL has the name and not the address.
            (Some(_), Some(name)) if listens_at.port() == 443 => format!("https://{name}"),
            (Some(_), Some(name)) => format!("https://{name}:{}", listens_at.port()),
        }
    }
}

/// Listener of the metrics.
#[derive(Clone)]
pub struct MetricsListener {
    /// Listening address. Without a token it must be a loopback address or a Unix socket.
    pub address: MetricsAddress,
    /// Bearer token that each request must have.
    pub token: Option<String>,
}

/// Address of the metrics. As text, a Unix socket is its file after `unix:`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MetricsAddress {
    /// IP address and port. Port 0 chooses a free port.
    Tcp(SocketAddr),
    /// Absolute path of a Unix socket. Only its user and group can connect.
    #[cfg(unix)]
    Unix(PathBuf),
}

/// Text that is no address of the metrics.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum InvalidMetricsAddress {
    /// The text is neither an address with a port nor a Unix socket.
    #[error("expected an address and a port, such as 127.0.0.1:4881, or unix: and a path")]
    Syntax,
    /// The path of the Unix socket is not absolute.
    #[cfg(unix)]
    #[error("a Unix socket needs an absolute path, such as unix:/run/parlour/metrics.sock")]
    Relative,
    /// The operating system has no Unix sockets with such long paths.
    #[cfg(unix)]
    #[error("the path is too long for a Unix socket")]
    TooLong,
    /// The program does not use Unix sockets on this operating system.
    #[cfg(not(unix))]
    #[error("no Unix sockets on this system; use an address such as 127.0.0.1:4881")]
    NoUnixSockets,
}

impl FromStr for MetricsAddress {
    type Err = InvalidMetricsAddress;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.strip_prefix("unix:") {
            None => text.parse().map(Self::Tcp).map_err(|_| InvalidMetricsAddress::Syntax),
            #[cfg(not(unix))]
            Some(_) => Err(InvalidMetricsAddress::NoUnixSockets),
            #[cfg(unix)]
            Some(path) if !path.starts_with('/') => Err(InvalidMetricsAddress::Relative),
            #[cfg(unix)]
            Some(path) => match std::os::unix::net::SocketAddr::from_pathname(path) {
                Ok(_) => Ok(Self::Unix(path.into())),
                Err(_) => Err(InvalidMetricsAddress::TooLong),
            },
        }
    }
}

impl fmt::Display for MetricsAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tcp(address) => address.fmt(f),
            #[cfg(unix)]
            Self::Unix(file) => write!(f, "unix:{}", file.display()),
        }
    }
}

/// A PostgreSQL database.
#[cfg(feature = "cluster")]
#[derive(Clone, Debug)]
pub struct Database {
    /// URL of the database: `postgres://parlour@db.example/parlour`. Without a password in it, `PGPASSWORD`
    /// of the environment is used.
    pub address: String,
    /// Durability of acknowledged changes.
    pub durability: store::Durability,
    /// Listening address for other servers at the same database. Clients never need it.
    pub peers: SocketAddr,
    /// Time between "not ready" and the end at shutdown. In it load balancers stop sending new clients.
    pub drain: Duration,
    /// Folder of the archive: the lines of finished matches that the database no longer holds. It needs the feature
    /// `archive`.
    pub archive: Option<PathBuf>,
}

/// Source of a certificate.
#[derive(Clone, Debug)]
pub enum Certificate {
    /// Files that another program renews.
    Files(CertificateFiles),
    /// An ACME authority, for the server's host names.
    Acme(Acme),
}

/// ACME authority (RFC 8555). It validates on the server's port, with tls-alpn-01.
#[derive(Clone, Debug)]
pub struct Acme {
    /// URL of the directory. It begins with https.
    pub directory: String,
    /// The operator's contact address: `mailto:operator@cards.example`.
    pub contact: Option<String>,
    /// PEM file with the root certificate of the authority, if the system does not trust it.
    pub root: Option<PathBuf>,
}

impl Acme {
    /// Directory of Let's Encrypt. It is defined here because a build without TLS reads the settings too.
    pub(crate) const LETS_ENCRYPT: &str = "https://acme-v02.api.letsencrypt.org/directory";
}

impl Default for Acme {
    /// Returns the certificate authority Let's Encrypt.
    fn default() -> Self {
        Self { directory: Self::LETS_ENCRYPT.to_owned(), contact: None, root: None }
    }
}

/// Web Push notices to devices that show no page of the server.
#[derive(Clone, Debug)]
pub struct Push {
    /// The operator's contact address for push services: `mailto:operator@cards.example`.
    pub contact: String,
    /// Allowed push services: prefixes of their URLs, with a star for any name before a domain.
    pub services: Vec<String>,
    /// Delay between the begin of an absent player's turn and the notice.
    pub wait: Duration,
}

impl Push {
    /// Returns the push services of today's browsers, and a delay of 20 seconds.
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

/// Files with a certificate and its private key, as PEM.
#[derive(Clone, Debug)]
pub struct CertificateFiles {
    /// Certificate, followed by its intermediate certificates.
    pub chain: PathBuf,
    /// Private key, without a passphrase.
    pub key: PathBuf,
    /// Interval of the checks for changed files. On Unix, SIGHUP also triggers a check.
    pub look_every: Duration,
}

impl CertificateFiles {
    /// Returns the files, checked once a minute.
    pub fn new(chain: impl Into<PathBuf>, key: impl Into<PathBuf>) -> Self {
        Self { chain: chain.into(), key: key.into(), look_every: Duration::from_secs(60) }
    }
}

/// Retention periods of unused data.
#[derive(Clone, Debug)]
pub struct Keep {
    /// Retention of tables, finished or not, and score pads after their last use. With `None` they are kept
    /// forever.
    pub unused: Option<Duration>,
    /// Retention of tables without a deal, if that is shorter.
    pub never_begun: Duration,
    /// Delay after startup of the first check for damage. After that it runs once a day.
    pub looks_through_after: Duration,
}

impl Default for Keep {
    fn default() -> Self {
        const DAY: Duration = Duration::from_secs(24 * 60 * 60);
        Self { unused: Some(365 * DAY), never_begun: 30 * DAY, looks_through_after: Duration::from_secs(10) }
    }
}

/// Limits of a server. In a configuration file they are the table `limits`, and a limit that is missing has its default.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Limits {
    /// Limits of connections and sockets.
    pub connections: ConnectionLimits,
    /// Limits of card tables.
    pub tables: TableLimits,
    /// Limits of shared pads.
    pub pads: PadLimits,
    /// Limits of accounts.
    pub people: PeopleLimits,
    /// Bots that think at once, and those that wait.
    pub bots: BotLimits,
    /// Double-dummy solves and files of boards at once.
    pub analyses: AnalysisLimits,
    /// HTTP requests per address. Files of the page are not counted.
    pub requests_by_address: Rate,
    /// Rate limit of push subscriptions per address.
    pub subscriptions_by_address: Rate,
    /// Rate limit of seeks in the lobby per guest.
    pub seeks_by_guest: Rate,
    /// Rate limit of seeks in the lobby per address.
    pub seeks_by_address: Rate,
    /// Size of the data file in bytes. With `None` only the disk limits it. It is a flag of its own, so it is not among the
    /// limits of a configuration file.
    #[serde(skip)]
    pub data: Option<u64>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: ConnectionLimits::default(),
            tables: TableLimits::default(),
            pads: PadLimits::default(),
            people: PeopleLimits::default(),
            bots: BotLimits::default(),
            analyses: AnalysisLimits::default(),
            requests_by_address: Rate { burst: 100, per_second: 20.0 },
            subscriptions_by_address: Rate { burst: 20, per_second: 0.02 },
            seeks_by_guest: Rate { burst: 10, per_second: 1.0 / 6.0 },
            seeks_by_address: Rate { burst: 60, per_second: 1.0 },
            data: None,
        }
    }
}

impl Limits {
    /// Returns limits that no client reaches, for measurements.
    #[must_use]
    pub fn none() -> Self {
        let rate = Rate { burst: u32::MAX, per_second: 1e9 };
        let many = 1_000_000;
        Self {
            connections: ConnectionLimits {
                total: many,
                by_address: many,
                handshakes_by_address: rate,
                messages: rate,
                ..ConnectionLimits::default()
            },
            tables: TableLimits { in_memory: many, by_guest: rate, by_address: rate },
            pads: PadLimits {
                in_memory: many,
                by_guest: rate,
                by_address: rate,
                changes: rate,
                ..PadLimits::default()
            },
            people: PeopleLimits {
                by_address: rate,
                sign_ins_by_name: rate,
                sign_ins_by_address: rate,
                passkeys_by_address: rate,
                exports: rate,
                friend_requests: rate,
                challenges: rate,
                ..PeopleLimits::default()
            },
            requests_by_address: rate,
            subscriptions_by_address: rate,
            seeks_by_guest: rate,
            seeks_by_address: rate,
            ..Self::default()
        }
    }
}

/// Limits of connections and sockets.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct ConnectionLimits {
    /// Maximum number of concurrent connections.
    pub total: usize,
    /// Concurrent connections per address. A /56 may have 4 times as many, a /48 16 times and a /32 256
    /// times.
    pub by_address: usize,
    /// Timeout of a request's head.
    #[serde(rename = "head-seconds", with = "seconds")]
    pub head: Duration,
    /// TLS handshakes per address. Each costs a signature.
    pub handshakes_by_address: Rate,
    /// Rate limit of messages per socket.
    pub messages: Rate,
}

impl Default for ConnectionLimits {
    fn default() -> Self {
        Self {
            total: 10_000,
            by_address: 200,
            head: Duration::from_secs(10),
            handshakes_by_address: Rate { burst: 200, per_second: 10.0 },
            messages: Rate { burst: 20, per_second: 10.0 },
        }
    }
}

/// A duration as a whole number of seconds.
mod seconds {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::time::Duration;

    pub(super) fn serialize<S: Serializer>(duration: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        duration.as_secs().serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        u64::deserialize(deserializer).map(Duration::from_secs)
    }
}

/// Limits of card tables.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct TableLimits {
    /// Maximum number of card tables in memory.
    pub in_memory: usize,
    /// Rate limit of new card tables per guest.
    pub by_guest: Rate,
    /// Rate limit of new card tables per address.
    pub by_address: Rate,
}

impl Default for TableLimits {
    fn default() -> Self {
        Self {
            in_memory: 50_000,
            by_guest: Rate { burst: 20, per_second: 0.1 },
            by_address: Rate { burst: 60, per_second: 0.5 },
        }
    }
}

/// Limits of shared pads.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct PadLimits {
    /// Maximum number of shared pads in memory.
    pub in_memory: usize,
    /// Shared pads read and merged concurrently.
    pub concurrent: usize,
    /// Queued reads and merges of shared pads.
    pub queued: usize,
    /// New shared pads per guest.
    pub by_guest: Rate,
    /// New shared pads per address.
    pub by_address: Rate,
    /// Rate limit of changes per shared pad.
    pub changes: Rate,
}

impl Default for PadLimits {
    fn default() -> Self {
        Self {
            in_memory: 1_000,
            concurrent: 1,
            queued: 60,
            by_guest: Rate { burst: 20, per_second: 0.02 },
            by_address: Rate { burst: 30, per_second: 0.05 },
            changes: Rate { burst: 60, per_second: 5.0 },
        }
    }
}

/// Limits of accounts.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct PeopleLimits {
    /// Passwords hashed concurrently. Each takes 19 MiB.
    pub concurrent: usize,
    /// Maximum number of queued passwords.
    pub queued: usize,
    /// New accounts per address.
    pub by_address: Rate,
    /// Passwords tried per name.
    pub sign_ins_by_name: Rate,
    /// Passwords and recovery codes tried per address.
    pub sign_ins_by_address: Rate,
    /// Ceremonies of passkeys begun per address.
    pub passkeys_by_address: Rate,
    /// Exports per account.
    pub exports: Rate,
    /// Requests to be friends per account.
    pub friend_requests: Rate,
    /// Challenges per account.
    pub challenges: Rate,
}

impl Default for PeopleLimits {
    fn default() -> Self {
        Self {
            concurrent: 2,
            queued: 20,
            by_address: Rate { burst: 3, per_second: 3.0 / 86_400.0 },
            sign_ins_by_name: Rate { burst: 5, per_second: 5.0 / 900.0 },
            sign_ins_by_address: Rate { burst: 20, per_second: 20.0 / 3_600.0 },
            passkeys_by_address: Rate { burst: 30, per_second: 60.0 / 3_600.0 },
            exports: Rate { burst: 1, per_second: 1.0 / 86_400.0 },
            friend_requests: Rate { burst: 20, per_second: 20.0 / 86_400.0 },
            challenges: Rate { burst: 20, per_second: 20.0 / 86_400.0 },
        }
    }
}

/// Limits of bots.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct BotLimits {
    /// Threads of the bots. With 0 it is one less than the number of cores, but at least two.
    pub threads: usize,
    /// Maximum number of queued bot moves.
    pub queued: usize,
}

impl Default for BotLimits {
    fn default() -> Self {
        Self { threads: 0, queued: 10_000 }
    }
}

/// Limits of double-dummy solves and files of boards.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct AnalysisLimits {
    /// Deals solved and files read concurrently. A solver takes up to 60 MB.
    pub concurrent: usize,
    /// Maximum number of queued deals and files.
    pub queued: usize,
}

impl Default for AnalysisLimits {
    fn default() -> Self {
        Self { concurrent: 2, queued: 60 }
    }
}
