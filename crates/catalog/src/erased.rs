//! Games and matches without their types: traits for servers, terminals and commands.

use crate::advice::{self, PendingAdvice};
use crate::deck_text::{read_cards, read_deck, write_cards, write_deck};
#[cfg(feature = "arena")]
use crate::guest::{self, Guests};
use crate::info::{DayInfo, DealScore, GameInfo, Options, Turns, every_option};
use crate::record::{self, DealText, RecordText, Replayed};
use crate::undo::{self, NoUndo};
use crate::wire_value::{WireValue, tree};
use crate::{Entry, RecordPosition, Rejection, SetupText};
use bots::Effort;
#[cfg(feature = "arena")]
use bots::arena::{Contest, Course, Progress, Report, Standings, Tournament, TournamentError};
use cards::{BySeat, Rng, Seat, SeatSet, Seed, Side, Viewer};
use engine::command::{self, InputError, ReadCommand};
use engine::{
    CardSetInfo, CardSets, Game, Match, Observation, Phase, Ruleset, ScoreLine, Setup, Stake, Stop,
    UnknownBot, Voided, Window, shuffled_deck,
};
use serde_json::Value;
use std::fmt::Debug;
use std::marker::PhantomData;
#[cfg(feature = "arena")]
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A game as a trait object, so that callers need not know its types.
pub trait AnyGame: Debug + Send + Sync {
    /// Returns [`Game::ID`].
    fn id(&self) -> &'static str;
    /// Returns [`Game::IS_ONE_DEAL`].
    fn is_one_deal(&self) -> bool;
    /// Returns how the players' turns follow.
    fn turns(&self) -> Turns;
    /// Returns the unit of the stakes, in a game with stakes.
    fn stake(&self) -> Option<Stake>;
    /// Returns the rules of the deal of the day.
    fn day(&self) -> DayInfo;
    /// Returns the choices for players. It lists all options of all presets, so it is not for every table.
    fn info(&self) -> GameInfo;
    /// Returns all options of a setup, and those that differ from the preset.
    ///
    /// # Errors
    ///
    /// Returns [`Rejection`] if the setup is invalid.
    fn resolve(&self, setup: &SetupText) -> Result<(Options, Options), Rejection>;
    /// Creates a match before its first deal.
    ///
    /// # Errors
    ///
    /// Returns [`Rejection`] if the setup is invalid, or if `dealer` is not at the table.
    fn open(&self, setup: &SetupText, dealer: Seat) -> Result<Box<dyn AnyMatch>, Rejection>;
    /// Replays a record until the rules refuse an entry.
    fn replay(&self, record: &RecordText) -> Replayed;
    /// Checks that there is a bot with this name. See [`bots::bot`].
    ///
    /// # Errors
    ///
    /// Returns [`UnknownBot`] if there is none.
    fn check_bot(&self, name: &str) -> Result<(), UnknownBot>;
    /// Returns the upper limit on the entries of a deal: its actions, and a reshuffle for each.
    fn max_entries(&self) -> usize;
    /// Returns the full name of a level's bot. See [`bots::spelling`].
    fn spelling<'n>(&self, name: &'n str) -> &'n str;
    /// Returns the expected time of this bot for one action. See [`engine::Bot::expected_time`].
    ///
    /// # Errors
    ///
    /// Returns [`UnknownBot`] if there is no such bot.
    fn bot_time(&self, name: &str) -> Result<Duration, UnknownBot>;
    /// Runs a contest of bots. See [`bots::arena::run`].
    ///
    /// # Errors
    ///
    /// Returns [`Rejection`] if the setup is invalid, or if there is no such bot.
    #[cfg(feature = "arena")]
    fn simulate(
        &self,
        setup: &SetupText,
        contest: &Contest,
        guests: Guests<'_>,
        progress: &(dyn Fn(u64) + Sync),
        stop: &AtomicBool,
    ) -> Result<Report, Rejection>;
    /// Runs a tournament with fixed decks, or continues one. The decks are texts, as records write them. See
    /// [`bots::arena::tournament_on`].
    ///
    /// # Errors
    ///
    /// Returns [`Rejection`] if the setup or a deck is invalid, there is no such bot, the bots cannot be paired, or the
    /// saved state is of another tournament.
    #[cfg(feature = "arena")]
    fn tournament_on(
        &self,
        setup: &SetupText,
        tournament: &Tournament,
        course: &Course<'_, String>,
        guests: Guests<'_>,
        progress: &(dyn Fn(&Progress) + Sync),
        stop: &AtomicBool,
    ) -> Result<Standings, Rejection>;
    /// Runs a tournament of bots, in pairs. See [`bots::arena::tournament`].
    ///
    /// # Errors
    ///
    /// Returns [`Rejection`] if the setup is invalid, there is no such bot, or the bots cannot be paired.
    #[cfg(feature = "arena")]
    fn tournament(
        &self,
        setup: &SetupText,
        tournament: &Tournament,
        guests: Guests<'_>,
        progress: &(dyn Fn(&Progress) + Sync),
        stop: &AtomicBool,
    ) -> Result<Standings, Rejection> {
        self.tournament_on(setup, tournament, &Course::default(), guests, progress, stop)
    }
}

