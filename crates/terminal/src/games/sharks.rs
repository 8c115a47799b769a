//! Sharks of Wall Street: the row in its lots, players with bids and portfolios, one's own Capital and Tools in words.

use super::{Command, Layout, Misread, Picture, Scene, Told, Weight, seen};
use crate::screen::{Cast, draw, style};
use crate::table::{Events, Frame, ME};
use cards::{Card, Seat, SeatSet};
use engine::CardInfo;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use serde::Deserialize;
use words::Words;

/// The layout of Sharks of Wall Street.
pub(super) struct Sharks;

/// What one's own seat knows of a game.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct View {
    set: String,
    round: u8,
    auction: usize,
    stage: String,
    give: Option<u8>,
    hands: Vec<Hand<u8>>,
    tools: Vec<Hand<String>>,
    row: Vec<Option<Share>>,
    portfolios: Vec<Vec<Share>>,
    values: Vec<i32>,
    bids: Vec<Vec<u8>>,
    passed: SeatSet,
    acted: SeatSet,
    played: Option<Played>,
    capital_stock: u8,
    tool_stock: u8,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Hand<T> {
    Open(Vec<T>),
    Closed(usize),
}

impl<T> Hand<T> {
    fn cards(&self) -> &[T] {
        match self {
            Self::Open(cards) => cards,
            Self::Closed(_) => &[],
        }
    }

    fn len(&self) -> usize {
        match self {
            Self::Open(cards) => cards.len(),
            Self::Closed(count) => *count,
        }
    }
}

/// An Investment; without a name where this seat does not know it.
#[derive(Clone, Debug, Default, Deserialize)]
struct Share {
    investment: Option<String>,
    up: bool,
}

#[derive(Clone, Debug, Deserialize)]
struct Played {
    seat: Seat,
    tool: String,
    targets: Vec<String>,
    chain: Vec<Reaction>,
}

#[derive(Clone, Debug, Deserialize)]
struct Reaction {
    seat: Seat,
    tool: String,
}

/// Where an Investment lies: in a portfolio, or in the row.
#[derive(Clone, Copy, Debug, Deserialize)]
struct Place {
    seat: Option<Seat>,
    place: u8,
}

/// What happened.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "event", rename_all = "camelCase", rename_all_fields = "camelCase")]
enum Event {
    Dealt {},
    RoundBegan { round: u8 },
    RowLaid {},
    AuctionBegan { auction: u8, starter: Seat },
    Bid { seat: Seat, cards: Vec<u8>, total: u16 },
    Passed { seat: Seat },
    Won { seat: Seat, lot: Vec<Option<Share>> },
    TookBack {},
    Unsold {},
    TurnedUp { place: Place, investment: String },
    TurnedDown { place: Place, investment: String },
    Bonus { seat: Seat, investment: String },
    DrewCapital { seat: Seat, value: Option<u8> },
    DrewTool { seat: Seat, tool: Option<String> },
    Gave { seat: Seat, cards: Vec<u8> },
    PlayedTool { seat: Seat, tool: String, targets: Vec<String>, paid: Vec<u8> },
    Answered {},
    Reacted { seat: Seat, tool: String },
    Settled { tool: String, cancelled: bool, reactions: u8 },
    DiscardedInvestment { seat: Seat, share: Share },
    TookInvestment { seat: Seat, place: Place, share: Share },
    Exchanged { seat: Seat, places: [Place; 2] },
    Looked { seat: Seat, place: Place, share: Share },
    TookTool { seat: Seat, from: Seat, tool: Option<String> },
    Reshuffled { cards: usize },
    Ended {},
}

/// The cards of every set there is; those of `set` alone, if it is named.
fn cards_of(set: Option<&str>) -> Vec<CardInfo> {
    let sets = house::find("sharks").map(|game| game.info().card_sets).unwrap_or_default();
    sets.into_iter().filter(|one| set.is_none_or(|set| one.id == set)).flat_map(|set| set.cards).collect()
}

