//! Server of a history: its registry and tables, its heartbeat, and the owner it knows.

use super::{NODES, SHARED, World, guest, lock};
use crate::clock::to_timestamp;
use crate::table::TableRegistry;
use crate::table::{Connection, Outgoing, Request};
use ::table::{Play, TableCommand};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use store::Store;
use store::heartbeat::{BEAT, DEAD, QUIET};
use store::model::{ModelStore, Wire, WireState};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep};

/// Client at a socket: index of the server, and number of the socket.
pub(super) type Visit = (usize, u64);

/// Command of a client.
#[derive(Clone, Debug)]
pub(super) enum Said {
    Watch(Option<protocol::Receipt>),
    Continue,
    Play { version: u64, action: String, id: String },
}

/// Message between servers.
#[derive(Clone)]
pub(super) enum Message {
    /// Command of a client at another server.
    Said { visit: Visit, seat: usize, said: Said },
    /// Notice for a client.
    Notice { socket: u64, text: String },
}

/// Server. After a kill another takes its place, with the next run.
pub(super) struct Node {
    pub(super) run: u64,
    pub(super) registry: Arc<TableRegistry>,
    pub(super) wire: Arc<Wire>,
    model: ModelStore,
    /// Time of the last confirmed heartbeat, on its own clock.
    pub(super) beaten_at: Instant,
    /// Owner of the table, as far as this server knows.
    owner: Option<usize>,
    visits: BTreeMap<Visit, Arc<Connection>>,
    sockets: BTreeMap<u64, mpsc::UnboundedSender<String>>,
}

impl Node {
    pub(super) fn new(world: &Arc<World>, run: u64) -> Self {
        let (settings, bot_pool, metrics) = &*SHARED;
        let model = world.database.connect();
        let store = Store::of_model(model.clone(), metrics.clone());
        Self {
            run,
            registry: TableRegistry::new(
                settings.clone(),
                store,
                bot_pool.clone(),
                Arc::clone(metrics),
                None,
            ),
            wire: Arc::clone(model.wire()),
            model,
            beaten_at: Instant::now(),
            owner: None,
            visits: BTreeMap::new(),
            sockets: BTreeMap::new(),
        }
    }

    /// Returns the owner of the table, as far as this server knows.
    pub(super) fn owner(&self) -> Option<usize> {
        self.owner
    }

    /// Drops all data of the server that was not written to the database.
    fn end(&mut self) {
        self.wire.set(WireState::Gone);
        self.registry.close();
        self.sockets.clear();
        std::mem::take(&mut self.visits).into_values().for_each(|connection| connection.close());
    }
}

impl World {
    /// Kills a server, and starts another after a while.
    pub(super) fn restart(self: &Arc<Self>, index: usize, after: Duration) {
        let run = self.node(index, |node| {
            node.end();
            node.run
        });
        let world = Arc::clone(self);
        tokio::spawn(async move {
            sleep(after).await;
            let node = Node::new(&world, run + 1);
            let is_first = world.node(index, |old| {
                let is_first = old.run == run;
                if is_first {
                    *old = node;
                }
                is_first
            });
            if is_first {
                world.start_beating(index);
            }
        });
    }

    /// Repairs all faults.
    pub(super) fn mend(self: &Arc<Self>) {
        *lock(&self.loss) = 0;
        self.database.silence_standby(false);
        for index in 0..NODES {
            self.node(index, |node| {
                if !node.wire.is_up() && !node.wire.is_gone() {
                    node.wire.set(WireState::Up);
                }
            });
        }
    }

    /// Runs the heartbeat of a server: it looks for dead servers and claims the table of a dead owner.
    pub(super) fn start_beating(self: &Arc<Self>, index: usize) {
        let (run, model, wire) =
            self.node(index, |node| (node.run, node.model.clone(), Arc::clone(&node.wire)));
        let world = Arc::clone(self);
        tokio::spawn(async move {
            // For each server its run and beat, and the time of their last change.
            let mut seen: Vec<((u64, u64), Instant)> = vec![((0, 0), Instant::now()); NODES];
            loop {
                wire.runs().await;
                let now = Instant::now();
                if let Some(members) = model.beat(index, run).await {
                    let Some(is_dead) = members.nodes.get(index).map(|own| own.is_dead || own.run != run)
                    else {
                        return;
                    };
                    if is_dead {
                        // Other servers have its tables.
                        return world.restart(index, Duration::from_millis(10));
                    }
                    let others = members.nodes.iter().enumerate().filter(|(other, _)| *other != index);
                    let mut dead = Vec::new();
                    for (other, node) in others {
                        let beat = (node.run, node.beat);
                        if seen[other].0 != beat {
                            seen[other] = (beat, now);
                        } else if !node.is_dead && seen[other].1 + DEAD <= now {
                            model.declare_dead(other, beat).await;
                        }
                        if node.is_dead {
                            dead.push(other);
                        }
                    }
                    if members.owner.is_none_or(|owner| dead.contains(&owner)) {
                        model.claim(index, members.owner).await;
                    }
                    world.node(index, |node| {
                        if node.run == run {
                            (node.beaten_at, node.owner) = (now, members.owner);
                        }
                    });
                }
                sleep(BEAT).await;
            }
        });
    }

