//! Irregularities at bridge with real cards.

use arbiter::Rulings;

fn ask(task: &str, placement: &str) -> Vec<(&'static str, &'static str)> {
    let asked = format!(r#"{{"game": "bridge", "task": "{task}", "placement": {{{placement}}}}}"#);
    let asked = serde_json::from_str(&asked).expect("a question");
    let Rulings { sections } = arbiter::rule(&asked).expect("a situation");
    sections
        .iter()
        .flat_map(|section| &section.rulings)
        .map(|ruling| (ruling.says, ruling.rules[0]))
        .collect()
}

fn says(task: &str, placement: &str) -> Vec<&'static str> {
    ask(task, placement).into_iter().map(|(says, _)| says).collect()
}

#[test]
fn br_t32_a_revoke_is_put_right_before_it_is_established() {
    let defender = ask("revoke", r#""revoked": "aDefender""#);
    assert_eq!(
        defender,
        [("revokeBack", "BR-S21"), ("revokePenaltyCard", "BR-S25"), ("revokeOthers", "BR-S21")]
    );
    let declarer = says("revoke", r#""revoked": "theDeclarer", "since": "nothingYet""#);
    assert_eq!(declarer, ["revokeBack", "revokeOthers"]);
    let twelfth = ask("revoke", r#""since": "playedOn", "twelfth": true"#);
    assert_eq!(twelfth[..2], [("revokeTwelfth", "BR-S22"), ("revokeBack", "BR-S21")]);
}

#[test]
fn br_t33_an_established_revoke_costs_up_to_two_tricks() {
    let cost = |placement: &str| {
        let who = if placement.contains("revoked") { "" } else { r#""revoked": "theDeclarer", "# };
        let asked = format!(r#"{who}"since": "playedOn", {placement}"#);
        let rulings = ask("revoke", &asked);
        assert_eq!(rulings[0], ("revokeStands", "BR-S22"));
        assert_eq!(rulings.last(), Some(&("revokeDamage", "BR-S23")));
        rulings[1].0
    };
    assert_eq!(cost(r#""wonBy": "whoRevoked", "wonLater": 3"#), "revokeTwo");
    assert_eq!(cost(r#""wonBy": "whoRevoked", "wonLater": 0"#), "revokeOne");
    assert_eq!(cost(r#""wonBy": "thePartner", "wonLater": 3"#), "revokeOne");
    assert_eq!(cost(r#""wonBy": "thePartner", "wonLater": 0"#), "revokeOne");
    assert_eq!(cost(r#""wonBy": "theOpponents", "wonLater": 3"#), "revokeOne");
    assert_eq!(cost(r#""wonBy": "theOpponents", "wonLater": 0"#), "revokeNone");
    assert_eq!(cost(r#""wonBy": "whoRevoked", "wonLater": 3, "again": true"#), "revokeFree");
    assert_eq!(cost(r#""wonLater": 3, "revoked": "theDummy""#), "revokeFree");
    let claimed = says("revoke", r#""since": "claimedSince", "wonLater": 1"#);
    assert_eq!(claimed[..2], ["revokeStands", "revokeTwo"]);
    let unsaid = r#"{"game": "bridge", "task": "revoke", "placement": {"since": "playedOn"}}"#;
    let unsaid = arbiter::rule(&serde_json::from_str(unsaid).expect("a question"));
    assert_eq!(unsaid.expect_err("the tricks are missing").code(), "too-few");
}

#[test]
fn br_t34_a_lead_out_of_turn_is_accepted_or_taken_back() {
    let opening = ask("lead", r#""led": "openingLead""#);
    let rules: Vec<_> = opening.iter().map(|(_, rule)| *rule).collect();
    assert_eq!(rules, ["BR-S24", "BR-S24", "BR-S24", "BR-S25"]);
    assert_eq!(opening[0].0, "leadSpread");
    assert_eq!(says("lead", r#""dummySeen": true"#), ["leadMustAccept"]);
    assert_eq!(says("lead", r#""led": "defenderLead""#), ["leadAccepted", "leadRefused", "leadPartner"]);
    assert_eq!(says("lead", r#""led": "declarerTurn""#), ["leadDefenders", "leadTakenBack"]);
    assert_eq!(says("lead", r#""led": "wrongHand""#), ["leadDefenders", "leadOtherHand"]);
}

#[test]
fn br_t35_a_call_out_of_turn_is_accepted_or_cancelled() {
    let then = |placement: &str| {
        let all = says("outOfTurn", placement);
        assert_eq!(all[0], "outAccepted");
        all[1..].to_vec()
    };
    assert_eq!(then(r#""called": "aPass""#), ["outCancelled", "outMustPass"]);
    assert_eq!(then(r#""called": "aBid", "rightThen": "passesThen""#), ["outCancelled", "outRepeat"]);
    let any = ["outCancelled", "outAnyCall", "partnerPassesOnce"];
    assert_eq!(then(r#""rightThen": "callsThen""#), any);
    assert_eq!(then(r#""turn": "ofPartner""#), any);
    assert_eq!(then(r#""turn": "ofPartner", "comparable": true"#), ["outCancelled", "outAnyCall", "noMore"]);
    assert_eq!(then(r#""turn": "ofLeft""#), ["outChange"]);
}

#[test]
fn br_t36_a_bid_that_is_too_low_is_accepted_or_replaced() {
    assert_eq!(says("tooLow", ""), ["tooLowAccepted", "tooLowCorrect", "tooLowPrice"]);
    assert_eq!(ask("tooLow", r#""corrected": "lowestEnough""#), [("noMore", "BR-S26")]);
    assert_eq!(says("tooLow", r#""corrected": "sameMeaning""#), ["noMore"]);
    assert_eq!(says("tooLow", r#""corrected": "otherCall""#), ["partnerPasses"]);
    assert_eq!(says("tooLow", r#""corrected": "byDouble""#), ["tooLowNoDouble", "partnerPasses"]);
}

#[test]
fn br_t37_a_claim_in_doubt_goes_against_who_claimed() {
    assert_eq!(says("claim", r#""agreed": true, "couldLose": true"#), ["claimStops", "claimAgreed"]);
    assert_eq!(says("claim", ""), ["claimStops", "claimShow", "claimGood"]);
    assert_eq!(says("claim", r#""couldLose": true"#)[2], "claimDoubt");
    assert_eq!(
        says("claim", r#""couldLose": true, "trumpOut": true, "trumpForgotten": true"#)[2],
        "claimTrump"
    );
    assert_eq!(says("claim", r#""trumpOut": true, "trumpForgotten": true"#)[2], "claimGood");
}
