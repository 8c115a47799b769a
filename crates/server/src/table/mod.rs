//! A table: one task that owns one match. Everything that happens at it goes through its queue, one after the other.
//!
//! What is accepted is first written to disk, then done, then told: so whatever anybody has seen is there after a
//! crash, and the match can go on from it.
//!
//! * [`chairs`](self::chairs): who sits where, and who is here.
//! * [`outbox`](self::outbox): what waits to be sent to a socket.
//! * [`revive`](self::revive): from the lines on disk back to a match.

mod chairs;
mod outbox;
mod revive;

pub(crate) use chairs::Chairs;
pub(crate) use outbox::{Told, Visit};
pub(crate) use revive::{begin, follow, revive, setup};

use crate::identity::TableId;
use crate::lobby::{LONGEST_THOUGHT, Lobby};
use crate::refusal::Refusal;
use crate::store::{Founding, Line, LoadError, SaveError, Stored, TableNumber};
use crate::wire::{Notice, TableInfo};
use axum::extract::ws::Utf8Bytes;
use cards::{Seat, SeatSet, Viewer};
use engine::{Budget, Phase};
use house::AnyMatch;
use serde_json::value::RawValue;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

/// What a guest wants of a table. Small: a queue keeps room for many.
pub(crate) enum Request {
    /// To follow it.
    Watch(Arc<Visit>),
    /// To follow it no longer.
    Leave(Arc<Visit>),
    /// To take a chair.
    Sit(Arc<Visit>, Box<Sit>),
    /// To act.
    Play(Arc<Visit>, Box<Play>),
    /// To go on to the next deal.
    Continue(Arc<Visit>),
}

/// A chair somebody wants.
pub(crate) struct Sit {
    pub(crate) seat: Seat,
    pub(crate) name: String,
}

/// What somebody wants to do.
pub(crate) struct Play {
    pub(crate) version: u64,
    pub(crate) action: String,
    pub(crate) id: String,
}

impl Request {
    /// Whose request it is.
    fn visit(&self) -> &Visit {
        match self {
            Self::Watch(visit)
            | Self::Leave(visit)
            | Self::Sit(visit, _)
            | Self::Play(visit, _)
            | Self::Continue(visit) => visit,
        }
    }

    /// Tells whoever asked that nothing came of it.
    pub(crate) fn refuse(&self, table: &str, refusal: &Refusal) {
        refusal.log();
        let (visit, id) = match self {
            Self::Watch(visit) | Self::Sit(visit, _) | Self::Continue(visit) => (visit, None),
            Self::Play(visit, play) => (visit, Some(play.id.as_str())),
            Self::Leave(_) => return,
        };
        visit.tell(refusal.notice(Some(table), id));
    }
}

/// How many requests may wait; then sockets wait, and nobody else.
const QUEUE: usize = 32;

/// The time of a bot whose name says none.
const UNSAID_TIME: Duration = Duration::from_secs(1);

/// How long a bot may overrun its time before chance plays for it.
const PATIENCE: Duration = Duration::from_secs(2);

/// After something could not be saved.
const RETRY: Duration = Duration::from_secs(2);

/// Begins a table: its task loads it, and serves whoever asks until nobody does.
pub(crate) fn open(id: TableId, lobby: Arc<Lobby>) -> mpsc::Sender<Request> {
    let (stub, requests) = mpsc::channel(QUEUE);
    tokio::spawn(run(id, requests, lobby));
    stub
}

async fn run(id: TableId, mut requests: mpsc::Receiver<Request>, lobby: Arc<Lobby>) {
    // On the heap, since it is needed once and would make the task bigger for ever.
    match Box::pin(load(id, &lobby)).await {
        Ok(table) => Box::new(table).serve(&mut requests).await,
        Err(refusal) => {
            lobby.retire(id, &mut requests, true);
            let table = id.to_string();
            while let Ok(request) = requests.try_recv() {
                // Noted before it is told, so that whoever has heard of it has room again.
                request.visit().note_unopened(id);
                request.refuse(&table, &refusal);
            }
            return;
        }
    }
    // What came in while the door closed is for whoever opens it next.
    while let Ok(request) = requests.try_recv() {
        let lobby = Arc::clone(&lobby);
        tokio::spawn(async move { lobby.ask(id, request).await });
    }
}

