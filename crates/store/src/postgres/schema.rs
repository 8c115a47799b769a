//! Schema of the database, and the checks that it is durable.

use super::{OpenError, Sessions, Trouble};
use crate::Durability;

/// Version of the schema: one, plus the number of [`STEPS`].
const VERSION: i32 = 1 + STEPS.len() as i32;

/// Steps that upgrade the schema. A server of the version before continues with the upgraded schema, and
/// may even be restarted. A step therefore removes nothing, and adds no mandatory column.
const STEPS: [&str; 8] = [
    // The servers, and the last owner of each table.
    "ALTER TABLE tables ADD owner bigint;
     CREATE TABLE nodes (
         node bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
         address text NOT NULL,
         key text NOT NULL,
         beat bigint NOT NULL DEFAULT 0
     );",
    // The archive's files, and the file of each finished match; 0 marks a match that no file can hold. A file
    // without a hash has yet to be written. A moved file is the only place of its lines. `ends` and `hashes`
    // belong to the file's parts.
    "ALTER TABLE tables ADD archive bigint;
     CREATE INDEX unarchived ON tables (number) WHERE finished IS NOT NULL AND archive IS NULL;
     CREATE INDEX archived ON tables (archive) WHERE archive IS NOT NULL;
     CREATE TABLE archives (
         archive bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
         file text NOT NULL UNIQUE,
         sha256 bytea,
         ends bigint[],
         hashes bytea[],
         moved boolean NOT NULL DEFAULT false
     );",
    // Accounts, as in the data file. The table `devices` needs the name of an older index.
    "ALTER INDEX devices RENAME TO subscribers;
     CREATE TABLE accounts (
         id text PRIMARY KEY,
         name text NOT NULL,
         folded text NOT NULL UNIQUE,
         password text,
         visible bigint NOT NULL DEFAULT 1,
         made bigint NOT NULL,
         renamed bigint,
         seen bigint NOT NULL
     );
     CREATE TABLE locked_names (folded text PRIMARY KEY, until bigint NOT NULL);
     CREATE TABLE devices (
         token bytea PRIMARY KEY,
         account text NOT NULL,
         label text NOT NULL,
         made bigint NOT NULL,
         seen bigint NOT NULL
     );
     CREATE INDEX account_devices ON devices (account);
     CREATE TABLE recovery (hash bytea PRIMARY KEY, account text NOT NULL, used bigint);
     CREATE INDEX account_codes ON recovery (account);",
    // Matches of the lobby and ratings, as in the data file.
    "ALTER TABLE tables ADD family text, ADD rated boolean NOT NULL DEFAULT false;
     CREATE TABLE matches (
         id text NOT NULL,
         seat bigint NOT NULL,
         person text,
         family text NOT NULL,
         finished bigint NOT NULL,
         side bigint NOT NULL,
         place bigint NOT NULL,
         outcome text NOT NULL,
         weight double precision NOT NULL,
         PRIMARY KEY (id, seat)
     );
     CREATE INDEX person_matches ON matches (person, finished);
     CREATE TABLE ratings (
         person text NOT NULL,
         family text NOT NULL,
         mean double precision NOT NULL,
         deviation double precision NOT NULL,
         matches bigint NOT NULL,
         at bigint NOT NULL,
         PRIMARY KEY (person, family)
     );
     CREATE INDEX family_ratings ON ratings (family);
     CREATE TABLE rating_log (
         step bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
         id text NOT NULL,
         seat bigint NOT NULL,
         person text,
         family text NOT NULL,
         at bigint NOT NULL,
         weight double precision NOT NULL,
         mean0 double precision NOT NULL,
         deviation0 double precision NOT NULL,
         mean1 double precision NOT NULL,
         deviation1 double precision NOT NULL,
         UNIQUE (id, seat)
     );
     CREATE INDEX person_log ON rating_log (person);",
    // The newest ratings of a family, reports and rulings, as in the data file.
    "DROP INDEX family_ratings;
     CREATE INDEX recent_ratings ON ratings (family, at);
     CREATE INDEX family_log ON rating_log (family, step);
     CREATE TABLE reports (
         id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
         reporter text,
         about text NOT NULL,
         at_table text,
         reason text NOT NULL,
         phrases text NOT NULL,
         at bigint NOT NULL,
         closed bigint
     );
     CREATE UNIQUE INDEX open_reports ON reports (reporter, about) WHERE closed IS NULL;
     CREATE INDEX reporter_reports ON reports (reporter, at);
     CREATE INDEX about_reports ON reports (about);
     CREATE TABLE rulings (
         id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
         person text NOT NULL,
         kind text NOT NULL,
         until bigint,
         reason text NOT NULL,
         reply text,
         at bigint NOT NULL
     );
     CREATE INDEX person_rulings ON rulings (person);",
    // Ties between accounts and challenges, as in the data file.
    "CREATE TABLE ties (
         account text NOT NULL,
         other text NOT NULL,
         kind text NOT NULL,
         at bigint NOT NULL,
         PRIMARY KEY (account, other, kind)
     );
     CREATE INDEX other_ties ON ties (other);
     CREATE TABLE challenges (
         code text PRIMARY KEY,
         founder text NOT NULL,
         invited text,
         pool text NOT NULL,
         rated bigint NOT NULL,
         expires bigint NOT NULL,
         table_id text
     );
     CREATE INDEX founder_challenges ON challenges (founder);
     CREATE INDEX invited_challenges ON challenges (invited);",
    // Tables for their players only, and bells, as in the data file.
    "ALTER TABLE tables ADD audience text;
     CREATE TABLE bells (
         person text NOT NULL,
         family text NOT NULL,
         clock bigint NOT NULL,
         rung bigint,
         rung_before bigint,
         PRIMARY KEY (person, family)
     );
     CREATE INDEX family_bells ON bells (family);",
    // Passkeys of accounts, as in the data file.
    "CREATE TABLE passkeys (
         credential bytea PRIMARY KEY,
         account text NOT NULL,
         label text NOT NULL,
         key text NOT NULL,
         made bigint NOT NULL
     );
     CREATE INDEX account_passkeys ON passkeys (account);",
];

