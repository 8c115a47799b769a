//! Value whose changes can be awaited. Tokio's channel wakes waiting tasks in random order; here the order is
//! first come, first served, so that a history is reproducible.

use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// Value that notifies waiting tasks of changes.
#[derive(Debug)]
pub(super) struct Watched<T> {
    // Held briefly, never across an await.
    value: Mutex<T>,
    changed: Notify,
}

impl<T: Copy> Watched<T> {
    pub(super) fn new(value: T) -> Self {
        Self { value: Mutex::new(value), changed: Notify::new() }
    }

    fn value(&self) -> MutexGuard<'_, T> {
        self.value.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn get(&self) -> T {
        *self.value()
    }

    pub(super) fn change(&self, change: impl FnOnce(&mut T)) {
        change(&mut self.value());
        self.changed.notify_waiters();
    }

    pub(super) async fn wait_for(&self, is_enough: impl Fn(&T) -> bool) {
        loop {
            let changed = self.changed.notified();
            if is_enough(&self.get()) {
                return;
            }
            changed.await;
        }
    }
}