async fn load(id: TableId, lobby: &Arc<Lobby>) -> Result<Table, Refusal> {
    let stored = lobby.store.load(id).await?.ok_or(Refusal::NoTable)?;
    let game = revive(&stored).map_err(|rejected| strange(id, &rejected))?;
    Ok(Table::new(stored, game, Arc::clone(lobby)))
}

fn strange(table: TableId, what: &house::Rejected) -> LoadError {
    LoadError::Strange { table, what: what.to_string() }
}

struct Table {
    lobby: Arc<Lobby>,
    text: String,
    number: TableNumber,
    founding: Founding,
    commitment: String,
    chairs: Chairs,
    game: Box<dyn AnyMatch>,
    /// Whose people want the next deal.
    ready: SeatSet,
    watchers: Vec<Arc<Visit>>,
    thinking: Option<Thinking>,
    /// When the next deal begins although not everybody is ready.
    next_deal: Option<Instant>,
    /// When the house tries again what could not be saved.
    try_again: Option<Instant>,
    /// Whether the file may know something that this task does not: see [`SaveError::Unknown`].
    suspect: bool,
    /// Whether the file knows that the match is over.
    finished: bool,
}

/// A bot at work.
struct Thinking {
    seat: Seat,
    answer: oneshot::Receiver<String>,
    chosen: Option<String>,
    /// Not before: whoever answers at once when there is no choice tells that there is none.
    act_at: Instant,
    give_up_at: Instant,
}

/// What the select in [`Table::serve`] woke up for.
enum Woken {
    Asked(Request),
    Alone,
    Thought(Option<String>),
    Time,
}

impl Table {
    fn new(stored: Stored, game: Box<dyn AnyMatch>, lobby: Arc<Lobby>) -> Self {
        Self {
            lobby,
            text: stored.founding.id.to_string(),
            number: stored.number,
            commitment: stored.founding.seed.commitment().to_string(),
            founding: stored.founding,
            chairs: Chairs::stored(stored.chairs),
            game,
            ready: SeatSet::EMPTY,
            watchers: Vec::new(),
            thinking: None,
            next_deal: None,
            try_again: None,
            suspect: false,
            finished: stored.finished,
        }
    }

    async fn serve(mut self: Box<Self>, requests: &mut mpsc::Receiver<Request>) {
        let mut quiet_since = Instant::now();
        loop {
            self.advance().await;
            let idle = (self.watchers.is_empty() && self.thinking.is_none())
                .then(|| quiet_since + self.lobby.settings.pace.idle);
            let wake = [self.wake_at(), idle].into_iter().flatten().min();
            let woken = tokio::select! {
                biased;
                request = requests.recv() => request.map_or(Woken::Alone, Woken::Asked),
                thought = answer(&mut self.thinking) => Woken::Thought(thought),
                () = until(wake) => Woken::Time,
            };
            match woken {
                Woken::Asked(request) => {
                    quiet_since = Instant::now();
                    self.handle(request).await;
                }
                Woken::Alone => return,
                Woken::Thought(thought) => self.take_thought(thought),
                Woken::Time => {
                    let now = Instant::now();
                    if idle.is_some_and(|idle| idle <= now)
                        && self.lobby.retire(self.founding.id, requests, false)
                    {
                        return;
                    }
                    self.on_time(now).await;
                }
            }
        }
    }

    /// The next instant at which the table does something by itself.
    fn wake_at(&self) -> Option<Instant> {
        let bot = self.thinking.as_ref().map(|bot| match bot.chosen {
            Some(_) => bot.act_at,
            None => bot.give_up_at,
        });
        match self.try_again {
            // Nothing before that.
            Some(later) => Some(later),
            None => [bot, self.next_deal].into_iter().flatten().min(),
        }
    }

