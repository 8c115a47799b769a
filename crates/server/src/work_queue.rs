//! Queue of blocking work that no table waits for. It limits concurrent jobs, queued jobs and jobs per
//! address, because bots and tables have priority.

use crate::net::{ConnectionLimiter, Place};
use crate::request_error::RequestError;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Timeout of a queued job.
const QUEUE_TIMEOUT: Duration = Duration::from_secs(20);

/// Maximum number of queued and running jobs per address.
const MAX_BY_ADDRESS: usize = 4;

/// Queue of blocking work.
pub(crate) struct WorkQueue {
    permits: Arc<Semaphore>,
    line: Arc<Semaphore>,
    limiter: Arc<ConnectionLimiter>,
}

impl WorkQueue {
    /// Allows `at_work` concurrent jobs and `in_line` queued ones, and [`MAX_BY_ADDRESS`] of both per
    /// address.
    pub(crate) fn new(at_work: usize, in_line: usize) -> Self {
        Self::with_share(at_work, in_line, MAX_BY_ADDRESS)
    }

    /// Creates a queue like [`new`](Self::new), with another limit per address.
    pub(crate) fn with_share(at_work: usize, in_line: usize, by_address: usize) -> Self {
        Self {
            permits: Arc::new(Semaphore::new(at_work)),
            line: Arc::new(Semaphore::new(at_work.saturating_add(in_line).min(Semaphore::MAX_PERMITS))),
            limiter: ConnectionLimiter::new(by_address),
        }
    }

    /// Joins the queue. Call it once all input is read, so that a slow sender does not delay others.
    ///
    /// # Errors
    ///
    /// Returns [`RequestError::TooMany`] if the address has too many jobs, and [`RequestError::Busy`] if the queue is
    /// full.
    pub(crate) fn enter(&self, address: Option<IpAddr>) -> Result<Ticket, RequestError> {
        let place =
            address.map(|address| self.limiter.enter(address).ok_or(RequestError::TooMany)).transpose()?;
        let in_line = Arc::clone(&self.line).try_acquire_owned().map_err(|_| RequestError::Busy)?;
        Ok(Ticket { _place: place, _in_line: in_line })
    }

    /// Runs a job on a blocking thread.
    ///
    /// # Errors
    ///
    /// Returns [`RequestError::Busy`] if the job waits too long or panics.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        ticket: Ticket,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, RequestError> {
        let permit = tokio::time::timeout(QUEUE_TIMEOUT, Arc::clone(&self.permits).acquire_owned()).await;
        let permit = permit.ok().and_then(Result::ok).ok_or(RequestError::Busy)?;
        // The caller may be cancelled; the job keeps its permits until it is done.
        let work = move || {
            let done = work();
            drop((ticket, permit));
            done
        };
        tokio::task::spawn_blocking(work).await.map_err(|error| {
            tracing::error!(%error, "a queued job failed");
            RequestError::Busy
        })
    }
}

/// Permission to wait in the queue.
pub(crate) struct Ticket {
    _place: Option<Place>,
    _in_line: OwnedSemaphorePermit,
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;
    use std::pin::Pin;
    use std::sync::mpsc;
    use std::task::{Context, Waker};

    fn address(last: u8) -> Option<IpAddr> {
        Some(Ipv4Addr::new(192, 0, 2, last).into())
    }

    fn waits<T>(work: &mut Pin<Box<impl Future<Output = T>>>) -> bool {
        work.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending()
    }

    #[tokio::test]
    async fn no_address_may_fill_the_line() {
        let queue = WorkQueue::new(1, 6);
        let (release, held) = mpsc::channel::<()>();
        let first = queue.enter(address(1)).unwrap();
        let mut first = Box::pin(queue.run(first, move || held.recv().is_ok()));
        assert!(waits(&mut first));
        let mut line: Vec<Ticket> = (1..MAX_BY_ADDRESS).map(|_| queue.enter(address(1)).unwrap()).collect();
        assert!(matches!(queue.enter(address(1)), Err(RequestError::TooMany)));
        // Other addresses may still join, until the queue is full.
        line.extend((0..3).map(|_| queue.enter(address(2)).unwrap()));
        assert!(matches!(queue.enter(None), Err(RequestError::Busy)));
        // A dropped ticket leaves the queue.
        line.pop();
        let late = queue.enter(address(3)).unwrap();
        let mut late = Box::pin(queue.run(late, || true));
        assert!(waits(&mut late), "one at a time");
        release.send(()).unwrap();
        assert!(first.await.unwrap() && late.await.unwrap());
        drop(line);
    }

    #[tokio::test]
    async fn work_that_panics_gives_its_place_back() {
        let queue = WorkQueue::new(1, 0);
        for _ in 0..3 {
            let ticket = queue.enter(address(1)).unwrap();
            let failed = queue.run(ticket, || -> bool { panic!("work that fails, for a test") }).await;
            assert!(matches!(failed, Err(RequestError::Busy)));
        }
        let ticket = queue.enter(address(1)).unwrap();
        assert!(queue.run(ticket, || true).await.unwrap());
    }
}
