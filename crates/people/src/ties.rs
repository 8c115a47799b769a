//! Ties between two accounts: friends, mutes and blocks.
//!
//! A server stores what each account has set about another as rows. A [`Pair`] holds the rows of two accounts in both
//! directions and changes them by the rules, so that no store decides what a tie means.

/// Maximum number of friends, mutes and blocks of an account, with the requests that it sent.
pub const MAX_TIES: usize = 1_000;

/// Maximum number of friend requests that wait for one account.
pub const MAX_REQUESTS: usize = 100;

/// Tie that a player can set and clear.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TieKind {
    /// Friendship. Setting it asks the other, or accepts. Clearing it ends it, declines or takes the request back.
    Friend,
    /// The player does not see the other's phrases.
    Mute,
    /// The two never meet: in no pool, at no table, and in no list.
    Block,
}

impl TieKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Friend, Self::Mute, Self::Block];

    /// Returns the name in addresses.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Friend => "friend",
            Self::Mute => "mute",
            Self::Block => "block",
        }
    }

    /// Returns the kind with a name.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// Change of a tie by one account.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TieChange {
    /// Sets a tie.
    Set(TieKind),
    /// Clears a tie.
    Clear(TieKind),
}

/// Stored tie of one account to another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Tie {
    /// The account asked the other to be friends.
    Asked,
    /// They are friends. The other account has this tie too.
    Friend,
    /// The account does not see the other's phrases.
    Mute,
    /// The account blocks the other.
    Block,
}

impl Tie {
    /// All ties.
    pub const ALL: [Self; 4] = [Self::Asked, Self::Friend, Self::Mute, Self::Block];

    /// Returns the name in the store.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Asked => "asked",
            Self::Friend => "friend",
            Self::Mute => "mute",
            Self::Block => "block",
        }
    }

    /// Returns the tie with a name in the store.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tie| tie.name() == name)
    }
}

/// Error of a friend request between accounts of which one blocks the other. It does not tell which.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("this player is not available")]
pub struct Apart;

/// Friendship of two accounts.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Friendship {
    #[default]
    None,
    /// The first account asked.
    Asked,
    /// The second account asked.
    IsAsked,
    Friends,
}

/// Ties of two accounts to each other, as the first of them sees them.
///
/// Friendship is mutual, a friend is not asked again, and a block ends friendship and requests.
///
/// ```
/// use people::{Apart, Pair, TieChange, TieKind};
/// let mut pair = Pair::default();
/// pair.change(TieChange::Set(TieKind::Friend))?;
/// assert!(pair.has_asked() && !pair.are_friends());
/// // The other accepts.
/// let mut pair = pair.turned();
/// pair.change(TieChange::Set(TieKind::Friend))?;
/// assert!(pair.are_friends());
/// pair.change(TieChange::Set(TieKind::Block))?;
/// assert_eq!(pair.turned().change(TieChange::Set(TieKind::Friend)), Err(Apart));
/// # Ok::<(), Apart>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Pair {
    friendship: Friendship,
    /// Whether each account mutes the other.
    mutes: [bool; 2],
    /// Whether each account blocks the other.
    blocks: [bool; 2],
}

impl Pair {
    /// Creates the pair of stored ties: those of the first account to the second, and those of the second to the first.
    /// Ties that contradict each other count for less: a block ends friendship, and a friendship of one side is none.
    #[must_use]
    pub fn of(first: &[Tie], second: &[Tie]) -> Self {
        let both = |tie| [first.contains(&tie), second.contains(&tie)];
        let blocks = both(Tie::Block);
        let friendship = match (both(Tie::Friend), both(Tie::Asked)) {
            _ if blocks != [false, false] => Friendship::None,
            ([true, true], _) | (_, [true, true]) => Friendship::Friends,
            (_, [true, false]) => Friendship::Asked,
            (_, [false, true]) => Friendship::IsAsked,
            _ => Friendship::None,
        };
        Self { friendship, mutes: both(Tie::Mute), blocks }
    }

    /// Returns the ties to store: those of the first account, and those of the second.
    #[must_use]
    pub fn ties(&self) -> [Vec<Tie>; 2] {
        let (asked, friends) = match self.friendship {
            Friendship::None => ([false, false], false),
            Friendship::Asked => ([true, false], false),
            Friendship::IsAsked => ([false, true], false),
            Friendship::Friends => ([false, false], true),
        };
        [0, 1].map(|side: usize| {
            let has = [asked[side], friends, self.mutes[side], self.blocks[side]];
            Tie::ALL.into_iter().zip(has).filter(|(_, has)| *has).map(|(tie, _)| tie).collect()
        })
    }

    /// Returns the pair as the second account sees it.
    #[must_use]
    pub const fn turned(self) -> Self {
        let friendship = match self.friendship {
            Friendship::Asked => Friendship::IsAsked,
            Friendship::IsAsked => Friendship::Asked,
            other => other,
        };
        let Self { mutes: [a, b], blocks: [c, d], .. } = self;
        Self { friendship, mutes: [b, a], blocks: [d, c] }
    }

    /// Changes a tie of the first account. A change that is made already changes nothing.
    ///
    /// # Errors
    ///
    /// Returns [`Apart`] if the change asks for friendship and one account blocks the other.
    pub fn change(&mut self, change: TieChange) -> Result<(), Apart> {
        match change {
            TieChange::Set(TieKind::Friend) => {
                if self.are_apart() {
                    return Err(Apart);
                }
                self.friendship = match self.friendship {
                    Friendship::None | Friendship::Asked => Friendship::Asked,
                    Friendship::IsAsked | Friendship::Friends => Friendship::Friends,
                };
            }
            TieChange::Clear(TieKind::Friend) => self.friendship = Friendship::None,
            TieChange::Set(TieKind::Mute) => self.mutes[0] = true,
            TieChange::Clear(TieKind::Mute) => self.mutes[0] = false,
            TieChange::Set(TieKind::Block) => {
                self.blocks[0] = true;
                self.friendship = Friendship::None;
            }
            TieChange::Clear(TieKind::Block) => self.blocks[0] = false,
        }
        Ok(())
    }

