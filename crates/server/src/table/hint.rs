//! What would be good, for whoever plays against bots alone. That somebody asked is on disk before they are told.

use super::bots::Wanted;
use super::request::AtVersion;
use super::{Connection, Table};
use crate::refusal::Refusal;
use ::table::{TableRefusal, to_hint};
use cards::Seat;
use engine::Stop;
use house::{HINT_TIME, hint_effort};
use protocol::{Notice, notice};
use std::sync::Arc;
use std::time::Duration;
use tokio::task::AbortHandle;

/// How long the answer is waited for in all, where others think too.
const PATIENCE: Duration = Duration::from_secs(10);

/// A hint on its way; the next one, and the end of the table, end it.
pub(super) struct Hint(AbortHandle);

impl Drop for Hint {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Table {
    /// The seat of whoever plays against bots alone and speaks of what stands now.
    pub(super) fn alone_at(&self, connection: &Connection, asked: &AtVersion) -> Result<Seat, Refusal> {
        let seat = self.playing_seat(connection)?;
        let version = self.game.version();
        if asked.version != version as u64 {
            return Err(TableRefusal::Stale { now: version, given: asked.version }.into());
        }
        if self.chairs.plays_alone(seat) { Ok(seat) } else { Err(TableRefusal::NotAgainstBots.into()) }
    }

    /// Tells who may act what the best bot makes of what they may do.
    pub(super) async fn hint(
        &mut self,
        connection: &Arc<Connection>,
        asked: &AtVersion,
    ) -> Result<(), Refusal> {
        let seat = self.alone_at(connection, asked)?;
        let version = self.game.version();
        let stop = Stop::default();
        let think = self.game.pending_advice(seat, None, hint_effort(Some(&stop)), self.coins(seat))?;
        let think = think.ok_or(TableRefusal::NoHints)?;
        if let Some(chairs) = self.chairs.with_hint(seat) {
            self.save_chairs(chairs).await?;
        }
        let (table, id) = (self.text.clone(), asked.id.clone());
        let write = move || {
            let (choices, why) = to_hint(house::Hint::new(think()));
            Notice::Hint(notice::Hint { table, id, version: version as u64, choices, why }).encode()
        };
        let answer = self.lobby.bot_pool.submit(Some(connection.guest), Box::new(write), HINT_TIME);
        let (connection, table, id) = (Arc::clone(connection), self.text.clone(), asked.id.clone());
        let wanted = Wanted(stop);
        let tell = tokio::spawn(async move {
            let _wanted = wanted;
            let notice = match tokio::time::timeout(PATIENCE, answer).await {
                Ok(Ok(notice)) => notice,
                _ => Refusal::Busy.notice(Some(&table), Some(&id)),
            };
            connection.notify(notice);
        });
        self.hint = Some(Hint(tell.abort_handle()));
        Ok(())
    }
}
