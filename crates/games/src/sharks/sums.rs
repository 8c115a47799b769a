//! Representative cards for each total. Cards are tried from the highest, so the lowest card of the
//! result is as high as possible. (SH-S22)

use super::counts::Capital;

/// Fewest cards for every reachable total.
pub(super) struct Fewest {
    /// The cards, highest first.
    cards: Vec<u8>,
    /// Fewest of the first n cards for a total. Rows are n from 0, columns are totals from 0.
    fewest: Vec<u8>,
    columns: usize,
}

const UNREACHABLE: u8 = u8::MAX;

impl Fewest {
    #[inline]
    pub(super) fn new(pool: Capital) -> Self {
        let cards: Vec<u8> = pool.cards().rev().collect();
        let columns = usize::from(pool.total()) + 1;
        let mut fewest = vec![UNREACHABLE; (cards.len() + 1) * columns];
        fewest[0] = 0;
        for (n, value) in cards.iter().enumerate() {
            let (without, with) = fewest[n * columns..].split_at_mut(columns);
            with[..columns].copy_from_slice(without);
            let added = with[usize::from(*value)..columns].iter_mut().zip(without);
            added.for_each(|(fewest, less)| *fewest = (*fewest).min(less.saturating_add(1)));
        }
        Self { cards, fewest, columns }
    }

    /// Returns the cards for a total, or `None` if it is unreachable.
    #[inline]
    pub(super) fn cards(&self, total: usize) -> Option<Capital> {
        let fewest = |n: usize, total: usize| self.fewest[n * self.columns + total];
        if total >= self.columns || fewest(self.cards.len(), total) == UNREACHABLE {
            return None;
        }
        let mut cards = Capital::NONE;
        let mut left = total;
        for (n, value) in self.cards.iter().enumerate().rev() {
            if fewest(n + 1, left) != fewest(n, left) {
                cards.add(*value);
                left -= usize::from(*value);
            }
        }
        Some(cards)
    }
}

/// Limits of the allocation-free method: the number of cards, the number of cards for one total,
/// and the total.
const MAX_CARDS: usize = 24;
const MAX_ADDED: usize = 8;
const MAX_TOTAL: usize = 64;

/// Returns the cards for one total. The result equals that of [`Fewest`].
#[inline]
pub(super) fn fewest(pool: Capital, total: usize) -> Option<Capital> {
    if total >= MAX_TOTAL || usize::from(pool.len()) > MAX_CARDS {
        return Fewest::new(pool).cards(total);
    }
    let mut values = [0; MAX_CARDS];
    let mut cards = 0;
    for (value, count) in pool.kinds().rev() {
        for _ in 0..count {
            values[cards] = value;
            cards += 1;
        }
    }
    let values = &values[..cards];
    // Bitsets of the totals that exactly `count` of the first n cards reach. Rows are counts,
    // columns are n from 0.
    let mut exactly = [[0_u64; MAX_CARDS + 1]; MAX_ADDED];
    exactly[0] = [1; MAX_CARDS + 1];
    let mut count = 0;
    while exactly[count][cards] >> total & 1 == 0 {
        if count == cards {
            return None;
        }
        count += 1;
        if count == MAX_ADDED {
            return Fewest::new(pool).cards(total);
        }
        let (fewer, more) = exactly.split_at_mut(count);
        let (fewer, more) = (&fewer[count - 1], &mut more[0]);
        for (n, value) in values.iter().enumerate() {
            more[n + 1] = more[n] | fewer[n] << value;
        }
    }
    let mut found = Capital::NONE;
    let mut left = total;
    for (n, value) in values.iter().enumerate().rev() {
        // If as few of the cards before it reach the total, the card is not needed.
        if exactly[count][n] >> left & 1 == 0 {
            found.add(*value);
            left -= usize::from(*value);
            count -= 1;
        }
    }
    Some(found)
}

/// Returns the reachable totals below 128, one bit each.
#[inline]
pub(super) fn totals(pool: Capital) -> u128 {
    let once = |totals: u128, value: u8| totals | totals << value;
    pool.kinds().fold(1, |totals, (value, count)| (0..count).fold(totals, |totals, _| once(totals, value)))
}

/// Returns the cards for every total that exactly `number` cards reach, lowest total first.
pub(super) fn exactly(pool: Capital, number: u8) -> impl Iterator<Item = Capital> {
    let number = usize::from(number);
    let mut found = vec![vec![None; usize::from(pool.total()) + 1]; number + 1];
    found[0][0] = Some(Capital::NONE);
    for value in pool.cards().rev() {
        let one: Capital = [value].into_iter().collect();
        for count in (0..number).rev() {
            let (fewer, more) = found.split_at_mut(count + 1);
            for (cards, known) in fewer[count].iter().zip(&mut more[0][usize::from(value)..]) {
                *known = known.or(cards.map(|cards: Capital| cards.plus(one)));
            }
        }
    }
    found.swap_remove(number).into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards::Rng;

    #[test]
    fn the_fewest_cards_for_one_total_are_those_for_every_total() {
        let mut rng = Rng::from_number(1);
        for most in [2, 5, 15] {
            for cards in 0..30 {
                let pool: Capital = (0..cards).map(|_| 1 + rng.below(most) as u8).collect();
                let every = Fewest::new(pool);
                for total in 0..100 {
                    assert_eq!(fewest(pool, total), every.cards(total), "{total} of {pool}");
                }
            }
        }
    }
}
