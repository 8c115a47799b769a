//! scratch
use super::bot::{Sight, THUMB, Thumb};
use super::*;
use engine::{Ruleset, Setup};

fn copy(t: &Thumb) -> Thumb {
    Thumb { draws: t.draws, given: t.given, enough: t.enough }
}

/// mean points of A (one seat) against all others B
fn duel(seats: u8, a: &Thumb, b: &Thumb, decks: u64) -> (f64, f64) {
    let setup = Setup::<Options>::new(None, seats, Default::default()).unwrap();
    let (mut sum, mut sq) = (0.0, 0.0);
    for n in 0..decks {
        let mut rng = Rng::from_number(n);
        let mut deck = setup.options.deck();
        rng.shuffle(&mut deck);
        let standing = ThirtyOne::open(&setup.options, Seat::new((n % u64::from(seats)) as u8));
        let mut group = 0.0;
        for mine in Seat::all(seats) {
            let mut state = ThirtyOne::deal(&setup.options, &standing, &deck, &mut drop);
            loop {
                if let Some(mut order) = ThirtyOne::shuffle_due(&state) {
                    rng.shuffle(&mut order);
                    ThirtyOne::shuffle(&mut state, &order, &mut drop);
                }
                let Some(seat) = state.actors().first() else { break };
                let thumb = if seat == mine { a } else { b };
                let action = Sight::of_state(&state, seat).choose(thumb, rules::check_knock(&state).is_ok());
                ThirtyOne::apply(&mut state, seat, action, &mut drop);
            }
            let points = ThirtyOne::outcome(&state).unwrap().points;
            let mean: i32 = points.as_slice().iter().sum();
            group += f64::from(points[mine]) - f64::from(mean) / f64::from(seats);
        }
        group /= f64::from(seats);
        sum += group;
        sq += group * group;
    }
    let n = decks as f64;
    let m = sum / n;
    (m, 2.58 * ((sq / n - m * m) / n).sqrt())
}

#[test]
#[ignore]
fn tune() {
    let seats_list: Vec<u8> = std::env::var("SEATS")
        .unwrap_or("2,3,4,5,6,7,8,9".into())
        .split(',')
        .map(|s| s.parse().unwrap())
        .collect();
    let decks: u64 = std::env::var("DECKS").unwrap_or("6000".into()).parse().unwrap();
    for seats in seats_list {
        let mut best = copy(&THUMB);
        for pass in 0..3 {
            let mut changed = false;
            for round in 0..4 {
                loop {
                    let mut moved = false;
                    for d in [-1i8, 1] {
                        let mut t = copy(&best);
                        let e = &mut t.enough[usize::from(seats) - 2][round];
                        *e = (*e as i8 + d) as u8;
                        let (m, w) = duel(seats, &t, &best, decks / u64::from(seats) * 2);
                        if m > w * 0.6 {
                            best = t;
                            moved = true;
                            changed = true;
                            break;
                        }
                    }
                    if !moved {
                        break;
                    }
                }
            }
            for (name, values) in
                [("draws", [0.5, 0.75, 1.5, 2.0, 2.5]), ("given", [0.0, 0.1, 0.4, 0.7, 1.0])]
            {
                for v in values {
                    let mut t = copy(&best);
                    if name == "draws" {
                        t.draws = v
                    } else {
                        t.given = v
                    }
                    let (m, w) = duel(seats, &t, &best, decks / u64::from(seats) * 2);
                    if m > w * 0.6 {
                        println!("{seats} {name} {v}: {m:.4} ± {w:.4}");
                        best = t;
                        changed = true;
                    }
                }
            }
            println!(
                "{seats} pass {pass}: {:?} draws {} given {}",
                best.enough[usize::from(seats) - 2],
                best.draws,
                best.given
            );
            if !changed {
                break;
            }
        }
        let (m, w) = duel(seats, &best, &THUMB, decks);
        println!("{seats}: best over old {m:.4} ± {w:.4}");
    }
}

#[test]
#[ignore]
fn fight() {
    use bots::arena::{Contest, run};
    let bots: Vec<String> = std::env::var("BOTS").unwrap().split(',').map(str::to_owned).collect();
    let setup = Setup::<Options>::new(None, bots.len() as u8, Default::default()).unwrap();
    let matches = std::env::var("MATCHES").is_ok();
    let rounds = std::env::var("N").unwrap().parse().unwrap();
    let report = run::<ThirtyOne>(
        &setup,
        &Contest { bots, rounds, matches, seed: 1, threads: 1 },
        &|_| {},
        &std::sync::atomic::AtomicBool::new(false),
    )
    .unwrap();
    println!("{report:#?}");
}
