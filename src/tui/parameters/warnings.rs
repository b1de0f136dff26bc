//! Warnings about values of parameters that do not suit this folder. The user may ignore the warnings.

use shingle::pipeline::{Parameter, Params, Sampled, Snapshot};
use shingle::{
    base::numbers::format_count, base::numbers::format_with_commas,
    pipeline::document::info::describe_missing_tools, pipeline::document::info::detects_languages,
};

/// Minimum number of sampled shingles per document. Scores of fewer shingles mean little.
const ENOUGH: u64 = 50;

/// Sentences about the values of parameters.
pub(crate) type Warnings = Vec<(Parameter, String)>;

pub(crate) fn warn_about_values(snapshot: &Snapshot) -> Warnings {
    let all = [
        (Parameter::Modulo, warn_about_modulo(snapshot)),
        (Parameter::Common, warn_about_common(snapshot)),
        (Parameter::Hash, warn_about_uneven_sizes(snapshot)),
        (Parameter::Language, warn_about_language(snapshot)),
    ];
    all.into_iter().filter_map(|(parameter, sentence)| Some((parameter, sentence?))).collect()
}

pub(crate) fn warning_about(warnings: &Warnings, parameter: Parameter) -> Option<&str> {
    let found = warnings.iter().find(|(one, _)| *one == parameter);
    found.map(|(_, sentence)| sentence.as_str())
}

/// Warns about a modulo that is too large. A document of n shingles keeps 50 of them only if the modulo is at most
/// n/50.
fn warn_about_modulo(snapshot: &Snapshot) -> Option<String> {
    let Params { modulo, width, .. } = *snapshot.params;
    if modulo == 1 {
        return None;
    }
    let docs = snapshot.docs.get(..snapshot.present)?;
    let shingles = |words: u32| u64::from(words.saturating_sub(width - 1).max(1));
    let has_few = |words: u32| u64::from(modulo) * ENOUGH > shingles(words);
    let worded = docs.iter().filter(|doc| doc.words > 0);
    let few = worded.clone().filter(|doc| has_few(doc.words)).count() as u64;
    (few > 0).then(|| {
        format!(
            "modulo {} leaves about 1 shingle in {}: fewer than {ENOUGH} in {} of {}",
            format_with_commas(modulo),
            format_with_commas(modulo),
            format_with_commas(few),
            format_count(worded.count(), "document")
        )
    })
}

/// Warns if common text stays in passages, which have all words of a text, not only those of the sample.
fn warn_about_common(snapshot: &Snapshot) -> Option<String> {
    let Params { modulo, common, .. } = *snapshot.params;
    (modulo > 1 && common.is_some()).then(|| {
        format!(
            "with modulo {}, only common shingles of the sample are ignored: passages may be common text",
            format_with_commas(modulo)
        )
    })
}

/// Minimum number of expected shingles for a test of the hash: smaller counts vary too much by chance.
const EXPECTED: f64 = 50.0;

/// Warns about a hash that spreads the shingles of this folder badly. A good hash keeps n/m of n shingles, with a
/// standard error of √(n/m · (1 − 1/m)). A difference of more than five standard errors is a warning.
fn warn_about_uneven_sizes(snapshot: &Snapshot) -> Option<String> {
    let Sampled { distinct, sampled } = snapshot.sampled?;
    let share = 1.0 / f64::from(snapshot.params.modulo);
    let expected = distinct as f64 * share;
    let error = (expected * (1.0 - share)).sqrt();
    let is_off = expected >= EXPECTED && (sampled as f64 - expected).abs() > 5.0 * error;
    is_off.then(|| {
        format!(
            "{} keeps {} of {} shingles looked at, where modulo {} should leave about {expected:.0}: it does not spread \
             them, so that samples are not alike",
            snapshot.params.hash,
            format_with_commas(sampled),
            format_with_commas(distinct),
            format_with_commas(snapshot.params.modulo),
        )
    })
}

fn warn_about_language(snapshot: &Snapshot) -> Option<String> {
    let params = &snapshot.params;
    if !detects_languages(params) {
        return None;
    }
    let docs = snapshot.docs.get(..snapshot.present)?;
    let unsure =
        docs.iter().filter(|doc| doc.languages.main_language().is_none() && doc.words > 0).count()
            as u64;
    (unsure > 0).then(|| {
        format!(
            "the language of {} is unsure: {} there",
            format_count(unsure, "document"),
            describe_missing_tools(None, params).unwrap_or_default()
        )
    })
}

#[cfg(test)]
mod tests {
    use shingle::pipeline::parameters::Common;
    use shingle::{pipeline::Parameter, pipeline::Params, pipeline::Sampled, shingle::HashKind};

    use super::{warn_about_values, warning_about};
    use crate::tui::tests::fake;

    #[test]
    fn common_text_beside_a_sample_has_a_warning() {
        for (modulo, common, warned) in [(1, true, false), (2, false, false), (2, true, true)] {
            let common = common.then_some(Common::Auto);
            let params = Params { modulo, common, ..Params::defaults() };
            let warnings = warn_about_values(&fake::folder(1, &params));
            assert_eq!(warning_about(&warnings, Parameter::Common).is_some(), warned);
        }
    }

    #[test]
    fn a_hash_that_keeps_another_share_than_one_in_m_has_a_warning() {
        let params = Params { hash: HashKind::Crc32, modulo: 16, ..Params::defaults() };
        // 625 of 10,000 are expected, with a standard error of 24.2.
        for (distinct, sampled, warned) in [
            (10_000, 625, false),
            (10_000, 740, false),
            (10_000, 747, true),
            (10_000, 510, false),
            (10_000, 503, true),
            (160, 100, false),
        ] {
            let mut snapshot = fake::folder(1, &params);
            snapshot.sampled = Some(Sampled { distinct, sampled });
            let found = warning_about(&warn_about_values(&snapshot), Parameter::Hash).is_some();
            assert_eq!(found, warned, "{sampled} of {distinct}");
        }
    }
}
