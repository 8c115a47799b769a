//! Matches: checking untrusted actions and applying them.

use crate::{
    Game, Outcome, ParseActionError, RuleViolation, Ruleset, ScoreLine, Settlement, Setup, SetupError,
    shuffle, shuffle_due,
};
use cards::{BySeat, Seat, SeatSet, Seed};
use std::fmt;

/// Match: a series of deals, and the record that replays it.
#[derive(Clone, Debug)]
pub struct Match<G: Game> {
    record: Record<G>,
    /// The game's cards in order. Every state must contain exactly these.
    cards: Vec<G::Card>,
    standing: G::Standing,
    state: Option<G::State>,
    phase: Phase,
    results: Vec<DealResult<G>>,
    voided: Vec<Voided>,
    undone: Vec<Undone>,
}

/// Deal that was voided after a software fault: it does not count, and the same dealer dealt again.
/// (DK-R1, DK-R4)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Voided {
    /// Number of valid deals before the voided one.
    pub deal: usize,
    /// Number of decks and reshuffles it used. They are not used again, because their order is
    /// known.
    pub decks: u32,
    /// Number of version increments that the deal caused, including its beginning and its end.
    pub entries: u32,
}

/// Undo by a seat. It is not part of the record, but it counts toward the version.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Undone {
    /// Seat that took the entries back.
    pub seat: Seat,
    /// Number of entries taken back.
    pub entries: usize,
}

/// Everything that must be stored of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record<G: Game> {
    /// Rules of the match.
    pub setup: Setup<G::Options>,
    /// First dealer of the match.
    pub dealer: Seat,
    /// Deals so far, with their actions and reshuffles.
    pub deals: Vec<DealRecord<G>>,
}

/// Deck of a deal, with the entries (actions and reshuffles) that followed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DealRecord<G: Game> {
    /// The cards in the order in which they come into play.
    pub deck: Vec<G::Card>,
    /// Actions and reshuffles of the deal, in order.
    pub entries: Vec<Entry<G>>,
}

/// Entry of a deal: an action or a reshuffle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entry<G: Game> {
    /// A seat acted.
    Action(Seat, G::Action),
    /// The server shuffled; this is the new order.
    Shuffle(Vec<G::Card>),
}

impl<G: Game> fmt::Display for Entry<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Action(seat, action) => write!(f, "{seat} {action}"),
            Self::Shuffle(order) => {
                f.write_str("~ shuffle")?;
                order.iter().try_for_each(|card| write!(f, " {card}"))
            }
        }
    }
}

/// Phase of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Waiting for the next deal.
    Between,
    /// Waiting for an action, or for a shuffle if no seat can act.
    Playing,
    /// Over; these seats have won.
    Over(SeatSet),
}

/// Validated action that borrows its match mutably. Nothing can change between the check and the
/// play, so the play cannot fail.
#[derive(Debug)]
pub struct Checked<'a, G: Game> {
    game: &'a mut Match<G>,
    seat: Seat,
    action: G::Action,
}

impl<G: Game> Checked<'_, G> {
    /// Returns the action in its recorded form.
    #[must_use]
    pub fn action(&self) -> G::Action {
        G::RACE.map_or(self.action, |race| (race.canonical)(self.action))
    }

    /// Returns whether the action needs a countdown, see
    /// [`Race::needs_countdown`](crate::Race::needs_countdown).
    #[must_use]
    pub fn needs_countdown(&self) -> bool {
        let state = self.game.state.as_ref();
        G::RACE.zip(state).is_some_and(|(race, state)| (race.needs_countdown)(state, self.seat, self.action))
    }

    /// Plays the action and passes the events to `emit`.
    pub fn play(self, emit: &mut dyn FnMut(G::Event)) {
        let action = self.action();
        if let Some(state) = &mut self.game.state {
            G::apply(state, self.seat, action, emit);
        }
        self.game.push_entry(Entry::Action(self.seat, action));
    }
}

/// Result of a finished deal.
#[derive(Clone, PartialEq, Debug)]
pub struct DealResult<G: Game> {
    /// Dealer of the deal.
    pub dealer: Seat,
    /// Points added to each seat's total.
    pub outcome: Outcome,
    /// Game-specific figures of the deal.
    pub detail: G::Detail,
    /// The scoring by category; empty if the deal was passed out.
    pub lines: Vec<ScoreLine>,
}

