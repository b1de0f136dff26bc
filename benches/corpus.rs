//! Writes a folder of documents for measurements: `cargo run --release -p shingle-benches --bin corpus -- --documents
//! 10000 /tmp/M`. `benches/common`, shared with the benchmarks, defines the content.

#![allow(
    dead_code,
    clippy::disallowed_methods,
    reason = "the generator is shared with the benchmarks, and writing files is what it is for"
)]

mod common;

use std::io;
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Parser, ValueEnum};

use common::corpus::{Corpus, Variant};
use common::script::Script;

/// Writes a corpus, the same for the same options.
#[derive(Debug, Parser)]
struct Options {
    /// Documents, in subfolders of 1,000.
    #[arg(long, default_value_t = 10_000)]
    documents: usize,
    /// `licence`: one of 200 words at the head of each; `copies`: two fifths are in groups of 100 identical ones; `templates`:
    /// long ones in families that share paragraphs, some with a paragraph pasted from another, which is listed.
    #[arg(long, value_enum, default_value_t = Kind::Plain)]
    variant: Kind,
    /// The language the words are made for.
    #[arg(long, value_parser = PossibleValuesParser::new(Script::ALL.map(Script::name)), default_value = "english")]
    script: String,
    /// Another seed, other words.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The folder: made if needed, files of the same names replaced.
    folder: PathBuf,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Kind {
    Plain,
    Licence,
    Copies,
    Templates,
}

fn main() -> io::Result<()> {
    let options = Options::parse();
    let variant = match options.variant {
        Kind::Plain => Variant::Plain,
        Kind::Licence => Variant::Licence,
        Kind::Copies => Variant::Copies,
        Kind::Templates => Variant::Templates,
    };
    let script = Script::ALL
        .into_iter()
        .find(|script| script.name() == options.script)
        .unwrap_or(Script::English);
    let corpus = Corpus::new(script, variant, options.documents, options.seed);
    let bytes = common::write::write(&options.folder, &corpus)?;
    for number in 0..corpus.count() {
        if let Some(pasted) = corpus.choose_pasted(number) {
            println!("{number:06} has {} words of {:06}", pasted.words, pasted.from);
        }
    }
    println!("{} documents, {bytes} bytes", corpus.count());
    Ok(())
}
