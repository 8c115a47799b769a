//! Bells of the model: the same rules on a plain map.

use crate::bells::{Bell, BellChange, Bells, NOTICES, WITHIN};
use std::collections::BTreeMap;
use table::GuestId;

/// Bell of one player for one family.
struct Kept {
    clock: i32,
    /// Times of the last two notices, the newest first.
    rung: [Option<u64>; 2],
}

#[derive(Default)]
pub(super) struct AllBells(BTreeMap<(String, String), Kept>);

impl AllBells {
    /// Makes a change, and returns the number of changed bells.
    pub(super) fn change(
        &mut self,
        change: &BellChange,
        at: u64,
        has_account: impl Fn(&str) -> bool,
    ) -> usize {
        match change {
            BellChange::Set { person, bells } => {
                let person = String::from(*person);
                self.0.retain(|(one, family), _| *one != person || bells.families.contains(family));
                if !has_account(&person) {
                    return 0;
                }
                for family in &bells.families {
                    let kept = self.0.entry((person.clone(), family.clone()));
                    kept.or_insert(Kept { clock: bells.clock, rung: [None; 2] }).clock = bells.clock;
                }
                bells.families.len()
            }
            BellChange::Ring { person, family } => {
                let person = String::from(*person);
                let own = self.0.iter().filter(|((one, _), _)| *one == person);
                let counts = |rung: &&u64| **rung > at.saturating_sub(WITHIN);
                let notices = own.flat_map(|(_, kept)| kept.rung.iter().flatten()).filter(counts).count();
                match self.0.get_mut(&(person, family.clone())) {
                    Some(kept) if notices < NOTICES => {
                        kept.rung = [Some(at), kept.rung[0]];
                        1
                    }
                    _ => 0,
                }
            }
        }
    }

    pub(super) fn of_person(&self, person: GuestId) -> Bells {
        let person = String::from(person);
        let own = self.0.iter().filter(|((one, _), _)| *one == person);
        crate::bells::bells(own.map(|((_, family), kept)| (family.clone(), kept.clock.into())))
    }

    pub(super) fn of_family(&self, family: &str, at: u64) -> Vec<Bell> {
        let may_ring = |kept: &Kept| kept.rung[1].is_none_or(|rung| rung <= at.saturating_sub(WITHIN));
        let own = self.0.iter().filter(|((_, one), kept)| one == family && may_ring(kept));
        own.filter_map(|((person, _), kept)| crate::bells::bell(person.clone(), kept.clock.into())).collect()
    }

    pub(super) fn forget(&mut self, person: GuestId) {
        let person = String::from(person);
        self.0.retain(|(one, _), _| *one != person);
    }
}