/// Reason why something was refused. The match is unchanged.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlayError<I: RuleViolation> {
    /// The match is over.
    #[error("the match is over")]
    Over,
    /// No deal is being played.
    #[error("no deal is being played; start the next one first")]
    NoDeal,
    /// The previous deal is not finished.
    #[error("the previous deal is not finished")]
    Unfinished,
    /// The match cannot start.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The cards are not the game's deck.
    #[error(transparent)]
    Deck(#[from] DeckError),
    /// A shuffle is due first.
    #[error("the cards must be shuffled before a seat can act")]
    ShuffleDue,
    /// No shuffle is due.
    #[error("there is nothing to shuffle now")]
    NoShuffle,
    /// The deal has fewer entries, or no deal is being played.
    #[error("nothing in this deal can be undone")]
    NothingToUndo,
    /// The seat may not act now.
    #[error("seat {seat} is not to act; it is the turn of {}", seats(.actors))]
    NotToAct {
        /// The seat that tried to act.
        seat: Seat,
        /// The seats that may act.
        actors: SeatSet,
    },
    /// The text is not an action of this game.
    #[error(transparent)]
    Unreadable(#[from] ParseActionError),
    /// A rule of the game forbids the action.
    #[error("{reason} ({rule})", reason = .0, rule = .0.rule())]
    Illegal(I),
}

fn seats(seats: &SeatSet) -> String {
    let numbers: Vec<String> = seats.iter().map(|seat| format!("seat {seat}")).collect();
    numbers.join(" and ")
}

impl<I: RuleViolation> PlayError<I> {
    /// Returns the code for programs and translations.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Over => "over",
            Self::NoDeal => "no-deal",
            Self::Unfinished => "unfinished",
            Self::Setup(_) => "options",
            Self::Deck(_) => "incorrect-deck",
            Self::ShuffleDue => "shuffle-due",
            Self::NoShuffle => "no-shuffle",
            Self::NothingToUndo => "nothing-to-undo",
            Self::NotToAct { .. } => "not-your-turn",
            Self::Unreadable(_) => "unreadable",
            Self::Illegal(_) => "illegal",
        }
    }
}

/// Deck that differs from the game's cards.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the deck is incorrect{}{}", named("missing", .missing), named("extra", .extra))]
pub struct DeckError {
    /// Cards that the deck lacks.
    pub missing: Vec<String>,
    /// Cards that the deck should not have, or has twice.
    pub extra: Vec<String>,
}

/// Maximum number of cards in the message: a whole deck.
const NAMED: usize = 52;

fn named(what: &str, cards: &[String]) -> String {
    let shown = &cards[..cards.len().min(NAMED)];
    match cards.len() - shown.len() {
        _ if cards.is_empty() => String::new(),
        0 => format!("; {what}: {}", shown.join(" ")),
        more => format!("; {what}: {} and {more} more", shown.join(" ")),
    }
}

impl DeckError {
    /// Compares `deck` with the `expected` cards, which must be sorted. Words in `strange`, which
    /// are not cards of the game, count as extra.
    ///
    /// # Errors
    ///
    /// Returns [`DeckError`] if the cards differ.
    ///
    /// ```
    /// use engine::DeckError;
    /// let deck = cards::parse_cards("2c 2d 2h")?;
    /// let error = DeckError::check(&deck, &cards::parse_cards("2h 2c 2c")?, Vec::new()).unwrap_err();
    /// assert_eq!(error.to_string(), "the deck is incorrect; missing: 2d; extra: 2c");
    /// assert!(DeckError::check(&deck, &cards::parse_cards("2h 2c 2d")?, Vec::new()).is_ok());
    /// # Ok::<(), cards::ParseCardError>(())
    /// ```
    pub fn check<C: Copy + Ord + fmt::Display>(
        expected: &[C],
        deck: &[C],
        strange: Vec<String>,
    ) -> Result<(), Self> {
        let mut found = deck.to_vec();
        found.sort_unstable();
        if found == expected && strange.is_empty() {
            return Ok(());
        }
        let (mut missing, mut extra) = (Vec::new(), strange);
        let (mut expected, mut found) = (expected.iter().peekable(), found.iter().peekable());
        loop {
            match (expected.peek(), found.peek()) {
                (Some(want), Some(have)) if want == have => {
                    expected.next();
                    found.next();
                }
                (Some(want), have) if have.is_none_or(|have| *want < have) => {
                    missing.push(want.to_string());
                    expected.next();
                }
                (_, Some(have)) => {
                    extra.push(have.to_string());
                    found.next();
                }
                _ => return Err(Self { missing, extra }),
            }
        }
    }
}

