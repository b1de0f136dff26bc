//! The complete answer of the laboratory for a folder: widths, sketches and thresholds.

use std::sync::Arc;

use thiserror::Error;

use crate::base::cancel::Cancel;
use crate::base::guard::Panicked;
use crate::pipeline::parameters::Params;

use super::bands::{BandTrial, Bands};
use super::border::BorderPairs;
use super::material::Material;
use super::sketches::SketchTrials;
use super::texts::DistinctTexts;
use super::thresholds::ThresholdTrials;
use super::trials::TrialProgress;
use super::truth::Truth;
use super::variants::{VariantTrial, variants};
use super::widths::WidthTrials;

/// The most pairs near the threshold, on each side.
const BORDER: usize = 5;

/// What is asked for besides the parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// The number of best pairs that are shown.
    pub pairs: usize,
    /// A filter to try besides.
    pub bands: Option<Bands>,
}

/// The results of the laboratory.
#[derive(Debug, Clone)]
pub struct Study {
    /// The parameters of the study.
    pub params: Arc<Params>,
    /// The number of documents.
    pub documents: usize,
    /// The number of distinct texts.
    pub texts: usize,
    /// The widths.
    pub widths: WidthTrials,
    /// The sketches.
    pub sketches: SketchTrials,
    /// The thresholds.
    pub thresholds: ThresholdTrials,
    /// The pairs nearest to the recommended threshold or, without one, to the threshold that is set.
    pub border: BorderPairs,
    /// The pairs with other stop words, stems and boilerplate.
    pub variants: Vec<VariantTrial>,
    /// The filter that was asked for.
    pub bands: Option<BandTrial>,
}

/// Why there is no result.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum StudyError {
    /// It panicked.
    #[error("it stopped: {0}; please report it")]
    Stopped(#[source] Panicked),
}

impl Study {
    /// Studies a folder. `params` may differ from those that it was read with, except in `encoding`, `words` and
    /// `language`. `None` when cancelled.
    pub fn of(
        material: &Material,
        params: &Arc<Params>,
        options: Options,
        cancel: &Cancel,
        progress: TrialProgress<'_>,
    ) -> Option<Self> {
        let texts = DistinctTexts::of(material, params, cancel)?;
        let widths = WidthTrials::of(&texts, params, cancel, progress)?;
        let thresholds = ThresholdTrials::of(widths.row(params.width)?, params);
        progress("exact pairs", 0, 1);
        let truth = Truth::of(&texts, params, cancel)?;
        let sketches = SketchTrials::of(&texts, &truth, params, options.pairs, cancel, progress)?;
        let border = (thresholds.recommended().unwrap_or(params.threshold), BORDER);
        let border = BorderPairs::of(&texts, &truth, params, border, cancel)?;
        let variants = variants(material, &texts, &truth, params, cancel, progress)?;
        let tried = |bands| BandTrial::of(&texts, &truth, params, bands, cancel);
        let bands = match options.bands {
            Some(bands) => Some(tried(bands)?),
            None => None,
        };
        Some(Self {
            params: Arc::clone(params),
            documents: material.paths.len(),
            texts: texts.len(),
            widths,
            sketches,
            thresholds,
            border,
            variants,
            bands,
        })
    }
}
