//! Several servers at one database: players may connect to any of them, and a server that ends hands its
//! tables to the others.

use crate::crash::{DATABASE, serve, this_program};
use crate::ratings::claim;
use crate::support::{
    Client, TestServer, create_table, create_table_of, eventually, get, http, post, quick, token,
};
use crate::ties::ask;
use local_postgres::LocalPostgres;
use serde_json::{Value, json};
use server::{Database, Server, Settings, StartError};
use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;
use store::{Durability, OpenError};
use tempfile::TempDir;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::timeout;

/// Opens servers at one database. Returns `None` without PostgreSQL.
async fn open<const N: usize>(drain: Duration) -> Option<(LocalPostgres, [(TempDir, TestServer); N])> {
    let Some(here) = LocalPostgres::start() else {
        println!("not tried: PostgreSQL (Debian: postgresql) is missing, or there is no user to run it as");
        return None;
    };
    let mut servers = Vec::new();
    for _ in 0..N {
        let folder = tempfile::tempdir().unwrap();
        let server = TestServer::open(at(&here, folder.path(), drain)).await;
        servers.push((folder, server));
    }
    Some((here, servers.try_into().ok()?))
}

/// Returns the settings of a server at this database.
pub(crate) fn at(here: &LocalPostgres, folder: &Path, drain: Duration) -> Settings {
    // Clients behind the proxy come from several networks.
    let proxies = vec!["127.0.0.1/32".parse().unwrap()];
    Settings { database: Some(database(here.address(), drain)), proxies, ..quick(folder) }
}

/// Returns a database that this machine alone has.
pub(crate) fn database(address: String, drain: Duration) -> Database {
    let peers = ([127, 0, 0, 1], 0).into();
    Database { address, durability: Durability::One, peers, drain, archive: None }
}

/// Seats Ada and Bob at their own servers, waits for the deal, and returns their views.
pub(crate) async fn seat(ada: &TestServer, bob: &TestServer, table: &str) -> [(Client, Value); 2] {
    let (mut hers, _) = Client::at(ada.address, 0, table).await;
    let (mut his, _) = Client::at(bob.address, 1, table).await;
    his.say(json!({ "type": "sit", "table": table, "seat": 1, "name": "Bob" })).await;
    his.seat = 1;
    let (seen, told) = (hers.until_playing().await, his.until_playing().await);
    [(hers, seen), (his, told)]
}

#[tokio::test]
async fn two_play_at_one_table_though_they_came_to_two_servers() {
    let Some((_here, [(_, first), (_, second)])) = open(Duration::ZERO).await else { return };
    let table = create_table(first.address, json!(["me", "open"])).await;
    let [(mut ada, hers), (mut bob, his)] = seat(&first, &second, &table).await;
    let play = async |client: &mut Client, snapshot| {
        let last = client.play_on(&table, snapshot).await;
        assert_eq!(last["phase"], "over");
    };
    tokio::join!(play(&mut ada, hers), play(&mut bob, his));
    // Every server returns the same record.
    let path = format!("/api/tables/{table}/record");
    let (record, same) = tokio::join!(get(first.address, &path), get(second.address, &path));
    assert_eq!((record.0, &record), (200, &same));
    // After one player unsubscribes, the other still receives notices.
    bob.say(json!({ "type": "unwatch", "table": table })).await;
    loop {
        let told = ada.until("chairs").await;
        if told["chairs"][1]["away"].is_number() {
            break;
        }
    }
}

#[tokio::test]
async fn latency_is_measured_to_the_player_and_not_to_a_relaying_server() {
    let Some((_here, [(_, first), (_, second)])) = open(Duration::ZERO).await else { return };
    let table = create_table_of(first.address, "speed", &json!(["me", "open"])).await;
    let [(mut ada, _), (mut bob, _)] = seat(&first, &second, &table).await;
    for client in [&mut ada, &mut bob] {
        while client.pings.is_empty() {
            // Notices in the meantime do not matter.
            let _ = tokio::time::timeout(Duration::from_millis(50), client.try_receive()).await;
        }
    }
    // A relayed ping has the index of the relay in front.
    assert_eq!((ada.pings[0], bob.pings[0]), (size_of::<u64>(), 1 + size_of::<u64>()));
}

