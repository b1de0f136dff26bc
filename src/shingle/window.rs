//! Where the shingles of a document lie. It hashes nothing.

/// What becomes of a document with 1 to w−1 canonical words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ShortDocuments {
    /// It has one shingle: all of its words.
    OneShingle,
    /// It has none, as in the published systems.
    NoShingle,
}

/// The w-shingling of a document as positions: shingle `i` covers the canonical words `i .. i + width`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// Words a shingle covers: w, or all words of a shorter document.
    pub width: usize,
    /// How many shingles there are, repetitions counted.
    pub count: usize,
}

impl Window {
    /// The window over `words` canonical words for shingles of `width` words (at least 1).
    pub fn over(words: usize, width: u32, short: ShortDocuments) -> Self {
        let width = width.max(1) as usize;
        match (words, short) {
            (0, _) => Self { width, count: 0 },
            (_, _) if words >= width => Self { width, count: words - width + 1 },
            (_, ShortDocuments::OneShingle) => Self { width: words, count: 1 },
            (_, ShortDocuments::NoShingle) => Self { width, count: 0 },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ShortDocuments, Window};

    #[test]
    fn a_document_has_words_minus_width_plus_one_shingles() {
        let window = Window::over(10, 4, ShortDocuments::OneShingle);
        assert_eq!((window.width, window.count), (4, 7));
        assert_eq!(Window::over(4, 4, ShortDocuments::NoShingle).count, 1);
    }

    #[test]
    fn a_short_document_is_one_shingle_or_none() {
        let window = Window::over(2, 3, ShortDocuments::OneShingle);
        assert_eq!((window.width, window.count), (2, 1));
        assert_eq!(Window::over(2, 3, ShortDocuments::NoShingle).count, 0);
        assert_eq!(Window::over(0, 3, ShortDocuments::OneShingle).count, 0);
    }
}
