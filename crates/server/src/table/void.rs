//! What happens to a deal that a fault of the software broke: it is void, nothing of it counts, and the same dealer deals
//! again. Earlier deals stand. (DK-R1, DK-R4)

use super::{Fault, History, RETRY, Table, Unrevived, revive};
use crate::identity::TableId;
use crate::lobby::Lobby;
use crate::refusal::Refusal;
use crate::store::{LoadError, Stored, Tenure};
use ::table::TableRefusal;
use house::AnyMatch;
use house::Line;
pub(super) use house::MAX_VOIDED;
use std::sync::Arc;

/// Becomes the owner of a table, and believes what is on disk. A deal that a fault broke is voided first, on disk, and logged.
pub(super) async fn load_trusted(
    id: TableId,
    lobby: &Arc<Lobby>,
) -> Result<(Stored, Tenure, Box<dyn AnyMatch>, History), Refusal> {
    let (mut stored, mut tenure) = lobby.store.take(id).await?.ok_or(TableRefusal::NoTable)?;
    let mut history = History::default();
    match revive(&stored, &lobby.settings.catalog, Some(&mut history)) {
        Ok(game) => return Ok((stored, tenure, game, history)),
        Err(Unrevived::Strange(rejected)) => return Err(LoadError::strange(id, &rejected).into()),
        Err(Unrevived::Fault(Fault(what))) => {
            tracing::error!(table = id.in_log(), fault = what, "a fault broke a deal, which is void");
            stored.link = stored.link.after(&stored.record.seed, &Line::Void);
            lobby.store.append(&mut tenure, Line::Void, stored.link, None, None).await?;
            stored.lines.push(Line::Void);
            stored.commands.push(None);
        }
    }
    let mut history = History::default();
    match revive(&stored, &lobby.settings.catalog, Some(&mut history)) {
        Ok(game) => Ok((stored, tenure, game, history)),
        Err(Unrevived::Strange(rejected)) => Err(LoadError::strange(id, &rejected).into()),
        Err(Unrevived::Fault(Fault(what))) => {
            Err(LoadError::strange(id, &house::Rejected::new("fault", what)).into())
        }
    }
}

impl Table {
    /// A fault broke the deal: it is voided, and everybody is told.
    pub(super) async fn void(&mut self) -> Result<(), Refusal> {
        let reloaded = self.reload().await;
        if reloaded.is_err() {
            self.suspect = true;
            self.try_again = Some(self.now() + RETRY);
        }
        reloaded
    }

    /// How many deals in a row were voided and not played since.
    pub(super) fn voided_in_a_row(&self) -> usize {
        let deals = self.game.deals();
        self.game.voided().iter().rev().take_while(|voided| voided.deal == deals).count()
    }
}
