//! Secrecy: every byte of whole matches is compared with the record, and contains only cards that the seat
//! may see.

use crate::support::{Client, TestServer, create_table, get, quick};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Returns every card named in a text, as a JSON string or as a word in a message or action.
fn cards_in(text: &str, deck: &[String]) -> BTreeSet<String> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
    words.filter(|word| deck.iter().any(|card| card == word)).map(str::to_owned).collect()
}

/// Returns the cards shown to `seat` by each version of a deal.
///
/// In Scopa each player in turn gets a card, beginning after the dealer, until both have three; then four
/// cards are laid on the table. When both hands are empty, each player gets three more.
fn shown(deck: &[String], dealer: u64, actions: &[Value], seat: u64) -> Vec<BTreeSet<String>> {
    let mut stock = deck.iter().cloned();
    let packets = |stock: &mut dyn Iterator<Item = String>| {
        let dealt = (1..=6).zip(stock).filter(|(turn, _)| (dealer + turn) % 2 == seat);
        dealt.map(|(_, card)| card).collect::<Vec<_>>()
    };
    let mut seen: BTreeSet<String> = packets(&mut stock).into_iter().collect();
    seen.extend(stock.by_ref().take(4));
    let mut by_version = vec![seen.clone()];
    for (number, action) in actions.iter().enumerate() {
        // The played card was in a hand, and the captured ones on the table.
        seen.extend(cards_in(action.as_str().unwrap(), deck));
        if (number + 1) % 6 == 0 {
            seen.extend(packets(&mut stock));
        }
        by_version.push(seen.clone());
    }
    by_version
}

#[tokio::test]
async fn no_byte_tells_a_card_before_it_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    for _ in 0..3 {
        let table = create_table(server.address, json!(["me", "open"])).await;
        let (mut ada, _) = Client::at(server.address, 0, &table).await;
        let (mut bob, _) = Client::at(server.address, 1, &table).await;
        let (mut eve, seen) = Client::at(server.address, 2, &table).await;
        let commitment = seen["info"]["commitment"].clone();
        bob.say(json!({ "type": "sit", "table": table, "seat": 1, "name": "Bob" })).await;
        bob.seat = 1;
        let (hers, his) = (ada.until_playing().await, bob.until_playing().await);
        let watching = async { while eve.receive().await["snapshot"]["phase"] != "over" {} };
        // Wrong guesses get answers too, which must not reveal anything.
        for guess in ["7d", "7c", "7h", "7s", "Kd", "Kc"] {
            for client in [&mut ada, &mut bob] {
                let play = json!({
                    "type": "play", "table": table, "version": hers["version"], "action": guess, "id": "g",
                });
                if [&hers, &his].iter().all(|snapshot| !snapshot["legal"].to_string().contains(guess)) {
                    client.say(play).await;
                    let refused = client.until("refused").await;
                    let cards = cards_in(
                        &client.received.pop().unwrap().replace(&table, ""),
                        &["7d".into(), "7c".into(), "7h".into(), "7s".into(), "Kd".into(), "Kc".into()],
                    );
                    assert!(cards.iter().all(|card| card == guess), "{refused}");
                }
            }
        }
        tokio::join!(watching, ada.play_on(&table, hers), bob.play_on(&table, his));
        let (_, record) = get(server.address, &format!("/api/tables/{table}/record")).await;
        assert_eq!(record["commitment"], commitment);
        let seed = record["seed"].as_str().unwrap();
        assert_eq!(
            seed.parse::<cards::Seed>().unwrap().commitment().to_string(),
            commitment.as_str().unwrap()
        );

        for (client, seat) in [(&ada, 0), (&bob, 1), (&eve, 9)] {
            let mut known: Vec<BTreeSet<String>> = vec![BTreeSet::new()];
            let mut dealer = record["dealer"].as_u64().unwrap();
            let mut deck: Vec<String> = Vec::new();
            for deal in record["deals"].as_array().unwrap() {
                deck = deal["deck"].as_str().unwrap().split(' ').map(str::to_owned).collect();
                known.extend(shown(&deck, dealer, deal["actions"].as_array().unwrap(), seat));
                if !deal["actions"].as_array().unwrap().is_empty() {
                    dealer = 1 - dealer;
                }
            }
            let mut version = 0;
            for text in &client.received {
                assert!(!text.contains(seed), "the seed is told only by the record");
                let notice: Value = serde_json::from_str(text).unwrap();
                let now = notice["snapshot"]["version"].as_u64().map_or(version, |now| now as usize);
                version = now;
                // The letters of a receipt and of a table's id are random, and may look like cards.
                let receipt = notice["receipt"].as_str().unwrap_or("no receipt");
                let cards = cards_in(&text.replace(receipt, "").replace(&table, ""), &deck);
                // The score of the last deal may appear beside this deal's cards.
                let strange: Vec<_> = cards.difference(&known[version]).collect();
                assert!(strange.is_empty(), "seat {seat} was told {strange:?} at version {version}: {text}");
            }
            assert!(version > 30);
        }
    }
    server.close().await;
}
