//! Route of leaderboards, which everybody can read.

use super::app::AppState;
use super::request::{asker, people};
use super::response::{Answer, json, write};
use crate::request_error::RequestError;
use ::people::Ranked;
use ::table::GuestId;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use catalog::{POOLS, Pool, PoolPace};
use protocol::{Leaderboard, RankedPlayer};
use std::collections::HashMap;
use std::sync::Arc;

pub(super) async fn look(
    State(app): State<Arc<AppState>>,
    family: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Answer {
    let people = people(&app)?;
    let family = family.ok().map(|Path(family)| family);
    let pool = family.as_ref().and_then(|family| rated_pool(&app, family));
    let (family, pool) = family.zip(pool).ok_or(RequestError::NoAddress)?;
    // A player with a token sees their own place too.
    let asker = asker(people, &headers).await?;
    let board = people.leaderboard(family.clone()).await?;
    let (top, around) = (board.top(), asker.map_or(&[][..], |asker| board.around(asker)));
    let ids: Vec<GuestId> = top.iter().chain(around).map(|one| one.player.id).collect();
    let names = app.registry.store.names(ids.clone()).await?;
    let names: HashMap<GuestId, String> =
        ids.into_iter().zip(names).filter_map(|(id, name)| Some((id, name?))).collect();
    let shown = |ranked: &[Ranked<GuestId>]| ranked.iter().filter_map(|one| shown(one, &names)).collect();
    let own = top.iter().chain(around).find(|one| Some(one.player.id) == asker);
    let answer = Leaderboard {
        family,
        pool: pool.id.to_owned(),
        listed: count(board.listed()),
        needed: count(::people::Leaderboard::<GuestId>::NEEDED),
        top: shown(top),
        around: shown(around),
        own: own.map(|one| count(one.place)),
    };
    Ok(json(write(&answer)))
}

/// Returns the first pool of this server with rated matches of a family. A pool without a clock has none.
fn rated_pool(app: &AppState, family: &str) -> Option<&'static Pool> {
    let mut pools = POOLS.iter().filter(|pool| pool.pace != PoolPace::Untimed && pool.family() == family);
    pools.find(|pool| pool.game_in(&app.registry.settings.catalog).is_some())
}

/// Returns a player with a place. A player who has deleted the account meanwhile has no name and is left out.
fn shown(ranked: &Ranked<GuestId>, names: &HashMap<GuestId, String>) -> Option<RankedPlayer> {
    let player = &ranked.player;
    Some(RankedPlayer {
        place: count(ranked.place),
        name: names.get(&player.id)?.clone(),
        rating: player.rating.rounded(),
        deviation: player.rating.rounded_deviation(),
        matches: player.matches,
    })
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
