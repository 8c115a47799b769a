//! Rulings of operators on accounts, and what follows from them.

use std::fmt;
use std::str::FromStr;

/// Maximum length of a reason and of a reply, in characters.
pub const RULING_TEXT: usize = 500;

/// Latest end of a ruling, in seconds since 1970: the end of the year 9999.
const LATEST: u64 = 253_402_300_799;

/// Kind of a ruling, from the mildest to the most severe.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RulingKind {
    /// A note for the operators. It has no effect.
    Note,
    /// A warning that the person reads. It has no other effect.
    Warn,
    /// The person's phrases reach no other player.
    Mute,
    /// The person's matches are not rated.
    Unrated,
    /// The person can't look for other players.
    Pause,
    /// The person can't use the account.
    Ban,
}

impl RulingKind {
    /// All kinds.
    pub const ALL: [Self; 6] = [Self::Note, Self::Warn, Self::Mute, Self::Unrated, Self::Pause, Self::Ban];

    /// Returns the name of the kind in the store, in messages and in commands.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warn => "warn",
            Self::Mute => "mute",
            Self::Unrated => "unrated",
            Self::Pause => "pause",
            Self::Ban => "ban",
        }
    }

    /// Returns whether the ruling restricts the person for a time.
    #[must_use]
    pub const fn restricts(self) -> bool {
        !matches!(self, Self::Note | Self::Warn)
    }
}

impl fmt::Display for RulingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for RulingKind {
    type Err = RulingError;

    fn from_str(name: &str) -> Result<Self, RulingError> {
        Self::ALL.into_iter().find(|kind| kind.name() == name).ok_or(RulingError::Kind)
    }
}

/// Error of a ruling, or of a reply to one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RulingError {
    /// No kind has this name.
    #[error("unknown kind of ruling")]
    Kind,
    /// A note or a warning has an end.
    #[error("a note and a warning have no end")]
    NoEnd,
    /// The ruling would end before it begins.
    #[error("the end of a ruling must be in the future")]
    Past,
    /// The ruling would end after the year 9999.
    #[error("a ruling ends before the year 10000, or has no end")]
    Far,
    /// A reason or a reply is empty or too long.
    #[error("a reason and a reply have 1 to {RULING_TEXT} characters, not {0}")]
    Length(usize),
    /// The person can't reply to a note, because only operators read it.
    #[error("there is no reply to a note")]
    Note,
    /// The person has replied already.
    #[error("a ruling has one reply")]
    Replied,
    /// The ruling ended before.
    #[error("the ruling has ended already")]
    Ended,
}

/// Ruling of an operator on an account. Times are in seconds.
///
/// ```
/// use people::{Ruling, RulingError, RulingKind};
/// let mute = Ruling::new(RulingKind::Mute, Some(2_000), "insults", 1_000)?;
/// assert!(mute.is_in_force(1_999) && !mute.is_in_force(2_000));
/// assert_eq!(Ruling::new(RulingKind::Mute, Some(900), "insults", 1_000), Err(RulingError::Past));
/// let replied = mute.with_reply("I am sorry.")?;
/// assert_eq!(replied.with_reply("Really."), Err(RulingError::Replied));
/// # Ok::<(), RulingError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ruling {
    kind: RulingKind,
    until: Option<u64>,
    reason: String,
    reply: Option<String>,
    at: u64,
}

impl Ruling {
    /// Creates a ruling at a time. Without an end it lasts until it is lifted.
    ///
    /// # Errors
    ///
    /// Returns [`RulingError`] if a note or warning has an end, the end is not in the future or after the year 9999, or
    /// the reason has not 1 to 500 characters.
    pub fn new(kind: RulingKind, until: Option<u64>, reason: &str, at: u64) -> Result<Self, RulingError> {
        match until {
            Some(_) if !kind.restricts() => return Err(RulingError::NoEnd),
            Some(until) if until <= at => return Err(RulingError::Past),
            Some(until) if until > LATEST => return Err(RulingError::Far),
            _ => {}
        }
        Ok(Self { kind, until, reason: clean(reason)?, reply: None, at })
    }

    /// Returns a stored ruling. A lifted one has an end whatever its kind.
    #[must_use]
    pub const fn stored(
        kind: RulingKind,
        until: Option<u64>,
        reason: String,
        reply: Option<String>,
        at: u64,
    ) -> Self {
        Self { kind, until, reason, reply, at }
    }

    /// Returns the kind.
    #[must_use]
    pub const fn kind(&self) -> RulingKind {
        self.kind
    }

    /// Returns the end, or `None` if there is none.
    #[must_use]
    pub const fn until(&self) -> Option<u64> {
        self.until
    }

    /// Returns the reason.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// Returns the person's reply.
    #[must_use]
    pub fn reply(&self) -> Option<&str> {
        self.reply.as_deref()
    }

    /// Returns the time of the ruling.
    #[must_use]
    pub const fn at(&self) -> u64 {
        self.at
    }

    /// Returns whether the ruling restricts the person now.
    #[must_use]
    pub fn is_in_force(&self, now: u64) -> bool {
        self.kind.restricts() && self.until.is_none_or(|until| now < until)
    }

    /// Returns whether the person sees the ruling.
    #[must_use]
    pub const fn is_shown(&self) -> bool {
        !matches!(self.kind, RulingKind::Note)
    }

    /// Returns the ruling as one that ends now.
    ///
    /// # Errors
    ///
    /// Returns [`RulingError::Ended`] if it has ended.
    pub fn lifted(&self, now: u64) -> Result<Self, RulingError> {
        if self.until.is_some_and(|until| until <= now) {
            return Err(RulingError::Ended);
        }
        Ok(Self { until: Some(now), ..self.clone() })
    }

