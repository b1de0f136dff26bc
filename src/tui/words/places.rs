//! Which of how many passages, in words. It draws nothing.

use shingle::base::numbers::thousands;
use shingle::pipeline::document::pair::Passage;

/// Names a passage: by its name alone if that is its place among all, else with its place in a text.
pub(crate) fn placed(passage: &Passage, place: usize, count: usize, letter: &str) -> String {
    let (id, of) = (passage.id(), thousands(count));
    if id == place.to_string() {
        return format!("passage {id} of {of}");
    }
    format!("passage {id} · {} of {of} in {letter}", ordinal(place))
}

/// Where a moved passage is in either text, counted from 1.
pub(crate) fn moved(in_a: usize, in_b: usize) -> String {
    format!("⇄ moved: {} in A, {} in B", ordinal(in_a), ordinal(in_b))
}

/// `1st`, `22nd`.
fn ordinal(place: usize) -> String {
    let end = match (place % 10, place % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{}{end}", thousands(place))
}

#[cfg(test)]
mod tests {
    use shingle::base::span::Span;
    use shingle::pipeline::document::pair::Passage;

    use super::placed;

    #[test]
    fn a_passage_is_called_by_its_name_and_by_its_place_only_where_that_differs() {
        let span = Span::new(0, 1);
        let passage =
            Passage { number: 5, occurrence: 0, a: span, b: span, words: 1, moved: false };
        assert_eq!(placed(&passage, 5, 14, "B"), "passage 5 of 14");
        assert_eq!(placed(&passage, 4, 14, "B"), "passage 5 · 4th of 14 in B");
        assert_eq!(placed(&passage, 22, 140, "B"), "passage 5 · 22nd of 140 in B");
        assert_eq!(placed(&passage, 112, 140, "B"), "passage 5 · 112th of 140 in B");
        let repeated = Passage { occurrence: 1, ..passage };
        assert_eq!(placed(&repeated, 5, 14, "A"), "passage 5a · 5th of 14 in A");
    }
}
