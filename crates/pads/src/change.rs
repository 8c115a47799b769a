//! Changes requested by a user, and their validation. Only valid entries are written.

use crate::decks::{Incident, TwoDecks};
use crate::log::Log;
use crate::scoring::is_name;
use crate::{Act, InputError, Opening, Operation, OperationId, games, view};
use engine::{CardSets, Rejection};
use serde::Deserialize;
use serde_json::Value;

/// Change that a user requests on a pad.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Change {
    /// Starts a match on the pad.
    Open {
        /// The game, its rules and the players.
        opening: Opening,
    },
    /// Enters a hand on the next line, or on the given one.
    Enter {
        /// Id of the match.
        #[serde(rename = "match")]
        of_match: OperationId,
        /// Number of the line on the sheet.
        #[serde(default)]
        #[cfg_attr(feature = "wire", ts(optional))]
        line: Option<u32>,
        /// Figures of the hand.
        #[cfg_attr(feature = "wire", ts(type = "Record<string, unknown>"))]
        entry: Value,
    },
    /// Replaces an entry of a hand, or moves it to another line of the sheet.
    Correct {
        /// Id of the entry to replace.
        of: OperationId,
        /// New line on the sheet. By default the present one.
        #[serde(default)]
        #[cfg_attr(feature = "wire", ts(optional))]
        line: Option<u32>,
        /// The new figures. By default the present ones.
        #[serde(default)]
        #[cfg_attr(feature = "wire", ts(optional, type = "Record<string, unknown>"))]
        entry: Option<Value>,
    },
    /// Undoes the last operation, or the given one. It can also undo an undo.
    Undo {
        /// Id of the operation to undo. By default the last one.
        #[serde(default)]
        #[cfg_attr(feature = "wire", ts(optional))]
        of: Option<OperationId>,
    },
    /// Removes an entry with everything that it replaced. This also resolves a conflict in favour
    /// of the other entry.
    Withdraw {
        /// Id of the entry to remove.
        of: OperationId,
    },
    /// Renames a player.
    Rename {
        /// Id of the match.
        #[serde(rename = "match")]
        of_match: OperationId,
        /// Seat of the player.
        seat: u8,
        /// New name of the player.
        name: String,
    },
    /// Records an incident with the cards.
    Incident {
        /// Id of the match.
        #[serde(rename = "match")]
        of_match: OperationId,
        /// The hand. By default the next one.
        #[serde(default)]
        #[cfg_attr(feature = "wire", ts(optional))]
        line: Option<u32>,
        /// Incident to record.
        incident: Incident,
    },
}

