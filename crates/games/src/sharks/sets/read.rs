//! From the text of a set file to a set, or to the line that is wrong. (`docs/sets.md`)

use super::effect::EFFECTS;
use super::{
    Card, Effect, Investment, Kind, MAX_BONUS, MAX_CAPITAL, MAX_INVESTMENT, MAX_INVESTMENTS, MAX_TOOL,
    MAX_TOOLS, MAX_VALUE, Set, Tool,
};
use crate::sharks::counts::{Capital, Tools};
use crate::sharks::state::MAX_REACTIONS;
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

/// What is wrong with a set file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct SetError {
    /// Where, from 1.
    pub line: usize,
    /// What.
    pub problem: Problem,
}

/// What can be wrong with a set file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Problem {
    /// It is not TOML, or has other keys than a set has.
    #[error("{0}")]
    Form(String),
    /// The set's own id is not one.
    #[error("“{0}” is no name for a set: write small letters, digits and hyphens, at most 24")]
    Id(String),
    /// A card's id is not one.
    #[error("“{given}” is no id: write {letter} and two digits, from {letter}01 to {letter}{max}")]
    CardId {
        /// What stands there.
        given: String,
        /// What it must begin with.
        letter: char,
        /// The highest number.
        max: u8,
    },
    /// Two cards have the same id.
    #[error("{0} is there already")]
    Twice(String),
    /// A value of Capital is not one.
    #[error("“{0}” is no value of Capital: write a whole number from 1 to {MAX_VALUE}")]
    Value(String),
    /// A number is too small or too large.
    #[error("{what} cannot be {given}, only {min} to {max}")]
    Number {
        /// What it counts.
        what: &'static str,
        /// What stands there.
        given: i64,
        /// The least it can be.
        min: i64,
        /// The most it can be.
        max: i64,
    },
    /// There are too few or too many cards in a deck.
    #[error("there are {given} {what}, but a set has {min} to {max}")]
    Cards {
        /// Of what.
        what: &'static str,
        /// How many there are.
        given: usize,
        /// How many are needed.
        min: usize,
        /// How many there is room for.
        max: usize,
    },
    /// There is no such effect.
    #[error("there is no effect “{given}”; there are {known}")]
    Effect {
        /// What stands there.
        given: String,
        /// The effects there are.
        known: String,
    },
    /// An effect needs a number, or has one that it does not need.
    #[error("“{given}”: write {form}")]
    EffectNumber {
        /// What stands there.
        given: String,
        /// How it is written.
        form: String,
    },
    /// There is no such kind of Tool.
    #[error("there is no kind “{given}”; there are {known}")]
    Kind {
        /// What stands there.
        given: String,
        /// The kinds there are.
        known: String,
    },
    /// A Tool has more or fewer effects than its kind.
    #[error("a {kind} Tool has {wanted} effects, not {given}")]
    Effects {
        /// Its kind.
        kind: &'static str,
        /// How many it should have.
        wanted: usize,
        /// How many it has.
        given: usize,
    },
    /// A bonus that needs a choice, or is too long.
    #[error("a bonus is at most {MAX_BONUS} of draw-capital, draw-tool and others-discard-capital")]
    Bonus,
    /// Reactions cancel, and nothing else does; and they cost nothing.
    #[error("a reaction has the effect cancel and costs 0, and no other Tool cancels")]
    Reaction,
    /// A card has no name.
    #[error("a name is missing")]
    Name,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    id: Spanned<String>,
    capital: Spanned<BTreeMap<Spanned<String>, Spanned<i64>>>,
    #[serde(default)]
    investment: Vec<Spanned<InvestmentText>>,
    #[serde(default)]
    tool: Vec<Spanned<ToolText>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct InvestmentText {
    id: Spanned<String>,
    name: Spanned<Name>,
    value: Spanned<i64>,
    #[serde(default)]
    bonus: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ToolText {
    id: Spanned<String>,
    name: Spanned<Name>,
    copies: Spanned<i64>,
    cost: Spanned<i64>,
    kind: Spanned<String>,
    effects: Spanned<Vec<Spanned<String>>>,
}

/// A name in one language or in several.
#[derive(Clone, Deserialize)]
#[serde(untagged)]
enum Name {
    One(String),
    Several(BTreeMap<String, String>),
}

/// Where a problem is, as a place in the text.
type Found<T> = Result<T, (usize, Problem)>;

fn at<T>(text: &Spanned<T>, problem: Problem) -> (usize, Problem) {
    (text.span().start, problem)
}

pub(super) fn read(text: &str) -> Result<Set, SetError> {
    let error = |(index, problem): (usize, Problem)| {
        let before = text.get(..index).unwrap_or(text);
        SetError { line: 1 + before.matches('\n').count(), problem }
    };
    let file: File = toml::from_str(text).map_err(|toml| {
        error((toml.span().map_or(0, |span| span.start), Problem::Form(toml.message().to_owned())))
    })?;
    understand(&file).map_err(error)
}

fn understand(file: &File) -> Found<Set> {
    let id = file.id.get_ref();
    let plain =
        id.bytes().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == b'-');
    if !plain || id.is_empty() || id.len() > 24 {
        return Err(at(&file.id, Problem::Id(shorten(id))));
    }
    let mut set = Set {
        id: id.clone(),
        capital: understand_capital(&file.capital)?,
        copies: Tools::NONE,
        investments: [None; MAX_INVESTMENT as usize + 1],
        tools: [None; MAX_TOOL as usize + 1],
        means: super::Means::default(),
        names: BTreeMap::new(),
    };
    for text in &file.investment {
        understand_investment(text.get_ref(), &mut set)?;
    }
    let last = |indices: Option<usize>| indices.unwrap_or_default();
    // Four rounds of three lots of two. (SH-R2)
    let investments = Range { what: "Investments", min: 24, max: MAX_INVESTMENTS };
    investments.check(file.investment.len(), last(file.investment.last().map(|text| text.span().start)))?;
    for text in &file.tool {
        understand_tool(text.get_ref(), &mut set)?;
    }
    // Three for each of six. (SH-R4)
    let copies: usize = set.copies.kinds().map(|(_, copies)| usize::from(copies)).sum();
    let tools = Range { what: "Tools", min: 18, max: MAX_TOOLS };
    let end = last(file.tool.last().map(|text| text.span().start));
    tools.check(copies, end)?;
    let reactions = set.copies.kinds().filter(|(tool, _)| set.is_reaction(*tool));
    let reactions: usize = reactions.map(|(_, copies)| usize::from(copies)).sum();
    Range { what: "reactions", min: 0, max: MAX_REACTIONS }.check(reactions, end)?;
    Ok(set.added_up())
}

