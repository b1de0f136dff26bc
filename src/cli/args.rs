//! What was typed, exactly. Defaults and presets are resolved in `settings`.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};

use shingle::base::ratio::Ratio;
use shingle::compare::clusters::Linkage;
use shingle::compare::measure::{Above, Measure};
use shingle::lab::labels::Columns;
use shingle::pipeline::params::{
    LanguageChoice, MODULO_RANGE, Preset, SketchKind, Verify, WIDTH_RANGE,
};
use shingle::shingle::hash::HashKind;
use shingle::shingle::minhash::{FUNCTIONS_RANGE, Family};
use shingle::text::decode::Charset;
use shingle::text::language::Language;
use shingle::text::normalize::{Case, Stem};
use shingle::text::pos::PosRemoval;
use shingle::text::tokenize::Words;

/// Explore a folder of documents for rewrites: which texts share runs of words, how much, and where.
#[derive(Debug, Parser)]
#[command(
    version,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    arg_required_else_help = true,
    color = clap::ColorChoice::Never,
    // What is typed comes after what the config file says.
    args_override_self = true,
    after_help = "`shingle FOLDER` opens the screen; press ? there for all keys. A folder named like a command: `shingle ./scan`.\n\nExit codes: 0 done, 1 a match reached the threshold (with --check), 2 it could not be done."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    /// The folder to explore on the screen
    #[arg(value_name = "FOLDER", required = true)]
    pub(crate) folder: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) walk: WalkArgs,
    #[command(flatten)]
    pub(crate) params: ParamArgs,
    #[command(flatten)]
    pub(crate) clusters: ClusterArgs,
    #[command(flatten)]
    pub(crate) screen: ScreenArgs,
    #[command(flatten)]
    pub(crate) config: ConfigArgs,
}

/// Where parameters come from beside the command line; read before it, by `config`.
#[derive(Debug, Args)]
#[command(next_help_heading = "Config")]
pub(crate) struct ConfigArgs {
    /// Parameters by their names, as `width = 4` a line (TOML); what is typed wins [default: `$SHINGLE_CONFIG`, else shingle/config.toml in `$XDG_CONFIG_HOME` or ~/.config]
    #[arg(long, value_name = "FILE", global = true)]
    pub(crate) config: Option<PathBuf>,
    /// Read no config file
    #[arg(long, global = true, conflicts_with = "config")]
    pub(crate) no_config: bool,
}

