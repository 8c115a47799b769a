//! Accounts as every storage keeps them, and their operations on the data file.
//!
//! Passwords, recovery codes and tokens are stored as hashes. The proof of an account is checked in the same
//! transaction as the change that it allows, so that a code counts once, and a password that was changed
//! meanwhile counts no more.

use crate::chairs::without_person;
use crate::identity::TokenHash;
use crate::passkeys::{self, NewPasskey};
use people::{TokenOwner, owner_of_token};
use rusqlite::{Connection, OptionalExtension, params};
use table::{GuestId, TableId};

/// Maximum number of devices of an account. A new one signs out the least recently used.
pub(super) const MAX_DEVICES: i64 = 20;

/// Account with its name and what proves it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Account {
    /// Id of the guest who claimed the account.
    pub id: GuestId,
    /// The name as players see it.
    pub name: String,
    /// Hash of the password. An account may have passkeys instead.
    pub password: Option<String>,
    /// Time of the claim, in seconds since 1970 like all times.
    pub made: u64,
    /// Time of the last change of the name.
    pub renamed: Option<u64>,
    /// Time of the last use, with a delay of up to a day.
    pub seen: u64,
    /// Number of unused recovery codes.
    pub codes: u32,
    /// Whether other players may see that the player is here.
    pub visible: bool,
}

/// Device of an account: a browser or a program with a token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Device {
    /// Hash of the device's token.
    pub token: TokenHash,
    /// Description by the device itself.
    pub label: String,
    /// Time of the sign-in.
    pub made: u64,
    /// Time of the last use, with a delay of up to a day.
    pub seen: u64,
}

/// Hash of a recovery code.
pub type CodeHash = [u8; 32];

/// Permission for a change of an account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proof {
    /// The account still has this hash of a password, against which a password was checked.
    Password(String),
    /// The account has this recovery code, which is used up.
    Code(CodeHash),
    /// The account has this passkey, with which the player has signed.
    Passkey {
        /// Id of the credential.
        credential: Vec<u8>,
        /// Key and counter against which the signature was checked. The account must still have them.
        before: String,
        /// Key and counter after this use.
        after: String,
    },
    /// The account was not used since this time.
    Disuse(u64),
}

/// First proof of a new account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FirstProof {
    /// Hash of the password.
    Password(String),
    /// The passkey.
    Passkey(NewPasskey),
}

/// Change of an account, at a time.
#[derive(Clone, Debug)]
pub enum AccountChange {
    /// A guest becomes an account, and the guest's token its first device.
    Claim {
        /// Id of the guest, and then of the account.
        account: GuestId,
        /// Name as players see it.
        name: String,
        /// Form of the name that is equal for names that look alike.
        folded: String,
        /// First proof of the account.
        proof: FirstProof,
        /// Recovery codes.
        codes: Vec<CodeHash>,
        /// Description of the device.
        label: String,
    },
    /// Adds a device.
    SignIn {
        /// Id of the account.
        account: GuestId,
        /// Permission.
        proof: Proof,
        /// Hash of the new device's token.
        token: TokenHash,
        /// Description of the device.
        label: String,
    },
    /// Removes one device, or all.
    SignOut {
        /// Id of the account.
        account: GuestId,
        /// Hash of the device's token. With `None` all devices are removed.
        token: Option<TokenHash>,
    },
    /// Changes the name, if the last change was before `renamed_before`, and locks the old one.
    Rename {
        /// Id of the account.
        account: GuestId,
        /// New name as players see it.
        name: String,
        /// Form of the name that is equal for names that look alike.
        folded: String,
        /// Time before which the last change of the name must be.
        renamed_before: u64,
        /// End of the old name's lock.
        locked_until: u64,
    },
    /// Lets other players see that the player is here, or not.
    Visible {
        /// Id of the account.
        account: GuestId,
        /// Whether they see it.
        visible: bool,
    },
    /// Replaces the password.
    Password {
        /// Id of the account.
        account: GuestId,
        /// Permission.
        proof: Proof,
        /// Hash of the new password.
        password: String,
    },
    /// Replaces all recovery codes.
    Codes {
        /// Id of the account.
        account: GuestId,
        /// Permission.
        proof: Proof,
        /// The new codes.
        codes: Vec<CodeHash>,
    },
    /// Adds a passkey.
    AddPasskey {
        /// Id of the account.
        account: GuestId,
        /// Permission.
        proof: Proof,
        /// The passkey.
        passkey: NewPasskey,
    },
    /// Removes a passkey.
    RemovePasskey {
        /// Id of the account.
        account: GuestId,
        /// Permission.
        proof: Proof,
        /// Id of the credential.
        credential: Vec<u8>,
    },
    /// Deletes everything of an account except its chairs. Its matches stay, without the person.
    Delete {
        /// Id of the account.
        account: GuestId,
        /// Permission.
        proof: Proof,
    },
    /// Records the use of a device.
    See {
        /// Hash of the device's token.
        token: TokenHash,
    },
    /// Deletes expired locks of names.
    Unlock,
}

