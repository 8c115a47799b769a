//! Laws that every storage must keep, with the tests that check them.

use super::{AccountChange, Outcome, Proof, Which};
use super::{Fingerprint, Lease, Opening, StorageError, Stored, StoredChair, TableRecord};
use super::{FirstDealer, Store, model};
use crate::clock::unix_time;
use crate::identity::{GuestId, RandomId, TableId, TokenHash};
use crate::metrics::Metrics;
use ::table::Link;
use cards::{Rng, Seed};
use catalog::Line;
use futures_util::future::BoxFuture;
use people::TokenOwner;
use protocol::Ended;
use std::time::Duration;

/// Two servers at one storage.
type Servers = [Store; 2];

pub(crate) fn record() -> TableRecord {
    TableRecord {
        id: TableId::random().expect("chance"),
        game: "scopa".to_owned(),
        options: std::collections::BTreeMap::new(),
        seats: 2,
        dealer: 1,
        stake: None,
        time_control: None,
        host: None,
        seed: Seed::from_number(7),
        opening: None,
        created: unix_time(),
    }
}

async fn create_table(store: &Store) -> TableId {
    let record = record();
    let id = record.id;
    store
        .create_table(record, vec![StoredChair::Open, StoredChair::Open], Vec::new())
        .await
        .expect("nothing fails");
    id
}

/// Server that has taken the lease of a card table.
struct Owner<'a> {
    store: &'a Store,
    stored: Stored,
    lease: Lease,
}

impl<'a> Owner<'a> {
    async fn of(store: &'a Store, id: TableId) -> Self {
        let (stored, lease) = store.take(id).await.expect("it can be taken").expect("it is there");
        Self { store, stored, lease }
    }

    async fn write(&mut self, text: &str) -> Result<(), StorageError> {
        let line: Line = text.parse().expect("it is a line");
        let link = self.stored.link.after(&self.stored.record.seed, &line);
        let command = self.stored.lines.len().is_multiple_of(2).then(|| Fingerprint::of(&text));
        self.store.append(&mut self.lease, line.clone(), link, None, command).await?;
        self.stored.link = link;
        self.stored.lines.push(line);
        self.stored.commands.push(command);
        Ok(())
    }

    /// Makes every change to a table's row that does not append a line.
    async fn change_the_row(&self) -> [Result<(), StorageError>; 4] {
        let Self { store, stored, lease } = self;
        [
            store.seat(lease, &stored.chairs, None).await,
            store.note_opening(lease, stored.record.clone()).await,
            store.finish(lease).await,
            store.go_on_at(lease, stored.record.id).await,
        ]
    }
}

fn texts(stored: &Stored) -> Vec<String> {
    stored.lines.iter().map(|line| line.to_string()).collect()
}

/// Checks the laws of every storage.
async fn check(servers: &Servers) {
    saved_tables_are_read_back(servers).await;
    a_server_with_missing_lines_cannot_append(servers).await;
    reading_takes_no_lease(servers).await;
    // Boxed, because a test's stack is small.
    Box::pin(accounts_follow_their_rules(servers)).await;
    Box::pin(accounts_agree_with_a_simple_model(servers, 300)).await;
    Box::pin(a_forgotten_person_has_no_chair(servers)).await;
}

