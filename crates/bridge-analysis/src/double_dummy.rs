//! Double-dummy questions. The caller supplies all cards, so no answer can leak hidden information.

use crate::AnalysisError;
use cards::{Card, CardSet, Seat};
use dds::{Deal, Direction, PlayError, Solver, Strain, Vulnerability};
use protocol::{CardTricks, CardsQuestion, ParContract, ParScore, PlayCost, Position, Question, Tricks};
use serde::Serialize;

/// Validated question.
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let hands = ["As", "Ks", "Qs", "Js"].map(|card| vec![card.parse().expect("a card")]);
/// let asked = bridge_analysis::Asked::try_from(protocol::Question::Cards(protocol::CardsQuestion {
///      hands,
///      strain: "N".into(),
///      leader: cards::Seat::new(0),
///      play: Vec::new(),
/// }))?;
/// let answer = asked.solve(&mut dds::Solver::new(), 1_000)?;
/// assert!(matches!(answer, bridge_analysis::Answer::Position(position) if position.cards[0].tricks == 1));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Asked(Kind);

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Kind {
    Tricks { deal: Deal, dealer: Direction, vulnerability: Vulnerability },
    Costs(Line),
    Cards(Line),
}

/// Answer to a question of the corresponding kind.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Answer {
    /// Tricks of every declarer in every strain, and par.
    Tricks(Tricks),
    /// Cost of each card of a play.
    Costs(Vec<PlayCost>),
    /// Position after a play, with the tricks that each legal card leads to.
    Position(Position),
}

/// Deal with part of its play.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Line {
    deal: Deal,
    strain: Strain,
    leader: Direction,
    play: Vec<Card>,
}

/// Parses four hands of equal length, thirteen cards or fewer.
fn read_deal(hands: &[Vec<Card>; 4]) -> Result<Deal, AnalysisError> {
    let mut sets = [CardSet::EMPTY; 4];
    for (set, hand) in sets.iter_mut().zip(hands) {
        for card in hand {
            if set.contains(*card) {
                return Err(AnalysisError::CardTwice(*card));
            }
            set.insert(*card);
        }
    }
    let deal = Deal::new(sets)?;
    if deal.tricks() == 0 { Err(AnalysisError::NoCards) } else { Ok(deal) }
}

fn direction(seat: Seat) -> Result<Direction, AnalysisError> {
    Direction::ALL.get(seat.index()).copied().ok_or(AnalysisError::NoDirection(seat))
}

impl TryFrom<Question> for Asked {
    type Error = AnalysisError;

    fn try_from(question: Question) -> Result<Self, AnalysisError> {
        Ok(Self(match question {
            Question::Tricks { hands, dealer, vulnerable } => Kind::Tricks {
                deal: read_deal(&hands)?,
                dealer: direction(dealer)?,
                vulnerability: match vulnerable {
                    [false, false] => Vulnerability::None,
                    [true, false] => Vulnerability::NorthSouth,
                    [false, true] => Vulnerability::EastWest,
                    [true, true] => Vulnerability::Both,
                },
            },
            Question::Costs(line) => Kind::Costs(line.try_into()?),
            Question::Cards(line) => Kind::Cards(line.try_into()?),
        }))
    }
}

impl TryFrom<CardsQuestion> for Line {
    type Error = AnalysisError;

    fn try_from(asked: CardsQuestion) -> Result<Self, AnalysisError> {
        let line = Self {
            deal: read_deal(&asked.hands)?,
            strain: asked.strain.parse()?,
            leader: direction(asked.leader)?,
            play: asked.play,
        };
        // Checked now, so that no caller waits for an answer that can't exist.
        line.follow()?;
        Ok(line)
    }
}

/// Position, with the previous trick.
struct Followed {
    position: dds::Position,
    last: Option<(Direction, [Card; 4])>,
}

impl Line {
    fn start(&self) -> dds::Position {
        dds::Position::new(&self.deal, self.strain, self.leader)
    }

