//! Pad of bridge: the contract, declarer, tricks and honors; the sheet with its line.

use super::check_seat;
use crate::form::{Field, Kind};
use crate::scoring::{Line, Scorable, Scored};
use crate::sheet::RubberEntry;
use crate::{InputError, Note, Piece};
use bridge::{
    Bridge, Call, Contract, Doubling, Honors, Mode, Next, Options, Played, Scored as Deal, Side, Standing,
    TRICKS, count_entries, direction, winners,
};
use cards::{BySeat, BySide};
use engine::{ScoreLine, Settlement};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Entry {
    kind: EntryKind,
    #[serde(default)]
    contract: Option<String>,
    #[serde(default)]
    declarer: Option<u8>,
    #[serde(default)]
    tricks: Option<i32>,
    #[serde(default)]
    honors: Option<i32>,
    #[serde(default)]
    honors_seat: Option<u8>,
    #[serde(default)]
    side: Option<cards::Side>,
    #[serde(default)]
    points: Option<i32>,
    #[serde(default)]
    why: Option<String>,
}

/// Kind of a sheet entry: a deal or a correction.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
enum EntryKind {
    /// A deal that was played.
    Played,
    /// A deal that was passed out.
    PassedOut,
    /// A manual correction of points above the line.
    Adjustment,
    /// The end of an unfinished rubber. (BR-S12)
    GivenUp,
}

const SEATS: u8 = 4;

/// Points for honors. (BR-R10)
const HONORS: [i32; 3] = [0, 100, 150];
const MAX_ADJUSTED: i32 = 10_000;

impl Scorable for Bridge {
    type Entry = Entry;
    const DECK: &'static str = "standard52";

    fn form(options: &Options, _standing: &Standing) -> Vec<Field> {
        const PLAYED: &[&str] = &["played"];
        const ADJUSTED: &[&str] = &["adjustment"];
        let seats = || Kind::Seat { of: (0..SEATS).collect() };
        let words: &[&str] = if options.mode == Mode::Rubber {
            &["played", "passedOut", "adjustment", "givenUp"]
        } else {
            &["played", "passedOut", "adjustment"]
        };
        let number = |min, max| Kind::Number { min, max };
        let mut form = vec![
            Field::new("kind", Kind::Choice { words }),
            Field::new("contract", Kind::Contract).when("kind", PLAYED),
            Field::new("declarer", seats()).when("kind", PLAYED),
            Field::new("tricks", number(0, TRICKS.into())).when("kind", PLAYED),
        ];
        if has_honors(options) {
            form.push(
                Field::new("honors", Kind::OneOf { of: HONORS.to_vec() }).optional().when("kind", PLAYED),
            );
            form.push(Field::new("honorsSeat", seats()).when("honors", &["100", "150"]));
        }
        form.extend([
            Field::new("side", Kind::Side { sides: 2 }).when("kind", ADJUSTED),
            Field::new("points", number(-MAX_ADJUSTED, MAX_ADJUSTED)).when("kind", ADJUSTED),
            Field::new("why", Kind::Text).optional().when("kind", ADJUSTED),
        ]);
        form
    }

    fn score(options: &Options, standing: &Standing, entry: &Entry) -> Result<Scored<Standing>, InputError> {
        match entry.kind {
            EntryKind::Played | EntryKind::PassedOut => deal(options, standing, entry),
            EntryKind::Adjustment => adjust(standing, entry),
            EntryKind::GivenUp => give_up(options, standing),
        }
    }

