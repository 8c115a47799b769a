//! Route of the matches that everybody may watch.

use super::app::AppState;
use super::request::{asker, people};
use super::response::{Answer, json, write};
use crate::table::TableRegistry;
use ::table::{PublicMatch, TableId};
use axum::extract::State;
use axum::http::HeaderMap;
use std::collections::HashMap;
use std::sync::Arc;

pub(super) async fn list(State(app): State<Arc<AppState>>, headers: HeaderMap) -> Answer {
    let people = people(&app)?;
    let asker = asker(people, &headers).await?;
    let matches = watchable_matches(&app.registry).await;
    Ok(json(write(&people.watch_list(matches, asker).await?)))
}

/// Returns the matches that everybody may watch, at this server and at others with the same database.
async fn watchable_matches(registry: &TableRegistry) -> Vec<(TableId, PublicMatch)> {
    let elsewhere = registry.elsewhere.all(&registry.store.peers(), &registry.unreachable).await;
    let mut matches: HashMap<TableId, PublicMatch> = elsewhere.into_iter().collect();
    // A table that has just moved here may stand in the list of its last server.
    matches.extend(registry.public_matches());
    matches.into_iter().collect()
}
