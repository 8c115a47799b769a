//! Tests of the rule books: every error and every option of a game has a passage, in every
//! language.
#![allow(clippy::unwrap_used, reason = "helpers of tests may panic like tests")]

use cards::{Card, Rng, Seat, Seed, Viewer};
use catalog::{CATALOG, GameInfo, SetupText};
use engine::{Phase, Values};
use i18n::book::{Book, DECKS, GENERAL, Played, Says, played, written};
use i18n::{Faces, Language, Words};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// Returns the numbers of rules, silences, variants and options in `docs/rules`.
fn numbers(game: &str) -> BTreeSet<String> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules").join(format!("{game}.md"));
    let text = std::fs::read_to_string(path).unwrap();
    let number = |word: &str| {
        let (prefix, rest) = word.split_once('-')?;
        let kind = rest.chars().next().filter(|kind| "ROSV".contains(*kind))?;
        let digits: String = rest.chars().skip(1).take_while(char::is_ascii_digit).collect();
        let known = prefix.len() == 2 && prefix.chars().all(|letter| letter.is_ascii_uppercase());
        (known && !digits.is_empty()).then(|| format!("{prefix}-{kind}{digits}"))
    };
    text.split(|sign: char| !sign.is_ascii_alphanumeric() && sign != '-').filter_map(number).collect()
}

fn books() -> impl Iterator<Item = (GameInfo, Language, Book)> {
    let of = |info: GameInfo| {
        Language::ALL.into_iter().map(move |language| {
            let book = Book::of(info.id, language);
            (info.clone(), language, book.unwrap_or_else(|| panic!("no book of {} in {language:?}", info.id)))
        })
    };
    CATALOG.games().flat_map(move |game| of(game.info()))
}

/// Returns every valid setup: each preset at each table, with each option at each value.
fn ways_to_play(info: &GameInfo) -> Vec<(SetupText, Played)> {
    let game = catalog::find(info.id).unwrap();
    let mut setups = BTreeMap::new();
    for preset in &info.presets {
        for table in &preset.tables {
            let plain = SetupText {
                preset: Some(preset.id.to_owned()),
                options: BTreeMap::new(),
                seats: Some(table.seats),
            };
            let choices = |values: &Values| match values {
                Values::OneOf(values) => values.clone(),
                Values::Range(..) => Vec::new(),
            };
            let one = info.options.iter().flat_map(|option| {
                choices(&option.values)
                    .into_iter()
                    .map(|value| BTreeMap::from([(option.key.to_owned(), value)]))
            });
            for options in one.chain([BTreeMap::new()]) {
                let setup = SetupText { options, ..plain.clone() };
                if let Ok((options, _)) = game.resolve(&setup) {
                    setups.entry(played(options, table.seats)).or_insert(setup);
                }
            }
        }
    }
    setups.into_iter().map(|(played, setup)| (setup, played)).collect()
}

fn cited_rules<'b>(book: &'b Book, played: &'b Played) -> BTreeSet<&'b str> {
    book.shown(played).flat_map(|passage| passage.rules.iter().map(String::as_str)).collect()
}

#[test]
fn every_rule_is_in_the_book_however_it_is_played() {
    for (info, language, book) in books() {
        let wanted = numbers(info.id);
        let cited: BTreeSet<&str> =
            book.passages.iter().flat_map(|passage| passage.rules.iter().map(String::as_str)).collect();
        let unknown: Vec<_> = cited.iter().filter(|number| !wanted.contains(**number)).collect();
        assert!(unknown.is_empty(), "{} in {language:?} tells rules there are not: {unknown:?}", info.id);
        let rules = wanted.iter().filter(|number| !number.contains("-O"));
        for (_, played) in ways_to_play(&info) {
            let cited_rules = cited_rules(&book, &played);
            let missing: Vec<_> =
                rules.clone().filter(|number| !cited_rules.contains(number.as_str())).collect();
            assert!(
                missing.is_empty(),
                "{} in {language:?}, played {played:?}, does not tell {missing:?}",
                info.id
            );
        }
    }
}

#[test]
fn every_value_of_every_option_has_its_passage() {
    for (info, language, book) in books() {
        for option in &info.options {
            let mentioned = |value: &str| {
                book.passages.iter().any(|passage| {
                    passage.when.iter().any(|when| {
                        when.key == option.key && when.values.iter().any(|one| one == value) == when.one_of
                    })
                })
            };
            let sentence = |says: &Says| match says {
                Says::Heading(_, text)
                | Says::Paragraph(text)
                | Says::Item(text)
                | Says::Picture(_, text) => text.clone(),
                Says::Row(cells) => cells.join(" "),
                Says::Options => String::new(),
            };
            let placeholder = format!("{{{}}}", option.key);
            let named = book.passages.iter().any(|passage| sentence(&passage.says).contains(&placeholder));
            let values: Vec<String> = match &option.values {
                Values::OneOf(values) => values.iter().map(written).collect(),
                Values::Range(..) => Vec::new(),
            };
            for value in values {
                assert!(
                    mentioned(&value) || named,
                    "{} in {language:?}: nothing for {} = {value}",
                    info.id,
                    option.key
                );
            }
            let is_cited =
                book.passages.iter().any(|passage| passage.rules.iter().any(|rule| rule == option.rule));
            assert!(is_cited, "{} in {language:?}: nothing tells {}", info.id, option.rule);
        }
    }
}

#[test]
fn conditions_name_options_and_values_that_there_are() {
    for (info, language, book) in books() {
        for condition in book.passages.iter().flat_map(|passage| &passage.when) {
            let option = info.options.iter().find(|option| option.key == condition.key);
            for value in &condition.values {
                let known = match option.map(|option| &option.values) {
                    Some(Values::OneOf(values)) => values.iter().any(|one| written(one) == *value),
                    Some(Values::Range(..)) => value.parse::<i32>().is_ok(),
                    None => {
                        condition.key == "seats"
                            && value.parse().is_ok_and(|seats| info.seats.contains(&seats))
                    }
                };
                assert!(known, "{} in {language:?}: {} = {value}", info.id, condition.key);
            }
        }
    }
}

