//! Accounts, as clients see them.

use crate::support::{
    Client, TestServer, create_table, eventually, get, http, post, quick, token, two_at_a_table,
};
use serde_json::{Value, json};
use server::Settings;
use std::fs;
use std::net::SocketAddr;
use std::path::Path;

const PASSWORD: &str = "three blind mice";

/// Sends a request with a token.
async fn ask(
    address: SocketAddr,
    method: &str,
    path: &str,
    token: &str,
    body: Option<Value>,
) -> (u16, Value) {
    let request = format!("{method} {path} HTTP/1.1\r\nauthorization: Bearer {token}");
    let body = body.map(|body| body.to_string()).unwrap_or_default();
    let (status, _, body) = http(address, &request, &body).await;
    (status, serde_json::from_str(&body).unwrap_or(Value::Null))
}

async fn claim(address: SocketAddr, guest: u8, name: &str) -> Vec<String> {
    let new = json!({ "name": name, "password": PASSWORD, "device": "Firefox" });
    let (status, claimed) = post(address, "/api/account", guest, &new).await;
    assert_eq!((status, &claimed["name"]), (201, &json!(name)), "{claimed}");
    claimed["codes"].as_array().unwrap().iter().map(|code| code.as_str().unwrap().to_owned()).collect()
}

fn password(password: &str) -> Value {
    json!({ "kind": "password", "password": password })
}

/// Signs in on a new device, and returns its token.
async fn sign_in(address: SocketAddr, name: &str, proof: Value) -> String {
    let asked = json!({ "name": name, "proof": proof, "device": "Phone" });
    let (status, signed_in) = post(address, "/api/session", 20, &asked).await;
    assert_eq!(status, 201, "{signed_in}");
    signed_in["token"].as_str().unwrap().to_owned()
}

/// Connects with a token, and returns the answer to the hello.
async fn hello(address: SocketAddr, token: &str) -> (Client, Value) {
    let mut client = Client::dial(address).await;
    client.say(json!({ "type": "hello", "token": token, "protocol": protocol::PROTOCOL })).await;
    let answer = client.receive().await;
    (client, answer)
}

/// Waits until the server closes a socket.
async fn until_closed(mut client: Client) {
    while client.try_receive().await.is_some() {}
}

#[tokio::test]
async fn a_claimed_name_sits_at_its_table_from_another_device() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let address = server.address;
    let table = create_table(address, json!(["me", "open"])).await;
    let (status, me) = ask(address, "GET", "/api/me", &token(0), None).await;
    assert_eq!((status, me), (200, json!({ "account": null })));
    let codes = claim(address, 0, "Augusta").await;
    assert_eq!(codes.len(), 10);
    let (status, me) = ask(address, "GET", "/api/me", &token(0), None).await;
    assert_eq!(
        (status, &me["account"]["name"], &me["account"]["codesLeft"]),
        (200, &json!("Augusta"), &json!(10))
    );
    let phone = sign_in(address, "AUGUSTA", password(PASSWORD)).await;
    let other = sign_in(address, "augusta", json!({ "kind": "code", "code": codes[0] })).await;
    for device in [&phone, &other] {
        let (mut client, answer) = hello(address, device).await;
        assert_eq!(answer["type"], "hello");
        client.say(json!({ "type": "watch", "table": table })).await;
        let seen = client.until("table").await;
        assert_eq!(seen["info"]["you"], 0, "{seen}");
        // The chair gets the account's name, whatever the client says.
        client.say(json!({ "type": "sit", "table": table, "seat": 0, "name": "Eve" })).await;
        eventually("the chair has the name of the account", async || {
            let (_, seen) = Client::at(address, 3, &table).await;
            (seen["info"]["chairs"][0]["name"] == "Augusta").then_some(())
        })
        .await;
    }
    // A guest under this name is shown as one.
    let (mut guest, _) = Client::at(address, 1, &table).await;
    guest.say(json!({ "type": "sit", "table": table, "seat": 1, "name": "AUGUSTA" })).await;
    let seated = eventually("the guest sits", async || {
        let (_, seen) = Client::at(address, 3, &table).await;
        seen["info"]["chairs"][1]["name"].as_str().map(str::to_owned)
    });
    assert_eq!(seated.await, "AUGUSTA (guest)");
    let new =
        json!({ "game": "scopa", "options": {}, "seats": 2, "chairs": ["me", "open"], "name": "Augusta" });
    let (_, opened) = post(address, "/api/tables", 2, &new).await;
    let (_, seen) = Client::at(address, 2, opened["table"].as_str().unwrap()).await;
    assert_eq!(seen["info"]["chairs"][0]["name"], "Augusta (guest)");

    let (_, devices) = ask(address, "GET", "/api/me/devices", &phone, None).await;
    assert_eq!(devices.as_array().unwrap().len(), 3, "{devices}");
    assert_eq!(devices.as_array().unwrap().iter().filter(|device| device["current"] == true).count(), 1);
    server.close().await;
}

