//! What a game is.

use crate::{Half, Ruleset, Setup};
use cards::{BySeat, Rng, Seat, SeatSet, Viewer};
use serde::Serialize;
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
    /// What it is played for where people play for stakes, if they do; see [`payments`](Game::payments).
    const STAKE: Option<Stake> = None;
    /// No deal takes more actions than this.
    const MAX_ACTIONS: u32;
    /// Whether seats wait for each other.
    const TEMPO: Tempo = Tempo::Turns;
    /// Whether cards may have to be shuffled again during a deal; see [`shuffle_due`](Game::shuffle_due).
    const RESHUFFLES: bool = false;

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
    type Illegal: Illegality;
    /// What happened.
    type Event: Clone + Debug + Serialize + Send;
    /// What one viewer knows; a bot is a function of it. What it serializes to is what a client is sent.
    type View: Clone + Eq + Debug + Serialize + Send;
    /// The figures of a finished deal, as records show them.
    type Detail: Clone + Eq + Debug + Serialize + Send;

    /// The standing before the first deal.
    fn open(options: &Self::Options, dealer: Seat) -> Self::Standing;
    /// Who deals the next deal, or dealt the one in progress.
    fn dealer(standing: &Self::Standing) -> Seat;
    /// The score of each seat; partners have the same.
    fn totals(standing: &Self::Standing) -> BySeat<i32>;
    /// What the totals hold beyond those at the start and the points of the deals, line by line, with the amounts
    /// that explain the points: bonuses for the whole match.
    fn bonuses(_standing: &Self::Standing) -> Vec<CountLine> {
        Vec::new()
    }
    /// What each seat is paid, or pays if it is negative, once the match is over, in the unit of `stake`: the sum
    /// that was agreed for a point, or the share of each in the pot. `None`: the game is not played for stakes.
    fn payments(_standing: &Self::Standing, _stake: u32) -> Option<BySeat<i64>> {
        None
    }

    /// Deals from `deck`, the first card first, telling `emit` what happens. The house shuffles and the game
    /// deals, so that a test can stack the deck. The deck is complete: [`Match`](crate::Match) sees to it.
    fn deal(
        options: &Self::Options,
        standing: &Self::Standing,
        deck: &[Self::Card],
        emit: &mut impl FnMut(Self::Event),
    ) -> Self::State;
    /// The seats that may act now: one in turn, or several at once. Public. Empty when the deal is over, and while
    /// a shuffle is due. In a race ([`Tempo::RealTime`]) an actor may have no legal action, as long as another has one:
    /// who can act is then as secret as the hands.
    fn actors(state: &Self::State) -> SeatSet;
    /// Adds every legal action of `seat` to `actions`; none unless it is an actor, and at least one if it is, but in a
    /// race.
    fn legal_actions(state: &Self::State, seat: Seat, actions: &mut Vec<Self::Action>);
    /// Reads an action as a record writes it, in any order its cards may be in. Whether it is legal is asked later.
    ///
    /// # Errors
    ///
    /// When the text is no action of this game.
    fn read_action(state: &Self::State, text: &str) -> Result<Self::Action, Unreadable>;
    /// The action as it is written down and done. In a race an action may also say what it was aimed at, which only
    /// decides whether it came too late.
    #[must_use]
    fn recorded(action: Self::Action) -> Self::Action {
        action
    }
    /// The action of somebody who acts on what they see in `view`: in a race it says what it is aimed at.
    #[must_use]
    fn aimed(_view: &Self::View, action: Self::Action) -> Self::Action {
        action
    }
    /// Whether this legal action is done on a common count: the table counts to three before it happens.
    fn on_count(_state: &Self::State, _seat: Seat, _action: Self::Action) -> bool {
        false
    }
    /// What happens by itself when the table has waited for it long enough, if anything: an action, and whose. Public.
    fn overdue(_state: &Self::State) -> Option<(Seat, Self::Action)> {
        None
    }
    /// Says why the actor `seat` may not do `action`, if it may not.
    ///
    /// # Errors
    ///
    /// The rule that forbids it.
    fn validate(state: &Self::State, seat: Seat, action: Self::Action) -> Result<(), Self::Illegal>;
    /// Does the valid `action`, telling `emit` what happens. Pass `&mut drop` not to listen.
    fn apply(state: &mut Self::State, seat: Seat, action: Self::Action, emit: &mut impl FnMut(Self::Event));
    /// The cards that must be shuffled before anybody can act, if any.
    fn shuffle_due(_state: &Self::State) -> Option<Vec<Self::Card>> {
        None
    }
    /// Puts the cards that were due for a shuffle in this `order`, the first to come into play first.
    fn shuffle(_state: &mut Self::State, _order: &[Self::Card], _emit: &mut impl FnMut(Self::Event)) {}

    /// The result of the deal, once it is over.
    fn outcome(state: &Self::State) -> Option<Outcome>;
    /// What follows a deal that is over.
    fn settle(state: &Self::State) -> Settlement<Self::Standing>;
    /// The figures of a deal that is over.
    fn detail(state: &Self::State) -> Self::Detail;
    /// How a deal that is over was counted, category by category, in counting order.
    fn count(state: &Self::State) -> Vec<CountLine>;

    /// What `viewer` is told of `event`. All secrecy is decided here; the laws see to the rest.
    fn redact(event: &Self::Event, viewer: Viewer) -> Option<Self::Event>;
    /// What `viewer` knows.
    fn view(state: &Self::State, viewer: Viewer) -> Self::View;
    /// A state that looks like `view`: the unseen cards and the chance to come, drawn at random.
    fn determinize(view: &Self::View, rng: &mut Rng) -> Self::State;
    /// Hands every card, where it lies, to `count`, and asserts whatever else always holds.
    fn audit(state: &Self::State, count: &mut impl FnMut(Self::Card));

    /// Whether [`playout_action`](Game::playout_action) follows rules of thumb that play so well that a search need look
    /// no further than one action ahead, and let them play on.
    const GUIDED: bool = false;
    /// What the actor `seat` does where a search plays a deal to its end: anything legal, or what rules of thumb say
    /// in a game where chance leads nowhere. `actions` is a buffer.
    fn playout_action(
        state: &Self::State,
        seat: Seat,
        actions: &mut Vec<Self::Action>,
        rng: &mut Rng,
    ) -> Self::Action {
        actions.clear();
        Self::legal_actions(state, seat, actions);
        rng.pick(actions)
    }
    /// The bot called `name` that only this game has, such as `greedy` with the game's own rules of thumb.
    fn bot(name: &str) -> Option<Box<dyn crate::Bot<Self>>>;
    /// The names that [`bot`](Game::bot) knows, weakest first.
    const BOTS: &'static [&'static str];

    /// The number of the side each seat belongs to: partners share one.
    fn sides(setup: &Setup<Self::Options>) -> BySeat<u8> {
        BySeat::new(setup.options.seats(), u8::from)
    }
}

