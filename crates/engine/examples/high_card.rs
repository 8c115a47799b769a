//! A complete game in one file: each seat is dealt two cards and plays one, and the highest card
//! scores.
//!
//! `cargo run -p parlour-engine --features laws --example high_card` checks the laws, then plays
//! and replays a match.
//!
//! HC-R1: two cards each. HC-R2: the seat to the dealer's left plays first. HC-R3: each seat plays
//! one card from its own hand. HC-R4: the highest card scores a point; of equal ranks the higher
//! suit wins. HC-R5: the first seat to reach the target wins.

use cards::{BySeat, BySide, Card, CardSet, Holding, Rng, Seat, SeatSet, Seed, Side, Viewer};
use engine::{
    Bot, Field, Game, Match, Outcome, ParseActionError, Phase, Preset, Ruleset, ScoreLine, Settlement, Setup,
    SetupError, check_laws, field, shuffled_deck,
};
use serde::Serialize;
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;

/// The game High Card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct HighCard;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Options {
    seats: u8,
    target: i32,
}

impl Ruleset for Options {
    type Card = Card;
    const PRESETS: &'static [Preset] = &[Preset::new("house", &[2, 3, 4], "An example", "HC-R1 to HC-R5")];

    const FIELDS: &'static [Field<Self>] = &[field!("target", "HC-R5", target, number 1 to 20)];
    fn preset(_preset: &'static Preset, seats: u8) -> Self {
        Self { seats, target: 3 }
    }
    fn check(&self) -> Result<(), SetupError> {
        Ok(())
    }
    fn seats(&self) -> u8 {
        self.seats
    }
    fn deck(&self) -> Vec<Card> {
        CardSet::FULL.iter().collect()
    }
}

/// Score between deals.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Standing {
    dealer: Seat,
    totals: BySeat<i32>,
}

/// State of a deal, hidden cards included.
#[derive(Clone, PartialEq, Eq, Debug)]
struct State {
    options: Options,
    standing: Standing,
    hands: BySeat<CardSet>,
    stock: CardSet,
    played: BySeat<Option<Card>>,
}

impl State {
    fn seats(&self) -> u8 {
        self.options.seats
    }

    /// Returns the seat to play: the first from the dealer's left that has not played. (HC-R2)
    fn turn(&self) -> Option<Seat> {
        let first = self.standing.dealer.next(self.seats());
        let mut order = std::iter::successors(Some(first), |seat| Some(seat.next(self.seats())));
        order.by_ref().take(usize::from(self.seats())).find(|seat| self.played[*seat].is_none())
    }

    /// Returns the seat with the highest card. (HC-R4)
    fn winner(&self) -> Option<Seat> {
        self.played.iter().max_by_key(|(_, card)| *card).map(|(seat, _)| seat)
    }
}

/// Play of this card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Action(Card);

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

engine::illegal! {
    /// Reason why a play is illegal.
    #[derive(Clone, PartialEq, Eq, Debug)]
    enum Illegal {
        NotHeld { card: Card } = "not-held" ("HC-R3"), "you do not hold {card}";
    }
}

/// Event of a deal.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "event", rename_all = "camelCase")]
enum Event {
    Dealt { seat: Seat, hand: Holding },
    Played { seat: Seat, card: Card },
}

/// View of one viewer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct View {
    #[serde(skip)]
    options: Options,
    #[serde(skip)]
    standing: Standing,
    hands: BySeat<Holding>,
    played: BySeat<Option<Card>>,
}

impl Game for HighCard {
    const ID: &'static str = "high-card";
    const MAX_ACTIONS: u32 = 4;
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

