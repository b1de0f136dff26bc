//! The parameters of a run, and the first stage that depends on each.

pub mod between;
pub mod catalogue;
pub mod inactive;
mod preset;
pub mod scoring;
pub mod skip_older;
pub mod skip_same;
pub mod template;
pub mod values;

use std::sync::Arc;

use documents::Charset;

use self::between::Between;
use self::catalogue::Parameter;
use self::skip_older::SkipOlder;
use self::skip_same::SkipSame;
use self::template::Template;
use crate::compare::{Above, Measure};
use crate::shingle::minhash::FUNCTIONS;
use crate::shingle::{Family, HashKind, ShingleParams, ShortDocuments, Sketch, SketchKind};
use crate::text::{
    Accents, Case, Confusables, Language, Letters, PosRemoval, RecordFormat, Stem, WordList, Words,
};
use base::ratio::Ratio;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Common {
    /// Ignores shingles in many groups of similar texts.
    Auto,
    /// Ignores shingles in more than this share of the documents, 0 to 1.
    Share(Ratio),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LanguageChoice {
    /// Detected for each document. If unsure, the document has no stop words and no stemmer.
    Auto,
    Fixed(Language),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StopWords {
    /// Drops the stop words of the language.
    On,
    /// Keeps the stop words of the language inside shingles, but no shingle begins with one.
    Inside,
    Off,
    PhpShingles,
    List(Arc<WordList>),
}

impl StopWords {
    pub const fn are_of_language(&self) -> bool {
        matches!(self, Self::On | Self::Inside)
    }
}

/// `--verify`: also counts the shared shingles of pairs with similar sketches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verify {
    /// Drops a pair if its counted score is below the threshold.
    On,
    Off,
}

base::named_values!(Verify { On = "on", Off = "off" });

/// `--preset`: parameters of a published system. With any preset, documents shorter than `w` words have no shingle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Preset {
    /// PHP/ir, "Shingling: near duplicate detection", 2009.
    Phpir,
    /// "Algorithm of shingles for PHP", 2017.
    PhpShingles,
    /// Zelenkov and Segalovich's 84 functions, as described in "Search for fuzzy duplicates".
    MinHash84,
    /// "Finding fuzzy duplicates for English texts" on Node.js, 2014.
    Node,
    /// Broder, "Syntactic clustering of the web", 1997. Width and number of minima are from "Introduction to
    /// Information Retrieval", 2008, section 19.6.
    Broder,
}

base::named_values!(Preset {
   Phpir = "phpir",
   PhpShingles = "php-shingles",
   MinHash84 = "minhash84",
   Node = "node",
   Broder = "broder",
});

pub const WIDTH_RANGE: std::ops::RangeInclusive<u32> = 1..=50;
pub const MODULO_RANGE: std::ops::RangeInclusive<u32> = 1..=1_000_000;

pub const PASSAGE_RANGE: std::ops::RangeInclusive<u32> = 5..=1_000_000;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Params {
    /// `--encoding` of every file, or `None` if detected for each file.
    pub encoding: Option<Charset>,
    pub records: RecordFormat,
    pub language: LanguageChoice,
    pub words: Words,
    /// `--pos-removal`, for English documents.
    pub pos_removal: PosRemoval,
    pub case: Case,
    pub confusables: Confusables,
    pub accents: Accents,
    pub stop_words: StopWords,
    pub stop_words_add: Option<Arc<WordList>>,
    pub stem: Stem,
    /// `--width`, in [`WIDTH_RANGE`].
    pub width: u32,
    /// `--step`, from 1 to the width. Larger values count as the width.
    pub step: u32,
    pub hash: HashKind,
    /// `--modulo`, in [`MODULO_RANGE`].
    pub modulo: u32,
    pub sketch: SketchKind,
    /// `--functions`, in [`FUNCTIONS_RANGE`](crate::shingle::minhash::FUNCTIONS_RANGE); only for
    /// [`SketchKind::MinHash`].
    pub functions: u32,
    /// `--family`, for every sketch except [`SketchKind::Modulo`].
    pub family: Family,
    /// `--verify`, for every sketch except [`SketchKind::Modulo`].
    pub verify: Verify,
    /// `--common`: the shingles to ignore, or `None` if no shingle is common.
    pub common: Option<Common>,
    pub template: Vec<Arc<Template>>,
    /// `--phrases`: texts whose shingles are ignored everywhere.
    pub phrases: Vec<Arc<str>>,
    /// `--between`: pairs to list, or `None` to list all pairs.
    pub between: Option<Between>,
    pub skip_same: SkipSame,
    pub skip_older: SkipOlder,
    pub measure: Measure,
    /// `--threshold`, 0 to 1.
    pub threshold: Ratio,
    pub above: Above,
    /// `--passage`, in [`PASSAGE_RANGE`]: listed pairs must share a passage of this many words, or `None` if the
    /// threshold applies.
    pub passage: Option<u32>,
    pub preset: Option<Preset>,
}

