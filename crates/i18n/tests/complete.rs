//! Completeness tests: every message exists in every language.
#![allow(clippy::unwrap_used, reason = "helpers of tests may panic like tests")]

use cards::{Card, Rng, Seat, Seed, Viewer};
use catalog::{AnyGame, AnyMatch, CATALOG, GameInfo, Rejection, SetupText};
use engine::{Code, Game, OptionValue, Phase, RuleViolation, Values};
use i18n::{Faces, Language, Words};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::LazyLock;

type Texts = BTreeMap<String, String>;

/// Parts of a game's file. Texts that the code requests by a literal key are in the general files
/// instead.
const PARTS_OF_A_GAME: [&str; 4] = ["rules", "pads", "real-cards", "terminal"];

/// Returns all catalogs of a language by name, including those of the page: `rules.json`, and
/// additions of a game such as `games/scopa.json rules`.
fn files(language: Language) -> &'static BTreeMap<String, Texts> {
    static ENGLISH: LazyLock<BTreeMap<String, Texts>> = LazyLock::new(|| read_files(Language::English));
    static ITALIAN: LazyLock<BTreeMap<String, Texts>> = LazyLock::new(|| read_files(Language::Italian));
    match language {
        Language::English => &ENGLISH,
        Language::Italian => &ITALIAN,
    }
}

fn read_files(language: Language) -> BTreeMap<String, Texts> {
    let text = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../text").join(language.code());
    let read = |folder: &str| -> Vec<(String, String)> {
        let entries = std::fs::read_dir(text.join(folder)).unwrap().map(|entry| entry.unwrap().path());
        entries
            .filter(|path| path.extension().is_some_and(|ending| ending == "json"))
            .map(|path| {
                let name = path.file_name().unwrap().to_str().unwrap();
                (format!("{folder}{name}"), std::fs::read_to_string(&path).unwrap())
            })
            .collect()
    };
    let mut files = BTreeMap::new();
    for (name, text) in read("") {
        files.insert(name, serde_json::from_str(&text).unwrap());
    }
    for (name, text) in read("games/") {
        let parts: BTreeMap<String, Texts> = serde_json::from_str(&text).unwrap();
        for (part, texts) in parts {
            assert!(PARTS_OF_A_GAME.contains(&part.as_str()), "{name}: unused part {part}");
            files.insert(format!("{name} {part}"), texts);
        }
    }
    files
}

fn placeholders(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name).collect()
}

#[test]
fn both_languages_have_the_same_keys_and_the_same_places() {
    let (english, italian) = (files(Language::English), files(Language::Italian));
    assert_eq!(english.keys().collect::<Vec<_>>(), italian.keys().collect::<Vec<_>>());
    assert!(english.contains_key("rules.json") && english.contains_key("terminal.json"));
    for (file, english) in english {
        let italian = &italian[file];
        let missing: Vec<_> = english.keys().filter(|key| !italian.contains_key(*key)).collect();
        let extra: Vec<_> = italian.keys().filter(|key| !english.contains_key(*key)).collect();
        assert!(
            missing.is_empty() && extra.is_empty(),
            "{file}: missing in Italian {missing:?}, extra {extra:?}"
        );
        for (key, text) in english {
            assert_eq!(placeholders(text), placeholders(&italian[key]), "{file}: {key}");
            assert!(!text.trim().is_empty() && !italian[key].trim().is_empty(), "{file}: {key} is empty");
        }
    }
}

/// If a program loads two files, a key in both would be ambiguous.
#[test]
fn no_key_stands_in_two_files_that_are_read_together() {
    let english = files(Language::English);
    let terminal = ["rules", "common", "pads", "terminal"];
    let page = ["rules", "common", "pads"];
    let arbiter = ["real-cards"];
    // All files of this name belong to the page.
    let is_page = |together: &[&str], part: &str| together == page && part.ends_with("page");
    for together in [terminal.as_slice(), &page, &arbiter] {
        let part = |name: &str| {
            name.strip_suffix(".json").or(name.split_once(' ').map(|(_, part)| part)).unwrap().to_owned()
        };
        let read: Vec<&str> = english
            .keys()
            .map(String::as_str)
            .filter(|name| together.contains(&part(name).as_str()) || is_page(together, &part(name)))
            .collect();
        for (first, second) in pairs(&read) {
            let twice: Vec<_> =
                english[first].keys().filter(|key| english[second].contains_key(*key)).collect();
            assert!(twice.is_empty(), "{first} and {second}: {twice:?}");
        }
    }
}

