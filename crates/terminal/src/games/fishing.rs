//! The fishing games, Scopa and Wall Street: cards on the table, piles, sweeps.

use super::{Command, Layout, Misread, Picture, Scene, Told, Weight, numbered};
use crate::screen::cards::{Grid, Outline, Size};
use crate::screen::{Cast, draw, style};
use crate::table::{Events, Frame, ME};
use cards::{Card, CardSet, Holding, Rank, Seat, SeatSet};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use serde::Deserialize;
use words::{Faces, Words};

/// The layout of the fishing games.
pub(super) struct Fishing;

/// What one's own seat knows of a deal.
#[derive(Clone, Debug, Deserialize)]
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
        let view: Option<View> =
            frame.view.as_ref().map(|view| serde_json::from_str(view.get())).transpose()?;
        let view = view.unwrap_or(View {
            hands: Vec::new(),
            table: CardSet::EMPTY,
            stock: 0,
            playing: SeatSet::EMPTY,
            piles: Vec::new(),
            sweeps: Vec::new(),
        });
        let hand = view.hands.get(ME.index()).map_or(CardSet::EMPTY, |hand| hand.known());
        Ok(Box::new(Felt { hand: hand.into(), view }))
    }

    fn tell(&self, events: &Events, cast: &Cast, words: Words) -> Result<Vec<Told>, serde_json::Error> {
        let events: Vec<Event> = serde_json::from_str(events.get())?;
        Ok(events.iter().flat_map(|event| tell(event, cast, words)).collect())
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
        Event::RestTaken { side, cards } => {
            let cards = words.cards(*cards);
            let text = match side.map(|side| (side, cast.members(side))) {
                None => words.say("log.rest.nobody", &[("cards", &cards)]).into_owned(),
                Some((_, members)) if members.len() == 1 => by(members[0], "log.rest", &[("cards", &cards)]),
                Some((side, _)) => {
                    let name = cast.side(side, words);
                    words.say("log.rest.side", &[("name", &name), ("cards", &cards)]).into_owned()
                }
            };
            told(Weight::Plain, text)
        }
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

/// A card as records write it; with Latin cards also by what is printed on them: `1d`, `Fd`, `Cd`, `Rd`.
fn read_card(word: &str, faces: Faces) -> Option<Card> {
    let latin = || {
        let mut symbols = word.chars();
        let rank = match symbols.next()?.to_ascii_uppercase() {
            '1' => Rank::Ace,
            'F' => Rank::Jack,
            'C' => Rank::Queen,
            'R' => Rank::King,
            _ => return None,
        };
        format!("{}{}", rank.letter(), symbols.as_str()).parse().ok()
    };
    word.parse().ok().or_else(|| if faces == Faces::Latin { latin() } else { None })
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
        let rows = Rows::of(self, picture, area);
        self.draw_players(picture, rows.players, buffer);
        if let Some(title) = rows.table_title {
            let stock = picture.words.count("table.stock", usize::from(self.view.stock));
            draw::rule(buffer, title, &picture.words.say("table.title", &[]), &stock);
        }
        self.draw_table(picture, rows.table, rows.hand_size, buffer);
        if let Some(title) = rows.hand_title {
            draw::rule(buffer, title, &picture.words.say("hand.title", &[]), "");
        }
        self.draw_hand(picture, rows.hand, rows.hand_size, buffer);
    }
}

/// Which rows are for what, from the top.
struct Rows {
    players: Rect,
    table_title: Option<Rect>,
    table: Rect,
    hand_title: Option<Rect>,
    hand: Rect,
    hand_size: Size,
}

/// Two rows of small cards: less is cramped.
const TABLE_ROWS: u16 = 6;

impl Rows {
    /// The table gets what the rest leaves. The hand's size does not depend on how many cards lie where, so that
    /// nothing changes size during a deal.
    fn of(felt: &Felt, picture: &Picture, area: Rect) -> Self {
        let players = picture.cast.seats() + 1;
        let most_cards = felt.hand.len().max(3);
        let fits =
            |size| Grid::new(size, picture.words, most_cards, area.width).is_some_and(|grid| grid.rows == 1);
        let left_with = |size: Size| area.height.saturating_sub(players + 2 + size.height() + 1);
        let hand_size = if fits(Size::Big) && left_with(Size::Big) >= 2 * Size::Big.height() {
            Size::Big
        } else if fits(Size::Small) {
            Size::Small
        } else {
            Size::Text
        };
        let hand_height = match hand_size {
            Size::Text => draw::wrapped_rows(&numbered(&felt.hand, picture), area.width).max(2),
            size => size.height() + 1,
        };
        let titles = area.height >= players + hand_height + TABLE_ROWS + 2;
        let title_height = u16::from(titles);
        let mut y = area.y;
        let mut take = |height: u16| {
            let height = height.min(area.bottom().saturating_sub(y));
            let rows = Rect { y, height, ..area };
            y += height;
            rows
        };
        let players = take(players);
        let table_title = titles.then(|| take(title_height));
        let below = title_height + hand_height;
        let table = take(area.height.saturating_sub(players.height + title_height + below));
        let hand_title = titles.then(|| take(title_height));
        Self { players, table_title, table, hand_title, hand: take(hand_height), hand_size }
    }
}

