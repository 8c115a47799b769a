//! Start and stop of the server: its first log lines, and what a stop request does to players.

#![cfg(unix)]

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::{Message, WebSocket};

/// Timeout of a read. It only ends a failed test.
const TIMEOUT: Duration = Duration::from_secs(120);

/// Bearer token of the player.
const TOKEN: &str = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// Running server, killed on drop.
struct Serving {
    program: Child,
    /// Address and port.
    address: String,
}

impl Serving {
    /// Starts a server with a data folder and further arguments.
    fn start(data: &Path, arguments: &[&str]) -> Self {
        let mut program = Command::new(env!("CARGO_BIN_EXE_parlour"))
            .args(["serve", "--port", "0", "--bot-pause", "0", "--data"])
            .arg(data)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(program.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("Parlour is open at http://").unwrap().to_owned();
        Self { program, address }
    }

    fn ask_to_stop(&self) {
        let asked = Command::new("kill").args(["-TERM", &self.program.id().to_string()]).status();
        assert!(asked.unwrap().success());
    }

    /// Waits for the end, and returns the log.
    fn log(mut self) -> String {
        let mut log = String::new();
        self.program.stderr.take().unwrap().read_to_string(&mut log).unwrap();
        let status = self.program.wait().unwrap();
        assert!(status.success(), "{status}: {log}");
        log
    }

    /// Creates a table against a bot and returns its id.
    fn create_table(&self) -> String {
        create_table(&self.address)
    }
}

/// Creates a table against a bot at a server, and returns its id.
pub(crate) fn create_table(address: &str) -> String {
    let new = json!({
        "game": "scopa", "options": {}, "seats": 2, "chairs": ["me", { "bot": "random" }], "name": "Ada",
    });
    let body = new.to_string();
    let mut stream = TcpStream::connect(address).unwrap();
    write!(
        stream,
        "POST /api/tables HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {TOKEN}\r\nconnection: close\r\n\
             content-length: {}\r\n\r\n{body}",
        address,
        body.len()
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let created: Value = serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap();
    created["table"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

/// Player at a table.
pub(crate) struct Player {
    socket: WebSocket<TcpStream>,
    table: String,
}

impl Player {
    /// Connects and subscribes to a table, with the receipt of an earlier connection.
    pub(crate) fn connect(address: &str, table: &str, receipt: Option<&Value>) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        let (socket, _) = tungstenite::client(format!("ws://{address}/ws"), stream).unwrap();
        let mut player = Self { socket, table: table.to_owned() };
        player.say(&json!({ "type": "hello", "token": TOKEN, "protocol": protocol::PROTOCOL }));
        let mut watch = json!({ "type": "watch", "table": table });
        if let Some(receipt) = receipt {
            watch["receipt"] = receipt.clone();
        }
        player.say(&watch);
        player
    }

    fn say(&mut self, command: &Value) {
        // A closed connection is noticed at the next read.
        let _ = self.socket.send(Message::text(command.to_string()));
    }

    /// Returns the next notice, or the code with which the server closes the socket.
    pub(crate) fn receive(&mut self) -> Result<Value, CloseCode> {
        loop {
            match self.socket.read().unwrap() {
                Message::Text(text) => return Ok(serde_json::from_str(&text).unwrap()),
                Message::Close(frame) => return Err(frame.expect("a close code").code),
                _ => (),
            }
        }
    }

    /// Returns the next notice, or `None` at the end of the connection, also one without a word.
    #[cfg(feature = "cluster")]
    pub(crate) fn receive_or_end(&mut self) -> Option<Value> {
        loop {
            match self.socket.read().ok()? {
                Message::Text(text) => return Some(serde_json::from_str(&text).unwrap()),
                Message::Close(_) => return None,
                _ => (),
            }
        }
    }

    /// Does what a snapshot requires of the first seat.
    pub(crate) fn answer(&mut self, snapshot: &Value) {
        let table = self.table.clone();
        if snapshot["phase"] == "scored" {
            self.say(&json!({ "type": "continue", "table": table }));
        } else if snapshot["actors"].as_array().is_some_and(|actors| actors.contains(&json!(0))) {
            let version = &snapshot["version"];
            self.say(&json!({
                "type": "play", "table": table, "version": version, "action": snapshot["legal"][0],
                "id": version.to_string(),
            }));
        }
    }
}

#[test]
fn the_first_log_lines_name_version_data_limits_and_addresses() {
    let folder = tempfile::tempdir().unwrap();
    let (data, config) = (folder.path().join("data"), folder.path().join("parlour.toml"));
    std::fs::write(&config, "metrics = \"127.0.0.1:0\"\n[limits.tables]\nin-memory = 7\n").unwrap();
    let server = Serving::start(&data, &["--config", config.to_str().unwrap(), "--max-data", "50"]);
    let address = server.address.clone();
    server.ask_to_stop();
    let log = server.log();
    let lines: Vec<&str> = log.lines().collect();
    for (line, parts) in lines.iter().zip([
        &["Parlour is starting", env!("CARGO_PKG_VERSION"), data.to_str().unwrap()][..],
        &["settings from", config.to_str().unwrap()],
        &["limit max-data is 50 MB"],
        &["limit tables.in-memory is 7; the default is 50000"],
        &["listening on", &address],
        &["metrics at http://127.0.0.1:"],
        &["Parlour is stopping"],
    ]) {
        // The text format colors the names of fields, but not the values.
        assert!(parts.iter().all(|part| line.contains(part)), "{parts:?}: {log}");
    }
}

/// The commands of docs/metrics.md, with other folders.
#[test]
fn the_documented_command_reads_metrics_at_the_socket_of_a_server_that_was_killed_before() {
    if Command::new("curl").arg("--version").output().is_err() {
        return println!("skipped: curl is missing");
    }
    let folder = tempfile::tempdir().unwrap();
    let (data, socket) = (folder.path().join("data"), folder.path().join("metrics.sock"));
    let page = include_str!("../../../../docs/metrics.md");
    let adapted = |start: &str| {
        let line = page.lines().find(|line| line.starts_with(start)).expect(start);
        line.replace("/run/parlour/metrics.sock", socket.to_str().unwrap())
    };
    let setting = adapted("parlour serve --metrics unix:");
    let flags: Vec<&str> = setting.split(' ').skip(2).collect();
    let mut server = Serving::start(&data, &flags);
    server.program.kill().unwrap();
    server.program.wait().unwrap();
    assert!(socket.exists());

    let server = Serving::start(&data, &flags);
    let command = adapted("curl --unix-socket ");
    let output = Command::new("sh").args(["-c", &command]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && said.ends_with("# EOF\n"), "{command}: {said}");
    server.ask_to_stop();
    let log = server.log();
    assert!(log.contains(&format!("metrics at the Unix socket {}", socket.display())), "{log}");
    assert!(!socket.exists());
}

#[test]
fn a_password_of_the_database_is_not_logged() {
    let url = "postgres://parlour:secret@127.0.0.1:1/parlour?sslmode=disable";
    let output = Command::new(env!("CARGO_BIN_EXE_parlour"))
        .args(["serve", "--port", "0", "--data"])
        .arg(tempfile::tempdir().unwrap().path())
        .env("PARLOUR_STORE", url)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(!said.contains("secret"), "{said}");
    assert_eq!(
        said.contains("postgres://parlour:***@127.0.0.1:1/parlour"),
        cfg!(feature = "cluster"),
        "{said}"
    );
}

#[test]
fn a_stop_request_closes_sockets_and_loses_no_told_move() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Serving::start(folder.path(), &["--log", "warn"]);
    let table = server.create_table();
    let (mut receipt, mut told) = (None, 0);
    // Each server is stopped while moves are under way.
    for stop in 1..=5 {
        let mut player = Player::connect(&server.address, &table, receipt.as_ref());
        let stop_at = told + 6;
        let code = loop {
            let notice = match player.receive() {
                Ok(notice) => notice,
                Err(code) => break code,
            };
            if notice["type"] == "table" {
                assert_eq!(notice["info"]["diverged"], Value::Null, "stop {stop}: {notice}");
            }
            if let Some(version) = notice["snapshot"]["version"].as_u64() {
                assert!(version >= told, "stop {stop}: version {told} was told, and {version} later");
                (receipt, told) = (Some(notice["receipt"].clone()), version);
                player.answer(&notice["snapshot"]);
                if version == stop_at {
                    server.ask_to_stop();
                }
            }
        };
        assert_eq!(code, CloseCode::Away, "stop {stop}");
        assert!(told >= stop_at, "stop {stop}");
        server.log();
        server = Serving::start(folder.path(), &["--log", "warn"]);
    }
    let mut player = Player::connect(&server.address, &table, receipt.as_ref());
    let table =
        std::iter::from_fn(|| player.receive().ok()).find(|notice| notice["type"] == "table").unwrap();
    assert_eq!(table["info"]["diverged"], Value::Null, "{table}");
    assert!(table["snapshot"]["version"].as_u64() >= Some(told), "{table}");
}
