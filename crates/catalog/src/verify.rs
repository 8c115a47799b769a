//! Verification of shuffles: a record's decks and first dealer must follow from its seed and nonces.
//! (`docs/fairness.md`)

use crate::deck_text::{read_cards, read_deck, write_cards, write_deck};
use crate::erased::{AnyMatch, begin};
use crate::record::{DealerNote, OpeningNote};
use crate::{Catalog, Entry, MAX_VOIDED, RecordPosition, RecordText, Rejection, VoidedNote};
use cards::{Commitment, Nonce, Seat, SeatSet, Seed};
use engine::command::ReadCommand;
use engine::{CardSets, Game, Ruleset as _};
use serde::{Deserialize, Serialize};

/// Maximum number of decks and reshuffles of a voided deal. Random matches of Sharks for six use ten.
const MAX_PACKS: u32 = 64;

/// Notes that a client took during the match, to compare with the record.
#[derive(Clone, PartialEq, Eq, Default, Debug, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Seen {
    /// The last commitment to the seed that the client received.
    #[serde(default)]
    #[cfg_attr(feature = "wire", ts(optional = nullable, as = "Option<String>"))]
    pub commitment: Option<Commitment>,
    /// The commitments to the nonces that the client received, in seat order. `None` for a seat without a nonce.
    #[serde(default)]
    #[cfg_attr(feature = "wire", ts(optional = nullable, as = "Option<Vec<Option<String>>>"))]
    pub nonces: Option<Vec<Option<Commitment>>>,
    /// The client's seat and nonce.
    #[serde(default)]
    #[cfg_attr(feature = "wire", ts(optional = nullable, as = "Option<OwnNonce>"))]
    pub own: Option<OwnNonce>,
    /// The number of restarts of the seed exchange, as received with the first deal.
    #[serde(default)]
    #[cfg_attr(feature = "wire", ts(optional = nullable, as = "Option<u32>"))]
    pub restarts: Option<u32>,
}

/// Nonce that the client revealed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct OwnNonce {
    /// Seat of the client.
    pub seat: Seat,
    /// Nonce that the client revealed.
    #[cfg_attr(feature = "wire", ts(as = "String"))]
    pub nonce: Nonce,
}

/// Result of a successful verification.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Verified {
    /// Whether the record contains the commitment to the seed.
    pub committed: bool,
    /// Whether the decks follow `parlour-shuffle/2`, in which players can add nonces.
    pub together: bool,
    /// Seats whose nonce is part of the key.
    pub nonces: SeatSet,
    /// Choice of the first dealer. `None` if the server alone chose.
    pub dealer: Option<DealerNote>,
    /// Number of verified decks.
    pub decks: usize,
    /// Number of verified reshuffles.
    pub reshuffles: usize,
    /// Number of restarts of the seed exchange, each with another seed.
    pub restarts: u32,
    /// Number of voided deals.
    pub voided: usize,
    /// Number of decks and reshuffles used by voided deals.
    pub passed_over: u32,
    /// Whether the commitment was compared with the client's notes.
    pub commitment_seen: bool,
    /// Whether the client's nonce was found in the key.
    pub nonce_seen: bool,
}

impl RecordText {
    /// Checks that the seed and the nonces match their commitments, and that the first dealer and all decks follow
    /// from them.
    ///
    /// # Errors
    ///
    /// Returns [`Rejection`] if the record has no seed, or if a check fails.
    pub fn verify(&self, catalog: &Catalog) -> Result<Verified, Rejection> {
        self.verify_as_seen(catalog.card_sets(), &Seen::default())
    }

