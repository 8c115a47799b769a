//! Clocks in simulated time: charges, running out of time, and both after a restart.

use crate::support::{Client, TestServer, at_rest, post, quick, with_people};
use serde_json::{Value, json};
use server::{Clock, Settings};
use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;

const DAY: u64 = 86_400;

fn control(delay: u64, bank: u64, increment: u64) -> Value {
    json!({ "delay": delay, "bank": bank, "increment": increment })
}

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

/// Returns settings with a manual clock.
fn standing(folder: &Path) -> Settings {
    let mut settings = quick(folder);
    settings.clock = Clock::standing();
    settings.pace.absence = seconds(60);
    settings.pace.idle = seconds(60);
    settings
}

async fn ask(address: SocketAddr, game: &str, chairs: &Value, control: &Value) -> (u16, Value) {
    let seats = chairs.as_array().unwrap().len();
    let new = json!({ "game": game, "options": {}, "seats": seats, "chairs": chairs, "name": "Ada", "timeControl": control });
    post(address, "/api/tables", 0, &new).await
}

async fn create_table(address: SocketAddr, game: &str, chairs: Value, control: Value) -> String {
    let (status, opened) = ask(address, game, &chairs, &control).await;
    assert_eq!(status, 201, "{opened}");
    opened["table"].as_str().unwrap().to_owned()
}

/// People at a table with clocks, in the first deal.
struct People {
    table: String,
    clients: Vec<Client>,
    snapshots: Vec<Value>,
}

impl People {
    /// Seats people at a new table, and waits for the deal.
    async fn sit(server: &TestServer, game: &str, seats: u8, control: Value) -> Self {
        let (table, clients) = with_people(server.address, game, seats, &control).await;
        let mut people = Self { table, clients, snapshots: Vec::new() };
        for client in &mut people.clients {
            people.snapshots.push(client.until_playing().await);
        }
        people.clocks().await;
        people
    }

    /// Connects people to a table where they have chairs.
    async fn come(server: &TestServer, table: &str, seats: u8) -> (Self, Vec<Value>) {
        let mut people = Self { table: table.to_owned(), clients: Vec::new(), snapshots: Vec::new() };
        let mut clocks = Vec::new();
        for guest in 0..seats {
            let (mut client, seen) = Client::at(server.address, guest, table).await;
            people.snapshots.push(match seen["snapshot"]["phase"] == "scored" {
                true => client.until_playing().await,
                false => seen["snapshot"].clone(),
            });
            people.clients.push(client);
            clocks.clone_from(seen["info"]["clocks"].as_array().unwrap());
        }
        (people, clocks)
    }

    fn actor(&self) -> usize {
        self.snapshots[0]["actors"][0].as_u64().unwrap() as usize
    }

    /// Returns the next clocks that each player receives.
    async fn clocks(&mut self) -> Vec<Value> {
        let mut told = Vec::new();
        for client in &mut self.clients {
            told.push(client.until("clocks").await["clocks"].clone());
        }
        assert!(told.windows(2).all(|two| two[0] == two[1]), "all players receive the same: {told:?}");
        told.swap_remove(0).as_array().unwrap().clone()
    }

    /// Plays for the player to act, waits for all players to receive it, and returns their clocks.
    async fn play(&mut self) -> Vec<Value> {
        let actor = self.actor();
        let snapshot = self.snapshots[actor].clone();
        self.clients[actor].play(&self.table, &snapshot, "x").await;
        self.see().await;
        self.clocks().await
    }

    /// Waits until all players receive the next action.
    async fn see(&mut self) {
        for (client, snapshot) in self.clients.iter_mut().zip(&mut self.snapshots) {
            *snapshot = client.until("played").await["snapshot"].clone();
        }
    }

    async fn leave(self) -> String {
        drop(self.clients);
        self.table
    }
}

/// Seats people at a table with clocks, on a server with a manual clock.
async fn sitting(game: &str, seats: u8, control: Value) -> (TempDir, Clock, TestServer, People) {
    let folder = tempfile::tempdir().unwrap();
    let settings = standing(folder.path());
    let clock = settings.clock.clone();
    let server = TestServer::open(settings).await;
    let people = People::sit(&server, game, seats, control).await;
    (folder, clock, server, people)
}

