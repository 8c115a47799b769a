//! Ties between accounts as every storage keeps them, and their operations on the data file.
//!
//! A change reads the ties of two accounts, changes the [`Pair`] and writes the difference, all in one transaction.
//! [`Before::apply`] decides, so that every storage has the same rules.

use people::{MAX_REQUESTS, MAX_TIES, Pair, Tie, TieChange};
use rusqlite::{Connection, params};
use std::collections::BTreeMap;
use table::GuestId;

/// Outcome of a change of a tie. Only `Done` has changed anything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum TieOutcome {
    /// The change is made.
    Done,
    /// One of the accounts does not exist, or both are the same.
    Unknown,
    /// One of them blocks the other.
    Apart,
    /// The account has too many ties.
    Full,
    /// Too many requests wait for the other account.
    Busy,
}

impl TieOutcome {
    const ALL: [Self; 5] = [Self::Done, Self::Unknown, Self::Apart, Self::Full, Self::Busy];

    /// Returns the outcome as a writer answers it.
    pub(super) fn number(self) -> i64 {
        self as i64
    }

    /// Returns the outcome of a writer's answer.
    pub(super) fn of(number: i64) -> Self {
        usize::try_from(number).ok().and_then(|index| Self::ALL.get(index).copied()).unwrap_or(Self::Unknown)
    }
}

/// Account with its ties to another, as a player sees them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tied {
    /// The other account.
    pub other: GuestId,
    /// Name of the other account.
    pub name: String,
    /// Ties of the account and the other, as the account sees them.
    pub pair: Pair,
}

/// State of two accounts before a change by the first.
pub(super) struct Before {
    pub(super) pair: Pair,
    /// Number of ties of the first account.
    pub(super) ties: usize,
    /// Number of requests that wait for the second account.
    pub(super) requests: usize,
}

/// Ties to delete, and ties to add, of one account to another.
pub(super) struct Difference {
    pub(super) gone: Vec<Tie>,
    pub(super) new: Vec<Tie>,
}

impl Before {
    /// Makes a change. Returns what to write: the differences of both accounts' ties.
    ///
    /// # Errors
    ///
    /// Returns the outcome of a refused change.
    pub(super) fn apply(&self, change: TieChange) -> Result<[Difference; 2], TieOutcome> {
        let mut after = self.pair;
        after.change(change).map_err(|_| TieOutcome::Apart)?;
        let (before, after) = (self.pair.ties(), after.ties());
        let [own, others] = [0, 1].map(|side: usize| {
            let without = |these: &[Tie], those: &[Tie]| {
                these.iter().copied().filter(|tie| !those.contains(tie)).collect::<Vec<Tie>>()
            };
            let gone = without(&before[side], &after[side]);
            Difference { gone, new: without(&after[side], &before[side]) }
        });
        if own.new.len() > own.gone.len() && self.ties >= MAX_TIES {
            return Err(TieOutcome::Full);
        }
        if own.new.contains(&Tie::Asked) && self.requests >= MAX_REQUESTS {
            return Err(TieOutcome::Busy);
        }
        Ok([own, others])
    }
}

/// Returns the ties of rows of two accounts: the account, and the name of the tie. Unknown names are skipped.
pub(super) fn pair(first: &str, rows: impl Iterator<Item = (String, String)>) -> Pair {
    let (mut own, mut others) = (Vec::new(), Vec::new());
    for (account, kind) in rows {
        let ties = if account == first { &mut own } else { &mut others };
        ties.extend(Tie::of_name(&kind));
    }
    Pair::of(&own, &others)
}

/// Row of a tie: account, other account, name of the tie, and name of the account that is not the asking one.
pub(super) type NamedRow = (String, String, String, String);

/// Returns the ties of an account from their rows in both directions, in the order of the names.
pub(super) fn tied(account: &str, rows: impl Iterator<Item = NamedRow>) -> Vec<Tied> {
    let mut by_other = BTreeMap::<String, (String, Vec<(String, String)>)>::new();
    for (from, to, kind, name) in rows {
        let other = if from == account { to } else { from.clone() };
        by_other.entry(other).or_insert_with(|| (name, Vec::new())).1.push((from, kind));
    }
    let tied = by_other.into_iter().filter_map(|(other, (name, rows))| {
        Some(Tied { other: other.try_into().ok()?, name, pair: pair(account, rows.into_iter()) })
    });
    let mut tied: Vec<Tied> = tied.collect();
    tied.sort_by(|one, other| one.name.cmp(&other.name));
    tied
}

/// Query of the ties of two accounts to each other.
pub(super) const PAIR: &str =
    "SELECT account, kind FROM ties WHERE account = $1 AND other = $2 OR account = $2 AND other = $1";

