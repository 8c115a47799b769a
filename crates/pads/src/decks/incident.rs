//! What happened to the cards during an evening, and what it asks for.

use super::{Different, Specification};
use crate::log::Log;
use crate::{Act, InputError, Opening, OperationId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Something happened to the cards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(tag = "what", rename_all = "camelCase", deny_unknown_fields)]
pub enum Incident {
    /// Cards are missing, or too many. (DK-R1)
    Incorrect {
        /// When it was found.
        found: Found,
        /// By whom, if somebody says so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "wire", ts(optional))]
        seat: Option<u8>,
        /// The missing cards.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "wire", ts(optional, as = "Option<_>"))]
        missing: Vec<String>,
        /// The cards that are too many.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "wire", ts(optional, as = "Option<_>"))]
        extra: Vec<String>,
    },
    /// Somebody says whether they agree that the hand is void.
    Answer {
        /// Who.
        seat: u8,
        /// Whether they do.
        agrees: bool,
    },
    /// Whoever runs the table decides.
    Ruling {
        /// What.
        ruling: Ruling,
    },
    /// A card can be told from its back. (DK-R2)
    Imperfect {
        /// Which.
        card: String,
        /// By what.
        mark: String,
    },
    /// The cards were counted between two hands.
    Counted {
        /// How many there are.
        cards: u16,
    },
    /// The deck was put right, or replaced, and checked.
    Verified,
    /// The program lost or doubled a card: nobody need be asked.
    Fault {
        /// What it found.
        detail: String,
    },
}

/// When an incorrect deck was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Found {
    /// Before the first card or call.
    BeforePlay,
    /// During the hand.
    DuringPlay,
    /// After it was finished, before its score was written.
    AfterPlay,
    /// After its score was agreed.
    AfterScore,
}

/// What becomes of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Ruling {
    /// It is void; the same dealer deals again.
    Void,
    /// It stands, and the deck is put right before the next one.
    Stands,
    /// It goes on, with a notice to all.
    PlayOn,
    /// The card goes back to the hand it is missing from, and it goes on. (Bridge)
    Restore,
}

/// The ruling for an incorrect deck, unless the table decides otherwise. `strict` voids a hand that was finished but not
/// yet written; `restore` lets bridge go on with a card that was found quickly.
#[must_use]
pub const fn ruling(found: Found, strict: bool, restore: bool) -> Ruling {
    match found {
        Found::BeforePlay | Found::DuringPlay if restore => Ruling::Restore,
        Found::BeforePlay | Found::DuringPlay => Ruling::Void,
        Found::AfterPlay if strict => Ruling::Void,
        Found::AfterPlay | Found::AfterScore => Ruling::Stands,
    }
}

/// What the cards ask for now.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Watch {
    /// The deck of the game.
    pub deck: &'static str,
    /// A hand that rests until it is ruled upon.
    pub frozen: Option<Frozen>,
    /// Whether the deck has to be put right before the next hand.
    pub unverified: bool,
    /// What everybody has to know.
    pub notices: Vec<Notice>,
    /// A count that was wrong, until the next one is right.
    pub miscounted: Option<super::Count>,
    /// The lines of the hands that were void; each was dealt again.
    pub voided: Vec<u32>,
    /// Whether the cards are to be counted before the next hand.
    pub count_due: bool,
    /// The back that deals the next hand, where two decks go in turn.
    pub back: Option<String>,
    /// The hand that may still be finished with the deck as it is.
    pub finishing: Option<u32>,
    /// Everything that happened, in order.
    pub log: Vec<Logged>,
}

/// A hand that rests.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Frozen {
    /// Its line.
    pub line: u32,
    /// Who agreed that it is void.
    pub agreed: Vec<u8>,
    /// Who did not: then somebody has to rule.
    pub objected: Vec<u8>,
    /// The ruling that is proposed.
    pub proposed: Ruling,
}

/// What everybody has to know about a card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Notice {
    /// The card.
    pub card: String,
    /// By what it can be told.
    pub mark: String,
    /// The hand in which it was seen.
    pub line: u32,
}

/// An incident, where it stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Logged {
    /// The operation.
    pub id: OperationId,
    /// When, as the device had it.
    pub at: Option<String>,
    /// The hand.
    pub line: u32,
    /// What.
    pub incident: Incident,
}

/// How often the cards are counted where money is at stake, and where it is not.
const COUNT_EVERY: [u8; 2] = [1, 5];

/// The incidents of a match that hold.
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
    /// What follows from the incidents of a match that is played with this `deck` and whose hands stand on these `lines`.
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
                // DK-R2: the hand in which the card was seen is finished.
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

    /// DK-R1, DK-R4: only the hand in question can be void; what was finished before it stands.
    fn rule(&mut self, ruling: Ruling) {
        let Some(frozen) = self.frozen.take() else { return };
        match ruling {
            Ruling::Void => self.voided.push(frozen.line),
            Ruling::Stands | Ruling::PlayOn | Ruling::Restore => self.finishing = Some(frozen.line),
        }
    }

    /// Says why no hand can be entered on this line now, if none can.
    ///
    /// # Errors
    ///
    /// When the hand rests, or the deck is not in order.
    pub fn check(&self, line: u32) -> Result<(), InputError> {
        if self.frozen.is_some() {
            return Err(InputError::Frozen);
        }
        if self.unverified && self.finishing != Some(line) { Err(InputError::DeckUnverified) } else { Ok(()) }
    }
}

/// Two decks that are dealt in turn: one is dealt while the other is shuffled. (BR-R1)
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TwoDecks {
    backs: [String; 2],
}

impl TwoDecks {
    /// Two decks with these backs.
    ///
    /// # Errors
    ///
    /// When they cannot be told apart. (DK-R3)
    pub fn new(one: &str, other: &str) -> Result<Self, InputError> {
        let plain = |back: &str| back.trim().to_lowercase();
        if plain(one) == plain(other) {
            return Err(InputError::SameBacks { back: one.chars().take(40).collect() });
        }
        Ok(Self { backs: [one.to_owned(), other.to_owned()] })
    }

    /// The back that deals hand `number`, from 0.
    #[must_use]
    pub fn dealing(&self, number: usize) -> &str {
        &self.backs[number % 2]
    }
}

impl Different {
    /// As one says it: how many there are of how many.
    #[must_use]
    pub fn in_figures(&self) -> String {
        format!("{} of {}", self.found, self.of)
    }
}
