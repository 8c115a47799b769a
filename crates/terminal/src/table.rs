//! The match somebody plays in: what one's own seat may see and do, and nothing else of it.

use crate::coach::Coach;
use crate::games::{Layout, layout};
use crate::join::Remote;
use crate::{Error, Settings};
use cards::{BySeat, Seat, SeatSet, Seed, Viewer};
use engine::Stop;
use games::InputError;
use house::{
    AnyMatch, Catalog, Day, DealScore, Exercise, Frame, FramePhase, NoUndo, Notes, PendingAdvice,
    PendingMove, RecordText, Rejected, Sent, day_seed, hint_effort,
};
use std::time::Duration;

/// Where in the list of names the first bot, who sits in the seat after ours, is: at its beginning.
const FIRST_NAME: u64 = 11;

/// A match, of which only what `me` may see ever leaves this module.
pub(crate) struct Table {
    /// Where the person at the keyboard sits.
    me: Seat,
    played: Played,
    bots: Vec<String>,
    seed: Seed,
    /// Whether the person at the keyboard has asked for a hint.
    hinted: bool,
    /// The record that is continued, with whatever else it says.
    continued: Option<RecordText>,
    /// The deal of this day is played, and so many deals of it.
    of_day: Option<(Day, usize)>,
}

/// What is played at a table.
enum Played {
    /// A match against bots.
    Match(Box<dyn AnyMatch>),
    /// An exercise, in which the others do what its record says.
    Exercise(Box<Coach>),
    /// A match that a house elsewhere plays.
    Elsewhere(Box<Remote>),
}

impl Table {
    /// A new match; the first deal is not dealt yet. `round` counts the matches of this evening: the first deal goes
    /// round the table with it, and so does the luck of a fixed seed.
    pub(crate) fn open(settings: &Settings, round: u8) -> Result<Self, Error> {
        let game = settings.catalog.find(&settings.game);
        let game = game.ok_or_else(|| Error::UnknownGame(settings.game.clone()))?;
        let any = game.open(&settings.setup, Seat::new(0))?;
        let (seats, me) = (any.seats(), own_seat(&*any));
        let dealer = Seat::try_from((seats - 1 + round) % seats).unwrap_or(me);
        let game = game.open(&settings.setup, dealer)?;
        Self::with_match(settings, game, me, round, None)
    }

    /// Goes on with a match that was written down. Returns also what happened in its last deal.
    pub(crate) fn go_on(settings: &Settings, record: RecordText) -> Result<(Self, Vec<Sent>), Error> {
        let any = settings
            .catalog
            .find(&record.game)
            .and_then(|game| game.open(&record.setup(), Seat::new(0)).ok());
        let me = seat_in(&record, any.map_or(Seat::new(0), |game| own_seat(&*game)));
        let (game, events) = replay(&record, &settings.catalog, Viewer::Seat(me))?;
        let begun = record.deals.len() as u8;
        let table = Self::with_match(settings, game, me, begun, Some(record))?;
        Ok((table, events.into_iter().next_back().unwrap_or_default()))
    }

    /// The table of an exercise, as far as it has happened when it begins.
    pub(crate) fn learn(settings: &Settings, exercise: &'static Exercise) -> Result<Self, Error> {
        let coach = Box::new(Coach::begin(exercise)?);
        // Nothing is shuffled; what a hint is tossed with is the same every time.
        let seed = settings.seed.unwrap_or(Seed::from_number(0));
        let (me, played) = (exercise.seat, Played::Exercise(coach));
        Ok(Self { me, played, bots: Vec::new(), seed, hinted: false, continued: None, of_day: None })
    }

    /// The deal of a day, with the cards, the dealer and the bots it has everywhere; the first deal is not dealt yet.
    pub(crate) fn day(settings: &Settings, day: Day) -> Result<Self, Error> {
        let game = settings.catalog.find(&settings.game);
        let game = game.ok_or_else(|| Error::UnknownGame(settings.game.clone()))?;
        let (seed, info) = (day_seed(game.id(), &day), game.info().day);
        let opened = game.open(&settings.setup, seed.first_dealer(info.seats))?;
        let (me, settings) = (own_seat(&*opened), Settings { seed: Some(seed), ..settings.clone() });
        Ok(Self { of_day: Some((day, info.deals)), ..Self::with_match(&settings, opened, me, 0, None)? })
    }