/// Starts a proxy that goes silent without closing its connections. Returns its address and the switch.
async fn way_to(there: SocketAddr) -> (SocketAddr, watch::Sender<bool>) {
    let (is_silent, silent) = watch::channel(false);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut silent = silent.clone();
            tokio::spawn(async move {
                if *silent.borrow_and_update() {
                    std::future::pending::<()>().await;
                }
                let mut there = TcpStream::connect(there).await.unwrap();
                tokio::select! {
                    _ = copy_bidirectional(&mut stream, &mut there) => return,
                    _ = silent.changed() => {}
                }
                // Both connections stay open.
                std::future::pending::<()>().await;
            });
        }
    });
    (address, is_silent)
}

#[tokio::test]
async fn a_way_to_another_server_on_which_nothing_comes_through_ends() {
    let Some((here, [(_, first), (_, second)])) = open(Duration::ZERO).await else { return };
    let port = here.ask("SELECT address FROM nodes ORDER BY node LIMIT 1").expect("it answers");
    let (way, is_silent) = way_to(port.trim().parse().expect("an address")).await;
    here.ask(&format!("UPDATE nodes SET address = '{way}' WHERE address = '{}'", port.trim()))
        .expect("it is done");
    let table = create_table(first.address, json!(["me", "open"])).await;
    let [_ada, (mut bob, _)] = seat(&first, &second, &table).await;
    // Without actions the relay stays open, because its ends ping each other.
    let ended = async |bob: &mut Client| while bob.try_receive().await.is_some() {};
    assert!(timeout(Duration::from_secs(6), ended(&mut bob)).await.is_err(), "it ends though it is good");
    is_silent.send_replace(true);
    timeout(Duration::from_secs(6), ended(&mut bob)).await.expect("he finds out, and comes again");
    // No client keeps trying for long, and soon everything works again.
    let mut bob = Client::hello(second.address, 1).await;
    bob.say(json!({ "type": "watch", "table": table })).await;
    timeout(Duration::from_secs(1), ended(&mut bob)).await.expect("he is sent on at once");
    is_silent.send_replace(false);
    tokio::time::sleep(Duration::from_secs(4)).await;
    Client::at(second.address, 1, &table).await;
}

#[tokio::test]
async fn a_server_that_ends_gives_its_tables_back() {
    let Some((_here, [(_, first), (_, second)])) = open(Duration::from_secs(3)).await else { return };
    let table = create_table(first.address, json!(["me", "open"])).await;
    let [(mut ada, hers), (mut bob, his)] = seat(&first, &second, &table).await;
    let address = first.address;
    let closing = tokio::spawn(first.close());
    tokio::time::sleep(Duration::from_millis(100)).await;
    let (status, told) = get(address, "/api/ready").await;
    assert_eq!((status, &told["status"]), (503, &json!("not-ready")));
    assert!(told["message"].as_str().unwrap().contains("another"), "{told}");
    // Connected players continue until the server has ended.
    let (player, other, snapshot) =
        if hers["legal"] == json!([]) { (&mut bob, &mut ada, his) } else { (&mut ada, &mut bob, hers) };
    player.play(&table, &snapshot, "one").await;
    let version = player.until("played").await["snapshot"]["version"].clone();
    assert_eq!(other.until("played").await["snapshot"]["version"], version);
    closing.await.unwrap();
    for client in [player, other] {
        // A client of the other server is also closed, because its relay is gone.
        while client.try_receive().await.is_some() {}
    }
    let (_ada, hers) = Client::at(second.address, 0, &table).await;
    let (_bob, his) = Client::at(second.address, 1, &table).await;
    assert_eq!((&hers["snapshot"]["version"], &his["snapshot"]["version"]), (&version, &version));
    assert_eq!((&hers["info"]["you"], &his["info"]["you"]), (&json!(0), &json!(1)));
}

