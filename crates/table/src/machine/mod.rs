//! State machine of a table.
//!
//! The driver passes in one input at a time, and performs the [`Effects`]. If they contain a question, the
//! driver passes in the answer before anything else. Nothing is applied or sent before it is written, so
//! everything that a player has seen survives a crash.
//!
//! | module | contents |
//! |---|---|
//! | `agenda` | steps of an input, and continuations after answers |
//! | `actions` | actions of players and bots, on their way to the game |
//! | `commands` | commands of guests |
//! | `divergence` | matches of which the store has lost a part |
//! | `exchange` | seed exchange before the first deal |
//! | `schedule` | the table's own work, at once or at a deadline |
//! | `seats` | taking, leaving and returning to chairs |
//! | `tell` | messages |

mod actions;
mod agenda;
mod commands;
mod divergence;
mod exchange;
mod schedule;
mod seats;
mod tell;
#[cfg(test)]
mod tests;

pub use tell::PublicMatch;

use crate::answers::Answers;
use crate::between_deals::BetweenDeals;
use crate::bot_seats::BotSeats;
use crate::chairs::Chairs;
use crate::clocks::Clocks;
use crate::command::{Input, Outcome, Sender, TableCommand};
use crate::countdown::{Countdown, IdleTimeout};
use crate::effects::{Answer, Effects, Revived};
use crate::end_vote::EndVote;
use crate::error::TableError;
use crate::history::History;
use crate::id::{GuestId, SubscriberId};
use crate::journal::Journal;
use crate::pace::Pace;
use crate::phrases::Phrases;
use crate::presence::{Presence, Subscribers};
use crate::race::Race;
use crate::record::TableRecord;
use crate::seed_exchange::SeedExchange;
use crate::timestamp::{Now, Timestamp};
use crate::window::ResponseWindow;
use actions::PendingAction;
use agenda::{AfterReload, Agenda, Step};
use cards::{Seat, SeatSet, Seed, Viewer};
use catalog::{AnyMatch, Catalog};
use engine::Phase;
use protocol::{Ended, Phrase, RatingChange};
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

/// Settings that all card tables share.
#[derive(Clone)]
pub struct TableSettings {
    /// Games that can be played.
    pub catalog: Games,
    /// Timing of the tables.
    pub pace: Pace,
    /// Whether the driver has threads for bots. Without them a bot has no time limit, and its table waits for
    /// it.
    pub has_threads: bool,
    /// Whether one player plays against bots without a time limit, as in the terminal. Then a response window closes as
    /// soon as all have answered, and bots without a pause don't pause in a race either.
    pub is_solo: bool,
    /// Draws a seed for a restarted seed exchange. Returns `None` if there is no randomness.
    pub new_seed: fn() -> Option<Seed>,
}

/// Catalog of games for the tables.
#[derive(Clone)]
pub enum Games {
    /// A catalog created at runtime.
    Shared(Arc<Catalog>),
    /// The catalog of this program.
    Static(&'static Catalog),
}

impl Deref for Games {
    type Target = Catalog;

    fn deref(&self) -> &Catalog {
        match self {
            Self::Shared(catalog) => catalog,
            Self::Static(catalog) => catalog,
        }
    }
}

/// Card table: a state machine without I/O.
pub struct Table {
    settings: Arc<TableSettings>,
    /// The table's id, as clients receive it.
    name: String,
    record: Box<TableRecord>,
    chairs: Chairs,
    game: Box<dyn AnyMatch>,
    history: History,
    waits: Waits,
    guests: Guests,
    ending: Ending,
    journal: Journal,
    /// The clocks, if the table has a time control.
    clocks: Option<Box<Clocks>>,
    exchange: SeedExchange,
    answers: Answers,
    agenda: Agenda,
}

/// Waiting states of the match.
struct Waits {
    between: BetweenDeals,
    bots: BotSeats,
    window: ResponseWindow,
    countdown: Countdown<PendingAction>,
    idle: IdleTimeout,
    /// Plays of a race that wait for plays that may have been made earlier.
    race: Race<PendingAction>,
}

/// Guests who are connected to the table.
#[derive(Default)]
struct Guests {
    subscribers: Subscribers,
    presence: Presence,
    phrases: Phrases,
    /// Guests whose chair the host has freed.
    shown_out: Vec<GuestId>,
    /// Requests to watch that came while the store was in doubt.
    held: Vec<(Sender, TableCommand)>,
}

/// End of the match.
struct Ending {
    vote: EndVote,
    /// Early end of the match.
    ended: Option<Ended>,
    /// Whether the store has the match marked as finished.
    is_noted: bool,
    /// Id of the rematch's table.
    next: Option<String>,
    /// Changes of ratings, once the store has told them.
    rated: Option<Vec<RatingChange>>,
}

impl Table {
    /// Creates a table from its stored state. `name` is its id, as clients receive it. The driver must call
    /// [`start`](Self::start) next.
    #[must_use]
    pub fn new(settings: Arc<TableSettings>, name: String, revived: Revived) -> Self {
        let Revived { stored, game, history } = revived;
        let mut answers = Answers::new(stored.record.seats, game.is_race());
        answers.learn(&stored.lines, &stored.commands);
        let clocks = Clocks::new(&stored.record, stored.clocks, !stored.lines.is_empty());
        Self {
            settings,
            name,
            chairs: Chairs::stored(stored.chairs),
            game,
            history,
            waits: Waits {
                between: BetweenDeals::default(),
                bots: BotSeats::default(),
                window: ResponseWindow::default(),
                countdown: Countdown::default(),
                idle: IdleTimeout::default(),
                race: Race::new(stored.record.seats),
            },
            guests: Guests::default(),
            ending: Ending {
                vote: EndVote::default(),
                ended: stored.ended,
                is_noted: stored.finished,
                next: stored.next,
                rated: None,
            },
            journal: Journal::new(stored.link, &stored.record.seed),
            clocks: clocks.map(Box::new),
            exchange: SeedExchange::default(),
            answers,
            agenda: Agenda::default(),
            record: Box::new(stored.record),
        }
    }

