//! The parameters as options; `None` for those not set. It resolves none.

use std::path::PathBuf;

use clap::Args;

use documents::{Charset, HtmlText};
use shingle::base::ratio::Ratio;
use shingle::compare::clusters::Linkage;
use shingle::compare::measure::{Above, Measure};
use shingle::pipeline::parameters::between::PairSide;
use shingle::pipeline::parameters::catalogue::Parameter;
use shingle::pipeline::parameters::skip_older::SkipOlder;
use shingle::pipeline::parameters::skip_same::SkipSame;
use shingle::pipeline::parameters::{
    LanguageChoice, MODULO_RANGE, Preset, SketchKind, Verify, WIDTH_RANGE,
};
use shingle::shingle::hash::HashKind;
use shingle::shingle::minhash::{FUNCTIONS_RANGE, Family};
use shingle::text::normalize::{Case, Confusables, Stem};
use shingle::text::pos::PosRemoval;
use shingle::text::records::RecordFormat;
use shingle::text::tokenize::Words;

use super::values::{Common, charset, language, named, within};

/// The options for shingles and sketches, but for the modulo.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Sketches")]
pub(crate) struct SketchArgs {
    /// Words by which the window moves, 1 (shingles overlap) to the width (they do not) [default: 1]
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = within(WIDTH_RANGE))]
    pub(crate) step: Option<u32>,
    /// What represents a document when it is compared [default: modulo]
    ///
    /// modulo: its kept shingles; scores are counted. minhash: the smallest kept shingle under each hash function; the score
    /// is the share of functions that agree, and estimates the resemblance. supershingle: six hashes of fourteen such
    /// shingles each. megashingle: the fifteen pairs of these six. The score of the last two is the share that agrees; their
    /// default thresholds are 2/6 and 1/15.
    #[arg(long, value_parser = named(SketchKind::ALL))]
    pub(crate) sketch: Option<SketchKind>,
    /// Hash functions of --sketch minhash, 1 to 1024 [default: 84]
    #[arg(long, value_name = "F", allow_negative_numbers = true, value_parser = within(FUNCTIONS_RANGE))]
    pub(crate) functions: Option<u32>,
    /// How these functions are made [default: fast]
    ///
    /// fast: multiples of the shingle's 64-bit key. md5: eight hex digits each of the MD5 of a number and the shingle's words;
    /// hundreds of times slower, but reproducible with md5sum.
    #[arg(long, value_parser = named(Family::ALL))]
    pub(crate) family: Option<Family>,
    /// Count the shared shingles of pairs whose sketches agree, and drop pairs whose measure misses the threshold [default: on]
    #[arg(long, value_parser = named(Verify::ALL))]
    pub(crate) verify: Option<Verify>,
}

