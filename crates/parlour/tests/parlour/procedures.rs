//! Runs the how-to guides of an operator: every command must work, and no match may be lost.
//!
//! A page's commands run as they stand, with other folders and another port. `systemctl` and `journalctl` are scripts that
//! start and stop the program like the units in `packaging`.

#![cfg(unix)]

use crate::serving::{Player, create_table};
use crate::tutorials::{run, steps};
use serde_json::{Value, json};
use std::net::TcpListener;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

const BACKUP: &str = include_str!("../../../../docs/backup.md");
const UPGRADE: &str = include_str!("../../../../docs/upgrade.md");
const KEYS: &str = include_str!("../../../../docs/keys.md");
const INCIDENTS: &str = include_str!("../../../../docs/incidents.md");
#[cfg(feature = "cluster")]
const MIGRATE: &str = include_str!("../../../../docs/migrate.md");

/// Commands of the backup service.
const UNIT: &str = include_str!("../../../../packaging/parlour-backup.service");

/// Script in place of `systemctl`. A server that is stopped has ended when the script ends.
const SYSTEMCTL: &str = r#"#!/bin/sh
set -eu
start() {
    . ROOT/etc/default/parlour
    parlour serve --port PORT --bot-pause 0 --data ROOT/var/lib/parlour $PARLOUR_OPTIONS >> ROOT/log 2>&1 &
    echo $! > ROOT/pid
    until parlour health 127.0.0.1:PORT > /dev/null 2>&1; do
        kill -0 "$(cat ROOT/pid)" || { cat ROOT/log; exit 1; }
        sleep 0.1
    done
}
stop() {
    pid=$(cat ROOT/pid)
    kill "$pid"
    while [ -d "/proc/$pid" ] && ! grep -q '^State:.Z' "/proc/$pid/status"; do sleep 0.1; done
}
case "$*" in
    "start parlour") start ;;
    "stop parlour") stop ;;
    "restart parlour") stop; start ;;
    "start parlour-backup.service") BACKUP >> ROOT/log ;;
    "enable --now parlour-backup.timer") ;;
    *) echo "unknown: systemctl $*"; exit 1 ;;
esac
"#;

/// User id of the service, if the tests run as root.
const SERVICE_USER: u32 = 61_184;

/// Machine with a server, in a folder.
struct Machine {
    root: TempDir,
    port: u16,
    /// URL in place of the database in the pages.
    database: Option<String>,
}

