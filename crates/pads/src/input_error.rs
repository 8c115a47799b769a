//! Errors of pad entries.

use engine::{Rejection, SetupError};

engine::error_enum! {
    /// Error of a pad entry. The pad is unchanged. `what` and `other` name fields of the form.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum InputError {
        NoPad { problem: String } = "no-pad", "not a score pad: {problem}";
        Full { max: usize } = "full", "the pad is full: it holds {max} entries";
        Unreadable { problem: String } = "unreadable", "this cannot be read: {problem}";
        NoGame { given: String, known: String } = "no-game", "there is no score pad for “{given}”, only for {known}";
        NoDeck { given: String, known: String } = "no-deck", "there is no deck for “{given}”, only {known}";
        Setup { problem: SetupError } = "setup", "{problem}";
        Name { name: String } = "name", "the name “{name}” is taken or not allowed; every player needs a different name";
        NoSeat { given: u8, seats: u8 } = "no-seat", "there is no seat {given} at this table of {seats}";
        NoOperation { given: String } = "no-operation", "“{given}” is not on this pad";
        NothingToUndo = "nothing-to-undo", "there is nothing to undo";
        Over = "over", "the match is over; start another one";
        Taken { line: u32 } = "taken", "line {line} already has a hand; correct it, or write on the next line";
        Frozen = "frozen" ("DK-R1"), "the hand is suspended until all players say whether it is void";
        DeckUnverified = "deck-unverified" ("DK-R2"), "the deck must be corrected and checked before the next hand";
        SameBacks { back: String } = "same-backs" ("DK-R3"),
            "two packs with the same back ({back}) get mixed up; take one of another colour";
        Figures { what: &'static str, given: usize, expected: usize } = "figures",
            "{what}: values needed: {expected}, given: {given}";
        Sum { what: &'static str, given: i32, expected: i32, rule: &'static str } = "sum" (rule),
            "{what} add up to {given}, not {expected} ({rule})";
        Range { what: &'static str, given: i32, min: i32, max: i32, rule: &'static str } = "range" (rule),
            "{what} cannot be {given}, only {min} to {max} ({rule})";
        Missing { what: &'static str, rule: &'static str } = "missing" (rule), "{what} is missing ({rule})";
        Unasked { what: &'static str, rule: &'static str } = "unasked" (rule),
            "{what} is not used under these rules ({rule})";
        Contradiction { what: &'static str, other: &'static str, rule: &'static str } = "contradiction" (rule),
            "{what} and {other} contradict each other ({rule})";
        TooManyOfRank { what: &'static str, rank: char, given: u8, rule: &'static str } = "too-many-of-rank" (rule),
            "{what} have “{rank}” {given} times, and a pack has four; two hands name the same card ({rule})";
        Order { what: &'static str, rule: &'static str } = "order" (rule),
            "the order of {what} decides the match; enter it ({rule})";
        Tied { what: &'static str, rule: &'static str } = "tied" (rule),
            "several players are tied; enter {what}, which decides between them ({rule})";
        OneEndsIt { what: &'static str, given: usize, rule: &'static str } = "one-ends-it" (rule),
            "only one player can have five Investments or more, not {given}, because they end the game ({rule})";
        NoMoreOf { given: String, rule: &'static str } = "no-more-of" (rule),
            "there is no “{given}” left in this set of cards ({rule})";
        NotPlaying { seat: u8, rule: &'static str } = "not-playing" (rule),
            "seat {seat} does not play this hand ({rule})";
        KnockLimit { given: i32, limit: i32, rule: &'static str } = "knock-limit" (rule),
            "a knock needs a deadwood of {limit} at most, not {given} ({rule})";
        KnockIsGin = "knock-is-gin" ("GR-S7"), "a hand without deadwood is gin, not a knock (GR-S7)";
        GinWithDeadwood { given: i32 } = "gin-with-deadwood" ("GR-R8"), "gin means no deadwood, not {given} (GR-R8)";
        NotOneOf { what: &'static str, given: i32, of: String, rule: &'static str } = "not-one-of" (rule),
            "{what} cannot be {given}, only {of} ({rule})";
        OnlyAces = "only-aces" ("BR-R10"), "at no trumps only four aces in one hand count as honors, worth 150 (BR-R10)";
        Losers { losers: String, rule: &'static str } = "losers" (rule),
            "under these rules other players lose this hand: {losers} ({rule})";
        Contract { given: String } = "contract" ("BR-R2"),
            "“{given}” is not a contract; write 4S, 3NX for doubled, 2HXX for redoubled (BR-R2)";
    }
}

impl From<SetupError> for InputError {
    fn from(problem: SetupError) -> Self {
        Self::Setup { problem }
    }
}

impl From<InputError> for Rejection {
    fn from(error: InputError) -> Self {
        let params = error.params().into_iter().collect();
        Self { rule: error.rule(), params, ..Self::new(error.code(), error.to_string()) }
    }
}
