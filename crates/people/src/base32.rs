//! Random bits as letters that players copy: recovery codes and the codes of challenges.

/// Letters of five bits each: digits and letters that can't be mistaken for each other (Crockford's Base32).
const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// Returns the letters of the lowest bits, the highest first.
pub(crate) fn letters(bits: u128, length: usize) -> impl Iterator<Item = char> {
    (0..length).rev().map(move |index| char::from(LETTERS[(bits >> (5 * index) & 31) as usize]))
}

/// Reads so many letters. Small letters and letters that look like digits are read too, and other signs are skipped.
/// Returns `None` if there are more letters, or fewer, or others.
pub(crate) fn bits(text: &str, length: usize) -> Option<u128> {
    let (mut bits, mut found) = (0_u128, 0);
    for letter in text.chars().filter(|letter| letter.is_alphanumeric()) {
        let letter = match letter.to_ascii_uppercase() {
            'O' => '0',
            'I' | 'L' => '1',
            letter => letter,
        };
        let value = LETTERS.iter().position(|known| char::from(*known) == letter)?;
        found += 1;
        if found > length {
            return None;
        }
        bits = bits << 5 | value as u128;
    }
    (found == length).then_some(bits)
}
