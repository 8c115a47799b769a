//! Health check of a server, for containers, supervisors and scripts.

use super::{Failure, print};
use clap::Args;
use std::fmt;
use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::str::FromStr;
use std::time::Duration;

/// Connect, read and write timeout.
const TIMEOUT: Duration = Duration::from_secs(3);
/// Maximum size of an answer in bytes.
const MAX_SIZE: u64 = 16 * 1024;

/// Check whether a server is alive. The exit status is 0 if it is.
///
/// A server with TLS counts as alive if it redirects plain HTTP to https.
#[derive(Args)]
#[command(after_help = "Example:\n  parlour health 127.0.0.1:4880 --ready")]
pub(crate) struct Health {
    /// Host and port of the server.
    #[arg(default_value = "127.0.0.1:4880", value_name = "HOST:PORT")]
    server: Address,
    /// Also check that the server can write and has found no damage. Doesn't work with TLS.
    #[arg(long)]
    ready: bool,
}

/// Host and port.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Address(String);

impl fmt::Display for Address {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl FromStr for Address {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        // The server prints its address with http://.
        let place = text.strip_prefix("http://").unwrap_or(text).trim_end_matches('/');
        let (host, port) =
            place.rsplit_once(':').ok_or("expected a host and a port, such as 127.0.0.1:4880")?;
        let is_host =
            !host.is_empty() && host.chars().all(|c| c.is_ascii_alphanumeric() || "-.:[]".contains(c));
        if is_host && port.parse::<u16>().is_ok_and(|port| port > 0) {
            Ok(Self(place.to_owned()))
        } else {
            Err("expected a host and a port, such as 127.0.0.1:4880")
        }
    }
}

/// Status and body of an HTTP answer.
struct Answer {
    status: u16,
    body: String,
}

impl Health {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let path = if self.ready { "/api/ready" } else { "/api/health" };
        let answer = ask(&self.server, path)
            .map_err(|error| Failure::Message(format!("{} doesn't answer: {error}", self.server)))?;
        match answer.status {
            200 if self.ready => print("The server is ready.\n"),
            200 => print("The server is alive.\n"),
            307 if !self.ready => print("The server is alive and uses TLS.\n"),
            307 => Err(Failure::Message(format!(
                "{} uses TLS, and --ready doesn't work with it; use `parlour admin status`",
                self.server
            ))),
            status => Err(Failure::Message(format!("{} answered {status}: {}", self.server, answer.body))),
        }
    }
}

fn ask(server: &Address, path: &str) -> io::Result<Answer> {
    let mut reached = Err(io::Error::new(io::ErrorKind::NotFound, "unknown host"));
    for address in server.0.to_socket_addrs()? {
        reached = TcpStream::connect_timeout(&address, TIMEOUT);
        if reached.is_ok() {
            break;
        }
    }
    let mut stream = reached?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.set_write_timeout(Some(TIMEOUT))?;
    // Sent in one write: a server that answers early and closes would cut a longer request.
    let request = format!("GET {path} HTTP/1.1\r\nhost: {server}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes())?;
    let mut text = Vec::new();
    stream.take(MAX_SIZE).read_to_end(&mut text)?;
    read(&String::from_utf8_lossy(&text))
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "the answer isn't HTTP"))
}

fn read(text: &str) -> Option<Answer> {
    let (head, body) = text.split_once("\r\n\r\n")?;
    let status = head.strip_prefix("HTTP/1.")?.split(' ').nth(1)?.parse().ok()?;
    Some(Answer { status, body: body.trim().to_owned() })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

    use super::*;

    #[test]
    fn an_address_is_a_host_and_a_port() {
        for (text, place) in [
            ("127.0.0.1:4880", "127.0.0.1:4880"),
            ("http://127.0.0.1:4880", "127.0.0.1:4880"),
            ("http://box.local:80/", "box.local:80"),
            ("[::1]:4880", "[::1]:4880"),
        ] {
            assert_eq!(text.parse::<Address>().unwrap().0, place);
        }
        for text in
            ["", "4880", "127.0.0.1", ":4880", "box:0", "box:70000", "a b:80", "a\r\nb:80", "https://box:1"]
        {
            assert!(text.parse::<Address>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_status_of_an_answer_is_read() {
        let answer = read("HTTP/1.1 503 Service Unavailable\r\na: b\r\n\r\nfull\n").unwrap();
        assert_eq!((answer.status, answer.body.as_str()), (503, "full"));
        assert!(read("SSH-2.0\r\n\r\n").is_none() && read("HTTP/1.1 200 OK\r\n").is_none());
    }
}
