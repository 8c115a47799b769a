//! Notices while the page is closed, of a player's turn, a friend's challenge or a seek: Web Push (RFC 8030), if the operator
//! turned it on.
//!
//! A notice has no content, and the page asks the server for the news. A push service therefore learns no
//! name and no card, and no encryption is needed.
//!
//! Guests supply the addresses, so notices go only to the known services of browsers, and redirects are not
//! followed.

#[cfg(not(feature = "push"))]
#[path = "no_sender.rs"]
mod sender;
#[cfg(feature = "push")]
mod sender;

use crate::clock::Clock;
use crate::guests::Guests;
use crate::{NotBuilt, settings};
use ::table::GuestId;
use axum::http::{StatusCode, Uri};
use sender::Sender;
use std::collections::HashMap;
use std::convert::Infallible;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use store::Store;
use tokio::sync::Semaphore;
use tokio::time::{Instant, MissedTickBehavior};

/// Interval of looking for due reminders.
const LOOK: Duration = Duration::from_secs(1);

/// Maximum number of guests with a reminder.
const MAX_WAITING: usize = 100_000;

/// Maximum number of push notices being sent at a time. Each has the timeout [`SEND_TIMEOUT`].
const AT_ONCE: usize = 8;
const SEND_TIMEOUT: Duration = Duration::from_secs(10);

/// Maximum number of queued guests. Later reminders are dropped.
const IN_LINE: usize = 1_000;

/// Time without further notices to a guest who was reminded and has not come. A service keeps a notice for an
/// offline device equally long.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Maximum length of a device's address.
const LONGEST_ENDPOINT: usize = 1_024;

/// Error in the Web Push setup.
#[derive(Debug, thiserror::Error)]
pub enum PushError {
    /// The server was built without Web Push.
    #[error(transparent)]
    NotBuilt(#[from] NotBuilt),
    /// The key file of Web Push can't be read or created.
    #[cfg(feature = "push")]
    #[error("the push key {} can't be used: {reason}", file.display())]
    Key {
        /// Path of the key file.
        file: std::path::PathBuf,
        /// I/O error of the operating system.
        reason: std::io::Error,
    },
    /// The trusted certificates can't be read.
    #[cfg(feature = "push")]
    #[error("the trusted certificates of this system can't be read: {0}")]
    Roots(#[from] tokio_rustls::rustls::Error),
    /// The contact address is invalid.
    #[error("invalid contact {0}; it must begin with mailto: or https:")]
    Contact(String),
    /// The address of a push service is invalid.
    #[error("invalid push service {0}; write https://push.example or https://*.push.example")]
    Service(String),
}

/// Checks the settings of Web Push, and the key if there is one. Writes nothing.
///
/// # Errors
///
/// Returns [`PushError`] if notices can't be sent with these settings.
pub(crate) fn check(asked: &settings::Push, folder: &Path) -> Result<(), PushError> {
    services(asked)?;
    Sender::check(folder)
}

/// Returns the allowed push services of settings with a valid contact.
fn services(asked: &settings::Push) -> Result<Vec<Service>, PushError> {
    if !asked.contact.starts_with("mailto:") && !asked.contact.starts_with("https:") {
        return Err(PushError::Contact(asked.contact.clone()));
    }
    asked.services.iter().map(|text| Service::new(text)).collect()
}

/// Schedule and sender of push notices.
pub(crate) struct Push {
    sender: Sender,
    services: Vec<Service>,
    wait: Duration,
    clock: Clock,
    store: Store,
    on_their_way: Semaphore,
    in_line: Arc<Semaphore>,
    // Held for look-ups and passes, never across an await.
    awaited: Mutex<HashMap<GuestId, Awaited>>,
}

/// State of a guest's reminder.
#[derive(Clone, Copy)]
enum Awaited {
    /// Time at which a push notification is due, unless the guest connects before.
    TellAt(Instant),
    /// Time at which the push notification was sent. The guest has not connected since.
    ToldAt(Instant),
}

/// Origin of a push service: `https://fcm.googleapis.com`, `https://*.notify.windows.com`.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Service {
    /// Part of the host pattern before the star, or the whole pattern.
    begin: String,
    /// Part of the host pattern after the star.
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

    /// Returns whether an origin belongs to this service.
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

/// Address of a device at a push service, as the browser received it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Endpoint {
    uri: Uri,
    /// Scheme and host, which the claim is signed for.
    origin: String,
}

impl Endpoint {
    /// Returns the stored form.
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
        let services = services(asked)?;
        Ok(Arc::new(Self {
            sender: Sender::new(folder, &asked.contact)?,
            services,
            wait: asked.wait,
            clock,
            store,
            on_their_way: Semaphore::new(AT_ONCE),
            in_line: Arc::new(Semaphore::new(IN_LINE)),
            awaited: Mutex::default(),
        }))
    }

