//! Invalid messages of clients. Each gets a typed answer, and other players at the table don't notice.

use crate::support::{Client, TIMEOUT, TestServer, create_table, http, post, quick, token, two_at_a_table};
use protocol::PROTOCOL;
use serde_json::{Value, json};
use server::{Clock, Rate, Settings};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

/// Plays the match to its end, and checks that no player received a refusal.
async fn goes_on(table: &str, mut first: Client, mut second: Client, snapshot: Value) {
    let mut other = snapshot.clone();
    other["actors"] = json!([first.seat]);
    let (a, b) = tokio::join!(first.play_on(table, snapshot), second.play_on(table, other));
    assert_eq!((&a["phase"], &a["totals"]), (&json!("over"), &b["totals"]));
    assert!(!second.received.iter().any(|text| text.contains("refused")));
}

/// Checks that a message has no words of the program's source.
fn is_plain(refused: &Value) {
    let sentence = refused["message"].as_str().unwrap();
    for word in ["enum", "variant", "untagged", "u8", "struct", "deserialize", "invalid type", "NewChair"] {
        assert!(!sentence.contains(word), "{sentence}");
    }
}

#[tokio::test]
async fn nonsense_is_refused_and_the_table_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let (table, first, second, snapshot) = two_at_a_table(&server).await;
    let (mut eve, _) = Client::at(server.address, 2, &table).await;
    let deep = format!("{}{}", "[".repeat(30_000), "]".repeat(30_000));
    let long_name = format!("{{\"type\":\"ping\",\"{}\":1}}", "x".repeat(30_000));
    let deep_inside = format!("{{\"type\":\"watch\",\"table\":{deep}}}");
    for nonsense in [
        "",
        "hello",
        "null",
        "[]",
        "{}",
        "{\"type\":7}",
        "{\"type\":\"cheat\"}",
        "{\"type\":\"play\"}",
        "{\"type\":\"watch\",\"table\":7}",
        "{\"type\":\"watch\",\"table\":\"x\",\"also\":1}",
        "{\"type\":\"sit\",\"table\":\"x\",\"seat\":200,\"name\":\"\"}",
        "{\"type\":\"sit\",\"table\":\"x\",\"seat\":-1,\"name\":\"\"}",
        "{\"type\":\"play\",\"table\":\"x\",\"version\":1e99,\"action\":\"\",\"id\":\"\"}",
        "{\"type\":\"hello\",\"token\":\"\",\"protocol\":2}",
        "{\"type\":\"say\",\"table\":\"x\",\"phrase\":\"<b>you cheat</b>\"}",
        "{\"type\":\"say\",\"table\":\"x\",\"phrase\":\"hello\",\"to\":1}",
        "{\"type\":\"ping\"",
        "{\"type\":\"ping\",\"x\":1}",
        "[\"ping\"]",
        " [\"watch\",\"AAAAAAAAAAAAAAAAAAAAAA\"]",
        "{\"type\":\"ping\",\"type\":\"ping\"}",
        &long_name,
        &deep,
        &deep_inside,
    ] {
        eve.send(Message::text(nonsense)).await;
        let refused = eve.receive().await;
        assert_eq!(refused["code"], "unreadable", "{nonsense:.60} {refused}");
        assert!(refused["message"].as_str().unwrap().len() < 300);
        is_plain(&refused);
    }
    eve.send(Message::binary(b"{\"type\":\"ping\"}".as_slice())).await;
    assert_eq!(eve.receive().await["code"], "unreadable");
    eve.say(json!({ "type": "ping" })).await;
    assert_eq!(eve.receive().await["type"], "pong");
    goes_on(&table, first, second, snapshot).await;
    server.close().await;
}