    fn pieces(options: &Options, standing: &Standing, lines: &[Line<Standing>]) -> Vec<Piece> {
        let mut entries = Vec::new();
        let mut totals = [0; 2];
        let mut deals = 0;
        for Line { number, standing: then, score_lines } in lines {
            let before = entries.len();
            for deal in &then.sheet[deals..] {
                entries.extend(deal.entries.iter().map(|entry| RubberEntry {
                    side: entry.side.into(),
                    category: entry.category.name(),
                    amount: Some(entry.amount),
                    points: entry.points,
                    below: entry.category.is_below(),
                    game: deal.game,
                    line: Some(*number),
                }));
            }
            deals = then.sheet.len();
            for side in Side::ALL {
                let of = |entry: &&RubberEntry| entry.side == side.into();
                let rubber =
                    then.rubber.filter(|(winner, _)| *winner == side).map_or(0, |(_, points)| points);
                let new: i32 = entries[before..].iter().filter(of).map(|entry| entry.points).sum();
                // The rest of the change was entered by hand, or is for an unfinished rubber.
                let beyond = then.totals[side as usize] - totals[side as usize] - new - rubber;
                let game = 1 + then.games[0] + then.games[1];
                let extra = |category, points, line| RubberEntry {
                    side: side.into(),
                    category,
                    amount: None,
                    points,
                    below: false,
                    game,
                    line,
                };
                if beyond != 0 {
                    // The end of an unfinished rubber has its own score line, which names the
                    // category.
                    let category = score_lines.first().map_or("adjustment", |line| line.category);
                    entries.push(extra(category, beyond, Some(*number)));
                }
                if rubber != 0 {
                    entries.push(extra("rubber", rubber, None));
                }
            }
            totals = then.totals;
        }
        vec![Piece::Rubber {
            entries,
            games: standing.games,
            below: standing.below,
            vulnerable: standing.vulnerable(options),
            back_score: standing.back_score(),
        }]
    }

    /// Returns the payments: the stake for each hundred of the difference. (BR-S17)
    fn payments(standing: &Standing, _sides: &BySeat<cards::Side>, stake: u32) -> BySeat<i64> {
        let lead = i64::from(standing.back_score()) * i64::from(stake);
        BySeat::new(SEATS, |seat| if Side::of(direction(seat)) == Side::NorthSouth { lead } else { -lead })
    }
}

fn has_honors(options: &Options) -> bool {
    options.honors && options.mode != Mode::Duplicate
}

fn settled(after: (Standing, Next)) -> Settlement<Standing> {
    match after {
        (standing, Next::Deal) => Settlement::NextDeal(standing),
        (standing, Next::Over) => {
            let by = winners(&standing);
            Settlement::MatchOver(standing, by)
        }
    }
}

fn deal(options: &Options, standing: &Standing, entry: &Entry) -> Result<Scored<Standing>, InputError> {
    let played = if entry.kind == EntryKind::Played { Some(played(entry)?) } else { None };
    let unasked = [
        ("contract", entry.contract.is_some() && played.is_none()),
        ("tricks", entry.tricks.is_some() && played.is_none()),
        (
            "honors",
            entry.honors.is_some_and(|honors| honors != 0) && (played.is_none() || !has_honors(options)),
        ),
        ("points", entry.points.is_some()),
    ];
    if let Some((what, _)) = unasked.iter().find(|(_, given)| *given) {
        return Err(InputError::Unasked { what, rule: "BR-R7" });
    }
    let honors = match &played {
        Some(played) => honors(entry, &played.contract)?,
        None => None,
    };
    let deal: Deal = standing.score(options, played, honors);
    let (after, next) = standing.after(options, &deal);
    let mut notes = Vec::new();
    for side in Side::ALL {
        if after.games[side as usize] > standing.games[side as usize] {
            notes.push(Note::of_side("game", side.into()));
        }
    }
    if let Some((side, _)) = after.rubber {
        notes.push(Note::of_side("rubber", side.into()));
    }
    if played.is_none() {
        notes.push(Note::plain("passedOut"));
    }
    Ok(Scored { score_lines: count_entries(&deal.entries), after: settled((after, next)), notes })
}

