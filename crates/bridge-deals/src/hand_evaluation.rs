//! Evaluation of a hand by the methods that players use.

use crate::Evaluation;
use crate::evaluation::SUITS;
use cards::{CardSet, Rank, Suit};
use dds::{Deal, Direction};

/// Honors, highest first.
const HONORS: [Rank; 5] = [Rank::Ace, Rank::King, Rank::Queen, Rank::Jack, Rank::Ten];

/// Evaluation of a hand of thirteen cards. Arrays begin with spades.
///
/// ```
/// use bridge_deals::HandEvaluation;
/// let hand = dds::read_hand(dds::Direction::South, "AKQ52.K9.Q84.K76")?;
/// let found = HandEvaluation::of(hand);
/// assert_eq!((found.basic.points, found.basic.losers, found.basic.controls), (17, 5, 5));
/// assert_eq!((found.new_losers, found.quick_tricks), (6.0, 3.0));
/// assert_eq!((found.kaplan_rubens, found.zar_points, found.rule_of_20), (17.35, 33, 25));
/// assert_eq!(found.suit_quality, [8, 3, 4, 4]);
/// # Ok::<(), dds::ParseDealError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct HandEvaluation {
    /// Points, lengths, losers, controls and aces.
    pub basic: Evaluation,
    /// Losers of the New Losing-Trick Count (Johannes Koelman, The Bridge World, May 2003): 1.5 for a missing ace, 1 for a
    /// missing king in two cards or more, 0.5 for a missing queen in three or more.
    pub new_losers: f64,
    /// Quick tricks of each suit (Ely Culbertson): AK 2, AQ 1.5, A 1, KQ 1, Kx 0.5.
    pub quick_tricks: f64,
    /// Four C's (Edgar Kaplan and Jeff Rubens, The Bridge World, October 1982), in steps of 0.05.
    ///
    /// Descriptions differ in details. The published values of Jeff Goldsmith's calculator are the same.
    pub kaplan_rubens: f64,
    /// Zar points (Zar Petkov, 2003): points, controls, the two longest suits, and the difference between the longest and the
    /// shortest. 26 open.
    pub zar_points: u8,
    /// Sum for the Rule of 20 (Marty Bergen): points and the two longest suits. 20 open.
    pub rule_of_20: u8,
    /// Suit quality of each suit (Ron Klinger's Suit Quality Test): cards and honors, where jack and ten count only beside an
    /// ace, king or queen. It is the number of tricks that an overcall in the suit may promise.
    pub suit_quality: [u8; 4],
}

impl HandEvaluation {
    /// Evaluates a hand.
    #[must_use]
    pub fn of(hand: CardSet) -> Self {
        let basic = Evaluation::of(hand);
        let sorted = basic.sorted();
        let longest = sorted[0] + sorted[1];
        let holdings = SUITS.map(|suit| Holding::of(hand, suit));
        let sum = |of: fn(&Holding) -> u32| holdings.iter().map(of).sum::<u32>();
        Self {
            basic,
            new_losers: f64::from(sum(Holding::half_losers)) / 2.0,
            quick_tricks: f64::from(sum(Holding::half_quick_tricks)) / 2.0,
            kaplan_rubens: kaplan_rubens(&holdings, sorted == [4, 3, 3, 3]),
            zar_points: basic.points + basic.controls + longest + sorted[0] - sorted[3],
            rule_of_20: basic.points + longest,
            suit_quality: holdings.map(|holding| holding.quality()),
        }
    }
}

/// Tricks that two hands of a side can expect with a suit of theirs as trumps, by formulas that assume a fit of eight cards.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TrickEstimate {
    /// Lengths of spades, hearts, diamonds and clubs in both hands together.
    pub lengths: [u8; 4],
    /// 24 less the losers of both hands, at most 13.
    pub by_losers: u8,
    /// 25 less the losers of the New Losing-Trick Count of both hands, from 0 to 13.
    pub by_new_losers: f64,
}

impl TrickEstimate {
    /// Estimates the tricks of two hands.
    ///
    /// ```
    /// use bridge_deals::{HandEvaluation, TrickEstimate};
    /// use dds::{Direction, read_hand};
    /// let west = HandEvaluation::of(read_hand(Direction::West, "KQJ2.KQ2.KQ2.KQ2")?);
    /// let east = HandEvaluation::of(read_hand(Direction::East, "A543.A43.A43.A43")?);
    /// let found = TrickEstimate::of(&west, &east);
    /// assert_eq!((found.lengths[0], found.by_losers, found.by_new_losers), (8, 12, 13.0));
    /// # Ok::<(), dds::ParseDealError>(())
    /// ```
    #[must_use]
    pub fn of(one: &HandEvaluation, other: &HandEvaluation) -> Self {
        let both = one.basic + other.basic;
        Self {
            lengths: both.lengths,
            by_losers: 24_u8.saturating_sub(both.losers).min(13),
            by_new_losers: (25.0 - one.new_losers - other.new_losers).clamp(0.0, 13.0),
        }
    }
}

