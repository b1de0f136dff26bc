//! Why a source stands where it does, and how little it may mean, in sentences. It draws nothing.

use shingle::base::numbers::thousands;
use shingle::compare::measure::Overlap;
use shingle::pipeline::results::sources::TextSource;

use crate::tui::words::shares::percent;

/// Beside the words that only documents have which add too little, in ever shorter forms.
pub(crate) const ELSEWHERE_SAID: &[&str] =
    &["in other documents, each too little to be listed", "in others, too little each"];

/// Beside the words of the text's own.
pub(crate) const OWN_SAID: &[&str] = &["own: in no other document"];

/// How much of the text stands in a source and how much of that in the text, in ever shorter forms.
pub(crate) fn both_ways(overlap: Overlap) -> [String; 3] {
    let (there, back) = (percent(overlap.containment_a()), percent(overlap.containment_b()));
    [
        format!("as a pair: {there} of this document in it, {back} of it in this document"),
        format!("as a pair: {there} of this in it, {back} of it in this"),
        format!("{there} of this in it, {back} of it in this"),
    ]
}

/// What is to be thought of a source of a text with so many words that adds few of them, or none.
pub(crate) fn doubt(source: &TextSource, words: u32) -> Option<String> {
    if source.adds_words == 0 {
        let none =
            "Each of its words stands in a source before it too: only runs across them are new.";
        return Some(none.to_string());
    }
    let slight = || "So few words may be chance or common wording.".to_string();
    source.is_slight(words).then(slight)
}

/// Why a source adds more words than the one before it.
pub(crate) fn order(sources: &[TextSource], index: usize) -> Option<String> {
    let (source, before) = (sources.get(index)?, sources.get(index.checked_sub(1)?)?);
    (before.adds_words < source.adds_words).then(|| {
        format!(
            "Sources stand in the order of the shingles that they add: {} here, {} before. Their words may be more or fewer.",
            thousands(u64::from(source.adds)),
            thousands(u64::from(before.adds))
        )
    })
}
