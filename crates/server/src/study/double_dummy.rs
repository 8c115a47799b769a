//! Bridge with all hands open: whoever asks brings the cards along, so there is nothing here that could be told to
//! somebody who should not know it.

use crate::lane::Lane;
use crate::refusal::Refusal;
use axum::body::Bytes;
use cards::{Card, CardSet, Seat};
use dds::{Deal, Direction, PlayError, Solver, Strain, Vulnerability};
use protocol::{CardTricks, CardsQuestion, ParContract, ParScore, PlayCost, Position, Question, Tricks};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

/// How much the solver may do for one answer: some five seconds on a machine of today. Of the tables of random deals,
/// nineteen of twenty need a fifth of that, and one in some hundreds more.
const MAX_NODES: u64 = 12_000_000;

/// As many answers are remembered; then all are forgotten.
const REMEMBERED: usize = 1_000;

/// The solver's desk: what was answered, and solvers that have nothing to do.
pub(crate) struct DoubleDummy {
    studies: Arc<Lane>,
    solvers: Arc<Mutex<Vec<Solver>>>,
    answers: Mutex<HashMap<Asked, Bytes>>,
}

/// A question that makes sense.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Asked {
    Tricks { deal: Deal, dealer: Direction, vulnerability: Vulnerability },
    Costs(Line),
    Cards(Line),
}

/// A deal, and what was played of it.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Line {
    deal: Deal,
    strain: Strain,
    leader: Direction,
    play: Vec<Card>,
}

impl DoubleDummy {
    pub(crate) fn new(studies: Arc<Lane>) -> Self {
        Self { studies, solvers: Arc::default(), answers: Mutex::default() }
    }

    /// Answers a question, as JSON.
    ///
    /// # Errors
    ///
    /// When the question makes no sense, its answer would take too long, or there is no place to work it out.
    pub(crate) async fn answer(&self, question: Question, address: Option<IpAddr>) -> Result<Bytes, Refusal> {
        let asked = Asked::try_from(question)?;
        let known = |asked: &Asked| self.answers().get(asked).cloned();
        if let Some(answer) = known(&asked) {
            return Ok(answer);
        }
        let solvers = Arc::clone(&self.solvers);
        let question = asked.clone();
        let work = move || {
            let spare = solvers.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let mut solver = spare.unwrap_or_default();
            let answer = question.solve(&mut solver, MAX_NODES);
            solvers.lock().unwrap_or_else(PoisonError::into_inner).push(solver);
            answer
        };
        let answer: Bytes = self.studies.run(self.studies.enter(address)?, work).await??.into();
        let mut answers = self.answers();
        if answers.len() >= REMEMBERED {
            answers.clear();
        }
        answers.insert(asked, answer.clone());
        Ok(answer)
    }

    fn answers(&self) -> std::sync::MutexGuard<'_, HashMap<Asked, Bytes>> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn unreadable(what: impl Into<String>) -> Refusal {
    Refusal::Unreadable(what.into())
}

/// Four hands of thirteen cards or, in the middle of nothing, of fewer.
fn read_deal(hands: &[Vec<Card>; 4]) -> Result<Deal, Refusal> {
    let mut sets = [CardSet::EMPTY; 4];
    for (set, hand) in sets.iter_mut().zip(hands) {
        for card in hand {
            if set.contains(*card) {
                return Err(unreadable(format!("{card} is in one hand twice")));
            }
            set.insert(*card);
        }
    }
    let deal = Deal::new(sets).map_err(|error| unreadable(error.to_string()))?;
    if deal.tricks() == 0 { Err(unreadable("there are no cards in these hands")) } else { Ok(deal) }
}

fn direction(seat: Seat) -> Result<Direction, Refusal> {
    let direction = Direction::ALL.get(seat.index()).copied();
    direction.ok_or_else(|| unreadable("the seats are 0 to 3, North first"))
}

