//! TLS: the page and sockets over TLS, and certificates that change while the server runs.

use crate::authority::{AcmeServer, Authority};
use crate::support::{TIMEOUT, TestServer, eventually, http, metrics, quick, token};
use futures_util::{SinkExt, StreamExt};
use rcgen::KeyPair;
use serde_json::{Value, json};
use server::{Acme, Certificate, CertificateFiles, Rate, Server, Settings};
use std::net::SocketAddr;
use std::path::Path;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

const NAME: &str = "cards.example";

impl Authority {
    /// Writes a new certificate and its key into the folder.
    fn write(&self, folder: &Path) -> CertificateFiles {
        let (chain, key) = self.certify(NAME);
        let files = files(folder);
        std::fs::write(&files.chain, chain).unwrap();
        std::fs::write(&files.key, key.serialize_pem()).unwrap();
        files
    }

    /// Connects, if the server's certificate is from this authority.
    async fn try_dial(&self, address: SocketAddr) -> Option<TlsStream<TcpStream>> {
        let stream = TcpStream::connect(address).await.unwrap();
        self.client().connect(ServerName::try_from(NAME).unwrap(), stream).await.ok()
    }

    async fn dial(&self, address: SocketAddr) -> TlsStream<TcpStream> {
        self.try_dial(address).await.expect("a server that proves who it is")
    }

