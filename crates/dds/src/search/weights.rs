//! Weights of the move order and of the first estimate. Each was tuned by trial for the fewest
//! tricks searched.

/// Weights of a card to lead at no trump, in trumps, and in a side suit of a trump contract.
///
/// In order: the highest card out; the top of a sequence; penalty per rank of any lower card;
/// higher than all of the next hand's cards; higher than all of the last hand's; partner holds the
/// highest; partner beats the next hand, which beats this card. The last is the penalty per rank of
/// the top of a sequence.
pub(super) const LEAD_CARDS: [[i32; 8]; 3] =
    [[16, 14, 0, 2, 5, -4, 2, 4], [24, 14, 4, 2, -4, 0, 8, 4], [24, 14, 4, 2, -3, 2, 0, 4]];

/// Weight per rank of a lead by the side that is not expected to reach its goal.
pub(super) const LOST_RANK: i32 = 4;

/// Weights of a suit to lead, in the same three cases.
///
/// First, one weight for each pair of holders of the highest card (times four) and the second card,
/// counted from the leader. Then the length per four cards: leader, partner, next hand, last hand.
/// Then voids: partner with and without a ruff, next hand likewise, last hand likewise. Then
/// weights per choice: next hand and last hand in the suit; next and last hand in all suits when
/// void; leader; partner.
#[rustfmt::skip]
pub(super) const LEAD_SUITS: [[i32; 32]; 3] = [
    [
        53, 24, 21, 22, 28, 9, 57, 17, 34, 29, 19, 32, -7, 2, -6, -20,
        5, 7, 2, -2,
        18, -9, -30, -6, -19, -8,
        -6, -10, -10, -4, 2, 4,
    ],
    [
        12, 25, 53, 14, 31, 35, 43, 26, 40, 35, 50, 25, -1, 3, 34, 2,
        15, 19, -1, 0,
        16, 5, -30, 0, -26, -4,
        2, -4, -10, -12, 0, 0,
    ],
    [
        36, 52, 17, 29, 13, 7, 28, 11, 34, 33, 66, 34, 0, -25, 3, -19,
        12, 12, 0, -1,
        14, -3, -62, -4, -36, 18,
        4, 5, -6, -13, 2, 6,
    ],
];

/// Weights of a card played as second, third or last hand.
///
/// When following suit: a card that beats the trick when partner wins anyway; a winning card; a
/// card that will be beaten. Without the suit: a ruff when partner wins anyway; another ruff. For a
/// discard: each card of its suit; penalty per rank; the highest card out; a trump; giving up a
/// guard; a suit in which partner is void.
pub(super) const FOLLOWS: [[i32; 11]; 3] = [
    [-86, 50, -57, -73, 195, 13, 32, -19, -35, -2, 21],
    [-15, 124, -66, -80, 235, 6, 15, -43, -80, 0, 9],
    [-57, 228, -25, -28, 160, 8, 14, -46, -117, 5, 15],
];

/// Value of the five highest cards of a suit, in hundredths of a trick: at no trump, in trumps, in
/// a side suit of a trump contract.
///
/// These and the following weights are a linear regression over the tricks of 600 deals, all
/// strains and leaders. Of 400 other deals, 43 % are estimated exactly with trumps and 36 %
/// without.
pub(super) const HIGH: [[i32; 5]; 3] = [[108, 70, 41, 21, 10], [93, 65, 43, 26, 15], [80, 47, 21, 10, 4]];
/// Value of the lead: at no trump, with trumps.
pub(super) const LEADING: [i32; 2] = [50, 21];
/// Value of each card by which a side's longer holding exceeds the other side's: any suit at no
/// trump, the trump suit.
pub(super) const LONGER: [i32; 2] = [15, 34];
/// Value of each trump.
pub(super) const TRUMPS_EACH: i32 = 14;
/// Value of each card short of three in a side suit, per trump beyond the second.
pub(super) const RUFF: i32 = 26;
