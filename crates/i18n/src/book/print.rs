//! Rule books as plain text for terminals.

use super::{Book, Passage, Played, Says, written};
use crate::{Words, capital};
use catalog::{GameInfo, OptionInfo};
use engine::{OptionValue, Values};

impl Words {
    /// Returns the rule book of a game with these options, in lines of at most `width` characters.
    /// The text is empty if the game has no book.
    #[must_use]
    pub fn rule_book(&self, game: &GameInfo, played: &Played, width: usize) -> String {
        self.print_book(game.id, Some(game), played, width)
    }

    /// Returns a book that belongs to no game, by its id in [`GENERAL`](super::GENERAL), in lines of at most `width`
    /// characters.
    #[must_use]
    pub fn general_book(&self, id: &str, width: usize) -> String {
        self.print_book(id, None, &Played::new(), width)
    }

    fn print_book(&self, id: &str, game: Option<&GameInfo>, played: &Played, width: usize) -> String {
        let book = Book::of(id, self.language);
        let mut text = String::new();
        let mut before = None;
        for passage in book.iter().flat_map(|book| book.shown(played)) {
            let row = matches!(passage.says, Says::Row(_) | Says::Item(_));
            if before.is_some_and(|before| !(row && before)) {
                text.push('\n');
            }
            before = Some(row);
            match (&passage.says, game) {
                (Says::Options, Some(game)) => {
                    for option in &game.options {
                        self.print_option(&mut text, option, game, played, width);
                    }
                }
                _ => self.print_passage(&mut text, passage, id, played, width),
            }
        }
        text
    }

    fn print_passage(&self, text: &mut String, passage: &Passage, game: &str, played: &Played, width: usize) {
        let say = |sentence: &str| self.sentence(sentence, game, played);
        let ids =
            if passage.rules.is_empty() { String::new() } else { format!(" ({})", passage.rules.join(", ")) };
        match &passage.says {
            Says::Heading(depth, heading) => {
                let heading = say(heading);
                let line = if *depth == 1 { "=" } else { "-" }.repeat(heading.chars().count());
                text.push_str(&if *depth < 3 {
                    format!("{heading}\n{line}\n")
                } else {
                    format!("{heading}\n")
                });
            }
            Says::Paragraph(paragraph) => wrap(text, "", &format!("{}{ids}", say(paragraph)), width),
            Says::Item(item) => wrap(text, "- ", &format!("{}{ids}", say(item)), width),
            Says::Row(cells) => {
                let cells: Vec<String> = cells.iter().map(|cell| say(cell)).collect();
                wrap(text, "", &cells.join(" | "), width);
            }
            Says::Picture(groups, caption) => {
                for group in groups {
                    let cards: Vec<String> =
                        group.cards.iter().map(|(card, taken)| self.pictured(card, *taken)).collect();
                    wrap(text, "    ", &format!("{}: {}", group.name, cards.join("  ")), width);
                }
                wrap(text, "    ", &format!("{}{ids}", say(caption)), width);
            }
            // Only games have options.
            Says::Options => {}
        }
    }

    fn print_option(
        &self,
        text: &mut String,
        option: &OptionInfo,
        game: &GameInfo,
        played: &Played,
        width: usize,
    ) {
        let name = self.say(&format!("option.{}.{}", game.id, option.key), &[]).into_owned();
        let here =
            played.get(option.key).map(|value| self.value(game.id, option.key, value)).unwrap_or_default();
        wrap(text, "- ", &format!("{name}: {here} ({})", option.rule), width);
        let Values::OneOf(values) = &option.values else { return };
        for value in values {
            if played.get(option.key) == Some(value) {
                continue;
            }
            let so = |preset: &&catalog::PresetInfo| {
                preset.tables.iter().any(|table| table.options.get(option.key) == Some(value))
            };
            let who: Vec<String> = game
                .presets
                .iter()
                .filter(so)
                .map(|preset| self.of_game("preset", game.id, preset.id))
                .collect();
            let who = if who.is_empty() { String::new() } else { format!(" [{}]", who.join(", ")) };
            wrap(
                text,
                "    ",
                &format!(
                    "{}: {}{who}",
                    self.say("book.otherwise", &[]),
                    self.value(game.id, option.key, value)
                ),
                width,
            );
        }
    }

    /// Returns the value of an option in words.
    fn value(&self, game: &str, key: &str, value: &OptionValue) -> String {
        let own = format!("option.{game}.{key}.{}", written(value));
        match value {
            _ if self.knows(&own) => self.say(&own, &[]).into_owned(),
            OptionValue::Flag(flag) => self.say(&format!("option.{flag}"), &[]).into_owned(),
            OptionValue::Word(word) => word.clone(),
            number => number.to_string(),
        }
    }

    /// Returns a sentence with its cards and values filled in and without strong marks.
    fn sentence(&self, sentence: &str, game: &str, played: &Played) -> String {
        let mut text = String::new();
        for (index, part) in sentence.split("[[").enumerate() {
            let (cards, rest) =
                if index == 0 { ("", part) } else { part.split_once("]]").unwrap_or(("", part)) };
            let cards: Vec<String> =
                cards.split_whitespace().map(|card| self.pictured(card, false)).collect();
            text.push_str(&cards.join(" "));
            text.push_str(&rest.replace("**", ""));
        }
        let params: Vec<(&str, String)> =
            played.iter().map(|(key, value)| (key.as_str(), self.value(game, key, value))).collect();
        let params: Vec<(&str, &str)> = params.iter().map(|(key, value)| (*key, value.as_str())).collect();
        crate::fill(&text, &params).into_owned()
    }

    fn pictured(&self, card: &str, taken: bool) -> String {
        let name = card.parse().map_or_else(|_| card.to_owned(), |card| self.card_in_short(card));
        if taken { format!("[{name}]") } else { name }
    }
}

/// Appends a passage, wrapped at `width`. Continuation lines are indented.
fn wrap(text: &mut String, before: &str, sentence: &str, width: usize) {
    let indent = " ".repeat(before.len());
    let mut line = before.to_owned();
    let mut empty = true;
    for word in capital(sentence).split(' ').filter(|word| !word.is_empty()) {
        if !empty && line.chars().count() + 1 + word.chars().count() > width {
            text.push_str(&line);
            text.push('\n');
            line.clone_from(&indent);
            empty = true;
        }
        if !empty {
            line.push(' ');
        }
        line.push_str(word);
        empty = false;
    }
    text.push_str(&line);
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Faces, Language};
    use std::collections::BTreeMap;

    #[test]
    fn sentences_have_cards_and_values() {
        let words = Words::new(Language::English, Faces::French);
        let played = BTreeMap::from([
            ("target".to_owned(), OptionValue::Number(21)),
            ("sumMode".to_owned(), OptionValue::Word("both".to_owned())),
        ]);
        assert_eq!(
            words.sentence("**To** {target}: [[7d Tc]] or {sumMode}.", "scopa", &played),
            "To 21: 7♦ 10♣ or either."
        );
    }

    #[test]
    fn lines_are_never_too_wide() {
        let mut text = String::new();
        wrap(&mut text, "- ", "one two three four", 9);
        assert_eq!(text, "- One two\n  three\n  four\n");
    }
}
