//! Metrics at a Unix socket.

use crate::support::{TIMEOUT, TestServer, quick};
use server::{MetricsAddress, MetricsListener, Server, Settings, check_settings};
use std::fs;
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::path::Path;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::UnixStream;

/// Returns settings with metrics at a Unix socket.
fn settings(data: &Path, socket: &Path, token: Option<&str>) -> Settings {
    let address = MetricsAddress::Unix(socket.to_owned());
    Settings { metrics: Some(MetricsListener { address, token: token.map(str::to_owned) }), ..quick(data) }
}

/// Sends a request for the metrics, with these further lines in its head.
async fn scrape(socket: &Path, head: &str) -> String {
    let mut stream = UnixStream::connect(socket).await.unwrap();
    let request = format!("GET /metrics HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n{head}\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    tokio::time::timeout(TIMEOUT, stream.read_to_string(&mut answer)).await.unwrap().unwrap();
    answer
}

/// Returns the sentence with which a server does not start.
async fn refusal(settings: Settings) -> String {
    match Server::bind(settings).await {
        Ok(_) => panic!("it starts"),
        Err(error) => error.to_string(),
    }
}

#[tokio::test]
async fn user_and_group_read_the_metrics_at_a_socket_that_goes_with_its_server() {
    let folder = tempfile::tempdir().unwrap();
    let socket = folder.path().join("metrics.sock");
    let server = TestServer::open(settings(&folder.path().join("data"), &socket, None)).await;
    assert_eq!(fs::metadata(&socket).unwrap().permissions().mode() & 0o777, 0o660);
    let answer = scrape(&socket, "").await;
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("\nparlour_tables 0\n"), "{answer}");
    server.close().await;
    assert!(!socket.exists());
}

#[tokio::test]
async fn a_token_counts_at_a_socket_too() {
    let folder = tempfile::tempdir().unwrap();
    let socket = folder.path().join("metrics.sock");
    let token = Some("a-long-token-of-mine");
    let server = TestServer::open(settings(&folder.path().join("data"), &socket, token)).await;
    assert!(scrape(&socket, "").await.starts_with("HTTP/1.1 401"));
    let answer = scrape(&socket, "authorization: Bearer a-long-token-of-mine\r\n").await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    server.close().await;
}

#[tokio::test]
async fn only_the_socket_of_a_dead_server_is_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let (data, socket) = (folder.path().join("data"), folder.path().join("metrics.sock"));
    drop(std::os::unix::net::UnixListener::bind(&socket).unwrap());
    assert!(socket.exists(), "as a killed server leaves it");
    let server = TestServer::open(settings(&data, &socket, None)).await;
    assert!(scrape(&socket, "").await.starts_with("HTTP/1.1 200"));

    let other = settings(&folder.path().join("other"), &socket, None);
    let said = refusal(other.clone()).await;
    assert!(said.contains("metrics.sock: another server listens there"), "{said}");
    // The settings of a running server are valid.
    check_settings(&other, false).await.unwrap();
    assert!(scrape(&socket, "").await.starts_with("HTTP/1.1 200"), "the first server keeps its socket");
    server.close().await;

    fs::write(&socket, "notes").unwrap();
    let said = refusal(other.clone()).await;
    assert!(said.contains("is not a socket"), "{said}");
    assert!(check_settings(&other, false).await.is_err());
    assert_eq!(fs::read_to_string(&socket).unwrap(), "notes");
    fs::remove_file(&socket).unwrap();

    // A server that does not start leaves no socket.
    let server = TestServer::open(quick(&data)).await;
    refusal(settings(&data, &socket, None)).await;
    assert!(!fs::symlink_metadata(&socket).is_ok_and(|found| found.file_type().is_socket()));
    server.close().await;
}
