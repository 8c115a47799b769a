//! Consistency check for tables: everything clients sent, received and showed must fit the record of
//! the match, whatever fails.
//!
//! Each client logs its own side in a [`Client`], and [`check`] compares the logs with the final lines
//! of the record. The version of a match is its number of lines, so every shown state has exactly one
//! place in the record. The crate knows only messages (`docs/protocol.md`), no game and no server.
//!
//! ```
//! use cards::{BySeat, Seat, SeatSet, Side};
//! use protocol::{Snapshot, Phase, notice};
//! let snapshot = |version| Snapshot {
//!     version,
//!     phase: Phase::Playing,
//!     deal: 0,
//!     dealer: Seat::new(1),
//!     actors: SeatSet::only(Seat::new(0)),
//!     legal: Vec::new(),
//!     view: None,
//!     totals: BySeat::new(2, |_| 0),
//!     sides: BySeat::new(2, |seat| Side::new(seat.into())),
//!     deal_score: None,
//!     bonuses: Vec::new(),
//!     winners: SeatSet::EMPTY,
//!     undo: false,
//! };
//! let played = notice::Played {
//!     table: "t".into(),
//!     seat: Seat::new(0),
//!     action: "7d".into(),
//!     events: serde_json::from_str("[]")?,
//!     snapshot: snapshot(2),
//!     receipt: None,
//!     id: None,
//! };
//! let mut ada = checker::Client::default();
//! ada.hears(&protocol::Notice::Played(Box::new(played)).encode())?;
//! let record = |lines: [&str; 2]| lines.map(str::to_owned).to_vec();
//! let clients = [ada];
//! assert_eq!(checker::check("t", &clients, &record(["deal 7d", "0 7d"]), &[])?.shown, 1);
//! assert!(checker::check("t", &clients, &record(["deal 7d", "0 7c"]), &[]).is_err(), "another line than the one shown");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use cards::Seat;
use protocol::{Command, DecodeError, Notice, Snapshot};
use serde::Deserialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashMap, hash_map::DefaultHasher};
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};

/// Log of one client: everything it sent, received and showed, at any number of tables and over any
/// number of connections.
#[derive(Clone, Default, Debug)]
pub struct Client {
    notes: Vec<Note>,
    /// The client's seat at each table. `None` for a spectator.
    seats: HashMap<String, Option<u64>>,
}

/// Entry of a client's log.
#[derive(Clone, Debug)]
struct Note {
    /// Global sequence number. It orders the entries of all clients of a process.
    number: u64,
    table: String,
    seat: Option<u64>,
    event: Event,
}

#[derive(Clone, Debug)]
enum Event {
    /// Sent command, by its id.
    Sent { id: String },
    /// Answered command, with the version it led to.
    Answered { id: String, version: u64 },
    /// Shown state: the line that led to it if known, and the hashes of snapshot and receipt. A
    /// missing receipt has a hash as well, because it indicates another past.
    Shown { version: u64, line: Option<Shown>, snapshot: Option<u64>, receipt: u64 },
}

/// Match line as a client saw it: a player's entry, or a line of the server.
#[derive(Clone, PartialEq, Debug)]
enum Shown {
    Entry(String),
    ServerLine,
}

fn hash_of(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

fn number(seat: Seat) -> u64 {
    u8::from(seat).into()
}

impl Client {
    /// Logs a message before the client sends it. Only plays matter.
    pub fn sends(&mut self, message: &Value) {
        if let Ok(Command::Play { table, id, .. }) = Command::deserialize(message) {
            self.note(&table, Event::Sent { id });
        }
    }

    /// Logs a message that the client has received and shows.
    ///
    /// # Errors
    ///
    /// Returns [`DecodeError`] if the message is not a notice.
    pub fn hears(&mut self, text: &str) -> Result<(), DecodeError> {
        let notice = Notice::decode(text)?;
        let Some(table) = notice.table() else { return Ok(()) };
        if let Notice::Table(told) = &notice {
            self.seats.insert(table.to_owned(), told.info.you.map(number));
        }
        let accepted = match &notice {
            Notice::Accepted(accepted) => Some(accepted.version),
            _ => None,
        };
        if let (Some(id), Some(version)) =
            (notice.id(), accepted.or_else(|| notice.snapshot().map(|snapshot| snapshot.version)))
        {
            self.note(table, Event::Answered { id: id.to_owned(), version });
        }
        let Some(snapshot) = notice.snapshot() else { return Ok(()) };
        let line = match &notice {
            Notice::Played(played) => Some(Shown::Entry(format!("{} {}", played.seat, played.action))),
            Notice::Dealt(_) => Some(Shown::ServerLine),
            _ => None,
        };
        // Nothing is shown while players are missing. Undo depends on the bots too, not only on the
        // match.
        let shown = Snapshot { undo: false, ..snapshot.clone() };
        let snapshot =
            shown.view.is_some().then(|| serde_json::to_string(&shown).map(hash_of).ok()).flatten();
        let receipt = hash_of(notice.receipt());
        self.note(table, Event::Shown { version: shown.version, line, snapshot, receipt });
        Ok(())
    }

    fn note(&mut self, table: &str, event: Event) {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::SeqCst);
        let seat = self.seats.get(table).copied().flatten();
        self.notes.push(Note { number, table: table.to_owned(), seat, event });
    }
}

