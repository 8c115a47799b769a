//! The files of the page.

use super::app::AppState;
use super::asset::send;
use crate::Page;
use crate::page::Asset;
use crate::request_error::RequestError;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, Uri, header};
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

pub(super) async fn page(
    State(app): State<Arc<AppState>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
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
