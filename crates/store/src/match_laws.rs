//! Laws of finished matches and ratings that every storage must keep (PE-T11, PE-T12, PE-T19).

use super::account_laws::{claim_account, delete_account};
use super::laws::{Owner, Servers};
use super::matches::Logged;
use super::model::record;
use super::{Before, ModerationChange, Outcome, Store, StoredRating};
use crate::identity::RandomId;
use crate::unix_time;
use cards::Seat;
use people::{Rating, Side, rate};
use protocol::Ended;
use std::collections::BTreeMap;
use table::{
    FinishedMatch, FinishedSeat, GuestId, PoolOrigin, SeatOutcome, StoredChair, TableId, TableRecord,
};

const FAMILY: &str = "scopa-two";

/// Checks the laws of matches.
pub(super) async fn check(servers: &Servers) {
    // Boxed, because a test's stack is small.
    Box::pin(a_finished_match_is_rated_once(servers)).await;
    Box::pin(a_match_without_accounts_leaves_no_rows(servers)).await;
    Box::pin(many_matches_of_the_same_two_count_less(servers)).await;
    Box::pin(no_update_is_lost_and_the_log_tells_every_rating(servers)).await;
    Box::pin(a_deleted_account_is_in_no_row(servers)).await;
    Box::pin(the_newest_ratings_of_a_family_are_read(servers)).await;
    Box::pin(without_a_match_the_ratings_are_as_if_it_had_never_been_rated(servers)).await;
}

pub(super) fn id(person: u8) -> GuestId {
    GuestId::from_bytes([person; 32])
}

pub(super) async fn claim(store: &Store, person: u8) {
    claim_account(store, id(person), &name(person)).await;
}

pub(super) async fn delete(store: &Store, person: u8) {
    delete_account(store, id(person)).await;
}

/// Returns the name of a player.
pub(super) fn name(person: u8) -> String {
    format!("Rated{}", people_name(person))
}

/// Returns a number in letters that look like no others.
fn people_name(number: u8) -> String {
    number.to_string().bytes().map(|digit| char::from(b'a' + (digit - b'0') * 2)).collect()
}

/// Creates a table of the lobby.
async fn create(store: &Store) -> TableId {
    let pool = PoolOrigin { family: FAMILY.to_owned(), is_rated: true };
    let record = TableRecord { id: TableId::random().expect("chance"), pool: Some(pool), ..record() };
    let id = record.id;
    store
        .create_table(record, vec![StoredChair::Open, StoredChair::Open], Vec::new())
        .await
        .expect("nothing fails");
    id
}

/// Returns the result of a match that the first player won.
fn won(seats: &[u8]) -> FinishedMatch {
    let seat = |(index, person): (usize, &u8)| FinishedSeat {
        seat: Seat::new(index as u8),
        person: Some(id(*person)),
        side: index as u8,
        place: index as u8 + 1,
        outcome: SeatOutcome::Played,
        weight: 1.0,
    };
    FinishedMatch {
        pool: Some(PoolOrigin { family: FAMILY.to_owned(), is_rated: true }),
        seats: seats.iter().enumerate().map(seat).collect(),
    }
}

pub(super) async fn play(store: &Store, seats: &[u8]) -> TableId {
    let table = create(store).await;
    let owner = Owner::of(store, table).await;
    store.finish(&owner.lease, won(seats)).await.expect("nothing fails");
    table
}

async fn rating(store: &Store, person: u8) -> Option<StoredRating> {
    let ratings = store.ratings(id(person)).await.expect("it answers");
    ratings.into_iter().find(|(family, _)| family == FAMILY).map(|(_, rating)| rating)
}

