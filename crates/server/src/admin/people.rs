//! Commands about accounts: reports, rulings and names.

use super::Answer;
use super::audit::Note;
use crate::http::AppState;
use crate::people::People;
use crate::request_error::RequestError;
use people::{Ruling, RulingKind};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use store::{Account, Before, Reports, StoredReport, StoredRuling, unix_time};
use table::{GuestId, TableId};

/// Number of the newest matches whose outcomes are counted.
const COUNTED: u32 = 100;

/// Account as an operator sees it. It has no password, no code and no token.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayerFile {
    /// Name of the account.
    pub name: String,
    /// First letters of the id, as the audit log has them.
    pub id: String,
    /// Time of the claim, in seconds since 1970 like all times.
    pub since: u64,
    /// Time of the last use, with a delay of up to a day.
    pub seen: u64,
    /// Ratings by family, as players see them.
    pub ratings: BTreeMap<String, String>,
    /// Outcomes of the last hundred matches from the lobby, with their numbers.
    pub outcomes: BTreeMap<String, u32>,
    /// Reports about the account, the newest first.
    pub reports: Vec<ReportEntry>,
    /// Rulings on the account, the newest first.
    pub rulings: Vec<RulingEntry>,
}

/// Report as an operator sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ReportEntry {
    /// Number of the report.
    pub id: i64,
    /// Name of the reporter, or `None` if that account is deleted.
    pub reporter: Option<String>,
    /// Name of the reported player.
    pub about: String,
    /// Id of the table.
    pub table: Option<String>,
    /// Reason: `"stalled"`.
    pub reason: String,
    /// Last phrases of the reported player at the table, the oldest first.
    pub phrases: Vec<String>,
    /// Time of the report.
    pub at: u64,
    /// Time of the ruling that closed it.
    pub closed: Option<u64>,
}

/// Ruling as an operator sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RulingEntry {
    /// Number of the ruling.
    pub id: i64,
    /// Kind: `"ban"`.
    pub kind: String,
    /// Time of the ruling.
    pub at: u64,
    /// End, or `None` if there is none.
    pub until: Option<u64>,
    /// Whether the ruling restricts the person now.
    pub in_force: bool,
    /// Reason.
    pub reason: String,
    /// Reply of the person.
    pub reply: Option<String>,
}

impl From<StoredReport> for ReportEntry {
    fn from(stored: StoredReport) -> Self {
        let StoredReport { id, reporter, about, table, reason, phrases, at, closed } = stored;
        let phrases = serde_json::from_str(&phrases).unwrap_or_default();
        Self { id, reporter, about, table, reason, phrases, at, closed }
    }
}

impl From<StoredRuling> for RulingEntry {
    fn from(StoredRuling { id, ruling, .. }: StoredRuling) -> Self {
        Self {
            id,
            kind: ruling.kind().name().to_owned(),
            at: ruling.at(),
            until: ruling.until(),
            in_force: ruling.is_in_force(unix_time()),
            reason: ruling.reason().to_owned(),
            reply: ruling.reply().map(str::to_owned),
        }
    }
}

/// Command whose account and texts are valid.
pub(super) enum Prepared {
    Player(Box<Account>),
    Reports { open: bool, before: Option<i64> },
    Rule { person: GuestId, ruling: Ruling },
    Lift { id: i64 },
    Rename { person: GuestId },
    Unrate { table: TableId },
}

impl Prepared {
    /// Returns the line of the audit log.
    pub(super) fn note(&self) -> Note {
        match self {
            Self::Player(account) => {
                Note { what: "player", account: Some(in_log(account.id)), ..Note::default() }
            }
            Self::Reports { .. } => Note { what: "reports", ..Note::default() },
            Self::Rule { person, ruling } => Note {
                what: ruling.kind().name(),
                account: Some(in_log(*person)),
                until: ruling.until(),
                reason: Some(ruling.reason().to_owned()),
                ..Note::default()
            },
            Self::Unrate { table } => Note { what: "unrate", table: Some(table.in_log()), ..Note::default() },
            Self::Lift { id } => Note { what: "lift", ruling: Some(*id), ..Note::default() },
            Self::Rename { person } => {
                Note { what: "rename", account: Some(in_log(*person)), ..Note::default() }
            }
        }
    }
}

