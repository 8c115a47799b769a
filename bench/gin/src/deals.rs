//! Throughput in random deals per second.

use crate::Failure;
use cards::{Rng, Seat};
use engine::{Game, Ruleset, Setup};
use games::gin_rummy::{GinRummy, Options};
use gin_rummy::{Card, Phase, Player, Round, best_melds, deadwood};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Time of each engine before they alternate.
const TURN: Duration = Duration::from_secs(1);

/// Runs both engines alternately and prints the results.
pub(crate) fn compare(rounds: u32) -> Result<(), Failure> {
    let setup = Setup::<Options>::new(None, 2, Default::default())?;
    let standing = GinRummy::initial_standing(&setup.options, Seat::default());
    let (mut deck, mut luck) = (setup.options.deck(), Rng::from_number(1));
    let mut actions = Vec::new();
    let mut ours = || {
        luck.shuffle(&mut deck);
        let mut state = GinRummy::deal(&setup.options, &standing, &deck, &mut drop);
        black_box(bots::playout::<GinRummy>(&mut state, &mut actions, &mut luck));
    };
    let mut chance = StdRng::seed_from_u64(1);
    let mut theirs = || {
        play_at_random(&mut chance).map(|result| {
            black_box(result);
        })
    };
    println!("deals a second   ours   theirs   ours over theirs");
    for _ in 0..rounds {
        let one = rate(|| {
            ours();
            Ok(())
        })?;
        let other = rate(&mut theirs)?;
        println!("{one:21.0} {other:8.0} {:17.1}", one / other);
    }
    Ok(())
}

/// Returns the number of calls per second of CPU time.
fn rate(mut deal: impl FnMut() -> Result<(), Failure>) -> Result<f64, Failure> {
    let (begun, used) = (Instant::now(), processor_time());
    let elapsed = || match (used, processor_time()) {
        (Some(before), Some(now)) => now - before,
        _ => begun.elapsed(),
    };
    let mut count = 0_u32;
    while elapsed() < TURN {
        for _ in 0..100 {
            deal()?;
        }
        count += 100;
    }
    Ok(f64::from(count) / elapsed().as_secs_f64())
}

/// Returns the CPU time of this process, which is independent of other load. Linux only.
fn processor_time() -> Option<Duration> {
    let used = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    used.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

/// Plays a deal in the other engine with uniformly random legal actions.
fn play_at_random(chance: &mut StdRng) -> Result<gin_rummy::RoundResult, Failure> {
    let rules = gin_rummy_engine::eaai_rules();
    let mut round = Round::deal(rules, Player::One, chance);
    let mut taken = None;
    let mut ways: Vec<(Card, bool)> = Vec::with_capacity(22);
    loop {
        let Some(player) = round.turn() else {
            return round.result().ok_or("a deal without a result".into());
        };
        match round.phase() {
            Phase::Upcard => {
                if chance.random() {
                    taken = Some(round.take_discard()?);
                } else {
                    round.pass()?;
                }
            }
            Phase::Draw => {
                taken = None;
                // After two passes only the stock is left.
                match chance.random::<bool>().then(|| round.take_discard()) {
                    Some(Ok(card)) => taken = Some(card),
                    _ => drop(round.draw_stock()?),
                }
            }
            Phase::Discard => {
                let hand = round.hand(player);
                ways.clear();
                for card in hand.iter().filter(|card| Some(*card) != taken) {
                    ways.push((card, false));
                }
                for card in hand.iter().filter(|card| Some(*card) != taken) {
                    if deadwood(hand - card.into()) <= round.knock_limit() {
                        ways.push((card, true));
                    }
                }
                match ways[chance.random_range(0..ways.len())] {
                    (card, false) => round.discard(card)?,
                    (card, true) => round.knock(card, best_melds(hand - card.into()))?,
                }
            }
            Phase::Layoff => drop(round.finish_layoffs()?),
            _ => return round.result().ok_or("a deal without a result".into()),
        }
    }
}
