//! Checks of server messages before they are drawn.

use super::invalid_message;
use crate::Error;
use crate::games::{Seating, events_from, view_from};
use cards::{BySeat, Side};
use catalog::{AnyMatch, DealScore, Snapshot, SnapshotPhase, WireValue};
use engine::ScoreLine;
use i18n::Words;
use protocol::{ApiError, Json, Phase};

/// Returns an error of the server as a sentence in the user's language.
pub(crate) fn sentence(error: &ApiError, words: Words) -> String {
    let params: Vec<(&str, &str)> =
        error.params.iter().map(|(name, value)| (&**name, value.as_str())).collect();
    let text = words.error_message_of(error.kind.code(), error.reason.as_deref(), &params, &error.message);
    match &error.rule {
        Some(rule) => format!("{text} {}", words.say("refused.rule", &[("rule", rule)])),
        None => text,
    }
}

/// Parser of a game's snapshots and events. It checks them against the rules, so that
/// drawing cannot fail.
#[derive(Clone)]
pub(crate) struct Reader {
    pub(crate) game: &'static str,
    /// Side of each seat, from the rules.
    pub(crate) sides: BySeat<Side>,
    pub(crate) words: Words,
}

/// Maximum deal number that is accepted from a server.
const MOST_DEALS: usize = 1_000_000;
/// Maximum score that is accepted from a server.
const MOST_POINTS: i32 = 10_000_000;

impl Reader {
    /// Creates the parser of a match.
    pub(crate) fn new(game: &dyn AnyMatch, words: Words) -> Self {
        Self { game: game.game(), sides: game.sides(), words }
    }

    fn seating(&self) -> Seating {
        let sides = self.sides.by_side(&self.sides).as_slice().len();
        let [seats, sides] = [self.sides.as_slice().len(), sides].map(|n| u8::try_from(n).unwrap_or(u8::MAX));
        Seating { seats, sides }
    }

    /// Parses a snapshot.
    pub(crate) fn snapshot(&self, snapshot: &protocol::Snapshot) -> Result<Snapshot, Error> {
        let seating = self.seating();
        if snapshot.sides != self.sides {
            return Err(invalid_message("the sides don't fit the rules"));
        }
        let seats = snapshot.actors.iter().chain(snapshot.winners.iter()).chain([snapshot.dealer]).collect();
        let counted = seating.seats(&snapshot.totals) && in_bounds(snapshot.totals.as_slice());
        if !seating.all(seats) || !counted || snapshot.deal > MOST_DEALS {
            return Err(invalid_message("a snapshot doesn't fit the table"));
        }
        let view = snapshot.view.as_ref().map(|view| {
            let read = view_from(self.game, view.get(), seating);
            read.ok_or_else(|| invalid_message("a view doesn't fit the game and table"))
        });
        let version = usize::try_from(snapshot.version);
        Ok(Snapshot {
            version: version.map_err(|_| invalid_message("a snapshot doesn't fit the table"))?,
            phase: match snapshot.phase {
                Phase::Waiting => SnapshotPhase::Waiting,
                Phase::Playing => SnapshotPhase::Playing,
                Phase::Scored => SnapshotPhase::Scored,
                Phase::Over => SnapshotPhase::Over,
            },
            deal: snapshot.deal,
            dealer: snapshot.dealer,
            actors: snapshot.actors,
            legal: snapshot.legal.clone(),
            view: view.transpose()?,
            totals: snapshot.totals,
            sides: snapshot.sides,
            deal_score: snapshot.deal_score.as_ref().map(|score| self.deal_score(score)).transpose()?,
            bonuses: self.lines(&snapshot.bonuses)?,
            winners: snapshot.winners,
            undo: snapshot.undo,
        })
    }

    fn deal_score(&self, score: &protocol::DealScore) -> Result<DealScore, Error> {
        let &protocol::DealScore { deal, thrown_in, points, ref lines } = score;
        if !self.seating().seats(&points) || !in_bounds(points.as_slice()) || deal > MOST_DEALS {
            return Err(invalid_message("a deal score doesn't fit the table"));
        }
        Ok(DealScore { deal, thrown_in, points, lines: self.lines(lines)? })
    }

    fn lines(&self, lines: &[protocol::ScoreLine]) -> Result<Vec<ScoreLine>, Error> {
        let line = |line: &protocol::ScoreLine| {
            let &protocol::ScoreLine { ref category, amounts, points, ref cards, .. } = line;
            let category = self
                .words
                .known_name("count", self.game, category)
                .ok_or_else(|| invalid_message(format!("“{category}” is no category of this game")))?;
            let seating = self.seating();
            if !seating.sides(&amounts) || !seating.sides(&points) || !in_bounds(points.as_slice()) {
                return Err(invalid_message("a score line doesn't fit the table"));
            }
            // The rule numbers of a line are not drawn.
            Ok(ScoreLine { category, rules: &[], amounts, points, cards: cards.clone() })
        };
        lines.iter().map(line).collect()
    }

    /// Parses the events of a notice.
    pub(crate) fn events(&self, events: &Json) -> Result<WireValue, Error> {
        let read = events_from(self.game, events.get(), self.seating());
        read.ok_or_else(|| invalid_message("the events don't fit the game"))
    }
}

fn in_bounds(points: &[i32]) -> bool {
    points.iter().all(|points| (-MOST_POINTS..=MOST_POINTS).contains(points))
}