/// Statistics of a check. A test that relies on it should require enough entries.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Checked {
    /// Number of shown versions.
    pub shown: usize,
    /// Number of answered commands.
    pub answered: usize,
}

/// Violation of the consistency law.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Violation {
    /// A shown state is missing from the record.
    #[error("version {version} was shown, but the record has only {lines} lines")]
    Lost {
        /// Version that was shown.
        version: u64,
        /// Number of match lines in the record.
        lines: usize,
    },
    /// The record differs from a line that was shown.
    #[error("“{shown}” was shown as version {version}, but the record has “{kept}”")]
    Other {
        /// Version that was shown.
        version: u64,
        /// Line that was shown as this version.
        shown: String,
        /// Line of the record at this version.
        kept: String,
    },
    /// Two clients were shown different states of one version.
    #[error("clients were shown different {what} of version {version}")]
    Disagreement {
        /// Version that was shown differently.
        version: u64,
        /// Differing part: snapshots or receipts.
        what: &'static str,
    },
    /// A client was shown an older state.
    #[error("client {client} was shown version {version} after version {before}")]
    Fell {
        /// Index of the client.
        client: usize,
        /// Version that was shown after a newer one.
        version: u64,
        /// Version that the client was shown before.
        before: u64,
    },
    /// A command was executed twice.
    #[error("command “{id}” of seat {seat} was executed as version {first} and again as version {second}")]
    Twice {
        /// Seat of the client.
        seat: u64,
        /// Id of the command.
        id: String,
        /// Version of the first execution.
        first: u64,
        /// Version of the second execution.
        second: u64,
    },
    /// A seat has more actions than it sent commands.
    #[error("seat {seat} sent {sent} commands, but has {done} lines in the record")]
    Unasked {
        /// Seat with too many actions.
        seat: u64,
        /// Number of distinct commands sent.
        sent: usize,
        /// Number of actions.
        done: usize,
    },
    /// A command was executed before a state that was shown before it was sent.
    #[error("command “{id}” was sent after version {before} was shown, but executed as version {version}")]
    Reordered {
        /// Id of the command.
        id: String,
        /// Version shown before sending.
        before: u64,
        /// Version of the execution.
        version: u64,
    },
}

