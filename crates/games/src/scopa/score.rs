//! Points, the end of the deal, the end of the match.

use super::{Claim, Options, PrimieraSuits, SettantaTie, State};
use crate::fishing::{EndMode, Rules, Scoring, SideSequence, beats_all};
use cards::{BySeat, BySide, Card, CardSet, Rank, Seat, SeatSet, Side, Suit};
use engine::{Outcome, ScoreLine, Settlement};
use serde::Serialize;

/// Score of the match between deals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Dealer of the next deal, or of the deal in progress.
    pub dealer: Seat,
    /// Points of each seat in the match; partners have the same.
    pub totals: BySeat<i32>,
}

/// Figures of a finished deal, for records; partners have the same.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Detail {
    /// Number of cards each seat captured.
    pub cards: BySeat<u8>,
    /// Number of coins each seat captured.
    pub coins: BySeat<u8>,
    /// Whether the seven of coins was captured.
    pub settebello: BySeat<bool>,
    /// Primiera total, if the pile competes.
    pub primiera: BySeat<Option<i32>>,
    /// Number of sweeps each seat made.
    pub sweeps: BySeat<u8>,
    /// Points for coins in sequence, if they score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub napola: Option<BySeat<i32>>,
    /// Whether the king of coins was captured, if it scores.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub re_bello: Option<BySeat<bool>>,
    /// Sevens captured, if they score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settanta: Option<BySeat<u8>>,
}

/// Scoring categories, in scoring order. (SC-R11, SC-O7)
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

impl Category {
    /// All categories in scoring order.
    const ALL: [Self; 8] = [
        Self::Cards,
        Self::Coins,
        Self::Settebello,
        Self::ReBello,
        Self::Primiera,
        Self::Settanta,
        Self::Napola,
        Self::Sweeps,
    ];

    /// Returns the categories that score under these rules.
    fn played(options: &Options) -> impl Iterator<Item = Self> {
        let counts = |category: &Self| match category {
            Self::ReBello => options.re_bello,
            Self::Settanta => options.settanta,
            Self::Primiera => !options.settanta,
            Self::Napola => options.napola,
            Self::Cards | Self::Coins | Self::Settebello | Self::Sweeps => true,
        };
        Self::ALL.into_iter().filter(counts)
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Cards => "cards",
            Self::Coins => "coins",
            Self::Settebello => "settebello",
            Self::ReBello => "reBello",
            Self::Primiera => "primiera",
            Self::Settanta => "settanta",
            Self::Napola => "napola",
            Self::Sweeps => "sweeps",
        }
    }

    const fn rules(self) -> &'static [&'static str] {
        match self {
            Self::Cards | Self::Coins | Self::Settebello => &["SC-R11"],
            Self::ReBello => &["SC-V6"],
            Self::Primiera => &["SC-R11", "SC-R12", "SC-O5"],
            Self::Settanta => &["SC-V8"],
            Self::Napola => &["SC-V4"],
            Self::Sweeps => &["SC-R9"],
        }
    }
}

pub(super) const SETTEBELLO: Card = Card::new(Rank::Seven, Suit::Diamonds);
const RE_BELLO: Card = Card::new(Rank::King, Suit::Diamonds);
pub(super) const COINS: CardSet = CardSet::of_suit(Suit::Diamonds);
/// Number of cards. (SC-R1)
const DECK: u8 = 40;
const ALL_COINS: u8 = 10;
pub(super) const SEVENS: CardSet = CardSet::of_rank(Rank::Seven);

/// Lead in one deal that a search treats as maximal.
pub(super) const DECISIVE_LEAD: f32 = 4.0;

/// Primiera values of the ranks, best first. (SC-R12)
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

/// Strength of a pile in a comparison: the higher wins, compared lexicographically.
type Strength = [u8; 10];

