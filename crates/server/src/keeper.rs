//! What is done without anybody asking: what nobody has used for long is thrown away, the log is moved into the file while
//! all is quiet, and the file is looked through.

use crate::settings::Keep;
use crate::store::{Store, now};
use std::time::Duration;
use tokio::time::{Instant, MissedTickBehavior, interval, interval_at};

/// After so long without a change the log is moved into the file.
const REST: Duration = Duration::from_secs(5);

const HOUR: Duration = Duration::from_secs(60 * 60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Between two handfuls of what is thrown away moves have the disk for themselves.
const BREATH: Duration = Duration::from_millis(100);

/// Keeps house until it is stopped.
pub(crate) async fn run(store: Store, keep: Keep) {
    let mut rest = interval(REST);
    let mut hourly = interval(HOUR);
    // A large file takes a while, and at the start everybody comes at once.
    let mut daily = interval_at(Instant::now() + keep.looks_through_after, DAY);
    for clock in [&mut rest, &mut hourly, &mut daily] {
        clock.set_missed_tick_behavior(MissedTickBehavior::Delay);
    }
    let (mut changes, mut tidied) = (store.changes(), 0);
    loop {
        tokio::select! {
            _ = rest.tick() => {
                let before = std::mem::replace(&mut changes, store.changes());
                if changes == before && tidied != changes {
                    tidied = changes;
                    if let Err(error) = store.tidy().await {
                        tracing::debug!(%error, "the log stays where it is");
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
    let before = |age: Duration| now().saturating_sub(age.as_secs());
    let mut all = 0;
    loop {
        match store.expire(before(keep.never_begun.min(unused)), before(unused)).await {
            Ok(0) => break,
            Ok(few) => all += few,
            Err(error) => return tracing::debug!(%error, "what is old stays where it is"),
        }
        tokio::time::sleep(BREATH).await;
    }
    if all > 0 {
        tracing::info!(all, "tables and pads that nobody has used for long were thrown away");
    }
}
