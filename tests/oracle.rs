//! Compares the engine with an independent oracle: sets of word strings, every document with every other.
#![allow(clippy::unwrap_used)]

mod cut;
mod elsewhere;
mod forms;
mod groups;
mod lit;
mod longest;
mod naive;
mod pages;
mod passages;
mod pos;
mod random;
mod repeats;
mod sources;
mod threads;
mod ways;

use naive::{Found, Oracle, expected_rows};
use random::{Case, case};

use shingle::compare::Above;
use shingle::pipeline::{Completeness, Pair, Row, Snapshot, Stream, corpus::query::query_corpus};

use crate::common::prelude::*;

fn corpus_for(case: &Case) -> Corpus {
    corpus_of(
        case.files.iter().map(|file| (file.name.as_str(), file.bytes.as_slice())),
        &case.params,
    )
}

fn name(corpus: &Corpus, id: DocId) -> String {
    corpus.docs()[id.index()].path.to_str().unwrap().to_string()
}

fn found(corpus: &Corpus, pair: &Pair) -> Found {
    Found {
        a: name(corpus, pair.a),
        b: name(corpus, pair.b),
        overlap: pair.overlap,
        score: pair.score,
    }
}

fn streamed(corpus: &Corpus) -> Vec<Found> {
    let found = |(a, b, overlap, score): (String, String, _, _)| Found { a, b, overlap, score };
    pairs_of(corpus).into_iter().map(found).collect()
}