impl Default for Params {
    fn default() -> Self {
        Self::defaults()
    }
}

impl Params {
    pub const fn defaults() -> Self {
        Self {
            encoding: None,
            records: RecordFormat::Off,
            language: LanguageChoice::Auto,
            words: Words::Unicode,
            pos_removal: PosRemoval::Off,
            case: Case::Unicode,
            confusables: Confusables::Off,
            accents: Accents::Kept,
            stop_words: StopWords::Inside,
            stop_words_add: None,
            stem: Stem::On,
            width: 3,
            step: 1,
            hash: HashKind::Wide,
            modulo: 1,
            sketch: SketchKind::Modulo,
            functions: FUNCTIONS,
            family: Family::Fast,
            verify: Verify::On,
            common: None,
            template: Vec::new(),
            phrases: Vec::new(),
            between: None,
            skip_same: SkipSame::Off,
            skip_older: SkipOlder::OFF,
            measure: Measure::Containment,
            threshold: SketchKind::Modulo.default_threshold(),
            above: Above::AtLeast,
            passage: None,
            preset: None,
        }
    }

    /// Returns true if words of this language are ignored by part of speech. `None` is an unsure language.
    pub fn ignores_parts_of_speech(&self, language: Option<Language>) -> bool {
        self.pos_removal == PosRemoval::On && language.is_some_and(Language::has_tagger)
    }

    /// Returns true if the words of a text depend on its language.
    pub fn depend_on_language(&self) -> bool {
        self.stop_words.are_of_language()
            || self.stem == Stem::On
            || self.pos_removal == PosRemoval::On
    }

    /// Returns the language of words. `None` if it was detected and no parameter needs it: batches then detect none,
    /// and all commands read the same words.
    pub fn language_in_use(&self, language: Option<Language>) -> Option<Language> {
        let is_used = self.language != LanguageChoice::Auto || self.depend_on_language();
        language.filter(|_| is_used)
    }

    /// Returns the rules for letters. Letters with equal shapes stay different only for the articles' ways of cutting
    /// words.
    pub fn letter_folding(&self, language: Option<Language>) -> Letters {
        Letters {
            confusables: self.confusables,
            accents: self.accents,
            equal: self.words == Words::Unicode,
            ..Letters::from(self.case)
        }
        .for_language(self.language_in_use(language))
    }

    pub const fn sketch(&self) -> Sketch {
        Sketch::new(self.sketch, self.functions, self.family)
    }

    /// Returns true if scores are estimates, from sketches of a fixed number of keys.
    pub const fn is_estimate(&self) -> bool {
        self.sketch.is_estimate()
    }

    /// Returns true if pairs with similar sketches are also counted exactly.
    pub const fn is_verified(&self) -> bool {
        self.is_estimate() && matches!(self.verify, Verify::On)
    }

    /// Returns true if shared shingles are counted. False only for sketches that estimate without verification.
    pub const fn counts_shared_shingles(&self) -> bool {
        !self.is_estimate() || self.is_verified()
    }

    pub const fn has_phrases_or_templates(&self) -> bool {
        !self.template.is_empty() || !self.phrases.is_empty()
    }

    pub fn drops_words(&self) -> bool {
        let keeps = matches!(self.stop_words, StopWords::Off | StopWords::Inside);
        !keeps || self.pos_removal != PosRemoval::Off
    }

    /// Returns true if common shingles, templates or phrases are ignored. Always false for sketches that estimate.
    pub const fn ignores_shingles(&self) -> bool {
        !self.is_estimate() && (self.common.is_some() || self.has_phrases_or_templates())
    }

    /// Returns true if a rule hides pairs. Rules do not change counts or scores.
    pub fn has_rules(&self) -> bool {
        let has_day = self.skip_older != SkipOlder::OFF;
        self.between.is_some() || self.skip_same != SkipSame::Off || has_day
    }

    #[must_use]
    pub fn without_rules(&self) -> Self {
        let Self { between, skip_same, skip_older, .. } = Self::defaults();
        Self { between, skip_same, skip_older, ..self.clone() }
    }

    pub fn has_same_rules(&self, other: &Self) -> bool {
        let rules = Parameter::ALL.iter().filter(|parameter| parameter.is_rule());
        rules.into_iter().all(|parameter| !parameter.is_changed(self, other))
    }

    pub fn first_changed_stage(&self, other: &Self) -> Option<Stage> {
        let differing = Parameter::ALL.iter().filter(|parameter| parameter.is_changed(self, other));
        differing.map(|parameter| parameter.stage_between(self, other)).min()
    }
}

