//! Laws of challenges that every storage must keep (PE-T19).

use super::account_laws::{claim_account, delete_account};
use super::laws::Servers;
use super::{ChallengeChange, RandomId, Store, StoredChallenge};
use futures_util::future::BoxFuture;
use people::ChallengeCode;
use table::{GuestId, TableId};

/// Checks the laws of challenges.
pub(super) async fn check(servers: &Servers) {
    // Boxed, because a test's stack is small.
    Box::pin(challenges_follow_their_rules(servers)).await;
    Box::pin(one_of_two_accepts(servers)).await;
}

fn id(person: u8) -> GuestId {
    GuestId::from_bytes([person; 32])
}

fn new(code: u8, founder: u8, invited: Option<u8>, expires: u64) -> StoredChallenge {
    StoredChallenge {
        code: ChallengeCode::from_bytes([code; 5]),
        founder: id(founder),
        invited: invited.map(id),
        setup: String::from("scopa-2-quick"),
        is_rated: code.is_multiple_of(2),
        expires,
        table: None,
    }
}

async fn claim(store: &Store, person: u8, name: &str) {
    claim_account(store, id(person), name).await;
}

async fn delete(store: &Store, person: u8) {
    delete_account(store, id(person)).await;
}

// Boxed, because a test that waits for many would need a large stack.
fn change(store: &Store, change: ChallengeChange, at: u64) -> BoxFuture<'_, bool> {
    Box::pin(async move { store.change_challenge(change, at).await.expect("nothing fails") })
}

fn create<'a>(store: &'a Store, challenge: &StoredChallenge) -> BoxFuture<'a, bool> {
    change(store, ChallengeChange::Create(Box::new(challenge.clone())), 1)
}

fn get(store: &Store, code: u8, at: u64) -> BoxFuture<'_, Option<StoredChallenge>> {
    Box::pin(
        async move { store.challenge(ChallengeCode::from_bytes([code; 5]), at).await.expect("it answers") },
    )
}

fn of(store: &Store, person: u8, at: u64) -> BoxFuture<'_, Vec<StoredChallenge>> {
    Box::pin(async move { store.challenges_of(id(person), at).await.expect("it answers") })
}

async fn challenges_follow_their_rules([first, second]: &Servers) {
    claim(first, 151, "Challenger").await;
    claim(first, 152, "Challenged").await;
    let [open, named] = [new(1, 151, None, 100), new(2, 151, Some(152), 200)];
    assert!(create(first, &open).await && create(second, &named).await);
    assert!(!create(first, &new(1, 152, None, 300)).await, "the code is taken");
    assert!(!create(first, &new(3, 159, None, 300)).await, "a guest can't challenge");
    assert_eq!(get(second, 1, 99).await, Some(open.clone()));
    assert_eq!(get(first, 1, 100).await, None, "it has expired");
    assert_eq!(get(first, 9, 1).await, None);
    assert_eq!(of(second, 151, 99).await, [open.clone(), named.clone()]);
    assert_eq!(of(first, 152, 100).await, std::slice::from_ref(&named));
    let accept = |code: u8, player, table| {
        let code = ChallengeCode::from_bytes([code; 5]);
        ChallengeChange::Accept { code, player: id(player), table }
    };
    let [table, other] = [(); 2].map(|()| TableId::random().expect("chance"));
    assert!(!change(first, accept(2, 153, table), 50).await, "it is for another player");
    assert!(!change(first, accept(1, 153, table), 100).await, "it has expired");
    // A guest accepts an open one, once.
    assert!(change(first, accept(1, 153, table), 99).await);
    assert!(!change(second, accept(1, 153, other), 99).await);
    assert!(!change(second, accept(1, 152, other), 99).await);
    let accepted = StoredChallenge { invited: Some(id(153)), table: Some(table), ..open };
    assert_eq!(get(second, 1, 99).await, Some(accepted));
    assert_eq!(of(first, 151, 99).await, std::slice::from_ref(&named), "an accepted one is not open");
    // The founder and the invited player can delete an open one.
    let remove = |code: u8, player| ChallengeChange::Delete {
        code: ChallengeCode::from_bytes([code; 5]),
        player: id(player),
    };
    assert!(!change(first, remove(1, 151), 50).await, "it is accepted");
    assert!(!change(first, remove(2, 153), 50).await);
    assert!(change(first, remove(2, 152), 50).await);
    assert!(!change(first, remove(2, 151), 50).await);
    // Time and deletions of accounts.
    assert!(
        create(first, &new(4, 151, Some(152), 400)).await && create(first, &new(5, 152, None, 500)).await
    );
    assert!(change(second, ChallengeChange::Expire, 100).await);
    assert_eq!(get(first, 1, 1).await, None);
    assert!(get(first, 4, 1).await.is_some());
    delete(first, 152).await;
    assert_eq!((get(second, 4, 1).await, get(second, 5, 1).await), (None, None));
    delete(first, 151).await;
}

async fn one_of_two_accepts([first, second]: &Servers) {
    claim(first, 151, "Challenger").await;
    for code in 10..20_u8 {
        assert!(create(first, &new(code, 151, None, 100)).await);
        let accept = |player| {
            let table = TableId::random().expect("chance");
            ChallengeChange::Accept { code: ChallengeCode::from_bytes([code; 5]), player: id(player), table }
        };
        let (one, other) = tokio::join!(change(first, accept(152), 1), change(second, accept(153), 1));
        assert!(one ^ other);
        let accepted = get(first, code, 1).await.expect("it is there");
        assert_eq!(accepted.invited, Some(id(if one { 152 } else { 153 })));
    }
    delete(first, 151).await;
}
