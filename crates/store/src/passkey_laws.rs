//! Laws of passkeys that every storage must keep (PE-T19).

use super::laws::Servers;
use super::passkeys::MAX_PASSKEYS;
use super::{
    AccountChange, FirstProof, NewPasskey, Outcome, Proof, Store, StoredPasskey, Which, WhichPasskeys,
};
use crate::identity::TokenHash;
use futures_util::future::BoxFuture;
use table::GuestId;

/// Checks the laws of passkeys.
pub(super) async fn check(servers: &Servers) {
    // Boxed, because a test's stack is small.
    Box::pin(passkeys_follow_their_rules(servers)).await;
    Box::pin(of_two_removals_at_once_one_is_refused(servers)).await;
    Box::pin(of_two_additions_at_once_for_one_place_one_is_refused(servers)).await;
}

fn id(account: u8) -> GuestId {
    GuestId::from_bytes([account; 32])
}

fn passkey(credential: u8) -> NewPasskey {
    NewPasskey { credential: vec![credential; 20], label: format!("label {credential}"), key: "0".to_owned() }
}

fn claim(account: u8, proof: FirstProof) -> AccountChange {
    let name = format!("Keyholder{account}");
    let codes = (0..4).map(|code| [account, code].repeat(16).try_into().expect("32 bytes")).collect();
    let (folded, label) = (people::folded(&name), String::new());
    AccountChange::Claim { account: id(account), name, folded, proof, codes, label }
}

fn code(account: u8, code: u8) -> Proof {
    Proof::Code([account, code].repeat(16).try_into().expect("32 bytes"))
}

/// Returns the proof by a passkey whose counter changes.
fn signed(credential: u8, before: &str, after: &str) -> Proof {
    Proof::Passkey { credential: vec![credential; 20], before: before.to_owned(), after: after.to_owned() }
}

fn sign_in(account: u8, proof: Proof, token: u8) -> AccountChange {
    let (token, label) = (TokenHash([token; 32]), String::new());
    AccountChange::SignIn { account: id(account), proof, token, label }
}

fn add(account: u8, proof: Proof, credential: u8) -> AccountChange {
    AccountChange::AddPasskey { account: id(account), proof, passkey: passkey(credential) }
}

fn remove(account: u8, proof: Proof, credential: u8) -> AccountChange {
    AccountChange::RemovePasskey { account: id(account), proof, credential: vec![credential; 20] }
}

// Boxed, because a test that waits for many would need a large stack.
fn change(store: &Store, change: AccountChange, at: u64) -> BoxFuture<'_, Outcome> {
    Box::pin(async move { store.change_account(change, at).await.expect("nothing fails") })
}

/// Returns the first bytes of the credentials of an account, as both servers answer them.
async fn credentials([first, second]: &Servers, account: u8) -> Vec<u8> {
    let found = first.passkeys(WhichPasskeys::Account(id(account))).await.expect("it answers");
    let again = second.passkeys(WhichPasskeys::Account(id(account))).await.expect("it answers");
    assert_eq!(found, again);
    found.iter().map(|passkey| passkey.credential[0]).collect()
}

