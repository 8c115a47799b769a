//! Messages queued for one socket. A table never waits for a socket. If the reader is too slow, its messages
//! are dropped, and later it receives fresh snapshots of its tables.

use ::table::{Delay, GuestId, TableId};
use axum::extract::ws::Utf8Bytes;
use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;

/// Connection of one guest.
#[derive(Debug)]
pub(crate) struct Connection {
    /// Number that identifies the socket.
    pub(crate) number: u64,
    /// Guest at the other end.
    pub(crate) guest: GuestId,
    /// The guest's address for rate limits. It is unknown for a guest whom a server of an earlier version relays.
    pub(crate) address: Option<IpAddr>,
    // Held for a push or a swap, never across an await.
    queue: Mutex<Queue>,
    // Held for a push or a swap, never across an await.
    unopened: Mutex<Vec<TableId>>,
    ready: Notify,
    /// Whether the delay of this socket is measured.
    measured: AtomicBool,
    // Held briefly, never across an await.
    delay: Mutex<Delay>,
}

#[derive(Debug, Default)]
struct Queue {
    messages: VecDeque<Utf8Bytes>,
    bytes: usize,
    /// Last state of the lobby, if it is not sent yet. An older one is of no use.
    lobby: Option<Utf8Bytes>,
    behind: bool,
    closed: bool,
}

/// Contents of a connection's outbox.
#[derive(Debug)]
pub(crate) enum Outgoing {
    /// Messages in order.
    Messages(VecDeque<Utf8Bytes>),
    /// Messages were lost, so the socket needs fresh snapshots of all its tables.
    Behind,
}

/// Limits of queued messages and bytes: some seconds of a lively table.
const MESSAGES: usize = 128;
const BYTES: usize = 256 * 1024;

/// Number of the next connection.
static NUMBER: AtomicU64 = AtomicU64::new(0);

impl Connection {
    /// Returns the number of the next connection.
    pub(super) fn next_number() -> u64 {
        NUMBER.load(Ordering::Relaxed)
    }

    pub(crate) fn new(guest: GuestId, address: Option<IpAddr>) -> Self {
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

    /// Starts measuring the socket's delay. The socket notices with its next message.
    pub(crate) fn measure(&self) {
        self.measured.store(true, Ordering::Relaxed);
    }

    /// Returns whether the delay is measured.
    pub(crate) fn is_measured(&self) -> bool {
        self.measured.load(Ordering::Relaxed)
    }

    fn delay(&self) -> MutexGuard<'_, Delay> {
        self.delay.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records a measured round trip.
    pub(crate) fn note_trip(&self, there_and_back: Duration) {
        self.delay().note(there_and_back);
    }

    /// Returns the estimated delay of one direction.
    pub(crate) fn one_way(&self) -> Duration {
        self.delay().one_way()
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a message. Returns `false` if the socket is closed.
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
        // A single message is queued at any length.
        if queue.messages.len() > MESSAGES || (queue.bytes > BYTES && queue.messages.len() > 1) {
            *queue = Queue { behind: true, ..Queue::default() };
        }
        drop(queue);
        self.ready.notify_one();
        true
    }

    /// Queues a state of the lobby. It replaces an earlier one, so that a slow reader has at most one.
    pub(crate) fn replace_lobby(&self, state: Utf8Bytes) {
        let mut queue = self.queue();
        if queue.closed || queue.behind {
            return;
        }
        queue.lobby = Some(state);
        drop(queue);
        self.ready.notify_one();
    }

    /// Returns whether the socket is closed.
    pub(crate) fn is_closed(&self) -> bool {
        self.queue().closed
    }

    /// Makes the socket ask for all its tables again, because its state may be stale.
    pub(crate) fn ask_anew(&self) {
        let mut queue = self.queue();
        if !queue.closed {
            *queue = Queue { behind: true, ..Queue::default() };
        }
        drop(queue);
        self.ready.notify_one();
    }

    /// Waits for something to send.
    pub(crate) async fn outgoing(&self) -> Outgoing {
        loop {
            let waiting = {
                let mut queue = self.queue();
                if queue.behind {
                    queue.behind = false;
                    return Outgoing::Behind;
                }
                queue.bytes = 0;
                let mut waiting = std::mem::take(&mut queue.messages);
                waiting.extend(queue.lobby.take());
                waiting
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

    /// Records that a requested table could not be loaded.
    pub(crate) fn note_unopened(&self, table: TableId) {
        self.unopened().push(table);
    }

    /// Returns the tables that could not be loaded since the last call.
    pub(crate) fn take_unopened(&self) -> Vec<TableId> {
        std::mem::take(&mut self.unopened())
    }

    /// Drops all messages, and refuses new ones.
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

    #[tokio::test]
    async fn a_slow_reader_has_one_state_of_the_lobby() {
        let connection = connection();
        for state in 0..10_000 {
            connection.replace_lobby(format!("state {state}").into());
        }
        assert!(connection.notify("first"));
        let Outgoing::Messages(messages) = connection.outgoing().await else { panic!("nothing was lost") };
        assert_eq!(messages, ["first", "state 9999"].map(Utf8Bytes::from_static));
    }

    #[test]
    fn a_closed_outbox_says_so() {
        let connection = connection();
        connection.close();
        assert!(!connection.notify("late"));
    }
}
