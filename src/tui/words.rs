//! Numbers and parameters in words. It draws nothing.

use shingle::base::numbers::{counted, thousands, verb};
use shingle::base::ratio::Ratio;
use shingle::base::span::Span;
use shingle::base::visible::is_invisible;
use shingle::compare::measure::{Above, Measure, Overlap};
use shingle::pipeline::languages::{described, lacks};
use shingle::pipeline::pair::{PairView, Passage, Side};
use shingle::pipeline::params::{Params, SketchKind};
use shingle::pipeline::snapshot::DocInfo;
use shingle::text::language::Language;

use super::model::glyphs::columns;

/// A share as a percentage without decimals: only the whole is `100%`, only nothing is `0%`.
pub(crate) fn percent(share: Ratio) -> String {
    match format!("{:.0}%", share.to_f64() * 100.0).as_str() {
        "100%" if share < Ratio::ONE => "99%".into(),
        "0%" if share > Ratio::ZERO => "<1%".into(),
        rounded => rounded.into(),
    }
}

/// A share as a percentage with as many decimals as it needs, at most three.
pub(crate) fn percent_exact(share: Ratio) -> String {
    let text = format!("{:.3}", share.to_f64() * 100.0);
    format!("{}%", text.trim_end_matches('0').trim_end_matches('.'))
}

/// A threshold as percentage, or as keys that agree of so many where a sketch has few of them.
pub(crate) fn share(share: Ratio, params: &Params) -> String {
    keys(share, params).unwrap_or_else(|| percent_exact(share))
}

/// A score, with a sign that it is an estimate, or as keys that agree of so many.
pub(crate) fn scored(score: Ratio, params: &Params) -> String {
    let sign = if params.estimates() { "≈" } else { "" };
    keys(score, params).unwrap_or_else(|| format!("{sign}{}", percent(score)))
}

/// `2/6` where a share is one of the few that super- and megashingles have.
fn keys(share: Ratio, params: &Params) -> Option<String> {
    params.sketch.fixed_functions()?;
    keys_of(share, params).map(|(some, size)| format!("{some}/{size}"))
}

/// How many keys of how many a share is, where that is a whole number and a sketch has so many.
fn keys_of(share: Ratio, params: &Params) -> Option<(u64, u64)> {
    let size = u64::from(params.sketch().size()?);
    let (num, den) = share.parts();
    let whole = num.checked_mul(size)?;
    whole.is_multiple_of(den).then(|| (whole / den, size))
}

/// How far two sketches agree, in words, and what that estimates; `None` where scores are counted.
fn agreement(score: Ratio, params: &Params) -> Option<String> {
    let keys = keys_named(params)?;
    let (some, size) = keys_of(score, params)?;
    Some(match params.sketch {
        // The standard error of a share of so many.
        SketchKind::MinHash => {
            let share = score.to_f64();
            let error = (share * (1.0 - share) / size as f64).sqrt() * 100.0;
            let resemblance = percent(score);
            // Where none or all agree, none of them tells how far it may be off.
            let error = if error > 0.0 { format!(" ± {error:.0}%") } else { String::new() };
            let (agree, some) = (verb(some, "agrees", "agree"), thousands(some));
            format!("{some} of {keys} {agree}: resemblance ≈{resemblance}{error}")
        }
        _ => format!("{some} of {keys} {}", verb(some, "agrees", "agree")),
    })
}

/// Whether the threshold itself will do, the threshold, and what is counted.
fn asked(params: &Params) -> (&'static str, String, String) {
    let least = match params.above {
        Above::AtLeast => "at least",
        Above::Strictly => "more than",
    };
    (least, percent_exact(params.threshold), runs(params.width))
}

/// The keys of a sketch that estimates, in words, and whether that is what is asked of them.
fn keys_named(params: &Params) -> Option<String> {
    let size = params.sketch().size()?;
    Some(match params.sketch {
        SketchKind::Modulo => return None,
        SketchKind::MinHash => counted(size, "function"),
        SketchKind::SuperShingle => format!("{size} supershingles"),
        SketchKind::MegaShingle => format!("{size} megashingles"),
    })
}

