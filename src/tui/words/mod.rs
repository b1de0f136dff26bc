//! Texts for the screen: numbers, scores, parameters and names.

pub(crate) mod names;

pub(crate) use self::names::ShortNames;

use std::{fmt::Display, time::Duration};

use shingle::compare::{Above, Direction, fill_in_unit};
use shingle::pipeline::{
    DocInfo, PairView, Parameter, Params, Passage, ReasonIgnored, Side, Snapshot, StopWords,
};
use shingle::{
    base::numbers::choose_verb, base::numbers::format_count, base::numbers::format_with_commas,
    base::ratio::Ratio, base::visible::make_visible,
    pipeline::document::info::describe_missing_tools,
    pipeline::document::info::format_language_shares, shingle::deviation_of_minhash,
    text::Confusables,
};

use crate::tui::{drawing::join_fitting_facts, drawing::truncate, keys::label_of_typed_command};

// Describes the score of a pair, its counts, and the demand of measure and threshold.

/// Describes by which value a histogram counts the pairs. The text before a colon is enough where columns are scarce.
pub(crate) fn describe_histogram_values(params: &Params) -> String {
    match params.passage {
        Some(_) => "pairs by longest passage".into(),
        None if params.is_estimate() => "pairs by score: ≈ scores of the sketches".into(),
        None => format!("pairs by score: {}", params.measure.description_texts().gloss),
    }
}

/// Describes a score: the kind of copies, the share with its whole, and the counts behind it. An estimate has no
/// counts.
pub(crate) fn describe_score(view: &PairView) -> Vec<String> {
    let PairView { a, b, overlap, score, params, .. } = view;
    let same =
        if a.text == b.text { "copies, letter for letter" } else { "copies in all counted words" };
    let sampled = || format!(" (of a sample, 1 in {})", format_with_commas(params.modulo));
    let sampled = (params.modulo > 1).then(sampled).unwrap_or_default();
    let copies = overlap.exact_copy.then(|| same.to_string());
    if let Some(agreed) = describe_agreement(*score, params) {
        return copies.into_iter().chain([agreed + &sampled]).collect();
    }
    let (measure, words) = (params.measure, params.measure.description_texts());
    let is_of_first = *score == overlap.score(measure, Direction::First);
    let direction = if is_of_first { Direction::First } else { Direction::Larger };
    let (from, [a, b]) = overlap.orient(measure, direction);
    let (_, all) = from.score_fraction(measure, Direction::First);
    let each = match overlap.one_in {
        1 => String::new(),
        all => format!(", each for {},", format_with_commas(all)),
    };
    let head =
        fill_in_unit(words.head, &[("percent", &format_percent(*score)), ("A", &a), ("B", &b)]);
    let values: [(_, &dyn Display); 8] = [
        ("shared", &format_with_commas(from.shared)),
        ("all", &format_with_commas(all)),
        ("are", &choose_verb(from.shared, "is", "are")),
        ("a", &format_with_commas(from.a_shingles)),
        ("b", &format_count(from.b_shingles, "shingle")),
        ("shared shingles", &format_count(from.shared, "shared shingle")),
        ("each", &each),
        ("words", &format_count(from.a_words, "counted word")),
    ];
    let counts = fill_in_unit(words.tally, &values);
    copies.into_iter().chain([head + &sampled, counts]).collect()
}

/// Describes the number of agreeing keys of two sketches, and the estimated score. `None` if scores are counted.
fn describe_agreement(score: Ratio, params: &Params) -> Option<String> {
    let keys = describe_keys(params)?;
    let (some, size) = keys_of_share(score, params)?;
    let agreement =
        format!("{} of {keys} {}", format_with_commas(some), choose_verb(some, "agrees", "agree"));
    if params.sketch.facts().few.is_some() {
        return Some(agreement);
    }
    // The standard error of a share that was estimated from this many keys.
    let error = deviation_of_minhash(score.to_f64(), size as usize) * 100.0;
    // If no or all keys agree, the error cannot be estimated.
    let error = if error > 0.0 { format!(" ± {error:.0}%") } else { String::new() };
    Some(format!("{agreement}: resemblance ≈{}{error}", format_percent(score)))
}

// Descriptions of what measure and threshold demand of a pair.

/// Returns the words before the threshold: `at least` or `more than`.
const fn at_least_or_more_than(above: Above) -> &'static str {
    match above {
        Above::AtLeast => "at least",
        Above::Strictly => "more than",
    }
}

