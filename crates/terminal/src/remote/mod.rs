//! Client-side state of a match on a server. Every message is checked before it is drawn.

mod wire;

pub(crate) use wire::{Reader, sentence};

use crate::cast::strength;
use crate::games::layout;
use crate::scores::Scores;
use crate::{Error, Settings};
use cards::{Seat, SeatSet};
use catalog::{AnyMatch, SetupText, Snapshot, WireValue};
use i18n::Words;
use protocol::{Chair, Ended, PlayerClock, notice};
use std::time::Duration;

/// Maximum length of a drawn name.
const LONGEST_NAME: usize = 40;

/// Creates an error about an unreadable message of the server.
pub(crate) fn invalid_message(problem: impl Into<String>) -> Error {
    Error::InvalidMessage(problem.into())
}

/// Client-side state of a remote match.
pub(crate) struct Remote {
    /// Id of the table.
    pub(crate) table: String,
    /// Match with the same rules before its first deal, for everything that stays constant.
    rules: Box<dyn AnyMatch>,
    pub(crate) reader: Reader,
    pub(crate) snapshot: Snapshot,
    pub(crate) chairs: Vec<Chair>,
    /// Players ready for the next deal.
    pub(crate) ready: SeatSet,
    /// The user's seat. `None` for a spectator.
    pub(crate) seat: Option<Seat>,
    pub(crate) clocks: ReceivedClocks,
    pub(crate) ended: Option<Ended>,
    /// Whether the user has declared readiness for the next deal. If the server's list lacks the
    /// user's seat, it has not received this, or has lost it in a restart.
    pub(crate) goes_on: bool,
    /// Whether the server's state is older than one that a player has seen.
    pub(crate) diverged: bool,
    pub(crate) connected: bool,
    /// End of the countdown of an agreed action.
    pub(crate) countdown: Option<Duration>,
    /// Scores of the deals that ended while connected.
    pub(crate) scores: Scores,
    pub(crate) commands: CommandIds,
}

/// Clocks of the players, as a message of the server told them.
pub(crate) struct ReceivedClocks {
    clocks: Vec<PlayerClock>,
    /// Time of the message.
    received: Duration,
}

impl ReceivedClocks {
    pub(crate) const fn new(clocks: Vec<PlayerClock>, now: Duration) -> Self {
        Self { clocks, received: now }
    }

    /// Returns the time that a player has left, or `None` if the player has no clock.
    pub(crate) fn time_left(&self, seat: Seat, now: Duration) -> Option<Duration> {
        let clock = self.clocks.get(seat.index())?;
        let since = match (clock.runs, clock.elapsed) {
            (true, Some(_)) => now.saturating_sub(self.received),
            _ => Duration::ZERO,
        };
        let all = Duration::from_millis(u64::from(clock.delay) + u64::from(clock.bank));
        let elapsed = Duration::from_millis(clock.elapsed.unwrap_or_default().into()) + since;
        Some(all.saturating_sub(elapsed))
    }
}

/// Ids of commands. The server recognizes a repeated command by its id.
#[derive(Clone)]
pub(crate) struct CommandIds {
    /// Prefix that is unique to this run of the program.
    run: String,
    count: u64,
    /// Id of the command that awaits its answer.
    awaited: Option<String>,
}

impl CommandIds {
    /// Creates the ids of this run.
    ///
    /// # Errors
    /// Returns an error if the operating system has no random numbers.
    fn new() -> Result<Self, Error> {
        let mut bytes = [0; 8];
        getrandom::fill(&mut bytes).map_err(Error::Entropy)?;
        Ok(Self { run: format!("{:016x}", u64::from_le_bytes(bytes)), count: 0, awaited: None })
    }

    /// Returns a new id.
    pub(crate) fn next(&mut self) -> String {
        self.count += 1;
        format!("{}-{}", self.run, self.count)
    }

    /// Returns a new id, whose answer is awaited.
    pub(crate) fn next_awaited(&mut self) -> String {
        let id = self.next();
        self.awaited = Some(id.clone());
        id
    }

    pub(crate) const fn is_awaiting(&self) -> bool {
        self.awaited.is_some()
    }

    /// Returns whether a message with this id is the awaited answer, which is awaited no longer.
    pub(crate) fn take_answer(&mut self, id: Option<&str>) -> bool {
        let is_answer = id.is_some() && id == self.awaited.as_deref();
        if is_answer {
            self.awaited = None;
        }
        is_answer
    }
}

