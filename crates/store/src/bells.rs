//! Bells as every storage keeps them, and their operations on the data file.

use rusqlite::{Connection, params};
use table::GuestId;

/// Maximum number of bells that one seek rings.
const MOST: i64 = 1_000;

/// Maximum number of notices to a player in [`WITHIN`].
pub(super) const NOTICES: usize = 2;

/// Time for which a notice counts, in seconds: a day.
pub(super) const WITHIN: u64 = 24 * 60 * 60;

/// Bells of a player, as the player sets them.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Bells {
    /// Families of which the player wants to hear, sorted.
    pub families: Vec<String>,
    /// Offset of the player's clock from UTC, in minutes.
    pub clock: i32,
}

/// Bell of a player for one family.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bell {
    /// Player who wants to hear of a seek.
    pub person: GuestId,
    /// Offset of the player's clock from UTC, in minutes.
    pub clock: i32,
}

/// Change of bells.
#[derive(Clone, Debug)]
pub enum BellChange {
    /// Replaces the bells of an account. A bell that stays keeps the times of its notices. It has no effect on a guest.
    Set {
        /// Account of the player.
        person: GuestId,
        /// The new bells.
        bells: Bells,
    },
    /// Notes a notice to a player. It has no effect if the player has no such bell, or had two notices in the last 24 hours.
    Ring {
        /// Player who gets the notice.
        person: GuestId,
        /// Family of the seek.
        family: String,
    },
}

/// Number of notices to a player since a time, in the rows `own`.
macro_rules! notices {
    () => {
        "SELECT COALESCE(SUM(CASE WHEN own.rung > $4 THEN 1 ELSE 0 END
             + CASE WHEN own.rung_before > $4 THEN 1 ELSE 0 END), 0)"
    };
}

// SQLite numbers parameters by their first use.
const RING: &str = concat!(
    "UPDATE bells SET rung_before = rung, rung = $1 WHERE person = $2 AND family = $3 AND (",
    notices!(),
    " FROM bells AS own WHERE own.person = $2) < $5"
);

/// Statement that rings a bell in a database. It locks all bells of the player first, so that two servers count each other's
/// notices.
#[cfg(feature = "cluster")]
pub(super) const RING_SHARED: &str = concat!(
    "WITH own AS (SELECT rung, rung_before FROM bells WHERE person = $2 ORDER BY family FOR UPDATE)
     UPDATE bells SET rung_before = bells.rung, rung = $1 WHERE person = $2 AND family = $3 AND (",
    notices!(),
    " FROM own) < $5 RETURNING family"
);

/// Query of the bells of a player.
pub(super) const OF_PERSON: &str = "SELECT family, clock FROM bells WHERE person = $1 ORDER BY family";

/// Query of the bells of a family, except those whose last two notices count still.
pub(super) const OF_FAMILY: &str = "SELECT person, clock FROM bells
    WHERE family = $1 AND (rung_before IS NULL OR rung_before <= $2) ORDER BY person LIMIT $3";

/// Statement that deletes all bells of a player.
pub(super) const FORGET_BELLS: &str = "DELETE FROM bells WHERE person = $1";

/// Row of a bell: person, family, offset of the clock, times of the last notice and of the one before.
#[cfg(feature = "cluster")]
pub(super) type BellRow = (String, String, i64, Option<i64>, Option<i64>);

/// Query of all bells, and the insertion of one.
#[cfg(feature = "cluster")]
pub(super) const ALL: &str = "SELECT person, family, clock, rung, rung_before FROM bells";
#[cfg(feature = "cluster")]
pub(super) const INSERT_BELL: &str =
    "INSERT INTO bells (person, family, clock, rung, rung_before) VALUES ($1, $2, $3, $4, $5)";

/// Values of the parameters of a notice after the family: the time since which notices count, and their limit.
pub(super) fn limits(at: u64) -> (i64, i64) {
    (at.saturating_sub(WITHIN) as i64, NOTICES as i64)
}

/// Returns the values of the query of a family.
pub(super) fn family_limits(at: u64) -> (i64, i64) {
    (at.saturating_sub(WITHIN) as i64, MOST)
}

/// Reads the rows of a player: family and offset of the clock.
pub(super) fn bells(rows: impl IntoIterator<Item = (String, i64)>) -> Bells {
    let mut bells = Bells::default();
    for (family, clock) in rows {
        bells.families.push(family);
        bells.clock = clock as i32;
    }
    bells
}

/// Reads a row of a family. A row of unknown form is none.
pub(super) fn bell(person: String, clock: i64) -> Option<Bell> {
    Some(Bell { person: person.try_into().ok()?, clock: i32::try_from(clock).ok()? })
}

/// Makes a change in the data file, and returns the number of changed rows.
pub(super) fn change(connection: &Connection, change: &BellChange, at: u64) -> rusqlite::Result<usize> {
    match change {
        BellChange::Set { person, bells } => {
            let person = String::from(*person);
            let families = serde_json::json!(bells.families).to_string();
            let sql =
                "DELETE FROM bells WHERE person = ?1 AND family NOT IN (SELECT value FROM json_each(?2))";
            connection.prepare_cached(sql)?.execute([&person, &families])?;
            let sql = "INSERT INTO bells (person, family, clock) SELECT ?1, value, ?3 FROM json_each(?2)
                           WHERE EXISTS (SELECT 1 FROM accounts WHERE id = ?1)
                       ON CONFLICT (person, family) DO UPDATE SET clock = excluded.clock";
            connection.prepare_cached(sql)?.execute(params![person, families, bells.clock])
        }
        BellChange::Ring { person, family } => {
            let (since, most) = limits(at);
            let values = params![at as i64, String::from(*person), family, since, most];
            connection.prepare_cached(RING)?.execute(values)
        }
    }
}

/// Returns the bells of a player.
pub(super) fn of_person(connection: &Connection, person: GuestId) -> rusqlite::Result<Bells> {
    let mut select = connection.prepare_cached(OF_PERSON)?;
    let rows = select.query_map([String::from(person)], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(bells(rows.collect::<rusqlite::Result<Vec<_>>>()?))
}

/// Returns the bells of a family that may ring.
pub(super) fn of_family(connection: &Connection, family: &str, at: u64) -> rusqlite::Result<Vec<Bell>> {
    let (since, most) = family_limits(at);
    let mut select = connection.prepare_cached(OF_FAMILY)?;
    let rows = select.query_map(params![family, since, most], |row| Ok(bell(row.get(0)?, row.get(1)?)))?;
    rows.filter_map(Result::transpose).collect()
}

#[cfg(feature = "cluster")]
pub(super) fn row(row: &rusqlite::Row<'_>) -> rusqlite::Result<BellRow> {
    Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?))
}