#[test]
fn the_languages_say_the_same_things_in_the_same_order() {
    for game in CATALOG.games() {
        let shape = |language| {
            let book = Book::of(game.id(), language).unwrap();
            let kind = |says: &Says| match says {
                Says::Heading(depth, _) => format!("heading {depth}"),
                Says::Row(cells) => format!("row of {}", cells.len()),
                // The same cards, with or without own names.
                Says::Picture(groups, _) => groups
                    .iter()
                    .flat_map(|group| &group.cards)
                    .map(|(card, taken)| {
                        if card.parse::<Card>().is_ok() {
                            format!("{card}{taken} ")
                        } else {
                            "words ".to_owned()
                        }
                    })
                    .collect(),
                Says::Paragraph(_) | Says::Item(_) | Says::Options => String::new(),
            };
            book.passages
                .iter()
                .map(|passage| (kind(&passage.says), passage.rules.clone(), passage.when.clone()))
                .collect::<Vec<_>>()
        };
        for (english, italian) in shape(Language::English).iter().zip(&shape(Language::Italian)) {
            assert_eq!(english, italian, "{}", game.id());
        }
        assert_eq!(shape(Language::English).len(), shape(Language::Italian).len(), "{}", game.id());
    }
}

/// Marks never appear as text.
#[test]
fn the_book_is_printed_without_its_signs() {
    for (info, language, _) in books() {
        for faces in [Faces::French, Faces::Latin, Faces::Latin40] {
            let words = Words::new(language, faces);
            for (_, played) in ways_to_play(&info) {
                let text = words.rule_book(&info, &played, 60);
                for sign in ["{", "}", "[[", "**", "?seats", "!=", ">>"] {
                    assert!(!text.contains(sign), "{} in {language:?} shows {sign}: {text}", info.id);
                }
                assert!(text.lines().all(|line| line.chars().count() <= 60 || !line.trim().contains(' ')));
            }
        }
    }
}

/// The book about decks depends on no game and no option.
#[test]
fn the_book_of_decks_tells_every_rule_of_decks() {
    let wanted = numbers(DECKS);
    assert!(wanted.contains("DK-R1") && wanted.len() == 4, "{wanted:?}");
    let shape = |language| {
        let book = Book::of(DECKS, language).unwrap();
        let cited: BTreeSet<String> =
            book.passages.iter().flat_map(|passage| passage.rules.clone()).collect();
        assert_eq!(cited, wanted, "{language:?}");
        let text = Words::new(language, Faces::French).general_book(DECKS, 60);
        assert!(["{", "}", "**", ">>"].iter().all(|sign| !text.contains(sign)), "{text}");
        book.passages.into_iter().map(|passage| (passage.rules, passage.when)).collect::<Vec<_>>()
    };
    let english = shape(Language::English);
    assert_eq!(english, shape(Language::Italian));
    assert!(english.iter().all(|(_, when)| when.is_empty()));
}

/// The general books say the same in each language, passage for passage.
#[test]
fn the_general_books_have_the_same_passages_in_each_language() {
    for id in GENERAL {
        let kinds = |language| {
            let text = Words::new(language, Faces::French).general_book(id, 60);
            assert!(["{", "}", "**", ">>"].iter().all(|sign| !text.contains(sign)), "{text}");
            let book = Book::of(id, language).unwrap();
            book.passages.iter().map(|passage| std::mem::discriminant(&passage.says)).collect::<Vec<_>>()
        };
        assert_eq!(kinds(Language::English), kinds(Language::Italian), "{id}");
    }
}

/// The rule behind an error is always shown with the options of the table.
#[test]
fn a_refusal_never_leads_nowhere() {
    let mut cited = BTreeSet::new();
    for game in CATALOG.games() {
        let info = game.info();
        let books = Language::ALL.map(|language| Book::of(info.id, language).unwrap());
        for (number, (setup, played)) in ways_to_play(&info).into_iter().enumerate() {
            let mut table = game.open(&setup, Seat::new(0)).unwrap();
            let mut rng = Rng::from_number(number as u64);
            let deck = table.next_deck(&Seed::from_number(number as u64));
            table.deal(&deck, &[Viewer::Public]).unwrap();
            let cards: Vec<&str> = deck.split(' ').collect();
            // In a race, a seat that may act can be unable to.
            let able = |table: &dyn catalog::AnyMatch| {
                let mut actors = table.actors().iter().map(|seat| (seat, table.legal(seat)));
                actors.find(|(_, legal)| !legal.is_empty() && table.phase() == Phase::Playing)
            };
            while let Some((seat, legal)) = able(&*table) {
                let [one, two, three] = [0; 3].map(|_| rng.pick(&cards));
                let tried = [
                    one.to_owned(),
                    format!("{one} x {two}"),
                    format!("{one} x {two} {three}"),
                    "claim".to_owned(),
                ];
                for action in tried.iter().chain(&legal) {
                    let Err(rejection) = table.check(seat, action) else { continue };
                    let Some(rule) = rejection.rule else { continue };
                    cited.insert(rule);
                    for book in &books {
                        assert!(
                            cited_rules(book, &played).contains(rule),
                            "{}, played {played:?}: no passage about {rule}",
                            info.id
                        );
                    }
                }
                let action = &legal[rng.below(legal.len())];
                table.play(seat, action, &[]).unwrap();
            }
        }
    }
    assert!(cited.len() >= 10, "{cited:?}");
}
