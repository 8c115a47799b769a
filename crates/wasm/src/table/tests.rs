//! Tests of tables in the page, through the page's interface.

use crate::of_play;
use cards::{Rng, Seat, Seed};
use serde_json::{Value, json};

/// Page that stores what it is told to store, with its own clock.
struct Page {
    now: u64,
    kept: Value,
    lines: Vec<String>,
    notices: Vec<Value>,
    wake: Option<u64>,
    /// Tables of rematches.
    others: Vec<Value>,
}

const BEGUN: u64 = 1_790_000_000_000;

fn ask(now: u64, what: &Value) -> Value {
    let question = json!({ "about": "table", "now": now, "what": what });
    serde_json::from_str(&of_play(&catalog::CATALOG, &question.to_string())).expect("an answer is JSON")
}

fn fresh(number: u64) -> Value {
    json!({ "id": format!("local-{number}"), "seed": String::from(Seed::from_number(number)) })
}

/// Returns the request for a table with one player and bots.
fn table(game: &str, seats: u8, bot: &str) -> Value {
    let chairs: Vec<Value> = Seat::all(seats)
        .map(|seat| if seat.index() == 0 { json!("me") } else { json!({ "bot": bot }) })
        .collect();
    let options = json!({});
    json!({ "game": game, "options": options, "seats": seats, "chairs": chairs, "name": "Anna" })
}

impl Page {
    fn open(table: &Value, number: u64) -> Self {
        let opened = ask(BEGUN, &json!({ "do": "open", "table": table, "fresh": fresh(number) }));
        assert!(opened["kept"].is_object(), "{opened}");
        let mut page = Self {
            now: BEGUN,
            kept: opened["kept"].clone(),
            lines: Vec::new(),
            notices: Vec::new(),
            wake: None,
            others: Vec::new(),
        };
        page.revive(false);
        page
    }

    fn revive(&mut self, broken: bool) {
        self.notices.clear();
        self.ask(&json!({ "do": "revive", "kept": self.kept, "lines": self.lines, "broken": broken }));
        self.command(json!({ "type": "watch" }));
    }

    fn ask(&mut self, what: &Value) {
        let went = ask(self.now, what);
        let Some(notices) = went["notices"].as_array() else { panic!("{what} came to {went}") };
        for kept in went["keep"].as_array().into_iter().flatten() {
            if kept["id"] == self.kept["id"] {
                self.kept = kept.clone();
            } else {
                self.others.push(kept.clone());
            }
        }
        let lines = went["lines"].as_array().into_iter().flatten();
        self.lines.extend(lines.map(|line| line.as_str().expect("a line is text").to_owned()));
        self.notices.extend(notices.iter().cloned());
        self.wake = went["wake"].as_u64();
    }

    fn command(&mut self, mut command: Value) {
        command["table"] = self.kept["id"].clone();
        self.ask(&json!({ "do": "command", "command": command, "fresh": fresh(99) }));
    }

    /// Advances the clock to the table's deadline.
    fn wait(&mut self) {
        self.now = self.now.max(self.wake.expect("the table has a deadline"));
        self.ask(&json!({ "do": "time" }));
    }

    fn snapshot(&self) -> &Value {
        let last_snapshot = self.notices.iter().rev().find(|notice| notice["snapshot"].is_object());
        &last_snapshot.expect("the table sent a snapshot")["snapshot"]
    }

    fn legal(&self) -> Vec<String> {
        serde_json::from_value(self.snapshot()["legal"].clone()).expect("actions are text")
    }

    fn is_over(&self) -> bool {
        self.snapshot()["phase"] == "over" || !self.kept["ended"].is_null()
    }

    fn play(&mut self, action: &str) {
        let version = self.snapshot()["version"].clone();
        self.command(json!({ "type": "play", "version": version, "action": action, "id": "a" }));
    }

    /// Plays random actions to the end of the match, but at most `most` steps.
    fn play_on(&mut self, rng: &mut Rng, most: usize) {
        for _ in 0..most {
            if self.is_over() {
                return;
            }
            let legal = self.legal();
            let may_act = self.snapshot()["actors"].as_array().is_some_and(|seats| seats.contains(&json!(0)));
            let sealed = self.notices.last().is_some_and(|notice| notice["type"] == "sealed");
            if self.snapshot()["phase"] == "scored" {
                self.command(json!({ "type": "continue" }));
            } else if may_act && !legal.is_empty() && !sealed && rng.below(4) > 0 {
                self.play(&legal[rng.below(legal.len())]);
            } else if self.wake.is_some() {
                self.wait();
            }
            // Drops all notices before the last snapshot.
            let last_snapshot = self.notices.iter().rposition(|notice| notice["snapshot"].is_object());
            self.notices.drain(..last_snapshot.unwrap_or(0));
        }
    }

