//! Search states: deals as a search plays them.

use crate::playout::shuffle_if_due;
use cards::{BySeat, Rng, Seat};
use engine::Game;
use std::fmt::{self, Debug};
use std::marker::PhantomData;

/// Next event in a [`SearchState`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// The next event is a move of this seat.
    Seat(Seat),
    /// A chance event: cards are dealt or shuffled.
    Chance,
    /// No event follows, because the deal is over.
    Over,
}

/// Determinization of a deal: one state that fits a seat's information set.
///
/// Every game can be searched through [`FullState`]. A compact state of the game's own is many
/// times faster: it is `Copy`, at most 128 bytes, and omits everything a search does not need, such
/// as visibility. [`check_search_state`](crate::check_search_state) compares it with the game, move
/// by move.
pub trait SearchState: Clone + Debug + Send {
    /// Game whose deals are searched.
    type Game: Game;
    /// The rules and everything the searching seat knows; the same for every determinization.
    type InformationSet: Send;
    /// Move of a seat in the search.
    type Move: Copy + Ord + Debug + Send;
    /// Search state for rules that this one does not support: a [`FullState`], with or without a
    /// guide.
    type Fallback: SearchState<Game = Self::Game>;

    /// Whether the [`policy`](SearchState::policy) is strong enough for a one-ply search with the
    /// policy as playout.
    const IS_GUIDED: bool = false;

    /// Standard errors by which a move must beat the usual one to replace it in a
    /// [guided](SearchState::IS_GUIDED) search.
    const MIN_SIGNIFICANCE: f64 = 0.0;

    /// Returns the information set of a view, or `None` if this state does not support the rules in
    /// use.
    fn information_set(view: &<Self::Game as Game>::View) -> Option<Self::InformationSet>;
    /// Draws a random determinization of the information set.
    fn draw(info: &Self::InformationSet, rng: &mut Rng) -> Self;
    /// Returns the next event.
    fn next(&self, info: &Self::InformationSet) -> Next;
    /// Deals or shuffles what is due.
    fn deal(&mut self, info: &Self::InformationSet, rng: &mut Rng);
    /// Appends all moves of `seat`, which is to move, to `moves`.
    fn moves(&self, info: &Self::InformationSet, seat: Seat, moves: &mut Vec<Self::Move>);
    /// Applies a move to the deal.
    fn play(&mut self, info: &Self::InformationSet, seat: Seat, chosen: Self::Move);
    /// Returns the value of the finished deal for each seat, as [`engine::Outcome::returns`].
    fn returns(&self, info: &Self::InformationSet) -> BySeat<f32>;
    /// Converts a move to the game's action.
    fn action(chosen: Self::Move) -> <Self::Game as Game>::Action;

    /// Returns the playout move of `seat` in a search by `searcher`. `moves` is an empty scratch
    /// buffer.
    fn policy(
        &self,
        info: &Self::InformationSet,
        seat: Seat,
        _searcher: Seat,
        moves: &mut Vec<Self::Move>,
        rng: &mut Rng,
    ) -> Self::Move {
        self.moves(info, seat, moves);
        rng.pick(moves)
    }

    /// Returns each seat's expected value from a chance event on, if it is known well enough to end
    /// the playout.
    ///
    /// Called only if chance is [next](SearchState::next).
    fn value(&self, _info: &Self::InformationSet) -> Option<BySeat<f32>> {
        None
    }

    /// Fills the empty `moves` with the candidates of a one-ply search for `seat`.
    ///
    /// The first one is the usual move. It is played unless another is clearly better.
    fn candidates(
        &self,
        info: &Self::InformationSet,
        seat: Seat,
        moves: &mut Vec<Self::Move>,
        rng: &mut Rng,
    ) {
        let usual = self.policy(info, seat, seat, moves, rng);
        moves.clear();
        self.moves(info, seat, moves);
        moves.retain(|chosen| *chosen != usual);
        moves.insert(0, usual);
    }

    /// Returns whether two sides play with nothing hidden and no chance left. The end can then be
    /// [solved](crate::solve).
    fn is_open(_info: &Self::InformationSet) -> bool {
        false
    }

    /// Returns whether two seats play for the same side.
    fn are_partners(_info: &Self::InformationSet, one: Seat, other: Seat) -> bool {
        one == other
    }
}

/// Game-specific knowledge for a search over the full state.
pub trait Guide<G: Game>: Send + 'static {
    /// Returns whether nothing is hidden and no chance is left, as [`SearchState::is_open`] does.
    fn is_open(_view: &G::View) -> bool {
        false
    }

    /// Returns whether two seats are partners, as [`SearchState::are_partners`] does.
    fn are_partners(_view: &G::View, one: Seat, other: Seat) -> bool {
        one == other
    }

    /// Number of playout policies. Each determinization uses one of them, chosen uniformly.
    const PLAYOUT_POLICIES: u8 = 1;

    /// Returns the playout move of `seat` under this policy, in a search by `searcher`. See
    /// [`SearchState::policy`].
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

    /// Removes moves that a one-ply search need not compare with the usual move. `moves` holds all
    /// other legal moves of `seat`.
    fn prune(_state: &G::State, _seat: Seat, _moves: &mut Vec<G::Action>) {}
}

