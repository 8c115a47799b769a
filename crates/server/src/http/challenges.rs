//! Routes of challenges.

use super::app::AppState;
use super::request::{address, people, player, read};
use super::response::{Answer, json, write};
use crate::lobby::{pool_table, time_control};
use crate::people::{Player, SeenChallenge, setups};
use crate::request_error::RequestError;
use ::table::{PoolOrigin, TableId};
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use cards::Seat;
use catalog::Pool;
use protocol::{AcceptChallenge, Challenge, ChallengeSetup, Challenges, NewChair, NewChallenge, Opened};
use std::sync::Arc;

/// Seat of the player who accepts. The founder has the first.
const SECOND: Seat = Seat::new(1);

fn setup(pool: &Pool) -> ChallengeSetup {
    ChallengeSetup {
        pool: pool.id.to_owned(),
        game: pool.game.to_owned(),
        preset: pool.preset.to_owned(),
        time_control: time_control(pool.pace),
    }
}

pub(super) fn shown(seen: SeenChallenge, player: Player) -> Challenge {
    let SeenChallenge { stored, pool, from, to } = seen;
    Challenge {
        code: stored.code.to_string(),
        setup: setup(pool),
        rated: stored.is_rated,
        from,
        to,
        mine: stored.founder == player.id,
        expires: stored.expires,
        table: stored.table.map(|table| table.to_string()),
    }
}

/// Returns the code in an address. One that is no text is as unknown as one without a challenge.
fn code(code: Result<Path<String>, PathRejection>) -> Result<String, RequestError> {
    code.map(|Path(code)| code).map_err(|_| RequestError::NoChallenge)
}

pub(super) async fn list(State(app): State<Arc<AppState>>, headers: HeaderMap) -> Answer {
    let people = people(&app)?;
    let player = player(people, &headers).await?;
    let open = people.open_challenges(people.account(player).await?.id).await?;
    let challenges = open.into_iter().map(|seen| shown(seen, player)).collect();
    Ok(json(write(&Challenges { setups: setups().map(setup).collect(), challenges })))
}

pub(super) async fn create(State(app): State<Arc<AppState>>, request: Request) -> Answer {
    let people = people(&app)?;
    let player = player(people, request.headers()).await?;
    let address = address(&request);
    let new = read::<NewChallenge>(request).await?;
    let seen = people.challenge(player, new, address).await?;
    if let (Some(lobby), Some(invited)) = (&app.lobby, seen.stored.invited) {
        lobby.tell_challenge(invited, &seen);
    }
    Ok((StatusCode::CREATED, json(write(&shown(seen, player)))).into_response())
}

pub(super) async fn look(
    State(app): State<Arc<AppState>>,
    asked: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Answer {
    let people = people(&app)?;
    let player = player(people, &headers).await?;
    Ok(json(write(&shown(people.seen_challenge(player, &code(asked)?).await?, player))))
}

pub(super) async fn delete(
    State(app): State<Arc<AppState>>,
    asked: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Answer {
    let people = people(&app)?;
    people.delete_challenge(player(people, &headers).await?, &code(asked)?).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Creates the table of a challenge with both players seated. A player who has accepted already gets the same table.
///
/// The challenge has the table before the table is stored. Otherwise a player who accepts twice at once would get a second
/// rated table, of which the founder knows nothing.
pub(super) async fn accept(
    State(app): State<Arc<AppState>>,
    asked: Result<Path<String>, PathRejection>,
    request: Request,
) -> Answer {
    let people = people(&app)?;
    let player = player(people, request.headers()).await?;
    let address = address(&request);
    let AcceptChallenge { name } = read(request).await?;
    let seen = people.seen_challenge(player, &code(asked)?).await?;
    if seen.stored.founder == player.id {
        return Err(RequestError::OwnName);
    }
    let table = match seen.stored.table {
        Some(table) => table,
        None => {
            let is_rated = people.is_rated(&seen, player, address).await?;
            let name = app.registry.chair_name(player.id, name).await?;
            app.registry.count_table(player.id, address, 0)?;
            let new = pool_table(seen.pool, vec![NewChair::Me, NewChair::Open], &seen.from);
            let players = [(seen.stored.founder, &*seen.from), (player.id, &*name)];
            // An unrated match is private.
            let origin = is_rated.then(|| PoolOrigin { family: seen.pool.family(), is_rated });
            let prepared = app.registry.prepare_for(&new, &players, origin)?;
            let (registry, code) = (Arc::clone(&app.registry), seen.stored.code);
            // A task of its own: if the client disconnects, an accepted challenge must still get its table.
            let accepting = tokio::spawn(async move {
                let people = registry.people.as_ref().ok_or(RequestError::NoAddress)?;
                let table = people.accept_challenge(code, player.id, prepared.id()).await?;
                if table == prepared.id() {
                    registry.create(prepared).await?;
                }
                Ok::<TableId, RequestError>(table)
            });
            accepting.await.map_err(|_| RequestError::Busy)??
        }
    };
    if let Some(lobby) = &app.lobby {
        lobby.tell_accepted(&seen.stored, table);
    }
    let opened = Opened { table: table.to_string(), seat: SECOND, commitment: None };
    Ok((StatusCode::CREATED, json(write(&opened))).into_response())
}