/// The options for all other parameters; `None` for those not set.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Parameters")]
pub(crate) struct ParamArgs {
    /// Encoding of every file (utf-8, windows-1251, koi8-r, …) [default: detected per file]
    #[arg(long, value_name = "LABEL", value_parser = charset)]
    pub(crate) encoding: Option<Charset>,
    /// What counts of an HTML page: all of its text, or its main text alone [default: all]
    ///
    /// main: the title and the article, without navigation, side bars and notices. A page in which none is found counts as
    /// a whole.
    #[arg(long, value_parser = named(HtmlText::ALL))]
    pub(crate) html: Option<HtmlText>,
    /// Make each record of a file a document, named `file:line` [default: off]
    ///
    /// off: each file is one. lines: each line. jsonl:FIELD: this field of the object on each line; `user.text` names a field
    /// in a field. csv:COLUMN: this column of each row; the first row names them, and , ; or a tab separates them. Files
    /// packed by gzip are unpacked. In compare and query, `FILE:LINE` names a record.
    #[arg(long, value_name = "RECORDS")]
    pub(crate) records: Option<RecordFormat>,
    /// Language of every document: auto (detected), or an ISO 639-1 code such as en [default: auto]
    #[arg(long, value_name = "CODE", value_parser = language)]
    pub(crate) language: Option<LanguageChoice>,
    /// How texts are cut into words [default: unicode]
    ///
    /// unicode: by the Unicode standard, scripts without spaces by a dictionary; characters are normalised. spaces, phpir,
    /// node: as three published systems cut them; only letter case is normalised.
    #[arg(long, value_parser = named(Words::ALL))]
    pub(crate) words: Option<Words>,
    /// Leave out English words by their part of speech, and count plural nouns in the singular [default: off]
    ///
    /// These are adjectives, conjunctions, prepositions, interjections, determiners and the `to` before a verb. A Brill
    /// tagger finds them. Documents in other languages stay as they are.
    #[arg(long, value_parser = named(PosRemoval::ALL))]
    pub(crate) pos_removal: Option<PosRemoval>,
    /// Which letters count the same in capitals: all (unicode), only A to Z (ascii), or none (keep) [default: unicode]
    #[arg(long, value_parser = named(Case::ALL))]
    pub(crate) case: Option<Case>,
    /// Whether look-alike letters count as the same in words that mix Latin, Cyrillic and Greek [default: off]
    ///
    /// on: they become letters of the script that most of the word is written in. The number of such words in a document is
    /// reported either way.
    #[arg(long, value_parser = named(Confusables::ALL))]
    pub(crate) confusables: Option<Confusables>,
    /// Which stop words are dropped, or a file with one word a line [default: on]
    ///
    /// on: the short list of the language. inside: none is dropped, but no shingle begins with one. off: none. php-shingles:
    /// the 26 Russian words of a published system.
    #[arg(long, value_name = "on|inside|off|php-shingles|FILE")]
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
    /// The hash by which --modulo samples shingles [default: wide]
    ///
    /// It decides which shingles a modulo above 1 keeps, never which are equal.
    #[arg(long, value_parser = named(HashKind::ALL))]
    pub(crate) hash: Option<HashKind>,
    /// Keep only shingles whose hash is divisible by M, 1 to 1000000; 1 keeps all [default: 1]
    #[arg(short, long, value_name = "M", allow_negative_numbers = true, value_parser = within(MODULO_RANGE))]
    pub(crate) modulo: Option<u32>,
    /// Leave out shingles that more than this share of the documents contain, 0 to 1 or 0% to 100% [default: off]
    ///
    /// A shingle that fewer than three documents contain always stays.
    #[arg(long, value_name = "P|off", allow_hyphen_values = true)]
    pub(crate) common: Option<Common>,
    /// Leave out the shingles of these files; off: of none [default: off]
    ///
    /// Put it behind the folder or the files to be compared, because it takes every name that follows.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) template: Vec<PathBuf>,
    /// Leave out the shingles of a list of phrases [default: own on the screen, else off]
    ///
    /// own: those that the screen keeps for the folder. FILE: a list of yours, a line such as {"phrase":"all rights reserved"} each. off: none.
    #[arg(long, value_name = "own|off|FILE")]
    pub(crate) phrases: Option<PathBuf>,
    /// List only the pairs of a document in A with one in B; `.` is all documents [default: . .]
    ///
    /// A and B are folders or globs, as in a .gitignore of the folder: `--between new archive` lists what is in new and in
    /// archive, not what is twice in new. It leaves pairs out, not documents: no count and no score changes.
    #[arg(long, value_names = ["A", "B"], num_args = 2, action = clap::ArgAction::Set)]
    pub(crate) between: Vec<PairSide>,
    /// List no pairs of documents in one directory, or of one author [default: off]
    ///
    /// off: list them all. directory: none of two documents in the same directory. PATTERN: none of which {} stands for the
    /// same, such as the author in `students/{}/` or in `{}-*.txt`. It leaves pairs out, not documents.
    #[arg(long, value_name = "off|directory|PATTERN")]
    pub(crate) skip_same: Option<SkipSame>,
    /// List only pairs with a newer document: none of two that are both older than DATE [default: off]
    ///
    /// DATE is a day such as 2026-11-16, or the first day of 2026-11 or of 2026. A document has the later of the dates that its
    /// file states, made or changed, such as in front matter; where it states none, the day on which the file was changed last,
    /// in UTC. A document without a date counts as new. It leaves pairs out, not documents.
    #[arg(long, value_name = "off|DATE")]
    pub(crate) skip_older: Option<SkipOlder>,
    /// How a pair is scored [default: containment]
    ///
    /// Let a, b and both be numbers of shingles. jaccard: both / (a + b - both). dice: 2 * both / (a + b). containment: both /
    /// a. overlap: both / the smaller of a and b. per-word: both * M / words of a with modulo M, at most 1. In compare, a is
    /// the first file; in query the query; in scan whichever scores higher. So the containment of scan equals overlap.
    #[arg(long, value_parser = named(Measure::ALL))]
    pub(crate) measure: Option<Measure>,
    /// The score that a pair must reach: 0 to 1, 0% to 100%, or a fraction such as 2/6 [default: 0.2]
    // Allows a hyphen, so that -0.1 and -5% are refused with the range and not as unknown options.
    #[arg(short, long, value_name = "T", allow_hyphen_values = true)]
    pub(crate) threshold: Option<Ratio>,
    /// Whether a score equal to the threshold counts [default: at-least]
    #[arg(long, value_parser = named(Above::ALL))]
    pub(crate) above: Option<Above>,
    /// Start from the parameters of a published system
    #[arg(long, value_parser = named(Preset::ALL))]
    pub(crate) preset: Option<Preset>,
    #[command(flatten)]
    pub(crate) sketch: SketchArgs,
    /// The values from the command line alone; `None` if there is no config file, so all values are.
    #[arg(skip)]
    pub(crate) typed: Option<Box<ParamArgs>>,
    /// Parameters whose value is a file named in the config file, with the line that names it: `config.toml:3`.
    #[arg(skip)]
    pub(crate) places: Vec<(Parameter, String)>,
    /// The file with the phrases of the folder that is read, which the screen keeps.
    #[arg(skip)]
    pub(crate) own_phrases: Option<PathBuf>,
    /// Parameters that `--set` gives.
    #[arg(skip)]
    pub(crate) of_set: Vec<Parameter>,
}

/// The options for clusters.
#[derive(Debug, Args)]
#[command(next_help_heading = "Clusters")]
pub(crate) struct ClusterArgs {
    /// Which pairs of a cluster must reach the threshold [default: single]
    ///
    /// single: each document with some other. average: clusters are joined while the mean score of the pairs between them
    /// reaches it. complete: while every such pair reaches it. The last two split what single joins, up to 2000 texts.
    #[arg(long, value_parser = named(Linkage::ALL))]
    pub(crate) linkage: Option<Linkage>,
}
