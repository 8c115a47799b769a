//! Incidents with the cards of an evening, and their consequences.

use super::{Different, Specification};
use crate::log::Log;
use crate::{Act, InputError, Opening, OperationId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Incident with the cards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(tag = "what", rename_all = "camelCase", deny_unknown_fields)]
pub enum Incident {
    /// Cards are missing or extra. (DK-R1)
    Incorrect {
        /// Time of the discovery.
        found: Found,
        /// The seat that discovered the incident.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "wire", ts(optional))]
        seat: Option<u8>,
        /// Cards that are missing.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "wire", ts(optional, as = "Option<_>"))]
        missing: Vec<String>,
        /// Cards that are extra.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "wire", ts(optional, as = "Option<_>"))]
        extra: Vec<String>,
    },
    /// A player agrees or objects that the hand is void.
    Answer {
        /// Seat that answers.
        seat: u8,
        /// Whether the player agrees that the hand is void.
        agrees: bool,
    },
    /// The organizer of the card table decides.
    Ruling {
        /// Ruling of the organizer.
        ruling: Ruling,
    },
    /// A card is recognizable from its back. (DK-R2)
    Imperfect {
        /// Card that is recognizable.
        card: String,
        /// Mark by which the card is recognizable.
        mark: String,
    },
    /// The cards were counted between two hands.
    Counted {
        /// Number of cards.
        cards: u16,
    },
    /// The deck was corrected or replaced, and checked.
    Verified,
    /// The program lost or duplicated a card. The hand is void without an agreement.
    Fault {
        /// Description of the fault.
        detail: String,
    },
}

/// Time at which an incorrect deck was discovered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Found {
    /// The deck was found incorrect before the first card or call.
    BeforePlay,
    /// The deck was found incorrect during the hand.
    DuringPlay,
    /// The deck was found incorrect after the hand, before its score was entered.
    AfterPlay,
    /// The deck was found incorrect after the hand's score was agreed.
    AfterScore,
}

/// Ruling on a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Ruling {
    /// The hand is void, and the same dealer deals again.
    Void,
    /// The hand stands, and the deck is corrected before the next one.
    Stands,
    /// The hand continues, and all players see a notice.
    PlayOn,
    /// The card returns to the hand from which it is missing, and play continues. (Bridge)
    Restore,
}

/// Returns the default ruling for an incorrect deck. `strict` voids a finished hand without a
/// score. `restore` lets bridge continue with a card that was found quickly.
#[must_use]
pub const fn ruling(found: Found, strict: bool, restore: bool) -> Ruling {
    match found {
        Found::BeforePlay | Found::DuringPlay if restore => Ruling::Restore,
        Found::BeforePlay | Found::DuringPlay => Ruling::Void,
        Found::AfterPlay if strict => Ruling::Void,
        Found::AfterPlay | Found::AfterScore => Ruling::Stands,
    }
}

/// Consequences of the incidents so far.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Watch {
    /// The deck of the game.
    pub deck: &'static str,
    /// A hand that is suspended until a ruling.
    pub frozen: Option<Frozen>,
    /// Whether the deck must be corrected before the next hand.
    pub unverified: bool,
    /// Notices about the cards, for all players.
    pub notices: Vec<Notice>,
    /// A wrong count, until the next one is right.
    pub miscounted: Option<super::Count>,
    /// Sheet lines of void hands. Each hand was dealt again.
    pub voided: Vec<u32>,
    /// Whether the cards must be counted before the next hand.
    pub count_due: bool,
    /// The back of the deck for the next hand, with two decks in turn.
    pub back: Option<String>,
    /// The hand that may be finished with the deck as it is.
    pub finishing: Option<u32>,
    /// Incidents of the evening, in order.
    pub log: Vec<Logged>,
}

/// Hand that is suspended because of an incident.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Frozen {
    /// Line of the hand on the sheet.
    pub line: u32,
    /// Seats that agreed that the hand is void.
    pub agreed: Vec<u8>,
    /// Seats that objected, so that a ruling is needed.
    pub objected: Vec<u8>,
    /// Ruling that is proposed for the hand.
    pub proposed: Ruling,
}

/// Notice about a card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Notice {
    /// Card that is recognizable.
    pub card: String,
    /// Mark by which the card is recognizable.
    pub mark: String,
    /// Line of the hand in which the mark was discovered.
    pub line: u32,
}

/// Incident with its context.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Logged {
    /// Id of the operation that records the incident.
    pub id: OperationId,
    /// Time of the operation, on the device's clock.
    pub at: Option<String>,
    /// Line of the hand on the sheet.
    pub line: u32,
    /// Incident as recorded.
    pub incident: Incident,
}

/// Number of hands between counts, with and without a stake.
const COUNT_EVERY: [u8; 2] = [1, 5];

