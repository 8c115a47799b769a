//! Reports of players and rulings of operators as every storage keeps them, and their operations on the data file.

use super::Outcome;
use super::matches::a_day_before;
use super::unrating::{self, Attempt};
use people::{REPORTS_A_DAY, ReportReason, Ruling, RulingKind};
use rusqlite::{Connection, Row, params};
use table::{GuestId, TableId};

/// Maximum number of rulings of one person that are read, the newest.
pub(super) const MAX_RULINGS: i64 = 100;

/// Maximum number of reports that are read, the newest.
pub(super) const MAX_REPORTS: i64 = 200;

/// Report of a player about another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewReport {
    /// The player who reports.
    pub reporter: GuestId,
    /// The reported player.
    pub about: GuestId,
    /// The table at which both had a chair.
    pub table: Option<TableId>,
    /// The reason.
    pub reason: ReportReason,
    /// Last phrases of the reported player at that table, as a list of their names.
    pub phrases: String,
}

/// Change of reports and rulings, at a time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ModerationChange {
    /// Stores a report, unless one of the accounts is deleted, the pair has an open one, or the reporter has made too many
    /// in a day.
    Report(NewReport),
    /// Stores a ruling on an account, and closes the open reports about it.
    Rule {
        /// Id of the account.
        person: GuestId,
        /// The ruling.
        ruling: Ruling,
    },
    /// Replaces the end of a ruling.
    Lift {
        /// Number of the ruling.
        id: i64,
        /// The new end.
        until: u64,
    },
    /// Stores the reply of a person to a ruling that has none.
    Reply {
        /// Number of the ruling.
        id: i64,
        /// Id of the account.
        person: GuestId,
        /// The reply.
        reply: String,
    },
    /// Takes a rated match out of the ratings. [`Outcome::TooSoon`] means that too many matches followed.
    Unrate {
        /// Id of the table.
        table: TableId,
    },
    /// Deletes reports that were closed before a time, rulings that ended before it, and what a crash left of deleted
    /// accounts.
    Expire {
        /// The time, in seconds since 1970.
        before: u64,
    },
}

/// Stored report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredReport {
    /// Number of the report.
    pub id: i64,
    /// Name of the reporter, or `None` if that account is deleted.
    pub reporter: Option<String>,
    /// Name of the reported player.
    pub about: String,
    /// Id of the table.
    pub table: Option<String>,
    /// Name of the reason.
    pub reason: String,
    /// Last phrases of the reported player, as a list of their names.
    pub phrases: String,
    /// Time of the report, in seconds since 1970.
    pub at: u64,
    /// Time of the ruling that closed it.
    pub closed: Option<u64>,
}

/// Stored ruling.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredRuling {
    /// Number of the ruling.
    pub id: i64,
    /// Id of the account.
    pub person: GuestId,
    /// The ruling.
    pub ruling: Ruling,
}

/// Selection of reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reports {
    /// Reports about a person.
    About(GuestId),
    /// Reports by a person.
    By(GuestId),
    /// Reports without a ruling yet, whose ids are less than this.
    Open(i64),
    /// All reports whose ids are less than this.
    All(i64),
}

/// Selection of rulings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rulings {
    /// The newest rulings on a person.
    On(GuestId),
    /// The newest rulings on a person that the person sees: all but notes.
    Shown(GuestId),
    /// The rulings that restrict a person at a time, however many there are.
    InForce(GuestId, u64),
    /// The ruling with an id.
    Id(i64),
}

/// Insertion of a report, if the pair has no open one and the reporter made fewer than ten since a time.
pub(super) const INSERT_REPORT: &str = "INSERT INTO reports (reporter, about, at_table, reason, phrases, at)
    SELECT $1, $2, $3, $4, $5, $6 WHERE (SELECT count(*) FROM reports WHERE reporter = $1 AND at > $7) < $8";

/// Query for an open report of a pair.
pub(super) const OPEN_REPORT: &str =
    "SELECT 1 FROM reports WHERE reporter = $1 AND about = $2 AND closed IS NULL";

/// Insertion of a ruling on an account that exists. SQLite numbers parameters in the order of their first use, so all
/// statements here do.
pub(super) const INSERT_RULING: &str = "INSERT INTO rulings (person, kind, until, reason, reply, at)
    SELECT id, $1, $2, $3, $4, $5 FROM accounts WHERE id = $6";

/// Statement that closes the open reports about a person.
pub(super) const CLOSE_REPORTS: &str = "UPDATE reports SET closed = $1 WHERE about = $2 AND closed IS NULL";

/// Statement that stores the end of a ruling.
pub(super) const LIFT: &str = "UPDATE rulings SET until = $1 WHERE id = $2";

/// Statement that stores the only reply to a ruling.
pub(super) const REPLY: &str =
    "UPDATE rulings SET reply = $1 WHERE id = $2 AND person = $3 AND reply IS NULL AND kind <> 'note'";

