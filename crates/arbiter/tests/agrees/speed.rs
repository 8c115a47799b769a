//! Speed: plays, late plays, blocks and stalemates.

use super::{actions, ask, cites, lines, play, setups, text, varied};
use arbiter::{Rulings, Value, Verdict};
use cards::{BySide, CardSet, Rng, Seat};
use engine::{Game, OptionValue, Setup};
use games::speed::Speed;
use std::collections::BTreeSet;

#[test]
fn plays_and_late_plays_of_speed_are_those_of_the_match() {
    use games::speed::{Action, DiscardPile, Stage};
    for (n, setup) in speed_setups().into_iter().enumerate() {
        play::<Speed>(&setup, 2, n as u64, |game| {
            let Some(state) = game.state().filter(|state| state.stage == Stage::Play) else { return };
            let piles = state.centre.map(|stack| stack.discards);
            // The given part of a pile.
            let tail =
                |index: usize| &piles[index].as_slice()[piles[index].as_slice().len().saturating_sub(8)..];
            for seat in Seat::all(2) {
                let placement = || {
                    let tails = vec![("left", row(tail(0))), ("right", row(tail(1)))];
                    tails.into_iter().chain([("hand", text(state.hands[seat]))]).collect::<Vec<_>>()
                };
                let rulings = ask::<Speed>(&setup, "play", placement());
                let mut legal = Vec::new();
                Speed::legal_actions(state, seat, &mut legal);
                let can: BTreeSet<String> = legal.iter().map(ToString::to_string).collect();
                assert_eq!(actions(&rulings, Verdict::May), can, "{state:?}");
                assert_eq!(rulings.sections[0].rulings[0].says == "handCan", !can.is_empty());
                cites(&rulings);
                // A play aimed at the card under the top is ruled on as in the match.
                for index in DiscardPile::BOTH {
                    let Some(target) = tail(index.index()).iter().rev().nth(1).copied() else { continue };
                    let Some(card) = state.hands[seat].first() else { continue };
                    let pointed =
                        [("card", text(CardSet::only(card))), ("target", text(CardSet::only(target)))];
                    let rulings =
                        ask::<Speed>(&setup, "play", placement().into_iter().chain(pointed).collect());
                    let ruling = &rulings.sections[0].rulings[index.index()];
                    let late = Action::Play { card, pile: index, target: Some(target) };
                    assert_eq!(ruling.action, Some(late.to_string()));
                    let judged = Speed::validate(state, seat, late);
                    assert_eq!(ruling.verdict == Verdict::May, judged.is_ok(), "{late} in {state:?}");
                    let reason = judged.err().map(|illegal| engine::RuleViolation::code(&illegal));
                    assert_eq!(ruling.refusal.as_ref().and_then(|refusal| refusal.reason), reason);
                    cites(&rulings);
                }
            }
        });
    }
}

/// Returns every preset, and every option that affects a ruling.
fn speed_setups() -> Vec<Setup<games::speed::Options>> {
    let reject = OptionValue::Word("reject".to_owned());
    let varied = [("doubles", OptionValue::Flag(true)), ("lateplay", reject)]
        .map(|(key, value)| varied::<Speed>("house", 2, key, value));
    setups::<Speed>().into_iter().chain(varied).collect()
}

