//! Pad of Scopa: cards, coins, the seven of coins, the primiera, sweeps, and the categories of the
//! variants.

use super::{by_side, check_figures, check_seat, check_side, check_sum, in_order};
use crate::form::{Field, Kind, Who};
use crate::scoring::{Line, Scorable, Scored};
use crate::{InputError, Note, Piece};
use cards::{Card, CardSet, Rank, Side, Suit};
use engine::Settlement;
use games::scopa::{Claim, Options, Scopa, Standing, Tally, best_primiera};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Entry {
    cards: Vec<i32>,
    coins: Vec<i32>,
    #[serde(default)]
    settebello: Option<Side>,
    #[serde(default)]
    re_bello: Option<Side>,
    #[serde(default)]
    primiera: Option<Side>,
    #[serde(default)]
    primiera_cards: Option<Vec<String>>,
    #[serde(default)]
    settanta: Option<Side>,
    #[serde(default)]
    napola: Option<Vec<i32>>,
    sweeps: Vec<i32>,
    #[serde(default)]
    sweep_order: Option<Vec<Side>>,
    #[serde(default)]
    claim: Option<u8>,
    #[serde(default)]
    claim_right: Option<bool>,
}

const CARDS: i32 = 40;
const COINS: i32 = 10;
const MAX_SWEEPS: i32 = 36;

impl Scorable for Scopa {
    type Entry = Entry;
    const DECK: &'static str = "scopa40";

    fn form(options: &Options, _standing: &Standing) -> Vec<Field> {
        let sides = options.sides();
        // A card always has a holder. A category can be tied, so that no side wins it.
        let holder = |name| Field::new(name, Kind::Side { sides });
        let side = |name| holder(name).optional();
        let mut form = vec![
            Field::of_sides("cards", CARDS).adding_up_to(CARDS),
            Field::of_sides("coins", COINS).adding_up_to(COINS),
            holder("settebello"),
        ];
        if options.re_bello {
            form.push(holder("reBello"));
        }
        if options.settanta {
            form.push(side("settanta"));
        } else {
            form.push(side("primiera"));
            let ranks = Field::new("primieraCards", Kind::Ranks).optional().unless("primiera");
            form.push(Field { who: Who::Sides, ..ranks });
        }
        if options.napola {
            form.push(Field::of_sides("napola", COINS).optional());
        }
        form.push(Field::of_sides("sweeps", MAX_SWEEPS));
        form.push(Field::new("sweepOrder", Kind::Order { sides }).optional().late());
        if options.claim_out {
            let of = (0..options.seats).collect();
            form.push(Field::new("claim", Kind::Seat { of }).optional());
            form.push(Field::new("claimRight", Kind::Flag).optional().when("claim", &[]));
        }
        form
    }

    fn score(options: &Options, standing: &Standing, entry: &Entry) -> Result<Scored<Standing>, InputError> {
        let sides = options.sides();
        let claim = claim(options, entry)?;
        check(options, sides, entry, claim.is_some())?;
        let run = entry.napola.iter().flatten().position(|run| *run > 0);
        let with = |sweeps| -> Result<Tally, InputError> {
            Ok(Tally {
                cards: by_side(&entry.cards),
                coins: by_side(&entry.coins),
                settebello: entry.settebello,
                re_bello: entry.re_bello,
                primiera: primiera(options, sides, entry)?,
                settanta: entry.settanta,
                napola: run.map(|side| {
                    (Side::new(side as u8), entry.napola.as_ref().map_or(0, |runs| runs[side]) as u8)
                }),
                sweeps,
            })
        };
        let order = entry.sweep_order.as_deref();
        let settle = |sweeps| with(sweeps).map(|tally| tally.settle(options, standing, claim)).ok();
        let tally = with(in_order("sweepOrder", "sweeps", "SC-O7", &entry.sweeps, order, settle)?)?;
        let after = tally.settle(options, standing, claim);
        let mut notes = Vec::new();
        if let Settlement::MatchOver(_, _) = &after
            && let Some(claim) = claim
        {
            notes.push(Note::of_seat(
                if claim.right { "claimRight" } else { "claimWrong" },
                claim.seat.into(),
            ));
        }
        if let Some(side) =
            Side::all(sides).find(|side| options.napoleone && entry.coins[side.index()] == COINS)
        {
            notes.push(Note::of_side("napoleone", side));
        }
        Ok(Scored { score_lines: tally.score_lines(options, standing, claim), after, notes })
    }

