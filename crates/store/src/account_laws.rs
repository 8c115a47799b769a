//! Laws of accounts that every storage must keep (PE-T19).

use super::chairs::DELETED;
use super::laws::{Owner, Servers, create_table};
use super::{AccountChange, FirstProof, Outcome, Proof, Store, Which};
use crate::identity::TokenHash;
use cards::Rng;
use futures_util::future::BoxFuture;
use people::TokenOwner;
use table::{GuestId, StorageError, StoredChair};

/// Checks the laws of accounts.
pub(super) async fn check(servers: &Servers) {
    // Boxed, because a test's stack is small.
    Box::pin(accounts_follow_their_rules(servers)).await;
    Box::pin(accounts_agree_with_a_simple_model(servers, 300)).await;
    Box::pin(a_forgotten_person_has_no_chair(servers)).await;
}

/// Checks that no change fails while a deletion empties the log of a data file. The changes of other players read first and
/// then write.
pub(super) async fn no_change_fails_while_the_log_is_emptied([first, _]: &Servers) {
    let account = GuestId::from_bytes([200; 32]);
    let changes = async {
        for _ in 0..150 {
            assert_eq!(change(first, claim(200, "Canary"), 0).await, Outcome::Done);
            let delete = AccountChange::Delete { account, proof: code(200, 0) };
            assert_eq!(change(first, delete, 0).await, Outcome::Done);
        }
    };
    let emptying = async {
        loop {
            first.empty_log().await.expect("it is read");
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        () = changes => {}
        () = emptying => {}
    }
}

/// Makes an account with a name and without codes, for the laws of what belongs to accounts.
pub(super) async fn claim_account(store: &Store, account: GuestId, name: &str) {
    let (name, folded, label) = (name.to_owned(), people::folded(name), String::new());
    let proof = FirstProof::Password(String::from("hash"));
    let claim = AccountChange::Claim { account, name, folded, proof, codes: Vec::new(), label };
    assert_eq!(store.change_account(claim, 1).await.expect("nothing fails"), Outcome::Done);
}

/// Deletes an account that [`claim_account`] made.
pub(super) async fn delete_account(store: &Store, account: GuestId) {
    let delete = AccountChange::Delete { account, proof: Proof::Password(String::from("hash")) };
    assert_eq!(store.change_account(delete, 1).await.expect("nothing fails"), Outcome::Done);
}

/// Returns the claim of a name by a guest, with ten codes of the guest's.
fn claim(guest: u8, name: &str) -> AccountChange {
    AccountChange::Claim {
        account: GuestId::from_bytes([guest; 32]),
        name: name.to_owned(),
        folded: people::folded(name),
        proof: FirstProof::Password(format!("hash {guest}")),
        codes: (0..10).map(|code| [guest, code].repeat(16).try_into().expect("32 bytes")).collect(),
        label: "first".to_owned(),
    }
}

fn code(guest: u8, code: u8) -> Proof {
    Proof::Code([guest, code].repeat(16).try_into().expect("32 bytes"))
}

// Boxed, because a test that waits for many would need a large stack.
fn change(store: &Store, change: AccountChange, at: u64) -> BoxFuture<'_, Outcome> {
    Box::pin(async move { store.change_account(change, at).await.expect("nothing fails") })
}

/// Returns the owner of a token, as both servers answer it.
fn owner([first, second]: &Servers, token: [u8; 32]) -> BoxFuture<'_, TokenOwner<GuestId>> {
    let token = TokenHash(token);
    Box::pin(async move {
        let owners = first.owners(vec![token]).await.expect("it answers");
        assert_eq!(second.owners(vec![token]).await.expect("it answers"), owners);
        owners[0]
    })
}

