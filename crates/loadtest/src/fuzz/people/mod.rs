//! Hostile players against accounts, the lobby, ties, challenges, reports and rulings, at a server with its default
//! limits. After it, the server is killed, and everything that it had acknowledged is looked for.

mod nonsense;
mod player;
mod scenarios;

use super::frames::{Counts, Hostile};
use super::{Arguments, Findings, TestServer, check, runtime};
use crate::Result;
use cards::Rng;
use player::Player;
use scenarios::Scenario;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Number of scenarios that run at once.
const AT_ONCE: u64 = 6;

/// Number of clients that send nonsense.
const NONSENSE: u64 = 3;

/// Maximum number of facts of a kind that are checked at the end.
const MAX_FACTS: usize = 300;

/// Fact that the server has acknowledged. It must hold after the server was killed.
enum Fact {
    /// The answer to a request has a value at a place.
    Has { player: Box<Player>, line: String, place: &'static str, value: Value },
    /// The password signs in.
    Password(Box<Player>),
    /// The token is refused.
    SignedOut(Box<Player>),
    /// The account is deleted.
    Deleted(Box<Player>),
}

/// Attack with its shared results.
struct Attack {
    hostile: Hostile,
    folder: PathBuf,
    /// Number of the next guest, from which the token and the address follow.
    next: AtomicU32,
    timeouts: AtomicU64,
    // Held for look-ups, never across an await.
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Names of accounts.
    names: Vec<String>,
    /// Names, in small letters, whose players never look for others.
    absent: BTreeSet<String>,
    /// Number of facts of each kind so far.
    counts: BTreeMap<&'static str, usize>,
    facts: Vec<Fact>,
    /// Number of completed scenarios, and of those that failed, by name.
    ended: BTreeMap<&'static str, [u64; 2]>,
}

impl Attack {
    fn server(&self) -> SocketAddr {
        self.hostile.server
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find(&self, finding: &str) {
        self.hostile.findings.add(finding.to_owned());
    }

    fn next_number(&self) -> u32 {
        self.next.fetch_add(1, Ordering::Relaxed)
    }

    fn note_timeout(&self) {
        self.timeouts.fetch_add(1, Ordering::Relaxed);
    }

    fn count_notice(&self) {
        self.hostile.counts().notices += 1;
    }

    fn note_name(&self, name: &str) {
        self.state().names.push(name.to_owned());
    }

    /// Notes an account that never looks for others, so that no other player may be shown with its name.
    fn note_absent(&self, name: &str) {
        self.state().absent.insert(name.to_lowercase());
    }

    /// Returns up to `count` names of accounts.
    fn some_names(&self, count: usize, rng: &mut Rng) -> Vec<String> {
        let state = self.state();
        let mut names: BTreeSet<&String> = BTreeSet::new();
        for _ in 0..2 * count {
            if names.len() < count && !state.names.is_empty() {
                names.insert(&state.names[rng.below(state.names.len())]);
            }
        }
        names.into_iter().cloned().collect()
    }

    /// Checks a name that the lobby shows: none may look like that of an account that never looks for others.
    fn check_shown_name(&self, name: &str) {
        if self.state().absent.contains(&name.to_lowercase()) {
            self.find(&format!("a guest is shown as the account {name}"));
        }
    }

    /// Gives the server an order of the operator.
    async fn order(&self, order: server::admin::Order) -> Result<server::admin::Answer> {
        let folder = self.folder.clone();
        Ok(tokio::task::spawn_blocking(move || server::admin::ask(&folder, &order)).await??)
    }

    /// Keeps a fact for the check at the end.
    fn keep(&self, kind: &'static str, fact: Fact) {
        let mut state = self.state();
        let count = state.counts.entry(kind).or_default();
        *count += 1;
        if *count <= MAX_FACTS {
            state.facts.push(fact);
        }
    }

    /// Runs scenarios one after the other until the end.
    async fn run_scenarios(self: Arc<Self>, number: u64) {
        let mut rng = Rng::from_number(self.hostile.seed.wrapping_add(number.wrapping_mul(0x9e37_79b9)));
        while Instant::now() < self.hostile.end {
            let scenario = rng.pick(Scenario::ALL);
            let ended = scenario.run(&self, &mut rng).await;
            let failed = ended.is_err();
            if let Err(error) = ended
                && self.state().ended.get(scenario.name()).is_none_or(|[_, failed]| *failed < 3)
            {
                eprintln!("{}: {error}", scenario.name());
            }
            self.state().ended.entry(scenario.name()).or_default()[usize::from(failed)] += 1;
        }
    }
}

/// Runs the attack, kills the server, and checks what it had acknowledged.
pub(super) fn attack(arguments: &Arguments, seed: u64, findings: &Findings) -> Result<()> {
    let folder = tempfile::Builder::new().prefix("fuzz-").tempdir_in(&arguments.data)?;
    let server = TestServer::open(folder.path(), arguments.core.0, true, findings)?;
    let counts: Arc<Mutex<Counts>> = Arc::default();
    let hostile = Hostile {
        server: server.address,
        seed,
        end: Instant::now() + Duration::from_secs(arguments.people_seconds),
        victim: Arc::default(),
        findings: findings.clone(),
        counts: Arc::clone(&counts),
    };
    let attack = Arc::new(Attack {
        hostile,
        folder: folder.path().to_owned(),
        next: AtomicU32::new(1),
        timeouts: AtomicU64::new(0),
        state: Mutex::default(),
    });
    runtime()?.block_on(async {
        let mut clients = tokio::task::JoinSet::new();
        for number in 0..AT_ONCE {
            clients.spawn(Arc::clone(&attack).run_scenarios(number));
        }
        for number in 0..NONSENSE {
            clients.spawn(nonsense::send(Arc::clone(&attack), AT_ONCE + number));
        }
        while let Some(ended) = clients.join_next().await {
            ended?;
        }
        Result::Ok(())
    })?;
    server.check_memory(findings);
    server.close(findings)?;
    check(folder.path(), findings);
    let state = std::mem::take(&mut *attack.state());
    let counts = counts.lock().unwrap_or_else(PoisonError::into_inner);
    println!(
        "people: {} accounts; {} requests {:?}, {} without an answer in time; {} notices; refusals {:?}",
        state.names.len(),
        counts.requests,
        counts.by_status,
        attack.timeouts.load(Ordering::Relaxed),
        counts.notices,
        counts.by_code
    );
    println!("people: scenarios completed and failed: {:?}", state.ended);
    for scenario in Scenario::ALL {
        if state.ended.get(scenario.name()).is_none_or(|[completed, _]| *completed == 0) {
            findings.add(format!("the scenario “{}” was never completed", scenario.name()));
        }
    }
    drop(counts);
    check_rows(folder.path(), &state.facts, findings)?;
    let server = TestServer::open(folder.path(), arguments.core.0, false, findings)?;
    runtime()?.block_on(check_facts(&state.facts, server.address, findings));
    println!("people: facts checked after the server was killed: {:?}", state.counts);
    server.close(findings)
}

/// Checks rows of the data file that no answer shows.
fn check_rows(folder: &Path, facts: &[Fact], findings: &Findings) -> Result<()> {
    let file = rusqlite::Connection::open(folder.join("parlour.sqlite"))?;
    let day = 24 * 60 * 60;
    for (wrong, select) in [
        (
            "more than one open report of a pair",
            "SELECT count(*) FROM (SELECT 1 FROM reports WHERE closed IS NULL AND reporter IS NOT NULL
             GROUP BY reporter, about HAVING count(*) > 1)"
                .to_owned(),
        ),
        (
            "more than ten reports of a player in a day",
            format!(
                "SELECT count(*) FROM (SELECT 1 FROM reports WHERE reporter IS NOT NULL
                 GROUP BY reporter, at / {day} HAVING count(*) > 10)"
            ),
        ),
        (
            "a tie of an account that doesn't exist",
            "SELECT count(*) FROM ties WHERE account NOT IN (SELECT id FROM accounts)
             OR other NOT IN (SELECT id FROM accounts)"
                .to_owned(),
        ),
        (
            "a device, code, challenge, bell or report of an account that doesn't exist",
            "SELECT (SELECT count(*) FROM devices WHERE account NOT IN (SELECT id FROM accounts))
             + (SELECT count(*) FROM recovery WHERE account NOT IN (SELECT id FROM accounts))
             + (SELECT count(*) FROM challenges WHERE founder NOT IN (SELECT id FROM accounts))
             + (SELECT count(*) FROM bells WHERE person NOT IN (SELECT id FROM accounts))
             + (SELECT count(*) FROM reports WHERE about NOT IN (SELECT id FROM accounts))"
                .to_owned(),
        ),
        (
            "more than 20 devices of an account",
            "SELECT count(*) FROM (SELECT 1 FROM devices GROUP BY account HAVING count(*) > 20)".to_owned(),
        ),
        (
            "a rating without a row of the log",
            "SELECT count(*) FROM ratings WHERE NOT EXISTS
             (SELECT 1 FROM rating_log WHERE rating_log.person = ratings.person AND rating_log.family = ratings.family)"
                .to_owned(),
        ),
    ] {
        let count: i64 = file.query_row(&select, [], |row| row.get(0))?;
        if count > 0 {
            findings.add(format!("{wrong}: {count} times"));
        }
    }
    drop(file);
    for name in ["parlour.sqlite", "parlour.sqlite-wal", "audit.log"] {
        // The log of the data file may not exist.
        let bytes = std::fs::read(folder.join(name)).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        for fact in facts {
            if let Fact::Deleted(player) = fact
                && let Some(place) = text.find(&player.name)
            {
                let near = text[place..].chars().take(80).collect::<String>();
                findings.add(format!("{name} has the name of a deleted account: {near:?}"));
            }
        }
    }
    Ok(())
}

