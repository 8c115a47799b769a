//! HTTP routes of the server, in one module for each resource.
//!
//! A route parses its request with [`request`] and answers with [`response`]. [`layers`] has what all routes share.

mod account;
mod app;
mod asset;
mod bells;
mod boards;
mod challenges;
mod layers;
mod me;
mod pads;
mod page;
mod passkeys;
mod players;
mod push;
mod ratings;
mod reports;
mod request;
mod response;
mod session;
mod status;
mod tables;
mod ties;
mod watch;
mod websocket;

pub(crate) use app::AppState;
pub(crate) use layers::check_name;

use crate::request_error::RequestError;
use axum::Router;
use axum::extract::{Request, State};
use axum::http::{Method, header};
use axum::response::{IntoResponse, Redirect};
use axum::routing::{any, delete, get, post, put};
use response::Answer;
use std::sync::Arc;

pub(crate) fn routes(app: Arc<AppState>) -> Router {
    Router::new()
        .route("/api/health", get(status::health))
        .route("/api/ready", get(status::ready))
        .route("/api/games", get(status::games))
        .route("/api/lan-address", get(status::lan_address))
        .route("/api/tables/validate", post(tables::validate))
        .route("/api/push", get(push::push_key).post(push::subscribe).delete(push::unsubscribe))
        .route("/api/tables", post(tables::create_table))
        .route("/api/tables/{id}/record", get(tables::record))
        .route("/api/tables/{id}/replay", get(tables::replay))
        .route("/api/pads", post(pads::create_pad))
        .route("/api/pads/{id}", get(pads::look_at_pad))
        .route("/api/pads/{id}/operations", post(pads::add_to_pad))
        .merge(account_routes(app.registry.people.is_some()))
        .route("/api/double-dummy", post(boards::double_dummy))
        .route("/api/boards", post(boards::read_boards))
        .route("/api/boards/{number}", post(boards::replay_board))
        .route("/api", any(nowhere))
        .route("/api/", any(nowhere))
        .route("/api/{*rest}", any(nowhere))
        .route("/ws", get(websocket::upgrade))
        .method_not_allowed_fallback(wrong_method)
        // Files of the page are free: a first visit takes a hundred, and a family shares one address.
        .route_layer(axum::middleware::from_fn_with_state(Arc::clone(&app), layers::limit))
        .fallback(page::page)
        .layer(axum::middleware::from_fn_with_state(Arc::clone(&app), layers::check_name))
        .layer(axum::middleware::map_response_with_state(Arc::clone(&app), layers::secure))
        .layer(axum::middleware::from_fn_with_state(Arc::clone(&app), layers::count))
        .layer(axum::middleware::from_fn(layers::announce_end))
        .with_state(app)
}

/// Returns the routes of accounts. Without accounts they don't exist, so that every method gets the same answer.
fn account_routes(has_people: bool) -> Router<Arc<AppState>> {
    if !has_people {
        return Router::new();
    }
    Router::new()
        .route("/api/account", post(account::claim))
        .route("/api/session", post(session::sign_in).delete(session::sign_out))
        .route("/api/session/passkey/begin", post(passkeys::begin_sign_in))
        .route("/api/session/passkey/finish", post(passkeys::finish_sign_in))
        .route("/api/passkeys/begin", post(passkeys::begin))
        .route("/api/passkeys/finish", post(passkeys::finish))
        .route("/api/me/passkeys", get(passkeys::list))
        .route("/api/me/passkeys/{id}", delete(passkeys::remove))
        .route("/api/me", get(me::look).patch(me::change).delete(me::delete))
        .route("/api/me/export", get(me::export))
        .route("/api/me/devices", get(me::devices).delete(me::sign_out_all))
        .route("/api/me/devices/{id}", delete(me::sign_out))
        .route("/api/me/codes", post(me::renew_codes))
        .route("/api/ties", get(ties::look))
        .route("/api/tables/{id}/muted", get(ties::muted_at))
        .route("/api/bells", get(bells::look).put(bells::set))
        .route("/api/challenges", get(challenges::list).post(challenges::create))
        .route("/api/challenges/{code}", get(challenges::look).delete(challenges::delete))
        .route("/api/challenges/{code}/accept", post(challenges::accept))
        .route("/api/ties/{name}/{kind}", put(ties::set).delete(ties::clear))
        .route("/api/players/{name}", get(players::look))
        .route("/api/players/{name}/matches", get(players::matches))
        .route("/api/ratings/{family}", get(ratings::look))
        .route("/api/watch", get(watch::list))
        .route("/api/reports", post(reports::report))
        .route("/api/rulings/{id}/reply", post(reports::reply))
}

/// Returns the routes of plain HTTP on a TLS port.
pub(crate) fn routes_in_clear(app: Arc<AppState>) -> Router {
    Router::new()
        .fallback(point_to_tls)
        .layer(axum::middleware::from_fn_with_state(Arc::clone(&app), layers::count))
        .with_state(app)
}

/// Redirects a browser to the https URL. Other clients get an error.
async fn point_to_tls(State(app): State<Arc<AppState>>, request: Request) -> Answer {
    let headers = request.headers();
    app.names.check(&Method::GET, request.uri(), request.version(), headers)?;
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).filter(|host| !host.is_empty());
    match host {
        Some(host) if reads && !headers.contains_key(header::UPGRADE) => {
            let place = request.uri().path_and_query().map_or("/", |place| place.as_str());
            // Temporary, because the operator may turn TLS off again.
            Ok(Redirect::temporary(&format!("https://{host}{place}")).into_response())
        }
        _ => Err(RequestError::Unreadable("this port speaks TLS; use an https or wss address".into())),
    }
}

pub(crate) async fn nowhere() -> RequestError {
    RequestError::NoAddress
}

async fn wrong_method() -> RequestError {
    RequestError::Method
}
