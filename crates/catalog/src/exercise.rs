//! Lessons and puzzles, `parlour-exercise/1`: records with remarks. The learner plays one seat, and the record
//! plays the others.

use crate::{AnyMatch, Catalog, Entry, Place, RecordText, Rejection, WireValue};
use cards::{Seat, Viewer};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Format tag of an exercise.
const FORMAT: &str = "parlour-exercise/1";

/// Text by language: `"en"`, `"it"`.
pub type Translated = BTreeMap<String, String>;

/// Lesson or puzzle.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exercise {
    format: String,
    /// Id, unique within the game.
    pub id: String,
    /// Kind of exercise: lesson or puzzle.
    pub kind: ExerciseKind,
    /// Title of the exercise.
    pub title: Translated,
    /// Seat of the learner.
    pub seat: Seat,
    /// Start. The entries before it are played already.
    #[serde(default)]
    pub start: Place,
    /// Record that the exercise plays.
    pub record: RecordText,
    /// Remarks for the learner.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<Remark>,
    /// Answers to actions that differ from the record.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<Answer>,
}

/// Kind of exercise.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum ExerciseKind {
    /// Explains a game while it is played.
    Lesson,
    /// Asks for the best action.
    Puzzle,
}

/// Remark before an entry, or at the end of the record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Remark {
    /// Position of the remark in the record, before an entry. A remark at the end is positioned after the
    /// last entry.
    pub at: Place,
    /// Text of the remark.
    #[cfg_attr(feature = "wire", ts(type = "Record<string, string>"))]
    pub text: Translated,
    /// Cards that the remark is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "wire", ts(optional = nullable, as = "Option<Vec<String>>"))]
    pub show: Vec<String>,
}

/// Answers to actions that differ from the record, at one position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// Position of the decision in the record, before an entry.
    pub at: Place,
    /// Equally good actions. Only the learner's last decision has some, because the record does not continue after
    /// them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<String>,
    /// Texts for wrong actions, by action.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub others: BTreeMap<String, Translated>,
}

/// Played step of an exercise: an action, a deal or a reshuffle.
pub struct Done {
    /// Seat that acted. `None` for a deal or reshuffle.
    pub seat: Option<Seat>,
    /// Action of the step. `None` for a deal or reshuffle.
    pub action: Option<String>,
    /// Events that the learner saw.
    pub events: WireValue,
}

/// Result of an action that the learner tried.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Tried {
    /// The record's action, or an equally good one. It was played.
    Right,
    /// Another legal action, with the exercise's text for it. The match is unchanged.
    Wrong(Option<Translated>),
    /// The learner is not to act yet. The match is unchanged.
    TooEarly,
}

/// Exercise in progress.
pub struct Attempt<'e> {
    exercise: &'e Exercise,
    game: Box<dyn AnyMatch>,
    at: Place,
    /// Whether an equally good action that is not in the record ended the exercise.
    diverged: bool,
}

fn wrong(message: String) -> Rejection {
    Rejection::new("bad-exercise", message)
}

/// Reads an exercise, and plays it once to check it.
///
/// # Errors
///
/// Returns [`Rejection`] if it is not JSON of this format, its record is refused, or the exercise never reaches
/// the place of a remark or answer.
pub fn read_exercise(text: &str, catalog: &Catalog) -> Result<Exercise, Rejection> {
    let unreadable = |error: serde_json::Error| {
        Rejection::new("unreadable-exercise", format!("this is not an exercise: {error}"))
    };
    let mut exercise: Exercise = serde_json::from_str(text).map_err(unreadable)?;
    if exercise.format != FORMAT {
        return Err(Rejection::new("bad-format", format!("format: only “{FORMAT}” can be read")));
    }
    let game = exercise.record.replay(catalog).into_match()?;
    exercise.record = exercise.record.rewritten(&*game);
    exercise.check(catalog)?;
    Ok(exercise)
}

impl Exercise {
    /// Creates an exercise without remarks and answers.
    #[must_use]
    pub fn new(
        kind: ExerciseKind,
        id: String,
        title: Translated,
        seat: Seat,
        start: Place,
        record: RecordText,
    ) -> Self {
        let (remarks, answers) = (Vec::new(), Vec::new());
        Self { format: FORMAT.to_owned(), id, kind, title, seat, start, record, remarks, answers }
    }

