//! Plays one deal between bots of a game and prints it: `cargo run -p parlour-games --example hand
//! -- gin-rummy 2 7`.

use cards::{Rng, Seat, Seed, Viewer};
use engine::{Game, Match, Observation, Phase, Setup, shuffled_deck};
use games::bridge::Bridge;
use games::cassino::Cassino;
use games::gin_rummy::GinRummy;
use games::scopa::Scopa;
use games::thirty_one::ThirtyOne;
use games::wall_street::WallStreet;
use std::collections::BTreeMap;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let game = arguments.first().map_or("scopa", String::as_str);
    let seats = arguments.get(1).map_or(Ok(if game == Bridge::ID { 4 } else { 2 }), |seats| seats.parse())?;
    let seed = arguments.get(2).map_or(Ok(2), |seed| seed.parse())?;
    match game {
        Bridge::ID => play::<Bridge>(seats, seed),
        Cassino::ID => play::<Cassino>(seats, seed),
        GinRummy::ID => play::<GinRummy>(seats, seed),
        Scopa::ID => play::<Scopa>(seats, seed),
        ThirtyOne::ID => play::<ThirtyOne>(seats, seed),
        WallStreet::ID => play::<WallStreet>(seats, seed),
        _ => Err(format!("no game “{game}” here").into()),
    }
}

fn play<G: Game>(seats: u8, seed: u64) -> Result<(), Box<dyn Error>> {
    let setup = Setup::<G::Options>::new(None, seats, BTreeMap::new())?;
    let deck = shuffled_deck::<G>(&setup.options, &Seed::from_number(seed), 0);
    let mut game = Match::<G>::new(setup, Seat::new(0))?;
    let mut bot = G::BOTS.first().and_then(|name| G::bot(name)).ok_or("the game has no bot of its own")?;
    let mut rng = Rng::from_number(seed);
    game.deal(&deck, &mut drop)?;
    while let (Phase::Playing, Some(seat), Some(state)) = (game.phase(), game.actors().first(), game.state())
    {
        let seen = Observation::<G>::new(state, Viewer::Seat(seat));
        let action = bot.choose(&seen, seat, &mut rng);
        println!("{seat} {action}");
        game.check(seat, action)?.play(&mut drop);
    }
    for line in game.results().iter().flat_map(|deal| &deal.lines) {
        println!("{}: {:?}", line.category, line.points);
    }
    println!("totals: {:?}", game.totals());
    Ok(())
}
