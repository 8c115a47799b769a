//! Connections: limits per address, proxies and host names.

use crate::support::{TIMEOUT, TestServer, eventually, get, http, quick, token};
use serde_json::{Value, json};
use server::{IpNet, Rate, Settings};
use std::net::SocketAddr;
use std::path::Path;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

/// Opens a server that allows three requests per address, with trusted proxies.
async fn three_times(data: &Path, proxies: &[&str]) -> TestServer {
    let quick = quick(data);
    let mut limits = quick.limits.clone();
    limits.requests_by_address = Rate { burst: 3, per_second: 0.0 };
    limits.connections.by_address = 4;
    let proxies: Vec<IpNet> = proxies.iter().map(|network| network.parse().unwrap()).collect();
    TestServer::open(Settings { limits, proxies, ..quick }).await
}

/// Returns how many requests with these forwarding headers are answered.
async fn answered(server: &TestServer, forwarded: impl Fn(usize) -> String) -> usize {
    let mut answered = 0;
    for number in 0..6 {
        let request = format!("GET /api/health HTTP/1.1{}", forwarded(number));
        let (status, ..) = http(server.address, &request, "").await;
        assert!(matches!(status, 200 | 429), "{status}");
        answered += usize::from(status == 200);
    }
    answered
}

#[tokio::test]
async fn clients_behind_a_proxy_are_counted_separately() {
    let folder = tempfile::tempdir().unwrap();
    let server = three_times(folder.path(), &["127.0.0.0/8"]).await;
    let from = |address: &'static str| move |_| format!("\r\nx-forwarded-for: {address}");
    assert_eq!(answered(&server, from("203.0.113.1")).await, 3);
    assert_eq!(answered(&server, from("203.0.113.2")).await, 3);
    // Addresses that the client itself wrote into the header are ignored.
    assert_eq!(
        answered(&server, |number| format!("\r\nx-forwarded-for: 6.6.6.{number}, 203.0.113.3")).await,
        3
    );
    // Another address of the same network has the same limit.
    assert_eq!(answered(&server, |number| format!("\r\nx-forwarded-for: 2001:db8::{number}")).await, 3);
    // Requests from this machine come without the proxy.
    assert_eq!(answered(&server, |_| String::new()).await, 6);
    server.close().await;
}

#[tokio::test]
async fn forwarded_addresses_of_untrusted_proxies_are_ignored() {
    for proxies in [&[][..], &["10.0.0.0/8"]] {
        let folder = tempfile::tempdir().unwrap();
        let server = three_times(folder.path(), proxies).await;
        assert_eq!(answered(&server, |number| format!("\r\nx-forwarded-for: 203.0.113.{number}")).await, 3);
        assert_eq!(answered(&server, |_| String::new()).await, 0);
        // Files of the page are not counted.
        assert_eq!(get(server.address, "/assets/a.js").await.0, 200);
        server.close().await;
    }
}

#[tokio::test]
async fn sockets_behind_a_proxy_are_counted_by_whom_it_brings() {
    let folder = tempfile::tempdir().unwrap();
    let quick = quick(folder.path());
    let mut limits = quick.limits.clone();
    limits.connections.by_address = 2;
    let server =
        TestServer::open(Settings { limits, proxies: vec!["127.0.0.1/32".parse().unwrap()], ..quick }).await;
    let dial = async |from: &str| {
        let mut request = format!("ws://{}/ws", server.address).into_client_request().unwrap();
        request.headers_mut().insert("x-forwarded-for", from.parse().unwrap());
        tokio_tungstenite::connect_async(request).await.ok().map(|(socket, _)| socket)
    };
    let mut sockets = Vec::new();
    for _ in 0..4 {
        sockets.extend(dial("203.0.113.1").await);
    }
    assert_eq!(sockets.len(), 2);
    sockets.extend(dial("203.0.113.2").await);
    assert_eq!(sockets.len(), 3);
    drop(sockets);
    server.close().await;
}

/// Returns the server's answer to raw bytes.
async fn raw(address: SocketAddr, request: &str) -> (u16, Value) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    let _ = tokio::time::timeout(TIMEOUT, stream.read_to_string(&mut answer)).await.expect("an answer");
    let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    (status, serde_json::from_str(body).unwrap_or_default())
}

#[tokio::test]
async fn a_name_that_was_not_given_is_refused_with_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let settings = Settings { names: vec!["cards.example".into()], ..quick(folder.path()) };
    let server = TestServer::open(settings).await;
    let ask = async |hosts: &str| {
        raw(server.address, &format!("GET /api/health HTTP/1.1\r\nconnection: close\r\n{hosts}\r\n")).await
    };
    for ours in ["127.0.0.1", "localhost:1", "cards.example", "Cards.Example:443"] {
        assert_eq!(ask(&format!("host: {ours}\r\n")).await.0, 200, "{ours}");
    }
    let (status, refused) = ask("host: evil.example\r\n").await;
    assert_eq!((status, &refused["code"]), (421, &json!("not-yours")));
    assert!(refused["message"].as_str().unwrap().contains("--host evil.example"), "{refused}");
    for unclear in ["", "host: localhost\r\nhost: localhost\r\n"] {
        assert_eq!(ask(unclear).await.0, 400, "{unclear}");
    }
    server.close().await;
}

