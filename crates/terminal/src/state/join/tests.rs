//! Tests of remote tables: at a real server, through its restart, and with malformed messages.

use super::*;
use crate::Look;
use crate::games::games;
use crate::screen::screen;
use crate::state::{Input, step};
use crate::tests::play_at_random;
use cards::{Rng, Seed, Viewer};
use catalog::{AnyMatch, SetupText};
use engine::Phase;
use i18n::{Faces, Language};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use serde_json::{Value, json};
use server::{BotLimits, Limits, NoPage, Pace, Server};
use std::io::Read;
use std::net::{SocketAddr, TcpStream};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::thread;
use std::time::Instant;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;

/// Timeout, far longer than any step takes.
const TIMEOUT: Duration = Duration::from_secs(90);

fn settings() -> Settings {
    let mut settings = Settings::new("scopa", SetupText::default());
    settings.language = Language::English;
    settings.look = Look::FULL;
    settings.pause = Duration::ZERO;
    settings
}

/// Time a table waits for a player who isn't ready for the next deal.
const SCORING: Duration = Duration::from_secs(30);

/// Running server.
struct TestServer {
    runtime: Runtime,
    address: SocketAddr,
    close: oneshot::Sender<()>,
    running: tokio::task::JoinHandle<()>,
}

impl TestServer {
    fn open(data: &Path, port: u16) -> Self {
        let runtime = Runtime::new().unwrap();
        let settings = server::Settings {
            pace: Pace {
                bot: Duration::ZERO,
                window: Duration::from_millis(20),
                scoring: SCORING,
                thrown_in: Duration::ZERO,
                count: Duration::ZERO,
                timeout: Duration::from_secs(1),
                absence: Duration::from_secs(60),
                idle: Duration::from_millis(50),
            },
            limits: Limits { bots: BotLimits { threads: 2, ..BotLimits::default() }, ..Limits::none() },
            ..server::Settings::new(data, ([127, 0, 0, 1], port).into(), NoPage)
        };
        let server = runtime.block_on(Server::bind(settings)).unwrap();
        let address = server.address();
        let (close, closed) = oneshot::channel();
        let running = runtime.spawn(server.run(async {
            let _ = closed.await;
        }));
        Self { runtime, address, close, running }
    }

    fn close(self) {
        let _ = self.close.send(());
        self.runtime.block_on(self.running).unwrap();
    }

    /// Creates a table for the user with this data folder. Returns its address.
    fn create_table(&self, folder: &Path, game: &str, chairs: &Value) -> String {
        let server = format!("http://{}", self.address);
        let token = token(folder, &server).unwrap();
        let seats = chairs.as_array().unwrap().len();
        let body = json!({ "game": game, "options": {}, "seats": seats, "chairs": chairs, "name": "Ada" })
            .to_string();
        let mut stream = TcpStream::connect(self.address).unwrap();
        let (host, length) = (self.address, body.len());
        write!(
            stream,
            "POST /api/tables HTTP/1.1\r\nhost: {host}\r\nauthorization: Bearer {token}\r\nconnection: close\r\n\
             content-length: {length}\r\n\r\n{body}"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (_, body) = answer.split_once("\r\n\r\n").unwrap();
        let opened: Value = serde_json::from_str(body).unwrap_or_else(|_| panic!("{answer}"));
        format!("{server}/table/{}", opened["table"].as_str().unwrap())
    }
}

/// Client of one player.
struct Person {
    state: State,
    connection: Connection,
    left: bool,
    opened: Instant,
}

impl Person {
    fn sit_down(folder: &Path, address: &str, name: &str) -> Self {
        Self::come(folder, address, name, false)
    }

    fn come(folder: &Path, address: &str, name: &str, watch: bool) -> Self {
        let join = Join {
            address: address.to_owned(),
            name: Some(name.to_owned()),
            seat: None,
            watch,
            folder: folder.to_owned(),
        };
        let (state, effects, connection) = super::sit_down(settings(), &join).unwrap();
        let mut person = Self { state, connection, left: false, opened: Instant::now() };
        person.carry_out(effects);
        person
    }

