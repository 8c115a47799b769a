//! Statistics of a card set of Sharks of Wall Street: how often each seat wins, and each player who
//! had a certain Tool or bonus.
//!
//! `cargo run --release -p parlour-games --example sharks -- 100000 2,3,4,5,6`
//!
//! With names of bots it plays them against each other, every deck from every seat:
//!
//! `cargo run --release -p parlour-games --example sharks -- 400 heuristic,ismcts:1000`

use engine::Settlement;
use games::prelude::*;
use games::sharks::{Card, Event, Hand, Options, Sharks};
use std::collections::BTreeMap;

/// Statistics of many games with one number of seats.
#[derive(Default)]
struct Count {
    games: u64,
    /// Wins by seat. A shared victory counts in equal parts.
    wins: Vec<f64>,
    ties: u64,
    values: f64,
    best: f64,
    rounds: [u64; 4],
    paid: f64,
    lots: u64,
    unsold: u64,
    played: u64,
    cancelled: u64,
    shuffles: u64,
    actions: u64,
    /// By card: the number of times a player had it in a game, and the share of those games that
    /// the player won.
    had: BTreeMap<Card, (u64, f64)>,
}

impl Count {
    fn add(&mut self, other: Self) {
        self.games += other.games;
        self.wins.resize(self.wins.len().max(other.wins.len()), 0.0);
        self.wins.iter_mut().zip(&other.wins).for_each(|(wins, more)| *wins += more);
        self.ties += other.ties;
        self.values += other.values;
        self.best += other.best;
        self.rounds.iter_mut().zip(other.rounds).for_each(|(rounds, more)| *rounds += more);
        self.paid += other.paid;
        self.lots += other.lots;
        self.unsold += other.unsold;
        self.played += other.played;
        self.cancelled += other.cancelled;
        self.shuffles += other.shuffles;
        self.actions += other.actions;
        for (card, (times, won)) in other.had {
            let had = self.had.entry(card).or_default();
            *had = (had.0 + times, had.1 + won);
        }
    }

    /// Plays one game.
    fn play(&mut self, options: &Options, number: u64) {
        let seats = options.seats;
        let mut rng = Rng::from_number(number);
        let mut deck = options.deck();
        Seed::from_number(number).shuffle(0, &mut deck);
        let mut bots: Vec<_> = (0..seats).filter_map(|_| Sharks::bot("heuristic")).collect();
        let mut events = Vec::new();
        // Seat 0 begins.
        let standing = Sharks::initial_standing(options, Seat::new(seats - 1));
        let mut state = Sharks::deal(options, &standing, &deck, &mut |event| events.push(event));
        loop {
            if let Some(mut order) = engine::shuffle_due::<Sharks>(&state) {
                rng.shuffle(&mut order);
                engine::shuffle::<Sharks>(&mut state, &order, &mut |event| events.push(event));
                continue;
            }
            let Some(seat) = Sharks::actors(&state).first() else { break };
            let seen = Observation::<Sharks>::new(&state, Viewer::Seat(seat));
            let action = bots[seat.index()].choose(&seen, seat, &mut rng);
            Sharks::apply(&mut state, seat, action, &mut |event| events.push(event));
            self.actions += 1;
        }
        let Settlement::MatchOver(standing, winners) = Sharks::settle(&state) else { return };
        let share = 1.0 / f64::from(winners.len());
        self.games += 1;
        self.ties += u64::from(winners.len() > 1);
        self.wins.resize(usize::from(seats), 0.0);
        winners.iter().for_each(|seat| self.wins[seat.index()] += share);
        let totals = standing.totals;
        self.values +=
            totals.as_slice().iter().map(|total| f64::from(*total)).sum::<f64>() / f64::from(seats);
        self.best += f64::from(totals.as_slice().iter().copied().max().unwrap_or_default());
        self.rounds[usize::from(state.round) - 1] += 1;
        for (seat, card) in self.look_at(&events) {
            let had = self.had.entry(card).or_default();
            had.0 += 1;
            had.1 += if winners.contains(seat) { share } else { 0.0 };
        }
    }

