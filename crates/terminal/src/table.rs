//! Match at the table. Only the information of the user's seat leaves this module.

use crate::coach::Coach;
use crate::games::{Layout, layout};
use crate::local::{Local, Opened};
use crate::remote::Remote;
use crate::scores::Scores;
use crate::{Error, Settings};
use cards::{Seat, SeatSet, Seed, Viewer};
use catalog::{
    AnyMatch, Catalog, Day, Exercise, NoUndo, Notes, PendingAdvice, RecordText, Snapshot, SnapshotPhase,
    WireValue, day_seed, hint_effort,
};
use engine::Stop;
use engine::command::InputError;
use std::sync::Arc;

/// Index of the first bot's name.
const FIRST_NAME: u64 = 11;

/// Match of which only the information of `me` leaves this module.
pub(crate) struct Table {
    /// Seat of the user.
    me: Seat,
    played: Played,
    bots: Vec<String>,
    seed: Seed,
    /// Whether the user has asked for a hint.
    hinted: bool,
    /// Continued record, with all its notes.
    continued: Option<RecordText>,
    /// Day whose deal is played, and its number of deals.
    of_day: Option<(Day, usize)>,
}

/// Kind of match at the table.
enum Played {
    /// A match against bots.
    Match(Box<Local>),
    /// Exercise. Its record moves the other players.
    Exercise(Box<Coach>),
    /// Match on a server.
    Remote(Box<Remote>),
}

impl Table {
    /// Creates a match before its first deal. `round` counts the matches at this table: it rotates
    /// the first dealer and changes a fixed seed.
    pub(crate) fn open(settings: &Settings, round: u8) -> Result<Self, Error> {
        let game = settings.catalog.find(&settings.game);
        let game = game.ok_or_else(|| Error::UnknownGame(settings.game.clone()))?;
        let any = game.open(&settings.setup, Seat::new(0))?;
        let (seats, me) = (any.seats(), own_seat(&*any));
        let dealer = Seat::try_from((seats - 1 + round) % seats).unwrap_or(me);
        let game = game.open(&settings.setup, dealer)?;
        Self::with_match(settings, game, me, round, None, None)
    }

    /// Continues a recorded match. Also returns the events of its last deal.
    pub(crate) fn go_on(settings: &Settings, record: RecordText) -> Result<(Self, Vec<WireValue>), Error> {
        let any = settings
            .catalog
            .find(&record.game)
            .and_then(|game| game.open(&record.setup(), Seat::new(0)).ok());
        let me = seat_in(&record, any.map_or(Seat::new(0), |game| own_seat(&*game)));
        let (game, events) = replay(&record, &settings.catalog, Viewer::Seat(me))?;
        let begun = record.deals.len() as u8;
        let table = Self::with_match(settings, game, me, begun, Some(record), None)?;
        Ok((table, events.into_iter().next_back().unwrap_or_default()))
    }

    /// Creates the table of an exercise at its start.
    pub(crate) fn learn(settings: &Settings, exercise: &'static Exercise) -> Result<Self, Error> {
        let coach = Box::new(Coach::begin(exercise)?);
        // Nothing is shuffled. The seed only makes hints reproducible.
        let seed = settings.seed.unwrap_or(Seed::from_number(0));
        let (me, played) = (exercise.seat, Played::Exercise(coach));
        Ok(Self { me, played, bots: Vec::new(), seed, hinted: false, continued: None, of_day: None })
    }

    /// Creates the match of the day before its first deal, with the same cards, dealer and bots as
    /// everywhere.
    pub(crate) fn day(settings: &Settings, day: Day) -> Result<Self, Error> {
        let game = settings.catalog.find(&settings.game);
        let game = game.ok_or_else(|| Error::UnknownGame(settings.game.clone()))?;
        let (seed, info) = (day_seed(game.id(), &day), game.day());
        let opened = game.open(&settings.setup, seed.first_dealer(info.seats))?;
        let (me, settings) = (own_seat(&*opened), Settings { seed: Some(seed), ..settings.clone() });
        Self::with_match(&settings, opened, me, 0, None, Some((day, info.deals)))
    }

