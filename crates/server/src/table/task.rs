//! The task of a table: it begins when somebody asks for the table and ends when nobody does. A fault ends it too, and then the
//! table is opened again for those who looked on. So does another server that takes the table: then they ask that one.

use super::void::load_trusted;
use super::{Connection, RETRY, Request, Served, Table};
use crate::identity::TableId;
use crate::lobby::Lobby;
use crate::refusal::Refusal;
use futures_util::FutureExt;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use tokio::sync::mpsc;

/// How many requests may wait; then sockets wait, and nobody else.
pub(super) const QUEUE: usize = 32;

/// Begins a table: its task loads it, and serves whoever asks until nobody does.
pub(crate) fn open(id: TableId, lobby: Arc<Lobby>) -> mpsc::Sender<Request> {
    let (stub, requests) = mpsc::channel(QUEUE);
    tokio::spawn(run(id, requests, lobby));
    stub
}

async fn run(id: TableId, mut requests: mpsc::Receiver<Request>, lobby: Arc<Lobby>) {
    // On the heap, since it is needed once and would make the task bigger for ever.
    match Box::pin(load(id, &lobby)).await {
        Ok(table) => {
            let mut table = Box::new(table);
            match AssertUnwindSafe(table.serve(&mut requests)).catch_unwind().await {
                Ok(served) => {
                    if let Served::UntilDeposed = served {
                        tracing::info!(table = id.in_log(), "this server does not keep a table any more");
                        lobby.retire(id, &mut requests, true);
                    }
                    // Where the server let it go too. Whoever keeps it now knows nothing of them.
                    table.watchers.iter().for_each(|watcher| watcher.ask_anew());
                }
                Err(_) => {
                    // What the fault left behind is not to be trusted, but who looked on is known.
                    tracing::error!(table = id.in_log(), "a fault ended a table, which is opened again");
                    lobby.retire(id, &mut requests, true);
                    tokio::spawn(call_back(std::mem::take(&mut table.watchers)));
                }
            }
        }
        Err(refusal) => {
            lobby.retire(id, &mut requests, true);
            let table = id.to_string();
            while let Ok(request) = requests.try_recv() {
                if let (Refusal::Elsewhere, Some(connection)) = (&refusal, request.connection()) {
                    connection.ask_anew();
                    continue;
                }
                // Noted before it is told, so that whoever has heard of it has room again.
                if let Some(connection) = request.connection() {
                    connection.note_unopened(id);
                }
                request.refuse(&table, &refusal, &lobby.metrics);
            }
            return;
        }
    }
    // What came in while the door closed is for whoever opens it next.
    while let Ok(request) = requests.try_recv() {
        let lobby = Arc::clone(&lobby);
        tokio::spawn(async move { lobby.ask(id, request).await });
    }
}

/// Lets those who looked on at a table that fell ask for it again: after a while, since it may fall again at once.
async fn call_back(watchers: Vec<Arc<Connection>>) {
    tokio::time::sleep(RETRY).await;
    watchers.iter().for_each(|watcher| watcher.ask_anew());
}

async fn load(id: TableId, lobby: &Arc<Lobby>) -> Result<Table, Refusal> {
    let (stored, tenure, game, history) = load_trusted(id, lobby).await?;
    Ok(Table::new(stored, tenure, game, history, Arc::clone(lobby)))
}
