//! Commands for match records: replay, review, legal actions, views and verification.

use super::file::{self, Boards, LeftOut};
use super::setup::Showing;
use super::{Failure, print, sentence, status_line};
use cards::{Commitment, ParseNonceError, Seat, Viewer};
use catalog::{
    Catalog, DealerNote, Effort, OwnNonce, Place, RecordText, Rejection, Replayed, Seen, Verified,
    read_record,
};
use clap::Args;
use notation::{Board, Notation, Unwritable, WriteError, watchable};
use serde_json::Value;
use std::io::IsTerminal;
use std::path::PathBuf;
use terminal::Look;

/// Record to read.
#[derive(Args)]
struct File {
    /// Match record, or PBN or LIN file of bridge boards; - for standard input.
    file: PathBuf,
}

impl File {
    fn read(&self) -> Result<RecordText, Rejection> {
        match self.open()? {
            Opened::Record(record) => Ok(*record),
            Opened::Boards(boards) => {
                let left_out: Vec<LeftOut> = boards.left_out();
                if !left_out.is_empty() {
                    return Err(unreadable(file::lines(&left_out)));
                }
                record_of(&boards)
            }
        }
    }

    /// Reads a record or a file of boards, in any notation that `convert` reads.
    fn open(&self) -> Result<Opened, Rejection> {
        let bytes = file::read(&self.file).map_err(unreadable)?;
        if Notation::of(&bytes) != Notation::Record {
            match Boards::read(&self.file, &bytes) {
                Ok(boards) => return Ok(Opened::Boards(boards)),
                Err(Failure::Message(why)) if is_like_boards(&bytes) => return Err(unreadable(why)),
                // Without any board it is a damaged record.
                Err(_) => {}
            }
        }
        let text = String::from_utf8(bytes)
            .map_err(|_| unreadable(format!("{}: the file isn't UTF-8 text", self.file.display())))?;
        read_record(&text).map(|record| Opened::Record(Box::new(record)))
    }

    fn replay(&self, catalog: &Catalog) -> Replayed {
        match self.read() {
            Ok(record) => record.replay(catalog),
            Err(rejection) => Replayed { game: None, refused: Some(rejection) },
        }
    }
}

/// Content of a file that can be replayed.
enum Opened {
    Record(Box<RecordText>),
    Boards(Boards),
}

/// Returns whether a file begins like boards: with a tag or escaped line of PBN, or like LIN.
fn is_like_boards(bytes: &[u8]) -> bool {
    Notation::of(bytes) == Notation::Lin
        || bytes.trim_ascii_start().starts_with(b"[")
        || bytes.starts_with(b"%")
}

fn unreadable(why: String) -> Rejection {
    Rejection::new("unreadable-record", why)
}

/// Builds a record of the boards without a fault.
fn record_of(boards: &Boards) -> Result<RecordText, Rejection> {
    let sound: Vec<Board> =
        boards.boards.iter().filter(|read| read.is_sound()).map(|read| read.board.clone()).collect();
    notation::record::write(&sound).map_err(|error| unreadable(format!("{}: {error}", boards.name)))
}

/// Builds a record of the boards that a record can have. Returns it with the indices of these boards, and adds the other
/// boards to `left_out`.
fn record_of_most(
    boards: &Boards,
    left_out: &mut Vec<LeftOut>,
) -> Result<(RecordText, Vec<usize>), Rejection> {
    let sound = boards.boards.iter().enumerate().filter(|(_, read)| read.is_sound());
    let mut kept: Vec<(usize, Board)> = sound.map(|(index, read)| (index, read.board.clone())).collect();
    loop {
        let given: Vec<Board> = kept.iter().map(|(_, board)| board.clone()).collect();
        let WriteError { board, why } = match notation::record::write(&given) {
            Ok(record) => return Ok((record, kept.into_iter().map(|(index, _)| index).collect())),
            Err(error) if error.board > kept.len() => {
                return Err(unreadable(format!("{}: {error}", boards.name)));
            }
            Err(error) => error,
        };
        // All later boards would be too many as well.
        let end = if matches!(why, Unwritable::TooMany(_)) { kept.len() } else { board };
        let dropped = kept.drain(board - 1..end);
        left_out.extend(dropped.map(|(index, _)| boards.unusable(index, &why.to_string())));
    }
}

