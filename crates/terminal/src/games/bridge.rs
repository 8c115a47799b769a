//! Layout of bridge: the auction in four columns, the trick, and open hands by suit.

use super::{Layout, LogLine, Picture, Scene, Seating, Weight, each_log_line, seen};
use crate::cast::Cast;
use crate::draw::{self, style};
use bridge::Event;
use cards::{Card, CardSet, Holding, Rank, Seat, Suit};
use catalog::{Snapshot, WireValue};
use i18n::Words;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::borrow::Cow;

/// Layout of the terminal for bridge.
pub(super) struct Bridge;

/// Columns of the auction: West, North, East, South.
const COLUMNS: [Seat; 4] = [Seat::new(3), Seat::new(0), Seat::new(1), Seat::new(2)];

/// Information of the user's seat.
type View = bridge::WireView;

/// Formats a call or contract: `4♠X`, `1NT`, and pass as a word.
fn written(call: &str, words: Words) -> String {
    let mut signs = call.chars();
    let symbol = |letter| match letter {
        'C' => Some(Cow::from("♣")),
        'D' => Some(Cow::from("♦")),
        'H' => Some(Cow::from("♥")),
        'S' => Some(Cow::from("♠")),
        'N' => Some(words.say("bridge.notrump.sign", &[])),
        _ => None,
    };
    match (signs.next(), signs.next().and_then(symbol)) {
        (Some(level), Some(strain)) if level.is_ascii_digit() => {
            format!("{level}{strain}{}", signs.as_str())
        }
        _ if call == "P" => words.say("bridge.pass", &[]).into_owned(),
        _ => call.to_owned(),
    }
}

fn letter(seat: Seat, words: Words) -> String {
    words.say(["bridge.n", "bridge.e", "bridge.s", "bridge.w"][seat.index() & 3], &[]).into_owned()
}

fn name(seat: Seat, cast: &Cast, words: Words) -> String {
    cast.together(&[seat], words)
}

/// Returns the sort order of a card, ace first.
fn depth(card: Card) -> u8 {
    match card.rank() {
        Rank::Ace => 0,
        rank => 13 - rank as u8,
    }
}

/// Returns the suits in display order: trumps first, then alternating colors.
fn suits(trumps: Option<Suit>) -> [Suit; 4] {
    const ROUND: [Suit; 4] = [Suit::Spades, Suit::Hearts, Suit::Clubs, Suit::Diamonds];
    let first = ROUND.iter().position(|suit| Some(*suit) == trumps).unwrap_or(0);
    std::array::from_fn(|index| ROUND[(first + index) % 4])
}

fn arranged(cards: CardSet, trumps: Option<Suit>) -> Vec<Card> {
    let of_suit = |suit: Suit| {
        let mut held: Vec<Card> = cards.iter().filter(|card| card.suit() == suit).collect();
        held.sort_by_key(|card| depth(*card));
        held
    };
    suits(trumps).into_iter().flat_map(of_suit).collect()
}

fn trumps(view: &View) -> Option<Suit> {
    let strain = view.contract?.to_string().chars().nth(1)?;
    Suit::ALL.into_iter().find(|suit| suit.letter() == strain.to_ascii_lowercase())
}

const fn calling(view: &View) -> bool {
    view.contract.is_none()
}

impl Layout for Bridge {
    /// Returns South, where books place the reader.
    fn own_seat(&self) -> Seat {
        Seat::new(2)
    }

    fn scene(&self, snapshot: &Snapshot, me: Seat) -> Option<Box<dyn Scene>> {
        let view = seen::<bridge::Bridge>(snapshot)?;
        // Declarer plays dummy's cards.
        let from = view.turn.filter(|turn| view.dummy == Some(*turn) && snapshot.actors.contains(me));
        let from = from.unwrap_or(me);
        let hand = arranged(view.hands[from.index() & 3].known(), trumps(&view));
        Some(Box::new(Table { view, hand, from }))
    }

    fn log_lines(&self, events: &WireValue, cast: &Cast, words: Words) -> Vec<LogLine> {
        each_log_line(events, |event| log_line(event, cast, words))
    }