fn understand_capital(text: &Spanned<BTreeMap<Spanned<String>, Spanned<i64>>>) -> Found<Capital> {
    let mut capital = Capital::NONE;
    let mut cards = 0;
    for (value, count) in text.get_ref() {
        let strange = || at(value, Problem::Value(shorten(value.get_ref())));
        let number: u8 = value.get_ref().parse().map_err(|_| strange())?;
        if !(1..=MAX_VALUE).contains(&number) {
            return Err(strange());
        }
        if capital.of(number) > 0 {
            return Err(at(value, Problem::Twice(number.to_string())));
        }
        let copies = within(count, "the number of cards", 1, MAX_CAPITAL as i64)? as u8;
        (0..copies).for_each(|_| capital.add(number));
        cards += usize::from(copies);
        if cards > MAX_CAPITAL {
            break;
        }
    }
    // Six for each of six. (SH-R4)
    Range { what: "Capital cards", min: 36, max: MAX_CAPITAL }.check(cards, text.span().start)?;
    Ok(capital)
}

fn understand_investment(text: &InvestmentText, set: &mut Set) -> Found<()> {
    let number = understand_id(&text.id, 'I', MAX_INVESTMENT)?;
    let index = &mut set.investments[usize::from(number)];
    if index.is_some() {
        return Err(at(&text.id, Problem::Twice(text.id.get_ref().clone())));
    }
    let value = within(&text.value, "the value of an Investment", -30, 30)? as i8;
    let mut bonus = [None; MAX_BONUS];
    for (index, effect) in text.bonus.iter().enumerate() {
        let understood = understand_effect(effect)?;
        if !understood.may_be_bonus() || index >= MAX_BONUS {
            return Err(at(effect, Problem::Bonus));
        }
        bonus[index] = Some(understood);
    }
    *index = Some(Investment { value, bonus });
    set.names.insert(Card::Investment(number), understand_name(&text.name)?);
    Ok(())
}

