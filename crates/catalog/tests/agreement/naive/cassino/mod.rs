//! Cassino.

mod plays;
mod rules;

use super::Oracle;
use super::card::{Card, full_deck, read_deck};
use plays::{Build, Play, Table};
use rules::Rules;
use serde_json::{Value, json};

pub(crate) use rules::keys;

#[derive(Clone)]
pub(crate) struct Match {
    rules: Rules,
    dealer: usize,
    /// Total of each side.
    totals: Vec<i64>,
    winner: Option<usize>,
    deal: Option<Deal>,
    finished: Vec<Value>,
    seen: Vec<&'static str>,
}

#[derive(Clone)]
struct Deal {
    stock: Vec<Card>,
    hands: Vec<Vec<Card>>,
    table: Table,
    /// Captured cards of each side.
    piles: Vec<Vec<Card>>,
    /// Sides that swept, in order.
    sweeps: Vec<usize>,
    captured_last: Option<usize>,
    turn: usize,
}

impl Match {
    /// Creates a match, or returns `None` if the setup is invalid.
    pub(crate) fn new(given: &Value, seats: usize, dealer: usize) -> Option<Self> {
        let rules = Rules::new(given, seats).filter(|_| dealer < seats)?;
        let totals = vec![0; rules.sides()];
        Some(Self { rules, dealer, totals, winner: None, deal: None, finished: Vec::new(), seen: Vec::new() })
    }

    /// Returns the number of loose cards on the table.
    pub(crate) fn loose(&self) -> usize {
        self.deal.as_ref().map_or(0, |deal| deal.table.loose.len())
    }

    fn plays(&self) -> Vec<Play> {
        let Some(deal) = &self.deal else { return Vec::new() };
        plays::legal(&self.rules, deal.turn, &deal.hands[deal.turn], &deal.table)
    }

    /// Deals a packet: twice two cards to each player, and in the first packet to the table. (CA-R1, CA-R2)
    fn packet(&self, deal: &mut Deal, table: bool) {
        for _ in 0..2 {
            for step in 1..=self.rules.seats {
                if step == self.rules.seats && table {
                    deal.table.loose.extend(deal.stock.drain(..2));
                }
                let seat = (self.dealer + step) % self.rules.seats;
                deal.hands[seat].extend(deal.stock.drain(..2));
            }
        }
    }

    fn notice(&mut self, deal: &Deal, play: &Play) {
        let seat = deal.turn;
        match play {
            Play::Trail(_) => {
                let owns = deal.table.builds.iter().any(|build| build.controller == seat);
                if owns && self.rules.word("trailWithOwnBuild") == "forbidden" {
                    self.seen.push("the guard against a deadlock");
                }
            }
            Play::Capture(_, _, builds) => {
                let others = builds.iter().any(|build| build.controller != seat);
                self.seen.push(match builds.len() {
                    0 => "a capture without builds",
                    1 if others => "another's build taken",
                    1 => "a build of one's own taken",
                    _ => "several builds taken",
                });
            }
            Play::Build(_, loose, builds, result) => {
                self.seen.push(match (builds.as_slice(), result.multiple) {
                    ([], false) => "a single build",
                    ([], true) => "a multiple build at once",
                    ([build], false) if build.controller == seat => "a build of one's own raised",
                    ([_], false) => "another's build raised",
                    ([build], true) if build.value != result.value => "a build raised and made multiple",
                    ([_], true) if loose.is_empty() => "a build extended by one card",
                    ([_], true) => "a build extended with loose cards",
                    _ => "builds merged",
                });
            }
        }
    }

    /// Ends a deal, after the last card.
    fn end(&mut self, mut deal: Deal) {
        let builds = deal.table.builds.iter().flat_map(|build: &Build| build.cards.clone());
        let rest: Vec<Card> = deal.table.loose.iter().copied().chain(builds).collect();
        for build in &deal.table.builds {
            self.seen.push(
                if deal.captured_last.is_some_and(|side| side != self.rules.side_of(build.controller)) {
                    "a build left over after another's capture"
                } else {
                    "a build left over"
                },
            );
        }
        match deal.captured_last {
            Some(side) => deal.piles[side].extend(rest),
            None => self.seen.push("nobody captured"),
        }
        let mut points = vec![0; self.totals.len()];
        let count_out = self.rules.word("endMode") == "countOut";
        let items = self.items(&deal);
        for (index, (side, item)) in items.iter().enumerate() {
            points[*side] += item;
            if count_out && self.totals[*side] + points[*side] >= self.rules.number("target") {
                self.winner = Some(*side);
                if index + 1 < items.len() {
                    self.seen.push("counting stopped early");
                }
                break;
            }
        }
        for (total, points) in self.totals.iter_mut().zip(&points) {
            *total += points;
        }
        if !count_out {
            let best = *self.totals.iter().max().expect("there are sides");
            let leaders: Vec<usize> =
                (0..self.totals.len()).filter(|side| self.totals[*side] == best).collect();
            if best >= self.rules.number("target") {
                match leaders.as_slice() {
                    [side] => self.winner = Some(*side),
                    _ => self.seen.push("a tie played off"),
                }
            }
        }
        self.finished.push(json!({ "points": self.by_seat(&points), "detail": self.detail(&deal) }));
        self.dealer = (self.dealer + 1) % self.rules.seats;
    }

