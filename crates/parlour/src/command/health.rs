//! Whether a house is alive, for what watches over it: a container, a supervisor, a script.

use super::{Failure, print};
use clap::Args;
use std::fmt;
use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::str::FromStr;
use std::time::Duration;

/// Who does not answer in this time is not alive.
const PATIENCE: Duration = Duration::from_secs(3);
/// No answer to this question is longer, in bytes.
const LONGEST: u64 = 16 * 1024;

/// Ask a running server whether it is alive, and say so by the exit status.
#[derive(Args)]
pub(crate) struct Health {
    /// Where the server listens. One that speaks TLS is alive if it sends whoever comes in clear on to https.
    #[arg(default_value = "127.0.0.1:4880", value_name = "HOST:PORT")]
    house: Place,
    /// Ask whether it can also write, and has found no damage in its data; of one that speaks TLS this cannot be asked.
    #[arg(long)]
    ready: bool,
}

/// A host and its port.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Place(String);

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl FromStr for Place {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        // As the server prints it.
        let place = text.strip_prefix("http://").unwrap_or(text).trim_end_matches('/');
        let (host, port) = place.rsplit_once(':').ok_or("write a host and a port, as in 127.0.0.1:4880")?;
        let is_host =
            !host.is_empty() && host.chars().all(|c| c.is_ascii_alphanumeric() || "-.:[]".contains(c));
        if is_host && port.parse::<u16>().is_ok_and(|port| port > 0) {
            Ok(Self(place.to_owned()))
        } else {
            Err("write a host and a port, as in 127.0.0.1:4880")
        }
    }
}

/// What came back, as far as it is of interest.
struct Answer {
    status: u16,
    body: String,
}

impl Health {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let path = if self.ready { "/api/ready" } else { "/api/health" };
        let answer = ask(&self.house, path)
            .map_err(|error| Failure::Message(format!("{} does not answer: {error}", self.house)))?;
        match answer.status {
            200 if self.ready => print("The house is ready.\n"),
            200 => print("The house is alive.\n"),
            307 if !self.ready => print("The house is alive, and speaks TLS.\n"),
            status => Err(Failure::Message(format!("{} answers {status}: {}", self.house, answer.body))),
        }
    }
}

fn ask(house: &Place, path: &str) -> io::Result<Answer> {
    let mut reached = Err(io::Error::new(io::ErrorKind::NotFound, "there is no such host"));
    for address in house.0.to_socket_addrs()? {
        reached = TcpStream::connect_timeout(&address, PATIENCE);
        if reached.is_ok() {
            break;
        }
    }
    let mut stream = reached?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    // In one piece: whoever answers after the first of several and hangs up would not be heard.
    let request = format!("GET {path} HTTP/1.1\r\nhost: {house}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes())?;
    let mut text = Vec::new();
    stream.take(LONGEST).read_to_end(&mut text)?;
    read(&String::from_utf8_lossy(&text))
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "what it says is no HTTP"))
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
    fn a_place_is_a_host_and_a_port() {
        for (text, place) in [
            ("127.0.0.1:4880", "127.0.0.1:4880"),
            ("http://127.0.0.1:4880", "127.0.0.1:4880"),
            ("http://box.local:80/", "box.local:80"),
            ("[::1]:4880", "[::1]:4880"),
        ] {
            assert_eq!(text.parse::<Place>().unwrap().0, place);
        }
        for text in
            ["", "4880", "127.0.0.1", ":4880", "box:0", "box:70000", "a b:80", "a\r\nb:80", "https://box:1"]
        {
            assert!(text.parse::<Place>().is_err(), "{text}");
        }
    }

    #[test]
    fn of_an_answer_the_status_is_read() {
        let answer = read("HTTP/1.1 503 Service Unavailable\r\na: b\r\n\r\nfull\n").unwrap();
        assert_eq!((answer.status, answer.body.as_str()), (503, "full"));
        assert!(read("SSH-2.0\r\n\r\n").is_none() && read("HTTP/1.1 200 OK\r\n").is_none());
    }
}
