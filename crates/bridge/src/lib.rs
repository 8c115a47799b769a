//! Contract Bridge, as rubber, chicago or duplicate. Rules: `docs/rules/bridge.md`.
//!
//! Two partnerships bid for a contract. The declarer plays dummy's cards too.
//!
//! * [`Bridge`]: the game, with its bots. The files are those of every game in `parlour-games`.
//! * [`Auction`], [`Contract`], [`Played`]: calls, the contract, and the score of its tricks.
//! * [`bidding`]: the bidding system, which chooses calls and explains them.
//!
//! The README explains an auction, and is tested with the documentation.

/// Runs the README's example as a documentation test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod action;
mod auction;
pub mod bidding;
mod bot;
mod call;
mod call_simulation;
mod command;
mod comparison;
mod entry;
mod expert;
mod heuristics;
mod illegal;
mod layout;
mod options;
mod play;
mod rules;
mod sampling;
mod score;
mod side;
mod situation;
mod standing;
mod state;
mod view;

#[cfg(test)]
mod tests;

pub use action::{Action, Event};
pub use auction::{Auction, Contract, DeclarerRule, Doubling, LONGEST};
pub use call::{Bid, Call, Level, ParseCallError};
pub use comparison::{butler, cross_imps, datum, matchpoint_top, matchpoints};
pub use entry::{Category, Entries, Entry, GAME, Played, honors};
pub use illegal::Illegal;
pub use layout::{Closed, lay_out};
pub use options::{ChicagoVulnerable, Mode, Options, UndertrickVulnerable};
pub use play::{Play, Suits, TRICKS, Trick};
pub use score::{Detail, count_entries, imps, winners};
pub use side::{Side, direction};
pub use standing::{Honors, Next, Scored, Standing, board_vulnerable};
pub use state::{Claim, State};
pub use view::{RubberBonus, Sheet, SheetDeal, SheetEntry, View, WireClaim, WireTrick, WireView};

use cards::{BySeat, Card, Rng, Seat, SeatSet, Viewer};
use engine::{Bot, Game, Outcome, ParseActionError, Playout, ScoreLine, Settlement, Setup};

/// The game of Contract Bridge.
///
/// ```
/// use cards::{Seat, Seed};
/// use engine::{Game, Match, Setup, shuffled_deck};
/// use bridge::Bridge;
///
/// let setup = Setup::new(None, 4, Default::default())?;
/// let deck = shuffled_deck::<Bridge>(&setup.options, &Seed::from_number(1), 0);
/// let mut game = Match::<Bridge>::new(setup, Seat::new(0))?;
/// game.deal(&deck, &mut drop)?;
/// let (seat, state) = game.actors().first().zip(game.state()).ok_or("no seat to act")?;
/// let mut legal = Vec::new();
/// Bridge::legal_actions(state, seat, &mut legal);
/// game.check(seat, legal[0])?.play(&mut drop);
/// assert_eq!(game.record().deals[0].entries.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bridge;

impl Game for Bridge {
    const ID: &'static str = "bridge";
    /// The longest auction, every card, and a claim with two answers after each card but the last.
    const MAX_ACTIONS: u32 = LONGEST as u32 + 52 + 51 * 3;
    const BOTS: &'static [&'static str] = bot::BOTS;
    // Even a beginner bids by the system, because partner could not understand other calls.
    const LEVELS: &'static [engine::Level] = &[
        engine::Level::new("beginner", "heuristic"),
        engine::Level::new("skilled", "expert:4"),
        engine::Level::new("master", "expert:40"),
    ];
    const BONUSES: Option<fn(&Standing) -> Vec<ScoreLine>> = Some(score::bonuses);
    const PLAYOUT: Option<Playout<Self>> = Some(Playout {
        action: |state, _, _, rng| rules::playout_action(state, rng),
        guides: false,
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

    fn initial_standing(_options: &Options, dealer: Seat) -> Standing {
        Standing::new(direction(dealer))
    }
    fn dealer(standing: &Standing) -> Seat {
        standing.dealer.into()
    }
    fn totals(standing: &Standing) -> BySeat<i32> {
        score::totals(standing)
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
    fn read_action(state: &State, text: &str) -> Result<Action, ParseActionError> {
        Action::read(state.play.is_none(), text)
    }
    fn validate(state: &State, _seat: Seat, action: Action) -> Result<(), Illegal> {
        rules::validate(state, action)
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
    fn sides(_setup: &Setup<Options>) -> BySeat<cards::Side> {
        BySeat::new(4, |seat| Side::of(direction(seat)).into())
    }
}
