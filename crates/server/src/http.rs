//! HTTP routes of the server.

use crate::archive::{self, Archive, Asker};
use crate::double_dummy::DoubleDummy;
use crate::identity::{GuestId, PadId, TableId};
use crate::limits::{Buckets, LONGEST_PAD};
use crate::net::{Connection, ConnectionLimiter, Names, Visitor};
use crate::network::{Network, network_address};
use crate::page::Asset;
use crate::push::Push;
use crate::request_error::{ReportedError, RequestError};
use crate::shared_pads::{SharedPads, Written};
use crate::store::StorageError;
use crate::table::TableRegistry;
use crate::work_queue::WorkQueue;
use crate::{Page, socket};
use ::table::TableError;
use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Path, Query, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{any, get, post};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bridge_analysis::boards;
use catalog::Catalog;
use flate2::Compression;
use flate2::write::GzEncoder;
use futures_util::stream::{self, StreamExt};
use hmac_sha256::Hash as Sha256;
use protocol::{ErrorKind, LONGEST, LanAddress, NewTable, PushKey, Question, SharedPad, Subscription};
use serde::Deserialize;
use std::borrow::Cow;
use std::io::Write;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// State shared by all requests.
pub(crate) struct AppState {
    pub(crate) registry: Arc<TableRegistry>,
    pub(crate) closing: watch::Receiver<bool>,
    names: Names,
    limiter: Arc<ConnectionLimiter>,
    requests: Buckets<Network>,
    subscriptions_by_address: Buckets<Network>,
    pub(crate) pads: Arc<SharedPads>,
    pads_by_address: Buckets<Network>,
    pads_by_guest: Buckets<GuestId>,
    games: Asset,
    listens_at: SocketAddr,
    studies: Arc<WorkQueue>,
    /// Time and result of the last test write.
    tried_to_write: tokio::sync::Mutex<Option<(Instant, Result<(), String>)>>,
    double_dummy: DoubleDummy,
    archive: Archive,
}

impl AppState {
    pub(crate) fn new(
        registry: Arc<TableRegistry>,
        listens_at: SocketAddr,
        limiter: Arc<ConnectionLimiter>,
        closing: watch::Receiver<bool>,
    ) -> Arc<Self> {
        let limits = &registry.settings.limits;
        let studies = Arc::new(WorkQueue::new(limits.analyses.concurrent, limits.analyses.queued));
        Arc::new(Self {
            names: Names::new(&registry.settings.names, registry.settings.certificate.is_some()),
            limiter,
            requests: Buckets::new(limits.requests_by_address),
            subscriptions_by_address: Buckets::new(limits.subscriptions_by_address),
            pads: SharedPads::new(registry.store.clone(), &registry.settings),
            pads_by_address: Buckets::new(limits.pads.by_address),
            pads_by_guest: Buckets::new(limits.pads.by_guest),
            games: listed_games(&registry.settings.catalog),
            listens_at,
            double_dummy: DoubleDummy::new(Arc::clone(&studies)),
            studies,
            archive: Archive::new(),
            tried_to_write: tokio::sync::Mutex::default(),
            closing,
            registry,
        })
    }

    /// Checks that actions can be saved and new clients accepted.
    ///
    /// # Errors
    ///
    /// Returns the reason if not.
    pub(crate) async fn readiness(&self) -> Result<(), String> {
        if let Some(damage) = self.registry.store.damage() {
            return Err(format!("the data file is damaged: {damage}"));
        }
        if self.registry.is_draining() {
            return Err(RequestError::Draining.to_string());
        }
        if self.registry.is_closing() {
            return Err("the server is shutting down; send new clients to another".to_owned());
        }
        let mut last = self.tried_to_write.lock().await;
        let tried = match last.take() {
            Some((at, tried)) if at.elapsed() < TRY_AGAIN => (at, tried),
            _ => {
                let tried = tokio::time::timeout(WRITES_WITHIN, self.registry.store.try_to_write()).await;
                let tried = tried.map_err(|_| StorageError::Unknown).and_then(|tried| tried);
                (Instant::now(), tried.map_err(|error| error.to_string()))
            }
        };
        last.insert(tried).1.clone()
    }
}