fn row(cards: &[cards::Card]) -> Value {
    Value::Text(cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
}

/// Returns a position of Speed as input: the tops, both hands, and the known cards of the centre.
fn centre_placed(
    hands: [CardSet; 2],
    tops: [cards::Card; 2],
    others: CardSet,
    whole: Option<[i32; 2]>,
) -> Vec<(&'static str, Value)> {
    let mut placement = vec![
        ("left", row(&tops[..1])),
        ("right", row(&tops[1..])),
        ("hand0", text(hands[0])),
        ("hand1", text(hands[1])),
        ("others", text(others)),
    ];
    if let Some(stocks) = whole {
        let stocks = stocks.map(Value::Number);
        placement.push(("whole", Value::Flag(true)));
        placement.extend(["stock0", "stock1"].into_iter().zip(stocks));
    }
    placement
}

/// Returns the rulings on a flip.
fn turning(rulings: &Rulings) -> Vec<&arbiter::Ruling> {
    let section = rulings.sections.iter().find(|section| section.about == "turning");
    section.expect("a ruling on turning").rulings.iter().collect()
}

#[test]
fn blocks_of_speed_are_those_of_the_match() {
    use games::speed::Stage;
    let mut blocks = 0;
    for (n, setup) in speed_setups().into_iter().enumerate() {
        play::<Speed>(&setup, 5, n as u64, |game| {
            let Some(state) = game.state() else { return };
            let [Some(left), Some(right)] = state.centre.map(|stack| stack.discards.top()) else { return };
            let blocked = match state.stage {
                Stage::Play => false,
                Stage::Blocked(_) => true,
                Stage::Start(_) | Stage::Shuffle(_) | Stage::Over(_) => return,
            };
            blocks += u32::from(blocked);
            let centre: CardSet = state
                .centre
                .iter()
                .flat_map(|stack| stack.discards.as_slice().iter().chain(stack.talon.as_slice()).copied())
                .collect();
            let others = centre - CardSet::only(left) - CardSet::only(right);
            let hands = [0, 1].map(|seat| state.hands[Seat::new(seat)]);
            let stocks = [0, 1].map(|seat| i32::from(state.stocks[Seat::new(seat)].len()));
            for (others, whole) in [(others, Some(stocks)), (others, None), (CardSet::EMPTY, None)] {
                let rulings =
                    ask::<Speed>(&setup, "blocked", centre_placed(hands, [left, right], others, whole));
                cites(&rulings);
                let expected = if blocked { Verdict::May } else { Verdict::MayNot };
                assert_eq!(turning(&rulings)[0].verdict, expected, "{state:?}");
                assert_eq!(turning(&rulings)[0].action.as_deref(), Some("flip"));
            }
        });
    }
    assert!(blocks > 0);
}

#[test]
fn stalemates_of_speed_are_told_from_blocks_as_far_as_the_centre_is_seen() {
    let setup = &setups::<Speed>()[0];
    let mut met = BTreeSet::new();
    for rng_seed in 0..3000 {
        let mut rng = Rng::from_number(rng_seed);
        let mut deck: Vec<cards::Card> = CardSet::FULL.into();
        rng.shuffle(&mut deck);
        let sizes = [2, 2].map(|max| 1 + rng.below(max));
        let (hands, rest) = deck.split_at(sizes[0] + sizes[1]);
        let hands = [&hands[..sizes[0]], &hands[sizes[0]..]];
        let (centre, unseen) = rest.split_at(2 + rng.below(20));
        let helps = |card: &cards::Card| {
            let ranks = |card: &cards::Card| card.rank() as i32;
            hands.iter().flat_map(|hand| hand.iter()).any(|held| {
                let apart = (ranks(held) - ranks(card)).rem_euclid(13);
                apart == 1 || apart == 12
            })
        };
        let of = |cards: &[cards::Card]| cards.iter().copied().collect::<CardSet>();
        let whole = rng.below(2) == 0;
        let placement =
            centre_placed(hands.map(of), [centre[0], centre[1]], of(&centre[2..]), whole.then_some([0, 0]));
        let rulings = ask::<Speed>(setup, "blocked", placement);
        let sentences: Vec<&str> = turning(&rulings).iter().map(|ruling| ruling.says).collect();
        let expected = match () {
            () if centre[..2].iter().any(helps) => vec!["flip"],
            () if centre.iter().any(helps) => vec!["flip", "helps"],
            () if !whole && unseen.iter().any(helps) => vec!["flip", "unless"],
            () if sizes[0] == sizes[1] => vec!["stalemate", "nobodyWins"],
            () => vec!["stalemate", "wins"],
        };
        assert_eq!(sentences, expected, "{hands:?} {centre:?}");
        if sentences[0] == "stalemate" {
            let points = BySide::new(2, |side| i32::from(sizes[side.index()] < sizes[1 - side.index()]));
            assert_eq!(lines(&rulings), [("left", points)]);
        }
        let not_yet = turning(&rulings)[0].verdict == Verdict::MayNot;
        assert_eq!(not_yet, centre[..2].iter().any(helps));
        cites(&rulings);
        met.insert((sentences, not_yet));
    }
    assert_eq!(met.len(), 5, "every kind of position was met: {met:?}");
}
