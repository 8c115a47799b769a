//! Double-dummy results over random layouts: leads against a contract, and the tricks of a contract.

use crate::{Condition, DrawError, Generator};
use cards::{Card, CardSet, Rng};
use dds::{Contract, Deal, Direction, Position, ask_many_on};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Tries between two reports while deals are drawn.
const BATCH: u64 = 10_000;
/// Tricks of a deal.
const TRICKS: u8 = 13;

/// Size and seed of a simulation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sampling {
    /// Number of layouts.
    pub deals: usize,
    /// Seed of the layouts.
    pub seed: u64,
    /// Tries for each layout, after which the simulation gives up.
    pub tries: u64,
    /// Number of threads that solve.
    pub threads: usize,
}

/// Work done in a simulation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// Number of layouts drawn.
    Drawn(usize),
    /// Number of layouts solved. It may be reported out of order.
    Solved(usize),
}

/// Reason why a simulation has no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SimulationError {
    /// A known hand does not have thirteen cards.
    #[error("{0}'s hand has {1} cards; 13 are needed")]
    Cards(Direction, u8),
    /// No layout was requested.
    #[error("at least one layout is needed")]
    Empty,
    /// The layouts can't be drawn.
    #[error(transparent)]
    Draw(#[from] DrawError),
    /// The caller stopped the simulation.
    #[error("the simulation was stopped")]
    Stopped,
}

/// Mean of a sample, with its standard error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mean {
    /// Mean of the sample.
    pub mean: f64,
    /// Standard error of the mean: the standard deviation of the sample by the square root of its size. 0 for a sample of one.
    pub standard_error: f64,
}

impl Mean {
    /// Computes the mean of numbers, of which there is at least one.
    fn of(numbers: impl Iterator<Item = f64> + Clone) -> Self {
        let count = numbers.clone().count().max(1) as f64;
        let mean = numbers.clone().sum::<f64>() / count;
        let squares: f64 = numbers.map(|number| (number - mean).powi(2)).sum();
        let variance = squares / (count - 1.0).max(1.0);
        Self { mean, standard_error: (variance / count).sqrt() }
    }
}

/// Question which card to lead.
#[derive(Clone, PartialEq, Debug)]
pub struct LeadQuestion {
    /// Hand of the leader, of thirteen cards.
    pub hand: CardSet,
    /// Declarer. The next hand leads.
    pub declarer: Direction,
    /// Contract of the declarer.
    pub contract: Contract,
    /// Whether the declarer's side is vulnerable.
    pub vulnerable: bool,
    /// Condition on the other hands, such as what the auction says about them.
    pub condition: Condition,
}

/// Result of a lead.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LeadResult {
    /// Card led.
    pub card: Card,
    /// Tricks of the leader's side: the criterion at matchpoints.
    pub tricks: Mean,
    /// Share of the layouts in which the contract fails: the criterion at IMPs and rubber bridge.
    pub beats: Mean,
    /// Score of the leader's side.
    pub score: Mean,
    /// Share of the layouts in which no card takes more tricks.
    pub best: Mean,
}

