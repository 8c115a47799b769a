//! Thirty-One.

use super::Oracle;
use super::card::{Card, full_deck, read_deck};
use super::options::Options;
use serde_json::{Value, json};

#[derive(Clone)]
pub(crate) struct Match {
    options: Options,
    dealer: usize,
    /// The lives left of each seat.
    lives: Vec<i64>,
    deal: Option<Deal>,
    finished: Vec<Value>,
    seen: Vec<&'static str>,
}

#[derive(Clone)]
struct Deal {
    /// Hands. A seat that is out has none.
    hands: Vec<Vec<Card>>,
    /// The first card is drawn first.
    stock: Vec<Card>,
    /// The last card lies on top.
    pile: Vec<Card>,
    turn: usize,
    /// Number of finished turns.
    turns: usize,
    stage: Stage,
    knocker: Option<usize>,
    reshuffles: usize,
}

#[derive(Clone, Copy, PartialEq)]
enum Stage {
    Begin,
    Shuffle,
    /// A discard is due. Holds the drawn card if it came from the pile.
    Discard(Option<Card>),
}

/// Returns the options with their allowed values.
pub(crate) fn keys() -> Value {
    json!({
        "handValue": ["bestSuit", "literalPair"],
        "threeOfKind": ["none", 30, 30.5],
        "blitzLosers": ["lowestOnly", "allOthers", "allOthersKnockerTwo"],
        "tieLowest": ["allLose", "nobody", "knockerSafe"],
        "knockerDouble": ["strictLowest", "lowestOrTied", "never"],
        "doubleOverflow": ["cap", "sequential"],
        "lives": [1, 2, 3, 4, 5, 6, 7, 8, 9],
        "freeLife": [true, false],
        "knockFirstTurn": ["allowed", "afterFirstRound"],
        "sameUpcardDiscard": ["allowed", "forbidden"],
        "stockEmpty": ["reshuffle", "showdown"],
        "blitzOnDeal": ["playAtOnce", "afterFirstTurn"],
    })
}

impl Match {
    /// Creates a match, or returns `None` if the setup is invalid.
    pub(crate) fn new(given: &Value, seats: usize, dealer: usize) -> Option<Self> {
        let denexa = json!({
            "handValue": "literalPair", "threeOfKind": "none", "blitzLosers": "lowestOnly",
            "tieLowest": "allLose", "knockerDouble": "strictLowest", "doubleOverflow": "cap", "lives": 4,
            "freeLife": true, "knockFirstTurn": "allowed", "sameUpcardDiscard": "allowed",
            "stockEmpty": "reshuffle", "blitzOnDeal": "playAtOnce",
        });
        let mut house = denexa.clone();
        house["handValue"] = json!("bestSuit");
        house["tieLowest"] = json!("knockerSafe");
        house["sameUpcardDiscard"] = json!("forbidden");
        let mut classic = house.clone();
        classic["blitzLosers"] = json!("allOthers");
        classic["lives"] = json!(3);
        let presets = vec![("house", house), ("denexa", denexa), ("classic", classic)];
        let options = Options::resolve(given, &keys(), presets)?;
        // TH-S1
        if !(2..=9).contains(&seats) || dealer >= seats {
            return None;
        }
        let lives = vec![options.number("lives"); seats];
        Some(Self { options, dealer, lives, deal: None, finished: Vec::new(), seen: Vec::new() })
    }

    fn is_in(&self, lives: i64) -> bool {
        if self.options.on("freeLife") { lives >= 0 } else { lives >= 1 }
    }

    /// Returns the seats still in.
    pub(crate) fn players(&self) -> Vec<usize> {
        (0..self.lives.len()).filter(|seat| self.is_in(self.lives[*seat])).collect()
    }

    /// Returns the next seat still in.
    fn after(&self, seat: usize) -> usize {
        let seats = self.lives.len();
        let mut next = (seat + 1) % seats;
        while !self.is_in(self.lives[next]) {
            next = (next + 1) % seats;
        }
        next
    }

