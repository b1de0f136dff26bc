//! Where the documents of a command come from: a folder, or sketch files. It reads none.

use std::path::PathBuf;

use clap::Args;

use shingle::base::file_glob::FileGlob;

use super::limits::LimitArgs;
use super::params::ParamArgs;

/// A folder and how it is read.
#[derive(Debug, Args)]
pub(crate) struct FolderArgs {
    /// The folder
    #[arg(value_name = "DIR")]
    pub(crate) dir: PathBuf,
    #[command(flatten)]
    pub(crate) walk: WalkArgs,
    #[command(flatten)]
    pub(crate) params: ParamArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// A folder or sketch files, and how they are read.
#[derive(Debug, Args)]
pub(crate) struct DocumentArgs {
    /// The folder
    #[arg(value_name = "DIR", required_unless_present = "files")]
    pub(crate) dir: Option<PathBuf>,
    /// Files that `shingle sketch` wrote with the same parameters, instead of a folder
    #[arg(
        long = "sketches",
        value_name = "FILE",
        num_args = 1..,
        conflicts_with_all = ["dir", "hidden", "ignored", "include", "exclude"]
    )]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) walk: WalkArgs,
    #[command(flatten)]
    pub(crate) params: ParamArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// Which files of a folder are read.
#[derive(Debug, Args)]
#[command(next_help_heading = "Documents")]
pub(crate) struct WalkArgs {
    /// Read hidden files and folders too
    #[arg(long)]
    pub(crate) hidden: bool,
    /// Read files that .gitignore and .ignore exclude too
    #[arg(long)]
    pub(crate) ignored: bool,
    /// Read only files that match GLOB, or that lie in a folder that does; may be given several times [default: all]
    ///
    /// A glob means what it means in a .gitignore of the folder: `*.txt` matches at any depth, `/*.txt` and `docs/*.txt` from the
    /// folder down, `**` any folders. Hidden and ignored files stay out.
    #[arg(long, value_name = "GLOB")]
    pub(crate) include: Vec<FileGlob>,
    /// Leave out files and folders that match GLOB, also of those included; may be given several times [default: none]
    #[arg(long, value_name = "GLOB")]
    pub(crate) exclude: Vec<FileGlob>,
}
