//! Finds parameters without effect, and the reason: the task does not use them, or the values of other parameters
//! exclude them.

use std::fmt;

use serde_json::Value;

use super::catalogue::Parameter;
use crate::pipeline::parameters::Params;
use crate::shingle::{SketchKind, minhash::FUNCTIONS};

/// The purpose of a run: a command, or a variant of a command with other parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Task {
    Screen,
    Scan,
    Clusters,
    Dedup,
    Report,
    Compare,
    /// Compares two texts and prints the score, even below the threshold.
    CompareScore,
    Query,
    Sources,
    Passages,
    Sketch,
    Lab,
    LabWithLabels,
    /// Shows a lesson on two texts, or the sandbox.
    Teach,
}

impl Task {
    /// Every task with its command line, for the documentation.
    pub const ALL: &'static [(&'static str, Self)] = &[
        ("shingle FOLDER", Self::Screen),
        ("scan", Self::Scan),
        ("clusters", Self::Clusters),
        ("dedup", Self::Dedup),
        ("report", Self::Report),
        ("compare", Self::Compare),
        ("compare --format ndjson|csv", Self::CompareScore),
        ("query", Self::Query),
        ("sources", Self::Sources),
        ("passages", Self::Passages),
        ("sketch", Self::Sketch),
        ("lab", Self::Lab),
        ("lab --labels", Self::LabWithLabels),
        ("teach", Self::Teach),
    ];

    /// Returns the tasks of a command, such as `compare`, or `shingle` for the screen.
    pub fn of_command(name: &str) -> impl Iterator<Item = Self> {
        let is_named = move |typed: &str| typed.split(' ').next() == Some(name);
        Self::ALL.iter().filter(move |(typed, _)| is_named(typed)).map(|(_, task)| *task)
    }
}

/// Reason why a parameter has no effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Inactive {
    /// Scores are estimates of sketches, so no measure is computed.
    NotMeasured,
    /// Pairs are listed because of a passage, at any score.
    ByPassage,
    /// Modulo 1 retains every shingle, so the hash does not matter.
    KeepsAll,
    /// Only `minhash` has a variable number of functions.
    OfMinHash,
    FixedFunctions(SketchKind),
    /// Scores are counted, so no estimate is configured.
    OfEstimates,
    /// The sketch stores too few shingles of a document to ignore some.
    KeepsTooLittle(SketchKind),
}

/// Completes a sentence that begins with the name of the parameter.
impl fmt::Display for Inactive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotMeasured => f.write_str(
                "has no effect with --verify off: the score is an estimate from the sketches",
            ),
            Self::ByPassage => {
                f.write_str("has no effect with --passage: pairs are listed at any score")
            }
            Self::KeepsAll => f.write_str("has no effect with modulo 1, which keeps every shingle"),
            Self::OfMinHash => {
                f.write_str("is for --sketch minhash; the scores of modulo are counted")
            }
            Self::FixedFunctions(sketch) => {
                write!(f, "--sketch {sketch} is made of {FUNCTIONS}")
            }
            Self::OfEstimates => {
                let kinds = SketchKind::ALL.iter().filter(|(_, kind)| kind.is_estimate());
                let names: Vec<&str> = kinds.map(|(name, _)| *name).collect();
                let (last, others) = names.split_last().unwrap_or((&"", &[]));
                let others = others.join(", ");
                write!(
                    f,
                    "is for sketches that estimate: --sketch {others} or {last}; the scores of modulo are counted"
                )
            }
            Self::KeepsTooLittle(sketch) => write!(
                f,
                "needs --sketch modulo: --sketch {sketch} keeps too few shingles of a document to ignore any"
            ),
        }
    }
}

impl Parameter {
    /// Returns true if the result of the task can depend on this parameter.
    pub const fn is_used(self, task: Task) -> bool {
        let is_of_pairs =
            matches!(self, Self::Between | Self::SkipSame | Self::SkipOlder | Self::Passage);
        let ignores = matches!(self, Self::Common | Self::Template | Self::Phrases);
        let scores = matches!(self, Self::Measure | Self::Threshold | Self::Above);
        let estimates = matches!(self, Self::Sketch | Self::Family | Self::Verify);
        match task {
            Task::Screen | Task::Scan | Task::Clusters | Task::Report => true,
            _ if is_of_pairs => false,
            Task::Dedup | Task::Query => true,
            Task::Compare | Task::Teach => !matches!(self, Self::Common),
            Task::CompareScore => !matches!(self, Self::Common | Self::Threshold | Self::Above),
            Task::Sources => !estimates && !scores && !matches!(self, Self::Functions),
            Task::Passages => {
                let samples =
                    matches!(self, Self::Step | Self::Hash | Self::Modulo | Self::Functions);
                !estimates && !scores && !samples
            }
            Task::Sketch => !ignores && !scores,
            Task::Lab => !ignores && !estimates,
            Task::LabWithLabels => {
                let samples = matches!(self, Self::Hash | Self::Modulo | Self::Functions);
                let passes = matches!(self, Self::Threshold | Self::Above);
                !ignores && !estimates && !samples && !passes
            }
        }
    }

    /// Returns why the parameter has no effect with these values. `None` if it has an effect.
    pub fn why_inactive(self, params: &Params) -> Option<Inactive> {
        let sketch = params.sketch;
        match self {
            Self::Measure => (!params.counts_shared_shingles()).then_some(Inactive::NotMeasured),
            Self::Threshold | Self::Above => params.passage.map(|_| Inactive::ByPassage),
            Self::Hash => (params.modulo == 1).then_some(Inactive::KeepsAll),
            Self::Functions if !params.is_estimate() => Some(Inactive::OfMinHash),
            Self::Functions => {
                sketch.fixed_function_count().map(|_| Inactive::FixedFunctions(sketch))
            }
            Self::Family | Self::Verify => (!params.is_estimate()).then_some(Inactive::OfEstimates),
            Self::Common | Self::Template | Self::Phrases => {
                params.is_estimate().then_some(Inactive::KeepsTooLittle(sketch))
            }
            _ => None,
        }
    }

    /// Like [`Self::why_inactive`], but for one task. Some tasks store or try parameters that have no effect on scores.
    pub fn why_inactive_in(self, task: Task, params: &Params) -> Option<Inactive> {
        let is_used_here = match (self, task) {
            (_, Task::Lab | Task::LabWithLabels)
            // These tasks replace the sketch by one that counts all shingles.
            | (Self::Common | Self::Template | Self::Phrases, Task::Sources | Task::Passages)
            | (Self::Hash | Self::Measure, Task::Screen | Task::Sketch | Task::Teach) => true,
            _ => false,
        };
        self.why_inactive(params).filter(|_| !is_used_here)
    }

    pub fn is_active(self, params: &Params) -> bool {
        self.why_inactive(params).is_none()
    }

    /// Returns the value for results. Null or an empty list if the parameter has no effect. The hash always has its
    /// value, because explanations show it.
    pub fn json_for_results(self, params: &Params) -> Value {
        match (self, self.why_inactive(params)) {
            (Self::Functions, Some(Inactive::FixedFunctions(sketch))) => {
                sketch.fixed_function_count().into()
            }
            (Self::Hash, _) | (_, None) => self.value_json(params),
            (Self::Template | Self::Phrases, Some(_)) => Value::Array(Vec::new()),
            (_, Some(_)) => Value::Null,
        }
    }
}