    /// A table of a house elsewhere.
    pub(crate) fn elsewhere(remote: Remote) -> Self {
        let me = remote.me();
        // Nothing is shuffled here.
        let (seed, played) = (Seed::from_number(0), Played::Elsewhere(Box::new(remote)));
        Self { me, played, bots: Vec::new(), seed, hinted: false, continued: None, of_day: None }
    }

    fn with_match(
        settings: &Settings,
        game: Box<dyn AnyMatch>,
        me: Seat,
        round: u8,
        continued: Option<RecordText>,
    ) -> Result<Self, Error> {
        let others = usize::from(game.seats()).saturating_sub(1);
        let known = settings.catalog.find(game.game());
        let bots = settings.seated(others, known.map_or("heuristic", house::usual_bot))?;
        for bot in &bots {
            let check = known.map_or(Ok(()), |game| game.check_bot(bot));
            check.map_err(|error| Error::UnknownBot(error.to_string()))?;
        }
        let seed = match settings.seed {
            Some(seed) if round == 0 => seed,
            // The commitment is a seed nobody can guess the first one from, and the same every time.
            Some(seed) => (0..round).fold(seed, |seed, _| next_seed(seed)),
            None => random_seed()?,
        };
        Ok(Self { me, played: Played::Match(game), bots, seed, hinted: false, continued, of_day: None })
    }

    fn game(&self) -> &dyn AnyMatch {
        match &self.played {
            Played::Match(game) => &**game,
            Played::Exercise(coach) => coach.game(),
            Played::Elsewhere(remote) => remote.rules(),
        }
    }

    /// The match, if a house elsewhere plays it.
    pub(crate) fn remote(&self) -> Option<&Remote> {
        match &self.played {
            Played::Elsewhere(remote) => Some(remote),
            Played::Match(_) | Played::Exercise(_) => None,
        }
    }

    /// The same, to take in what the house tells.
    pub(crate) fn remote_mut(&mut self) -> Option<&mut Remote> {
        match &mut self.played {
            Played::Elsewhere(remote) => Some(remote),
            Played::Match(_) | Played::Exercise(_) => None,
        }
    }

    /// The match, if it is not the record of an exercise that goes on.
    fn match_mut(&mut self) -> Result<&mut dyn AnyMatch, Rejected> {
        match &mut self.played {
            Played::Match(game) => Ok(&mut **game),
            Played::Exercise(_) => Err(Rejected::new("exercise", "an exercise goes on as its record says")),
            Played::Elsewhere(_) => Err(Rejected::new("elsewhere", "the house of the table plays it")),
        }
    }

    /// The coach, if this is an exercise.
    pub(crate) fn coach(&self) -> Option<&Coach> {
        match &self.played {
            Played::Match(_) | Played::Elsewhere(_) => None,
            Played::Exercise(coach) => Some(coach),
        }
    }

    /// The same, to go on.
    pub(crate) fn coach_mut(&mut self) -> Option<&mut Coach> {
        match &mut self.played {
            Played::Match(_) | Played::Elsewhere(_) => None,
            Played::Exercise(coach) => Some(coach),
        }
    }

    pub(crate) fn me(&self) -> Seat {
        self.me
    }

    pub(crate) fn seats(&self) -> u8 {
        self.game().seats()
    }

    pub(crate) fn layout(&self) -> Option<Box<dyn Layout>> {
        layout(self.game())
    }

    /// The day whose deal is played, if it is one.
    pub(crate) fn of_day(&self) -> Option<Day> {
        self.of_day.map(|(day, _)| day)
    }

    pub(crate) fn setup(&self) -> house::SetupText {
        self.game().setup()
    }

    /// The bot that sits in `seat`.
    pub(crate) fn bot(&self, seat: Seat) -> Option<&str> {
        self.after_me(seat).checked_sub(1).and_then(|other| self.bots.get(other)).map(String::as_str)
    }

