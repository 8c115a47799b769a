//! Playouts: deals played to their end at random or by a light policy.

use cards::{Rng, Seat};
use engine::{Game, Outcome};

/// Returns the next seat to act, among those that can. `actions` is a scratch buffer.
///
/// In a game of turns the order does not matter, because the state itself hides simultaneous
/// choices. In a race the order is random, so no seat is always first.
#[inline]
pub(crate) fn next_actor<G: Game>(
    state: &G::State,
    actions: &mut Vec<G::Action>,
    rng: &mut Rng,
) -> Option<Seat> {
    let actors = G::actors(state);
    if G::RACE.is_none() || actors.is_empty() {
        return actors.first();
    }
    let first = rng.below(usize::from(actors.len()));
    (0..actors.len()).find_map(|more| {
        let seat = actors.iter().nth((first + usize::from(more)) % usize::from(actors.len()))?;
        actions.clear();
        G::legal_actions(state, seat, actions);
        (!actions.is_empty()).then_some(seat)
    })
}

/// Performs all due shuffles and returns their number. One shuffle may follow another.
#[inline]
pub(crate) fn shuffle_if_due<G: Game>(state: &mut G::State, rng: &mut Rng) -> usize {
    let Some(reshuffle) = G::RESHUFFLE else { return 0 };
    let mut shuffles = 0;
    while let Some(mut order) = (reshuffle.due)(state) {
        rng.shuffle(&mut order);
        (reshuffle.shuffle)(state, &order, &mut drop);
        shuffles += 1;
    }
    shuffles
}

/// Plays at random to the end of the deal. `actions` is a scratch buffer, so nothing is allocated
/// here.
///
/// # Panics
///
/// Panics if the game breaks the law that a deal without actors is over.
pub fn playout<G: Game>(state: &mut G::State, actions: &mut Vec<G::Action>, rng: &mut Rng) -> Outcome {
    to_the_end::<G>(state, actions, rng, |state, actor, actions, rng| {
        // In a race `next_actor` has listed the actions already.
        if G::RACE.is_some() { rng.pick(actions) } else { G::random_action(state, actor, actions, rng) }
    })
}

/// Plays to the end of the deal by the game's playout policy, see [`Game::PLAYOUT`].
///
/// # Panics
///
/// Panics under the same condition as [`playout`].
pub fn guided_playout<G: Game>(state: &mut G::State, actions: &mut Vec<G::Action>, rng: &mut Rng) -> Outcome {
    to_the_end::<G>(state, actions, rng, engine::playout_action::<G>)
}

#[inline]
fn to_the_end<G: Game>(
    state: &mut G::State,
    actions: &mut Vec<G::Action>,
    rng: &mut Rng,
    choose: impl Fn(&G::State, Seat, &mut Vec<G::Action>, &mut Rng) -> G::Action,
) -> Outcome {
    loop {
        shuffle_if_due::<G>(state, rng);
        let Some(actor) = next_actor::<G>(state, actions, rng) else { break };
        let action = choose(state, actor, actions, rng);
        G::apply_quietly(state, actor, action);
    }
    G::outcome(state).expect("no seat may act, so the deal is over")
}
