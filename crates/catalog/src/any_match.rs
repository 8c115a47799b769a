//! Functions over any match. They are compiled once for all games.

use crate::AnyMatch;
use crate::info::DealScore;
use crate::snapshot::{Snapshot, SnapshotPhase};
use crate::wire_value::raw;
use cards::{SeatSet, Viewer};
use engine::Phase;
use serde_json::{Value, value::RawValue};
use std::collections::BTreeMap;

impl dyn AnyMatch + '_ {
    /// Returns the snapshot for `viewer`.
    #[must_use]
    pub fn snapshot(&self, viewer: Viewer) -> Snapshot {
        let phase = self.phase();
        let deal_score = if phase == Phase::Playing { None } else { self.deal_score() };
        Snapshot {
            version: self.version(),
            phase: match phase {
                Phase::Between if deal_score.is_none() => SnapshotPhase::Waiting,
                Phase::Between => SnapshotPhase::Scored,
                Phase::Playing => SnapshotPhase::Playing,
                Phase::Over(_) => SnapshotPhase::Over,
            },
            deal: self.deals().saturating_sub(1),
            dealer: self.dealer(),
            actors: self.actors(),
            legal: match viewer {
                Viewer::Seat(seat) => self.legal(seat),
                Viewer::Public => Vec::new(),
            },
            view: self.wire_view(viewer),
            totals: self.totals(),
            sides: self.sides(),
            deal_score,
            bonuses: self.bonuses(),
            winners: match phase {
                Phase::Over(winners) => winners,
                Phase::Between | Phase::Playing => SeatSet::EMPTY,
            },
            undo: false,
        }
    }

    /// Returns the view of `viewer` as JSON, or `null` before the first deal.
    #[must_use]
    pub fn view(&self, viewer: Viewer) -> Box<RawValue> {
        self.wire_view(viewer).map_or_else(|| raw(&()), |view| view.to_json())
    }

    /// Returns the score of the last finished deal.
    #[must_use]
    pub fn deal_score(&self) -> Option<DealScore> {
        // Only the deal in progress is not finished.
        (0..self.deals()).rev().take(2).find_map(|deal| self.score_of_deal(deal))
    }

    /// Returns the seats that may act and their legal actions, as the JSON object of `parlour legal --json`.
    #[must_use]
    pub fn legal_summary(&self) -> Value {
        // In a race an actor may have no legal action. Such seats are left out.
        let legal = |seat| Some((seat, self.legal(seat))).filter(|(_, legal)| !legal.is_empty());
        let legal: Vec<_> = self.actors().iter().filter_map(legal).collect();
        let actors: SeatSet = legal.iter().map(|(seat, _)| *seat).collect();
        let actions: BTreeMap<String, Vec<String>> =
            legal.into_iter().map(|(seat, legal)| (seat.to_string(), legal)).collect();
        serde_json::json!({ "actors": actors, "actions": actions })
    }
}
