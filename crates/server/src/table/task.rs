//! Task of a table. It starts with the first request, and ends when the table is idle. After a panic the
//! subscribers ask for the table again. If another server takes the lease, the subscribers ask that server.

use super::TableRegistry;
use super::driver::{Driver, ExitReason};
use super::{Connection, RETRY, Request};
use crate::request_error::RequestError;
use ::table::{TableError, TableId};
use futures_util::FutureExt;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use tokio::sync::mpsc;

/// Maximum number of queued requests. Sockets wait while the queue is full.
pub(super) const QUEUE: usize = 32;

/// Starts the task of a table, which loads the table and serves requests.
pub(crate) fn open(id: TableId, registry: Arc<TableRegistry>) -> mpsc::Sender<Request> {
    let (stub, requests) = mpsc::channel(QUEUE);
    tokio::spawn(run(id, requests, registry));
    stub
}

async fn run(id: TableId, mut requests: mpsc::Receiver<Request>, registry: Arc<TableRegistry>) {
    // On the heap: it is needed once, and would enlarge the task for good.
    match Box::pin(Driver::load(id, &registry)).await {
        Ok(mut driver) => {
            match AssertUnwindSafe(driver.serve(&mut requests)).catch_unwind().await {
                Ok(reason) => {
                    match reason {
                        ExitReason::LeaseLost => {
                            tracing::info!(table = id.in_log(), "another server took over a table");
                            registry.retire(id, &mut requests, true);
                        }
                        ExitReason::Changed(done) => {
                            registry.retire(id, &mut requests, true);
                            drop(done);
                        }
                        ExitReason::Idle | ExitReason::NoSenders => {}
                    }
                    // Another server may own the table now, and does not know the subscribers.
                    driver.connections.iter().for_each(|connection| connection.ask_anew());
                }
                Err(_) => {
                    // The table's state can't be trusted, but its connections can.
                    tracing::error!(table = id.in_log(), "a fault ended a table, which is loaded again");
                    registry.retire(id, &mut requests, true);
                    tokio::spawn(call_back(std::mem::take(&mut driver.connections)));
                }
            }
        }
        Err(error) => {
            registry.retire(id, &mut requests, true);
            let table = id.to_string();
            while let Ok(request) = requests.try_recv() {
                let is_elsewhere = matches!(error, RequestError::AtTable(TableError::Elsewhere));
                if let (true, Some(connection)) = (is_elsewhere, request.connection()) {
                    connection.ask_anew();
                    continue;
                }
                // Recorded before the client is told, so that its slot is free by then.
                if let Some(connection) = request.connection() {
                    connection.note_unopened(id);
                }
                request.refuse(&table, &error, &registry.metrics);
            }
            return;
        }
    }
    // Requests that arrived at the end are for the next task.
    while let Ok(request) = requests.try_recv() {
        let registry = Arc::clone(&registry);
        tokio::spawn(async move { registry.ask(id, request).await });
    }
}

/// Lets the subscribers of a failed table ask for it again. The delay avoids a loop of failures.
async fn call_back(connections: Vec<Arc<Connection>>) {
    tokio::time::sleep(RETRY).await;
    connections.iter().for_each(|connection| connection.ask_anew());
}
