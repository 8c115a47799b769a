//! Parser of rule books. It accepts every text: a block without a mark is a paragraph.

use super::{Book, Condition, Group, Passage, Says};

impl Book {
    /// Parses the text of a book.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let mut passages: Vec<Passage> = Vec::new();
        // Conditions of the open chapters, with their depths.
        let mut chapters: Vec<(usize, Vec<Condition>)> = Vec::new();
        for block in blocks(text) {
            let mut passage = read_passage(&block);
            if let Says::Heading(depth, _) = passage.says {
                chapters.retain(|(outer, _)| *outer < depth);
                chapters.push((depth, std::mem::take(&mut passage.when)));
            }
            let outer = chapters.iter().flat_map(|(_, when)| when.clone());
            passage.when = outer.chain(passage.when).collect();
            passages.push(passage);
        }
        Self { passages }
    }
}

/// Marks at the start of passages other than paragraphs.
const SIGNS: &[&str] = &["# ", "## ", "### ", "- ", "| ", ">> ", "@options"];

fn blocks(text: &str) -> Vec<String> {
    let mut blocks: Vec<String> = Vec::new();
    let mut open = false;
    for line in text.lines().map(str::trim) {
        if line.is_empty() {
            open = false;
        } else if let Some(block) = blocks.last_mut().filter(|_| open && !begins(line)) {
            block.push(' ');
            block.push_str(line);
        } else {
            blocks.push(line.to_owned());
            open = !line.starts_with('#');
        }
    }
    blocks
}

/// Returns whether a line starts a block: with a mark, a condition or rules. Other lines continue
/// the block, up to an empty line.
fn begins(line: &str) -> bool {
    SIGNS.iter().any(|sign| line.starts_with(sign)) || line.starts_with('?') || !rules(line).0.is_empty()
}

fn read_passage(block: &str) -> Passage {
    let sign = SIGNS.iter().find(|sign| block.starts_with(**sign)).copied().unwrap_or_default();
    let (when, rest) = conditions(block[sign.len()..].trim_start());
    let (rules, rest) = rules(rest);
    let says = match sign {
        "# " | "## " | "### " => Says::Heading(sign.len() - 1, rest.to_owned()),
        "- " => Says::Item(rest.to_owned()),
        "| " => Says::Row(rest.trim_end_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()),
        ">> " => picture(rest),
        "@options" => Says::Options,
        _ => Says::Paragraph(rest.to_owned()),
    };
    Passage { when, rules, says }
}

/// Parses `?key=a,b;other!=c`, up to the first space.
fn conditions(text: &str) -> (Vec<Condition>, &str) {
    let Some(text) = text.strip_prefix('?') else { return (Vec::new(), text) };
    let (list, rest) = text.split_once(' ').unwrap_or((text, ""));
    let condition = |text: &str| {
        let (key, values) = text.split_once('=')?;
        let (key, one_of) = key.strip_suffix('!').map_or((key, true), |key| (key, false));
        let values = values.split(',').map(str::to_owned).collect();
        Some(Condition { key: key.to_owned(), values, one_of })
    };
    (list.split(';').filter_map(condition).collect(), rest.trim_start())
}

/// Parses `{SC-R8 SC-O4}`. An option value in braces, which may also start a sentence, has no
/// hyphen.
fn rules(text: &str) -> (Vec<String>, &str) {
    let found = text.strip_prefix('{').and_then(|rest| rest.split_once('}'));
    match found.filter(|(list, _)| list.contains('-')) {
        Some((list, rest)) => (list.split(' ').map(str::to_owned).collect(), rest.trim_start()),
        None => (Vec::new(), text),
    }
}

fn picture(text: &str) -> Says {
    let mut parts: Vec<&str> = text.split('|').map(str::trim).collect();
    let caption = parts.pop().unwrap_or_default().to_owned();
    let group = |part: &str| {
        let (name, cards) = part.split_once(':').unwrap_or((part, ""));
        Group { name: name.trim().to_owned(), cards: cards_of(cards) }
    };
    Says::Picture(parts.into_iter().map(group).collect(), caption)
}

/// Parses `7c* 4d "Capital 5"`. Quoted words are one card.
fn cards_of(text: &str) -> Vec<(String, bool)> {
    let mut cards: Vec<(String, bool)> = Vec::new();
    for (index, part) in text.split('"').enumerate() {
        if index % 2 == 1 {
            cards.push((part.to_owned(), false));
            continue;
        }
        for card in part.split_whitespace() {
            match (card, cards.last_mut()) {
                ("*", Some(last)) => last.1 = true,
                _ => cards.push((card.trim_end_matches('*').to_owned(), card.ends_with('*'))),
            }
        }
    }
    cards
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::OptionValue;

    /// Rule book for tests. The tests of the TypeScript parser read the same file, so both parsers agree.
    const SAMPLE: &str = include_str!("sample.md");

    #[test]
    fn every_sign_is_read() {
        let book = Book::read(SAMPLE);
        let says: Vec<&Says> = book.passages.iter().map(|passage| &passage.says).collect();
        assert_eq!(*says[1], Says::Paragraph("Two play.".to_owned()));
        assert_eq!(*says[2], Says::Paragraph("Values {target} are here.".to_owned()));
        assert_eq!(*says[3], Says::Heading(2, "Fifteen".to_owned()));
        assert_eq!(*says[4], Says::Paragraph("Alone, to {target}.".to_owned()));
        assert_eq!(*says[5], Says::Item("an item".to_owned()));
        assert_eq!(*says[7], Says::Row(vec!["a".to_owned(), "b".to_owned()]));
        let Says::Picture(groups, caption) = says[8] else { panic!("{says:?}") };
        assert_eq!(groups[0].cards, [("7c".to_owned(), true), ("4d".to_owned(), false)]);
        assert_eq!(groups[1].cards, [("Capital 5".to_owned(), true), ("6".to_owned(), false)]);
        assert_eq!((caption.as_str(), says.last()), ("What is seen.", Some(&&Says::Options)));
        assert_eq!(book.passages[4].rules, ["SC-R7", "SC-V7"]);
    }

    #[test]
    fn a_chapter_and_a_passage_must_both_hold() {
        let book = Book::read(SAMPLE);
        let shown = |options: &[(&str, OptionValue)]| {
            let played = options.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect();
            book.passages
                .iter()
                .map(|passage| u8::from(passage.when.iter().all(|when| when.holds(&played))))
                .collect::<Vec<u8>>()
        };
        let (yes, four) = (OptionValue::Flag(true), OptionValue::Number(4));
        assert_eq!(shown(&[]), [1, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1]);
        assert_eq!(
            shown(&[("quindici", yes.clone()), ("teams", yes.clone()), ("seats", four)]),
            [1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1]
        );
        assert_eq!(shown(&[("quindici", yes)]), [1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1]);
    }
}
