//! Ties between accounts in the database. A change locks both accounts in the order of their ids, so that changes of the
//! same two follow each other, and a deletion waits and then finds the rows.

use super::PostgresStore;
use super::sessions::{Session, Trouble};
use crate::LoadError;
use crate::ties::{self, Before, COUNTS, DELETE_TIE, Difference, INSERT_TIE, PAIR, TIES, TieOutcome, Tied};
use crate::writer::Answer;
use people::TieChange;
use table::GuestId;

impl PostgresStore {
    pub(super) async fn change_tie(&self, accounts: [GuestId; 2], change: TieChange, at: u64) -> Answer {
        let changing = async {
            let lent = self.sessions.begin().await?;
            let done = change_tie(&lent.session, accounts.map(String::from), change, at as i64).await;
            self.sessions.end(lent, done, |done| *done == TieOutcome::Done).await
        };
        Ok(self.sessions.unless_silent(changing).await?.number())
    }

    pub(crate) async fn ties(&self, account: GuestId) -> Result<Vec<Tied>, LoadError> {
        let id = String::from(account);
        let rows = self.sessions.query(TIES, &[&id]).await?;
        Ok(ties::tied(&id, rows.iter().map(|row| (row.get(0), row.get(1), row.get(2), row.get(3)))))
    }
}

/// Changes a tie in the current transaction.
async fn change_tie(
    session: &Session,
    ids: [String; 2],
    change: TieChange,
    now: i64,
) -> Result<TieOutcome, Trouble> {
    let [account, other] = &ids;
    let sql = "SELECT id FROM accounts WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE";
    if session.query(sql, &[&ids.as_slice()]).await?.len() < 2 {
        return Ok(TieOutcome::Unknown);
    }
    let rows = session.query(PAIR, &[account, other]).await?;
    let pair = ties::pair(account, rows.iter().map(|row| (row.get(0), row.get(1))));
    let counts = session.query(COUNTS, &[account, other]).await?;
    let count =
        |at| counts.first().and_then(|row| usize::try_from(row.get::<_, i64>(at)).ok()).unwrap_or(usize::MAX);
    let differences = match (Before { pair, ties: count(0), requests: count(1) }).apply(change) {
        Ok(differences) => differences,
        Err(refused) => return Ok(refused),
    };
    for (Difference { gone, new }, [from, to]) in differences.iter().zip([[account, other], [other, account]])
    {
        for tie in gone {
            session.query(DELETE_TIE, &[from, to, &tie.name()]).await?;
        }
        for tie in new {
            session.query(INSERT_TIE, &[from, to, &tie.name(), &now]).await?;
        }
    }
    Ok(TieOutcome::Done)
}
