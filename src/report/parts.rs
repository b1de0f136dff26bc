use shingle::base::span::Span;
use shingle::pipeline::SourcedText;

use super::passages::are_in_spans;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// A listed source has the word. Index of the first such source.
    Source(usize),
    /// Only documents that a mark removes from the sources have the word.
    Aside,
    /// Only documents that are no listed source have the word.
    Further,
    Ignored,
}

#[derive(Debug)]
pub(crate) struct Parts {
    places: Vec<Option<Place>>,
    /// Neighbouring words from the same place, in reading order. Excludes words that only this document has.
    pub(crate) stretches: Vec<(Span, Place)>,
}

/// A report mentions ignored words only from this number on.
const MENTIONED: usize = 10;

/// Largest number of bytes between two spans of a source that are joined.
const GAP: u32 = 24;

impl Parts {
    /// Assigns each word to a place. `sources` has the words of each source; the first `cases` sources are cases.
    pub(crate) fn new(text: &SourcedText, sources: &[Vec<Span>], cases: usize) -> Self {
        let mut places = vec![None; text.counted.len()];
        let mut put = |place, spans: &[Span]| {
            let are_there = are_in_spans(&text.counted, spans.iter().copied());
            for (known, _) in places.iter_mut().zip(are_there).filter(|(_, is_there)| *is_there) {
                *known = known.or(Some(place));
            }
        };
        let are_ignored = are_in_spans(&text.counted, text.ignored.iter().copied());
        if are_ignored.into_iter().filter(|is_ignored| *is_ignored).count() >= MENTIONED {
            put(Place::Ignored, &text.ignored);
        }
        for (source, words) in sources.iter().enumerate() {
            put(if source < cases { Place::Source(source) } else { Place::Aside }, words);
        }
        put(Place::Further, &text.stretches.iter().map(|one| one.span).collect::<Vec<Span>>());
        let mut stretches: Vec<(Span, Place)> = Vec::new();
        for (word, place) in text.counted.iter().zip(&places) {
            match (stretches.last_mut(), place) {
                (Some((last, same)), Some(place))
                    if same == place && word.start <= last.end + GAP =>
                {
                    last.end = word.end;
                }
                (_, Some(place)) => stretches.push((*word, *place)),
                (_, None) => {}
            }
        }
        // Drops a single word between words of another document, which is chance.
        stretches.retain(|(span, place)| {
            *place == Place::Ignored || text.counted.binary_search(span).is_err()
        });
        Self { places, stretches }
    }

    pub(crate) fn count_ignored_words(&self) -> u64 {
        self.places.iter().filter(|one| **one == Some(Place::Ignored)).count() as u64
    }
}
