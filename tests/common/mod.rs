//! Shared by the integration tests: corpora in memory, and snapshots as text.
#![allow(dead_code)] // Each test binary uses a part.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::disallowed_methods)] // Only tests call this.

pub(crate) mod prelude;
pub(crate) mod random_params;

use std::{collections::BTreeMap, convert::Infallible, fmt::Write as _, path::Path, sync::Arc};

use documents::{InProcess, Source};
use proptest::{test_runner::Config, test_runner::RngSeed};

use shingle::base::{
    cancel::Cancel, day::Day, ids::DocId, ids::Epoch, path::DocPath, ratio::Ratio,
};
use shingle::folder::names::{WalkOptions, list_with_stamps};
use shingle::pipeline::texts::record::{NewReader, ThreadReader};
use shingle::pipeline::{
    Corpus, DocWords, IgnoredShingles, LanguageChoice, Languages, Mark, NoSource, OnePass, Params,
    Row, Snapshot, StopWords, Stream, take_snapshot,
};
use shingle::{compare::Overlap, text::Language, text::Stem};

pub(crate) type Files = BTreeMap<String, Vec<u8>>;

/// Returns parameters with which every word counts as it is.
pub(crate) fn plain() -> Params {
    Params { stop_words: StopWords::Off, stem: Stem::Off, ..Params::defaults() }
}

/// Like [`plain`], without detection of the language.
pub(crate) fn english() -> Params {
    let language = LanguageChoice::Fixed(Language::from_code("en").unwrap());
    Params { language, ..plain() }
}

pub(crate) fn seeded(cases: u32) -> Config {
    Config {
        cases,
        rng_seed: RngSeed::Fixed(20_091_006),
        failure_persistence: None,
        max_shrink_iters: 2000,
        ..Config::default()
    }
}

/// Prints that the system cannot show what a test checks. The test harness would hide `eprintln!`.
pub(crate) fn skipped(reason: &str) {
    let _ = std::io::Write::write_fmt(&mut std::io::stderr(), format_args!("skipped: {reason}\n"));
}

/// Writes a file below a folder, and creates missing folders.
pub(crate) fn put_file(root: &Path, name: &str, bytes: impl AsRef<[u8]>) {
    let path = root.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, bytes).unwrap();
}

pub(crate) fn demo_files() -> Files {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/demo");
    let listing = list_with_stamps(&root, &WalkOptions::default()).unwrap();
    let names = listing.files.iter().map(|entry| entry.path.to_str().unwrap());
    let files: Files = names.map(|name| (name.to_string(), demo(name))).collect();
    assert!(files.len() >= 25);
    files
}

pub(crate) fn demo(name: &str) -> Vec<u8> {
    asset("demo", name)
}

pub(crate) fn quoted(name: &str) -> Vec<u8> {
    asset("lesson", name)
}

fn asset(folder: &str, name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets").join(folder).join(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Derives a modification day from the name and bytes of a file, within twenty years; `None` for one file in five.
pub(crate) fn day_of(name: &str, bytes: &[u8]) -> Option<Day> {
    let sum: i32 = name.bytes().chain(bytes.iter().copied()).map(i32::from).sum();
    Day::from_days_since_1970(14_610 + sum * 131 % 7_305).filter(|_| sum % 5 != 0)
}

pub(crate) fn read_words(
    corpus: &Corpus,
    path: &DocPath,
    bytes: &[u8],
) -> Result<DocWords, NoSource> {
    let encoding = corpus.params().encoding;
    let source = Source::read(path.as_path(), bytes, encoding, &InProcess::default())?;
    corpus.new_reader().read(&source)
}

pub(crate) fn put(corpus: &mut Corpus, name: &str, bytes: &[u8]) {
    let path = DocPath::new(name);
    let record = read_words(corpus, &path, bytes);
    let changed = |mut record: DocWords| {
        record.file.modified = day_of(name, bytes).and_then(Day::midnight);
        record
    };
    corpus.put_document(&path, record.map(changed));
}

pub(crate) fn refresh(corpus: &mut Corpus) {
    corpus.refresh(&Cancel::never_cancelled(), &|_, _, _| ()).expect("nobody cancels");
}

/// Builds a corpus of files, added in the given order.
pub(crate) fn corpus_of<'a>(
    files: impl IntoIterator<Item = (&'a str, &'a [u8])>,
    params: &Params,
) -> Corpus {
    let mut corpus = Corpus::new(Arc::new(params.clone()));
    for (name, bytes) in files {
        put(&mut corpus, name, bytes);
    }
    refresh(&mut corpus);
    corpus
}

