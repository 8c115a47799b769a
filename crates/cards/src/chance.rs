//! Randomness: the secret seeds of a match, and a fast RNG for bots.

use crate::{Card, CardSet, Pile, Seat};
use chacha20::ChaCha20Rng;
use hmac_sha256::Hash as Sha256;
use rand_core::{Rng as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Defines a type of 32 bytes, written as 64 hexadecimal digits.
macro_rules! bytes {
    ($(#[$docs:meta])* $name:ident, $error:ident, $what:literal) => {
        $(#[$docs])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name([u8; 32]);

        impl From<$name> for String {
            fn from(value: $name) -> Self {
                hex(&value.0)
            }
        }

        #[doc = concat!("Text that is no ", $what, ".")]
        #[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
        #[error("a {} is 64 hexadecimal digits", $what)]
        pub struct $error;

        impl FromStr for $name {
            type Err = $error;

            fn from_str(text: &str) -> Result<Self, $error> {
                unhex(text).map(Self).ok_or($error)
            }
        }

        impl TryFrom<String> for $name {
            type Error = $error;

            fn try_from(text: String) -> Result<Self, $error> {
                text.parse()
            }
        }
    };
}

/// Adds the constructors and the commitment of a secret. Its `Debug` form reveals nothing.
macro_rules! secret {
    ($name:ident) => {
        impl $name {
            /// Creates a secret from these bytes, which should come from the operating system.
            #[must_use]
            pub const fn from_bytes(bytes: [u8; 32]) -> Self {
                Self(bytes)
            }

            /// Creates a predictable secret for tests and simulations.
            #[must_use]
            pub fn from_number(number: u64) -> Self {
                let mut bytes = [0; 32];
                bytes[..8].copy_from_slice(&number.to_le_bytes());
                Self(bytes)
            }

            /// Returns the commitment, published before the first deal to prevent a later change.
            #[must_use]
            pub fn commitment(&self) -> Commitment {
                Commitment(Sha256::hash(&self.0))
            }
        }

        impl fmt::Debug for $name {
            /// Hides the bytes: a secret in a log would reveal every card of the match.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(concat!(stringify!($name), "(secret)"))
            }
        }
    };
}

bytes! {
    /// Seed of a match: 32 secret bytes, committed to before the first card is dealt and revealed
    /// after the last.
    ///
    /// Written as 64 hexadecimal digits. [`Seed::with_nonces`] combines it with randomness from
    /// players.
    ///
    /// Deck `n` of a match is the deck in canonical order after a Fisher–Yates shuffle from the
    /// last card down. Its random numbers come from ChaCha20 with the seed as key and `n` as
    /// stream. `docs/fairness.md` explains how to verify it.
    ///
    /// ```
    /// use cards::Seed;
    /// let seed = Seed::from_number(7);
    /// let commitment = seed.commitment().to_string();
    /// assert_eq!(commitment.len(), 64);
    /// // After the match, players check the seed against the commitment.
    /// let revealed: Seed = String::from(seed).parse()?;
    /// assert_eq!(revealed.commitment().to_string(), commitment);
    /// # Ok::<(), cards::ParseSeedError>(())
    /// ```
    Seed, ParseSeedError, "seed"
}
secret!(Seed);

bytes! {
    /// A player's contribution to the randomness of a match: 32 secret bytes.
    ///
    /// The player commits to it before the server has all nonces, and reveals it before the first
    /// card is dealt. Written as 64 hexadecimal digits.
    Nonce, ParseNonceError, "nonce"
}
secret!(Nonce);

bytes! {
    /// SHA-256 of the 32 bytes of a [`Seed`] or [`Nonce`]. Written as 64 hexadecimal digits.
    Commitment, ParseCommitmentError, "commitment"
}

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

impl fmt::Debug for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Commitment({self})")
    }
}

/// Domain-separation prefix of the key derivation.
const KEY_LABEL: &[u8] = b"parlour-shuffle/2";

/// Domain-separation prefix for drawing the first dealer, so that the dealer reveals nothing about
/// a deck.
const DEALER_LABEL: &[u8] = b"parlour-dealer/2";

