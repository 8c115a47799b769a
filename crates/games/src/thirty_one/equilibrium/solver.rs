//! Solver of the abstract game by counterfactual regret minimization (CFR+: Tammelin, 2014), and
//! the exploitability of the stored strategy.

use super::hands::KINDS;
use super::model::{DiscardResult, Drawn, Model, share_of_pack};
use super::{
    BLITZ, EXPECTED, FREQUENCY_UNIT, STAKES, TURN_BYTES, TURNS, VALUE_UNIT, VALUES, pays_twice, reply,
};

/// Number of solved turns. In the last two the player must knock; play does not get there.
const SOLVED: usize = 16;
const LAST: usize = SOLVED - 2;

/// Number of choices: knock, draw from the stock, and each way to take the upcard.
const CHOICES: usize = 5;
const KNOCK: usize = 0;
const STOCK: usize = 1;
const TAKE: usize = 2;
/// Ways to keep three of four cards.
const WAYS: usize = 4;
const STEPS: usize = 10;

/// Iterations in which the upcards follow the current strategy. Their play does not count in the average.
const WARM_UP_ROUNDS: u64 = 60;
/// Minimum frequency of each upcard, so that none is impossible.
const MIN_UPCARD_FREQUENCY: f64 = 0.02;

/// A number for each choice of both players: a probability, or a regret.
#[derive(Clone)]
struct Choices {
    /// Numbers of the draw decisions, by turn, draw (a hand and an upcard) and choice.
    draws: Vec<f32>,
    /// Numbers of the discard decisions, by turn, four cards and way to keep three.
    fours: Vec<f32>,
}

impl Choices {
    fn none(model: &Model) -> Self {
        Self {
            draws: vec![0.0; SOLVED * model.all_draws * CHOICES],
            fours: vec![0.0; SOLVED * model.fours.len() * WAYS],
        }
    }

    /// Returns the strategy proportional to the positive numbers (regret matching).
    fn normalized(&self, model: &Model) -> Self {
        let mut shares = Self::none(model);
        for turn in 0..SOLVED {
            for drawn in model.draws.iter().flatten() {
                let at = at_draw(model, turn, drawn);
                let count = if turn < LAST { TAKE + drawn.taken.len() } else { 1 };
                normalize(&self.draws[at..at + count], &mut shares.draws[at..at + count]);
            }
            for (four, ways) in model.fours.iter().enumerate() {
                let at = at_four(model, turn, four);
                normalize(&self.fours[at..at + ways.len()], &mut shares.fours[at..at + ways.len()]);
            }
        }
        shares
    }
}

fn at_draw(model: &Model, turn: usize, drawn: &Drawn) -> usize {
    (turn * model.all_draws + drawn.index) * CHOICES
}

fn at_four(model: &Model, turn: usize, four: usize) -> usize {
    (turn * model.fours.len() + four) * WAYS
}

fn normalize(numbers: &[f32], shares: &mut [f32]) {
    let sum: f32 = numbers.iter().map(|number| number.max(0.0)).sum();
    let equal = 1.0 / numbers.len() as f32;
    for (share, number) in shares.iter_mut().zip(numbers) {
        *share = if sum > 0.0 { number.max(0.0) / sum } else { equal };
    }
}

/// Reach probabilities, for each player alone. Even turns belong to the first player.
struct Flow {
    /// Probability of a hand at the start of a turn, by turn and hand.
    held: Vec<Vec<f64>>,
    /// Probability of a hand together with an upcard, by turn and draw.
    drawn: Vec<Vec<f64>>,
    /// Probability of holding four cards after the draw, by turn and four cards.
    fours: Vec<Vec<f64>>,
    /// Probability of a knock with a hand value, by turn and value.
    knocked: Vec<[f64; VALUES]>,
    /// Probability of making 31 in a turn, by turn.
    blitz: Vec<f64>,
    /// Probability of a discard, by turn and kind of discard.
    discarded: Vec<[f64; STEPS]>,
}

impl Flow {
    fn keep(&mut self, turn: usize, kept: &DiscardResult, chance: f64) {
        match kept.kind {
            Some(kind) => {
                self.held[turn + 2][kind] += chance;
                self.discarded[turn][kept.discarded] += chance;
            }
            None => self.blitz[turn] += chance,
        }
    }
}

/// State of the solver.
struct Solver<'a> {
    model: &'a Model,
    /// Probability that the upcard is one of the cards of a draw, by turn and draw.
    upcards: Vec<Vec<f64>>,
    /// Expected result of a hand against the other player's knock with a value, by player who knocked, hand
    /// and value.
    replies: [Vec<[f64; VALUES]>; 2],
    /// The same after a knock in the first turn, when the upcard is any card.
    first_replies: Vec<[f64; VALUES]>,
    regrets: Choices,
    played: Choices,
}

