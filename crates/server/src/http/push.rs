//! Routes of Web Push.

use super::app::AppState;
use super::request::{address, guest, read};
use super::response::{Answer, json, write};
use crate::push::Push;
use crate::request_error::RequestError;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::IntoResponse;
use protocol::{PushKey, Subscription};
use std::sync::Arc;
use std::time::Instant;

/// Returns the push sender, or an error if Web Push is off.
pub(super) fn push(app: &AppState) -> Result<&Push, RequestError> {
    app.registry.push.as_deref().ok_or(RequestError::NoAddress)
}

pub(super) async fn push_key(State(app): State<Arc<AppState>>) -> Answer {
    Ok(json(write(&PushKey { key: push(&app)?.public_key() })))
}

pub(super) async fn subscribe(State(app): State<Arc<AppState>>, request: Request) -> Answer {
    let push = push(&app)?;
    let guest = guest(&app, request.headers()).await?;
    let address = address(&request);
    let asked = read::<Subscription>(request).await?;
    let endpoint = push.endpoint(&asked.endpoint).ok_or(RequestError::PushService)?;
    if !app.subscriptions_by_address.take_of_address(address, Instant::now()) {
        return Err(RequestError::TooMany);
    }
    app.registry.store.subscribe(guest, endpoint.text()).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

pub(super) async fn unsubscribe(State(app): State<Arc<AppState>>, request: Request) -> Answer {
    push(&app)?;
    let guest = guest(&app, request.headers()).await?;
    let asked = read::<Subscription>(request).await?;
    app.registry.store.unsubscribe(guest, asked.endpoint).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