async fn passkeys_follow_their_rules(servers: &Servers) {
    let [first, second] = servers;
    // A claim with a passkey makes an account without a password.
    assert_eq!(change(first, claim(151, FirstProof::Passkey(passkey(1))), 10).await, Outcome::Done);
    let account = second.account(Which::Id(id(151))).await.expect("it answers").expect("it is there");
    assert_eq!((account.password, account.codes), (None, 4));
    let found = second.passkeys(WhichPasskeys::Credential(vec![1; 20])).await.expect("it answers");
    let NewPasskey { credential, label, key } = passkey(1);
    assert_eq!(found, [StoredPasskey { account: id(151), credential, label, key, made: 10 }]);
    let unknown = second.passkeys(WhichPasskeys::Credential(vec![9; 20])).await.expect("it answers");
    assert!(unknown.is_empty());
    // A credential belongs to one account.
    assert_eq!(change(second, claim(152, FirstProof::Passkey(passkey(1))), 11).await, Outcome::Refused);
    assert!(second.account(Which::Id(id(152))).await.expect("it answers").is_none());
    let password = || FirstProof::Password("hash 152".to_owned());
    assert_eq!(change(second, claim(152, password()), 12).await, Outcome::Done);
    assert_eq!(change(first, add(152, code(152, 0), 1), 13).await, Outcome::Refused);
    // A counter that was used proves nothing more (PE-T5), and a passkey without a counter proves again.
    assert_eq!(change(first, sign_in(151, signed(1, "0", "1"), 161), 14).await, Outcome::Done);
    assert_eq!(change(second, sign_in(151, signed(1, "0", "1"), 162), 15).await, Outcome::Refused);
    assert_eq!(change(second, sign_in(152, signed(1, "1", "2"), 163), 15).await, Outcome::Refused);
    for token in [164, 165] {
        assert_eq!(change(second, sign_in(151, signed(1, "1", "1"), token), 16).await, Outcome::Done);
    }
    assert_eq!(first.devices(id(151)).await.expect("it answers").len(), 4);
    assert!(first.devices(id(152)).await.expect("it answers").len() == 1);
    // The only proof stays.
    assert_eq!(change(first, remove(151, signed(1, "1", "1"), 1), 17).await, Outcome::LastProof);
    assert_eq!(change(first, remove(151, signed(1, "1", "1"), 2), 17).await, Outcome::Refused);
    // Others are added in their order, up to a number. A refusal for the number uses no code.
    assert_eq!(change(first, add(151, signed(1, "0", "1"), 2), 18).await, Outcome::Refused);
    let more = 2..=MAX_PASSKEYS as u8;
    for (credential, counter) in more.clone().zip(1..) {
        let proof = signed(1, &counter.to_string(), &(counter + 1).to_string());
        let store = &servers[usize::from(credential % 2)];
        assert_eq!(
            change(store, add(151, proof, credential), 20 + u64::from(credential)).await,
            Outcome::Done
        );
    }
    let all: Vec<u8> = (1..=MAX_PASSKEYS as u8).collect();
    assert_eq!(credentials(servers, 151).await, all);
    assert_eq!(change(second, add(151, code(151, 0), 100), 40).await, Outcome::Full);
    assert_eq!(second.account(Which::Id(id(151))).await.expect("it answers").expect("it is there").codes, 4);
    // A passkey may prove its own removal.
    assert_eq!(change(first, remove(151, signed(2, "0", "1"), 2), 41).await, Outcome::Done);
    assert_eq!(change(second, sign_in(151, signed(2, "1", "2"), 166), 42).await, Outcome::Refused);
    for credential in 3..=MAX_PASSKEYS as u8 {
        assert_eq!(change(second, remove(151, signed(1, "10", "10"), credential), 43).await, Outcome::Done);
    }
    assert_eq!(change(second, remove(151, code(151, 0), 1), 44).await, Outcome::LastProof);
    // With a password the last one may go.
    let set = |proof| AccountChange::Password { account: id(151), proof, password: "hash".to_owned() };
    assert_eq!(change(first, set(signed(1, "10", "11")), 45).await, Outcome::Done);
    assert_eq!(change(second, remove(151, code(151, 0), 1), 46).await, Outcome::Done);
    assert!(credentials(servers, 151).await.is_empty());
    // A passkey proves the end of the account, and goes with it. Its credential is free again.
    assert_eq!(change(first, add(152, Proof::Password("hash 152".to_owned()), 1), 47).await, Outcome::Done);
    let delete = |account, proof| AccountChange::Delete { account: id(account), proof };
    assert_eq!(change(second, delete(151, signed(1, "0", "1")), 48).await, Outcome::Refused);
    assert_eq!(change(second, delete(152, signed(1, "0", "1")), 48).await, Outcome::Done);
    assert!(credentials(servers, 152).await.is_empty());
    assert_eq!(change(first, add(151, code(151, 1), 1), 49).await, Outcome::Done);
    assert_eq!(change(first, delete(151, Proof::Password("hash".to_owned())), 50).await, Outcome::Done);
    let found = second.passkeys(WhichPasskeys::Credential(vec![1; 20])).await.expect("it answers");
    assert!(found.is_empty(), "a deletion leaves no passkey");
}

/// Two servers remove the last two passkeys of an account at once. One of them stays.
async fn of_two_removals_at_once_one_is_refused(servers: &Servers) {
    let [first, second] = servers;
    for round in 0..20 {
        assert_eq!(change(first, claim(153, FirstProof::Passkey(passkey(1))), 10).await, Outcome::Done);
        assert_eq!(change(first, add(153, code(153, 0), 2), 11).await, Outcome::Done);
        // A passkey that is removed proves nothing more, so only codes prove both.
        let proofs = match round % 2 {
            0 => [signed(2, "0", "0"), signed(1, "0", "0")],
            _ => [code(153, 2), code(153, 3)],
        };
        let [one, other] = proofs;
        let (here, there) =
            (change(first, remove(153, one, 1), 12), change(second, remove(153, other, 2), 12));
        let outcomes = futures_util::future::join(here, there).await;
        assert_ne!(outcomes, (Outcome::Done, Outcome::Done), "round {round}");
        assert!(!credentials(servers, 153).await.is_empty(), "round {round}");
        let delete = AccountChange::Delete { account: id(153), proof: code(153, 1) };
        assert_eq!(change(first, delete, 13).await, Outcome::Done);
    }
}

/// Two servers add a passkey to an account that has room for one. One of them is refused.
async fn of_two_additions_at_once_for_one_place_one_is_refused(servers: &Servers) {
    let [first, second] = servers;
    let password = || Proof::Password("hash 154".to_owned());
    let last = MAX_PASSKEYS as u8;
    let claimed = claim(154, FirstProof::Password("hash 154".to_owned()));
    assert_eq!(change(first, claimed, 10).await, Outcome::Done);
    for credential in 1..last {
        assert_eq!(change(first, add(154, password(), credential), 11).await, Outcome::Done);
    }
    for round in 0..20 {
        let [one, other] = match round {
            0 => [code(154, 0), code(154, 1)],
            _ if round % 3 == 0 => [signed(1, "0", "0"), signed(2, "0", "0")],
            _ if round % 3 == 1 => [signed(1, "0", "0"), password()],
            _ => [password(), password()],
        };
        let (here, there) =
            (change(first, add(154, one, last), 12), change(second, add(154, other, last + 1), 12));
        let outcomes = futures_util::future::join(here, there).await;
        let expected = [(Outcome::Done, Outcome::Full), (Outcome::Full, Outcome::Done)];
        assert!(expected.contains(&outcomes), "round {round}: {outcomes:?}");
        assert_eq!(credentials(servers, 154).await.len(), usize::from(last), "round {round}");
        if round == 0 {
            let account = first.account(Which::Id(id(154))).await.expect("it answers").expect("it is there");
            assert_eq!(account.codes, 3, "a refusal for the number uses no code");
        }
        let added = if outcomes.0 == Outcome::Done { last } else { last + 1 };
        assert_eq!(change(second, remove(154, password(), added), 13).await, Outcome::Done);
    }
    let delete = AccountChange::Delete { account: id(154), proof: password() };
    assert_eq!(change(first, delete, 14).await, Outcome::Done);
}
