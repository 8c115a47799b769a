//! The trait that defines a game.

use crate::RuleViolation;
use crate::capabilities::{Parts, Playout, Race, Reshuffle, Sealed, Stakes};
use crate::{Half, Level, Ruleset, Setup};
use cards::{BySeat, BySide, Rng, Seat, SeatSet, Side, Viewer};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

/// Rules of a card game.
///
/// A unit struct such as `struct Scopa;` implements it. The `impl` is the table of contents of the
/// game's folder: each function is one line that names the module doing the work.
///
/// A [`State`](Game::State) is one *deal*, from the shuffle to its score. A match is a series of
/// deals, connected by the [`Standing`](Game::Standing). The options, the decks and the actions
/// determine a match completely. There is no other randomness, and no clock.
///
/// `check_laws` documents and checks the laws an implementation must obey.
pub trait Game: Copy + Eq + Debug + Send + Sync + 'static {
    /// Name in records and addresses, such as `"gin-rummy"`.
    const ID: &'static str;
    /// Upper limit on the number of actions in a deal.
    const MAX_ACTIONS: u32;

    // Optional capabilities; a game without one omits it.
    /// Whether a match is one deal, whatever its options.
    const IS_ONE_DEAL: bool = false;
    /// Race: the seats do not wait for each other.
    const RACE: Option<Race<Self>> = None;
    /// Reshuffles during a deal, if the game has them.
    const RESHUFFLE: Option<Reshuffle<Self>> = None;
    /// Sealed answers: hidden from the others, and read together.
    const SEALED: Option<Sealed<Self>> = None;
    /// Several decks that are never mixed.
    const PARTS: Option<Parts<Self>> = None;
    /// Stakes of a match, if the game has them.
    const STAKES: Option<Stakes<Self>> = None;
    /// Bonuses for the whole match: the part of the totals beyond the initial totals and the deals'
    /// points. One line each, with the amounts that explain the points.
    const BONUSES: Option<fn(&Self::Standing) -> Vec<ScoreLine>> = None;
    /// Whether [`legal_actions`](Game::legal_actions) lists a legal action, for games that list one
    /// of many equivalent actions. Example: a sum can be paid with different cards, and one payment
    /// is listed for all.
    const IS_LISTED: Option<fn(&Self::State, Seat, Self::Action) -> bool> = None;
    /// Playout policy, for games in which random legal actions do not lead to a useful end.
    const PLAYOUT: Option<Playout<Self>> = None;

    /// Type of a card in this game.
    type Card: Copy + Ord + Hash + Debug + Display + FromStr + Send + Sync;
    /// Options: the rules in use, where the sources disagree.
    type Options: Ruleset<Card = Self::Card>;
    /// Score between deals, and the next dealer. Public.
    type Standing: Clone + Eq + Debug + Send;
    /// Complete state, hidden cards included. It is never serialized; a record is replayed instead.
    type State: Clone + Eq + Debug + Send;
    /// Action of a seat. Its `Display` form is the one in records, and is unique among the legal
    /// actions.
    type Action: Copy + Ord + Hash + Debug + Display + Send;
    /// Reason why an action is illegal.
    type Illegal: RuleViolation;
    /// Event of a deal.
    type Event: Clone + Debug + Serialize + Send + Sync;
    /// Knowledge of one viewer. A bot is a function of it, and clients receive it serialized.
    type View: Clone + Eq + Debug + Serialize + Send + Sync;
    /// Figures of a finished deal, for records.
    type Detail: Clone + Eq + Debug + Serialize + Send;

    /// Returns the standing before the first deal.
    fn initial_standing(options: &Self::Options, dealer: Seat) -> Self::Standing;
    /// Returns the dealer of the next deal, or of the one in progress.
    fn dealer(standing: &Self::Standing) -> Seat;
    /// Returns the total of each seat; partners have the same.
    fn totals(standing: &Self::Standing) -> BySeat<i32>;
    /// Deals from `deck`, the first card first, and passes the events to `emit`.
    ///
    /// The server shuffles and the game deals, so a test can stack the deck.
    /// [`Match`](crate::Match) ensures that the deck is complete.
    fn deal(
        options: &Self::Options,
        standing: &Self::Standing,
        deck: &[Self::Card],
        emit: &mut dyn FnMut(Self::Event),
    ) -> Self::State;
    /// Returns the seats that may act now: one in turn, or several at once. Public.
    ///
    /// It is empty when the deal is over and while a shuffle is due. In a [race](Game::RACE) an
    /// actor may have no legal action, as long as another has one, because the ability to act is as
    /// secret as the hands.
    fn actors(state: &Self::State) -> SeatSet;
    /// Appends every legal action of `seat` to `actions`: none unless it is an actor, and at least
    /// one if it is, except in a race.
    fn legal_actions(state: &Self::State, seat: Seat, actions: &mut Vec<Self::Action>);
    /// Returns a random legal action of actor `seat`: the one [`Rng::pick`] draws from the list of
    /// [`legal_actions`](Game::legal_actions).
    ///
    /// A game overrides it if most actions are cheaper to draw than to list. `actions` is a scratch
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
    /// Parses an action in record notation, with its cards in any order. Legality is not checked
    /// here.
    ///
    /// # Errors
    ///
    /// Returns [`ParseActionError`] if the text is not an action of this game.
    fn read_action(state: &Self::State, text: &str) -> Result<Self::Action, ParseActionError>;
    /// Checks whether actor `seat` may do `action`.
    ///
    /// # Errors
    ///
    /// Returns [`Self::Illegal`] with the rule that forbids it.
    fn validate(state: &Self::State, seat: Seat, action: Self::Action) -> Result<(), Self::Illegal>;
    /// Applies the valid `action` and passes the events to `emit`.
    fn apply(state: &mut Self::State, seat: Seat, action: Self::Action, emit: &mut dyn FnMut(Self::Event));
    /// Applies the valid `action` without events, for searches and playouts.
    ///
    /// A game overrides it to avoid building the events. The state must be the same as after
    /// [`apply`](Game::apply).
    fn apply_quietly(state: &mut Self::State, seat: Seat, action: Self::Action) {
        Self::apply(state, seat, action, &mut drop);
    }
    /// Returns the result of the deal, or `None` before its end.
    fn outcome(state: &Self::State) -> Option<Outcome>;
    /// Returns what follows a finished deal.
    fn settle(state: &Self::State) -> Settlement<Self::Standing>;
    /// Returns the figures of a finished deal.
    fn detail(state: &Self::State) -> Self::Detail;
    /// Returns the score sheet of a finished deal by category, in scoring order.
    fn score_breakdown(state: &Self::State) -> Vec<ScoreLine>;

    /// Returns the part of `event` that `viewer` may see. All secrecy is decided here and in
    /// [`view`](Game::view); the laws check both.
    fn redact(event: &Self::Event, viewer: Viewer) -> Option<Self::Event>;
    /// Returns what `viewer` knows.
    fn view(state: &Self::State, viewer: Viewer) -> Self::View;
    /// Draws a state that agrees with `view`: unseen cards and future chance are random.
    fn determinize(view: &Self::View, rng: &mut Rng) -> Self::State;
    /// Passes every card, wherever it is, to `count`, and asserts the game's other invariants.
    fn audit(state: &Self::State, count: &mut dyn FnMut(Self::Card));

    /// Creates the game's own bot called `name`, such as `heuristic`.
    fn bot(name: &str) -> Option<Box<dyn crate::Bot<Self>>>;
    /// Names that [`bot`](Game::bot) knows, weakest first.
    const BOTS: &'static [&'static str];
    /// Playing strengths offered to players, weakest first. A game without levels offers its bots
    /// by name.
    const LEVELS: &'static [Level] = &[];

    /// Returns the side of each seat; partners share one.
    fn sides(setup: &Setup<Self::Options>) -> BySeat<Side> {
        BySeat::new(setup.options.seats(), Side::of)
    }
}

