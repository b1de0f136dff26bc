//! The sandbox: two texts to write in, compared while they are being written.

pub(crate) mod draft;
pub(crate) mod keys;
pub(crate) mod model;
pub(crate) mod update;
pub(crate) mod view;