/// What a card is called: its name where all sets agree on it, otherwise its id.
fn named(id: &str, words: Words) -> String {
    let mut names = cards_of(None).into_iter().filter(|card| card.id == id).map(|card| name_of(&card, words));
    match names.next() {
        Some(name) if names.all(|other| other == name) => name,
        _ => id.to_owned(),
    }
}

fn name_of(card: &CardInfo, words: Words) -> String {
    let name = card.names.get(words.language.code()).or_else(|| card.names.values().next());
    name.cloned().unwrap_or_else(|| card.id.clone())
}

/// What a Tool does or an Investment brings, in words.
fn effects_of(card: &CardInfo, words: Words) -> String {
    let said = |effect: &engine::EffectInfo| {
        let number = effect.number.unwrap_or_default();
        let (key, one) =
            (format!("sharks.effect.{}", effect.effect), format!("sharks.effect.{}.one", effect.effect));
        let key = if number == 1 && words.knows(&one) { one } else { key };
        words.say(&key, &[("n", &number.to_string())]).into_owned()
    };
    let effects: Vec<String> = card.effects.iter().map(said).collect();
    let between = match card.kind {
        Some("chooseOne") => "sharks.or",
        Some(_) => "sharks.then",
        None => "sharks.and",
    };
    effects.join(&words.say(between, &[]))
}

/// A card with all that is printed on it.
fn explained(card: &CardInfo, words: Words) -> String {
    let name = name_of(card, words);
    let cost = card.cost.map_or(String::new(), |cost| cost_of(cost, words));
    let value =
        card.value.filter(|_| card.cost.is_none()).map_or(String::new(), |value| format!("{value:+}"));
    let effects = effects_of(card, words);
    let parts = [format!("{} {name}", card.id), value, cost].into_iter().filter(|part| !part.is_empty());
    let head = parts.collect::<Vec<_>>().join(", ");
    if effects.is_empty() { format!("{head}.") } else { format!("{head}: {effects}.") }
}

fn cost_of(cost: u8, words: Words) -> String {
    if cost == 0 {
        words.say("sharks.free", &[]).into_owned()
    } else {
        words.count("sharks.cost", usize::from(cost))
    }
}

fn values(cards: &[u8]) -> String {
    cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

impl Layout for Sharks {
    fn scene(&self, frame: &Frame) -> Result<Box<dyn Scene>, serde_json::Error> {
        let view: View = seen(frame)?.unwrap_or_default();
        Ok(Box::new(Market { cards: cards_of(Some(&view.set)), view }))
    }

    fn has_dealer(&self) -> bool {
        false
    }

    fn tell(&self, events: &Events, cast: &Cast, words: Words) -> Result<Vec<Told>, serde_json::Error> {
        let events: Vec<Event> = serde_json::from_str(events.get())?;
        let mut told = Vec::new();
        let mut drawn: Vec<(Seat, Vec<Option<u8>>)> = Vec::new();
        for event in &events {
            // Income comes one card at a time: what each draws is told in one sentence.
            if let Event::DrewCapital { seat, value } = event {
                match drawn.iter_mut().find(|(drawer, _)| drawer == seat) {
                    Some((_, cards)) => cards.push(*value),
                    None => drawn.push((*seat, vec![*value])),
                }
                continue;
            }
            told.extend(drawn.drain(..).map(|(seat, cards)| tell_drawn(seat, &cards, cast, words)));
            told.extend(tell(event, cast, words));
        }
        told.extend(drawn.drain(..).map(|(seat, cards)| tell_drawn(seat, &cards, cast, words)));
        Ok(told)
    }

    fn read(&self, line: &str, words: Words) -> Result<Command, Misread> {
        read(line, words)
    }

    fn describe(&self, action: &str, words: Words) -> String {
        describe(action, words)
    }

    /// The lowest bids and what else there is: of many bids the higher ones are typed.
    fn ways<'a>(&self, legal: &'a [String], _card: Option<Card>) -> Vec<&'a str> {
        let total =
            |action: &str| action.split(' ').skip(1).filter_map(|word| word.parse::<u32>().ok()).sum::<u32>();
        let (mut bids, others): (Vec<&str>, Vec<&str>) =
            legal.iter().map(String::as_str).partition(|action| action.starts_with("bid "));
        bids.sort_by_key(|bid| total(bid));
        bids.truncate(9);
        bids.into_iter().chain(others).collect()
    }
}

