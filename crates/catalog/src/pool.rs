//! Pools: the tables that players who don't know each other can ask for.

use crate::{AnyGame, Catalog, SetupText};

/// Pool of a server's lobby.
///
/// ```
/// let pool = catalog::POOLS.iter().find(|pool| pool.id == "thirty-one-5-quick").expect("a pool");
/// assert_eq!((pool.game, pool.least, pool.most), ("thirty-one", 3, 5));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pool {
    /// Id: the game, the maximum number of players, and the pace.
    pub id: &'static str,
    /// Id of the game.
    pub game: &'static str,
    /// Id of the preset.
    pub preset: &'static str,
    /// Minimum number of players.
    pub least: u8,
    /// Maximum number of players.
    pub most: u8,
    /// Whether four players play two against two.
    pub partners: bool,
    /// Pace of the match.
    pub pace: PoolPace,
}

/// Pace of a pool's matches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PoolPace {
    /// The quick time control.
    Quick,
    /// The normal time control.
    Normal,
    /// No time control, because the game is a race.
    Untimed,
}

macro_rules! pools {
    ($($id:literal = $game:literal, $preset:literal, $least:literal to $most:literal, $partners:literal, $pace:ident;)+) => {
        /// All pools, in the order in which they are offered.
        pub const POOLS: &[Pool] = &[$(Pool {
            id: $id,
            game: $game,
            preset: $preset,
            least: $least,
            most: $most,
            partners: $partners,
            pace: PoolPace::$pace,
        }),+];
    };
}

pools! {
    "scopa-2-quick" = "scopa", "classic", 2 to 2, false, Quick;
    "scopa-2-normal" = "scopa", "classic", 2 to 2, false, Normal;
    "scopa-4-quick" = "scopa", "classic", 4 to 4, true, Quick;
    "scopa-4-normal" = "scopa", "classic", 4 to 4, true, Normal;
    "wall-street-2-quick" = "wall-street", "beebe", 2 to 2, false, Quick;
    "wall-street-2-normal" = "wall-street", "beebe", 2 to 2, false, Normal;
    "bridge-4-quick" = "bridge", "chicago", 4 to 4, true, Quick;
    "bridge-4-normal" = "bridge", "chicago", 4 to 4, true, Normal;
    "cassino-2-quick" = "cassino", "house", 2 to 2, false, Quick;
    "cassino-2-normal" = "cassino", "house", 2 to 2, false, Normal;
    "gin-rummy-2-quick" = "gin-rummy", "house", 2 to 2, false, Quick;
    "gin-rummy-2-normal" = "gin-rummy", "house", 2 to 2, false, Normal;
    "thirty-one-5-quick" = "thirty-one", "house", 3 to 5, false, Quick;
    "thirty-one-5-normal" = "thirty-one", "house", 3 to 5, false, Normal;
    "speed-2" = "speed", "house", 2 to 2, false, Untimed;
    "sharks-4-quick" = "sharks", "house", 3 to 4, false, Quick;
    "sharks-4-normal" = "sharks", "house", 3 to 4, false, Normal;
}

impl Pool {
    /// Returns the game of the pool.
    #[must_use]
    pub fn game_in(self, catalog: &Catalog) -> Option<&dyn AnyGame> {
        catalog.find(self.game)
    }

    /// Returns the family of the pool's ratings: the game, and whether two play, more, or pairs.
    ///
    /// ```
    /// let families: Vec<String> = catalog::POOLS.iter().map(|pool| pool.family()).collect();
    /// assert_eq!(families[..3], ["scopa-two", "scopa-two", "scopa-partners"]);
    /// ```
    #[must_use]
    pub fn family(self) -> String {
        let kind = match (self.partners, self.most) {
            (true, _) => "partners",
            (false, 2) => "two",
            (false, _) => "many",
        };
        format!("{}-{kind}", self.game)
    }

    /// Returns the setup of a table with this number of players.
    #[must_use]
    pub fn setup(self, seats: u8) -> SetupText {
        SetupText { preset: Some(self.preset.to_owned()), options: Default::default(), seats: Some(seats) }
    }
}

#[cfg(all(test, feature = "all-games"))]
mod tests {
    use super::*;
    use crate::{CATALOG, Turns};
    use cards::Seat;
    use engine::Phase;
    use std::collections::BTreeSet;

    #[test]
    fn every_pool_has_a_table_for_each_number_of_players() {
        for pool in POOLS {
            let game = pool.game_in(&CATALOG).expect(pool.id);
            for seats in pool.least..=pool.most {
                let table = game.open(&pool.setup(seats), Seat::new(0)).expect(pool.id);
                let sides: BTreeSet<_> = table.sides().iter().map(|(_, side)| side).collect();
                assert_eq!(sides.len(), if pool.partners { 2 } else { usize::from(seats) }, "{}", pool.id);
                assert_eq!(table.phase(), Phase::Between);
            }
            let is_race = game.turns() == Turns::Race;
            assert_eq!(is_race, pool.pace == PoolPace::Untimed, "a race has no clock: {}", pool.id);
        }
    }

    #[test]
    fn every_game_has_pools_in_all_its_paces_with_ids_of_their_own() {
        let ids: BTreeSet<&str> = POOLS.iter().map(|pool| pool.id).collect();
        assert_eq!(ids.len(), POOLS.len());
        for game in CATALOG.games() {
            let pools: Vec<&Pool> = POOLS.iter().filter(|pool| pool.game == game.id()).collect();
            assert!(!pools.is_empty(), "{}", game.id());
            for pool in pools {
                let pace = match pool.pace {
                    PoolPace::Quick => "-quick",
                    PoolPace::Normal => "-normal",
                    PoolPace::Untimed => "",
                };
                assert_eq!(pool.id, format!("{}-{}{pace}", pool.game, pool.most));
                let other = match pool.pace {
                    PoolPace::Quick => pool.id.replace("quick", "normal"),
                    _ => pool.id.replace("normal", "quick"),
                };
                assert!(ids.contains(&*other), "{other}");
            }
        }
    }
}