/// Description of a card set for players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "CardSet"))]
pub struct CardSetInfo {
    /// Name in records, such as `"house"`.
    pub id: &'static str,
    /// The cards, each kind once.
    pub cards: Vec<CardInfo>,
}

/// Description of one kind of card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "CardKind"))]
#[serde(rename_all = "camelCase")]
pub struct CardInfo {
    /// Record notation, such as `"T06"`.
    pub id: String,
    /// Deck the card belongs to.
    pub part: &'static str,
    /// Names by language, such as `"en"`. A missing language uses the first one.
    #[cfg_attr(feature = "wire", ts(type = "Record<string, string>"))]
    pub names: BTreeMap<String, String>,
    /// Number of copies.
    pub copies: u8,
    /// Value of the card, if it has one.
    pub value: Option<i32>,
    /// Number of cards to pay for playing the card, if it is played.
    pub cost: Option<u8>,
    /// Translation key for the way in which the card's effects combine, if it has any.
    pub kind: Option<&'static str>,
    /// Effects of the card, in order.
    pub effects: Vec<EffectInfo>,
}

/// One effect of a card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "Effect"))]
pub struct EffectInfo {
    /// Translation key of the effect, such as `"drawCapital"`.
    pub effect: &'static str,
    /// Amount of the effect, if it differs from card to card.
    pub number: Option<u8>,
}

