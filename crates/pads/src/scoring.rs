//! Scoring of one match: applies its entries in order with the game's scoring.

use crate::log::Log;
use crate::sheet::{Column, Note, Piece, Row, Sheet, Written};
use crate::{Act, Field, InputError, Opening, Operation, OperationId, decks};
use cards::{BySeat, Seat, SeatSet, Side};
use engine::{CardSets, Game, OptionChoice, Preset, Ruleset, ScoreLine, Settlement, Setup, SetupText, Stake};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Game with a pad. The game's own scoring determines the value of a hand.
pub(crate) trait Scorable: Game {
    /// Figures that a player counts.
    type Entry: DeserializeOwned;
    /// Name of the deck among the [`SPECIFICATIONS`](crate::decks::SPECIFICATIONS).
    const DECK: &'static str;
    /// Whether the game has a dealer.
    const DEALT: bool = true;

    /// Returns the form for a hand that starts with this standing.
    fn form(options: &Self::Options, standing: &Self::Standing) -> Vec<Field>;
    /// Returns the score of an entered hand.
    ///
    /// # Errors
    ///
    /// Returns [`InputError`] if the entry is impossible.
    fn score(
        options: &Self::Options,
        standing: &Self::Standing,
        entry: &Self::Entry,
    ) -> Result<Scored<Self::Standing>, InputError>;
    /// Returns the seats in the hand that starts with this standing.
    fn playing(options: &Self::Options, _standing: &Self::Standing) -> SeatSet {
        SeatSet::all(options.seats())
    }
    /// Returns the game-specific parts of the sheet, after the given lines.
    fn pieces(
        options: &Self::Options,
        standing: &Self::Standing,
        lines: &[Line<Self::Standing>],
    ) -> Vec<Piece>;
    /// Returns the amount that each seat receives at the end of a match, or pays if negative.
    fn payments(standing: &Self::Standing, sides: &BySeat<Side>, stake: u32) -> BySeat<i64> {
        Self::STAKES
            .and_then(|stakes| (stakes.payments)(standing, stake))
            .unwrap_or_else(|| differences(&Self::totals(standing), sides, stake))
    }
}

/// Returns payments in which every player pays each player ahead the difference in points.
fn differences(totals: &BySeat<i32>, sides: &BySeat<Side>, stake: u32) -> BySeat<i64> {
    let of_sides = totals.by_side(sides);
    let sum: i64 = of_sides.iter().map(|(_, total)| i64::from(total)).sum();
    totals.map(|_, total| i64::from(stake) * (i64::from(total) * i64::from(of_sides.sides()) - sum))
}

/// Line of the pad: the score lines of the hand, and the standing after it.
pub(crate) struct Line<S> {
    pub(crate) number: u32,
    pub(crate) score_lines: Vec<ScoreLine>,
    pub(crate) standing: S,
}

/// Score of an entered hand.
pub(crate) struct Scored<S> {
    /// Score lines by category, for each side.
    pub(crate) score_lines: Vec<ScoreLine>,
    /// Standing of the match after the hand.
    pub(crate) after: Settlement<S>,
    /// Notes to display beside the hand.
    pub(crate) notes: Vec<Note>,
}

/// Description of a game's pad.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Description {
    /// Id of the game.
    pub id: &'static str,
    /// Numbers of seats that the game allows.
    pub seats: Vec<u8>,
    /// The presets. The first is for new players.
    pub presets: &'static [Preset],
    /// Options of the game.
    pub options: Vec<OptionChoice>,
    /// Kind of stake: per point, or a pot.
    pub stake: Stake,
    /// Whether the game has a dealer. Otherwise the first dealer need not be asked.
    pub dealt: bool,
    /// Id of the game's deck.
    pub deck: &'static str,
    /// The form of the first hand under the requested rules.
    pub form: Vec<Field>,
}