    fn describe(&self, action: &str, words: Words) -> String {
        if let Ok(card) = action.parse::<Card>()
            && action.ends_with(|letter: char| letter.is_lowercase())
        {
            return words.say("bridge.way.play", &[("card", &words.card_in_short(card))]).into_owned();
        }
        match (action, action.strip_prefix("claim ").and_then(|tricks| tricks.parse().ok())) {
            (_, Some(tricks)) => words.count("bridge.way.claim", tricks),
            ("accept", _) => words.say("bridge.way.accept", &[]).into_owned(),
            ("refuse", _) => words.say("bridge.way.refuse", &[]).into_owned(),
            ("X", _) => words.say("bridge.way.double", &[]).into_owned(),
            ("XX", _) => words.say("bridge.way.redouble", &[]).into_owned(),
            _ => written(action, words),
        }
    }

    fn ways<'a>(&self, legal: &'a [String], card: Option<Card>) -> Vec<&'a str> {
        let of_card = |action: &&String| card.is_some_and(|card| **action == card.to_string());
        let mut ways: Vec<&str> = legal.iter().filter(of_card).map(String::as_str).collect();
        // Calls and answers to claims are offered with any selected card.
        let plays = |action: &String| action.starts_with("claim") || action.ends_with(['c', 'd', 'h', 's']);
        if ways.is_empty() && !legal.iter().any(plays) {
            ways = legal.iter().map(String::as_str).collect();
            ways.sort_by_key(|action| {
                (action.len() > 1 && *action != "XX", action.chars().next(), strain(action))
            });
        }
        ways
    }
}

/// Returns the rank of a bid's strain within its level.
fn strain(call: &str) -> Option<usize> {
    "CDHSN".find(call.chars().nth(1)?)
}

fn log_line(event: &Event, cast: &Cast, words: Words) -> Option<LogLine> {
    let say = |key: &str, seat: Seat, params: &[(&str, &str)]| {
        let name = name(seat, cast, words);
        let params: Vec<(&str, &str)> = params.iter().copied().chain([("name", &*name)]).collect();
        words.say(key, &params).into_owned()
    };
    let (weight, text) = match event {
        Event::Dealt { .. } | Event::Faced { .. } => return None,
        Event::Called { seat, call } => {
            (Weight::Plain, say("bridge.told", *seat, &[("what", &written(&call.to_string(), words))]))
        }
        Event::Contracted { contract, declarer } => (
            Weight::Loud,
            say("bridge.told.contract", *declarer, &[("contract", &written(&contract.to_string(), words))]),
        ),
        Event::PassedOut => (Weight::Loud, words.say("bridge.told.passedOut", &[]).into_owned()),
        Event::Played { seat, card } => {
            (Weight::Plain, say("bridge.told", *seat, &[("what", &words.card_in_short(*card))]))
        }
        Event::TrickWon { seat, .. } => (Weight::Plain, say("bridge.told.trick", *seat, &[])),
        Event::Claimed { seat, tricks } => {
            (Weight::Loud, say(claim_key(*tricks), *seat, &[("n", &tricks.to_string())]))
        }
        Event::Answered { seat, accepts } => (
            Weight::Plain,
            say(if *accepts { "bridge.told.accept" } else { "bridge.told.refuse" }, *seat, &[]),
        ),
    };
    Some(LogLine { text: i18n::capital(&text), weight })
}

/// Returns the text key of a claim of this many tricks.
fn claim_key(tricks: u8) -> &'static str {
    if tricks == 1 { "bridge.told.claim.one" } else { "bridge.told.claim.many" }
}

/// Returns whether a view fits this seating. Its lists by seat always have four entries.
pub(super) fn fits(view: &View, seating: Seating) -> bool {
    let seats = [view.turn, view.declarer, view.dummy, Some(view.dealer), view.trick.leader];
    seating.seats == 4 && seating.all(seats.into_iter().flatten().collect())
}

/// Content of the card table, and its drawing.
struct Table {
    view: View,
    hand: Vec<Card>,
    /// Seat of the shown hand: the user's, or dummy's on dummy's turn.
    from: Seat,
}

impl Scene for Table {
    fn hand(&self) -> &[Card] {
        &self.hand
    }

    fn types_digits(&self) -> bool {
        calling(&self.view)
    }

