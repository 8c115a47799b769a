//! Laws of reports and rulings that every storage must keep (PE-T19).

use super::laws::Servers;
use super::match_laws::{claim, delete, id, name, play};
use super::moderation::{MAX_RULINGS, ModerationChange};
use super::{NewReport, Outcome, Reports, Rulings, Store, StoredRuling};
use crate::unix_time;
use people::{REPORTS_A_DAY, ReportReason, Ruling, RulingKind};

const DAY: u64 = 24 * 60 * 60;

/// Checks the laws of reports and rulings.
pub(super) async fn check(servers: &Servers) {
    // Boxed, because a test's stack is small.
    Box::pin(a_pair_has_one_open_report_and_a_player_ten_a_day(servers)).await;
    Box::pin(a_ruling_closes_reports_and_is_answered_once(servers)).await;
    Box::pin(many_notes_hide_no_other_ruling(servers)).await;
    Box::pin(a_banned_player_is_in_no_ranking(servers)).await;
    Box::pin(a_deleted_account_leaves_no_report_and_no_ruling(servers)).await;
    Box::pin(old_reports_and_rulings_are_deleted(servers)).await;
}

async fn report(store: &Store, reporter: u8, about: u8, at: u64) -> Outcome {
    let report = NewReport {
        reporter: id(reporter),
        about: id(about),
        table: None,
        reason: ReportReason::Phrases,
        phrases: "[\"sorry\"]".to_owned(),
    };
    store.change_moderation(ModerationChange::Report(report), at).await.expect("nothing fails")
}

async fn rule(store: &Store, person: u8, kind: RulingKind, until: Option<u64>, at: u64) -> StoredRuling {
    let ruling = Ruling::new(kind, until, "a reason", at).expect("a ruling");
    let change = ModerationChange::Rule { person: id(person), ruling };
    assert_eq!(store.change_moderation(change, at).await.expect("nothing fails"), Outcome::Done);
    rulings(store, person).await.remove(0)
}

async fn rulings(store: &Store, person: u8) -> Vec<StoredRuling> {
    store.rulings(Rulings::On(id(person))).await.expect("it answers")
}

async fn reports(store: &Store, which: Reports) -> usize {
    store.reports(which).await.expect("it answers").len()
}

async fn a_pair_has_one_open_report_and_a_player_ten_a_day([first, second]: &Servers) {
    for person in 61..=74 {
        claim(first, person).await;
    }
    let now = 10 * DAY;
    assert_eq!(report(first, 61, 62, now).await, Outcome::Done);
    assert_eq!(report(second, 61, 62, now).await, Outcome::Taken);
    assert_eq!(report(second, 62, 61, now).await, Outcome::Done, "the other direction is another pair");
    // Ten reports of one player at once, at both servers.
    let all = (63..=73).map(|about| report([first, second][usize::from(about % 2)], 61, about, now + 1));
    let outcomes = futures_util::future::join_all(all).await;
    let done = outcomes.iter().filter(|outcome| **outcome == Outcome::Done).count();
    assert_eq!(done, REPORTS_A_DAY as usize - 1, "{outcomes:?}");
    assert_eq!(report(first, 61, 74, now + DAY - 1).await, Outcome::TooSoon);
    assert_eq!(report(first, 61, 74, now + DAY + 1).await, Outcome::Done);
    let stored = second.reports(Reports::About(id(62))).await.expect("it answers");
    let one = &stored[0];
    assert_eq!((one.reporter.clone(), Some(one.about.clone())), (Some(name(61)), Some(name(62))));
    assert_eq!((&*one.reason, &*one.phrases, one.at, one.closed), ("phrases", "[\"sorry\"]", now, None));
    assert_eq!((stored.len(), reports(first, Reports::By(id(61))).await), (1, 11));
    // A page of reports begins before a report.
    for page in [Reports::Open, Reports::All] {
        let all = second.reports(page(i64::MAX)).await.expect("it answers");
        assert_eq!(first.reports(page(all[2].id)).await.expect("it answers"), all[3..]);
    }
}

async fn a_ruling_closes_reports_and_is_answered_once([first, second]: &Servers) {
    let now = 20 * DAY;
    let open = reports(first, Reports::Open(i64::MAX)).await;
    let ruled = rule(first, 62, RulingKind::Mute, Some(now + 100), now).await;
    assert_eq!(reports(second, Reports::Open(i64::MAX)).await, open - 1);
    let closed = second.reports(Reports::About(id(62))).await.expect("it answers");
    assert_eq!(closed[0].closed, Some(now));
    assert_eq!(report(second, 61, 62, now).await, Outcome::Done, "the first is closed");
    // Another person can't reply, and the person once.
    let reply = async |person: u8, reply: &str| {
        let change = ModerationChange::Reply { id: ruled.id, person: id(person), reply: reply.to_owned() };
        second.change_moderation(change, now).await.expect("nothing fails")
    };
    assert_eq!(reply(61, "me").await, Outcome::Refused);
    assert_eq!((reply(62, "yes").await, reply(62, "no").await), (Outcome::Done, Outcome::Refused));
    let lift = ModerationChange::Lift { id: ruled.id, until: now + 7 };
    assert_eq!(first.change_moderation(lift, now).await.expect("nothing fails"), Outcome::Done);
    let expected =
        Ruling::stored(RulingKind::Mute, Some(now + 7), "a reason".to_owned(), Some("yes".to_owned()), now);
    let stored = second.rulings(Rulings::Id(ruled.id)).await.expect("it answers");
    assert_eq!(stored, [StoredRuling { ruling: expected, ..ruled.clone() }]);
    let unknown = ModerationChange::Lift { id: ruled.id + 1_000_000, until: now };
    assert_eq!(first.change_moderation(unknown, now).await.expect("nothing fails"), Outcome::Refused);
    // A ruling needs an account.
    let ruling = Ruling::new(RulingKind::Warn, None, "a reason", now).expect("a ruling");
    let guest = ModerationChange::Rule { person: id(99), ruling };
    assert_eq!(first.change_moderation(guest, now).await.expect("nothing fails"), Outcome::Refused);
    let newest = rule(second, 62, RulingKind::Note, None, now + 1).await;
    let listed: Vec<i64> = rulings(first, 62).await.iter().map(|one| one.id).collect();
    assert_eq!(listed, [newest.id, ruled.id]);
    let note = ModerationChange::Reply { id: newest.id, person: id(62), reply: "x".to_owned() };
    assert_eq!(first.change_moderation(note, now).await.expect("nothing fails"), Outcome::Refused);
}

