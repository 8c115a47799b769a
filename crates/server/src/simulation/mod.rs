//! Simulation of three servers at one database with two players, in one thread and in simulated time. Under
//! any fault no visible action may be lost, repeated or reordered.
//!
//! The servers have real registries, tables and stores; the database is a [`model`](store::model).
//! Messages between servers are delivered, lost, delayed or repeated here; the sockets between servers are
//! not tested. A seed determines all faults, so each history is reproducible, except for random ids.
//!
//! | module | contents |
//! |---|---|
//! | `node` | a server with its tables and subscribers |
//! | `person` | a player at any server that answers |

mod node;
mod person;

use crate::bot_pool::BotPool;
use crate::metrics::Metrics;
use crate::page::NoPage;
use crate::settings::{Pace, Settings};
use ::table::{FirstDealer, GuestId, Opening, StoredChair, TableId, TableRecord};
use cards::{Rng, Seed};
use node::{Message, Node};
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use store::model::{Database, Guards, WireState};
use store::{RandomId, Store};
use tokio::sync::watch;
use tokio::time::{Instant, sleep};

/// Settings, bot pool and metrics that the servers of all simulated histories share.
static SHARED: LazyLock<(Settings, BotPool, Arc<Metrics>)> = LazyLock::new(|| {
    let pace = Pace {
        scoring: Duration::from_millis(200),
        thrown_in: Duration::ZERO,
        count: Duration::ZERO,
        // Silent players are not replaced.
        timeout: Duration::from_secs(3_600),
        ..Pace::default()
    };
    let settings = Settings { pace, ..Settings::new("", ([127, 0, 0, 1], 0).into(), NoPage) };
    (settings, BotPool::new(2, 10).expect("threads"), Metrics::new())
});

/// Safeguards of a history. A test turns one off and sees that it is needed.
#[derive(Clone, Copy, Debug)]
struct Protection {
    store: Guards,
    /// Whether clients ignore notices older than the last shown one.
    versions: bool,
}

impl Protection {
    const ALL: Self = Self { store: Guards::ALL, versions: true };
}

/// State of a simulated history: one run with its servers, database and faults.
struct World {
    table: TableId,
    protection: Protection,
    database: Arc<Database>,
    rng: Mutex<Rng>,
    nodes: Mutex<Vec<Node>>,
    /// Probability in percent that a message between servers is lost; the same again that it comes twice.
    loss: Mutex<usize>,
    is_over: watch::Sender<bool>,
    /// Highest version that a client has seen, and whether the match is over.
    furthest: watch::Sender<(u64, bool)>,
}

const NODES: usize = 3;

/// One game with turns, and one race.
const GAMES: [&str; 2] = ["scopa", "speed"];

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn guest(seat: usize) -> GuestId {
    GuestId::of_token(&format!("{}{}A", "A".repeat(41), ["A", "B"][seat])).expect("a token")
}

impl World {
    fn below(&self, bound: usize) -> usize {
        lock(&self.rng).below(bound)
    }

    fn a_while(&self, most: usize) -> Duration {
        Duration::from_micros(self.below(most * 1000) as u64)
    }

    fn node<T>(&self, index: usize, look: impl FnOnce(&mut Node) -> T) -> T {
        look(&mut lock(&self.nodes)[index])
    }

    /// Delivers a message to another server: late, twice, out of order or not at all.
    fn send(self: &Arc<Self>, from: usize, to: usize, message: &Message) {
        let loss = *lock(&self.loss);
        let copies = match self.below(100) {
            chance if chance < loss => 0,
            chance if chance < 2 * loss => 2,
            _ => 1,
        };
        let wire = self.node(from, |node| Arc::clone(&node.wire));
        for copy in 0..copies {
            let longest = match copy {
                // A repeated message may arrive when another server owns the table.
                1 => 4_000,
                _ if self.below(10) == 0 => 40,
                _ => 2,
            };
            let (world, wire, message, delay) =
                (Arc::clone(self), Arc::clone(&wire), message.clone(), self.a_while(longest));
            tokio::spawn(async move {
                wire.runs().await;
                sleep(delay).await;
                let there = world.node(to, |node| Arc::clone(&node.wire));
                there.runs().await;
                world.receive(to, message).await;
            });
        }
    }

