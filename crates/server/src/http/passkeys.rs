//! Routes of passkeys: registration, sign-in, and those of an account.

use super::account::codes;
use super::app::AppState;
use super::request::{address, people, player, read};
use super::response::{Answer, json, write};
use crate::net::page_host;
use crate::people::Registered;
use crate::request_error::RequestError;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use protocol::{
    AccountPasskey, BeginPasskey, FinishPasskey, PasskeyOptions, PasskeySignIn, Proven, SignedIn,
};
use std::sync::Arc;
use store::{StoredPasskey, TokenHash};

pub(super) async fn begin(State(app): State<Arc<AppState>>, request: Request) -> Answer {
    let people = people(&app)?;
    let player = player(people, request.headers()).await?;
    let (address, host) = (address(&request), page_host(request.headers()));
    let BeginPasskey { name } = read(request).await?;
    let options = people.begin_passkey(player, name.as_deref(), host.as_deref(), address).await?;
    Ok(json(write(&PasskeyOptions { options })))
}

pub(super) async fn finish(State(app): State<Arc<AppState>>, request: Request) -> Answer {
    let people = people(&app)?;
    let player = player(people, request.headers()).await?;
    let address = address(&request);
    let FinishPasskey { credential, device, proof } = read(request).await?;
    match people.finish_passkey(player, &credential, proof, &device, address).await? {
        Registered::Claimed(claimed) => {
            Ok((StatusCode::CREATED, json(write(&codes(claimed)))).into_response())
        }
        Registered::Added => Ok(StatusCode::NO_CONTENT.into_response()),
    }
}

/// Returns the hash of the request's token, which may be a signed-out one.
fn any_token(headers: &HeaderMap) -> Result<TokenHash, RequestError> {
    TokenHash::of_token(super::request::token(headers)?).map_err(|_| RequestError::NoHello)
}

pub(super) async fn begin_sign_in(State(app): State<Arc<AppState>>, request: Request) -> Answer {
    let token = any_token(request.headers())?;
    let host = page_host(request.headers());
    let options = people(&app)?.begin_passkey_use(token, host.as_deref(), address(&request))?;
    Ok(json(write(&PasskeyOptions { options })))
}

pub(super) async fn finish_sign_in(State(app): State<Arc<AppState>>, request: Request) -> Answer {
    let token = any_token(request.headers())?;
    let PasskeySignIn { credential, device } = read(request).await?;
    let (token, account) = people(&app)?.sign_in_with_passkey(token, &credential, &device).await?;
    let signed_in = SignedIn { token, name: account.name, codes_left: account.codes };
    Ok((StatusCode::CREATED, json(write(&signed_in))).into_response())
}

/// Returns passkeys as their player sees them.
pub(super) fn shown(passkeys: &[StoredPasskey]) -> Vec<AccountPasskey> {
    let passkey = |passkey: &StoredPasskey| AccountPasskey {
        id: URL_SAFE_NO_PAD.encode(&passkey.credential),
        label: passkey.label.clone(),
        since: passkey.made,
    };
    passkeys.iter().map(passkey).collect()
}

pub(super) async fn list(State(app): State<Arc<AppState>>, headers: HeaderMap) -> Answer {
    let people = people(&app)?;
    let player = player(people, &headers).await?;
    Ok(json(write(&shown(&people.passkeys(player).await?))))
}

pub(super) async fn remove(
    State(app): State<Arc<AppState>>,
    id: Result<Path<String>, PathRejection>,
    request: Request,
) -> Answer {
    let people = people(&app)?;
    let player = player(people, request.headers()).await?;
    let address = address(&request);
    let Path(id) = id.map_err(|_| RequestError::NoAddress)?;
    let credential = URL_SAFE_NO_PAD.decode(id).map_err(|_| RequestError::NoAddress)?;
    let Proven { proof } = read(request).await?;
    people.remove_passkey(player, credential, proof, address).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
