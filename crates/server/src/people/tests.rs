//! Tests of accounts over the model of a database, without sockets.

use super::*;
use crate::metrics::Metrics;
use crate::settings::Rate;
use cards::Rng;
use std::collections::BTreeMap;
use std::time::Duration;
use store::StoredRuling;
use store::model::{Database, Guards};

const PASSWORD: &str = "three blind mice";

fn people(limits: &PeopleLimits) -> Arc<People> {
    let store = Store::of_model(Database::new(1, Guards::ALL).connect(), Metrics::new());
    People::new(store, limits, &[])
}

fn unlimited() -> PeopleLimits {
    let rate = Rate { burst: u32::MAX, per_second: 1e9 };
    PeopleLimits {
        by_address: rate,
        sign_ins_by_name: rate,
        sign_ins_by_address: rate,
        passkeys_by_address: rate,
        exports: rate,
        friend_requests: rate,
        challenges: rate,
        ..PeopleLimits::default()
    }
}

fn token(number: u8) -> String {
    URL_SAFE_NO_PAD.encode([number; 32])
}

fn password(password: &str) -> AccountProof {
    AccountProof::Password { password: password.to_owned() }
}

async fn claim(
    people: &People,
    guest: u8,
    name: &str,
    address: Option<IpAddr>,
) -> Result<WithCodes, RequestError> {
    let player = people.player(&token(guest)).await?;
    people.claim(player, name, PASSWORD.to_owned(), "Firefox", address).await
}

/// Device of the model in PE-T1: a token, and the account that it means or meant.
struct Known {
    token: TokenHash,
    account: GuestId,
    is_signed_in: bool,
}

/// Does this many random claims, sign-ins and sign-outs at two servers. No device acts after its sign-out: at the same
/// server at once, and at the other after five seconds. The first token dies with its device.
async fn check_sign_outs(steps: u64) {
    let database = Database::new(1, Guards::ALL);
    let [here, there] = [(); 2].map(|()| Store::of_model(database.connect(), Metrics::new()));
    let servers = [Tokens::new(here.clone()), Tokens::new(there)];
    let mut rng = Rng::from_number(5);
    let mut devices: Vec<Known> = Vec::new();
    let mut accounts = BTreeMap::new();
    let (mut next, mut refused) = (0_u64, 0_u64);
    let mut new_token = || {
        next += 1;
        TokenHash(Sha256::hash(&next.to_be_bytes()))
    };
    for step in 0..steps {
        let server = &servers[rng.below(2)];
        match rng.below(if devices.len() > 60 { 4 } else { 3 }) {
            0 if accounts.len() < 1_000 => {
                let token = new_token();
                // Asked before the claim, so that the guest is cached.
                assert_eq!(server.owner(token).await.unwrap(), TokenOwner::Guest);
                let (account, name) = (token.guest(), format!("Name{step}"));
                let password = "hash".to_owned();
                let claim = AccountChange::Claim {
                    account,
                    folded: folded(&name),
                    name,
                    proof: FirstProof::Password(password),
                    codes: Vec::new(),
                    label: String::new(),
                };
                assert_eq!(here.change_account(claim, step).await.unwrap(), Outcome::Done);
                servers.iter().for_each(Tokens::forget);
                accounts.insert(accounts.len(), account);
                devices.push(Known { token, account, is_signed_in: true });
            }
            0 | 1 if !accounts.is_empty() => {
                let account = accounts[&rng.below(accounts.len())];
                let (token, proof) = (new_token(), Proof::Password("hash".to_owned()));
                let sign_in = AccountChange::SignIn { account, proof, token, label: String::new() };
                assert_eq!(here.change_account(sign_in, step).await.unwrap(), Outcome::Done);
                devices.push(Known { token, account, is_signed_in: true });
            }
            2 | 3 if !devices.is_empty() => {
                let index = rng.below(devices.len());
                let Known { token, account, .. } = devices[index];
                // One device, or all.
                let one = (rng.below(4) > 0).then_some(token);
                let open = server.open(token);
                let before = player_of(token, server.owner(token).await.unwrap());
                before.iter().for_each(|player| open.note(*player));
                let sign_out = AccountChange::SignOut { account, token: one };
                here.change_account(sign_out, step).await.unwrap();
                server.sign_out(account, one);
                for device in &mut devices {
                    device.is_signed_in &=
                        device.account != account || one.is_some_and(|one| one != device.token);
                }
                if before.is_ok_and(|player| player == account) {
                    open.signed_out().await;
                }
                assert_ne!(player_of(token, server.owner(token).await.unwrap()).ok(), Some(account));
                if rng.below(50) == 0 {
                    // The other server has the old answer for five seconds at most.
                    tokio::time::advance(FRESH).await;
                }
                if devices.len() > 200 {
                    devices.swap_remove(index);
                }
            }
            _ => {}
        }
        if rng.below(100) == 0 {
            tokio::time::advance(FRESH).await;
            for device in &devices {
                let owner = servers[rng.below(2)].owner(device.token).await.unwrap();
                let expected = match device.is_signed_in {
                    true => TokenOwner::Account(device.account),
                    false if device.token.guest() == device.account => TokenOwner::SignedOut,
                    false => TokenOwner::Guest,
                };
                // A device too many signs out another, which the model does not follow.
                if owner != expected {
                    assert_ne!(
                        owner,
                        TokenOwner::Account(device.account),
                        "step {step}: acts after its sign-out"
                    );
                    assert!(device.is_signed_in, "step {step}");
                }
                refused += u64::from(owner == TokenOwner::SignedOut);
            }
        }
    }
    assert!(refused > 3 * steps / 1_000, "few first devices were signed out: {refused}");
}

