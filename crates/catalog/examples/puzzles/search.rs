//! Search for decisions with one clearly best action that is not obvious.

use crate::plan::Plan;
use crate::translated;
use crate::words::Subject;
use cards::{Seat, Seed};
use catalog::{
    AnyMatch, AppraisedWorth, Effort, Exercise, ExerciseKind, LineWorth, Place, RecordText, Remark,
    Translated,
};
use engine::Phase;
use std::collections::BTreeMap;
use std::error::Error;

/// Minimum number of legal actions.
const MIN_CHOICES: usize = 3;
/// Determinizations of the first, quick appraisal.
const QUICK: u32 = 200;
/// Minimum distance of a clearly worse action, in standard errors.
const CLEARLY: f64 = 6.0;
/// Maximum distance of an equally good action, in standard errors.
pub(crate) const ALIKE: f64 = 2.5;
/// Maximum distance of an equally good action, as a part of the plan's minimum lead.
pub(crate) const ALIKE_PART: f64 = 0.25;
/// Number of attempts of the novice.
const TRIES: u64 = 24;

/// Puzzle with its properties.
pub(crate) struct Found {
    pub(crate) exercise: Exercise,
    /// Theme. The chosen puzzles should differ in it.
    pub(crate) theme: String,
    /// Quarter of the deal, from 0.
    pub(crate) phase: usize,
    /// Lead of the answer, in units of the plan's minimum lead.
    pub(crate) margin: f64,
    /// Success rate of the novice.
    pub(crate) ease: f64,
}

/// Action with its value.
#[derive(Clone)]
pub(crate) struct Weighed {
    pub(crate) action: String,
    pub(crate) worth: AppraisedWorth,
}

/// Returns the averaged values of the actions, best first. `None` if the bot computes no values.
pub(crate) fn weigh(
    game: &dyn AnyMatch,
    seat: Seat,
    played: &str,
    determinizations: u32,
    rounds: u64,
    rng_seed: u64,
) -> Option<Vec<Weighed>> {
    let mut sums: BTreeMap<String, (u64, AppraisedWorth)> = BTreeMap::new();
    for round in 0..rounds {
        let effort = Effort { determinizations, limit: None };
        let think = game.pending_advice(seat, Some(played), effort, rng_seed + round).ok()??;
        for appraised in think() {
            let worth = appraised.worth?;
            let sum = sums.entry(appraised.action);
            let (times, sum) = sum
                .or_insert_with(|| (0, AppraisedWorth { lead: 0.0, error: 0.0, lines: worth.lines.clone() }));
            *times += 1;
            sum.lead += worth.lead;
            sum.error += worth.error.powi(2);
        }
    }
    let all = rounds as f64;
    let kept = sums.into_iter().filter(|(_, (times, _))| *times == rounds);
    let mut weighed: Vec<Weighed> = kept
        .map(|(action, (_, sum))| {
            let worth =
                AppraisedWorth { lead: sum.lead / all, error: sum.error.sqrt() / all, lines: sum.lines };
            Weighed { action, worth }
        })
        .collect();
    weighed.sort_by(|a, b| b.worth.lead.total_cmp(&a.worth.lead));
    Some(weighed)
}