/// Replay failure of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReplayError<I: RuleViolation> {
    /// Index of the deal, from 0.
    pub deal: usize,
    /// The entry, from 0; `None` if the deal, or the match, cannot begin.
    pub action: Option<usize>,
    /// Reason why the deal or entry was refused.
    pub error: PlayError<I>,
}

/// Returns the `n`-th shuffled deck of a match with this seed.
#[must_use]
pub fn shuffled_deck<G: Game>(options: &G::Options, seed: &Seed, n: u64) -> Vec<G::Card> {
    let mut deck = options.deck();
    seed.shuffle(n, &mut deck);
    deck
}

impl<G: Game> Match<G> {
    /// Creates a match before its first deal.
    ///
    /// # Errors
    ///
    /// Returns [`SetupError`] if the first dealer is not a seat of the table.
    pub fn new(setup: Setup<G::Options>, dealer: Seat) -> Result<Self, SetupError> {
        let seats = setup.options.seats();
        if dealer.index() >= usize::from(seats) {
            return Err(SetupError::Dealer { given: dealer.into(), seats });
        }
        let standing = G::initial_standing(&setup.options, dealer);
        let mut cards = setup.options.deck();
        cards.sort_unstable();
        let record = Record { setup, dealer, deals: Vec::new() };
        Ok(Self {
            record,
            cards,
            standing,
            state: None,
            phase: Phase::Between,
            results: Vec::new(),
            voided: Vec::new(),
            undone: Vec::new(),
        })
    }

    /// Replays a recorded match.
    ///
    /// # Errors
    ///
    /// Returns [`ReplayError`] at the first entry that is refused; later entries are not checked.
    pub fn replay(record: Record<G>) -> Result<Self, ReplayError<G::Illegal>> {
        let begun = Self::new(record.setup, record.dealer);
        let mut game = begun.map_err(|error| ReplayError { deal: 0, action: None, error: error.into() })?;
        for (deal, DealRecord { deck, entries }) in record.deals.into_iter().enumerate() {
            let begun = game.deal(&deck, &mut drop);
            begun.map_err(|error| ReplayError { deal, action: None, error })?;
            for (action, entry) in entries.into_iter().enumerate() {
                let done = game.enter(entry, &mut drop);
                done.map_err(|error| ReplayError { deal, action: Some(action), error })?;
            }
        }
        Ok(game)
    }

    /// Checks whether the next deal can begin with `deck`.
    ///
    /// # Errors
    ///
    /// Returns [`PlayError`] if the match is over, a deal is being played, or the deck is incorrect.
    pub fn check_deck(&self, deck: &[G::Card]) -> Result<(), PlayError<G::Illegal>> {
        match self.phase {
            Phase::Over(_) => Err(PlayError::Over),
            Phase::Playing => Err(PlayError::Unfinished),
            Phase::Between => Ok(DeckError::check(&self.cards, deck, Vec::new())?),
        }
    }

    /// Starts the next deal from `deck`.
    ///
    /// # Errors
    ///
    /// Returns [`PlayError`] under the same conditions as [`check_deck`](Self::check_deck); the match
    /// is then unchanged.
    pub fn deal(
        &mut self,
        deck: &[G::Card],
        emit: &mut dyn FnMut(G::Event),
    ) -> Result<(), PlayError<G::Illegal>> {
        self.check_deck(deck)?;
        self.state = Some(G::deal(&self.record.setup.options, &self.standing, deck, emit));
        self.record.deals.push(DealRecord { deck: deck.to_vec(), entries: Vec::new() });
        self.phase = Phase::Playing;
        self.after_change();
        Ok(())
    }