/// Texts shared by page and terminal belong into `common.json`, which both load.
#[test]
fn no_text_is_written_twice_under_one_key() {
    let languages = Language::ALL.map(files);
    let names: Vec<&str> = languages[0].keys().map(String::as_str).collect();
    for (first, second) in pairs(&names) {
        let alike = |key: &&String| {
            languages.iter().all(|texts| texts[second].get(*key) == Some(&texts[first][*key]))
        };
        let twice: Vec<_> = languages[0][first].keys().filter(alike).collect();
        assert!(twice.is_empty(), "{first} and {second} say the same: {twice:?}");
    }
}

/// Returns every pair once.
fn pairs<'n>(names: &'n [&'n str]) -> impl Iterator<Item = (&'n str, &'n str)> {
    names
        .iter()
        .enumerate()
        .flat_map(move |(index, first)| names[index + 1..].iter().map(move |second| (*first, *second)))
}

fn every_words() -> [Words; 2] {
    Language::ALL.map(|language| Words::new(language, Faces::French))
}

fn assert_known(key: &str) {
    for language in Language::ALL {
        let known = files(language).values().any(|texts| texts.contains_key(key));
        assert!(known, "there is no text for {key} in {language:?}");
    }
}

#[test]
fn every_game_preset_and_option_has_words() {
    for game in CATALOG.games() {
        let GameInfo { id, presets, options, .. } = game.info();
        assert_known(&format!("game.{id}"));
        assert_known(&format!("game.{id}.about"));
        presets.iter().for_each(|preset| assert_known(&format!("preset.{}", preset.id)));
        for option in options {
            let key = format!("option.{id}.{}", option.key);
            assert_known(&key);
            assert_known(&format!("{key}.help"));
            let Values::OneOf(values) = option.values else { continue };
            for value in values {
                match value {
                    OptionValue::Flag(flag) => assert_known(&format!("option.{flag}")),
                    OptionValue::Number(_) | OptionValue::Half(_) => {}
                    OptionValue::Word(word) => assert_known(&format!("{key}.{word}")),
                }
            }
        }
    }
}

/// A set names its own cards; the texts describe their effects.
#[test]
fn every_card_of_a_set_has_words() {
    for game in CATALOG.games() {
        for card in game.info().card_sets.into_iter().flat_map(|set| set.cards) {
            card.kind.into_iter().for_each(|kind| assert_known(&format!("{}.kind.{kind}", game.id())));
            for effect in card.effects {
                assert_known(&format!("{}.effect.{}", game.id(), effect.effect));
            }
        }
    }
}

#[test]
fn every_card_has_a_name() {
    for faces in [Faces::French, Faces::Latin, Faces::Latin40] {
        for words in every_words().map(|words| Words { faces, ..words }) {
            for card in (0..52).filter_map(Card::from_index) {
                let text = [words.card(card), words.card_in_short(card), words.card_in_full(card)];
                assert!(text.iter().all(|text| !text.contains(['{', '.'])), "{text:?}");
            }
        }
    }
}

/// Returns every valid setup: each preset with each number of seats, with each option at each
/// value.
fn setups(info: &GameInfo) -> Vec<SetupText> {
    let mut setups = Vec::new();
    for preset in &info.presets {
        for table in &preset.tables {
            let plain = SetupText {
                preset: Some(preset.id.to_owned()),
                options: BTreeMap::new(),
                seats: Some(table.seats),
            };
            for option in &info.options {
                let Values::OneOf(values) = &option.values else { continue };
                for value in values {
                    let options = BTreeMap::from([(option.key.to_owned(), value.clone())]);
                    setups.push(SetupText { options, ..plain.clone() });
                }
            }
            setups.push(plain);
        }
    }
    setups
}

