//! The whole answer of the laboratory for a folder: widths, sketches and thresholds. It prints nothing.

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

/// What is asked beside the parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Pairs that are told one by one, the best first.
    pub pairs: usize,
}

/// The answer.
#[derive(Debug, Clone)]
pub struct Study {
    /// What it was made with.
    pub params: Arc<Params>,
    /// How many documents there are.
    pub documents: usize,
    /// How many distinct texts.
    pub texts: usize,
    /// Which width?
    pub widths: WidthTrials,
    /// Which sketch?
    pub sketches: SketchTrials,
    /// Which threshold?
    pub thresholds: ThresholdTrials,
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum StudyError {
    /// It panicked.
    #[error("it stopped: {0}; please report it")]
    Stopped(#[source] Panicked),
}

impl Study {
    /// Answers for a folder. `params` may differ from those that it was read with in all but `encoding`, `words` and
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
