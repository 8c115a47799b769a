//! Speed: two players at once. Tests of the order of plays, late plays, illegal plays and automatic actions.

use crate::support::{Client, TestServer, get, post, quick};
use cards::Rng;
use serde_json::{Value, json};
use server::{Pace, Rate, Settings};
use sha2::{Digest, Sha256};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, sleep, sleep_until};

/// Creates a table of Speed; guest 0 has the first chair.
async fn create_table(address: SocketAddr, chairs: Value) -> String {
    let options = json!({ "lateplay": "reject" });
    let new = json!({ "game": "speed", "options": options, "seats": 2, "chairs": chairs, "name": "Ada" });
    let (status, opened) = post(address, "/api/tables", 0, &new).await;
    assert_eq!(status, 201, "{opened}");
    opened["table"].as_str().unwrap().to_owned()
}

/// Seats two people in the first game, before the first flip, each through an address of their own.
async fn two(server: &TestServer, addresses: [SocketAddr; 2]) -> (String, Client, Client) {
    let table = create_table(server.address, json!(["me", "open"])).await;
    let (mut ada, _) = Client::at(addresses[0], 0, &table).await;
    let (mut bea, _) = Client::at(addresses[1], 1, &table).await;
    bea.say(json!({ "type": "sit", "table": table, "seat": 1, "name": "Bea" })).await;
    bea.seat = 1;
    ada.until("dealt").await;
    bea.until("dealt").await;
    (table, ada, bea)
}

impl Client {
    async fn race(&mut self, table: &str, action: &str, id: &str) {
        // The version has no effect in a race.
        self.say(json!({ "type": "play", "table": table, "version": 0, "action": action, "id": id })).await;
    }

    /// Returns the next snapshot.
    async fn snapshot(&mut self) -> Value {
        self.until("played").await["snapshot"].clone()
    }
}

/// Both players flip, and see the centre.
async fn flip(table: &str, ada: &mut Client, bea: &mut Client) -> [Value; 2] {
    ada.race(table, "flip", "f").await;
    ada.snapshot().await;
    bea.snapshot().await;
    bea.race(table, "flip", "f").await;
    [ada.snapshot().await, bea.snapshot().await]
}

#[tokio::test]
async fn a_command_sent_again_gets_its_first_answer_and_is_done_once() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let (table, mut ada, mut bea) = two(&server, [server.address; 2]).await;
    ada.race(&table, "flip", "mine").await;
    let played = ada.until("played").await;
    bea.snapshot().await;
    // On another connection, as if the first answer was lost.
    let (mut again, _) = Client::at(server.address, 0, &table).await;
    again.race(&table, "flip", "mine").await;
    let accepted = again.until("accepted").await;
    assert_eq!((&accepted["id"], &accepted["version"]), (&json!("mine"), &played["snapshot"]["version"]));
    again.race(&table, "7c > L on 6d", "wrong").await;
    let refused = again.until("refused").await;
    bea.race(&table, "flip", "hers").await;
    assert_eq!(bea.snapshot().await["version"], json!(played["snapshot"]["version"].as_u64().unwrap() + 1));
    again.until("played").await;
    // A command that was illegal then is not executed now, whatever lies there.
    again.race(&table, "7c > L on 6d", "wrong").await;
    assert_eq!(again.until("refused").await, refused);
    server.close().await;
}

#[tokio::test]
async fn a_command_that_was_done_is_known_after_a_restart_too() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let (table, mut ada, mut bea) = two(&server, [server.address; 2]).await;
    ada.race(&table, "flip", "mine").await;
    let played = ada.until("played").await;
    bea.snapshot().await;
    server.close().await;
    let server = TestServer::open(quick(folder.path())).await;
    let (mut again, _) = Client::at(server.address, 0, &table).await;
    again.race(&table, "flip", "mine").await;
    let accepted = again.until("accepted").await;
    assert_eq!((&accepted["id"], &accepted["version"]), (&json!("mine"), &played["snapshot"]["version"]));
    // Another command is executed on its own.
    again.race(&table, "flip", "another").await;
    assert_eq!(again.until("refused").await["id"], "another");
    server.close().await;
}

