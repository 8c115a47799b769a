//! Bidding benchmark of the bridge bots against `pons`: the same boards at two tables, contracts
//! scored double dummy.
//!
//! ```text
//! cargo run --release -- [boards=400] [seed=1] [solved=FILE] [keep=FILE] [before=FILE]
//!      [worst=N] [of=CLASS] [leaks=N] [board=N] [bot=NAME]
//! ```
//!
//! Our bots sit North-South at the first table and East-West at the second. The difference of the
//! scores counts in IMPs. Most of the time goes into solving; `solved=FILE` keeps the solutions for
//! the next run. `keep=FILE` writes our result on each board, and `before=FILE` reports changes
//! since then. `worst=20` prints our most costly boards, with `of=` only those of one class.
//! `leaks=20` prints the total cost of the first differing calls with the same cards.
//! `bot=expert:24` replaces the plain system by a bot.

#[path = "../../../crates/bridge/examples/boards/mod.rs"]
mod boards;

use boards::{conditions, deal, duplicate, estimate, print_hands, reached, score};
use cards::{Holding, Rng, SeatSet, Seed};
use contract_bridge as other;
use dds::{Deal, Direction, Solver, Strain, Vulnerability};
use engine::{Bot, Observation};
use bridge::bidding::{Hand, Reading, SharedReading};
use bridge::{Action, Auction, Bridge, Call, DeclarerRule, Doubling, Side, Standing, View, imps};
use pons::bidding::context::relative;
use pons::bidding::table::select_legal_call;
use pons::bidding::{Bidder, Partnership};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let value =
        |name: &str| arguments.iter().find_map(|argument| argument.strip_prefix(name)?.strip_prefix('='));
    let number = |name, otherwise| value(name).map_or(Ok(otherwise), str::parse::<u64>);
    let seed = Seed::from_number(number("seed", 1)?);
    let deals: Vec<Deal> = (0..number("boards", 400)?).map(|board| deal(&seed, board)).collect();
    let mut solved = Solved::read(value("solved"))?;
    let options = duplicate().options;
    let mut pairs = Pairs::new(value("bot"))?;
    let mut boards = Vec::new();
    for (number, deal) in (0..).zip(deals) {
        let (_, vulnerability) = conditions(number);
        let auctions = Side::ALL
            .map(|ours| pairs.bid(number, &deal, ours))
            .into_iter()
            .collect::<Result<Vec<_>, _>>()?;
        let mut scored = |auction| {
            score(&options, auction, vulnerability, |strain, declarer| {
                solved.tricks(number, &deal, strain, declarer)
            })
        };
        let Ok(auctions @ [first, second]) = &<[Auction; 2]>::try_from(auctions) else { unreachable!() };
        let scores = [scored(first), scored(second)];
        let (auctions, imps) = (auctions.clone(), imps(scores[0] - scores[1]));
        boards.push(Board { number, deal, vulnerability, auctions, scores, imps });
    }
    solved.keep()?;
    if let Some(board) = number("board", 0)?.checked_sub(1).and_then(|index| boards.get(index as usize)) {
        board.print();
        return Ok(());
    }
    let won: Vec<f64> = boards.iter().map(|board| f64::from(board.imps)).collect();
    let (mean, half_width) = estimate(&won);
    println!("{} boards: {mean:+.3} ± {half_width:.3} IMPs a board", boards.len());
    if let Some(file) = value("before") {
        let before: Vec<f64> =
            std::fs::read_to_string(file)?.lines().map(str::parse).collect::<Result<_, _>>()?;
        let more: Vec<f64> = won.iter().zip(before).map(|(now, before)| now - before).collect();
        let (mean, half_width) = estimate(&more);
        let changed = more.iter().filter(|more| **more != 0.0).count();
        println!("since then: {mean:+.3} ± {half_width:.3} on {} boards, {changed} changed", more.len());
    }
    if let Some(file) = value("keep") {
        let lines: String = boards.iter().map(|board| format!("{}\n", board.imps)).collect();
        std::fs::write(file, lines)?;
    }
    for (name, (time, calls)) in ["ours", "pons"].into_iter().zip(pairs.spent) {
        println!("{name}: {:.2} µs a call", time.as_secs_f64() * 1e6 / f64::from(calls.max(1)));
    }
    println!("\nby what ours reached and what pons reached with the same cards:");
    print_sums(&boards, usize::MAX, |board| Some(board.class()));
    if let Some(most) = value("leaks") {
        println!("\nby where they first called differently, ours and pons:");
        print_sums(&boards, most.parse()?, Board::parting);
    }
    boards.sort_by_key(|board| board.imps);
    if let Some(class) = value("of") {
        boards.retain(|board| board.class() == class || board.parting().as_deref() == Some(class));
    }
    boards.iter().take(number("worst", 0)? as usize).for_each(Board::print);
    Ok(())
}

