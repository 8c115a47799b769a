//! Bot program at a table of another server. It talks the bot protocol with the program and the
//! table protocol with the server.

use super::data::Data;
use super::programs::{limits, program, read_think};
use super::{Failure, print};
use bot_protocol::{ActionText, Conversation, FORGIVEN, Fault, Limits, Program};
use cards::Seat;
use catalog::{Catalog, Rejection, Seating, SetupText, Turns};
use clap::Args;
use protocol::client::{Address, Connection, Heard, token};
use protocol::{ApiError, Chair, Command, ErrorKind, Notice, Phase, Snapshot, TableInfo};
use serde_json::value::{RawValue, to_raw_value};
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::time::Duration;

/// Seat a bot program at a table of another server.
///
/// The program plays until the match ends and reconnects after a lost connection. If you run the
/// same command again, it takes the same seat. Its name shows that it is a bot.
#[derive(Args)]
#[command(after_help = "Example:\n  parlour bot exec:./bot --table http://192.168.1.5:4880/table/Xk3pQ2")]
pub(crate) struct Bot {
    /// Program, such as exec:./bot or "exec:python3 bot.py". docs/bot-protocol.md describes the
    /// protocol.
    program: String,
    /// Address of the table, such as http://192.168.1.5:4880/table/Xk3pQ2.
    #[arg(long)]
    table: String,
    /// Seat from 0, in order of play. Defaults to the first free one.
    #[arg(long)]
    seat: Option<u8>,
    /// Name at the table. Defaults to the program's name and "(bot)".
    #[arg(long)]
    name: Option<String>,
    /// Time limit per action, such as 500ms or 10s.
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = read_think)]
    think: Duration,
    #[command(flatten)]
    data: Data,
}

impl Bot {
    pub(crate) fn run(&self, catalog: &Catalog) -> Result<(), Failure> {
        let address = Address::read(&self.table).map_err(message)?;
        let token = token(&self.data.folder()?, &address.origin()).map_err(message)?;
        let mut player = Player {
            program: program(&self.program)?,
            limits: limits(self.think),
            talk: None,
            failures: 0,
            table: address.table.clone(),
            seating: None,
            asked: None,
            // A random prefix, so that two runs never give the same id to different actions.
            run: format!("{:016x}", RandomState::new().hash_one(0)),
        };
        // Started before joining, so that a program that doesn't run takes no seat.
        let name = player.talk()?.hello().name.to_string();
        let name = self
            .name
            .clone()
            .unwrap_or_else(|| format!("{} (bot)", name.chars().take(18).collect::<String>()));
        let connection = Connection::open(address, token).map_err(message)?;
        loop {
            let Some(heard) = connection.wait() else { continue };
            let notice = match heard {
                Heard::Notice(notice) => notice,
                Heard::Lost => continue,
                Heard::Unreadable(error) => {
                    let problem = format!("can't read a message of the server: {error}");
                    return Err(Failure::Message(problem));
                }
                Heard::Unreachable(problem) => {
                    return Err(Failure::Message(format!("can't reach {}: {problem}", self.table)));
                }
            };
            if notice.table().is_some_and(|table| *table != player.table) {
                continue;
            }
            match &notice {
                Notice::Table(told) => {
                    match told.info.you {
                        Some(seat) => player.seating = Some(seating(catalog, &told.info, seat)?),
                        None => {
                            let seat = free_seat(&told.info, self.seat)?;
                            let (table, name) = (player.table.clone(), name.clone());
                            connection.say(Command::Sit { table, seat, name });
                            continue;
                        }
                    }
                    if told.info.ended.is_some() {
                        return print("the match was ended early\n");
                    }
                    player.tell_seat()?;
                }
                Notice::Refused(refused) => {
                    player.refused(&connection, refused.id.as_deref(), &refused.error)?;
                }
                _ => {}
            }
            if let Some(snapshot) = notice.snapshot()
                && player.take(&connection, snapshot)?
            {
                return Ok(());
            }
        }
    }
}

fn message(error: impl std::fmt::Display) -> Failure {
    Failure::Message(error.to_string())
}

fn seating(catalog: &Catalog, info: &TableInfo, seat: Seat) -> Result<Seating, Failure> {
    let game = catalog.find(&info.game);
    let game = game.ok_or_else(|| Failure::Message(format!("unknown game “{}”", info.game)))?;
    if game.turns() == Turns::Race {
        let problem = format!("{} is a race; bot programs can't play it", game.id());
        return Err(Failure::Message(problem));
    }
    let setup = SetupText {
        preset: Some(info.preset.clone()),
        options: info.options.clone(),
        seats: Some(info.seats),
    };
    let rules = game.open(&setup, Seat::new(0))?;
    Ok(Seating {
        game: game.id(),
        setup: rules.setup(),
        options: rules.options(),
        seat,
        sides: rules.sides(),
    })
}

fn free_seat(info: &TableInfo, asked: Option<u8>) -> Result<Seat, Failure> {
    let free: Vec<Seat> = Seat::all(info.seats.min(9))
        .filter(|seat| info.chairs.get(seat.index()).is_some_and(|chair| *chair == Chair::Open))
        .collect();
    let found = match asked {
        None => free.first(),
        Some(asked) => free.iter().find(|seat| u8::from(**seat) == asked),
    };
    found.copied().ok_or_else(|| Failure::Message("this table has no such free seat".to_owned()))
}

