//! Where a document of the folder comes from: its text by its sources, and these ranked.

pub(crate) mod keys;
pub(crate) mod model;
pub(crate) mod reasons;
pub(crate) mod room;
pub(crate) mod update;
pub(crate) mod view;