/// Builds a new corpus of files, added in path order.
pub(crate) fn fresh(files: &Files, params: &Params) -> Corpus {
    corpus_of(files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())), params)
}

/// Builds the corpus in one pass from bytes to sketches, like a batch run, on `threads` threads in turn. `None` if the
/// parameters need several passes.
pub(crate) fn passed(files: &Files, params: &Params, threads: usize) -> Option<Corpus> {
    let params = Arc::new(params.clone());
    let passing = OnePass::new(&params)?;
    let read = |new_reader: &NewReader<'_>| {
        let mut ways: Vec<_> = (0..threads).map(|_| new_reader()).collect();
        let mut read_file = |(number, (name, bytes)): (usize, (&String, &Vec<u8>))| {
            let source = Source::read(name.as_ref(), bytes, params.encoding, &InProcess::default());
            let modified = day_of(name, bytes).and_then(Day::midnight);
            let read = source
                .map_err(NoSource::from)
                .and_then(|source| ways[number % threads].read(&Source { modified, ..source }));
            (DocPath::new(name), read)
        };
        let read = files.iter().enumerate().map(&mut read_file).collect();
        ways.into_iter().for_each(ThreadReader::finish);
        Ok::<_, Infallible>(read)
    };
    let Ok(mut corpus) = Corpus::read_all(&params, Some(passing), read);
    refresh(&mut corpus);
    Some(corpus)
}

/// Formats a snapshot for comparison, without removed rows, marks and epoch.
pub(crate) fn state(snapshot: &Snapshot) -> String {
    let mut text = format!(
        "{:?}\n{} pairs, cut {}, {} documents\n",
        snapshot.params, snapshot.pairs_found, snapshot.cut, snapshot.present
    );
    let left_out = &snapshot.ignored;
    let IgnoredShingles { of, common, template, phrases, .. } = **left_out;
    writeln!(text, "ignored: {common} of {of}, {template}, {phrases}").unwrap();
    for doc in &snapshot.docs[..snapshot.present] {
        let mut doc = doc.clone();
        if !snapshot.params.depend_on_language() {
            // A run without a screen does not detect languages.
            doc.languages = Languages::from_one_language(None, 0);
        }
        if snapshot.params.skip_older.day().is_none() {
            // A new time alone changes no result.
            doc.file.modified = None;
        }
        writeln!(text, "{doc:?}").unwrap();
    }
    for problem in &snapshot.problems {
        writeln!(text, "{problem:?}").unwrap();
    }
    for row in snapshot.rows.iter().filter(|row| row.mark() != Mark::Gone) {
        let pair = row.pair();
        let rest = match row {
            Row::Pair { more, .. } => format!("and {more:?} more"),
            Row::Copies { members, .. } => format!("copies {members:?}"),
        };
        writeln!(text, "{:?} {pair:?} {rest}", snapshot.names(row)).unwrap();
    }
    text
}

pub(crate) fn state_of(corpus: &Corpus) -> String {
    state(&take_snapshot(corpus, &[], Epoch(0)))
}

/// Returns the names, counts and score of each pair, in path order.
pub(crate) fn pairs_of(corpus: &Corpus) -> Vec<(String, String, Overlap, Ratio)> {
    let name = |id: DocId| corpus.docs()[id.index()].path.to_str().unwrap().to_string();
    let mut all = Vec::new();
    Stream::new(corpus, &corpus.build_index())
        .stream_pairs(|pairs| {
            all.extend(
                pairs.iter().map(|pair| (name(pair.a), name(pair.b), pair.overlap, pair.score)),
            );
            Ok::<(), std::convert::Infallible>(())
        })
        .unwrap();
    all
}
