//! Thirty-One, also Scat or Blitz. Rules: `docs/rules/thirty-one.md`.
//!
//! Players draw and discard to collect 31 in one suit. One of them knocks, the lowest hand loses a
//! life, and the last player with lives wins.

mod action;
mod bot;
mod command;
mod equilibrium;
mod options;
mod rules;
mod score;
mod search;
mod situation;
mod state;
mod value;
mod view;

#[cfg(test)]
mod tests;

pub use action::{Action, Event, Illegal};
pub use equilibrium::{exploitability, learn};
pub use options::{
    BlitzLosers, BlitzOnDeal, DoubleOverflow, HandValue, KnockFirstTurn, KnockerDouble, Options,
    SameUpcardDiscard, StockEmpty, ThreeOfKind, TieLowest,
};
pub use score::{Detail, Standing, Tally};
pub use search::EquilibriumGuide;
pub use state::{Ending, Memory, Showdown, Stage, State};
pub use view::{View, WireView};

use cards::{BySeat, Card, Rng, Seat, SeatSet, Viewer};
use engine::{
    Bot, Game, Level, Outcome, ParseActionError, Playout, Reshuffle, ScoreLine, Settlement, Stake, Stakes,
};

/// The game of Thirty-One.
///
/// ```
/// use cards::{Seat, Seed};
/// use engine::{Game, Match, Setup, shuffled_deck};
/// use games::thirty_one::ThirtyOne;
///
/// let setup = Setup::new(None, 3, Default::default())?;
/// let deck = shuffled_deck::<ThirtyOne>(&setup.options, &Seed::from_number(1), 0);
/// let mut game = Match::<ThirtyOne>::new(setup, Seat::new(0))?;
/// game.deal(&deck, &mut drop)?;
/// let (seat, state) = game.actors().first().zip(game.state()).ok_or("no seat to act")?;
/// let mut legal = Vec::new();
/// ThirtyOne::legal_actions(state, seat, &mut legal);
/// game.check(seat, legal[0])?.play(&mut drop);
/// assert_eq!(game.record().deals[0].entries.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ThirtyOne;

impl Game for ThirtyOne {
    const ID: &'static str = "thirty-one";
    const MAX_ACTIONS: u32 = rules::MAX_ACTIONS;
    const BOTS: &'static [&'static str] = bot::BOTS;
    const LEVELS: &'static [Level] = &[
        Level::new("beginner", "noisy:25"),
        Level::new("casual", "noisy:15"),
        Level::new("skilled", "noisy:7"),
        Level::new("strong", "heuristic"),
        Level::new("master", "ismcts:1000"),
    ];
    const RESHUFFLE: Option<Reshuffle<Self>> = Some(Reshuffle {
        due: rules::shuffle_due,
        shuffle: |state, order, mut emit| rules::shuffle(state, order, &mut emit),
    });
    const STAKES: Option<Stakes<Self>> =
        Some(Stakes { unit: Stake::Pot, payments: |standing, stake| Some(score::payments(standing, stake)) });
    const PLAYOUT: Option<Playout<Self>> = Some(Playout {
        action: |state, seat, _, _| bot::playout_action(state, seat),
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
        standing.lives
    }
    fn deal(options: &Options, standing: &Standing, deck: &[Card], mut emit: &mut dyn FnMut(Event)) -> State {
        rules::deal(options, standing, deck, &mut emit)
    }
    #[inline]
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
