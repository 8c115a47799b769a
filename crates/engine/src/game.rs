//! What a game is.

use crate::RuleViolation;
use crate::capabilities::{Parts, Playout, Race, Reshuffle, Sealed, Stakes};
use crate::{Half, Level, Ruleset, Setup};
use cards::{BySeat, BySide, Rng, Seat, SeatSet, Side, Viewer};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

/// The rules of a card game.
///
/// Implemented by a unit struct, `struct Scopa;`, so that the `impl` is the table of contents of the game's folder:
/// every function below is one line there, naming the room that does the work.
///
/// A [`State`](Game::State) is one *deal*: from one shuffle to its score. A match is a row of deals, joined by the
/// [`Standing`](Game::Standing). Everything in a match follows from its options, its decks and its actions; there
/// is no other source of chance, and no clock.
///
/// What an implementation owes is written in `check_laws`, not here.
pub trait Game: Copy + Eq + Debug + Send + Sync + 'static {
    /// The name in records and addresses: `"gin-rummy"`.
    const ID: &'static str;
    /// No deal takes more actions than this.
    const MAX_ACTIONS: u32;

    // What only some games have, each a value: a game without it writes nothing.
    /// Seats do not wait for each other: first come, first served.
    const RACE: Option<Race<Self>> = None;
    /// Cards may have to be shuffled again during a deal.
    const RESHUFFLE: Option<Reshuffle<Self>> = None;
    /// Some answers are sealed: they are given unseen by the others, and read together.
    const SEALED: Option<Sealed<Self>> = None;
    /// It is played with several decks that are never mixed.
    const PARTS: Option<Parts<Self>> = None;
    /// People play it for stakes.
    const STAKES: Option<Stakes<Self>> = None;
    /// What the totals hold beyond those at the start and the points of the deals, line by line, with the amounts that
    /// explain the points: bonuses for the whole match.
    const BONUSES: Option<fn(&Self::Standing) -> Vec<ScoreLine>> = None;
    /// Whether a legal action is among those that [`legal_actions`](Game::legal_actions) lists, where many come to the
    /// same, as a sum can be paid with these cards or with those, and one is listed for all.
    const IS_LISTED: Option<fn(&Self::State, Seat, Self::Action) -> bool> = None;
    /// How a search plays a deal to its end, where legal actions at random lead nowhere.
    const PLAYOUT: Option<Playout<Self>> = None;

    /// The cards it is played with.
    type Card: Copy + Ord + Hash + Debug + Display + FromStr + Send + Sync;
    /// Which rules are played, of those the sources disagree on.
    type Options: Ruleset<Card = Self::Card>;
    /// The score between deals, and who deals next. Public.
    type Standing: Clone + Eq + Debug + Send;
    /// Everything, hidden cards included. Never serialized: it is replayed instead.
    type State: Clone + Eq + Debug + Send;
    /// What a seat may do. Displayed as records write it, uniquely among the legal ones.
    type Action: Copy + Ord + Hash + Debug + Display + Send;
    /// Why a seat may not.
    type Illegal: RuleViolation;
    /// What happened.
    type Event: Clone + Debug + Serialize + Send + Sync;
    /// What one viewer knows; a bot is a function of it. What it serializes to is what a client is sent.
    type View: Clone + Eq + Debug + Serialize + Send + Sync;
    /// The figures of a finished deal, as records show them.
    type Detail: Clone + Eq + Debug + Serialize + Send;

    /// The standing before the first deal.
    fn initial_standing(options: &Self::Options, dealer: Seat) -> Self::Standing;
    /// Who deals the next deal, or dealt the one in progress.
    fn dealer(standing: &Self::Standing) -> Seat;
    /// The score of each seat; partners have the same.
    fn totals(standing: &Self::Standing) -> BySeat<i32>;
    /// Deals from `deck`, the first card first, telling `emit` what happens. The house shuffles and the game
    /// deals, so that a test can stack the deck. The deck is complete: [`Match`](crate::Match) sees to it.
    fn deal(
        options: &Self::Options,
        standing: &Self::Standing,
        deck: &[Self::Card],
        emit: &mut impl FnMut(Self::Event),
    ) -> Self::State;
    /// The seats that may act now: one in turn, or several at once. Public. Empty when the deal is over, and while
    /// a shuffle is due. In a [race](Game::RACE) an actor may have no legal action, as long as another has one:
    /// who can act is then as secret as the hands.
    fn actors(state: &Self::State) -> SeatSet;
    /// Adds every legal action of `seat` to `actions`; none unless it is an actor, and at least one if it is, but in a
    /// race.
    fn legal_actions(state: &Self::State, seat: Seat, actions: &mut Vec<Self::Action>);
    /// One of the legal actions of the actor `seat`: what [`Rng::pick`] draws from the list of
    /// [`legal_actions`](Game::legal_actions). A game writes it where most are drawn more cheaply than listed. `actions` is a
    /// buffer.
    #[inline]
    fn random_action(
        state: &Self::State,
        seat: Seat,
        actions: &mut Vec<Self::Action>,
        rng: &mut Rng,
    ) -> Self::Action {
        actions.clear();
        Self::legal_actions(state, seat, actions);
        rng.pick(actions)
    }
    /// Reads an action as a record writes it, in any order its cards may be in. Whether it is legal is asked later.
    ///
    /// # Errors
    ///
    /// When the text is no action of this game.
    fn read_action(state: &Self::State, text: &str) -> Result<Self::Action, ParseActionError>;
    /// Says why the actor `seat` may not do `action`, if it may not.
    ///
    /// # Errors
    ///
    /// The rule that forbids it.
    fn validate(state: &Self::State, seat: Seat, action: Self::Action) -> Result<(), Self::Illegal>;
    /// Does the valid `action`, telling `emit` what happens. Pass `&mut drop` not to listen.
    fn apply(state: &mut Self::State, seat: Seat, action: Self::Action, emit: &mut impl FnMut(Self::Event));
    /// The result of the deal, once it is over.
    fn outcome(state: &Self::State) -> Option<Outcome>;
    /// What follows a deal that is over.
    fn settle(state: &Self::State) -> Settlement<Self::Standing>;
    /// The figures of a deal that is over.
    fn detail(state: &Self::State) -> Self::Detail;
    /// How a deal that is over was counted, category by category, in counting order.
    fn score_breakdown(state: &Self::State) -> Vec<ScoreLine>;

    /// What `viewer` is told of `event`. All secrecy is decided here; the laws see to the rest.
    fn redact(event: &Self::Event, viewer: Viewer) -> Option<Self::Event>;
    /// What `viewer` knows.
    fn view(state: &Self::State, viewer: Viewer) -> Self::View;
    /// A state that looks like `view`: the unseen cards and the chance to come, drawn at random.
    fn determinize(view: &Self::View, rng: &mut Rng) -> Self::State;
    /// Hands every card, where it lies, to `count`, and asserts whatever else always holds.
    fn audit(state: &Self::State, count: &mut impl FnMut(Self::Card));

    /// The bot called `name` that only this game has, such as `greedy` with the game's own rules of thumb.
    fn bot(name: &str) -> Option<Box<dyn crate::Bot<Self>>>;
    /// The names that [`bot`](Game::bot) knows, weakest first.
    const BOTS: &'static [&'static str];
    /// How well the house's bots play, in steps a person understands, weakest first. A game without any offers its bots
    /// as they are called.
    const LEVELS: &'static [Level] = &[];

    /// The side each seat belongs to: partners share one.
    fn sides(setup: &Setup<Self::Options>) -> BySeat<Side> {
        BySeat::new(setup.options.seats(), Side::of)
    }
}

