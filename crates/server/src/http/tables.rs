//! Routes of tables and their records.

use super::app::AppState;
use super::request::{address, guest, read};
use super::response::{Answer, json, write};
use crate::archive::{self, Asker};
use crate::request_error::RequestError;
use ::table::{TableError, TableId};
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use protocol::NewTable;
use serde::Deserialize;
use std::net::IpAddr;
use std::sync::Arc;

pub(super) async fn validate(State(app): State<Arc<AppState>>, request: Request) -> Answer {
    let new = read::<NewTable>(request).await?;
    Ok(json(write(&app.registry.check(&new)?)))
}

pub(super) async fn create_table(State(app): State<Arc<AppState>>, request: Request) -> Answer {
    let guest = guest(&app, request.headers()).await?;
    let address = address(&request);
    let mut new = read::<NewTable>(request).await?;
    // An unplayable table costs nothing, and is not counted.
    app.registry.check(&new)?;
    let lines = new.begun.as_ref().map_or(0, |begun| begun.deals.lines());
    app.registry.count_table(guest, address, lines)?;
    new.name = app.registry.chair_name(guest, new.name).await?;
    let prepared = if new.begun.is_some() {
        // Replaying a match takes milliseconds, which would block the sockets.
        let (ticket, registry) = (app.studies.enter(address)?, Arc::clone(&app.registry));
        app.studies.run(ticket, move || registry.prepare(guest, &new)).await??
    } else {
        app.registry.prepare(guest, &new)?
    };
    let opened = app.registry.create(prepared).await?;
    Ok((StatusCode::CREATED, json(write(&opened))).into_response())
}

pub(super) async fn record(
    State(app): State<Arc<AppState>>,
    id: Result<Path<String>, PathRejection>,
    request: Request,
) -> Answer {
    let id = table_id(id)?;
    Ok(json(
        archive::record(
            &app.archive,
            &app.registry,
            id,
            &asker(&app, request.headers(), address(&request)).await,
        )
        .await?,
    ))
}

async fn asker(app: &AppState, headers: &HeaderMap, address: Option<IpAddr>) -> Asker {
    Asker { guest: guest(app, headers).await.ok(), address }
}

/// Parses the id. An invalid id gets the same answer as an unknown one.
fn table_id(id: Result<Path<String>, PathRejection>) -> Result<TableId, RequestError> {
    id.ok().and_then(|Path(id)| id.parse().ok()).ok_or(TableError::NoTable.into())
}

#[derive(Deserialize)]
pub(super) struct Which {
    #[serde(default)]
    deal: usize,
}

pub(super) async fn replay(
    State(app): State<Arc<AppState>>,
    id: Result<Path<String>, PathRejection>,
    which: Result<Query<Which>, QueryRejection>,
    request: Request,
) -> Answer {
    let id = table_id(id)?;
    let Query(which) =
        which.map_err(|_| RequestError::Unreadable("“deal” must be the number of a deal, from 0".into()))?;
    Ok(json(
        archive::replay(
            &app.archive,
            &app.registry,
            id,
            which.deal,
            &asker(&app, request.headers(), address(&request)).await,
        )
        .await?,
    ))
}
