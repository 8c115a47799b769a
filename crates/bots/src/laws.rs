//! What a small search state owes to its game, and every bot to those it plays with.

use crate::search_state::{Next, SearchState};
use crate::{bot, budget, names, offered, spelling};
use cards::{Rng, Seat, Seed, Viewer};
use engine::{Budget, Game, Observation, Setup, shuffle, shuffle_due, shuffled_deck};
use std::collections::BTreeSet;

/// So many worlds are enough to see whether a bot looks at what it may not: the law wants many answers.
const FEW_WORLDS: u32 = 12;

/// Plays `deals` deals by the rules of `setup` as the strongest bot does, and asks the bots of all levels, and those that have a name
/// alone, every few actions: each chooses something legal, and the same in another world that looks the same to its seat.
///
/// # Panics
///
/// When one does not.
pub fn check_levels<G: Game>(setup: &Setup<G::Options>, deals: u64) {
    let options = &setup.options;
    let levels = G::LEVELS.iter().map(|level| spelling::<G>(level.name));
    let alone = names::<G>().into_iter().filter(|name| *name != "ismcts");
    let asked: BTreeSet<String> = levels.chain(alone).map(with_few_worlds).collect();
    let strongest = with_few_worlds(spelling::<G>(offered::<G>().last().expect("somebody plays")));
    for n in 0..deals {
        let mut rng = Rng::from_number(n);
        let dealer = Seat::new((n % u64::from(engine::Ruleset::seats(options))) as u8);
        let deck = shuffled_deck::<G>(options, &Seed::from_number(n), 0);
        let mut state = G::deal(options, &G::initial_standing(options, dealer), &deck, &mut drop);
        for step in 0.. {
            if let Some(mut order) = shuffle_due::<G>(&state) {
                rng.shuffle(&mut order);
                shuffle::<G>(&mut state, &order, &mut drop);
            }
            let mut seats = G::actors(&state)
                .iter()
                .map(|seat| (seat, Observation::<G>::new(&state, Viewer::Seat(seat))));
            // In a race not everybody who may act can.
            let Some((seat, seen)) = seats.find(|(_, seen)| !seen.legal.is_empty()) else { break };
            let looks_the_same =
                Observation::<G>::new(&G::determinize(&seen.view, &mut rng), Viewer::Seat(seat));
            let luck = rng.bits();
            let choice = |name: &str, seen: &Observation<G>| {
                let mut bot = bot::<G>(name).expect("a level is a bot");
                bot.choose(seen, seat, &mut Rng::from_number(luck))
            };
            if step % 4 == n % 4 {
                for name in &asked {
                    let chosen = choice(name, &seen);
                    assert!(seen.legal.contains(&chosen), "{name} chooses {chosen}, which is not legal");
                    assert_eq!(choice(name, &looks_the_same), chosen, "{name} knows more than it sees");
                }
            }
            let chosen = choice(&strongest, &seen);
            G::apply(&mut state, seat, chosen, &mut drop);
        }
    }
}

fn with_few_worlds(name: &str) -> String {
    match (name.split_once(':'), budget(name)) {
        (Some((bot, _)), Some(Budget::Iterations(worlds))) if bot != "careless" => {
            format!("{bot}:{}", worlds.min(FEW_WORLDS))
        }
        _ => name.to_owned(),
    }
}

/// Plays `deals` random deals by the rules of `setup` as the game plays them and as a small state does, and compares every step.
///
/// 1. The same seat is to move, and may do the same.
/// 2. The same move leads to the same, cards to come included.
/// 3. The same deal is worth the same.
/// 4. A world drawn from a view looks like the view: the seat that is to move may do the same.
/// 5. What a playout does is legal.
/// 6. Where nothing is hidden, every world drawn is the true one.
///
/// `of` makes the small state of a true one. It tells whether the rules are such that the state can be used at all.
///
/// # Panics
///
/// When one of these does not hold.
pub fn check_search_state<S: SearchState + Copy + PartialEq>(
    setup: &Setup<<S::Game as Game>::Options>,
    deals: u64,
    of: fn(&<S::Game as Game>::State) -> S,
) -> bool {
    assert!(size_of::<S>() <= 128, "{} bytes are not small", size_of::<S>());
    let options = &setup.options;
    let mut played = false;
    for n in 0..deals {
        let mut rng = Rng::from_number(n);
        let dealer = Seat::new((n % u64::from(engine::Ruleset::seats(options))) as u8);
        let deck = shuffled_deck::<S::Game>(options, &Seed::from_number(n), 0);
        let standing = S::Game::initial_standing(options, dealer);
        let mut state = S::Game::deal(options, &standing, &deck, &mut drop);
        let mut small = of(&state);
        while let Some(seat) = S::Game::actors(&state).first() {
            let seen = Observation::<S::Game>::new(&state, Viewer::Seat(seat));
            let Some(known) = S::known(&seen.view) else { return false };
            played = true;
            let legal: BTreeSet<_> = seen.legal.iter().copied().collect();
            let world = S::draw(&known, &mut rng);
            for state in [&small, &world] {
                assert_eq!(state.next(&known), Next::Seat(seat), "the same seat is to move");
                let found = moves(state, &known, seat);
                assert_eq!(found.len(), legal.len(), "no move twice: {found:?}");
                let found: BTreeSet<_> = found.into_iter().map(S::action).collect();
                assert_eq!(found, legal, "it may do the same");
                let chosen = state.policy(&known, seat, seat, &mut Vec::new(), &mut rng);
                assert!(legal.contains(&S::action(chosen)), "a playout does {chosen:?}, which is not legal");
            }
            if S::is_open(&known) {
                assert_eq!(world, small, "nothing is hidden");
            }
            let chosen = rng.pick(&moves(&small, &known, seat));
            S::Game::apply(&mut state, seat, S::action(chosen), &mut drop);
            small.play(&known, seat, chosen);
            while small.next(&known) == Next::Chance {
                small.deal(&known, &mut rng);
            }
            assert_eq!(small, of(&state), "{chosen:?} does the same");
            if let Some(outcome) = S::Game::outcome(&state) {
                assert_eq!(small.next(&known), Next::Over);
                assert_eq!(small.returns(&known), outcome.returns, "it is worth the same");
            }
        }
    }
    played
}

fn moves<S: SearchState>(state: &S, known: &S::Known, seat: Seat) -> Vec<S::Move> {
    let mut moves = Vec::new();
    state.moves(known, seat, &mut moves);
    moves
}