/// Move of a bot to compute, with the observation of its seat. It can run on another thread. Returns the action.
pub type BotJob = Box<dyn FnOnce() -> String + Send>;

/// Legal action in the canonical form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckedText {
    /// Canonical form, as records write it.
    pub action: String,
    /// Whether the action needs a countdown. See [`engine::Race::needs_countdown`].
    pub needs_countdown: bool,
}

/// Match of any game.
pub trait AnyMatch: Send {
    /// Returns [`Game::ID`].
    fn game(&self) -> &'static str;
    /// A match as a trait object, so that callers need not know the game's types.
    fn setup(&self) -> SetupText;
    /// Returns the number of seats.
    fn seats(&self) -> u8;
    /// Returns all options.
    fn options(&self) -> Options;
    /// Returns the card set, in a game with its own cards.
    fn card_set(&self) -> Option<CardSetInfo>;
    /// Returns the first dealer.
    fn first_dealer(&self) -> Seat;
    /// Returns the version of the match: the number of deals and entries so far.
    fn version(&self) -> usize;
    /// Returns the phase.
    fn phase(&self) -> Phase;
    /// Returns whether the game is a race, in which all seats act at any time.
    fn is_race(&self) -> bool;
    /// Returns the seats that may act now.
    fn actors(&self) -> SeatSet;
    /// Returns the number of deals begun.
    fn deals(&self) -> usize;
    /// Returns the total of each seat.
    fn totals(&self) -> BySeat<i32>;
    /// Returns the part of the totals that is neither from the start nor from deals.
    fn bonuses(&self) -> Vec<ScoreLine>;
    /// Returns the amount that each seat receives, or pays if negative, in the unit of `stake`. `None` before the
    /// end, and in a match without stakes.
    fn payments(&self, stake: u32) -> Option<BySeat<i64>>;
    /// Returns the side of each seat.
    fn sides(&self) -> BySeat<Side>;

