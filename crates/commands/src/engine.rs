//! Built-in bot as a program that speaks the bot protocol.

use super::Failure;
use bot_protocol::{ActionText, BotHello, Games, Go, MatchMessage, Name, PROTOCOL, serve};
use catalog::{Catalog, SetupText, SnapshotBot, snapshot_bot, snapshot_bot_games};
use clap::Args;
use serde::Deserialize;
use std::io::{self, BufReader};
use std::sync::Arc;
use std::time::Duration;

/// Run a built-in bot that speaks the bot protocol on standard input and output.
///
/// It plays Scopa, Wall Street and Cassino. In the other games the bots need more of a deal's
/// history than a message of the protocol contains.
#[derive(Args)]
#[command(after_help = "Example:\n  parlour engine --bot ismcts:1000")]
pub(crate) struct Engine {
    /// Bot, such as heuristic or ismcts:1000.
    #[arg(long, default_value = "heuristic")]
    bot: String,
}

impl Engine {
    pub(crate) fn run(&self, catalog: &Arc<Catalog>) -> Result<(), Failure> {
        for game in snapshot_bot_games().iter().filter_map(|game| catalog.find(game)) {
            game.check_bot(&self.bot).map_err(|error| Failure::Message(error.to_string()))?;
        }
        let mut playing =
            Playing { catalog: catalog.clone(), bot: self.bot.clone(), seated: None, other: None };
        serve(BufReader::new(io::stdin()), io::stdout().lock(), &mut playing)
            .map_err(|error| Failure::Message(error.to_string()))
    }
}

/// Safety margin before the time limit.
const MARGIN: Duration = Duration::from_millis(20);

struct Playing {
    catalog: Arc<Catalog>,
    bot: String,
    seated: Option<Box<dyn SnapshotBot>>,
    /// Alternative action of the last turn, in case the server refuses the first.
    other: Option<String>,
}

/// Legal actions of a turn.
#[derive(Deserialize)]
struct Legal {
    legal: Vec<String>,
}

impl bot_protocol::Engine for Playing {
    fn hello(&self) -> BotHello {
        let games = snapshot_bot_games().into_iter().map(str::to_owned).collect();
        BotHello {
            protocol: PROTOCOL,
            name: Name::new(&self.bot).expect("the names of built-in bots are short"),
            author: Name::new("Parlour"),
            version: Name::new(env!("CARGO_PKG_VERSION")),
            games: Games::These(games),
        }
    }

    fn sit_down(&mut self, told: &MatchMessage) -> io::Result<()> {
        let setup =
            SetupText { preset: told.preset.clone(), options: told.options.clone(), seats: Some(told.seats) };
        let most = Duration::from_millis(told.clock.each);
        let most = most.saturating_sub(MARGIN.min(most / 2));
        let seated = snapshot_bot(&self.catalog, &told.game, &setup, told.you, &self.bot, most);
        self.seated = Some(seated.map_err(io::Error::other)?);
        Ok(())
    }

    fn choose(&mut self, go: &Go, stop: &engine::Stop) -> io::Result<ActionText> {
        let seated = self.seated.as_mut().ok_or_else(|| io::Error::other("no match has started"))?;
        let chosen = seated.choose(&go.snapshot, go.rng_seed, stop).map_err(io::Error::other)?;
        let Legal { legal } = serde_json::from_str(go.snapshot.get())?;
        self.other = legal.into_iter().find(|action| *action != chosen);
        action_text(&chosen)
    }

    fn choose_again(&mut self, message: &str) -> io::Result<ActionText> {
        let other = self.other.take();
        let other = other.ok_or_else(|| io::Error::other(format!("no other action is legal: {message}")))?;
        action_text(&other)
    }
}

fn action_text(action: &str) -> io::Result<ActionText> {
    ActionText::new(action).ok_or_else(|| io::Error::other("the action is too long"))
}
