//! Options that several commands share, but for parameters: which documents are read and how, output, screen, cache and config
//! file. `params` has those of parameters.

use std::path::{Path, PathBuf};
use std::{ffi::OsString, ops::RangeInclusive, sync::Arc};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches, ValueEnum};
use documents::cache::CachePlace;

use shingle::base::file_glob::FileGlob;
use shingle::engine::converters::{Converter, words};
use shingle::engine::limit_options::{LIMIT_OPTIONS, LimitOption, number_within};
use shingle::engine::{DocumentFolder, DocumentReader, ReaderSettings};
use shingle::folder::{Globs, WalkOptions};

use super::params::ParamArgs;

/// Parses one of some names.
pub(crate) fn named<T: Copy + Send + Sync + 'static>(
    all: &'static [(&'static str, T)],
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(all.iter().map(|(name, _)| *name)).try_map(move |typed| {
        all.iter()
            .find(|(name, _)| *name == typed)
            .map(|(_, value)| *value)
            .ok_or("not one of the names")
    })
}

/// Parses a whole number in a range; the error names the range.
pub(crate) fn whole_number(range: RangeInclusive<u32>) -> impl TypedValueParser<Value = u32> {
    move |text: &str| number_within(text, &range)
}

/// Parses a whole number.
pub(crate) fn number(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| format!("expected a whole number from 0 to {}", usize::MAX))
}

/// How the documents of a folder are read.
#[derive(Debug, Args)]
pub(crate) struct ReadingArgs {
    #[command(flatten)]
    pub(crate) walk: WalkArgs,
    #[command(flatten)]
    pub(crate) params: ParamArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    /// Allow that no document is read
    #[arg(long, help_heading = "Output", hide_short_help = true)]
    pub(crate) allow_empty: bool,
    /// Do not show how far it is
    #[arg(short, long, help_heading = "Output", hide_short_help = true)]
    pub(crate) quiet: bool,
}

/// A folder and how it is read.
#[derive(Debug, Args)]
pub(crate) struct FolderArgs {
    /// The folder
    #[arg(value_name = "DIR")]
    pub(crate) dir: PathBuf,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

/// What is read: a folder, files or standard input, and what names records.
#[derive(Debug, Args)]
pub(crate) struct InputArgs {
    /// The folder, or files; `-` for standard input, whose records are the documents
    #[arg(value_name = "IN", required = true)]
    pub(crate) inputs: Vec<PathBuf>,
    /// Name each record by this field (with --records jsonl or csv) [default: its file and line]
    #[arg(long, value_name = "FIELD")]
    pub(crate) id: Option<String>,
}

impl InputArgs {
    /// The folder or file that is read, where it is one on the disk.
    pub(crate) fn only(&self) -> Option<&Path> {
        match &*self.inputs {
            [one] if one.as_os_str() != "-" => Some(one),
            _ => None,
        }
    }
}

/// Documents or sketch files, and how they are read.
#[derive(Debug, Args)]
pub(crate) struct DocumentArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Files that `shingle sketch` wrote with the same parameters, instead of a folder
    #[arg(
        long = "sketches",
        value_name = "FILE",
        num_args = 1..,
        conflicts_with_all = ["inputs", "id", "hidden", "ignored", "include", "exclude"]
    )]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
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

impl WalkArgs {
    /// The options as the walk takes them.
    pub(crate) fn resolve(&self) -> WalkOptions {
        let Self { hidden, ignored, include, exclude } = self;
        let globs = Globs::new(include, exclude).map(Arc::new);
        WalkOptions { hidden: *hidden, ignored: *ignored, globs, only: None }
    }

    /// The folder at `root`, as these options walk it.
    pub(crate) fn folder(&self, root: &Path, reader: &DocumentReader) -> DocumentFolder {
        let (root, walk, reader) = (root.to_path_buf(), self.resolve(), reader.clone());
        DocumentFolder { root, walk, reader, id: None }
    }
}

/// Limits of what one file may be and become, and what reads formats of one's own.
#[derive(Debug, Args)]
pub(crate) struct LimitArgs {
    #[command(flatten)]
    limits: LimitNumbers,
    /// Turn files whose names match PATTERN into text with COMMAND, which reads the file from standard input, or at `{}`, and prints UTF-8; may be given several times
    #[arg(long = "converter", value_name = "PATTERN=COMMAND", value_parser = Converter::parse, help_heading = "Documents")]
    pub(crate) converters: Vec<Converter>,
}

impl LimitArgs {
    /// What reads files by these options. Child processes of `program` read formats, or this process does.
    pub(crate) fn reader(
        &self,
        program: Option<OsString>,
        cache: Option<CachePlace>,
    ) -> DocumentReader {
        let converters = self.converters.clone();
        let mut settings = ReaderSettings { program, converters, cache, ..Default::default() };
        for (option, number) in &self.limits.0 {
            option.set(&mut settings, *number);
        }
        DocumentReader::new(settings)
    }

    /// The limits that were set, by their names.
    pub(crate) fn by_name(&self) -> impl Iterator<Item = (&'static str, String)> {
        self.limits.0.iter().map(|(option, number)| (option.name, number.to_string()))
    }
}

