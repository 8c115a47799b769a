//! Record texts: each is replayed or refused with a message, and a written record can be read
//! again.

/// Uses the bytes as text.
pub fn check(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let Ok(record) = catalog::read_record(text) else { return };
    let replayed = record.replay(&catalog::CATALOG);
    let summary = replayed.summary();
    let again = catalog::read_record(&record.write()).expect("what is written can be read");
    assert_eq!(again.replay(&catalog::CATALOG).summary(), summary, "and says the same");
    let _ = replayed.legal_summary();
    if let Ok(table) = replayed.into_match() {
        assert_eq!(
            table.record().replay(&catalog::CATALOG).summary(),
            summary,
            "the canonical form replays to the same"
        );
    }
}
