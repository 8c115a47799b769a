//! Effects of actions.

use super::cards::tool;
use super::{Ask, Match, Share, Todo};
use serde_json::json;

impl Match {
    /// Performs the next steps until the game waits for an input.
    pub(super) fn go_on(&mut self) {
        loop {
            let game = self.game.as_mut().expect("a game is played");
            if game.asks != Ask::Nothing {
                return;
            }
            if game.todo.is_empty() {
                game.asks = Ask::Over;
                return;
            }
            let next = game.todo.remove(0);
            self.step(next);
        }
    }

    pub(super) fn first(&mut self, todo: Vec<Todo>) {
        let game = self.game.as_mut().expect("a game is played");
        game.todo.splice(0..0, todo);
    }

    pub(super) fn full(&self, when: &str) -> bool {
        self.options.word("fullEnd") == when && self.game().portfolios.iter().any(|own| own.len() >= 5)
    }

    pub(super) fn end(&mut self) {
        let game = self.game.as_mut().expect("a game is played");
        game.todo = vec![Todo::Reveal];
    }

    pub(super) fn step(&mut self, next: Todo) {
        let seats = self.seats;
        let limited = *self.options.value("handLimit") == json!(12);
        let may_peek_two = self.options.word("flipOneAlreadyUp") == "flipOther";
        match next {
            Todo::Row => {
                let game = self.game.as_mut().expect("a game is played");
                let up = [true, false, true, false, false, false];
                game.row = up.map(|up| Some((game.investments.remove(0), up))).to_vec();
                game.todo.insert(0, Todo::Auction);
            }
            Todo::Auction => {
                let game = self.game.as_mut().expect("a game is played");
                game.passed = vec![false; seats];
                game.leader = None;
                game.asks = Ask::Bid(game.starter);
            }
            Todo::Income(seat) => {
                let game = self.game.as_mut().expect("a game is played");
                if game.owed.iter().all(|owed| *owed == 0) {
                    return;
                }
                let after = Todo::Income((seat + 1) % seats);
                if game.owed[seat] == 0 {
                    return game.todo.insert(0, after);
                }
                if limited && game.hands[seat].len() >= 12 {
                    game.owed[seat] = 0;
                    game.todo.insert(0, after);
                } else if !game.capital.is_empty() {
                    game.hands[seat].push(game.capital.remove(0));
                    game.owed[seat] -= 1;
                    game.todo.insert(0, after);
                } else if !game.old_capital.is_empty() {
                    game.asks = Ask::ShuffleCapital;
                    game.todo.insert(0, Todo::Income(seat));
                } else {
                    game.owed = vec![0; seats];
                    self.note("income runs out");
                }
            }
            Todo::Draw(_, 0) | Todo::DrawTools(_, 0) => {}
            Todo::Draw(seat, number) => {
                let game = self.game.as_mut().expect("a game is played");
                if limited && game.hands[seat].len() >= 12 {
                    return self.note("a full hand draws no more");
                }
                if !game.capital.is_empty() {
                    game.hands[seat].push(game.capital.remove(0));
                    game.todo.insert(0, Todo::Draw(seat, number - 1));
                } else if !game.old_capital.is_empty() {
                    game.asks = Ask::ShuffleCapital;
                    game.todo.insert(0, Todo::Draw(seat, number));
                }
            }
            Todo::DrawTools(seat, number) => {
                let game = self.game.as_mut().expect("a game is played");
                if !game.tool_deck.is_empty() {
                    game.tools[seat].push(game.tool_deck.remove(0));
                    game.todo.insert(0, Todo::DrawTools(seat, number - 1));
                } else if !game.old_tools.is_empty() {
                    game.asks = Ask::ShuffleTools;
                    game.todo.insert(0, Todo::DrawTools(seat, number));
                }
            }
            Todo::Give(seat, number) => {
                let game = self.game.as_mut().expect("a game is played");
                if game.hands[seat].len() > number {
                    game.asks = Ask::Give(seat, number);
                } else {
                    let all = std::mem::take(&mut game.hands[seat]);
                    game.old_capital.extend(all);
                }
            }
            Todo::Steal(by, from) => {
                let game = self.game.as_mut().expect("a game is played");
                if !game.tools[from].is_empty() {
                    game.asks = Ask::ShuffleHand(by, from);
                }
            }
            Todo::Bonus(seat, number) => {
                let draw = |number| Todo::Draw(seat, number);
                let todo = match number {
                    17 => vec![draw(1)],
                    18 => vec![Todo::DrawTools(seat, 1)],
                    19 => vec![draw(2)],
                    20 => vec![draw(1), Todo::DrawTools(seat, 1)],
                    21 => vec![draw(3)],
                    22 => vec![draw(4)],
                    23 => {
                        let others = self.others(seat).into_iter().map(|other| Todo::Give(other, 1));
                        others.chain([draw(3)]).collect()
                    }
                    _ => Vec::new(),
                };
                self.first(todo);
            }
            Todo::Won if self.full("immediate") => {
                self.note("a fifth Investment won");
                self.end();
            }
            Todo::Won => {
                let game = self.game.as_mut().expect("a game is played");
                let down = game.row[4..].iter().flatten().filter(|share| !share.1).count();
                game.todo.insert(0, Todo::Phase);
                if game.auction == 1 && (down == 2 || down == 1 && may_peek_two) {
                    game.asks = Ask::Flip(game.starter);
                }
            }
            Todo::Phase => {
                let game = self.game.as_mut().expect("a game is played");
                game.had_turn = vec![false; seats];
                game.todo.insert(0, Todo::NextTool);
            }
            Todo::NextTool => {
                let order = self.round_from(self.game().starter);
                let game = self.game.as_mut().expect("a game is played");
                match order.into_iter().find(|seat| !game.had_turn[*seat]) {
                    Some(seat) => game.asks = Ask::Tool(seat),
                    None => game.todo.insert(0, Todo::AuctionOver),
                }
            }
            Todo::Do(part, targets) => self.perform(part, &targets),
            Todo::ToolOver => {
                self.game.as_mut().expect("a game is played").play = None;
                if self.full("immediate") {
                    self.note("a fifth Investment taken");
                    self.end();
                } else {
                    self.first(vec![Todo::NextTool]);
                }
            }
            Todo::AuctionOver => {
                let full = self.full("endOfRound");
                let game = self.game.as_mut().expect("a game is played");
                if game.auction < 2 {
                    game.auction += 1;
                    return game.todo.insert(0, Todo::Auction);
                }
                if full || game.round == 4 {
                    return self.end();
                }
                game.round += 1;
                game.auction = 0;
                let up = |own: &Vec<Share>| own.iter().filter(|share| share.1).count();
                game.owed = game.portfolios.iter().map(|own| 4 + up(own)).collect();
                let starter = game.starter;
                let order: Vec<usize> = (0..seats).map(|step| (starter + step) % seats).collect();
                let mut todo = vec![Todo::Income(starter)];
                todo.extend(
                    order
                        .into_iter()
                        .map(|seat| Todo::DrawTools(seat, 3_usize.saturating_sub(game.tools[seat].len()))),
                );
                todo.push(Todo::Row);
                self.first(todo);
            }
            Todo::Reveal => {
                let (starter, brings) = (self.game().starter, self.options.on("bonusOnFinalFlip"));
                let order: Vec<usize> = (0..seats).map(|step| (starter + step) % seats).collect();
                let game = self.game.as_mut().expect("a game is played");
                for seat in order {
                    if let Some(share) = game.portfolios[seat].iter_mut().find(|share| !share.1) {
                        share.1 = true;
                        let number = share.0;
                        let mut todo = vec![Todo::Reveal];
                        if brings {
                            todo.insert(0, Todo::Bonus(seat, number));
                        }
                        return self.first(todo);
                    }
                }
            }
        }
    }

