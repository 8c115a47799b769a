//! The fishing games, Scopa and Wall Street: cards on the table, piles, sweeps.

use super::felt::{Players, Rows, about_the_rest, draw_hand, read_card};
use super::{Command, Layout, Misread, Picture, Scene, Told, Weight, seen, tell_each};
use crate::screen::cards::{Grid, Outline, Size};
use crate::screen::{Cast, draw, style};
use crate::table::{Events, Frame, ME};
use cards::{Card, CardSet, Holding, Seat, SeatSet};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use serde::Deserialize;
use words::Words;

/// The layout of the fishing games.
pub(super) struct Fishing;

/// What one's own seat knows of a deal.
#[derive(Default, Clone, Debug, Deserialize)]
struct View {
    hands: Vec<Holding>,
    table: CardSet,
    stock: u8,
    playing: SeatSet,
    piles: Vec<CardSet>,
    sweeps: Vec<CardSet>,
}

/// What happened.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "event", rename_all = "camelCase")]
enum Event {
    Dealt {},
    LaidOut { cards: CardSet },
    ThrownIn { rank: String },
    Laid { seat: Seat, card: Card },
    Captured { seat: Seat, card: Card, taken: CardSet, sweep: bool },
    Claimed { seat: Seat, right: bool },
    RestTaken { side: Option<u8>, cards: CardSet },
}

/// An action as a record writes it: `7d x 3c 4h`.
fn parts(action: &str) -> (Option<Card>, Option<CardSet>) {
    let mut written = action.split(' ');
    let card = written.next().and_then(|card| card.parse().ok());
    let taken = written.next().map(|_| written.filter_map(|card| card.parse::<Card>().ok()).collect());
    (card, taken)
}

impl Layout for Fishing {
    fn scene(&self, frame: &Frame) -> Result<Box<dyn Scene>, serde_json::Error> {
        let view: View = seen(frame)?.unwrap_or_default();
        let hand = view.hands.get(ME.index()).map_or(CardSet::EMPTY, |hand| hand.known());
        Ok(Box::new(Felt { hand: hand.into(), view }))
    }

    fn tell(&self, events: &Events, cast: &Cast, words: Words) -> Result<Vec<Told>, serde_json::Error> {
        tell_each(events, |event| tell(event, cast, words))
    }

    fn read(&self, line: &str, words: Words) -> Result<Command, Misread> {
        read(line, words)
    }

    fn describe(&self, action: &str, words: Words) -> String {
        let (Some(card), taken) = parts(action) else {
            return words.say(&format!("way.{action}"), &[]).into_owned();
        };
        let card = words.card_in_short(card);
        match taken {
            None => words.say("way.lay", &[("card", &card)]).into_owned(),
            Some(taken) if taken.is_empty() => words.say("way.keep", &[("card", &card)]).into_owned(),
            Some(taken) => {
                let taken = words.cards_in_short(taken);
                words.say("way.take", &[("card", &card), ("taken", &taken)]).into_owned()
            }
        }
    }
}

fn tell(event: &Event, cast: &Cast, words: Words) -> Vec<Told> {
    let told = |weight, text: String| vec![Told { text: words::capital(&text), weight }];
    let by = |seat, key: &str, facts: &[(&str, &str)]| cast.told(words, seat, key, facts);
    match event {
        Event::Dealt {} => Vec::new(),
        Event::LaidOut { cards } => {
            told(Weight::Plain, words.say("log.laidOut", &[("cards", &words.cards(*cards))]).into_owned())
        }
        Event::ThrownIn { rank } => {
            let rank = words.say(&format!("ranks.{rank}"), &[]).into_owned();
            told(Weight::Loud, words.say("log.thrownIn", &[("rank", &rank)]).into_owned())
        }
        Event::Laid { seat, card } => {
            told(Weight::Plain, by(*seat, "log.laid", &[("card", &words.card(*card))]))
        }
        Event::Captured { seat, card, taken, .. } if taken.is_empty() => {
            told(Weight::Plain, by(*seat, "log.kept", &[("card", &words.card(*card))]))
        }
        Event::Captured { seat, card, taken, sweep } => {
            let facts = [("card", &*words.card(*card)), ("taken", &words.cards(*taken))];
            let text = by(*seat, "log.captured", &facts);
            if *sweep {
                told(Weight::Loud, format!("{text} {}", words.say(&format!("sweep.{}", cast.game), &[])))
            } else {
                told(Weight::Plain, text)
            }
        }
        Event::Claimed { seat, right } => {
            told(Weight::Loud, by(*seat, if *right { "log.claimed.right" } else { "log.claimed.wrong" }, &[]))
        }
        Event::RestTaken { side, cards } => told(Weight::Plain, about_the_rest(cast, words, *side, *cards)),
    }
}