/// Returns the stored cost of each action, in milliseconds.
fn spent(folder: &Path) -> Vec<Option<i64>> {
    let file = rusqlite::Connection::open(folder.join("parlour.sqlite")).unwrap();
    let mut select =
        file.prepare("SELECT spent FROM entries WHERE text NOT LIKE 'deal %' ORDER BY sequence").unwrap();
    let rows = select.query_map([], |row| row.get(0)).unwrap();
    rows.map(Result::unwrap).collect()
}

#[tokio::test]
async fn the_charge_is_the_elapsed_time() {
    let (folder, clock, server, mut people) = sitting("scopa", 2, control(10, 30, 2)).await;
    let mut banks = [30_000, 30_000];
    // The pace of two slow players, of whom one is sometimes quick.
    let paces = [12, 3, 15, 9, 20, 1, 10, 0];
    for pace in paces {
        let actor = people.actor();
        clock.advance(seconds(pace));
        let clocks = people.play().await;
        let beyond = pace.saturating_sub(10) * 1000;
        banks[actor] = (banks[actor] - beyond + 2000).min(30_000);
        for (clock, bank) in clocks.iter().zip(&mut banks) {
            // The network delay is credited: at most 400 ms per action.
            let now = clock["bank"].as_u64().unwrap();
            assert!((*bank..=*bank + 400).contains(&now), "{now} instead of {bank}");
            *bank = now;
        }
        assert_eq!(clocks[actor]["elapsed"], Value::Null);
        assert_eq!(clocks[people.actor()]["runs"], true);
    }
    server.close().await;
    let spent = spent(folder.path());
    assert_eq!(spent.len(), paces.len());
    for (spent, pace) in spent.iter().zip(paces) {
        let spent = spent.unwrap();
        assert!((0..=400).contains(&(pace as i64 * 1000 - spent)), "{spent} of {pace} seconds");
    }
}

#[tokio::test]
async fn the_server_acts_for_a_slow_player_until_the_others_decide() {
    let (_folder, clock, server, mut people) = sitting("scopa", 2, control(10, 20, 0)).await;
    let slow = people.actor();
    clock.advance(seconds(30) - Duration::from_millis(1));
    // Nothing happens before the deadline.
    let quick = 1 - slow;
    let table = people.table.clone();
    let told = people.clients[quick].all_told(&table, &clock).await;
    assert!(told.is_empty(), "{told:?}");
    // The network delay is credited: at most half a second.
    clock.advance(Duration::from_millis(501));
    people.see().await;
    let clocks = people.clocks().await;
    assert_eq!(
        (&clocks[slow]["flagged"], &clocks[slow]["bank"], &clocks[slow]["delay"]),
        (&json!(true), &json!(0), &json!(3000))
    );
    for _ in 0..1 {
        people.play().await;
        clock.advance(seconds(4));
        people.see().await;
        people.clocks().await;
    }
    people.play().await;
    clock.advance(seconds(4));
    // The third time no action is played: the player counts as having left, and the other may claim the win.
    let chairs = people.clients[quick].until("chairs").await;
    assert_eq!(chairs["chairs"][slow]["left"], true);
    let clocks = people.clocks().await;
    assert_eq!(clocks[slow]["decided"], 600_000);
    people.clients[quick].say(json!({ "type": "claim", "table": table })).await;
    let over = people.clients[quick].until("table").await;
    assert_eq!(over["info"]["ended"], json!({ "by": "absence", "seat": slow }));
    server.close().await;
}

#[tokio::test]
async fn an_active_player_is_present_and_cannot_lose_by_absence() {
    let (_folder, clock, server, mut people) = sitting("scopa", 2, control(10, 20, 0)).await;
    let slow = people.actor();
    clock.advance(seconds(31));
    people.see().await;
    assert_eq!(people.clocks().await[slow]["flagged"], true);
    // Any command shows that the player is there.
    let table = people.table.clone();
    people.clients[slow].say(json!({ "type": "continue", "table": table })).await;
    // Another socket may be faster, so all players must receive it first.
    assert_eq!(people.clocks().await[slow]["flagged"], false);
    let clocks = people.play().await;
    assert_eq!((&clocks[slow]["flagged"], &clocks[slow]["bank"]), (&json!(false), &json!(20_000)));
    people.clients[1 - slow].say(json!({ "type": "claim", "table": table })).await;
    assert_eq!(people.clients[1 - slow].until("refused").await["code"], "not-yours");
    // The second time the bank is used up, the player has left. A returning player continues.
    clock.advance(seconds(31));
    assert_eq!(people.clients[1 - slow].until("chairs").await["chairs"][slow]["left"], true);
    people.clients[slow].say(json!({ "type": "watch", "table": table })).await;
    assert_eq!(people.clients[1 - slow].until("chairs").await["chairs"][slow]["left"], false);
    people.clients[1 - slow].say(json!({ "type": "claim", "table": table })).await;
    assert_eq!(people.clients[1 - slow].until("refused").await["code"], "not-yours");
    server.close().await;
}

