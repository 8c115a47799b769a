//! The begin and the end of a table's task. It begins with the first request, and ends when the table is idle. If it panics, the table is
//! opened again for its subscribers. If another server takes the table, the subscribers ask that one.

use super::driver::{Driver, ExitReason};
use super::{Connection, RETRY, Request};
use crate::identity::TableId;
use crate::lobby::Lobby;
use crate::refusal::Refusal;
use ::table::TableRefusal;
use futures_util::FutureExt;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use tokio::sync::mpsc;

/// The number of requests that may wait. After that sockets wait.
pub(super) const QUEUE: usize = 32;

/// Starts the task of a table, which loads it and serves requests.
pub(crate) fn open(id: TableId, lobby: Arc<Lobby>) -> mpsc::Sender<Request> {
    let (stub, requests) = mpsc::channel(QUEUE);
    tokio::spawn(run(id, requests, lobby));
    stub
}

async fn run(id: TableId, mut requests: mpsc::Receiver<Request>, lobby: Arc<Lobby>) {
    // On the heap, because it is needed once and would make the task bigger for ever.
    match Box::pin(Driver::load(id, &lobby)).await {
        Ok(driver) => {
            let mut driver = Box::new(driver);
            match AssertUnwindSafe(driver.serve(&mut requests)).catch_unwind().await {
                Ok(reason) => {
                    if let ExitReason::LeaseLost = reason {
                        tracing::info!(table = id.in_log(), "this server does not keep a table any more");
                        lobby.retire(id, &mut requests, true);
                    }
                    // Another server may have the table now, and knows nothing of the subscribers.
                    driver.connections.iter().for_each(|connection| connection.ask_anew());
                }
                Err(_) => {
                    // The table is not to be trusted, but its connections are.
                    tracing::error!(table = id.in_log(), "a fault ended a table, which is opened again");
                    lobby.retire(id, &mut requests, true);
                    tokio::spawn(call_back(std::mem::take(&mut driver.connections)));
                }
            }
        }
        Err(refusal) => {
            lobby.retire(id, &mut requests, true);
            let table = id.to_string();
            while let Ok(request) = requests.try_recv() {
                let is_elsewhere = matches!(refusal, Refusal::AtTable(TableRefusal::Elsewhere));
                if let (true, Some(connection)) = (is_elsewhere, request.connection()) {
                    connection.ask_anew();
                    continue;
                }
                // Noted before it is told, so that a client that has heard of it has room again.
                if let Some(connection) = request.connection() {
                    connection.note_unopened(id);
                }
                request.refuse(&table, &refusal, &lobby.metrics);
            }
            return;
        }
    }
    // Requests that came in at the end are for the next task.
    while let Ok(request) = requests.try_recv() {
        let lobby = Arc::clone(&lobby);
        tokio::spawn(async move { lobby.ask(id, request).await });
    }
}

/// Lets the subscribers of a table that failed ask for it again: after a while, because it may fail again at once.
async fn call_back(connections: Vec<Arc<Connection>>) {
    tokio::time::sleep(RETRY).await;
    connections.iter().for_each(|connection| connection.ask_anew());
}