/// Part of PE-T1.
#[tokio::test(start_paused = true)]
async fn nobody_acts_after_a_sign_out() {
    check_sign_outs(20_000).await;
}

/// PE-T1.
#[tokio::test(start_paused = true)]
#[ignore = "takes long: cargo xtask test --full"]
async fn nobody_acts_after_one_of_many_sign_outs() {
    check_sign_outs(100_000).await;
}

/// A sign-out on another server closes the sockets of this one.
#[tokio::test(start_paused = true)]
async fn a_sign_out_elsewhere_is_noticed() {
    let people = people(&unlimited());
    claim(&people, 1, "Ada", None).await.unwrap();
    let (ada, open) = people.welcome(&token(1)).await.unwrap();
    let (_, guest) = people.welcome(&token(2)).await.unwrap();
    people.tokens.check_open().await.unwrap();
    assert!(tokio::time::timeout(Duration::from_secs(1), open.signed_out()).await.is_err());
    let elsewhere = AccountChange::SignOut { account: ada, token: None };
    people.store.change_account(elsewhere, 1).await.unwrap();
    people.tokens.check_open().await.unwrap();
    open.signed_out().await;
    assert!(tokio::time::timeout(Duration::from_secs(1), guest.signed_out()).await.is_err());
    assert!(matches!(people.welcome(&token(1)).await, Err(RequestError::SignedOut)));
}

/// PE-T2: an unknown name and a wrong password get the same answer after the same number of hashes. The number is
/// compared and not the time, because a busy machine would make the test fail.
#[tokio::test]
async fn an_unknown_name_costs_as_much_as_a_wrong_password() {
    let people = people(&unlimited());
    claim(&people, 1, "Ada", None).await.unwrap();
    let mut answers = Vec::new();
    for (name, proof) in [
        ("Ada", password("wrong password")),
        ("Unknown", password("wrong password")),
        ("no name!", password("wrong password")),
        ("Unknown", password(PASSWORD)),
        ("Ada", password(&"x".repeat(60_000))),
    ] {
        let before = people.passwords.runs();
        let error = people.sign_in(name, proof, "", None).await.unwrap_err();
        answers.push((error.to_string(), error.kind(), people.passwords.runs() - before));
    }
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
    assert_eq!(answers[0].2, 1);
    let code = |code: &str| AccountProof::Code { code: code.to_owned() };
    for (name, proof) in
        [("Ada", code("0000-0000-0000-0000")), ("Unknown", code("0000-0000-0000-0000")), ("Ada", code("x"))]
    {
        let error = people.sign_in(name, proof, "", None).await.unwrap_err();
        assert_eq!((error.to_string(), error.kind()), (answers[0].0.clone(), answers[0].1));
    }
    let (signed_in, account) = people.sign_in("ADA", password(PASSWORD), "", None).await.unwrap();
    assert_eq!((account.name.as_str(), people.player(&signed_in).await.unwrap().id), ("Ada", account.id));
}

