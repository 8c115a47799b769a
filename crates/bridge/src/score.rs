//! Points of a deal, and the end of deal and match.

use super::entry::{self, Played};
use super::standing::{Honors, Next, Scored, Standing};
use super::{Contract, Play, Side, State};
use cards::{BySeat, BySide, Seat, SeatSet};
use dds::Direction;
use engine::{Outcome, ScoreLine, Settlement};
use serde::Serialize;

/// Point difference that counts as a full win in the search: a vulnerable game, twice.
const DECISIVE_LEAD: f32 = 1200.0;

/// Figures of a finished deal in a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Detail {
    /// Contract of the deal. `None` if all players passed.
    pub contract: Option<Contract>,
    /// Declarer of the contract.
    pub declarer: Option<Seat>,
    /// Tricks of declarer's side.
    pub tricks: Option<u8>,
    /// Points of each side below the line.
    pub below: [i32; 2],
    /// Points of each side above the line.
    pub above: [i32; 2],
    /// Whether the deal was passed out.
    pub passed_out: bool,
}

/// Returns the deal for the score sheet, at its end.
pub(super) fn scored(state: &State) -> Option<Scored> {
    state.over.then(|| state.standing.score(&state.options, played(state), honors(state)))
}

fn played(state: &State) -> Option<Played> {
    let play = state.play.as_ref()?;
    let side = Side::of(play.declarer());
    Some(Played { contract: play.contract(), declarer: play.declarer(), tricks: play.taken(side) })
}

/// Returns the honors of any of the four hands as dealt. (BR-S9)
fn honors(state: &State) -> Option<Honors> {
    let strain = state.play.as_ref().map(Play::strain)?;
    let dealt = state.dealt();
    Direction::ALL.into_iter().find_map(|hand| {
        let (amount, points) = entry::honors(dealt[hand as usize], strain)?;
        Some(Honors { side: Side::of(hand), amount, points })
    })
}

fn by_seat(sides: [i32; 2]) -> BySeat<i32> {
    BySeat::new(4, |seat| sides[seat.index() & 1])
}

#[inline]
pub(super) fn outcome(state: &State) -> Option<Outcome> {
    let scored = scored(state)?;
    let points = Side::ALL.map(|side| {
        let (below, above) = scored.entries.points(side);
        below + above
    });
    Some(Outcome::from_points(by_seat(points), DECISIVE_LEAD))
}

pub(super) fn totals(standing: &Standing) -> BySeat<i32> {
    by_seat(standing.totals)
}

pub(super) fn settle(state: &State) -> Settlement<Standing> {
    let Some(scored) = scored(state) else { return Settlement::NextDeal(state.standing.clone()) };
    match state.standing.after(&state.options, &scored) {
        (standing, Next::Deal) => Settlement::NextDeal(standing),
        (standing, Next::Over) => {
            let winners = winners(&standing);
            Settlement::MatchOver(standing, winners)
        }
    }
}

/// Returns the seats of the side with the higher total, or all seats after a tie. (BR-R12, BR-S11)
#[must_use]
pub fn winners(standing: &Standing) -> SeatSet {
    let [north_south, east_west] = standing.totals;
    match north_south.cmp(&east_west) {
        std::cmp::Ordering::Greater => Side::NorthSouth.seats(),
        std::cmp::Ordering::Less => Side::EastWest.seats(),
        std::cmp::Ordering::Equal => SeatSet::all(4),
    }
}

pub(super) fn detail(state: &State) -> Detail {
    let played = played(state);
    let points =
        scored(state).map_or([(0, 0); 2], |scored| Side::ALL.map(|side| scored.entries.points(side)));
    Detail {
        contract: played.map(|played| played.contract),
        declarer: played.map(|played| played.declarer.into()),
        tricks: played.map(|played| played.tricks),
        below: points.map(|(below, _)| below),
        above: points.map(|(_, above)| above),
        passed_out: state.auction.is_passed_out(),
    }
}

pub(super) fn score_breakdown(state: &State) -> Vec<ScoreLine> {
    count_entries(&scored(state).map_or(entry::Entries::NONE, |scored| scored.entries))
}

/// Returns one score line per entry of the score sheet.
#[must_use]
pub fn count_entries(entries: &entry::Entries) -> Vec<ScoreLine> {
    let line = |entry: entry::Entry| {
        let points = points_of(entry.side, entry.points);
        ScoreLine::new(entry.category.name(), entry.category.rules(), points)
            .with_amounts(|side| (side == entry.side.into()).then_some(entry.amount))
    };
    entries.iter().map(line).collect()
}

fn points_of(side: Side, points: i32) -> BySide<i32> {
    BySide::new(2, |other| if other == side.into() { points } else { 0 })
}

/// Returns the bonus for the rubber, with the games of each side as amounts. (BR-R12)
pub(super) fn bonuses(standing: &Standing) -> Vec<ScoreLine> {
    let line = |(side, points)| {
        ScoreLine::new("rubber", &["BR-R12"], points_of(side, points))
            .with_amounts(|side| Some(standing.games[side.index()]))
    };
    standing.rubber.map(line).into_iter().collect()
}

/// Returns the international match points for a difference of scores, by the scale of the World
/// Bridge Federation.
///
/// ```
/// use bridge::imps;
/// assert_eq!([0, 10, 20, 430, -430, 5_000].map(imps), [0, 0, 1, 10, -10, 24]);
/// ```
#[must_use]
pub fn imps(difference: i32) -> i32 {
    const STEPS: [i32; 24] = [
        20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750, 2000,
        2250, 2500, 3000, 3500, 4000,
    ];
    let points = STEPS.iter().filter(|step| **step <= difference.abs()).count();
    i32::try_from(points).unwrap_or(i32::MAX) * difference.signum()
}
