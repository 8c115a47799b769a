//! What everybody is told of a line.

use super::play::Asked;
use super::{Connection, Table, viewer_of};
use crate::store::Fingerprint;
use ::table::Told;
use axum::extract::ws::Utf8Bytes;
use cards::{Seat, Viewer};
use protocol::{Frame, Notice, Receipt, notice};
use serde_json::value::RawValue;

/// What everybody is told of a line.
pub(super) enum Broadcast<'a> {
    Dealt,
    Played { seat: Seat, action: &'a str, asked: Option<&'a Asked> },
}

impl<'a> Broadcast<'a> {
    /// Who asked gets back what they called it.
    pub(super) fn id_for(&self, connection: &Connection) -> Option<&'a str> {
        match self {
            Self::Played { asked: Some(asked), .. } if asked.connection.number == connection.number => {
                Some(&asked.id)
            }
            _ => None,
        }
    }

    /// The command that led to it.
    pub(super) fn command(&self) -> Option<Fingerprint> {
        match self {
            Self::Played { asked: Some(asked), .. } => Some(asked.command),
            _ => None,
        }
    }

    pub(super) fn notice(
        &self,
        table: &str,
        events: &RawValue,
        frame: Frame,
        receipt: Receipt,
        id: Option<&str>,
    ) -> String {
        let (table, events, receipt) = (table.to_owned(), events.into(), Some(receipt));
        match *self {
            Self::Dealt => Notice::Dealt(Box::new(notice::Dealt { table, events, frame, receipt })),
            Self::Played { seat, action, .. } => {
                let (action, id) = (action.to_owned(), id.map(str::to_owned));
                Notice::Played(Box::new(notice::Played { table, seat, action, events, frame, receipt, id }))
            }
        }
        .encode()
    }
}

impl Table {
    /// Tells whoever looks on of a line, each what they may know.
    pub(super) fn tell(&mut self, told: &Told, broadcast: &Broadcast<'_>) {
        let receipt = Receipt::from(self.receipt());
        let chairs = &self.chairs;
        let sees_as = |connection: &Connection, viewer: Viewer| viewer_of(chairs, connection) == viewer;
        for viewer in Viewer::all(self.record.seats) {
            if !self.watchers.iter().any(|connection| sees_as(connection, viewer)) {
                continue;
            }
            let (events, frame) = (told.events(viewer), self.frame_for(viewer));
            let mut shared: Option<Utf8Bytes> = None;
            self.watchers.retain(|connection| {
                if !sees_as(connection, viewer) {
                    return true;
                }
                let write = |id| broadcast.notice(&self.text, events, frame.clone(), receipt.clone(), id);
                match broadcast.id_for(connection) {
                    Some(id) => connection.notify(write(Some(id))),
                    None => connection.notify(shared.get_or_insert_with(|| write(None).into()).clone()),
                }
            });
        }
    }
}
