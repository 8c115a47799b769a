//! The smaller game, solved by counterfactual regret minimisation (CFR+: Tammelin, 2014), and how far what is played is from it.

use super::hands::KINDS;
use super::model::{Drawn, Kept, Model, share_of_pack};
use super::{BLITZ, EXPECTED, OF_TURN, SHARE, STAKES, TURNS, UNIT, VALUES, pays_twice, reply};

/// Turns that are solved. Whoever comes to the last two knocks; nobody does.
const SOLVED: usize = 16;
const LAST: usize = SOLVED - 2;

/// To knock, to draw from the stock, and each way to keep the upcard.
const CHOICES: usize = 5;
const KNOCK: usize = 0;
const STOCK: usize = 1;
const TAKE: usize = 2;
/// Ways to keep three of four cards.
const WAYS: usize = 4;
const STEPS: usize = 10;

/// Rounds in which the upcards are still those of the strategy of the moment; what was played in them does not count.
const ROUNDS_OF_UPCARDS: u64 = 60;
/// No card is never discarded.
const LEAST_DISCARDED: f64 = 0.02;

/// A number for each choice of both players: how likely it is, or how much it is regretted.
#[derive(Clone)]
struct Choices {
    /// By turn, draw (which is the hand and the upcard) and choice.
    draws: Vec<f32>,
    /// By turn, four cards and way to keep three.
    fours: Vec<f32>,
}

impl Choices {
    fn none(model: &Model) -> Self {
        Self {
            draws: vec![0.0; SOLVED * model.all_draws * CHOICES],
            fours: vec![0.0; SOLVED * model.fours.len() * WAYS],
        }
    }

