//! Playing: the one checked road from an untrusted action to a new state.

use crate::{
    Game, Outcome, ParseActionError, RuleViolation, Ruleset, ScoreLine, Settlement, Setup, SetupError,
    shuffle, shuffle_due,
};
use cards::{BySeat, Seat, SeatSet, Seed};
use std::fmt;

/// A match: a row of deals, and the record that replays it.
#[derive(Clone, Debug)]
pub struct Match<G: Game> {
    record: Record<G>,
    /// The game's cards in order: what every state must still contain.
    cards: Vec<G::Card>,
    standing: G::Standing,
    state: Option<G::State>,
    phase: Phase,
    results: Vec<DealResult<G>>,
    voided: Vec<Voided>,
    undone: Vec<Undone>,
}

/// A deal that a fault of the software broke, and that was voided: nothing of it counts, and the same dealer dealt
/// again. (DK-R1, DK-R4)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Voided {
    /// How many deals stood before it.
    pub deal: usize,
    /// How many decks and reshuffles it used: they do not come again, for their order is known.
    pub decks: u32,
    /// How many deals and entries led to its end, itself and its end included.
    pub entries: u32,
}

/// What a seat took back: it stands in no record, and the match counts it all the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Undone {
    /// Who took it back.
    pub seat: Seat,
    /// How many entries.
    pub entries: usize,
}

/// All that need be kept of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record<G: Game> {
    /// The rules.
    pub setup: Setup<G::Options>,
    /// The first dealer.
    pub dealer: Seat,
    /// The deals so far, with what was done in them.
    pub deals: Vec<DealRecord<G>>,
}

/// A deck and what was done with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DealRecord<G: Game> {
    /// The cards in the order in which they come into play.
    pub deck: Vec<G::Card>,
    /// What was done, in order.
    pub entries: Vec<Entry<G>>,
}

/// One thing that was done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entry<G: Game> {
    /// A seat acted.
    Action(Seat, G::Action),
    /// The house shuffled; this is the new order.
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

/// What a match is waiting for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// The next deal.
    Between,
    /// An action or, when nobody can act, a shuffle.
    Playing,
    /// Nothing: these seats have won.
    Over(SeatSet),
}

/// What its seat may do, and the match it may be done in, held fast: nothing can come between the check and the play, and
/// the play cannot fail.
#[derive(Debug)]
pub struct Checked<'a, G: Game> {
    game: &'a mut Match<G>,
    seat: Seat,
    action: G::Action,
}

impl<G: Game> Checked<'_, G> {
    /// The action as it is written down.
    #[must_use]
    pub fn action(&self) -> G::Action {
        G::RACE.map_or(self.action, |race| (race.canonical)(self.action))
    }

    /// Whether it is done on a common count; see [`Race::needs_countdown`](crate::Race::needs_countdown).
    #[must_use]
    pub fn needs_countdown(&self) -> bool {
        let state = self.game.state.as_ref();
        G::RACE.zip(state).is_some_and(|(race, state)| (race.needs_countdown)(state, self.seat, self.action))
    }

    /// Does it, telling `emit` what happens.
    pub fn play(self, emit: &mut impl FnMut(G::Event)) {
        let action = self.action();
        if let Some(state) = &mut self.game.state {
            G::apply(state, self.seat, action, emit);
        }
        self.game.note(Entry::Action(self.seat, action));
    }
}

/// A finished deal.
#[derive(Clone, PartialEq, Debug)]
pub struct DealResult<G: Game> {
    /// Who dealt.
    pub dealer: Seat,
    /// What was added to the totals of each seat.
    pub outcome: Outcome,
    /// The figures.
    pub detail: G::Detail,
    /// How it was counted; empty if the deal was thrown in.
    pub lines: Vec<ScoreLine>,
}

