//! Log of the events at the table.

use crate::games::{LogLine, Weight};

/// Lines of the log, and the part that is shown.
#[derive(Default)]
pub(crate) struct Log {
    /// Oldest line first.
    lines: Vec<LogLine>,
    /// Number of lines the log is scrolled back.
    scrolled: usize,
    /// Index of the first line of the last action.
    last_action: usize,
}

impl Log {
    /// Returns the lines, oldest first.
    pub(crate) fn lines(&self) -> &[LogLine] {
        &self.lines
    }

    /// Returns whether the line belongs to the last action or comes after it.
    pub(crate) const fn is_recent(&self, index: usize) -> bool {
        index >= self.last_action
    }

    /// Returns the text of the last action, or an empty text if there was none.
    pub(crate) fn last_action(&self) -> String {
        let lines: Vec<&str> =
            self.lines.iter().skip(self.last_action).map(|line| line.text.as_str()).collect();
        lines.join(" ")
    }

    /// Starts a deal with this heading.
    pub(crate) fn start_deal(&mut self, text: String) {
        self.lines.push(LogLine { text, weight: Weight::Heading });
    }

    /// Adds the lines about an action, and shows the end of the log.
    pub(crate) fn add(&mut self, lines: Vec<LogLine>) {
        if !lines.is_empty() {
            self.last_action = self.lines.len();
            self.lines.extend(lines);
        }
        self.show_end();
    }

    /// Removes the current deal.
    pub(crate) fn remove_deal(&mut self) {
        let heading = self.lines.iter().rposition(|line| line.weight == Weight::Heading);
        self.lines.truncate(heading.unwrap_or(0));
    }

    /// Returns the number of lines the log is scrolled back.
    pub(crate) const fn scrolled(&self) -> usize {
        self.scrolled
    }

    pub(crate) fn scroll_back(&mut self, lines: usize) {
        self.scrolled = (self.scrolled + lines).min(self.lines.len());
    }

    pub(crate) const fn scroll_forward(&mut self, lines: usize) {
        self.scrolled = self.scrolled.saturating_sub(lines);
    }

    pub(crate) const fn show_end(&mut self) {
        self.scrolled = 0;
    }
}
