//! Checks that JSON has the type that `wire.ts` declares: no field missing, none unknown. Reads only as much of
//! TypeScript as `wire.ts` uses.

use serde_json::Value;
use std::collections::BTreeMap;
use std::iter::Peekable;
use std::vec::IntoIter;

/// Type declarations of a TypeScript file.
pub(super) struct Declarations(BTreeMap<String, Type>);

enum Type {
    Unknown,
    Boolean,
    Number,
    String,
    Literal(Value),
    Array(Box<Type>),
    Tuple(Vec<Type>),
    Record(Box<Type>),
    Object(Vec<Property>),
    Union(Vec<Type>),
    Intersection(Vec<Type>),
    Named(String),
}

struct Property {
    name: String,
    optional: bool,
    value: Type,
}

impl Declarations {
    /// Reads every `export type NAME = …;`.
    pub(super) fn read(text: &str) -> Self {
        let mut tokens = Tokens::of(text);
        let mut types = BTreeMap::new();
        while tokens.takes("export") {
            tokens.expect("type");
            let name = tokens.next();
            tokens.expect("=");
            types.insert(name, tokens.union());
            tokens.expect(";");
        }
        assert!(tokens.0.peek().is_none(), "there is more than declarations: {:?}", tokens.0.peek());
        Self(types)
    }

    /// Checks that `value` has the type that is `written` in TypeScript. Returns the mismatch otherwise.
    pub(super) fn check(&self, written: &str, value: &Value) -> Result<(), String> {
        self.check_type(&Tokens::of(written).union(), value)
    }

    fn check_type(&self, expected: &Type, value: &Value) -> Result<(), String> {
        let no = |what: &str| Err(format!("{value} is not {what}"));
        match (expected, value) {
            (Type::Unknown, _)
            | (Type::Boolean, Value::Bool(_))
            | (Type::Number, Value::Number(_))
            | (Type::String, Value::String(_)) => Ok(()),
            (Type::Boolean, _) => no("a boolean"),
            (Type::Number, _) => no("a number"),
            (Type::String, _) => no("a string"),
            (Type::Literal(literal), value) if literal == value => Ok(()),
            (Type::Literal(literal), _) => no(&literal.to_string()),
            (Type::Array(item), Value::Array(values)) => {
                values.iter().try_for_each(|value| self.check_type(item, value))
            }
            (Type::Tuple(items), Value::Array(values)) if items.len() == values.len() => {
                items.iter().zip(values).try_for_each(|(item, value)| self.check_type(item, value))
            }
            (Type::Array(_) | Type::Tuple(_), _) => no("such an array"),
            (Type::Record(item), Value::Object(fields)) => {
                fields.values().try_for_each(|value| self.check_type(item, value))
            }
            (Type::Record(_), _) => no("an object"),
            (Type::Union(forms), value) => {
                let errors: Vec<String> =
                    forms.iter().map_while(|form| self.check_type(form, value).err()).collect();
                if errors.len() < forms.len() { Ok(()) } else { Err(errors.join("; ")) }
            }
            (Type::Named(name), value) => {
                let declared = self.0.get(name).ok_or_else(|| format!("{name} is not declared"))?;
                self.check_type(declared, value).map_err(|error| format!("{name}: {error}"))
            }
            (Type::Object(_) | Type::Intersection(_), Value::Object(fields)) => {
                let properties = self.properties(expected)?;
                if let Some(strange) =
                    fields.keys().find(|key| !properties.iter().any(|one| one.name == **key))
                {
                    return no(&format!("without {strange}"));
                }
                properties.iter().try_for_each(|property| match fields.get(&property.name) {
                    Some(value) => self
                        .check_type(&property.value, value)
                        .map_err(|error| format!("{}: {error}", property.name)),
                    None if property.optional => Ok(()),
                    None => no(&format!("with {}", property.name)),
                })
            }
            (Type::Object(_) | Type::Intersection(_), _) => no("an object"),
        }
    }

    fn properties<'a>(&'a self, of: &'a Type) -> Result<Vec<&'a Property>, String> {
        match of {
            Type::Object(properties) => Ok(properties.iter().collect()),
            Type::Intersection(parts) => {
                let parts: Result<Vec<_>, _> = parts.iter().map(|part| self.properties(part)).collect();
                Ok(parts?.into_iter().flatten().collect())
            }
            Type::Named(name) => match self.0.get(name) {
                Some(declared) => self.properties(declared),
                None => Err(format!("{name} is not declared")),
            },
            _ => Err("only objects can be joined".to_owned()),
        }
    }
}

/// Tokens: words, quoted strings and single characters.
struct Tokens(Peekable<IntoIter<String>>);

