//! Results are independent of the number of threads and the order of documents.

use std::fmt::Write as _;

use rayon::{ThreadPoolBuilder, prelude::*};

use shingle::{pipeline::Stream, pipeline::corpus::query::query_corpus};

use super::random::case;
use crate::common::{prelude::*, read_words};

/// Formats the results of files added in the given order, on `threads` threads.
fn said(files: &[(&String, &Vec<u8>)], params: &Params, threads: usize) -> String {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| {
        let mut corpus = Corpus::new(Arc::new(params.clone()));
        let records: Vec<_> = files
            .par_iter()
            .map(|(name, bytes)| {
                let path = DocPath::new(name);
                let record = read_words(&corpus, &path, bytes);
                (path, record)
            })
            .collect();
        for (path, record) in records {
            corpus.put_document(&path, record);
        }
        refresh(&mut corpus);
        let mut text = state_of(&corpus);
        writeln!(
            text,
            "{:?}\n{:?}",
            pairs_of(&corpus),
            Stream::new(&corpus, &corpus.build_index()).best_pairs(10)
        )
        .unwrap();
        if let Some((name, bytes)) = files.iter().max() {
            let document = Document::read(name.as_ref(), bytes, params);
            writeln!(text, "{:?}", document.map(|document| query_corpus(&corpus, &document)))
                .unwrap();
        }
        text
    })
}

fn nothing_depends_on_order_or_threads(files: &Files, params: &Params, seed: usize) {
    let forward: Vec<_> = files.iter().collect();
    let backward: Vec<_> = files.iter().rev().collect();
    let mut mixed = forward.clone();
    mixed.sort_by_key(|(name, _)| {
        name.bytes().fold(seed, |sum, byte| sum * 31 % 65_521 + usize::from(byte))
    });
    let expected = said(&forward, params, 1);
    for (order, threads) in [(&forward, 2), (&forward, 8), (&backward, 1), (&mixed, 8)] {
        assert!(said(order, params, threads) == expected, "{threads} threads or another order");
    }
}

proptest! {
    #![proptest_config(seeded(40))]

    #[test]
    fn small_folders_say_the_same_on_any_number_of_threads(case in case(), seed in 1_usize..1000) {
        let files: Files = case.files.iter().map(|file| (file.name.clone(), file.bytes.clone())).collect();
        nothing_depends_on_order_or_threads(&files, &case.params, seed);
    }
}

#[test]
fn a_folder_larger_than_every_piece_of_work_says_the_same_on_any_number_of_threads() {
    let mut state = 1_u64;
    let mut next = |limit: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % limit
    };
    let mut files = Files::new();
    for n in 0..1300 {
        let words: Vec<String> = (0..12).map(|_| format!("w{}", next(60))).collect();
        files.insert(format!("{n:04}"), words.join(" ").into_bytes());
    }
    let params = Params {
        width: 2,
        threshold: Ratio::ZERO,
        stop_words: StopWords::Off,
        ..Params::defaults()
    };
    nothing_depends_on_order_or_threads(&files, &params, 7);
}
