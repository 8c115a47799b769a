//! Secrecy: two deals that a viewer can't distinguish look the same on the wire, in every byte of every
//! message and in its timing. The tests cover all games, seats and spectators.

use crate::support::{Client, GAMES, TestServer, create_table_of, http, quick, with_bots, with_people};
use cards::{Rng, Seat, Viewer};
use catalog::{AnyMatch, SetupText};
use serde_json::{Value, json};
use server::Clock;
use std::path::Path;
use std::time::Duration;

/// Number of actions: more than a deal of most games has, and an auction of bridge with some tricks.
const ENTRIES: usize = 24;

/// Guest number of a spectator.
const ONLOOKER: u8 = 9;

/// Deal with some actions.
struct Course<'a> {
    game: &'a str,
    seats: u8,
    dealer: Seat,
    deck: &'a str,
    entries: &'a [String],
}

impl Course<'_> {
    /// Returns the match after the actions, and everything that `viewer` was sent.
    fn follow(&self, viewer: Viewer) -> Option<(Box<dyn AnyMatch>, Vec<String>)> {
        let game = catalog::find(self.game).unwrap();
        let mut game = game.open(&SetupText::first_preset(self.seats), self.dealer).unwrap();
        let mut told = Vec::new();
        let mut tell = |sent: Vec<catalog::WireValue>, game: &dyn AnyMatch| {
            told.extend(sent.iter().map(|sent| sent.to_json().get().to_owned()));
            told.push(game.snapshot(viewer).to_json().get().to_owned());
        };
        tell(game.deal(self.deck, &[viewer]).ok()?, &*game);
        for entry in self.entries {
            tell(game.enter(&entry.parse().ok()?, &[viewer]).ok()?, &*game);
        }
        Some((game, told))
    }

    fn told(&self, viewer: Viewer) -> Option<Vec<String>> {
        self.follow(viewer).map(|(_, told)| told)
    }
}

/// Returns another order of the deck for which `viewer` receives the same.
fn other_deck(course: &Course<'_>, viewer: Viewer, rng: &mut Rng) -> String {
    let told = course.told(viewer);
    loop {
        // Parts of a deck, each with a name before its cards if there are several.
        let mut parts: Vec<Vec<&str>> =
            course.deck.split("; ").map(|part| part.split(' ').collect()).collect();
        let index = rng.below(parts.len());
        let part = &mut parts[index];
        let first = usize::from(part[0].ends_with(':'));
        rng.shuffle(&mut part[first..]);
        let other: Vec<String> = parts.iter().map(|part| part.join(" ")).collect();
        let other = other.join("; ");
        // Cards unknown to the viewer may lie anywhere. Cards are put back one by one until the viewer
        // receives the same.
        if let Some(found) = mended(course, &other, viewer, told.as_ref()) {
            return found;
        }
    }
}

/// Returns the other deck with as few cards as possible put back. Returns `None` if it becomes the same deck.
fn mended(course: &Course<'_>, other: &str, viewer: Viewer, told: Option<&Vec<String>>) -> Option<String> {
    let ours: Vec<&str> = course.deck.split(' ').collect();
    let mut theirs: Vec<&str> = other.split(' ').collect();
    for (index, card) in ours.iter().enumerate() {
        let now = theirs.join(" ");
        if now != course.deck && (Course { deck: &now, ..*course }).told(viewer).as_ref() == told {
            return Some(now);
        }
        let from = theirs.iter().rposition(|other| other == card)?;
        if from > index {
            theirs.swap(index, from);
        }
    }
    None
}

/// Returns actions that are possible with both decks and look the same to `viewer`.
fn common_entries(left: &Course<'_>, other: &str, viewer: Viewer, rng: &mut Rng) -> Vec<String> {
    let mut entries: Vec<String> = Vec::new();
    while entries.len() < ENTRIES {
        let on = |deck| Course { deck, entries: &entries, ..*left };
        let (Some((ours, _)), Some((theirs, _))) = (on(left.deck).follow(viewer), on(other).follow(viewer))
        else {
            unreachable!("what was played could be played")
        };
        // A window and the display of a score have their own timing.
        if ours.window().is_some() || ours.phase() != engine::Phase::Playing {
            break;
        }
        let Some(seat) = ours.actors().first() else { break };
        let mut actions = ours.legal(seat);
        let possible = theirs.legal(seat);
        actions.retain(|action| possible.contains(action));
        rng.shuffle(&mut actions);
        let found = actions.iter().find_map(|action| {
            let longer = [entries.as_slice(), &[format!("{seat} {action}")]].concat();
            let on = |deck| Course { deck, entries: &longer, ..*left }.told(viewer);
            let (ours, theirs) = (on(left.deck), on(other));
            (ours.is_some() && ours == theirs).then_some(longer)
        });
        let Some(longer) = found else { break };
        entries = longer;
    }
    entries
}