/// What is agreed where people play for stakes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Stake {
    /// A sum for each point.
    Point,
    /// A sum that each puts into the pot.
    Pot,
}

/// Whether seats wait for each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum Tempo {
    /// An action answers the position it was chosen in.
    Turns,
    /// Actions race: first come, first served.
    RealTime,
}

/// Why a seat may not do something: a sentence, the rule it rests on, and what a translator needs.
pub trait Illegality: std::error::Error + Clone + Eq + Send + 'static {
    /// A short name for programs and translations: `"must-capture"`.
    fn code(&self) -> &'static str;
    /// The rule of the rule book: `"SC-R8"`.
    fn rule(&self) -> &'static str;
    /// The cards and numbers the sentence names.
    fn facts(&self) -> Vec<(&'static str, String)>;
}

/// Text that is no action of the game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Unreadable(pub String);

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
    #[must_use]
    pub fn from_points(points: BySeat<i32>, scale: f32) -> Self {
        let slice = points.as_slice();
        let mean = slice.iter().sum::<i32>() as f32 / slice.len() as f32;
        let most = slice.iter().map(|p| (*p as f32 - mean).abs()).fold(scale, f32::max);
        Self { points, returns: points.map(|_, p| (p as f32 - mean) / most) }
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
pub struct CountLine {
    /// Its name for translations: `"settebello"`.
    pub category: &'static str,
    /// What each side has of it; `None` where there is nothing to compare.
    pub amounts: Vec<Option<Half>>,
    /// What each side was awarded for it.
    pub points: Vec<i32>,
    /// The cards that make the amount, where showing them helps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cards: Option<Vec<Vec<String>>>,
}