async fn many_notes_hide_no_other_ruling([first, second]: &Servers) {
    claim(first, 79).await;
    let now = 25 * DAY;
    let ban = rule(first, 79, RulingKind::Ban, None, now).await;
    let mute = rule(first, 79, RulingKind::Mute, Some(now + 10), now).await;
    let warning = rule(first, 79, RulingKind::Warn, None, now).await;
    for _ in 0..MAX_RULINGS {
        rule(first, 79, RulingKind::Note, None, now).await;
    }
    let read = async |which| -> Vec<i64> {
        second.rulings(which).await.expect("it answers").iter().map(|one| one.id).collect()
    };
    assert!(!read(Rulings::On(id(79))).await.contains(&warning.id), "the newest only");
    assert_eq!(read(Rulings::Shown(id(79))).await, [warning.id, mute.id, ban.id]);
    assert_eq!(read(Rulings::InForce(id(79), now + 9)).await, [mute.id, ban.id]);
    assert_eq!(read(Rulings::InForce(id(79), now + 10)).await, [ban.id]);
}

async fn a_banned_player_is_in_no_ranking([first, second]: &Servers) {
    for person in 75..=78 {
        claim(first, person).await;
    }
    play(first, &[75, 76]).await;
    play(second, &[77, 78]).await;
    let now = unix_time();
    rule(first, 75, RulingKind::Ban, Some(now + 100), now).await;
    rule(first, 76, RulingKind::Unrated, None, now).await;
    rule(second, 77, RulingKind::Mute, None, now).await;
    let ranked = async |at| {
        let recent = second.recent_ratings("scopa-two".to_owned(), 0, at, 1_000).await.expect("it answers");
        (75..=78).filter(|person| recent.iter().any(|(one, _)| *one == id(*person))).collect::<Vec<u8>>()
    };
    assert_eq!(ranked(now + 99).await, [77, 78]);
    assert_eq!(ranked(now + 100).await, [75, 77, 78]);
    let people = || (74..=78).map(id).collect();
    assert_eq!(second.banned(people(), now + 99).await.expect("it answers"), [id(75)]);
    assert_eq!(second.banned(people(), now + 100).await.expect("it answers"), []);
}

/// PE-T4 for reports and rulings.
async fn a_deleted_account_leaves_no_report_and_no_ruling([first, second]: &Servers) {
    for person in [81, 82, 83] {
        claim(first, person).await;
    }
    let now = 40 * DAY;
    assert_eq!(report(first, 81, 82, now).await, Outcome::Done);
    assert_eq!(report(first, 83, 81, now).await, Outcome::Done);
    rule(first, 82, RulingKind::Warn, None, now + 1).await;
    rule(first, 81, RulingKind::Warn, None, now + 1).await;
    delete(second, 81).await;
    assert!(rulings(first, 81).await.is_empty());
    assert_eq!(reports(first, Reports::By(id(81))).await, 0);
    assert_eq!(reports(first, Reports::By(id(83))).await, 0, "the report was about the deleted account");
    let left = first.reports(Reports::About(id(82))).await.expect("it answers");
    assert_eq!((left.len(), left[0].reporter.clone()), (1, None));
    // A report that was under way would stay for ever, because no ruling closes it.
    assert_eq!(report(first, 82, 81, now + 2).await, Outcome::Refused);
    assert_eq!(report(second, 81, 83, now + 2).await, Outcome::Refused);
}

async fn old_reports_and_rulings_are_deleted([first, second]: &Servers) {
    for person in [84, 85, 86] {
        claim(first, person).await;
    }
    let now = 60 * DAY;
    report(first, 84, 85, now).await;
    report(first, 84, 86, now).await;
    rule(first, 85, RulingKind::Ban, None, now + 1).await;
    rule(first, 85, RulingKind::Mute, Some(now + 50), now + 1).await;
    rule(first, 85, RulingKind::Pause, Some(now + 200), now + 1).await;
    rule(first, 85, RulingKind::Note, None, now + 1).await;
    let expire = ModerationChange::Expire { before: now + 100 };
    assert_eq!(second.change_moderation(expire, now).await.expect("nothing fails"), Outcome::Done);
    let kinds: Vec<RulingKind> = rulings(first, 85).await.iter().map(|one| one.ruling.kind()).collect();
    assert_eq!(kinds, [RulingKind::Pause, RulingKind::Ban], "neither has ended");
    assert_eq!(reports(first, Reports::About(id(85))).await, 0);
    assert_eq!(reports(first, Reports::About(id(86))).await, 1, "it is still open");
}
