//! Playing a deal to its end, at random or nearly so.

use cards::{Rng, Seat};
use engine::{Game, Outcome};

/// Who acts next, of those who can. In turns the order does not matter: what one of several chose is hidden from
/// the others in the state itself. In a race it does, and nobody is always first. `actions` is a buffer.
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

/// Shuffles what is due, if anything is; one shuffle may follow on another. Returns how many there were.
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

/// Plays at random to the end of the deal. `actions` is a buffer, so that nothing is allocated here.
///
/// # Panics
///
/// When the game breaks the law that a deal nobody can act in is over.
pub fn playout<G: Game>(state: &mut G::State, actions: &mut Vec<G::Action>, rng: &mut Rng) -> Outcome {
    to_the_end::<G>(state, actions, rng, |state, actor, actions, rng| {
        // In a race they were listed to see whether there are any.
        if G::RACE.is_some() { rng.pick(actions) } else { G::random_action(state, actor, actions, rng) }
    })
}

/// Plays to the end of the deal as the game would have it played in a search: see [`Game::PLAYOUT`].
///
/// # Panics
///
/// As [`playout`].
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
        G::apply(state, actor, action, &mut drop);
    }
    G::outcome(state).expect("nobody may act, so it is over")
}