    /// Returns status and response of a request.
    async fn get(&self, address: SocketAddr, path: &str) -> (u16, String) {
        let mut stream = self.dial(address).await;
        let request = format!("GET {path} HTTP/1.1\r\nhost: {NAME}\r\nconnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        tokio::time::timeout(TIMEOUT, stream.read_to_string(&mut answer)).await.unwrap().unwrap();
        (answer.split(' ').nth(1).unwrap().parse().unwrap(), answer)
    }

    /// Returns the certificate of a new connection.
    async fn shown(&self, address: SocketAddr) -> Option<Vec<u8>> {
        let stream = self.try_dial(address).await?;
        Some(stream.get_ref().1.peer_certificates().unwrap()[0].to_vec())
    }

    /// Waits until the server uses another certificate.
    async fn other_than(&self, before: Option<&Vec<u8>>, address: SocketAddr) -> Option<Vec<u8>> {
        let shown = async || {
            Some(self.shown(address).await).filter(|shown| shown.is_some() && shown.as_ref() != before)
        };
        eventually("another certificate is shown", shown).await
    }

    /// Opens a WebSocket with this origin.
    async fn socket(
        &self,
        address: SocketAddr,
        origin: &str,
    ) -> Option<WebSocketStream<TlsStream<TcpStream>>> {
        let mut request = format!("wss://{NAME}/ws").into_client_request().unwrap();
        request.headers_mut().insert("origin", origin.parse().unwrap());
        let stream = self.dial(address).await;
        tokio_tungstenite::client_async(request, stream).await.ok().map(|(socket, _)| socket)
    }
}

fn files(folder: &Path) -> CertificateFiles {
    CertificateFiles {
        look_every: Duration::from_millis(30),
        ..CertificateFiles::new(folder.join("chain.pem"), folder.join("key.pem"))
    }
}

fn with_files(folder: &Path, files: CertificateFiles) -> Settings {
    Settings { names: vec![NAME.into()], certificate: Some(Certificate::Files(files)), ..quick(folder) }
}

/// Sends a hello, and waits for the answer.
async fn greet(socket: &mut WebSocketStream<TlsStream<TcpStream>>) {
    let hello = json!({ "type": "hello", "token": token(0), "protocol": protocol::PROTOCOL });
    socket.send(Message::text(hello.to_string())).await.unwrap();
    let heard = tokio::time::timeout(TIMEOUT, socket.next()).await.unwrap().unwrap().unwrap();
    let heard: Value = serde_json::from_str(heard.to_text().unwrap()).unwrap();
    assert!(matches!(heard["type"].as_str(), Some("hello" | "refused")), "{heard}");
}

#[tokio::test]
async fn the_page_and_its_sockets_come_through_tls() {
    let folder = tempfile::tempdir().unwrap();
    let authority = Authority::new();
    let server = TestServer::open(with_files(folder.path(), authority.write(folder.path()))).await;
    for (path, expected) in [("/", 200), ("/assets/a.js", 200), ("/api/health", 200), ("/api/nothing", 404)] {
        let (status, answer) = authority.get(server.address, path).await;
        assert_eq!(status, expected, "{answer}");
        assert!(answer.contains("\r\nstrict-transport-security: max-age=15552000\r\n"), "{answer}");
    }
    let mut socket = authority.socket(server.address, "https://cards.example").await.expect("a socket");
    greet(&mut socket).await;
    assert!(authority.socket(server.address, "http://cards.example").await.is_none(), "a page in clear");
    assert!(authority.socket(server.address, "https://evil.example").await.is_none());
    drop(socket);
    server.close().await;
}

#[tokio::test]
async fn a_server_with_a_certificate_is_reached_by_its_name() {
    let (certified, nameless, clear) =
        (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let settings = with_files(certified.path(), Authority::new().write(certified.path()));
    let server = Server::bind(settings.clone()).await.unwrap();
    assert_eq!(server.link(), format!("https://cards.example:{}", server.address().port()));
    let settings = Settings { names: Vec::new(), data: nameless.path().into(), ..settings };
    let server = Server::bind(settings).await.unwrap();
    assert_eq!(server.link(), format!("https://{}", server.address()));
    let server = Server::bind(quick(clear.path())).await.unwrap();
    assert_eq!(server.link(), format!("http://{}", server.address()));
}

#[tokio::test]
async fn without_a_certificate_nothing_is_said_of_tls() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let (status, head, _) = http(server.address, "GET / HTTP/1.1", "").await;
    assert_eq!((status, head.contains("strict-transport-security")), (200, false), "{head}");
    server.close().await;
}

#[tokio::test]
async fn plain_http_is_redirected_to_https() {
    let folder = tempfile::tempdir().unwrap();
    let authority = Authority::new();
    let server = TestServer::open(with_files(folder.path(), authority.write(folder.path()))).await;
    let (status, head, _) = http(server.address, "GET /table/x?y=1 HTTP/1.1", "").await;
    assert_eq!(status, 307);
    assert!(head.contains(&format!("\r\nlocation: https://{}/table/x?y=1\r\n", server.address)), "{head}");
    assert!(!head.contains("strict-transport-security"), "{head}");
    for request in ["POST /api/tables/validate HTTP/1.1", "GET /ws HTTP/1.1\r\nupgrade: websocket"] {
        let (status, _, body) = http(server.address, request, "{}").await;
        assert_eq!(status, 400, "{body}");
        assert!(body.contains("this port speaks TLS"), "{body}");
    }
    let elsewhere = "GET / HTTP/1.0\r\nx-nothing: here";
    assert_eq!(http(server.address, elsewhere, "").await.0, 307);
    // A redirect never leads to another host.
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream.write_all(b"GET / HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n").await.unwrap();
    let mut answer = String::new();
    tokio::time::timeout(TIMEOUT, stream.read_to_string(&mut answer)).await.unwrap().unwrap();
    assert!(answer.starts_with("HTTP/1.1 421 "), "{answer}");
    // A connection with neither TLS nor HTTP is closed.
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream.write_all(b"\x16\x03\x01\x00\x04nope").await.unwrap();
    let mut answer = Vec::new();
    let _ = tokio::time::timeout(TIMEOUT, stream.read_to_end(&mut answer)).await.expect("hung up on");
    server.close().await;
}

/// Opens connections with incomplete input, two of each kind.
async fn halves(server: &TestServer) -> Vec<TcpStream> {
    let mut halves = Vec::new();
    for half in [&b""[..], b"\x16", b"\x16\x03\x01\x02\x00\x01", b"GET / HT"] {
        for _ in 0..2 {
            let mut stream = TcpStream::connect(server.address).await.unwrap();
            stream.write_all(half).await.unwrap();
            halves.push(stream);
        }
    }
    halves
}

/// Waits until the server closes the connection.
async fn hung_up_on(stream: &mut TcpStream) {
    let mut answer = Vec::new();
    let _ = tokio::time::timeout(TIMEOUT, stream.read_to_end(&mut answer)).await.expect("hung up on");
}

#[tokio::test]
async fn a_handshake_is_waited_for_only_so_long() {
    let folder = tempfile::tempdir().unwrap();
    let authority = Authority::new();
    let settings = with_files(folder.path(), authority.write(folder.path()));
    let mut limits = settings.limits.clone();
    limits.connections.head = Duration::from_millis(200);
    limits.connections.total = 8;
    let server = TestServer::open(Settings { limits, ..settings }).await;
    for mut half in halves(&server).await {
        hung_up_on(&mut half).await;
    }
    // When they are gone, new connections are accepted again.
    let room = async || {
        let stream = TcpStream::connect(server.address).await.unwrap();
        authority.client().connect(ServerName::try_from(NAME).unwrap(), stream).await.ok()
    };
    eventually("there is room", room).await;
    server.close().await;
}

#[tokio::test]
async fn connections_above_the_limit_are_closed_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let authority = Authority::new();
    let settings = with_files(folder.path(), authority.write(folder.path()));
    let mut limits = settings.limits.clone();
    limits.connections.head = Duration::from_secs(3600);
    limits.connections.total = 8;
    let server = TestServer::open(Settings { limits, ..settings }).await;
    let mut halves = halves(&server).await;
    let mut ninth = TcpStream::connect(server.address).await.unwrap();
    let told = tokio::time::timeout(TIMEOUT, ninth.read(&mut [0])).await.expect("it is sent away");
    assert!(!matches!(told, Ok(1)), "it was told something in clear");
    server.close().await;
    // A slow handshake does not delay the shutdown.
    for half in &mut halves {
        hung_up_on(half).await;
    }
}