    /// Returns whether the two are friends.
    #[must_use]
    pub fn are_friends(&self) -> bool {
        self.friendship == Friendship::Friends
    }

    /// Returns whether the first account asked the second to be friends.
    #[must_use]
    pub fn has_asked(&self) -> bool {
        self.friendship == Friendship::Asked
    }

    /// Returns whether the second account asked the first to be friends.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        self.friendship == Friendship::IsAsked
    }

    /// Returns whether the first account mutes the second.
    #[must_use]
    pub const fn has_muted(&self) -> bool {
        self.mutes[0]
    }

    /// Returns whether the first account blocks the second.
    #[must_use]
    pub const fn has_blocked(&self) -> bool {
        self.blocks[0]
    }

    /// Returns whether the two may not meet, because one blocks the other.
    #[must_use]
    pub const fn are_apart(&self) -> bool {
        self.blocks[0] || self.blocks[1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const FRIEND: TieChange = TieChange::Set(TieKind::Friend);

    /// Returns the pair after changes by the first account (`false`) and the second (`true`).
    fn after(changes: &[(bool, TieChange)]) -> Pair {
        let mut pair = Pair::default();
        for (is_second, change) in changes {
            let mut seen = if *is_second { pair.turned() } else { pair };
            // A refused change is no change.
            let _ = seen.change(*change);
            pair = if *is_second { seen.turned() } else { seen };
        }
        pair
    }

    #[test]
    fn friends_are_asked_and_accept() {
        let asked = after(&[(false, FRIEND)]);
        assert!(asked.has_asked() && asked.turned().is_asked() && !asked.are_friends());
        assert_eq!(after(&[(false, FRIEND), (false, FRIEND)]), asked, "a player can't accept an own request");
        let friends = after(&[(false, FRIEND), (true, FRIEND)]);
        assert!(friends.are_friends() && friends.turned().are_friends());
        for end in [false, true] {
            // Declined, taken back, and ended.
            let clear = (end, TieChange::Clear(TieKind::Friend));
            assert_eq!(after(&[(false, FRIEND), clear]), Pair::default());
            assert_eq!(after(&[(false, FRIEND), (true, FRIEND), clear]), Pair::default());
        }
    }

    #[test]
    fn a_block_ends_friendship_and_no_request_comes_through() {
        let block = TieChange::Set(TieKind::Block);
        for blocker in [false, true] {
            let mut blocked = after(&[(false, FRIEND), (true, FRIEND), (blocker, block)]);
            assert!(blocked.are_apart() && blocked.turned().are_apart() && !blocked.are_friends());
            assert_eq!((blocked.has_blocked(), blocked.turned().has_blocked()), (!blocker, blocker));
            let before = blocked;
            assert_eq!(blocked.change(FRIEND), Err(Apart));
            assert_eq!(blocked, before);
            // Only the blocker ends the block, and the two are then strangers.
            let clear = TieChange::Clear(TieKind::Block);
            assert!(after(&[(blocker, block), (!blocker, clear)]).are_apart());
            assert_eq!(after(&[(false, FRIEND), (blocker, block), (blocker, clear)]), Pair::default());
        }
    }

    #[test]
    fn stored_ties_that_contradict_each_other_count_for_less() {
        use Tie::{Asked, Block, Friend};
        assert_eq!(Pair::of(&[Friend], &[]), Pair::default());
        assert!(Pair::of(&[Asked], &[Asked]).are_friends());
        assert!(!Pair::of(&[Friend], &[Friend, Block]).are_friends());
        assert!(!Pair::of(&[Asked, Block], &[]).has_asked());
    }

    proptest! {
        #[test]
        fn no_changes_break_the_rules(changes in prop::collection::vec((any::<bool>(), 0..6_usize), 0..20)) {
            let of = |index: usize| match TieKind::ALL[index % 3] {
                kind if index < 3 => TieChange::Set(kind),
                kind => TieChange::Clear(kind),
            };
            let changes: Vec<_> = changes.into_iter().map(|(side, index)| (side, of(index))).collect();
            let pair = after(&changes);
            let [first, second] = pair.ties();
            prop_assert_eq!(Pair::of(&first, &second), pair);
            prop_assert_eq!(pair.turned().ties(), [second.clone(), first.clone()]);
            prop_assert_eq!(pair.turned().turned(), pair);
            prop_assert_eq!(first.contains(&Tie::Friend), second.contains(&Tie::Friend));
            let is_friendly = [&first, &second].iter().any(|ties| ties.contains(&Tie::Friend) || ties.contains(&Tie::Asked));
            prop_assert!(!(pair.are_apart() && is_friendly));
            // The last word of each side about blocks and mutes holds.
            for side in [false, true] {
                let seen = if side { pair.turned() } else { pair };
                for (kind, has) in [(TieKind::Mute, seen.has_muted()), (TieKind::Block, seen.has_blocked())] {
                    let last = changes.iter().rfind(|(one, change)| *one == side && matches!(change, TieChange::Set(k) | TieChange::Clear(k) if *k == kind));
                    prop_assert_eq!(has, last.is_some_and(|(_, change)| matches!(change, TieChange::Set(_))));
                }
            }
        }
    }
}
