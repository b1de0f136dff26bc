//! The table of all parameters of a run: for each its name, its field in [`Params`], the stage that depends on it, whether
//! presets set it, its values, and the help of its option. The command line, config files, JSON, sketch files, visits and
//! the screen are made from it. When one decides nothing is in `inactive`.

use std::ffi::OsString;

use serde_json::Value;

use super::values::{NoFiles, ParameterValue, Reading, ValueError, ValueFiles, Values, from_json};
use super::{MODULO_RANGE, PASSAGE_RANGE, Params, Preset, Stage, StopWords, Verify, WIDTH_RANGE};
use crate::compare::{Above, Measure};
use crate::shingle::{Family, HashKind, SketchKind, minhash::FUNCTIONS_RANGE};
use crate::text::{Case, Confusables, PosRemoval, Stem, Words};

/// A row of the table.
struct Definition {
    name: &'static str,
    stage: Stage,
    is_of_presets: bool,
    values: Values,
    help: &'static [&'static str],
}

/// Whether presets set a parameter. The others keep their value under any preset.
const BY_PRESETS: bool = true;
const BY_ITSELF: bool = false;

macro_rules! parameters {
    ($(#[$of_enum:meta])* $vis:vis enum $type:ident { $(
        $(#[doc = $help:literal])+
        $variant:ident $field:ident ($name:literal, $stage:ident, $presets:ident, $values:expr),
    )+ }) => {
        $(#[$of_enum])*
        $vis enum $type {
            $(#[doc = concat!("`--", $name, "`.")] $variant,)+
        }

        impl $type {
            /// All of them, in the order of the stages.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            const fn definition(self) -> &'static Definition {
                const TABLE: &[Definition] = &[$(Definition {
                    name: $name,
                    stage: Stage::$stage,
                    is_of_presets: $presets,
                    values: $values,
                    help: &[$($help),+],
                }),+];
                &TABLE[self as usize]
            }

            /// Whether the two have different values for it.
            pub fn differs(self, one: &Params, other: &Params) -> bool {
                // Every field is named, so the compiler reports a field that is missing here.
                let Params { $($field),+ } = one;
                match self { $(Self::$variant => *$field != other.$field),+ }
            }

            /// Copies its value from `from` to `params`.
            pub fn copy(self, params: &mut Params, from: &Params) {
                match self { $(Self::$variant => params.$field.clone_from(&from.$field)),+ }
            }

            /// Sets its value, and no other, to that of these texts: what stands behind its option.
            ///
            /// # Errors
            /// One sentence: what is expected.
            pub fn set(
                self,
                params: &mut Params,
                texts: &[OsString],
                files: &dyn ValueFiles,
            ) -> Result<(), ValueError> {
                let with = self.reading(params, files);
                match self {
                    $(Self::$variant => {
                        let value = ParameterValue::read(texts, &with)?;
                        params.$field = value;
                    })+
                }
                Ok(())
            }

            /// Sets its value to that which [`Self::saved`] or a result has.
            ///
            /// # Errors
            /// One sentence: what is expected.
            pub fn set_json(
                self,
                params: &mut Params,
                json: &Value,
                files: &dyn ValueFiles,
            ) -> Result<(), ValueError> {
                let with = self.reading(params, files);
                match self {
                    $(Self::$variant => {
                        let value = from_json(json, &with)?;
                        params.$field = value;
                    })+
                }
                Ok(())
            }

            /// The texts that stand behind its option for its value. None for no value.
            pub fn texts(self, params: &Params) -> Vec<String> {
                match self { $(Self::$variant => params.$field.texts()),+ }
            }

            /// Its value as JSON.
            pub(super) fn json(self, params: &Params) -> Value {
                match self { $(Self::$variant => params.$field.json()),+ }
            }

            /// Its value as JSON that [`Self::set_json`] reads as exactly this value without any file, but for templates and
            /// phrases.
            pub fn saved(self, params: &Params) -> Value {
                match self { $(Self::$variant => params.$field.saved()),+ }
            }
        }
    };
}

parameters! {
    /// A parameter of a run: a field of [`Params`].
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Parameter {
        /// Encoding of every file (utf-8, windows-1251, koi8-r, …) [default: detected per file]
        Encoding encoding ("encoding", Read, BY_ITSELF, Values::Text("LABEL")),
        /// Make each record of a file a document, named `file:line` [default: off]
        ///
        /// off: each file is one. lines: each line. jsonl:FIELD: this field of the object on each line; `user.text` names a field
        /// in a field. csv:COLUMN: this column of each row; the first row names them, and , ; or a tab separates them. Files
        /// packed by gzip are unpacked. In compare and query, `FILE:LINE` names a record.
        Records records ("records", Read, BY_ITSELF, Values::Text("RECORDS")),
        /// Language of every document: auto (detected), or an ISO 639-1 code such as en [default: auto]
        Language language ("language", Normalize, BY_PRESETS, Values::Text("CODE")),
        /// How texts are cut into words [default: unicode]
        ///
        /// unicode: by the Unicode standard, scripts without spaces by a dictionary; characters are normalised. spaces, phpir,
        /// node: as three published systems cut them; only letter case is normalised.
        Words words ("words", Read, BY_PRESETS, Values::Names(Words::NAMES)),
        /// Leave out English words by their part of speech, and count plural nouns in the singular [default: off]
        ///
        /// These are adjectives, conjunctions, prepositions, interjections, determiners and the `to` before a verb. A Brill
        /// tagger finds them. Documents in other languages stay as they are.
        PosRemoval pos_removal ("pos-removal", Normalize, BY_PRESETS, Values::Names(PosRemoval::NAMES)),
        /// Which letters count the same in capitals: all (unicode), only A to Z (ascii), or none (keep) [default: unicode]
        Case case ("case", Normalize, BY_PRESETS, Values::Names(Case::NAMES)),
        /// Whether look-alike letters count as the same in words that mix Latin, Cyrillic and Greek [default: off]
        ///
        /// on: they become letters of the script that most of the word is written in. The number of such words in a document is
        /// reported either way.
        Confusables confusables ("confusables", Normalize, BY_PRESETS, Values::Names(Confusables::NAMES)),
        /// What becomes of stop words; or a file with one word a line, which are dropped [default: inside]
        ///
        /// inside: those of the language's short list are kept, but no shingle begins with one. on: they are dropped. off: none
        /// counts as one. php-shingles: the 26 Russian words of a published system are dropped.
        StopWords stop_words (
            "stop-words", Normalize, BY_PRESETS,
            Values::File("inside|on|off|php-shingles|FILE", StopWords::NAMES)
        ),
        /// A file with more stop words, one a line
        StopWordsAdd stop_words_add ("stop-words-add", Normalize, BY_ITSELF, Values::File("FILE", &[])),
        /// Reduce words to their stems, where the language has a stemmer [default: on]
        Stem stem ("stem", Normalize, BY_PRESETS, Values::Names(Stem::NAMES)),
        /// Words in a shingle, 1 to 50 [default: 3]
        Width width ("width", Sketch, BY_PRESETS, Values::Number("W", WIDTH_RANGE)),
        /// Words by which the window moves, 1 (shingles overlap) to the width (they do not) [default: 1]
        Step step ("step", Sketch, BY_PRESETS, Values::Number("S", WIDTH_RANGE)),
        /// The hash by which --modulo samples shingles [default: wide]
        ///
        /// It decides which shingles a modulo above 1 keeps, never which are equal.
        Hash hash ("hash", Sketch, BY_PRESETS, Values::Names(HashKind::NAMES)),
        /// Keep only shingles whose hash is divisible by M, 1 to 1000000; 1 keeps all [default: 1]
        Modulo modulo ("modulo", Sketch, BY_PRESETS, Values::Number("M", MODULO_RANGE)),
        /// What represents a document when it is compared [default: modulo]
        ///
        /// modulo: its kept shingles; scores are counted. minhash: the smallest kept shingle under each hash function; the score
        /// is the share of functions that agree, and estimates the resemblance. supershingle: six hashes of fourteen such
        /// shingles each. megashingle: the fifteen pairs of these six. The score of the last two is the share that agrees; their
        /// default thresholds are 2/6 and 1/15.
        Sketch sketch ("sketch", Sketch, BY_PRESETS, Values::Names(SketchKind::NAMES)),
        /// Hash functions of --sketch minhash, 1 to 1024 [default: 84]
        Functions functions ("functions", Sketch, BY_PRESETS, Values::Number("F", FUNCTIONS_RANGE)),
        /// How these functions are made [default: fast]
        ///
        /// fast: multiples of the shingle's 64-bit key. md5: eight hex digits each of the MD5 of a number and the shingle's words;
        /// hundreds of times slower, but reproducible with md5sum.
        Family family ("family", Sketch, BY_PRESETS, Values::Names(Family::NAMES)),
        /// Count the shared shingles of pairs whose sketches agree, and drop pairs whose measure misses the threshold [default: on]
        Verify verify ("verify", Sketch, BY_PRESETS, Values::Names(Verify::NAMES)),
        /// Leave out shingles that more than this share of the documents contain, 0 to 1 or 0% to 100% [default: off]
        ///
        /// auto: those that stand in many groups of similar texts, at least twelve. A shingle that fewer than three documents
        /// contain always stays.
        Common common ("common", LeaveOut, BY_ITSELF, Values::Share("P|auto|off")),
        /// Leave out the shingles of these files; off: of none [default: off]
        ///
        /// Put it after the folder or the files to compare, because it takes every name that follows.
        Template template ("template", LeaveOut, BY_ITSELF, Values::Files),
        /// Leave out the shingles of a list of phrases [default: own on the screen, else off]
        ///
        /// own: those that the screen keeps for the folder. FILE: a list of yours, a line such as {"phrase":"all rights reserved"} each. off: none.
        Phrases phrases ("phrases", LeaveOut, BY_ITSELF, Values::File("own|off|FILE", &["own", "off"])),
        /// List only the pairs of a document in A with one in B; `.` is all documents [default: . .]
        ///
        /// A and B are folders or globs, as in a .gitignore of the folder: `--between new archive` lists what is in new and in
        /// archive, not what is twice in new. It leaves pairs out, not documents: no count and no score changes.
        Between between ("between", Join, BY_ITSELF, Values::Sides(["A", "B"])),
        /// List no pairs of documents in one directory, or of one author [default: off]
        ///
        /// off: list them all. directory: none of two documents in the same directory. PATTERN: none where {} matches the same,
        /// such as the author in `students/{}/` or in `{}-*.txt`. It leaves pairs out, not documents.
        SkipSame skip_same ("skip-same", Join, BY_ITSELF, Values::Text("off|directory|PATTERN")),
        /// List only pairs with a newer document: none of two that are both older than DATE [default: off]
        ///
        /// DATE is a day such as 2026-11-16, or the first day of 2026-11 or of 2026. A document's date is the later of those that
        /// its file states, made or changed, such as in front matter; where it states none, the day on which the file was last
        /// changed, in UTC. A document without a date counts as new. It leaves pairs out, not documents.
        SkipOlder skip_older ("skip-older", Join, BY_ITSELF, Values::Text("off|DATE")),
        /// How a pair is scored [default: containment]
        ///
        /// Here a, b and both are numbers of shingles. jaccard: both / (a + b - both). dice: 2 * both / (a + b). containment: both /
        /// a. overlap: both / the smaller of a and b. per-word: both * M / words of a with modulo M, at most 1. In compare, a is
        /// the first file; in query the query; in scan whichever scores higher. So the containment of scan equals overlap.
        Measure measure ("measure", Join, BY_PRESETS, Values::Names(Measure::NAMES)),
        /// The score that a pair must reach: 0 to 1, 0% to 100%, or a fraction such as 2/6 [default: 0.2]
        Threshold threshold ("threshold", Join, BY_PRESETS, Values::Share("T")),
        /// Whether a score equal to the threshold counts [default: at-least]
        Above above ("above", Join, BY_PRESETS, Values::Names(Above::NAMES)),
        /// List the pairs that share a passage of N words, whatever their score [default: off]
        ///
        /// These are the passages that compare shows. A pair is looked at if it shares one kept shingle for every ten words of N
        /// that at most ten texts have; what more have is boilerplate. The threshold decides nothing then.
        Passage passage ("passage", Join, BY_ITSELF, Values::Number("N|off", PASSAGE_RANGE)),
        /// Start from the parameters of a published system
        Preset preset ("preset", Sketch, BY_PRESETS, Values::Names(Preset::NAMES)),
    }
}

impl Parameter {
    fn reading<'a>(self, params: &'a Params, files: &'a dyn ValueFiles) -> Reading<'a> {
        Reading { name: self.name(), values: self.values(), params, files }
    }

    /// Its name. With two hyphens before it, it is the option; the config file, JSON and the documents use it as it is.
    pub const fn name(self) -> &'static str {
        self.definition().name
    }

    /// The letter that stands for its name on the command line and where values are typed.
    pub const fn letter(self) -> Option<char> {
        match self {
            Self::Width => Some('w'),
            Self::Modulo => Some('m'),
            Self::Threshold => Some('t'),
            _ => None,
        }
    }

    /// The parameter with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|parameter| parameter.name() == name)
    }

    /// Which values it has.
    pub const fn values(self) -> &'static Values {
        &self.definition().values
    }

    /// Whether these texts are a value, as far as that can be known without reading a file.
    ///
    /// # Errors
    /// One sentence: what is expected.
    pub fn check(self, texts: &[OsString]) -> Result<(), ValueError> {
        match self.values() {
            Values::File(..) | Values::Files => Ok(()),
            _ => self.set(&mut Params::defaults(), texts, &NoFiles),
        }
    }

    /// The help of its option, in lines. An empty one ends the paragraph that `-h` shows.
    pub const fn help(self) -> &'static [&'static str] {
        self.definition().help
    }

    /// The first stage whose output depends on it, provided that it decides something.
    pub const fn stage(self) -> Stage {
        self.definition().stage
    }

    /// The first stage whose output depends on the difference between two of its values.
    pub(super) fn stage_between(self, one: &Params, other: &Params) -> Stage {
        let is_idle = match self {
            // All presets treat short documents alike.
            Self::Preset => one.preset.is_some() == other.preset.is_some(),
            // Explanations show them, even where the result does not depend on them.
            Self::Hash | Self::Measure => false,
            _ => !self.is_active(one) && !self.is_active(other),
        };
        if is_idle { Stage::Label } else { self.stage() }
    }

    /// Whether a sketch file holds its value. It does for all parameters before [`Stage::LeaveOut`], because sketches
    /// depend on them.
    pub fn is_in_sketch_files(self) -> bool {
        self.stage() <= Stage::Sketch
    }

    /// Whether it is a rule, which leaves pairs out whatever their documents hold.
    pub const fn is_rule(self) -> bool {
        matches!(self, Self::Between | Self::SkipSame | Self::SkipOlder)
    }

    /// Whether presets set it. The others keep their value under any preset.
    pub const fn is_of_presets(self) -> bool {
        self.definition().is_of_presets
    }

    /// Sets it as a user does: a preset brings all parameters that presets set, and a sketch its default threshold.
    ///
    /// # Errors
    /// As [`Self::set`].
    pub fn choose(
        self,
        params: &mut Params,
        texts: &[OsString],
        files: &dyn ValueFiles,
    ) -> Result<(), ValueError> {
        let sketch = params.sketch;
        self.set(params, texts, files)?;
        match self {
            Self::Preset => *params = params.with_preset(params.preset),
            Self::Sketch => {
                let chosen = std::mem::replace(&mut params.sketch, sketch);
                params.set_sketch(chosen);
            }
            _ => {}
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::Parameter;
    use crate::pipeline::parameters::{Params, Preset};

    #[test]
    fn every_parameter_is_found_by_its_name() {
        let names: BTreeSet<&str> = Parameter::ALL.iter().map(|one| one.name()).collect();
        assert_eq!(names.len(), Parameter::ALL.len());
        for parameter in Parameter::ALL {
            assert_eq!(Parameter::from_name(parameter.name()), Some(*parameter));
        }
        assert_eq!(Parameter::from_name("widht"), None);
    }

    #[test]
    fn a_preset_sets_nothing_but_what_is_of_presets() {
        let defaults = Params::defaults();
        for (name, preset) in Preset::ALL {
            let params = Params::preset(*preset);
            for parameter in Parameter::ALL.iter().filter(|one| one.differs(&defaults, &params)) {
                assert!(parameter.is_of_presets(), "{name} sets {parameter:?}");
            }
        }
    }

    #[test]
    fn what_is_taken_is_the_same_and_nothing_else_is() {
        let (defaults, node) = (Params::defaults(), Params::preset(Preset::Node));
        let mut params = defaults.clone();
        for parameter in Parameter::ALL {
            let before = params.clone();
            parameter.copy(&mut params, &node);
            assert!(!parameter.differs(&params, &node));
            let others = Parameter::ALL.iter().filter(|one| one.differs(&before, &params));
            assert!(others.into_iter().all(|one| one == parameter));
        }
        assert_eq!(params, node);
    }
}
