//! Contents of a board that a conversion did not keep.

use crate::board::{Board, CardPlayed, Comment, Given, Remarks};
use std::collections::BTreeSet;

impl Board {
    /// Returns the contents of this board that its conversion does not have, by their names in PBN, or as a short
    /// description.
    ///
    /// ```
    /// use notation::{lin, pbn};
    /// let file = br#"
    /// [Board "1"] [Site "Rome"] [Dealer "N"] [Vulnerable "None"] [Annotator "Ada"]
    /// [Deal "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"]
    /// "#;
    /// let boards = pbn::read(file)?;
    /// let converted = lin::read(lin::write(&boards)?.as_bytes())?;
    /// assert!(boards[0].lost_in(&converted[0]).iter().eq(["Annotator", "Site"]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn lost_in(&self, converted: &Self) -> BTreeSet<String> {
        let mut lost = BTreeSet::new();
        let mut lose = |what: &str, is_lost: bool| {
            if is_lost {
                lost.insert(what.to_owned());
            }
        };
        lose("Event", is_lost(&self.event, &converted.event));
        lose("Site", is_lost(&self.site, &converted.site));
        lose("Date", is_lost(&self.date, &converted.date));
        lose("Board", is_lost(&self.number, &converted.number));
        for (index, name) in ["North", "East", "South", "West"].into_iter().enumerate() {
            lose(name, is_lost(&self.players[index], &converted.players[index]));
        }
        lose("Dealer", is_lost(&self.dealer, &converted.dealer));
        lose("Vulnerable", is_lost(&self.vulnerability, &converted.vulnerability));
        lose("Deal", is_lost(&self.hands, &converted.hands));
        lose("Scoring", is_lost(&self.scoring, &converted.scoring));
        lose("Declarer", is_lost(&self.declarer, &converted.declarer));
        lose("Contract", is_lost(&self.contract, &converted.contract));
        let has_tricks =
            converted.tricks_by_side == self.tricks_by_side || converted.result.known().is_some();
        lose(
            "Result",
            is_lost(&self.result, &converted.result) || self.tricks_by_side.is_some() && !has_tricks,
        );
        for (name, value) in &self.tags {
            lose(name, !value.is_empty() && converted.tag(name) != Some(value));
        }
        for section in &self.sections {
            lose(&section.name, !converted.sections.contains(section));
        }
        lose("Auction", self.calls() != converted.calls());
        lose("Play", self.cards() != converted.cards());
        let kept: Vec<&str> = converted.comments().collect();
        lose("comments", self.comments().any(|comment| !kept.contains(&comment)));
        for (own, others, kind) in [
            (self.remarks_on_calls(), converted.remarks_on_calls(), "calls"),
            (self.remarks_on_cards(), converted.remarks_on_cards(), "cards"),
        ] {
            let lost = |differs: fn(&Remarks, &Remarks) -> bool| {
                let others = others.iter().copied().map(Some).chain(std::iter::repeat(None));
                let none = Remarks::default();
                own.iter().zip(others).any(|(own, other)| differs(own, other.unwrap_or(&none)))
            };
            lose(&format!("alerts of {kind}"), lost(|own, other| own.alerted && !other.alerted));
            lose(
                &format!("notes on {kind}"),
                lost(|own, other| own.note.is_some() && own.note != other.note),
            );
            lose(&format!("judgments of {kind}"), lost(|own, other| own.glyphs != other.glyphs));
        }
        lost
    }

    /// Returns the calls, without their annotations.
    fn calls(&self) -> Vec<(Option<bridge::Call>, bool)> {
        let row = self.auction.iter().flat_map(|row| &row.calls);
        row.map(|made| (made.call, made.insufficient)).collect()
    }

    fn played(&self) -> impl Iterator<Item = Option<&CardPlayed>> {
        self.play.iter().flat_map(|rows| rows.tricks.iter().flatten().map(Option::as_ref))
    }

    /// Returns the played cards, without their annotations and without unknown ones at the end.
    fn cards(&self) -> Vec<Option<cards::Card>> {
        let mut cards: Vec<_> = self.played().map(|played| played.map(|played| played.card)).collect();
        while cards.last() == Some(&None) {
            cards.pop();
        }
        cards
    }

    fn remarks_on_calls(&self) -> Vec<&Remarks> {
        self.auction.iter().flat_map(|row| row.calls.iter().map(|made| &made.remarks)).collect()
    }

    fn remarks_on_cards(&self) -> Vec<&Remarks> {
        self.played().flatten().map(|played| &played.remarks).collect()
    }

    /// Returns the texts of all comments, without the lines that name the version of PBN.
    fn comments(&self) -> impl Iterator<Item = &str> {
        let remarks = self.remarks_on_calls().into_iter().chain(self.remarks_on_cards());
        let on_moves = remarks.flat_map(|remarks| &remarks.comments);
        self.comments.iter().map(|one| &one.comment).chain(on_moves).filter_map(|comment| match comment {
            Comment::Escape(text) if text.trim().starts_with("PBN ") || text.trim() == "EXPORT" => None,
            Comment::Braced(text) | Comment::Line(text) | Comment::Escape(text) => Some(text.trim()),
        })
    }
}

/// Returns whether a known value is missing or different in the conversion.
fn is_lost<T: PartialEq>(own: &Given<T>, converted: &Given<T>) -> bool {
    own.known().is_some() && own.known() != converted.known()
}
