//! Sharks of Wall Street.

mod cards;
mod plays;
mod steps;

pub(crate) use cards::keys;

use super::Oracle;
use super::options::Options;
use cards::{CAPITAL, TOOLS, WORTH, numbers, take};
use serde_json::{Value, json};
use std::collections::BTreeMap;

#[derive(Clone)]
pub(crate) struct Match {
    options: Options,
    dealer: usize,
    seats: usize,
    game: Option<Game>,
    seen: Vec<&'static str>,
}

/// Investment: its number, and whether it lies face up.
type Share = (usize, bool);

#[derive(Clone)]
struct Game {
    hands: Vec<Vec<u32>>,
    tools: Vec<Vec<usize>>,
    portfolios: Vec<Vec<Share>>,
    /// The first card is drawn first, here and below.
    capital: Vec<u32>,
    investments: Vec<usize>,
    tool_deck: Vec<usize>,
    old_capital: Vec<u32>,
    old_tools: Vec<usize>,
    out: Vec<Share>,
    row: Vec<Option<Share>>,
    round: usize,
    auction: usize,
    starter: usize,
    bids: Vec<Vec<u32>>,
    passed: Vec<bool>,
    leader: Option<usize>,
    had_turn: Vec<bool>,
    owed: Vec<usize>,
    /// Tool in play: its player, its action, and the seats that reacted.
    play: Option<(usize, Vec<String>, Vec<usize>)>,
    answers: Vec<Option<String>>,
    /// Next steps, in order.
    todo: Vec<Todo>,
    asks: Ask,
}

/// Input that the game waits for.
#[derive(Clone, PartialEq)]
enum Ask {
    Nothing,
    Bid(usize),
    Flip(usize),
    Tool(usize),
    /// Reactions of these seats. Their answers are opened in this order.
    React(Vec<usize>),
    Give(usize, usize),
    ShuffleCapital,
    ShuffleTools,
    ShuffleHand(usize, usize),
    Over,
}

#[derive(Clone)]
enum Todo {
    Row,
    Auction,
    Income(usize),
    Draw(usize, usize),
    DrawTools(usize, usize),
    Give(usize, usize),
    Steal(usize, usize),
    Bonus(usize, usize),
    Won,
    Phase,
    NextTool,
    Do(&'static str, Vec<String>),
    ToolOver,
    AuctionOver,
    Reveal,
}

impl Match {
    /// Creates a match, or returns `None` if the setup is invalid.
    pub(crate) fn new(given: &Value, seats: usize, dealer: usize) -> Option<Self> {
        let house = json!({
            "fullEnd": "immediate", "flipOneAlreadyUp": "flipOther", "raise": "recompose", "bonusOnFinalFlip": false,
            "ownerMayPeek": false, "otherFlipsBonus": false, "counterConnection": "allowed", "handLimit": "none",
            "tieBreak": "capitalThenFewer", "set": "house",
        });
        let options = Options::resolve(given, &keys(), vec![("house", house)])?;
        let playable = (2..=6).contains(&seats) && dealer < seats;
        playable.then(|| Self { options, dealer, seats, game: None, seen: Vec::new() })
    }

    fn game(&self) -> &Game {
        self.game.as_ref().expect("a game is played")
    }

    /// Returns the seats after `seat` in the order of play. `seat` itself is last.
    fn round_from(&self, seat: usize) -> Vec<usize> {
        (1..=self.seats).map(|step| (seat + step) % self.seats).collect()
    }

    fn others(&self, seat: usize) -> Vec<usize> {
        self.round_from(seat).into_iter().filter(|other| *other != seat).collect()
    }

    /// Returns the deck as text, with shuffled parts.
    pub(crate) fn shuffled_deck(&self, shuffle: &mut impl FnMut(&mut Vec<String>)) -> String {
        let mut parts: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for card in self.deck() {
            let part = match card.as_bytes()[0] {
                b'I' => "investment",
                b'T' => "tool",
                _ => "capital",
            };
            parts.entry(part).or_default().push(card);
        }
        parts.values_mut().for_each(shuffle);
        parts
            .iter()
            .map(|(name, cards)| format!("{name}: {}", cards.join(" ")))
            .collect::<Vec<_>>()
            .join("; ")
    }

    fn note(&mut self, what: &'static str) {
        self.seen.push(what);
    }

    fn asked(&self) -> Vec<usize> {
        match &self.game {
            None => Vec::new(),
            Some(game) => match &game.asks {
                Ask::Bid(seat) | Ask::Flip(seat) | Ask::Tool(seat) | Ask::Give(seat, _) => vec![*seat],
                Ask::React(seats) => {
                    let mut seats: Vec<usize> =
                        seats.iter().copied().filter(|seat| game.answers[*seat].is_none()).collect();
                    seats.sort_unstable();
                    seats
                }
                _ => Vec::new(),
            },
        }
    }

