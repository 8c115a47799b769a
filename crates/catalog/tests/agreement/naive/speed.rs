//! Speed.

use super::Oracle;
use super::card::{Card, full_deck, read_deck};
use super::options::Options;
use serde_json::{Value, json};

#[derive(Clone)]
pub(crate) struct Match {
    options: Options,
    dealer: usize,
    won: [i64; 2],
    game: Option<Game>,
    finished: Vec<Value>,
    seen: Vec<&'static str>,
}

#[derive(Clone)]
struct Game {
    hands: [Vec<Card>; 2],
    /// The first card of a stock or talon is drawn first. The last card of a discard pile lies on top.
    stocks: [Vec<Card>; 2],
    talons: [Vec<Card>; 2],
    discards: [Vec<Card>; 2],
    face_down: bool,
    agreed: [bool; 2],
    /// Both players agreed to flip, and a talon is still empty.
    turning: bool,
    flips: usize,
}

/// Returns the options with their allowed values.
pub(crate) fn keys() -> Value {
    json!({
        "bestOf": [3, 5],
        "lateplay": ["reject", "revalidate"],
        "doubles": [true, false],
        "recycle": ["shuffle", "turnOver"],
    })
}

impl Match {
    /// Creates a match, or returns `None` if the setup is invalid.
    pub(crate) fn new(given: &Value, seats: usize, dealer: usize) -> Option<Self> {
        let house = json!({ "bestOf": 3, "lateplay": "revalidate", "doubles": false, "recycle": "shuffle" });
        let options = Options::resolve(given, &keys(), vec![("house", house.clone()), ("denexa", house)])?;
        (seats == 2 && dealer < 2).then_some(Self {
            options,
            dealer,
            won: [0, 0],
            game: None,
            finished: Vec::new(),
            seen: Vec::new(),
        })
    }

    fn fits(&self, card: Card, top: Card) -> bool {
        let (low, high) = (card.rank.min(top.rank), card.rank.max(top.rank));
        high - low == 1 || (low, high) == (0, 12) || (low == high && self.options.on("doubles"))
    }

    fn plays(&self, game: &Game, seat: usize) -> Vec<String> {
        let mut plays = Vec::new();
        if game.face_down {
            return plays;
        }
        for (letter, pile) in ["L", "R"].iter().zip(&game.discards) {
            let Some(top) = pile.last() else { continue };
            for card in game.hands[seat].iter().filter(|card| self.fits(**card, *top)) {
                plays.push(format!("{} > {letter}", card.written()));
            }
        }
        plays.sort();
        plays
    }

    fn is_blocked(&self, game: &Game) -> bool {
        (0..2).all(|seat| self.plays(game, seat).is_empty())
    }

    /// Checks for the end of the game, after a play or a flip.
    fn look(&mut self, game: Game) {
        if let Some(seat) = (0..2).find(|seat| game.hands[*seat].is_empty() && game.stocks[*seat].is_empty())
        {
            self.won[seat] += 1;
            return self.finish(&game, "out", Some(seat));
        }
        let centre: Vec<Card> = game.discards.iter().chain(&game.talons).flatten().copied().collect();
        let hopeless =
            game.hands.iter().flatten().all(|card| centre.iter().all(|other| !self.fits(*card, *other)));
        if self.is_blocked(&game) && hopeless {
            let [first, second] = [0, 1].map(|seat| left(&game, seat));
            let winner = if first == second { None } else { Some(usize::from(second < first)) };
            if let Some(seat) = winner {
                self.won[seat] += 1;
            }
            self.seen.push(if winner.is_some() { "a stalemate with a winner" } else { "a drawn stalemate" });
            return self.finish(&game, "stalemate", winner);
        }
        self.game = Some(game);
    }

    fn finish(&mut self, game: &Game, ended: &str, winner: Option<usize>) {
        let points: Vec<i64> = (0..2).map(|seat| i64::from(winner == Some(seat))).collect();
        let detail = json!({ "left": [left(game, 0), left(game, 1)], "ended": ended });
        self.finished.push(json!({ "points": points, "detail": detail }));
        self.game = None;
    }

    /// Flips a blocked position, after both players agreed.
    fn turn(&mut self, mut game: Game) {
        let shuffles = self.options.word("recycle") == "shuffle";
        for side in 0..2 {
            if game.talons[side].is_empty() {
                if shuffles {
                    game.turning = true;
                    self.game = Some(game);
                    return;
                }
                self.seen.push("a pile turned over");
                game.talons[side] = std::mem::take(&mut game.discards[side]);
            }
        }
        for side in 0..2 {
            let card = game.talons[side].remove(0);
            game.discards[side].push(card);
        }
        game.turning = false;
        game.agreed = [false, false];
        game.flips += 1;
        if game.flips == 6 {
            self.seen.push("six flips");
        }
        self.look(game);
    }

