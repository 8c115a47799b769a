//! Layers around all routes: rate limit, host name, headers, metrics, and the end of a connection.

use super::app::AppState;
use super::request::address;
use crate::request_error::{ReportedError, RequestError};
use axum::body::{Body, HttpBody};
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, StreamExt};
use protocol::{ErrorKind, LONGEST};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

pub(super) async fn limit(State(app): State<Arc<AppState>>, request: Request, next: Next) -> Response {
    if !app.requests.take_of_address(address(&request), Instant::now()) {
        discard_body(request).await;
        return RequestError::TooMany.into_response();
    }
    next.run(request).await
}

pub(super) async fn count(State(app): State<Arc<AppState>>, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let response = next.run(request).await;
    let metrics = &app.registry.metrics;
    metrics.note_request(response.status().as_u16(), begun.elapsed());
    if let Some(ReportedError(kind)) = response.extensions().get() {
        metrics.note_error(kind.code());
    }
    response
}

pub(crate) async fn check_name(State(app): State<Arc<AppState>>, request: Request, next: Next) -> Response {
    match app.names.check(request.method(), request.uri(), request.version(), request.headers()) {
        Ok(()) => next.run(request).await,
        Err(error) => {
            discard_body(request).await;
            error.into_response()
        }
    }
}

pub(super) async fn secure(State(app): State<Arc<AppState>>, mut response: Response) -> Response {
    for (name, value) in SECURITY {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    if app.registry.settings.certificate.is_some() {
        let value = HeaderValue::from_static(TLS_ONLY);
        response.headers_mut().insert(header::STRICT_TRANSPORT_SECURITY, value);
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

/// Adds Retry-After, and closes the connection if the request's body was not read to its end. Otherwise a
/// proxy could send another player's request into a connection that is closing.
pub(super) async fn announce_end(request: Request, next: Next) -> Response {
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