    /// Records a voided deal in place of dealing it.
    ///
    /// # Errors
    ///
    /// Returns [`PlayError`] if a deal is being played or the match is over; the match is then
    /// unchanged.
    pub fn pass_over(&mut self, decks: u32, entries: u32) -> Result<(), PlayError<G::Illegal>> {
        match self.phase {
            Phase::Over(_) => return Err(PlayError::Over),
            Phase::Playing => return Err(PlayError::Unfinished),
            Phase::Between => self.voided.push(Voided { deal: self.record.deals.len(), decks, entries }),
        }
        Ok(())
    }

    /// Returns the voided deals.
    #[must_use]
    pub fn voided(&self) -> &[Voided] {
        &self.voided
    }

    /// Returns the state of the current deal before its last `entries`; `None` if it has fewer or
    /// no deal is being played.
    #[must_use]
    pub fn state_before(&self, entries: usize) -> Option<G::State> {
        let deal = self.record.deals.last().filter(|_| self.phase == Phase::Playing)?;
        let kept = deal.entries.len().checked_sub(entries)?;
        // The standing changes only at the end of a deal, so it is still the one from its
        // beginning.
        let mut state = G::deal(&self.record.setup.options, &self.standing, &deal.deck, &mut drop);
        for entry in &deal.entries[..kept] {
            match entry {
                Entry::Action(seat, action) => G::apply_quietly(&mut state, *seat, *action),
                Entry::Shuffle(order) => shuffle::<G>(&mut state, order, &mut drop),
            }
        }
        Some(state)
    }

    /// Removes the last `entries` of the current deal for `seat`. Fairness is not checked here.
    ///
    /// # Errors
    ///
    /// Returns [`PlayError`] if there are fewer entries or no deal is being played; the match is then
    /// unchanged.
    pub fn undo(&mut self, seat: Seat, entries: usize) -> Result<(), PlayError<G::Illegal>> {
        let state = self.state_before(entries).ok_or(PlayError::NothingToUndo)?;
        if let Some(deal) = self.record.deals.last_mut() {
            deal.entries.truncate(deal.entries.len() - entries);
        }
        self.state = Some(state);
        self.undone.push(Undone { seat, entries });
        Ok(())
    }

    /// Returns the undos, without those in voided deals.
    #[must_use]
    pub fn undone(&self) -> &[Undone] {
        &self.undone
    }

