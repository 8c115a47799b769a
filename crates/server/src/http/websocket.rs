//! The route that upgrades a connection to a WebSocket.

use super::app::AppState;
use super::response::Answer;
use crate::net::{Connection, Visitor};
use crate::request_error::RequestError;
use crate::socket;
use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use protocol::LONGEST;
use std::sync::Arc;

pub(super) async fn upgrade(
    State(app): State<Arc<AppState>>,
    visitor: Option<axum::Extension<Visitor>>,
    connection: Option<axum::Extension<Arc<Connection>>>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Answer {
    let upgrade = upgrade.map_err(|_| RequestError::NoUpgrade)?;
    let address = visitor.as_deref().and_then(|visitor| visitor.counted);
    // A client behind a proxy was not counted when the proxy connected.
    let through_proxy = visitor.filter(|visitor| visitor.through_proxy).and_then(|visitor| visitor.counted);
    let place = through_proxy.map(|ip| app.limiter.enter(ip).ok_or(RequestError::TooMany)).transpose()?;
    // Small buffers: commands are short and rare. Compression is off, so no message can expand.
    let upgrade = upgrade.read_buffer_size(1024).write_buffer_size(0).max_write_buffer_size(1024 * 1024);
    Ok(upgrade.max_message_size(LONGEST).max_frame_size(LONGEST).on_upgrade(async move |socket| {
        // Boxed here, because a task reserves memory for what it captures until it ends.
        let socket = Box::pin(socket);
        // A separate task, because the task of the upgrade would keep the memory of the upgrade.
        tokio::spawn(async move {
            let (registry, lobby) = (Arc::clone(&app.registry), app.lobby.clone());
            socket::serve(socket, registry, lobby, address, app.closing.clone()).await;
            // The socket counts as a connection until here.
            drop((connection, place));
        });
    }))
}
