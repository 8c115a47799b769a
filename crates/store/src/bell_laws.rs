//! Laws of bells that every storage must keep (PE-T19).

use super::account_laws::{claim_account, delete_account};
use super::laws::Servers;
use super::{Bell, BellChange, Bells, Store};
use futures_util::future::BoxFuture;
use table::GuestId;

const DAY: u64 = 24 * 60 * 60;

/// Checks the laws of bells.
pub(super) async fn check(servers: &Servers) {
    // Boxed, because a test's stack is small.
    Box::pin(bells_follow_their_rules(servers)).await;
    Box::pin(a_player_gets_two_notices_a_day(servers)).await;
    Box::pin(two_servers_count_the_same_notices(servers)).await;
}

fn id(person: u8) -> GuestId {
    GuestId::from_bytes([person; 32])
}

async fn claim(store: &Store, person: u8, name: &str) {
    claim_account(store, id(person), name).await;
}

async fn delete(store: &Store, person: u8) {
    delete_account(store, id(person)).await;
}

fn set<'a>(store: &'a Store, person: u8, families: &[&str], clock: i32) -> BoxFuture<'a, bool> {
    let families = families.iter().map(|family| (*family).to_owned()).collect();
    let set = BellChange::Set { person: id(person), bells: Bells { families, clock } };
    Box::pin(async move { store.change_bell(set, 1).await.expect("nothing fails") })
}

fn ring<'a>(store: &'a Store, person: u8, family: &str, at: u64) -> BoxFuture<'a, bool> {
    let ring = BellChange::Ring { person: id(person), family: family.to_owned() };
    Box::pin(async move { store.change_bell(ring, at).await.expect("nothing fails") })
}

fn of(store: &Store, person: u8) -> BoxFuture<'_, Bells> {
    Box::pin(async move { store.bells_of(id(person)).await.expect("it answers") })
}

/// Returns the players whose bells may ring, with their clocks.
fn for_family<'a>(store: &'a Store, family: &'a str, at: u64) -> BoxFuture<'a, Vec<(GuestId, i32)>> {
    Box::pin(async move {
        let bells = store.bells_for(family.to_owned(), at).await.expect("it answers");
        bells.into_iter().map(|Bell { person, clock }| (person, clock)).collect()
    })
}

async fn bells_follow_their_rules([first, second]: &Servers) {
    claim(first, 161, "Listener").await;
    claim(first, 162, "Second listener").await;
    assert!(!set(first, 169, &["bell-one"], 0).await, "a guest has no bell");
    assert_eq!(of(first, 169).await, Bells::default());
    assert!(set(first, 161, &["bell-two", "bell-one"], 60).await);
    assert!(set(second, 162, &["bell-one"], -720).await);
    let both = Bells { families: vec!["bell-one".to_owned(), "bell-two".to_owned()], clock: 60 };
    assert_eq!(of(second, 161).await, both);
    assert_eq!(for_family(second, "bell-one", 1).await, [(id(161), 60), (id(162), -720)]);
    assert_eq!(for_family(first, "bell-two", 1).await, [(id(161), 60)]);
    assert!(for_family(first, "bell-three", 1).await.is_empty());
    // A new set replaces the old one.
    assert!(set(second, 161, &["bell-two", "bell-three"], 120).await);
    let later = Bells { families: vec!["bell-three".to_owned(), "bell-two".to_owned()], clock: 120 };
    assert_eq!(of(first, 161).await, later);
    assert_eq!(for_family(first, "bell-one", 1).await, [(id(162), -720)]);
    assert!(!set(first, 161, &[], 0).await);
    assert_eq!(of(second, 161).await, Bells::default());
    assert!(!ring(first, 161, "bell-two", 1).await, "there is no such bell");
    // The bells go with the account.
    delete(second, 162).await;
    assert!(for_family(first, "bell-one", 1).await.is_empty());
    assert_eq!(of(first, 162).await, Bells::default());
    delete(first, 161).await;
}

async fn a_player_gets_two_notices_a_day([first, second]: &Servers) {
    claim(first, 161, "Listener").await;
    set(first, 161, &["bell-one", "bell-two", "bell-three"], 0).await;
    let begin = 10 * DAY;
    assert!(ring(first, 161, "bell-one", begin).await);
    assert!(ring(second, 161, "bell-two", begin + 10).await);
    assert!(!ring(first, 161, "bell-three", begin + 20).await, "two are enough, of whatever family");
    // A bell that stays keeps its times, so that setting it again brings no third notice.
    set(first, 161, &["bell-one", "bell-two", "bell-three"], 60).await;
    assert!(!ring(first, 161, "bell-one", begin + DAY - 1).await);
    assert!(ring(first, 161, "bell-one", begin + DAY).await, "the first notice no longer counts");
    assert!(!ring(first, 161, "bell-one", begin + DAY + 5).await);
    assert!(ring(first, 161, "bell-one", begin + DAY + 10).await);
    // Both of the last notices came from this bell, which is left out until the first of them is a day old.
    assert!(for_family(second, "bell-one", begin + 2 * DAY - 1).await.is_empty());
    assert_eq!(for_family(second, "bell-one", begin + 2 * DAY).await, [(id(161), 60)]);
    delete(first, 161).await;
}

async fn two_servers_count_the_same_notices([first, second]: &Servers) {
    claim(first, 161, "Listener").await;
    set(first, 161, &["bell-one", "bell-two"], 0).await;
    for day in 1..10 {
        let at = 10 * DAY * day;
        let notices = tokio::join!(
            ring(first, 161, "bell-one", at),
            ring(second, 161, "bell-two", at),
            ring(first, 161, "bell-two", at),
            ring(second, 161, "bell-one", at),
        );
        let sent = [notices.0, notices.1, notices.2, notices.3];
        assert_eq!(sent.iter().filter(|sent| **sent).count(), 2, "{sent:?}");
    }
    delete(first, 161).await;
}
