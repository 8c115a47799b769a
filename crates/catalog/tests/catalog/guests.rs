//! Tests of guests in the arena. Guests receive the snapshots that a client receives, and lose rounds that they cannot play.

use bots::arena::Contest;
use cards::{Seat, Seed, Viewer};
use catalog::{Guest, Seating, SetupText, Snapshot};
use engine::Phase;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

type Seen = Arc<Mutex<Vec<(Seat, String, String)>>>;

/// Guest that plays random actions and records its snapshots and choices.
struct Noting {
    seat: Seat,
    seen: Seen,
}

impl Guest for Noting {
    fn sit_down(&mut self, seating: &Seating) {
        assert_eq!(seating.setup.seats, Some(seating.sides.seats()));
        self.seat = seating.seat;
    }

    fn choose(&mut self, snapshot: &Snapshot, rng_seed: u64) -> Option<String> {
        let chosen = snapshot.legal[rng_seed as usize % snapshot.legal.len()].clone();
        self.seen.lock().unwrap().push((self.seat, snapshot.to_json().get().to_owned(), chosen.clone()));
        Some(chosen)
    }
}

fn contest(bots: &[&str], rounds: u64, matches: bool) -> Contest {
    let bots = bots.iter().map(|bot| (*bot).to_owned()).collect();
    Contest { bots, rounds, matches, seed: 5, threads: 1 }
}

/// Plays the first match of a contest again at a table, which must send the same snapshots.
#[test]
fn a_guest_is_sent_what_a_client_at_a_table_is_sent() {
    for id in ["scopa", "wall-street", "cassino", "gin-rummy", "bridge"] {
        let game = catalog::find(id).unwrap();
        let setup = SetupText::first_preset(game.info().seats[0]);
        let seats = usize::from(game.info().seats[0]);
        let seen = Seen::default();
        let guests =
            |_: &str| Some(Box::new(Noting { seat: Seat::new(0), seen: seen.clone() }) as Box<dyn Guest>);
        let bots = vec!["guest"; seats];
        let never = AtomicBool::new(false);
        game.simulate(&setup, &contest(&bots, 1, true), &guests, &|_| {}, &never).unwrap();
        let mut table = game.open(&setup, Seat::new(0)).unwrap();
        let mut seen = seen.lock().unwrap().clone().into_iter();
        let mut snapshots = 0;
        while !matches!(table.phase(), Phase::Over(_)) {
            if table.phase() == Phase::Between {
                table.deal(&table.next_deck(&Seed::from_number(5)), &[]).unwrap();
                continue;
            }
            let (seat, snapshot, action) = seen.next().unwrap();
            assert_eq!(snapshot, table.snapshot(Viewer::Seat(seat)).to_json().get(), "{id}");
            table.play(seat, &action, &[]).unwrap();
            snapshots += 1;
        }
        assert!(snapshots > 10, "{id}: {snapshots}");
    }
}

/// Guest that fails in one round of three.
struct Failing(u64);

impl Guest for Failing {
    fn sit_down(&mut self, _: &Seating) {
        self.0 += 1;
    }

    fn choose(&mut self, snapshot: &Snapshot, _: u64) -> Option<String> {
        Some(snapshot.legal.first()?.clone()).filter(|_| !self.0.is_multiple_of(3))
    }
}

#[test]
fn a_round_in_which_a_guest_fails_is_lost_and_the_next_is_played() {
    let game = catalog::find("scopa").unwrap();
    let play = |every: u64| {
        let guest = move |name: &str| {
            // A guest without answers fails every time.
            let failing: Box<dyn Guest> = if every == 1 { Box::new(Silent) } else { Box::new(Failing(0)) };
            (name == "guest").then_some(failing)
        };
        let contest = contest(&["guest", "greedy"], 60, false);
        let never = AtomicBool::new(false);
        game.simulate(&SetupText::first_preset(2), &contest, &guest, &|_| {}, &never).unwrap().scores
    };
    let always = play(1);
    assert_eq!((always[0].wins.0, always[1].wins.0), (0.0, 1.0));
    assert!(always[0].points.0 < always[1].points.0);
    let sometimes = play(3);
    assert!(sometimes[0].wins.0 > 0.0 && sometimes[0].wins.0 < 0.67, "{sometimes:?}");
}

struct Silent;

impl Guest for Silent {
    fn sit_down(&mut self, _: &Seating) {}
    fn choose(&mut self, _: &Snapshot, _: u64) -> Option<String> {
        None
    }
}

/// Guest that plays its first legal action.
struct First;

impl Guest for First {
    fn sit_down(&mut self, _: &Seating) {}
    fn choose(&mut self, snapshot: &Snapshot, _: u64) -> Option<String> {
        snapshot.legal.first().cloned()
    }
}

/// A guest is slower than a bot with half a second, and quicker than one with more than two seconds.
#[test]
fn in_a_race_a_guest_takes_about_a_second() {
    let game = catalog::find("speed").unwrap();
    let guests = |name: &str| (name == "guest").then(|| Box::new(First) as Box<dyn Guest>);
    let wins = |other: &str| {
        let contest = contest(&["guest", other], 60, false);
        let never = AtomicBool::new(false);
        let play =
            || game.simulate(&SetupText::first_preset(2), &contest, &guests, &|_| {}, &never).unwrap().scores;
        let scores = play();
        assert_eq!(scores, play(), "the same contest is played the same again");
        scores[0].wins.0
    };
    let (quick, slow) = (wins("wasp"), wins("grandmother"));
    assert!(quick < 0.3 && slow > 0.7, "{quick} against a quick one, {slow} against a slow one");
}