/// An action in few words.
fn describe(action: &str, words: Words) -> String {
    let (what, rest) = action.split_once(' ').unwrap_or((action, ""));
    match what {
        "bid" => {
            let total: u32 = rest.split(' ').filter_map(|value| value.parse::<u32>().ok()).sum();
            words.say("way.sharks.bid", &[("total", &total.to_string()), ("cards", rest)]).into_owned()
        }
        "tool" => {
            let (id, rest) = rest.split_once(' ').unwrap_or((rest, ""));
            format!("{} {rest}", named(id, words)).trim_end().to_owned()
        }
        "react" => words.say("way.sharks.react", &[("tool", &named(rest, words))]).into_owned(),
        "flip" => words.say("way.sharks.flip", &[("n", rest)]).into_owned(),
        "give" => words.say("way.sharks.give", &[("cards", rest)]).into_owned(),
        other => words.say(&format!("way.sharks.{other}"), &[]).into_owned(),
    }
}

/// Reads actions as records write them, some of them shorter, and a card's id, which explains it.
fn read(line: &str, words: Words) -> Result<Command, Misread> {
    let misread = || Misread { key: "command.words.sharks", word: line.trim().chars().take(30).collect() };
    let said: Vec<String> = line.split_whitespace().map(str::to_lowercase).collect();
    let (first, rest) = said.split_first().ok_or_else(misread)?;
    let id = |word: &str| word.to_uppercase();
    let is_card =
        |word: &str| word.len() == 3 && word.starts_with(['t', 'i']) && word[1..].parse::<u8>().is_ok();
    let act = |action: String| Ok(Command::Act(action));
    match (first.as_str(), rest) {
        ("pass" | "p" | "passo", []) => act("pass".to_owned()),
        ("noreact" | "no" | "let" | "n", []) => act("noreact".to_owned()),
        ("react" | "r" | "reagisci", [tool]) => act(format!("react {}", id(tool))),
        ("react" | "r" | "reagisci", []) => act("react T01".to_owned()),
        ("flip" | "scopri", [place]) => act(format!("flip {place}")),
        ("bid" | "b" | "offri", cards) if !cards.is_empty() => act(format!("bid {}", cards.join(" "))),
        ("give" | "dai", cards) if !cards.is_empty() => act(format!("give {}", cards.join(" "))),
        ("tool" | "t" | "strumento" | "play", [tool, rest @ ..]) if is_card(tool) => {
            let rest: String = rest.iter().map(|word| format!(" {word}")).collect();
            act(format!("tool {}{rest}", id(tool)))
        }
        (card, []) if is_card(card) => {
            let known: Vec<String> = cards_of(None)
                .iter()
                .filter(|known| known.id == id(card))
                .map(|known| explained(known, words))
                .collect();
            if known.is_empty() { Err(misread()) } else { Ok(Command::Tell(known.join(" "))) }
        }
        _ => Err(misread()),
    }
}

/// What somebody drew: the cards, or how many.
fn tell_drawn(seat: Seat, cards: &[Option<u8>], cast: &Cast, words: Words) -> Told {
    let known: Vec<u8> = cards.iter().copied().flatten().collect();
    let (key, what) = match known.len() == cards.len() {
        true => ("log.sharks.drewValues", values(&known)),
        false => ("log.sharks.drew", cards.len().to_string()),
    };
    let text = cast.told(words, seat, key, &[("what", &what)]);
    Told { text: words::capital(&text), weight: Weight::Plain }
}

