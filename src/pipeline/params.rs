//! Every parameter of a run, by the names that the command line, the screen, JSON and the documents share.
//! It computes nothing; presets and parsing of words live beside it.

use std::fmt;
use std::sync::Arc;

use crate::base::ratio::Ratio;
use crate::compare::clusters::Linkage;
use crate::compare::measure::{Above, Measure};
use crate::shingle::hash::HashKind;
use crate::shingle::minhash::Family;
use crate::shingle::sketch::Sketch;
use crate::shingle::tagged::{FUNCTIONS, MEGASHINGLES, SUPERSHINGLES};
use crate::text::decode::Charset;
use crate::text::language::Language;
use crate::text::normalize::{Case, Stem, WordList};
use crate::text::pos::PosRemoval;
use crate::text::tokenize::Words;

use super::boilerplate::Template;

/// `--language`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LanguageChoice {
    /// Detected per document; where detection is unsure, no stop words and no stemmer.
    Auto,
    /// The same for every document.
    Fixed(Language),
}

/// `--stop-words`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StopWords {
    /// The language's own list.
    On,
    /// None dropped.
    Off,
    /// The 26 Russian words of the `php-shingles` article.
    PhpShingles,
    /// The words of a file.
    List(Arc<WordList>),
}

/// `--sketch`: what stands for a document when it is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SketchKind {
    /// Its kept shingles.
    Modulo,
    /// The least kept shingle under each of the functions; the score estimates the resemblance.
    MinHash,
    /// Six hashes of fourteen least shingles each; the score is the share of them that agree.
    SuperShingle,
    /// The fifteen pairs of those six; the score is the share of them that agree.
    MegaShingle,
}

impl SketchKind {
    /// The number of functions where it is not the user's to choose.
    pub const fn fixed_functions(self) -> Option<u32> {
        match self {
            Self::Modulo | Self::MinHash => None,
            Self::SuperShingle | Self::MegaShingle => Some(FUNCTIONS),
        }
    }

    /// The threshold that is meant where none is named: for super- and megashingles the rule for near-duplicates, two of
    /// six or one of fifteen.
    pub const fn threshold(self) -> Ratio {
        match self {
            Self::Modulo | Self::MinHash => Ratio::new(1, 5),
            Self::SuperShingle => Ratio::new(2, SUPERSHINGLES as u64),
            Self::MegaShingle => Ratio::new(1, MEGASHINGLES as u64),
        }
    }
}

/// `--verify`: whether pairs whose sketches agree are counted exactly too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verify {
    /// They are, and dropped where their measure does not reach the threshold.
    On,
    /// The sketches alone decide.
    Off,
}

/// `--preset`: a published system. It also decides that documents shorter than `w` words have no shingle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Preset {
    /// PHP/ir, "Shingling: near duplicate detection", 2009.
    Phpir,
    /// "Algorithm of shingles for PHP", 2017.
    PhpShingles,
    /// Zelenkov and Segalovich's 84 functions, as "Search for fuzzy duplicates" tells them.
    MinHash84,
    /// "Finding fuzzy duplicates for English texts" on Node.js, 2014.
    Node,
}

/// The smallest and largest shingle width, in words.
pub const WIDTH_RANGE: std::ops::RangeInclusive<u32> = 1..=50;
/// The smallest and largest modulo.
pub const MODULO_RANGE: std::ops::RangeInclusive<u32> = 1..=1_000_000;

