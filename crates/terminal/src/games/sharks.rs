//! Layout of Sharks of Wall Street: the row with its lots, players with bids and portfolios, and
//! the user's Capital and Tools in words.

use super::{Layout, LogLine, Picture, Scene, Seating, Weight, events_of, seen};
use crate::cast::{Cast, listed};
use crate::draw::{self, style};
use cards::{Card, Seat};
use catalog::{AnyMatch, Snapshot, WireValue};
use engine::CardInfo;
use games::sharks::{
    self, Counts, Event, Hand, Location, Phase, PlayedView, Share, Target, WireView as View,
};
use i18n::Words;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::sync::Arc;

/// Layout of Sharks of Wall Street with a card set.
pub(super) struct Sharks {
    cards: CardSet,
}

/// Returns the id of a Tool.
fn tool_id(tool: u8) -> String {
    sharks::Card::Tool(tool).to_string()
}

/// Returns the id of an Investment if the user's seat knows it.
fn investment_id(share: &Share) -> Option<String> {
    (share.investment > 0).then(|| sharks::Card::Investment(share.investment).to_string())
}

/// Returns the number of cards held.
fn count<const KINDS: usize>(hand: &Hand<Counts<KINDS>>) -> u8 {
    match hand {
        Hand::Open(cards) => cards.len(),
        Hand::Closed(count) => *count,
    }
}

/// Cards of the set in play.
#[derive(Clone)]
struct CardSet(Arc<[CardInfo]>);

impl CardSet {
    fn find(&self, id: &str) -> Option<&CardInfo> {
        self.0.iter().find(|card| card.id == id)
    }

    /// Returns the name of a card.
    fn named(&self, id: &str, words: Words) -> String {
        self.find(id).map_or_else(|| id.to_owned(), |card| name_of(card, words))
    }
}

fn name_of(card: &CardInfo, words: Words) -> String {
    let name = card.names.get(words.language.code()).or_else(|| card.names.values().next());
    name.cloned().unwrap_or_else(|| card.id.clone())
}

/// Describes the effects of a Tool, or the income of an Investment.
fn effects_of(card: &CardInfo, words: Words) -> String {
    let effect_text = |effect: &engine::EffectInfo| {
        let number = effect.number.unwrap_or_default();
        let (key, one) =
            (format!("sharks.effect.{}", effect.effect), format!("sharks.effect.{}.one", effect.effect));
        let key = if number == 1 && words.knows(&one) { one } else { key };
        words.say(&key, &[("n", &number.to_string())]).into_owned()
    };
    let effects: Vec<String> = card.effects.iter().map(effect_text).collect();
    let between = match card.kind {
        Some("chooseOne") => "sharks.or",
        Some(_) => "sharks.then",
        None => "sharks.and",
    };
    effects.join(&words.say(between, &[]))
}

/// Describes a card with everything printed on it.
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

impl Sharks {
    pub(super) fn new(game: &dyn AnyMatch) -> Self {
        let cards = game.card_set().map(|set| set.cards).unwrap_or_default();
        Self { cards: CardSet(cards.into()) }
    }

    fn all_log_lines(&self, events: &[Event], cast: &Cast, words: Words) -> Vec<LogLine> {
        let mut lines = Vec::new();
        let mut drawn: Vec<(Seat, Vec<Option<u8>>)> = Vec::new();
        for event in events {
            // Income comes card by card; one line covers all draws of a player.
            if let Event::DrewCapital { seat, value } = event {
                match drawn.iter_mut().find(|(drawer, _)| drawer == seat) {
                    Some((_, cards)) => cards.push(*value),
                    None => drawn.push((*seat, vec![*value])),
                }
                continue;
            }
            lines.extend(drawn.drain(..).map(|(seat, cards)| drawn_line(seat, &cards, cast, words)));
            lines.extend(log_line(event, &self.cards, cast, words));
        }
        lines.extend(drawn.drain(..).map(|(seat, cards)| drawn_line(seat, &cards, cast, words)));
        lines
    }
}

impl Layout for Sharks {
    fn scene(&self, snapshot: &Snapshot, _me: Seat) -> Option<Box<dyn Scene>> {
        Some(Box::new(Market { cards: self.cards.clone(), view: seen::<games::sharks::Sharks>(snapshot)? }))
    }

