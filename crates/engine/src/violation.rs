//! Rule violations: each reason is one line with its code, its rule and its message.

/// Code for programs and translations, with the names of the placeholders in its text.
pub type Code = (&'static str, &'static [&'static str]);

/// Reason why a seat may not do something: a message, its rule, and the parameters for a
/// translation.
///
/// Most are defined with [`illegal!`](crate::illegal!).
///
/// ```
/// use engine::RuleViolation;
/// engine::illegal! {
///     /// Why a seat may not.
///     #[derive(Clone, Copy, PartialEq, Eq, Debug)]
///     pub enum Illegal {
///         NotHeld { card: cards::Card } = "not-held" ("EX-R3"), "{card} is not in your hand";
///         OutOfTurn = "out-of-turn" ("EX-R2"), "it is not your turn";
///     }
/// }
/// let illegal = Illegal::NotHeld { card: "7d".parse()? };
/// assert_eq!((illegal.code(), illegal.rule()), ("not-held", "EX-R3"));
/// assert_eq!(illegal.params(), [("card", "7d".to_owned())]);
/// assert_eq!(engine::PlayError::Illegal(illegal).to_string(), "7d is not in your hand (EX-R3)");
/// assert_eq!(Illegal::CODES, [("not-held", &["card"][..]), ("out-of-turn", &[])]);
/// # Ok::<(), cards::ParseCardError>(())
/// ```
pub trait RuleViolation: std::error::Error + Clone + Eq + Send + 'static {
    /// All codes, one list for each enum, so that a test can check that every one has a text.
    const CODES: &'static [&'static [Code]];

    /// Returns the code for programs and translations, such as `"must-capture"`.
    fn code(&self) -> &'static str;
    /// Returns the rule in the rule book, such as `"SC-R8"`.
    fn rule(&self) -> &'static str;
    /// Returns the cards and numbers that the message names.
    fn params(&self) -> Vec<(&'static str, String)>;
}

/// Defines an enum of errors for players. Each variant has a code, optionally a rule, and a message
/// that names its fields. A translation receives the fields, as text or through the method after
/// `=>`.
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
            /// Returns the code for programs and translations.
            #[must_use]
            pub const fn code(&self) -> &'static str {
                match self { $(Self::$variant { .. } => $code),+ }
            }

            /// Returns the number of the rule in the rule book, if the violation has one.
            #[must_use]
            #[allow(unused_variables, reason = "few rules depend on the fields")]
            pub const fn rule(&self) -> Option<&'static str> {
                match self { $(Self::$variant $({ $($field),+ })? => $crate::error_enum!(@rule $($rule)?)),+ }
            }

            /// Returns the parameters of the translation.
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
            /// All codes with the names of their parameters, so that a test can check that every
            /// one has a text.
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

/// Defines an [`error_enum!`](crate::error_enum!) whose variants all rest on a rule: a
/// [`RuleViolation`](crate::RuleViolation).
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