/// Returns the best card of each suit, their total, and whether all four suits are present.
#[inline]
pub(super) fn primiera(pile: CardSet) -> (CardSet, i32, bool) {
    let (mut best, mut total, mut missing) = (CardSet::EMPTY, 0, CardSet::FULL);
    for (rank, points) in PRIMIERA {
        let found = pile & CardSet::of_rank(rank) & missing;
        for card in found {
            best.insert(card);
            missing = missing - CardSet::of_suit(card.suit());
            total += points;
        }
    }
    (best, total, missing.is_empty())
}

/// Returns a pile's strength in the primiera. (SC-O5, SC-S7)
fn primiera_strength(options: &Options, pile: CardSet) -> Strength {
    let (_, total, complete) = primiera(pile);
    let (first, second) = match options.primiera_suits {
        PrimieraSuits::FourRequired if complete => (0, total),
        PrimieraSuits::FourRequired => (0, 0),
        PrimieraSuits::IncompleteLoses => (u8::from(complete), total),
        PrimieraSuits::SumAnyway => (0, total),
    };
    let mut strength = [0; 10];
    (strength[0], strength[1]) = (first, second as u8);
    strength
}

/// Returns the side with the best primiera. The piles need only contain the best card of each suit.
///
/// ```
/// use cards::CardSet;
/// use engine::Setup;
/// use games::scopa::{Options, best_primiera};
/// let options = Setup::<Options>::new(None, 2, Default::default())?.options;
/// let pile = |text| cards::parse_cards(text).map(|cards| cards.into_iter().collect::<CardSet>());
/// // Seven, six, ace and five beat four kings.
/// assert_eq!(best_primiera(&options, &[pile("Kc Kd Kh Ks")?, pile("7c 6d Ah 5s")?]), Some(cards::Side::new(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn best_primiera(options: &Options, piles: &[CardSet]) -> Option<Side> {
    let strength = |side: Side| primiera_strength(options, piles[side.index()]);
    beats_all(piles.len() as u8, strength, strength)
}

/// Returns a pile's strength in the settanta: its sevens and, as a tie-break, the other ranks.
/// (SC-V8)
fn settanta_strength(options: &Options, pile: CardSet) -> Strength {
    let count = |(rank, _): (Rank, i32)| (pile & CardSet::of_rank(rank)).len();
    let mut counts = PRIMIERA.map(count);
    if options.settanta_tie == SettantaTie::Nobody {
        counts[1..].fill(0);
    }
    counts
}

/// Returns three points for ace, two and three of coins, and one for each further coin in unbroken
/// sequence. (SC-V4)
fn napola(pile: CardSet) -> i32 {
    let ranks = Rank::ALL.into_iter().filter(|rank| !matches!(rank, Rank::Eight | Rank::Nine | Rank::Ten));
    let run = ranks.take_while(|rank| pile.contains(Card::new(*rank, Suit::Diamonds))).count() as i32;
    if run >= 3 { run } else { 0 }
}

/// Scoring input of a deal, from the piles or from players at a real table. Arrays are indexed by
/// side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tally {
    /// Number of cards each side captured.
    pub cards: BySide<u8>,
    /// Number of coins each side captured.
    pub coins: BySide<u8>,
    /// Side with the seven of coins.
    pub settebello: Option<Side>,
    /// Side with the king of coins.
    pub re_bello: Option<Side>,
    /// Side with the best primiera.
    pub primiera: Option<Side>,
    /// Side with the settanta, the most sevens.
    pub settanta: Option<Side>,
    /// Side with coins in sequence from the ace, and their number.
    pub napola: Option<(Side, u8)>,
    /// Sides that made the sweeps, in order.
    pub sweeps: SideSequence, // SC-S8
}