/// PE-T12: a match is rated once, however often it is finished, and a table knows its pool when it is read again.
async fn a_finished_match_is_rated_once([first, second]: &Servers) {
    for person in [21, 22] {
        claim(first, person).await;
    }
    let table = create(first).await;
    assert_eq!(first.rating_changes(table).await.expect("it answers"), []);
    let owner = Owner::of(first, table).await;
    assert_eq!(
        owner.stored.record.pool.as_ref().map(|pool| (&*pool.family, pool.is_rated)),
        Some((FAMILY, true))
    );
    first.finish(&owner.lease, won(&[21, 22])).await.expect("nothing fails");
    let changes = first.rating_changes(table).await.expect("it answers");
    let told: Vec<_> = changes.iter().map(|one| (one.rating, one.change, one.provisional)).collect();
    assert_eq!(told, [(1662, 162, true), (1338, -162, true)]);
    // The server is killed before the notice. Another takes the table, and finishes it again.
    let owner = Owner::of(second, table).await;
    assert!(owner.stored.finished);
    second.finish(&owner.lease, won(&[22, 21])).await.expect("nothing fails");
    second
        .end(&owner.lease, Ended::Resignation { seat: Seat::new(0) }, won(&[22, 21]))
        .await
        .expect("nothing fails");
    assert_eq!(second.rating_changes(table).await.expect("it answers"), changes);
    let winner = rating(second, 21).await.expect("it is there");
    assert!((winner.rating.mean() - 1662.21).abs() < 0.01 && winner.matches == 1, "{winner:?}");
    // Both see the match, and each other.
    for (person, place, other) in [(21, 1, 22), (22, 2, 21)] {
        let played = second.played(id(person), Before::all(), 20).await.expect("it answers");
        assert_eq!(played.len(), 1);
        let one = &played[0];
        assert_eq!((&*one.id, &*one.family, one.place), (&*table.to_string(), FAMILY, place));
        assert_eq!((&*one.outcome, one.weight, one.has_record), ("played", 1.0, true));
        assert_eq!(one.others, [vec![], vec![name(other)]]);
        assert_eq!(one.change, Some(changes[usize::from(place) - 1]));
        let before = Before { finished: one.finished, id: one.id.clone() };
        assert!(second.played(id(person), before, 20).await.expect("it answers").is_empty());
    }
    if first.is_shared() {
        // A server that lost its lease can't finish a match.
        let table = create(first).await;
        let late = Owner::of(first, table).await;
        let owner = Owner::of(second, table).await;
        assert!(first.finish(&late.lease, won(&[21, 22])).await.is_err());
        assert_eq!(rating(second, 21).await, Some(winner));
        second.finish(&owner.lease, won(&[21, 22])).await.expect("nothing fails");
        assert_eq!(rating(second, 21).await.map(|rating| rating.matches), Some(2));
    }
}

async fn a_match_without_accounts_leaves_no_rows([first, _]: &Servers) {
    claim(first, 23).await;
    let before = first.rating_log().await.len();
    // Guests alone, an account and a guest, and a private match of two accounts.
    let alone = play(first, &[24, 25]).await;
    assert!(first.played(id(24), Before::all(), 20).await.expect("it answers").is_empty());
    let mixed = play(first, &[23, 24]).await;
    let played = first.played(id(23), Before::all(), 20).await.expect("it answers");
    assert_eq!((played.len(), played[0].weight, &*played[0].id), (1, 0.0, &*mixed.to_string()));
    assert!(first.played(id(24), Before::all(), 20).await.expect("it answers").is_empty());
    let table = create(first).await;
    let owner = Owner::of(first, table).await;
    let private = FinishedMatch { pool: None, ..won(&[21, 23]) };
    first.finish(&owner.lease, private).await.expect("nothing fails");
    assert_eq!(first.played(id(23), Before::all(), 20).await.expect("it answers").len(), 1);
    for table in [alone, mixed, table] {
        assert_eq!(first.rating_changes(table).await.expect("it answers"), []);
    }
    assert_eq!((rating(first, 23).await, first.rating_log().await.len()), (None, before));
}

async fn many_matches_of_the_same_two_count_less([first, second]: &Servers) {
    for person in [26, 27, 28] {
        claim(first, person).await;
    }
    let mut weights = Vec::new();
    for (number, seats) in [[26, 27], [27, 26], [26, 27], [26, 28], [28, 26], [27, 26]].iter().enumerate() {
        play([first, second][number % 2], seats).await;
        let played = first.played(id(26), Before::all(), 20).await.expect("it answers");
        assert_eq!(played.len(), number + 1);
        // Several matches of one second are in no order.
        weights.push(played.iter().map(|one| one.weight).sum::<f64>());
    }
    assert_eq!(weights, [1.0, 2.0, 2.5, 3.5, 4.5, 5.0]);
}

