//! View of a pad, computed from its log.

use crate::log::Log;
use crate::sheet::{Evening, Guest, Sheet, View};
use crate::{Act, InputError, Opening, OperationId, debts, games};
use engine::CardSets;
use std::collections::{BTreeMap, BTreeSet};

/// Returns the view of a pad, with these card sets available.
///
/// # Errors
///
/// Returns [`InputError`] if an opening is invalid, which this program never writes.
pub fn view(log: &Log, sets: &CardSets) -> Result<View, InputError> {
    let holding = log.holding();
    let matches = openings(log, &holding)
        .map(|(id, opening)| games::find(&opening.game)?.sheet(id, opening, log, sets))
        .collect::<Result<Vec<Sheet>, InputError>>()?;
    let evening = evening(&matches);
    let undoable = log
        .operations()
        .rev()
        .find(|operation| holding.contains(&operation.id) && !matches!(operation.act, Act::Undo { .. }))
        .map(|operation| operation.id.clone());
    Ok(View { evening, matches, operations: log.operations().count(), undoable })
}

/// Maximum number of matches in a view. Without it a received pad could cost any time.
const MAX_MATCHES: usize = 100;

fn openings<'l>(
    log: &'l Log,
    holding: &BTreeSet<&OperationId>,
) -> impl Iterator<Item = (&'l OperationId, &'l Opening)> {
    let opened = |operation: &'l crate::Operation| match &operation.act {
        Act::Open(opening) => Some((&operation.id, opening)),
        _ => None,
    };
    let holds = |operation: &&crate::Operation| holding.contains(&operation.id);
    log.operations().filter(holds).filter_map(opened).take(MAX_MATCHES)
}

/// Returns the summary of an evening: results and debts.
fn evening(matches: &[Sheet]) -> Evening {
    let mut players: Vec<Guest> = Vec::new();
    let mut balances: BTreeMap<String, BTreeMap<String, i64>> = BTreeMap::new();
    for sheet in matches {
        for (seat, name) in sheet.players.iter().enumerate() {
            let index = players.iter().position(|guest| guest.name == *name).unwrap_or_else(|| {
                let (points, money) = (BTreeMap::new(), BTreeMap::new());
                players.push(Guest { name: name.clone(), played: 0, won: 0, points, money });
                players.len() - 1
            });
            let guest = &mut players[index];
            guest.played += u32::from(sheet.over);
            guest.won += u32::from(sheet.winners.iter().any(|winner| usize::from(*winner) == seat));
            let side = sheet
                .columns
                .iter()
                .position(|column| column.seats.iter().any(|one| usize::from(*one) == seat));
            let points = side.and_then(|side| sheet.totals.as_slice().get(side)).copied().unwrap_or_default();
            *guest.points.entry(sheet.game.clone()).or_insert(0) += points;
            if let (Some(payments), Some(stake)) = (&sheet.payments, &sheet.stake) {
                *guest.money.entry(stake.unit.clone()).or_insert(0) += payments[seat];
                let unit = balances.entry(stake.unit.clone()).or_default();
                *unit.entry(name.clone()).or_insert(0) += payments[seat];
            }
        }
    }
    let debts = balances.iter().flat_map(|(unit, balances)| debts::settle(balances, unit)).collect();
    Evening { players, debts }
}

/// Returns the sheet of one match.
///
/// # Errors
///
/// Returns [`InputError`] if it is not on the pad.
pub(crate) fn sheet(log: &Log, id: &OperationId, sets: &CardSets) -> Result<Sheet, InputError> {
    let missing = || InputError::NoOperation { given: id.to_string() };
    let holding = log.holding();
    let (id, opening) = openings(log, &holding).find(|(one, _)| *one == id).ok_or_else(missing)?;
    games::find(&opening.game)?.sheet(id, opening, log, sets)
}
