//! Double-dummy answers: tables, par, and what each card of a play cost.

use super::file::{self, Boards, LeftOut};
use super::setup::Showing;
use super::{Failure, print};
use clap::Args;
use dds::{Deal, Direction, Par, Position, Solver, Strain, Table, Vulnerability, par, solve_many_within};
use notation::{Board, Hands, Part, ReadBoard};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::{IsTerminal, Write as _};
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::{Duration, Instant};
use words::Words;

/// Solve deals of bridge with all hands open.
///
/// Deals come as arguments, like “N:AK5.QJ… …”, or from files: PBN, LIN, match records, or one deal a line. Only the cards
/// are needed, and dealer and vulnerability for par. What is left out is named, and the exit status is 1.
#[derive(Args)]
pub(crate) struct Solve {
    /// Deals or files; - or nothing for standard input.
    #[arg(value_name = "DEAL|FILE")]
    deals: Vec<String>,
    /// Show what each card of the play that is in the file cost.
    #[arg(long)]
    play: bool,
    /// Who deals, where no file says so: N, E, S or W. It decides who gets a bid that both sides make.
    #[arg(long, default_value = "N")]
    dealer: Direction,
    /// Who is vulnerable, where no file says so: none, ns, ew or both.
    #[arg(long, default_value = "none", value_parser = read_vulnerability)]
    vulnerable: Vulnerability,
    /// How many threads; without it, one for each core.
    #[arg(long)]
    threads: Option<NonZeroUsize>,
    /// Give up when a strain of a deal, or a play, takes more nodes (tricks searched) than this. Without it nothing is given up.
    #[arg(long)]
    nodes: Option<u64>,
    /// Tell on standard error how far it is, also where that is no terminal.
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
        _ => return Err("write none, ns, ew or both".to_owned()),
    })
}

/// A deal to be solved, and where it comes from.
struct Problem {
    deal: Deal,
    board: Board,
    /// The file, and the place of the board in it; none for a deal on the command line.
    source: Option<(String, usize)>,
}

impl Problem {
    /// Something of this board that is left out. `index` is its place among all deals.
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

/// What was found out about it.
struct Solved<'p> {
    problem: &'p Problem,
    /// Its place among all deals.
    index: usize,
    dealer: Direction,
    vulnerability: Vulnerability,
    table: Table,
    par: Par,
    play: Vec<dds::Played>,
}

/// The deals that were found, and what was left out.
#[derive(Default)]
struct Found {
    problems: Vec<Problem>,
    left_out: Vec<LeftOut>,
    /// The files, each with its encoding.
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

    /// Finds the deals of a file: one a line, or boards in any notation.
    fn read_file(&self, path: &Path, found: &mut Found) -> Result<(), Failure> {
        let bytes = file::read(path).map_err(Failure::Message)?;
        let from = Boards::read(path, &bytes)?;
        from.tell_encoding();
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
                // A fault says more than that the cards are not known.
                Err(_) if found.left_out.len() > before => {}
                Err(why) => found.left_out.push(from.unusable(index, &why)),
            }
        }
        Ok(())
    }

    /// Whether a part of a board is needed: the cards, and dealer and vulnerability for par; with `--play` the play, and
    /// the contract if the play cannot be followed without it.
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

    /// The tables of all deals, telling how far it is.
    fn tables(&self, deals: &[Deal]) -> Vec<Option<Table>> {
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let threads = self.threads.map_or(cores, NonZeroUsize::get).min(1024);
        let terminal = std::io::stderr().is_terminal();
        let shown = (terminal || self.progress) && deals.len() > 1;
        let begun = Instant::now();
        let last_report = std::sync::Mutex::new(begun);
        let tables = solve_many_within(threads, deals, self.most_nodes(), |done| {
            // Whoever finds another thread telling has nothing to add.
            if let (true, Ok(mut last_report)) = (shown, last_report.try_lock())
                && last_report.elapsed() > PAUSE
            {
                *last_report = Instant::now();
                show_progress(terminal, done, deals.len(), begun.elapsed().as_secs_f64());
            }
        });
        if shown {
            let seconds = begun.elapsed().as_secs_f64();
            let rate = deals.len() as f64 / seconds.max(1e-9);
            let clear = if terminal { "\r\x1b[K" } else { "" };
            eprintln!("{clear}{} deals in {seconds:.1} s: {rate:.0} a second", deals.len());
        }
        tables
    }

    /// Solves a deal, and its play if that is asked for. What takes too long is left out.
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
        let too_hard = format!("not solved within {nodes} nodes; allow more, or any number without --nodes");
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
                // A revoke, or a lead out of turn, that was accepted: nobody can say what it cost.
                Err(error) => left_out.push(problem.left_out(index, &error.to_string())),
            }
        }
        let par = par(&table, dealer, vulnerability);
        Some(Solved { problem, index, dealer, vulnerability, table, par, play })
    }
}

/// How long nobody is told anything.
const PAUSE: Duration = Duration::from_millis(200);

fn show_progress(terminal: bool, done: usize, all: usize, seconds: f64) {
    let rate = done as f64 / seconds.max(1e-9);
    let left = all.saturating_sub(done) as f64 / rate.max(1e-9);
    let line = format!("{done} of {all} deals, {rate:.0} a second, {left:.0} s left");
    if terminal {
        eprint!("\r\x1b[K{line}");
    } else {
        eprintln!("{line}");
    }
    let _ = std::io::stderr().flush();
}

/// Whether a text is a deal and not the name of a file.
fn is_deal(text: &str) -> bool {
    matches!(text.trim_start().as_bytes(), [b'N' | b'E' | b'S' | b'W' | b'n' | b'e' | b's' | b'w', b':', ..])
}

fn read_deal(text: &str) -> Result<Problem, String> {
    let deal: Deal = text.parse().map_err(|error: dds::ParseDealError| error.to_string())?;
    let board = Board { hands: notation::Given::Known(Hands::from(deal)), ..Board::default() };
    Ok(Problem { deal, board, source: None })
}

/// The deal of a board, or why there is none to be solved.
fn whole_deal(board: &Board) -> Result<Deal, String> {
    let hands = board.hands.known().copied().unwrap_or_default();
    let hand = |direction: Direction| {
        hands
            .hand(direction)
            .ok_or_else(|| format!("{direction}'s hand is not known, and all four are needed"))
    };
    let [north, east, south, west] = Direction::ALL.map(hand);
    Deal::new([north?, east?, south?, west?]).map_err(|error| error.to_string())
}

/// The board by its number, or by its place among those of its file.
fn name(board: &Board, index: usize) -> String {
    board.number.known().map_or_else(|| format!("board {}", index + 1), |number| format!("board {number}"))
}

/// The strains as bridge players print them, from no trump down.
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

    /// Trick by trick; behind a card what it cost, if it did.
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

    /// All tricks of the deal.
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

const fn strain_name(strain: Strain) -> &'static str {
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