    fn record(&self) -> Value {
        ask(self.now, &json!({ "do": "record", "kept": self.kept, "lines": self.lines }))
    }
}

/// Iterates over all games, with their smallest number of seats and their default bot.
fn games() -> impl Iterator<Item = (&'static str, u8, &'static str)> {
    catalog::CATALOG.games().map(|game| (game.id(), game.info().seats[0], catalog::usual_bot(game)))
}

#[test]
fn every_game_is_played_from_the_deal_to_the_end_of_a_match_and_its_record_verifies() {
    for (game, seats, bot) in games() {
        let mut page = Page::open(&table(game, seats, bot), 7);
        page.play_on(&mut Rng::from_number(7), 60_000);
        assert!(page.is_over(), "{game} came to {} lines", page.lines.len());
        let record = page.record();
        let record = record["record"].as_str().unwrap_or_else(|| panic!("{game}: {record}"));
        let read = catalog::read_record(record).expect("a record is read as it was written");
        read.verify(&catalog::CATALOG).unwrap_or_else(|rejection| panic!("{game}: {rejection}"));
        let replay = ask(0, &json!({ "do": "replay", "kept": page.kept, "lines": page.lines, "deal": 0 }));
        assert!(replay["steps"].as_array().is_some_and(|steps| !steps.is_empty()), "{game}: {replay}");
    }
}

#[test]
fn a_table_that_was_cut_off_at_any_moment_goes_on_where_it_was_shown() {
    for (game, seats, bot) in games() {
        let (mut page, mut rng) = (Page::open(&table(game, seats, bot), 8), Rng::from_number(8));
        for _ in 0..12 {
            let most = 1 + rng.below(9);
            page.play_on(&mut rng, most);
            let (shown, lines) = (page.snapshot().clone(), page.lines.len());
            page.revive(false);
            assert_eq!(*page.snapshot(), shown, "{game} after {lines} lines");
        }
    }
}

#[test]
fn the_same_seed_and_the_same_actions_make_the_same_match() {
    for (game, seats, bot) in games() {
        let played = |_| {
            let mut page = Page::open(&table(game, seats, bot), 9);
            page.play_on(&mut Rng::from_number(9), 400);
            page.lines
        };
        let [once, again] = [0, 1].map(played);
        assert!(once.len() > 20, "{game}");
        assert_eq!(once, again, "{game}");
    }
}

#[test]
fn while_the_person_thinks_nothing_is_done_and_a_bot_is_asked_after_its_pause_was_told() {
    let mut page = Page::open(&table("scopa", 2, "greedy"), 7);
    while page.snapshot()["actors"] != json!([0]) {
        page.wait();
    }
    assert_eq!(page.wake, None, "the table waits for the player alone");
    let before = page.now;
    page.play(&page.legal()[0].clone());
    assert_eq!(page.wake, Some(before), "the bot is asked at once");
    let lines = page.lines.len();
    page.wait();
    assert_eq!((page.lines.len(), page.wake), (lines, Some(before + 500)), "and acts when its pause is over");
    page.wait();
    assert!(page.lines.len() > lines);
}

#[test]
fn impossible_commands_are_refused_as_on_a_server() {
    let mut page = Page::open(&table("scopa", 2, "greedy"), 7);
    while page.snapshot()["actors"] != json!([0]) {
        page.wait();
    }
    let code = |page: &Page| page.notices.last().map(|notice| notice["code"].clone());
    page.play("Zz");
    assert_eq!(code(&page), Some(json!("unreadable")));
    page.command(json!({ "type": "play", "version": 99, "action": "7d", "id": "a" }));
    assert_eq!(code(&page), Some(json!("stale")));
    page.command(json!({ "type": "rematch" }));
    assert_eq!(code(&page), Some(json!("unfinished")));
    page.command(json!({ "type": "say", "phrase": "hello" }));
    assert_eq!(code(&page), Some(json!("options")));
    let unfinished = page.record();
    assert_eq!(unfinished["refused"]["code"], "unfinished", "{unfinished}");
    for (wrong, field) in [
        (json!({ "chairs": ["me", "open"] }), "chairs"),
        (json!({ "chairs": ["me", { "bot": "ismcts:20ms" }] }), "bot"),
        (json!({ "timeControl": { "delay": 20, "bank": 60, "increment": 0 } }), "timeControl"),
        (json!({ "game": "snap" }), "game"),
    ] {
        let mut asked = table("scopa", 2, "greedy");
        asked.as_object_mut().unwrap().extend(wrong.as_object().unwrap().clone());
        let refused = ask(BEGUN, &json!({ "do": "check", "table": asked }));
        let message = refused["refused"]["message"].as_str().unwrap_or_else(|| panic!("{refused}"));
        assert!(message.starts_with(field), "{message}");
    }
}

