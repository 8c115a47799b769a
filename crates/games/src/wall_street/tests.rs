use super::{Options, WallStreet};
use engine::{Ruleset, Setup, check_laws};
use std::collections::BTreeMap;

#[test]
fn keeps_the_laws() {
    for preset in Options::PRESETS {
        for seats in preset.seats {
            let setup = Setup::new(Some(preset.id), *seats, BTreeMap::new()).unwrap();
            check_laws::<WallStreet>(&setup, 20);
        }
    }
}
