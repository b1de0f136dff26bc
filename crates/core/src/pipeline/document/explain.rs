//! Explains how each word of a document was handled, and the shingles that contain it.

use std::{fmt, ops::Range, sync::Arc};

use hashbrown::{HashMap, HashSet};

use super::build_normalizer;
use super::left_out::{IgnoreReason, IgnoredShingles};
use super::{Document, Word};
use crate::pipeline::{Common, Params, StopWords};
use crate::text::{Language, Normalizer, Part, Steps, Tag, WordList, Words};
use crate::{shingle::HashKind, text::normalize::make_singular, text::tokenize::differs_from_text};
use base::{path::DocPath, span::Span, visible::make_visible};

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum StopBy {
    Language(Language),
    PhpShingles,
    List(String),
    Added(String),
}

impl fmt::Display for StopBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Language(language) => write!(f, "a stop word of {}", language.name()),
            Self::PhpShingles => {
                f.write_str("one of the 26 stop words of the php-shingles article")
            }
            Self::List(name) => write!(f, "on the list of stop words in {name}"),
            Self::Added(name) => write!(f, "on the list of stop words added from {name}"),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WordResult {
    Dropped(StopBy),
    /// The word is ignored because of its part of speech.
    LeftOut(Part),
    Canonical(Arc<str>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explained {
    pub params: Arc<Params>,
    pub span: Span,
    /// Number of the word among all words of the text, from 1.
    pub number: usize,
    pub words: usize,
    /// The word as in the file, if its characters differ from `read`. Must pass `base::visible` before a terminal shows
    /// it.
    pub written: Option<String>,
    /// The word as it was read; must pass `base::visible` before a terminal shows it.
    pub read: Arc<str>,
    pub tag: Option<Tag>,
    /// Singular of the word, if different.
    pub singular: Option<String>,
    /// Changes of the letters of the word, or of its singular.
    pub steps: Steps,
    pub folded: String,
    pub language: Option<Language>,
    pub became: WordResult,
    /// Number among the counted words, from 0, or `None` if the word does not count.
    pub counted: Option<usize>,
    pub width: usize,
    pub shingles: Vec<ExplainedShingle>,
}

impl Explained {
    /// Explains the word at `span`; `None` without such a word. `others` are the retained keys of the other document.
    pub fn new(
        document: &Document,
        params: &Arc<Params>,
        others: &HashSet<u64>,
        span: Span,
    ) -> Option<Self> {
        let at = document.words.binary_search_by_key(&span, |word| word.span).ok()?;
        let word = document.words.get(at)?;
        let counted = word.canonical.map(|index| index as usize);
        let covering = counted.map_or(0..0, |index| document.window.shingles_covering(index));
        let one = singular_if_changed(word);
        let single = one.as_deref().unwrap_or(&word.text);
        Some(Self {
            params: Arc::clone(params),
            span,
            number: at + 1,
            words: document.words.len(),
            written: text_if_changed(document, params, word).map(String::from),
            read: Arc::clone(&word.text),
            tag: document.is_tagged.then_some(word.tag),
            steps: params.letter_folding(word.language).folding_steps(single),
            folded: params.letter_folding(word.language).fold(single).into_owned(),
            singular: one,
            language: word.language,
            became: WordExplainer::new(document, params).explain_word(word),
            counted,
            width: document.window.width,
            shingles: explain_shingles(document, params, others, covering).collect(),
        })
    }

    pub fn retained_keys(&self) -> Vec<u64> {
        let kept = self.shingles.iter().filter(|shingle| shingle.is_kept());
        let mut keys: Vec<u64> = kept.map(|shingle| shingle.key).collect();
        keys.sort_unstable();
        keys.dedup();
        keys
    }
}

pub fn singular_if_changed(word: &Word) -> Option<String> {
    let one = (word.part_of_speech() == Part::Plural).then(|| make_singular(&word.text))?;
    (*one != *word.text).then(|| one.into_owned())
}

/// Returns the word as in the file, if its characters differ or a line end is inside. Does not count invisible
/// characters, other signs for `'`, and detached marks. Does not count characters that the articles' ways of cutting
/// words delete.
pub fn text_if_changed<'a>(
    document: &'a Document,
    params: &Params,
    word: &Word,
) -> Option<&'a str> {
    if params.words != Words::Unicode {
        return None;
    }
    let written = document.text.get(word.span.range())?;
    differs_from_text(written, &word.text).then_some(written)
}

pub fn name_letter_changes(steps: &Steps) -> Vec<&'static str> {
    let folded = if steps.is_more_than_lower { "case folded" } else { "small letters" };
    let done = [
        steps.one_script.as_ref().map(|_| "look-alikes in one script"),
        steps.one_letter.as_ref().map(|_| "equal letters as one"),
        steps.folded.as_ref().map(|_| folded),
        steps.without_accents.as_ref().map(|_| "accents ignored"),
    ];
    done.into_iter().flatten().collect()
}