/// Outcome of a change. Only `Done` has changed anything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Outcome {
    /// The account is changed.
    Done,
    /// The proof is wrong or used up, or the account does not exist, or exists already.
    Refused,
    /// Another account has a name that looks like this one.
    Taken,
    /// An account gave up such a name less than a year ago.
    Locked,
    /// The last change of the name was too recent.
    TooSoon,
    /// The account has the maximum number of passkeys.
    Full,
    /// The passkey is the only proof of the account besides recovery codes.
    LastProof,
}

impl Outcome {
    const ALL: [Self; 7] =
        [Self::Done, Self::Refused, Self::Taken, Self::Locked, Self::TooSoon, Self::Full, Self::LastProof];

    /// Returns the outcome as a writer answers it.
    pub(super) fn number(self) -> i64 {
        self as i64
    }

    /// Returns the outcome of a writer's answer.
    pub(super) fn of(number: i64) -> Self {
        usize::try_from(number).ok().and_then(|index| Self::ALL.get(index).copied()).unwrap_or(Self::Refused)
    }
}

/// Returns the key under which a name is locked. It is a hash, so that a lock keeps no name of a deleted account.
pub(super) fn lock_key(folded: &str) -> String {
    String::from(GuestId::from_bytes(hmac_sha256::Hash::hash(folded.as_bytes())))
}