/// Guide without game-specific knowledge.
#[derive(Clone, Copy, Debug)]
pub struct Unguided;

impl<G: Game> Guide<G> for Unguided {}

/// Determinization that uses the game's own state. It works for any game of turns.
pub struct FullState<G: Game, H = Unguided> {
    state: G::State,
    /// Playout policy of this determinization.
    policy: u8,
    guide: PhantomData<fn() -> H>,
}

impl<G: Game, H> Clone for FullState<G, H> {
    #[inline]
    fn clone(&self) -> Self {
        Self { state: self.state.clone(), ..*self }
    }
}

impl<G: Game, H> Debug for FullState<G, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.state.fmt(f)
    }
}

impl<G: Game, H: Guide<G>> SearchState for FullState<G, H> {
    type Game = G;
    type InformationSet = G::View;
    type Move = G::Action;
    type Fallback = Self;

    const IS_GUIDED: bool = match &G::PLAYOUT {
        Some(playout) => playout.guides,
        None => false,
    };

    fn information_set(view: &G::View) -> Option<G::View> {
        Some(view.clone())
    }
    #[inline]
    fn draw(info: &G::View, rng: &mut Rng) -> Self {
        let state = G::determinize(info, rng);
        // With a single policy no random number is drawn.
        let policy =
            if H::PLAYOUT_POLICIES > 1 { rng.below(usize::from(H::PLAYOUT_POLICIES)) as u8 } else { 0 };
        Self { state, policy, guide: PhantomData }
    }
    #[inline]
    fn next(&self, _info: &G::View) -> Next {
        // The order of several actors does not matter, because the state itself hides simultaneous
        // choices.
        match G::actors(&self.state).first() {
            Some(seat) => Next::Seat(seat),
            None if engine::shuffle_due::<G>(&self.state).is_some() => Next::Chance,
            None => Next::Over,
        }
    }
    #[inline]
    fn deal(&mut self, _info: &G::View, rng: &mut Rng) {
        shuffle_if_due::<G>(&mut self.state, rng);
    }
    #[inline]
    fn moves(&self, _info: &G::View, seat: Seat, moves: &mut Vec<G::Action>) {
        G::legal_actions(&self.state, seat, moves);
    }
    #[inline]
    fn play(&mut self, _info: &G::View, seat: Seat, chosen: G::Action) {
        G::apply_quietly(&mut self.state, seat, chosen);
    }
    #[inline]
    fn returns(&self, _info: &G::View) -> BySeat<f32> {
        G::outcome(&self.state).expect("no seat may act, so the deal is over").returns
    }
    #[inline]
    fn action(chosen: G::Action) -> G::Action {
        chosen
    }
    #[inline]
    fn policy(
        &self,
        _info: &G::View,
        seat: Seat,
        searcher: Seat,
        moves: &mut Vec<G::Action>,
        rng: &mut Rng,
    ) -> G::Action {
        H::policy(&self.state, self.policy, seat, searcher, moves, rng)
    }
    fn candidates(&self, info: &G::View, seat: Seat, moves: &mut Vec<G::Action>, rng: &mut Rng) {
        let usual = self.policy(info, seat, seat, moves, rng);
        moves.clear();
        self.moves(info, seat, moves);
        moves.retain(|chosen| *chosen != usual);
        H::prune(&self.state, seat, moves);
        moves.insert(0, usual);
    }
    fn is_open(info: &G::View) -> bool {
        H::is_open(info)
    }
    fn are_partners(info: &G::View, one: Seat, other: Seat) -> bool {
        H::are_partners(info, one, other)
    }
}

/// Plays by the state's [policy](SearchState::policy) to the end, or to a point whose
/// [value](SearchState::value) is known.
#[inline]
pub fn play_out<S: SearchState>(
    determinization: &mut S,
    info: &S::InformationSet,
    searcher: Seat,
    moves: &mut Vec<S::Move>,
    rng: &mut Rng,
) -> BySeat<f32> {
    loop {
        match determinization.next(info) {
            Next::Seat(seat) => {
                moves.clear();
                let chosen = determinization.policy(info, seat, searcher, moves, rng);
                determinization.play(info, seat, chosen);
            }
            Next::Chance => match determinization.value(info) {
                Some(value) => return value,
                None => determinization.deal(info, rng),
            },
            Next::Over => return determinization.returns(info),
        }
    }
}
