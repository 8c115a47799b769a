//! The same match at a table of the server and at one in a page: the same seed, actions and bots give the
//! same record. The page's table is called like its module; `web/e2e/same-match.spec.ts` calls the module
//! itself.

use crate::support::{Client, TestServer, create_table_with, get, http, metrics, quick};
use cards::Seed;
use catalog::{AnyGame, CATALOG, Turns};
use serde_json::{Value, json};
use server::{Clock, Pace, Settings};
use sha2::{Digest, Sha256};
use std::io::Write;
use std::ops::Range;
use std::path::Path;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Time without a deadline after which the table waits for the player. It is longer than the slowest bot's
/// reaction.
const QUIET: Duration = Duration::from_secs(10);

/// Maximum thinking time of the tested bots. The test compares tables, not bots.
const LONGEST_THOUGHT: Duration = Duration::from_millis(10);

/// Number of concurrent servers, each with its own thread. They mostly wait for their clock.
const SERVERS: usize = 16;

/// Match to play in both places.
struct Course {
    turns: Turns,
    table: Value,
    seat: u64,
    /// Number of deals after which the match is left.
    deals: u64,
}

impl Course {
    /// Creates the match with a number. The rules, the bots and the person's seat vary.
    fn new(game: &dyn AnyGame, number: usize, deals: u64) -> Self {
        let info = game.info();
        let rules = info
            .presets
            .iter()
            .flat_map(|preset| preset.tables.iter().map(move |table| (preset.id, table.seats)));
        let rules: Vec<(&str, u8)> = rules.collect();
        let (preset, seats) = rules[number % rules.len()];
        let quick = |bot: &&str| game.bot_time(bot).is_ok_and(|time| time <= LONGEST_THOUGHT);
        let bots: Vec<&str> = info.bots.iter().copied().filter(quick).collect();
        let seat = number as u64 % u64::from(seats);
        let bot = |seat: u64| bots[(number / rules.len() + seat as usize) % bots.len()];
        let chair = |other: u64| if other == seat { json!("me") } else { json!({ "bot": bot(other) }) };
        let chairs: Vec<Value> = (0..u64::from(seats)).map(chair).collect();
        let table = json!({
            "game": game.id(), "options": { "preset": preset }, "seats": seats, "chairs": chairs, "name": "Ada",
        });
        Self { turns: info.turns, table, seat, deals }
    }

    fn person(&self) -> Person<'_> {
        Person { course: self, acted_at: None }
    }

    /// Plays the match at a table of the server, and returns the record.
    async fn on_server(&self, server: &TestServer, clock: &Clock) -> Value {
        let table = create_table_with(server.address, &self.table).await;
        let (mut client, seen) = Client::at(server.address, 0, &table).await;
        let (mut person, mut snapshot) = (self.person(), seen["snapshot"].clone());
        // Duration without progress. Pings arrive too, but don't belong to the match.
        let (mut silence, mut ended) = (Duration::ZERO, false);
        while !ended && snapshot["phase"] != "over" {
            let notices = client.all_told(&table, clock).await;
            for notice in &notices {
                self.check(notice);
                ended |= !notice["info"]["ended"].is_null();
                if notice["snapshot"].is_object() {
                    snapshot = notice["snapshot"].clone();
                }
            }
            if !notices.is_empty() {
                silence = Duration::ZERO;
            }
            if !ended && let Some(mut command) = person.says(&snapshot, silence >= QUIET) {
                command["table"] = json!(table);
                client.say(command).await;
                silence = Duration::ZERO;
            } else if notices.is_empty()
                && let Some(passed) = clock.advance_to_next(QUIET)
            {
                silence += passed;
            }
        }
        let (status, record) = get(server.address, &format!("/api/tables/{table}/record")).await;
        assert_eq!(status, 200, "{record}");
        record
    }

    /// Plays the match at the table of a page, dealt from this seed. Returns the record and all calls.
    fn in_page(&self, seed: &Value) -> (Value, Asked) {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64;
        let mut page = Page { now, kept: Value::Null, lines: Vec::new(), asked: Asked::default() };
        let fresh = json!({ "id": "local-same", "seed": seed });
        page.kept = page.ask(&json!({ "do": "open", "table": self.table, "fresh": fresh }))["kept"].take();
        let kept = page.kept.clone();
        let (mut person, mut snapshot, mut wake) = (self.person(), Value::Null, None);
        let mut what = json!({ "do": "revive", "kept": kept, "lines": [], "broken": false });
        while page.kept["ended"].is_null() && snapshot["phase"] != "over" {
            let went = page.go(&what);
            wake = went["wake"].as_u64();
            for notice in went["notices"].as_array().unwrap() {
                self.check(notice);
                if notice["snapshot"].is_object() {
                    snapshot = notice["snapshot"].clone();
                }
            }
            what = if snapshot.is_null() {
                json!({ "do": "command", "command": { "type": "watch", "table": kept["id"] }, "fresh": null })
            } else if let Some(mut command) = person.says(&snapshot, wake.is_none()) {
                command["table"] = kept["id"].clone();
                json!({ "do": "command", "command": command, "fresh": null })
            } else {
                page.now = page.now.max(wake.unwrap_or(page.now));
                json!({ "do": "time" })
            };
        }
        assert_eq!(wake, None, "a match that is over waits for nothing");
        let answer = page.ask(&json!({ "do": "record", "kept": page.kept, "lines": page.lines }));
        let record = answer["record"].as_str().unwrap_or_else(|| panic!("{answer}"));
        (serde_json::from_str(record).unwrap(), page.asked)
    }

    /// With turns, no legal action is refused. In other games an action may arrive in the middle of the
    /// table's own work, and be too late.
    fn check(&self, notice: &Value) {
        assert!(notice["type"] != "refused" || self.turns != Turns::Taken, "{notice}");
    }
}