/// Domain-separation prefix for the bots' RNG seeds, so that a bot's actions reveal nothing about a
/// deck.
const BOT_RNG_LABEL: &[u8] = b"parlour-coins/1";

impl Seed {
    /// Derives the key of a match: the seed combined with the players' nonces, one entry per seat.
    ///
    /// The key depends on all of them, so no single participant chooses it.
    ///
    /// ```
    /// use cards::{Nonce, Seed};
    /// let (seed, nonce) = (Seed::from_number(7), Nonce::from_number(1));
    /// assert_ne!(seed.with_nonces(&[Some(nonce), None]), seed.with_nonces(&[None, Some(nonce)]));
    /// ```
    #[must_use]
    pub fn with_nonces(&self, nonces: &[Option<Nonce>]) -> Self {
        let mut hash = Sha256::new();
        hash.update(KEY_LABEL);
        hash.update(self.0);
        for nonce in nonces {
            match nonce {
                None => hash.update([0]),
                Some(nonce) => {
                    hash.update([1]);
                    hash.update(nonce.0);
                }
            }
        }
        Self(hash.finalize())
    }

    /// Derives a public seed from a text, such as a date and a game.
    ///
    /// ```
    /// use cards::Seed;
    /// assert_eq!(Seed::of_text("2026-11-23"), Seed::of_text("2026-11-23"));
    /// assert_ne!(Seed::of_text("2026-11-23"), Seed::of_text("2026-11-24"));
    /// ```
    #[must_use]
    pub fn of_text(text: &str) -> Self {
        Self(Sha256::hash(text.as_bytes()))
    }

    /// Returns the first dealer at a table with `seats` seats, drawn uniformly.
    ///
    /// # Panics
    ///
    /// Panics if `seats` is zero, or if the drawn seat is not below
    /// [`MAX_SEATS`](crate::MAX_SEATS).
    #[must_use]
    pub fn first_dealer(&self, seats: u8) -> Seat {
        let mut hash = Sha256::new();
        hash.update(DEALER_LABEL);
        hash.update(self.0);
        let mut stream = ChaCha20Rng::from_seed(hash.finalize());
        Seat::new(below(u64::from(seats), || stream.next_u64()) as u8)
    }

    /// Returns the RNG seed of the bot in `seat` for its action on state number `version` of a
    /// match.
    ///
    /// It is unpredictable without this seed, and reproducible with it.
    ///
    /// ```
    /// use cards::{Seat, Seed};
    /// let (seed, bot) = (Seed::from_number(7), Seat::new(1));
    /// assert_eq!(seed.bot_rng_seed(3, bot), seed.bot_rng_seed(3, bot));
    /// assert_ne!(seed.bot_rng_seed(3, bot), seed.bot_rng_seed(4, bot));
    /// ```
    #[must_use]
    pub fn bot_rng_seed(&self, version: usize, seat: Seat) -> u64 {
        let mut hash = Sha256::new();
        hash.update(BOT_RNG_LABEL);
        hash.update(self.0);
        hash.update([u8::from(seat)]);
        hash.update((version as u64).to_be_bytes());
        u64::from_be_bytes(*hash.finalize().first_chunk().expect("a hash is longer"))
    }

    /// Shuffles the `n`-th deck of a match.
    ///
    /// ```
    /// use cards::{Card, CardSet, Seed};
    /// let deck = |n| {
    ///     let mut cards: Vec<Card> = CardSet::FULL.iter().collect();
    ///     Seed::from_number(7).shuffle(n, &mut cards);
    ///     cards
    /// };
    /// assert_eq!(deck(0), deck(0));
    /// assert_ne!(deck(0), deck(1));
    /// ```
    pub fn shuffle<T>(&self, n: u64, cards: &mut [T]) {
        let mut stream = ChaCha20Rng::from_seed(self.0);
        stream.set_stream(n);
        shuffle(cards, || stream.next_u64());
    }
}

