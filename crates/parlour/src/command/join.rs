//! A table of a house elsewhere, in the terminal.

use super::data::Data;
use super::setup::Showing;
use super::{Failure, print};
use clap::Args;
use house::{Catalog, SetupText};
use std::sync::Arc;
use terminal::{Join, Settings};

/// Sit down in the terminal at a table of a house elsewhere.
///
/// The same command again finds the same seat: the data folder holds a token for each house by which it knows its guest.
#[derive(Args)]
pub(crate) struct JoinTable {
    /// The table's address, as its page has it: http://192.168.1.5:4880/table/Xk3pQ2.
    address: String,
    /// What you are called.
    #[arg(long)]
    name: Option<String>,
    /// Your seat, from 0 in the order of play.
    #[arg(long)]
    seat: Option<u8>,
    /// Look on only.
    #[arg(long)]
    watch: bool,
    #[command(flatten)]
    data: Data,
    #[command(flatten)]
    showing: Showing,
}

impl JoinTable {
    pub(crate) fn run(&self, catalog: &Arc<Catalog>) -> Result<(), Failure> {
        // The table brings its game and its rules along.
        let mut settings = Settings::new("", SetupText::default());
        settings.catalog = Arc::clone(catalog);
        settings.language = self.showing.language();
        settings.faces = self.showing.faces();
        let join = Join {
            address: self.address.clone(),
            name: self.name.clone(),
            seat: self.seat,
            watch: self.watch,
            folder: self.data.folder()?,
        };
        match terminal::join(settings, &join) {
            Ok(way_back) => print(&way_back.unwrap_or_default()),
            Err(error) => Err(Failure::Message(error.to_string())),
        }
    }
}
