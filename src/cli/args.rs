//! The command line as clap parses it: the commands and their options.

use std::path::PathBuf;

use clap::{Arg, Args, Parser, Subcommand, ValueEnum};

use shingle::pipeline::{PassageOrder, Task};
use shingle::{base::ratio::Ratio, decisions::DecidedChoice, lab::LabelColumns};

use super::dedup::DedupArgs;
use super::options::{
    CacheArgs, ClusterFormat, ConfigArgs, DocumentArgs, Exercises, FolderArgs, InputArgs,
    LabFormat, LessonFormat, LimitArgs, LogArgs, OutputArgs, OutputFormat, ReadingArgs, ScreenArgs,
    WalkArgs, named, number,
};
use super::params::{ParamArgs, shown_in, with_default};

/// Below the options of `-h`.
const SHORT_END: &str = "\
`shingle --help` lists all options, `shingle COMMAND -h` those of a command. `?` on the screen shows its keys.";
/// Below the options of `--help`.
const LONG_END: &str = "\
Examples:
  shingle --demo                       look at the demo folder first
  shingle essays                       open the screen on the folder `essays`
  shingle essays -w 5 -t 50%           runs of five words, half of a text shared
  shingle old.txt new.txt              open the pair of two files, and watch both
  shingle scan essays --top 20         list the best 20 pairs
  shingle compare old.txt new.txt      list the passages that two files share
  shingle query draft.txt --in essays  list the files that share wording with it
  shingle scan essays --format json    the same for other programs

`shingle FOLDER` opens the screen; `?` there shows all keys. For a folder named like a command, type `shingle ./scan`.

Exit codes: 0 done, 1 something was found (with --check, --fail-on), 2 an error, also a file that could not be read (with --strict).";

/// Explore a folder of documents for rewrites: which texts share runs of words, how much, and where.
#[derive(Debug, Parser)]
#[command(
    version,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    arg_required_else_help = true,
    override_usage = "shingle [OPTIONS] <FOLDER | A B>\n       shingle <COMMAND>",
    color = clap::ColorChoice::Never,
    // The last of several values wins.
    args_override_self = true,
    mut_args(|option| shown_in(&[Task::Screen], option)),
    after_help = SHORT_END,
    after_long_help = LONG_END
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<CommandArgs>,
    /// The folder to explore on the screen, or two files to open as a pair
    #[arg(value_name = "FOLDER", required_unless_present_any = ["demo", "generate"])]
    pub(crate) folder: Option<PathBuf>,
    /// With a second file, the pair of both is opened instead
    #[arg(hide = true, conflicts_with = "demo")]
    pub(crate) more: Vec<PathBuf>,
    /// Explore the small demo folder that comes with the program
    #[arg(long, conflicts_with = "folder")]
    pub(crate) demo: bool,
    #[command(flatten)]
    pub(crate) params: ParamArgs,
    #[command(flatten)]
    pub(crate) walk: WalkArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) screen: ScreenArgs,
    /// Keep marks and notes on pairs in FILE, a line of JSON each [default: `$SHINGLE_DECISIONS`, else shingle/decisions.jsonl in `$XDG_DATA_HOME` or ~/.local/share]
    #[arg(long, value_name = "FILE", help_heading = "Screen")]
    pub(crate) decisions: Option<PathBuf>,
    /// Begin as if you had never visited the folder, and remember nothing of this visit
    #[arg(long, help_heading = "Screen")]
    pub(crate) no_state: bool,
    #[command(flatten)]
    pub(crate) cache: CacheArgs,
    #[command(flatten)]
    pub(crate) config: ConfigArgs,
    #[command(flatten)]
    pub(crate) log: LogArgs,
    /// Print completions for a shell, or the man page
    #[arg(long, value_name = "WHAT", value_enum, exclusive = true, hide_short_help = true)]
    pub(crate) generate: Option<Generated>,
}