/// Makes a change in the data file. A refused change writes nothing.
pub(super) fn execute(connection: &Connection, change: &AccountChange, at: u64) -> rusqlite::Result<Outcome> {
    let now = at as i64;
    match change {
        AccountChange::Claim { account, name, folded, proof, codes, label } => {
            let id = String::from(*account);
            // A device of another account can't be the first device of this one.
            let sql = "SELECT 1 FROM accounts WHERE id = ?1 UNION SELECT 1 FROM devices WHERE token = ?2";
            if has(connection, sql, params![id, account.to_bytes()])? {
                return Ok(Outcome::Refused);
            }
            let (password, passkey) = match proof {
                FirstProof::Password(password) => (Some(password), None),
                FirstProof::Passkey(passkey) => (None, Some(passkey)),
            };
            if let Some(NewPasskey { credential, .. }) = passkey
                && passkeys::is_known(connection, credential)?
            {
                return Ok(Outcome::Refused);
            }
            if let Some(refused) = unavailable(connection, &id, folded, now)? {
                return Ok(refused);
            }
            if let Some(passkey) = passkey {
                passkeys::insert(connection, &id, passkey, now)?;
            }
            let sql = "INSERT INTO accounts (id, name, folded, password, made, seen) VALUES (?1, ?2, ?3, ?4, ?5, ?5)";
            connection.prepare_cached(sql)?.execute(params![id, name, folded, password, now])?;
            add_device(connection, &id, TokenHash(account.to_bytes()), label, now)?;
            add_codes(connection, &id, codes)?;
        }
        AccountChange::SignIn { account, proof, token, label } => {
            let id = String::from(*account);
            if !is_proven(connection, &id, proof, now)? {
                return Ok(Outcome::Refused);
            }
            add_device(connection, &id, *token, label, now)?;
            let sql = "DELETE FROM devices WHERE account = ?1 AND token NOT IN (
                           SELECT token FROM devices WHERE account = ?1 ORDER BY token = ?2 DESC, seen DESC, made DESC LIMIT ?3)";
            connection.prepare_cached(sql)?.execute(params![id, token.0, MAX_DEVICES])?;
        }
        AccountChange::SignOut { account, token: Some(token) } => {
            let sql = "DELETE FROM devices WHERE account = ?1 AND token = ?2";
            connection.prepare_cached(sql)?.execute(params![String::from(*account), token.0])?;
        }
        AccountChange::SignOut { account, token: None } => {
            let sql = "DELETE FROM devices WHERE account = ?1";
            connection.prepare_cached(sql)?.execute([String::from(*account)])?;
        }
        AccountChange::Rename { account, name, folded, renamed_before, locked_until } => {
            let id = String::from(*account);
            let sql = "SELECT folded, renamed FROM accounts WHERE id = ?1";
            let row = connection
                .prepare_cached(sql)?
                .query_row([&id], |row| Ok((row.get::<_, String>(0)?, row.get::<_, Option<i64>>(1)?)))
                .optional()?;
            let Some((old, renamed)) = row else { return Ok(Outcome::Refused) };
            if renamed.is_some_and(|renamed| renamed > *renamed_before as i64) {
                return Ok(Outcome::TooSoon);
            }
            if old != *folded {
                if let Some(refused) = unavailable(connection, &id, folded, now)? {
                    return Ok(refused);
                }
                let sql = "INSERT INTO locked_names (folded, until) VALUES (?1, ?2)
                           ON CONFLICT (folded) DO UPDATE SET until = excluded.until";
                connection.prepare_cached(sql)?.execute(params![lock_key(&old), *locked_until as i64])?;
            }
            let sql = "UPDATE accounts SET name = ?2, folded = ?3, renamed = ?4 WHERE id = ?1";
            connection.prepare_cached(sql)?.execute(params![id, name, folded, now])?;
        }
        AccountChange::Visible { account, visible } => {
            let sql = "UPDATE accounts SET visible = ?2 WHERE id = ?1";
            if connection.prepare_cached(sql)?.execute(params![String::from(*account), visible])? == 0 {
                return Ok(Outcome::Refused);
            }
        }
        AccountChange::Password { account, proof, password } => {
            let id = String::from(*account);
            if !is_proven(connection, &id, proof, now)? {
                return Ok(Outcome::Refused);
            }
            let sql = "UPDATE accounts SET password = ?2 WHERE id = ?1";
            connection.prepare_cached(sql)?.execute(params![id, password])?;
        }
        AccountChange::Codes { account, proof, codes } => {
            let id = String::from(*account);
            if !is_proven(connection, &id, proof, now)? {
                return Ok(Outcome::Refused);
            }
            connection.prepare_cached("DELETE FROM recovery WHERE account = ?1")?.execute([&id])?;
            add_codes(connection, &id, codes)?;
        }
        AccountChange::AddPasskey { account, proof, passkey } => {
            let id = String::from(*account);
            if passkeys::is_full(connection, &id)? {
                return Ok(Outcome::Full);
            }
            if passkeys::is_known(connection, &passkey.credential)? {
                return Ok(Outcome::Refused);
            }
            if !is_proven(connection, &id, proof, now)? {
                return Ok(Outcome::Refused);
            }
            passkeys::insert(connection, &id, passkey, now)?;
        }
        AccountChange::RemovePasskey { account, proof, credential } => {
            let id = String::from(*account);
            match passkeys::has_other_proof(connection, &id, credential)? {
                None => return Ok(Outcome::Refused),
                Some(false) => return Ok(Outcome::LastProof),
                Some(true) => {}
            }
            if !is_proven(connection, &id, proof, now)? {
                return Ok(Outcome::Refused);
            }
            passkeys::remove(connection, &id, credential)?;
        }
        AccountChange::Delete { account, proof } => {
            let id = String::from(*account);
            if !is_proven(connection, &id, proof, now)? {
                return Ok(Outcome::Refused);
            }
            for sql in [
                "DELETE FROM accounts WHERE id = ?1",
                "DELETE FROM devices WHERE account = ?1",
                "DELETE FROM recovery WHERE account = ?1",
                "DELETE FROM passkeys WHERE account = ?1",
                "DELETE FROM subscriptions WHERE guest = ?1",
            ] {
                connection.prepare_cached(sql)?.execute([&id])?;
            }
            connection.prepare_cached(super::ties::FORGET_TIES)?.execute([&id])?;
            connection.prepare_cached(super::challenges::FORGET_CHALLENGES)?.execute([&id])?;
            connection.prepare_cached(super::bells::FORGET_BELLS)?.execute([&id])?;
            super::matches::forget(connection, &id)?;
            super::moderation::forget(connection, &id)?;
        }
        AccountChange::See { token } => {
            let sql = "UPDATE devices SET seen = ?2 WHERE token = ?1";
            connection.prepare_cached(sql)?.execute(params![token.0, now])?;
            let sql =
                "UPDATE accounts SET seen = ?2 WHERE id = (SELECT account FROM devices WHERE token = ?1)";
            connection.prepare_cached(sql)?.execute(params![token.0, now])?;
        }
        AccountChange::Unlock => {
            connection.prepare_cached("DELETE FROM locked_names WHERE until <= ?1")?.execute([now])?;
        }
    }
    Ok(Outcome::Done)
}

