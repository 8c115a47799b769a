//! The solver: one search with its memory, to be asked again and again.

use crate::position::strength;
use crate::search::{Search, TRUMP, Trick};
use crate::{Deal, Declarers, Direction, PlayError, Position, Strain, Table};
use cards::{Card, CardSet, Suit};

/// Solves deals. It holds the transposition table, 63 MB at most and touched only as it fills: keep one for each thread.
///
/// ```
/// use dds::{Deal, Direction, Solver, Strain};
/// let deal: Deal = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3".parse()?;
/// let mut solver = Solver::new();
/// // West leads against a contract of North and South.
/// assert_eq!(solver.solve(&deal, Strain::Notrump, Direction::West), 7);
/// assert_eq!(solver.solve_all(&deal)[Strain::Notrump][Direction::South], 6);
/// # Ok::<(), dds::ParseDealError>(())
/// ```
pub struct Solver {
    search: Search,
    /// The deal and strain that the search remembers, by where the trumps lie and the cards set out.
    known: Option<(Strain, [CardSet; 4])>,
}

/// A card and the tricks that its side takes once it is played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Lead {
    /// The card.
    pub card: Card,
    /// All tricks still to come that go to the side that plays it, the one on the table among them.
    pub tricks: u8,
}

/// A card that was played, and what it cost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Played {
    /// Who played.
    pub direction: Direction,
    /// The card.
    pub card: Card,
    /// The tricks of the whole play that this side could reach before it.
    pub before: u8,
    /// The tricks that it could reach after it.
    pub after: u8,
}

impl Played {
    /// The tricks that the card gave away.
    #[must_use]
    pub const fn cost(&self) -> u8 {
        self.before - self.after
    }
}