#[tokio::test]
async fn tls_handshakes_are_limited() {
    let folder = tempfile::tempdir().unwrap();
    let authority = Authority::new();
    let settings = with_files(folder.path(), authority.write(folder.path()));
    let handshakes_by_address = Rate { burst: 3, per_second: 0.0 };
    let mut limits = settings.limits.clone();
    limits.connections.handshakes_by_address = handshakes_by_address;
    let server = TestServer::open(Settings { limits, ..settings }).await;
    let mut begun = 0;
    for _ in 0..6 {
        begun += usize::from(authority.try_dial(server.address).await.is_some());
    }
    assert_eq!(begun, 3);
    // Connections without a signature are not counted.
    assert_eq!(http(server.address, "GET / HTTP/1.1", "").await.0, 307);
    server.close().await;
}

#[tokio::test]
async fn a_new_certificate_is_shown_without_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let authority = Authority::new();
    let server = TestServer::open(with_files(folder.path(), authority.write(folder.path()))).await;
    let first = authority.shown(server.address).await;
    let mut socket = authority.socket(server.address, "https://cards.example").await.expect("a socket");
    greet(&mut socket).await;
    authority.write(folder.path());
    let second = authority.other_than(first.as_ref(), server.address).await;
    // The old socket continues.
    greet(&mut socket).await;
    // Each of these is read several times.
    let good = std::fs::read(folder.path().join("chain.pem")).unwrap();
    let other_key = KeyPair::generate().unwrap().serialize_pem();
    for (file, bad) in [
        ("chain.pem", &b"nothing"[..]),
        ("chain.pem", &good[..good.len() / 3]),
        ("key.pem", b""),
        ("key.pem", other_key.as_bytes()),
    ] {
        let before = std::fs::read(folder.path().join(file)).unwrap();
        std::fs::write(folder.path().join(file), bad).unwrap();
        tokio::time::sleep(Duration::from_millis(150)).await;
        assert_eq!(authority.shown(server.address).await, second);
        std::fs::write(folder.path().join(file), before).unwrap();
    }
    std::fs::remove_file(folder.path().join("key.pem")).unwrap();
    tokio::time::sleep(Duration::from_millis(150)).await;
    assert_eq!(authority.shown(server.address).await, second);
    // A valid certificate is used again.
    authority.write(folder.path());
    authority.other_than(second.as_ref(), server.address).await;
    greet(&mut socket).await;
    drop(socket);
    server.close().await;
}