    /// Begins the exercise at its start.
    ///
    /// # Errors
    ///
    /// Returns [`Rejection`] if the record is refused before the start.
    pub fn begin(&self, catalog: &Catalog) -> Result<Attempt<'_>, Rejection> {
        let mut begun = self.record.clone();
        begun.deals.clear();
        let game = begun.replay(catalog).into_match()?;
        let mut attempt = Attempt { exercise: self, game, at: Place::default(), diverged: false };
        // A deal before the first entry belongs to no seat, so it is dealt here.
        while !attempt.is_over() && (attempt.at < self.start || attempt.deal_is_due()) {
            attempt.go_on()?;
        }
        Ok(attempt)
    }

    fn check(&self, catalog: &Catalog) -> Result<(), Rejection> {
        if self.seat.index() >= usize::from(self.record.seats) {
            return Err(wrong(format!("seat: there is no seat {} at this table", self.seat)));
        }
        let mut attempt = self.begin(catalog)?;
        if attempt.at != self.start {
            return Err(wrong("start: the record never reaches this place".to_owned()));
        }
        let (mut remarks, mut answers, mut decisions) = (0, 0, 0);
        while !attempt.is_over() {
            remarks += attempt.remarks().count();
            if let Some(action) = attempt.wanted() {
                decisions += 1;
                if let Some(answer) = attempt.answer() {
                    answers += 1;
                    attempt.check_answer(answer, &action)?;
                }
            }
            attempt.go_on()?;
        }
        remarks += attempt.remarks().count();
        if remarks != self.remarks.len() {
            return Err(wrong("remarks: the exercise never reaches the place of a remark".to_owned()));
        }
        if answers != self.answers.len() {
            return Err(wrong("answers: the learner does not act at the place of an answer".to_owned()));
        }
        if decisions == 0 {
            return Err(wrong(format!("record: seat {} has no decision", self.seat)));
        }
        Ok(())
    }
}

impl<'e> Attempt<'e> {
    /// Returns the match.
    #[must_use]
    pub fn game(&self) -> &dyn AnyMatch {
        &*self.game
    }

    /// Returns the position in the exercise's record, before an entry.
    #[must_use]
    pub fn at(&self) -> Place {
        self.at
    }