impl Machine {
    fn new() -> Self {
        let root = tempfile::tempdir().unwrap();
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let machine = Self { root, port, database: None };
        for folder in ["bin", "etc/default", "var/lib/private/parlour", "var/backups/parlour"] {
            std::fs::create_dir_all(machine.path(folder)).unwrap();
        }
        // As systemd does it for a user without a fixed number.
        std::os::unix::fs::symlink("private/parlour", machine.path("var/lib/parlour")).unwrap();
        if std::fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0) {
            std::os::unix::fs::chown(machine.path("var/lib/private/parlour"), Some(SERVICE_USER), None)
                .unwrap();
        }
        machine.set_options("");
        let backup = UNIT.lines().find_map(|line| line.strip_prefix("ExecStart=/usr/bin/")).unwrap();
        let systemctl = SYSTEMCTL
            .replace("BACKUP", &machine.adapt(backup))
            .replace("ROOT", &machine.root.path().display().to_string())
            .replace("PORT", &port.to_string());
        let journalctl = format!("#!/bin/sh\ntail -n 20 {}\n", machine.path("log").display());
        for (name, script) in [("systemctl", systemctl), ("journalctl", journalctl)] {
            let file = machine.path("bin").join(name);
            std::fs::write(&file, script).unwrap();
            std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
        }
        machine
    }

    fn path(&self, path: &str) -> PathBuf {
        self.root.path().join(path)
    }

    fn data(&self, file: &str) -> PathBuf {
        self.path("var/lib/parlour").join(file)
    }

    fn address(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    fn set_options(&self, options: &str) {
        let settings = format!("PARLOUR_OPTIONS=\"{options}\"\n");
        std::fs::write(self.path("etc/default/parlour"), settings).unwrap();
    }

    /// Replaces the folders, the port and the database of a page.
    fn adapt(&self, text: &str) -> String {
        let root = self.root.path().display();
        let mut text = text.replace("4880", &self.port.to_string());
        for folder in ["/var/lib/parlour", "/var/backups/parlour"] {
            text = text.replace(folder, &format!("{root}{folder}"));
        }
        match &self.database {
            Some(url) => text.replace("postgres://parlour@db.example/parlour", url),
            None => text,
        }
    }

    /// Runs commands, as a page has them.
    fn shell(&self, commands: &str) {
        self.follow("commands of the test", &format!("```sh\n{commands}\n```\n"));
    }

    /// Runs the commands of a page or a part of it.
    fn follow(&self, name: &str, page: &str) {
        let steps = steps(&self.adapt(page));
        assert!(!steps.is_empty(), "{name} has no commands");
        run(name, &steps, self.root.path(), &[&self.path("bin")]);
    }

    /// Runs the commands below a heading.
    fn follow_section(&self, page: &str, heading: &str) {
        let (_, rest) = page.split_once(&format!("\n## {heading}\n")).expect(heading);
        self.follow(heading, rest.split("\n## ").next().unwrap());
    }

    /// Checks that a file of the data folder belongs to the user of the service.
    fn expect_owner(&self, file: &str) {
        let owner = |path: &Path| std::fs::metadata(path).unwrap().uid();
        assert_eq!(owner(&self.data(file)), owner(&self.data("")), "{file}");
    }

    /// Starts the server, creates a table, and plays a few moves. Returns the id and the last receipt.
    fn play(&self) -> (String, Value) {
        self.shell("systemctl start parlour");
        let table = create_table(&self.address());
        let mut player = Player::connect(&self.address(), &table, None);
        loop {
            let notice = player.receive().unwrap();
            if notice["snapshot"].is_object() {
                if notice["snapshot"]["version"].as_u64() >= Some(5) {
                    return (table, notice["receipt"].clone());
                }
                player.answer(&notice["snapshot"]);
            }
        }
    }

    /// Checks that the server has everything that was told at a table.
    fn expect(&self, (table, receipt): &(String, Value)) {
        // Like a page: a server that lost its database sends its players away for a while.
        let told = (0..100).find_map(|_| {
            let mut player = Player::connect(&self.address(), table, Some(receipt));
            let notices = std::iter::from_fn(|| player.receive().ok());
            let answer = notices.into_iter().find(|notice| notice["type"] != "hello");
            let told = answer.filter(|notice| notice["type"] == "table");
            if told.is_none() {
                std::thread::sleep(Duration::from_millis(100));
            }
            told
        });
        let told = told.expect("the table is there");
        assert_eq!(told["info"]["diverged"], json!(null), "{told}");
        assert!(told["snapshot"]["version"].as_u64() >= Some(5), "{told}");
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        if let Ok(pid) = std::fs::read_to_string(self.path("pid")) {
            let _ = Command::new("kill").args(["-KILL", pid.trim()]).output();
        }
    }
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_server_is_backed_up_and_restored_on_a_new_machine() {
    let old = Machine::new();
    let match_ = old.play();
    for file in ["acme.json", "push.pk8", "audit.log"] {
        std::fs::write(old.data(file), file).unwrap();
    }
    old.follow_section(BACKUP, "Back up by hand");
    assert_eq!(names(&old.path("var/backups/parlour")).len(), 1);
    old.follow_section(BACKUP, "Back up every night with a timer");
    assert_eq!(names(&old.path("var/backups/parlour")).len(), 2);
    let new = Machine::new();
    let newest = names(&old.path("var/backups/parlour")).pop().unwrap();
    let (from, to) = (old.path("var/backups/parlour").join(&newest), new.path("var/backups/parlour"));
    assert!(Command::new("cp").arg("-r").args([&from, &to]).status().unwrap().success());
    new.shell("systemctl start parlour");
    new.follow_section(BACKUP, "Restore");
    for file in ["parlour.sqlite", "acme.json", "push.pk8", "audit.log"] {
        new.expect_owner(file);
    }
    new.expect(&match_);
    new.follow_section(BACKUP, "Check for damage");
    for file in ["acme.json", "push.pk8", "audit.log"] {
        assert!(std::fs::read_to_string(new.data(file)).unwrap().starts_with(file), "{file}");
    }
    let mode = std::fs::metadata(from.join("parlour.sqlite")).unwrap().permissions().mode();
    assert_eq!(
        (mode & 0o777, std::fs::metadata(&from).unwrap().permissions().mode() & 0o777),
        (0o600, 0o700)
    );
    new.shell("systemctl stop parlour");
}

#[test]
fn only_the_newest_backups_are_kept() {
    let machine = Machine::new();
    machine.play();
    let folder = machine.path("var/backups/parlour");
    for name in ["parlour-2026-01-01T00-00-00-000Z", "parlour-2026-01-02T00-00-00-000Z", "another"] {
        std::fs::create_dir(folder.join(name)).unwrap();
    }
    machine.shell("parlour backup --folder /var/backups/parlour --copies 2 --data /var/lib/parlour");
    let kept = names(&folder);
    assert_eq!(kept[..2], ["another", "parlour-2026-01-02T00-00-00-000Z"], "{kept:?}");
    assert_eq!(kept.len(), 3, "{kept:?}");
}

#[test]
fn a_server_is_upgraded_and_downgraded() {
    let machine = Machine::new();
    let match_ = machine.play();
    machine.shell("systemctl stop parlour");
    // As the version before wrote it. It had no passkeys.
    let file = rusqlite::Connection::open(machine.data("parlour.sqlite")).unwrap();
    file.execute_batch("DROP TABLE passkeys; PRAGMA user_version = 14").unwrap();
    drop(file);
    machine.shell("systemctl start parlour");
    machine.expect(&match_);
    machine.follow_section(UPGRADE, "Upgrade");
    machine.expect(&match_);
    machine.follow_section(UPGRADE, "Rollback");
    machine.expect(&match_);
    machine.shell("systemctl stop parlour");
}

#[test]
fn keys_are_rotated() {
    let machine = Machine::new();
    machine.set_options(&format!(
        "--metrics 127.0.0.1:0 --metrics-token-file {}{}",
        machine.data("metrics-token").display(),
        if cfg!(feature = "push") { " --push-contact mailto:you@cards.example" } else { "" }
    ));
    std::fs::write(machine.data("metrics-token"), "0123456789abcdef\n").unwrap();
    let match_ = machine.play();
    machine.follow_section(KEYS, "Token of the metrics");
    let token = std::fs::read_to_string(machine.data("metrics-token")).unwrap();
    assert_eq!(token.trim().len(), 48, "{token}");
    machine.expect_owner("metrics-token");
    std::fs::write(machine.data("acme.json"), "{}").unwrap();
    machine.follow_section(KEYS, "Certificate of Let's Encrypt");
    assert!(!machine.data("acme.json").exists());
    if cfg!(feature = "push") {
        let key = std::fs::read(machine.data("push.pk8")).unwrap();
        machine.follow_section(KEYS, "Notification key");
        assert_ne!(std::fs::read(machine.data("push.pk8")).unwrap(), key);
    }
    machine.expect(&match_);
    machine.shell("systemctl stop parlour");
}

#[test]
fn the_commands_for_incidents_work() {
    let machine = Machine::new();
    let match_ = machine.play();
    machine.follow_section(INCIDENTS, "Read the log");
    machine.follow_section(INCIDENTS, "The disk is full");
    machine.follow_section(INCIDENTS, "The certificate was not renewed");
    machine.expect(&match_);
    machine.shell("systemctl stop parlour");
}

/// Returns a database that listens on a port, and its URL.
#[cfg(feature = "cluster")]
fn database() -> Option<(local_postgres::LocalPostgres, String)> {
    let Some(mut here) = local_postgres::LocalPostgres::start() else {
        println!("skipped: PostgreSQL or a user to run it is missing");
        return None;
    };
    let port = here.listen().expect("it starts");
    Some((here, format!("postgres://parlour@127.0.0.1:{port}/postgres")))
}

#[cfg(feature = "cluster")]
#[test]
fn a_server_moves_to_a_database_and_back() {
    let Some((_here, url)) = database() else { return };
    let mut machine = Machine::new();
    machine.database = Some(url.clone());
    let match_ = machine.play();
    machine.follow_section(MIGRATE, "From SQLite to PostgreSQL");
    machine.set_options(&format!("--store {url} --durable one"));
    machine.shell("systemctl start parlour");
    machine.expect(&match_);
    machine.shell("systemctl stop parlour");
    machine.follow_section(MIGRATE, "From PostgreSQL to SQLite");
    machine.expect_owner("parlour.sqlite");
    machine.set_options("");
    machine.shell("systemctl start parlour");
    machine.expect(&match_);
    machine.shell("systemctl stop parlour");
}

#[cfg(feature = "cluster")]
#[test]
fn a_server_waits_for_a_database_that_is_gone() {
    let Some((here, url)) = database() else { return };
    let mut machine = Machine::new();
    machine.database = Some(url.clone());
    machine.set_options(&format!("--store {url} --durable one"));
    let match_ = machine.play();
    assert!(here.kill());
    let (first, rest) = INCIDENTS
        .split_once("\n## The database is gone\n")
        .and_then(|(_, section)| section.split_once("2. Start the database"))
        .unwrap();
    // The page goes on after an error, so the errors themselves are looked for here.
    machine.follow(
        "the database is gone",
        &format!("{first}```text\n…answered 503…\n…the database can't be used…\n```\n"),
    );
    assert!(here.begin());
    machine.follow("the database is back", rest.split("\n## ").next().unwrap());
    machine.expect(&match_);
    machine.shell("systemctl stop parlour");
}

#[test]
fn a_search_for_the_usual_words_finds_the_page() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    for (word, page) in [
        ("restore", "backup.md"),
        ("rate limit", "rate-limits.md"),
        ("monitor", "alerts.md"),
        ("alert", "alerts.md"),
        ("grafana", "alerts.md"),
        ("downgrade", "upgrade.md"),
        ("environment variable", "configuration.md"),
        ("rotate", "keys.md"),
        ("disk is full", "incidents.md"),
    ] {
        let text = std::fs::read_to_string(docs.join(page)).unwrap().to_lowercase();
        let mut headings = text.lines().filter(|line| line.starts_with('#'));
        assert!(headings.any(|heading| heading.contains(word)), "{page} has no heading with “{word}”");
    }
}
