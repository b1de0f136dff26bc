//! The score of a pair and the counts behind it, in words. It draws nothing.

use std::fmt;

use shingle::base::numbers::{counted, thousands, verb};
use shingle::compare::{Above, Measure, Overlap};
use shingle::pipeline::{Params, SketchKind};
use shingle::{base::ratio::Ratio, shingle::deviation};

use crate::tui::words::shares::{keys_of, percent, percent_exact, share};
use crate::tui::{drawing::glyphs::columns, words::wording::Wording};

/// A score in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ScoreInWords {
    /// The number that leads, and what it is a share of.
    pub(crate) head: String,
    /// The counts behind it. Empty for an estimate, whose counts are in the head.
    pub(crate) counts: String,
}

impl fmt::Display for ScoreInWords {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let colon = if self.counts.is_empty() { "" } else { ": " };
        write!(to, "{}{colon}{}", self.head, self.counts)
    }
}

/// What the scores of a measure say of two documents, in a few words.
pub(crate) const fn gloss(measure: Measure) -> &'static str {
    match measure {
        Measure::Jaccard => "what both have, of all that either has",
        Measure::Dice => "what both have, of the average of both",
        Measure::Containment | Measure::Overlap => "how much of the smaller is in the larger",
        Measure::PerWord => "shared shingles for each word of the smaller",
    }
}

/// What a score says of the runs of words that are the shingles of a pair. `None` for estimates and for shares that are not
/// whole per cents.
pub(crate) fn example(overlap: Overlap, score: Ratio, params: &Params) -> Option<String> {
    if params.estimates() {
        return None;
    }
    let runs = runs(params.width);
    let share = percent(score);
    let some = share.strip_suffix('%')?;
    some.parse::<u32>().ok()?;
    let are = if some == "1" { "is" } else { "are" };
    let is_a = overlap.containment_a() >= overlap.containment_b();
    let (of, to) = if is_a { ("A", "B") } else { ("B", "A") };
    Some(match params.measure {
        Measure::Containment => format!("{some} of 100 {runs} of {of} {are} in {to}"),
        Measure::Overlap => {
            format!("{some} of 100 {runs} of the smaller text {are} in the other")
        }
        Measure::Jaccard => format!("{some} of 100 {runs} of either text {are} in both"),
        Measure::Dice => format!("{some} common {runs}, of 100 in the average of both"),
        Measure::PerWord => {
            let of = if score == overlap.per_word_a() { "A" } else { "B" };
            format!("{some} common {runs}, to 100 counted words of {of}")
        }
    })
}

/// What a histogram of scores counts and what a score says, as fully as `room` columns allow.
pub(crate) fn counted_by(params: &Params, room: u16) -> Option<String> {
    let tried = if params.estimates() {
        ["pairs by score: ≈ scores of the sketches", "pairs by ≈ score"].map(String::from).to_vec()
    } else {
        let gloss = gloss(params.measure);
        vec![format!("pairs by score: {gloss}"), "pairs by score".into()]
    };
    tried.into_iter().find(|sentence| columns(sentence) <= room)
}

/// The score and the counts behind it, in words.
pub(crate) fn score(
    overlap: Overlap,
    score: Ratio,
    params: &Params,
    wording: Wording,
) -> ScoreInWords {
    let Overlap { shared, a_shingles, b_shingles, a_words, b_words, .. } = overlap;
    let percent = percent(score);
    let sampled = if params.modulo > 1 {
        format!(" (of a sample, 1 in {})", thousands(params.modulo))
    } else {
        String::new()
    };
    let (n, a, b) = (thousands(shared), thousands(a_shingles), thousands(b_shingles));
    let (head, counts) = match params.measure {
        Measure::Containment if overlap.containment_a() >= overlap.containment_b() => {
            let counts = format!("{n} of {}", distinct(a_shingles));
            (format!("{percent} of A's wording is in B"), counts)
        }
        Measure::Containment => {
            let counts = format!("{n} of {}", distinct(b_shingles));
            (format!("{percent} of B's wording is in A"), counts)
        }
        Measure::Jaccard => {
            let union = u64::from(a_shingles) + u64::from(b_shingles) - u64::from(shared);
            let are = verb(shared, "is", "are");
            let counts = format!("{n} of {} {are} in both", distinct(union));
            (format!("{percent} of all their wording is in both"), counts)
        }
        Measure::Dice => {
            let counts = format!("twice {n} shared of {a} + {b} distinct shingles");
            (format!("{percent} alike"), counts)
        }
        Measure::Overlap => {
            let smaller = distinct(a_shingles.min(b_shingles));
            let head = format!("{percent} of the smaller one's wording is in the other");
            (head, format!("{n} of {smaller}"))
        }
        Measure::PerWord => {
            let words = if score == overlap.per_word_a() { a_words } else { b_words };
            let shingles = counted(shared, "shared distinct shingle");
            let each = match overlap.one_in {
                1 => String::new(),
                all => format!(", each for {},", thousands(all)),
            };
            let counts = format!("{shingles}{each} to {}", counted(words, "counted word"));
            (format!("{percent} shared shingles per word"), counts)
        }
    };
    let copy = if overlap.exact_copy { format!("{} · ", wording.copies()) } else { String::new() };
    let (head, counts) =
        agreement(score, params).map_or((head, counts), |agreed| (agreed, String::new()));
    ScoreInWords { head: format!("{copy}{head}{sampled}"), counts }
}