/// Plays the deals of a plan and examines every decision.
pub(crate) fn find(plan: &Plan) -> Result<Vec<Found>, Box<dyn Error>> {
    let mut found = Vec::new();
    let mut looked = 0;
    for deal in 0..plan.deals {
        let game = catalog::find(plan.game).ok_or("there is no such game")?;
        let setup = plan.setup(deal);
        let mut game = game.open(&setup, Seat::new((deal % u64::from(setup.seats.unwrap_or(2))) as u8))?;
        let seed = Seed::from_number(deal);
        let deck = game.next_deck(&seed);
        game.deal(&deck, &[])?;
        let mut of_deal = Vec::new();
        while game.phase() == Phase::Playing {
            if let Some(entry) = game.next_shuffle(&seed) {
                game.enter(&entry, &[])?;
                continue;
            }
            let seat = game.actors().first().ok_or("no seat is to act")?;
            let rng_seed = (deal << 32) + ((game.version() as u64) << 8);
            let legal = game.legal(seat);
            let action = match &legal[..] {
                [only] => only.clone(),
                _ => game.bot_job(seat, plan.player, rng_seed, None)?(),
            };
            if legal.len() >= MIN_CHOICES {
                looked += 1;
                of_deal.extend(decision(plan, &*game, seat, &action, &legal, rng_seed, deal)?);
            }
            game.play(seat, &action, &[])?;
        }
        // Two puzzles of one deal would reveal each other's cards.
        let entries = game.version();
        let best = of_deal.into_iter().max_by(|(_, a), (_, b)| a.margin.total_cmp(&b.margin));
        if let Some((at, mut one)) = best {
            one.phase = 4 * at / entries.max(1);
            println!(
                "{}: deal {deal}, {} with {:.2}, ease {:.2}; {} after {looked} decisions",
                plan.game,
                one.theme,
                one.margin,
                one.ease,
                found.len() + 1
            );
            found.push(one);
        }
    }
    Ok(found)
}

/// Returns the puzzle of a decision, with its position in the deal. `None` if the decision makes no puzzle.
fn decision(
    plan: &Plan,
    game: &dyn AnyMatch,
    seat: Seat,
    action: &str,
    legal: &[String],
    rng_seed: u64,
    deal: u64,
) -> Result<Option<(usize, Found)>, Box<dyn Error>> {
    let heuristic = game.bot_job(seat, "greedy", rng_seed, None)?();
    if heuristic == action {
        return Ok(None);
    }
    let quick = weigh(game, seat, &heuristic, QUICK, 1, rng_seed + 1);
    let Some(quick) = quick.filter(|quick| quick.len() >= 2) else { return Ok(None) };
    let behind = |weighed: &[Weighed], action: &str| {
        weighed.iter().find(|one| one.action == action).map(|one| weighed[0].worth.lead - one.worth.lead)
    };
    if behind(&quick, &heuristic).is_none_or(|behind| behind < plan.least) {
        return Ok(None);
    }
    let Some(weighed) = weigh(game, seat, &heuristic, plan.determinizations, plan.rounds, rng_seed + 64)
    else {
        return Ok(None);
    };
    let Some(answers) = answers(&weighed, plan.least) else { return Ok(None) };
    let answer = &weighed[0];
    let good: Vec<&str> = weighed[..answers].iter().map(|one| one.action.as_str()).collect();
    if good.contains(&heuristic.as_str()) || is_only_capture(&good, legal) {
        return Ok(None);
    }
    // The appraisal drops bad actions early, when they may still be close. Each of them is checked alone.
    for other in legal.iter().filter(|other| weighed.iter().all(|one| one.action != **other)) {
        let alone = weigh(game, seat, other, QUICK, 1, rng_seed + 2);
        let too_near =
            |alone: &[Weighed]| behind(alone, other).is_some_and(|behind| behind < plan.least / 2.0);
        if alone.is_some_and(|alone| too_near(&alone)) {
            return Ok(None);
        }
    }
    for adviser in 0..2 {
        if !good.contains(&game.bot_job(seat, plan.adviser, rng_seed + 128 + adviser, None)?().as_str()) {
            return Ok(None);
        }
    }
    let mut ease = 0.0;
    for novice in 0..TRIES {
        let tried = game.bot_job(seat, plan.novice, rng_seed + 160 + novice, None)?();
        ease += f64::from(u8::from(good.contains(&tried.as_str()))) / TRIES as f64;
    }
    let rival = &weighed[answers];
    let margin = answer.worth.lead - rival.worth.lead;
    let reasons = answer.worth.reasons(&rival.worth);
    let subject = Subject::new(plan.game, game, seat, &answer.action, &heuristic, &reasons)?;
    let mut record = game.record();
    let entries = record.deals[0].actions.len();
    let own = format!("{seat} ");
    let before = record.deals[0].actions.iter().rposition(|entry| entry.starts_with(&own));
    let start = Place { deal: 0, entry: before.map_or(0, |entry| entry + 1) };
    record.deals[0].actions.push(format!("{seat} {}", answer.action));
    let mut exercise = puzzle(format!("deal-{deal}-{entries}"), subject.title(), seat, start, record);
    let seen = plan.determinizations * plan.rounds as u32;
    exercise.remarks = vec![Remark {
        at: Place { deal: 0, entry: entries + 1 },
        text: translated(subject.reason(margin, answers > 1, seen, &reasons)),
        show: Vec::new(),
    }];
    let tempting = weighed.iter().skip(answers).filter(|one| one.action == heuristic);
    let others = tempting.map(|one| {
        let reasons: Vec<LineWorth> = answer.worth.reasons(&one.worth);
        (one.action.clone(), translated(subject.temptation(answer.worth.lead - one.worth.lead, &reasons)))
    });
    exercise.answers = vec![catalog::Answer {
        at: Place { deal: 0, entry: entries },
        also: good[1..].iter().map(|action| (*action).to_owned()).collect(),
        others: others.collect(),
    }];
    let found = Found { exercise, theme: subject.theme(), phase: 0, margin: margin / plan.least, ease };
    Ok(Some((game.version(), found)))
}