#[cfg(unix)]
#[tokio::test]
async fn a_hangup_signal_loads_a_new_certificate_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let authority = Authority::new();
    let files = CertificateFiles { look_every: Duration::from_secs(3600), ..authority.write(folder.path()) };
    let server = TestServer::open(with_files(folder.path(), files)).await;
    let first = authority.shown(server.address).await;
    authority.write(folder.path());
    let me = std::process::id().to_string();
    assert!(std::process::Command::new("kill").args(["-HUP", &me]).status().unwrap().success());
    authority.other_than(first.as_ref(), server.address).await;
    server.close().await;
}

#[tokio::test]
async fn certificate_errors_are_reported_before_startup() {
    let folder = tempfile::tempdir().unwrap();
    let authority = Authority::new();
    let other = tempfile::tempdir().unwrap();
    let (good, other) = (authority.write(folder.path()), authority.write(other.path()));
    let (nowhere, garbage) = (folder.path().join("nowhere.pem"), folder.path().join("garbage.pem"));
    let no_curve = "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n";
    std::fs::write(&garbage, no_curve).unwrap();
    for (files, sentence) in [
        (CertificateFiles { chain: nowhere.clone(), ..good.clone() }, "nowhere.pem cannot be read: "),
        (CertificateFiles { key: nowhere, ..good.clone() }, "nowhere.pem cannot be read: "),
        (CertificateFiles { chain: good.key.clone(), ..good.clone() }, "there is no certificate in "),
        (CertificateFiles { key: good.chain.clone(), ..good.clone() }, "there is no private key in "),
        (CertificateFiles { key: other.key, ..good.clone() }, "is not that of the first certificate in "),
        (CertificateFiles { key: garbage, ..good.clone() }, "garbage.pem can't be used: "),
    ] {
        let Err(error) = Server::bind(with_files(folder.path(), files)).await else { panic!("{sentence}") };
        let said = error.to_string();
        assert!(said.contains(sentence), "{said}");
    }
}

fn with_acme(folder: &Path, acme: &AcmeServer) -> Settings {
    let asked = Acme {
        directory: acme.directory.clone(),
        contact: Some("mailto:somebody@cards.example".into()),
        root: Some(acme.root.clone()),
    };
    // Authorities know only lower-case names.
    let names = vec!["Cards.Example".into()];
    Settings { names, certificate: Some(Certificate::Acme(asked)), ..quick(folder) }
}

#[tokio::test]
async fn an_authority_gives_a_certificate_which_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let acme = AcmeServer::open(folder.path()).await;
    let server = TestServer::open(with_acme(folder.path(), &acme)).await;
    // Until the validation there is no certificate, and connections don't wait for one.
    assert_eq!(acme.authority.shown(server.address).await, None);
    assert_eq!(http(server.address, "GET / HTTP/1.1", "").await.0, 307);
    acme.names_lead_to(server.address);
    let first = acme.authority.other_than(None, server.address).await;
    assert_eq!(acme.authority.get(server.address, "/api/health").await.0, 200);
    assert_eq!(acme.counts(), (1, 1));
    #[cfg(unix)]
    {
        let kept = std::fs::metadata(folder.path().join("acme.json")).unwrap();
        assert_eq!(std::os::unix::fs::PermissionsExt::mode(&kept.permissions()) & 0o777, 0o600);
    }
    server.close().await;
    // The next start needs no authority.
    let settings = with_acme(folder.path(), &acme);
    let (authority, counts) = (acme.authority.clone(), acme.counts());
    drop(acme);
    let server = TestServer::open(settings).await;
    assert_eq!(authority.other_than(None, server.address).await, first);
    assert_eq!(counts, (1, 1));
    server.close().await;
}