/// Player whose actions are pseudo-random, determined by the position.
struct Person<'a> {
    course: &'a Course,
    acted_at: Option<u64>,
}

impl Person<'_> {
    /// Returns the player's command after a snapshot, if any. `quiet` means that no other player acts.
    fn says(&mut self, snapshot: &Value, quiet: bool) -> Option<Value> {
        let version = snapshot["version"].as_u64();
        if version == self.acted_at {
            return None;
        }
        if snapshot["phase"] == "scored" {
            self.acted_at = version;
            let is_enough = snapshot["deal"].as_u64().is_some_and(|deal| deal + 1 >= self.course.deals);
            return Some(match is_enough {
                true => json!({ "type": "end", "agree": true }),
                false => json!({ "type": "continue" }),
            });
        }
        let action = self.chosen(snapshot, quiet)?.to_owned();
        self.acted_at = version;
        Some(json!({ "type": "play", "version": version, "action": action, "id": version?.to_string() }))
    }

    fn chosen<'f>(&self, snapshot: &'f Value, quiet: bool) -> Option<&'f str> {
        let chance = (snapshot["version"].as_u64()? as u32 + 1).wrapping_mul(2_654_435_761) >> 8;
        let (actors, legal) = (snapshot["actors"].as_array()?, snapshot["legal"].as_array()?);
        let waits = match self.course.turns {
            Turns::Taken => actors.len() > 1,
            Turns::Race => chance & 1 == 0,
            // Sealed answers are read in an order of their own.
            Turns::Sealed => false,
        };
        if !actors.contains(&self.course.seat.into()) || waits && !quiet || legal.is_empty() {
            return None;
        }
        // A random bidder would play a rubber forever.
        let passes = !chance.is_multiple_of(16) && legal.contains(&json!("P"));
        if passes { Some("P") } else { legal[chance as usize % legal.len()].as_str() }
    }
}

/// Driver of a table, like a page.
struct Page {
    now: u64,
    kept: Value,
    lines: Vec<Value>,
    asked: Asked,
}

impl Page {
    fn ask(&mut self, what: &Value) -> Value {
        let question = json!({ "about": "table", "now": self.now, "what": what }).to_string();
        let answer = wasm::of_play(&CATALOG, &question);
        self.asked.answers.update(&answer);
        self.asked.questions.push(question);
        serde_json::from_str(&answer).unwrap()
    }

    fn go(&mut self, what: &Value) -> Value {
        let went = self.ask(what);
        assert!(went["notices"].is_array(), "{what} came to {went}");
        self.lines.extend(went["lines"].as_array().into_iter().flatten().cloned());
        if let Some(kept) = went["keep"].as_array().and_then(|keep| keep.first()) {
            self.kept = kept.clone();
        }
        went
    }
}

/// All calls of a page's table in a match, with the answers.
#[derive(Default)]
struct Asked {
    questions: Vec<String>,
    answers: Sha256,
}

