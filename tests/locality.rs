//! A text has the same canonical words in any surroundings and any document. Uses real texts of many languages. Of a
//! query, checks only the scores.
#![allow(clippy::unwrap_used, clippy::disallowed_methods)]

use std::sync::LazyLock;

use proptest::{option, sample::Index};

use shingle::{
    pipeline::corpus::query::query_corpus, text::EvidenceRow, text::Gatherer, text::Stretches,
    text::Words, text::score_word, text::score_word_quickly, text::tokenize, text::word_if_folded,
};

use crate::common::prelude::*;

const SEAM: &str = "\n\n";
/// Distance in words between the beginnings of excerpts.
const SPACING: usize = 11;
const EXCERPT: usize = 15;

struct Text {
    code: String,
    paragraphs: Vec<String>,
}

static TEXTS: LazyLock<Vec<Text>> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let entries = std::fs::read_dir(root.join("tests/fixtures/languages")).unwrap();
    let mut texts: Vec<Text> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "txt"))
        .map(|path| Text {
            code: path.file_stem().unwrap().to_str().unwrap().to_string(),
            paragraphs: std::fs::read_to_string(&path)
                .unwrap()
                .trim()
                .split(SEAM)
                .map(String::from)
                .collect(),
        })
        .collect();
    texts.sort_unstable_by(|left, right| left.code.cmp(&right.code));
    texts
});

fn params() -> Params {
    Params { threshold: Ratio::ZERO, ..Params::defaults() }
}

fn read(text: &str) -> Document {
    Document::read(Path::new("text.txt"), text.as_bytes(), &params()).unwrap()
}

/// Returns the share of the excerpt's shingles in each document of a folder.
fn ask(folder: &Corpus, excerpt: &str) -> BTreeMap<String, Ratio> {
    let name = |hit: usize| folder.docs()[hit].path.to_str().unwrap().to_string();
    let hits = query_corpus(folder, &read(excerpt));
    hits.hits.iter().map(|hit| (name(hit.doc.index()), hit.score)).collect()
}

#[derive(Debug, Clone)]
struct Run {
    code: &'static str,
    text: String,
}

fn run(least: usize) -> impl Strategy<Value = Run> {
    (0..TEXTS.len(), any::<Index>(), any::<Index>()).prop_map(move |(text, one, other)| {
        let text = &TEXTS[text];
        let first = one.index(text.paragraphs.len() + 1 - least);
        let end = first + least + other.index(text.paragraphs.len() + 1 - least - first);
        Run { code: &text.code, text: text.paragraphs[first..end].join(SEAM) }
    })
}

/// Joins three runs, and returns the text and the beginning of `middle`.
fn put_together(before: Option<&Run>, middle: &Run, behind: Option<&Run>) -> (String, usize) {
    let lead = before.map_or_else(String::new, |run| format!("{}{SEAM}", run.text));
    let tail = behind.map_or_else(String::new, |run| format!("{SEAM}{}", run.text));
    (format!("{lead}{}{tail}", middle.text), lead.len())
}

/// Returns the words between two bytes with their canonical forms, `None` for ignored words.
fn words_between(document: &Document, start: usize, end: usize) -> Vec<(&str, Option<&str>)> {
    let within = |at: usize| (start..=end).contains(&at);
    document
        .words
        .iter()
        .filter(|word| within(word.span.range().start) && within(word.span.range().end))
        .map(|word| {
            let canonical = word.canonical.map(|at| &*document.canonical[at as usize].text);
            (&*word.text, canonical)
        })
        .collect()
}

fn keys_between(document: &Document, start: usize, end: usize) -> BTreeSet<u64> {
    let span = |canonical: usize| document.words[document.origin[canonical] as usize].span.range();
    let within = |canonical: usize| start <= span(canonical).start && span(canonical).end <= end;
    let shingles = document.shingles.iter().enumerate();
    shingles
        .filter(|(at, shingle)| shingle.kept && document.window.words_of_shingle(*at).all(within))
        .map(|(_, shingle)| shingle.key)
        .collect()
}

fn stays_itself(
    before: Option<&Run>,
    middle: &Run,
    behind: Option<&Run>,
) -> Result<(), TestCaseError> {
    let (whole, start) = put_together(before, middle, behind);
    let end = start + middle.text.len();
    let (alone, whole) = (read(&middle.text), read(&whole));
    prop_assert_eq!(
        words_between(&whole, start, end),
        words_between(&alone, 0, middle.text.len()),
        "{} between {:?} and {:?}",
        middle.code,
        before.map(|run| run.code),
        behind.map(|run| run.code)
    );
    let own: BTreeSet<u64> = alone.retained_keys().collect();
    prop_assert!(!own.is_empty());
    prop_assert_eq!(&keys_between(&whole, start, end), &own);
    let shared: BTreeSet<u64> = whole.counted_keys().into_iter().collect();
    prop_assert!(own.is_subset(&shared));
    Ok(())
}

