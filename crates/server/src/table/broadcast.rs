//! What everybody is told of a line.

use super::Connection;
use crate::chain::Receipt;
use crate::wire::Notice;
use cards::Seat;
use house::Frame;
use serde_json::value::RawValue;

/// What everybody is told of a line.
pub(super) enum Broadcast<'a> {
    Dealt,
    Played { seat: Seat, action: &'a str, asked: Option<(u64, &'a str)> },
}

impl<'a> Broadcast<'a> {
    /// Who asked gets back what they called it.
    pub(super) fn id_for(&self, connection: &Connection) -> Option<&'a str> {
        match self {
            Self::Played { asked: Some((number, id)), .. } if *number == connection.number => Some(id),
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
        match *self {
            Self::Dealt => Notice::Dealt { table, events, frame, receipt },
            Self::Played { seat, action, .. } => {
                Notice::Played { table, seat, action, events, frame, receipt, id }
            }
        }
        .write()
    }
}