type Answer = Result<Response, RequestError>;

pub(crate) fn routes(app: Arc<AppState>) -> Router {
    Router::new()
        .route("/api/health", get(health))
        .route("/api/ready", get(ready))
        .route("/api/games", get(games))
        .route("/api/lan-address", get(lan_address))
        .route("/api/tables/validate", post(validate))
        .route("/api/push", get(push_key).post(subscribe).delete(unsubscribe))
        .route("/api/tables", post(create_table))
        .route("/api/tables/{id}/record", get(record))
        .route("/api/tables/{id}/replay", get(replay))
        .route("/api/pads", post(create_pad))
        .route("/api/pads/{id}", get(look_at_pad))
        .route("/api/pads/{id}/operations", post(add_to_pad))
        .route("/api/double-dummy", post(double_dummy))
        .route("/api/boards", post(read_boards))
        .route("/api/boards/{number}", post(replay_board))
        .route("/api", any(nowhere))
        .route("/api/", any(nowhere))
        .route("/api/{*rest}", any(nowhere))
        .route("/ws", get(upgrade))
        .method_not_allowed_fallback(wrong_method)
        // Files of the page are free: a first visit takes a hundred, and a family shares one address.
        .route_layer(axum::middleware::from_fn_with_state(Arc::clone(&app), limit))
        .fallback(page)
        .layer(axum::middleware::from_fn_with_state(Arc::clone(&app), check_name))
        .layer(axum::middleware::map_response_with_state(Arc::clone(&app), secure))
        .layer(axum::middleware::from_fn_with_state(Arc::clone(&app), count))
        .layer(axum::middleware::from_fn(announce_end))
        .with_state(app)
}

