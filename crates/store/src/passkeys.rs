//! Passkeys as every storage keeps them, and their operations on the data file.

use rusqlite::{Connection, OptionalExtension, params};
use table::GuestId;

/// Maximum number of passkeys of an account.
pub const MAX_PASSKEYS: i64 = 10;

/// Passkey that an account gets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewPasskey {
    /// Id of the credential, as its authenticator chose it.
    pub credential: Vec<u8>,
    /// Description by the device that made it.
    pub label: String,
    /// Public key and counter, as text of the server.
    pub key: String,
}

/// Passkey of an account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredPasskey {
    /// Id of the account.
    pub account: GuestId,
    /// Id of the credential, as its authenticator chose it.
    pub credential: Vec<u8>,
    /// Description by the device that made it.
    pub label: String,
    /// Public key and counter, as text of the server.
    pub key: String,
    /// Time of the registration, in seconds since 1970.
    pub made: u64,
}

/// Key by which passkeys are read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WhichPasskeys {
    /// All passkeys of an account, the oldest first.
    Account(GuestId),
    /// The passkey with this credential.
    Credential(Vec<u8>),
}

/// Row of a passkey: credential, account, label, key, made.
pub(super) type PasskeyRow = (Vec<u8>, String, String, String, i64);

pub(super) const OF_ACCOUNT: &str =
    "SELECT credential, account, label, key, made FROM passkeys WHERE account = $1 ORDER BY made, credential";
pub(super) const OF_CREDENTIAL: &str =
    "SELECT credential, account, label, key, made FROM passkeys WHERE credential = $1";
/// Query of all passkeys.
#[cfg(feature = "cluster")]
pub(super) const ALL: &str = "SELECT credential, account, label, key, made FROM passkeys";
pub(super) const INSERT_PASSKEY: &str =
    "INSERT INTO passkeys (credential, account, label, key, made) VALUES ($1, $2, $3, $4, $5)";
/// Notes the use of a passkey, unless it was used meanwhile.
// SQLite numbers parameters by their first use.
pub(super) const USE_PASSKEY: &str =
    "UPDATE passkeys SET key = $1 WHERE credential = $2 AND account = $3 AND key = $4 RETURNING credential";

/// Returns the passkey in a row. A row without a valid account has none.
pub(super) fn stored((credential, account, label, key, made): PasskeyRow) -> Option<StoredPasskey> {
    let account = GuestId::try_from(account).ok()?;
    Some(StoredPasskey { account, credential, label, key, made: made.unsigned_abs() })
}

/// Returns a row of the data file.
pub(super) fn row(row: &rusqlite::Row<'_>) -> rusqlite::Result<PasskeyRow> {
    Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?))
}

/// Reads passkeys.
pub(super) fn read(connection: &Connection, which: &WhichPasskeys) -> rusqlite::Result<Vec<StoredPasskey>> {
    let rows: rusqlite::Result<Vec<PasskeyRow>> = match which {
        WhichPasskeys::Account(account) => {
            connection.prepare_cached(OF_ACCOUNT)?.query_map([String::from(*account)], row)?.collect()
        }
        WhichPasskeys::Credential(credential) => {
            connection.prepare_cached(OF_CREDENTIAL)?.query_map([credential], row)?.collect()
        }
    };
    Ok(rows?.into_iter().filter_map(stored).collect())
}

/// Returns whether a credential is stored already, for any account.
pub(super) fn is_known(connection: &Connection, credential: &[u8]) -> rusqlite::Result<bool> {
    connection.prepare_cached(OF_CREDENTIAL)?.exists([credential])
}

/// Returns whether an account has the maximum number of passkeys.
pub(super) fn is_full(connection: &Connection, account: &str) -> rusqlite::Result<bool> {
    let sql = "SELECT count(*) >= ?2 FROM passkeys WHERE account = ?1";
    connection.prepare_cached(sql)?.query_row(params![account, MAX_PASSKEYS], |row| row.get(0))
}

/// Returns whether an account has a password or a passkey besides this one. Returns `None` if the account has no such passkey.
pub(super) fn has_other_proof(
    connection: &Connection,
    account: &str,
    credential: &[u8],
) -> rusqlite::Result<Option<bool>> {
    let sql = "SELECT (SELECT count(*) FROM passkeys WHERE account = id AND credential <> ?2) > 0 OR password IS NOT NULL
               FROM accounts WHERE id = ?1 AND EXISTS (SELECT 1 FROM passkeys WHERE account = id AND credential = ?2)";
    let mut select = connection.prepare_cached(sql)?;
    select.query_row(params![account, credential], |row| row.get(0)).optional()
}

pub(super) fn insert(
    connection: &Connection,
    account: &str,
    NewPasskey { credential, label, key }: &NewPasskey,
    now: i64,
) -> rusqlite::Result<()> {
    connection.prepare_cached(INSERT_PASSKEY)?.execute(params![credential, account, label, key, now])?;
    Ok(())
}

/// Notes the use of a passkey. Returns whether its key is still `before`.
pub(super) fn use_up(
    connection: &Connection,
    account: &str,
    credential: &[u8],
    [before, after]: [&str; 2],
) -> rusqlite::Result<bool> {
    connection.prepare_cached(USE_PASSKEY)?.exists(params![after, credential, account, before])
}

pub(super) fn remove(connection: &Connection, account: &str, credential: &[u8]) -> rusqlite::Result<()> {
    let sql = "DELETE FROM passkeys WHERE account = ?1 AND credential = ?2";
    connection.prepare_cached(sql)?.execute(params![account, credential])?;
    Ok(())
}
