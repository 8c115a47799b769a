//! What a seat may take back: what it did last, if nothing that was hidden from it has been shown to it since. That is found
//! out without knowing the game, in two ways, and both must agree.
//!
//! In worlds drawn from what the seat could know when it decided, the same things are done once more: whatever does not look
//! the same in all of them has told it something. But worlds are drawn as sensible players leave them, so what is unlikely may
//! be in none of them. Therefore no card may be seen either that the seat has not seen before.

use crate::sent::{parse, raw};
use cards::{Rng, Seat, Viewer};
use engine::{Entry, Game, Match, Observation, Phase};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeSet;

/// In so many worlds everything has to look the same.
const WORLDS: usize = 20;

/// So often something can be taken back in a match: each time leaves a line in the file of a table for ever.
const MOST: usize = 200;

/// Why nothing can be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoUndo {
    /// Others act at any moment.
    #[error("in a race nothing can be taken back: the others go on at once")]
    Race,
    /// The seat has done nothing in the deal that is played, or none is.
    #[error("there is nothing of yours in this deal that could be taken back")]
    Nothing,
    /// It, or what came after it, is a sealed answer.
    #[error("sealed answers are not taken back: all of them count together")]
    Sealed,
    /// The seat has learned something since.
    #[error("this cannot be taken back any more: something that was hidden has been shown since")]
    Shown,
    /// It has been done too often.
    #[error("so much has been taken back in this match that the rest stands")]
    TooOften,
}

impl NoUndo {
    /// A short name for programs and translations.
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

/// See [`AnyMatch::undoable`](crate::AnyMatch::undoable).
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
    let looks_alike = |world: &mut G::State| {
        since.iter().zip(&looks).all(|(entry, seen)| {
            let Entry::Action(actor, action) = *entry else { return false };
            G::actors(world).contains(actor)
                && G::validate(world, actor, action).is_ok()
                && look::<G>(world, actor, action, seat) == *seen
        })
    };
    if !(0..WORLDS).all(|_| looks_alike(&mut G::determinize(&known, &mut rng))) {
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
    if game.undone().len() >= MOST { Err(NoUndo::TooOften) } else { Ok(since.len()) }
}

/// Returns the cards that `seat` has seen in the deal before entry `decided`, without those shuffled again since.
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

/// Face-up cards in what a seat was sent, as text.
struct SeenCards {
    cards: BTreeSet<String>,
    /// Returns whether a word is a card of the game.
    is_card: fn(&str) -> bool,
}

impl SeenCards {
    fn of_game<G: Game>() -> Self {
        // The word must be the card's own text: `7S` is a call.
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

/// An event as a seat is sent it.
type Told = Box<str>;

/// Applies the action. Returns the events that `seat` is sent, and its observation afterwards.
fn look<G: Game>(
    state: &mut G::State,
    actor: Seat,
    action: G::Action,
    seat: Seat,
) -> (Vec<Told>, Observation<G>) {
    let viewer = Viewer::Seat(seat);
    let mut told = Vec::new();
    G::apply(state, actor, action, &mut |event| {
        if let Some(event) = G::redact(&event, viewer) {
            told.push(raw(&event).into());
        }
    });
    (told, Observation::new(state, viewer))
}
