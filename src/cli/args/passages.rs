//! The options of `passages`. It looks for none.

use clap::Args;

use shingle::pipeline::corpus::passages::PassageOrder;

use super::documents::FolderArgs;
use super::output::OutputFormat;
use super::values::{named, number};

/// The arguments of `passages`.
#[derive(Debug, Args)]
pub(crate) struct PassagesArgs {
    #[command(flatten)]
    pub(crate) folder: FolderArgs,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = OutputFormat::Table, help_heading = "Output")]
    pub(crate) format: OutputFormat,
    /// Print only the first N passages [default: 1000]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number, help_heading = "Output")]
    pub(crate) top: Option<usize>,
    /// Print only passages of at least so many counted words, at least as many as in a shingle [default: 8]
    #[arg(long, value_name = "WORDS", allow_negative_numbers = true, value_parser = number, help_heading = "Output")]
    pub(crate) least: Option<usize>,
    /// How passages are ranked [default: repeated]
    ///
    /// repeated: by words * (documents - 1), which is how many words would go if each stood in one document only. words: the
    /// longest first. documents: those that most documents have first.
    #[arg(long, value_name = "BY", value_parser = named(PassageOrder::ALL), help_heading = "Output")]
    pub(crate) sort: Option<PassageOrder>,
    /// Exit 2 when a file could not be read; images, programs and links do not count
    #[arg(long, help_heading = "Output")]
    pub(crate) strict: bool,
}