    fn standing(&self, seat: usize) -> (i64, i64, i64) {
        let game = self.game();
        let worth: i64 = game.portfolios[seat].iter().map(|share| WORTH[share.0 - 1]).sum();
        if self.options.word("tieBreak") == "shared" {
            return (worth, 0, 0);
        }
        let left: u32 = game.hands[seat].iter().sum();
        (worth, i64::from(left), -(game.portfolios[seat].len() as i64))
    }
}

impl Oracle for Match {
    fn deck(&self) -> Vec<String> {
        let capital =
            (1..).zip(CAPITAL).flat_map(|(value, count): (u32, usize)| vec![value.to_string(); count]);
        let investments = (1..=24).map(|number| format!("I{number:02}"));
        let tools = TOOLS.iter().flat_map(|(number, copies, ..)| vec![format!("T{number:02}"); *copies]);
        capital.chain(investments).chain(tools).collect()
    }

    fn dealer(&self) -> usize {
        self.dealer
    }

    fn is_over(&self) -> bool {
        self.game.as_ref().is_some_and(|game| game.asks == Ask::Over)
    }

    fn deal(&mut self, deck: &str) {
        let part = |name: &str| -> Vec<String> {
            let part = deck.split("; ").find_map(|part| part.strip_prefix(&format!("{name}: ")));
            part.expect("a part").split(' ').map(str::to_owned).collect()
        };
        let number = |word: &String| word[1..].parse::<usize>().expect("a number");
        let mut capital: Vec<u32> =
            part("capital").iter().map(|value| value.parse().expect("a value")).collect();
        let mut tool_deck: Vec<usize> = part("tool").iter().map(number).collect();
        let seats = self.seats;
        let starter = (self.dealer + 1) % seats;
        let (mut hands, mut tools) = (vec![Vec::new(); seats], vec![Vec::new(); seats]);
        for turn in 0..6 * seats {
            hands[(starter + turn) % seats].push(capital.remove(0));
        }
        for turn in 0..3 * seats {
            tools[(starter + turn) % seats].push(tool_deck.remove(0));
        }
        self.game = Some(Game {
            hands,
            tools,
            portfolios: vec![Vec::new(); seats],
            capital,
            investments: part("investment").iter().map(number).collect(),
            tool_deck,
            old_capital: Vec::new(),
            old_tools: Vec::new(),
            out: Vec::new(),
            row: Vec::new(),
            round: 1,
            auction: 0,
            starter,
            bids: vec![Vec::new(); seats],
            passed: Vec::new(),
            leader: None,
            had_turn: Vec::new(),
            owed: vec![0; seats],
            play: None,
            answers: Vec::new(),
            todo: vec![Todo::Row],
            asks: Ask::Nothing,
        });
        self.go_on();
    }

    fn legal(&self) -> Vec<(usize, Vec<String>)> {
        self.asked().into_iter().map(|seat| (seat, self.listed(seat))).collect()
    }

    fn allows(&self, seat: usize, action: &str) -> bool {
        if !self.asked().contains(&seat) {
            return false;
        }
        let action = &*Self::in_order(action);
        if self.listed(seat).iter().any(|listed| listed == action) {
            return true;
        }
        let game = self.game();
        let words: Vec<&str> = action.split(' ').collect();
        let held = |cards: &[u32], hand: &[u32]| {
            let count = |of: &[u32], card: u32| of.iter().filter(|other| **other == card).count();
            cards.iter().all(|card| count(cards, *card) <= count(hand, *card))
        };
        let read =
            |words: &[&str]| -> Option<Vec<u32>> { words.iter().map(|word| word.parse().ok()).collect() };
        match (&game.asks, words.as_slice()) {
            (Ask::Bid(_), ["bid", rest @ ..]) => read(rest).is_some_and(|cards| {
                let all = [game.hands[seat].clone(), game.bids[seat].clone()].concat();
                let kept = !self.adds_only() || held(&game.bids[seat], &cards);
                held(&cards, &all) && kept && cards.iter().sum::<u32>() > self.highest()
            }),
            (Ask::Give(_, number), ["give", rest @ ..]) => {
                read(rest).is_some_and(|cards| cards.len() == *number && held(&cards, &game.hands[seat]))
            }
            (Ask::Tool(_), ["tool", ..]) => {
                let Some((play, paid)) = action.split_once(" pay ") else { return false };
                let Some(cards) = read(&paid.split(' ').collect::<Vec<_>>()) else { return false };
                let same = |listed: &String| {
                    listed.split_once(" pay ").is_some_and(|(other, price)| {
                        other == play && price.split(' ').count() == cards.len()
                    })
                };
                held(&cards, &game.hands[seat]) && self.listed(seat).iter().any(same)
            }
            _ => false,
        }
    }

