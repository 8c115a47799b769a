//! Property checks for compact search states and for the bots of a game.

use crate::search_state::{Next, SearchState};
use crate::{bot, budget, names, offered, spelling};
use cards::{Rng, Seat, Seed, Viewer};
use engine::{Budget, Game, Observation, Setup, shuffle, shuffle_due, shuffled_deck};
use std::collections::BTreeSet;

/// Determinizations per move in these checks. A few suffice to see whether a bot uses hidden
/// information.
const FEW_DETERMINIZATIONS: u32 = 12;

/// Checks the bots of all levels, and the other named bots, in `deals` deals under `setup`.
///
/// The strongest bot plays the deals. Every few actions each bot must choose a legal action. It
/// must choose the same action in another determinization that looks the same to its seat.
///
/// # Panics
///
/// Panics if a bot fails the check.
pub fn check_levels<G: Game>(setup: &Setup<G::Options>, deals: u64) {
    let options = &setup.options;
    let levels = G::LEVELS.iter().map(|level| spelling::<G>(level.name));
    let alone = names::<G>().into_iter().filter(|name| *name != "ismcts");
    let asked: BTreeSet<String> = levels.chain(alone).map(with_few_determinizations).collect();
    let strongest =
        with_few_determinizations(spelling::<G>(offered::<G>().last().expect("every game has bots")));
    if G::RACE.is_none() {
        assert!(bot::<G>("ismcts:1").is_ok(), "a game of turns has a search");
    }
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
            // In a race an actor may have no legal action.
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
            G::apply_quietly(&mut state, seat, chosen);
        }
    }
}

fn with_few_determinizations(name: &str) -> String {
    match (name.split_once(':'), budget(name)) {
        (Some((bot, _)), Some(Budget::Iterations(determinizations))) if bot != "noisy" => {
            format!("{bot}:{}", determinizations.min(FEW_DETERMINIZATIONS))
        }
        _ => name.to_owned(),
    }
}

/// Plays `deals` random deals under `setup` with the game and with the compact state, and compares
/// each step.
///
/// 1. The same seat is to move, with the same moves.
/// 2. The same move leads to the same state, including cards dealt by chance.
/// 3. The same deal has the same value.
/// 4. A determinization agrees with its view: the seat to move has the same moves.
/// 5. The playout policy chooses legal moves.
/// 6. If nothing is hidden, every determinization is the true state.
///
/// `of` converts a game state to the compact state. Returns whether the compact state supports
/// these rules.
///
/// # Panics
///
/// Panics if one of these properties fails.
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
            let Some(info) = S::information_set(&seen.view) else { return false };
            played = true;
            let legal: BTreeSet<_> = seen.legal.iter().copied().collect();
            let determinization = S::draw(&info, &mut rng);
            for state in [&small, &determinization] {
                assert_eq!(state.next(&info), Next::Seat(seat), "the same seat is to move");
                let found = moves(state, &info, seat);
                assert_eq!(found.len(), legal.len(), "no move twice: {found:?}");
                let found: BTreeSet<_> = found.into_iter().map(S::action).collect();
                assert_eq!(found, legal, "it may do the same");
                let chosen = state.policy(&info, seat, seat, &mut Vec::new(), &mut rng);
                assert!(legal.contains(&S::action(chosen)), "a playout does {chosen:?}, which is not legal");
            }
            if S::is_open(&info) {
                assert_eq!(determinization, small, "nothing is hidden");
            }
            let chosen = rng.pick(&moves(&small, &info, seat));
            S::Game::apply_quietly(&mut state, seat, S::action(chosen));
            small.play(&info, seat, chosen);
            while small.next(&info) == Next::Chance {
                small.deal(&info, &mut rng);
            }
            assert_eq!(small, of(&state), "{chosen:?} does the same");
            if let Some(outcome) = S::Game::outcome(&state) {
                assert_eq!(small.next(&info), Next::Over);
                assert_eq!(small.returns(&info), outcome.returns, "it is worth the same");
            }
        }
    }
    played
}

fn moves<S: SearchState>(state: &S, info: &S::InformationSet, seat: Seat) -> Vec<S::Move> {
    let mut moves = Vec::new();
    state.moves(info, seat, &mut moves);
    moves
}
