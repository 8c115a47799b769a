//! Parts of a request: sender, address and body.

use super::app::AppState;
use crate::net::Visitor;
use crate::people::{People, Player};
use crate::request_error::RequestError;
use ::people::RulingKind;
use ::table::GuestId;
use axum::body::Bytes;
use axum::extract::Request;
use axum::http::{HeaderMap, header};
use protocol::LONGEST;
use std::net::IpAddr;
use std::time::Duration;
use store::TokenHash;

/// Returns where the request comes from, as the listener noted it.
pub(super) fn visitor(request: &Request) -> Option<Visitor> {
    request.extensions().get().copied()
}

/// Returns the address for rate limits.
pub(super) fn address(request: &Request) -> Option<IpAddr> {
    visitor(request).and_then(|visitor| visitor.counted)
}

/// Returns the bearer token.
pub(super) fn token(headers: &HeaderMap) -> Result<&str, RequestError> {
    let authorization = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let token = authorization.and_then(|value| value.strip_prefix("Bearer ")).ok_or(RequestError::NoHello)?;
    TokenHash::of_token(token).map_err(|_| RequestError::NoHello)?;
    Ok(token)
}

/// Returns the player of the bearer token: an account that is not banned, or a guest.
pub(super) async fn guest(app: &AppState, headers: &HeaderMap) -> Result<GuestId, RequestError> {
    let token = token(headers)?;
    match &app.registry.people {
        Some(people) => {
            let player = people.player(token).await?.id;
            people.refuse_ruled(player, RulingKind::Ban).await?;
            Ok(player)
        }
        None => GuestId::of_token(token).map_err(|_| RequestError::NoHello),
    }
}

/// Returns the accounts. Without accounts their routes are unknown addresses.
pub(super) fn people(app: &AppState) -> Result<&People, RequestError> {
    app.registry.people.as_deref().ok_or(RequestError::NoAddress)
}

/// Returns the player of the bearer token.
pub(super) async fn player(people: &People, headers: &HeaderMap) -> Result<Player, RequestError> {
    people.player(token(headers)?).await
}

/// Returns the player of the bearer token, or `None` if the request has no token: everybody may ask, and a player sees more.
pub(super) async fn asker(people: &People, headers: &HeaderMap) -> Result<Option<GuestId>, RequestError> {
    match headers.contains_key(header::AUTHORIZATION) {
        true => Ok(Some(player(people, headers).await?.id)),
        false => Ok(None),
    }
}

/// Timeout of a request's body.
const BODY: Duration = Duration::from_secs(10);

/// Reads a JSON body.
pub(super) async fn read<T: serde::de::DeserializeOwned>(request: Request) -> Result<T, RequestError> {
    Ok(protocol::decode(&body(request, LONGEST, RequestError::TooLarge).await?)?)
}

/// Reads a body of text, up to a maximum length in bytes.
pub(super) async fn text(
    request: Request,
    longest: usize,
    too_large: RequestError,
) -> Result<String, RequestError> {
    let body = body(request, longest, too_large).await?;
    String::from_utf8(body.into()).map_err(|_| RequestError::Unreadable("the body is not UTF-8".into()))
}

/// Returns the body of a request, up to a maximum length in bytes.
pub(super) async fn body(
    request: Request,
    longest: usize,
    too_large: RequestError,
) -> Result<Bytes, RequestError> {
    let announced = request.headers().get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    if announced.and_then(|length| length.parse::<usize>().ok()).is_some_and(|length| length > longest) {
        return Err(too_large);
    }
    match tokio::time::timeout(BODY, axum::body::to_bytes(request.into_body(), longest)).await {
        Ok(Ok(body)) => Ok(body),
        Ok(Err(_)) => Err(too_large),
        Err(_) => Err(RequestError::Unreadable("the body took too long to arrive".into())),
    }
}