    fn has_dealer(&self) -> bool {
        false
    }

    fn log_lines(&self, events: &WireValue, cast: &Cast, words: Words) -> Vec<LogLine> {
        self.all_log_lines(events_of(events), cast, words)
    }

    fn explain(&self, line: &str, words: Words) -> Option<String> {
        self.cards.find(&line.trim().to_uppercase()).map(|card| explained(card, words))
    }

    fn describe(&self, action: &str, words: Words) -> String {
        describe(action, &self.cards, words)
    }

    /// Returns the lowest bids and all other actions. Higher bids are typed.
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

/// Describes an action briefly.
fn describe(action: &str, cards: &CardSet, words: Words) -> String {
    let (what, rest) = action.split_once(' ').unwrap_or((action, ""));
    match what {
        "bid" => {
            let total: u32 = rest.split(' ').filter_map(|value| value.parse::<u32>().ok()).sum();
            words.say("way.sharks.bid", &[("total", &total.to_string()), ("cards", rest)]).into_owned()
        }
        "tool" => {
            let (id, rest) = rest.split_once(' ').unwrap_or((rest, ""));
            format!("{} {rest}", cards.named(id, words)).trim_end().to_owned()
        }
        "react" => words.say("way.sharks.react", &[("tool", &cards.named(rest, words))]).into_owned(),
        "flip" => words.say("way.sharks.flip", &[("n", rest)]).into_owned(),
        "give" => words.say("way.sharks.give", &[("cards", rest)]).into_owned(),
        other => words.say(&format!("way.sharks.{other}"), &[]).into_owned(),
    }
}

/// Describes drawn cards, or their number.
fn drawn_line(seat: Seat, cards: &[Option<u8>], cast: &Cast, words: Words) -> LogLine {
    let known: Vec<u8> = cards.iter().copied().flatten().collect();
    let (key, what) = match known.len() == cards.len() {
        true => ("log.sharks.drewValues", values(&known)),
        false => ("log.sharks.drew", words.count("sharks.capitalCards", cards.len())),
    };
    let text = cast.sentence(words, seat, key, &[("what", &what)]);
    LogLine { text: i18n::capital(&text), weight: Weight::Plain }
}

fn log_line(event: &Event, set: &CardSet, cast: &Cast, words: Words) -> Option<LogLine> {
    let line = |weight, text: String| Some(LogLine { text: i18n::capital(&text), weight });
    let plain = |seat: Seat, key: &str, params: &[(&str, &str)]| {
        line(Weight::Plain, cast.sentence(words, seat, key, params))
    };
    let loud = |seat: Seat, key: &str, params: &[(&str, &str)]| {
        line(Weight::Loud, cast.sentence(words, seat, key, params))
    };
    let say = |key: &str, params: &[(&str, &str)]| words.say(key, params).into_owned();
    let location = |location: &Location| location_text(*location, cast, words);
    let card = |card: &sharks::Card| set.named(&card.to_string(), words);
    let tool_name = |tool: &u8| set.named(&tool_id(*tool), words);
    let share = |share: &Share| match investment_id(share) {
        Some(id) => set.named(&id, words),
        None => words.say("sharks.anInvestment", &[]).into_owned(),
    };
    match event {
        Event::Dealt { .. } | Event::RowLaid { .. } | Event::TookBack { .. } | Event::Answered { .. } => None,
        Event::Ended { detail, .. } => match detail.full() {
            Some(owner) => loud(owner, "log.sharks.full", &[("n", &detail.investments[owner].to_string())]),
            None => line(Weight::Loud, say("log.sharks.ended", &[])),
        },
        Event::RoundBegan { round } => {
            line(Weight::Loud, say("log.sharks.round", &[("n", &round.to_string())]))
        }
        Event::AuctionBegan { auction, starter } => {
            plain(*starter, "log.sharks.auction", &[("n", &auction.to_string())])
        }
        Event::Bid { seat, cards, total } => plain(
            *seat,
            "log.sharks.bid",
            &[("total", &total.to_string()), ("cards", &cards.to_string().replace(' ', "+"))],
        ),
        Event::Passed { seat } => plain(*seat, "log.sharks.passed", &[]),
        Event::Won { seat, lot, .. } => {
            let lot: Vec<String> = lot.iter().flatten().map(share).collect();
            loud(*seat, "log.sharks.won", &[("lot", &listed(&lot, words))])
        }
        Event::Unsold { .. } => line(Weight::Plain, say("log.sharks.unsold", &[])),
        Event::TurnedUp { location: at, investment } => line(
            Weight::Plain,
            say("log.sharks.turnedUp", &[("place", &location(at)), ("investment", &card(investment))]),
        ),
        Event::TurnedDown { location: at, investment } => line(
            Weight::Plain,
            say("log.sharks.turnedDown", &[("place", &location(at)), ("investment", &card(investment))]),
        ),
        Event::Bonus { seat, investment } => {
            plain(*seat, "log.sharks.bonus", &[("investment", &card(investment))])
        }
        Event::DrewCapital { .. } => None,
        Event::DrewTool { seat, tool: Some(tool) } => {
            plain(*seat, "log.sharks.drewThatTool", &[("tool", &card(tool))])
        }
        Event::DrewTool { seat, tool: None } => plain(*seat, "log.sharks.drewTool", &[]),
        Event::Gave { seat, cards } => plain(*seat, "log.sharks.gave", &[("cards", &cards.to_string())]),
        Event::PlayedTool { seat, tool, targets, paid, .. } => {
            let mut text = cast.sentence(words, *seat, "log.sharks.played", &[("tool", &tool_name(tool))]);
            let names: Vec<String> =
                targets.iter().map(|target| target_text(target, *seat, cast, words)).collect();
            if !names.is_empty() {
                text = format!("{text} → {}", names.join(", "));
            }
            if !paid.is_empty() {
                text = format!("{text} ({})", say("log.sharks.paid", &[("cards", &paid.to_string())]));
            }
            line(Weight::Loud, text)
        }
        Event::Reacted { seat, tool } => loud(*seat, "log.sharks.reacted", &[("tool", &tool_name(tool))]),
        Event::Settled { reactions: 0, .. } => None,
        Event::Settled { tool, cancelled, .. } => {
            let key = if *cancelled { "log.sharks.cancelled" } else { "log.sharks.stands" };
            line(Weight::Loud, say(key, &[("tool", &tool_name(tool))]))
        }
        Event::DiscardedInvestment { seat, share: one, .. } => {
            plain(*seat, "log.sharks.discarded", &[("investment", &share(one))])
        }
        Event::TookInvestment { seat, location: at, share: one } => {
            let from = at.seat.map_or(String::new(), |seat| cast.player(seat, words));
            loud(*seat, "log.sharks.tookInvestment", &[("investment", &share(one)), ("from", &from)])
        }
        Event::Exchanged { seat, locations: [one, two], .. } => {
            plain(*seat, "log.sharks.exchanged", &[("one", &location(one)), ("two", &location(two))])
        }
        Event::Looked { seat, location: at, share: one } if one.investment > 0 => {
            plain(*seat, "log.sharks.saw", &[("place", &location(at)), ("investment", &share(one))])
        }
        Event::Looked { seat, location: at, .. } => {
            plain(*seat, "log.sharks.looked", &[("place", &location(at))])
        }
        Event::TookTool { seat, from, tool } => {
            let tool = tool.as_ref().map_or_else(|| say("sharks.aTool", &[]), card);
            loud(*seat, "log.sharks.tookTool", &[("from", &cast.player(*from, words)), ("tool", &tool)])
        }
        Event::Reshuffled { cards, .. } => {
            line(Weight::Plain, words.count("log.reshuffled", usize::from(*cards)))
        }
    }
}

fn location_text(location: Location, cast: &Cast, words: Words) -> String {
    let n = location.index.to_string();
    match location.seat {
        None => words.say("sharks.row", &[("n", &n)]).into_owned(),
        Some(seat) => cast.sentence(words, seat, "sharks.of", &[("n", &n)]),
    }
}

/// Returns the name of a target of `actor`.
fn target_text(target: Target, actor: Seat, cast: &Cast, words: Words) -> String {
    match target {
        Target::Player(seat) => cast.player(seat, words),
        location => location_text(Location::of(actor, location), cast, words),
    }
}

/// Returns whether a view fits this seating.
pub(super) fn fits(view: &View, seating: Seating) -> bool {
    seating.seats(&view.hands)
        && seating.seats(&view.tools)
        && seating.seats(&view.values)
        && seating.seats(&view.bids)
}

/// Content of the card table, and its drawing.
struct Market {
    view: View,
    cards: CardSet,
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
        self.draw_own(picture, draw::inset(own, 1), buffer);
    }
}

