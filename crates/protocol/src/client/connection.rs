//! A connection to a server: a thread that holds a WebSocket, and reconnects when it breaks.

use super::Address;
use crate::{Command, DecodeError, Notice, Receipt};
#[cfg(feature = "tls")]
use rustls::{ClientConfig, ClientConnection, StreamOwned, crypto::ring, pki_types::ServerName};
#[cfg(feature = "tls")]
use rustls_platform_verifier::BuilderVerifierExt;
use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
#[cfg(feature = "tls")]
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, SyncSender, TryRecvError, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};
use tungstenite::protocol::WebSocketConfig;
use tungstenite::{HandshakeError, Message, WebSocket};

/// The timeout of connecting to the server.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// The read timeout, after which the thread looks for commands to send.
const READ_TIMEOUT: Duration = Duration::from_millis(15);
/// The silence after which the server is pinged. After twice as long the connection counts as broken.
const PING_AFTER: Duration = Duration::from_secs(30);
/// The reconnect backoff: initial and maximum.
const BACKOFF: [Duration; 2] = [Duration::from_millis(250), Duration::from_secs(15)];
/// The longest message that is read. A table with its log is a tenth of it.
const MAX_MESSAGE: usize = 1 << 20;
/// The capacity of the queue of notices. When it is full, the thread stops reading.
const MAX_QUEUED: usize = 256;

/// Something that happened on a connection.
#[derive(Clone, PartialEq, Debug)]
pub enum Heard {
    /// A notice arrived.
    Notice(Notice),
    /// A message arrived that is no notice.
    Unreadable(DecodeError),
    /// The connection broke. The thread reconnects.
    Lost,
    /// The first attempt to connect failed.
    Unreachable(String),
}

impl Heard {
    /// Decodes a message. Returns `None` for a notice of a type that this version of the protocol does not know.
    #[must_use]
    pub fn decode(text: &str) -> Option<Self> {
        match Notice::decode(text) {
            Ok(notice) => Some(Self::Notice(notice)),
            Err(DecodeError::UnknownType(_)) => None,
            Err(error) => Some(Self::Unreadable(error)),
        }
    }
}

/// A connection to a card table. It closes when this is dropped.
pub struct Connection {
    commands: Sender<Command>,
    heard: Receiver<Heard>,
}

impl Connection {
    /// Connects to a table and watches it. A failure to connect is reported as [`Heard::Unreachable`].
    ///
    /// # Errors
    ///
    /// Returns an error if the thread cannot be started.
    pub fn open(address: Address, token: String) -> io::Result<Self> {
        let (commands, to_say) = channel();
        let (tell, heard) = sync_channel(MAX_QUEUED);
        let mut worker = Worker {
            address,
            token,
            to_say,
            tell,
            unanswered: VecDeque::new(),
            receipt: None,
            backoff: BACKOFF[0],
            connected: false,
        };
        thread::Builder::new().name("client".to_owned()).spawn(move || worker.run())?;
        Ok(Self { commands, heard })
    }

    /// Sends a command, now or after a reconnect.
    pub fn say(&self, command: Command) {
        // A thread that ended has reported why.
        let _ = self.commands.send(command);
    }

    /// Returns the next event, if there is one.
    #[must_use]
    pub fn heard(&self) -> Option<Heard> {
        self.heard.try_recv().ok()
    }

    /// Waits for the next event. Returns `None` after a timeout.
    #[must_use]
    pub fn wait(&self) -> Option<Heard> {
        self.heard.recv_timeout(2 * CONNECT_TIMEOUT).ok()
    }
}

/// Reason for which the thread closes a socket.
enum Broken {
    /// The [`Connection`] was dropped.
    Left,
    /// The connection broke. The text names the problem.
    Lost(String),
}

impl From<tungstenite::Error> for Broken {
    fn from(error: tungstenite::Error) -> Self {
        Self::Lost(error.to_string())
    }
}

impl From<io::Error> for Broken {
    fn from(error: io::Error) -> Self {
        Self::Lost(error.to_string())
    }
}

trait Stream: Read + Write {}
impl<T: Read + Write> Stream for T {}

type Socket = WebSocket<Box<dyn Stream>>;

/// State of the thread, with everything it repeats after a reconnect.
struct Worker {
    address: Address,
    token: String,
    to_say: Receiver<Command>,
    tell: SyncSender<Heard>,
    /// Unanswered commands, oldest first. They are safe to repeat, because the server performs each id once.
    unanswered: VecDeque<Command>,
    /// The last receipt that the server sent.
    receipt: Option<Receipt>,
    /// Time until the next attempt to connect.
    backoff: Duration,
    /// Whether the server has ever sent the state of the table.
    connected: bool,
}