    /// Returns the location of a target: the seat of its portfolio, or `None` for the row, and its index.
    pub(super) fn index(&self, actor: usize, target: &str) -> (Option<usize>, usize) {
        let (whose, index) = target.split_once('.').expect("a place");
        let index = index.parse::<usize>().expect("a number") - 1;
        match whose {
            "own" => (Some(actor), index),
            "row" => (None, index),
            seat => (Some(seat.parse().expect("a seat")), index),
        }
    }

    pub(super) fn share_mut(&mut self, actor: usize, target: &str) -> &mut Share {
        let (whose, index) = self.index(actor, target);
        let game = self.game.as_mut().expect("a game is played");
        match whose {
            Some(seat) => &mut game.portfolios[seat][index],
            None => game.row[index].as_mut().expect("a card of the row"),
        }
    }

    pub(super) fn perform(&mut self, part: &str, targets: &[String]) {
        let actor = self.game().play.as_ref().expect("a Tool is played").0;
        let player = |target: &String| {
            target.strip_prefix("seat.").and_then(|seat| seat.parse().ok()).expect("a player")
        };
        let todo = match part {
            "own up" | "row up" => {
                let share = self.share_mut(actor, &targets[0]);
                share.1 = true;
                let number = share.0;
                if part == "own up" { vec![Todo::Bonus(actor, number)] } else { Vec::new() }
            }
            "own down" | "other down" | "row down" => {
                self.share_mut(actor, &targets[0]).1 = false;
                Vec::new()
            }
            "sell" => {
                let (_, index) = self.index(actor, &targets[0]);
                let game = self.game.as_mut().expect("a game is played");
                let sold = game.portfolios[actor].remove(index);
                game.out.push(sold);
                Vec::new()
            }
            "take" => {
                let (from, index) = self.index(actor, &targets[0]);
                let game = self.game.as_mut().expect("a game is played");
                let taken = game.portfolios[from.expect("a player")].remove(index);
                game.portfolios[actor].push(taken);
                Vec::new()
            }
            "swap" | "exchange" => {
                let (one, two) = (*self.share_mut(actor, &targets[0]), *self.share_mut(actor, &targets[1]));
                *self.share_mut(actor, &targets[0]) = two;
                *self.share_mut(actor, &targets[1]) = one;
                Vec::new()
            }
            "squeeze" => vec![Todo::Give(player(&targets[0]), 2)],
            "poach" => vec![Todo::Steal(actor, player(&targets[0]))],
            "dividend" => {
                let up = self.game().portfolios[actor].iter().filter(|share| share.1).count();
                vec![Todo::Draw(actor, up)]
            }
            "look" => Vec::new(),
            draw => {
                let (what, number) = draw.split_once(' ').expect("the kind of card");
                let number = number.parse().expect("a number");
                vec![if what == "draw" { Todo::Draw(actor, number) } else { Todo::DrawTools(actor, number) }]
            }
        };
        self.first(todo);
    }

