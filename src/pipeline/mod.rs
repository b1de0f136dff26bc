//! The stages in their order, and what is remembered of them. It touches no disk and starts no thread of its own.

pub mod apart;
pub mod canon;
pub mod copies;
pub mod corpus;
pub mod document;
pub mod dropped;
