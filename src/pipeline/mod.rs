//! The stages in their order, and what is remembered of them. It touches no disk and starts no thread of its own.

pub mod canon;
pub mod copies;
pub mod corpus;
pub mod document;
pub mod explain;
pub mod languages;
pub mod marks;
pub mod nodes;
pub mod pair;
pub mod pairs;
pub mod params;
pub mod passing;
pub mod publish;
pub mod query;
pub mod ranking;
pub mod record;
pub mod register;
pub mod sketches;
pub mod snapshot;
pub mod source;
pub mod stream;
