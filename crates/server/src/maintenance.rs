//! Maintenance: deletes unused data, checkpoints the log while the server is quiet, and checks the file for
//! damage.

use crate::people::{FRESH, People};
use crate::request_error::RequestError;
use crate::settings::Keep;
use crate::table::TableRegistry;
use std::sync::Arc;
use std::time::Duration;
use store::{Store, unix_time};
use tokio::time::{Instant, MissedTickBehavior, interval, interval_at};

/// Time without a change after which the log is checkpointed.
const QUIET: Duration = Duration::from_secs(5);

const HOUR: Duration = Duration::from_secs(60 * 60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Pause between two batches of deletions, in which actions have the disk for themselves.
const DELETE_PAUSE: Duration = Duration::from_millis(100);

/// Runs the maintenance jobs until the task is aborted.
pub(crate) async fn run(store: Store, keep: Keep) {
    let mut quiet = interval(QUIET);
    let mut hourly = interval(HOUR);
    // A large file takes a while, and just after startup all clients reconnect.
    let mut daily = interval_at(Instant::now() + keep.looks_through_after, DAY);
    for clock in [&mut quiet, &mut hourly, &mut daily] {
        clock.set_missed_tick_behavior(MissedTickBehavior::Delay);
    }
    let (mut changes, mut tidied) = (store.changes(), 0);
    loop {
        tokio::select! {
            _ = quiet.tick() => {
                let before = std::mem::replace(&mut changes, store.changes());
                if changes == before && tidied != changes {
                    tidied = changes;
                    if let Err(error) = store.tidy().await {
                        tracing::debug!(%error, "the log was not checkpointed");
                    }
                }
            }
            _ = hourly.tick() => expire(&store, &keep).await,
            _ = daily.tick() => store.look_through().await,
        }
    }
}

async fn expire(store: &Store, keep: &Keep) {
    let Some(unused) = keep.unused else { return };
    let before = |age: Duration| unix_time().saturating_sub(age.as_secs());
    let mut all = 0;
    loop {
        match store.expire(before(keep.never_begun.min(unused)), before(unused)).await {
            Ok(0) => break,
            Ok(few) => all += few,
            Err(error) => return tracing::debug!(%error, "old data was not deleted"),
        }
        tokio::time::sleep(DELETE_PAUSE).await;
    }
    if all > 0 {
        tracing::info!(all, "unused tables and pads were deleted");
    }
}

/// Closes the sockets of devices that were signed out on other servers, and deletes unused accounts, until the task is
/// aborted.
pub(crate) async fn run_accounts(registry: Arc<TableRegistry>, people: Arc<People>) {
    let mut expiry = interval(HOUR);
    let mut devices = interval(FRESH);
    for clock in [&mut expiry, &mut devices] {
        clock.set_missed_tick_behavior(MissedTickBehavior::Delay);
    }
    loop {
        tokio::select! {
            _ = devices.tick() => people.check_devices().await,
            _ = expiry.tick() => {
                if let Err(error) = expire_accounts(&registry, &people).await {
                    tracing::debug!(%error, "unused accounts were not deleted");
                }
            }
        }
    }
}

async fn expire_accounts(registry: &TableRegistry, people: &People) -> Result<(), RequestError> {
    for account in people.expire().await? {
        registry.forget_person(account).await?;
    }
    Ok(())
}
