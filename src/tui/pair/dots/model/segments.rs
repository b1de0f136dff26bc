//! The passages of a pair as segments of the dot plot: ranges of words in both texts. It knows no cell.

use std::collections::HashMap;
use std::ops::Range;

use shingle::pipeline::document::pair::{PairView, Passage, Side};
use xxhash_rust::xxh3::xxh3_64;

use crate::tui::pair::pane::Which;

/// About how many combinations of repetitions are drawn at most for one passage. A plot does not have more dots to show
/// them.
const MOST: usize = 1 << 14;
/// The same for all passages together.
const ALL: usize = 1 << 16;

/// Words that are in both texts, in the same order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Segment {
    /// Its counted words in a, by number from 0.
    pub(crate) a: Range<usize>,
    /// Its counted words in b.
    pub(crate) b: Range<usize>,
    /// Index of its passage.
    pub(crate) passage: usize,
    /// Whether it combines two repetitions. The passage itself is elsewhere.
    pub(crate) repeated: bool,
}

/// The segments of a pair: one for each passage, in their order. Then, for passages that are repeated word for word, each
/// place in a combined with each in b.
pub(crate) fn segments(view: &PairView) -> Vec<Segment> {
    let passages = view.passages.iter().enumerate();
    let mut all: Vec<Segment> = passages
        .map(|(index, passage)| Segment {
            a: words(&view.a, passage, Which::A),
            b: words(&view.b, passage, Which::B),
            passage: index,
            repeated: false,
        })
        .collect();
    let single = all.len();
    for places in repetitions(view) {
        let each = |range: fn(&Segment) -> &Range<usize>| {
            let mut places: Vec<_> = places.iter().filter_map(|index| all.get(*index)).collect();
            places.sort_by_key(|segment| range(segment).start);
            places.dedup_by_key(|segment| range(segment).start);
            places.into_iter().map(|one| (range(one).clone(), one.passage)).collect::<Vec<_>>()
        };
        let (in_a, in_b) = (each(|segment| &segment.a), each(|segment| &segment.b));
        // If there are very many, only every second, third … row and column.
        let stride = (in_a.len() * in_b.len()).div_ceil(MOST).isqrt().max(1);
        for (a, passage) in in_a.iter().step_by(stride) {
            for (b, _) in in_b.iter().step_by(stride) {
                if all.len() >= single.saturating_add(ALL) {
                    return all;
                }
                let (a, b) = (a.clone(), b.clone());
                all.push(Segment { a, b, passage: *passage, repeated: true });
            }
        }
    }
    all
}

/// The counted words of a passage in one of the texts.
fn words(side: &Side, passage: &Passage, which: Which) -> Range<usize> {
    let span = which.span(passage);
    side.words_before(span.start)..side.words_before(span.end)
}

/// Groups of passages that read the same in a. What is beside one of these places is beside the others too, but the
/// alignment only pairs them in order.
fn repetitions(view: &PairView) -> Vec<Vec<usize>> {
    let mut alike: HashMap<u64, Vec<usize>> = HashMap::new();
    let mut letters = Vec::new();
    for (index, passage) in view.passages.iter().enumerate() {
        let text = view.a.text.get(passage.a.range()).unwrap_or_default();
        letters.clear();
        // ASCII capitals, blanks and signs may differ.
        letters
            .extend(text.bytes().filter(|byte| !byte.is_ascii() || byte.is_ascii_alphanumeric()));
        letters.make_ascii_lowercase();
        alike.entry(xxh3_64(&letters)).or_default().push(index);
    }
    let mut groups: Vec<Vec<usize>> = alike.into_values().filter(|group| group.len() > 1).collect();
    groups.sort_unstable();
    groups
}

#[cfg(test)]
mod tests {
    use shingle::base::span::Span;
    use shingle::pipeline::parameters::Params;

    use super::segments;
    use crate::tui::tests::fake;

    #[test]
    fn a_passage_is_as_long_as_its_words() {
        let view = fake::harbour(("a", "b"), &Params::defaults());
        let segments = segments(&view);
        let found: Vec<_> = segments.iter().map(|one| (one.a.len(), one.b.len())).collect();
        assert_eq!(found, [(9, 9), (7, 7), (17, 17)]);
        assert_eq!(segments[1].b.start, 0, "the second stands first in b");
    }

    #[test]
    fn what_is_repeated_in_both_fills_a_square() {
        let text = "one two three x one two three y one two three";
        let mut view = fake::pair_view(("a", "b"), (text, text), &[], &Params::defaults());
        let places = [0, 16, 32].map(|start| Span::new(start, start + 13));
        // As the alignment finds them: three in order, each with its own number, and no other combination.
        for (index, place) in places.into_iter().enumerate() {
            view.passages.push(shingle::pipeline::document::pair::Passage {
                number: index as u32 + 1,
                occurrence: 0,
                a: place,
                b: place,
                words: 3,
                moved: false,
            });
        }
        let combined: Vec<_> = segments(&view)
            .iter()
            .filter(|segment| segment.repeated)
            .map(|segment| (segment.a.start, segment.b.start))
            .collect();
        assert_eq!(combined.len(), 9);
        assert!(combined.contains(&(0, 8)) && combined.contains(&(8, 0)));
    }

    #[test]
    fn a_passage_that_is_repeated_without_end_is_thinned_out() {
        let text = "one two three ".repeat(3000);
        let mut view = fake::pair_view(("a", "b"), (&text, &text), &[], &Params::defaults());
        for index in 0..3000_u32 {
            let place = Span::new(index * 14, index * 14 + 13);
            view.passages.push(shingle::pipeline::document::pair::Passage {
                number: index + 1,
                occurrence: 0,
                a: place,
                b: place,
                words: 3,
                moved: false,
            });
        }
        let combined = segments(&view).iter().filter(|segment| segment.repeated).count();
        assert!((5_000..40_000).contains(&combined), "{combined}");
    }
}
