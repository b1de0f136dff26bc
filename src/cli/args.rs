use std::path::PathBuf;

use clap::{Arg, Args, Command, Parser, Subcommand, ValueEnum};

use shingle::pipeline::{PassageOrder, Task};
use shingle::{base::path::DocPath, base::ratio::Ratio, decisions::MarkChoice};

use super::options::{
    CacheArgs, ConfigArgs, DocumentArgs, Exercises, FolderArgs, InputArgs, LessonFormat, LogArgs,
    OF_CLUSTERS, OF_DEDUP, OF_LAB, OutputArgs, OutputFormat, ReadingArgs, ResultArgs, ScreenArgs,
    WalkArgs, name_parser, parse_number, with_formats,
};
use super::params::ParamArgs;

/// Text of `--help`. A line with only the name of a command gets the description of the command.
const HELP: &str = include_str!("help.txt");
/// Text below the options of the screen, and in the man page.
const NOTES: &str = include_str!("notes.txt").trim_ascii_end();

fn commands_overview() -> String {
    let all = CommandArgs::augment_subcommands(Command::new("shingle"));
    let describe = |line: &str| {
        let name = line.trim();
        let about = all.find_subcommand(name).and_then(Command::get_about);
        about.map_or_else(|| format!("{line}\n"), |about| format!("  {name:<10}{about}\n"))
    };
    HELP.lines().map(describe).collect()
}

/// Find rewritten text in a folder of documents.
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
    override_help = commands_overview(),
    after_long_help = NOTES
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<CommandArgs>,
    /// Folder to explore on the screen, or two files to open as a pair
    #[arg(value_name = "FOLDER", required_unless_present_any = ["demo", "generate"])]
    pub(crate) folder: Option<PathBuf>,
    /// Second file of the pair, or with --id two ids of records
    #[arg(hide = true, conflicts_with = "demo")]
    pub(crate) more: Vec<PathBuf>,
    /// Open the demo folder that comes with the program
    #[arg(long, conflicts_with = "folder")]
    pub(crate) demo: bool,
    /// Show each record of jsonl or csv by this field [default: its file and line]
    #[arg(long, value_name = "FIELD", hide_short_help = true)]
    pub(crate) id: Option<String>,
    #[command(flatten)]
    pub(crate) walk: WalkArgs,
    #[command(flatten)]
    _params: ParamArgs,
    #[command(flatten)]
    pub(crate) screen: ScreenArgs,
    /// Save marks and notes on pairs to FILE, as lines of JSON [default: `$SHINGLE_DECISIONS`, else
    /// shingle/decisions.jsonl in `$XDG_DATA_HOME` or ~/.local/share]
    #[arg(long, value_name = "FILE", help_heading = "Screen", hide_short_help = true)]
    pub(crate) decisions: Option<PathBuf>,
    /// Ignore the last visit to the folder, and save nothing about this visit
    #[arg(long, help_heading = "Screen", hide_short_help = true)]
    pub(crate) no_state: bool,
    #[command(flatten)]
    pub(crate) cache: CacheArgs,
    #[command(flatten)]
    pub(crate) config: ConfigArgs,
    #[command(flatten)]
    pub(crate) log: LogArgs,
    /// Print completions for a shell, the man page, or the help of every option of the screen
    #[arg(long, value_name = "WHAT", value_enum, exclusive = true, hide_short_help = true)]
    pub(crate) generate: Option<Generated>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum CommandArgs {
    /// List the pairs of documents in a folder that share wording
    #[command(
        override_usage = "shingle scan [OPTIONS] <IN... | --sketches FILE...>",
        mut_arg("inputs", optional_with_sketch_files)
    )]
    Scan(ScanArgs),
    /// List the passages that two files share
    #[command(mut_arg("strict", |arg| arg.help("Exit with 2 if a file could not be read; compare always does")))]
    Compare(CompareArgs),
    /// List the documents in a folder that share wording with a file
    #[command(
        override_usage = "shingle query [OPTIONS] <FILE> <--in IN | --sketches FILE...>",
        mut_arg("inputs", |arg| optional_with_sketch_files(arg).long("in").num_args(1).display_order(0))
    )]
    Query(QueryArgs),
    /// Find the documents in a folder that a file was copied from
    #[command(
        override_usage = "shingle sources [OPTIONS] <FILE> --in <DIR>",
        mut_arg("dir", |arg| arg.long("in").display_order(0))
    )]
    Sources(SourcesArgs),
    /// List the passages that documents in a folder share, such as boilerplate
    Passages(PassagesArgs),
    /// Group the documents in a folder that resemble each other
    #[command(
        override_usage = "shingle clusters [OPTIONS] <IN... | --sketches FILE...>",
        mut_arg("inputs", optional_with_sketch_files),
        mut_args(with_formats(OF_CLUSTERS))
    )]
    Clusters(ClustersArgs),
    /// List the documents that remain without near-duplicates
    #[command(mut_args(with_formats(OF_DEDUP)))]
    Dedup(DedupArgs),
    /// Write the matches of a folder to an HTML page to share
    Report(ReportArgs),
    /// Save the sketches of a folder to a file, for scan, clusters and query
    Sketch(SketchingArgs),
    /// Try widths, sketches and thresholds on a folder and recommend values
    #[command(mut_args(with_formats(OF_LAB)))]
    Lab(LabArgs),
    /// Explain step by step how shingle compares two texts
    Teach(TeachArgs),
    /// Show or remove the cache of extracted texts
    Cache {
        /// path: print the directory; size: print the size; clear: remove the cache
        #[arg(value_name = "path, size or clear", value_enum, hide_possible_values = true)]
        action: CacheAction,
    },
    /// Print a config file with every key, or the path of the config file
    Config {
        /// default: print a config file with every key, its meaning and its default; path: print the path of the config
        /// file
        #[arg(value_name = "default or path", value_enum, hide_possible_values = true)]
        action: ConfigAction,
    },
    /// Print diagnostics for a bug report
    Doctor,
}