/// Returns the total trumps of a deal: the longest suit of North and South together, and that of East and West.
///
/// The Law of Total Tricks (Jean-René Vernes, 1966) expects their sum as the tricks of both sides, each in its longest suit.
///
/// ```
/// let deal = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3".parse()?;
/// assert_eq!(bridge_deals::total_trumps(&deal), [8, 8]);
/// # Ok::<(), dds::ParseDealError>(())
/// ```
#[must_use]
pub fn total_trumps(deal: &Deal) -> [u8; 2] {
    [Direction::North, Direction::East].map(|one| {
        let both = Evaluation::of(deal.hand(one)) + Evaluation::of(deal.hand(one.partner()));
        both.sorted()[0]
    })
}

/// Cards of one suit.
struct Holding {
    /// Ranks held, from the ace down to the eight.
    held: [bool; 7],
    length: u32,
}

impl Holding {
    fn of(hand: CardSet, suit: Suit) -> Self {
        let cards = hand & CardSet::of_suit(suit);
        let ranks = [HONORS[0], HONORS[1], HONORS[2], HONORS[3], HONORS[4], Rank::Nine, Rank::Eight];
        Self {
            held: ranks.map(|rank| !(cards & CardSet::of_rank(rank)).is_empty()),
            length: u32::from(cards.len()),
        }
    }

    /// Returns the number of cards among the highest `ranks`.
    fn top(&self, ranks: usize) -> u32 {
        self.held[..ranks].iter().map(|held| u32::from(*held)).sum()
    }

    fn half_losers(&self) -> u32 {
        let missing = |rank: usize| u32::from(self.length > rank as u32 && !self.held[rank]);
        3 * missing(0) + 2 * missing(1) + missing(2)
    }

    fn half_quick_tricks(&self) -> u32 {
        match (self.held[0], self.held[1], self.held[2]) {
            (true, true, _) => 4,
            (true, false, true) => 3,
            (true, false, false) | (false, true, true) => 2,
            (false, true, false) => u32::from(self.length > 1),
            (false, false, _) => 0,
        }
    }

    fn quality(&self) -> u8 {
        let counted = if self.top(3) > 0 { self.top(5) } else { 0 };
        u8::try_from(self.length + counted).unwrap_or(u8::MAX)
    }

    /// Returns the suit's part of the Four C's, in twentieths of a point.
    fn kaplan_rubens(&self) -> i32 {
        let [ace, king, queen, jack, ten, nine, eight] = self.held;
        let length = self.length as i32;
        let half = |counts: bool| i32::from(counts);
        // Steps 1 to 11: high cards, in half points.
        let mut quality = 8 * half(ace) + 6 * half(king) + 4 * half(queen) + 2 * half(jack) + half(ten);
        if (2..=6).contains(&length) {
            quality += half(ten && (jack || self.top(4) >= 2));
            quality += half(nine && (eight || ten || self.top(5) == 2));
        }
        if (4..=6).contains(&length) {
            quality += half(nine && !eight && !ten && self.top(4) == 3);
        }
        quality += 2 * half(length >= 7 && !(queen && jack));
        quality += 2 * half(length >= 8 && !queen);
        quality += 2 * half(length >= 9 && !queen && !jack);
        // Step 12: a tenth for each card. A half point times a tenth is a twentieth.
        let mut points = quality * length;
        // Steps 13 to 26: honors with their company, and shortness.
        points += 60 * half(ace);
        points += match length {
            _ if !king => 0,
            1 => 10,
            _ => 40,
        };
        points += match (length, ace || king) {
            (0 | 1, _) => 0,
            _ if !queen => 0,
            (2, true) => 10,
            (2, false) => 5,
            (_, true) => 20,
            (_, false) => 15,
        };
        points += match self.top(3) {
            _ if !jack => 0,
            2 => 10,
            1 => 5,
            _ => 0,
        };
        points += match self.top(4) {
            _ if !ten => 0,
            2 => 5,
            1 if nine => 5,
            _ => 0,
        };
        points + 20 * (3 - length).max(0)
    }
}