/// The cards a game can be played with, as people are told of them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "CardSet"))]
pub struct CardSetInfo {
    /// The name in records: `"house"`.
    pub id: &'static str,
    /// The cards, each kind once.
    pub cards: Vec<CardInfo>,
}

/// One kind of card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "CardKind"))]
#[serde(rename_all = "camelCase")]
pub struct CardInfo {
    /// As records write it: `"T06"`.
    pub id: String,
    /// Which of the game's decks it belongs to.
    pub part: &'static str,
    /// What it is called, by language: `"en"`. A language that is missing has the name of the first.
    #[cfg_attr(feature = "wire", ts(type = "Record<string, string>"))]
    pub names: BTreeMap<String, String>,
    /// How many there are.
    pub copies: u8,
    /// What it is worth, if it is worth anything.
    pub value: Option<i32>,
    /// How many cards must be paid to play it, if it is played.
    pub cost: Option<u8>,
    /// How its effects go together, a word for translations; nothing if it has none.
    pub kind: Option<&'static str>,
    /// What it does, in order.
    pub effects: Vec<EffectInfo>,
}

/// One thing a card does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "Effect"))]
pub struct EffectInfo {
    /// Its name for translations: `"drawCapital"`.
    pub effect: &'static str,
    /// How much or how many, where that differs from card to card.
    pub number: Option<u8>,
}