impl Asked {
    /// Appends the calls to a file, from which the module can be called in the same way.
    fn keep(self, folder: &Path, game: &str) {
        let answers: String = self.answers.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        let line = json!({ "questions": self.questions, "answers": answers });
        let file =
            std::fs::OpenOptions::new().create(true).append(true).open(folder.join(format!("{game}.jsonl")));
        file.unwrap().write_all(format!("{line}\n").as_bytes()).unwrap();
    }
}

/// Plays matches in both places. Returns the number of entries in their records.
fn compare(game: &dyn AnyGame, numbers: impl Iterator<Item = usize>, deals: u64) -> usize {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    // One thread for the server, its guest and its clock, so that a busy machine slows all of them equally.
    runtime.block_on(async {
        let (folder, clock) = (tempfile::tempdir().unwrap(), Clock::standing());
        let pace = Pace { bot: Duration::ZERO, ..Pace::default() };
        let metrics = Some(metrics());
        let settings = Settings { clock: clock.clone(), pace, metrics, ..quick(folder.path()) };
        let server = TestServer::open(settings).await;
        let mut entries = 0;
        for number in numbers {
            let course = Course::new(game, number, deals);
            let there = course.on_server(&server, &clock).await;
            assert_eq!(
                disturbances(&server).await,
                0.0,
                "{} {number}: the machine's time matters",
                game.id()
            );
            assert!(Seed::try_from(there["seed"].as_str().unwrap().to_owned()).is_ok());
            let (here, asked) = course.in_page(&there["seed"]);
            assert_eq!(here, there, "{} {number}: {}", game.id(), course.table);
            let played = there["deals"].as_array().into_iter().flatten();
            entries += played.map(|deal| deal["actions"].as_array().map_or(0, Vec::len)).sum::<usize>();
            if let Some(folder) = std::env::var_os("SAME_MATCHES_TO") {
                asked.keep(Path::new(&folder), game.id());
            }
        }
        server.close().await;
        entries
    })
}

/// Returns how often a late bot was replaced or a play was held for a delay. Both are measured on the driven
/// clock, so they must not happen on a busy machine either.
async fn disturbances(server: &TestServer) -> f64 {
    let (_, _, text) = http(server.metrics.unwrap(), "GET /metrics HTTP/1.1", "").await;
    let figure = |name: &str| {
        let line = text.lines().find(|line| line.starts_with(name));
        let figure = line.and_then(|line| line.split(' ').next_back()?.parse::<f64>().ok());
        figure.expect("the figure is there")
    };
    figure("parlour_moves_in_place") + figure("parlour_plays_held")
}

/// Same as [`compare`], on several servers at once.
fn compare_all(game: &dyn AnyGame, numbers: Range<usize>, deals: u64) {
    let begun = Instant::now();
    let entries: usize = std::thread::scope(|scope| {
        let servers = SERVERS.min(numbers.len());
        let play = |server| {
            let numbers = numbers.clone().skip(server).step_by(servers);
            scope.spawn(move || compare(game, numbers, deals))
        };
        let servers: Vec<_> = (0..servers).map(play).collect();
        servers.into_iter().map(|server| server.join().unwrap()).sum()
    });
    println!(
        "{}: {} matches of {entries} entries in {:.0} s",
        game.id(),
        numbers.len(),
        begun.elapsed().as_secs_f64()
    );
    assert!(entries > 5 * numbers.len(), "{}: {entries} entries were compared", game.id());
}

#[test]
fn the_same_seed_and_the_same_actions_give_the_same_record_in_a_page_and_on_a_server() {
    for game in CATALOG.games() {
        compare_all(game, 0..3, 2);
    }
}

/// Environment variables: `SAME_GAMES` has the games, separated by spaces, and `SAME_MATCHES` the number of matches of
/// each.
#[test]
#[ignore = "a thousand matches, to their end"]
fn many_matches_of_each_game_give_the_same_record_in_a_page_and_on_a_server() {
    let games = std::env::var("SAME_GAMES").ok();
    let matches = std::env::var("SAME_MATCHES").ok().and_then(|number| number.parse().ok()).unwrap_or(125);
    for game in CATALOG.games() {
        if games.as_ref().is_none_or(|games| games.split(' ').any(|id| id == game.id())) {
            compare_all(game, 0..matches, u64::MAX);
        }
    }
}
