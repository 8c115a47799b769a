//! Reports and rulings of the model: the same operations on plain lists.

use crate::Outcome;
use crate::matches::a_day_before;
use crate::moderation::{
    MAX_REPORTS, MAX_RULINGS, ModerationChange, NewReport, Reports, Rulings, StoredReport, StoredRuling,
};
use people::{REPORTS_A_DAY, Ruling, RulingKind};
use table::GuestId;

#[derive(Default)]
pub(super) struct Moderation {
    /// Reports with their id, time and the time at which they were closed.
    reports: Vec<Reported>,
    rulings: Vec<StoredRuling>,
    /// Number of reports and rulings so far.
    made: i64,
}

struct Reported {
    id: i64,
    /// The report. Its reporter is not valid if the account was deleted.
    report: NewReport,
    has_reporter: bool,
    at: u64,
    closed: Option<u64>,
}

impl Moderation {
    fn next(&mut self) -> i64 {
        self.made += 1;
        self.made
    }

    pub(super) fn change(
        &mut self,
        change: &ModerationChange,
        at: u64,
        has_account: impl Fn(&str) -> bool,
    ) -> Outcome {
        match change {
            ModerationChange::Report(report) => {
                if [report.reporter, report.about].iter().any(|id| !has_account(&String::from(*id))) {
                    return Outcome::Refused;
                }
                let mut own = self
                    .reports
                    .iter()
                    .filter(|one| one.has_reporter && one.report.reporter == report.reporter);
                if own.clone().any(|one| one.report.about == report.about && one.closed.is_none()) {
                    return Outcome::Taken;
                }
                let since = a_day_before(at);
                if own.by_ref().filter(|one| one.at > since).count() >= REPORTS_A_DAY as usize {
                    return Outcome::TooSoon;
                }
                let id = self.next();
                self.reports.push(Reported {
                    id,
                    report: report.clone(),
                    has_reporter: true,
                    at,
                    closed: None,
                });
            }
            ModerationChange::Rule { person, ruling } => {
                for one in self.reports.iter_mut().filter(|one| one.report.about == *person) {
                    one.closed.get_or_insert(at);
                }
                if !has_account(&String::from(*person)) {
                    return Outcome::Refused;
                }
                let id = self.next();
                self.rulings.push(StoredRuling { id, person: *person, ruling: ruling.clone() });
            }
            ModerationChange::Lift { id, until } => {
                let Some(stored) = self.rulings.iter_mut().find(|one| one.id == *id) else {
                    return Outcome::Refused;
                };
                let old = &stored.ruling;
                let (reason, reply) = (old.reason().to_owned(), old.reply().map(str::to_owned));
                stored.ruling = Ruling::stored(old.kind(), Some(*until), reason, reply, old.at());
            }
            ModerationChange::Reply { id, person, reply } => {
                let own = self.rulings.iter_mut().find(|one| one.id == *id && one.person == *person);
                match own.map(|own| (own.ruling.with_reply(reply), own)) {
                    Some((Ok(replied), own)) => own.ruling = replied,
                    _ => return Outcome::Refused,
                }
            }
            // The model's ratings are beside.
            ModerationChange::Unrate { .. } => return Outcome::Refused,
            ModerationChange::Expire { before } => {
                self.reports.retain(|one| one.closed.is_none_or(|closed| closed >= *before));
                self.rulings.retain(|one| {
                    let ruling = &one.ruling;
                    let ended = ruling.until().or((!ruling.kind().restricts()).then_some(ruling.at()));
                    ended.is_none_or(|ended| ended >= *before)
                });
            }
        }
        Outcome::Done
    }

    pub(super) fn forget(&mut self, person: GuestId) {
        self.reports.retain(|one| one.report.about != person);
        for one in self.reports.iter_mut().filter(|one| one.report.reporter == person) {
            one.has_reporter = false;
        }
        self.rulings.retain(|one| one.person != person);
    }

    pub(super) fn reports(&self, which: Reports, name: impl Fn(&str) -> Option<String>) -> Vec<StoredReport> {
        let is_asked = |one: &&Reported| match which {
            Reports::About(person) => one.report.about == person,
            Reports::By(person) => one.has_reporter && one.report.reporter == person,
            Reports::Open(before) => one.closed.is_none() && one.id < before,
            Reports::All(before) => one.id < before,
        };
        let stored = |one: &Reported| {
            let name = |id: GuestId| name(&String::from(id));
            Some(StoredReport {
                id: one.id,
                reporter: name(one.report.reporter).filter(|_| one.has_reporter),
                about: name(one.report.about)?,
                table: one.report.table.map(|table| table.to_string()),
                reason: one.report.reason.name().to_owned(),
                phrases: one.report.phrases.clone(),
                at: one.at,
                closed: one.closed,
            })
        };
        self.reports.iter().rev().filter(is_asked).filter_map(stored).take(MAX_REPORTS as usize).collect()
    }

    pub(super) fn rulings(&self, which: Rulings) -> Vec<StoredRuling> {
        let is_asked = |one: &&StoredRuling| match which {
            Rulings::On(person) => one.person == person,
            Rulings::Shown(person) => one.person == person && one.ruling.is_shown(),
            Rulings::InForce(person, at) => one.person == person && one.ruling.is_in_force(at),
            Rulings::Id(id) => one.id == id,
        };
        let limit = if matches!(which, Rulings::InForce(..)) { usize::MAX } else { MAX_RULINGS as usize };
        self.rulings.iter().rev().filter(is_asked).take(limit).cloned().collect()
    }

    pub(super) fn is_unranked(&self, person: GuestId, at: u64) -> bool {
        let kinds = [RulingKind::Ban, RulingKind::Unrated];
        self.rulings.iter().any(|one| {
            one.person == person && kinds.contains(&one.ruling.kind()) && one.ruling.is_in_force(at)
        })
    }

    pub(super) fn banned(&self, people: &[GuestId], at: u64) -> Vec<GuestId> {
        let is_banned = |person: &&GuestId| {
            self.rulings.iter().any(|one| {
                one.person == **person && one.ruling.kind() == RulingKind::Ban && one.ruling.is_in_force(at)
            })
        };
        people.iter().filter(is_banned).copied().collect()
    }
}
