//! Scopa and Wall Street.

mod captures;
mod rules;
mod scoring;

use super::Oracle;
use super::card::{Card, read_deck};
use rules::Rules;
use scoring::Taken;
use serde_json::{Value, json};

/// Match in progress.
#[derive(Clone)]
pub(crate) struct Match {
    rules: Rules,
    /// Total of each side.
    totals: Vec<i64>,
    dealer: usize,
    /// Seats in the current or next deal, in the order of play.
    playing: Vec<usize>,
    deal: Option<Deal>,
    finished: Vec<Value>,
    winners: Option<Vec<usize>>,
    /// Rare events so far.
    seen: Vec<&'static str>,
}

#[derive(Clone)]
struct Deal {
    stock: Vec<Card>,
    hands: Vec<Vec<Card>>,
    table: Vec<Card>,
    taken: Taken,
    captured_last: Option<usize>,
    turn: usize,
}

impl Match {
    pub(crate) fn new(game: &'static str, options: &Value, seats: usize, dealer: usize) -> Self {
        let rules = Rules::new(game, seats, options);
        let totals = vec![0; rules.sides()];
        let playing = (0..seats).collect();
        Self {
            rules,
            totals,
            dealer,
            playing,
            deal: None,
            finished: Vec::new(),
            winners: None,
            seen: Vec::new(),
        }
    }

    /// Returns the positions of the first table in the deck.
    pub(crate) fn places_of_first_table(&self) -> std::ops::Range<usize> {
        let first = self.rules.packet() * self.playing.len();
        first..first + self.rules.first_table()
    }

    pub(crate) fn side_of(&self, seat: usize) -> usize {
        self.rules.side_of(seat)
    }

    fn by_seat<T: Clone>(&self, of_sides: &[T]) -> Vec<T> {
        (0..self.rules.seats).map(|seat| of_sides[self.rules.side_of(seat)].clone()).collect()
    }

    /// Returns the next playing seat.
    fn after(&self, seat: usize) -> usize {
        (1..=self.rules.seats)
            .map(|step| (seat + step) % self.rules.seats)
            .find(|next| self.playing.contains(next))
            .expect("there are playing seats")
    }

    /// Returns the legal actions of the seat in turn, sorted as text.
    fn legal_in_turn(&self) -> Vec<String> {
        let Some(deal) = &self.deal else { return Vec::new() };
        let hand = &deal.hands[deal.turn];
        let sets = |card: Card| captures::captures(&self.rules, card, &deal.table);
        let mut legal = Vec::new();
        for card in hand {
            for set in sets(*card) {
                let cards: Vec<String> = set.iter().map(|card| format!(" {}", card.written())).collect();
                legal.push(format!("{} x{}", card.written(), cards.concat()));
            }
            let may_be_discarded = match self.rules.word("captureObligation") {
                "none" => true,
                "card" => sets(*card).is_empty(),
                "hand" => hand.iter().all(|card| sets(*card).is_empty()),
                other => panic!("{other} is no obligation"),
            };
            if may_be_discarded {
                legal.push(card.written());
            }
        }
        if self.rules.on("claimOut") {
            legal.push("claim".to_owned());
        }
        legal.sort();
        legal
    }

    /// Deals a packet, one card at a time from the seat `first`.
    fn packet(&self, first: usize, stock: &mut Vec<Card>, hands: &mut [Vec<Card>]) {
        for _ in 0..self.rules.packet() {
            let mut seat = first;
            for _ in 0..self.playing.len() {
                hands[seat].push(stock.remove(0));
                seat = self.after(seat);
            }
        }
    }