impl Log {
    /// Writes a change of `device` at time `at`, with these card sets available. Returns the id of
    /// the last operation written.
    ///
    /// # Errors
    ///
    /// Returns [`Rejection`] if the change is invalid, and changes nothing.
    ///
    /// ```
    /// use pads::{Change, Log};
    /// let mut log = Log::default();
    /// let opening = r#"{"type":"open","opening":{"game":"scopa","players":["Anna","Bruno"],"dealer":0}}"#;
    /// let change: Change = serde_json::from_str(opening)?;
    /// let id = log.apply(change, "kitchen", None, &engine::CardSets::NONE)?;
    /// assert_eq!(id.to_string(), "1@kitchen");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn apply(
        &mut self,
        change: Change,
        device: &str,
        at: Option<&str>,
        sets: &CardSets,
    ) -> Result<OperationId, Rejection> {
        let acts = self.acts(change, sets)?;
        let entered_in = match acts.last() {
            Some(Act::Enter { of_match, .. }) => Some(of_match.clone()),
            Some(Act::Correct { of, .. }) => Some(self.match_of(of)?),
            _ => None,
        };
        let mut log = self.clone();
        let mut written = Err(InputError::NothingToUndo);
        for act in acts {
            written = Ok(log.append(device, at.map(str::to_owned), act)?);
        }
        let id = written?;
        if let Some(of_match) = entered_in {
            log.check_counts(&of_match, &id, sets)?;
        }
        *self = log;
        Ok(id)
    }

    /// Returns the operations of a change.
    fn acts(&self, change: Change, sets: &CardSets) -> Result<Vec<Act>, Rejection> {
        let act = match change {
            Change::Open { opening } => {
                games::find(&opening.game)?.check(&opening, sets)?;
                if let Some([one, other]) = &opening.backs {
                    TwoDecks::new(one, other)?;
                }
                Act::Open(opening)
            }
            Change::Enter { of_match, line, entry } => {
                let sheet = view::sheet(self, &of_match, sets)?;
                let line = line.unwrap_or(sheet.next_line);
                sheet.check_free(line)?;
                sheet.deck.check(line)?;
                Act::Enter { of_match, line, entry }
            }
            Change::Correct { of, line, entry } => {
                let (held_line, held) = match &self.named(&of)?.act {
                    Act::Enter { line, entry, .. } | Act::Correct { line, entry, .. } => (*line, entry),
                    _ => return Err(InputError::NoOperation { given: of.to_string() }.into()),
                };
                let line = line.unwrap_or(held_line);
                if line != held_line {
                    view::sheet(self, &self.match_of(&of)?, sets)?.check_free(line)?;
                }
                let entry = entry.unwrap_or_else(|| held.clone());
                Act::Correct { of, line, entry }
            }
            Change::Withdraw { of } => {
                let undo = |operation: &Operation| Act::Undo { of: operation.id.clone() };
                return Ok(self.history(&of)?.into_iter().map(undo).collect());
            }
            Change::Undo { of } => {
                let of = of.or(view::view(self, sets)?.undoable).ok_or(InputError::NothingToUndo)?;
                self.named(&of)?;
                Act::Undo { of }
            }
            Change::Rename { of_match, seat, name } => {
                let players = view::sheet(self, &of_match, sets)?.players;
                let seats = players.len() as u8;
                if seat >= seats {
                    return Err(InputError::NoSeat { given: seat, seats }.into());
                }
                let taken = (0..seats).zip(&players).any(|(one, held)| one != seat && held == name.trim());
                if taken || !is_name(&name) {
                    return Err(InputError::Name { name: name.chars().take(40).collect() }.into());
                }
                Act::Rename { of_match, seat, name }
            }
            Change::Incident { of_match, line, incident } => {
                let line = line.unwrap_or(view::sheet(self, &of_match, sets)?.next_line);
                Act::Incident { of_match, line, incident }
            }
        };
        Ok(vec![act])
    }

    /// Returns an entry and everything that it replaced, latest first.
    fn history(&self, of: &OperationId) -> Result<Vec<&Operation>, InputError> {
        let mut history = vec![self.named(of)?];
        // Only earlier operations can be corrected, so the loop ends.
        while let Some(Operation { id, act: Act::Correct { of: before, .. }, .. }) = history.last()
            && before < id
        {
            history.push(self.named(before)?);
        }
        Ok(history)
    }

    /// Returns the match of an entry.
    fn match_of(&self, of: &OperationId) -> Result<OperationId, InputError> {
        match self.history(of)?.last() {
            Some(Operation { act: Act::Enter { of_match, .. }, .. }) => Ok(of_match.clone()),
            _ => Err(InputError::NoOperation { given: of.to_string() }),
        }
    }

    fn named(&self, id: &OperationId) -> Result<&Operation, InputError> {
        self.find(id).ok_or_else(|| InputError::NoOperation { given: id.to_string() })
    }

    /// Checks that the match counts a new entry.
    fn check_counts(
        &self,
        of_match: &OperationId,
        id: &OperationId,
        sets: &CardSets,
    ) -> Result<(), Rejection> {
        let sheet = view::sheet(self, of_match, sets)?;
        let row = sheet.rows.into_iter().find(|row| row.written.id == *id);
        row.and_then(|row| row.refused).map_or(Ok(()), Err)
    }
}
