//! Proxy to a server or a database that can be cut, silenced or slowed down.

use crate::Result;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;
use tokio::time::sleep;

/// Target of a proxy.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum End {
    /// A local TCP port.
    Port(SocketAddr),
    /// Unix socket, as databases use.
    Socket(PathBuf),
}

/// State of a proxy.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    Open,
    /// Connections are closed, and new ones fail.
    Closed,
    /// Connections stay open, but data is lost: in both directions, or only the answers. A
    /// connection that has lost data stays dead, like one that a firewall has forgotten.
    Silent(Lost),
    /// All data is delayed.
    Slow(Duration),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Lost {
    Everything,
    Answers,
}

#[derive(Clone, PartialEq, Eq)]
struct Course {
    end: End,
    way: Way,
}

pub(super) struct Proxy {
    address: SocketAddr,
    course: watch::Sender<Course>,
}

impl Proxy {
    /// Starts a proxy to a target.
    pub(super) async fn start(end: End) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let course = watch::Sender::new(Course { end, way: Way::Open });
        let watched = course.subscribe();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(bring(stream, watched.clone()));
            }
        });
        Ok(Self { address, course })
    }

    pub(super) fn address(&self) -> SocketAddr {
        self.address
    }

    pub(super) fn set(&self, way: Way) {
        self.course.send_modify(|course| course.way = way);
    }

    /// Changes the target and closes existing connections.
    pub(super) fn lead_to(&self, end: End) {
        self.course.send_modify(|course| course.end = end);
    }
}

async fn bring(stream: TcpStream, course: watch::Receiver<Course>) {
    let _ = stream.set_nodelay(true);
    let now = course.borrow().clone();
    let mut until_other = course.clone();
    let until_other = until_other.wait_for(|course| course.way == Way::Closed || course.end != now.end);
    let brought = async {
        match (now.way, &now.end) {
            (Way::Silent(Lost::Everything), _) => {
                // The target is not contacted, and no data is returned.
                let (reading, _writing) = stream.into_split();
                let _ = pass(reading, tokio::io::sink(), course, Direction::There).await;
            }
            (_, End::Port(port)) => {
                let Ok(there) = TcpStream::connect(port).await else { return };
                let _ = there.set_nodelay(true);
                pass_both(stream.into_split(), there.into_split(), course).await;
            }
            (_, End::Socket(socket)) => {
                let Ok(there) = UnixStream::connect(socket).await else { return };
                pass_both(stream.into_split(), there.into_split(), course).await;
            }
        }
    };
    tokio::select! {
        () = brought => {}
        _ = until_other => {}
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    There,
    Back,
}

async fn pass_both<R: AsyncRead + Unpin, W: AsyncWrite + Unpin>(
    here: (impl AsyncRead + Unpin, impl AsyncWrite + Unpin),
    there: (R, W),
    course: watch::Receiver<Course>,
) {
    let _ = tokio::join!(
        pass(here.0, there.1, course.clone(), Direction::There),
        pass(there.0, here.1, course, Direction::Back)
    );
}

/// Forwards data in one direction until it ends.
async fn pass(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    mut course: watch::Receiver<Course>,
    direction: Direction,
) -> io::Result<()> {
    let mut buffer = vec![0; 64 * 1024];
    let mut is_lost = false;
    loop {
        let length = from.read(&mut buffer).await.unwrap_or_default();
        let way = course.borrow().way;
        is_lost |= match way {
            Way::Silent(Lost::Everything) => true,
            Way::Silent(Lost::Answers) => direction == Direction::Back,
            _ => false,
        };
        if length == 0 {
            if is_lost {
                // The end of a connection is forwarded once the proxy works again.
                let _ = course.wait_for(|course| !matches!(course.way, Way::Silent(_))).await;
            }
            return to.shutdown().await;
        }
        if let Way::Slow(time) = way {
            sleep(time).await;
        }
        if !is_lost {
            to.write_all(&buffer[..length]).await?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::time::{Instant, timeout};

    const SOON: Duration = Duration::from_millis(200);

    /// Starts an echo server.
    async fn echo() -> End {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("a port");
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(async move {
                    let (mut reading, mut writing) = stream.into_split();
                    let _ = tokio::io::copy(&mut reading, &mut writing).await;
                });
            }
        });
        End::Port(address)
    }

    async fn is_answered(stream: &mut TcpStream) -> bool {
        let asked = async {
            stream.write_all(b"?").await?;
            stream.read_exact(&mut [0]).await
        };
        matches!(timeout(SOON, asked).await, Ok(Ok(_)))
    }

    #[tokio::test]
    async fn a_way_is_closed_and_opened_again() {
        let proxy = Proxy::start(echo().await).await.expect("it starts");
        let mut stream = TcpStream::connect(proxy.address()).await.expect("it listens");
        assert!(is_answered(&mut stream).await);
        proxy.set(Way::Closed);
        let read = timeout(SOON, stream.read(&mut [0])).await.expect("it ends");
        assert!(matches!(read, Ok(0) | Err(_)));
        let mut late = TcpStream::connect(proxy.address()).await.expect("it listens");
        assert!(!is_answered(&mut late).await);
        proxy.set(Way::Open);
        let mut stream = TcpStream::connect(proxy.address()).await.expect("it listens");
        assert!(is_answered(&mut stream).await);
    }

    #[tokio::test]
    async fn what_is_lost_in_silence_never_comes_and_who_comes_after_it_is_heard() {
        let proxy = Proxy::start(echo().await).await.expect("it starts");
        for lost in [Lost::Everything, Lost::Answers] {
            let mut stream = TcpStream::connect(proxy.address()).await.expect("it listens");
            assert!(is_answered(&mut stream).await);
            proxy.set(Way::Silent(lost));
            assert!(!is_answered(&mut stream).await);
            let mut another = TcpStream::connect(proxy.address()).await.expect("it listens");
            assert!(!is_answered(&mut another).await);
            proxy.set(Way::Open);
            assert!(timeout(SOON, stream.read(&mut [0])).await.is_err(), "neither an answer nor an end");
            let mut stream = TcpStream::connect(proxy.address()).await.expect("it listens");
            assert!(is_answered(&mut stream).await);
        }
    }

    #[tokio::test]
    async fn a_slow_way_takes_its_time() {
        let proxy = Proxy::start(echo().await).await.expect("it starts");
        let mut stream = TcpStream::connect(proxy.address()).await.expect("it listens");
        proxy.set(Way::Slow(SOON / 4));
        let begun = Instant::now();
        assert!(is_answered(&mut stream).await);
        assert!(begun.elapsed() >= SOON / 2, "there and back");
    }

    #[tokio::test]
    async fn a_way_that_leads_elsewhere_ends_what_went_there() {
        let proxy = Proxy::start(echo().await).await.expect("it starts");
        let mut stream = TcpStream::connect(proxy.address()).await.expect("it listens");
        assert!(is_answered(&mut stream).await);
        proxy.lead_to(echo().await);
        assert!(matches!(timeout(SOON, stream.read(&mut [0])).await, Ok(Ok(0) | Err(_))));
        let mut stream = TcpStream::connect(proxy.address()).await.expect("it listens");
        assert!(is_answered(&mut stream).await);
    }
}
