//! Passkeys in the database.

use super::PostgresStore;
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
    /// Adds a passkey. The limit is asked for before the proof, which may use up a code.
    pub(super) async fn add_passkey(
        &self,
        account: GuestId,
        proof: &Proof,
        NewPasskey { credential, label, key }: &NewPasskey,
        now: i64,
    ) -> Result<Outcome, StorageError> {
        let sql = "SELECT (SELECT count(*) FROM passkeys WHERE account = $1) >= $2,
                       EXISTS (SELECT FROM passkeys WHERE credential = $3)";
        let rows = self.sessions.query(sql, &[&String::from(account), &MAX_PASSKEYS, credential]).await?;
        match rows.first().map(|row| (row.get(0), row.get(1))) {
            Some((true, _)) => return Ok(Outcome::Full),
            Some((_, true)) => return Ok(Outcome::Refused),
            _ => {}
        }
        let rest = "p AS (INSERT INTO passkeys (credential, account, label, key, made)
                        SELECT $4, account, $5, $6, now FROM proof ON CONFLICT DO NOTHING RETURNING credential)
                    SELECT count(*) FROM p";
        self.prove(account, proof, now, rest, &[credential, label, key]).await
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