    async fn on_time(&mut self, now: Instant) {
        if let Some(later) = self.try_again {
            if now < later {
                return;
            }
            self.try_again = None;
            if self.suspect && self.reload().await.is_err() {
                self.try_again = Some(now + RETRY);
                return;
            }
        }
        let act = self.thinking.as_ref().is_some_and(|bot| bot.chosen.is_some() && bot.act_at <= now);
        let give_up = self.thinking.as_ref().is_some_and(|bot| bot.chosen.is_none() && bot.give_up_at <= now);
        if act {
            self.act_for_bot().await;
        } else if give_up {
            tracing::warn!(table = self.text, "a bot took too long");
            self.take_thought(None);
        }
    }

    async fn handle(&mut self, request: Request) {
        if self.suspect && self.reload().await.is_err() {
            if let Request::Leave(visit) = &request {
                self.watchers.retain(|watcher| watcher.number != visit.number);
            }
            return request.refuse(&self.text, &Refusal::NotSaved(SaveError::Unknown));
        }
        let outcome = match &request {
            Request::Watch(visit) => {
                self.watch(visit);
                Ok(())
            }
            Request::Leave(visit) => {
                self.leave(visit);
                Ok(())
            }
            Request::Sit(visit, sit) => {
                self.see(visit);
                self.sit(visit, sit).await
            }
            Request::Play(visit, play) => {
                self.see(visit);
                self.play(visit, play).await
            }
            Request::Continue(visit) => {
                self.see(visit);
                self.continue_for(visit)
            }
        };
        if let Err(refusal) = outcome {
            request.refuse(&self.text, &refusal);
        }
    }

    /// Whoever does something at a table follows it: a table that was away has forgotten who did.
    fn see(&mut self, visit: &Arc<Visit>) {
        if !self.watchers.iter().any(|watcher| watcher.number == visit.number) {
            self.watch(visit);
        }
    }

    fn watch(&mut self, visit: &Arc<Visit>) {
        let here = self.here();
        if !self.watchers.iter().any(|watcher| watcher.number == visit.number) {
            self.watchers.push(Arc::clone(visit));
        }
        visit.tell(self.table_for(visit));
        if here != self.here() {
            self.tell_chairs(Some(visit));
        }
    }

    fn leave(&mut self, visit: &Visit) {
        let here = self.here();
        self.watchers.retain(|watcher| watcher.number != visit.number);
        if here != self.here() {
            self.tell_chairs(None);
        }
    }

    async fn sit(&mut self, visit: &Arc<Visit>, sit: &Sit) -> Result<(), Refusal> {
        // Said twice, it is still the same chair.
        if self.chairs.seat_of(visit.guest) != Some(sit.seat) {
            let chairs = self.chairs.with(sit.seat, visit.guest, &sit.name)?;
            let saved = self.lobby.store.seat(self.number, chairs.as_slice()).await;
            self.note_trouble(&saved);
            saved?;
            self.chairs = chairs;
            self.tell_chairs(None);
        }
        // Now they see what only this seat sees, on every screen of theirs.
        for watcher in self.watchers.iter().filter(|watcher| watcher.guest == visit.guest) {
            watcher.tell(self.table_for(watcher));
        }
        Ok(())
    }

    async fn play(&mut self, visit: &Visit, play: &Play) -> Result<(), Refusal> {
        let seat = self.chairs.seat_of(visit.guest).ok_or(Refusal::NoSeat)?;
        let now = self.game.version();
        if play.version != now as u64 {
            return Err(Refusal::Stale { now, given: play.version });
        }
        let action = self.game.check(seat, &play.action)?;
        self.do_action(seat, &action, Some((visit.number, &play.id))).await
    }

    fn continue_for(&mut self, visit: &Visit) -> Result<(), Refusal> {
        let seat = self.chairs.seat_of(visit.guest).ok_or(Refusal::NoSeat)?;
        // In a deal it is the echo of a click that came too late.
        if self.game.phase() == Phase::Between && self.game.deals() > 0 && !self.ready.contains(seat) {
            self.ready.insert(seat);
            self.tell_chairs(None);
        }
        Ok(())
    }