/// Returns the valid incidents of a match.
#[must_use]
pub fn incidents(id: &OperationId, log: &Log, holding: &BTreeSet<&OperationId>) -> Vec<Logged> {
    let of_match = |operation: &crate::Operation| match &operation.act {
        Act::Incident { of_match, line, incident } if of_match == id => Some(Logged {
            id: operation.id.clone(),
            at: operation.at.clone(),
            line: *line,
            incident: incident.clone(),
        }),
        _ => None,
    };
    log.operations().filter(|operation| holding.contains(&operation.id)).filter_map(of_match).collect()
}

impl Watch {
    /// Returns the consequences of the incidents in a match with this `deck`, whose hands are on
    /// these `lines`.
    #[must_use]
    pub fn new(opening: &Opening, deck: &Specification, lines: &[u32], incidents: &[Logged]) -> Self {
        let mut watch = Self { deck: deck.id, log: incidents.to_vec(), ..Self::default() };
        let mut lines_at_count = 0;
        for logged in incidents {
            if let Incident::Counted { cards } = logged.incident {
                let count = super::fast_count(deck, cards);
                watch.miscounted = (!count.right).then_some(count); // DK-T9
                lines_at_count = lines.iter().filter(|line| **line < logged.line).count();
            } else {
                watch.take(logged, opening.players.len());
            }
        }
        let every = opening.count_every.unwrap_or(COUNT_EVERY[usize::from(opening.stake.is_none())]);
        watch.count_due = every > 0 && lines.len() >= lines_at_count + usize::from(every);
        let decks = opening.backs.as_ref().and_then(|[one, other]| TwoDecks::new(one, other).ok());
        watch.back = decks.map(|decks| decks.dealing(lines.len()).to_owned());
        watch
    }

    fn take(&mut self, logged: &Logged, seats: usize) {
        match &logged.incident {
            Incident::Incorrect { found, .. } => {
                self.unverified = true;
                self.finishing = (*found == Found::AfterPlay).then_some(logged.line);
                let proposed = ruling(*found, false, false);
                if proposed == Ruling::Void && self.frozen.is_none() {
                    let (agreed, objected) = (Vec::new(), Vec::new());
                    self.frozen = Some(Frozen { line: logged.line, agreed, objected, proposed });
                }
            }
            Incident::Answer { seat, agrees } => {
                let Some(frozen) = &mut self.frozen else { return };
                frozen.agreed.retain(|one| one != seat);
                frozen.objected.retain(|one| one != seat);
                let answers = if *agrees { &mut frozen.agreed } else { &mut frozen.objected };
                answers.push(*seat);
                answers.sort_unstable();
                if frozen.agreed.len() >= seats {
                    self.rule(Ruling::Void);
                }
            }
            Incident::Ruling { ruling } => self.rule(*ruling),
            Incident::Imperfect { card, mark } => {
                // DK-R2: the hand in which the card was discovered is finished.
                self.finishing = if self.unverified { self.finishing } else { Some(logged.line) };
                self.unverified = true;
                self.notices.push(Notice { card: card.clone(), mark: mark.clone(), line: logged.line });
            }
            Incident::Verified => {
                self.unverified = false;
                self.finishing = None;
                self.notices.clear();
                self.miscounted = None;
            }
            Incident::Fault { .. } => self.voided.push(logged.line),
            Incident::Counted { .. } => {}
        }
    }

    /// Applies a ruling. Only the suspended hand can become void; earlier hands stand. (DK-R1,
    /// DK-R4)
    fn rule(&mut self, ruling: Ruling) {
        let Some(frozen) = self.frozen.take() else { return };
        match ruling {
            Ruling::Void => self.voided.push(frozen.line),
            Ruling::Stands | Ruling::PlayOn | Ruling::Restore => self.finishing = Some(frozen.line),
        }
    }

    /// Checks that a hand can be entered on this line.
    ///
    /// # Errors
    ///
    /// Returns [`InputError`] if a hand is suspended, or if the deck is not in order.
    pub fn check(&self, line: u32) -> Result<(), InputError> {
        if self.frozen.is_some() {
            return Err(InputError::Frozen);
        }
        if self.unverified && self.finishing != Some(line) { Err(InputError::DeckUnverified) } else { Ok(()) }
    }
}

/// Two decks dealt in turn: one is dealt while the other is shuffled. (BR-R1)
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TwoDecks {
    backs: [String; 2],
}

impl TwoDecks {
    /// Returns two decks with these backs.
    ///
    /// # Errors
    ///
    /// Returns [`InputError`] if the backs are equal. (DK-R3)
    pub fn new(one: &str, other: &str) -> Result<Self, InputError> {
        let plain = |back: &str| back.trim().to_lowercase();
        if plain(one) == plain(other) {
            return Err(InputError::SameBacks { back: one.chars().take(40).collect() });
        }
        Ok(Self { backs: [one.to_owned(), other.to_owned()] })
    }

    /// Returns the back of the deck for hand `number`, from 0.
    #[must_use]
    pub fn dealing(&self, number: usize) -> &str {
        &self.backs[number % 2]
    }
}

impl Different {
    /// Returns the numbers as text: found of expected.
    #[must_use]
    pub fn in_figures(&self) -> String {
        format!("{} of {}", self.found, self.of)
    }
}
