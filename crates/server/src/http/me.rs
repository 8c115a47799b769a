//! Routes of the player's own account: name, password, codes, devices, export and end.

use super::account::codes;
use super::app::AppState;
use super::players::{shown_match, shown_ratings};
use super::request::{address, people, player, read};
use super::response::{Answer, json, write};
use crate::archive::{self, Asker};
use crate::net::page_host;
use crate::people::{People, Player, pause_minutes, rename_from};
use crate::request_error::RequestError;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::IntoResponse;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use protocol::{
    AccountChange, AccountDevice, AccountInfo, AccountPasskey, Challenge, FamilyRating, Me, NewBells,
    PlayerMatch, Proven, RulingInfo, Ties,
};
use serde::Serialize;
use serde_json::value::RawValue;
use std::sync::Arc;
use store::{Account, Before, Device, Reports, StoredReport, StoredRuling};

/// Maximum number of matches in an export, the newest.
const EXPORTED: usize = 1_000;

pub(super) async fn look(State(app): State<Arc<AppState>>, headers: HeaderMap) -> Answer {
    let people = people(&app)?;
    let player = player(people, &headers).await?;
    let account = match people.account(player).await {
        Ok(account) => Some(info(&app, &account).await?),
        Err(RequestError::AccountNeeded) => None,
        Err(error) => return Err(error),
    };
    Ok(json(write(&shown_me(people, &headers, account))))
}

fn shown_me(people: &People, headers: &HeaderMap, account: Option<AccountInfo>) -> Me {
    let passkeys = people.passkey_host(page_host(headers).as_deref()).map(str::to_owned);
    Me { account, passkeys }
}

/// Returns a ruling as its player sees it.
fn shown_ruling(stored: &StoredRuling) -> RulingInfo {
    let StoredRuling { id, ruling, .. } = stored;
    RulingInfo {
        id: *id,
        kind: ruling.kind().name().to_owned(),
        reason: ruling.reason().to_owned(),
        at: ruling.at(),
        until: ruling.until(),
        reply: ruling.reply().map(str::to_owned),
    }
}

async fn info(app: &AppState, account: &Account) -> Result<AccountInfo, RequestError> {
    let pause = pause_minutes(&app.registry.store, account.id, true).await?;
    Ok(AccountInfo {
        name: account.name.clone(),
        since: account.made,
        rename_from: rename_from(account),
        codes_left: account.codes,
        password: account.password.is_some(),
        visible: account.visible,
        leave_pause: u32::try_from(pause).ok().filter(|minutes| *minutes > 0),
        rulings: people(app)?.shown_rulings(account.id).await?.iter().map(shown_ruling).collect(),
    })
}

pub(super) async fn change(State(app): State<Arc<AppState>>, request: Request) -> Answer {
    let people = people(&app)?;
    let player = player(people, request.headers()).await?;
    let (address, headers) = (address(&request), request.headers().clone());
    match read(request).await? {
        AccountChange::Name { name } => people.rename(player, &name).await?,
        AccountChange::Visible { visible } => people.show(player, visible).await?,
        AccountChange::Password { password, proof } => {
            people.change_password(player, password, proof, address).await?;
        }
    }
    let account = people.account(player).await?;
    let account = info(&app, &account).await?;
    Ok(json(write(&shown_me(people, &headers, Some(account)))))
}