pub struct WordExplainer<'a> {
    document: &'a Document,
    params: &'a Params,
    /// The user's list of stop words, and for each language a normaliser without the list. Stored, because lists may be
    /// long.
    added: Option<(&'a WordList, HashMap<Option<Language>, Normalizer>)>,
}

impl<'a> WordExplainer<'a> {
    pub fn new(document: &'a Document, params: &'a Params) -> Self {
        let added = params.stop_words_add.as_deref().map(|added| {
            let others = Params { stop_words_add: None, ..params.clone() };
            let languages = document.reading.as_slice().iter().map(|stretch| stretch.language);
            (
                added,
                languages.map(|language| (language, build_normalizer(&others, language))).collect(),
            )
        });
        Self { document, params, added }
    }

    pub fn explain_word(&self, word: &Word) -> WordResult {
        let canonical = word.canonical.and_then(|at| self.document.canonical.get(at as usize));
        if let Some(canonical) = canonical {
            return WordResult::Canonical(Arc::clone(&canonical.text));
        }
        if word.part_of_speech().is_ignored() {
            return WordResult::LeftOut(word.part_of_speech());
        }
        if let Some((added, others)) = &self.added
            && !others.get(&word.language).is_some_and(|others| others.is_stop_word(&word.text))
        {
            return WordResult::Dropped(StopBy::Added(added.name.clone()));
        }
        WordResult::Dropped(match (&self.params.stop_words, word.language) {
            (StopWords::List(list), _) => StopBy::List(list.name.clone()),
            (StopWords::On | StopWords::Inside, Some(language)) => StopBy::Language(language),
            // Without a language or list, no word is a stop word. So this word is in the list of the article.
            (StopWords::PhpShingles | StopWords::On | StopWords::Inside | StopWords::Off, _) => {
                StopBy::PhpShingles
            }
        })
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ShingleFate {
    /// Not sampled: the hash is not divisible by m (`--modulo`).
    Dropped {
        modulo: u32,
        /// Remainder of the hash divided by m, at least 1.
        rest: u64,
    },
    /// Begins with a stop word, so it does not count if stop words stay inside shingles.
    Inside,
    /// Ignored, because more documents have it than `--common` allows.
    Common {
        /// Number of documents with the shingle, or for `--common auto`, of groups of similar texts.
        holders: u32,
        /// Number of documents with any shingle, or for `--common auto`, of their groups.
        of: u32,
        in_groups: bool,
    },
    Template {
        name: DocPath,
    },
    Phrase {
        /// Text of the phrase; must pass `base::visible` before a terminal shows it.
        text: Arc<str>,
    },
    /// Equals an earlier shingle of the document, so it does not count again.
    Repeated,
    /// Counts, and the other document has it too.
    Shared,
    /// Counts, but the other document does not have it.
    Retained,
}

impl fmt::Display for ShingleFate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dropped { modulo, rest } => write!(f, "ignored: hash mod {modulo} = {rest}"),
            Self::Inside => f.write_str("ignored: begins with a stop word"),
            Self::Common { holders, of, in_groups } => {
                let things = if *in_groups { "groups of similar texts" } else { "documents" };
                write!(f, "ignored: in {holders} of {of} {things}")
            }
            Self::Template { name } => write!(f, "ignored: in template {name}"),
            Self::Phrase { text } => write!(f, "ignored: in the phrase {}", first_words(text)),
            Self::Repeated => f.write_str("again, counted once"),
            Self::Shared => f.write_str("in both texts"),
            Self::Retained => f.write_str("only in this text"),
        }
    }
}