    /// Injects one fault, or none.
    async fn fail(self: &Arc<Self>) {
        sleep(self.a_while(400)).await;
        let node = self.below(NODES);
        let wire = self.node(node, |node| Arc::clone(&node.wire));
        match self.below(18) {
            0 | 1 => self.database.cancel_a_wait(),
            2 => self.database.restart(),
            3 => self.database.fail_over(),
            4 | 5 => wire.break_once(),
            6 | 7 => {
                self.database.silence_standby(true);
                let (world, until) = (Arc::clone(self), self.a_while(1_000));
                tokio::spawn(async move {
                    sleep(until).await;
                    world.database.silence_standby(false);
                });
            }
            8 => self.restart(node, self.a_while(2_000)),
            9 | 10 => self.stand_still(node, WireState::Paused),
            11 => self.stand_still(node, WireState::Cut),
            12 => *lock(&self.loss) = self.below(30),
            // A visible but unreplicated line is lost.
            13 | 14 => {
                self.database.silence_standby(true);
                sleep(self.a_while(200)).await;
                self.database.cancel_a_wait();
                sleep(self.a_while(1_400)).await;
                self.database.fail_over();
            }
            // A line is delayed in the database while its server is killed and another takes the table.
            15 => {
                self.database.stall(Duration::from_secs(2) + self.a_while(2_000));
                sleep(self.a_while(300)).await;
                let owner = self.node(node, |node| node.owner()).unwrap_or(node);
                self.restart(owner, self.a_while(2_000));
            }
            // Messages come twice, and in between another server takes the table.
            16 => {
                *lock(&self.loss) = 30;
                sleep(self.a_while(1_000)).await;
                let owner = self.node(node, |node| node.owner()).unwrap_or(node);
                self.restart(owner, self.a_while(500));
            }
            _ => *lock(&self.loss) = 0,
        }
    }

    /// Pauses a server, or cuts it off from its database, for a while.
    fn stand_still(self: &Arc<Self>, node: usize, state: WireState) {
        let (run, wire) = self.node(node, |node| (node.run, Arc::clone(&node.wire)));
        if !wire.is_up() {
            return;
        }
        wire.set(state);
        let (world, time) = (Arc::clone(self), self.a_while(4_000));
        tokio::spawn(async move {
            sleep(time).await;
            world.node(node, |node| {
                if node.run == run && !wire.is_up() {
                    // The server's own clock may have been paused with it.
                    node.beaten_at += if state == WireState::Paused { time } else { Duration::ZERO };
                    wire.set(WireState::Up);
                }
            });
        });
    }
}

/// Result of a simulated history.
#[derive(Clone, PartialEq, Debug)]
enum Outcome {
    Good {
        shown: usize,
        answered: usize,
    },
    Broken(checker::Violation),
    /// The match did not continue after all faults were repaired.
    Stuck,
}

