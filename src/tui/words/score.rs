//! Describes the score of a pair, its counts, and the demand of measure and threshold.

use std::fmt::Display;

use shingle::base::numbers::{format_count, thousands, verb};
use shingle::compare::{Above, Direction, Measure, Overlap, fill_in};
use shingle::pipeline::Params;
use shingle::{base::ratio::Ratio, shingle::deviation};

use crate::tui::words::shares::{keys_of, percent, percent_exact, share};
use crate::tui::words::wording::Wording;

/// Orients the pair for its score, and returns the letters of both documents.
fn oriented(overlap: Overlap, score: Ratio, measure: Measure) -> (Overlap, [&'static str; 2]) {
    let is_of_first = score == overlap.score(measure, Direction::First);
    overlap.orient_by_score(measure, if is_of_first { Direction::First } else { Direction::Larger })
}

/// Describes the values of a histogram of scores.
pub(crate) fn counted_by(params: &Params) -> String {
    match params.passage {
        Some(_) => "pairs by the words of their longest passage".into(),
        None if params.estimates() => "pairs by score: ≈ scores of the sketches".into(),
        None => format!("pairs by score: {}", params.measure.words().gloss),
    }
}

/// Describes a score: the kind of copies, the share with its whole, and the counts behind it. An estimate has no counts.
pub(crate) fn score(
    overlap: Overlap,
    score: Ratio,
    params: &Params,
    wording: Wording,
) -> Vec<String> {
    let sampled = if params.modulo > 1 {
        format!(" (of a sample, 1 in {})", thousands(params.modulo))
    } else {
        String::new()
    };
    let copies = overlap.exact_copy.then(|| wording.copies());
    if let Some(agreed) = agreement(score, params) {
        return copies.into_iter().chain([agreed + &sampled]).collect();
    }
    let (measure, words) = (params.measure, params.measure.words());
    let (from, [a, b]) = oriented(overlap, score, measure);
    let (_, all) = from.fraction(measure, Direction::First);
    let each = match overlap.one_in {
        1 => String::new(),
        all => format!(", each for {},", thousands(all)),
    };
    let head = fill_in(words.head, &[("percent", &percent(score)), ("A", &a), ("B", &b)]);
    let values: [(_, &dyn Display); 8] = [
        ("shared", &thousands(from.shared)),
        ("all", &thousands(all)),
        ("are", &verb(from.shared, "is", "are")),
        ("a", &thousands(from.a_shingles)),
        ("b", &format_count(u64::from(from.b_shingles), "shingle")),
        ("shared shingles", &format_count(u64::from(from.shared), "shared shingle")),
        ("each", &each),
        ("words", &format_count(from.a_words, "counted word")),
    ];
    let counts = fill_in(words.tally, &values);
    copies.into_iter().chain([head + &sampled, counts]).collect()
}

/// Describes the agreement of two sketches and the resulting estimate. `None` if scores are counted.
fn agreement(score: Ratio, params: &Params) -> Option<String> {
    let keys = keys_named(params)?;
    let (some, size) = keys_of(score, params)?;
    let agreement = format!("{} of {keys} {}", thousands(some), verb(some, "agrees", "agree"));
    if params.sketch.facts().few.is_some() {
        return Some(agreement);
    }
    // The standard error of a share of this many keys.
    let error = deviation(score.to_f64(), size as usize) * 100.0;
    // If no or all keys agree, the error cannot be estimated.
    let error = if error > 0.0 { format!(" ± {error:.0}%") } else { String::new() };
    Some(format!("{agreement}: resemblance ≈{}{error}", percent(score)))
}

// Demands of measure and threshold.

/// `at least` or `more than` for the threshold.
const fn least(above: Above) -> &'static str {
    match above {
        Above::AtLeast => "at least",
        Above::Strictly => "more than",
    }
}

/// Fills the demand of a measure with the threshold and the counted units.
fn filled_demand(demand: &str, params: &Params) -> String {
    let (least, from) = (least(params.above), from(params.above));
    let (share, runs) = (percent_exact(params.threshold), runs(params.width));
    fill_in(demand, &[("least", &least), ("from", &from), ("share", &share), ("runs", &runs)])
}

/// Names the number of keys of a sketch. `None` if shingles are counted.
pub(crate) fn keys_named(params: &Params) -> Option<String> {
    Some(format_count(params.sketch().size()?, params.sketch.facts().key))
}

