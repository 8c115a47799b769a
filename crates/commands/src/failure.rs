//! Failures of commands: one message on standard error, and exit status 1.

use catalog::Rejection;

/// Reason why a command failed.
pub(crate) enum Failure {
    /// Message for the user.
    Message(String),
    /// The command needs a feature that this build lacks.
    #[cfg(not(all(feature = "archive", feature = "manual")))]
    NotBuilt(server::NotBuilt),
    /// The output already reports the failure.
    Printed,
}

impl Failure {
    pub(crate) fn report(&self) {
        match self {
            Self::Message(sentence) => eprintln!("{sentence}"),
            #[cfg(not(all(feature = "archive", feature = "manual")))]
            Self::NotBuilt(error) => eprintln!("{error}"),
            Self::Printed => {}
        }
    }
}

impl From<Rejection> for Failure {
    fn from(rejection: Rejection) -> Self {
        Self::Message(sentence(&rejection))
    }
}

/// Formats an error with its place in the record, if it has one.
pub(crate) fn sentence(rejection: &Rejection) -> String {
    let position = match rejection.position {
        None => String::new(),
        Some(catalog::RecordPosition { deal, action: None }) => format!("deal {deal}: "),
        Some(catalog::RecordPosition { deal, action: Some(action) }) => {
            format!("deal {deal}, action {action}: ")
        }
    };
    format!("{position}{rejection}")
}
