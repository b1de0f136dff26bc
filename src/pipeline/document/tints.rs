//! Gives every passage one of six tints so that neighbours differ in both documents. It knows no colour.

use std::collections::{HashMap, HashSet};

use crate::pipeline::document::pair::Passage;

/// How many tints there are. Not everybody could distinguish more.
pub const TINTS: usize = 6;

/// The tint of each passage, in the order of `passages`. Passages with the same number share it.
///
/// Numbers take the tints in turn and skip those of their neighbours in either document.
pub fn tints(passages: &[Passage]) -> Vec<u8> {
    let mut order_b: Vec<usize> = (0..passages.len()).collect();
    order_b.sort_by_key(|index| passages.get(*index).map(|passage| passage.b));
    let number = |passage: &Passage| passage.number.saturating_sub(1);
    let order_a = passages.iter().map(number).collect();
    let order_b = order_b.into_iter().filter_map(|index| passages.get(index).map(number)).collect();
    tints_in(&[order_a, order_b], passages.iter().map(number))
}

/// The tint of each of some numbers, so that neighbours in every order differ if possible.
pub fn tints_in(orders: &[Vec<u32>], numbers: impl Iterator<Item = u32>) -> Vec<u8> {
    let mut neighbours: HashMap<u32, HashSet<u32>> = HashMap::new();
    for pair in orders.iter().flat_map(|order| order.windows(2)).filter(|pair| pair[0] != pair[1]) {
        neighbours.entry(pair[0]).or_default().insert(pair[1]);
        neighbours.entry(pair[1]).or_default().insert(pair[0]);
    }
    let mut tint_of: HashMap<u32, u8> = HashMap::new();
    let tint = |number: u32| {
        if let Some(tint) = tint_of.get(&number) {
            return *tint;
        }
        let mut taken = [false; TINTS];
        for near in neighbours.get(&number).into_iter().flatten() {
            if let Some(tint) = tint_of.get(near) {
                taken[usize::from(*tint)] = true;
            }
        }
        let first = number as usize % TINTS;
        let free = (0..TINTS).map(|step| (first + step) % TINTS).find(|tint| !taken[*tint]);
        let tint = free.unwrap_or(first) as u8;
        tint_of.insert(number, tint);
        tint
    };
    numbers.map(tint).collect()
}

#[cfg(test)]
mod tests {
    use crate::base::span::Span;
    use crate::pipeline::document::pair::Passage;

    use super::tints;

    fn passage(number: u32, occurrence: u32, a: u32, b: u32) -> Passage {
        Passage {
            number,
            occurrence,
            a: Span::new(a, a + 5),
            b: Span::new(b, b + 5),
            words: 3,
            moved: false,
        }
    }

    #[test]
    fn neighbours_in_either_document_differ() {
        let passages: Vec<_> = (0..40_u32)
            .map(|index| passage(index + 1, 0, index * 10, index * 7 % 40 * 10))
            .collect();
        let tints = tints(&passages);
        assert!(tints.windows(2).all(|pair| pair[0] != pair[1]), "{tints:?}");
        let mut order: Vec<usize> = (0..40).collect();
        order.sort_by_key(|index| passages[*index].b);
        assert!(order.windows(2).all(|pair| tints[pair[0]] != tints[pair[1]]), "{tints:?}");
    }

    #[test]
    fn repetitions_share_their_tint() {
        let tints = tints(&[passage(1, 1, 0, 0), passage(1, 2, 0, 50), passage(2, 0, 20, 80)]);
        assert_eq!(tints[0], tints[1]);
        assert_ne!(tints[1], tints[2]);
    }
}