impl LeadQuestion {
    /// Solves every lead double dummy over random layouts that fit the condition. The leads that take most tricks come first.
    ///
    /// `watch` is called while layouts are drawn, and after each solved layout from the solving threads. It may end the work.
    ///
    /// ```
    /// use bridge_deals::{LeadQuestion, Sampling};
    /// use dds::Direction;
    /// use std::ops::ControlFlow;
    ///
    /// // 1NT - 3NT, and West leads.
    /// let question = LeadQuestion {
    ///     hand: dds::read_hand(Direction::West, "AQJ8.96.J9764.A2")?,
    ///     declarer: Direction::South,
    ///     contract: "3NT".parse()?,
    ///     vulnerable: false,
    ///     condition: "south.balanced and south.hcp in 15..17 and north.hcp in 10..15".parse()?,
    /// };
    /// let sampling = Sampling { deals: 2, seed: 1, tries: 100_000, threads: 2 };
    /// let leads = question.simulate(&sampling, |_| ControlFlow::Continue(()))?;
    /// assert_eq!(leads.len(), 13);
    /// println!("{}: {:.2} tricks", leads[0].card, leads[0].tricks.mean);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`SimulationError`] if the hand has no thirteen cards, no layout can be drawn, or `watch` ends the work.
    pub fn simulate(
        &self,
        sampling: &Sampling,
        watch: impl Fn(Progress) -> ControlFlow<()> + Sync,
    ) -> Result<Vec<LeadResult>, SimulationError> {
        let leader = self.declarer.next();
        let deals = draw(&self.condition, &[(leader, self.hand)], sampling, &watch)?;
        let tables = solve(&deals, sampling.threads, &watch, |solver, deal| {
            let position = Position::new(deal, self.contract.strain, leader);
            let mut leads = solver.lead_table(&position);
            leads.sort_by_key(|lead| lead.card);
            leads
        })?;
        let most: Vec<u8> = tables
            .iter()
            .map(|leads| leads.iter().map(|lead| lead.tricks).max().unwrap_or_default())
            .collect();
        let mut cards: Vec<Card> = self.hand.iter().collect();
        cards.sort();
        let result = |(place, card): (usize, Card)| {
            let tricks = tables.iter().map(|leads| leads[place].tricks);
            let needed = self.contract.level + 6;
            let fails = |tricks: u8| TRICKS - tricks < needed;
            let is_best =
                tricks.clone().zip(&most).map(|(tricks, most)| f64::from(u8::from(tricks == *most)));
            LeadResult {
                card,
                tricks: Mean::of(tricks.clone().map(f64::from)),
                beats: Mean::of(tricks.clone().map(|tricks| f64::from(u8::from(fails(tricks))))),
                score: Mean::of(
                    tricks.map(|tricks| -f64::from(self.contract.score(self.vulnerable, TRICKS - tricks))),
                ),
                best: Mean::of(is_best),
            }
        };
        let mut results: Vec<LeadResult> = cards.into_iter().enumerate().map(result).collect();
        results.sort_by(|one, other| other.tricks.mean.total_cmp(&one.tricks.mean));
        Ok(results)
    }
}

/// Question how many tricks a contract takes if the opponents' hands are unknown.
#[derive(Clone, PartialEq, Debug)]
pub struct ContractQuestion {
    /// Hand of the declarer, of thirteen cards.
    pub hand: CardSet,
    /// Hand of the dummy, of thirteen cards.
    pub dummy: CardSet,
    /// Declarer.
    pub declarer: Direction,
    /// Contract of the declarer.
    pub contract: Contract,
    /// Whether the declarer's side is vulnerable.
    pub vulnerable: bool,
    /// Condition on the opponents' hands.
    pub condition: Condition,
}

/// Expected tricks of a contract.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ContractResult {
    /// Tricks of the declarer's side.
    pub tricks: Mean,
    /// Share of the layouts in which the contract is made.
    pub makes: Mean,
    /// Score of the declarer's side.
    pub score: Mean,
    /// Number of layouts for each number of tricks, from 0 to 13.
    pub layouts: [usize; 14],
}

impl ContractQuestion {
    /// Solves the contract double dummy over random hands of the opponents that fit the condition.
    ///
    /// In each layout the declarer finds every missing card, and so do the defenders. The mean is therefore an estimate: it is
    /// too high where the declarer has to guess.
    ///
    /// ```
    /// use bridge_deals::{ContractQuestion, Sampling};
    /// use dds::Direction;
    /// use std::ops::ControlFlow;
    ///
    /// let question = ContractQuestion {
    ///     hand: dds::read_hand(Direction::South, "AQ32.KQ4.A32.K32")?,
    ///     dummy: dds::read_hand(Direction::North, "KJT4.A32.K54.654")?,
    ///     declarer: Direction::South,
    ///     contract: "4S".parse()?,
    ///     vulnerable: true,
    ///     condition: "".parse()?,
    /// };
    /// let sampling = Sampling { deals: 5, seed: 1, tries: 1, threads: 2 };
    /// let found = question.simulate(&sampling, |_| ControlFlow::Continue(()))?;
    /// assert_eq!(found.layouts.iter().sum::<usize>(), 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`SimulationError`] if a hand has no thirteen cards, no layout can be drawn, or `watch` ends the work.
    pub fn simulate(
        &self,
        sampling: &Sampling,
        watch: impl Fn(Progress) -> ControlFlow<()> + Sync,
    ) -> Result<ContractResult, SimulationError> {
        let known = [(self.declarer, self.hand), (self.declarer.partner(), self.dummy)];
        let deals = draw(&self.condition, &known, sampling, &watch)?;
        let tricks = solve(&deals, sampling.threads, &watch, |solver, deal| {
            TRICKS - solver.solve(deal, self.contract.strain, self.declarer.next())
        })?;
        let mut layouts = [0; 14];
        for tricks in &tricks {
            layouts[usize::from(*tricks)] += 1;
        }
        let makes = |tricks: u8| tricks >= self.contract.level + 6;
        let tricks = tricks.into_iter();
        Ok(ContractResult {
            tricks: Mean::of(tricks.clone().map(f64::from)),
            makes: Mean::of(tricks.clone().map(|tricks| f64::from(u8::from(makes(tricks))))),
            score: Mean::of(tricks.map(|tricks| f64::from(self.contract.score(self.vulnerable, tricks)))),
            layouts,
        })
    }
}