/// Fills the placeholders of a demand: threshold, comparison and shingles.
fn fill_in_demand(demand: &str, params: &Params) -> String {
    let least = at_least_or_more_than(params.above);
    let from = if params.above == Above::Strictly { "above" } else { "from" };
    let (share, runs) =
        (format_exact_percent(params.threshold), format!("{}-word shingles", params.width));
    fill_in_unit(demand, &[("least", &least), ("from", &from), ("share", &share), ("runs", &runs)])
}

/// Describes the size of a sketch, for example `84 keys`. `None` if shingles are counted.
fn describe_keys(params: &Params) -> Option<String> {
    Some(format_count(params.sketch().keys_per_document()?, params.sketch.facts().key))
}

/// Describes the agreeing keys that two sketches need to be listed, and the measure if shingles are counted too. `None`
/// for a sample.
fn describe_sketch_condition(params: &Params) -> Option<String> {
    let keys = describe_keys(params)?;
    let least = at_least_or_more_than(params.above);
    let share = match keys_of_share(params.threshold, params) {
        Some((some, _)) => some.to_string(),
        None => format_exact_percent(params.threshold),
    };
    let of = format!("{least} {share} of {keys} agree");
    if !params.is_verified() {
        return Some(of);
    }
    Some(format!("{of}, and {} {} counted", format_exact_percent(params.threshold), params.measure))
}

/// Describes the score or the passage that a pair needs to be listed.
pub(crate) fn describe_listing_condition(params: &Params) -> String {
    match params.passage {
        Some(words) => format!("with a passage of at least {}", format_count(words, "word")),
        None => describe_score_condition(params.measure.description_texts().demand, params),
    }
}

fn describe_score_condition(demand: &str, params: &Params) -> String {
    describe_sketch_condition(params).unwrap_or_else(|| fill_in_demand(demand, params))
}

/// Describes the demand of the threshold on a document compared with the text of a query.
pub(crate) fn describe_demand_of_text(params: &Params) -> String {
    describe_score_condition(params.measure.description_texts().demand_of_text, params)
}

// Formats shares as percentages or as a fraction of keys, and short texts about times and passages.

/// Formats a share as a percentage without decimals. Returns `100%` only for 1 and `0%` only for 0.
pub(crate) fn format_percent(share: Ratio) -> String {
    share.format_whole_percent()
}

/// Formats a share as a percentage with as many decimals as needed, at most three.
pub(crate) fn format_exact_percent(share: Ratio) -> String {
    share.format_percent(3)
}

/// Formats a threshold as a percentage. If a sketch has few keys, formats it as a number of agreeing keys.
pub(crate) fn format_share(share: Ratio, params: &Params) -> String {
    format_keys(share, params).unwrap_or_else(|| format_exact_percent(share))
}

/// Formats a score as a percentage, with `≈` for an estimate. If a sketch has few keys, formats it as agreeing keys.
pub(crate) fn format_score(score: Ratio, params: &Params) -> String {
    let sign = if params.is_estimate() { "≈" } else { "" };
    format_keys(score, params).unwrap_or_else(|| format!("{sign}{}", format_percent(score)))
}

/// Formats a share of a sketch with few keys, such as super- or megashingles: `2/6`. `None` for other sketches.
fn format_keys(share: Ratio, params: &Params) -> Option<String> {
    params.sketch.facts().few?;
    keys_of_share(share, params).map(|(some, size)| format!("{some}/{size}"))
}

/// Returns a share as the number of agreeing keys and the number of all keys. `None` if the share is not a whole number
/// of keys.
fn keys_of_share(share: Ratio, params: &Params) -> Option<(u64, u64)> {
    let size = u64::from(params.sketch().keys_per_document()?);
    let (num, den) = share.numerator_and_denominator();
    let whole = num.checked_mul(size)?;
    whole.is_multiple_of(den).then(|| (whole / den, size))
}

// Times.

/// Formats the elapsed time in its largest unit, for example `3 minutes ago`.
pub(crate) fn format_ago(time: Duration) -> String {
    let seconds = time.as_secs();
    let (number, unit) = match seconds {
        0 => return "just now".into(),
        1..60 => (seconds, "second"),
        60..3600 => (seconds / 60, "minute"),
        3600..172_800 => (seconds / 3600, "hour"),
        _ => (seconds / 86_400, "day"),
    };
    format!("{} ago", format_count(number, unit))
}

// Passages.