    /// Verifies the record like [`verify`](Self::verify), and compares its seed exchange with a client's notes.
    ///
    /// # Errors
    ///
    /// Returns [`Rejection`] if the record has no seed, a check fails, or the record differs from the notes.
    pub fn verify_as_seen(&self, card_sets: &CardSets, seen: &Seen) -> Result<Verified, Rejection> {
        let seed = self.seed().ok_or_else(|| {
            Rejection::new("no-seed", "this record has no seed; the server reveals it after the match")
        })?;
        let seed: Seed = seed.parse().map_err(|error| Rejection::new("seed", format!("seed: {error}")))?;
        if self.commitment().is_some_and(|commitment| commitment != seed.commitment().to_string()) {
            return Err(Rejection::new("commitment", "the seed does not match the commitment in the record"));
        }
        if seen.commitment.is_some_and(|noted| noted != seed.commitment()) {
            let message = "the seed does not match the commitment that you received at the table";
            return Err(Rejection::new("other-commitment", message));
        }
        let opening = self.opening()?;
        let nonces = self.check_nonces(opening.as_ref())?;
        check_seen(&nonces, seen)?;
        let restarts = opening.as_ref().map_or(0, |opening| opening.restarts);
        if let Some(told) = seen.restarts.filter(|told| *told != restarts) {
            let message =
                format!("restarts: the record says {restarts}, but you received {told} at the table");
            return Err(Rejection::new("other-restarts", message));
        }
        let key = if opening.is_some() { seed.with_nonces(&nonces) } else { seed };
        let dealer = opening.as_ref().map(|opening| opening.dealer);
        let (decks, reshuffles) = self.check_shuffles(card_sets, &key, dealer)?;
        let voided = self.voided();
        Ok(Verified {
            committed: self.commitment().is_some(),
            together: opening.is_some(),
            nonces: Seat::all(self.seats).filter(|seat| nonce_of(&nonces, *seat).is_some()).collect(),
            dealer,
            decks,
            reshuffles,
            restarts,
            voided: voided.len(),
            passed_over: voided.iter().map(|note| note.decks).sum(),
            commitment_seen: seen.commitment.is_some(),
            nonce_seen: seen.own.is_some(),
        })
    }

    /// Checks the first dealer, and every deck and reshuffle. Returns the numbers of decks and reshuffles.
    fn check_shuffles(
        &self,
        card_sets: &CardSets,
        key: &Seed,
        dealer: Option<DealerNote>,
    ) -> Result<(usize, usize), Rejection> {
        // The catalog would bring the bots along, which the page would have to download.
        macro_rules! of_its_game {
            ($($game:ty),+ $(,)?) => {$(
                if self.game == <$game as Game>::ID {
                    return check_shuffles::<$game>(self, card_sets, key, dealer);
                }
            )+};
        }
        crate::for_each_game!(of_its_game);
        #[cfg(feature = "faulty")]
        of_its_game!(crate::faulty::Faulty);
        Err(Rejection::new("unknown-game", format!("game: there is no game “{}”", self.game)))
    }

    /// Returns the nonces in seat order, after a check of each against its commitment.
    fn check_nonces(&self, opening: Option<&OpeningNote>) -> Result<Vec<Option<Nonce>>, Rejection> {
        let Some(opening) = opening else { return Ok(Vec::new()) };
        if opening.nonces.len() != usize::from(self.seats) {
            let message = format!("nonces: {} for {} seats", opening.nonces.len(), self.seats);
            return Err(Rejection::new("opening", message));
        }
        opening.nonces.iter().enumerate().try_for_each(|(seat, note)| match note {
            Some(note) if note.nonce.commitment() != note.commitment => Err(Rejection::new(
                "nonce",
                format!("the nonce of seat {seat} does not match its commitment"),
            )),
            _ => Ok(()),
        })?;
        Ok(opening.nonces.iter().map(|note| note.map(|note| note.nonce)).collect())
    }
}

fn check_shuffles<G: ReadCommand>(
    record: &RecordText,
    card_sets: &CardSets,
    key: &Seed,
    dealer: Option<DealerNote>,
) -> Result<(usize, usize), Rejection> {
    let mut table = begin::<G>(record, card_sets)?;
    if dealer == Some(DealerNote::Drawn) && u8::from(key.first_dealer(record.seats)) != record.dealer {
        let message = format!("dealer: the key draws seat {}", key.first_dealer(record.seats));
        return Err(Rejection::new("dealer-not-drawn", message));
    }
    let voided = record.voided();
    check_voided::<G>(&voided, record.deals.len())?;
    let (mut decks, mut reshuffles) = (0, 0);
    for (deal, text) in record.deals.iter().enumerate() {
        let at = |action| move |rejection: Rejection| rejection.at(RecordPosition { deal, action });
        // Decks of voided deals come from the seed too.
        voided
            .iter()
            .filter(|note| note.deal == deal)
            .try_for_each(|note| AnyMatch::pass_over(&mut table, note.decks, 0))?;
        // The canonical forms are compared, because a card can be written in several ways.
        let found = read_deck::<G>(&text.deck, &|| table.record().setup.options.deck()).map_err(at(None))?;
        if AnyMatch::next_deck(&table, key) != write_deck::<G>(&found) {
            return Err(at(None)(differs(deal, "deck")));
        }
        AnyMatch::deal(&mut table, &text.deck, &[]).map_err(at(None))?;
        decks += 1;
        for (action, entry) in text.actions.iter().enumerate() {
            let at = at(Some(action));
            let entry: Entry = entry.parse().map_err(at)?;
            if let Some(next) = AnyMatch::next_shuffle(&table, key) {
                let found = match &entry {
                    Entry::Shuffle(order) => read_cards::<G::Card>(order, &Vec::new).map_err(at)?,
                    Entry::Action { .. } => Vec::new(),
                };
                if next != Entry::Shuffle(write_cards(&found)) {
                    return Err(at(differs(deal, "reshuffle")));
                }
                reshuffles += 1;
            }
            AnyMatch::enter(&mut table, &entry, &[]).map_err(at)?;
        }
    }
    Ok((decks, reshuffles))
}

