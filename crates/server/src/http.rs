//! The routes, and the loop that accepts connections. The loop is our own because the usual one waits for ever for the
//! second half of a request.

use crate::identity::{GuestId, PadId, TableId};
use crate::limits::Buckets;
use crate::lobby::Lobby;
use crate::page::Asset;
use crate::refusal::Refusal;
use crate::shared_pads::{LONGEST_PAD, SharedPads, Written};
use crate::study::double_dummy::DoubleDummy;
use crate::study::{Studies, boards};
use crate::wire::{self, LONGEST, NewTable, Question, Reach, SharedPad};
use crate::{Page, archive, socket};
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Path, Query, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use flate2::Compression;
use flate2::write::GzEncoder;
use house::Catalog;
use hyper_util::rt::{TokioIo, TokioTimer};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::collections::HashMap;
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tower_service::Service;

/// What every request needs.
pub(crate) struct Desk {
    pub(crate) lobby: Arc<Lobby>,
    pub(crate) closing: watch::Receiver<bool>,
    requests: Buckets<IpAddr>,
    tables_by_address: Buckets<IpAddr>,
    pads: Arc<SharedPads>,
    pads_by_address: Buckets<IpAddr>,
    pads_by_guest: Buckets<GuestId>,
    games: Asset,
    /// Where it listens.
    listens_at: SocketAddr,
    studies: Arc<Studies>,
    double_dummy: DoubleDummy,
}

impl Desk {
    pub(crate) fn new(
        lobby: Arc<Lobby>,
        listens_at: SocketAddr,
        closing: watch::Receiver<bool>,
    ) -> Arc<Self> {
        let limits = &lobby.settings.limits;
        let studies = Arc::new(Studies::new(limits));
        Arc::new(Self {
            requests: Buckets::new(limits.requests_by_address),
            tables_by_address: Buckets::new(limits.tables_by_address),
            pads: SharedPads::new(lobby.store.clone(), &lobby.settings),
            pads_by_address: Buckets::new(limits.pads_by_address),
            pads_by_guest: Buckets::new(limits.pads_by_guest),
            games: listed_games(&lobby.settings.catalog),
            listens_at,
            double_dummy: DoubleDummy::new(Arc::clone(&studies)),
            studies,
            closing,
            lobby,
        })
    }
}

type Answer = Result<Response, Refusal>;

/// Every address the server knows.
pub(crate) fn routes(desk: Arc<Desk>) -> Router {
    Router::new()
        .route("/api/health", get(health))
        .route("/api/games", get(games))
        .route("/api/reach", get(reach))
        .route("/api/check", post(check))
        .route("/api/tables", post(found))
        .route("/api/tables/{id}/record", get(record))
        .route("/api/tables/{id}/replay", get(replay))
        .route("/api/pads", post(found_pad))
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
        .fallback(page)
        .layer(axum::middleware::map_response(secure))
        .layer(axum::middleware::from_fn_with_state(Arc::clone(&desk), limit))
        .with_state(desk)
}