/// Simulates one history: a match with servers, players and faults that the seed determines.
fn history(seed: u64, game: &'static str, protection: Protection) -> Outcome {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
    runtime.expect("a runtime").block_on(async {
        let database = Database::new(seed, protection.store);
        let table = TableId::random().expect("chance");
        let world = Arc::new(World {
            table,
            protection,
            database,
            rng: Mutex::new(Rng::from_number(seed ^ 0x5eed)),
            nodes: Mutex::default(),
            loss: Mutex::new(0),
            is_over: watch::Sender::new(false),
            furthest: watch::Sender::new((0, false)),
        });
        for index in 0..NODES {
            let node = Node::new(&world, 0);
            lock(&world.nodes).push(node);
            world.start_beating(index);
        }
        let store = world.node(0, |node| node.registry.store.clone());
        create_table(&store, table, game, seed).await;
        let people = [0, 1].map(|seat| tokio::spawn(person::play(Arc::clone(&world), seat)));
        let faults_until = Instant::now() + Duration::from_secs(6);
        while Instant::now() < faults_until && !world.furthest.borrow().1 {
            world.fail().await;
        }
        world.mend();
        // Long enough for dead servers to be detected and their tables to be taken.
        let reached = world.furthest.borrow().0;
        let goes_on = |(version, is_over): &(u64, bool)| *version > reached || *is_over;
        let mut furthest = world.furthest.subscribe();
        let went_on = tokio::time::timeout(Duration::from_secs(15), furthest.wait_for(goes_on)).await.is_ok();
        world.is_over.send_replace(true);
        let mut clients = Vec::new();
        for person in people {
            clients.push(person.await.expect("a client does not fail"));
        }
        let lines = world.database.lines(table);
        match checker::check(&table.to_string(), &clients, &lines, &[0, 1]) {
            Err(violation) => Outcome::Broken(violation),
            Ok(_) if !went_on => Outcome::Stuck,
            Ok(checked) => Outcome::Good { shown: checked.shown, answered: checked.answered },
        }
    })
}

/// Creates a table with two players.
async fn create_table(store: &Store, id: TableId, game: &str, seed: u64) {
    let record = TableRecord {
        id,
        game: game.to_owned(),
        options: BTreeMap::new(),
        seats: 2,
        dealer: 1,
        stake: None,
        time_control: None,
        host: None,
        seed: Seed::from_number(seed),
        opening: Some(Opening::due(FirstDealer::Kept)),
        created: 0,
        pool: None,
        players_only: false,
    };
    let chair = |seat| StoredChair::Person {
        guest: guest(seat),
        name: seat.to_string(),
        substitute: None,
        left: false,
        hinted: false,
        missed: Default::default(),
    };
    store.create_table(record, vec![chair(0), chair(1)], Vec::new()).await.expect("nothing fails yet");
}

/// Simulates histories on all cores. Returns the failed ones, and the totals of the others.
fn histories(
    seeds: std::ops::Range<u64>,
    game: &'static str,
    protection: Protection,
) -> (Vec<(u64, Outcome)>, usize, usize) {
    let threads = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    std::thread::scope(|scope| {
        let started: Vec<_> = (0..threads)
            .map(|thread| {
                let own = seeds.clone().filter(move |seed| seed % threads == thread);
                scope.spawn(move || {
                    own.map(|seed| (seed, history(seed, game, protection))).collect::<Vec<_>>()
                })
            })
            .collect();
        let (mut bad, mut shown, mut answered) = (Vec::new(), 0, 0);
        for outcome in started.into_iter().flat_map(|thread| thread.join().expect("a history ends")) {
            match outcome {
                (_, Outcome::Good { shown: more, answered: done }) => {
                    (shown, answered) = (shown + more, answered + done);
                }
                outcome => bad.push(outcome),
            }
        }
        bad.sort_by_key(|(seed, _)| *seed);
        (bad, shown, answered)
    })
}

fn check_histories(seeds: std::ops::Range<u64>, game: &'static str) {
    let begun = std::time::Instant::now();
    let number = seeds.end - seeds.start;
    let (bad, shown, answered) = histories(seeds.clone(), game, Protection::ALL);
    println!(
        "histories {seeds:?} of {game} in {:.1?}: {answered} commands were answered, {shown} versions shown",
        begun.elapsed()
    );
    assert!(
        bad.is_empty(),
        "{} histories failed, the first of them: {:?}",
        bad.len(),
        &bad[..bad.len().min(3)]
    );
    assert!(answered as u64 > 5 * number, "too little happens to say anything");
}

