//! Route of new accounts.

use super::app::AppState;
use super::request::{address, people, player, read};
use super::response::{Answer, json, write};
use crate::people::WithCodes;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::IntoResponse;
use protocol::{NewAccount, RecoveryCodes};
use std::sync::Arc;

pub(super) async fn claim(State(app): State<Arc<AppState>>, request: Request) -> Answer {
    let people = people(&app)?;
    let player = player(people, request.headers()).await?;
    let address = address(&request);
    let NewAccount { name, password, device } = read(request).await?;
    let claimed = people.claim(player, &name, password, &device, address).await?;
    Ok((StatusCode::CREATED, json(write(&codes(claimed)))).into_response())
}

/// Returns the answer with new recovery codes.
pub(super) fn codes((name, codes): WithCodes) -> RecoveryCodes {
    RecoveryCodes { name, codes: codes.iter().map(ToString::to_string).collect() }
}
