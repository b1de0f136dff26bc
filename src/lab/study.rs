//! The complete answer of the laboratory for a folder: widths, sketches and thresholds.

use std::sync::Arc;

use thiserror::Error;

use crate::base::cancel::Cancel;
use crate::base::guard::Panicked;
use crate::pipeline::parameters::Params;

use super::material::Material;
use super::sketches::SketchTrials;
use super::texts::DistinctTexts;
use super::thresholds::ThresholdTrials;
use super::trials::TrialProgress;
use super::widths::WidthTrials;

/// What is asked for besides the parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// The number of best pairs that are shown.
    pub pairs: usize,
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
        let sketches = SketchTrials::of(&texts, params, options.pairs, cancel, progress)?;
        let thresholds = ThresholdTrials::of(widths.row(params.width)?, params);
        Some(Self {
            params: Arc::clone(params),
            documents: material.paths.len(),
            texts: texts.len(),
            widths,
            sketches,
            thresholds,
        })
    }
}
