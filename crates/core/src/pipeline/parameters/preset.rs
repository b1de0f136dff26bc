//! The parameters of published systems, and the default threshold of each sketch.

use crate::compare::{Above, Measure};
use crate::pipeline::parameters::{Params, Preset, StopWords};
use crate::shingle::{HashKind, SketchKind, minhash::FUNCTIONS};
use crate::text::{Case, PosRemoval, Stem, Words};
use crate::{pipeline::Parameter, pipeline::Task};
use base::ratio::Ratio;

impl Params {
    /// Returns the parameters of a system, or the defaults of those that it does not specify.
    pub fn from_preset(preset: Preset) -> Self {
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
                params.stop_words = StopWords::On;
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
            Preset::Broder => {
                params.stop_words = StopWords::Off;
                params.width = 4;
                params.sketch = SketchKind::MinHash;
                params.functions = 200;
                params.measure = Measure::Jaccard;
                params.threshold = Ratio::new(1, 2);
            }
        }
        params
    }

    /// Returns the defaults of a task. `dedup` compares words as written, by resemblance: a record contained in a
    /// longer one is no repeat.
    pub fn defaults_for_task(task: Task) -> Self {
        let defaults = Self::defaults();
        if task != Task::Dedup {
            return defaults;
        }
        Self {
            stop_words: StopWords::Off,
            stem: Stem::Off,
            measure: Measure::Jaccard,
            threshold: Ratio::new(9, 20),
            ..defaults
        }
    }

    #[must_use]
    pub fn defaults_of_preset(&self) -> Self {
        self.preset.map_or_else(Self::defaults, Self::from_preset)
    }

    /// Returns the default threshold for `sketch`, and if a score must exceed it. Supershingles and megashingles have
    /// few possible scores, so their threshold is fixed.
    fn default_threshold(&self, sketch: SketchKind) -> (Ratio, Above) {
        let origin = self.defaults_of_preset();
        match (sketch.fixed_function_count(), origin.sketch.fixed_function_count()) {
            (None, None) => (origin.threshold, origin.above),
            (None, Some(_)) | (Some(_), _) => (sketch.default_threshold(), Above::AtLeast),
        }
    }

    /// Sets another sketch. If the threshold is the default of the old sketch, sets the default of the new one.
    pub fn set_sketch(&mut self, sketch: SketchKind) {
        if (self.threshold, self.above) == self.default_threshold(self.sketch) {
            (self.threshold, self.above) = self.default_threshold(sketch);
        }
        self.sketch = sketch;
    }

    pub fn is_preset_changed(&self) -> bool {
        self.preset.is_some_and(|preset| *self != self.with_preset(Some(preset)))
    }

    #[must_use]
    pub fn with_preset(&self, preset: Option<Preset>) -> Self {
        let mut params = preset.map_or_else(Self::defaults, Self::from_preset);
        for parameter in Parameter::ALL.iter().filter(|one| !one.is_set_by_presets()) {
            parameter.copy_value(&mut params, self);
        }
        params
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use base::ratio::Ratio;
    use documents::Charset;

    use super::{Params, Preset};
    use crate::{compare::Above, pipeline::LanguageChoice, text::Language, text::WordList};

    #[test]
    fn a_sketch_brings_its_threshold_where_none_was_named() {
        use crate::shingle::SketchKind::{MegaShingle, MinHash, Modulo, SuperShingle};
        let mut params = Params::defaults();
        for (sketch, threshold) in [
            (MinHash, Ratio::new(1, 5)),
            (SuperShingle, Ratio::new(2, 6)),
            (MegaShingle, Ratio::new(1, 15)),
            (Modulo, Ratio::new(1, 5)),
        ] {
            params.set_sketch(sketch);
            assert_eq!((params.sketch, params.threshold), (sketch, threshold));
        }
        params.threshold = Ratio::new(1, 2);
        params.set_sketch(SuperShingle);
        assert_eq!(params.threshold, Ratio::new(1, 2), "one that was named stays");
        let phpir = Params::from_preset(Preset::Phpir);
        let mut params = phpir.clone();
        params.set_sketch(SuperShingle);
        assert_eq!(params.threshold, Ratio::new(2, 6));
        assert_eq!(params.above, Above::AtLeast);
        params.set_sketch(Modulo);
        assert_eq!(params, phpir);
    }

    #[test]
    fn a_preset_is_changed_by_what_it_names_and_by_nothing_else() {
        assert!(!Params::defaults().is_preset_changed());
        assert!(!Params { width: 7, ..Params::defaults() }.is_preset_changed());
        for (_, preset) in Preset::ALL {
            let params = Params::from_preset(*preset);
            assert!(!params.is_preset_changed());
            let words = ["the".to_string()].into_iter().collect();
            let beside = Params {
                encoding: Charset::from_label("koi8-r"),
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
