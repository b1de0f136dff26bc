//! Converts documents to word numbers, sketches and distinct texts.

pub mod canonical_table;
pub mod nodes;
pub mod one_pass;
pub mod pair_rules;
pub mod record;
pub mod sketches;