/// Compares the clients' logs of a table with the final lines of its record. The `asked` seats act
/// only on command: no bot, clock or window acts for them.
///
/// # Errors
///
/// Returns the first [`Violation`] found.
pub fn check(table: &str, clients: &[Client], lines: &[String], asked: &[u64]) -> Result<Checked, Violation> {
    let mut checked = Checked::default();
    let mut snapshots: HashMap<(u64, Option<u64>), u64> = HashMap::new();
    let mut receipts: HashMap<u64, u64> = HashMap::new();
    for (client, own) in clients.iter().enumerate() {
        let mut before = 0;
        for note in own.notes.iter().filter(|note| note.table == table) {
            let Event::Shown { version, line, snapshot, receipt } = &note.event else { continue };
            let version = *version;
            checked.shown += 1;
            if version < before {
                return Err(Violation::Fell { client, version, before });
            }
            before = version;
            // Before the first deal, the seed exchange may restart with another dealer.
            let Some(index) = version.checked_sub(1) else { continue };
            let lost = Violation::Lost { version, lines: lines.len() };
            let kept = lines.get(index as usize).ok_or(lost)?;
            let of_a_seat = kept.starts_with(|first: char| first.is_ascii_digit());
            let fits = match line {
                Some(Shown::Entry(entry)) => entry == kept,
                Some(Shown::ServerLine) => !of_a_seat,
                None => true,
            };
            if !fits {
                let shown = match line {
                    Some(Shown::Entry(entry)) => entry.clone(),
                    _ => "a line of the server".to_owned(),
                };
                return Err(Violation::Other { version, shown, kept: kept.clone() });
            }
            let snapshot = snapshot
                .map(|snapshot| *snapshots.entry((version, note.seat)).or_insert(snapshot) == snapshot);
            let receipt = *receipts.entry(version).or_insert(*receipt) == *receipt;
            for (agrees, what) in [(snapshot, "snapshots"), (Some(receipt), "receipts")] {
                if agrees == Some(false) {
                    return Err(Violation::Disagreement { version, what });
                }
            }
        }
    }
    let mut notes: Vec<&Note> =
        clients.iter().flat_map(|client| &client.notes).filter(|note| note.table == table).collect();
    notes.sort_by_key(|note| note.number);
    check_commands(&notes, &mut checked)?;
    for &seat in asked {
        let own = notes.iter().filter(|note| note.seat == Some(seat));
        let sent: BTreeSet<&str> = own
            .filter_map(|note| match &note.event {
                Event::Sent { id } => Some(id.as_str()),
                _ => None,
            })
            .collect();
        let prefix = format!("{seat} ");
        let (sent, done) = (sent.len(), lines.iter().filter(|line| line.starts_with(&prefix)).count());
        if done > sent {
            return Err(Violation::Unasked { seat, sent, done });
        }
    }
    Ok(checked)
}