impl Worker {
    fn run(&mut self) {
        loop {
            let broken = match self.connect() {
                Ok(socket) => self.talk(socket),
                Err(broken) => broken,
            };
            let sent = match broken {
                Broken::Left => return,
                Broken::Lost(problem) if !self.connected => {
                    let _ = self.tell.send(Heard::Unreachable(problem));
                    return;
                }
                Broken::Lost(_) => self.tell.send(Heard::Lost),
            };
            if sent.is_err() || !self.wait_for_retry() {
                return;
            }
        }
    }

    /// Waits before the next attempt, each time longer. Returns false if the [`Connection`] was dropped.
    fn wait_for_retry(&mut self) -> bool {
        let until = Instant::now() + self.backoff;
        self.backoff = (2 * self.backoff).min(BACKOFF[1]);
        while Instant::now() < until {
            match self.to_say.try_recv() {
                Ok(command) => self.keep(command),
                Err(TryRecvError::Empty) => thread::sleep(READ_TIMEOUT),
                Err(TryRecvError::Disconnected) => return false,
            }
        }
        true
    }

    /// Stores a command that can be repeated.
    fn keep(&mut self, command: Command) {
        if command.id().is_some() {
            self.unanswered.push_back(command);
        }
    }

    /// Opens a WebSocket to the server.
    fn connect(&self) -> Result<Socket, Broken> {
        let Address { secure, port, .. } = self.address;
        let mut failed = io::Error::new(ErrorKind::NotFound, "the host name has no address");
        let mut found = None;
        for address in (self.address.name(), port).to_socket_addrs()? {
            match TcpStream::connect_timeout(&address, CONNECT_TIMEOUT) {
                Ok(stream) => {
                    found = Some(stream);
                    break;
                }
                Err(error) => failed = error,
            }
        }
        let stream = found.ok_or(failed)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(CONNECT_TIMEOUT))?;
        stream.set_write_timeout(Some(CONNECT_TIMEOUT))?;
        let timeouts = stream.try_clone()?;
        let stream = if secure { self.with_tls(stream)? } else { Box::new(stream) };
        let config =
            WebSocketConfig::default().max_message_size(Some(MAX_MESSAGE)).max_frame_size(Some(MAX_MESSAGE));
        let socket = tungstenite::client::client_with_config(self.address.socket(), stream, Some(config));
        let (socket, _) = socket.map_err(|error| match error {
            HandshakeError::Failure(error) => Broken::from(error),
            HandshakeError::Interrupted(_) => Broken::Lost("the server does not answer".to_owned()),
        })?;
        timeouts.set_read_timeout(Some(READ_TIMEOUT))?;
        Ok(socket)
    }

    /// Connects a TCP stream through TLS.
    #[cfg(feature = "tls")]
    fn with_tls(&self, stream: TcpStream) -> Result<Box<dyn Stream>, Broken> {
        let failed = |error: &dyn std::error::Error| Broken::Lost(error.to_string());
        // rustls panics if it has to choose between two providers, so this names one.
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .and_then(BuilderVerifierExt::with_platform_verifier)
            .map_err(|error| failed(&error))?
            .with_no_client_auth();
        let name = ServerName::try_from(self.address.name().to_owned()).map_err(|error| failed(&error))?;
        let connection = ClientConnection::new(Arc::new(config), name).map_err(|error| failed(&error))?;
        Ok(Box::new(StreamOwned::new(connection, stream)))
    }

    /// Returns an error, because this build has no TLS. [`Address::read`] rejects such addresses, but the fields
    /// of an address are public.
    #[cfg(not(feature = "tls"))]
    fn with_tls(&self, _: TcpStream) -> Result<Box<dyn Stream>, Broken> {
        Err(Broken::Lost(super::ClientError::NoTls(self.address.origin()).to_string()))
    }

    /// Serves one socket until it breaks, then closes it.
    fn talk(&mut self, mut socket: Socket) -> Broken {
        match self.listen(&mut socket) {
            Ok(never) => match never {},
            Err(broken) => {
                // A broken socket may refuse the close message, which does no harm.
                let _ = socket.close(None);
                let _ = socket.flush();
                broken
            }
        }
    }

    /// Authenticates, subscribes to the table, repeats the unanswered commands, then sends and receives.
    fn listen(&mut self, socket: &mut Socket) -> Result<std::convert::Infallible, Broken> {
        say(socket, &Command::hello(&*self.token))?;
        say(socket, &Command::watch(&*self.address.table, self.receipt.clone()))?;
        for command in &self.unanswered {
            say(socket, command)?;
        }
        let (mut heard_at, mut pinged) = (Instant::now(), false);
        loop {
            loop {
                match self.to_say.try_recv() {
                    Ok(command) => {
                        // Stored first, because sending may break the connection.
                        self.keep(command.clone());
                        say(socket, &command)?;
                    }
                    Err(TryRecvError::Empty) => break,
                    Err(TryRecvError::Disconnected) => return Err(Broken::Left),
                }
            }
            match socket.read() {
                Ok(message) => {
                    (heard_at, pinged) = (Instant::now(), false);
                    match message {
                        Message::Text(text) => self.receive(text.as_str())?,
                        Message::Close(_) => {
                            return Err(Broken::Lost("the server closed the connection".to_owned()));
                        }
                        _ => {}
                    }
                }
                Err(tungstenite::Error::Io(error))
                    if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
                Err(error) => return Err(error.into()),
            }
            let silence = heard_at.elapsed();
            if silence > 2 * PING_AFTER {
                return Err(Broken::Lost("the server stopped answering".to_owned()));
            }
            if silence > PING_AFTER && !pinged {
                pinged = true;
                say(socket, &Command::Ping {})?;
            }
        }
    }

    /// Handles a message and passes it on.
    fn receive(&mut self, text: &str) -> Result<(), Broken> {
        let Some(heard) = Heard::decode(text) else { return Ok(()) };
        if let Heard::Notice(notice) = &heard {
            if let Some(id) = notice.id() {
                self.unanswered.retain(|command| command.id() != Some(id));
            }
            if let Some(receipt) = notice.receipt()
                && notice.table().is_none_or(|table| *table == self.address.table)
            {
                self.receipt = Some(receipt.clone());
            }
            if matches!(notice, Notice::Table(_)) {
                (self.connected, self.backoff) = (true, BACKOFF[0]);
            }
        }
        self.tell.send(heard).map_err(|_| Broken::Left)
    }
}