impl Tally {
    /// Creates the tally of the piles. The cards of `open` may still go to any side; after the deal
    /// it is empty.
    #[inline]
    fn new(options: &Options, piles: &BySide<CardSet>, open: CardSet, sweeps: SideSequence) -> Self {
        let sides = piles.sides();
        let owner = |card| Side::all(sides).find(|side| piles[*side].contains(card));
        let run = |side| napola(piles[side]) as u8;
        let primiera = |pile| primiera_strength(options, pile);
        let settanta = |pile| settanta_strength(options, pile);
        Self {
            cards: piles.map(|_, pile| pile.len()),
            coins: piles.map(|_, pile| (pile & COINS).len()),
            settebello: owner(SETTEBELLO),
            re_bello: owner(RE_BELLO),
            primiera: if options.settanta { None } else { contest(piles, open, primiera) },
            settanta: if options.settanta { contest(piles, open, settanta) } else { None },
            napola: Side::all(sides).find(|side| run(*side) > 0).map(|side| (side, run(side))),
            sweeps,
        }
    }

    /// Passes the certain points to `add` in scoring order, given that uncaptured cards may still
    /// go to any side.
    #[inline]
    fn count(&self, options: &Options, mut add: impl FnMut(Category, Option<Side>, i32)) {
        let sides = self.cards.sides();
        let max_of = |amounts: &BySide<u8>, all: u8| {
            let of = |side| amounts[side];
            let open = all.saturating_sub(amounts.as_slice().iter().sum());
            beats_all(sides, of, |other| of(other) + open)
        };
        add(Category::Cards, max_of(&self.cards, DECK), 1);
        add(Category::Coins, max_of(&self.coins, ALL_COINS), 1);
        add(Category::Settebello, self.settebello, 1);
        if options.re_bello {
            add(Category::ReBello, self.re_bello, 1);
        }
        if options.settanta {
            add(Category::Settanta, self.settanta, 1);
        } else {
            add(Category::Primiera, self.primiera, 1);
        }
        if let Some((side, run)) = self.napola.filter(|_| options.napola) {
            add(Category::Napola, Some(side), run.into());
        }
        self.sweeps.as_slice().iter().for_each(|side| add(Category::Sweeps, Some(*side), 1));
    }

    fn scoring(&self, options: &Options) -> Scoring<Category> {
        let mut scoring = Scoring::new(self.cards.sides());
        self.count(options, |category, side, points| scoring.add(category, side, points));
        scoring
    }

    /// Returns the points that count.
    fn score(&self, options: &Options, standing: &Standing, claim: Option<Claim>) -> Scoring<Category> {
        let scoring = self.scoring(options);
        let stops = options.end_mode == EndMode::OrderedStop && self.napoleone(options).is_none();
        if stops && claim.is_none() {
            scoring.stopped(&before(options, standing), options.target)
        } else {
            scoring
        }
    }

    /// Returns the side with all ten coins, if that wins the match. (SC-V5)
    fn napoleone(&self, options: &Options) -> Option<Side> {
        let all = self.coins.iter().find(|(_, coins)| *coins == ALL_COINS);
        all.map(|(side, _)| side).filter(|_| options.napoleone)
    }

    /// Returns the amounts and points of each side in scoring order, without the amounts of
    /// primiera and settanta.
    #[must_use]
    pub fn score_lines(
        &self,
        options: &Options,
        standing: &Standing,
        claim: Option<Claim>,
    ) -> Vec<ScoreLine> {
        let scoring = self.score(options, standing, claim);
        let amount = |category, side| match category {
            Category::Cards => Some(self.cards[side]),
            Category::Coins => Some(self.coins[side]),
            Category::Settebello => Some(u8::from(self.settebello == Some(side))),
            Category::ReBello => Some(u8::from(self.re_bello == Some(side))),
            Category::Primiera | Category::Settanta => None,
            Category::Napola => Some(self.napola.map_or(0, |(of, run)| if of == side { run } else { 0 })),
            Category::Sweeps => Some(self.sweeps.count(side)),
        };
        let line = |category: Category| {
            ScoreLine::new(category.name(), category.rules(), scoring.points_for(category))
                .with_amounts(|side| amount(category, side))
        };
        Category::played(options).map(line).collect()
    }