/// Text that is no action of the game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct ParseActionError(pub String);

impl ParseActionError {
    /// Of text that is written like no action: what is `expected` follows “write”.
    ///
    /// ```
    /// let error = engine::ParseActionError::unreadable("hop", "flip, or a card");
    /// assert_eq!(error.to_string(), "“hop” cannot be read: write flip, or a card");
    /// ```
    #[must_use]
    pub fn unreadable(text: &str, expected: &str) -> Self {
        let shown: String = text.chars().take(60).collect();
        Self(format!("“{shown}” cannot be read: write {expected}"))
    }
}

impl From<cards::ParseCardError> for ParseActionError {
    fn from(error: cards::ParseCardError) -> Self {
        Self(error.to_string())
    }
}

/// The result of a deal.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Outcome {
    /// What the rules award each seat; partners have the same.
    pub points: BySeat<i32>,
    /// What a search maximises: in `-1.0..=1.0`, the sum zero.
    pub returns: BySeat<f32>,
}

impl Outcome {
    /// Returns that grow with the lead over the mean; a lead of `scale` points or more is all one can have.
    ///
    /// ```
    /// use cards::{BySeat, Seat};
    /// use engine::Outcome;
    /// let outcome = Outcome::from_points(BySeat::new(2, |seat| if seat == Seat::new(0) { 3 } else { 1 }), 4.0);
    /// assert_eq!(outcome.returns.as_slice(), [0.25, -0.25]);
    /// ```
    #[must_use]
    pub fn from_points(points: BySeat<i32>, scale: f32) -> Self {
        let slice = points.as_slice();
        let mean = slice.iter().sum::<i32>() as f32 / slice.len() as f32;
        let max = slice.iter().map(|p| (*p as f32 - mean).abs()).fold(scale, f32::max);
        Self { points, returns: points.map(|_, p| (p as f32 - mean) / max) }
    }
}

/// What follows a deal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Settlement<S> {
    /// Another deal, from this standing.
    NextDeal(S),
    /// Nothing: the match is over, and these seats have won it.
    MatchOver(S, SeatSet),
}

/// One category of the counting after a deal, with one figure for each side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct ScoreLine {
    /// Its name for translations: `"settebello"`.
    pub category: &'static str,
    /// The rules it rests on: `SC-R11`.
    pub rules: &'static [&'static str],
    /// What each side has of it; `None` where there is nothing to compare.
    pub amounts: BySide<Option<Half>>,
    /// What each side was awarded for it.
    pub points: BySide<i32>,
    /// The cards that make the amount, where showing them helps.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wire", ts(optional))]
    pub cards: Option<Vec<Vec<String>>>,
}

impl ScoreLine {
    /// A line with nothing to compare and no cards to show.
    #[must_use]
    pub fn new(category: &'static str, rules: &'static [&'static str], points: BySide<i32>) -> Self {
        Self { category, rules, amounts: points.map(|_, _| None), points, cards: None }
    }

    /// The same with what each side has.
    #[must_use]
    pub fn with_amounts<A: Into<Half>>(self, of: impl Fn(Side) -> Option<A>) -> Self {
        Self { amounts: self.points.map(|side, _| of(side).map(Into::into)), ..self }
    }

    /// The same with the cards of each side.
    #[must_use]
    pub fn with_cards<C: ToString, I: IntoIterator<Item = C>>(self, of: impl Fn(Side) -> I) -> Self {
        let cards =
            self.points.iter().map(|(side, _)| of(side).into_iter().map(|card| card.to_string()).collect());
        Self { cards: Some(cards.collect()), ..self }
    }
}
