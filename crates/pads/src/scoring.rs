//! Keeping the score of one match: the entries in order, each settled by the game's own score room.

use crate::log::Log;
use crate::sheet::{Column, Note, Piece, Row, Sheet, Written};
use crate::{Act, Field, InputError, Opening, Operation, OperationId, decks};
use cards::{BySeat, Seat, SeatSet, Side};
use engine::{
    CardSets, Game, OptionChoice, PresetChoice, Ruleset, ScoreLine, Settlement, Setup, SetupText, Stake,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// A game whose score is kept on a pad. What a hand is worth is said by the game's score room, not here.
pub(crate) trait Scorable: Game {
    /// The few figures a person counts.
    type Entry: DeserializeOwned;
    /// The deck it is played with, by its name among the [`SPECIFICATIONS`](crate::decks::SPECIFICATIONS).
    const DECK: &'static str;
    /// Whether there is a dealer, whose turn it is matters to the players.
    const DEALT: bool = true;

    /// What is asked about a hand that begins with this standing.
    fn form(options: &Self::Options, standing: &Self::Standing) -> Vec<Field>;
    /// What an entry comes to.
    ///
    /// # Errors
    ///
    /// Why it cannot be.
    fn score(
        options: &Self::Options,
        standing: &Self::Standing,
        entry: &Self::Entry,
    ) -> Result<Scored<Self::Standing>, InputError>;
    /// Who plays the hand that begins with this standing.
    fn playing(options: &Self::Options, _standing: &Self::Standing) -> SeatSet {
        SeatSet::all(options.seats())
    }
    /// What its sheet has that others have not, after the lines of the pad.
    fn pieces(
        options: &Self::Options,
        standing: &Self::Standing,
        lines: &[Line<Self::Standing>],
    ) -> Vec<Piece>;
    /// What each seat gets at the end of a match, or pays.
    fn payments(standing: &Self::Standing, sides: &BySeat<Side>, stake: u32) -> BySeat<i64> {
        Self::STAKES
            .and_then(|stakes| (stakes.payments)(standing, stake))
            .unwrap_or_else(|| differences(&Self::totals(standing), sides, stake))
    }
}

/// Everybody pays everybody who is ahead the difference of their points.
fn differences(totals: &BySeat<i32>, sides: &BySeat<Side>, stake: u32) -> BySeat<i64> {
    let of_sides = totals.by_side(sides);
    let sum: i64 = of_sides.iter().map(|(_, total)| i64::from(total)).sum();
    totals.map(|_, total| i64::from(stake) * (i64::from(total) * i64::from(of_sides.sides()) - sum))
}

/// A line of the pad: what was counted on it, and how it stood then.
pub(crate) struct Line<S> {
    pub(crate) number: u32,
    pub(crate) score_lines: Vec<ScoreLine>,
    pub(crate) standing: S,
}

/// What an entry comes to.
pub(crate) struct Scored<S> {
    /// How it is counted, for each side.
    pub(crate) score_lines: Vec<ScoreLine>,
    /// What follows.
    pub(crate) after: Settlement<S>,
    /// What is worth saying.
    pub(crate) notes: Vec<Note>,
}

/// What a game can be asked for on a pad.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Description {
    /// The game.
    pub id: &'static str,
    /// How many can play.
    pub seats: Vec<u8>,
    /// The presets; the first is for a new player.
    pub presets: Vec<PresetChoice>,
    /// The options.
    pub options: Vec<OptionChoice>,
    /// What is agreed where people play for stakes: the points, or the pot.
    pub stake: Stake,
    /// Whether there is a dealer: if not, nobody need say who is the first.
    pub dealt: bool,
    /// The deck it is played with.
    pub deck: &'static str,
    /// What is asked about the first hand by the rules that were asked for.
    pub form: Vec<Field>,
}

/// A game with a pad, whichever.
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

/// The unit struct of a game, as the catalog has it.
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
        let (presets, options) = (Setup::<G::Options>::presets(), &setup.options);
        let all_seats: BTreeSet<u8> = presets.iter().flat_map(|preset| preset.seats).copied().collect();
        Ok(Description {
            id: G::ID,
            seats: all_seats.into_iter().collect(),
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
            // What the match adds at its end stands on lines of its own: who adds up the rows comes to the same.
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
            options: setup.overrides.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect(),
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

/// A name that can be told from others: of letters, and not endless.
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
    let mut columns: BTreeMap<Side, Column> = BTreeMap::new();
    for (seat, side) in sides.iter() {
        let column = columns.entry(side).or_insert_with(|| Column { name: String::new(), seats: Vec::new() });
        if !column.name.is_empty() {
            column.name.push_str(" + ");
        }
        column.name.push_str(&players[seat.index()]);
        column.seats.push(seat.into());
    }
    columns.into_values().collect()
}

/// The entries of a match as they hold.
pub(crate) struct Entries<'l> {
    log: &'l Log,
    /// By line: what was entered, and what else was entered for the same hand and says something else.
    pub(crate) lines: BTreeMap<u32, Vec<&'l Operation>>,
    /// By line: what was entered by others just as it stands there.
    agreeing: BTreeMap<u32, Vec<&'l Operation>>,
    /// What was withdrawn.
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
                // Two who entered the same hand alike agree.
                if candidates.iter().any(|other| figures(other) == Some(entry)) {
                    entries.agreeing.entry(*line).or_default().push(operation);
                } else {
                    candidates.push(operation);
                }
            }
        }
        entries
    }

    /// Whether an entry, or the entry it corrects, is of this match.
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

    /// What everything on a line replaced, each once: also what somebody else came to agree with.
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

    /// What an entry replaced, and what that had replaced, to the first.
    pub(crate) fn before(&self, operation: &'l Operation) -> impl Iterator<Item = &'l Operation> + use<'l> {
        let log = self.log;
        let replaced = move |operation: &&'l Operation| match &operation.act {
            // Only what came before can have been replaced: so this ends.
            Act::Correct { of, .. } if *of < operation.id => log.find(of),
            _ => None,
        };
        std::iter::successors(replaced(&operation), replaced)
    }
}