    /// Checks whether `seat` may do `action` now.
    ///
    /// # Errors
    ///
    /// Returns [`PlayError`] with the reason.
    ///
    /// ```
    /// # use engine::{Game, Match};
    /// # fn first<G: Game>(game: &mut Match<G>, action: G::Action) -> Result<(), engine::PlayError<G::Illegal>> {
    /// # let seat = cards::Seat::new(0);
    /// let checked = game.check(seat, action)?;
    /// checked.play(&mut |event| println!("{event:?}"));
    /// # Ok(())
    /// # }
    /// ```
    pub fn check(&mut self, seat: Seat, action: G::Action) -> Result<Checked<'_, G>, PlayError<G::Illegal>> {
        self.read_with(seat, |_| Ok(action))
    }

    /// Parses the action of `seat` and checks whether it may do it now.
    ///
    /// # Errors
    ///
    /// Returns [`PlayError`] with the reason.
    pub fn read(&mut self, seat: Seat, text: &str) -> Result<Checked<'_, G>, PlayError<G::Illegal>> {
        self.read_with(seat, |state| G::read_action(state, text))
    }

    fn read_with(
        &mut self,
        seat: Seat,
        read: impl FnOnce(&G::State) -> Result<G::Action, ParseActionError>,
    ) -> Result<Checked<'_, G>, PlayError<G::Illegal>> {
        let state = self.to_act(seat)?;
        let action = read(state)?;
        G::validate(state, seat, action).map_err(PlayError::Illegal)?;
        Ok(Checked { game: self, seat, action })
    }

    fn to_act(&self, seat: Seat) -> Result<&G::State, PlayError<G::Illegal>> {
        let state = match (self.phase, &self.state) {
            (Phase::Over(_), _) => return Err(PlayError::Over),
            (Phase::Playing, Some(state)) => state,
            (Phase::Between, _) | (_, None) => return Err(PlayError::NoDeal),
        };
        if shuffle_due::<G>(state).is_some() {
            return Err(PlayError::ShuffleDue);
        }
        let actors = G::actors(state);
        if actors.contains(seat) { Ok(state) } else { Err(PlayError::NotToAct { seat, actors }) }
    }

    /// Returns the cards the server must shuffle before a seat can act, if any.
    #[must_use]
    pub fn shuffle_due(&self) -> Option<Vec<G::Card>> {
        let state = self.state.as_ref().filter(|_| self.phase == Phase::Playing)?;
        shuffle_due::<G>(state)
    }

    /// Puts the due cards in this `order`.
    ///
    /// # Errors
    ///
    /// Returns [`PlayError`] if no shuffle is due or the cards differ; the match is then unchanged.
    pub fn shuffle(
        &mut self,
        order: &[G::Card],
        emit: &mut dyn FnMut(G::Event),
    ) -> Result<(), PlayError<G::Illegal>> {
        let mut due = self.shuffle_due().ok_or(PlayError::NoShuffle)?;
        due.sort_unstable();
        DeckError::check(&due, order, Vec::new())?;
        if let Some(state) = &mut self.state {
            shuffle::<G>(state, order, emit);
        }
        self.push_entry(Entry::Shuffle(order.to_vec()));
        Ok(())
    }

    /// Applies a record's entry, an action or a reshuffle.
    ///
    /// # Errors
    ///
    /// Returns [`PlayError`] under the conditions of [`check`](Self::check) and
    /// [`shuffle`](Self::shuffle); the match is then unchanged.
    pub fn enter(
        &mut self,
        entry: Entry<G>,
        emit: &mut dyn FnMut(G::Event),
    ) -> Result<(), PlayError<G::Illegal>> {
        match entry {
            Entry::Action(seat, action) => {
                self.check(seat, action)?.play(emit);
                Ok(())
            }
            Entry::Shuffle(order) => self.shuffle(&order, emit),
        }
    }

    fn push_entry(&mut self, entry: Entry<G>) {
        self.record.deals.last_mut().expect("something is done in a deal").entries.push(entry);
        self.after_change();
    }

    /// Audits the cards, and settles the deal at its end. The audit is cheap enough to run after
    /// every action in production.
    fn after_change(&mut self) {
        let Some(state) = &self.state else { return };
        let mut cards = Vec::with_capacity(self.cards.len());
        G::audit(state, &mut |card| cards.push(card));
        cards.sort_unstable();
        assert_eq!(cards, self.cards, "{}: cards made or lost", G::ID);
        let Some(outcome) = G::outcome(state) else { return };
        let dealer = G::dealer(&self.standing);
        self.results.push(DealResult {
            dealer,
            outcome,
            detail: G::detail(state),
            lines: G::score_breakdown(state),
        });
        (self.phase, self.standing) = match G::settle(state) {
            Settlement::NextDeal(standing) => (Phase::Between, standing),
            Settlement::MatchOver(standing, winners) => (Phase::Over(winners), standing),
        };
    }

    /// Returns the phase of the match.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Returns the record so far.
    #[must_use]
    pub fn record(&self) -> &Record<G> {
        &self.record
    }

    /// Returns the number of deals and entries so far, including voided deals and undone entries.
    /// Each undo adds one more, so the version never decreases.
    #[must_use]
    pub fn version(&self) -> usize {
        let stand: usize = self.record.deals.iter().map(|deal| 1 + deal.entries.len()).sum();
        let undone: usize = self.undone.iter().map(|undone| undone.entries + 1).sum();
        stand + undone + self.voided.iter().map(|voided| voided.entries as usize).sum::<usize>()
    }

    /// Returns the deal in progress or, between deals, the last one. Hidden cards are included.
    #[must_use]
    pub fn state(&self) -> Option<&G::State> {
        self.state.as_ref()
    }

    /// Returns the score before the deal in progress or, between deals, after the last one.
    #[must_use]
    pub fn standing(&self) -> &G::Standing {
        &self.standing
    }

    /// Returns the total of each seat.
    #[must_use]
    pub fn totals(&self) -> BySeat<i32> {
        G::totals(&self.standing)
    }

    /// Returns the finished deals.
    #[must_use]
    pub fn results(&self) -> &[DealResult<G>] {
        &self.results
    }

    /// Returns the seats that may act now.
    #[must_use]
    pub fn actors(&self) -> SeatSet {
        match (&self.state, self.phase) {
            (Some(state), Phase::Playing) => G::actors(state),
            _ => SeatSet::EMPTY,
        }
    }
}
