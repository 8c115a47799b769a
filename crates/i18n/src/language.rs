//! Supported languages and language detection.

use std::str::FromStr;

/// Language in which texts exist.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Language {
    /// Texts in English.
    #[default]
    English,
    /// Texts in Italian.
    Italian,
}

/// Error of an unsupported language.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no language “{0}” here, only en and it")]
pub struct UnknownLanguage(pub String);

impl Language {
    /// All supported languages.
    pub const ALL: [Self; 2] = [Self::English, Self::Italian];

    /// Returns the language code: `"en"`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Italian => "it",
        }
    }

    /// Returns the language of a locale such as `it_IT.UTF-8`, or English if it is unsupported.
    #[must_use]
    pub fn of_locale(locale: &str) -> Self {
        let code = locale.split(['_', '.', '@', '-']).next().unwrap_or_default();
        code.parse().unwrap_or_default()
    }

    /// Returns the language of the environment: the first non-empty of `LC_ALL`, `LC_MESSAGES` and
    /// `LANG`.
    #[must_use]
    pub fn of_environment() -> Self {
        Self::of_variables(|name| std::env::var(name).ok())
    }

    fn of_variables(variable: impl Fn(&str) -> Option<String>) -> Self {
        let settings = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(variable);
        settings
            .into_iter()
            .find(|locale| !locale.is_empty())
            .map_or(Self::English, |locale| Self::of_locale(&locale))
    }
}

impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(text: &str) -> Result<Self, UnknownLanguage> {
        match text.to_lowercase().as_str() {
            "en" | "english" => Ok(Self::English),
            "it" | "italian" | "italiano" => Ok(Self::Italian),
            _ => Err(UnknownLanguage(text.chars().take(20).collect())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locales_are_read() {
        for (locale, language) in [
            ("it_IT.UTF-8", Language::Italian),
            ("it", Language::Italian),
            ("it-CH", Language::Italian),
            ("en_GB", Language::English),
            ("C", Language::English),
            ("itzgrund", Language::English),
            ("", Language::English),
        ] {
            assert_eq!(Language::of_locale(locale), language, "{locale}");
        }
    }

    #[test]
    fn the_first_variable_that_says_anything_decides() {
        let variables = |name: &str| match name {
            "LC_ALL" => Some(String::new()),
            "LANG" => Some("it_IT.UTF-8".to_owned()),
            _ => None,
        };
        assert_eq!(Language::of_variables(variables), Language::Italian);
        assert_eq!(Language::of_variables(|_| None), Language::English);
    }

    #[test]
    fn other_languages_are_refused_in_words() {
        assert_eq!("IT".parse(), Ok(Language::Italian));
        let refused = "klingon".parse::<Language>().map_err(|error| error.to_string());
        assert_eq!(refused, Err("there is no language “klingon” here, only en and it".to_owned()));
    }
}
