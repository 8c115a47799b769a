//! Requests and commands about accounts and the lobby that are changed at random, oversized or not JSON, and orders of
//! the operator that can't be read.

use super::Attack;
use super::player::Player;
use crate::Result;
use crate::fuzz::mutation::{mutate, spoil};
use cards::Rng;
use serde_json::{Value, json};
use std::io::Write;
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::Message;

/// Sends nonsense until the end.
pub(super) async fn send(attack: Arc<Attack>, number: u64) {
    let mut rng = Rng::from_number(attack.hostile.seed.wrapping_add(number.wrapping_mul(0x9e37_79b9)));
    while Instant::now() < attack.hostile.end {
        // The server may refuse a connection or close a socket at any time.
        let _ = send_some(&attack, &mut rng).await;
        sleep(Duration::from_millis(50)).await;
    }
}

async fn send_some(attack: &Arc<Attack>, rng: &mut Rng) -> Result<()> {
    let player =
        if rng.below(4) == 0 { Player::guest(attack, rng) } else { Player::account(attack, rng).await? };
    let names = attack.some_names(3, rng);
    let name = names.first().unwrap_or(&player.name);
    for _ in 0..40 {
        let (line, mut body) = request(&player, name, rng);
        let line = change_line(line, rng);
        (0..rng.below(4)).for_each(|_| mutate(&mut body, rng));
        let text = body.to_string();
        let bytes = match rng.below(12) {
            0 => spoil(&text, rng),
            1 => json!({ "name": "x".repeat(60_000 + rng.below(20_000)) }).to_string().into_bytes(),
            2 => Vec::new(),
            _ => text.into_bytes(),
        };
        let token = match rng.below(10) {
            0 => String::new(),
            1 => "A".repeat(rng.below(9_000)),
            2 => player.token.chars().rev().collect(),
            _ => player.token.clone(),
        };
        let _ = player.with_token(&token).ask_bytes(&line, &bytes).await;
        sleep(Duration::from_millis(rng.below(60) as u64)).await;
    }
    if let Some(mut socket) = player.open().await? {
        for _ in 0..60 {
            let mut message = command(rng);
            (0..rng.below(4)).for_each(|_| mutate(&mut message, rng));
            if message.is_object() && rng.below(40) == 0 {
                message["name"] = "x".repeat(60_000 + rng.below(10_000)).into();
            }
            let text = message.to_string();
            let frame = match rng.below(12) {
                0 => Message::binary(spoil(&text, rng)),
                1 => Message::text(String::from_utf8_lossy(&spoil(&text, rng)).into_owned()),
                _ => Message::text(text),
            };
            socket.send(frame).await?;
            socket.until(Duration::from_millis(rng.below(150) as u64), |_| false).await;
        }
    }
    order_nonsense(attack, rng).await
}

/// Appends something to an address, rarely.
fn change_line(line: String, rng: &mut Rng) -> String {
    match rng.below(12) {
        0 => format!("{line}%00"),
        1 => format!("{line}/../me"),
        2 => format!("{line}?before=%ff.x"),
        3 => format!("{line}/%F0%9F%83%8F"),
        _ => line,
    }
}

/// Returns the method and the path of a request about people, and its body.
fn request(player: &Player, name: &str, rng: &mut Rng) -> (String, Value) {
    let proof = match rng.below(2) {
        0 => player.proof()["proof"].clone(),
        _ => json!({ "kind": "code", "code": player.codes.first() }),
    };
    let code = rng.pick(&["0W3GE1R7", "ow3g-eir7", "", "x"]);
    let kind = rng.pick(&["friend", "mute", "block", "asked", "x"]);
    let family = rng.pick(&["scopa-two", "scopa-x", "bridge-partners", ""]);
    let get = |path: String| (format!("GET {path}"), Value::Null);
    match rng.below(24) {
        // Without the description of the device, which would be no secret of this player once it is changed.
        0 => ("POST /api/account".into(), json!({ "name": player.name, "password": player.password() })),
        1 => ("POST /api/session".into(), json!({ "name": name, "proof": proof })),
        2 => ("PATCH /api/me".into(), json!({ "name": player.name })),
        3 => ("PATCH /api/me".into(), json!({ "password": player.password(), "proof": proof })),
        4 => ("POST /api/me/codes".into(), json!({ "proof": proof })),
        5 => get("/api/me".into()),
        6 => get("/api/me/export".into()),
        7 => get("/api/me/devices".into()),
        8 => (format!("DELETE /api/me/devices/{code}"), Value::Null),
        9 => get("/api/ties".into()),
        10 | 11 => (format!("{} /api/ties/{name}/{kind}", rng.pick(&["PUT", "DELETE"])), Value::Null),
        12 => get("/api/challenges".into()),
        13 => {
            let table =
                json!({ "game": "scopa", "options": {}, "seats": 2, "chairs": ["me", "open"], "name": name });
            (
                "POST /api/challenges".into(),
                json!({ "table": table, "rated": rng.below(2) == 0, "name": name }),
            )
        }
        14 => {
            ("POST /api/challenges".into(), json!({ "pool": "scopa-2-quick", "rated": false, "name": name }))
        }
        15 => (format!("{} /api/challenges/{code}", rng.pick(&["GET", "DELETE"])), Value::Null),
        16 => (format!("POST /api/challenges/{code}/accept"), json!({ "name": "x" })),
        17 => get(format!("/api/players/{name}")),
        18 => get(format!("/api/players/{name}/matches?before={}.{code}", rng.below(3))),
        19 => get(format!("/api/ratings/{family}")),
        20 => ("POST /api/reports".into(), json!({ "player": name, "table": code, "reason": "stalled" })),
        21 => (format!("POST /api/rulings/{}/reply", rng.below(9)), json!({ "reply": "It was not me." })),
        22 if rng.below(20) == 0 => ("DELETE /api/me/devices".into(), Value::Null),
        22 => ("PUT /api/bells".into(), json!({ "families": [family], "clock": rng.below(2_000) })),
        _ => (format!("{} /api/me", rng.pick(&["PUT", "OPTIONS", "HEAD", "TRACE"])), Value::Null),
    }
}

/// Returns a command of the lobby.
fn command(rng: &mut Rng) -> Value {
    let id = rng.below(4).to_string();
    match rng.below(5) {
        0 => json!({ "type": "lobby", "on": rng.below(2) == 0 }),
        1 => json!({ "type": "unseek", "id": id }),
        2 => json!({ "type": "fill", "id": id }),
        _ => {
            json!({ "type": "seek", "id": id, "pool": rng.pick(&["speed-2", "bridge-4-normal", "x"]), "name": "Eve" })
        }
    }
}

/// Sends the operator's socket something that is no order.
async fn order_nonsense(attack: &Arc<Attack>, rng: &mut Rng) -> Result<()> {
    let mut order = match rng.below(4) {
        0 => json!({ "order": "player", "name": "x" }),
        1 => json!({ "order": "rule", "name": "x", "kind": "ban", "until": null, "reason": "x" }),
        2 => json!({ "order": "lift", "id": -1 }),
        _ => json!({ "order": "unrate", "table": "x" }),
    };
    (0..1 + rng.below(3)).for_each(|_| mutate(&mut order, rng));
    let mut bytes =
        if rng.below(4) == 0 { spoil(&order.to_string(), rng) } else { order.to_string().into_bytes() };
    bytes.push(b'\n');
    let file = attack.folder.join("admin.sock");
    tokio::task::spawn_blocking(move || {
        let mut socket = UnixStream::connect(file)?;
        socket.write_all(&bytes)
    })
    .await??;
    Ok(())
}