    /// Returns the values of the hands, in halves. Seats that are out have none.
    fn values(&self, deal: &Deal) -> Vec<Option<i64>> {
        let value = |hand: &Vec<Card>| (hand.len() == 3).then(|| self.value(hand));
        deal.hands.iter().map(value).collect()
    }

    /// Returns the value of a hand, in halves. (TH-R7, TH-O1, TH-O2)
    fn value(&self, hand: &[Card]) -> i64 {
        let of_suit =
            |suit: &str| hand.iter().filter(|card| card.suit() == suit).copied().collect::<Vec<_>>();
        let sum = |cards: &Vec<Card>| cards.iter().map(|card| points(*card)).sum::<i64>();
        let suits: Vec<Vec<Card>> = ["c", "d", "h", "s"].map(of_suit).to_vec();
        let pair = suits.iter().find(|cards| cards.len() >= 2);
        let best = match pair {
            Some(pair) if self.options.word("handValue") == "literalPair" => sum(pair),
            _ => suits.iter().map(sum).max().expect("four suits"),
        };
        let three = hand.iter().all(|card| card.rank == hand[0].rank);
        if three && *self.options.value("threeOfKind") == json!(30) {
            60
        } else if three && *self.options.value("threeOfKind") == json!(30.5) {
            61
        } else {
            best * 2
        }
    }

    /// Returns the value of a seat's hand after this discard, in halves.
    pub(crate) fn value_without(&self, seat: usize, discard: &str) -> i64 {
        let hand = &self.deal.as_ref().expect("a deal is being played").hands[seat];
        let kept: Vec<Card> =
            hand.iter().filter(|card| !discard.ends_with(&card.written())).copied().collect();
        self.value(&kept)
    }

    fn may_knock(&self, deal: &Deal) -> bool {
        let first_round = deal.turns < self.players().len();
        deal.knocker.is_none() && !(first_round && self.options.word("knockFirstTurn") == "afterFirstRound")
    }

    /// Ends a turn, after a knock or a discard.
    fn end_turn(&mut self, mut deal: Deal) {
        deal.turns += 1;
        let next = self.after(deal.turn);
        let blitz = self.value(&deal.hands[deal.turn]) == 62;
        let returns_to_knocker = deal.knocker == Some(next);
        let no_more_shuffles = self.options.word("stockEmpty") == "showdown" || deal.reshuffles == 3;
        let exhausted = deal.stock.is_empty() && no_more_shuffles;
        if blitz && returns_to_knocker {
            self.seen.push("a blitz with the last turn after a knock");
        }
        if exhausted && (returns_to_knocker || blitz) {
            self.seen.push("the stock ends with the deal");
        }
        if blitz {
            self.finish(&deal, "blitz");
        } else if returns_to_knocker {
            self.finish(&deal, "knock");
        } else if exhausted {
            if deal.reshuffles == 3 {
                self.seen.push("the third reshuffle used up");
            }
            if deal.knocker.is_some() {
                self.seen.push("a showdown after a knock");
            }
            self.finish(&deal, "showdown");
        } else {
            deal.turn = next;
            deal.stage = Stage::Begin;
            self.deal = Some(deal);
        }
    }