/// Query of the number of ties of the first account, and of the requests that wait for the second.
pub(super) const COUNTS: &str = "SELECT (SELECT count(*) FROM ties WHERE account = $1),
        (SELECT count(*) FROM ties WHERE other = $2 AND kind = 'asked')";

pub(super) const INSERT_TIE: &str = "INSERT INTO ties (account, other, kind, at) VALUES ($1, $2, $3, $4)";
pub(super) const DELETE_TIE: &str = "DELETE FROM ties WHERE account = $1 AND other = $2 AND kind = $3";

/// Query of all ties of an account in both directions, with the names of the others.
pub(super) const TIES: &str = "SELECT ties.account, ties.other, ties.kind, accounts.name FROM ties
    JOIN accounts ON accounts.id = CASE WHEN ties.account = $1 THEN ties.other ELSE ties.account END
    WHERE ties.account = $1 OR ties.other = $1";

/// Statement that deletes all ties of an account, and of others to it.
pub(super) const FORGET_TIES: &str = "DELETE FROM ties WHERE account = $1 OR other = $1";

/// Makes a change in the data file.
pub(super) fn change(
    connection: &Connection,
    [account, other]: [GuestId; 2],
    change: TieChange,
    at: u64,
) -> rusqlite::Result<TieOutcome> {
    let ids = [String::from(account), String::from(other)];
    let mut exists = connection.prepare_cached("SELECT 1 FROM accounts WHERE id = ?1")?;
    if account == other || !exists.exists([&ids[0]])? || !exists.exists([&ids[1]])? {
        return Ok(TieOutcome::Unknown);
    }
    let mut select = connection.prepare_cached(PAIR)?;
    let rows = select.query_map([&ids[0], &ids[1]], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let rows: Vec<(String, String)> = rows.collect::<rusqlite::Result<_>>()?;
    let (ties, requests) = connection
        .prepare_cached(COUNTS)?
        .query_row([&ids[0], &ids[1]], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?)))?;
    let before = Before {
        pair: pair(&ids[0], rows.into_iter()),
        ties: usize::try_from(ties).unwrap_or(usize::MAX),
        requests: usize::try_from(requests).unwrap_or(usize::MAX),
    };
    let differences = match before.apply(change) {
        Ok(differences) => differences,
        Err(refused) => return Ok(refused),
    };
    for (Difference { gone, new }, [from, to]) in
        differences.iter().zip([[&ids[0], &ids[1]], [&ids[1], &ids[0]]])
    {
        for tie in gone {
            connection.prepare_cached(DELETE_TIE)?.execute([from, to, tie.name()])?;
        }
        for tie in new {
            connection.prepare_cached(INSERT_TIE)?.execute(params![from, to, tie.name(), at as i64])?;
        }
    }
    Ok(TieOutcome::Done)
}

/// Returns the ties of an account.
pub(super) fn read(connection: &Connection, account: GuestId) -> rusqlite::Result<Vec<Tied>> {
    let id = String::from(account);
    let mut select = connection.prepare_cached(TIES)?;
    let rows = select.query_map([&id], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?;
    let rows: Vec<NamedRow> = rows.collect::<rusqlite::Result<_>>()?;
    Ok(tied(&id, rows.into_iter()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use people::TieKind;

    #[test]
    fn a_full_list_takes_no_more_but_lets_ties_be_replaced_and_cleared() {
        let outcome = |ties, requests, pair, change| {
            Before { pair, ties, requests }.apply(change).map_or_else(|refused| refused, |_| TieOutcome::Done)
        };
        let [friend, mute, block] = TieKind::ALL.map(TieChange::Set);
        let [none, asked, is_asked] =
            [Pair::of(&[], &[]), Pair::of(&[Tie::Asked], &[]), Pair::of(&[], &[Tie::Asked])];
        for change in [friend, mute, block] {
            assert_eq!(outcome(MAX_TIES - 1, 0, none, change), TieOutcome::Done);
            assert_eq!(outcome(MAX_TIES, 0, none, change), TieOutcome::Full);
        }
        assert_eq!(outcome(MAX_TIES, 0, asked, friend), TieOutcome::Done, "nothing changes");
        assert_eq!(outcome(MAX_TIES, 0, asked, block), TieOutcome::Done, "the block replaces the request");
        assert_eq!(outcome(MAX_TIES, 0, is_asked, TieChange::Clear(TieKind::Friend)), TieOutcome::Done);
        assert_eq!(outcome(0, MAX_REQUESTS, none, friend), TieOutcome::Busy);
        assert_eq!(outcome(0, MAX_REQUESTS, is_asked, friend), TieOutcome::Done);
        assert_eq!(outcome(0, MAX_REQUESTS, none, block), TieOutcome::Done);
    }
}
