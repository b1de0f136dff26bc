//! The options of `view`. It reads nothing.

use std::path::PathBuf;

use clap::Args;

use super::screen::ScreenArgs;

/// The arguments of `view`.
#[derive(Debug, Args)]
pub(crate) struct ViewArgs {
    /// A file of `shingle scan DIR --format json`, or the folder that a scan on a cluster wrote
    #[arg(value_name = "RESULT")]
    pub(crate) result: PathBuf,
    /// Read the texts of open pairs from DIR, the folder that was compared [default: pairs cannot be opened]
    #[arg(long, value_name = "DIR")]
    pub(crate) root: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) screen: ScreenArgs,
    /// Keep marks and notes on pairs in FILE, a line of JSON each [default: as on the screen of a folder]
    #[arg(long, value_name = "FILE", help_heading = "Screen")]
    pub(crate) decisions: Option<PathBuf>,
}
