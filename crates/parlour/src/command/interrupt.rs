//! Ctrl-C while something long is under way: it ends early and says what it knows, and at the second time it ends at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Becomes true at the first Ctrl-C. Where signals cannot be waited for, Ctrl-C ends the program as ever.
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
