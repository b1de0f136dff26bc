//! The options for printing results. It prints nothing.

use clap::{Args, ValueEnum};

use super::values::number;

/// How pairs are printed.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputArgs {
    /// How to print the result
    #[arg(long, value_enum, default_value_t = OutputFormat::Table)]
    pub(crate) format: OutputFormat,
    /// Print only the best N pairs, ranked [default: 10000 for table and json; every pair, in path order, for ndjson and csv]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number)]
    pub(crate) top: Option<usize>,
    /// In NDJSON, print a line for each document before the pairs (JSON always lists them)
    #[arg(long)]
    pub(crate) documents: bool,
    /// Exit 1 when a pair reaches the threshold
    #[arg(long)]
    pub(crate) check: bool,
    /// Exit 2 when a file could not be read; images, programs and links do not count
    #[arg(long)]
    pub(crate) strict: bool,
}

/// How to print a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum OutputFormat {
    /// For people
    Table,
    /// One object: parameters, problems, pairs
    Json,
    /// One pair a line
    Ndjson,
    /// With a header
    Csv,
}

/// How to print clusters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ClusterFormat {
    /// For people
    Table,
    /// One object: parameters, problems, clusters, warnings
    Json,
}

/// Where a lesson goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LessonFormat {
    /// On the screen, with keys
    Screen,
    /// Plain text, all steps
    Text,
}

/// How to print what the laboratory found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LabFormat {
    /// For people
    Table,
    /// One object
    Json,
}
