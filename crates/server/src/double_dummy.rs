//! What is asked beside the tables: deals of bridge solved with all hands open. Whoever asks brings the cards along, so there
//! is nothing here that could be told to somebody who should not know it. A few are solved at a time, and what was answered
//! is remembered; the answers themselves are those of the crate `study`.

use crate::lane::Lane;
use crate::refusal::Refusal;
use axum::body::Bytes;
use dds::Solver;
use protocol::Question;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use study::Asked;

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
            answer.map(|answer| crate::http::write(&answer))
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
