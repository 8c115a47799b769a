//! Power failure: everything acknowledged is on disk, and the match continues.

use crate::support::{Client, GAMES, create_table, create_table_of, quick, with_bots};
use serde_json::{Value, json};
use server::{Clock, Server, Settings};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tracing_subscriber::filter::LevelFilter;

const FOLDER: &str = "PARLOUR_TEST_FOLDER";

/// Environment variable: if set, the clock is driven. Each line on standard input advances it by a response
/// window.
pub(crate) const DRIVEN: &str = "PARLOUR_TEST_DRIVEN";

/// Environment variable with the connection string of a database.
#[cfg(feature = "cluster")]
pub(crate) const DATABASE: &str = "PARLOUR_TEST_DATABASE";

/// Environment variable with the path of the log.
pub(crate) const LOG: &str = "PARLOUR_TEST_LOG";

/// Not a test: the server that is killed. It is this program, told to run only this function.
#[test]
#[ignore = "started by the tests below"]
fn serves_until_it_is_killed() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    if let Some(log) = std::env::var_os(LOG) {
        let log = std::sync::Mutex::new(std::fs::File::create(log).unwrap());
        tracing_subscriber::fmt().json().with_max_level(LevelFilter::TRACE).with_writer(log).init();
    }
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        // Clients behind the proxy come from several networks.
        let proxies = vec!["127.0.0.1/32".parse().unwrap()];
        let mut settings = Settings { proxies, ..quick(Path::new(&folder)) };
        #[cfg(feature = "cluster")]
        if let Ok(address) = std::env::var(DATABASE) {
            settings.database = Some(crate::peers::database(address, Duration::ZERO));
        }
        if std::env::var_os(DRIVEN).is_some() {
            let (clock, window) = (Clock::standing(), Duration::from_secs(10));
            (settings.clock, settings.pace.window) = (clock.clone(), window);
            std::thread::spawn(move || std::io::stdin().lines().for_each(|_| clock.advance(window)));
        }
        let server = Server::bind(settings).await.unwrap_or_else(|error| panic!("{error}"));
        println!("address {}", server.address());
        server.run(std::future::pending()).await;
    });
}

/// Process that is killed when the test ends.
pub(crate) struct Killed(Child);

impl Killed {
    /// Advances a driven clock by a response window.
    pub(crate) fn close_window(&self) {
        self.0.stdin.as_ref().unwrap().write_all(b"\n").unwrap();
    }

