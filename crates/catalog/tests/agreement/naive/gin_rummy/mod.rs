//! Gin Rummy.

pub(crate) mod melds;
mod scoring;

use super::Oracle;
use super::card::{Card, full_deck, read_deck};
use super::options::Options;
use melds::Melding;
use scoring::Score;
use serde_json::{Value, json};

pub(crate) use scoring::keys;

#[derive(Clone)]
pub(crate) struct Match {
    options: Options,
    dealer: usize,
    score: Score,
    deal: Option<Deal>,
    finished: Vec<Value>,
    seen: Vec<&'static str>,
}

#[derive(Clone)]
struct Deal {
    hands: [Vec<Card>; 2],
    /// The first card is drawn first.
    stock: Vec<Card>,
    /// The last card lies on top.
    pile: Vec<Card>,
    first_upcard: Card,
    turn: usize,
    stage: Stage,
    /// Knock limit of the player in turn.
    limit: i64,
    /// Melds of the knocker, with the cards laid off on them.
    table: Vec<Vec<Card>>,
    /// Deadwood of the knocker.
    knocked_with: i64,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Stage {
    /// The first upcard is offered. (`offerBoth`)
    Offer,
    /// Both players declined the first upcard.
    MustDraw,
    Draw,
    /// The last discard is offered. (`lastDiscardMayWin`)
    LastOffer,
    /// A discard is due. Holds the drawn card if it came from the pile, and whether only a knock or gin is legal.
    Discard(Option<Card>, bool),
    LayOff(How),
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum How {
    Knock,
    Gin,
    BigGin,
}

impl Match {
    /// Creates a match, or returns `None` if the setup is invalid.
    pub(crate) fn new(given: &Value, seats: usize, dealer: usize) -> Option<Self> {
        let options = scoring::resolve(given)?;
        if seats != 2 || dealer >= 2 {
            return None;
        }
        let score = Score::new(&options);
        Some(Self { options, dealer, score, deal: None, finished: Vec::new(), seen: Vec::new() })
    }

    pub(crate) fn melding(&self) -> Melding {
        Melding { corner: self.options.on("corner"), ace: self.options.number("aceDeadwood") }
    }

    pub(crate) fn hand(&self, seat: usize) -> Vec<Card> {
        self.deal.as_ref().map(|deal| deal.hands[seat].clone()).unwrap_or_default()
    }

    /// Returns the melds on the table as text.
    pub(crate) fn table(&self) -> Vec<String> {
        let melds = self.deal.iter().flat_map(|deal| &deal.table);
        melds.map(|meld| self.melding().written(meld)).collect()
    }

    pub(crate) fn is_hollywood(&self) -> bool {
        self.options.on("hollywood")
    }

    /// Returns the knock limit, or 0 if knocks are illegal. (GR-R5, GR-R12, GR-R13, GR-S10)
    fn limit(&self, deal: &Deal) -> i64 {
        let by_card = |card: Card| match card.rank {
            0 if self.options.word("oklahomaAce") == "one" => 1,
            0 => 0,
            1..=9 => card.rank as i64 + 1,
            _ => 10,
        };
        match self.options.word("knockLimit") {
            "fixed10" => 10,
            "oklahoma" => by_card(deal.first_upcard),
            "floating" => by_card(*deal.pile.last().expect("a card on the pile")),
            _ => 0,
        }
    }

    /// Returns the legal discards of a player with eleven cards.
    fn discards(&self, hand: &[Card], taken: Option<Card>) -> Vec<Card> {
        let may = |card: &Card| Some(*card) != taken || self.options.word("sameCardDiscard") == "allowed";
        hand.iter().copied().filter(may).collect()
    }

    /// Returns the legal actions that do not end the hand.
    fn steps(&self, deal: &Deal) -> Vec<String> {
        let hand = &deal.hands[deal.turn];
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        match deal.stage {
            Stage::Offer => words(&["pass", "upcard"]),
            Stage::MustDraw => words(&["stock"]),
            Stage::Draw => words(&["stock", "upcard"]),
            Stage::LastOffer if self.may_win_with(deal, *deal.pile.last().expect("a discard")) => {
                words(&["pass", "upcard"])
            }
            Stage::LastOffer => words(&["pass"]),
            Stage::Discard(_, true) => Vec::new(),
            Stage::Discard(taken, false) => {
                let discards = self.discards(hand, taken);
                discards.iter().map(|card| format!("discard {}", card.written())).collect()
            }
            Stage::LayOff(_) => {
                let mut steps = words(&["done"]);
                for meld in &deal.table {
                    for card in hand {
                        if self.melding().is_meld(&[meld.as_slice(), &[*card]].concat()) {
                            steps.push(format!(
                                "layoff {} > {}",
                                card.written(),
                                self.melding().written(meld)
                            ));
                        }
                    }
                }
                steps
            }
        }
    }

    /// Returns the knocks and gins without named melds.
    fn endings(&self, hand: &[Card], taken: Option<Card>, limit: i64) -> Vec<String> {
        let mut endings = Vec::new();
        for card in self.discards(hand, taken) {
            let kept: Vec<Card> = hand.iter().copied().filter(|other| *other != card).collect();
            let deadwood = self.melding().min_deadwood(&kept);
            if deadwood == 0 {
                endings.push(format!("gin {}", card.written()));
            } else if deadwood <= limit {
                endings.push(format!("knock {}", card.written()));
            }
        }
        if *self.options.value("bigGin") != json!("off") && self.melding().min_deadwood(hand) == 0 {
            endings.push("gin".to_owned());
        }
        endings
    }

    fn may_win_with(&self, deal: &Deal, upcard: Card) -> bool {
        let mut eleven = deal.hands[deal.turn].clone();
        eleven.push(upcard);
        !self.endings(&eleven, Some(upcard), self.limit(deal)).is_empty()
    }

    /// Reads the melds after the colon. Returns `None` if they are not disjoint melds of `cards`.
    fn read_melds(&self, text: &str, cards: &[Card]) -> Option<Vec<Vec<Card>>> {
        let mut melds = Vec::new();
        let mut used = Vec::new();
        for meld in text.split(" / ") {
            let meld: Vec<Card> = meld.split(' ').map(Card::try_read).collect::<Option<_>>()?;
            for card in &meld {
                if !cards.contains(card) || used.contains(card) {
                    return None;
                }
                used.push(*card);
            }
            if !self.melding().is_meld(&meld) {
                return None;
            }
            melds.push(meld);
        }
        Some(melds)
    }

    /// Reads a knock, gin or big gin with or without melds. Returns its kind, discard and melds.
    fn read_ending(&self, deal: &Deal, action: &str) -> Option<(How, Option<Card>, Vec<Vec<Card>>)> {
        let Stage::Discard(taken, _) = deal.stage else { return None };
        let hand = &deal.hands[deal.turn];
        let (what, melds) = match action.split_once(" : ") {
            Some((what, melds)) => (what, Some(melds)),
            None => (action, None),
        };
        let (how, discard) = match what.split_once(' ') {
            Some(("knock", card)) => (How::Knock, Some(Card::try_read(card)?)),
            Some(("gin", card)) => (How::Gin, Some(Card::try_read(card)?)),
            None if what == "gin" && *self.options.value("bigGin") != json!("off") => (How::BigGin, None),
            _ => return None,
        };
        if discard.is_some_and(|card| !self.discards(hand, taken).contains(&card)) {
            return None;
        }
        let kept: Vec<Card> = hand.iter().copied().filter(|card| Some(*card) != discard).collect();
        let melds = match melds {
            Some(melds) => self.read_melds(melds, &kept)?,
            None => self.melding().proposal(&kept, hand),
        };
        let deadwood = self.melding().deadwood(&kept, &melds);
        let right = if how == How::Knock { (1..=deal.limit).contains(&deadwood) } else { deadwood == 0 };
        right.then_some((how, discard, melds))
    }

    /// Reads `layoff 8s 9s > 5s 6s 7s`. Returns the cards and the index of the meld, if the cards fit.
    fn read_layoff(&self, deal: &Deal, action: &str) -> Option<(Vec<Card>, usize)> {
        let Stage::LayOff(_) = deal.stage else { return None };
        let (cards, meld) = action.strip_prefix("layoff ")?.split_once(" > ")?;
        let cards: Vec<Card> = cards.split(' ').map(Card::try_read).collect::<Option<_>>()?;
        let mut meld: Vec<Card> = meld.split(' ').map(Card::try_read).collect::<Option<_>>()?;
        meld.sort();
        let index = deal.table.iter().position(|other| {
            let mut other = other.clone();
            other.sort();
            other == meld
        })?;
        let distinct = (1..cards.len()).all(|n| !cards[..n].contains(&cards[n]));
        let held = cards.iter().all(|card| deal.hands[deal.turn].contains(card));
        let fits = self.melding().is_meld(&[deal.table[index].as_slice(), &cards].concat());
        (distinct && held && fits).then_some((cards, index))
    }

    /// Reads `done` with or without melds. Returns the deadwood of the player who laid off.
    fn read_done(&self, deal: &Deal, action: &str) -> Option<i64> {
        let Stage::LayOff(_) = deal.stage else { return None };
        let hand = &deal.hands[deal.turn];
        if action == "done" {
            return Some(self.melding().min_deadwood(hand));
        }
        let melds = self.read_melds(action.strip_prefix("done : ")?, hand)?;
        Some(self.melding().deadwood(hand, &melds))
    }

    fn discard(&mut self, mut deal: Deal, card: Card) {
        let seat = deal.turn;
        deal.hands[seat].retain(|other| *other != card);
        deal.pile.push(card);
        deal.turn = 1 - seat;
        deal.stage = Stage::Draw;
        if deal.stock.len() <= 2 {
            // GR-R9, GR-S8, GR-S9
            if self.options.word("lastTwo") == "drawNow" {
                self.drawn(&deal);
                return;
            }
            deal.stage = Stage::LastOffer;
        }
        self.deal = Some(deal);
    }

    fn end(&mut self, mut deal: Deal, how: How, discard: Option<Card>, melds: Vec<Vec<Card>>) {
        let seat = deal.turn;
        if let Stage::Discard(_, true) = deal.stage {
            self.seen.push("the last discard wins");
        }
        deal.hands[seat].retain(|card| Some(*card) != discard);
        deal.knocked_with = self.melding().deadwood(&deal.hands[seat], &melds);
        deal.table = melds;
        deal.turn = 1 - seat;
        if how == How::Knock || self.options.on("layoffOnGin") {
            deal.stage = Stage::LayOff(how);
            self.deal = Some(deal);
        } else {
            let other = self.melding().min_deadwood(&deal.hands[1 - seat]);
            self.count(&deal, how, other);
        }
    }

    /// Scores a hand. The player in turn did not knock and has the deadwood `other`.
    fn count(&mut self, deal: &Deal, how: How, other: i64) {
        let knocker = 1 - deal.turn;
        let mut deadwood = [deal.knocked_with; 2];
        deadwood[1 - knocker] = other;
        let (winner, points, what) = self.decide(knocker, how, deal.knocked_with, other);
        let twice = self.options.on("spadesDouble") && deal.first_upcard.suit() == "s";
        let points = if twice { points * 2 } else { points };
        self.record(winner, points, what, deadwood);
    }

    /// Returns the winner, the points and the kind of result.
    fn decide(
        &mut self,
        knocker: usize,
        how: How,
        his: i64,
        other: i64,
    ) -> (Option<usize>, i64, &'static str) {
        if how != How::Knock {
            if other == 0 && self.options.on("layoffOnGin") {
                self.seen.push("gin cancelled");
                return (None, 0, "draw");
            }
            if other == 0 {
                self.seen.push("gin against nothing");
            }
            return match how {
                How::BigGin => (Some(knocker), other + self.options.number("bigGin"), "bigGin"),
                _ => (Some(knocker), other + self.options.number("ginBonus"), "gin"),
            };
        }
        if his < other {
            return (Some(knocker), other - his, "knock");
        }
        if his == other {
            self.seen.push("equal counts");
            if self.options.word("equalKnock") == "knockerZero" {
                return (None, 0, "draw");
            }
        }
        (Some(1 - knocker), his - other + self.options.number("undercutBonus"), "undercut")
    }

    fn drawn(&mut self, deal: &Deal) {
        let deadwood = [0, 1].map(|seat| self.melding().min_deadwood(&deal.hands[seat]));
        self.seen.push("the stock ran out");
        self.record(None, 0, "draw", deadwood);
    }

    fn record(&mut self, winner: Option<usize>, won: i64, how: &'static str, deadwood: [i64; 2]) {
        let mut points = [0, 0];
        if let Some(seat) = winner {
            points[seat] = won;
        }
        self.seen.push(how);
        self.finished.push(json!({
            "points": points,
            "detail": { "winner": winner, "how": how, "deadwood": deadwood },
        }));
        let dealer = self.dealer;
        self.dealer = match winner {
            Some(winner) => match self.options.word("nextDealer") {
                "winner" => winner,
                "loser" => 1 - winner,
                _ => 1 - dealer,
            },
            None if self.options.word("drawnHandDealer") == "sameDealer" => dealer,
            None => 1 - dealer,
        };
        if let Some(winner) = winner {
            self.score.enter(winner, won);
        }
        if self.score.is_over() {
            self.seen.push(if self.is_hollywood() { "three games" } else { "a game" });
            if self.score.has_shutout() {
                self.seen.push("a shutout");
            }
        }
    }

    fn put(&mut self, deal: Deal, stage: Stage) {
        self.deal = Some(Deal { stage, ..deal });
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
        self.score.is_over()
    }

    fn deal(&mut self, deck: &str) {
        assert!(self.deal.is_none() && !self.is_over());
        let mut stock = read_deck(deck);
        let mut hands = [Vec::new(), Vec::new()];
        let first = 1 - self.dealer;
        for _ in 0..10 {
            hands[first].push(stock.remove(0));
            hands[1 - first].push(stock.remove(0));
        }
        let upcard = stock.remove(0);
        let stage = if self.options.word("firstUpcard") == "offerBoth" { Stage::Offer } else { Stage::Draw };
        self.deal = Some(Deal {
            hands,
            stock,
            pile: vec![upcard],
            first_upcard: upcard,
            turn: first,
            stage,
            limit: 0,
            table: Vec::new(),
            knocked_with: 0,
        });
    }

    fn legal(&self) -> Vec<(usize, Vec<String>)> {
        let Some(deal) = &self.deal else { return Vec::new() };
        let mut legal = self.steps(deal);
        if let Stage::Discard(taken, _) = deal.stage {
            legal.extend(self.endings(&deal.hands[deal.turn], taken, deal.limit));
        }
        legal.sort();
        vec![(deal.turn, legal)]
    }

    fn allows(&self, seat: usize, action: &str) -> bool {
        let Some(deal) = self.deal.as_ref().filter(|deal| deal.turn == seat) else { return false };
        self.steps(deal).iter().any(|step| step == action)
            || self.read_ending(deal, action).is_some()
            || self.read_layoff(deal, action).is_some()
            || self.read_done(deal, action).is_some()
    }

    fn play(&mut self, seat: usize, action: &str) {
        assert!(self.allows(seat, action), "{seat} {action} is legal");
        let mut deal = self.deal.take().expect("a deal is being played");
        if let Some((how, discard, melds)) = self.read_ending(&deal, action) {
            if action.contains(':') {
                self.seen.push("melds named");
            }
            self.end(deal, how, discard, melds);
        } else if let Some((cards, index)) = self.read_layoff(&deal, action) {
            self.seen.push(if cards.len() == 1 { "one card laid off" } else { "several cards laid off" });
            if deal.stage == Stage::LayOff(How::BigGin) {
                self.seen.push("laid off against big gin");
            }
            deal.hands[seat].retain(|card| !cards.contains(card));
            deal.table[index].extend(cards);
            self.deal = Some(deal);
        } else if let Some(deadwood) = self.read_done(&deal, action) {
            let Stage::LayOff(how) = deal.stage else { panic!("done is said after a knock") };
            self.count(&deal, how, deadwood);
        } else if action == "pass" {
            match deal.stage {
                Stage::LastOffer => self.drawn(&deal),
                _ => {
                    let both = seat == self.dealer;
                    deal.turn = 1 - seat;
                    self.put(deal, if both { Stage::MustDraw } else { Stage::Offer });
                }
            }
        } else if action == "stock" {
            deal.limit = self.limit(&deal);
            let card = deal.stock.remove(0);
            deal.hands[seat].push(card);
            self.put(deal, Stage::Discard(None, false));
        } else if action == "upcard" {
            deal.limit = self.limit(&deal);
            let only_ending = deal.stage == Stage::LastOffer;
            let card = deal.pile.pop().expect("a card on the pile");
            deal.hands[seat].push(card);
            self.put(deal, Stage::Discard(Some(card), only_ending));
        } else {
            let card = Card::read(action.strip_prefix("discard ").expect("a discard"));
            self.discard(deal, card);
        }
    }

    fn summary(&self) -> Value {
        json!({
            "status": if self.is_over() { "complete" } else { "in-progress" },
            "deals": self.finished,
            "totals": self.score.totals(),
            "winners": if self.is_over() { self.score.winners() } else { Vec::new() },
        })
    }

    /// Returns the payments. (GR-R11)
    fn payments(&self, stake: i64) -> Option<Vec<i64>> {
        let [one, other] = self.score.totals();
        Some(vec![(one - other) * stake, (other - one) * stake])
    }

    fn seen(&self) -> &[&'static str] {
        &self.seen
    }
}
