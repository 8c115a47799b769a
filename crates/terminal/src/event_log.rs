//! Match records as text: deals, plays, scoring and winner.

use crate::cast::Cast;
use crate::games::{Weight, layout};
use crate::table::replay;
use crate::{Error, Look};
use cards::{BySeat, Seat, Side, Viewer};
use catalog::{Catalog, RecordText};
use engine::{Half, ScoreLine};
use i18n::Words;
use std::fmt::Write;

/// Formats a record as text, as a spectator saw it. Closed hands stay hidden.
///
/// # Errors
///
/// Returns an error with the place in the record if the record is rejected.
pub fn event_log(record: &RecordText, catalog: &Catalog, words: Words, look: Look) -> Result<String, Error> {
    let (game, deals) = replay(record, catalog, Viewer::Public)?;
    let layout = layout(&*game)?;
    let snapshot = game.snapshot(Viewer::Public);
    let cast = cast(record, snapshot.sides, words);
    let setup = game.setup();
    let game_name = words.say(&format!("game.{}", record.game), &[]).into_owned();
    let preset = words.of_game("preset", &record.game, &setup.preset.unwrap_or_default());
    let params = [("game", &*game_name), ("preset", &preset), ("seats", &record.seats.to_string())];
    let mut text = words.say("record.line.players", &params).into_owned();
    text.push('\n');
    for (number, events) in deals.iter().enumerate() {
        let heading = words.say("record.line.deal", &[("n", &(number + 1).to_string())]).into_owned();
        let _ = write!(text, "\n{heading}\n");
        for events in events {
            for line in layout.log_lines(events, &cast, words) {
                let mark = if line.weight == Weight::Loud { '*' } else { ' ' };
                let _ = writeln!(text, "{mark} {}", line.text);
            }
        }
        if let Some(score) = game.score_of_deal(number) {
            for line in &score.lines {
                let _ = writeln!(text, "    {}", category(&cast, line, words));
            }
            let _ = writeln!(text, "  = {}", standing(&cast, &score.points, words));
        }
    }
    let totals = standing(&cast, &snapshot.totals, words);
    let _ = write!(text, "\n{}\n", words.say("record.line.total", &[("totals", &totals)]));
    let winners: Vec<Seat> = snapshot.winners.iter().collect();
    let end = if winners.is_empty() {
        words.say("record.line.unfinished", &[]).into_owned()
    } else {
        words.say("record.line.won", &[("name", &cast.together(&winners, words))]).into_owned()
    };
    let _ = writeln!(text, "{end}");
    Ok(look.plain_text(&text))
}

/// Returns the players of a record. The user is none of them, so all seats have numbered names.
pub(crate) fn cast(record: &RecordText, sides: BySeat<Side>, words: Words) -> Cast {
    let name = |seat: Seat| {
        let number = (seat.index() + 1).to_string();
        words.say("record.line.seat", &[("n", &number)]).into_owned()
    };
    let names = Seat::all(record.seats).map(name).collect();
    Cast { game: record.game.clone(), me: Seat::new(0), bots: Vec::new(), names, sides }
}

/// Formats a scoring category: `Cards 21 – 19 → Player 1: 1`.
fn category(cast: &Cast, line: &ScoreLine, words: Words) -> String {
    let amount = |(_, amount): (Side, Option<Half>)| {
        amount.map_or_else(|| "·".to_owned(), |amount| amount.to_string())
    };
    let amounts: Vec<String> = line.amounts.iter().map(amount).collect();
    let scored = |(side, points): (Side, i32)| {
        let name = cast.side(side, words);
        (points != 0).then(|| {
            words.say("record.line.points", &[("name", &name), ("n", &points.to_string())]).into_owned()
        })
    };
    let scored: Vec<String> = line.points.iter().filter_map(scored).collect();
    let name = words.of_game("count", &cast.game, line.category);
    let amounts_text = format!("{name} {}", amounts.join(" – "));
    if scored.is_empty() { amounts_text } else { format!("{amounts_text} → {}", scored.join(", ")) }
}

/// Formats the points of all sides: `Player 1 & Player 3 4, Player 2 & Player 4 2`.
pub(crate) fn standing(cast: &Cast, by_seat: &BySeat<i32>, words: Words) -> String {
    let side = |(side, points): (Side, i32)| {
        let name = cast.side(side, words);
        words.say("record.line.points", &[("name", &name), ("n", &points.to_string())]).into_owned()
    };
    by_seat.by_side(&cast.sides).iter().map(side).collect::<Vec<_>>().join(", ")
}