/// PE-T11: matches that finish at the same time count one after the other, and all ratings follow from the log.
async fn no_update_is_lost_and_the_log_tells_every_rating(servers: &Servers) {
    let people: Vec<u8> = (31..37).collect();
    for person in &people {
        claim(&servers[0], *person).await;
    }
    let mut tables = Vec::new();
    for round in 0..6_usize {
        for (one, other) in [(0, 1), (1, 2), (2, 0), (0, 3), (4, 5)] {
            let store = &servers[(round + one) % 2];
            let table = create(store).await;
            tables.push((store, Owner::of(store, table).await.lease, [people[one], people[other]], table));
        }
    }
    let finishing = tables.iter().map(|(store, lease, seats, table)| async move {
        let mut finished = store.finish(lease, won(seats)).await;
        // A transaction that waited too long for a lock changed nothing, and the table tries again.
        while finished.is_err() {
            let owner = Owner::of(store, *table).await;
            finished = store.finish(&owner.lease, won(seats)).await;
        }
    });
    futures_util::future::join_all(finishing).await;
    for (person, matches) in people.iter().zip([18, 12, 12, 6, 6, 6]) {
        let rating = rating(&servers[0], *person).await.expect("it is there");
        assert_eq!(rating.matches, matches, "player {person}");
    }
    recompute(&servers[0], &people).await;
}

/// Computes all ratings from the log anew, and compares them with the stored ones.
async fn recompute(store: &Store, people: &[u8]) {
    let mut log: Vec<Vec<Logged>> = Vec::new();
    for row in store.rating_log().await {
        match log.iter_mut().find(|rows| rows[0].id == row.id) {
            Some(rows) => rows.push(row),
            None => log.push(vec![row]),
        }
    }
    let mut ratings: BTreeMap<(String, String), StoredRating> = BTreeMap::new();
    for rows in &log {
        let before = |row: &Logged| match &row.person {
            Some(person) => ratings
                .get(&(person.clone(), row.family.clone()))
                .map_or(Rating::NEW, |rating| rating.now(row.at)),
            // The player has deleted the account, and the log has the values.
            None => row.ratings[0],
        };
        let mut sides: BTreeMap<i64, Side> = BTreeMap::new();
        for row in rows {
            assert_eq!(
                before(row),
                row.ratings[0],
                "the ratings of a match follow those of the match before"
            );
            let side = Side { players: Vec::new(), place: row.place as u8 };
            sides.entry(row.side).or_insert(side).players.push(before(row));
        }
        let order: Vec<i64> = sides.keys().copied().collect();
        let weight = rows.iter().map(|row| row.weight).fold(0.0, f64::max);
        if weight == 0.0 {
            // The match no longer counts.
            assert!(rows.iter().all(|row| row.ratings[0] == row.ratings[1]));
            continue;
        }
        let after = rate(&sides.into_values().collect::<Vec<_>>(), weight).expect("it was rated");
        for row in rows {
            let side = order.iter().position(|side| *side == row.side).expect("a side");
            let place = rows.iter().filter(|one| one.side == row.side).position(|one| one == row);
            let new = if row.weight > 0.0 { after[side][place.expect("a seat")] } else { row.ratings[0] };
            assert_eq!(new, row.ratings[1]);
            if let (Some(person), true) = (&row.person, row.weight > 0.0) {
                let key = (person.clone(), row.family.clone());
                let matches = ratings.get(&key).map_or(0, |rating| rating.matches) + 1;
                ratings.insert(key, StoredRating { rating: new, matches, at: row.at });
            }
        }
    }
    for person in people {
        let stored = rating(store, *person).await;
        assert_eq!(ratings.get(&(String::from(id(*person)), FAMILY.to_owned())), stored.as_ref());
    }
}

