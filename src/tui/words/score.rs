//! Describes the score of a pair, its counts, and the demand of measure and threshold.

use std::fmt::{self, Display};

use shingle::base::numbers::{format_count, thousands, verb};
use shingle::compare::{Above, Direction, Measure, Overlap, fill_in};
use shingle::pipeline::Params;
use shingle::{base::ratio::Ratio, shingle::deviation};

use crate::tui::words::shares::{keys_of, percent, percent_exact, share};
use crate::tui::{drawing::glyphs::columns, words::wording::Wording};

/// The parts of a described score.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ScoreInWords {
    /// Description of copies, longest form first; empty for other documents.
    copies: [String; 2],
    /// The leading number, and the whole of its share.
    head: String,
    /// The counts behind the number, longest form first. Empty for an estimate, whose counts are in the head.
    counts: [String; 3],
}

impl fmt::Display for ScoreInWords {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{}{}{}", self.copies[0], self.head, self.counts[0])
    }
}

impl ScoreInWords {
    /// Returns the leading number in the longest form that fits into `room` columns.
    pub(crate) fn head_in(&self, room: u16) -> String {
        let [whole, brief] = self.copies.each_ref().map(|copies| format!("{copies}{}", self.head));
        if columns(&whole) <= room { whole } else { brief }
    }

    /// Returns the number and the counts in the longest form that fits into `room` columns. The number is never cut,
    /// because a cut number would look like another number.
    pub(crate) fn fit(&self, room: u16) -> String {
        let [whole, brief] = &self.copies;
        let forms =
            self.counts.iter().map(|counts| (whole, counts)).chain([(brief, &self.counts[2])]);
        let mut forms = forms.map(|(copies, counts)| format!("{copies}{}{counts}", self.head));
        forms.find(|form| columns(form) <= room).unwrap_or_else(|| self.head_in(room))
    }
}

/// Explains a score as a share of the pair's shingles. `None` for estimates and for fractions of a percent.
pub(crate) fn example(overlap: Overlap, score: Ratio, params: &Params) -> Option<String> {
    if params.estimates() {
        return None;
    }
    let runs = runs(params.width);
    let share = percent(score);
    let some = share.strip_suffix('%')?;
    some.parse::<u32>().ok()?;
    let are = if some == "1" { "is" } else { "are" };
    let (_, [a, b]) = oriented(overlap, score, params.measure);
    let values: [(_, &dyn Display); 5] =
        [("some", &some), ("runs", &runs), ("are", &are), ("A", &a), ("B", &b)];
    Some(fill_in(params.measure.words().example, &values))
}

/// Orients the pair for its score, and returns the letters of both documents.
fn oriented(overlap: Overlap, score: Ratio, measure: Measure) -> (Overlap, [&'static str; 2]) {
    let is_of_first = score == overlap.score(measure, Direction::First);
    overlap.oriented(measure, if is_of_first { Direction::First } else { Direction::Larger })
}

/// Describes the values of a histogram of scores in the longest form that fits into `room` columns.
pub(crate) fn counted_by(params: &Params, room: u16) -> Option<String> {
    let tried = if params.passage.is_some() {
        ["pairs by the words of their longest passage", "pairs by passage"]
            .map(String::from)
            .to_vec()
    } else if params.estimates() {
        ["pairs by score: ≈ scores of the sketches", "pairs by ≈ score"].map(String::from).to_vec()
    } else {
        let gloss = params.measure.words().gloss;
        vec![format!("pairs by score: {gloss}"), "pairs by score".into()]
    };
    tried.into_iter().find(|sentence| columns(sentence) <= room)
}

pub(crate) fn score(
    overlap: Overlap,
    score: Ratio,
    params: &Params,
    wording: Wording,
) -> ScoreInWords {
    let sampled = if params.modulo > 1 {
        format!(" (of a sample, 1 in {})", thousands(params.modulo))
    } else {
        String::new()
    };
    let (measure, words) = (params.measure, params.measure.words());
    let (from, [a, b]) = oriented(overlap, score, measure);
    let (_, all) = from.fraction(measure, Direction::First);
    let each = match overlap.one_in {
        1 => String::new(),
        all => format!(", each for {},", thousands(all)),
    };
    let head = fill_in(words.head, &[("percent", &percent(score)), ("A", &a), ("B", &b)]);
    let counts = |[unit, shared_unit]: [&str; 2]| {
        let named = |number: u64, unit: &str| match unit {
            "" => thousands(number),
            unit => format_count(number, unit),
        };
        let values: [(_, &dyn Display); 8] = [
            ("shared", &thousands(from.shared)),
            ("all", &named(all, unit)),
            ("are", &verb(from.shared, "is", "are")),
            ("a", &thousands(from.a_shingles)),
            ("b", &named(from.b_shingles.into(), unit)),
            ("shared shingles", &named(from.shared.into(), shared_unit)),
            ("each", &each),
            ("words", &format_count(from.a_words, "counted word")),
        ];
        format!(": {}", fill_in(words.tally, &values))
    };
    let units = [
        ["distinct shingle", "shared distinct shingle"],
        ["shingle", "shared shingle"],
        ["", "shared"],
    ];
    let (head, counts) = match agreement(score, params) {
        Some(agreed) => (agreed, Default::default()),
        None => (head, units.map(counts)),
    };
    let copies = if overlap.exact_copy {
        [wording.copies(), "copies".into()].map(|copies| format!("{copies} · "))
    } else {
        Default::default()
    };
    ScoreInWords { copies, head: head + &sampled, counts }
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

/// Describes the demand on a pair of the folder's documents.
pub(crate) fn demand(params: &Params) -> String {
    match params.passage {
        Some(words) => format!("with a passage of at least {}", format_count(words, "word")),
        None => demand_of_score(params),
    }
}

/// Describes the demand of the threshold on a pair.
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

/// Like `demand`, but short. `None` if the measure has no short form.
pub(crate) fn demand_shortly(params: &Params) -> Option<String> {
    let is_short = !params.estimates() && params.passage.is_none();
    let short = params.measure.words().short_demand.filter(|_| is_short);
    short.map(|short| filled_demand(short, params))
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
    if width == 1 { "words".into() } else { format!("{width}-word runs") }
}

#[cfg(test)]
mod tests {
    use shingle::base::ratio::Ratio;
    use shingle::base::span::Span;
    use shingle::compare::measure::{Measure, Overlap};
    use shingle::pipeline::parameters::Params;

    use super::super::super::tests::fake;
    use super::{demand, demand_of_text, demand_shortly, example, score};
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
            let demands = [demand(&params), demand_of_text(&params)];
            let others = [example(overlap, Ratio::ONE, &params), demand_shortly(&params)];
            for sentence in demands.into_iter().chain(others.into_iter().flatten()) {
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
            let sentence = score(view.overlap, view.score, &view.params, Wording::compare(&view));
            assert_eq!(sentence.to_string().split(" · ").next(), Some(head), "{a} {b}");
        }
    }
}