fn distinct<N: std::fmt::Display + Copy + PartialEq + From<u8>>(number: N) -> String {
    counted(number, "distinct shingle")
}

/// How far two sketches agree, in words, and what that estimates. `None` if scores are counted.
fn agreement(score: Ratio, params: &Params) -> Option<String> {
    let keys = keys_named(params)?;
    let (some, size) = keys_of(score, params)?;
    Some(match params.sketch {
        // The standard error of a share of this many keys.
        SketchKind::MinHash => {
            let share = score.to_f64();
            let error = deviation(share, size as usize) * 100.0;
            let resemblance = percent(score);
            // If none or all keys agree, they do not say how far the estimate may be off.
            let error = if error > 0.0 { format!(" ± {error:.0}%") } else { String::new() };
            let (agree, some) = (verb(some, "agrees", "agree"), thousands(some));
            format!("{some} of {keys} {agree}: resemblance ≈{resemblance}{error}")
        }
        _ => format!("{some} of {keys} {}", verb(some, "agrees", "agree")),
    })
}

// What measure and threshold demand of a pair, in words.

/// `at least` or `more than` the threshold, in words.
const fn least(above: Above) -> &'static str {
    match above {
        Above::AtLeast => "at least",
        Above::Strictly => "more than",
    }
}

/// The three parts of the demand: at least or more than, the threshold, and what is counted.
fn criteria_words(params: &Params) -> (&'static str, String, String) {
    (least(params.above), percent_exact(params.threshold), runs(params.width))
}

/// The number of keys of a sketch that estimates, in words. `None` if shingles are counted.
pub(crate) fn keys_named(params: &Params) -> Option<String> {
    let size = params.sketch().size()?;
    Some(match params.sketch {
        SketchKind::Modulo => return None,
        SketchKind::MinHash => counted(size, "function"),
        SketchKind::SuperShingle => format!("{size} supershingles"),
        SketchKind::MegaShingle => format!("{size} megashingles"),
    })
}

/// What is demanded of pairs whose sketches are compared: agreement and, if the shingles are counted too, the measure.
fn estimated(params: &Params) -> Option<String> {
    let keys = keys_named(params)?;
    let least = least(params.above);
    let share = match keys_of(params.threshold, params) {
        Some((some, _)) => some.to_string(),
        None => percent_exact(params.threshold),
    };
    let of = format!("{least} {share} of {keys} agree");
    if !params.verifies() {
        return Some(of);
    }
    Some(format!("{of}, and {} {} counted", percent_exact(params.threshold), params.measure))
}

/// What the threshold demands of a pair, in words.
pub(crate) fn demand(params: &Params) -> String {
    if let Some(estimated) = estimated(params) {
        return estimated;
    }
    let (least, share, runs) = criteria_words(params);
    match params.measure {
        Measure::Containment => format!("{least} {share} of one text's {runs} are in the other"),
        Measure::Jaccard => format!("{least} {share} of the {runs} of both are in both"),
        Measure::Dice => format!("{least} {share} alike by their {runs} (Dice)"),
        Measure::Overlap => {
            format!("{least} {share} of the smaller text's {runs} are in the other")
        }
        Measure::PerWord => format!("{least} {share} shared {runs} per word of one text"),
    }
}

/// What a measure counts, in words.
pub(crate) const fn meant(measure: Measure) -> &'static str {
    match measure {
        Measure::Containment => "the part of one text that is in the other, the larger of both",
        Measure::Jaccard => "shared shingles among all of both texts",
        Measure::Dice => "twice the shared shingles among those of A plus those of B",
        Measure::Overlap => "shared shingles among those of the smaller text",
        Measure::PerWord => "shared shingles per word of one text, the larger of both",
    }
}

/// What the threshold demands of a document compared with the text of a query, in words.
pub(crate) fn demand_of_text(params: &Params) -> String {
    if params.estimates() {
        return demand(params);
    }
    let (least, share, runs) = criteria_words(params);
    match params.measure {
        Measure::Containment => format!("{least} {share} of your text's {runs} are in it"),
        Measure::PerWord => format!("{least} {share} shared {runs} per word of your text"),
        Measure::Jaccard | Measure::Dice | Measure::Overlap => demand(params),
    }
}

