//! Routes about the server itself.

use super::app::AppState;
use super::asset::send;
use super::request::visitor;
use super::response::{json, write};
use crate::network::network_address;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use protocol::LanAddress;
use std::sync::Arc;

pub(super) async fn health() -> Response {
    json(r#"{"status":"ok"}"#)
}

pub(super) async fn ready(State(app): State<Arc<AppState>>) -> Response {
    match app.readiness().await {
        Ok(()) => json(r#"{"status":"ready"}"#),
        Err(message) => not_ready(&message),
    }
}

fn not_ready(message: &str) -> Response {
    let told = serde_json::json!({ "status": "not-ready", "message": message }).to_string();
    (StatusCode::SERVICE_UNAVAILABLE, json(told)).into_response()
}

pub(super) async fn games(State(app): State<Arc<AppState>>, headers: HeaderMap) -> Response {
    send(app.games.clone(), &headers)
}

/// Returns the server's address in the local network. Only clients on this machine may know it.
pub(super) async fn lan_address(State(app): State<Arc<AppState>>, request: Request) -> Response {
    let near = visitor(&request).is_some_and(|visitor| visitor.is_near).then_some(app.listens_at);
    let address = near.and_then(network_address);
    json(write(&LanAddress { address: address.map(|address| app.registry.settings.link(address)) }))
}
