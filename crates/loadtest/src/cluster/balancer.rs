//! Minimal load balancer. It distributes connections over the ready servers, and tries the next
//! server if one doesn't accept.

use crate::Result;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};

const LOOK: Duration = Duration::from_millis(500);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(1);

struct Node {
    address: SocketAddr,
    is_ready: AtomicBool,
}

/// Starts a balancer for these servers. Returns its address.
pub(super) async fn start(addresses: Vec<SocketAddr>) -> Result<SocketAddr> {
    let node = |address| Node { address, is_ready: AtomicBool::new(true) };
    let nodes: Arc<[Node]> = addresses.into_iter().map(node).collect();
    for index in 0..nodes.len() {
        let nodes = Arc::clone(&nodes);
        tokio::spawn(async move {
            loop {
                let asked = timeout(CONNECT_TIMEOUT, is_ready(nodes[index].address)).await;
                nodes[index].is_ready.store(matches!(asked, Ok(Ok(true))), Ordering::Relaxed);
                sleep(LOOK).await;
            }
        });
    }
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    let turn = Arc::new(AtomicUsize::new(0));
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(bring(stream, Arc::clone(&nodes), Arc::clone(&turn)));
        }
    });
    Ok(address)
}

async fn is_ready(address: SocketAddr) -> std::io::Result<bool> {
    let mut stream = TcpStream::connect(address).await?;
    let request = format!("GET /api/ready HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    Ok(answer.starts_with("HTTP/1.1 200"))
}

async fn bring(mut stream: TcpStream, nodes: Arc<[Node]>, turn: Arc<AtomicUsize>) {
    let first = turn.fetch_add(1, Ordering::Relaxed);
    let in_turn = || (0..nodes.len()).map(|index| &nodes[(first + index) % nodes.len()]);
    let ready = |node: &&Node| node.is_ready.load(Ordering::Relaxed);
    // A server that isn't ready is better than none.
    for node in in_turn().filter(ready).chain(in_turn().filter(|node| !ready(node))) {
        if let Ok(Ok(mut there)) = timeout(CONNECT_TIMEOUT, TcpStream::connect(node.address)).await {
            let _ = (stream.set_nodelay(true), there.set_nodelay(true));
            let _ = copy_bidirectional(&mut stream, &mut there).await;
            return;
        }
    }
}
