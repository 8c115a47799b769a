//! A bot of one's own, and a contest against the bot `random`.
//!
//! `cargo run --release -p parlour-games --example own_bot` plays 10,000 deals of Scopa.

use games::prelude::*;
use games::scopa::{Action, Scopa};
use std::error::Error;

/// Bot that captures as many cards as it can.
struct MostCards;

impl Bot<Scopa> for MostCards {
    // `seen` is what the seat may know. It is impossible to look at other hands.
    fn choose(&mut self, seen: &Observation<Scopa>, _seat: Seat, _rng: &mut Rng) -> Action {
        let captured = |action: &&Action| match action {
            Action::Play(play) => play.taken().map_or(0, |cards| cards.len()),
            Action::Claim => u8::MAX,
        };
        *seen.legal.iter().max_by_key(captured).expect("the list is not empty")
    }
}

fn contest(rounds: u64) -> Result<arena::Report, Box<dyn Error>> {
    let setup = Setup::new(Some("classic"), 2, Default::default())?;
    let bots = vec!["most-cards".to_owned(), "random".to_owned()];
    // Every deck is played from both seats, so the luck of the deal cancels out.
    let contest = arena::Contest { bots, rounds, matches: false, seed: 1, threads: 2 };
    let make = |name: &str| match name {
        "most-cards" => Ok(Box::new(MostCards) as Box<dyn Bot<Scopa>>),
        other => bot(other),
    };
    Ok(arena::run_with::<Scopa>(&setup, &contest, make, &|_| {}, &Default::default())?)
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("{}, 10,000 deals", Scopa::ID);
    for score in contest(10_000)?.scores {
        let (points, half_width) = score.points;
        println!("{}: {points:.3} points per deal, ±{:.3}", score.bot, half_width.unwrap_or(f64::NAN));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greed_beats_chance() {
        let report = contest(400).expect("the contest can be played");
        assert!(report.scores[0].points.0 > report.scores[1].points.0, "{report:?}");
    }
}