    /// Returns what follows a deal with this tally.
    #[must_use]
    pub fn settle(
        &self,
        options: &Options,
        standing: &Standing,
        claim: Option<Claim>,
    ) -> Settlement<Standing> {
        let scoring = self.score(options, standing, claim);
        let points = scoring.points();
        let rules = options.fishing();
        let totals = standing.totals.map(|seat, total| total + points[rules.side(seat)]);
        let after = Standing { dealer: standing.dealer.next(options.seats), totals }; // SC-S3
        if let Some(claim) = claim {
            return Settlement::MatchOver(after, claim_winners(options, &after, claim));
        }
        let winner = scoring.winner(&before(options, standing), options.target, options.end_mode);
        match self.napoleone(options).or(winner) {
            None => Settlement::NextDeal(after),
            Some(winner) => Settlement::MatchOver(after, rules.seats_of(|side| side == winner)),
        }
    }
}

/// Returns the side whose pile stays the strongest wherever the cards of `open` go.
#[inline]
fn contest(piles: &BySide<CardSet>, open: CardSet, strength: impl Fn(CardSet) -> Strength) -> Option<Side> {
    beats_all(piles.sides(), |side| strength(piles[side]), |side| strength(piles[side] | open))
}

/// Returns the totals of each side.
fn before(options: &Options, standing: &Standing) -> BySide<i32> {
    // The first seats belong to different sides.
    BySide::new(options.fishing().sides(), |side| standing.totals.as_slice()[side.index()])
}

/// Returns the tally of a finished deal.
fn tally(state: &State) -> Tally {
    tally_with(state, if state.claim.is_some() { uncaptured(state) } else { CardSet::EMPTY })
}

fn tally_with(state: &State, open: CardSet) -> Tally {
    let deal = &state.deal;
    Tally::new(&state.options, &deal.piles, open, deal.sweeping_sides().collect())
}

/// Returns the points of a finished deal that count.
fn score(state: &State) -> Scoring<Category> {
    if state.deal.thrown_in {
        return Scoring::new(state.deal.rules.sides());
    }
    tally(state).score(&state.options, &state.standing, state.claim)
}

fn uncaptured(state: &State) -> CardSet {
    let piles = state.deal.piles.iter().fold(CardSet::EMPTY, |all, (_, pile)| all | pile);
    state.deal.rules.deck - piles
}

/// Returns whether the side of `seat` has reached the target with certain points only. (SC-S12)
pub(super) fn has_reached_target(state: &State, seat: Seat) -> bool {
    let State { options, standing, .. } = state;
    let side = state.deal.rules.side(seat);
    let certain = tally_with(state, uncaptured(state)).scoring(options).points()[side];
    before(options, standing)[side] + certain >= options.target
}

#[inline]
pub(super) fn outcome(state: &State) -> Option<Outcome> {
    if state.deal.turn.is_some() {
        return None;
    }
    let points = state.deal.rules.by_seat(&score(state).points());
    let outcome = Outcome::from_points(points, DECISIVE_LEAD);
    // A claim ends the match, so it outweighs all points.
    Some(match state.claim {
        None => outcome,
        Some(claim) => {
            let totals = state.standing.totals.map(|seat, total| total + points[seat]);
            let winners = claim_winners(&state.options, &Standing { totals, ..state.standing }, claim);
            Outcome {
                points,
                ..Outcome::from_points(points.map(|seat, _| i32::from(winners.contains(seat))), 0.1)
            }
        }
    })
}

