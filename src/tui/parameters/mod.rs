//! The parameters on the screen: their table, their values, and the bar.
//!
//! [`ENTRIES`] has the keys, the help and the bar name of each parameter. `values` formats values, lists values to
//! offer, and steps through values. Bar, keys, palette, typing, reports of effects and the key tables of the documents
//! use both. A new parameter is one entry in the table. The library provides names, parsing of values, and the reasons
//! why a parameter has no effect. `warnings` warns about values that do not suit the folder, for example a hash that
//! spreads its shingles badly.

pub(crate) mod bar;
pub(crate) mod values;
pub(crate) mod warnings;

pub(crate) use self::values::format_long_value;

use shingle::{pipeline::Inactive, pipeline::Parameter, pipeline::Params};

use crate::tui::actions::{
    Action, BACK, Binding, KeyAction, KeyName, LETTER_KEYS, NEXT, Section, StepDirection, StepSize,
};

// The table of parameters: the names in the bar, and the keys that change them. Bar, keys, palette, typing and help use
// this table. The library provides names, values, and the reasons why a parameter has no effect.

pub(crate) struct Entry {
    pub(crate) parameter: Parameter,
    /// The name for the bar: before the marked key, the key, after the key.
    pub(crate) name: [&'static str; 3],
    pub(crate) binding: Binding,
}

impl Entry {
    /// Returns true if the bar always shows the parameter, because a key of its name is marked. The bar shows another
    /// parameter if its value differs from the initial value, or while the bar has the focus.
    pub(crate) const fn is_essential(&self) -> bool {
        !self.name[1].is_empty()
    }
}

/// The headings of the groups while the bar has the focus, in order. The first group has no heading.
pub(crate) const GROUPS: [&str; 5] = ["", "words", "shingles", "ignored", "listed"];

/// Returns the index of a parameter's group in [`GROUPS`].
pub(crate) const fn group_of_parameter(parameter: Parameter) -> usize {
    use Parameter as P;
    match parameter {
        P::Width | P::Threshold | P::Preset => 0,
        P::Step | P::Hash | P::Modulo | P::Sketch | P::Functions | P::Family | P::Verify => 2,
        P::Common | P::Template | P::Phrases => 3,
        P::Measure | P::Above | P::Passage | P::Between | P::SkipSame | P::SkipOlder => 4,
        _ => 1,
    }
}

const fn name_in_bar(parameter: Parameter) -> &'static str {
    match parameter {
        Parameter::Phrases => "phrases left out",
        Parameter::SkipOlder => "skip older",
        Parameter::SkipSame => "skip same",
        Parameter::StopWords => "stop words",
        _ => parameter.name(),
    }
}

const fn synonyms(parameter: Parameter) -> &'static [&'static str] {
    match parameter {
        Parameter::SkipSame => &["author", "authors", "student", "students"],
        Parameter::SkipOlder => &["date", "dates"],
        Parameter::Common => &["footer", "footers"],
        _ => &[],
    }
}

const fn step_key(parameter: Parameter, direction: StepDirection, keys: &'static str) -> KeyAction {
    KeyAction { action: Action::Change(parameter, direction, StepSize::Usual), keys, name: None }
}

/// Returns a key that changes the threshold by one hundredth.
const fn fine_step_key(
    direction: StepDirection,
    keys: &'static str,
    name: &'static str,
) -> KeyAction {
    let action = Action::Change(Parameter::Threshold, direction, StepSize::Fine);
    KeyAction { action, keys, name: Some(name) }
}

/// Builds an entry from bar names, keys and help. `steps`: a parameter without its own key, changed while the bar has
/// the focus or by typing. `typed`: a parameter whose values are files or folders.
macro_rules! entry {
    ($parameter:ident $name:literal steps, $help:literal) => {
        entry!($parameter [$name, "", ""] concat!("=", $name), $help, [
            step_key(Parameter::$parameter, NEXT, ""),
            step_key(Parameter::$parameter, BACK, "")
        ])
    };
    ($parameter:ident $name:literal typed, $help:literal) => {
        entry!($parameter [$name, "", ""] concat!("=", $name), $help, [])
    };
    ($parameter:ident $name:tt $label:expr, $help:literal, $actions:expr) => {
        entry!($parameter $name $label, $label, $help, $actions)
    };
    ($parameter:ident $name:tt $label:expr, $keys:expr, $help:literal, $actions:expr) => {
        Entry {
            parameter: Parameter::$parameter,
            name: $name,
            binding: Binding {
                name: KeyName::Parameter(Parameter::$parameter),
                text: name_in_bar(Parameter::$parameter),
                label: $label,
                short: $keys,
                places: LETTER_KEYS,
                section: Section::Parameters,
                help: $help,
                actions: &$actions,
                synonyms: synonyms(Parameter::$parameter),
            },
        }
    };
}

