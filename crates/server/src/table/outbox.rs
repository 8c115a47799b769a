//! What waits to be sent to one socket. A table puts its notices here and never waits: when a reader is too slow, the
//! notices are thrown away, and once it reads again it gets the tables anew as they are then.

use crate::identity::{GuestId, TableId};
use ::table::Delay;
use axum::extract::ws::Utf8Bytes;
use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;

/// A guest at one socket.
#[derive(Debug)]
pub(crate) struct Connection {
    /// Tells sockets apart.
    pub(crate) number: u64,
    /// Who it is.
    pub(crate) guest: GuestId,
    /// Where they are, as the limits count it; not known where another server brings them: there they count as a guest alone.
    pub(crate) address: Option<IpAddr>,
    // Held for a push or a swap, never across an await.
    queue: Mutex<Queue>,
    // Held for a push or a swap, never across an await.
    unopened: Mutex<Vec<TableId>>,
    ready: Notify,
    /// Whether the way to this socket is to be measured.
    measured: AtomicBool,
    // Held for a note or a look, never across an await.
    delay: Mutex<Delay>,
}

#[derive(Debug, Default)]
struct Queue {
    messages: VecDeque<Utf8Bytes>,
    bytes: usize,
    behind: bool,
    closed: bool,
}

/// What a socket finds in its outbox.
#[derive(Debug)]
pub(crate) enum Outgoing {
    /// Messages, in order.
    Messages(VecDeque<Utf8Bytes>),
    /// Messages were thrown away, or never came: every watched table must be told anew.
    Behind,
}

/// How many messages and bytes may wait for one socket: some seconds of a lively table.
const MESSAGES: usize = 128;
const BYTES: usize = 256 * 1024;

impl Connection {
    pub(crate) fn new(guest: GuestId, address: Option<IpAddr>) -> Self {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        Self {
            number,
            guest,
            address,
            queue: Mutex::default(),
            unopened: Mutex::default(),
            ready: Notify::new(),
            measured: AtomicBool::new(false),
            delay: Mutex::default(),
        }
    }

    /// From now on it matters how long messages of this socket are on their way. The socket notices with the next
    /// message it is told.
    pub(crate) fn measure(&self) {
        self.measured.store(true, Ordering::Relaxed);
    }

    /// Whether [`measure`](Self::measure) was said.
    pub(crate) fn is_measured(&self) -> bool {
        self.measured.load(Ordering::Relaxed)
    }

    fn delay(&self) -> MutexGuard<'_, Delay> {
        self.delay.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A ping was answered after this time.
    pub(crate) fn note_trip(&self, there_and_back: Duration) {
        self.delay().note(there_and_back);
    }

    /// How long a message is on its way, as far as that is believed.
    pub(crate) fn one_way(&self) -> Duration {
        self.delay().one_way()
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a message into the outbox; `false` once the socket is gone.
    pub(crate) fn notify(&self, message: impl Into<Utf8Bytes>) -> bool {
        let message = message.into();
        let mut queue = self.queue();
        if queue.closed {
            return false;
        }
        if queue.behind {
            return true;
        }
        queue.bytes += message.len();
        queue.messages.push_back(message);
        // One message alone always fits, however long it is.
        if queue.messages.len() > MESSAGES || (queue.bytes > BYTES && queue.messages.len() > 1) {
            *queue = Queue { behind: true, ..Queue::default() };
        }
        drop(queue);
        self.ready.notify_one();
        true
    }

    /// Makes the socket ask for every table anew: what it was told last may not be what is.
    pub(crate) fn ask_anew(&self) {
        let mut queue = self.queue();
        if !queue.closed {
            *queue = Queue { behind: true, ..Queue::default() };
        }
        drop(queue);
        self.ready.notify_one();
    }

    /// Waits until there is something to send.
    pub(crate) async fn outgoing(&self) -> Outgoing {
        loop {
            let waiting = {
                let mut queue = self.queue();
                if queue.behind {
                    queue.behind = false;
                    return Outgoing::Behind;
                }
                queue.bytes = 0;
                std::mem::take(&mut queue.messages)
            };
            if !waiting.is_empty() {
                return Outgoing::Messages(waiting);
            }
            self.ready.notified().await;
        }
    }

    fn unopened(&self) -> MutexGuard<'_, Vec<TableId>> {
        self.unopened.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that a table this socket asked for could not be opened, and so does not know of it.
    pub(crate) fn note_unopened(&self, table: TableId) {
        self.unopened().push(table);
    }

    /// The tables that could not be opened since this was asked last.
    pub(crate) fn take_unopened(&self) -> Vec<TableId> {
        std::mem::take(&mut self.unopened())
    }

    /// Nothing is sent any more.
    pub(crate) fn close(&self) {
        *self.queue() = Queue { closed: true, ..Queue::default() };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn connection() -> Connection {
        Connection::new(GuestId::of_token(&"A".repeat(43)).unwrap(), None)
    }

    #[tokio::test]
    async fn messages_come_in_order() {
        let connection = connection();
        assert!(connection.notify("one") && connection.notify("two"));
        let Outgoing::Messages(messages) = connection.outgoing().await else { panic!("nothing was lost") };
        assert_eq!(messages, ["one", "two"].map(Utf8Bytes::from_static));
    }

    #[tokio::test]
    async fn a_slow_reader_falls_behind_and_costs_no_memory() {
        let connection = connection();
        assert!((0..10_000).all(|_| connection.notify("x".repeat(1000))));
        assert!(connection.queue().messages.is_empty());
        assert!(matches!(connection.outgoing().await, Outgoing::Behind));
        assert!(connection.notify("after"));
        assert!(matches!(connection.outgoing().await, Outgoing::Messages(messages) if messages.len() == 1));
    }

    #[test]
    fn a_closed_outbox_says_so() {
        let connection = connection();
        connection.close();
        assert!(!connection.notify("late"));
    }
}