#[test]
fn hints_are_noted_what_was_played_is_taken_back_and_the_match_is_played_again() {
    let mut page = Page::open(&table("scopa", 2, "greedy"), 7);
    while page.snapshot()["actors"] != json!([0]) {
        page.wait();
    }
    let version = page.snapshot()["version"].clone();
    page.command(json!({ "type": "hint", "version": version, "id": "h" }));
    let hint = page.notices.last().unwrap().clone();
    assert_eq!((&hint["type"], &hint["id"]), (&json!("hint"), &json!("h")), "{hint}");
    assert!(hint["choices"].as_array().is_some_and(|choices| !choices.is_empty()));
    assert_eq!(page.kept["hinted"], true);
    let played = page.legal()[0].clone();
    page.play(&played);
    let version = page.snapshot()["version"].clone();
    page.command(json!({ "type": "undo", "version": version, "id": "u" }));
    assert!(page.legal().contains(&played), "{:?}", page.notices.last());
    assert_eq!(page.lines.last().map(|line| line.starts_with("undo")), Some(true));
    page.command(json!({ "type": "end", "agree": true }));
    assert!(page.is_over());
    assert_eq!(page.wake, None);
    let record = page.record()["record"].as_str().unwrap().to_owned();
    assert!(catalog::read_record(&record).is_ok());
    page.command(json!({ "type": "rematch" }));
    let again = page.notices.last().unwrap();
    assert_eq!((&again["type"], &again["next"]), (&json!("rematch"), &json!("local-99")));
    assert_eq!((page.others.len(), &page.kept["next"]), (1, &json!("local-99")));
    page.command(json!({ "type": "rematch" }));
    assert_eq!(page.others.len(), 1, "the rematch is created once");
}

/// A moved match loses the undone action, the voided deal and the stake.
#[test]
fn a_match_moves_to_a_server_as_it_stands() {
    let mut asked = table("gin-rummy", 2, "greedy");
    asked["stake"] = json!(50);
    let mut page = Page::open(&asked, 7);
    page.revive(true);
    while page.snapshot()["actors"] != json!([0]) {
        page.wait();
    }
    let played = page.legal()[0].clone();
    page.play(&played);
    let version = page.snapshot()["version"].clone();
    page.command(json!({ "type": "undo", "version": version, "id": "u" }));
    assert!(page.lines.iter().any(|line| line.starts_with("undo")), "{:?}", page.notices.last());
    assert!(page.lines.contains(&"void".to_owned()));
    let carried = ask(BEGUN, &json!({ "do": "carry", "kept": page.kept, "lines": page.lines, "seat": 1 }));
    let deals = carried["begun"]["deals"].as_array().unwrap_or_else(|| panic!("{carried}"));
    assert_eq!(deals.len(), 1);
    let deck = page.lines.iter().rfind(|line| line.starts_with("deal ")).unwrap();
    assert_eq!(deals[0]["deck"], deck["deal ".len()..]);
    assert!(!carried.to_string().contains("undo") && !carried.to_string().contains("void"));
    assert_eq!((&carried["chairs"], &carried["stake"]), (&json!(["me", "open"]), &Value::Null));
    let nothing = ask(BEGUN, &json!({ "do": "carry", "kept": page.kept, "lines": [], "seat": 1 }));
    assert!(nothing.to_string().contains("nothing has been dealt"), "{nothing}");
}

#[test]
fn a_deal_that_a_fault_broke_is_void_and_dealt_again() {
    let (mut page, mut rng) = (Page::open(&table("gin-rummy", 2, "greedy"), 7), Rng::from_number(7));
    page.play_on(&mut rng, 9);
    let deck = page.lines[0].clone();
    page.revive(true);
    assert!(page.notices.iter().any(|notice| notice["type"] == "voided"));
    assert!(page.lines.contains(&"void".to_owned()));
    assert_ne!(page.lines.last(), Some(&deck), "with another deck");
    page.play_on(&mut rng, 60_000);
    assert!(page.is_over());
    let record = page.record()["record"].as_str().unwrap().to_owned();
    catalog::read_record(&record).unwrap().verify(&catalog::CATALOG).unwrap();
}

#[test]
fn the_deal_of_the_day_ends_with_it() {
    let game = catalog::find("scopa").unwrap();
    let setup = catalog::day_setup(game);
    let mut asked = table("scopa", setup.seats.unwrap(), catalog::usual_bot(game));
    asked["options"] = serde_json::to_value(setup.into_options()).unwrap();
    asked["day"] = json!(catalog::Day::of_second(BEGUN / 1000).to_string());
    let mut page = Page::open(&asked, 7);
    page.play_on(&mut Rng::from_number(7), 60_000);
    assert_eq!(page.kept["ended"], json!({ "by": "agreement" }));
    let record = page.record()["record"].as_str().unwrap().to_owned();
    assert!(record.contains("deal of the day"), "{record}");
}