    pub(super) fn settle_tool(&mut self) {
        let game = self.game.as_ref().expect("a game is played");
        let (seat, words, reactions) = game.play.clone().expect("a Tool is played");
        let number: usize = words[0][1..].parse().expect("a number");
        let (_, parts) = tool(number);
        let targets: Vec<String> = words[1..].to_vec();
        let mut todo = Vec::new();
        if reactions.len() % 2 == 0 {
            match parts {
                ["or", one, two] => {
                    todo.push(Todo::Do(if targets[0] == "a" { one } else { two }, targets[1..].to_vec()));
                }
                [one, two] => {
                    let first = self.ways(seat, one).first().map_or(0, Vec::len);
                    todo.push(Todo::Do(one, targets[..first].to_vec()));
                    todo.push(Todo::Do(two, targets[first..].to_vec()));
                }
                _ => todo.push(Todo::Do(parts[0], targets)),
            }
        } else {
            self.note("a Tool is cancelled");
        }
        if reactions.len() > 1 {
            self.note("a reaction is countered");
        }
        todo.push(Todo::ToolOver);
        self.first(todo);
    }

    pub(super) fn after_bid(&mut self, seat: usize) {
        let order = self.round_from(seat);
        let game = self.game.as_mut().expect("a game is played");
        let left: Vec<usize> = order.into_iter().filter(|other| !game.passed[*other]).collect();
        let lot = [2 * game.auction, 2 * game.auction + 1];
        match (game.leader, left.as_slice()) {
            (None, []) => {
                for index in lot {
                    let share = game.row[index].take().expect("a card of the lot");
                    game.out.push(share);
                }
                self.first(vec![Todo::AuctionOver]);
                self.note("nobody bids");
            }
            (Some(winner), [only]) if winner == *only => {
                let paid = std::mem::take(&mut game.bids[winner]);
                game.old_capital.extend(paid);
                let mut todo = Vec::new();
                for index in lot {
                    let share = game.row[index].take().expect("a card of the lot");
                    game.portfolios[winner].push(share);
                    if share.1 {
                        todo.push(Todo::Bonus(winner, share.0));
                    }
                }
                for (hand, bid) in game.hands.iter_mut().zip(&mut game.bids) {
                    hand.append(bid);
                }
                game.starter = winner;
                todo.push(Todo::Won);
                self.first(todo);
            }
            _ => game.asks = Ask::Bid(left[0]),
        }
    }

    pub(super) fn ask_for_reactions(&mut self, after: usize) {
        let others = self.others(after);
        let game = self.game.as_mut().expect("a game is played");
        game.answers = vec![None; self.seats];
        game.asks = Ask::React(others);
    }
}
