//! Record of a match in progress: between deals, in games against bots, and without the seed of later deals.

use crate::support::{Client, TestServer, create_table_of, http, quick, token, two, with_bots};
use serde_json::{Value, json};

async fn record(server: &TestServer, table: &str, guest: Option<u8>) -> (u16, Value) {
    let mut request = format!("GET /api/tables/{table}/record HTTP/1.1");
    if let Some(guest) = guest {
        request.push_str(&format!("\r\nauthorization: Bearer {}", token(guest)));
    }
    let (status, _, body) = http(server.address, &request, "").await;
    (status, serde_json::from_str(&body).unwrap())
}

#[tokio::test]
async fn a_player_against_bots_gets_finished_deals_without_the_seed() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let table = create_table_of(server.address, "scopa", &with_bots(2, "greedy")).await;
    let (mut ada, seen) = Client::at(server.address, 0, &table).await;
    assert_eq!(record(&server, &table, Some(0)).await.0, 409, "nothing has been dealt, or a deal is played");
    let mut snapshot = seen["snapshot"].clone();
    while snapshot["phase"] != "scored" || snapshot["dealScore"]["thrownIn"] == true {
        ada.answer(&table, &snapshot).await;
        snapshot = loop {
            let notice = ada.receive().await;
            if !notice["snapshot"].is_null() {
                break notice["snapshot"].clone();
            }
        };
    }
    let (status, so_far) = record(&server, &table, Some(0)).await;
    let deals = snapshot["deal"].as_u64().unwrap() as usize + 1;
    assert_eq!((status, so_far["deals"].as_array().unwrap().len()), (200, deals));
    let text = so_far.to_string();
    for secret in ["seed", "nonce", "opening"] {
        assert!(!text.contains(&format!("\"{secret}")), "{secret} in {text}");
    }
    for other in [Some(1), None] {
        let (status, refused) = record(&server, &table, other).await;
        assert_eq!((status, &refused["code"]), (409, &json!("unfinished")), "{other:?}");
    }
    // The next deal begins, and the record is unavailable until it ends.
    ada.say(json!({ "type": "continue", "table": table })).await;
    ada.until_playing().await;
    assert_eq!(record(&server, &table, Some(0)).await.0, 409);
    server.close().await;
}

#[tokio::test]
async fn people_are_shown_no_deal_of_a_match_that_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let (table, first, hers, second, his) = two(&server).await;
    let mut people = [(first, hers), (second, his)];
    while people[0].1["phase"] == "playing" {
        let actor = usize::try_from(people[0].1["actors"][0].as_u64().unwrap()).unwrap();
        let (client, snapshot) = &mut people[actor];
        client.play(&table, snapshot, "x").await;
        for (client, snapshot) in &mut people {
            *snapshot = client.until("played").await["snapshot"].take();
        }
    }
    assert_eq!(people[0].1["phase"], "scored");
    assert_eq!(record(&server, &table, Some(0)).await.0, 409);
    server.close().await;
}
