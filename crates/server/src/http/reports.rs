//! Routes of reports, and of replies to rulings.

use super::app::AppState;
use super::request::{people, player, read};
use super::response::Answer;
use crate::request_error::RequestError;
use ::table::{GuestId, StoredChair, TableError, TableId};
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::response::IntoResponse;
use people::ReportReason;
use protocol::{NewReport, RulingReply};
use std::sync::Arc;

pub(super) async fn report(State(app): State<Arc<AppState>>, request: Request) -> Answer {
    let people = people(&app)?;
    let player = player(people, request.headers()).await?;
    let NewReport { player: name, table, reason } = read(request).await?;
    let about = people.named(&name).await?.id;
    let reason = match reason {
        protocol::ReportReason::Stalled => ReportReason::Stalled,
        protocol::ReportReason::Threw => ReportReason::Threw,
        protocol::ReportReason::Colluded => ReportReason::Colluded,
        protocol::ReportReason::Name => ReportReason::Name,
        protocol::ReportReason::Phrases => ReportReason::Phrases,
    };
    let table: Option<TableId> = match table {
        Some(table) => Some(table.parse().map_err(|_| RequestError::from(TableError::NoTable))?),
        None => None,
    };
    let phrases = match table {
        Some(table) => phrases_at(&app, table, [player.id, about]).await?,
        None => "[]".to_owned(),
    };
    people.report(player, about, table, reason, phrases).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Returns the last phrases of the second player, as this server heard them.
///
/// # Errors
///
/// Returns [`RequestError`] if one of the players has no chair at the table.
async fn phrases_at(app: &AppState, table: TableId, players: [GuestId; 2]) -> Result<String, RequestError> {
    let summary = app.registry.store.summary(table).await?.ok_or(TableError::NoTable)?;
    let sits = |player: GuestId| {
        let chair =
            |chair: &StoredChair| matches!(chair, StoredChair::Person { guest, .. } if *guest == player);
        summary.chairs.iter().any(chair)
    };
    if !players.into_iter().all(sits) {
        return Err(RequestError::ReportTable);
    }
    let [_, about] = players;
    Ok(super::response::write(&app.registry.phrases_of(table, about).await))
}

pub(super) async fn reply(
    State(app): State<Arc<AppState>>,
    id: Result<Path<i64>, PathRejection>,
    request: Request,
) -> Answer {
    let people = people(&app)?;
    let player = player(people, request.headers()).await?;
    let Path(id) = id.map_err(|_| RequestError::NoRuling)?;
    let RulingReply { reply } = read(request).await?;
    people.reply(player, id, &reply).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
