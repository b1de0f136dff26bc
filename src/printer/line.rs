//! A pair as JSON and CSV show it, with the same fields in the same order. It prints nothing.

use std::borrow::Cow;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;

use shingle::base::path::DocPath;
use shingle::base::ratio::Ratio;
use shingle::compare::measure::Overlap;
use shingle::pipeline::parameters::Params;

/// A pair of documents with its counts and measures, of the kept (sampled) shingles. `None` where only sketches were
/// compared.
#[derive(Debug, Serialize)]
pub(crate) struct PairLine<'a> {
    /// The first document's path, with replacement characters where it is not UTF-8.
    pub(crate) a: Cow<'a, str>,
    /// The second document's path, in the same form.
    pub(crate) b: Cow<'a, str>,
    /// The exact bytes of the first path in base 64, only if it is not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) a_b64: Option<String>,
    /// The same for the second path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) b_b64: Option<String>,
    pub(crate) shared: Option<u32>,
    pub(crate) a_shingles: u32,
    pub(crate) b_shingles: u32,
    pub(crate) a_words: u32,
    pub(crate) b_words: u32,
    pub(crate) jaccard: Option<f64>,
    pub(crate) dice: Option<f64>,
    pub(crate) overlap: Option<f64>,
    pub(crate) containment_a: Option<f64>,
    pub(crate) containment_b: Option<f64>,
    pub(crate) score: f64,
    pub(crate) exact_copy: bool,
    /// What was decided, where that is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) verdict: Option<&'static str>,
    /// The note on it; may be empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) note: Option<String>,
}

impl<'a> PairLine<'a> {
    pub(crate) fn new(
        a: &'a DocPath,
        b: &'a DocPath,
        overlap: Overlap,
        score: Ratio,
        params: &Params,
    ) -> Self {
        let counts = params.counts();
        let measure = |of: fn(Overlap) -> Ratio| counts.then(|| of(overlap).to_f64());
        Self {
            a: a.name(),
            b: b.name(),
            a_b64: base64_of(a),
            b_b64: base64_of(b),
            shared: counts.then_some(overlap.shared),
            a_shingles: overlap.a_shingles,
            b_shingles: overlap.b_shingles,
            a_words: overlap.a_words,
            b_words: overlap.b_words,
            jaccard: measure(Overlap::jaccard),
            dice: measure(Overlap::dice),
            overlap: measure(Overlap::overlap),
            containment_a: measure(Overlap::containment_a),
            containment_b: measure(Overlap::containment_b),
            score: score.to_f64(),
            exact_copy: overlap.exact_copy,
            verdict: None,
            note: None,
        }
    }

    /// The same with a verdict and a note.
    pub(crate) fn marked(self, verdict: &'static str, note: &str) -> Self {
        Self { verdict: Some(verdict), note: Some(note.to_string()), ..self }
    }

    /// The verdict and the note as cells; none where these are not asked for.
    pub(crate) fn mark(&self) -> Vec<String> {
        let cells = self.verdict.map(str::to_string).into_iter().chain(self.note.clone());
        cells.collect()
    }
}

/// The exact bytes of a path in base 64, only if it is not UTF-8.
pub(crate) fn base64_of(path: &DocPath) -> Option<String> {
    path.to_str().is_none().then(|| STANDARD.encode(path.name_bytes()))
}
