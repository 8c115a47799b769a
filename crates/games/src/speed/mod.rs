//! Speed, also Spit or Slam: two players at once, no turns; a card goes onto a centre pile if its rank is next to the
//! top's. First come, first served. Rules: `docs/rules/speed.md`.

mod action;
mod bot;
mod options;
mod rules;
mod score;
mod situation;
mod state;
mod view;

#[cfg(test)]
mod tests;

pub use action::{Action, Event, Illegal, Place};
pub use options::{LatePlay, Options, Recycle};
pub use rules::HAND;
pub use score::{Detail, Standing, Tally};
pub use state::{Ending, Stack, Stage, State};
pub use view::{Talon, View};

use cards::{BySeat, Card, Rng, Seat, SeatSet, Viewer};
use engine::{Bot, CountLine, Game, Outcome, Settlement, Tempo, Unreadable};

/// The game of Speed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Speed;

impl Game for Speed {
    const ID: &'static str = "speed";
    const MAX_ACTIONS: u32 = rules::MOST_ACTIONS;
    const TEMPO: Tempo = Tempo::RealTime;
    const RESHUFFLES: bool = true;
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
        standing.won
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
    fn recorded(action: Action) -> Action {
        action.recorded()
    }
    fn aimed(view: &View, action: Action) -> Action {
        view.aimed(action)
    }
    fn on_count(state: &State, seat: Seat, action: Action) -> bool {
        rules::on_count(state, seat, action)
    }
    fn overdue(state: &State) -> Option<(Seat, Action)> {
        rules::overdue(state)
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
    fn bot(name: &str) -> Option<Box<dyn Bot<Self>>> {
        bot::bot(name)
    }
}