/// Returns the routes of plain HTTP on a TLS port.
pub(crate) fn routes_in_clear(app: Arc<AppState>) -> Router {
    Router::new()
        .fallback(point_to_tls)
        .layer(axum::middleware::from_fn_with_state(Arc::clone(&app), count))
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

async fn health() -> Response {
    json(r#"{"status":"ok"}"#)
}

async fn ready(State(app): State<Arc<AppState>>) -> Response {
    match app.readiness().await {
        Ok(()) => json(r#"{"status":"ready"}"#),
        Err(message) => not_ready(&message),
    }
}

fn not_ready(message: &str) -> Response {
    let told = serde_json::json!({ "status": "not-ready", "message": message }).to_string();
    (StatusCode::SERVICE_UNAVAILABLE, json(told)).into_response()
}

/// Interval and timeout of the test write.
const TRY_AGAIN: Duration = Duration::from_secs(1);
const WRITES_WITHIN: Duration = Duration::from_secs(2);

async fn games(State(app): State<Arc<AppState>>, headers: HeaderMap) -> Response {
    send(app.games.clone(), &headers)
}

/// Returns the list of games. It never changes while the server runs, so it is written and compressed once.
fn listed_games(catalog: &Catalog) -> Asset {
    let text = ::table::games(catalog);
    let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
    let gzip = gzip.write_all(text.as_bytes()).and_then(|()| gzip.finish());
    Asset {
        tag: URL_SAFE_NO_PAD.encode(&Sha256::hash(text.as_bytes())[..16]).into(),
        bytes: text.into_bytes().into(),
        content_type: "application/json".into(),
        immutable: false,
        brotli: None,
        gzip: gzip.ok().map(Cow::Owned),
    }
}

/// Returns the server's address in the local network. Only clients on this machine may know it.
async fn lan_address(State(app): State<Arc<AppState>>, request: Request) -> Response {
    let near = visitor(&request).is_some_and(|visitor| visitor.is_near).then_some(app.listens_at);
    let address = near.and_then(network_address);
    json(write(&LanAddress { address: address.map(|address| app.registry.settings.link(address)) }))
}

/// Returns the push sender, or an error if Web Push is off.
fn push(app: &AppState) -> Result<&Push, RequestError> {
    app.registry.push.as_deref().ok_or(RequestError::NoAddress)
}

async fn push_key(State(app): State<Arc<AppState>>) -> Answer {
    Ok(json(write(&PushKey { key: push(&app)?.public_key() })))
}

async fn subscribe(State(app): State<Arc<AppState>>, request: Request) -> Answer {
    let push = push(&app)?;
    let guest = guest(request.headers())?;
    let address = address(&request);
    let asked = read::<Subscription>(request).await?;
    let endpoint = push.endpoint(&asked.endpoint).ok_or(RequestError::PushService)?;
    if !app.subscriptions_by_address.take_of_address(address, Instant::now()) {
        return Err(RequestError::TooMany);
    }
    app.registry.store.subscribe(guest, endpoint.text()).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

async fn unsubscribe(State(app): State<Arc<AppState>>, request: Request) -> Answer {
    push(&app)?;
    let guest = guest(request.headers())?;
    let asked = read::<Subscription>(request).await?;
    app.registry.store.unsubscribe(guest, asked.endpoint).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

async fn validate(State(app): State<Arc<AppState>>, request: Request) -> Answer {
    let new = read::<NewTable>(request).await?;
    Ok(json(write(&app.registry.check(&new)?)))
}

async fn create_table(State(app): State<Arc<AppState>>, request: Request) -> Answer {
    let guest = guest(request.headers())?;
    let address = address(&request);
    let new = read::<NewTable>(request).await?;
    // An unplayable table costs nothing, and is not counted.
    app.registry.check(&new)?;
    let lines = new.begun.as_ref().map_or(0, |begun| begun.deals.lines());
    app.registry.count_table(guest, address, lines)?;
    let prepared = if new.begun.is_some() {
        // Replaying a match takes milliseconds, which would block the sockets.
        let (ticket, registry) = (app.studies.enter(address)?, Arc::clone(&app.registry));
        app.studies.run(ticket, move || registry.prepare(guest, &new)).await??
    } else {
        app.registry.prepare(guest, &new)?
    };
    let opened = app.registry.create(prepared).await?;
    Ok((StatusCode::CREATED, json(write(&opened))).into_response())
}

async fn record(
    State(app): State<Arc<AppState>>,
    id: Result<Path<String>, PathRejection>,
    request: Request,
) -> Answer {
    let id = table_id(id)?;
    Ok(json(archive::record(&app.archive, &app.registry, id, &asker(&request)).await?))
}

fn asker(request: &Request) -> Asker {
    Asker { guest: guest(request.headers()).ok(), address: address(request) }
}

/// Parses the id. An invalid id gets the same answer as an unknown one.
fn table_id(id: Result<Path<String>, PathRejection>) -> Result<TableId, RequestError> {
    id.ok().and_then(|Path(id)| id.parse().ok()).ok_or(TableError::NoTable.into())
}

#[derive(Deserialize)]
struct Which {
    #[serde(default)]
    deal: usize,
}

async fn replay(
    State(app): State<Arc<AppState>>,
    id: Result<Path<String>, PathRejection>,
    which: Result<Query<Which>, QueryRejection>,
    request: Request,
) -> Answer {
    let id = table_id(id)?;
    let Query(which) =
        which.map_err(|_| RequestError::Unreadable("“deal” must be the number of a deal, from 0".into()))?;
    Ok(json(archive::replay(&app.archive, &app.registry, id, which.deal, &asker(&request)).await?))
}

async fn double_dummy(State(app): State<Arc<AppState>>, request: Request) -> Answer {
    let address = address(&request);
    let question = read::<Question>(request).await?;
    Ok(json(app.double_dummy.answer(question, address).await?))
}

async fn read_boards(State(app): State<Arc<AppState>>, request: Request) -> Answer {
    let address = address(&request);
    let file = body(request, boards::LONGEST, RequestError::FileTooLarge).await?;
    let ticket = app.studies.enter(address)?;
    Ok(json(app.studies.run(ticket, move || boards::list(&file).map(|boards| write(&boards))).await??))
}

async fn replay_board(
    State(app): State<Arc<AppState>>,
    number: Result<Path<usize>, PathRejection>,
    request: Request,
) -> Answer {
    let Path(number) = number.map_err(|_| RequestError::NoAddress)?;
    let address = address(&request);
    let file = body(request, boards::LONGEST, RequestError::FileTooLarge).await?;
    let ticket = app.studies.enter(address)?;
    Ok(json(
        app.studies.run(ticket, move || boards::replay(&file, number).map(|board| write(&board))).await??,
    ))
}

async fn create_pad(State(app): State<Arc<AppState>>, request: Request) -> Answer {
    let guest = guest(request.headers())?;
    let address = address(&request);
    let document = text(request, LONGEST_PAD, RequestError::PadTooLarge).await?;
    let now = Instant::now();
    let allowed = app.pads_by_guest.take(guest, now) && app.pads_by_address.take_of_address(address, now);
    if !allowed {
        return Err(RequestError::TooMany);
    }
    let (id, written) = app.pads.create(document, address).await?;
    Ok((StatusCode::CREATED, json(shared(id, &written))).into_response())
}

#[derive(Deserialize)]
struct Known {
    after: Option<String>,
}

async fn look_at_pad(
    State(app): State<Arc<AppState>>,
    id: Result<Path<String>, PathRejection>,
    known: Result<Query<Known>, QueryRejection>,
) -> Answer {
    let id = pad_id(id)?;
    let Query(known) = known.map_err(|_| RequestError::Unreadable("“after” must be a tag".into()))?;
    match app.pads.look(id, known.after.as_deref(), app.closing.clone()).await? {
        Some(written) => Ok(json(shared(id, &written))),
        None => Ok(StatusCode::NO_CONTENT.into_response()),
    }
}

async fn add_to_pad(
    State(app): State<Arc<AppState>>,
    id: Result<Path<String>, PathRejection>,
    request: Request,
) -> Answer {
    // A page of another origin can't send this header without a preflight request.
    guest(request.headers())?;
    let (id, address) = (pad_id(id)?, address(&request));
    let document = text(request, LONGEST_PAD, RequestError::PadTooLarge).await?;
    let written = app.pads.add(id, document, address).await?;
    Ok(json(shared(id, &written)))
}

fn shared(id: PadId, written: &Written) -> String {
    write(&SharedPad { id: id.to_string(), tag: written.tag.clone(), pad: (&*written.pad).into() })
}

fn pad_id(id: Result<Path<String>, PathRejection>) -> Result<PadId, RequestError> {
    id.ok().and_then(|Path(id)| id.parse().ok()).ok_or(RequestError::NoPad)
}

pub(crate) async fn nowhere() -> RequestError {
    RequestError::NoAddress
}

async fn wrong_method() -> RequestError {
    RequestError::Method
}

async fn upgrade(
    State(app): State<Arc<AppState>>,
    visitor: Option<axum::Extension<Visitor>>,
    connection: Option<axum::Extension<Arc<Connection>>>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Answer {
    let upgrade = upgrade.map_err(|_| RequestError::NoUpgrade)?;
    let address = visitor.as_deref().and_then(|visitor| visitor.counted);
    // A client behind a proxy was not counted when the proxy connected.
    let through_proxy = visitor.filter(|visitor| visitor.through_proxy).and_then(|visitor| visitor.counted);
    let place = through_proxy.map(|ip| app.limiter.enter(ip).ok_or(RequestError::TooMany)).transpose()?;
    // Small buffers: commands are short and rare. Compression is off, so no message can expand.
    let upgrade = upgrade.read_buffer_size(1024).write_buffer_size(0).max_write_buffer_size(1024 * 1024);
    Ok(upgrade.max_message_size(LONGEST).max_frame_size(LONGEST).on_upgrade(async move |socket| {
        // A separate task, because the task of the upgrade would keep the memory of the upgrade.
        tokio::spawn(async move {
            socket::serve(Box::pin(socket), Arc::clone(&app.registry), address, app.closing.clone()).await;
            // The socket counts as a connection until here.
            drop((connection, place));
        });
    }))
}

async fn page(State(app): State<Arc<AppState>>, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return ([(header::ALLOW, "GET,HEAD")], RequestError::Method).into_response();
    }
    let path = uri.path().trim_start_matches('/');
    let page = app.registry.settings.page.as_ref();
    if let Some(asset) = page.find(path).filter(|_| !path.is_empty()) {
        return send(asset, &headers);
    }
    // Only the page knows paths such as /table/…. /.git/config is not one of them.
    let is_place = !path.rsplit('/').next().unwrap_or_default().contains('.')
        && !path.split('/').any(|part| part.starts_with('.'));
    let Some(document) = is_place.then(|| document(page, &headers)).flatten() else {
        return RequestError::NoAddress.into_response();
    };
    let mut response = send(document, &headers);
    response.headers_mut().append(header::VARY, HeaderValue::from_static("accept-language"));
    if path.is_empty() {
        // The front page asks for the games as soon as it runs, so the browser may fetch them early.
        let games = HeaderValue::from_static("</api/games>; rel=preload; as=fetch; crossorigin");
        response.headers_mut().insert(header::LINK, games);
    }
    response
}

/// Returns the document in the first language that both the reader and the page have, or the default one.
fn document(page: &dyn Page, headers: &HeaderMap) -> Option<Asset> {
    let accepted =
        headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    // Browsers list the preferred language first.
    let languages = accepted.split(',').filter_map(|tag| tag.trim().split(['-', ';']).next());
    let mut languages = languages.filter(|language| language.bytes().all(|byte| byte.is_ascii_alphabetic()));
    languages
        .find_map(|language| page.find(&format!("index.{}.html", language.to_ascii_lowercase())))
        .or_else(|| page.find("index.html"))
}

fn send(asset: Asset, headers: &HeaderMap) -> Response {
    let tag = format!("\"{}\"", asset.tag);
    let value =
        |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let keep = if asset.immutable { "public, max-age=31536000, immutable" } else { "no-cache" };
    let known =
        value(header::IF_NONE_MATCH).split(',').any(|known| known.trim().trim_start_matches("W/") == tag);
    let mut response = if known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let accepted = value(header::ACCEPT_ENCODING);
        let accepts = |coding: &str| {
            accepted
                .split(',')
                .any(|accepted| accepted.split(';').next().unwrap_or_default().trim() == coding)
        };
        let (bytes, coding) = match (asset.brotli, asset.gzip) {
            (Some(bytes), _) if accepts("br") => (bytes, Some("br")),
            (_, Some(bytes)) if accepts("gzip") => (bytes, Some("gzip")),
            _ => (asset.bytes, None),
        };
        let body = match bytes {
            Cow::Borrowed(bytes) => Bytes::from_static(bytes),
            Cow::Owned(bytes) => Bytes::from(bytes),
        };
        let mut response = Response::new(Body::from(body));
        if let Some(coding) = coding {
            response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding));
        }
        if let Ok(kind) = HeaderValue::from_str(&asset.content_type) {
            response.headers_mut().insert(header::CONTENT_TYPE, kind);
        }
        response
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}

/// Security headers of every response.
const SECURITY: [(HeaderName, &str); 7] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
         connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; object-src 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), PERMISSIONS),
];