#[tokio::test]
async fn text_actions_are_read_for_the_seat_of_their_player() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let (table, mut first, mut second, snapshot) = two_at_a_table(&server).await;
    let typed = |version: u64, line: &str| json!({ "type": "textAction", "table": table, "version": version, "line": line, "id": "t" });
    let long = "7d ".repeat(10_000);
    for (line, reason) in [
        ("dance", "not-understood"),
        ("", "not-understood"),
        (&long, "not-understood"),
        ("play 7y", "not-a-card"),
    ] {
        first.say(typed(1, line)).await;
        let refused = first.until("refused").await;
        assert_eq!((&refused["code"], &refused["reason"]), (&json!("unclear"), &json!(reason)), "{refused}");
        assert_eq!(refused["id"], "t");
        assert!(refused.to_string().len() < 300, "{refused}");
    }
    let (mut eve, _) = Client::at(server.address, 2, &table).await;
    for (client, version, code) in
        [(&mut eve, 1, "not-yours"), (&mut second, 1, "not-your-turn"), (&mut first, 0, "stale")]
    {
        client.say(typed(version, "play 7d")).await;
        assert_eq!(client.until("refused").await["code"], code);
    }
    let legal = snapshot["legal"][0].as_str().unwrap();
    first.say(typed(1, &format!("gioca {}", legal.to_uppercase()))).await;
    let played = first.until("played").await;
    assert_eq!((&played["action"], &played["id"]), (&json!(legal), &json!("t")));
    server.close().await;
}

#[tokio::test]
async fn commands_at_the_wrong_time_or_table_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let (table, mut first, mut second, snapshot) = two_at_a_table(&server).await;
    let play = |version: u64, action: &str, id: &str| json!({ "type": "play", "table": table, "version": version, "action": action, "id": id });
    let mut mute = Client::dial(server.address).await;
    for early in [json!({ "type": "watch", "table": table }), json!({ "type": "ping" }), play(1, "7d", "e")] {
        mute.say(early).await;
        assert_eq!(mute.receive().await["code"], "no-hello");
    }
    mute.say(json!({ "type": "hello", "token": "short", "protocol": PROTOCOL })).await;
    assert_eq!(mute.receive().await["code"], "no-hello");
    for other in [0, PROTOCOL - 1, PROTOCOL + 1] {
        mute.say(json!({ "type": "hello", "token": token(5), "protocol": other })).await;
        let refused = mute.receive().await;
        assert_eq!(refused["code"], "protocol");
        assert!(refused["message"].as_str().unwrap().ends_with("reload the page"), "{refused}");
    }

    // Another guest's token has no seat here, whatever it sends.
    let legal = snapshot["legal"][0].as_str().unwrap().to_owned();
    let (mut eve, seen) = Client::at(server.address, 2, &table).await;
    assert_eq!(seen["snapshot"]["legal"], json!([]));
    eve.say(play(1, &legal, "e")).await;
    let refused = eve.until("refused").await;
    assert_eq!((&refused["code"], &refused["id"]), (&json!("not-yours"), &json!("e")));
    eve.say(json!({ "type": "continue", "table": table })).await;
    assert_eq!(eve.until("refused").await["code"], "not-yours");

    // An unknown table and an invalid id get the same answer.
    let mut answers = Vec::new();
    for unknown in ["AAAAAAAAAAAAAAAAAAAAAA", "nonsense", ""] {
        for command in ["watch", "continue"] {
            eve.say(json!({ "type": command, "table": unknown })).await;
            let mut refused = eve.until("refused").await;
            assert_eq!(refused["table"], unknown);
            refused["table"].take();
            answers.push(refused);
        }
    }
    assert!(answers.iter().all(|refused| refused["code"] == "no-table" && *refused == answers[0]));

    second.say(play(1, &legal, "s")).await;
    assert_eq!(second.until("refused").await["code"], "not-your-turn");
    for (action, code) in [("🂡", "unreadable"), ("", "unreadable"), (&"7d ".repeat(10_000), "unreadable")]
    {
        first.say(play(1, action, "f")).await;
        let refused = first.until("refused").await;
        assert_eq!(refused["code"], code);
        assert!(refused["message"].as_str().unwrap().len() < 300, "{refused}");
    }
    // A card that is not in this hand: every card of the other colour that is not legal.
    let foreign = ["7d", "7c", "7h", "7s", "Kd", "Kc", "Kh", "Ks"].into_iter().find(|card| {
        !snapshot["view"]["hands"].to_string().contains(card)
            && !snapshot["view"]["table"].to_string().contains(card)
    });
    first.say(play(1, foreign.unwrap(), "f")).await;
    let refused = first.until("refused").await;
    assert_eq!(refused["code"], "illegal", "{refused}");
    assert!(refused["rule"].is_string() && refused["reason"].is_string(), "{refused}");

    // A command sent six times on two sockets is executed once, and its sender is told again.
    let (mut twin, _) = Client::at(server.address, first.seat as u8, &table).await;
    for _ in 0..3 {
        first.say(play(1, &legal, "once")).await;
        twin.say(play(1, &legal, "twice")).await;
    }
    let mut notices = Vec::new();
    while notices.len() < 7 {
        notices
            .push(tokio::select! { notice = first.receive() => notice, notice = twin.receive() => notice });
    }
    let count = |key: &str, value: &str| notices.iter().filter(|notice| notice[key] == value).count();
    // Each socket receives the one executed action.
    let counted = (count("type", "played"), count("type", "accepted"), count("code", "stale"));
    assert_eq!(counted, (2, 2, 3));
    drop(twin);
    assert_eq!(second.until("played").await["snapshot"]["version"], 2);
    server.close().await;
}

