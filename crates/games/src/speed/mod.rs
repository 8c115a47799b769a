//! Speed, also Spit or Slam. Rules: `docs/rules/speed.md`.
//!
//! Two players play at the same time, without turns. A card fits on a centre pile if its rank is
//! next to that of the top card.

mod action;
mod bot;
mod command;
mod options;
mod rules;
mod score;
mod situation;
mod state;
mod view;

#[cfg(test)]
mod tests;

pub use action::{Action, DiscardPile, Event, Illegal};
pub use options::{LatePlay, Options, Recycle};
pub use rules::HAND;
pub use score::{Detail, Standing, Tally};
pub use state::{Ending, Stack, Stage, State};
pub use view::{Talon, View, WireView};

use cards::{BySeat, Card, Rng, Seat, SeatSet, Viewer};
use engine::{Bot, Game, Outcome, ParseActionError, Race, Reshuffle, ScoreLine, Settlement};

/// The game of Speed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Speed;

impl Game for Speed {
    const ID: &'static str = "speed";
    const MAX_ACTIONS: u32 = rules::MAX_ACTIONS;
    const BOTS: &'static [&'static str] = bot::BOTS;
    const RACE: Option<Race<Self>> = Some(Race {
        canonical: Action::canonical,
        with_target: View::with_target,
        needs_countdown: rules::needs_countdown,
        timeout_action: rules::timeout_action,
    });
    const RESHUFFLE: Option<Reshuffle<Self>> = Some(Reshuffle {
        due: rules::shuffle_due,
        shuffle: |state, order, mut emit| rules::shuffle(state, order, &mut emit),
    });

    type Card = Card;
    type Options = Options;
    type Standing = Standing;
    type State = State;
    type Action = Action;
    type Illegal = Illegal;
    type Event = Event;
    type View = View;
    type Detail = Detail;

    fn initial_standing(options: &Options, dealer: Seat) -> Standing {
        Standing::initial(options, dealer)
    }
    fn dealer(standing: &Standing) -> Seat {
        standing.dealer
    }
    fn totals(standing: &Standing) -> BySeat<i32> {
        standing.won
    }
    fn deal(options: &Options, standing: &Standing, deck: &[Card], mut emit: &mut dyn FnMut(Event)) -> State {
        rules::deal(options, standing, deck, &mut emit)
    }
    fn actors(state: &State) -> SeatSet {
        state.actors()
    }
    fn legal_actions(state: &State, seat: Seat, actions: &mut Vec<Action>) {
        rules::legal_actions(state, seat, actions);
    }
    fn read_action(_state: &State, text: &str) -> Result<Action, ParseActionError> {
        text.parse()
    }
    fn validate(state: &State, seat: Seat, action: Action) -> Result<(), Illegal> {
        rules::validate(state, seat, action)
    }
    fn apply(state: &mut State, seat: Seat, action: Action, mut emit: &mut dyn FnMut(Event)) {
        rules::apply(state, seat, action, &mut emit);
    }
    fn apply_quietly(state: &mut State, seat: Seat, action: Action) {
        rules::apply(state, seat, action, &mut drop);
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
    fn score_breakdown(state: &State) -> Vec<ScoreLine> {
        score::score_breakdown(state)
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
    fn audit(state: &State, count: &mut dyn FnMut(Card)) {
        state.audit(count);
    }
    fn bot(name: &str) -> Option<Box<dyn Bot<Self>>> {
        bot::bot(name)
    }
}