/// Protocol 2 called this message `command`. Its stored hash must still identify the repetition.
#[tokio::test]
async fn a_text_action_stored_by_version_0_1_is_known_after_an_upgrade() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let (table, mut ada, mut bea) = two(&server, [server.address; 2]).await;
    let typed =
        |id: &str| json!({ "type": "textAction", "table": table, "version": 1, "line": "flip", "id": id });
    ada.say(typed("mine")).await;
    let played = ada.until("played").await;
    bea.snapshot().await;
    server.close().await;
    // Version 0.1.0 computed this hash for the command "mine", which types "flip" at version 1. It stored the
    // first half of the hash.
    let hash = Sha256::digest(r#"["mine",1,true,"flip"]"#);
    let file = rusqlite::Connection::open(folder.path().join("parlour.sqlite")).unwrap();
    let sql = "UPDATE entries SET command = ?1 WHERE command IS NOT NULL";
    assert_eq!(file.execute(sql, [&hash[..16]]).unwrap(), 1);
    file.close().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let (mut again, _) = Client::at(server.address, 0, &table).await;
    again.say(typed("mine")).await;
    let accepted = again.until("accepted").await;
    assert_eq!((&accepted["id"], &accepted["version"]), (&json!("mine"), &played["snapshot"]["version"]));
    // Another command is executed on its own.
    again.say(typed("another")).await;
    assert_eq!(again.until("refused").await["id"], "another");
    server.close().await;
}

/// Returns a player's legal action on a pile.
fn on(snapshot: &Value, pile: &str) -> Option<String> {
    let legal = snapshot["legal"].as_array().unwrap().iter().map(|action| action.as_str().unwrap());
    legal.into_iter().find(|action| action.ends_with(pile)).map(str::to_owned)
}

/// Creates a table at which both can play on the same pile. Returns the pile's letter, its top card, and each
/// player's action.
async fn collision(
    server: &TestServer,
    addresses: [SocketAddr; 2],
) -> (String, [Client; 2], String, [String; 2]) {
    loop {
        let (table, mut ada, mut bea) = two(server, addresses).await;
        let snapshots = flip(&table, &mut ada, &mut bea).await;
        for (index, pile) in ["L", "R"].into_iter().enumerate() {
            if let [Some(hers), Some(other)] =
                [&snapshots[0], &snapshots[1]].map(|snapshot| on(snapshot, pile))
            {
                let top = snapshots[0]["view"]["tops"][index].as_str().unwrap().to_owned();
                return (table, [ada, bea], top, [hers, other]);
            }
        }
    }
}

/// Plays anything, as fast as possible, until the match is over. Returns the number of late plays.
async fn play_on(mut client: Client, table: String, mut rng: Rng) -> (u32, Value) {
    let mut late = 0;
    client.say(json!({ "type": "watch", "table": table })).await;
    let mut snapshot = client.until("table").await["snapshot"].clone();
    for number in 0.. {
        let legal = snapshot["legal"].as_array().unwrap();
        match snapshot["phase"].as_str().unwrap() {
            "over" => return (late, snapshot),
            "scored" => client.say(json!({ "type": "continue", "table": table })).await,
            _ if legal.is_empty() => {}
            _ => {
                let action = legal[rng.below(legal.len())].as_str().unwrap().to_owned();
                client.race(&table, &action, &number.to_string()).await;
            }
        }
        snapshot = loop {
            let notice = client.receive().await;
            if notice["type"] == "refused" {
                late += 1;
            }
            if !notice["snapshot"].is_null() {
                break notice["snapshot"].clone();
            }
        };
    }
    unreachable!("a match has an end")
}