fn has(connection: &Connection, sql: &str, parameters: impl rusqlite::Params) -> rusqlite::Result<bool> {
    connection.prepare_cached(sql)?.exists(parameters)
}

/// Returns why an account can't have a name.
fn unavailable(
    connection: &Connection,
    account: &str,
    folded: &str,
    now: i64,
) -> rusqlite::Result<Option<Outcome>> {
    let sql = "SELECT 1 FROM accounts WHERE folded = ?1 AND id <> ?2";
    if has(connection, sql, [folded, account])? {
        return Ok(Some(Outcome::Taken));
    }
    let sql = "SELECT 1 FROM locked_names WHERE folded = ?1 AND until > ?2";
    let is_locked = has(connection, sql, params![lock_key(folded), now])?;
    Ok(is_locked.then_some(Outcome::Locked))
}

/// Returns whether a proof holds, and uses up a code.
fn is_proven(connection: &Connection, account: &str, proof: &Proof, now: i64) -> rusqlite::Result<bool> {
    match proof {
        Proof::Password(password) => {
            has(connection, "SELECT 1 FROM accounts WHERE id = ?1 AND password = ?2", [account, password])
        }
        Proof::Code(code) => {
            let sql = "UPDATE recovery SET used = ?3 WHERE hash = ?2 AND account = ?1 AND used IS NULL";
            Ok(connection.prepare_cached(sql)?.execute(params![account, code, now])? == 1)
        }
        Proof::Passkey { credential, before, after } => {
            passkeys::use_up(connection, account, credential, [before, after])
        }
        Proof::Disuse(since) => {
            let sql = "SELECT 1 FROM accounts WHERE id = ?1 AND seen < ?2";
            has(connection, sql, params![account, *since as i64])
        }
    }
}

fn add_device(
    connection: &Connection,
    account: &str,
    token: TokenHash,
    label: &str,
    now: i64,
) -> rusqlite::Result<()> {
    let sql = "INSERT INTO devices (token, account, label, made, seen) VALUES (?1, ?2, ?3, ?4, ?4)";
    connection.prepare_cached(sql)?.execute(params![token.0, account, label, now])?;
    Ok(())
}

fn add_codes(connection: &Connection, account: &str, codes: &[CodeHash]) -> rusqlite::Result<()> {
    let mut insert = connection.prepare_cached("INSERT INTO recovery (hash, account) VALUES (?1, ?2)")?;
    codes.iter().try_for_each(|code| insert.execute(params![code, account]).map(drop))
}

/// Removes a person from the chairs of tables.
pub(super) fn forget_person(
    connection: &Connection,
    person: GuestId,
    tables: &[i64],
) -> rusqlite::Result<()> {
    let mut select = connection.prepare_cached("SELECT chairs FROM tables WHERE number = ?1")?;
    let mut update = connection.prepare_cached("UPDATE tables SET chairs = ?2 WHERE number = ?1")?;
    for number in tables {
        let chairs: Option<String> = select.query_row([number], |row| row.get(0)).optional()?;
        if let Some(chairs) = chairs.and_then(|chairs| without_person(&chairs, person)) {
            update.execute(params![number, chairs])?;
        }
    }
    Ok(())
}

/// Returns the owners of tokens.
pub(super) fn owners(
    connection: &Connection,
    tokens: &[TokenHash],
) -> rusqlite::Result<Vec<TokenOwner<GuestId>>> {
    let mut device = connection.prepare_cached("SELECT account FROM devices WHERE token = ?1")?;
    let mut account = connection.prepare_cached("SELECT 1 FROM accounts WHERE id = ?1")?;
    // In one transaction, so that a claim is seen whole.
    let reading = connection.unchecked_transaction()?;
    let owner = |token: &TokenHash| {
        let found: Option<String> = device.query_row([token.0], |row| row.get(0)).optional()?;
        let found = found.and_then(|id| GuestId::try_from(id).ok());
        Ok(owner_of_token(found, account.exists([String::from(token.guest())])?))
    };
    let owners = tokens.iter().map(owner).collect();
    reading.finish()?;
    owners
}

/// Key by which an account is read.
#[derive(Clone, Debug)]
pub enum Which {
    /// Id of the account.
    Id(GuestId),
    /// Form of the name that is equal for names that look alike.
    Folded(String),
}

