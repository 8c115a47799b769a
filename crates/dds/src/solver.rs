//! The solver: a search with its transposition table, reused between questions.

use crate::position::strength;
use crate::search::{Search, TRUMP, Trick};
use crate::{Deal, Declarers, Direction, PlayError, Position, Strain, Table};
use cards::{Card, CardSet, Suit};

/// Double-dummy solver. Use one per thread.
///
/// It holds the transposition table, at most 63 MB, whose memory is touched only as it fills.
///
/// ```
/// use dds::{Deal, Direction, Solver, Strain};
/// let deal: Deal = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3".parse()?;
/// let mut solver = Solver::new();
/// // West leads against a contract by North-South.
/// assert_eq!(solver.solve(&deal, Strain::Notrump, Direction::West), 7);
/// assert_eq!(solver.solve_all(&deal)[Strain::Notrump][Direction::South], 6);
/// # Ok::<(), dds::ParseDealError>(())
/// ```
pub struct Solver {
    search: Search,
    /// Strain and hands of the deal for which the search holds proofs.
    known: Option<(Strain, [CardSet; 4])>,
}

/// Playable card with the tricks of its side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Lead {
    /// Card that can be played.
    pub card: Card,
    /// Number of remaining tricks of the side that plays the card, including the current trick.
    pub tricks: u8,
}

/// Played card with its cost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Played {
    /// Player of the card.
    pub direction: Direction,
    /// Card that was played.
    pub card: Card,
    /// Tricks of the whole play that this side could reach before the card.
    pub before: u8,
    /// Number of tricks that the side could reach after the card.
    pub after: u8,
}

impl Played {
    /// Returns the tricks that the card gave away.
    #[must_use]
    pub const fn cost(&self) -> u8 {
        self.before - self.after
    }
}

/// Returns the lane of a suit: trumps use the last one, and spades take the trump suit's.
const fn lane_of(suit: Suit, strain: Strain) -> usize {
    match strain.trumps() {
        Some(trumps) if suit as usize == trumps as usize => TRUMP,
        Some(trumps) if suit as usize == TRUMP => trumps as usize,
        _ => suit as usize,
    }
}

fn bit_of(card: Card, strain: Strain) -> u64 {
    1 << (16 * lane_of(card.suit(), strain) as u32 + strength(card.rank()))
}