/// Checks the laws of a storage with deletions. `ask` queries it for a number in SQL.
async fn check_lasting([store, _]: &Servers, ask: impl Fn(&str) -> u64) {
    let [gone, used, _newest] =
        [create_table(store).await, create_table(store).await, create_table(store).await];
    let founded = unix_time();
    while unix_time() == founded {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    // Taking a table marks it as used.
    let mut user = Owner::of(store, used).await;
    let touched = format!("SELECT touched FROM tables WHERE id = '{used}'");
    let mut looks = 0..400;
    while ask(&touched) <= founded {
        assert!(looks.next().is_some(), "taking a table does not mark it as used");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    store.expire(founded + 1, founded + 1).await.expect("nothing fails");
    assert!(store.read(gone).await.expect("it answers").is_none());
    assert_eq!(user.write("0 7d").await, Ok(()));
    // A deleted table accepts nothing more, even from a server that still has it in memory.
    create_table(store).await;
    store.expire(unix_time() + 1, unix_time() + 1).await.expect("nothing fails");
    assert!(store.read(used).await.expect("it answers").is_none());
    assert_eq!(user.write("1 7c").await, Err(StorageError::LeaseLost));
    assert_eq!(user.change_the_row().await, [const { Err(StorageError::LeaseLost) }; 4]);
    // A new table does not receive those writes either.
    let new = create_table(store).await;
    assert!(Owner::of(store, new).await.lease.number.0 > user.lease.number.0);
}

/// Checks the laws of a storage that servers share.
async fn check_shared(servers: &Servers) {
    check(servers).await;
    let [first, second] = servers;
    let id = create_table(first).await;
    let mut before = Owner::of(first, id).await;
    assert_eq!(before.write("0 7d").await, Ok(()));
    let mut after = Owner::of(second, id).await;
    // At once, before anything new is written.
    assert_eq!(before.write("1 7c").await, Err(StorageError::LeaseLost));
    assert_eq!(before.change_the_row().await, [const { Err(StorageError::LeaseLost) }; 4]);
    assert_eq!(after.write("1 Kc").await, Ok(()));
    assert_eq!(after.change_the_row().await, [const { Ok(()) }; 4]);
    assert_eq!(texts(&after.stored), ["0 7d", "1 Kc"]);
    let again = Owner::of(first, id).await;
    assert_eq!(texts(&again.stored), ["0 7d", "1 Kc"]);
    assert_eq!(after.write("0 Ac").await, Err(StorageError::LeaseLost));
}

async fn saved_tables_are_read_back([first, second]: &Servers) {
    let unknown = TableId::random().expect("chance");
    assert!(first.take(unknown).await.expect("it answers").is_none());
    assert!(first.read(unknown).await.expect("it answers").is_none());
    let id = create_table(first).await;
    let mut owner = Owner::of(first, id).await;
    assert_eq!(owner.stored.link, Link::first(&owner.stored.record));
    let lines: Vec<String> = (0..20).map(|n| format!("{} {n}", n % 2)).collect();
    let mut links = Vec::new();
    for line in &lines {
        assert_eq!(owner.write(line).await, Ok(()));
        links.push(owner.stored.link);
    }
    let opening = Some(Opening::due(FirstDealer::Kept));
    let record = TableRecord { dealer: 0, ..owner.stored.record.clone() };
    let chairs =
        vec![StoredChair::Open, StoredChair::Bot { bot: "random".to_owned(), name: "Vito".to_owned() }];
    owner.store.seat(&owner.lease, &chairs, None).await.expect("nothing fails");
    owner.store.go_on_at(&owner.lease, unknown).await.expect("nothing fails");
    owner
        .store
        .end(&owner.lease, Ended::Resignation { seat: cards::Seat::new(1) })
        .await
        .expect("nothing fails");
    for stored in
        [second.read(id).await.expect("it answers").expect("it is there"), Owner::of(second, id).await.stored]
    {
        assert_eq!((texts(&stored), stored.link), (lines.clone(), owner.stored.link));
        assert_eq!((stored.spent, stored.commands), (vec![None; lines.len()], owner.stored.commands.clone()));
        assert_eq!((stored.chairs, stored.next, stored.finished), (chairs.clone(), Some(unknown), true));
        assert_eq!(stored.ended, Some(Ended::Resignation { seat: cards::Seat::new(1) }));
    }
    let owner = Owner::of(second, id).await;
    for (index, link) in links.iter().enumerate() {
        assert_eq!(second.link(&owner.lease, index + 1).await.expect("it answers"), Some(*link));
    }
    for version in [0, lines.len() + 1] {
        assert_eq!(second.link(&owner.lease, version).await.expect("it answers"), None);
    }
    // A seed exchange comes before the first line.
    let other = create_table(first).await;
    let owner = Owner::of(first, other).await;
    let record = TableRecord { id: other, opening, ..record };
    first.note_opening(&owner.lease, record.clone()).await.expect("nothing fails");
    let stored = first.read(other).await.expect("it answers").expect("it is there");
    assert_eq!((stored.record.opening, stored.record.dealer), (record.opening, 0));
}

async fn a_server_with_missing_lines_cannot_append([first, second]: &Servers) {
    let id = create_table(first).await;
    let mut before = Owner::of(first, id).await;
    assert_eq!(before.write("0 7d").await, Ok(()));
    let mut after = Owner::of(second, id).await;
    assert_eq!(after.write("1 Kc").await, Ok(()));
    assert_eq!(before.write("1 7c").await, Err(StorageError::LeaseLost));
    assert_eq!(after.write("0 Ac").await, Ok(()));
    assert_eq!(texts(&Owner::of(first, id).await.stored), ["0 7d", "1 Kc", "0 Ac"]);
}

async fn reading_takes_no_lease([first, second]: &Servers) {
    let id = create_table(first).await;
    let mut owner = Owner::of(first, id).await;
    for n in 0..3 {
        assert_eq!(owner.write(&format!("0 {n}")).await, Ok(()));
        second.read(id).await.expect("it answers").expect("it is there");
    }
}

/// Returns the claim of a name by a guest, with ten codes of the guest's.
fn claim(guest: u8, name: &str) -> AccountChange {
    AccountChange::Claim {
        account: GuestId::from_bytes([guest; 32]),
        name: name.to_owned(),
        folded: people::folded(name),
        password: format!("hash {guest}"),
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
    assert_eq!(change(first, sign_in(ada, code(201, 0), 211), 103).await, Outcome::Done);
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
    assert_eq!(owner(servers, [201; 32]).await, TokenOwner::Nobody);
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
                None if accounts.contains_key(&token) => TokenOwner::Nobody,
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
        matches!(&chairs[0], StoredChair::Person { name, guest, .. } if name == "somebody" && *guest != person)
    );
    assert_eq!(chairs[1], chair(other, "Bob"));
    if first.is_shared() {
        // The owner has the old chairs in memory, and may not write them again.
        let late = first.seat(&owner.lease, &owner.stored.chairs, None).await;
        assert_eq!(late, Err(StorageError::LeaseLost));
    }
}

/// Checks under random faults that saved lines stay, in order, and that taking the table tells the outcome of
/// an unknown write.
async fn take_tells_the_truth(seed: u64) {
    let database = model::Database::new(seed, model::Guards::ALL);
    let (store, model) = database.store(Metrics::new());
    let id = create_table(&store).await;
    let mut rng = Rng::from_number(seed);
    let mut owner = Owner::of(&store, id).await;
    let mut unknown = 0;
    for n in 0..30 {
        let line = format!("{} {n}", n % 2);
        let saved = owner.stored.lines.clone();
        let written = {
            let write = owner.write(&line);
            let trouble = async {
                tokio::time::sleep(Duration::from_micros(rng.below(4_000) as u64)).await;
                match rng.below(6) {
                    0 => model.wire().break_once(),
                    1 => database.cancel_a_wait(),
                    2 => database.restart(),
                    3 => database.fail_over(),
                    _ => {}
                }
            };
            tokio::join!(write, trouble).0
        };
        match written {
            Ok(()) => continue,
            Err(StorageError::Unknown | StorageError::Failed) => unknown += 1,
            Err(error) => panic!("seed {seed}: {error}"),
        }
        let (stored, lease) = loop {
            if let Ok(taken) = store.take(id).await {
                break taken.expect("it is there");
            }
        };
        let more = stored.lines.strip_prefix(saved.as_slice()).expect("what was saved is there");
        assert!(
            more.is_empty() || more.iter().map(Line::to_string).eq([line]),
            "seed {seed}: nothing else is"
        );
        (owner.stored, owner.lease) = (stored, lease);
    }
    assert_eq!(database.lines(id), texts(&owner.stored), "seed {seed}");
    assert!(unknown > 0, "seed {seed}: nothing failed");
}

#[tokio::test]
async fn a_file_keeps_the_laws() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(folder.path(), None, Metrics::new()).expect("it opens");
    let servers = [store.clone(), store];
    check(&servers).await;
    let file = rusqlite::Connection::open(folder.path().join("parlour.sqlite")).expect("it is there");
    check_lasting(&servers, |sql| {
        file.query_row(sql, [], |row| row.get::<_, i64>(0)).expect("it answers") as u64
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn the_model_keeps_the_laws() {
    let database = model::Database::new(1, model::Guards::ALL);
    check_shared(&[(); 2].map(|()| database.store(Metrics::new()).0)).await;
}

#[tokio::test(start_paused = true)]
async fn a_server_that_takes_a_table_reads_what_was_saved() {
    for seed in 0..100 {
        take_tells_the_truth(seed).await;
    }
}

/// Tests with a real database, which is killed again and again.
#[cfg(all(unix, feature = "cluster"))]
pub(super) mod in_postgres {
    use super::*;
    use crate::settings::Durability;
    use crate::store::Disk;
    use crate::store::Peer;
    use crate::store::postgres::PostgresStore;
    use crate::store::{LoadError, OpenError};
    use local_postgres::LocalPostgres;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::{TcpListener, UnixStream};
    use tokio::sync::watch;

    /// Connects a server, as soon as the database answers.
    async fn connect(here: &LocalPostgres) -> Store {
        Store::of(Disk::Postgres(open(here).await), Metrics::new())
    }

    pub(in crate::store) async fn open(here: &LocalPostgres) -> PostgresStore {
        open_at(&here.address()).await
    }

    async fn open_at(address: &str) -> PostgresStore {
        for _ in 0..100 {
            match PostgresStore::open(address, Durability::One, Metrics::new()).await {
                Ok(store) => return store,
                Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
            }
        }
        panic!("the database does not answer: {address}")
    }

    /// Connects a server that others reach at this port.
    async fn join(here: &LocalPostgres, port: u16) -> Store {
        join_at(&here.address(), port).await
    }

    async fn join_at(address: &str, port: u16) -> Store {
        let own = Peer { address: ([127, 0, 0, 1], port).into(), key: port.to_string().into() };
        Store::of(Disk::Postgres(open_at(address).await.join(own).await.expect("it answers")), Metrics::new())
    }

    /// Returns the address of a proxy to the database. While the flag is set, it drops answers; a connection
    /// that lost one stays silent.
    async fn proxy_to(here: &LocalPostgres) -> (String, watch::Sender<bool>) {
        let (is_silent, silent) = watch::channel(false);
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("a port").port();
        let socket = here.socket();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let there = UnixStream::connect(&socket).await.expect("it listens");
                let ((mut reading, mut writing), (mut answers, mut asked)) =
                    (stream.into_split(), there.into_split());
                tokio::spawn(async move { tokio::io::copy(&mut reading, &mut asked).await });
                let silent = silent.clone();
                tokio::spawn(async move {
                    let (mut buffer, mut is_lost) = ([0; 4096], false);
                    while let Ok(length @ 1..) = answers.read(&mut buffer).await {
                        is_lost |= *silent.borrow();
                        if !is_lost && writing.write_all(&buffer[..length]).await.is_err() {
                            return;
                        }
                    }
                });
            }
        });
        (format!("host=127.0.0.1 port={port} user=parlour dbname=postgres"), is_silent)
    }

    async fn owner_key(store: &Store, id: TableId) -> std::sync::Arc<str> {
        store.owner(id).await.expect("it answers").expect("it has an owner").key
    }

    pub(in crate::store) fn start() -> Option<LocalPostgres> {
        let here = LocalPostgres::start();
        if here.is_none() {
            println!(
                "not tried: PostgreSQL (Debian: postgresql) is missing, or there is no user to run it as"
            );
        }
        here
    }

    #[tokio::test]
    async fn a_database_keeps_the_laws() {
        let Some(here) = start() else { return };
        let servers = [connect(&here).await, connect(&here).await];
        check_shared(&servers).await;
        let ask = |sql: &str| here.ask(sql).and_then(|found| found.trim().parse().ok()).expect("it answers");
        check_lasting(&servers, ask).await;
    }

    #[tokio::test]
    async fn the_lease_of_a_running_server_is_not_taken() {
        let Some(here) = start() else { return };
        let [ada, bob, eve] = [join(&here, 1).await, join(&here, 2).await, join(&here, 3).await];
        let id = create_table(&ada).await;
        // Two servers take the table at the same time: one gets it, and the other is told who has it.
        let (first, second) = tokio::join!(ada.take(id), bob.take(id));
        let (holder, other) = match (&first, &second) {
            (Ok(Some(_)), Err(LoadError::Elsewhere)) => (&ada, &bob),
            (Err(LoadError::Elsewhere), Ok(Some(_))) => (&bob, &ada),
            _ => panic!("one of them: {first:?}, {second:?}"),
        };
        assert!(holder.owner(id).await.expect("it answers").is_none());
        let peer = eve.owner(id).await.expect("it answers").expect("it has an owner");
        assert_eq!(Some(peer), other.owner(id).await.expect("it answers"));
        let mut owner = Owner::of(holder, id).await;
        assert_eq!(owner.write("0 7d").await, Ok(()));
        assert!(matches!(eve.take(id).await, Err(LoadError::Elsewhere)));
        assert_eq!(owner.write("1 Kc").await, Ok(()));
        let peers = [owner_key(&eve, id).await];
        let gone = eve.until_gone(&peers);
        tokio::pin!(gone);
        assert!(tokio::time::timeout(Duration::from_millis(50), &mut gone).await.is_err(), "it runs");
        // A server that leaves gives up its tables at once.
        holder.leave().await;
        eve.beat(|| panic!("a server with a heartbeat is alive")).await;
        gone.await;
        assert!(eve.owner(id).await.expect("it answers").is_none());
        assert_eq!(texts(&Owner::of(&eve, id).await.stored), ["0 7d", "1 Kc"]);
        assert_eq!(owner.write("0 Ac").await, Err(StorageError::LeaseLost));
    }

    #[tokio::test]
    async fn a_silent_server_is_found_dead_and_loses_its_lease() {
        let Some(here) = start() else { return };
        let [ada, bob] = [join(&here, 1).await, join(&here, 2).await];
        let id = create_table(&ada).await;
        let mut asleep = Owner::of(&ada, id).await;
        let begun = tokio::time::Instant::now();
        let mut let_go = false;
        while bob.owner(id).await.expect("it answers").is_some() {
            bob.beat(|| let_go = true).await;
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
        assert!(begun.elapsed() > Duration::from_millis(1_900), "too soon");
        assert!(!let_go, "a server with a heartbeat is alive");
        assert_eq!(Owner::of(&bob, id).await.write("0 7d").await, Ok(()));
        assert_eq!(asleep.write("0 Ac").await, Err(StorageError::LeaseLost));
        let quiet = tokio::time::timeout(Duration::from_millis(100), ada.until_current()).await;
        assert!(quiet.is_err(), "what it would show may be old");
        ada.beat(|| let_go = true).await;
        assert!(let_go, "others may have taken what it keeps");
        ada.until_current().await;
        // The server is a member again, and its new tables stay its own.
        let other = create_table(&ada).await;
        Owner::of(&ada, other).await;
        assert!(matches!(bob.take(other).await, Err(LoadError::Elsewhere)));
    }

    async fn beat_on(store: &Store) {
        loop {
            store.beat(|| ()).await;
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
    }

    #[tokio::test]
    async fn a_server_without_answers_is_found_dead_soon_and_stops_waiting() {
        let Some(here) = start() else { return };
        let (way, is_silent) = proxy_to(&here).await;
        let [ada, bob] = [join_at(&way, 1).await, join(&here, 2).await];
        let id = create_table(&ada).await;
        let mut owner = Owner::of(&ada, id).await;
        assert_eq!(owner.write("0 7d").await, Ok(()));
        // Several connections, on each of which the heartbeat could arrive.
        let ask = || ada.owner(id);
        let _ = tokio::join!(ask(), ask(), ask(), ask());
        is_silent.send_replace(true);
        let gone = async {
            while bob.owner(id).await.expect("it answers").is_some() {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        };
        let longer = Duration::from_millis(500);
        let both = async { tokio::join!(owner.write("1 Kc"), gone, ada.until_cut_off(longer)).0 };
        let written = tokio::select! {
            written = tokio::time::timeout(Duration::from_secs(6), both) => written,
            () = beat_on(&ada) => unreachable!(),
            () = beat_on(&bob) => unreachable!(),
        };
        assert_eq!(written, Ok(Err(StorageError::Unknown)));
        is_silent.send_replace(false);
        ada.beat(|| ()).await;
        let cut_off =
            tokio::time::timeout(Duration::from_millis(50), ada.until_cut_off(Duration::ZERO)).await;
        assert!(cut_off.is_err(), "it is heard again");
        let other = create_table(&ada).await;
        assert_eq!(Owner::of(&ada, other).await.write("0 7d").await, Ok(()));
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn many_statements_leave_connections_and_let_heartbeats_pass() {
        let Some(here) = start() else { return };
        let ada = join(&here, 1).await;
        let id = create_table(&ada).await;
        let most = here.ask("SHOW max_connections").and_then(|most| most.trim().parse::<usize>().ok());
        let most = most.expect("a number");
        let is_seen = std::sync::atomic::AtomicBool::new(false);
        std::thread::scope(|scope| {
            // Everyone but the heartbeat must wait a moment. Repeated, because on a busy machine the lock may
            // be gone too soon.
            scope.spawn(|| {
                while !is_seen.load(std::sync::atomic::Ordering::SeqCst) {
                    let _ = here.ask("BEGIN; LOCK TABLE tables; SELECT pg_sleep(0.3); COMMIT");
                }
            });
            let locked =
                here.is_so_soon("SELECT count(*) > 0 FROM pg_locks WHERE mode = 'AccessExclusiveLock'");
            is_seen.store(true, std::sync::atomic::Ordering::SeqCst);
            assert!(locked);
            tokio::task::block_in_place(|| {
                tokio::runtime::Handle::current().block_on(async {
                    let crowd = async {
                        let asked =
                            futures_util::future::join_all((0..2 * most).map(|_| ada.owner(id))).await;
                        (asked, tokio::time::Instant::now())
                    };
                    let beat = async {
                        ada.beat(|| panic!("it runs")).await;
                        tokio::time::Instant::now()
                    };
                    let ((asked, answered), said) = tokio::join!(crowd, beat);
                    assert!(
                        said < answered,
                        "it waited until the others were done before it said that it runs"
                    );
                    for answer in asked {
                        assert!(answer.expect("it answers").is_none());
                    }
                });
            });
        });
    }

    #[tokio::test]
    async fn an_abandoned_statement_keeps_no_connection() {
        let Some(here) = start() else { return };
        let store = connect(&here).await;
        assert!(here.change("synchronous_standby_names", "nobody"));
        let waiting = "SELECT count(*) > 0 FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
        let waits =
            async || tokio::time::timeout(Duration::from_millis(500), store.try_to_write()).await.is_err();
        // The setting takes effect with a delay.
        let mut tries = 0..50;
        while !waits().await {
            assert!(tries.next().is_some(), "there is no standby, and yet it is confirmed");
        }
        let mut looks = 0..200;
        while here.ask(waiting).as_deref().map(str::trim) != Some("f") {
            assert!(looks.next().is_some(), "it still waits for a standby");
            // The cancellation needs this thread.
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    #[tokio::test]
    async fn tables_of_the_version_before_are_brought_up_to_date() {
        let Some(here) = start() else { return };
        let id = create_table(&connect(&here).await).await;
        let before = "ALTER TABLE tables DROP owner, DROP archive; DROP TABLE nodes, archives, accounts, locked_names, devices, recovery;
            ALTER INDEX subscribers RENAME TO devices; UPDATE house SET version = 1";
        here.ask(before).expect("it is done");
        assert!(join(&here, 1).await.take(id).await.expect("it answers").is_some());
        assert_eq!(here.ask("SELECT version FROM house").as_deref().map(str::trim), Some("4"));
        // An older server must still work after the first new step.
        here.ask("UPDATE house SET version = version + 1").expect("it is done");
        assert!(connect(&here).await.read(id).await.expect("it answers").is_some());
        here.ask("UPDATE house SET version = version + 1").expect("it is done");
        let newer = PostgresStore::open(&here.address(), Durability::One, Metrics::new()).await.err();
        assert!(matches!(newer, Some(OpenError::NewerDatabase { .. })), "{newer:?}");
    }

    #[tokio::test]
    async fn a_database_that_may_lose_what_it_acknowledged_is_refused() {
        let Some(here) = start() else { return };
        let open = |durability| {
            let address = here.address();
            async move { PostgresStore::open(&address, durability, Metrics::new()).await.err() }
        };
        assert!(
            matches!(open(Durability::Standby).await, Some(OpenError::MayLose(what)) if what.contains("standby"))
        );
        assert!(open(Durability::One).await.is_none());
        here.set("fsync", "off");
        assert!(matches!(open(Durability::One).await, Some(OpenError::MayLose("fsync is off"))));
    }

    #[tokio::test]
    async fn a_database_that_is_killed_has_what_it_acknowledged() {
        let Some(here) = start() else { return };
        let store = connect(&here).await;
        let id = create_table(&store).await;
        let mut owner = Owner::of(&store, id).await;
        let (mut failed, mut line) = (0, 0);
        for round in 0..3 {
            for _ in 0..8 + 5 * round {
                line += 1;
                assert_eq!(owner.write(&format!("0 {line}")).await, Ok(()));
            }
            let before = owner.stored.lines.clone();
            let killed = std::thread::scope(|scope| scope.spawn(|| here.kill() && here.begin()).join());
            assert!(killed.expect("no panic"));
            line += 1;
            let attempted = format!("0 {line}");
            if owner.write(&attempted).await.is_ok() {
                continue;
            }
            failed += 1;
            owner = loop {
                if let Ok(Some((stored, lease))) = store.take(id).await {
                    break Owner { store: &store, stored, lease };
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            };
            let more = owner.stored.lines.strip_prefix(before.as_slice()).expect("what was saved is there");
            assert!(more.is_empty() || more.iter().map(Line::to_string).eq([attempted]));
        }
        assert!(failed > 0, "no write met the kill");
        assert_eq!(owner.write("0 last").await, Ok(()));
    }
}
