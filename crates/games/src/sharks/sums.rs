//! Which cards stand for all that come to the same total: cards are tried from the highest, so that of two ways it is the
//! one whose lowest card is highest. (SH-S22)

use super::counts::Capital;

/// For every total that some cards come to, the fewest that do.
pub(super) struct Fewest {
    /// From the highest.
    cards: Vec<u8>,
    /// How many of the first n cards make a total: a row for each n from none, a column for each total from nothing.
    fewest: Vec<u8>,
    columns: usize,
}

const NEVER: u8 = u8::MAX;

impl Fewest {
    #[inline]
    pub(super) fn new(pool: Capital) -> Self {
        let cards: Vec<u8> = pool.cards().rev().collect();
        let columns = usize::from(pool.total()) + 1;
        let mut fewest = vec![NEVER; (cards.len() + 1) * columns];
        fewest[0] = 0;
        for (n, value) in cards.iter().enumerate() {
            let (without, with) = fewest[n * columns..].split_at_mut(columns);
            with[..columns].copy_from_slice(without);
            let added = with[usize::from(*value)..columns].iter_mut().zip(without);
            added.for_each(|(fewest, less)| *fewest = (*fewest).min(less.saturating_add(1)));
        }
        Self { cards, fewest, columns }
    }

    /// The cards for a total, if there are any.
    #[inline]
    pub(super) fn cards(&self, total: usize) -> Option<Capital> {
        let fewest = |n: usize, total: usize| self.fewest[n * self.columns + total];
        if total >= self.columns || fewest(self.cards.len(), total) == NEVER {
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

/// So many cards, and so many of them for one total, are added up without allocating, and totals below this.
const FEW_CARDS: usize = 24;
const FEW_ADDED: usize = 8;
const LOW_TOTALS: usize = 64;

/// The cards for one total, if there are any: the same that [`Fewest`] finds.
#[inline]
pub(super) fn fewest(pool: Capital, total: usize) -> Option<Capital> {
    if total >= LOW_TOTALS || usize::from(pool.len()) > FEW_CARDS {
        return Fewest::new(pool).cards(total);
    }
    let mut values = [0; FEW_CARDS];
    let mut cards = 0;
    for (value, count) in pool.kinds().rev() {
        for _ in 0..count {
            values[cards] = value;
            cards += 1;
        }
    }
    let values = &values[..cards];
    // The totals that exactly so many of the first n cards come to, a bit each: a row for each number, a column for each n from none.
    let mut exactly = [[0_u64; FEW_CARDS + 1]; FEW_ADDED];
    exactly[0] = [1; FEW_CARDS + 1];
    let mut count = 0;
    while exactly[count][cards] >> total & 1 == 0 {
        if count == cards {
            return None;
        }
        count += 1;
        if count == FEW_ADDED {
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
        // Where as few of the cards before it do, it is not needed.
        if exactly[count][n] >> left & 1 == 0 {
            found.add(*value);
            left -= usize::from(*value);
            count -= 1;
        }
    }
    Some(found)
}

/// The totals below 128 that some of these cards come to, a bit each.
#[inline]
pub(super) fn totals(pool: Capital) -> u128 {
    let once = |totals: u128, value: u8| totals | totals << value;
    pool.kinds().fold(1, |totals, (value, count)| (0..count).fold(totals, |totals, _| once(totals, value)))
}

/// For every total that exactly `number` of these cards come to, from the lowest, the cards.
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