async fn health() -> Response {
    json(r#"{"status":"ok"}"#)
}

async fn games(State(desk): State<Arc<Desk>>, headers: HeaderMap) -> Response {
    send(desk.games.clone(), &headers)
}

/// The games do not change while the server runs: they are written, compressed and named once.
fn listed_games(catalog: &Catalog) -> Asset {
    let text = wire::games(catalog);
    let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
    let gzip = gzip.write_all(text.as_bytes()).and_then(|()| gzip.finish());
    Asset {
        tag: URL_SAFE_NO_PAD.encode(&Sha256::digest(text.as_bytes())[..16]).into(),
        bytes: text.into_bytes().into(),
        content_type: "application/json".into(),
        immutable: false,
        brotli: None,
        gzip: gzip.ok().map(Cow::Owned),
    }
}

/// Under which address friends in the same house find this server. Only for whoever sits at this machine: what it is called
/// in its own network is nobody else's business.
async fn reach(State(desk): State<Arc<Desk>>, request: Request) -> Response {
    let forwarded = ["forwarded", "x-forwarded-for"].iter().any(|name| request.headers().contains_key(*name));
    let near = (address(&request).is_none() && !forwarded).then_some(desk.listens_at);
    let address = near.and_then(house_address);
    json(write(&Reach { address: address.map(|address| format!("http://{address}")) }))
}

/// The address of this machine in its network, if the server listens there.
fn house_address(listens_at: SocketAddr) -> Option<SocketAddr> {
    let ip = if listens_at.ip().is_unspecified() {
        // Nothing is sent: the system only says from where it would be. (The address is one for documentation.)
        let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
        socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
        socket.local_addr().ok()?.ip()
    } else {
        listens_at.ip()
    };
    (!ip.is_loopback() && !ip.is_unspecified()).then(|| SocketAddr::new(ip, listens_at.port()))
}

async fn check(State(desk): State<Arc<Desk>>, request: Request) -> Answer {
    let new = read::<NewTable>(request).await?;
    Ok(json(write(&desk.lobby.check(&new)?)))
}

async fn found(State(desk): State<Arc<Desk>>, request: Request) -> Answer {
    let guest = guest(request.headers())?;
    let address = address(&request);
    let new = read::<NewTable>(request).await?;
    // What cannot be played costs nothing, and is not counted.
    desk.lobby.check(&new)?;
    let now = Instant::now();
    let allowed = desk.lobby.tables_by_guest.take(guest, now)
        && address.is_none_or(|address| desk.tables_by_address.take(address, now));
    if !allowed {
        return Err(Refusal::TooMany);
    }
    let opened = desk.lobby.found(guest, &new).await?;
    Ok((StatusCode::CREATED, json(write(&opened))).into_response())
}

async fn record(State(desk): State<Arc<Desk>>, id: Result<Path<String>, PathRejection>) -> Answer {
    let id = table_id(id)?;
    Ok(json(archive::record(&desk.lobby, id).await?))
}

/// What cannot be a table's name and what is none are the same to somebody who asks.
fn table_id(id: Result<Path<String>, PathRejection>) -> Result<TableId, Refusal> {
    id.ok().and_then(|Path(id)| id.parse().ok()).ok_or(Refusal::NoTable)
}

#[derive(Deserialize)]
struct Which {
    #[serde(default)]
    deal: usize,
}

async fn replay(
    State(desk): State<Arc<Desk>>,
    id: Result<Path<String>, PathRejection>,
    which: Result<Query<Which>, QueryRejection>,
    headers: HeaderMap,
) -> Answer {
    let id = table_id(id)?;
    let Query(which) =
        which.map_err(|_| Refusal::Unreadable("“deal” must be the number of a deal, from 0".into()))?;
    let reader = guest(&headers).ok();
    Ok(json(archive::replay(&desk.lobby, id, which.deal, reader).await?))
}

async fn double_dummy(State(desk): State<Arc<Desk>>, request: Request) -> Answer {
    let address = address(&request);
    let question = read::<Question>(request).await?;
    Ok(json(desk.double_dummy.answer(question, address).await?))
}

async fn read_boards(State(desk): State<Arc<Desk>>, request: Request) -> Answer {
    let ticket = desk.studies.enter(address(&request))?;
    let file = body(request, boards::LONGEST, || Refusal::FileTooLarge).await?;
    Ok(json(desk.studies.run(ticket, move || boards::list(&file)).await??))
}

async fn replay_board(
    State(desk): State<Arc<Desk>>,
    number: Result<Path<usize>, PathRejection>,
    request: Request,
) -> Answer {
    let Path(number) = number.map_err(|_| Refusal::NoAddress)?;
    let ticket = desk.studies.enter(address(&request))?;
    let file = body(request, boards::LONGEST, || Refusal::FileTooLarge).await?;
    Ok(json(desk.studies.run(ticket, move || boards::replay(&file, number)).await??))
}

async fn found_pad(State(desk): State<Arc<Desk>>, request: Request) -> Answer {
    let guest = guest(request.headers())?;
    let address = address(&request);
    let document = text(request, LONGEST_PAD, || Refusal::PadTooLarge).await?;
    let now = Instant::now();
    let allowed = desk.pads_by_guest.take(guest, now)
        && address.is_none_or(|address| desk.pads_by_address.take(address, now));
    if !allowed {
        return Err(Refusal::TooMany);
    }
    let (id, written) = desk.pads.found(&document).await?;
    Ok((StatusCode::CREATED, json(shared(id, &written))).into_response())
}

#[derive(Deserialize)]
struct Known {
    after: Option<String>,
}

async fn look_at_pad(
    State(desk): State<Arc<Desk>>,
    id: Result<Path<String>, PathRejection>,
    known: Result<Query<Known>, QueryRejection>,
) -> Answer {
    let id = pad_id(id)?;
    let Query(known) = known.map_err(|_| Refusal::Unreadable("“after” must be a tag".into()))?;
    match desk.pads.look(id, known.after.as_deref(), desk.closing.clone()).await? {
        Some(written) => Ok(json(shared(id, &written))),
        None => Ok(StatusCode::NO_CONTENT.into_response()),
    }
}

async fn add_to_pad(
    State(desk): State<Arc<Desk>>,
    id: Result<Path<String>, PathRejection>,
    request: Request,
) -> Answer {
    // A page of another server cannot say this without asking first.
    guest(request.headers())?;
    let id = pad_id(id)?;
    let document = text(request, LONGEST_PAD, || Refusal::PadTooLarge).await?;
    let written = desk.pads.add(id, &document).await?;
    Ok(json(shared(id, &written)))
}

fn shared(id: PadId, written: &Written) -> String {
    write(&SharedPad { id: id.to_string(), tag: &written.tag, pad: &written.pad })
}

fn pad_id(id: Result<Path<String>, PathRejection>) -> Result<PadId, Refusal> {
    id.ok().and_then(|Path(id)| id.parse().ok()).ok_or(Refusal::NoPad)
}

async fn nowhere() -> Refusal {
    Refusal::NoAddress
}

async fn wrong_method() -> Refusal {
    Refusal::Method
}

async fn upgrade(
    State(desk): State<Arc<Desk>>,
    headers: HeaderMap,
    connection: Option<axum::Extension<Arc<Connection>>>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Answer {
    if !is_from_here(&headers) {
        return Err(Refusal::Foreign);
    }
    let upgrade = upgrade.map_err(|_| Refusal::NoUpgrade)?;
    // Small buffers: a command has some hundred bytes, and most sockets say one a minute. Nothing is compressed, so nothing can swell up.
    let upgrade = upgrade.read_buffer_size(1024).write_buffer_size(0).max_write_buffer_size(1024 * 1024);
    Ok(upgrade.max_message_size(LONGEST).max_frame_size(LONGEST).on_upgrade(async move |socket| {
        socket::serve(socket, Arc::clone(&desk.lobby), desk.closing.clone()).await;
        // Until now it counted as a connection.
        drop(connection);
    }))
}

/// A page of another server must not speak here in the name of whoever reads it. What is no browser sends no origin.
fn is_from_here(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let (Ok(origin), Some(Ok(host))) = (origin.to_str(), headers.get(header::HOST).map(HeaderValue::to_str))
    else {
        return false;
    };
    let origin = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    origin.is_some_and(|origin| !host.is_empty() && origin.eq_ignore_ascii_case(host))
}

async fn page(State(desk): State<Arc<Desk>>, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return ([(header::ALLOW, "GET,HEAD")], Refusal::Method).into_response();
    }
    let path = uri.path().trim_start_matches('/');
    let page = desk.lobby.settings.page.as_ref();
    if let Some(asset) = page.find(path).filter(|_| !path.is_empty()) {
        return send(asset, &headers);
    }
    // Addresses such as /table/… are known to the page only.
    let place = !path.rsplit('/').next().unwrap_or_default().contains('.');
    let Some(document) = place.then(|| document(page, &headers)).flatten() else {
        return Refusal::NoAddress.into_response();
    };
    let mut response = send(document, &headers);
    response.headers_mut().append(header::VARY, HeaderValue::from_static("accept-language"));
    if path.is_empty() {
        // The front page asks for the games as soon as it runs; the browser need not wait until then.
        let games = HeaderValue::from_static("</api/games>; rel=preload; as=fetch; crossorigin");
        response.headers_mut().insert(header::LINK, games);
    }
    response
}

/// The document in the first language of the reader's that the page has, or in its own.
fn document(page: &dyn Page, headers: &HeaderMap) -> Option<Asset> {
    let accepted =
        headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    // Browsers name first what is preferred.
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

/// What browsers are told not to do with what we send.
const SECURITY: [(HeaderName, &str); 5] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
         connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; object-src 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

async fn secure(mut response: Response) -> Response {
    for (name, value) in SECURITY {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

async fn limit(State(desk): State<Arc<Desk>>, request: Request, next: axum::middleware::Next) -> Response {
    if let Some(address) = address(&request)
        && !desk.requests.take(address, Instant::now())
    {
        return Refusal::TooMany.into_response();
    }
    next.run(request).await
}

/// The other machine a request comes from; none for this one.
fn address(request: &Request) -> Option<IpAddr> {
    request.extensions().get::<Arc<Connection>>().and_then(|connection| connection.address)
}

fn guest(headers: &HeaderMap) -> Result<GuestId, Refusal> {
    let authorization = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let token = authorization.and_then(|value| value.strip_prefix("Bearer ")).ok_or(Refusal::NoHello)?;
    GuestId::of_token(token).map_err(|_| Refusal::NoHello)
}

/// How long the body of a request may take.
const BODY: Duration = Duration::from_secs(10);

async fn read<T: serde::de::DeserializeOwned>(request: Request) -> Result<T, Refusal> {
    wire::read(&body(request, LONGEST, || Refusal::TooLarge).await?)
}

async fn text(request: Request, longest: usize, too_large: fn() -> Refusal) -> Result<String, Refusal> {
    let body = body(request, longest, too_large).await?;
    String::from_utf8(body.into()).map_err(|_| Refusal::Unreadable("it is not UTF-8".into()))
}

/// The body of a request, if it is no longer than this.
async fn body(request: Request, longest: usize, too_large: fn() -> Refusal) -> Result<Bytes, Refusal> {
    let announced = request.headers().get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    if announced.and_then(|length| length.parse::<usize>().ok()).is_some_and(|length| length > longest) {
        return Err(too_large());
    }
    match tokio::time::timeout(BODY, axum::body::to_bytes(request.into_body(), longest)).await {
        Ok(Ok(body)) => Ok(body),
        Ok(Err(_)) => Err(too_large()),
        Err(_) => Err(Refusal::Unreadable("it took too long to arrive".into())),
    }
}

fn write(answer: &impl serde::Serialize) -> String {
    serde_json::to_string(answer).expect("an answer has string keys")
}

fn json(body: impl Into<Body>) -> Response {
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    (headers, body.into()).into_response()
}

/// A connection, for as long as it lasts, as a socket too.
pub(crate) struct Connection {
    address: Option<IpAddr>,
    doorman: Arc<Doorman>,
    _permit: OwnedSemaphorePermit,
}

impl Drop for Connection {
    fn drop(&mut self) {
        let Some(address) = self.address else { return };
        let mut by_address = self.doorman.by_address.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = by_address.get_mut(&address) {
            *count -= 1;
            if *count == 0 {
                by_address.remove(&address);
            }
        }
    }
}

/// Counts who is in.
pub(crate) struct Doorman {
    permits: Arc<Semaphore>,
    // Held to count one up or down.
    by_address: Mutex<HashMap<IpAddr, usize>>,
    max_by_address: usize,
}

impl Doorman {
    fn new(limits: &crate::settings::Limits) -> Arc<Self> {
        Arc::new(Self {
            permits: Arc::new(Semaphore::new(limits.connections)),
            by_address: Mutex::default(),
            max_by_address: limits.connections_by_address,
        })
    }

    fn admit(self: &Arc<Self>, address: IpAddr) -> Option<Connection> {
        let permit = Arc::clone(&self.permits).try_acquire_owned().ok()?;
        let address = machine(address);
        if let Some(address) = address {
            let mut by_address = self.by_address.lock().unwrap_or_else(PoisonError::into_inner);
            let count = by_address.entry(address).or_default();
            if *count >= self.max_by_address {
                return None;
            }
            *count += 1;
        }
        Some(Connection { address, doorman: Arc::clone(self), _permit: permit })
    }
}

/// The other machine at an address; none for this one. A machine has a whole /64 of the new addresses.
fn machine(address: IpAddr) -> Option<IpAddr> {
    let address = address.to_canonical();
    match address {
        _ if address.is_loopback() => None,
        IpAddr::V4(_) => Some(address),
        IpAddr::V6(long) => {
            let [a, b, c, d, ..] = long.segments();
            Some(IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0)))
        }
    }
}

/// How long a connection may be used for requests. Sockets are no longer counted here.
const VISIT: Duration = Duration::from_secs(120);

/// Accepts connections until `closing`, then waits a little for those that are left.
pub(crate) async fn accept(listener: TcpListener, desk: Arc<Desk>, mut closing: watch::Receiver<bool>) {
    let limits = desk.lobby.settings.limits.clone();
    let doorman = Doorman::new(&limits);
    let router = routes(desk);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = closing.wait_for(|closing| *closing) => break,
        };
        match accepted {
            Ok((stream, peer)) => {
                // A move is a small packet that somebody waits for.
                let _ = stream.set_nodelay(true);
                match doorman.admit(peer.ip()) {
                    Some(connection) => {
                        let serving = serve(stream, router.clone(), connection, limits.head, closing.clone());
                        tokio::spawn(serving);
                    }
                    None => drop(tokio::spawn(turn_away(stream))),
                }
            }
            Err(error) => {
                // Most likely too many open files: then only time helps.
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
    let everybody = u32::try_from(limits.connections).unwrap_or(u32::MAX);
    let _ = tokio::time::timeout(Duration::from_secs(5), doorman.permits.acquire_many(everybody)).await;
}

async fn serve(
    stream: TcpStream,
    router: Router,
    connection: Connection,
    head: Duration,
    mut closing: watch::Receiver<bool>,
) {
    let connection = Arc::new(connection);
    let service = hyper::service::service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
        request.extensions_mut().insert(Arc::clone(&connection));
        router.clone().call(request.map(Body::new))
    });
    let mut http = hyper::server::conn::http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(head).max_buf_size(32 * 1024);
    let mut serving = Box::pin(http.serve_connection(TokioIo::new(stream), service).with_upgrades());
    let over = async {
        let _ = tokio::time::timeout(VISIT, closing.wait_for(|closing| *closing)).await;
    };
    tokio::select! {
        _ = &mut serving => return,
        () = over => serving.as_mut().graceful_shutdown(),
    }
    // A request that is being answered may be finished; after that nobody waits for a slow reader.
    let _ = tokio::time::timeout(BODY, serving).await;
}

/// Tells somebody for whom there is no room that there is none.
async fn turn_away(mut stream: TcpStream) {
    const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nconnection: close\r\n\
        content-length: 67\r\n\r\n{\"code\":\"busy\",\"message\":\"the server is busy; try again later\"}     ";
    let respond = async {
        stream.write_all(FULL).await?;
        stream.shutdown().await?;
        // To hang up on what was not read yet would take back what was said.
        tokio::io::copy(&mut stream, &mut tokio::io::sink()).await
    };
    let _ = tokio::time::timeout(Duration::from_secs(1), respond).await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_page_of_this_host_may_open_a_socket() {
        let from = |origin: Option<&str>, host: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, host.parse().unwrap());
            if let Some(origin) = origin {
                headers.insert(header::ORIGIN, origin.parse().unwrap());
            }
            is_from_here(&headers)
        };
        assert!(from(None, "127.0.0.1:4880"));
        assert!(from(Some("http://127.0.0.1:4880"), "127.0.0.1:4880"));
        assert!(from(Some("https://Cards.example"), "cards.example"));
        for wrong in [
            "null",
            "",
            "http://",
            "http://evil.example",
            "http://127.0.0.1",
            "http://127.0.0.1:4881",
            "http://127.0.0.1:4880.evil.example",
            "http://evil.example/127.0.0.1:4880",
            "file://127.0.0.1:4880",
        ] {
            assert!(!from(Some(wrong), "127.0.0.1:4880"), "{wrong}");
        }
    }

    #[test]
    fn what_is_said_at_the_door_is_as_long_as_it_says() {
        // The same machine is not counted, another is, and a /64 is one machine.
        let machines = ["127.0.0.1", "::1", "::ffff:127.0.0.1", "2001:db8::1", "2001:db8::2", "192.0.2.7"];
        let machines = machines.map(|address| machine(address.parse().unwrap()));
        assert_eq!(machines[..3], [None; 3]);
        assert_eq!(machines[3], machines[4]);
        assert_eq!(machines[5], Some("192.0.2.7".parse().unwrap()));
    }
}
