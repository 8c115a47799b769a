//! Forgetting which game it is: one dynamic face for servers, terminals and commands.

use crate::advice::{self, PendingAdvice};
use crate::deck_text::{read_cards, read_deck, write_cards, write_deck};
#[cfg(feature = "arena")]
use crate::guest::{self, Guests};
use crate::info::{DayInfo, DealScore, GameInfo, OptionInfo, PresetInfo, SideTable, Turns};
use crate::record::{self, DealText, RecordText, Replayed};
use crate::sent::{Sent, tree};
use crate::undo::{self, NoUndo};
use crate::{RecordPosition, Rejected, SetupText};
use bots::Effort;
#[cfg(feature = "arena")]
use bots::arena::{Contest, Progress, Report, Standings, Tournament, TournamentError};
use cards::{BySeat, Rng, Seat, SeatSet, Seed, Side, Viewer};
use engine::{
    CardSetInfo, CardSets, Game, Match, Observation, OptionValue, Phase, Ruleset, ScoreLine, Setup, Stop,
    UnknownBot, Voided, Window, shuffled_deck,
};
use games::{InputError, ReadCommand};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::marker::PhantomData;
#[cfg(feature = "arena")]
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How a record begins the entry of a reshuffle.
pub(crate) const SHUFFLE: &str = "~ shuffle ";

/// A game, whichever.
pub trait AnyGame: Debug + Send + Sync {
    /// [`Game::ID`].
    fn id(&self) -> &'static str;
    /// What a person can choose.
    fn info(&self) -> GameInfo;
    /// The options a setup comes to: every key with its value, and those that differ from the preset.
    ///
    /// # Errors
    ///
    /// When the setup cannot be played.
    fn resolve(&self, setup: &SetupText) -> Result<(Options, Options), Rejected>;
    /// A match before its first deal.
    ///
    /// # Errors
    ///
    /// When the setup cannot be played, or `dealer` is not at the table.
    fn open(&self, setup: &SetupText, dealer: Seat) -> Result<Box<dyn AnyMatch>, Rejected>;
    /// Replays a record as far as it goes.
    fn replay(&self, record: &RecordText) -> Replayed;
    /// Says whether there is a bot of this name; see [`bots::bot`].
    ///
    /// # Errors
    ///
    /// When there is none.
    fn check_bot(&self, name: &str) -> Result<(), UnknownBot>;
    /// Returns the upper limit on the entries of a deal: its actions, and a reshuffle for each.
    fn max_entries(&self) -> usize;
    /// How the bot of a level is spelled; see [`bots::spelling`].
    fn spelling<'n>(&self, name: &'n str) -> &'n str;
    /// About how long the bot of this name thinks about one action; see [`engine::Bot::expected_time`].
    ///
    /// # Errors
    ///
    /// When there is none.
    fn bot_time(&self, name: &str) -> Result<Duration, UnknownBot>;
    /// Bots against bots; see [`bots::arena::run`].
    ///
    /// # Errors
    ///
    /// When the setup cannot be played, or there is no such bot.
    #[cfg(feature = "arena")]
    fn simulate(
        &self,
        setup: &SetupText,
        contest: &Contest,
        guests: Guests<'_>,
        progress: &(dyn Fn(u64) + Sync),
        stop: &AtomicBool,
    ) -> Result<Report, Rejected>;
    /// Bots two by two; see [`bots::arena::tournament`].
    ///
    /// # Errors
    ///
    /// When the setup cannot be played, there is no such bot, or they cannot meet two by two.
    #[cfg(feature = "arena")]
    fn tournament(
        &self,
        setup: &SetupText,
        tournament: &Tournament,
        guests: Guests<'_>,
        progress: &(dyn Fn(&Progress) + Sync),
        stop: &AtomicBool,
    ) -> Result<Standings, Rejected>;
}

/// Options by key.
pub type Options = BTreeMap<&'static str, OptionValue>;

/// A bot that has seen what its seat may see, and now thinks somewhere else. Returns the action it chooses.
pub type PendingMove = Box<dyn FnOnce() -> String + Send>;

/// What a seat may do now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckedText {
    /// The action in its canonical form, as records write it.
    pub action: String,
    /// Whether it is done on a common count; see [`engine::Race::needs_countdown`].
    pub needs_countdown: bool,
}

