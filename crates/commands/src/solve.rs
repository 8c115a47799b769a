//! Double-dummy results: tables, par, and the cost of each card played.

use super::file::{self, Boards, LeftOut};
use super::setup::Showing;
use super::{Failure, print, status_line};
use clap::Args;
use dds::{Deal, Direction, Par, Position, Solver, Strain, Table, Vulnerability, par, solve_many_within};
use i18n::Words;
use notation::{Board, Hands, Part, ReadBoard};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::IsTerminal;
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::{Duration, Instant};

/// Solve bridge deals double dummy: tricks of each contract, and par.
///
/// Give deals as arguments, such as “N:AK5.QJ… …”, or as files: PBN, LIN, match records, or one
/// deal a line. Only the cards are needed, and dealer and vulnerability for par. Deals that can't
/// be solved are listed, and the exit status is then 1.
#[derive(Args)]
#[command(after_help = "Example:\n  parlour solve evening.pbn --play")]
pub(crate) struct Solve {
    /// Deals or files; - or nothing for standard input.
    #[arg(value_name = "DEAL|FILE")]
    deals: Vec<String>,
    /// Show the cost of each card played in the file.
    #[arg(long)]
    play: bool,
    /// Default dealer: N, E, S or W. If both sides can make a bid, the dealer decides who gets it.
    #[arg(long, default_value = "N")]
    dealer: Direction,
    /// Default vulnerability: none, ns, ew or both.
    #[arg(long, default_value = "none", value_parser = read_vulnerability)]
    vulnerable: Vulnerability,
    /// Number of threads. Defaults to one per core.
    #[arg(long)]
    threads: Option<NonZeroUsize>,
    /// Limit of nodes (searched tricks) for a strain of a deal, and for a play. Harder ones are
    /// left out. By default, there is no limit.
    #[arg(long)]
    nodes: Option<u64>,
    /// Print progress to standard error even if it isn't a terminal.
    #[arg(long)]
    progress: bool,
    #[command(flatten)]
    showing: Showing,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

fn read_vulnerability(text: &str) -> Result<Vulnerability, String> {
    Ok(match text.to_ascii_lowercase().as_str() {
        "none" => Vulnerability::None,
        "ns" => Vulnerability::NorthSouth,
        "ew" => Vulnerability::EastWest,
        "both" | "all" => Vulnerability::Both,
        _ => return Err("expected none, ns, ew or both".to_owned()),
    })
}

/// Deal to solve, with its source.
struct Problem {
    deal: Deal,
    board: Board,
    /// File, and index of the board in it. `None` for a deal on the command line.
    source: Option<(String, usize)>,
}

impl Problem {
    /// Reports a part left out of this board. `index` is the board's index among all deals.
    fn left_out(&self, index: usize, problem: &str) -> LeftOut {
        let number = self.board.number.known().copied();
        let place = self.source.as_ref().map_or(index, |(_, place)| *place);
        LeftOut {
            file: self.source.as_ref().map(|(file, _)| file.clone()),
            board: number,
            position: None,
            problem: format!("{}: {problem}", name(&self.board, place)),
        }
    }
}

/// Results of a deal.
struct Solved<'p> {
    problem: &'p Problem,
    /// Index among all deals.
    index: usize,
    dealer: Direction,
    vulnerability: Vulnerability,
    table: Table,
    par: Par,
    play: Vec<dds::Played>,
}

/// Deals found, and the parts left out.
#[derive(Default)]
struct Found {
    problems: Vec<Problem>,
    left_out: Vec<LeftOut>,
    /// Files, each with its encoding.
    files: Vec<Value>,
}