    fn capture(&mut self, deal: &mut Deal, card: Card, set: &[Card]) {
        let side = self.rules.side_of(deal.turn);
        let table_was_empty = deal.table.is_empty();
        let by_ace = captures::takes_everything(&self.rules, card, &deal.table);
        let last_card = deal.stock.is_empty() && deal.hands.iter().all(Vec::is_empty);
        deal.table.retain(|other| !set.contains(other));
        deal.taken.piles[side].push(card);
        deal.taken.piles[side].extend(set);
        deal.captured_last = Some(side);
        if table_was_empty {
            self.seen.push("an ace from an empty table");
        } else if deal.table.is_empty() {
            let counts_as_ace = !by_ace || self.rules.on("aceSweepCounts");
            let counts_as_last = !last_card || self.rules.word("lastPlaySweep") == "ifReallyCaptured";
            if counts_as_ace && counts_as_last {
                deal.taken.sweeps.push(side);
            }
            if last_card {
                self.seen.push("the last card clears the table");
            }
        }
    }

    /// Ends a deal, after the last card.
    fn end(&mut self, mut deal: Deal) {
        match deal.captured_last {
            Some(side) => deal.taken.piles[side].append(&mut deal.table),
            None => self.seen.push("nobody captured"),
        }
        let items = scoring::items(&self.rules, &deal.taken);
        let napoleone = scoring::napoleone(&deal.taken).filter(|_| self.rules.on("napoleone"));
        let stops = self.rules.word("endMode") == "orderedStop" && napoleone.is_none();
        let mut points = vec![0; self.rules.sides()];
        let mut winner = None;
        if napoleone.is_some() {
            self.seen.push("napoleone");
        }
        for (index, (side, point)) in items.iter().enumerate() {
            points[*side] += point;
            if stops && self.totals[*side] + points[*side] >= self.rules.target() {
                winner = Some(*side);
                if index + 1 < items.len() {
                    self.seen.push("counting stopped early");
                }
                break;
            }
        }
        let before = self.totals.clone();
        self.finish(&deal.taken, &points);
        self.settle(napoleone.or(winner), &before, &items);
        // The next dealer plays in the next deal.
        self.dealer = self.after(self.dealer);
    }

    /// Decides how the match continues after a deal. `winner` has won regardless of the totals.
    fn settle(&mut self, winner: Option<usize>, before: &[i64], items: &[(usize, i64)]) {
        let best = *self.totals.iter().max().expect("there are sides");
        let leaders: Vec<usize> = (0..self.totals.len()).filter(|side| self.totals[*side] == best).collect();
        if let Some(side) = winner {
            self.win(&[side]);
        } else if best < self.rules.target() {
            self.seen.push("another deal");
        } else if leaders.len() == 1 {
            self.win(&leaders);
        } else if self.rules.word("endMode") == "tieOrdered" {
            self.seen.push("a tie counted again");
            let all: Vec<usize> = (0..self.totals.len()).collect();
            let first = first_to_reach(before, items, &leaders, self.rules.target());
            if first != first_to_reach(before, items, &all, self.rules.target()) {
                self.seen.push("somebody else came to the target before those who tie");
            }
            self.win(&[first.expect("each leader reached the target in this deal")]);
        } else {
            self.play_on(&leaders);
        }
    }

    /// Continues a match with a shared lead: another deal, in Wall Street perhaps among the leaders only.
    fn play_on(&mut self, leaders: &[usize]) {
        self.seen.push("a tie played off");
        if !self.rules.is_scopa() && self.rules.word("tiePlayers") == "leadersOnly" {
            if self.playing.len() < self.rules.seats {
                self.seen.push("a play-off after a play-off");
            }
            self.playing = leaders.to_vec();
        }
    }

    fn claim(&mut self, deal: &Deal) {
        let open: Vec<Card> =
            deal.stock.iter().chain(deal.hands.iter().flatten()).chain(&deal.table).copied().collect();
        let claimant = self.rules.side_of(deal.turn);
        let points = scoring::certain(&self.rules, &deal.taken, &open);
        self.finish(&deal.taken, &points);
        if self.totals[claimant] >= self.rules.target() {
            self.seen.push("a right claim");
            self.win(&[claimant]);
            return;
        }
        self.seen.push("a wrong claim");
        let others = (0..self.totals.len()).filter(|side| *side != claimant);
        let best = others.clone().map(|side| self.totals[side]).max().expect("there are others");
        let winners: Vec<usize> = others.filter(|side| self.totals[*side] == best).collect();
        self.win(&winners);
    }