/// Why something was not accepted. The match is as it was.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal<I: RuleViolation> {
    /// The match is over.
    #[error("the match is over")]
    Over,
    /// No deal is being played.
    #[error("no deal is being played: the next one has not begun")]
    NoDeal,
    /// A deal cannot begin before the last one is finished.
    #[error("the deal before is not finished")]
    Unfinished,
    /// The match cannot start.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The cards are not the game's deck.
    #[error(transparent)]
    Deck(#[from] DeckError),
    /// The house has to shuffle first.
    #[error("the cards must be shuffled before anybody can act")]
    ShuffleDue,
    /// Nothing has to be shuffled.
    #[error("there is nothing to shuffle now")]
    NoShuffle,
    /// Fewer entries were made in the deal that is played, or none is.
    #[error("there is nothing in this deal that could be taken back")]
    NothingToUndo,
    /// The seat has nothing to decide now.
    #[error("seat {seat} is not to act; it is the turn of {}", seats(.actors))]
    NotToAct {
        /// Who wanted to act.
        seat: Seat,
        /// Who may.
        actors: SeatSet,
    },
    /// It is no action of this game.
    #[error(transparent)]
    Unreadable(#[from] ParseActionError),
    /// The rules forbid it.
    #[error("{reason} ({rule})", reason = .0, rule = .0.rule())]
    Illegal(I),
}

fn seats(seats: &SeatSet) -> String {
    let numbers: Vec<String> = seats.iter().map(|seat| format!("seat {seat}")).collect();
    numbers.join(" and ")
}

impl<I: RuleViolation> Refusal<I> {
    /// A short name for programs and translations.
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

/// Cards that are not the game's deck.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the deck is incorrect{}{}", named("missing", .missing), named("extra", .extra))]
pub struct DeckError {
    /// The cards it should have and has not.
    pub missing: Vec<String>,
    /// The cards it has and should not have, or has twice.
    pub extra: Vec<String>,
}

/// A sentence names no more cards than this: a whole deck.
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
    /// Compares `deck` with the `expected` cards, which are in order; `strange` words, which are no cards of the
    /// game, are extra.
    ///
    /// # Errors
    ///
    /// When they are not the same cards.
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

/// Why a record does not replay.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReplayError<I: RuleViolation> {
    /// The deal, from 0.
    pub deal: usize,
    /// The action, from 0; `None` if the deal, or the match, cannot begin.
    pub action: Option<usize>,
    /// Why not.
    pub refusal: Refusal<I>,
}

/// All the cards of a game in the order in which the `n`-th deck of a match with this seed brings them.
#[must_use]
pub fn shuffled_deck<G: Game>(options: &G::Options, seed: &Seed, n: u64) -> Vec<G::Card> {
    let mut deck = options.deck();
    seed.shuffle(n, &mut deck);
    deck
}

impl<G: Game> Match<G> {
    /// A match before its first deal.
    ///
    /// # Errors
    ///
    /// When the first dealer is not at the table.
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

    /// Plays a recorded match again.
    ///
    /// # Errors
    ///
    /// At the first entry that is refused; nothing after it is looked at.
    pub fn replay(record: Record<G>) -> Result<Self, ReplayError<G::Illegal>> {
        let begun = Self::new(record.setup, record.dealer);
        let mut game = begun.map_err(|error| ReplayError { deal: 0, action: None, refusal: error.into() })?;
        for (deal, DealRecord { deck, entries }) in record.deals.into_iter().enumerate() {
            let begun = game.deal(&deck, &mut drop);
            begun.map_err(|refusal| ReplayError { deal, action: None, refusal })?;
            for (action, entry) in entries.into_iter().enumerate() {
                let done = game.enter(entry, &mut drop);
                done.map_err(|refusal| ReplayError { deal, action: Some(action), refusal })?;
            }
        }
        Ok(game)
    }

    /// Says why the next deal cannot begin with `deck`, if it cannot.
    ///
    /// # Errors
    ///
    /// When the match is over, a deal is being played, or the deck is not the game's.
    pub fn check_deck(&self, deck: &[G::Card]) -> Result<(), Refusal<G::Illegal>> {
        match self.phase {
            Phase::Over(_) => Err(Refusal::Over),
            Phase::Playing => Err(Refusal::Unfinished),
            Phase::Between => Ok(DeckError::check(&self.cards, deck, Vec::new())?),
        }
    }

    /// Deals the next deal from `deck`.
    ///
    /// # Errors
    ///
    /// As [`check_deck`](Self::check_deck); then nothing has changed.
    pub fn deal(
        &mut self,
        deck: &[G::Card],
        emit: &mut impl FnMut(G::Event),
    ) -> Result<(), Refusal<G::Illegal>> {
        self.check_deck(deck)?;
        self.state = Some(G::deal(&self.record.setup.options, &self.standing, deck, emit));
        self.record.deals.push(DealRecord { deck: deck.to_vec(), entries: Vec::new() });
        self.phase = Phase::Playing;
        self.after_change();
        Ok(())
    }

    /// Passes over a deal that was voided, instead of dealing it.
    ///
    /// # Errors
    ///
    /// When a deal is being played or the match is over; then nothing has changed.
    pub fn pass_over(&mut self, decks: u32, entries: u32) -> Result<(), Refusal<G::Illegal>> {
        match self.phase {
            Phase::Over(_) => return Err(Refusal::Over),
            Phase::Playing => return Err(Refusal::Unfinished),
            Phase::Between => self.voided.push(Voided { deal: self.record.deals.len(), decks, entries }),
        }
        Ok(())
    }

    /// The deals that were voided.
    #[must_use]
    pub fn voided(&self) -> &[Voided] {
        &self.voided
    }

    /// The deal that is played as it was before its last `entries`; none, if it has fewer, or none is played.
    #[must_use]
    pub fn state_before(&self, entries: usize) -> Option<G::State> {
        let deal = self.record.deals.last().filter(|_| self.phase == Phase::Playing)?;
        let kept = deal.entries.len().checked_sub(entries)?;
        // The standing changes when a deal is over, so it is still that of its begin.
        let mut state = G::deal(&self.record.setup.options, &self.standing, &deal.deck, &mut drop);
        for entry in &deal.entries[..kept] {
            match entry {
                Entry::Action(seat, action) => G::apply(&mut state, *seat, *action, &mut drop),
                Entry::Shuffle(order) => shuffle::<G>(&mut state, order, &mut drop),
            }
        }
        Some(state)
    }

    /// Takes the last `entries` of the deal that is played back, for `seat`. Whether that is fair is not asked here.
    ///
    /// # Errors
    ///
    /// When there are fewer, or no deal is played; then nothing has changed.
    pub fn undo(&mut self, seat: Seat, entries: usize) -> Result<(), Refusal<G::Illegal>> {
        let state = self.state_before(entries).ok_or(Refusal::NothingToUndo)?;
        if let Some(deal) = self.record.deals.last_mut() {
            deal.entries.truncate(deal.entries.len() - entries);
        }
        self.state = Some(state);
        self.undone.push(Undone { seat, entries });
        Ok(())
    }

    /// What was taken back, but in voided deals.
    #[must_use]
    pub fn undone(&self) -> &[Undone] {
        &self.undone
    }

    /// Says why `seat` may not do `action` now, or lets it.
    ///
    /// # Errors
    ///
    /// Why not.
    ///
    /// ```
    /// # use engine::{Game, Match};
    /// # fn first<G: Game>(game: &mut Match<G>, action: G::Action) -> Result<(), engine::Refusal<G::Illegal>> {
    /// # let seat = cards::Seat::new(0);
    /// let checked = game.check(seat, action)?;
    /// checked.play(&mut |event| println!("{event:?}"));
    /// # Ok(())
    /// # }
    /// ```
    pub fn check(&mut self, seat: Seat, action: G::Action) -> Result<Checked<'_, G>, Refusal<G::Illegal>> {
        self.read_with(seat, |_| Ok(action))
    }

    /// Reads what `seat` wants to do now, and says why it may not, or lets it.
    ///
    /// # Errors
    ///
    /// Why not.
    pub fn read(&mut self, seat: Seat, text: &str) -> Result<Checked<'_, G>, Refusal<G::Illegal>> {
        self.read_with(seat, |state| G::read_action(state, text))
    }

    fn read_with(
        &mut self,
        seat: Seat,
        read: impl FnOnce(&G::State) -> Result<G::Action, ParseActionError>,
    ) -> Result<Checked<'_, G>, Refusal<G::Illegal>> {
        let state = self.to_act(seat)?;
        let action = read(state)?;
        G::validate(state, seat, action).map_err(Refusal::Illegal)?;
        Ok(Checked { game: self, seat, action })
    }

    fn to_act(&self, seat: Seat) -> Result<&G::State, Refusal<G::Illegal>> {
        let state = match (self.phase, &self.state) {
            (Phase::Over(_), _) => return Err(Refusal::Over),
            (Phase::Playing, Some(state)) => state,
            (Phase::Between, _) | (_, None) => return Err(Refusal::NoDeal),
        };
        if shuffle_due::<G>(state).is_some() {
            return Err(Refusal::ShuffleDue);
        }
        let actors = G::actors(state);
        if actors.contains(seat) { Ok(state) } else { Err(Refusal::NotToAct { seat, actors }) }
    }

    /// The cards the house has to shuffle before anybody can act, if any.
    #[must_use]
    pub fn shuffle_due(&self) -> Option<Vec<G::Card>> {
        let state = self.state.as_ref().filter(|_| self.phase == Phase::Playing)?;
        shuffle_due::<G>(state)
    }

    /// Shuffles the cards that are due into this `order`.
    ///
    /// # Errors
    ///
    /// When nothing is due, or other cards are; then nothing has changed.
    pub fn shuffle(
        &mut self,
        order: &[G::Card],
        emit: &mut impl FnMut(G::Event),
    ) -> Result<(), Refusal<G::Illegal>> {
        let mut due = self.shuffle_due().ok_or(Refusal::NoShuffle)?;
        due.sort_unstable();
        DeckError::check(&due, order, Vec::new())?;
        if let Some(state) = &mut self.state {
            shuffle::<G>(state, order, emit);
        }
        self.note(Entry::Shuffle(order.to_vec()));
        Ok(())
    }

    /// Does what a record says was done.
    ///
    /// # Errors
    ///
    /// As [`check`](Self::check) and [`shuffle`](Self::shuffle); then nothing has changed.
    pub fn enter(
        &mut self,
        entry: Entry<G>,
        emit: &mut impl FnMut(G::Event),
    ) -> Result<(), Refusal<G::Illegal>> {
        match entry {
            Entry::Action(seat, action) => {
                self.check(seat, action)?.play(emit);
                Ok(())
            }
            Entry::Shuffle(order) => self.shuffle(&order, emit),
        }
    }

    fn note(&mut self, entry: Entry<G>) {
        self.record.deals.last_mut().expect("something is done in a deal").entries.push(entry);
        self.after_change();
    }

    /// Checks the cards, and settles the deal when it is over. Cheap enough after every action, in production too.
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

    /// What the match is waiting for.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The record so far.
    #[must_use]
    pub fn record(&self) -> &Record<G> {
        &self.record
    }

    /// How many deals and entries led here, those of voided deals too, and those that were taken back, each time with
    /// one more for doing so: it never becomes less.
    #[must_use]
    pub fn version(&self) -> usize {
        let stand: usize = self.record.deals.iter().map(|deal| 1 + deal.entries.len()).sum();
        let undone: usize = self.undone.iter().map(|undone| undone.entries + 1).sum();
        stand + undone + self.voided.iter().map(|voided| voided.entries as usize).sum::<usize>()
    }

    /// The deal in progress or, between deals, the last one. Hidden cards included.
    #[must_use]
    pub fn state(&self) -> Option<&G::State> {
        self.state.as_ref()
    }

    /// The score before the deal in progress or, between deals, after the last one.
    #[must_use]
    pub fn standing(&self) -> &G::Standing {
        &self.standing
    }

    /// The totals of each seat.
    #[must_use]
    pub fn totals(&self) -> BySeat<i32> {
        G::totals(&self.standing)
    }

    /// The finished deals.
    #[must_use]
    pub fn results(&self) -> &[DealResult<G>] {
        &self.results
    }

    /// The seats that may act now.
    #[must_use]
    pub fn actors(&self) -> SeatSet {
        match (&self.state, self.phase) {
            (Some(state), Phase::Playing) => G::actors(state),
            _ => SeatSet::EMPTY,
        }
    }
}