/// Returns attempts of a beginner: any card with nothing, one or two cards, or everything.
fn attempts(table: &dyn AnyMatch, rng: &mut Rng) -> Vec<String> {
    let deck = table.record().deals.last().map(|deal| deal.deck.clone()).unwrap_or_default();
    let cards: Vec<&str> = deck.split(' ').collect();
    let mut attempts = vec!["claim".to_owned(), "nonsense".to_owned()];
    for _ in 0..2 {
        let [played, one, two] = [0; 3].map(|_| rng.pick(&cards));
        attempts.extend([played.to_owned(), format!("{played} x"), format!("{played} x {one}")]);
        attempts.push(format!("{played} x {one} {two}"));
        attempts.extend([format!("{played} > L"), format!("{one} > R on {two}")]);
        attempts
            .extend(["sum 7", "sum 10", "rank 7"].map(|built| format!("{played} + {one} {two} = {built}")));
    }
    let legal = table.actors().iter().flat_map(|seat| table.legal(seat)).collect::<Vec<_>>();
    attempts.extend(legal.iter().filter_map(|action| action.split(' ').next()).map(str::to_owned));
    attempts.extend(
        legal.iter().filter_map(|action| action.rsplit_once(' ')).map(|(shorter, _)| shorter.to_owned()),
    );
    attempts
}

/// Reasons and scoring categories seen.
type Met = (BTreeSet<&'static str>, BTreeSet<&'static str>);

/// Plays a random deal with every setup, tries illegal actions at a quarter of the decisions, and checks the text of each
/// reason once a deal.
fn play_at_random(game: &dyn AnyGame) -> Met {
    let (mut reasons, mut categories) = Met::default();
    for (number, setup) in setups(&game.info()).into_iter().enumerate() {
        let Ok(mut table) = game.open(&setup, Seat::new(0)) else { continue };
        let mut rng = Rng::from_number(number as u64);
        let seed = Seed::from_number(number as u64);
        let mut of_deal = BTreeSet::new();
        let refused_before = table.check(Seat::new(0), "nonsense").unwrap_err();
        reasons.insert(refused_before.code);
        let deck = table.next_deck(&seed);
        table.deal(&deck, &[Viewer::Public]).unwrap();
        while table.phase() == Phase::Playing {
            if let Some(shuffle) = table.next_shuffle(&seed) {
                table.enter(&shuffle, &[]).unwrap();
                continue;
            }
            // In a race, a seat that may act can be unable to.
            let can = |seat: &Seat| !table.legal(*seat).is_empty();
            let seat = table.actors().iter().find(can).expect("a seat can act");
            let tried = if rng.below(4) == 0 { attempts(&*table, &mut rng) } else { Vec::new() };
            for attempt in tried {
                let typed = table.read_command(seat, &attempt).map_err(Rejection::from);
                let typed = typed.and_then(|action| table.check(seat, &action));
                let Err(rejection) = table.check(seat, &attempt).and(typed) else { continue };
                let reason = rejection.reason.unwrap_or(rejection.code);
                if !of_deal.insert(reason) {
                    continue;
                }
                for words in every_words() {
                    let text = words.error_message_with_rule(&rejection);
                    assert!(!text.contains('{'), "{text}");
                    assert!(text.starts_with(|first: char| !first.is_lowercase()), "{text}");
                }
            }
            let legal = table.legal(seat);
            let action = &legal[rng.below(legal.len())];
            table.play(seat, action, &[]).unwrap();
        }
        reasons.append(&mut of_deal);
        let score = table.deal_score().unwrap();
        categories.extend(score.lines.iter().map(|line| line.category));
    }
    (reasons, categories)
}

#[test]
fn every_error_and_score_category_is_translated() {
    let met: Vec<Met> = std::thread::scope(|scope| {
        let games: Vec<_> = CATALOG.games().map(|game| scope.spawn(move || play_at_random(game))).collect();
        games.into_iter().map(|game| game.join().unwrap()).collect()
    });
    let (mut reasons, mut categories) = Met::default();
    for (of_game, counted) in met {
        reasons.extend(of_game);
        categories.extend(counted);
    }
    reasons.extend(["choice", "misspelt", "not-a-card", "not-understood"]);
    CATALOG.games().for_each(|game| assert_known(&format!("command.example.{}", game.id())));
    assert!(categories.len() >= 8, "{categories:?}");
    reasons.iter().for_each(|reason| assert_known(&format!("refusal.{reason}")));
    categories.iter().for_each(|category| assert_known(&format!("count.{category}")));
}