fn tell(event: &Event, cast: &Cast, words: Words) -> Option<Told> {
    let told = |weight, text: String| Some(Told { text: words::capital(&text), weight });
    let plain = |seat: Seat, key: &str, facts: &[(&str, &str)]| {
        told(Weight::Plain, cast.told(words, seat, key, facts))
    };
    let loud = |seat: Seat, key: &str, facts: &[(&str, &str)]| {
        told(Weight::Loud, cast.told(words, seat, key, facts))
    };
    let say = |key: &str, facts: &[(&str, &str)]| words.say(key, facts).into_owned();
    let place = |place: &Place| place_of(*place, cast, words);
    let share = |share: &Share| match &share.investment {
        Some(id) => named(id, words),
        None => words.say("sharks.hidden", &[]).into_owned(),
    };
    match event {
        Event::Dealt {} | Event::RowLaid {} | Event::TookBack {} | Event::Answered {} => None,
        Event::Ended {} => told(Weight::Loud, say("log.sharks.ended", &[])),
        Event::RoundBegan { round } => {
            told(Weight::Loud, say("log.sharks.round", &[("n", &round.to_string())]))
        }
        Event::AuctionBegan { auction, starter } => {
            plain(*starter, "log.sharks.auction", &[("n", &auction.to_string())])
        }
        Event::Bid { seat, cards, total } => {
            plain(*seat, "log.sharks.bid", &[("total", &total.to_string()), ("cards", &values(cards))])
        }
        Event::Passed { seat } => plain(*seat, "log.sharks.passed", &[]),
        Event::Won { seat, lot } => {
            let lot: Vec<String> = lot.iter().flatten().map(share).collect();
            loud(*seat, "log.sharks.won", &[("lot", &lot.join(", "))])
        }
        Event::Unsold {} => told(Weight::Plain, say("log.sharks.unsold", &[])),
        Event::TurnedUp { place: at, investment } => told(
            Weight::Plain,
            say("log.sharks.turnedUp", &[("place", &place(at)), ("investment", &named(investment, words))]),
        ),
        Event::TurnedDown { place: at, investment } => told(
            Weight::Plain,
            say("log.sharks.turnedDown", &[("place", &place(at)), ("investment", &named(investment, words))]),
        ),
        Event::Bonus { seat, investment } => {
            plain(*seat, "log.sharks.bonus", &[("investment", &named(investment, words))])
        }
        Event::DrewCapital { .. } => None,
        Event::DrewTool { seat, tool: Some(tool) } => {
            plain(*seat, "log.sharks.drewThatTool", &[("tool", &named(tool, words))])
        }
        Event::DrewTool { seat, tool: None } => plain(*seat, "log.sharks.drewTool", &[]),
        Event::Gave { seat, cards } => plain(*seat, "log.sharks.gave", &[("cards", &values(cards))]),
        Event::PlayedTool { seat, tool, targets, paid } => {
            let mut text = cast.told(words, *seat, "log.sharks.played", &[("tool", &named(tool, words))]);
            let aims: Vec<String> = targets.iter().map(|target| aim_of(target, *seat, cast, words)).collect();
            if !aims.is_empty() {
                text = format!("{text} → {}", aims.join(", "));
            }
            if !paid.is_empty() {
                text = format!("{text} ({})", say("log.sharks.paid", &[("cards", &values(paid))]));
            }
            told(Weight::Loud, text)
        }
        Event::Reacted { seat, tool } => loud(*seat, "log.sharks.reacted", &[("tool", &named(tool, words))]),
        Event::Settled { reactions: 0, .. } => None,
        Event::Settled { tool, cancelled, .. } => {
            let key = if *cancelled { "log.sharks.cancelled" } else { "log.sharks.stands" };
            told(Weight::Loud, say(key, &[("tool", &named(tool, words))]))
        }
        Event::DiscardedInvestment { seat, share: one } => {
            plain(*seat, "log.sharks.discarded", &[("investment", &share(one))])
        }
        Event::TookInvestment { seat, place: at, share: one } => {
            let from = at.seat.map_or(String::new(), |seat| player(seat, cast, words));
            loud(*seat, "log.sharks.tookInvestment", &[("investment", &share(one)), ("from", &from)])
        }
        Event::Exchanged { seat, places: [one, two] } => {
            plain(*seat, "log.sharks.exchanged", &[("one", &place(one)), ("two", &place(two))])
        }
        Event::Looked { seat, place: at, share: one } if one.investment.is_some() => {
            plain(*seat, "log.sharks.saw", &[("place", &place(at)), ("investment", &share(one))])
        }
        Event::Looked { seat, place: at, .. } => plain(*seat, "log.sharks.looked", &[("place", &place(at))]),
        Event::TookTool { seat, from, tool } => {
            let tool = tool.as_ref().map_or_else(|| say("sharks.aTool", &[]), |tool| named(tool, words));
            loud(*seat, "log.sharks.tookTool", &[("from", &player(*from, cast, words)), ("tool", &tool)])
        }
        Event::Reshuffled { cards } => told(Weight::Plain, words.count("log.reshuffled", *cards)),
    }
}