/// What is asked of pairs whose sketches are compared: so much agreement and, where it is counted, as much of the measure.
fn estimated(params: &Params) -> Option<String> {
    let keys = keys_named(params)?;
    let least = match params.above {
        Above::AtLeast => "at least",
        Above::Strictly => "more than",
    };
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

/// What the threshold asks of a pair, in words.
pub(crate) fn demand(params: &Params) -> String {
    if let Some(estimated) = estimated(params) {
        return estimated;
    }
    let (least, share, runs) = asked(params);
    match params.measure {
        Measure::Containment => format!("{least} {share} of one text's {runs} stand in the other"),
        Measure::Jaccard => format!("{least} {share} of the {runs} of both stand in both"),
        Measure::Dice => format!("{least} {share} alike by their {runs} (Dice)"),
        Measure::Overlap => {
            format!("{least} {share} of the smaller text's {runs} stand in the other")
        }
        Measure::PerWord => format!("{least} {share} shared {runs} per word of one text"),
    }
}

/// What a measure counts, in words.
pub(crate) const fn meant(measure: Measure) -> &'static str {
    match measure {
        Measure::Containment => "the part of one text that stands in the other, the larger of both",
        Measure::Jaccard => "shared shingles among all of both texts",
        Measure::Dice => "twice the shared shingles among those of A plus those of B",
        Measure::Overlap => "shared shingles among those of the smaller text",
        Measure::PerWord => "shared shingles per word of one text, the larger of both",
    }
}

/// What the threshold asks of a document beside a text of one's own, in words.
pub(crate) fn demand_of_text(params: &Params) -> String {
    if params.estimates() {
        return demand(params);
    }
    let (least, share, runs) = asked(params);
    match params.measure {
        Measure::Containment => format!("{least} {share} of your text's {runs} stand in it"),
        Measure::PerWord => format!("{least} {share} shared {runs} per word of your text"),
        Measure::Jaccard | Measure::Dice | Measure::Overlap => demand(params),
    }
}

/// The same in as few words as there are.
pub(crate) fn demand_briefly(params: &Params) -> String {
    let least = match params.above {
        Above::AtLeast => "from",
        Above::Strictly => "above",
    };
    let what = if params.estimates() { params.sketch.name() } else { params.measure.name() };
    format!("{least} {} {what}", share(params.threshold, params))
}

/// What a shingle is at this width.
pub(crate) fn runs(width: u32) -> String {
    if width == 1 { "words".into() } else { format!("{width}-word runs") }
}

/// How the texts of two copies compare: copies have the same counted words, which need not be written alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wording {
    /// Character by character.
    Same,
    /// There is whatever else stands between words, and what differs within them.
    Differs {
        /// So many words are other ones in one of them.
        words: usize,
        /// So many are the same but for capital and small letters.
        capitals: usize,
        /// So many more in one of them hold a character that nobody sees.
        hidden: usize,
    },
}

impl Wording {
    /// Of two texts; linear in both.
    pub(crate) fn of(view: &PairView) -> Self {
        let (a, b) = (&view.a, &view.b);
        if a.text == b.text {
            return Self::Same;
        }
        let all = a.changed.len().max(b.changed.len());
        let capitals = only_capitals(view);
        let hidden = hidden(a).abs_diff(hidden(b));
        Self::Differs { words: all.saturating_sub(capitals), capitals, hidden }
    }