/// A match of a game, whichever.
pub trait AnyMatch: Send {
    /// [`Game::ID`].
    fn game(&self) -> &'static str;
    /// The preset, and what differs from it.
    fn setup(&self) -> SetupText;
    /// How many play.
    fn seats(&self) -> u8;
    /// Every option with its value.
    fn options(&self) -> Options;
    /// The card set it is played with, where the cards are not those everybody knows.
    fn card_set(&self) -> Option<CardSetInfo>;
    /// The first dealer.
    fn first_dealer(&self) -> Seat;
    /// How many deals and entries led here.
    fn version(&self) -> usize;
    /// What the match is waiting for.
    fn phase(&self) -> Phase;
    /// Whether seats wait for each other.
    fn is_race(&self) -> bool;
    /// The seats that may act now.
    fn actors(&self) -> SeatSet;
    /// How many deals have begun.
    fn deals(&self) -> usize;
    /// The totals of each seat.
    fn totals(&self) -> BySeat<i32>;
    /// What the totals hold beyond those at the start and the points of the deals.
    fn bonuses(&self) -> Vec<ScoreLine>;
    /// What each seat is paid, or pays, in the unit of `stake`; once the match is over, if it is one that is
    /// played for stakes.
    fn payments(&self, stake: u32) -> Option<BySeat<i64>>;
    /// The side of each seat.
    fn sides(&self) -> BySeat<Side>;

    /// The deck that the next deal has in a match with this seed. A deck of several parts names each before its cards:
    /// `capital: 5 3 …; tool: T06 …`; a record writes it as an object.
    fn next_deck(&self, seed: &Seed) -> String;
    /// Deals the next deal. Returns, for each of `viewers`, the events they saw.
    ///
    /// # Errors
    ///
    /// When the deal cannot begin; then nothing has changed.
    fn deal(&mut self, deck: &str, viewers: &[Viewer]) -> Result<Vec<Sent>, Rejected>;
    /// Passes over a deal that a fault of the software broke; see [`Match::pass_over`].
    ///
    /// # Errors
    ///
    /// When a deal is being played or the match is over; then nothing has changed.
    fn pass_over(&mut self, decks: u32, entries: u32) -> Result<(), Rejected>;
    /// The deals that were voided.
    fn voided(&self) -> &[Voided];
    /// Reads what `seat` wants to do.
    ///
    /// # Errors
    ///
    /// Why it may not.
    fn check(&mut self, seat: Seat, action: &str) -> Result<CheckedText, Rejected>;
    /// Reads what was typed for `seat` as an action; see [`games::command::read`].
    ///
    /// # Errors
    ///
    /// When it is none, or could be several.
    fn read_command(&self, seat: Seat, line: &str) -> Result<String, InputError>;
    /// Does what [`check`](Self::check) allows. Returns, for each of `viewers`, the events they saw.
    ///
    /// # Errors
    ///
    /// As [`check`](Self::check); then nothing has changed.
    fn play(&mut self, seat: Seat, action: &str, viewers: &[Viewer]) -> Result<Vec<Sent>, Rejected>;
    /// What happens by itself when the table has waited for it long enough; see [`engine::Race::timeout_action`].
    fn timeout_action(&self) -> Option<(Seat, String)>;
    /// The entry by which the house shuffles, if that is due: `~ shuffle 4c Kd …`.
    fn next_shuffle(&self, seed: &Seed) -> Option<String>;
    /// Does what an entry of a record says: an action `SEAT ACTION` or a shuffle.
    ///
    /// # Errors
    ///
    /// When it is refused; then nothing has changed.
    fn enter(&mut self, entry: &str, viewers: &[Viewer]) -> Result<Vec<Sent>, Rejected>;

    /// How many of the last entries `seat` would take back to decide once more what it decided last: those that have shown it
    /// nothing that was hidden. What others than bots did since is for the table to think of.
    ///
    /// # Errors
    ///
    /// Why it may take nothing back.
    fn undoable(&self, seat: Seat) -> Result<usize, NoUndo>;
    /// Takes so many entries back for `seat`; see [`Match::undo`].
    ///
    /// # Errors
    ///
    /// When the deal has fewer, or none is played; then nothing has changed.
    fn undo(&mut self, seat: Seat, entries: usize) -> Result<(), Rejected>;
    /// Who took something back.
    fn undone(&self) -> SeatSet;