#[tokio::test]
async fn a_signed_out_device_does_nothing_more() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let address = server.address;
    // The socket is open before the claim, when the token still means a guest.
    let (first, _) = hello(address, &token(0)).await;
    claim(address, 0, "Ada").await;
    let phone = sign_in(address, "Ada", password(PASSWORD)).await;
    let tablet = sign_in(address, "Ada", password(PASSWORD)).await;
    let (on_phone, _) = hello(address, &phone).await;
    let (mut on_tablet, _) = hello(address, &tablet).await;
    // One device by its id.
    let (_, devices) = ask(address, "GET", "/api/me/devices", &phone, None).await;
    let id =
        devices.as_array().unwrap().iter().find(|device| device["current"] == true).unwrap()["id"].clone();
    let path = format!("/api/me/devices/{}", id.as_str().unwrap());
    assert_eq!(ask(address, "DELETE", &path, &tablet, None).await.0, 204);
    until_closed(on_phone).await;
    // Its token means a new guest.
    assert_eq!(ask(address, "GET", "/api/me", &phone, None).await.1, json!({ "account": null }));
    on_tablet.say(json!({ "type": "ping" })).await;
    assert_eq!(on_tablet.receive().await["type"], "pong");
    // The rest at once. The token of the claim means no player.
    assert_eq!(ask(address, "DELETE", "/api/me/devices", &tablet, None).await.0, 204);
    until_closed(first).await;
    until_closed(on_tablet).await;
    let (status, error) = ask(address, "GET", "/api/me", &token(0), None).await;
    assert_eq!((status, &error["code"]), (401, &json!("signed-out")));
    let (_, answer) = hello(address, &token(0)).await;
    assert_eq!((&answer["type"], &answer["code"]), (&json!("refused"), &json!("signed-out")));
    let (status, error) = post(address, "/api/tables", 0, &json!({})).await;
    assert_eq!((status, &error["code"]), (401, &json!("signed-out")));
    for (method, path) in [
        ("DELETE", "/api/session"),
        ("GET", "/api/me/devices"),
        ("GET", "/api/me/export"),
        ("DELETE", "/api/me/devices"),
    ] {
        let (status, error) = ask(address, method, path, &tablet, None).await;
        assert_eq!((status, &error["code"]), (403, &json!("account-needed")), "{path}");
    }
    // And this device.
    let phone = sign_in(address, "Ada", password(PASSWORD)).await;
    assert_eq!(ask(address, "DELETE", "/api/session", &phone, None).await.0, 204);
    assert_eq!(ask(address, "GET", "/api/me", &phone, None).await.1, json!({ "account": null }));
    server.close().await;
}

