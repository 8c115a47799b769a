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
use toml::Spanned;

/// Mistake in a set file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct SetError {
    /// Line, from 1.
    pub line: usize,
    /// The problem.
    pub problem: Problem,
}

/// Problem in a set file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Problem {
    /// It is not TOML, or has unknown keys.
    #[error("{0}")]
    Form(String),
    /// The id of the set is invalid.
    #[error("invalid set id “{0}”; use up to 24 lower-case letters, digits and hyphens")]
    Id(String),
    /// The id of a card is invalid.
    #[error("invalid id “{given}”; use {letter}01 to {letter}{max}")]
    CardId {
        /// The text found.
        given: String,
        /// The required letter.
        letter: char,
        /// The highest number.
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
        /// The number found.
        given: i64,
        /// Minimum.
        min: i64,
        /// Maximum.
        max: i64,
    },
    /// A deck has too few or too many cards.
    #[error("the set has {given} {what}; use {min} to {max}")]
    Cards {
        /// The deck.
        what: &'static str,
        /// Number of cards found.
        given: usize,
        /// Minimum.
        min: usize,
        /// Maximum.
        max: usize,
    },
    /// An effect is unknown.
    #[error("unknown effect “{given}”; use one of {known}")]
    Effect {
        /// The text found.
        given: String,
        /// The known effects.
        known: String,
    },
    /// An effect lacks its number, or has one it does not take.
    #[error("invalid effect “{given}”; use {form}")]
    EffectNumber {
        /// The text found.
        given: String,
        /// The expected form.
        form: String,
    },
    /// A kind of Tool is unknown.
    #[error("unknown kind “{given}”; use one of {known}")]
    Kind {
        /// The text found.
        given: String,
        /// The known kinds.
        known: String,
    },
    /// A Tool has the wrong number of effects for its kind.
    #[error("a {kind} Tool has {wanted} effects, not {given}")]
    Effects {
        /// The kind.
        kind: &'static str,
        /// Expected number of effects.
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

/// Name in one language or in several.
#[derive(Clone, Deserialize)]
#[serde(untagged)]
enum Name {
    One(String),
    Several(BTreeMap<String, String>),
}

/// Result with a problem and its byte offset in the text.
type Parsed<T> = Result<T, (usize, Problem)>;

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
    parse_set(&file).map_err(error)
}

fn parse_set(file: &File) -> Parsed<Set> {
    let id = file.id.get_ref();
    let plain =
        id.bytes().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == b'-');
    if !plain || id.is_empty() || id.len() > 24 {
        return Err(at(&file.id, Problem::Id(truncate(id))));
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
    for text in &file.investment {
        parse_investment(text.get_ref(), &mut set)?;
    }
    let last = |indices: Option<usize>| indices.unwrap_or_default();
    // Four rounds of three lots of two. (SH-R2)
    let investments = Range { what: "Investments", min: 24, max: MAX_INVESTMENTS };
    investments.check(file.investment.len(), last(file.investment.last().map(|text| text.span().start)))?;
    for text in &file.tool {
        parse_tool(text.get_ref(), &mut set)?;
    }
    // Three cards for each of six players. (SH-R4)
    let copies: usize = set.copies.kinds().map(|(_, copies)| usize::from(copies)).sum();
    let tools = Range { what: "Tools", min: 18, max: MAX_TOOLS };
    let end = last(file.tool.last().map(|text| text.span().start));
    tools.check(copies, end)?;
    let reactions = set.copies.kinds().filter(|(tool, _)| set.is_reaction(*tool));
    let reactions: usize = reactions.map(|(_, copies)| usize::from(copies)).sum();
    Range { what: "reactions", min: 0, max: MAX_REACTIONS }.check(reactions, end)?;
    Ok(set.with_statistics())
}

