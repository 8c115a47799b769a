//! Contests between bots over mirrored decks, including reference bots for measurements: `cargo run
//! --release -p parlour-catalog --example contest -- scopa ismcts:1000,whole:1000 4000 [PRESET]
//! [SEED]`
//!
//! `400m` plays full matches. Options follow a preset, such as `:scoponeScientifico=true`.
//! `whole:1000` is the search on full states without the guidance of the game, to measure its
//! value. `hint` plays the first action of each hint. Reference bots are in one file per game.

mod cassino;
mod gin_rummy;
mod hints;
mod scopa;
mod thirty_one;

use bots::arena::{Contest, run_with};
use bots::{FullState, Ismcts};
use cards::Rng;
use engine::{Bot, Budget, Game, OptionValue, Setup, UnknownBot};
use std::any::Any;
use std::collections::BTreeMap;
use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, bots, deals, more @ ..] = &arguments[..] else {
        return Err("GAME BOT,BOT DEALS [PRESET] [SEED]".into());
    };
    let contest = Contest {
        bots: bots.split(',').map(str::to_owned).collect(),
        rounds: deals.trim_end_matches('m').parse()?,
        matches: deals.ends_with('m'),
        seed: more.get(1).map_or(Ok(1), |seed| seed.parse())?,
        threads: 1,
    };
    let (preset, options) = more.first().map_or(("", ""), |more| more.split_once(':').unwrap_or((more, "")));
    let preset = Some(preset).filter(|preset| !preset.is_empty());
    let options = options.split(',').filter_map(|option| option.split_once('='));
    let options: BTreeMap<String, OptionValue> =
        options.map(|(key, value)| (key.to_owned(), read(value))).collect();
    macro_rules! of {
        ($($game:ty),+ $(,)?) => { $(if game == <$game as Game>::ID { return play::<$game>(&contest, preset, options); })+ };
    }
    catalog::for_each_game!(of);
    Err("unknown game".into())
}

fn read(value: &str) -> OptionValue {
    match (value.parse(), value.parse()) {
        (Ok(flag), _) => OptionValue::Flag(flag),
        (_, Ok(number)) => OptionValue::Number(number),
        _ => OptionValue::Word(value.to_owned()),
    }
}

fn play<G: Game>(
    contest: &Contest,
    preset: Option<&str>,
    options: BTreeMap<String, OptionValue>,
) -> Result<(), Box<dyn Error>> {
    let setup = Setup::<G::Options>::new(preset, u8::try_from(contest.bots.len())?, options)?;
    let sides = G::sides(&setup);
    let times: BTreeMap<String, Arc<Mutex<Times>>> =
        contest.bots.iter().map(|name| (name.clone(), Arc::default())).collect();
    let make = |name: &str| {
        let bot: Box<dyn Bot<G>> = match name.strip_prefix("whole:").and_then(Budget::read) {
            Some(budget) => Box::new(Ismcts::<FullState<G>>::new(budget)),
            None => match reference::<G>(name).or_else(|| hints::bot(name, &sides)) {
                Some(bot) => bot,
                None => bots::bot::<G>(name)?,
            },
        };
        Ok::<Box<dyn Bot<G>>, UnknownBot>(Box::new(Timed { bot, times: times[name].clone() }))
    };
    let report = run_with::<G>(&setup, contest, make, &|_| {}, &AtomicBool::new(false))?;
    for score in &report.scores {
        let half = |width: Option<f64>| width.unwrap_or_default();
        let times = times[&score.bot].lock().map_err(|_| "a bot panicked")?;
        println!(
            "{:16} {:+8.3} ± {:.3} points a deal, {:5.1} ± {:.1} % won, {:.4} ms a move, {:.1} ms the slowest",
            score.bot,
            score.points.0,
            half(score.points.1),
            100.0 * score.wins.0,
            100.0 * half(score.wins.1),
            times.all.as_secs_f64() * 1000.0 / times.moves.max(1) as f64,
            times.longest.as_secs_f64() * 1000.0,
        );
    }
    println!("{} deals in {:.1} s", report.rounds, report.seconds);
    Ok(())
}

/// Returns a random one of the actions with the highest value.
fn best<A: Copy, V: Ord>(legal: &[A], value: impl Fn(&A) -> V, rng: &mut Rng) -> A {
    let most = legal.iter().map(&value).max();
    let best: Vec<A> = legal.iter().filter(|action| Some(value(action)) == most).copied().collect();
    rng.pick(&best)
}

/// Returns a reference bot.
fn reference<G: Game>(name: &str) -> Option<Box<dyn Bot<G>>> {
    fn any<G: Game>(bot: Box<dyn Bot<G>>) -> Box<dyn Any> {
        Box::new(bot)
    }
    let bots = [
        cassino::reference(name).map(any),
        gin_rummy::reference(name).map(any),
        scopa::reference(name).map(any),
        thirty_one::reference(name).map(any),
    ];
    // Each reference bot plays one game; the names are unknown in other games.
    let mine = |bot: Box<dyn Any>| bot.downcast::<Box<dyn Bot<G>>>().ok();
    bots.into_iter().flatten().find_map(mine).map(|bot| *bot)
}

/// Time per decision of a bot.
#[derive(Default)]
struct Times {
    moves: u64,
    all: Duration,
    longest: Duration,
}

/// Bot with a timer.
struct Timed<G: Game> {
    bot: Box<dyn Bot<G>>,
    times: Arc<Mutex<Times>>,
}

impl<G: Game> Bot<G> for Timed<G> {
    fn choose(&mut self, seen: &engine::Observation<G>, seat: cards::Seat, rng: &mut Rng) -> G::Action {
        let begun = Instant::now();
        let action = self.bot.choose(seen, seat, rng);
        let taken = begun.elapsed();
        if let Ok(mut times) = self.times.lock() {
            times.moves += 1;
            times.all += taken;
            times.longest = times.longest.max(taken);
        }
        action
    }

    fn reaction(&mut self, rng: &mut Rng) -> Duration {
        self.bot.reaction(rng)
    }
}
