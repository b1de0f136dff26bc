//! Measures stages separately, on generated texts. `cargo bench -p shingle-benches --bench stages [filter]`.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a benchmark stops at the first surprise"
)]
#![allow(unreachable_pub, dead_code, reason = "the generator is shared by two programs")]

mod common;

use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;

use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use encoding_rs::Encoding;

use documents::{Format, Limits, decode, extract};
use shingle::base::cancel::Cancel;
use shingle::base::ids::Epoch;
use shingle::base::path::DocPath;
use shingle::compare::join::Join;
use shingle::compare::measure::Direction;
use shingle::pipeline::corpus::Corpus;
use shingle::pipeline::document::Document;
use shingle::pipeline::document::pair::PairView;
use shingle::pipeline::parameters::Params;
use shingle::pipeline::parameters::scoring::Criteria;
use shingle::pipeline::results::snapshot::take_snapshot;
use shingle::shingle::hash::{HashKind, word_hash};
use shingle::shingle::minhash::Family;
use shingle::shingle::sketch::{ShingleParams, Sketch, SketchKind, Sketcher};
use shingle::shingle::window::ShortDocuments;
use shingle::text::language::Language;
use shingle::text::language::evidence::score_word_quickly;
use shingle::text::language::units::{Gatherer, word_if_folded};
use shingle::text::pos::Part;
use shingle::text::tokenize::{Words, tokenize};
use shingle::text::{Case, Normalizer, Stem};
use shingle::texts::text_source;

use common::dice::Dice;
use common::pages;
use common::script::Script;
use common::vocabulary::Vocabulary;

const WORDS: usize = 20_000;
const DOCUMENTS: usize = 2_000;

fn main() {
    divan::main();
}

#[divan::bench(args = ["utf-8", "windows-1251", "koi8-r", "utf-16le"])]
fn decode_detected(bencher: Bencher<'_, '_>, encoding: &str) {
    let text = pages::generate_text(Script::Russian, WORDS, 1);
    let bytes = if encoding == "utf-16le" {
        text.encode_utf16().flat_map(u16::to_le_bytes).collect()
    } else {
        Encoding::for_label(encoding.as_bytes()).unwrap().encode(&text).0.into_owned()
    };
    bencher
        .counter(BytesCount::new(bytes.len()))
        .bench(|| decode(black_box(&bytes), None).unwrap());
}

#[divan::bench]
fn extract_html(bencher: Bencher<'_, '_>) {
    let page = pages::generate_html(WORDS, 2);
    bencher
        .counter(BytesCount::new(page.len()))
        .bench(|| extract(black_box(page.as_str().into()), Format::Html, &Limits::DEFAULT));
}

#[divan::bench]
fn extract_markdown(bencher: Bencher<'_, '_>) {
    let document = pages::generate_markdown(WORDS, 3);
    bencher
        .counter(BytesCount::new(document.len()))
        .bench(|| extract(black_box(document.as_str().into()), Format::Markdown, &Limits::DEFAULT));
}

#[divan::bench(args = [Script::English, Script::Russian, Script::Chinese])]
fn tell_languages(bencher: Bencher<'_, '_>, script: Script) {
    let text = pages::generate_text(script, WORDS, 4);
    let mut words = Vec::new();
    tokenize(&text, Words::Unicode, &mut |span, word| {
        words.push((span, word.to_string(), score_word_quickly(word)));
    });
    let mut languages = Gatherer::default();
    bencher.bench_local(|| {
        for (span, word, row) in black_box(&words) {
            languages.add_word(&text, *span, word_if_folded(*span, word), *row);
        }
        languages.finish(&text)
    });
}

#[divan::bench(args = [Script::English, Script::Russian, Script::Chinese])]
fn tokenize_unicode(bencher: Bencher<'_, '_>, script: Script) {
    bench_tokenizing(bencher, script, Words::Unicode);
}

#[divan::bench(args = [Script::English, Script::Russian])]
fn tokenize_spaces(bencher: Bencher<'_, '_>, script: Script) {
    bench_tokenizing(bencher, script, Words::Spaces);
}

fn bench_tokenizing(bencher: Bencher<'_, '_>, script: Script, words: Words) {
    let text = pages::generate_text(script, WORDS, 5);
    bencher.counter(BytesCount::new(text.len())).bench(|| {
        let mut count = 0_usize;
        tokenize(black_box(&text), words, &mut |_, word| count += word.len());
        count
    });
}

#[divan::bench(args = ["en", "ru"])]
fn normalize_every_word(bencher: Bencher<'_, '_>, code: &str) {
    let script = if code == "ru" { Script::Russian } else { Script::English };
    let vocabulary = Vocabulary::new(script, 20_000);
    let words = vocabulary.draw_words(&mut Dice::new(6), WORDS);
    let language = Language::from_code(code);
    let stop = language.and_then(Language::stop_words).unwrap_or_default().iter().copied();
    let normalizer = Normalizer::new(language, Case::Unicode, stop, Stem::On);
    bencher.counter(ItemsCount::new(words.len())).bench(|| {
        for word in &words {
            black_box(normalizer.with_counted_form(word, Part::Other, |form, _| form.len()));
        }
    });
}