    /// Returns the deck of the next deal in a match with this seed. In a deck of several parts, each part follows its
    /// name: `capital: 5 3 …; tool: T06 …`. A record writes such a deck as an object.
    fn next_deck(&self, seed: &Seed) -> String;
    /// Starts the next deal. Returns the events that each of `viewers` saw.
    ///
    /// # Errors
    ///
    /// Returns [`Rejection`] if the deal cannot begin. The match is unchanged.
    fn deal(&mut self, deck: &str, viewers: &[Viewer]) -> Result<Vec<WireValue>, Rejection>;
    /// Skips a deal that a software fault broke. See [`Match::pass_over`].
    ///
    /// # Errors
    ///
    /// Returns [`Rejection`] if a deal is being played, or if the match is over. The match is unchanged.
    fn pass_over(&mut self, decks: u32, entries: u32) -> Result<(), Rejection>;
    /// Returns the voided deals.
    fn voided(&self) -> &[Voided];
    /// Reads an action of `seat` and checks that it is legal.
    ///
    /// # Errors
    ///
    /// Returns [`Rejection`] if it is not an action, or not legal.
    fn check(&mut self, seat: Seat, action: &str) -> Result<CheckedText, Rejection>;
    /// Reads a typed action of `seat`. See [`engine::command::read`].
    ///
    /// # Errors
    ///
    /// Returns [`InputError`] if it fits no action, or several.
    fn read_command(&self, seat: Seat, line: &str) -> Result<String, InputError>;
    /// Plays an action. Returns the events that each of `viewers` saw.
    ///
    /// # Errors
    ///
    /// Returns [`Rejection`] if it is not an action, or not legal. The match is unchanged.
    fn play(&mut self, seat: Seat, action: &str, viewers: &[Viewer]) -> Result<Vec<WireValue>, Rejection>;
    /// Returns the action that happens after a timeout. See [`engine::Race::timeout_action`].
    fn timeout_action(&self) -> Option<(Seat, String)>;
    /// Returns whether a reshuffle is due.
    fn is_shuffle_due(&self) -> bool;
    /// Returns the next reshuffle, if one is due.
    fn next_shuffle(&self, seed: &Seed) -> Option<Entry>;
    /// Plays an entry of a record. Returns the events that each of `viewers` saw.
    ///
    /// # Errors
    ///
    /// Returns [`Rejection`] if the entry is invalid. The match is unchanged.
    fn enter(&mut self, entry: &Entry, viewers: &[Viewer]) -> Result<Vec<WireValue>, Rejection>;

    /// Returns the number of entries to undo so that `seat` can repeat its last decision. The entries since then
    /// must have revealed nothing hidden to the seat. The caller decides whether other players acted since.
    ///
    /// # Errors
    ///
    /// Returns [`NoUndo`] if the seat can't undo.
    fn undoable(&self, seat: Seat) -> Result<usize, NoUndo>;
    /// Undoes the deal's last entries (actions and reshuffles) for `seat`. See [`Match::undo`].
    ///
    /// # Errors
    ///
    /// Returns [`Rejection`] if the deal has fewer entries, or if no deal is played. The match is unchanged.
    fn undo(&mut self, seat: Seat, entries: usize) -> Result<(), Rejection>;
    /// Returns the seats that undid an action.
    fn undone(&self) -> SeatSet;

    /// Returns the open window for sealed answers, if any. See [`Game::SEALED`].
    fn window(&self) -> Option<Window<String>>;

    /// Returns the listed legal actions of `seat` in canonical form, sorted as text.
    fn legal(&self, seat: Seat) -> Vec<String>;
    /// Returns the dealer of the current deal. Between deals it is the last dealer, and before the first deal the
    /// first dealer.
    fn dealer(&self) -> Seat;
    /// Returns the view of `viewer`, or `None` before the first deal.
    fn wire_view(&self, viewer: Viewer) -> Option<WireValue>;
    /// Returns the score of the `n`-th deal, from 0, if it is finished.
    fn score_of_deal(&self, n: usize) -> Option<DealScore>;
    /// Returns the next move of a bot in `seat`, which is to act. `rng_seed` seeds the bot's random choices. `limit`
    /// is a time limit with a cancellation.
    ///
    /// # Errors
    ///
    /// Returns [`UnknownBot`] if there is no such bot.
    fn bot_job(
        &self,
        seat: Seat,
        bot: &str,
        rng_seed: u64,
        limit: Option<(Duration, Stop)>,
    ) -> Result<BotJob, UnknownBot>;
    /// Returns the best bot's appraisal of the actions of `seat`, which is to act. It includes `played`. A race has
    /// none, because the value of its actions depends on the time.
    ///
    /// # Errors
    ///
    /// Returns [`Rejection`] if the seat is not to act, or if `played` is not an action.
    fn pending_advice(
        &self,
        seat: Seat,
        played: Option<&str>,
        effort: Effort,
        rng_seed: u64,
    ) -> Result<Option<PendingAdvice>, Rejection>;
    /// Returns the reaction time of this bot in a race. In a game of turns it is `None`, because the table sets the
    /// pace.
    ///
    /// # Errors
    ///
    /// Returns [`UnknownBot`] if there is no such bot.
    fn reaction(&self, bot: &str, rng_seed: u64) -> Result<Option<Duration>, UnknownBot>;

