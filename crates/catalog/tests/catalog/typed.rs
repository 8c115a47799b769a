//! Tests of the reader of typed lines that need games.

use bridge::Bridge;
use engine::command::{InputError, read};
use games::cassino::Cassino;
use games::gin_rummy::GinRummy;
use games::scopa::Scopa;
use games::speed::Speed;
use games::thirty_one::ThirtyOne;
use games::wall_street::WallStreet;

#[test]
fn a_card_may_mean_several_actions() {
    let legal = ["7d > L", "7d > R", "9h > R"].map(str::to_owned);
    assert_eq!(read::<Speed>("7♦ sinistra", &legal), Ok("7d > L".to_owned()));
    assert_eq!(read::<Speed>("nine of hearts", &legal), Err(InputError::Words("nine of hearts".to_owned())));
    assert_eq!(read::<Speed>("9 of hearts", &legal), Ok("9h > R".to_owned()));
    let choice = InputError::Choice { card: "7d".to_owned(), actions: legal[..2].to_vec() };
    assert_eq!(read::<Speed>("7d", &legal), Err(choice));
}

#[test]
fn longer_lines_are_not_read() {
    let long = format!("play {}7d", " ".repeat(200));
    assert!(read::<Scopa>(&long, &[]).is_err());
    assert_eq!(read::<Scopa>(&long[..200], &[]), Err(InputError::Words("play".to_owned())));
}

#[test]
fn a_misspelt_verb_is_guessed() {
    let meant = |misspelt: Result<String, InputError>| {
        let error = misspelt.expect_err("it is misspelt");
        assert_eq!(error.code(), "misspelt");
        error.params()[1].1.clone()
    };
    assert_eq!(meant(read::<Scopa>("paly 7d", &[])), "play");
    assert_eq!(meant(read::<WallStreet>("prndi 7d 4c", &[])), "prendi");
    assert_eq!(meant(read::<Cassino>("biuld 6c 2d = 8", &[])), "build");
    assert_eq!(meant(read::<GinRummy>("knok Kd", &[])), "knock");
    assert_eq!(meant(read::<GinRummy>("discrad Kd", &[])), "discard");
    assert_eq!(meant(read::<ThirtyOne>("nock", &[])), "knock");
    assert_eq!(meant(read::<Bridge>("pas", &["P".to_owned()])), "pass");
    assert_eq!(meant(read::<Bridge>("cliam 5", &[])), "claim");
    // No suggestion: far from any verb, or a card, or correct but not understood.
    for line in ["dance", "7y", "10h x", "take", "x"] {
        let error = read::<Scopa>(line, &[]).err().map(|error| error.code());
        assert_ne!(error, Some("misspelt"), "{line}");
    }
}
