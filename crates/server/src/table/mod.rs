//! A table: one task that owns one match. Everything that happens at it goes through its queue, one after the other.
//!
//! What is accepted is first written to disk, then done, then told: so whatever anybody has seen is there after a
//! crash, and the match can go on from it.
//!
//! * [`answers`](self::answers): what was answered lately, for commands that come twice.
//! * [`bots`](self::bots): bots at work.
//! * [`broadcast`](self::broadcast): what everybody is told of a line.
//! * [`chairs`](self::chairs): who sits where, and who is here.
//! * [`clocks`](self::clocks): how long everybody may think, and what happens then.
//! * [`countdown`](self::countdown): counting to three, and what happens by itself when everybody is silent.
//! * [`ending`](self::ending): ways out of a match, and the next one with the same people.
//! * [`hint`](self::hint): what would be good, for whoever plays against bots alone.
//! * [`leaving`](self::leaving): who leaves their chair, and what the others may do about it.
//! * [`loss`](self::loss): a match of which the file has lost a part.
//! * [`opening`](self::opening): what the match is dealt from, made by the house and the players together.
//! * [`outbox`](self::outbox): what waits to be sent to a socket.
//! * [`phrases`](self::phrases): a few words between players.
//! * [`play`](self::play): an action from whoever asks for it to the game.
//! * [`presence`](self::presence): who is away, and who plays for them.
//! * [`race`](self::race): in a game without turns, who was first.
//! * [`request`](self::request): what guests want of a table.
//! * [`revive`](self::revive): from the lines on disk back to a match.
//! * [`seating`](self::seating): taking a chair, and who sits where on disk.
//! * [`task`](self::task): the task of a table, from its begin to its end.
//! * [`undo`](self::undo): taking back what one did last, for whoever plays against bots alone.
//! * [`void`](self::void): what happens to a deal that a fault of the software broke.
//! * [`window`](self::window): sealed answers, and the time they have.

mod answers;
mod bots;
mod broadcast;
mod chairs;
mod clocks;
mod countdown;
mod ending;
mod hint;
mod leaving;
mod loss;
mod opening;
mod outbox;
mod phrases;
mod play;
mod presence;
mod race;
mod request;
mod revive;
mod seating;
mod task;
mod undo;
mod void;
mod window;

use answers::Answers;
use bots::Thinking;
use broadcast::Broadcast;
pub(crate) use chairs::Chairs;
use clocks::Clocks;
use hint::Hint;
use opening::Nonces;
pub(crate) use outbox::{Connection, Outgoing};
use phrases::Phrases;
use play::{Charge, PendingAction};
use presence::Absences;
use race::Race;
pub(crate) use request::{AtVersion, Play, Request, Reveal, Sit};
pub(crate) use revive::{Fault, Unrevived, begin, catch_panic, revive};
use task::QUEUE;
pub(crate) use task::open;
use void::{MAX_VOIDED, load_trusted};

use crate::chain::Link;
use crate::clock::millis;
use crate::identity::{GuestId, TableId};
use crate::lobby::Lobby;
use crate::refusal::Refusal;
use crate::store::{SaveError, Stored, TableRecord, Tenure, Timed};
use ::table::{History, TableRefusal, Told, to_options};
use axum::extract::ws::Utf8Bytes;
use cards::{SeatSet, Viewer};
use engine::Phase;
use house::{AnyMatch, Line};
use protocol::{Ended, Notice, TableInfo, notice};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::Instant;

/// After something could not be saved, or failed.
const RETRY: Duration = Duration::from_secs(2);