/// Creates a table with a person on every chair, deals and leaves. Returns its folder and id. Repeats if the
/// deal is over at once.
async fn dealt(game: &str, seats: u8) -> (tempfile::TempDir, String) {
    loop {
        let folder = tempfile::tempdir().unwrap();
        let server = TestServer::open(quick(folder.path())).await;
        // With clocks wherever there are turns, because they must not depend on the cards either.
        let control = (game != "speed").then(|| json!({ "delay": 20, "bank": 120, "increment": 2 }));
        let (table, mut clients) = with_people(server.address, game, seats, &json!(control)).await;
        let dealt = clients[0].until("dealt").await;
        drop(clients);
        server.close().await;
        if dealt["snapshot"]["phase"] == "playing" {
            return (folder, table);
        }
    }
}

/// Returns the first deck and the dealer of the table in a folder.
fn deck(folder: &Path) -> (String, Seat) {
    let file = rusqlite::Connection::open(folder.join("parlour.sqlite")).unwrap();
    let read = |sql: &str| file.query_row(sql, [], |row| row.get::<_, String>(0)).unwrap();
    let line = read("SELECT text FROM entries WHERE sequence = 0");
    let dealer: u8 = read("SELECT CAST(dealer AS TEXT) FROM tables").parse().unwrap();
    (line.strip_prefix("deal ").unwrap().to_owned(), Seat::try_from(dealer).unwrap())
}

/// Returns a copy of the folder with another deck.
fn with_deck(folder: &Path, deck: &str) -> tempfile::TempDir {
    let copy = tempfile::tempdir().unwrap();
    let name = copy.path().join("parlour.sqlite");
    std::fs::copy(folder.join("parlour.sqlite"), &name).unwrap();
    let file = rusqlite::Connection::open(&name).unwrap();
    // Without a link, as an older server wrote it, so that the line is trusted.
    file.execute("DELETE FROM entries WHERE sequence > 0", []).unwrap();
    file.execute("UPDATE entries SET text = ?1, link = NULL", [format!("deal {deck}")]).unwrap();
    copy
}

/// Returns every byte that `viewer` is sent while actions are played, and after forbidden requests.
async fn sent(
    folder: &Path,
    table: &str,
    (seats, is_race): (u8, bool),
    viewer: Viewer,
    entries: &[String],
) -> Vec<String> {
    let mut settings = quick(folder);
    settings.clock = Clock::standing();
    let server = TestServer::open(settings).await;
    let guest = match viewer {
        Viewer::Seat(seat) => seat.index() as u8,
        Viewer::Public => ONLOOKER,
    };
    let mut clients = Vec::new();
    for other in (0..seats).filter(|other| *other != guest) {
        clients.push((other, Client::at(server.address, other, table).await.0));
    }
    let (mut client, _) = Client::at(server.address, guest, table).await;
    for (number, entry) in entries.iter().enumerate() {
        let (seat, action) = entry.split_once(' ').unwrap();
        let seat: u8 = seat.parse().unwrap();
        let play = json!({
            "type": "play", "table": table, "version": number + 1, "action": action, "id": number.to_string(),
        });
        match clients.iter_mut().find(|(other, _)| *other == seat) {
            Some((_, other)) => other.say(play).await,
            None => client.say(play).await,
        }
        while client.receive().await["snapshot"]["version"] != number + 2 {}
    }
    let guesses = ["7d", "Kc", "knock", "1NT", "draw", "take 7d", "~ shuffle Ac", "🂡", ""];
    // In a race a guess could be legal, and would wait for players with a longer delay.
    let guesses = guesses.into_iter().filter(|_| !is_race);
    for (number, guess) in guesses.enumerate() {
        // An old version, so that the guess has no effect.
        client.say(json!({ "type": "play", "table": table, "version": 0, "action": guess, "id": "x" })).await;
        client
            .say(json!({ "type": "textAction", "table": table, "version": 0, "line": guess, "id": "y" }))
            .await;
        if number == 0 {
            client.say(json!({ "type": "watch", "table": table })).await;
        }
    }
    // The table answers in order. Once it has refused this command, everything else has arrived.
    client.say(json!({ "type": "play", "table": table, "version": 0, "action": "", "id": "last" })).await;
    while client.until("refused").await["id"] != "last" {}
    let mut texts = std::mem::take(&mut client.received);
    drop((client, clients));
    for path in ["record", "replay?deal=0"] {
        let (status, head, body) =
            http(server.address, &format!("GET /api/tables/{table}/{path} HTTP/1.1"), "").await;
        let head: Vec<&str> = head.lines().filter(|line| !line.starts_with("date:")).collect();
        texts.push(format!("{status} {head:?} {body}"));
    }
    server.close().await;
    for text in &mut texts {
        // A receipt is a hash of all lines and the secret seed, so it looks random to clients.
        let receipt = serde_json::from_str::<Value>(text).ok().map(|notice| notice["receipt"].clone());
        if let Some(Value::String(receipt)) = receipt {
            assert_eq!(receipt.len(), 27);
            *text = text.replace(&receipt, "receipt");
        }
    }
    texts
}

