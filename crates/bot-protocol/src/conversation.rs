//! Conversation with a program. Every question has a timeout.

use crate::failure::{Failure, Fault};
use crate::message::{
    ActionText, BotHello, BotMessage, Clock, Go, MatchMessage, PROTOCOL, Quit, Refused, ServerHello,
    ServerMessage, Stop, shown,
};
use crate::process::{Process, Program, Unheard};
use catalog::{Seating, Snapshot};
use engine::Rejection;
use serde_json::value::RawValue;
use std::time::{Duration, Instant};

/// Maximum number of unrelated lines that a program may send per question.
const MOST_OTHERS: u32 = 1000;

/// Time limits of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Limit for `hello` and for each `ready`, while the program may load data.
    pub start: Duration,
    /// Limit for each action.
    pub each: Duration,
    /// Limit for answers without thinking: `pong`, an action after `stop`, the exit after `quit`.
    pub answer: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            start: Duration::from_secs(10),
            each: Duration::from_secs(2),
            answer: Duration::from_millis(100),
        }
    }
}

/// Running program that has introduced itself.
pub struct Conversation {
    process: Process,
    limits: Limits,
    hello: BotHello,
    id: u64,
    last_said: String,
    last_heard: Vec<u8>,
}

impl Conversation {
    /// Starts a program and reads its `hello`.
    ///
    /// # Errors
    ///
    /// Returns a [`Failure`] if the program doesn't start or answer correctly.
    pub fn start(program: &Program, limits: Limits) -> Result<Self, Failure> {
        let process = Process::start(program).map_err(|fault| Failure {
            fault,
            last_said: String::new(),
            last_heard: String::new(),
            errors: String::new(),
        })?;
        // Placeholder until the program has introduced itself.
        let hello = BotHello {
            protocol: PROTOCOL,
            name: unknown(),
            author: None,
            version: None,
            games: Default::default(),
        };
        let mut conversation =
            Self { process, limits, hello, id: 0, last_said: String::new(), last_heard: Vec::new() };
        match conversation.greet() {
            Ok(hello) => Ok(Self { hello, ..conversation }),
            Err(fault) => Err(conversation.failure(fault)),
        }
    }

    /// Returns the program's introduction.
    #[must_use]
    pub fn hello(&self) -> &BotHello {
        &self.hello
    }

    /// Adds the last messages and error output to a fault.
    #[must_use]
    pub fn failure(&self, fault: Fault) -> Failure {
        Failure {
            fault,
            last_said: shown(&self.last_said),
            last_heard: shown(&String::from_utf8_lossy(&self.last_heard)),
            errors: self.process.errors(),
        }
    }

    fn greet(&mut self) -> Result<BotHello, Fault> {
        let server = format!("parlour {}", env!("CARGO_PKG_VERSION"));
        let until =
            self.say(&ServerMessage::Hello(ServerHello { protocol: PROTOCOL, server }), self.limits.start)?;
        let hello = self.wait_for("hello", self.limits.start, until, |message| match message {
            BotMessage::Hello(hello) => Some(hello),
            _ => None,
        })?;
        if (1..=PROTOCOL).contains(&hello.protocol) {
            return Ok(hello);
        }
        let why =
            format!("it speaks version {} of the protocol, this program version {PROTOCOL}", hello.protocol);
        let _ = self.say(&ServerMessage::Quit(Quit { reason: Some(why.clone()) }), self.limits.answer);
        Err(Fault::Unwilling { why })
    }

    /// Tells the program which seat it plays from now on.
    ///
    /// # Errors
    ///
    /// Returns a [`Fault`] if the program doesn't answer correctly.
    pub fn sit_down(&mut self, seating: &Seating) -> Result<(), Fault> {
        if !self.hello.games.contain(seating.game) {
            return Err(Fault::Unwilling { why: format!("it doesn't play {}", seating.game) });
        }
        let told = MatchMessage {
            game: seating.game.to_owned(),
            preset: seating.setup.preset.clone(),
            options: seating.options.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect(),
            seats: seating.sides.seats(),
            you: seating.seat,
            sides: seating.sides,
            clock: Clock { each: u64::try_from(self.limits.each.as_millis()).unwrap_or(u64::MAX) },
        };
        let until = self.say(&ServerMessage::Match(told), self.limits.start)?;
        self.wait_for("match", self.limits.start, until, |message| {
            (message == BotMessage::Ready {}).then_some(())
        })
    }