proptest! {
    #![proptest_config(seeded(1200))]

    #[test]
    fn a_passage_stays_itself_beside_other_languages(
        before in option::of(run(1)),
        middle in run(2),
        behind in option::of(run(1)),
    ) {
        stays_itself(before.as_ref(), &middle, behind.as_ref())?;
    }
}

#[test]
fn every_text_stays_itself_behind_a_licence_longer_than_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let licence = std::fs::read_to_string(root.join("LICENSE-APACHE")).unwrap();
    let licence = Run { code: "en", text: licence.trim().to_string() };
    let failed: Vec<&str> = TEXTS
        .iter()
        .filter(|text| {
            let text = Run { code: &text.code, text: text.paragraphs.join(SEAM) };
            stays_itself(Some(&licence), &text, None).is_err()
        })
        .map(|text| &*text.code)
        .collect();
    assert!(failed.is_empty(), "{failed:?}");
}

#[test]
fn nearly_any_excerpt_is_found_in_its_document_and_behind_another_text() {
    let english = TEXTS.iter().find(|text| text.code == "en").unwrap().paragraphs.join(SEAM);
    let mut files = Files::new();
    for text in TEXTS.iter() {
        let whole = text.paragraphs.join(SEAM);
        files.insert(format!("behind/{}.txt", text.code), format!("{english}{SEAM}{whole}").into());
        files.insert(format!("{}.txt", text.code), whole.into());
    }
    let folder = fresh(&files, &params());
    let enough = Ratio::new(4, 5);
    let (mut lost, mut asked) = (Vec::new(), 0);
    for text in TEXTS.iter() {
        let whole = text.paragraphs.join(SEAM);
        let words = read(&whole).words;
        for some in words.windows(EXCERPT).step_by(SPACING) {
            let range = some[0].span.range().start..some[EXCERPT - 1].span.range().end;
            let excerpt = whole.get(range).unwrap();
            let found = ask(&folder, excerpt);
            for name in [format!("{}.txt", text.code), format!("behind/{}.txt", text.code)] {
                asked += 1;
                if found.get(&name).is_none_or(|share| *share < enough) {
                    lost.push(format!("{name}: {excerpt}"));
                }
            }
        }
    }
    // Danish and Norwegian share most words.
    assert!(asked > 1500 && lost.len() * 100 < asked, "{} of {asked}: {lost:#?}", lost.len());
}

#[test]
fn there_is_a_text_of_every_language_with_a_stemmer_but_one() {
    let without = Language::all()
        .filter(|language| language.has_stemmer() && !["nb", "nn"].contains(&language.code()))
        .filter(|language| TEXTS.iter().all(|text| text.code != language.code()));
    let without: Vec<String> = without.map(|language| language.code().to_string()).collect();
    assert_eq!(without, ["ta"]);
    assert!(TEXTS.len() >= 20 && TEXTS.iter().all(|text| text.paragraphs.len() >= 10));
}

/// Detects the languages of a text, given a function for the evidence of each word.
fn detected_by(text: &str, row: impl Fn(&str) -> EvidenceRow) -> Stretches {
    let mut languages = Gatherer::default();
    tokenize(text, Words::Unicode, &mut |span, word| {
        languages.add_word(text, span, word_if_folded(span, word), row(word));
    });
    languages.finish(text)
}

#[test]
fn rare_words_that_are_not_asked_would_have_changed_nothing() {
    // Puts every text among all others, two paragraphs at a time, in many orders.
    for step in 1..TEXTS.len() {
        let orders = (0..TEXTS.len()).map(|at| &TEXTS[at * step % TEXTS.len()].paragraphs);
        let some = orders.enumerate().map(|(number, all)| {
            let from = number % (all.len() - 1);
            all[from..from + 2].join(SEAM)
        });
        let text = some.collect::<Vec<_>>().join(SEAM);
        assert_eq!(
            detected_by(&text, score_word_quickly),
            detected_by(&text, score_word),
            "{step}"
        );
    }
    for text in TEXTS.iter() {
        let text = text.paragraphs.join(SEAM);
        assert_eq!(detected_by(&text, score_word_quickly), detected_by(&text, score_word));
    }
}
