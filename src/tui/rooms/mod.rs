//! The lists, each in a folder of its own, and what they share: going in and out, columns, order, filter.

pub(crate) mod all;
pub(crate) mod arrange;
pub(crate) mod clusters;
pub(crate) mod columns;
pub(crate) mod cursor;
pub(crate) mod documents;
pub(crate) mod filter;
pub(crate) mod filter_applied;
pub(crate) mod keys;
pub(crate) mod laboratory;
pub(crate) mod languages;
pub(crate) mod list_room;
pub(crate) mod pairs;
pub(crate) mod passages;
pub(crate) mod phrases;
pub(crate) mod problems;
pub(crate) mod query;
pub(crate) mod room;
pub(crate) mod rows_since;
pub(crate) mod selected;
pub(crate) mod sort;
pub(crate) mod sources;
pub(crate) mod unfolding;
pub(crate) mod update;
pub(crate) mod view;