async fn are_alike(game: &str, seats: u8) {
    let mut rng = Rng::from_number(17);
    let mut compared = 0;
    let (folder, table) = dealt(game, seats).await;
    let (ours, dealer) = deck(folder.path());
    for viewer in Viewer::all(seats) {
        let course = Course { game, seats, dealer, deck: &ours, entries: &[] };
        let theirs = other_deck(&course, viewer, &mut rng);
        let entries = common_entries(&course, &theirs, viewer, &mut rng);
        let folders = [&ours, &theirs].map(|deck| with_deck(folder.path(), deck));
        let left = sent(folders[0].path(), &table, (seats, game == "speed"), viewer, &entries).await;
        let right = sent(folders[1].path(), &table, (seats, game == "speed"), viewer, &entries).await;
        for (left, right) in left.iter().zip(&right) {
            assert_eq!(left, right, "{game}, {viewer:?}: the bytes tell which of two decks it is");
        }
        assert_eq!(left.len(), right.len(), "{game}, {viewer:?}");
        compared += entries.len();
    }
    assert!(compared >= usize::from(seats), "{game}: only {compared} entries were compared");
}

#[tokio::test]
async fn two_deals_that_a_viewer_cannot_tell_apart_give_the_same_bytes() {
    for (game, seats) in GAMES {
        are_alike(game, seats).await;
    }
}

#[tokio::test]
async fn a_bot_takes_as_long_whatever_it_holds() {
    const PAUSE: Duration = Duration::from_millis(200);
    let folder = tempfile::tempdir().unwrap();
    let mut settings = quick(folder.path());
    settings.clock = Clock::standing();
    settings.pace.bot = PAUSE;
    let clock = settings.clock.clone();
    let server = TestServer::open(settings).await;
    // In Speed, bots have random reaction times.
    for (game, seats) in GAMES.into_iter().filter(|(game, _)| *game != "speed") {
        let mut timed = 0;
        for _ in 0..3 {
            let table = create_table_of(server.address, game, &with_bots(seats, "greedy")).await;
            let (mut client, seen) = Client::at(server.address, 0, &table).await;
            let mut snapshot = match seen["snapshot"]["phase"] == "waiting" {
                true => client.until("dealt").await["snapshot"].clone(),
                false => seen["snapshot"].clone(),
            };
            for number in 0..8 {
                let actors = snapshot["actors"].as_array().unwrap();
                // A response window has its own length.
                if snapshot["phase"] != "playing" || actors.len() != 1 {
                    break;
                }
                if actors[0] == 0 {
                    client.play(&table, &snapshot, &number.to_string()).await;
                } else {
                    clock.advance(PAUSE - Duration::from_millis(1));
                    let early = client.all_told(&table, &clock).await;
                    assert!(
                        early.iter().all(|notice| notice["snapshot"].is_null()),
                        "{game}: a bot that is quicker tells that there was no choice: {early:?}"
                    );
                    clock.advance(Duration::from_millis(1));
                    timed += 1;
                }
                snapshot = loop {
                    let notice = client.receive().await;
                    assert_ne!(notice["type"], "refused", "{notice}");
                    if !notice["snapshot"].is_null() {
                        break notice["snapshot"].clone();
                    }
                };
            }
        }
        assert!(timed > 3, "{game}: only {timed} moves were timed");
    }
    server.close().await;
}