/// Checks that faults can have voided these deals of a match with `deals` deals in effect. Without the check, a
/// dishonest server could skip to a deck that it prefers.
fn check_voided<G: Game>(voided: &[VoidedNote], deals: usize) -> Result<(), Rejection> {
    let most = if G::RESHUFFLE.is_some() { MAX_PACKS } else { 1 };
    let at_one_deal = |deal| voided.iter().filter(|note| note.deal == deal).count();
    let could_be = |note: &&VoidedNote| {
        (1..=most).contains(&note.decks) && note.deal <= deals && at_one_deal(note.deal) <= MAX_VOIDED
    };
    match voided.iter().find(|note| !could_be(note)) {
        None => Ok(()),
        Some(note) => Err(Rejection {
            params: [("deal", note.deal.saturating_add(1).to_string())].into(),
            ..Rejection::new("voided", "times: voided: more deals or decks than faults can void")
        }),
    }
}

fn nonce_of(nonces: &[Option<Nonce>], seat: Seat) -> Option<Nonce> {
    nonces.get(seat.index()).copied().flatten()
}

/// Checks the nonces against the client's notes.
fn check_seen(nonces: &[Option<Nonce>], seen: &Seen) -> Result<(), Rejection> {
    if seen.own.is_some_and(|own| nonce_of(nonces, own.seat) != Some(own.nonce)) {
        let message = "the number that you added to the shuffle is missing from the record";
        return Err(Rejection::new("own-nonce", message));
    }
    let told: Vec<Option<Commitment>> =
        nonces.iter().map(|nonce| nonce.map(|nonce| nonce.commitment())).collect();
    if seen.nonces.as_ref().is_some_and(|noted| *noted != told) {
        let message =
            "the numbers in the shuffle do not match the commitments that you received at the table";
        return Err(Rejection::new("other-nonces", message));
    }
    Ok(())
}

