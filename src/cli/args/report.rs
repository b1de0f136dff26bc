//! The arguments of `report`. It writes nothing.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::ClusterArgs;
use super::documents::FolderArgs;
use super::values::{named, number};
use shingle::decisions::decision::DecidedChoice;

/// The arguments of `report`.
#[derive(Debug, Args)]
pub(crate) struct ReportArgs {
    /// The file to write, outside the folder (`-` for standard output)
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Replace the file if there is one
    #[arg(long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) folder: FolderArgs,
    #[command(flatten)]
    pub(crate) clusters: ClusterArgs,
    /// What to write [default: by the ending of FILE: .html, .md or .sarif; html without one]
    #[arg(long, value_enum, help_heading = "Output")]
    pub(crate) format: Option<ReportFormat>,
    /// List only the best N rows [default: 300]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number, help_heading = "Output")]
    pub(crate) top: Option<usize>,
    /// List only rows with this verdict, or without any; may be given several times [default: all]
    #[arg(long, value_name = "WHICH", value_parser = named(DecidedChoice::ALL), help_heading = "Output")]
    pub(crate) decided: Vec<DecidedChoice>,
    /// Exit 1 when a row of the folder, listed or not, has this verdict, or none; may be given several times
    #[arg(long, value_name = "WHICH", value_parser = named(DecidedChoice::ALL), help_heading = "Output")]
    pub(crate) fail_on: Vec<DecidedChoice>,
    /// Exit 2 when a file could not be read; images, programs and links do not count
    #[arg(long, help_heading = "Output")]
    pub(crate) strict: bool,
    /// Take marks and notes from FILE [default: those of the screen]
    #[arg(long, value_name = "FILE", help_heading = "Screen")]
    pub(crate) decisions: Option<PathBuf>,
}

/// What a report is written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// A page for a browser, in one file
    Html,
    /// Text with headings and tables
    Markdown,
    /// Findings for tools that check code (SARIF 2.1.0)
    Sarif,
}