    fn pieces(options: &Options, _standing: &Standing, _lines: &[Line<Standing>]) -> Vec<Piece> {
        vec![Piece::Target { points: options.target }]
    }
}

/// Returns the claim to have reached the target, and whether it was right. (SC-S12)
fn claim(options: &Options, entry: &Entry) -> Result<Option<Claim>, InputError> {
    let Some(seat) = entry.claim else {
        return match entry.claim_right {
            Some(_) => Err(InputError::Missing { what: "claim", rule: "SC-S12" }),
            None => Ok(None),
        };
    };
    if !options.claim_out {
        return Err(InputError::Unasked { what: "claim", rule: "SC-S12" });
    }
    let right = entry.claim_right.ok_or(InputError::Missing { what: "claimRight", rule: "SC-S12" })?;
    Ok(Some(Claim { seat: check_seat(seat, options.seats)?, right }))
}

fn check(options: &Options, sides: u8, entry: &Entry, claimed: bool) -> Result<(), InputError> {
    check_figures("cards", &entry.cards, sides, CARDS, "SC-R1")?;
    check_figures("coins", &entry.coins, sides, COINS, "SC-R11")?;
    check_figures("sweeps", &entry.sweeps, sides, MAX_SWEEPS, "SC-R9")?;
    // SC-S9: without captures the sums are not checked. A claim leaves cards uncaptured.
    let all = entry.cards.iter().any(|cards| *cards > 0) && !claimed;
    let captured = |figures: &[i32]| figures.iter().sum::<i32>();
    if all || captured(&entry.cards) > CARDS {
        check_sum("cards", &entry.cards, CARDS, "SC-R1")?;
    }
    if all || captured(&entry.coins) > COINS {
        check_sum("coins", &entry.coins, COINS, "SC-R11")?;
    }
    for side in 0..usize::from(sides) {
        if entry.coins[side] > entry.cards[side] {
            return Err(InputError::Contradiction { what: "coins", other: "cards", rule: "SC-R11" });
        }
        if entry.sweeps[side] > entry.cards[side] {
            return Err(InputError::Contradiction { what: "sweeps", other: "cards", rule: "SC-R9" });
        }
    }
    let cards_of_coins = [
        ("settebello", entry.settebello, true, "SC-R11"),
        ("reBello", entry.re_bello, options.re_bello, "SC-V6"),
    ];
    for (what, owner, counts, rule) in cards_of_coins {
        check_side(what, owner, sides, rule)?;
        match owner {
            Some(_) if !counts => return Err(InputError::Unasked { what, rule }),
            Some(owner) if entry.coins[owner.index()] == 0 => {
                return Err(InputError::Contradiction { what, other: "coins", rule });
            }
            None if all && counts => return Err(InputError::Missing { what, rule }),
            _ => {}
        }
    }
    check_contests(options, sides, entry)?;
    check_napola(options, sides, entry)
}

fn check_contests(options: &Options, sides: u8, entry: &Entry) -> Result<(), InputError> {
    check_side("settanta", entry.settanta, sides, "SC-V8")?;
    check_side("primiera", entry.primiera, sides, "SC-R12")?;
    if !options.settanta && entry.settanta.is_some() {
        return Err(InputError::Unasked { what: "settanta", rule: "SC-V8" });
    }
    if options.settanta && (entry.primiera.is_some() || entry.primiera_cards.is_some()) {
        return Err(InputError::Unasked { what: "primiera", rule: "SC-V8" });
    }
    Ok(())
}

