//! The dots of the plot for one size: the set dots and the passage of each cell.

use std::{collections::HashMap, ops::Range, sync::Arc};

use xxhash_rust::xxh3::xxh3_64;

use shingle::{base::span::Span, pipeline::PairView, pipeline::Side};

use crate::tui::model::OpenPair;

/// A run of words that both texts contain in the same order.
pub(crate) struct Segment {
    /// Indices of the counted words in A.
    pub(crate) a: Range<usize>,
    pub(crate) b: Range<usize>,
    pub(crate) passage: Option<u32>,
    /// True if a repeated run was combined with another place of its words.
    pub(crate) repeated: bool,
}

/// Converts words of one text to dots and cells of one axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct DotScale {
    pub(super) words: usize,
    pub(super) cells: u16,
}

impl DotScale {
    pub(crate) const fn new(words: usize, cells: u16) -> Self {
        Self { words, cells }
    }

    /// Returns the cell of a word. A word beyond the end gets the last cell.
    pub(crate) fn cell_of_word(self, word: usize) -> u16 {
        (self.dot_of_word(word) / 2) as u16
    }

    /// Returns the first word that begins in a cell, or the word that covers the whole cell.
    pub(crate) fn word_of_cell(self, cell: u16) -> usize {
        let cells = usize::from(self.cells).max(1);
        let within = (usize::from(cell).min(cells - 1) * self.words / cells)
            .min(self.words.saturating_sub(1));
        // The word that reaches into the cell, unless the next word begins in the cell.
        let next = within + 1;
        let begins = self.cell_of_word(within) < cell
            && next < self.words
            && self.cell_of_word(next) <= cell;
        if begins { next } else { within }
    }

    /// Returns the word some cells away, which is at least one word away. Beyond an edge, returns the last or first
    /// word.
    pub(crate) fn step_word(self, word: usize, cells: i32) -> usize {
        let last = self.words.saturating_sub(1);
        let from = self.cell_of_word(word);
        let step = cells.unsigned_abs().min(u32::from(u16::MAX)) as u16;
        match cells {
            0 => word,
            1.. => match from.checked_add(step).filter(|to| *to < self.cells) {
                Some(to) => self.word_of_cell(to).max(word.saturating_add(1)).min(last),
                None => last,
            },
            _ => match from.checked_sub(step) {
                Some(to) => self.word_of_cell(to).min(word.saturating_sub(1)),
                None => 0,
            },
        }
    }

    fn dot_of_word(self, word: usize) -> usize {
        let dots = usize::from(self.cells) * 2;
        (word * dots / self.words.max(1)).min(dots.saturating_sub(1))
    }