    fn finish(&mut self, deal: &Deal, ended: &'static str) {
        let values = self.values(deal);
        let owed = self.owed(deal, &values, ended);
        let after: Vec<i64> =
            (0..self.lives.len()).map(|seat| self.left(self.lives[seat], owed[seat])).collect();
        let players = self.players();
        let everybody_out = players.iter().all(|seat| !self.is_in(after[*seat]));
        let everybody_31 = players.iter().all(|seat| values[*seat] == Some(62));
        let after = if everybody_out { self.lives.clone() } else { after };
        let lost: Vec<i64> = (0..after.len()).map(|seat| self.lives[seat] - after[seat]).collect();
        let halves = |value: i64| if value % 2 == 0 { json!(value / 2) } else { json!(value as f64 / 2.0) };
        self.finished.push(json!({
            "points": lost.iter().map(|lives| -lives).collect::<Vec<_>>(),
            "detail": {
                "values": values.iter().map(|value| value.map(halves)).collect::<Vec<_>>(),
                "lost": lost,
                "ended": ended,
                "knocker": deal.knocker,
            },
        }));
        if everybody_out {
            self.seen.push("everybody would be out");
        }
        if everybody_31 {
            self.seen.push("everybody holds 31");
        }
        if values.iter().any(|value| value.is_some_and(|value| value % 2 == 1)) {
            self.seen.push("thirty and a half");
        }
        if after.contains(&-1) && lost.contains(&2) {
            self.seen.push("a loss of two that may put somebody out");
        }
        self.lives = after;
        if !everybody_out && !everybody_31 {
            self.dealer = self.after(self.dealer);
        }
    }

    /// Returns the lives that each seat owes, even if it has fewer.
    fn owed(&mut self, deal: &Deal, values: &[Option<i64>], ended: &str) -> Vec<i64> {
        let mut owed = vec![0; values.len()];
        let losable: Vec<usize> =
            self.players().into_iter().filter(|seat| values[*seat] != Some(62)).collect();
        if ended == "blitz" && self.options.word("blitzLosers") != "lowestOnly" {
            let knocker_two = self.options.word("blitzLosers") == "allOthersKnockerTwo";
            for seat in losable {
                let two = knocker_two && deal.knocker == Some(seat);
                if two {
                    self.seen.push("the knocker pays two for a blitz");
                }
                owed[seat] = if two { 2 } else { 1 };
            }
            return owed;
        }
        let lowest = losable.iter().map(|seat| values[*seat]).min();
        let mut losers: Vec<usize> =
            losable.into_iter().filter(|seat| Some(values[*seat]) == lowest).collect();
        let special = deal.knocker.filter(|_| ended == "knock");
        let tied = losers.len() >= 2;
        if tied {
            match self.options.word("tieLowest") {
                "allLose" => {}
                "nobody" => losers.clear(),
                _ => losers.retain(|seat| Some(*seat) != special),
            }
            let knocker_ties = deal.knocker.is_some_and(|knocker| values[knocker] == lowest.flatten());
            self.seen.push(if knocker_ties { "the knocker ties" } else { "a tie without the knocker" });
        }
        for seat in losers {
            let double = match self.options.word("knockerDouble") {
                "strictLowest" => !tied,
                "lowestOrTied" => true,
                _ => false,
            };
            owed[seat] = if Some(seat) == special && double { 2 } else { 1 };
        }
        owed
    }

    /// Returns the lives left after a loss.
    fn left(&self, lives: i64, owed: i64) -> i64 {
        if !self.options.on("freeLife") {
            return (lives - owed).max(lives.min(0));
        }
        let cap = self.options.word("doubleOverflow") == "cap";
        let min = if cap && lives >= 1 { 0 } else { -1 };
        (lives - owed).max(min)
    }
}