    /// Returns the public key with which browsers subscribe.
    pub(crate) fn public_key(&self) -> String {
        self.sender.public_key()
    }

    /// Parses the address of a device. Returns `None` if it belongs to no allowed service.
    pub(crate) fn endpoint(&self, text: &str) -> Option<Endpoint> {
        let uri: Uri = (text.len() <= LONGEST_ENDPOINT).then(|| text.parse().ok())??;
        let origin = format!("{}://{}", uri.scheme_str()?, uri.authority()?).to_ascii_lowercase();
        self.services.iter().any(|service| service.covers(&origin)).then_some(Endpoint { uri, origin })
    }

    fn awaited(&self) -> MutexGuard<'_, HashMap<GuestId, Awaited>> {
        self.awaited.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Schedules one push notice to an absent guest who is to act.
    pub(crate) fn remind(&self, guest: GuestId) {
        let mut awaited = self.awaited();
        if awaited.len() < MAX_WAITING {
            awaited.entry(guest).or_insert_with(|| Awaited::TellAt(self.clock.now() + self.wait));
        }
    }

    /// Cancels the reminder of a guest who has come.
    pub(crate) fn see(&self, guest: GuestId) {
        self.awaited().remove(&guest);
    }

    /// Sends due notices until the task is aborted.
    pub(crate) async fn run(self: Arc<Self>, guests: Arc<Guests>) -> Infallible {
        let mut look = tokio::time::interval(LOOK);
        look.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            look.tick().await;
            self.due(&guests).into_iter().for_each(|guest| self.notify(guest));
        }
    }

    /// Sends a notice to all devices of a guest, in a task of its own. If too many notices wait, it is dropped.
    pub(crate) fn notify(self: &Arc<Self>, guest: GuestId) {
        let Ok(place) = Arc::clone(&self.in_line).try_acquire_owned() else { return };
        let push = Arc::clone(self);
        tokio::spawn(async move {
            push.tell(guest).await;
            drop(place);
        });
    }

    /// Returns the guests to notify now, and marks them as notified. A guest who is connected, even at
    /// another table, is notified after leaving.
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

    /// Sends a notice to all devices of a guest.
    async fn tell(&self, guest: GuestId) {
        let endpoints = match self.store.endpoints(guest).await {
            Ok(endpoints) => endpoints,
            Err(error) => return tracing::warn!(%error, "the devices of a guest can't be read"),
        };
        for text in endpoints {
            // The settings may have allowed other services at the time of the subscription.
            let Some(endpoint) = self.endpoint(&text) else { continue };
            let Ok(_turn) = self.on_their_way.acquire().await else { return };
            match tokio::time::timeout(SEND_TIMEOUT, self.sender.send(&endpoint)).await {
                // The device has unsubscribed at its push service.
                Ok(Ok(StatusCode::GONE | StatusCode::NOT_FOUND)) => {
                    if let Err(error) = self.store.unsubscribe(guest, text).await {
                        tracing::warn!(%error, "an unsubscribed device can't be deleted");
                    }
                }
                Ok(Ok(status)) if status.is_success() => {}
                Ok(Ok(status)) => {
                    tracing::warn!(service = endpoint.origin, %status, "a push service refused a notice");
                }
                Ok(Err(why)) => tracing::warn!(service = endpoint.origin, why, "a notice can't be sent"),
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