fn hex(bytes: &[u8]) -> String {
    // Digit by digit as bytes, because the server writes a seed at every move. Formatting each byte
    // takes longer than the hash.
    const DIGITS: [u8; 16] = *b"0123456789abcdef";
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    let mut text = Vec::with_capacity(2 * bytes.len());
    text.extend(digits.map(|digit| DIGITS[usize::from(digit)]));
    String::from_utf8(text).expect("digits are ASCII")
}

fn unhex(text: &str) -> Option<[u8; 32]> {
    let digits: Option<Vec<u8>> =
        text.chars().map(|digit| digit.to_digit(16).map(|digit| digit as u8)).collect();
    let digits = digits.filter(|digits| digits.len() == 64)?;
    let mut bytes = [0; 32];
    for (byte, [high, low]) in bytes.iter_mut().zip(digits.as_chunks().0) {
        *byte = high << 4 | low;
    }
    Some(bytes)
}

/// Fast RNG (xoshiro256++) for bots and tests, never for deals.
///
/// ```
/// use cards::Rng;
/// let mut rng = Rng::from_number(1);
/// assert!(rng.below(6) < 6);
/// assert!(["rock", "paper", "scissors"].contains(&rng.pick(&["rock", "paper", "scissors"])));
/// ```
#[derive(Clone, Debug)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// Creates the RNG with the seed `number`.
    #[must_use]
    pub fn from_number(number: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(number))
    }

    /// Returns the next 64 bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Returns a uniform number in `0..bound`.
    ///
    /// # Panics
    ///
    /// Panics if `bound` is 0.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        below(bound as u64, || self.0.next_u64()) as usize
    }

    /// Returns a random item.
    ///
    /// # Panics
    ///
    /// Panics if `items` is empty.
    #[inline]
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// Returns a random card.
    ///
    /// # Panics
    ///
    /// Panics if `cards` is empty.
    ///
    /// ```
    /// use cards::{CardSet, Rng, Suit};
    /// let hearts = CardSet::of_suit(Suit::Hearts);
    /// assert!(hearts.contains(Rng::from_number(1).pick_card(hearts)));
    /// ```
    #[inline]
    pub fn pick_card(&mut self, cards: CardSet) -> Card {
        cards.choose(|count| self.below(count.into()) as u8).expect("one of as many as there are")
    }

    /// Returns the cards in random order.
    ///
    /// ```
    /// use cards::{CardSet, Rng};
    /// let order = Rng::from_number(1).in_random_order(CardSet::FULL);
    /// assert_eq!(order.as_slice().iter().copied().collect::<CardSet>(), CardSet::FULL);
    /// ```
    #[inline]
    pub fn in_random_order(&mut self, cards: CardSet) -> Pile<52> {
        let mut pile: Pile<52> = cards.iter().collect();
        self.shuffle(pile.as_mut_slice());
        pile
    }

    /// Shuffles `items` with numbers from this RNG.
    #[inline]
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        shuffle(items, || self.0.next_u64());
    }
}

/// Fisher–Yates shuffle, from the last item down: all orders are equally likely.
#[inline]
fn shuffle<T>(items: &mut [T], mut bits: impl FnMut() -> u64) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(last as u64 + 1, &mut bits) as usize);
    }
}