/// Checks that each command was executed once, and after every state seen before it was first sent.
fn check_commands(notes: &[&Note], checked: &mut Checked) -> Result<(), Violation> {
    // By seat and id: the version seen when sent, and the version of the execution.
    let mut commands: BTreeMap<(u64, &str), (u64, Option<u64>)> = BTreeMap::new();
    let mut seen = 0;
    for note in notes {
        match (&note.event, note.seat) {
            (Event::Shown { version, .. }, _) => seen = seen.max(*version),
            (Event::Sent { id }, Some(seat)) => {
                commands.entry((seat, id)).or_insert((seen, None));
            }
            (Event::Answered { id, version }, seat) => {
                seen = seen.max(*version);
                let Some(seat) = seat else { continue };
                // The sending of this command was not logged.
                let Some((before, done)) = commands.get_mut(&(seat, id.as_str())) else { continue };
                let (before, version, id) = (*before, *version, id.clone());
                if version <= before {
                    return Err(Violation::Reordered { id, before, version });
                }
                let first = *done.get_or_insert(version);
                if first != version {
                    return Err(Violation::Twice { seat, id, first, second: version });
                }
                checked.answered += 1;
            }
            (Event::Sent { .. }, None) => (),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn lines() -> Vec<String> {
        ["deal 7d 7c", "0 7d", "1 7c"].map(str::to_owned).to_vec()
    }

    fn table(seat: u64, version: u64) -> Value {
        let info = json!({
            "table": "t", "game": "snap", "preset": "", "options": {}, "seats": 2, "chairs": [], "ready": [], "you": seat,
            "commitment": "", "restarts": 0, "window": 0, "absence": 0, "ending": [], "clocks": [], "unverifiedDeals": 0,
        });
        json!({ "type": "table", "info": info, "snapshot": snapshot(version), "log": [], "receipt": receipt(version) })
    }

    fn snapshot(version: u64) -> Value {
        json!({
            "version": version, "phase": "playing", "deal": 0, "dealer": 1, "actors": [0], "legal": [], "view": ["7c"],
            "totals": [0, 0], "sides": [0, 1], "bonuses": [], "winners": [],
        })
    }

    fn receipt(version: u64) -> String {
        format!("receipt {version}")
    }

    fn dealt(version: u64) -> Value {
        json!({ "type": "dealt", "table": "t", "events": [], "snapshot": snapshot(version), "receipt": receipt(version) })
    }

    fn played(seat: u64, action: &str, version: u64, id: Option<&str>) -> Value {
        json!({
            "type": "played", "table": "t", "seat": seat, "action": action, "events": [], "snapshot": snapshot(version),
            "id": id, "receipt": receipt(version),
        })
    }

    fn play(id: &str) -> Value {
        json!({ "type": "play", "table": "t", "version": 1, "action": "7d", "id": id })
    }

    fn hears(client: &mut Client, notice: &Value) {
        client.hears(&notice.to_string()).unwrap();
    }

    /// Returns two clients that have seen Ada's first action, without a violation.
    fn two() -> (Client, Client) {
        let (mut ada, mut bob) = (Client::default(), Client::default());
        hears(&mut ada, &table(0, 1));
        hears(&mut bob, &table(1, 1));
        ada.sends(&play("a"));
        hears(&mut ada, &played(0, "7d", 2, Some("a")));
        hears(&mut bob, &played(0, "7d", 2, None));
        (ada, bob)
    }

    fn violation(clients: &[Client]) -> Violation {
        check("t", clients, &lines(), &[0]).unwrap_err()
    }

    #[test]
    fn what_fits_is_counted() {
        let (ada, bob) = two();
        let record = &lines()[..2];
        assert_eq!(check("t", &[ada, bob], record, &[0, 1]), Ok(Checked { shown: 4, answered: 1 }));
    }

    #[test]
    fn shown_cards_are_in_the_record_in_their_place() {
        let (mut ada, bob) = two();
        hears(&mut ada, &played(1, "7c", 4, None));
        assert_eq!(violation(&[ada, bob.clone()]), Violation::Lost { version: 4, lines: 3 });
        let (mut ada, _) = two();
        hears(&mut ada, &played(1, "Ks", 3, None));
        assert!(matches!(violation(&[ada]), Violation::Other { version: 3, .. }));
        let mut bob = bob;
        hears(&mut bob, &dealt(3));
        assert!(matches!(violation(&[bob]), Violation::Other { version: 3, .. }));
    }

    #[test]
    fn differing_snapshots_and_receipts_are_violations() {
        let (mut ada, _) = two();
        let mut other = dealt(2);
        other["snapshot"]["view"] = json!(["7h"]);
        hears(&mut ada, &other);
        assert!(matches!(violation(&[ada]), Violation::Other { .. } | Violation::Disagreement { .. }));
        let (mut ada, _) = two();
        let mut other = table(0, 2);
        other["snapshot"]["view"] = json!(["7h"]);
        hears(&mut ada, &other);
        assert_eq!(violation(&[ada]), Violation::Disagreement { version: 2, what: "snapshots" });
        // A missing receipt indicates another past as well.
        for receipt in [json!("another"), Value::Null] {
            let (ada, mut bob) = two();
            let mut other = table(1, 2);
            other["receipt"] = receipt;
            hears(&mut bob, &other);
            assert_eq!(violation(&[ada, bob]), Violation::Disagreement { version: 2, what: "receipts" });
        }
        let (mut ada, _) = two();
        // Each seat sees its own snapshot.
        let mut spectator = table(0, 2);
        spectator["info"]["you"] = Value::Null;
        spectator["snapshot"]["view"] = json!([]);
        hears(&mut ada, &spectator);
        assert!(check("t", &[ada], &lines(), &[]).is_ok());
    }

    #[test]
    fn versions_never_decrease() {
        let (mut ada, _) = two();
        hears(&mut ada, &table(0, 1));
        assert_eq!(violation(&[ada]), Violation::Fell { client: 0, version: 1, before: 2 });
    }

    #[test]
    fn commands_run_once_and_only_for_their_seat() {
        let (mut ada, _) = two();
        hears(&mut ada, &json!({ "type": "accepted", "table": "t", "id": "a", "version": 2 }));
        assert!(check("t", &[ada.clone()], &lines(), &[0]).is_ok(), "told twice, done once");
        hears(&mut ada, &json!({ "type": "accepted", "table": "t", "id": "a", "version": 3 }));
        let twice = Violation::Twice { seat: 0, id: "a".into(), first: 2, second: 3 };
        assert_eq!(violation(&[ada]), twice);
        let (ada, bob) = two();
        let unasked = Violation::Unasked { seat: 1, sent: 0, done: 1 };
        assert_eq!(check("t", &[ada, bob], &lines(), &[0, 1]), Err(unasked));
    }

    #[test]
    fn what_is_sent_after_something_was_seen_happens_after_it() {
        let (ada, mut bob) = two();
        bob.sends(&play("b"));
        hears(&mut bob, &json!({ "type": "accepted", "table": "t", "id": "b", "version": 2 }));
        let reordered = Violation::Reordered { id: "b".into(), before: 2, version: 2 };
        assert_eq!(violation(&[ada, bob]), reordered);
    }
}
