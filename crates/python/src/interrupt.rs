//! Long work without the interpreter lock, interruptible by Ctrl-C.

use crate::errors::{PythonError, panicked};
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// Interval for checking interrupts and reporting progress.
const PAUSE: Duration = Duration::from_millis(100);

/// Runs `work` on a thread while this one checks for Ctrl-C and reports progress. After an
/// interrupt, `work` must end soon; its result is dropped.
pub(crate) fn until_done<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool, &AtomicUsize) -> T + Send,
    progress: Option<&Bound<'_, PyAny>>,
) -> Result<T, PythonError> {
    let (stop, done) = (AtomicBool::new(false), AtomicUsize::new(0));
    let mut told = 0;
    let mut tell = |py: Python<'_>, progress: Option<&Py<PyAny>>| {
        let now = done.load(Ordering::Relaxed);
        if let Some(progress) = progress.filter(|_| now != told) {
            told = now;
            progress.call1(py, (now,))?;
        }
        py.check_signals()
    };
    let progress = progress.map(|progress| progress.clone().unbind());
    let worked = py.detach(|| {
        let (sender, receiver) = channel();
        thread::scope(|scope| {
            let (stop, done) = (&stop, &done);
            // The worker owns the sender, so a panic closes the channel and ends the wait.
            let worker = scope.spawn(move || {
                let result = work(stop, done);
                let _ = sender.send(());
                result
            });
            let listened = loop {
                match receiver.recv_timeout(PAUSE) {
                    // A panic of the worker is reported by the join.
                    Ok(()) | Err(RecvTimeoutError::Disconnected) => break Ok(()),
                    Err(RecvTimeoutError::Timeout) => {
                        let told = Python::attach(|py| tell(py, progress.as_ref()));
                        if told.is_err() {
                            stop.store(true, Ordering::Relaxed);
                            break told;
                        }
                    }
                }
            };
            match worker.join() {
                Ok(result) => listened.map(|()| result).map_err(PythonError::from),
                Err(panic) => Err(panicked(&*panic)),
            }
        })
    })?;
    tell(py, progress.as_ref())?;
    Ok(worked)
}
