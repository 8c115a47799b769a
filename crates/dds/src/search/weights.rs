//! How much each sign speaks for a card: found by trial, weight after weight, for the fewest tricks searched.

/// A lead that decided last time here; the highest card out; the top of a sequence; for each rank, a card below.
pub(crate) const LEAD_CARDS: [i32; 4] = [73, 24, 14, 4];

/// For leading a suit in no trump, trumps, and a plain suit with trumps about.
///
/// First who holds the highest and the second card of the suit (by four for the first, by one for the second:
/// the leader, the next hand, partner, the last). Then, for each card four times over, the length with the leader,
/// partner, the next hand, the last. Then for a void: partner who can ruff and who cannot, next hand, last hand.
#[rustfmt::skip]
pub(crate) const LEAD_SUITS: [[i32; 26]; 3] = [
    [
        59, 18, 15, 45, 22, 15, 47, 25, 34, 29, 14, 24, -11, 2, -10, -8,
        5, 12, 0, 0,
        18, -2, -30, -3, -19, 0,
    ],
    [
        23, 36, 56, 22, 31, 24, 33, 29, 40, 31, 38, 36, -2, 0, 6, 7,
        15, 19, -4, 0,
        16, -2, -30, 0, -27, 0,
    ],
    [
        36, 39, 30, 43, 13, 7, 18, 17, 34, 33, 52, 32, -5, -12, 6, -19,
        12, 12, 0, 3,
        9, 2, -59, -4, -20, 7,
    ],
];

/// For laying a card as second, third or last hand.
///
/// Following suit: a card that beats what lies when partner wins anyway; one that will win; one that will be
/// beaten. With none of the suit: a ruff when partner wins anyway; another ruff. For a discard: each card of its suit;
/// its rank, against; the highest card out; a trump; parting with a guard; a suit that partner has none of.
pub(crate) const FOLLOWS: [[i32; 11]; 3] = [
    [-99, 87, -57, -55, 155, 13, 7, -40, -80, -2, 13],
    [-28, 105, -66, -80, 160, 6, 4, -40, -80, 0, -1],
    [-60, 228, -38, -42, 160, 8, 4, -46, -117, 0, 9],
];
