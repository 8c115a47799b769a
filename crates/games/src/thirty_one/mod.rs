//! Thirty-One, also Scat or Blitz: draw and discard for 31 in one suit, knock when you dare, and be the last with a
//! life. Rules: `docs/rules/thirty-one.md`.

mod action;
mod bot;
mod options;
mod rules;
mod score;
mod state;
mod value;
mod view;

#[cfg(test)]
mod tests;

pub use action::{Action, Event, Illegal};
pub use options::{
    BlitzLosers, BlitzOnDeal, DoubleOverflow, HandValue, KnockFirstTurn, KnockerDouble, Options,
    SameUpcardDiscard, StockEmpty, ThreeOfKind, TieLowest,
};
pub use score::{Detail, Standing, Tally};
pub use state::{Ending, Memory, Showdown, Stage, State};
pub use view::View;

use cards::{BySeat, Card, Rng, Seat, SeatSet, Viewer};
use engine::{Bot, CountLine, Game, Outcome, Settlement, Stake, Unreadable};

/// The game of Thirty-One.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ThirtyOne;

impl Game for ThirtyOne {
    const ID: &'static str = "thirty-one";
    const MAX_ACTIONS: u32 = rules::MOST_ACTIONS;
    const RESHUFFLES: bool = true;
    const STAKE: Option<Stake> = Some(Stake::Pot);
    const GUIDED: bool = true;
    const BOTS: &'static [&'static str] = bot::BOTS;

    type Card = Card;
    type Options = Options;
    type Standing = Standing;
    type State = State;
    type Action = Action;
    type Illegal = Illegal;
    type Event = Event;
    type View = View;
    type Detail = Detail;

    fn open(options: &Options, dealer: Seat) -> Standing {
        Standing::open(options, dealer)
    }
    fn dealer(standing: &Standing) -> Seat {
        standing.dealer
    }
    fn totals(standing: &Standing) -> BySeat<i32> {
        standing.lives
    }
    fn deal(options: &Options, standing: &Standing, deck: &[Card], emit: &mut impl FnMut(Event)) -> State {
        rules::deal(options, standing, deck, emit)
    }
    fn actors(state: &State) -> SeatSet {
        state.actors()
    }
    fn legal_actions(state: &State, seat: Seat, actions: &mut Vec<Action>) {
        rules::legal_actions(state, seat, actions);
    }
    fn read_action(_state: &State, text: &str) -> Result<Action, Unreadable> {
        text.parse()
    }
    fn validate(state: &State, seat: Seat, action: Action) -> Result<(), Illegal> {
        rules::validate(state, seat, action)
    }
    fn apply(state: &mut State, seat: Seat, action: Action, emit: &mut impl FnMut(Event)) {
        rules::apply(state, seat, action, emit);
    }
    fn shuffle_due(state: &State) -> Option<Vec<Card>> {
        rules::shuffle_due(state)
    }
    fn shuffle(state: &mut State, order: &[Card], emit: &mut impl FnMut(Event)) {
        rules::shuffle(state, order, emit);
    }
    fn outcome(state: &State) -> Option<Outcome> {
        score::outcome(state)
    }
    fn settle(state: &State) -> Settlement<Standing> {
        score::settle(state)
    }
    fn detail(state: &State) -> Detail {
        score::detail(state)
    }
    fn count(state: &State) -> Vec<CountLine> {
        score::count(state)
    }
    fn payments(standing: &Standing, stake: u32) -> Option<BySeat<i64>> {
        Some(score::payments(standing, stake))
    }
    fn redact(event: &Event, viewer: Viewer) -> Option<Event> {
        Some(view::redact(*event, viewer))
    }
    fn view(state: &State, viewer: Viewer) -> View {
        View::new(state, viewer)
    }
    fn determinize(view: &View, rng: &mut Rng) -> State {
        view.determinize(rng)
    }
    fn audit(state: &State, count: &mut impl FnMut(Card)) {
        state.audit(count);
    }
    fn playout_action(state: &State, seat: Seat, _actions: &mut Vec<Action>, _rng: &mut Rng) -> Action {
        bot::playout_action(state, seat)
    }
    fn bot(name: &str) -> Option<Box<dyn Bot<Self>>> {
        bot::bot(name)
    }
}
