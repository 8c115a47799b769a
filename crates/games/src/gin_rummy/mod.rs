//! Gin Rummy, with Oklahoma, Around-the-Corner, Hollywood and the other variants as options: collect sets and runs,
//! knock when little is left, and fear the undercut. Rules: `docs/rules/gin-rummy.md`.
//!
//! Beside the rooms of every game there is [`melds`]: what a hand is worth.

mod action;
mod bot;
pub mod melds;
mod options;
mod policy;
mod rules;
mod score;
mod state;
mod view;

#[cfg(test)]
mod tests;

pub use action::{Action, Event, Illegal};
pub use options::{
    BigGin, DrawnHandDealer, EqualKnock, FirstUpcard, KnockLimit, LastTwo, NextDealer, OklahomaAce, Options,
    SameCardDiscard,
};
pub use score::{Column, Detail, How, Standing, Tally};
pub use state::{Going, Knock, Phase, State};
pub use view::{OwnArrangement, View};

use cards::{BySeat, Card, Rng, Seat, SeatSet, Viewer};
use engine::{Bot, CountLine, Game, Outcome, Settlement, Stake, Unreadable};

/// The game of Gin Rummy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GinRummy;

impl Game for GinRummy {
    const ID: &'static str = "gin-rummy";
    const STAKE: Option<Stake> = Some(Stake::Point);
    const MAX_ACTIONS: u32 = rules::MOST_ACTIONS;
    const BOTS: &'static [&'static str] = bot::BOTS;
    const GUIDED: bool = true;

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
        score::open(options, dealer)
    }
    fn dealer(standing: &Standing) -> Seat {
        standing.dealer
    }
    fn totals(standing: &Standing) -> BySeat<i32> {
        score::totals(standing)
    }
    fn bonuses(standing: &Standing) -> Vec<CountLine> {
        score::bonuses(standing)
    }
    fn payments(standing: &Standing, stake: u32) -> Option<BySeat<i64>> {
        score::payments(standing, stake)
    }
    fn deal(_options: &Options, standing: &Standing, deck: &[Card], emit: &mut impl FnMut(Event)) -> State {
        rules::deal(standing, deck, emit)
    }
    fn actors(state: &State) -> SeatSet {
        rules::actors(state)
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
    fn playout_action(state: &State, seat: Seat, _: &mut Vec<Action>, _: &mut Rng) -> Action {
        policy::Sight::of_state(state, seat).choose()
    }
    fn bot(name: &str) -> Option<Box<dyn Bot<Self>>> {
        bot::bot(name)
    }
}