#[tokio::test]
async fn at_a_table_of_three_a_bot_plays_on_unless_a_player_waits() {
    for waits in [false, true] {
        let (_folder, clock, server, mut people) = sitting("scopa", 3, control(10, 300, 0)).await;
        let gone = people.actor();
        // One player disconnects. The others have waited a minute in total long before the bank is used up.
        drop(people.clients.remove(gone));
        people.snapshots.remove(gone);
        let other = &mut people.clients[0];
        assert!(other.until("chairs").await["chairs"][gone]["away"].is_u64());
        clock.advance(seconds(61));
        assert_eq!(other.until("chairs").await["chairs"][gone]["left"], true);
        assert_eq!(other.until("clocks").await["clocks"][gone]["decided"], 30_000);
        if waits {
            other.say(json!({ "type": "wait", "table": people.table, "seat": gone })).await;
            assert_eq!(other.until("clocks").await["clocks"][gone]["decided"], 600_000);
            clock.advance(seconds(599));
            let told = other.all_told(&people.table, &clock).await;
            assert!(told.iter().all(|notice| notice["type"] != "chairs"), "{told:?}");
            clock.advance(seconds(1));
        } else {
            clock.advance(seconds(30));
        }
        assert_eq!(other.until("chairs").await["chairs"][gone]["substitute"], "skilled");
        other.until("played").await;
        server.close().await;
    }
}

#[tokio::test]
async fn the_remaining_player_of_two_wins_after_the_wait() {
    let (_folder, clock, server, mut people) = sitting("scopa", 2, control(20, 120, 2)).await;
    let gone = people.actor();
    drop(people.clients.remove(gone));
    let other = &mut people.clients[0];
    other.until("chairs").await;
    clock.advance(seconds(61));
    assert_eq!(other.until("clocks").await["clocks"][gone]["decided"], 600_000);
    clock.advance(seconds(600));
    assert_eq!(other.until("table").await["info"]["ended"], json!({ "by": "absence", "seat": gone }));
    server.close().await;
}

#[tokio::test]
async fn restarts_cost_no_player_time() {
    let folder = tempfile::tempdir().unwrap();
    let settings = standing(folder.path());
    let clock = settings.clock.clone();
    let mut server = TestServer::open(settings.clone()).await;
    let mut people = People::sit(&server, "scopa", 2, control(10, 60, 0)).await;
    let mut banks = [60_000_i64, 60_000];
    for _ in 0..12 {
        // The time before the restart is not charged, and the length of the downtime does not matter.
        clock.advance(seconds(9));
        let table = people.leave().await;
        server.close().await;
        clock.advance(seconds(3600));
        server = TestServer::open(settings.clone()).await;
        let (again, clocks) = People::come(&server, &table, 2).await;
        people = again;
        let actor = people.actor();
        assert_eq!((&clocks[actor]["elapsed"], &clocks[actor]["runs"]), (&json!(0), &json!(true)));
        // Ten seconds to return, ten free seconds, and two from the bank.
        clock.advance(seconds(22));
        banks[actor] -= 2000;
        let clocks = people.play().await;
        for (clock, bank) in clocks.iter().zip(&mut banks) {
            let now = clock["bank"].as_i64().unwrap();
            assert!((*bank..=*bank + 400).contains(&now), "{now} instead of {bank}");
            *bank = now;
        }
    }
    server.close().await;
}

