//! Decisions in which one thing is clearly better than all others, and is not what one does at once.

use crate::plan::Plan;
use crate::translated;
use crate::words::Subject;
use cards::{Seat, Seed};
use engine::Phase;
use house::{
    AnyMatch, AppraisedWorth, Effort, Exercise, ExerciseKind, LineWorth, Place, RecordText, Remark,
    Translated,
};
use std::collections::BTreeMap;
use std::error::Error;

/// With fewer things to do there is not much to find.
const LEAST_CHOICES: usize = 3;
/// A first look takes so many worlds.
const GLANCE: u32 = 200;
/// What is clearly worse is behind by so many standard errors, and what is as good by no more than so many.
const CLEARLY: f64 = 6.0;
pub(crate) const ALIKE: f64 = 2.5;
/// What is as good is also not behind by more than this part of what is enough.
pub(crate) const ALIKE_PART: f64 = 0.25;
/// So often the novice is asked.
const TRIES: u64 = 24;

/// What was found, and why it is one.
pub(crate) struct Found {
    pub(crate) exercise: Exercise,
    /// What it is about: of each there are not to be many.
    pub(crate) theme: String,
    /// How much of the deal was played already, of four.
    pub(crate) phase: usize,
    /// By how much more than enough it is better.
    pub(crate) margin: f64,
    /// How often a novice finds it.
    pub(crate) ease: f64,
}

/// An action, and by how much it leads.
#[derive(Clone)]
pub(crate) struct Weighed {
    pub(crate) action: String,
    pub(crate) worth: AppraisedWorth,
}

/// What could be done, best first; nothing where that is not counted.
pub(crate) fn weigh(
    game: &dyn AnyMatch,
    seat: Seat,
    played: &str,
    worlds: u32,
    rounds: u64,
    luck: u64,
) -> Option<Vec<Weighed>> {
    let mut sums: BTreeMap<String, (u64, AppraisedWorth)> = BTreeMap::new();
    for round in 0..rounds {
        let effort = Effort { determinizations: worlds, limit: None };
        let think = game.pending_advice(seat, Some(played), effort, luck + round).ok()??;
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

/// Plays the deals of a plan and looks at every decision.
pub(crate) fn find(plan: &Plan) -> Result<Vec<Found>, Box<dyn Error>> {
    let mut found = Vec::new();
    let mut looked = 0;
    for deal in 0..plan.deals {
        let game = house::find(plan.game).ok_or("there is no such game")?;
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
            let seat = game.actors().first().ok_or("nobody acts")?;
            let luck = (deal << 32) + ((game.version() as u64) << 8);
            let legal = game.legal(seat);
            let action = match &legal[..] {
                [only] => only.clone(),
                _ => game.pending_move(seat, plan.player, luck, None)?(),
            };
            if legal.len() >= LEAST_CHOICES {
                looked += 1;
                of_deal.extend(decision(plan, &*game, seat, &action, &legal, luck, deal)?);
            }
            game.play(seat, &action, &[])?;
        }
        // Two of one deal would tell each other's cards.
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

/// A decision, if it makes a puzzle, and where in the deal it is.
fn decision(
    plan: &Plan,
    game: &dyn AnyMatch,
    seat: Seat,
    action: &str,
    legal: &[String],
    luck: u64,
    deal: u64,
) -> Result<Option<(usize, Found)>, Box<dyn Error>> {
    let thumb = game.pending_move(seat, "greedy", luck, None)?();
    if thumb == action {
        return Ok(None);
    }
    let glance = weigh(game, seat, &thumb, GLANCE, 1, luck + 1);
    let Some(glance) = glance.filter(|glance| glance.len() >= 2) else { return Ok(None) };
    let behind = |weighed: &[Weighed], action: &str| {
        weighed.iter().find(|one| one.action == action).map(|one| weighed[0].worth.lead - one.worth.lead)
    };
    if behind(&glance, &thumb).is_none_or(|behind| behind < plan.least) {
        return Ok(None);
    }
    let Some(weighed) = weigh(game, seat, &thumb, plan.worlds, plan.rounds, luck + 64) else {
        return Ok(None);
    };
    let Some(answers) = answers(&weighed, plan.least) else { return Ok(None) };
    let answer = &weighed[0];
    let good: Vec<&str> = weighed[..answers].iter().map(|one| one.action.as_str()).collect();
    if good.contains(&thumb.as_str()) || is_only_capture(&good, legal) {
        return Ok(None);
    }
    // What was given up early may be behind by little: it is looked at alone.
    for other in legal.iter().filter(|other| weighed.iter().all(|one| one.action != **other)) {
        let alone = weigh(game, seat, other, GLANCE, 1, luck + 2);
        let too_near =
            |alone: &[Weighed]| behind(alone, other).is_some_and(|behind| behind < plan.least / 2.0);
        if alone.is_some_and(|alone| too_near(&alone)) {
            return Ok(None);
        }
    }
    for adviser in 0..2 {
        if !good.contains(&game.pending_move(seat, plan.adviser, luck + 128 + adviser, None)?().as_str()) {
            return Ok(None);
        }
    }
    let mut ease = 0.0;
    for novice in 0..TRIES {
        let tried = game.pending_move(seat, plan.novice, luck + 160 + novice, None)?();
        ease += f64::from(u8::from(good.contains(&tried.as_str()))) / TRIES as f64;
    }
    let rival = &weighed[answers];
    let margin = answer.worth.lead - rival.worth.lead;
    let reasons = answer.worth.reasons(&rival.worth);
    let subject = Subject::new(plan.game, game, seat, &answer.action, &thumb, &reasons)?;
    let mut record = game.record();
    let entries = record.deals[0].actions.len();
    let own = format!("{seat} ");
    let before = record.deals[0].actions.iter().rposition(|entry| entry.starts_with(&own));
    let start = Place { deal: 0, entry: before.map_or(0, |entry| entry + 1) };
    record.deals[0].actions.push(format!("{seat} {}", answer.action));
    let mut exercise = puzzle(format!("deal-{deal}-{entries}"), subject.title(), seat, start, record);
    let seen = plan.worlds * plan.rounds as u32;
    exercise.remarks = vec![Remark {
        at: Place { deal: 0, entry: entries + 1 },
        text: translated(subject.reason(margin, answers > 1, seen, &reasons)),
        show: Vec::new(),
    }];
    let tempting = weighed.iter().skip(answers).filter(|one| one.action == thumb);
    let others = tempting.map(|one| {
        let reasons: Vec<LineWorth> = answer.worth.reasons(&one.worth);
        (one.action.clone(), translated(subject.temptation(answer.worth.lead - one.worth.lead, &reasons)))
    });
    exercise.answers = vec![house::Answer {
        at: Place { deal: 0, entry: entries },
        also: good[1..].iter().map(|action| (*action).to_owned()).collect(),
        others: others.collect(),
    }];
    let found = Found { exercise, theme: subject.theme(), phase: 0, margin: margin / plan.least, ease };
    Ok(Some((game.version(), found)))
}

/// How many of what could be done are as good as the best, if all others are clearly worse.
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

/// Whether somebody who takes what there is finds it without thinking.
fn is_only_capture(good: &[&str], legal: &[String]) -> bool {
    let captures = |action: &&str| action.contains(" x ");
    let all = legal.iter().filter(|action| captures(&action.as_str())).count();
    all > 0 && good.iter().filter(|action| captures(action)).count() == all
}

/// A puzzle without words.
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

/// As many as are wanted, as different as can be had, the easy ones first.
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
