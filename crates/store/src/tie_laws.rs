//! Laws of ties that every storage must keep (PE-T19).

use super::account_laws::{claim_account, delete_account};
use super::laws::Servers;
use super::{Store, TieOutcome, Tied};
use cards::Rng;
use futures_util::future::BoxFuture;
use people::{MAX_REQUESTS, MAX_TIES, Pair, TieChange, TieKind};
use std::collections::BTreeMap;
use table::GuestId;

const FRIEND: TieChange = TieChange::Set(TieKind::Friend);

/// Checks the laws of ties.
pub(super) async fn check(servers: &Servers) {
    // Boxed, because a test's stack is small.
    Box::pin(ties_agree_with_the_rules(servers, 300)).await;
    Box::pin(a_deleted_account_has_no_ties(servers)).await;
    Box::pin(two_requests_at_once_make_friends(servers)).await;
    Box::pin(a_block_ends_a_request_of_the_same_moment(servers)).await;
    Box::pin(ties_and_requests_are_limited(servers)).await;
}

fn id(person: u16) -> GuestId {
    let mut bytes = [231; 32];
    bytes[..2].copy_from_slice(&person.to_be_bytes());
    GuestId::from_bytes(bytes)
}

/// Returns a name in letters that look like no others.
fn name(person: u16) -> String {
    format!(
        "Tied{}",
        person.to_string().bytes().map(|digit| char::from(b'a' + (digit - b'0') * 2)).collect::<String>()
    )
}

async fn claim(store: &Store, person: u16) {
    claim_account(store, id(person), &name(person)).await;
}

async fn delete(store: &Store, person: u16) {
    delete_account(store, id(person)).await;
}

// Boxed, because a test that waits for many would need a large stack.
fn change(store: &Store, [one, other]: [u16; 2], change: TieChange) -> BoxFuture<'_, TieOutcome> {
    Box::pin(async move { store.change_tie(id(one), id(other), change, 1).await.expect("nothing fails") })
}

fn ties(store: &Store, person: u16) -> BoxFuture<'_, Vec<Tied>> {
    Box::pin(async move { store.ties(id(person)).await.expect("it answers") })
}

/// Random changes at two servers give what [`Pair`] gives.
async fn ties_agree_with_the_rules(servers: &Servers, steps: usize) {
    const PEOPLE: u16 = 4;
    for person in 0..PEOPLE {
        claim(&servers[0], person).await;
    }
    let mut rng = Rng::from_number(17);
    let mut pairs = BTreeMap::<[u16; 2], Pair>::new();
    for step in 0..steps {
        let [one, other] = [0, 1].map(|_| rng.below(usize::from(PEOPLE)) as u16);
        let kind = TieKind::ALL[rng.below(3)];
        let asked = if rng.below(3) == 0 { TieChange::Clear(kind) } else { TieChange::Set(kind) };
        let outcome = change(&servers[rng.below(2)], [one, other], asked).await;
        if one == other {
            assert_eq!(outcome, TieOutcome::Unknown, "step {step}");
            continue;
        }
        let mut pair = pairs.get(&[one, other]).copied().unwrap_or_default();
        let expected = if pair.change(asked).is_ok() { TieOutcome::Done } else { TieOutcome::Apart };
        assert_eq!(outcome, expected, "step {step}");
        pairs.insert([one, other], pair);
        pairs.insert([other, one], pair.turned());
        if step % 10 == 0 || step + 1 == steps {
            for person in 0..PEOPLE {
                let expected: Vec<Tied> = pairs
                    .iter()
                    .filter(|([one, _], pair)| *one == person && **pair != Pair::default())
                    .map(|([_, other], pair)| Tied { other: id(*other), name: name(*other), pair: *pair })
                    .collect();
                for server in servers {
                    assert_eq!(ties(server, person).await, expected, "step {step}");
                }
            }
        }
    }
    for person in 0..PEOPLE {
        delete(&servers[0], person).await;
    }
}