/// Returns the first letters of an account's id.
fn in_log(person: GuestId) -> String {
    String::from(person).chars().take(8).collect()
}

/// Returns the accounts.
///
/// # Errors
///
/// Returns [`RequestError::NoPlayer`] if this server has none.
pub(super) fn accounts(app: &AppState) -> Result<&People, RequestError> {
    app.registry.people.as_deref().ok_or(RequestError::NoPlayer)
}

/// Returns the account with a name.
///
/// # Errors
///
/// Returns [`RequestError::NoPlayer`] if there is none.
pub(super) async fn account(app: &AppState, name: &str) -> Result<Account, RequestError> {
    accounts(app)?.named(name).await
}

/// Reads a ruling, which begins now.
///
/// # Errors
///
/// Returns [`RequestError`] if a part of it is not valid.
pub(super) fn ruling(kind: &str, until: Option<u64>, reason: &str) -> Result<Ruling, RequestError> {
    Ok(Ruling::new(kind.parse()?, until, reason, unix_time())?)
}

/// Executes a command.
pub(super) async fn execute(app: &AppState, order: Prepared) -> Answer {
    done(app, order).await.unwrap_or_else(|error| Answer::Refused { message: error.to_string() })
}

async fn done(app: &AppState, order: Prepared) -> Result<Answer, RequestError> {
    let people = accounts(app)?;
    Ok(match order {
        Prepared::Player(account) => Answer::Player(Box::new(file(app, people, *account).await?)),
        Prepared::Reports { open, before } => {
            let which = |before| if open { Reports::Open(before) } else { Reports::All(before) };
            let reports = people.reports(which(before.unwrap_or(i64::MAX))).await?;
            let mut next = reports.last().map(|last| last.id);
            if let Some(last) = next
                && people.reports(which(last)).await?.is_empty()
            {
                next = None;
            }
            Answer::Reports { reports: reports.into_iter().map(ReportEntry::from).collect(), next }
        }
        Prepared::Rule { person, ruling } => {
            let is_ban = ruling.kind() == RulingKind::Ban;
            let id = people.rule(person, ruling).await?;
            if is_ban {
                app.registry.expel(person).await?;
            }
            Answer::Ruled { id }
        }
        Prepared::Unrate { table } => {
            people.unrate(table).await?;
            Answer::Done
        }
        Prepared::Lift { id } => {
            people.lift(id).await?;
            Answer::Done
        }
        Prepared::Rename { person } => Answer::Renamed { name: people.take_name(person).await? },
    })
}

async fn file(app: &AppState, people: &People, account: Account) -> Result<PlayerFile, RequestError> {
    let store = &app.registry.store;
    let now = unix_time();
    let ratings = store.ratings(account.id).await?;
    let ratings = ratings.iter().map(|(family, stored)| (family.clone(), stored.now(now).to_string()));
    let mut outcomes = BTreeMap::new();
    for played in store.played(account.id, Before::all(), COUNTED).await? {
        *outcomes.entry(played.outcome).or_default() += 1;
    }
    let reports = people.reports(Reports::About(account.id)).await?;
    let rulings = people.all_rulings(account.id).await?;
    Ok(PlayerFile {
        id: in_log(account.id),
        since: account.made,
        seen: account.seen,
        ratings: ratings.collect(),
        outcomes,
        reports: reports.into_iter().map(ReportEntry::from).collect(),
        rulings: rulings.into_iter().map(RulingEntry::from).collect(),
        name: account.name,
    })
}