/// What a player is called; oneself, “you”.
fn player(seat: Seat, cast: &Cast, words: Words) -> String {
    match cast.name(seat) {
        "" => words.say("you", &[]).into_owned(),
        name => name.to_owned(),
    }
}

fn place_of(place: Place, cast: &Cast, words: Words) -> String {
    let n = place.place.to_string();
    match place.seat {
        None => words.say("sharks.row", &[("n", &n)]).into_owned(),
        Some(seat) => words.say("sharks.of", &[("name", &player(seat, cast, words)), ("n", &n)]).into_owned(),
    }
}

/// What a target of `actor` is called.
fn aim_of(target: &str, actor: Seat, cast: &Cast, words: Words) -> String {
    let (kind, number) = target.split_once('.').unwrap_or((target, ""));
    let seat = |digits: &str| digits.parse::<u8>().ok().and_then(|seat| Seat::try_from(seat).ok());
    let place = number.parse().unwrap_or_default();
    match kind {
        "row" => place_of(Place { seat: None, place }, cast, words),
        "own" => place_of(Place { seat: Some(actor), place }, cast, words),
        "seat" => seat(number).map_or_else(|| target.to_owned(), |seat| player(seat, cast, words)),
        whose => seat(whose).map_or_else(
            || target.to_owned(),
            |seat| place_of(Place { seat: Some(seat), place }, cast, words),
        ),
    }
}

/// What lies on the table, and how it is drawn.
struct Market {
    view: View,
    cards: Vec<CardInfo>,
}

impl Scene for Market {
    fn hand(&self) -> &[Card] {
        &[]
    }

    fn types_digits(&self) -> bool {
        true
    }

    fn draw(&self, picture: &Picture, area: Rect, buffer: &mut Buffer) {
        let words = picture.words;
        let mut take = draw::downwards(area);
        let round = words.say(
            "sharks.where",
            &[("round", &self.view.round.to_string()), ("auction", &self.view.auction.to_string())],
        );
        draw::rule(buffer, take(1), &round, "");
        self.draw_row(words, take(3), buffer);
        let stocks = words.say(
            "sharks.stocks",
            &[
                ("capital", &self.view.capital_stock.to_string()),
                ("tools", &self.view.tool_stock.to_string()),
            ],
        );
        draw::rule(buffer, take(1), &words.say("sharks.players", &[]), &stocks);
        self.draw_players(picture, take(picture.cast.seats()), buffer);
        draw::rule(buffer, take(1), &words.say("hand.title", &[]), &self.news(picture));
        let own = take(area.height);
        self.draw_own(words, draw::inset(own, 1), buffer);
    }
}

impl Market {
    fn card(&self, id: &str) -> Option<&CardInfo> {
        self.cards.iter().find(|card| card.id == id)
    }