    /// Creates the table of a remote match.
    pub(crate) fn from_remote(remote: Remote) -> Self {
        let me = remote.me();
        // Nothing is shuffled here.
        let (seed, played) = (Seed::from_number(0), Played::Remote(Box::new(remote)));
        Self { me, played, bots: Vec::new(), seed, hinted: false, continued: None, of_day: None }
    }

    fn with_match(
        settings: &Settings,
        game: Box<dyn AnyMatch>,
        me: Seat,
        round: u8,
        continued: Option<RecordText>,
        of_day: Option<(Day, usize)>,
    ) -> Result<Self, Error> {
        let others = usize::from(game.seats()).saturating_sub(1);
        let known = settings.catalog.find(game.game());
        let bots = settings.seated(others, known.map_or("heuristic", catalog::usual_bot))?;
        for bot in &bots {
            let check = known.map_or(Ok(()), |game| game.check_bot(bot));
            check.map_err(|error| Error::UnknownBot(error.to_string()))?;
        }
        let seed = match settings.seed {
            Some(seed) if round == 0 => seed,
            // The commitment serves as the next seed: it is reproducible, and the first seed can't
            // be derived from it.
            Some(seed) => (0..round).fold(seed, |seed, _| next_seed(seed)),
            None => random_seed()?,
        };
        let in_order = Seat::all(game.seats()).map(|seat| {
            let other = after(me, seat, game.seats()).checked_sub(1)?;
            bots.get(other).cloned()
        });
        let opened = Opened {
            bots: in_order.collect(),
            catalog: Arc::clone(&settings.catalog),
            game,
            seed,
            day: of_day.map(|(day, _)| day),
            pause: settings.pause,
        };
        let played = Played::Match(Box::new(Local::new(opened)));
        Ok(Self { me, played, bots, seed, hinted: false, continued, of_day })
    }

    pub(crate) fn game(&self) -> &dyn AnyMatch {
        match &self.played {
            Played::Match(local) => local.game(),
            Played::Exercise(coach) => coach.game(),
            Played::Remote(remote) => remote.rules(),
        }
    }

    /// Returns the remote match, if it is one.
    pub(crate) fn remote(&self) -> Option<&Remote> {
        match &self.played {
            Played::Remote(remote) => Some(remote),
            Played::Match(_) | Played::Exercise(_) => None,
        }
    }

    /// Returns the remote match for changes, if it is one.
    pub(crate) fn remote_mut(&mut self) -> Option<&mut Remote> {
        match &mut self.played {
            Played::Remote(remote) => Some(remote),
            Played::Match(_) | Played::Exercise(_) => None,
        }
    }

    /// Returns the match against bots, if it is one.
    pub(crate) fn local(&self) -> Option<&Local> {
        match &self.played {
            Played::Match(local) => Some(local),
            Played::Exercise(_) | Played::Remote(_) => None,
        }
    }

    /// Returns the match against bots for changes, if it is one.
    pub(crate) fn local_mut(&mut self) -> Option<&mut Local> {
        match &mut self.played {
            Played::Match(local) => Some(local),
            Played::Exercise(_) | Played::Remote(_) => None,
        }
    }

    /// Returns the coach, if this is an exercise.
    pub(crate) fn coach(&self) -> Option<&Coach> {
        match &self.played {
            Played::Match(_) | Played::Remote(_) => None,
            Played::Exercise(coach) => Some(coach),
        }
    }

    /// Returns the coach for changes, if this is an exercise.
    pub(crate) fn coach_mut(&mut self) -> Option<&mut Coach> {
        match &mut self.played {
            Played::Match(_) | Played::Remote(_) => None,
            Played::Exercise(coach) => Some(coach),
        }
    }

    pub(crate) fn me(&self) -> Seat {
        self.me
    }

