//! Translated error messages.

use crate::{Language, Words, capital};
use cards::Card;
use catalog::Rejection;

impl Words {
    /// Returns an error as a sentence in the user's language, or in English if there is no
    /// translation.
    #[must_use]
    pub fn error_message(&self, rejection: &Rejection) -> String {
        let params: Vec<(&str, &str)> =
            rejection.params.iter().map(|(name, value)| (*name, value.as_str())).collect();
        self.error_message_of(rejection.code, rejection.reason, &params, &rejection.message)
    }

    /// Returns an error given in parts as a sentence: code, sub-code, parameters and English
    /// message.
    #[must_use]
    pub fn error_message_of(
        &self,
        code: &str,
        reason: Option<&str>,
        params: &[(&str, &str)],
        message: &str,
    ) -> String {
        let params: Vec<(&str, String)> =
            params.iter().map(|(name, value)| (*name, self.readable(value))).collect();
        let params: Vec<(&str, &str)> = params.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let sentence = |code: &str| {
            let sentence = self.find(&format!("refusal.{code}"))?;
            let sentence = crate::fill(sentence, &params);
            // If a parameter is missing, the English message is better.
            (!sentence.contains('{')).then(|| capital(&sentence))
        };
        reason
            .and_then(sentence)
            .or_else(|| self.says_enough(code).then(|| sentence(code)).flatten())
            .unwrap_or_else(|| full_stop(&capital(message)))
    }

    /// Returns an error as a sentence with the number of the rule behind it, if any.
    #[must_use]
    pub fn error_message_with_rule(&self, rejection: &Rejection) -> String {
        let sentence = self.error_message(rejection);
        match rejection.rule {
            Some(rule) => format!("{sentence} {}", self.say("refused.rule", &[("rule", rule)])),
            None => sentence,
        }
    }

    /// Returns whether the translation of a code is specific enough. Some codes cover many cases,
    /// which only the English message names.
    fn says_enough(&self, code: &str) -> bool {
        self.language != Language::English && !matches!(code, "illegal" | "options")
    }

    /// Replaces card codes by card names in a parameter.
    fn readable(&self, value: &str) -> String {
        let cards: Result<Vec<Card>, _> = value.split_whitespace().map(str::parse).collect();
        match cards {
            Ok(cards) if !cards.is_empty() => self.cards(cards),
            _ => value.to_owned(),
        }
    }
}

fn full_stop(sentence: &str) -> String {
    if sentence.ends_with(['.', '!', '?']) { sentence.to_owned() } else { format!("{sentence}.") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Faces;
    use std::collections::BTreeMap;

    fn must_match() -> Rejection {
        Rejection {
            reason: Some("rank-first"),
            rule: Some("SC-R6"),
            params: BTreeMap::from([("card", "7d".to_owned()), ("equal", "7c 7h".to_owned())]),
            ..Rejection::new(
                "illegal",
                "7d must take a card of its own rank (7c 7h) before anything else (SC-R6)",
            )
        }
    }

    #[test]
    fn a_refusal_is_said_in_the_language_and_with_the_cards_of_the_reader() {
        let sentence = |language, faces| Words::new(language, faces).error_message_with_rule(&must_match());
        assert_eq!(
            sentence(Language::English, Faces::French),
            "7♦ must take a card of its own rank (7♣ 7♥) before anything else. (rule SC-R6)"
        );
        assert_eq!(
            sentence(Language::Italian, Faces::Latin),
            "Sette di denari deve prendere prima di tutto una carta uguale (sette di bastoni, sette di coppe). \
             (regola SC-R6)"
        );
    }

    #[test]
    fn without_a_translation_the_english_message_is_used() {
        let words = Words::new(Language::Italian, Faces::French);
        let unheard_of = Rejection { reason: Some("unheard-of"), ..must_match() };
        assert!(words.error_message(&unheard_of).starts_with("7d must take"));
        let without_params = Rejection { params: BTreeMap::new(), ..must_match() };
        assert!(words.error_message(&without_params).starts_with("7d must take"));
        let clash = Rejection::new("options", "teams: partners need four or six players");
        assert_eq!(words.error_message(&clash), "Teams: partners need four or six players.");
        assert_eq!(words.error_message(&Rejection::new("over", "the match is over")), "La partita è finita.");
    }
}