// Options that decide nothing in a command are hidden, and refused with a reason.
#[derive(Debug, Subcommand)]
pub(crate) enum CommandArgs {
    /// List the pairs of documents of a folder that share wording
    #[command(
        override_usage = "shingle scan [OPTIONS] <IN... | --sketches FILE...>",
        mut_arg("inputs", unless_sketches),
        mut_args(|option| shown_in(&[Task::Scan], option))
    )]
    Scan(ScanArgs),
    /// List the passages that two files share
    #[command(mut_args(|option| {
        shown_in(&[Task::Compare, Task::CompareScore, Task::CompareExplained], option)
    }))]
    Compare(CompareArgs),
    /// List the documents of a folder that share wording with one file
    #[command(
        override_usage = "shingle query [OPTIONS] <FILE> <--in IN | --sketches FILE...>",
        mut_arg("inputs", |arg| unless_sketches(arg).long("in").num_args(1).display_order(0)),
        mut_args(|option| shown_in(&[Task::Query], option))
    )]
    Query(QueryArgs),
    /// List the documents of a folder that the text of one file comes from
    #[command(
        override_usage = "shingle sources [OPTIONS] <FILE> --in <DIR>",
        mut_arg("dir", |arg| arg.long("in").display_order(0)),
        mut_args(|option| shown_in(&[Task::Sources], option))
    )]
    Sources(SourcesArgs),
    /// List the longest runs of words that documents of a folder share, such as boilerplate
    #[command(mut_args(|option| shown_in(&[Task::Passages], option)))]
    Passages(PassagesArgs),
    /// Group the documents of a folder that resemble each other
    #[command(
        override_usage = "shingle clusters [OPTIONS] <IN... | --sketches FILE...>",
        mut_arg("inputs", unless_sketches),
        mut_args(|option| shown_in(&[Task::Clusters], option))
    )]
    Clusters(ClustersArgs),
    /// Choose the documents that repeat no other one
    #[command(mut_args(|option| shown_in(&[Task::Dedup], with_default(Task::Dedup, option))))]
    Dedup(DedupArgs),
    /// Write what a folder shares as a page to hand on
    #[command(mut_args(|option| shown_in(&[Task::Report], option)))]
    Report(ReportArgs),
    /// Save the sketches of a folder in a file, for scan, clusters and query
    #[command(mut_args(|option| shown_in(&[Task::Sketch], option)))]
    Sketch(SketchingArgs),
    /// Try which width, sketch and threshold suit a folder
    #[command(mut_args(|option| shown_in(&[Task::Lab, Task::LabWithLabels], option)))]
    Lab(LabArgs),
    /// Show step by step how two texts are compared
    #[command(mut_args(|option| shown_in(&[Task::Teach], option)))]
    Teach(TeachArgs),
    /// Show or remove the texts that are kept for the next run
    Cache(CachedArgs),
    /// Print a config file with every key, or where the config file is
    Config(ConfigFileArgs),
    /// Print what a report of a fault needs
    Doctor,
}

/// Documents are named, unless sketch files are.
fn unless_sketches(inputs: Arg) -> Arg {
    inputs.required(false).required_unless_present("files")
}

/// The arguments of `scan`.
#[derive(Debug, Args)]
pub(crate) struct ScanArgs {
    #[command(flatten)]
    pub(crate) documents: DocumentArgs,
    /// Add the clusters of documents to the output (with --format json)
    #[arg(long, help_heading = "Output")]
    pub(crate) clusters: bool,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    /// List only pairs with this verdict, or without any, and print the verdict; may be given several times [default: all]
    #[arg(long, value_name = "WHICH", value_parser = named(DecidedChoice::ALL), help_heading = "Output")]
    pub(crate) decided: Vec<DecidedChoice>,
    /// Print what was decided on each pair, by the marks and notes in FILE [default: with --decided those of the screen, else none]
    #[arg(long, value_name = "FILE", help_heading = "Screen")]
    pub(crate) decisions: Option<PathBuf>,
}

/// The arguments of `clusters`.
#[derive(Debug, Args)]
pub(crate) struct ClustersArgs {
    #[command(flatten)]
    pub(crate) documents: DocumentArgs,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = ClusterFormat::Table, help_heading = "Output")]
    pub(crate) format: ClusterFormat,
    /// Print only the N clusters with most documents [default: all]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number, help_heading = "Output")]
    pub(crate) top: Option<usize>,
    /// Exit 2 when a file could not be read; images, programs and links do not count
    #[arg(long, help_heading = "Output")]
    pub(crate) strict: bool,
}