    /// Returns the record so far, without notes.
    fn record(&self) -> RecordText;
    /// Returns the JSON object that `parlour replay --json` prints.
    fn summary(&self) -> Value;
}

/// Game without its type, with the user's card sets.
#[derive(Debug)]
pub struct Erased<G>(CardSets, PhantomData<fn() -> G>);

impl<G> Erased<G> {
    /// Creates the game with these card sets, in addition to the built-in ones.
    #[must_use]
    pub const fn new(card_sets: CardSets) -> Self {
        Self(card_sets, PhantomData)
    }
}

/// Creates the typed match of a record before its first deal. A program that uses only this contains no bots.
pub(crate) fn begin<G: Game>(record: &RecordText, card_sets: &CardSets) -> Result<Match<G>, Rejection> {
    let setup = Setup::read(&record.setup(), card_sets)?;
    let dealer = record::read_dealer(record.dealer, record.seats)?;
    Ok(Match::new(setup, dealer)?)
}

/// Replays a record until the rules refuse an entry.
fn follow<G: ReadCommand>(game: &mut Match<G>, record: &RecordText) -> Result<(), Rejection> {
    record.deals.iter().enumerate().try_for_each(|(deal, text)| {
        let at = |action| move |rejection: Rejection| rejection.at(RecordPosition { deal, action });
        AnyMatch::deal(game, &text.deck, &[]).map_err(at(None))?;
        text.actions.iter().enumerate().try_for_each(|(action, entry)| {
            entry
                .parse()
                .and_then(|entry| AnyMatch::enter(game, &entry, &[]))
                .map(drop)
                .map_err(at(Some(action)))
        })
    })
}