/// Statements that delete old reports and rulings. A note or a warning ends when it is made.
pub(super) const EXPIRE: [&str; 2] = [
    "DELETE FROM reports WHERE closed < $1",
    "DELETE FROM rulings WHERE coalesce(until, CASE WHEN kind IN ('note', 'warn') THEN at END) < $1",
];

/// Statements that remove deleted accounts. A database deletes an account in several statements, between which a server can
/// crash.
pub(super) const FORGET_DELETED: [&str; 3] = [
    "UPDATE reports SET reporter = NULL
    WHERE reporter IS NOT NULL AND NOT EXISTS (SELECT 1 FROM accounts WHERE id = reporter)",
    "DELETE FROM reports WHERE NOT EXISTS (SELECT 1 FROM accounts WHERE id = about)",
    "DELETE FROM rulings WHERE NOT EXISTS (SELECT 1 FROM accounts WHERE id = person)",
];

/// Statements that remove a deleted account.
pub(super) const FORGET: [&str; 3] = [
    "UPDATE reports SET reporter = NULL WHERE reporter = $1",
    "DELETE FROM reports WHERE about = $1",
    "DELETE FROM rulings WHERE person = $1",
];

/// Start of a query of reports.
pub(super) const REPORTS: &str =
    "SELECT reports.id, reporters.name, abouts.name, at_table, reason, phrases, at, closed
    FROM reports JOIN accounts abouts ON abouts.id = about LEFT JOIN accounts reporters ON reporters.id = reporter";

/// Start of a query of rulings.
const RULINGS: &str = "SELECT id, person, kind, until, reason, reply, at FROM rulings";

impl Rulings {
    /// Returns the query, whose parameter is the person or an empty text.
    pub(super) fn query(self) -> (String, String) {
        let newest = |condition: &str| {
            format!("{RULINGS} WHERE person = $1{condition} ORDER BY id DESC LIMIT {MAX_RULINGS}")
        };
        match self {
            Self::On(person) => (newest(""), person.into()),
            Self::Shown(person) => (newest(" AND kind <> 'note'"), person.into()),
            Self::InForce(person, at) => (
                format!(
                    "{RULINGS} WHERE person = $1 AND kind NOT IN ('note', 'warn')
                         AND (until IS NULL OR until > {at}) ORDER BY id DESC"
                ),
                person.into(),
            ),
            Self::Id(id) => (format!("{RULINGS} WHERE id = {id} AND $1 = ''"), String::new()),
        }
    }
}

/// Query of those among some people who are banned at a time.
pub(super) const BANNED: &str =
    "SELECT 1 FROM rulings WHERE person = $1 AND kind = 'ban' AND (until IS NULL OR until > $2)";

impl Reports {
    /// Returns the condition of the query, whose parameter is the person or an empty text.
    pub(super) fn condition(self) -> (String, String) {
        match self {
            Self::About(person) => ("about = $1".to_owned(), person.into()),
            Self::By(person) => ("reporter = $1".to_owned(), person.into()),
            Self::Open(before) => {
                (format!("closed IS NULL AND reports.id < {before} AND $1 = ''"), String::new())
            }
            Self::All(before) => (format!("reports.id < {before} AND $1 = ''"), String::new()),
        }
    }
}

impl StoredRuling {
    /// Creates a ruling from stored values. A kind that this version does not know has none.
    pub(super) fn of(
        id: i64,
        person: String,
        kind: &str,
        until: Option<i64>,
        reason: String,
        reply: Option<String>,
        at: i64,
    ) -> Option<Self> {
        let kind: RulingKind = kind.parse().ok()?;
        let ruling = Ruling::stored(kind, until.map(i64::unsigned_abs), reason, reply, at.unsigned_abs());
        Some(Self { id, person: person.try_into().ok()?, ruling })
    }
}

/// Makes a change in the data file. A refused change writes nothing.
pub(super) fn execute(
    connection: &Connection,
    change: &ModerationChange,
    at: u64,
) -> rusqlite::Result<Outcome> {
    let now = at as i64;
    let done = |rows| if rows > 0 { Outcome::Done } else { Outcome::Refused };
    Ok(match change {
        ModerationChange::Report(report) => {
            let (reporter, about) = (String::from(report.reporter), String::from(report.about));
            let mut account = connection.prepare_cached("SELECT 1 FROM accounts WHERE id = ?1")?;
            if !account.exists([&reporter])? || !account.exists([&about])? {
                return Ok(Outcome::Refused);
            }
            if connection.prepare_cached(OPEN_REPORT)?.exists([&reporter, &about])? {
                return Ok(Outcome::Taken);
            }
            let table = report.table.map(|table| table.to_string());
            let since = a_day_before(at) as i64;
            let values = params![
                reporter,
                about,
                table,
                report.reason.name(),
                report.phrases,
                now,
                since,
                REPORTS_A_DAY
            ];
            match connection.prepare_cached(INSERT_REPORT)?.execute(values)? {
                0 => Outcome::TooSoon,
                _ => Outcome::Done,
            }
        }
        ModerationChange::Rule { person, ruling } => {
            let id = String::from(*person);
            let until = ruling.until().map(|until| until as i64);
            let values =
                params![ruling.kind().name(), until, ruling.reason(), ruling.reply(), ruling.at() as i64, id];
            let rows = connection.prepare_cached(INSERT_RULING)?.execute(values)?;
            connection.prepare_cached(CLOSE_REPORTS)?.execute(params![now, id])?;
            done(rows)
        }
        ModerationChange::Lift { id, until } => {
            done(connection.prepare_cached(LIFT)?.execute(params![*until as i64, id])?)
        }
        ModerationChange::Reply { id, person, reply } => {
            done(connection.prepare_cached(REPLY)?.execute(params![reply, id, String::from(*person)])?)
        }
        ModerationChange::Unrate { table } => outcome(&unrating::execute(connection, &table.to_string())?),
        ModerationChange::Expire { before } => {
            for sql in EXPIRE {
                connection.prepare_cached(sql)?.execute([*before as i64])?;
            }
            for sql in FORGET_DELETED {
                connection.prepare_cached(sql)?.execute([])?;
            }
            Outcome::Done
        }
    })
}