    fn carry_out(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Say(command) => self.connection.say(command),
                Effect::Leave => self.left = true,
                Effect::Think(_) => panic!("no local job at a remote table"),
                Effect::Save { .. } => panic!("no local file at a remote table"),
            }
        }
    }

    fn take_in(&mut self, input: Input) {
        let effects = step(&mut self.state, input).unwrap();
        self.carry_out(effects);
    }

    fn press(&mut self, key: KeyCode) {
        self.take_in(Input::Key(KeyEvent::new(key, KeyModifiers::NONE)));
    }

    /// Handles all received messages.
    fn listen(&mut self) {
        self.take_in(Input::Tick(self.opened.elapsed()));
        while let Some(heard) = self.connection.heard() {
            self.take_in(Input::Heard(heard));
        }
        picture(&self.state);
    }

    fn waits_for_answer(&self) -> bool {
        self.state.table.remote().unwrap().commands.is_awaiting()
    }

    /// Plays the selected card with its first action, if it is the player's turn.
    fn press_on(&mut self) {
        if self.state.my_turn() && !self.waits_for_answer() && !self.state.timers.awaits_scoring() {
            self.press(KeyCode::Enter);
        }
    }

    /// Plays a random action, if it is the player's turn.
    fn play_anything(&mut self, rng: &mut Rng) {
        let legal = self.state.snapshot.legal.clone();
        if self.state.my_turn() && !self.waits_for_answer() && !legal.is_empty() {
            let effects = play(&mut self.state, &legal[rng.below(legal.len())]).unwrap();
            self.carry_out(effects);
        }
    }

    fn is_counted(&self) -> bool {
        matches!(self.state.screen.view, View::Scoring { .. })
    }
}

fn picture(state: &State) -> String {
    let mut pictures = String::new();
    for (width, height) in [(80, 24), (120, 40)] {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal
            .draw(|frame| {
                screen(state, frame.buffer_mut());
            })
            .unwrap();
        pictures += &terminal.backend().to_string();
    }
    pictures
}