fn lanes_of(hands: [CardSet; 4], strain: Strain) -> [u64; 4] {
    hands.map(|hand| hand.iter().map(|card| bit_of(card, strain)).sum())
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

impl Solver {
    /// Creates an empty solver.
    #[must_use]
    pub fn new() -> Self {
        Self { search: Search::new(), known: None }
    }

    /// Returns the number of tricks searched since the solver was created, a measure for comparing
    /// versions of the search.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.search.nodes
    }

    /// Returns the tricks of the leader's side.
    #[must_use]
    pub fn solve(&mut self, deal: &Deal, strain: Strain, leader: Direction) -> u8 {
        let guess = self.set_up(deal.hands(), strain, leader);
        let norths = self.tricks_of_north(leader, deal.tricks(), guess, strain);
        if leader.is_side_of(Direction::North) { norths } else { deal.tricks() - norths }
    }

    /// Returns the tricks of every declarer in every strain.
    #[must_use]
    pub fn solve_all(&mut self, deal: &Deal) -> Table {
        let mut table = Table::default();
        for strain in Strain::ALL {
            table[strain] = self.solve_strain(deal, strain);
        }
        table
    }

    /// Returns the tricks of every declarer in one strain. Proofs are shared between the leaders.
    #[must_use]
    pub fn solve_strain(&mut self, deal: &Deal, strain: Strain) -> Declarers {
        let mut declarers = Declarers::default();
        let mut guess = self.set_up(deal.hands(), strain, Direction::North);
        for leader in [Direction::North, Direction::South, Direction::East, Direction::West] {
            let norths = self.tricks_of_north(leader, deal.tricks(), guess, strain);
            guess = norths;
            // The declarer sits before the leader.
            let declarer = leader.after(3);
            declarers[declarer] =
                if declarer.is_side_of(Direction::North) { norths } else { deal.tricks() - norths };
        }
        declarers
    }

    /// Solves like [`solve`](Self::solve), or returns `None` if it takes more than `nodes`
    /// [`nodes`](Self::nodes).
    #[must_use]
    pub fn solve_within(&mut self, deal: &Deal, strain: Strain, leader: Direction, nodes: u64) -> Option<u8> {
        self.within(nodes, |solver| solver.solve(deal, strain, leader))
    }

    /// Returns every playable card with the tricks of its side, best first, then in the order of
    /// the hand.
    ///
    /// ```
    /// use dds::{Deal, Direction, Position, Solver, Strain};
    /// let deal: Deal = "N:AQ.A.. 32.2.. 65.3.. KJ.K..".parse()?;
    /// // South leads, and West plays before North.
    /// let position = Position::new(&deal, Strain::Notrump, Direction::South);
    /// let leads = Solver::new().lead_table(&position);
    /// // A spade finesses against the king; a heart has North lead away from the queen.
    /// assert_eq!(leads[0].tricks, 3);
    /// assert_eq!((leads[2].card.to_string().as_str(), leads[2].tricks), ("3h", 2));
    /// # Ok::<(), dds::ParseDealError>(())
    /// ```
    #[must_use]
    pub fn lead_table(&mut self, position: &Position) -> Vec<Lead> {
        self.set_deal(position);
        let norths_side = position.to_play().is_side_of(Direction::North);
        let mut leads: Vec<Lead> = Vec::new();
        let mut guess = None;
        for card in position.playable().iter() {
            // Equivalent cards take the same tricks.
            if let Some(like) = leads.iter().find(|lead| position.are_equivalent(lead.card, card)) {
                leads.push(Lead { card, tricks: like.tricks });
                continue;
            }
            let norths = self.after(position, card, guess);
            guess = Some(norths);
            let tricks = if norths_side { norths } else { position.tricks_left() - norths };
            leads.push(Lead { card, tricks });
        }
        leads.sort_by_key(|lead| std::cmp::Reverse(lead.tricks));
        leads
    }

    /// Returns the remaining tricks of the side to play, including the current one.
    #[must_use]
    pub fn solve_position(&mut self, position: &Position) -> u8 {
        self.set_deal(position);
        let norths = self.value(position, None);
        if position.to_play().is_side_of(Direction::North) { norths } else { position.tricks_left() - norths }
    }

    /// Returns the cards with which the side to play takes at least `tricks` of the remaining
    /// tricks, in the order of the hand.
    ///
    /// It is faster than [`lead_table`](Self::lead_table), especially for the first card.
    ///
    /// ```
    /// use dds::{Deal, Direction, Position, Solver, Strain};
    /// let deal: Deal = "N:AQ.A.. 32.2.. 65.3.. KJ.K..".parse()?;
    /// let position = Position::new(&deal, Strain::Notrump, Direction::South);
    /// let mut solver = Solver::new();
    /// let most = solver.solve_position(&position);
    /// let best: Vec<String> = solver.leads_reaching(&position, most).map(|card| card.to_string()).collect();
    /// assert_eq!(best, ["5s", "6s"]);
    /// # Ok::<(), dds::ParseDealError>(())
    /// ```
    pub fn leads_reaching(&mut self, position: &Position, tricks: u8) -> impl Iterator<Item = Card> {
        self.set_deal(position);
        // Equivalent cards share a result.
        let mut found: Vec<(Card, bool)> = Vec::new();
        position.playable().iter().filter(move |&card| {
            let like = found.iter().find(|(other, _)| position.are_equivalent(*other, card));
            let reaches = like.map_or_else(|| self.reaches(position, card, tricks), |(_, reaches)| *reaches);
            found.push((card, reaches));
            reaches
        })
    }

    /// Computes the [`lead_table`](Self::lead_table), or returns `None` if it takes more than
    /// `nodes` [`nodes`](Self::nodes).
    ///
    /// One hand in a thousand takes a thousand times as long as the others. Proofs are kept, so a
    /// second call gets further.
    ///
    /// ```
    /// use dds::{Deal, Direction, Position, Solver, Strain};
    /// let deal: Deal = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3".parse()?;
    /// let position = Position::new(&deal, Strain::Notrump, Direction::West);
    /// let mut solver = Solver::new();
    /// assert_eq!(solver.lead_table_within(&position, 10), None);
    /// assert_eq!(solver.lead_table_within(&position, 10_000_000), Some(Solver::new().lead_table(&position)));
    /// # Ok::<(), dds::ParseDealError>(())
    /// ```
    #[must_use]
    pub fn lead_table_within(&mut self, position: &Position, nodes: u64) -> Option<Vec<Lead>> {
        self.within(nodes, |solver| solver.lead_table(position))
    }

    /// Solves like [`solve_all`](Self::solve_all), or returns `None` if it takes more than `nodes`
    /// [`nodes`](Self::nodes).
    ///
    /// ```
    /// use dds::{Deal, Solver};
    /// let deal: Deal = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3".parse()?;
    /// let mut solver = Solver::new();
    /// assert_eq!(solver.solve_all_within(&deal, 1_000), None);
    /// assert_eq!(solver.solve_all_within(&deal, 100_000_000), Some(Solver::new().solve_all(&deal)));
    /// # Ok::<(), dds::ParseDealError>(())
    /// ```
    #[must_use]
    pub fn solve_all_within(&mut self, deal: &Deal, nodes: u64) -> Option<Table> {
        self.within(nodes, |solver| solver.solve_all(deal))
    }

    /// Analyses like [`analyse`](Self::analyse), or returns `None` if it takes more than `nodes`
    /// [`nodes`](Self::nodes).
    ///
    /// # Errors
    ///
    /// Returns [`PlayError`] if a card of the play is not held by the hand to play, or does not
    /// follow suit.
    pub fn analyse_within(
        &mut self,
        position: &Position,
        play: &[Card],
        nodes: u64,
    ) -> Result<Option<Vec<Played>>, PlayError> {
        self.within(nodes, |solver| solver.analyse(position, play)).transpose()
    }

    /// Calls `ask` with a limit of `nodes` [`nodes`](Self::nodes), or returns `None` if the limit
    /// is exceeded.
    ///
    /// After the limit is reached, the solver's answers to `ask` return quickly and are invalid.
    ///
    /// ```
    /// use dds::{Deal, Solver, Strain};
    /// let deal: Deal = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3".parse()?;
    /// let mut solver = Solver::new();
    /// assert_eq!(solver.within(100, |solver| solver.solve_strain(&deal, Strain::Notrump)), None);
    /// # Ok::<(), dds::ParseDealError>(())
    /// ```
    pub fn within<T>(&mut self, nodes: u64, ask: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.search.limit = self.search.nodes.saturating_add(nodes);
        let answer = ask(self);
        self.search.limit = u64::MAX;
        let stopped = std::mem::take(&mut self.search.stopped);
        (!stopped).then_some(answer)
    }

    /// Returns the cost of each card of a play to the side that played it.
    ///
    /// ```
    /// use dds::{Deal, Direction, Position, Solver, Strain};
    /// let deal: Deal = "N:AQ.A.. 32.2.. 65.3.. KJ.K..".parse()?;
    /// let position = Position::new(&deal, Strain::Notrump, Direction::South);
    /// let play = cards::parse_cards("5s Js As 2s")?;
    /// let costs: Vec<u8> = Solver::new().analyse(&position, &play)?.iter().map(|played| played.cost()).collect();
    /// // The ace wins a trick that the queen could have won.
    /// assert_eq!(costs, [0, 0, 1, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`PlayError`] if a card of the play is not held by the hand to play, or does not
    /// follow suit.
    pub fn analyse(&mut self, position: &Position, play: &[Card]) -> Result<Vec<Played>, PlayError> {
        let mut positions = vec![*position];
        let mut after = *position;
        for &card in play {
            after.play(card)?;
            positions.push(after);
        }
        self.set_deal(position);
        // From the end: late searches are short, and their proofs help the earlier ones.
        let mut values = vec![0; positions.len()];
        let mut guess = None;
        for (value, position) in values.iter_mut().zip(&positions).rev() {
            let taken = position.taken(Direction::North);
            *value = taken + self.value(position, guess.map(|guess: u8| guess.saturating_sub(taken)));
            guess = Some(*value);
        }
        let all = position.taken(Direction::North) + position.taken(Direction::East) + position.tricks_left();
        Ok(play
            .iter()
            .zip(&positions)
            .zip(values.windows(2))
            .map(|((&card, position), around)| {
                let direction = position.to_play();
                let side =
                    |norths| if direction.is_side_of(Direction::North) { norths } else { all - norths };
                Played { direction, card, before: side(around[0]), after: side(around[1]) }
            })
            .collect())
    }

    /// Returns whether the side to play takes `tricks` of the remaining tricks after playing
    /// `card`.
    fn reaches(&mut self, position: &Position, card: Card, tricks: u8) -> bool {
        let mut after = *position;
        let _ = after.play(card);
        let won = after.taken(Direction::North) - position.taken(Direction::North);
        if position.to_play().is_side_of(Direction::North) {
            self.makes(&after, i32::from(tricks) - i32::from(won), true)
        } else {
            // The opponents take one trick more than that leaves them, or not.
            let theirs = i32::from(position.tricks_left()) - i32::from(tricks) + 1;
            !self.makes(&after, theirs - i32::from(won), false)
        }
    }

    /// Returns the remaining tricks of North-South after `card`, including one that it completes.
    fn after(&mut self, position: &Position, card: Card, guess: Option<u8>) -> u8 {
        let mut after = *position;
        // Callers pass only playable cards; any other would leave the position unchanged.
        let _ = after.play(card);
        let won = after.taken(Direction::North) - position.taken(Direction::North);
        won + self.value(&after, guess.map(|guess| guess.saturating_sub(won)))
    }

    /// Returns the remaining tricks of North-South, including the current one.
    fn value(&mut self, position: &Position, guess: Option<u8>) -> u8 {
        self.search.put(lanes_of(position.hands(), position.strain()));
        let trumps = position.strain() != Strain::Notrump;
        let guess = guess.unwrap_or_else(|| self.search.guess(trumps, position.leader() as usize));
        find_most(position.tricks_left(), guess, |need, expected| {
            self.makes_current(position, need, expected)
        })
    }

    /// Returns whether North-South take at least `need` of the remaining tricks.
    fn makes(&mut self, position: &Position, need: i32, expected: bool) -> bool {
        self.search.put(lanes_of(position.hands(), position.strain()));
        self.makes_current(position, need, expected)
    }

    /// Returns the same for the hands that are set in the search.
    fn makes_current(&mut self, position: &Position, need: i32, expected: bool) -> bool {
        let (strain, leader) = (position.strain(), position.leader() as usize);
        if strain == Strain::Notrump {
            match trick_of::<false>(position) {
                None => self.search.makes::<false>(leader, need, expected),
                Some(trick) => {
                    self.search.makes_within::<false>(trick, position.to_play() as usize, need, expected)
                }
            }
        } else {
            match trick_of::<true>(position) {
                None => self.search.makes::<true>(leader, need, expected),
                Some(trick) => {
                    self.search.makes_within::<true>(trick, position.to_play() as usize, need, expected)
                }
            }
        }
    }

    /// Sets the deal of a position in the search, so that later positions share its proofs.
    fn set_deal(&mut self, position: &Position) {
        self.set_up(position.hands(), position.strain(), position.leader());
    }

    /// Sets the hands in the search, clearing proofs of another deal, and returns a first estimate
    /// of North-South's tricks.
    fn set_up(&mut self, hands: [CardSet; 4], strain: Strain, leader: Direction) -> u8 {
        let lanes = lanes_of(hands, strain);
        if self.known == Some((strain, hands)) {
            self.search.put(lanes);
        } else {
            self.search.set(lanes);
            self.known = Some((strain, hands));
        }
        self.search.guess(strain != Strain::Notrump, leader as usize)
    }

    fn tricks_of_north(&mut self, leader: Direction, tricks: u8, guess: u8, strain: Strain) -> u8 {
        let search = &mut self.search;
        let leader = leader as usize;
        find_most(tricks, guess, |need, expected| {
            if strain == Strain::Notrump {
                search.makes::<false>(leader, need, expected)
            } else {
                search.makes::<true>(leader, need, expected)
            }
        })
    }
}

/// Returns the current trick in the search's form.
fn trick_of<const TRUMPS: bool>(position: &Position) -> Option<Trick> {
    let bit = |card: &Card| bit_of(*card, position.strain());
    let (led, others) = position.trick().split_first()?;
    let trick = Trick::led::<TRUMPS>(position.leader() as usize, bit(led));
    let played = (1..).map(|steps| position.leader().after(steps) as usize).zip(others);
    Some(played.fold(trick, |trick, (hand, card)| trick.with::<TRUMPS>(hand, bit(card))))
}

/// Finds the largest number of tricks that is made, starting from a guess. The second argument of
/// `makes` is the expected answer.
fn find_most(tricks: u8, guess: u8, mut makes: impl FnMut(i32, bool) -> bool) -> u8 {
    let mut most = guess.min(tricks);
    if most > 0 && !makes(most.into(), true) {
        most -= 1;
        while most > 0 && !makes(most.into(), true) {
            most -= 1;
        }
        return most;
    }
    while most < tricks && makes(i32::from(most) + 1, false) {
        most += 1;
    }
    most
}