    /// The seats whose people are connected.
    fn here(&self) -> SeatSet {
        self.watchers.iter().filter_map(|watcher| self.chairs.seat_of(watcher.guest)).collect()
    }

    fn viewer(&self, visit: &Visit) -> Viewer {
        self.chairs.seat_of(visit.guest).map_or(Viewer::Public, Viewer::Seat)
    }

    /// Does what the house does by itself: shuffle, deal, let a bot think.
    async fn advance(&mut self) {
        // Every round but the last writes a line down, and a deal waits for people: so this ends.
        while self.try_again.is_none() && !self.suspect {
            let line = match self.game.phase() {
                Phase::Over(_) => return self.finish().await,
                Phase::Playing => match self.game.next_shuffle(&self.founding.seed) {
                    Some(shuffle) => Line::Entry(shuffle),
                    None => return self.let_a_bot_think(),
                },
                Phase::Between if self.is_deal_due() => Line::Deal(self.game.next_deck(&self.founding.seed)),
                Phase::Between => return,
            };
            if self.write(line, &Happening::Dealt).await.is_ok() {
                self.ready = SeatSet::EMPTY;
                self.next_deal = None;
            }
        }
    }

    /// Whether the next deal is to begin; if not, `next_deal` says when it is to at the latest.
    fn is_deal_due(&mut self) -> bool {
        let here = self.here();
        if here.is_empty() {
            self.next_deal = None;
            return false;
        }
        let Some(counted) = self.game.counted() else {
            return self.chairs.are_full();
        };
        let now = Instant::now();
        let pace = &self.lobby.settings.pace;
        let shown = if counted.thrown_in { pace.thrown_in } else { pace.counting };
        let latest = *self.next_deal.get_or_insert(now + shown);
        latest <= now || here.iter().all(|seat| self.ready.contains(seat))
    }

    async fn finish(&mut self) {
        if !self.finished {
            let saved = self.lobby.store.finish(self.number).await;
            // It saves looking at the table again; nothing is lost without it.
            self.finished = true;
            self.note_trouble(&saved);
        }
    }

    fn let_a_bot_think(&mut self) {
        if self.thinking.is_some() {
            return;
        }
        let bots = self.game.actors();
        let Some((seat, bot)) = bots.iter().find_map(|seat| Some((seat, self.chairs.bot(seat)?))) else {
            return;
        };
        let time = thinking_time(self.game.game(), bot);
        let now = Instant::now();
        let act_at = now + self.lobby.settings.pace.bot.max(time);
        let answer = match self.game.think(seat, bot, luck(self.game.version()), Some(most_time(bot))) {
            Ok(thinker) => self.lobby.thinkers.think(thinker, time),
            Err(error) => {
                // It was known when the table was opened; an older or newer server knew other bots.
                tracing::error!(%error, table = self.text, "chance plays for a bot");
                oneshot::channel().1
            }
        };
        self.thinking = Some(Thinking { seat, answer, chosen: None, act_at, give_up_at: act_at + PATIENCE });
    }

    /// The bot has chosen, or failed to: then chance chooses.
    fn take_thought(&mut self, thought: Option<String>) {
        let Some(bot) = &mut self.thinking else { return };
        let chosen = thought.or_else(|| {
            let thinker = self.game.think(bot.seat, "random", luck(self.game.version()), None);
            thinker.ok().map(|thinker| thinker())
        });
        // What nobody could choose will be refused, and tried again later.
        bot.chosen = Some(chosen.unwrap_or_default());
    }

    async fn act_for_bot(&mut self) {
        let Some(bot) = self.thinking.take() else { return };
        let chosen = bot.chosen.unwrap_or_default();
        let done = match self.game.check(bot.seat, &chosen) {
            Ok(action) => self.do_action(bot.seat, &action, None).await,
            Err(rejected) => Err(rejected.into()),
        };
        if let Err(refusal) = done {
            tracing::warn!(table = self.text, seat = %bot.seat, "a bot could not act: {refusal}");
            self.try_again.get_or_insert(Instant::now() + RETRY);
        }
    }

