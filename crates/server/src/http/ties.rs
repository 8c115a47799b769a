//! Routes of ties: friends, mutes and blocks of the player's account.

use super::app::AppState;
use super::request::{people, player};
use super::response::{Answer, json, write};
use crate::archive::check_audience;
use crate::request_error::RequestError;
use crate::table::{Chairs, TableRegistry};
use ::people::{Pair, TieChange, TieKind};
use ::table::{GuestId, StoredChair, TableError};
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use cards::{Seat, SeatSet};
use protocol::{Friend, Ties};
use std::collections::HashSet;
use std::sync::Arc;
use store::Tied;

pub(super) async fn look(State(app): State<Arc<AppState>>, headers: HeaderMap) -> Answer {
    let people = people(&app)?;
    let ties = people.ties(player(people, &headers).await?).await?;
    let hidden = people.hidden().await?;
    Ok(json(write(&shown(&app.registry, &ties, &hidden))))
}

/// Name and kind in an address.
type Address = Result<Path<(String, String)>, PathRejection>;

pub(super) async fn set(State(app): State<Arc<AppState>>, address: Address, headers: HeaderMap) -> Answer {
    change(app, address, &headers, TieChange::Set).await
}

pub(super) async fn clear(State(app): State<Arc<AppState>>, address: Address, headers: HeaderMap) -> Answer {
    change(app, address, &headers, TieChange::Clear).await
}

/// Changes a tie, tells the lobby, and answers with all ties.
async fn change(
    app: Arc<AppState>,
    address: Address,
    headers: &HeaderMap,
    change: impl FnOnce(TieKind) -> TieChange,
) -> Answer {
    let people = Arc::clone(app.registry.people.as_ref().ok_or(RequestError::NoAddress)?);
    let player = player(&people, headers).await?;
    let Path((name, kind)) = address.map_err(|_| RequestError::NoAddress)?;
    let change = change(TieKind::of_name(&kind).ok_or(RequestError::NoAddress)?);
    // A task of its own: if the client disconnects, the lobby must still hear of a stored change.
    let changing = tokio::spawn({
        let (people, lobby) = (Arc::clone(&people), app.lobby.clone());
        async move {
            let accounts = people.change_tie(player, &name, change).await?;
            if let Some(lobby) = lobby {
                for account in accounts {
                    lobby.learn_ties(account).await?;
                }
            }
            Ok::<(), RequestError>(())
        }
    });
    changing.await.map_err(|_| RequestError::Busy)??;
    let (ties, hidden) = (people.ties(player).await?, people.hidden().await?);
    Ok(json(write(&shown(&app.registry, &ties, &hidden))))
}

/// Returns the seats at a table whose players the player mutes. A chair keeps the name that its player had, so names don't
/// tell.
pub(super) async fn muted_at(
    State(app): State<Arc<AppState>>,
    table: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Answer {
    let people = people(&app)?;
    let player = player(people, &headers).await?;
    let ties = people.ties(player).await?;
    let table = table.ok().and_then(|Path(table)| table.parse().ok()).ok_or(TableError::NoTable)?;
    let summary = app.registry.store.summary(table).await?.ok_or(TableError::NoTable)?;
    let is_muted = |player: GuestId| ties.iter().any(|one| one.other == player && one.pair.has_muted());
    let own = Chairs::stored(summary.chairs.clone()).seat_of(player.id);
    check_audience(summary.players_only, own)?;
    let chairs = Seat::all(summary.chairs.len() as u8).zip(&summary.chairs);
    let muted =
        chairs.filter(|(_, chair)| matches!(chair, StoredChair::Person { guest, .. } if is_muted(*guest)));
    Ok(json(write(&muted.map(|(seat, _)| seat).collect::<SeatSet>())))
}

/// Returns the ties as their account sees them. Mutes and blocks by others are not shown, and friends who are hidden seem
/// to be away.
pub(super) fn shown(registry: &TableRegistry, ties: &[Tied], hidden: &HashSet<GuestId>) -> Ties {
    let names = |has: fn(&Pair) -> bool| -> Vec<String> {
        ties.iter().filter(|one| has(&one.pair)).map(|one| one.name.clone()).collect()
    };
    let friends = ties.iter().filter(|one| one.pair.are_friends());
    let is_seen = |player| registry.guests.is_here(player) && !hidden.contains(&player);
    let friend = |one: &Tied| Friend { name: one.name.clone(), online: is_seen(one.other) };
    Ties {
        friends: friends.map(friend).collect(),
        requests: names(Pair::is_asked),
        asked: names(Pair::has_asked),
        muted: names(Pair::has_muted),
        blocked: names(Pair::has_blocked),
    }
}
