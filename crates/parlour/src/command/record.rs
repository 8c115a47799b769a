//! What can be done with a match record: replay it, ask what is legal, see it from a seat.

use super::setup::Showing;
use super::{Failure, file, print, sentence};
use cards::{Seat, Viewer};
use clap::Args;
use house::{Catalog, RecordText, Rejected, Replayed, read_record};
use serde_json::Value;
use std::path::PathBuf;
use terminal::Look;

/// A record to read.
#[derive(Args)]
struct File {
    /// The record; - for standard input.
    file: PathBuf,
}

impl File {
    fn read(&self) -> Result<RecordText, Rejected> {
        let unreadable = |why| Rejected::new("unreadable-record", why);
        let bytes = file::read(&self.file).map_err(unreadable)?;
        let text = String::from_utf8(bytes)
            .map_err(|_| unreadable(format!("{}: this is not UTF-8 text", self.file.display())))?;
        read_record(&text)
    }

    fn replay(&self, catalog: &Catalog) -> Replayed {
        match self.read() {
            Ok(record) => record.replay(catalog),
            Err(rejected) => Replayed { game: None, refused: Some(rejected) },
        }
    }
}

/// Prints a JSON document of a record that was replayed, and fails if something in it was refused.
fn print_json(document: &Value, replayed: &Replayed) -> Result<(), Failure> {
    print(&format!("{document:#}\n"))?;
    if replayed.refused.is_some() { Err(Failure::Printed) } else { Ok(()) }
}

/// Show a match record.
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
        if self.json {
            let replayed = self.file.replay(catalog);
            return print_json(&replayed.summary(), &replayed);
        }
        let record = self.file.read()?;
        // Asked first, since it names the place of what is refused.
        record.replay(catalog).into_match()?;
        let text = terminal::event_log(&record, catalog, self.showing.words(), Look::of_environment());
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

/// Check that the decks of a record follow from its seed.
#[derive(Args)]
pub(crate) struct Verify {
    #[command(flatten)]
    file: File,
}

impl Verify {
    pub(crate) fn run(&self, catalog: &Catalog) -> Result<(), Failure> {
        let checked = self.file.read()?.verify(catalog)?;
        print(&format!("{checked} shuffles follow from the seed\n"))
    }
}