impl Solve {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let mut found = Found::default();
        if self.deals.is_empty() {
            self.read_file(Path::new("-"), &mut found)?;
        }
        for given in &self.deals {
            if is_deal(given) {
                match read_deal(given) {
                    Ok(problem) => found.problems.push(problem),
                    Err(problem) => {
                        found.left_out.push(LeftOut { file: None, board: None, position: None, problem });
                    }
                }
            } else {
                self.read_file(Path::new(given), &mut found)?;
            }
        }
        let Found { problems, mut left_out, files } = found;
        let deals: Vec<Deal> = problems.iter().map(|problem| problem.deal).collect();
        let tables = self.tables(&deals);
        let mut solver = Solver::new();
        let mut solved = Vec::new();
        for (index, (problem, table)) in problems.iter().zip(tables).enumerate() {
            solved.extend(self.look_into(index, problem, table, &mut solver, &mut left_out));
        }
        let words = self.showing.words();
        if self.json {
            let deals: Vec<Value> = solved.iter().map(|solved| solved.json(self.play)).collect();
            let left_out: Vec<Value> = left_out.iter().map(LeftOut::json).collect();
            let document = json!({ "deals": deals, "leftOut": left_out, "files": files });
            print(&format!("{document:#}\n"))?;
        } else {
            let texts: Vec<String> = solved.iter().map(|solved| solved.text(&words)).collect();
            print(&texts.join("\n"))?;
        }
        file::end(&left_out)
    }

    /// Reads the deals of a file: one a line, or boards in any notation.
    fn read_file(&self, path: &Path, found: &mut Found) -> Result<(), Failure> {
        let bytes = file::read(path).map_err(Failure::Message)?;
        let from = Boards::read(path, &bytes)?;
        found.files.push(json!({ "file": from.name, "encoding": from.encoding.to_string() }));
        found.left_out.extend(from.strays());
        for (index, read) in from.boards.iter().enumerate() {
            let needed = read.faults.iter().filter(|fault| self.needs(fault.part, read));
            let before = found.left_out.len();
            found.left_out.extend(needed.map(|fault| from.fault(read, fault)));
            match whole_deal(&read.board) {
                Ok(deal) => found.problems.push(Problem {
                    deal,
                    board: read.board.clone(),
                    source: Some((from.name.clone(), index)),
                }),
                // The fault already explains why the cards are unknown.
                Err(_) if found.left_out.len() > before => {}
                Err(why) => found.left_out.push(from.unusable(index, &why)),
            }
        }
        Ok(())
    }

    /// Returns whether a part of a board is needed: the cards, and dealer and vulnerability for
    /// par. With `--play` the play is needed too, and the contract if the play cannot be followed
    /// without it.
    fn needs(&self, part: Part, read: &ReadBoard) -> bool {
        match part {
            Part::Deal | Part::Dealer | Part::Vulnerability | Part::Unknown => true,
            Part::Play => self.play,
            Part::Auction | Part::Contract => self.play && read.board.play.is_none(),
            Part::Number | Part::Result | Part::Other => false,
        }
    }

    fn most_nodes(&self) -> u64 {
        self.nodes.unwrap_or(u64::MAX)
    }

    /// Solves all deals and reports progress.
    fn tables(&self, deals: &[Deal]) -> Vec<Option<Table>> {
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let threads = self.threads.map_or(cores, NonZeroUsize::get).min(1024);
        let terminal = std::io::stderr().is_terminal();
        let shown = (terminal || self.progress) && deals.len() > 1;
        let begun = Instant::now();
        let last_report = std::sync::Mutex::new(begun);
        let tables = solve_many_within(threads, deals, self.most_nodes(), |done| {
            // If another thread is reporting progress, this one skips its report.
            if let (true, Ok(mut last_report)) = (shown, last_report.try_lock())
                && last_report.elapsed() > REPORT_INTERVAL
            {
                *last_report = Instant::now();
                show_progress(terminal, done, deals.len(), begun.elapsed().as_secs_f64());
            }
        });
        if shown {
            let seconds = begun.elapsed().as_secs_f64();
            let rate = deals.len() as f64 / seconds.max(1e-9);
            if terminal {
                status_line::clear();
            }
            eprintln!("{} deals in {seconds:.1} s: {rate:.0} a second", deals.len());
        }
        tables
    }

    /// Solves a deal, and its play if requested. Leaves out whatever exceeds the node limit.
    fn look_into<'p>(
        &self,
        index: usize,
        problem: &'p Problem,
        table: Option<Table>,
        solver: &mut Solver,
        left_out: &mut Vec<LeftOut>,
    ) -> Option<Solved<'p>> {
        let board = &problem.board;
        let nodes = self.most_nodes();
        let too_hard = format!("not solved within {nodes} nodes; raise --nodes or leave it out");
        let Some(table) = table else {
            left_out.push(problem.left_out(index, &too_hard));
            return None;
        };
        let dealer = board.dealer.known().copied().unwrap_or(self.dealer);
        let vulnerability = board.vulnerability.known().copied().unwrap_or(self.vulnerable);
        let mut play = Vec::new();
        if let (true, Some(strain), Some(rows)) = (self.play, board.strain(), &board.play) {
            let cards: Vec<cards::Card> =
                rows.in_order(strain).iter().map(|(_, played)| played.card).collect();
            let position = Position::new(&problem.deal, strain, rows.leader);
            match solver.analyse_within(&position, &cards, nodes) {
                Ok(Some(played)) => play = played,
                Ok(None) => left_out.push(problem.left_out(index, &too_hard)),
                // The cost of an accepted revoke or lead out of turn is undefined.
                Err(error) => left_out.push(problem.left_out(index, &error.to_string())),
            }
        }
        let par = par(&table, dealer, vulnerability);
        Some(Solved { problem, index, dealer, vulnerability, table, par, play })
    }
}

