//! What whoever runs a server may ask of it while it runs.

use super::data::Data;
use super::{Failure, print};
use clap::{Args, Subcommand};
use server::admin::{self, AdminError, Answer, AuditError, Order, Status};

/// Ask a running server how it is, or tell it what to do; each order is noted in audit.log beside the data.
#[derive(Args)]
pub(crate) struct Admin {
    #[command(subcommand)]
    order: Command,
    #[command(flatten)]
    data: Data,
}

#[derive(Subcommand)]
enum Command {
    /// Say how the server is.
    Status,
    /// End the match at a table as it stands; everybody at it is told.
    Close {
        /// The table: the end of its link.
        table: String,
        /// Why, for the audit log.
        #[arg(long)]
        reason: String,
    },
    /// Open no more tables, until the server is started again: matches that are played go on.
    Drain {
        /// Why, for the audit log.
        #[arg(long)]
        reason: Option<String>,
    },
    /// Say how many lines the audit log has, and the hash of the last.
    Audit {
        /// Look whether every line is what was written there.
        #[arg(long, required = true)]
        check: bool,
    },
}

impl Admin {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let folder = self.data.folder()?;
        let order = match self.order {
            Command::Status => Order::Status,
            Command::Close { table, reason } => Order::Close { table, reason },
            Command::Drain { reason } => Order::Drain { reason },
            Command::Audit { check: _ } => {
                let audited = admin::check_audit(&folder)?;
                return print(&format!(
                    "Every line fits: {} of them, the last is {}.\n",
                    audited.lines, audited.last
                ));
            }
        };
        match admin::ask(&folder, &order)? {
            Answer::Status(status) => print(&told(&status)),
            Answer::Done => print("Done.\n"),
            Answer::Refused { message } => Err(Failure::Message(message)),
        }
    }
}

fn told(status: &Status) -> String {
    let Status { version, since, tables, sockets, guests, data, draining, not_ready } = status;
    let up = std::time::UNIX_EPOCH.elapsed().map_or(0, |now| now.as_secs()).saturating_sub(*since);
    let ready = not_ready.as_deref().unwrap_or("yes");
    let draining = if *draining { "yes" } else { "no" };
    format!(
        "version   {version}\nrunning   {} h {} min\ntables    {tables}\nsockets   {sockets}\nguests    {guests}\n\
         data      {data} bytes\ndraining  {draining}\nready     {ready}\n",
        up / 3600,
        up / 60 % 60
    )
}

impl From<AdminError> for Failure {
    fn from(error: AdminError) -> Self {
        Self::Message(error.to_string())
    }
}

impl From<AuditError> for Failure {
    fn from(error: AuditError) -> Self {
        Self::Message(error.to_string())
    }
}
