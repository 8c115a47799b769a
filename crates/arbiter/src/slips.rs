//! Irregularities at bridge with real cards: a revoke, a lead or a call out of turn, an
//! insufficient bid, a disputed claim.
//!
//! The engine has no such situations, because a match does not permit them. The rulings follow the
//! Laws of Duplicate Bridge.

use crate::form::{Task, choice, flag, number};
use crate::placement::{InputError, Placement};
use crate::ruling::{Ruling, Section};

pub(crate) const SLIPS: [&str; 5] = ["revoke", "lead", "outOfTurn", "tooLow", "claim"];

const REVOKED: [&str; 3] = ["aDefender", "theDeclarer", "theDummy"];
const SINCE: [&str; 3] = ["nothingYet", "playedOn", "claimedSince"];
const WON_BY: [&str; 3] = ["whoRevoked", "thePartner", "theOpponents"];
const LEADS: [&str; 4] = ["openingLead", "defenderLead", "declarerTurn", "wrongHand"];
const CALLED: [&str; 2] = ["aBid", "aPass"];
const TURNS: [&str; 3] = ["ofRight", "ofPartner", "ofLeft"];
const RIGHT: [&str; 2] = ["passesThen", "callsThen"];
const CORRECTED: [&str; 5] = ["notYet", "lowestEnough", "sameMeaning", "otherCall", "byDouble"];

pub(crate) fn tasks() -> Vec<Task> {
    vec![
        Task {
            key: "revoke",
            fields: vec![
                choice("revoked", &REVOKED),
                choice("since", &SINCE),
                flag("twelfth"),
                choice("wonBy", &WON_BY),
                number("wonLater", 0, 12),
                flag("again"),
            ],
        },
        Task { key: "lead", fields: vec![choice("led", &LEADS), flag("dummySeen")] },
        Task {
            key: "outOfTurn",
            fields: vec![
                choice("called", &CALLED),
                choice("turn", &TURNS),
                choice("rightThen", &RIGHT),
                flag("comparable"),
            ],
        },
        Task { key: "tooLow", fields: vec![choice("corrected", &CORRECTED)] },
        Task {
            key: "claim",
            fields: vec![flag("agreed"), flag("couldLose"), flag("trumpOut"), flag("trumpForgotten")],
        },
    ]
}

/// Returns the rulings on an irregularity.
pub(crate) fn rule(task: &str, placement: &Placement<'_>) -> Result<Vec<Section>, InputError> {
    let rulings = match task {
        "revoke" => return revoke(placement),
        "lead" => lead(placement),
        "outOfTurn" => out_of_turn(placement),
        "tooLow" => too_low(placement),
        _ => claim(placement),
    };
    Ok(vec![Section::of("putRight", rulings)])
}

fn is(says: &'static str, rule: &'static str) -> Ruling {
    Ruling::is(says, vec![rule])
}

fn revoke(placement: &Placement<'_>) -> Result<Vec<Section>, InputError> {
    let who = placement.text("revoked");
    // BR-S22: a revoke in the twelfth trick is corrected regardless of later play.
    let twelfth = placement.flag("twelfth");
    let established = !twelfth && matches!(placement.text("since"), "playedOn" | "claimedSince");
    if !established {
        let mut rulings = Vec::new();
        rulings.extend(twelfth.then(|| is("revokeTwelfth", "BR-S22")));
        rulings.push(is("revokeBack", "BR-S21"));
        // BR-S25: cards shown by declarer and dummy do not become penalty cards.
        rulings.extend(
            (!matches!(who, "theDeclarer" | "theDummy") && !twelfth)
                .then(|| is("revokePenaltyCard", "BR-S25")),
        );
        rulings.push(is("revokeOthers", "BR-S21"));
        return Ok(vec![Section::of("putRight", rulings)]);
    }
    let mut rulings = vec![is("revokeStands", "BR-S22")];
    // BR-S23: revokes by dummy, and a second one in the same suit, cost no trick.
    if who == "theDummy" || placement.flag("again") {
        rulings.push(is("revokeFree", "BR-S23"));
    } else {
        let later = placement.number("wonLater").ok_or(InputError::TooFew { field: "wonLater", min: 1 })?;
        let tricks = match placement.text("wonBy") {
            "theOpponents" => later.min(1),
            "thePartner" => 1,
            _ => 1 + later.min(1),
        };
        rulings.push(is(
            ["revokeNone", "revokeOne", "revokeTwo"][usize::from(tricks > 0) + usize::from(tricks > 1)],
            "BR-S23",
        ));
    }
    rulings.push(is("revokeDamage", "BR-S23"));
    Ok(vec![Section::of("putRight", rulings)])
}

fn lead(placement: &Placement<'_>) -> Vec<Ruling> {
    let refused = [is("leadRefused", "BR-S24"), is("leadPartner", "BR-S25")];
    match placement.text("led") {
        "declarerTurn" => vec![is("leadDefenders", "BR-S24"), is("leadTakenBack", "BR-S24")],
        "wrongHand" => vec![is("leadDefenders", "BR-S24"), is("leadOtherHand", "BR-S24")],
        "defenderLead" => [is("leadAccepted", "BR-S24")].into_iter().chain(refused).collect(),
        _ if placement.flag("dummySeen") => vec![is("leadMustAccept", "BR-S24")],
        _ => [is("leadSpread", "BR-S24"), is("leadOpening", "BR-S24")].into_iter().chain(refused).collect(),
    }
}

fn out_of_turn(placement: &Placement<'_>) -> Vec<Ruling> {
    let mut rulings = vec![is("outAccepted", "BR-S27")];
    let turn = placement.text("turn");
    if turn == "ofLeft" {
        rulings.push(is("outChange", "BR-S27"));
        return rulings;
    }
    rulings.push(is("outCancelled", "BR-S27"));
    match (placement.text("called"), turn) {
        ("aPass", "ofRight" | "") => rulings.push(is("outMustPass", "BR-S27")),
        (_, "ofRight" | "") if placement.text("rightThen") != "callsThen" => {
            rulings.push(is("outRepeat", "BR-S27"));
        }
        _ => {
            let comparable = placement.flag("comparable");
            rulings.push(is("outAnyCall", "BR-S27"));
            rulings.push(is(if comparable { "noMore" } else { "partnerPassesOnce" }, "BR-S27"));
        }
    }
    rulings
}

fn too_low(placement: &Placement<'_>) -> Vec<Ruling> {
    match placement.text("corrected") {
        "lowestEnough" | "sameMeaning" => vec![is("noMore", "BR-S26")],
        "otherCall" => vec![is("partnerPasses", "BR-S26")],
        "byDouble" => vec![is("tooLowNoDouble", "BR-S26"), is("partnerPasses", "BR-S26")],
        _ => vec![is("tooLowAccepted", "BR-S26"), is("tooLowCorrect", "BR-S26"), is("tooLowPrice", "BR-S26")],
    }
}

fn claim(placement: &Placement<'_>) -> Vec<Ruling> {
    let mut rulings = vec![is("claimStops", "BR-S28")];
    if placement.flag("agreed") {
        rulings.push(is("claimAgreed", "BR-S28"));
        return rulings;
    }
    rulings.push(is("claimShow", "BR-S28"));
    let loses = placement.flag("couldLose");
    rulings.push(match loses && placement.flag("trumpOut") && placement.flag("trumpForgotten") {
        true => is("claimTrump", "BR-S28"),
        false if loses => is("claimDoubt", "BR-S28"),
        false => is("claimGood", "BR-S28"),
    });
    rulings
}