    /// Asks for an action, which must be one of `snapshot.legal`. The program may correct an illegal
    /// choice once.
    ///
    /// # Errors
    ///
    /// Returns a [`Fault`] if the program doesn't answer correctly.
    pub fn choose(&mut self, snapshot: &Snapshot, rng_seed: u64) -> Result<String, Fault> {
        let is_legal = |action: &ActionText| snapshot.legal.iter().any(|legal| legal == action.as_str());
        let mut chosen = self.ask(snapshot.to_json(), rng_seed)?;
        if !is_legal(&chosen) {
            let message = format!("“{}” isn't one of the legal actions", shown(chosen.as_str()));
            chosen = self.refuse(&Rejection::new("illegal", message))?;
        }
        if !is_legal(&chosen) {
            return Err(Fault::Illegal { action: shown(chosen.as_str()) });
        }
        Ok(chosen.as_str().to_owned())
    }

    /// Asks for an action, which may be illegal.
    ///
    /// # Errors
    ///
    /// Returns a [`Fault`] if the program doesn't answer correctly.
    pub fn ask(&mut self, snapshot: Box<RawValue>, rng_seed: u64) -> Result<ActionText, Fault> {
        self.id += 1;
        let until = self.say(&ServerMessage::Go(Go { id: self.id, snapshot, rng_seed }), self.limits.each)?;
        self.chosen(until)
    }

    /// Refuses the last choice and asks for another one.
    ///
    /// # Errors
    ///
    /// Returns a [`Fault`] if the program doesn't answer correctly.
    pub fn refuse(&mut self, why: &Rejection) -> Result<ActionText, Fault> {
        let until = self.say(&ServerMessage::Refused(Refused::new(self.id, why)), self.limits.each)?;
        self.chosen(until)
    }

    fn chosen(&mut self, until: Instant) -> Result<ActionText, Fault> {
        let (id, each) = (self.id, self.limits.each);
        // Answers to earlier turns came too late and are ignored.
        let of_this_turn = |message| match message {
            BotMessage::BestAction { id: of, action } if of == id => Some(action),
            _ => None,
        };
        match self.wait_for("go", each, until, of_this_turn) {
            Err(Fault::Stalled { .. }) => {}
            heard => return heard,
        }
        let last = self.say(&ServerMessage::Stop(Stop { id }), self.limits.answer)?;
        self.wait_for("stop", self.limits.answer, last, of_this_turn).map_err(|fault| match fault {
            Fault::Stalled { .. } => Fault::TooSlow { after: each },
            other => other,
        })
    }

    /// Pings the program. Returns the time to its answer.
    ///
    /// # Errors
    ///
    /// Returns a [`Fault`] if the program doesn't answer correctly.
    pub fn ping(&mut self) -> Result<Duration, Fault> {
        let begun = Instant::now();
        let until = self.say(&ServerMessage::Ping {}, self.limits.each)?;
        self.wait_for("ping", self.limits.each, until, |message| {
            (message == BotMessage::Pong {}).then_some(())
        })?;
        Ok(begun.elapsed())
    }

    /// Sends a line of an unknown type, which the program must ignore.
    pub(crate) fn say_line(&mut self, line: &str) -> Result<(), Fault> {
        self.say_within(line.to_owned(), self.limits.start).map(drop)
    }

    /// Sends `quit` and waits for the exit. Returns whether it came in time.
    #[must_use]
    pub fn quit(mut self) -> bool {
        let within = self.limits.answer.max(Duration::from_secs(1));
        self.say(&ServerMessage::Quit(Quit::default()), within).is_ok() && self.process.wait(within).is_some()
    }

    /// Sends a message. Returns the deadline of the answer.
    fn say(&mut self, message: &ServerMessage, within: Duration) -> Result<Instant, Fault> {
        self.say_within(message.line(), within)
    }

    fn say_within(&mut self, line: String, within: Duration) -> Result<Instant, Fault> {
        let until = Instant::now() + within;
        let said = self.process.say(&line, until);
        self.last_said = line;
        match said {
            Ok(()) => Ok(until),
            Err(Unheard::Late) => Err(Fault::Stalled { asked: "anything", after: within }),
            Err(Unheard::Fault(fault)) => Err(fault),
        }
    }

    fn wait_for<T>(
        &mut self,
        asked: &'static str,
        within: Duration,
        until: Instant,
        answer: impl Fn(BotMessage) -> Option<T>,
    ) -> Result<T, Fault> {
        for _ in 0..MOST_OTHERS {
            match self.process.hear(until) {
                Ok(line) => self.last_heard = line,
                Err(Unheard::Late) => return Err(Fault::Stalled { asked, after: within }),
                Err(Unheard::Fault(fault)) => return Err(fault),
            }
            let message = BotMessage::read(&self.last_heard)
                .map_err(|unreadable| Fault::Garbled { problem: unreadable.to_string() })?;
            if let Some(answer) = answer(message) {
                return Ok(answer);
            }
        }
        Err(Fault::Garbled { problem: format!("{MOST_OTHERS} unrelated lines") })
    }
}

fn unknown() -> crate::Name {
    crate::Name::new("unknown").expect("it is a name")
}