/// Repeats `go_on` until it returns `true`.
fn until(what: &str, mut go_on: impl FnMut() -> bool) {
    let since = Instant::now();
    while !go_on() {
        assert!(since.elapsed() < TIMEOUT, "{what}");
        thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn two_terminals_play_scopa_at_one_table_and_a_third_looks_on() {
    let folder = tempfile::tempdir().unwrap();
    let of = |name: &str| folder.path().join(name);
    let server = TestServer::open(&of("server"), 0);
    let address = server.create_table(&of("ada"), "scopa", &json!(["me", "open"]));
    let mut ada = Person::sit_down(&of("ada"), &address, "");
    assert!(picture(&ada.state).contains("1 seat is open"), "{}", picture(&ada.state));
    let mut bob = Person::sit_down(&of("bob"), &address, "Bob");
    let mut carla = Person::come(&of("carla"), &address, "", true);
    until("all see the first deal", || {
        let mut people = [&mut ada, &mut bob, &mut carla];
        people.iter_mut().for_each(|person| person.listen());
        people.iter().all(|person| person.state.snapshot.phase == SnapshotPhase::Playing)
    });
    for person in [&ada, &bob, &carla] {
        assert_eq!(person.state.words.faces, Faces::Latin40, "Scopa has Latin cards, as on the page");
        assert!(!picture(&person.state).contains(['♣', '♦', '♥', '♠']), "{}", picture(&person.state));
    }
    until("the first deal ends", || {
        for person in [&mut ada, &mut bob] {
            person.listen();
            person.press_on();
        }
        carla.listen();
        // A deal with three kings on the table is thrown in, and the next is dealt automatically.
        let was_played = ada.state.scores.last().is_some_and(|score| !score.thrown_in);
        was_played && ada.is_counted() && bob.is_counted() && carla.is_counted()
    });
    assert_eq!(ada.state.snapshot.totals, bob.state.snapshot.totals);
    assert!(picture(&ada.state).contains("Bob") && picture(&bob.state).contains("Ada"));
    assert!(picture(&carla.state).contains("Ada") && !carla.state.my_turn());
    let log = |person: &Person| person.state.log.lines().len();
    assert!(log(&ada) > 36 && log(&bob) > 36, "{} {}", log(&ada), log(&bob));
    // Keys that need a local record do nothing.
    for key in "vhs".chars() {
        ada.press(KeyCode::Char(key));
        assert!(ada.state.screen.over.is_none() && ada.is_counted(), "{key}");
    }
    let next = ada.state.snapshot.deal + 1;
    ada.press(KeyCode::Enter);
    bob.press(KeyCode::Enter);
    until("the second deal begins", || {
        ada.listen();
        bob.listen();
        [&ada, &bob]
            .iter()
            .all(|person| person.state.snapshot.deal == next && person.state.screen.view == View::Table)
    });
    // The server parses a typed line and explains errors in a sentence.
    let (mover, other) = if ada.state.my_turn() { (&mut ada, &mut bob) } else { (&mut bob, &mut ada) };
    for key in ":play nonsense".chars() {
        mover.press(KeyCode::Char(key));
    }
    mover.press(KeyCode::Enter);
    until("the server refuses it", || {
        mover.listen();
        mover.state.screen.message.as_ref().is_some_and(|message| message.refused)
    });
    other.press(KeyCode::Enter);
    assert!(picture(&other.state).contains("not your turn"), "{}", picture(&other.state));
    server.close();
}

#[test]
fn every_other_game_is_played_with_bots_to_the_end_of_a_deal() {
    let folder = tempfile::tempdir().unwrap();
    let of = |name: &str| folder.path().join(name);
    let server = TestServer::open(&of("server"), 0);
    let mut rng = Rng::from_number(3);
    for (game, seats) in [
        ("wall-street", 2),
        ("cassino", 2),
        ("gin-rummy", 2),
        ("thirty-one", 3),
        ("speed", 2),
        ("bridge", 4),
        ("sharks", 3),
    ] {
        let bot = |seat| if seat == 0 { json!("me") } else { json!({ "bot": "random" }) };
        let chairs: Value = (0..seats).map(bot).collect();
        let address = server.create_table(&of("ada"), game, &chairs);
        let mut ada = Person::sit_down(&of("ada"), &address, "Ada");
        until(&format!("the deal of {game} ends"), || {
            ada.listen();
            ada.play_anything(&mut rng);
            ada.is_counted()
        });
        assert!(ada.state.scores.last().is_some(), "{game}");
        ada.press(KeyCode::Char('c'));
        picture(&ada.state);
    }
    server.close();
}

#[test]
fn a_killed_server_restores_all_matches() {
    let folder = tempfile::tempdir().unwrap();
    let of = |name: &str| folder.path().join(name);
    let server = TestServer::open(&of("server"), 0);
    let address = server.create_table(&of("ada"), "scopa", &json!(["me", "open"]));
    let mut ada = Person::sit_down(&of("ada"), &address, "");
    let mut bob = Person::sit_down(&of("bob"), &address, "Bob");
    let both = |ada: &mut Person, bob: &mut Person, plays: bool| {
        for person in [ada, bob] {
            person.listen();
            if plays {
                person.press_on();
            }
        }
    };
    until("some cards are played", || {
        both(&mut ada, &mut bob, true);
        ada.state.snapshot.version > 8
    });
    until("they are answered", || {
        both(&mut ada, &mut bob, false);
        !ada.waits_for_answer()
            && !bob.waits_for_answer()
            && ada.state.snapshot.version == bob.state.snapshot.version
    });
    let (version, port) = (ada.state.snapshot.version, server.address.port());
    server.close();
    until("they see that the server is gone", || {
        both(&mut ada, &mut bob, false);
        [&ada, &bob].iter().all(|person| !person.state.table.remote().unwrap().connected)
    });
    assert!(picture(&ada.state).contains("Connection lost"));
    // An action during the outage is performed once after it.
    until("a player acts", || {
        // A card with several actions takes two keys.
        both(&mut ada, &mut bob, true);
        ada.waits_for_answer() || bob.waits_for_answer()
    });
    let server = TestServer::open(&of("server"), port);
    until("it goes on", || {
        both(&mut ada, &mut bob, false);
        ada.state.snapshot.version == version + 1 && bob.state.snapshot.version == version + 1
    });
    until("the deal ends", || {
        both(&mut ada, &mut bob, true);
        ada.is_counted() && bob.is_counted()
    });
    // A restarted server has lost the list of ready players. Players need not repeat themselves.
    let is_ada_ready = |bob: &Person| bob.state.table.remote().unwrap().ready.contains(Seat::new(0));
    ada.press(KeyCode::Enter);
    until("Bob sees that Ada is ready", || {
        both(&mut ada, &mut bob, false);
        is_ada_ready(&bob)
    });
    let deal = bob.state.snapshot.deal;
    server.close();
    let server = TestServer::open(&of("server"), port);
    until("Bob sees that the server has forgotten it", || {
        bob.listen();
        !is_ada_ready(&bob)
    });
    let since = Instant::now();
    until("Bob sees that Ada is ready still", || {
        both(&mut ada, &mut bob, false);
        // If Ada was back first, the table may already be in the next deal.
        is_ada_ready(&bob) || bob.state.snapshot.deal > deal
    });
    assert!(since.elapsed() < SCORING / 2, "the next deal has not waited for Ada any longer");
    // A player who left gets the same seat again. The hint says how.
    let join =
        Join { address: format!("{address}/"), name: None, seat: None, watch: false, folder: of("bob") };
    assert!(way_back(&bob.state, &join).unwrap().contains(&format!("parlour join {address}")));
    drop(bob);
    let bob = Person::sit_down(&of("bob"), &address, "Robert");
    assert_eq!(bob.state.cast.me, Seat::new(1));
    server.close();
}

/// Messages sent during an outage are lost, but a player who is shown as ready presses no key
/// again.
#[test]
fn readiness_survives_a_broken_connection() {
    let me = Viewer::Seat(Seat::new(0));
    let mut played = catalog::find("scopa").unwrap().open(&SetupText::first_preset(2), Seat::new(1)).unwrap();
    let mut rng = Rng::from_number(3);
    while play_at_random(&mut *played, 1, &Seed::from_number(2), &mut rng, &[]).is_some() {}
    let counted = notice_of(&*played, me);
    played.deal(&played.next_deck(&Seed::from_number(2)), &[]).unwrap();
    let dealt = notice_of(&*played, me);
    // Returns the commands sent after a reconnect with this table message.
    let said = |told: &Value| {
        let first = table_notice(&counted).unwrap();
        let (remote, happened) = Remote::new("x", &first, &settings(), Duration::ZERO).unwrap();
        let (mut state, _) = State::at(settings(), Table::from_remote(remote), 0, &happened).unwrap();
        take_in(&mut state, Heard::Lost).unwrap();
        step(&mut state, Input::Key(KeyEvent::from(KeyCode::Enter))).unwrap();
        assert!(state.screen.message.is_some());
        let effects = take_in(&mut state, Heard::decode(&told.to_string()).unwrap()).unwrap();
        let command = |effect: Effect| if let Effect::Say(command) = effect { Some(command) } else { None };
        effects.into_iter().filter_map(command).collect::<Vec<_>>()
    };
    let with = |field: &str, value: Value| {
        let mut told = counted.clone();
        told["info"][field] = value;
        told
    };
    assert_eq!(said(&counted), [Command::Continue { table: "x".to_owned() }]);
    assert_eq!(said(&with("ready", json!([1]))), [Command::Continue { table: "x".to_owned() }]);
    assert_eq!(said(&with("ready", json!([0]))), [], "the server knows");
    assert_eq!(said(&with("diverged", json!(50))), [], "no player has agreed to that");
    assert_eq!(said(&dealt), [], "it was said of another deal");
}

/// Otherwise the user would watch without knowing why.
#[test]
fn a_seat_taken_while_the_server_is_away_is_taken_afterwards() {
    let folder = tempfile::tempdir().unwrap();
    let listener = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let address = format!("http://{}/table/x", listener.local_addr().unwrap());
    let played = catalog::find("scopa").unwrap().open(&SetupText::first_preset(2), Seat::new(0)).unwrap();
    let told = |viewer, seat: Value| {
        let mut told = notice_of(&*played, viewer);
        told["info"]["chairs"][0] = seat;
        tungstenite::Message::text(told.to_string())
    };
    let open = told(Viewer::Public, json!({ "kind": "open" }));
    let seated = told(
        Viewer::Seat(Seat::new(0)),
        json!({ "kind": "person", "name": "Ada", "connected": true, "left": false }),
    );
    let server = thread::spawn(move || {
        for hears_it in [false, true] {
            let (stream, _) = listener.accept().unwrap();
            let mut socket = tungstenite::accept(stream).unwrap();
            for _ in 0..2 {
                socket.read().unwrap();
            }
            socket.send(open.clone()).unwrap();
            let said = socket.read().unwrap();
            if hears_it {
                assert!(said.to_text().unwrap().contains(r#""type":"sit""#), "{said}");
                socket.send(seated.clone()).unwrap();
                while socket.read().is_ok() {}
            }
        }
    });
    let join = Join {
        address,
        name: Some("Ada".to_owned()),
        seat: Some(0),
        watch: false,
        folder: folder.path().to_owned(),
    };
    let (state, _, connection) = super::sit_down(settings(), &join).unwrap();
    assert!(!state.table.remote().unwrap().looks_on());
    drop(connection);
    server.join().unwrap();
}

#[test]
fn a_refused_seat_has_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let of = |name: &str| folder.path().join(name);
    let server = TestServer::open(&of("server"), 0);
    let address = server.create_table(&of("ada"), "scopa", &json!(["me", { "bot": "random" }]));
    let why = |address: &str, seat| {
        let name = Some("Bob".to_owned());
        let join = Join { address: address.to_owned(), name, seat, watch: false, folder: of("bob") };
        super::sit_down(settings(), &join).err().map(|error| error.to_string()).unwrap_or_default()
    };
    assert!(why(&address, None).contains("no seat is free"));
    let open = server.create_table(&of("ada"), "scopa", &json!(["me", "open"]));
    assert!(why(&open, Some(0)).contains("seat 0 isn't free"));
    assert!(why(&format!("{address}x"), None).contains("table"), "{}", why(&format!("{address}x"), None));
    assert!(why("scopa", None).contains("is not the address of a table"));
    let secure = why(&address.replace("http:", "https:"), None);
    if cfg!(feature = "tls") {
        assert!(secure.contains("can't reach") && !secure.contains("answer"), "{secure}");
    } else {
        assert!(secure.starts_with("this build has no TLS"), "{secure}");
    }
    server.close();
    assert!(why(&address, None).contains("can't reach"));
}

#[test]
fn messages_of_a_hostile_server_end_with_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let mut rng = Rng::from_number(5);
    let listener = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let address = format!("http://{}/table/x", listener.local_addr().unwrap());
    let mut played = catalog::find("scopa").unwrap().open(&SetupText::first_preset(2), Seat::new(0)).unwrap();
    let seed = Seed::from_number(1);
    played.deal(&played.next_deck(&seed), &[]).unwrap();
    let told = notice_of(&*played, Viewer::Public);
    let says = told.to_string();
    let harm: Vec<String> = (0..40)
        .map(|_| {
            let mut snapshot = told["snapshot"].clone();
            alter(&mut snapshot["view"], &mut rng);
            let short = json!({
                "type": "played", "table": "x", "seat": 0, "action": "7d", "snapshot": snapshot, "events": [],
            });
            let short = short.to_string();
            // A server may send invalid JSON or endless data.
            match rng.below(6) {
                0 => "[".repeat(100_000),
                1 => "{}".to_owned(),
                2 => "\u{0}".to_owned(),
                _ => short,
            }
        })
        .collect();
    let count = harm.len();
    let server = thread::spawn(move || {
        for harm in harm {
            let (stream, _) = listener.accept().unwrap();
            let mut socket = tungstenite::accept(stream).unwrap();
            for _ in 0..2 {
                socket.read().unwrap();
            }
            socket.send(tungstenite::Message::text(says.as_str())).unwrap();
            socket.send(tungstenite::Message::text(harm)).unwrap();
            while socket.read().is_ok() {}
        }
    });
    let mut sentences = 0;
    for _ in 0..count {
        let join = Join {
            address: address.clone(),
            name: None,
            seat: None,
            watch: true,
            folder: folder.path().to_owned(),
        };
        let (mut state, _, connection) = super::sit_down(settings(), &join).unwrap();
        let heard = connection.wait().unwrap();
        match take_in(&mut state, heard) {
            Ok(_) => drop(picture(&state)),
            Err(error) => {
                assert!(error.to_string().starts_with("can't read a message"), "{error}");
                sentences += 1;
            }
        }
    }
    server.join().unwrap();
    assert!(sentences > 5, "{sentences}");
}

/// Returns the table message of a match for a viewer.
fn notice_of(game: &dyn AnyMatch, viewer: Viewer) -> Value {
    let setup = game.setup();
    let chairs: Vec<Value> = (0..game.seats())
        .map(|seat| json!({ "kind": "person", "name": seat.to_string(), "connected": true, "away": null, "substitute": null, "left": false }))
        .collect();
    let you = match viewer {
        Viewer::Seat(seat) => json!(u8::from(seat)),
        Viewer::Public => Value::Null,
    };
    json!({
        "type": "table",
        "info": {
            "table": "x", "commitment": "", "restarts": 0, "window": 0, "absence": 0, "ending": [], "unverifiedDeals": 0,
            "game": game.game(), "preset": setup.preset, "options": setup.options, "seats": game.seats(),
            "chairs": chairs, "ready": [], "you": you, "clocks": [],
        },
        "snapshot": serde_json::to_value(game.snapshot(viewer)).unwrap(),
        "log": [],
    })
}

/// Parses a table message.
fn table_notice(told: &Value) -> Result<notice::Table, Error> {
    match Heard::decode(&told.to_string()) {
        Some(Heard::Notice(Notice::Table(told))) => Ok(*told),
        Some(Heard::Unreadable(error)) => Err(invalid_message(error.to_string())),
        other => panic!("{other:?} is no table"),
    }
}

/// Changes one random place in a value.
fn alter(value: &mut Value, rng: &mut Rng) {
    match value {
        Value::Array(items) if !items.is_empty() && rng.below(4) > 0 => {
            let index = rng.below(items.len());
            match rng.below(4) {
                0 => drop(items.remove(index)),
                1 => items.push(items[index].clone()),
                _ => alter(&mut items[index], rng),
            }
        }
        Value::Object(fields) if !fields.is_empty() && rng.below(8) > 0 => {
            let key = fields.keys().nth(rng.below(fields.len())).cloned().unwrap_or_default();
            if rng.below(16) == 0 {
                fields.remove(&key);
            } else if let Some(field) = fields.get_mut(&key) {
                alter(field, rng);
            }
        }
        _ => {
            let huge = json!("x".repeat(300));
            let others = [
                json!(null),
                json!(true),
                json!(-1),
                json!(0),
                json!(3),
                json!(5),
                json!(7),
                json!(200),
                json!(255),
                json!(2_147_483_647),
                json!(-2_147_483_648_i64),
                json!(1e300),
                json!("7d"),
                json!("\u{1b}[2J"),
                huge,
                json!([]),
                json!([0, 1, 2, 3, 4, 5]),
                json!({}),
                json!({ "open": ["7d", "8c"] }),
                json!({ "closed": 255 }),
            ];
            *value = others[rng.below(others.len())].clone();
        }
    }
}

/// Draws a table with this message in every way, or returns the error.
fn shown(told: &Value, events: Option<&Value>) -> Result<(), Error> {
    let told = table_notice(told)?;
    let (remote, happened) = Remote::new("x", &told, &settings(), Duration::ZERO)?;
    let settings = Settings { game: told.info.game, ..settings() };
    let (mut state, _) = State::at(settings, Table::from_remote(remote), 0, &happened)?;
    if let Some(events) = events {
        let snapshot = serde_json::to_string(&told.snapshot).unwrap();
        let played = format!(
            r#"{{"type":"played","table":"x","seat":0,"action":"7d","snapshot":{snapshot},"events":{events}}}"#
        );
        take_in(&mut state, Heard::decode(&played).unwrap())?;
    }
    for key in ["", "1", "\n", "c", "?", ":"] {
        let code = match key.chars().next() {
            None => continue,
            Some('\n') => KeyCode::Enter,
            Some(symbol) => KeyCode::Char(symbol),
        };
        picture(&state);
        step(&mut state, Input::Key(KeyEvent::new(code, KeyModifiers::NONE)))?;
        picture(&state);
        state.screen.over = None;
    }
    for view in [View::Scoring { scroll: 0 }, View::Result { scroll: 0 }, View::Table] {
        state.screen.view = view;
        let drawn = picture(&state);
        assert!(!drawn.contains('\u{1b}'), "what a terminal obeys is not drawn");
    }
    Ok(())
}

/// Draws one of this many messages of random matches, and damaged copies of each.
fn check_messages(one_of: usize) {
    let mut rng = Rng::from_number(11);
    let (mut drawn, mut refused) = (0, 0);
    for game in games() {
        for preset in game.info().presets {
            let Some(table) = preset.tables.last() else { continue };
            let setup = SetupText {
                preset: Some(preset.id.to_owned()),
                seats: Some(table.seats),
                ..SetupText::default()
            };
            let mut played = game.open(&setup, Seat::new(0)).unwrap();
            let seed = Seed::from_number(rng.below(1000) as u64);
            let viewers = [Viewer::Seat(Seat::new(0)), Viewer::Public];
            loop {
                let Some(events) = play_at_random(&mut *played, 2, &seed, &mut rng, &viewers) else { break };
                let between = played.phase() != Phase::Playing;
                if !between && rng.below(one_of) > 0 {
                    continue;
                }
                for (viewer, events) in viewers.iter().zip(&events) {
                    let told = notice_of(&*played, *viewer);
                    let events: Value = serde_json::from_str(events.to_json().get()).unwrap();
                    shown(&told, Some(&events)).unwrap_or_else(|error| panic!("{error}: {told}"));
                    for _ in 0..6 {
                        let (mut told, mut events) = (told.clone(), events.clone());
                        match rng.below(5) {
                            0 => alter(&mut events, &mut rng),
                            1 => alter(&mut told["info"], &mut rng),
                            2 => alter(&mut told["snapshot"], &mut rng),
                            _ => alter(&mut told["snapshot"]["view"], &mut rng),
                        }
                        let result = catch_unwind(AssertUnwindSafe(|| shown(&told, Some(&events))));
                        match result.unwrap_or_else(|_| panic!("it panics: {told} {events}")) {
                            Ok(()) => drawn += 1,
                            Err(error) => {
                                assert!(!error.to_string().is_empty());
                                refused += 1;
                            }
                        }
                    }
                }
            }
        }
    }
    assert!(drawn > 200 && refused > 200, "{drawn} drawn, {refused} refused");
}

#[test]
fn server_messages_are_drawn_or_refused() {
    check_messages(48);
}

#[test]
#[ignore = "takes long: cargo xtask test --full"]
fn many_server_messages_are_drawn_or_refused() {
    check_messages(4);
}

#[test]
fn a_table_of_a_game_without_a_layout_is_refused() {
    let game = catalog::find("faulty").unwrap().open(&SetupText::default(), Seat::new(0)).unwrap();
    let told = notice_of(&*game, Viewer::Seat(Seat::new(0)));
    assert!(matches!(shown(&told, None), Err(Error::NoLayout(game)) if game == "faulty"));
}