    /// Starts the table after it was loaded.
    pub fn start(&mut self, now: Now) -> Effects {
        self.agenda.begin(now);
        self.run()
    }

    /// Handles an input.
    ///
    /// # Panics
    ///
    /// Panics if the table waits for an [`Answer`].
    pub fn handle(&mut self, now: Now, input: Input) -> Effects {
        assert!(!self.agenda.is_waiting(), "the table waits for an answer");
        self.agenda.begin(now);
        match input {
            Input::Command { from, guest, delay, command } => {
                let sender = Sender { from, guest, delay, id: command.id().map(str::to_owned) };
                self.begin(Request::Command(Box::new((sender, command))));
            }
            Input::Disconnected(id) => self.begin(Request::Disconnect(id)),
            Input::Close => self.begin(Request::Close),
            Input::Expel(guest) => self.begin(Request::Expel(guest)),
            Input::BotMove(job, action) => self.take_choice(job, action),
            Input::Tick => self.tick(),
        }
        self.run()
    }

    /// Continues with the result of the request in [`Effects::wanted`], such as a write.
    pub fn resume(&mut self, now: Now, answer: Answer) -> Effects {
        self.agenda.set_now(now);
        self.take_answer(answer);
        self.run()
    }

    /// Returns the last 20 phrases of a player, the oldest first, or `None` if the player has no chair. A table that was
    /// loaded again has forgotten older ones.
    #[must_use]
    pub fn phrases_of(&self, guest: GuestId) -> Option<Vec<Phrase>> {
        self.chairs.seat_of(guest).map(|seat| self.guests.phrases.of(seat, guest))
    }

    /// Returns the latest time at which the driver must pass in [`Input::Tick`].
    #[must_use]
    pub fn next_deadline(&self) -> Option<Timestamp> {
        if let Some(retry) = self.journal.retry_at() {
            // The table does nothing before the retry.
            return Some(retry);
        }
        let waits = &self.waits;
        let deadlines = [
            waits.bots.deadline(),
            waits.countdown.deadline(),
            waits.race.due(),
            waits.idle.deadline(),
            waits.window.deadline(),
            waits.between.deadline(),
            self.clocks_deadline(),
            self.exchange.deadline(),
        ];
        deadlines.into_iter().flatten().min()
    }

    /// Returns whether the table can leave memory: it has no subscribers, and nothing is in progress.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.guests.subscribers.is_empty()
            && self.waits.bots.is_empty()
            && !self.waits.countdown.is_running()
            && self.waits.race.due().is_none()
            && self.clocks.as_ref().is_none_or(|clocks| clocks.is_at_rest())
            && !self.exchange.is_running()
    }

    /// Returns whether another server owns the table now.
    #[must_use]
    pub fn has_lost_lease(&self) -> bool {
        self.journal.has_lost_lease()
    }

    /// Returns whether the delays of connections matter.
    #[must_use]
    pub fn measures_delays(&self) -> bool {
        self.game.is_race() || self.clocks.is_some()
    }

    /// Sets the known delays of connections.
    pub fn set_delays(&mut self, delay: impl Fn(SubscriberId) -> Option<Duration>) {
        self.guests.subscribers.set_delays(delay);
    }

    /// Returns the number of subscribers.
    #[must_use]
    pub fn subscribers(&self) -> usize {
        self.guests.subscribers.len()
    }