/// The lane of a suit: trumps take the last one, and give theirs to spades.
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
    /// A solver that knows nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self { search: Search::new(), known: None }
    }

    /// How many tricks the search has begun since the solver was made: what a change of the search is measured by.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.search.nodes
    }

    /// The tricks that the leader's side takes.
    #[must_use]
    pub fn solve(&mut self, deal: &Deal, strain: Strain, leader: Direction) -> u8 {
        let guess = self.set_out(deal.hands(), strain, leader);
        let norths = self.tricks_of_north(leader, deal.tricks(), guess, strain);
        if leader.is_side_of(Direction::North) { norths } else { deal.tricks() - norths }
    }

    /// The tricks of every declarer in every strain.
    #[must_use]
    pub fn solve_all(&mut self, deal: &Deal) -> Table {
        let mut table = Table::default();
        for strain in Strain::ALL {
            table[strain] = self.solve_strain(deal, strain);
        }
        table
    }

    /// The tricks of every declarer in one strain: what one leader teaches serves the next.
    #[must_use]
    pub fn solve_strain(&mut self, deal: &Deal, strain: Strain) -> Declarers {
        let mut declarers = Declarers::default();
        let mut guess = self.set_out(deal.hands(), strain, Direction::North);
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

    /// The same, unless it takes more than so many [`nodes`](Self::nodes).
    #[must_use]
    pub fn solve_within(&mut self, deal: &Deal, strain: Strain, leader: Direction, nodes: u64) -> Option<u8> {
        self.within(nodes, |solver| solver.solve(deal, strain, leader))
    }

    /// Every card that may be played, and the tricks its side takes with it: best first, then as the hand lies.
    ///
    /// ```
    /// use dds::{Deal, Direction, Position, Solver, Strain};
    /// let deal: Deal = "N:AQ.A.. 32.2.. 65.3.. KJ.K..".parse()?;
    /// // South leads, and West has to cover before North plays.
    /// let position = Position::new(&deal, Strain::Notrump, Direction::South);
    /// let leads = Solver::new().lead_table(&position);
    /// // A spade finesses against the king; a heart has North lead away from the queen.
    /// assert_eq!(leads[0].tricks, 3);
    /// assert_eq!((leads[2].card.to_string().as_str(), leads[2].tricks), ("3h", 2));
    /// # Ok::<(), dds::ParseDealError>(())
    /// ```
    #[must_use]
    pub fn lead_table(&mut self, position: &Position) -> Vec<Lead> {
        self.remember(position);
        let norths_side = position.to_play().is_side_of(Direction::North);
        let mut leads: Vec<Lead> = Vec::new();
        let mut guess = None;
        for card in position.playable().iter() {
            // Cards that no other parts do as well as each other.
            if let Some(like) = leads.iter().find(|lead| position.are_alike(lead.card, card)) {
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

    /// The tricks still to come for the side to play, the one on the table among them.
    #[must_use]
    pub fn solve_position(&mut self, position: &Position) -> u8 {
        self.remember(position);
        let norths = self.value(position, None);
        if position.to_play().is_side_of(Direction::North) { norths } else { position.tricks_left() - norths }
    }

    /// The cards with which the side to play takes at least so many of the tricks still to come, as the hand lies: sooner found
    /// than what every card leads to, and the first of them sooner still.
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
        self.remember(position);
        // What was found of one card holds for all that no other parts from it.
        let mut found: Vec<(Card, bool)> = Vec::new();
        position.playable().iter().filter(move |&card| {
            let like = found.iter().find(|(other, _)| position.are_alike(*other, card));
            let reaches = like.map_or_else(|| self.reaches(position, card, tricks), |(_, reaches)| *reaches);
            found.push((card, reaches));
            reaches
        })
    }

    /// The same, unless it takes more than so many [`nodes`](Self::nodes): a hand in a thousand takes a thousand
    /// times as long as the others. What was proved until then is remembered, and asked again it comes further.
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

    /// [`solve_all`](Self::solve_all), unless it takes more than so many [`nodes`](Self::nodes).
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

    /// [`analyse`](Self::analyse), or nothing if it takes more than so many [`nodes`](Self::nodes).
    ///
    /// # Errors
    ///
    /// When a card of the play is not held by the hand whose turn it is, or does not follow suit.
    pub fn analyse_within(
        &mut self,
        position: &Position,
        play: &[Card],
        nodes: u64,
    ) -> Result<Option<Vec<Played>>, PlayError> {
        self.within(nodes, |solver| solver.analyse(position, play)).transpose()
    }

    /// The answer to any question, unless it takes more than so many [`nodes`](Self::nodes). What the solver says to `ask` once
    /// they are spent is nonsense, and comes soon.
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

    /// What each card of a play cost the side that played it.
    ///
    /// ```
    /// use dds::{Deal, Direction, Position, Solver, Strain};
    /// let deal: Deal = "N:AQ.A.. 32.2.. 65.3.. KJ.K..".parse()?;
    /// let position = Position::new(&deal, Strain::Notrump, Direction::South);
    /// let play = cards::parse_cards("5s Js As 2s")?;
    /// let costs: Vec<u8> = Solver::new().analyse(&position, &play)?.iter().map(|played| played.cost()).collect();
    /// // The ace wins what the queen could have won.
    /// assert_eq!(costs, [0, 0, 1, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When a card of the play is not held by the hand whose turn it is, or does not follow suit.
    pub fn analyse(&mut self, position: &Position, play: &[Card]) -> Result<Vec<Played>, PlayError> {
        let mut positions = vec![*position];
        let mut after = *position;
        for &card in play {
            after.play(card)?;
            positions.push(after);
        }
        self.remember(position);
        // From the end: there the search is short, and what it learns serves the cards before.
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

    /// Whether the side to play takes so many of the tricks still to come once it plays `card`.
    fn reaches(&mut self, position: &Position, card: Card, tricks: u8) -> bool {
        let mut after = *position;
        let _ = after.play(card);
        let won = after.taken(Direction::North) - position.taken(Direction::North);
        if position.to_play().is_side_of(Direction::North) {
            self.makes(&after, i32::from(tricks) - i32::from(won), true)
        } else {
            // The others take one more than those leave them, or not.
            let theirs = i32::from(position.tricks_left()) - i32::from(tricks) + 1;
            !self.makes(&after, theirs - i32::from(won), false)
        }
    }

    /// The tricks still to come for North and South once `card` is played, the one it ends among them.
    fn after(&mut self, position: &Position, card: Card, guess: Option<u8>) -> u8 {
        let mut after = *position;
        // Only playable cards come here; any other would leave the position as it was.
        let _ = after.play(card);
        let won = after.taken(Direction::North) - position.taken(Direction::North);
        won + self.value(&after, guess.map(|guess| guess.saturating_sub(won)))
    }

    /// The tricks still to come for North and South, the one on the table among them.
    fn value(&mut self, position: &Position, guess: Option<u8>) -> u8 {
        self.search.put(lanes_of(position.hands(), position.strain()));
        let trumps = position.strain() != Strain::Notrump;
        let guess = guess.unwrap_or_else(|| self.search.guess(trumps, position.leader() as usize));
        settle(position.tricks_left(), guess, |need, expected| self.asks(position, need, expected))
    }

    /// Whether North and South take at least `need` of the tricks still to come.
    fn makes(&mut self, position: &Position, need: i32, expected: bool) -> bool {
        self.search.put(lanes_of(position.hands(), position.strain()));
        self.asks(position, need, expected)
    }

    /// The same of the cards that the search has before it.
    fn asks(&mut self, position: &Position, need: i32, expected: bool) -> bool {
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

    /// Has the search know the deal of a position, so that what it learns serves all that follows.
    fn remember(&mut self, position: &Position) {
        self.set_out(position.hands(), position.strain(), position.leader());
    }

    /// Lays the hands out for the search, unless it knows them; gives a first guess at North's tricks.
    fn set_out(&mut self, hands: [CardSet; 4], strain: Strain, leader: Direction) -> u8 {
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
        settle(tricks, guess, |need, expected| {
            if strain == Strain::Notrump {
                search.makes::<false>(leader, need, expected)
            } else {
                search.makes::<true>(leader, need, expected)
            }
        })
    }
}

/// The cards on the table, as the search sees them.
fn trick_of<const TRUMPS: bool>(position: &Position) -> Option<Trick> {
    let bit = |card: &Card| bit_of(*card, position.strain());
    let (led, others) = position.trick().split_first()?;
    let trick = Trick::led::<TRUMPS>(position.leader() as usize, bit(led));
    let played = (1..).map(|steps| position.leader().after(steps) as usize).zip(others);
    Some(played.fold(trick, |trick, (hand, card)| trick.with::<TRUMPS>(hand, bit(card))))
}

/// The most that is made, looked for from a guess outwards. The question is put with whether the guess says yes.
fn settle(tricks: u8, guess: u8, mut makes: impl FnMut(i32, bool) -> bool) -> u8 {
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
