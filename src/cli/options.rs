//! Options shared by commands: documents, reading, output, screen, cache and config file. `params` has the options of
//! parameters.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args, ValueEnum};

use shingle::base::file_glob::FileGlob;
use shingle::engine::converters::split_command;
use shingle::engine::{DocumentFolder, DocumentReader};
use shingle::folder::{Globs, WalkOptions};

use super::{limits::whole_number_parser, params::ParamArgs};
use crate::theme_choice::ThemeChoice;

pub(crate) fn name_parser<T: Copy + Send + Sync + 'static>(
    all: &'static [(&'static str, T)],
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(all.iter().map(|(name, _)| *name)).try_map(move |typed| {
        all.iter()
            .find(|(name, _)| *name == typed)
            .map(|(_, value)| *value)
            .ok_or("not one of the names")
    })
}

pub(crate) fn parse_number(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| format!("expected a whole number from 0 to {}", usize::MAX))
}

#[derive(Debug, Args)]
pub(crate) struct ReadingArgs {
    #[command(flatten)]
    pub(crate) walk: WalkArgs,
    #[command(flatten)]
    _params: ParamArgs,
    /// Succeed even if no document was read
    #[arg(long, help_heading = "Output", hide_short_help = true)]
    pub(crate) allow_empty: bool,
    /// Hide progress
    #[arg(short, long, help_heading = "Output", hide_short_help = true)]
    pub(crate) quiet: bool,
}

#[derive(Debug, Args)]
pub(crate) struct FolderArgs {
    /// Folder to read
    #[arg(value_name = "DIR")]
    pub(crate) dir: PathBuf,
    /// Name each record of jsonl or csv by this field [default: its file and line]
    #[arg(long, value_name = "FIELD")]
    pub(crate) id: Option<String>,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

/// Input: a folder, files or standard input, and the names of records.
#[derive(Debug, Args)]
pub(crate) struct InputArgs {
    /// Folder or files to read; `-` reads records from standard input
    #[arg(value_name = "IN", required = true)]
    pub(crate) inputs: Vec<PathBuf>,
    /// Name each record of jsonl or csv by this field [default: its file and line]
    #[arg(long, value_name = "FIELD")]
    pub(crate) id: Option<String>,
}

impl InputArgs {
    /// Returns the folder or file, if it is the only input on disk.
    pub(crate) fn only_path(&self) -> Option<&Path> {
        match &*self.inputs {
            [one] if one.as_os_str() != "-" => Some(one),
            _ => None,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct DocumentArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Read files of `shingle sketch` instead of a folder, all with the same parameters
    #[arg(
        long = "sketches",
        value_name = "FILE",
        num_args = 1..,
        conflicts_with_all = ["inputs", "hidden", "ignored", "include", "exclude"]
    )]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Documents")]
pub(crate) struct WalkArgs {
    /// Also read hidden files and folders
    #[arg(long, hide_short_help = true)]
    pub(crate) hidden: bool,
    /// Also read files that .gitignore and .ignore exclude
    #[arg(long, hide_short_help = true)]
    pub(crate) ignored: bool,
    /// Read only files that match GLOB or are in a matching folder; repeatable [default: all]
    ///
    /// Globs work as in a .gitignore of the folder: `*.txt` matches at any depth, `/*.txt` and `docs/*.txt` match from
    /// the folder down, `**` matches any folders. Hidden and ignored files remain excluded. Backups and unfinished
    /// files of other programs, such as `a.txt~`, `#a.txt#`, `~$a.docx` and `a.pdf.part`, are read only with this
    /// option.
    #[arg(long, value_name = "GLOB")]
    pub(crate) include: Vec<FileGlob>,
    /// Skip files and folders that match GLOB, even if included; repeatable [default: none]
    #[arg(long, value_name = "GLOB")]
    pub(crate) exclude: Vec<FileGlob>,
}

impl WalkArgs {
    pub(crate) fn walk_options(&self) -> WalkOptions {
        let Self { hidden, ignored, include, exclude } = self;
        let globs = Globs::new(include, exclude).map(Arc::new);
        WalkOptions { hidden: *hidden, ignored: *ignored, globs, only: None }
    }