pub fn shingle_params(params: &Params) -> ShingleParams {
    let short = if params.preset.is_some() {
        ShortDocuments::NoShingle
    } else {
        ShortDocuments::OneShingle
    };
    ShingleParams {
        width: params.width,
        step: params.step,
        hash: params.hash,
        modulo: params.modulo,
        short,
        sketch: params.sketch(),
        inside: params.stop_words == StopWords::Inside,
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    Read,
    Normalize,
    Sketch,
    /// Removes ignored shingles from the retained ones.
    Ignore,
    Join,
    /// Computes only clusters again, because only the preset's name or a parameter without effect changed.
    ClustersOnly,
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, sync::Arc};

    use super::*;
    use crate::texts::text_source;
    use base::path::DocPath;

    type Change = fn(&mut Params);

    fn list() -> Arc<WordList> {
        Arc::new(WordList::parse("mine.txt", "the"))
    }

    #[test]
    fn every_parameter_names_the_earliest_stage_that_hangs_on_it() {
        let changes: [(Stage, Change); 31] = [
            (Stage::Normalize, |params| {
                params.language = LanguageChoice::Fixed(Language::from_code("de").unwrap());
            }),
            (Stage::Read, |params| params.encoding = Charset::from_label("koi8-r")),
            (Stage::Read, |params| params.words = Words::Spaces),
            (Stage::Read, |params| params.records = RecordFormat::Lines),
            (Stage::Normalize, |params| params.pos_removal = PosRemoval::On),
            (Stage::Normalize, |params| params.case = Case::Keep),
            (Stage::Normalize, |params| params.confusables = Confusables::On),
            (Stage::Normalize, |params| params.accents = Accents::Ignored),
            (Stage::Normalize, |params| params.stop_words = StopWords::Off),
            (Stage::Normalize, |params| params.stop_words = StopWords::On),
            (Stage::Normalize, |params| params.stop_words_add = Some(list())),
            (Stage::Normalize, |params| params.stem = Stem::Off),
            (Stage::Sketch, |params| params.width = 4),
            (Stage::Sketch, |params| params.step = 2),
            (Stage::Sketch, |params| params.hash = HashKind::Crc32),
            (Stage::Sketch, |params| params.modulo = 2),
            (Stage::Sketch, |params| params.sketch = SketchKind::MinHash),
            (Stage::Sketch, |params| params.preset = Some(Preset::Phpir)),
            (Stage::Ignore, |params| params.common = Some(Common::Auto)),
            (Stage::Ignore, |params| {
                let header = text_source("a header");
                params.template =
                    vec![Arc::new(Template::from_source(DocPath::new("header.txt"), header))];
            }),
            (Stage::Ignore, |params| params.phrases = vec!["a phrase".into()]),
            (Stage::Join, |params| {
                params.between = Between::parse_two_sides("new archive").unwrap();
            }),
            (Stage::Join, |params| params.skip_same = SkipSame::Directory),
            (Stage::Join, |params| params.skip_older = "2026".parse().unwrap()),
            (Stage::Join, |params| params.measure = Measure::Dice),
            (Stage::Join, |params| params.threshold = Ratio::ONE),
            (Stage::Join, |params| params.above = Above::Strictly),
            (Stage::Join, |params| params.passage = Some(30)),
            (Stage::ClustersOnly, |params| params.functions = 7),
            (Stage::ClustersOnly, |params| params.family = Family::Md5),
            (Stage::ClustersOnly, |params| params.verify = Verify::Off),
        ];
        let defaults = Params::defaults();
        assert_eq!(defaults.first_changed_stage(&defaults.clone()), None);
        let mut seen: BTreeSet<&Parameter> = BTreeSet::new();
        for (at, (stage, change)) in changes.iter().enumerate() {
            let mut other = defaults.clone();
            change(&mut other);
            assert_eq!(defaults.first_changed_stage(&other), Some(*stage), "the change at {at}");
            assert_eq!(other.first_changed_stage(&defaults), Some(*stage), "the change at {at}");
            seen.extend(Parameter::ALL.iter().filter(|one| one.is_changed(&defaults, &other)));
        }
        let missing = Parameter::ALL.iter().filter(|one| !seen.contains(one));
        assert_eq!(missing.collect::<Vec<_>>(), Vec::<&Parameter>::new(), "no change of these");
    }

    #[test]
    fn what_is_of_sketches_alone_matters_with_them_alone() {
        let exact = Params::defaults();
        let estimated = Params { sketch: SketchKind::MinHash, ..Params::defaults() };
        let changes: [Change; 3] = [
            |params| params.functions = 7,
            |params| params.family = Family::Md5,
            |params| params.verify = Verify::Off,
        ];
        for (params, stage) in [(exact, Stage::ClustersOnly), (estimated.clone(), Stage::Sketch)] {
            for change in changes {
                let mut other = params.clone();
                change(&mut other);
                assert_eq!(params.first_changed_stage(&other), Some(stage));
            }
        }
        // Estimates leave no shingle out.
        let common = Params { common: Some(Common::Auto), ..estimated.clone() };
        assert_eq!(estimated.first_changed_stage(&common), Some(Stage::ClustersOnly));
    }
}