fn optional_with_sketch_files(inputs: Arg) -> Arg {
    inputs.required(false).required_unless_present("files")
}

#[derive(Debug, Args)]
pub(crate) struct ScanArgs {
    #[command(flatten)]
    pub(crate) documents: DocumentArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    /// List only pairs with this mark, and print the mark; undecided lists pairs without a mark; repeatable [default:
    /// all]
    #[arg(long, value_name = "WHICH", value_parser = name_parser(MarkChoice::ALL), help_heading = "Output")]
    pub(crate) decided: Vec<MarkChoice>,
    /// Print the mark and note of each pair from FILE [default: with --decided the file of the screen, else none]
    #[arg(long, value_name = "FILE", help_heading = "Screen", hide_short_help = true)]
    pub(crate) decisions: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct ClustersArgs {
    #[command(flatten)]
    pub(crate) documents: DocumentArgs,
    #[command(flatten)]
    pub(crate) result: ResultArgs,
    /// Print only the N largest clusters [default: all]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = parse_number, help_heading = "Output")]
    pub(crate) top: Option<usize>,
}

#[derive(Debug, Args)]
pub(crate) struct CompareArgs {
    /// First file, or `-` for standard input; containment and per-word are shares of this file
    #[arg(value_name = "A")]
    pub(crate) a: PathBuf,
    /// Second file
    #[arg(value_name = "B")]
    pub(crate) b: PathBuf,
    /// Id of the second record, after the file and the id of the first
    #[arg(hide = true)]
    pub(crate) second: Option<PathBuf>,
    /// Name records `FILE:ID`, or `FILE ID ID`, by this field of jsonl or csv [default: `FILE:LINE`]
    #[arg(long, value_name = "FIELD")]
    pub(crate) id: Option<String>,
    #[command(flatten)]
    _params: ParamArgs,
    #[command(flatten)]
    pub(crate) result: ResultArgs,
    /// Exit with 1 if the score passes the threshold
    #[arg(long, help_heading = "Output")]
    pub(crate) check: bool,
}

impl CompareArgs {
    /// Returns the task of the format. A table, JSON and the exit code of `--check` depend on the threshold. The other
    /// formats contain only the score.
    pub(crate) const fn task(&self) -> Task {
        match self.result.format {
            OutputFormat::Ndjson | OutputFormat::Csv if !self.check => Task::CompareScore,
            _ => Task::Compare,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct TeachArgs {
    /// First file [default: built-in texts; with --preset php-shingles or broder the texts of its source]
    #[arg(value_name = "A", requires = "b")]
    pub(crate) a: Option<PathBuf>,
    /// Second file
    #[arg(value_name = "B")]
    pub(crate) b: Option<PathBuf>,
    /// Id of the second record, after the file and the id of the first
    #[arg(hide = true)]
    pub(crate) second: Option<PathBuf>,
    /// Name records `FILE:ID`, or `FILE ID ID`, by this field of jsonl or csv [default: `FILE:LINE`]
    #[arg(long, value_name = "FIELD")]
    pub(crate) id: Option<String>,
    /// Open the sandbox: edit two texts and see the score change with every key [default: two short sentences]
    #[arg(long, conflicts_with = "format")]
    pub(crate) sandbox: bool,
    /// Print the exercises: the questions alone, or with answers; with --format html in the page
    #[arg(long, value_enum, conflicts_with = "sandbox")]
    pub(crate) exercises: Option<Exercises>,
    #[command(flatten)]
    _params: ParamArgs,
    #[command(flatten)]
    pub(crate) screen: ScreenArgs,
    /// Output of the lesson [default: screen on a terminal, else text]
    #[arg(long, value_enum, help_heading = "Output")]
    pub(crate) format: Option<LessonFormat>,
    /// File to write; its ending names the format [default: standard output]
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
    /// Replace an existing file
    #[arg(long, requires = "output", help_heading = "Output")]
    pub(crate) force: bool,
}

impl TeachArgs {
    pub(crate) fn format(&self) -> Result<Option<LessonFormat>, String> {
        let (None, Some(file)) = (self.format, &self.output) else { return Ok(self.format) };
        let Some(ending) = file.extension() else { return Ok(Some(LessonFormat::Text)) };
        let format = LessonFormat::from_str(&ending.to_string_lossy(), true);
        format.map(Some).map_err(|_| {
            let name = DocPath::new(file);
            format!("{name}: the ending names no format; use .html or .txt, or add --format")
        })
    }
}

#[derive(Debug, Args)]
pub(crate) struct QueryArgs {
    /// File to look up, or `-` for standard input; never compared with itself
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) documents: DocumentArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Debug, Args)]
pub(crate) struct SourcesArgs {
    /// File whose sources to find, or `-` for standard input; never listed as its own source
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) folder: FolderArgs,
    #[command(flatten)]
    pub(crate) result: ResultArgs,
    /// Print only the first N sources [default: all]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = parse_number, help_heading = "Output")]
    pub(crate) top: Option<usize>,
    /// Print only sources that add at least this share of the file, 0 to 1 or 0% to 100%; 0 means one shingle [default:
    /// 1%]
    #[arg(long, value_name = "SHARE", allow_hyphen_values = true, help_heading = "Output")]
    pub(crate) least: Option<Ratio>,
}

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
    pub(crate) result: ResultArgs,
    /// Exit with 1 if a document repeats another
    #[arg(long, help_heading = "Output")]
    pub(crate) check: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Keep {
    First,
    Longest,
}

#[derive(Debug, Args)]
pub(crate) struct TargetArgs {
    /// File to write, outside the folder; `-` for standard output
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Replace an existing file
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Debug, Args)]
pub(crate) struct SketchingArgs {
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    /// Exit with 2 if a file could not be read; ignores images, programs and links
    #[arg(long)]
    pub(crate) strict: bool,
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

#[derive(Debug, Args)]
pub(crate) struct LabArgs {
    #[command(flatten)]
    pub(crate) folder: FolderArgs,
    #[command(flatten)]
    pub(crate) result: ResultArgs,
    /// Print the best N pairs with the estimates of every sketch [default: 10]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = parse_number, conflicts_with = "labels", help_heading = "Output")]
    pub(crate) pairs: Option<usize>,
    /// Start from the defaults of this command, and print its line with the recommended values [default: scan]
    #[arg(long = "for", value_name = "COMMAND", value_parser = name_parser(&[("scan", Task::Scan), ("dedup", Task::Dedup)]), conflicts_with = "labels", help_heading = "Output")]
    pub(crate) purpose: Option<Task>,
    /// Measure settings by the labelled pairs in FILE: tab-separated, with the columns a and b for two paths in DIR, and
    /// label for 0 or 1
    ///
    /// The laboratory tries every width and every measure, with and without stop words and stems. For each setting it
    /// prints AUC, average precision, the best F1 and its threshold. A directional measure starts from the first path.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) labels: Option<PathBuf>,
}

impl LabArgs {
    pub(crate) const fn task(&self) -> Task {
        if self.labels.is_some() { Task::LabWithLabels } else { Task::Lab }
    }
}

#[derive(Debug, Args)]
pub(crate) struct PassagesArgs {
    #[command(flatten)]
    pub(crate) folder: FolderArgs,
    #[command(flatten)]
    pub(crate) result: ResultArgs,
    /// Print only the first N passages [default: 1000]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = parse_number, help_heading = "Output")]
    pub(crate) top: Option<usize>,
    /// Print only passages of at least WORDS counted words, never fewer than a shingle [default: 8]
    #[arg(long, value_name = "WORDS", allow_negative_numbers = true, value_parser = parse_number, help_heading = "Output")]
    pub(crate) least: Option<usize>,
    /// Order of the passages [default: repeated]
    ///
    /// repeated: by words * (documents - 1), the number of repeated words. words: longest passages first. documents:
    /// most frequent passages first. A passage is cut where it repeats --least words of an earlier one.
    #[arg(long, value_name = "BY", value_parser = name_parser(PassageOrder::ALL), help_heading = "Output")]
    pub(crate) sort: Option<PassageOrder>,
}

#[derive(Debug, Args)]
pub(crate) struct ReportArgs {
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    #[command(flatten)]
    pub(crate) folder: FolderArgs,
    /// Report on this document in DIR and its sources
    #[arg(long, value_name = "FILE", conflicts_with_all = ["top", "decided"], help_heading = "Output")]
    pub(crate) about: Option<PathBuf>,
    /// Replace names of documents by `text 1`, `text 2` and so on, except the name of the --about document
    #[arg(long, help_heading = "Output")]
    pub(crate) anonymous: bool,
    /// Quote every passage in full
    #[arg(long, help_heading = "Output")]
    pub(crate) full: bool,
    /// Heading of the report [default: a heading with the name of DIR]
    #[arg(long, value_name = "TEXT", help_heading = "Output")]
    pub(crate) title: Option<String>,
    /// Summary shown first; each line is a paragraph
    #[arg(long, value_name = "TEXT", help_heading = "Output")]
    pub(crate) summary: Option<String>,
    /// List only the best N rows [default: 300]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = parse_number, help_heading = "Output")]
    pub(crate) top: Option<usize>,
    /// List only rows with this mark; undecided lists rows without a mark; repeatable [default: all]
    #[arg(long, value_name = "WHICH", value_parser = name_parser(MarkChoice::ALL), help_heading = "Output")]
    pub(crate) decided: Vec<MarkChoice>,
    /// Exit with 1 if any row of the folder has this mark; undecided means no mark; repeatable
    #[arg(long, value_name = "WHICH", value_parser = name_parser(MarkChoice::ALL), help_heading = "Output")]
    pub(crate) fail_on: Vec<MarkChoice>,
    /// Exit with 2 if a file could not be read; ignores images, programs and links
    #[arg(long, help_heading = "Output")]
    pub(crate) strict: bool,
    /// Read marks and notes from FILE [default: the file of the screen]
    #[arg(long, value_name = "FILE", help_heading = "Screen", hide_short_help = true)]
    pub(crate) decisions: Option<PathBuf>,
}

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
    Options,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CacheAction {
    /// Print the directory
    Path,
    /// Print the size
    Size,
    /// Remove the cache
    Clear,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ConfigAction {
    /// Print a config file with every key at its default
    Default,
    /// Print the path of the config file
    Path,
}
