//! Sharks of Wall Street. Rules: `docs/rules/sharks.md`.
//!
//! Players bid for Investments, some of them face down, and play Tools that move, turn or reveal
//! them.

mod action;
mod auction;
mod bot;
mod card;
mod command;
mod counts;
mod event;
mod illegal;
mod list;
mod options;
mod rules;
mod score;
mod search;
pub mod sets;
pub mod situation;
mod state;
mod sums;
mod tools;
mod view;

#[cfg(test)]
mod tests;

pub use action::{Action, Choice, Play, Target};
pub use card::{Card, MAX_INVESTMENT, MAX_TOOL, MAX_VALUE, ParseCardError};
pub use counts::{Capital, Counts, Hand, Tools};
pub use event::{Event, Location, Part, Targets};
pub use illegal::Illegal;
pub use list::{List, Stock};
pub use options::{CounterConnection, FlipOneAlreadyUp, FullEnd, HandLimit, Options, Raise, TieBreak};
pub use rules::FULL_PORTFOLIO;
pub use score::{Detail, Standing};
pub use state::{Answer, Due, MAX_SHARES, Owned, Played, Poached, ROW, Reaction, Share, Stage, State, Task};
pub use view::{Phase, PlayedView, Traced, View, WireView};

use cards::{BySeat, Rng, Seat, SeatSet, Viewer};
use engine::{
    Bot, Game, Level, Outcome, ParseActionError, Parts, Playout, Reshuffle, ScoreLine, Sealed, Settlement,
};

/// Names of the three decks, in the order of [`Card`]'s kinds. (SH-R1)
const PARTS: &[&str] = &["capital", "investment", "tool"];

/// The game of Sharks of Wall Street.
///
/// ```
/// use cards::{Seat, Seed};
/// use engine::{Game, Match, Setup, shuffled_deck};
/// use games::sharks::Sharks;
///
/// let setup = Setup::new(None, 3, Default::default())?;
/// let deck = shuffled_deck::<Sharks>(&setup.options, &Seed::from_number(1), 0);
/// let mut game = Match::<Sharks>::new(setup, Seat::new(0))?;
/// game.deal(&deck, &mut drop)?;
/// let (seat, state) = game.actors().first().zip(game.state()).ok_or("no seat to act")?;
/// let mut legal = Vec::new();
/// Sharks::legal_actions(state, seat, &mut legal);
/// game.check(seat, legal[0])?.play(&mut drop);
/// assert_eq!(game.record().deals[0].entries.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sharks;

impl Game for Sharks {
    const ID: &'static str = "sharks";
    const MAX_ACTIONS: u32 = rules::MAX_ACTIONS;
    const BOTS: &'static [&'static str] = bot::BOTS;
    const LEVELS: &'static [Level] = &[
        Level::new("beginner", "noisy:97"),
        Level::new("casual", "noisy:52"),
        Level::new("strong", "heuristic"),
        Level::new("master", "ismcts:1000"),
    ];
    const RESHUFFLE: Option<Reshuffle<Self>> = Some(Reshuffle {
        due: rules::shuffle_due,
        shuffle: |state, order, mut emit| rules::shuffle(state, order, &mut emit),
    });
    const IS_ONE_DEAL: bool = true;
    const SEALED: Option<Sealed<Self>> = Some(Sealed { window: rules::window });
    const PARTS: Option<Parts<Self>> = Some(Parts { names: PARTS, of: Card::part });
    const IS_LISTED: Option<fn(&State, Seat, Action) -> bool> =
        Some(|state, seat, action| rules::is_listed(state, seat, &action));
    const PLAYOUT: Option<Playout<Self>> = Some(Playout {
        action: |state, seat, actions, rng| {
            bot::playout_action(&bot::DEFAULT_PARAMETERS, state, seat, actions, rng)
        },
        guides: true,
        is_alternative: false,
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
        standing.totals
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
    fn read_action(state: &State, text: &str) -> Result<Action, ParseActionError> {
        Ok(match text.parse()? {
            Action::Tool(play) => Action::Tool(tools::canonical(state, play)),
            action => action,
        })
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