/// Device features that the page doesn't use.
const PERMISSIONS: &str = "accelerometer=(), bluetooth=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), \
     magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()";

/// HSTS of half a year.
const TLS_ONLY: &str = "max-age=15552000";

async fn secure(State(app): State<Arc<AppState>>, mut response: Response) -> Response {
    for (name, value) in SECURITY {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    if app.registry.settings.certificate.is_some() {
        let value = HeaderValue::from_static(TLS_ONLY);
        response.headers_mut().insert(header::STRICT_TRANSPORT_SECURITY, value);
    }
    response
}

async fn count(State(app): State<Arc<AppState>>, request: Request, next: axum::middleware::Next) -> Response {
    let begun = Instant::now();
    let response = next.run(request).await;
    let metrics = &app.registry.metrics;
    metrics.note_request(response.status().as_u16(), begun.elapsed());
    if let Some(ReportedError(kind)) = response.extensions().get() {
        metrics.note_error(kind.code());
    }
    response
}

pub(crate) async fn check_name(
    State(app): State<Arc<AppState>>,
    request: Request,
    next: axum::middleware::Next,
) -> Response {
    match app.names.check(request.method(), request.uri(), request.version(), request.headers()) {
        Ok(()) => next.run(request).await,
        Err(error) => {
            discard_body(request).await;
            error.into_response()
        }
    }
}

/// Adds Retry-After, and closes the connection if the request's body was not read to its end. Otherwise a
/// proxy could send another player's request into a connection that is closing.
async fn announce_end(request: Request, next: axum::middleware::Next) -> Response {
    let (request, was_read) = watch_body(request);
    let mut response = next.run(request).await;
    let kind = response.extensions().get::<ReportedError>().map(|ReportedError(kind)| *kind);
    let headers = response.headers_mut();
    if matches!(kind, Some(ErrorKind::TooMany | ErrorKind::Busy)) {
        headers.insert(header::RETRY_AFTER, HeaderValue::from_static(RETRY_AFTER));
    }
    if was_read.is_some_and(|was_read| !was_read.load(Ordering::Relaxed)) {
        headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    response
}

/// Value of Retry-After in seconds. The slowest of the common rate limits then allows a request.
const RETRY_AFTER: &str = "2";

/// Returns the request and a flag that is set at the end of its body. Without a body there is none.
fn watch_body(request: Request) -> (Request, Option<Arc<AtomicBool>>) {
    if HttpBody::is_end_stream(request.body()) {
        return (request, None);
    }
    let was_read = Arc::new(AtomicBool::new(false));
    let at_end = Arc::clone(&was_read);
    let request = request.map(|body| {
        Body::from_stream(stream::unfold((body.into_data_stream(), at_end), async |(mut body, at_end)| {
            let data = body.next().await;
            at_end.fetch_or(data.is_none(), Ordering::Relaxed);
            Some((data?, (body, at_end)))
        }))
    });
    (request, Some(was_read))
}

/// Reads and drops a short body, so that the connection can be used after a refusal.
async fn discard_body(request: Request) {
    const SOON: Duration = Duration::from_secs(1);
    let announced = request.headers().get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    if announced.and_then(|length| length.parse::<usize>().ok()).is_none_or(|length| length > LONGEST) {
        return;
    }
    let mut body = request.into_body().into_data_stream();
    let _ = tokio::time::timeout(SOON, async { while let Some(Ok(_)) = body.next().await {} }).await;
}

async fn limit(State(app): State<Arc<AppState>>, request: Request, next: axum::middleware::Next) -> Response {
    if !app.requests.take_of_address(address(&request), Instant::now()) {
        discard_body(request).await;
        return RequestError::TooMany.into_response();
    }
    next.run(request).await
}

fn visitor(request: &Request) -> Option<Visitor> {
    request.extensions().get().copied()
}

/// Returns the address for rate limits.
fn address(request: &Request) -> Option<IpAddr> {
    visitor(request).and_then(|visitor| visitor.counted)
}

fn guest(headers: &HeaderMap) -> Result<GuestId, RequestError> {
    let authorization = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let token = authorization.and_then(|value| value.strip_prefix("Bearer ")).ok_or(RequestError::NoHello)?;
    GuestId::of_token(token).map_err(|_| RequestError::NoHello)
}

/// Timeout of a request's body.
const BODY: Duration = Duration::from_secs(10);

async fn read<T: serde::de::DeserializeOwned>(request: Request) -> Result<T, RequestError> {
    Ok(protocol::decode(&body(request, LONGEST, RequestError::TooLarge).await?)?)
}

async fn text(request: Request, longest: usize, too_large: RequestError) -> Result<String, RequestError> {
    let body = body(request, longest, too_large).await?;
    String::from_utf8(body.into()).map_err(|_| RequestError::Unreadable("the body is not UTF-8".into()))
}

/// Returns the body of a request, up to a maximum length.
async fn body(request: Request, longest: usize, too_large: RequestError) -> Result<Bytes, RequestError> {
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

fn write(answer: &impl serde::Serialize) -> String {
    serde_json::to_string(answer).expect("an answer has string keys")
}

fn json(body: impl Into<Body>) -> Response {
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    (headers, body.into()).into_response()
}
