//! Pad of Wall Street: investors, preferred, common and takeovers of each player.

use super::{by_side, check_figures, check_sum, in_order};
use crate::form::Kind;
use crate::scoring::{Line, Scorable, Scored};
use crate::{Field, InputError, Note, Piece};
use cards::{SeatSet, Side};
use engine::Settlement;
use games::wall_street::{Options, Standing, Tally, WallStreet};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Entry {
    investors: Vec<i32>,
    preferred: Vec<i32>,
    common: Vec<i32>,
    takeovers: Vec<i32>,
    #[serde(default)]
    takeover_order: Option<Vec<Side>>,
}

/// Number of cards in each class. (WS-R4)
const CLASSES: [i32; 3] = [4, 9, 27];

impl Scorable for WallStreet {
    type Entry = Entry;
    const DECK: &'static str = "wallstreet40";

    fn form(options: &Options, _standing: &Standing) -> Vec<Field> {
        let [investors, preferred, common] = CLASSES;
        vec![
            Field::of_sides("investors", investors).adding_up_to(investors),
            Field::of_sides("preferred", preferred).adding_up_to(preferred),
            Field::of_sides("common", common).adding_up_to(common),
            Field::of_sides("takeovers", 20),
            Field::new("takeoverOrder", Kind::Order { sides: options.seats }).optional().late(),
        ]
    }

    fn score(options: &Options, standing: &Standing, entry: &Entry) -> Result<Scored<Standing>, InputError> {
        let seats = options.seats;
        let classes = [
            ("investors", &entry.investors, CLASSES[0]),
            ("preferred", &entry.preferred, CLASSES[1]),
            ("common", &entry.common, CLASSES[2]),
        ];
        for (what, figures, max) in classes {
            check_figures(what, figures, seats, max, "WS-R4")?;
        }
        check_figures("takeovers", &entry.takeovers, seats, 20, "WS-R15")?;
        let captured = |seat: usize| classes.iter().map(|(_, figures, _)| figures[seat]).sum::<i32>();
        for seat in 0..usize::from(seats) {
            let plays = standing.playing.contains(cards::Seat::new(seat as u8));
            if !plays && captured(seat) + entry.takeovers[seat] > 0 {
                return Err(InputError::NotPlaying { seat: seat as u8, rule: "WS-R18" });
            }
            // A takeover captures a card with a card.
            if 2 * entry.takeovers[seat] > captured(seat) {
                return Err(InputError::Contradiction { what: "takeovers", other: "common", rule: "WS-R15" });
            }
        }
        // WS-S3: without captures the sums are not checked.
        if (0..usize::from(seats)).any(|seat| captured(seat) > 0) {
            for (what, figures, all) in classes {
                check_sum(what, figures, all, "WS-R4")?;
            }
        }
        let with = |takeovers| Tally {
            investors: by_side(&entry.investors),
            preferred: by_side(&entry.preferred),
            common: by_side(&entry.common),
            takeovers,
        };
        let order = entry.takeover_order.as_deref();
        let settle = |takeovers| with(takeovers).settle(options, standing);
        let tally = with(in_order("takeoverOrder", "takeovers", "WS-O7", &entry.takeovers, order, settle)?);
        let after = tally.settle(options, standing);
        let mut notes = Vec::new();
        if let Settlement::NextDeal(next) = &after
            && next.playing != standing.playing
            && next.playing.len() < seats
        {
            notes.push(Note::plain("playOff"));
        }
        Ok(Scored { score_lines: tally.score_lines(options, standing), after, notes })
    }

    fn playing(_options: &Options, standing: &Standing) -> SeatSet {
        standing.playing
    }

    fn pieces(options: &Options, standing: &Standing, _lines: &[Line<Standing>]) -> Vec<Piece> {
        let mut pieces = vec![Piece::Target { points: options.target }];
        if standing.playing.len() < options.seats {
            pieces.push(Piece::PlayOff { seats: standing.playing.iter().map(u8::from).collect() });
        }
        pieces
    }
}
