//! Why something is not accepted: each reason stands in one line, with its name for programs, its rule and its sentence.

/// A short name for programs and translations, and the names of what goes into the places of its text.
pub type Code = (&'static str, &'static [&'static str]);

/// Why a seat may not do something: a sentence, the rule it rests on, and what a translator needs. Most are written with
/// [`illegal!`](crate::illegal!).
///
/// ```
/// use engine::RuleViolation;
/// engine::illegal! {
///     /// Why a seat may not.
///     #[derive(Clone, Copy, PartialEq, Eq, Debug)]
///     pub enum Illegal {
///         NotHeld { card: cards::Card } = "not-held" ("EX-R3"), "{card} is not in your hand";
///         OutOfTurn = "out-of-turn" ("EX-R2"), "one waits for one's turn";
///     }
/// }
/// let illegal = Illegal::NotHeld { card: "7d".parse()? };
/// assert_eq!((illegal.code(), illegal.rule()), ("not-held", "EX-R3"));
/// assert_eq!(illegal.params(), [("card", "7d".to_owned())]);
/// assert_eq!(engine::Refusal::Illegal(illegal).to_string(), "7d is not in your hand (EX-R3)");
/// assert_eq!(Illegal::CODES, [("not-held", &["card"][..]), ("out-of-turn", &[])]);
/// # Ok::<(), cards::ParseCardError>(())
/// ```
pub trait RuleViolation: std::error::Error + Clone + Eq + Send + 'static {
    /// Every code there is, so that a test can see whether all have a text: a list for each enum they come from.
    const CODES: &'static [&'static [Code]];

    /// A short name for programs and translations: `"must-capture"`.
    fn code(&self) -> &'static str;
    /// The rule of the rule book: `"SC-R8"`.
    fn rule(&self) -> &'static str;
    /// The cards and numbers the sentence names.
    fn params(&self) -> Vec<(&'static str, String)>;
}

/// An enum of errors that are shown to people: each variant with its name for programs, the rule it rests on, if it rests on
/// one, and its sentence, in which the fields are named. What goes into a translation is the fields, as text or as `=>` says.
///
/// ```
/// engine::error_enum! {
///     /// Why a pad does not take something.
///     #[derive(Clone, PartialEq, Eq, Debug)]
///     pub enum InputError {
///         Full { max: usize } = "full", "the pad is full: it holds {max} entries";
///         Sum { given: i32, rule: &'static str } = "sum" (rule), "they add up to {given} ({rule})";
///     }
/// }
/// let error = InputError::Full { max: 9 };
/// assert_eq!((error.code(), error.rule()), ("full", None));
/// assert_eq!(error.to_string(), "the pad is full: it holds 9 entries");
/// assert_eq!(InputError::Sum { given: 10, rule: "EX-R1" }.rule(), Some("EX-R1"));
/// ```
#[macro_export]
macro_rules! error_enum {
    ($(#[$meta:meta])* $vis:vis enum $name:ident {
        $($variant:ident $({ $($field:ident: $type:ty $(=> $show:ident)?),+ $(,)? })? = $code:literal $(($rule:expr))?, $sentence:literal;)+
    }) => {
        $crate::error_enum! { @no_rules
            $(#[$meta])*
            $vis enum $name {
                $($variant $({ $($field: $type),+ })? = $code, $sentence;)+
            }
        }

        impl $name {
            /// A short name for programs and translations.
            #[must_use]
            pub const fn code(&self) -> &'static str {
                match self { $(Self::$variant { .. } => $code),+ }
            }

            /// The rule of the rule book, if it rests on one.
            #[must_use]
            #[allow(unused_variables, reason = "few rules depend on the fields")]
            pub const fn rule(&self) -> Option<&'static str> {
                match self { $(Self::$variant $({ $($field),+ })? => $crate::error_enum!(@rule $($rule)?)),+ }
            }

            /// What goes into the places of a translation.
            #[must_use]
            pub fn params(&self) -> Vec<(&'static str, String)> {
                $crate::error_enum!(@params self $($variant $({ $($field $($show)?),+ })?;)+)
            }
        }
    };
    (@no_rules $(#[$meta:meta])* $vis:vis enum $name:ident {
        $($variant:ident $({ $($field:ident: $type:ty),+ })? = $code:literal, $sentence:literal;)+
    }) => {
        $(#[$meta])*
        #[allow(missing_docs, reason = "the sentence says what each field is")]
        $vis enum $name {
            $(#[doc = $sentence] $variant $({ $($field: $type),+ })?,)+
        }

        impl $name {
            /// Every code there is with the names of its params, so that a test can see whether all have a text.
            pub const CODES: &'static [$crate::Code] = &[$(($code, &[$($(stringify!($field)),+)?])),+];
        }

        impl std::fmt::Display for $name {
            #[allow(unused_variables, reason = "a sentence may name fewer than all fields")]
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self { $(Self::$variant $({ $($field),+ })? => write!(f, $sentence)),+ }
            }
        }

        impl std::error::Error for $name {}
    };
    (@params $error:ident $($variant:ident $({ $($field:ident $($show:ident)?),+ })?;)+) => {
        match $error {
            $(Self::$variant $({ $($field),+ })? => {
                vec![$($((stringify!($field), $crate::error_enum!(@show $field $($show)?))),+)?]
            }),+
        }
    };
    (@show $field:ident) => { $field.to_string() };
    (@show $field:ident $show:ident) => { $field.$show() };
    (@rule) => { None };
    (@rule $rule:literal) => { Some($rule) };
    (@rule $rule:expr) => { Some(*$rule) };
}

/// An [`error_enum!`](crate::error_enum!) of which every variant rests on a rule: a [`RuleViolation`](crate::RuleViolation).
#[macro_export]
macro_rules! illegal {
    ($(#[$meta:meta])* $vis:vis enum $name:ident {
        $($variant:ident $({ $($field:ident: $type:ty $(=> $show:ident)?),+ $(,)? })? = $code:literal ($rule:literal), $sentence:literal;)+
    }) => {
        $crate::error_enum! { @no_rules
            $(#[$meta])*
            $vis enum $name {
                $($variant $({ $($field: $type),+ })? = $code, $sentence;)+
            }
        }

        impl $crate::RuleViolation for $name {
            const CODES: &'static [&'static [$crate::Code]] = &[Self::CODES];

            fn code(&self) -> &'static str {
                match self { $(Self::$variant { .. } => $code),+ }
            }

            fn rule(&self) -> &'static str {
                match self { $(Self::$variant { .. } => $rule),+ }
            }

            fn params(&self) -> Vec<(&'static str, String)> {
                $crate::error_enum!(@params self $($variant $({ $($field $($show)?),+ })?;)+)
            }
        }
    };
}
