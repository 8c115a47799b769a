//! Sorting of short lists.

/// Sorts a short list by insertion; equal items keep their order.
///
/// `slice::sort_by` compiles a merge sort of two thousand lines for each comparison.
pub fn insertion_sort<T: Copy>(items: &mut [T], is_before: impl Fn(&T, &T) -> bool) {
    for end in 1..items.len() {
        let item = items[end];
        let mut place = end;
        while place > 0 && is_before(&item, &items[place - 1]) {
            items[place] = items[place - 1];
            place -= 1;
        }
        items[place] = item;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards::Rng;

    #[test]
    fn the_order_is_that_of_a_stable_sort() {
        let mut rng = Rng::from_number(1);
        for len in 0..40 {
            let mut items: Vec<(usize, usize)> = (0..len).map(|index| (rng.below(9), index)).collect();
            let mut expected = items.clone();
            expected.sort_by_key(|(key, _)| *key);
            insertion_sort(&mut items, |a, b| a.0 < b.0);
            assert_eq!(items, expected);
        }
    }
}
