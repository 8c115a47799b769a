//! Bridge over the table-manager protocol: a table for other programs, and a player for other
//! tables.

use super::file::{self, Boards};
use super::{Failure, print};
use bridge::Bridge;
use clap::Args;
use dds::Direction;
use notation::{Board, Part, pbn};
use std::collections::HashMap;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{IpAddr, Ipv4Addr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};
use table_manager::{Chair, Client, ClientError, LONGEST, Manager, Said};

/// Name of a seat that a program takes over the network.
const OVER_NETWORK: &str = "tcp";
/// Write timeout of a connection.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);
/// Maximum simultaneous connections: four players, and those who reconnect.
const CONNECTIONS: usize = 16;

/// Run a bridge table for programs that speak the table-manager protocol, version 18.
///
/// Every board of a PBN or LIN file is dealt once. The output file is complete after each board, so
/// you can stop with Ctrl-C. docs/table-manager.md describes the protocol.
#[derive(Args)]
#[command(after_help = "Example:\n  parlour bridge-table --boards deals.pbn --seats tcp,expert,tcp,expert")]
pub(crate) struct BridgeTable {
    /// Boards to play, as a PBN or LIN file. Each needs cards, number, dealer and vulnerability.
    #[arg(long, value_name = "FILE")]
    boards: PathBuf,
    /// Players of North, East, South and West: tcp for a program, or a bot such as expert.
    #[arg(long, value_delimiter = ',', default_value = "tcp,tcp,tcp,tcp")]
    seats: Vec<String>,
    /// Port to listen on; 0 for any free port.
    #[arg(long, default_value_t = 2000)]
    port: u16,
    /// Address to listen on; 0.0.0.0 accepts programs on other machines.
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,
    /// Seconds a program may take for its turn, and for its first line after it connects.
    #[arg(long, alias = "patience", default_value_t = 60, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    timeout: u64,
    /// Send the time both sides used after each board. Not every program expects that.
    #[arg(long)]
    timing: bool,
    /// File for the played boards, as PBN. It is rewritten after each board.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Seed of the bots' random choices.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Event from the network.
enum Heard {
    Came(usize, TcpStream),
    Line(usize, String),
    Left(usize),
}

impl BridgeTable {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let bytes = file::read(&self.boards).map_err(Failure::Message)?;
        let from = Boards::read(&self.boards, &bytes)?;
        // An incomplete board would spoil the session, so a fault in these parts refuses the file.
        let is_needed = |part| {
            matches!(part, Part::Number | Part::Deal | Part::Dealer | Part::Vulnerability | Part::Unknown)
        };
        file::end(&from.left_out_of(is_needed))?;
        let boards = from.boards.into_iter().map(|read| read.board).collect();
        let mut manager = Manager::new(self.chairs()?, boards, Duration::from_secs(self.timeout), self.seed);
        if self.timing {
            manager = manager.telling_time();
        }
        let listener = TcpListener::bind((self.address, self.port))
            .map_err(|error| Failure::Message(format!("port {}: {error}", self.port)))?;
        let port = listener.local_addr().map_or(self.port, |address| address.port());
        print(&format!("the table is at {}, port {port}\n", self.address))?;
        let (tell, heard) = sync_channel(256);
        let timeout = Duration::from_secs(self.timeout);
        thread::spawn(move || accept(&listener, &tell, timeout));
        let begun = Instant::now();
        let mut players: HashMap<usize, TcpStream> = HashMap::new();
        let mut written = 0;
        manager.start(Duration::ZERO);
        loop {
            for said in manager.take_said() {
                let (number, line) = match &said {
                    Said::Line(number, line) => (*number, Some(line)),
                    Said::Close(number) => (*number, None),
                };
                let is_sent =
                    players.get_mut(&number).zip(line).is_some_and(|(to, line)| send(to, line).is_ok());
                if !is_sent && let Some(gone) = players.remove(&number) {
                    let _ = gone.shutdown(std::net::Shutdown::Both);
                }
            }
            for told in manager.take_told() {
                print(&format!("{told}\n"))?;
            }
            if manager.played().len() > written {
                written = manager.played().len();
                self.write(manager.played())?;
            }
            if manager.is_over() {
                return Ok(());
            }
            match heard.recv_timeout(Duration::from_millis(200)) {
                Ok(Heard::Came(number, stream)) => drop(players.insert(number, stream)),
                Ok(Heard::Line(number, line)) => manager.heard(number, &line, begun.elapsed()),
                Ok(Heard::Left(number)) => {
                    players.remove(&number);
                    manager.lost(number, begun.elapsed());
                }
                Err(RecvTimeoutError::Timeout) => manager.tick(begun.elapsed()),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Failure::Message("the table stopped accepting connections".to_owned()));
                }
            }
        }
    }

    fn chairs(&self) -> Result<[Chair; 4], Failure> {
        let chair = |name: &String| match name.as_str() {
            OVER_NETWORK => Ok(Chair::Program),
            name => Ok(Chair::Bot(bot(name)?, name.to_owned())),
        };
        let chairs = self.seats.iter().map(chair).collect::<Result<Vec<_>, Failure>>()?;
        chairs.try_into().map_err(|_| {
            Failure::Message("expected four seats, such as --seats tcp,expert,tcp,expert".to_owned())
        })
    }

    fn write(&self, boards: &[Board]) -> Result<(), Failure> {
        let Some(path) = &self.output else { return Ok(()) };
        let failed = |error: std::io::Error| Failure::Message(format!("{}: {error}", path.display()));
        std::fs::write(path, pbn::write(boards)).map_err(failed)
    }
}