/// The limits that are set.
#[derive(Debug)]
struct LimitNumbers(Vec<(&'static LimitOption, u32)>);

impl FromArgMatches for LimitNumbers {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let number =
            |option: &'static LimitOption| Some((option, *matches.get_one::<u32>(option.name)?));
        Ok(Self(LIMIT_OPTIONS.iter().filter_map(number).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for LimitNumbers {
    fn augment_args(command: Command) -> Command {
        command.args(LIMIT_OPTIONS.iter().map(|option| {
            Arg::new(option.name)
                .long(option.name)
                .help_heading("Limits")
                .value_name(option.unit)
                .help(option.help)
                .value_parser(whole_number(option.range.clone()))
        }))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

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
    /// One cluster a line
    Ndjson,
}

/// Where a lesson goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LessonFormat {
    /// On the screen, with keys
    Screen,
    /// Plain text, all steps
    Text,
    /// A page to print and take home: all steps, exercises and answers
    Html,
    /// One step as a drawing, which --at names
    Svg,
}

/// What is printed of the exercises.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Exercises {
    /// Questions alone
    Questions,
    /// Questions with their answers
    Answers,
}

/// How to print what the laboratory found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LabFormat {
    /// For people
    Table,
    /// One object
    Json,
}

/// The look of the screen, and whether it takes the mouse.
#[derive(Debug, Args)]
#[command(next_help_heading = "Screen")]
pub(crate) struct ScreenArgs {
    /// Colours: auto (from the environment), for a dark or a light page, the terminal's own 16, or mono (none)
    #[arg(long, value_name = "THEME", value_enum, default_value_t = ThemeName::Auto)]
    pub(crate) theme: ThemeName,
    /// Whether the screen takes the mouse; `:mouse` switches it, and in most terminals Shift selects text anyway
    #[arg(long, value_name = "on|off", value_enum, default_value_t = Switch::On)]
    pub(crate) mouse: Switch,
    /// Begin in projector mode, for a lecture: few strong tints, large score and last key, folder frozen (Ctrl-O)
    #[arg(long)]
    pub(crate) projector: bool,
    /// Where copied texts go: osc52 (to the terminal, which may not take them), file (the screen says which), or a program that reads them from standard input, such as "command wl-copy"
    #[arg(long, value_name = "WHERE", default_value = "osc52", value_parser = clipboard)]
    pub(crate) clipboard: ClipboardChoice,
    /// Keep FILE up to date with what the screen shows at rest, as JSON (for tests)
    #[arg(long, value_name = "FILE", hide = true)]
    pub(crate) dump_state: Option<PathBuf>,
}

/// The names of the screen's colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ThemeName {
    Auto,
    Dark,
    Light,
    Mono,
    #[value(name = "16")]
    Sixteen,
}

/// On or off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Switch {
    On,
    Off,
}

/// Where copied texts go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ClipboardChoice {
    /// To the terminal.
    Osc52,
    /// Into a file in the user's own directory.
    File,
    /// To this program, with its arguments.
    Command(Vec<String>),
}

fn clipboard(text: &str) -> Result<ClipboardChoice, String> {
    let expected = "expected osc52, file, or command and a program, such as \"command wl-copy\"";
    match text.split_once([' ', '\t']) {
        None if text == "osc52" => Ok(ClipboardChoice::Osc52),
        None if text == "file" => Ok(ClipboardChoice::File),
        Some(("command", program)) => match words(program) {
            Ok(words) if !words.is_empty() => Ok(ClipboardChoice::Command(words)),
            Ok(_) => Err(expected.to_string()),
            Err(error) => Err(error.to_string()),
        },
        _ => Err(expected.to_string()),
    }
}

/// Whether texts are kept from one run to the next.
#[derive(Debug, Args)]
#[command(next_help_heading = "Cache")]
pub(crate) struct CacheArgs {
    /// Do not keep the texts of PDF and other documents for the next run, nor use those of the last
    #[arg(long, global = true)]
    pub(crate) no_cache: bool,
    /// Keep at most this many MiB of texts, 1 to 1048576; those used longest ago go first
    #[arg(long, value_name = "MiB", global = true, default_value_t = 1024, allow_negative_numbers = true, value_parser = whole_number(1..=1 << 20))]
    pub(crate) cache_size: u32,
}

/// Where it is written down what the program does.
#[derive(Debug, Args)]
#[command(next_help_heading = "Log")]
pub(crate) struct LogArgs {
    /// Append what is watched, read, refused and restarted to FILE, without text of documents [default: `$SHINGLE_LOG`, else none]
    #[arg(long, value_name = "FILE", global = true)]
    pub(crate) log: Option<PathBuf>,
}

/// Where parameters come from, besides the command line. `config` reads this first.
#[derive(Debug, Args)]
#[command(next_help_heading = "Config")]
pub(crate) struct ConfigArgs {
    /// Read parameters from FILE, a line such as `width = 4` each (TOML); the command line wins [default: `$SHINGLE_CONFIG`, else shingle/config.toml in `$XDG_CONFIG_HOME` or ~/.config]
    #[arg(long, value_name = "FILE", global = true)]
    pub(crate) config: Option<PathBuf>,
    /// Read no config file
    #[arg(long, global = true, conflicts_with = "config")]
    pub(crate) no_config: bool,
}

#[cfg(test)]
mod tests {
    use super::{ClipboardChoice, clipboard};

    #[test]
    fn a_program_is_named_with_its_arguments() {
        assert_eq!(clipboard("osc52"), Ok(ClipboardChoice::Osc52));
        assert_eq!(clipboard("file"), Ok(ClipboardChoice::File));
        let words = ["xclip", "-selection", "a b"].map(String::from).to_vec();
        let text = "command  xclip -selection 'a b'";
        assert_eq!(clipboard(text), Ok(ClipboardChoice::Command(words)));
        for wrong in ["", "command", "command ", "wl-copy", "file x", "command 'a"] {
            assert!(clipboard(wrong).is_err(), "{wrong}");
        }
    }
}
