//! Conditions on bridge deals: each is read, or refused with a column. A deal that is drawn fits.

use bridge_deals::{Condition, Generator};
use cards::Rng;

/// Uses the bytes as text.
pub fn check(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let condition: Condition = match text.parse() {
        Ok(condition) => condition,
        Err(error) => {
            let error: bridge_deals::ParseConditionError = error;
            assert!(error.column <= text.chars().count() + 1 && !error.problem.is_empty(), "{error}");
            return;
        }
    };
    // Counting the hands of several properties takes long without optimization.
    let properties =
        ["hcp", "losers", "controls", "aces"].iter().filter(|word| text.contains(**word)).count();
    if properties > 1 {
        return;
    }
    if let Ok(mut generator) = Generator::new(condition.clone())
        && let Ok(deal) = generator.draw(&mut Rng::from_number(1), 20)
    {
        assert!(condition.fits(&deal), "{deal}");
    }
}