    /// The sealed answers the match waits for, if it does; see [`Game::SEALED`].
    fn window(&self) -> Option<Window<String>>;

    /// Every legal action of `seat` that is listed, canonical, sorted as plain text.
    fn legal(&self, seat: Seat) -> Vec<String>;
    /// Returns the dealer of the current deal or, between deals, of the last one. Before the first deal it is the first
    /// dealer.
    fn dealer(&self) -> Seat;
    /// Returns the view of `viewer`, or `None` before the first deal.
    fn sent_view(&self, viewer: Viewer) -> Option<Sent>;
    /// The `n`-th deal, from 0, if it is finished.
    fn score_of_deal(&self, n: usize) -> Option<DealScore>;
    /// A bot for `seat`, which is to act, with what it may see; `luck` decides where it tosses a coin. It thinks no
    /// longer, and no longer than until it is told to stop, if there is a limit.
    ///
    /// # Errors
    ///
    /// When there is no such bot.
    fn pending_move(
        &self,
        seat: Seat,
        bot: &str,
        rng_seed: u64,
        limit: Option<(Duration, Stop)>,
    ) -> Result<PendingMove, UnknownBot>;
    /// What `seat`, which is to act, could do, and what that is worth: the best bot's opinion, of `played` as well. Nothing in a race,
    /// where everything depends on when.
    ///
    /// # Errors
    ///
    /// When the seat is not to act, or `played` cannot be read.
    fn pending_advice(
        &self,
        seat: Seat,
        played: Option<&str>,
        effort: Effort,
        rng_seed: u64,
    ) -> Result<Option<PendingAdvice>, Rejected>;
    /// How long this bot takes to act on what it has seen; in turns that is for the table to say.
    ///
    /// # Errors
    ///
    /// When there is no such bot.
    fn reaction(&self, bot: &str, rng_seed: u64) -> Result<Option<Duration>, UnknownBot>;

    /// The record so far, without notes.
    fn record(&self) -> RecordText;
    /// The JSON object that `parlour replay --json` prints.
    fn summary(&self) -> Value;
}

/// A game without its type, as somebody plays it who has these card sets.
#[derive(Debug)]
pub struct Erased<G>(CardSets, PhantomData<fn() -> G>);

impl<G> Erased<G> {
    /// The game with these card sets beside those it comes with.
    #[must_use]
    pub const fn new(card_sets: CardSets) -> Self {
        Self(card_sets, PhantomData)
    }
}

/// The match of a record before its first deal, with its type: who calls no bot brings none along.
pub(crate) fn begin<G: Game>(record: &RecordText, card_sets: &CardSets) -> Result<Match<G>, Rejected> {
    let setup = Setup::read(&record.setup(), card_sets)?;
    let dealer = record::read_dealer(record.dealer, record.seats)?;
    Ok(Match::new(setup, dealer)?)
}

/// Plays on what a record says, until something is refused.
fn follow<G: ReadCommand>(game: &mut Match<G>, record: &RecordText) -> Result<(), Rejected> {
    record.deals.iter().enumerate().try_for_each(|(deal, text)| {
        let at = |action| move |rejected: Rejected| rejected.at(RecordPosition { deal, action });
        AnyMatch::deal(game, &text.deck, &[]).map_err(at(None))?;
        text.actions.iter().enumerate().try_for_each(|(action, entry)| {
            AnyMatch::enter(game, entry, &[]).map(drop).map_err(at(Some(action)))
        })
    })
}

