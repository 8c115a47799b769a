//! Bridge deals solved with open hands.
//!
//! The client sends the cards with the question, so no answer can reveal hidden ones. A few deals are solved
//! concurrently, and answers are cached. The crate `bridge-analysis` computes them.

use crate::request_error::RequestError;
use crate::work_queue::WorkQueue;
use axum::body::Bytes;
use bridge_analysis::Asked;
use dds::Solver;
use protocol::Question;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

/// Node budget of one answer: about 5 seconds on a current machine. 19 of 20 tables of random deals need a
/// fifth of it, and one in some hundreds needs more.
const MAX_NODES: u64 = 12_000_000;

/// Maximum number of cached answers. A full cache is cleared.
const MAX_CACHED: usize = 1_000;

/// Double-dummy solver with its cache and its idle solvers.
pub(crate) struct DoubleDummy {
    studies: Arc<WorkQueue>,
    solvers: Arc<Mutex<Vec<Solver>>>,
    answers: Mutex<HashMap<Asked, Bytes>>,
}

impl DoubleDummy {
    pub(crate) fn new(studies: Arc<WorkQueue>) -> Self {
        Self { studies, solvers: Arc::default(), answers: Mutex::default() }
    }

    /// Answers a question, as JSON.
    ///
    /// # Errors
    ///
    /// Returns [`RequestError`] if the question is invalid, the answer exceeds the node budget, or the queue is
    /// full.
    pub(crate) async fn answer(
        &self,
        question: Question,
        address: Option<IpAddr>,
    ) -> Result<Bytes, RequestError> {
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
            answer.map(|answer| serde_json::to_string(&answer).expect("an answer has string keys"))
        };
        let answer: Bytes = self.studies.run(self.studies.enter(address)?, work).await??.into();
        let mut answers = self.answers();
        if answers.len() >= MAX_CACHED {
            answers.clear();
        }
        answers.insert(asked, answer.clone());
        Ok(answer)
    }

    fn answers(&self) -> std::sync::MutexGuard<'_, HashMap<Asked, Bytes>> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
