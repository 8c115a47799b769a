//! A deal as a search plays it.

use crate::playout::shuffle_if_due;
use cards::{BySeat, Rng, Seat};
use engine::Game;
use std::fmt::{self, Debug};
use std::marker::PhantomData;

/// Who moves next in a [`SearchState`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// This seat.
    Seat(Seat),
    /// Nobody: cards are dealt or shuffled.
    Chance,
    /// Nobody: the deal is over.
    Over,
}

/// A deal as a search plays it, in one of the worlds that fit what a seat knows.
///
/// Every game can be searched as it is, as a [`Whole`]. A game that has a small state of its own is searched many times faster: it
/// is `Copy`, no more than 128 bytes, and leaves out what no search asks, such as who is told what.
/// [`check_search_state`](crate::check_search_state) plays it beside the game, move by move.
pub trait SearchState: Clone + Debug + Send {
    /// The game.
    type Game: Game;
    /// What is the same in every world: the rules, and all that the searching seat knows.
    type Known: Send;
    /// What a seat may do.
    type Move: Copy + Ord + Debug + Send;
    /// What is searched where the rules are such that this state cannot be: the [`Whole`] game, with or without a guide.
    type Otherwise: SearchState<Game = Self::Game>;

    /// Whether the [`policy`](SearchState::policy) plays so well that a search need look no further than one move ahead, and let
    /// it play on.
    const IS_GUIDED: bool = false;

    /// By how many standard errors a move must be better than the usual one to be played in its place, where the state
    /// [is guided](SearchState::IS_GUIDED).
    const CLEARLY: f64 = 0.0;

    /// What the seat knows whose view this is; `None` where it plays by rules that this state leaves out.
    fn known(view: &<Self::Game as Game>::View) -> Option<Self::Known>;
    /// A world that fits what is known, drawn at random.
    fn draw(known: &Self::Known, rng: &mut Rng) -> Self;
    /// Who moves next.
    fn next(&self, known: &Self::Known) -> Next;
    /// Deals or shuffles what is due.
    fn deal(&mut self, known: &Self::Known, rng: &mut Rng);
    /// Adds every move of `seat`, whose turn it is, to `moves`.
    fn moves(&self, known: &Self::Known, seat: Seat, moves: &mut Vec<Self::Move>);
    /// Makes a move.
    fn play(&mut self, known: &Self::Known, seat: Seat, chosen: Self::Move);
    /// What the deal has brought everybody, once it is over: as [`engine::Outcome::returns`].
    fn returns(&self, known: &Self::Known) -> BySeat<f32>;
    /// The move as the game knows it.
    fn action(chosen: Self::Move) -> <Self::Game as Game>::Action;

    /// What `seat` does in a playout for the sake of `searcher`. `moves` is an empty buffer.
    fn policy(
        &self,
        known: &Self::Known,
        seat: Seat,
        _searcher: Seat,
        moves: &mut Vec<Self::Move>,
        rng: &mut Rng,
    ) -> Self::Move {
        self.moves(known, seat, moves);
        rng.pick(moves)
    }

    /// What everybody can expect of the deal when it goes on by chance from here, where that is known well enough to look no
    /// further. Asked only where chance is [next](SearchState::next).
    fn value(&self, _known: &Self::Known) -> Option<BySeat<f32>> {
        None
    }

    /// The moves of `seat` that a search one move ahead compares, in `moves`, which is empty: first what is played unless another is
    /// clearly better.
    fn candidates(&self, known: &Self::Known, seat: Seat, moves: &mut Vec<Self::Move>, rng: &mut Rng) {
        let usual = self.policy(known, seat, seat, moves, rng);
        moves.clear();
        self.moves(known, seat, moves);
        moves.retain(|chosen| *chosen != usual);
        moves.insert(0, usual);
    }

    /// Whether nothing is hidden and no chance is left, and two sides play: then the end can be [solved](crate::solve).
    fn is_open(_known: &Self::Known) -> bool {
        false
    }

    /// Whether two seats play for the same side.
    fn are_partners(_known: &Self::Known, one: Seat, other: Seat) -> bool {
        one == other
    }
}

/// What a game tells of itself to a search of its whole state.
pub trait Guide<G: Game>: Send + 'static {
    /// As [`SearchState::is_open`].
    fn is_open(_view: &G::View) -> bool {
        false
    }

    /// As [`SearchState::are_partners`].
    fn are_partners(_view: &G::View, one: Seat, other: Seat) -> bool {
        one == other
    }

    /// In how many ways people may play on after the search: each world has one of them, as likely as any other.
    const PLAYOUT_POLICIES: u8 = 1;

    /// What `seat` does in a playout of a world that has this policy, for the sake of `searcher`: as [`SearchState::policy`].
    fn policy(
        state: &G::State,
        _policy: u8,
        seat: Seat,
        _searcher: Seat,
        moves: &mut Vec<G::Action>,
        rng: &mut Rng,
    ) -> G::Action {
        engine::playout_action::<G>(state, seat, moves, rng)
    }

    /// Leaves out of `moves`, which is everything `seat` may do but what it usually does, what need not be compared with that, where a
    /// search looks one move ahead.
    fn prune(_state: &G::State, _seat: Seat, _moves: &mut Vec<G::Action>) {}
}