/// Expected values of a player.
struct Values {
    /// Value of the deal.
    deal: f64,
    /// Expected value of a kept hand, by turn and hand.
    kept: Vec<Vec<f64>>,
    /// Expected value of a knock, by turn and hand value.
    knocked: Vec<[f64; VALUES]>,
}

/// Strategy that combines the values of the choices.
enum Play<'a> {
    /// The players follow the given strategy.
    Follow(&'a Choices),
    /// The players follow the given strategy, while regrets and average are updated with a weight.
    Train(&'a Choices, &'a Flow, f32),
    /// The player follows the best response to the strategy.
    BestResponse,
}

impl<'a> Solver<'a> {
    fn new(model: &'a Model, stakes: usize) -> Self {
        let pays_twice = pays_twice(stakes);
        let reply = |shown, knocked, player: usize| f64::from(reply(shown, knocked, pays_twice[player]));
        let to_knock = |hand: usize, player: usize, knocked: usize| -> f64 {
            let shares = model.after_one[hand].iter().enumerate();
            shares.map(|(shown, share)| share * reply(shown, knocked, player)).sum()
        };
        let replies = [0, 1].map(|player| {
            (0..KINDS).map(|hand| std::array::from_fn(|knocked| to_knock(hand, player, knocked))).collect()
        });
        let first_replies = (0..KINDS).map(|hand| {
            std::array::from_fn(|knocked| {
                let stock = to_knock(hand, 0, knocked);
                let draws = model.draws[hand].iter();
                draws.map(|drawn| drawn.chance * reply(drawn.worth, knocked, 0).max(stock)).sum()
            })
        });
        let dealt: Vec<f64> = model.draws.iter().flatten().map(|drawn| drawn.chance).collect();
        Self {
            model,
            upcards: vec![dealt; SOLVED],
            replies,
            first_replies: first_replies.collect(),
            regrets: Choices::none(model),
            played: Choices::none(model),
        }
    }

    /// Returns the reach probabilities of a strategy. With `renew_upcards` the upcards follow from
    /// the discards.
    fn flow(&mut self, strategy: &Choices, renew_upcards: bool) -> Flow {
        let model = self.model;
        let mut flow = Flow {
            held: vec![vec![0.0; KINDS]; SOLVED + 2],
            drawn: vec![vec![0.0; model.all_draws]; SOLVED],
            fours: vec![vec![0.0; model.fours.len()]; SOLVED],
            knocked: vec![[0.0; VALUES]; SOLVED + 1],
            blitz: vec![0.0; SOLVED + 1],
            discarded: vec![[0.0; STEPS]; SOLVED],
        };
        flow.held[0].clone_from(&model.dealt);
        flow.held[1].clone_from(&model.dealt);
        for turn in 0..SOLVED {
            if renew_upcards && turn > 0 {
                self.upcards[turn] = upcards_after(model, &flow.discarded[turn - 1]);
            }
            for (hand, draws) in model.draws.iter().enumerate() {
                let held = flow.held[turn][hand];
                let mut of_stock = 0.0;
                for drawn in draws {
                    let chance = held * self.upcards[turn][drawn.index];
                    flow.drawn[turn][drawn.index] = chance;
                    let at = at_draw(model, turn, drawn);
                    flow.knocked[turn][model.worth[hand]] += chance * f64::from(strategy.draws[at + KNOCK]);
                    of_stock += chance * f64::from(strategy.draws[at + STOCK]);
                    for (way, kept) in drawn.taken.iter().enumerate() {
                        flow.keep(turn, kept, chance * f64::from(strategy.draws[at + TAKE + way]));
                    }
                }
                for drawn in draws {
                    flow.fours[turn][drawn.four] += of_stock * drawn.chance;
                }
            }
            for (four, ways) in model.fours.iter().enumerate() {
                let at = at_four(model, turn, four);
                for (way, kept) in ways.iter().enumerate() {
                    flow.keep(turn, kept, flow.fours[turn][four] * f64::from(strategy.fours[at + way]));
                }
            }
        }
        flow
    }