    /// What copies of this wording are called.
    pub(crate) fn copies(self) -> String {
        let Self::Differs { words, capitals, hidden } = self else {
            return "copies, letter for letter".into();
        };
        let number = |some: usize| counted(some as u64, "word");
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

    /// Whether words that read differently do so in their capitals alone.
    pub(crate) const fn is_in_capitals_alone(self) -> bool {
        matches!(self, Self::Differs { words: 0, .. })
    }
}

/// How many words that read differently are, taken in order, the same but for capital and small letters; 0 where words
/// are missing on one side, so that which belongs to which is not known.
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

/// How many words of a text, read between spaces, hold a character that nobody sees.
fn hidden(side: &Side) -> usize {
    side.text.split_whitespace().filter(|word| word.chars().any(is_invisible)).count()
}

/// The score with the counts that it comes from, in words.
pub(crate) fn score(overlap: Overlap, score: Ratio, params: &Params, wording: Wording) -> String {
    let Overlap { shared, a_shingles, b_shingles, a_words, b_words, .. } = overlap;
    let percent = percent(score);
    let sampled = if params.modulo > 1 {
        format!(" (of a sample, 1 in {})", thousands(u64::from(params.modulo)))
    } else {
        String::new()
    };
    let (n, a, b) = (count(shared), count(a_shingles), count(b_shingles));
    let sentence = match params.measure {
        Measure::Containment if overlap.containment_a() >= overlap.containment_b() => {
            format!("{percent} of A stands in B: {n} of {}", distinct(a_shingles))
        }
        Measure::Containment => {
            format!("{percent} of B stands in A: {n} of {}", distinct(b_shingles))
        }
        Measure::Jaccard => {
            let union = u64::from(a_shingles) + u64::from(b_shingles) - u64::from(shared);
            let stand = verb(shared, "stands", "stand");
            format!("{percent} alike: {n} of {} {stand} in both", distinct(union))
        }
        Measure::Dice => {
            format!("{percent} alike: twice {n} shared of {a} + {b} distinct shingles")
        }
        Measure::Overlap => {
            let smaller = distinct(a_shingles.min(b_shingles));
            format!("{percent} of the smaller one: {n} of {smaller}")
        }
        Measure::PerWord => {
            let words = if score == overlap.per_word_a() { a_words } else { b_words };
            let shingles = counted(shared, "shared distinct shingle");
            format!("{percent}: {shingles} to {}", counted(words, "word"))
        }
    };
    let copy = if overlap.exact_copy { format!("{} · ", wording.copies()) } else { String::new() };
    let sentence = agreement(score, params).unwrap_or(sentence);
    format!("{copy}{sentence}{sampled}")
}

/// Which passage it is: by its name alone where that is its place among so many, else with its place in a text.
pub(crate) fn placed(passage: &Passage, place: usize, count: usize, letter: &str) -> String {
    let (id, of) = (passage.id(), thousands(count as u64));
    if id == place.to_string() {
        return format!("passage {id} of {of}");
    }
    format!("passage {id} · {} of {of} in {letter}", ordinal(place))
}

/// Where a passage that moved stands in either text, counted from 1.
pub(crate) fn moved(in_a: usize, in_b: usize) -> String {
    format!("⇄ moved: {} in A, {} in B", ordinal(in_a), ordinal(in_b))
}

/// `1st`, `22nd`.
fn ordinal(place: usize) -> String {
    let end = match (place % 10, place % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{}{end}", thousands(place as u64))
}

fn distinct<N: std::fmt::Display + PartialEq + From<u8>>(number: N) -> String {
    counted(number, "distinct shingle")
}

fn count(number: u32) -> String {
    thousands(u64::from(number))
}

/// What follows numbers of words of which some are not counted.
const COUNTED: &str = " counted";

/// What is to be known about a document, each fact after a dot, as many as have room; what may explain a surprise stays
/// longest.
pub(crate) fn facts(doc: &DocInfo, params: &Params, room: u16) -> String {
    facts_beside(doc, 0, params, room)
}

/// The same of a text with so many stop words beside those that are counted.
pub(crate) fn facts_beside(doc: &DocInfo, stop_words: u64, params: &Params, room: u16) -> String {
    let words = match stop_words {
        0 => counted(u64::from(doc.words), "word"),
        some => {
            let all = counted(u64::from(doc.words) + some, "word");
            format!("{} of {all}{COUNTED}", count(doc.words))
        }
    };
    let name = doc.language.map_or("language unsure", Language::name);
    let language = match lacks(doc.language, params) {
        Some(_) if room >= 90 => (1, described(doc.language, params)),
        Some(lacks) if doc.language.is_some() => (1, format!("{name}: {lacks}")),
        Some(_) => (1, name.to_string()),
        None => (3, name.to_string()),
    };
    let lost = match doc.undecoded {
        0 => String::new(),
        some => format!("{} undecoded", counted(some, "byte")),
    };
    // Each with how soon it goes when there is no room: the highest first.
    let mut facts = vec![
        (2, words),
        (5, counted(u64::from(doc.shingles), "shingle")),
        language,
        (4, doc.encoding.to_string()),
        (0, lost),
    ];
    facts.retain(|(_, fact)| !fact.is_empty());
    let line = |facts: &[(u8, String)]| {
        facts.iter().fold(String::new(), |line, (_, fact)| line + " · " + fact)
    };
    while columns(&line(&facts)) > room && !facts.is_empty() {
        let soonest = facts.iter().map(|(rank, _)| *rank).max();
        // Shorter words leave room for the language.
        if soonest <= Some(3)
            && let Some((_, words)) = facts.iter_mut().find(|(_, fact)| fact.ends_with(COUNTED))
        {
            words.truncate(words.len() - COUNTED.len());
            continue;
        }
        facts.retain(|(rank, _)| Some(*rank) != soonest);
    }
    line(&facts)
}

#[cfg(test)]
mod tests {
    use shingle::base::ratio::Ratio;
    use shingle::base::span::Span;
    use shingle::compare::measure::{Measure, Overlap};
    use shingle::pipeline::pair::Passage;
    use shingle::pipeline::params::Params;

    use super::super::tests::fake;
    use super::{Wording, facts_beside, percent, percent_exact, placed, score};

    #[test]
    fn a_passage_is_called_by_its_name_and_by_its_place_only_where_that_differs() {
        let span = Span::new(0, 1);
        let passage =
            Passage { number: 5, occurrence: 0, a: span, b: span, words: 1, moved: false };
        assert_eq!(placed(&passage, 5, 14, "B"), "passage 5 of 14");
        assert_eq!(placed(&passage, 4, 14, "B"), "passage 5 · 4th of 14 in B");
        assert_eq!(placed(&passage, 22, 140, "B"), "passage 5 · 22nd of 140 in B");
        assert_eq!(placed(&passage, 112, 140, "B"), "passage 5 · 112th of 140 in B");
        let repeated = Passage { occurrence: 1, ..passage };
        assert_eq!(placed(&repeated, 5, 14, "A"), "passage 5a · 5th of 14 in A");
    }

    #[test]
    fn one_shingle_and_one_word_are_no_shingles_and_words() {
        let overlap = Overlap {
            shared: 1,
            a_shingles: 1,
            b_shingles: 1,
            a_words: 1,
            b_words: 1,
            exact_copy: false,
        };
        for (_, measure) in Measure::ALL {
            let params = Params { measure: *measure, ..Params::defaults() };
            let said = score(overlap, Ratio::ONE, &params, Wording::Same);
            let plural = said.contains("shingles") && *measure != Measure::Dice;
            assert!(!plural && !said.contains("words"), "{said}");
        }
    }

    #[test]
    fn copies_are_exact_only_where_the_texts_are_the_same() {
        let said = |a: &str, b: &str, changed: usize| {
            let mut view = fake::pair_view(("a", "b"), (a, b), &[], &Params::defaults());
            view.overlap.exact_copy = true;
            view.b.changed = vec![Span::new(0, 1); changed];
            let wording = Wording::of(&view);
            let said = score(view.overlap, view.score, &view.params, wording);
            said.split(" · ").next().unwrap().to_string()
        };
        assert_eq!(said("one two", "one two", 0), "copies, letter for letter");
        assert_eq!(said("one two", "One, two!", 0), "copies, word for word");
        assert_eq!(said("one walk two", "one walked two", 1), "copies but for 1 word");
    }

    #[test]
    fn copies_that_differ_in_capitals_or_in_what_nobody_sees_say_so() {
        let said = |a: &str, b: &str, changed: &[(u32, u32)]| {
            let mut view = fake::pair_view(("a", "b"), (a, b), &[], &Params::defaults());
            view.overlap.exact_copy = true;
            let spans: Vec<Span> = changed.iter().map(|(from, to)| Span::new(*from, *to)).collect();
            (view.a.changed, view.b.changed) = (spans.clone(), spans);
            let said = score(view.overlap, view.score, &view.params, Wording::of(&view));
            said.split(" · ").next().unwrap().to_string()
        };
        assert_eq!(said("One two", "one two", &[(0, 3)]), "copies but for the capitals of 1 word");
        assert_eq!(
            said("One two", "one too", &[(0, 3), (4, 7)]),
            "copies but for 1 word and the capitals of 1 word"
        );
        assert_eq!(
            said("one spoken", "one sp\u{2060}oken", &[]),
            "copies but for invisible characters in 1 word"
        );
    }

    #[test]
    fn words_that_are_not_counted_are_told_apart_from_those_that_are() {
        let view = fake::harbour(("a", "b"), &Params::defaults());
        let said = |stop_words, room| facts_beside(&view.a.doc, stop_words, &view.params, room);
        assert!(said(0, 100).starts_with(" · 24 words · "));
        assert!(said(30, 100).starts_with(" · 24 of 54 words counted · "));
        assert_eq!(said(30, 28), " · 24 of 54 words · English");
    }

    #[test]
    fn only_the_whole_is_a_hundred_per_cent() {
        assert_eq!(percent(Ratio::new(999, 1000)), "99%");
        assert_eq!(percent(Ratio::ONE), "100%");
        assert_eq!(percent(Ratio::new(1, 1000)), "<1%");
        assert_eq!(percent(Ratio::ZERO), "0%");
        assert_eq!(percent(Ratio::new(9, 22)), "41%");
    }

    #[test]
    fn thresholds_keep_the_decimals_they_need() {
        assert_eq!(percent_exact(Ratio::new(1, 8)), "12.5%");
        assert_eq!(percent_exact(Ratio::new(1, 5)), "20%");
        assert_eq!(percent_exact(Ratio::ZERO), "0%");
    }
}