/// Returns an account.
pub(super) fn read(connection: &Connection, which: &Which) -> rusqlite::Result<Option<Account>> {
    let (column, key) = match which {
        Which::Id(id) => ("id", String::from(*id)),
        Which::Folded(folded) => ("folded", folded.clone()),
    };
    let sql = format!(
        "SELECT id, name, password, made, renamed, seen,
             (SELECT count(*) FROM recovery WHERE account = id AND used IS NULL), visible
         FROM accounts WHERE {column} = ?1"
    );
    let row = connection.prepare_cached(&sql)?.query_row([key], |row| {
        let id: String = row.get(0)?;
        Ok(GuestId::try_from(id).ok().map(|id| Account {
            id,
            name: row.get(1).unwrap_or_default(),
            password: row.get(2).unwrap_or_default(),
            made: row.get::<_, i64>(3).unwrap_or_default().unsigned_abs(),
            renamed: row.get::<_, Option<i64>>(4).unwrap_or_default().map(i64::unsigned_abs),
            seen: row.get::<_, i64>(5).unwrap_or_default().unsigned_abs(),
            codes: row.get(6).unwrap_or_default(),
            visible: row.get(7).unwrap_or_default(),
        }))
    });
    Ok(row.optional()?.flatten())
}

/// Returns the names of accounts, in their order. An account that does not exist has none.
pub(super) fn names(connection: &Connection, ids: &[GuestId]) -> rusqlite::Result<Vec<Option<String>>> {
    let mut select = connection.prepare_cached("SELECT name FROM accounts WHERE id = ?1")?;
    ids.iter().map(|id| select.query_row([String::from(*id)], |row| row.get(0)).optional()).collect()
}

/// Returns the devices of an account, the last used first.
pub(super) fn devices(connection: &Connection, account: GuestId) -> rusqlite::Result<Vec<Device>> {
    let sql = "SELECT token, label, made, seen FROM devices WHERE account = ?1 ORDER BY seen DESC, made DESC, token";
    let mut select = connection.prepare_cached(sql)?;
    let devices = select.query_map([String::from(account)], |row| {
        Ok(Device {
            token: TokenHash(row.get(0)?),
            label: row.get(1)?,
            made: row.get::<_, i64>(2)?.unsigned_abs(),
            seen: row.get::<_, i64>(3)?.unsigned_abs(),
        })
    })?;
    devices.collect()
}

/// Returns whether an account has an unused recovery code.
pub(super) fn has_code(connection: &Connection, account: GuestId, code: CodeHash) -> rusqlite::Result<bool> {
    let sql = "SELECT 1 FROM recovery WHERE hash = ?2 AND account = ?1 AND used IS NULL";
    has(connection, sql, params![String::from(account), code])
}

/// Returns the accounts of players whom others don't see.
pub(super) fn hidden(connection: &Connection) -> rusqlite::Result<Vec<GuestId>> {
    let mut select = connection.prepare_cached("SELECT id FROM accounts WHERE visible = 0")?;
    let ids = select.query_map([], |row| row.get::<_, String>(0))?;
    ids.filter_map(|id| id.map(|id| GuestId::try_from(id).ok()).transpose()).collect()
}

/// Returns some of the accounts that were not used since a time.
pub(super) fn unused(connection: &Connection, since: u64) -> rusqlite::Result<Vec<GuestId>> {
    let mut select = connection.prepare_cached("SELECT id FROM accounts WHERE seen < ?1 LIMIT 100")?;
    let ids = select.query_map([since as i64], |row| row.get::<_, String>(0))?;
    ids.filter_map(|id| id.map(|id| GuestId::try_from(id).ok()).transpose()).collect()
}

/// Table at which a person has a chair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sat {
    pub(super) number: i64,
    /// Id of the table.
    pub table: TableId,
}

/// Returns the tables at which a guest has a chair, the newest first.
pub(super) fn tables_of(connection: &Connection, guest: GuestId) -> rusqlite::Result<Vec<Sat>> {
    let mut select = connection
        .prepare_cached("SELECT number, id FROM tables WHERE instr(chairs, ?1) ORDER BY number DESC")?;
    let sat = select.query_map([String::from(guest)], |row| {
        let (number, id): (i64, String) = (row.get(0)?, row.get(1)?);
        Ok(id.parse().ok().map(|table| Sat { number, table }))
    })?;
    sat.filter_map(Result::transpose).collect()
}
