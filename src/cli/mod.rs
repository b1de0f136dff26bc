//! The command line: arguments and the resulting settings.

pub(crate) mod args;
pub(crate) mod config;
pub(crate) mod default_config;
pub(crate) mod limits;
pub(crate) mod options;
pub(crate) mod params;
pub(crate) mod parse;
pub(crate) mod places;
pub(crate) mod usage;