impl Market {
    /// Returns the current question, beyond whose turn it is.
    fn news(&self, picture: &Picture) -> String {
        let (cast, words) = (picture.cast, picture.words);
        // The user's own task comes before news of others.
        if let (Phase::Give, Some(number)) = (self.view.stage, self.view.give) {
            return words.say("sharks.give", &[("n", &number.to_string())]).into_owned();
        }
        if let Some(PlayedView { seat, tool, targets, chain, .. }) = &self.view.played {
            let mut text =
                format!("{}: {}", cast.player(*seat, words), self.cards.named(&tool_id(*tool), words));
            for target in targets.iter() {
                text = format!("{text} → {}", target_text(target, *seat, cast, words));
            }
            for reaction in chain {
                let tool = self.cards.named(&tool_id(reaction.tool), words);
                text = format!("{text} ✗ {} ({tool})", cast.player(reaction.seat, words));
            }
            let mine = self.view.stage == Phase::React && picture.snapshot.actors.contains(picture.cast.me);
            return if mine { format!("{text} · {}", words.say("sharks.stage.react", &[])) } else { text };
        }
        match self.view.stage {
            Phase::Bid => words.say("sharks.stage.bid", &[]).into_owned(),
            Phase::Flip => words.say("sharks.stage.flip", &[]).into_owned(),
            Phase::Tool => words.say("sharks.stage.tool", &[]).into_owned(),
            Phase::React | Phase::Give | Phase::Shuffle | Phase::Over => String::new(),
        }
    }

