//! For tests: the cards laid where a test wants them, and plays as players write them.

use super::{Deal, Rules};
use bots::{Next, SearchState, Whole, playouts_a_second, solve};
use cards::{Card, CardSet, Rng, Seat, SeatSet, Viewer, parse_cards};
use engine::{Game, Ruleset, Setup};

/// Stands for every card that is named nowhere else.
pub(crate) const REST: &str = "the rest";

/// A deal in the middle of it, with seat 0 to act if it has cards. What is named nowhere lies in the stock.
pub(crate) fn lay_out(rules: Rules, hands: &[&str], table: &str, piles: &[&str]) -> Deal {
    let written = hands.iter().chain([&table]).chain(piles).filter(|text| **text != REST);
    let named = written.fold(CardSet::EMPTY, |named, text| named | set(text));
    let rest = rules.deck - named;
    let cards = |text: &str| if text == REST { rest } else { set(text) };
    let stock = if hands.iter().chain([&table]).chain(piles).any(|text| *text == REST) {
        CardSet::EMPTY
    } else {
        rest
    };
    let playing = SeatSet::all(rules.seats);
    let dealer = Seat::new(rules.seats - 1);
    // Any deal will do to start from: all of its cards are laid elsewhere.
    let deck: Vec<Card> = rules.deck.into();
    let mut deal = Deal::new(Rules { thrown_in: None, ..rules }, dealer, playing, &deck, &mut drop);
    deal.rules = rules;
    deal.hands = deal.hands.map(|seat, _| hands.get(seat.index()).map_or(CardSet::EMPTY, |text| cards(text)));
    deal.piles = deal.piles.map(|side, _| piles.get(side.index()).map_or(CardSet::EMPTY, |text| cards(text)));
    deal.table = cards(table);
    deal.stock = stock.iter().collect();
    deal.turn = (!deal.hands[Seat::new(0)].is_empty()).then_some(Seat::new(0));
    deal
}

/// The cards written in `text`.
pub(crate) fn set(text: &str) -> CardSet {
    parse_cards(text).expect("cards").into_iter().collect()
}

/// A deck that begins with these cards; the others follow in canonical order.
pub(crate) fn deck(rules: Rules, first: &str) -> Vec<Card> {
    let first = parse_cards(first).expect("cards");
    let others = rules.deck - first.iter().copied().collect();
    first.into_iter().chain(others).collect()
}

/// What whoever is to act may do, as records list it.
pub(crate) fn legal<G: Game>(state: &G::State) -> Vec<String> {
    let mut actions = Vec::new();
    G::actors(state).iter().for_each(|seat| G::legal_actions(state, seat, &mut actions));
    let mut written: Vec<String> = actions.iter().map(ToString::to_string).collect();
    written.sort();
    written
}

/// Plays `actions`, each by whoever is to act, as players write them.
pub(crate) fn play<G: Game>(mut state: G::State, actions: &[&str]) -> G::State {
    for text in actions {
        let seat = G::actors(&state).first().expect("the deal goes on");
        let action = G::read_action(&state, text).expect("an action");
        assert_eq!(G::validate(&state, seat, action), Ok(()), "{text}");
        G::apply(&mut state, seat, action, &mut drop);
    }
    state
}

/// The rule that forbids `action` to whoever is to act.
pub(crate) fn forbidden<G: Game>(state: &G::State, action: &str) -> &'static str {
    let seat = G::actors(state).first().expect("the deal goes on");
    let action = G::read_action(state, action).expect("an action");
    let illegal = G::validate(state, seat, action).expect_err("it is forbidden");
    engine::RuleViolation::rule(&illegal)
}

/// What the sides get in one category.
pub(crate) fn points<G: Game>(state: &G::State, category: &str) -> Vec<i32> {
    let line = G::score_breakdown(state).into_iter().find(|line| line.category == category);
    line.expect("a category of the counting").points.as_slice().to_vec()
}

/// Plays random deals to their end, where nothing is hidden any more: then everybody knows everything, in order.
pub(crate) fn assert_all_is_known_at_the_end<G: Game>(options: &G::Options) {
    let mut rng = cards::Rng::from_number(5);
    for n in 0..30 {
        let deck = engine::shuffled_deck::<G>(options, &cards::Seed::from_number(n), 0);
        let mut state = G::deal(options, &G::initial_standing(options, Seat::new(0)), &deck, &mut drop);
        while G::outcome(&state).is_none() {
            let action =
                rng.pick(&legal::<G>(&state).iter().map(String::as_str).collect::<Vec<_>>()).to_owned();
            state = play::<G>(state, &[&action]);
        }
        for viewer in Viewer::all(options.seats()) {
            let world = G::determinize(&G::view(&state, viewer), &mut rng);
            assert_eq!(world, state, "{viewer:?}");
        }
    }
}

