//! Design tokens of the page: components use no colour and no text size of their own.

use std::path::Path;

/// File that defines the tokens.
const TOKENS: &str = "web/src/kit/tokens.css";

/// Returns the raw colours and text sizes in the styles of a component or a style sheet. `path` is relative
/// to the repository.
pub(crate) fn check(path: &Path, text: &str) -> Vec<String> {
    if path == Path::new(TOKENS) {
        return Vec::new();
    }
    let is_sheet = path.extension().is_some_and(|ending| ending == "css");
    let mut in_style = is_sheet;
    let mut problems = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if !is_sheet && line.starts_with("<style") {
            in_style = true;
        } else if line.starts_with("</style>") {
            in_style = false;
        } else if in_style {
            let found = colours(line).into_iter().map(|raw| (raw, "colour"));
            let found = found.chain(sizes(line).into_iter().map(|raw| (raw, "text size")));
            problems.extend(found.map(|(raw, kind)| {
                format!(
                    "{}:{}: the {kind} {raw} is not a token; use one of {TOKENS}",
                    path.display(),
                    number + 1
                )
            }));
        }
    }
    problems
}

/// Returns the colours in a line of CSS that are not made from tokens.
fn colours(line: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (at, _) in line.match_indices('#') {
        let digits = line[at + 1..].bytes().take_while(u8::is_ascii_hexdigit).count();
        let ends =
            line[at + 1 + digits..].chars().next().is_none_or(|next| !next.is_alphanumeric() && next != '-');
        if ends && matches!(digits, 3 | 4 | 6 | 8) {
            found.push(&line[at..=at + digits]);
        }
    }
    for name in ["rgb(", "rgba(", "hsl(", "hsla(", "oklch(", "lab("] {
        for (at, _) in line.match_indices(name) {
            let starts = line[..at]
                .chars()
                .next_back()
                .is_none_or(|before| !before.is_alphanumeric() && before != '-');
            if starts
                && line[at + name.len()..].starts_with(|first: char| first.is_ascii_digit() || first == '.')
            {
                let end = line[at..].find(')').map_or(line.len(), |end| at + end + 1);
                found.push(&line[at..end]);
            }
        }
    }
    found
}

/// Returns the values of `font-size` and `font` in a line of CSS with a size in px or rem.
fn sizes(line: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for property in ["font-size:", "font:"] {
        for (at, _) in line.match_indices(property) {
            let starts = line[..at]
                .chars()
                .next_back()
                .is_none_or(|before| !before.is_alphanumeric() && before != '-');
            let value = line[at + property.len()..].split([';', '}']).next().unwrap_or_default().trim();
            if starts && (has_unit(value, "px") || has_unit(value, "rem")) {
                found.push(value);
            }
        }
    }
    found
}

/// Returns whether a number with this unit is in a value.
fn has_unit(value: &str, unit: &str) -> bool {
    value.match_indices(unit).any(|(at, _)| {
        value[..at].ends_with(|before: char| before.is_ascii_digit())
            && !value[at + unit.len()..].starts_with(|after: char| after.is_alphanumeric())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(style: &str) -> usize {
        check(Path::new("web/src/One.svelte"), &format!("<p>#fff</p>\n<style>\n{style}\n</style>\n")).len()
    }

    #[test]
    fn raw_colours_and_sizes_are_refused() {
        assert_eq!(problems(".a { color: #fff; background: #0f3d2e80; }"), 2);
        assert_eq!(problems(".a { color: rgb(0 0 0 / 40%); fill: hsl(20 30% 40%); }"), 2);
        assert_eq!(problems(".a { font-size: 0.9rem; }\n.b { font-size: max(10px, 2em); }"), 2);
        assert_eq!(problems(".a { font: 700 13px/1.3 sans-serif; }"), 1);
    }

    #[test]
    fn tokens_and_derived_values_are_allowed() {
        assert_eq!(problems(".a { color: var(--text); font-size: var(--size-s); padding: 6px 1rem; }"), 0);
        assert_eq!(
            problems(".a { background: hsl(var(--hue) 40% 90%); font-size: calc(var(--w) * 0.46); }"),
            0
        );
        assert_eq!(problems("#page-1 { font-size: 0.9em; } .b { font-size: 11pt; }"), 0);
        assert!(check(Path::new(TOKENS), ":root { --text: #fff; }").is_empty());
        assert_eq!(check(Path::new("web/src/kit/page.css"), ".a { color: #fff; }").len(), 1);
    }
}
