//! Pad of Sharks of Wall Street: portfolio values by card or as sums, and the tie-breakers if
//! needed.

use super::check_figures;
use crate::form::{Field, Kind, Who};
use crate::scoring::{Line, Scorable, Scored};
use crate::{InputError, Note, Piece};
use cards::{BySeat, Seat, SeatSet};
use engine::ScoreLine;
use games::sharks::{Card, Detail, FULL_PORTFOLIO, FullEnd, MAX_SHARES, Options, Sharks, Standing};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Entry {
    #[serde(default)]
    portfolio: Option<Vec<Vec<Investment>>>,
    #[serde(default)]
    worth: Option<Vec<i32>>,
    #[serde(default)]
    investments: Option<Vec<Option<i32>>>,
    #[serde(default)]
    capital: Option<Vec<Option<i32>>>,
}

/// Investment as entered: by its value, or by its id in the set.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
enum Investment {
    Value(i32),
    Id(String),
}

/// Maximum after a player with four wins a lot. (SH-S5)
const MAX_AT_ONCE: usize = 6;
/// Allowed sums, wide enough for other card sets.
const WORTH: [i32; 2] = [-99, 199];

fn max_capital(options: &Options) -> i32 {
    options.set.capital().total().into()
}

impl Scorable for Sharks {
    type Entry = Entry;
    const DECK: &'static str = "sharks-setA";

    /// Sharks has no dealer. (SH-S18)
    const DEALT: bool = false;

    fn form(options: &Options, _standing: &Standing) -> Vec<Field> {
        let set = options.set;
        let mut of: Vec<i32> = set.investments().map(|number| set.investment(number).value.into()).collect();
        of.sort_unstable_by(|one, other| other.cmp(one));
        let [min, max] = WORTH;
        let of_seats = |name, kind| Field { who: Who::Seats, ..Field::new(name, kind).optional() };
        let held = Kind::Number { min: 0, max: MAX_SHARES as i32 };
        vec![
            of_seats("portfolio", Kind::Values { of }),
            of_seats("worth", Kind::Number { min, max }).unless("portfolio"),
            of_seats("capital", Kind::Number { min: 0, max: max_capital(options) }).late(),
            of_seats("investments", held).late().unless("portfolio"),
        ]
    }

    fn score(options: &Options, standing: &Standing, entry: &Entry) -> Result<Scored<Standing>, InputError> {
        let seats = options.seats;
        let (value, held) = portfolios(options, entry)?;
        let max = max_capital(options);
        let capital = read_figures("capital", entry.capital.as_deref(), seats, max, "SH-R1")?;
        // The hands are disjoint.
        let sum: i32 = capital.iter().flatten().sum();
        if sum > max {
            return Err(InputError::Range { what: "capital", given: sum, min: 0, max, rule: "SH-R1" });
        }
        let by_seat = |figures: &[i32]| BySeat::new(seats, |seat| figures[seat.index()]);
        let with = |capital: &[i32], held: &[i32]| Detail {
            investments: by_seat(held).map(|_, held| held as u8),
            value: by_seat(&value),
            capital_left: by_seat(capital),
        };
        let zeros = |figures: &[Option<i32>]| figures.iter().map(|one| one.unwrap_or(0)).collect::<Vec<_>>();
        let (known_capital, known_held) = (zeros(&capital), zeros(&held));
        if decides(&capital, -1, i32::MAX, |capital| with(capital, &known_held).winners(options)) {
            return Err(InputError::Tied { what: "capital", rule: "SH-S13" });
        }
        if decides(&held, 0, u8::MAX.into(), |held| with(&known_capital, held).winners(options)) {
            return Err(InputError::Tied { what: "investments", rule: "SH-S13" });
        }
        let detail = with(&known_capital, &known_held);
        let mut score_lines = detail.score_lines(options);
        for (line, known) in score_lines.iter_mut().zip([&held, &capital]) {
            hide_unknown(line, known);
        }
        Ok(Scored {
            score_lines,
            after: detail.settle(options, standing.dealer),
            notes: notes(options, &detail),
        })
    }

    fn pieces(_options: &Options, _standing: &Standing, _lines: &[Line<Standing>]) -> Vec<Piece> {
        Vec::new()
    }
}

/// Returns whether unknown figures affect the winners: they differ between all low and one of them high.
fn decides(known: &[Option<i32>], low: i32, high: i32, winners: impl Fn(&[i32]) -> SeatSet) -> bool {
    let all_low: Vec<i32> = known.iter().map(|figure| figure.unwrap_or(low)).collect();
    let with_high = |seat: usize| {
        let mut figures = all_low.clone();
        figures[seat] = high;
        winners(&figures)
    };
    let plain = winners(&all_low);
    (0..known.len()).any(|seat| known[seat].is_none() && with_high(seat) != plain)
}

/// Removes unknown amounts from a score line.
fn hide_unknown(line: &mut ScoreLine, known: &[Option<i32>]) {
    line.amounts = line.amounts.map(|side, amount| known[side.index()].and(amount));
}

fn notes(options: &Options, detail: &Detail) -> Vec<Note> {
    let best = detail.value.as_slice().iter().max();
    let leaders = Seat::all(options.seats).filter(|seat| Some(&detail.value[*seat]) == best).count();
    let winners = detail.winners(options);
    match (leaders, winners.first()) {
        (2.., Some(winner)) if winners.len() == 1 => vec![Note::of_seat("tieBroken", winner.into())],
        (2.., _) => vec![Note::plain("sharedVictory")],
        _ => Vec::new(),
    }
}