/// Entries in the order of bar, help and palette. A parameter without an entry is fixed at the start of the program. A
/// change of encoding, pages or records would read every file again. Lists of words are files named at the start.
pub(crate) static ENTRIES: &[Entry] = &[
    entry!(Width ["", "w", "idth"] "w/W", "Count more or fewer words per shingle.", [
        step_key(Parameter::Width, NEXT, "w"),
        step_key(Parameter::Width, BACK, "W")
    ]),
    entry!(Threshold ["", "t", "hreshold"] "t/T +/-", "t/T",
        "Raise or lower the lowest listed score, coarsely or finely.", [
        step_key(Parameter::Threshold, NEXT, "t"),
        step_key(Parameter::Threshold, BACK, "T"),
        fine_step_key(NEXT, "+", "threshold up by 1 %"),
        fine_step_key(BACK, "-", "threshold down by 1 %")
    ]),
    entry!(Measure "measure" steps, "Choose the formula for the score of a pair."),
    entry!(Modulo "modulo" steps, "Keep only shingles whose hash is divisible by this number."),
    entry!(Sketch "sketch" steps, "Count all shingles, or estimate scores from a few keys."),
    entry!(Language "language" steps, "Set the language for stop words and stemming, or detect it."),
    entry!(StopWords "stop-words" steps, "Start no shingle with stop words, drop them, or count them."),
    entry!(Stem "stem" steps, "Count \"walks\" and \"walking\" as one word, or as two."),
    entry!(PosRemoval "pos-removal" steps, "Ignore English words by part of speech, such as adjectives."),
    entry!(Common "common" steps, "Ignore shingles that more than this share of documents contain."),
    entry!(Template "template" typed, "Ignore the shingles of a file: \"template PATH\", \"template off\"."),
    entry!(Phrases "phrases" typed, "Ignore your list of phrases, or count them: \"phrases off\"."),
    entry!(Between "between" typed, "List only pairs between two folders: \"between new archive\", \"between off\"."),
    entry!(SkipSame "skip-same" typed, "Hide pairs within a directory or author: \"skip-same students/{}/\"."),
    entry!(SkipOlder "skip-older" typed, "Hide pairs of two documents older than: \"skip-older 2026-11-16\"."),
    entry!(Passage "passage" steps, "List pairs that share a passage of this many words."),
    entry!(Preset "preset" steps, "Use all parameters of a published system, or the defaults."),
    entry!(Functions "functions" steps, "Set the number of minhash functions; more estimate better."),
    entry!(Family "family" steps, "Choose fast hash functions, or MD5 to check by hand."),
    entry!(Verify "verify" steps, "Count the shingles of pairs with equal sketches, or trust sketches."),
    entry!(Words "words" steps, "Split words by Unicode, by spaces, or as a published system."),
    entry!(Case "case" steps, "Ignore letter case: all letters, only A to Z, or none."),
    entry!(Confusables "confusables" steps, "Count look-alike letters of Latin, Cyrillic and Greek as equal."),
    entry!(Accents "accents" steps, "Keep or ignore the accents of Latin letters."),
    entry!(Step "step" steps, "Set the number of words from one shingle to the next."),
    entry!(Hash "hash" steps, "Choose the hash that modulo samples by."),
    entry!(Above "above" steps, "List or hide scores equal to the threshold."),
];

pub(crate) fn entry_of_parameter(parameter: Parameter) -> Option<&'static Entry> {
    ENTRIES.iter().find(|entry| entry.parameter == parameter)
}

/// Returns true if the bar hides a parameter, because no value of it has an effect beside the other parameters.
pub(crate) fn is_hidden_parameter(parameter: Parameter, params: &Params) -> bool {
    parameter.why_inactive(params).is_some_and(hides_parameter)
}

/// Returns true if this reason hides a parameter, because no other value of the parameter would have an effect.
pub(crate) const fn hides_parameter(why: Inactive) -> bool {
    match why {
        Inactive::NotMeasured
        | Inactive::ByPassage
        | Inactive::KeepsAll
        | Inactive::KeepsTooLittle(_) => false,
        Inactive::OfMinHash | Inactive::FixedFunctions(_) | Inactive::OfEstimates => true,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use shingle::pipeline::Parameter;

    use super::{ENTRIES, entry_of_parameter};

    #[test]
    fn every_parameter_stands_in_the_table_once_with_a_name_and_keys_of_its_own() {
        let names: BTreeSet<&str> = ENTRIES.iter().map(|entry| entry.parameter.name()).collect();
        assert_eq!(names.len(), ENTRIES.len());
        let fixed = [Parameter::Encoding, Parameter::Records, Parameter::StopWordsAdd];
        let on_screen: Vec<&Parameter> =
            Parameter::ALL.iter().filter(|one| !fixed.contains(one)).collect();
        assert_eq!(on_screen.len(), ENTRIES.len());
        for parameter in on_screen {
            let name = parameter.name();
            let one =
                entry_of_parameter(*parameter).unwrap_or_else(|| panic!("{name} has no entry"));
            assert_eq!(one.parameter, *parameter, "{name}");
            assert!(one.binding.label.starts_with(one.name[1]), "{name}");
            // The bar shows the name around the key: `t[h]reshold` is one word.
            let shown = one.name.concat();
            let shown = shown.strip_prefix(one.name[1]).unwrap_or(&shown).trim_start();
            assert!(shown == name || one.name.concat() == name, "{name}: {shown}");
        }
    }
}
