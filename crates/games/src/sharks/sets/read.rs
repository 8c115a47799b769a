//! Reads set files. (`docs/sets.md`)

use super::effect::EFFECTS;
use super::{
    Card, Effect, Investment, Kind, MAX_BONUS, MAX_CAPITAL, MAX_INVESTMENT, MAX_INVESTMENTS, MAX_TOOL,
    MAX_TOOLS, MAX_VALUE, Set, Tool,
};
use crate::sharks::counts::{Capital, Tools};
use crate::sharks::state::MAX_REACTIONS;
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::de::{DeTable, DeValue};

/// Mistake in a set file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct SetError {
    /// Number of the line in the file, from 1.
    pub line: usize,
    /// Problem that makes the set file invalid.
    pub problem: Problem,
}

/// Problem in a set file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Problem {
    /// The file is not TOML, or has unknown keys.
    #[error("{0}")]
    Form(String),
    /// The id of the set is invalid.
    #[error("invalid set id “{0}”; use up to 24 lower-case letters, digits and hyphens")]
    Id(String),
    /// The id of a card is invalid.
    #[error("invalid id “{given}”; use {letter}01 to {letter}{max}")]
    CardId {
        /// Text in the file.
        given: String,
        /// Letter with which the id must begin.
        letter: char,
        /// Highest number of an id.
        max: u8,
    },
    /// Two cards have the same id.
    #[error("{0} is defined twice")]
    Twice(String),
    /// A value of Capital is invalid.
    #[error("invalid Capital value “{0}”; use a whole number from 1 to {MAX_VALUE}")]
    Value(String),
    /// A number is out of range.
    #[error("{what} cannot be {given}; use {min} to {max}")]
    Number {
        /// The meaning of the number.
        what: &'static str,
        /// Number in the file.
        given: i64,
        /// Lowest allowed number.
        min: i64,
        /// Highest allowed number.
        max: i64,
    },
    /// A deck has too few or too many cards.
    #[error("the set has {given} {what}; use {min} to {max}")]
    Cards {
        /// Name of the deck.
        what: &'static str,
        /// Number of cards found.
        given: usize,
        /// Lowest allowed number of cards.
        min: usize,
        /// Highest allowed number of cards.
        max: usize,
    },
    /// An effect is unknown.
    #[error("unknown effect “{given}”; use one of {known}")]
    Effect {
        /// Text in the file.
        given: String,
        /// Names of the known effects.
        known: String,
    },
    /// An effect lacks its number, or has one it does not take.
    #[error("invalid effect “{given}”; use {form}")]
    EffectNumber {
        /// Text in the file.
        given: String,
        /// Form that the effect must have.
        form: String,
    },
    /// A kind of Tool is unknown.
    #[error("unknown kind “{given}”; use one of {known}")]
    Kind {
        /// Text in the file.
        given: String,
        /// Names of the known kinds.
        known: String,
    },
    /// A Tool has the wrong number of effects for its kind.
    #[error("a {kind} Tool has {wanted} effects, not {given}")]
    Effects {
        /// Kind of the Tool.
        kind: &'static str,
        /// Number of effects that the kind needs.
        wanted: usize,
        /// Number of effects found.
        given: usize,
    },
    /// A bonus requires a choice, or has too many effects.
    #[error("invalid bonus; use at most {MAX_BONUS} of draw-capital, draw-tool and others-discard-capital")]
    Bonus,
    /// A reaction does not cancel or is not free, or another Tool cancels.
    #[error("only a reaction can cancel; a reaction must have the effect cancel and cost 0")]
    Reaction,
    /// A card has no name.
    #[error("the name is missing")]
    Name,
}

