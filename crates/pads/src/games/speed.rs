//! Pad of Speed: the seat that was out first, or the cards left after a stalemate.

use super::{check_figures, check_seat};
use crate::form::{Field, Kind, Who};
use crate::scoring::{Line, Scorable, Scored};
use crate::{InputError, Note, Piece};
use cards::{BySeat, Seat};
use engine::Settlement;
use games::speed::{Ending, Options, Speed, Standing, Tally};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Entry {
    ended: Ended,
    #[serde(default)]
    by: Option<u8>,
    #[serde(default)]
    left: Option<Vec<i32>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Ended {
    Out,
    Stalemate,
}

const SEATS: u8 = 2;
/// Cards at the start: five in hand, fifteen in the stock. (SP-R1)
const MAX_LEFT: i32 = 20;

impl Scorable for Speed {
    type Entry = Entry;
    const DECK: &'static str = "standard52";

    /// Speed has no dealer, because both players lay out the cards.
    const DEALT: bool = false;

    fn form(_options: &Options, _standing: &Standing) -> Vec<Field> {
        let left = Field::new("left", Kind::Number { min: 1, max: MAX_LEFT });
        vec![
            Field::new("ended", Kind::Choice { words: &["out", "stalemate"] }),
            Field::new("by", Kind::Seat { of: vec![0, 1] }).when("ended", &["out"]),
            Field { who: Who::Seats, ..left.optional().when("ended", &["stalemate"]) },
        ]
    }

    fn score(options: &Options, standing: &Standing, entry: &Entry) -> Result<Scored<Standing>, InputError> {
        let tally = tally(entry)?;
        let after = tally.settle(options, standing);
        let mut notes = Vec::new();
        if tally.ended == Ending::Stalemate {
            let (Settlement::NextDeal(next) | Settlement::MatchOver(next, _)) = &after;
            notes.push(match Seat::all(SEATS).find(|seat| next.won[*seat] > standing.won[*seat]) {
                Some(winner) => Note::of_seat("stalemate", winner.into()),
                None => Note::plain("replayed"), // SP-S8
            });
        }
        Ok(Scored { score_lines: tally.score_lines(), after, notes })
    }

    fn pieces(options: &Options, _standing: &Standing, _lines: &[Line<Standing>]) -> Vec<Piece> {
        vec![Piece::Target { points: options.needed() }]
    }
}

fn tally(entry: &Entry) -> Result<Tally, InputError> {
    match (entry.ended, entry.by, &entry.left) {
        (Ended::Out, None, _) => Err(InputError::Missing { what: "by", rule: "SP-R8" }),
        // Only a stalemate asks for the cards left.
        (Ended::Out, _, Some(_)) => Err(InputError::Unasked { what: "left", rule: "SP-R8" }),
        (Ended::Out, Some(by), None) => {
            let winner = check_seat(by, SEATS)?;
            let left = BySeat::new(SEATS, |seat| (seat == winner).then_some(0));
            Ok(Tally { ended: Ending::Out, left })
        }
        (Ended::Stalemate, Some(_), _) => {
            Err(InputError::Contradiction { what: "by", other: "ended", rule: "SP-S8" })
        }
        (Ended::Stalemate, None, None) => Err(InputError::Missing { what: "left", rule: "SP-S8" }),
        (Ended::Stalemate, None, Some(left)) => {
            check_figures("left", left, SEATS, MAX_LEFT, "SP-R1")?;
            // A player with no cards left is out, which is not a stalemate.
            if left.contains(&0) {
                return Err(InputError::Contradiction { what: "left", other: "ended", rule: "SP-R8" });
            }
            let left = BySeat::new(SEATS, |seat| Some(left[seat.index()] as u8));
            Ok(Tally { ended: Ending::Stalemate, left })
        }
    }
}
