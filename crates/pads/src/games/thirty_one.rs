//! Pad of Thirty-One: the values of the hands, or only the losers. The pad tracks the lives.

use super::check_seat;
use crate::form::{Field, Kind, Who};
use crate::scoring::{Line, Scorable, Scored};
use crate::{InputError, Note, Piece};
use cards::{BySeat, Seat, SeatSet};
use engine::Half;
use games::thirty_one::{BlitzLosers, Ending, Options, Standing, Tally, ThirtyOne};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Entry {
    ended: Ended,
    #[serde(default)]
    knocker: Option<u8>,
    #[serde(default)]
    values: Option<Vec<Option<Half>>>,
    #[serde(default)]
    losers: Option<Vec<u8>>,
    #[serde(default)]
    blitz: Option<Vec<u8>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Ended {
    Knock,
    Blitz,
    Showdown,
}

/// Lowest value: three twos.
const MIN: i32 = 2;
const MAX: i32 = 31;

impl Scorable for ThirtyOne {
    type Entry = Entry;
    const DECK: &'static str = "standard52";

    fn form(options: &Options, standing: &Standing) -> Vec<Field> {
        let playing: Vec<u8> = standing.playing.iter().map(u8::from).collect();
        let values = Field::new("values", Kind::Half { min: MIN, max: MAX }).optional();
        let knocker = || Field::new("knocker", Kind::Seat { of: playing.clone() });
        let mut form = vec![
            Field::new("ended", Kind::Choice { words: &["knock", "blitz", "showdown"] }),
            knocker().when("ended", &["knock"]),
        ];
        // Before a 31 a knock is optional, and it rarely matters. (TH-O3)
        if options.blitz_losers == BlitzLosers::AllOthersKnockerTwo {
            form.push(knocker().optional().when("ended", &["blitz"]));
        }
        form.extend([
            Field { who: Who::Seats, ..values },
            Field::new("losers", Kind::SomeSeats { of: playing.clone() }).optional().unless("values"),
            Field::new("blitz", Kind::SomeSeats { of: playing.clone() })
                .optional()
                .unless("values")
                .when("ended", &["blitz"]),
        ]);
        form
    }

    fn score(options: &Options, standing: &Standing, entry: &Entry) -> Result<Scored<Standing>, InputError> {
        let tally = tally(options, standing, entry)?;
        let showdown = tally.showdown(options, standing);
        if let Some(losers) = &entry.losers {
            check_losers(options, standing, losers, &tally)?;
        }
        let mut notes = Vec::new();
        let lost = |seat: Seat| showdown.lost[seat];
        if let Some(knocker) = tally.knocker.filter(|seat| lost(*seat) > 1) {
            notes.push(Note::of_seat("knockerPaysTwice", knocker.into()));
        }
        if standing.playing.iter().filter(|seat| lost(*seat) > 0).count() > 1 && entry.ended != Ended::Blitz {
            notes.push(Note::plain("tiedForLowest"));
        }
        let out = standing.playing - showdown.playing;
        notes.extend(out.iter().map(|seat| Note::of_seat("out", seat.into())));
        if showdown.spared {
            notes.push(Note::plain("spared"));
        }
        let mut score_lines = showdown.score_lines(standing);
        if entry.values.is_none()
            && let Some(hands) = score_lines.first_mut()
        {
            hands.amounts = hands.amounts.map(|_, _| None); // the values are unknown
        }
        Ok(Scored { score_lines, after: showdown.settle(options, standing), notes })
    }

    fn playing(_options: &Options, standing: &Standing) -> SeatSet {
        standing.playing
    }

    fn pieces(options: &Options, standing: &Standing, _lines: &[Line<Standing>]) -> Vec<Piece> {
        let left = standing.lives.as_slice().to_vec();
        vec![Piece::Lives { max: options.lives, left, free: options.free_life }]
    }
}

/// Returns the hands as shown, or hands that lead to the entered losers.
fn tally(options: &Options, standing: &Standing, entry: &Entry) -> Result<Tally, InputError> {
    let seats = options.seats;
    let knocker = entry.knocker.map(|seat| check_playing(standing, seat, seats)).transpose()?;
    let ending = match entry.ended {
        Ended::Knock => Ending::Knock,
        Ended::Blitz => Ending::Blitz,
        Ended::Showdown => Ending::Showdown,
    };
    if ending == Ending::Knock && knocker.is_none() {
        return Err(InputError::Missing { what: "knocker", rule: "TH-R6" });
    }
    let halves = match (&entry.values, &entry.losers) {
        (Some(values), _) => from_values(standing, values, seats)?,
        (None, Some(losers)) => from_losers(options, standing, losers, entry)?,
        (None, None) => return Err(InputError::Missing { what: "values", rule: "TH-R7" }),
    };
    let blitz = standing.playing.iter().any(|seat| halves[seat] == Tally::BLITZ);
    // TH-S4: a hand of 31 is shown at once.
    if blitz != (ending == Ending::Blitz) {
        return Err(InputError::Contradiction { what: "ended", other: "values", rule: "TH-R5" });
    }
    Ok(Tally { ending, knocker, halves })
}

fn check_playing(standing: &Standing, seat: u8, seats: u8) -> Result<Seat, InputError> {
    let found = check_seat(seat, seats)?;
    if standing.playing.contains(found) {
        Ok(found)
    } else {
        Err(InputError::NotPlaying { seat, rule: "TH-R9" })
    }
}

fn from_values(standing: &Standing, values: &[Option<Half>], seats: u8) -> Result<BySeat<u8>, InputError> {
    let expected = usize::from(seats);
    if values.len() != expected {
        return Err(InputError::Figures { what: "values", given: values.len(), expected });
    }
    let mut halves = BySeat::filled(seats, 0);
    for (seat, value) in Seat::all(seats).zip(values) {
        match (value, standing.playing.contains(seat)) {
            (Some(_), false) => return Err(InputError::NotPlaying { seat: seat.into(), rule: "TH-R9" }),
            (None, true) => return Err(InputError::Missing { what: "values", rule: "TH-R7" }),
            (None, false) => {}
            (Some(value), true) => {
                if *value < Half::from(MIN) || *value > Half::from(MAX) {
                    let given = value.halves() / 2;
                    return Err(InputError::Range {
                        what: "values",
                        given,
                        min: MIN,
                        max: MAX,
                        rule: "TH-R1",
                    });
                }
                halves[seat] = value.halves() as u8;
            }
        }
    }
    Ok(halves)
}

/// Returns hands that lead to these losers: theirs are the lowest, and the entered holders have 31.
fn from_losers(
    options: &Options,
    standing: &Standing,
    losers: &[u8],
    entry: &Entry,
) -> Result<BySeat<u8>, InputError> {
    const LOW: u8 = 2 * 10;
    const HIGH: u8 = 2 * 20;
    let seats = options.seats;
    let losers = seats_of(standing, losers, seats)?;
    let holders = seats_of(standing, entry.blitz.as_deref().unwrap_or(&[]), seats)?;
    // Without losers all hands are equal, which costs no lives under a rule for ties.
    let low = if losers.is_empty() { standing.playing } else { losers };
    let holders = match (entry.ended, holders.is_empty(), options.blitz_losers) {
        (Ended::Blitz, true, BlitzLosers::LowestOnly) if !losers.is_empty() => {
            return Err(InputError::Missing { what: "blitz", rule: "TH-R5" });
        }
        (Ended::Blitz, true, _) => standing.playing - losers,
        _ => holders,
    };
    let halves = |seat| {
        if holders.contains(seat) {
            Tally::BLITZ
        } else if low.contains(seat) {
            LOW
        } else if standing.playing.contains(seat) {
            HIGH
        } else {
            0
        }
    };
    Ok(BySeat::new(seats, halves))
}

fn seats_of(standing: &Standing, seats: &[u8], all: u8) -> Result<SeatSet, InputError> {
    seats.iter().map(|seat| check_playing(standing, *seat, all)).collect()
}

/// Checks that exactly these players lose by the rules. A waived life does not matter here. (TH-S7)
fn check_losers(
    options: &Options,
    standing: &Standing,
    losers: &[u8],
    tally: &Tally,
) -> Result<(), InputError> {
    // With enough lives no loss is capped.
    let plenty = Standing { lives: standing.lives.map(|_, _| 9), ..*standing };
    let lost = tally.showdown(options, &plenty).lost;
    let of_rules: SeatSet = standing.playing.iter().filter(|seat| lost[*seat] > 0).collect();
    if of_rules == seats_of(standing, losers, options.seats)? {
        return Ok(());
    }
    let losers = of_rules.iter().map(|seat| seat.to_string()).collect::<Vec<_>>().join(", ");
    Err(InputError::Losers { losers, rule: "TH-O4" })
}