/// Prints the totals of each kind of board, most costly first.
fn print_sums(boards: &[Board], most: usize, kind: impl Fn(&Board) -> Option<String>) {
    let mut sums: BTreeMap<String, (i32, u32)> = BTreeMap::new();
    for board in boards {
        if let Some(kind) = kind(board) {
            let sum = sums.entry(kind).or_default();
            *sum = (sum.0 + board.imps, sum.1 + 1);
        }
    }
    let mut sums: Vec<_> = sums.into_iter().collect();
    sums.sort_by_key(|(_, sum)| *sum);
    for (kind, (imps, count)) in sums.into_iter().take(most) {
        println!("{imps:+6} in {count:>5}  {kind}");
    }
}

/// Cache of tricks. A board has twenty values, of which two are needed.
struct Solved<'a> {
    file: Option<&'a str>,
    /// Tricks by board number, strain and declarer.
    tricks: BTreeMap<(u64, u8, u8), u8>,
    solver: Solver,
}

impl<'a> Solved<'a> {
    fn read(file: Option<&'a str>) -> Result<Self, Failure> {
        let text = file.and_then(|file| std::fs::read_to_string(file).ok()).unwrap_or_default();
        let line = |line: &str| {
            let numbers = line.split(' ').map(str::parse::<u64>).collect::<Result<Vec<_>, _>>()?;
            let [board, strain, declarer, tricks] = numbers[..] else {
                return Err(format!("{line} is no answer").into());
            };
            Ok::<_, Failure>(((board, strain as u8, declarer as u8), tricks as u8))
        };
        let tricks = text.lines().map(line).collect::<Result<_, _>>()?;
        Ok(Self { file, tricks, solver: Solver::new() })
    }

    fn tricks(&mut self, board: u64, deal: &Deal, strain: Strain, declarer: Direction) -> u8 {
        let solver = &mut self.solver;
        let solve = || 13 - solver.solve(deal, strain, declarer.next());
        *self.tricks.entry((board, strain as u8, declarer as u8)).or_insert_with(solve)
    }

    fn keep(&self) -> Result<(), Failure> {
        let Some(file) = self.file else { return Ok(()) };
        let line = |((board, strain, declarer), tricks): (&(u64, u8, u8), &u8)| {
            format!("{board} {strain} {declarer} {tricks}\n")
        };
        Ok(std::fs::write(file, self.tricks.iter().map(line).collect::<String>())?)
    }
}

/// The two pairs of a match, with their thinking time.
struct Pairs {
    /// Bot that replaces the plain system.
    bot: Option<Box<dyn Bot<Bridge>>>,
    pons: Partnership,
    spent: [(Duration, u32); 2],
}

impl Pairs {
    fn new(bot: Option<&str>) -> Result<Self, Failure> {
        let bot = bot.map(bots::bot::<Bridge>).transpose()?;
        Ok(Self { bot, pons: pons::american_default().bind(), spent: Default::default() })
    }

    /// Bids a board on which our pair sits North-South or East-West, as given.
    fn bid(&mut self, board: u64, deal: &Deal, ours: Side) -> Result<Auction, Failure> {
        let (dealer, vulnerability) = conditions(board);
        let hands = deal.hands().map(Hand::new);
        let theirs = deal.hands().map(their_hand);
        let theirs = theirs.into_iter().collect::<Result<Vec<other::Hand>, _>>()?;
        let mut auction = Auction::new(dealer);
        let mut reading = Reading::new(&auction, vulnerability);
        let mut heard = other::auction::Auction::new();
        while let Some(caller) = auction.caller() {
            let start = Instant::now();
            let is_ours = Side::of(caller) == ours;
            let call = if let Some(bot) = self.bot.as_mut().filter(|_| is_ours) {
                let seen = seen(board, deal, caller, &auction);
                match bot.choose(&seen, caller.into(), &mut Rng::from_number(board)) {
                    Action::Call(call) => call,
                    other => return Err(format!("{other} is no call").into()),
                }
            } else if is_ours {
                reading.choose(&hands[caller as usize])
            } else {
                let vulnerability =
                    relative(their_vulnerability(vulnerability), other::Seat::ALL[caller as usize]);
                let wishes = self.pons.classify(theirs[caller as usize], vulnerability, &heard);
                select_legal_call(wishes, &heard).to_string().parse()?
            };
            auction.make(call)?;
            reading.read(call);
            let spent = &mut self.spent[usize::from(!is_ours)];
            *spent = (spent.0 + start.elapsed(), spent.1 + 1);
            heard.try_push(call.to_string().parse()?)?;
        }
        Ok(auction)
    }
}