impl<G: ReadCommand> AnyGame for Erased<G> {
    fn id(&self) -> &'static str {
        G::ID
    }

    fn is_one_deal(&self) -> bool {
        G::IS_ONE_DEAL
    }

    fn turns(&self) -> Turns {
        Turns::of::<G>()
    }

    fn stake(&self) -> Option<Stake> {
        G::STAKES.map(|stakes| stakes.unit)
    }

    fn day(&self) -> DayInfo {
        DayInfo::of::<G>()
    }

    fn info(&self) -> GameInfo {
        GameInfo::of::<G>(&self.0)
    }

    fn resolve(&self, setup: &SetupText) -> Result<(Options, Options), Rejection> {
        let setup = Setup::<G::Options>::read(setup, &self.0)?;
        Ok((every_option(&setup.options), setup.overrides))
    }

    fn open(&self, setup: &SetupText, dealer: Seat) -> Result<Box<dyn AnyMatch>, Rejection> {
        Ok(Box::new(Match::<G>::new(Setup::<G::Options>::read(setup, &self.0)?, dealer)?))
    }

    fn replay(&self, record: &RecordText) -> Replayed {
        match begin::<G>(record, &self.0) {
            Ok(mut game) => {
                let refused = follow(&mut game, record).err();
                Replayed { game: Some(Box::new(game)), refused }
            }
            Err(rejection) => Replayed::never_began(rejection),
        }
    }

    fn check_bot(&self, name: &str) -> Result<(), UnknownBot> {
        bots::bot::<G>(name).map(drop)
    }

    fn max_entries(&self) -> usize {
        G::MAX_ACTIONS as usize * if G::RESHUFFLE.is_some() { 2 } else { 1 }
    }

    fn spelling<'n>(&self, name: &'n str) -> &'n str {
        bots::spelling::<G>(name)
    }

    fn bot_time(&self, name: &str) -> Result<Duration, UnknownBot> {
        bots::bot::<G>(name).map(|bot| bot.expected_time())
    }

    #[cfg(feature = "arena")]
    fn simulate(
        &self,
        setup: &SetupText,
        contest: &Contest,
        guests: Guests<'_>,
        progress: &(dyn Fn(u64) + Sync),
        stop: &AtomicBool,
    ) -> Result<Report, Rejection> {
        let setup = Setup::<G::Options>::read(setup, &self.0)?;
        Ok(bots::arena::run_with::<G>(&setup, contest, |name| guest::bot(guests, name), progress, stop)?)
    }

    #[cfg(feature = "arena")]
    fn tournament_on(
        &self,
        setup: &SetupText,
        tournament: &Tournament,
        course: &Course<'_, String>,
        guests: Guests<'_>,
        progress: &(dyn Fn(&Progress) + Sync),
        stop: &AtomicBool,
    ) -> Result<Standings, Rejection> {
        let setup = Setup::<G::Options>::read(setup, &self.0)?;
        let make = |name: &str| guest::bot::<G>(guests, name);
        let read = |(index, texts): (usize, &Vec<String>)| {
            let numbered = |rejection: Rejection| {
                let message = format!("deck {}: {}", index + 1, rejection.message);
                Rejection { message, ..rejection }
            };
            let cards = read_deck::<G>(&texts.join(" "), &|| setup.options.deck()).map_err(numbered)?;
            // A match accepts only a complete deck.
            let mut table = Match::<G>::new(setup.clone(), Seat::default())?;
            table.deal(&cards, &mut drop).map_err(|error| numbered(error.into()))?;
            Ok(cards)
        };
        let decks: Vec<Vec<G::Card>> =
            course.decks.iter().enumerate().map(read).collect::<Result<_, Rejection>>()?;
        let course = Course { decks: &decks, saved: course.saved, save: course.save };
        let played = bots::arena::tournament_on::<G>(&setup, tournament, &course, make, progress, stop);
        played.map_err(|error| match error {
            TournamentError::UnknownBot(unknown) => unknown.into(),
            other => Rejection::new("options", other.to_string()),
        })
    }
}

