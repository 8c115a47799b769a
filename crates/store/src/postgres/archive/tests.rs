//! Tests of archiving with a real database: no line is lost, wherever the process stops.

use super::*;
use crate::Store;
use crate::laws::in_postgres::{open, start};
use crate::laws::unrated;
use crate::model::record;
use crate::store::Disk;
use crate::writer::Change;
use cards::{Nonce, Seed};
use catalog::{AnyGame, CATALOG, Line, record_lines};
use engine::Phase;
use local_postgres::LocalPostgres;
use parquet::file::reader::{FileReader, SerializedFileReader};
use protocol::Ended;
use sha2::{Digest, Sha256};
use std::collections::HashSet;
use std::time::Instant;
use table::{
    FirstDealer, GuestId, Opening, Stage, StorageError, StoredChair, StoredClocks, TableRecord, Timed,
};
use tempfile::TempDir;

/// Sizes for several files with several groups of few matches.
const SMALL: Sizes = Sizes { file: 30, group: 10 };

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Database with an archive, and its matches.
struct Installation {
    here: LocalPostgres,
    folder: TempDir,
    store: PostgresStore,
    played: Vec<Stored>,
}

/// Creates a database with a number of matches. Returns `None` without PostgreSQL.
async fn install(matches: usize) -> Option<Installation> {
    let here = start()?;
    let folder = tempfile::tempdir().expect("a folder");
    let store = open(&here).await.with_archive(Some(folder.path().to_owned()));
    let mut installation = Installation { here, folder, store, played: Vec::new() };
    for number in 0..matches {
        installation.play(number).await;
    }
    Some(installation)
}

fn guest() -> GuestId {
    GuestId::of_token(&"A".repeat(43)).expect("a token")
}

impl Installation {
    /// Plays a match and ends it. The lines differ in every match, and the last line may have clocks.
    async fn play(&mut self, number: usize) {
        let store = Store::of(Disk::Postgres(self.store.clone()), Arc::new(()));
        let record = TableRecord { seed: Seed::from_number(number as u64), host: Some(guest()), ..record() };
        let id = record.id;
        let bot = StoredChair::Bot { bot: "ismcts:20ms".to_owned(), name: "Vito".to_owned(), open: false };
        let ada = StoredChair::Person {
            guest: guest(),
            name: "Ada Lovelace".to_owned(),
            substitute: None,
            left: false,
            hinted: false,
            missed: Default::default(),
        };
        let mut link = Link::first(&record);
        let mut next = |text: String| {
            let line: Line = text.parse().expect("it is a line");
            link = link.after(&record.seed, &line);
            (line, link)
        };
        let lines = (0..number % 7).map(|line| next(format!("{} {number}", line % 2))).collect();
        let (last, link) = next("1 7d".to_owned());
        store.create_table(record, vec![ada, bot], lines).await.expect("nothing fails");
        let (_, mut lease) = store.take(id).await.expect("it answers").expect("it is there");
        let timed = number.is_multiple_of(2).then(|| Timed {
            spent: Some(number as u32),
            clocks: StoredClocks { seats: Vec::new(), moved: number as u64 },
        });
        store.append(&mut lease, last, link, timed, None).await.expect("nothing fails");
        match number % 3 {
            0 => store.end(&lease, Ended::Agreement, unrated()).await.expect("nothing fails"),
            _ => store.finish(&lease, unrated()).await.expect("nothing fails"),
        }
        self.played.push(self.read(id).await);
    }

    async fn read(&self, id: TableId) -> Stored {
        self.store.read(id).await.expect("it answers").expect("it is there")
    }

    async fn archive(&self, keep: Duration) -> Result<Archived, ArchiveError> {
        self.store.archive(self.folder.path(), keep, SMALL).await
    }

    fn ask(&self, sql: &str) -> String {
        self.here.ask(sql).expect("it answers").trim().to_owned()
    }

    fn files(&self) -> HashSet<String> {
        let files = std::fs::read_dir(self.folder.path()).expect("a folder");
        files.map(|file| file.expect("a file").file_name().to_string_lossy().into_owned()).collect()
    }

    /// Checks that every match is as it was played.
    async fn check(&self) {
        for played in &self.played {
            let stored = self.read(played.record.id).await;
            assert_eq!((&stored.lines, stored.link), (&played.lines, played.link));
            assert_eq!((&stored.spent, &stored.clocks), (&played.spent, &played.clocks));
            assert_eq!((&stored.chairs, stored.ended, stored.finished), (&played.chairs, played.ended, true));
        }
    }