/// Minimum time between two progress reports.
const REPORT_INTERVAL: Duration = Duration::from_millis(200);

fn show_progress(terminal: bool, done: usize, all: usize, seconds: f64) {
    let rate = done as f64 / seconds.max(1e-9);
    let left = all.saturating_sub(done) as f64 / rate.max(1e-9);
    let line = format!("{done} of {all} deals, {rate:.0} a second, {left:.0} s left");
    if terminal {
        status_line::show(&line);
    } else {
        eprintln!("{line}");
    }
}

/// Returns whether a text is a deal rather than a file name.
pub(super) fn is_deal(text: &str) -> bool {
    matches!(text.trim_start().as_bytes(), [b'N' | b'E' | b'S' | b'W' | b'n' | b'e' | b's' | b'w', b':', ..])
}

fn read_deal(text: &str) -> Result<Problem, String> {
    let deal: Deal = text.parse().map_err(|error: dds::ParseDealError| error.to_string())?;
    let board = Board { hands: notation::Given::Known(Hands::from(deal)), ..Board::default() };
    Ok(Problem { deal, board, source: None })
}

/// Returns the deal of a board, or the reason why it cannot be solved.
fn whole_deal(board: &Board) -> Result<Deal, String> {
    let hands = board.hands.known().copied().unwrap_or_default();
    let hand = |direction: Direction| {
        hands
            .hand(direction)
            .ok_or_else(|| format!("{direction}'s hand is unknown; all four hands are needed"))
    };
    let [north, east, south, west] = Direction::ALL.map(hand);
    Deal::new([north?, east?, south?, west?]).map_err(|error| error.to_string())
}

/// Returns the board's number, or its index in the file.
fn name(board: &Board, index: usize) -> String {
    board.number.known().map_or_else(|| format!("board {}", index + 1), |number| format!("board {number}"))
}

/// Returns the strains in the order of printed bridge tables, from notrump down.
fn strains() -> impl Iterator<Item = Strain> {
    Strain::ALL.into_iter().rev()
}

const fn sides(vulnerability: Vulnerability) -> &'static str {
    match vulnerability {
        Vulnerability::None => "none",
        Vulnerability::NorthSouth => "ns",
        Vulnerability::EastWest => "ew",
        Vulnerability::Both => "both",
    }
}

