//! Routes of bells. A server without Web Push has none.

use super::app::AppState;
use super::push::push;
use super::request::{people, player, read};
use super::response::{Answer, json, write};
use crate::people::{Player, bell_families};
use crate::request_error::RequestError;
use axum::extract::{Request, State};
use axum::http::HeaderMap;
use protocol::{Bells, NewBells};
use std::sync::Arc;

async fn shown(app: &AppState, player: Player) -> Result<Bells, RequestError> {
    let families = people(app)?.bells(player).await?.families;
    Ok(Bells { offered: bell_families().into_iter().collect(), families })
}

pub(super) async fn look(State(app): State<Arc<AppState>>, headers: HeaderMap) -> Answer {
    push(&app)?;
    let player = player(people(&app)?, &headers).await?;
    Ok(json(write(&shown(&app, player).await?)))
}

pub(super) async fn set(State(app): State<Arc<AppState>>, request: Request) -> Answer {
    push(&app)?;
    let people = people(&app)?;
    let player = player(people, request.headers()).await?;
    let NewBells { families, clock } = read(request).await?;
    people.set_bells(player, families, clock).await?;
    Ok(json(write(&shown(&app, player).await?)))
}