/// Checks facts at a server that has read them from the disk.
async fn check_facts(facts: &[Fact], server: SocketAddr, findings: &Findings) {
    for fact in facts {
        if let Err(error) = check_fact(fact, server).await {
            findings.add(format!("after a restart: {error}"));
        }
    }
}

async fn check_fact(fact: &Fact, server: SocketAddr) -> Result<()> {
    match fact {
        Fact::Has { player, line, place, value } => {
            let answer = player.at(server).ask(line, &Value::Null).await?;
            match answer.body.pointer(place) == Some(value) {
                true => Ok(()),
                false => Err(format!("{line}: {place} is not {value}: {answer:?}").into()),
            }
        }
        Fact::Password(player) => {
            let answer = player
                .at(server)
                .again("POST /api/session", &player.sign_in(&player.name, &player.password()))
                .await?;
            if answer.status == 201 { Ok(()) } else { Err(format!("a password is lost: {answer:?}").into()) }
        }
        Fact::SignedOut(player) => {
            let answer = player.at(server).ask("GET /api/me/devices", &Value::Null).await?;
            if answer.is_done() { Err(format!("a sign-out is lost: {answer:?}").into()) } else { Ok(()) }
        }
        Fact::Deleted(player) => {
            let answer =
                player.at(server).ask(&format!("GET /api/players/{}", player.name), &Value::Null).await?;
            if answer.status == 404 { Ok(()) } else { Err(format!("a deletion is lost: {answer:?}").into()) }
        }
    }
}