#[tokio::test]
async fn too_much_is_refused_and_then_closed() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let (table, first, second, snapshot) = two_at_a_table(&server).await;
    let mut eve = Client::hello(server.address, 2).await;
    let longest = |length: usize| {
        let rest = json!({ "type": "watch", "table": "" }).to_string().len();
        Message::text(json!({ "type": "watch", "table": "x".repeat(length - rest) }).to_string())
    };
    eve.send(longest(64 * 1024)).await;
    assert_eq!(eve.receive().await["code"], "no-table");
    eve.send(longest(64 * 1024 + 1)).await;
    assert_eq!(eve.receive().await["code"], "too-large");
    assert!(eve.try_receive().await.is_none());
    let mut eve = Client::hello(server.address, 2).await;
    eve.send(longest(10_000_000)).await;
    assert_ne!(eve.try_receive().await.map(|refused| refused["code"].clone()), Some(json!("no-table")));
    assert!(eve.try_receive().await.is_none());

    let (status, refused) = post(server.address, "/api/tables", 2, &json!("x".repeat(70_000))).await;
    assert_eq!((status, &refused["code"]), (413, &json!("too-large")));
    for wrong in [
        json!(7),
        json!({}),
        json!({ "game": "scopa" }),
        json!([[[[]]]]),
        json!(["scopa", {}, 2, ["me", "open"], "Ada"]),
        json!({ "game": "scopa", "options": { "target": [] }, "seats": 2, "chairs": [], "name": "" }),
        json!({ "game": "scopa", "options": {}, "seats": 300, "chairs": [], "name": "" }),
        json!({ "game": "scopa", "options": {}, "seats": 2, "chairs": ["you"], "name": "" }),
    ] {
        let (status, refused) = post(server.address, "/api/tables", 2, &wrong).await;
        assert_eq!((status, &refused["code"]), (400, &json!("unreadable")), "{wrong}");
        is_plain(&refused);
    }
    let (status, _, body) = http(server.address, "POST /api/tables HTTP/1.1", "{}").await;
    assert_eq!((status, body.contains("no-hello")), (401, true));
    goes_on(&table, first, second, snapshot).await;
    server.close().await;
}

#[tokio::test]
async fn a_flood_is_slowed_down_and_then_thrown_out() {
    let folder = tempfile::tempdir().unwrap();
    let quick = quick(folder.path());
    let mut limits = quick.limits.clone();
    limits.connections.messages = Rate { burst: 20, per_second: 10.0 };
    let server = TestServer::open(Settings { limits, ..quick }).await;
    let table = create_table(server.address, json!(["me", { "bot": "random" }])).await;
    let (mut ada, _) = Client::at(server.address, 0, &table).await;
    let mut eve = Client::hello(server.address, 2).await;
    let flood = async {
        for _ in 0..2000 {
            eve.send(Message::text("{\"type\":\"ping\"}")).await;
        }
        let (mut pongs, mut refused) = (0, 0);
        while let Some(notice) = eve.try_receive().await {
            pongs += usize::from(notice["type"] == "pong");
            refused += usize::from(notice["code"] == "too-many");
        }
        (pongs, refused)
    };
    let (pongs, refused) = flood.await;
    assert!((19..60).contains(&pongs), "{pongs}");
    assert!(refused <= 150, "{refused}");
    ada.say(json!({ "type": "ping" })).await;
    ada.until("pong").await;
    server.close().await;
}

