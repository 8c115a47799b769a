//! Legal actions.

use super::cards::{tool, written};
use super::{Ask, Match, Share};
use std::collections::BTreeMap;

/// Target lists of a part of a Tool. It is empty if the part is impossible. A part without targets has one empty
/// list.
type Ways = Vec<Vec<String>>;

impl Match {
    /// Returns the target lists of a part for `seat`.
    pub(super) fn ways(&self, seat: usize, part: &str) -> Ways {
        let game = self.game();
        let indices = |whose: usize, name: &str, is: &dyn Fn(&Share) -> bool| -> Ways {
            let own = game.portfolios[whose].iter().enumerate().filter(|(_, share)| is(share));
            own.map(|(index, _)| vec![format!("{name}.{}", index + 1)]).collect()
        };
        let own = |is: &dyn Fn(&Share) -> bool| indices(seat, "own", is);
        let others = |is: &dyn Fn(&Share) -> bool| -> Ways {
            self.others(seat).into_iter().flat_map(|other| indices(other, &other.to_string(), is)).collect()
        };
        let row = |is: &dyn Fn(&Share) -> bool| -> Ways {
            let there = game.row.iter().enumerate().filter(|(_, share)| share.as_ref().is_some_and(is));
            there.map(|(index, _)| vec![format!("row.{}", index + 1)]).collect()
        };
        let players = |is: &dyn Fn(usize) -> bool| -> Ways {
            self.others(seat)
                .into_iter()
                .filter(|other| is(*other))
                .map(|other| vec![format!("seat.{other}")])
                .collect()
        };
        let (up, down) = (|share: &Share| share.1, |share: &Share| !share.1);
        match part {
            "own up" => own(&down),
            "own down" => own(&up),
            "other down" => others(&up),
            "sell" => own(&|_| true),
            "take" => {
                let mine = game.portfolios[seat].len();
                let richer =
                    self.others(seat).into_iter().filter(|other| game.portfolios[*other].len() > mine);
                richer.flat_map(|other| indices(other, &other.to_string(), &down)).collect()
            }
            "swap" => {
                let theirs = others(&down);
                let pairs = own(&down).into_iter();
                pairs
                    .flat_map(|mine| theirs.iter().map(move |other| [mine.clone(), other.clone()].concat()))
                    .collect()
            }
            "look" => [row(&down), own(&down), others(&down)].concat(),
            "row up" => row(&down),
            "row down" => row(&up),
            "exchange" => {
                let cards: Vec<usize> = (0..6).filter(|index| game.row[*index].is_some()).collect();
                let pairs = cards.iter().flat_map(|one| cards.iter().map(move |two| (*one, *two)));
                let apart = pairs.filter(|(one, two)| one < two && one / 2 != two / 2);
                apart.map(|(one, two)| vec![format!("row.{}", one + 1), format!("row.{}", two + 1)]).collect()
            }
            "squeeze" => players(&|other| !game.hands[other].is_empty()),
            "poach" => players(&|other| !game.tools[other].is_empty()),
            "dividend" if game.portfolios[seat].iter().all(down) => Vec::new(),
            "tools 1" if game.tool_deck.is_empty() && game.old_tools.is_empty() => Vec::new(),
            "react" => Vec::new(),
            _ => vec![Vec::new()],
        }
    }

    /// Returns all choices and targets of a Tool, without its payment.
    pub(super) fn plays(&self, seat: usize, number: usize) -> Ways {
        let (_, parts) = tool(number);
        match parts {
            ["or", one, two] => {
                let named = |name: &str, part: &str| -> Ways {
                    self.ways(seat, part)
                        .into_iter()
                        .map(|way| [vec![name.to_owned()], way].concat())
                        .collect()
                };
                [named("a", one), named("b", two)].concat()
            }
            [one, two] => {
                let mut plays = Vec::new();
                for way in self.ways(seat, one) {
                    // The targets of the second part depend on the result of the first.
                    let mut then = self.clone();
                    then.game.as_mut().expect("a game is played").play = Some((seat, Vec::new(), Vec::new()));
                    then.perform(one, &way);
                    plays.extend(then.ways(seat, two).into_iter().map(|more| [way.clone(), more].concat()));
                }
                plays
            }
            [one] => self.ways(seat, one),
            _ => panic!("a Tool has one part or two"),
        }
    }

