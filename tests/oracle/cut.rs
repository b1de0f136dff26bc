//! More pairs than a snapshot retains. The snapshot retains the best, counts all, and changes restore dropped pairs.
//! The expected values are arithmetic.

use shingle::pipeline::pairs::best::{PAIRS_KEPT, ROWS_KEPT};
use shingle::{pipeline::Between, pipeline::Row, pipeline::Snapshot, pipeline::Verify};

use crate::common::prelude::*;

const FILES: u64 = 1_420;

const fn pairs(files: u64) -> u64 {
    files * (files - 1) / 2
}

/// Returns the numbers of rows and pairs, true if rows are missing, and the first and last score.
fn counts_and_ends(snapshot: &Snapshot) -> (usize, u64, bool, Vec<Ratio>) {
    let scores = |row: &Row| row.pair().score;
    let mut ends = vec![scores(&snapshot.rows[0])];
    ends.extend(snapshot.rows.iter().next_back().map(scores));
    (snapshot.rows.len(), snapshot.pairs_found, snapshot.cut, ends)
}

#[test]
fn a_million_rows_are_kept_and_all_pairs_are_counted() {
    let params = Params { width: 1, measure: Measure::Jaccard, threshold: Ratio::ZERO, ..plain() };
    // Any two texts share one word of three. The first two share two of four.
    let text = |n: u64| match n {
        0 | 1 => format!("same twin own{n}"),
        n => format!("same own{n}"),
    };
    let mut corpus = Corpus::new(Arc::new(params.clone()));
    for n in 0..FILES {
        put(&mut corpus, &format!("{n:04}"), text(n).as_bytes());
    }
    refresh(&mut corpus);
    let (third, half) = (Ratio::new(1, 3), Ratio::new(1, 2));
    let snapshot = take_snapshot(&corpus, &[], Epoch(0));
    assert_eq!(counts_and_ends(&snapshot), (ROWS_KEPT, pairs(FILES), true, vec![half, third]));
    // All others have equal scores, so names determine the kept pairs.
    let named = |row: &Row| (u64::from(row.pair().a.0), u64::from(row.pair().b.0));
    let alike = (2..FILES).flat_map(|a| (a + 1..FILES).map(move |b| (a, b)));
    assert!(snapshot.rows.iter().map(named).eq([(0, 1)].into_iter().chain(alike).take(ROWS_KEPT)));

    // Pairs hidden by a rule take no space from others, but count.
    let between = Between::parse_two_sides("000* .").unwrap();
    corpus.set_params(Arc::new(Params { between, ..params.clone() }));
    refresh(&mut corpus);
    let ruled = take_snapshot(&corpus, &[], Epoch(0));
    let expected = 10 * (FILES - 10) + pairs(10);
    assert_eq!(
        counts_and_ends(&ruled),
        (expected as usize, expected, false, vec![half, Ratio::new(1, 4)])
    );
    assert_eq!(ruled.ruled_out, pairs(FILES) - expected);
    assert!(ruled.rows.iter().all(|row| row.pair().a.0 < 10));
    // Other rules need pairs that were dropped.
    let between = Between::parse_two_sides("14* 14*").unwrap();
    corpus.set_params(Arc::new(Params { between, ..params.clone() }));
    refresh(&mut corpus);
    let ruled = take_snapshot(&corpus, &[], Epoch(0));
    assert_eq!((ruled.pairs_found, ruled.cut), (pairs(20), false));
    corpus.set_params(Arc::new(params.clone()));
    refresh(&mut corpus);
    assert_eq!(take_snapshot(&corpus, &[], Epoch(0)).rows, snapshot.rows);

    // Without a file, its rows disappear and dropped rows return. A copy adds no rows, but all its pairs count.
    corpus.remove(&DocPath::new("0000"));
    put(&mut corpus, "copy", text(5).as_bytes());
    refresh(&mut corpus);
    let snapshot = take_snapshot(&corpus, &[], Epoch(0));
    let (rows, found, cut, ends) = counts_and_ends(&snapshot);
    assert_eq!((rows, found, cut), (ROWS_KEPT, pairs(FILES), true));
    assert_eq!(ends, [Ratio::ONE, third]);
    assert!(snapshot.rows.iter().all(|row| snapshot.names(row).0 != &DocPath::new("0000")));
}

#[test]
fn pairs_that_one_measure_drops_are_found_by_another() {
    // Any two texts share eleven words of thirteen. With more than four million pairs, a check of the shingles precedes
    // the full join.
    const FILES: u64 = 4_900;
    const SHARED: &str = "one two three four five six seven eight nine ten eleven";
    let text = |n: u64| format!("{SHARED} own{n} it{n}");
    let params = |measure| {
        Arc::new(Params {
            width: 1,
            measure,
            threshold: Ratio::new(3, 4),
            sketch: SketchKind::MinHash,
            functions: 1,
            verify: Verify::On,
            ..plain()
        })
    };
    let corpus_of = |measure| {
        let mut corpus = Corpus::new(params(measure));
        for n in 0..FILES {
            put(&mut corpus, &format!("{n:04}"), text(n).as_bytes());
        }
        corpus
    };
    let found = |corpus: &mut Corpus| {
        refresh(corpus);
        take_snapshot(corpus, &[], Epoch(0)).pairs_found
    };
    let mut corpus = corpus_of(Measure::Jaccard);
    assert_eq!(found(&mut corpus), 0);
    corpus.set_params(params(Measure::Containment));
    let again = found(&mut corpus);
    assert!(again > PAIRS_KEPT as u64, "{again}");
    assert_eq!(again, found(&mut corpus_of(Measure::Containment)));
}