/// Returns whether a history from seed `first` on fails without a safeguard, among very many.
fn is_missed(what: &str, game: &'static str, protection: Protection, first: u64) -> bool {
    const AT_ONCE: u64 = 40;
    (first..first + 30_000).step_by(AT_ONCE as usize).any(|seed| {
        let (bad, ..) = histories(seed..seed + AT_ONCE, game, protection);
        let broken = bad.iter().filter(|(_, outcome)| matches!(outcome, Outcome::Broken(_)));
        if !bad.is_empty() {
            println!(
                "without {what}: {} of {AT_ONCE} histories failed, {:?}",
                broken.clone().count(),
                bad[0]
            );
        }
        broken.count() > 0
    })
}

#[test]
fn nothing_shown_is_lost_whatever_fails() {
    for game in GAMES {
        check_histories(0..300, game);
    }
}

/// Ten thousand more histories of each game, or those of `PARLOUR_HISTORIES`. `26932..26933` is one that once
/// failed.
#[test]
#[ignore = "takes long: cargo xtask test --full"]
fn nothing_shown_is_lost_in_very_many_histories() {
    const AT_ONCE: u64 = 100_000;
    let seeds = match std::env::var("PARLOUR_HISTORIES") {
        Err(_) => 300..10_300,
        Ok(asked) => {
            let ends =
                asked.split_once("..").and_then(|(first, end)| first.parse().ok().zip(end.parse().ok()));
            let (first, end) = ends.expect("PARLOUR_HISTORIES is like 10000..20000");
            first..end
        }
    };
    for first in seeds.clone().step_by(AT_ONCE as usize) {
        for game in GAMES {
            check_histories(first..seeds.end.min(first + AT_ONCE), game);
        }
    }
}

/// Equal seeds give equal histories, so a failed one can be repeated and examined.
#[test]
fn a_history_is_the_same_each_time() {
    for game in GAMES {
        for seed in 0..100 {
            let [first, again] = [(); 2].map(|()| history(seed, game, Protection::ALL));
            assert_eq!(first, again, "history {seed} of {game}");
        }
    }
}

/// A server takes a table during the seed exchange, another takes it and continues, and then the first is
/// asked again with outdated knowledge.
#[test]
fn a_newer_receipt_makes_the_server_read_again() {
    for seed in [26_932, 100_709] {
        let outcome = history(seed, "scopa", Protection::ALL);
        assert!(matches!(outcome, Outcome::Good { .. }), "history {seed}: {outcome:?}");
    }
}

/// A command is delayed, executed because it was repeated, and arrives after more than thirty others.
#[test]
fn what_was_done_is_not_done_again_however_late_it_comes() {
    for seed in [2_104_545, 2_379_020] {
        let outcome = history(seed, "speed", Protection::ALL);
        assert!(matches!(outcome, Outcome::Good { .. }), "history {seed}: {outcome:?}");
    }
}

#[test]
fn each_guard_is_needed() {
    let without = |guards| Protection { store: guards, ..Protection::ALL };
    for (what, game, protection, first) in [
        ("the owner's line", "scopa", without(Guards { owner_line: false, ..Guards::ALL }), 0),
        ("waiting until it is confirmed", "scopa", without(Guards { confirmed: false, ..Guards::ALL }), 0),
        ("the key", "scopa", without(Guards { key: false, ..Guards::ALL }), 0),
        ("taking the table again", "scopa", without(Guards { takes_again: false, ..Guards::ALL }), 0),
        ("the rule of versions", "scopa", Protection { versions: false, ..Protection::ALL }, 0),
        // With turns the version already identifies commands. Few histories need this guard; 783 does.
        ("what was commanded", "speed", without(Guards { commands: false, ..Guards::ALL }), 760),
    ] {
        assert!(is_missed(what, game, protection, first), "no history fails without {what}");
    }
}
