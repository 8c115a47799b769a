//! The double-dummy solver beside its peers: the same deals, in turns, in one run.
//!
//! ```text
//! cargo run --release -- [tables|single|cores] [file=deals.pbn] [deals=1000] [seed=1] [only=dds|dds-bridge|pons-dds]
//! ```
//!
//! `tables` solves all twenty cells of each deal, `single` one strain and one leader of each, both on one thread;
//! `cores` the tables on all of them. Without a file the deals are random, from the seed, every eighth a freak.
//! Times are of the processor, not of the clock. Every answer is compared with ours, and the run fails when one
//! differs. `dds-bridge` wants a C++ compiler and libclang (`LIBCLANG_PATH`) to build. With `only`, one solver runs alone: that is what its peak of memory is read from.

mod peers;

use cards::Rng;
use dds::Deal;
use peers::{Answer, Kind, Peer};
use std::time::{Duration, Instant};

type Failure = Box<dyn std::error::Error>;

/// The time that this thread has spent on a processor.
fn processor_time() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(text.split_whitespace().next().and_then(|nanoseconds| nanoseconds.parse().ok()).unwrap_or(0))
}

/// The most memory that this process has held, in megabytes.
fn peak_memory() -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    peak.and_then(|peak| peak.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0) / 1024
}

/// Random deals; of every eight the last has its cards sorted a little, which makes long suits.
fn random_deals(seed: u64, count: usize) -> Result<Vec<Deal>, Failure> {
    let mut rng = Rng::from_number(seed);
    (0..count)
        .map(|n| {
            let mut cards: Vec<cards::Card> = (0..52).filter_map(cards::Card::from_index).collect();
            rng.shuffle(&mut cards);
            if n % 8 == 7 {
                cards[..26].sort_by_key(|card| card.suit());
            }
            let mut hands = [cards::CardSet::EMPTY; 4];
            for (index, card) in cards.into_iter().enumerate() {
                hands[index / 13].insert(card);
            }
            Ok(Deal::new(hands)?)
        })
        .collect()
}

fn report(name: &str, times: &mut [Duration], ours: Duration) {
    times.sort_unstable();
    let at = |share: usize| times[(times.len() * share / 100).min(times.len() - 1)].as_secs_f64() * 1000.0;
    let total: Duration = times.iter().sum();
    println!(
        "{name:<11} total {:>8.2} s   median {:>8.2} ms   p95 {:>8.2} ms   max {:>8.2} ms   ours / this {:.3}",
        total.as_secs_f64(),
        at(50),
        at(95),
        at(100),
        ours.as_secs_f64() / total.as_secs_f64()
    );
}

fn main() -> Result<(), Failure> {
    let (mut kind, mut file, mut count, mut seed, mut only) = (Kind::Tables, None, 1000, 1, None);
    let mut on_all_cores = false;
    for argument in std::env::args().skip(1) {
        match argument.split_once('=') {
            None if argument == "tables" => kind = Kind::Tables,
            None if argument == "single" => kind = Kind::Single,
            None if argument == "cores" => on_all_cores = true,
            Some(("file", path)) => file = Some(path.to_owned()),
            Some(("deals", number)) => count = number.parse()?,
            Some(("seed", number)) => seed = number.parse()?,
            Some(("only", name)) => only = Some(name.to_owned()),
            _ => return Err(format!("“{argument}” is no argument of this bench").into()),
        }
    }
    let deals: Vec<Deal> = match file {
        Some(path) => {
            std::fs::read_to_string(path)?.lines().take(count).map(str::parse).collect::<Result<_, _>>()?
        }
        None => random_deals(seed, count)?,
    };
    let mut peers: Vec<Box<dyn Peer>> = peers::all();
    peers.retain(|peer| only.as_deref().is_none_or(|only| only == peer.name()));
    if on_all_cores {
        for peer in &mut peers {
            let start = Instant::now();
            let tables = peer.on_all_cores(&deals)?;
            println!("{:<11} {} tables in {:?}", peer.name(), tables, start.elapsed());
        }
        return Ok(());
    }
    let mut times: Vec<Vec<Duration>> = vec![Vec::with_capacity(deals.len()); peers.len()];
    let mut cells = 0_usize;
    for (n, deal) in deals.iter().enumerate() {
        let mut answers: Vec<Option<Answer>> = vec![None; peers.len()];
        for turn in 0..peers.len() {
            let which = (turn + n) % peers.len();
            let ready = peers[which].prepare(deal)?;
            let start = processor_time();
            let answer = peers[which].solve(&ready, kind, n);
            times[which].push(processor_time().saturating_sub(start));
            answers[which] = Some(answer);
        }
        for (peer, answer) in peers.iter().zip(&answers) {
            if answer != &answers[0] {
                return Err(format!("{deal}\n{}: {answer:?}\n{}: {:?}", peer.name(), peers[0].name(), answers[0]).into());
            }
        }
        cells += if matches!(kind, Kind::Tables) { 20 } else { 1 };
    }
    println!("{} deals, {cells} answers, all agree", deals.len());
    let ours: Duration = times[0].iter().sum();
    for (peer, times) in peers.iter().zip(&mut times) {
        report(peer.name(), times, ours);
    }
    println!("peak of memory {} MB", peak_memory());
    Ok(())
}
