//! Action texts: in any position, a text is parsed as an allowed action or refused with a message.
//!
//! Listed and allowed actions must agree. Every listed action is allowed. Every allowed action is
//! listed, unless the game declares that it isn't; then a listed action of the same kind represents
//! it.

use crate::Choices;
use cards::{Card, Seat, Seed};
use engine::{Game, Match, OptionValue, Phase, Ruleset, Setup, shuffled_deck};
use std::collections::BTreeMap;

macro_rules! checks {
    ($($game:ty),+ $(,)?) => { &[$(check_game::<$game>),+] };
}

static GAMES: &[fn(&mut Choices<'_>)] = catalog::for_each_game!(checks);

/// Uses the bytes as game, position and actions.
pub fn check(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    GAMES[choices.below(GAMES.len())](&mut choices);
}

fn check_game<G: Game>(choices: &mut Choices<'_>) {
    let Some(mut table) = open::<G>(choices) else { return };
    let deck =
        shuffled_deck::<G>(&table.record().setup.options, &Seed::from_number(choices.byte().into()), 0);
    table.deal(&deck, &mut drop).expect("a complete deck");
    let steps = choices.below(60);
    let plays_well = choices.rarely(2);
    let mut kinds: Vec<String> = Vec::new();
    let mut rng = choices.rng();
    for _ in 0..steps {
        let Some(order) = table.shuffle_due() else {
            let listed = listed(&table);
            if listed.is_empty() {
                break;
            }
            let (seat, mut action) = rng.pick(&listed);
            // Random play alone rarely reaches interesting positions.
            if let (true, Some(state)) = (plays_well, table.state()) {
                action = engine::playout_action::<G>(state, seat, &mut Vec::new(), &mut rng);
                // Rare kinds of action are preferred.
                let kind = kind(&action.to_string());
                if !kinds.contains(&kind) {
                    kinds.push(kind);
                    if rng.below(3) == 0 {
                        break;
                    }
                }
            }
            table.check(seat, action).expect("what is listed is allowed").play(&mut drop);
            continue;
        };
        table.shuffle(&order, &mut drop).expect("every card that is to be shuffled");
    }
    let Some(state) = table.state().filter(|_| table.phase() == Phase::Playing).cloned() else { return };
    let listed = listed(&table);
    let declared_listed = |seat, action| G::IS_LISTED.is_none_or(|is_listed| is_listed(&state, seat, action));
    for &(seat, action) in &listed {
        assert!(table.check(seat, action).is_ok(), "{action} is listed and refused");
        assert!(declared_listed(seat, action), "{action} is listed and said not to be");
    }
    for _ in 0..8 {
        let written: Vec<String> = listed.iter().map(|(_, action)| action.to_string()).collect();
        let text = made_up(choices, &written);
        let Some(seat) = table.actors().iter().nth(choices.below(2)).or(table.actors().first()) else {
            return;
        };
        match table.clone().read(seat, &text) {
            Ok(checked) => {
                let action = checked.action();
                // A checked action can be performed, and the cards still add up.
                checked.play(&mut drop);
                let is_listed = listed.contains(&(seat, action));
                assert_eq!(is_listed, declared_listed(seat, action), "{action} is allowed: is it listed?");
                let stands = |(other, listed): &(Seat, G::Action)| {
                    *other == seat && kind(&listed.to_string()) == kind(&action.to_string())
                };
                assert!(is_listed || listed.iter().any(stands), "nothing like {action} is listed");
                assert_eq!(
                    G::read_action(&state, &action.to_string()).as_ref(),
                    Ok(&action),
                    "it reads back"
                );
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

/// Opens a table with a preset and a few changed options, if they are valid.
fn open<G: Game>(choices: &mut Choices<'_>) -> Option<Match<G>> {
    let preset = choices.pick(G::Options::PRESETS)?;
    let seats = *choices.pick(preset.seats)?;
    let mut overrides: BTreeMap<String, OptionValue> = BTreeMap::new();
    for _ in 0..choices.below(3) {
        let field = choices.pick(G::Options::FIELDS)?;
        let value = match (field.values)(&engine::CardSets::NONE) {
            engine::Values::OneOf(values) => choices.pick(&values)?.clone(),
            engine::Values::Range(min, max) => OptionValue::Number(i32::from(choices.byte()).clamp(min, max)),
        };
        overrides.insert(field.key.to_owned(), value);
    }
    let setup = Setup::new(Some(preset.id), seats, overrides).ok()?;
    Match::new(setup, Seat::new(choices.below(usize::from(seats)) as u8)).ok()
}

fn listed<G: Game>(table: &Match<G>) -> Vec<(Seat, G::Action)> {
    let Some(state) = table.state().filter(|_| table.phase() == Phase::Playing) else { return Vec::new() };
    let mut all = Vec::new();
    for seat in table.actors().iter() {
        let mut actions = Vec::new();
        G::legal_actions(state, seat, &mut actions);
        all.extend(actions.into_iter().map(|action| (seat, action)));
    }
    all
}

/// Makes an almost valid action: a listed one with words of others.
fn made_up(choices: &mut Choices<'_>, listed: &[String]) -> String {
    let mut kinds: Vec<String> = listed.iter().map(|text| kind(text)).collect();
    kinds.dedup();
    let words = |choices: &mut Choices<'_>| -> Vec<String> {
        let wanted = choices.pick(&kinds);
        let all: Vec<&String> = listed.iter().filter(|text| Some(&kind(text)) == wanted).collect();
        choices.pick(&all).map(|text| text.split(' ').map(str::to_owned).collect()).unwrap_or_default()
    };
    let mut made = words(choices);
    for _ in 0..choices.below(4) {
        let other = words(choices);
        let at = choices.below(made.len() + 1);
        match choices.below(7) {
            0 => made.insert(at, choices.pick(&other).cloned().unwrap_or_default()),
            1 if at < made.len() => drop(made.remove(at)),
            2 if at < made.len() => made[at] = choices.pick(&other).cloned().unwrap_or_default(),
            3 => made.extend(other.into_iter().skip(1)),
            5 => made.extend(melds(listed)),
            4 => made.insert(at, [":", ">", "/", "with", "7d", "99", "Ts", "é"][choices.below(8)].to_owned()),
            _ => made.truncate(at),
        }
    }
    made.join(" ")
}

/// Returns the kind of an action, without its cards.
fn kind(action: &str) -> String {
    action.split(' ').next().unwrap_or_default().to_owned()
}

/// Returns possible melds of the mentioned cards, in the notation of Gin Rummy.
fn melds(listed: &[String]) -> Vec<String> {
    let mut cards: Vec<Card> =
        listed.iter().flat_map(|text| text.split(' ')).filter_map(|word| word.parse().ok()).collect();
    cards.sort_unstable_by_key(|card| (card.rank(), card.suit()));
    cards.dedup();
    let mut words = Vec::new();
    for alike in cards.chunk_by(|one, other| one.rank() == other.rank()).filter(|alike| alike.len() > 2) {
        words.push(if words.is_empty() { ":" } else { "/" }.to_owned());
        words.extend(alike.iter().map(ToString::to_string));
    }
    words
}
