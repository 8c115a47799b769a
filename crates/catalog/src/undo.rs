//! Undo: a seat can undo its last action if it has learned nothing hidden since.
//!
//! Two checks decide that for any game, and both must pass:
//!
//! * The entries since then are replayed in determinizations of the seat's view before its action. The seat must see
//!   the same in all of them.
//! * The seat has seen no card since then that it had not seen before. Determinizations prefer likely deals, so the
//!   first check alone can miss an unlikely one.

use crate::wire_value::{parse, raw};
use cards::{Rng, Seat, Viewer};
use engine::{Entry, Game, Match, Observation, Phase};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeSet;

/// Number of determinizations in which the entries are replayed.
const DETERMINIZATIONS: usize = 20;

/// Maximum number of undos in a match, because each leaves a line in the table's log for ever.
const MAX_UNDOS: usize = 200;

/// Reason why a seat can't undo.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoUndo {
    /// The game is a race, in which the other seats act at any time.
    #[error("a race has no undo")]
    Race,
    /// The seat has not acted in this deal, or no deal is played.
    #[error("you have no action in this deal to undo")]
    Nothing,
    /// The action, or a later one, is a sealed answer.
    #[error("sealed answers cannot be undone")]
    Sealed,
    /// The seat has learned something hidden since.
    #[error("this cannot be undone: something hidden has been shown since")]
    Shown,
    /// The match has reached the limit of undos.
    #[error("this match has reached its limit of {} undos", MAX_UNDOS)]
    TooOften,
}

impl NoUndo {
    /// Returns the code for programs and translations.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Race => "race",
            Self::Nothing => "nothing",
            Self::Sealed => "sealed",
            Self::Shown => "shown",
            Self::TooOften => "too-often",
        }
    }
}

/// Returns the number of entries to undo, for [`AnyMatch::undoable`](crate::AnyMatch::undoable).
pub(crate) fn undoable<G: Game>(game: &Match<G>, seat: Seat) -> Result<usize, NoUndo> {
    if G::RACE.is_some() {
        return Err(NoUndo::Race);
    }
    let deal = game.record().deals.last().filter(|_| game.phase() == Phase::Playing);
    let entries = deal.map_or(&[][..], |deal| &deal.entries);
    let own = |entry: &Entry<G>| matches!(entry, Entry::Action(actor, _) if *actor == seat);
    let decided = entries.iter().rposition(own).ok_or(NoUndo::Nothing)?;
    let since = &entries[decided..];
    let mut real = game.state_before(since.len()).ok_or(NoUndo::Nothing)?;
    let known = G::view(&real, Viewer::Seat(seat));
    let mut looks = Vec::with_capacity(since.len());
    for entry in since {
        if G::SEALED.is_some_and(|sealed| (sealed.window)(&real).is_some()) {
            return Err(NoUndo::Sealed);
        }
        // The order of a reshuffle follows from the seed and its number, and each number comes once.
        let Entry::Action(actor, action) = entry else { return Err(NoUndo::Shown) };
        looks.push(look::<G>(&mut real, *actor, *action, seat));
    }
    if G::SEALED.is_some_and(|sealed| (sealed.window)(&real).is_some()) {
        return Err(NoUndo::Sealed);
    }
    let mut rng = Rng::from_number(game.version() as u64);
    let looks_alike = |state: &mut G::State| {
        since.iter().zip(&looks).all(|(entry, seen)| {
            let Entry::Action(actor, action) = *entry else { return false };
            G::actors(state).contains(actor)
                && G::validate(state, actor, action).is_ok()
                && look::<G>(state, actor, action, seat) == *seen
        })
    };
    if !(0..DETERMINIZATIONS).all(|_| looks_alike(&mut G::determinize(&known, &mut rng))) {
        return Err(NoUndo::Shown);
    }
    let mut new = SeenCards::of_game::<G>();
    for (told, seen) in &looks {
        told.iter().for_each(|event| new.add_json(event));
        new.add(&seen.view);
    }
    if !new.cards.is_subset(&seen_before(game, decided, seat)) {
        return Err(NoUndo::Shown);
    }
    if game.undone().len() >= MAX_UNDOS { Err(NoUndo::TooOften) } else { Ok(since.len()) }
}

/// Returns the cards that `seat` has seen in the deal before entry `decided`, since the last reshuffle.
fn seen_before<G: Game>(game: &Match<G>, decided: usize, seat: Seat) -> BTreeSet<String> {
    let mut seen = SeenCards::of_game::<G>();
    let entries = game.record().deals.last().map_or(&[][..], |deal| &deal.entries);
    let before = &entries[..decided];
    let is_shuffle = |entry: &Entry<G>| matches!(entry, Entry::Shuffle(_));
    let shuffled = before.iter().rposition(is_shuffle).map_or(0, |number| number + 1);
    let Some(mut state) = game.state_before(entries.len() - shuffled) else { return seen.cards };
    let mut look = |state: &G::State| {
        seen.add(&G::view(state, Viewer::Seat(seat)));
    };
    look(&state);
    for entry in &before[shuffled..] {
        if let Entry::Action(actor, action) = *entry {
            G::apply_quietly(&mut state, actor, action);
        }
        look(&state);
    }
    seen.cards
}

/// Face-up cards in the views and events of a seat, as text.
struct SeenCards {
    cards: BTreeSet<String>,
    /// Returns whether a word is a card of the game.
    is_card: fn(&str) -> bool,
}

impl SeenCards {
    fn of_game<G: Game>() -> Self {
        // Only the canonical text of a card counts, because `7S` is a call.
        let is_card = |word: &str| word.parse::<G::Card>().is_ok_and(|card| card.to_string() == word);
        Self { cards: BTreeSet::new(), is_card }
    }

    fn add<T: Serialize>(&mut self, sent: &T) {
        self.add_json(raw(sent).get());
    }

    fn add_json(&mut self, sent: &str) {
        self.add_tree(parse(sent));
    }

    fn add_tree(&mut self, sent: Value) {
        match sent {
            Value::String(word) if (self.is_card)(&word) => {
                self.cards.insert(word);
            }
            Value::Array(values) => values.into_iter().for_each(|value| self.add_tree(value)),
            Value::Object(fields) => fields.into_iter().for_each(|(_, value)| self.add_tree(value)),
            Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
}

/// Event for one seat, as JSON.
type EventText = Box<str>;

/// Applies the action. Returns the events for `seat`, and its observation afterwards.
fn look<G: Game>(
    state: &mut G::State,
    actor: Seat,
    action: G::Action,
    seat: Seat,
) -> (Vec<EventText>, Observation<G>) {
    let viewer = Viewer::Seat(seat);
    let mut told = Vec::new();
    G::apply(state, actor, action, &mut |event| {
        if let Some(event) = G::redact(&event, viewer) {
            told.push(raw(&event).into());
        }
    });
    (told, Observation::new(state, viewer))
}