/// Program and the match it plays.
struct Player {
    program: Program,
    limits: Limits,
    talk: Option<Conversation>,
    /// Failures since the last action.
    failures: u32,
    table: String,
    seating: Option<Seating>,
    /// Last question and the answer to it.
    asked: Option<Asked>,
    run: String,
}

struct Asked {
    version: u64,
    id: String,
    refusals: u32,
    legal: Vec<String>,
}

impl Player {
    /// Returns the conversation with the program, and starts the program if it isn't running.
    fn talk(&mut self) -> Result<&mut Conversation, Failure> {
        match &mut self.talk {
            Some(talk) => Ok(talk),
            none => Ok(none.insert(Conversation::start(&self.program, self.limits).map_err(message)?)),
        }
    }

    fn tell_seat(&mut self) -> Result<(), Failure> {
        let Some(seating) = self.seating.clone() else { return Ok(()) };
        let told = self.talk()?.sit_down(&seating);
        told.or_else(|fault| self.failed(fault)).map(drop)
    }

    /// Ends a program that failed and starts a new one in the same seat.
    fn failed(&mut self, fault: Fault) -> Result<(), Failure> {
        let Some(talk) = self.talk.take() else { return Ok(()) };
        let failure = talk.failure(fault);
        let why = failure.last_error().map_or(String::new(), |why| format!(" ({why})"));
        eprintln!("{}: {failure}{why}", self.program);
        self.failures += 1;
        if self.failures >= FORGIVEN {
            return Err(Failure::Message(format!("{FORGIVEN} failures in a row; the seat stays empty")));
        }
        drop(talk);
        self.tell_seat()
    }

    /// Processes the state of the match and acts if it is the program's turn. Returns whether the
    /// match is over.
    fn take(&mut self, connection: &Connection, snapshot: &Snapshot) -> Result<bool, Failure> {
        let Some(seat) = self.seating.as_ref().map(|seating| seating.seat) else { return Ok(false) };
        match snapshot.phase {
            Phase::Waiting => {}
            Phase::Scored => connection.say(Command::Continue { table: self.table.clone() }),
            Phase::Over => {
                let won = if snapshot.winners.contains(seat) { "won" } else { "lost" };
                print(&format!("{won}: {:?}\n", snapshot.totals.as_slice()))?;
                if let Some(talk) = self.talk.take() {
                    let _ = talk.quit();
                }
                return Ok(true);
            }
            Phase::Playing => {
                // A sealed answer doesn't change the version, so it is sent only once.
                let is_answered = self.asked.as_ref().is_some_and(|asked| asked.version == snapshot.version);
                if snapshot.actors.contains(seat) && !snapshot.legal.is_empty() && !is_answered {
                    self.act(connection, snapshot)?;
                }
            }
        }
        Ok(false)
    }

    fn act(&mut self, connection: &Connection, snapshot: &Snapshot) -> Result<(), Failure> {
        let told: Box<RawValue> = to_raw_value(snapshot).map_err(message)?;
        let rng_seed = RandomState::new().hash_one(snapshot.version) >> 11;
        let action = loop {
            let answer = self.talk()?.ask(told.clone(), rng_seed);
            match answer {
                Ok(action) => {
                    self.failures = 0;
                    break action;
                }
                Err(fault) => self.failed(fault)?,
            }
        };
        let (version, legal) = (snapshot.version, snapshot.legal.clone());
        self.asked = Some(Asked { version, id: format!("{}-{version}-0", self.run), refusals: 0, legal });
        self.say(connection, action.as_str());
        Ok(())
    }

    fn say(&mut self, connection: &Connection, action: &str) {
        let Some(asked) = &self.asked else { return };
        connection.say(Command::Play {
            table: self.table.clone(),
            version: asked.version,
            action: action.to_owned(),
            id: asked.id.clone(),
        });
    }

    /// Handles a refused action. The program may choose again once; after that, the first legal
    /// action is played for it.
    fn refused(
        &mut self,
        connection: &Connection,
        id: Option<&str>,
        error: &ApiError,
    ) -> Result<(), Failure> {
        let asked = self.asked.as_mut().filter(|asked| id == Some(asked.id.as_str()));
        let Some(asked) = asked else {
            // The error belongs to the table, not to an action: the table is full or gone.
            return if id.is_none() { Err(Failure::Message(error.message.clone())) } else { Ok(()) };
        };
        if error.kind == ErrorKind::Stale {
            return Ok(());
        }
        asked.refusals += 1;
        asked.id = format!("{}-{}-{}", self.run, asked.version, asked.refusals);
        let first = asked.legal.first().cloned();
        let refusals = asked.refusals;
        let chosen: Result<ActionText, Fault> = match (&mut self.talk, refusals) {
            (Some(talk), 1) => talk.refuse(&Rejection::new(known(error.kind), sentence(error))),
            (_, 2) => Err(Fault::Illegal { action: sentence(error) }),
            _ => return Err(Failure::Message(sentence(error))),
        };
        let action = match chosen {
            Ok(action) => {
                self.failures = 0;
                action.as_str().to_owned()
            }
            Err(fault) => {
                self.failed(fault)?;
                first.unwrap_or_default()
            }
        };
        self.say(connection, &action);
        Ok(())
    }
}

/// Returns the bot protocol's code of an error. Programs act only on some codes; all others become
/// `illegal`.
fn known(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::Unreadable | ErrorKind::NotYourTurn => kind.code(),
        _ => ErrorKind::Illegal.code(),
    }
}

fn sentence(error: &ApiError) -> String {
    let reason = error.reason.as_ref().map_or(String::new(), |reason| format!(" ({reason})"));
    format!("{}{reason}", error.message)
}
