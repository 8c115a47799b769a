//! Routes of a device's session: sign-in and sign-out.

use super::app::AppState;
use super::request::{address, people, player, read};
use super::response::{Answer, json, write};
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::IntoResponse;
use protocol::{SignIn, SignedIn};
use std::sync::Arc;

pub(super) async fn sign_in(State(app): State<Arc<AppState>>, request: Request) -> Answer {
    let people = people(&app)?;
    // A page of another origin can't send this header without a preflight request. The token may be a signed-out one.
    super::request::token(request.headers())?;
    let address = address(&request);
    let SignIn { name, proof, device } = read(request).await?;
    let (token, account) = people.sign_in(&name, proof, &device, address).await?;
    let signed_in = SignedIn { token, name: account.name, codes_left: account.codes };
    Ok((StatusCode::CREATED, json(write(&signed_in))).into_response())
}

pub(super) async fn sign_out(State(app): State<Arc<AppState>>, request: Request) -> Answer {
    let people = people(&app)?;
    let player = player(people, request.headers()).await?;
    people.sign_out(player, Some(player.token)).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