#[tokio::test]
async fn correspondence_clocks_run_while_players_and_server_are_away() {
    let folder = tempfile::tempdir().unwrap();
    let settings = standing(folder.path());
    let clock = settings.clock.clone();
    let server = TestServer::open(settings.clone()).await;
    let table = create_table(server.address, "scopa", json!(["me", "open"]), control(DAY, 0, 0)).await;
    // The cards are dealt without a connected player.
    let (mut bob, _) = Client::at(server.address, 1, &table).await;
    bob.say(json!({ "type": "sit", "table": table, "seat": 1, "name": "Bob" })).await;
    let snapshot = bob.until_playing().await;
    let late = snapshot["actors"][0].as_u64().unwrap();
    drop(bob);
    clock.advance(seconds(DAY / 2));
    server.close().await;
    clock.advance(seconds(DAY / 2 - 60));
    let server = TestServer::open(settings).await;
    // The other player connects: one minute is left.
    let other = 1 - late as u8;
    let (mut client, seen) = Client::at(server.address, other, &table).await;
    assert_eq!(seen["info"]["chairs"][late as usize]["left"], false);
    let clocks = seen["info"]["clocks"].clone();
    let took = clocks[late as usize]["elapsed"].as_u64().unwrap();
    assert!((DAY - 62..=DAY - 60).contains(&(took / 1000)), "{took}");
    client.say(json!({ "type": "claim", "table": table })).await;
    assert_eq!(client.until("refused").await["code"], "not-yours");
    clock.advance(seconds(65));
    assert_eq!(client.until("chairs").await["chairs"][late as usize]["left"], true);
    // The table decides nothing by itself, however long it takes.
    clock.advance(seconds(3 * DAY));
    client.say(json!({ "type": "claim", "table": table })).await;
    assert_eq!(client.until("table").await["info"]["ended"], json!({ "by": "absence", "seat": late }));
    server.close().await;
}

#[tokio::test]
async fn unplayable_time_controls_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(standing(folder.path())).await;
    for (game, seats, wrong) in [
        ("scopa", 2, control(0, 60, 0)),
        ("scopa", 2, control(8, 99_999, 0)),
        ("scopa", 2, control(DAY, 60, 0)),
        ("scopa", 2, control(20 * DAY, 0, 0)),
        ("speed", 2, control(8, 60, 0)),
        ("sharks", 3, control(DAY, 0, 0)),
        ("scopa", 2, json!({ "delay": -1, "bank": 0, "increment": 0 })),
        ("scopa", 2, json!({ "delay": 8, "bank": 0 })),
        ("scopa", 2, json!({ "delay": 8, "bank": 0, "increment": 0, "free": 1 })),
        ("scopa", 2, json!("quick")),
    ] {
        let chairs: Vec<&str> = (0..seats).map(|seat| if seat == 0 { "me" } else { "open" }).collect();
        let (status, refused) = ask(server.address, game, &json!(chairs), &wrong).await;
        assert_eq!(status, 400, "{game} {wrong}: {refused}");
    }
    server.close().await;
}

#[tokio::test]
async fn reconnecting_gives_no_extra_time() {
    let (_folder, clock, server, mut people) = sitting("scopa", 2, control(10, 20, 0)).await;
    let slow = people.actor();
    let table = people.table.clone();
    let stand = json!({ "type": "stand", "table": table, "seat": slow });
    let watch = json!({ "type": "watch", "table": table });
    let left = |chairs: &Value| chairs["chairs"][slow]["left"].as_bool().unwrap();
    // Just before the time is over the player leaves and returns at once. The used time stays used, and once
    // there is a little more.
    clock.advance(seconds(28));
    people.clients[slow].say(stand.clone()).await;
    people.clients[slow].say(watch.clone()).await;
    let other = &mut people.clients[1 - slow];
    while left(&other.until("chairs").await) {}
    people.clients[slow].until("table").await;
    let other = &mut people.clients[1 - slow];
    let clocks = loop {
        let clocks = other.until("clocks").await["clocks"].clone();
        if clocks[slow]["elapsed"] == json!(0) {
            break clocks;
        }
    };
    assert_eq!(clocks[slow]["bank"], 20_000);
    clock.advance(seconds(28));
    people.clients[slow].say(stand).await;
    while !left(&people.clients[1 - slow].until("chairs").await) {}
    // The second time the player must act to return.
    for _ in 0..3 {
        people.clients[slow].say(watch.clone()).await;
        assert_eq!(people.clients[slow].until("table").await["info"]["chairs"][slow]["left"], true);
    }
    let snapshot = people.snapshots[slow].clone();
    people.clients[slow].play(&table, &snapshot, "back").await;
    while left(&people.clients[1 - slow].until("chairs").await) {}
    server.close().await;
}

