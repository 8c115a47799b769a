//! Passkeys in the database.

use super::PostgresStore;
use super::accounts::{proof_sql, proven, secret};
use super::sessions::{Session, Trouble};
use crate::LoadError;
use crate::accounts::{Outcome, Proof};
use crate::passkeys::{
    MAX_PASSKEYS, NewPasskey, OF_ACCOUNT, OF_CREDENTIAL, PasskeyRow, StoredPasskey, WhichPasskeys, stored,
};
use table::{GuestId, StorageError};
use tokio_postgres::Row;

pub(super) fn row(row: &Row) -> PasskeyRow {
    (row.get(0), row.get(1), row.get(2), row.get(3), row.get(4))
}

impl PostgresStore {
    /// Adds a passkey.
    pub(super) async fn add_passkey(
        &self,
        account: GuestId,
        proof: &Proof,
        passkey: &NewPasskey,
        now: i64,
    ) -> Result<Outcome, StorageError> {
        if !self.note_use(account, proof).await? {
            return Ok(Outcome::Refused);
        }
        let id = String::from(account);
        let adding = async {
            let lent = self.sessions.begin().await?;
            let added = add_passkey(&lent.session, &id, proof, passkey, now).await;
            self.sessions.end(lent, added, |added| *added == Outcome::Done).await
        };
        Ok(self.sessions.unless_silent(adding).await?)
    }

    /// Removes a passkey. All passkeys of the account are locked first, so that of two servers that remove the last two one
    /// sees what the other has left.
    pub(super) async fn remove_passkey(
        &self,
        account: GuestId,
        proof: &Proof,
        credential: &Vec<u8>,
        now: i64,
    ) -> Result<Outcome, StorageError> {
        let id = String::from(account);
        let sql = "SELECT EXISTS (SELECT FROM passkeys WHERE account = id AND credential = $2),
                       password IS NOT NULL OR EXISTS (SELECT FROM passkeys WHERE account = id AND credential <> $2)
                   FROM accounts WHERE id = $1";
        let rows = self.sessions.query(sql, &[&id, credential]).await?;
        match rows.first().map(|row| (row.get(0), row.get(1))) {
            Some((true, true)) => {}
            Some((true, false)) => return Ok(Outcome::LastProof),
            _ => return Ok(Outcome::Refused),
        }
        let rest = "own AS MATERIALIZED (
                        SELECT credential FROM passkeys WHERE account = $1 ORDER BY credential FOR UPDATE),
                    p AS (DELETE FROM passkeys USING proof
                        WHERE passkeys.account = proof.account AND credential = $4
                            AND ((SELECT password FROM accounts WHERE id = $1) IS NOT NULL
                                OR (SELECT count(*) FROM own) > 1)
                        RETURNING credential)
                    SELECT count(*) FROM p";
        self.prove(account, proof, now, rest, &[credential]).await
    }

    pub(crate) async fn passkeys(&self, which: WhichPasskeys) -> Result<Vec<StoredPasskey>, LoadError> {
        let rows = match which {
            WhichPasskeys::Account(account) => {
                self.sessions.query(OF_ACCOUNT, &[&String::from(account)]).await?
            }
            WhichPasskeys::Credential(credential) => {
                self.sessions.query(OF_CREDENTIAL, &[&credential]).await?
            }
        };
        Ok(rows.iter().filter_map(|found| stored(row(found))).collect())
    }
}

/// Adds a passkey in the current transaction, which is committed only if the passkey was added. So a refused addition uses no
/// code. Additions to one account follow each other at the account's row, and each counts those before it. The row is locked
/// last, as in every change that a passkey or a code proves, so that no two changes wait for each other.
async fn add_passkey(
    session: &Session,
    id: &String,
    proof: &Proof,
    NewPasskey { credential, label, key }: &NewPasskey,
    now: i64,
) -> Result<Outcome, Trouble> {
    let sql = format!(
        "{}, p AS (INSERT INTO passkeys (credential, account, label, key, made)
                SELECT $4, account, $5, $6, now FROM proof ON CONFLICT DO NOTHING RETURNING credential)
            SELECT count(*) FROM p",
        proof_sql(proof)
    );
    let secret = secret(proof);
    let added = proven(&session.query(&sql, &[id, &*secret, &now, credential, label, key]).await?);
    if added != Outcome::Done {
        return Ok(added);
    }
    let account = session.query("SELECT id FROM accounts WHERE id = $1 FOR NO KEY UPDATE", &[id]).await?;
    if account.is_empty() {
        return Ok(Outcome::Refused);
    }
    // A statement of its own, because it must see the additions for which the lock has waited.
    let sql = "SELECT count(*) > $2 FROM passkeys WHERE account = $1";
    let rows = session.query(sql, &[id, &MAX_PASSKEYS]).await?;
    Ok(if rows.iter().any(|row| row.get(0)) { Outcome::Full } else { Outcome::Done })
}