impl<G: ReadCommand> AnyGame for Erased<G> {
    fn id(&self) -> &'static str {
        G::ID
    }

    fn info(&self) -> GameInfo {
        let tables = |preset: &'static engine::Preset| {
            let seats = preset.seats.iter();
            seats
                .map(|&seats| SideTable { seats, options: every_option(&G::Options::preset(preset, seats)) })
                .collect()
        };
        let presets = G::Options::PRESETS.iter();
        let mut seats: Vec<u8> = presets.clone().flat_map(|preset| preset.seats).copied().collect();
        seats.sort_unstable();
        seats.dedup();
        GameInfo {
            id: G::ID,
            seats,
            presets: presets
                .map(|preset| PresetInfo { id: preset.id, source: preset.source, tables: tables(preset) })
                .collect(),
            options: G::Options::FIELDS
                .iter()
                .map(|field| OptionInfo {
                    key: field.key,
                    rule: field.rule,
                    display: field.display,
                    values: (field.values)(&self.0),
                })
                .collect(),
            turns: match (G::RACE, G::SEALED) {
                (Some(_), _) => Turns::Race,
                (None, Some(_)) => Turns::Sealed,
                (None, None) => Turns::Taken,
            },
            stake: G::STAKES.map(|stakes| stakes.unit),
            day: {
                let engine::DealOfTheDay { preset, deals } = G::Options::OF_THE_DAY;
                let found = G::Options::PRESETS.iter().find(|one| one.id == preset);
                let seats = found.and_then(|found| found.seats.iter().min()).copied().unwrap_or(2);
                DayInfo { preset, seats, deals }
            },
            card_sets: G::Options::card_sets(&self.0),
            bots: bots::offered::<G>(),
        }
    }

    fn resolve(&self, setup: &SetupText) -> Result<(Options, Options), Rejected> {
        let setup = Setup::<G::Options>::read(setup, &self.0)?;
        Ok((every_option(&setup.options), setup.overrides))
    }

    fn open(&self, setup: &SetupText, dealer: Seat) -> Result<Box<dyn AnyMatch>, Rejected> {
        Ok(Box::new(Match::<G>::new(Setup::<G::Options>::read(setup, &self.0)?, dealer)?))
    }

    fn replay(&self, record: &RecordText) -> Replayed {
        match begin::<G>(record, &self.0) {
            Ok(mut game) => {
                let refused = follow(&mut game, record).err();
                Replayed { game: Some(Box::new(game)), refused }
            }
            Err(rejected) => Replayed::never_began(rejected),
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
    ) -> Result<Report, Rejected> {
        let setup = Setup::<G::Options>::read(setup, &self.0)?;
        Ok(bots::arena::run_with::<G>(&setup, contest, |name| guest::bot(guests, name), progress, stop)?)
    }

    #[cfg(feature = "arena")]
    fn tournament(
        &self,
        setup: &SetupText,
        tournament: &Tournament,
        guests: Guests<'_>,
        progress: &(dyn Fn(&Progress) + Sync),
        stop: &AtomicBool,
    ) -> Result<Standings, Rejected> {
        let setup = Setup::<G::Options>::read(setup, &self.0)?;
        let make = |name: &str| guest::bot::<G>(guests, name);
        bots::arena::tournament::<G>(&setup, tournament, make, progress, stop).map_err(|error| match error {
            TournamentError::UnknownBot(unknown) => unknown.into(),
            other => Rejected::new("options", other.to_string()),
        })
    }
}