fn understand_tool(text: &ToolText, set: &mut Set) -> Found<()> {
    let number = understand_id(&text.id, 'T', MAX_TOOL)?;
    if set.tools[usize::from(number)].is_some() {
        return Err(at(&text.id, Problem::Twice(text.id.get_ref().clone())));
    }
    let copies = within(&text.copies, "the number of copies", 1, 12)?;
    let cost = within(&text.cost, "the cost", 0, 9)? as u8;
    let found = Kind::ALL.iter().find(|(_, word, _)| word == text.kind.get_ref());
    let Some(&(kind, word, _)) = found else {
        let known = Kind::ALL.map(|(_, word, _)| word).join(", ");
        return Err(at(&text.kind, Problem::Kind { given: shorten(text.kind.get_ref()), known }));
    };
    let (given, wanted) = (text.effects.get_ref().len(), kind.effects());
    if given != wanted {
        return Err(at(&text.effects, Problem::Effects { kind: word, wanted, given }));
    }
    let mut effects = [None; 2];
    for (index, effect) in text.effects.get_ref().iter().enumerate() {
        effects[index] = Some(understand_effect(effect)?);
    }
    let cancels = effects.contains(&Some(Effect::Cancel));
    if cancels != (kind == Kind::Reaction) || cancels && cost > 0 {
        return Err(at(&text.effects, Problem::Reaction));
    }
    set.tools[usize::from(number)] = Some(Tool { cost, kind, effects });
    (0..copies).for_each(|_| set.copies.add(number));
    set.names.insert(Card::Tool(number), understand_name(&text.name)?);
    Ok(())
}

fn understand_id(text: &Spanned<String>, letter: char, max: u8) -> Found<u8> {
    match (text.get_ref().parse(), letter) {
        (Ok(Card::Investment(number)), 'I') | (Ok(Card::Tool(number)), 'T') => Ok(number),
        _ => Err(at(text, Problem::CardId { given: shorten(text.get_ref()), letter, max })),
    }
}

fn understand_name(text: &Spanned<Name>) -> Found<BTreeMap<String, String>> {
    let names = match text.get_ref().clone() {
        Name::One(name) => BTreeMap::from([("en".to_owned(), name)]),
        Name::Several(names) => names,
    };
    let missing = names.is_empty() || names.values().any(|name| name.trim().is_empty());
    if missing { Err(at(text, Problem::Name)) } else { Ok(names) }
}

/// An effect: its word, and after a blank its number where it has one.
fn understand_effect(text: &Spanned<String>) -> Found<Effect> {
    let given = text.get_ref();
    let (word, number) =
        given.split_once(' ').map_or((given.as_str(), None), |(word, number)| (word, Some(number)));
    let Some((effect, ..)) = EFFECTS.iter().find(|(_, known, _)| *known == word) else {
        let known = EFFECTS.iter().map(|(_, word, _)| *word).collect::<Vec<_>>().join(", ");
        return Err(at(text, Problem::Effect { given: shorten(given), known }));
    };
    let takes_number = effect.number().is_some();
    let number = number.map(|number| number.parse().ok().filter(|number| (1..=9).contains(number)));
    match (takes_number, number) {
        (true, Some(Some(number))) => Ok(effect.with_number(number)),
        (false, None) => Ok(*effect),
        _ => {
            let form =
                if takes_number { format!("{word} and a number from 1 to 9") } else { word.to_owned() };
            Err(at(text, Problem::EffectNumber { given: shorten(given), form }))
        }
    }
}

fn within(number: &Spanned<i64>, what: &'static str, min: i64, max: i64) -> Found<i64> {
    let given = *number.get_ref();
    if (min..=max).contains(&given) {
        Ok(given)
    } else {
        Err(at(number, Problem::Number { what, given, min, max }))
    }
}

/// How many cards a deck may have.
struct Range {
    what: &'static str,
    min: usize,
    max: usize,
}

impl Range {
    fn check(self, given: usize, index: usize) -> Found<()> {
        let Self { what, min, max } = self;
        if (min..=max).contains(&given) {
            Ok(())
        } else {
            Err((index, Problem::Cards { what, given, min, max }))
        }
    }
}

fn shorten(text: &str) -> String {
    text.chars().take(40).collect()
}