/// PE-T5: a recovery code that was used is refused.
#[tokio::test]
async fn a_code_is_used_once() {
    let people = people(&unlimited());
    let (_, codes) = claim(&people, 1, "Ada", None).await.unwrap();
    assert_eq!(codes.len(), 10);
    let code = |index: usize| AccountProof::Code { code: codes[index].to_string().to_lowercase() };
    let (_, account) = people.sign_in("Ada", code(0), "", None).await.unwrap();
    assert_eq!(account.codes, 9);
    assert!(matches!(people.sign_in("Ada", code(0), "", None).await, Err(RequestError::Credentials)));
    let ada = people.player(&token(1)).await.unwrap();
    let changed = people.change_password(ada, "four blind mice".to_owned(), code(0), None).await;
    assert!(matches!(changed, Err(RequestError::Credentials)));
    people.change_password(ada, "four blind mice".to_owned(), code(1), None).await.unwrap();
    people.sign_in("Ada", password("four blind mice"), "", None).await.unwrap();
    assert!(people.sign_in("Ada", password(PASSWORD), "", None).await.is_err());
    people.renew_codes(ada, code(2), None).await.unwrap();
    assert!(people.sign_in("Ada", code(3), "", None).await.is_err(), "old codes are replaced");
}

/// PE-T16 for accounts: the limits of section 15, from one /64 and one /48.
#[tokio::test]
async fn accounts_and_sign_ins_are_limited() {
    let address = |subnet: u16, host: u16| -> Option<IpAddr> {
        Some(format!("2001:db8:0:{subnet:x}::{host:x}").parse().unwrap())
    };
    let limits =
        PeopleLimits { sign_ins_by_address: unlimited().sign_ins_by_address, ..PeopleLimits::default() };
    let people = people(&limits);
    for guest in 0..5 {
        let claimed = claim(&people, guest, &format!("Player{guest}x"), address(1, guest.into())).await;
        assert_eq!(claimed.is_ok(), guest < 3, "{claimed:?}");
    }
    // Another /64 of the same /56, which may have four times as many.
    claim(&people, 10, "Elsewhere", address(2, 0)).await.unwrap();
    // Refused forms and taken names cost nothing.
    for _ in 0..9 {
        assert!(matches!(claim(&people, 11, "Elsewhere", address(3, 0)).await, Err(RequestError::NameTaken)));
        assert!(matches!(claim(&people, 11, "no name", address(3, 0)).await, Err(RequestError::NameForm(_))));
    }
    claim(&people, 11, "Another", address(3, 0)).await.unwrap();
    // Five passwords a name, from anywhere, and under every spelling.
    for (attempt, name) in
        ["Another", "ANOTHER", "another", "Another", "An0ther", "Another", "another"].iter().enumerate()
    {
        let error = people.sign_in(name, password("wrong password"), "", address(attempt as u16, 1)).await;
        let is_limited = matches!(error, Err(RequestError::TooMany));
        assert_eq!(is_limited, attempt >= 5, "{attempt}");
    }
    let runs = people.passwords.runs();
    assert!(people.sign_in("Another", password(PASSWORD), "", None).await.is_err());
    assert_eq!(people.passwords.runs(), runs, "a refused attempt costs nothing");
    people.sign_in("Elsewhere", password(PASSWORD), "", None).await.unwrap();
    let ada = people.player(&token(10)).await.unwrap();
    assert_eq!((0..3).filter(|_| people.count_export(ada).is_ok()).count(), 1);
}

#[tokio::test]
async fn sign_ins_are_limited_by_network() {
    let people = people(&PeopleLimits::default());
    let address =
        |subnet: u16| -> Option<IpAddr> { Some(format!("2001:db8:0:{subnet:x}::1").parse().unwrap()) };
    let code = || AccountProof::Code { code: "x".to_owned() };
    let tried = async |subnet: u16| {
        !matches!(people.sign_in("Unknown", code(), "", address(subnet)).await, Err(RequestError::TooMany))
    };
    let mut passed = 0;
    for _ in 0..30 {
        passed += u32::from(tried(1).await);
    }
    assert_eq!(passed, 20, "one /64");
    for subnet in 0..2_000 {
        passed += u32::from(tried(subnet).await);
    }
    // A few tokens may come back meanwhile.
    assert!((16 * 20..17 * 20).contains(&passed), "one /48: {passed}");
}