#[tokio::test]
async fn two_servers_at_one_database_have_folders_of_their_own() {
    let Some(here) = LocalPostgres::start() else {
        return println!("skipped: PostgreSQL or a user to run it is missing");
    };
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("new/data");
    let settings = at(&here, &data, Duration::ZERO);
    let server = TestServer::open(settings.clone()).await;
    assert!(data.join("admin.sock").exists(), "the first server can't be administered");
    let second = Server::bind(settings.clone()).await.map(|_| ()).unwrap_err();
    assert!(matches!(second, StartError::Store(OpenError::InUse { .. })), "{second}");
    server.close().await;
    TestServer::open(settings).await.close().await;
}

/// Connects a player, who looks for others in a pool.
async fn seek(server: SocketAddr, guest: u8, from: &str, pool: &str) -> Client {
    let mut client = Client::hello_from(server, guest, from).await;
    client.say(json!({ "type": "seek", "id": "s", "pool": pool, "name": "Guest" })).await;
    client
}

#[tokio::test]
async fn two_who_look_for_others_at_two_servers_are_paired_and_rated() {
    let Some((_here, [(_, first), (_, second), (_, third)])) = open(Duration::ZERO).await else { return };
    claim(first.address, 0, "Ada").await;
    claim(second.address, 1, "Bob").await;
    let mut ada = seek(second.address, 0, "203.0.113.1", "scopa-2-quick").await;
    let mut bob = seek(third.address, 1, "203.0.113.2", "scopa-2-quick").await;
    let (hers, his) = (ada.until("paired").await, bob.until("paired").await);
    assert_eq!(hers["table"], his["table"]);
    for client in [&mut ada, &mut bob] {
        client.say(json!({ "type": "watch", "table": hers["table"] })).await;
        // The lobby knows the networks of relayed players.
        assert_eq!(client.until("table").await["info"]["rated"], true);
    }
    let (seen, told) = (ada.until_playing().await, bob.until_playing().await);
    assert_eq!(seen["version"], told["version"]);
}

/// PE-T9, of a block that the server with the lobby does not hear of.
#[tokio::test]
async fn a_block_at_one_server_holds_in_the_lobby_of_another() {
    let Some((_here, [(_, first), (_, second)])) = open(Duration::ZERO).await else { return };
    for (guest, name) in [(0, "Ada"), (1, "Bob")] {
        claim(first.address, guest, name).await;
    }
    let pool = "scopa-4-quick";
    let mut clients = Vec::new();
    let join = async |guest: u8, clients: &mut Vec<Client>| {
        let server = if guest == 0 { &first } else { &second };
        let mut client = seek(server.address, guest, &format!("203.0.113.{guest}"), pool).await;
        client.until("seeking").await;
        clients.push(client);
    };
    join(0, &mut clients).await;
    join(1, &mut clients).await;
    let request = format!("PUT /api/ties/Bob/block HTTP/1.1\r\nauthorization: Bearer {}", token(0));
    assert_eq!(http(second.address, &request, "").await.0, 200);
    // A fifth player, because four of whom two may not meet are no table.
    for guest in 2..5 {
        join(guest, &mut clients).await;
    }
    let mut together = Vec::new();
    for client in &mut clients[2..] {
        together.push(client.until("paired").await["table"].clone());
    }
    assert!(together.iter().all(|table| *table == together[0]), "{together:?}");
    // One of the two plays, and the other waits.
    let [mut ada, mut bob]: [Client; 2] = clients.drain(..2).collect::<Vec<_>>().try_into().ok().unwrap();
    let waiting = tokio::select! {
        _ = ada.until("paired") => &mut bob,
        _ = bob.until("paired") => &mut ada,
    };
    waiting.say(json!({ "type": "unseek", "id": "s" })).await;
    waiting.say(json!({ "type": "ping" })).await;
    waiting.until("pong").await;
    assert!(!waiting.received.iter().any(|text| text.contains("\"paired\"")), "{:?}", waiting.received);
}

/// Makes the accounts Ada and Bob friends, who are guests 0 and 1.
async fn make_friends(server: SocketAddr) {
    for (guest, name) in [(0, "Ada"), (1, "Bob")] {
        claim(server, guest, name).await;
    }
    for (guest, other) in [(0, "Bob"), (1, "Ada")] {
        assert_eq!(ask(server, "PUT", &format!("/api/ties/{other}/friend"), guest).await.0, 200);
    }
}