    /// Returns, for each total, the fewest cards of a hand. Among equally few, the lowest cards are as high as
    /// possible.
    pub(super) fn sums(hand: &[u32]) -> BTreeMap<u32, Vec<u32>> {
        let mut cards = hand.to_vec();
        cards.sort_unstable_by(|a, b| b.cmp(a));
        let mut sums: BTreeMap<u32, Vec<u32>> = BTreeMap::from([(0, Vec::new())]);
        for card in cards {
            let before = sums.clone();
            for (total, set) in before {
                // The set stays ascending, because this card is the lowest so far.
                let with: Vec<u32> = [vec![card], set].concat();
                let better = match sums.get(&(total + card)) {
                    Some(known) => with.len() < known.len() || with.len() == known.len() && with > *known,
                    None => true,
                };
                if better {
                    sums.insert(total + card, with);
                }
            }
        }
        sums.remove(&0);
        sums
    }

    /// Returns the action with the two targets of a swap in their listed order: own ones first, then from the left.
    /// (SH-S22)
    pub(super) fn in_order(action: &str) -> String {
        let mut words: Vec<&str> = action.split(' ').collect();
        if let ["tool", "T11" | "T14", one, two, ..] = words.as_slice() {
            let own_is_last = two.starts_with("own.") && !one.starts_with("own.");
            let from_the_right = one.starts_with("row.") && two.starts_with("row.") && two < one;
            if own_is_last || from_the_right {
                words.swap(2, 3);
            }
        }
        words.join(" ")
    }

    pub(super) fn highest(&self) -> u32 {
        let game = self.game();
        game.leader.map_or(0, |leader| game.bids[leader].iter().sum())
    }

    pub(super) fn adds_only(&self) -> bool {
        self.options.word("raise") == "addOnly"
    }

    pub(super) fn listed(&self, seat: usize) -> Vec<String> {
        let game = self.game();
        let mut listed = match &game.asks {
            Ask::Bid(_) => {
                let base = if self.adds_only() { game.bids[seat].clone() } else { Vec::new() };
                let pool = if self.adds_only() {
                    game.hands[seat].clone()
                } else {
                    [game.hands[seat].clone(), game.bids[seat].clone()].concat()
                };
                let fixed: u32 = base.iter().sum();
                let bids = Self::sums(&pool).into_iter().filter(|(total, _)| fixed + total > self.highest());
                let bids = bids.map(|(_, cards)| format!("bid {}", written(&[base.clone(), cards].concat())));
                bids.chain(["pass".to_owned()]).collect()
            }
            Ask::Flip(_) => {
                let down =
                    [5, 6].into_iter().filter(|index| game.row[index - 1].is_some_and(|share| !share.1));
                down.map(|index| format!("flip {index}")).collect()
            }
            Ask::Tool(_) => {
                let mut listed = vec!["pass".to_owned()];
                let mut kinds = game.tools[seat].clone();
                kinds.sort_unstable();
                kinds.dedup();
                for number in kinds {
                    let (cost, _) = tool(number);
                    let mut hand = game.hands[seat].clone();
                    hand.sort_unstable();
                    if hand.len() < cost {
                        continue;
                    }
                    let paid =
                        if cost == 0 { String::new() } else { format!(" pay {}", written(&hand[..cost])) };
                    for way in self.plays(seat, number) {
                        let targets: String = way.iter().map(|word| format!(" {word}")).collect();
                        listed.push(format!("tool T{number:02}{targets}{paid}"));
                    }
                }
                listed
            }
            Ask::React(_) if game.tools[seat].contains(&1) => {
                vec!["noreact".to_owned(), "react T01".to_owned()]
            }
            Ask::React(_) => vec!["noreact".to_owned()],
            Ask::Give(_, number) => {
                let hand = &game.hands[seat];
                let mut gifts: Vec<String> = Vec::new();
                for (one, first) in hand.iter().enumerate() {
                    match number {
                        1 => gifts.push(format!("give {first}")),
                        _ => gifts.extend(
                            hand[one + 1..]
                                .iter()
                                .map(|second| format!("give {}", written(&[*first, *second]))),
                        ),
                    }
                }
                gifts
            }
            _ => Vec::new(),
        };
        listed.sort();
        listed.dedup();
        listed
    }
}