    /// An action that was checked: writes it down, does it, tells it.
    async fn do_action(
        &mut self,
        seat: Seat,
        action: &str,
        asked: Option<(u64, &str)>,
    ) -> Result<(), Refusal> {
        let line = Line::Entry(format!("{seat} {action}"));
        self.write(line, &Happening::Played { seat, action, asked }).await?;
        self.thinking = None;
        Ok(())
    }

    /// Writes a line down; only when it is on disk, does what it says; and then tells everybody.
    async fn write(&mut self, line: Line, happening: &Happening<'_>) -> Result<(), Refusal> {
        let saved = self.lobby.store.append(self.number, self.game.version(), line.clone()).await;
        self.note_trouble(&saved);
        saved?;
        let mut viewers: Vec<Viewer> = Vec::with_capacity(2);
        for visit in &self.watchers {
            let viewer = self.viewer(visit);
            if !viewers.contains(&viewer) {
                viewers.push(viewer);
            }
        }
        let stories = match follow(&mut *self.game, &line, &viewers) {
            Ok(stories) => stories,
            Err(rejected) => {
                // It was checked, so this is a fault of ours; the file decides.
                tracing::error!(table = self.text, %rejected, "what was checked could not be done");
                self.suspect = true;
                self.try_again = Some(Instant::now() + RETRY);
                return Err(SaveError::Unknown.into());
            }
        };
        let mut watchers = std::mem::take(&mut self.watchers);
        for (viewer, events) in viewers.iter().zip(&stories) {
            let frame = self.game.frame(*viewer);
            let mut shared: Option<Utf8Bytes> = None;
            watchers.retain(|visit| {
                if self.viewer(visit) != *viewer {
                    return true;
                }
                match happening.id_for(visit) {
                    Some(id) => visit.tell(happening.notice(&self.text, events, &frame, Some(id))),
                    None => visit.tell(
                        shared
                            .get_or_insert_with(|| happening.notice(&self.text, events, &frame, None).into())
                            .clone(),
                    ),
                }
            });
        }
        self.watchers = watchers;
        Ok(())
    }

    /// After trouble with the disk the house waits a little before it tries again by itself; and when nobody knows
    /// what is in the file, the file is asked.
    fn note_trouble(&mut self, saved: &Result<impl Sized, SaveError>) {
        match saved {
            Ok(_) => return,
            Err(SaveError::Full | SaveError::ReadOnly | SaveError::Closed) => (),
            Err(SaveError::Failed | SaveError::Unknown) => self.suspect = true,
        }
        self.try_again = Some(Instant::now() + RETRY);
    }

    /// Believes the file.
    async fn reload(&mut self) -> Result<(), Refusal> {
        let stored = self.lobby.store.load(self.founding.id).await?.ok_or(Refusal::NoTable)?;
        let game = revive(&stored).map_err(|rejected| strange(self.founding.id, &rejected))?;
        self.game = game;
        self.chairs = Chairs::stored(stored.chairs);
        self.finished = stored.finished;
        self.thinking = None;
        self.next_deal = None;
        self.suspect = false;
        for watcher in &self.watchers {
            watcher.tell(self.table_for(watcher));
        }
        Ok(())
    }

    /// Everything about the table as this visitor may see it.
    fn table_for(&self, visit: &Visit) -> String {
        let setup = self.game.setup();
        let info = TableInfo {
            table: &self.text,
            game: self.game.game(),
            preset: setup.preset.as_deref().unwrap_or_default(),
            options: self.game.options(),
            seats: self.founding.seats,
            chairs: &self.chairs.tell(self.here()),
            ready: self.ready,
            you: self.chairs.seat_of(visit.guest),
            commitment: &self.commitment,
            stake: self.founding.stake,
            payments: self.founding.stake.and_then(|stake| self.game.payments(stake)),
        };
        Notice::Table { info, frame: &self.game.frame(self.viewer(visit)) }.write()
    }