/// PE-T19, PE-T5: the rules of accounts, one after the other.
async fn accounts_follow_their_rules(servers: &Servers) {
    const DAY: u64 = 86_400;
    let [first, second] = servers;
    let ids = [201_u8, 202, 203].map(|byte| GuestId::from_bytes([byte; 32]));
    let [ada, bob, eve] = ids;
    assert_eq!(owner(servers, [201; 32]).await, TokenOwner::Guest);
    assert_eq!(change(first, claim(201, "Paul"), 100).await, Outcome::Done);
    assert_eq!(owner(servers, [201; 32]).await, TokenOwner::Account(ada));
    // The same id, and names that look alike. (PE-T3)
    assert_eq!(change(second, claim(201, "Other"), 101).await, Outcome::Refused);
    assert_eq!(change(second, claim(202, "PAUL"), 101).await, Outcome::Taken);
    assert_eq!(change(second, claim(202, "PauI"), 101).await, Outcome::Taken);
    assert_eq!(owner(servers, [202; 32]).await, TokenOwner::Guest, "a refused claim leaves no device");
    assert_eq!(change(second, claim(202, "Bob"), 102).await, Outcome::Done);
    let found = second.account(Which::Folded(people::folded("paul"))).await.expect("it answers");
    let found = found.expect("it is there");
    assert_eq!((found.id, found.name.as_str(), found.codes, found.made), (ada, "Paul", 10, 100));
    assert_eq!(found.password.as_deref(), Some("hash 201"));
    // A code counts once, for its account, at either server.
    let sign_in = |account, proof, token: u8| AccountChange::SignIn {
        account,
        proof,
        token: TokenHash([token; 32]),
        label: "second".to_owned(),
    };
    assert_eq!(change(first, sign_in(bob, code(201, 0), 211), 103).await, Outcome::Refused);
    let has_code = async |account, number| {
        let Proof::Code(code) = code(201, number) else { panic!("a code") };
        second.has_code(account, code).await.expect("it answers")
    };
    assert!(has_code(ada, 0).await && !has_code(bob, 0).await);
    assert_eq!(change(first, sign_in(ada, code(201, 0), 211), 103).await, Outcome::Done);
    assert!(!has_code(ada, 0).await && has_code(ada, 1).await);
    assert_eq!(change(second, sign_in(ada, code(201, 0), 212), 104).await, Outcome::Refused);
    assert_eq!(owner(servers, [211; 32]).await, TokenOwner::Account(ada));
    assert_eq!(owner(servers, [212; 32]).await, TokenOwner::Guest);
    // A password that was replaced proves nothing more.
    let old = || Proof::Password("hash 201".to_owned());
    let set = |proof, password: &str| AccountChange::Password {
        account: ada,
        proof,
        password: password.to_owned(),
    };
    assert_eq!(change(first, sign_in(ada, old(), 213), 105).await, Outcome::Done);
    assert_eq!(change(second, set(old(), "new"), 106).await, Outcome::Done);
    assert_eq!(change(first, sign_in(ada, old(), 214), 107).await, Outcome::Refused);
    assert_eq!(change(first, set(old(), "again"), 107).await, Outcome::Refused);
    // New codes replace all, even the one that proves them.
    let codes = vec![[9; 32], [10; 32]];
    let renew = AccountChange::Codes { account: ada, proof: code(201, 1), codes };
    assert_eq!(change(first, renew, 108).await, Outcome::Done);
    for used in [1, 2] {
        assert_eq!(change(first, sign_in(ada, code(201, used), 215), 109).await, Outcome::Refused);
    }
    assert_eq!(second.account(Which::Id(ada)).await.expect("it answers").expect("it is there").codes, 2);
    // Devices: the last used first, and the first token dies with its device.
    assert_eq!(change(first, AccountChange::See { token: TokenHash([211; 32]) }, 200).await, Outcome::Done);
    let devices = second.devices(ada).await.expect("it answers");
    let tokens: Vec<u8> = devices.iter().map(|device| device.token.0[0]).collect();
    assert_eq!((tokens, devices[0].seen), (vec![211, 213, 201], 200));
    let sign_out = |token: Option<u8>| AccountChange::SignOut {
        account: ada,
        token: token.map(|token| TokenHash([token; 32])),
    };
    assert_eq!(change(second, sign_out(Some(201)), 201).await, Outcome::Done);
    assert_eq!(owner(servers, [201; 32]).await, TokenOwner::SignedOut);
    assert_eq!(owner(servers, [211; 32]).await, TokenOwner::Account(ada));
    assert_eq!(change(second, sign_out(None), 202).await, Outcome::Done);
    assert_eq!(owner(servers, [211; 32]).await, TokenOwner::Guest);
    assert_eq!(owner(servers, [202; 32]).await, TokenOwner::Account(bob), "another account");
    // Names change once in 90 days, and the old one is locked.
    let rename = |account, name: &str, at: u64| AccountChange::Rename {
        account,
        name: name.to_owned(),
        folded: people::folded(name),
        renamed_before: at.saturating_sub(90 * DAY),
        locked_until: at + 365 * DAY,
    };
    assert_eq!(change(first, rename(ada, "B0B", 300), 300).await, Outcome::Taken);
    assert_eq!(change(first, rename(ada, "Paula", 300), 300).await, Outcome::Done);
    assert_eq!(change(second, rename(ada, "Pauline", 301), 301).await, Outcome::TooSoon);
    assert_eq!(change(second, claim(203, "paul"), 302).await, Outcome::Locked);
    let later = 300 + 90 * DAY;
    assert_eq!(change(second, rename(ada, "Pauline", later), later).await, Outcome::Done);
    assert_eq!(change(second, rename(bob, "Paula", later), later).await, Outcome::Locked);
    let free = 301 + 365 * DAY;
    assert_eq!(change(first, AccountChange::Unlock, free).await, Outcome::Done);
    assert_eq!(change(first, claim(203, "paul"), free).await, Outcome::Done);
    // A player may hide from others.
    let show = |account, visible| AccountChange::Visible { account, visible };
    let is_visible = async |account| {
        let found = second.account(Which::Id(account)).await.expect("it answers").expect("it is there");
        assert_eq!(first.hidden_accounts().await.expect("it answers").contains(&account), !found.visible);
        found.visible
    };
    assert!(is_visible(ada).await, "a new account is visible");
    assert_eq!(change(first, show(ada, false), free).await, Outcome::Done);
    assert!(!is_visible(ada).await && is_visible(bob).await);
    assert_eq!(change(second, show(ada, true), free).await, Outcome::Done);
    assert!(is_visible(ada).await);
    let unknown = show(GuestId::from_bytes([204; 32]), false);
    assert_eq!(change(second, unknown, free).await, Outcome::Refused);
    // A deletion needs a proof, and leaves the others.
    let delete = |account, proof| AccountChange::Delete { account, proof };
    assert_eq!(change(first, delete(ada, old()), free).await, Outcome::Refused);
    assert_eq!(change(first, delete(ada, Proof::Disuse(100)), free).await, Outcome::Refused);
    assert_eq!(change(first, delete(eve, code(203, 3)), free).await, Outcome::Done);
    assert_eq!(owner(servers, [203; 32]).await, TokenOwner::Guest);
    assert_eq!(change(first, sign_in(eve, code(203, 4), 216), free).await, Outcome::Refused);
    let unused = second.unused_accounts(free).await.expect("it answers");
    assert!(unused.contains(&ada) && unused.contains(&bob));
    for (account, since) in [(ada, 1_000), (bob, 1_000)] {
        assert_eq!(change(second, delete(account, Proof::Disuse(since)), free).await, Outcome::Done);
    }
    assert!(first.account(Which::Id(ada)).await.expect("it answers").is_none());
    assert!(first.devices(bob).await.expect("it answers").is_empty());
}

