//! Listener for other servers at the same database, which relay the messages of their guests.

use crate::lobby::Lobby;
use crate::network::network_address;
use crate::peers::{ADDRESS, GUEST, KEY};
use crate::request_error::RequestError;
use crate::table::TableRegistry;
use crate::{StartError, listen, socket};
use ::table::{GuestId, PublicMatch};
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use axum::routing::{get, post};
use axum::serve::ListenerExt;
use axum::{Json, Router};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac_sha256::Hash as Sha256;
use protocol::LONGEST;
use std::net::SocketAddr;
use std::sync::Arc;
use store::Peer;
use tokio::net::TcpListener;
use tokio::sync::watch;

/// Listener for other servers of the cluster.
pub(crate) struct Reception {
    listener: TcpListener,
    own: Peer,
}

#[derive(Clone)]
struct AppState {
    registry: Arc<TableRegistry>,
    lobby: Option<Arc<Lobby>>,
    key: Arc<str>,
    closing: watch::Receiver<bool>,
}

impl Reception {
    pub(crate) async fn open(address: SocketAddr) -> Result<Self, StartError> {
        let (listener, address) = listen(address).await?;
        let mut key = [0; 32];
        getrandom::fill(&mut key).map_err(|error| StartError::Chance(error.to_string()))?;
        let key = URL_SAFE_NO_PAD.encode(key).into();
        // If it listens on every address, peers use this machine's address in its network.
        let address = match address.ip().is_unspecified() {
            true => network_address(address).unwrap_or(address),
            false => address,
        };
        Ok(Self { listener, own: Peer { address, key } })
    }

    pub(crate) fn own(&self) -> Peer {
        self.own.clone()
    }

    /// Serves the guests of other servers until `closing`.
    pub(crate) async fn run(
        self,
        registry: Arc<TableRegistry>,
        lobby: Option<Arc<Lobby>>,
        closing: watch::Receiver<bool>,
    ) {
        let app = AppState { registry, lobby, key: self.own.key, closing: closing.clone() };
        let mut closed = closing;
        let router = Router::new()
            .route("/", get(receive))
            .route("/challenges/{code}", post(tell_challenge))
            .route("/watch", get(watch))
            .with_state(app);
        let listener = self.listener.tap_io(|stream| {
            // Actions are small packets that players wait for.
            let _ = stream.set_nodelay(true);
        });
        let until_closed = async move {
            let _ = closed.wait_for(|closing| *closing).await;
        };
        if let Err(error) = axum::serve(listener, router).with_graceful_shutdown(until_closed).await {
            tracing::error!(%error, "other servers can't connect");
        }
    }
}

/// Maximum number of matches in an answer.
const LISTED: usize = 1_000;

impl AppState {
    /// # Errors
    ///
    /// Returns [`RequestError::NoHello`] if a request does not have the key of this server.
    fn check(&self, headers: &HeaderMap) -> Result<(), RequestError> {
        let key = headers.get(KEY).map(HeaderValue::as_bytes).unwrap_or_default();
        // Hashes are compared, so that the time taken does not reveal how much of the key is right.
        match Sha256::hash(key) == Sha256::hash(self.key.as_bytes()) {
            true => Ok(()),
            false => Err(RequestError::NoHello),
        }
    }
}

/// Tells the players of a challenge in this server's lobby, and answers whether one heard of it.
async fn tell_challenge(
    State(app): State<AppState>,
    Path(code): Path<String>,
    headers: HeaderMap,
) -> Result<Json<bool>, RequestError> {
    app.check(&headers)?;
    let code = code.parse().map_err(|_| RequestError::NoChallenge)?;
    let Some(lobby) = &app.lobby else { return Ok(Json(false)) };
    Ok(Json(lobby.tell_challenge(code).await?))
}

/// Returns the matches at this server that everybody may watch.
async fn watch(
    State(app): State<AppState>,
    headers: HeaderMap,
) -> Result<Json<Vec<(String, PublicMatch)>>, RequestError> {
    app.check(&headers)?;
    let matches = app.registry.public_matches().into_iter().take(LISTED);
    Ok(Json(matches.map(|(id, one)| (id.to_string(), one)).collect()))
}

async fn receive(
    State(app): State<AppState>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, RequestError> {
    let said = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    app.check(&headers)?;
    let guest = GuestId::try_from(said(GUEST).to_owned()).map_err(|_| RequestError::NoHello)?;
    // A server of an earlier version names no address.
    let guest = (guest, said(ADDRESS).parse().ok());
    let upgrade = upgrade.read_buffer_size(1024).write_buffer_size(0).max_write_buffer_size(1024 * 1024);
    Ok(upgrade.max_message_size(LONGEST).max_frame_size(LONGEST).on_upgrade(async move |socket| {
        tokio::spawn(socket::serve_relayed(Box::pin(socket), app.registry, app.lobby, app.closing, guest));
    }))
}