/// The arguments of `compare`.
#[derive(Debug, Args)]
pub(crate) struct CompareArgs {
    /// The first file, or `-` for standard input; containment and per-word are measured from its side
    #[arg(value_name = "A")]
    pub(crate) a: PathBuf,
    /// The second file
    #[arg(value_name = "B")]
    pub(crate) b: PathBuf,
    /// Print every stage from text to score
    #[arg(long)]
    pub(crate) explain: bool,
    #[command(flatten)]
    pub(crate) params: ParamArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = OutputFormat::Table, help_heading = "Output")]
    pub(crate) format: OutputFormat,
    /// Exit 1 when the score reaches the threshold
    #[arg(long, help_heading = "Output")]
    pub(crate) check: bool,
    /// Exit 2 when a file could not be read, as compare always does
    #[arg(long, help_heading = "Output")]
    pub(crate) strict: bool,
}

/// The arguments of `teach`.
#[derive(Debug, Args)]
pub(crate) struct TeachArgs {
    /// The first file [default: built-in texts, with --preset php-shingles those of its article]
    #[arg(value_name = "A", requires = "b")]
    pub(crate) a: Option<PathBuf>,
    /// The second file
    #[arg(value_name = "B")]
    pub(crate) b: Option<PathBuf>,
    /// Open the sandbox instead: two texts to edit, compared after every key [default: two short sentences]
    #[arg(long, conflicts_with = "format")]
    pub(crate) sandbox: bool,
    /// Print the exercises instead, with their answers, or the questions alone
    #[arg(long, value_enum, conflicts_with_all = ["sandbox", "format"])]
    pub(crate) exercises: Option<Exercises>,
    #[command(flatten)]
    pub(crate) params: ParamArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) screen: ScreenArgs,
    /// Where to show the lesson [default: screen on a terminal, else text]
    #[arg(long, value_enum, help_heading = "Output")]
    pub(crate) format: Option<LessonFormat>,
    /// The step that --format svg draws [default: 1]
    #[arg(long, value_name = "STEP", help_heading = "Output")]
    pub(crate) at: Option<usize>,
}

/// The arguments of `query`.
#[derive(Debug, Args)]
pub(crate) struct QueryArgs {
    /// The file, or `-` for standard input; it is not compared with itself
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) documents: DocumentArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// The arguments of `sources`.
#[derive(Debug, Args)]
pub(crate) struct SourcesArgs {
    /// The file, or `-` for standard input; it is no source of itself
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) folder: FolderArgs,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = OutputFormat::Table, help_heading = "Output")]
    pub(crate) format: OutputFormat,
    /// Print only the first N sources [default: all]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number, help_heading = "Output")]
    pub(crate) top: Option<usize>,
    /// Print only sources that add at least this share of the file: 0 to 1 or 0% to 100%; with 0 those that add one shingle [default: 1%]
    #[arg(long, value_name = "SHARE", allow_hyphen_values = true, help_heading = "Output")]
    pub(crate) least: Option<Ratio>,
    /// Exit 2 when a file could not be read; images, programs and links do not count
    #[arg(long, help_heading = "Output")]
    pub(crate) strict: bool,
}

/// The file that a command writes.
#[derive(Debug, Args)]
pub(crate) struct TargetArgs {
    /// The file to write, outside the folder (`-` for standard output)
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Replace the file if there is one
    #[arg(long)]
    pub(crate) force: bool,
}