    /// Formats an Investment briefly: value and name, or a back.
    fn share(&self, share: &Share, words: Words) -> String {
        let side = if share.up { '▲' } else { '▼' };
        match investment_id(share).and_then(|id| self.cards.find(&id)) {
            Some(card) => format!("{side}{:+} {}", card.value.unwrap_or_default(), name_of(card, words)),
            None => format!("{side} {}", words.say("sharks.hidden", &[])),
        }
    }

    /// Draws the lots, one a line, with the auctioned one marked.
    fn draw_row(&self, words: Words, area: Rect, buffer: &mut Buffer) {
        let half = area.width.saturating_sub(2) / 2;
        for (lot, shares) in self.view.row.chunks(2).enumerate() {
            let y = area.y + lot as u16;
            let now = lot + 1 == usize::from(self.view.auction) && self.view.stage == Phase::Bid;
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

    /// Draws a line for each player, the user last: cards in hand, bid and portfolio.
    fn draw_players(&self, picture: &Picture, area: Rect, buffer: &mut Buffer) {
        let Picture { cast, words, snapshot, .. } = picture;
        for (row, seat) in cast.own_last().enumerate() {
            let y = area.y + row as u16;
            let at = seat.index();
            let on_turn = snapshot.actors.contains(seat);
            let out = self.view.passed.contains(seat) && self.view.stage == Phase::Bid
                || self.view.acted.contains(seat) && self.view.stage == Phase::Tool;
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
            let (capital, tools) = (count(&self.view.hands[seat]), count(&self.view.tools[seat]));
            draw::text(buffer, area, area.x + 13, y, &format!("{capital}c {tools}t"), ink);
            let total = self.view.bids[seat].total();
            let shown = if total > 0 { format!("→{total}") } else { String::new() };
            draw::text(buffer, area, area.x + 20, y, &shown, style::TURN);
            let value = self.view.values[seat];
            draw::text_right(buffer, area, area.right(), y, &value.to_string(), ink);
            let cell = Rect { width: area.width.saturating_sub(5), ..area };
            draw::text(buffer, cell, area.x + 25, y, &self.portfolio(at), ink);
        }
    }

    /// Formats a portfolio: the values of face-up cards, and in brackets those of known face-down
    /// cards.
    fn portfolio(&self, at: usize) -> String {
        let shares = self.view.portfolios.get(at).map(Vec::as_slice).unwrap_or_default();
        let one = |share: &Share| {
            let value = investment_id(share).and_then(|id| self.cards.find(&id)).and_then(|card| card.value);
            match (share.up, value) {
                (true, Some(value)) => format!("▲{value}"),
                (false, Some(value)) => format!("▼({value})"),
                _ => "▼".to_owned(),
            }
        };
        shares.iter().map(one).collect::<Vec<_>>().join(" ")
    }

    /// Draws the user's Capital, and as many Tools with their effects as fit.
    fn draw_own(&self, picture: &Picture, area: Rect, buffer: &mut Buffer) {
        let (words, me) = (picture.words, picture.cast.me);
        let (Hand::Open(capital), Hand::Open(tools)) = (&self.view.hands[me], &self.view.tools[me]) else {
            return;
        };
        let params = [("cards", capital.to_string()), ("total", capital.total().to_string())];
        let line = words.say("sharks.capital", &params.each_ref().map(|(key, value)| (*key, value.as_str())));
        draw::text(buffer, area, area.x, area.y, &line, style::STRONG);
        let mut lines: Vec<Vec<String>> = tools
            .cards()
            .filter_map(|tool| self.cards.find(&tool_id(tool)))
            .map(|card| draw::wrap(&explained(card, words), area.width))
            .collect();
        let room = usize::from(area.height.saturating_sub(1));
        // Cuts the longest description first. The card's name shows the rest on request.
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
    use i18n::{Faces, Language};

    fn words() -> Words {
        Words::new(Language::English, Faces::French)
    }

    /// Returns the layout of a match with the built-in cards.
    fn layout() -> Sharks {
        let game = catalog::find("sharks").unwrap().open(&catalog::SetupText::first_preset(2), Seat::new(0));
        Sharks::new(&*game.unwrap())
    }

    #[test]
    fn every_card_is_explained() {
        assert_eq!(layout().explain("bid 5", words()), None);
        assert_eq!(
            layout().explain(" t18", words()).unwrap(),
            "T18 Dividend Clause, free: draw 1 Capital for each of your face-up Investments, or draw a Tool."
        );
        for card in &*layout().cards.0 {
            let text = explained(card, words());
            assert!(!text.contains(['{', '}']) && !text.contains("sharks."), "{text}");
        }
    }

    /// Card names come from the set in play, whatever other sets exist.
    #[test]
    fn events_are_told_in_whole_words() {
        let mut cards = layout().cards.0.to_vec();
        for (id, name) in [("I12", "Tulips"), ("T01", "A Word with the Minister")] {
            let card = cards.iter_mut().find(|card| card.id == id).unwrap();
            card.names = [("en".to_owned(), name.to_owned())].into();
        }
        let layout = Sharks { cards: CardSet(cards.into()) };
        let names = ["", "Bruno", "Carla"].map(str::to_owned).to_vec();
        let cast = Cast {
            game: "sharks".to_owned(),
            me: Seat::new(0),
            names,
            bots: Vec::new(),
            sides: cards::BySeat::new(3, cards::Side::of),
        };
        let texts = |events: &[Event]| {
            layout.all_log_lines(events, &cast, words()).into_iter().map(|line| line.text).collect::<Vec<_>>()
        };
        let drew = |seat, value| Event::DrewCapital { seat: Seat::new(seat), value };
        let drawn = [drew(1, None), drew(1, None), drew(1, None), drew(2, None)];
        assert_eq!(texts(&drawn), ["Bruno draws 3 Capital cards.", "Carla draws 1 Capital card."]);
        assert_eq!(texts(&[drew(0, Some(5)), drew(0, Some(3))]), ["You draw Capital: 5 3."]);
        let share = |investment| Share { investment, ..Share::default() };
        let location = |seat, index| Location { seat: Some(Seat::new(seat)), index };
        assert_eq!(
            texts(&[
                Event::Won {
                    seat: Seat::new(1),
                    paid: [5].into_iter().collect(),
                    lot: [Some(share(12)), Some(share(0))],
                },
                Event::Reacted { seat: Seat::new(2), tool: 1 },
                Event::Exchanged {
                    seat: Seat::new(1),
                    locations: [location(1, 1), location(0, 2)],
                    shares: [share(0), share(0)],
                },
            ]),
            [
                "Bruno wins Tulips & an Investment face down.",
                "Carla reacts with A Word with the Minister!",
                "Bruno exchanges Bruno's Investment 1 and your Investment 2.",
            ]
        );
    }
}
