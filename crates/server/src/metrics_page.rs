//! Page of the metrics, which Prometheus reads, on a listener of its own.

use crate::http::{AppState, check_name, nowhere};
use crate::metrics::{self, Sample};
use axum::Router;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use hmac_sha256::Hash as Sha256;
use std::sync::Arc;

/// Returns the routes of the metrics listener.
pub(crate) fn routes(app: Arc<AppState>) -> Router {
    Router::new()
        .route("/metrics", get(metrics_page))
        .fallback(nowhere)
        .layer(axum::middleware::from_fn_with_state(Arc::clone(&app), check_token))
        .layer(axum::middleware::from_fn_with_state(Arc::clone(&app), check_name))
        .with_state(app)
}

/// Refuses a request without the token of the metrics, if they have one.
async fn check_token(
    State(app): State<Arc<AppState>>,
    request: Request,
    next: axum::middleware::Next,
) -> Response {
    let wanted = app.registry.settings.metrics.as_ref().and_then(|metrics| metrics.token.as_deref());
    let given = request.headers().get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let given = given.and_then(|value| value.strip_prefix("Bearer ")).unwrap_or_default();
    // Hashes are compared, so that the time tells nothing about the token.
    match wanted {
        Some(wanted) if Sha256::hash(wanted.as_bytes()) != Sha256::hash(given.as_bytes()) => {
            (StatusCode::UNAUTHORIZED, [(header::WWW_AUTHENTICATE, "Bearer")]).into_response()
        }
        _ => next.run(request).await,
    }
}

async fn metrics_page(State(app): State<Arc<AppState>>) -> Response {
    let AppState { registry, pads, .. } = &*app;
    let sample = Sample {
        tables: registry.open_tables(),
        pads: pads.open_pads(),
        thoughts: registry.bot_pool.waiting(),
        is_damaged: registry.store.damage().is_some(),
        sizes: registry.store.sizes().await,
    };
    match registry.metrics.write(&sample) {
        Ok(text) => ([(header::CONTENT_TYPE, metrics::CONTENT_TYPE)], text).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}