fn bot(name: &str) -> Result<Box<dyn engine::Bot<Bridge>>, Failure> {
    bots::bot::<Bridge>(name).map_err(|error| Failure::Message(error.to_string()))
}

/// Accepts connections. A connection without a line within `timeout` is closed, so that silent ones do not keep players out.
fn accept(listener: &TcpListener, tell: &SyncSender<Heard>, timeout: Duration) {
    let at_once = Arc::new(AtomicUsize::new(0));
    for (number, stream) in listener.incoming().flatten().enumerate() {
        if at_once.load(Relaxed) >= CONNECTIONS {
            continue;
        }
        let Ok(to) = stream.try_clone() else { continue };
        if to.set_write_timeout(Some(WRITE_TIMEOUT)).is_err() || tell.send(Heard::Came(number, to)).is_err() {
            return;
        }
        at_once.fetch_add(1, Relaxed);
        let (tell, here) = (tell.clone(), at_once.clone());
        thread::spawn(move || {
            let mut input = BufReader::new(stream);
            let mut line = first_line(&mut input, timeout);
            while let Some(heard) = line {
                if tell.send(Heard::Line(number, heard)).is_err() {
                    return;
                }
                line = read_line(&mut input);
            }
            here.fetch_sub(1, Relaxed);
            let _ = tell.send(Heard::Left(number));
        });
    }
}

/// Reads the first line of a connection without its end. Returns `None` after the timeout, at the end of the input, and for
/// a line that is too long.
fn first_line(input: &mut BufReader<TcpStream>, timeout: Duration) -> Option<String> {
    let end = Instant::now() + timeout;
    let mut line = Vec::new();
    while line.last() != Some(&b'\n') {
        let left = end.checked_duration_since(Instant::now()).filter(|left| !left.is_zero())?;
        input.get_ref().set_read_timeout(Some(left)).ok()?;
        let read = match input.fill_buf() {
            Ok(read) => read,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => return None,
        };
        let length = read.iter().position(|byte| *byte == b'\n').map_or(read.len(), |place| place + 1);
        if length == 0 || line.len() + length > LONGEST {
            return None;
        }
        line.extend_from_slice(&read[..length]);
        input.consume(length);
    }
    input.get_ref().set_read_timeout(None).ok()?;
    Some(String::from_utf8_lossy(&line).trim_end_matches(['\r', '\n']).to_owned())
}

/// Reads a line without its end. Returns `None` at the end of the input and for a line that is too
/// long.
fn read_line(input: &mut impl BufRead) -> Option<String> {
    let mut line = Vec::new();
    input.by_ref().take(LONGEST as u64).read_until(b'\n', &mut line).ok()?;
    let ended = line.pop_if(|last| *last == b'\n').is_some();
    ended.then(|| String::from_utf8_lossy(&line).trim_end_matches('\r').to_owned())
}

fn send(to: &mut TcpStream, line: &str) -> std::io::Result<()> {
    to.write_all(format!("{line}\r\n").as_bytes())
}

/// Play with a bot at the bridge table of another program.
///
/// It speaks the table-manager protocol, version 18.
#[derive(Args)]
#[command(after_help = "Example:\n  parlour bridge-player --seat North --bot expert:500ms")]
pub(crate) struct BridgePlayer {
    /// Host of the table.
    #[arg(long, default_value = "127.0.0.1")]
    host: String,
    /// Port of the table.
    #[arg(long, default_value_t = 2000)]
    port: u16,
    /// Seat: North, East, South or West.
    #[arg(long)]
    seat: Direction,
    /// Team name. Both partners must use the same.
    #[arg(long, default_value = "Parlour")]
    team: String,
    /// Bot, such as heuristic, expert or expert:500ms.
    #[arg(long, default_value = "expert")]
    bot: String,
    /// Seed of the bot's random choices.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl BridgePlayer {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let mut client = Client::new(self.seat, &self.team, bot(&self.bot)?, self.seed);
        let failed =
            |error: std::io::Error| Failure::Message(format!("{}:{}: {error}", self.host, self.port));
        let mut stream = TcpStream::connect((self.host.as_str(), self.port)).map_err(failed)?;
        stream.set_nodelay(true).map_err(failed)?;
        let mut input = BufReader::new(stream.try_clone().map_err(failed)?);
        send(&mut stream, &client.begin()).map_err(failed)?;
        while !client.is_over() {
            let Some(line) = read_line(&mut input) else {
                return Err(Failure::Message(format!(
                    "the table closed the connection after {} boards",
                    client.boards()
                )));
            };
            if line.trim().is_empty() {
                continue;
            }
            let answers = match client.heard(&line) {
                Ok(answers) => answers,
                // Some tables send extra lines for spectators.
                Err(ClientError::Unknown(unknown)) => {
                    eprintln!("{unknown}");
                    continue;
                }
                Err(error) => return Err(Failure::Message(error.to_string())),
            };
            for answer in answers {
                send(&mut stream, &answer).map_err(failed)?;
            }
        }
        print(&format!("{} boards\n", client.boards()))
    }
}