    fn draw(&self, picture: &Picture, area: Rect, buffer: &mut Buffer) {
        let view = &self.view;
        let hand = super::numbered(&self.hand, picture);
        let hand_height = draw::wrapped_rows(&hand, area.width.saturating_sub(2)).max(2);
        draw_state(view, picture, Rect { height: 1, ..area }, buffer);
        let players = Rect { y: area.y + 1, height: 4, ..area };
        draw_players(view, picture, players, buffer);
        let bottom = area.bottom().saturating_sub(hand_height + 1);
        let middle = Rect { y: players.bottom(), height: bottom.saturating_sub(players.bottom()), ..area };
        let title = if calling(view) { "bridge.auction" } else { "bridge.trick" };
        draw::rule(buffer, middle, &picture.words.say(title, &[]), "");
        let inside =
            Rect { y: middle.y + 1, height: middle.height.saturating_sub(1), ..draw::inset(middle, 1) };
        if calling(view) {
            draw_auction(view, picture, inside, buffer);
        } else {
            draw_trick(view, picture, inside, buffer);
        }
        let title = if self.from == picture.cast.me { "hand.title" } else { "bridge.dummyHand" };
        draw::rule(buffer, Rect { y: bottom, height: 1, ..area }, &picture.words.say(title, &[]), "");
        let below = Rect { y: bottom + 1, height: hand_height, ..draw::inset(area, 1) };
        draw::paragraph(buffer, below, &hand, style::STRONG);
    }
}

/// Draws the contract with its tricks, or the dealer, and the score on the right.
fn draw_state(view: &View, picture: &Picture, area: Rect, buffer: &mut Buffer) {
    let Picture { words, cast, snapshot, .. } = picture;
    let text = match (&view.contract, view.declarer, &view.claim) {
        (_, _, Some(claim)) => {
            let params = [("name", &*name(claim.by, cast, *words)), ("n", &*claim.tricks.to_string())];
            words.say(claim_key(claim.tricks), &params).into_owned()
        }
        (Some(contract), Some(declarer), None) => {
            let declaring = declarer.index() & 1;
            let needed = view.needed.unwrap_or_default();
            format!(
                "{} {} {}/{needed} · {}",
                written(&contract.to_string(), *words),
                letter(declarer, *words),
                view.tricks[declaring],
                view.tricks[1 - declaring],
            )
        }
        _ => words.say("bridge.dealer", &[("name", &name(view.dealer, cast, *words))]).into_owned(),
    };
    draw::text(buffer, area, area.x + 1, area.y, &text, style::STRONG);
    let total = |side: usize| snapshot.totals.as_slice().get(side).copied().unwrap_or_default().to_string();
    let mine = cast.me.index() & 1;
    let score = words.say("bridge.score", &[("we", &*total(mine)), ("they", &*total(1 - mine))]).into_owned();
    draw::text_right(buffer, area, area.right().saturating_sub(1), area.y, &score, style::PLAIN);
}

/// Draws a line for each seat from North: turn, direction, name, dealer, vulnerability, and an open
/// hand.
fn draw_players(view: &View, picture: &Picture, area: Rect, buffer: &mut Buffer) {
    let Picture { words, cast, .. } = picture;
    let shown = area.width / 2 - 5;
    for (row, seat) in Seat::all(4).enumerate() {
        let y = area.y + row as u16;
        let ink = if view.turn == Some(seat) { style::TURN } else { style::PLAIN };
        let mark = if view.turn == Some(seat) { "▶" } else { " " };
        draw::text(buffer, area, area.x, y, &format!("{mark} {}", letter(seat, *words)), ink);
        let room = Rect { width: 4 + shown, ..area };
        draw::text(buffer, room, area.x + 4, y, &cast.title(seat, usize::from(shown), *words), ink);
        let marks = [
            (view.dealer == seat).then(|| words.say("players.dealer", &[])),
            view.vulnerable[seat.index() & 1].then(|| words.say("bridge.vulnerable", &[])),
        ];
        let marks: Vec<String> = marks.into_iter().flatten().map(|mark| mark.into_owned()).collect();
        draw::text(buffer, area, area.x + 4 + shown, y, &marks.join(" "), style::QUIET);
        let open = match view.hands[seat.index()] {
            Holding::Open(cards) if seat != cast.me => in_suits(cards, trumps(view), *words),
            Holding::Closed(count) => "▮".repeat(usize::from(count)),
            Holding::Open(_) if view.dummy == Some(cast.me) => words.say("bridge.dummy", &[]).into_owned(),
            Holding::Open(_) => String::new(),
        };
        draw::text(buffer, area, area.x + 8 + shown, y, &open, style::PLAIN);
    }
}

/// Formats a hand by suit: `♠AQ5 ♥K83 ♣Q96 ♦J74`
fn in_suits(cards: CardSet, trumps: Option<Suit>, words: Words) -> String {
    let row = |suit: Suit| {
        let held = arranged(cards & CardSet::of_suit(suit), None);
        let ranks: String = held.iter().map(|card| words.index(card.rank())).collect();
        (!held.is_empty()).then(|| format!("{}{ranks}", words.suit_in_short(suit)))
    };
    suits(trumps).into_iter().filter_map(row).collect::<Vec<_>>().join(" ")
}