/// Reads `play 7d`, `take 7d 4c+3s`, `lay 7d`, `7d x 3s 4c` and `claim`, also in Italian, in any language.
fn read(line: &str, words: Words) -> Result<Command, Misread> {
    let misread = |key, word: &str| Misread { key, word: word.chars().take(20).collect() };
    let line = line.replace(['+', ','], " ");
    let mut said: Vec<&str> = line.split_whitespace().collect();
    let verb = said.first().map(|verb| verb.to_lowercase()).unwrap_or_default();
    let verb = match verb.as_str() {
        "play" | "gioca" => Some("play"),
        "take" | "prendi" => Some("take"),
        "lay" | "cala" => Some("lay"),
        "claim" | "fuori" => Some("claim"),
        _ => None,
    };
    match verb {
        Some("claim") if said.len() == 1 => return Ok(Command::Act("claim".to_owned())),
        Some("claim") => return Err(misread("command.words", line.trim())),
        _ => {}
    }
    if verb.is_some() {
        said.remove(0);
    }
    let crossed = said.get(1).is_some_and(|word| matches!(*word, "x" | "X" | "×"));
    if crossed {
        said.remove(1);
    }
    let Some((first, rest)) = said.split_first() else {
        return Err(misread("command.words", line.trim()));
    };
    let card = |word: &str| read_card(word, words.faces).ok_or_else(|| misread("command.card", word));
    // Without a verb, what does not even begin like a card is no misspelt card.
    let played = match card(first) {
        Err(_) if verb.is_none() && first.chars().count() > 3 => {
            return Err(misread("command.words", line.trim()));
        }
        played => played?,
    };
    let taken: CardSet = rest.iter().map(|word| card(word)).collect::<Result<_, _>>()?;
    let takes = crossed || !taken.is_empty() || verb == Some("take");
    Ok(match verb {
        Some("lay") if !takes => Command::Act(played.to_string()),
        Some("take") if taken.is_empty() && !crossed => Command::Play(played),
        _ if takes && taken.is_empty() => Command::Act(format!("{played} x")),
        _ if takes => Command::Act(format!("{played} x {taken}")),
        _ => Command::Play(played),
    })
}

/// What lies on the table, and how it is drawn.
struct Felt {
    view: View,
    hand: Vec<Card>,
}

impl Scene for Felt {
    fn hand(&self) -> &[Card] {
        &self.hand
    }

    fn draw(&self, picture: &Picture, area: Rect, buffer: &mut Buffer) {
        let rows = Rows::of(&self.hand, picture, area);
        let View { hands, piles, sweeps, playing, .. } = &self.view;
        Players { hands, piles, sweeps, playing: *playing }.draw(picture, rows.players, buffer);
        if let Some(title) = rows.table_title {
            let stock = picture.words.count("table.stock", usize::from(self.view.stock));
            draw::rule(buffer, title, &picture.words.say("table.title", &[]), &stock);
        }
        self.draw_table(picture, rows.table, rows.hand_size, buffer);
        if let Some(title) = rows.hand_title {
            draw::rule(buffer, title, &picture.words.say("hand.title", &[]), "");
        }
        draw_hand(&self.hand, picture, rows.hand, rows.hand_size, buffer);
    }
}

