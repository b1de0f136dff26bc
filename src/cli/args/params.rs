//! The parameters, an option each; `None` where nothing was typed. It resolves none of them.

use std::path::PathBuf;

use clap::Args;

use shingle::base::ratio::Ratio;
use shingle::compare::clusters::Linkage;
use shingle::compare::measure::{Above, Measure};
use shingle::pipeline::parameters::{
    LanguageChoice, MODULO_RANGE, Preset, SketchKind, Verify, WIDTH_RANGE,
};
use shingle::shingle::hash::HashKind;
use shingle::shingle::minhash::{FUNCTIONS_RANGE, Family};
use shingle::text::decode::Charset;
use shingle::text::normalize::{Case, Confusables, Stem};
use shingle::text::pos::PosRemoval;
use shingle::text::tokenize::Words;

use super::values::{Common, charset, language, named, within};

/// What is cut and what stands for it, beside the sample.
#[derive(Debug, Default, Args)]
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
#[derive(Debug, Default, Args)]
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
    /// Letters that look like those of another script, in words that mix Latin, Cyrillic and Greek [default: off]
    ///
    /// on: they become letters of the script that most of the word is written in. How many such words a document has is
    /// told either way.
    #[arg(long, value_parser = named(Confusables::ALL))]
    pub(crate) confusables: Option<Confusables>,
    /// Stop words to drop: on, off, php-shingles, or a file with one word a line; inside: none is dropped,
    /// but none begins a shingle [default: on]
    ///
    /// With inside, of the runs of words only those are shingles that do not begin with a stop word of the language or of
    /// --stop-words-add.
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
    /// Hash that is sampled [default: wide]
    ///
    /// It decides which shingles a modulo above 1 keeps, never which are equal.
    #[arg(long, value_parser = named(HashKind::ALL))]
    pub(crate) hash: Option<HashKind>,
    /// Keep shingles whose hash is 0 modulo M, 1 to 1000000; 1 keeps all [default: 1]
    #[arg(short, long, value_name = "M", allow_negative_numbers = true, value_parser = within(MODULO_RANGE))]
    pub(crate) modulo: Option<u32>,
    /// Leave out shingles of more than this share of the documents, 0 to 1 or 0% to 100%, and of at least three [default: off]
    #[arg(long, value_name = "P|off", allow_hyphen_values = true)]
    pub(crate) common: Option<Common>,
    /// Leave out the shingles of these files, named behind the folder or the files to be compared; off: of none [default: off]
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) template: Vec<PathBuf>,
    /// What the score is [default: containment]
    ///
    /// With the counts of shingles in both, in a and in b: jaccard both / (a + b - both), dice 2 * both / (a + b), containment
    /// both / a, overlap both / the smaller of a and b, per-word both * M / words of a with modulo M, at most 1. In compare, a is
    /// the first file; in query the query; in scan whichever gives more. So overlap is the containment that scan shows, in
    /// compare and query too.
    #[arg(long, value_parser = named(Measure::ALL))]
    pub(crate) measure: Option<Measure>,
    /// Score that a pair must reach: 0 to 1, 0% to 100%, or a fraction such as 2/6 [default: 0.2]
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
    /// What of these was typed; `None` where all of it was, for there is no config file.
    #[arg(skip)]
    pub(crate) typed: Option<Box<ParamArgs>>,
    /// Options whose files a config file names, and where it does: `config.toml:3`.
    #[arg(skip)]
    pub(crate) places: Vec<(String, String)>,
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
