//! How a batch is played.

/// How a batch is played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BatchOptions {
    /// How many matches there are at once.
    pub rows: usize,
    /// How an action is a number.
    pub actions: Actions,
    /// What a row plays before it begins anew.
    pub episode: Episode,
    /// What a row is paid.
    pub reward: Reward,
    /// Whether claims are listed: of tricks in bridge, of the match in Scopa. Without them the same deals are played to their end.
    pub claims: bool,
    /// On how many threads. Below some hundred rows more than one is slower.
    pub threads: usize,
}

impl Default for BatchOptions {
    fn default() -> Self {
        Self {
            rows: 1,
            actions: Actions::Flat,
            episode: Episode::Deal,
            reward: Reward::Returns,
            claims: true,
            threads: 1,
        }
    }
}

/// How an action is a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Actions {
    /// One number for each action, by [`Encode::FLAT`](crate::Encode::FLAT).
    Flat,
    /// An action is said word by word, by [`Encode::TOKENS`](crate::Encode::TOKENS). After each word the mask shows which can
    /// follow; as soon as one listed action is left it is done. Until then nothing happens: no reward, the same player. The number
    /// after those of all words ends an action that is also the beginning of a longer one.
    Tokens,
    /// The place in the list of what may be done, whose tokens are written out.
    List {
        /// How many actions there is room for.
        actions: usize,
        /// How many tokens of each.
        tokens: usize,
    },
}

/// What a row plays before it begins anew.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Episode {
    /// One deal from a fresh standing.
    Deal,
    /// A whole match.
    Match,
}

/// What a row is paid when a deal is over, for each seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reward {
    /// From −1 to 1, the sum zero: [`Outcome::returns`](engine::Outcome::returns).
    Returns,
    /// What the rules award.
    Points,
}