#[tokio::test]
async fn an_account_changes_only_with_a_proof() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let address = server.address;
    for (new, code, reason) in [
        (json!({ "name": "ab", "password": PASSWORD }), "name", "name-form"),
        (json!({ "name": "Раul", "password": PASSWORD }), "name", "name-scripts"),
        (json!({ "name": "Ada", "password": "short" }), "password", "password-length"),
        (json!({ "name": "Ada", "password": "qwertyuiop" }), "password", "password-common"),
    ] {
        let (_, error) = post(address, "/api/account", 0, &new).await;
        assert_eq!((&error["code"], &error["reason"]), (&json!(code), &json!(reason)), "{error}");
    }
    let codes = claim(address, 0, "Ada").await;
    let (_, error) = post(address, "/api/account", 0, &json!({ "name": "Eve", "password": PASSWORD })).await;
    assert_eq!((&error["code"], &error["reason"]), (&json!("not-yours"), &json!("signed-in")));
    let (_, error) = post(address, "/api/account", 1, &json!({ "name": "ADA", "password": PASSWORD })).await;
    assert_eq!((&error["code"], &error["reason"]), (&json!("name"), &json!("name-taken")));
    let me = token(0);
    let (status, renamed) = ask(address, "PATCH", "/api/me", &me, Some(json!({ "name": "Augusta" }))).await;
    assert_eq!((status, &renamed["account"]["name"]), (200, &json!("Augusta")), "{renamed}");
    assert!(renamed["account"]["renameFrom"].is_u64());
    let (_, error) = ask(address, "PATCH", "/api/me", &me, Some(json!({ "name": "Ada" }))).await;
    assert_eq!(error["reason"], "name-too-soon");
    let (_, error) = post(address, "/api/account", 1, &json!({ "name": "Ada", "password": PASSWORD })).await;
    assert_eq!(error["reason"], "name-locked");
    let change = |proof: Value| json!({ "password": "four blind mice", "proof": proof });
    let (status, _) = ask(address, "PATCH", "/api/me", &me, Some(change(password("wrong password")))).await;
    assert_eq!(status, 401);
    let (status, _) = ask(address, "PATCH", "/api/me", &me, Some(change(password(PASSWORD)))).await;
    assert_eq!(status, 200);
    let old = json!({ "name": "Augusta", "proof": password(PASSWORD) });
    assert_eq!(post(address, "/api/session", 5, &old).await.0, 401);
    let renew = json!({ "proof": { "kind": "code", "code": codes[0] } });
    let (status, renewed) = ask(address, "POST", "/api/me/codes", &me, Some(renew)).await;
    assert_eq!((status, renewed["codes"].as_array().unwrap().len()), (201, 10));
    assert_eq!(
        ask(address, "DELETE", "/api/me", &me, Some(json!({ "proof": password(PASSWORD) }))).await.0,
        401
    );
    server.close().await;
}

/// Returns which files of a folder contain a text.
fn files_with(folder: &Path, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let bytes = if path.is_file() { fs::read(&path).unwrap() } else { Vec::new() };
        if bytes.windows(text.len()).any(|part| part.eq_ignore_ascii_case(text.as_bytes())) {
            found.push(path.display().to_string());
        }
    }
    found
}

/// PE-T4: after the deletion the name is in no row, log or file of the store, while a table with the player stays in
/// memory, and replays still open.
#[tokio::test]
async fn a_deleted_account_leaves_no_name() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let address = server.address;
    claim(address, 0, "Quicksilver").await;
    let finished = create_table(address, json!(["me", { "bot": "random" }])).await;
    let (mut client, _) = Client::at(address, 0, &finished).await;
    let snapshot = client.until_playing().await;
    client.play_on(&finished, snapshot).await;
    let (table, _here, mut bob, _) = two_at_a_table(&server).await;
    assert!(!files_with(folder.path(), "quicksilver").is_empty());
    let delete = json!({ "proof": password(PASSWORD) });
    let (status, error) = ask(address, "DELETE", "/api/me", &token(0), Some(delete)).await;
    assert_eq!(status, 204, "{error}");
    // The table continues, and writes its chairs again.
    bob.say(json!({ "type": "watch", "table": table })).await;
    let (_, seen) = Client::at(address, 3, &table).await;
    assert_eq!(seen["info"]["chairs"][0]["name"], "somebody", "{seen}");
    let (_, record) = get(address, &format!("/api/tables/{finished}/record")).await;
    assert_eq!(record["players"][0], "somebody", "{record}");
    assert_eq!(get(address, &format!("/api/tables/{finished}/replay?deal=0")).await.0, 200);
    assert_eq!(files_with(folder.path(), "quicksilver"), [""; 0]);
    // The token means a guest without a chair.
    let (_, seen) = Client::at(address, 0, &finished).await;
    assert_eq!(seen["info"]["you"], Value::Null);
    server.close().await;
    assert_eq!(files_with(folder.path(), "quicksilver"), [""; 0]);
}