    pub(crate) fn seats(&self) -> u8 {
        self.game().seats()
    }

    pub(crate) fn layout(&self) -> Result<Box<dyn Layout>, Error> {
        layout(self.game())
    }

    /// Returns the day, if this is a deal of the day.
    pub(crate) fn of_day(&self) -> Option<Day> {
        self.of_day.map(|(day, _)| day)
    }

    pub(crate) fn setup(&self) -> catalog::SetupText {
        self.game().setup()
    }

    /// Returns the bot in `seat`.
    pub(crate) fn bot(&self, seat: Seat) -> Option<&str> {
        self.after_me(seat).checked_sub(1).and_then(|other| self.bots.get(other)).map(String::as_str)
    }

    /// Returns the name of a seat, and `None` for the user's own.
    pub(crate) fn name(&self, seat: Seat) -> Option<&'static str> {
        let place = Seat::try_from(self.after_me(seat) as u8).unwrap_or(seat);
        let name = match self.played {
            Played::Match(_) | Played::Remote(_) => catalog::bot_name(FIRST_NAME, place),
            // The same names as on the page, because exercises mention them.
            Played::Exercise(_) => catalog::bot_name(0, seat),
        };
        (seat != self.me).then_some(name)
    }

    /// Returns the distance of a seat from the user's, in order of play.
    fn after_me(&self, seat: Seat) -> usize {
        after(self.me, seat, self.seats())
    }

    /// Returns the user's only possible answer in a window, if there is just one.
    pub(crate) fn nothing_to_say(&self) -> Option<String> {
        let game = self.local().filter(|local| !local.has_answered())?.game();
        let silence = game.window()?.silent;
        (game.legal(self.me) == [silence.as_str()]).then_some(silence)
    }

    pub(crate) fn snapshot(&self) -> Snapshot {
        match &self.played {
            Played::Match(local) => {
                let mut snapshot = local.game().snapshot(Viewer::Seat(self.me));
                if local.has_answered() {
                    snapshot.legal.clear();
                    snapshot.actors.remove(self.me);
                }
                // A match would continue, but the deal of the day ends here.
                if snapshot.phase == SnapshotPhase::Scored
                    && self.of_day.is_some_and(|(_, deals)| catalog::is_day_over(local.game(), deals))
                {
                    snapshot.phase = SnapshotPhase::Over;
                }
                snapshot
            }
            Played::Exercise(coach) => coach.snapshot(),
            Played::Remote(remote) => remote.snapshot(),
        }
    }

    pub(crate) fn preset(&self) -> String {
        self.game().setup().preset.unwrap_or_default()
    }

    /// Returns the number of options that differ from the preset.
    pub(crate) fn differences(&self) -> usize {
        self.game().setup().options.len()
    }

    /// Returns the points to win, if the rules have such an option.
    pub(crate) fn target(&self) -> Option<String> {
        self.game().options().get("target").map(ToString::to_string)
    }

    /// Parses a typed line as an action of the user.
    pub(crate) fn read_command(&self, line: &str) -> Result<String, InputError> {
        self.game().read_command(self.me, line)
    }

    /// Returns the job in which the best bot appraises the user's actions. `None` in a race, or if
    /// it isn't the user's turn. The record notes that a hint was given.
    pub(crate) fn pending_hint(&mut self) -> Option<PendingAdvice> {
        let effort = hint_effort(Some(&Stop::default()));
        let advice =
            self.game().pending_advice(self.me, None, effort, self.game().version() as u64).ok()??;
        self.hinted = true;
        if let Some(coach) = self.coach_mut() {
            coach.note_help();
        }
        Some(advice)
    }

    /// Returns the number of entries the user may undo; see [`AnyMatch::undoable`].
    pub(crate) fn undoable(&self) -> Result<usize, NoUndo> {
        self.game().undoable(self.me)
    }

    /// Returns the events of the current deal.
    pub(crate) fn events_of_deal(&self, catalog: &Catalog) -> Result<Vec<WireValue>, Error> {
        let (_, deals) = replay(&self.game().record(), catalog, Viewer::Seat(self.me))?;
        Ok(deals.into_iter().next_back().unwrap_or_default())
    }

    /// Returns whether all players act at once.
    pub(crate) fn races(&self) -> bool {
        self.game().is_race()
    }

    pub(crate) fn scores(&self) -> Scores {
        self.remote().map_or_else(|| Scores::of(self.game()), |remote| remote.scores.clone())
    }

    /// Returns the record as written to a file.
    pub(crate) fn record(&self, my_name: &str) -> String {
        let record = self.game().record();
        let hints = if self.hinted { SeatSet::only(self.me) } else { SeatSet::EMPTY };
        let undone = self.game().undone();
        if let Some(continued) = &self.continued {
            let mut whole = continued.clone();
            whole.deals = record.deals;
            if !hints.is_empty() || !undone.is_empty() {
                let noted = whole.notes();
                let both = |one: SeatSet, other: SeatSet| one.iter().chain(other.iter()).collect();
                let notes =
                    Notes { hints: both(noted.hints, hints), undone: both(noted.undone, undone), ..noted };
                whole = whole.with_notes(notes);
            }
            return whole.write();
        }
        let player = |seat: Seat| match (self.name(seat), self.bot(seat)) {
            (Some(name), Some(bot)) => format!("{name} ({bot})"),
            _ => my_name.to_owned(),
        };
        let players = Seat::all(self.seats()).map(player).collect();
        let over = self.snapshot().phase == SnapshotPhase::Over;
        // The seed of a running match would reveal future cards.
        let seed = over.then(|| String::from(self.seed));
        let commitment = Some(self.seed.commitment().to_string());
        record.with_notes(Notes { players, seed, commitment, hints, undone, ..Notes::default() }).write()
    }
}

