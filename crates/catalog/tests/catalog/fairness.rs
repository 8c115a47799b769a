//! Tests that the examples in `docs/fairness.md` agree with the code.

use cards::{Card, CardSet, Nonce, Seat, Seed};
use catalog::DealerNote;

const DOCUMENT: &str = include_str!("../../../../docs/fairness.md");

/// Returns the rows of the table under this heading, without bars and quotes.
fn rows(heading: &str) -> Vec<Vec<&'static str>> {
    let (_, after) = DOCUMENT.split_once(&format!("### {heading}\n")).unwrap();
    let section = after.split("\n#").next().unwrap();
    let rows = section.lines().filter(|line| line.starts_with('|')).skip(2);
    rows.map(|row| row.trim_matches('|').split('|').map(|cell| cell.trim().trim_matches('`')).collect())
        .collect()
}

fn nonces(text: &str) -> Vec<Option<Nonce>> {
    text.split_whitespace()
        .map(|nonce| (nonce != "none").then(|| nonce.trim_matches('`').parse().unwrap()))
        .collect()
}

#[test]
fn the_documented_keys_and_dealers_match_the_code() {
    let vectors = rows("Keys");
    assert!(vectors.len() >= 4);
    for row in vectors {
        let [seed, commitment, added, key, dealer] = row[..] else { panic!("{row:?}") };
        let (seed, added): (Seed, _) = (seed.parse().unwrap(), nonces(added));
        assert_eq!(seed.commitment().to_string(), commitment);
        let found = seed.with_nonces(&added);
        assert_eq!(String::from(found), key);
        assert_eq!(found.first_dealer(added.len() as u8).to_string(), dealer);
    }
}

#[test]
fn the_commitments_of_the_document_are_those_of_its_nonces() {
    let vectors = rows("Nonces");
    assert!(vectors.len() >= 2);
    for row in vectors {
        let [nonce, commitment] = row[..] else { panic!("{row:?}") };
        assert_eq!(nonce.parse::<Nonce>().unwrap().commitment().to_string(), commitment);
    }
}

#[test]
fn the_documented_packs_match_the_code() {
    let vectors = rows("Packs");
    assert!(vectors.len() >= 3);
    for row in vectors {
        let [key, n, pack] = row[..] else { panic!("{row:?}") };
        let mut cards: Vec<Card> = CardSet::FULL.iter().collect();
        key.parse::<Seed>().unwrap().shuffle(n.parse().unwrap(), &mut cards);
        let cards: Vec<String> = cards.iter().map(ToString::to_string).collect();
        assert_eq!(cards.join(" "), pack);
    }
}

#[test]
fn the_record_of_the_document_is_one_that_is_checked() {
    let (_, after) = DOCUMENT.split_once("```json\n").unwrap();
    let text = after.split("```").next().unwrap();
    let record = catalog::read_record(text).unwrap();
    assert_eq!(record.write(), text, "as it is written");
    let verified = record.verify(&catalog::CATALOG).unwrap();
    assert_eq!((verified.decks, verified.dealer, verified.restarts), (1, Some(DealerNote::Drawn), 1));
    assert_eq!(verified.nonces.iter().collect::<Vec<_>>(), [Seat::new(0)]);
}