#[tokio::test]
async fn two_people_race_to_the_end_and_the_record_replays_to_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let mut late = 0;
    for n in 0..4 {
        let (table, ada, bea) = two(&server, [server.address; 2]).await;
        let (a, b) = tokio::join!(
            play_on(ada, table.clone(), Rng::from_number(n)),
            play_on(bea, table.clone(), Rng::from_number(100 + n))
        );
        late += a.0 + b.0;
        assert_eq!((&a.1["totals"], &a.1["winners"]), (&b.1["totals"], &b.1["winners"]));
        let (status, record) = get(server.address, &format!("/api/tables/{table}/record")).await;
        assert_eq!(status, 200);
        let text = record.to_string();
        assert!(!text.contains(" on "), "what was aimed at is no part of a record");
        let summary = catalog::read_record(&text).unwrap().replay(&catalog::CATALOG).summary();
        assert_eq!(summary["status"], "complete");
        assert_eq!((&summary["totals"], &summary["winners"]), (&a.1["totals"], &a.1["winners"]));
    }
    assert!(late > 0, "they raced");
    server.close().await;
}

#[tokio::test]
async fn a_person_plays_against_a_bot_of_every_level() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    for level in ["random", "grandmother", "wasp"] {
        let table = create_table(server.address, json!(["me", { "bot": level }])).await;
        let (mut ada, _) = Client::at(server.address, 0, &table).await;
        ada.race(&table, "flip", "f").await;
        let begun = Instant::now();
        // The bot flips, and then plays or flips again by itself.
        while ada.until("played").await["seat"] != 1 {}
        if level != "wasp" {
            assert!(begun.elapsed() > Duration::from_millis(600), "{level} has a reaction time");
        }
    }
    let new = json!({
        "game": "speed", "options": {}, "seats": 2, "chairs": ["me", { "bot": "ismcts:20ms" }], "name": "Ada",
    });
    let (status, refused) = post(server.address, "/api/tables", 0, &new).await;
    assert_eq!((status, &refused["code"]), (400, &json!("options")));
    assert!(refused["message"].as_str().unwrap().contains("without turns"), "{refused}");
    server.close().await;
}

#[tokio::test]
async fn who_comes_second_gets_the_card_back_and_is_told_why() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let (table, [mut ada, mut bea], top, [hers, other]) = collision(&server, [server.address; 2]).await;
    ada.race(&table, &format!("{hers} on {top}"), "a").await;
    let played = ada.until("played").await;
    assert_eq!((&played["id"], &played["action"]), (&json!("a"), &json!(hers)));
    bea.race(&table, &format!("{other} on {top}"), "b").await;
    let refused = bea.until("refused").await;
    assert_eq!((&refused["code"], &refused["reason"]), (&json!("illegal"), &json!("too-late")));
    assert_eq!((&refused["id"], &refused["rule"]), (&json!("b"), &json!("SP-R4")));
    assert_eq!(refused["params"]["target"], top);
    assert_eq!(refused["params"]["top"], hers[..2]);
    server.close().await;
}

#[tokio::test]
async fn a_hostile_client_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut settings = quick(folder.path());
    settings.limits.connections.messages = Rate { burst: 20, per_second: 10.0 };
    let server = TestServer::open(settings).await;
    let (table, [mut ada, mut eve], _, [hers, _]) = collision(&server, [server.address; 2]).await;
    let (mut watcher, seen) = Client::at(server.address, 2, &table).await;
    let before = seen["snapshot"].clone();
    let not_hers = hers.replace(&hers[..2], "");
    let strange = [
        // A card of the other player, an unknown card, a flip while a play is possible, a flip for the other
        // player.
        (hers.clone(), "not-held"),
        (format!("{not_hers} > L"), "unreadable"),
        ("flip".to_owned(), "not-blocked"),
        ("0 flip".to_owned(), "unreadable"),
        ("~ shuffle As".to_owned(), "unreadable"),
    ];
    for (action, code) in strange {
        eve.race(&table, &action, "e").await;
        let refused = eve.until("refused").await;
        let reason = if refused["reason"].is_null() { &refused["code"] } else { &refused["reason"] };
        assert_eq!(reason, code, "{action}: {refused}");
    }
    // A spectator can't play.
    watcher.race(&table, "flip", "w").await;
    assert_eq!(watcher.until("refused").await["code"], "not-yours");
    // A flood: most messages are not performed, and a client that continues is disconnected.
    for _ in 0..400 {
        eve.race(&table, "flip", "e").await;
    }
    let mut refused = 0;
    while let Some(notice) = eve.try_receive().await {
        if notice["code"] == "too-many" {
            assert_eq!(notice["id"], "e", "the refusal names the command: {notice}");
            refused += 1;
        }
    }
    assert!(refused > 50, "{refused}");
    // Other players receive none of it, and the game continues at once.
    let begun = Instant::now();
    ada.race(&table, &hers, "a").await;
    assert_eq!(ada.until("played").await["id"], "a");
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    let played = watcher.until("played").await;
    assert_eq!(played["snapshot"]["version"].as_u64(), before["version"].as_u64().map(|version| version + 1));
    assert!(!watcher.received.iter().any(|text| text.contains("\"flip\"")), "no spectator sees a flip");
    server.close().await;
}