fn say(socket: &mut Socket, command: &Command) -> Result<(), Broken> {
    Ok(socket.send(Message::text(command.encode()))?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;
    use std::io::Cursor;
    use std::rc::Rc;
    use tungstenite::protocol::Role;

    /// Stream that breaks after a number of messages, with the bytes written until then.
    struct Breaking {
        left: usize,
        written: Rc<RefCell<Vec<u8>>>,
    }

    impl Read for Breaking {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(ErrorKind::ConnectionReset.into())
        }
    }

    impl Write for Breaking {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.left = self.left.checked_sub(1).ok_or(ErrorKind::BrokenPipe)?;
            self.written.borrow_mut().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Returns the types of the messages sent over a connection that breaks after `messages` of them.
    fn said(worker: &mut Worker, messages: usize) -> Vec<String> {
        let written = Rc::new(RefCell::new(Vec::new()));
        let stream: Box<dyn Stream> = Box::new(Breaking { left: messages, written: Rc::clone(&written) });
        let broken = worker.talk(WebSocket::from_raw_socket(stream, Role::Client, None));
        assert!(matches!(broken, Broken::Lost(_)));
        let mut server = WebSocket::from_raw_socket(Cursor::new(written.take()), Role::Server, None);
        let mut kinds = Vec::new();
        while let Ok(Message::Text(text)) = server.read() {
            kinds.push(
                serde_json::from_str::<serde_json::Value>(text.as_str()).unwrap()["type"]
                    .as_str()
                    .unwrap()
                    .to_owned(),
            );
        }
        kinds
    }

    #[test]
    fn unanswered_commands_are_repeated_after_a_reconnect() {
        let ((commands, to_say), (tell, _heard)) = (channel(), sync_channel(MAX_QUEUED));
        let mut worker = Worker {
            address: Address::read("http://a/table/x").unwrap(),
            token: "token".to_owned(),
            to_say,
            tell,
            unanswered: VecDeque::new(),
            receipt: None,
            backoff: BACKOFF[0],
            connected: true,
        };
        let play =
            Command::Play { table: "x".to_owned(), version: 3, action: "7d".to_owned(), id: "1".to_owned() };
        commands.send(play).unwrap();
        assert_eq!(said(&mut worker, 2), ["hello", "watch"]);
        assert_eq!(said(&mut worker, 3), ["hello", "watch", "play"]);
        // An answered command is not repeated.
        worker.receive(r#"{"type":"accepted","table":"x","id":"1","version":4}"#).ok().unwrap();
        assert_eq!(said(&mut worker, 2), ["hello", "watch"]);
    }
}