pub(super) async fn delete(State(app): State<Arc<AppState>>, request: Request) -> Answer {
    let people = people(&app)?;
    let player = player(people, request.headers()).await?;
    let address = address(&request);
    let Proven { proof } = read(request).await?;
    let account = people.delete(player, proof, address).await?;
    if let Some(lobby) = &app.lobby {
        lobby.forget_player(account);
    }
    app.registry.forget_person(account).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

pub(super) async fn renew_codes(State(app): State<Arc<AppState>>, request: Request) -> Answer {
    let people = people(&app)?;
    let player = player(people, request.headers()).await?;
    let address = address(&request);
    let Proven { proof } = read(request).await?;
    let renewed = people.renew_codes(player, proof, address).await?;
    Ok((StatusCode::CREATED, json(write(&codes(renewed)))).into_response())
}

/// Returns the id of a device: a hash of the hash of its token.
fn device_id(device: &Device) -> String {
    URL_SAFE_NO_PAD.encode(&hmac_sha256::Hash::hash(&device.token.0)[..12])
}

fn listed(devices: &[Device], player: Player) -> Vec<AccountDevice> {
    let device = |device: &Device| AccountDevice {
        id: device_id(device),
        label: device.label.clone(),
        since: device.made,
        seen: device.seen,
        current: device.token == player.token,
    };
    devices.iter().map(device).collect()
}

pub(super) async fn devices(State(app): State<Arc<AppState>>, headers: HeaderMap) -> Answer {
    let people = people(&app)?;
    let player = player(people, &headers).await?;
    Ok(json(write(&listed(&people.devices(player).await?, player))))
}

pub(super) async fn sign_out_all(State(app): State<Arc<AppState>>, headers: HeaderMap) -> Answer {
    let people = people(&app)?;
    people.sign_out(player(people, &headers).await?, None).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Signs out a device. One that is signed out already gets the same answer.
pub(super) async fn sign_out(
    State(app): State<Arc<AppState>>,
    id: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Answer {
    let people = people(&app)?;
    let player = player(people, &headers).await?;
    let Path(id) = id.map_err(|_| RequestError::NoAddress)?;
    let devices = people.devices(player).await?;
    if let Some(device) = devices.iter().find(|device| device_id(device) == id) {
        people.sign_out(player, Some(device.token)).await?;
    }
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Everything that the server has of an account.
#[derive(Serialize)]
struct Export {
    format: &'static str,
    account: AccountInfo,
    devices: Vec<AccountDevice>,
    passkeys: Vec<AccountPasskey>,
    ties: Ties,
    /// Open challenges by and for the account.
    challenges: Vec<Challenge>,
    bells: NewBells,
    ratings: Vec<FamilyRating>,
    /// Matches from the lobby, the newest first. Their tables may be deleted already.
    matches: Vec<PlayerMatch>,
    tables: Vec<ExportedTable>,
    reports: Vec<ExportedReport>,
    /// All rulings on the account, with the notes that the page doesn't show.
    rulings: Vec<RulingInfo>,
}

/// Report that the account made.
#[derive(Serialize)]
struct ExportedReport {
    about: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<String>,
    reason: String,
    at: u64,
}

/// Table at which the account has a chair.
#[derive(Serialize)]
struct ExportedTable {
    table: String,
    /// Record of the match, once the match is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<Box<RawValue>>,
}

pub(super) async fn export(State(app): State<Arc<AppState>>, request: Request) -> Answer {
    let people = people(&app)?;
    let player = player(people, request.headers()).await?;
    let account = people.account(player).await?;
    people.count_export(player)?;
    let devices = listed(&people.devices(player).await?, player);
    let passkeys = super::passkeys::shown(&people.passkeys(player).await?);
    let (ties, hidden) = (people.ties(player).await?, people.hidden().await?);
    let ties = super::ties::shown(&app.registry, &ties, &hidden);
    let challenges = people.open_challenges(player.id).await?;
    let challenges = challenges.into_iter().map(|seen| super::challenges::shown(seen, player)).collect();
    let bells = people.bells(player).await?;
    let bells = NewBells { families: bells.families, clock: bells.clock };
    let store = &app.registry.store;
    let ratings = shown_ratings(&store.ratings(player.id).await?);
    let matches = store.played(player.id, Before::all(), EXPORTED as u32).await?;
    let matches = matches.into_iter().map(shown_match).collect();
    let mut tables = Vec::new();
    for sat in app.registry.store.tables_of(player.id).await?.into_iter().take(EXPORTED) {
        let asker = Asker { guest: Some(player.id), address: address(&request) };
        let record = match archive::record(&app.archive, &app.registry, sat.table, &asker).await {
            Ok(record) => RawValue::from_string(record).ok(),
            // The match is not over, or its data can't be read. The rest of the export is worth having.
            Err(_) => None,
        };
        tables.push(ExportedTable { table: sat.table.to_string(), record });
    }
    let (format, account) = ("parlour-account/1", info(&app, &account).await?);
    let reports = people.reports(Reports::By(player.id)).await?;
    let reports = reports.into_iter().map(|StoredReport { about, table, reason, at, .. }| ExportedReport {
        about,
        table,
        reason,
        at,
    });
    let rulings = people.all_rulings(player.id).await?.iter().map(shown_ruling).collect();
    let reports = reports.collect();
    let export = Export {
        format,
        account,
        devices,
        passkeys,
        ties,
        challenges,
        bells,
        ratings,
        matches,
        tables,
        reports,
        rulings,
    };
    let mut response = json(write(&export));
    let attachment = HeaderValue::from_static("attachment; filename=\"parlour-account.json\"");
    response.headers_mut().insert(header::CONTENT_DISPOSITION, attachment);
    Ok(response)
}
