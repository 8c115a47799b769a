//! Routes of challenges.

use super::app::AppState;
use super::request::{address, people, player, read};
use super::response::{Answer, json, write};
use crate::lobby::{pool_table, time_control};
use crate::peers;
use crate::people::{Player, SeenChallenge, Setup, setups};
use crate::request_error::RequestError;
use crate::table::TableRegistry;
use ::people::ChallengeCode;
use ::table::{PoolOrigin, TableError, TableId};
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use cards::Seat;
use engine::{OptionValue, SetupText};
use protocol::{
    AcceptChallenge, Audience, Challenge, ChallengeSetup, Challenges, NewChair, NewChallenge, NewTable,
    Opened,
};
use std::collections::BTreeMap;
use std::sync::Arc;
use store::unix_time;

/// Seat of the player who accepts. The founder has the first.
const SECOND: Seat = Seat::new(1);

fn shown_setup(setup: &Setup) -> ChallengeSetup {
    match setup {
        Setup::Pool(pool) => ChallengeSetup {
            pool: Some(pool.id.to_owned()),
            game: pool.game.to_owned(),
            preset: pool.preset.to_owned(),
            options: Default::default(),
            time_control: time_control(pool.pace),
            audience: Audience::Link,
        },
        Setup::Rules(table) => {
            let SetupText { preset, options, .. } = ::table::setup(table);
            ChallengeSetup {
                pool: None,
                game: table.game.clone(),
                preset: preset.unwrap_or_default(),
                options,
                time_control: table.time_control,
                audience: table.audience,
            }
        }
    }
}

/// Parses the setup of a new challenge. Other rules are checked like those of a new table, and stored without anything that
/// has no effect, so that they are short.
fn parse_setup(app: &AppState, pool: Option<&str>, table: Option<NewTable>) -> Result<Setup, RequestError> {
    let table = match (pool, table) {
        (Some(pool), None) => return Ok(Setup::of_pool(pool)?),
        (None, Some(table)) => table,
        _ => return Err(RequestError::options("a challenge has either a pool or a table")),
    };
    let is_for_two =
        matches!(table.chairs[..], [NewChair::Me, NewChair::Open] | [NewChair::Open, NewChair::Me]);
    if !is_for_two {
        return Err(RequestError::options("chairs: a challenge is a match of two players without bots"));
    }
    if table.stake.is_some() || table.day.is_some() || table.begun.is_some() {
        return Err(RequestError::options(
            "a challenge has no stake, and is neither a deal of the day nor a match from a browser",
        ));
    }
    let options = written_options(&app.registry, &table)?;
    let chairs = vec![NewChair::Me, NewChair::Open];
    Ok(Setup::Rules(Box::new(NewTable { options, chairs, name: String::new(), ..table })))
}

/// Returns the options of a new table as tables store them: the preset, and those that differ from it. The same rules are always
/// stored alike.
fn written_options(
    registry: &TableRegistry,
    new: &NewTable,
) -> Result<BTreeMap<String, OptionValue>, RequestError> {
    registry.check(new)?;
    let game = registry.settings.catalog.find(&new.game).ok_or(TableError::NoTable)?;
    Ok(game.open(&::table::setup(new), Seat::new(0))?.setup().into_options())
}

/// Returns the table of a setup.
fn table_of(setup: &Setup, founder: &str) -> NewTable {
    match setup {
        Setup::Pool(pool) => pool_table(pool, vec![NewChair::Me, NewChair::Open], founder),
        Setup::Rules(table) => NewTable { name: founder.to_owned(), ..(**table).clone() },
    }
}

pub(super) fn shown(seen: SeenChallenge, player: Player) -> Challenge {
    let SeenChallenge { stored, setup, from, to } = seen;
    Challenge {
        code: stored.code.to_string(),
        setup: shown_setup(&setup),
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
    let setups = setups().map(|pool| shown_setup(&Setup::Pool(pool)));
    Ok(json(write(&Challenges { setups: setups.collect(), challenges })))
}

pub(super) async fn create(State(app): State<Arc<AppState>>, request: Request) -> Answer {
    let people = people(&app)?;
    let player = player(people, request.headers()).await?;
    let address = address(&request);
    let NewChallenge { pool, table, rated, name } = read(request).await?;
    let setup = parse_setup(&app, pool.as_deref(), table.map(|table| *table))?;
    let seen = people.challenge(player, (setup, rated), name.as_deref(), address).await?;
    tokio::spawn(announce(Arc::clone(&app), seen.stored.code));
    Ok((StatusCode::CREATED, json(write(&shown(seen, player)))).into_response())
}

/// Tells the players of a challenge in the lobby what happened, wherever the lobby is. A friend who is invited and not there
/// gets a push notice.
async fn announce(app: Arc<AppState>, code: ChallengeCode) {
    let told = match (app.registry.store.lobby(), &app.lobby) {
        (Some(peer), _) => peers::tell_challenge(&peer, code, &app.registry.unreachable).await,
        (None, Some(lobby)) => lobby.tell_challenge(code).await,
        (None, None) => Ok(false),
    };
    let is_told = told.unwrap_or_else(|error| {
        tracing::warn!(%error, "the lobby could not be told of a challenge");
        false
    });
    if !is_told && let Err(error) = push(&app, code).await {
        tracing::warn!(%error, "a friend could not be notified of a challenge");
    }
}

async fn push(app: &AppState, code: ChallengeCode) -> Result<(), RequestError> {
    let (Some(push), people) = (&app.registry.push, people(app)?) else { return Ok(()) };
    let Some(stored) = app.registry.store.challenge(code, unix_time()).await? else { return Ok(()) };
    match people.challenge_for_friend(&stored).await? {
        Some((invited, _)) if !app.registry.guests.is_here(invited) => push.notify(invited),
        _ => {}
    }
    Ok(())
}

pub(super) async fn look(
    State(app): State<Arc<AppState>>,
    asked: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Answer {
    let people = people(&app)?;
    let player = player(people, &headers).await?;
    Ok(json(write(&shown(people.seen_challenge(player.id, &code(asked)?).await?, player))))
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
    let seen = people.seen_challenge(player.id, &code(asked)?).await?;
    if seen.stored.founder == player.id {
        return Err(RequestError::OwnName);
    }
    let table = match seen.stored.table {
        Some(table) => table,
        None => {
            let is_rated = people.is_rated(&seen, player, address).await?;
            let name = app.registry.chair_name(player.id, name).await?;
            app.registry.count_table(player.id, address, 0)?;
            let new = table_of(&seen.setup, &seen.from);
            let players = [(seen.stored.founder, &*seen.from), (player.id, &*name)];
            // An unrated match is private.
            let family = seen.setup.family().filter(|_| is_rated);
            let origin = family.map(|family| PoolOrigin { family, is_rated });
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
    tokio::spawn(announce(Arc::clone(&app), seen.stored.code));
    let opened = Opened { table: table.to_string(), seat: SECOND, commitment: None };
    Ok((StatusCode::CREATED, json(write(&opened))).into_response())
}
