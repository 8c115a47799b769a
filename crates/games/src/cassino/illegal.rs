//! Illegal actions of Cassino.

use super::build::Announced;
use cards::{Card, CardSet};

engine::illegal! {
    /// Reason why an action is illegal.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Illegal {
        NotHeld { card: Card } = "not-held" ("CA-R4"), "{card} is not in your hand";
        NotLoose { cards: CardSet } = "not-loose" ("CA-R4"), "{cards} does not lie loose on the table";
        NoSuchBuild { cards: CardSet } = "no-such-build" ("CA-R11"), "{cards} is not a build on the table";
        NothingTaken { card: Card } = "nothing-captured" ("CA-R7"), "{card} takes nothing here; trail it instead";
        OtherValue { card: Card, build: CardSet, value: u8 } = "other-value" ("CA-R11"),
            "{card} cannot take {build}: that is a build of {value}";
        OnlyItsRank { card: Card } = "only-its-rank" ("CA-R3"), "{card} takes only cards of its own rank";
        AllOfRank { card: Card, equal: CardSet } = "all-of-rank" ("CA-R5"),
            "{card} takes all cards of its own rank ({equal})";
        OneOfRank { card: Card } = "one-of-rank" ("CA-O2"), "{card} takes just one card of its own rank";
        OneOrThree { card: Card } = "one-or-three" ("CA-O2"),
            "{card} takes one card of its own rank, or three, but not two";
        NoGroups { card: Card, taken: CardSet, value: u8 } = "no-groups" ("CA-R7"),
            "{card} cannot take {taken}: they cannot be divided into groups of {value}";
        TakeMore { card: Card } = "take-more" ("CA-O3"), "{card} can take all this and more";
        MustCapture { card: Card } = "must-not-trail" ("CA-O1"), "{card} can take something, so it may not be trailed";
        HandMustCapture { card: Card, other: Card } = "hand-must-not-trail" ("CA-O1"),
            "{other} in your hand can take something, so {card} may not be trailed";
        OwnBuild { build: CardSet } = "own-build" ("CA-O4"),
            "{build} is your build: while it lies there you may not trail";
        KeepCapturer { card: Card, build: CardSet, value: u8 } = "keep-capturer" ("CA-O5"),
            "{build} is your build of {value}, and {card} is your last card that takes it";
        NothingJoined { card: Card } = "nothing-joined" ("CA-S7"), "a build of {card} needs cards from the table";
        NoValue { card: Card } = "no-value" ("CA-R3"), "{card} counts nothing, so it joins no build";
        NoSuchValue { announced: Announced } = "no-such-value" ("CA-R9"),
            "there is no build of “{announced}”: no card takes it";
        NoFurtherCard { value: u8 } = "no-further-card" ("CA-R9"),
            "to build {value} you must keep a card in hand that counts {value}";
        NoBuild { cards: CardSet, value: u8 } = "no-build" ("CA-R9"), "{cards} do not make a build of {value}";
        OneManner { cards: CardSet } = "one-manner" ("CA-O7"),
            "{cards}: here a build begins with one sum, or with cards of one rank";
        OnlyPairs { build: CardSet } = "only-pairs" ("CA-R13"),
            "{build} is a build of equal cards: only such cards are added to it";
        OnlySums { build: CardSet } = "only-sums" ("CA-R13"),
            "{build} is a build of sums: only sums of two or more cards are added to it";
        NoMerging = "no-merging" ("CA-O7"), "these builds cannot be made into one";
        NoRaising = "no-raising" ("CA-O6"), "here the value of a build never changes";
        NeverRaised { build: CardSet, value: u8 } = "never-raised" ("CA-O6"),
            "{build} is a build of several {value}s, and is never raised";
        Announce { announced: Announced } = "announce" ("CA-S13"), "this build is announced as “{announced}”";
    }
}
