//! Points, the end of the deal, the end of the match.

use super::{Claim, Options, PrimieraSuits, SettantaTie, State};
use crate::fishing::{Counting, EndMode};
use cards::{BySeat, Card, CardSet, Rank, Seat, SeatSet, Suit};
use engine::{CountLine, Half, Outcome, Settlement};
use serde::Serialize;

/// The score between deals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Who deals next, or dealt the deal in progress.
    pub dealer: Seat,
    /// The totals; partners have the same.
    pub totals: BySeat<i32>,
}

/// The figures of a finished deal, as records show them; partners have the same.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Detail {
    /// Cards captured.
    pub cards: BySeat<u8>,
    /// Coins captured.
    pub coins: BySeat<u8>,
    /// Whether the seven of coins was captured.
    pub settebello: BySeat<bool>,
    /// The primiera, if the pile has one.
    pub primiera: BySeat<Option<i32>>,
    /// Sweeps made.
    pub sweeps: BySeat<u8>,
    /// Points for coins in sequence, if they count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub napola: Option<BySeat<i32>>,
    /// Whether the king of coins was captured, if it counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub re_bello: Option<BySeat<bool>>,
    /// Sevens captured, if they count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settanta: Option<BySeat<u8>>,
}

/// What is counted, in counting order. (SC-R11, SC-O7)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Category {
    Cards,
    Coins,
    Settebello,
    ReBello,
    Primiera,
    Settanta,
    Napola,
    Sweeps,
}

const SETTEBELLO: Card = Card::new(Rank::Seven, Suit::Diamonds);
const RE_BELLO: Card = Card::new(Rank::King, Suit::Diamonds);
const COINS: CardSet = crate::fishing::of_suit(Suit::Diamonds);
const SEVENS: CardSet = crate::fishing::of_rank(Rank::Seven);

/// A lead of so many points in one deal is as good as any: for the search.
const DECISIVE_LEAD: f32 = 4.0;

/// What the ranks count in the primiera, best first. (SC-R12)
const PRIMIERA: [(Rank, i32); 10] = [
    (Rank::Seven, 21),
    (Rank::Six, 18),
    (Rank::Ace, 16),
    (Rank::Five, 15),
    (Rank::Four, 14),
    (Rank::Three, 13),
    (Rank::Two, 12),
    (Rank::Jack, 10),
    (Rank::Queen, 10),
    (Rank::King, 10),
];

/// The best card of each suit, what they count together, and whether there are four.
fn primiera(pile: CardSet) -> (CardSet, i32, bool) {
    let (mut best, mut total, mut suits) = (CardSet::EMPTY, 0, 0);
    for suit in Suit::ALL {
        let found = PRIMIERA.iter().find(|(rank, _)| pile.contains(Card::new(*rank, suit)));
        if let Some((rank, points)) = found {
            best.insert(Card::new(*rank, suit));
            total += points;
            suits += 1;
        }
    }
    (best, total, suits == 4)
}

/// What a pile is worth in the contest for the primiera: compared as it stands, highest first. (SC-O5, SC-S7)
fn primiera_strength(options: &Options, pile: CardSet) -> (i32, i32) {
    let (_, total, complete) = primiera(pile);
    match options.primiera_suits {
        PrimieraSuits::FourRequired if complete => (0, total),
        PrimieraSuits::FourRequired => (0, 0),
        PrimieraSuits::IncompleteLoses => (i32::from(complete), total),
        PrimieraSuits::SumAnyway => (0, total),
    }
}

/// What a pile is worth in the contest for the settanta: sevens and, if they are equal, the other ranks. (SC-V8)
fn settanta_strength(options: &Options, pile: CardSet) -> [u8; 10] {
    let count = |(rank, _): (Rank, i32)| (pile & crate::fishing::of_rank(rank)).len();
    let mut counts = PRIMIERA.map(count);
    if options.settanta_tie == SettantaTie::Nobody {
        counts[1..].fill(0);
    }
    counts
}

/// Three points for ace, two and three of coins, and one for each further coin in unbroken sequence. (SC-V4)
fn napola(pile: CardSet) -> i32 {
    let ranks = Rank::ALL.into_iter().filter(|rank| !matches!(rank, Rank::Eight | Rank::Nine | Rank::Ten));
    let run = ranks.take_while(|rank| pile.contains(Card::new(*rank, Suit::Diamonds))).count() as i32;
    if run >= 3 { run } else { 0 }
}

