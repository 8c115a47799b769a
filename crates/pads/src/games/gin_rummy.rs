//! Pad of Gin Rummy: the seat that went out, the way it did, and the deadwood of both.

use super::check_seat;
use crate::form::{Field, Kind, Who};
use crate::scoring::{Line, Scorable, Scored};
use crate::sheet::GameColumn;
use crate::{InputError, Note, Piece};
use cards::{BySeat, Card, Suit};
use engine::Settlement;
use games::gin_rummy::{BigGin, GinRummy, Going, How, Knock, KnockLimit, Options, Standing, Tally};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Entry {
    going: Out,
    #[serde(default)]
    by: Option<u8>,
    #[serde(default)]
    deadwood: Option<Vec<i32>>,
    #[serde(default)]
    upcard: Option<String>,
}

/// Ending as entered. Whether a knock was undercut follows from the figures.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Out {
    Knock,
    Gin,
    BigGin,
    Draw,
}

const SEATS: u8 = 2;
/// Highest deadwood: eleven cards of ten points. Hands with aces of fifteen have fewer.
const MAX_DEADWOOD: i32 = 110;
/// Highest knock limit. (GR-R5)
const HIGHEST_LIMIT: i32 = 10;

fn asks_upcard(options: &Options) -> bool {
    options.spades_double || options.knock_limit == KnockLimit::Oklahoma
}

impl Scorable for GinRummy {
    type Entry = Entry;
    const DECK: &'static str = "standard52";

    fn form(options: &Options, _standing: &Standing) -> Vec<Field> {
        const WITH_BIG_GIN: &[&str] = &["knock", "gin", "bigGin", "draw"];
        const WITHOUT: &[&str] = &["knock", "gin", "draw"];
        const WENT_OUT: &[&str] = &["knock", "gin", "bigGin"];
        let words = if options.big_gin == BigGin::Off { WITHOUT } else { WITH_BIG_GIN };
        let deadwood = Kind::Number { min: 0, max: MAX_DEADWOOD };
        let mut form = vec![
            Field::new("going", Kind::Choice { words }),
            Field::new("by", Kind::Seat { of: vec![0, 1] }).when("going", WENT_OUT),
            Field { who: Who::Seats, ..Field::new("deadwood", deadwood).optional().when("going", WENT_OUT) },
        ];
        if asks_upcard(options) {
            form.push(Field::new("upcard", Kind::Card).optional());
        }
        form
    }

    fn score(options: &Options, standing: &Standing, entry: &Entry) -> Result<Scored<Standing>, InputError> {
        let upcard = upcard(options, entry)?;
        let tally = Tally {
            knock: knock(options, entry, upcard)?,
            deadwood: deadwood(entry),
            first_upcard_is_spade: upcard.is_some_and(|card| card.suit() == Suit::Spades),
        };
        let (winner, how) = tally.won(options);
        let mut notes = Vec::new();
        match (how, winner) {
            (How::Undercut, Some(winner)) => notes.push(Note::of_seat("undercut", winner.into())),
            (How::Draw, _) => notes.push(Note::plain("drawn")),
            _ => {}
        }
        if options.spades_double && tally.first_upcard_is_spade {
            notes.push(Note::plain("spadesDouble"));
        }
        Ok(Scored {
            score_lines: tally.score_lines(options),
            after: settle(&tally, standing, &mut notes),
            notes,
        })
    }

    fn pieces(options: &Options, standing: &Standing, lines: &[Line<Standing>]) -> Vec<Piece> {
        let mut games: Vec<GameColumn> = Vec::new();
        for (index, game) in standing.games.iter().enumerate() {
            let Some(game) = game else { continue };
            let mut entries: Vec<(u32, Vec<i32>)> = Vec::new();
            for Line { number, standing, .. } in lines {
                let Some(column) = standing.games[index] else { continue };
                let points = column.points.as_slice().to_vec();
                if entries.last().map_or(points.iter().any(|points| *points > 0), |(_, last)| *last != points)
                {
                    entries.push((*number, points));
                }
            }
            games.push(GameColumn {
                points: game.points.as_slice().to_vec(),
                boxes: game.hands.as_slice().to_vec(),
                winner: game.winner.map(u8::from),
                entries,
            });
        }
        vec![Piece::Target { points: options.target }, Piece::Games { games }]
    }
}

fn settle(tally: &Tally, standing: &Standing, notes: &mut Vec<Note>) -> Settlement<Standing> {
    let after = tally.settle(standing);
    let (Settlement::NextDeal(next) | Settlement::MatchOver(next, _)) = &after;
    for (before, after) in standing.games.iter().zip(&next.games) {
        if let (Some(before), Some(after)) = (before, after)
            && before.winner.is_none()
            && let Some(winner) = after.winner
        {
            notes.push(Note::of_seat("gameWon", winner.into()));
        }
    }
    after
}

fn upcard(options: &Options, entry: &Entry) -> Result<Option<Card>, InputError> {
    let Some(written) = &entry.upcard else {
        let needed = options.spades_double && entry.going != Out::Draw;
        let rule = "GR-O14";
        return if needed { Err(InputError::Missing { what: "upcard", rule }) } else { Ok(None) };
    };
    if !asks_upcard(options) {
        return Err(InputError::Unasked { what: "upcard", rule: "GR-O12" });
    }
    let card = written.parse::<Card>();
    card.map(Some).map_err(|error| InputError::Unreadable { problem: error.to_string() })
}

/// Returns the deadwood of each seat. A drawn hand may omit it.
fn deadwood(entry: &Entry) -> BySeat<u8> {
    let figures = entry.deadwood.as_deref().unwrap_or(&[]);
    BySeat::new(SEATS, |seat| figures.get(seat.index()).map_or(0, |deadwood| *deadwood as u8))
}

fn knock(options: &Options, entry: &Entry, upcard: Option<Card>) -> Result<Option<Knock>, InputError> {
    if let Some(figures) = &entry.deadwood {
        super::check_figures("deadwood", figures, SEATS, MAX_DEADWOOD, "GR-R3")?;
    }
    let going = match entry.going {
        Out::Draw if entry.by.is_some() => {
            return Err(InputError::Contradiction { what: "by", other: "going", rule: "GR-R9" });
        }
        Out::Draw => return Ok(None),
        Out::Knock => Going::Knock,
        Out::Gin => Going::Gin,
        Out::BigGin if options.big_gin == BigGin::Off => {
            return Err(InputError::Unasked { what: "going", rule: "GR-O8" });
        }
        Out::BigGin => Going::BigGin,
    };
    let seat = check_seat(entry.by.ok_or(InputError::Missing { what: "by", rule: "GR-R5" })?, SEATS)?;
    let figures = entry.deadwood.as_deref().ok_or(InputError::Missing { what: "deadwood", rule: "GR-R3" })?;
    let given = figures[seat.index()];
    match going {
        Going::Knock => {
            let limit = match (options.knock_limit, upcard) {
                (KnockLimit::GinOnly, _) => 0,
                (KnockLimit::Oklahoma, Some(card)) => options.limit_of(card).into(),
                _ => HIGHEST_LIMIT,
            };
            if given > limit || limit == 0 {
                return Err(InputError::KnockLimit { given, limit, rule: "GR-O12" });
            }
            if given == 0 {
                return Err(InputError::KnockIsGin);
            }
        }
        Going::Gin | Going::BigGin if given > 0 => return Err(InputError::GinWithDeadwood { given }),
        Going::Gin | Going::BigGin => {}
    }
    Ok(Some(Knock { seat, going }))
}