/// Returns the number of equally good best actions, if all others are clearly worse.
pub(crate) fn answers(weighed: &[Weighed], least: f64) -> Option<usize> {
    let best = weighed.first()?.worth.lead;
    let alike = |one: &&Weighed| {
        let behind = best - one.worth.lead;
        behind <= ALIKE_PART * least && behind <= ALIKE * one.worth.error
    };
    let answers = 1 + weighed.iter().skip(1).take_while(alike).count();
    let rest = weighed.get(answers..).filter(|rest| !rest.is_empty())?;
    let worse = |one: &Weighed| best - one.worth.lead >= least.max(CLEARLY * one.worth.error);
    rest.iter().all(worse).then_some(answers)
}

/// Returns whether the answers are all the captures, so that any capture solves the puzzle.
fn is_only_capture(good: &[&str], legal: &[String]) -> bool {
    let captures = |action: &&str| action.contains(" x ");
    let all = legal.iter().filter(|action| captures(&action.as_str())).count();
    all > 0 && good.iter().filter(|action| captures(action)).count() == all
}

/// Creates a puzzle without remarks.
pub(crate) fn puzzle(
    id: String,
    title: [String; 2],
    seat: Seat,
    start: Place,
    record: RecordText,
) -> Exercise {
    let title: Translated = translated(title);
    Exercise::new(ExerciseKind::Puzzle, id, title, seat, start, record)
}

/// Chooses puzzles that differ in theme, phase and ease. The easiest come first.
pub(crate) fn choose(mut found: Vec<Found>, wanted: usize) -> Vec<Found> {
    found.sort_by(|a, b| b.margin.total_cmp(&a.margin));
    let mut chosen: Vec<Found> = Vec::new();
    while chosen.len() < wanted && !found.is_empty() {
        let like = |one: &Found| {
            let themes = chosen.iter().filter(|other| other.theme == one.theme).count();
            let phases = chosen.iter().filter(|other| other.phase == one.phase).count();
            let ease =
                chosen.iter().filter(|other| (other.ease * 4.0) as u8 == (one.ease * 4.0) as u8).count();
            2 * themes + phases + ease
        };
        let next = (0..found.len()).min_by_key(|next| like(&found[*next])).unwrap_or_default();
        chosen.push(found.remove(next));
    }
    chosen.sort_by(|a, b| b.ease.total_cmp(&a.ease));
    chosen
}