    fn initial_standing(options: &Options, dealer: Seat) -> Standing {
        Standing { dealer, totals: BySeat::filled(options.seats, 0) }
    }
    fn dealer(standing: &Standing) -> Seat {
        standing.dealer
    }
    fn totals(standing: &Standing) -> BySeat<i32> {
        standing.totals
    }
    fn deal(options: &Options, standing: &Standing, deck: &[Card], emit: &mut dyn FnMut(Event)) -> State {
        let (dealt, stock) = deck.split_at(2 * usize::from(options.seats)); // HC-R1
        let hands =
            BySeat::new(options.seats, |seat| dealt.iter().copied().skip(2 * seat.index()).take(2).collect());
        hands.iter().for_each(|(seat, hand)| emit(Event::Dealt { seat, hand: Holding::Open(hand) }));
        State {
            options: *options,
            standing: standing.clone(),
            hands,
            stock: stock.iter().copied().collect(),
            played: BySeat::filled(options.seats, None),
        }
    }
    fn actors(state: &State) -> SeatSet {
        state.turn().map_or(SeatSet::EMPTY, SeatSet::only)
    }
    fn legal_actions(state: &State, seat: Seat, actions: &mut Vec<Action>) {
        if state.turn() == Some(seat) {
            actions.extend(state.hands[seat].iter().map(Action));
        }
    }
    fn read_action(_state: &State, text: &str) -> Result<Action, ParseActionError> {
        Ok(Action(text.parse()?))
    }
    fn validate(state: &State, seat: Seat, Action(card): Action) -> Result<(), Illegal> {
        if state.hands[seat].contains(card) { Ok(()) } else { Err(Illegal::NotHeld { card }) } // HC-R3
    }
    fn apply(state: &mut State, seat: Seat, Action(card): Action, emit: &mut dyn FnMut(Event)) {
        state.hands[seat].remove(card);
        state.played[seat] = Some(card);
        emit(Event::Played { seat, card });
    }
    fn outcome(state: &State) -> Option<Outcome> {
        let winner = state.turn().is_none().then(|| state.winner())?;
        let points = BySeat::new(state.seats(), |seat| i32::from(Some(seat) == winner));
        Some(Outcome::from_points(points, 1.0))
    }
    fn settle(state: &State) -> Settlement<Standing> {
        let Standing { dealer, mut totals } = state.standing.clone();
        if let Some(winner) = state.winner() {
            totals[winner] += 1;
        }
        let won = totals.iter().filter(|(_, total)| *total >= state.options.target); // HC-R5
        let won: SeatSet = won.map(|(seat, _)| seat).collect();
        let standing = Standing { dealer: dealer.next(state.seats()), totals };
        if won.is_empty() { Settlement::NextDeal(standing) } else { Settlement::MatchOver(standing, won) }
    }
    fn detail(_state: &State) {}
    fn score_breakdown(state: &State) -> Vec<ScoreLine> {
        let played = BySide::from(state.played);
        let winner = state.winner().map(Side::of);
        let points = BySide::new(state.seats(), |side| i32::from(Some(side) == winner));
        vec![ScoreLine::new("highest", &[], points).with_amounts(|side| played[side].map(Card::index))]
    }
    fn redact(event: &Event, viewer: Viewer) -> Option<Event> {
        Some(match event.clone() {
            Event::Dealt { seat, hand } if !viewer.is(seat) => Event::Dealt { seat, hand: hand.close() },
            event => event,
        })
    }
    fn view(state: &State, viewer: Viewer) -> View {
        let seen = |seat, hand| {
            if viewer.is(seat) { Holding::Open(hand) } else { Holding::Open(hand).close() }
        };
        View {
            options: state.options,
            standing: state.standing.clone(),
            hands: state.hands.map(seen),
            played: state.played,
        }
    }
    fn determinize(view: &View, rng: &mut Rng) -> State {
        let seen: CardSet = view.played.iter().filter_map(|(_, card)| card).collect();
        let seen = view.hands.iter().fold(seen, |seen, (_, hand)| seen | hand.known());
        let mut unseen = rng.in_random_order(CardSet::FULL - seen);
        let hands = view.hands.map(|_, hand| match hand {
            Holding::Open(cards) => cards,
            Holding::Closed(count) => (0..count).filter_map(|_| unseen.pop()).collect(),
        });
        State {
            options: view.options,
            standing: view.standing.clone(),
            hands,
            stock: unseen.as_slice().iter().copied().collect(),
            played: view.played,
        }
    }
    fn audit(state: &State, count: &mut dyn FnMut(Card)) {
        state.hands.iter().flat_map(|(_, hand)| hand).for_each(&mut *count);
        state.played.iter().filter_map(|(_, card)| card).chain(state.stock).for_each(count);
    }
    fn bot(_name: &str) -> Option<Box<dyn Bot<Self>>> {
        None
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let setup = Setup::<Options>::new(None, 3, BTreeMap::new())?;
    check_laws::<HighCard>(&setup, 20);
    println!("every law is kept");

    let seed = Seed::from_number(1);
    let mut rng = Rng::from_number(1);
    let mut game = Match::<HighCard>::new(setup, Seat::new(0))?;
    while game.phase() == Phase::Between {
        let deal = game.record().deals.len() as u64;
        let deck = shuffled_deck::<HighCard>(&game.record().setup.options, &seed, deal);
        game.deal(&deck, &mut |event| println!("{event:?}"))?;
        while let (Some(seat), Some(state)) = (game.actors().first(), game.state()) {
            let action = engine::playout_action::<HighCard>(state, seat, &mut Vec::new(), &mut rng);
            game.check(seat, action)?.play(&mut |event| println!("{event:?}"));
        }
    }
    println!("{:?}: {:?}", game.phase(), game.totals());

    let again = Match::replay(game.record().clone()).map_err(|error| error.error)?;
    assert_eq!(again.totals(), game.totals(), "a record replays");
    Ok(())
}

#[test]
fn a_match_keeps_the_laws() -> Result<(), Box<dyn Error>> {
    main()
}