/// Starts a proxy to the server with a fixed delay in each direction.
async fn far_away(server: SocketAddr, one_way: Duration) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((near, _)) = listener.accept().await {
            let far = TcpStream::connect(server).await.unwrap();
            far.set_nodelay(true).unwrap();
            near.set_nodelay(true).unwrap();
            let (near_in, near_out) = near.into_split();
            let (far_in, far_out) = far.into_split();
            tokio::spawn(carry(near_in, far_out, one_way));
            tokio::spawn(carry(far_in, near_out, one_way));
        }
    });
    address
}

/// Forwards data with a fixed delay.
async fn carry(
    mut from: tokio::net::tcp::OwnedReadHalf,
    mut to: tokio::net::tcp::OwnedWriteHalf,
    time: Duration,
) {
    let (sender, mut pieces) = tokio::sync::mpsc::unbounded_channel::<(Instant, Vec<u8>)>();
    tokio::spawn(async move {
        while let Some((at, piece)) = pieces.recv().await {
            sleep_until(at).await;
            if to.write_all(&piece).await.is_err() {
                return;
            }
        }
    });
    let mut piece = vec![0; 16 * 1024];
    while let Ok(count @ 1..) = from.read(&mut piece).await {
        if sender.send((Instant::now() + time, piece[..count].to_vec())).is_err() {
            return;
        }
    }
}

async fn listen(client: &mut Client, until: Instant) {
    while tokio::time::timeout_at(until, client.receive()).await.is_ok() {}
}

/// Lets both players press, the near one later or earlier by `near_later`. Returns who is first.
async fn press(server: &TestServer, far: SocketAddr, near_later: i64) -> u64 {
    for _ in 0..10 {
        let (first, later) = press_once(server, far, near_later).await;
        // On a busy machine a player may press late.
        if (later - near_later).abs() < 30 {
            return first;
        }
    }
    panic!("this machine is too busy to press in time");
}

/// Returns who is first, and the actual difference in ms by which the near player pressed later.
async fn press_once(server: &TestServer, far: SocketAddr, near_later: i64) -> (u64, i64) {
    let (table, clients, top, [hers, other]) = collision(server, [server.address; 2]).await;
    drop(clients);
    let (mut bea, _) = Client::at(far, 1, &table).await;
    let (mut ada, _) = Client::at(server.address, 0, &table).await;
    // The server measures the delays itself; a listening client answers its pings.
    let measured = Instant::now() + Duration::from_millis(1500);
    tokio::join!(listen(&mut ada, measured), listen(&mut bea, measured));
    let start = Instant::now() + Duration::from_millis(100);
    let near = async {
        let later = Duration::from_millis(near_later.max(0) as u64);
        sleep_until(start + later).await;
        let pressed = start.elapsed();
        ada.race(&table, &format!("{hers} on {top}"), "a").await;
        (ada.until("played").await["seat"].as_u64().unwrap(), pressed)
    };
    let far = async {
        let later = Duration::from_millis((-near_later).max(0) as u64);
        sleep_until(start + later).await;
        let pressed = start.elapsed();
        bea.race(&table, &format!("{other} on {top}"), "b").await;
        pressed
    };
    let ((first, near), far) = tokio::join!(near, far);
    (first, near.as_millis() as i64 - far.as_millis() as i64)
}

#[tokio::test]
async fn the_earlier_press_counts_despite_latency() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let far = far_away(server.address, Duration::from_millis(190)).await;
    assert_eq!(press(&server, far, 100).await, 1, "who is far away pressed first");
    assert_eq!(press(&server, far, -100).await, 0, "who is near pressed first");
    server.close().await;
}