/// PE-T4 for matches.
async fn a_deleted_account_is_in_no_row([first, second]: &Servers) {
    for person in [41, 42] {
        claim(first, person).await;
    }
    let table = play(first, &[41, 42]).await;
    delete(second, 41).await;
    assert_eq!(rating(second, 41).await, None);
    assert!(second.played(id(41), Before::all(), 20).await.expect("it answers").is_empty());
    let gone = String::from(id(41));
    let log = first.rating_log().await;
    let rows: Vec<&Logged> = log.iter().filter(|row| row.id == table.to_string()).collect();
    assert_eq!(rows.len(), 2);
    assert!(rows.iter().any(|row| row.person.is_none()));
    assert!(log.iter().all(|row| row.person.as_ref() != Some(&gone)));
    // The opponent keeps the match and the rating.
    let played = first.played(id(42), Before::all(), 20).await.expect("it answers");
    assert_eq!((played.len(), &played[0].others), (1, &[vec![], vec![]]));
    recompute(first, &[42, 21, 26]).await;
}

/// Laws of leaderboards: the newest ratings of one family are read, and no more than asked for.
async fn the_newest_ratings_of_a_family_are_read([first, second]: &Servers) {
    for person in [51, 52, 53, 54] {
        claim(first, person).await;
    }
    play(first, &[51, 52]).await;
    let before = rating(first, 51).await.expect("it is there").at;
    while unix_time() == before {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    play(second, &[53, 54]).await;
    let last = rating(first, 53).await.expect("it is there");
    let recent = async |family: &str, since, limit| {
        let ratings = first.recent_ratings(family.to_owned(), since, 1, limit).await.expect("it answers");
        ratings.into_iter().collect::<BTreeMap<_, _>>()
    };
    let newest = recent(FAMILY, 0, 2).await;
    assert_eq!(newest.keys().copied().collect::<Vec<_>>(), [id(53), id(54)]);
    assert_eq!(newest[&id(53)], last);
    assert_eq!(recent(FAMILY, last.at, 100).await, newest);
    let all = recent(FAMILY, 0, 100).await;
    assert!(all.contains_key(&id(51)) && all.contains_key(&id(52)) && !all.contains_key(&id(41)));
    assert!(recent("scopa-many", 0, 100).await.is_empty());
    let names = first.names(vec![id(54), id(99), id(51)]).await.expect("it answers");
    assert_eq!(names, [Some(name(54)), None, Some(name(51))]);
}

/// PE-T11: after a match no longer counts, all ratings follow from the log again, and a later match counts from them.
async fn without_a_match_the_ratings_are_as_if_it_had_never_been_rated([first, second]: &Servers) {
    let people = [91, 92, 93, 94];
    for person in people {
        claim(first, person).await;
    }
    let unrate = async |table| {
        let change = ModerationChange::Unrate { table };
        second.change_moderation(change, 1).await.expect("nothing fails")
    };
    // The same matches of others, with and without the one that is taken out.
    play(first, &[93, 94]).await;
    let fixed = play(first, &[91, 92]).await;
    play(second, &[92, 93]).await;
    play(first, &[94, 91]).await;
    let before = rating(first, 91).await.expect("it is there");
    assert_eq!(unrate(fixed).await, Outcome::Done);
    assert_eq!(first.rating_changes(fixed).await.expect("it answers"), []);
    recompute(first, &people).await;
    let after = rating(second, 91).await.expect("it is there");
    assert!(after.matches == before.matches - 1 && after.rating.mean() < before.rating.mean());
    // The opponent of the fixed match lost it, and the other opponents played against other ratings.
    let played = first.played(id(91), Before::all(), 20).await.expect("it answers");
    assert_eq!(played.iter().filter(|one| one.weight > 0.0).count(), 1);
    assert_eq!(unrate(fixed).await, Outcome::Refused, "it does not count already");
    play(first, &[91, 92]).await;
    recompute(second, &people).await;
    // Without its only match a player has no rating.
    claim(first, 95).await;
    claim(first, 96).await;
    let only = play(first, &[95, 96]).await;
    assert_eq!(unrate(only).await, Outcome::Done);
    assert_eq!((rating(second, 95).await, rating(second, 96).await), (None, None));
    assert_eq!(unrate(TableId::random().expect("chance")).await, Outcome::Refused);
    recompute(first, &[91, 92, 93, 94, 95, 96]).await;
}
