//! Solver benchmarks: all twenty results of a deal, a single result, and the cost of each card of a
//! play.
//!
//! Deals differ a hundredfold, so each benchmark solves a fixed set of random deals per iteration;
//! criterion prints deals per second. `bench/dds` compares the solver with others on lists of hard
//! deals.

use cards::{Card, CardSet, Rng};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use dds::{Deal, Direction, Position, Solver, Strain};
use std::hint::black_box;
use std::time::Duration;

fn deals(count: usize) -> Vec<Deal> {
    let mut rng = Rng::from_number(1);
    let mut pack: Vec<Card> = (0..52).filter_map(Card::from_index).collect();
    let mut deal = || {
        rng.shuffle(&mut pack);
        let mut hands = [CardSet::EMPTY; 4];
        for (index, &card) in pack.iter().enumerate() {
            hands[index % 4].insert(card);
        }
        Deal::new(hands).expect("each card is dealt once")
    };
    (0..count).map(|_| deal()).collect()
}

/// Plays all 52 cards at random.
fn random_play(start: &Position, rng: &mut Rng) -> Vec<Card> {
    let mut position = *start;
    let mut card = || {
        let playable: Vec<Card> = position.playable().iter().collect();
        let card = rng.pick(&playable);
        position.play(card).expect("a playable card");
        card
    };
    (0..52).map(|_| card()).collect()
}

fn solver(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("solver");
    group.sample_size(10).warm_up_time(Duration::from_secs(1));
    let mut solver = Solver::new();

    let few = deals(5);
    group.throughput(Throughput::Elements(5));
    group.bench_function("tables", |bencher| {
        bencher.iter(|| {
            for deal in &few {
                black_box(solver.solve_all(deal));
            }
        });
    });

    // Strain and leader change from deal to deal.
    let question = |(n, deal): (usize, Deal)| (deal, Strain::ALL[n % 5], Direction::ALL[n % 4]);
    let twenty: Vec<(Deal, Strain, Direction)> = deals(20).into_iter().enumerate().map(question).collect();
    group.throughput(Throughput::Elements(20));
    group.bench_function("singles", |bencher| {
        bencher.iter(|| {
            for (deal, strain, leader) in &twenty {
                black_box(solver.solve(deal, *strain, *leader));
            }
        });
    });

    let mut rng = Rng::from_number(2);
    let plays: Vec<(Position, Vec<Card>)> = twenty
        .iter()
        .map(|(deal, strain, leader)| {
            let start = Position::new(deal, *strain, *leader);
            (start, random_play(&start, &mut rng))
        })
        .collect();
    group.bench_function("plays of 52 cards", |bencher| {
        bencher.iter(|| {
            for (start, play) in &plays {
                black_box(solver.analyse(start, play)).expect("each card was playable");
            }
        });
    });
    group.finish();
}

criterion_group!(benches, solver);
criterion_main!(benches);
