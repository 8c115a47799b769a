//! Accounts in the database. Each change is one statement, in which the proof comes first.

use super::PostgresStore;
use crate::LoadError;
use crate::accounts::{
    Account, AccountChange, CodeHash, Device, FirstProof, MAX_DEVICES, Outcome, Proof, Sat, Which, lock_key,
};
use crate::bells::FORGET_BELLS;
use crate::chairs::without_person;
use crate::challenges::FORGET_CHALLENGES;
use crate::identity::TokenHash;
use crate::passkeys::{NewPasskey, USE_PASSKEY};
use crate::ties::FORGET_TIES;
use crate::writer::Answer;
use people::{TokenOwner, owner_of_token};
use table::{GuestId, StorageError};
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

/// Attempts to change chairs that a server changes at the same time.
const TRIES: usize = 8;

/// Returns the statement's part `proof`, which has the account's row if the proof in `$2` holds at the time `$3`.
pub(super) fn proof_sql(proof: &Proof) -> &'static str {
    match proof {
        // The lock makes a second change wait, and then see that the password is another.
        Proof::Password(_) => {
            "WITH proof AS (SELECT id AS account, $3::bigint AS now FROM accounts
                 WHERE id = $1 AND password = $2 FOR UPDATE)"
        }
        Proof::Code(_) => {
            "WITH proof AS (UPDATE recovery SET used = $3 WHERE account = $1 AND hash = $2 AND used IS NULL
                 RETURNING account, $3::bigint AS now)"
        }
        // All passkeys are locked in one order, so that no two changes wait for each other.
        Proof::Passkey { .. } => {
            "WITH proof AS (SELECT account, $3::bigint AS now FROM (
                     SELECT * FROM passkeys WHERE account = $1 ORDER BY credential FOR UPDATE) AS own
                 WHERE credential = ($2::bytea[])[1] AND key = convert_from(($2::bytea[])[2], 'UTF8'))"
        }
        Proof::Disuse(_) => {
            "WITH proof AS (SELECT id AS account, $3::bigint AS now FROM accounts
                 WHERE id = $1 AND seen < $2 FOR UPDATE)"
        }
    }
}

/// Returns the parameter `$2` of [`proof_sql`]. For a passkey its first element is the credential, and the second the key
/// after this use.
pub(super) fn secret(proof: &Proof) -> Box<dyn ToSql + Send + Sync + '_> {
    match proof {
        Proof::Password(password) => Box::new(password),
        Proof::Code(hash) => Box::new(hash.as_slice()),
        Proof::Passkey { credential, after, .. } => {
            Box::new([credential.as_slice(), after.as_bytes()].to_vec())
        }
        Proof::Disuse(before) => Box::new(*before as i64),
    }
}

/// Returns the outcome of a change whose proof comes first.
pub(super) fn proven(rows: &[Row]) -> Outcome {
    match rows.first().map_or(0, |row| row.get::<_, i64>(0)) {
        0 => Outcome::Refused,
        _ => Outcome::Done,
    }
}

