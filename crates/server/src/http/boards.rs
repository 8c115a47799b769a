//! Routes of bridge boards and double-dummy analysis.

use super::app::AppState;
use super::request::{address, body, read};
use super::response::{Answer, json, write};
use crate::request_error::RequestError;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use bridge_analysis::boards;
use protocol::Question;
use std::sync::Arc;

pub(super) async fn double_dummy(State(app): State<Arc<AppState>>, request: Request) -> Answer {
    let address = address(&request);
    let question = read::<Question>(request).await?;
    Ok(json(app.double_dummy.answer(question, address).await?))
}

pub(super) async fn read_boards(State(app): State<Arc<AppState>>, request: Request) -> Answer {
    let address = address(&request);
    let file = body(request, boards::LONGEST, RequestError::FileTooLarge).await?;
    let ticket = app.studies.enter(address)?;
    Ok(json(app.studies.run(ticket, move || boards::list(&file).map(|boards| write(&boards))).await??))
}

pub(super) async fn replay_board(
    State(app): State<Arc<AppState>>,
    number: Result<Path<usize>, PathRejection>,
    request: Request,
) -> Answer {
    let Path(number) = number.map_err(|_| RequestError::NoAddress)?;
    let address = address(&request);
    let file = body(request, boards::LONGEST, RequestError::FileTooLarge).await?;
    let ticket = app.studies.enter(address)?;
    Ok(json(
        app.studies.run(ticket, move || boards::replay(&file, number).map(|board| write(&board))).await??,
    ))
}
