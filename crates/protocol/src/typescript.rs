//! Generates the page's TypeScript types, such as `web/src/backend/wire.ts`, and checks that they are up to date.

use super::schema::Declarations;
use super::{
    AcceptChallenge, AccountChange, AccountDevice, AccountPasskey, ApiError, BeginPasskey, Bells, BoardFile,
    Challenges, Command, FinishPasskey, LanAddress, Leaderboard, Me, NewAccount, NewBells, NewChallenge,
    NewReport, NewTable, Notice, Opened, PasskeyOptions, PasskeySignIn, PlayCost, PlayerMatch, Position,
    Profile, Proven, PushKey, Question, RecoveryCodes, Replay, Resolved, RulingReply, SharedPad, SignIn,
    SignedIn, Snapshot, Subscription, TableInfo, Ties, Tricks, WatchList,
};
use cards::{Rng, Seat, Seed, Viewer};
use catalog::{AnyMatch, GameInfo, SetupText};
use std::collections::BTreeMap;
use std::path::Path;
use ts_rs::{Config, TS, TypeVisitor};

const SERVER: &str = "\
// Messages between the page and the server. docs/protocol.md explains them.
// Generated from the types in crates/protocol and of the games. Change those, then run
//     cargo xtask wire
";

const PADS: &str = "\
// Answers of score pads. docs/pads.md explains them.
// Generated from the types in crates/pads. Change those, then run
//     cargo xtask wire
";

const ARBITER: &str = "\
// Answers of the arbiter. docs/arbiter.md explains them.
// Generated from the types in crates/arbiter. Change those, then run
//     cargo xtask wire
";

/// Types to declare, with all types in their fields.
#[derive(Default)]
struct Visited {
    config: Config,
    types: BTreeMap<String, Declared>,
}

struct Declared {
    docs: String,
    text: String,
}

impl TypeVisitor for Visited {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if T::output_path().is_none() {
            return T::visit_generics(self);
        }
        let name = T::ident(&self.config);
        let text = without_docs(&T::decl(&self.config));
        if let Some(known) = self.types.get(&name) {
            assert_eq!(known.text, text, "two types are called {name}");
            return;
        }
        let docs =
            T::docs().map_or_else(String::new, |docs| format!("{}\n", without_examples(docs.trim_end())));
        self.types.insert(name, Declared { docs, text });
        T::visit_dependencies(self);
    }
}

impl Visited {
    /// Writes a type and then the types it names, in order, each once. The visitor has no stable order.
    fn write(&mut self, name: &str, file: &mut String) {
        let Some(Declared { docs, text }) = self.types.remove(name) else { return };
        file.push_str(&format!("\n{docs}export {}\n", formatted(&text)));
        text.split(|sign: char| !sign.is_alphanumeric()).for_each(|word| self.write(word, file));
    }
}

impl Visited {
    /// Writes the fields of each notice into the union, the form the page reads.
    fn inline_notices(mut self) -> Self {
        let Some(mut union) = self.types.remove("Notice") else { return self };
        let names: Vec<String> = self.types.keys().filter(|name| name.ends_with("Notice")).cloned().collect();
        for name in names {
            let Some(Declared { text, .. }) = self.types.remove(&name) else { continue };
            let fields = text.strip_prefix(&format!("type {name} = {{")).expect("a notice is a struct");
            let whole = format!(" }} & {name}");
            assert!(union.text.contains(&whole), "{name} is no notice");
            union.text = union.text.replace(&whole, &format!(",{}", fields.trim_end_matches(';')));
        }
        self.types.insert("Notice".to_owned(), union);
        self
    }

