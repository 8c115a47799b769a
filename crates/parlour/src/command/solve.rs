//! Double-dummy answers: tables, par, and what each card of a play cost.

use super::convert::read_boards;
use super::setup::Showing;
use super::{Failure, file, print};
use clap::Args;
use dds::{Deal, Direction, Par, Position, Solver, Strain, Table, Vulnerability, par, solve_many_within};
use notation::{Board, Hands, Notation, pbn};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::{IsTerminal, Write as _};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use words::Words;

/// Solve deals of bridge with all hands open.
///
/// Deals come as arguments, like “N:AK5.QJ… …”, or from files: PBN, LIN, match records, or one deal a line.
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

/// A deal that takes more nodes than allowed.
struct TooHard {
    board: String,
    nodes: u64,
}

impl From<TooHard> for Failure {
    fn from(TooHard { board, nodes }: TooHard) -> Self {
        Self::Message(format!(
            "{board}: not solved within {nodes} nodes; allow more, or any number without --nodes"
        ))
    }
}

/// A deal to be solved, and where it comes from.
struct Problem {
    deal: Deal,
    board: Board,
}

/// What was found out about it.
struct Solved<'p> {
    problem: &'p Problem,
    dealer: Direction,
    vulnerability: Vulnerability,
    table: Table,
    par: Par,
    play: Vec<dds::Played>,
}

impl Solve {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let mut problems = Vec::new();
        if self.deals.is_empty() {
            problems.extend(read_file(Path::new("-"))?);
        }
        for given in &self.deals {
            if is_deal(given) {
                problems.push(read_deal(given).map_err(Failure::Message)?);
            } else {
                problems.extend(read_file(&PathBuf::from(given))?);
            }
        }
        let deals: Vec<Deal> = problems.iter().map(|problem| problem.deal).collect();
        let tables = self.tables(&deals);
        let mut solver = Solver::new();
        let solved: Result<Vec<Solved<'_>>, Failure> = problems
            .iter()
            .zip(tables)
            .enumerate()
            .map(|(index, (problem, table))| self.look_into(index, problem, table, &mut solver))
            .collect();
        let words = self.showing.words();
        let solved = solved?;
        if self.json {
            let deals: Vec<Value> = solved.iter().map(|solved| solved.json(self.play)).collect();
            return print(&format!("{:#}\n", json!({ "deals": deals })));
        }
        let texts: Vec<String> =
            solved.iter().enumerate().map(|(index, solved)| solved.text(&words, index)).collect();
        print(&texts.join("\n"))
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

    fn look_into<'p>(
        &self,
        index: usize,
        problem: &'p Problem,
        table: Option<Table>,
        solver: &mut Solver,
    ) -> Result<Solved<'p>, Failure> {
        let board = &problem.board;
        let nodes = self.most_nodes();
        let too_hard = || TooHard { board: name(board, index), nodes };
        let table = table.ok_or_else(too_hard)?;
        let dealer = board.dealer.known().copied().unwrap_or(self.dealer);
        let vulnerability = board.vulnerability.known().copied().unwrap_or(self.vulnerable);
        let mut play = Vec::new();
        if let (true, Some(strain), Some(rows)) = (self.play, board.strain(), &board.play) {
            let cards: Vec<cards::Card> =
                rows.in_order(strain).iter().map(|(_, played)| played.card).collect();
            let position = Position::new(&problem.deal, strain, rows.leader);
            // A revoke, or a lead out of turn, that was accepted: nobody can say what it cost.
            play = solver
                .analyse_within(&position, &cards, nodes)
                .map_err(|error| Failure::Message(format!("{}: {error}", name(board, index))))?
                .ok_or_else(too_hard)?;
        }
        let par = par(&table, dealer, vulnerability);
        Ok(Solved { problem, dealer, vulnerability, table, par, play })
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
    Ok(Problem {
        deal,
        board: Board { hands: notation::Given::Known(Hands::from(deal)), ..Board::default() },
    })
}

/// The deals of a file: one a line, or boards in any notation.
fn read_file(path: &Path) -> Result<Vec<Problem>, Failure> {
    let bytes = file::read(path).map_err(Failure::Message)?;
    let text = String::from_utf8_lossy(&bytes);
    if is_deal(text.trim_start_matches('\u{feff}')) {
        let lines = text.trim_start_matches('\u{feff}').lines().enumerate();
        let deals = lines.filter(|(_, line)| !line.trim().is_empty()).map(|(line, deal)| {
            read_deal(deal)
                .map_err(|why| Failure::Message(format!("{}: line {}: {why}", path.display(), line + 1)))
        });
        return deals.collect();
    }
    let boards = match Notation::of(&bytes) {
        Notation::Pbn => pbn::read_each(&bytes, usize::MAX)
            .map_err(|error| Failure::Message(format!("{}: {error}", path.display())))?,
        notation => read_boards(path, notation, &bytes)?.into_iter().map(Ok).collect(),
    };
    let mut problems = Vec::new();
    let mut incomplete = Vec::new();
    for (index, board) in boards.into_iter().enumerate() {
        let problem = match board {
            Ok(board) => whole_deal(&board)
                .map(|deal| Problem { deal, board: board.clone() })
                .map_err(|why| format!("{}: {why}", name(&board, index))),
            Err(refused) => Err(refused.error.to_string()),
        };
        match problem {
            Ok(problem) => problems.push(problem),
            Err(why) => incomplete.push(format!("{}: {why}", path.display())),
        }
    }
    if problems.is_empty() && !incomplete.is_empty() {
        return Err(Failure::Message(incomplete.join("\n")));
    }
    // One board that is not whole is no reason to say nothing of the others.
    for why in incomplete {
        eprintln!("{why}");
    }
    Ok(problems)
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
    fn text(&self, words: &Words, index: usize) -> String {
        let number = self.problem.board.number.known().copied();
        let heading = match number {
            Some(number) => words.say("solve.board", &[("n", &number.to_string())]),
            None => words.say("solve.deal", &[("n", &(index + 1).to_string())]),
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
