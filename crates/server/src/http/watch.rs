//! Route of the matches that everybody may watch.

use super::app::AppState;
use super::request::{asker, people};
use super::response::{Answer, json, write};
use axum::extract::State;
use axum::http::HeaderMap;
use std::sync::Arc;

pub(super) async fn list(State(app): State<Arc<AppState>>, headers: HeaderMap) -> Answer {
    let people = people(&app)?;
    let asker = asker(people, &headers).await?;
    Ok(json(write(&people.watch_list(app.registry.watchable_matches().await, asker).await?)))
}