    /// Returns a file of `types` and the types they name. Types that `server` declares too are imported.
    fn file(mut self, header: &str, server: Option<&Self>, types: &[String]) -> String {
        let mut imported = Vec::new();
        for (name, Declared { text, .. }) in server.iter().flat_map(|server| &server.types) {
            if self.types.get(name).is_some_and(|own| own.text == *text) {
                self.types.remove(name);
                imported.push(name.as_str());
            }
        }
        let mut file = String::new();
        types.iter().for_each(|name| self.write(name, &mut file));
        let words: Vec<&str> = file.split(|sign: char| !sign.is_alphanumeric()).collect();
        imported.retain(|name| words.contains(name));
        let import = match imported[..] {
            [] => String::new(),
            _ => format!("import type {{ {} }} from \"../../backend/wire\";\n", imported.join(", ")),
        };
        format!("{header}{import}{file}")
    }
}

/// Removes the examples, which are in Rust, from documentation.
fn without_examples(docs: &str) -> String {
    let mut pieces = docs.split(" *\n * ```\n");
    let mut text = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        text.push_str(piece.split_once(" * ```\n").map_or(piece, |(_, rest)| rest));
    }
    text
}

/// Removes the fields' comments from a declaration. Readers find them at the Rust type.
fn without_docs(declared: &str) -> String {
    let mut parts = declared.split("/**");
    let first = parts.next().unwrap_or_default().to_owned();
    let text = parts.fold(first, |text, part| {
        let rest = part.split_once("*/").map_or(part, |(_, rest)| rest);
        format!("{} {}", text.trim_end(), rest.trim_start())
    });
    text.replace(", }", " }").trim_end().to_owned()
}

/// Puts each variant of a union on its own line.
fn formatted(declared: &str) -> String {
    let mut depth = 0;
    let mut text = String::new();
    for sign in declared.chars() {
        depth += i32::from(sign == '{') - i32::from(sign == '}');
        if sign == '|' && depth == 0 && text.ends_with("} ") {
            text.pop();
            text.push_str("\n  ");
        }
        text.push(sign);
    }
    text
}

macro_rules! visited {
    ($($name:ty),+ $(,)?) => {{
        let mut visited = Visited::default();
        $(visited.visit::<$name>();)+
        (visited, [$(<$name as TS>::ident(&Config::new())),+])
    }};
}

/// Returns all types that the page and the server exchange.
fn server_types() -> (Visited, [String; 51]) {
    let (visited, types) = visited![
        GameInfo,
        NewTable,
        Opened,
        Resolved,
        TableInfo,
        Snapshot,
        catalog::wire::Event,
        Replay,
        SharedPad,
        LanAddress,
        PushKey,
        Subscription,
        NewAccount,
        RecoveryCodes,
        SignIn,
        SignedIn,
        BeginPasskey,
        PasskeyOptions,
        FinishPasskey,
        PasskeySignIn,
        AccountPasskey,
        Me,
        Profile,
        PlayerMatch,
        Leaderboard,
        NewReport,
        RulingReply,
        Ties,
        NewChallenge,
        AcceptChallenge,
        Challenges,
        Bells,
        NewBells,
        WatchList,
        AccountChange,
        Proven,
        AccountDevice,
        Question,
        Tricks,
        PlayCost,
        Position,
        BoardFile,
        Command,
        Notice,
        ApiError,
        catalog::Seen,
        catalog::Verified,
        catalog::Decision,
        catalog::Learn,
        catalog::Coached,
        catalog::DayResult,
    ];
    (visited.inline_notices(), types)
}

fn wire_ts() -> String {
    let (visited, types) = server_types();
    visited.file(SERVER, None, &types)
}

#[test]
fn the_types_of_the_page_are_up_to_date() {
    assert_made("backend/wire.ts", &wire_ts());
    let (server, _) = server_types();
    let (pads, types) = visited![pads::View, pads::Description, pads::Operation, pads::Change];
    assert_made("real-cards/pads/wire.ts", &pads.file(PADS, Some(&server), &types));
    let (arbiter, types) = visited![arbiter::Form, arbiter::Rulings];
    assert_made("real-cards/arbiter/wire.ts", &arbiter.file(ARBITER, Some(&server), &types));
    let games: Vec<&str> = arbiter::games().collect();
    assert_made("real-cards/arbiter/games.json", &format!("{}\n", serde_json::json!(games)));
}