    /// What a seat is called; one's own has no name.
    pub(crate) fn name(&self, seat: Seat) -> Option<&'static str> {
        let place = Seat::try_from(self.after_me(seat) as u8).unwrap_or(seat);
        let name = match self.played {
            Played::Match(_) | Played::Elsewhere(_) => house::bot_name(FIRST_NAME, place),
            // As on the page, since an exercise may speak of them.
            Played::Exercise(_) => house::bot_name(0, seat),
        };
        (seat != self.me).then_some(name)
    }

    /// How many seats after one's own this one is.
    fn after_me(&self, seat: Seat) -> usize {
        let seats = usize::from(self.seats());
        (seat.index() + seats - self.me.index()) % seats
    }

    /// The answer one's own seat gives in a window, if there is no other.
    pub(crate) fn nothing_to_say(&self) -> Option<String> {
        let silence = self.game().window().filter(|_| self.coach().is_none())?.silent;
        (self.game().legal(self.me) == [silence.as_str()]).then_some(silence)
    }

    pub(crate) fn frame(&self) -> Frame {
        match &self.played {
            Played::Match(game) => {
                let mut frame = game.frame(Viewer::Seat(self.me));
                // After the deals of a day nothing follows, though a match would go on.
                if frame.phase == FramePhase::Scored
                    && self.of_day.is_some_and(|(_, deals)| house::is_day_over(&**game, deals))
                {
                    frame.phase = FramePhase::Over;
                }
                frame
            }
            Played::Exercise(coach) => coach.frame(),
            Played::Elsewhere(remote) => remote.frame(),
        }
    }

    pub(crate) fn preset(&self) -> String {
        self.game().setup().preset.unwrap_or_default()
    }

    /// How many options differ from the preset.
    pub(crate) fn differences(&self) -> usize {
        self.game().setup().options.len()
    }

    /// The points to reach, if the rules have such a number.
    pub(crate) fn target(&self) -> Option<String> {
        self.game().options().get("target").map(ToString::to_string)
    }

    pub(crate) fn deal(&mut self) -> Result<Vec<Sent>, Rejected> {
        let (me, seed) = (self.me, self.seed);
        let game = self.match_mut()?;
        let deck = game.next_deck(&seed);
        let mut events = game.deal(&deck, &[Viewer::Seat(me)])?;
        events.extend(self.shuffle_if_due()?);
        Ok(events)
    }

    /// Does what `seat` wants, if it may, and tells what one's own seat saw of it.
    pub(crate) fn play(&mut self, seat: Seat, action: &str) -> Result<Vec<Sent>, Rejected> {
        let me = self.me;
        let mut events = self.match_mut()?.play(seat, action, &[Viewer::Seat(me)])?;
        events.extend(self.shuffle_if_due()?);
        Ok(events)
    }

    /// Reads what was typed for one's own seat as an action.
    pub(crate) fn read_command(&self, line: &str) -> Result<String, InputError> {
        self.game().read_command(self.me, line)
    }

    fn shuffle_if_due(&mut self) -> Result<Vec<Sent>, Rejected> {
        let (me, seed) = (self.me, self.seed);
        let (game, mut events) = (self.match_mut()?, Vec::new());
        // One shuffle may follow on another.
        while let Some(entry) = game.next_shuffle(&seed) {
            events.extend(game.enter(&entry, &[Viewer::Seat(me)])?);
        }
        Ok(events)
    }

    /// The thoughts of the bot in `seat`, which is to act.
    pub(crate) fn pending_move(&self, seat: Seat) -> Result<PendingMove, Error> {
        let bot = self.bot(seat).unwrap_or("random");
        let failed = |problem: String| Error::Bot { seat: seat.into(), problem };
        self.game().pending_move(seat, bot, self.rng_seed(), None).map_err(|error| failed(error.to_string()))
    }

    /// The thoughts of the best bot about what the person at the keyboard could do; none in a race, or when it is not their turn. The
    /// record says from now on that they asked.
    pub(crate) fn pending_hint(&mut self) -> Option<PendingAdvice> {
        let effort = hint_effort(Some(&Stop::default()));
        let advice = self.game().pending_advice(self.me, None, effort, self.rng_seed()).ok()??;
        self.hinted = true;
        if let Some(coach) = self.coach_mut() {
            coach.note_help();
        }
        Some(advice)
    }

    /// How many entries the person at the keyboard may take back; see [`AnyMatch::undoable`].
    pub(crate) fn undoable(&self) -> Result<usize, NoUndo> {
        self.game().undoable(self.me)
    }

    /// Takes so many entries back. Returns what has happened in the deal until then. The record says from now on that it was done.
    pub(crate) fn undo(&mut self, entries: usize, catalog: &Catalog) -> Result<Vec<Sent>, Error> {
        let me = self.me;
        self.match_mut()?.undo(me, entries)?;
        let (_, deals) = replay(&self.game().record(), catalog, Viewer::Seat(self.me))?;
        Ok(deals.into_iter().next_back().unwrap_or_default())
    }

    /// What bots toss their coins with: the same for the same seed and place in the match, and from what is public,
    /// so that no bot could tell the cards from it.
    fn rng_seed(&self) -> u64 {
        if self.of_day.is_some() {
            // As the bots play it everywhere.
            return self.game().version() as u64;
        }
        let commitment = self.seed.commitment().to_string();
        let digits = commitment.get(..16).and_then(|digits| u64::from_str_radix(digits, 16).ok());
        digits.unwrap_or_default().wrapping_add(self.game().version() as u64)
    }

    /// Whether everybody plays at once.
    pub(crate) fn races(&self) -> bool {
        self.game().is_race()
    }

    /// How long the bot in `seat` takes in a race to act on what it sees; nothing if it sees nothing to do.
    pub(crate) fn reaction(&self, seat: Seat) -> Option<Duration> {
        if self.game().legal(seat).is_empty() {
            return None;
        }
        self.game().reaction(self.bot(seat).unwrap_or("random"), self.rng_seed()).ok().flatten()
    }

    /// Whether an action is done on a common count.
    pub(crate) fn needs_countdown(&mut self, seat: Seat, action: &str) -> bool {
        self.match_mut()
            .is_ok_and(|game| game.check(seat, action).is_ok_and(|checked| checked.needs_countdown))
    }

    /// What happens by itself if nobody does it, and whose action it is.
    pub(crate) fn timeout_action(&self) -> Option<(Seat, String)> {
        match self.played {
            Played::Match(ref game) => game.timeout_action(),
            Played::Exercise(_) | Played::Elsewhere(_) => None,
        }
    }

    pub(crate) fn points_of_deals(&self) -> Vec<BySeat<i32>> {
        self.remote().map_or_else(|| points_of_deals(self.game()), Remote::points_of_deals)
    }

    /// The last finished deal.
    pub(crate) fn deal_score(&self) -> Option<DealScore> {
        self.remote().map_or_else(|| self.game().deal_score(), Remote::deal_score)
    }

    /// The record as it is written to a file.
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
        let over = self.frame().phase == FramePhase::Over;
        // The seed of a match that goes on would tell the cards that are to come.
        let seed = over.then(|| String::from(self.seed));
        let commitment = Some(self.seed.commitment().to_string());
        record.with_notes(Notes { players, seed, commitment, hints, undone, ..Notes::default() }).write()
    }
}

