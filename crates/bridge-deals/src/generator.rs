//! Random deals that fit a condition.

use crate::condition::{Condition, Node, Property};
use crate::hand_sampler::{HandSampler, Used};
use cards::{CardSet, Rng};
use dds::{Deal, Direction};

/// Cards of a hand.
const HAND: u8 = 13;

/// Draws deals that fit a condition. Every deal that fits has the same probability.
pub struct Generator {
    condition: Condition,
    /// Cards that the condition gives to each hand.
    given: [CardSet; 4],
    /// Hand that is drawn exactly.
    exact: Option<(Direction, HandSampler)>,
    statistics: Statistics,
}

/// Figures of a generator.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Statistics {
    /// Hand that is drawn exactly, because its own conditions are the rarest. `None` if no hand has conditions of its own.
    pub exact: Option<Direction>,
    /// Share of all deals from which the generator draws.
    pub drawn_from: f64,
    /// Number of deals drawn, also those that did not fit.
    pub tries: u64,
    /// Number of deals that fit.
    pub deals: u64,
}

impl Statistics {
    /// Returns the share of all deals that fit the condition: exactly if every deal drawn fits, otherwise estimated from
    /// the deals, of which the last try was one. `None` with fewer than ten deals, which would say little.
    #[must_use]
    pub fn share(&self) -> Option<f64> {
        if self.deals == self.tries && self.deals > 0 {
            return Some(self.drawn_from);
        }
        #[expect(clippy::cast_precision_loss, reason = "numbers of tries")]
        let fitting = self.deals.saturating_sub(1) as f64 / self.tries.saturating_sub(1).max(1) as f64;
        (self.deals >= 10).then_some(self.drawn_from * fitting)
    }
}

/// Failure to draw a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DrawError {
    /// No hand fits the conditions on one hand.
    #[error("no hand of 13 cards fits what is said about {0}")]
    Impossible(Direction),
    /// Two hands must have the same card.
    #[error("{0} and {1} can't both have the same card")]
    Shared(Direction, Direction),
    /// None of the tries fits.
    #[error("none of {0} deals fits; the condition is very rare or impossible")]
    Rare(u64),
}

impl Generator {
    /// Creates a generator. It counts the hands that fit the conditions on each hand, which takes a few tenths of a second
    /// if a condition reads points, losers, controls and aces of the same hand.
    ///
    /// # Errors
    ///
    /// Returns [`DrawError`] if no hand fits the conditions on one hand, or if two hands must have the same card.
    pub fn new(condition: Condition) -> Result<Self, DrawError> {
        let mut given = [CardSet::EMPTY; 4];
        for part in condition.0.parts() {
            if let Node::Has(hand, cards) = part {
                given[*hand as usize] = given[*hand as usize] | *cards;
            }
        }
        for (index, one) in Direction::ALL.into_iter().enumerate() {
            for other in Direction::ALL.into_iter().skip(index + 1) {
                if !(given[one as usize] & given[other as usize]).is_empty() {
                    return Err(DrawError::Shared(one, other));
                }
            }
        }
        let mut exact: Option<(f64, Direction, HandSampler)> = None;
        for hand in Direction::ALL {
            let parts: Vec<&Node> =
                condition.0.parts().iter().filter(|part| part.only_hand() == Some(hand)).collect();
            let must = given[hand as usize];
            if must.len() > HAND {
                return Err(DrawError::Impossible(hand));
            }
            if parts.is_empty() {
                continue;
            }
            let avoid = given.iter().fold(CardSet::EMPTY, |all, cards| all | *cards) - must;
            let sampler = HandSampler::new(must, avoid, used(&parts), |evaluation| {
                let hands = [*evaluation; 4];
                parts.iter().all(|part| part.fits(&hands, &|_, _| true))
            });
            if sampler.count() == 0 {
                return Err(DrawError::Impossible(hand));
            }
            let free = f64::from(52 - avoid.len() - must.len());
            #[expect(clippy::cast_precision_loss, reason = "at most 6.4e11")]
            let share = sampler.count() as f64 / choose(free, HAND - must.len());
            if exact.as_ref().is_none_or(|(rarest, ..)| share < *rarest) {
                exact = Some((share, hand, sampler));
            }
        }
        let exact = exact.map(|(_, hand, sampler)| (hand, sampler));
        let statistics = Statistics {
            exact: exact.as_ref().map(|(hand, _)| *hand),
            drawn_from: drawn_from(&given, exact.as_ref()),
            tries: 0,
            deals: 0,
        };
        Ok(Self { condition, given, exact, statistics })
    }