/// Returns the Four C's of a hand.
fn kaplan_rubens(holdings: &[Holding; 4], is_flat: bool) -> f64 {
    let suits: i32 = holdings.iter().map(Holding::kaplan_rubens).sum();
    f64::from(suits - if is_flat { 10 } else { 20 }) / 20.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards::Rng;

    fn evaluation(hand: &str) -> HandEvaluation {
        let hand = dds::read_hand(Direction::South, hand).unwrap();
        assert_eq!(hand.len(), 13);
        HandEvaluation::of(hand)
    }

    /// Values of Jeff Goldsmith's calculator.
    #[test]
    fn kaplan_rubens_gives_published_values() {
        for (hand, points) in [
            ("AKQ52.K9.Q84.K76", 17.35),
            ("KQJT9.AQ9.J32.T2", 13.6),
            ("AK32.Q32.J32.432", 8.95),
            ("8642.753.642.532", -0.5),
            ("AKQ52..Q843.K762", 17.25),
        ] {
            assert_eq!(evaluation(hand).kaplan_rubens, points, "{hand}");
        }
    }

    /// One suit, and three suits of small cards: AQT432 is 8.45 (Stig Holmquist, Bridge World, “A Modified Long Suit
    /// Evaluator”). The other suits here give 0 and 2 for two doubletons, of which 1 is discounted.
    #[test]
    fn kaplan_rubens_of_a_suit_is_as_published() {
        assert_eq!(evaluation("AQT432.432.32.32").kaplan_rubens, 9.45);
        // A nine under three honors counts once, with or without the eight.
        assert_eq!(
            evaluation("AKQ92.432.432.32").kaplan_rubens,
            evaluation("AKQ98.432.432.32").kaplan_rubens
        );
        // Seven cards or more: the missing queen or jack counts as held.
        assert_eq!(evaluation("AK65432.432.32.2").kaplan_rubens, 12.6);
    }

    /// The tables of the New Losing-Trick Count: void 0; singletons 1.5 without the ace; doubletons AK 0, Ax 1, Kx 1.5, others
    /// 2.5; longer suits 3 less 1.5, 1 and 0.5.
    #[test]
    fn new_losers_are_those_of_the_tables() {
        for (spades, losers) in [
            ("", 0.0),
            ("A", 0.0),
            ("K", 1.5),
            ("Q", 1.5),
            ("AK", 0.0),
            ("AQ", 1.0),
            ("KQ", 1.5),
            ("QJ", 2.5),
            ("AKQ", 0.0),
            ("AK2", 0.5),
            ("AQ2", 1.0),
            ("A32", 1.5),
            ("KQ2", 1.5),
            ("K32", 2.0),
            ("Q32", 2.5),
            ("J32", 3.0),
        ] {
            let holding = Holding::of(dds::read_hand(Direction::South, spades).unwrap(), Suit::Spades);
            assert_eq!(f64::from(holding.half_losers()) / 2.0, losers, "{spades}");
        }
        // KQJ2 KQ2 KQ2 KQ2 facing A543 A43 A43 A43 makes thirteen tricks: 25 less six losers each.
        let (west, east) = (evaluation("KQJ2.KQ2.KQ2.KQ2"), evaluation("A543.A43.A43.A43"));
        assert_eq!((west.new_losers, east.new_losers), (6.0, 6.0));
        // The old count expects twelve: 24 less four and eight.
        assert_eq!((west.basic.losers, east.basic.losers), (4, 8));
    }

    /// KJxxx Kxx xxx Ax has 26: 11 points, 4 controls, 8 for length and 3 for the difference (Zar Petkov).
    #[test]
    fn zar_points_are_as_published() {
        assert_eq!(evaluation("KJ432.K32.432.A2").zar_points, 26);
        assert_eq!(evaluation("QT32.A2.32.K5432").zar_points, 24);
        assert_eq!(evaluation("KJ432.K32.432.A2").rule_of_20, 19);
    }

    #[test]
    fn quick_tricks_are_counted_by_suit() {
        for (hand, tricks) in
            [("AK432.AQ2.A32.KQ", 5.5), ("K.K2.KQ65432.A32", 2.5), ("QJT98.QJT9.QJ.QJ", 0.0)]
        {
            assert_eq!(evaluation(hand).quick_tricks, tricks, "{hand}");
        }
    }

    #[test]
    fn suit_quality_counts_low_honors_only_in_company() {
        assert_eq!(evaluation("KQT942.J32.T2.JT").suit_quality, [9, 3, 2, 2]);
    }

    #[test]
    fn every_hand_is_within_the_bounds_of_each_method() {
        let mut rng = Rng::from_number(1);
        for _ in 0..20_000 {
            let hand = rng.in_random_order(CardSet::FULL).as_slice()[..13].iter().copied().collect();
            let found = HandEvaluation::of(hand);
            assert!((-0.5..=35.6).contains(&found.kaplan_rubens), "{hand}");
            assert!((0.0..=12.0).contains(&found.new_losers) && (0.0..=8.0).contains(&found.quick_tricks));
        }
    }
}
