//! Challenges in the database.

use super::PostgresStore;
use crate::LoadError;
use crate::challenges::{
    ACCEPT_CHALLENGE, CHALLENGE, CHALLENGES, ChallengeChange, ChallengeRow, DELETE_CHALLENGE,
    EXPIRE_CHALLENGES, INSERT_CHALLENGE, StoredChallenge, read_row, write_row,
};
use crate::writer::Answer;
use people::ChallengeCode;
use table::GuestId;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

/// Returns the values of a row.
pub(super) fn row(row: &Row) -> ChallengeRow {
    (row.get(0), row.get(1), row.get(2), row.get(3), row.get(4), row.get(5), row.get(6))
}

fn read(found: &Row) -> Option<StoredChallenge> {
    read_row(row(found))
}

impl PostgresStore {
    pub(super) async fn change_challenge(&self, change: &ChallengeChange, at: u64) -> Answer {
        let now = at as i64;
        match change {
            ChallengeChange::Create(challenge) => {
                let (code, founder, invited, pool, rated, expires, table) = write_row(challenge);
                self.count(INSERT_CHALLENGE, &[&code, &founder, &invited, &pool, &rated, &expires, &table])
                    .await
            }
            ChallengeChange::Accept { code, player, table } => {
                let values: [&(dyn ToSql + Sync); 4] =
                    [&String::from(*player), &table.to_string(), &code.to_string(), &now];
                self.count(ACCEPT_CHALLENGE, &values).await
            }
            ChallengeChange::Delete { code, player } => {
                self.count(DELETE_CHALLENGE, &[&code.to_string(), &String::from(*player)]).await
            }
            ChallengeChange::Expire => self.count(EXPIRE_CHALLENGES, &[&now]).await,
        }
    }

    /// Runs a statement, and returns the number of changed rows.
    async fn count(&self, sql: &str, values: &[&(dyn ToSql + Sync)]) -> Answer {
        let sql = format!("{sql} RETURNING code");
        Ok(self.sessions.query(&sql, values).await?.len() as i64)
    }

    pub(crate) async fn challenge(
        &self,
        code: ChallengeCode,
        at: u64,
    ) -> Result<Option<StoredChallenge>, LoadError> {
        let rows = self.sessions.query(CHALLENGE, &[&code.to_string(), &(at as i64)]).await?;
        Ok(rows.first().and_then(read))
    }

    pub(crate) async fn challenges_of(
        &self,
        player: GuestId,
        at: u64,
    ) -> Result<Vec<StoredChallenge>, LoadError> {
        let rows = self.sessions.query(CHALLENGES, &[&String::from(player), &(at as i64)]).await?;
        Ok(rows.iter().filter_map(read).collect())
    }
}
