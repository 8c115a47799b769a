//! Throughput of each game in steps per second: `cargo run --release -p parlour-tensors --example
//! steps [rows] [threads] [game]`.
//!
//! Actions are random legal ones. Every step writes observations and masks. The output shows the
//! best and the median of six runs.

use engine::{Game, Ruleset, Setup};
use std::time::Instant;
use tensors::{Actions, Arrays, Batch, BatchOptions, Encode};

const RUNS: usize = 6;
const STEPS: usize = 400_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize, usual| arguments.get(index).map_or(Ok(usual), |text| text.parse());
    let (rows, threads): (usize, usize) = (number(0, 1024)?, number(1, 1)?);
    println!(
        "{rows} rows, {threads} threads; millions of steps a second: best, median; bytes a row; steps a deal"
    );
    macro_rules! each {
        ($($game:ty),+ $(,)?) => {
            $(if arguments.get(2).is_none_or(|game| game == <$game>::ID) {
                measure::<$game>(rows, threads)?;
            })+
        };
    }
    tensors::for_each_game!(each);
    Ok(())
}

fn measure<G: Encode>(rows: usize, threads: usize) -> Result<(), Box<dyn std::error::Error>> {
    let preset = &G::Options::PRESETS[0];
    let seats = preset.seats.iter().min().copied().ok_or("a preset has seats")?;
    let flat = (!G::FLAT.is_empty()).then_some(Actions::Flat);
    for (name, actions) in flat.map(|flat| ("flat", flat)).into_iter().chain([("tokens", Actions::Tokens)]) {
        for claims in [true, false] {
            let setup = Setup::<G::Options>::new(Some(preset.id), seats, Default::default())?;
            let options = BatchOptions { rows, threads, actions, claims, ..BatchOptions::default() };
            let mut batch = Batch::<G>::new(setup, &options)?;
            let mut arrays = Arrays::new(batch.shape());
            let mut chosen = vec![0; rows];
            batch.reset(1, arrays.buffers())?;
            let (mut times, mut deals) = (Vec::new(), 0);
            let calls = STEPS.div_ceil(rows);
            for _ in 0..RUNS {
                let begin = Instant::now();
                for _ in 0..calls {
                    batch.sample_actions(&mut chosen)?;
                    batch.step(&chosen, arrays.buffers())?;
                    deals += arrays.terminations.iter().filter(|ended| **ended).count();
                }
                times.push((calls * rows) as f64 / begin.elapsed().as_secs_f64() / 1e6);
            }
            times.sort_by(f64::total_cmp);
            println!(
                "{:12} {name:6} {:9} {:5.2} {:5.2} {:5} {:6.1}",
                G::ID,
                if claims { "" } else { "no claims" },
                times[RUNS - 1],
                times[RUNS / 2],
                batch.shape().observation,
                (RUNS * calls * rows) as f64 / deals.max(1) as f64,
            );
        }
    }
    Ok(())
}