/// Schema of the database, the same as the data file's except for the right to write: `epoch` grows with each
/// server that takes a table. A row without a link is such a takeover, and no line of the match. The clocks
/// are stored with the line at which they were read.
const SCHEMA: &str = "
CREATE TABLE house (version int NOT NULL);
CREATE TABLE tables (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text NOT NULL UNIQUE,
    epoch bigint NOT NULL DEFAULT 0,
    game text NOT NULL,
    options text NOT NULL,
    seats int NOT NULL,
    dealer int NOT NULL,
    seed text NOT NULL,
    chairs text NOT NULL,
    created bigint NOT NULL,
    touched bigint NOT NULL,
    finished bigint,
    stake bigint,
    next text,
    ended text,
    time_control text,
    clocks text,
    clocks_at int NOT NULL DEFAULT 0,
    founder text,
    opening text
);
CREATE INDEX unfinished ON tables (touched) WHERE finished IS NULL;
CREATE TABLE entries (
    number bigint NOT NULL,
    sequence int NOT NULL,
    epoch bigint NOT NULL,
    text text NOT NULL,
    link bytea,
    spent bigint,
    clocks text,
    command bytea,
    PRIMARY KEY (number, sequence)
);
CREATE TABLE pads (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text NOT NULL UNIQUE,
    touched bigint NOT NULL
);
CREATE TABLE operations (pad bigint NOT NULL, id text NOT NULL, text text NOT NULL, PRIMARY KEY (pad, id));
CREATE TABLE subscriptions (endpoint text PRIMARY KEY, guest text NOT NULL, touched bigint NOT NULL);
CREATE INDEX devices ON subscriptions (guest, touched);
";

/// Advisory lock for creating the database tables: “Parl”.
const SCHEMA_LOCK: i64 = 0x5061_726c;

/// Refuses a database that may lose acknowledged data.
pub(super) async fn check_durability(sessions: &Sessions, durability: Durability) -> Result<(), OpenError> {
    let sql = "SELECT current_setting('fsync'), current_setting('full_page_writes'), current_setting('synchronous_standby_names'),
                      pg_is_in_recovery()";
    let rows = sessions.query(sql, &[]).await?;
    let Some(row) = rows.first() else { return Err(OpenError::Database("it returned no row".to_owned())) };
    let may_lose = |what: &'static str| Err(OpenError::MayLose(what));
    if row.get::<_, &str>(0) != "on" {
        return may_lose("fsync is off");
    }
    if row.get::<_, &str>(1) != "on" {
        return may_lose("full_page_writes is off");
    }
    if row.get(3) {
        return Err(OpenError::Database(
            "it is a read-only standby; use the address of the primary".to_owned(),
        ));
    }
    match (durability, row.get::<_, &str>(2)) {
        (Durability::Standby, "") => may_lose(
            "no standby confirms its commits (synchronous_standby_names is empty); for a single database use --durable one",
        ),
        (Durability::One, "") => {
            tracing::warn!("all data is on one disk; if that disk is lost, all matches are lost");
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Creates or upgrades the database tables. Of several servers that start at once, one does it.
pub(super) async fn make_tables(sessions: &Sessions) -> Result<(), OpenError> {
    let session = sessions.connect().await?;
    let steps: String = (1..)
        .zip(STEPS)
        .map(|(version, step)| {
            let next = version + 1;
            format!(
                "IF (SELECT version FROM house) = {version} THEN {step} UPDATE house SET version = {next}; END IF;\n"
            )
        })
        .collect();
    let sql = format!(
        "BEGIN; SELECT pg_advisory_xact_lock({SCHEMA_LOCK});
         DO $make$ BEGIN
             IF to_regclass('house') IS NULL THEN
                 {SCHEMA}
                 INSERT INTO house (version) VALUES (1);
             END IF;
             {steps}
         END $make$;
         COMMIT"
    );
    session.client.batch_execute(&sql).await.map_err(Trouble::from)?;
    let rows = session.query("SELECT version FROM house", &[]).await?;
    match rows.first().map(|row| row.get::<_, i32>(0)) {
        Some(VERSION) => Ok(()),
        found => known(found),
    }
}

/// Checks that this version can use the database: it has no tables yet, or tables that this version knows or upgrades.
pub(super) async fn check_version(sessions: &Sessions) -> Result<(), OpenError> {
    let rows = sessions.query("SELECT to_regclass('house') IS NOT NULL", &[]).await?;
    if !rows.first().is_some_and(|row| row.get(0)) {
        return Ok(());
    }
    let rows = sessions.query("SELECT version FROM house", &[]).await?;
    match rows.first().map(|row| row.get::<_, i32>(0)) {
        Some(1..=VERSION) => Ok(()),
        found => known(found),
    }
}

/// Accepts the next version too, because a server continues while the others are replaced.
fn known(found: Option<i32>) -> Result<(), OpenError> {
    match found {
        Some(found) if found == VERSION + 1 => Ok(()),
        Some(found) if found > VERSION => Err(OpenError::NewerDatabase { found }),
        _ => Err(OpenError::Database("it has tables of another program".to_owned())),
    }
}
