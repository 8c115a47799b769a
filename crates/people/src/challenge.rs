//! Codes of challenges: each player with the link of a challenge can accept it.

use crate::base32;
use crate::recovery::CodeError;
use std::fmt;
use std::str::FromStr;

/// Number of letters of a code.
const LENGTH: usize = 8;

/// Lifetime of a challenge, in seconds.
pub const CHALLENGE_LIFETIME: u64 = 24 * 60 * 60;

/// Code of a challenge: 40 random bits, as eight letters and digits.
///
/// Reading forgives what [`RecoveryCode`](crate::RecoveryCode) forgives.
///
/// ```
/// use people::ChallengeCode;
/// let code = ChallengeCode::from_bytes([7; 5]);
/// assert_eq!(code.to_string(), "0W3GE1R7");
/// assert_eq!("ow3g-eir7".parse(), Ok(code));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChallengeCode([u8; 5]);

impl ChallengeCode {
    /// Creates a code from random bytes.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 5]) -> Self {
        Self(bytes)
    }
}

impl fmt::Display for ChallengeCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bits = self.0.iter().fold(0_u128, |bits, byte| bits << 8 | u128::from(*byte));
        f.write_str(&base32::letters(bits, LENGTH).collect::<String>())
    }
}

impl fmt::Debug for ChallengeCode {
    /// Writes no code, because logs contain none.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ChallengeCode(…)")
    }
}

impl FromStr for ChallengeCode {
    type Err = CodeError;

    fn from_str(text: &str) -> Result<Self, CodeError> {
        let bits = base32::bits(text, LENGTH).ok_or(CodeError)?;
        let mut bytes = [0; 5];
        bytes.copy_from_slice(&bits.to_be_bytes()[11..]);
        Ok(Self(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_text_of_another_length_is_no_code() {
        for wrong in ["", "0W3GE1R", "0W3GE1R70", "UUUUUUUU", "É"] {
            assert_eq!(wrong.parse::<ChallengeCode>(), Err(CodeError), "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn a_code_is_read_back(bytes: [u8; 5]) {
            let code = ChallengeCode::from_bytes(bytes);
            prop_assert_eq!(code.to_string().len(), LENGTH);
            prop_assert_eq!(code.to_string().parse(), Ok(code));
            prop_assert_eq!(code.to_string().to_lowercase().parse(), Ok(code));
        }
    }
}