/// Returns the outcome of an attempt to take a match out of the ratings.
pub(super) fn outcome(attempt: &Attempt) -> Outcome {
    match attempt {
        Attempt::Done => Outcome::Done,
        Attempt::Missing => Outcome::Refused,
        Attempt::TooOld => Outcome::TooSoon,
    }
}

/// Removes a deleted account from reports and rulings.
pub(super) fn forget(connection: &Connection, person: &str) -> rusqlite::Result<()> {
    for sql in FORGET {
        connection.prepare_cached(sql)?.execute([person])?;
    }
    Ok(())
}

/// Returns reports, the newest first.
pub(super) fn reports(connection: &Connection, which: Reports) -> rusqlite::Result<Vec<StoredReport>> {
    let (condition, person) = which.condition();
    let sql = format!("{REPORTS} WHERE {condition} ORDER BY reports.id DESC LIMIT {MAX_REPORTS}");
    let mut select = connection.prepare_cached(&sql)?;
    let reports = select.query_map([person], |row| {
        Ok(StoredReport {
            id: row.get(0)?,
            reporter: row.get(1)?,
            about: row.get(2)?,
            table: row.get(3)?,
            reason: row.get(4)?,
            phrases: row.get(5)?,
            at: row.get::<_, i64>(6)?.unsigned_abs(),
            closed: row.get::<_, Option<i64>>(7)?.map(i64::unsigned_abs),
        })
    })?;
    reports.collect()
}

/// Returns rulings, the newest first.
pub(super) fn rulings(connection: &Connection, which: Rulings) -> rusqlite::Result<Vec<StoredRuling>> {
    let ruling = |row: &Row<'_>| {
        let kind: String = row.get(2)?;
        Ok(StoredRuling::of(
            row.get(0)?,
            row.get(1)?,
            &kind,
            row.get(3)?,
            row.get(4)?,
            row.get(5)?,
            row.get(6)?,
        ))
    };
    let (sql, person) = which.query();
    let mut select = connection.prepare(&sql)?;
    let rulings = select.query_map([person], ruling)?;
    rulings.filter_map(Result::transpose).collect()
}

/// Returns those among some people who are banned at a time.
pub(super) fn banned(
    connection: &Connection,
    people: Vec<GuestId>,
    at: u64,
) -> rusqlite::Result<Vec<GuestId>> {
    let mut select = connection.prepare_cached(BANNED)?;
    let mut banned = Vec::new();
    for person in people {
        if select.exists(params![String::from(person), at as i64])? {
            banned.push(person);
        }
    }
    Ok(banned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::Location;

    /// A crash between the statements of a deletion, or a copy of a database after it, leaves such rows.
    #[test]
    fn what_is_left_of_deleted_accounts_is_deleted_later() {
        let folder = tempfile::tempdir().expect("a folder");
        let connection = Location::of(folder.path()).connect_to_write().expect("it opens");
        let left = "INSERT INTO accounts (id, name, folded, visible, made, seen) VALUES ('ada', 'Ada', 'ada', 1, 1, 1);
             INSERT INTO reports (reporter, about, reason, phrases, at) VALUES
                 ('gone', 'ada', 'name', '[]', 1), ('ada', 'gone', 'name', '[]', 1);
             INSERT INTO rulings (person, kind, reason, at) VALUES ('gone', 'ban', 'x', 1), ('ada', 'ban', 'x', 1);";
        connection.execute_batch(left).expect("it is written");
        let expire = ModerationChange::Expire { before: 0 };
        assert_eq!(execute(&connection, &expire, 2).expect("nothing fails"), Outcome::Done);
        let count = |sql: &str| -> i64 { connection.query_row(sql, [], |row| row.get(0)).expect("a number") };
        assert_eq!(count("SELECT count(*) FROM reports WHERE about = 'ada' AND reporter IS NULL"), 1);
        assert_eq!(count("SELECT count(*) FROM reports"), 1);
        assert_eq!(count("SELECT count(*) FROM rulings"), 1);
    }
}
