//! Reports of players about other players.

use std::fmt;

/// Maximum number of reports of one player in a day.
pub const REPORTS_A_DAY: u32 = 10;

/// Maximum number of phrases that are stored with a report, the last ones of the reported player.
pub const REPORTED_PHRASES: usize = 20;

/// Reason for a report.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ReportReason {
    /// The player left, or stalled.
    Stalled,
    /// The player did not try to win.
    Threw,
    /// The player played together with another player, or used a second account.
    Colluded,
    /// The name is offensive, or that of another person.
    Name,
    /// The player misused phrases.
    Phrases,
}

impl ReportReason {
    /// All reasons, in the order in which they are offered.
    pub const ALL: [Self; 5] = [Self::Stalled, Self::Threw, Self::Colluded, Self::Name, Self::Phrases];

    /// Returns the name of the reason in the store and in messages.
    ///
    /// ```
    /// use people::ReportReason;
    /// assert_eq!(ReportReason::of_name("threw"), Some(ReportReason::Threw));
    /// assert!(ReportReason::ALL.iter().all(|reason| ReportReason::of_name(reason.name()) == Some(*reason)));
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Stalled => "stalled",
            Self::Threw => "threw",
            Self::Colluded => "colluded",
            Self::Name => "name",
            Self::Phrases => "phrases",
        }
    }

    /// Returns the reason with a name.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.name() == name)
    }
}

impl fmt::Display for ReportReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
