//! How much each sign speaks for a card: found by trial, weight after weight, for the fewest tricks searched.

/// For a card to lead in no trump, trumps, and a plain suit with trumps about: the highest card
/// out; the top of a sequence; for each rank, a card below. Then: higher than all of the next hand's, of the last
/// hand's; partner holds the highest; partner beats the next hand, and the next hand this card. Last, for each
/// rank, against the top of a sequence.
pub(super) const LEAD_CARDS: [[i32; 8]; 3] =
    [[24, 14, 4, 2, 5, -4, 0, 0], [24, 14, 4, 2, -4, 0, 0, 0], [24, 14, 4, 2, -3, -2, 0, 0]];

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
        53, 18, 21, 32, 41, 9, 57, 17, 34, 29, 19, 32, -11, 2, -10, -20,
        5, 7, 0, -2,
        18, -5, -30, -6, -19, 0,
        -6, -6, -6, -4, 2, 0,
    ],
    [
        10, 25, 53, 14, 31, 30, 43, 20, 40, 41, 50, 25, -1, 3, 26, 2,
        15, 19, -1, 0,
        16, 5, -30, 0, -26, 0,
        2, -4, -8, -6, 0, 0,
    ],
    [
        36, 48, 13, 43, 13, 7, 28, 11, 34, 33, 50, 32, 0, -19, 3, -19,
        12, 12, 0, 3,
        14, -7, -62, -4, -27, 16,
        4, 5, -6, -9, 2, 6,
    ],
];

/// For laying a card as second, third or last hand.
///
/// Following suit: a card that beats what lies when partner wins anyway; one that will win; one that will be
/// beaten. With none of the suit: a ruff when partner wins anyway; another ruff. For a discard: each card of its suit;
/// its rank, against; the highest card out; a trump; parting with a guard; a suit that partner has none of.
pub(super) const FOLLOWS: [[i32; 11]; 3] = [
    [-103, 50, -57, -55, 195, 13, 24, -28, -35, -2, 21],
    [-15, 148, -66, -80, 235, 6, 11, -40, -80, 0, 9],
    [-57, 228, -37, -42, 160, 8, 11, -46, -117, 0, 15],
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