/// What is certain at this moment when the cards of `open` may still go to any side; nothing is open once the deal
/// is over.
fn counting(state: &State, open: CardSet) -> Counting<Category> {
    let State { options, deal, .. } = state;
    let sides = deal.rules.sides();
    let mut counting = Counting::new(sides);
    if deal.thrown_in {
        return counting;
    }
    // A side has a contest for certain if it beats every other as strong as that one may still become.
    let certain = |strength: &dyn Fn(CardSet) -> [u8; 10]| {
        (0..sides).find(|side| {
            let others = (0..sides).filter(|other| other != side);
            let mine = strength(deal.pile(*side));
            others.into_iter().all(|other| mine > strength(deal.pile(other) | open))
        })
    };
    let amount = |count: u8| [count, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    let owner = |card| (0..sides).find(|side| deal.pile(*side).contains(card));
    counting.add(Category::Cards, certain(&|pile| amount(pile.len())), 1);
    counting.add(Category::Coins, certain(&|pile| amount((pile & COINS).len())), 1);
    counting.add(Category::Settebello, owner(SETTEBELLO), 1);
    if options.re_bello {
        counting.add(Category::ReBello, owner(RE_BELLO), 1);
    }
    if options.settanta {
        counting.add(Category::Settanta, certain(&|pile| settanta_strength(options, pile)), 1);
    } else {
        let strength = |pile| {
            let (complete, total) = primiera_strength(options, pile);
            let mut strength = amount(complete as u8);
            strength[1] = total as u8;
            strength
        };
        counting.add(Category::Primiera, certain(&strength), 1);
    }
    if options.napola {
        let owner = (0..sides).find(|side| napola(deal.pile(*side)) > 0);
        counting.add(Category::Napola, owner, owner.map_or(0, |side| napola(deal.pile(side))));
    }
    deal.sweeping_sides().for_each(|side| counting.add(Category::Sweeps, Some(side), 1));
    counting
}

/// The totals of each side before this deal.
fn before(state: &State) -> BySeat<i32> {
    BySeat::new(state.deal.rules.sides(), |side| state.standing.totals[side])
}

/// The points of a deal that is over, as far as they are counted.
fn counted(state: &State) -> Counting<Category> {
    let open = if state.claim.is_some() { uncaptured(state) } else { CardSet::EMPTY };
    let counting = counting(state, open);
    let stops = state.options.end_mode == EndMode::OrderedStop && napoleone(state).is_none();
    if stops && state.claim.is_none() {
        counting.stopped(&before(state), state.options.target)
    } else {
        counting
    }
}

fn uncaptured(state: &State) -> CardSet {
    let piles = state.deal.piles.iter().fold(CardSet::EMPTY, |all, (_, pile)| all | pile);
    state.deal.rules.deck - piles
}

/// Whether the side of `seat` has reached the target with what it has for certain. (SC-S12)
pub(super) fn has_reached_target(state: &State, seat: Seat) -> bool {
    let side = Seat::new(state.deal.rules.side(seat) as u8);
    let certain = counting(state, uncaptured(state)).points()[side];
    before(state)[side] + certain >= state.options.target
}

/// The side that has all ten coins, if that wins the match. (SC-V5)
fn napoleone(state: &State) -> Option<u8> {
    let all_coins = COINS & state.deal.rules.deck;
    let has_all = |side: &u8| state.deal.pile(*side).contains_all(all_coins);
    (0..state.deal.rules.sides()).find(has_all).filter(|_| state.options.napoleone)
}

#[inline]
pub(super) fn outcome(state: &State) -> Option<Outcome> {
    if state.deal.turn.is_some() {
        return None;
    }
    let by_side = counted(state).points();
    let points = state.standing.totals.map(|seat, _| by_side[Seat::new(state.deal.rules.side(seat) as u8)]);
    let outcome = Outcome::from_points(points, DECISIVE_LEAD);
    // A claim ends the match, which is worth more than any points.
    Some(match state.claim {
        None => outcome,
        Some(claim) => {
            let winners = claim_winners(state, claim);
            Outcome {
                points,
                ..Outcome::from_points(points.map(|seat, _| i32::from(winners.contains(seat))), 0.1)
            }
        }
    })
}

pub(super) fn settle(state: &State) -> Settlement<Standing> {
    let State { options, standing, deal, claim } = state;
    if deal.thrown_in {
        return Settlement::NextDeal(*standing); // SC-S2: the same dealer deals again
    }
    let counting = counted(state);
    let points = counting.points();
    let side = |seat| Seat::new(deal.rules.side(seat) as u8);
    let totals = standing.totals.map(|seat, total| total + points[side(seat)]);
    let standing = Standing { dealer: standing.dealer.next(options.seats), totals }; // SC-S3
    if let Some(claim) = claim {
        return Settlement::MatchOver(standing, claim_winners(state, *claim));
    }
    let winner = counting.winner(&before(state), options.target, options.end_mode);
    match napoleone(state).or(winner) {
        None => Settlement::NextDeal(standing),
        Some(winner) => Settlement::MatchOver(standing, seats_of(state, |side| side == winner)),
    }
}

fn seats_of(state: &State, wins: impl Fn(u8) -> bool) -> SeatSet {
    Seat::all(state.options.seats).filter(|seat| wins(state.deal.rules.side(*seat) as u8)).collect()
}

/// A right claim wins the match; a wrong one loses it to the others, of whom the highest total wins. (SC-S12)
fn claim_winners(state: &State, claim: Claim) -> SeatSet {
    let claimant = state.deal.rules.side(claim.seat) as u8;
    if claim.right {
        return seats_of(state, |side| side == claimant);
    }
    let points = counted(state).points();
    let totals = before(state).map(|side, total| total + points[side]);
    let others = totals.iter().filter(|(side, _)| u8::from(*side) != claimant);
    let best = others.map(|(_, total)| total).max();
    seats_of(state, |side| side != claimant && Some(totals[Seat::new(side)]) == best)
}

pub(super) fn detail(state: &State) -> Detail {
    let State { options, deal, .. } = state;
    let pile = |seat| deal.pile(deal.rules.side(seat) as u8);
    let seats = options.seats;
    let best = |pile| match primiera(pile) {
        (_, _, false) if options.primiera_suits == PrimieraSuits::FourRequired => None,
        (_, total, _) => Some(total),
    };
    let sweeps =
        |seat| deal.sweeping_sides().filter(|side| usize::from(*side) == deal.rules.side(seat)).count();
    Detail {
        cards: BySeat::new(seats, |seat| pile(seat).len()),
        coins: BySeat::new(seats, |seat| (pile(seat) & COINS).len()),
        settebello: BySeat::new(seats, |seat| pile(seat).contains(SETTEBELLO)),
        primiera: BySeat::new(seats, |seat| best(pile(seat))),
        sweeps: BySeat::new(seats, |seat| sweeps(seat) as u8),
        napola: options.napola.then(|| BySeat::new(seats, |seat| napola(pile(seat)))),
        re_bello: options.re_bello.then(|| BySeat::new(seats, |seat| pile(seat).contains(RE_BELLO))),
        settanta: options.settanta.then(|| BySeat::new(seats, |seat| (pile(seat) & SEVENS).len())),
    }
}

pub(super) fn count(state: &State) -> Vec<CountLine> {
    let State { options, deal, .. } = state;
    if deal.thrown_in {
        return Vec::new();
    }
    let counting = counted(state);
    let line = |category, name, amount: &dyn Fn(u8) -> Option<i32>| CountLine {
        category: name,
        amounts: (0..deal.rules.sides()).map(|side| amount(side).map(Half::from)).collect(),
        points: counting.points_for(category),
        cards: None,
    };
    let shown = |line: CountLine, cards: &dyn Fn(u8) -> CardSet| {
        let names = |side| cards(side).iter().map(String::from).collect();
        CountLine { cards: Some((0..deal.rules.sides()).map(names).collect()), ..line }
    };
    let pile = |side| deal.pile(side);
    let count_of = |side, cards| Some(i32::from((pile(side) & cards).len()));
    let one = |card| move |side: u8| count_of(side, CardSet::only(card));
    let mut lines = vec![
        line(Category::Cards, "cards", &|side| count_of(side, CardSet::FULL)),
        line(Category::Coins, "coins", &|side| count_of(side, COINS)),
        line(Category::Settebello, "settebello", &one(SETTEBELLO)),
    ];
    if options.re_bello {
        lines.push(line(Category::ReBello, "reBello", &one(RE_BELLO)));
    }
    if options.settanta {
        let sevens = line(Category::Settanta, "settanta", &|side| count_of(side, SEVENS));
        lines.push(shown(sevens, &|side| pile(side) & SEVENS));
    } else {
        let complete = |side| primiera(pile(side)).2 || options.primiera_suits != PrimieraSuits::FourRequired;
        let amount = |side| complete(side).then(|| primiera(pile(side)).1);
        let best = line(Category::Primiera, "primiera", &amount);
        lines.push(shown(best, &|side| primiera(pile(side)).0));
    }
    if options.napola {
        lines.push(line(Category::Napola, "napola", &|side| Some(napola(pile(side)))));
    }
    let swept: CardSet = deal.sweeps.as_slice().iter().copied().collect();
    let sweeps = line(Category::Sweeps, "sweeps", &|side| count_of(side, swept));
    lines.push(shown(sweeps, &|side| pile(side) & swept));
    lines
}