    /// Returns the expected values of `player` against the strategy behind `flow`.
    fn values(&mut self, player: usize, flow: &Flow, play: &Play<'_>) -> Values {
        let model = self.model;
        let mut values =
            Values { deal: 0.0, kept: vec![vec![0.0; KINDS]; SOLVED], knocked: vec![[0.0; VALUES]; SOLVED] };
        let mut later = vec![0.0; KINDS];
        for turn in (player..SOLVED).step_by(2).rev() {
            let others = &flow.held[turn + 1];
            let going_on: f64 = others.iter().sum();
            let replies = if turn == 0 { &self.first_replies } else { &self.replies[player] };
            let mut knocked = [0.0; VALUES];
            for (other, replies) in others.iter().zip(replies) {
                knocked.iter_mut().zip(replies).for_each(|(knocked, reply)| *knocked -= other * reply);
            }
            // The opponent knocks, makes 31, or continues.
            let answer = |replies: &[f64; VALUES]| -> f64 {
                let knocks = flow.knocked[turn + 1].iter().zip(replies);
                knocks.map(|(knock, reply)| knock * reply).sum::<f64>()
                    - flow.blitz[turn + 1] * f64::from(BLITZ)
            };
            let kept: Vec<f64> = if turn + 1 < SOLVED {
                let replies = self.replies[1 - player].iter();
                replies.zip(&later).map(|(replies, later)| answer(replies) + later).collect()
            } else {
                vec![0.0; KINDS]
            };
            later = self.values_before_turn(turn, &kept, &knocked, going_on, play);
            let going_on = going_on.max(f64::MIN_POSITIVE);
            values.kept[turn] = kept.iter().map(|value| value / going_on).collect();
            values.knocked[turn] = knocked.map(|value| value / going_on);
        }
        let of_hand = |hand: usize| {
            // The first player may end the deal before the second has a turn.
            let before: f64 = if player == 0 {
                0.0
            } else {
                let knocks = flow.knocked[0].iter().zip(&self.first_replies[hand]);
                knocks.map(|(knock, reply)| knock * reply).sum::<f64>() - flow.blitz[0] * f64::from(BLITZ)
            };
            before + later[hand]
        };
        values.deal = (0..KINDS).map(|hand| model.dealt[hand] * of_hand(hand)).sum();
        values
    }

    /// Returns the value of each hand before its turn, from the values after it.
    fn values_before_turn(
        &mut self,
        turn: usize,
        kept: &[f64],
        knocked: &[f64; VALUES],
        going_on: f64,
        play: &Play<'_>,
    ) -> Vec<f64> {
        let model = self.model;
        let of =
            |kept_way: &DiscardResult| kept_way.kind.map_or(going_on * f64::from(BLITZ), |kind| kept[kind]);
        let mut fours = Vec::with_capacity(model.fours.len());
        for (four, ways) in model.fours.iter().enumerate() {
            let at = at_four(model, turn, four);
            let mut values = [0.0; WAYS];
            values.iter_mut().zip(ways).for_each(|(value, way)| *value = of(way));
            let values = &values[..ways.len()];
            let value = expected(values, play, |strategy| &strategy.fours[at..]);
            fours.push(value);
            if let Play::Train(strategy, flow, weight) = play {
                let weight = flow.fours[turn][four] as f32 * weight;
                for (way, of_way) in values.iter().enumerate() {
                    let regret = &mut self.regrets.fours[at + way];
                    *regret = (*regret + (of_way - value) as f32).max(0.0);
                    self.played.fours[at + way] += weight * strategy.fours[at + way];
                }
            }
        }
        let mut before = Vec::with_capacity(KINDS);
        for (hand, draws) in model.draws.iter().enumerate() {
            let stock: f64 = draws.iter().map(|drawn| drawn.chance * fours[drawn.four]).sum();
            let knock = knocked[model.worth[hand]];
            let mut sum = 0.0;
            for drawn in draws {
                let at = at_draw(model, turn, drawn);
                let mut values = [knock, stock, 0.0, 0.0, 0.0];
                values[TAKE..].iter_mut().zip(&drawn.taken).for_each(|(value, way)| *value = of(way));
                let values = &values[..if turn < LAST { TAKE + drawn.taken.len() } else { 1 }];
                let value = expected(values, play, |strategy| &strategy.draws[at..]);
                let chance = self.upcards[turn][drawn.index];
                sum += chance * value;
                if let Play::Train(strategy, flow, weight) = play {
                    let weight = flow.drawn[turn][drawn.index] as f32 * weight;
                    for (choice, of_choice) in values.iter().enumerate() {
                        let regret = &mut self.regrets.draws[at + choice];
                        *regret = (*regret + (chance * (of_choice - value)) as f32).max(0.0);
                        self.played.draws[at + choice] += weight * strategy.draws[at + choice];
                    }
                }
            }
            before.push(sum);
        }
        before
    }

    /// Runs CFR+ with alternating updates of both players.
    fn learn(&mut self, rounds: u64) {
        for round in 1..=rounds {
            for player in 0..2 {
                let strategy = self.regrets.normalized(self.model);
                let flow = self.flow(&strategy, round <= WARM_UP_ROUNDS);
                self.values(player, &flow, &Play::Train(&strategy, &flow, round as f32));
            }
            if round == WARM_UP_ROUNDS {
                self.played = Choices::none(self.model);
            }
        }
    }

