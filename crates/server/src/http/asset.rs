//! Files and fixed texts as responses, with a tag and compression.

use crate::page::Asset;
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use flate2::Compression;
use flate2::write::GzEncoder;
use hmac_sha256::Hash as Sha256;
use std::borrow::Cow;
use std::io::Write;

/// Returns a JSON text that never changes while the server runs, compressed once.
pub(super) fn of_json(text: String) -> Asset {
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

/// Returns the response with an asset, compressed if the client accepts it, or “not modified” if the client has it.
pub(super) fn send(asset: Asset, headers: &HeaderMap) -> Response {
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
