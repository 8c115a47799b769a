//! Size of structs. A struct with many fields has more than one purpose.

/// Maximum number of fields of a struct.
const MAX_FIELDS: usize = 15;

/// Crates whose structs are checked.
pub(crate) const CRATES: &[&str] = &["server", "store", "table", "terminal"];

/// Returns a problem for each struct with too many fields in a formatted source.
pub(crate) fn check(shown: &str, text: &str) -> Vec<String> {
    let structs = fields(text).into_iter().filter(|(_, fields)| *fields > MAX_FIELDS);
    structs
        .map(|(name, fields)| format!("{shown}: {name} has {fields} fields; split it (maximum {MAX_FIELDS})"))
        .collect()
}

/// Returns the structs of a formatted source, with their number of fields.
fn fields(text: &str) -> Vec<(&str, usize)> {
    let mut structs: Vec<(&str, usize)> = Vec::new();
    // Indent of the struct whose fields follow.
    let mut open: Option<&str> = None;
    for line in text.lines() {
        let code = line.trim_start();
        let indent = &line[..line.len() - code.len()];
        if let (Some(outer), Some((_, fields))) = (open, structs.last_mut()) {
            if indent == outer && code.starts_with('}') {
                open = None;
            } else {
                *fields += usize::from(code.contains(": ") && !code.starts_with(['/', '#']));
            }
        } else if let Some((before, name)) = code.split_once("struct ")
            && (before.is_empty() || before.starts_with("pub"))
            && line.ends_with('{')
        {
            structs.push((name.split([' ', '<']).next().unwrap_or_default(), 0));
            open = Some(indent);
        }
    }
    structs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_counted_by_struct() {
        let text = "/// A pair.\npub struct Pair<T> {\n    /// First: of two.\n    a: T,\n    b: T,\n}\n\n\
                    mod inner {\n    struct Unit {\n        x: u8,\n    }\n}\nstruct Tuple(u8);\n";
        assert_eq!(fields(text), [("Pair", 2), ("Unit", 1)]);
    }

    #[test]
    fn a_struct_with_too_many_fields_is_a_problem() {
        let text = |fields: usize| format!("struct Big {{\n{}}}\n", "    x: u8,\n".repeat(fields));
        assert!(check("big.rs", &text(MAX_FIELDS)).is_empty());
        assert_eq!(check("big.rs", &text(MAX_FIELDS + 1)).len(), 1);
    }
}
