//! Games to 100 between one of our bots and one of theirs.

use crate::Failure;
use crate::lockstep::{Heard, Scripted, check_cards, player, round};
use crate::strong::marjj::MarjjV5Surrogate;
use cards::{Rng, Seat, Seed, Viewer};
use engine::{Bot, Match, Observation, OptionValue, Phase, Setup, shuffled_deck};
use games::gin_rummy::GinRummy;
use gin_rummy_engine::{
    DealerRotation, EaaiSimpleBot, HeuristicBot, MonteCarloBot, Strategy, Table, eaai_rules,
};
use rand::SeedableRng;
use rand::rngs::StdRng;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Creates a player of the other engine.
fn opponent(name: &str, seed: u64) -> Result<Box<dyn Strategy>, Failure> {
    let chance = StdRng::seed_from_u64(seed);
    Ok(match name.split_once(':') {
        None if name == "simple" => Box::new(EaaiSimpleBot::new(chance)),
        None if name == "marjj" => Box::new(MarjjV5Surrogate::new(chance)),
        None if name == "heuristic" => Box::new(HeuristicBot::new()),
        Some(("search", worlds)) => Box::new(MonteCarloBot::new(chance).samples(worlds.parse()?)),
        _ => return Err(format!("unknown player {name}; known: simple, marjj, heuristic, search:N").into()),
    })
}

/// Totals of the games.
#[derive(Default)]
struct Sums {
    moves: u32,
    thought: Duration,
    longest: Duration,
}

/// Plays sequences of decks, each from both seats, and prints the wins.
pub(crate) fn play(ours: &str, theirs: &str, rows: u64, seed: u64) -> Result<(), Failure> {
    check_cards()?;
    let mut sums = Sums::default();
    // Number of games we won with each sequence of decks.
    let mut won = Vec::new();
    for row in 0..rows {
        let mut wins = 0.0;
        for seat in Seat::all(2) {
            let mut bot = bots::bot::<GinRummy>(ours)?;
            let luck = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ row << 1 ^ seat.index() as u64;
            let mut other = opponent(theirs, luck)?;
            let mut game =
                OneGame { seat, row, seed, bot: &mut *bot, other: &mut *other, luck: Rng::from_number(luck) };
            wins += if game.play(&mut sums)? { 1.0 } else { 0.0 };
        }
        won.push(wins / 2.0);
    }
    let count = won.len() as f64;
    let mean = won.iter().sum::<f64>() / count;
    let variance = won.iter().map(|share| (share - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    println!(
        "{ours} wins {:.1} ± {:.1} % of {} games against {theirs}, {:.2} ms a move, {:.1} ms the slowest",
        100.0 * mean,
        196.0 * (variance / count).sqrt(),
        2 * won.len(),
        sums.thought.as_secs_f64() * 1000.0 / f64::from(sums.moves.max(1)),
        sums.longest.as_secs_f64() * 1000.0,
    );
    Ok(())
}

/// Game to 100, with our bot's seat.
struct OneGame<'a> {
    seat: Seat,
    row: u64,
    seed: u64,
    bot: &'a mut dyn Bot<GinRummy>,
    other: &'a mut dyn Strategy,
    luck: Rng,
}

impl OneGame<'_> {
    /// Plays the game. Returns whether our bot won.
    fn play(&mut self, sums: &mut Sums) -> Result<bool, Failure> {
        // Rules of the challenge: 25 for an undercut, and the same dealer after a drawn hand.
        let options = BTreeMap::from([
            ("undercutBonus".to_owned(), OptionValue::Number(25)),
            ("drawnHandDealer".to_owned(), OptionValue::Word("sameDealer".to_owned())),
        ]);
        let setup = Setup::new(None, 2, options)?;
        let mut game = Match::<GinRummy>::new(setup, Seat::new((self.row % 2) as u8))?;
        let seed = Seed::from_number(self.seed << 32 | self.row);
        for deal in 0.. {
            let deck = shuffled_deck::<GinRummy>(&game.standing().options, &seed, deal);
            game.deal(&deck, &mut drop)?;
            self.play_deal(&mut game, sums)?;
            if let Phase::Over(winners) = game.phase() {
                return Ok(winners.contains(self.seat));
            }
        }
        Err("a game without an end".into())
    }

    fn play_deal(&mut self, game: &mut Match<GinRummy>, sums: &mut Sums) -> Result<(), Failure> {
        let before = game.standing().points;
        let scores = [0, 1].map(|seat| u16::try_from(before[Seat::new(seat)]));
        let [one, two] = scores;
        let dealt = round(game.state().ok_or("nothing was dealt")?)?;
        let mut table =
            Table::new(dealt).scores([one?, two?]).dealer_rotation(DealerRotation::AlternateAfterScoredRound);
        let mut result = None;
        while let Some((state, seat)) = game.state().zip(game.actors().first()) {
            if result.is_some() || table.turn() != Some(player(seat)) {
                return Err("the engines disagree on who is to act".into());
            }
            let action = if seat == self.seat {
                let seen = Observation::<GinRummy>::new(state, Viewer::Seat(seat));
                let begun = Instant::now();
                let mut told = Scripted::new(self.bot.choose(&seen, seat, &mut self.luck));
                let taken = begun.elapsed();
                sums.moves += 1;
                sums.thought += taken;
                sums.longest = sums.longest.max(taken);
                result = table.step(&mut told)?;
                told.1?
            } else {
                let mut heard = Heard::new(&mut *self.other);
                result = table.step(&mut heard)?;
                heard.action?
            };
            game.check(seat, action)?.play(&mut drop);
        }
        let result = result.ok_or("the engines disagree on whether a deal is over")?;
        let gained = Seat::all(2).map(|seat| (seat, game.standing().points[seat] - before[seat]));
        for (seat, points) in gained {
            let theirs = if result.winner() == Some(player(seat)) { result.points(&eaai_rules()) } else { 0 };
            if points != i32::from(theirs) {
                return Err(format!("the engines disagree on a deal: {points} and {theirs} points").into());
            }
        }
        Ok(())
    }
}