    /// What is asked now, beyond whose turn it is.
    fn news(&self, picture: &Picture) -> String {
        let (cast, words) = (picture.cast, picture.words);
        // What one has to do goes before what somebody else has done.
        if let ("give", Some(number)) = (self.view.stage.as_str(), self.view.give) {
            return words.say("sharks.give", &[("n", &number.to_string())]).into_owned();
        }
        if let Some(Played { seat, tool, targets, chain }) = &self.view.played {
            let mut text = format!("{}: {}", player(*seat, cast, words), named(tool, words));
            for target in targets {
                text = format!("{text} → {}", aim_of(target, *seat, cast, words));
            }
            for reaction in chain {
                text = format!("{text} ✗ {} ({})", player(reaction.seat, cast, words), reaction.tool);
            }
            let mine = self.view.stage == "react" && picture.frame.actors.contains(ME);
            return if mine { format!("{text} · {}", words.say("sharks.stage.react", &[])) } else { text };
        }
        match self.view.stage.as_str() {
            stage @ ("bid" | "flip" | "tool") => {
                words.say(&format!("sharks.stage.{stage}"), &[]).into_owned()
            }
            _ => String::new(),
        }
    }

    /// An Investment in few letters: its value and name, or a back.
    fn share(&self, share: &Share, words: Words) -> String {
        let side = if share.up { '▲' } else { '▼' };
        match share.investment.as_ref().and_then(|id| self.card(id)) {
            Some(card) => format!("{side}{:+} {}", card.value.unwrap_or_default(), name_of(card, words)),
            None => format!("{side} {}", words.say("sharks.hidden", &[])),
        }
    }

    /// The lots, one a line, the one that is auctioned marked.
    fn draw_row(&self, words: Words, area: Rect, buffer: &mut Buffer) {
        let half = area.width.saturating_sub(2) / 2;
        for (lot, shares) in self.view.row.chunks(2).enumerate() {
            let y = area.y + lot as u16;
            let now = lot + 1 == self.view.auction && matches!(self.view.stage.as_str(), "bid");
            if now {
                draw::text(buffer, area, area.x, y, "▶", style::TURN);
            }
            for (at, share) in shares.iter().enumerate() {
                let x = area.x + 2 + half * at as u16;
                let cell = Rect { x, y, width: half.saturating_sub(1), height: 1 }.intersection(area);
                let what = share.as_ref().map_or_else(|| "–".to_owned(), |share| self.share(share, words));
                let ink = if now { style::STRONG } else { style::PLAIN };
                draw::text(buffer, cell, x, y, &format!("{} {what}", 2 * lot + at + 1), ink);
            }
        }
    }

    /// A line for each player, one's own last: cards in hand, the bid, and the portfolio.
    fn draw_players(&self, picture: &Picture, area: Rect, buffer: &mut Buffer) {
        let Picture { cast, words, frame, .. } = picture;
        let others = Seat::all(cast.seats() as u8).filter(|seat| *seat != ME);
        for (row, seat) in others.chain([ME]).enumerate() {
            let y = area.y + row as u16;
            let at = seat.index();
            let on_turn = frame.actors.contains(seat);
            let out = self.view.passed.contains(seat) && self.view.stage == "bid"
                || self.view.acted.contains(seat) && self.view.stage == "tool";
            let ink = match (on_turn, out) {
                (true, _) => style::STRONG,
                (_, true) => style::QUIET,
                _ => style::PLAIN,
            };
            if on_turn {
                draw::text(buffer, area, area.x, y, "▶", style::TURN);
            }
            let name = cast.title(seat, 8, *words);
            draw::text(buffer, Rect { width: 12, ..area }, area.x + 2, y, &format!("{at} {name}"), ink);
            let count = |hands: Option<usize>| hands.unwrap_or_default();
            let capital = count(self.view.hands.get(at).map(Hand::len));
            let tools = count(self.view.tools.get(at).map(Hand::len));
            draw::text(buffer, area, area.x + 13, y, &format!("{capital}c {tools}t"), ink);
            let bid = self.view.bids.get(at).map(Vec::as_slice).unwrap_or_default();
            let total: u32 = bid.iter().map(|value| u32::from(*value)).sum();
            let shown = if total > 0 { format!("→{total}") } else { String::new() };
            draw::text(buffer, area, area.x + 20, y, &shown, style::TURN);
            let value = self.view.values.get(at).copied().unwrap_or_default();
            draw::text_right(buffer, area, area.right(), y, &value.to_string(), ink);
            let cell = Rect { width: area.width.saturating_sub(5), ..area };
            draw::text(buffer, cell, area.x + 25, y, &self.portfolio(at), ink);
        }
    }

