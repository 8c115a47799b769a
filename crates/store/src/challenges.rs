//! Challenges as every storage keeps them, and their operations on the data file.

use people::ChallengeCode;
use rusqlite::{Connection, OptionalExtension, params};
use table::{GuestId, TableId};

/// Challenge of one player to another, or to the first who accepts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredChallenge {
    /// Code of the link.
    pub code: ChallengeCode,
    /// Account that challenges.
    pub founder: GuestId,
    /// The only player who can accept, or the player who has accepted.
    pub invited: Option<GuestId>,
    /// Id of the pool, or other rules in the form that the server chooses.
    // The column has an older name, so that a server of an earlier version reads it.
    pub setup: String,
    /// Whether the match is to change ratings.
    pub is_rated: bool,
    /// Time of the end, in seconds since 1970.
    pub expires: u64,
    /// Table of the match, once the challenge is accepted.
    pub table: Option<TableId>,
}

/// Change of a challenge.
#[derive(Clone, Debug)]
pub enum ChallengeChange {
    /// Stores a new challenge. It has no effect if the code is taken, or the founder has no account.
    Create(Box<StoredChallenge>),
    /// Notes the player who accepts, and the table. It has no effect if the challenge is accepted already, has
    /// expired, or is for another player.
    Accept {
        /// Code of the challenge.
        code: ChallengeCode,
        /// Player who accepts.
        player: GuestId,
        /// Table of the match.
        table: TableId,
    },
    /// Deletes a challenge that is not accepted. It has no effect if it is neither by nor for the player.
    Delete {
        /// Code of the challenge.
        code: ChallengeCode,
        /// Founder or invited player.
        player: GuestId,
    },
    /// Deletes all challenges that have expired.
    Expire,
}

pub(super) const INSERT_CHALLENGE: &str =
    "INSERT INTO challenges (code, founder, invited, pool, rated, expires, table_id)
    SELECT $1, $2, $3, $4, $5, $6, $7 WHERE EXISTS (SELECT 1 FROM accounts WHERE id = $2) ON CONFLICT DO NOTHING";

// SQLite numbers parameters by their first use.
pub(super) const ACCEPT_CHALLENGE: &str = "UPDATE challenges SET invited = $1, table_id = $2
    WHERE code = $3 AND expires > $4 AND table_id IS NULL AND (invited IS NULL OR invited = $1)";

pub(super) const DELETE_CHALLENGE: &str =
    "DELETE FROM challenges WHERE code = $1 AND table_id IS NULL AND (founder = $2 OR invited = $2)";

pub(super) const EXPIRE_CHALLENGES: &str = "DELETE FROM challenges WHERE expires <= $1";

/// Statement that deletes all challenges by and for a player.
pub(super) const FORGET_CHALLENGES: &str = "DELETE FROM challenges WHERE founder = $1 OR invited = $1";

/// Query of a challenge that has not expired.
pub(super) const CHALLENGE: &str =
    "SELECT code, founder, invited, pool, rated, expires, table_id FROM challenges
    WHERE code = $1 AND expires > $2";

/// Query of the challenges by and for a player that are not accepted and have not expired.
pub(super) const CHALLENGES: &str = "SELECT code, founder, invited, pool, rated, expires, table_id FROM challenges
    WHERE (founder = $1 OR invited = $1) AND table_id IS NULL AND expires > $2 ORDER BY expires, code LIMIT 100";

/// Query of all challenges.
#[cfg(feature = "cluster")]
pub(super) const ALL: &str = "SELECT code, founder, invited, pool, rated, expires, table_id FROM challenges";

/// Row of a challenge, in the order of the columns of [`CHALLENGE`].
pub(super) type ChallengeRow = (String, String, Option<String>, String, i64, i64, Option<String>);

/// Reads a row. A row of unknown form is none.
pub(super) fn read_row(row: ChallengeRow) -> Option<StoredChallenge> {
    let (code, founder, invited, pool, rated, expires, table) = row;
    Some(StoredChallenge {
        code: code.parse().ok()?,
        founder: founder.try_into().ok()?,
        invited: invited.map(GuestId::try_from).transpose().ok()?,
        setup: pool,
        is_rated: rated != 0,
        expires: expires.unsigned_abs(),
        table: table.map(|table| table.parse()).transpose().ok()?,
    })
}

/// Returns the row of a challenge.
pub(super) fn write_row(challenge: &StoredChallenge) -> ChallengeRow {
    let StoredChallenge { code, founder, invited, setup, is_rated, expires, table } = challenge;
    (
        code.to_string(),
        String::from(*founder),
        invited.map(String::from),
        setup.clone(),
        i64::from(*is_rated),
        *expires as i64,
        table.map(|table| table.to_string()),
    )
}

/// Makes a change in the data file, and returns the number of changed rows.
pub(super) fn change(connection: &Connection, change: &ChallengeChange, at: u64) -> rusqlite::Result<usize> {
    let now = at as i64;
    match change {
        ChallengeChange::Create(challenge) => {
            let (code, founder, invited, pool, rated, expires, table) = write_row(challenge);
            let values = params![code, founder, invited, pool, rated, expires, table];
            connection.prepare_cached(INSERT_CHALLENGE)?.execute(values)
        }
        ChallengeChange::Accept { code, player, table } => {
            let values = params![String::from(*player), table.to_string(), code.to_string(), now];
            connection.prepare_cached(ACCEPT_CHALLENGE)?.execute(values)
        }
        ChallengeChange::Delete { code, player } => {
            connection.prepare_cached(DELETE_CHALLENGE)?.execute([code.to_string(), String::from(*player)])
        }
        ChallengeChange::Expire => connection.prepare_cached(EXPIRE_CHALLENGES)?.execute([now]),
    }
}

pub(super) fn row(row: &rusqlite::Row<'_>) -> rusqlite::Result<ChallengeRow> {
    Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?, row.get(6)?))
}

/// Returns a challenge that has not expired.
pub(super) fn read(
    connection: &Connection,
    code: ChallengeCode,
    at: u64,
) -> rusqlite::Result<Option<StoredChallenge>> {
    let mut select = connection.prepare_cached(CHALLENGE)?;
    let found = select.query_row(params![code.to_string(), at as i64], row).optional()?;
    Ok(found.and_then(read_row))
}

/// Returns the open challenges by and for a player.
pub(super) fn of_player(
    connection: &Connection,
    player: GuestId,
    at: u64,
) -> rusqlite::Result<Vec<StoredChallenge>> {
    let mut select = connection.prepare_cached(CHALLENGES)?;
    let rows = select.query_map(params![String::from(player), at as i64], row)?;
    rows.filter_map(|row| row.map(read_row).transpose()).collect()
}