    /// Returns the points with their sides, in scoring order. (CA-R16, CA-S5)
    fn items(&self, deal: &Deal) -> Vec<(usize, i64)> {
        let mut items = Vec::new();
        let max = |counts: &dyn Fn(&Card) -> bool| {
            let amounts: Vec<usize> =
                deal.piles.iter().map(|pile| pile.iter().filter(|card| counts(card)).count()).collect();
            let best = amounts.iter().max().expect("there are sides");
            let leaders: Vec<usize> = (0..amounts.len()).filter(|side| amounts[*side] == *best).collect();
            if leaders.len() == 1 { Some(leaders[0]) } else { None }
        };
        let owner = |card: &str| deal.piles.iter().position(|pile| pile.iter().any(|other| other.is(card)));
        items.extend(max(&|_| true).map(|side| (side, 3)));
        if self.rules.word("spade") == "eachSpade" {
            for rank in "A23456789TJQK".chars() {
                let points = if rank == 'J' { 2 } else { 1 };
                items.extend(owner(&format!("{rank}s")).map(|side| (side, points)));
            }
        } else {
            items.extend(max(&|card| card.suit() == "s").map(|side| (side, 1)));
        }
        items.extend(owner("Td").map(|side| (side, 2)));
        items.extend(owner("2s").map(|side| (side, 1)));
        for ace in ["As", "Ac", "Ah", "Ad"] {
            items.extend(owner(ace).map(|side| (side, 1)));
        }
        if self.rules.number("sweeps") == 1 {
            items.extend(deal.sweeps.iter().map(|side| (*side, 1)));
        }
        items
    }

    fn detail(&self, deal: &Deal) -> Value {
        let count = |counts: &dyn Fn(&Card) -> bool| {
            let amounts: Vec<usize> =
                deal.piles.iter().map(|pile| pile.iter().filter(|card| counts(card)).count()).collect();
            self.by_seat(&amounts)
        };
        let has = |card: &str| count(&|other| other.is(card)).iter().map(|n| *n == 1).collect::<Vec<bool>>();
        let sweeps: Vec<usize> = (0..deal.piles.len())
            .map(|side| deal.sweeps.iter().filter(|other| **other == side).count())
            .collect();
        json!({
            "cards": count(&|_| true),
            "spades": count(&|card| card.suit() == "s"),
            "aces": count(&|card| card.rank == 0),
            "bigCassino": has("Td"),
            "littleCassino": has("2s"),
            "sweeps": self.by_seat(&sweeps),
        })
    }

    fn by_seat<T: Copy>(&self, of_sides: &[T]) -> Vec<T> {
        (0..self.rules.seats).map(|seat| of_sides[self.rules.side_of(seat)]).collect()
    }
}

impl Oracle for Match {
    fn deck(&self) -> Vec<String> {
        full_deck()
    }

    fn dealer(&self) -> usize {
        self.dealer
    }

    fn is_over(&self) -> bool {
        self.winner.is_some()
    }

    fn deal(&mut self, deck: &str) {
        assert!(self.deal.is_none() && !self.is_over());
        let mut deal = Deal {
            stock: read_deck(deck),
            hands: vec![Vec::new(); self.rules.seats],
            table: Table::default(),
            piles: vec![Vec::new(); self.rules.sides()],
            sweeps: Vec::new(),
            captured_last: None,
            turn: (self.dealer + 1) % self.rules.seats,
        };
        self.packet(&mut deal, true);
        self.deal = Some(deal);
    }

    fn legal(&self) -> Vec<(usize, Vec<String>)> {
        let Some(deal) = &self.deal else { return Vec::new() };
        let mut legal: Vec<String> = self.plays().iter().map(|play| play.written(&self.rules)).collect();
        legal.sort();
        vec![(deal.turn, legal)]
    }

    fn play(&mut self, seat: usize, action: &str) {
        let is_it = |play: &Play| play.written(&self.rules) == action;
        let play = self.plays().into_iter().find(is_it).unwrap_or_else(|| panic!("{seat} {action} is legal"));
        let mut deal = self.deal.take().expect("a deal is being played");
        assert_eq!(deal.turn, seat, "it is the seat's turn");
        self.notice(&deal, &play);
        deal.table = play.onto(&deal.table);
        deal.hands[seat].retain(|card| *card != play.card());
        let hands_are_empty = deal.hands.iter().all(Vec::is_empty);
        let last_card = hands_are_empty && deal.stock.is_empty();
        if let Play::Capture(card, loose, builds) = &play {
            let side = self.rules.side_of(seat);
            deal.piles[side].push(*card);
            deal.piles[side].extend(loose);
            deal.piles[side].extend(builds.iter().flat_map(|build| &build.cards));
            deal.captured_last = Some(side);
            if deal.table.loose.is_empty() && deal.table.builds.is_empty() {
                if last_card {
                    self.seen.push("the last card clears the table");
                }
                if !last_card || self.rules.word("lastCardSweep") == "ifReallyCaptured" {
                    deal.sweeps.push(side);
                }
            }
        }
        deal.turn = (seat + 1) % self.rules.seats;
        if last_card {
            self.end(deal);
            return;
        }
        if hands_are_empty {
            self.packet(&mut deal, false);
        }
        self.deal = Some(deal);
    }

    fn summary(&self) -> Value {
        let wins = |seat: &usize| Some(self.rules.side_of(*seat)) == self.winner;
        json!({
            "status": if self.is_over() { "complete" } else { "in-progress" },
            "deals": self.finished,
            "totals": self.by_seat(&self.totals),
            "winners": (0..self.rules.seats).filter(wins).collect::<Vec<_>>(),
        })
    }

    fn seen(&self) -> &[&'static str] {
        &self.seen
    }
}