/// A game that tells nothing.
#[derive(Clone, Copy, Debug)]
pub struct Unguided;

impl<G: Game> Guide<G> for Unguided {}

/// A world of any game that takes turns, as the game itself plays it.
pub struct Whole<G: Game, H = Unguided> {
    state: G::State,
    /// How everybody plays on.
    policy: u8,
    guide: PhantomData<fn() -> H>,
}

impl<G: Game, H> Clone for Whole<G, H> {
    #[inline]
    fn clone(&self) -> Self {
        Self { state: self.state.clone(), ..*self }
    }
}

impl<G: Game, H> Debug for Whole<G, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.state.fmt(f)
    }
}

impl<G: Game, H: Guide<G>> SearchState for Whole<G, H> {
    type Game = G;
    type Known = G::View;
    type Move = G::Action;
    type Otherwise = Self;

    const IS_GUIDED: bool = match &G::PLAYOUT {
        Some(playout) => playout.guides,
        None => false,
    };

    fn known(view: &G::View) -> Option<G::View> {
        Some(view.clone())
    }
    #[inline]
    fn draw(known: &G::View, rng: &mut Rng) -> Self {
        let state = G::determinize(known, rng);
        // Where there is but one, no chance is spent on it.
        let policy =
            if H::PLAYOUT_POLICIES > 1 { rng.below(usize::from(H::PLAYOUT_POLICIES)) as u8 } else { 0 };
        Self { state, policy, guide: PhantomData }
    }
    #[inline]
    fn next(&self, _known: &G::View) -> Next {
        // Of several the order does not matter: what one of them chose is hidden from the others in the state itself.
        match G::actors(&self.state).first() {
            Some(seat) => Next::Seat(seat),
            None if engine::shuffle_due::<G>(&self.state).is_some() => Next::Chance,
            None => Next::Over,
        }
    }
    #[inline]
    fn deal(&mut self, _known: &G::View, rng: &mut Rng) {
        shuffle_if_due::<G>(&mut self.state, rng);
    }
    #[inline]
    fn moves(&self, _known: &G::View, seat: Seat, moves: &mut Vec<G::Action>) {
        G::legal_actions(&self.state, seat, moves);
    }
    #[inline]
    fn play(&mut self, _known: &G::View, seat: Seat, chosen: G::Action) {
        G::apply(&mut self.state, seat, chosen, &mut drop);
    }
    #[inline]
    fn returns(&self, _known: &G::View) -> BySeat<f32> {
        G::outcome(&self.state).expect("nobody may act, so it is over").returns
    }
    #[inline]
    fn action(chosen: G::Action) -> G::Action {
        chosen
    }
    #[inline]
    fn policy(
        &self,
        _known: &G::View,
        seat: Seat,
        searcher: Seat,
        moves: &mut Vec<G::Action>,
        rng: &mut Rng,
    ) -> G::Action {
        H::policy(&self.state, self.policy, seat, searcher, moves, rng)
    }
    fn candidates(&self, known: &G::View, seat: Seat, moves: &mut Vec<G::Action>, rng: &mut Rng) {
        let usual = self.policy(known, seat, seat, moves, rng);
        moves.clear();
        self.moves(known, seat, moves);
        moves.retain(|chosen| *chosen != usual);
        H::prune(&self.state, seat, moves);
        moves.insert(0, usual);
    }
    fn is_open(known: &G::View) -> bool {
        H::is_open(known)
    }
    fn are_partners(known: &G::View, one: Seat, other: Seat) -> bool {
        H::are_partners(known, one, other)
    }
}

/// Plays a world by the state's own [policy](SearchState::policy), for the sake of `searcher`, to its end, or to where its
/// [value](SearchState::value) is known.
#[inline]
pub fn play_out<S: SearchState>(
    world: &mut S,
    known: &S::Known,
    searcher: Seat,
    moves: &mut Vec<S::Move>,
    rng: &mut Rng,
) -> BySeat<f32> {
    loop {
        match world.next(known) {
            Next::Seat(seat) => {
                moves.clear();
                let chosen = world.policy(known, seat, searcher, moves, rng);
                world.play(known, seat, chosen);
            }
            Next::Chance => match world.value(known) {
                Some(value) => return value,
                None => world.deal(known, rng),
            },
            Next::Over => return world.returns(known),
        }
    }
}