/// Where whoever opens a table of this game sits.
fn own_seat(game: &dyn AnyMatch) -> Seat {
    layout(game).map_or(Seat::new(0), |layout| layout.own_seat())
}

/// Where the only person of a record sat, for whom no bot is named: else where one would sit down today.
fn seat_in(record: &RecordText, usual: Seat) -> Seat {
    let players = record.notes().players;
    let mut people = Seat::all(record.seats).zip(&players).filter(|(_, name)| !name.ends_with(')'));
    match (people.next(), people.next()) {
        (Some((seat, _)), None) => seat,
        _ => usual,
    }
}

/// The points of each finished deal, by seat.
pub(crate) fn points_of_deals(game: &dyn AnyMatch) -> Vec<BySeat<i32>> {
    (0..).map_while(|deal| game.score_of_deal(deal)).map(|deal| deal.points).collect()
}

/// A match that was played again, and what happened in each of its deals.
type Replayed = (Box<dyn AnyMatch>, Vec<Vec<Sent>>);

/// Plays a record again, as far as it goes. Returns also what `viewer` saw happen, deal by deal.
pub(crate) fn replay(record: &RecordText, catalog: &Catalog, viewer: Viewer) -> Result<Replayed, Error> {
    // The house replays first: it says best what is wrong with a record, and where.
    let whole = record.replay(catalog).into_match()?;
    let Some(game) = catalog.find(&record.game) else { return Ok((whole, Vec::new())) };
    let mut again = game.open(&record.setup(), whole.first_dealer())?;
    let mut deals = Vec::new();
    for deal in &record.deals {
        let mut events = again.deal(&deal.deck, &[viewer])?;
        for action in &deal.actions {
            events.extend(again.enter(action, &[viewer])?);
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

/// The seed of the match after the one with `seed`: its commitment, read as a seed.
fn next_seed(seed: Seed) -> Seed {
    seed.commitment().to_string().parse().unwrap_or(seed)
}
