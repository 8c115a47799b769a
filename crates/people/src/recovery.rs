//! Recovery codes: they prove an account without its password, each once.

use crate::base32;
use std::fmt;
use std::str::FromStr;

/// Number of codes that an account gets.
pub const CODES: usize = 10;

/// Number of letters, and of letters in a group.
const LENGTH: usize = 16;
const GROUP: usize = 4;

/// Recovery code of 80 random bits. It is written in four groups of four letters.
///
/// Reading forgives small letters, spaces, missing or other dashes, and letters that look like digits.
///
/// ```
/// use people::RecoveryCode;
/// let code = RecoveryCode::from_bytes([7; 10]);
/// assert_eq!(code.to_string(), "0W3G-E1R7-0W3G-E1R7");
/// assert_eq!("ow3g eir7 0w3ge1r7".parse(), Ok(code));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct RecoveryCode([u8; 10]);

/// Error of a text that is no code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a recovery code has 16 letters and digits, and the code of a challenge 8")]
pub struct CodeError;

impl RecoveryCode {
    /// Creates a code from random bytes.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 10]) -> Self {
        Self(bytes)
    }

    /// Returns the bytes, of which a server stores the hash.
    #[must_use]
    pub const fn to_bytes(self) -> [u8; 10] {
        self.0
    }
}

impl fmt::Display for RecoveryCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bits = self.0.iter().fold(0_u128, |bits, byte| bits << 8 | u128::from(*byte));
        for (index, letter) in base32::letters(bits, LENGTH).enumerate() {
            if index > 0 && index % GROUP == 0 {
                f.write_str("-")?;
            }
            write!(f, "{letter}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for RecoveryCode {
    /// Writes no code, because logs contain none.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RecoveryCode(…)")
    }
}

impl FromStr for RecoveryCode {
    type Err = CodeError;

    fn from_str(text: &str) -> Result<Self, CodeError> {
        let bits = base32::bits(text, LENGTH).ok_or(CodeError)?;
        let mut bytes = [0; 10];
        bytes.copy_from_slice(&bits.to_be_bytes()[6..]);
        Ok(Self(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_text_of_another_length_is_no_code() {
        for wrong in ["", "0W3G", "0W3G-E1R7-0W3G-E1R", "0W3G-E1R7-0W3G-E1R77", "UUUU-UUUU-UUUU-UUUU", "É"] {
            assert_eq!(wrong.parse::<RecoveryCode>(), Err(CodeError), "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn a_code_is_read_back_however_it_was_copied(bytes: [u8; 10]) {
            let code = RecoveryCode::from_bytes(bytes);
            prop_assert_eq!(code.to_bytes(), bytes);
            let text = code.to_string();
            prop_assert_eq!(text.len(), 19);
            prop_assert_eq!(text.parse(), Ok(code));
            let copied = text.to_lowercase().replace('-', " – ").replace('0', "o").replace('1', "l");
            prop_assert_eq!(format!("  {copied}\n").parse(), Ok(code));
        }
    }
}