/// PE-T1 at one store: random claims, sign-ins and sign-outs agree with a model of two maps.
async fn accounts_agree_with_a_simple_model(servers: &Servers, steps: usize) {
    use std::collections::BTreeMap;
    let mut rng = Rng::from_number(11);
    let (mut accounts, mut devices) = (BTreeMap::<u8, usize>::new(), BTreeMap::<u8, u8>::new());
    for step in 0..steps {
        let store = &servers[rng.below(2)];
        let (account, token) = (rng.below(6) as u8, rng.below(12) as u8);
        let id = GuestId::from_bytes([account; 32]);
        let exists = accounts.contains_key(&account);
        match rng.below(4) {
            0 => {
                let outcome = change(store, claim(account, &format!("Player{account}x")), step as u64).await;
                let is_free = !exists && !devices.contains_key(&account);
                assert_eq!(outcome == Outcome::Done, is_free, "step {step}");
                if is_free {
                    accounts.insert(account, step);
                    devices.insert(account, account);
                }
            }
            // A new token is never one that is known already.
            1 if !devices.contains_key(&token) && !accounts.contains_key(&token) => {
                let proof = Proof::Password(format!("hash {account}"));
                let (token, label) = (TokenHash([token; 32]), String::new());
                let sign_in = AccountChange::SignIn { account: id, proof, token, label };
                let outcome = change(store, sign_in, step as u64).await;
                assert_eq!(outcome == Outcome::Done, exists, "step {step}");
                if exists {
                    devices.insert(token.0[0], account);
                }
            }
            2 => {
                let one = (rng.below(2) == 0).then_some(TokenHash([token; 32]));
                change(store, AccountChange::SignOut { account: id, token: one }, step as u64).await;
                devices.retain(|known, owner| *owner != account || one.is_some() && *known != token);
            }
            _ if rng.below(8) == 0 => {
                let proof = Proof::Password(format!("hash {account}"));
                let outcome = change(store, AccountChange::Delete { account: id, proof }, step as u64).await;
                assert_eq!(outcome == Outcome::Done, exists, "step {step}");
                accounts.remove(&account);
                devices.retain(|_, owner| *owner != account);
            }
            _ => {}
        }
        for token in 0..12_u8 {
            let expected = match devices.get(&token) {
                Some(account) => TokenOwner::Account(GuestId::from_bytes([*account; 32])),
                None if accounts.contains_key(&token) => TokenOwner::SignedOut,
                None => TokenOwner::Guest,
            };
            if token == step as u8 % 12 || step + 1 == steps {
                assert_eq!(owner(servers, [token; 32]).await, expected, "step {step}, token {token}");
            }
        }
    }
    for account in accounts.into_keys() {
        let (account, proof) =
            (GuestId::from_bytes([account; 32]), Proof::Password(format!("hash {account}")));
        change(&servers[0], AccountChange::Delete { account, proof }, 0).await;
    }
}