/// Draws layouts that fit a condition and contain the known hands.
fn draw(
    condition: &Condition,
    known: &[(Direction, CardSet)],
    sampling: &Sampling,
    watch: &impl Fn(Progress) -> ControlFlow<()>,
) -> Result<Vec<Deal>, SimulationError> {
    if sampling.deals == 0 {
        return Err(SimulationError::Empty);
    }
    if let Some((hand, cards)) = known.iter().find(|(_, cards)| cards.len() != TRICKS) {
        return Err(SimulationError::Cards(*hand, cards.len()));
    }
    let condition =
        known.iter().fold(condition.clone(), |condition, (hand, cards)| condition.and_holds(*hand, *cards));
    let mut generator = Generator::new(condition)?;
    let mut rng = Rng::from_number(sampling.seed);
    let mut deals = Vec::new();
    while deals.len() < sampling.deals {
        let mut left = sampling.tries;
        let deal = loop {
            if watch(Progress::Drawn(deals.len())).is_break() {
                return Err(SimulationError::Stopped);
            }
            let batch = left.min(BATCH);
            if let Ok(deal) = generator.draw(&mut rng, batch) {
                break deal;
            }
            left -= batch;
            if left == 0 {
                return Err(DrawError::Rare(sampling.tries).into());
            }
        };
        deals.push(deal);
    }
    Ok(deals)
}