#[tokio::test]
async fn a_slow_reader_delays_no_other_client_and_gets_the_current_table() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let (table, first, second, snapshot) = two_at_a_table(&server).await;
    let (mut slow, _) = Client::at(server.address, 3, &table).await;
    // A whole match passes, with more answers than the system's buffers can hold.
    goes_on(&table, first, second, snapshot).await;
    for _ in 0..20_000 {
        slow.say(json!({ "type": "watch", "table": table })).await;
    }
    let mut last = Value::Null;
    slow.say(json!({ "type": "ping" })).await;
    loop {
        let notice = slow.receive().await;
        if notice["type"] == "pong" {
            break;
        }
        last = notice;
    }
    assert_eq!(last["snapshot"]["phase"], "over");
    server.close().await;
}

#[tokio::test]
async fn sockets_of_other_pages_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let dial = async |origin: &str| {
        let mut request = format!("ws://{}/ws", server.address).into_client_request().unwrap();
        request.headers_mut().insert("origin", origin.parse().unwrap());
        tokio_tungstenite::connect_async(request).await.is_ok()
    };
    assert!(dial(&format!("http://{}", server.address)).await);
    for wrong in [
        "http://evil.example",
        "null",
        "http://127.0.0.1",
        &format!("http://{}.evil.example", server.address),
    ] {
        assert!(!dial(wrong).await, "{wrong}");
    }
    server.close().await;
}

#[tokio::test]
async fn half_a_request_is_waited_for_only_so_long() {
    let folder = tempfile::tempdir().unwrap();
    let quick = quick(folder.path());
    let mut limits = quick.limits.clone();
    limits.connections.head = Duration::from_secs(2);
    limits.connections.total = 8;
    let server = TestServer::open(Settings { limits, ..quick }).await;
    let mut halves = Vec::new();
    for half in ["", "GET / HTTP/1.1\r\n", "GET /ws HTTP/1.1\r\nhost: x\r\nupgrade: webso"] {
        for _ in 0..3 {
            let mut stream = TcpStream::connect(server.address).await.unwrap();
            stream.write_all(half.as_bytes()).await.unwrap();
            halves.push(stream);
        }
    }
    // The ninth connection was rejected.
    let mut answers = Vec::new();
    for mut half in halves {
        let mut answer = String::new();
        let _ = tokio::time::timeout(TIMEOUT, half.read_to_string(&mut answer)).await.expect("hung up on");
        answers.push(answer);
    }
    let turned_away = answers.iter().filter(|answer| answer.contains("\"code\":\"busy\"")).count();
    assert_eq!(turned_away, 1, "{answers:?}");
    // When they are gone, new connections are accepted again.
    let client = Client::hello(server.address, 0).await;
    drop(client);
    server.close().await;
}

#[tokio::test]
async fn one_guest_cannot_open_tables_without_end() {
    let folder = tempfile::tempdir().unwrap();
    let quick = quick(folder.path());
    let mut limits = quick.limits.clone();
    limits.tables.by_guest = Rate { burst: 3, per_second: 0.0 };
    let server = TestServer::open(Settings { limits, ..quick }).await;
    let new = json!({ "game": "scopa", "options": {}, "seats": 2, "chairs": ["me", "open"], "name": "" });
    let mut answers = Vec::new();
    for _ in 0..5 {
        answers.push(post(server.address, "/api/tables", 0, &new).await.0);
    }
    assert_eq!(answers, [201, 201, 201, 429, 429]);
    assert_eq!(post(server.address, "/api/tables", 1, &new).await.0, 201);
    server.close().await;
}