struct Table {
    lobby: Arc<Lobby>,
    text: String,
    /// The right to write to it.
    tenure: Tenure,
    /// Whether somebody else has it now.
    deposed: bool,
    record: TableRecord,
    commitment: String,
    chairs: Chairs,
    game: Box<dyn AnyMatch>,
    /// The hash of all that was written of it.
    link: Link,
    /// How far somebody has seen the match come, if the file knows nothing of that.
    lost: Option<u32>,
    /// What has happened lately.
    history: History,
    absences: Absences,
    /// The clocks, if the table has any.
    clocks: Option<Box<Clocks>>,
    /// How much everybody has said lately.
    phrases: Phrases,
    /// Who was shown out of a chair.
    shown_out: Vec<GuestId>,
    /// The hint somebody waits for.
    hint: Option<Hint>,
    /// What the players add to the shuffle, while they may.
    nonces: Nonces,
    /// Who agrees that the match ends as it stands.
    ending: SeatSet,
    /// How it ended before its end.
    ended: Option<Ended>,
    /// Where it is played again.
    next: Option<TableId>,
    /// Whose people want the next deal.
    ready: SeatSet,
    watchers: Vec<Arc<Connection>>,
    thinking: Vec<Thinking>,
    /// What commands were answered lately.
    answers: Answers,
    /// In a game without turns: plays that others may have been faster than.
    race: Race<PendingAction>,
    /// What happens when the table has counted to three.
    counting: Option<(Instant, PendingAction)>,
    /// When something is done for those who are silent.
    timeout: Option<Instant>,
    /// The sealed answers the match waits for.
    sealed: Option<window::Sealed>,
    /// When the next deal begins although not everybody is ready.
    next_deal: Option<Instant>,
    /// When the house tries again what could not be saved.
    try_again: Option<Instant>,
    /// Whether the file may know something that this task does not: see [`SaveError::Unknown`].
    suspect: bool,
    /// Whether the file was asked already because somebody has seen more than nothing.
    has_looked_again: bool,
    /// Whether the file knows that the match is over.
    finished: bool,
}

/// How long a table was served.
enum Served {
    /// Until nobody asked any more.
    ToItsEnd,
    /// Until another server took it.
    UntilDeposed,
}

/// What the select in [`Table::serve`] woke up for.
enum Wake {
    Asked(Request),
    Alone,
    Thought(usize, Option<String>),
    Time,
}

impl Table {
    fn new(
        stored: Stored,
        tenure: Tenure,
        game: Box<dyn AnyMatch>,
        history: History,
        lobby: Arc<Lobby>,
    ) -> Self {
        let mut answers = Answers::new(stored.record.seats, game.is_race());
        answers.learn(&stored);
        Self {
            answers,
            race: Race::new(stored.record.seats),
            lobby,
            text: stored.record.id.to_string(),
            tenure,
            deposed: false,
            commitment: stored.record.seed.commitment().to_string(),
            chairs: Chairs::stored(stored.chairs),
            game,
            link: stored.link,
            lost: None,
            history,
            absences: Absences::default(),
            clocks: Clocks::stored(&stored.record, stored.clocks, !stored.lines.is_empty()).map(Box::new),
            phrases: Phrases::default(),
            shown_out: Vec::new(),
            hint: None,
            nonces: Nonces::default(),
            ending: SeatSet::EMPTY,
            ended: stored.ended,
            next: stored.next,
            ready: SeatSet::EMPTY,
            watchers: Vec::new(),
            thinking: Vec::new(),
            counting: None,
            timeout: None,
            sealed: None,
            next_deal: None,
            try_again: None,
            suspect: false,
            has_looked_again: false,
            finished: stored.finished,
            record: stored.record,
        }
    }