fn parse_capital(text: &Spanned<BTreeMap<Spanned<String>, Spanned<i64>>>) -> Parsed<Capital> {
    let mut capital = Capital::NONE;
    let mut cards = 0;
    for (value, count) in text.get_ref() {
        let invalid = || at(value, Problem::Value(truncate(value.get_ref())));
        let number: u8 = value.get_ref().parse().map_err(|_| invalid())?;
        if !(1..=MAX_VALUE).contains(&number) {
            return Err(invalid());
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
    // Six cards for each of six players. (SH-R4)
    Range { what: "Capital cards", min: 36, max: MAX_CAPITAL }.check(cards, text.span().start)?;
    Ok(capital)
}

fn parse_investment(text: &InvestmentText, set: &mut Set) -> Parsed<()> {
    let number = parse_id(&text.id, 'I', MAX_INVESTMENT)?;
    let index = &mut set.investments[usize::from(number)];
    if index.is_some() {
        return Err(at(&text.id, Problem::Twice(text.id.get_ref().clone())));
    }
    let value = within(&text.value, "the value of an Investment", -30, 30)? as i8;
    let mut bonus = [None; MAX_BONUS];
    for (index, effect) in text.bonus.iter().enumerate() {
        let parsed = parse_effect(effect)?;
        if !parsed.may_be_bonus() || index >= MAX_BONUS {
            return Err(at(effect, Problem::Bonus));
        }
        bonus[index] = Some(parsed);
    }
    *index = Some(Investment { value, bonus });
    set.names.insert(Card::Investment(number), parse_name(&text.name)?);
    Ok(())
}

fn parse_tool(text: &ToolText, set: &mut Set) -> Parsed<()> {
    let number = parse_id(&text.id, 'T', MAX_TOOL)?;
    if set.tools[usize::from(number)].is_some() {
        return Err(at(&text.id, Problem::Twice(text.id.get_ref().clone())));
    }
    let copies = within(&text.copies, "the number of copies", 1, 12)?;
    let cost = within(&text.cost, "the cost", 0, 9)? as u8;
    let found = Kind::ALL.iter().find(|(_, word, _)| word == text.kind.get_ref());
    let Some(&(kind, word, _)) = found else {
        let known = Kind::ALL.map(|(_, word, _)| word).join(", ");
        return Err(at(&text.kind, Problem::Kind { given: truncate(text.kind.get_ref()), known }));
    };
    let (given, wanted) = (text.effects.get_ref().len(), kind.effects());
    if given != wanted {
        return Err(at(&text.effects, Problem::Effects { kind: word, wanted, given }));
    }
    let mut effects = [None; 2];
    for (index, effect) in text.effects.get_ref().iter().enumerate() {
        effects[index] = Some(parse_effect(effect)?);
    }
    let cancels = effects.contains(&Some(Effect::Cancel));
    if cancels != (kind == Kind::Reaction) || cancels && cost > 0 {
        return Err(at(&text.effects, Problem::Reaction));
    }
    set.tools[usize::from(number)] = Some(Tool { cost, kind, effects });
    (0..copies).for_each(|_| set.copies.add(number));
    set.names.insert(Card::Tool(number), parse_name(&text.name)?);
    Ok(())
}

fn parse_id(text: &Spanned<String>, letter: char, max: u8) -> Parsed<u8> {
    match (text.get_ref().parse(), letter) {
        (Ok(Card::Investment(number)), 'I') | (Ok(Card::Tool(number)), 'T') => Ok(number),
        _ => Err(at(text, Problem::CardId { given: truncate(text.get_ref()), letter, max })),
    }
}

fn parse_name(text: &Spanned<Name>) -> Parsed<BTreeMap<String, String>> {
    let names = match text.get_ref().clone() {
        Name::One(name) => BTreeMap::from([("en".to_owned(), name)]),
        Name::Several(names) => names,
    };
    let missing = names.is_empty() || names.values().any(|name| name.trim().is_empty());
    if missing { Err(at(text, Problem::Name)) } else { Ok(names) }
}

/// Reads an effect: its name, followed by its number if it has one.
fn parse_effect(text: &Spanned<String>) -> Parsed<Effect> {
    let given = text.get_ref();
    let (word, number) =
        given.split_once(' ').map_or((given.as_str(), None), |(word, number)| (word, Some(number)));
    let Some((effect, ..)) = EFFECTS.iter().find(|(_, known, _)| *known == word) else {
        let known = EFFECTS.iter().map(|(_, word, _)| *word).collect::<Vec<_>>().join(", ");
        return Err(at(text, Problem::Effect { given: truncate(given), known }));
    };
    let takes_number = effect.number().is_some();
    let number = number.map(|number| number.parse().ok().filter(|number| (1..=9).contains(number)));
    match (takes_number, number) {
        (true, Some(Some(number))) => Ok(effect.with_number(number)),
        (false, None) => Ok(*effect),
        _ => {
            let form =
                if takes_number { format!("{word} and a number from 1 to 9") } else { word.to_owned() };
            Err(at(text, Problem::EffectNumber { given: truncate(given), form }))
        }
    }
}

fn within(number: &Spanned<i64>, what: &'static str, min: i64, max: i64) -> Parsed<i64> {
    let given = *number.get_ref();
    if (min..=max).contains(&given) {
        Ok(given)
    } else {
        Err(at(number, Problem::Number { what, given, min, max }))
    }
}

/// Allowed number of cards in a deck.
struct Range {
    what: &'static str,
    min: usize,
    max: usize,
}

impl Range {
    fn check(self, given: usize, index: usize) -> Parsed<()> {
        let Self { what, min, max } = self;
        if (min..=max).contains(&given) {
            Ok(())
        } else {
            Err((index, Problem::Cards { what, given, min, max }))
        }
    }
}

fn truncate(text: &str) -> String {
    text.chars().take(40).collect()
}