impl Solved<'_> {
    fn text(&self, words: &Words) -> String {
        let number = self.problem.board.number.known().copied();
        let heading = match number {
            Some(number) => words.say("solve.board", &[("n", &number.to_string())]),
            None => words.say("solve.deal", &[("n", &(self.index + 1).to_string())]),
        };
        let mut text = format!("{heading}\n{}\n{}\n", self.problem.deal, self.table);
        let dealer = direction(words, self.dealer);
        let vulnerable =
            words.say(&format!("solve.vulnerable.{}", sides(self.vulnerability)), &[]).into_owned();
        let _ = writeln!(
            text,
            "{}",
            words.say("solve.conditions", &[("dealer", &dealer), ("vulnerable", &vulnerable)])
        );
        let score = self.par.score.to_string();
        let contracts: Vec<String> = self.par.contracts.iter().map(ToString::to_string).collect();
        let par = if contracts.is_empty() {
            words.say("solve.par.passed", &[])
        } else {
            words.say("solve.par", &[("score", &score), ("contracts", &contracts.join(", "))])
        };
        let _ = writeln!(text, "{par}");
        if !self.play.is_empty() {
            self.write_play(words, &mut text);
        }
        text
    }

    /// Writes the play trick by trick, with the cost behind each card that lost tricks.
    fn write_play(&self, words: &Words, text: &mut String) {
        let first = self.play[0];
        let declarers = self.all() - first.before;
        let _ = writeln!(text, "{}", words.say("solve.play", &[("n", &declarers.to_string())]));
        for (trick, cards) in self.play.chunks(4).enumerate() {
            let cards: Vec<String> = cards
                .iter()
                .map(|played| {
                    let cost = if played.cost() > 0 { format!(" -{}", played.cost()) } else { String::new() };
                    format!(
                        "{:<9}",
                        format!("{} {}{cost}", played.direction.letter(), words.card(played.card))
                    )
                })
                .collect();
            let _ = writeln!(text, "{:>3}  {}", trick + 1, cards.join("").trim_end());
        }
        for player in Direction::ALL {
            let cost: u32 = self.of(player).map(|played| u32::from(played.cost())).sum();
            if cost > 0 {
                let params = [("who", direction(words, player)), ("n", cost.to_string())];
                let params = params.each_ref().map(|(key, value)| (*key, value.as_str()));
                let _ = writeln!(
                    text,
                    "{}",
                    words.say(if cost == 1 { "solve.cost.one" } else { "solve.cost.many" }, &params)
                );
            }
        }
    }

    fn of(&self, player: Direction) -> impl Iterator<Item = &dds::Played> {
        self.play.iter().filter(move |played| played.direction == player)
    }

    /// Returns the number of tricks of the deal.
    fn all(&self) -> u8 {
        self.problem.deal.tricks()
    }

    fn json(&self, with_play: bool) -> Value {
        let tricks: serde_json::Map<String, Value> = Direction::ALL
            .into_iter()
            .map(|declarer| {
                let row: serde_json::Map<String, Value> = strains()
                    .map(|strain| (strain_name(strain).to_owned(), self.table[strain][declarer].into()))
                    .collect();
                (declarer.letter().to_string(), row.into())
            })
            .collect();
        let contracts = self.par.contracts.iter().map(|par| {
            json!({
                "level": par.contract.level,
                "strain": strain_name(par.contract.strain),
                "doubled": par.contract.doubled,
                "declarer": par.declarer.letter().to_string(),
                "tricks": par.tricks,
            })
        });
        let mut document = json!({
            "board": self.problem.board.number.known(),
            "deal": self.problem.deal.to_string(),
            "dealer": self.dealer.letter().to_string(),
            "vulnerable": sides(self.vulnerability),
            "tricks": tricks,
            "par": { "score": self.par.score, "contracts": contracts.collect::<Vec<_>>() },
        });
        if with_play {
            let play = self.play.iter().map(|played| {
                json!({
                    "seat": played.direction.letter().to_string(),
                    "card": played.card.to_string(),
                    "before": played.before,
                    "after": played.after,
                    "cost": played.cost(),
                })
            });
            document["play"] = play.collect();
        }
        document
    }
}

pub(super) const fn strain_name(strain: Strain) -> &'static str {
    match strain {
        Strain::Clubs => "C",
        Strain::Diamonds => "D",
        Strain::Hearts => "H",
        Strain::Spades => "S",
        Strain::Notrump => "NT",
    }
}

fn direction(words: &Words, direction: Direction) -> String {
    words.say(&format!("solve.direction.{}", direction.letter()), &[]).into_owned()
}