    /// The strategy that chooses as often as these numbers say, where they are positive.
    fn in_proportion(&self, model: &Model) -> Self {
        let mut shares = Self::none(model);
        for turn in 0..SOLVED {
            for drawn in model.draws.iter().flatten() {
                let at = at_draw(model, turn, drawn);
                let count = if turn < LAST { TAKE + drawn.taken.len() } else { 1 };
                share_out(&self.draws[at..at + count], &mut shares.draws[at..at + count]);
            }
            for (four, ways) in model.fours.iter().enumerate() {
                let at = at_four(model, turn, four);
                share_out(&self.fours[at..at + ways.len()], &mut shares.fours[at..at + ways.len()]);
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

fn share_out(numbers: &[f32], shares: &mut [f32]) {
    let sum: f32 = numbers.iter().map(|number| number.max(0.0)).sum();
    let equal = 1.0 / numbers.len() as f32;
    for (share, number) in shares.iter_mut().zip(numbers) {
        *share = if sum > 0.0 { number.max(0.0) / sum } else { equal };
    }
}

/// How likely it comes to what, each player by themselves: the turns with even numbers are those of the first.
struct Flow {
    /// By turn and hand: to begin the turn with it.
    held: Vec<Vec<f64>>,
    /// By turn and draw: to see that upcard with that hand.
    drawn: Vec<Vec<f64>>,
    /// By turn: to hold these four cards.
    fours: Vec<Vec<f64>>,
    /// By turn and value: to knock with it.
    knocked: Vec<[f64; VALUES]>,
    /// By turn: to draw 31.
    blitz: Vec<f64>,
    /// By turn and step: to discard such a card.
    discarded: Vec<[f64; STEPS]>,
}

impl Flow {
    fn keep(&mut self, turn: usize, kept: &Kept, chance: f64) {
        match kept.kind {
            Some(kind) => {
                self.held[turn + 2][kind] += chance;
                self.discarded[turn][kept.discarded] += chance;
            }
            None => self.blitz[turn] += chance,
        }
    }
}

/// The smaller game while it is being solved.
struct Solver<'a> {
    model: &'a Model,
    /// By turn and draw: how likely the upcard is one of these.
    upcards: Vec<Vec<f64>>,
    /// By player, hand and value: what the hand can expect when that player has knocked with that value.
    replies: [Vec<[f64; VALUES]>; 2],
    /// The same after a knock in the very first turn, when the upcard is any card.
    first_replies: Vec<[f64; VALUES]>,
    regrets: Choices,
    played: Choices,
}

/// What a player can expect.
struct Values {
    /// Of the deal.
    deal: f64,
    /// By turn: of each hand kept.
    kept: Vec<Vec<f64>>,
    /// By turn: of a knock with each value.
    knocked: Vec<[f64; VALUES]>,
}

/// What is done with the values of all choices.
enum Play<'a> {
    /// They are played as likely as this says.
    As(&'a Choices),
    /// The same, and what is regretted is noted; the strategy counts so much.
    Learning(&'a Choices, &'a Flow, f32),
    /// The best is played.
    Best,
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

    /// How likely it comes to what when this is played. The upcards are taken from what is discarded, if they are to be.
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

    /// What `player` can expect when the other plays what made this flow.
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
            // The other knocks, or draws 31, or goes on.
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
            later = self.before(turn, &kept, &knocked, going_on, play);
            let going_on = going_on.max(f64::MIN_POSITIVE);
            values.kept[turn] = kept.iter().map(|value| value / going_on).collect();
            values.knocked[turn] = knocked.map(|value| value / going_on);
        }
        let of_hand = |hand: usize| {
            // The first may end it before the second has had a turn.
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

    /// What each hand can expect before its turn, by what it can expect after it.
    fn before(
        &mut self,
        turn: usize,
        kept: &[f64],
        knocked: &[f64; VALUES],
        going_on: f64,
        play: &Play<'_>,
    ) -> Vec<f64> {
        let model = self.model;
        let of = |kept_way: &Kept| kept_way.kind.map_or(going_on * f64::from(BLITZ), |kind| kept[kind]);
        let mut fours = Vec::with_capacity(model.fours.len());
        for (four, ways) in model.fours.iter().enumerate() {
            let at = at_four(model, turn, four);
            let mut values = [0.0; WAYS];
            values.iter_mut().zip(ways).for_each(|(value, way)| *value = of(way));
            let values = &values[..ways.len()];
            let value = expected(values, play, |strategy| &strategy.fours[at..]);
            fours.push(value);
            if let Play::Learning(strategy, flow, weight) = play {
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
                if let Play::Learning(strategy, flow, weight) = play {
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

    /// Both players in turn regret what they did not do.
    fn learn(&mut self, rounds: u64) {
        for round in 1..=rounds {
            for player in 0..2 {
                let strategy = self.regrets.in_proportion(self.model);
                let flow = self.flow(&strategy, round <= ROUNDS_OF_UPCARDS);
                self.values(player, &flow, &Play::Learning(&strategy, &flow, round as f32));
            }
            if round == ROUNDS_OF_UPCARDS {
                self.played = Choices::none(self.model);
            }
        }
    }

    /// What is expected when what was played on the mean is played, as it is kept.
    fn expected(&mut self) -> Vec<u8> {
        let strategy = self.played.in_proportion(self.model);
        let flow = self.flow(&strategy, false);
        let values = [0, 1].map(|player| self.values(player, &flow, &Play::As(&strategy)));
        let byte = |number: f64, unit: f32| (number / f64::from(unit)).round();
        let mut bytes = Vec::with_capacity(TURNS * OF_TURN);
        for turn in 0..TURNS {
            let of = &values[turn % 2];
            let lives = of.kept[turn].iter().chain(&of.knocked[turn]);
            bytes.extend(lives.map(|value| (byte(*value, UNIT) as i8).cast_unsigned()));
            let all = flow.knocked[turn].iter().sum::<f64>().max(f64::MIN_POSITIVE);
            bytes.extend(flow.knocked[turn].iter().map(|knock| byte(knock / all, SHARE) as u8));
        }
        bytes
    }
}

/// What values are worth together.
fn expected<'a>(values: &[f64], play: &Play<'a>, chances: impl Fn(&'a Choices) -> &'a [f32]) -> f64 {
    match *play {
        Play::Best => values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        Play::As(strategy) | Play::Learning(strategy, ..) => {
            values.iter().zip(chances(strategy)).map(|(value, chance)| value * f64::from(*chance)).sum()
        }
    }
}

/// How likely the upcard is which, when such cards are discarded.
fn upcards_after(model: &Model, discarded: &[f64; STEPS]) -> Vec<f64> {
    let all: f64 = discarded.iter().sum::<f64>().max(f64::MIN_POSITIVE);
    let weight = |drawn: &Drawn| {
        let often = discarded[drawn.step] / all / share_of_pack(drawn.step);
        drawn.chance * (LEAST_DISCARDED + often)
    };
    let mut upcards = Vec::with_capacity(model.all_draws);
    for draws in &model.draws {
        let sum: f64 = draws.iter().map(weight).sum();
        upcards.extend(draws.iter().map(|drawn| weight(drawn) / sum));
    }
    upcards
}

/// Solves the smaller game in so many rounds, and returns what is to be kept of it. The same rounds make the same bytes.
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

/// What is played in the smaller game with what has been learned, and always the same.
fn as_learned(model: &Model, stakes: usize) -> Choices {
    let mut strategy = Choices::none(model);
    for turn in 0..SOLVED {
        let kept_turn = if turn < TURNS { turn } else { TURNS - 2 + turn % 2 };
        let at = stakes * TURNS + kept_turn;
        let expected = &EXPECTED.kept[at * KINDS..][..KINDS];
        let knocked = &EXPECTED.knocked[at * VALUES..][..VALUES];
        let of = |kept: &Kept| kept.kind.map_or(BLITZ, |kind| expected[kind]);
        let best = |ways: &[Kept]| {
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

/// How many lives a deal whoever knows what is played with these stakes and answers it best wins of it in the smaller game, on the mean of
/// both seats: exactly. Of an equilibrium nobody wins anything.
///
/// The stakes are 2 if a knocker who was the first to play pays twice, and 1 more if the other does.
#[must_use]
pub fn lost_to_the_best(stakes: usize) -> f64 {
    let model = Model::new();
    let mut solver = Solver::new(&model, stakes);
    let strategy = as_learned(&model, stakes);
    let flow = solver.flow(&strategy, true);
    let best = [0, 1].map(|player| solver.values(player, &flow, &Play::Best).deal);
    f64::midpoint(best[0], best[1])
}