/// Returns the first words of a phrase in one line, in visible form.
pub fn first_words(text: &str) -> String {
    let mut words = text.split_whitespace();
    let first: Vec<&str> = words.by_ref().take(5).collect();
    let first = first.join(" ");
    let mut beginning: String = make_visible(&first).chars().take(40).collect();
    if words.next().is_some() || beginning.len() < make_visible(&first).len() {
        beginning.push('…');
    }
    beginning
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExplainedShingle {
    /// Index of the first canonical word of the shingle.
    pub start: usize,
    /// Canonical words of the shingle; must pass `base::visible` before a terminal shows them.
    pub words: Vec<Arc<str>>,
    pub key: u64,
    pub value: u64,
    /// Hash as text: sixteen hex digits for the wide hash, decimal digits for those of the articles.
    pub hash: String,
    /// Remainder of the hash divided by m (`--modulo`).
    pub rest: u64,
    pub fate: ShingleFate,
    pub in_other: bool,
    /// Numbers of the `MinHash` functions, from 0, under which the shingle has the smallest value of its document.
    /// Empty if scores are counted.
    pub least: Vec<u32>,
}

impl ExplainedShingle {
    pub fn text(&self) -> String {
        self.words.join(" ")
    }

    /// Returns true if modulo retains the shingle, which may still be ignored.
    pub const fn is_kept(&self) -> bool {
        !matches!(self.fate, ShingleFate::Dropped { .. } | ShingleFate::Inside)
    }
}

/// Returns the shingles in `range`, in order, each with its fate. `others` are the retained keys of the other document,
/// including ignored ones.
pub fn explain_shingles<'a>(
    document: &'a Document,
    params: &'a Params,
    others: &'a HashSet<u64>,
    range: Range<usize>,
) -> impl Iterator<Item = ExplainedShingle> + 'a {
    let before = document.shingles.iter().take(range.start);
    let mut known: HashSet<u64> = before.map(|shingle| shingle.key).collect();
    let some = document.shingles.iter().enumerate().take(range.end).skip(range.start);
    some.map(move |(at, shingle)| {
        let covered = document.window.words_of_shingle(at);
        let start = covered.start;
        let words = document.canonical.get(covered).unwrap_or_default().iter();
        let rest = shingle.value % u64::from(params.modulo.max(1));
        let (is_new, in_other) = (known.insert(shingle.key), others.contains(&shingle.key));
        let plain = match (shingle.kept, is_new, in_other) {
            (false, _, _) if !shingle.begins => ShingleFate::Inside,
            (false, _, _) => ShingleFate::Dropped { modulo: params.modulo, rest },
            (true, false, _) => ShingleFate::Repeated,
            (true, true, true) => ShingleFate::Shared,
            (true, true, false) => ShingleFate::Retained,
        };
        let left_out = shingle
            .kept
            .then(|| fate_of_ignored_shingle(document.ignored_shingles(), shingle.key, params));
        let fate = left_out.flatten().unwrap_or(plain);
        ExplainedShingle {
            start,
            words: words.map(|word| Arc::clone(&word.text)).collect(),
            key: shingle.key,
            value: shingle.value,
            hash: match params.hash {
                HashKind::Wide => format!("{:016x}", shingle.value),
                HashKind::Crc32 | HashKind::Md5First28 => shingle.value.to_string(),
            },
            rest,
            fate,
            in_other,
            least: functions_with_minimum(document, shingle.key),
        }
    })
}

fn functions_with_minimum(document: &Document, key: u64) -> Vec<u32> {
    let least = document.minima().iter().enumerate().filter(|(_, least)| **least == key);
    least.map(|(function, _)| function as u32).collect()
}

fn fate_of_ignored_shingle(
    left_out: &IgnoredShingles,
    key: u64,
    params: &Params,
) -> Option<ShingleFate> {
    let name = |place: u32| params.template.get(place as usize).map(|one| one.name.clone());
    Some(match left_out.reason_to_ignore(key)? {
        IgnoreReason::Common { holders } => {
            let in_groups = params.common == Some(Common::Auto);
            ShingleFate::Common { holders, of: left_out.of, in_groups }
        }
        IgnoreReason::Template(place) => ShingleFate::Template { name: name(place)? },
        IgnoreReason::Phrase(place) => {
            ShingleFate::Phrase { text: Arc::clone(params.phrases.get(place as usize)?) }
        }
    })
}

#[cfg(test)]
mod tests {
    use std::{path::Path, sync::Arc};

    use hashbrown::HashSet;
    use proptest::prelude::*;

    use super::{Explained, Part, StopBy, WordResult};
    use crate::pipeline::{Document, LanguageChoice, Params, StopWords};
    use crate::{shingle::SketchKind, text::Language, text::PosRemoval, text::WordList};

    fn english() -> Params {
        let language = LanguageChoice::Fixed(Language::from_code("en").unwrap());
        Params { language, stop_words: StopWords::On, ..Params::defaults() }
    }

    fn read(text: &str, params: &Params) -> Document {
        Document::read(Path::new("a.txt"), text.as_bytes(), params).unwrap()
    }

    /// The explanation of every word of `a`, compared with `b`.
    fn explained(a: &str, b: &str, params: &Params) -> Vec<Explained> {
        let (former, latter) = (read(a, params), read(b, params));
        let others: HashSet<u64> = latter.counted_keys().into_iter().collect();
        let params = Arc::new(params.clone());
        let words = former.words.iter();
        words.map(|word| Explained::new(&former, &params, &others, word.span).unwrap()).collect()
    }