    fn play(&mut self, seat: usize, action: &str) {
        let words: Vec<&str> = action.split(' ').collect();
        let adds = self.adds_only();
        let counters = self.options.word("counterConnection") == "allowed";
        let game = self.game.as_mut().expect("a game is played");
        let asks = std::mem::replace(&mut game.asks, Ask::Nothing);
        match (asks, words.as_slice()) {
            (Ask::Bid(_), ["bid", rest @ ..]) => {
                let cards = numbers(rest);
                let before = std::mem::take(&mut game.bids[seat]);
                game.hands[seat].extend(&before);
                take(&mut game.hands[seat], &cards);
                game.bids[seat] = cards;
                game.leader = Some(seat);
                if adds && !before.is_empty() {
                    self.note("a bid grows");
                }
                self.after_bid(seat);
            }
            (Ask::Bid(_), _) => {
                game.passed[seat] = true;
                self.after_bid(seat);
            }
            (Ask::Flip(_), [_, index]) => {
                let index: usize = index.parse().expect("a place");
                game.row[index - 1].as_mut().expect("a card").1 = true;
            }
            (Ask::Tool(_), ["tool", rest @ ..]) => {
                let (named, paid) = match rest.iter().position(|word| *word == "pay") {
                    Some(at) => (&rest[..at], numbers(&rest[at + 1..])),
                    None => (rest, Vec::new()),
                };
                let number: usize = named[0][1..].parse().expect("a number");
                let at = game.tools[seat].iter().position(|held| *held == number).expect("it is held");
                game.tools[seat].remove(at);
                game.old_tools.push(number);
                take(&mut game.hands[seat], &paid);
                game.old_capital.extend(paid);
                game.had_turn[seat] = true;
                game.play = Some((seat, named.iter().map(|word| (*word).to_owned()).collect(), Vec::new()));
                self.ask_for_reactions(seat);
            }
            (Ask::Tool(_), _) => {
                game.had_turn[seat] = true;
                game.todo.insert(0, Todo::NextTool);
            }
            (Ask::React(order), _) => {
                game.answers[seat] = Some(action.to_owned());
                // The first seat that reacts is served, after all seats before it have answered.
                let undecided =
                    order.iter().copied().find(|asked| game.answers[*asked].as_deref() != Some("noreact"));
                match undecided.map(|asked| (asked, game.answers[asked].clone())) {
                    Some((_, None)) => game.asks = Ask::React(order),
                    Some((reacting, Some(_))) => {
                        let at = game.tools[reacting].iter().position(|held| *held == 1).expect("it is held");
                        game.tools[reacting].remove(at);
                        game.old_tools.push(1);
                        game.play.as_mut().expect("a Tool is played").2.push(reacting);
                        if counters { self.ask_for_reactions(reacting) } else { self.settle_tool() }
                    }
                    None => self.settle_tool(),
                }
            }
            (Ask::Give(..), [_, rest @ ..]) => {
                let cards = numbers(rest);
                take(&mut game.hands[seat], &cards);
                game.old_capital.extend(cards);
            }
            _ => panic!("{action} answers nothing"),
        }
        self.go_on();
    }

    fn shuffle_due(&self) -> Option<Vec<String>> {
        let game = self.game.as_ref()?;
        let tools = |tools: &Vec<usize>| tools.iter().map(|number| format!("T{number:02}")).collect();
        match game.asks {
            Ask::ShuffleCapital => Some(game.old_capital.iter().map(ToString::to_string).collect()),
            Ask::ShuffleTools => Some(tools(&game.old_tools)),
            Ask::ShuffleHand(_, from) => Some(tools(&game.tools[from])),
            _ => None,
        }
    }

    fn shuffle(&mut self, order: &str) {
        let game = self.game.as_mut().expect("a game is played");
        let words: Vec<&str> = order.split(' ').collect();
        let tools = |words: &[&str]| {
            words.iter().map(|word| word[1..].parse().expect("a number")).collect::<Vec<usize>>()
        };
        let what = match std::mem::replace(&mut game.asks, Ask::Nothing) {
            Ask::ShuffleCapital => {
                game.capital = numbers(&words);
                game.old_capital.clear();
                "Capital is shuffled"
            }
            Ask::ShuffleTools => {
                game.tool_deck = tools(&words);
                game.old_tools.clear();
                "Tools are shuffled"
            }
            Ask::ShuffleHand(by, from) => {
                game.tools[from] = tools(&words);
                let taken = game.tools[from].remove(0);
                game.tools[by].push(taken);
                "a Tool is taken"
            }
            _ => panic!("nothing is shuffled"),
        };
        self.note(what);
        self.go_on();
    }

    fn summary(&self) -> Value {
        let nobody =
            json!({ "status": "in-progress", "deals": [], "totals": vec![0; self.seats], "winners": [] });
        if !self.is_over() {
            return nobody;
        }
        let game = self.game();
        let worth: Vec<i64> =
            game.portfolios.iter().map(|own| own.iter().map(|share| WORTH[share.0 - 1]).sum()).collect();
        let left: Vec<u32> = game.hands.iter().map(|hand| hand.iter().sum()).collect();
        let best = (0..self.seats).map(|seat| self.standing(seat)).max();
        let winners: Vec<usize> = (0..self.seats).filter(|seat| Some(self.standing(*seat)) == best).collect();
        json!({
            "status": "complete",
            "deals": [{
                "points": worth,
                "detail": {
                    "investments": game.portfolios.iter().map(Vec::len).collect::<Vec<_>>(),
                    "value": worth,
                    "capitalLeft": left,
                },
            }],
            "totals": worth,
            "winners": winners,
        })
    }

    fn seen(&self) -> &[&'static str] {
        &self.seen
    }
}