    /// Records a finished deal.
    fn finish(&mut self, taken: &Taken, points: &[i64]) {
        for (total, point) in self.totals.iter_mut().zip(points) {
            *total += point;
        }
        let detail = scoring::detail(&self.rules, taken);
        let detail: serde_json::Map<String, Value> =
            detail.into_iter().map(|(key, values)| (key.to_owned(), json!(self.by_seat(&values)))).collect();
        self.finished.push(json!({ "points": self.by_seat(points), "detail": detail }));
    }

    fn win(&mut self, sides: &[usize]) {
        let seats = 0..self.rules.seats;
        self.winners = Some(seats.filter(|seat| sides.contains(&self.rules.side_of(*seat))).collect());
    }
}

impl Oracle for Match {
    fn deck(&self) -> Vec<String> {
        self.rules.deck()
    }

    fn dealer(&self) -> usize {
        self.dealer
    }

    fn is_over(&self) -> bool {
        self.winners.is_some()
    }

    fn summary(&self) -> Value {
        json!({
            "status": if self.is_over() { "complete" } else { "in-progress" },
            "deals": self.finished,
            "totals": self.by_seat(&self.totals),
            "winners": self.winners.clone().unwrap_or_default(),
        })
    }

    fn deal(&mut self, deck: &str) {
        assert!(self.deal.is_none() && !self.is_over());
        let mut stock = read_deck(deck);
        let mut hands = vec![Vec::new(); self.rules.seats];
        let first = self.after(self.dealer);
        self.packet(first, &mut stock, &mut hands);
        let table: Vec<Card> = stock.drain(..self.rules.first_table()).collect();
        let taken = Taken { piles: vec![Vec::new(); self.rules.sides()], sweeps: Vec::new() };
        let rank = self.rules.redeal_rank();
        if table.iter().filter(|card| card.rank() == rank).count() >= 3 {
            self.seen.push("thrown in");
            let nothing = vec![0; self.rules.sides()];
            self.finish(&taken, &nothing);
            return;
        }
        self.deal = Some(Deal { stock, hands, table, taken, captured_last: None, turn: first });
    }

    fn legal(&self) -> Vec<(usize, Vec<String>)> {
        self.deal.iter().map(|deal| (deal.turn, self.legal_in_turn())).collect()
    }

    fn play(&mut self, seat: usize, action: &str) {
        assert!(self.allows(seat, action), "{seat} {action} is legal");
        let mut deal = self.deal.take().expect("a deal is being played");
        if action == "claim" {
            self.claim(&deal);
            return;
        }
        let mut words = action.split(' ');
        let card = Card::read(words.next().expect("a card"));
        deal.hands[deal.turn].retain(|other| *other != card);
        match words.next() {
            None => deal.table.push(card),
            Some(_) => {
                let set: Vec<Card> = words.map(Card::read).collect();
                self.capture(&mut deal, card, &set);
            }
        }
        deal.turn = self.after(deal.turn);
        let hands_are_empty = deal.hands.iter().all(Vec::is_empty);
        if hands_are_empty && !deal.stock.is_empty() {
            let first = self.after(self.dealer);
            self.packet(first, &mut deal.stock, &mut deal.hands);
        } else if hands_are_empty {
            self.end(deal);
            return;
        }
        self.deal = Some(deal);
    }

    fn seen(&self) -> &[&'static str] {
        &self.seen
    }
}

/// Counts item by item, and returns the one of `sides` that reaches `target` first.
fn first_to_reach(before: &[i64], items: &[(usize, i64)], sides: &[usize], target: i64) -> Option<usize> {
    let mut totals = before.to_vec();
    for (side, points) in items {
        totals[*side] += points;
        if sides.contains(side) && totals[*side] >= target {
            return Some(*side);
        }
    }
    None
}