    pub(crate) fn open_folder(&self, root: &Path, reader: &DocumentReader) -> DocumentFolder {
        let (root, walk, reader) = (root.to_path_buf(), self.walk_options(), reader.clone());
        DocumentFolder { root, walk, reader, ..DocumentFolder::default() }
    }
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct ResultArgs {
    /// Format of the output
    #[arg(long, value_parser = format_parser(OF_PAIRS), default_value = "table")]
    pub(crate) format: OutputFormat,
    /// Exit with 2 if a file could not be read; ignores images, programs and links
    #[arg(long, display_order = LAST)]
    pub(crate) strict: bool,
}

/// Display order in help of options that come after all others.
const LAST: usize = 900;

#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputArgs {
    #[command(flatten)]
    pub(crate) result: ResultArgs,
    /// Print only the best N pairs, ranked [default: 10000 for table and json; all in path order for ndjson and csv]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = parse_number)]
    pub(crate) top: Option<usize>,
    /// Print a line for each document before the pairs of ndjson; json always lists documents
    #[arg(long)]
    pub(crate) documents: bool,
    /// Exit with 1 if a pair passes the threshold
    #[arg(long)]
    pub(crate) check: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OutputFormat {
    Table,
    Json,
    Ndjson,
    Csv,
}

use self::OutputFormat::{Csv, Json, Ndjson, Table};

/// Formats of a command with their names and help, the default first.
type Formats = [(&'static str, OutputFormat, &'static str)];

const OF_PAIRS: &Formats = &[
    ("table", Table, "A table for people"),
    ("json", Json, "An object with parameters, problems and pairs"),
    ("ndjson", Ndjson, "One pair per line"),
    ("csv", Csv, "Comma-separated values with a header"),
];
pub(crate) const OF_CLUSTERS: &Formats = &[
    ("table", Table, "A table for people"),
    ("json", Json, "An object with parameters, problems, clusters and warnings"),
    ("ndjson", Ndjson, "One cluster per line"),
];
pub(crate) const OF_DEDUP: &Formats = &[
    ("names", Table, "Names of retained documents, one per line"),
    ("json", Json, "An object with parameters, problems, retained and removed documents"),
    ("ndjson", Ndjson, "A line for each removed document with the document that it repeats"),
];
pub(crate) const OF_LAB: &Formats =
    &[("table", Table, "Tables for people"), ("json", Json, "An object")];

/// Makes the option for the format take these formats, the default first.
pub(crate) fn with_formats(all: &'static Formats) -> impl FnMut(Arg) -> Arg {
    move |option| match option.get_id().as_str() {
        "format" => option.value_parser(format_parser(all)).default_value(all[0].0),
        _ => option,
    }
}

fn format_parser(all: &'static Formats) -> impl TypedValueParser<Value = OutputFormat> {
    let alias = |format| Some("jsonl").filter(|_| format == Ndjson);
    let value = move |one: &'static (&str, OutputFormat, &str)| {
        PossibleValue::new(one.0).help(one.2).aliases(alias(one.1))
    };
    PossibleValuesParser::new(all.iter().map(value)).map(|typed| {
        let named = all.iter().find(|(name, ..)| *name == typed);
        // The only other name is the alias.
        named.map_or(Ndjson, |(_, format, _)| *format)
    })
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LessonFormat {
    /// Plain text, all steps
    #[value(alias = "txt")]
    Text,
    /// A page to print: all steps, exercises and answers
    #[value(alias = "htm")]
    Html,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Exercises {
    /// Questions only
    Questions,
    /// Questions with their answers
    Answers,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Screen")]
pub(crate) struct ScreenArgs {
    /// Colours: auto (from the environment), dark, light, 16 (the colours of the terminal) or mono (none)
    #[arg(long, value_name = "THEME", default_value = "auto", value_parser = name_parser(&ThemeChoice::ALL))]
    pub(crate) theme: ThemeChoice,
    /// Use the mouse; Shift selects text in most terminals
    #[arg(long, value_name = "on|off", value_enum, default_value_t = Switch::On, hide_short_help = true)]
    pub(crate) mouse: Switch,
    /// Start in projector mode for a lecture: strong colours and a large score (Ctrl-O)
    #[arg(long, hide_short_help = true)]
    pub(crate) projector: bool,
    /// Target of copied text: osc52 (the terminal, if supported), or a program such as "command wl-copy" or "command tee
    /// FILE"
    #[arg(long, value_name = "WHERE", default_value = "osc52", value_parser = parse_clipboard, hide_short_help = true)]
    pub(crate) clipboard: ClipboardChoice,
    /// Write the state of the screen to FILE as JSON, for tests
    #[arg(long, value_name = "FILE", hide = true)]
    pub(crate) dump_state: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Switch {
    On,
    Off,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ClipboardChoice {
    Osc52,
    Command(Vec<String>),
}

fn parse_clipboard(text: &str) -> Result<ClipboardChoice, String> {
    let expected = "expected osc52, or command and a program, such as \"command wl-copy\"";
    let words = match text.split_once([' ', '\t']) {
        None if text == "osc52" => return Ok(ClipboardChoice::Osc52),
        Some(("command", program)) => split_command(program).map_err(|error| error.to_string())?,
        _ => Vec::new(),
    };
    if words.is_empty() { Err(expected.to_string()) } else { Ok(ClipboardChoice::Command(words)) }
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Cache")]
pub(crate) struct CacheArgs {
    /// Do not read or write the cache of extracted texts
    #[arg(long, global = true, hide_short_help = true)]
    pub(crate) no_cache: bool,
    /// Size limit of the cache, 1 to 1048576 MiB; the least recently used texts are removed first
    #[arg(long, value_name = "MiB", global = true, hide_short_help = true, default_value_t = 1024, allow_negative_numbers = true, value_parser = whole_number_parser(1..=1 << 20))]
    pub(crate) cache_size: u32,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Log")]
pub(crate) struct LogArgs {
    /// Append a log of watching, reading, errors and restarts to FILE, without text of documents [default:
    /// `$SHINGLE_LOG`, else none]
    #[arg(long, value_name = "FILE", global = true, hide_short_help = true)]
    pub(crate) log: Option<PathBuf>,
}

/// Options that choose the config file. It is read first, because it sets the defaults of the other options.
#[derive(Debug, Args)]
#[command(next_help_heading = "Config")]
pub(crate) struct ConfigArgs {
    /// Read parameters from FILE in TOML, such as `width = 4`; the command line has priority [default:
    /// `$SHINGLE_CONFIG`, else shingle/config.toml in `$XDG_CONFIG_HOME` or ~/.config]
    #[arg(long, value_name = "FILE", global = true, hide_short_help = true)]
    pub(crate) config: Option<PathBuf>,
    /// Ignore the config file
    #[arg(long, global = true, hide_short_help = true, conflicts_with = "config")]
    pub(crate) no_config: bool,
}

#[cfg(test)]
mod tests {
    use super::{ClipboardChoice, parse_clipboard};

    #[test]
    fn a_program_is_named_with_its_arguments() {
        assert_eq!(parse_clipboard("osc52"), Ok(ClipboardChoice::Osc52));
        let words = ["xclip", "-selection", "a b"].map(String::from).to_vec();
        let text = "command  xclip -selection 'a b'";
        assert_eq!(parse_clipboard(text), Ok(ClipboardChoice::Command(words)));
        for wrong in ["", "file", "command", "command ", "wl-copy", "command 'a"] {
            assert!(parse_clipboard(wrong).is_err(), "{wrong}");
        }
    }
}