    /// Returns the expected values of the average strategy, encoded in bytes.
    fn expected(&mut self) -> Vec<u8> {
        let strategy = self.played.normalized(self.model);
        let flow = self.flow(&strategy, false);
        let values = [0, 1].map(|player| self.values(player, &flow, &Play::Follow(&strategy)));
        let byte = |number: f64, unit: f32| (number / f64::from(unit)).round();
        let mut bytes = Vec::with_capacity(TURNS * TURN_BYTES);
        for turn in 0..TURNS {
            let of = &values[turn % 2];
            let lives = of.kept[turn].iter().chain(&of.knocked[turn]);
            bytes.extend(lives.map(|value| (byte(*value, VALUE_UNIT) as i8).cast_unsigned()));
            let all = flow.knocked[turn].iter().sum::<f64>().max(f64::MIN_POSITIVE);
            bytes.extend(flow.knocked[turn].iter().map(|knock| byte(knock / all, FREQUENCY_UNIT) as u8));
        }
        bytes
    }
}

/// Returns the combined value of the choices.
fn expected<'a>(values: &[f64], play: &Play<'a>, chances: impl Fn(&'a Choices) -> &'a [f32]) -> f64 {
    match *play {
        Play::BestResponse => values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        Play::Follow(strategy) | Play::Train(strategy, ..) => {
            values.iter().zip(chances(strategy)).map(|(value, chance)| value * f64::from(*chance)).sum()
        }
    }
}

/// Returns the distribution of the upcard after these discards.
fn upcards_after(model: &Model, discarded: &[f64; STEPS]) -> Vec<f64> {
    let all: f64 = discarded.iter().sum::<f64>().max(f64::MIN_POSITIVE);
    let weight = |drawn: &Drawn| {
        let often = discarded[drawn.step] / all / share_of_pack(drawn.step);
        drawn.chance * (MIN_UPCARD_FREQUENCY + often)
    };
    let mut upcards = Vec::with_capacity(model.all_draws);
    for draws in &model.draws {
        let sum: f64 = draws.iter().map(weight).sum();
        upcards.extend(draws.iter().map(|drawn| weight(drawn) / sum));
    }
    upcards
}

/// Solves the abstract game and returns the encoded tables of values. The result is deterministic for a
/// number of iterations.
#[must_use]
pub fn learn(rounds: u64) -> Vec<u8> {
    let model = Model::new();
    (0..STAKES)
        .flat_map(|stakes| {
            let mut solver = Solver::new(&model, stakes);
            solver.learn(rounds);
            solver.expected()
        })
        .collect()
}

/// Returns the deterministic strategy that the stored tables imply in the abstract game.
fn stored_strategy(model: &Model, stakes: usize) -> Choices {
    let mut strategy = Choices::none(model);
    for turn in 0..SOLVED {
        let kept_turn = if turn < TURNS { turn } else { TURNS - 2 + turn % 2 };
        let at = stakes * TURNS + kept_turn;
        let expected = &EXPECTED.kept[at * KINDS..][..KINDS];
        let knocked = &EXPECTED.knocked[at * VALUES..][..VALUES];
        let of = |kept: &DiscardResult| kept.kind.map_or(BLITZ, |kind| expected[kind]);
        let best = |ways: &[DiscardResult]| {
            let values = ways.iter().map(of).enumerate();
            values.max_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((0, f32::NEG_INFINITY))
        };
        let fours: Vec<(usize, f32)> = model.fours.iter().map(|ways| best(ways)).collect();
        for (four, (way, _)) in fours.iter().enumerate() {
            strategy.fours[at_four(model, turn, four) + way] = 1.0;
        }
        for (hand, draws) in model.draws.iter().enumerate() {
            let stock: f32 = draws.iter().map(|drawn| drawn.chance as f32 * fours[drawn.four].1).sum();
            let knock = knocked[model.worth[hand]];
            for drawn in draws {
                let (way, take) = best(&drawn.taken);
                let choice = match () {
                    () if turn >= LAST || knock > stock.max(take) => KNOCK,
                    () if take > stock => TAKE + way,
                    () => STOCK,
                };
                strategy.draws[at_draw(model, turn, drawn) + choice] = 1.0;
            }
        }
    }
    strategy
}

/// Returns the exploitability of the stored strategy in the abstract game: the lives per deal that
/// a best response wins, averaged over both seats.
///
/// The result is exact; an equilibrium has zero. `stakes` is 2 if the first player pays twice as a
/// losing knocker, plus 1 if the other does.
#[must_use]
pub fn exploitability(stakes: usize) -> f64 {
    let model = Model::new();
    let mut solver = Solver::new(&model, stakes);
    let strategy = stored_strategy(&model, stakes);
    let flow = solver.flow(&strategy, true);
    let best = [0, 1].map(|player| solver.values(player, &flow, &Play::BestResponse).deal);
    f64::midpoint(best[0], best[1])
}
