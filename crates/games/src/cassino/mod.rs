//! Cassino: players capture table cards by rank and by sum, and build sets to capture later. Rules:
//! `docs/rules/cassino.md`.
//!
//! Files beyond those of every game:
//!
//! | file | content |
//! |---|---|
//! | `values.rs` | card values |
//! | `groups.rs` | sets of cards that divide into groups of a value |
//! | `capture.rs`, `building.rs` | captures and builds available on a table |
//! | `build.rs` | builds on the table |
//! | `illegal.rs` | illegal actions |
//! | `value.rs` | learned value table at the end of a packet |

mod action;
mod bot;
mod build;
mod building;
mod capture;
mod command;
mod groups;
mod illegal;
mod options;
mod rules;
mod score;
mod search;
mod situation;
mod state;
mod value;
mod values;
mod view;

#[cfg(test)]
mod tests;

pub use action::{Action, Event};
pub use build::{Announced, Brackets, Build, Builds};
pub use illegal::Illegal;
pub use options::{
    CaptureExtent, EndMode, FaceCapture, KeepCapturer, MultiBuild, Options, OwnBuild, Raise, Royal, Spade,
    TrailRule,
};
pub use score::{Detail, Standing, Tally};
pub use situation::PlacedBuild;
pub use state::{Capture, State};
pub use value::{learn, squared_errors};
pub use values::Values;
pub use view::{View, WireView};

use cards::{BySeat, Card, Rng, Seat, SeatSet, Side, Viewer};
use engine::{Bot, Game, Level, Outcome, ParseActionError, ScoreLine, Settlement, Setup};

/// The game of Cassino.
///
/// ```
/// use cards::{Seat, Seed};
/// use engine::{Game, Match, Setup, shuffled_deck};
/// use games::cassino::Cassino;
///
/// let setup = Setup::new(None, 2, Default::default())?;
/// let deck = shuffled_deck::<Cassino>(&setup.options, &Seed::from_number(1), 0);
/// let mut game = Match::<Cassino>::new(setup, Seat::new(0))?;
/// game.deal(&deck, &mut drop)?;
/// let (seat, state) = game.actors().first().zip(game.state()).ok_or("no seat to act")?;
/// let mut legal = Vec::new();
/// Cassino::legal_actions(state, seat, &mut legal);
/// game.check(seat, legal[0])?.play(&mut drop);
/// assert_eq!(game.record().deals[0].entries.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cassino;

impl Game for Cassino {
    const ID: &'static str = "cassino";
    /// One action per card, except the first four on the table.
    const MAX_ACTIONS: u32 = 48;
    const BOTS: &'static [&'static str] = bot::BOTS;
    const LEVELS: &'static [Level] = &[
        Level::new("beginner", "noisy:45"),
        Level::new("casual", "noisy:30"),
        Level::new("skilled", "noisy:15"),
        Level::new("strong", "heuristic"),
        Level::new("master", "ismcts:1000"),
    ];

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
        Standing { dealer, totals: BySeat::filled(options.seats, 0) }
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
    #[inline]
    fn actors(state: &State) -> SeatSet {
        rules::actors(state)
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
    fn sides(setup: &Setup<Options>) -> BySeat<Side> {
        BySeat::new(setup.options.seats, |seat| setup.options.side(seat))
    }
}
