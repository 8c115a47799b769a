//! Somebody who plays: at whichever server answers, and again if none did.

use super::node::Said;
use super::{NODES, World};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{sleep, timeout};

/// A command without an answer is said again after so long.
const ASK_AGAIN: Duration = Duration::from_millis(700);

/// After so many times the socket is thought dead.
const PATIENCE: u32 = 3;

/// What a person takes in of what they are told.
#[derive(Deserialize)]
struct Notice {
    #[serde(rename = "type")]
    kind: String,
    id: Option<String>,
    code: Option<String>,
    receipt: Option<protocol::Receipt>,
    frame: Option<Frame>,
}

#[derive(Deserialize)]
struct Frame {
    version: u64,
    phase: String,
    #[serde(default)]
    legal: Vec<String>,
}

/// Somebody in this seat plays until the history is over. Returns what they did and saw.
pub(super) async fn play(world: Arc<World>, seat: usize) -> checker::Client {
    let mut person = Person {
        seat,
        notes: checker::Client::default(),
        seen: 0,
        receipt: None,
        asked: None,
        named: 0,
        is_seated: false,
    };
    let mut is_over = world.is_over.subscribe();
    tokio::select! {
        biased;
        _ = is_over.wait_for(|is_over| *is_over) => {}
        () = person.go_on(&world) => {}
    }
    person.notes
}

struct Person {
    seat: usize,
    notes: checker::Client,
    /// The version they were shown last.
    seen: u64,
    receipt: Option<protocol::Receipt>,
    /// What they asked for and nobody has answered.
    asked: Option<Value>,
    named: u64,
    /// Whether they have been told as whom they see the table; before that nothing makes sense.
    is_seated: bool,
}

impl Person {
    async fn go_on(&mut self, world: &Arc<World>) {
        loop {
            let gateway = world.below(NODES);
            let Some((socket, mut told)) = world.dial(gateway) else {
                sleep(Duration::from_millis(150)).await;
                continue;
            };
            let visit = (gateway, socket);
            world.say(visit, self.seat, Said::Watch(self.receipt.clone()));
            let mut silences = 0;
            loop {
                match timeout(ASK_AGAIN, told.recv()).await {
                    Ok(Some(text)) => {
                        silences = 0;
                        self.hear(world, visit, &text).await;
                        if world.below(60) == 0 {
                            break;
                        }
                    }
                    Ok(None) => break,
                    Err(_) if silences == PATIENCE => break,
                    Err(_) => {
                        silences += 1;
                        world.say(visit, self.seat, Said::Watch(self.receipt.clone()));
                        self.ask_again(world, visit);
                    }
                }
            }
            world.hang_up(visit);
        }
    }

    fn ask_again(&mut self, world: &Arc<World>, visit: (usize, u64)) {
        if let Some(asked) = &self.asked {
            self.notes.sends(asked);
            let text = |key: &str| asked[key].as_str().unwrap_or_default().to_owned();
            let version = asked["version"].as_u64().unwrap_or_default();
            world.say(visit, self.seat, Said::Play { version, action: text("action"), id: text("id") });
        }
    }

    async fn hear(&mut self, world: &Arc<World>, visit: (usize, u64), text: &str) {
        let notice: Notice = serde_json::from_str(text).expect("a notice");
        self.is_seated |= notice.kind == "table";
        if !self.is_seated {
            return;
        }
        if let (Some(id), Some(asked)) = (&notice.id, &self.asked)
            && asked["id"] == *id
        {
            let code = notice.code.unwrap_or_default();
            let is_known = notice.kind != "refused" || !["unconfirmed", "busy"].contains(&code.as_str());
            if is_known {
                self.asked = None;
            }
        }
        let Some(frame) = notice.frame else {
            // What is told without a frame is told once.
            self.notes.hears(text).expect("a notice");
            return;
        };
        let version = frame.version;
        if version < self.seen && world.protection.versions {
            return;
        }
        self.notes.hears(text).expect("a notice");
        self.seen = version;
        self.receipt = notice.receipt;
        let is_over = frame.phase == "over";
        world.furthest.send_if_modified(|(furthest, over)| {
            let before = (*furthest, *over);
            (*furthest, *over) = ((*furthest).max(version), *over || is_over);
            before != (*furthest, *over)
        });
        if frame.phase == "scored" {
            world.say(visit, self.seat, Said::Continue);
        }
        let legal = frame.legal;
        if legal.is_empty() {
            return;
        }
        // In turns a command is of the version it was made at, and of no other.
        if self.asked.as_ref().is_some_and(|asked| asked["version"] == version) {
            return;
        }
        sleep(world.a_while(40)).await;
        self.named += 1;
        self.asked = Some(json!({
            "type": "play", "table": world.table.to_string(), "version": version,
            "action": legal[world.below(legal.len())], "id": format!("{}-{}", self.seat, self.named),
        }));
        self.ask_again(world, visit);
    }
}