    /// Counts the events, and returns the Tools and bonuses of each seat, each once.
    fn look_at(&mut self, events: &[Event]) -> Vec<(Seat, Card)> {
        let mut had = Vec::new();
        for event in events {
            match *event {
                Event::Dealt { seat, tools: Hand::Open(tools), .. } => {
                    had.extend(tools.kinds().map(|(tool, _)| (seat, Card::Tool(tool))));
                }
                Event::DrewTool { seat, tool: Some(card) }
                | Event::TookTool { seat, tool: Some(card), .. } => {
                    had.push((seat, card));
                }
                Event::Bonus { seat, investment } => had.push((seat, investment)),
                Event::Won { paid, .. } => {
                    self.lots += 1;
                    self.paid += f64::from(paid.total());
                }
                Event::Unsold { .. } => self.unsold += 1,
                Event::Settled { cancelled, .. } => {
                    self.played += 1;
                    self.cancelled += u64::from(cancelled);
                }
                Event::Reshuffled { .. } => self.shuffles += 1,
                _ => {}
            }
        }
        had.sort();
        had.dedup();
        had
    }

    fn report(&self, seats: u8) {
        let games = self.games as f64;
        let part = |count: u64| 100.0 * count as f64 / games;
        println!(
            "\n{seats} players, {} games, {:.0} actions a game",
            self.games,
            self.actions as f64 / games
        );
        let wins: Vec<String> = self.wins.iter().map(|wins| format!("{:.2}", 100.0 * wins / games)).collect();
        let fair = 100.0 / f64::from(seats);
        println!("  wins by seat, % ({fair:.2} each is fair): {}", wins.join(" "));
        println!(
            "  portfolio {:.1}, the best {:.1}; shared victories {:.1} %; ends in round 1-4: {}",
            self.values / games,
            self.best / games,
            part(self.ties),
            self.rounds.map(|count| format!("{:.0} %", part(count))).join(" ")
        );
        println!(
            "  price of a lot {:.1}; lots won {:.1} and unsold {:.2} a game; Tools played {:.1}, cancelled {:.2}; shuffles {:.2}",
            self.paid / self.lots as f64,
            self.lots as f64 / games,
            self.unsold as f64 / games,
            self.played as f64 / games,
            self.cancelled as f64 / games,
            self.shuffles as f64 / games
        );
        for (card, (times, won)) in &self.had {
            let rate = 100.0 * won / *times as f64;
            println!(
                "  {card}: had {:.2} times a game, then wins {rate:.1} % ({:+.1})",
                *times as f64 / games,
                rate - fair
            );
        }
    }
}

fn contest(rounds: u64, bots: &str, threads: usize) {
    let bots: Vec<String> = bots.split(',').map(str::to_owned).collect();
    let setup = match Setup::<Options>::new(None, bots.len() as u8, BTreeMap::new()) {
        Ok(setup) => setup,
        Err(error) => return println!("{error}"),
    };
    let contest = arena::Contest { bots, rounds, matches: true, seed: 1, threads };
    match arena::run::<Sharks>(&setup, &contest, &|_| {}, &Default::default()) {
        Ok(report) => {
            println!("{} games in {:.0} s", report.rounds, report.seconds);
            for arena::Score { bot, points, wins } in report.scores {
                let [points, wins] = [points, wins].map(|(mean, error)| (mean, error.unwrap_or_default()));
                println!(
                    "  {bot}: {:.2} ± {:.2} points, wins {:.1} % ± {:.1}",
                    points.0,
                    points.1,
                    100.0 * wins.0,
                    100.0 * wins.1
                );
            }
        }
        Err(error) => println!("{error}"),
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let games: u64 = arguments.first().and_then(|word| word.parse().ok()).unwrap_or(10_000);
    let tables = arguments.get(1).map_or("2,3,4,5,6", String::as_str);
    let threads = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    if tables.contains(|letter: char| letter.is_alphabetic()) {
        return contest(games, tables, threads as usize);
    }
    for seats in tables.split(',').filter_map(|word| word.parse::<u8>().ok()) {
        let setup = Setup::<Options>::new(None, seats, BTreeMap::new());
        let options = match setup {
            Ok(setup) => setup.options,
            Err(error) => return println!("{error}"),
        };
        let mut all = Count::default();
        std::thread::scope(|scope| {
            let play = |thread: u64| {
                let mut count = Count::default();
                (thread..games).step_by(threads as usize).for_each(|number| count.play(&options, number));
                count
            };
            let running: Vec<_> = (0..threads).map(|thread| scope.spawn(move || play(thread))).collect();
            running.into_iter().filter_map(|thread| thread.join().ok()).for_each(|count| all.add(count));
        });
        all.report(seats);
    }
}
