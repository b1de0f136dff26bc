//! Kept shingles to pairs, ranks, groups of copies and passages. Pure.

pub mod measure;
