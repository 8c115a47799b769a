//! Options of Gin Rummy, and the score of a match.

use crate::naive::options::Options;
use serde_json::{Value, json};

/// Returns the options with their allowed values.
pub(crate) fn keys() -> Value {
    json!({
        "firstUpcard": ["freeDraw", "offerBoth"],
        "sameCardDiscard": ["allowed", "forbidden"],
        "undercutBonus": [10, 20, 25],
        "ginBonus": [20, 25],
        "boxBonus": [20, 25],
        "gameBonus": [100],
        "shutoutDouble": [true, false],
        "equalKnock": ["undercut", "knockerZero"],
        "bigGin": ["off", 31, 50],
        "lastTwo": ["drawNow", "lastDiscardMayWin"],
        "drawnHandDealer": ["rotate", "sameDealer"],
        "nextDealer": ["alternate", "loser", "winner"],
        "knockLimit": ["fixed10", "oklahoma", "floating", "ginOnly"],
        "oklahomaAce": ["ginOnly", "one"],
        "spadesDouble": [true, false],
        "corner": [true, false],
        "aceDeadwood": [1, 15],
        "layoffOnGin": [true, false],
        "target": [100, 125, 150, 200, 250],
        "hollywood": [true, false],
    })
}

pub(super) fn resolve(given: &Value) -> Option<Options> {
    let denexa = json!({
        "firstUpcard": "freeDraw", "sameCardDiscard": "allowed", "undercutBonus": 10, "ginBonus": 25,
        "boxBonus": 25, "gameBonus": 100, "shutoutDouble": false, "equalKnock": "undercut", "bigGin": "off",
        "lastTwo": "drawNow", "drawnHandDealer": "rotate", "nextDealer": "alternate", "knockLimit": "fixed10",
        "oklahomaAce": "ginOnly", "spadesDouble": false, "corner": false, "aceDeadwood": 1,
        "layoffOnGin": false, "target": 100, "hollywood": false,
    });
    let but = |base: &Value, overrides: Value| {
        let mut options = base.clone();
        for (key, value) in super::super::object(overrides) {
            options[key] = value;
        }
        options
    };
    let house = but(&denexa, json!({ "firstUpcard": "offerBoth", "sameCardDiscard": "forbidden" }));
    let classic = json!({
        "undercutBonus": 25, "shutoutDouble": true, "bigGin": 31, "drawnHandDealer": "sameDealer",
    });
    let pagat = json!({
        "ginBonus": 20, "boxBonus": 20, "shutoutDouble": true, "drawnHandDealer": "sameDealer",
        "nextDealer": "loser",
    });
    let book = json!({
        "corner": true, "aceDeadwood": 15, "layoffOnGin": true, "ginBonus": 20, "undercutBonus": 20,
        "boxBonus": 20, "target": 125,
    });
    let presets = vec![
        ("house", house.clone()),
        ("denexa", denexa.clone()),
        ("classic", but(&house, classic)),
        ("pagat", but(&house, pagat)),
        ("corner-denexa", but(&denexa, json!({ "corner": true }))),
        ("corner-book", but(&house, book)),
    ];
    Options::resolve(given, &keys(), presets)
}

/// Games of a match: one, or three in Hollywood scoring.
#[derive(Clone)]
pub(super) struct Score {
    games: Vec<Game>,
    target: i64,
    game_bonus: i64,
    box_bonus: i64,
    shutout_double: bool,
}

#[derive(Clone, Default)]
struct Game {
    points: [i64; 2],
    hands: [i64; 2],
}

impl Score {
    pub(super) fn new(options: &Options) -> Self {
        let games = if options.on("hollywood") { 3 } else { 1 };
        Self {
            games: vec![Game::default(); games],
            target: options.number("target"),
            game_bonus: options.number("gameBonus"),
            box_bonus: options.number("boxBonus"),
            shutout_double: options.on("shutoutDouble"),
        }
    }

    /// Returns the seat that reached the game's target.
    fn closed_by(&self, game: &Game) -> Option<usize> {
        [0, 1].into_iter().find(|seat| game.points[*seat] >= self.target)
    }

    pub(super) fn enter(&mut self, winner: usize, points: i64) {
        let mut entered_first = false;
        for index in 0..self.games.len() {
            if self.closed_by(&self.games[index]).is_some() {
                continue;
            }
            let game = &mut self.games[index];
            if game.hands[winner] == 0 {
                if entered_first {
                    continue;
                }
                entered_first = true;
            }
            game.points[winner] += points;
            game.hands[winner] += 1;
        }
    }

    pub(super) fn is_over(&self) -> bool {
        self.games.iter().all(|game| self.closed_by(game).is_some())
    }

    pub(super) fn has_shutout(&self) -> bool {
        self.games.iter().any(|game| self.closed_by(game).is_some_and(|seat| game.points[1 - seat] == 0))
    }

    /// Returns the totals. (GR-R10, GR-S13, GR-S16)
    pub(super) fn totals(&self) -> [i64; 2] {
        let mut totals = [0, 0];
        for game in &self.games {
            for seat in [0, 1] {
                totals[seat] += game.points[seat];
            }
            let Some(winner) = self.closed_by(game) else { continue };
            let shutout = self.shutout_double && game.points[1 - winner] == 0;
            totals[winner] += if shutout { 2 * self.game_bonus } else { self.game_bonus };
            for seat in [0, 1] {
                totals[seat] += game.hands[seat] * self.box_bonus;
            }
        }
        totals
    }

    /// Returns the winners of a finished match.
    pub(super) fn winners(&self) -> Vec<usize> {
        if let [game] = self.games.as_slice() {
            return self.closed_by(game).into_iter().collect();
        }
        let totals = self.totals();
        (0..2).filter(|seat| totals[*seat] == totals[0].max(totals[1])).collect()
    }
}