/// Returns the figures of the seats, some of which may be missing.
fn read_figures(
    what: &'static str,
    figures: Option<&[Option<i32>]>,
    seats: u8,
    max: i32,
    rule: &'static str,
) -> Result<Vec<Option<i32>>, InputError> {
    let Some(figures) = figures else { return Ok(vec![None; seats.into()]) };
    let plain: Vec<i32> = figures.iter().map(|figure| figure.unwrap_or(0)).collect();
    check_figures(what, &plain, seats, max, rule)?;
    Ok(figures.to_vec())
}

/// Returns the value and the number of each seat's Investments. The number may be unknown.
fn portfolios(options: &Options, entry: &Entry) -> Result<(Vec<i32>, Vec<Option<i32>>), InputError> {
    let seats = options.seats;
    let (value, held) = match (&entry.portfolio, &entry.worth) {
        (Some(_), Some(_)) => {
            return Err(InputError::Contradiction { what: "worth", other: "portfolio", rule: "SH-R25" });
        }
        (Some(_), None) if entry.investments.is_some() => {
            return Err(InputError::Contradiction {
                what: "investments",
                other: "portfolio",
                rule: "SH-S13",
            });
        }
        (Some(portfolios), None) => {
            let numbers = numbers(options, portfolios)?;
            let worth = |numbers: &Vec<u8>| options.set.worth(numbers.iter().copied());
            let held = numbers.iter().map(|numbers| Some(numbers.len() as i32)).collect();
            (numbers.iter().map(worth).collect(), held)
        }
        (None, Some(worth)) => {
            let expected = usize::from(seats);
            if worth.len() != expected {
                return Err(InputError::Figures { what: "worth", given: worth.len(), expected });
            }
            let [min, max] = WORTH;
            if let Some(given) = worth.iter().copied().find(|worth| !(min..=max).contains(worth)) {
                return Err(InputError::Range { what: "worth", given, min, max, rule: "SH-R25" });
            }
            let max = MAX_SHARES as i32;
            (worth.clone(), read_figures("investments", entry.investments.as_deref(), seats, max, "SH-R2")?)
        }
        (None, None) => return Err(InputError::Missing { what: "portfolio", rule: "SH-R25" }),
    };
    let what = if entry.portfolio.is_some() { "portfolio" } else { "investments" };
    check_ends(options, what, &held)?;
    Ok((value, held))
}

/// Checks the numbers of Investments against the total in play and the end of the game.
fn check_ends(options: &Options, what: &'static str, held: &[Option<i32>]) -> Result<(), InputError> {
    let held: Vec<usize> = held.iter().map(|held| held.unwrap_or(0) as usize).collect();
    let range = |given: usize, max: usize, rule| {
        let (given, max) = (given as i32, max as i32);
        Err(InputError::Range { what, given, min: 0, max, rule })
    };
    let all = held.iter().sum();
    if all > MAX_SHARES {
        return range(all, MAX_SHARES, "SH-R2");
    }
    if options.full_end == FullEnd::EndOfRound {
        return Ok(());
    }
    if let Some(given) = held.iter().copied().find(|held| *held > MAX_AT_ONCE) {
        return range(given, MAX_AT_ONCE, "SH-S5");
    }
    let full = held.iter().filter(|held| **held >= usize::from(FULL_PORTFOLIO)).count();
    if full > 1 { Err(InputError::OneEndsIt { what, given: full, rule: "SH-R23" }) } else { Ok(()) }
}

/// Returns the cards by their numbers in the set. Each is held by at most one player.
fn numbers(options: &Options, portfolios: &[Vec<Investment>]) -> Result<Vec<Vec<u8>>, InputError> {
    let (given, expected) = (portfolios.len(), usize::from(options.seats));
    if given != expected {
        return Err(InputError::Figures { what: "portfolio", given, expected });
    }
    let set = options.set;
    let mut left: Vec<u8> = set.investments().collect();
    let mut take = |fits: &dyn Fn(u8) -> bool| {
        left.iter().position(|number| fits(*number)).map(|index| left.remove(index))
    };
    let mut found = vec![Vec::new(); given];
    // Cards given by id first. For a value, any remaining card of that value can be used.
    for by_name in [true, false] {
        for (numbers, portfolio) in found.iter_mut().zip(portfolios) {
            for investment in portfolio.iter().filter(|one| matches!(one, Investment::Id(_)) == by_name) {
                let number = match investment {
                    Investment::Id(id) => {
                        let card = id.trim().to_uppercase().parse::<Card>().ok();
                        take(&|number| card == Some(Card::Investment(number)))
                    }
                    Investment::Value(value) => {
                        take(&|number| i32::from(set.investment(number).value) == *value)
                    }
                };
                numbers.push(number.ok_or_else(|| no_more_of(investment))?);
            }
        }
    }
    Ok(found)
}

fn no_more_of(investment: &Investment) -> InputError {
    let given = match investment {
        Investment::Value(value) => value.to_string(),
        Investment::Id(id) => id.chars().take(20).collect(),
    };
    InputError::NoMoreOf { given, rule: "SH-S20" }
}