    /// Returns whether the exercise is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        let deals = &self.exercise.record.deals;
        let entries = deals.get(self.at.deal).map(|deal| deal.actions.len());
        let last = self.at.deal + 1 >= deals.len();
        self.diverged || entries.is_none_or(|entries| last && self.at.entry >= entries && !self.deal_is_due())
    }

    /// Returns whether the learner is to act.
    #[must_use]
    pub fn waits(&self) -> bool {
        self.wanted().is_some()
    }

    /// Iterates over the remarks at the current position.
    pub fn remarks(&self) -> impl Iterator<Item = &'e Remark> + use<'e> {
        let (at, diverged) = (self.at, self.diverged);
        self.exercise.remarks.iter().filter(move |remark| !diverged && remark.at == at)
    }

    /// Returns the learner's action in the record. `None` if the learner is not to act.
    #[must_use]
    pub fn wanted(&self) -> Option<String> {
        match self.entry()? {
            Entry::Action { seat, action } if !self.diverged && seat == self.exercise.seat => Some(action),
            Entry::Action { .. } | Entry::Shuffle(_) => None,
        }
    }

    /// Tries an action of the learner. Returns the result and, if the action was played, the step.
    ///
    /// # Errors
    ///
    /// Returns [`Rejection`] if the rules forbid the action. The match is unchanged.
    pub fn attempt(&mut self, action: &str) -> Result<(Tried, Option<Done>), Rejection> {
        let seat = self.exercise.seat;
        let checked = self.game.check(seat, action)?.action;
        let Some(wanted) = self.wanted() else { return Ok((Tried::TooEarly, None)) };
        if checked == wanted {
            return Ok((Tried::Right, Some(self.go_on()?)));
        }
        let answer = self.answer();
        if answer.is_some_and(|answer| answer.also.contains(&checked)) {
            self.diverged = true;
            let events = only(self.game.play(seat, &checked, &[Viewer::Seat(seat)])?);
            return Ok((Tried::Right, Some(Done { seat: Some(seat), action: Some(checked), events })));
        }
        Ok((Tried::Wrong(answer.and_then(|answer| answer.others.get(&checked).cloned())), None))
    }

    /// Plays the record's next step: a deal, or the next entry (an action or a reshuffle) of the current
    /// deal.
    ///
    /// # Errors
    ///
    /// Returns [`Rejection`] if the entry is refused, or if the record is over.
    pub fn go_on(&mut self) -> Result<Done, Rejection> {
        let viewers = [Viewer::Seat(self.exercise.seat)];
        if self.deal_is_due() {
            let deal = self.exercise.record.deals.get(self.next_deal());
            let deck = &deal.ok_or_else(|| wrong("the record is over".to_owned()))?.deck;
            let events = only(self.game.deal(deck, &viewers)?);
            self.at = Place { deal: self.next_deal() - 1, entry: 0 };
            return Ok(Done { seat: None, action: None, events });
        }
        let entry = self.entry().ok_or_else(|| wrong("the record is over".to_owned()))?;
        let events = only(self.game.enter(&entry, &viewers)?);
        self.at.entry += 1;
        Ok(match entry {
            Entry::Action { seat, action } => Done { seat: Some(seat), action: Some(action), events },
            Entry::Shuffle(_) => Done { seat: None, action: None, events },
        })
    }

    /// Returns the number of deals begun, which is the index of the next one.
    fn next_deal(&self) -> usize {
        self.game.deals()
    }

    fn deal_is_due(&self) -> bool {
        let deals = &self.exercise.record.deals;
        let finished = deals.get(self.at.deal).is_some_and(|deal| self.at.entry >= deal.actions.len());
        self.next_deal() == 0 || (finished && self.next_deal() < deals.len())
    }

    /// Returns the next entry. The record was replayed when it was read, so each of its entries can be parsed.
    fn entry(&self) -> Option<Entry> {
        let deal = self.exercise.record.deals.get(self.at.deal).filter(|_| !self.deal_is_due())?;
        deal.actions.get(self.at.entry)?.parse().ok()
    }

    fn answer(&self) -> Option<&'e Answer> {
        self.exercise.answers.iter().find(|answer| answer.at == self.at)
    }

    /// Checks that an answer names legal actions in canonical form, other than the record's. Equally good actions may
    /// only stand at the learner's last decision.
    fn check_answer(&mut self, answer: &Answer, wanted: &str) -> Result<(), Rejection> {
        let seat = self.exercise.seat;
        for action in answer.also.iter().chain(answer.others.keys()) {
            let canonical = self.game.check(seat, action)?.action;
            if canonical != *action || action == wanted {
                return Err(wrong(format!(
                    "answers: {action} must be written {canonical}, and must differ from the record"
                )));
            }
        }
        let later =
            self.exercise.record.deals.iter().enumerate().skip(self.at.deal).flat_map(|(deal, text)| {
                text.actions.iter().enumerate().map(move |(entry, action)| (Place { deal, entry }, action))
            });
        let mut own = later.filter(|(place, action)| {
            *place > self.at
                && action
                    .parse::<Entry>()
                    .is_ok_and(|entry| entry.action().is_some_and(|(other, _)| other == seat))
        });
        if !answer.also.is_empty() && own.next().is_some() {
            return Err(wrong("answers: only the last decision can have equally good actions".to_owned()));
        }
        Ok(())
    }
}

