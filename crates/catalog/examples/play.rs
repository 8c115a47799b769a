//! A match of any game against a bot, in a terminal.
//!
//! `cargo run --release -p parlour-catalog --example play -- scopa`. Type an action, or its number in the list.

use cards::{Seat, Seed, Viewer};
use engine::Phase;
use std::error::Error;
use std::io::{BufRead, Write};

const ME: Seat = Seat::new(0);

/// Plays one match, with lines of `input` as the actions of the first seat. Returns the points of each seat.
fn play(
    game: &str,
    seed: Seed,
    input: impl BufRead,
    mut out: impl Write,
) -> Result<Vec<i32>, Box<dyn Error>> {
    let game = catalog::find(game).ok_or("there is no such game")?;
    let mut table = game.open(&catalog::SetupText::first_preset(game.info().seats[0]), ME)?;
    let mut lines = input.lines();
    while !matches!(table.phase(), Phase::Over(_)) {
        if let Some(shuffle) = table.next_shuffle(&seed) {
            table.enter(&shuffle, &[])?;
            continue;
        }
        let Some(seat) = table.actors().first() else {
            table.deal(&table.next_deck(&seed), &[])?;
            continue;
        };
        let action = if seat == ME {
            // The view has only what this seat may know.
            let view = table.wire_view(Viewer::Seat(ME)).ok_or("a deal is played")?;
            let legal = table.legal(ME);
            writeln!(out, "{}\nYou can play:", view.to_json())?;
            for (number, action) in (1..).zip(&legal) {
                writeln!(out, "{number}. {action}")?;
            }
            let line = lines.next().ok_or("the input ended")??;
            line.parse::<usize>()
                .ok()
                .and_then(|number| legal.get(number.wrapping_sub(1)).cloned())
                .unwrap_or(line)
        } else {
            table.bot_job(seat, "heuristic", table.version() as u64, None)?()
        };
        match table.play(seat, &action, &[]) {
            Ok(_) => writeln!(out, "Seat {seat} plays {action}.")?,
            // An illegal action changes nothing, and the rejection names the rule.
            Err(rejection) => writeln!(out, "{rejection}")?,
        }
    }
    Ok(table.totals().iter().map(|(_, points)| points).collect())
}

fn main() -> Result<(), Box<dyn Error>> {
    let game = std::env::args().nth(1).unwrap_or_else(|| "scopa".to_owned());
    let seed = Seed::from_number(u64::from(std::process::id()));
    let points = play(&game, seed, std::io::stdin().lock(), std::io::stdout())?;
    println!("The match is over: {points:?} points.");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_ends_and_an_illegal_action_changes_nothing() {
        let (input, mut out) = (format!("Kh x Kd\n{}", "1\n".repeat(500)), Vec::new());
        let points = play("scopa", Seed::from_number(7), input.as_bytes(), &mut out);
        let out = String::from_utf8(out).expect("the example writes text");
        assert!(points.is_ok_and(|points| points.iter().any(|points| *points >= 11)), "{out}");
        assert!(out.contains("(SC-R5)") && out.contains("Seat 1 plays"), "{out}");
    }
}