impl<G: ReadCommand> AnyMatch for Match<G> {
    fn game(&self) -> &'static str {
        G::ID
    }

    fn seats(&self) -> u8 {
        self.record().setup.options.seats()
    }

    fn setup(&self) -> SetupText {
        self.record().setup.text()
    }

    fn options(&self) -> Options {
        every_option(&self.record().setup.options)
    }

    fn card_set(&self) -> Option<CardSetInfo> {
        self.record().setup.options.card_set()
    }

    fn first_dealer(&self) -> Seat {
        self.record().dealer
    }

    fn version(&self) -> usize {
        Match::version(self)
    }

    fn phase(&self) -> Phase {
        Match::phase(self)
    }

    fn is_race(&self) -> bool {
        G::RACE.is_some()
    }

    fn actors(&self) -> SeatSet {
        Match::actors(self)
    }

    fn deals(&self) -> usize {
        self.record().deals.len()
    }

    fn totals(&self) -> BySeat<i32> {
        Match::totals(self)
    }

    fn bonuses(&self) -> Vec<ScoreLine> {
        G::BONUSES.map_or(Vec::new(), |bonuses| bonuses(self.standing()))
    }

    fn payments(&self, stake: u32) -> Option<BySeat<i64>> {
        let stakes = G::STAKES.filter(|_| matches!(Match::phase(self), Phase::Over(_)))?;
        (stakes.payments)(self.standing(), stake)
    }

    fn sides(&self) -> BySeat<Side> {
        G::sides(&self.record().setup)
    }

    fn next_deck(&self, seed: &Seed) -> String {
        write_deck::<G>(&shuffled_deck::<G>(&self.record().setup.options, seed, deck_number(self)))
    }

    fn deal(&mut self, deck: &str, viewers: &[Viewer]) -> Result<Vec<WireValue>, Rejection> {
        let cards = read_deck::<G>(deck, &|| self.record().setup.options.deck())?;
        let mut events = Vec::new();
        Match::deal(self, &cards, &mut |event| events.push(event))?;
        Ok(events_for::<G>(&events, viewers))
    }

    fn pass_over(&mut self, decks: u32, entries: u32) -> Result<(), Rejection> {
        Ok(Match::pass_over(self, decks, entries)?)
    }

    fn voided(&self) -> &[Voided] {
        Match::voided(self)
    }

    fn check(&mut self, seat: Seat, action: &str) -> Result<CheckedText, Rejection> {
        let checked = self.read(seat, action)?;
        let needs_countdown = checked.needs_countdown();
        Ok(CheckedText { action: checked.action().to_string(), needs_countdown })
    }

    fn read_command(&self, seat: Seat, line: &str) -> Result<String, InputError> {
        command::read::<G>(line, &AnyMatch::legal(self, seat))
    }

    fn play(&mut self, seat: Seat, action: &str, viewers: &[Viewer]) -> Result<Vec<WireValue>, Rejection> {
        let mut events = Vec::new();
        self.read(seat, action)?.play(&mut |event| events.push(event));
        Ok(events_for::<G>(&events, viewers))
    }

    fn timeout_action(&self) -> Option<(Seat, String)> {
        let state = self.state().filter(|_| Match::phase(self) == Phase::Playing)?;
        (G::RACE?.timeout_action)(state).map(|(seat, action)| (seat, action.to_string()))
    }

    fn is_shuffle_due(&self) -> bool {
        self.shuffle_due().is_some()
    }

    fn next_shuffle(&self, seed: &Seed) -> Option<Entry> {
        let mut order = self.shuffle_due()?;
        seed.shuffle(deck_number(self), &mut order);
        Some(Entry::Shuffle(write_cards(&order)))
    }

    fn enter(&mut self, entry: &Entry, viewers: &[Viewer]) -> Result<Vec<WireValue>, Rejection> {
        match entry {
            Entry::Action { seat, action } => AnyMatch::play(self, *seat, action, viewers),
            Entry::Shuffle(order) => {
                let order = read_cards(order, &|| self.shuffle_due().unwrap_or_default())?;
                let mut events = Vec::new();
                self.shuffle(&order, &mut |event| events.push(event))?;
                Ok(events_for::<G>(&events, viewers))
            }
        }
    }

    fn undoable(&self, seat: Seat) -> Result<usize, NoUndo> {
        undo::undoable(self, seat)
    }

    fn undo(&mut self, seat: Seat, entries: usize) -> Result<(), Rejection> {
        Ok(Match::undo(self, seat, entries)?)
    }

    fn undone(&self) -> SeatSet {
        Match::undone(self).iter().map(|undone| undone.seat).collect()
    }

    fn window(&self) -> Option<Window<String>> {
        let state = self.state().filter(|_| Match::phase(self) == Phase::Playing)?;
        (G::SEALED?.window)(state)
            .map(|window| Window { first: window.first, silent: window.silent.to_string() })
    }

    fn legal(&self, seat: Seat) -> Vec<String> {
        let mut actions = Vec::new();
        if let Some(state) = self.state().filter(|_| AnyMatch::phase(self) == Phase::Playing) {
            G::legal_actions(state, seat, &mut actions);
        }
        let mut written: Vec<String> = actions.iter().map(ToString::to_string).collect();
        written.sort_unstable();
        written
    }

    fn dealer(&self) -> Seat {
        let last = self.results().last().filter(|_| Match::phase(self) != Phase::Playing);
        last.map_or_else(|| G::dealer(self.standing()), |deal| deal.dealer)
    }

    fn wire_view(&self, viewer: Viewer) -> Option<WireValue> {
        self.state().map(|state| WireValue::new(G::view(state, viewer)))
    }

    fn score_of_deal(&self, n: usize) -> Option<DealScore> {
        let result = self.results().get(n)?;
        let lines = result.lines.clone();
        Some(DealScore { deal: n, thrown_in: lines.is_empty(), points: result.outcome.points, lines })
    }

    fn bot_job(
        &self,
        seat: Seat,
        bot: &str,
        rng_seed: u64,
        limit: Option<(Duration, Stop)>,
    ) -> Result<BotJob, UnknownBot> {
        let mut bot = bots::bot::<G>(bot)?;
        if let Some((max, stop)) = limit {
            bot.set_deadline(max);
            bot.set_stop(&stop);
        }
        let seen = self.state().map(|state| Observation::<G>::new(state, Viewer::Seat(seat)));
        Ok(Box::new(move || {
            let seen = seen.expect("a seat to act is in a deal");
            let chosen = bot.choose(&seen, seat, &mut Rng::from_number(rng_seed));
            G::RACE.map_or(chosen, |race| (race.with_target)(&seen.view, chosen)).to_string()
        }))
    }

    fn pending_advice(
        &self,
        seat: Seat,
        played: Option<&str>,
        effort: Effort,
        rng_seed: u64,
    ) -> Result<Option<PendingAdvice>, Rejection> {
        advice::pending(self, seat, played, effort, rng_seed)
    }

    fn reaction(&self, bot: &str, rng_seed: u64) -> Result<Option<Duration>, UnknownBot> {
        let mut bot = bots::bot::<G>(bot)?;
        Ok(G::RACE.is_some().then(|| bot.reaction(&mut Rng::from_number(rng_seed))))
    }

    fn record(&self) -> RecordText {
        let record = Match::record(self);
        let deal = |deal: &engine::DealRecord<G>| DealText {
            deck: write_deck::<G>(&deal.deck),
            actions: deal.entries.iter().map(ToString::to_string).collect(),
        };
        RecordText::new(
            G::ID,
            &AnyMatch::setup(self),
            record.setup.options.seats(),
            record.dealer,
            record.deals.iter().map(deal).collect(),
        )
    }

    fn summary(&self) -> Value {
        let deals = self
            .results()
            .iter()
            .map(|deal| serde_json::json!({ "points": deal.outcome.points, "detail": tree(&deal.detail) }));
        let deals: Vec<Value> = deals.collect();
        let (status, winners) = match Match::phase(self) {
            Phase::Over(winners) => ("complete", winners),
            _ => ("in-progress", SeatSet::EMPTY),
        };
        let totals = Match::totals(self);
        serde_json::json!({ "status": status, "deals": deals, "totals": totals, "winners": winners })
    }
}

/// Returns the number of the next deck or reshuffle in the match. Those of voided deals count too.
fn deck_number<G: Game>(game: &Match<G>) -> u64 {
    let deals = &game.record().deals;
    let shuffles = deals.iter().flat_map(|deal| &deal.entries);
    let shuffles = shuffles.filter(|entry| matches!(entry, engine::Entry::Shuffle(_))).count();
    let voided: u64 = game.voided().iter().map(|voided| u64::from(voided.decks)).sum();
    (deals.len() + shuffles) as u64 + voided
}

fn events_for<G: Game>(events: &[G::Event], viewers: &[Viewer]) -> Vec<WireValue> {
    let event_log = |viewer: &Viewer| {
        let redacted: Vec<G::Event> = events.iter().filter_map(|event| G::redact(event, *viewer)).collect();
        WireValue::new(redacted)
    };
    viewers.iter().map(event_log).collect()
}