    /// Values of what lies up, in brackets of what is down and known.
    fn portfolio(&self, at: usize) -> String {
        let shares = self.view.portfolios.get(at).map(Vec::as_slice).unwrap_or_default();
        let one = |share: &Share| {
            let value = share.investment.as_ref().and_then(|id| self.card(id)).and_then(|card| card.value);
            match (share.up, value) {
                (true, Some(value)) => format!("▲{value}"),
                (false, Some(value)) => format!("▼({value})"),
                _ => "▼".to_owned(),
            }
        };
        shares.iter().map(one).collect::<Vec<_>>().join(" ")
    }

    /// One's own Capital, and each Tool with what it does, as far as there is room.
    fn draw_own(&self, words: Words, area: Rect, buffer: &mut Buffer) {
        let capital = self.view.hands.get(ME.index()).map(Hand::cards).unwrap_or_default();
        let total: u32 = capital.iter().map(|value| u32::from(*value)).sum();
        let line = words.say("sharks.capital", &[("cards", &values(capital)), ("total", &total.to_string())]);
        draw::text(buffer, area, area.x, area.y, &line, style::STRONG);
        let tools = self.view.tools.get(ME.index()).map(Hand::cards).unwrap_or_default();
        let mut lines: Vec<Vec<String>> = tools
            .iter()
            .filter_map(|id| self.card(id))
            .map(|card| draw::wrap(&explained(card, words), area.width))
            .collect();
        let room = usize::from(area.height.saturating_sub(1));
        // Where there is no room for all of it, the longest is cut first; its id tells the rest.
        while lines.iter().map(Vec::len).sum::<usize>() > room {
            let Some(longest) =
                lines.iter_mut().max_by_key(|lines| lines.len()).filter(|lines| lines.len() > 1)
            else {
                break;
            };
            longest.pop();
            if let Some(last) = longest.last_mut().filter(|last| !last.ends_with('…')) {
                last.push('…');
            }
        }
        for (row, line) in lines.concat().iter().take(room).enumerate() {
            draw::text(buffer, area, area.x, area.y + 1 + row as u16, line, style::PLAIN);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use words::{Faces, Language};

    fn words() -> Words {
        Words::new(Language::English, Faces::French)
    }

    #[test]
    fn commands_are_read_in_all_their_forms() {
        for (line, action) in [
            ("bid 5 3", "bid 5 3"),
            ("b 5", "bid 5"),
            ("pass", "pass"),
            ("P", "pass"),
            ("tool t06 2.1 pay 3", "tool T06 2.1 pay 3"),
            ("t t18 b", "tool T18 b"),
            ("react", "react T01"),
            ("react t02", "react T02"),
            ("no", "noreact"),
            ("flip 5", "flip 5"),
            ("dai 3 1", "give 3 1"),
        ] {
            assert_eq!(read(line, words()), Ok(Command::Act(action.to_owned())), "{line}");
        }
        for line in ["", "bid", "dance", "tool", "t99x", "t05"] {
            assert!(read(line, words()).is_err(), "{line}");
        }
    }

    #[test]
    fn every_card_is_explained() {
        let Ok(Command::Tell(told)) = read("t18", words()) else { panic!("it is explained") };
        assert_eq!(
            told,
            "T18 Dividend Clause, free: draw 1 Capital for each of your face-up Investments, or draw a Tool."
        );
        for card in cards_of(None) {
            let told = explained(&card, words());
            assert!(!told.contains(['{', '}']) && !told.contains("sharks."), "{told}");
        }
    }
}
