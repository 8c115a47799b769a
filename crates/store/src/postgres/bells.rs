//! Bells in the database.

use super::PostgresStore;
use crate::LoadError;
use crate::bells::{
    Bell, BellChange, BellRow, Bells, OF_FAMILY, OF_PERSON, RING_SHARED, bell, bells, family_limits, limits,
};
use crate::writer::Answer;
use table::GuestId;
use tokio_postgres::Row;

pub(super) fn row(row: &Row) -> BellRow {
    (row.get(0), row.get(1), row.get(2), row.get(3), row.get(4))
}

impl PostgresStore {
    pub(super) async fn change_bell(&self, change: &BellChange, at: u64) -> Answer {
        let changed = match change {
            BellChange::Set { person, bells } => {
                let sql = "WITH gone AS (DELETE FROM bells WHERE person = $1 AND NOT family = ANY($2))
                    INSERT INTO bells (person, family, clock) SELECT $1, f.family, $3
                        FROM unnest($2::text[]) AS f(family) WHERE EXISTS (SELECT 1 FROM accounts WHERE id = $1)
                    ON CONFLICT (person, family) DO UPDATE SET clock = excluded.clock RETURNING family";
                let values = (String::from(*person), &bells.families, i64::from(bells.clock));
                self.sessions.query(sql, &[&values.0, values.1, &values.2]).await?
            }
            BellChange::Ring { person, family } => {
                let (since, most) = limits(at);
                let values = (at as i64, String::from(*person));
                self.sessions.query(RING_SHARED, &[&values.0, &values.1, family, &since, &most]).await?
            }
        };
        Ok(changed.len() as i64)
    }

    pub(crate) async fn bells_of(&self, person: GuestId) -> Result<Bells, LoadError> {
        let rows = self.sessions.query(OF_PERSON, &[&String::from(person)]).await?;
        Ok(bells(rows.iter().map(|row| (row.get(0), row.get(1)))))
    }

    pub(crate) async fn bells_for(&self, family: String, at: u64) -> Result<Vec<Bell>, LoadError> {
        let (since, most) = family_limits(at);
        let rows = self.sessions.query(OF_FAMILY, &[&family, &since, &most]).await?;
        Ok(rows.iter().filter_map(|row| bell(row.get(0), row.get(1))).collect())
    }
}