pub(crate) fn every_option<O: Ruleset>(options: &O) -> Options {
    // `collect` would compile a sort for each game.
    let mut every = Options::new();
    for field in O::FIELDS {
        every.insert(field.key, (field.get)(options));
    }
    every
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

    fn deal(&mut self, deck: &str, viewers: &[Viewer]) -> Result<Vec<Sent>, Rejected> {
        let cards = read_deck::<G>(deck, &|| self.record().setup.options.deck())?;
        let mut events = Vec::new();
        Match::deal(self, &cards, &mut |event| events.push(event))?;
        Ok(events_for::<G>(&events, viewers))
    }

    fn pass_over(&mut self, decks: u32, entries: u32) -> Result<(), Rejected> {
        Ok(Match::pass_over(self, decks, entries)?)
    }

    fn voided(&self) -> &[Voided] {
        Match::voided(self)
    }

    fn check(&mut self, seat: Seat, action: &str) -> Result<CheckedText, Rejected> {
        let checked = self.read(seat, action)?;
        let needs_countdown = checked.needs_countdown();
        Ok(CheckedText { action: checked.action().to_string(), needs_countdown })
    }

    fn read_command(&self, seat: Seat, line: &str) -> Result<String, InputError> {
        games::command::read::<G>(line, &AnyMatch::legal(self, seat))
    }

    fn play(&mut self, seat: Seat, action: &str, viewers: &[Viewer]) -> Result<Vec<Sent>, Rejected> {
        let mut events = Vec::new();
        self.read(seat, action)?.play(&mut |event| events.push(event));
        Ok(events_for::<G>(&events, viewers))
    }

    fn timeout_action(&self) -> Option<(Seat, String)> {
        let state = self.state().filter(|_| Match::phase(self) == Phase::Playing)?;
        (G::RACE?.timeout_action)(state).map(|(seat, action)| (seat, action.to_string()))
    }

    fn next_shuffle(&self, seed: &Seed) -> Option<String> {
        let mut order = self.shuffle_due()?;
        seed.shuffle(deck_number(self), &mut order);
        Some(format!("{SHUFFLE}{}", write_cards(&order)))
    }

    fn enter(&mut self, entry: &str, viewers: &[Viewer]) -> Result<Vec<Sent>, Rejected> {
        if let Some(order) = entry.strip_prefix(SHUFFLE) {
            let order = read_cards(order, &|| self.shuffle_due().unwrap_or_default())?;
            let mut events = Vec::new();
            self.shuffle(&order, &mut |event| events.push(event))?;
            return Ok(events_for::<G>(&events, viewers));
        }
        let (seat, action) = record::split_entry(entry)?;
        AnyMatch::play(self, seat, action, viewers)
    }

    fn undoable(&self, seat: Seat) -> Result<usize, NoUndo> {
        undo::undoable(self, seat)
    }

    fn undo(&mut self, seat: Seat, entries: usize) -> Result<(), Rejected> {
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

    fn sent_view(&self, viewer: Viewer) -> Option<Sent> {
        self.state().map(|state| Sent::new(G::view(state, viewer)))
    }

    fn score_of_deal(&self, n: usize) -> Option<DealScore> {
        let result = self.results().get(n)?;
        let lines = result.lines.clone();
        Some(DealScore { deal: n, thrown_in: lines.is_empty(), points: result.outcome.points, lines })
    }

    fn pending_move(
        &self,
        seat: Seat,
        bot: &str,
        rng_seed: u64,
        limit: Option<(Duration, Stop)>,
    ) -> Result<PendingMove, UnknownBot> {
        let mut bot = bots::bot::<G>(bot)?;
        if let Some((max, stop)) = limit {
            bot.set_deadline(max);
            bot.set_stop(&stop);
        }
        let seen = self.state().map(|state| Observation::<G>::new(state, Viewer::Seat(seat)));
        Ok(Box::new(move || {
            let seen = seen.expect("a seat that is to act is in a deal");
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
    ) -> Result<Option<PendingAdvice>, Rejected> {
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
        let mut deals = Vec::new();
        for deal in self.results() {
            deals.push(deal_summary(&deal.outcome.points, &tree(&deal.detail)));
        }
        match_summary(Match::phase(self), &deals, &Match::totals(self))
    }
}

fn deal_summary(points: &BySeat<i32>, detail: &Value) -> Value {
    serde_json::json!({ "points": points, "detail": detail })
}

fn match_summary(phase: Phase, deals: &[Value], totals: &BySeat<i32>) -> Value {
    let (status, winners) = match phase {
        Phase::Over(winners) => ("complete", winners),
        _ => ("in-progress", SeatSet::EMPTY),
    };
    serde_json::json!({ "status": status, "deals": deals, "totals": totals, "winners": winners })
}

/// Each deck of a match and each reshuffle has its own number, counted through the match, voided deals included.
fn deck_number<G: Game>(game: &Match<G>) -> u64 {
    let deals = &game.record().deals;
    let shuffles = deals.iter().flat_map(|deal| &deal.entries);
    let shuffles = shuffles.filter(|entry| matches!(entry, engine::Entry::Shuffle(_))).count();
    let voided: u64 = game.voided().iter().map(|voided| u64::from(voided.decks)).sum();
    (deals.len() + shuffles) as u64 + voided
}

fn events_for<G: Game>(events: &[G::Event], viewers: &[Viewer]) -> Vec<Sent> {
    let event_log = |viewer: &Viewer| {
        let redacted: Vec<G::Event> = events.iter().filter_map(|event| G::redact(event, *viewer)).collect();
        Sent::new(redacted)
    };
    viewers.iter().map(event_log).collect()
}
