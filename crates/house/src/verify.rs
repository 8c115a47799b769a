//! Checking the shuffle: whether a record's decks are those its seed gives. (`docs/fairness.md`)

use crate::{Catalog, RecordPosition, RecordText, Rejected};
use cards::{Seat, Seed};

impl RecordText {
    /// Checks that the seed is the one that was committed to, and that it gives every deck of the record. Returns how
    /// many decks and reshuffles were checked.
    ///
    /// # Errors
    ///
    /// When there is no seed to check, or something does not follow from it.
    pub fn verify(&self, catalog: &Catalog) -> Result<usize, Rejected> {
        let seed = self.seed().ok_or_else(|| {
            Rejected::new("no-seed", "this record has no seed: it is told when the match is over")
        })?;
        let seed: Seed = seed.parse().map_err(|error| Rejected::new("seed", format!("seed: {error}")))?;
        if self.commitment().is_some_and(|commitment| commitment != seed.commitment().to_string()) {
            return Err(Rejected::new("commitment", "the seed is not the one that was committed to"));
        }
        let unknown = || Rejected::new("unknown-game", format!("game: there is no game “{}”", self.game));
        let game = catalog.find(&self.game).ok_or_else(unknown)?;
        let dealer =
            Seat::try_from(self.dealer).map_err(|error| Rejected::new("dealer", error.to_string()))?;
        let mut table = game.open(&self.setup(), dealer)?;
        // Compared as they are written in canonical form: cards may be spelled in several ways.
        let canonical = self.replay(catalog).into_match()?.record();
        let voided = self.voided();
        let mut checked = 0;
        for (deal, text) in canonical.deals.iter().enumerate() {
            let overrides = |action, what| Err(overrides(what).at(RecordPosition { deal, action }));
            // What a voided deal used up, the seed gave too.
            voided
                .iter()
                .filter(|note| note.deal == deal)
                .try_for_each(|note| table.pass_over(note.decks, 0))?;
            if table.next_deck(&seed) != text.deck {
                return overrides(None, "deck");
            }
            table
                .deal(&text.deck, &[])
                .map_err(|rejected| rejected.at(RecordPosition { deal, action: None }))?;
            checked += 1;
            for (action, entry) in text.actions.iter().enumerate() {
                if let Some(shuffle) = table.next_shuffle(&seed) {
                    if shuffle != *entry {
                        return overrides(Some(action), "reshuffle");
                    }
                    checked += 1;
                }
                let at = |rejected: Rejected| rejected.at(RecordPosition { deal, action: Some(action) });
                table.enter(entry, &[]).map_err(at)?;
            }
        }
        Ok(checked)
    }
}

fn overrides(what: &str) -> Rejected {
    Rejected::new("not-from-seed", format!("this {what} is not the one the seed gives"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CATALOG, Notes, SetupText, find};

    fn record(seed: &Seed, noted: &Seed) -> RecordText {
        let game = find("scopa").expect("in the catalog");
        let mut table = game.open(&SetupText::first_preset(2), Seat::new(1)).expect("playable");
        let deck = table.next_deck(seed);
        table.deal(&deck, &[]).expect("a complete deck");
        let commitment = Some(seed.commitment().to_string());
        table.record().with_notes(Notes { seed: Some((*noted).into()), commitment, ..Notes::default() })
    }

    #[test]
    fn an_honest_deck_is_checked_and_a_stacked_one_is_found() {
        let (seed, other) = (Seed::from_number(5), Seed::from_number(6));
        let honest = record(&seed, &seed);
        assert_eq!(honest.verify(&CATALOG), Ok(1));
        assert_eq!(record(&seed, &other).verify(&CATALOG).map_err(|error| error.code), Err("commitment"));
        let voided = vec![crate::VoidedNote { deal: 0, decks: 1 }];
        let skipped = honest.clone().with_notes(Notes { voided, ..honest.notes() });
        assert_eq!(skipped.notes().voided.len(), 1);
        assert_eq!(skipped.verify(&CATALOG).map_err(|error| error.code), Err("not-from-seed"));
        let mut stacked = honest;
        let (first, rest) = stacked.deals[0].deck.split_once(' ').expect("cards");
        stacked.deals[0].deck = format!("{rest} {first}");
        assert_eq!(stacked.verify(&CATALOG).map_err(|error| error.code), Err("not-from-seed"));
    }
}