#[tokio::test]
async fn an_account_keeps_its_name_and_a_guest_gets_none_like_it() {
    let people = people(&unlimited());
    claim(&people, 1, "Anna", None).await.unwrap();
    let name = async |guest: u8, name: &str| {
        people.chair_name(people.player(&token(guest)).await.unwrap().id, name.to_owned()).await.unwrap()
    };
    assert_eq!(name(1, "Whatever").await, "Anna");
    assert_eq!(name(2, "Anna").await, "Anna (guest)");
    assert_eq!(name(2, "A\u{200b}NNA").await, "ANNA (guest)");
    assert_eq!(name(2, "Anne").await, "Anne");
    assert_eq!(name(2, "").await, "");
    claim(&people, 3, "Abcdefghijklmnopqrst", None).await.unwrap();
    assert_eq!(name(2, "abcdefghijklmnopqrst").await, "abcdefghijklmnop (guest)");
}

#[tokio::test(start_paused = true)]
async fn a_refused_sign_in_of_a_banned_player_uses_no_code() {
    let people = people(&unlimited());
    let (_, codes) = claim(&people, 1, "Ada", None).await.expect("an account");
    let ada = people.player(&token(1)).await.expect("a player").id;
    let ban = ::people::Ruling::new(RulingKind::Ban, None, "fraud", unix_time()).expect("a ruling");
    let ban = people.rule(ada, ban).await.expect("it is stored");
    let sign_in = async |code: &RecoveryCode| {
        people.sign_in("Ada", AccountProof::Code { code: code.to_string() }, "", None).await.map(drop)
    };
    for _ in 0..2 {
        let refused = sign_in(&codes[0]).await;
        assert!(matches!(refused, Err(RequestError::Restricted(_))), "{refused:?}");
    }
    // The ban is not told without a proof.
    let wrong = sign_in(&RecoveryCode::from_bytes([7; 10])).await;
    assert!(matches!(wrong, Err(RequestError::Credentials)), "{wrong:?}");
    people.lift(ban).await.expect("it is in force");
    assert!(sign_in(&codes[0]).await.is_ok());
    assert!(matches!(sign_in(&codes[0]).await, Err(RequestError::Credentials)), "the code is used");
}

#[tokio::test(start_paused = true)]
async fn many_notes_hide_no_ban_and_no_warning() {
    let people = people(&unlimited());
    claim(&people, 1, "Ada", None).await.expect("an account");
    let ada = people.player(&token(1)).await.expect("a player").id;
    let rule = async |kind| {
        let ruling = ::people::Ruling::new(kind, None, "a reason", unix_time()).expect("a ruling");
        people.rule(ada, ruling).await.expect("it is stored")
    };
    let (ban, warning) = (rule(RulingKind::Ban).await, rule(RulingKind::Warn).await);
    for _ in 0..101 {
        rule(RulingKind::Note).await;
    }
    assert!(people.is_ruled(ada, RulingKind::Ban).await.expect("it answers"));
    let ids = |rulings: Vec<StoredRuling>| rulings.iter().map(|one| one.id).collect::<Vec<_>>();
    assert_eq!(ids(people.shown_rulings(ada).await.expect("it answers")), [warning, ban]);
    let all = ids(people.all_rulings(ada).await.expect("it answers"));
    assert_eq!((all.len(), all.last()), (101, Some(&ban)), "the newest, and what is in force");
}

#[tokio::test(start_paused = true)]
async fn a_player_who_hides_at_another_server_is_hidden_within_seconds() {
    let database = Database::new(1, Guards::ALL);
    let [here, there] =
        [(); 2].map(|()| People::new(Store::of_model(database.connect(), Metrics::new()), &unlimited(), &[]));
    claim(&here, 1, "Ada", None).await.expect("an account");
    let ada = here.player(&token(1)).await.expect("a player");
    let is_hidden = async |people: &People| people.hidden().await.expect("it answers").contains(&ada.id);
    assert!(!is_hidden(&here).await && !is_hidden(&there).await);
    for visible in [false, true] {
        here.show(ada, visible).await.expect("it is stored");
        assert_eq!(is_hidden(&here).await, !visible, "at once");
        tokio::time::sleep(FRESH).await;
        assert_eq!(is_hidden(&there).await, !visible);
    }
}