/// Pad of a game, without its types.
pub(crate) trait AnyScorable: Sync {
    fn id(&self) -> &'static str;
    fn deck(&self) -> &'static str;
    fn describe(&self, setup: &SetupText, sets: &CardSets) -> Result<Description, InputError>;
    fn check(&self, opening: &Opening, sets: &CardSets) -> Result<(), InputError>;
    fn sheet(
        &self,
        id: &OperationId,
        opening: &Opening,
        log: &Log,
        sets: &CardSets,
    ) -> Result<Sheet, InputError>;
}

/// Pad of a game, as a unit value.
pub(crate) struct Pad<G>(pub(crate) std::marker::PhantomData<fn() -> G>);

impl<G> Pad<G> {
    pub(crate) const GAME: Self = Self(std::marker::PhantomData);
}

fn setup<O: Ruleset>(opening: &Opening, sets: &CardSets) -> Result<Setup<O>, InputError> {
    let seats = u8::try_from(opening.players.len()).unwrap_or(u8::MAX);
    let (preset, options) = (opening.preset.clone(), opening.options.clone());
    Ok(Setup::read(&SetupText { preset, options, seats: Some(seats) }, sets)?)
}

impl<G: Scorable> AnyScorable for Pad<G> {
    fn id(&self) -> &'static str {
        G::ID
    }

    fn deck(&self) -> &'static str {
        G::DECK
    }

    fn describe(&self, setup: &SetupText, sets: &CardSets) -> Result<Description, InputError> {
        let setup = Setup::<G::Options>::read(setup, sets)?;
        let (presets, options) = (G::Options::PRESETS, &setup.options);
        let mut seats: Vec<u8> = presets.iter().flat_map(|preset| preset.seats).copied().collect();
        seats.sort_unstable();
        seats.dedup();
        Ok(Description {
            id: G::ID,
            seats,
            presets,
            options: setup.choices(sets).collect(),
            stake: G::STAKES.map_or(Stake::Point, |stakes| stakes.unit),
            dealt: G::DEALT,
            deck: G::DECK,
            form: G::form(options, &G::initial_standing(options, Seat::new(0))),
        })
    }

    fn check(&self, opening: &Opening, sets: &CardSets) -> Result<(), InputError> {
        let options = setup::<G::Options>(opening, sets)?.options;
        let seats = options.seats();
        if opening.dealer >= seats {
            return Err(InputError::NoSeat { given: opening.dealer, seats });
        }
        let mut names = BTreeSet::new();
        match opening.players.iter().find(|name| !is_name(name) || !names.insert(name.trim())) {
            Some(name) => Err(InputError::Name { name: name.chars().take(40).collect() }),
            None => Ok(()),
        }
    }

    fn sheet(
        &self,
        id: &OperationId,
        opening: &Opening,
        log: &Log,
        sets: &CardSets,
    ) -> Result<Sheet, InputError> {
        self.check(opening, sets)?;
        let setup = setup::<G::Options>(opening, sets)?;
        let options = &setup.options;
        let sides = G::sides(&setup);
        let holding = log.holding();
        let players = names(id, opening, log, &holding);
        let entries = Entries::new(id, log, &holding);
        let mut standing = G::initial_standing(options, Seat::new(opening.dealer));
        let no_points = BySeat::filled(sides.seats(), 0).by_side(&sides);
        let (mut rows, mut lines, mut winners) = (Vec::new(), Vec::new(), None);
        for (line, candidates) in &entries.lines {
            let mut row = Row {
                line: *line,
                dealer: dealer::<G>(&standing),
                written: written(candidates[0]),
                score_lines: Vec::new(),
                points: no_points,
                totals: no_points,
                notes: Vec::new(),
                corrected: entries.replaced_on(*line).into_iter().map(written).collect(),
                conflicts: candidates[1..].iter().map(|other| written(other)).collect(),
                refused: None,
            };
            let scored = if winners.is_some() {
                Err(InputError::Over)
            } else {
                read::<G::Entry>(&row.written.entry).and_then(|entry| G::score(options, &standing, &entry))
            };
            match scored {
                Ok(scored) => {
                    for line in &scored.score_lines {
                        row.points = row.points.map(|side, sum| sum + line.points[side]);
                    }
                    row.score_lines = scored.score_lines;
                    row.notes = scored.notes;
                    standing = match scored.after {
                        Settlement::NextDeal(after) => after,
                        Settlement::MatchOver(after, by) => {
                            winners = Some(by);
                            after
                        }
                    };
                    lines.push(Line {
                        number: *line,
                        score_lines: row.score_lines.clone(),
                        standing: standing.clone(),
                    });
                }
                Err(refused) => row.refused = Some(refused.into()),
            }
            // Bonuses at the end have lines of their own, so that the row totals equal the sums of
            // the rows.
            row.totals = G::totals(&standing).by_side(&sides);
            for bonus in G::BONUSES.map_or(Vec::new(), |bonuses| bonuses(&standing)) {
                row.totals = row.totals.map(|side, total| total - bonus.points[side]);
            }
            rows.push(row);
        }
        let next_line = entries.lines.last_key_value().map_or(0, |(line, _)| line.saturating_add(1));
        let stakes = opening.stake.as_ref().filter(|_| winners.is_some());
        let hands = entries.lines.keys().copied().collect::<Vec<_>>();
        let watch =
            decks::Watch::new(opening, decks::find(G::DECK)?, &hands, &decks::incidents(id, log, &holding));
        Ok(Sheet {
            id: id.clone(),
            game: G::ID.to_owned(),
            preset: setup.preset.id.to_owned(),
            options: setup.text().options,
            columns: columns(&sides, &players),
            players,
            rows,
            totals: G::totals(&standing).by_side(&sides),
            bonuses: G::BONUSES.map_or(Vec::new(), |bonuses| bonuses(&standing)),
            pieces: G::pieces(options, &standing, &lines),
            winners: winners.unwrap_or(SeatSet::EMPTY).iter().map(u8::from).collect(),
            over: winners.is_some(),
            dealer: dealer::<G>(&standing),
            playing: G::playing(options, &standing).iter().map(u8::from).collect(),
            next_line,
            form: if winners.is_some() { Vec::new() } else { G::form(options, &standing) },
            payments: stakes.map(|stake| payments::<G>(&standing, &sides, stake.amount)),
            stake: opening.stake.clone(),
            withdrawn: entries.withdrawn.iter().map(|operation| written(operation)).collect(),
            deck: watch,
        })
    }
}

