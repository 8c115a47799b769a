//! How much each sign speaks for a card: found by trial, weight after weight, for the fewest tricks searched.

/// For a card to lead in no trump, trumps, and a plain suit with trumps about: the highest card
/// out; the top of a sequence; for each rank, a card below. Then: higher than all of the next hand's, of the last
/// hand's; partner holds the highest; partner beats the next hand, and the next hand this card. Last, for each
/// rank, against the top of a sequence.
pub(super) const LEAD_CARDS: [[i32; 8]; 3] =
    [[16, 14, 0, 2, 5, -4, 2, 4], [24, 14, 4, 2, -4, 0, 8, 4], [24, 14, 4, 2, -3, 2, 0, 4]];

/// For each rank, a lead of the side that is not expected to reach what it wants.
pub(super) const LOST_RANK: i32 = 4;

/// For leading a suit, in the same three cases.
///
/// First who holds the highest and the second card of the suit (by four for the first, by one for the second:
/// the leader, the next hand, partner, the last). Then, for each card four times over, the length with the leader,
/// partner, the next hand, the last. Then for a void: partner who can ruff and who cannot, next hand, last hand. Then for
/// each choice: of the next hand in the suit, of the last, of the next in all suits when it has none, of the last; of
/// the leader, of partner.
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

/// For laying a card as second, third or last hand.
///
/// Following suit: a card that beats what lies when partner wins anyway; one that will win; one that will be
/// beaten. With none of the suit: a ruff when partner wins anyway; another ruff. For a discard: each card of its suit;
/// its rank, against; the highest card out; a trump; parting with a guard; a suit that partner has none of.
pub(super) const FOLLOWS: [[i32; 11]; 3] = [
    [-86, 50, -57, -73, 195, 13, 32, -19, -35, -2, 21],
    [-15, 124, -66, -80, 235, 6, 15, -43, -80, 0, 9],
    [-57, 228, -25, -28, 160, 8, 14, -46, -117, 5, 15],
];

/// What the five highest cards of a suit are worth, in hundredths of a trick: in no trump, as trumps, in a plain suit
/// with trumps about. These and those below are the straight line nearest to the tricks of 600 deals, all strains and
/// leaders; of 400 others 43 % are guessed exactly with trumps, 36 % without.
pub(super) const HIGH: [[i32; 5]; 3] = [[108, 70, 41, 21, 10], [93, 65, 43, 26, 15], [80, 47, 21, 10, 4]];
/// What it is worth to lead: in no trump, with trumps.
pub(super) const LEADING: [i32; 2] = [50, 21];
/// What each card is worth by which a side's longer holding is the longer: of any suit in no trump, of trumps.
pub(super) const LONGER: [i32; 2] = [15, 34];
/// What each trump is worth.
pub(super) const TRUMPS_EACH: i32 = 14;
/// What each card fewer than three in a plain suit is worth for each trump beyond the second.
pub(super) const RUFF: i32 = 26;
