//! Gin Rummy, with Oklahoma, Around-the-Corner, Hollywood and other variants as options. Rules:
//! `docs/rules/gin-rummy.md`.
//!
//! Players collect sets and runs, and knock when little deadwood is left. Besides the modules that
//! every game has, [`melds`] computes the deadwood of a hand.

mod action;
mod bot;
mod command;
pub mod melds;
mod options;
mod policy;
mod rules;
mod score;
mod search;
mod situation;
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
pub use view::{OwnArrangement, View, WireView};

use cards::{BySeat, Card, Rng, Seat, SeatSet, Viewer};
use engine::{Bot, Game, Level, Outcome, ParseActionError, Playout, ScoreLine, Settlement, Stake, Stakes};

/// The game of Gin Rummy.
///
/// ```
/// use cards::{Seat, Seed};
/// use engine::{Game, Match, Setup, shuffled_deck};
/// use games::gin_rummy::GinRummy;
///
/// let setup = Setup::new(None, 2, Default::default())?;
/// let deck = shuffled_deck::<GinRummy>(&setup.options, &Seed::from_number(1), 0);
/// let mut game = Match::<GinRummy>::new(setup, Seat::new(0))?;
/// game.deal(&deck, &mut drop)?;
/// let (seat, state) = game.actors().first().zip(game.state()).ok_or("no seat to act")?;
/// let mut legal = Vec::new();
/// GinRummy::legal_actions(state, seat, &mut legal);
/// game.check(seat, legal[0])?.play(&mut drop);
/// assert_eq!(game.record().deals[0].entries.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GinRummy;

impl Game for GinRummy {
    const ID: &'static str = "gin-rummy";
    const MAX_ACTIONS: u32 = rules::MAX_ACTIONS;
    const BOTS: &'static [&'static str] = bot::BOTS;
    const LEVELS: &'static [Level] = &[
        Level::new("beginner", "noisy:17"),
        Level::new("casual", "noisy:11"),
        Level::new("skilled", "noisy:5"),
        Level::new("strong", "heuristic"),
        Level::new("master", "ismcts:1000"),
    ];
    const STAKES: Option<Stakes<Self>> = Some(Stakes { unit: Stake::Point, payments: score::payments });
    const BONUSES: Option<fn(&Standing) -> Vec<ScoreLine>> = Some(score::bonuses);
    const IS_LISTED: Option<fn(&State, Seat, Action) -> bool> = Some(|_, _, action| action.is_listed());
    const PLAYOUT: Option<Playout<Self>> = Some(Playout {
        action: |state, seat, _, _| policy::PlayerKnowledge::of_state(state, seat).choose().action(),
        guides: true,
        // It knocks at once, and `heuristic` waits for gin.
        is_alternative: true,
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
        score::initial_standing(options, dealer)
    }
    fn dealer(standing: &Standing) -> Seat {
        standing.dealer
    }
    fn totals(standing: &Standing) -> BySeat<i32> {
        score::totals(standing)
    }
    fn deal(
        _options: &Options,
        standing: &Standing,
        deck: &[Card],
        mut emit: &mut dyn FnMut(Event),
    ) -> State {
        rules::deal(standing, deck, &mut emit)
    }
    #[inline]
    fn actors(state: &State) -> SeatSet {
        rules::actors(state)
    }
    fn legal_actions(state: &State, seat: Seat, actions: &mut Vec<Action>) {
        rules::legal_actions(state, seat, actions);
    }
    #[inline]
    fn random_action(state: &State, seat: Seat, actions: &mut Vec<Action>, rng: &mut Rng) -> Action {
        rules::random_action(state, seat, actions, rng)
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
    #[inline]
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
