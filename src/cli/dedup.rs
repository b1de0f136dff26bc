use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::options::{InputArgs, ReadingArgs, ResultArgs};

#[derive(Debug, Args)]
pub(crate) struct DedupArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Document to retain of two near-duplicates: the first, or the longest by words
    #[arg(long, value_name = "WHICH", value_enum, default_value_t = Keep::First)]
    pub(crate) keep: Keep,
    /// Also remove documents that repeat OLD, a file of `shingle sketch` or an earlier run; uses the parameters of OLD
    #[arg(long, value_name = "OLD")]
    pub(crate) against: Option<PathBuf>,
    /// Add retained documents to the --against file atomically; create a missing file
    #[arg(long, requires = "against")]
    pub(crate) update: bool,
    /// Write the retained records unchanged to FILE, packed for FILE.gz, `-` for standard output [default: print their names]
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Replace an existing --output file
    #[arg(long, requires = "output")]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    #[command(flatten)]
    pub(crate) result: ResultArgs<DedupFormat>,
    /// Exit with 1 if a document repeats another
    #[arg(long, help_heading = "Output")]
    pub(crate) check: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Keep {
    First,
    Longest,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DedupFormat {
    /// Names of retained documents, one per line
    Names,
    /// An object with parameters, problems, retained and removed documents
    Json,
    /// A line for each removed document with the document that it repeats
    #[value(alias = "jsonl")]
    Ndjson,
}