fn draw_auction(view: &View, picture: &Picture, area: Rect, buffer: &mut Buffer) {
    let width = (area.width / 4).min(12);
    let before = COLUMNS.iter().position(|seat| *seat == view.dealer).unwrap_or_default();
    for (column, seat) in COLUMNS.into_iter().enumerate() {
        let x = area.x + width * column as u16;
        draw::text(buffer, area, x, area.y, &letter(seat, picture.words), style::QUIET);
    }
    let rows = usize::from(area.height.saturating_sub(1)).max(1);
    let all = (before + view.auction.len()).div_ceil(4);
    let hidden = all.saturating_sub(rows);
    for (index, call) in view.auction.iter().enumerate() {
        let (row, column) = ((before + index) / 4, (before + index) % 4);
        if let Some(row) = row.checked_sub(hidden) {
            let (x, y) = (area.x + width * column as u16, area.y + 1 + row as u16);
            draw::text(buffer, area, x, y, &written(&call.to_string(), picture.words), style::STRONG);
        }
    }
}

/// Draws each card of the trick on its player's side, the user at the bottom. The last trick stays,
/// marked, until the next lead.
fn draw_trick(view: &View, picture: &Picture, area: Rect, buffer: &mut Buffer) {
    let trick = match &view.last_trick {
        Some(last) if view.trick.cards.is_empty() => last,
        _ => &view.trick,
    };
    let Some(leader) = trick.leader else { return };
    let ink = if trick.winner.is_some() { style::QUIET } else { style::STRONG };
    let (middle, centre) = (area.y + area.height / 2, area.x + area.width / 2);
    for (index, card) in trick.cards.iter().enumerate() {
        let seat = (leader.index() + index) % 4;
        let (x, y) = match (seat + 4 - picture.cast.me.index()) % 4 {
            0 => (centre, middle + 2),
            1 => (centre.saturating_sub(10), middle),
            2 => (centre, middle.saturating_sub(2)),
            _ => (centre + 10, middle),
        };
        let seat = Seat::new(seat as u8);
        let won = if trick.winner == Some(seat) { "*" } else { "" };
        let text = format!("{} {}{won}", letter(seat, picture.words), picture.words.card_in_short(*card));
        draw::text(buffer, area, x, y, &text, ink);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use i18n::{Faces, Language};

    #[test]
    fn hands_are_arranged_with_trumps_first_and_colours_in_turn() {
        let cards: CardSet = cards::parse_cards("2c Kd Ad 3h 9s").unwrap().into_iter().collect();
        let words = Words::new(Language::English, Faces::French);
        assert_eq!(in_suits(cards, None, words), "♠9 ♥3 ♣2 ♦AK");
        assert_eq!(in_suits(cards, Some(Suit::Diamonds), words), "♦AK ♠9 ♥3 ♣2");
    }

    #[test]
    fn calls_are_offered_from_the_lowest_and_answers_whatever_is_chosen() {
        let legal = ["1C", "1N", "2C", "2S", "P", "X"].map(str::to_owned);
        assert_eq!(Bridge.ways(&legal, None), ["P", "X", "1C", "1N", "2C", "2S"]);
        let answers = ["accept", "refuse"].map(str::to_owned);
        assert_eq!(Bridge.ways(&answers, "As".parse().ok()), ["accept", "refuse"]);
        let play = ["As", "2c", "claim 3"].map(str::to_owned);
        assert_eq!(Bridge.ways(&play, "As".parse().ok()), ["As"]);
        assert!(Bridge.ways(&play, "Kd".parse().ok()).is_empty());
    }

    #[test]
    fn one_trick_is_claimed_in_the_singular() {
        let english = Words::new(Language::English, Faces::French);
        let described = |claim| Bridge.describe(claim, english);
        assert_eq!(["claim 1", "claim 5"].map(described), ["claim 1 trick", "claim 5 tricks"]);
        let italian = Words::new(Language::Italian, Faces::French);
        let told = |tricks| italian.say(claim_key(tricks), &[("name", "Ada"), ("n", &tricks.to_string())]);
        assert_eq!([1, 5].map(told), ["Ada: richiesta 1 presa", "Ada: richieste 5 prese"]);
    }
}
