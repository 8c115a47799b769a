//! What can be done with a match record: replay it, ask what is legal, see it from a seat.

use super::file::{self, Boards, LeftOut};
use super::setup::Showing;
use super::{Failure, print, sentence};
use cards::{Commitment, ParseNonceError, Seat, Viewer};
use clap::Args;
use house::{
    Catalog, DealerNote, Effort, OwnNonce, Place, RecordText, Rejected, Replayed, Seen, Verified, read_record,
};
use notation::{Board, Notation, watchable};
use serde_json::Value;
use std::io::IsTerminal;
use std::path::PathBuf;
use terminal::Look;

/// A record to read.
#[derive(Args)]
struct File {
    /// The record, or a PBN or LIN file of bridge; - for standard input.
    file: PathBuf,
}

impl File {
    fn read(&self) -> Result<RecordText, Rejected> {
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

    /// Reads a record, or a file of boards: PBN, LIN, or what else `convert` reads.
    fn open(&self) -> Result<Opened, Rejected> {
        let bytes = file::read(&self.file).map_err(unreadable)?;
        if Notation::of(&bytes) != Notation::Record {
            match Boards::read(&self.file, &bytes) {
                Ok(boards) => return Ok(Opened::Boards(boards)),
                Err(Failure::Message(why)) if is_like_boards(&bytes) => return Err(unreadable(why)),
                // Without a board it is a broken record.
                Err(_) => {}
            }
        }
        let text = String::from_utf8(bytes)
            .map_err(|_| unreadable(format!("{}: this is not UTF-8 text", self.file.display())))?;
        read_record(&text).map(|record| Opened::Record(Box::new(record)))
    }

    fn replay(&self, catalog: &Catalog) -> Replayed {
        match self.read() {
            Ok(record) => record.replay(catalog),
            Err(rejected) => Replayed { game: None, refused: Some(rejected) },
        }
    }
}

/// The content of a file that can be replayed.
enum Opened {
    Record(Box<RecordText>),
    Boards(Boards),
}

/// Whether a file begins as boards do: with a tag or an escaped line of PBN, or like LIN.
fn is_like_boards(bytes: &[u8]) -> bool {
    Notation::of(bytes) == Notation::Lin
        || bytes.trim_ascii_start().starts_with(b"[")
        || bytes.starts_with(b"%")
}

fn unreadable(why: String) -> Rejected {
    Rejected::new("unreadable-record", why)
}

/// The record of the boards of a file that have no fault.
fn record_of(boards: &Boards) -> Result<RecordText, Rejected> {
    let sound: Vec<Board> =
        boards.boards.iter().filter(|read| read.is_sound()).map(|read| read.board.clone()).collect();
    notation::record::write(&sound).map_err(|error| unreadable(format!("{}: {error}", boards.name)))
}

/// Prints a JSON document of a record that was replayed, and fails if something in it was refused.
fn print_json(document: &Value, replayed: &Replayed) -> Result<(), Failure> {
    print(&format!("{document:#}\n"))?;
    if replayed.refused.is_some() { Err(Failure::Printed) } else { Ok(()) }
}

/// Show a match record, or the boards of a PBN or LIN file.
#[derive(Args)]
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
            Err(rejected) if self.json => {
                let replayed = Replayed { game: None, refused: Some(rejected) };
                return print_json(&replayed.summary(), &replayed);
            }
            Err(rejected) => return Err(rejected.into()),
        };
        if self.json {
            let replayed = record.replay(catalog);
            return print_json(&replayed.summary(), &replayed);
        }
        // Asked first, since it names the place of what is refused.
        record.replay(catalog).into_match()?;
        let text = terminal::event_log(&record, catalog, self.showing.words(), Look::of_environment());
        print(&text.map_err(|error| Failure::Message(error.to_string()))?)
    }

    /// Shows each board of a file as far as it is sound and the rules can follow it.
    fn print_boards(&self, from: &Boards, catalog: &Catalog) -> Result<(), Failure> {
        from.tell_encoding();
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
                left_out.push(from.unusable(index, &format!("shown in part: {why}")));
            }
            let text = terminal::event_log(&shown.record, catalog, words, Look::of_environment());
            let text = text.map_err(|error| Failure::Message(error.to_string()))?;
            let mut parts = text.split("\n\n");
            if let (Some(match_line), false) = (parts.next(), is_headed) {
                print(&format!("{}\n", match_line.trim_end()))?;
                is_headed = true;
            }
            // The deals before it only fill the places of a match; the heading of its own has its place there.
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

/// Prints the summary of a file of boards, with what was left out.
fn print_boards_json(boards: &Boards, catalog: &Catalog) -> Result<(), Failure> {
    let replayed = match record_of(boards) {
        Ok(record) => record.replay(catalog),
        Err(rejected) => Replayed { game: None, refused: Some(rejected) },
    };
    let left_out: Vec<Value> = boards.left_out().iter().map(LeftOut::json).collect();
    let mut summary = replayed.summary();
    let is_whole = left_out.is_empty();
    summary["leftOut"] = left_out.into();
    print_json(&summary, &replayed)?;
    if is_whole { Ok(()) } else { Err(Failure::Printed) }
}