    async fn serve(&mut self, requests: &mut mpsc::Receiver<Request>) -> Served {
        let mut quiet_since = self.now();
        let mut in_a_row = 0;
        loop {
            let at_work = self.lobby.settings.clock.at_work();
            // What is under way lies on the heap: a table keeps no room for it while it waits, which it does nearly always.
            Box::pin(self.advance()).await;
            if self.deposed {
                return Served::UntilDeposed;
            }
            self.keep_clocks();
            self.remind_absent();
            let idle = (self.watchers.is_empty() && self.is_at_rest())
                .then(|| quiet_since + self.lobby.settings.pace.idle);
            let wake = [self.wake_at(), idle].into_iter().flatten().min();
            drop(at_work);
            let woken = tokio::select! {
                biased;
                request = requests.recv() => request.map_or(Wake::Alone, Wake::Asked),
                (n, thought) = bots::answer(&mut self.thinking) => Wake::Thought(n, thought),
                () = self.lobby.settings.clock.until(wake) => Wake::Time,
            };
            let _at_work = self.lobby.settings.clock.at_work();
            match woken {
                Wake::Asked(request) => {
                    quiet_since = self.now();
                    Box::pin(self.handle(request)).await;
                    // What came in before a clock ran out is heard before it; but whoever asks for ever stops no clock.
                    in_a_row += 1;
                    let now = self.now();
                    if in_a_row >= QUEUE && wake.is_some_and(|wake| wake <= now) {
                        in_a_row = 0;
                        Box::pin(self.on_time(now)).await;
                    }
                }
                Wake::Alone => return Served::ToItsEnd,
                Wake::Thought(n, thought) => self.take_thought(n, thought),
                Wake::Time => {
                    in_a_row = 0;
                    let now = self.now();
                    if idle.is_some_and(|idle| idle <= now)
                        && self.lobby.retire(self.record.id, requests, false)
                    {
                        return Served::ToItsEnd;
                    }
                    Box::pin(self.on_time(now)).await;
                }
            }
        }
    }

    fn now(&self) -> Instant {
        self.lobby.settings.clock.now()
    }

    /// Whether nothing is under way.
    fn is_at_rest(&self) -> bool {
        self.thinking.is_empty()
            && self.counting.is_none()
            && self.race.due().is_none()
            && self.clocks.as_ref().is_none_or(|clocks| clocks.is_at_rest())
            && self.nonces.until().is_none()
    }