/// The same in few words, where a measure can be said in few.
pub(crate) fn demand_shortly(params: &Params) -> Option<String> {
    if params.estimates() {
        return None;
    }
    let (from, share) = (from(params.above), percent_exact(params.threshold));
    match params.measure {
        Measure::Containment => Some(format!("{from} {share} of one text in the other")),
        Measure::Jaccard => Some(format!("{from} {share} of all wording in both")),
        Measure::Overlap => Some(format!("{from} {share} of the smaller text in the other")),
        Measure::Dice | Measure::PerWord => None,
    }
}

/// `from` or `above` the threshold.
const fn from(above: Above) -> &'static str {
    match above {
        Above::AtLeast => "from",
        Above::Strictly => "above",
    }
}

/// The same as briefly as possible.
pub(crate) fn demand_briefly(params: &Params) -> String {
    let what = if params.estimates() { params.sketch.name() } else { params.measure.name() };
    format!("{} {} {what}", from(params.above), share(params.threshold, params))
}

/// What a shingle of this width is.
pub(crate) fn runs(width: u32) -> String {
    if width == 1 { "words".into() } else { format!("{width}-word runs") }
}

#[cfg(test)]
mod tests {
    use shingle::base::ratio::Ratio;
    use shingle::base::span::Span;
    use shingle::compare::measure::{Measure, Overlap};
    use shingle::pipeline::parameters::Params;

    use super::super::super::tests::fake;
    use super::score;
    use crate::tui::words::wording::Wording;

    #[test]
    fn one_shingle_and_one_word_are_no_shingles_and_words() {
        let overlap = Overlap {
            shared: 1,
            a_shingles: 1,
            b_shingles: 1,
            a_words: 1,
            b_words: 1,
            one_in: 1,
            exact_copy: false,
        };
        for (_, measure) in Measure::ALL {
            let params = Params { measure: *measure, ..Params::defaults() };
            let sentence = score(overlap, Ratio::ONE, &params, Wording::Same).to_string();
            let counts = sentence.split(": ").last().unwrap();
            let plural = counts.contains("shingles") && *measure != Measure::Dice;
            assert!(!plural && !sentence.contains("words"), "{sentence}");
        }
    }

    #[test]
    fn copies_are_exact_only_where_the_texts_are_the_same() {
        let sentence = |a: &str, b: &str, changed: Option<[(u32, u32); 2]>| {
            let mut view = fake::pair_view(("a", "b"), (a, b), &[], &Params::defaults());
            view.overlap.exact_copy = true;
            if let Some([a, b]) = changed.map(|both| both.map(|(from, to)| Span::new(from, to))) {
                (view.a.changed, view.b.changed) = (vec![a], vec![b]);
            }
            let wording = Wording::compare(&view);
            let sentence = score(view.overlap, view.score, &view.params, wording);
            sentence.head.split(" · ").next().unwrap().to_string()
        };
        assert_eq!(sentence("one two", "one two", None), "copies, letter for letter");
        assert_eq!(sentence("one two", "One, two!", None), "copies, word for word");
        let walks = Some([(4, 8), (4, 10)]);
        assert_eq!(sentence("one walk two", "one walked two", walks), "copies but for 1 word");
        assert_eq!(sentence("cafe\u{301} two", "Caf\u{e9} two", None), "copies, word for word");
        // Words that are not counted stand behind the last passage, so they are no changed ones.
        let counted = "copies in all counted words";
        assert_eq!(sentence("one two", "one two, and some more", None), counted);
        assert_eq!(sentence("one walk two", "one walked two and", walks), counted);
    }

    #[test]
    fn copies_that_differ_in_capitals_or_in_what_nobody_sees_say_so() {
        let sentence = |a: &str, b: &str, changed: &[(u32, u32)]| {
            let mut view = fake::pair_view(("a", "b"), (a, b), &[], &Params::defaults());
            view.overlap.exact_copy = true;
            let spans: Vec<Span> = changed.iter().map(|(from, to)| Span::new(*from, *to)).collect();
            (view.a.changed, view.b.changed) = (spans.clone(), spans);
            let sentence = score(view.overlap, view.score, &view.params, Wording::compare(&view));
            sentence.head.split(" · ").next().unwrap().to_string()
        };
        assert_eq!(
            sentence("One two", "one two", &[(0, 3)]),
            "copies but for the capitals of 1 word"
        );
        assert_eq!(
            sentence("One two", "one too", &[(0, 3), (4, 7)]),
            "copies but for 1 word and the capitals of 1 word"
        );
        assert_eq!(
            sentence("one spoken", "one sp\u{2060}oken", &[]),
            "copies but for invisible characters in 1 word"
        );
    }
}