// The fields have no `Spanned` types: each would compile another deserializer. `Place` finds the lines of problems.

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    id: String,
    capital: BTreeMap<String, i64>,
    #[serde(default)]
    investment: Vec<InvestmentText>,
    #[serde(default)]
    tool: Vec<ToolText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct InvestmentText {
    id: String,
    name: Name,
    value: i64,
    #[serde(default)]
    bonus: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ToolText {
    id: String,
    name: Name,
    copies: i64,
    cost: i64,
    kind: String,
    effects: Vec<String>,
}

/// Name in one language or in several.
#[derive(Clone, Deserialize)]
#[serde(untagged)]
enum Name {
    One(String),
    Several(BTreeMap<String, String>),
}

/// Keys and indices that lead to a value of the file.
#[derive(Clone)]
struct Place<'f>(Vec<Step<'f>>);

#[derive(Clone, Copy)]
enum Step<'f> {
    /// Step to the value of this key in a TOML table.
    Value(&'f str),
    /// Step to this key itself in a TOML table, for an error about the key and not its value.
    Key(&'f str),
    /// Step to the item with this index in a TOML list.
    Item(usize),
}

impl<'f> Place<'f> {
    fn of(key: &'f str) -> Self {
        Self(vec![Step::Value(key)])
    }

    fn value(&self, key: &'f str) -> Self {
        self.then(Step::Value(key))
    }

    fn key(&self, key: &'f str) -> Self {
        self.then(Step::Key(key))
    }

    fn item(&self, index: usize) -> Self {
        self.then(Step::Item(index))
    }

    fn then(&self, step: Step<'f>) -> Self {
        let mut steps = self.0.clone();
        steps.push(step);
        Self(steps)
    }

    /// Returns the byte offset in the file.
    fn offset(&self, root: &DeTable<'_>) -> Option<usize> {
        let (first, rest) = self.0.split_first()?;
        let mut found = first.find_in(root)?;
        for step in rest {
            found = match (found.1, step) {
                (DeValue::Table(table), step) => step.find_in(table)?,
                (DeValue::Array(items), Step::Item(index)) => {
                    let item = items.get(*index)?;
                    (item.span().start, item.get_ref())
                }
                _ => return None,
            };
        }
        Some(found.0)
    }
}

impl Step<'_> {
    /// Returns the byte offset of a key or its value, and the value.
    fn find_in<'d>(&self, table: &'d DeTable<'_>) -> Option<(usize, &'d DeValue<'d>)> {
        let (Step::Value(name) | Step::Key(name)) = self else { return None };
        let (key, value) = table.iter().find(|(key, _)| key.get_ref() == name)?;
        let span = if matches!(self, Step::Key(_)) { key.span() } else { value.span() };
        Some((span.start, value.get_ref()))
    }
}

/// Result with a problem and its place in the file.
type Parsed<'f, T> = Result<T, (Place<'f>, Problem)>;

pub(super) fn read(text: &str) -> Result<Set, SetError> {
    let error = |offset: usize, problem: Problem| {
        let before = text.get(..offset).unwrap_or(text);
        SetError { line: 1 + before.matches('\n').count(), problem }
    };
    let form = |toml: toml::de::Error| {
        error(toml.span().map_or(0, |span| span.start), Problem::Form(toml.message().to_owned()))
    };
    let file: File = toml::from_str(text).map_err(form)?;
    parse_set(&file).map_err(|(place, problem)| {
        let root = DeTable::parse(text).ok();
        error(root.and_then(|root| place.offset(root.get_ref())).unwrap_or_default(), problem)
    })
}

