//! Positions laid out with real cards, for the arbiter.

use super::build::{Build, Builds};
use super::{Cassino, Options, State};
use cards::{BySeat, BySide, CardSet, Pile, Seat};
use engine::Game;

/// Maximum number of sweeps, since each takes at least two cards.
const MAX_SWEEPS: usize = 26;

/// Build laid out by a user: its cards, its value, and whether the first seat controls it.
pub type PlacedBuild = (CardSet, u8, bool);

impl State {
    /// Creates a position in which the first seat is to play, with these loose cards and builds and
    /// this hand.
    ///
    /// Every other hand holds one unseen card, and the stock the rest. With `last` there are no
    /// unseen cards, so this is the last play of the deal.
    ///
    /// # Errors
    ///
    /// Returns the first of `builds` that cannot be divided into groups of its value. (CA-R9,
    /// CA-R10)
    pub fn situation(
        options: &Options,
        loose: CardSet,
        builds: &[PlacedBuild],
        hand: CardSet,
        last: bool,
    ) -> Result<Self, PlacedBuild> {
        let (first, next) = (Seat::new(0), Seat::new(1));
        let mut state = Self::captured(
            options,
            BySide::filled(options.sides(), CardSet::EMPTY),
            BySide::filled(options.sides(), 0),
        );
        state.loose = loose;
        let values = options.values();
        let mut built = Builds::none();
        for build @ (cards, value, own) in builds.iter().copied() {
            let takes = !values.singles_or_none(value).is_empty();
            if cards.len() < 2 || !takes || !state.table().groups(value).falls_into_groups(cards) {
                return Err(build);
            }
            // A single sum is the only build of one group.
            let multiple = values.sum(cards) != u32::from(value);
            built.insert(Build { cards, value, multiple, controller: if own { first } else { next } });
        }
        state.builds = built;
        let mut unseen = (CardSet::FULL - loose - built.cards() - hand).iter();
        state.hands = BySeat::new(options.seats, |seat| match seat {
            seat if seat == first => hand,
            _ if last => CardSet::EMPTY,
            _ => unseen.next().map_or(CardSet::EMPTY, CardSet::only),
        });
        state.stock = if last { Pile::EMPTY } else { unseen.collect() };
        state.turn = Some(first);
        Ok(state)
    }

    /// Creates a finished deal with these captured cards and numbers of sweeps.
    #[must_use]
    pub fn captured(options: &Options, piles: BySide<CardSet>, sweeps: BySide<u8>) -> Self {
        let mut swept = Pile::EMPTY;
        for (side, pile) in piles.iter() {
            // Only the pile of a sweep matters, not its card.
            let room = MAX_SWEEPS.saturating_sub(usize::from(swept.len()));
            pile.iter().take(usize::from(sweeps[side]).min(room)).for_each(|card| swept.push(card));
        }
        Self {
            options: *options,
            standing: Cassino::initial_standing(options, Seat::new(options.seats - 1)),
            hands: BySeat::filled(options.seats, CardSet::EMPTY),
            loose: CardSet::EMPTY,
            builds: Builds::none(),
            stock: Pile::EMPTY,
            piles,
            sweeps: swept,
            turn: None,
            last_capture: None,
            last_capturer: None,
            trailed_on: BySeat::filled(options.seats, [CardSet::EMPTY; 3]),
        }
    }
}