/// The arguments of `sketch`.
#[derive(Debug, Args)]
pub(crate) struct SketchingArgs {
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    /// Exit 2 when a file could not be read; images, programs and links do not count
    #[arg(long)]
    pub(crate) strict: bool,
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

/// The arguments of `lab`.
#[derive(Debug, Args)]
pub(crate) struct LabArgs {
    #[command(flatten)]
    pub(crate) folder: FolderArgs,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = LabFormat::Table, help_heading = "Output")]
    pub(crate) format: LabFormat,
    /// Print the best N pairs, each with what every sketch says of it [default: 10]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number, conflicts_with = "labels", help_heading = "Output")]
    pub(crate) pairs: Option<usize>,
    /// Judge by labelled pairs instead: FILE is tab-separated with a header, two paths in DIR and 0 or 1
    ///
    /// It tries every width and every measure, with and without stop words, with and without stems. For each it prints
    /// AUC, average precision, the best F1 and its threshold. The values that are set are marked. A directional measure
    /// is taken from the side of the first path.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) labels: Option<PathBuf>,
    /// The columns of the two paths and of the label [default: a,b,label]
    #[arg(long, value_name = "A,B,LABEL", requires = "labels", help_heading = "Output")]
    pub(crate) columns: Option<LabelColumns>,
    /// Exit 2 when a file could not be read; images, programs and links do not count
    #[arg(long, help_heading = "Output")]
    pub(crate) strict: bool,
}

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
    /// Print only passages of at least WORDS counted words, and no fewer than a shingle has [default: 8]
    #[arg(long, value_name = "WORDS", allow_negative_numbers = true, value_parser = number, help_heading = "Output")]
    pub(crate) least: Option<usize>,
    /// How passages are ranked [default: repeated]
    ///
    /// repeated: by words * (documents - 1), which is how many words would go if only one document had each. words: the
    /// longest first. documents: those that most documents have first.
    #[arg(long, value_name = "BY", value_parser = named(PassageOrder::ALL), help_heading = "Output")]
    pub(crate) sort: Option<PassageOrder>,
    /// Exit 2 when a file could not be read; images, programs and links do not count
    #[arg(long, help_heading = "Output")]
    pub(crate) strict: bool,
}

/// The arguments of `report`.
#[derive(Debug, Args)]
pub(crate) struct ReportArgs {
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    #[command(flatten)]
    pub(crate) folder: FolderArgs,
    /// Report on this document of DIR and its sources
    #[arg(long, value_name = "FILE", conflicts_with_all = ["top", "decided"], help_heading = "Output")]
    pub(crate) about: Option<PathBuf>,
    /// Write A, B, C for the names of documents
    #[arg(long, help_heading = "Output")]
    pub(crate) anonymous: bool,
    /// Quote all passages whole
    #[arg(long, help_heading = "Output")]
    pub(crate) full: bool,
    /// The heading [default: one with the name of DIR]
    #[arg(long, value_name = "TEXT", help_heading = "Output")]
    pub(crate) title: Option<String>,
    /// The summary below the heading; each line is a paragraph
    #[arg(long, value_name = "TEXT", help_heading = "Output")]
    pub(crate) summary: Option<String>,
    /// List only the best N rows [default: 300]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number, help_heading = "Output")]
    pub(crate) top: Option<usize>,
    /// List only rows with this verdict, or without any; may be given several times [default: all]
    #[arg(long, value_name = "WHICH", value_parser = named(DecidedChoice::ALL), help_heading = "Output")]
    pub(crate) decided: Vec<DecidedChoice>,
    /// Exit 1 when a row of the folder, listed or not, has this verdict, or none (undecided); may be given several times
    #[arg(long, value_name = "WHICH", value_parser = named(DecidedChoice::ALL), help_heading = "Output")]
    pub(crate) fail_on: Vec<DecidedChoice>,
    /// Exit 2 when a file could not be read; images, programs and links do not count
    #[arg(long, help_heading = "Output")]
    pub(crate) strict: bool,
    /// Take marks and notes from FILE [default: those of the screen]
    #[arg(long, value_name = "FILE", help_heading = "Screen")]
    pub(crate) decisions: Option<PathBuf>,
}

/// What is made from the options.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Generated {
    #[value(name = "complete-bash")]
    Bash,
    #[value(name = "complete-zsh")]
    Zsh,
    #[value(name = "complete-fish")]
    Fish,
    #[value(name = "complete-powershell")]
    PowerShell,
    #[value(name = "man")]
    ManPage,
}

/// The arguments of `cache`.
#[derive(Debug, Args)]
pub(crate) struct CachedArgs {
    /// path: print its directory; size: how much it holds; clear: remove it
    #[arg(value_name = "path, size or clear", value_enum, hide_possible_values = true)]
    pub(crate) action: CacheAction,
}

/// What is done with the cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CacheAction {
    /// Print its directory
    Path,
    /// Print how much it holds
    Size,
    /// Remove it
    Clear,
}

/// The arguments of `config`.
#[derive(Debug, Args)]
pub(crate) struct ConfigFileArgs {
    /// default: print a config file with every key, its meaning and its default; path: print where the config file is
    #[arg(value_name = "default or path", value_enum, hide_possible_values = true)]
    pub(crate) action: ConfigAction,
}

/// What is printed about the config file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ConfigAction {
    /// One with every key, which changes nothing
    Default,
    /// Where it is
    Path,
}