/// Makes a challenge by Ada to Bob.
async fn challenge(server: SocketAddr) -> (u16, Value) {
    let new = json!({ "pool": "scopa-2-quick", "rated": false, "name": "Bob" });
    post(server, "/api/challenges", 0, &new).await
}

/// Connects a player who is on Home.
async fn on_home(server: SocketAddr, guest: u8) -> Client {
    let mut client = Client::hello(server, guest).await;
    client.say(json!({ "type": "lobby", "on": true })).await;
    client.until("lobby").await;
    client
}

#[tokio::test]
async fn a_friend_at_another_server_hears_of_a_challenge_and_its_founder_of_the_table() {
    let Some((_here, [_lobby, (_, second), (_, third)])) = open(Duration::ZERO).await else { return };
    make_friends(second.address).await;
    let mut bob = on_home(second.address, 1).await;
    let mut ada = on_home(third.address, 0).await;
    let (status, made) = challenge(third.address).await;
    assert_eq!(status, 201, "{made}");
    let told = bob.until("challenged").await;
    assert_eq!((&told["code"], &told["name"]), (&made["code"], &json!("Ada")));
    let accept = format!("/api/challenges/{}/accept", made["code"].as_str().unwrap());
    let (status, opened) = post(second.address, &accept, 1, &json!({ "name": "" })).await;
    assert_eq!(status, 201, "{opened}");
    let paired = ada.until("paired").await;
    assert_eq!((&paired["id"], &paired["table"]), (&made["code"], &opened["table"]));
}

/// PE-T9, of a block that the server with the lobby does not hear of, after a challenge that it hears of late.
#[tokio::test]
async fn a_block_at_one_server_holds_for_a_challenge_that_another_tells() {
    let Some((here, [_lobby, (_, second), (_, third)])) = open(Duration::ZERO).await else { return };
    make_friends(second.address).await;
    let mut bob = on_home(second.address, 1).await;
    let (_, made) = challenge(third.address).await;
    assert_eq!(bob.until("challenged").await["code"], made["code"]);
    assert_eq!(ask(third.address, "PUT", "/api/ties/Ada/block", 1).await.0, 200);
    // A server that is slow tells of the challenge now.
    let peer = here.ask("SELECT address || ' ' || key FROM nodes ORDER BY node LIMIT 1").expect("it answers");
    let (address, key) = peer.trim().split_once(' ').expect("both");
    let address: SocketAddr = address.parse().expect("an address");
    let request =
        format!("POST /challenges/{} HTTP/1.1\r\nparlour-key: {key}", made["code"].as_str().unwrap());
    let (status, _, body) = http(address, &request, "").await;
    assert_eq!((status, &*body), (200, "false"));
    // A relayed command, so that a notice by the server with the lobby would come first.
    bob.say(json!({ "type": "unseek", "id": "none" })).await;
    assert_eq!(bob.until("refused").await["code"], "gone");
    let told = bob.received.iter().filter(|text| text.contains("\"challenged\"")).count();
    assert_eq!(told, 1, "{:?}", bob.received);
    // Nor can the two accept and challenge at any server.
    let path = format!("/api/challenges/{}", made["code"].as_str().unwrap());
    for server in [&second, &third] {
        let accepted = post(server.address, &format!("{path}/accept"), 1, &json!({ "name": "" })).await;
        for refused in [accepted, ask(server.address, "GET", &path, 1).await, challenge(server.address).await]
        {
            assert_eq!((refused.0, &refused.1["code"]), (409, &json!("unavailable")), "{refused:?}");
        }
    }
    // A stranger without the key learns nothing.
    for request in ["GET /watch", &format!("POST /challenges/{}", made["code"].as_str().unwrap())] {
        assert_eq!(
            http(address, &format!("{request} HTTP/1.1\r\nparlour-key: x"), "").await.0,
            401,
            "{request}"
        );
    }
}