async fn a_forgotten_person_has_no_chair([first, second]: &Servers) {
    let person = GuestId::from_bytes([77; 32]);
    let chair = |guest, name: &str| StoredChair::Person {
        guest,
        name: name.to_owned(),
        substitute: None,
        left: false,
        hinted: false,
        missed: Default::default(),
    };
    let other = GuestId::from_bytes([78; 32]);
    let id = create_table(first).await;
    let mut owner = Owner::of(first, id).await;
    owner.stored.chairs = vec![chair(person, "Canary"), chair(other, "Bob")];
    first.seat(&owner.lease, &owner.stored.chairs, None).await.expect("nothing fails");
    let sat = second.tables_of(person).await.expect("it answers");
    assert_eq!(sat.iter().map(|sat| sat.table).collect::<Vec<_>>(), [id]);
    second.forget_person(person, &sat).await.expect("nothing fails");
    assert!(second.tables_of(person).await.expect("it answers").is_empty());
    let chairs = Owner::of(second, id).await.stored.chairs;
    assert!(
        matches!(&chairs[0], StoredChair::Person { name, guest, .. } if name == DELETED && *guest != person)
    );
    assert_eq!(chairs[1], chair(other, "Bob"));
    if first.is_shared() {
        // The owner has the old chairs in memory, and may not write them again.
        let late = first.seat(&owner.lease, &owner.stored.chairs, None).await;
        assert_eq!(late, Err(StorageError::LeaseLost));
    }
}
