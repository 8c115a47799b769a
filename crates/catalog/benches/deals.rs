//! Throughput of random deals on one core: with the engine alone, and with events and the views of
//! all seats at every step.

use cards::{Card, CardSet, Rng, Seat, Viewer};
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use engine::{Game, Observation, Ruleset, Setup};
use std::collections::BTreeMap;
use std::hint::black_box;

/// Benchmarks a game. One deal is one element, so that Criterion prints deals per second.
fn bench<G: Game>(criterion: &mut Criterion, seats: u8) {
    let setup = Setup::<G::Options>::new(None, seats, BTreeMap::new()).expect("the first preset");
    let standing = G::initial_standing(&setup.options, Seat::default());
    let mut deck = setup.options.deck();
    let mut rng = Rng::from_number(1);
    let mut actions = Vec::with_capacity(64);
    let mut group = criterion.benchmark_group(format!("{}/{seats}", G::ID));
    group.throughput(Throughput::Elements(1));
    group.bench_function("playout", |bencher| {
        bencher.iter(|| {
            rng.shuffle(&mut deck);
            let mut state = G::deal(&setup.options, &standing, &deck, &mut drop);
            black_box(bots::playout::<G>(&mut state, &mut actions, &mut rng))
        });
    });
    group.bench_function("views and events", |bencher| {
        bencher.iter(|| {
            rng.shuffle(&mut deck);
            let mut event_count = 0_usize;
            let mut state = G::deal(&setup.options, &standing, &deck, &mut |event| {
                black_box(event);
                event_count += 1;
            });
            loop {
                if let Some(mut order) = engine::shuffle_due::<G>(&state) {
                    rng.shuffle(&mut order);
                    engine::shuffle::<G>(&mut state, &order, &mut |event| {
                        black_box(event);
                        event_count += 1;
                    });
                    continue;
                }
                // In a race a seat may be an actor without a legal action.
                let Some(actor) = G::actors(&state).iter().find(|seat| {
                    actions.clear();
                    G::legal_actions(&state, *seat, &mut actions);
                    !actions.is_empty()
                }) else {
                    break;
                };
                for seat in Seat::all(seats) {
                    black_box(Observation::<G>::new(&state, Viewer::Seat(seat)));
                }
                let action = rng.pick(&actions);
                G::apply(&mut state, actor, action, &mut |event| {
                    black_box(event);
                    event_count += 1;
                });
            }
            black_box((G::outcome(&state), event_count))
        });
    });
    group.bench_function("determinize", |bencher| {
        let state = G::deal(&setup.options, &standing, &deck, &mut drop);
        let view = G::view(&state, Viewer::Seat(Seat::default()));
        bencher.iter_batched(|| (), |()| G::determinize(&view, &mut rng), BatchSize::SmallInput);
    });
    group.finish();
}

/// Benchmarks bridge deals as searches play them, without claims: random calls, then every card.
/// Other programs measure the same.
fn without_claims(criterion: &mut Criterion) {
    use bridge::Bridge;
    let setup = Setup::<bridge::Options>::new(None, 4, BTreeMap::new()).expect("the first preset");
    let standing = Bridge::initial_standing(&setup.options, Seat::default());
    let mut deck = setup.options.deck();
    let mut rng = Rng::from_number(1);
    let mut actions = Vec::new();
    let mut group = criterion.benchmark_group("bridge/4");
    group.throughput(Throughput::Elements(1));
    group.bench_function("playout without claims", |bencher| {
        bencher.iter(|| {
            rng.shuffle(&mut deck);
            let mut state = Bridge::deal(&setup.options, &standing, &deck, &mut drop);
            black_box(bots::guided_playout::<Bridge>(&mut state, &mut actions, &mut rng))
        });
    });
    group.finish();
}

/// Benchmarks the least deadwood of ten cards: from the full deck, and from five neighbouring
/// ranks, where melds conflict.
///
/// A thousand hands prevent the branch predictor from learning them.
fn deadwood(criterion: &mut Criterion) {
    let rules = games::gin_rummy::melds::Deadwood { corner: false, ace: 1 };
    let mut rng = Rng::from_number(2);
    let mut hands = |ranks: usize| -> Vec<CardSet> {
        let mut hand = || {
            let low = rng.below(14 - ranks) * 4;
            let mut cards: Vec<Card> = CardSet::FULL.iter().skip(low).take(ranks * 4).collect();
            rng.shuffle(&mut cards);
            cards[..10].iter().copied().collect()
        };
        (0..HANDS).map(|_| hand()).collect()
    };
    let kinds = [("uniform", hands(13)), ("rich", hands(5))];
    let mut group = criterion.benchmark_group("gin-rummy/least deadwood");
    group.throughput(Throughput::Elements(HANDS));
    for (kind, hands) in &kinds {
        group.bench_function(*kind, |bencher| {
            bencher.iter(|| hands.iter().map(|hand| u32::from(rules.min(black_box(*hand)))).sum::<u32>());
        });
    }
    group.finish();
}

const HANDS: u64 = 1024;

fn deals(criterion: &mut Criterion) {
    bench::<games::scopa::Scopa>(criterion, 2);
    bench::<games::scopa::Scopa>(criterion, 4);
    bench::<games::wall_street::WallStreet>(criterion, 2);
    bench::<bridge::Bridge>(criterion, 4);
    without_claims(criterion);
    bench::<games::cassino::Cassino>(criterion, 2);
    bench::<games::cassino::Cassino>(criterion, 4);
    bench::<games::gin_rummy::GinRummy>(criterion, 2);
    deadwood(criterion);
    bench::<games::thirty_one::ThirtyOne>(criterion, 2);
    bench::<games::thirty_one::ThirtyOne>(criterion, 5);
    bench::<games::thirty_one::ThirtyOne>(criterion, 9);
    bench::<games::sharks::Sharks>(criterion, 2);
    bench::<games::sharks::Sharks>(criterion, 6);
    bench::<games::speed::Speed>(criterion, 2);
}

criterion_group!(benches, deals);
criterion_main!(benches);