/// Describes the demand on pairs of compared sketches: agreement and, if the shingles are counted too, the measure.
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

pub(crate) fn demand(params: &Params) -> String {
    match params.passage {
        Some(words) => format!("with a passage of at least {}", format_count(words, "word")),
        None => demand_of_score(params),
    }
}

fn demand_of_score(params: &Params) -> String {
    if let Some(estimated) = estimated(params) {
        return estimated;
    }
    filled_demand(params.measure.words().demand, params)
}

/// Describes the demand of the threshold on a document compared with the text of a query.
pub(crate) fn demand_of_text(params: &Params) -> String {
    match params.measure.words().demand_of_text {
        Some(of_text) if !params.estimates() => filled_demand(of_text, params),
        _ => demand_of_score(params),
    }
}

/// `from` or `above` for the threshold.
const fn from(above: Above) -> &'static str {
    match above {
        Above::AtLeast => "from",
        Above::Strictly => "above",
    }
}

/// Like `demand`, in the shortest form.
pub(crate) fn demand_briefly(params: &Params) -> String {
    if let Some(words) = params.passage {
        return format!("passage from {words}");
    }
    let what = if params.estimates() { params.sketch.name() } else { params.measure.name() };
    format!("{} {} {what}", from(params.above), share(params.threshold, params))
}

/// Names the shingles of this width.
pub(crate) fn runs(width: u32) -> String {
    format!("{width}-word shingles")
}

#[cfg(test)]
mod tests {
    use shingle::base::ratio::Ratio;
    use shingle::base::span::Span;
    use shingle::compare::measure::{Measure, Overlap};
    use shingle::pipeline::parameters::Params;

    use super::super::super::tests::fake;
    use super::{demand, demand_of_text, score};
    use crate::tui::words::wording::Wording;

    #[test]
    fn one_shingle_and_one_word_are_no_shingles_and_words() {
        let one = fake::pair_of(0, 1, 1, 1, 1, &Params::defaults()).overlap;
        let overlap = Overlap { a_words: 1, b_words: 1, exact_copy: false, ..one };
        for (_, measure) in Measure::ALL {
            let params = Params { measure: *measure, ..Params::defaults() };
            let said = score(overlap, Ratio::ONE, &params, Wording::Same);
            let counts = said.last().unwrap();
            let plural = counts.contains("shingles") && *measure != Measure::Dice;
            assert!(!plural && !counts.contains("words"), "{counts}");
            for sentence in [demand(&params), demand_of_text(&params)] {
                assert!(!sentence.contains('{'), "every name has its value: {sentence}");
            }
        }
    }

    #[test]
    fn copies_are_exact_only_where_the_texts_are_the_same() {
        type Spans = &'static [(u32, u32)];
        let (none, walks): ([Spans; 2], [Spans; 2]) = ([&[], &[]], [&[(4, 8)], &[(4, 10)]]);
        let (first, both): (Spans, Spans) = (&[(0, 3)], &[(0, 3), (4, 7)]);
        for (a, b, changed, head) in [
            ("one two", "one two", none, "copies, letter for letter"),
            ("one two", "One, two!", none, "copies, word for word"),
            ("cafe\u{301} two", "Caf\u{e9} two", none, "copies, word for word"),
            ("one walk two", "one walked two", walks, "copies but for 1 word"),
            ("One two", "one two", [first; 2], "copies but for the capitals of 1 word"),
            ("One two", "one too", [both; 2], "copies but for 1 word and the capitals of 1 word"),
            ("a spoken", "a sp\u{2060}oken", none, "copies but for invisible characters in 1 word"),
            // Words that are not counted come after the last passage and are not changed words.
            ("one two", "one two, and some more", none, "copies in all counted words"),
            ("one walk two", "one walked two and", walks, "copies in all counted words"),
        ] {
            let mut view = fake::pair_view(("a", "b"), (a, b), &[], &Params::defaults());
            view.overlap.exact_copy = true;
            let spans =
                |all: &[(u32, u32)]| all.iter().map(|one| Span::new(one.0, one.1)).collect();
            (view.a.changed, view.b.changed) = (spans(changed[0]), spans(changed[1]));
            let said = score(view.overlap, view.score, &view.params, Wording::compare(&view));
            assert_eq!(said[0], head, "{a} {b}");
        }
    }
}