/// Reads the table until a condition holds. Every change is sent to this client, which then reads again.
async fn until(client: &mut Client, table: &str, is_so: impl Fn(&Value) -> bool) {
    loop {
        client.say(json!({ "type": "watch", "table": table })).await;
        if is_so(&client.until("table").await["info"]) {
            return;
        }
        client.receive().await;
    }
}

#[tokio::test]
async fn clocks_stop_while_all_players_are_away() {
    let (_folder, clock, server, people) = sitting("scopa", 2, control(20, 300, 0)).await;
    let (slow, table) = (people.actor(), people.table.clone());
    let (mut eve, _) = Client::at(server.address, 9, &table).await;
    people.leave().await;
    until(&mut eve, &table, |info| info["clocks"][slow]["runs"] == false).await;
    clock.advance(seconds(3600));
    let (_other, seen) = Client::at(server.address, 1 - slow as u8, &table).await;
    assert_eq!(seen["info"]["chairs"][slow]["left"], false);
    assert_eq!(seen["info"]["clocks"][slow]["bank"], 300_000);
    // Only now a player is waited for.
    until(&mut eve, &table, |info| info["clocks"][slow]["runs"] == true).await;
    server.close().await;
}

#[tokio::test]
async fn absence_is_counted_across_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let settings = standing(folder.path());
    let clock = settings.clock.clone();
    let server = TestServer::open(settings.clone()).await;
    let people = People::sit(&server, "scopa", 2, control(600, 3600, 0)).await;
    let slow = people.actor();
    let table = people.leave().await;
    server.close().await;
    let server = TestServer::open(settings).await;
    let (mut other, _) = Client::at(server.address, 1 - slow as u8, &table).await;
    // The table notices the absence when the time to return is over.
    clock.advance(seconds(11));
    at_rest(&clock).await;
    clock.advance(seconds(61));
    assert_eq!(other.until("chairs").await["chairs"][slow]["left"], true);
    server.close().await;
}

#[tokio::test]
async fn a_flagged_correspondence_player_gets_one_new_delay() {
    let folder = tempfile::tempdir().unwrap();
    let settings = standing(folder.path());
    let clock = settings.clock.clone();
    let server = TestServer::open(settings.clone()).await;
    let people = People::sit(&server, "scopa", 2, control(DAY, 0, 0)).await;
    let late = people.actor();
    let table = people.leave().await;
    clock.advance(seconds(DAY + 5));
    let has_left = |info: &Value| info["chairs"][late]["left"] == true;
    let (mut other, _) = Client::at(server.address, 1 - late as u8, &table).await;
    until(&mut other, &table, has_left).await;
    drop(other);
    server.close().await;
    let server = TestServer::open(settings).await;
    let (mut client, seen) = Client::at(server.address, late as u8, &table).await;
    assert!(!has_left(&seen["info"]) || !has_left(&client.until("chairs").await), "back once");
    clock.advance(seconds(DAY - 5));
    until(&mut client, &table, |info| !has_left(info)).await;
    clock.advance(seconds(10));
    let (mut other, _) = Client::at(server.address, 1 - late as u8, &table).await;
    until(&mut other, &table, has_left).await;
    // Now the player must act.
    client.say(json!({ "type": "watch", "table": table })).await;
    assert!(has_left(&client.until("table").await["info"]));
    server.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn repeated_questions_stop_no_clock() {
    let (_folder, clock, server, mut people) = sitting("scopa", 2, control(10, 20, 0)).await;
    let (slow, table) = (people.actor(), people.table.clone());
    let mut floods = tokio::task::JoinSet::new();
    for number in 0..24 {
        let (address, table) = (server.address, table.clone());
        floods.spawn(async move {
            let mut client = Client::hello(address, slow as u8).await;
            // Each of them is written to disk.
            for turn in 0.. {
                let name = format!("{number} {turn}");
                client.say(json!({ "type": "sit", "table": table, "seat": slow, "name": name })).await;
            }
        });
    }
    let version = people.snapshots[slow]["version"].as_u64();
    let other = &mut people.clients[1 - slow];
    for _ in 0..200 {
        other.until("chairs").await;
    }
    clock.advance(seconds(31));
    // A client that reads too slowly gets the table instead of the action.
    let played = async { while other.receive().await["snapshot"]["version"].as_u64() <= version {} };
    let played = tokio::time::timeout(seconds(10), played).await;
    assert!(played.is_ok(), "the requests stop the clock");
    floods.abort_all();
    server.close().await;
}
