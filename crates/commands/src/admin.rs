//! Commands for a running server.

use super::data::Data;
use super::{Failure, print};
use catalog::Day;
use clap::{Args, Subcommand};
use server::admin::{
    self, AdminError, Answer, AuditError, Order, PlayerFile, ReportEntry, RulingEntry, Status,
};
use std::fmt::Write as _;

/// Show the status of a running server, end a match, stop new tables, or rule on players.
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
    /// Show an account: matches, ratings, reports and rulings. No cards are shown.
    #[command(after_help = "Example:\n  parlour admin player Mallory")]
    Player {
        /// Name of the account.
        name: String,
    },
    /// List the newest reports of players.
    #[command(
        after_help = "Examples:\n  parlour admin reports --open\n  parlour admin reports --open --before 4711"
    )]
    Reports {
        /// List only reports on whose players you have not ruled since.
        #[arg(long)]
        open: bool,
        /// List only reports before the one with this number, to see the next page.
        #[arg(long, value_name = "NUMBER")]
        before: Option<i64>,
    },
    /// Rule on a player. This closes the open reports about the player.
    #[command(
        after_help = "note     for you and other operators; the player sees it in an export only\nwarn     the player reads the reason\nmute     the player's phrases reach no other player\nunrated  the player's matches are not rated\npause    the player can't look for other players\nban      the player can't use the account, and leaves all matches\n\nExamples:\n  parlour admin rule Mallory warn --reason \"left three matches\"\n  parlour admin rule Mallory mute --until 2027-01-31 --reason insults"
    )]
    Rule {
        /// Name of the account.
        name: String,
        /// Kind of the ruling.
        #[arg(value_parser = ["note", "warn", "mute", "unrated", "pause", "ban"])]
        kind: String,
        /// Day on which the ruling ends, at midnight UTC. Without it the ruling lasts until it is lifted.
        #[arg(long, value_name = "YYYY-MM-DD")]
        until: Option<Day>,
        /// Reason, up to 500 characters. The player reads it, and the audit log keeps it: write no names.
        #[arg(long)]
        reason: String,
    },
    /// End a ruling now.
    #[command(after_help = "Example:\n  parlour admin lift 7")]
    Lift {
        /// Number of the ruling, as `parlour admin player` shows it.
        ruling: i64,
    },
    /// Take a match out of the ratings. All later ratings of its family are computed anew.
    #[command(after_help = "Example:\n  parlour admin unrate Xk3pQ2")]
    Unrate {
        /// Table id, the last part of the replay's link.
        table: String,
    },
    /// Replace an offensive name by a neutral one, such as Player482911. The old name is locked for a year.
    #[command(after_help = "Example:\n  parlour admin rename Mallory")]
    Rename {
        /// Name of the account.
        name: String,
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
            Command::Player { name } => Order::Player { name },
            Command::Reports { open, before } => Order::Reports { open, before },
            Command::Rule { name, kind, until, reason } => {
                Order::Rule { name, kind, until: until.as_ref().map(second_of), reason }
            }
            Command::Lift { ruling } => Order::Lift { id: ruling },
            Command::Unrate { table } => Order::Unrate { table },
            Command::Rename { name } => Order::Rename { name },
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
            Answer::Player(file) => print(&describe_player(&file)),
            Answer::Reports { reports, .. } if reports.is_empty() => print("No reports.\n"),
            Answer::Reports { reports, next } => {
                let mut text: String = reports.iter().map(describe_report).collect();
                if let Some(next) = next {
                    text += &format!("\nThere are older reports. Add --before {next} to see them.\n");
                }
                print(&text)
            }
            Answer::Ruled { id } => print(&format!("Done. The ruling has the number {id}.\n")),
            Answer::Renamed { name } => print(&format!("Done. The new name is {name}.\n")),
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

/// Returns the first second of a day.
fn second_of(day: &Day) -> u64 {
    u64::try_from(Day::of_second(0).days_until(day)).unwrap_or_default() * 24 * 60 * 60
}

fn describe_player(file: &PlayerFile) -> String {
    let PlayerFile { name, id, since, seen, ratings, outcomes, reports, rulings } = file;
    let [since, seen] = [since, seen].map(|second| Day::of_second(*second));
    let mut text = format!("name      {name}\nid        {id}\nsince     {since}\nseen      {seen}\n");
    let list = |items: Vec<String>| if items.is_empty() { "none".to_owned() } else { items.join(", ") };
    let ratings = list(ratings.iter().map(|(family, rating)| format!("{family} {rating}")).collect());
    let outcomes = list(outcomes.iter().map(|(outcome, number)| format!("{number} {outcome}")).collect());
    let _ = write!(text, "ratings   {ratings}\nmatches   {outcomes}\n");
    text.extend(reports.iter().map(describe_report));
    text.extend(rulings.iter().map(describe_ruling));
    text
}

fn describe_report(report: &ReportEntry) -> String {
    let ReportEntry { id, reporter, about, table, reason, phrases, at, closed } = report;
    let reporter = reporter.as_deref().unwrap_or("a deleted account");
    let state = if closed.is_some() { "closed" } else { "open" };
    let mut text =
        format!("report {id}  {}  {about}: {reason}, by {reporter}, {state}\n", Day::of_second(*at));
    if let Some(table) = table {
        let _ = writeln!(text, "  table   {table}");
    }
    if !phrases.is_empty() {
        let _ = writeln!(text, "  phrases {}", phrases.join(", "));
    }
    text
}

fn describe_ruling(ruling: &RulingEntry) -> String {
    let RulingEntry { id, kind, at, until, in_force, reason, reply } = ruling;
    let end = match until {
        Some(until) => format!(" until {}", Day::of_second(*until)),
        None if *in_force => " until it is lifted".to_owned(),
        None => String::new(),
    };
    let mut text = format!("ruling {id}  {}  {kind}{end}\n  reason  {reason}\n", Day::of_second(*at));
    if let Some(reply) = reply {
        let _ = writeln!(text, "  reply   {reply}");
    }
    text
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