    /// The next instant at which the table does something by itself.
    fn wake_at(&self) -> Option<Instant> {
        let bot = self.thinking.iter().map(Thinking::wake_at).min();
        let countdown = self.counting.as_ref().map(|(at, _)| *at);
        match self.try_again {
            // Nothing before that.
            Some(later) => Some(later),
            None => {
                let window = self.sealed.as_ref().map(|sealed| sealed.closes_at);
                let clocks = self.clocks_wake_at();
                let opening = self.nonces.until();
                [bot, countdown, self.race.due(), self.timeout, window, self.next_deal, clocks, opening]
                    .into_iter()
                    .flatten()
                    .min()
            }
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
        if self.sealed.as_ref().is_some_and(|sealed| sealed.closes_at <= now) {
            if let Err(refusal) = self.close_window().await {
                tracing::warn!(table = self.record.id.in_log(), "a window could not be closed: {refusal}");
                self.try_again.get_or_insert(now + RETRY);
            }
            return;
        }
        self.look_for_silence(now);
        if let Some((_, pending)) = self.counting.take_if(|(at, _)| *at <= now) {
            self.timeout = None;
            self.accept(pending, false).await;
        }
        self.run_race(now).await;
        if self.timeout.take_if(|at| *at <= now).is_some() {
            self.do_what_is_overdue().await;
        }
        self.wake_bots(now).await;
        if self.try_again.is_none() {
            self.keep_clocks();
            self.heed_clocks(now).await;
        }
    }

    async fn handle(&mut self, request: Request) {
        if self.suspect && self.reload().await.is_err() {
            if let Request::Leave(connection) = &request {
                self.watchers.retain(|watcher| watcher.number != connection.number);
            }
            return request.refuse(&self.text, &Refusal::Unconfirmed, &self.lobby.metrics);
        }
        let is_alive = !matches!(request, Request::Leave(_) | Request::Resume(_));
        if let Some(connection) = request.connection().filter(|_| is_alive) {
            self.take_back(connection).await;
        }
        let outcome = match &request {
            Request::Watch(connection, receipt, nonce) => {
                let looked = self.look_back(*receipt).await;
                self.note_commitment(connection, nonce.as_deref());
                self.watch(connection);
                looked
            }
            Request::Resume(connection) => {
                self.watch(connection);
                Ok(())
            }
            Request::Leave(connection) => {
                self.leave(connection);
                Ok(())
            }
            Request::Reveal(connection, reveal) => {
                self.see(connection);
                self.reveal(connection, reveal).await
            }
            Request::Sit(connection, sit) => {
                self.see(connection);
                self.sit(connection, sit).await
            }
            Request::Play(connection, play) => {
                self.see(connection);
                self.play(connection, play).await
            }
            Request::Continue(connection) => {
                self.see(connection);
                self.continue_for(connection)
            }
            Request::Rematch(connection) => {
                self.see(connection);
                self.rematch(connection).await
            }
            Request::Substitute(connection, seat) => {
                self.see(connection);
                self.substitute(connection, *seat).await
            }
            Request::End(connection, agree) => {
                self.see(connection);
                self.agree_to_end(connection, *agree).await
            }
            Request::Resign(connection) => {
                self.see(connection);
                self.resign(connection).await
            }
            Request::Stand(connection, seat) => self.stand(connection, *seat).await,
            Request::Claim(connection) => {
                self.see(connection);
                self.claim(connection).await
            }
            Request::Hint(connection, asked) => {
                self.see(connection);
                self.hint(connection, asked).await
            }
            Request::Undo(connection, asked) => {
                self.see(connection);
                self.undo(connection, asked).await
            }
            Request::Wait(connection, seat) => {
                self.see(connection);
                self.wait(connection, *seat)
            }
            Request::Say(connection, phrase) => {
                self.see(connection);
                self.say(connection, *phrase)
            }
            Request::Close(answer) => self.close(answer).await,
        };
        if let Err(refusal) = outcome {
            request.refuse(&self.text, &refusal, &self.lobby.metrics);
        }
    }

    /// Whoever does something at a table follows it: a table that was away has forgotten who did.
    fn see(&mut self, connection: &Arc<Connection>) {
        if !self.watchers.iter().any(|watcher| watcher.number == connection.number) {
            self.watch(connection);
        }
    }

    fn watch(&mut self, connection: &Arc<Connection>) {
        let here = self.here();
        if self.game.is_race() || self.clocks.is_some() {
            connection.measure();
        }
        if !self.watchers.iter().any(|watcher| watcher.number == connection.number) {
            self.watchers.push(Arc::clone(connection));
        }
        connection.notify(self.table_for(connection));
        self.tell_opening(connection);
        if here != self.here() {
            self.notify_chairs(Some(connection));
        }
    }

    fn leave(&mut self, connection: &Connection) {
        let here = self.here();
        self.watchers.retain(|watcher| watcher.number != connection.number);
        if here != self.here() {
            self.notify_chairs(None);
        }
    }

    fn continue_for(&mut self, connection: &Connection) -> Result<(), Refusal> {
        let seat = self.chairs.seat_of(connection.guest).ok_or(TableRefusal::NoSeat)?;
        // In a deal it is the echo of a click that came too late.
        let asked = self.lost.is_some() || self.game.phase() == Phase::Between && self.game.deals() > 0;
        if asked && !self.ready.contains(seat) {
            self.ready.insert(seat);
            self.notify_chairs(None);
            self.accept_loss();
        }
        Ok(())
    }

    fn viewer(&self, connection: &Connection) -> Viewer {
        viewer_of(&self.chairs, connection)
    }

    /// Does what the house does by itself: shuffle, deal, let a bot think.
    async fn advance(&mut self) {
        self.note_absences();
        // A match that was begun elsewhere may have a chair free for somebody.
        if self.ended.is_some() || self.lost.is_some() || !self.chairs.are_full() {
            return;
        }
        // Every round but the last writes a line down, and a deal waits for people: so this ends.
        while self.try_again.is_none() && !self.suspect {
            let line = match self.game.phase() {
                Phase::Over(_) => return self.finish().await,
                Phase::Playing => match self.next_shuffle() {
                    Some(shuffle) => Line::Entry(shuffle),
                    None => {
                        self.keep_window();
                        self.look_for_overdue();
                        return self.let_bots_think();
                    }
                },
                Phase::Between if self.is_deal_due() && self.is_day_over() => return self.end_day().await,
                Phase::Between if self.is_deal_due() => match Box::pin(self.next_deck()).await {
                    Some(deck) => Line::Deal(deck),
                    None => return,
                },
                Phase::Between => return,
            };
            if self.write(line, &Broadcast::Dealt, None).await.is_ok() {
                self.ready = SeatSet::EMPTY;
                self.next_deal = None;
                self.timeout = None;
            }
        }
    }

    /// Whether the next deal is to begin; if not, `next_deal` says when it is to at the latest.
    fn is_deal_due(&mut self) -> bool {
        let here = self.here();
        if here.is_empty() && !self.is_correspondence() {
            self.next_deal = None;
            return false;
        }
        match self.voided_in_a_row() {
            MAX_VOIDED.. => return false,
            0 => {}
            // Everybody was ready for the deal that is dealt again.
            _ => return true,
        }
        let Some(deal_score) = self.game.deal_score() else {
            // A match begins when nobody is missing: the friend of a rematch has to find the way first.
            let waits = self
                .chairs
                .people()
                .iter()
                .any(|seat| !here.contains(seat) && self.chairs.bot(seat).is_none());
            return self.chairs.are_full() && (!waits || self.is_correspondence());
        };
        let now = self.now();
        let pace = &self.lobby.settings.pace;
        let shown = if deal_score.thrown_in { pace.thrown_in } else { pace.counting };
        let latest = *self.next_deal.get_or_insert(now + shown);
        latest <= now || !here.is_empty() && here.iter().all(|seat| self.ready.contains(seat))
    }

    async fn finish(&mut self) {
        if !self.finished {
            let saved = self.lobby.store.finish(&self.tenure).await;
            // It saves looking at the table again; nothing is lost without it.
            self.finished = true;
            self.note_trouble(&saved);
        }
    }

    /// Writes a line down; only when it is on disk, does what it says; and then tells everybody.
    async fn write(
        &mut self,
        line: Line,
        broadcast: &Broadcast<'_>,
        charge: Option<Charge>,
    ) -> Result<(), Refusal> {
        let link = self.link.after(&self.record.seed, &line);
        let moved = self.lobby.settings.clock.seconds();
        let timed = self.clocks.as_ref().map(|clocks| Timed {
            spent: charge.map(|charge| charge.spent),
            clocks: clocks.with(charge.map(|charge| (charge.seat, charge.clock)), moved),
        });
        let command = broadcast.command().filter(|_| self.game.is_race());
        let saved =
            self.lobby.store.append(&mut self.tenure, line.clone(), link, timed.clone(), command).await;
        self.note_trouble(&saved);
        saved?;
        self.link = link;
        if let (Some(clocks), Some(timed)) = (&mut self.clocks, timed) {
            clocks.set(timed.clocks, charge.map(|charge| (charge.seat, charge.clock)));
        }
        let viewers: Vec<Viewer> = Viewer::all(self.record.seats).collect();
        let sent = match catch_panic(|| line.follow(&mut *self.game, &viewers)) {
            Ok(Ok(sent)) => sent,
            // It is on disk, and the game could not do it: the file decides, and voids the deal.
            Err(Fault(_)) => return self.void().await,
            Ok(Err(rejected)) => {
                // It was checked, so this is a fault of ours; the file decides.
                let (table, code) = (self.record.id.in_log(), rejected.code);
                tracing::error!(table, code, "what was checked could not be done");
                self.suspect = true;
                self.try_again = Some(self.now() + RETRY);
                return Err(SaveError::Unknown.into());
            }
        };
        if let Some(told) = Told::new(self.game.version(), self.game.deals().saturating_sub(1), &sent) {
            self.tell(&told, broadcast);
            self.history.note(told);
        }
        if let Line::Undo { entries, .. } = line {
            self.history.undo(entries);
        }
        Ok(())
    }

    /// After trouble with the disk the house waits a little before it tries again by itself; and when nobody knows
    /// what is in the file, the file is asked.
    fn note_trouble(&mut self, saved: &Result<impl Sized, SaveError>) {
        match saved {
            Ok(_) => return,
            Err(SaveError::Full | SaveError::ReadOnly | SaveError::Closed) => (),
            Err(SaveError::Deposed) => self.deposed = true,
            Err(SaveError::Failed | SaveError::Unknown) => self.suspect = true,
        }
        self.try_again = Some(self.now() + RETRY);
    }

    /// Believes the file, and tells everybody.
    async fn reload(&mut self) -> Result<(), Refusal> {
        let voided = self.read_again().await?;
        self.notify_table();
        if voided {
            let (table, again) = (self.text.clone(), self.voided_in_a_row() < MAX_VOIDED);
            let notice = Utf8Bytes::from(Notice::Voided(notice::Voided { table, again }).encode());
            self.watchers.retain(|watcher| watcher.notify(notice.clone()));
        }
        Ok(())
    }

    /// Believes the file; whether a deal is void there that was none here.
    async fn read_again(&mut self) -> Result<bool, Refusal> {
        let loaded = Box::pin(load_trusted(self.record.id, &self.lobby)).await;
        self.deposed |= matches!(loaded, Err(Refusal::Elsewhere));
        let (stored, tenure, game, history) = loaded?;
        // The match in memory may be broken, but what was voided before is counted beside it.
        let voided = game.voided().len() > self.game.voided().len();
        self.game = game;
        self.tenure = tenure;
        self.answers.learn(&stored);
        self.commitment = stored.record.seed.commitment().to_string();
        self.record = stored.record;
        self.link = stored.link;
        self.history = history;
        self.chairs = Chairs::stored(stored.chairs);
        // Days run on, whatever befell the house.
        let runs_on = self.is_correspondence();
        self.clocks = Clocks::stored(&self.record, stored.clocks, runs_on).map(Box::new);
        self.finished = stored.finished;
        self.ended = stored.ended;
        self.next = stored.next;
        let sealed = self.sealed.take();
        self.rest();
        // Whoever was told that their answer is kept is not asked again, unless the match has come further.
        self.sealed = sealed.filter(|sealed| sealed.version == self.game.version());
        self.suspect = false;
        Ok(voided)
    }

    /// Forgets what was under way.
    fn rest(&mut self) {
        self.thinking.clear();
        if let Some((_, PendingAction { seat, asked: Some(asked), .. })) = self.counting.take() {
            // Nobody counts on, so it may be said again.
            self.answers.forget(seat, asked.command);
        }
        self.timeout = None;
        self.sealed = None;
        self.next_deal = None;
        if let Some(clocks) = &mut self.clocks {
            clocks.stop();
        }
        self.nonces.give_up();
    }

    /// Tells everybody everything anew.
    fn notify_table(&self) {
        for watcher in &self.watchers {
            watcher.notify(self.table_for(watcher));
        }
    }

    /// Everything about the table as this visitor may see it.
    fn table_for(&self, connection: &Connection) -> String {
        let setup = self.game.setup();
        let info = TableInfo {
            table: self.text.clone(),
            game: self.game.game().to_owned(),
            preset: setup.preset.unwrap_or_default(),
            options: to_options(self.game.options()),
            seats: self.record.seats,
            chairs: self.chairs.occupants(|seat| self.away(seat)),
            ready: self.ready,
            you: self.chairs.seat_of(connection.guest),
            commitment: self.commitment.clone(),
            restarts: self.record.restarts(),
            window: self.lobby.settings.pace.window.as_millis() as u64,
            stake: self.record.stake,
            payments: self.record.stake.and_then(|stake| self.game.payments(stake)),
            counting: self.counting.as_ref().map(|(at, _)| millis(at.saturating_duration_since(self.now()))),
            absence: millis(self.lobby.settings.pace.absence),
            ending: self.ending,
            ended: self.ended,
            next: self.next.map(|next| next.to_string()),
            lost: self.lost,
            time_control: self.record.time_control,
            clocks: self.player_clocks(),
            founder: self.record.founder.and_then(|founder| self.chairs.seat_of(founder)),
            day: self.record.day().map(String::from),
            elsewhere: self.record.elsewhere(),
        };
        let viewer = self.viewer(connection);
        let log = self.history.events_for(viewer);
        let (frame, receipt) = (self.frame_for(viewer), Some(self.receipt().into()));
        Notice::Table(Box::new(notice::Table { info, frame, log, receipt })).encode()
    }
}

/// As whom a guest sees a table with these chairs.
fn viewer_of(chairs: &Chairs, connection: &Connection) -> Viewer {
    chairs.seat_of(connection.guest).map_or(Viewer::Public, Viewer::Seat)
}
