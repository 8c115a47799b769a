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

/// The connect timeout.
const PATIENCE: Duration = Duration::from_secs(10);
/// The read timeout, after which the thread looks for commands to send.
const TURN: Duration = Duration::from_millis(15);
/// The silence after which the server is pinged. After twice as long the connection counts as broken.
const SILENCE: Duration = Duration::from_secs(30);
/// The reconnect backoff: initial and maximum.
const PAUSES: [Duration; 2] = [Duration::from_millis(250), Duration::from_secs(15)];
/// The longest message that is read. A table with its log is a tenth of it.
const LONGEST: usize = 1 << 20;
/// The capacity of the queue of notices. When it is full, the thread stops reading.
const WAITING: usize = 256;

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

/// A connection to a table. It closes when this is dropped.
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
        let (tell, heard) = sync_channel(WAITING);
        let mut line = Line {
            address,
            token,
            to_say,
            tell,
            unanswered: VecDeque::new(),
            receipt: None,
            pause: PAUSES[0],
            been_there: false,
        };
        thread::Builder::new().name("client".to_owned()).spawn(move || line.hold())?;
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
        self.heard.recv_timeout(2 * PATIENCE).ok()
    }
}

/// Why a socket is not listened to any more.
enum Broken {
    /// Nobody is at the table any more.
    Left,
    /// The connection is gone.
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

/// One end of the connection, with what has to be said again after it broke.
struct Line {
    address: Address,
    token: String,
    to_say: Receiver<Command>,
    tell: SyncSender<Heard>,
    /// Commands without an answer, oldest first. They are sent again: the server performs each id once.
    unanswered: VecDeque<Command>,
    /// The last receipt.
    receipt: Option<Receipt>,
    pause: Duration,
    been_there: bool,
}

impl Line {
    fn hold(&mut self) {
        loop {
            let broken = match self.call() {
                Ok(socket) => self.talk(socket),
                Err(broken) => broken,
            };
            let told = match broken {
                Broken::Left => return,
                Broken::Lost(problem) if !self.been_there => {
                    let _ = self.tell.send(Heard::Unreachable(problem));
                    return;
                }
                Broken::Lost(_) => self.tell.send(Heard::Lost),
            };
            if told.is_err() || !self.rest() {
                return;
            }
        }
    }

    /// Waits before trying again, each time longer. Returns whether anybody is still at the table.
    fn rest(&mut self) -> bool {
        let until = Instant::now() + self.pause;
        self.pause = (2 * self.pause).min(PAUSES[1]);
        while Instant::now() < until {
            match self.to_say.try_recv() {
                Ok(command) => self.keep(command),
                Err(TryRecvError::Empty) => thread::sleep(TURN),
                Err(TryRecvError::Disconnected) => return false,
            }
        }
        true
    }

    /// Keeps a command that can be sent again.
    fn keep(&mut self, command: Command) {
        if command.id().is_some() {
            self.unanswered.push_back(command);
        }
    }

    /// Opens a socket.
    fn call(&self) -> Result<Socket, Broken> {
        let Address { secure, port, .. } = self.address;
        let mut failed = io::Error::new(ErrorKind::NotFound, "the name has no address");
        let mut found = None;
        for address in (self.address.name(), port).to_socket_addrs()? {
            match TcpStream::connect_timeout(&address, PATIENCE) {
                Ok(stream) => {
                    found = Some(stream);
                    break;
                }
                Err(error) => failed = error,
            }
        }
        let stream = found.ok_or(failed)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        let timeouts = stream.try_clone()?;
        let stream = if secure { self.through_tls(stream)? } else { Box::new(stream) };
        let config = WebSocketConfig::default().max_message_size(Some(LONGEST)).max_frame_size(Some(LONGEST));
        let socket = tungstenite::client::client_with_config(self.address.socket(), stream, Some(config));
        let (socket, _) = socket.map_err(|error| match error {
            HandshakeError::Failure(error) => Broken::from(error),
            HandshakeError::Interrupted(_) => Broken::Lost("it does not answer".to_owned()),
        })?;
        timeouts.set_read_timeout(Some(TURN))?;
        Ok(socket)
    }