impl TryFrom<Question> for Asked {
    type Error = Refusal;

    fn try_from(question: Question) -> Result<Self, Refusal> {
        Ok(match question {
            Question::Tricks { hands, dealer, vulnerable } => Self::Tricks {
                deal: read_deal(&hands)?,
                dealer: direction(dealer)?,
                vulnerability: match vulnerable {
                    [false, false] => Vulnerability::None,
                    [true, false] => Vulnerability::NorthSouth,
                    [false, true] => Vulnerability::EastWest,
                    [true, true] => Vulnerability::Both,
                },
            },
            Question::Costs(line) => Self::Costs(line.try_into()?),
            Question::Cards(line) => Self::Cards(line.try_into()?),
        })
    }
}

impl TryFrom<CardsQuestion> for Line {
    type Error = Refusal;

    fn try_from(asked: CardsQuestion) -> Result<Self, Refusal> {
        let strain =
            asked.strain.parse().map_err(|error: dds::ParseStrainError| unreadable(error.to_string()))?;
        let line = Self {
            deal: read_deal(&asked.hands)?,
            strain,
            leader: direction(asked.leader)?,
            play: asked.play,
        };
        // So that nobody waits for what cannot be answered.
        line.follow().map_err(|error| unreadable(error.to_string()))?;
        Ok(line)
    }
}

/// A position, and the trick before the one on the table.
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
    /// The answer as JSON, unless it takes more than so many nodes.
    fn solve(&self, solver: &mut Solver, nodes: u64) -> Result<String, Refusal> {
        match self {
            Self::Tricks { deal, dealer, vulnerability } => {
                let table = solver.solve_all_within(deal, nodes).ok_or(Refusal::TooHard)?;
                // The prices of a whole deal say nothing of the end of one.
                let whole = deal.tricks() == 13;
                let par = whole.then(|| par_score(&dds::par(&table, *dealer, *vulnerability)));
                Ok(write(&Tricks { tricks: table.tricks(), par }))
            }
            Self::Costs(line) => {
                let played = solver.analyse_within(&line.start(), &line.play, nodes);
                let played =
                    played.map_err(|error| unreadable(error.to_string()))?.ok_or(Refusal::TooHard)?;
                let cost = |played: &dds::Played| PlayCost {
                    seat: played.direction.into(),
                    card: played.card,
                    before: played.before,
                    after: played.after,
                };
                Ok(write(&played.iter().map(cost).collect::<Vec<_>>()))
            }
            Self::Cards(line) => {
                let followed = line.follow().map_err(|error| unreadable(error.to_string()))?;
                position(solver, &followed, nodes).map(|position| write(&position))
            }
        }
    }
}

fn position(
    solver: &mut Solver,
    Followed { position, last }: &Followed,
    nodes: u64,
) -> Result<Position, Refusal> {
    let turn = (position.tricks_left() > 0).then(|| position.to_play());
    let leads = match turn {
        Some(_) => solver.lead_table_within(position, nodes).ok_or(Refusal::TooHard)?,
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

fn write(answer: &impl serde::Serialize) -> String {
    serde_json::to_string(answer).expect("an answer has string keys")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_takes_too_many_nodes_is_refused_whatever_is_asked() -> Result<(), Box<dyn std::error::Error>> {
        let deal: Deal = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3".parse()?;
        let play = cards::parse_cards("4s Js 7s Ks")?;
        let line = Line { deal, strain: Strain::Notrump, leader: Direction::West, play };
        let tricks = Asked::Tricks { deal, dealer: Direction::North, vulnerability: Vulnerability::None };
        for asked in [tricks, Asked::Costs(line.clone()), Asked::Cards(line)] {
            let mut solver = Solver::new();
            assert!(matches!(asked.solve(&mut solver, 10), Err(Refusal::TooHard)));
            assert!(asked.solve(&mut solver, MAX_NODES).is_ok());
        }
        Ok(())
    }
}