/// Creates the error for a `deck` or `reshuffle` that does not follow from the seed.
fn differs(deal: usize, what: &'static str) -> Rejection {
    let message = format!("this {what} is not the one the seed gives");
    Rejection {
        reason: Some(what),
        params: [("deal", (deal + 1).to_string())].into(),
        ..Rejection::new("not-from-seed", message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CATALOG, NonceNote, Notes, SetupText, find};
    use proptest::prelude::*;

    /// Returns a record with the first deal of Scopa from this key.
    fn dealt(key: &Seed, dealer: Seat) -> RecordText {
        let game = find("scopa").expect("in the catalog");
        let mut table = game.open(&SetupText::first_preset(2), dealer).expect("playable");
        let deck = table.next_deck(key);
        table.deal(&deck, &[]).expect("a complete deck");
        table.record()
    }

    /// Returns a record of the older form, without nonces.
    fn record(seed: &Seed, noted: &Seed) -> RecordText {
        let commitment = Some(seed.commitment().to_string());
        let notes = Notes { seed: Some((*noted).into()), commitment, ..Notes::default() };
        dealt(seed, Seat::new(1)).with_notes(notes)
    }

    /// Returns a record with a nonce of seat 0.
    fn together(seed: &Seed, nonce: Nonce, dealer: DealerNote) -> RecordText {
        let key = seed.with_nonces(&[Some(nonce), None]);
        let opening = OpeningNote::new(vec![Some(NonceNote::from(nonce)), None], 2, dealer);
        let notes = Notes {
            seed: Some((*seed).into()),
            commitment: Some(seed.commitment().to_string()),
            opening: Some(opening),
            ..Notes::default()
        };
        dealt(&key, key.first_dealer(2)).with_notes(notes)
    }

    fn code(checked: Result<Verified, Rejection>) -> Result<usize, &'static str> {
        checked.map(|checked| checked.decks).map_err(|rejection| rejection.code)
    }

    #[test]
    fn an_honest_deck_is_checked_and_a_stacked_one_is_found() {
        let (seed, other) = (Seed::from_number(5), Seed::from_number(6));
        let honest = record(&seed, &seed);
        let checked = honest.verify(&CATALOG).expect("the record is honest");
        assert_eq!((checked.decks, checked.reshuffles, checked.together), (1, 0, false));
        assert_eq!(checked.dealer, None);
        assert_eq!(code(record(&seed, &other).verify(&CATALOG)), Err("commitment"));
        let voided = vec![crate::VoidedNote { deal: 0, decks: 1 }];
        let skipped = honest.clone().with_notes(Notes { voided, ..honest.notes() });
        assert_eq!(skipped.notes().voided.len(), 1);
        assert_eq!(code(skipped.verify(&CATALOG)), Err("not-from-seed"));
        let mut stacked = honest;
        let (first, rest) = stacked.deals[0].deck.split_once(' ').expect("cards");
        stacked.deals[0].deck = format!("{rest} {first}");
        let rejection = stacked.verify(&CATALOG).expect_err("the deck is stacked");
        assert_eq!((rejection.code, rejection.reason), ("not-from-seed", Some("deck")));
        assert_eq!(rejection.params["deal"], "1");
    }

    #[test]
    fn what_the_players_added_is_checked_and_the_dealer_with_it() {
        let (seed, nonce) = (Seed::from_number(5), Nonce::from_number(6));
        let honest = together(&seed, nonce, DealerNote::Drawn);
        let checked = honest.verify(&CATALOG).expect("the record is honest");
        assert!(checked.together && checked.committed);
        assert_eq!((checked.restarts, checked.dealer), (2, Some(DealerNote::Drawn)));
        assert_eq!(checked.nonces.iter().collect::<Vec<_>>(), [Seat::new(0)]);
        let text = honest.write();
        let read = crate::read_record(&text).expect("the record can be read");
        assert_eq!((read.write(), read.verify(&CATALOG)), (text, Ok(checked)));

        let mut other_dealer = honest.clone();
        other_dealer.dealer = 1 - other_dealer.dealer;
        assert_eq!(code(other_dealer.verify(&CATALOG)), Err("dealer-not-drawn"));
        let kept = |record: &RecordText, dealer| {
            let opening = record
                .notes()
                .opening
                .map(|opening| OpeningNote::new(opening.nonces, opening.restarts, dealer));
            record.clone().with_notes(Notes { opening, ..record.notes() })
        };
        assert_eq!(
            code(kept(&other_dealer, DealerNote::Kept).verify(&CATALOG)),
            Ok(1),
            "the dealer was not drawn"
        );
        let without = honest.clone().with_notes(Notes { opening: None, ..honest.notes() });
        assert_eq!(code(without.verify(&CATALOG)), Err("not-from-seed"), "a nonce cannot be left out");
        let few = |opening: OpeningNote| OpeningNote::new(opening.nonces[..1].to_vec(), 0, opening.dealer);
        let few =
            honest.clone().with_notes(Notes { opening: honest.notes().opening.map(few), ..honest.notes() });
        assert_eq!(code(few.verify(&CATALOG)), Err("opening"));
        let newer = honest.write().replace("parlour-shuffle/2", "parlour-shuffle/3");
        let newer = crate::read_record(&newer).expect("the record can be read");
        assert_eq!(code(newer.verify(&CATALOG)), Err("opening"));
    }

    #[test]
    fn a_record_is_compared_with_what_a_player_saw() {
        let (seed, nonce) = (Seed::from_number(5), Nonce::from_number(6));
        let honest = together(&seed, nonce, DealerNote::Drawn);
        let seen = Seen {
            commitment: Some(seed.commitment()),
            nonces: Some(vec![Some(nonce.commitment()), None]),
            own: Some(OwnNonce { seat: Seat::new(0), nonce }),
            restarts: Some(2),
        };
        let checked =
            honest.verify_as_seen(CATALOG.card_sets(), &seen).expect("the record matches the notes");
        assert!(checked.commitment_seen && checked.nonce_seen);
        let other = Nonce::from_number(7);
        for (seen, found) in [
            (Seen { commitment: Some(other.commitment()), ..seen.clone() }, "other-commitment"),
            (Seen { nonces: Some(vec![Some(nonce.commitment()); 2]), ..seen.clone() }, "other-nonces"),
            (Seen { own: Some(OwnNonce { seat: Seat::new(0), nonce: other }), ..seen.clone() }, "own-nonce"),
            (Seen { own: Some(OwnNonce { seat: Seat::new(1), nonce }), ..seen.clone() }, "own-nonce"),
            (Seen { restarts: Some(1), ..seen.clone() }, "other-restarts"),
            (Seen { restarts: Some(3), ..seen.clone() }, "other-restarts"),
        ] {
            assert_eq!(code(honest.verify_as_seen(CATALOG.card_sets(), &seen)), Err(found));
        }
        let alone = record(&seed, &seed);
        assert_eq!(
            code(alone.verify_as_seen(CATALOG.card_sets(), &seen)),
            Err("own-nonce"),
            "a record without nonces cannot hide a nonce"
        );
    }

    /// Verifies a match with these voided deals. Returns the numbers of voided deals and skipped decks.
    fn voided(game: &str, voided: &[(usize, u32)]) -> Result<(usize, u32), &'static str> {
        let seed = Seed::from_number(5);
        let mut table = find(game)
            .expect("in the catalog")
            .open(&SetupText::first_preset(2), Seat::new(1))
            .expect("playable");
        for (_, decks) in voided.iter().filter(|(deal, _)| *deal == 0) {
            table.pass_over(*decks, 0).expect("nothing is dealt yet");
        }
        table.deal(&table.next_deck(&seed), &[]).expect("a complete deck");
        let voided = voided.iter().map(|(deal, decks)| VoidedNote { deal: *deal, decks: *decks }).collect();
        let notes = Notes { seed: Some(seed.into()), voided, ..Notes::default() };
        let checked = table.record().with_notes(notes).verify(&CATALOG);
        checked.map(|checked| (checked.voided, checked.passed_over)).map_err(|rejection| rejection.code)
    }

    #[test]
    fn no_more_is_passed_over_than_the_server_can_have_voided() {
        assert_eq!(voided("scopa", &[(0, 1), (0, 1), (0, 1)]), Ok((3, 3)));
        assert_eq!(voided("scopa", &[(0, 1), (1, 1)]), Ok((2, 2)), "the deal after the last may be void too");
        assert_eq!(voided("scopa", &[(0, 7043)]), Err("voided"), "a server that prefers that deck");
        assert_eq!(voided("scopa", &[(0, 2)]), Err("voided"), "Scopa has no reshuffles");
        assert_eq!(voided("scopa", &[(0, 0)]), Err("voided"));
        assert_eq!(voided("scopa", &[(0, 1); 4]), Err("voided"));
        assert_eq!(voided("scopa", &[(2, 1)]), Err("voided"));
        assert_eq!(voided("scopa", &[(usize::MAX, u32::MAX); 2]), Err("voided"));
        assert_eq!(voided("thirty-one", &[(0, 4)]), Ok((1, 4)));
        assert_eq!(voided("thirty-one", &[(0, MAX_PACKS + 1)]), Err("voided"));
    }

    /// Returns the digit with one of its four bits flipped.
    fn flipped(digit: char, bit: u32) -> char {
        char::from_digit(digit.to_digit(16).expect("a digit") ^ (1 << bit), 16).expect("four bits")
    }

    proptest! {
        #[test]
        fn every_changed_bit_is_found(number in any::<u64>(), place in 0_usize..64, bit in 0_u32..4) {
            let (seed, nonce) = (Seed::from_number(number), Nonce::from_number(!number));
            let text = together(&seed, nonce, DealerNote::Drawn).write();
            for told in [
                String::from(seed),
                seed.commitment().to_string(),
                String::from(nonce),
                nonce.commitment().to_string(),
            ] {
                let begin = text.find(&told).expect("the record contains it");
                let mut changed: Vec<char> = text.chars().collect();
                changed[begin + place] = flipped(changed[begin + place], bit);
                let changed: String = changed.into_iter().collect();
                let record = crate::read_record(&changed).expect("the record can be read");
                prop_assert!(record.verify(&CATALOG).is_err());
            }
        }

        #[test]
        fn every_two_cards_that_change_places_are_found(number in any::<u64>(), one in 0_usize..40, other in 0_usize..40) {
            prop_assume!(one != other);
            let mut record = together(&Seed::from_number(number), Nonce::from_number(1), DealerNote::Drawn);
            let mut cards: Vec<&str> = record.deals[0].deck.split(' ').collect();
            cards.swap(one, other);
            record.deals[0].deck = cards.join(" ");
            prop_assert!(record.verify(&CATALOG).is_err());
        }
    }
}