/// Returns the caller's observation.
fn seen(board: u64, deal: &Deal, caller: Direction, auction: &Auction) -> Observation<Bridge> {
    let options = duplicate().options;
    let standing = Standing::new(conditions(board).0);
    // The number of boards so far determines the vulnerability.
    let passed_out = standing.score(&options, None, None);
    let view = View {
        options,
        standing: Standing { sheet: Arc::new(vec![passed_out; (board % 16) as usize]), ..standing },
        hands: Direction::ALL.map(|hand| {
            let cards = Holding::Open(deal.hand(hand));
            if hand == caller { cards } else { cards.close() }
        }),
        auction: *auction,
        play: None,
        claim: None,
        claim_refused: false,
        faced: [false; 4],
        scored: None,
        reading: SharedReading::default(),
    };
    let mut legal = Vec::new();
    auction.legal_calls(|call| legal.push(Action::Call(call)));
    Observation { view, actors: SeatSet::only(caller.into()), legal }
}

/// Converts a hand to the other library's type.
fn their_hand(hand: cards::CardSet) -> Result<other::Hand, Failure> {
    Ok(boards::suits(hand).parse()?)
}

fn their_vulnerability(vulnerability: Vulnerability) -> other::AbsoluteVulnerability {
    match vulnerability {
        Vulnerability::None => other::AbsoluteVulnerability::NONE,
        Vulnerability::NorthSouth => other::AbsoluteVulnerability::NS,
        Vulnerability::EastWest => other::AbsoluteVulnerability::EW,
        Vulnerability::Both => other::AbsoluteVulnerability::ALL,
    }
}

struct Board {
    number: u64,
    deal: Deal,
    vulnerability: Vulnerability,
    /// Our side is first North-South, then East-West.
    auctions: [Auction; 2],
    /// Scores of North-South.
    scores: [i32; 2],
    /// Our result in IMPs.
    imps: i32,
}

impl Board {
    /// Returns the contracts reached with the declaring side's cards: ours, then theirs.
    fn class(&self) -> String {
        let declared =
            self.auctions.each_ref().map(|auction| auction.declarer(DeclarerRule::FirstToName).map(Side::of));
        let doubling = self
            .auctions
            .iter()
            .filter_map(|auction| Some(auction.contract()?.doubling))
            .max_by_key(|doubling| doubling.factor());
        let doubled = match doubling {
            Some(Doubling::Redoubled) => ", redoubled",
            Some(Doubling::Doubled) => ", doubled",
            _ => "",
        };
        match declared {
            [Some(one), Some(other)] if one != other => format!("either side declared{doubled}"),
            [Some(side), _] | [_, Some(side)] => {
                // Our side is North-South at the first table and East-West at the second.
                let [ours, theirs] = if side == Side::NorthSouth { [0, 1] } else { [1, 0] };
                format!("{} : {}{doubled}", reached(&self.auctions[ours]), reached(&self.auctions[theirs]))
            }
            [None, None] => "passed out twice".to_owned(),
        }
    }

    /// Returns the common calls, our next call and that of pons. `None` if the auctions are equal.
    fn parting(&self) -> Option<String> {
        let [first, second] = self.auctions.each_ref().map(|auction| auction.calls().collect::<Vec<_>>());
        let same = first.iter().zip(&second).take_while(|(one, other)| one == other).count();
        let ((caller, one), (_, other)) = (*first.get(same)?, *second.get(same)?);
        let (ours, pons) = if Side::of(caller) == Side::NorthSouth { (one, other) } else { (other, one) };
        let calls: Vec<String> = first[..same].iter().map(|(_, call)| call.to_string()).collect();
        // Passes before the opening matter little.
        let start = first[..same].iter().take_while(|(_, call)| *call == Call::Pass).count();
        let first = if start == same { format!("({start} passes)") } else { calls[start..].join(" ") };
        Some(format!("{first} [{ours} : {pons}]"))
    }

    fn print(&self) {
        println!("\nboard {} vulnerable {:?}: {}", self.number + 1, self.vulnerability, self.class());
        print_hands(&self.deal);
        for (ours, (auction, score)) in ["NS", "EW"].into_iter().zip(self.auctions.iter().zip(self.scores)) {
            println!("  ours {ours}: {auction:?} {score:+}");
        }
        println!("  {:+} IMPs", self.imps);
    }
}