/// Text that is not an action of the game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct ParseActionError(pub String);

impl ParseActionError {
    /// Creates the error for unreadable text. `expected` follows the word “write”.
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

/// Result of a deal.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Outcome {
    /// Points of each seat by the rules; partners have the same.
    pub points: BySeat<i32>,
    /// Values for a search, in `-1.0..=1.0` with sum zero.
    pub returns: BySeat<f32>,
}

impl Outcome {
    /// Creates an outcome whose returns grow with the lead over the mean. A lead of `scale` points
    /// or more gives the maximum.
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

/// Next step of the match after a deal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Settlement<S> {
    /// Another deal follows, from this standing.
    NextDeal(S),
    /// The match is over, and these seats have won it.
    MatchOver(S, SeatSet),
}

/// One category of a deal's scoring, with one figure per side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct ScoreLine {
    /// Translation key of the category, such as `"settebello"`.
    pub category: &'static str,
    /// Rules on which the category rests, such as `SC-R11`.
    pub rules: &'static [&'static str],
    /// Amount of each side in the category, such as its number of cards. `None` if the category compares no
    /// amounts.
    pub amounts: BySide<Option<Half>>,
    /// Points of each side.
    pub points: BySide<i32>,
    /// Cards that make the amount, if showing them helps.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wire", ts(optional))]
    pub cards: Option<Vec<Vec<String>>>,
}

impl ScoreLine {
    /// Creates a score line without amounts and cards.
    #[must_use]
    pub fn new(category: &'static str, rules: &'static [&'static str], points: BySide<i32>) -> Self {
        Self { category, rules, amounts: points.map(|_, _| None), points, cards: None }
    }

    /// Returns the score line with the amount of each side.
    #[must_use]
    pub fn with_amounts<A: Into<Half>>(self, of: impl Fn(Side) -> Option<A>) -> Self {
        Self { amounts: self.points.map(|side, _| of(side).map(Into::into)), ..self }
    }

    /// Returns the line with the cards of each side.
    #[must_use]
    pub fn with_cards<C: ToString, I: IntoIterator<Item = C>>(self, of: impl Fn(Side) -> I) -> Self {
        let cards =
            self.points.iter().map(|(side, _)| of(side).into_iter().map(|card| card.to_string()).collect());
        Self { cards: Some(cards.collect()), ..self }
    }
}
