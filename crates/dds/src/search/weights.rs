//! How much each sign speaks for a card: found by trial, weight after weight, for the fewest tricks searched.

/// A lead that decided last time here; the highest card out; the top of a sequence; for each rank, a card below.
pub(crate) const LEAD_CARDS: [i32; 4] = [79, 24, 14, 4];

/// For leading a suit in no trump, trumps, and a plain suit with trumps about.
///
/// First who holds the highest and the second card of the suit (by four for the first, by one for the second:
/// the leader, the next hand, partner, the last). Then, for each card four times over, the length with the leader,
/// partner, the next hand, the last. Then for a void: partner who can ruff and who cannot, next hand, last hand.
#[rustfmt::skip]
pub(crate) const LEAD_SUITS: [[i32; 26]; 3] = [
    [
        53, 18, 15, 45, 41, 15, 57, 25, 34, 29, 19, 32, -11, 2, -10, -20,
        5, 7, 0, -2,
        18, -5, -30, -3, -19, 0,
    ],
    [
        10, 36, 53, 22, 31, 30, 33, 29, 40, 31, 38, 36, -1, 3, 26, 2,
        15, 19, -4, 0,
        16, 5, -30, 0, -26, 0,
    ],
    [
        36, 37, 13, 43, 13, 7, 28, 17, 34, 33, 50, 32, 0, -19, 1, -19,
        12, 12, 0, 3,
        14, -4, -62, -4, -20, 11,
    ],
];

/// For laying a card as second, third or last hand.
///
/// Following suit: a card that beats what lies when partner wins anyway; one that will win; one that will be
/// beaten. With none of the suit: a ruff when partner wins anyway; another ruff. For a discard: each card of its suit;
/// its rank, against; the highest card out; a trump; parting with a guard; a suit that partner has none of.
pub(crate) const FOLLOWS: [[i32; 11]; 3] = [
    [-103, 50, -57, -55, 195, 13, 24, -28, -35, -2, 21],
    [-15, 148, -66, -80, 235, 6, 11, -40, -80, 0, 9],
    [-57, 228, -37, -42, 160, 8, 11, -46, -117, 0, 15],
];