/// Prints the JSON of a replayed record. Fails if part of the record was refused.
fn print_json(document: &Value, replayed: &Replayed) -> Result<(), Failure> {
    print(&format!("{document:#}\n"))?;
    if replayed.refused.is_some() { Err(Failure::Printed) } else { Ok(()) }
}

/// Show a match record, or the boards of a PBN or LIN file.
///
/// It shows every deal, its score and the winner.
#[derive(Args)]
#[command(after_help = "Examples:\n  parlour replay match.json\n  parlour replay evening.pbn --json")]
pub(crate) struct Replay {
    #[command(flatten)]
    file: File,
    #[command(flatten)]
    showing: Showing,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

impl Replay {
    pub(crate) fn run(&self, catalog: &Catalog) -> Result<(), Failure> {
        let record = match self.file.open() {
            Ok(Opened::Record(record)) => *record,
            Ok(Opened::Boards(boards)) if self.json => return print_boards_json(&boards, catalog),
            Ok(Opened::Boards(boards)) => return self.print_boards(&boards, catalog),
            Err(rejection) if self.json => {
                let replayed = Replayed { game: None, refused: Some(rejection) };
                return print_json(&replayed.summary(), &replayed);
            }
            Err(rejection) => return Err(rejection.into()),
        };
        if self.json {
            let replayed = record.replay(catalog);
            return print_json(&replayed.summary(), &replayed);
        }
        // Replayed first, because its error names the place in the record.
        record.replay(catalog).into_match()?;
        let words = self.showing.words_for(&record.game);
        let text = terminal::event_log(&record, catalog, words, Look::of_environment());
        print(&text.map_err(|error| Failure::Message(error.to_string()))?)
    }