proptest! {
    #![proptest_config(seeded(600))]

    #[test]
    fn the_stream_holds_every_pair_in_path_order(case in case()) {
        let corpus = corpus_for(&case);
        let oracle = Oracle::of(&case);
        prop_assert_eq!(streamed(&corpus), oracle.pairs());
        let mut in_order = Vec::new();
        let taken: Result<u64, ()> = Stream::new(&corpus, &corpus.build_index()).stream_by_document(|pairs| {
            in_order.extend(pairs.iter().map(|pair| found(&corpus, pair)));
            Ok(())
        });
        prop_assert_eq!(taken, Ok(oracle.ruled_out()));
        prop_assert_eq!(in_order, oracle.pairs());
    }

    #[test]
    fn the_best_are_the_first_by_rank(case in case(), top in 0_usize..40) {
        let corpus = corpus_for(&case);
        let (pairs, all, ruled_out) = Stream::new(&corpus, &corpus.build_index()).best_pairs(top);
        let oracle = Oracle::of(&case);
        prop_assert_eq!(ruled_out, oracle.ruled_out());
        let mut ranked = oracle.pairs();
        prop_assert_eq!(all, ranked.len() as u64);
        ranked.sort_by(Found::rank);
        ranked.truncate(top);
        prop_assert_eq!(pairs.iter().map(|pair| found(&corpus, pair)).collect::<Vec<_>>(), ranked);
    }

    #[test]
    fn the_rows_fold_copies_and_hold_every_pair_once(case in case()) {
        let corpus = corpus_for(&case);
        let snapshot = take_snapshot(&corpus, &[], Epoch(7));
        let oracle = Oracle::of(&case);
        let rows: Vec<naive::Line> = snapshot.rows.iter().map(|row| match row {
            Row::Pair { pair, more, .. } => naive::Line::Pair(found(&corpus, pair), *more),
            Row::Copies { pair, members, .. } => {
                naive::Line::Copies(found(&corpus, pair), members.iter().map(|id| name(&corpus, *id)).collect())
            }
        }).collect();
        prop_assert_eq!(rows, expected_rows(&oracle));
        prop_assert_eq!(snapshot.pairs_found, oracle.pairs().len() as u64);
        prop_assert_eq!(snapshot.ruled_out, oracle.ruled_out());
        prop_assert_eq!(corpus.count_hidden_by_rules(), oracle.ruled_out());
        prop_assert!(!snapshot.cut);
        prop_assert_eq!(snapshot.epoch, Epoch(7));
        prop_assert_eq!(&*snapshot.params, &case.params);
        let docs: Vec<_> = snapshot.docs.iter().map(|doc| (doc.path.to_str().unwrap().to_string(), doc.words, doc.shingles)).collect();
        prop_assert_eq!(docs, oracle.documents());
        prop_assert_eq!(snapshot.present, case.files.len());
        prop_assert_eq!((snapshot.ignored.common, snapshot.ignored.template + snapshot.ignored.phrases), oracle.left_out());
    }

    #[test]
    fn the_histogram_counts_every_pair_in_its_hundredth(case in case()) {
        let snapshot = take_snapshot(&corpus_for(&case), &[], Epoch(7));
        let histogram = &snapshot.histogram;
        let pairs = Oracle::of(&case).pairs();
        for hundredth in histogram.first_complete_hundredth()..=100 {
            let is_in = |pair: &&Found| {
                let (num, den) = pair.score.numerator_and_denominator();
                num * 100 / den == hundredth as u64
            };
            let expected = pairs.iter().filter(is_in).count() as u64;
            prop_assert_eq!(histogram.counts[hundredth], expected, "{}", hundredth);
        }
        let (num, den) = case.params.threshold.numerator_and_denominator();
        if (num * 100).is_multiple_of(den) {
            let below = pairs.iter().filter(|pair| case.params.above == Above::Strictly && {
                let (num, den) = pair.score.numerator_and_denominator();
                num * 100 / den < histogram.first_complete_hundredth() as u64
            });
            prop_assert_eq!(histogram.count_pairs_from(0) + below.count() as u64, snapshot.pairs_found);
        }
    }

    #[test]
    fn the_first_part_holds_all_that_is_best_below_what_was_found(
        case in case(),
        higher in prop::option::of(1_u64..100),
    ) {
        let threshold = case.params.threshold.max(Ratio::new(higher.unwrap_or(0), 100));
        let before = Params { threshold, above: Above::AtLeast, ..case.params.clone() };
        let mut corpus = Corpus::new(Arc::new(before));
        for file in &case.files {
            put(&mut corpus, &file.name, &file.bytes);
        }
        if higher.is_some() {
            refresh(&mut corpus);
        }
        corpus.set_params(Arc::new(case.params.clone()));
        let from = corpus.refresh_best_pairs(0, &Cancel::never_cancelled(), &|_, _, _| ()).unwrap();
        let first = take_snapshot(&corpus, &[], Epoch(7));
        refresh(&mut corpus);
        let all = take_snapshot(&corpus, &[], Epoch(7));
        prop_assert_eq!(all.completeness, Completeness::Whole);
        prop_assert_eq!(&all.rows, &take_snapshot(&corpus_for(&case), &[], Epoch(7)).rows);
        if let Some(from) = from {
            prop_assert!(from > case.params.threshold);
            let was_found = !case.params.is_verified() && threshold > case.params.threshold;
            let expected = if was_found { threshold } else { Ratio::new(4, 5) };
            prop_assert_eq!((from, first.completeness), (expected, Completeness::From(from)));
            let best = |snapshot: &Snapshot| -> Vec<Row> {
                snapshot.rows.iter().filter(|row| row.pair().score >= from).cloned().collect()
            };
            prop_assert_eq!(best(&first), best(&all));
        }
    }

    #[test]
    fn a_part_of_the_documents_has_the_pairs_that_all_have(
        case in case(),
        width in 1_u32..6,
        stop_words in any::<bool>(),
        some in prop::collection::vec(any::<prop::sample::Index>(), 1..4),
    ) {
        prop_assume!(!case.files.is_empty());
        let mut corpus = corpus_for(&case);
        let stop_words = if stop_words { StopWords::On } else { StopWords::Off };
        let params = Arc::new(Params { width, stop_words, ..case.params.clone() });
        corpus.set_params(Arc::clone(&params));
        let never = Cancel::never_cancelled();
        let names: Vec<DocPath> =
            some.iter().map(|at| DocPath::new(&case.files[at.index(case.files.len())].name)).collect();
        let look = |part: &Corpus| (streamed(part), take_snapshot(part, &[], Epoch(7)));
        let part = corpus.run_on_documents(names.iter(), &never, look);
        prop_assert_eq!(part.is_none(), params.ignores_shingles() && params.common.is_some());
        refresh(&mut corpus);
        let all = streamed(&corpus);
        let files = case.files.iter().map(|file| (file.name.as_str(), file.bytes.as_slice()));
        prop_assert_eq!(&all, &streamed(&corpus_of(files, &params)));
        if let Some((pairs, snapshot)) = part {
            let has = |name: &str| snapshot.docs.iter().any(|doc| doc.path.to_str() == Some(name));
            prop_assert!(names.iter().all(|name| has(name.to_str().unwrap())));
            let expected: Vec<Found> =
                all.into_iter().filter(|found| has(&found.a) && has(&found.b)).collect();
            prop_assert_eq!(snapshot.pairs_found, expected.len() as u64);
            prop_assert_eq!(pairs, expected);
        }
    }

    #[test]
    fn a_query_finds_what_the_oracle_finds(case in case(), pick in any::<prop::sample::Index>(), itself in any::<bool>()) {
        prop_assume!(!case.files.is_empty());
        let corpus = corpus_for(&case);
        let file = &case.files[pick.index(case.files.len())];
        let path = DocPath::new(&file.name);
        let mut document = Document::read(path.as_path(), &file.bytes, &case.params).unwrap();
        document.set_ignored_shingles(corpus.ignored_shingles());
        let hits: Vec<Found> = query_corpus(&corpus, &document)
            .hits
            .into_iter()
            .filter(|hit| itself || corpus.docs()[hit.doc.index()].path != path)
            .map(|hit| Found { a: file.name.clone(), b: name(&corpus, hit.doc), overlap: hit.overlap, score: hit.score })
            .collect();
        prop_assert_eq!(hits, Oracle::of(&case).query(&file.name, itself));
    }

    #[test]
    fn an_open_pair_counts_what_the_oracle_counts(case in case(), one in any::<prop::sample::Index>(), two in any::<prop::sample::Index>()) {
        prop_assume!(!case.files.is_empty());
        let (a, b) = (&case.files[one.index(case.files.len())], &case.files[two.index(case.files.len())]);
        let oracle = Oracle::of(&case);
        let params = Arc::new(case.params.clone());
        let corpus = corpus_for(&case);
        let read = |file: &random::File| {
            let mut document = Document::read(file.name.as_ref(), &file.bytes, &params).unwrap();
            document.set_ignored_shingles(corpus.ignored_shingles());
            document
        };
        let (left, right) = (read(a), read(b));
        let (left_name, right_name) = (DocPath::new(&a.name), DocPath::new(&b.name));
        for direction in [Direction::First, Direction::Larger] {
            let view = PairView::compare((&left_name, &left), (&right_name, &right), &params, direction);
            let seen = Found { a: a.name.clone(), b: b.name.clone(), overlap: view.overlap, score: view.score };
            prop_assert_eq!(seen, oracle.compare(&a.name, &b.name, direction));
        }
    }
}

