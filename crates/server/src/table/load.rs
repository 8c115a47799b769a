//! Loading of tables from the store. A deal that a software fault broke is void: nothing of it counts, and
//! the same dealer deals again. Earlier deals stand. (DK-R1, DK-R4)

use super::TableRegistry;
use crate::request_error::RequestError;
use ::table::{Fault, History, Revived, StoredTable, TableError, TableId, Unrevived, revive};
use catalog::{AnyMatch, Line, Rejection};
use std::sync::Arc;
use store::{Lease, LoadError, Stored};

/// Takes the lease of a table and loads it. A deal that a software fault broke is first voided in the store.
pub(super) async fn load(
    id: TableId,
    registry: &Arc<TableRegistry>,
) -> Result<(Lease, Revived), RequestError> {
    let (mut stored, mut lease) = registry.store.take(id).await?.ok_or(TableError::NoTable)?;
    let (game, history) = match replay(&stored, registry) {
        Ok(replayed) => replayed,
        Err(Unrevived::Strange(rejection)) => return Err(LoadError::strange(id, &rejection).into()),
        Err(Unrevived::Fault(Fault(what))) => {
            tracing::error!(table = id.in_log(), fault = what, "a fault broke a deal, which is void");
            stored.link = stored.link.after(&stored.record.seed, &Line::Void);
            registry.store.append(&mut lease, Line::Void, stored.link, None, None).await?;
            stored.lines.push(Line::Void);
            stored.commands.push(None);
            replay(&stored, registry).map_err(|error| match error {
                Unrevived::Strange(rejection) => LoadError::strange(id, &rejection),
                Unrevived::Fault(Fault(what)) => LoadError::strange(id, &Rejection::new("fault", what)),
            })?
        }
    };
    Ok((lease, Revived { stored: to_table(stored), game, history }))
}

fn replay(stored: &Stored, registry: &TableRegistry) -> Result<(Box<dyn AnyMatch>, History), Unrevived> {
    let mut history = History::default();
    let game = revive(&stored.record, &stored.lines, &registry.settings.catalog, Some(&mut history))?;
    Ok((game, history))
}

fn to_table(stored: Stored) -> StoredTable {
    let Stored { record, chairs, lines, commands, clocks, link, finished, ended, next, .. } = stored;
    let next = next.map(|next| next.to_string());
    StoredTable { record, chairs, lines, commands, clocks, link: Some(link), finished, ended, next }
}
