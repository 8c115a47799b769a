//! Bots against bots over mirrored decks, and against others that only measure them:
//! `cargo run --release -p parlour-games --example contest -- scopa ismcts:1000,whole:1000 4000 [PRESET] [SEED]`; `400m` is whole
//! matches, and after a preset come options, such as `:scoponeScientifico=true`.
//!
//! `whole:1000` is the search without what the game tells it, to see what that is worth. `simple`, at Gin Rummy, is the simple
//! player of the EAAI 2021 challenge as its authors describe it: takes the upcard only into a meld, discards what counts most,
//! knocks as soon as it can.

use bots::arena::{Contest, run_with};
use bots::{Ismcts, Whole};
use cards::{Card, CardSet, Holding, Rng, Seat};
use engine::{Bot, Budget, Game, Observation, OptionValue, Setup, UnknownBot};
use games::gin_rummy::{Action, GinRummy, Phase};
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
    games::for_each_game!(of);
    Err("there is no such game".into())
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
    let times: BTreeMap<String, Arc<Mutex<Times>>> =
        contest.bots.iter().map(|name| (name.clone(), Arc::default())).collect();
    let make = |name: &str| {
        let bot: Box<dyn Bot<G>> = match name.strip_prefix("whole:").and_then(Budget::read) {
            Some(budget) => Box::new(Ismcts::<Whole<G>>::new(budget)),
            None => match reference::<G>(name) {
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

/// A bot of somebody else, rebuilt from its description.
fn reference<G: Game>(name: &str) -> Option<Box<dyn Bot<G>>> {
    if name != "simple" {
        return None;
    }
    let simple: Box<dyn Bot<GinRummy>> = Box::new(Simple(bots::bot::<GinRummy>("greedy").ok()?));
    // It plays one game only: in any other nobody is called so.
    let bot: Box<dyn Any> = Box::new(simple);
    bot.downcast::<Box<dyn Bot<G>>>().ok().map(|bot| *bot)
}

/// The simple player; what it does after a knock is what everybody does.
struct Simple(Box<dyn Bot<GinRummy>>);

impl Bot<GinRummy> for Simple {
    fn choose(&mut self, seen: &Observation<GinRummy>, seat: Seat, rng: &mut Rng) -> Action {
        let view = &seen.view;
        let deadwood = view.options().deadwood();
        let Holding::Open(hand) = view.hands[seat] else { return seen.legal[0] };
        match view.phase {
            Phase::Offer | Phase::Draw => {
                let melds = view.upcard.is_some_and(|card| {
                    let with = hand | CardSet::only(card);
                    with.iter().any(|one| with.iter().any(|other| is_meld(card, one, other)))
                });
                let otherwise = if view.phase == Phase::Offer { Action::Pass } else { Action::Stock };
                if melds { Action::Upcard } else { otherwise }
            }
            Phase::Discard => {
                let left = |action: &Action| match action {
                    Action::Gin(..) => 0,
                    Action::Knock(card, _) => 2 * u32::from(deadwood.min(hand - CardSet::only(*card))) + 1,
                    Action::Discard(card) => 2 * u32::from(deadwood.min(hand - CardSet::only(*card))) + 2,
                    _ => u32::MAX,
                };
                let knocks = |action: &Action| matches!(action, Action::Knock(..) | Action::Gin(..));
                let may_knock = seen.legal.iter().any(knocks);
                let allowed = || seen.legal.iter().filter(|action| !may_knock || knocks(action));
                let least = allowed().map(left).min();
                let best: Vec<Action> =
                    allowed().filter(|action| Some(left(action)) == least).copied().collect();
                rng.pick(&best)
            }
            _ => self.0.choose(seen, seat, rng),
        }
    }
}

/// Whether three cards are three of a kind or neighbours in a suit.
fn is_meld(a: Card, b: Card, c: Card) -> bool {
    let mut ranks = [a, b, c].map(|card| card.rank() as u8);
    ranks.sort_unstable();
    let [low, middle, high] = ranks;
    let of_suit = a.suit() == b.suit() && b.suit() == c.suit();
    let of_rank = low == high && a != b && b != c && a != c;
    of_rank || of_suit && low + 1 == middle && middle + 1 == high
}

/// How long a bot has thought.
#[derive(Default)]
struct Times {
    moves: u64,
    all: Duration,
    longest: Duration,
}

/// A bot that is timed.
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
