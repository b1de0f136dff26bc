//! The table of all parameters: name, field of [`Params`], stage, values, help, and if presets set them. The command
//! line, config files, JSON, sketch files, visits and the screen use it.

use std::{ffi::OsString, sync::Arc};

use serde::Deserialize;
use serde_json::Value;

use super::values::{
    ParameterValue, ValueContext, ValueError, ValueFiles, Values, texts_from_json,
};
use super::{MODULO_RANGE, PASSAGE_RANGE, Params, Preset, Stage, StopWords, Verify, WIDTH_RANGE};
use crate::compare::{Above, Measure};
use crate::shingle::{Family, HashKind, SketchKind, minhash::FUNCTIONS_RANGE};
use crate::text::{Accents, Case, Confusables, PosRemoval, Stem, WordList, Words};

struct Definition {
    name: &'static str,
    stage: Stage,
    is_of_presets: bool,
    values: Values,
    help: &'static [&'static str],
}

/// True if presets set the parameter. Other parameters have the same value under any preset.
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
            /// The parameters in the order of the stages.
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

            pub fn is_changed(self, one: &Params, other: &Params) -> bool {
                // Names every field, so that the compiler reports a field without a parameter.
                let Params { $($field),+ } = one;
                match self { $(Self::$variant => *$field != other.$field),+ }
            }

            pub fn copy_value(self, params: &mut Params, from: &Params) {
                match self { $(Self::$variant => params.$field.clone_from(&from.$field)),+ }
            }

            /// Sets the value of this parameter only, from the texts of its option. `None` reads no files.
            fn set_from_texts(
                self,
                params: &mut Params,
                texts: &[OsString],
                files: Option<&dyn ValueFiles>,
            ) -> Result<(), ValueError> {
                let with = self.value_context(params, files);
                match self {
                    $(Self::$variant => {
                        let value = ParameterValue::read_value(texts, &with)?;
                        params.$field = value;
                    })+
                }
                Ok(())
            }

            /// Returns the texts with which its option would set the value. Empty for no value.
            pub fn value_texts(self, params: &Params) -> Vec<String> {
                match self { $(Self::$variant => params.$field.value_texts()),+ }
            }

            pub(super) fn value_json(self, params: &Params) -> Value {
                match self { $(Self::$variant => params.$field.value_json()),+ }
            }
        }
    };
}

