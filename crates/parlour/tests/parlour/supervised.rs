//! Supervision of the server: systemd notifications and `parlour health`.

#![cfg(target_os = "linux")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::os::unix::net::UnixDatagram;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

fn health(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_parlour")).arg("health").args(arguments).output().unwrap()
}

fn said(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn systemd_is_notified_of_startup_and_shutdown() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notify");
    let supervisor = UnixDatagram::bind(&path).unwrap();
    supervisor.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let told = || {
        let mut bytes = [0; 64];
        let length = supervisor.recv(&mut bytes).unwrap();
        said(&bytes[..length])
    };

    let mut server = Command::new(env!("CARGO_BIN_EXE_parlour"))
        .args(["serve", "--port", "0", "--log", "off", "--data"])
        .arg(folder.path().join("data"))
        .env("NOTIFY_SOCKET", &path)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("Parlour is open at ").unwrap().to_owned();
    assert_eq!(told(), "READY=1");
    for (arguments, sentence) in [
        (&[address.as_str()][..], "The server is alive.\n"),
        (&[&address, "--ready"], "The server is ready.\n"),
    ] {
        let answer = health(arguments);
        assert!(answer.status.success(), "{}", said(&answer.stderr));
        assert_eq!(said(&answer.stdout), sentence);
    }

    Command::new("kill").args(["-TERM", &server.id().to_string()]).status().unwrap();
    assert_eq!(told(), "STOPPING=1");
    assert!(server.wait().unwrap().success());
    let answer = health(&[&address]);
    assert!(!answer.status.success() && said(&answer.stderr).contains("doesn't answer"));
}

/// Runs `parlour health` against a server that always gives this answer.
fn of_answer(answer: &'static str, arguments: &[&str]) -> Output {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let other = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let _ = stream.read(&mut [0; 1024]).unwrap();
        stream.write_all(answer.as_bytes()).unwrap();
    });
    let output = health(&[&[address.as_str()], arguments].concat());
    other.join().unwrap();
    output
}

#[test]
fn health_accepts_a_healthy_answer_or_a_tls_redirect() {
    let redirect = "HTTP/1.1 307 Temporary Redirect\r\nlocation: https://box.local/\r\n\r\n";
    assert!(of_answer(redirect, &[]).status.success());
    let unknown = of_answer(redirect, &["--ready"]);
    assert!(!unknown.status.success() && said(&unknown.stderr).contains("parlour admin status"));
    let not_ready = of_answer("HTTP/1.1 503 Service Unavailable\r\n\r\nfull", &["--ready"]);
    assert!(!not_ready.status.success() && said(&not_ready.stderr).contains("answered 503: full"));
    assert!(!of_answer("SSH-2.0-OpenSSH\r\n", &[]).status.success());
}