/// Checks that a generated file of the page is up to date. `cargo xtask wire` writes it instead.
fn assert_made(path: &str, made: &str) {
    let full = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src").join(path);
    if std::env::var("PARLOUR_WRITE_WIRE").is_ok() {
        std::fs::write(&full, made).expect("the page has a folder");
    }
    let found = std::fs::read_to_string(&full).unwrap_or_default();
    assert!(found == made, "web/src/{path} is out of date; run `cargo xtask wire`");
}

/// Returns the games with their presets and options, one a line. The page shows the rule book from this file, without
/// the server.
fn games_json() -> Option<String> {
    let games: Result<Vec<String>, _> =
        catalog::CATALOG.games().map(|game| serde_json::to_string(&game.info())).collect();
    Some(format!("[\n{}\n]\n", games.ok()?.join(",\n")))
}

#[test]
fn the_rule_book_of_the_page_knows_all_games() {
    assert_made("book/games.json", &games_json().expect("games can be written as JSON"));
}

fn check(declared: &Declarations, written: &str, json: &str) {
    let value = serde_json::from_str(json).unwrap();
    declared.check(written, &value).unwrap_or_else(|error| panic!("{error} in {json}"));
}

fn check_sent(declared: &Declarations, game: &dyn AnyMatch, viewers: &[Viewer], sent: &[catalog::WireValue]) {
    let [view, event] = catalog::wire::names(game.game(), &Config::new()).expect("it is in the catalog");
    sent.iter().for_each(|events| check(declared, &format!("{event}[]"), events.to_json().get()));
    for viewer in viewers {
        check(declared, "Snapshot", game.snapshot(*viewer).to_json().get());
        check(declared, &format!("{view} | null"), game.view(*viewer).get());
    }
}

#[test]
fn views_and_events_have_their_declared_types() {
    let declared = Declarations::read(&wire_ts());
    check(&declared, "Game[]", &games_json().expect("games can be written as JSON"));
    for game in catalog::CATALOG.games() {
        for (number, seats) in game.info().seats.into_iter().enumerate() {
            let setup = game.info().presets.into_iter().find_map(|preset| {
                let tables = preset.tables.iter().any(|table| table.seats == seats);
                let preset = Some(preset.id.to_owned()).filter(|_| tables)?;
                Some(SetupText { preset: Some(preset), options: Default::default(), seats: Some(seats) })
            });
            let seed = Seed::from_number(number as u64);
            let mut rng = Rng::from_number(number as u64);
            let viewers: Vec<Viewer> = Viewer::all(seats).collect();
            let mut table = game.open(&setup.unwrap(), Seat::new(0)).unwrap();
            check_sent(&declared, &*table, &viewers, &[]);
            for _ in 0..3 {
                if table.phase() != engine::Phase::Between {
                    break;
                }
                let sent = table.deal(&table.next_deck(&seed), &viewers).unwrap();
                check_sent(&declared, &*table, &viewers, &sent);
                while table.phase() == engine::Phase::Playing {
                    // Random actions, because some games never end if each player repeats one action.
                    let legal = |seat| table.legal(seat).into_iter().map(move |action| (seat, action));
                    let legal: Vec<(Seat, String)> = table.actors().iter().flat_map(legal).collect();
                    let sent = match table.next_shuffle(&seed) {
                        Some(shuffle) => table.enter(&shuffle, &viewers).unwrap(),
                        None => {
                            let (seat, action) = &legal[rng.below(legal.len())];
                            table.play(*seat, action, &viewers).unwrap()
                        }
                    };
                    check_sent(&declared, &*table, &viewers, &sent);
                }
            }
        }
    }
}