parameters! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Parameter {
        /// Set the encoding of every file, such as utf-8, windows-1251 or koi8-r
        Encoding encoding ("encoding", Read, BY_ITSELF, Values::Text("LABEL")),
        /// Split files into records; each record is a document named `file:line`
        ///
        /// lines: each line. jsonl:FIELD: this field of the object on each line, or of each object of an array, whose
        /// number then stands for the line; `user.text` names a nested field, `messages.content` joins the texts of a
        /// list. csv:COLUMN: this column of each row; the first row names the columns, and , ; or a tab separates them.
        /// Files may be gzip or zstd.
        Records records ("records", Read, BY_ITSELF, Values::Text("RECORDS")),
        /// Language for stop words and stemming: auto (detected), or an ISO 639-1 code such as en
        Language language ("language", Normalize, BY_PRESETS, Values::Text("CODE")),
        /// Rule that splits texts into words
        ///
        /// unicode: the Unicode standard, with a dictionary for scripts without spaces and normalised characters.
        /// spaces, phpir, node: the rules of three published systems, with normalised case only.
        Words words ("words", Read, BY_PRESETS, Values::Names(Words::NAMES)),
        /// Ignore English words by part of speech, and count plural nouns in the singular
        ///
        /// Ignored are adjectives, conjunctions, prepositions, interjections, determiners and the `to` before a verb,
        /// as tagged by a Brill tagger. Documents in other languages are unchanged.
        PosRemoval pos_removal ("pos-removal", Normalize, BY_PRESETS, Values::Names(PosRemoval::NAMES)),
        /// Ignore letter case: unicode (all letters), ascii (only A to Z), or keep (distinguish case)
        Case case ("case", Normalize, BY_PRESETS, Values::Names(Case::NAMES)),
        /// Treat look-alike letters as equal in words that mix Latin, Cyrillic and Greek
        ///
        /// on: look-alikes become letters of the script of the language, or else of the main script of the word. Struck
        /// and underlined letters always count as the letters.
        Confusables confusables ("confusables", Normalize, BY_PRESETS, Values::Names(Confusables::NAMES)),
        /// Distinguish or ignore the accents and strokes of Latin letters
        ///
        /// ignored: `é` counts as `e`, and `đ` as `d`, so that texts match in which they are omitted.
        Accents accents ("accents", Normalize, BY_PRESETS, Values::Names(Accents::NAMES)),
        /// Treatment of stop words, or a file of words to drop, one per line
        ///
        /// inside: retain stop words of the language, but start no shingle with a stop word. on: drop stop words. off:
        /// treat stop words like other words. php-shingles: drop the 26 Russian words of a published system.
        StopWords stop_words (
            "stop-words", Normalize, BY_PRESETS,
            Values::File("inside|on|off|php-shingles|FILE", StopWords::NAMES)
        ),
        /// Read more stop words from FILE, one per line
        StopWordsAdd stop_words_add ("stop-words-add", Normalize, BY_ITSELF, Values::File("FILE", &[])),
        /// Reduce words to their stems if the language has a stemmer
        Stem stem ("stem", Normalize, BY_PRESETS, Values::Names(Stem::NAMES)),
        /// Words per shingle, 1 to 50
        Width width ("width", Sketch, BY_PRESETS, Values::Number("W", WIDTH_RANGE)),
        /// Words from one shingle to the next, 1 to the width; at the width shingles do not overlap
        Step step ("step", Sketch, BY_PRESETS, Values::Number("S", WIDTH_RANGE)),
        /// Hash that --modulo samples shingles by
        ///
        /// The hash selects the sample of a modulo above 1. Equality of shingles does not depend on this hash.
        Hash hash ("hash", Sketch, BY_PRESETS, Values::Names(HashKind::NAMES)),
        /// Keep only shingles whose hash is divisible by M, 1 to 1000000; 1 keeps all
        Modulo modulo ("modulo", Sketch, BY_PRESETS, Values::Number("M", MODULO_RANGE)),
        /// Sketch that represents a document in comparisons
        ///
        /// modulo: the sampled shingles, with counted scores. minhash: the smallest sampled shingle under each hash
        /// function; the score is the share of functions that agree, an estimate of the resemblance. supershingle: six
        /// hashes of fourteen minima each. megashingle: the fifteen pairs of supershingles. Scores of supershingle and
        /// megashingle are the share that agrees; their default thresholds are 2/6 and 1/15.
        Sketch sketch ("sketch", Sketch, BY_PRESETS, Values::Names(SketchKind::NAMES)),
        /// Number of hash functions of --sketch minhash, 1 to 1024
        Functions functions ("functions", Sketch, BY_PRESETS, Values::Number("F", FUNCTIONS_RANGE)),
        /// Family of the hash functions of --sketch minhash
        ///
        /// fast: multiples of the 64-bit key of a shingle. md5: eight hex digits of the MD5 of a number and the words
        /// of the shingle; hundreds of times slower, but reproducible with md5sum.
        Family family ("family", Sketch, BY_PRESETS, Values::Names(Family::NAMES)),
        /// Count shared shingles of pairs with equal sketches, and drop pairs below the threshold
        Verify verify ("verify", Sketch, BY_PRESETS, Values::Names(Verify::NAMES)),
        /// Ignore shingles that more than this share of the documents contain, 0 to 1 or 0% to 100%
        ///
        /// auto: ignore shingles in many groups of similar texts, at least twelve. A shingle in fewer than three
        /// documents always counts.
        Common common ("common", Ignore, BY_ITSELF, Values::Share("P|auto|off")),
        /// Ignore the shingles of these files, such as a form; off: ignore no file
        ///
        /// Put this option after the folder or the files to compare, because it takes every following name.
        Template template ("template", Ignore, BY_ITSELF, Values::Files),
        /// Ignore the shingles of a list of phrases
        ///
        /// own: the list that the screen saves for the folder. FILE: your list, with lines such as {"phrase":"all
        /// rights reserved"}. off: no list.
        Phrases phrases ("phrases", Ignore, BY_ITSELF, Values::File("own|off|FILE", &["own", "off"])),
        /// List only pairs of a document in A and a document in B; `.` means all documents
        ///
        /// A and B are folders or globs, as in a .gitignore of the folder. `--between new archive` hides pairs inside
        /// new. The option hides pairs, not documents, so counts and scores do not change.
        Between between ("between", Join, BY_ITSELF, Values::Sides(["A", "B"])),
        /// Hide pairs of documents in the same directory, or by the same author
        ///
        /// off: list all pairs. directory: hide pairs in the same directory. PATTERN: hide pairs for which {} matches
        /// the same text, such as the author in `students/{}/` or in `{}-*.txt`.
        SkipSame skip_same ("skip-same", Join, BY_ITSELF, Values::Text("off|directory|PATTERN")),
        /// Hide pairs of two documents that are both older than DATE
        ///
        /// DATE is a day such as 2026-11-16, a month such as 2026-11, or a year; a month or year means its first day.
        /// The date of a document is the later date that the file states, made or changed, such as in front matter.
        /// Otherwise the date is the last change of the file in UTC. A document without a date counts as new.
        SkipOlder skip_older ("skip-older", Join, BY_ITSELF, Values::Text("off|DATE")),
        /// Formula for the score of a pair
        ///
        /// Here a, b and both are numbers of shingles. jaccard: both / (a + b - both). dice: 2 * both / (a + b).
        /// containment: both / a. overlap: both / the smaller of a and b. per-word: both * M / words of a with modulo
        /// M, at most 1. In compare, a is the first file; in query, the query; in scan, the document with the higher
        /// score. So the containment of scan equals overlap.
        Measure measure ("measure", Join, BY_PRESETS, Values::Names(Measure::NAMES)),
        /// List pairs with at least this score: 0 to 1, 0% to 100%, or a fraction such as 2/6
        Threshold threshold ("threshold", Join, BY_PRESETS, Values::Share("T")),
        /// Pass scores at the threshold (at-least) or only higher scores (strictly)
        Above above ("above", Join, BY_PRESETS, Values::Names(Above::NAMES)),
        /// List pairs that share a passage of N words, at any score
        ///
        /// The passages are like those of compare. shingle checks a pair if both texts share a sampled shingle for
        /// every ten words of N, within N words. Only shingles in fewer than twelve texts count, because others are
        /// boilerplate. A pair with a resemblance of 80 % is checked in any case. The threshold then has no effect.
        Passage passage ("passage", Join, BY_ITSELF, Values::Number("N|off", PASSAGE_RANGE)),
        /// Use the parameters of a published system as defaults
        Preset preset ("preset", Sketch, BY_PRESETS, Values::Names(Preset::NAMES)),
    }
}