/// What made a result. Every result carries the parameters it was computed with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Params {
    /// `--encoding`: forced for every file, or detected per file when `None`.
    pub encoding: Option<Charset>,
    /// `--language`.
    pub language: LanguageChoice,
    /// `--words`.
    pub words: Words,
    /// `--pos-removal`, of English documents.
    pub pos_removal: PosRemoval,
    /// `--case`.
    pub case: Case,
    /// `--stop-words`.
    pub stop_words: StopWords,
    /// `--stop-words-add`.
    pub stop_words_add: Option<Arc<WordList>>,
    /// `--stem`.
    pub stem: Stem,
    /// `--width`, in [`WIDTH_RANGE`].
    pub width: u32,
    /// `--step`, 1 to the width; more counts as the width.
    pub step: u32,
    /// `--hash`.
    pub hash: HashKind,
    /// `--modulo`, in [`MODULO_RANGE`].
    pub modulo: u32,
    /// `--sketch`.
    pub sketch: SketchKind,
    /// `--functions`, in [`FUNCTIONS_RANGE`](crate::shingle::minhash::FUNCTIONS_RANGE); of [`SketchKind::MinHash`] alone.
    pub functions: u32,
    /// `--family`, of every sketch but [`SketchKind::Modulo`].
    pub family: Family,
    /// `--verify`, of every sketch but [`SketchKind::Modulo`].
    pub verify: Verify,
    /// `--common`, 0 to 1: shingles of more than this share of the documents are left out; `None`: of however many.
    pub common: Option<Ratio>,
    /// `--template`: their shingles are left out.
    pub template: Vec<Arc<Template>>,
    /// `--measure`.
    pub measure: Measure,
    /// `--threshold`, 0 to 1.
    pub threshold: Ratio,
    /// `--above`.
    pub above: Above,
    /// `--linkage`, of clusters alone.
    pub linkage: Linkage,
    /// `--preset`, the one these parameters started from.
    pub preset: Option<Preset>,
}

impl Params {
    /// The program's defaults.
    pub const fn defaults() -> Self {
        Self {
            encoding: None,
            language: LanguageChoice::Auto,
            words: Words::Unicode,
            pos_removal: PosRemoval::Off,
            case: Case::Unicode,
            stop_words: StopWords::On,
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
            measure: Measure::Containment,
            threshold: SketchKind::Modulo.threshold(),
            above: Above::AtLeast,
            linkage: Linkage::Single,
            preset: None,
        }
    }

    /// The parameters of a published system; what it does not name keeps the defaults.
    pub fn preset(preset: Preset) -> Self {
        let mut params = Self::defaults();
        params.preset = Some(preset);
        if preset != Preset::MinHash84 {
            params.stem = Stem::Off;
        }
        if matches!(preset, Preset::Phpir | Preset::PhpShingles) {
            params.case = Case::Ascii;
            params.above = Above::Strictly;
        }
        match preset {
            Preset::Phpir => {
                params.words = Words::Phpir;
                params.stop_words = StopWords::Off;
                params.width = 4;
                params.hash = HashKind::Md5First28;
                params.modulo = 3;
                params.measure = Measure::Containment;
                params.threshold = Ratio::new(4, 5);
            }
            Preset::PhpShingles => {
                params.words = Words::Spaces;
                params.stop_words = StopWords::PhpShingles;
                params.width = 3;
                params.hash = HashKind::Crc32;
                params.modulo = 1;
                params.measure = Measure::PerWord;
                params.threshold = Ratio::new(1, 10);
            }
            Preset::MinHash84 => {
                params.width = 10;
                params.sketch = SketchKind::MinHash;
                params.functions = FUNCTIONS;
                params.measure = Measure::Jaccard;
            }
            Preset::Node => {
                params.words = Words::Node;
                params.pos_removal = PosRemoval::On;
                params.case = Case::Keep;
                params.stop_words = StopWords::Off;
                params.width = 10;
                params.hash = HashKind::Crc32;
                params.measure = Measure::Dice;
            }
        }
        params
    }

    /// What these parameters started from: the preset, or the program's defaults.
    #[must_use]
    pub fn origin(&self) -> Self {
        self.preset.map_or_else(Self::defaults, Self::preset)
    }

    /// The threshold, and what it does with a score equal to it, that are meant with `sketch` where none are named. No
    /// other threshold than their rule is meant for the few scores that super- and megashingles have.
    fn meant(&self, sketch: SketchKind) -> (Ratio, Above) {
        let origin = self.origin();
        match (sketch.fixed_functions(), origin.sketch.fixed_functions()) {
            (None, None) => (origin.threshold, origin.above),
            (None, Some(_)) | (Some(_), _) => (sketch.threshold(), Above::AtLeast),
        }
    }

    /// Takes another sketch; and the threshold that is meant with it, where the one in force is the one meant with the
    /// sketch before.
    pub fn take_sketch(&mut self, sketch: SketchKind) {
        if (self.threshold, self.above) == self.meant(self.sketch) {
            (self.threshold, self.above) = self.meant(sketch);
        }
        self.sketch = sketch;
    }

