//! Pager for long texts.

use super::{Failure, print};
use i18n::Words;
use std::io::{IsTerminal, Write};

/// Lines per page. The smallest usual terminal has 24, and one is for the prompt.
const PAGE: usize = 23;

/// Shows a text page by page on a terminal, and prints it whole otherwise.
pub(crate) fn show(words: &Words, text: &str) -> Result<(), Failure> {
    if std::io::stdin().is_terminal() && std::io::stdout().is_terminal() {
        turn_pages(text, &words.say("book.more", &[]))
    } else {
        print(text)
    }
}

/// Shows one page after each Enter. `q` quits.
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
