//! Rules for passwords.

use crate::name::{PlayerName, folded};

/// Minimum length of a password in characters.
pub const MIN_PASSWORD: usize = 10;

/// Maximum length of a password in bytes.
pub const MAX_PASSWORD: usize = 1024;

/// Words that the most common long passwords consist of, folded.
///
/// A list of common passwords with ten characters and more has few entries that are not one of these words with
/// digits, a row of keys, or a repetition. So the rules derive them, and no list of real passwords is needed.
const COMMON: [&str; 40] = [
    "password",
    "passwort",
    "passw0rd",
    "iloveyou",
    "letmein",
    "welcome",
    "football",
    "baseball",
    "basketball",
    "superman",
    "spiderman",
    "princess",
    "sunshine",
    "administrator",
    "changeme",
    "whatever",
    "trustno",
    "starwars",
    "jordan",
    "michael",
    "jennifer",
    "computer",
    "internet",
    "samsung",
    "pokemon",
    "butterfly",
    "chocolate",
    "liverpool",
    "barcelona",
    "juventus",
    "amoremio",
    "tiamo",
    "ciaociao",
    "napoli",
    "parlour",
    "cards",
    "secret",
    "dragon",
    "monkey",
    "master",
];

/// Rows of neighbours: keys, letters and digits.
const ROWS: [&str; 6] =
    ["qwertyuiop", "asdfghjkl", "zxcvbnm", "abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertzuiop"];

/// Reason why a password is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PasswordError {
    /// The password has too few characters.
    #[error("a password has at least {MIN_PASSWORD} characters")]
    Short,
    /// The password is too long to be hashed.
    #[error("a password has at most {MAX_PASSWORD} bytes")]
    Long,
    /// The password is the name, or the name with a few more characters.
    #[error("the password must not contain the name")]
    Name,
    /// The password consists of few different characters, of neighbours, or of a common word.
    #[error("this password is easy to guess; take three or four words")]
    Common,
}

/// Checks a new password.
///
/// ```
/// use people::{PasswordError, check_password};
/// let name = "Adalovelace".parse()?;
/// assert_eq!(check_password("three blind mice", &name), Ok(()));
/// assert_eq!(check_password("Password123!", &name), Err(PasswordError::Common));
/// assert_eq!(check_password("AdaLovelace1", &name), Err(PasswordError::Name));
/// # Ok::<(), people::NameError>(())
/// ```
///
/// # Errors
///
/// Returns [`PasswordError`] if the password is short or easy to guess.
pub fn check_password(password: &str, name: &PlayerName) -> Result<(), PasswordError> {
    if password.chars().count() < MIN_PASSWORD {
        return Err(PasswordError::Short);
    }
    if password.len() > MAX_PASSWORD {
        return Err(PasswordError::Long);
    }
    let lower = password.to_lowercase();
    if folded(password).contains(name.folded()) && rest(&lower, name.as_str().chars().count()) {
        return Err(PasswordError::Name);
    }
    let mut different: Vec<char> = lower.chars().collect();
    different.sort_unstable();
    different.dedup();
    let is_common = different.len() < 4
        || is_repeated(&lower)
        || is_of_neighbours(&lower)
        || COMMON.iter().any(|word| {
            lower.contains(word) && rest(&lower, word.chars().count())
                || folded(password).contains(&folded(word)) && rest(&lower, word.chars().count())
        });
    if is_common { Err(PasswordError::Common) } else { Ok(()) }
}

/// Returns whether so little stands beside a known part that it adds no secret.
fn rest(password: &str, known: usize) -> bool {
    password.chars().count() < known + 6
}

/// Returns whether the password is a part of at most half its length, repeated.
fn is_repeated(password: &str) -> bool {
    let letters: Vec<char> = password.chars().collect();
    (1..=letters.len() / 2)
        .any(|length| letters.iter().enumerate().all(|(index, letter)| *letter == letters[index % length]))
}

/// Returns whether most characters are neighbours of the character before, forwards or backwards.
fn is_of_neighbours(password: &str) -> bool {
    let letters: Vec<char> = password.chars().collect();
    let neighbours = letters.windows(2).filter(|pair| {
        pair[0] == pair[1] || ROWS.iter().any(|row| {
            let place = |letter| row.find(letter);
            matches!((place(pair[0]), place(pair[1])), (Some(one), Some(other)) if one.abs_diff(other) == 1)
        })
    });
    neighbours.count() * 3 >= (letters.len() - 1) * 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn easy_passwords_are_refused() {
        let name: PlayerName = "Gabriella".parse().unwrap();
        let check = |password: &str| check_password(password, &name);
        assert_eq!(check("ninechars"), Err(PasswordError::Short));
        assert_eq!(check(&"tulip ".repeat(200)), Err(PasswordError::Long));
        for common in [
            "1234567890",
            "0987654321",
            "1111111111",
            "qwertyuiop",
            "qwertyuiop1",
            "abcdefghij",
            "abcabcabcabc",
            "password12",
            "Passw0rd123",
            "iloveyou123",
            "1q1q1q1q1q",
            "football2024",
            "juventus1897",
            "PARLOUR2026",
            "asdfghjkl;",
            "tulip tulip ",
        ] {
            assert_eq!(check(common), Err(PasswordError::Common), "{common}");
        }
        assert_eq!(check("gabriella1"), Err(PasswordError::Name));
        assert_eq!(check("1GABRlELLA1"), Err(PasswordError::Name));
    }

    #[test]
    fn other_passwords_are_allowed() {
        let name: PlayerName = "Gabriella".parse().unwrap();
        for good in [
            "correct horse battery",
            "x7#kQ2!pLm",
            "la luna è bassa",
            "四つの小さな猫が歩いている",
            "gabriella plays with green cards",
        ] {
            assert_eq!(check_password(good, &name), Ok(()), "{good}");
        }
    }
}
