use std::{collections::HashMap, ops::Range, sync::Arc};

use xxhash_rust::xxh3::xxh3_64;

use shingle::base::span::Span;
use shingle::pipeline::{PairView, Side};

use crate::tui::model::OpenPair;
use crate::tui::views::dots::raster::{DotScale, Raster, Segment};

/// Plot of a pair at one size, with A from left to right and B downwards.
#[derive(Debug)]
pub(crate) struct Plot {
    pub(super) view: Arc<PairView>,
    /// The runs, and all combinations of repeated runs.
    pub(crate) segments: Vec<Segment>,
    pub(crate) x: DotScale,
    pub(crate) y: DotScale,
    pub(crate) raster: Raster,
    pub(crate) longest: Vec<usize>,
}

impl Plot {
    pub(super) fn new(pair: &OpenPair, segments: Vec<Segment>, size: (u16, u16)) -> Self {
        let (view, longest) = (&pair.view, pair.named.clone());
        let x = DotScale::new(view.a.words.len(), size.0);
        let y = DotScale::new(view.b.words.len(), size.1);
        let raster = Raster::new(&segments, &view.passages, &longest, (x, y));
        Self { view: Arc::clone(view), segments, x, y, raster, longest }
    }

    /// Returns the indices of the counted words at or after these bytes.
    pub(super) fn words(&self, at: (u32, u32)) -> (usize, usize) {
        let last = |side: &Side, byte: u32| {
            side.words_before(byte).min(side.words.len().saturating_sub(1))
        };
        (last(&self.view.a, at.0), last(&self.view.b, at.1))
    }

    pub(super) fn bytes(&self, words: (usize, usize)) -> (u32, u32) {
        let start = |side: &Side, word: usize| side.words.get(word).map_or(0, |span| span.start);
        (start(&self.view.a, words.0), start(&self.view.b, words.1))
    }

    /// Returns the passage that covers both bytes, or the passage in the cell of the bytes.
    pub(super) fn passage(&self, at: (u32, u32)) -> Option<usize> {
        let covers = |span: Span, byte| span.start <= byte && byte < span.end;
        let exact =
            self.view.passages.iter().position(|one| covers(one.a, at.0) && covers(one.b, at.1));
        exact.or_else(|| {
            let (a, b) = self.words(at);
            let cell = self.raster.at(self.x.cell(a), self.y.cell(b));
            cell.passage.filter(|_| cell.dots != 0).map(|passage| passage as usize)
        })
    }
}

/// Approximate limit of drawn combinations of one repeated run. A plot has no more dots.
const MOST: usize = 1 << 14;
/// Limit for all runs together.
const ALL: usize = 1 << 16;

/// Returns one segment for each run, in order. Then come combinations: each place of a repeated run in A with each place in B.
pub(super) fn segments(view: &PairView) -> Vec<Segment> {
    let words =
        |side: &Side, span: Span| side.words_before(span.start)..side.words_before(span.end);
    let runs = view.runs.iter().map(|run| Segment {
        a: words(&view.a, run.a),
        b: words(&view.b, run.b),
        passage: run.passage,
        repeated: false,
    });
    let mut all: Vec<Segment> = runs.collect();
    let single = all.len();
    for places in repetitions(view) {
        let each = |range: fn(&Segment) -> &Range<usize>| {
            let mut places: Vec<_> = places.iter().filter_map(|index| all.get(*index)).collect();
            places.sort_by_key(|segment| range(segment).start);
            places.dedup_by_key(|segment| range(segment).start);
            places.into_iter().map(|one| (range(one).clone(), one.passage)).collect::<Vec<_>>()
        };
        let (in_a, in_b) = (each(|segment| &segment.a), each(|segment| &segment.b));
        // Many combinations: only every second, third … row and column.
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

/// Returns groups of runs with the same words in A. The alignment pairs their places only in order.
fn repetitions(view: &PairView) -> Vec<Vec<usize>> {
    let mut alike: HashMap<u64, Vec<usize>> = HashMap::new();
    let mut letters = Vec::new();
    for (index, run) in view.runs.iter().enumerate() {
        let text = view.a.text.get(run.a.range()).unwrap_or_default();
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
    use crate::tui::tests::fake;
    use shingle::base::span::Span;
    use shingle::pipeline::{Params, SharedRun};

    use super::segments;

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
            let passage = Some(index as u32);
            view.runs.push(SharedRun { passage, a: place, b: place, words: 3 });
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
            view.runs.push(SharedRun { passage: None, a: place, b: place, words: 3 });
        }
        let combined = segments(&view).iter().filter(|segment| segment.repeated).count();
        assert!((5_000..40_000).contains(&combined), "{combined}");
    }
}
