//! A long text, page by page.

use super::{Failure, print};
use std::io::{IsTerminal, Write};
use words::Words;

/// So many lines are a page: the smallest terminal there is, but for a line to ask in.
const PAGE: usize = 23;

/// Page by page, where somebody reads it on a screen.
pub(crate) fn show(words: &Words, text: &str) -> Result<(), Failure> {
    if std::io::stdin().is_terminal() && std::io::stdout().is_terminal() {
        turn_pages(text, &words.say("book.more", &[]))
    } else {
        print(text)
    }
}

/// A page, and after Enter the next one; q leaves.
fn turn_pages(text: &str, ask: &str) -> Result<(), Failure> {
    let lines: Vec<&str> = text.lines().collect();
    for (number, page) in lines.chunks(PAGE).enumerate() {
        if number > 0 {
            print(ask)?;
            let mut answer = String::new();
            let read = std::io::stdin().read_line(&mut answer);
            if read.map_or(true, |read| read == 0) || answer.trim() == "q" {
                break;
            }
        }
        print(&format!("{}\n", page.join("\n")))?;
    }
    std::io::stdout().flush().map_err(|error| Failure::Message(error.to_string()))
}