/// How the screen looks, and whose the mouse is.
#[derive(Debug, Args)]
#[command(next_help_heading = "Screen")]
pub(crate) struct ScreenArgs {
    /// Colours: auto (as the environment tells), for a dark or a light page, the terminal's own 16, or mono (none)
    #[arg(long, value_name = "THEME", value_enum, default_value_t = ThemeName::Auto)]
    pub(crate) theme: ThemeName,
    /// Draw the screen's own lines, bars and signs in ASCII; texts stay as they are
    #[arg(long)]
    pub(crate) ascii: bool,
    /// Whether the screen takes the mouse; `&` switches it there, and most terminals select text with Shift held
    #[arg(long, value_name = "on|off", value_enum, default_value_t = Switch::On)]
    pub(crate) mouse: Switch,
    /// Begin in projector mode, for a room: few strong tints, score and last key large, the folder held back (Ctrl-O)
    #[arg(long)]
    pub(crate) projector: bool,
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

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Compare all documents of a folder with each other and list the pairs
    #[command(override_usage = "shingle scan [OPTIONS] <DIR | --sketches FILE...>")]
    Scan {
        /// The folder
        #[arg(value_name = "DIR", required_unless_present = "files")]
        dir: Option<PathBuf>,
        #[command(flatten)]
        sketches: SketchFiles,
        #[command(flatten)]
        walk: WalkArgs,
        #[command(flatten)]
        params: ParamArgs,
        /// Tell the clusters of documents too (with --format json)
        #[arg(long, help_heading = "Output")]
        clusters: bool,
        // Of a config file it holds for whatever shows clusters in any case.
        /// What holds these clusters together [default: single]
        #[arg(long, value_parser = named(Linkage::ALL), help_heading = "Output")]
        linkage: Option<Linkage>,
        #[command(flatten)]
        output: OutputArgs,
    },
    /// Put the documents of a folder into clusters of those that resemble each other
    #[command(override_usage = "shingle clusters [OPTIONS] <DIR | --sketches FILE...>")]
    Clusters {
        /// The folder
        #[arg(value_name = "DIR", required_unless_present = "files")]
        dir: Option<PathBuf>,
        #[command(flatten)]
        sketches: SketchFiles,
        #[command(flatten)]
        walk: WalkArgs,
        #[command(flatten)]
        params: ParamArgs,
        #[command(flatten)]
        linkage: ClusterArgs,
        /// How to print the result
        #[arg(long, value_enum, default_value_t = ClusterFormat::Table, help_heading = "Output")]
        format: ClusterFormat,
        /// Print only the N clusters with most documents [default: all]
        #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number, help_heading = "Output")]
        top: Option<usize>,
    },
    /// Compare two files, with the passages they share
    Compare {
        /// The first file (`-` for standard input); directional measures are taken from its side
        #[arg(value_name = "A")]
        a: PathBuf,
        /// The second file
        #[arg(value_name = "B")]
        b: PathBuf,
        /// Print every stage from text to score
        #[arg(long)]
        explain: bool,
        #[command(flatten)]
        params: ParamArgs,
        /// How to print the result
        #[arg(long, value_enum, default_value_t = Format::Table, help_heading = "Output")]
        format: Format,
        /// Exit 1 when the score reaches the threshold
        #[arg(long, help_heading = "Output")]
        check: bool,
    },
    /// Teach what the program does, step by step, on two texts: on the screen, or as plain text
    Teach {
        /// The first file [default: the example of the published article that preset php-shingles is of]
        #[arg(value_name = "A", requires = "b")]
        a: Option<PathBuf>,
        /// The second file
        #[arg(value_name = "B")]
        b: Option<PathBuf>,
        /// Open the sandbox instead: two texts to write in, compared after every key [default: two short sentences]
        #[arg(long, conflicts_with = "format")]
        sandbox: bool,
        #[command(flatten)]
        params: ParamArgs,
        #[command(flatten)]
        screen: ScreenArgs,
        /// Where to [default: screen on a terminal, else text]
        #[arg(long, value_enum, help_heading = "Output")]
        format: Option<LessonFormat>,
    },
    /// Compare one file with all documents of a folder
    #[command(override_usage = "shingle query [OPTIONS] <FILE> <--in DIR | --sketches FILE...>")]
    Query {
        /// The file (`-` for standard input); it is not compared with itself
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// The folder
        #[arg(long = "in", value_name = "DIR", required_unless_present = "files")]
        dir: Option<PathBuf>,
        #[command(flatten)]
        sketches: SketchFiles,
        #[command(flatten)]
        walk: WalkArgs,
        #[command(flatten)]
        params: ParamArgs,
        #[command(flatten)]
        output: OutputArgs,
    },
    /// Write the sketches of a folder to a file, for scan, clusters and query with --sketches
    // Sketches are compared under any measure and threshold, so none is shown here; typed ones are refused by name.
    #[command(
        mut_arg("measure", |arg| arg.hide(true)),
        mut_arg("threshold", |arg| arg.hide(true)),
        mut_arg("above", |arg| arg.hide(true)),
        mut_arg("common", |arg| arg.hide(true)),
        mut_arg("template", |arg| arg.hide(true)),
    )]
    Sketch {
        /// The folder
        #[arg(value_name = "DIR")]
        dir: PathBuf,
        /// The file to write, outside the folder (`-` for standard output)
        #[arg(short = 'o', long = "output", value_name = "FILE")]
        file: PathBuf,
        /// Replace the file if there is one
        #[arg(long)]
        force: bool,
        #[command(flatten)]
        walk: WalkArgs,
        #[command(flatten)]
        params: ParamArgs,
    },
    /// Try every width, sketch and threshold on a folder, and tell which suit it
    // Every sketch is tried, of all shingles; what would choose among them is not shown here, and refused by name.
    #[command(
        mut_arg("sketch", |arg| arg.hide(true)),
        mut_arg("family", |arg| arg.hide(true)),
        mut_arg("verify", |arg| arg.hide(true)),
        mut_arg("common", |arg| arg.hide(true)),
        mut_arg("template", |arg| arg.hide(true)),
    )]
    Lab {
        /// The folder
        #[arg(value_name = "DIR")]
        dir: PathBuf,
        #[command(flatten)]
        walk: WalkArgs,
        #[command(flatten)]
        params: ParamArgs,
        #[command(flatten)]
        lab: LabArgs,
    },
}

/// What the laboratory is asked beside the parameters.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct LabArgs {
    /// How to print the result
    #[arg(long, value_enum, default_value_t = LabFormat::Table)]
    pub(crate) format: LabFormat,
    /// Print so many pairs with what every sketch says of them [default: 10]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number, conflicts_with = "labels")]
    pub(crate) pairs: Option<usize>,
    /// Leave out how long each sketch took, so that two runs print the same
    #[arg(long, conflicts_with = "labels")]
    pub(crate) no_times: bool,
    /// Judge by labelled pairs instead: a tab-separated file with a header, two paths in DIR and 0 or 1
    ///
    /// Every width, with stop words and without, stems and without, and every measure: AUC, average precision, best F1 and
    /// its threshold. A directional measure is taken from the first path's side.
    #[arg(long, value_name = "FILE")]
    pub(crate) labels: Option<PathBuf>,
    /// The columns of the two paths and of the label [default: a,b,label]
    #[arg(long, value_name = "A,B,LABEL", requires = "labels")]
    pub(crate) columns: Option<Columns>,
}

