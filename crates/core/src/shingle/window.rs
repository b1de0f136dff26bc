use std::ops::Range;

/// Rule for a document with at least one word, but fewer words than a shingle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ShortDocuments {
    OneShingle,
    /// No shingle, as in the published systems.
    NoShingle,
}

/// The positions of a document's shingles: shingle `i` consists of the canonical words `i · step .. i · step + width`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// Words per shingle: w, or all words of a shorter document.
    pub width: usize,
    pub step: usize,
    pub count: usize,
}

impl Window {
    /// Returns the window with step 1, for a `width` of at least 1.
    pub fn with_step_one(words: usize, width: u32, short: ShortDocuments) -> Self {
        Self::with_step(words, width, 1, short)
    }

    /// Returns a window of `width` words (at least 1) and a step in 1..=width. Words after the last whole shingle are
    /// in no shingle.
    pub fn with_step(words: usize, width: u32, step: u32, short: ShortDocuments) -> Self {
        let width = width.max(1) as usize;
        let step = (step as usize).clamp(1, width);
        match (words, short) {
            (0, _) => Self { width, step, count: 0 },
            (_, _) if words >= width => Self { width, step, count: (words - width) / step + 1 },
            (_, ShortDocuments::OneShingle) => Self { width: words, step, count: 1 },
            (_, ShortDocuments::NoShingle) => Self { width, step, count: 0 },
        }
    }

    pub const fn words_of_shingle(self, shingle: usize) -> Range<usize> {
        let start = shingle * self.step;
        start..start + self.width
    }

    pub fn shingles_covering(self, word: usize) -> Range<usize> {
        let first = (word + 1).saturating_sub(self.width).div_ceil(self.step);
        let end = (word / self.step + 1).min(self.count);
        first.min(end)..end
    }

    pub fn shingles_in(self, words: Range<usize>) -> Range<usize> {
        let first = words.start.div_ceil(self.step);
        let end = words.end.checked_sub(self.width).map_or(0, |last| last / self.step + 1);
        let end = end.min(self.count);
        first.min(end)..end
    }
}

#[cfg(test)]
mod tests {
    use super::{ShortDocuments, Window};

    #[test]
    fn a_step_beyond_its_range_is_the_nearer_end_of_it() {
        let window = |step| Window::with_step(11, 3, step, ShortDocuments::OneShingle);
        assert_eq!((window(0), window(4), window(u32::MAX)), (window(1), window(3), window(3)));
    }

    #[test]
    fn every_step_gives_the_whole_shingles_that_fit() {
        for (words, width, step) in
            (0..30).flat_map(|n| (1..6).flat_map(move |w| (1..=w).map(move |s| (n, w, s))))
        {
            let window = Window::with_step(words, width, step, ShortDocuments::NoShingle);
            let fits = |start: &usize| start + width as usize <= words;
            let starts: Vec<usize> = (0..words).step_by(step as usize).filter(fits).collect();
            let found: Vec<usize> =
                (0..window.count).map(|shingle| window.words_of_shingle(shingle).start).collect();
            assert_eq!(found, starts, "{words} words, width {width}, step {step}");
            for word in 0..words {
                let covers = |shingle: &usize| window.words_of_shingle(*shingle).contains(&word);
                let plain: Vec<usize> = (0..window.count).filter(covers).collect();
                assert_eq!(window.shingles_covering(word).collect::<Vec<_>>(), plain);
            }
        }
    }
}