    /// Subscribes a connection without sending it the table.
    pub fn subscribe(&mut self, id: SubscriberId, guest: GuestId) {
        self.guests.subscribers.add(id, guest, Duration::ZERO);
    }

    /// Returns whether a connection is a subscriber.
    #[must_use]
    pub fn is_subscriber(&self, id: SubscriberId) -> bool {
        self.guests.subscribers.contains(id)
    }

    /// Returns the match.
    #[must_use]
    pub fn game(&self) -> &dyn AnyMatch {
        &*self.game
    }

    /// Returns whether the bot of a seat is to act.
    #[must_use]
    pub fn is_bot_due(&self, seat: Seat) -> bool {
        self.waits.bots.thinks(seat)
    }

    /// Returns the absent players who are to act.
    #[must_use]
    pub fn absent_actors(&self) -> Vec<GuestId> {
        let waits = self.ending.ended.is_none()
            && self.journal.diverged().is_none()
            && self.game.phase() == Phase::Playing;
        if !waits || self.game.is_race() {
            return Vec::new();
        }
        let absent = self.game.actors() - self.connected();
        absent
            .iter()
            .filter(|seat| self.chairs.bot(*seat).is_none())
            .filter_map(|seat| self.chairs.guest(seat))
            .collect()
    }

    /// Begins an input. If the store is uncertain, it is read first.
    fn begin(&mut self, request: Request) {
        match self.journal.is_uncertain() {
            true => self.reload(AfterReload::Request(request)),
            false => self.begin_certain(request),
        }
    }

    fn begin_certain(&mut self, request: Request) {
        let returns = match &request {
            Request::Command(command) if command.1.is_alive() => Some(command.0.guest),
            _ => None,
        };
        self.agenda.push(Step::Request(request));
        if let Some(guest) = returns {
            self.agenda.push(Step::Return(guest));
        }
    }

    fn at(&self) -> Timestamp {
        self.agenda.now().at
    }

    fn pace(&self) -> &Pace {
        &self.settings.pace
    }

    /// Returns the seats whose players are connected.
    fn connected(&self) -> SeatSet {
        let seat = |subscriber: &crate::presence::Subscriber| self.chairs.seat_of(subscriber.guest);
        self.guests.subscribers.iter().filter_map(seat).collect()
    }

    /// Returns the seats whose players are connected and have not left.
    fn staying(&self) -> SeatSet {
        self.connected().iter().filter(|seat| !self.chairs.has_left(*seat)).collect()
    }

    fn viewer(&self, guest: GuestId) -> Viewer {
        self.chairs.seat_of(guest).map_or(Viewer::Public, Viewer::Seat)
    }

    /// Returns whether the match is over.
    fn is_over(&self) -> bool {
        self.ending.ended.is_some() || matches!(self.game.phase(), Phase::Over(_))
    }

    /// Returns whether a deal was scored and the next one has not begun.
    fn is_between_deals(&self) -> bool {
        self.game.phase() == Phase::Between && self.game.deals() > 0
    }

    /// Returns whether an action may take days, so that players need not be connected.
    fn is_correspondence(&self) -> bool {
        self.clocks.as_ref().is_some_and(|clocks| clocks.is_correspondence())
    }

    /// Returns the seat of a guest.
    fn seat_of(&self, guest: GuestId) -> Result<Seat, TableError> {
        self.chairs.seat_of(guest).ok_or(TableError::NoSeat)
    }

    /// Returns the seat of a guest in a match in progress.
    fn playing_seat(&self, guest: GuestId) -> Result<Seat, TableError> {
        let seat = self.seat_of(guest)?;
        match self.journal.diverged() {
            _ if self.is_over() => Err(TableError::Ended),
            Some(seen) => Err(TableError::Diverged { known: self.game.version(), seen }),
            None => Ok(seat),
        }
    }

    /// Returns the milliseconds for which a player has been absent, or `None` if the player is connected.
    fn away(&self, seat: Seat) -> Option<u32> {
        (!self.connected().contains(seat)).then(|| self.guests.presence.away(seat, self.at()))
    }

    /// Stops all work in progress: bots' jobs, the countdown, the response window and the clocks.
    fn rest(&mut self) {
        self.waits.bots.clear();
        if let Some(PendingAction { seat, asked: Some(asked), .. }) = self.waits.countdown.stop() {
            // The countdown stopped, so the command may be repeated.
            self.answers.forget(seat, asked.command);
        }
        self.waits.idle.clear();
        self.waits.window.clear();
        self.waits.between.stop();
        if let Some(clocks) = &mut self.clocks {
            clocks.stop();
        }
        self.exchange.give_up();
    }
}

/// Input that waits until the store is certain.
enum Request {
    Command(Box<(Sender, TableCommand)>),
    Disconnect(SubscriberId),
    Expel(GuestId),
    Close,
}