fn parse_set(file: &File) -> Parsed<'_, Set> {
    let id = &file.id;
    let plain =
        id.bytes().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == b'-');
    if !plain || id.is_empty() || id.len() > 24 {
        return Err((Place::of("id"), Problem::Id(truncate(id))));
    }
    let mut set = Set {
        id: id.clone(),
        capital: parse_capital(&file.capital)?,
        copies: Tools::NONE,
        investments: [None; MAX_INVESTMENT as usize + 1],
        tools: [None; MAX_TOOL as usize + 1],
        statistics: super::Statistics::default(),
        names: BTreeMap::new(),
    };
    let (investments, tools) = (Place::of("investment"), Place::of("tool"));
    for (index, text) in file.investment.iter().enumerate() {
        parse_investment(text, &investments.item(index), &mut set)?;
    }
    let last = |list: &Place<'static>, len: usize| {
        len.checked_sub(1).map_or(Place(Vec::new()), |index| list.item(index))
    };
    // Four rounds of three lots of two. (SH-R2)
    let range = Range { what: "Investments", min: 24, max: MAX_INVESTMENTS };
    range.check(file.investment.len(), &last(&investments, file.investment.len()))?;
    for (index, text) in file.tool.iter().enumerate() {
        parse_tool(text, &tools.item(index), &mut set)?;
    }
    // Three cards for each of six players. (SH-R4)
    let copies: usize = set.copies.kinds().map(|(_, copies)| usize::from(copies)).sum();
    let end = last(&tools, file.tool.len());
    Range { what: "Tools", min: 18, max: MAX_TOOLS }.check(copies, &end)?;
    let reactions = set.copies.kinds().filter(|(tool, _)| set.is_reaction(*tool));
    let reactions: usize = reactions.map(|(_, copies)| usize::from(copies)).sum();
    Range { what: "reactions", min: 0, max: MAX_REACTIONS }.check(reactions, &end)?;
    Ok(set.with_statistics())
}

fn parse_capital(text: &BTreeMap<String, i64>) -> Parsed<'_, Capital> {
    let at = Place::of("capital");
    let mut capital = Capital::NONE;
    let mut cards = 0;
    for (value, count) in text {
        let invalid = || (at.key(value), Problem::Value(truncate(value)));
        let number: u8 = value.parse().map_err(|_| invalid())?;
        if !(1..=MAX_VALUE).contains(&number) {
            return Err(invalid());
        }
        if capital.of(number) > 0 {
            return Err((at.key(value), Problem::Twice(number.to_string())));
        }
        let copies = within(*count, "the number of cards", 1, MAX_CAPITAL as i64);
        let copies = copies.map_err(|problem| (at.value(value), problem))? as u8;
        (0..copies).for_each(|_| capital.add(number));
        cards += usize::from(copies);
        if cards > MAX_CAPITAL {
            break;
        }
    }
    // Six cards for each of six players. (SH-R4)
    Range { what: "Capital cards", min: 36, max: MAX_CAPITAL }.check(cards, &at)?;
    Ok(capital)
}

fn parse_investment<'f>(text: &InvestmentText, at: &Place<'f>, set: &mut Set) -> Parsed<'f, ()> {
    let in_field = |key| move |problem| (at.value(key), problem);
    let number = parse_id(&text.id, 'I', MAX_INVESTMENT).map_err(in_field("id"))?;
    let index = &mut set.investments[usize::from(number)];
    if index.is_some() {
        return Err((at.value("id"), Problem::Twice(text.id.clone())));
    }
    let value = within(text.value, "the value of an Investment", -30, 30).map_err(in_field("value"))? as i8;
    let mut bonus = [None; MAX_BONUS];
    for (index, effect) in text.bonus.iter().enumerate() {
        let in_bonus = |problem| (at.value("bonus").item(index), problem);
        let parsed = parse_effect(effect).map_err(in_bonus)?;
        if !parsed.may_be_bonus() || index >= MAX_BONUS {
            return Err(in_bonus(Problem::Bonus));
        }
        bonus[index] = Some(parsed);
    }
    *index = Some(Investment { value, bonus });
    set.names.insert(Card::Investment(number), parse_name(&text.name).map_err(in_field("name"))?);
    Ok(())
}