#[tokio::test]
async fn tables_that_are_none_take_no_room_and_others_do() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let table = create_table(server.address, json!(["me", "open"])).await;
    let (mut eve, _) = Client::at(server.address, 2, &table).await;
    for number in 10..99 {
        let none = format!("{}{number}A", "A".repeat(19));
        eve.say(json!({ "type": "watch", "table": none })).await;
        assert_eq!(eve.receive().await["code"], "no-table");
    }
    for _ in 1..32 {
        let table = create_table(server.address, json!(["me", "open"])).await;
        eve.say(json!({ "type": "watch", "table": table })).await;
        assert_eq!(eve.receive().await["type"], "table");
    }
    let table = create_table(server.address, json!(["me", "open"])).await;
    eve.say(json!({ "type": "watch", "table": table })).await;
    let refused = eve.receive().await;
    assert_eq!(refused["code"], "too-many");
    assert!(refused["message"].as_str().unwrap().contains("at most 32 tables"), "{refused}");
    server.close().await;
}

#[tokio::test]
async fn every_error_of_an_address_is_a_refusal() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    for (request, status, code) in [
        ("GET /api", 404, "no-table"),
        ("GET /api/", 404, "no-table"),
        ("GET /api/nothing", 404, "no-table"),
        ("POST /api/nothing", 404, "no-table"),
        ("GET /assets/none.js", 404, "no-table"),
        ("GET /api/tables/%ff/record", 404, "no-table"),
        ("GET /api/tables/%ff/replay", 404, "no-table"),
        ("GET /api/tables/AAAAAAAAAAAAAAAAAAAAAA/replay?deal=x", 400, "unreadable"),
        ("GET /api/tables", 405, "unreadable"),
        ("DELETE /api/games", 405, "unreadable"),
        ("POST /ws", 405, "unreadable"),
        ("POST /", 405, "unreadable"),
        ("DELETE /assets/a.js", 405, "unreadable"),
        ("GET /ws", 400, "unreadable"),
    ] {
        let (answered, head, body) = http(server.address, &format!("{request} HTTP/1.1"), "").await;
        assert_eq!(answered, status, "{request}");
        let refused: Value = serde_json::from_str(&body).unwrap_or_else(|_| panic!("{request}: {body}"));
        assert_eq!(refused["code"], code, "{request}");
        is_plain(&refused);
        assert_eq!(head.contains("\r\nallow: "), status == 405, "{request}: {head}");
        assert_eq!(body.contains("unknown address"), status == 404 && !request.contains("%ff"), "{body}");
    }
    let foreign = "GET /ws HTTP/1.1\r\nupgrade: websocket\r\norigin: http://evil.example";
    let (status, _, body) = http(server.address, foreign, "").await;
    assert_eq!((status, body.contains("\"code\":\"not-yours\"")), (403, true), "{body}");
    let (status, _, body) = http(server.address, "HEAD / HTTP/1.1", "").await;
    assert_eq!((status, body.as_str()), (200, ""));
    server.close().await;
}

#[tokio::test]
async fn phrases_are_rate_limited_and_need_a_chair() {
    let folder = tempfile::tempdir().unwrap();
    let clock = Clock::standing();
    let server = TestServer::open(Settings { clock: clock.clone(), ..quick(folder.path()) }).await;
    let (table, mut first, second, snapshot) = two_at_a_table(&server).await;
    let say = json!({ "type": "say", "table": table, "phrase": "sorry" });
    let (mut eve, _) = Client::at(server.address, 2, &table).await;
    eve.say(say.clone()).await;
    assert_eq!(eve.until("refused").await["code"], "not-yours");
    for _ in 0..5 {
        first.say(say.clone()).await;
        first.until("said").await;
    }
    // The same player can continue on another socket.
    let (mut again, _) = Client::at(server.address, u8::try_from(first.seat).unwrap(), &table).await;
    for client in [&mut first, &mut again] {
        client.say(say.clone()).await;
        let refused = client.until("refused").await;
        assert_eq!((&refused["code"], &refused["reason"]), (&json!("too-many"), &json!("said-enough")));
        is_plain(&refused);
    }
    clock.advance(Duration::from_millis(3100));
    first.say(say.clone()).await;
    first.until("said").await;
    first.say(say).await;
    assert_eq!(first.until("refused").await["reason"], "said-enough");
    drop((eve, again));
    goes_on(&table, first, second, snapshot).await;
    server.close().await;
}