/// How to print what the laboratory found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LabFormat {
    /// For people
    Table,
    /// One object
    Json,
}

/// Sketch files instead of a folder.
#[derive(Debug, Args)]
pub(crate) struct SketchFiles {
    /// Files that `shingle sketch` wrote with the same parameters, instead of a folder
    #[arg(
        long = "sketches",
        value_name = "FILE",
        num_args = 1..,
        conflicts_with_all = ["dir", "hidden", "ignored"]
    )]
    pub(crate) files: Vec<PathBuf>,
}

/// Where a lesson goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LessonFormat {
    /// On the screen, with keys
    Screen,
    /// Plain text, all steps
    Text,
}

/// How to print a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
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

/// What holds clusters together.
#[derive(Debug, Args)]
#[command(next_help_heading = "Clusters")]
pub(crate) struct ClusterArgs {
    /// What holds a cluster together [default: single]
    ///
    /// single: each document reaches the threshold with some other. average: two clusters are put together while the mean
    /// score of their pairs reaches it. complete: while every pair does. The last two take apart what single linkage joins, up
    /// to 2000 texts.
    #[arg(long, value_parser = named(Linkage::ALL))]
    pub(crate) linkage: Option<Linkage>,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputArgs {
    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub(crate) format: Format,
    /// Print only the best N pairs, ranked [default: 10000 for table and json; every pair, in path order, for ndjson and csv]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number)]
    pub(crate) top: Option<usize>,
    /// Exit 1 when a pair reaches the threshold
    #[arg(long)]
    pub(crate) check: bool,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Documents")]
pub(crate) struct WalkArgs {
    /// Take in hidden files and folders
    #[arg(long)]
    pub(crate) hidden: bool,
    /// Take in what .gitignore and .ignore files leave out
    #[arg(long)]
    pub(crate) ignored: bool,
}

/// What is cut and what stands for it, beside the sample.
#[derive(Debug, Args)]
#[command(next_help_heading = "Sketches")]
pub(crate) struct SketchArgs {
    /// Words by which the window moves, 1 (overlapping) to the width (butted) [default: 1]
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = within(WIDTH_RANGE))]
    pub(crate) step: Option<u32>,
    /// What stands for a document when it is compared [default: modulo]
    ///
    /// modulo: its kept shingles; scores are counted. minhash: the least kept shingle under each of some hash functions; the
    /// score, the share of functions that agree, estimates the resemblance. supershingle, megashingle: six hashes of
    /// fourteen least shingles each, and the fifteen pairs of the six; the score is the share that agrees, and the
    /// threshold, unless it is named, two of six and one of fifteen.
    #[arg(long, value_parser = named(SketchKind::ALL))]
    pub(crate) sketch: Option<SketchKind>,
    /// Hash functions of --sketch minhash, 1 to 1024 [default: 84]
    #[arg(long, value_name = "F", allow_negative_numbers = true, value_parser = within(FUNCTIONS_RANGE))]
    pub(crate) functions: Option<u32>,
    /// Where these functions come from [default: fast]
    ///
    /// fast: multiples of the shingle's 64-bit key. md5: eight hex digits each of the MD5 of a number and the shingle's words;
    /// hundreds of times slower, but to be repeated with md5sum.
    #[arg(long, value_parser = named(Family::ALL))]
    pub(crate) family: Option<Family>,
    /// Count pairs whose sketches agree exactly too, and drop those whose measure misses the threshold [default: on]
    #[arg(long, value_parser = named(Verify::ALL))]
    pub(crate) verify: Option<Verify>,
}

