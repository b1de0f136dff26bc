use std::sync::Arc;

use thiserror::Error;

use super::texts::{DistinctTexts, Material, TrialProgress};
use super::{
    sketches::SketchTrials, thresholds::ThresholdTrials, truth::ExactPairs, widths::WidthTrials,
};
use base::{cancel::Cancel, guard::Panicked};
use shingle_core::pipeline::Params;

#[derive(Debug, Clone)]
pub struct Study {
    pub params: Arc<Params>,
    pub documents: usize,
    /// Number of distinct texts.
    pub texts: usize,
    pub widths: WidthTrials,
    pub sketches: SketchTrials,
    pub thresholds: ThresholdTrials,
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum StudyError {
    #[error("it stopped: {0}; please report it")]
    Stopped(#[source] Panicked),
}

impl Study {
    /// Studies a folder, with estimates of its `pairs` best pairs. `params` may differ from those of the material,
    /// except in `encoding`, `words` and `language`. `None` when cancelled.
    pub fn new(
        material: &Material,
        params: &Arc<Params>,
        pairs: usize,
        cancel: &Cancel,
        progress: TrialProgress<'_>,
    ) -> Option<Self> {
        let texts = DistinctTexts::new(material, params, cancel)?;
        let widths = WidthTrials::new(&texts, params, progress)?;
        let thresholds = ThresholdTrials::new(widths.trial_of_width(params.width)?);
        progress("exact pairs", 0, 1);
        let truth = ExactPairs::new(&texts, params)?;
        let sketches = SketchTrials::new(&texts, &truth, params, pairs, progress)?;
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