/// Look at every decision of a match once more.
///
/// Each is judged by what whoever made it could know: everything they could do is played on from in the same worlds drawn from that,
/// as the rules of thumb of the game have it; the cards of bridge are solved double dummy. The same record and number of worlds give
/// the same.
#[derive(Args)]
pub(crate) struct Review {
    #[command(flatten)]
    file: File,
    #[command(flatten)]
    showing: Showing,
    /// How many worlds for each decision.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    worlds: u32,
    /// Print one JSON object a decision, a line each.
    #[arg(long)]
    json: bool,
}

impl Review {
    pub(crate) fn run(&self, catalog: &Catalog) -> Result<(), Failure> {
        let record = self.file.read()?;
        let effort = Effort { determinizations: self.worlds, limit: None };
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
                eprint!("\r\x1b[K{done} of {all}");
            }
        };
        let words = self.showing.words();
        let look = Look::of_environment();
        let text = terminal::review(&record, catalog, effort, words, look, &mut progress);
        if shown {
            eprint!("\r\x1b[K");
        }
        print(&text.map_err(|error| Failure::Message(error.to_string()))?)
    }
}

/// List every legal action.
#[derive(Args)]
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

/// Show exactly what one seat may see.
#[derive(Args)]
pub(crate) struct View {
    #[command(flatten)]
    file: File,
    /// The seat, from 0; without it, what everybody may see.
    #[arg(long)]
    seat: Option<u8>,
    /// Print one JSON object on one line, as a client is sent it.
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
                let nobody = || Failure::Message(format!("seat {number} is not at a table of {seats}"));
                Viewer::Seat(seat.ok_or_else(nobody)?)
            }
        };
        let frame = game.frame(viewer).to_json();
        if self.json {
            return print(&format!("{frame}\n"));
        }
        let value: Value =
            serde_json::from_str(frame.get()).map_err(|error| Failure::Message(error.to_string()))?;
        print(&format!("{value:#}\n"))
    }
}

/// Write a record in its canonical form.
#[derive(Args)]
pub(crate) struct Canonical {
    #[command(flatten)]
    file: File,
}

impl Canonical {
    pub(crate) fn run(&self, catalog: &Catalog) -> Result<(), Failure> {
        let record = self.file.read()?;
        let game =
            record.replay(catalog).into_match().map_err(|rejected| Failure::Message(sentence(&rejected)))?;
        print(&record.rewritten(game.as_ref()).write())
    }
}

/// Check that the first dealer and the decks of a record follow from its seed and its nonces.
#[derive(Args)]
pub(crate) struct Verify {
    #[command(flatten)]
    file: File,
    /// What you were told at the table that the seed was committed to by.
    #[arg(long, value_name = "HEX")]
    commitment: Option<Commitment>,
    /// What your client added to the shuffle, after the seat, from 0: 1:8f03….
    #[arg(long, value_name = "SEAT:HEX", value_parser = read_nonce)]
    nonce: Option<OwnNonce>,
    /// How often the opening had begun again, as you were told at the table.
    #[arg(long, value_name = "N")]
    restarts: Option<u32>,
}

fn read_nonce(text: &str) -> Result<OwnNonce, String> {
    let (seat, nonce) = text.split_once(':').ok_or("write the seat, a colon and 64 hexadecimal digits")?;
    let seat: u8 = seat.parse().map_err(|_| format!("“{seat}” is not a seat"))?;
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

/// What was checked, one thing a line.
fn describe(verified: &Verified) -> String {
    let from = match verified.nonces.is_empty() {
        true => String::from("the seed"),
        false => {
            let seats: Vec<String> = verified.nonces.iter().map(|seat| seat.to_string()).collect();
            format!("the seed and what was added from seats {}", seats.join(", "))
        }
    };
    let dealer = match verified.dealer {
        Some(DealerNote::Drawn) => "so does the first dealer",
        Some(DealerNote::Kept) => "the first dealer was not drawn: it is a match played again",
        None => "the first dealer was not drawn: the house decided it",
    };
    let committed = match (verified.commitment_seen, verified.committed) {
        (true, _) => "the seed is the one you were told it was committed to",
        (false, true) => "the seed is the one the record says was committed to",
        (false, false) => "the record does not say what the seed was committed to by",
    };
    let own = if verified.nonce_seen { "your nonce is among them\n" } else { "" };
    let Verified { decks, reshuffles, restarts, voided, passed_over, .. } = verified;
    format!(
        "{decks} decks and {reshuffles} reshuffles follow from {from}\n{own}{dealer}\n{committed}\nopenings that began again: {restarts}\n\
         voided deals: {voided}\npacks passed over: {passed_over}\n"
    )
}
