//! Receipts for a version of a match. Clients keep them as text, and present them when they return.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use std::fmt;
use std::str::FromStr;

/// Receipt for a version of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Receipt {
    /// The version of the match.
    pub version: u32,
    /// Hash of the match lines so far.
    pub link: [u8; 8],
    /// Proof that the receipt was written by a server that knows the seed.
    pub mark: [u8; 8],
}

/// Error of text that is no receipt.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a receipt must be 27 letters and digits of base64url, as sent by the server")]
pub struct ParseReceiptError;

impl FromStr for Receipt {
    type Err = ParseReceiptError;

    fn from_str(text: &str) -> Result<Self, ParseReceiptError> {
        let bytes: [u8; 20] = (text.len() == 27)
            .then(|| URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok())
            .flatten()
            .ok_or(ParseReceiptError)?;
        let [a, b, c, d, rest @ ..] = bytes;
        let (link, mark) = rest.split_at(8);
        let part = |bytes: &[u8]| bytes.try_into().map_err(|_| ParseReceiptError);
        Ok(Self { version: u32::from_be_bytes([a, b, c, d]), link: part(link)?, mark: part(mark)? })
    }
}

impl fmt::Display for Receipt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = [self.version.to_be_bytes().as_slice(), &self.link, &self.mark].concat();
        f.write_str(&URL_SAFE_NO_PAD.encode(bytes))
    }
}

impl From<Receipt> for protocol::Receipt {
    fn from(receipt: Receipt) -> Self {
        Self::new(receipt.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_receipt_is_read_as_it_was_written_and_nothing_else_is_one() {
        let receipt = Receipt { version: 7, link: *b"a link, ", mark: *b"a mark. " };
        let text = receipt.to_string();
        assert_eq!(text.parse(), Ok(receipt));
        for wrong in ["", "x", &text[1..], &format!("{text}A"), &text.replace(&text[..1], "ü")] {
            assert_eq!(wrong.parse::<Receipt>(), Err(ParseReceiptError), "{wrong}");
        }
    }
}