/// Pairs two players at their servers in the only pool in which they wait. Returns the table.
async fn pair(servers: [SocketAddr; 2], guests: [u8; 2]) -> (String, [Client; 2]) {
    let [first, second] = guests;
    let from = |guest: u8| format!("203.0.113.{guest}");
    let mut one = seek(servers[0], first, &from(first), "scopa-2-quick").await;
    let mut other = seek(servers[1], second, &from(second), "scopa-2-quick").await;
    let table = one.until("paired").await["table"].as_str().unwrap().to_owned();
    other.until("paired").await;
    for client in [&mut one, &mut other] {
        client.say(json!({ "type": "watch", "table": table })).await;
    }
    one.until_playing().await;
    (table, [one, other])
}

#[tokio::test]
async fn matches_at_all_servers_are_listed_everywhere_without_hidden_players() {
    let Some((_here, [(_, first), (_, second), (_, third)])) = open(Duration::ZERO).await else { return };
    let servers = [first.address, second.address, third.address];
    for (guest, name) in [(0, "Ada"), (1, "Bob")] {
        claim(first.address, guest, name).await;
    }
    // The server to which the first of them subscribes has the table.
    let (hers, _players) = pair([second.address, second.address], [0, 5]).await;
    let (his, _others) = pair([third.address, third.address], [1, 6]).await;
    let listed = async |server: SocketAddr, guest: u8, wanted: &[&String]| {
        eventually("the matches of all servers", async || {
            let (_, list) = ask(server, "GET", "/api/watch", guest).await;
            let mut tables: Vec<_> =
                list["tables"].as_array().unwrap().iter().map(|one| one["table"].clone()).collect();
            tables.sort_by_key(|table| table.to_string());
            let mut wanted: Vec<Value> = wanted.iter().map(|table| json!(table)).collect();
            wanted.sort_by_key(|table| table.to_string());
            (tables == wanted).then_some(())
        })
        .await;
    };
    for server in servers {
        listed(server, 9, &[&hers, &his]).await;
    }
    // Bob appears offline, and a guest whom Ada blocks does not see her.
    let hide = format!("PATCH /api/me HTTP/1.1\r\nauthorization: Bearer {}", token(1));
    let (status, _, _) = http(third.address, &hide, &json!({ "visible": false }).to_string()).await;
    assert_eq!(status, 200);
    for server in servers {
        listed(server, 9, &[&hers]).await;
    }
}

/// Looks for others until the player is paired, and reconnects whenever the server closes the connection.
async fn until_paired(server: SocketAddr, guest: u8, pool: &str) -> Value {
    loop {
        if let Some(mut client) = Client::try_hello(server, guest).await {
            client.say(json!({ "type": "seek", "id": "again", "pool": pool, "name": "Guest" })).await;
            while let Some(notice) = client.try_receive().await {
                if notice["type"] == "paired" {
                    return notice["table"].clone();
                }
            }
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

/// PE-T10
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn players_are_paired_within_ten_seconds_after_the_server_with_the_lobby_was_killed() {
    let Some(here) = LocalPostgres::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut program = this_program();
    program.env(DATABASE, here.address());
    let (mut holder, _) = serve(program, folder.path());
    let mut servers = Vec::new();
    for _ in 0..2 {
        let folder = tempfile::tempdir().unwrap();
        servers.push((TestServer::open(at(&here, folder.path(), Duration::ZERO)).await, folder));
    }
    let [first, second] = [servers[0].0.address, servers[1].0.address];
    // They wait in two pools, so that the lobby doesn't pair them before it is killed.
    let mut ada = seek(first, 0, "203.0.113.1", "scopa-2-quick").await;
    let mut bob = seek(second, 1, "203.0.113.2", "gin-rummy-2-quick").await;
    for client in [&mut ada, &mut bob] {
        client.until("seeking").await;
    }
    holder.kill();
    let killed = std::time::Instant::now();
    for client in [&mut ada, &mut bob] {
        while client.try_receive().await.is_some() {}
    }
    let pool = "scopa-2-quick";
    let (hers, his) = tokio::join!(until_paired(first, 0, pool), until_paired(second, 1, pool));
    assert_eq!(hers, his);
    assert!(killed.elapsed() < Duration::from_secs(10), "{:?}", killed.elapsed());
}
