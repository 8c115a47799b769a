//! Distance of the bots from par over random boards: the bidding alone, scored double dummy, or
//! bidding and play.
//!
//! ```text
//! cargo run --release -p parlour-bridge --example par -- --boards 1000 --seed 1 --tables FILE
//! cargo run --release -p parlour-bridge --example par -- --boards 1000 --seed 1 --tables FILE --bots expert:100ms
//! ```
//!
//! Solving the boards takes most of the time; `--tables FILE` stores the results for the next run.
//! `--show 10` prints the ten boards farthest from par. `--reached part-score --par game` prints
//! only boards of one kind, and `--board 7` prints a single one.

mod boards;

use boards::{KINDS, conditions, deal, duplicate, estimate, print_hands};
use bridge::bidding::{Hand, Reading};
use bridge::{Auction, Bridge, Options, Standing, imps};
use cards::{Card, CardSet, Rng, Seat, Seed, Viewer};
use dds::{Deal, Direction, Solver, Table, Vulnerability, par};
use engine::{Game, Observation, Settlement, Setup};
use std::fmt::Write as _;
use std::fs;

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let value = |name: &str| {
        arguments.iter().position(|argument| argument == name).and_then(|index| arguments.get(index + 1))
    };
    let number = |name: &str, otherwise: u64| match value(name) {
        Some(text) => text.parse().map_err(|_| format!("{name}: “{text}” is not a number")),
        None => Ok(otherwise),
    };
    let boards = number("--boards", 1000)?;
    let seed = Seed::from_number(number("--seed", 1)?);
    let deals: Vec<Deal> = (0..boards).map(|board| deal(&seed, board)).collect();
    let tables = tables(&deals, value("--tables").map(String::as_str))?;
    let show = number("--show", 0)?;
    let only = number("--board", 0)?;
    let sorts = value("--reached").zip(value("--par")).map(|(reached, par)| (reached.clone(), par.clone()));
    let options = duplicate().options;
    let boards = (0..).zip(deals).zip(&tables);
    let mut results: Vec<Board> = match value("--bots") {
        None => boards.map(|((n, deal), table)| bid(&options, n, deal, table)).collect(),
        Some(bot) => {
            let mut table = BotTable::new(bot)?;
            boards.map(|((n, deal), tricks)| table.play(n, deal, tricks)).collect()
        }
    };
    if only > 0 {
        results.iter().filter(|board| board.number + 1 == only).for_each(Board::print);
        return Ok(());
    }
    report(&results);
    results.sort_by_key(|board| -board.imps.abs());
    if let Some((reached, meant)) = sorts {
        results.retain(|board| boards::reached(&board.auction) == reached && kind(board.par) == meant);
    }
    for board in results.iter().take(usize::try_from(show).unwrap_or(usize::MAX)) {
        board.print();
    }
    Ok(())
}

struct Board {
    number: u64,
    deal: Deal,
    auction: Auction,
    vulnerability: Vulnerability,
    score: i32,
    par: i32,
    /// IMPs of North and South against par.
    imps: i32,
}

fn bid(options: &Options, number: u64, deal: Deal, table: &Table) -> Board {
    let (dealer, vulnerability) = conditions(number);
    let hands = deal.hands().map(Hand::new);
    let mut auction = Auction::new(dealer);
    let mut reading = Reading::new(&auction, vulnerability);
    while let Some(caller) = auction.caller() {
        let call = reading.choose(&hands[caller as usize]);
        auction.make(call).expect("the system makes legal calls");
        reading.read(call);
    }
    let score = boards::score(options, &auction, vulnerability, |strain, declarer| table[strain][declarer]);
    let par = par(table, dealer, vulnerability).score;
    Board { number, deal, auction, vulnerability, score, par, imps: imps(score - par) }
}

/// Table with the same bot in all four seats.
struct BotTable {
    bot: String,
    setup: Setup<Options>,
    standing: Standing,
}

impl BotTable {
    fn new(bot: &str) -> Result<Self, String> {
        let setup = duplicate();
        if Bridge::bot(bot).is_none() {
            return Err(format!("unknown bot “{bot}”"));
        }
        let standing = Bridge::initial_standing(&setup.options, Direction::North.into());
        Ok(Self { bot: bot.to_owned(), setup, standing })
    }