/// Returns the value of a finished deal from its piles. It equals [`outcome`] if claims are off and
/// all points count.
#[inline]
pub(super) fn returns(
    options: &Options,
    rules: &Rules,
    piles: &BySide<CardSet>,
    sweeps: &BySide<u8>,
) -> BySeat<f32> {
    let mut points = sweeps.map(|_, sweeps| i32::from(sweeps));
    // The order of the sweeps is irrelevant here, so they are not scored one by one.
    let tally = Tally::new(options, piles, CardSet::EMPTY, SideSequence::default());
    tally.count(options, |_, side, more| {
        if let Some(side) = side {
            points[side] += more;
        }
    });
    Outcome::from_points(rules.by_seat(&points), DECISIVE_LEAD).returns
}

pub(super) fn settle(state: &State) -> Settlement<Standing> {
    if state.deal.thrown_in {
        return Settlement::NextDeal(state.standing); // SC-S2: the same dealer deals again
    }
    tally(state).settle(&state.options, &state.standing, state.claim)
}

/// Returns the winners after a claim: the claimant's side if it is correct, otherwise the best of
/// the other sides. (SC-S12)
fn claim_winners(options: &Options, after: &Standing, claim: Claim) -> SeatSet {
    let rules = options.fishing();
    let claimant = rules.side(claim.seat);
    if claim.right {
        return rules.seats_of(|side| side == claimant);
    }
    let totals = before(options, after);
    let others = totals.iter().filter(|(side, _)| *side != claimant);
    let best = others.map(|(_, total)| total).max();
    rules.seats_of(|side| side != claimant && Some(totals[side]) == best)
}

pub(super) fn detail(state: &State) -> Detail {
    let State { options, deal, .. } = state;
    let pile = |seat| deal.piles[deal.rules.side(seat)];
    let seats = options.seats;
    let best = |pile| match primiera(pile) {
        (_, _, false) if options.primiera_suits == PrimieraSuits::FourRequired => None,
        (_, total, _) => Some(total),
    };
    let sweeps: SideSequence = deal.sweeping_sides().collect();
    Detail {
        cards: BySeat::new(seats, |seat| pile(seat).len()),
        coins: BySeat::new(seats, |seat| (pile(seat) & COINS).len()),
        settebello: BySeat::new(seats, |seat| pile(seat).contains(SETTEBELLO)),
        primiera: BySeat::new(seats, |seat| best(pile(seat))),
        sweeps: BySeat::new(seats, |seat| sweeps.count(deal.rules.side(seat))),
        napola: options.napola.then(|| BySeat::new(seats, |seat| napola(pile(seat)))),
        re_bello: options.re_bello.then(|| BySeat::new(seats, |seat| pile(seat).contains(RE_BELLO))),
        settanta: options.settanta.then(|| BySeat::new(seats, |seat| (pile(seat) & SEVENS).len())),
    }
}

pub(super) fn score_breakdown(state: &State) -> Vec<ScoreLine> {
    let State { options, deal, .. } = state;
    if deal.thrown_in {
        return Vec::new();
    }
    let pile = |side| deal.piles[side];
    let complete = |side| primiera(pile(side)).2 || options.primiera_suits != PrimieraSuits::FourRequired;
    let swept: CardSet = deal.sweeps.as_slice().iter().copied().collect();
    let shown = |(category, line): (Category, ScoreLine)| match category {
        Category::Primiera => line
            .with_amounts(|side| complete(side).then(|| primiera(pile(side)).1))
            // By suit, so that the piles can be compared suit by suit.
            .with_cards(|side| {
                let (best, ..) = primiera(pile(side));
                Suit::ALL.into_iter().flat_map(move |suit| best & CardSet::of_suit(suit))
            }),
        Category::Settanta => {
            line.with_amounts(|side| Some((pile(side) & SEVENS).len())).with_cards(|side| pile(side) & SEVENS)
        }
        Category::Sweeps => line.with_cards(|side| pile(side) & swept),
        _ => line,
    };
    let lines = tally(state).score_lines(options, &state.standing, state.claim);
    Category::played(options).zip(lines).map(shown).collect()
}