/// Returns the events of the only viewer.
fn only(mut seen: Vec<WireValue>) -> WireValue {
    seen.pop().expect("there is one viewer")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CATALOG;
    use cards::Seed;

    /// Returns an exercise of Scopa in which every seat plays its first legal action.
    fn scopa(entries: usize) -> serde_json::Value {
        let mut game = crate::find("scopa")
            .expect("in the catalog")
            .open(&crate::SetupText::first_preset(2), Seat::new(1))
            .expect("the setup is valid");
        let deck = game.next_deck(&Seed::from_number(3));
        game.deal(&deck, &[]).expect("the deck is valid");
        for _ in 0..entries {
            let seat = game.actors().first().expect("a seat is to act");
            let action = game.legal(seat)[0].clone();
            game.play(seat, &action, &[]).expect("the action is legal");
        }
        serde_json::json!({
            "format": FORMAT, "id": "first", "kind": "lesson", "title": {"en": "First"}, "seat": 0,
            "record": serde_json::to_value(game.record()).expect("a record is JSON"),
            "remarks": [{"at": {"deal": 0, "entry": 0}, "text": {"en": "Play."}}, {"at": {"deal": 0, "entry": entries}, "text": {"en": "Done."}}],
        })
    }

    fn refusal(value: &serde_json::Value) -> String {
        read_exercise(&value.to_string(), &CATALOG).expect_err("the exercise is invalid").message
    }

    #[test]
    fn the_learner_follows_the_record_and_the_others_play_by_themselves() {
        let exercise = read_exercise(&scopa(6).to_string(), &CATALOG).expect("the exercise is valid");
        let mut attempt = exercise.begin(&CATALOG).expect("the exercise begins");
        assert_eq!(attempt.remarks().count(), 1);
        for _ in 0..3 {
            let wanted = attempt.wanted().expect("the learner acts").to_owned();
            let other = attempt.game().legal(exercise.seat).into_iter().find(|action| *action != wanted);
            let before = attempt.game().version();
            if let Some(other) = other {
                assert!(matches!(attempt.attempt(&other), Ok((Tried::Wrong(None), None))));
            }
            assert!(attempt.attempt("Zz").is_err());
            assert_eq!(attempt.game().version(), before);
            assert!(matches!(attempt.attempt(&wanted), Ok((Tried::Right, Some(_)))));
            let done = attempt.go_on().expect("the other seat plays");
            assert_eq!(done.seat, Some(Seat::new(1)));
        }
        assert!(attempt.is_over() && attempt.wanted().is_none());
        assert_eq!(attempt.remarks().count(), 1);
        assert!(attempt.go_on().is_err());
    }

    #[test]
    fn what_is_as_good_ends_it_and_what_is_not_is_told_why() {
        let mut text = scopa(4);
        let exercise = read_exercise(&text.to_string(), &CATALOG).expect("the exercise is valid");
        let mut attempt = exercise.begin(&CATALOG).expect("the exercise begins");
        while attempt.at().entry < 2 {
            attempt.go_on().expect("the record goes on");
        }
        let wanted = attempt.wanted().expect("the learner acts");
        let mut legal = attempt.game().legal(exercise.seat).into_iter();
        let other = legal.find(|action| *action != wanted).expect("there are two legal actions");
        text["answers"] = serde_json::json!([{"at": {"deal": 0, "entry": 2}, "also": [other]}]);
        text["start"] = serde_json::json!({"deal": 0, "entry": 1});
        text["remarks"] = serde_json::json!([]);
        let exercise = read_exercise(&text.to_string(), &CATALOG).expect("the exercise is valid");
        let mut attempt = exercise.begin(&CATALOG).expect("the exercise begins");
        assert!(attempt.attempt("Zz").is_err());
        attempt.go_on().expect("the other seat plays");
        assert!(matches!(attempt.attempt(&other), Ok((Tried::Right, Some(_)))));
        assert!(attempt.is_over());
        text["answers"] =
            serde_json::json!([{"at": {"deal": 0, "entry": 2}, "others": {&other: {"en": "Less."}}}]);
        let exercise = read_exercise(&text.to_string(), &CATALOG).expect("the exercise is valid");
        let mut attempt = exercise.begin(&CATALOG).expect("the exercise begins");
        attempt.go_on().expect("the other seat plays");
        let told = attempt.attempt(&other).map(|(tried, _)| tried);
        assert!(matches!(told, Ok(Tried::Wrong(Some(text))) if text["en"] == "Less."));
    }

    #[test]
    fn what_never_comes_is_refused() {
        let mut text = scopa(6);
        text["remarks"][0]["at"]["entry"] = 7.into();
        assert!(refusal(&text).contains("the place of a remark"));
        let mut text = scopa(6);
        text["start"] = serde_json::json!({"deal": 0, "entry": 9});
        assert!(refusal(&text).contains("the record never reaches"));
        let mut text = scopa(6);
        text["seat"] = 3.into();
        assert!(refusal(&text).contains("there is no seat 3"));
        let mut text = scopa(6);
        text["answers"] = serde_json::json!([{"at": {"deal": 0, "entry": 1}, "also": []}]);
        assert!(refusal(&text).contains("does not act"));
        let mut text = scopa(6);
        let first = text["record"]["deals"][0]["actions"][0].as_str().expect("an action")[2..].to_owned();
        text["answers"] = serde_json::json!([{"at": {"deal": 0, "entry": 0}, "also": [first]}]);
        assert!(refusal(&text).contains("must differ from the record"));
        assert!(refusal(&serde_json::json!({"format": "other"})).contains("not an exercise"));
    }
}
