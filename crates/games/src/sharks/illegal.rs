//! Reasons why an action is illegal.

use super::Card;

engine::illegal! {
    /// Reason why an action is illegal.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Illegal {
        TimeToBid = "time-to-bid" ("SH-R9"), "this is the time to bid or to pass";
        TimeToFlip = "time-to-flip" ("SH-R15"),
            "this is the time to turn up a card of the third lot: flip 5 or flip 6";
        TimeForATool = "time-for-a-tool" ("SH-R16"), "this is the time to play a Tool or to pass";
        TimeToReact = "time-to-react" ("SH-S11"), "this is the time to say whether you react: react T01 or noreact";
        TimeToGive = "time-to-give" ("SH-R14"), "this is the time to discard Capital: give and its values";
        CapitalNotHeld { value: u8 } = "capital-not-held" ("SH-R9"),
            "you do not hold that many Capital cards of value {value}";
        NotHigher { total: u16, highest: u16 } = "not-higher" ("SH-R10"),
            "that comes to {total}, but the bid is {highest}: bid more, or pass";
        OnlyAdd = "only-add" ("SH-O3"), "a bid is raised by adding cards to those you have bid";
        WrongFlip = "wrong-flip" ("SH-R15"), "turn up a face-down card of the third lot";
        ToolNotHeld { tool: Card } = "tool-not-held" ("SH-R16"), "you do not hold {tool}";
        OnlyReaction { tool: Card } = "only-reaction" ("SH-R20"), "{tool} only answers the Tool of another player";
        NoReaction { tool: Card } = "no-reaction" ("SH-R20"), "{tool} cannot be played as an answer";
        WrongCost { tool: Card, cost: u8 } = "wrong-cost" ("SH-R17"),
            "the cost of {tool} in Capital cards is {cost}, neither more nor fewer";
        ChooseOne { tool: Card } = "choose-one" ("SH-R19"), "{tool} offers two effects: choose one, a or b";
        NoChoice { tool: Card } = "no-choice" ("SH-R19"), "{tool} offers no choice";
        NotResolvable { tool: Card } = "not-resolvable" ("SH-R18"),
            "{tool} cannot be played like this: its effect cannot be resolved";
        FirstNotResolvable { tool: Card } = "first-not-resolvable" ("SH-R18"),
            "{tool} cannot be played like this: its first effect cannot be resolved";
        ChoiceNotResolvable { tool: Card } = "choice-not-resolvable" ("SH-R19"),
            "this effect of {tool} cannot be resolved, so it cannot be chosen";
        GiveExactly { number: u8 } = "give-exactly" ("SH-R14"),
            "the number of Capital cards to discard is {number}, neither more nor fewer";
    }
}