/// Solves every layout.
fn solve<T: Send>(
    deals: &[Deal],
    threads: usize,
    watch: &(impl Fn(Progress) -> ControlFlow<()> + Sync),
    ask: impl Fn(&mut dds::Solver, &Deal) -> T + Sync,
) -> Result<Vec<T>, SimulationError> {
    let (done, is_stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
    let answers = ask_many_on(threads, deals.len(), |solver, index| {
        if is_stopped.load(Ordering::Relaxed) {
            return None;
        }
        let answer = ask(solver, &deals[index]);
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        if watch(Progress::Solved(done)).is_break() {
            is_stopped.store(true, Ordering::Relaxed);
        }
        Some(answer)
    });
    answers.into_iter().collect::<Option<_>>().ok_or(SimulationError::Stopped)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Evaluation;
    use dds::Solver;

    fn hand(text: &str) -> CardSet {
        dds::read_hand(Direction::West, text).unwrap()
    }

    fn lead_question() -> LeadQuestion {
        LeadQuestion {
            hand: hand("AQJ8.96.J9764.A2"),
            declarer: Direction::South,
            contract: "3NT".parse().unwrap(),
            vulnerable: true,
            condition: "south.balanced and south.hcp in 15..17 and north.hcp in 10..15".parse().unwrap(),
        }
    }

    const FEW: Sampling = Sampling { deals: 6, seed: 3, tries: 1_000_000, threads: 2 };

    fn on(_: Progress) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// The results are those of the solver, deal by deal.
    #[test]
    fn leads_are_counted_over_layouts_that_fit() {
        let question = lead_question();
        let deals = draw(&question.condition, &[(Direction::West, question.hand)], &FEW, &on).unwrap();
        let results = question.simulate(&FEW, on).unwrap();
        assert_eq!(results.len(), 13);
        assert!(results.is_sorted_by(|one, other| one.tricks.mean >= other.tricks.mean));
        for deal in &deals {
            assert_eq!(deal.hand(Direction::West), question.hand);
            assert!((15..=17).contains(&Evaluation::of(deal.hand(Direction::South)).points));
        }
        let mut solver = Solver::new();
        let card: Card = "As".parse().unwrap();
        let tricks: Vec<u8> = deals
            .iter()
            .map(|deal| {
                let position = Position::new(deal, question.contract.strain, Direction::West);
                let table = solver.lead_table(&position);
                table.iter().find(|lead| lead.card == card).unwrap().tricks
            })
            .collect();
        let found = results.iter().find(|result| result.card == card).unwrap();
        let count = tricks.len() as f64;
        let mean = tricks.iter().map(|tricks| f64::from(*tricks)).sum::<f64>() / count;
        let squares: f64 = tricks.iter().map(|tricks| (f64::from(*tricks) - mean).powi(2)).sum();
        assert!((found.tricks.mean - mean).abs() < 1e-9);
        assert!((found.tricks.standard_error - (squares / (count - 1.0) / count).sqrt()).abs() < 1e-9);
        let beaten = tricks.iter().filter(|tricks| **tricks >= 5).count() as f64;
        assert!((found.beats.mean - beaten / count).abs() < 1e-9);
        let score: i32 = tricks.iter().map(|tricks| -question.contract.score(true, 13 - tricks)).sum();
        assert!((found.score.mean - f64::from(score) / count).abs() < 1e-9);
        assert!(results.iter().any(|result| result.best.mean > 0.0));
    }

    #[test]
    fn the_same_seed_gives_the_same_results_on_any_number_of_threads() {
        let question = lead_question();
        let one = question.simulate(&Sampling { threads: 1, ..FEW }, on);
        assert_eq!(one, question.simulate(&Sampling { threads: 3, ..FEW }, on));
    }

    /// Thirteen top tricks make a grand slam in every layout.
    #[test]
    fn a_contract_is_counted_by_its_tricks() {
        let question = ContractQuestion {
            hand: hand("AKQJ.AKQ.AKQ.AKQ"),
            dummy: hand("5432.432.432.432"),
            declarer: Direction::East,
            contract: "7NTx".parse().unwrap(),
            vulnerable: false,
            condition: "south.spades = 4".parse().unwrap(),
        };
        let found = question.simulate(&FEW, on).unwrap();
        assert_eq!((found.tricks.mean, found.makes.mean), (13.0, 1.0));
        assert_eq!((found.tricks.standard_error, found.layouts[13]), (0.0, 6));
        assert_eq!(found.score.mean, f64::from(question.contract.score(false, 13)));
        let seven =
            ContractQuestion { hand: hand("AKQJ.AKQ.AKQ.K32"), dummy: hand("5432.432.432.A54"), ..question };
        assert_eq!(seven.simulate(&FEW, on).unwrap().makes.mean, 0.0);
    }

    #[test]
    fn impossible_questions_are_refused() {
        let question = lead_question();
        let few = LeadQuestion { hand: hand("AQJ8.96.J9764.A"), ..question.clone() };
        assert_eq!(few.simulate(&FEW, on), Err(SimulationError::Cards(Direction::West, 12)));
        let none = question.simulate(&Sampling { deals: 0, ..FEW }, on);
        assert_eq!(none, Err(SimulationError::Empty));
        let twice = LeadQuestion { condition: "north.has(As)".parse().unwrap(), ..question };
        let shared = DrawError::Shared(Direction::North, Direction::West);
        assert_eq!(twice.simulate(&FEW, on), Err(shared.into()));
        let rare = LeadQuestion { condition: "ns.hcp > 30".parse().unwrap(), ..question };
        let few_tries = Sampling { tries: 20_000, ..FEW };
        assert_eq!(rare.simulate(&few_tries, on), Err(DrawError::Rare(20_000).into()));
        // The watch ends the work, while layouts are drawn and while they are solved.
        for stop in [Progress::Drawn(3), Progress::Solved(2)] {
            let watch = |now| if now == stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
            assert_eq!(question.simulate(&FEW, watch), Err(SimulationError::Stopped), "{stop:?}");
        }
    }
}
