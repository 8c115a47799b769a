//! Commands for a running server.

use super::data::Data;
use super::{Failure, print};
use clap::{Args, Subcommand};
use server::admin::{self, AdminError, Answer, AuditError, Order, Status};

/// Show the status of a running server, end a match or stop new tables.
///
/// The command talks to the server through its data folder. The server writes every change to
/// audit.log in that folder.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  parlour admin status --data /var/lib/parlour\n  parlour admin close Xk3pQ2 --reason \"asked by both players\""
)]
pub(crate) struct Admin {
    #[command(subcommand)]
    order: Command,
    #[command(flatten)]
    data: Data,
}

#[derive(Subcommand)]
enum Command {
    /// Show version, uptime, load and readiness.
    #[command(after_help = "Example:\n  parlour admin status --data /var/lib/parlour")]
    Status,
    /// End the match at a table as it stands and notify everyone at it.
    #[command(after_help = "Example:\n  parlour admin close Xk3pQ2 --reason \"asked by both players\"")]
    Close {
        /// Table id, the last part of the table's link.
        table: String,
        /// Reason, for the audit log.
        #[arg(long)]
        reason: String,
    },
    /// Refuse new tables until the server restarts. Running matches continue.
    #[command(after_help = "Example:\n  parlour admin drain --reason upgrade")]
    Drain {
        /// Reason, for the audit log.
        #[arg(long)]
        reason: Option<String>,
    },
    /// Check the audit log. Show its number of lines and the hash of the last one.
    #[command(after_help = "Example:\n  parlour admin audit --check --data /var/lib/parlour")]
    Audit {
        /// Check that no line was changed or removed.
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
                    "All {} lines are intact. Hash of the last: {}\n",
                    audited.lines, audited.last
                ));
            }
        };
        match admin::ask(&folder, &order)? {
            Answer::Status(status) => print(&describe(&status)),
            Answer::Done => print("Done.\n"),
            Answer::Refused { message } => Err(Failure::Message(message)),
        }
    }
}

fn describe(status: &Status) -> String {
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