impl Felt {
    /// The cards on the table, at most as large as those of the hand.
    fn draw_table(&self, picture: &Picture, area: Rect, hand_size: Size, buffer: &mut Buffer) {
        let area = draw::inset(area, 1);
        if self.view.table.is_empty() {
            let empty = picture.words.say("table.empty", &[]);
            draw::text(buffer, area, area.x, area.y + area.height / 2, &empty, style::QUIET);
            return;
        }
        let taken = picture.action.and_then(|action| parts(action).1).unwrap_or(CardSet::EMPTY);
        let cards: Vec<Card> = self.view.table.into();
        let fitting = [Size::Big, Size::Small]
            .into_iter()
            .filter(|size| size.height() <= hand_size.height().max(Size::Small.height()))
            .filter_map(|size| Grid::new(size, picture.words, cards.len(), area.width))
            .find(|grid| grid.rows * grid.size.height() <= area.height);
        let outline = |card: &Card| if taken.contains(*card) { Outline::Double } else { Outline::Single };
        match fitting {
            Some(grid) => {
                let height = grid.rows * grid.size.height();
                let top = area.y + (area.height - height) / 2;
                for (place, card) in cards.iter().enumerate() {
                    let at = grid.place(place, Rect { y: top, height, ..area });
                    grid.draw(*card, at, outline(card), picture.words, buffer);
                }
            }
            None => {
                let card = |card: &Card| {
                    let (open, close) = if taken.contains(*card) { ('[', ']') } else { (' ', ' ') };
                    format!("{open}{}{close}", picture.words.card_in_short(*card).replace(' ', "\u{a0}"))
                };
                let line = cards.iter().map(card).collect::<Vec<_>>().join(" ");
                draw::paragraph(buffer, area, &line, style::STRONG);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use words::{Faces, Language};

    fn read_in(line: &str, faces: Faces) -> Result<Command, Misread> {
        read(line, Words::new(Language::English, faces))
    }

    #[test]
    fn commands_are_read_in_all_their_forms() {
        let act = |action: &str| Ok(Command::Act(action.to_owned()));
        let play = |card: &str| Ok(Command::Play(card.parse().unwrap()));
        for (line, command) in [
            ("play 7d", play("7d")),
            ("7d", play("7d")),
            ("gioca 10♥", play("Th")),
            ("take 7d", play("7d")),
            ("lay 7d", act("7d")),
            ("cala 7d", act("7d")),
            ("take 7d 4c+3s", act("7d x 3s 4c")),
            ("take 7d 4c, 3s", act("7d x 3s 4c")),
            ("play 7d x 4c 3s", act("7d x 3s 4c")),
            ("7d x 3s 4c", act("7d x 3s 4c")),
            ("7d x", act("7d x")),
            ("TAKE 7D 4C+3S", act("7d x 3s 4c")),
            ("claim", act("claim")),
        ] {
            assert_eq!(read_in(line, Faces::French), command, "{line}");
        }
    }

    #[test]
    fn what_is_not_understood_is_said() {
        for (line, key, word) in [
            ("play 7y", "command.card", "7y"),
            ("take 7d 4c+zz", "command.card", "zz"),
            ("7k", "command.card", "7k"),
            ("dance with me", "command.words", "dance with me"),
            ("play", "command.words", "play"),
            ("", "command.words", ""),
            ("claim 7d", "command.words", "claim 7d"),
        ] {
            let expected = Misread { key, word: word.to_owned() };
            assert_eq!(read_in(line, Faces::French), Err(expected), "{line}");
        }
    }

    #[test]
    fn latin_cards_are_also_read_by_what_is_printed_on_them() {
        assert_eq!(read_in("play Fd", Faces::Latin), Ok(Command::Play("Jd".parse().unwrap())));
        assert_eq!(read_in("1c", Faces::Latin), Ok(Command::Play("Ac".parse().unwrap())));
        assert!(read_in("play Fd", Faces::French).is_err());
    }
}
