//! Finds the heaviest common order of the passages of two documents. The other passages have moved.

/// Which passages belong to the heaviest set whose positions ascend in b too. Passages are (position in a, position in
/// b, weight), ascending in a. This is a weighted longest increasing subsequence, computed with a Fenwick tree in O(n
/// log n).
pub(super) fn heaviest_increasing(passages: &[(usize, usize, usize)]) -> Vec<bool> {
    let mut rank: Vec<usize> = (0..passages.len()).collect();
    rank.sort_unstable_by_key(|index| (passages[*index].1, *index));
    let mut place = vec![0; passages.len()];
    for (position, index) in rank.into_iter().enumerate() {
        place[index] = position + 1;
    }
    // best[i]: the heaviest chain among the entries 1..=i in Fenwick order, with its last passage.
    let mut best: Vec<(usize, Option<usize>)> = vec![(0, None); passages.len() + 1];
    let mut before: Vec<Option<usize>> = vec![None; passages.len()];
    let mut heaviest = (0, None);
    for (index, passage) in passages.iter().enumerate() {
        let mut chain = (0, None);
        let mut at = place[index] - 1;
        while at > 0 {
            if best[at].0 > chain.0 {
                chain = best[at];
            }
            at &= at - 1;
        }
        before[index] = chain.1;
        let chain = (chain.0 + passage.2, Some(index));
        if chain.0 > heaviest.0 {
            heaviest = chain;
        }
        let mut at = place[index];
        while at < best.len() {
            if chain.0 > best[at].0 {
                best[at] = chain;
            }
            at += at & at.wrapping_neg();
        }
    }
    let mut chosen = vec![false; passages.len()];
    let mut last = heaviest.1;
    while let Some(index) = last {
        chosen[index] = true;
        last = before[index];
    }
    chosen
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::heaviest_increasing;

    #[test]
    fn the_short_one_of_two_swapped_passages_has_moved() {
        assert_eq!(heaviest_increasing(&[(0, 50, 9), (10, 0, 40)]), [false, true]);
        assert_eq!(
            heaviest_increasing(&[(0, 0, 1), (10, 20, 1), (20, 10, 5), (30, 30, 1)]),
            [true, false, true, true]
        );
    }

    proptest! {
        #[test]
        fn no_other_order_is_heavier(rows in prop::collection::vec((0_usize..8, 1_usize..9), 0..9)) {
            let passages: Vec<(usize, usize, usize)> = rows.iter().enumerate().map(|(a, (b, weight))| (a, *b, *weight)).collect();
            let weight = |chosen: &dyn Fn(usize) -> bool| -> Option<usize> {
                let picked: Vec<_> = (0..passages.len()).filter(|index| chosen(*index)).map(|index| passages[index]).collect();
                picked.windows(2).all(|pair| pair[0].1 <= pair[1].1).then(|| picked.iter().map(|passage| passage.2).sum())
            };
            let found = heaviest_increasing(&passages);
            let best = (0..1_usize << passages.len()).filter_map(|set| weight(&|index| set >> index & 1 == 1)).max();
            prop_assert_eq!(weight(&|index| found[index]), best);
        }
    }
}