    /// Connects a client to a server. Returns `None` if the server is gone.
    pub(super) fn dial(&self, index: usize) -> Option<(u64, mpsc::UnboundedReceiver<String>)> {
        let socket = self.below(usize::MAX) as u64;
        self.node(index, |node| {
            (!node.wire.is_gone()).then(|| {
                let (tell, told) = mpsc::unbounded_channel();
                node.sockets.insert(socket, tell);
                (socket, told)
            })
        })
    }

    pub(super) fn hang_up(&self, (gateway, socket): Visit) {
        self.node(gateway, |node| node.sockets.remove(&socket));
    }

    /// Sends a client's command to the owner of the table.
    pub(super) fn say(self: &Arc<Self>, visit: Visit, seat: usize, said: Said) {
        let (world, gateway) = (Arc::clone(self), visit.0);
        let wire = self.node(gateway, |node| Arc::clone(&node.wire));
        tokio::spawn(async move {
            sleep(world.a_while(2)).await;
            wire.runs().await;
            let owner = world.node(gateway, |node| node.owner);
            match owner {
                Some(owner) if owner == gateway => {
                    world.receive(gateway, Message::Said { visit, seat, said }).await;
                }
                Some(owner) => world.send(gateway, owner, &Message::Said { visit, seat, said }),
                // The client will repeat its command.
                None => {}
            }
        });
    }

    /// Handles a message at a server.
    pub(super) async fn receive(self: &Arc<Self>, index: usize, message: Message) {
        match message {
            Message::Notice { socket, text } => self.node(index, |node| {
                if let Some(tell) = node.sockets.get(&socket) {
                    // The client may have hung up.
                    let _ = tell.send(text);
                }
            }),
            // Any server could take the table, but only the owner does, so that servers do not take turns.
            Message::Said { .. } if self.node(index, |node| node.owner) != Some(index) => {}
            Message::Said { visit, seat, said } => {
                let (registry, connection) = self.visitor(index, visit, seat);
                let command = match said {
                    Said::Watch(receipt) => {
                        let receipt =
                            receipt.map(|receipt| receipt.as_str().parse().expect("our own receipt"));
                        TableCommand::Watch(receipt, None)
                    }
                    Said::Continue => TableCommand::Continue,
                    Said::Play { version, action, id } => {
                        let received_at = to_timestamp(Instant::now());
                        TableCommand::Play(Box::new(Play { version, action, typed: false, id, received_at }))
                    }
                };
                // A refused client asks again.
                let _ = registry.ask(self.table, Request::Command(connection, command)).await;
            }
        }
    }

    /// Returns the registry and the client's connection at this server. Its notices go to the client's own
    /// server.
    fn visitor(
        self: &Arc<Self>,
        index: usize,
        visit: Visit,
        seat: usize,
    ) -> (Arc<TableRegistry>, Arc<Connection>) {
        let (registry, connection, is_new) = self.node(index, |node| {
            let is_new = !node.visits.contains_key(&visit);
            let visitor =
                node.visits.entry(visit).or_insert_with(|| Arc::new(Connection::new(guest(seat), None)));
            (Arc::clone(&node.registry), Arc::clone(visitor), is_new)
        });
        if is_new {
            tokio::spawn(Arc::clone(self).forward(index, visit, Arc::clone(&connection)));
        }
        (registry, connection)
    }

    async fn forward(self: Arc<Self>, index: usize, visit: Visit, connection: Arc<Connection>) {
        let (wire, registry) = self.node(index, |node| (Arc::clone(&node.wire), Arc::clone(&node.registry)));
        loop {
            let messages = match connection.outgoing().await {
                Outgoing::Messages(messages) => messages,
                Outgoing::Behind => {
                    // If another server is the owner, clients ask it themselves.
                    if self.node(index, |node| node.owner) == Some(index) {
                        let _ = registry
                            .ask(self.table, Request::Command(Arc::clone(&connection), TableCommand::Resume))
                            .await;
                    }
                    continue;
                }
            };
            wire.runs().await;
            for text in messages {
                let told = Message::Notice { socket: visit.1, text: text.to_string() };
                let is_quiet = self.node(index, |node| node.beaten_at + QUIET < Instant::now());
                match visit.0 {
                    _ if is_quiet => {}
                    gateway if gateway == index => self.receive(index, told).await,
                    gateway => self.send(index, gateway, &told),
                }
            }
        }
    }
}
