//! Thirty-One on a pad: what the hands are worth, or only who lost; the pad keeps the markers.

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

/// Three twos.
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
        // Nobody need have knocked before a 31, and mostly it does not matter. (TH-O3)
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
            hands.amounts = hands.amounts.map(|_, _| None); // nobody told what they are worth
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

/// The hands as people showed them or, where they told only who lost, hands that come to the same.
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
    // TH-S4: whoever has 31 shows it at once.
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

/// Hands that come to these losers: theirs are the lowest, and whoever had 31 has it.
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
    // With nobody lower than another nobody loses, where that is the rule of a tie.
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

/// By the rules exactly these lose. Whether a life is forgiven is another matter. (TH-S7)
fn check_losers(
    options: &Options,
    standing: &Standing,
    losers: &[u8],
    tally: &Tally,
) -> Result<(), InputError> {
    // Nobody is spared who has lives to lose.
    let plenty = Standing { lives: standing.lives.map(|_, _| 9), ..*standing };
    let lost = tally.showdown(options, &plenty).lost;
    let of_rules: SeatSet = standing.playing.iter().filter(|seat| lost[*seat] > 0).collect();
    if of_rules == seats_of(standing, losers, options.seats)? {
        return Ok(());
    }
    let losers = of_rules.iter().map(|seat| seat.to_string()).collect::<Vec<_>>().join(", ");
    Err(InputError::Losers { losers, rule: "TH-O4" })
}
