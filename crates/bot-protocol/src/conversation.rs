//! What is said to a program and heard from it: every question has its time.

use crate::failure::{Failure, Fault};
use crate::message::{
    ActionText, BotHello, BotMessage, Clock, Go, HouseHello, HouseMessage, MatchMessage, PROTOCOL, Quit,
    Refused, Stop, shown,
};
use crate::process::{Process, Program, Unheard};
use engine::Rejected;
use house::{Frame, Seating};
use serde_json::value::RawValue;
use std::time::{Duration, Instant};

/// So many lines that answer nothing are passed over, each time something is asked.
const MOST_OTHERS: u32 = 1000;

/// How long a program has for what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// For its `hello`, and for each `ready`: it may have much to load.
    pub start: Duration,
    /// For each action.
    pub each: Duration,
    /// For whatever takes no thought: `pong`, an action after `stop`, the end after `quit`.
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

/// A program that runs and has said who it is.
pub struct Conversation {
    process: Process,
    limits: Limits,
    hello: BotHello,
    id: u64,
    last_said: String,
    last_heard: Vec<u8>,
}

impl Conversation {
    /// Starts a program, and hears who it is.
    ///
    /// # Errors
    ///
    /// How it failed.
    pub fn start(program: &Program, limits: Limits) -> Result<Self, Failure> {
        let process = Process::start(program).map_err(|fault| Failure {
            fault,
            last_said: String::new(),
            last_heard: String::new(),
            errors: String::new(),
        })?;
        // Who it is, is not known before it has said so.
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

    /// Who it is.
    #[must_use]
    pub fn hello(&self) -> &BotHello {
        &self.hello
    }

    /// What is known of it, after a fault.
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
        let house = format!("parlour {}", env!("CARGO_PKG_VERSION"));
        let until =
            self.say(&HouseMessage::Hello(HouseHello { protocol: PROTOCOL, house }), self.limits.start)?;
        let hello = self.wait_for("hello", self.limits.start, until, |message| match message {
            BotMessage::Hello(hello) => Some(hello),
            _ => None,
        })?;
        if (1..=PROTOCOL).contains(&hello.protocol) {
            return Ok(hello);
        }
        let why =
            format!("it speaks version {} of the protocol, and the house version {PROTOCOL}", hello.protocol);
        let _ = self.say(&HouseMessage::Quit(Quit { reason: Some(why.clone()) }), self.limits.answer);
        Err(Fault::Unwilling { why })
    }

    /// Tells it which seat it plays from now on.
    ///
    /// # Errors
    ///
    /// How it failed.
    pub fn sit_down(&mut self, seating: &Seating) -> Result<(), Fault> {
        if !self.hello.games.contain(seating.game) {
            return Err(Fault::Unwilling { why: format!("it does not play {}", seating.game) });
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
        let until = self.say(&HouseMessage::Match(told), self.limits.start)?;
        self.wait_for("match", self.limits.start, until, |message| {
            (message == BotMessage::Ready {}).then_some(())
        })
    }

    /// What it does in this position, which must be one of `frame.legal`. It is told once that something is not.
    ///
    /// # Errors
    ///
    /// How it failed.
    pub fn choose(&mut self, frame: &Frame, rng_seed: u64) -> Result<String, Fault> {
        let is_legal = |action: &ActionText| frame.legal.iter().any(|legal| legal == action.as_str());
        let mut chosen = self.ask(frame.to_json(), rng_seed)?;
        if !is_legal(&chosen) {
            let message =
                format!("“{}” is not one of the legal actions of the frame", shown(chosen.as_str()));
            chosen = self.refuse(&Rejected::new("illegal", message))?;
        }
        if !is_legal(&chosen) {
            return Err(Fault::Illegal { action: shown(chosen.as_str()) });
        }
        Ok(chosen.as_str().to_owned())
    }

    /// What it does in this position, legal or not.
    ///
    /// # Errors
    ///
    /// How it failed.
    pub fn ask(&mut self, frame: Box<RawValue>, rng_seed: u64) -> Result<ActionText, Fault> {
        self.id += 1;
        let until = self.say(&HouseMessage::Go(Go { id: self.id, frame, rng_seed }), self.limits.each)?;
        self.chosen(until)
    }

    /// What it does in the same position, since what it chose cannot be done.
    ///
    /// # Errors
    ///
    /// How it failed.
    pub fn refuse(&mut self, why: &Rejected) -> Result<ActionText, Fault> {
        let until = self.say(&HouseMessage::Refused(Refused::new(self.id, why)), self.limits.each)?;
        self.chosen(until)
    }

    fn chosen(&mut self, until: Instant) -> Result<ActionText, Fault> {
        let (id, each) = (self.id, self.limits.each);
        // What answers an earlier turn came too late for it, and is passed over.
        let of_this_turn = |message| match message {
            BotMessage::BestAction { id: of, action } if of == id => Some(action),
            _ => None,
        };
        match self.wait_for("go", each, until, of_this_turn) {
            Err(Fault::Stalled { .. }) => {}
            heard => return heard,
        }
        let last = self.say(&HouseMessage::Stop(Stop { id }), self.limits.answer)?;
        self.wait_for("stop", self.limits.answer, last, of_this_turn).map_err(|fault| match fault {
            Fault::Stalled { .. } => Fault::TooSlow { after: each },
            other => other,
        })
    }

    /// Asks whether it is there, and how long the answer took.
    ///
    /// # Errors
    ///
    /// How it failed.
    pub fn ping(&mut self) -> Result<Duration, Fault> {
        let begun = Instant::now();
        let until = self.say(&HouseMessage::Ping {}, self.limits.each)?;
        self.wait_for("ping", self.limits.each, until, |message| {
            (message == BotMessage::Pong {}).then_some(())
        })?;
        Ok(begun.elapsed())
    }

    /// Says something that no version of the protocol knows, which is to be passed over.
    pub(crate) fn say_line(&mut self, line: &str) -> Result<(), Fault> {
        self.say_within(line.to_owned(), self.limits.start).map(drop)
    }

    /// Says that it is over, and waits for the end. Returns whether it came in time.
    #[must_use]
    pub fn quit(mut self) -> bool {
        let within = self.limits.answer.max(Duration::from_secs(1));
        self.say(&HouseMessage::Quit(Quit::default()), within).is_ok() && self.process.wait(within).is_some()
    }

    /// Says something. Returns until when the answer has time.
    fn say(&mut self, message: &HouseMessage, within: Duration) -> Result<Instant, Fault> {
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
        Err(Fault::Garbled { problem: format!("{MOST_OTHERS} lines that answer nothing") })
    }
}

fn unknown() -> crate::Name {
    crate::Name::new("unknown").expect("it is a name")
}
