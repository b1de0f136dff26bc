//! The whole run on a generated folder of 10,000 documents: read, sketched, joined, published. `cargo bench -p
//! shingle-benches --bench folder`.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a benchmark stops at the first surprise"
)]
#![allow(unreachable_pub, dead_code, reason = "the generator is shared by two programs")]

mod common;

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use divan::Bencher;
use divan::counter::ItemsCount;

use shingle::base::cancel::Cancel;
use shingle::base::ids::Epoch;
use shingle::base::ratio::Ratio;
use shingle::engine::batch::{Loaded, sketch_whole_folder};
use shingle::engine::reader::DocumentFolder;
use shingle::folder::names::WalkOptions;
use shingle::folder::names::list_with_stamps;
use shingle::pipeline::parameters::Params;
use shingle::pipeline::results::snapshot::take_snapshot;
use shingle::pipeline::results::stream::Stream;

const DOCUMENTS: usize = 10_000;

/// The generated folder, written on first use.
static FOLDER: OnceLock<tempfile::TempDir> = OnceLock::new();

fn main() {
    divan::main();
    if let Some(folder) = FOLDER.get() {
        // Removes the folder here, because a static is never dropped.
        let _ = std::fs::remove_dir_all(folder.path());
    }
}

fn make_folder() -> PathBuf {
    let folder = FOLDER.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        common::write::write_plain_files(folder.path(), DOCUMENTS, 1).unwrap();
        folder
    });
    folder.path().to_path_buf()
}

fn load_folder() -> Loaded {
    sketch_whole_folder(
        &DocumentFolder::new(make_folder()),
        &Arc::new(Params::defaults()),
        &|_, _, _| (),
    )
    .unwrap()
}

fn refresh(loaded: &mut Loaded) {
    loaded.corpus.refresh(&Cancel::never_cancelled(), &|_, _, _| ()).unwrap();
}

#[divan::bench(sample_count = 5)]
fn walk_alone(bencher: Bencher<'_, '_>) {
    let folder = make_folder();
    bencher
        .counter(ItemsCount::new(DOCUMENTS))
        .bench(|| list_with_stamps(&folder, &WalkOptions::default()).unwrap());
}

#[divan::bench(sample_count = 5)]
fn read_and_sketch(bencher: Bencher<'_, '_>) {
    make_folder();
    bencher.counter(ItemsCount::new(DOCUMENTS)).bench_local(load_folder);
}

#[divan::bench(sample_count = 5)]
fn index_join_and_rank(bencher: Bencher<'_, '_>) {
    bencher.counter(ItemsCount::new(DOCUMENTS)).with_inputs(load_folder).bench_local_values(
        |mut loaded| {
            refresh(&mut loaded);
            loaded
        },
    );
}

#[divan::bench(sample_count = 5)]
fn whole(bencher: Bencher<'_, '_>) {
    make_folder();
    bencher.counter(ItemsCount::new(DOCUMENTS)).bench_local(|| {
        let mut loaded = load_folder();
        refresh(&mut loaded);
        take_snapshot(&loaded.corpus, &loaded.listing, Epoch::default())
    });
}

/// Measures the change of one parameter on an unchanged folder.
#[divan::bench(sample_count = 5, args = ["width", "modulo", "stem", "measure", "threshold"])]
fn one_parameter_changed(bencher: Bencher<'_, '_>, which: &str) {
    let mut changed = Params::defaults();
    match which {
        "width" => changed.width = 4,
        "modulo" => changed.modulo = 8,
        "stem" => changed.stem = shingle::text::normalize::Stem::Off,
        "measure" => changed.measure = shingle::compare::measure::Measure::Jaccard,
        _ => changed.threshold = Ratio::new(1, 2),
    }
    let changed = Arc::new(changed);
    bencher
        .counter(ItemsCount::new(DOCUMENTS))
        .with_inputs(|| {
            let mut loaded = load_folder();
            refresh(&mut loaded);
            loaded
        })
        .bench_local_values(|mut loaded| {
            loaded.corpus.set_params(Arc::clone(&changed));
            refresh(&mut loaded);
            take_snapshot(&loaded.corpus, &loaded.listing, Epoch::default())
        });
}

/// Streams every pair like `scan -t 0 --format ndjson`.
#[divan::bench(sample_count = 3)]
fn stream_of_every_pair(bencher: Bencher<'_, '_>) {
    let mut all = Params::defaults();
    all.threshold = Ratio::ZERO;
    let loaded =
        sketch_whole_folder(&DocumentFolder::new(make_folder()), &Arc::new(all), &|_, _, _| ())
            .unwrap();
    bencher.counter(ItemsCount::new(DOCUMENTS)).bench_local(|| {
        let corpus = &loaded.corpus;
        let mut pairs = 0_u64;
        Stream::new(corpus, &loaded.corpus.build_index())
            .stream_pairs(|found| {
                pairs += found.len() as u64;
                Ok::<(), ()>(())
            })
            .unwrap();
        pairs
    });
}