impl Remote {
    /// Creates the state from the server's first message about the table. Also returns the events of the
    /// current deal.
    pub(crate) fn new(
        table: &str,
        told: &notice::Table,
        settings: &Settings,
        clock: Duration,
    ) -> Result<(Self, Vec<WireValue>), Error> {
        let info = &told.info;
        let game = settings.catalog.find(&info.game);
        let game = game.ok_or_else(|| Error::UnknownGame(info.game.clone()))?;
        let setup = SetupText {
            preset: Some(info.preset.clone()),
            options: info.options.clone(),
            seats: Some(info.seats),
        };
        let rules = game.open(&setup, Seat::new(0))?;
        let seats = rules.seats();
        let is_seat = |seat: Option<Seat>| seat.is_none_or(|seat| seat.index() < usize::from(seats));
        if info.seats != seats || info.chairs.len() != usize::from(seats) || !is_seat(info.you) {
            return Err(invalid_message("the number of chairs doesn't fit the rules"));
        }
        // Without this check its view would seem to be invalid.
        layout(&*rules)?;
        let reader = Reader::new(&*rules, settings.words());
        let snapshot = reader.snapshot(&told.snapshot)?;
        let happened = told.log.iter().filter(|happened| happened.deal == snapshot.deal);
        let events = happened.map(|happened| reader.events(&happened.events)).collect::<Result<_, _>>()?;
        let mut remote = Self {
            table: table.to_owned(),
            rules,
            reader,
            chairs: info.chairs.clone(),
            ready: info.ready,
            seat: info.you,
            clocks: ReceivedClocks::new(info.clocks.clone(), clock),
            ended: info.ended,
            goes_on: false,
            diverged: info.diverged.is_some(),
            connected: true,
            countdown: None,
            scores: Scores::default(),
            commands: CommandIds::new()?,
            snapshot,
        };
        remote.add_score();
        Ok((remote, events))
    }

    /// Keeps the state from before a reconnect: the seen deals and the used ids.
    pub(crate) fn go_on_from(&mut self, before: &Self) {
        self.scores = before.scores.clone();
        self.add_score();
        self.commands = before.commands.clone();
        self.goes_on = before.goes_on && self.is_where(before);
    }

    /// Returns whether the match is at the same place as before.
    pub(crate) fn is_where(&self, before: &Self) -> bool {
        self.snapshot.version == before.snapshot.version && self.snapshot.phase == before.snapshot.phase
    }

    /// Returns whether the server waits for a readiness that the user has already declared.
    /// Accepting a lost state is never repeated automatically.
    pub(crate) fn is_ready_unheard(&self) -> bool {
        self.goes_on && !self.diverged && self.seat.is_some_and(|seat| !self.ready.contains(seat))
    }

    /// Replaces the snapshot of the match.
    pub(crate) fn move_on(&mut self, snapshot: Snapshot) {
        self.snapshot = snapshot;
        self.countdown = None;
        self.goes_on = false;
        self.add_score();
    }

    fn add_score(&mut self) {
        if let Some(score) = &self.snapshot.deal_score {
            self.scores.add(score);
        }
    }

    pub(crate) fn take_chairs(&mut self, told: notice::Chairs) -> Result<(), Error> {
        if told.chairs.len() != self.chairs.len() {
            return Err(invalid_message("the number of chairs doesn't fit the table"));
        }
        (self.chairs, self.ready) = (told.chairs, told.ready);
        Ok(())
    }

    pub(crate) fn rules(&self) -> &dyn AnyMatch {
        &*self.rules
    }

    pub(crate) fn snapshot(&self) -> Snapshot {
        self.snapshot.clone()
    }

    /// Returns the user's seat, or the seat from which a spectator watches.
    pub(crate) fn me(&self) -> Seat {
        self.seat.unwrap_or_else(|| layout(&*self.rules).map_or(Seat::new(0), |layout| layout.own_seat()))
    }

    pub(crate) fn looks_on(&self) -> bool {
        self.seat.is_none()
    }

    /// Returns each seat's name, and the strength of a bot or the status of a player. The user's
    /// name is empty.
    pub(crate) fn people(&self, words: Words) -> (Vec<String>, Vec<String>) {
        let seated = Seat::all(self.rules.seats()).zip(&self.chairs);
        seated.map(|(seat, chair)| self.person(seat, chair, words)).unzip()
    }

    fn person(&self, seat: Seat, chair: &Chair, words: Words) -> (String, String) {
        if self.seat == Some(seat) {
            return (String::new(), String::new());
        }
        let say = |key: &str| words.say(key, &[]).into_owned();
        let named = |name: &str| {
            let name: String = name.chars().filter(|sign| !sign.is_control()).take(LONGEST_NAME).collect();
            if name.trim().is_empty() {
                words.say("record.line.seat", &[("n", &(seat.index() + 1).to_string())]).into_owned()
            } else {
                name
            }
        };
        match chair {
            Chair::Open => (say("join.open"), String::new()),
            Chair::Bot { bot, name, .. } => (named(name), strength(bot, words)),
            Chair::Person { name, substitute: Some(bot), .. } => (named(name), strength(bot, words)),
            Chair::Person { name, left: true, .. } => (named(name), say("join.left")),
            Chair::Person { name, connected: false, .. } => (named(name), say("join.away")),
            Chair::Person { name, .. } => (named(name), String::new()),
        }
    }
}
