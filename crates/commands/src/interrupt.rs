//! Ctrl-C during long commands. The first ends the work early and prints the results so far; the
//! second exits at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Returns a flag that becomes true at the first Ctrl-C. Where signals are unavailable, Ctrl-C
/// exits.
pub(crate) fn stopped_by_ctrl_c() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let told = stop.clone();
    let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_io().build() else { return stop };
    std::thread::spawn(move || {
        runtime.block_on(async {
            while tokio::signal::ctrl_c().await.is_ok() {
                if told.swap(true, Ordering::Relaxed) {
                    std::process::exit(130);
                }
            }
        });
    });
    stop
}