async fn a_deleted_account_has_no_ties([first, second]: &Servers) {
    for person in [10, 11, 12] {
        claim(first, person).await;
    }
    assert_eq!(change(first, [10, 11], FRIEND).await, TieOutcome::Done);
    assert_eq!(change(second, [11, 10], FRIEND).await, TieOutcome::Done);
    assert_eq!(change(second, [12, 10], TieChange::Set(TieKind::Block)).await, TieOutcome::Done);
    assert_eq!(change(second, [12, 11], TieChange::Set(TieKind::Mute)).await, TieOutcome::Done);
    assert_eq!(change(first, [10, 13], FRIEND).await, TieOutcome::Unknown, "a guest has no ties");
    assert_eq!(change(first, [13, 10], FRIEND).await, TieOutcome::Unknown);
    delete(second, 10).await;
    assert_eq!(ties(first, 11).await.len(), 1, "the mute");
    // The same guest claims a name again, and finds nothing of before.
    claim(first, 10).await;
    assert_eq!(ties(second, 10).await, []);
    assert_eq!(change(second, [10, 12], FRIEND).await, TieOutcome::Done, "the block is gone");
    for person in [10, 11, 12] {
        delete(first, person).await;
    }
}

async fn two_requests_at_once_make_friends([first, second]: &Servers) {
    claim(first, 20).await;
    claim(first, 21).await;
    for _ in 0..10 {
        let both = tokio::join!(change(first, [20, 21], FRIEND), change(second, [21, 20], FRIEND));
        assert_eq!(both, (TieOutcome::Done, TieOutcome::Done));
        assert!(ties(first, 20).await[0].pair.are_friends());
        assert_eq!(change(second, [20, 21], TieChange::Clear(TieKind::Friend)).await, TieOutcome::Done);
    }
    delete(first, 20).await;
    delete(first, 21).await;
}

async fn a_block_ends_a_request_of_the_same_moment([first, second]: &Servers) {
    claim(first, 22).await;
    claim(first, 23).await;
    let block = |set: fn(TieKind) -> TieChange| change(second, [23, 22], set(TieKind::Block));
    for round in 0..20 {
        let (asked, blocked) = tokio::join!(change(first, [22, 23], FRIEND), block(TieChange::Set));
        assert!([TieOutcome::Done, TieOutcome::Apart].contains(&asked), "round {round}: {asked:?}");
        assert_eq!(blocked, TieOutcome::Done);
        assert_eq!(block(TieChange::Clear).await, TieOutcome::Done);
        assert_eq!(ties(first, 22).await, [], "round {round}: no request appears after the block");
    }
    delete(first, 22).await;
    delete(first, 23).await;
}

async fn ties_and_requests_are_limited([first, second]: &Servers) {
    let many = 30..30 + MAX_REQUESTS as u16;
    for person in many.clone().chain([28, 29]) {
        claim(first, person).await;
    }
    let last = many.end - 1;
    for person in many.start..last {
        assert_eq!(change(first, [person, 29], FRIEND).await, TieOutcome::Done);
    }
    // Two servers get a request at the same moment, and there is room for one. The other is refused.
    for round in 0..10 {
        let both = tokio::join!(change(first, [last, 29], FRIEND), change(second, [28, 29], FRIEND));
        let placed = match both {
            (TieOutcome::Done, TieOutcome::Busy) => last,
            (TieOutcome::Busy, TieOutcome::Done) => 28,
            both => panic!("round {round}: {both:?}"),
        };
        assert_eq!(change(first, [placed, 29], TieChange::Clear(TieKind::Friend)).await, TieOutcome::Done);
    }
    assert_eq!(change(first, [last, 29], FRIEND).await, TieOutcome::Done);
    assert_eq!(change(second, [28, 29], FRIEND).await, TieOutcome::Busy);
    // The account itself can still ask and accept, and others can block it.
    assert_eq!(change(second, [29, 28], FRIEND).await, TieOutcome::Done);
    assert_eq!(change(second, [29, 30], FRIEND).await, TieOutcome::Done);
    assert_eq!(change(second, [28, 29], FRIEND).await, TieOutcome::Done);
    assert_eq!(change(second, [28, 29], TieChange::Set(TieKind::Block)).await, TieOutcome::Done);
    for person in many.clone() {
        for kind in [TieKind::Mute, TieKind::Block] {
            assert_eq!(change(first, [28, person], TieChange::Set(kind)).await, TieOutcome::Done);
        }
    }
    assert_eq!(ties(second, 28).await.len(), MAX_REQUESTS + 1);
    const { assert!(2 * MAX_REQUESTS + 1 < MAX_TIES) };
    for person in many.chain([28, 29]) {
        delete(first, person).await;
    }
}