/// One switch per parameter; `None` where nothing was typed.
#[derive(Debug, Args)]
#[command(next_help_heading = "Parameters")]
pub(crate) struct ParamArgs {
    /// Encoding of every file (utf-8, windows-1251, koi8-r, …) [default: detected per file]
    #[arg(long, value_name = "LABEL", value_parser = charset)]
    pub(crate) encoding: Option<Charset>,
    /// Language of every document: auto (detected), or an ISO 639-1 code such as en [default: auto]
    #[arg(long, value_name = "CODE", value_parser = language)]
    pub(crate) language: Option<LanguageChoice>,
    /// What a word is [default: unicode]
    ///
    /// unicode: by the Unicode standard, unsegmented scripts by a dictionary, normalised. spaces, phpir, node: as three
    /// published systems cut them, without any normalisation but letter case.
    #[arg(long, value_parser = named(Words::ALL))]
    pub(crate) words: Option<Words>,
    /// Leave out English words by their part of speech, and count plural nouns in the singular [default: off]
    ///
    /// Adjectives, conjunctions, prepositions, interjections, determiners and the `to` before a verb, as a Brill tagger tells
    /// them. Documents in other languages stay as they are.
    #[arg(long, value_parser = named(PosRemoval::ALL))]
    pub(crate) pos_removal: Option<PosRemoval>,
    /// How letter case is folded [default: unicode]
    #[arg(long, value_parser = named(Case::ALL))]
    pub(crate) case: Option<Case>,
    /// Stop words to drop: on, off, php-shingles, or a file with one word a line [default: on]
    #[arg(long, value_name = "on|off|php-shingles|FILE")]
    pub(crate) stop_words: Option<PathBuf>,
    /// A file with further stop words, one a line
    #[arg(long, value_name = "FILE")]
    pub(crate) stop_words_add: Option<PathBuf>,
    /// Reduce words to their stems, where the language has a stemmer [default: on]
    #[arg(long, value_parser = named(Stem::ALL))]
    pub(crate) stem: Option<Stem>,
    /// Words in a shingle, 1 to 50 [default: 3]
    #[arg(short, long, value_name = "W", allow_negative_numbers = true, value_parser = within(WIDTH_RANGE))]
    pub(crate) width: Option<u32>,
    /// Hash that is sampled [default: wide]
    ///
    /// It decides which shingles a modulo above 1 keeps, never which are equal.
    #[arg(long, value_parser = named(HashKind::ALL))]
    pub(crate) hash: Option<HashKind>,
    /// Keep shingles whose hash is 0 modulo M, 1 to 1000000; 1 keeps all [default: 1]
    #[arg(short, long, value_name = "M", allow_negative_numbers = true, value_parser = within(MODULO_RANGE))]
    pub(crate) modulo: Option<u32>,
    /// Leave out shingles of more than this share of the documents, 0 to 1 or 0% to 100%, and of at least three [default: off]
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    pub(crate) common: Option<Ratio>,
    /// Leave out the shingles of these files; they stand behind the folder or the files to be compared
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) template: Vec<PathBuf>,
    /// What the score is [default: containment]
    ///
    /// With the counts of shingles in both, in a and in b: jaccard both / (a + b - both), dice 2 * both / (a + b), containment
    /// both / a, overlap both / the smaller, per-word both / words of a. In compare, a is the first file; in query the
    /// query; in scan whichever gives more.
    #[arg(long, value_parser = named(Measure::ALL))]
    pub(crate) measure: Option<Measure>,
    /// Score that a pair must reach, 0 to 1 or 0% to 100% [default: 0.2]
    // A hyphen is let through so that -0.1 and -5% are refused with the range, not as unknown options.
    #[arg(short, long, value_name = "T", allow_hyphen_values = true)]
    pub(crate) threshold: Option<Ratio>,
    /// Whether a score equal to the threshold counts [default: at-least]
    #[arg(long, value_parser = named(Above::ALL))]
    pub(crate) above: Option<Above>,
    /// Start from a published system's parameters
    #[arg(long, value_parser = named(Preset::ALL))]
    pub(crate) preset: Option<Preset>,
    #[command(flatten)]
    pub(crate) sketch: SketchArgs,
}

/// Reads one of a parameter's names.
fn named<T: Copy + Send + Sync + 'static>(
    all: &'static [(&'static str, T)],
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(all.iter().map(|(name, _)| *name)).try_map(move |typed| {
        all.iter()
            .find(|(name, _)| *name == typed)
            .map(|(_, value)| *value)
            .ok_or("not one of the names")
    })
}

/// Reads a whole number of a range, and names the range for anything else.
fn within(range: RangeInclusive<u32>) -> impl TypedValueParser<Value = u32> {
    move |text: &str| -> Result<u32, String> {
        text.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| {
            format!("expected a whole number from {} to {}", range.start(), range.end())
        })
    }
}

fn number(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| format!("expected a whole number from 0 to {}", usize::MAX))
}

fn charset(text: &str) -> Result<Charset, String> {
    Charset::from_label(text).ok_or_else(|| "not an encoding label; try utf-8, windows-1251, windows-1252, koi8-r, shift_jis or gb18030".to_string())
}

fn language(text: &str) -> Result<LanguageChoice, String> {
    if text == "auto" {
        return Ok(LanguageChoice::Auto);
    }
    Language::from_code(text).map(LanguageChoice::Fixed).ok_or_else(|| {
        "expected auto or a two-letter ISO 639-1 code such as en, ru or de".to_string()
    })
}
