//! What everybody is told of a line.

use super::play::Asked;
use super::{Connection, Table, viewer_of};
use crate::store::Fingerprint;
use axum::extract::ws::Utf8Bytes;
use cards::{Seat, Viewer};
use house::Frame;
use protocol::Notice;
use protocol::Receipt;
use protocol::Told;
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
        frame: &Frame,
        receipt: Receipt,
        id: Option<&str>,
    ) -> String {
        let receipt = Some(receipt);
        match *self {
            Self::Dealt => Notice::Dealt { table, events, frame, receipt },
            Self::Played { seat, action, .. } => {
                Notice::Played { table, seat, action, events, frame, receipt, id }
            }
        }
        .write()
    }
}

impl Table {
    /// Tells whoever looks on of a line, each what they may know.
    pub(super) fn tell(&mut self, told: &Told, broadcast: &Broadcast<'_>) {
        let receipt = self.receipt();
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
                match broadcast.id_for(connection) {
                    Some(id) => {
                        connection.notify(broadcast.notice(&self.text, events, &frame, receipt, Some(id)))
                    }
                    None => connection.notify(
                        shared
                            .get_or_insert_with(|| {
                                broadcast.notice(&self.text, events, &frame, receipt, None).into()
                            })
                            .clone(),
                    ),
                }
            });
        }
    }
}
