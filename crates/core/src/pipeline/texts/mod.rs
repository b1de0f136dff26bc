//! The distinct texts of a folder as numbers: from bytes or documents to words, sketches and nodes.

pub mod canonical_table;
pub mod nodes;
pub mod numbering;
pub mod one_pass;
pub mod pair_rules;
pub mod record;
pub mod sketches;
