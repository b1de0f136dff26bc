use icu_normalizer::ComposingNormalizerBorrowed;

use shingle::base::{numbers::format_count, span::Span, visible::is_invisible};
use shingle::pipeline::{PairView, Side};

/// The difference in wording of two copies. Copies have the same counted words, but may be written differently.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Wording {
    /// The texts are equal, character by character.
    #[default]
    Same,
    /// Words differ, or the characters between words.
    Differs {
        words: usize,
        /// Number of words that differ only in upper and lower case.
        capitals: usize,
        /// How many more words with an invisible character one text has than the other.
        hidden: usize,
        /// True if words that are not counted differ too.
        uncounted: bool,
    },
}

impl Wording {
    /// Compares two texts. Linear in both.
    pub(crate) fn compare(view: &PairView) -> Self {
        let (a, b) = (&view.a, &view.b);
        if a.text == b.text {
            return Self::Same;
        }
        let all = a.changed.len().max(b.changed.len());
        let capitals = only_capitals(view);
        let hidden = hidden(a).abs_diff(hidden(b));
        let uncounted = unchanged(a) != unchanged(b);
        Self::Differs { words: all.saturating_sub(capitals), capitals, hidden, uncounted }
    }

    pub(crate) fn copies(self) -> String {
        let Self::Differs { words, capitals, hidden, uncounted } = self else {
            return "copies, letter for letter".into();
        };
        if uncounted {
            return "copies in all counted words".into();
        }
        let number = |some: usize| format_count(some as u64, "word");
        let but_for = [
            (words, number(words)),
            (capitals, format!("the capitals of {}", number(capitals))),
            (hidden, format!("invisible characters in {}", number(hidden))),
        ];
        let but_for: Vec<&str> =
            but_for.iter().filter(|(some, _)| *some > 0).map(|(_, part)| part.as_str()).collect();
        match but_for.split_last() {
            None => "copies, word for word".into(),
            Some((last, [])) => format!("copies but for {last}"),
            Some((last, before)) => format!("copies but for {} and {last}", before.join(", ")),
        }
    }
}

/// Counts, in order, the changed words that are equal except for case. 0 if one side lacks words, because the words can
/// then not be paired.
fn only_capitals(view: &PairView) -> usize {
    let (a, b) = (&view.a, &view.b);
    if a.changed.len() != b.changed.len() {
        return 0;
    }
    let small = |side: &Side, span: &Span| -> String {
        let word = side.text.get(span.range()).unwrap_or_default();
        word.chars().filter(|one| !is_invisible(*one)).flat_map(char::to_lowercase).collect()
    };
    let pairs = a.changed.iter().zip(&b.changed);
    pairs.filter(|(left, right)| small(a, left) == small(b, right)).count()
}

/// Returns the letters and digits of a text outside of its changed words, in lower case. Ignores how words are divided
/// at line ends.
fn unchanged(side: &Side) -> String {
    let mut from = 0;
    let mut rest = String::with_capacity(side.text.len());
    for span in &side.changed {
        rest.push_str(side.text.get(from..span.start as usize).unwrap_or_default());
        from = span.end as usize;
    }
    rest.push_str(side.text.get(from..).unwrap_or_default());
    rest.retain(|one| !is_invisible(one));
    // A letter with its accent is one character or two.
    let rest = ComposingNormalizerBorrowed::new_nfc().normalize(&rest);
    rest.chars().filter(|one| one.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Counts the words of a text, separated by blanks, that have an invisible character.
fn hidden(side: &Side) -> usize {
    side.text.split_whitespace().filter(|word| word.chars().any(is_invisible)).count()
}
