//! The arguments of `dedup`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::options::{InputArgs, ReadingArgs};

/// The arguments of `dedup`.
#[derive(Debug, Args)]
pub(crate) struct DedupArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Which of two documents stays: the one that comes first, or the one with more words
    #[arg(long, value_name = "WHICH", value_enum, default_value_t = Keep::First)]
    pub(crate) keep: Keep,
    /// Keep only what repeats nothing in OLD, a file of `shingle sketch` or of an earlier run, with its parameters
    #[arg(long, value_name = "OLD")]
    pub(crate) against: Option<PathBuf>,
    /// Add what is kept to the file of --against, whole or not at all; begin it if there is none
    #[arg(long, requires = "against")]
    pub(crate) update: bool,
    /// Write the records that are kept, as they came (`-` for standard output) [default: their names, one a line]
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Replace the file of --output if there is one
    #[arg(long, requires = "output")]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = DedupFormat::Names, help_heading = "Output")]
    pub(crate) format: DedupFormat,
    #[command(flatten)]
    pub(crate) exit: ExitArgs,
}

/// What the exit code tells.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct ExitArgs {
    /// Exit 1 when a document repeats another
    #[arg(long)]
    pub(crate) check: bool,
    /// Exit 2 when a file could not be read; images, programs and links do not count
    #[arg(long)]
    pub(crate) strict: bool,
}

/// Which of two documents stays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Keep {
    First,
    Longest,
}

/// How to print what is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DedupFormat {
    /// The names of what is kept, one a line
    Names,
    /// One object: parameters, problems, what is kept, what each of the others repeats
    Json,
    /// What is not kept, a line each with what it repeats
    Ndjson,
}