    /// Whether a parameter that the preset names has another value by now; never without a preset. `encoding`,
    /// `stop_words_add`, `common`, `template` and `linkage` are named by none.
    pub fn is_preset_changed(&self) -> bool {
        self.preset.is_some_and(|preset| *self != self.beside(Self::preset(preset)))
    }

    /// Other parameters with what no preset names taken from these.
    #[must_use]
    pub fn beside(&self, mut other: Self) -> Self {
        other.encoding = self.encoding;
        other.stop_words_add.clone_from(&self.stop_words_add);
        other.common = self.common;
        other.template.clone_from(&self.template);
        other.linkage = self.linkage;
        other
    }

    /// Whether words of a language are left out by their part of speech; `None` is one that detection was unsure of.
    pub fn removes_parts(&self, language: Option<Language>) -> bool {
        self.pos_removal == PosRemoval::On && language.is_some_and(Language::has_tagger)
    }

    /// What stands for a document.
    pub const fn sketch(&self) -> Sketch {
        let (functions, family) = (self.functions, self.family);
        match self.sketch {
            SketchKind::Modulo => Sketch::Kept,
            SketchKind::MinHash => Sketch::MinHash { functions, family },
            SketchKind::SuperShingle => Sketch::SuperShingle(family),
            SketchKind::MegaShingle => Sketch::MegaShingle(family),
        }
    }

    /// Whether scores are estimates, told by sketches of one size.
    pub const fn estimates(&self) -> bool {
        !matches!(self.sketch, SketchKind::Modulo)
    }

    /// Whether pairs are counted exactly after their sketches agreed.
    pub const fn verifies(&self) -> bool {
        self.estimates() && matches!(self.verify, Verify::On)
    }

    /// Whether the shingles that two documents share are counted at all: but for sketches that are not verified, they are.
    pub const fn counts(&self) -> bool {
        !self.estimates() || self.verifies()
    }

    /// Whether shingles are asked to be left out that many documents have, or that templates have. Sketches that estimate
    /// leave none out.
    pub const fn leaves_out(&self) -> bool {
        !self.estimates() && (self.common.is_some() || !self.template.is_empty())
    }

    /// The earliest stage whose output differs between the two, `None` when nothing differs.
    pub fn first_difference(&self, other: &Self) -> Option<Stage> {
        if self.encoding != other.encoding || self.words != other.words {
            Some(Stage::Read)
        } else if self.language != other.language
            || self.pos_removal != other.pos_removal
            || self.case != other.case
            || self.stop_words != other.stop_words
            || self.stop_words_add != other.stop_words_add
            || self.stem != other.stem
        {
            Some(Stage::Normalize)
        } else if self.width != other.width
            || self.step != other.step
            || self.hash != other.hash
            || self.modulo != other.modulo
            || self.sketch() != other.sketch()
            || self.verifies() != other.verifies()
            || self.preset.is_some() != other.preset.is_some()
        {
            Some(Stage::Sketch)
        } else if (self.leaves_out() || other.leaves_out())
            && (self.common != other.common || self.template != other.template)
        {
            Some(Stage::LeaveOut)
        } else if self.measure != other.measure
            || self.threshold != other.threshold
            || self.above != other.above
        {
            Some(Stage::Join)
        } else if self == other {
            None
        } else {
            // A parameter that has no effect beside the others or on clusters alone, or the name of the preset.
            Some(Stage::Label)
        }
    }
}

/// The stages of the pipeline in their order: what must run again runs from here on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// Bytes to words.
    Read,
    /// Words to canonical words.
    Normalize,
    /// Canonical words to kept shingles.
    Sketch,
    /// Kept shingles to those that count.
    LeaveOut,
    /// Those to ranked pairs.
    Join,
    /// Nothing is computed again but clusters: their linkage changed, the name of the preset, or what has no effect beside
    /// the other parameters.
    Label,
}