    #[test]
    fn a_stop_word_tells_whose_it_is() {
        let by =
            |params: &Params, word: usize| match &explained("the walks", "", params)[word].became {
                WordResult::Dropped(by) => by.to_string(),
                WordResult::LeftOut(part) => part.name().to_string(),
                WordResult::Canonical(word) => word.to_string(),
            };
        let mut params = english();
        assert_eq!([by(&params, 0), by(&params, 1)], ["a stop word of English", "walk"]);
        let list = |name: &str, words: &str| Arc::new(WordList::parse(name, words));
        params.stop_words_add = Some(list("mine.txt", "walks"));
        assert_eq!(by(&params, 0), "a stop word of English");
        assert_eq!(by(&params, 1), "on the list of stop words added from mine.txt");
        params.stop_words = StopWords::List(list("other.txt", "the"));
        assert_eq!(by(&params, 0), "on the list of stop words in other.txt");
        params.stop_words = StopWords::PhpShingles;
        let became = &explained("это the", "", &params)[0].became;
        assert_eq!(*became, WordResult::Dropped(StopBy::PhpShingles));
    }

    #[test]
    fn a_part_of_speech_comes_before_a_stop_word_and_a_singular_before_its_stem() {
        let params = Params { pos_removal: PosRemoval::On, ..english() };
        let all = explained("The old Ferries were not to leave.", "", &params);
        let became: Vec<&WordResult> = all.iter().map(|one| &one.became).collect();
        let stop = || WordResult::Dropped(StopBy::Language(Language::from_code("en").unwrap()));
        assert_eq!(
            became,
            [
                &WordResult::LeftOut(Part::Determiner),
                &WordResult::LeftOut(Part::Adjective),
                &WordResult::Canonical("ferri".into()),
                &stop(),
                &stop(),
                &WordResult::LeftOut(Part::Infinitive),
                &WordResult::Canonical("leav".into()),
            ]
        );
        assert_eq!((all[2].singular.as_deref(), &*all[2].folded), (Some("Ferry"), "ferry"));
        let tags: Vec<String> =
            all.iter().map(|one| one.tag.as_ref().unwrap().name().to_string()).collect();
        assert_eq!(tags, ["DET", "ADJ", "NOUN", "AUX", "PART", "PART", "VERB"]);
        assert!(explained("The old", "", &english()).iter().all(|one| one.tag.is_none()));
    }

    #[test]
    fn every_function_has_one_least_shingle_in_a_text_of_different_ones() {
        let params = Params { sketch: SketchKind::MinHash, functions: 20, ..english() };
        let all = explained("one two three four five six seven", "", &params);
        let mut functions: Vec<u32> = all
            .iter()
            // Take each shingle once, at the word that it begins with.
            .filter_map(|explained| {
                explained.shingles.iter().find(|one| Some(one.start) == explained.counted)
            })
            .flat_map(|shingle| shingle.least.clone())
            .collect();
        functions.sort_unstable();
        assert_eq!(functions, (0..20).collect::<Vec<u32>>());
        let plain = explained("one two three four", "", &english());
        assert!(
            plain.iter().flat_map(|explained| &explained.shingles).all(|one| one.least.is_empty())
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]
        #[test]
        fn the_explanation_of_a_word_is_what_the_document_has(
            a in "[a-d]{1,2}( [a-d]{1,2}| the){0,30}", b in "[a-d]{1,2}( [a-d]{1,2}){0,30}",
            width in 1_u32..6, step in 1_u32..6, modulo in 1_u32..5,
        ) {
            let params = Params { width, step: step.min(width), modulo, ..english() };
            let (document, other) = (read(&a, &params), read(&b, &params));
            let others = other.counted_keys();
            for explained in explained(&a, &b, &params) {
                let covering: Vec<usize> = (0..document.shingles.len())
                    .filter(|at| explained.counted.is_some_and(|word| document.window.words_of_shingle(*at).contains(&word)))
                    .collect();
                let starts: Vec<usize> = explained.shingles.iter().map(|shingle| shingle.start).collect();
                let expected: Vec<usize> = covering.iter().map(|at| document.window.words_of_shingle(*at).start).collect();
                prop_assert_eq!(&starts, &expected);
                for (shingle, at) in explained.shingles.iter().zip(covering) {
                    let plain = document.shingles[at];
                    prop_assert_eq!((shingle.key, shingle.value, shingle.is_kept()), (plain.key, plain.value, plain.kept));
                    prop_assert_eq!(shingle.rest, plain.value % u64::from(modulo));
                    prop_assert_eq!(shingle.in_other, others.binary_search(&plain.key).is_ok());
                    prop_assert!(shingle.words.len() == document.window.width);
                }
            }
        }
    }
}