fn played(entry: &Entry) -> Result<Played, InputError> {
    let missing = |what| InputError::Missing { what, rule: "BR-R7" };
    let contract = read_contract(entry.contract.as_deref().ok_or(missing("contract"))?)?;
    let declarer = check_seat(entry.declarer.ok_or(missing("declarer"))?, SEATS)?;
    let tricks = entry.tricks.ok_or(missing("tricks"))?;
    let max = i32::from(TRICKS);
    match u8::try_from(tricks).ok().filter(|tricks| *tricks <= TRICKS) {
        Some(tricks) => Ok(Played { contract, declarer: direction(declarer), tricks }),
        None => Err(InputError::Range { what: "tricks", given: tricks, min: 0, max, rule: "BR-R1" }),
    }
}

/// Reads a contract such as `4SX`.
fn read_contract(text: &str) -> Result<Contract, InputError> {
    let text = text.trim().to_uppercase();
    let (bid, doubling) = match (text.strip_suffix("XX"), text.strip_suffix('X')) {
        (Some(bid), _) => (bid, Doubling::Redoubled),
        (None, Some(bid)) => (bid, Doubling::Doubled),
        (None, None) => (text.as_str(), Doubling::Undoubled),
    };
    match bid.trim().parse() {
        Ok(Call::Bid(bid)) => Ok(Contract { bid, doubling }),
        _ => Err(InputError::Contract { given: text.chars().take(20).collect() }),
    }
}

/// Reads honors: four or five trump honors, or four aces at notrump, in one hand. (BR-R10)
fn honors(entry: &Entry, contract: &Contract) -> Result<Option<Honors>, InputError> {
    const RULE: &str = "BR-R10";
    let given = entry.honors.unwrap_or(0);
    let amount = match (given, contract.bid.strain.trumps()) {
        (0, _) => return Ok(None),
        (100, Some(_)) | (150, None) => 4,
        (150, Some(_)) => 5,
        (100, None) => {
            return Err(InputError::OnlyAces);
        }
        _ => {
            return Err(InputError::NotOneOf {
                what: "honors",
                given,
                of: "0, 100, 150".to_owned(),
                rule: RULE,
            });
        }
    };
    let seat = entry.honors_seat.ok_or(InputError::Missing { what: "honorsSeat", rule: RULE })?;
    let side = Side::of(direction(check_seat(seat, SEATS)?));
    Ok(Some(Honors { side, amount, points: given }))
}

/// Scores a manual correction above the line.
fn adjust(standing: &Standing, entry: &Entry) -> Result<Scored<Standing>, InputError> {
    const RULE: &str = "BR-S14";
    let points = entry.points.ok_or(InputError::Missing { what: "points", rule: RULE })?;
    if points == 0 || !(-MAX_ADJUSTED..=MAX_ADJUSTED).contains(&points) {
        let (min, max) = (-MAX_ADJUSTED, MAX_ADJUSTED);
        return Err(InputError::Range { what: "points", given: points, min, max, rule: RULE });
    }
    super::check_side("side", entry.side, 2, RULE)?;
    let side = entry.side.ok_or(InputError::Missing { what: "side", rule: RULE })?;
    let mut after = standing.clone();
    after.totals[side.index()] += points;
    let figures = BySide::new(2, |other| if other == side { points } else { 0 });
    let mut note = Note::of_side("adjustment", side);
    note.params.insert("why", entry.why.clone().unwrap_or_default());
    Ok(Scored {
        score_lines: vec![ScoreLine::new("adjustment", &[RULE], figures)],
        after: Settlement::NextDeal(after),
        notes: vec![note],
    })
}

/// Scores a rubber that the players gave up. (BR-S12)
fn give_up(options: &Options, standing: &Standing) -> Result<Scored<Standing>, InputError> {
    if options.mode != Mode::Rubber {
        return Err(InputError::Unasked { what: "givenUp", rule: "BR-S12" });
    }
    let more = standing.unfinished(options);
    let mut after = standing.clone();
    after.totals.iter_mut().zip(more).for_each(|(total, more)| *total += more);
    let by = winners(&after);
    Ok(Scored {
        score_lines: vec![ScoreLine::new(
            "unfinished",
            &["BR-S12"],
            BySide::new(2, |side| more[side.index()]),
        )],
        after: Settlement::MatchOver(after, by),
        notes: vec![Note::plain("givenUp")],
    })
}