macro_rules! words_of {
    ($type:ty { $($variant:ident = $word:literal),+ $(,)? }) => {
        impl $type {
            /// Every value with the word that names it everywhere.
            pub const ALL: &'static [(&'static str, Self)] = &[$(($word, Self::$variant)),+];

            /// The word that names this value everywhere.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

words_of!(Words { Unicode = "unicode", Spaces = "spaces", Phpir = "phpir", Node = "node" });
words_of!(PosRemoval { On = "on", Off = "off" });
words_of!(Case { Unicode = "unicode", Ascii = "ascii", Keep = "keep" });
words_of!(Stem { On = "on", Off = "off" });
words_of!(HashKind { Wide = "wide", Crc32 = "crc32", Md5First28 = "md5-28" });
words_of!(Measure {
    Jaccard = "jaccard",
    Dice = "dice",
    Containment = "containment",
    Overlap = "overlap",
    PerWord = "per-word",
});
words_of!(Above { AtLeast = "at-least", Strictly = "strictly" });
words_of!(Linkage { Single = "single", Average = "average", Complete = "complete" });
words_of!(SketchKind {
    Modulo = "modulo",
    MinHash = "minhash",
    SuperShingle = "supershingle",
    MegaShingle = "megashingle",
});
words_of!(Family { Fast = "fast", Md5 = "md5" });
words_of!(Verify { On = "on", Off = "off" });
words_of!(Preset {
    Phpir = "phpir",
    PhpShingles = "php-shingles",
    MinHash84 = "minhash84",
    Node = "node",
});

impl fmt::Display for LanguageChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.write_str("auto"),
            Self::Fixed(language) => f.write_str(language.code()),
        }
    }
}

impl fmt::Display for StopWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::On => f.write_str("on"),
            Self::Off => f.write_str("off"),
            Self::PhpShingles => f.write_str("php-shingles"),
            Self::List(list) => f.write_str(&list.name),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{LanguageChoice, Linkage, Params, Preset};
    use crate::base::ratio::Ratio;
    use crate::compare::measure::Above;
    use crate::text::decode::Charset;
    use crate::text::language::Language;
    use crate::text::normalize::WordList;

    #[test]
    fn a_sketch_brings_its_threshold_where_none_was_named() {
        use super::SketchKind::{MegaShingle, MinHash, Modulo, SuperShingle};
        let mut params = Params::defaults();
        for (sketch, threshold) in [
            (MinHash, Ratio::new(1, 5)),
            (SuperShingle, Ratio::new(2, 6)),
            (MegaShingle, Ratio::new(1, 15)),
            (Modulo, Ratio::new(1, 5)),
        ] {
            params.take_sketch(sketch);
            assert_eq!((params.sketch, params.threshold), (sketch, threshold));
        }
        params.threshold = Ratio::new(1, 2);
        params.take_sketch(SuperShingle);
        assert_eq!(params.threshold, Ratio::new(1, 2), "one that was named stays");
        let phpir = Params::preset(Preset::Phpir);
        let mut params = phpir.clone();
        params.take_sketch(SuperShingle);
        assert_eq!(params.threshold, Ratio::new(2, 6));
        assert_eq!(params.above, Above::AtLeast);
        params.take_sketch(Modulo);
        assert_eq!(params, phpir);
    }

    #[test]
    fn a_preset_is_changed_by_what_it_names_and_by_nothing_else() {
        assert!(!Params::defaults().is_preset_changed());
        assert!(!Params { width: 7, ..Params::defaults() }.is_preset_changed());
        for (_, preset) in Preset::ALL {
            let params = Params::preset(*preset);
            assert!(!params.is_preset_changed());
            let words = ["the".to_string()].into_iter().collect();
            let beside = Params {
                encoding: Charset::from_label("koi8-r"),
                linkage: Linkage::Complete,
                stop_words_add: Some(Arc::new(WordList { name: "mine.txt".into(), words })),
                ..params.clone()
            };
            assert!(beside.encoding.is_some());
            assert!(!beside.is_preset_changed());
            let german = Language::from_code("de").map(LanguageChoice::Fixed).unwrap();
            assert!(Params { width: 7, ..beside }.is_preset_changed());
            assert!(Params { language: german, ..params.clone() }.is_preset_changed());
            assert!(Params { threshold: Ratio::ONE, ..params.clone() }.is_preset_changed());
        }
    }
}
