//! Benchmark of the double-dummy solver against other solvers: the same deals, alternately, in one
//! run.
//!
//! ```text
//! cargo run --release -- [tables] [single] [cores] [LIST.pbn…|extremes] [with=NAME:PROGRAM…] [deals=100] [first=0] [seed=1] [only=NAME…]
//! ```
//!
//! `tables` solves all twenty cells of each deal, `single` one strain and leader of each, both on
//! one thread. `cores` measures the same by wall-clock time, first with one process per solver and
//! then with one per core. Without a list, deals are random from the seed, every eighth a freak.
//! `extremes` are deals at and near thirteen-card suits.
//!
//! Each solver runs in a process of its own. Any program that answers [questions](question) can
//! take part (`with`). Times are CPU times, memory is the peak of the process. All answers are
//! compared with ours, and a difference fails the run. The last but one column is the ratio of our
//! total to theirs, the last the median of that ratio over the deals.

mod peer;
mod question;
mod solvers;

use cards::Rng;
use dds::Deal;
use peer::{Peer, Running};
use question::Question;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Returns random deals. Every eighth is partly sorted, which makes long suits.
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

/// Returns deals of thirteen-card suits. Each further deal swaps two more cards, up to 24.
fn extreme_deals(seed: u64, count: usize) -> Result<Vec<Deal>, Failure> {
    let mut rng = Rng::from_number(seed);
    (0..count)
        .map(|n| {
            let mut cards: Vec<cards::Card> = (0..52).filter_map(cards::Card::from_index).collect();
            for _ in 0..n % 25 {
                let swapped = [rng.below(52), rng.below(52)];
                cards.swap(swapped[0], swapped[1]);
            }
            let mut hands = [cards::CardSet::EMPTY; 4];
            for (index, card) in cards.into_iter().enumerate() {
                hands[(index / 13 + n) % 4].insert(card);
            }
            Ok(Deal::new(hands)?)
        })
        .collect()
}

/// Returns the questions of a list: `single` solves or tables.
fn questions(deals: &[Deal], first: usize, single: bool) -> Vec<Question> {
    let ask = |(n, deal): (usize, &Deal)| {
        if single { Question::single(*deal, first + n) } else { Question::table(*deal) }
    };
    deals.iter().enumerate().map(ask).collect()
}

fn ratio(ours: Duration, theirs: Duration) -> f64 {
    ours.as_secs_f64() / theirs.as_secs_f64()
}

/// Measures all solvers alternately and prints a row for each.
fn in_turns(name: &str, peers: &[Peer], questions: &[Question]) -> Result<(), Failure> {
    let mut running: Vec<Running> = peers.iter().map(Peer::start).collect::<Result<_, _>>()?;
    let mut times: Vec<Vec<Duration>> = vec![Vec::with_capacity(questions.len()); peers.len()];
    for (n, question) in questions.iter().enumerate() {
        let mut answers = vec![Vec::new(); peers.len()];
        for turn in 0..peers.len() {
            let which = (turn + n) % peers.len();
            let (answer, time) = running[which].ask(question)?;
            times[which].push(time);
            answers[which] = answer;
        }
        for (peer, answer) in peers.iter().zip(&answers) {
            if answer != &answers[0] {
                return Err(format!(
                    "{question}\n{}: {answer:?}\n{}: {:?}",
                    peer.name, peers[0].name, answers[0]
                )
                .into());
            }
        }
    }
    let ours: Vec<Duration> = times[0].clone();
    for ((peer, running), mut times) in peers.iter().zip(&running).zip(times) {
        let mut ratios: Vec<f64> = ours.iter().zip(&times).map(|(&ours, &time)| ratio(ours, time)).collect();
        ratios.sort_unstable_by(f64::total_cmp);
        times.sort_unstable();
        let at =
            |share: usize| times[(times.len() * share / 100).min(times.len() - 1)].as_secs_f64() * 1000.0;
        let total: Duration = times.iter().sum();
        println!(
            "| {name} | {} | {:.2} s | {:.1} ms | {:.1} ms | {:.1} ms | {} MB | {:.2} | {:.2} |",
            peer.name,
            total.as_secs_f64(),
            at(50),
            at(95),
            at(100),
            running.peak_memory(),
            ratio(ours.iter().sum(), total),
            ratios[ratios.len() / 2],
        );
    }
    Ok(())
}