    /// Checks that each match is in exactly one known file, and returns the contents. All matches must be
    /// archived.
    fn check_files(&self) -> String {
        let known = self.ask("SELECT file FROM archives WHERE sha256 IS NOT NULL");
        let (mut told, mut numbers) = (String::new(), Vec::new());
        for file in known.lines() {
            let file = std::fs::File::open(self.folder.path().join(file)).expect("it is there");
            let reader = SerializedFileReader::new(file).expect("it is whole");
            let mut before = None;
            for row in reader.get_row_iter(None).expect("rows") {
                let row = row.expect("it can be read");
                let number = row.get_column_iter().next().expect("a column").1.to_string();
                if before.as_ref() != Some(&number) {
                    numbers.push(number.clone());
                    before = Some(number);
                }
                told += &format!("{row}\n");
            }
        }
        let mut expected: Vec<String> =
            self.played.iter().map(|played| played.number.0.to_string()).collect();
        expected.sort();
        numbers.sort();
        assert_eq!(numbers, expected);
        told
    }
}

#[tokio::test]
async fn an_archived_match_is_unchanged_and_its_file_names_no_player() {
    let Some(installation) = install(25).await else { return };
    let done = installation.archive(DAY).await.expect("it can");
    assert_eq!((done.files, done.matches, done.moved), (3, 25, 0));
    let files = done.files;
    installation.check().await;
    let lines = installation.ask("SELECT count(*) FROM entries WHERE link IS NOT NULL");
    let told = installation.check_files();
    assert_eq!(told.lines().count().to_string(), lines);
    for named in
        ["Ada", "Lovelace", "Vito", &String::from(guest()), &installation.played[0].record.id.to_string()]
    {
        assert!(!told.contains(named), "{named}");
    }
    assert!(told.contains(r#"players: "["person","ismcts:20ms"]""#), "{told}");
    // Unfinished matches would stay in the database.
    let done = installation.archive(Duration::ZERO).await.expect("it can");
    assert_eq!((done.files, done.matches, done.moved), (0, 0, files));
    assert_eq!(installation.ask("SELECT count(*) FROM entries"), "0");
    installation.check().await;
    assert_eq!(installation.archive(Duration::ZERO).await.expect("it can"), Archived::default());
    // The table can be taken, but no line can be added.
    for played in &installation.played[..3] {
        for _ in 0..2 {
            let store = Store::of(Disk::Postgres(installation.store.clone()), Arc::new(()));
            let (stored, mut lease) =
                store.take(played.record.id).await.expect("it can").expect("it is there");
            assert_eq!((&stored.lines, stored.link), (&played.lines, played.link));
            store.seat(&lease, &stored.chairs, None).await.expect("it is the owner");
            let late = store.append(&mut lease, Line::Void, stored.link, None, None).await;
            assert_eq!(late, Err(StorageError::LeaseLost));
        }
    }
    assert_eq!(installation.ask("SELECT count(*) FROM entries"), "0");
    installation.check().await;
}

#[tokio::test]
async fn a_crash_between_two_steps_loses_nothing() {
    let Some(mut installation) = install(12).await else { return };
    for steps in 0..4 {
        let planned = installation.store.plan(SMALL).await.expect("it can").expect("there is something");
        if steps > 0 {
            // Also after a crash while writing the file.
            std::fs::write(installation.folder.path().join(format!("{}.0", planned.file)), "PAR1")
                .expect("written");
            let written = installation
                .store
                .write_planned(installation.folder.path(), &planned, SMALL)
                .await
                .expect("it can");
            let (matches, parts) = written.expect("there is something");
            assert!(matches > 0);
            if steps > 1 {
                installation.store.note_written(&planned, &parts).await.expect("it can");
            }
        }
        if steps == 3 {
            installation
                .store
                .move_old(installation.folder.path(), Duration::ZERO, &mut Archived::default())
                .await
                .expect("it can");
        }
        installation.check().await;
        // Changes before the process continues.
        installation.play(12 + steps).await;
        let all = installation.here.ask("UPDATE tables SET chairs = replace(chairs, 'Vito', 'Rosa')");
        all.expect("it answers");
        for played in &mut installation.played {
            *played =
                installation.store.read(played.record.id).await.expect("it answers").expect("it is there");
        }
        installation.archive(DAY).await.expect("it can");
        installation.check().await;
        installation.check_files();
        installation.play(20 + steps).await;
    }
    installation.archive(Duration::ZERO).await.expect("it can");
    assert_eq!(installation.ask("SELECT count(*) FROM entries"), "0");
    installation.check().await;
    let known = installation.ask("SELECT file FROM archives");
    let files = installation.files().into_iter().filter(|file| file.ends_with(".parquet"));
    assert_eq!(files.collect::<HashSet<_>>(), known.lines().map(str::to_owned).collect());
}

#[tokio::test]
async fn two_who_archive_at_once_do_not_harm_each_other() {
    let Some(installation) = install(25).await else { return };
    let other = open(&installation.here).await;
    let (one, two) =
        tokio::join!(installation.archive(DAY), other.archive(installation.folder.path(), DAY, SMALL));
    let done = [&one, &two].map(|done| match done {
        Ok(done) => done.matches,
        Err(ArchiveError::Busy) => 0,
        Err(error) => panic!("{error}"),
    });
    assert!(done.iter().any(|done| *done > 0));
    installation.archive(DAY).await.expect("it can");
    installation.check_files();
    // Also if the lock was lost.
    installation.here.ask("UPDATE archives SET sha256 = NULL").expect("it answers");
    let step = async |store: &PostgresStore| {
        let planned = store.plan(SMALL).await.expect("it can").expect("there is something");
        let written = store.write_planned(installation.folder.path(), &planned, SMALL).await.expect("it can");
        store.note_written(&planned, &written.expect("there is something").1).await.expect("it can");
    };
    tokio::join!(step(&installation.store), step(&other));
    installation.archive(Duration::ZERO).await.expect("it can");
    installation.check().await;
    installation.check_files();
}

#[tokio::test]
async fn a_file_that_is_not_what_was_written_is_not_believed() {
    let Some(installation) = install(9).await else { return };
    installation.archive(DAY).await.expect("it can");
    let file = installation.folder.path().join(installation.ask("SELECT file FROM archives"));
    let whole = std::fs::read(&file).expect("it is there");
    // While the lines are in the database, the file is written again.
    std::fs::write(&file, &whole[1..]).expect("written");
    let done = installation.archive(Duration::ZERO).await.expect("it can");
    assert_eq!((done.lost, done.moved), (1, 0));
    installation.check().await;
    let done = installation.archive(Duration::ZERO).await.expect("it can");
    assert_eq!((done.files, done.lost, done.moved), (1, 0, 1));
    installation.check().await;
    let whole = std::fs::read(&file).expect("it is there");
    let id = installation.played[0].record.id;
    let mut doubted = 0;
    for place in (0..whole.len()).step_by(7) {
        let mut other = whole.clone();
        other[place] ^= 1 << (place % 8);
        std::fs::write(&file, &other).expect("written");
        // The changed byte may be in a part that this match does not need.
        match installation.store.read(id).await {
            Ok(Some(stored)) => assert_eq!(stored.lines, installation.played[0].lines),
            Err(LoadError::DamagedFile { .. }) => doubted += 1,
            other => panic!("{other:?}"),
        }
    }
    assert!(doubted > whole.len() / 7 / 2, "{doubted} of {}", whole.len() / 7);
    for length in (0..whole.len()).step_by(101).chain([whole.len() - 1]) {
        std::fs::write(&file, &whole[..length]).expect("written");
        assert!(matches!(installation.store.read(id).await, Err(LoadError::DamagedFile { .. })), "{length}");
    }
    std::fs::write(&file, &whole).expect("written");
    installation.check().await;
    std::fs::remove_file(&file).expect("removed");
    assert!(matches!(installation.store.read(id).await, Err(LoadError::Away { .. })));
    assert!(matches!(installation.archive(DAY).await, Err(ArchiveError::WrongFolder { .. })));
    let without = installation.store.clone().with_archive(None);
    let told = without.take(id).await.expect_err("it has none").to_string();
    assert!(told.contains("--archive"), "{told}");
    // Invalid data in the database is rejected too.
    for ends in ["{}", "{-1,5}", "{5,4}", "{4,9223372036854775807}", "NULL"] {
        let ends = if ends == "NULL" { ends.to_owned() } else { format!("'{ends}'") };
        installation.here.ask(&format!("UPDATE archives SET ends = {ends}")).expect("it answers");
        std::fs::write(&file, &whole).expect("written");
        assert!(matches!(installation.store.read(id).await, Err(LoadError::DamagedFile { .. })), "{ends}");
    }
}

#[tokio::test]
async fn archived_matches_are_kept_and_damaged_ones_block_nothing() {
    let Some(installation) = install(6).await else { return };
    let damaged = installation.played[5].number.0;
    installation
        .here
        .ask(&format!("UPDATE entries SET text = '0 Ac' WHERE number = {damaged} AND sequence = 0"))
        .expect("done");
    let done = installation.archive(Duration::ZERO).await.expect("it can");
    assert_eq!((done.matches, done.moved), (5, 1));
    assert_eq!(installation.archive(Duration::ZERO).await.expect("it can"), Archived::default());
    assert!(matches!(
        installation.store.read(installation.played[5].record.id).await,
        Err(LoadError::Damaged { .. })
    ));
    let store = Store::of(Disk::Postgres(installation.store.clone()), Arc::new(()));
    store.create_table(record(), vec![StoredChair::Open; 2], Vec::new()).await.expect("nothing fails");
    let gone = installation
        .store
        .change(Change::Expire { never_begun: unix_time() + 1, others: unix_time() + 1 })
        .await;
    assert_eq!(gone, Ok(1), "the one that never began");
    for played in &installation.played[..5] {
        assert_eq!(installation.read(played.record.id).await.lines, played.lines);
    }
}

/// Plays a match of bots, and returns its lines. Returns `None` for a race.
fn of_bots(game: &dyn AnyGame, record: &TableRecord) -> Option<Vec<Line>> {
    let mut played = table::begin(record, &CATALOG).expect("it can be played");
    while !matches!(played.phase(), Phase::Over(_)) && !played.is_race() {
        match (played.phase(), played.next_shuffle(&record.seed), played.actors().first()) {
            (Phase::Between, ..) => drop(played.deal(&played.next_deck(&record.seed), &[]).expect("it can")),
            (_, Some(shuffle), _) => drop(played.enter(&shuffle, &[]).expect("it can")),
            (_, None, Some(actor)) => {
                let bot =
                    game.info().bots.iter().find(|bot| **bot == "heuristic").copied().unwrap_or("random");
                let think = played.bot_job(actor, bot, played.version() as u64, None).expect("a bot");
                played.play(actor, &think(), &[]).expect("it can");
            }
            (_, None, None) => return None,
        }
    }
    (!played.is_race()).then(|| record_lines(&played.record()).expect("a record has lines"))
}

/// Measures the archive's size per game, and the time of reading a match.
#[tokio::test]
#[ignore = "measures"]
async fn what_matches_take() {
    const MATCHES: u64 = 512;
    for game in CATALOG.games() {
        let Some(installation) = install(0).await else { return };
        let store = Store::of(Disk::Postgres(installation.store.clone()), Arc::new(()));
        let (mut ids, mut all) = (Vec::new(), 0);
        for number in 0..MATCHES {
            let seats = game.day().seats;
            let chance = |of: u8| Sha256::digest([&[of], &number.to_be_bytes()[..]].concat()).into();
            let seed = Seed::from_bytes(chance(u8::MAX));
            let nonces = (0..seats).map(|seat| Some(Nonce::from_bytes(chance(seat)))).collect();
            let opening = Some(Opening { stage: Stage::Done { nonces }, ..Opening::due(FirstDealer::Drawn) });
            let game_id = game.id().to_owned();
            let record = TableRecord { game: game_id, seats, dealer: 0, seed, opening, ..record() };
            let Some(lines) = of_bots(game, &record) else { break };
            all += lines.len();
            ids.push(record.id);
            let mut link = Link::first(&record);
            let lines = lines.into_iter().map(|line| {
                link = link.after(&record.seed, &line);
                (line, link)
            });
            let lines = lines.collect();
            store
                .create_table(record, vec![StoredChair::Open; seats.into()], lines)
                .await
                .expect("nothing fails");
        }
        if ids.is_empty() {
            continue;
        }
        installation.ask("UPDATE tables SET finished = created");
        let kept = installation.ask("SELECT pg_total_relation_size('entries')");
        let begun = Instant::now();
        let done = installation.store.archive(installation.folder.path(), DAY, USUAL).await.expect("it can");
        let written = begun.elapsed();
        let begun = Instant::now();
        let moved = installation
            .store
            .archive(installation.folder.path(), Duration::ZERO, USUAL)
            .await
            .expect("it can");
        assert_eq!((done.matches, moved.moved), (MATCHES, done.files));
        let moving = begun.elapsed();
        let begun = Instant::now();
        for id in ids.iter().step_by(16) {
            installation.read(*id).await;
        }
        println!(
            "{}: {MATCHES} matches, {all} lines, {} bytes, {:.2} a line ({:.0} in the database); written in {written:.1?}, moved in \
             {moving:.1?}, a match read in {:.1?}",
            game.id(),
            done.bytes,
            done.bytes as f64 / all as f64,
            kept.parse::<f64>().expect("a number") / all as f64,
            begun.elapsed() / (ids.len() / 16) as u32,
        );
    }
}