    /// Returns the first and the last dot of a range of words.
    fn dots_of_words(self, words: &Range<usize>) -> (usize, usize) {
        let first = self.dot_of_word(words.start);
        let dots = usize::from(self.cells) * 2;
        let end = (words.end * dots / self.words.max(1)).min(dots);
        (first, end.saturating_sub(1).max(first))
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct PlotCell {
    /// Bits: 1 upper left, 2 upper right, 4 lower left, 8 lower right.
    pub(crate) dots: u8,
    pub(crate) passage: Option<u32>,
}

/// Draws the segments into cells, row by row, the longest segment on top.
fn draw_segments(segments: &[Segment], (x, y): (DotScale, DotScale)) -> Vec<PlotCell> {
    let (width, height) = (usize::from(x.cells), usize::from(y.cells));
    let mut cells = vec![PlotCell::default(); width * height];
    let mut order: Vec<&Segment> = segments.iter().collect();
    order.sort_by_key(|segment| (segment.repeated, std::cmp::Reverse(segment.a.len())));
    for segment in order {
        trace_segment(segment, x, y, |(x, y)| {
            let Some(cell) = cells.get_mut(y / 2 * width + x / 2) else { return };
            if cell.dots == 0 {
                cell.passage = segment.passage;
            }
            cell.dots |= 1 << (x % 2 + 2 * (y % 2));
        });
    }
    cells
}

/// Calls `set` for each dot of a segment, from its beginning to its end. Every segment has a dot.
pub(crate) fn trace_segment(
    segment: &Segment,
    x: DotScale,
    y: DotScale,
    mut set: impl FnMut((usize, usize)),
) {
    if x.cells == 0 || y.cells == 0 {
        return;
    }
    let ((left, right), (top, bottom)) = (x.dots_of_words(&segment.a), y.dots_of_words(&segment.b));
    let steps = (right - left).max(bottom - top);
    for step in 0..=steps {
        let along = |from: usize, to: usize| from + (to - from) * step / steps.max(1);
        set((along(left, right), along(top, bottom)));
    }
}

/// Plot of a pair at one size, with A from left to right and B downwards.
pub(crate) struct Plot {
    pub(super) view: Arc<PairView>,
    /// The shared runs, and all combinations of the places of repeated runs.
    pub(crate) segments: Vec<Segment>,
    pub(crate) x: DotScale,
    pub(crate) y: DotScale,
    cells: Vec<PlotCell>,
}

impl Plot {
    pub(super) fn new(pair: &OpenPair, segments: Vec<Segment>, size: (u16, u16)) -> Self {
        let view = &pair.view;
        let x = DotScale::new(view.a.words.len(), size.0);
        let y = DotScale::new(view.b.words.len(), size.1);
        let cells = draw_segments(&segments, (x, y));
        Self { view: Arc::clone(view), segments, x, y, cells }
    }

    pub(crate) fn cell_at(&self, column: u16, row: u16) -> PlotCell {
        let index = usize::from(row) * usize::from(self.x.cells) + usize::from(column);
        self.cells.get(index).copied().filter(|_| column < self.x.cells).unwrap_or_default()
    }

    /// Returns the indices of the counted words at or after these bytes.
    pub(super) fn words_at_bytes(&self, at: [u32; 2]) -> (usize, usize) {
        let last = |side: &Side, byte: u32| {
            side.count_words_before(byte).min(side.words.len().saturating_sub(1))
        };
        (last(&self.view.a, at[0]), last(&self.view.b, at[1]))
    }

    pub(super) fn bytes_at_words(&self, words: (usize, usize)) -> [u32; 2] {
        let start = |side: &Side, word: usize| side.words.get(word).map_or(0, |span| span.start);
        [start(&self.view.a, words.0), start(&self.view.b, words.1)]
    }

    /// Returns the passage that covers both bytes, or the passage in the cell of the bytes.
    pub(super) fn passage_near(&self, at: [u32; 2]) -> Option<usize> {
        let covers = |span: Span, byte| span.start <= byte && byte < span.end;
        let exact =
            self.view.passages.iter().position(|one| covers(one.a, at[0]) && covers(one.b, at[1]));
        exact.or_else(|| {
            let (a, b) = self.words_at_bytes(at);
            let cell = self.cell_at(self.x.cell_of_word(a), self.y.cell_of_word(b));
            cell.passage.filter(|_| cell.dots != 0).map(|passage| passage as usize)
        })
    }
}

/// Approximate limit of drawn combinations of one repeated run. A plot has no more dots.
const MOST: usize = 1 << 14;
/// Approximate limit of drawn combinations of all repeated runs together.
const ALL: usize = 1 << 16;

/// Returns one segment for each run, in order. After these, returns combinations of repeated runs: each place in A with
/// each place in B.
pub(super) fn list_segments(view: &PairView) -> Vec<Segment> {
    let words = |side: &Side, span: Span| {
        side.count_words_before(span.start)..side.count_words_before(span.end)
    };
    let runs = view.runs.iter().map(|run| Segment {
        a: words(&view.a, run.a),
        b: words(&view.b, run.b),
        passage: run.passage,
        repeated: false,
    });
    let mut all: Vec<Segment> = runs.collect();
    let single = all.len();
    for places in groups_of_repeated_runs(view) {
        let each = |range: fn(&Segment) -> &Range<usize>| {
            let mut places: Vec<_> = places.iter().filter_map(|index| all.get(*index)).collect();
            places.sort_by_key(|segment| range(segment).start);
            places.dedup_by_key(|segment| range(segment).start);
            places.into_iter().map(|one| (range(one).clone(), one.passage)).collect::<Vec<_>>()
        };
        let (in_a, in_b) = (each(|segment| &segment.a), each(|segment| &segment.b));
        // Of too many combinations, draws only every second, third … row and column.
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

/// Groups the runs that have the same words in A. The alignment pairs their places only in order.
fn groups_of_repeated_runs(view: &PairView) -> Vec<Vec<usize>> {
    let mut alike: HashMap<u64, Vec<usize>> = HashMap::new();
    let mut letters = Vec::new();
    for (index, run) in view.runs.iter().enumerate() {
        let text = view.a.text.get(run.a.range()).unwrap_or_default();
        letters.clear();
        // Compares only letters and digits without capitals: the wordings of a repeated run may differ in other
        // characters.
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
    use proptest::prelude::*;

    use shingle::{base::span::Span, pipeline::Params, pipeline::SharedRun};

    use super::{DotScale, Segment, draw_segments, list_segments, trace_segment};
    use crate::tui::tests::fake;

    fn segment(a: usize, b: usize, words: usize, passage: usize) -> Segment {
        Segment { a: a..a + words, b: b..b + words, passage: Some(passage as u32), repeated: false }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn no_dot_is_out_of_range_and_every_passage_has_a_cell(
            places in prop::collection::vec((0_usize..5000, 0_usize..5000, 1_usize..400), 1..30),
            more in (0_usize..100, 0_usize..100),
            size in (1_u16..90, 1_u16..50),
        ) {
            let longest = |side: fn(&(usize, usize, usize)) -> usize| places.iter().map(|one| side(one) + one.2).max().unwrap_or(0);
            let (in_a, in_b) = (longest(|one| one.0) + more.0, longest(|one| one.1) + more.1);
            let scales = (DotScale::new(in_a, size.0), DotScale::new(in_b, size.1));
            let segments: Vec<Segment> =
                places.iter().enumerate().map(|(index, (a, b, words))| segment(*a, *b, *words, index)).collect();
            let cells = draw_segments(&segments, scales);
            let dots_at = |x: u16, y: u16| cells[usize::from(y) * usize::from(size.0) + usize::from(x)].dots;
            for segment in &segments {
                let mut dots = 0;
                trace_segment(segment, scales.0, scales.1, |(x, y)| {
                    dots += 1;
                    assert!(x < usize::from(size.0) * 2 && y < usize::from(size.1) * 2, "{x} {y}");
                    assert_ne!(dots_at((x / 2) as u16, (y / 2) as u16), 0);
                });
                prop_assert!(dots > 0);
                prop_assert_ne!(dots_at(scales.0.cell_of_word(segment.a.start), scales.1.cell_of_word(segment.b.start)), 0);
            }
        }

        #[test]
        fn steps_go_there_and_back_and_stay_in_the_text(
            words in 1_usize..3000, cells in 1_u16..200, word in 0_usize..3000, step in 1_i32..30,
        ) {
            let scale = DotScale::new(words, cells);
            let word = word.min(words - 1);
            let on = scale.step_word(word, step);
            prop_assert!(on < words && (on > word || word == words - 1));
            prop_assert!(scale.step_word(word, -step) < word || word == 0);
            prop_assert!(scale.cell_of_word(on) < cells);
            prop_assert!(scale.cell_of_word(scale.word_of_cell(scale.cell_of_word(word))) <= scale.cell_of_word(word).saturating_add(1));
        }
    }

    #[test]
    fn twenty_thousand_passages_have_few_dots() {
        let segments: Vec<Segment> = (0..20_000)
            .map(|index| segment(index * 37 % 20_000 * 500, index * 500, 400, index))
            .collect();
        let scales = (DotScale::new(10_000_500, 200), DotScale::new(10_000_500, 60));
        let mut dots = 0;
        for segment in &segments {
            trace_segment(segment, scales.0, scales.1, |_| dots += 1);
        }
        assert!(
            dots <= 2 * segments.len(),
            "as many as they have on the screen, not as they have words"
        );
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
        let combined: Vec<_> = list_segments(&view)
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
        let combined = list_segments(&view).iter().filter(|segment| segment.repeated).count();
        assert!((5_000..40_000).contains(&combined), "{combined}");
    }
}