impl Tokens {
    fn of(text: &str) -> Self {
        let mut tokens = Vec::new();
        let mut rest = text.trim_start();
        while let Some(first) = rest.chars().next() {
            let length = if rest.starts_with("//") {
                rest.find('\n').unwrap_or(rest.len())
            } else if rest.starts_with("/*") {
                rest.find("*/").expect("a comment ends") + 2
            } else if first == '"' {
                rest[1..].find('"').expect("a text ends") + 2
            } else if first.is_alphanumeric() {
                rest.find(|sign: char| !sign.is_alphanumeric()).unwrap_or(rest.len())
            } else {
                first.len_utf8()
            };
            let (token, after) = rest.split_at(length);
            if !token.starts_with("//") && !token.starts_with("/*") {
                tokens.push(token.to_owned());
            }
            rest = after.trim_start();
        }
        Self(tokens.into_iter().peekable())
    }

    fn next(&mut self) -> String {
        self.0.next().expect("a declaration ends")
    }

    fn takes(&mut self, token: &str) -> bool {
        self.0.next_if(|next| next == token).is_some()
    }

    fn expect(&mut self, token: &str) {
        assert_eq!(self.next(), token);
    }

    fn union(&mut self) -> Type {
        self.takes("|");
        let mut forms = vec![self.intersection()];
        while self.takes("|") {
            forms.push(self.intersection());
        }
        if forms.len() == 1 { forms.remove(0) } else { Type::Union(forms) }
    }

    fn intersection(&mut self) -> Type {
        let mut parts = vec![self.array()];
        while self.takes("&") {
            parts.push(self.array());
        }
        if parts.len() == 1 { parts.remove(0) } else { Type::Intersection(parts) }
    }

    fn array(&mut self) -> Type {
        let mut item = self.one();
        while self.takes("[") {
            self.expect("]");
            item = Type::Array(Box::new(item));
        }
        item
    }

    fn one(&mut self) -> Type {
        let token = self.next();
        match token.as_str() {
            "unknown" => Type::Unknown,
            "boolean" => Type::Boolean,
            "number" => Type::Number,
            "string" => Type::String,
            "Array" => Type::Array(Box::new(self.arguments().remove(0))),
            "Record" => Type::Record(Box::new(self.arguments().remove(1))),
            "{" => Type::Object(self.fields()),
            "[" => Type::Tuple(self.list("]")),
            "(" => {
                let inside = self.union();
                self.expect(")");
                inside
            }
            _ => serde_json::from_str(&token).map_or(Type::Named(token), Type::Literal),
        }
    }

    fn arguments(&mut self) -> Vec<Type> {
        self.expect("<");
        self.list(">")
    }

    fn list(&mut self, end: &str) -> Vec<Type> {
        let mut types = vec![self.union()];
        while self.takes(",") {
            types.push(self.union());
        }
        self.expect(end);
        types
    }

    fn fields(&mut self) -> Vec<Property> {
        let mut fields = Vec::new();
        while !self.takes("}") {
            let name = self.next().trim_matches('"').to_owned();
            let optional = self.takes("?");
            self.expect(":");
            fields.push(Property { name, optional, value: self.union() });
            self.takes(",");
        }
        fields
    }
}

#[test]
fn json_of_another_type_is_refused() {
    let declared = Declarations::read(
        "// A comment.\nexport type Card = string;\n/**\n * Another.\n */\nexport type Play = { \"type\": \"play\", card: Card | null, \
         to?: number[] }\n  | { \"type\": \"pass\" } & Where;\nexport type Where = { at: [Card, Array<1 | 2>] };",
    );
    let check = |written: &str, json: &str| declared.check(written, &serde_json::from_str(json).unwrap());
    for fits in [
        r#"{"type":"play","card":null}"#,
        r#"{"card":"7d","to":[1],"type":"play"}"#,
        r#"{"type":"pass","at":["7d",[1,2]]}"#,
    ] {
        assert_eq!(check("Play", fits), Ok(()));
    }
    for does_not in [
        "null",
        r#"{"type":"play"}"#,
        r#"{"type":"play","card":7}"#,
        r#"{"type":"play","card":"7d","strange":1}"#,
        r#"{"type":"play","card":"7d","to":["1"]}"#,
        r#"{"type":"pass"}"#,
        r#"{"type":"pass","at":["7d",[3]]}"#,
        r#"{"type":"pass","at":["7d"]}"#,
    ] {
        assert!(check("Play", does_not).is_err(), "{does_not}");
    }
    assert!(check("Unheard", "1").is_err());
    assert!(check("Record<string, Card>[]", r#"[{"7d":"7d"}]"#).is_ok());
}