#[tokio::test]
async fn the_page_of_another_server_may_ask_nothing_of_this_one() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    for path in [
        "/api/tables/validate",
        "/api/double-dummy",
        "/api/boards",
        "/api/boards/0",
        "/api/tables",
        "/api/pads",
    ] {
        for from in ["origin: https://evil.example", "origin: null", "sec-fetch-site: cross-site"] {
            let request = format!(
                "POST {path} HTTP/1.1\r\nauthorization: Bearer {}\r\ncontent-type: text/plain\r\n{from}",
                token(0)
            );
            let (status, _, body) = http(server.address, &request, "{}").await;
            assert_eq!(status, 403, "{path} {from} {body}");
        }
        let ours = format!(
            "POST {path} HTTP/1.1\r\norigin: http://{}\r\nsec-fetch-site: same-origin",
            server.address
        );
        assert_ne!(http(server.address, &ours, "{}").await.0, 403, "{path}");
    }
    server.close().await;
}

#[tokio::test]
async fn a_slow_sender_delays_no_other_client() {
    let folder = tempfile::tempdir().unwrap();
    let quick = quick(folder.path());
    let mut limits = quick.limits.clone();
    limits.analyses.concurrent = 1;
    limits.analyses.queued = 2;
    let server = TestServer::open(Settings { limits, ..quick }).await;
    let mut silent = Vec::new();
    for path in ["/api/boards", "/api/boards/0", "/api/boards", "/api/boards/0", "/api/boards"] {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        let head = format!("POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n[");
        stream.write_all(head.as_bytes()).await.unwrap();
        silent.push(stream);
    }
    // The connections have arrived when a later one is answered.
    assert_eq!(get(server.address, "/api/health").await.0, 200);
    let (status, _, body) = http(server.address, "POST /api/boards HTTP/1.1", "[Board \"1\"]\n").await;
    assert!(matches!(status, 200 | 400), "{status} {body}");
    // The server closes them at shutdown without waiting.
    server.close().await;
    for mut stream in silent {
        let mut rest = Vec::new();
        let end = stream.read_to_end(&mut rest);
        let _ = tokio::time::timeout(TIMEOUT, end).await.expect("the server hangs up");
    }
}

/// nginx with the configuration of docs/reverse-proxy.md, without TLS and on other ports.
struct Nginx {
    address: SocketAddr,
    process: std::process::Child,
}

impl Nginx {
    /// Starts nginx. Returns `None` if it is not installed.
    fn before(server: &TestServer, folder: &Path) -> Option<Self> {
        let address = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let page = include_str!("../../../../docs/reverse-proxy.md");
        let told = page.split_once("```nginx\n").and_then(|(_, rest)| rest.split_once("```")).unwrap().0;
        let told: String = told.lines().filter(|line| !line.contains("ssl_")).collect::<Vec<_>>().join("\n");
        let told = told
            .replace("443 ssl", &address.to_string())
            .replace("127.0.0.1:4880", &server.address.to_string());
        let places: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map(|name| format!("{name}_temp_path {};\n", folder.join(name).display()))
            .concat();
        let whole = format!(
            "daemon off; master_process off; pid {}; error_log stderr;\nevents {{}}\nhttp {{ access_log off;\n{places}{told}\n}}\n",
            folder.join("nginx.pid").display()
        );
        let file = folder.join("nginx.conf");
        std::fs::write(&file, whole).unwrap();
        let process =
            std::process::Command::new("nginx").arg("-p").arg(folder).arg("-c").arg(&file).spawn().ok()?;
        Some(Self { address, process })
    }

