//! Checks existing puzzles with other determinizations than those that found them.

use crate::chain;
use crate::plan::Plan;
use crate::search::{ALIKE, ALIKE_PART, Weighed, weigh};
use catalog::{CATALOG, Exercise};
use std::error::Error;
use std::fs;
use std::path::Path;
use std::time::Instant;

/// RNG seed that no search for puzzles uses.
const RNG_SEED: u64 = 1 << 60;

/// Result of a check.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    /// The answer is the best action.
    Best,
    /// Another answer is ahead, within the error.
    AsGood,
    /// An action that is no answer is clearly better, or as good as the answer.
    Wrong,
}

/// Checks every puzzle of a file.
pub(crate) fn check(plan: &Plan, file: &Path) -> Result<(), Box<dyn Error>> {
    let begun = Instant::now();
    let exercises: Vec<Exercise> = serde_json::from_str(&fs::read_to_string(file)?)?;
    let (mut best, mut as_good, mut wrong) = (0, 0, Vec::new());
    for (rng_seed, exercise) in (RNG_SEED..).step_by(1 << 8).zip(&exercises) {
        match verdict(plan, exercise, rng_seed)? {
            Verdict::Best => best += 1,
            Verdict::AsGood => as_good += 1,
            Verdict::Wrong => wrong.push(exercise.id.as_str()),
        }
    }
    let time = begun.elapsed().as_secs_f32();
    println!(
        "{}: {} puzzles, best {best}, as good {as_good}, wrong {wrong:?}; {time:.0} s",
        plan.game,
        exercises.len()
    );
    if wrong.is_empty() { Ok(()) } else { Err(format!("{}: {wrong:?}", plan.game).into()) }
}

fn verdict(plan: &Plan, exercise: &Exercise, rng_seed: u64) -> Result<Verdict, Box<dyn Error>> {
    if plan.is_race() {
        return Ok(if chain::is_right(exercise)? { Verdict::Best } else { Verdict::Wrong });
    }
    let mut record = exercise.record.clone();
    let entry =
        record.deals.last_mut().and_then(|deal| deal.actions.pop()).ok_or("the record has no decision")?;
    let (_, answer) = entry.split_once(' ').ok_or("the entry has no seat")?;
    let game = record.replay(&CATALOG).into_match()?;
    let also = exercise.answers.iter().flat_map(|answer| &answer.also);
    let answers: Vec<&str> = also.map(String::as_str).chain([answer]).collect();
    let weighed = weigh(&*game, exercise.seat, answer, plan.determinizations, plan.rounds, rng_seed)
        .ok_or("the bot computes no values")?;
    let first = weighed.first().ok_or("there is no action")?;
    let behind = |one: &Weighed| first.worth.lead - one.worth.lead;
    let asked = weighed.iter().find(|one| one.action == answer).ok_or("the answer has no value")?;
    if behind(asked) > (ALIKE * asked.worth.error).max(ALIKE_PART * plan.least) {
        return Ok(Verdict::Wrong);
    }
    let rival = weighed.iter().find(|one| !answers.contains(&one.action.as_str()));
    Ok(match rival {
        Some(rival) if rival.worth.lead > asked.worth.lead - plan.least / 2.0 => Verdict::Wrong,
        _ if answers.contains(&first.action.as_str()) && first.action != answer => Verdict::AsGood,
        _ => Verdict::Best,
    })
}
