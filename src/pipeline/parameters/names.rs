//! The names of the values of parameters, on the command line, in files, on the screen and in JSON. It parses none.

use std::fmt;

use crate::compare::clusters::Linkage;
use crate::compare::measure::{Above, Measure};
use crate::pipeline::parameters::{LanguageChoice, Preset, SketchKind, StopWords, Verify};
use crate::shingle::hash::HashKind;
use crate::shingle::minhash::Family;
use crate::text::normalize::{Case, Confusables, Stem};
use crate::text::pos::PosRemoval;
use crate::text::tokenize::Words;

macro_rules! words_of {
    ($type:ty { $($variant:ident = $word:literal),+ $(,)? }) => {
        impl $type {
            /// Every value with its name.
            pub const ALL: &'static [(&'static str, Self)] = &[$(($word, Self::$variant)),+];

            /// The value with this name.
            pub fn named(name: &str) -> Option<Self> {
                Self::ALL.iter().find(|(one, _)| *one == name).map(|(_, value)| *value)
            }

            /// The name of this value.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

words_of!(Words { Unicode = "unicode", Spaces = "spaces", Phpir = "phpir", Node = "node" });
words_of!(Confusables { On = "on", Off = "off" });
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
            Self::Inside => f.write_str("inside"),
            Self::Off => f.write_str("off"),
            Self::PhpShingles => f.write_str("php-shingles"),
            Self::List(list) => f.write_str(&list.name),
        }
    }
}