#[tokio::test]
async fn a_certificate_is_renewed_before_its_time_is_over() {
    let folder = tempfile::tempdir().unwrap();
    let acme = AcmeServer::open(folder.path()).await;
    acme.lifetime(Duration::from_secs(12));
    let settings = Settings { metrics: Some(metrics()), ..with_acme(folder.path(), &acme) };
    let server = TestServer::open(settings).await;
    // Without a certificate nothing is known of its end.
    assert_eq!(expiry(&server).await, 0);
    acme.names_lead_to(server.address);
    let first = acme.authority.other_than(None, server.address).await;
    let first_expiry = expiry(&server).await;
    assert!(first_expiry > 0);
    acme.lifetime(Duration::from_secs(86_400));
    let begun = Instant::now();
    acme.authority.other_than(first.as_ref(), server.address).await;
    assert!(begun.elapsed() < Duration::from_secs(12), "{:?}", begun.elapsed());
    assert!(expiry(&server).await > first_expiry + 3600, "{first_expiry}");
    // With the same account.
    assert_eq!(acme.counts(), (1, 2));
    server.close().await;
}

/// Returns the end of the certificate's validity as the metrics tell it.
async fn expiry(server: &TestServer) -> u64 {
    let (_, _, text) = http(server.metrics.unwrap(), "GET /metrics HTTP/1.1", "").await;
    let value = |line: &str| line.strip_prefix("parlour_certificate_expiry_timestamp_seconds ")?.parse().ok();
    text.lines().find_map(value).unwrap()
}

#[tokio::test]
async fn an_authority_that_does_not_find_us_is_asked_again_only_later() {
    let folder = tempfile::tempdir().unwrap();
    let acme = AcmeServer::open(folder.path()).await;
    let server = TestServer::open(with_acme(folder.path(), &acme)).await;
    let nobody = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let nowhere = nobody.local_addr().unwrap();
    drop(nobody);
    acme.names_lead_to(nowhere);
    let refused = async {
        while acme.refusal().is_none() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(TIMEOUT, refused).await.expect("a refusal");
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(acme.counts(), (1, 0));
    assert_eq!(acme.orders(), 1);
    assert_eq!(acme.authority.shown(server.address).await, None);
    assert_eq!(http(server.address, "GET / HTTP/1.1", "").await.0, 307);
    server.close().await;
}

#[tokio::test]
async fn an_authority_is_asked_for_names_only_and_must_be_believed() {
    let folder = tempfile::tempdir().unwrap();
    let acme = AcmeServer::open(folder.path()).await;
    let good = with_acme(folder.path(), &acme);
    let with_root = |file: &str| {
        let asked = Acme { root: Some(folder.path().join(file)), ..Acme::default() };
        Settings { certificate: Some(Certificate::Acme(asked)), ..good.clone() }
    };
    std::fs::write(folder.path().join("empty.pem"), "").unwrap();
    for (settings, sentence) in [
        (Settings { names: Vec::new(), ..good.clone() }, "--host cards.example"),
        (with_root("nowhere.pem"), "nowhere.pem cannot be read: "),
        (with_root("empty.pem"), "there is no certificate in "),
    ] {
        let Err(error) = Server::bind(settings).await else { panic!("{sentence}") };
        let said = error.to_string();
        assert!(said.contains(sentence), "{said}");
    }
}
