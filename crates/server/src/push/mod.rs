//! “Your turn”, for somebody whose page is closed: Web Push (RFC 8030), where whoever runs the house has asked for it.
//!
//! A notice has no content: what is new the page asks the house itself, so no push service reads a name or a card, and nothing
//! need be encrypted for it. All that a service learns is that a house has something to say to a device.
//!
//! To which address a house sends is said by a guest, who may be anybody: so only to the services that browsers use, and no answer
//! leads anywhere else.

#[cfg(not(feature = "push"))]
#[path = "no_sender.rs"]
mod sender;
#[cfg(feature = "push")]
mod sender;

use crate::NotBuilt;
use crate::clock::Clock;
use crate::guests::Guests;
use crate::identity::GuestId;
use crate::settings;
use crate::store::Store;
use axum::http::{StatusCode, Uri};
use sender::Sender;
use std::collections::HashMap;
use std::convert::Infallible;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::time::{Instant, MissedTickBehavior};

/// How often it is looked whose time has come.
const LOOK: Duration = Duration::from_secs(1);

/// So many guests at most are waited for; a house with more has better means of reaching them.
const MAX_WAITING: usize = 100_000;

/// So many notices are on their way at once, and each may take so long.
const AT_ONCE: usize = 8;
const PATIENCE: Duration = Duration::from_secs(10);

/// So many may wait to be sent; what comes then is not told, as it is to nobody whose device is off for long.
const IN_LINE: usize = 1_000;

/// Whoever was told and did not come is told of nothing more for so long; and so long a service keeps a notice for a device that is
/// off.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Addresses of devices are shorter than this.
const LONGEST_ENDPOINT: usize = 1_024;

/// Why a house cannot send notices.
#[derive(Debug, thiserror::Error)]
pub enum PushError {
    /// This build cannot send notices.
    #[error(transparent)]
    NotBuilt(#[from] NotBuilt),
    /// The key cannot be read, or be made.
    #[cfg(feature = "push")]
    #[error("the key for notices, {}, cannot be used: {reason}", file.display())]
    Key {
        /// Where it is kept.
        file: std::path::PathBuf,
        /// Why not.
        reason: std::io::Error,
    },
    /// The certificates by which push services are believed.
    #[cfg(feature = "push")]
    #[error("the certificates that this machine believes cannot be read: {0}")]
    Roots(#[from] tokio_rustls::rustls::Error),
    /// Push services want to know whom to write to.
    #[error("{0} is no contact: it begins with mailto: or https:")]
    Contact(String),
    /// What is no beginning of an address.
    #[error("{0} is no push service: write it as https://push.example, or https://*.push.example")]
    Service(String),
}

/// Sends notices to devices.
pub(crate) struct Push {
    sender: Sender,
    services: Vec<Service>,
    wait: Duration,
    clock: Clock,
    store: Store,
    on_their_way: Semaphore,
    in_line: Arc<Semaphore>,
    // Held to look one up or to go through them, never across an await.
    awaited: Mutex<HashMap<GuestId, Awaited>>,
}

/// Where somebody stands for whom others wait.
#[derive(Clone, Copy)]
enum Awaited {
    /// They are told then, unless they come.
    TellAt(Instant),
    /// They were told, and have not come.
    ToldAt(Instant),
}

/// Where an address of a push service begins: `https://fcm.googleapis.com`, `https://*.notify.windows.com`.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Service {
    /// Up to the star, or all of it.
    begin: String,
    /// What follows the star.
    end: Option<String>,
}

impl Service {
    fn new(text: &str) -> Result<Self, PushError> {
        let text = text.to_ascii_lowercase();
        let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
        let is_host = |host: &str| !host.is_empty() && !host.contains(['/', '*', '@', '?', '#']);
        let wrong = || PushError::Service(text.clone());
        match host.ok_or_else(wrong)?.strip_prefix('*') {
            None if host.is_some_and(is_host) => Ok(Self { begin: text, end: None }),
            Some(end) if end.starts_with('.') && is_host(&end[1..]) => {
                let (begin, _) = text.split_once('*').ok_or_else(wrong)?;
                Ok(Self { begin: begin.to_owned(), end: Some(end.to_owned()) })
            }
            _ => Err(wrong()),
        }
    }

    /// Whether what begins so is one of its addresses.
    fn covers(&self, origin: &str) -> bool {
        match &self.end {
            None => origin == self.begin,
            Some(end) => {
                let between =
                    origin.strip_prefix(&self.begin).and_then(|rest| rest.strip_suffix(end.as_str()));
                let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.');
                between.is_some_and(|name| !name.is_empty() && name.bytes().all(is_name))
            }
        }
    }
}

/// The address of a device at a push service, as its browser was given it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Endpoint {
    uri: Uri,
    /// Scheme and host, for which a claim is signed.
    origin: String,
}

impl Endpoint {
    /// As the file has it.
    pub(crate) fn text(&self) -> String {
        self.uri.to_string()
    }
}

