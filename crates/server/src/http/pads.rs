//! Routes of shared score pads.

use super::app::AppState;
use super::request::{address, guest, text};
use super::response::{Answer, json, write};
use crate::limits::LONGEST_PAD;
use crate::request_error::RequestError;
use crate::shared_pads::Written;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, Request, State};
use axum::http::StatusCode;
use axum::response::IntoResponse;
use protocol::SharedPad;
use serde::Deserialize;
use std::sync::Arc;
use std::time::Instant;
use store::PadId;

pub(super) async fn create_pad(State(app): State<Arc<AppState>>, request: Request) -> Answer {
    let guest = guest(&app, request.headers()).await?;
    let address = address(&request);
    let document = text(request, LONGEST_PAD, RequestError::PadTooLarge).await?;
    let now = Instant::now();
    let allowed =
        app.new_pads.by_guest.take(guest, now) && app.new_pads.by_address.take_of_address(address, now);
    if !allowed {
        return Err(RequestError::TooMany);
    }
    let (id, written) = app.pads.create(document, address).await?;
    Ok((StatusCode::CREATED, json(shared(id, &written))).into_response())
}

#[derive(Deserialize)]
pub(super) struct Known {
    after: Option<String>,
}

pub(super) async fn look_at_pad(
    State(app): State<Arc<AppState>>,
    id: Result<Path<String>, PathRejection>,
    known: Result<Query<Known>, QueryRejection>,
) -> Answer {
    let id = pad_id(id)?;
    let Query(known) = known.map_err(|_| RequestError::Unreadable("“after” must be a tag".into()))?;
    match app.pads.look(id, known.after.as_deref(), app.closing.clone()).await? {
        Some(written) => Ok(json(shared(id, &written))),
        None => Ok(StatusCode::NO_CONTENT.into_response()),
    }
}

pub(super) async fn add_to_pad(
    State(app): State<Arc<AppState>>,
    id: Result<Path<String>, PathRejection>,
    request: Request,
) -> Answer {
    // A page of another origin can't send this header without a preflight request.
    guest(&app, request.headers()).await?;
    let (id, address) = (pad_id(id)?, address(&request));
    let document = text(request, LONGEST_PAD, RequestError::PadTooLarge).await?;
    let written = app.pads.add(id, document, address).await?;
    Ok(json(shared(id, &written)))
}

fn shared(id: PadId, written: &Written) -> String {
    write(&SharedPad { id: id.to_string(), tag: written.tag.clone(), pad: (&*written.pad).into() })
}

fn pad_id(id: Result<Path<String>, PathRejection>) -> Result<PadId, RequestError> {
    id.ok().and_then(|Path(id)| id.parse().ok()).ok_or(RequestError::NoPad)
}