fn dealer<G: Scorable>(standing: &G::Standing) -> Option<u8> {
    G::DEALT.then(|| G::dealer(standing).into())
}

fn payments<G: Scorable>(standing: &G::Standing, sides: &BySeat<Side>, stake: u32) -> Vec<i64> {
    <G as Scorable>::payments(standing, sides, stake).as_slice().to_vec()
}

/// Returns whether a name is valid: not empty, at most 40 characters, without control characters.
pub(crate) fn is_name(name: &str) -> bool {
    let name = name.trim();
    !name.is_empty() && name.chars().count() <= 40 && !name.chars().any(char::is_control)
}

fn read<E: DeserializeOwned>(entry: &Value) -> Result<E, InputError> {
    serde_json::from_value(entry.clone())
        .map_err(|error| InputError::Unreadable { problem: error.to_string() })
}

fn written(operation: &Operation) -> Written {
    Written {
        id: operation.id.clone(),
        at: operation.at.clone(),
        entry: figures(operation).cloned().unwrap_or_default(),
    }
}

fn figures(operation: &Operation) -> Option<&Value> {
    match &operation.act {
        Act::Enter { entry, .. } | Act::Correct { entry, .. } => Some(entry),
        _ => None,
    }
}

fn names(id: &OperationId, opening: &Opening, log: &Log, holding: &BTreeSet<&OperationId>) -> Vec<String> {
    let mut names: Vec<String> = opening.players.iter().map(|name| name.trim().to_owned()).collect();
    for operation in log.operations().filter(|operation| holding.contains(&operation.id)) {
        if let Act::Rename { of_match, seat, name } = &operation.act
            && of_match == id
            && is_name(name)
            && !names.iter().any(|other| other == name.trim())
            && let Some(held) = names.get_mut(usize::from(*seat))
        {
            name.trim().clone_into(held);
        }
    }
    names
}