    /// Connects through TLS.
    #[cfg(feature = "tls")]
    fn through_tls(&self, stream: TcpStream) -> Result<Box<dyn Stream>, Broken> {
        let failed = |error: &dyn std::error::Error| Broken::Lost(error.to_string());
        // The provider is named, since one that is found by itself is a panic where a program brings two along.
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .and_then(BuilderVerifierExt::with_platform_verifier)
            .map_err(|error| failed(&error))?
            .with_no_client_auth();
        let name = ServerName::try_from(self.address.name().to_owned()).map_err(|error| failed(&error))?;
        let connection = ClientConnection::new(Arc::new(config), name).map_err(|error| failed(&error))?;
        Ok(Box::new(StreamOwned::new(connection, stream)))
    }

    /// Refuses: this build has no TLS. [`Address::read`] returns no address that needs it, but its fields are public.
    #[cfg(not(feature = "tls"))]
    fn through_tls(&self, _: TcpStream) -> Result<Box<dyn Stream>, Broken> {
        Err(Broken::Lost(super::ClientError::NoTls(self.address.house()).to_string()))
    }

    /// Says who it is, watches the table, says again what was not answered, and listens until that ends.
    fn talk(&mut self, mut socket: Socket) -> Broken {
        match self.listen(&mut socket) {
            Ok(never) => match never {},
            Err(broken) => {
                // Whoever leaves says so, as far as that still can be said.
                let _ = socket.close(None);
                let _ = socket.flush();
                broken
            }
        }
    }

    fn listen(&mut self, socket: &mut Socket) -> Result<std::convert::Infallible, Broken> {
        say(socket, &Command::hello(&*self.token))?;
        say(socket, &Command::watch(&*self.address.table, self.receipt.clone()))?;
        for command in &self.unanswered {
            say(socket, command)?;
        }
        let (mut heard_at, mut asked) = (Instant::now(), false);
        loop {
            loop {
                match self.to_say.try_recv() {
                    Ok(command) => {
                        // Kept first: the connection may break over it.
                        self.keep(command.clone());
                        say(socket, &command)?;
                    }
                    Err(TryRecvError::Empty) => break,
                    Err(TryRecvError::Disconnected) => return Err(Broken::Left),
                }
            }
            match socket.read() {
                Ok(message) => {
                    (heard_at, asked) = (Instant::now(), false);
                    match message {
                        Message::Text(text) => self.take_in(text.as_str())?,
                        Message::Close(_) => return Err(Broken::Lost("it closed the connection".to_owned())),
                        _ => {}
                    }
                }
                Err(tungstenite::Error::Io(error))
                    if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
                Err(error) => return Err(error.into()),
            }
            let silence = heard_at.elapsed();
            if silence > 2 * SILENCE {
                return Err(Broken::Lost("it does not answer any more".to_owned()));
            }
            if silence > SILENCE && !asked {
                asked = true;
                say(socket, &Command::Ping {})?;
            }
        }
    }

    fn take_in(&mut self, text: &str) -> Result<(), Broken> {
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
                (self.been_there, self.pause) = (true, PAUSES[0]);
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

    /// A connection that breaks after so many messages, with what was written to it.
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

    /// The kinds of what is said before a connection breaks that takes so many messages.
    fn said(line: &mut Line, messages: usize) -> Vec<String> {
        let written = Rc::new(RefCell::new(Vec::new()));
        let stream: Box<dyn Stream> = Box::new(Breaking { left: messages, written: Rc::clone(&written) });
        let broken = line.talk(WebSocket::from_raw_socket(stream, Role::Client, None));
        assert!(matches!(broken, Broken::Lost(_)));
        let mut house = WebSocket::from_raw_socket(Cursor::new(written.take()), Role::Server, None);
        let mut kinds = Vec::new();
        while let Ok(Message::Text(text)) = house.read() {
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
    fn what_the_connection_broke_over_is_said_again() {
        let ((commands, to_say), (tell, _heard)) = (channel(), sync_channel(WAITING));
        let mut line = Line {
            address: Address::read("http://a/table/x").unwrap(),
            token: "token".to_owned(),
            to_say,
            tell,
            unanswered: VecDeque::new(),
            receipt: None,
            pause: PAUSES[0],
            been_there: true,
        };
        let play =
            Command::Play { table: "x".to_owned(), version: 3, action: "7d".to_owned(), id: "1".to_owned() };
        commands.send(play).unwrap();
        assert_eq!(said(&mut line, 2), ["hello", "watch"]);
        assert_eq!(said(&mut line, 3), ["hello", "watch", "play"]);
        // Once is enough when it is answered.
        line.take_in(r#"{"type":"accepted","table":"x","id":"1","version":4}"#).ok().unwrap();
        assert_eq!(said(&mut line, 2), ["hello", "watch"]);
    }
}