#[test]
fn the_random_cases_reach_every_corner() {
    use proptest::{strategy::ValueTree, test_runner::TestRunner};
    let mut runner = TestRunner::new(seeded(1));
    let (mut pairs, mut copies, mut empty, mut sampled_out, mut short) = (0, 0, 0, 0, 0);
    let (mut estimated, mut unlike) = (0, 0);
    let (mut common, mut template) = (0, 0);
    let (mut inside, mut ruled_out, mut split) = (0, 0, 0);
    for _ in 0..900 {
        let case = case().new_tree(&mut runner).unwrap().current();
        let oracle = Oracle::of(&case);
        let found = oracle.all_pairs();
        pairs += found.iter().filter(|pair| !pair.overlap.exact_copy).count();
        if case.params.is_estimate() {
            let no_copies = found.iter().filter(|pair| !pair.overlap.exact_copy);
            estimated += no_copies.count();
            unlike += oracle.dropped();
        }
        inside += usize::from(case.params.stop_words == StopWords::Inside && !found.is_empty());
        let left_out = oracle.left_out();
        (common, template) = (common + left_out.0, template + left_out.1);
        ruled_out += oracle.ruled_out();
        split += usize::from(oracle.ruled_out() > 0 && !oracle.pairs().is_empty());
        copies += found.iter().filter(|pair| pair.overlap.exact_copy).count();
        sampled_out += found
            .iter()
            .filter(|pair| pair.overlap.exact_copy && pair.overlap.a_shingles == 0)
            .count();
        let documents = oracle.documents();
        empty += documents.iter().filter(|document| document.1 == 0).count();
        short += documents
            .iter()
            .filter(|document| document.1 > 0 && document.1 < case.params.width)
            .count();
    }
    for (corner, count, least) in [
        ("pairs", pairs, 2_000),
        ("copies", copies, 1_000),
        ("empty documents", empty, 300),
        ("copies whose sample is empty", sampled_out, 400),
        ("documents shorter than w", short, 600),
        ("estimated pairs", estimated, 500),
        ("estimates that no count bears out", unlike, 20),
        ("common shingles left out", common as usize, 150),
        ("shingles of templates and phrases left out", template as usize, 80),
        ("cases whose stop words stay inside", inside, 60),
        ("pairs that rules leave out", ruled_out as usize, 1_000),
        ("cases of which rules leave some", split, 60),
    ] {
        assert!(count >= least, "only {count} {corner}");
    }
}