#[tokio::test]
async fn a_play_with_low_latency_is_not_delayed() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let mut took = Vec::new();
    // A play held for others always waits; a busy disk delays only some.
    while took.len() < 5 && took.iter().all(|took| *took >= Duration::from_millis(150)) {
        let (table, [mut ada, _bea], _, [hers, _]) = collision(&server, [server.address; 2]).await;
        sleep(Duration::from_millis(600)).await;
        let begun = Instant::now();
        ada.race(&table, &hers, "a").await;
        assert_eq!(ada.until("played").await["id"], "a");
        took.push(begun.elapsed());
    }
    assert!(took.iter().any(|took| *took < Duration::from_millis(150)), "{took:?}");
    server.close().await;
}

fn timed(folder: &std::path::Path, count: u64, timeout: u64) -> Settings {
    let quick = quick(folder);
    let [count, timeout] = [count, timeout].map(Duration::from_millis);
    Settings { pace: Pace { count, timeout, ..quick.pace.clone() }, ..quick }
}

#[tokio::test]
async fn what_is_turned_up_is_told_when_the_table_has_counted() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(timed(folder.path(), 2000, 60_000)).await;
    let (table, mut ada, mut bea) = two(&server, [server.address; 2]).await;
    ada.race(&table, "flip", "a").await;
    assert_eq!(bea.until("played").await["action"], "flip");
    let begun = Instant::now();
    bea.race(&table, "flip", "b").await;
    let notice = ada.until("countdown").await;
    assert_eq!((&notice["seat"], &notice["millis"]), (&json!(1), &json!(2000)));
    // A new spectator sees the countdown, and no card of the centre.
    let (_, seen) = Client::at(server.address, 2, &table).await;
    assert!(seen["info"]["countdown"].as_u64().is_some_and(|left| left <= 2000), "{}", seen["info"]);
    assert_eq!(seen["snapshot"]["view"]["tops"], json!([null, null]));
    // A second flip is not needed.
    bea.race(&table, "flip", "again").await;
    let refused = bea.until("refused").await;
    assert_eq!((&refused["code"], &refused["id"]), (&json!("stale"), &json!("again")));
    let played = bea.until("played").await;
    assert!(begun.elapsed() >= Duration::from_millis(1980), "{:?}", begun.elapsed());
    assert_eq!(played["id"], "b");
    assert!(played["snapshot"]["view"]["tops"][0].is_string());
    server.close().await;
}

#[tokio::test]
async fn a_block_has_a_timeout_and_the_first_flip_has_none() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(timed(folder.path(), 50, 1500)).await;
    loop {
        let (table, mut ada, mut bea) = two(&server, [server.address; 2]).await;
        sleep(Duration::from_millis(1600)).await;
        let mut snapshots = flip(&table, &mut ada, &mut bea).await;
        assert_eq!(snapshots[0]["version"], 3, "the table waited for both flips");
        // Plays anything possible, one after the other, until neither player can.
        while snapshots[0]["phase"] == "playing" && snapshots[0]["view"]["blocked"] == false {
            let action = |snapshot: &Value| snapshot["legal"][0].as_str().map(str::to_owned);
            match (action(&snapshots[0]), action(&snapshots[1])) {
                (Some(action), _) => ada.race(&table, &action, "a").await,
                (None, Some(action)) => bea.race(&table, &action, "b").await,
                (None, None) => panic!("a player can play"),
            }
            snapshots = [ada.snapshot().await, bea.snapshot().await];
        }
        if snapshots[0]["phase"] != "playing" {
            continue;
        }
        let begun = Instant::now();
        let flips = [ada.until("played").await, ada.until("played").await];
        assert_eq!(flips[0]["snapshot"]["view"]["agreed"], json!([0]));
        assert_eq!([&flips[0]["seat"], &flips[1]["seat"]], [&json!(0), &json!(1)]);
        assert!(flips.iter().all(|flip| flip["action"] == "flip"));
        let waited = begun.elapsed();
        assert!(waited >= Duration::from_millis(800) && waited < Duration::from_secs(10), "{waited:?}");
        break;
    }
    server.close().await;
}