    /// Draws a deal.
    ///
    /// # Errors
    ///
    /// Returns [`DrawError::Rare`] if none of `tries` deals fits.
    pub fn draw(&mut self, rng: &mut Rng, tries: u64) -> Result<Deal, DrawError> {
        self.draw_where(rng, tries, |_| true)
    }

    /// Draws a deal that also fits `fits`, for conditions that the text can't express.
    ///
    /// ```
    /// use bridge_deals::Generator;
    /// use cards::Rng;
    /// use dds::{Direction, Solver, Strain};
    ///
    /// // Deals in which South makes exactly four spades.
    /// let mut generator = Generator::new("ns.spades >= 9 and ns.hcp >= 22".parse()?)?;
    /// let deal = generator.draw_where(&mut Rng::from_number(1), 1_000, |deal| {
    ///     Solver::new().solve_all(deal)[Strain::Spades][Direction::South] == 10
    /// })?;
    /// assert_eq!(Solver::new().solve_all(&deal)[Strain::Spades][Direction::South], 10);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`DrawError::Rare`] if none of `tries` deals fits.
    pub fn draw_where(
        &mut self,
        rng: &mut Rng,
        tries: u64,
        fits: impl Fn(&Deal) -> bool,
    ) -> Result<Deal, DrawError> {
        for _ in 0..tries {
            self.statistics.tries += 1;
            let deal = self.propose(rng);
            if self.condition.fits(&deal) && fits(&deal) {
                self.statistics.deals += 1;
                return Ok(deal);
            }
        }
        Err(DrawError::Rare(tries))
    }

    /// Returns the figures up to now.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// Draws the exact hand, and gives the remaining cards to the others.
    fn propose(&self, rng: &mut Rng) -> Deal {
        let mut hands = self.given;
        if let Some((hand, sampler)) = &self.exact {
            hands[*hand as usize] = sampler.draw(rng);
        }
        let dealt = hands.iter().fold(CardSet::EMPTY, |all, hand| all | *hand);
        let rest = rng.in_random_order(CardSet::FULL - dealt);
        let mut rest = rest.as_slice().iter();
        for hand in &mut hands {
            let needed = usize::from(HAND - hand.len());
            *hand = *hand | rest.by_ref().take(needed).copied().collect();
        }
        Deal::new(hands).expect("each card is dealt once, and 13 to each hand")
    }
}

/// Returns the properties that parts of a condition read.
fn used(parts: &[&Node]) -> Used {
    let mut used = Used::default();
    for term in parts.iter().flat_map(|part| part.terms()) {
        match term.property {
            Property::Points => used.points = true,
            Property::Losers => used.losers = true,
            Property::Controls => used.controls = true,
            Property::Aces => used.aces = true,
            Property::Length(_) | Property::Longest | Property::Shortest => {}
        }
    }
    used
}

/// Returns the share of all deals from which a generator draws.
fn drawn_from(given: &[CardSet; 4], exact: Option<&(Direction, HandSampler)>) -> f64 {
    let needed = |hand: Direction| HAND - given[hand as usize].len();
    let mut free = 52 - given.iter().map(|cards| cards.len()).sum::<u8>();
    let mut deals = 1.0;
    if let Some((hand, sampler)) = exact {
        #[expect(clippy::cast_precision_loss, reason = "at most 6.4e11")]
        let hands = sampler.count() as f64;
        (free, deals) = (free - needed(*hand), hands);
    }
    for hand in Direction::ALL.into_iter().filter(|hand| exact.is_none_or(|(exact, _)| exact != hand)) {
        deals *= choose(f64::from(free), needed(hand));
        free -= needed(hand);
    }
    deals / (choose(52.0, HAND) * choose(39.0, HAND) * choose(26.0, HAND))
}

/// Returns the number of ways to choose `k` of `n`.
fn choose(n: f64, k: u8) -> f64 {
    (0..k).map(f64::from).fold(1.0, |ways, taken| ways * (n - taken) / (taken + 1.0))
}