    /// Tells all but one who sits where, who is here and who is ready.
    fn tell_chairs(&mut self, but: Option<&Visit>) {
        let chairs = self.chairs.tell(self.here());
        let notice = Notice::Chairs { table: &self.text, chairs: &chairs, ready: self.ready };
        let notice = Utf8Bytes::from(notice.write());
        self.watchers.retain(|watcher| {
            but.is_some_and(|visit| visit.number == watcher.number) || watcher.tell(notice.clone())
        });
    }
}

/// What everybody is told of a line.
enum Happening<'a> {
    Dealt,
    Played { seat: Seat, action: &'a str, asked: Option<(u64, &'a str)> },
}

impl<'a> Happening<'a> {
    /// Who asked gets back what they called it.
    fn id_for(&self, visit: &Visit) -> Option<&'a str> {
        match self {
            Self::Played { asked: Some((number, id)), .. } if *number == visit.number => Some(id),
            _ => None,
        }
    }

    fn notice(&self, table: &str, events: &RawValue, frame: &RawValue, id: Option<&str>) -> String {
        match *self {
            Self::Dealt => Notice::Dealt { table, events, frame },
            Self::Played { seat, action, .. } => Notice::Played { table, seat, action, events, frame, id },
        }
        .write()
    }
}

/// About how long a bot thinks. One that this server does not know is replaced by chance, which is quick.
fn thinking_time(game: &str, bot: &str) -> Duration {
    let time = house::find(game).and_then(|game| game.bot_time(bot).ok());
    time.unwrap_or_default().min(most_time(bot))
}

/// How long a bot may think at a table: as long as its name says, which was checked when the table was opened; so many
/// worlds as long as any bot may; and one whose name says nothing no longer than people like to wait.
fn most_time(bot: &str) -> Duration {
    match bots::budget(bot) {
        Some(Budget::Time(time)) => time.min(LONGEST_THOUGHT),
        Some(Budget::Iterations(_)) => LONGEST_THOUGHT,
        None => UNSAID_TIME,
    }
}

/// Where a bot's coins fall. They need not be secret, only different.
fn luck(version: usize) -> u64 {
    getrandom::u64().unwrap_or(version as u64)
}

/// The answer of the bot at work; never, if there is none or it has answered.
async fn answer(thinking: &mut Option<Thinking>) -> Option<String> {
    match thinking {
        Some(Thinking { answer, chosen: None, .. }) => answer.await.ok(),
        _ => std::future::pending().await,
    }
}

async fn until(instant: Option<Instant>) {
    match instant {
        Some(instant) => tokio::time::sleep_until(instant).await,
        None => std::future::pending().await,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_is_waited_for_as_long_as_it_may_think_and_the_quick_are_known() {
        let quick = Duration::from_millis(100);
        assert_eq!(thinking_time("bridge", "greedy"), Duration::ZERO);
        assert!(
            (quick..=UNSAID_TIME).contains(&(thinking_time("bridge", "expert") + Duration::from_millis(1)))
        );
        assert_eq!(most_time("expert"), UNSAID_TIME);
        assert_eq!(thinking_time("bridge", "expert:300ms"), Duration::from_millis(300));
        assert_eq!(most_time("expert:300ms"), Duration::from_millis(300));
        assert_eq!(most_time("expert:200"), LONGEST_THOUGHT);
        assert!(thinking_time("scopa", "ismcts:50000") > quick);
        assert_eq!(thinking_time("scopa", "a bot of another year"), Duration::ZERO);
    }
    #[test]
    fn a_bot_told_to_look_at_a_million_worlds_answers_in_time() {
        let game = house::find("scopa").unwrap();
        let mut game = game.open(&house::SetupText::first_preset(2), Seat::new(1)).unwrap();
        game.deal(&game.next_deck(&cards::Seed::from_number(7)), &[]).unwrap();
        let seat = game.actors().first().unwrap();
        let thinker = game.think(seat, "ismcts:1000000", 0, Some(Duration::from_millis(50))).unwrap();
        // Without a bound it would take most of a minute.
        let begun = Instant::now();
        let action = thinker();
        assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
        assert_eq!(game.check(seat, &action), Ok(action));
    }
}
