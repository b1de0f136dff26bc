//! The list of all parameters of a run: for each its name, its field in [`Params`], whether presets set it and which
//! stage depends on it. Where a parameter decides nothing is in `decides_nothing`. It reads no values.

use crate::pipeline::parameters::{Params, Stage};

macro_rules! parameters {
    ($(#[$of_enum:meta])* $vis:vis enum $type:ident { $($variant:ident $name:literal $field:ident,)+ }) => {
        $(#[$of_enum])*
        $vis enum $type {
            $(#[doc = concat!("`--", $name, "`.")] $variant,)+
        }

        impl $type {
            /// All of them, in the order of the stages.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// Its name. With two hyphens before it, it is the option; the config file, JSON and the documents use it
            /// as it is.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }

            /// Whether the two have different values for it.
            pub fn differs(self, one: &Params, other: &Params) -> bool {
                // Every field is named, so the compiler reports a field that is missing here.
                let Params { $($field),+ } = one;
                match self { $(Self::$variant => *$field != other.$field),+ }
            }

            /// Copies its value from `from` to `params`.
            pub fn take(self, params: &mut Params, from: &Params) {
                match self { $(Self::$variant => params.$field.clone_from(&from.$field)),+ }
            }
        }
    };
}

parameters! {
    /// A parameter of a run: a field of [`Params`].
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Parameter {
        Encoding "encoding" encoding,
        Html "html" html,
        Records "records" records,
        Language "language" language,
        Words "words" words,
        PosRemoval "pos-removal" pos_removal,
        Case "case" case,
        Confusables "confusables" confusables,
        StopWords "stop-words" stop_words,
        StopWordsAdd "stop-words-add" stop_words_add,
        Stem "stem" stem,
        Width "width" width,
        Step "step" step,
        Hash "hash" hash,
        Modulo "modulo" modulo,
        Sketch "sketch" sketch,
        Functions "functions" functions,
        Family "family" family,
        Verify "verify" verify,
        Common "common" common,
        Template "template" template,
        Phrases "phrases" phrases,
        Between "between" between,
        SkipSame "skip-same" skip_same,
        SkipOlder "skip-older" skip_older,
        Measure "measure" measure,
        Threshold "threshold" threshold,
        Above "above" above,
        Linkage "linkage" linkage,
        Preset "preset" preset,
    }
}

impl Parameter {
    /// The parameter with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|parameter| parameter.name() == name)
    }

    /// The first stage whose output depends on it, provided that it decides something.
    pub const fn stage(self) -> Stage {
        match self {
            Self::Encoding | Self::Html | Self::Records | Self::Words => Stage::Read,
            Self::Language
            | Self::PosRemoval
            | Self::Case
            | Self::Confusables
            | Self::StopWords
            | Self::StopWordsAdd
            | Self::Stem => Stage::Normalize,
            Self::Width
            | Self::Step
            | Self::Hash
            | Self::Modulo
            | Self::Sketch
            | Self::Functions
            | Self::Family
            | Self::Verify
            // A preset decides what becomes of short documents.
            | Self::Preset => Stage::Sketch,
            Self::Common | Self::Template | Self::Phrases => Stage::LeaveOut,
            Self::Between
            | Self::SkipSame
            | Self::SkipOlder
            | Self::Measure
            | Self::Threshold
            | Self::Above => Stage::Join,
            Self::Linkage => Stage::Label,
        }
    }

    /// The first stage whose output depends on the difference between two of its values.
    pub(super) fn stage_between(self, one: &Params, other: &Params) -> Stage {
        let is_idle = match self {
            // All presets treat short documents alike.
            Self::Preset => one.preset.is_some() == other.preset.is_some(),
            // Explanations show them, even where the result does not depend on them.
            Self::Hash | Self::Measure => false,
            _ => !self.acts(one) && !self.acts(other),
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
        match self {
            Self::Encoding
            | Self::Html
            | Self::Records
            | Self::StopWordsAdd
            | Self::Common
            | Self::Template
            | Self::Phrases
            | Self::Between
            | Self::SkipSame
            | Self::SkipOlder
            | Self::Linkage => false,
            Self::Language
            | Self::Words
            | Self::PosRemoval
            | Self::Case
            | Self::Confusables
            | Self::StopWords
            | Self::Stem
            | Self::Width
            | Self::Step
            | Self::Hash
            | Self::Modulo
            | Self::Sketch
            | Self::Functions
            | Self::Family
            | Self::Verify
            | Self::Measure
            | Self::Threshold
            | Self::Above
            | Self::Preset => true,
        }
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
            assert_eq!(Parameter::named(parameter.name()), Some(*parameter));
        }
        assert_eq!(Parameter::named("widht"), None);
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
            parameter.take(&mut params, &node);
            assert!(!parameter.differs(&params, &node));
            let others = Parameter::ALL.iter().filter(|one| one.differs(&before, &params));
            assert!(others.into_iter().all(|one| one == parameter));
        }
        assert_eq!(params, node);
    }
}