/// Returns an unbiased number in `0..bound`: the high half of a product, drawn again in the rare
/// biased case (Lemire, "Fast random integer generation in an interval", 2019).
#[inline]
fn below(bound: u64, mut bits: impl FnMut() -> u64) -> u64 {
    assert!(bound > 0, "there is no number below 0");
    loop {
        let product = u128::from(bits()) * u128::from(bound);
        let low = product as u64;
        // The modulus is slow and rarely needed: only if `low` is below `bound`.
        if low >= bound || low >= bound.wrapping_neg() % bound {
            return (product >> 64) as u64;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_round_trips_and_is_hidden_in_debug_output() {
        let seed = Seed::from_bytes(*b"0123456789abcdef0123456789abcdef");
        assert_eq!(String::from(seed).parse(), Ok(seed));
        assert!("12".parse::<Seed>().is_err());
        assert!("zz".repeat(32).parse::<Seed>().is_err());
        assert_eq!(format!("{seed:?}"), "Seed(secret)");
        let nonce = Nonce::from_number(1);
        assert_eq!(String::from(nonce).parse(), Ok(nonce));
        assert_eq!(format!("{nonce:?}"), "Nonce(secret)");
        assert_eq!(String::from(nonce.commitment()).parse(), Ok(nonce.commitment()));
    }

    /// SHA-256 of 32 zero bytes, a published test value.
    #[test]
    fn the_commitment_is_plain_sha_256() {
        let commitment = Seed::from_bytes([0; 32]).commitment();
        assert_eq!(
            commitment.to_string(),
            "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
        );
    }

    #[test]
    fn the_key_depends_on_every_bit_and_on_the_order_of_nonces() {
        let seed = Seed::from_number(1);
        let nonces = [Some(Nonce::from_number(2)), None, Some(Nonce::from_number(3))];
        let key = seed.with_nonces(&nonces);
        let mut others = vec![
            seed,
            seed.with_nonces(&[]),
            seed.with_nonces(&nonces[..2]),
            seed.with_nonces(&[nonces[0], nonces[2], None]),
            seed.with_nonces(&[nonces[2], None, nonces[0]]),
            seed.with_nonces(&[None; 3]),
        ];
        for bit in 0..256 {
            let flipped = |bytes: [u8; 32]| {
                let mut bytes = bytes;
                bytes[bit / 8] ^= 1 << (bit % 8);
                bytes
            };
            others.push(Seed(flipped(seed.0)).with_nonces(&nonces));
            for place in [0, 2] {
                let mut changed = nonces;
                changed[place] = changed[place].map(|nonce| Nonce(flipped(nonce.0)));
                others.push(seed.with_nonces(&changed));
            }
        }
        assert!(!others.contains(&key));
        others.sort_unstable_by_key(|key| key.0);
        others.dedup();
        assert_eq!(others.len(), 6 + 3 * 256);
    }

    #[test]
    fn the_first_dealer_is_uniform_and_independent_of_the_deck() {
        const KEYS: usize = 30_000;
        let mut counts = [[0_u32; 3]; 4];
        for number in 0..KEYS {
            let key = Seed::from_number(number as u64).with_nonces(&[None; 3]);
            let mut deck = [0, 1, 2, 3];
            key.shuffle(0, &mut deck);
            counts[deck[0]][key.first_dealer(3).index()] += 1;
        }
        let expected = KEYS as f64 / 12.0;
        let chi: f64 = counts.iter().flatten().map(|n| (f64::from(*n) - expected).powi(2) / expected).sum();
        // With 11 degrees of freedom, more than 45 has a probability of 1 in 200,000.
        assert!(chi < 45.0, "chi-square {chi}");
    }

    #[test]
    fn decks_differ_by_number_and_are_reproducible() {
        let deck = |n| {
            let mut deck: Vec<u8> = (0..52).collect();
            Seed::from_number(7).shuffle(n, &mut deck);
            deck
        };
        assert_eq!(deck(0), deck(0));
        assert_ne!(deck(0), deck(1));
    }

    /// Chi-square test over the positions of all cards in 52,000 decks: 51 × 51 degrees of freedom,
    /// five sigma.
    #[test]
    fn every_card_comes_to_every_place() {
        const DECKS: usize = 52_000;
        let mut counts = vec![[0_u32; 52]; 52];
        let mut rng = Rng::from_number(1);
        for n in 0..DECKS {
            let mut deck: Vec<usize> = (0..52).collect();
            match n % 2 {
                0 => Seed::from_number(3).shuffle(n as u64, &mut deck),
                _ => rng.shuffle(&mut deck),
            }
            deck.iter().enumerate().for_each(|(index, card)| counts[index][*card] += 1);
        }
        let expected = DECKS as f64 / 52.0;
        let chi: f64 = counts.iter().flatten().map(|n| (f64::from(*n) - expected).powi(2) / expected).sum();
        let freedom = 51.0 * 51.0_f64;
        assert!((chi - freedom).abs() < 5.0 * (2.0 * freedom).sqrt(), "chi-square {chi} for {freedom}");
    }
}
