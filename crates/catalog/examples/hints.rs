//! Compares hints with hints of a larger budget.
//!
//! `cargo run --release -p parlour-catalog --example hints -- gin-rummy 4 20000` plays four deals with the bot
//! `heuristic`. In each position with a choice it asks for a hint twice: with the usual number of determinizations, and
//! with 20,000. It prints how often both name the same action, and by how many points the first is worse in the estimate
//! of the second.

use bots::Effort;
use cards::{Seat, Seed};
use catalog::{AnyMatch, SetupText, find, hint_effort};
use engine::Phase;
use std::error::Error;

/// Differences between two hints, one for each position.
#[derive(Default)]
struct Differences {
    same: usize,
    /// Points by which the usual hint is worse.
    points: Vec<f64>,
}

impl Differences {
    /// Compares both hints for the seat to act. A position with one legal action has none.
    fn add(&mut self, table: &dyn AnyMatch, seat: Seat, large: &Effort) -> Result<(), Box<dyn Error>> {
        if table.legal(seat).len() < 2 {
            return Ok(());
        }
        let advice = |effort, seed| table.pending_advice(seat, None, effort, seed);
        let Some(usual) = advice(hint_effort(None), 1)? else { return Err("the game has no hints".into()) };
        let Some(large) = advice(large.clone(), 2)? else { return Err("the game has no hints".into()) };
        let (usual, large) = (usual(), large());
        let (Some(choice), Some(best)) = (usual.first(), large.first()) else { return Ok(()) };
        let same = large.iter().find(|other| other.action == choice.action);
        // Calls of bridge have no estimate.
        if let Some((most, lead)) = best.lead().zip(same.and_then(|same| same.lead())) {
            self.same += usize::from(best.action == choice.action);
            self.points.push(most - lead);
        }
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [game, deals, determinizations] = &words[..] else {
        return Err("write GAME DEALS DETERMINIZATIONS".into());
    };
    let game = find(game).ok_or("there is no such game")?;
    let large = Effort { determinizations: determinizations.parse()?, limit: None };
    let seed = Seed::from_number(1);
    let mut differences = Differences::default();
    for deal in 0..deals.parse()? {
        let mut table = game.open(&SetupText::first_preset(game.info().seats[0]), Seat::new(0))?;
        table.deal(&table.next_deck(&Seed::from_number(deal)), &[])?;
        while matches!(table.phase(), Phase::Playing) {
            if let Some(shuffle) = table.next_shuffle(&seed) {
                table.enter(&shuffle, &[])?;
                continue;
            }
            let Some(seat) = table.actors().first() else { break };
            differences.add(table.as_ref(), seat, &large)?;
            let action = table.bot_job(seat, "heuristic", table.version() as u64, None)?();
            table.play(seat, &action, &[])?;
        }
        let Differences { same, points } = &differences;
        let mean = points.iter().sum::<f64>() / points.len().max(1) as f64;
        let most = points.iter().copied().fold(0.0, f64::max);
        println!(
            "{} deals: {} positions, the same action in {same}; the usual hint is {mean:.3} points worse on average, {most:.2} at \
             most",
            deal + 1,
            points.len()
        );
    }
    Ok(())
}