const EVERY: ShingleParams = ShingleParams {
    width: 3,
    step: 1,
    hash: HashKind::Wide,
    modulo: 1,
    short: ShortDocuments::OneShingle,
    sketch: Sketch::KEPT,
    inside: false,
};

#[divan::bench(
    args = [HashKind::Wide, HashKind::Crc32, HashKind::Md5First28],
    consts = [3, 10],
)]
fn sketch_sampled<const W: u32>(bencher: Bencher<'_, '_>, hash: HashKind) {
    bench_sketching(bencher, ShingleParams { width: W, hash, modulo: 8, ..EVERY });
}

#[divan::bench(consts = [3, 10])]
fn sketch_whole<const W: u32>(bencher: Bencher<'_, '_>) {
    bench_sketching(bencher, ShingleParams { width: W, ..EVERY });
}

#[divan::bench(args = [84, 1024])]
fn sketch_minhash(bencher: Bencher<'_, '_>, functions: u32) {
    let sketch = Sketch::new(SketchKind::MinHash, functions, Family::Fast);
    bench_sketching(bencher, ShingleParams { sketch, ..EVERY });
}

fn bench_sketching(bencher: Bencher<'_, '_>, params: ShingleParams) {
    let vocabulary = Vocabulary::new(Script::English, 20_000);
    let words = vocabulary.draw_words(&mut Dice::new(7), WORDS);
    let hashes: Vec<u64> = words.iter().map(|word| word_hash(word)).collect();
    let texts: Vec<Arc<str>> = words.iter().map(|word| Arc::from(*word)).collect();
    let mut sketcher = Sketcher::default();
    bencher
        .counter(ItemsCount::new(words.len()))
        .bench_local(|| sketcher.sketch(black_box(&hashes), &texts, params).len());
}

fn stage_corpus() -> Corpus {
    let mut corpus = Corpus::new(Arc::new(Params::defaults()));
    for (number, text) in pages::generate_documents(DOCUMENTS, 8).iter().enumerate() {
        let path = format!("{number:05}.txt");
        let record = corpus.new_reader().read(&text_source(text));
        corpus.put_document(&DocPath::new(&path), record);
    }
    corpus.refresh_sketches(&Cancel::never_cancelled(), &|_, _, _| ()).unwrap();
    corpus
}

#[divan::bench]
fn index(bencher: Bencher<'_, '_>) {
    let corpus = stage_corpus();
    bencher.counter(ItemsCount::new(corpus.nodes().len())).bench(|| corpus.build_index());
}

#[divan::bench]
fn join(bencher: Bencher<'_, '_>) {
    let corpus = stage_corpus();
    let index = corpus.build_index();
    bencher.counter(ItemsCount::new(index.len())).bench(|| {
        Join::new(&index, Criteria::new(corpus.params()).bar)
            .find_pairs(&Cancel::never_cancelled(), &|_, _| ())
            .len()
    });
}

#[divan::bench]
fn index_and_join(bencher: Bencher<'_, '_>) {
    bencher.counter(ItemsCount::new(DOCUMENTS)).with_inputs(stage_corpus).bench_local_values(
        |mut corpus| {
            corpus.refresh(&Cancel::never_cancelled(), &|_, _, _| ()).unwrap();
            corpus
        },
    );
}

#[divan::bench]
fn publish_rows(bencher: Bencher<'_, '_>) {
    let mut corpus = stage_corpus();
    corpus.refresh(&Cancel::never_cancelled(), &|_, _, _| ()).unwrap();
    bencher
        .counter(ItemsCount::new(DOCUMENTS))
        .bench_local(|| take_snapshot(black_box(&corpus), &[], Epoch::default()));
}

/// Returns two documents of 20,000 words. The second has every fifteenth word changed and its thirds reordered.
fn bench_pair() -> (Vec<u8>, Vec<u8>) {
    let vocabulary = Vocabulary::new(Script::English, 20_000);
    let mut dice = Dice::new(9);
    let mut words = vocabulary.draw_words(&mut dice, WORDS);
    let left = pages::generate_sentences(Script::English, &words);
    let fresh = vocabulary.draw_words(&mut dice, WORDS);
    for place in (0..words.len()).step_by(15) {
        words[place] = fresh[place];
    }
    words.rotate_left(WORDS / 3);
    (left.into_bytes(), pages::generate_sentences(Script::English, &words).into_bytes())
}

#[divan::bench]
fn read_a_document_of_20_000_words(bencher: Bencher<'_, '_>) {
    let params = Params::defaults();
    let (bytes, _) = bench_pair();
    bencher
        .counter(ItemsCount::new(WORDS))
        .bench(|| Document::read(Path::new("a.txt"), black_box(&bytes), &params).unwrap());
}

#[divan::bench]
fn align_two_documents_of_20_000_words(bencher: Bencher<'_, '_>) {
    let params = Arc::new(Params::defaults());
    let (left, right) = bench_pair();
    let (a, b) = (DocPath::new("a.txt"), DocPath::new("b.txt"));
    let read =
        |path: &DocPath, bytes: &[u8]| Document::read(path.as_path(), bytes, &params).unwrap();
    let (left, right) = (read(&a, &left), read(&b, &right));
    bencher
        .counter(ItemsCount::new(WORDS))
        .bench(|| PairView::compare((&a, &left), (&b, &right), &params, Direction::Larger));
}