fn parse_tool<'f>(text: &ToolText, at: &Place<'f>, set: &mut Set) -> Parsed<'f, ()> {
    let in_field = |key| move |problem| (at.value(key), problem);
    let number = parse_id(&text.id, 'T', MAX_TOOL).map_err(in_field("id"))?;
    if set.tools[usize::from(number)].is_some() {
        return Err((at.value("id"), Problem::Twice(text.id.clone())));
    }
    let copies = within(text.copies, "the number of copies", 1, 12).map_err(in_field("copies"))?;
    let cost = within(text.cost, "the cost", 0, 9).map_err(in_field("cost"))? as u8;
    let found = Kind::ALL.iter().find(|(_, word, _)| *word == text.kind);
    let Some(&(kind, word, _)) = found else {
        let known = Kind::ALL.map(|(_, word, _)| word).join(", ");
        return Err((at.value("kind"), Problem::Kind { given: truncate(&text.kind), known }));
    };
    let (given, wanted) = (text.effects.len(), kind.effects());
    if given != wanted {
        return Err((at.value("effects"), Problem::Effects { kind: word, wanted, given }));
    }
    let mut effects = [None; 2];
    for (index, effect) in text.effects.iter().enumerate() {
        let parsed = parse_effect(effect).map_err(|problem| (at.value("effects").item(index), problem))?;
        effects[index] = Some(parsed);
    }
    let cancels = effects.contains(&Some(Effect::Cancel));
    if cancels != (kind == Kind::Reaction) || cancels && cost > 0 {
        return Err((at.value("effects"), Problem::Reaction));
    }
    set.tools[usize::from(number)] = Some(Tool { cost, kind, effects });
    (0..copies).for_each(|_| set.copies.add(number));
    set.names.insert(Card::Tool(number), parse_name(&text.name).map_err(in_field("name"))?);
    Ok(())
}

fn parse_id(text: &str, letter: char, max: u8) -> Result<u8, Problem> {
    match (text.parse(), letter) {
        (Ok(Card::Investment(number)), 'I') | (Ok(Card::Tool(number)), 'T') => Ok(number),
        _ => Err(Problem::CardId { given: truncate(text), letter, max }),
    }
}

fn parse_name(name: &Name) -> Result<BTreeMap<String, String>, Problem> {
    let names = match name.clone() {
        Name::One(name) => [("en".to_owned(), name)].into(),
        Name::Several(names) => names,
    };
    let missing = names.is_empty() || names.values().any(|name| name.trim().is_empty());
    if missing { Err(Problem::Name) } else { Ok(names) }
}

/// Reads an effect: its name, followed by its number if it has one.
fn parse_effect(given: &str) -> Result<Effect, Problem> {
    let (word, number) = given.split_once(' ').map_or((given, None), |(word, number)| (word, Some(number)));
    let Some((effect, ..)) = EFFECTS.iter().find(|(_, known, _)| *known == word) else {
        let known = EFFECTS.iter().map(|(_, word, _)| *word).collect::<Vec<_>>().join(", ");
        return Err(Problem::Effect { given: truncate(given), known });
    };
    let takes_number = effect.number().is_some();
    let number = number.map(|number| number.parse().ok().filter(|number| (1..=9).contains(number)));
    match (takes_number, number) {
        (true, Some(Some(number))) => Ok(effect.with_number(number)),
        (false, None) => Ok(*effect),
        _ => {
            let form =
                if takes_number { format!("{word} and a number from 1 to 9") } else { word.to_owned() };
            Err(Problem::EffectNumber { given: truncate(given), form })
        }
    }
}

fn within(given: i64, what: &'static str, min: i64, max: i64) -> Result<i64, Problem> {
    if (min..=max).contains(&given) { Ok(given) } else { Err(Problem::Number { what, given, min, max }) }
}

/// Allowed number of cards in a deck.
struct Range {
    what: &'static str,
    min: usize,
    max: usize,
}

impl Range {
    fn check<'f>(self, given: usize, at: &Place<'f>) -> Parsed<'f, ()> {
        let Self { what, min, max } = self;
        if (min..=max).contains(&given) {
            Ok(())
        } else {
            Err((at.clone(), Problem::Cards { what, given, min, max }))
        }
    }
}

fn truncate(text: &str) -> String {
    text.chars().take(40).collect()
}