/// Describes the place of a passage among all passages of a text. Adds the letter of the text if name and place differ.
pub(crate) fn describe_passage_place(
    passage: &Passage,
    place: usize,
    count: usize,
    letter: &str,
) -> String {
    let (id, of) = (passage.id(), format_with_commas(count));
    if id == place.to_string() {
        return format!("passage {id} of {of}");
    }
    format!("passage {id} · {} of {of} in {letter}", format_ordinal(place))
}

/// Describes the place of a moved passage in either text, counted from 1.
pub(crate) fn describe_moved_passage(in_a: usize, in_b: usize) -> String {
    format!("⇄ moved: {} in A, {} in B", format_ordinal(in_a), format_ordinal(in_b))
}

/// Formats an ordinal number: `1st`, `22nd`.
fn format_ordinal(place: usize) -> String {
    let end = match (place % 10, place % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{}{end}", format_with_commas(place))
}

const AUTHOR: u16 = 30;

/// Returns as many facts about a document as fit, the most important first, each after ` · `. `dropped` is the number
/// of the document's dropped words, if known.
pub(crate) fn describe_document(
    doc: &DocInfo,
    dropped: Option<u64>,
    params: &Params,
    room: u16,
) -> String {
    let count = |number: u32, what| (number > 0).then(|| format_count(number, what));
    let words = match dropped {
        None if params.drops_words() => format_count(doc.words, "counted word"),
        None | Some(0) => format_count(doc.words, "word"),
        Some(dropped) => {
            let all = format_count(u64::from(doc.words) + dropped, "word");
            format!("{all}, {} counted", format_with_commas(doc.words))
        }
    };
    let main = doc.languages.main_language();
    let language = match (main, describe_missing_tools(main, params)) {
        (None, _) => "language unsure".to_string(),
        (Some(_), None) => format_language_shares(&doc.languages),
        (Some(_), Some(lacks)) => format!("{}: {lacks}", format_language_shares(&doc.languages)),
    };
    let stated = doc.file.facts.as_deref();
    let day = stated.map(|facts| make_visible(&facts.describe_day()).into_owned());
    let author = stated.map(|facts| truncate(&make_visible(&facts.author), AUTHOR));
    let facts = [
        count(doc.file.undecoded, "byte").map(|bytes| format!("{bytes} undecoded")),
        count(doc.file.hidden, "word").map(|words| format!("{words} hidden")),
        count(doc.mixed, "look-alike word").filter(|_| params.confusables == Confusables::Off),
        Some(words),
        Some(language),
        day,
        author,
        Some(doc.file.encoding.to_string()),
    ];
    let facts: Vec<String> = facts.into_iter().flatten().filter(|fact| !fact.is_empty()).collect();
    match join_fitting_facts(&facts, room.saturating_sub(3)) {
        facts if facts.is_empty() || room < 8 => String::new(),
        facts => format!(" · {facts}"),
    }
}

/// Counts the dropped words of a text: stop words and words of ignored parts of speech. Stop words inside shingles are
/// not dropped.
pub(crate) fn count_dropped_words(side: &Side, params: &Params) -> u64 {
    let is_dropped = |why: ReasonIgnored| match why {
        ReasonIgnored::StopWord => params.stop_words != StopWords::Inside,
        why => why == ReasonIgnored::PartOfSpeech,
    };
    side.dropped.iter().filter(|word| is_dropped(word.why)).count() as u64
}

// Describes the rules that hide pairs, and the ignored shingles.

/// The parameters that hide pairs.
pub(crate) const RULES: [Parameter; 3] =
    [Parameter::Between, Parameter::SkipSame, Parameter::SkipOlder];

/// Least share of a document that is worth a remark if a rule hides it. A few words of one author are no evidence.
pub(crate) const LEAST_HIDDEN: Ratio = Ratio::new(1, 20);

/// Describes how many pairs the rules hide, and how to list them.
pub(crate) fn describe_hidden_by_rules(snapshot: &Snapshot) -> Option<String> {
    let is_set = |rule: &&Parameter| rule.is_changed(&snapshot.params, &Params::defaults());
    let rules: Vec<&Parameter> = RULES.iter().filter(is_set).collect();
    let value = |rule: &Parameter| rule.value_texts(&snapshot.params).join(" ");
    let named = rules.iter().map(|rule| format!("{} {}", rule.name(), value(rule)));
    (snapshot.ruled_out > 0).then(|| {
        format!(
            "{} {} {} that would be listed: type {} to list them.",
            named.collect::<Vec<_>>().join(" and "),
            choose_verb(rules.len() as u64, "hides", "hide"),
            format_count(snapshot.ruled_out, "pair"),
            label_of_rules_off(&snapshot.params)
        )
    })
}

/// Returns what to type to switch all rules off.
pub(crate) fn label_of_rules_off(params: &Params) -> String {
    let set = RULES.iter().filter(|rule| rule.is_changed(params, &Params::defaults()));
    let off = set.map(|rule| label_of_typed_command(&format!("{} off", rule.name())));
    off.collect::<Vec<_>>().join(" and ")
}

/// Describes the number of ignored shingles, and the parameters that ignore them. `None` without such parameters.
pub(crate) fn describe_ignored(snapshot: &Snapshot) -> Option<String> {
    let params = &snapshot.params;
    let names = describe_changed_parameters(
        &[Parameter::Common, Parameter::Template, Parameter::Phrases],
        params,
    );
    let shingles = format_count(snapshot.ignored.count_shingles(), "shingle");
    params.ignores_shingles().then(|| format!("{shingles} ignored in every pair by {names}."))
}

pub(crate) fn describe_changed_parameters(parameters: &[Parameter], params: &Params) -> String {
    let is_set = |one: &&Parameter| one.is_changed(params, &Params::defaults());
    let names = parameters.iter().filter(is_set).map(|one| one.name());
    names.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {

    use shingle::base::{ratio::Ratio, span::Span};
    use shingle::{compare::Measure, compare::Overlap, pipeline::Params, pipeline::Passage};

    use super::{
        describe_demand_of_text, describe_document, describe_listing_condition,
        describe_passage_place, describe_score, format_exact_percent,
    };
    use crate::tui::tests::fake;

    #[test]
    fn one_shingle_and_one_word_are_no_shingles_and_words() {
        let one = fake::pair_of(0, 1, 1, 1, 1, &Params::defaults()).overlap;
        let mut view = fake::pair_view(("a", "b"), ("", ""), &[], &Params::defaults());
        view.overlap = Overlap { a_words: 1, b_words: 1, exact_copy: false, ..one };
        view.score = Ratio::ONE;
        for (_, measure) in Measure::ALL {
            let params = Params { measure: *measure, ..Params::defaults() };
            view.params = params.clone().into();
            let said = describe_score(&view);
            let counts = said.last().unwrap();
            let plural = counts.contains("shingles") && *measure != Measure::Dice;
            assert!(!plural && !counts.contains("words"), "{counts}");
            for sentence in [describe_listing_condition(&params), describe_demand_of_text(&params)]
            {
                assert!(!sentence.contains('{'), "every name has its value: {sentence}");
            }
        }
    }

    #[test]
    fn thresholds_keep_the_decimals_they_need() {
        assert_eq!(format_exact_percent(Ratio::new(1, 8)), "12.5%");
        assert_eq!(format_exact_percent(Ratio::new(1, 5)), "20%");
        assert_eq!(format_exact_percent(Ratio::ZERO), "0%");
    }

    #[test]
    fn a_passage_is_called_by_its_name_and_by_its_place_only_where_that_differs() {
        let span = Span::new(0, 1);
        let passage = fake::passage(5, span, span, 1);
        for (place, all, said) in
            [(5, 14, " 5 of 14"), (4, 14, " · 4th of 14"), (22, 140, "22nd"), (112, 140, "112th")]
        {
            let found = describe_passage_place(&passage, place, all, "B");
            assert!(found.contains(said), "{found}");
        }
        let repeated = Passage { occurrence: 1, ..passage };
        assert!(describe_passage_place(&repeated, 5, 14, "A").contains(" 5a "));
    }

    #[test]
    fn facts_that_do_not_fit_are_left_out_whole() {
        let long = "Doe ".repeat(20);
        let said = format!("author: Jane\u{1b} {long}\ndate: 2021-03-04T10:00:00Z\n");
        let doc = fake::stated("a", &said);
        let text = |room| describe_document(&doc, Some(20), &Params::defaults(), room);
        let date = " · 97 words, 77 counted · English · created 2021-03-04";
        assert_eq!(text(120), format!("{date} · Jane␛ Doe Doe Doe Doe Doe Doe… · UTF-8"));
        assert_eq!(text(60), format!("{date} …"));
        assert_eq!(text(30), " · 97 words, 77 counted …");
    }
}
