//! Gives every passage one of six tints so that neighbours differ in both documents. It knows no colour.

use std::collections::HashMap;

use crate::pipeline::document::pair::Passage;

/// How many tints there are. Not everybody could distinguish more.
pub const TINTS: usize = 6;

/// The tint of each passage, in the order of `passages`. Passages with the same number share it.
///
/// Numbers take the tints in turn and skip those of their neighbours in either document.
pub fn tints(passages: &[Passage]) -> Vec<u8> {
    let mut order_b: Vec<usize> = (0..passages.len()).collect();
    order_b.sort_by_key(|index| passages.get(*index).map(|passage| passage.b));
    let number = |index: usize| passages.get(index).map(|passage| passage.number);
    let mut neighbours: HashMap<u32, Vec<u32>> = HashMap::new();
    let mut connect = |left: Option<u32>, right: Option<u32>| {
        if let (Some(left), Some(right)) = (left, right)
            && left != right
        {
            neighbours.entry(left).or_default().push(right);
            neighbours.entry(right).or_default().push(left);
        }
    };
    for index in 1..passages.len() {
        connect(number(index - 1), number(index));
    }
    for pair in order_b.windows(2) {
        connect(number(pair[0]), number(pair[1]));
    }
    let mut tint_of: HashMap<u32, u8> = HashMap::new();
    for passage in passages {
        if tint_of.contains_key(&passage.number) {
            continue;
        }
        let mut taken = [false; TINTS];
        for near in neighbours.get(&passage.number).into_iter().flatten() {
            if let Some(tint) = tint_of.get(near) {
                taken[usize::from(*tint)] = true;
            }
        }
        let first = passage.number.saturating_sub(1) as usize % TINTS;
        let tint = (0..TINTS).map(|step| (first + step) % TINTS).find(|tint| !taken[*tint]);
        tint_of.insert(passage.number, tint.unwrap_or(first) as u8);
    }
    passages.iter().map(|passage| tint_of.get(&passage.number).copied().unwrap_or(0)).collect()
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
