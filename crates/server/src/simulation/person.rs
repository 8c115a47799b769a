//! Player of a history, at any server that answers.

use super::node::Said;
use super::{NODES, World};
use protocol::{Command, ErrorKind, Notice, Phase, Receipt};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{sleep, timeout};

/// Time without an answer after which a command is repeated.
const ASK_AGAIN: Duration = Duration::from_millis(700);

/// Number of silent intervals after which the socket counts as dead.
const MAX_SILENCES: u32 = 3;

/// Plays in a seat until the history is over. Returns the client's commands and observations.
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
    /// Version shown last.
    seen: u64,
    receipt: Option<Receipt>,
    /// Command without an answer.
    asked: Option<Command>,
    named: u64,
    /// Whether the client has received its view of the table. Earlier notices are ignored.
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
                    Err(_) if silences == MAX_SILENCES => break,
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
        let Some(asked) = &self.asked else { return };
        self.notes.sends(&serde_json::to_value(asked).expect("a command has string keys"));
        if let Command::Play { version, action, id, .. } = asked.clone() {
            world.say(visit, self.seat, Said::Play { version, action, id });
        }
    }

    async fn hear(&mut self, world: &Arc<World>, visit: (usize, u64), text: &str) {
        let notice = Notice::decode(text).expect("a notice");
        self.is_seated |= matches!(notice, Notice::Table(_));
        if !self.is_seated {
            return;
        }
        if let (Some(id), Some(asked)) = (notice.id(), &self.asked)
            && asked.id() == Some(id)
        {
            let is_known = match &notice {
                Notice::Refused(refused) => {
                    !matches!(refused.error.kind, ErrorKind::Unconfirmed | ErrorKind::Busy)
                }
                _ => true,
            };
            if is_known {
                self.asked = None;
            }
        }
        let Some(snapshot) = notice.snapshot() else {
            // A notice without a snapshot is sent only once.
            self.notes.hears(text).expect("a notice");
            return;
        };
        let version = snapshot.version;
        if version < self.seen && world.protection.versions {
            return;
        }
        self.notes.hears(text).expect("a notice");
        self.seen = version;
        self.receipt = notice.receipt().cloned();
        let is_over = snapshot.phase == Phase::Over;
        world.furthest.send_if_modified(|(furthest, over)| {
            let before = (*furthest, *over);
            (*furthest, *over) = ((*furthest).max(version), *over || is_over);
            before != (*furthest, *over)
        });
        if snapshot.phase == Phase::Scored {
            world.say(visit, self.seat, Said::Continue);
        }
        let legal = &snapshot.legal;
        if legal.is_empty() {
            return;
        }
        // With turns, a command belongs to the version at which it was chosen.
        if matches!(&self.asked, Some(Command::Play { version: asked, .. }) if *asked == version) {
            return;
        }
        sleep(world.a_while(40)).await;
        self.named += 1;
        self.asked = Some(Command::Play {
            table: world.table.to_string(),
            version,
            action: legal[world.below(legal.len())].clone(),
            id: format!("{}-{}", self.seat, self.named),
        });
        self.ask_again(world, visit);
    }
}