fn columns(sides: &BySeat<Side>, players: &[String]) -> Vec<Column> {
    let mut columns = Vec::new();
    for (seat, side) in sides.iter() {
        let len = columns.len().max(side.index() + 1);
        columns.resize(len, Column { name: String::new(), seats: Vec::new() });
        let column = &mut columns[side.index()];
        if !column.name.is_empty() {
            column.name.push_str(" + ");
        }
        column.name.push_str(&players[seat.index()]);
        column.seats.push(seat.into());
    }
    columns.retain(|column| !column.seats.is_empty());
    columns
}

/// Entries of a match, sorted into valid, conflicting and withdrawn ones.
pub(crate) struct Entries<'l> {
    log: &'l Log,
    /// Entries of each line of the sheet: the valid entry, followed by conflicting entries for the same
    /// hand.
    pub(crate) lines: BTreeMap<u32, Vec<&'l Operation>>,
    /// Equal entries of other devices, by line of the sheet.
    agreeing: BTreeMap<u32, Vec<&'l Operation>>,
    /// Entries that were withdrawn.
    pub(crate) withdrawn: Vec<&'l Operation>,
}

impl<'l> Entries<'l> {
    pub(crate) fn new(id: &OperationId, log: &'l Log, holding: &BTreeSet<&OperationId>) -> Self {
        let mut entries =
            Self { log, lines: BTreeMap::new(), agreeing: BTreeMap::new(), withdrawn: Vec::new() };
        let ours: Vec<&Operation> = log
            .operations()
            .filter(|operation| figures(operation).is_some() && entries.is_of(operation, id))
            .collect();
        let mut replaced = BTreeSet::new();
        for operation in &ours {
            if let Act::Correct { of, .. } = &operation.act
                && holding.contains(&operation.id)
            {
                replaced.insert(of);
            }
        }
        for operation in ours {
            let (Act::Enter { line, entry, .. } | Act::Correct { line, entry, .. }) = &operation.act else {
                continue;
            };
            if !holding.contains(&operation.id) {
                entries.withdrawn.push(operation);
            } else if !replaced.contains(&operation.id) {
                let candidates = entries.lines.entry(*line).or_default();
                // Equal entries for the same hand agree.
                if candidates.iter().any(|other| figures(other) == Some(entry)) {
                    entries.agreeing.entry(*line).or_default().push(operation);
                } else {
                    candidates.push(operation);
                }
            }
        }
        entries
    }

    /// Returns whether an entry, or the entry it corrects, belongs to this match.
    fn is_of(&self, operation: &Operation, id: &OperationId) -> bool {
        match &operation.act {
            Act::Enter { of_match, .. } => of_match == id,
            Act::Correct { .. } => self
                .before(operation)
                .last()
                .is_some_and(|first| matches!(&first.act, Act::Enter { of_match, .. } if of_match == id)),
            _ => false,
        }
    }

    /// Returns everything replaced by the entries of a line, including agreeing ones, each once.
    fn replaced_on(&self, line: u32) -> Vec<&'l Operation> {
        let standing = self.lines.get(&line).into_iter().chain(self.agreeing.get(&line)).flatten();
        let mut replaced: Vec<&Operation> = Vec::new();
        for before in standing.flat_map(|operation| self.before(operation)) {
            if !replaced.iter().any(|other| other.id == before.id) {
                replaced.push(before);
            }
        }
        replaced
    }

    /// Iterates over the entries that an entry replaced, back to the first.
    pub(crate) fn before(&self, operation: &'l Operation) -> impl Iterator<Item = &'l Operation> + use<'l> {
        let log = self.log;
        let replaced = move |operation: &&'l Operation| match &operation.act {
            // Only earlier operations can be replaced, so the iteration ends.
            Act::Correct { of, .. } if *of < operation.id => log.find(of),
            _ => None,
        };
        std::iter::successors(replaced(&operation), replaced)
    }
}
