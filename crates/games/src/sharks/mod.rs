//! Sharks of Wall Street: auctions for Investments, some of them face down, and Tools that change what lies there.
//! Rules: `docs/rules/sharks.md`.

mod action;
mod auction;
mod bot;
mod card;
mod counts;
mod event;
mod illegal;
mod list;
mod options;
mod rules;
mod score;
pub mod sets;
pub mod situation;
mod state;
mod tools;
mod view;

#[cfg(test)]
mod tests;

pub use action::{Action, Choice, Play, Target};
pub use card::{Card, MOST_INVESTMENT, MOST_TOOL, MOST_VALUE, ParseCardError};
pub use counts::{Capital, Counts, Hand, Tools};
pub use event::{Event, Place, Targets};
pub use illegal::{Illegal, Now};
pub use list::{List, Stock};
pub use options::{CounterConnection, FlipOneAlreadyUp, FullEnd, HandLimit, Options, Raise, TieBreak};
pub use score::{Detail, Standing};
pub use state::{Answer, Due, MOST_SHARES, Owned, Played, Poached, ROW, Reaction, Share, Stage, State, Task};
pub use view::{PlayedView, Traced, View};

use cards::{BySeat, Rng, Seat, SeatSet, Viewer};
use engine::{Bot, CardSetInfo, CountLine, Game, Outcome, Settlement, Unreadable, Window};

/// The three decks, in the order of [`Card`]'s kinds. (SH-R1)
const PARTS: &[&str] = &["capital", "investment", "tool"];

/// The game of Sharks of Wall Street.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sharks;

impl Game for Sharks {
    const ID: &'static str = "sharks";
    const MAX_ACTIONS: u32 = rules::MOST_ACTIONS;
    const RESHUFFLES: bool = true;
    const PARTS: &'static [&'static str] = PARTS;
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
        standing.totals
    }
    fn part(card: Card) -> usize {
        card.part()
    }
    fn card_sets() -> Vec<CardSetInfo> {
        sets::sets().iter().map(|set| set.info()).collect()
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
    fn is_listed(state: &State, seat: Seat, action: Action) -> bool {
        rules::is_listed(state, seat, &action)
    }
    fn window(state: &State) -> Option<Window<Action>> {
        rules::window(state)
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
    fn playout_action(state: &State, seat: Seat, actions: &mut Vec<Action>, rng: &mut Rng) -> Action {
        actions.clear();
        rules::legal_actions(state, seat, actions);
        bot::choose(state, seat, actions, rng)
    }
    fn bot(name: &str) -> Option<Box<dyn Bot<Self>>> {
        bot::bot(name)
    }
}