impl Push {
    pub(crate) fn new(
        asked: &settings::Push,
        folder: &Path,
        clock: Clock,
        store: Store,
    ) -> Result<Arc<Self>, PushError> {
        if !asked.contact.starts_with("mailto:") && !asked.contact.starts_with("https:") {
            return Err(PushError::Contact(asked.contact.clone()));
        }
        Ok(Arc::new(Self {
            sender: Sender::new(folder, &asked.contact)?,
            services: asked.services.iter().map(|text| Service::new(text)).collect::<Result<_, _>>()?,
            wait: asked.wait,
            clock,
            store,
            on_their_way: Semaphore::new(AT_ONCE),
            in_line: Arc::new(Semaphore::new(IN_LINE)),
            awaited: Mutex::default(),
        }))
    }

    /// What a browser subscribes with.
    pub(crate) fn public_key(&self) -> String {
        self.sender.public_key()
    }

    /// The address of a device, if it is at a service that the house sends to.
    pub(crate) fn endpoint(&self, text: &str) -> Option<Endpoint> {
        let uri: Uri = (text.len() <= LONGEST_ENDPOINT).then(|| text.parse().ok())??;
        let origin = format!("{}://{}", uri.scheme_str()?, uri.authority()?).to_ascii_lowercase();
        self.services.iter().any(|service| service.covers(&origin)).then_some(Endpoint { uri, origin })
    }

    fn awaited(&self) -> MutexGuard<'_, HashMap<GuestId, Awaited>> {
        self.awaited.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Others wait for somebody who is not at the table: they are told in a while, once.
    pub(crate) fn remind(&self, guest: GuestId) {
        let mut awaited = self.awaited();
        if awaited.len() < MAX_WAITING {
            awaited.entry(guest).or_insert_with(|| Awaited::TellAt(self.clock.now() + self.wait));
        }
    }

    /// They have come, and see for themselves.
    pub(crate) fn see(&self, guest: GuestId) {
        self.awaited().remove(&guest);
    }

    /// Tells whoever is due, for as long as the house is open.
    pub(crate) async fn run(self: Arc<Self>, guests: Arc<Guests>) -> Infallible {
        let mut look = tokio::time::interval(LOOK);
        look.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            look.tick().await;
            for guest in self.due(&guests) {
                let Ok(place) = Arc::clone(&self.in_line).try_acquire_owned() else { break };
                let push = Arc::clone(&self);
                tokio::spawn(async move {
                    push.tell(guest).await;
                    drop(place);
                });
            }
        }
    }

    /// Whoever is to be told now; from then on they count as told. Somebody who is in the house, if at another table, is told
    /// when they have left it.
    fn due(&self, guests: &Guests) -> Vec<GuestId> {
        let now = self.clock.now();
        let mut due = Vec::new();
        self.awaited().retain(|guest, awaited| match *awaited {
            Awaited::ToldAt(at) => at + DAY > now,
            Awaited::TellAt(at) => {
                if at <= now && !guests.is_here(*guest) {
                    due.push(*guest);
                    *awaited = Awaited::ToldAt(now);
                }
                true
            }
        });
        due
    }

    /// Tells all devices of a guest.
    async fn tell(&self, guest: GuestId) {
        let endpoints = match self.store.endpoints(guest).await {
            Ok(endpoints) => endpoints,
            Err(error) => return tracing::warn!(%error, "who is to be told of a turn could not be read"),
        };
        for text in endpoints {
            // What a house with other services was given.
            let Some(endpoint) = self.endpoint(&text) else { continue };
            let Ok(_turn) = self.on_their_way.acquire().await else { return };
            match tokio::time::timeout(PATIENCE, self.sender.send(&endpoint)).await {
                // The device has unsubscribed, and told only its service.
                Ok(Ok(StatusCode::GONE | StatusCode::NOT_FOUND)) => {
                    if let Err(error) = self.store.unsubscribe(guest, text).await {
                        tracing::warn!(%error, "a device that hears nothing any more could not be forgotten");
                    }
                }
                Ok(Ok(status)) if status.is_success() => {}
                Ok(Ok(status)) => {
                    tracing::warn!(service = endpoint.origin, %status, "a push service refused a notice");
                }
                Ok(Err(why)) => tracing::warn!(service = endpoint.origin, why, "a notice could not be sent"),
                Err(_) => tracing::warn!(service = endpoint.origin, "a push service took too long"),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_the_services_are_sent_to() {
        let all: Vec<Service> = ["https://push.example", "https://*.notify.example", "http://127.0.0.1:9"]
            .map(|text| Service::new(text).unwrap())
            .into();
        let covers = |origin: &str| all.iter().any(|service| service.covers(origin));
        for good in [
            "https://push.example",
            "https://db5p.notify.example",
            "https://a.b.notify.example",
            "http://127.0.0.1:9",
        ] {
            assert!(covers(good), "{good}");
        }
        for bad in [
            "http://push.example",
            "https://push.example:8443",
            "https://push.example.evil.example",
            "https://evil.example",
            "https://notify.example",
            "https://.notify.example",
            "https://evil.example/.notify.example",
            "https://somebody@x.notify.example",
            "https://evil.example:80.notify.example",
            "http://127.0.0.1:90",
            "",
        ] {
            assert!(!covers(bad), "{bad}");
        }
        for wrong in [
            "push.example",
            "ftp://push.example",
            "https://",
            "https://*",
            "https://*push.example",
            "https://a/b",
            "https://*.*",
        ] {
            assert!(Service::new(wrong).is_err(), "{wrong}");
        }
    }
}
