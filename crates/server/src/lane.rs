//! Work that nobody at a table waits for. A few at a time, a few more in line, and only so many of those for one address: the
//! bots and the tables come first.

use crate::door::{Crowd, Place};
use crate::refusal::Refusal;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How long somebody stands in line before they are sent away.
const PATIENCE: Duration = Duration::from_secs(20);

/// As many as one address may have in line or at work.
const MAX_BY_ADDRESS: usize = 4;

/// The places at which such work is done, and the line before them.
pub(crate) struct Lane {
    positions: Arc<Semaphore>,
    line: Arc<Semaphore>,
    crowd: Arc<Crowd>,
}

impl Lane {
    /// Allows `at_work` jobs at a time and `in_line` more that wait; an address may have [`MAX_BY_ADDRESS`] of both.
    pub(crate) fn new(at_work: usize, in_line: usize) -> Self {
        Self::with_share(at_work, in_line, MAX_BY_ADDRESS)
    }

    /// The same with another share for each address.
    pub(crate) fn with_share(at_work: usize, in_line: usize, by_address: usize) -> Self {
        Self {
            positions: Arc::new(Semaphore::new(at_work)),
            line: Arc::new(Semaphore::new(at_work.saturating_add(in_line).min(Semaphore::MAX_PERMITS))),
            crowd: Crowd::new(by_address),
        }
    }

    /// Joins the line, once everything is read that the work needs: whoever sends slowly keeps nobody waiting.
    ///
    /// # Errors
    ///
    /// When this address has too much to do here already, or the line is full.
    pub(crate) fn enter(&self, address: Option<IpAddr>) -> Result<Ticket, Refusal> {
        let place = address.map(|address| self.crowd.enter(address).ok_or(Refusal::TooMany)).transpose()?;
        let in_line = Arc::clone(&self.line).try_acquire_owned().map_err(|_| Refusal::Busy)?;
        Ok(Ticket { _place: place, _in_line: in_line })
    }

    /// Does some work among the others, away from the sockets.
    ///
    /// # Errors
    ///
    /// When those before it take too long, or the work fails.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        ticket: Ticket,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let position = tokio::time::timeout(PATIENCE, Arc::clone(&self.positions).acquire_owned()).await;
        let position = position.ok().and_then(Result::ok).ok_or(Refusal::Busy)?;
        // Whoever asked may go away; the work keeps its place until it is done.
        let work = move || {
            let done = work();
            drop((ticket, position));
            done
        };
        tokio::task::spawn_blocking(work).await.map_err(|error| {
            tracing::error!(%error, "work in a lane failed");
            Refusal::Busy
        })
    }
}

/// A place in the line.
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
        let lane = Lane::new(1, 6);
        let (release, held) = mpsc::channel::<()>();
        let first = lane.enter(address(1)).unwrap();
        let mut first = Box::pin(lane.run(first, move || held.recv().is_ok()));
        assert!(waits(&mut first));
        let mut line: Vec<Ticket> = (1..MAX_BY_ADDRESS).map(|_| lane.enter(address(1)).unwrap()).collect();
        assert!(matches!(lane.enter(address(1)), Err(Refusal::TooMany)));
        // Others may still join, until the line is full.
        line.extend((0..3).map(|_| lane.enter(address(2)).unwrap()));
        assert!(matches!(lane.enter(None), Err(Refusal::Busy)));
        // Whoever goes away leaves the line.
        line.pop();
        let late = lane.enter(address(3)).unwrap();
        let mut late = Box::pin(lane.run(late, || true));
        assert!(waits(&mut late), "one at a time");
        release.send(()).unwrap();
        assert!(first.await.unwrap() && late.await.unwrap());
        drop(line);
    }

    #[tokio::test]
    async fn work_that_panics_gives_its_place_back() {
        let lane = Lane::new(1, 0);
        for _ in 0..3 {
            let ticket = lane.enter(address(1)).unwrap();
            let failed = lane.run(ticket, || -> bool { panic!("work that fails, for a test") }).await;
            assert!(matches!(failed, Err(Refusal::Busy)));
        }
        let ticket = lane.enter(address(1)).unwrap();
        assert!(lane.run(ticket, || true).await.unwrap());
    }
}