/// Checks that a run consists of coins that the side has. (SC-V4)
fn check_napola(options: &Options, sides: u8, entry: &Entry) -> Result<(), InputError> {
    const RULE: &str = "SC-V4";
    let Some(runs) = &entry.napola else { return Ok(()) };
    check_figures("napola", runs, sides, COINS, RULE)?;
    if !options.napola && runs.iter().any(|run| *run > 0) {
        return Err(InputError::Unasked { what: "napola", rule: RULE });
    }
    let mut held = runs.iter().enumerate().filter(|(_, run)| **run > 0);
    let Some((side, run)) = held.next() else { return Ok(()) };
    if *run < 3 {
        return Err(InputError::Range { what: "napola", given: *run, min: 3, max: COINS, rule: RULE });
    }
    let owns = |owner: Option<Side>| owner == Some(Side::new(side as u8));
    // With the seven of coins a run of six would be one of seven, and a run of seven needs it.
    let seven = (*run >= 7) == owns(entry.settebello) || (*run < 6);
    let king = !options.re_bello || (*run == COINS) == owns(entry.re_bello) || *run < 9;
    if held.next().is_some() || *run > entry.coins[side] || !seven || !king {
        return Err(InputError::Contradiction { what: "napola", other: "coins", rule: RULE });
    }
    Ok(())
}

/// Returns the winner of the primiera: as entered, or by the entered best cards.
fn primiera(options: &Options, sides: u8, entry: &Entry) -> Result<Option<Side>, InputError> {
    const RULE: &str = "SC-R12";
    let Some(written) = &entry.primiera_cards else { return Ok(entry.primiera) };
    let expected = usize::from(sides);
    if written.len() != expected {
        return Err(InputError::Figures { what: "primieraCards", given: written.len(), expected });
    }
    let mut seen = [0; 13];
    let piles = written.iter().map(|ranks| pile(ranks, &mut seen)).collect::<Option<Vec<_>>>();
    let piles = piles.ok_or(InputError::Unreadable { problem: written.join(" ") })?;
    if let Some((rank, given)) = Rank::ALL.into_iter().zip(seen).find(|(_, count)| *count > 4) {
        return Err(InputError::TooManyOfRank {
            what: "primieraCards",
            rank: rank.letter(),
            given,
            rule: RULE,
        });
    }
    // The cards of a primiera are among the cards of the side.
    if piles.iter().zip(&entry.cards).any(|(pile, cards)| i32::from(pile.len()) > *cards) {
        return Err(InputError::Contradiction { what: "primieraCards", other: "cards", rule: RULE });
    }
    let best = best_primiera(options, &piles);
    if entry.primiera.is_some() && entry.primiera != best {
        return Err(InputError::Contradiction { what: "primiera", other: "primieraCards", rule: RULE });
    }
    Ok(best)
}

/// Returns a pile of these ranks, each in another suit. The choice of suits does not matter. Aces and figures may
/// have the indices of Latin cards: 1, F, C and R, or 8, 9 and 10.
fn pile(ranks: &str, seen: &mut [u8; 13]) -> Option<CardSet> {
    let mut pile = CardSet::EMPTY;
    let ranks = ranks.to_ascii_uppercase().replace("10", "T");
    let letters = ranks.chars().filter(|letter| !letter.is_whitespace() && *letter != '-');
    let mut suits = Suit::ALL.into_iter();
    for letter in letters {
        let rank = match letter {
            '1' => Rank::Ace,
            'F' | '8' => Rank::Jack,
            'C' | '9' => Rank::Queen,
            'R' | 'T' => Rank::King,
            _ => Rank::ALL.into_iter().find(|rank| rank.letter() == letter)?,
        };
        seen[rank as usize] += 1;
        pile.insert(Card::new(rank, suits.next()?));
    }
    Some(pile)
}