/// Returns the wall-clock time of several processes of a solver in parallel.
fn by_the_clock(peer: &Peer, processes: usize, questions: &[Question]) -> Result<Duration, Failure> {
    let running: Vec<Running> = (0..processes).map(|_| peer.start()).collect::<Result<_, _>>()?;
    let next = AtomicUsize::new(0);
    let start = Instant::now();
    std::thread::scope(|scope| {
        let work = |mut running: Running| -> Result<(), Failure> {
            while let Some(question) = questions.get(next.fetch_add(1, Ordering::Relaxed)) {
                running.ask(question)?;
            }
            Ok(())
        };
        let threads: Vec<_> = running.into_iter().map(|running| scope.spawn(move || work(running))).collect();
        threads.into_iter().try_for_each(|thread| thread.join().map_err(|_| "a thread panicked")?)
    })?;
    Ok(start.elapsed())
}

fn main() -> Result<(), Failure> {
    let (mut lists, mut kinds, mut peers, mut only) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let (mut on_all_cores, mut extremes, mut count, mut first, mut seed) = (false, false, 100, 0, 1);
    for argument in std::env::args().skip(1) {
        match argument.split_once('=') {
            None if argument == "tables" => kinds.push(("tables", false)),
            None if argument == "single" => kinds.push(("single", true)),
            None if argument == "cores" => on_all_cores = true,
            None if argument == "extremes" => extremes = true,
            None => lists.push(argument),
            Some(("answer", name)) => return solvers::answer(name),
            Some(("with", peer)) => {
                let (name, program) = peer.split_once(':').ok_or("with=NAME:PROGRAM")?;
                peers.push(Peer::program(name, program));
            }
            Some(("deals", number)) => count = number.parse()?,
            Some(("first", number)) => first = number.parse()?,
            Some(("seed", number)) => seed = number.parse()?,
            Some(("only", name)) => only.push(name.to_owned()),
            Some(_) => return Err(format!("“{argument}” is no argument of this bench").into()),
        }
    }
    if kinds.is_empty() {
        kinds = vec![("tables", false), ("single", true)];
    }
    let built_in: Vec<Peer> =
        solvers::BUILT_IN.iter().map(|name| Peer::built_in(name)).collect::<Result<_, _>>()?;
    peers.splice(0..0, built_in);
    peers.retain(|peer| only.is_empty() || only.contains(&peer.name));
    let mut sets = Vec::new();
    for list in &lists {
        let text = std::fs::read_to_string(list)?;
        let deals: Vec<Deal> =
            text.lines().skip(first).take(count).map(str::parse).collect::<Result<_, _>>()?;
        let name = list.rsplit('/').next().unwrap_or(list).trim_end_matches(".pbn");
        sets.push((format!("{name}, {}", deals.len()), deals));
    }
    if sets.is_empty() {
        sets.push(if extremes {
            (format!("extremes, {count}"), extreme_deals(seed, count)?)
        } else {
            (format!("random, {count}"), random_deals(seed, count)?)
        });
    }
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    if on_all_cores {
        println!("| work | solver | 1 process | {cores} processes | gain |\n|---|---|---|---|---|");
    } else {
        println!(
            "| work | solver | total | median | p95 | maximum | memory | ours / this | median of deals |"
        );
        println!("|---|---|---|---|---|---|---|---|---|");
    }
    for (set, deals) in &sets {
        for &(kind, single) in &kinds {
            let name = format!("{set} {kind}");
            let questions = questions(deals, first, single);
            if !on_all_cores {
                in_turns(&name, &peers, &questions)?;
                continue;
            }
            for peer in &peers {
                let (one, all) = (by_the_clock(peer, 1, &questions)?, by_the_clock(peer, cores, &questions)?);
                let seconds = |time: Duration| time.as_secs_f64();
                println!(
                    "| {name} | {} | {:.2} s | {:.2} s | {:.2} |",
                    peer.name,
                    seconds(one),
                    seconds(all),
                    ratio(one, all)
                );
            }
        }
    }
    Ok(())
}