    /// Returns the ruling with the person's reply.
    ///
    /// # Errors
    ///
    /// Returns [`RulingError`] if the ruling has a reply or is a note, or the reply has not 1 to 500 characters.
    pub fn with_reply(&self, reply: &str) -> Result<Self, RulingError> {
        match self {
            Self { kind: RulingKind::Note, .. } => Err(RulingError::Note),
            Self { reply: Some(_), .. } => Err(RulingError::Replied),
            _ => Ok(Self { reply: Some(clean(reply)?), ..self.clone() }),
        }
    }
}

/// Returns a text of one line, without control characters, marks of direction and outer spaces.
fn clean(text: &str) -> Result<String, RulingError> {
    // A longer text is not worth the work.
    if text.len() > 16 * RULING_TEXT {
        return Err(RulingError::Length(text.chars().count()));
    }
    let is_hidden = |letter: char| {
        let is_mark = matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        is_mark || letter.is_control()
    };
    let text: String = text.chars().map(|letter| if is_hidden(letter) { ' ' } else { letter }).collect();
    let text = text.trim();
    match text.chars().count() {
        1..=RULING_TEXT => Ok(text.to_owned()),
        length => Err(RulingError::Length(length)),
    }
}

/// Rulings that restrict an account.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Standing(Vec<Ruling>);

impl Standing {
    /// Returns what follows from the rulings on an account. Those that have ended by now are left out.
    pub fn new(rulings: impl IntoIterator<Item = Ruling>, now: u64) -> Self {
        Self(rulings.into_iter().filter(|ruling| ruling.is_in_force(now)).collect())
    }

    /// Returns the ruling of a kind that is in force and ends last.
    ///
    /// ```
    /// use people::{Ruling, RulingKind, Standing};
    /// let ban = |until| Ruling::new(RulingKind::Ban, until, "fraud", 0).expect("a ruling");
    /// let standing = Standing::new([ban(Some(300)), ban(Some(100))], 50);
    /// assert_eq!(standing.find(RulingKind::Ban, 200).and_then(Ruling::until), Some(300));
    /// assert_eq!(standing.find(RulingKind::Ban, 300), None);
    /// assert_eq!(standing.find(RulingKind::Mute, 200), None);
    /// ```
    #[must_use]
    pub fn find(&self, kind: RulingKind, now: u64) -> Option<&Ruling> {
        let in_force = self.0.iter().filter(|ruling| ruling.kind == kind && ruling.is_in_force(now));
        in_force.max_by_key(|ruling| ruling.until.unwrap_or(u64::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ruling(kind: RulingKind, until: Option<u64>) -> Ruling {
        Ruling::new(kind, until, "a reason", 1_000).expect("a ruling")
    }

    #[test]
    fn notes_and_warnings_restrict_nothing_and_have_no_end() {
        for kind in [RulingKind::Note, RulingKind::Warn] {
            assert_eq!(Ruling::new(kind, Some(2_000), "a reason", 1_000), Err(RulingError::NoEnd));
            assert!(!ruling(kind, None).is_in_force(1_500));
        }
        assert!(!ruling(RulingKind::Note, None).is_shown() && ruling(RulingKind::Warn, None).is_shown());
    }

    #[test]
    fn a_ruling_without_an_end_lasts_until_it_is_lifted() {
        let ban = ruling(RulingKind::Ban, None);
        assert!(ban.is_in_force(u64::MAX));
        let lifted = ban.lifted(5_000).expect("it is in force");
        assert!(lifted.is_in_force(4_999) && !lifted.is_in_force(5_000));
        assert_eq!(lifted.lifted(5_000), Err(RulingError::Ended));
        let standing = Standing::new([ruling(RulingKind::Ban, Some(9_000)), ban.clone()], 2_000);
        assert_eq!(standing.find(RulingKind::Ban, 2_000), Some(&ban));
    }

    /// The store keeps signed numbers: a larger end would be negative there, and the ban would have ended.
    #[test]
    fn an_end_is_a_day_with_four_digits_of_the_year() {
        let ban = |until| Ruling::new(RulingKind::Ban, Some(until), "a reason", 0);
        assert!(ban(253_402_300_799).is_ok());
        assert_eq!((ban(253_402_300_800), ban(u64::MAX)), (Err(RulingError::Far), Err(RulingError::Far)));
    }

    #[test]
    fn reasons_and_replies_are_short_texts() {
        let warn = |reason: &str| Ruling::new(RulingKind::Warn, None, reason, 0);
        assert_eq!(warn("  \n "), Err(RulingError::Length(0)));
        assert_eq!(warn(&"é".repeat(501)), Err(RulingError::Length(501)));
        assert_eq!(warn(&"x".repeat(100_000)), Err(RulingError::Length(100_000)));
        assert_eq!(warn(" one\u{7}\n\u{202e}two ").expect("a reason").reason(), "one   two");
        // Separators of lines and paragraphs, and marks of direction.
        assert_eq!(
            warn("one\u{2028}\u{2029}\u{200f}\u{61c}two\u{85}").expect("a reason").reason(),
            "one    two"
        );
        let warned = warn(&"é".repeat(500)).expect("a reason");
        assert_eq!(warned.with_reply(""), Err(RulingError::Length(0)));
        let replied = warned.with_reply("yes").expect("a reply");
        assert_eq!((replied.reply(), replied.with_reply("no")), (Some("yes"), Err(RulingError::Replied)));
        assert_eq!(ruling(RulingKind::Note, None).with_reply("yes"), Err(RulingError::Note));
    }

    #[test]
    fn every_kind_is_read_from_its_name() {
        assert!(RulingKind::ALL.into_iter().all(|kind| kind.name().parse() == Ok(kind)));
        assert_eq!("Ban".parse::<RulingKind>(), Err(RulingError::Kind));
    }
}
