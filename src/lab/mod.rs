//! The laboratory: which width, sketch and threshold suit a folder, measured on its own documents.

pub mod bands;
pub mod border;
pub mod candidates;
pub mod chance;
pub mod curve;
mod deal;
pub mod estimates;
pub mod gap;
pub mod grid;
pub mod interval;
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
mod truth;
pub mod variants;
pub mod widths;