/// Returns the points of a card. (TH-R1)
fn points(card: Card) -> i64 {
    match card.rank {
        0 => 11,
        1..=9 => card.rank as i64 + 1,
        _ => 10,
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
        self.players().len() == 1
    }

    fn deal(&mut self, deck: &str) {
        assert!(self.deal.is_none() && !self.is_over());
        let mut stock = read_deck(deck);
        let mut hands = vec![Vec::new(); self.lives.len()];
        let players = self.players().len();
        let mut seat = self.after(self.dealer);
        for _ in 0..3 * players {
            hands[seat].push(stock.remove(0));
            seat = self.after(seat);
        }
        let pile = vec![stock.remove(0)];
        let first = self.after(self.dealer);
        let deal = Deal {
            hands,
            stock,
            pile,
            turn: first,
            turns: 0,
            stage: Stage::Begin,
            knocker: None,
            reshuffles: 0,
        };
        let holders = self.values(&deal).iter().filter(|value| **value == Some(62)).count();
        if holders > 0 && self.options.word("blitzOnDeal") == "playAtOnce" {
            self.seen.push(if holders == 1 { "a blitz on the deal" } else { "several blitzes on the deal" });
            self.finish(&deal, "blitz");
        } else {
            self.deal = Some(deal);
        }
    }

    fn legal(&self) -> Vec<(usize, Vec<String>)> {
        let Some(deal) = &self.deal else { return Vec::new() };
        let mut legal = Vec::new();
        match deal.stage {
            Stage::Shuffle => return Vec::new(),
            Stage::Begin => {
                legal.push("stock".to_owned());
                legal.push("upcard".to_owned());
                if self.may_knock(deal) {
                    legal.push("knock".to_owned());
                }
            }
            Stage::Discard(taken) => {
                for card in &deal.hands[deal.turn] {
                    if Some(*card) != taken || self.options.word("sameUpcardDiscard") == "allowed" {
                        legal.push(format!("discard {}", card.written()));
                    }
                }
            }
        }
        legal.sort();
        vec![(deal.turn, legal)]
    }

    fn play(&mut self, seat: usize, action: &str) {
        assert!(self.allows(seat, action), "{seat} {action} is legal");
        let mut deal = self.deal.take().expect("a deal is being played");
        match action {
            "stock" if deal.stock.is_empty() => {
                deal.stage = Stage::Shuffle;
                self.seen.push("a reshuffle");
                self.deal = Some(deal);
            }
            "stock" => {
                let card = deal.stock.remove(0);
                deal.hands[seat].push(card);
                deal.stage = Stage::Discard(None);
                self.deal = Some(deal);
            }
            "upcard" => {
                let card = deal.pile.pop().expect("a card on the pile");
                deal.hands[seat].push(card);
                deal.stage = Stage::Discard(Some(card));
                self.deal = Some(deal);
            }
            "knock" => {
                deal.knocker = Some(seat);
                self.end_turn(deal);
            }
            _ => {
                let card = Card::read(action.strip_prefix("discard ").expect("a discard"));
                deal.hands[seat].retain(|other| *other != card);
                deal.pile.push(card);
                self.end_turn(deal);
            }
        }
    }

    fn shuffle_due(&self) -> Option<Vec<String>> {
        let deal = self.deal.as_ref().filter(|deal| deal.stage == Stage::Shuffle)?;
        let (_, rest) = deal.pile.split_last().expect("a card on the pile");
        Some(rest.iter().map(|card| card.written()).collect())
    }

    fn shuffle(&mut self, order: &str) {
        let deal = self.deal.as_mut().expect("a deal is being played");
        deal.stock = read_deck(order);
        deal.pile = vec![*deal.pile.last().expect("a card on the pile")];
        deal.reshuffles += 1;
        let card = deal.stock.remove(0);
        deal.hands[deal.turn].push(card);
        deal.stage = Stage::Discard(None);
    }

    fn summary(&self) -> Value {
        json!({
            "status": if self.is_over() { "complete" } else { "in-progress" },
            "deals": self.finished,
            "totals": self.lives,
            "winners": if self.is_over() { self.players() } else { Vec::new() },
        })
    }

    /// Returns the shares of the pot. (TH-R2, TH-R10)
    fn payments(&self, stake: i64) -> Option<Vec<i64>> {
        let pot = stake * self.lives.len() as i64;
        let paid = |seat| if self.players() == [seat] { pot - stake } else { -stake };
        Some((0..self.lives.len()).map(paid).collect())
    }

    fn seen(&self) -> &[&'static str] {
        &self.seen
    }
}