    fn empty_talon(&self) -> Option<usize> {
        let game = self.game.as_ref().filter(|game| game.turning)?;
        (0..2).find(|side| game.talons[*side].is_empty())
    }
}

fn left(game: &Game, seat: usize) -> usize {
    game.hands[seat].len() + game.stocks[seat].len()
}

impl Oracle for Match {
    fn deck(&self) -> Vec<String> {
        full_deck()
    }

    fn dealer(&self) -> usize {
        self.dealer
    }

    fn is_over(&self) -> bool {
        let needed = if self.options.number("bestOf") == 3 { 2 } else { 3 };
        self.won.contains(&needed)
    }

    fn deal(&mut self, deck: &str) {
        let mut cards = read_deck(deck).into_iter();
        let mut alternately = |each: usize| {
            let mut two = [Vec::new(), Vec::new()];
            for n in 0..2 * each {
                two[n % 2].extend(cards.next());
            }
            two
        };
        let (hands, stocks) = (alternately(5), alternately(15));
        let talons = [cards.by_ref().take(5).collect(), cards.by_ref().take(5).collect()];
        let discards = [cards.by_ref().take(1).collect(), cards.by_ref().take(1).collect()];
        self.game = Some(Game {
            hands,
            stocks,
            talons,
            discards,
            face_down: true,
            agreed: [false, false],
            turning: false,
            flips: 0,
        });
    }

    fn legal(&self) -> Vec<(usize, Vec<String>)> {
        let Some(game) = self.game.as_ref().filter(|game| !game.turning) else { return Vec::new() };
        let flips = game.face_down || self.is_blocked(game);
        let of = |seat: usize| match (flips, game.agreed[seat]) {
            (true, true) => Vec::new(),
            (true, false) => vec!["flip".to_owned()],
            (false, _) => self.plays(game, seat),
        };
        (0..2).map(|seat| (seat, of(seat))).filter(|(_, actions)| !actions.is_empty()).collect()
    }

    fn allows(&self, seat: usize, action: &str) -> bool {
        // The target of a play matters only if it is no longer on top.
        let (plain, target) =
            action.split_once(" on ").map_or((action, None), |(plain, target)| (plain, Some(target)));
        let listed = self
            .legal()
            .iter()
            .any(|(actor, actions)| *actor == seat && actions.iter().any(|listed| listed == plain));
        let there = |target: &str| {
            let side = usize::from(plain.ends_with('R'));
            self.game
                .as_ref()
                .is_some_and(|game| game.discards[side].last().is_some_and(|top| top.is(target)))
        };
        listed && target.is_none_or(|target| there(target) || self.options.word("lateplay") == "revalidate")
    }

    fn play(&mut self, seat: usize, action: &str) {
        let mut game = self.game.take().expect("a game");
        if action == "flip" {
            game.agreed[seat] = true;
            if game.agreed != [true, true] {
                self.game = Some(game);
            } else if game.face_down {
                game.face_down = false;
                game.agreed = [false, false];
                self.look(game);
            } else {
                self.turn(game);
            }
            return;
        }
        let (card, side) = (Card::read(&action[..2]), usize::from(action.ends_with('R')));
        game.hands[seat].retain(|held| *held != card);
        game.discards[side].push(card);
        if !game.stocks[seat].is_empty() && game.hands[seat].len() < 5 {
            let drawn = game.stocks[seat].remove(0);
            game.hands[seat].push(drawn);
        }
        if game.stocks[seat].is_empty() && game.hands[seat].len() == 1 {
            self.seen.push("one card left");
        }
        game.flips = 0;
        self.look(game);
    }

    fn shuffle_due(&self) -> Option<Vec<String>> {
        let side = self.empty_talon()?;
        let pile = &self.game.as_ref()?.discards[side];
        Some(pile.iter().map(|card| card.written()).collect())
    }

    fn shuffle(&mut self, order: &str) {
        let side = self.empty_talon().expect("a talon to make");
        let mut game = self.game.take().expect("a game");
        self.seen.push(if side == 0 { "the left pile shuffled" } else { "the right pile shuffled" });
        if game.discards[side].len() == 1 {
            self.seen.push("a single card shuffled");
        }
        game.talons[side] = read_deck(order);
        game.discards[side].clear();
        self.turn(game);
    }

    fn summary(&self) -> Value {
        let winner = (0..2).filter(|seat| self.is_over() && self.won[*seat] > self.won[1 - *seat]);
        json!({
            "status": if self.is_over() { "complete" } else { "in-progress" },
            "deals": self.finished,
            "totals": self.won,
            "winners": winner.collect::<Vec<_>>(),
        })
    }

    fn seen(&self) -> &[&'static str] {
        &self.seen
    }
}
