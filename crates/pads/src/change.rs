//! What somebody wants written on a pad, and whether it can be: only what counts is written.

use crate::decks::{Incident, TwoDecks};
use crate::log::Log;
use crate::scoring::is_name;
use crate::{Act, InputError, Opening, Operation, OperationId, games, view};
use engine::{CardSets, Rejected};
use serde::Deserialize;
use serde_json::Value;

/// What somebody wants written.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Change {
    /// Begins a match.
    Open {
        /// What is played, and by whom.
        opening: Opening,
    },
    /// Writes a hand on the next line, or on the one that is named.
    Enter {
        /// The match.
        #[serde(rename = "match")]
        of_match: OperationId,
        /// The line.
        #[serde(default)]
        #[cfg_attr(feature = "wire", ts(optional))]
        line: Option<u32>,
        /// The figures.
        #[cfg_attr(feature = "wire", ts(type = "Record<string, unknown>"))]
        entry: Value,
    },
    /// Replaces an entry; or moves it to another line, if both hands were played.
    Correct {
        /// The entry.
        of: OperationId,
        /// The line it goes to; the one it stands on, if it is not said.
        #[serde(default)]
        #[cfg_attr(feature = "wire", ts(optional))]
        line: Option<u32>,
        /// The figures; as they are, if they are not said.
        #[serde(default)]
        #[cfg_attr(feature = "wire", ts(optional, type = "Record<string, unknown>"))]
        entry: Option<Value>,
    },
    /// Takes back the last thing that was written, or the one that is named; a withdrawal too.
    Undo {
        /// Which.
        #[serde(default)]
        #[cfg_attr(feature = "wire", ts(optional))]
        of: Option<OperationId>,
    },
    /// Takes an entry off the pad, with whatever it had replaced: so is a conflict resolved for the other one.
    Withdraw {
        /// The entry.
        of: OperationId,
    },
    /// Puts a name right.
    Rename {
        /// The match.
        #[serde(rename = "match")]
        of_match: OperationId,
        /// Whose name.
        seat: u8,
        /// What it is.
        name: String,
    },
    /// Notes what happened to the cards.
    Incident {
        /// The match.
        #[serde(rename = "match")]
        of_match: OperationId,
        /// The hand; the one that comes, if it is not said.
        #[serde(default)]
        #[cfg_attr(feature = "wire", ts(optional))]
        line: Option<u32>,
        /// What.
        incident: Incident,
    },
}

impl Log {
    /// Writes down what `device` wants at the time `at`, for who has these card sets, and tells the name of what was
    /// written last.
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
    ///
    /// # Errors
    ///
    /// Why it cannot be written; then nothing has changed.
    pub fn apply(
        &mut self,
        change: Change,
        device: &str,
        at: Option<&str>,
        sets: &CardSets,
    ) -> Result<OperationId, Rejected> {
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

    /// What is to be written for a change.
    fn acts(&self, change: Change, sets: &CardSets) -> Result<Vec<Act>, Rejected> {
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

    /// An entry, and what it had replaced: the latest first.
    fn history(&self, of: &OperationId) -> Result<Vec<&Operation>, InputError> {
        let mut history = vec![self.named(of)?];
        // Only what came before can have been corrected: so this ends.
        while let Some(Operation { id, act: Act::Correct { of: before, .. }, .. }) = history.last()
            && before < id
        {
            history.push(self.named(before)?);
        }
        Ok(history)
    }

    /// The match an entry is of.
    fn match_of(&self, of: &OperationId) -> Result<OperationId, InputError> {
        match self.history(of)?.last() {
            Some(Operation { act: Act::Enter { of_match, .. }, .. }) => Ok(of_match.clone()),
            _ => Err(InputError::NoOperation { given: of.to_string() }),
        }
    }

    fn named(&self, id: &OperationId) -> Result<&Operation, InputError> {
        self.find(id).ok_or_else(|| InputError::NoOperation { given: id.to_string() })
    }

    /// What was just entered has to count.
    fn check_counts(
        &self,
        of_match: &OperationId,
        id: &OperationId,
        sets: &CardSets,
    ) -> Result<(), Rejected> {
        let sheet = view::sheet(self, of_match, sets)?;
        let row = sheet.rows.into_iter().find(|row| row.written.id == *id);
        row.and_then(|row| row.refused).map_or(Ok(()), Err)
    }
}