impl Parameter {
    fn value_context<'a>(
        self,
        params: &'a Params,
        files: Option<&'a dyn ValueFiles>,
    ) -> ValueContext<'a> {
        ValueContext { name: self.name(), values: self.values(), params, files }
    }

    /// Sets the value from JSON of [`Self::saved_json`] or of a result.
    pub fn set_from_json(self, params: &mut Params, json: &Value) -> Result<(), ValueError> {
        if !json.is_object() {
            let texts = texts_from_json(json).ok_or("no such value")?;
            return self.set_from_texts(params, &texts, None);
        }
        let list = WordList::deserialize(json).map_err(|error| ValueError(error.to_string()))?;
        match self {
            Self::StopWords => params.stop_words = StopWords::List(Arc::new(list)),
            Self::StopWordsAdd => params.stop_words_add = Some(Arc::new(list)),
            _ => return Err("no such value".into()),
        }
        Ok(())
    }

    /// Returns JSON from which [`Self::set_from_json`] sets exactly this value. Lists contain their words, so only
    /// templates and phrases need files.
    pub fn saved_json(self, params: &Params) -> Value {
        match (self, &params.stop_words, &params.stop_words_add) {
            (Self::StopWords, StopWords::List(list), _) | (Self::StopWordsAdd, _, Some(list)) => {
                serde_json::to_value(&**list).unwrap_or(Value::Null)
            }
            _ => match self.value_json(params) {
                // A float is not exact for every ratio.
                Value::Number(number) if number.is_f64() => {
                    self.value_texts(params).concat().into()
                }
                json => json,
            },
        }
    }

    /// Returns the name in the config file, in JSON and in documents. The option has two hyphens before it.
    pub const fn name(self) -> &'static str {
        self.definition().name
    }

    /// Returns the one-letter name of the option, if any.
    pub const fn option_letter(self) -> Option<char> {
        match self {
            Self::Width => Some('w'),
            Self::Modulo => Some('m'),
            Self::Threshold => Some('t'),
            _ => None,
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|parameter| parameter.name() == name)
    }

    pub const fn values(self) -> &'static Values {
        &self.definition().values
    }

    /// Checks that the texts are a valid value, as far as possible without reading a file.
    pub fn check(self, texts: &[OsString]) -> Result<(), ValueError> {
        match self.values() {
            Values::File(..) | Values::Files => Ok(()),
            _ => self.set_from_texts(&mut Params::defaults(), texts, None),
        }
    }

    /// Returns the lines of help of the option. `-h` shows them up to the first empty line.
    pub const fn help(self) -> &'static [&'static str] {
        self.definition().help
    }

    /// Returns the first stage whose output depends on the parameter.
    pub const fn stage(self) -> Stage {
        self.definition().stage
    }

    /// Returns the first stage whose output changes between two values.
    pub(super) fn stage_between(self, one: &Params, other: &Params) -> Stage {
        let is_idle = match self {
            // Only the presence of a preset matters: every preset treats short documents the same way.
            Self::Preset => one.preset.is_some() == other.preset.is_some(),
            // Explanations show these values even if the result does not depend on them.
            Self::Hash | Self::Measure => false,
            _ => !self.is_active(one) && !self.is_active(other),
        };
        if is_idle { Stage::ClustersOnly } else { self.stage() }
    }

    /// Returns true if sketch files store the value, because sketches depend on it.
    pub fn is_in_sketch_files(self) -> bool {
        self.stage() <= Stage::Sketch
    }

    /// Returns true for a rule that hides pairs by names and dates of documents.
    pub const fn is_rule(self) -> bool {
        matches!(self, Self::Between | Self::SkipSame | Self::SkipOlder)
    }

    pub const fn is_set_by_presets(self) -> bool {
        self.definition().is_of_presets
    }

    /// Sets the value as if a user chose it: a preset also sets other parameters, and a sketch its default threshold.
    pub fn set_like_user(
        self,
        params: &mut Params,
        texts: &[OsString],
        files: &dyn ValueFiles,
    ) -> Result<(), ValueError> {
        let sketch = params.sketch;
        self.set_from_texts(params, texts, Some(files))?;
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

    use super::Parameter;
    use crate::pipeline::parameters::{Params, Preset};

    #[test]
    fn a_preset_sets_nothing_but_what_is_of_presets() {
        let defaults = Params::defaults();
        for (name, preset) in Preset::ALL {
            let params = Params::from_preset(*preset);
            for parameter in Parameter::ALL.iter().filter(|one| one.is_changed(&defaults, &params))
            {
                assert!(parameter.is_set_by_presets(), "{name} sets {parameter:?}");
            }
        }
    }

    #[test]
    fn what_is_taken_is_the_same_and_nothing_else_is() {
        let (defaults, node) = (Params::defaults(), Params::from_preset(Preset::Node));
        let mut params = defaults.clone();
        for parameter in Parameter::ALL {
            let before = params.clone();
            parameter.copy_value(&mut params, &node);
            assert!(!parameter.is_changed(&params, &node));
            let others = Parameter::ALL.iter().filter(|one| one.is_changed(&before, &params));
            assert!(others.into_iter().all(|one| one == parameter));
        }
        assert_eq!(params, node);
    }
}