    pub(crate) fn kill(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts a server in a process of its own.
pub(crate) fn serve(mut command: Command, folder: &Path) -> (Killed, SocketAddr) {
    command.args(["--exact", "crash::serves_until_it_is_killed", "--ignored", "--nocapture"]);
    let mut child = command.env(FOLDER, folder).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let child = Killed(child);
    let address =
        out.by_ref().lines().find_map(|line| line.unwrap().split_once("address ")?.1.trim().parse().ok());
    // The test harness prints a line when a test takes over a minute, and ends if its output is not read.
    std::thread::spawn(move || std::io::copy(&mut out, &mut std::io::sink()));
    (child, address.expect("it says where it is"))
}

pub(crate) fn this_program() -> Command {
    Command::new(std::env::current_exe().unwrap())
}

/// Plays until the connection breaks. Returns the client's commands and observations.
///
/// Sends to `heard` at every notice whether the match was over.
async fn play_until_killed(
    address: SocketAddr,
    table: String,
    guest: u8,
    heard: UnboundedSender<bool>,
) -> checker::Client {
    // On a busy machine the kill may come before the connection.
    let Some(mut client) = Client::try_hello(address, guest).await else { return checker::Client::default() };
    client.say(json!({ "type": "watch", "table": table })).await;
    while let Some(notice) = client.try_receive().await {
        // Where several players may act, an action can come too late.
        let late = notice["code"] == "illegal" || notice["code"] == "stale";
        assert!(notice["type"] != "refused" || late, "{notice}");
        if let Some(you) = notice["info"]["you"].as_u64() {
            client.seat = you;
        }
        if !notice["snapshot"].is_null() {
            client.answer(&table, &notice["snapshot"]).await;
        }
        let _ = heard.send(notice["snapshot"]["phase"] == "over");
    }
    client.notes
}

/// Waits until the players have received a number of notices in total, or all their matches are over.
async fn until_heard(mut heard: UnboundedReceiver<bool>, players: usize, notices: u64) {
    let mut over = 0;
    for _ in 0..notices {
        match heard.recv().await {
            Some(is_over) => over += usize::from(is_over),
            None => return,
        }
        if over == players {
            return;
        }
    }
}

/// Returns the stored lines of a table.
pub(crate) fn lines(folder: &Path, table: &str) -> Vec<String> {
    let file = rusqlite::Connection::open(folder.join("parlour.sqlite")).unwrap();
    let mut select = file
        .prepare(
            "SELECT text FROM entries JOIN tables ON tables.number = entries.number
             WHERE tables.id = ?1 ORDER BY sequence",
        )
        .unwrap();
    select.query_map([table], |row| row.get(0)).unwrap().collect::<Result<_, _>>().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_kill_9_every_acknowledged_action_is_there_and_the_match_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let (mut child, mut address) = serve(this_program(), folder.path());
    let mut tables = Vec::new();
    for chairs in
        [json!(["me", { "bot": "random" }]), json!([{ "bot": "greedy" }, "me"]), json!(["me", "open"])]
    {
        tables.push(create_table(address, chairs).await);
    }
    let (mut bob, _) = Client::at(address, 1, &tables[2]).await;
    bob.say(json!({ "type": "sit", "table": tables[2], "seat": 1, "name": "Bob" })).await;
    bob.until("table").await;
    drop(bob);
    let players = [(0, 0), (1, 0), (2, 0), (2, 1)];
    let mut notes: [Vec<checker::Client>; 3] = Default::default();
    let mut acknowledged = 0;
    for round in 0_u64..12 {
        let (hear, heard) = unbounded_channel();
        let playing = players.map(|(table, guest)| {
            (table, tokio::spawn(play_until_killed(address, tables[table].clone(), guest, hear.clone())))
        });
        drop(hear);
        // At a different moment each time: while dealing, playing, scoring or writing.
        until_heard(heard, players.len(), 4 + round * 37 % 60).await;
        child.kill();
        for (table, playing) in playing {
            notes[table].push(playing.await.unwrap());
        }
        acknowledged = 0;
        for ((table, notes), asked) in tables.iter().zip(&notes).zip([[0].as_slice(), &[1], &[0, 1]]) {
            let checked = checker::check(table, notes, &lines(folder.path(), table), asked);
            acknowledged += checked.unwrap_or_else(|broken| panic!("round {round}: {broken}")).answered;
        }
        (child, address) = serve(this_program(), folder.path());
    }
    assert!(acknowledged > 50, "only {acknowledged} actions were acknowledged: the test tests nothing");
    let (mut ada, seen) = Client::at(address, 0, &tables[0]).await;
    let last: Value = ada.play_on(&tables[0], seen["snapshot"].clone()).await;
    assert_eq!(last["phase"], "over");
    let (mut ada, seen) = Client::at(address, 0, &tables[2]).await;
    let (mut bob, his) = Client::at(address, 1, &tables[2]).await;
    let (a, b) = tokio::join!(
        ada.play_on(&tables[2], seen["snapshot"].clone()),
        bob.play_on(&tables[2], his["snapshot"].clone()),
    );
    assert_eq!(a["totals"], b["totals"]);
}

/// Kills a server repeatedly while every game is played. Returns the number of acknowledged actions.
async fn kill_again_and_again(rounds: u64) -> usize {
    let folder = tempfile::tempdir().unwrap();
    let (mut child, mut address) = serve(this_program(), folder.path());
    let mut acknowledged = 0;
    let mut tables: Vec<(String, Vec<checker::Client>, usize)> = Vec::new();
    for round in 0..rounds {
        if round.is_multiple_of(20) {
            // New tables, before all matches are over.
            tables.clear();
            for (game, seats) in GAMES {
                tables.push((
                    create_table_of(address, game, &with_bots(seats, "random")).await,
                    Vec::new(),
                    0,
                ));
            }
        }
        let (hear, heard) = unbounded_channel();
        let play = |table: &String| tokio::spawn(play_until_killed(address, table.clone(), 0, hear.clone()));
        let playing: Vec<_> = tables.iter().map(|(table, ..)| play(table)).collect();
        drop(hear);
        until_heard(heard, tables.len(), 8 + round * 37 % 180).await;
        child.kill();
        for ((table, notes, before), playing) in tables.iter_mut().zip(playing) {
            notes.push(playing.await.unwrap());
            let checked = checker::check(table, notes, &lines(folder.path(), table), &[]);
            let checked = checked.unwrap_or_else(|broken| panic!("round {round}, {table}: {broken}"));
            acknowledged += checked.answered - std::mem::replace(before, checked.answered);
        }
        (child, address) = serve(this_program(), folder.path());
    }
    acknowledged
}

/// Environment variables: `KILLS` is the number of kills.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes long: cargo xtask test --full"]
async fn after_hundreds_of_kills_over_all_games_nothing_acknowledged_is_missing() {
    let kills = std::env::var("KILLS").ok().and_then(|number| number.parse().ok()).unwrap_or(200);
    let acknowledged = kill_again_and_again(kills).await;
    println!("{kills} kills: {acknowledged} actions were acknowledged, and all are there");
    assert!(acknowledged as u64 > 10 * kills, "only {acknowledged}");
}
