//! Addresses of hand viewers, and the percent-encoded LIN in them.
//!
//! A club's viewer has the hand in its address: `https://…/handviewer.html?lin=pn%7Ca,b,c,d%7C…`.
//! Players copy the whole address, or the part after `lin=`.

use crate::encoding::decode;
use crate::error::Problem;
use std::borrow::Cow;

/// LIN with its addresses and percent-encoding resolved.
pub(crate) struct Resolved<'t> {
    pub(crate) text: Cow<'t, str>,
    /// Pairs of offsets in the resolved and in the original text. Between two pairs both texts are
    /// equal.
    places: Vec<(usize, usize)>,
    /// Addresses without a hand, by their offset in the original text.
    pub(crate) faults: Vec<(usize, Problem)>,
}

impl Resolved<'_> {
    /// Returns the offset in the original text.
    pub(crate) fn original(&self, at: usize) -> usize {
        let before = self.places.partition_point(|(resolved, _)| *resolved <= at);
        match before.checked_sub(1).and_then(|index| self.places.get(index)) {
            Some((resolved, original)) => original + (at - resolved),
            None => at,
        }
    }
}

/// Returns whether a line is an address or percent-encoded LIN.
pub(crate) fn is_address(line: &str) -> bool {
    let line = line.trim();
    is_web(line) || value_behind(line).is_some() || is_encoded(line)
}

fn is_web(line: &str) -> bool {
    let scheme =
        |scheme: &str| line.get(..scheme.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(scheme));
    scheme("http://") || scheme("https://")
}

/// Returns the value of `lin` in a line that is an address, or a part of one.
fn value_behind(line: &str) -> Option<&str> {
    let is_part =
        is_web(line) || line.split(['|', ' ', '\t']).next().is_some_and(|begin| begin.contains("lin="));
    let begin = line.match_indices("lin=").map(|(at, key)| (at, at + key.len()));
    let mut begin = begin.filter(|(at, _)| *at == 0 || line[..*at].ends_with(['?', '&', ';', '#']));
    let value = &line[begin.next().filter(|_| is_part)?.1..];
    Some(value.split(['&', '#']).next().unwrap_or(value))
}

/// Returns whether a line is percent-encoded: it has no blanks, and two digits follow every percent
/// sign.
fn is_encoded(line: &str) -> bool {
    let mut signs = line.match_indices('%').peekable();
    let is_lin = |line: &str| {
        let separator = line.get(2..).unwrap_or_default();
        separator.starts_with('|') || separator.get(..3).is_some_and(|bar| bar.eq_ignore_ascii_case("%7c"))
    };
    signs.peek().is_some()
        && is_lin(line)
        && !line.contains([' ', '\t'])
        && signs.all(|(at, _)| escaped(&line[at..]).is_some())
}

/// Returns the byte of an escape such as `%7C`.
fn escaped(text: &str) -> Option<u8> {
    let digits = text.strip_prefix('%')?.get(..2)?;
    if digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        u8::from_str_radix(digits, 16).ok()
    } else {
        None
    }
}

/// Resolves the lines of a file that are addresses or percent-encoded; other lines stay as they
/// are.
pub(crate) fn resolve(text: &str) -> Resolved<'_> {
    let mut resolved = Resolved { text: Cow::Borrowed(text), places: Vec::new(), faults: Vec::new() };
    if !text.split(['\n', '\r']).any(is_address) {
        return resolved;
    }
    let mut whole = String::with_capacity(text.len());
    for line in text.split_inclusive(['\n', '\r']) {
        let begin = line.as_ptr() as usize - text.as_ptr() as usize;
        let content = line.trim();
        resolved.places.push((whole.len(), begin));
        let value = value_behind(content).or_else(|| Some(content).filter(|content| is_encoded(content)));
        match value {
            Some(value) => {
                unescape(
                    value,
                    value.as_ptr() as usize - text.as_ptr() as usize,
                    &mut whole,
                    &mut resolved.places,
                );
                let end = line.trim_end_matches(['\n', '\r']).len();
                resolved.places.push((whole.len(), begin + end));
                whole.push_str(&line[end..]);
            }
            None if is_web(content) => {
                let at = begin + (content.as_ptr() as usize - line.as_ptr() as usize);
                resolved.faults.push((at, Problem::Address));
            }
            None => whole.push_str(line),
        }
    }
    resolved.text = Cow::Owned(whole);
    resolved
}

/// Appends a percent-decoded value. If bars are encoded, a plus sign is a space, as in forms.
fn unescape(value: &str, begin: usize, whole: &mut String, places: &mut Vec<(usize, usize)>) {
    let is_form = !value.contains('|');
    let mut at = 0;
    while at < value.len() {
        let rest = &value[at..];
        let mut bytes = Vec::new();
        while let Some(byte) = escaped(&rest[3 * bytes.len()..]) {
            bytes.push(byte);
        }
        places.push((whole.len(), begin + at));
        if bytes.is_empty() {
            let end =
                rest.char_indices().skip(1).find(|(_, sign)| *sign == '%').map_or(rest.len(), |(end, _)| end);
            let plain = &rest[..end];
            if is_form {
                whole.push_str(&plain.replace('+', " "));
            } else {
                whole.push_str(plain);
            }
            at += end;
        } else {
            // Line ends in a value become spaces, so that a line of the file stays one line.
            whole.extend(
                decode(&bytes).0.chars().map(|sign| if matches!(sign, '\n' | '\r') { ' ' } else { sign }),
            );
            at += 3 * bytes.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hand_of_an_address_is_found_and_decoded() {
        for (address, lin) in [
            (
                "https://a.example/v.html?bbo=y&lin=pn%7CSouth,W%2cest%7Cah%7CBoard%209%7C",
                "pn|South,W,est|ah|Board 9|",
            ),
            ("HTTPS://a.example/v.html?lin=pn|a+b|ah|x%20y|&p=1#top", "pn|a+b|ah|x y|"),
            ("lin=pn%7CJo%C3%A3o+B%7C", "pn|João B|"),
            ("lin=pn%7CJo%E3o%7C", "pn|João|"),
            ("pn%7Ca,b%7C", "pn|a,b|"),
            ("pn|a,b|ah|Board%207|", "pn|a,b|ah|Board 7|"),
            ("www.a.example/?lin=st%7C%7C", "st||"),
        ] {
            assert!(is_address(address), "{address}");
            let resolved = resolve(address);
            assert_eq!((resolved.text.as_ref(), resolved.faults.len()), (lin, 0), "{address}");
        }
    }

    #[test]
    fn a_percent_sign_in_a_text_is_one() {
        for lin in
            ["pn|a|nt|100% sure, 20%25 of them|", "pn|a|nt|100%|", "nt|lin=x|", "pn|a,b|nt|see ?lin=5|"]
        {
            assert!(!is_address(lin), "{lin}");
            assert_eq!(resolve(lin).text, lin);
        }
    }

    #[test]
    fn a_place_is_told_in_the_text_of_the_file() {
        let file = "pn|a|\nhttps://a.example/?lin=st%7C%7Cmd%7C3\nmb|p|\nhttps://a.example/none\n";
        let resolved = resolve(file);
        assert_eq!(resolved.text, "pn|a|\nst||md|3\nmb|p|\n", "a line without a hand is left out");
        for part in ["pn|a", "st", "md", "3\n", "mb|p", "b|p"] {
            let at = resolved.text.find(part).unwrap();
            assert_eq!(resolved.original(at), file.find(part).unwrap(), "{part}");
        }
        assert_eq!(resolved.faults, [(file.find("https://a.example/none").unwrap(), Problem::Address)]);
    }
}