#[tokio::test]
async fn an_export_has_everything_of_the_account() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(Settings {
        limits: server::Limits { people: server::PeopleLimits::default(), ..quick(folder.path()).limits },
        ..quick(folder.path())
    })
    .await;
    let address = server.address;
    claim(address, 0, "Ada").await;
    let table = create_table(address, json!(["me", { "bot": "random" }])).await;
    let (mut client, _) = Client::at(address, 0, &table).await;
    let snapshot = client.until_playing().await;
    client.play_on(&table, snapshot).await;
    let open = create_table(address, json!(["me", "open"])).await;
    let request = format!("GET /api/me/export HTTP/1.1\r\nauthorization: Bearer {}", token(0));
    let (status, head, body) = http(address, &request, "").await;
    assert_eq!(status, 200, "{body}");
    assert!(head.contains("parlour-account.json"), "{head}");
    let export: Value = serde_json::from_str(&body).unwrap();
    assert_eq!((&export["format"], &export["account"]["name"]), (&json!("parlour-account/1"), &json!("Ada")));
    assert_eq!(export["devices"][0]["label"], "Firefox");
    assert_eq!((&export["tables"][0]["table"], &export["tables"][1]["table"]), (&json!(open), &json!(table)));
    assert_eq!(export["tables"][1]["record"]["players"][0], "Ada");
    assert!(export["tables"][0]["record"].is_null());
    assert_eq!(http(address, &request, "").await.0, 429, "one a day");
    server.close().await;
}

/// PE-T18: without accounts their addresses are unknown for every method, and a token means a guest.
#[tokio::test]
async fn a_server_without_accounts_knows_nothing_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let mut settings = quick(folder.path());
    settings.people = false;
    let server = TestServer::open(settings).await;
    let unknown = {
        let request = format!("POST /api/unknown HTTP/1.1\r\nauthorization: Bearer {}", token(0));
        http(server.address, &request, "{}").await
    };
    let without_length =
        |head: &str| head.lines().filter(|line| !line.starts_with("date")).collect::<Vec<_>>().join("\n");
    for path in [
        "account",
        "session",
        "me",
        "me/export",
        "me/devices",
        "me/devices/x",
        "me/codes",
        "players/Ada",
        "ties",
        "ties/Ada/block",
        "challenges",
        "challenges/00000000",
        "challenges/00000000/accept",
    ] {
        for method in ["GET", "POST", "PUT", "PATCH", "DELETE"] {
            let request = format!("{method} /api/{path} HTTP/1.1\r\nauthorization: Bearer {}", token(0));
            let (status, head, body) = http(server.address, &request, "{}").await;
            assert_eq!((status, &body), (unknown.0, &unknown.2), "{method} {path}");
            assert_eq!(without_length(&head), without_length(&unknown.1), "{method} {path}");
        }
    }
    let (_, answer) = hello(server.address, &token(0)).await;
    let server_name = answer["server"].clone();
    assert_eq!(answer, json!({ "type": "hello", "protocol": protocol::PROTOCOL, "server": server_name }));
    let table = create_table(server.address, json!(["me", "open"])).await;
    let (_, seen) = Client::at(server.address, 0, &table).await;
    assert_eq!(seen["info"]["chairs"][0]["name"], "Ada");
    server.close().await;
}