impl Felt {
    /// A line for each player, one's own last: cards in hand, cards taken, sweeps, points.
    fn draw_players(&self, picture: &Picture, area: Rect, buffer: &mut Buffer) {
        let Picture { cast, words, frame, .. } = picture;
        let sweeps = words.say(&format!("players.sweeps.{}", cast.game), &[]).into_owned();
        let titles = [
            words.say("players.hand", &[]).into_owned(),
            words.say("players.taken", &[]).into_owned(),
            sweeps,
            words.say("players.points", &[]).into_owned(),
        ];
        // The first column shows the backs of up to ten cards.
        let widths: [u16; 4] =
            std::array::from_fn(|place| if place == 0 { 11 } else { draw::width(&titles[place]) + 2 });
        let numbers: u16 = widths.iter().sum();
        let name_width = area.width.saturating_sub(numbers + 4).min(30);
        let cells = |buffer: &mut Buffer, y, cells: &[String; 4], style: Style| {
            let mut x = area.x + 4 + name_width;
            for (place, (cell, width)) in cells.iter().zip(widths).enumerate() {
                if place == 0 {
                    draw::text(buffer, area, x + 1, y, cell, style);
                } else {
                    draw::text_right(buffer, area, x + width, y, cell, style);
                }
                x += width;
            }
        };
        cells(buffer, area.y, &titles, style::QUIET);
        let others = Seat::all(picture.cast.seats() as u8).filter(|seat| *seat != ME);
        for (row, seat) in others.chain([ME]).enumerate() {
            let y = area.y + 1 + row as u16;
            let side = usize::from(frame.sides.get(seat.index()).copied().unwrap_or_default());
            let sits_out = !self.view.playing.is_empty() && !self.view.playing.contains(seat);
            let on_turn = picture.turn == Some(seat);
            let base = match (on_turn, sits_out) {
                (true, _) => style::STRONG,
                (_, true) => style::QUIET,
                _ => style::PLAIN,
            };
            if on_turn {
                draw::text(buffer, area, area.x, y, "▶", style::TURN);
            }
            if frame.dealer == seat {
                let dealer = words.say("players.dealer", &[]);
                draw::text(buffer, area, area.x + 2, y, &dealer, style::QUIET);
            }
            let name = cast.title(seat, usize::from(name_width), *words);
            draw::text(buffer, Rect { width: 4 + name_width, ..area }, area.x + 4, y, &name, base);
            let in_hand = self.view.hands.get(seat.index()).map_or(0, |hand| hand.len());
            let count = |of: &[CardSet]| of.get(side).map_or(0, |cards| cards.len()).to_string();
            let hand = if sits_out {
                words.say("players.out", &[]).into_owned()
            } else {
                "▮".repeat(usize::from(in_hand))
            };
            let points = frame.totals.get(seat.index()).copied().unwrap_or_default().to_string();
            cells(buffer, y, &[hand, count(&self.view.piles), count(&self.view.sweeps), points], base);
        }
    }

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

    fn draw_hand(&self, picture: &Picture, area: Rect, size: Size, buffer: &mut Buffer) {
        let area = draw::inset(area, 1);
        if self.hand.is_empty() {
            draw::text(buffer, area, area.x, area.y, &picture.words.say("hand.empty", &[]), style::QUIET);
            return;
        }
        let grid = Grid::new(size, picture.words, self.hand.len(), area.width).filter(|grid| grid.rows == 1);
        let Some(grid) = grid.filter(|_| size != Size::Text) else {
            return draw::paragraph(buffer, area, &numbered(&self.hand, picture), style::STRONG);
        };
        for (place, card) in self.hand.iter().enumerate() {
            let at = grid.place(place, area);
            let chosen = picture.chosen == Some(place);
            grid.draw(
                *card,
                at,
                if chosen { Outline::Double } else { Outline::Single },
                picture.words,
                buffer,
            );
            let number = (place + 1) % 10;
            let label = if chosen { format!("▲{number}▲") } else { format!(" {number} ") };
            let x = at.x + (at.width.saturating_sub(3)) / 2;
            draw::text(buffer, area, x, at.bottom(), &label, if chosen { style::TURN } else { style::QUIET });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use words::Language;

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