impl PostgresStore {
    /// Makes a change whose proof comes first. `rest` has parameters from `$4`, and counts the changed rows.
    pub(super) async fn prove(
        &self,
        account: GuestId,
        proof: &Proof,
        at: i64,
        rest: &str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<Outcome, StorageError> {
        if !self.note_use(account, proof).await? {
            return Ok(Outcome::Refused);
        }
        let (id, secret) = (String::from(account), secret(proof));
        let mut all: Vec<&(dyn ToSql + Sync)> = vec![&id, &*secret, &at];
        all.extend_from_slice(values);
        let rows = self.sessions.query(&format!("{}, {rest}", proof_sql(proof)), &all).await?;
        Ok(proven(&rows))
    }

    /// Notes the use of a passkey that proves a change. Returns `false` if it was used meanwhile. This is a statement of its
    /// own, because one statement can't change and delete the same row.
    pub(super) async fn note_use(&self, account: GuestId, proof: &Proof) -> Result<bool, StorageError> {
        match proof {
            Proof::Passkey { credential, before, after } if before != after => {
                let id = String::from(account);
                let noted: [&(dyn ToSql + Sync); 4] = [after, credential, &id, before];
                Ok(!self.sessions.query(USE_PASSKEY, &noted).await?.is_empty())
            }
            _ => Ok(true),
        }
    }

    pub(super) async fn change_account(&self, change: &AccountChange, at: u64) -> Answer {
        let now = at as i64;
        let outcome = match change {
            AccountChange::Claim { account, name, folded, proof, codes, label } => {
                let (password, passkey) = match proof {
                    FirstProof::Password(password) => (Some(password), None),
                    FirstProof::Passkey(NewPasskey { credential, label, key }) => {
                        (None, Some((credential, label, key)))
                    }
                };
                let credential = passkey.map(|(credential, ..)| credential);
                let (passkey_label, key) = passkey.map(|(_, label, key)| (label, key)).unzip();
                let codes: Vec<&[u8]> = codes.iter().map(<[u8; 32]>::as_slice).collect();
                let (id, token) = (String::from(*account), account.to_bytes());
                let sql = "WITH a AS (
                        INSERT INTO accounts (id, name, folded, password, made, seen)
                        SELECT $1, $2, $3, $4, $5, $5
                        WHERE NOT EXISTS (SELECT FROM locked_names WHERE folded = $6 AND until > $5)
                            AND NOT EXISTS (SELECT FROM devices WHERE token = $7)
                            AND NOT EXISTS (SELECT FROM passkeys WHERE credential = $10)
                        ON CONFLICT DO NOTHING RETURNING id),
                    d AS (INSERT INTO devices (token, account, label, made, seen) SELECT $7, id, $8, $5, $5 FROM a),
                    r AS (INSERT INTO recovery (hash, account) SELECT c.hash, id FROM a, unnest($9::bytea[]) AS c(hash)),
                    k AS (INSERT INTO passkeys (credential, account, label, key, made)
                        SELECT $10, id, $11, $12, $5 FROM a WHERE $10 IS NOT NULL)
                    SELECT (SELECT count(*) FROM a), EXISTS (SELECT FROM accounts WHERE id = $1) OR EXISTS (SELECT FROM devices WHERE token = $7)
                            OR EXISTS (SELECT FROM passkeys WHERE credential = $10),
                        EXISTS (SELECT FROM accounts WHERE folded = $3),
                        EXISTS (SELECT FROM locked_names WHERE folded = $6 AND until > $5)";
                let rows = self
                    .sessions
                    .query(
                        sql,
                        &[
                            &id,
                            name,
                            folded,
                            &password,
                            &now,
                            &lock_key(folded),
                            &token.as_slice(),
                            label,
                            &codes,
                            &credential,
                            &passkey_label,
                            &key,
                        ],
                    )
                    .await?;
                match rows.first().map(|row| (row.get::<_, i64>(0), row.get(1), row.get(2), row.get(3))) {
                    Some((1, ..)) => Outcome::Done,
                    Some((_, true, ..)) => Outcome::Refused,
                    Some((_, _, false, true)) => Outcome::Locked,
                    // A name that another server takes at this moment is not visible yet.
                    _ => Outcome::Taken,
                }
            }
            AccountChange::SignIn { account, proof, token, label } => {
                let rest = "d AS (INSERT INTO devices (token, account, label, made, seen)
                                SELECT $4, account, $5, now, now FROM proof RETURNING token)
                            SELECT count(*) FROM d";
                let token = token.0.as_slice();
                let outcome = self.prove(*account, proof, now, rest, &[&token, label]).await?;
                if outcome == Outcome::Done {
                    let sql = "DELETE FROM devices WHERE account = $1 AND token NOT IN (
                                   SELECT token FROM devices WHERE account = $1
                                   ORDER BY token = $2 DESC, seen DESC, made DESC LIMIT $3)";
                    self.ask(sql, &[&String::from(*account), &token, &MAX_DEVICES]).await?;
                }
                outcome
            }
            AccountChange::SignOut { account, token } => {
                let token = token.as_ref().map(|token| token.0.as_slice());
                let sql = "DELETE FROM devices WHERE account = $1 AND ($2::bytea IS NULL OR token = $2)";
                self.ask(sql, &[&String::from(*account), &token]).await?;
                Outcome::Done
            }
            AccountChange::Rename { account, name, folded, renamed_before, locked_until } => {
                self.rename(*account, name, folded, *renamed_before as i64, *locked_until as i64, now).await?
            }
            AccountChange::Visible { account, visible } => {
                let sql = "UPDATE accounts SET visible = $2 WHERE id = $1 RETURNING id";
                let changed =
                    self.sessions.query(sql, &[&String::from(*account), &i64::from(*visible)]).await?;
                if changed.is_empty() { Outcome::Refused } else { Outcome::Done }
            }
            AccountChange::Password { account, proof, password } => {
                let rest = "u AS (UPDATE accounts SET password = $4 FROM proof WHERE id = proof.account RETURNING id)
                            SELECT count(*) FROM u";
                self.prove(*account, proof, now, rest, &[password]).await?
            }
            AccountChange::Codes { account, proof, codes } => {
                let codes: Vec<&[u8]> = codes.iter().map(<[u8; 32]>::as_slice).collect();
                // A code that proves this change is changed once in the statement, and may stay, used up.
                let rest = "gone AS (DELETE FROM recovery USING proof WHERE recovery.account = proof.account AND used IS NULL),
                            r AS (INSERT INTO recovery (hash, account)
                                SELECT c.hash, account FROM proof, unnest($4::bytea[]) AS c(hash) RETURNING hash)
                            SELECT count(*) FROM r";
                self.prove(*account, proof, now, rest, &[&codes]).await?
            }
            AccountChange::AddPasskey { account, proof, passkey } => {
                self.add_passkey(*account, proof, passkey, now).await?
            }
            AccountChange::RemovePasskey { account, proof, credential } => {
                self.remove_passkey(*account, proof, credential, now).await?
            }
            AccountChange::Delete { account, proof } => {
                let rest = "a AS (DELETE FROM accounts USING proof WHERE id = proof.account RETURNING id),
                            d AS (DELETE FROM devices USING proof WHERE devices.account = proof.account),
                            s AS (DELETE FROM subscriptions USING proof WHERE guest = proof.account),
                            k AS (DELETE FROM passkeys USING proof WHERE passkeys.account = proof.account)
                            SELECT count(*) FROM a";
                let outcome = self.prove(*account, proof, now, rest, &[]).await?;
                // A change that waited for the proof may have added others meanwhile.
                for table in ["recovery", "passkeys"] {
                    let sql = format!(
                        "DELETE FROM {table} WHERE account = $1 AND NOT EXISTS (SELECT FROM accounts WHERE id = $1)"
                    );
                    self.ask(&sql, &[&String::from(*account)]).await?;
                }
                if outcome == Outcome::Done {
                    self.ask(FORGET_TIES, &[&String::from(*account)]).await?;
                    self.ask(FORGET_CHALLENGES, &[&String::from(*account)]).await?;
                    self.ask(FORGET_BELLS, &[&String::from(*account)]).await?;
                    self.forget_matches(*account).await?;
                    self.forget_moderation(*account).await?;
                }
                outcome
            }
            AccountChange::See { token } => {
                let sql = "WITH d AS (UPDATE devices SET seen = $2 WHERE token = $1 RETURNING account)
                           UPDATE accounts SET seen = $2 FROM d WHERE id = d.account";
                self.ask(sql, &[&token.0.as_slice(), &now]).await?;
                Outcome::Done
            }
            AccountChange::Unlock => {
                self.ask("DELETE FROM locked_names WHERE until <= $1", &[&now]).await?;
                Outcome::Done
            }
        };
        Ok(outcome.number())
    }

    async fn rename(
        &self,
        account: GuestId,
        name: &str,
        folded: &str,
        renamed_before: i64,
        locked_until: i64,
        now: i64,
    ) -> Result<Outcome, StorageError> {
        let id = String::from(account);
        let sql = "SELECT folded, renamed > $2 FROM accounts WHERE id = $1";
        let rows = self.sessions.query(sql, &[&id, &renamed_before]).await?;
        let Some(row) = rows.first() else { return Ok(Outcome::Refused) };
        let old: String = row.get(0);
        if row.get::<_, Option<bool>>(1) == Some(true) {
            return Ok(Outcome::TooSoon);
        }
        let is_new = old != folded;
        let sql = "SELECT EXISTS (SELECT FROM accounts WHERE folded = $1 AND id <> $2),
                       EXISTS (SELECT FROM locked_names WHERE folded = $3 AND until > $4)";
        let rows = self.sessions.query(sql, &[&folded, &id, &lock_key(folded), &now]).await?;
        match rows.first().map(|row| (row.get(0), row.get(1))) {
            Some((true, _)) => return Ok(Outcome::Taken),
            Some((_, true)) if is_new => return Ok(Outcome::Locked),
            _ => {}
        }
        let sql = "WITH a AS (
                UPDATE accounts SET name = $2, folded = $3, renamed = $4
                WHERE id = $1 AND folded = $5 AND (renamed IS NULL OR renamed <= $6) RETURNING id),
            l AS (INSERT INTO locked_names (folded, until) SELECT $7, $8 FROM a WHERE $9
                ON CONFLICT (folded) DO UPDATE SET until = excluded.until)
            SELECT count(*) FROM a";
        let values: [&(dyn ToSql + Sync); 9] =
            [&id, &name, &folded, &now, &old, &renamed_before, &lock_key(&old), &locked_until, &is_new];
        match self.sessions.query(sql, &values).await {
            Ok(rows) if rows.first().is_some_and(|row| row.get::<_, i64>(0) == 1) => Ok(Outcome::Done),
            // Another change of the same account came first.
            Ok(_) => Ok(Outcome::TooSoon),
            Err(super::Trouble::Refused(refused))
                if *refused.code() == tokio_postgres::error::SqlState::UNIQUE_VIOLATION =>
            {
                Ok(Outcome::Taken)
            }
            Err(trouble) => Err(trouble.into()),
        }
    }

    /// Removes a person from chairs. The new epoch makes the tables' owners read them again.
    pub(super) async fn forget_person(&self, person: GuestId, tables: &[i64]) -> Answer {
        for number in tables {
            for _ in 0..TRIES {
                let rows =
                    self.sessions.query("SELECT chairs FROM tables WHERE number = $1", &[number]).await?;
                let Some(before) = rows.first().map(|row| row.get::<_, String>(0)) else { break };
                let Some(after) = without_person(&before, person) else { break };
                let sql = "UPDATE tables SET chairs = $3, epoch = epoch + 1 WHERE number = $1 AND chairs = $2 RETURNING number";
                if !self.sessions.query(sql, &[number, &before, &after]).await?.is_empty() {
                    break;
                }
            }
        }
        Ok(0)
    }

    pub(crate) async fn owners(&self, tokens: Vec<TokenHash>) -> Result<Vec<TokenOwner<GuestId>>, LoadError> {
        let hashes: Vec<&[u8]> = tokens.iter().map(|token| token.0.as_slice()).collect();
        let ids: Vec<String> = tokens.iter().map(|token| String::from(token.guest())).collect();
        let sql = "SELECT devices.account, accounts.id IS NOT NULL
                   FROM unnest($1::bytea[], $2::text[]) WITH ORDINALITY AS t(token, id, place)
                   LEFT JOIN devices ON devices.token = t.token LEFT JOIN accounts ON accounts.id = t.id ORDER BY place";
        let rows = self.sessions.query(sql, &[&hashes, &ids]).await?;
        let owner = |row: &tokio_postgres::Row| {
            let device = row.get::<_, Option<String>>(0).and_then(|id| GuestId::try_from(id).ok());
            owner_of_token(device, row.get(1))
        };
        Ok(rows.iter().map(owner).collect())
    }

    pub(crate) async fn account(&self, which: Which) -> Result<Option<Account>, LoadError> {
        let (column, key) = match which {
            Which::Id(id) => ("id", String::from(id)),
            Which::Folded(folded) => ("folded", folded),
        };
        let sql = format!(
            "SELECT id, name, password, made, renamed, seen,
                 (SELECT count(*) FROM recovery WHERE account = id AND used IS NULL), visible <> 0
             FROM accounts WHERE {column} = $1"
        );
        let rows = self.sessions.query(&sql, &[&key]).await?;
        Ok(rows.first().and_then(|row| {
            Some(Account {
                id: row.get::<_, String>(0).try_into().ok()?,
                name: row.get(1),
                password: row.get(2),
                made: row.get::<_, i64>(3).unsigned_abs(),
                renamed: row.get::<_, Option<i64>>(4).map(i64::unsigned_abs),
                seen: row.get::<_, i64>(5).unsigned_abs(),
                codes: u32::try_from(row.get::<_, i64>(6)).unwrap_or(u32::MAX),
                visible: row.get(7),
            })
        }))
    }

    pub(crate) async fn names(&self, ids: Vec<GuestId>) -> Result<Vec<Option<String>>, LoadError> {
        let ids: Vec<String> = ids.into_iter().map(String::from).collect();
        let sql = "SELECT name FROM unnest($1::text[]) WITH ORDINALITY AS t(id, place)
                   LEFT JOIN accounts USING (id) ORDER BY place";
        Ok(self.sessions.query(sql, &[&ids]).await?.iter().map(|row| row.get(0)).collect())
    }

    pub(crate) async fn devices(&self, account: GuestId) -> Result<Vec<Device>, LoadError> {
        let sql = "SELECT token, label, made, seen FROM devices WHERE account = $1 ORDER BY seen DESC, made DESC, token";
        let rows = self.sessions.query(sql, &[&String::from(account)]).await?;
        let device = |row: &tokio_postgres::Row| {
            Some(Device {
                token: TokenHash(row.get::<_, &[u8]>(0).try_into().ok()?),
                label: row.get(1),
                made: row.get::<_, i64>(2).unsigned_abs(),
                seen: row.get::<_, i64>(3).unsigned_abs(),
            })
        };
        Ok(rows.iter().filter_map(device).collect())
    }

    pub(crate) async fn has_code(&self, account: GuestId, code: CodeHash) -> Result<bool, LoadError> {
        let sql = "SELECT EXISTS (SELECT FROM recovery WHERE hash = $2 AND account = $1 AND used IS NULL)";
        let rows = self.sessions.query(sql, &[&String::from(account), &code.as_slice()]).await?;
        Ok(rows.first().is_some_and(|row| row.get(0)))
    }

    pub(crate) async fn hidden_accounts(&self) -> Result<Vec<GuestId>, LoadError> {
        let rows = self.sessions.query("SELECT id FROM accounts WHERE visible = 0", &[]).await?;
        Ok(rows.iter().filter_map(|row| row.get::<_, String>(0).try_into().ok()).collect())
    }

    pub(crate) async fn unused_accounts(&self, since: u64) -> Result<Vec<GuestId>, LoadError> {
        let sql = "SELECT id FROM accounts WHERE seen < $1 LIMIT 100";
        let rows = self.sessions.query(sql, &[&(since as i64)]).await?;
        Ok(rows.iter().filter_map(|row| row.get::<_, String>(0).try_into().ok()).collect())
    }

    pub(crate) async fn tables_of(&self, guest: GuestId) -> Result<Vec<Sat>, LoadError> {
        let sql = "SELECT number, id FROM tables WHERE strpos(chairs, $1) > 0 ORDER BY number DESC";
        let rows = self.sessions.query(sql, &[&String::from(guest)]).await?;
        let sat = |row: &tokio_postgres::Row| {
            Some(Sat { number: row.get(0), table: row.get::<_, &str>(1).parse().ok()? })
        };
        Ok(rows.iter().filter_map(sat).collect())
    }
}