/// Plays random deals and, from where everything is known, as [`solve`] says: it must find what looking at every way to the end
/// finds. Positions with too many such ways are left out; and there must be something to find.
pub(crate) fn assert_ends_are_exact<S: SearchState>(setup: &Setup<<S::Game as Game>::Options>, deals: u64) {
    let (mut rng, mut looked_at, mut gained) = (Rng::from_number(1), 0, 0);
    for n in 0..deals {
        let deck = engine::shuffled_deck::<S::Game>(&setup.options, &cards::Seed::from_number(3), n);
        let standing = S::Game::initial_standing(&setup.options, Seat::new(0));
        let mut state = S::Game::deal(&setup.options, &standing, &deck, &mut drop);
        while let Some(seat) = S::Game::actors(&state).first() {
            let known =
                S::known(&S::Game::view(&state, Viewer::Seat(seat))).expect("these rules are searched");
            let world = S::draw(&known, &mut rng);
            let mut moves = Vec::new();
            world.moves(&known, seat, &mut moves);
            let solved = S::is_open(&known).then(|| solve::<S>(&known, seat, &mut rng)).flatten();
            let mut ways = 20_000;
            let mut worth = |chosen| worth_after(&world, &known, seat, chosen, &mut ways);
            if let Some(chosen) = solved
                && let Some(worths) = moves.iter().map(|chosen| worth(*chosen)).collect::<Option<Vec<_>>>()
            {
                let best = worths.iter().copied().fold(f32::NEG_INFINITY, f32::max);
                let found = moves.iter().position(|other| *other == chosen).expect("a legal move");
                assert_eq!(worths[found], best, "alpha-beta finds what looking at everything finds");
                looked_at += 1;
                gained += u32::from(worths[0] < best);
            }
            let chosen = solved.unwrap_or_else(|| rng.pick(&moves));
            S::Game::apply(&mut state, seat, S::action(chosen), &mut drop);
        }
    }
    assert!(gained > 50, "of {looked_at} positions there was something to find in {gained}");
}

/// Prints what a small state plays out a second beside the whole game: see docs/performance.md.
pub(crate) fn print_playouts<S: SearchState>(setup: &Setup<<S::Game as Game>::Options>) {
    let small = playouts_a_second::<S>(setup, 200);
    println!("the small state {small:.0?} playouts a second, random and as a search plays");
    println!("the whole game {:.0?}", playouts_a_second::<Whole<S::Game>>(setup, 100));
}

/// What a move is worth to `seat` when both sides then play as well as can be, looking at everything; nothing when that is too much.
fn worth_after<S: SearchState>(
    state: &S,
    known: &S::Known,
    seat: Seat,
    chosen: S::Move,
    ways: &mut u32,
) -> Option<f32> {
    *ways = ways.checked_sub(1)?;
    let mut state = state.clone();
    state.play(known, seat, chosen);
    let Next::Seat(next) = state.next(known) else { return Some(state.returns(known)[seat]) };
    let mut moves = Vec::new();
    state.moves(known, next, &mut moves);
    // With two sides what one gains the other loses.
    let mut best = f32::NEG_INFINITY;
    for answer in moves {
        best = best.max(worth_after(&state, known, next, answer, ways)?);
    }
    Some(if S::are_partners(known, seat, next) { best } else { -best })
}

/// How often three or four cards of four from a deck of forty are of one rank: 145 in 91390.
pub(crate) fn assert_thrown_in_often_enough<G: Game>(options: &G::Options, thrown_in: fn(&G::State) -> bool) {
    const DECKS: u64 = 200_000;
    let standing = G::initial_standing(options, Seat::new(0));
    let seed = cards::Seed::from_number(40);
    let thrown_in = (0..DECKS).filter(|deck| {
        let deck = engine::shuffled_deck::<G>(options, &seed, *deck);
        thrown_in(&G::deal(options, &standing, &deck, &mut drop))
    });
    let (found, chance) = (thrown_in.count() as f64, 29.0 / 18278.0);
    let expected = DECKS as f64 * chance;
    let sigma = (expected * (1.0 - chance)).sqrt();
    assert!((found - expected).abs() < 4.0 * sigma, "thrown in {found} times, not {expected} or so");
}