    fn follow(&self) -> Result<Followed, PlayError> {
        let mut followed = Followed { position: self.start(), last: None };
        for card in &self.play {
            let before = followed.position;
            followed.position.play(*card)?;
            if let [first, second, third] = before.trick()[..] {
                followed.last = Some((before.leader(), [first, second, third, *card]));
            }
        }
        Ok(followed)
    }
}

impl Asked {
    /// Returns the answer, within a limit of searched nodes.
    ///
    /// # Errors
    ///
    /// Returns [`AnalysisError::TooHard`] if the search needs more nodes.
    pub fn solve(&self, solver: &mut Solver, nodes: u64) -> Result<Answer, AnalysisError> {
        match &self.0 {
            Kind::Tricks { deal, dealer, vulnerability } => {
                let table = solver.solve_all_within(deal, nodes).ok_or(AnalysisError::TooHard)?;
                // Scores apply only to whole deals.
                let whole = deal.tricks() == 13;
                let par = whole.then(|| par_score(&dds::par(&table, *dealer, *vulnerability)));
                Ok(Answer::Tricks(Tricks { tricks: table.tricks(), par }))
            }
            Kind::Costs(line) => {
                let played = solver.analyse_within(&line.start(), &line.play, nodes)?;
                let cost = |played: dds::Played| PlayCost {
                    seat: played.direction.into(),
                    card: played.card,
                    before: played.before,
                    after: played.after,
                };
                let played = played.ok_or(AnalysisError::TooHard)?;
                Ok(Answer::Costs(played.into_iter().map(cost).collect()))
            }
            Kind::Cards(line) => position(solver, &line.follow()?, nodes).map(Answer::Position),
        }
    }
}

fn position(
    solver: &mut Solver,
    Followed { position, last }: &Followed,
    nodes: u64,
) -> Result<Position, AnalysisError> {
    let turn = (position.tricks_left() > 0).then(|| position.to_play());
    let leads = match turn {
        Some(_) => solver.lead_table_within(position, nodes).ok_or(AnalysisError::TooHard)?,
        None => Vec::new(),
    };
    let taken = position.taken(position.to_play());
    let cards = leads.iter().map(|lead| CardTricks { card: lead.card, tricks: taken + lead.tricks });
    let trick = position.trick();
    Ok(Position {
        hands: Direction::ALL.map(|hand| position.hand(hand).into()),
        turn: turn.map(Seat::from),
        trick: protocol::TrickOnTable {
            leader: Some(position.leader().into()),
            cards: trick.to_vec(),
            winner: None,
        },
        last_trick: last.map(|(leader, cards)| protocol::TrickOnTable {
            leader: Some(leader.into()),
            cards: cards.to_vec(),
            winner: Some(position.leader().into()),
        }),
        tricks: [Direction::North, Direction::East].map(|side| position.taken(side)),
        cards: cards.collect(),
    })
}

fn par_score(par: &dds::Par) -> ParScore {
    let contract = |par: &dds::ParContract| ParContract {
        contract: format!(
            "{}{}{}",
            par.contract.level,
            ["C", "D", "H", "S", "N"][par.contract.strain as usize],
            if par.contract.doubled { "X" } else { "" }
        ),
        declarer: par.declarer.into(),
        tricks: par.tricks,
    };
    ParScore { score: par.score, contracts: par.contracts.iter().map(contract).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_above_the_node_budget_are_refused() -> Result<(), Box<dyn std::error::Error>> {
        let deal: Deal = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3".parse()?;
        let play = cards::parse_cards("4s Js 7s Ks")?;
        let line = Line { deal, strain: Strain::Notrump, leader: Direction::West, play };
        let tricks = Kind::Tricks { deal, dealer: Direction::North, vulnerability: Vulnerability::None };
        for asked in [tricks, Kind::Costs(line.clone()), Kind::Cards(line)].map(Asked) {
            let mut solver = Solver::new();
            assert!(matches!(asked.solve(&mut solver, 10), Err(AnalysisError::TooHard)));
            assert!(asked.solve(&mut solver, 12_000_000).is_ok());
        }
        Ok(())
    }
}