/// Returns the distance of `seat` from `me` in order of play.
fn after(me: Seat, seat: Seat, seats: u8) -> usize {
    (seat.index() + usize::from(seats) - me.index()) % usize::from(seats)
}

/// Returns the seat of the user at a new table.
fn own_seat(game: &dyn AnyMatch) -> Seat {
    layout(game).map_or(Seat::new(0), |layout| layout.own_seat())
}

/// Returns the seat of the only player without a bot in a record, or `usual`.
fn seat_in(record: &RecordText, usual: Seat) -> Seat {
    let players = record.notes().players;
    let mut people = Seat::all(record.seats).zip(&players).filter(|(_, name)| !name.ends_with(')'));
    match (people.next(), people.next()) {
        (Some((seat, _)), None) => seat,
        _ => usual,
    }
}

/// Replayed match, and the events of each deal.
type Replayed = (Box<dyn AnyMatch>, Vec<Vec<WireValue>>);

/// Replays a record as far as it goes. Also returns the events that `viewer` saw, by deal.
pub(crate) fn replay(record: &RecordText, catalog: &Catalog, viewer: Viewer) -> Result<Replayed, Error> {
    // The catalog's replay reports errors with their place in the record.
    let whole = record.replay(catalog).into_match()?;
    let Some(game) = catalog.find(&record.game) else { return Ok((whole, Vec::new())) };
    let mut again = game.open(&record.setup(), whole.first_dealer())?;
    let mut deals = Vec::new();
    for deal in &record.deals {
        let mut events = again.deal(&deal.deck, &[viewer])?;
        for entry in &deal.actions {
            events.extend(again.enter(&entry.parse()?, &[viewer])?);
        }
        deals.push(events);
    }
    Ok((again, deals))
}

fn random_seed() -> Result<Seed, Error> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(Error::Entropy)?;
    Ok(Seed::from_bytes(bytes))
}

/// Returns the seed of the match after the one with `seed`: its commitment, read as a seed.
fn next_seed(seed: Seed) -> Seed {
    seed.commitment().to_string().parse().unwrap_or(seed)
}
