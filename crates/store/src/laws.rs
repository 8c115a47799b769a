//! Laws that every storage must keep, with the tests that check them.

use super::{Lease, Stored};
use super::{Store, model};
use crate::identity::RandomId;
use crate::model::record;
use crate::unix_time;
use cards::Rng;
use catalog::Line;
use protocol::Ended;
use std::sync::Arc;
use std::time::Duration;
use table::{
    Fingerprint, FinishedMatch, FirstDealer, Link, Opening, StorageError, StoredChair, TableId, TableRecord,
};

/// Two servers at one storage.
pub(super) type Servers = [Store; 2];

pub(super) async fn create_table(store: &Store) -> TableId {
    let record = record();
    let id = record.id;
    store
        .create_table(record, vec![StoredChair::Open, StoredChair::Open], Vec::new())
        .await
        .expect("nothing fails");
    id
}

/// Server that has taken the lease of a card table.
pub(super) struct Owner<'a> {
    store: &'a Store,
    pub(super) stored: Stored,
    pub(super) lease: Lease,
}

impl<'a> Owner<'a> {
    pub(super) async fn of(store: &'a Store, id: TableId) -> Self {
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
            store.finish(lease, unrated()).await,
            store.go_on_at(lease, stored.record.id).await,
        ]
    }
}

/// Returns the result of a private match.
pub(crate) fn unrated() -> FinishedMatch {
    FinishedMatch { pool: None, seats: Vec::new() }
}

fn texts(stored: &Stored) -> Vec<String> {
    stored.lines.iter().map(|line| line.to_string()).collect()
}

/// Checks the laws of every storage.
async fn check(servers: &Servers) {
    saved_tables_are_read_back(servers).await;
    the_audience_of_a_table_is_read_back(servers).await;
    a_server_with_missing_lines_cannot_append(servers).await;
    reading_takes_no_lease(servers).await;
    super::account_laws::check(servers).await;
    super::match_laws::check(servers).await;
    super::moderation_laws::check(servers).await;
    super::passkey_laws::check(servers).await;
    super::tie_laws::check(servers).await;
    super::challenge_laws::check(servers).await;
    super::bell_laws::check(servers).await;
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
    let chairs = vec![
        StoredChair::Open,
        StoredChair::Bot { bot: "random".to_owned(), name: "Vito".to_owned(), open: true },
    ];
    owner.store.seat(&owner.lease, &chairs, None).await.expect("nothing fails");
    owner.store.go_on_at(&owner.lease, unknown).await.expect("nothing fails");
    owner
        .store
        .end(&owner.lease, Ended::Resignation { seat: cards::Seat::new(1) }, unrated())
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

async fn the_audience_of_a_table_is_read_back([first, second]: &Servers) {
    for players_only in [true, false] {
        let record = TableRecord { players_only, ..record() };
        let id = record.id;
        first.create_table(record, vec![StoredChair::Open; 2], Vec::new()).await.expect("nothing fails");
        let stored = second.read(id).await.expect("it answers").expect("it is there");
        assert_eq!(stored.record.players_only, players_only);
        let summary = second.summary(id).await.expect("it answers").expect("it is there");
        assert_eq!(summary.players_only, players_only);
    }
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

/// Checks under random faults that saved lines stay, in order, and that taking the table tells the outcome of
/// an unknown write.
async fn take_tells_the_truth(seed: u64) {
    let database = model::Database::new(seed, model::Guards::ALL);
    let model = database.connect();
    let store = Store::of_model(model.clone(), Arc::new(()));
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
    let store = Store::open(folder.path(), None, Arc::new(())).expect("it opens");
    let servers = [store.clone(), store];
    check(&servers).await;
    super::account_laws::no_change_fails_while_the_log_is_emptied(&servers).await;
    let file = rusqlite::Connection::open(folder.path().join("parlour.sqlite")).expect("it is there");
    check_lasting(&servers, |sql| {
        file.query_row(sql, [], |row| row.get::<_, i64>(0)).expect("it answers") as u64
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn the_model_keeps_the_laws() {
    let database = model::Database::new(1, model::Guards::ALL);
    check_shared(&[(); 2].map(|()| Store::of_model(database.connect(), Arc::new(())))).await;
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
    use crate::postgres::PostgresStore;
    use crate::store::Disk;
    use crate::{Durability, LoadError, OpenError, Peer};
    use local_postgres::LocalPostgres;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::{TcpListener, UnixStream};
    use tokio::sync::watch;

    /// Connects a server, as soon as the database answers.
    async fn connect(here: &LocalPostgres) -> Store {
        Store::of(Disk::Postgres(open(here).await), Arc::new(()))
    }

    pub(crate) async fn open(here: &LocalPostgres) -> PostgresStore {
        open_at(&here.address()).await
    }

    async fn open_at(address: &str) -> PostgresStore {
        for _ in 0..100 {
            match PostgresStore::open(address, Durability::One, Arc::new(())).await {
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
        Store::of(Disk::Postgres(open_at(address).await.join(own).await.expect("it answers")), Arc::new(()))
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

    pub(crate) fn start() -> Option<LocalPostgres> {
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
        let before = "ALTER TABLE tables DROP owner, DROP archive, DROP family, DROP rated, DROP audience;
            DROP TABLE nodes, archives, accounts, locked_names, devices, recovery, matches, ratings, rating_log, reports, rulings, ties, challenges, bells, passkeys;
            ALTER INDEX subscribers RENAME TO devices; UPDATE house SET version = 1";
        here.ask(before).expect("it is done");
        assert!(join(&here, 1).await.take(id).await.expect("it answers").is_some());
        assert_eq!(here.ask("SELECT version FROM house").as_deref().map(str::trim), Some("9"));
        // An older server must still work after the first new step.
        here.ask("UPDATE house SET version = version + 1").expect("it is done");
        assert!(connect(&here).await.read(id).await.expect("it answers").is_some());
        here.ask("UPDATE house SET version = version + 1").expect("it is done");
        let newer = PostgresStore::open(&here.address(), Durability::One, Arc::new(())).await.err();
        assert!(matches!(newer, Some(OpenError::NewerDatabase { .. })), "{newer:?}");
    }

    #[tokio::test]
    async fn a_database_that_may_lose_what_it_acknowledged_is_refused() {
        let Some(here) = start() else { return };
        let open = |durability| {
            let address = here.address();
            async move { PostgresStore::open(&address, durability, Arc::new(())).await.err() }
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
