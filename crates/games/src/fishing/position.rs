//! Test helpers: positions with given cards, and plays in player notation.

use super::{Deal, Rules};
use bots::{FullState, Next, SearchState, playouts_a_second, solve};
use cards::{Card, CardSet, Rng, Seat, SeatSet, Viewer, parse_cards};
use engine::{Game, Ruleset, Setup};

/// Stands for all cards not named elsewhere.
pub(crate) const REST: &str = "the rest";

/// Creates a position with seat 0 to act if it has cards. Unnamed cards are in the stock.
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
    // Any deal serves as a start, because all of its cards are moved.
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

/// Parses the cards in `text`.
pub(crate) fn set(text: &str) -> CardSet {
    parse_cards(text).expect("cards").into_iter().collect()
}

/// Creates a deck that begins with these cards; the others follow in canonical order.
pub(crate) fn deck(rules: Rules, first: &str) -> Vec<Card> {
    let first = parse_cards(first).expect("cards");
    let others = rules.deck - first.iter().copied().collect();
    first.into_iter().chain(others).collect()
}

/// Returns the legal actions of the seat to act, in record notation, sorted.
pub(crate) fn legal<G: Game>(state: &G::State) -> Vec<String> {
    let mut actions = Vec::new();
    G::actors(state).iter().for_each(|seat| G::legal_actions(state, seat, &mut actions));
    let mut written: Vec<String> = actions.iter().map(ToString::to_string).collect();
    written.sort();
    written
}

/// Plays `actions` in turn, in player notation.
pub(crate) fn play<G: Game>(mut state: G::State, actions: &[&str]) -> G::State {
    for text in actions {
        let seat = G::actors(&state).first().expect("the deal goes on");
        let action = G::read_action(&state, text).expect("an action");
        assert_eq!(G::validate(&state, seat, action), Ok(()), "{text}");
        G::apply_quietly(&mut state, seat, action);
    }
    state
}

/// Returns the rule that forbids `action` to the seat to act.
pub(crate) fn forbidden<G: Game>(state: &G::State, action: &str) -> &'static str {
    let seat = G::actors(state).first().expect("the deal goes on");
    let action = G::read_action(state, action).expect("an action");
    let illegal = G::validate(state, seat, action).expect_err("it is forbidden");
    engine::RuleViolation::rule(&illegal)
}

/// Returns the points of the sides in one category.
pub(crate) fn points<G: Game>(state: &G::State, category: &str) -> Vec<i32> {
    let line = G::score_breakdown(state).into_iter().find(|line| line.category == category);
    line.expect("a category of the counting").points.as_slice().to_vec()
}

/// Checks that at the end of random deals nothing is hidden: every determinization equals the
/// state.
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
            let determinization = G::determinize(&G::view(&state, viewer), &mut rng);
            assert_eq!(determinization, state, "{viewer:?}");
        }
    }
}

/// Checks that [`solve`] agrees with an exhaustive search in positions where nothing is hidden.
///
/// Positions with too many continuations are skipped. There must be positions in which the choice
/// matters.
pub(crate) fn assert_ends_are_exact<S: SearchState>(setup: &Setup<<S::Game as Game>::Options>, deals: u64) {
    let (mut rng, mut looked_at, mut gained) = (Rng::from_number(1), 0, 0);
    for n in 0..deals {
        let deck = engine::shuffled_deck::<S::Game>(&setup.options, &cards::Seed::from_number(3), n);
        let standing = S::Game::initial_standing(&setup.options, Seat::new(0));
        let mut state = S::Game::deal(&setup.options, &standing, &deck, &mut drop);
        while let Some(seat) = S::Game::actors(&state).first() {
            let info = S::information_set(&S::Game::view(&state, Viewer::Seat(seat)))
                .expect("these rules are searched");
            let determinization = S::draw(&info, &mut rng);
            let mut moves = Vec::new();
            determinization.moves(&info, seat, &mut moves);
            let solved = S::is_open(&info).then(|| solve::<S>(&info, seat, &mut rng)).flatten();
            let mut ways = 20_000;
            let mut worth = |chosen| worth_after(&determinization, &info, seat, chosen, &mut ways);
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
            S::Game::apply_quietly(&mut state, seat, S::action(chosen));
        }
    }
    assert!(gained > 50, "of {looked_at} positions there was something to find in {gained}");
}

/// Prints the playouts per second of the compact state and of the full state: see
/// docs/performance.md.
pub(crate) fn print_playouts<S: SearchState>(setup: &Setup<<S::Game as Game>::Options>) {
    let small = playouts_a_second::<S>(setup, 200);
    println!("the small state {small:.0?} playouts a second, random and as a search plays");
    println!("the whole game {:.0?}", playouts_a_second::<FullState<S::Game>>(setup, 100));
}

/// Returns the value of a move to `seat` with best play by both sides, by exhaustive search; `None`
/// if that is too much.
fn worth_after<S: SearchState>(
    state: &S,
    info: &S::InformationSet,
    seat: Seat,
    chosen: S::Move,
    ways: &mut u32,
) -> Option<f32> {
    *ways = ways.checked_sub(1)?;
    let mut state = state.clone();
    state.play(info, seat, chosen);
    let Next::Seat(next) = state.next(info) else { return Some(state.returns(info)[seat]) };
    let mut moves = Vec::new();
    state.moves(info, next, &mut moves);
    // With two sides, one side's gain is the other's loss.
    let mut best = f32::NEG_INFINITY;
    for answer in moves {
        best = best.max(worth_after(&state, info, next, answer, ways)?);
    }
    Some(if S::are_partners(info, seat, next) { best } else { -best })
}

/// Checks the frequency of misdeals: three or four cards of one rank among four cards of forty, 145
/// in 91390.
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
