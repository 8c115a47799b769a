//! Table of another server in the terminal.

use super::data::Data;
use super::setup::Showing;
use super::{Failure, print};
use catalog::{Catalog, SetupText};
use clap::Args;
use std::sync::Arc;
use terminal::Join;

/// Join a table of another server from the terminal.
///
/// If you run the same command again, you get the same seat: the data folder stores your token for
/// each server.
#[derive(Args)]
#[command(after_help = "Example:\n  parlour join http://192.168.1.5:4880/table/Xk3pQ2 --name Ada")]
pub(crate) struct JoinTable {
    /// Address of the table, such as http://192.168.1.5:4880/table/Xk3pQ2.
    address: String,
    /// Your name at the table. By default, the command asks.
    #[arg(long)]
    name: Option<String>,
    /// Seat from 0, in order of play. Defaults to the only free one; if there are several, the
    /// command asks.
    #[arg(long)]
    seat: Option<u8>,
    /// Watch only.
    #[arg(long)]
    watch: bool,
    #[command(flatten)]
    data: Data,
    #[command(flatten)]
    showing: Showing,
}

impl JoinTable {
    pub(crate) fn run(&self, catalog: &Arc<Catalog>) -> Result<(), Failure> {
        // The table determines game and rules.
        let settings = self.showing.settings("", SetupText::default(), catalog);
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
