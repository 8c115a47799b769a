//! Options that depend on others.

use cards::Seat;
use catalog::{AnyGame, CATALOG, SetupText};
use engine::{OptionValue, Values};
use std::collections::BTreeMap;

fn all(values: &Values) -> Vec<OptionValue> {
    match values {
        Values::OneOf(values) => values.clone(),
        Values::Range(min, max) => [*min, *max].map(OptionValue::Number).to_vec(),
    }
}

/// Returns the options that a match with these options writes into its record.
fn written(game: &dyn AnyGame, options: &[(&str, &OptionValue)]) -> BTreeMap<String, OptionValue> {
    let options = options.iter().map(|(key, value)| ((*key).to_owned(), (*value).clone())).collect();
    let setup = SetupText { preset: None, options, seats: None };
    game.open(&setup, Seat::new(0)).expect("the options go together").setup().options
}

/// A rule that is off has no further rules: they are not written, and change nothing.
#[test]
fn an_option_without_effect_is_written_nowhere() {
    let mut found = 0;
    for game in CATALOG.games() {
        let options = game.info().options;
        for option in &options {
            let Some(needs) = &option.needs else { continue };
            let on = options.iter().find(|on| on.key == needs.key).expect("the other option exists");
            for state in all(&on.values) {
                let has_effect = needs.values.contain(&state);
                let plain = written(game, &[(on.key, &state)]);
                for value in all(&option.values) {
                    let with = written(game, &[(on.key, &state), (option.key, &value)]);
                    if !has_effect {
                        assert_eq!(plain, with, "{}: {} with {} {state}", game.id(), option.key, on.key);
                    } else if with.contains_key(option.key) {
                        found += 1;
                    }
                }
            }
        }
    }
    assert!(found >= 9, "{found}");
}