    /// Connects from another address of this machine, as soon as nginx listens.
    async fn from(&self, client: &str) -> TcpStream {
        let connect = async || {
            let socket = tokio::net::TcpSocket::new_v4().unwrap();
            socket.bind(format!("{client}:0").parse().unwrap()).unwrap();
            socket.connect(self.address).await.ok()
        };
        eventually("nginx listens", connect).await
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[tokio::test]
async fn behind_nginx_as_the_documentation_has_it() {
    let folder = tempfile::tempdir().unwrap();
    let quick = quick(folder.path());
    let mut limits = quick.limits.clone();
    limits.requests_by_address = Rate { burst: 3, per_second: 0.0 };
    limits.connections.by_address = 2;
    let proxies = vec!["127.0.0.1/32".parse().unwrap()];
    let server =
        TestServer::open(Settings { limits, proxies, names: vec!["cards.example".into()], ..quick }).await;
    let Some(nginx) = Nginx::before(&server, folder.path()) else {
        eprintln!("there is no nginx on this machine: not tried behind it");
        return server.close().await;
    };
    let mut statuses = Vec::new();
    for client in ["127.0.0.2", "127.0.0.2", "127.0.0.2", "127.0.0.2", "127.0.0.3"] {
        let mut stream = nginx.from(client).await;
        let request = "GET /api/health HTTP/1.1\r\nhost: cards.example\r\nx-forwarded-for: 6.6.6.6\r\nconnection: close\r\n\r\n";
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        statuses.push(answer.split(' ').nth(1).unwrap_or_default().to_owned());
    }
    assert_eq!(statuses, ["200", "200", "200", "429", "200"]);
    let dial = async |client: &str, origin: &str| {
        let mut request = "ws://cards.example/ws".into_client_request().unwrap();
        request.headers_mut().insert("origin", origin.parse().unwrap());
        let stream = nginx.from(client).await;
        tokio_tungstenite::client_async(request, stream).await.ok().map(|(socket, _)| socket)
    };
    assert!(dial("127.0.0.4", "https://evil.example").await.is_none());
    let sockets =
        [dial("127.0.0.5", "https://cards.example").await, dial("127.0.0.5", "https://cards.example").await];
    assert!(sockets.iter().all(Option::is_some));
    assert!(dial("127.0.0.5", "https://cards.example").await.is_none(), "two at once");
    assert!(dial("127.0.0.6", "https://cards.example").await.is_some());
    drop((sockets, nginx));
    server.close().await;
}

/// Sends bytes on a connection that stays open, and reads one response.
async fn answer_to(stream: &mut TcpStream, request: &str) -> String {
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    loop {
        let body = answer.split_once("\r\n\r\n").map(|(head, body)| {
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
            (length.parse::<usize>().unwrap(), body.len())
        });
        if body.is_some_and(|(length, so_far)| length == so_far) {
            return answer;
        }
        let mut bytes = [0; 4096];
        let read = tokio::time::timeout(TIMEOUT, stream.read(&mut bytes)).await.expect("an answer").unwrap();
        assert_ne!(read, 0, "closed after {answer}");
        answer.push_str(std::str::from_utf8(&bytes[..read]).unwrap());
    }
}

#[tokio::test]
async fn a_refusal_says_when_to_come_again_and_whether_the_connection_ends() {
    let folder = tempfile::tempdir().unwrap();
    let server = three_times(folder.path(), &[]).await;
    let post = |length: usize, sent: usize| {
        let head = format!("POST /api/tables HTTP/1.1\r\nhost: {}\r\n", server.address);
        format!("{head}content-length: {length}\r\n\r\n{}", "x".repeat(sent))
    };
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    for _ in 0..3 {
        let health = format!("GET /api/health HTTP/1.1\r\nhost: {}\r\n\r\n", server.address);
        let answer = answer_to(&mut stream, &health).await;
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
    // A short body is read, so the connection stays open.
    for _ in 0..3 {
        let answer = answer_to(&mut stream, &post(2_000, 2_000)).await;
        assert!(answer.starts_with("HTTP/1.1 429"), "{answer}");
        assert!(
            answer.contains("\r\nretry-after: 2\r\n") && !answer.contains("\r\nconnection: close"),
            "{answer}"
        );
    }
    // A long body is not read, and the response announces the end of the connection.
    let answer = answer_to(&mut stream, &post(200_000, 1_000)).await;
    assert!(answer.starts_with("HTTP/1.1 429") && answer.contains("\r\nconnection: close\r\n"), "{answer}");
    server.close().await;
}

#[tokio::test]
async fn a_refusal_before_the_body_was_read_announces_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let head = format!("POST /api/tables HTTP/1.1\r\nhost: {}\r\n", server.address);
    // Without a token the body is not read.
    let answer = answer_to(&mut stream, &format!("{head}content-length: 200000\r\n\r\nx")).await;
    assert!(answer.starts_with("HTTP/1.1 401") && answer.contains("\r\nconnection: close\r\n"), "{answer}");
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let known = format!("{head}authorization: Bearer {}\r\n", token(0));
    for _ in 0..2 {
        let answer = answer_to(&mut stream, &format!("{known}content-length: 2\r\n\r\n{{}}")).await;
        assert!(answer.starts_with("HTTP/1.1 400") && !answer.contains("\r\nconnection: close"), "{answer}");
    }
    server.close().await;
}

#[tokio::test]
async fn browsers_are_told_what_this_page_does_without() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    for path in ["/", "/api/health", "/nothing.here"] {
        let (_, head, _) = http(server.address, &format!("GET {path} HTTP/1.1"), "").await;
        assert!(head.contains("\r\ncross-origin-resource-policy: same-origin"), "{head}");
        assert!(head.contains("camera=(), "), "{head}");
    }
    for (path, status) in [("/table/abc", 200), ("/.git/config", 404), ("/.env", 404), ("/a/.ssh/id", 404)] {
        assert_eq!(get(server.address, path).await.0, status, "{path}");
    }
    server.close().await;
}