/// Checks that every code has a text without unfilled placeholders.
fn assert_explained(prefix: &str, codes: &[Code]) {
    for language in Language::ALL {
        let texts: BTreeMap<&String, &String> = files(language).values().flatten().collect();
        for (code, params) in codes {
            let key = format!("{prefix}{code}");
            let text = texts.get(&key).unwrap_or_else(|| panic!("{language:?} has no {key}"));
            assert!(
                placeholders(text).iter().all(|name| params.contains(name)),
                "{key}: {text}, of {params:?}"
            );
        }
    }
}

macro_rules! violations {
    ($($game:ty),+ $(,)?) => { [$(<<$game as Game>::Illegal as RuleViolation>::CODES),+] };
}

#[test]
fn every_violation_of_a_rule_has_words_that_are_filled() {
    let all = catalog::for_each_game!(violations);
    all.iter().copied().flatten().for_each(|codes| assert_explained("refusal.", codes));
    assert_explained("refusal.arbiter-", arbiter::InputError::CODES);
}

/// Returns the text keys of a form: field names and choices.
fn keys_of_form(form: &serde_json::Value) -> Vec<String> {
    let fields = form.as_array().into_iter().flatten();
    fields
        .flat_map(|field| {
            let key = format!("pad.field.{}", field["name"].as_str().unwrap());
            let words = field["words"].as_array().into_iter().flatten();
            let words: Vec<String> = words.map(|word| format!("{key}.{}", word.as_str().unwrap())).collect();
            std::iter::once(key).chain(words)
        })
        .collect()
}

#[test]
fn every_text_of_a_score_pad_is_translated() {
    assert_explained("refusal.pad-", pads::InputError::CODES);
    let ask = |request: serde_json::Value| -> serde_json::Value {
        serde_json::from_str(&pads::answer(&request.to_string())).unwrap()
    };
    for game in pads::ids() {
        let info = CATALOG.games().find(|one| one.id() == game).unwrap().info();
        for setup in setups(&info) {
            let (preset, options) = (setup.preset, setup.options);
            let request = serde_json::json!({
                "ask": "describe", "game": game, "preset": preset, "seats": setup.seats, "options": options,
            });
            keys_of_form(&ask(request)["game"]["form"]).iter().for_each(|key| assert_known(key));
        }
    }
    for note in pads::Note::KEYS {
        assert_known(&format!("pad.note.{note}"));
    }
    for category in ["adjustment", "unfinished"] {
        assert_known(&format!("count.{category}"));
    }
}

/// Numbered fields share a name: `field.hand.n` names `hand0` and `hand1`.
#[test]
fn every_question_of_the_arbiter_is_translated() {
    let mut asked = BTreeSet::new();
    for info in CATALOG.games().map(|game| game.info()) {
        for setup in setups(&info) {
            let rules = arbiter::Rules { game: info.id.to_owned(), setup };
            let Ok(form) = arbiter::form(&rules) else { continue };
            for task in form.tasks {
                let names = task.fields.iter().map(|arbiter::Field { key, kind }| {
                    let name = key.trim_end_matches(|sign: char| sign.is_ascii_digit());
                    match kind {
                        arbiter::Kind::Cards { within: Some(_), .. }
                        | arbiter::Kind::SetCards { within: Some(_), .. } => format!("point.{key}"),
                        _ if name == *key => format!("field.{key}"),
                        _ => format!("field.{name}.n"),
                    }
                });
                let task = format!("task.{}", task.key);
                asked.extend(names.chain([format!("{task}.how"), task]).map(|key| (info.id, key)));
            }
        }
    }
    for language in Language::ALL {
        let texts: BTreeMap<&String, &String> = files(language).values().flatten().collect();
        for (game, key) in &asked {
            let own = format!("{key}.{game}");
            assert!(
                texts.contains_key(key) || texts.contains_key(&own),
                "there is no text for {key} or {own} in {language:?}"
            );
        }
    }
}
