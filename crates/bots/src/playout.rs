//! Playing a deal to its end, at random or nearly so.

use cards::{Rng, Seat};
use engine::{Game, Outcome, Tempo};

/// Who acts next, of those who may. In turns the order does not matter: what one of several chose is hidden from
/// the others in the state itself. In a race it does, and nobody is always first.
#[inline]
pub(crate) fn next_actor<G: Game>(state: &G::State, rng: &mut Rng) -> Option<Seat> {
    let actors = G::actors(state);
    match G::TEMPO {
        Tempo::Turns => actors.first(),
        Tempo::RealTime if actors.is_empty() => None,
        Tempo::RealTime => actors.iter().nth(rng.below(usize::from(actors.len()))),
    }
}

/// Shuffles what is due, if anything is.
#[inline]
pub(crate) fn shuffle_if_due<G: Game>(state: &mut G::State, rng: &mut Rng) {
    if G::RESHUFFLES
        && let Some(mut order) = G::shuffle_due(state)
    {
        rng.shuffle(&mut order);
        G::shuffle(state, &order, &mut drop);
    }
}

/// Plays at random to the end of the deal. `actions` is a buffer, so that nothing is allocated here.
///
/// # Panics
///
/// When the game breaks the law that a deal nobody can act in is over.
pub fn playout<G: Game>(state: &mut G::State, actions: &mut Vec<G::Action>, rng: &mut Rng) -> Outcome {
    to_the_end::<G>(state, rng, |state, actor, rng| {
        actions.clear();
        G::legal_actions(state, actor, actions);
        rng.pick(actions)
    })
}

/// Plays to the end of the deal as the game would have it played in a search: see [`Game::playout_action`].
///
/// # Panics
///
/// As [`playout`].
pub fn guided_playout<G: Game>(state: &mut G::State, actions: &mut Vec<G::Action>, rng: &mut Rng) -> Outcome {
    to_the_end::<G>(state, rng, |state, actor, rng| G::playout_action(state, actor, actions, rng))
}

#[inline]
fn to_the_end<G: Game>(
    state: &mut G::State,
    rng: &mut Rng,
    mut choose: impl FnMut(&G::State, Seat, &mut Rng) -> G::Action,
) -> Outcome {
    loop {
        shuffle_if_due::<G>(state, rng);
        let Some(actor) = next_actor::<G>(state, rng) else { break };
        let action = choose(state, actor, rng);
        G::apply(state, actor, action, &mut drop);
    }
    G::outcome(state).expect("nobody may act, so it is over")
}