    /// Plays the next board.
    fn play(&mut self, number: u64, deal: Deal, table: &Table) -> Board {
        let (dealer, vulnerability) = conditions(number);
        let mut state = Bridge::deal(&self.setup.options, &self.standing, &deck(&deal, dealer), &mut drop);
        let mut bots = Direction::ALL.map(|_| Bridge::bot(&self.bot).expect("there is such a bot"));
        let mut rng = Rng::from_number(number);
        while let Some(seat) = Bridge::actors(&state).first() {
            let seen = Observation::<Bridge>::new(&state, Viewer::Seat(seat));
            let action = bots[seat.index()].choose(&seen, seat, &mut rng);
            Bridge::apply_quietly(&mut state, seat, action);
        }
        let points = Bridge::outcome(&state).expect("no seat may act, so the deal is over").points;
        let score = points[Seat::new(0)] - points[Seat::new(1)];
        self.standing = match Bridge::settle(&state) {
            Settlement::NextDeal(standing) => standing,
            Settlement::MatchOver(..) => Bridge::initial_standing(&self.setup.options, dealer.next().into()),
        };
        let par = par(table, dealer, vulnerability).score;
        Board { number, deal, auction: state.auction, vulnerability, score, par, imps: imps(score - par) }
    }
}

/// Returns the deck that deals these hands, with the first card to dealer's left.
fn deck(deal: &Deal, dealer: Direction) -> Vec<Card> {
    let mut hands = deal.hands().map(CardSet::iter);
    (0..52).filter_map(|index| hands[dealer.after(index + 1) as usize].next()).collect()
}

fn report(boards: &[Board]) {
    let n = boards.len().max(1) as f64;
    let losses: Vec<f64> = boards.iter().map(|board| f64::from(board.imps.abs())).collect();
    let (mean, half_width) = estimate(&losses);
    println!("{} boards: {mean:.2} IMPs a board from par (± {half_width:.2})", boards.len());
    let net: i32 = boards.iter().map(|board| board.imps).sum();
    println!("North and South against par: {:+.2}", f64::from(net) / n);
    let calls: usize = boards.iter().map(|board| board.auction.len()).sum();
    println!("{:.1} calls a board", calls as f64 / n);
    println!("lost, in all, by what was reached (down) and what par is (across):");
    println!("{:>12}{:>18}{:>18}{:>18}{:>18}", "", KINDS[0], KINDS[1], KINDS[2], KINDS[3]);
    for reached in KINDS {
        print!("{reached:>12}");
        for meant in KINDS {
            let these = boards
                .iter()
                .filter(|board| boards::reached(&board.auction) == reached && kind(board.par) == meant);
            let count = these.clone().count();
            let lost: i32 = these.map(|board| board.imps.abs()).sum();
            print!("{:>18}", format!("{lost} in {count}"));
        }
        println!();
    }
}

/// Returns the kind of a score, for contracts made and for sacrifices.
fn kind(score: i32) -> &'static str {
    match score.abs() {
        0 => KINDS[0],
        1..=299 => KINDS[1],
        300..=899 => KINDS[2],
        _ => KINDS[3],
    }
}

impl Board {
    fn print(&self) {
        println!("\nboard {} vulnerable {:?}", self.number + 1, self.vulnerability);
        print_hands(&self.deal);
        println!("  {:?}", self.auction);
        for made in Reading::new(&self.auction, self.vulnerability).calls() {
            let lengths = made.meaning.lengths.map(|length| format!("{}-{}", length.min, length.max));
            let points = made.meaning.points;
            println!(
                "    {} {:<3} {:>2}-{:<2} clubs first {:<26} {:?}, {:?}",
                made.caller.letter(),
                made.call.to_string(),
                points.min,
                points.max,
                lengths.join(" "),
                made.meaning.kind,
                made.meaning.forcing,
            );
        }
        println!("  score {:+}, par {:+}: {:+} IMPs", self.score, self.par, self.imps);
    }
}

/// Returns the double-dummy tables of all deals, from the file as far as it goes.
fn tables(deals: &[Deal], file: Option<&str>) -> Result<Vec<Table>, String> {
    let kept = file.and_then(|file| fs::read_to_string(file).ok()).unwrap_or_default();
    let mut tables: Vec<Table> =
        kept.lines().take(deals.len()).map(read).collect::<Option<_>>().ok_or("bad tables")?;
    let mut solver = Solver::new();
    while let Some(deal) = deals.get(tables.len()) {
        tables.push(solver.solve_all(deal));
        if let Some(file) = file.filter(|_| tables.len().is_multiple_of(20) || tables.len() == deals.len()) {
            let text: String = tables.iter().map(written).collect();
            fs::write(file, text).map_err(|error| format!("{file}: {error}"))?;
        }
    }
    Ok(tables)
}

fn written(table: &Table) -> String {
    let mut line = String::new();
    for tricks in table.tricks().as_flattened() {
        let _ = write!(line, "{tricks:x}");
    }
    line + "\n"
}

fn read(line: &str) -> Option<Table> {
    let digits: Vec<u8> =
        line.chars().map(|digit| digit.to_digit(16).map(|digit| digit as u8)).collect::<Option<_>>()?;
    let (strains, []) = digits.as_chunks::<4>() else { return None };
    Some(Table::new(strains.try_into().ok()?))
}
