//! JSON answers.

use crate::request_error::RequestError;
use axum::body::Body;
use axum::http::header;
use axum::response::{IntoResponse, Response};

/// Response, or the error that becomes one.
pub(super) type Answer = Result<Response, RequestError>;

/// Returns the JSON text of an answer.
pub(super) fn write(answer: &impl serde::Serialize) -> String {
    serde_json::to_string(answer).expect("an answer has string keys")
}

/// Returns a response with a JSON text, which nothing may store.
pub(super) fn json(body: impl Into<Body>) -> Response {
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    (headers, body.into()).into_response()
}
