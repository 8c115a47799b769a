//! Bot for Parlour in Rust that needs only serde_json. It plays the longest legal action, because taking
//! more cards takes more characters. See docs/bot-protocol.md.

use serde_json::{Value, json};
use std::io::{self, BufRead, Write};

fn main() -> io::Result<()> {
    let mut legal: Vec<String> = Vec::new();
    for line in io::stdin().lock().lines() {
        let said: Value = serde_json::from_str(&line?)?;
        let best =
            |action: Option<&String>| json!({ "type": "bestaction", "id": said["id"], "action": action });
        let answer = match said["type"].as_str() {
            Some("hello") => json!({ "type": "hello", "protocol": 1, "name": "Longest (Rust)" }),
            Some("match") => json!({ "type": "ready" }),
            Some("go") => {
                let listed = said["frame"]["legal"].as_array().into_iter().flatten();
                legal = listed.filter_map(|action| action.as_str().map(str::to_owned)).collect();
                // Not always the same one among equals: a pass answered by a pass may come back for ever.
                let turn = said["rngSeed"].as_u64().unwrap_or_default() as usize;
                let length = legal.len().max(1);
                legal.rotate_left(turn % length);
                legal.sort_by_key(|action| std::cmp::Reverse(action.len()));
                best(legal.first())
            }
            Some("refused") => best(legal.last()),
            Some("ping") => json!({ "type": "pong" }),
            Some("quit") => break,
            _ => continue,
        };
        println!("{answer}");
        io::stdout().flush()?;
    }
    Ok(())
}
