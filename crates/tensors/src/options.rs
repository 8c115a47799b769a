//! Options of a batch.

/// Options of a batch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BatchOptions {
    /// Number of matches.
    pub rows: usize,
    /// Encoding of the actions.
    pub actions: Actions,
    /// Length of an episode.
    pub episode: Episode,
    /// Kind of reward at the end of a deal.
    pub reward: Reward,
    /// Whether claims are listed: of tricks in bridge, of the match in Scopa. Without them the same
    /// deals are played to the end.
    pub claims: bool,
    /// Number of threads. Below some hundred rows more than one is slower.
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

/// Encoding of the actions, as numbers or tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Actions {
    /// One number per action, by [`Encode::FLAT`](crate::Encode::FLAT).
    Flat,
    /// Word by word, by [`Encode::TOKENS`](crate::Encode::TOKENS).
    ///
    /// After each word the mask shows the possible next ones. The action is done as soon as only
    /// one listed action remains. Until then there is no reward, and the player stays the same. The
    /// number after those of all words ends an action that is a prefix of a longer one.
    Tokens,
    /// Index into the list of legal actions, whose tokens are written out.
    List {
        /// Maximum number of listed actions.
        actions: usize,
        /// Maximum number of tokens per action.
        tokens: usize,
    },
}

/// Length of an episode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Episode {
    /// One deal with a fresh standing.
    Deal,
    /// A full match of deals.
    Match,
}

/// Kind of reward of each seat at the end of a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reward {
    /// Rewards from −1 to 1 with sum zero: [`Outcome::returns`](engine::Outcome::returns).
    Returns,
    /// Rewards that are the points by the rules.
    Points,
}
