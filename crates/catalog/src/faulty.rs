//! Game with two faults, for tests of the handling of faults. Playing the ace of spades loses the card, and reading
//! the action “fault” panics.

use cards::{BySeat, BySide, Card, CardSet, Rank, Rng, Seat, SeatSet, Side, Suit, Viewer};
use engine::{
    Bot, Field, Game, OptionValue, Outcome, ParseActionError, Preset, Ruleset, ScoreLine, Settlement,
    SetupError, Values,
};
use serde::Serialize;

/// Card that the game loses.
const LOST: Card = Card::new(Rank::Ace, Suit::Spades);
/// Cards in a hand.
const HAND: usize = 3;
const SEATS: u8 = 2;
/// Deals that make a match.
const DEALS: i32 = 3;

/// The game: each player plays three cards, and the dealer gets a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Faulty;

/// Options of the faulty game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Options {
    /// Whether all cards are dealt, so that the fault occurs in every deal.
    always: bool,
}

impl Ruleset for Options {
    type Card = Card;
    const PRESETS: &'static [Preset] = &[Preset::new("only", &[SEATS], "none", "none")];

    const FIELDS: &'static [Field<Self>] = &[Field {
        key: "always",
        rule: "none",
        display: false,
        values: |_| Values::one_of([false, true]),
        get: |options| OptionValue::Flag(options.always),
        set: |options, value, _| options.always = *value == OptionValue::Flag(true),
    }];

    fn preset(_preset: &'static Preset, _seats: u8) -> Self {
        Self { always: false }
    }

    fn check(&self) -> Result<(), SetupError> {
        Ok(())
    }

    fn seats(&self) -> u8 {
        SEATS
    }

    fn deck(&self) -> Vec<Card> {
        let max = if self.always { 2 * HAND } else { 4 * HAND };
        CardSet::of_suit(Suit::Spades).iter().take(max).collect()
    }
}

/// Dealer and totals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Standing {
    dealer: Seat,
    totals: BySeat<i32>,
}

/// State of a deal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct State {
    standing: Standing,
    hands: BySeat<CardSet>,
    others: CardSet,
    turn: Option<Seat>,
}

/// Action: the card to play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Action(Card);

impl std::fmt::Display for Action {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

engine::illegal! {
    /// Reason why an action is illegal.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub(crate) enum Illegal {
        NotHeld = "not-held" ("none"), "this card is not in your hand";
    }
}

/// Event: a card was played.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Event {
    seat: Seat,
    card: Card,
}

/// View: the viewer's hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct View {
    hand: CardSet,
    #[serde(skip)]
    state: State,
}

impl Game for Faulty {
    const ID: &'static str = "faulty";
    const MAX_ACTIONS: u32 = 2 * HAND as u32;
    const BOTS: &'static [&'static str] = &[];

    type Card = Card;
    type Options = Options;
    type Standing = Standing;
    type State = State;
    type Action = Action;
    type Illegal = Illegal;
    type Event = Event;
    type View = View;
    type Detail = ();

    fn initial_standing(_options: &Options, dealer: Seat) -> Standing {
        Standing { dealer, totals: BySeat::filled(SEATS, 0) }
    }
    fn dealer(standing: &Standing) -> Seat {
        standing.dealer
    }
    fn totals(standing: &Standing) -> BySeat<i32> {
        standing.totals
    }
    fn deal(_options: &Options, standing: &Standing, deck: &[Card], _emit: &mut dyn FnMut(Event)) -> State {
        let hand = |seat: Seat| deck[seat.index() * HAND..][..HAND].iter().copied().collect();
        State {
            standing: standing.clone(),
            hands: BySeat::new(SEATS, hand),
            others: deck[2 * HAND..].iter().copied().collect(),
            turn: Some(standing.dealer),
        }
    }
    fn actors(state: &State) -> SeatSet {
        state.turn.map_or(SeatSet::EMPTY, SeatSet::only)
    }
    fn legal_actions(state: &State, seat: Seat, actions: &mut Vec<Action>) {
        if state.turn == Some(seat) {
            actions.extend(state.hands[seat].iter().map(Action));
        }
    }
    fn read_action(_state: &State, text: &str) -> Result<Action, ParseActionError> {
        assert_ne!(text, "fault", "a fault outside the course of a deal");
        Ok(Action(text.parse()?))
    }
    fn validate(state: &State, seat: Seat, action: Action) -> Result<(), Illegal> {
        if state.hands[seat].contains(action.0) { Ok(()) } else { Err(Illegal::NotHeld) }
    }
    fn apply(state: &mut State, seat: Seat, action: Action, emit: &mut dyn FnMut(Event)) {
        let Action(card) = action;
        state.hands[seat].remove(card);
        if card != LOST {
            state.others.insert(card);
        }
        let next = seat.next(SEATS);
        state.turn = (!state.hands[next].is_empty()).then_some(next);
        emit(Event { seat, card });
    }
    fn outcome(state: &State) -> Option<Outcome> {
        let points = BySeat::new(SEATS, |seat| i32::from(seat == state.standing.dealer));
        state.turn.is_none().then(|| Outcome::from_points(points, 1.0))
    }
    fn settle(state: &State) -> Settlement<Standing> {
        let Standing { dealer, mut totals } = state.standing.clone();
        totals[dealer] += 1;
        let after = Standing { dealer: dealer.next(SEATS), totals };
        let over = totals.as_slice().iter().sum::<i32>() >= DEALS;
        if over { Settlement::MatchOver(after, SeatSet::all(SEATS)) } else { Settlement::NextDeal(after) }
    }
    fn detail(_state: &State) {}
    fn score_breakdown(state: &State) -> Vec<ScoreLine> {
        let dealer = Side::of(state.standing.dealer);
        vec![ScoreLine::new("deal", &[], BySide::new(SEATS, |side| i32::from(side == dealer)))]
    }
    fn redact(event: &Event, _viewer: Viewer) -> Option<Event> {
        Some(event.clone())
    }
    fn view(state: &State, viewer: Viewer) -> View {
        let hand = match viewer {
            Viewer::Seat(seat) => state.hands[seat],
            Viewer::Public => CardSet::EMPTY,
        };
        View { hand, state: state.clone() }
    }
    fn determinize(view: &View, _rng: &mut Rng) -> State {
        view.state.clone()
    }
    fn audit(state: &State, count: &mut dyn FnMut(Card)) {
        state.hands.iter().map(|(_, hand)| hand).chain([state.others]).flatten().for_each(count);
    }
    fn bot(_name: &str) -> Option<Box<dyn Bot<Self>>> {
        None
    }
}

impl engine::command::ReadCommand for Faulty {
    fn read_command(
        _line: engine::command::Typed<'_>,
        _legal: &[String],
    ) -> Result<String, engine::command::InputError> {
        Err(engine::command::InputError::Words(String::new()))
    }
}
