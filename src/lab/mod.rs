//! The laboratory: which width, sketch and threshold suit a folder, measured on its own documents.

pub mod candidates;
pub mod chance;
pub mod curve;
pub mod estimates;
pub mod gap;
pub mod grid;
pub mod labels;
pub mod material;
pub mod quality;
pub mod shuffle;
pub mod sketches;
pub mod study;
pub mod survey;
pub mod texts;
pub mod thresholds;
pub mod trials;
pub mod widths;