    /// Shows each board as far as it has no faults and the rules allow.
    fn print_boards(&self, from: &Boards, catalog: &Catalog) -> Result<(), Failure> {
        let words = self.showing.words();
        let mut left_out = from.left_out();
        let mut is_headed = false;
        for (index, read) in from.boards.iter().enumerate() {
            let shown = match watchable(&read.board) {
                Ok(shown) => shown,
                Err(why) => {
                    if read.is_sound() {
                        left_out.push(from.unusable(index, &why.to_string()));
                    }
                    continue;
                }
            };
            if let Some(why) = shown.cut {
                left_out.push(from.unusable(index, &format!("shown only in part: {why}")));
            }
            let text = terminal::event_log(&shown.record, catalog, words, Look::of_environment());
            let text = text.map_err(|error| Failure::Message(error.to_string()))?;
            let mut parts = text.split("\n\n");
            if let (Some(match_line), false) = (parts.next(), is_headed) {
                print(&format!("{}\n", match_line.trim_end()))?;
                is_headed = true;
            }
            // The deals before it only fill the earlier places of the match, so the heading of this
            // one is replaced.
            let deal = parts.nth(shown.record.deals.len() - 1).unwrap_or_default();
            let (_, log) = deal.split_once('\n').unwrap_or_default();
            let heading = match read.board.number.known() {
                Some(number) => words.say("solve.board", &[("n", &number.to_string())]).into_owned(),
                None => words.say("solve.deal", &[("n", &(index + 1).to_string())]).into_owned(),
            };
            print(&format!("\n{heading}\n{}\n", log.trim_end()))?;
        }
        file::end(&left_out)
    }
}

/// Prints the summary of a file of boards: each board with its number, and the parts left out.
fn print_boards_json(boards: &Boards, catalog: &Catalog) -> Result<(), Failure> {
    let mut left_out = boards.left_out();
    let (replayed, fillers, kept) = match record_of_most(boards, &mut left_out) {
        Ok((record, kept)) => {
            let fillers: Vec<bool> = record.deals.iter().map(notation::record::is_filler).collect();
            (record.replay(catalog), fillers, kept)
        }
        Err(rejection) => (Replayed { game: None, refused: Some(rejection) }, Vec::new(), Vec::new()),
    };
    let left_out: Vec<Value> = left_out.iter().map(LeftOut::json).collect();
    let mut summary = replayed.summary();
    let is_whole = left_out.is_empty();
    if let Some(deals) = summary["deals"].as_array_mut() {
        // Deals that only fill the places of missing boards are no boards of the file.
        let mut fillers = fillers.into_iter();
        deals.retain(|_| !fillers.next().unwrap_or_default());
        for (deal, index) in deals.iter_mut().zip(kept) {
            deal["board"] = boards.boards[index].board.number.known().copied().into();
        }
    }
    summary["leftOut"] = left_out.into();
    print_json(&summary, &replayed)?;
    if is_whole { Ok(()) } else { Err(Failure::Printed) }
}

/// Review a match: the cost of each decision, and what was better.
///
/// Each decision is judged by the information its player had. All legal actions are played out by
/// heuristics in the same determinizations (random completions of the hidden cards); the card play
/// of bridge is solved double dummy. The result depends only on the record and --determinizations.
#[derive(Args)]
#[command(after_help = "Example:\n  parlour review match.json --determinizations 1000")]
pub(crate) struct Review {
    #[command(flatten)]
    file: File,
    #[command(flatten)]
    showing: Showing,
    /// Determinizations per decision. More are more precise and take longer.
    #[arg(long, alias = "worlds", default_value_t = 200, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    determinizations: u32,
    /// Print one JSON object per decision, one a line.
    #[arg(long)]
    json: bool,
}

impl Review {
    pub(crate) fn run(&self, catalog: &Catalog) -> Result<(), Failure> {
        let record = self.file.read()?;
        let effort = Effort { determinizations: self.determinizations, limit: None };
        if self.json {
            for decision in record.review(catalog, Place::default(), effort)? {
                let line =
                    serde_json::to_string(&decision).map_err(|error| Failure::Message(error.to_string()))?;
                print(&format!("{line}\n"))?;
            }
            return Ok(());
        }
        let shown = std::io::stderr().is_terminal();
        let mut progress = |done: usize, all: usize| {
            if shown {
                status_line::show(&format!("{done} of {all}"));
            }
        };
        let words = self.showing.words_for(&record.game);
        let look = Look::of_environment();
        let text = terminal::review(&record, catalog, effort, words, look, &mut progress);
        if shown {
            status_line::clear();
        }
        print(&text.map_err(|error| Failure::Message(error.to_string()))?)
    }
}

/// List the legal actions in the last position of a record.
#[derive(Args)]
#[command(after_help = "Example:\n  parlour legal match.json")]
pub(crate) struct Legal {
    #[command(flatten)]
    file: File,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

impl Legal {
    pub(crate) fn run(&self, catalog: &Catalog) -> Result<(), Failure> {
        let replayed = self.file.replay(catalog);
        if self.json {
            return print_json(&replayed.legal_summary(), &replayed);
        }
        let game = replayed.into_match()?;
        for seat in game.actors().iter() {
            for action in game.legal(seat) {
                print(&format!("{seat} {action}\n"))?;
            }
        }
        Ok(())
    }
}

/// Show what a seat may see in the last position of a record.
#[derive(Args)]
#[command(after_help = "Example:\n  parlour view match.json --seat 1")]
pub(crate) struct View {
    #[command(flatten)]
    file: File,
    /// Seat from 0. By default, shows what everyone may see.
    #[arg(long)]
    seat: Option<u8>,
    /// Print one JSON object on one line, as a client receives it.
    #[arg(long)]
    json: bool,
}

impl View {
    pub(crate) fn run(&self, catalog: &Catalog) -> Result<(), Failure> {
        let replayed = self.file.replay(catalog);
        if self.json && replayed.refused.is_some() {
            return print_json(&replayed.legal_summary(), &replayed);
        }
        let game = replayed.into_match()?;
        let viewer = match self.seat {
            None => Viewer::Public,
            Some(number) => {
                let seats = game.sides().seats();
                let seat = Seat::try_from(number).ok().filter(|_| number < seats);
                let unknown = || Failure::Message(format!("no seat {number}; this match has {seats} seats"));
                Viewer::Seat(seat.ok_or_else(unknown)?)
            }
        };
        let snapshot = game.snapshot(viewer).to_json();
        if self.json {
            return print(&format!("{snapshot}\n"));
        }
        let value: Value =
            serde_json::from_str(snapshot.get()).map_err(|error| Failure::Message(error.to_string()))?;
        print(&format!("{value:#}\n"))
    }
}

/// Write a record in canonical form to standard output.
#[derive(Args)]
#[command(after_help = "Example:\n  parlour record match.json > canonical.json")]
pub(crate) struct Canonical {
    #[command(flatten)]
    file: File,
}

impl Canonical {
    pub(crate) fn run(&self, catalog: &Catalog) -> Result<(), Failure> {
        let record = self.file.read()?;
        let game = record
            .replay(catalog)
            .into_match()
            .map_err(|rejection| Failure::Message(sentence(&rejection)))?;
        print(&record.rewritten(game.as_ref()).write())
    }
}

/// Check that the first dealer and the decks of a record follow from its seed and nonces.
#[derive(Args)]
#[command(after_help = "Example:\n  parlour verify match.json")]
pub(crate) struct Verify {
    #[command(flatten)]
    file: File,
    /// Commitment to the seed that you saw at the table.
    #[arg(long, value_name = "HEX")]
    commitment: Option<Commitment>,
    /// Nonce of your client, after its seat from 0, such as 1:8f03….
    #[arg(long, value_name = "SEAT:HEX", value_parser = read_nonce)]
    nonce: Option<OwnNonce>,
    /// Number of restarts of the seed exchange that you saw at the table.
    #[arg(long, value_name = "N")]
    restarts: Option<u32>,
}

fn read_nonce(text: &str) -> Result<OwnNonce, String> {
    let (seat, nonce) = text.split_once(':').ok_or("expected the seat, a colon and 64 hexadecimal digits")?;
    let seat: u8 = seat.parse().map_err(|_| format!("“{seat}” isn't a seat"))?;
    let seat = Seat::try_from(seat).map_err(|error| error.to_string())?;
    Ok(OwnNonce { seat, nonce: nonce.parse().map_err(|error: ParseNonceError| error.to_string())? })
}

impl Verify {
    pub(crate) fn run(&self, catalog: &Catalog) -> Result<(), Failure> {
        let seen =
            Seen { commitment: self.commitment, nonces: None, own: self.nonce, restarts: self.restarts };
        let verified = self.file.read()?.verify_as_seen(catalog.card_sets(), &seen)?;
        print(&describe(&verified))
    }
}

/// Describes the verified facts, one a line.
fn describe(verified: &Verified) -> String {
    let from = match verified.nonces.is_empty() {
        true => String::from("the seed"),
        false => {
            let seats: Vec<String> = verified.nonces.iter().map(|seat| seat.to_string()).collect();
            format!("the seed and the nonces of seats {}", seats.join(", "))
        }
    };
    let dealer = match verified.dealer {
        Some(DealerNote::Drawn) => "the first dealer follows from them too",
        Some(DealerNote::Kept) => "the first dealer was not drawn, because this is a rematch",
        None => "the first dealer was not drawn; the server chose it",
    };
    let committed = match (verified.commitment_seen, verified.committed) {
        (true, _) => "the seed matches the commitment you saw",
        (false, true) => "the seed matches the commitment in the record",
        (false, false) => "the record contains no commitment to the seed",
    };
    let own = if verified.nonce_seen { "your nonce is one of them\n" } else { "" };
    let Verified { decks, reshuffles, restarts, voided, passed_over, .. } = verified;
    format!(
        "{decks} decks and {reshuffles} reshuffles follow from {from}\n{own}{dealer}\n{committed}\nrestarts of the seed exchange: {restarts}\n\
         voided deals: {voided}\nskipped decks: {passed_over}\n"
    )
}
